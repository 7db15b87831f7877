// PosedCharacter: a MonoBehaviour that shows one character of a posed daemon. Add it to an empty GameObject and press Play. Without `rig` it creates
// a Transform for each joint of the daemon's skeleton, and a cube as a bone. With `rig` it rotates the Transforms below `rig` whose names are those
// of the joints. It moves its own GameObject with the character. Tests compile this file against the few types of the engine that it uses. It has not
// been run in Unity itself.
using System.Collections.Generic;
using PosedClient;
using UnityEngine;

/// <summary>Creates a character on a posed daemon when it is enabled, and applies the character's pose in every rendered frame.</summary>
public class PosedCharacter : MonoBehaviour
{
    /// <summary>Address of the daemon's stream.</summary>
    public string url = "ws://127.0.0.1:8080/v1/stream";
    /// <summary>Root of the bones to rotate: in T-pose, facing +Z, with identity rotations at rest. Null: this component creates its own bones.</summary>
    public Transform rig;
    /// <summary>Name of a character file that was uploaded (PUT /v1/characters/NAME). `rig` must then be the same file, imported into Unity; its rest
    /// pose may be any. Empty: none.</summary>
    public string character;
    /// <summary>True if the importer of the character file mirrored the z axis instead of the x axis, as UniVRM does for VRM 0.x.</summary>
    public bool mirroredAtZ;
    /// <summary>Raised at each footstep: "left" or "right", and its position in the world (Unity's axes, metres).</summary>
    public event System.Action<string, Vector3> Stepped;
    /// <summary>Raised at other events: "jump", "land", "blocked", "arrived" or "unreachable", and its position in the world (Unity's axes, metres).</summary>
    public event System.Action<string, Vector3> Happened;

    // Transforms in the order of the skeleton's joints or of Figure.Joints. An element is null if `rig` has no Transform of that name.
    readonly List<Transform> bones = new List<Transform>();
    Session session;
    Line line;
    Figure figure;

    static double Now => Time.realtimeSinceStartup;

    void OnEnable()
    {
        Vec3 at = Unity.Place(new Vec3(transform.position.x, 0, transform.position.z)); // Place also converts from Unity to posed
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

    /// <summary>Sets the character's input. to: deflection of the stick, x right and y ahead, -1 to 1, relative to the view of the camera.
    /// cameraDegrees: the camera's eulerAngles.y. jump: each change from false to true makes the character jump once. Sends a message only if the
    /// input has changed.</summary>
    public void Stick(Vector2 to, float cameraDegrees = 0, Gait gait = Gait.Auto, bool jump = false)
    {
        float[] move = Unity.Move(to.x, to.y);
        var input = new PosedClient.Input {
            MoveX = move[0], MoveZ = move[1], Axes = Axes.Camera, CameraYaw = Unity.Yaw(cameraDegrees), Gait = gait, Jump = jump };
        if (figure.Held == null || !Same(figure.Held, input)) session.Send(figure, input);
    }

    /// <summary>True if two inputs of Stick are equal.</summary>
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

    /// <summary>Finds the Transforms of the nodes of the uploaded character file below `rig`, by their names.</summary>
    void FindNodes(Figure of)
    {
        if (bones.Count > 0 || rig == null) return;
        foreach (string name in of.Joints) bones.Add(Find(rig, name));
    }

    /// <summary>Sets the local transforms of the file's nodes from the frame. `rig` itself is placed at the world's origin, because the translation
    /// of the file's root node contains the character's position in the world.</summary>
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

    /// <summary>Sets a local position from the file's axes.</summary>
    void Move(Transform bone, Vec3 to) => bone.localPosition = mirroredAtZ ? Unity.PlaceByZ(to) : Unity.Place(to);

    /// <summary>Finds a Transform for each joint of the skeleton below `rig`, or creates one if there is no `rig`.</summary>
    void MakeBones(Skeleton skeleton)
    {
        if (bones.Count > 0) return;
        for (int j = 0; j < skeleton.Names.Length; j++)
        {
            Transform above = skeleton.Parents[j] < 0 ? transform : bones[skeleton.Parents[j]];
            bones.Add(rig != null ? Find(rig, skeleton.Names[j]) : MakeBone(skeleton.Names[j], above, Unity.Place(skeleton.Offsets[j])));
        }
    }

    /// <summary>Returns the first Transform of this name in the hierarchy that begins with `below`. Null: none.</summary>
    static Transform Find(Transform below, string name)
    {
        if (below.name == name) return below;
        foreach (Transform child in below)
            if (Find(child, name) is Transform found) return found;
        return null;
    }

    /// <summary>Creates a Transform at an offset from its parent `above` (Unity's axes, metres), and a cube along the bone if the bone is at least 3
    /// cm long.</summary>
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
