// PosedPuppet: moves Transforms of Unity as the frames of a posed daemon say. PosedCharacter and the components of the folder Components use it.
// A rig is one of three kinds, which the puppet finds by the names of its bones:
//
//     file     the rig of an uploaded character file (Figure.Joints has names). Frames need the channel "character".
//     body     the rig of a GLB of posed (GET /v1/models/person/mesh?rig=true): it has the bones of SMPL, such as "pelvis". Frames need "smpl".
//     joints   a rig in T-pose that faces +Z, whose bones have identity rotations at rest and the names of the daemon's skeleton, such as "Hips".
//              Frames need "rotations", and "joints" unless they are compact. Without a rig the puppet creates such bones.
using System.Collections.Generic;
using PosedClient;
using UnityEngine;

/// <summary>Sets the Transforms of one character from its poses.</summary>
public sealed class PosedPuppet
{
    // Names of SMPL's joints, in the order of Character.SmplRotations.
    static readonly string[] BodyBones =
    {
        "pelvis", "left_hip", "right_hip", "spine1", "left_knee", "right_knee", "spine2", "left_ankle", "right_ankle", "spine3", "left_foot",
        "right_foot", "neck", "left_collar", "right_collar", "head", "left_shoulder", "right_shoulder", "left_elbow", "right_elbow", "left_wrist",
        "right_wrist", "left_hand", "right_hand",
    };
    static readonly string[] Fingers = { "index", "middle", "pinky", "ring", "thumb" };

    // place: Transform that stands at the character's root. rig: root of the bones; null: the puppet creates them.
    readonly Transform place, rig;
    readonly bool isMirroredAtZ;
    // Transforms in the order of the skeleton's joints, of Figure.Joints or of BodyBones. An element is null if the rig has no bone of that name.
    readonly List<Transform> bones = new List<Transform>();
    // Transforms of the finger joints in the order of Character.FingerRotations, and their local rotations at rest.
    readonly List<Transform> fingers = new List<Transform>();
    readonly List<Quat> fingersAtRest = new List<Quat>();
    // For each node of the file, its index in Figure.Translated; -1: it is not translated; -2: it is Figure.Root.
    readonly List<int> moves = new List<int>();
    Figure figure;
    bool isFile, isBody;

    /// <summary>Creates a puppet. place: the Transform that stands at the point of the ground under the hips. rig: root of the bones; null: the
    /// puppet creates bones below `place`. isMirroredAtZ: the importer of the rig's file mirrored the z axis instead of the x axis, as UniVRM does
    /// for VRM 0.x.</summary>
    public PosedPuppet(Transform place, Transform rig, bool isMirroredAtZ)
    {
        this.place = place;
        this.rig = rig;
        this.isMirroredAtZ = isMirroredAtZ;
    }

    /// <summary>Returns the channels that a rig needs in its frames. isFile: it is that of an uploaded character file. rig: null: bones that the
    /// puppet creates.</summary>
    public static string[] ChannelsOf(Transform rig, bool isFile)
    {
        if (isFile) return new[] { "root", "contacts", "character" };
        return IsBody(rig) ? new[] { "root", "contacts", "smpl" } : new[] { "root", "joints", "rotations", "contacts" };
    }

    /// <summary>True if the rig is that of a GLB of posed, with the bones of SMPL.</summary>
    public static bool IsBody(Transform rig) => rig != null && Find(rig, BodyBones[0]) != null && Find(rig, BodyBones[1]) != null;

    /// <summary>Finds the bones of a character that the server has created, or creates them. Call it in Session.Spawned.</summary>
    public void Bind(Figure of, Skeleton skeleton)
    {
        figure = of;
        if (bones.Count > 0) return;
        isFile = of.Joints.Length > 0;
        isBody = !isFile && IsBody(rig);
        if (isFile && rig == null) return;
        if (isFile) FindNodes();
        else if (isBody) FindBody();
        else FindJoints(skeleton);
    }

