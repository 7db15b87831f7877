// clients/unity's components, with the stand-ins of Engine.cs: names and clocks, and fifty characters of a live daemon on one connection.
// Stage.exe ADDRESS BODY.glb: address of the daemon's stream, and a rigged GLB of posed. Prints ok and not ok lines.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Threading;
using PosedClient;
using UnityEngine;

static class Stage
{
    static readonly List<string> wrong = new List<string>();
    static int failed;

    static int Main(string[] words)
    {
        Claim("no public type has the name of a namespace of the engine, and only Input that of a type", Names);
        Claim("clocks are doubles: a tenth of a millisecond counts after a year", Clocks);
        Claim("the client uses no reflection and no dynamic code", NoReflection);
        Crowd(words[0], File.ReadAllBytes(words[1]));
        return failed;
    }

    static void Claim(string sentence, Action check)
    {
        wrong.Clear();
        check();
        Console.WriteLine(wrong.Count == 0 ? "ok - " + sentence : $"not ok - {sentence}: {string.Join("; ", wrong.Take(3))}");
        failed += wrong.Count == 0 ? 0 : 1;
    }

    static void Names()
    {
        Type[] all = typeof(Line).Assembly.GetTypes();
        var spaces = new HashSet<string>(all.Where(t => t.Namespace != null && t.Namespace != "PosedClient").SelectMany(t => t.Namespace.Split('.')));
        var engine = new HashSet<string>(all.Where(t => t.Namespace != null && t.Namespace.StartsWith("Unity")).Select(t => t.Name));
        foreach (Type type in all.Where(t => t.IsPublic && (t.Namespace == "PosedClient" || t.Name.StartsWith("Posed"))))
            if (spaces.Contains(type.Name) || (engine.Contains(type.Name) && type.Name != "Input")) wrong.Add(type.Name);
    }

    static void Clocks()
    {
        const double year = 365 * 86400.0;
        double first = PosedStage.Now;
        Time.Clock = year;
        first = PosedStage.Now;
        Time.Clock = year + 1e-4;
        if (!(PosedStage.Now > first)) wrong.Add("PosedStage.Now");
        var own = typeof(PosedCharacter).GetProperty("Now", BindingFlags.NonPublic | BindingFlags.Static);
        if (own.PropertyType != typeof(double) || (double)own.GetValue(null, null) != Time.Clock) wrong.Add("PosedCharacter.Now");
        Time.Clock = 0;
    }

    static void NoReflection()
    {
        foreach (string path in Directory.GetFiles("clients/unity", "*.cs", SearchOption.AllDirectories))
            foreach (string word in new[] { "System.Reflection", "typeof(", ".GetType(", "Activator.", "dynamic ", "Emit", "Enum.Parse", "Enum.GetName", "realtimeSinceStartup;" })
                if (File.ReadAllText(path).Contains(word)) wrong.Add($"{path}: {word}");
    }

    // ---- the engine's calls

    static void Call(Component of, string message)
    {
        of.GetType().GetMethod(message, BindingFlags.NonPublic | BindingFlags.Public | BindingFlags.Instance)?.Invoke(of, null);
    }

    /// <summary>Runs rendered frames until a condition holds, for at most so many seconds.</summary>
    static bool Play(PosedStage stage, double seconds, Func<bool> until)
    {
        var clock = System.Diagnostics.Stopwatch.StartNew();
        double from = Time.Clock;
        for (; clock.Elapsed.TotalSeconds < seconds && !until(); Thread.Sleep(8))
        {
            Time.Clock = from + clock.Elapsed.TotalSeconds;
            Call(stage, "Update");
        }
        return until();
    }

    /// <summary>An imported person: the bones of the GLB's nodes, and a mesh with blend shapes.</summary>
    static GameObject Person(byte[] glb)
    {
        var file = (Dictionary<string, object>)Json.Read(System.Text.Encoding.UTF8.GetString(glb, 20, BitConverter.ToInt32(glb, 12)));
        var nodes = ((List<object>)file["nodes"]).Cast<Dictionary<string, object>>().ToList();
        var objects = nodes.Select(node => new GameObject((string)node["name"])).ToList();
        var top = new GameObject("person");
        foreach (GameObject one in objects) one.transform.SetParent(top.transform, false);
        for (int i = 0; i < nodes.Count; i++)
            if (nodes[i].TryGetValue("children", out object children))
                foreach (double child in (List<object>)children) objects[(int)child].transform.SetParent(objects[i].transform, false);
        var mesh = new Mesh();
        foreach (string name in Face.Names.Concat(new[] { "corrective_0", "corrective_1", "dmpl_0", "dmpl_1" }))
        {
            mesh.Shapes.Add("blendShape1." + name);
            mesh.Whole.Add(100);
        }
        top.AddComponent<SkinnedMeshRenderer>().sharedMesh = mesh;
        return top;
    }

