using PosedClient;
using UnityEngine;
using Input = UnityEngine.Input; // PosedClient has an Input too: the input of a character

[RequireComponent(typeof(PosedStage))]
public class Player : MonoBehaviour
{
    PosedPerson me;

    void Start()
    {
        me = GetComponent<PosedStage>().Spawn(Vector3.zero, 0);
        me.Happened += (what, at) => Debug.Log($"{what} at {at.x:0.0} {at.z:0.0}");
    }

    void Update()
    {
        var stick = new Vector2(Input.GetAxis("Horizontal"), Input.GetAxis("Vertical"));
        me.Stick(stick, Camera.main.transform.eulerAngles.y, Gait.Auto, Input.GetButton("Jump"));
    }
}
