// clients/unity under the conformance script: commands on stdin, a line of JSON for each on stdout. Client.exe URL
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using PosedClient;

sealed class Client
{
    static readonly Stopwatch watch = Stopwatch.StartNew();
    static double Now => watch.Elapsed.TotalSeconds;

    readonly Session session = new Session("root", "rotations", "contacts") { LongestWait = 0.5 };
    readonly Line line;
    readonly Queue<object> welcomes = new Queue<object>(), feet = new Queue<object>(), lowered = new Queue<object>();
    readonly List<uint> ticks = new List<uint>();
    Figure walker;
    string wish = "", asked;
    double due, dropped;

    static void Main(string[] words)
    {
        var commands = new BlockingCollection<string>();
        new Thread(() =>
        {
            for (string command; (command = Console.ReadLine()) != null;) commands.Add(command);
            Environment.Exit(0);
        }) { IsBackground = true }.Start();
        var client = new Client(words[0]);
        for (; ; Thread.Sleep(2))
        {
            client.line.Update(Now);
            client.Tell();
            if (client.wish == "" && commands.TryTake(out string command)) client.Do(command.Split(' '));
        }
    }

    Client(string url)
    {
        line = new Line(session, url);
        session.Welcomed += (m, isNew) => welcomes.Enqueue(new Dictionary<string, object> {
            { "session", session.Id }, { "resumed", m.Is("resumed") }, { "is_new", isNew }, { "took", Now - dropped } });
        session.Spawned += figure =>
        {
            if (wish == "spawn") Answer("id", figure.Id);
            if (wish == "spawn_character") Answer("id", figure.Id, "joints", figure.Joints.Length, "root", figure.Root, "scale", figure.Scale);
        };
        session.Happened += (figure, m) => feet.Enqueue(m.Members);
        session.Lowered += m =>
        {
            m.Members["pace"] = session.Divisor;
            lowered.Enqueue(m.Members);
        };
        session.FrameTaken += TakeFrame;
        session.Answered += (r, m) =>
        {
            if (r != asked) return;
            if (m.Text("type") == "error") Answer("code", m.Text("code"), "pointer", m.Text("pointer"));
            else Answer("of", m.Text("of"));
        };
    }

    void Answer(object answer)
    {
        wish = "";
        asked = null;
        Console.WriteLine(Json.Write(answer));
        Console.Out.Flush();
    }

    void Answer(params object[] pairs) =>
        Answer((object)Enumerable.Range(0, pairs.Length / 2).ToDictionary(i => (string)pairs[2 * i], i => pairs[2 * i + 1]));

    void Do(string[] words)
    {
        Func<int, float> number = i => float.Parse(words[i], System.Globalization.CultureInfo.InvariantCulture);
        wish = words[0];
        due = Now;
        switch (wish)
        {
            case "open": line.Open(); break;
            case "spawn": walker = session.Spawn(number(1), number(2), number(3)); break;
            case "spawn_character": session.SpawnCharacter(words[1], number(2), number(3), number(4)); break;
            case "spawn_model": asked = session.Ask("spawn", new Dictionary<string, object> { { "model", words[1] } }); break;
            case "profile": asked = session.AskProfile(words[1].Split(','), (int)number(2), (int)number(3)); break;
            case "follow": asked = session.Follow(walker, new[] { number(1), number(2) }, new Route { Round = true, Space = number(3) }); break;
            case "sit": asked = session.Sit(walker, new Seat { X = number(1), Z = number(2), Height = number(3), Space = number(4) }); break;
            case "play":
                asked = session.Play(walker, new Clip { Name = words[1], Mask = new[] { words[2] }, Weights = new[] { number(3) }, Speed = number(4) });
                break;
            case "after": due += number(1); break;
            case "frames": due += number(1); ticks.Clear(); break;
            case "input":
                var input = new Input { MoveX = number(1), MoveZ = number(2), Gait = (Gait)Enum.Parse(typeof(Gait), words[3], true) };
                Answer("seq", session.Send(walker, input));
                break;
            case "drop": dropped = Now; line.Drop(); Answer(); break;
            case "leave": session.Leave(); break;
        }
    }

    /// <summary>What was waited for is perhaps already there.</summary>
    void Tell()
    {
        if ((wish == "open" || wish == "welcome") && welcomes.Count > 0) Answer(welcomes.Dequeue());
        else if (wish == "event" && feet.Count > 0) Answer(feet.Dequeue());
        else if (wish == "lowered" && lowered.Count > 0) Answer(lowered.Dequeue());
        else if (wish == "leave" && session.State == State.Closed) Answer("state", "closed");
    }

    void TakeFrame(Frame frame)
    {
        ticks.Add(frame.Tick);
        if (Now < due) return;
        object[] shown = frame.Characters.Select(who => Shown(who, frame.Tick)).ToArray();
        if (wish == "frame" || wish == "after") Answer("tick", frame.Tick, "bits", frame.RotationBits, "characters", shown);
        if (wish == "frames")
            Answer("count", ticks.Count - 1, "step", ticks.Zip(ticks.Skip(1), (a, b) => b - a).Min(), "last", shown[0]);
    }

    static object Shown(Character who, uint tick)
    {
        Vec3 joint = who.Joints == null ? new Vec3() : who.World(who.Joints[0]);
        Quat q = who.Rotations == null ? new Quat() : who.Rotations[0], node = who.NodeRotations == null ? new Quat() : who.NodeRotations[0];
        return new Dictionary<string, object> {
            { "id", who.Id }, { "seq", who.Seq }, { "channels", (int)who.Channels }, { "yaw", who.Yaw }, { "tick", tick },
            { "root", new[] { who.Root.x, who.Root.y, who.Root.z } }, { "joint", who.Joints == null ? null : new[] { joint.x, joint.y, joint.z } },
            { "rotation", who.Rotations == null ? null : new[] { q.x, q.y, q.z, q.w } },
            { "nodes", who.NodeRotations?.Length ?? 0 }, { "node_root", new[] { who.NodeRoot.x, who.NodeRoot.y, who.NodeRoot.z } },
            { "node", new[] { node.x, node.y, node.z, node.w } } };
    }
}
