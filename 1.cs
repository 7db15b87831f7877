using System.Collections.Generic;
using PosedClient;
using UnityEngine;

public class Visitors : MonoBehaviour
{
    public PosedStage stage;
    readonly Queue<PosedPerson> inside = new Queue<PosedPerson>();
    float next;

    void Update()
    {
        if (Time.time < next) return;
        next = Time.time + 2;
        PosedPerson visitor = stage.Spawn(new Vector3(-10, 0, 0), 90);
        visitor.Follow(new[] { new Vector3(10, 0, 0) }, new Route { Round = true, Space = 1 });
        visitor.Face(new Dictionary<string, float> { { "mouthSmileLeft", 0.6f }, { "mouthSmileRight", 0.6f } });
        inside.Enqueue(visitor);
        if (inside.Count > 20) stage.Despawn(inside.Dequeue());
    }
}
