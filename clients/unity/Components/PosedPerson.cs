// PosedPerson: one character of a PosedStage. The stage adds it to the object that it creates for each character.
using System;
using System.Collections.Generic;
using PosedClient;
using UnityEngine;

/// <summary>A character of a PosedStage.</summary>
[AddComponentMenu("")]
public class PosedPerson : MonoBehaviour
{
    /// <summary>Raised for each event of the character: its name ("footstep", "jump", "land", "blocked", "arrived" or "unreachable"), and its position
    /// in the world (Unity's axes, metres).</summary>
    public event Action<string, Vector3> Happened;
    /// <summary>Raised when speech begins, at each word, and when it ends: "speech_started", "word" or "speech_ended", and the message with the fields
    /// "utterance", "word", "at" and "end".</summary>
    public event Action<string, Message> Spoken;

    PosedStage stage;
    PosedPuppet puppet;
    PosedMorphs morphs;
    PosedDriven driven;
    Transform rig;
    // Transforms of the joints on which morph targets depend, by name.
    readonly Dictionary<string, Transform> joints = new Dictionary<string, Transform>();

    /// <summary>The session's object of this character.</summary>
    public Figure Figure { get; private set; }
    /// <summary>The pose that is shown. Null until the first frame.</summary>
    public Character Pose { get; private set; }

    internal void Begin(PosedStage of, Figure figure, Transform rigOf, bool isMirroredAtZ, TextAsset bodyFile)
    {
        stage = of;
        Figure = figure;
        rig = rigOf;
        puppet = new PosedPuppet(transform, rig, isMirroredAtZ);
        if (rig == null) return;
        morphs = new PosedMorphs(rig);
        if (bodyFile != null) driven = PosedDriven.Read(bodyFile.bytes);
    }

    internal void Bind(Skeleton skeleton) => puppet.Bind(Figure, skeleton);

    internal void Show(Session session, double now)
    {
        Character who = session.Sample(Figure, now);
        if (who == null) return;
        Pose = who;
        puppet.Set(who);
        if (morphs == null) return;
        if (who.FaceWeights != null) morphs.Set(Figure.FaceNames, who.FaceWeights);
        if (who.Soft != null) morphs.Set(Figure.SoftNames, who.Soft);
        if (driven == null) return;
        driven.Update(RotationOf);
        morphs.Set(driven.Names, driven.Weights);
    }

    internal void TellSpoken(Message message) => Spoken?.Invoke(message.Text("event"), message);

    internal void Tell(Message message) => Happened?.Invoke(message.Text("event"), UnityAxes.Place(message.Position));

    internal void Forget() => stage = null;

    void OnDestroy()
    {
        if (stage != null) stage.Lose(this);
    }

    /// <summary>Returns the local rotation of a bone in posed's axes.</summary>
    Quat RotationOf(string name)
    {
        if (!joints.TryGetValue(name, out Transform bone)) joints[name] = bone = PosedPuppet.Find(rig, name);
        if (bone == null) return new Quat(0, 0, 0, 1);
        Quaternion q = bone.localRotation;
        return UnityAxes.Turn(new Quat(q.x, q.y, q.z, q.w));
    }

    /// <summary>Sets the character's input. to: deflection of the stick, x right and y ahead, -1 to 1, relative to the view of the camera.
    /// cameraDegrees: the camera's eulerAngles.y. jump: each change from false to true makes the character jump once. Sends a message only if the
    /// input has changed.</summary>
    public void Stick(Vector2 to, float cameraDegrees = 0, Gait gait = Gait.Auto, bool jump = false)
    {
        float[] move = UnityAxes.Move(to.x, to.y);
        var input = new PosedClient.Input { MoveX = move[0], MoveZ = move[1], Axes = Axes.Camera, Gait = gait, Jump = jump };
        input.CameraYaw = UnityAxes.Yaw(Mathf.Repeat(cameraDegrees + 180, 360) - 180);
        PosedClient.Input held = Figure.Held;
        bool isSame = held != null && held.MoveX == input.MoveX && held.MoveZ == input.MoveZ && held.CameraYaw == input.CameraYaw && held.Gait == gait && held.Jump == jump;
        if (!isSame) stage.Session.Send(Figure, input);
    }

