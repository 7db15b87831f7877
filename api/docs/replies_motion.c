/* Members of the replies of the routes of api/motion. */
#include "api/docs/replies_rows.h"

#include "core/speech/viseme.h"

const pd_api_field pd_api_reply_bone_match[] = {
    ROW("bone", TEXT,
        "Name of the bone in Unity's humanoid; for an animal, the part and its index: tail_1, "
        "left_hind_leg_2."),
    AS("joint", OR_NULL("string"), "Name of the character's joint for this bone; null when it has none."),
    ONE_OF("by", "none|request|vrm|name|tree|shape", "Way in which the joint was found."),
    MAYBE("doubt", TEXT,
          "Reason to doubt the match: another joint may be meant, the sides differ, or, for Hips, the "
          "skeleton does not fit the mesh."),
    {0},
};

const pd_api_field pd_api_reply_character[] = {
    ROW("id", TEXT, "Id of the character, as used in paths."),
    ONE_OF("kind", "glb|vrm", "Kind of the uploaded file."),
    ONE_OF("template", "person|quadruped|bird|spider", "Kind of body: a person or one of the animals."),
    ROW("bytes", INTEGER, "Size of the uploaded file, in bytes."),
    ROW("posed", BOOLEAN, "True when the nodes stand in another pose than the bind pose."),
    MAYBE("note", TEXT,
          "Irregularities of the file: vertices without a weight, weights that do not sum to 1, or joints of "
          "another skeleton, which are not moved."),
    MAYBE_AS(
        "face", NAMES,
        "Names of the blend shapes of a person's file, and of VRM's expressions: those that `face` on the "
        "stream takes and that roll-outs animate."),
    MAYBE_AS("translated", NAMES,
             "Names of the joints, besides the root, whose nodes are also moved by translations: feet, "
             "hands, clavicles or thighs that are children of another joint than in people."),
    AS("rig", OR_NULL("string"),
       "Naming convention of the joints, such as mixamo or unreal; null when it is unknown."),
    AS("match", LIST("BoneMatch"), "Joint of each humanoid bone, or of each part of an animal."),
    ONE_OF("frame", "gltf", "Axes of the character: those of glTF, in metres."),
    AS("joints", LIST("SkeletonJoint"),
       "Joints, parents before children, in the order of the stream's frames."),
    {0},
};

const pd_api_field pd_api_reply_character_summary[] = {
    ROW("id", TEXT, "Id of the character, as used in paths."),
    ONE_OF("kind", "glb|vrm", "Kind of the uploaded file."),
    ONE_OF("template", "person|quadruped|bird|spider", "Kind of body: a person or one of the animals."),
    ROW("bytes", INTEGER, "Size of the uploaded file, in bytes."),
    ROW("joint_count", INTEGER, "Number of joints of the skeleton."),
    ROW("bone_count", INTEGER,
        "Number of the 22 humanoid bones that were found; for an animal, number of joints of its parts."),
    ROW("doubt_count", INTEGER, "Number of bones with a doubt."),
    {0},
};

const pd_api_field pd_api_reply_character_list[] = {
    AS("characters", LIST("CharacterSummary"), "Characters that clients have uploaded."),
    ROW("body_bytes", INTEGER, "Largest size of a file that may be uploaded, in bytes."),
    {0},
};

static const pd_api_field motion_frame_fields[] = {
    ROW("t", NUMBER, "Time of the frame, in seconds."),
    AS("root", REF("Vector"), "Position of the root on the ground, in metres."),
    ROW("yaw", NUMBER, "Heading about +Y in radians; 0 faces +Z."),
    AS("translation", REF("Vector"), "Position of the first joint, in metres."),
    AS("rotations", LIST("Quaternion"), "Rotation of each joint relative to its parent."),
    AS("contacts", FLAT, "Ground contact of each point in `contact_names`, 0 or 1."),
    ROW("phase", NUMBER, "Phase of the gait cycle, 0 to 2 pi; the right foot touches down at 0."),
    AS("gait_weights", FLAT, "Weight of each gait in `gaits`, 0 to 1."),
    AS("events", NAMES,
       "Events of the frame: step_left, step_right, jump, land, blocked, arrived, unreachable."),
    MAYBE_AS("face", FLAT,
             "Weight of each shape in the reply's `face`; present when the script has `faces`."),
    {0},
};

