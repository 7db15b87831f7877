// clients/unity/Posed.cs against the golden frames; prints ok and not ok lines. Golden.exe FOLDER WALK, of golden.json and welcome.json.
// With --bench FILE JOINTS SECONDS: decodes a frame (or JSON of the same) over and over: microseconds a character.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using PosedClient;

static class Golden
{
    static readonly List<string> wrong = new List<string>();
    static int failed;

    static int Main(string[] words)
    {
        if (words[0] == "--bench") return Bench(words[1], int.Parse(words[2]), double.Parse(words[3]));
        var golden = (Dictionary<string, object>)Json.Read(File.ReadAllText(words[0] + "/golden.json"));
        foreach (Wanted frame in Wanted.All(golden["frames"]))
            Claim($"golden frame {frame.Text("file")} is read as it was written", () => CheckFrame(Read(words[0], frame), frame));
        foreach (Wanted spoiled in Wanted.All(golden["refused"]))
            Claim($"{spoiled.Text("file")} is refused: {spoiled.Text("why")}", () => Refuses(() => Read(words[0], spoiled), "it"));
        foreach (Wanted input in Wanted.All(golden["inputs"]))
            Claim($"golden input {input.Text("file")} is written byte for byte", () => Equal(
                BitConverter.ToString(InputOf(input).Write()), BitConverter.ToString(File.ReadAllBytes($"{words[0]}/{input.Text("file")}")), "bytes"));
        Claim("a frame cut anywhere is refused", () => CutFrames(File.ReadAllBytes(words[0] + "/all_48.bin")));
        Compact(words[0] + "/../wire");
        Claim("texts are read as they are written, and spoiled ones refused", Texts);
        Claim("an error that nobody listens to is told, once of each kind", Warnings);
        Claim("a value that looks like a mistake is told, once of each kind", Mistakes);
        Timelines();
        Conversions(words[1]);
        Silence(words[1]);
        Pauses(words[1]);
        Comebacks(words[1]);
        Driven();
        Speech(words[1]);
        return failed;
    }

    static void Claim(string sentence, Action check)
    {
        wrong.Clear();
        check();
        Console.WriteLine(wrong.Count == 0 ? "ok - " + sentence : $"not ok - {sentence}: {string.Join("; ", wrong.Take(3))}");
        failed += wrong.Count == 0 ? 0 : 1;
    }

    static void Equal<T>(T got, T wanted, string what) { if (!got.Equals(wanted)) wrong.Add($"{what}: {got}, not {wanted}"); }

    static void Near(double got, double wanted, double tolerance, string what)
    {
        if (!(Math.Abs(got - wanted) <= tolerance)) wrong.Add($"{what}: {got}, not {wanted}");
    }

    static void Refuses(Action action, string what)
    {
        try { action(); wrong.Add(what + " was read"); }
        catch (FrameException) { }
        catch (FormatException) { }
    }

    static void Warnings()
    {
        const string error = "{\"type\":\"error\",\"code\":\"range\",\"pointer\":\"/move/0\",\"detail\":\"5000; -1000 to 1000 allowed\"}";
        var lines = new List<string>();
        var alone = new Session { Warn = lines.Add };
        for (int i = 0; i < 3; i++) alone.Heard(error);
        alone.Heard("{\"type\":\"bye\",\"reason\":\"too_many_errors\",\"come_back\":false,\"detail\":\"fifty\"}");
        alone.Heard("{\"type\":\"bye\",\"reason\":\"left\",\"come_back\":false}");
        Equal(string.Join("|", lines), "posed: range: /move/0: 5000; -1000 to 1000 allowed|posed: too_many_errors: fifty", "lines");
        var listened = new Session { Warn = lines.Add };
        int failures = 0;
        listened.Failed += _ => failures++;
        listened.Heard(error);
        Equal(failures, 1, "failures");
        Equal(lines.Count, 2, "lines with a listener");
    }

    static void Mistakes()
    {
        const string remarks = "\"id\":1,\"model\":\"m\",\"warnings\":[{\"pointer\":\"/facing\",\"detail\":\"90; ...\"}]}";
        var lines = new List<string>();
        var session = new Session { Warn = lines.Add };
        session.Heard("{\"type\":\"spawned\"," + remarks); // the character of another client
        Equal(lines.Count, 0, "lines of others");
        for (int i = 0; i < 2; i++) session.Heard("{\"type\":\"warned\",\"of\":\"sit\"," + remarks);
        for (int i = 0; i < 2; i++) session.Send(new Figure(), new Input { CameraYaw = 90 });
        session.Send(new Figure(), new Input { CameraYaw = 6.28f });
        Equal(lines.Count, 2, "lines");
        Equal(lines[0], "posed: sit: /facing: 90; ...", "line of the server");
        Equal(lines[1].StartsWith("posed: input: /camera_yaw: 90; "), true, "line of the client");
    }

