// PosedStage: a MonoBehaviour with one connection to a posed daemon and any number of characters on it. Characters of one stage keep their distance
// from each other (`space`). Add it to an empty GameObject, set `crowd` to 50 and press Play.
using System;
using System.Collections.Generic;
using PosedClient;
using UnityEngine;

/// <summary>A session on a posed daemon. Spawn and Despawn create and remove its characters.</summary>
[AddComponentMenu("posed/Posed Stage")]
[DisallowMultipleComponent]
public class PosedStage : MonoBehaviour
{
    [Tooltip("Address of the daemon's stream.")]
    public string url = "ws://127.0.0.1:8080/v1/stream";
    [Tooltip("API key. Empty: none. A WebGL player needs tickets: see Ticket.")]
    public string key = "";
    [Tooltip("Name of an uploaded scene (PUT /v1/scenes/NAME). Empty: flat ground.")]
    public string scene = "";
    [Tooltip("Person to show for each character: an imported .glb or .vrm. Empty: bones as cubes.")]
    public GameObject prefab;
    [Tooltip("Name of the character file that was uploaded (PUT /v1/characters/NAME) and from which the prefab was imported. Empty: none.")]
    public string character = "";
    [Tooltip("Id of the body model from which the prefab was made, if it is a rigged GLB of posed.")]
    public string body = "person";
    [Tooltip("The bytes of that GLB (a copy with the name NAME.bytes), for morph targets that follow the pose. Empty: none.")]
    public TextAsset bodyFile;
    [Tooltip("The importer mirrored the z axis instead of the x axis, as UniVRM does for VRM 0.x.")]
    public bool mirroredAtZ;
    [Tooltip("Asks for the channel face: weights of the face and rotations of the fingers.")]
    public bool hasFaces = true;
    [Tooltip("The flesh of the bodies follows their motion. The prefab has the morph targets dmpl_0 and so on (posedctl mesh --rig --soft).")]
    public bool softTissue;
    [Tooltip("Number of characters that the stage creates and lets wander when it starts.")]
    [Range(0, 500)] public int crowd;
    [Tooltip("Radius in which they wander, metres.")]
    [Min(1)] public float radius = 10;
    [Tooltip("Distance that they keep from each other, metres.")]
    [Min(0)] public float space = 1;

    /// <summary>Raised for each event of a character: "footstep", "jump", "land", "blocked", "arrived" or "unreachable".</summary>
    public event Action<PosedPerson, Message> Happened;
    /// <summary>Called before each connection. Returns a ticket (POST /v1/tickets), which is used once; null: none.</summary>
    public Func<string> Ticket;

    readonly List<PosedPerson> people = new List<PosedPerson>();
    Session session;
    Line line;

    /// <summary>The session. Null before the stage is enabled for the first time.</summary>
    public Session Session => session;
    /// <summary>Characters of the stage.</summary>
    public IReadOnlyList<PosedPerson> People => people;

    /// <summary>Seconds of the clock that the session uses.</summary>
    public static double Now => Time.realtimeSinceStartupAsDouble;

    void OnEnable()
    {
        if (session == null) Begin();
        line = new Line(session, url) { Key = key, Ticket = Ticket };
        line.Open();
    }

    void OnDisable()
    {
        line.Dispose();
        line = null;
        session.Lost(Now); // the session goes on when the stage is enabled again
    }

    void OnDestroy()
    {
        foreach (PosedPerson person in people.ToArray()) person.Forget();
        people.Clear();
    }

    void Update()
    {
        double now = Now;
        line.Update(now);
        for (int i = people.Count - 1; i >= 0; i--) people[i].Show(session, now);
    }

    void Begin()
    {
        bool isFile = !string.IsNullOrEmpty(character);
        var channels = new List<string>(PosedPuppet.ChannelsOf(prefab == null ? null : prefab.transform, isFile));
        if (hasFaces && prefab != null) channels.Add("face");
        if (softTissue && prefab != null && !isFile) channels.Add("soft");
        session = new Session(channels.ToArray());
        if (!string.IsNullOrEmpty(scene)) session.Scene = scene;
        session.Spawned += figure => PersonOf(figure)?.Bind(session.SkeletonOf(figure));
        session.Happened += (figure, message) =>
        {
            PosedPerson person = PersonOf(figure);
            if (person == null) return;
            person.Tell(message);
            Happened?.Invoke(person, message);
        };
        session.Spoken += (figure, message) => PersonOf(figure)?.TellSpoken(message);
        for (int i = 0; i < crowd; i++)
        {
            // Places on a spiral: the distance between neighbours is about the same everywhere.
            float turn = 2.39996f * i, far = radius * Mathf.Sqrt((i + 0.5f) / crowd);
            Vector3 at = transform.position + new Vector3(far * Mathf.Cos(turn), 0, far * Mathf.Sin(turn));
            Spawn(at, turn * Mathf.Rad2Deg).Wander(transform.position, radius, space);
        }
    }

    /// <summary>Creates a character with the stage's prefab at a place of the world. degrees: Euler angle about Y.</summary>
    public PosedPerson Spawn(Vector3 at, float degrees) => Spawn(at, degrees, prefab, character);

    /// <summary>Creates a character. person: object to show, of which a copy is made; null: bones as cubes. uploaded: name of the uploaded character
    /// file from which it was imported; empty: none.</summary>
    public PosedPerson Spawn(Vector3 at, float degrees, GameObject person, string uploaded)
    {
        if (session == null) throw new InvalidOperationException("PosedStage.Spawn: the stage is not enabled yet; call it in Start or later");
        Vec3 place = UnityAxes.Place(new Vec3(at.x, 0, at.z));
        var fields = new Dictionary<string, object> { { "position", new[] { place.x, place.z } }, { "facing", UnityAxes.Yaw(Mathf.Repeat(degrees + 180, 360) - 180) } };
        Transform rig = person == null ? null : Instantiate(person).transform;
        if (!string.IsNullOrEmpty(uploaded)) fields["character"] = uploaded;
        else if (PosedPuppet.IsBody(rig)) fields["body"] = new Dictionary<string, object> { { "model", body }, { "soft", softTissue } };
        var holder = new GameObject("person " + (people.Count + 1));
        holder.transform.SetParent(transform, false);
        holder.transform.position = at;
        if (rig != null) rig.SetParent(holder.transform, false);
        PosedPerson made = holder.AddComponent<PosedPerson>();
        made.Begin(this, session.Spawn(fields), rig, mirroredAtZ, bodyFile);
        people.Add(made);
        return made;
    }

    /// <summary>Removes a character and its object.</summary>
    public void Despawn(PosedPerson person)
    {
        if (!people.Remove(person)) return;
        session.Despawn(person.Figure);
        person.Forget();
        Destroy(person.gameObject);
    }

    /// <summary>Forgets a character whose object is being destroyed.</summary>
    internal void Lose(PosedPerson person)
    {
        if (people.Remove(person)) session.Despawn(person.Figure);
    }

    PosedPerson PersonOf(Figure figure) => people.Find(p => p.Figure == figure);
}
