#include "Posed.h"

#include "../c/posed.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace posed
{
namespace
{

const double kPi = 3.14159265358979323846;

/* -- frames: decoded by the C client ---------------------------------------------- */

/* Calls of a reader of the C client, whose results are arrays of three or four floats. */
typedef void (*ReadPoint)(float out[3], const posed_character *who, int index);
typedef void (*ReadRotation)(float out[4], const posed_character *who, int index);

void Points(std::vector<Vec3> *out, const posed_character &who, int count, ReadPoint read)
{
    float p[3];
    out->reserve((size_t)count);
    for (int i = 0; i < count; i++) {
        read(p, &who, i);
        out->push_back(Vec3{p[0], p[1], p[2]});
    }
}

void Rotations(std::vector<Quat> *out, const posed_character &who, int count, ReadRotation read)
{
    float q[4];
    out->reserve((size_t)count);
    for (int i = 0; i < count; i++) {
        read(q, &who, i);
        out->push_back(Quat{q[0], q[1], q[2], q[3]});
    }
}

/* Copies a character of a frame. samples: number of samples of its trajectory. */
void Copy(Character *out, const posed_character &read, int samples)
{
    out->id = read.id;
    out->seq = read.seq;
    out->channels = read.channels;
    out->contacts = (int)read.contacts;
    out->gait = read.gait;
    out->phase = read.phase;
    out->yaw = read.yaw;
    out->root = Vec3{read.root[0], read.root[1], read.root[2]};

    /* The C client gives positions in the world. Those of a character at the origin without a yaw are positions in the root frame. */
    posed_character who = read;
    who.yaw = who.root[0] = who.root[1] = who.root[2] = 0;
    float p[3], facing;

    if (who.joints) Points(&out->joints, who, who.joint_count, posed_joint);
    if (who.rotations) Rotations(&out->rotations, who, who.joint_count, posed_rotation);
    if (who.trajectory)
        for (int i = 0; i < samples; i++) {
            posed_sample(p, &facing, &who, i);
            out->trajectory.push_back(Vec3{p[0], p[1], p[2]});
            out->facings.push_back(facing);
        }
    if (who.smpl) {
        posed_smpl_pelvis(p, &who);
        out->smpl_pelvis = Vec3{p[0], p[1], p[2]};
        Rotations(&out->smpl_rotations, who, who.smpl_count, posed_smpl_rotation);
    }
    if (who.vertices) Points(&out->vertices, who, who.vertex_count, posed_vertex);

    if (who.nodes) {
        out->node_root = Vec3{who.node_root[0], who.node_root[1], who.node_root[2]};
        Rotations(&out->node_rotations, who, who.node_count, posed_node_rotation);
        Points(&out->node_translations, who, who.translation_count, posed_node_translation);
    }

    for (int i = 0; i < who.weight_count; i++) out->face_weights.push_back(posed_weight(&who, i));
    for (int i = 0; i < who.soft_count; i++) out->soft.push_back(posed_soft(&who, i));
    Rotations(&out->finger_rotations, who, who.finger_count, posed_finger_rotation);

    out->has_hips = who.wire && who.rotations;
    if (out->has_hips) {
        posed_hips(p, &who);
        out->hips = Vec3{p[0], p[1], p[2]};
    }
}

} // namespace

bool ReadFrame(Frame *out, const void *bytes, size_t size, const std::function<Counts(uint32_t)> &counts_of)
{
    posed_frame frame;
    posed_character who;
    if (!posed_frame_open(&frame, bytes, size)) return false;

    out->rotation_bits = frame.rotation_bits;
    out->tick = frame.tick;
    out->time = frame.time;
    out->characters.clear();
    while (frame.left > 0) {
        const Counts counts = counts_of(posed_frame_peek(&frame));
        if (!posed_frame_next(&frame, &who, posed_counts{counts.joints, counts.samples})) return false;
        out->characters.emplace_back();
        Copy(&out->characters.back(), who, counts.samples);
    }
    return true;
}

/* memory: that of the C client's reader, in doubles for their alignment. */
struct WireReader::State {
    posed_wire wire;
    std::vector<double> memory;
};

WireReader::WireReader() : state_(new State)
{
    posed_wire_init(&state_->wire, nullptr, 0);
}

WireReader::~WireReader() = default;
WireReader::WireReader(WireReader &&) = default;
WireReader &WireReader::operator=(WireReader &&) = default;

bool WireReader::IsCompact(const void *bytes, size_t size)
{
    const uint8_t *p = (const uint8_t *)bytes;
    return size > 1 && (p[0] == 0xd1 || (size >= 32 && p[0] == 'P' && p[5] == 1));
}

bool WireReader::Read(Frame *out, const void *bytes, size_t size)
{
    posed_wire *wire = &state_->wire;

    /* A key frame of `size` bytes has characters of 36 bytes or more, values of 2 bytes and rotations of 7. The reader's records of each
     * are at most eight times as large. */
    const uint8_t *p = (const uint8_t *)bytes;
    const bool is_key = size > 0 && p[0] == 'P';
    if (is_key && 8 * size > state_->memory.size() * sizeof(double)) {
        state_->memory.resize(size);
        posed_wire_init(wire, state_->memory.data(), state_->memory.size() * sizeof(double));
    }
    if (!posed_wire_read(wire, bytes, size)) return false;

    posed_character who;
    out->tick = wire->tick;
    out->time = wire->time;
    out->rotation_bits = 48;
    out->characters.clear();
    while (posed_wire_next(wire, &who)) {
        out->characters.emplace_back();
        Copy(&out->characters.back(), who, 0);
    }
    return true;
}

const char *FaceName(int index)
{
    return posed_face_name(index);
}

Vec3 Character::World(const Vec3 &p) const
{
    const float c = std::cos(yaw), s = std::sin(yaw);
    return Vec3{root.x + c * p.x + s * p.z, root.y + p.y, root.z - s * p.x + c * p.z};
}

Vec3 Mix(const Vec3 &a, const Vec3 &b, float t)
{
    return Vec3{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t};
}

float Dot(const Quat &a, const Quat &b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

Quat Slerp(const Quat &a, Quat b, float t)
{
    float dot = Dot(a, b);
    if (dot < 0) b = Quat{-b.x, -b.y, -b.z, -b.w}, dot = -dot;
    const float angle = std::acos(std::min(1.0f, dot)), s = std::sin(angle);
    const float p = s < 1e-4f ? 1 - t : std::sin((1 - t) * angle) / s,
                q = s < 1e-4f ? t : std::sin(t * angle) / s;
    const Quat m{p * a.x + q * b.x, p * a.y + q * b.y, p * a.z + q * b.z, p * a.w + q * b.w};
    const float length = std::sqrt(Dot(m, m));
    return Quat{m.x / length, m.y / length, m.z / length, m.w / length};
}

double Wrap(double angle)
{
    return angle - 2 * kPi * std::round(angle / (2 * kPi));
}

namespace unreal
{

Vec3 Place(const Vec3 &p)
{
    return Vec3{100 * p.z, -100 * p.x, 100 * p.y};
}

Vec3 Stage(const Vec3 &p)
{
    return Vec3{-p.y / 100, p.z / 100, p.x / 100};
}

Quat Turn(const Quat &q)
{
    return Quat{-q.z, q.x, -q.y, q.w};
}

float YawDegrees(float yaw)
{
    return -yaw * (float)(180 / kPi);
}

float Yaw(float degrees)
{
    return -degrees * (float)(kPi / 180);
}

Vec3 FilePlace(const Vec3 &p)
{
    return Vec3{100 * p.x, 100 * p.z, 100 * p.y};
}

Quat FileTurn(const Quat &q)
{
    return Quat{-q.x, -q.z, -q.y, q.w};
}

void Move(float out[2], float right, float ahead)
{
    out[0] = -right;
    out[1] = ahead;
}

} // namespace unreal

/* -- inputs ---------------------------------------------------------------------- */

std::string Input::Write() const
{
    posed_input in = {};
    in.id = id;
    in.seq = seq;
    in.jump = jump;
    in.responsive = responsive;
    in.has_look = has_look;
    in.gait = gait;
    in.axes = axes;
    for (int i = 0; i < 2; i++) {
        in.move[i] = move[i];
        in.look[i] = has_look ? look[i] : 0;
    }
    in.camera_yaw = camera_yaw;
    in.strafe = strafe;
    in.speed = speed;

    uint8_t bytes[POSED_INPUT_BYTES];
    const size_t size = posed_input_write(bytes, &in);
    return std::string((const char *)bytes, size);
}

/* -- interpolation ------------------------------------------------------------------- */

namespace
{

/* Largest number of stored frames. */
const size_t kCapacity = 64;
/* kLimit: longest extrapolation, s. kGap: frames farther apart than this are not interpolated, s. kWindow: period over which the clock difference is
 * measured, s. kSlew: largest change of the clock difference, seconds per second. */
const double kLimit = 0.1, kGap = 0.5, kWindow = 4, kSlew = 0.05;
/* kTolerance: distance of the clock difference from the bounds of a ping above which it is set at once, s. kChunk: duration of the sound in one message, s. kShortest: shortest one that the
 * server takes, s. kSilent: pause of a sound above which it begins anew, s; the server ends it after 5 s. kPause: time between two calls of Session::Beat
 * above which the program was paused, s. */
const double kTolerance = 0.25, kPause = 2, kChunk = 0.02, kShortest = 0.001, kSilent = 2;

/* Negates each quaternion of q that is farther from that of `before` than its negative. Both signs are the same rotation. */
void Nearer(std::vector<Quat> *q, const std::vector<Quat> &before)
{
    if (q->size() != before.size()) return;
    for (size_t i = 0; i < q->size(); i++) {
        Quat &c = (*q)[i];
        if (Dot(c, before[i]) < 0) c = Quat{-c.x, -c.y, -c.z, -c.w};
    }
}

/* Interpolates numbers, if both poses have as many. */
void MixNumbers(std::vector<float> *out, const std::vector<float> &a, const std::vector<float> &b, float t)
{
    if (a.size() != b.size()) return;
    for (size_t i = 0; i < a.size(); i++) (*out)[i] = a[i] + (b[i] - a[i]) * t;
}

void MixAll(std::vector<Vec3> *out, const std::vector<Vec3> &a, const std::vector<Vec3> &b, float t)
{
    if (a.size() != b.size()) return;
    for (size_t i = 0; i < a.size(); i++) (*out)[i] = Mix(a[i], b[i], t);
}

void SlerpAll(std::vector<Quat> *out, const std::vector<Quat> &a, const std::vector<Quat> &b, float t)
{
    if (a.size() != b.size()) return;
    for (size_t i = 0; i < a.size(); i++) (*out)[i] = Slerp(a[i], b[i], t);
}

} // namespace

Character Between(const Character &a, const Character &b, float t)
{
    Character out = t < 0.5f ? a : b;
    out.root = Mix(a.root, b.root, t);
    out.yaw = a.yaw + (float)Wrap(b.yaw - a.yaw) * t;
    const double phase = a.phase + Wrap(b.phase - a.phase) * t;
    out.phase = (float)(phase - 2 * kPi * std::floor(phase / (2 * kPi)));
    MixAll(&out.joints, a.joints, b.joints, t);
    MixAll(&out.trajectory, a.trajectory, b.trajectory, t);
    MixAll(&out.vertices, a.vertices, b.vertices, t);
    SlerpAll(&out.rotations, a.rotations, b.rotations, t);
    SlerpAll(&out.smpl_rotations, a.smpl_rotations, b.smpl_rotations, t);
    out.smpl_pelvis = Mix(a.smpl_pelvis, b.smpl_pelvis, t);
    if (a.node_rotations.size() == b.node_rotations.size()) out.node_root = Mix(a.node_root, b.node_root, t);
    SlerpAll(&out.node_rotations, a.node_rotations, b.node_rotations, t);
    MixAll(&out.node_translations, a.node_translations, b.node_translations, t);
    out.hips = Mix(a.hips, b.hips, t);
    SlerpAll(&out.finger_rotations, a.finger_rotations, b.finger_rotations, t);
    MixNumbers(&out.face_weights, a.face_weights, b.face_weights, t);
    MixNumbers(&out.soft, a.soft, b.soft, t);
    return out;
}

void Timeline::Clear()
{
    *this = Timeline();
}

/* The target is the least difference between arrival and frame time of the last 2 to 4 seconds, because it belongs to the frame with the shortest
 * transmission time. The window has two halves, so that an old minimum is dropped. The offset approaches the target by at most kSlew, so that motion stays
 * smooth; it jumps to a target that is more than 1 s away. */
void Timeline::TakeTime(double time, double now)
{
    if (now - since_ > kWindow / 2) {
        halves_[0] = halves_[1];
        halves_[1] = 1e300;
        since_ = now;
    }
    halves_[1] = std::min(halves_[1], now - time);
    const double target = std::min(halves_[0], halves_[1]);
    if (!has_offset_ || std::abs(target - offset_) > 1) offset_ = target;
    const double most = has_offset_ ? kSlew * std::max(0.0, now - last_) : 0;
    offset_ += std::max(-most, std::min(most, target - offset_));
    has_offset_ = true;
    last_ = now;
}

void Timeline::TakePong(double sent, double server_time, double now)
{
    const double most = now - server_time;
    const double least = sent - server_time;
    if (!has_offset_ || (offset_ <= most + kTolerance && offset_ >= least - kTolerance)) return;
    halves_[0] = 1e300;
    halves_[1] = offset_ = most;
    since_ = last_ = now;
}

bool Timeline::Push(Frame frame)
{
    if (!entries_.empty() && frame.time <= entries_.back().first) return false;
    Entry entry;
    for (Character &who : frame.characters) {
        if (gone_.count(who.id)) continue;
        if (const Character *was = Newest(who.id)) {
            Nearer(&who.rotations, was->rotations);
            Nearer(&who.smpl_rotations, was->smpl_rotations);
            Nearer(&who.finger_rotations, was->finger_rotations);
            Nearer(&who.node_rotations, was->node_rotations);
        }
        const uint32_t id = who.id;
        entry[id] = std::move(who);
    }
    entries_.emplace_back(frame.time, std::move(entry));
    if (entries_.size() > kCapacity) entries_.pop_front();
    return true;
}

void Timeline::Remove(uint32_t id)
{
    gone_.insert(id);
    for (auto &entry : entries_) entry.second.erase(id);
}

const Character *Timeline::Newest(uint32_t id) const
{
    if (entries_.empty()) return nullptr;
    const auto found = entries_.back().second.find(id);
    return found == entries_.back().second.end() ? nullptr : &found->second;
}

bool Timeline::Sample(Character *out, uint32_t id, double time) const
{
    if (entries_.empty()) return false;
    size_t k = entries_.size() - 1;
    while (k > 0 && entries_[k].first > time) k--;
    const auto found = entries_[k].second.find(id);
    if (found == entries_[k].second.end()) return false;
    *out = found->second;
    if (time <= entries_[k].first) return true;
    const double step = k + 1 < entries_.size() ? entries_[k + 1].first - entries_[k].first : 0;
    if (step == 0 || step > kGap) return Beyond(out, k, time), true;
    const auto next = entries_[k + 1].second.find(id);
    if (next == entries_[k + 1].second.end()) return false;
    *out = Between(found->second, next->second, (float)((time - entries_[k].first) / step));
    return true;
}

void Timeline::Beyond(Character *out, size_t k, double time) const
{
    const double step = k > 0 ? entries_[k].first - entries_[k - 1].first : 0;
    if (step == 0 || step > kGap) return;
    const auto before = entries_[k - 1].second.find(out->id);
    if (before == entries_[k - 1].second.end()) return;
    const float t = (float)(1 + std::min(time - entries_[k].first, kLimit) / step);
    const Character &was = before->second;
    out->root = Mix(was.root, out->root, t);
    out->yaw = was.yaw + (float)Wrap(out->yaw - was.yaw) * t;
}

/* -- text messages ---------------------------------------------------------------------- */

namespace
{

/* Parser of JSON. Each function returns false if the text is invalid. */
struct Scanner {
    const char *at, *end;

    /* Skips white space and returns the next character without reading it. 0: end of the text. */
    char Peek()
    {
        while (at < end && std::strchr(" \t\r\n", *at) && *at) at++;
        return at < end ? *at : 0;
    }
    /* Reads the character c if it is the next one. Returns false, and reads nothing, if it is not. */
    bool Take(char c)
    {
        return Peek() == c && (at++, true);
    }
    bool Word(const char *word)
    {
        const size_t length = std::strlen(word);
        if ((size_t)(end - at) < length || std::memcmp(at, word, length) != 0) return false;
        at += length;
        return true;
    }
    bool Text(std::string *out);
    bool Hex(std::string *out);
    bool Number(double *out);
    bool Any(Value *out, int depth);
    bool List(Value *out, int depth);
    bool Object(Value *out, int depth);
};

/* Appends the UTF-8 encoding of a code point below 65536. */
void PutUtf8(std::string *out, unsigned c)
{
    if (c < 0x80) {
        out->push_back((char)c);
    } else if (c < 0x800) {
        out->push_back((char)(0xc0 | c >> 6));
        out->push_back((char)(0x80 | (c & 63)));
    } else {
        out->push_back((char)(0xe0 | c >> 12));
        out->push_back((char)(0x80 | (c >> 6 & 63)));
        out->push_back((char)(0x80 | (c & 63)));
    }
}

/* Reads the four digits of a Unicode escape and appends the character as UTF-8. */
bool Scanner::Hex(std::string *out)
{
    unsigned code = 0;
    if (end - at < 4) return false;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdef", *d = std::strchr(digits, *at | 32);
        if (!*at || !d) return false;
        code = 16 * code + (unsigned)(d - digits);
        at++;
    }
    PutUtf8(out, code);
    return true;
}

bool Scanner::Text(std::string *out)
{
    if (!Take('"')) return false;
    while (at < end && *at != '"') {
        if ((unsigned char)*at < 32) return false;
        if (*at != '\\') {
            out->push_back(*at++);
            continue;
        }
        if (++at == end || !*at) return false;
        const char *names = "\"\\/bfnrt", *found = std::strchr(names, *at);
        if (!found && *at != 'u') return false;
        at++;
        if (found)
            out->push_back("\"\\/\b\f\n\r\t"[found - names]);
        else if (!Hex(out))
            return false;
    }
    return at++ < end;
}

bool Scanner::Number(double *out)
{
    const std::string digits(
        at, std::find_if(at, end, [](char c) { return !c || !std::strchr("+-.0123456789eE", c); }));
    char *last = nullptr;
    *out = std::strtod(digits.c_str(), &last);
    at += digits.size();
    return !digits.empty() && !*last;
}

bool Scanner::List(Value *out, int depth)
{
    out->type = Value::kList;
    if (Take(']')) return true;
    do {
        out->list.emplace_back();
        if (!Any(&out->list.back(), depth + 1)) return false;
    } while (Take(','));
    return Take(']');
}

bool Scanner::Object(Value *out, int depth)
{
    out->type = Value::kObject;
    if (Take('}')) return true;
    do {
        out->members.emplace_back();
        if (!Text(&out->members.back().first) || !Take(':') || !Any(&out->members.back().second, depth + 1))
            return false;
    } while (Take(','));
    return Take('}');
}

bool Scanner::Any(Value *out, int depth)
{
    const char c = Peek();
    if (depth > 32) return false;
    if (c == '{') return at++, Object(out, depth);
    if (c == '[') return at++, List(out, depth);
    if (c == '"') return out->type = Value::kText, Text(&out->text);
    if (c == 'n') return Word("null");
    out->type = c == 't' || c == 'f' ? Value::kBool : Value::kNumber;
    out->number = c == 't';
    if (c == 't' || c == 'f') return Word(c == 't' ? "true" : "false");
    return Number(&out->number);
}

/* Returns a text as a JSON string. */
std::string Quoted(const std::string &text)
{
    std::string out = "\"";
    for (char c : text) {
        if ((unsigned char)c < 32) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", (unsigned)c);
            out += escape;
            continue;
        }
        if (c == '"' || c == '\\') out.push_back('\\');
        out.push_back(c);
    }
    return out + "\"";
}

/* Returns a number as JSON with nine significant digits, which represent a float exactly. */
std::string Digits(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

/* Returns a JSON member after a comma, or an empty text if the value is 0. */
std::string Given(const char *name, float value)
{
    return value != 0 ? std::string(",\"") + name + "\":" + Digits(value) : "";
}

/* Returns names separated by commas as a JSON array: a,b becomes ["a","b"]. */
std::string QuotedList(const std::string &names)
{
    std::string out = "[\"";
    for (char c : names) c == ',' ? out += "\",\"" : out += c;
    return out + "\"]";
}

} // namespace

bool Value::Read(Value *out, const std::string &json)
{
    Scanner from{json.data(), json.data() + json.size()};
    *out = Value();
    return from.Any(out, 0) && !from.Peek() && from.at == from.end;
}

const Value &Value::operator[](const char *name) const
{
    static const Value none;
    for (const auto &member : members)
        if (member.first == name) return member.second;
    return none;
}

Vec3 Value::Point() const
{
    return list.size() == 3 ? Vec3{(float)list[0].number, (float)list[1].number, (float)list[2].number}
                            : Vec3{0, 0, 0};
}

/* -- sessions ---------------------------------------------------------------------------- */

namespace
{

/* Returns a number as an unsigned integer, or 0 if it is negative or larger than most. */
uint32_t Whole(const Value &v, double most = 4294967295.0)
{
    return v.number >= 0 && v.number <= most ? (uint32_t)v.number : 0;
}

/* Reads an element of `skeletons` of the message `welcome`. */
Skeleton SkeletonOfValue(const Value &told)
{
    Skeleton s;
    s.model = told["model"].text;
    s.is_default = told["default"].number != 0;
    s.samples = (int)Whole(told["samples"], 65535);
    for (const Value &joint : told["joints"].list) {
        const auto above = std::find(s.names.begin(), s.names.end(), joint["parent"].text);
        s.parents.push_back(above == s.names.end() ? -1 : (int)(above - s.names.begin()));
        s.names.push_back(joint["name"].text);
        s.offsets.push_back(joint["offset"].Point());
    }
    return s;
}

} // namespace

std::string Path(const std::string &kind, const std::string &id, const std::string &more,
                 const std::vector<std::pair<std::string, std::string>> &query)
{
    std::vector<posed_field> fields;
    for (const auto &field : query) fields.push_back(posed_field{field.first.c_str(), field.second.c_str()});

    /* An escaped character has three: room for all, the slashes and the signs of the query. */
    size_t most = 16 + kind.size() + 3 * id.size() + more.size();
    for (const auto &field : query) most += 2 + 3 * (field.first.size() + field.second.size());
    std::string path(most, 0);
    path.resize(posed_write_path(&path[0], most, kind.c_str(), id.empty() ? nullptr : id.c_str(),
                                 more.empty() ? nullptr : more.c_str(), fields.data(), (int)fields.size()));
    return path;
}

Session::Session(const std::string &channels) : profile_(",\"channels\":" + QuotedList(channels))
{
}

Figure *Session::Spawn(float x, float z, float facing, const std::string &model)
{
    figures_.emplace_back();
    Figure *figure = &figures_.back();
    figure->position[0] = x;
    figure->position[1] = z;
    figure->facing = facing;
    figure->wanted = model;
    live_.push_back(figure);
    if (state == State::Open) Place(figure, figure->position, facing);
    return figure;
}

Figure *Session::SpawnCharacter(const std::string &character, float x, float z, float facing)
{
    figures_.emplace_back();
    Figure *figure = &figures_.back();
    figure->position[0] = x;
    figure->position[1] = z;
    figure->facing = facing;
    figure->character = character;
    live_.push_back(figure);
    if (state == State::Open) Place(figure, figure->position, facing);
    return figure;
}

Figure *Session::SpawnWith(const std::string &members, float x, float z, float facing)
{
    figures_.emplace_back();
    Figure *figure = &figures_.back();
    figure->position[0] = x;
    figure->position[1] = z;
    figure->facing = facing;
    figure->members = members;
    live_.push_back(figure);
    if (state == State::Open) Place(figure, figure->position, facing);
    return figure;
}

void Session::Despawn(Figure *figure)
{
    live_.erase(std::remove(live_.begin(), live_.end(), figure), live_.end());
    if (!figure->id) return;
    timeline.Remove(figure->id);
    Ask("despawn", ",\"id\":" + std::to_string(figure->id));
    figure->id = 0;
}

uint64_t Session::Send(Figure *figure, const Input &input)
{
    if (std::fabs(input.camera_yaw) >
        6.29f) /* the server cannot warn: bytes have a direction within half a turn */
        WarnOnce("input", "/camera_yaw",
                 Digits(input.camera_yaw) +
                     "; -6.283 to 6.283 radians (a full turn) are usual, so this looks like degrees");
    figure->held = input;
    figure->held.seq = ++figure->seq;
    figure->has_held = true;
    figure->route.clear();
    SendHeld(figure);
    return figure->seq;
}

unsigned Session::Follow(Figure *figure, const std::vector<float> &path, const Route &route)
{
    static const char *const gaits[] = {"", "walk", "jog", "run", "crouch"};
    std::string points;
    for (size_t i = 0; i + 1 < path.size(); i += 2)
        points += (i ? ",[" : "[") + Digits(path[i]) + "," + Digits(path[i + 1]) + "]";
    std::string members = ",\"path\":[" + points + "]";
    if (route.closed) members += ",\"closed\":true";
    if (route.round) members += ",\"round\":true";
    if (route.gait > 0 && route.gait < 5) members += ",\"gait\":" + Quoted(gaits[route.gait]);
    members += Given("space", route.space) + Given("wander", route.wander) +
               Given("lookahead", route.lookahead) + Given("speed", route.speed);
    figure->has_held = false;
    figure->route = members;
    return AskOf(figure, "follow", members);
}

unsigned Session::Sit(Figure *figure, const Seat &seat)
{
    return AskOf(figure, "sit",
                 ",\"seat\":[" + Digits(seat.at[0]) + "," + Digits(seat.at[1]) +
                     "],\"facing\":" + Digits(seat.facing) + ",\"height\":" + Digits(seat.height) +
                     Given("seconds", seat.seconds) + Given("space", seat.space));
}

unsigned Session::StandUp(Figure *figure)
{
    return AskOf(figure, "sit", "");
}

unsigned Session::Play(Figure *figure, const Clip &clip)
{
    const auto chosen = [](const char *name, int given) {
        return given ? std::string(",\"") + name + (given > 0 ? "\":true" : "\":false") : std::string();
    };
    std::string members = ",\"clip\":" + Quoted(clip.name);
    for (size_t i = 0; i < clip.mask.size(); i++) members += (i ? "," : ",\"mask\":[") + Quoted(clip.mask[i]);
    if (!clip.mask.empty()) members += "]";
    for (size_t i = 0; i < clip.weights.size(); i++)
        members += (i ? "," : ",\"weights\":[") + Digits(clip.weights[i]);
    if (!clip.weights.empty()) members += "]";
    members += Given("fade", clip.fade) + Given("speed", clip.speed) + chosen("loop", clip.loop) +
               chosen("root", clip.root) + chosen("feet", clip.feet);
    if (clip.queue) members += ",\"queue\":true";
    return AskOf(figure, "play", members);
}

unsigned Session::StopPlaying(Figure *figure)
{
    return AskOf(figure, "play", ",\"stop\":true");
}

unsigned Session::Speak(Figure *figure, const std::string &text, const Utterance &options)
{
    return SpeakWith(figure, "\"text\":" + Quoted(text), options);
}

unsigned Session::SpeakWith(Figure *figure, const std::string &members, const Utterance &options)
{
    std::string all = "," + members;
    if (!options.name.empty()) all += ",\"utterance\":" + Quoted(options.name);
    if (options.queue) all += ",\"queue\":true";
    return AskOf(figure, "speak", all + Given("delay", options.delay) + Given("speed", options.speed));
}

unsigned Session::Hush(Figure *figure)
{
    return AskOf(figure, "speak", ",\"stop\":true");
}

unsigned Session::Feel(Figure *figure, const Manner &manner)
{
    std::string members;
    for (const auto &emotion : manner.emotions)
        members += (members.empty() ? ",\"emotions\":{" : ",") + Quoted(emotion.first) + ":" + Digits(emotion.second);
    if (!members.empty()) members += "}";
    if (!manner.part.empty()) members += ",\"part\":" + Quoted(manner.part);
    if (manner.partner) members += ",\"partner\":" + std::to_string(manner.partner->id);
    if (manner.liveliness >= 0) members += ",\"liveliness\":" + Digits(manner.liveliness);
    return AskOf(figure, "feel", members + Given("seconds", manner.seconds));
}

unsigned Session::Hear(Figure *figure, const Listening &listening)
{
    figure->hearing = Figure::Hearing();
    figure->hearing.rate = listening.rate;
    std::string &members = figure->hearing.members;
    members = ",\"rate\":" + std::to_string(listening.rate) + ",\"format\":\"s16\"";
    if (!listening.utterance.empty()) members += ",\"utterance\":" + Quoted(listening.utterance);
    if (!listening.text.empty()) members += ",\"text\":" + Quoted(listening.text);
    if (listening.delay >= 0) members += ",\"delay\":" + Digits(listening.delay);
    return BeginHearing(figure);
}

void Session::Sound(Figure *figure, const float *samples, size_t count, int channels)
{
    const size_t step = (size_t)std::max(1, channels);
    for (size_t from = 0; from + step <= count; from += step) {
        float sum = 0;
        for (size_t c = 0; c < step; c++) sum += samples[from + c];
        const float mean = sum / (float)step;
        AddSample(figure, mean == mean ? (int16_t)std::lround(32767 * std::max(-1.0f, std::min(1.0f, mean))) : 0);
    }
}

void Session::Sound(Figure *figure, const int16_t *samples, size_t count)
{
    for (size_t i = 0; i < count; i++) AddSample(figure, samples[i]);
}

unsigned Session::HearEnd(Figure *figure)
{
    const bool is_begun = figure->hearing.ref && state == State::Open && figure->id;
    if (is_begun && (double)figure->hearing.samples.size() / 2 >= figure->hearing.rate * kShortest &&
        !figure->hearing.samples.empty())
        SendChunk(figure);
    figure->hearing = Figure::Hearing();
    return is_begun ? AskOf(figure, "hear", ",\"end\":true") : 0;
}

unsigned Session::BeginHearing(Figure *figure)
{
    figure->hearing.at = 0;
    figure->hearing.sent = clock_;
    figure->hearing.ref = AskOf(figure, "hear", figure->hearing.members);
    return figure->hearing.ref;
}

void Session::AddSample(Figure *figure, int16_t sample)
{
    Figure::Hearing &hearing = figure->hearing;
    if (hearing.members.empty() || state != State::Open || !figure->id) return;
    hearing.samples.push_back((char)(sample & 255));
    hearing.samples.push_back((char)((sample >> 8) & 255));
    if ((double)hearing.samples.size() / 2 + 1 > hearing.rate * kChunk) SendChunk(figure);
}

void Session::SendChunk(Figure *figure)
{
    Figure::Hearing &hearing = figure->hearing;
    if (!hearing.ref || clock_ - hearing.sent > kSilent) BeginHearing(figure);
    uint8_t head[POSED_SOUND_HEAD];
    posed_sound_write(head, figure->id, hearing.at);
    out.push_back(Packet{std::string((const char *)head, sizeof head) + hearing.samples, false});
    hearing.at += hearing.samples.size() / 2;
    hearing.samples.clear();
    hearing.sent = clock_;
}

unsigned Session::AskOf(const Figure *figure, const std::string &type, const std::string &members)
{
    return figure->id ? Ask(type, ",\"id\":" + std::to_string(figure->id) + members) : 0;
}

unsigned Session::Profile(const std::string &channels, int divisor, int bits, int compact)
{
    divisor_ = divisor;
    profile_ = ",\"channels\":" + QuotedList(channels) + ",\"divisor\":" + std::to_string(divisor) +
               ",\"quantize\":" + std::to_string(bits) + ",\"compact\":" + std::to_string(compact);
    return Ask("profile", profile_);
}

unsigned Session::Ask(const std::string &type, const std::string &members)
{
    if (state != State::Open && type != "join") return 0;
    out.push_back(Packet{
        "{\"type\":" + Quoted(type) + ",\"ref\":\"" + std::to_string(++refs_) + "\"" + members + "}", true});
    return refs_;
}

void Session::Leave()
{
    if (state == State::Open)
        Ask("leave", "");
    else
        state = State::Closed;
}

bool Session::Sample(Character *who, const Figure *figure, double now) const
{
    return timeline.HasOffset() && figure->id &&
           timeline.Sample(who, figure->id, now - timeline.Offset() - delay * Divisor() / tick_rate_);
}

const Skeleton &Session::SkeletonOf(const std::string &model) const
{
    static const Skeleton none;
    const Skeleton *best = skeletons.empty() ? &none : &skeletons[0];
    for (const Skeleton &s : skeletons)
        if (s.is_default) best = &s;
    for (const Skeleton &s : skeletons)
        if (s.model == model) best = &s;
    return *best;
}

unsigned Session::Say(const std::string &text, uint32_t to)
{
    return Ask("send", ",\"text\":" + Quoted(text) + (to ? ",\"to\":" + std::to_string(to) : ""));
}

unsigned Session::Take(const std::string &name, bool release)
{
    return Ask("take", ",\"object\":" + Quoted(name) + (release ? ",\"release\":true" : ""));
}

void Session::Connecting()
{
    state = State::Connecting;
    reason_.clear();
    pings_.clear();
    quiet_ = beat_due_ = 0;
    beat_at_ = resumed_ = -1;
}

void Session::Opened()
{
    state = State::Joining;
    is_final_ = false;
    after_ = 0;
    Join();
}

void Session::Join()
{
    std::string members;
    if (!token.empty())
        members = ",\"resume\":" + Quoted(token);
    else if (!watch.empty())
        members = ",\"watch\":" + Quoted(watch);
    else {
        const std::pair<const char *, const std::string *> fields[] = {
            {"scene", &scene}, {"room", &room}, {"name", &member_name}, {"role", &role}, {"secret", &secret}};
        for (const auto &field : fields)
            if (!field.second->empty()) members += std::string(",\"") + field.first + "\":" + Quoted(*field.second);
        if (capacity) members += ",\"capacity\":" + std::to_string(capacity);
    }
    join_ref_ = Ask("join", members);
}

void Session::Lost(double now)
{
    LoseFor(now, reason_.empty() ? "disconnected" : reason_);
}

void Session::LoseFor(double now, const std::string &reason)
{
    out.clear();
    spawning_.clear();
    if (state == State::Closed || is_final_) {
        state = State::Closed;
        return;
    }
    const double limit = std::min(longest_wait, first_wait * std::pow(2, std::min(attempts_++, 20)));
    next_try = now + after_ + std::uniform_real_distribution<>(0, limit)(chance_);
    state = State::Waiting;
    if (on_disconnected) on_disconnected(reason);
}

bool Session::IsDue(double now)
{
    if (state != State::Waiting || now < next_try) return false;
    if (now - next_try <= kPause) return true;
    next_try = now + std::uniform_real_distribution<>(0, first_wait)(chance_);
    return false;
}

void Session::Notice(double now)
{
    const bool is_pause = state == State::Open && beat_at_ >= 0 && now - beat_at_ > kPause;
    clock_ = now;
    if (!is_pause) return;
    beat_at_ = resumed_ = now;
    Ping(now);
}

void Session::Ping(double now)
{
    pings_[Ask("ping", ",\"time\":0")] = now;
}

/* The server ignores an input that is older than `stream.input_timeout`, so inputs are repeated. When a computer sleeps, leaves its Wi-Fi network or loses its
 * entry in a NAT, no side of the connection is notified; only the missing answers to pings show the loss. At most two seconds are counted between two calls, so
 * that a pause of the program does not count as silence. */
void Session::Beat(double now)
{
    if (state == State::Closed || state == State::Waiting) return;
    const double before = beat_at_;
    Notice(now);
    if (before >= 0) quiet_ += std::max(0.0, std::min(kPause, now - before));
    beat_at_ = now;
    if (silence > 0 && quiet_ >= silence) return LoseFor(now, "silent");
    if (state != State::Open || now < beat_due_) return;
    beat_due_ = now + (silence > 0 ? std::min(1.0, silence / 4) : 1.0);
    for (Figure *figure : live_) SendHeld(figure);
    Ping(now);
}

void Session::HeardBytes(const void *bytes, size_t size, double now)
{
    Frame frame;
    quiet_ = 0;
    Notice(now);
    const auto counts_of = [this](uint32_t who) {
        std::string model;
        for (const Figure *figure : live_)
            if (figure->id == who) model = figure->model;
        const Skeleton &s = SkeletonOf(model);
        return Counts{(int)s.names.size(), s.samples};
    };
    if (skeletons.empty()) return;
    const bool is_read = WireReader::IsCompact(bytes, size) ? wire.Read(&frame, bytes, size)
                                                            : ReadFrame(&frame, bytes, size, counts_of);
    if (!is_read || resumed_ >= 0) return; /* invalid, or from before the end of a pause */
    timeline.TakeTime(frame.time, now);
    if (timeline.Push(frame) && on_frame) on_frame(frame);
}

void Session::HeardText(const std::string &text, double now)
{
    Value message;
    quiet_ = 0;
    if (now >= 0) Notice(now);
    if (!Value::Read(&message, text)) return;
    const std::string &type = message["type"].text;
    const unsigned ref = (unsigned)std::strtoul(message["ref"].text.c_str(), nullptr, 10);
    if (type == "welcome") TakeWelcome(message);
    if (type == "spawned" && ref) WarnOfAll("spawn", message);
    if (type == "warned") WarnOfAll(message["of"].text, message);
    if (type == "spawned") TakeSpawned(message, ref);
    if (type == "error") TakeError(message, ref);

    /* The frames that arrived before the answer to a ping are older than the ping. */
    const auto ping = pings_.find(ref);
    if (ping != pings_.end()) {
        const double sent = ping->second;
        pings_.erase(ping);
        if (type == "pong") timeline.TakePong(sent, message["server_time"].number, clock_);
        if (type == "pong" && sent >= resumed_) resumed_ = -1;
    }

    if (type == "lowered") {
        lowered_ = message["divisor"].number;
        if (on_lowered) on_lowered(message);
    }
    const auto &listener = type == "clip" ? on_clip : type == "speech" ? on_speech : on_event;
    if ((type == "event" || type == "clip" || type == "speech") && listener)
        for (Figure *figure : std::vector<Figure *>(live_))
            if (figure->id == Whole(message["id"])) listener(figure, message);
    if (on_told && ((type == "spawned" && !ref) || type == "entered" || type == "left" || type == "message" || type == "taken"))
        on_told(message);
    if (type == "bye") {
        const std::string &reason = message["reason"].text;
        reason_ = reason;
        is_final_ = !message["come_back"].number || reason == "left" || reason == "taken_over" ||
                    reason == "too_many_errors";
        after_ = message["after"].number;
        if (is_final_ && reason != "left") WarnOnce(reason, message);
    }
    if (ref && on_answer) on_answer(ref, message);
}

void Session::TakeWelcome(const Value &message)
{
    const std::string before = id;
    id = message["session"].text;
    token = message["resume_token"].text;
    lowered_ = 0;
    tick_rate_ = message["tick_rate"].number;
    skeletons.clear();
    for (const Value &told : message["skeletons"].list) skeletons.push_back(SkeletonOfValue(told));
    attempts_ = 0;
    state = State::Open;
    Ask("profile", profile_);
    const bool is_new = before != id || (!room.empty() && !message["resumed"].number); /* a room keeps a place only for a time */
    for (Figure *figure : live_) {
        figure->hearing.ref = 0; /* a sound begins anew with the next samples */
        figure->hearing.samples.clear();
        if (!is_new && figure->id) {
            SendHeld(figure);
            continue;
        }
        const Character *was = timeline.Newest(figure->id);
        const float at[2] = {was ? was->root.x : figure->position[0],
                             was ? was->root.z : figure->position[1]};
        figure->id = 0;
        Place(figure, at, was ? was->yaw : figure->facing);
    }
    if (is_new) timeline.Clear();
    if (on_welcome) on_welcome(message, is_new && !before.empty());
}

void Session::Place(Figure *figure, const float position[2], float facing)
{
    const std::string who = !figure->character.empty() ? ",\"character\":" + Quoted(figure->character)
                            : figure->wanted.empty()   ? ""
                                                       : ",\"model\":" + Quoted(figure->wanted);
    spawning_[Ask("spawn", who + (figure->members.empty() ? "" : "," + figure->members) + ",\"position\":[" +
                               Digits(position[0]) + "," + Digits(position[1]) +
                               "],\"facing\":" + Digits(facing))] = figure;
}

void Session::TakeSpawned(const Value &message, unsigned ref)
{
    const auto found = spawning_.find(ref);
    if (found == spawning_.end()) return;
    Figure *figure = found->second;
    spawning_.erase(found);
    figure->id = Whole(message["id"]);
    figure->model = message["model"].text;
    figure->joints.clear();
    for (const Value &name : message["joints"].list) figure->joints.push_back(name.text);
    figure->root = message["root"].text;
    figure->translated.clear();
    for (const Value &name : message["translated"].list) figure->translated.push_back(name.text);
    figure->face.clear();
    for (const Value &name : message["face"].list) figure->face.push_back(name.text);
    for (int i = 0; message["face"].list.empty() && FaceName(i); i++) figure->face.push_back(FaceName(i));
    figure->soft.clear();
    for (const Value &name : message["soft"].list) figure->soft.push_back(name.text);
    if (!figure->joints.empty()) figure->scale = (float)message["scale"].number;
    if (std::find(live_.begin(), live_.end(), figure) == live_.end()) return Despawn(figure);
    SendHeld(figure);
    if (!figure->route.empty()) AskOf(figure, "follow", figure->route);
    if (on_spawned) on_spawned(figure);
}

/* If the error answers `join`: a session that cannot be resumed is replaced by a new one; any other error except "busy" and "limit" is permanent. */
void Session::TakeError(const Value &message, unsigned ref)
{
    const std::string &code = message["code"].text;
    spawning_.erase(ref);
    if (on_error)
        on_error(message);
    else if (!ref || !on_answer)
        WarnOnce(code, message);
    for (Figure *figure : live_)
        if (ref && figure->hearing.ref == ref) figure->hearing = Figure::Hearing(); /* the server has refused the sound */
    if (ref != join_ref_) return;
    if (code == "not_found" && !token.empty()) {
        token.clear();
        Join();
    } else {
        is_final_ = code != "busy" && code != "limit";
    }
}

/* Reports each pair of code and pointer once, because inputs are repeated every second and so are their errors. */
void Session::WarnOnce(const std::string &code, const std::string &pointer, const std::string &detail)
{
    if (warned_.size() >= 32 || !warned_.insert(code + " " + pointer).second) return;

    const std::string line = "posed: " + code + ": " + (pointer.empty() ? "" : pointer + ": ") + detail;
    if (warn)
        warn(line);
    else
        std::fprintf(stderr, "%s\n", line.c_str());
}

void Session::WarnOnce(const std::string &code, const Value &message)
{
    WarnOnce(code, message["pointer"].text, message["detail"].text);
}

void Session::WarnOfAll(const std::string &code, const Value &message)
{
    for (const Value &warning : message["warnings"].list) WarnOnce(code, warning);
}

void Session::SendHeld(Figure *figure)
{
    if (state != State::Open || !figure->id || !figure->has_held) return;
    figure->held.id = figure->id;
    out.push_back(Packet{figure->held.Write(), false});
}

} // namespace posed