    // ---- compact frames

    /// <summary>The frames of a file, each behind its size.</summary>
    static List<byte[]> FramesOf(string path)
    {
        byte[] all = File.ReadAllBytes(path);
        var out_ = new List<byte[]>();
        for (int at = 0; at < all.Length; at += 4 + out_[out_.Count - 1].Length) out_.Add(all.Skip(at + 4).Take(BitConverter.ToInt32(all, at)).ToArray());
        return out_;
    }

    static void Compact(string folder)
    {
        foreach (Wanted sequence in new Wanted(Json.Read(File.ReadAllText(folder + "/golden.json"))).List("sequences"))
        {
            Claim($"golden sequence {sequence.Text("file")} is read as it was written", () =>
            {
                var reader = new WireReader();
                List<byte[]> frames = FramesOf($"{folder}/{sequence.Text("file")}");
                Wanted[] wanted = sequence.List("frames").ToArray();
                for (int i = 0; i < frames.Count; i++)
                {
                    Equal(WireReader.IsCompact(frames[i], frames[i].Length), true, "compact");
                    CheckCompact(reader.Read(frames[i], frames[i].Length), wanted[i]);
                }
            });
        }
        List<byte[]> all = FramesOf(folder + "/all.bin");
        Claim("after a frame that did not come, all are left out until the next key frame", () =>
        {
            var reader = new WireReader();
            Equal(reader.Read(all[1], all[1].Length) == null, true, "without a key frame");
            Equal(reader.Read(all[0], all[0].Length) != null, true, "key frame");
            Equal(reader.Read(all[2], all[2].Length) == null, true, "a frame too far");
            Equal(reader.Read(all[12], all[12].Length).Characters.Count, 2, "the next key frame");
        });
        Claim("a key frame cut anywhere is refused, and a cut delta frame does no harm", () =>
        {
            for (int size = 0; size < all[0].Length; size++) Refuses(() => new WireReader().Read(all[0], size), $"a key frame of {size} bytes");
            for (int size = 2; size < all[1].Length; size++)
            {
                var reader = new WireReader();
                reader.Read(all[0], all[0].Length);
                try { reader.Read(all[1], size); } catch (FrameException) { }
            }
        });
    }

    static void CheckCompact(Frame frame, Wanted wanted)
    {
        Equal((double)frame.Tick, wanted.Number("tick"), "tick");
        Near(frame.Time, wanted.Number("time"), 1e-9, "time");
        Wanted[] characters = wanted.Characters.ToArray();
        Equal(frame.Characters.Count, characters.Length, "characters");
        for (int i = 0; i < characters.Length; i++)
        {
            Character who = frame.Characters[i];
            Wanted one = characters[i];
            Equal((double)who.Id, one.Number("id"), "id");
            Equal((double)who.Seq, one.Number("seq"), "seq");
            Equal((double)(int)who.Channels, one.Number("channels"), "channels");
            Equal((double)who.Contacts, one.Number("contacts"), "contacts");
            Equal((double)who.Gait, one.Number("gait"), "gait");
            Near(who.Phase, one.Number("phase"), 1e-5, "phase");
            Near(who.Yaw, one.Number("yaw"), 1e-5, "yaw");
            NearAll(Floats(who.Root), one.Numbers("root"), 1e-5, "root");
            NearAll(who.HasHips ? Floats(who.World(who.Hips)) : null, one.Numbers("hips"), 1e-4, "hips");
            NearAll(Turns(who.Rotations), one.Numbers("rotations"), 2e-6, "rotations");
            NearAll(who.SmplRotations != null ? Floats(who.World(who.SmplPelvis)) : null, one.Numbers("smpl_pelvis"), 1e-4, "pelvis");
            NearAll(Turns(who.SmplRotations), one.Numbers("smpl_rotations"), 2e-6, "smpl");
            NearAll(who.FaceWeights?.Select(w => (double)w).ToArray(), one.Numbers("face_weights"), 1e-6, "weights");
            NearAll(Turns(who.FingerRotations), one.Numbers("finger_rotations"), 2e-6, "fingers");
        }
    }

    // ---- golden.json

    sealed class Wanted
    {
        readonly Dictionary<string, object> members;
        public Wanted(object of) { members = (Dictionary<string, object>)of; }
        public static IEnumerable<Wanted> All(object list) => ((List<object>)list).Select(o => new Wanted(o));
        public IEnumerable<Wanted> List(string name) => All(members[name]);
        public IEnumerable<Wanted> Characters => All(members["characters"]);
        public bool Has(string name) => members.ContainsKey(name) && members[name] != null;
        public string Text(string name) => (string)members[name];
        public double Number(string name) => Has(name) && members[name] is double d ? d : 0;
        public bool Is(string name) => Has(name) && (bool)members[name];
        /// <summary>Whatever is nested, in its order.</summary>
        public double[] Numbers(string name) => Has(name) ? Flat(members[name]).ToArray() : null;
        static IEnumerable<double> Flat(object o) => o is double d ? new[] { d } : ((List<object>)o).SelectMany(Flat);
    }