    /// <summary>Makes the character walk along points of the world (Unity's axes, metres; y is ignored).</summary>
    public void Follow(Vector3[] points, Route route = null)
    {
        var path = new float[2 * points.Length];
        for (int i = 0; i < points.Length; i++)
        {
            Vec3 at = UnityAxes.Place(new Vec3(points[i].x, 0, points[i].z));
            path[2 * i] = at.x;
            path[2 * i + 1] = at.z;
        }
        stage.Session.Follow(Figure, path, route);
    }

    /// <summary>Makes the character walk between random places around a point without end. space: distance that it keeps from the stage's other
    /// characters, metres.</summary>
    public void Wander(Vector3 around, float radius, float space = 1) =>
        Follow(new[] { around }, new Route { Wander = radius, Space = space, Gait = Gait.Walk });

    /// <summary>Makes the character walk to a chair and sit down. degrees: Euler angle about Y in which the chair faces. height: of the seat above the
    /// ground, metres.</summary>
    public void Sit(Vector3 seat, float degrees, float height = 0.45f, float space = 1)
    {
        Vec3 at = UnityAxes.Place(new Vec3(seat.x, 0, seat.z));
        stage.Session.Sit(Figure, new Seat { X = at.x, Z = at.z, Facing = UnityAxes.Yaw(degrees), Height = height, Space = space });
    }

    /// <summary>Makes the character stand up.</summary>
    public void StandUp() => stage.Session.Sit(Figure, null);

    /// <summary>Makes the character play a clip, such as "wave". mask: groups such as "upper", or joints, that play it; none: as the clip says.</summary>
    public void Play(string clip, params string[] mask) =>
        stage.Session.Play(Figure, new Clip { Name = clip, Mask = mask.Length > 0 ? mask : null });

    /// <summary>Ends the clips that play or wait.</summary>
    public void StopPlaying() => stage.Session.Play(Figure, null);

    /// <summary>Makes the character speak a text. Spoken follows.</summary>
    public void Speak(string text, Utterance options = null) => stage.Session.Speak(Figure, text, options);

    /// <summary>Ends the speech and drops what waits.</summary>
    public void Hush() => stage.Session.Hush(Figure);

    /// <summary>Sets how the character is in a conversation. Null ends it.</summary>
    public void Feel(Manner manner) => stage.Session.Feel(Figure, manner);

    /// <summary>Begins a sound that moves the mouth, such as a microphone's. rate: samples a second. text: what is said, if it is known.</summary>
    public void Hear(int rate, string utterance = null, string text = null, float? delay = null) =>
        stage.Session.Hear(Figure, rate, utterance, text, delay);

    /// <summary>Sends the next samples of the sound, from -1 to 1. channels: their number, whose mean is sent.</summary>
    public void Sound(float[] samples, int count = -1, int channels = 1) => stage.Session.Sound(Figure, samples, count, channels);

    /// <summary>Ends the sound.</summary>
    public void HearEnd() => stage.Session.HearEnd(Figure);

    /// <summary>Sets blend shapes of the face, such as jawOpen (0 to 1). They stay until the next call. seconds: duration of the change.</summary>
    public void Face(Dictionary<string, float> shapes, float seconds = 0.2f)
    {
        var weights = new Dictionary<string, object>();
        foreach (KeyValuePair<string, float> shape in shapes) weights[shape.Key] = shape.Value;
        if (Figure.Id != 0) stage.Session.Ask("face", new Dictionary<string, object> { { "id", Figure.Id }, { "blend_shapes", weights }, { "seconds", seconds } });
    }
}