const pd_api_field pd_api_reply_motion[] = {
    ROW("rate", NUMBER, "Frames a second."),
    ROW("frame_count", INTEGER, "Number of frames."),
    ONE_OF("frame", "gltf", "Axes and unit of the coordinates: those of glTF, in metres."),
    AS("joint_names", NAMES, "Names of the joints, in the order of rotations."),
    AS("parents", INDICES, "Index of each joint's parent; -1 for the root."),
    AS("offsets", LIST("Vector"), "Offset of each joint from its parent, in metres."),
    AS("gaits", NAMES, "Names of the gaits, in the order of `gait_weights`."),
    AS("contact_names", NAMES, "Names of the contact points, in the order of `contacts`."),
    MAYBE_AS("face", NAMES,
             "Names of the blend shapes that the script's `faces` move, in the order of their first use."),
    {.name = "frames",
     .type = PD_API_OBJECTS,
     .rows = motion_frame_fields,
     .doc = "Frames of the motion, one a tick."},
    WARNINGS,
    {0},
};

static const pd_api_field ground_fields[] = {
    {.name = "kind",
     .type = PD_API_CHOICE,
     .choices = "flat",
     .optional = 1,
     .doc = "Flat ground; present instead of all other fields."},
    MAYBE("rows", INTEGER, "Number of rows of heights, along +z."),
    MAYBE("columns", INTEGER, "Number of columns of heights, along +x."),
    MAYBE("cell", NUMBER, "Distance between neighbouring heights, in metres."),
    MAYBE("x", NUMBER, "Coordinate x of the first corner, in metres."),
    MAYBE("z", NUMBER, "Coordinate z of the first corner, in metres."),
    MAYBE_AS("heights", "{\"type\":\"array\",\"items\":" FLAT "}",
             "Heights in metres, row by row; present when the request has `heights`."),
    {0},
};

#define AT_PLACE(n, d) AS(n, REF("Place"), d)
static const pd_api_field segment_fields[] = {
    AT_PLACE("from", "First end of the segment."),
    AT_PLACE("to", "Second end of the segment."),
    ROW("width", NUMBER, "Distance of the sides from the segment, in metres: half the width."),
    {0}};

static const pd_api_field jump_fields[] = {
    AT_PLACE("at", "Centre of the jump area."),
    ROW("radius", NUMBER, "Radius within which characters jump, in metres."),
    ROW("falloff", NUMBER, "Width of the ring around the disc over which the effect fades, in metres."),
    {0}};

static const pd_api_field crouch_fields[] = {
    AT_PLACE("at", "Centre of the crouch area."),
    AT_PLACE("size", "Size of the area along x and along z, in metres."),
    ROW("amount", NUMBER, "Depth of the crouch, from 0 (upright) to 1 (deepest)."),
    {.name = "wave",
     .type = PD_API_NUMBER,
     .optional = 1,
     .doc = "Wavelength over which the depth varies, in metres; present when it is not 0."},
    {0}};

static const pd_api_field seat_fields[] = {
    AT_PLACE("at", "Centre of the seat."),
    ROW("facing", NUMBER, "Direction that a sitting person faces, in radians about +Y; 0 faces +Z."),
    ROW("width", NUMBER, "Width of the seat, in metres."),
    ROW("depth", NUMBER, "Depth of the seat, in metres."),
    {0}};

const pd_api_field pd_api_reply_scene[] = {
    ROW("id", TEXT, "Id of the scene, as used in paths."),
    {.name = "ground",
     .type = PD_API_OBJECT,
     .rows = ground_fields,
     .doc = "Ground that characters walk on."},
    {.name = "walls",
     .type = PD_API_OBJECTS,
     .rows = segment_fields,
     .doc = "Walls: line segments that characters cannot cross."},
    {.name = "jumps", .type = PD_API_OBJECTS, .rows = jump_fields, .doc = "Areas in which characters jump."},
    {.name = "crouches",
     .type = PD_API_OBJECTS,
     .rows = crouch_fields,
     .doc = "Areas in which characters crouch."},
    {.name = "beams",
     .type = PD_API_OBJECTS,
     .rows = segment_fields,
     .doc = "Beams: line segments that characters balance on."},
    {.name = "seats",
     .type = PD_API_OBJECTS,
     .rows = seat_fields,
     .doc = "Seats; planned paths lead around them."},
    WARNINGS,
    {0},
};

const pd_api_field pd_api_reply_room[] = {
    ROW("id", TEXT, "Name of the room, as `join` takes it."),
    MAYBE("session", TEXT, "Id of its session, which clients may watch; absent with a secret."),
    ROW("members", INTEGER, "Number of members, those that have lost their connection just now included."),
    ROW("capacity", INTEGER, "Largest number of members."),
    ROW("has_secret", BOOLEAN, "True when a client must give the secret of the room."),
    {0},
};

const pd_api_field pd_api_reply_room_list[] = {AS("rooms", LIST("Room"), "Rooms, the newest first."), {0}};