    static Frame Read(string folder, Wanted wanted)
    {
        byte[] bytes = File.ReadAllBytes($"{folder}/{wanted.Text("file")}");
        return Frame.Read(bytes, bytes.Length, _ => new Counts((int)wanted.Number("joints"), (int)wanted.Number("samples")));
    }

    static void CheckFrame(Frame frame, Wanted wanted)
    {
        Equal((double)frame.Tick, wanted.Number("tick"), "tick");
        Equal(frame.Time, wanted.Number("time"), "time");
        Equal((double)frame.RotationBits, wanted.Number("rotation_bits"), "bits");
        Equal(frame.Characters.Count, wanted.Characters.Count(), "characters");
        Wanted[] characters = wanted.Characters.ToArray();
        for (int i = 0; i < Math.Min(characters.Length, frame.Characters.Count); i++) CheckCharacter(frame.Characters[i], characters[i]);
    }

    static void CheckCharacter(Character who, Wanted wanted)
    {
        Equal((double)who.Id, wanted.Number("id"), "id");
        Equal((double)who.Seq, wanted.Number("seq"), "seq");
        Equal((double)(int)who.Channels, wanted.Number("channels"), "channels");
        Equal((double)who.Contacts, wanted.Number("contacts"), "contacts");
        Equal((double)who.Gait, wanted.Number("gait"), "gait");
        Near(who.Phase, wanted.Number("phase"), 1e-6, "phase");
        Near(who.Yaw, wanted.Number("yaw"), 1e-6, "yaw");
        NearAll(Floats(who.Root), wanted.Numbers("root"), 1e-6, "root");
        NearAll(Points(who, who.Joints), wanted.Numbers("joints"), 5e-6, "joints");
        NearAll(Points(who, who.Vertices), wanted.Numbers("vertices"), 5e-6, "vertices");
        NearAll(Turns(who.Rotations), wanted.Numbers("rotations"), 1e-6, "rotations");
        NearAll(Turns(who.SmplRotations), wanted.Numbers("smpl_rotations"), 1e-6, "smpl");
        if (who.SmplRotations != null) NearAll(Floats(who.World(who.SmplPelvis)), wanted.Numbers("smpl_pelvis"), 5e-6, "pelvis");
        NearAll(Samples(who), wanted.Numbers("trajectory"), 5e-6, "trajectory");
        NearAll(Turns(who.NodeRotations), wanted.Numbers("character_rotations"), 1e-6, "nodes");
        if (who.NodeRotations != null) NearAll(Floats(who.NodeRoot), wanted.Numbers("character_root"), 1e-4, "root's node");
        NearAll(who.NodeTranslations?.Length > 0 ? who.NodeTranslations.SelectMany(Floats).ToArray() : null, wanted.Numbers("character_translations"), 1e-4, "moved nodes");
        NearAll(who.FaceWeights?.Select(w => (double)w).ToArray(), wanted.Numbers("face_weights"), 1e-6, "weights");
        NearAll(who.Soft?.Select(w => (double)w).ToArray(), wanted.Numbers("soft"), 1e-6, "soft");
        NearAll(who.FingerRotations?.Length > 0 ? Turns(who.FingerRotations) : null, who.FingerRotations?.Length > 0 ? wanted.Numbers("finger_rotations") : null, 1e-6, "fingers");
    }

    static double[] Floats(Vec3 v) => new double[] { v.x, v.y, v.z };
    static double[] Points(Character who, Vec3[] points) => points?.SelectMany(p => Floats(who.World(p))).ToArray();
    static double[] Turns(Quat[] turns) => turns?.SelectMany(q => new double[] { q.x, q.y, q.z, q.w }).ToArray();
    static double[] Samples(Character who) =>
        who.Trajectory?.SelectMany((p, i) => Floats(who.World(p)).Concat(new double[] { who.Facings[i] + who.Yaw })).ToArray();

    static void NearAll(double[] got, double[] wanted, double tolerance, string what)
    {
        Equal(got?.Length ?? -1, wanted?.Length ?? -1, what + " count");
        if (got != null && wanted != null && got.Length == wanted.Length)
            for (int i = 0; i < got.Length; i++) Near(got[i], wanted[i], tolerance, $"{what}[{i}]");
    }

    static T Choice<T>(Wanted w, string name) => (T)Enum.Parse(typeof(T), w.Has(name) ? w.Text(name) : Enum.GetNames(typeof(T))[0], true);

