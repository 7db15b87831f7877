#ifndef POSED_UNREAL_H
#define POSED_UNREAL_H
/* Posed.h, Posed.cpp: characters of a posed daemon for Unreal, and for any C++14. Nothing of the engine is needed to compile them; no
 * exceptions, no RTTI.
 *
 *     ReadFrame   the stream's binary frames                 Input     a stick's 32 bytes
 *     Timeline    what to draw now, between two frames       Session   joins, spawns, comes back; the socket is the caller's
 *     unreal::    from posed's axes to Unreal's, and back
 *
 * Spaces   posed: metres, radians; right-handed, +Y up, a yaw of 0 faces +Z, +X is the character's left.
 *          Unreal: centimetres; left-handed, X ahead, Y right, Z up; degrees.
 *          A character's points are in its root's frame: turn by yaw about +Y, add root (Character::World) and they are the world's.
 *          Rotations are x, y, z, w, local to the parent; joint 0's in the root's frame.
 * Memory   a Frame owns its arrays; no byte beyond the size that is given is read.
 * Threads  one for each object.
 */
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace posed
{

struct Vec3 {
    float x, y, z;
};

struct Quat {
    float x, y, z, w;
};

Vec3 Mix(const Vec3 &a, const Vec3 &b, float t);
float Dot(const Quat &a, const Quat &b);
/* The shortest way from a (t = 0) to b (t = 1). */
Quat Slerp(const Quat &a, Quat b, float t);
/* The angle within +-pi. */
double Wrap(double angle);

/* (X, Y, Z) = 100 (z, -x, y), a mirror: rotations turn the other way about the axis' image. */
namespace unreal
{
Vec3 Place(const Vec3 &p);                         /* centimetres: FVector(v.x, v.y, v.z)       */
Quat Turn(const Quat &q);                          /* FQuat(q.x, q.y, q.z, q.w)                 */
float YawDegrees(float yaw);                       /* FRotator's Yaw: clockwise seen from above */
float Yaw(float degrees);                          /* of a camera's FRotator, as posed's        */
Vec3 Stage(const Vec3 &p);                         /* Place's inverse                           */
void Move(float out[2], float right, float ahead); /* a stick, as Input::move */
/* Of a glTF file's nodes as Unreal's own importer (Interchange) turns them: (X, Y, Z) = 100 (x, z, y). */
Vec3 FilePlace(const Vec3 &p);
Quat FileTurn(const Quat &q);
} // namespace unreal

/* -- frames ------------------------------------------------------------------- */

enum Channel {
    kRoot = 1,
    kJoints = 2,
    kRotations = 4,
    kContacts = 8,
    kTrajectory = 16,
    kSmpl = 32,
    kVertices = 64,
    kCharacter = 128, /* of one that the user brought */
    kFace = 512       /* weights of the face, rotations of the fingers */
};

/* What `welcome` told of a character's model: how many its channels hold. */
struct Counts {
    int joints, samples;
};

struct Character {
    uint32_t id = 0;
    uint64_t seq = 0;      /* of the last input that this frame has taken in; at most 2^53 */
    unsigned channels = 0; /* of those that are not set the arrays are empty               */
    int contacts = 0, gait = 0;
    float phase = 0, yaw = 0;
    Vec3 root{0, 0, 0}; /* the world's; all points below are in the root's frame */
    std::vector<Vec3> joints, trajectory, vertices;
    std::vector<float> facings;
    std::vector<Quat> rotations, smpl_rotations;
    Vec3 smpl_pelvis{0, 0, 0};
    /* Of a user's own character: of its file's nodes, in the file's frames and units, as Figure::joints names them. */
    std::vector<Quat> node_rotations;
    Vec3 node_root{0, 0, 0};             /* translation of the node Figure::root */
    std::vector<Vec3> node_translations; /* of the nodes that Figure::translated names */
    bool has_hips = false;               /* of a compact frame, which has no joints */
    Vec3 hips{0, 0, 0};                  /* place of the first joint */
    std::vector<float> face_weights;     /* of FaceName(0), FaceName(1), ... */
    /* Left hand, then right: index, middle, pinky, ring, thumb, three joints each from the palm outwards. */
    std::vector<Quat> finger_rotations;

    Vec3 World(const Vec3 &p) const; /* posed's axes */
};

/* Name of a weight of a face: ARKit's 52 blend shapes, eyes first ("eyeBlinkLeft"), then 14 visemes. NULL: there is none. */
const char *FaceName(int index);

struct Frame {
    uint32_t tick = 0;
    double time = 0; /* seconds of the server's clock */
    int rotation_bits = 48;
    std::vector<Character> characters;
};

/* False: the bytes are no frame of version 1, or are cut short. counts_of is asked for each character's id. */
bool ReadFrame(Frame *out, const void *bytes, size_t size, const std::function<Counts(uint32_t)> &counts_of);

/* Reads the compact frames of one connection, in the order in which they came. Their characters have hips and no joints. docs/reference/wire.md of posed
 * gives every byte. */
class WireReader
{
  public:
    static bool IsCompact(const void *bytes, size_t size);
    /* False: it follows one that did not come, or is broken. Then the next key frame is waited for. */
    bool Read(Frame *out, const void *bytes, size_t size);

  private:
    /* One quantity: its last two values, and the mean of what was coded of it. */
    struct Track {
        int32_t now, before;
        uint32_t mean;
    };
    struct Turn {
        Quat reference;
        float step;
    };
    /* What is known of a character since the key frame. */
    struct Member {
        uint32_t id = 0;
        uint64_t seq = 0;
        unsigned channels = 0;
        int counts[2] = {0, 0}, weights = 0, fingers = 0;
        std::vector<Track> tracks;
        std::vector<Turn> turns;
    };
    bool ReadKey(const uint8_t *p, size_t size);
    bool ReadDelta(const uint8_t *p, size_t size);
    void Show(Character *out, const Member &m) const;

    std::vector<Member> members_;
    bool has_key_ = false;
    int age_ = 0, place_bits_ = 0;
    uint32_t key_tick_ = 0;
    double key_time_ = 0, period_ = 0;
    Track ticks_[2] = {{0, 0, 0}, {0, 0, 0}};
};

struct Input {
    uint32_t id = 0; /* the session sets id and seq */
    uint64_t seq = 0;
    bool jump = false, responsive = false, has_look = false;
    int gait = 0;                             /* 0 auto, 1 walk, 2 jog, 3 run, 4 crouch       */
    int axes = 0;                             /* 0 world, 1 character, 2 camera               */
    float move[2] = {0, 0}, look[2] = {0, 0}; /* x, z             */
    float camera_yaw = 0, strafe = 0, speed = 0;

    std::string Write() const; /* 32 bytes, 36 with a seq of 2^32 or more */
};

/* -- what to draw now ---------------------------------------------------------- */

/* Frames by their time, and how far our clock is ahead of the server's. Sample gives a character between two frames: places straight,
 * rotations on the shorter arc, signs as they were before; after the newest it goes on as it went for 0.1 s, then stands. Two frames farther
 * apart than 0.5 s have nothing between them. */
class Timeline
{
  public:
    void Clear();
    void TakeTime(double time, double now);                      /* of a frame, and ours; seconds        */
    bool Push(Frame frame);                                      /* false: older than what is there      */
    void Remove(uint32_t id);                                    /* it left, whatever late frames say    */
    const Character *Newest(uint32_t id) const;                  /* NULL: the newest frame has it not */
    bool Sample(Character *out, uint32_t id, double time) const; /* the server's time */
    bool HasOffset() const
    {
        return has_offset_;
    }
    double Offset() const
    {
        return offset_;
    } /* our clock less the server's, seconds */

  private:
    typedef std::map<uint32_t, Character> Entry;
    void Beyond(Character *out, size_t k, double time) const;
    std::deque<std::pair<double, Entry>> entries_;
    std::set<uint32_t> gone_;
    double halves_[2] = {1e300, 1e300}, since_ = -1e300, last_ = -1e300, offset_ = 0;
    bool has_offset_ = false;
};

Character Between(const Character &a, const Character &b, float t);

/* -- texts ------------------------------------------------------------------------ */

/* JSON. A member or element that is not there is a null Value. */
class Value
{
  public:
    enum Type { kNull, kBool, kNumber, kText, kList, kObject };
    Type type = kNull;
    double number = 0; /* 1 of true */
    std::string text;
    std::vector<Value> list;
    std::vector<std::pair<std::string, Value>> members;

    static bool Read(Value *out, const std::string &json);
    const Value &operator[](const char *name) const;
    Vec3 Point() const; /* of a list of three */
};

/* The path of a request, which any HTTP library sends (FHttpModule): /v1/kind/id/more?name=value. A POST takes all fields in its JSON body. Id, names and values
 * may have any character. Path("models", "person", "mesh", {{"format", "glb"}, {"rig", "true"}}) */
std::string Path(const std::string &kind, const std::string &id = "", const std::string &more = "",
                 const std::vector<std::pair<std::string, std::string>> &query = {});

struct Skeleton {
    std::string model;
    bool is_default = false;
    int samples = 0;
    std::vector<std::string> names;
    std::vector<int> parents;  /* -1: none                             */
    std::vector<Vec3> offsets; /* from the parent at rest, posed's axes */
};

/* -- sessions ---------------------------------------------------------------------- */

enum class State { Closed, Connecting, Joining, Open, Waiting };

/* One of a session's characters. Its id is 0 until it was spawned, and changes when the session had to be made anew. */
struct Figure {
    uint32_t id = 0;
    uint64_t seq = 0;
    std::string model;
    Input held;
    bool has_held = false;
    float position[2] = {0, 0}, facing = 0; /* where it was spawned, x, z */
    std::string wanted;                     /* model asked for; "": the default */
    std::string members;                    /* other fields of spawn, as JSON   */
    std::string character;                  /* of the user's own, which is asked for instead */
    std::vector<std::string> joints;        /* of it: names of its file's nodes, in the order of frames */
    std::string root;                       /* the one that Character::node_root moves */
    std::vector<std::string>
        translated;    /* those besides it that frames move as well as turn: node_translations */
    float scale = 1;   /* of the whole, in the world */
    std::string route; /* what it follows, as a message has it; "": nothing */
};

/* How a path is walked. Zero is the server's own choice. */
struct Route {
    bool closed = false;
    bool round = false;  /* the only point is a place: the way there goes round walls, seats and steps */
    float space = 0;     /* metres kept from the session's other characters; 0: none */
    float wander = 0;    /* metres: for ever from one place to another about the only point */
    float lookahead = 0; /* metres */
    float speed = 0;     /* m/s */
    int gait = 0;        /* as an Input's */
};

/* A chair: x, z of its seat, which way it faces (radians about +Y), metres of the seat over the ground (0.3 to 0.65). */
struct Seat {
    float at[2] = {0, 0}, facing = 0, height = 0.45f;
    float seconds = 0; /* to sit down; 0: the server's choice */
    float space = 0;   /* metres kept from the session's other characters on the way; 0: none */
};

/* A message to send. */
struct Packet {
    std::string bytes;
    bool is_text;
};

/* What to say, what was said, when to come back. Socket and clock (seconds) are the caller's:
 *
 *     Connecting, then connect to ws://HOST/v1/stream with subprotocol posed.v1
 *     it is open                Opened
 *     a message came            HeardText, HeardBytes
 *     it closed, or did not open  Lost; when state is Waiting connect again at next_try
 *     now and then              send what `out` has, in order; Beat, which may find that the connection fell silent: state is Waiting
 *                               then, on_disconnected was called with "silent", and the socket is to be dropped without waiting for its close
 *
 * When the server forgot the session (it was restarted) a new one begins and gets the same figures, where they were. */
class Session
{
  public:
    State state = State::Closed;
    double next_try = 0, first_wait = 0.1, longest_wait = 8,
           delay = 2.5; /* delay: ticks drawn behind the newest frame */
    double silence =
        10; /* seconds without a message after which the connection counts as lost; 0: it is left to the system */
    std::string scene, watch, token, id;
    std::vector<Skeleton> skeletons;
    std::deque<Packet> out;
    Timeline timeline;
    WireReader wire;

    std::function<void(const Value &, bool is_new)> on_welcome; /* is_new: another session than before */
    std::function<void(Figure *)> on_spawned;
    std::function<void(const Frame &)> on_frame;
    std::function<void(Figure *, const Value &)>
        on_event; /* event: footstep, jump, land, blocked, arrived, unreachable */
    std::function<void(unsigned ref, const Value &)> on_answer;
    std::function<void(const Value &)>
        on_lowered; /* frames come more rarely than asked (divisor: ticks between
                                                      two on average), or as asked again */
    /* The connection was lost and is made anew: "silent", "disconnected" or the reason of a bye. */
    std::function<void(const std::string &reason)> on_disconnected;
    std::function<void(const Value &)> on_error; /* without one it goes to warn */
    /* Where errors go that nobody listens to, and the bye that is the end: once of each kind (code and pointer).
     * A line on stderr until it is set; PosedActor sets it to UE_LOG. */
    std::function<void(const std::string &line)> warn;

    explicit Session(const std::string &channels = "root,joints,rotations,contacts");
    /* The session's, as long as it lives. */
    Figure *Spawn(float x, float z, float facing, const std::string &model = "");
    /* A character of the user's own, put before (PUT /v1/characters/NAME); ask for the channel "character". */
    Figure *SpawnCharacter(const std::string &character, float x, float z, float facing);
    /* With any of the message's other fields, as JSON: "\"body\":{\"model\":\"person\"},\"style\":\"proud\"" (docs/reference/stream.md of posed). */
    Figure *SpawnWith(const std::string &members, float x, float z, float facing);
    void Despawn(Figure *figure);
    /* Holds until the next one. Its seq, which frames repeat. */
    uint64_t Send(Figure *figure, const Input &input);
    /* Walks along x, z, x, z... of the stage, in place of what inputs say; in a new session again. The ref, as Ask's. */
    unsigned Follow(Figure *figure, const std::vector<float> &path, const Route &route = Route());
    /* Goes to a chair and sits down. The ref, as Ask's. */
    unsigned Sit(Figure *figure, const Seat &seat);
    unsigned StandUp(Figure *figure);
    /* channels: names with commas between. Kept when the line is lost. The ref that on_answer gets. */
    /* compact: largest error in mm of frames of a fifth of the size, which have hips and no joints; 0: other frames. */
    unsigned Profile(const std::string &channels, int divisor, int bits, int compact = 0);
    /* Ticks between two frames, as they come: what the profile asks for, or more while the server has not the time. */
    double Divisor() const
    {
        return lowered_ > divisor_ ? lowered_ : divisor_;
    }
    /* members: JSON behind the type, ,"a":1 ; the ref. */
    unsigned Ask(const std::string &type, const std::string &members);
    void Leave();
    /* How the figure is to be drawn now; false before there is a frame with it. */
    bool Sample(Character *out, const Figure *figure, double now) const;
    const Skeleton &SkeletonOf(const std::string &model) const;

    void Connecting();
    void Opened();
    void HeardText(const std::string &text);
    void HeardBytes(const void *bytes, size_t size, double now);
    void Lost(double now);
    void Beat(double now);

  private:
    void Join();
    void LoseFor(double now, const std::string &reason);
    void TakeWelcome(const Value &message);
    void TakeSpawned(const Value &message, unsigned ref);
    void TakeError(const Value &message, unsigned ref);
    void WarnOnce(const std::string &code, const Value &message);
    void Place(Figure *figure, const float position[2], float facing);
    void SendHeld(Figure *figure);
    unsigned AskOf(const Figure *figure, const std::string &type, const std::string &members);
    std::deque<Figure> figures_;
    std::vector<Figure *> live_;
    std::map<unsigned, Figure *> spawning_;
    std::set<std::string> warned_;
    std::string profile_;
    unsigned refs_ = 0, join_ref_ = 0;
    int attempts_ = 0, divisor_ = 1;
    double tick_rate_ = 60, beat_due_ = 0, after_ = 0, lowered_ = 0;
    double quiet_ = 0,
           beat_at_ =
               -1;       /* seconds without a message, summed beat by beat; of the last beat, below 0: none */
    std::string reason_; /* of a bye */
    bool is_final_ = false;
    std::minstd_rand chance_{std::random_device{}()};
};

} // namespace posed
#endif
