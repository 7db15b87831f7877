#include "api/stream/layout.h"

static const pd_api_layout_row frame_rows[] = {
    {0, 4, "4 bytes", "PSD1", "`PSD1`"},
    {4, 1, "u8", "version", "version, 1"},
    {5, 1, "u8", "kind", "kind, 0; key frames of compact ones have 1"},
    {6, 2, "u16", "flags", "flags; bit 0: rotations have 32 bits, not 48; bit 1: partial"},
    {8, 4, "u32", "tick", "tick"},
    {12, 8, "f64", "time",
     "time at which the session was due in the tick: seconds of the server's monotonic clock"},
    {20, 2, "u16", "characters", "number of characters"},
    {22, 2, "u16", "translations", "number of translations at the end of the frame, of all characters"},
    {0},
};

static const pd_api_layout_row character_rows[] = {
    {0, 4, "u32", "id", "id"},
    {4, 4, "u32", "seq", "lower 32 bits of `seq` of the last input that this frame takes into account"},
    {8, 2, "u16", "channels",
     "channels: bit 0 root, 1 joints, 2 rotations, 3 contacts, 4 trajectory, 5 smpl, 6 vertices, 7 "
     "character, 8 seq (set if `seq` is 2^32 or more), 9 face, 10 soft"},
    {10, 1, "u8", "contacts",
     "contacts: bit 0 left heel, 1 left toe, 2 right heel, 3 right toe; of an animal the left and right "
     "front, then the left and right hind foot (always there)"},
    {11, 1, "u8", "gait", "strongest gait: 0 stand, 1 walk, 2 jog and run, 3 crouch, 4 jump, 5 bump"},
    {12, 4, "f32", "phase", "phase, 0 to 2 pi: right contact 0, left contact pi"},
    {16, 12, "f32 x 3", "root", "root: the point of the ground under the hips, world"},
    {28, 4, "f32", "yaw", "yaw of the facing"},
    {0},
};

static const pd_api_layout_row channel_rows[] = {
    {0, 0, "6 J", "joints", "i16 x, y, z each, in 1/4096 m, in the root's frame"},
    {0, 0, "6 J or 4 J", "rotations", "smallest three, local to the parent; joint 0's in the root's frame"},
    {0, 0, "8 w", "trajectory",
     "i16 x, y, z in 1/4096 m and i16 facing in pi/32768 rad, in the root's frame; sample w/2 is now"},
    {0, 0, "6 + 144 or 6 + 96", "smpl", "pelvis as a joint, then 24 rotations"},
    {0, 0, "4 + 6 V", "vertices", "u32 V, then as joints"},
    {0, 0, "16 + 6 N or 16 + 4 N", "character",
     "u16 N, u16 M, f32 x, y, z of the root's node, then N rotations of nodes, smallest three, none in the "
     "root's frame; the character's M translations stand at the end of the frame"},
    {0, 0, "4", "seq", "u32: `seq` divided by 2^32, its upper bits"},
    {0, 0, "2 + 2 W + 6 F or 2 + 2 W + 4 F", "face",
     "u8 W, u8 F, i16 for each of W weights of the face in 1/8192, then F rotations of finger joints, "
     "smallest three, local to the parent"},
    {0, 0, "1 + 2 S", "soft",
     "u8 S, i16 for each of S soft-tissue coefficients of the body in 1/1024, in the order of `soft` of "
     "`spawned`"},
    {0},
};

static const pd_api_layout_row end_rows[] = {
    {0, 0, "12 M", "translations",
     "f32 x, y, z of each of the character's M nodes that `translated` of `spawned` names, local to the node "
     "above, in the file's units"},
    {0},
};

static const pd_api_layout_row input_rows[] = {
    {0, 1, "u8", "1", "1"},
    {1, 1, "u8", "flags", "flags: bit 0 jump, 1 responsive, 2 has look"},
    {2, 1, "u8", "gait", "gait: 0 auto, 1 walk, 2 jog, 3 run, 4 crouch"},
    {3, 1, "u8", "axes", "axes: 0 world, 1 character, 2 camera"},
    {4, 4, "u32", "id", "id"},
    {8, 4, "u32", "seq", "seq, its lower 32 bits"},
    {12, 8, "f32 x 2", "move", "move x, z"},
    {20, 4, "i16 x 2", "look", "look x, z in 1/32767"},
    {24, 2, "i16", "camera yaw", "camera yaw in pi/32767"},
    {26, 2, "u16", "strafe", "strafe in 1/65535"},
    {28, 4, "f32", "speed", "speed"},
    {32, 4, "u32", "upper seq",
     "seq divided by 2^32, 0 to 2^21; where it is 0 and no tick follows, these bytes may be left out"},
    {36, 4, "u32", "tick",
     "`tick`, of a character that [is predicted](#prediction); without one these bytes are left out"},
    {0},
};

static const pd_api_layout_row sound_rows[] = {
    {0, 1, "u8", "2", "2"},
    {1, 3, "3 bytes", "zero", "0"},
    {4, 4, "u32", "id", "id"},
    {8, 8, "u64", "at", "number of the first sample, counted from the beginning of the sound"},
    {0},
};

const pd_api_layout pd_api_layouts[PD_API_LAYOUT_PARTS] = {
    [PD_API_LAYOUT_FRAME] = {"A frame", "Little-endian. These 24 bytes, then its characters.", frame_rows},
    [PD_API_LAYOUT_CHARACTER] = {"A character in a frame", "32 bytes, then its channels.", character_rows},
    [PD_API_LAYOUT_CHANNEL] = {"Its channels",
                               "For the bits that are set, in this order: J joints and w samples as "
                               "`welcome` tells, V vertices, N nodes, M of them with a translation.",
                               channel_rows},
    [PD_API_LAYOUT_END] = {"The end of a frame",
                           "Behind the last character, of each character in the same order:", end_rows},
    [PD_API_LAYOUT_INPUT] = {"An input",
                             "32, 36 or 40 bytes that a client may send in place of the message `input`.",
                             input_rows},
    [PD_API_LAYOUT_SOUND] =
        {"A sound",
         "16 bytes, then samples in the form that `hear` named, which a client may send in "
         "place of the message `sound`.",
         sound_rows},
};