    /// <summary>Places the character and sets its bones from a pose (Session.Sample).</summary>
    public void Set(Character who)
    {
        place.position = UnityAxes.Place(who.Root);
        place.rotation = Quaternion.Euler(0, UnityAxes.YawDegrees(who.Yaw), 0);
        if (bones.Count == 0) return;
        if (isFile) SetNodes(who);
        else if (isBody) SetBody(who);
        else SetJoints(who);
        for (int k = 0; who.FingerRotations != null && k < fingers.Count && k < who.FingerRotations.Length; k++)
            if (fingers[k] != null) fingers[k].localRotation = fingersAtRest[k] * UnityAxes.Turn(who.FingerRotations[k]);
    }

    /// <summary>Returns the first Transform of this name in the hierarchy that begins with `below`. Null: none.</summary>
    public static Transform Find(Transform below, string name)
    {
        if (below.name == name) return below;
        foreach (Transform child in below)
            if (Find(child, name) is Transform found) return found;
        return null;
    }

    // ---- an uploaded file

    void FindNodes()
    {
        foreach (string name in figure.Joints)
        {
            bones.Add(Find(rig, name));
            moves.Add(name == figure.Root ? -2 : System.Array.IndexOf(figure.Translated, name));
        }
    }

    /// <summary>Sets the local transforms of the file's nodes. `rig` itself stands at the world's origin, because the translation of the file's root
    /// node contains the character's position in the world.</summary>
    void SetNodes(Character who)
    {
        if (who.NodeRotations == null) return;
        rig.position = Vector3.zero;
        rig.rotation = Quaternion.identity;
        rig.localScale = new Vector3(figure.Scale, figure.Scale, figure.Scale);
        for (int k = 0; k < bones.Count && k < who.NodeRotations.Length; k++)
        {
            if (bones[k] == null) continue;
            bones[k].localRotation = isMirroredAtZ ? UnityAxes.TurnByZ(who.NodeRotations[k]) : UnityAxes.Turn(who.NodeRotations[k]);
            if (moves[k] == -2) Move(bones[k], who.NodeRoot);
            else if (moves[k] >= 0 && who.NodeTranslations != null && moves[k] < who.NodeTranslations.Length) Move(bones[k], who.NodeTranslations[moves[k]]);
        }
    }

    /// <summary>Sets a local position from the file's axes.</summary>
    void Move(Transform bone, Vec3 to) => bone.localPosition = isMirroredAtZ ? UnityAxes.PlaceByZ(to) : UnityAxes.Place(to);

    // ---- a body of posed

    void FindBody()
    {
        foreach (string name in BodyBones) bones.Add(Find(rig, name));
        foreach (string side in new[] { "left_", "right_" })
            foreach (string finger in Fingers)
                for (int k = 1; k <= 3; k++)
                {
                    Transform found = Find(rig, side + finger + k);
                    fingers.Add(found);
                    Quaternion rest = found == null ? Quaternion.identity : found.localRotation;
                    fingersAtRest.Add(new Quat(rest.x, rest.y, rest.z, rest.w));
                }
    }

    void SetBody(Character who)
    {
        if (who.SmplRotations == null) return;
        bones[0].localPosition = UnityAxes.Place(who.SmplPelvis);
        for (int k = 0; k < bones.Count && k < who.SmplRotations.Length; k++)
            if (bones[k] != null) bones[k].localRotation = UnityAxes.Turn(who.SmplRotations[k]);
    }

    // ---- joints of the daemon's skeleton

    void FindJoints(Skeleton skeleton)
    {
        for (int j = 0; j < skeleton.Names.Length; j++)
        {
            Transform above = skeleton.Parents[j] < 0 ? place : bones[skeleton.Parents[j]];
            bones.Add(rig != null ? Find(rig, skeleton.Names[j]) : MakeBone(skeleton.Names[j], above, UnityAxes.Place(skeleton.Offsets[j])));
        }
    }

    void SetJoints(Character who)
    {
        if (bones[0] != null && who.Joints != null) bones[0].localPosition = UnityAxes.Place(who.Joints[0]);
        else if (bones[0] != null && who.HasHips) bones[0].localPosition = UnityAxes.Place(who.Hips);
        for (int j = 0; who.Rotations != null && j < bones.Count && j < who.Rotations.Length; j++)
            if (bones[j] != null) bones[j].localRotation = UnityAxes.Turn(who.Rotations[j]);
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