const pd_api_field pd_api_reply_hit[] = {
    ROW("id", INTEGER, "Id of the character."),
    MAYBE("member", INTEGER, "Number of the member that owns the character."),
    ROW("joint", TEXT, "Name of the joint that moves the place, of the body or of the motion skeleton."),
    ROW("distance", NUMBER, "Distance from the start of the ray in metres."),
    AS("point", REF("Vector"), "Place on the surface, in metres."),
    AS("normal", REF("Vector"), "Direction outwards from the surface there, of length 1."),
    MAYBE("triangle", INTEGER, "Number of the triangle of the body's mesh; absent for capsules."),
    MAYBE_AS("corners", INDICES, "Vertices of that triangle."),
    MAYBE_AS("weights", FLAT, "Weights of the vertices, whose sum is the place."),
    {0},
};

const pd_api_field pd_api_reply_hits[] = {
    ROW("tick", INTEGER, "Number of the room's newest tick."),
    AS("hits", "{\"type\":\"array\",\"items\":" LIST("Hit") "}",
       "For each ray, the characters that it meets, nearest first."),
    {0},
};

const pd_api_field pd_api_reply_ordered[] = {
    ROW("of", TEXT, "Name of the stream's message whose fields the order had."),
    ROW("character", INTEGER, "Id of the character."),
    MAYBE("seconds", NUMBER, "Duration of the utterance of `speak` in seconds."),
    {0},
};

const pd_api_field pd_api_reply_scene_list[] = {
    AS("scenes", LIST("Scene"), "Uploaded scenes, without the heights of their grounds."), {0}};

const pd_api_field pd_api_reply_clip[] = {
    ROW("id", TEXT, "Id of the clip, as used in paths and in `play`."),
    ROW("seconds", NUMBER, "Duration in seconds."),
    ROW("frames", INTEGER, "Number of frames, of which there are 30 a second."),
    ROW("mask", TEXT, "Part of the body on which it is played if an order has no mask."),
    ROW("loop", BOOLEAN, "True if it is repeated when an order does not say so."),
    ROW("fade", NUMBER, "Duration in seconds in which a pose changes to it if an order does not say so."),
    AS("way", REF("Place"), "Displacement of the root from the first to the last frame, x and z in metres."),
    ROW("turn", NUMBER, "Rotation of the root from the first to the last frame, in radians about +Y."),
    ROW("emote", BOOLEAN, "True for a clip that ships with the server, false for one that a client put."),
    {.name = "source",
     .type = PD_API_TEXT,
     .optional = 1,
     .doc = "Recording and frames that an emote was cut from."},
    WARNINGS,
    {0},
};

const pd_api_field pd_api_reply_clip_list[] = {
    AS("clips", LIST("Clip"), "Emotes of the server, then uploaded clips."), {0}};

#define VISEME_CHOICE(id, name) "|" name
static const char viseme_names[] = PD_SPEECH_VISEME_TABLE(VISEME_CHOICE);
const pd_api_field pd_api_reply_speech_viseme[] = {
    {.name = "viseme", .type = PD_API_CHOICE, .choices = viseme_names + 1, .doc = "Mouth shape."},
    ROW("start", NUMBER, "Time at which it begins, in seconds of the utterance."),
    ROW("end", NUMBER, "Time at which it ends, in seconds of the utterance."),
    ROW("weight", NUMBER, "Weight of the shape, 0 to 1: less than 1 for unstressed vowels."),
    {0},
};

const pd_api_field pd_api_reply_speech_word[] = {
    ROW("word", TEXT, "Word as the request wrote it."),
    ROW("start", NUMBER, "Time at which it begins, in seconds of the utterance."),
    ROW("end", NUMBER, "Time at which it ends, in seconds of the utterance."),
    {0},
};

const pd_api_field pd_api_reply_speech[] = {
    ROW("seconds", NUMBER, "Duration of the utterance in seconds."),
    AS("visemes", LIST("SpeechViseme"), "Mouth shapes in order of time, without gaps."),
    AS("words", LIST("SpeechWord"), "Words in order of time; empty for phones and visemes."),
    MAYBE("rate", NUMBER, "Frames a second of `weights`."),
    MAYBE_AS("names", NAMES, "Names of the weights: the visemes without silence."),
    MAYBE_AS("weights", "{\"type\":\"array\",\"items\":" FLAT "}",
             "Weights of the mouth shapes, one row a frame, from time 0 on; all 0 is the mouth at rest."),
    MAYBE_AS("sound", REF("RigFile"), "Sound of the voice: a WAV file of 16 bits at 16 kHz, as base64."),
    WARNINGS,
    {0},
};