    static Input InputOf(Wanted w)
    {
        double[] move = w.Numbers("move"), look = w.Numbers("look");
        return new Input
        {
            Id = (uint)w.Number("id"), Seq = (ulong)w.Number("seq"), Jump = w.Is("jump"), Responsive = w.Is("responsive"),
            Gait = Choice<Gait>(w, "gait"), Axes = Choice<Axes>(w, "axes"), MoveX = (float)move[0], MoveZ = (float)move[1],
            Look = look?.Select(v => (float)v).ToArray(), CameraYaw = (float)w.Number("camera_yaw"),
            Strafe = (float)w.Number("strafe"), Speed = (float)w.Number("speed"),
        };
    }

    static void CutFrames(byte[] whole)
    {
        for (int size = 0; size < whole.Length; size++) Refuses(() => Frame.Read(whole, size, _ => new Counts(5, 4)), $"{size} bytes");
    }

    static void Texts()
    {
        const string text = "{\"a\":[1.5,-2e-3,true,null],\"b\":{\"c\":\"x\\\"\\\\\\u000a\"}}";
        var read = (Dictionary<string, object>)Json.Read(text);
        Equal((string)((Dictionary<string, object>)read["b"])["c"], "x\"\\\n", "string");
        Equal(Json.Write(Json.Read(Json.Write(read))), Json.Write(read), "again");
        foreach (string bad in new[] { "", "{", "[1,]", "{\"a\" 1}", "\"x", "tru", "[1] 2", "{\"a\":\"\\q\"}", new string('[', 99) })
            Refuses(() => Json.Read(bad), bad);
    }

    // ---- between frames

    static Frame At(double time, float x, float yaw, double turn, int sign = 1)
    {
        var q = new Quat(0, (float)Math.Sin(turn / 2), 0, (float)Math.Cos(turn / 2));
        var frame = new Frame { Time = time };
        frame.Characters.Add(new Character { Id = 7, Root = new Vec3(x, 0, 0), Yaw = yaw, Rotations = new[] { sign > 0 ? q : -q } });
        return frame;
    }

    static void Timelines()
    {
        var line = new Timeline();
        line.Push(At(1.0, 0, 3.1f, 0));
        line.Push(At(1.1, 1, -3.1f, 0.2, -1));
        Character who = line.Sample(7, 1.05);
        Claim("between two frames it stands between them", () => Near(who.Root.x, 0.5, 1e-5, "x"));
        Claim("a yaw goes the short way round", () => Near(Math.Abs(who.Yaw), Math.PI, 1e-5, "yaw"));
        Claim("signs go on as they were, and rotations on the shorter arc", () => Near(who.Rotations[0].y, Math.Sin(0.05), 1e-5, "y"));
        Claim("after the newest frame it goes on for a tenth of a second", () =>
        {
            Near(line.Sample(7, 1.15).Root.x, 1.5, 1e-5, "after 0.05 s");
            Near(line.Sample(7, 9).Root.x, 2, 1e-5, "much later");
        });
        Claim("an older frame is left out", () => Equal(line.Push(At(1.05, 9, 0, 0)), false, "pushed"));
        line.TakeTime(100, 205.5);
        line.TakeTime(100.1, 205.61);
        Claim("the clock is the quickest way there was", () => Near(line.Offset.Value, 105.5, 1e-9, "offset"));
        line.Remove(7);
        Claim("who left is not drawn", () => Equal(line.Sample(7, 1.05) == null, true, "gone"));
    }

    // ---- in Unity's axes: its Quaternion * Vector3 and Euler angles, written down here

    static Vec3 Rotate(Quat q, Vec3 v)
    {
        Vec3 u = new Vec3(q.x, q.y, q.z), a = Cross(u, v), b = Cross(u, new Vec3(a.x + q.w * v.x, a.y + q.w * v.y, a.z + q.w * v.z));
        return new Vec3(v.x + 2 * b.x, v.y + 2 * b.y, v.z + 2 * b.z);
    }

    static Vec3 Cross(Vec3 a, Vec3 b) => new Vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
    static Vec3 Add(Vec3 a, Vec3 b) => new Vec3(a.x + b.x, a.y + b.y, a.z + b.z);
    static double Dot(Vec3 a, Vec3 b) => a.x * b.x + a.y * b.y + a.z * b.z;

    static Quat Times(Quat a, Quat b) => new Quat(
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);

    /// <summary>Unity's Euler(0, degrees, 0): clockwise from above, ahead is +z, right is +x.</summary>
    static Quat Euler(float degrees) => new Quat(0, (float)Math.Sin(degrees * Math.PI / 360), 0, (float)Math.Cos(degrees * Math.PI / 360));

