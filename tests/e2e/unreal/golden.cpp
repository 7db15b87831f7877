// clients/unreal against the golden frames; prints ok and not ok lines. golden FOLDER WALK, of golden.json and welcome.json.
// With --bench FILE JOINTS SECONDS: decodes a frame (or JSON of the same) over and over: microseconds a character.
#include "clients/unreal/Posed.h"
#include "clients/unreal/PosedDriven.h"

#include <algorithm>
#include <cstring>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>

using namespace posed;

static std::string wrong;
static int failed;

static void check(const std::string &sentence)
{
    std::printf(wrong.empty() ? "ok - %s\n" : "not ok - %s:%s\n", sentence.c_str(), wrong.substr(0, 300).c_str());
    failed |= !wrong.empty();
    wrong.clear();
}

static void near(double got, double wanted, double tolerance, const std::string &what)
{
    char text[200];
    if (std::abs(got - wanted) <= tolerance) return;
    std::snprintf(text, sizeof text, " %s: %.9g, not %.9g;", what.c_str(), got, wanted);
    wrong += text;
}

static std::string bytes_of(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

static Value json_of(const std::string &path)
{
    Value out;
    if (!Value::Read(&out, bytes_of(path))) std::printf("not ok - %s is read\n", path.c_str()), std::exit(1);
    return out;
}

static bool read(Frame *out, const std::string &bytes, int joints, int samples)
{
    return ReadFrame(out, bytes.data(), bytes.size(), [=](uint32_t) { return Counts{joints, samples}; });
}

/* -- golden.json ------------------------------------------------------------------ */

static void flatten(std::vector<double> *out, const Value &v)
{
    if (v.type == Value::kNumber) out->push_back(v.number);
    for (const Value &item : v.list) flatten(out, item);
}

static void near_all(const std::vector<double> &got, const Value &wanted, double tolerance, const std::string &what)
{
    std::vector<double> w;
    flatten(&w, wanted);
    near((double)got.size(), (double)w.size(), 0, what + " count");
    for (size_t i = 0; i < got.size() && i < w.size(); i++) near(got[i], w[i], tolerance, what);
}

static void put(std::vector<double> *out, const Vec3 &p)
{
    out->insert(out->end(), {p.x, p.y, p.z});
}

static std::vector<double> world(const Character &who, const std::vector<Vec3> &points)
{
    std::vector<double> out;
    for (const Vec3 &p : points) put(&out, who.World(p));
    return out;
}

static std::vector<double> turns(const std::vector<Quat> &rotations)
{
    std::vector<double> out;
    for (const Quat &q : rotations) out.insert(out.end(), {q.x, q.y, q.z, q.w});
    return out;
}

static void check_character(const Character &who, const Value &w)
{
    std::vector<double> samples, root, pelvis;
    near(who.id, w["id"].number, 0, "id");
    near((double)who.seq, w["seq"].number, 0, "seq");
    near(who.channels, w["channels"].number, 0, "channels");
    near(who.contacts, w["contacts"].number, 0, "contacts");
    near(who.gait, w["gait"].number, 0, "gait");
    near(who.phase, w["phase"].number, 1e-6, "phase");
    near(who.yaw, w["yaw"].number, 1e-6, "yaw");
    put(&root, who.root);
    near_all(root, w["root"], 1e-6, "root");
    near_all(world(who, who.joints), w["joints"], 5e-6, "joints");
    near_all(world(who, who.vertices), w["vertices"], 5e-6, "vertices");
    near_all(turns(who.rotations), w["rotations"], 1e-6, "rotations");
    near_all(turns(who.smpl_rotations), w["smpl_rotations"], 1e-6, "smpl");
    if (who.channels & kSmpl) put(&pelvis, who.World(who.smpl_pelvis));
    near_all(pelvis, w["smpl_pelvis"], 5e-6, "pelvis");
    for (size_t i = 0; i < who.trajectory.size(); i++)
        put(&samples, who.World(who.trajectory[i])), samples.push_back(who.facings[i] + who.yaw);
    near_all(samples, w["trajectory"], 5e-6, "trajectory");
    std::vector<double> node_root;
    if (who.channels & kCharacter) put(&node_root, who.node_root);
    near_all(node_root, w["character_root"], 1e-4, "root's node");
    std::vector<double> moved;
    for (const Vec3 &at : who.node_translations) put(&moved, at);
    near_all(moved, w["character_translations"], 1e-4, "moved nodes");
    near_all(turns(who.node_rotations), w["character_rotations"], 1e-6, "nodes");
    near_all(std::vector<double>(who.face_weights.begin(), who.face_weights.end()), w["face_weights"], 1e-6,
             "weights");
    near_all(turns(who.finger_rotations), w["finger_rotations"], 1e-6, "fingers");
    near_all(std::vector<double>(who.soft.begin(), who.soft.end()), w["soft"], 1e-6, "soft");
}

/* The frames of a file, each behind its size. */
static std::vector<std::string> frames_of(const std::string &path)
{
    const std::string all = bytes_of(path);
    std::vector<std::string> out;
    for (size_t at = 0; at + 4 <= all.size();) {
        const unsigned char *p = (const unsigned char *)all.data() + at;
        const size_t size = p[0] | (size_t)p[1] << 8 | (size_t)p[2] << 16;
        out.push_back(all.substr(at + 4, size));
        at += 4 + size;
    }
    return out;
}

static void check_compact(const Character &who, const Value &w)
{
    std::vector<double> root, hips, pelvis;
    near(who.id, w["id"].number, 0, "id");
    near((double)who.seq, w["seq"].number, 0, "seq");
    near(who.channels, w["channels"].number, 0, "channels");
    near(who.contacts, w["contacts"].number, 0, "contacts");
    near(who.gait, w["gait"].number, 0, "gait");
    near(who.phase, w["phase"].number, 1e-5, "phase");
    near(who.yaw, w["yaw"].number, 1e-5, "yaw");
    put(&root, who.root);
    near_all(root, w["root"], 1e-5, "root");
    if (who.has_hips) put(&hips, who.World(who.hips));
    near_all(hips, w["hips"], 1e-4, "hips");
    near_all(turns(who.rotations), w["rotations"], 2e-6, "rotations");
    if (who.channels & kSmpl) put(&pelvis, who.World(who.smpl_pelvis));
    near_all(pelvis, w["smpl_pelvis"], 1e-4, "pelvis");
    near_all(turns(who.smpl_rotations), w["smpl_rotations"], 2e-6, "smpl");
    near_all(std::vector<double>(who.face_weights.begin(), who.face_weights.end()), w["face_weights"], 1e-6, "weights");
    near_all(turns(who.finger_rotations), w["finger_rotations"], 2e-6, "fingers");
}

static void golden_sequences(const std::string &folder)
{
    Value golden;
    Value::Read(&golden, bytes_of(folder + "/golden.json"));
    for (const Value &sequence : golden["sequences"].list) {
        const std::vector<std::string> frames = frames_of(folder + "/" + sequence["file"].text);
        WireReader reader;
        for (size_t t = 0; t < frames.size(); t++) {
            Frame frame;
            const Value &w = sequence["frames"].list[t];
            if (!WireReader::IsCompact(frames[t].data(), frames[t].size()) ||
                !reader.Read(&frame, frames[t].data(), frames[t].size()))
                wrong += " it is refused";
            near(frame.tick, w["tick"].number, 0, "tick");
            near(frame.time, w["time"].number, 1e-9, "time");
            near((double)frame.characters.size(), (double)w["characters"].list.size(), 0, "characters");
            for (size_t i = 0; i < frame.characters.size() && i < w["characters"].list.size(); i++)
                check_compact(frame.characters[i], w["characters"].list[i]);
        }
        check("golden sequence " + sequence["file"].text + " is read as it was written");
    }

    const std::vector<std::string> all = frames_of(folder + "/all.bin");
    WireReader late;
    Frame frame;
    const auto reads = [&late, &frame, &all](size_t t) { return late.Read(&frame, all[t].data(), all[t].size()); };
    if (reads(1) || !reads(0) || reads(2) || reads(3) || !reads(12)) wrong += " another order";
    check("after a frame that did not come, all are left out until the next key frame");
    for (size_t size = 0; size < all[0].size(); size++) {
        WireReader cut;
        if (cut.Read(&frame, all[0].data(), size)) wrong += " " + std::to_string(size) + " bytes";
    }
    for (size_t size = 2; size < all[1].size(); size++) {
        WireReader cut;
        cut.Read(&frame, all[0].data(), all[0].size());
        cut.Read(&frame, all[1].substr(0, size).data(), size);
    }
    check("a key frame cut anywhere is refused, and a cut delta frame does no harm");
}

static void golden_frames(const std::string &folder, const Value &golden)
{
    for (const Value &w : golden["frames"].list) {
        Frame frame;
        if (!read(&frame, bytes_of(folder + "/" + w["file"].text), (int)w["joints"].number, (int)w["samples"].number))
            wrong += " it is refused";
        near(frame.tick, w["tick"].number, 0, "tick");
        near(frame.time, w["time"].number, 0, "time");
        near(frame.rotation_bits, w["rotation_bits"].number, 0, "bits");
        near((double)frame.characters.size(), (double)w["characters"].list.size(), 0, "characters");
        for (size_t i = 0; i < frame.characters.size() && wrong.empty(); i++)
            check_character(frame.characters[i], w["characters"].list[i]);
        check("golden frame " + w["file"].text + " is read as it was written");
    }
    for (const Value &w : golden["refused"].list) {
        Frame frame;
        if (read(&frame, bytes_of(folder + "/" + w["file"].text), (int)w["joints"].number, (int)w["samples"].number))
            wrong = " it was read";
        check(w["file"].text + " is refused: " + w["why"].text);
    }
    const std::string whole = bytes_of(folder + "/all_48.bin");
    for (size_t size = 0; size < whole.size(); size++) {
        Frame frame;
        if (read(&frame, whole.substr(0, size), 5, 4)) wrong += " " + std::to_string(size) + " bytes were read";
    }
    check("a frame cut anywhere is refused");
}

static int choice(const std::string &name, std::initializer_list<const char *> names)
{
    int i = 0;
    for (const char *n : names) {
        if (name == n) return i;
        i++;
    }
    return 0;
}

static void golden_inputs(const std::string &folder, const Value &golden)
{
    for (const Value &w : golden["inputs"].list) {
        Input in;
        in.id = (uint32_t)w["id"].number, in.seq = (uint64_t)w["seq"].number;
        in.jump = w["jump"].number != 0, in.responsive = w["responsive"].number != 0;
        in.has_look = w["look"].type == Value::kList;
        in.gait = choice(w["gait"].text, {"auto", "walk", "jog", "run", "crouch"});
        in.axes = choice(w["axes"].text, {"world", "character", "camera"});
        for (int k = 0; k < 2; k++) {
            in.move[k] = (float)w["move"].list[(size_t)k].number;
            if (in.has_look) in.look[k] = (float)w["look"].list[(size_t)k].number;
        }
        in.camera_yaw = (float)w["camera_yaw"].number, in.strafe = (float)w["strafe"].number;
        in.speed = (float)w["speed"].number;
        if (in.Write() != bytes_of(folder + "/" + w["file"].text)) wrong = " other bytes";
        check("golden input " + w["file"].text + " is written byte for byte");
    }
}

static void texts()
{
    Value v;
    if (!Value::Read(&v, "{\"a\":[1.5,-2e-3,true,null],\"b\":{\"c\":\"x\\\"\\\\\\u000a\"}}")) wrong += " it is refused";
    if (v["b"]["c"].text != "x\"\\\n") wrong += " the string is another";
    near(v["a"].list.size() == 4 ? v["a"].list[1].number : 0, -0.002, 1e-12, "number");
    for (const char *bad : {"", "{", "[1,]", "{\"a\" 1}", "\"x", "tru", "[1] 2", "{\"a\":\"\\q\"}", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "-"})
        if (Value::Read(&v, bad)) wrong += std::string(" read: ") + bad;
    check("texts are read as they are written, and spoiled ones refused");
}

/* -- between frames --------------------------------------------------------------- */

static Frame at(double time, float x, float yaw, float turn, float sign = 1)
{
    Frame frame;
    Character who;
    who.id = 7, who.root.x = x, who.yaw = yaw;
    who.rotations.push_back(Quat{0, sign * std::sin(turn / 2), 0, sign * std::cos(turn / 2)});
    frame.time = time;
    frame.characters.push_back(who);
    return frame;
}

static void timelines()
{
    Timeline line;
    Character who;
    line.Push(at(1.0, 0, 3.1f, 0));
    line.Push(at(1.1, 1, -3.1f, 0.2f, -1));
    if (!line.Sample(&who, 7, 1.05)) wrong = " nobody";
    near(who.root.x, 0.5, 1e-5, "x");
    check("between two frames it stands between them");
    near(std::abs(who.yaw), 3.14159265, 1e-5, "yaw");
    check("a yaw goes the short way round");
    near(who.rotations[0].y, std::sin(0.05), 1e-5, "y");
    check("signs go on as they were, and rotations on the shorter arc");
    line.Sample(&who, 7, 1.15), near(who.root.x, 1.5, 1e-5, "after 0.05 s");
    line.Sample(&who, 7, 9), near(who.root.x, 2, 1e-5, "much later");
    check("after the newest frame it goes on for a tenth of a second");
    if (line.Push(at(1.05, 9, 0, 0))) wrong = " it was taken";
    check("an older frame is left out");
    line.TakeTime(100, 205.5);
    line.TakeTime(100.1, 205.61);
    near(line.Offset(), 105.5, 1e-9, "offset");
    check("the clock is the quickest way there was");
    line.Remove(7);
    if (line.Sample(&who, 7, 1.05)) wrong = " it is";
    check("who left is not drawn");
}

/* -- in Unreal's axes: FQuat::RotateVector, FQuat's product and FRotator's yaw, written down here -------------- */

static Vec3 cross(const Vec3 &a, const Vec3 &b)
{
    return Vec3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static Vec3 add(const Vec3 &a, const Vec3 &b)
{
    return Vec3{a.x + b.x, a.y + b.y, a.z + b.z};
}

/* V' = V + 2 w (Q x V) + 2 Q x (Q x V) */
static Vec3 rotate(const Quat &q, const Vec3 &v)
{
    const Vec3 u{q.x, q.y, q.z}, t = cross(u, v), s = cross(u, t);
    return Vec3{v.x + 2 * (q.w * t.x + s.x), v.y + 2 * (q.w * t.y + s.y), v.z + 2 * (q.w * t.z + s.z)};
}

static Quat times(const Quat &a, const Quat &b)
{
    return Quat{a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/* FRotator(0, degrees, 0): from X (ahead) towards Y (right). */
static Quat yaw_turn(float degrees)
{
    const float half = degrees * 3.14159265f / 360;
    return Quat{0, 0, std::sin(half), std::cos(half)};
}

static float dot_flat(const Vec3 &a, const Vec3 &b)
{
    return a.x * b.x + a.y * b.y;
}

/* Where a figure's bones are, as Unreal composes them: actor, then each bone below its parent. */
static std::vector<Vec3> compose(const Character &who, const Skeleton &s)
{
    std::vector<Vec3> places;
    std::vector<Quat> turned;
    const Quat root = yaw_turn(unreal::YawDegrees(who.yaw));
    for (size_t j = 0; j < s.names.size(); j++) {
        const int above = s.parents[j];
        const Vec3 offset = unreal::Place(above < 0 ? who.joints[0] : s.offsets[j]);
        const Quat &frame = above < 0 ? root : turned[(size_t)above];
        places.push_back(add(above < 0 ? unreal::Place(who.root) : places[(size_t)above], rotate(frame, offset)));
        turned.push_back(times(frame, unreal::Turn(who.rotations[j])));
    }
    return places;
}

static void conversions(const std::string &folder)
{
    Session session;
    session.HeardText(bytes_of(folder + "/welcome.json"));
    const Skeleton &s = session.SkeletonOf("");
    std::vector<Character> people;
    for (int i = 1; i <= 4; i++) {
        Frame frame;
        if (!read(&frame, bytes_of(folder + "/walk_" + std::to_string(i) + ".bin"), (int)s.names.size(), s.samples)) std::exit(1);
        people.push_back(frame.characters[0]);
    }
    for (const Character &who : people) {
        const std::vector<Vec3> places = compose(who, s);
        for (size_t j = 0; j < places.size(); j++) {
            const Vec3 p = unreal::Place(who.World(who.joints[j]));
            near(places[j].x, p.x, 0.1, s.names[j]), near(places[j].y, p.y, 0.1, s.names[j]), near(places[j].z, p.z, 0.1, s.names[j]);
        }
        check("rotations composed in Unreal's axes put every joint where the frame has it, in centimetres");
    }
    const Vec3 from = unreal::Place(people[0].root), to = unreal::Place(people[1].root);
    const Vec3 ahead = rotate(yaw_turn(unreal::YawDegrees(people[1].yaw)), Vec3{1, 0, 0});
    if (dot_flat(Vec3{to.x - from.x, to.y - from.y, 0}, ahead) < 50) wrong = " it is not";
    check("a step forward is a step forward");
    for (const Character &who : people)
        for (size_t j = 0; j < s.names.size(); j++) {
            const std::string &name = s.names[j];
            if (name.find("Arm") == std::string::npos || name.find("Fore") != std::string::npos) continue;
            const Vec3 right = rotate(yaw_turn(unreal::YawDegrees(who.yaw)), Vec3{0, 1, 0});
            const Vec3 p = compose(who, s)[j], root = unreal::Place(who.root);
            if ((dot_flat(Vec3{p.x - root.x, p.y - root.y, 0}, right) > 0) != (name[0] == 'R')) wrong += " " + name;
        }
    check("a left hand is at the left");
    float move[2];
    unreal::Move(move, 1, 0);
    if (unreal::Place(Vec3{move[0], 0, move[1]}).y < 99) wrong = " it is not";
    const Vec3 back = unreal::Stage(unreal::Place(Vec3{1, 2, 3}));
    near(back.x, 1, 1e-5, "x"), near(back.y, 2, 1e-5, "y"), near(back.z, 3, 1e-5, "z");
    near(unreal::YawDegrees(unreal::Yaw(30)), 30, 1e-4, "degrees");
    check("a stick to the right is to Unreal's right, and places and angles come back");
}

static void silence(const std::string &folder)
{
    const std::string welcome = bytes_of(folder + "/welcome.json"), pong = "{\"type\":\"pong\",\"time\":0,\"server_time\":1}";
    std::vector<std::string> reasons;
    Session session;
    double now = 100;
    session.on_disconnected = [&](const std::string &reason) { reasons.push_back(reason); };
    const auto lost = [&] {
        const double from = now;
        for (; session.state != State::Waiting && now < from + 60; now += 0.1) session.Beat(now);
        return now - from;
    };

    session.Connecting();
    session.Opened();
    session.HeardText(welcome);
    for (; now < 160; now += 0.1) {
        session.Beat(now);
        if ((int)(10 * now) % 10 == 0) session.HeardText(pong);
    }
    if (session.state != State::Open) wrong = " it is not";
    check("a connection that hears pongs is kept");

    near(lost(), 10, 1.2, "seconds");
    if (reasons != std::vector<std::string>{"silent"}) wrong += " another reason";
    check("a connection that hears nothing for ten seconds is lost, and says that it fell silent");

    session.Connecting();
    near(lost(), 10, 1.2, "seconds");
    check("so is one that is opened and not answered");

    session.Connecting();
    session.Opened();
    session.HeardText(welcome);
    session.Beat(now);
    session.Beat(now += 3600);
    if (session.state != State::Open) wrong = " it does";
    check("a game that stood still for an hour does not take that for silence");

    const std::string path = Path("models", "my body/2?", "mesh", {{"rig", "true"}, {"wear", "a&b"}});
    if (path != "/v1/models/my%20body%2F2%3F/mesh?rig=true&wear=a%26b") wrong = " " + path;
    check("a path has its id and fields escaped");

    session.SpawnWith("\"body\":{\"model\":\"person\"}", 1, 2, 0);
    if (session.out.back().bytes.find("\"body\":{\"model\":\"person\"},\"position\":[1,2]") == std::string::npos) wrong = " " + session.out.back().bytes;
    check("a character is spawned with any field of the message");
}

static void warnings()
{
    const char *error =
        "{\"type\":\"error\",\"code\":\"range\",\"pointer\":\"/move/0\",\"detail\":\"5000; -1000 to 1000 allowed\"}";
    std::string lines;
    int errors = 0;
    Session alone, listened;
    alone.warn = listened.warn = [&](const std::string &line) { lines += line + "|"; };
    for (int i = 0; i < 3; i++) alone.HeardText(error);
    alone.HeardText("{\"type\":\"bye\",\"reason\":\"too_many_errors\",\"come_back\":false,\"detail\":\"fifty\"}");
    alone.HeardText("{\"type\":\"bye\",\"reason\":\"left\",\"come_back\":false}");
    listened.on_error = [&](const Value &) { errors++; };
    listened.HeardText(error);
    if (lines != "posed: range: /move/0: 5000; -1000 to 1000 allowed|posed: too_many_errors: fifty|") wrong += " " + lines;
    near(errors, 1, 0, "errors");
    check("an error that nobody listens to is told, once of each kind");

    const std::string remarks = "\"id\":1,\"model\":\"m\",\"warnings\":[{\"pointer\":\"/facing\",\"detail\":\"90; ...\"}]}";
    Input input;
    lines.clear();
    alone.HeardText("{\"type\":\"spawned\"," + remarks); // the character of another client
    alone.HeardText("{\"type\":\"spawned\",\"ref\":\"9\"," + remarks);
    for (int i = 0; i < 2; i++) alone.HeardText("{\"type\":\"warned\",\"of\":\"sit\"," + remarks);
    input.camera_yaw = 6.28f;
    alone.Send(alone.Spawn(0, 0, 0), input);
    if (lines != "posed: spawn: /facing: 90; ...|posed: sit: /facing: 90; ...|") wrong += " " + lines;
    input.camera_yaw = 90;
    alone.Send(alone.Spawn(0, 0, 0), input);
    if (lines.find("posed: input: /camera_yaw: 90; ") == std::string::npos) wrong += " " + lines;
    check("a value that looks like a mistake is told, once of each kind");
}

/* A session that is open. Local time 0 is the server's time 500. */
static void open_session(Session *s, const std::string &folder)
{
    s->warn = [](const std::string &) {};
    s->Connecting();
    s->Opened();
    s->HeardText(bytes_of(folder + "/welcome.json"), 0);
    s->out.clear();
}

static void pauses(const std::string &folder)
{
    const double clocks[][2] = {{3600, 3600}, {3, 3600}, {3600, 3}};
    for (const auto &passed : clocks) {
        Session s;
        int frames = 0;
        std::string bytes = bytes_of(folder + "/walk_1.bin");
        const auto hear = [&](double time, double now) {
            std::memcpy(&bytes[12], &time, 8);
            s.HeardBytes(bytes.data(), bytes.size(), now);
        };
        open_session(&s, folder);
        s.on_frame = [&](const Frame &) { frames++; };
        for (int i = 0; i < 60; i++) {
            s.Beat(i / 60.0);
            hear(500 + i / 60.0, i / 60.0);
        }
        near(frames, 60, 0, "frames before the pause");
        s.out.clear();
        for (int i = 60; i < 460; i++) hear(500 + i / 60.0, 1 + passed[0]);
        near(frames, 60, 0, "frames of before the pause");
        const std::string ping = s.out.empty() ? "" : s.out.front().bytes;
        const size_t at = ping.find("\"ref\":\"") + 7;
        s.HeardText("{\"type\":\"pong\",\"ref\":\"" + ping.substr(at, ping.find('"', at) - at) + "\",\"server_time\":" + std::to_string(501 + passed[1]) + "}",
                    1.02 + passed[0]);
        hear(501.02 + passed[1], 1.03 + passed[0]);
        near(frames, 61, 0, "frames after the answer");
        near(s.timeline.Offset(), passed[0] - 500 - passed[1], 0.25, "difference of the clocks");
    }
    check("after a pause no old frame is shown, and one answer sets the clock");

    std::vector<double> waits;
    for (int i = 0; i < 1000; i++) {
        Session s;
        open_session(&s, folder);
        s.Lost(100);
        waits.push_back(s.next_try - 100);
        if (s.IsDue(3700)) wrong += " due at once after a sleep";
        if (s.next_try < 3700 || s.next_try > 3701 || !s.IsDue(s.next_try)) wrong += " wait after a sleep";
    }
    std::sort(waits.begin(), waits.end());
    for (size_t i = 0; i + 100 < waits.size(); i++)
        if (waits[i + 100] - waits[i] < 0.05) wrong += " 100 clients within 50 ms";
    check("a thousand clients that lose a server together come back one after the other");
}

static std::string texts_of(Session *s)
{
    std::string all;
    for (const Packet &packet : s->out)
        if (packet.is_text) all += packet.bytes;
    return all;
}

static std::vector<std::string> chunks_of(const Session &s)
{
    std::vector<std::string> all;
    for (const Packet &packet : s.out)
        if (!packet.is_text) all.push_back(packet.bytes);
    return all;
}

static void contains(const std::string &text, const std::string &part)
{
    if (text.find(part) == std::string::npos) wrong += " no " + part + " in " + text;
}

static void speech(const std::string &folder)
{
    Session s;
    open_session(&s, folder);
    Figure *figure = s.Spawn(0, 0, 0);
    if (s.Speak(figure, "Hello")) wrong += " a character that is not spawned yet speaks";
    figure->id = 7;
    Utterance utterance;
    utterance.name = "u1";
    utterance.queue = true;
    Manner manner;
    manner.emotions = {{"happy", 0.5f}};
    manner.part = "thinking";
    manner.partner = figure;
    manner.liveliness = 0;
    s.Speak(figure, "Hello\n", utterance);
    s.SpeakWith(figure, "\"visemes\":[],\"source\":\"oculus\"");
    s.Hush(figure);
    s.Feel(figure, manner);
    contains(texts_of(&s), "\"id\":7,\"text\":\"Hello\\u000a\",\"utterance\":\"u1\",\"queue\":true}");
    contains(texts_of(&s), "\"id\":7,\"visemes\":[],\"source\":\"oculus\"}");
    contains(texts_of(&s), "\"id\":7,\"stop\":true}");
    contains(texts_of(&s), "\"id\":7,\"emotions\":{\"happy\":0.5},\"part\":\"thinking\",\"partner\":7,\"liveliness\":0}");
    check("a character speaks, is hushed and feels by the messages of these names");

    std::vector<float> samples(500, -2.0f);
    samples[0] = 0.5f;
    Listening listening;
    listening.rate = 16000;
    listening.utterance = "call";
    s.out.clear();
    s.Hear(figure, listening);
    s.Sound(figure, samples.data(), samples.size());
    contains(texts_of(&s), "\"id\":7,\"rate\":16000,\"format\":\"s16\",\"utterance\":\"call\"}");
    std::vector<std::string> chunks = chunks_of(s);
    near((double)chunks.size(), 1, 0, "chunks of 500 samples");
    near((double)chunks[0].size(), 16 + 2 * 320, 0, "bytes of a chunk");
    if (chunks[0].substr(0, 20) != std::string("\2\0\0\0\7\0\0\0\0\0\0\0\0\0\0\0\0\x40\1\x80", 20)) wrong += " head and two samples";
    const float stereo[] = {1, -1, std::nanf(""), 0};
    const int16_t whole = 0x1234;
    s.out.clear();
    s.Sound(figure, stereo, 4, 2);
    s.Sound(figure, &whole, 1);
    s.HearEnd(figure);
    chunks = chunks_of(s);
    near((double)chunks.size(), 1, 0, "chunks at the end");
    near((double)chunks[0].size(), 16 + 2 * 183, 0, "bytes of the last chunk");
    if (chunks[0].substr(8, 2) != "\x40\1" || chunks[0].substr(376) != std::string("\0\0\0\0\x34\x12", 6)) wrong += " bytes of the last chunk";
    contains(texts_of(&s), "\"id\":7,\"end\":true}");
    s.out.clear();
    s.Sound(figure, samples.data(), samples.size());
    near((double)s.out.size(), 0, 0, "messages after the end");
    check("a sound leaves in chunks of 20 ms as bytes, and what is left at its end");

    s.Hear(figure, listening);
    s.Lost(1);
    s.Connecting();
    s.Opened();
    s.HeardText(bytes_of(folder + "/welcome.json"), 2);
    s.out.clear();
    s.Sound(figure, samples.data(), samples.size());
    contains(texts_of(&s), "\"type\":\"hear\"");
    s.out.clear();
    s.Sound(figure, samples.data(), samples.size());
    if (texts_of(&s).find("hear") != std::string::npos) wrong += " it begins anew without a pause";
    for (int now = 3; now <= 5; now++) s.Beat(now);
    s.out.clear();
    s.Sound(figure, samples.data(), samples.size());
    contains(texts_of(&s), "\"type\":\"hear\"");
    if (chunks_of(s)[0].substr(8, 8) != std::string(8, 0)) wrong += " number of the first sample";
    check("a sound begins anew after a lost connection and after a pause");

    const unsigned ref = s.Hear(figure, listening);
    s.HeardText("{\"type\":\"error\",\"code\":\"invalid\",\"pointer\":\"/rate\",\"ref\":\"" + std::to_string(ref) + "\"}");
    s.out.clear();
    s.Sound(figure, samples.data(), samples.size());
    near((double)s.out.size(), 0, 0, "messages after a refusal");
    check("a sound that the server refuses is not sent");

    std::string events;
    s.on_speech = [&](Figure *who, const Value &message) { events += std::to_string(who->id) + message["event"].text + " "; };
    for (const char *event : {"speech_started", "word", "speech_ended"})
        s.HeardText(std::string("{\"type\":\"speech\",\"id\":7,\"event\":\"") + event + "\"}");
    s.HeardText("{\"type\":\"speech\",\"id\":8,\"event\":\"word\"}");
    if (events != "7speech_started 7word 7speech_ended ") wrong += " " + events;
    check("the messages speech of its characters come by a callback");
}

static void driven()
{
    const std::string json =
        "{\"meshes\":[{\"extras\":{\"targetNames\":[\"beta_0\",\"corrective_0\",\"bulge\"],\"correctives\":{\"first_target\":1,\"joints\":[\"elbow\"],"
        "\"map\":[[0,0,0,0,1,0,0,2,0]]},\"sculpts\":{\"first_target\":2,\"count\":1,\"groups\":[{\"joints\":[\"elbow\"],\"first\":0,\"width\":0.5,"
        "\"poses\":[[[1,0,0,0]],[[0,0,0,1]]],\"map\":[[1,0]]}]}}}]}";
    std::string glb = std::string("glTF\2\0\0\0", 8) + std::string(12, 0) + json;
    const uint32_t size = (uint32_t)json.size();
    std::memcpy(&glb[12], &size, 4);
    Driven of;
    for (size_t part = 0; part < glb.size(); part++)
        if (of.Read(glb.data(), part)) wrong += " a part of a file is read";
    if (!of.Read(glb.data(), glb.size()) || of.names != std::vector<std::string>{"corrective_0", "bulge"}) wrong += " names";
    of.Update([](const std::string &) { return Quat{0, 0, 0, 1}; });
    near(of.weights[0], 0, 1e-6, "corrective at rest");
    near(of.weights[1], std::exp(-8.0), 1e-6, "sculpt at rest");
    of.Update([](const std::string &) { return Quat{std::sqrt(0.5f), 0, 0, std::sqrt(0.5f)}; });
    near(of.weights[0], 1, 1e-6, "corrective at 90 degrees");
    check("correctives and sculpts follow the pose by their names");
}

static long decode(const std::string &bytes, int joints, bool is_json)
{
    if (!is_json) {
        Frame frame;
        return read(&frame, bytes, joints, 12) ? (long)frame.characters.size() : 0;
    }
    Value v;
    return Value::Read(&v, bytes) ? (long)v["characters"].list.size() : 0;
}

/* Of a frame as bytes, or of the same as JSON; prints the processor's microseconds a character: median of ten rounds. */
static int bench(const std::string &file, int joints, double seconds)
{
    const std::string bytes = bytes_of(file);
    const bool is_json = file.size() > 5 && file.compare(file.size() - 5, 5, ".json") == 0;
    std::vector<double> rounds;
    if (!decode(bytes, joints, is_json)) return 1;
    for (int round = 0; round < 10; round++) {
        const std::clock_t start = std::clock();
        long characters = 0;
        double took = 0;
        while ((took = (double)(std::clock() - start) / CLOCKS_PER_SEC) < seconds / 10)
            for (int i = 0; i < 50; i++) characters += decode(bytes, joints, is_json);
        rounds.push_back(1e6 * took / (double)characters);
    }
    std::sort(rounds.begin(), rounds.end());
    std::printf("%.4f\n", rounds[5]);
    return 0;
}

int main(int count, char **words)
{
    if (count == 5 && std::string(words[1]) == "--bench") return bench(words[2], std::atoi(words[3]), std::atof(words[4]));
    if (count != 3) return 2;
    const Value golden = json_of(std::string(words[1]) + "/golden.json");
    golden_frames(words[1], golden);
    golden_sequences(std::string(words[1]) + "/../wire");
    golden_inputs(words[1], golden);
    texts();
    timelines();
    warnings();
    conversions(words[2]);
    silence(words[2]);
    pauses(words[2]);
    speech(words[2]);
    driven();
    return failed;
}
