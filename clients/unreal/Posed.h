#ifndef POSED_UNREAL_H
#define POSED_UNREAL_H
/* Posed.h, Posed.cpp: client of the posed daemon for Unreal and for any other C++14 program. posed is a server that animates characters; this client
 * receives their poses over a WebSocket and sends inputs. It does not use the engine, exceptions or RTTI. The caller provides the socket. The C client
 * (clients/c/posed.c and posed.h of posed) decodes and encodes the binary messages; compile it too.
 *
 *     ReadFrame, WireReader   decode the binary frames that the daemon sends
 *     Timeline                interpolates between frames, so that characters move smoothly at any frame rate
 *     Input                   encodes a character's input (stick, gait, jump) as a binary message of 32 bytes
 *     Session                 implements the protocol: joins, creates characters, reconnects
 *     unreal::                converts between posed's axes and units and Unreal's
 *
 * Spaces   posed: metres, radians; right-handed, +Y up. A yaw of 0 faces +Z; +X is then the character's left.
 *          Unreal: centimetres, degrees; left-handed, X ahead, Y right, Z up.
 *          World: coordinates of the scene on the daemon.
 *          Root frame: the character's own frame. Its origin is the point of the ground under the hips; its axes are the world's, rotated by the
 *          character's yaw about +Y. Character::World converts a point from the root frame to the world.
 *          Rotations of joints are quaternions x, y, z, w relative to the parent joint; that of joint 0 is relative to the root frame.
 *          All members are in posed's axes and units, except the results of unreal:: and the nodes of uploaded character files.
 * Memory   a Frame owns its arrays. No byte beyond the given size is read.
 * Threads  an object may be used by one thread at a time.
 *
 * The documentation of posed describes the protocol in docs/reference/stream.md and compact frames in docs/reference/wire.md.
 */
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace posed
{

/* A point or a vector of three components. */
struct Vec3 {
    float x, y, z;
};

/* A rotation as a unit quaternion. */
struct Quat {
    float x, y, z, w;
};

/* Interpolates linearly from a (t = 0) to b (t = 1). A t outside 0 to 1 extrapolates. */
Vec3 Mix(const Vec3 &a, const Vec3 &b, float t);
/* Returns the dot product of two quaternions. */
float Dot(const Quat &a, const Quat &b);
/* Interpolates along the shorter arc from a (t = 0) to b (t = 1). Returns a unit quaternion. */
Quat Slerp(const Quat &a, Quat b, float t);
/* Returns the angle, radians, reduced to the range from -pi to pi. */
double Wrap(double angle);

/* Conversion between posed's axes and Unreal's: (X, Y, Z) = 100 (z, -x, y). The mapping contains a mirror, so a rotation turns in the opposite
 * direction about the converted axis. */
namespace unreal
{
/* Converts a position or an offset from metres in posed's axes to centimetres in Unreal's: FVector(v.x, v.y, v.z). */
Vec3 Place(const Vec3 &p);
/* Converts a rotation from posed's axes to Unreal's: FQuat(q.x, q.y, q.z, q.w). */
Quat Turn(const Quat &q);
/* Converts a yaw of posed, radians, to the Yaw of an FRotator: degrees, clockwise seen from above. */
float YawDegrees(float yaw);
/* Converts the Yaw of an FRotator, degrees (for example a camera's), to a yaw of posed, radians. */
float Yaw(float degrees);
/* Inverse of Place: converts a position from centimetres in Unreal's axes to metres in posed's. */
Vec3 Stage(const Vec3 &p);
/* Converts a stick's deflection, right and ahead from -1 to 1, to Input::move. */
void Move(float out[2], float right, float ahead);
/* Convert the local translation and rotation of a node of a glTF file, metres, to Unreal's axes and centimetres as Unreal's own importer (Interchange)
 * does: (X, Y, Z) = 100 (x, z, y). */
Vec3 FilePlace(const Vec3 &p);
Quat FileTurn(const Quat &q);
} // namespace unreal

/* -- frames ------------------------------------------------------------------- */

/* Bits of the channels of a frame. A channel is a part of the pose that the client asks for by name (Session::Profile). */
enum Channel {
    kRoot = 1,
    kJoints = 2,
    kRotations = 4,
    kContacts = 8,
    kTrajectory = 16,
    kSmpl = 32,
    kVertices = 64,
    kCharacter = 128, /* nodes of an uploaded character file */
    kFace = 512,      /* weights of the face and rotations of the fingers */
    kSoft = 1024      /* soft-tissue coefficients of the body */
};

/* Sizes of the arrays of a character's channels. A frame does not contain them; they come from the message `welcome`.
 * joints: number of joints of the skeleton. samples: number of samples of the trajectory. */
struct Counts {
    int joints, samples;
};

/* Pose of one character at one time. Arrays of channels that the frame does not contain are empty. */
struct Character {
    /* Number of the character in its session. Figure::id has the same value. */
    uint32_t id = 0;
    /* Number of the last input that this frame takes into account (Session::Send returns it). At most 2^53. */
    uint64_t seq = 0;
    /* Channels that the frame contains for this character: bits of Channel. */
    unsigned channels = 0;
    /* contacts: parts of the feet that touch the ground, as bits: 1 left heel, 2 left toe, 4 right heel, 8 right toe.
     * gait: strongest gait: 0 stand, 1 walk, 2 jog and run, 3 crouch, 4 jump, 5 bump. */
    int contacts = 0, gait = 0;
    /* phase: phase of the stride, 0 to 2 pi: 0 at the contact of the right foot, pi at that of the left.
     * yaw: facing, radians about +Y; 0 faces +Z. */
    float phase = 0, yaw = 0;
    /* Point of the ground under the hips, world, metres. */
    Vec3 root{0, 0, 0};
    /* Points in the root frame, metres. joints: positions of the joints, in the order of Skeleton::names. trajectory: past and predicted positions of the
     * root; the sample at half the size is the present one. vertices: surface of the body. */
    std::vector<Vec3> joints, trajectory, vertices;
    /* Facing at each sample of the trajectory, radians, relative to the root frame. */
    std::vector<float> facings;
    /* Rotations relative to the parent joint; the first one is relative to the root frame. rotations: joints of the skeleton, in the order of
     * Skeleton::names. smpl_rotations: 24 joints of the SMPL body model. */
    std::vector<Quat> rotations, smpl_rotations;
    /* Position of the pelvis of the SMPL body, root frame, metres. */
    Vec3 smpl_pelvis{0, 0, 0};
    /* Local rotations of the nodes of an uploaded character file, in the file's axes and in the order of Figure::joints. */
    std::vector<Quat> node_rotations;
    /* Local translation of the node Figure::root of an uploaded character file, in the file's axes and units. */
    Vec3 node_root{0, 0, 0};
    /* Local translations of the nodes of an uploaded character file that Figure::translated names, in that order and in the file's axes and units. */
    std::vector<Vec3> node_translations;
    /* True if the frame is compact and contains rotations. Then hips is set. Compact frames have no joints. */
    bool has_hips = false;
    /* Position of the first joint, root frame, metres. Valid if has_hips is true. */
    Vec3 hips{0, 0, 0};
    /* Weights of the blend shapes of the face: FaceName(i) is the name of weight i. 0 is the face at rest, 1 the whole shape. */
    std::vector<float> face_weights;
    /* Soft-tissue coefficients of the body: weights of the morph targets that Figure::soft names. */
    std::vector<float> soft;
    /* Rotations of the finger joints, relative to the parent joint and to the rest pose. Left hand first, then right hand; in each hand index, middle,
     * pinky, ring and thumb, three joints each from the palm outwards. */
    std::vector<Quat> finger_rotations;

    /* Converts a point from the root frame to the world (posed's axes, metres). */
    Vec3 World(const Vec3 &p) const;
};

/* Returns the name of a weight of Character::face_weights: ARKit's 52 blend shapes, beginning with the eyes ("eyeBlinkLeft"), then 14 visemes.
 * NULL if index is not 0 to 65. */
const char *FaceName(int index);

/* A decoded frame: the poses of all characters of a session at one tick. */
struct Frame {
    /* Number of the simulation step. */
    uint32_t tick = 0;
    /* Time of the tick on the server's clock, seconds. */
    double time = 0;
    /* Number of bits in which each rotation was sent: 48 or 32. Compact frames have 48 here, although they are coded differently. */
    int rotation_bits = 48;
    std::vector<Character> characters;
};

/* Decodes a frame that is not compact. counts_of returns the array sizes of the character with the given id.
 * Returns false if the bytes are not a valid frame of version 1; the content of out is then unspecified. */
bool ReadFrame(Frame *out, const void *bytes, size_t size, const std::function<Counts(uint32_t)> &counts_of);

/* Decodes compact frames. Most compact frames contain only changes since the frame before, so one WireReader must get all frames of a connection in the
 * order of arrival. The decoded characters have hips and no joints. docs/reference/wire.md of posed describes the format. */
class WireReader
{
  public:
    WireReader();
    ~WireReader();
    WireReader(WireReader &&);
    WireReader &operator=(WireReader &&);
    /* True if the message is a compact frame, which Read decodes. ReadFrame decodes all other binary messages. */
    static bool IsCompact(const void *bytes, size_t size);
    /* Decodes a compact frame. Returns false if it is invalid, or is a delta frame whose predecessor was not decoded. Then delta frames are refused until
     * the next key frame, which the server sends within 5 seconds. */
    bool Read(Frame *out, const void *bytes, size_t size);

  private:
    /* The C client's reader and its memory. */
    struct State;
    std::unique_ptr<State> state_;
};

/* Input of a character. Each input replaces the whole previous one: a field that is not set counts as zero. */
struct Input {
    /* Number of the character. Session sets it. */
    uint32_t id = 0;
    /* Number of the input, increasing from 1. Session::Send sets it. */
    uint64_t seq = 0;
    /* jump: each change from false to true makes the character jump once. responsive: the character follows the stick sooner, with more sliding of the
     * feet. has_look: look is valid. */
    bool jump = false, responsive = false, has_look = false;
    /* Gait: 0 auto (walks, or jogs or runs if speed asks for it), 1 walk, 2 jog, 3 run, 4 crouch. */
    int gait = 0;
    /* Axes in which move and look are given: 0 world, 1 character (+Z is its facing), 2 camera (+Z is camera_yaw). */
    int axes = 0;
    /* move: deflection of the stick, x and z; lengths above 1 count as 1; +X is left and +Z is ahead. unreal::Move converts a stick.
     * look: direction x, z that the character faces while it strafes. */
    float move[2] = {0, 0}, look[2] = {0, 0};
    /* camera_yaw: yaw of the camera, radians. strafe: 0 faces the direction of motion, 1 faces look. speed: speed at full deflection of the
     * stick, m/s; 0: the speed of the gait. */
    float camera_yaw = 0, strafe = 0, speed = 0;

    /* Encodes the input: 32 bytes, or 36 if seq is 2^32 or more. */
    std::string Write() const;
};

/* -- interpolation ------------------------------------------------------------- */

/* Stores the newest 64 frames and interpolates between them. Also estimates the difference between the local clock and the server's. Positions are
 * interpolated linearly, rotations along the shorter arc. Two frames that are more than 0.5 s apart are not interpolated; the older one
 * is extrapolated instead. */
class Timeline
{
  public:
    /* Removes all frames, and resets the clock difference and the list of removed characters. */
    void Clear();
    /* Updates Offset. time: a frame's time, server's clock. now: time of its arrival, local clock. Both in seconds. */
    void TakeTime(double time, double now);
    /* Corrects Offset by the answer to a ping. sent, now: local times of the ping and of its answer. server_time: time of the answer, server's clock. All
     * in seconds. The answer bounds the true value of Offset. If Offset is more than 0.25 s outside of the bounds, a clock has jumped, for example because
     * a computer slept, and Offset is set at once. */
    void TakePong(double sent, double server_time, double now);
    /* Stores a frame. Returns false, and stores nothing, if the frame is not newer than the newest stored one. Changes the signs of the frame's quaternions
     * to those nearest to the frame before. */
    bool Push(Frame frame);
    /* Removes a character from all stored frames and ignores it in later ones. */
    void Remove(uint32_t id);
    /* Returns the character as the newest frame contains it, or NULL if that frame does not contain it. Valid until the Timeline changes. */
    const Character *Newest(uint32_t id) const;
    /* Computes the character's pose at a time of the server's clock, seconds: interpolated between two frames, or with root and yaw extrapolated beyond the
     * newest one for at most 0.1 s. Returns false if the frames around that time do not contain the character. */
    bool Sample(Character *out, uint32_t id, double time) const;
    /* True after the first frame has arrived. Then Offset is valid. */
    bool HasOffset() const
    {
        return has_offset_;
    }
    /* Returns the local clock minus the server's clock, seconds, including the shortest transmission time. */
    double Offset() const
    {
        return offset_;
    }

  private:
    typedef std::map<uint32_t, Character> Entry;
    /* Extrapolates root and yaw of out beyond entry k with the velocity between entries k - 1 and k. */
    void Beyond(Character *out, size_t k, double time) const;
    /* Time and characters of each frame, oldest first. */
    std::deque<std::pair<double, Entry>> entries_;
    /* Ids of removed characters. Later frames may still contain them; Push ignores them. */
    std::set<uint32_t> gone_;
    /* Seconds. halves_: least clock difference in the previous and in the present half of the window. since_: begin of the present half. last_: time of the
     * last measurement. */
    double halves_[2] = {1e300, 1e300}, since_ = -1e300, last_ = -1e300, offset_ = 0;
    bool has_offset_ = false;
};

/* Interpolates from a (t = 0) to b (t = 1). Values that cannot be interpolated, such as contacts, are those of the nearer one. */
Character Between(const Character &a, const Character &b, float t);

/* -- text messages ---------------------------------------------------------------- */

/* A JSON value. Messages of the server are objects. */
class Value
{
  public:
    enum Type { kNull, kBool, kNumber, kText, kList, kObject };
    Type type = kNull;
    /* Value of a number. Of a boolean: 1 for true, 0 for false. */
    double number = 0;
    /* Value of a string, UTF-8. */
    std::string text;
    /* Elements of an array. */
    std::vector<Value> list;
    /* Names and values of the members of an object. */
    std::vector<std::pair<std::string, Value>> members;

    /* Parses a JSON text. Returns false if it is invalid. */
    static bool Read(Value *out, const std::string &json);
    /* Returns a member of an object, or a null value if there is none of this name. */
    const Value &operator[](const char *name) const;
    /* Returns an array of three numbers as a point, or zero if the value is anything else. */
    Vec3 Point() const;
};

/* Returns the path of an HTTP request to the daemon (docs/reference/api.md of posed): /v1/kind/id/more?name=value. Any HTTP library can send it, for
 * example Unreal's FHttpModule. Characters of id, names and values are escaped where necessary. A POST takes all fields in its JSON body instead of
 * the query. Example: Path("models", "person", "mesh", {{"format", "glb"}, {"rig", "true"}}). */
std::string Path(const std::string &kind, const std::string &id = "", const std::string &more = "",
                 const std::vector<std::pair<std::string, std::string>> &query = {});

/* Skeleton of a motion model, as the message `welcome` describes it. */
struct Skeleton {
    /* Id of the motion model. */
    std::string model;
    /* True for the model that characters get if none is named. */
    bool is_default = false;
    /* Number of samples of the channel kTrajectory. */
    int samples = 0;
    /* Names of the joints. A parent precedes its children. */
    std::vector<std::string> names;
    /* Index of each joint's parent; -1 for a joint without a parent. */
    std::vector<int> parents;
    /* Offset of each joint from its parent in the rest pose, posed's axes, metres. */
    std::vector<Vec3> offsets;
};

/* -- sessions ---------------------------------------------------------------------- */

/* State of a session. Closed: not connected, and no connection will be opened. Connecting: the socket is being opened. Joining: `join` was sent.
 * Open: the server has answered `welcome`. Waiting: the connection was lost, and the next one is to be opened at Session::next_try. */
enum class State { Closed, Connecting, Joining, Open, Waiting };

/* A character that this client created in its session. A Figure stays valid across reconnections. */
struct Figure {
    /* Number of the character on the server. 0 until the server has created it. Changes if the server lost the session and a new one was created. */
    uint32_t id = 0;
    /* Number of the last input that was given to Session::Send. */
    uint64_t seq = 0;
    /* Id of the motion model that moves the character. Empty until the server has created it. */
    std::string model;
    /* Last input. The session repeats it every second while has_held is true. */
    Input held;
    bool has_held = false;
    /* position: x, z at which the character was created, world, metres. facing: facing there, radians about +Y. */
    float position[2] = {0, 0}, facing = 0;
    /* Id of the motion model that was asked for. Empty: the default. */
    std::string wanted;
    /* Other fields of the message `spawn`, as JSON without the braces. */
    std::string members;
    /* Name of the uploaded character file. Empty for other characters. */
    std::string character;
    /* Names of the nodes of the uploaded character file, in the order of Character::node_rotations. Empty for other characters. */
    std::vector<std::string> joints;
    /* Name of the node of the file whose translation is Character::node_root. */
    std::string root;
    /* Names of the other nodes that frames translate as well as rotate, in the order of Character::node_translations. */
    std::vector<std::string> translated;
    /* Names of Character::face_weights: those of the uploaded file's morph targets, or FaceName(0) to FaceName(65). */
    std::vector<std::string> face;
    /* Names of Character::soft: dmpl_0, dmpl_1, ..., breathing. Empty: the body has no soft tissue. */
    std::vector<std::string> soft;
    /* Scale at which the uploaded character file is drawn in the world. 1 for other characters. */
    float scale = 1;
    /* Fields of the message `follow`, as JSON, which is sent again in a new session. Empty: the character follows no path. */
    std::string route;
    /* State of the sound that Session::Hear began. Only Session uses it. */
    struct Hearing {
        /* Fields of the message `hear`, as JSON. Empty: no sound. */
        std::string members;
        /* Samples a second. */
        int rate = 0;
        /* Ref of the last `hear` of this connection. 0: the connection has sent none. */
        unsigned ref = 0;
        /* Number of the first sample of the next message, counted from the beginning of the sound. */
        uint64_t at = 0;
        /* Samples of the next message, little-endian, 2 bytes each. */
        std::string samples;
        /* Time of the last message, seconds. */
        double sent = 0;
    } hearing;
};

/* Options of a path (Session::Follow). A field of 0 leaves the value to the server. */
struct Route {
    /* True: the path is a closed loop, which the character walks without end. */
    bool closed = false;
    /* True: the path has one point, which is the destination. The server finds a way to it around walls, seats and steps. */
    bool round = false;
    /* Distance that the character keeps from the session's other characters, metres. 0: the character does not avoid them. */
    float space = 0;
    /* Radius, metres: the character walks without end between random destinations around the path's only point. 0: it follows the path. */
    float wander = 0;
    /* Distance along the path to the point at which the character aims, metres. */
    float lookahead = 0;
    /* Speed, m/s. */
    float speed = 0;
    /* Gait, as Input::gait. */
    int gait = 0;
};

/* A chair that a character can sit on (Session::Sit). */
struct Seat {
    /* at: x, z of the seat, world, metres. facing: direction in which the chair faces, radians about +Y.
     * height: height of the seat above the ground, 0.3 to 0.65 m. */
    float at[2] = {0, 0}, facing = 0, height = 0.45f;
    /* Duration from standing to sitting, seconds. 0: the server's default. */
    float seconds = 0;
    /* Distance that the character keeps from the session's other characters on its way, metres. 0: the character does not avoid them. */
    float space = 0;
};

/* A clip that a character plays (Session::Play): an emote of the server, or one put with PUT /v1/clips/NAME. */
struct Clip {
    /* Id of the clip, such as "wave". */
    std::string name;
    /* Groups such as "upper" or "left_arm", or joints, that play the clip. Empty: as the clip says. */
    std::vector<std::string> mask;
    /* Share of the clip for each element of mask, 0 to 1. Empty: 1. */
    std::vector<float> weights;
    /* Seconds from one motion to the other. 0: as the clip says. */
    float fade = 0;
    /* Factor of the clip's speed, 0.1 to 4. 0: 1. */
    float speed = 0;
    /* The next three are 1: yes, -1: no, 0: as the clip says. */
    int loop = 0; /* repeats the clip */
    int root = 0; /* moves the character along the clip's path */
    int feet = 0; /* keeps planted feet in place */
    /* True: begin after the clips that play or wait. */
    bool queue = false;
};

/* Options of what a character speaks (Session::Speak). */
struct Utterance {
    /* Name of up to 64 bytes that on_speech repeats. Empty: none. */
    std::string name;
    /* True: begin after what the character speaks. False: that ends. */
    bool queue = false;
    /* Seconds until time 0 of the utterance is heard. */
    float delay = 0;
    /* Factor of the speed of a text, 0.25 to 4. 0: 1. */
    float speed = 0;
};

/* How a character is in a conversation (Session::Feel). What is left out ends. */
struct Manner {
    /* Amounts from 0 to 1 of calm, happy, sad, angry, surprised, afraid and disgusted: {{"happy", 0.6f}}. */
    std::vector<std::pair<std::string, float>> emotions;
    /* "speaking", "listening" or "thinking". Empty: as it speaks and its partner speaks. */
    std::string part;
    /* Character of this session with whom it talks. NULL: none. */
    const Figure *partner = nullptr;
    /* How much head, brows and eyes move, 0 to 1. Negative: the server's. */
    float liveliness = -1;
    /* Duration of the change, seconds. 0: the server's. */
    float seconds = 0;
};

/* A sound that moves a character's mouth (Session::Hear). */
struct Listening {
    /* Samples a second. */
    int rate = 48000;
    /* Name that on_speech repeats. Empty: none. */
    std::string utterance;
    /* What is said, if it is known. Empty: it is not. */
    std::string text;
    /* Seconds until the sound is heard, for one that is played later. Negative: it is live. */
    float delay = -1;
};

/* A message to send. is_text: true for a text message, false for a binary one. */
struct Packet {
    std::string bytes;
    bool is_text;
};

/* Implements the protocol of the stream: joins a session on the daemon, creates characters, sends inputs, and reconnects after a loss. It uses neither a
 * socket nor a clock. The caller does the following:
 *
 *     1. It calls Connecting and opens a WebSocket to ws://HOST/v1/stream with the subprotocol posed.v1.
 *     2. It calls Opened when the socket is open, and HeardText or HeardBytes for each message that arrives.
 *     3. It sends the messages in `out`, in order, removes them, and calls Beat in every rendered frame.
 *     4. It calls Lost when the socket has closed or could not be opened. While `state` is Waiting, it begins again with step 1 at the time next_try.
 *
 * If no message arrives for `silence` seconds, Beat sets `state` to Waiting and calls on_disconnected with "silent". The caller must then drop the socket
 * without waiting for it to close.
 *
 * If the server no longer has the session, for example after a restart, a new session is created with the same figures at their last positions.
 * Times are in seconds of any clock that does not run backwards. Callbacks that are empty are not called. */
class Session
{
  public:
    State state = State::Closed;
    /* next_try: time at which to connect again, while state is Waiting. first_wait, longest_wait: a wait before a new connection is a random time from 0 to
     * a limit, in seconds. The limit is first_wait after the first failure, twice as long after each further one, at most longest_wait. So clients that lost
     * the same server do not come back at once.
     * delay: how far Sample stays behind the newest frame, in intervals between two frames; a larger delay tolerates more
     * jitter of the network. */
    double next_try = 0, first_wait = 1, longest_wait = 8, delay = 2.5;
    /* Time without a message after which the connection counts as lost, seconds. 0: only the operating system detects a lost connection. */
    double silence = 10;
    /* scene: name of an uploaded scene in which to create the session; empty: flat ground. watch: id of another client's session to watch; empty: none.
     * token: token by which the session is resumed; empty: create or watch a session. id: id of the present session. `welcome` sets token and id. */
    std::string scene, watch, token, id;
    /* Name of a room to join, or to begin if there is none. Empty: no room. */
    std::string room;
    /* Name that the other members of the room see. */
    std::string member_name;
    /* "player", "watcher" or "host". Empty: player. */
    std::string role;
    /* Secret of the room. Empty: none. */
    std::string secret;
    /* Largest number of members of a new room. 0: as many as the server allows. */
    int capacity = 0;
    /* Skeletons of the motion models that the server offers. Empty before the first `welcome`. */
    std::vector<Skeleton> skeletons;
    /* Messages to send, in order. */
    std::deque<Packet> out;
    /* The frames that have arrived. */
    Timeline timeline;
    WireReader wire;

    /* Called when the server has accepted the connection. is_new: the previous session could not be resumed and a new one was created. */
    std::function<void(const Value &, bool is_new)> on_welcome;
    /* Called when the server has created a character. */
    std::function<void(Figure *)> on_spawned;
    /* Called for each new frame. */
    std::function<void(const Frame &)> on_frame;
    /* Called for each event of a character. The member "event" is footstep, jump, land, blocked, arrived or unreachable. */
    std::function<void(Figure *, const Value &)> on_event;
    /* Called for what happens in the room, and for characters of others. The member "type" is entered, left,
     * message, taken or spawned. */
    std::function<void(const Value &)> on_told;
    /* Called when a clip begins or ends on a character. The member "event" is play_started or play_ended,
     * "clip" is the clip's id, and "reason" says why it ended. */
    std::function<void(Figure *, const Value &)> on_clip;
    /* Called when a character's speech begins, at each word, and when it ends. The member "event" is
     * speech_started, word or speech_ended, and "utterance" is the name that Speak or Hear gave it. */
    std::function<void(Figure *, const Value &)> on_speech;
    /* Called for each answer. ref is the number that Ask returned. */
    std::function<void(unsigned ref, const Value &)> on_answer;
    /* Called when the server sends fewer frames than the profile asks for, because it is overloaded, and when the requested rate is restored. The member
     * "divisor" is the average number of ticks between two frames. */
    std::function<void(const Value &)> on_lowered;
    /* Called when the connection is lost and a new one will be opened. reason: "silent" (no message for `silence` seconds), "disconnected", or the reason
     * that the server gave in its message `bye`. */
    std::function<void(const std::string &reason)> on_disconnected;
    /* Called for each error that the server reports. If it is empty, errors are passed to warn. */
    std::function<void(const Value &)> on_error;
    /* Called with a line of text for each error that no other callback reports, for a value that looks like a mistake, and for a `bye` that ends the session permanently. Each pair of error code
     * and JSON pointer is reported once. If it is empty, the line is printed to stderr. PosedActor sets it to UE_LOG. */
    std::function<void(const std::string &line)> warn;

    /* Creates a session that asks for these channels in its frames: names separated by commas. */
    explicit Session(const std::string &channels = "root,joints,rotations,contacts");
    /* Creates a character at x, z (world, metres) with a facing (radians about +Y; 0 is +Z). model: id of a motion model; empty: the default. May be called
     * before the session is open. The Session owns the Figure, which is valid as long as the Session. */
    Figure *Spawn(float x, float z, float facing, const std::string &model = "");
    /* Creates a character from a file that was uploaded before (PUT /v1/characters/NAME). The session must ask for the channel "character". */
    Figure *SpawnCharacter(const std::string &character, float x, float z, float facing);
    /* Creates a character with other fields of the message `spawn`, as JSON without the braces: "\"body\":{\"model\":\"person\"},\"style\":\"proud\""
     * (docs/reference/stream.md of posed). */
    Figure *SpawnWith(const std::string &members, float x, float z, float facing);
    /* Removes a character from the session. */
    void Despawn(Figure *figure);
    /* Sets a character's input, which stays in effect until the next one, and ends a path. Returns the number of the input. Character::seq of a frame is the
     * number of the last input that the frame takes into account. */
    uint64_t Send(Figure *figure, const Input &input);
    /* Makes a character walk along a path until the next input. path: x, z of each point, world, metres. The path is sent again when the character is created
     * later or in a new session. Returns the ref of the request, as Ask does; 0 if it was not sent now. */
    unsigned Follow(Figure *figure, const std::vector<float> &path, const Route &route = Route());
    /* Makes a character walk to a chair and sit down. Returns the ref of the request, as Ask does; 0 if it was not sent. */
    unsigned Sit(Figure *figure, const Seat &seat);
    /* Makes a sitting character stand up. Returns the ref of the request, as Ask does; 0 if it was not sent. */
    unsigned StandUp(Figure *figure);
    /* Makes a character play a clip. Returns the ref of the request, as Ask does; 0 if it was not sent. */
    unsigned Play(Figure *figure, const Clip &clip);
    /* Ends the clips that play or wait. Returns the ref of the request, as Ask does; 0 if it was not sent. */
    unsigned StopPlaying(Figure *figure);
    /* Makes a character speak a text (UTF-8). Returns the ref of the request, as Ask does; 0 if it was not
     * sent. */
    unsigned Speak(Figure *figure, const std::string &text, const Utterance &options = Utterance());
    /* Makes a character speak an utterance with times, as JSON without the braces, such as
     * "\"visemes\":[...],\"source\":\"azure\"" (docs/guide/speech.md of posed). Returns the ref of the
     * request, as Ask does; 0 if it was not sent. */
    unsigned SpeakWith(Figure *figure, const std::string &members, const Utterance &options = Utterance());
    /* Ends the speech of a character and drops the utterances that wait. The mouth closes in 0.12 s. Returns
     * the ref of the request, as Ask does; 0 if it was not sent. */
    unsigned Hush(Figure *figure);
    /* Sets emotions, partner and liveliness of a character. Returns the ref of the request, as Ask does; 0 if
     * it was not sent. */
    unsigned Feel(Figure *figure, const Manner &manner = Manner());
    /* Begins a sound whose speech moves the mouth of a character; Sound sends its samples. After a lost
     * connection, and after a pause of more than 2 s, it begins anew with the next samples. Returns the ref of
     * the request; 0 if the character is not created yet: then the sound begins with the first samples after
     * that. */
    unsigned Hear(Figure *figure, const Listening &listening = Listening());
    /* Sends the next samples of the sound that Hear began, from -1 to 1. They leave in chunks of 20 ms. Without a connection
     * they are dropped. count: number of values. channels: their number, whose mean is sent. */
    void Sound(Figure *figure, const float *samples, size_t count, int channels = 1);
    /* The same for samples of 16 bits of one channel. */
    void Sound(Figure *figure, const int16_t *samples, size_t count);
    /* Ends the sound that Hear began, after what was sent. Returns the ref of the request; 0 if there is no sound. */
    unsigned HearEnd(Figure *figure);
    /* Sets which data frames contain. The setting is sent again after each reconnection. channels: names of the channels, separated by commas. divisor: a
     * frame every divisor-th tick. bits: bits of a rotation, 48 or 32. compact: 1 to 10 asks for compact frames, about a fifth of the size, with this
     * largest error in mm; 0: frames that are not compact. Returns the ref of the request, as Ask does. */
    unsigned Profile(const std::string &channels, int divisor, int bits, int compact = 0);
    /* Ticks between two frames: the divisor of the profile, or the larger average that the server has reported because it is overloaded. */
    double Divisor() const
    {
        return lowered_ > divisor_ ? lowered_ : divisor_;
    }
    /* Queues a text message of any type (docs/reference/stream.md of posed). members: its other fields as JSON, each after a comma: ,"a":1. Returns its ref,
     * which on_answer gets with the answer. Returns 0, and queues nothing, unless state is Open. */
    unsigned Ask(const std::string &type, const std::string &members);
    /* Sends a text of at most 1024 bytes to the other members of the room, or to the member `to` alone.
     * Returns the ref, as Ask does. */
    unsigned Say(const std::string &text, uint32_t to = 0);
    /* Takes an object of the room, which then no other member can take, or gives it back. Returns the ref, as Ask does. */
    unsigned Take(const std::string &name, bool release = false);
    /* Ends the session on the server; state becomes Closed when the socket closes. If state is not Open,
     * it becomes Closed at once and no new connection is opened. */
    void Leave();
    /* Computes the pose of a character to draw at the local time now, seconds (the clock that HeardBytes gets). It is `delay` frame intervals in the past.
     * Returns false until a frame contains the character. */
    bool Sample(Character *out, const Figure *figure, double now) const;
    /* Returns the skeleton of a motion model, or that of the default model if this one is not known. Empty before the first `welcome`. */
    const Skeleton &SkeletonOf(const std::string &model) const;

    /* Tells the session that the caller has begun to open a socket. */
    void Connecting();
    /* Tells the session that the socket is open. Queues the message `join`. */
    void Opened();
    /* Processes a text message. A text that is not valid JSON is ignored. now: time of its arrival, seconds;
     * below 0: the newest time that the session was given. */
    void HeardText(const std::string &text, double now = -1);
    /* Processes a binary message, which is a frame. now: time of its arrival, seconds. An invalid frame is ignored. */
    void HeardBytes(const void *bytes, size_t size, double now);
    /* Tells the session that the socket has closed or could not be opened. state becomes Waiting, with the time of the next attempt in next_try, or Closed if
     * the session has ended permanently. now: seconds. */
    void Lost(double now);
    /* Returns whether it is time to connect again. now: seconds. If next_try is long past, because the program was paused, a new random wait begins:
     * programs that wake together do not connect at once. */
    bool IsDue(double now);
    /* Does periodic work; call it in every rendered frame. now: seconds. If more than two seconds have passed since the last call, the program was paused:
     * then it sends a ping, and frames are ignored until its answer, because they are old. Every second it repeats the inputs, because the server ignores an input that is too
     * old (`stream.input_timeout`), and sends a ping. It also detects a silent connection. */
    void Beat(double now);

  private:
    void Join();
    /* Notices a pause of the program: sends a ping whose answer ends it. */
    void Notice(double now);
    void Ping(double now);
    /* Does the work of Lost and reports the reason to on_disconnected. */
    void LoseFor(double now, const std::string &reason);
    void TakeWelcome(const Value &message);
    void TakeSpawned(const Value &message, unsigned ref);
    void TakeError(const Value &message, unsigned ref);
    /* Passes an error to warn, once for each pair of code and pointer. */
    void WarnOnce(const std::string &code, const std::string &pointer, const std::string &detail);
    void WarnOnce(const std::string &code, const Value &message);
    /* Passes the warnings of a message to warn: values that the server accepted but that look like mistakes. */
    void WarnOfAll(const std::string &code, const Value &message);
    /* Sends the message `spawn` for a figure. */
    void Place(Figure *figure, const float position[2], float facing);
    /* Queues the figure's last input, if the session is open and the server has created the figure. */
    void SendHeld(Figure *figure);
    /* Asks the server to begin the sound of a figure from sample 0. */
    unsigned BeginHearing(Figure *figure);
    /* Adds a sample to a figure's sound, and sends the chunk that is full. Does nothing without a sound or a connection. */
    void AddSample(Figure *figure, int16_t sample);
    /* Sends the samples of a figure's sound that wait. */
    void SendChunk(Figure *figure);
    /* Sends a request about a figure. Returns 0 if the server has not created it yet. */
    unsigned AskOf(const Figure *figure, const std::string &type, const std::string &members);
    /* All figures ever created. */
    std::deque<Figure> figures_;
    /* Figures that were not removed. */
    std::vector<Figure *> live_;
    /* Figures whose `spawn` has not been answered, by ref. */
    std::map<unsigned, Figure *> spawning_;
    /* Pairs of code and pointer that were reported. */
    std::set<std::string> warned_;
    /* Fields of the message `profile`, as JSON. */
    std::string profile_;
    /* refs_: the last ref. join_ref_: ref of the last `join`. */
    unsigned refs_ = 0, join_ref_ = 0;
    /* attempts_: connections that failed in succession. divisor_: the profile's ticks between two frames. */
    int attempts_ = 0, divisor_ = 1;
    /* tick_rate_: ticks per second. beat_due_: time of the next ping. after_: wait that the server's `bye` asks for, seconds. lowered_: average number of ticks
     * between two frames, as `lowered` reported; 0: no report. */
    double tick_rate_ = 60, beat_due_ = 0, after_ = 0, lowered_ = 0;
    /* quiet_: time without a message, seconds, summed in Beat. beat_at_: time of the last Beat; below 0: none. */
    double quiet_ = 0, beat_at_ = -1;
    /* clock_: newest time that the caller has given. resumed_: end of a pause, whose frames are ignored until a later ping is answered; below 0: none. */
    double clock_ = 0, resumed_ = -1;
    /* Local times of the pings without an answer, by ref. */
    std::map<unsigned, double> pings_;
    /* Reason of the last `bye`. Empty: none. */
    std::string reason_;
    /* True: no new connection is opened after this one. */
    bool is_final_ = false;
    /* Random generator of the time before a new connection. */
    std::minstd_rand chance_{std::random_device{}()};
};

} // namespace posed
#endif