    /// <summary>Where a figure's transforms are, as Unity composes them: root, then each joint below its parent.</summary>
    static Vec3[] Compose(Character who, Skeleton s)
    {
        var at = new Vec3[s.Names.Length];
        var turned = new Quat[at.Length];
        Quat root = Euler(UnityAxes.YawDegrees(who.Yaw));
        for (int j = 0; j < at.Length; j++)
        {
            int above = s.Parents[j];
            Vec3 offset = UnityAxes.Place(above < 0 ? who.Joints[0] : s.Offsets[j]);
            at[j] = above < 0 ? Add(UnityAxes.Place(who.Root), Rotate(root, offset)) : Add(at[above], Rotate(turned[above], offset));
            turned[j] = Times(above < 0 ? root : turned[above], UnityAxes.Turn(who.Rotations[j]));
        }
        return at;
    }

    static void Silence(string folder)
    {
        string welcome = File.ReadAllText(folder + "/welcome.json"), pong = "{\"type\":\"pong\",\"time\":0,\"server_time\":1}";
        var reasons = new List<string>();
        var session = new Session { Warn = null };
        session.Disconnected += reasons.Add;
        double now = 100;
        Func<double> lost = () => { double from = now; for (; session.State != State.Waiting && now < from + 60; now += 0.1) session.Beat(now); return now - from; };
        Claim("a connection that hears pongs is kept", () =>
        {
            session.Connecting();
            session.Opened();
            session.Heard(welcome);
            for (; now < 160; now += 0.1) { session.Beat(now); if ((int)(10 * now) % 10 == 0) session.Heard(pong); }
            if (session.State != State.Open || !session.Out.Any(o => o is string t && t.Contains("\"ping\""))) wrong.Add(session.State.ToString());
        });
        Claim("a connection that hears nothing for ten seconds is lost, and says that it fell silent", () =>
        {
            Near(lost(), 10, 1.2, "seconds");
            if (!reasons.SequenceEqual(new[] { "silent" }) || session.Next <= now - 1) wrong.Add(string.Join(" ", reasons.ToArray()));
        });
        Claim("so is one that is opened and not answered", () => { session.Connecting(); Near(lost(), 10, 1.2, "seconds"); });
        Claim("a game that stood still for an hour does not take that for silence", () =>
        {
            session.Connecting();
            session.Opened();
            session.Heard(welcome);
            session.Beat(now);
            session.Beat(now += 3600);
            if (session.State != State.Open) wrong.Add(session.State.ToString());
        });
        Claim("a path has its id and fields escaped", () =>
        {
            string path = Http.Path("models", "my body/2?", "mesh", new Dictionary<string, object> { { "rig", true }, { "betas", new[] { 1.5, -1 } }, { "wear", "a&b" } });
            if (path != "/v1/models/my%20body%2F2%3F/mesh?rig=true&betas=1.5%2C-1&wear=a%26b") wrong.Add(path);
        });
        Claim("what a reply warns of is passed on, and an error has the server's text", () =>
        {
            var told = new List<string>();
            Http.Warn = told.Add;
            string bytes = Answered("200 OK\r\nPosed-Warning: /facing: 90; ...", "{}"), error = Answered("400 Bad Request", "{\"detail\":\"/betas: 99 numbers\"}");
            if (bytes != "{}" || error != "/betas: 99 numbers" || !told.SequenceEqual(new[] { "posed: /facing: 90; ..." })) wrong.Add(bytes + error + string.Join(" ", told.ToArray()));
        });
    }

    // ---- speech

    /// <summary>Takes the text messages that a session has queued, with spaces between them.</summary>
    static string Taken(Session session)
    {
        string all = string.Join(" ", session.Out.OfType<string>().ToArray());
        session.Out.Clear();
        return all;
    }

