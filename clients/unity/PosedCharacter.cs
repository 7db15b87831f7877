// A character of a posed daemon on this GameObject, for Unity: put it on an empty one and press play. Without a rig it makes bones of the
// daemon's joints, with a stick for each; with `rig` it turns what is below that by the joints' names.
// Tests compile it against the few types of the engine that it uses; in Unity itself it has not been run.
using System.Collections.Generic;
using PosedClient;
using UnityEngine;

public class PosedCharacter : MonoBehaviour
{
    public string url = "ws://127.0.0.1:8080/v1/stream";
    public Transform rig;             // T-pose, facing +Z, its bones unturned at rest; null: bones of our own
    public string character;          // one that was put (PUT /v1/characters/NAME): rig is the same file, imported, in any rest pose
    public bool mirroredAtZ;          // the importer changed z's sign, not x's (UniVRM's of VRM 0.x)
    public event System.Action<string, Vector3> Stepped;  // "left" or "right", where
    public event System.Action<string, Vector3> Happened; // jump, land, blocked, arrived, unreachable

    readonly List<Transform> bones = new List<Transform>();
    Session session;
    Line line;
    Figure figure;

    static double Now => Time.realtimeSinceStartup;

    void OnEnable()
    {
        Vec3 at = Unity.Place(new Vec3(transform.position.x, 0, transform.position.z)); // the mirror is its own inverse
        bool isOwn = !string.IsNullOrEmpty(character);
        session = isOwn ? new Session("root", "contacts", "character") : new Session();
        line = new Line(session, url);
        session.Spawned += f => { if (isOwn) FindNodes(f); else MakeBones(session.SkeletonOf(f)); };
        session.Happened += (f, m) =>
        {
            string what = m.Text("event");
            if (what == "footstep") Stepped?.Invoke(m.Text("foot"), Unity.Place(m.Position));
            else Happened?.Invoke(what, Unity.Place(m.Position));
        };
        float yaw = Unity.Yaw(transform.eulerAngles.y);
        figure = isOwn ? session.SpawnCharacter(character, at.x, at.z, yaw) : session.Spawn(at.x, at.z, yaw);
        line.Open();
    }

    void OnDisable() => line.Dispose();

    /// <summary>Where the stick points: x right, y ahead, as somebody sees it who looks along cameraDegrees (a camera's eulerAngles.y).</summary>
    public void Stick(Vector2 to, float cameraDegrees = 0, Gait gait = Gait.Auto, bool jump = false)
    {
        float[] move = Unity.Move(to.x, to.y);
        var input = new PosedClient.Input {
            MoveX = move[0], MoveZ = move[1], Axes = Axes.Camera, CameraYaw = Unity.Yaw(cameraDegrees), Gait = gait, Jump = jump };
        if (figure.Held == null || !Same(figure.Held, input)) session.Send(figure, input);
    }

    static bool Same(PosedClient.Input a, PosedClient.Input b) =>
        a.MoveX == b.MoveX && a.MoveZ == b.MoveZ && a.CameraYaw == b.CameraYaw && a.Gait == b.Gait && a.Jump == b.Jump;

    void Update()
    {
        line.Update(Now);
        Character who = session.Sample(figure, Now);
        if (who == null || bones.Count == 0) return;
        transform.position = Unity.Place(who.Root);
        transform.rotation = Quaternion.Euler(0, Unity.YawDegrees(who.Yaw), 0);
        if (who.NodeRotations != null) SetNodes(who);
        if (bones[0] != null && who.Joints != null) bones[0].localPosition = Unity.Place(who.Joints[0]);
        else if (bones[0] != null && who.HasHips) bones[0].localPosition = Unity.Place(who.Hips);
        for (int j = 0; who.Rotations != null && j < bones.Count; j++)
            if (bones[j] != null) bones[j].localRotation = Unity.Turn(who.Rotations[j]);
    }

    void FindNodes(Figure of)
    {
        if (bones.Count > 0 || rig == null) return;
        foreach (string name in of.Joints) bones.Add(Find(rig, name));
    }

    /// <summary>The file's nodes as the frame has them; the file's scene stands at the world's origin, since its root walks by itself.</summary>
    void SetNodes(Character who)
    {
        rig.position = Vector3.zero;
        rig.rotation = Quaternion.identity;
        rig.localScale = new Vector3(figure.Scale, figure.Scale, figure.Scale);
        for (int k = 0; k < bones.Count && k < who.NodeRotations.Length; k++)
        {
            if (bones[k] == null) continue;
            bones[k].localRotation = mirroredAtZ ? Unity.TurnByZ(who.NodeRotations[k]) : Unity.Turn(who.NodeRotations[k]);
            int moved = System.Array.IndexOf(figure.Translated, figure.Joints[k]);
            if (figure.Joints[k] == figure.Root) Move(bones[k], who.NodeRoot);
            else if (moved >= 0 && moved < who.NodeTranslations.Length) Move(bones[k], who.NodeTranslations[moved]);
        }
    }

    void Move(Transform bone, Vec3 to) => bone.localPosition = mirroredAtZ ? Unity.PlaceByZ(to) : Unity.Place(to);

    void MakeBones(Skeleton skeleton)
    {
        if (bones.Count > 0) return;
        for (int j = 0; j < skeleton.Names.Length; j++)
        {
            Transform above = skeleton.Parents[j] < 0 ? transform : bones[skeleton.Parents[j]];
            bones.Add(rig != null ? Find(rig, skeleton.Names[j]) : MakeBone(skeleton.Names[j], above, Unity.Place(skeleton.Offsets[j])));
        }
    }

    static Transform Find(Transform below, string name)
    {
        if (below.name == name) return below;
        foreach (Transform child in below)
            if (Find(child, name) is Transform found) return found;
        return null;
    }

    static Transform MakeBone(string name, Transform above, Vector3 offset)
    {
        Transform bone = new GameObject(name).transform;
        bone.SetParent(above, false);
        bone.localPosition = offset;
        if (offset.magnitude < 0.03f) return bone;
        Transform stick = GameObject.CreatePrimitive(PrimitiveType.Cube).transform;
        stick.SetParent(above, false);
        stick.localPosition = offset * 0.5f;
        stick.localRotation = Quaternion.FromToRotation(Vector3.up, offset);
        stick.localScale = new Vector3(0.06f, offset.magnitude, 0.06f);
        return bone;
    }
}
