// PosedCharacter: a MonoBehaviour that shows one character of a posed daemon by a connection of its own. For many characters on one connection use
// PosedStage (folder Components). Add it to an empty GameObject and press Play. Without `rig` it creates a Transform for each joint of the daemon's
// skeleton, and a cube as a bone. It moves its own GameObject with the character. Tests compile this file against stand-ins of the engine's types. It
// has not been run in Unity itself.
using System.Collections.Generic;
using PosedClient;
using UnityEngine;

/// <summary>Creates a character on a posed daemon when it is enabled, and applies the character's pose in every rendered frame.</summary>
public class PosedCharacter : MonoBehaviour
{
    /// <summary>Address of the daemon's stream.</summary>
    public string url = "ws://127.0.0.1:8080/v1/stream";
    /// <summary>API key. Empty: none, which is right for a daemon without keys.</summary>
    public string key;
    /// <summary>Root of the bones to rotate; PosedPuppet.cs says which rigs there are. Null: this component creates its own bones.</summary>
    public Transform rig;
    /// <summary>Name of a character file that was uploaded (PUT /v1/characters/NAME). `rig` must then be the same file, imported into Unity; its rest
    /// pose may be any. Empty: none.</summary>
    public string character;
    /// <summary>Id of the body model from which `rig` was made, if `rig` is a GLB of posed.</summary>
    public string body = "person";
    /// <summary>True if the importer of the character file mirrored the z axis instead of the x axis, as UniVRM does for VRM 0.x.</summary>
    public bool mirroredAtZ;
    /// <summary>Raised at each footstep: "left" or "right", and its position in the world (Unity's axes, metres).</summary>
    public event System.Action<string, Vector3> Stepped;
    /// <summary>Raised at other events: "jump", "land", "blocked", "arrived" or "unreachable", and its position in the world (Unity's axes, metres).</summary>
    public event System.Action<string, Vector3> Happened;

    /// <summary>Raised when speech begins, at each word, and when it ends: "speech_started", "word" or "speech_ended", and the message with the fields
    /// "utterance", "word", "at" and "end".</summary>
    public event System.Action<string, Message> Spoken;

    PosedPuppet puppet;
    Session session;
    Line line;
    Figure figure;

    /// <summary>Seconds since the start of the program, in double precision: a float has steps of 8 ms after a day.</summary>
    static double Now =>
#if UNITY_2020_2_OR_NEWER
        Time.realtimeSinceStartupAsDouble;
#else
        System.Diagnostics.Stopwatch.GetTimestamp() / (double)System.Diagnostics.Stopwatch.Frequency;
#endif

    void OnEnable()
    {
        Vec3 at = UnityAxes.Place(new Vec3(transform.position.x, 0, transform.position.z)); // Place also converts from Unity to posed
        bool isOwn = !string.IsNullOrEmpty(character);
        session = new Session(PosedPuppet.ChannelsOf(rig, isOwn));
        line = new Line(session, url) { Key = key };
        puppet = puppet ?? new PosedPuppet(transform, rig, mirroredAtZ);
        session.Spawned += f => puppet.Bind(f, session.SkeletonOf(f));
        session.Happened += (f, m) =>
        {
            string what = m.Text("event");
            if (what == "footstep") Stepped?.Invoke(m.Text("foot"), UnityAxes.Place(m.Position));
            else Happened?.Invoke(what, UnityAxes.Place(m.Position));
        };
        session.Spoken += (f, m) => Spoken?.Invoke(m.Text("event"), m);
        float yaw = UnityAxes.Yaw(transform.eulerAngles.y);
        var fields = new Dictionary<string, object> { { "position", new[] { at.x, at.z } }, { "facing", yaw } };
        if (isOwn) fields["character"] = character;
        else if (PosedPuppet.IsBody(rig)) fields["body"] = new Dictionary<string, object> { { "model", body } };
        figure = session.Spawn(fields);
        line.Open();
    }

    void OnDisable() => line.Dispose();

    /// <summary>Sets the character's input. to: deflection of the stick, x right and y ahead, -1 to 1, relative to the view of the camera.
    /// cameraDegrees: the camera's eulerAngles.y. jump: each change from false to true makes the character jump once. Sends a message only if the
    /// input has changed.</summary>
    public void Stick(Vector2 to, float cameraDegrees = 0, Gait gait = Gait.Auto, bool jump = false)
    {
        float[] move = UnityAxes.Move(to.x, to.y);
        var input = new PosedClient.Input {
            MoveX = move[0], MoveZ = move[1], Axes = Axes.Camera, CameraYaw = UnityAxes.Yaw(cameraDegrees), Gait = gait, Jump = jump };
        if (figure.Held == null || !Same(figure.Held, input)) session.Send(figure, input);
    }

    /// <summary>Makes the character speak a text. Spoken follows.</summary>
    public void Speak(string text, Utterance options = null) => session.Speak(figure, text, options);

    /// <summary>Ends the speech and drops what waits.</summary>
    public void Hush() => session.Hush(figure);

    /// <summary>Sets how the character is in a conversation. Null ends it.</summary>
    public void Feel(Manner manner) => session.Feel(figure, manner);

    /// <summary>Begins a sound that moves the mouth, such as a microphone's. rate: samples a second. text: what is said, if it is known.</summary>
    public void Hear(int rate, string utterance = null, string text = null, float? delay = null) =>
        session.Hear(figure, rate, utterance, text, delay);

    /// <summary>Sends the next samples of the sound, from -1 to 1. channels: their number, whose mean is sent.</summary>
    public void Sound(float[] samples, int count = -1, int channels = 1) => session.Sound(figure, samples, count, channels);

    /// <summary>Ends the sound.</summary>
    public void HearEnd() => session.HearEnd(figure);

    /// <summary>True if two inputs of Stick are equal.</summary>
    static bool Same(PosedClient.Input a, PosedClient.Input b) =>
        a.MoveX == b.MoveX && a.MoveZ == b.MoveZ && a.CameraYaw == b.CameraYaw && a.Gait == b.Gait && a.Jump == b.Jump;

    void Update()
    {
        line.Update(Now);
        Character who = session.Sample(figure, Now);
        if (who != null) puppet.Set(who);
    }
}