    static void Speech(string folder)
    {
        Session session = Opened(folder);
        Figure figure = session.Spawn(0, 0, 0);
        float[] samples = Enumerable.Range(0, 500).Select(i => i == 0 ? 0.5f : -2f).ToArray();
        Claim("a character speaks, is hushed and feels by the messages of these names", () =>
        {
            if (session.Speak(figure, "Hello") != null) wrong.Add("a character that is not spawned yet speaks");
            figure.Id = 7;
            session.Out.Clear();
            session.Speak(figure, "Hello", new Utterance { Name = "u1", Queue = true });
            session.Hush(figure);
            session.Feel(figure, new Manner { Emotions = new Dictionary<string, float> { { "happy", 0.5f } }, Partner = figure, Part = "thinking", Liveliness = 0 });
            string said = Taken(session);
            foreach (string part in new[] { "\"type\":\"speak\"", "\"text\":\"Hello\",\"utterance\":\"u1\",\"queue\":true,\"id\":7}", "\"stop\":true,\"id\":7}",
                "\"emotions\":{\"happy\":0.5},\"part\":\"thinking\",\"partner\":7,\"liveliness\":0,\"id\":7}" })
                if (!said.Contains(part)) wrong.Add(part + " is not in " + said);
        });
        Claim("a sound leaves in chunks of 20 ms as bytes, and what is left at its end", () =>
        {
            session.Hear(figure, 16000, "call", "Hello", 0.5f);
            session.Sound(figure, samples);
            byte[][] chunks = session.Out.OfType<byte[]>().ToArray();
            Equal(chunks.Length, 1, "chunks of 500 samples");
            Equal(chunks[0].Length, 16 + 2 * 320, "bytes of a chunk");
            Equal(BitConverter.ToString(chunks[0], 0, 20), "02-00-00-00-07-00-00-00-00-00-00-00-00-00-00-00-00-40-01-80", "head and two samples");
            string begun = Taken(session);
            if (!begun.Contains("\"rate\":16000,\"format\":\"s16\",\"utterance\":\"call\",\"text\":\"Hello\",\"delay\":0.5,\"id\":7}")) wrong.Add(begun);
            session.Sound(figure, new[] { 1, -1, float.NaN, 0 }, 4, 2);
            session.HearEnd(figure);
            chunks = session.Out.OfType<byte[]>().ToArray();
            Equal(BitConverter.ToString(chunks[0], 8, 8), "40-01-00-00-00-00-00-00", "number of the next sample");
            Equal(chunks[0].Length, 16 + 2 * 182, "bytes of the last chunk");
            string ended = Taken(session);
            if (!ended.Contains("\"end\":true,\"id\":7}")) wrong.Add(ended);
            session.Sound(figure, samples);
            Equal(session.Out.Count, 0, "messages after the end");
        });
        Claim("a sound begins anew after a lost connection and after a pause", () =>
        {
            session.Hear(figure, 16000);
            session.Lost(1);
            session.Connecting();
            session.Opened();
            session.Heard(File.ReadAllText(folder + "/welcome.json"), 2);
            session.Out.Clear();
            session.Sound(figure, samples);
            if (!Taken(session).Contains("\"type\":\"hear\"")) wrong.Add("no hear after a new connection");
            session.Beat(3);
            session.Beat(4);
            session.Beat(5);
            session.Out.Clear();
            session.Sound(figure, samples);
            byte[] chunk = session.Out.OfType<byte[]>().First();
            if (!Taken(session).Contains("\"type\":\"hear\"") || chunk[8] != 0 || chunk[9] != 0) wrong.Add("no hear after a pause");
        });
        Claim("a sound that the server refuses is not sent", () =>
        {
            string asked = session.Hear(figure, 16001);
            session.Heard("{\"type\":\"error\",\"code\":\"invalid\",\"pointer\":\"/rate\",\"ref\":\"" + asked + "\"}");
            if (figure.Hearing != null) wrong.Add("it is");
        });
        Claim("the messages speech of its characters come by an event", () =>
        {
            var events = new List<string>();
            session.Spoken += (who, message) => events.Add(message.Text("event"));
            foreach (string what in new[] { "speech_started", "word", "speech_ended" })
                session.Heard("{\"type\":\"speech\",\"id\":7,\"event\":\"" + what + "\"}");
            session.Heard("{\"type\":\"speech\",\"id\":8,\"event\":\"word\"}");
            Equal(string.Join(" ", events.ToArray()), "speech_started word speech_ended", "events");
        });
    }

    // ---- pauses

    static Session Opened(string folder)
    {
        var session = new Session { Warn = null };
        session.Connecting();
        session.Opened();
        session.Heard(File.ReadAllText(folder + "/welcome.json"), 0);
        session.Out.Clear();
        return session;
    }

    /// <summary>A frame of a walk with another time.</summary>
    static byte[] FrameAt(string folder, double time)
    {
        byte[] frame = File.ReadAllBytes(folder + "/walk_1.bin");
        BitConverter.GetBytes(time).CopyTo(frame, 12);
        return frame;
    }

    /// <summary>Gives a session the answer to its last ping.</summary>
    static void Pong(Session session, double serverTime, double now)
    {
        var ping = (Dictionary<string, object>)Json.Read(session.Out.OfType<string>().Last(text => text.Contains("\"ping\"")));
        session.Heard($"{{\"type\":\"pong\",\"ref\":\"{ping["ref"]}\",\"time\":0,\"server_time\":{serverTime.ToString("R", System.Globalization.CultureInfo.InvariantCulture)}}}", now);
    }