    static void Crowd(string url, byte[] glb)
    {
        var stage = new GameObject("stage").AddComponent<PosedStage>();
        stage.url = url;
        stage.crowd = 50;
        stage.softTissue = true;
        stage.prefab = Person(glb);
        stage.bodyFile = new TextAsset { Content = glb };
        Call(stage, "OnEnable");
        Claim("fifty people of one stage are posed", () =>
        {
            if (!Play(stage, 60, () => stage.People.Count == 50 && stage.People.All(p => p.Pose != null))) wrong.Add($"{stage.People.Count(p => p.Pose != null)} of {stage.People.Count}");
        });
        Claim("they share one connection", () =>
        {
            int port = new Uri(url).Port;
            int count = System.Net.NetworkInformation.IPGlobalProperties.GetIPGlobalProperties().GetActiveTcpConnections()
                .Count(c => c.RemoteEndPoint.Port == port && c.State == System.Net.NetworkInformation.TcpState.Established);
            if (count != 1) wrong.Add($"{count} connections");
        });
        Claim("they walk, each somewhere else", () =>
        {
            Vector3[] from = stage.People.Select(p => p.transform.position).ToArray();
            Play(stage, 3, () => false);
            int moved = stage.People.Where((p, i) => Vector3.Distance(p.transform.position, from[i]) > 0.2f).Count();
            if (moved < 25) wrong.Add($"{moved} of 50 moved");
        });
        Claim("bones, fingers, faces, soft tissue and shapes that follow the pose are set by their names", () =>
        {
            PosedPerson person = stage.People[7];
            Transform knee = PosedPuppet.Find(person.transform, "left_knee"), thumb = PosedPuppet.Find(person.transform, "right_thumb1");
            if (Math.Abs(knee.localRotation.w) > 0.99999f) wrong.Add("the knee is at rest");
            if (Math.Abs(thumb.localRotation.w) > 0.999999f) wrong.Add("the thumb is at rest");
            SkinnedMeshRenderer mesh = person.GetComponentsInChildren<SkinnedMeshRenderer>(true)[0];
            if (Enumerable.Range(0, 66).All(i => mesh.GetBlendShapeWeight(i) == 0)) wrong.Add("no weight of the face is set");
            if (mesh.GetBlendShapeWeight(66) == 0 || mesh.GetBlendShapeWeight(67) == 0) wrong.Add("no corrective is set");
            if (mesh.GetBlendShapeWeight(68) == 0 || mesh.GetBlendShapeWeight(69) == 0) wrong.Add("no soft tissue is set");
            if (!person.Figure.SoftNames.Take(2).SequenceEqual(new[] { "dmpl_0", "dmpl_1" })) wrong.Add("names of the soft tissue: " + string.Join(" ", person.Figure.SoftNames));
            person.Face(new Dictionary<string, float> { { "jawOpen", 0.8f } }, 0.1f);
            int jaw = Array.IndexOf(Face.Names, "jawOpen");
            if (!Play(stage, 10, () => mesh.GetBlendShapeWeight(jaw) > 70)) wrong.Add($"jawOpen is {mesh.GetBlendShapeWeight(jaw)}, 80 was asked for");
        });
        Claim("a person speaks a text and a sound, and the stage says when", () =>
        {
            var heard = new List<string>();
            PosedPerson person = stage.People[7];
            SkinnedMeshRenderer mesh = person.GetComponentsInChildren<SkinnedMeshRenderer>(true)[0];
            int lips = Array.IndexOf(Face.Names, "viseme_PP");
            person.Face(new Dictionary<string, float>());
            person.Spoken += (what, message) => heard.Add(what + (what == "word" ? ":" + message.Text("word") : ""));
            person.Speak("Papa", new Utterance { Name = "u1" });
            if (!Play(stage, 20, () => mesh.GetBlendShapeWeight(lips) > 50)) wrong.Add($"viseme_PP is {mesh.GetBlendShapeWeight(lips)}");
            if (!Play(stage, 20, () => heard.Contains("speech_ended"))) wrong.Add("it does not end");
            if (string.Join(" ", heard.Take(2).ToArray()) != "speech_started word:Papa") wrong.Add(string.Join(" ", heard.ToArray()));
            heard.Clear();
            person.Hear(48000);
            float[] tone = Enumerable.Range(0, 4800).Select(i => 0.3f * (float)Math.Sin(0.05 * i)).ToArray();
            person.Sound(tone);
            if (!Play(stage, 20, () => heard.Contains("speech_started"))) wrong.Add("the sound does not begin");
            person.HearEnd();
            if (!Play(stage, 20, () => heard.Contains("speech_ended"))) wrong.Add("the sound does not end");
        });
        Claim("a removed person is gone, and another comes", () =>
        {
            PosedPerson first = stage.People[0];
            stage.Despawn(first);
            PosedPerson late = stage.Spawn(new Vector3(3, 0, 4), 90);
            if (!Play(stage, 20, () => late.Pose != null)) wrong.Add("the new one has no pose");
            if (stage.People.Contains(first) || stage.People.Count != 50) wrong.Add($"{stage.People.Count} people");
            if (Vector3.Distance(late.transform.position, new Vector3(3, 0, 4)) > 0.5f) wrong.Add($"it stands at {late.transform.position.x} {late.transform.position.z}");
            if (Math.Abs(late.transform.eulerAngles.y - 90) > 10) wrong.Add($"it faces {late.transform.eulerAngles.y} degrees");
        });
        Claim("a stage that was disabled goes on with the same people", () =>
        {
            string before = stage.Session.Id;
            Call(stage, "OnDisable");
            Time.Clock += 5;
            Call(stage, "OnEnable");
            int frames = 0;
            stage.Session.FrameTaken += _ => frames++;
            if (!Play(stage, 20, () => frames > 10)) wrong.Add("no frames");
            if (stage.Session.Id != before || stage.People.Any(p => p.Pose == null)) wrong.Add("another session");
        });
        Call(stage, "OnDisable");
        Call(stage, "OnDestroy");
    }
}