    static void Pauses(string folder)
    {
        // Local time at which the program goes on after an hour, and the server's time then: both clocks ran, only the server's, only the local one.
        foreach (double[] clocks in new[] { new[] { 3600.0, 3600.0 }, new[] { 3.0, 3600.0 }, new[] { 3600.0, 3.0 } })
        {
            Claim($"after a pause of {clocks[0]} s of the local clock and {clocks[1]} s of the server's no old frame is shown, and one answer sets the clock", () =>
            {
                Session session = Opened(folder);
                int frames = 0;
                session.FrameTaken += _ => frames++;
                for (int i = 0; i < 60; i++)
                {
                    session.Beat(i / 60.0);
                    byte[] frame = FrameAt(folder, 500 + i / 60.0);
                    session.Heard(frame, frame.Length, i / 60.0);
                }
                Equal(frames, 60, "frames before the pause");
                session.Out.Clear();
                for (int i = 60; i < 460; i++) // frames that waited meanwhile
                {
                    byte[] frame = FrameAt(folder, 500 + i / 60.0);
                    session.Heard(frame, frame.Length, 1 + clocks[0]);
                }
                session.Beat(1 + clocks[0]);
                Equal(frames, 60, "frames after the pause");
                Equal(session.Out.OfType<string>().Count(text => text.Contains("\"ping\"")) >= 1, true, "a ping");
                Pong(session, 501 + clocks[1], 1.02 + clocks[0]);
                byte[] fresh = FrameAt(folder, 501.02 + clocks[1]);
                session.Heard(fresh, fresh.Length, 1.03 + clocks[0]);
                Equal(frames, 61, "frames after the answer");
                Near(session.Timeline.Offset.Value, clocks[0] - 500 - clocks[1], 0.25, "difference of the clocks");
            });
        }
        Claim("a clock that jumps while the program runs is set by the next answer", () =>
        {
            var line = new Timeline();
            for (int i = 0; i < 300; i++) line.TakeTime(i / 60.0, 10 + i / 60.0);
            line.TakePong(75, 5, 75.02); // the local clock went 60 s ahead
            Near(line.Offset.Value, 70.02, 1e-9, "offset");
            line.TakePong(75, 5, 75.02);
            line.TakePong(74, 5.1, 75.12); // a slow answer says little
            Near(line.Offset.Value, 70.02, 1e-9, "offset");
        });
    }

    static void Comebacks(string folder)
    {
        Claim("a thousand clients that lose a server together come back one after the other", () =>
        {
            var times = new List<double>();
            for (int i = 0; i < 1000; i++)
            {
                Session session = Opened(folder);
                session.Lost(100);
                times.Add(session.Next - 100);
            }
            times.Sort();
            int most = Enumerable.Range(0, 900).Count(i => times[Math.Min(999, i + 100)] - times[i] < 0.05);
            Equal(most, 0, "windows of 50 ms with more than 100 clients");
            if (times.Last() > 1) wrong.Add($"a wait of {times.Last()} s");
        });
        Claim("clients that wake together wait again, each its own time", () =>
        {
            var times = new List<double>();
            for (int i = 0; i < 100; i++)
            {
                Session session = Opened(folder);
                session.Lost(100);
                Equal(session.IsDue(3700), false, "due at once");
                times.Add(session.Next);
                Equal(session.IsDue(session.Next), true, "due later");
            }
            Equal(times.Distinct().Count() > 90 && times.All(t => t >= 3700 && t <= 3701), true, "waits from 0 to 1 s");
        });
    }

    static void Driven()
    {
        const string json = "{\"meshes\":[{\"extras\":{\"targetNames\":[\"beta_0\",\"corrective_0\",\"bulge\"],\"correctives\":{\"first_target\":1,\"joints\":[\"elbow\"],\"map\":[[0,0,0,0,1,0,0,2,0]]},"
            + "\"sculpts\":{\"first_target\":2,\"count\":1,\"groups\":[{\"joints\":[\"elbow\"],\"first\":0,\"width\":0.5,\"poses\":[[[1,0,0,0]],[[0,0,0,1]]],\"map\":[[1,0]]}]}}}]}";
        byte[] text = System.Text.Encoding.UTF8.GetBytes(json);
        byte[] glb = BitConverter.GetBytes(0x46546c67u).Concat(BitConverter.GetBytes(2u)).Concat(BitConverter.GetBytes(20u + (uint)text.Length))
            .Concat(BitConverter.GetBytes((uint)text.Length)).Concat(BitConverter.GetBytes(0x4e4f534au)).Concat(text).ToArray();
        Claim("correctives and sculpts follow the pose by their names", () =>
        {
            PosedDriven driven = PosedDriven.Read(glb);
            Equal(string.Join(" ", driven.Names), "corrective_0 bulge", "names");
            driven.Update(_ => new Quat(0, 0, 0, 1));
            Near(driven.Weights[0], 0, 1e-6, "corrective at rest");
            Near(driven.Weights[1], Math.Exp(-4 / 0.5), 1e-6, "sculpt at rest");
            driven.Update(_ => new Quat((float)Math.Sqrt(0.5), 0, 0, (float)Math.Sqrt(0.5))); // 90 degrees about x
            Near(driven.Weights[0], -1 + 2 * 1, 1e-6, "corrective");
            driven.Update(_ => new Quat(1, 0, 0, 0));
            Near(driven.Weights[1], 1, 1e-6, "sculpt");
        });
        Claim("a file that is no GLB is refused", () =>
        {
            for (int size = 0; size < glb.Length; size++) Refuses(() => PosedDriven.Read(glb.Take(size).ToArray()), $"{size} bytes");
        });
    }

    /// <summary>Requests something of a server that gives this answer. Returns the body of the reply, or the message of the exception.</summary>
    static string Answered(string head, string body)
    {
        var server = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        server.Start();
        var asked = Http.Request("http://127.0.0.1:" + ((System.Net.IPEndPoint)server.LocalEndpoint).Port, "GET", "/v1/version");
        using (System.Net.Sockets.TcpClient client = server.AcceptTcpClient())
        {
            client.GetStream().Read(new byte[4096], 0, 4096);
            byte[] answer = System.Text.Encoding.UTF8.GetBytes($"HTTP/1.1 {head}\r\nContent-Length: {body.Length}\r\nConnection: close\r\n\r\n{body}");
            client.GetStream().Write(answer, 0, answer.Length);
            server.Stop();
            try { return System.Text.Encoding.UTF8.GetString(asked.Result); }
            catch (AggregateException e) { return e.InnerException.Message; }
        }
    }

    static void Conversions(string folder)
    {
        var session = new Session();
        session.Heard(File.ReadAllText(folder + "/welcome.json"));
        Skeleton s = session.Skeletons[0];
        var people = Enumerable.Range(1, 4).Select(i => File.ReadAllBytes($"{folder}/walk_{i}.bin"))
            .Select(b => Frame.Read(b, b.Length, _ => new Counts(s.Names.Length, s.Samples)).Characters[0]).ToArray();
        foreach (Character who in people)
            Claim("rotations composed in Unity's axes put every joint where the frame has it", () =>
            {
                Vec3[] at = Compose(who, s);
                for (int j = 0; j < at.Length; j++) NearAll(Floats(at[j]), Floats(UnityAxes.Place(who.World(who.Joints[j]))), 0.001, s.Names[j]);
            });
        Claim("a step forward is a step forward", () =>
        {
            Vec3 from = UnityAxes.Place(people[0].Root), to = UnityAxes.Place(people[1].Root), ahead = Rotate(Euler(UnityAxes.YawDegrees(people[1].Yaw)), new Vec3(0, 0, 1));
            if (!(Dot(new Vec3(to.x - from.x, 0, to.z - from.z), ahead) > 0.5)) wrong.Add("it is not");
        });
        Claim("a left hand is at the left", () =>
        {
            foreach (Character who in people) foreach (string name in new[] { "LeftArm", "LeftUpLeg", "RightArm", "RightUpLeg" })
            {
                Vec3 right = Rotate(Euler(UnityAxes.YawDegrees(who.Yaw)), new Vec3(1, 0, 0)), at = Compose(who, s)[Array.IndexOf(s.Names, name)], root = UnityAxes.Place(who.Root);
                if (Dot(new Vec3(at.x - root.x, 0, at.z - root.z), right) > 0 != name.StartsWith("Right")) wrong.Add(name);
            }
        });
        Claim("a stick to the right is to Unity's right, and a camera's angle comes back", () =>
        {
            float[] move = UnityAxes.Move(1, 0);
            if (!(UnityAxes.Place(new Vec3(move[0], 0, move[1])).x > 0.99f)) wrong.Add("it is not");
            Near(UnityAxes.YawDegrees(UnityAxes.Yaw(30)), 30, 1e-4, "degrees");
        });
    }

    // ---- how long it takes

    /// <summary>Of a frame as bytes, or of the same as JSON; prints the processor's microseconds a character: median of ten rounds.</summary>
    static int Bench(string file, int joints, double seconds)
    {
        byte[] bytes = File.ReadAllBytes(file);
        var rounds = new List<double>();
        Func<int> decode = () => Frame.Read(bytes, bytes.Length, _ => new Counts(joints, 12)).Characters.Count;
        if (file.EndsWith(".json"))
            decode = () => ((List<object>)((Dictionary<string, object>)Json.Read(System.Text.Encoding.UTF8.GetString(bytes)))["characters"]).Count;
        for (int i = 0; i < 500; i++) decode();
        for (int round = 0; round < 10; round++)
        {
            double start = Used(), took = 0;
            long characters = 0;
            while ((took = Used() - start) < seconds / 10) for (int i = 0; i < 50; i++) characters += decode();
            rounds.Add(1e6 * took / characters);
        }
        rounds.Sort();
        Console.WriteLine(rounds[5].ToString("F3"));
        return 0;
    }

    static double Used() => Process.GetCurrentProcess().TotalProcessorTime.TotalSeconds;
}
