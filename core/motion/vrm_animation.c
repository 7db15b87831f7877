#include "core/motion/vrm_animation.h"

#include "core/base/assert.h"
#include "core/anim/humanoid.h"
#include "core/io/mesh/glb_figure.h"
#include "core/io/mesh/gltf_animate.h"
#include "core/retarget/own_hand.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SOLE 0.025 /* metres: height of a planted toe joint above the ground */

#define MOST_BONES (PD_ANIM_HUMAN_COUNT + PD_RETARGET_OWN_FINGERS)

typedef struct bones {
    char names[MOST_BONES][32];
    pd_io_figure_node nodes[MOST_BONES];
    int of_bone[PD_ANIM_HUMAN_COUNT]; /* node of each bone, -1 */
    int fingers; /* first of the nodes of fingers, in the order of own_hand.h; -1: there are none */
    int count;
    pd_retarget_own_hands hands; /* poses of these fingers; valid if there are some */
} bones;

/* Returns the height of the hips in the T-pose: the lowest toe or foot is on the ground. */
static void make_nodes(bones *b, const pd_anim_humanoid *h)
{
    static const pd_anim_human legs[2][4] = {
        {PD_HUMAN_L_UPPER_LEG, PD_HUMAN_L_LOWER_LEG, PD_HUMAN_L_FOOT, PD_HUMAN_L_TOES},
        {PD_HUMAN_R_UPPER_LEG, PD_HUMAN_R_LOWER_LEG, PD_HUMAN_R_FOOT, PD_HUMAN_R_TOES}};

    /* Height of the lowest toe or foot below the hips, in the T-pose. */
    double lowest = 0;
    for (int side = 0; side < 2; side++) {
        double y = 0;
        for (int i = 0; i < 4; i++)
            if (h->joints[legs[side][i]] >= 0) y += h->offsets[legs[side][i]].y;
        lowest = fmin(lowest, y);
    }

    /* A node for each bone of the skeleton, with its parent among the nodes. */
    b->count = 0;
    b->fingers = -1;
    for (int i = 0; i < PD_ANIM_HUMAN_COUNT; i++) {
        b->of_bone[i] = -1;
        if (h->joints[i] < 0) continue;
        const int k = b->of_bone[i] = b->count++;
        const int up = h->parents[i];
        PD_ASSERT(up < i && (up < 0 || b->of_bone[up] >= 0));
        const pd_vec3 at = up < 0 ? pd_vec3_make(0, SOLE - lowest, 0) : h->offsets[i];
        snprintf(b->names[k], sizeof b->names[k], "%s", pd_anim_human_names[i]);
        b->names[k][0] = (char)tolower((unsigned char)b->names[k][0]);
        b->nodes[k] = (pd_io_figure_node){.name = b->names[k],
                                          .bone = b->names[k],
                                          .parent = up < 0 ? -1 : b->of_bone[up],
                                          .mesh = -1,
                                          .skin = -1,
                                          .translation = {(float)at.x, (float)at.y, (float)at.z},
                                          .rotation = {0, 0, 0, 1},
                                          .scale = {1, 1, 1}};
    }
}

/* ---- hands ---- */

/* Straight fingers of a left hand in the T-pose, palm down: roots and lengths of the bones, metres from the
 * wrist, in the order of hand.h. Those of an average hand; players take rotations alone. */
static const struct {
    const char *name, *bones[3];
    double root[3], lengths[2];
} finger_bones[PD_SMPL_HAND_JOINTS / 3] = {
    {"Index", {"Proximal", "Intermediate", "Distal"}, {0.095, 0, 0.025}, {0.038, 0.023}},
    {"Middle", {"Proximal", "Intermediate", "Distal"}, {0.095, 0, 0.004}, {0.042, 0.027}},
    {"Little", {"Proximal", "Intermediate", "Distal"}, {0.083, 0, -0.035}, {0.031, 0.018}},
    {"Ring", {"Proximal", "Intermediate", "Distal"}, {0.09, 0, -0.016}, {0.039, 0.025}},
    {"Thumb", {"Metacarpal", "Proximal", "Distal"}, {0.025, -0.01, 0.025}, {0.032, 0.03}}};

/* Adds the nodes of the fingers, and computes the poses of both hands. The thumb points ahead and to the
 * side. */
static pd_status add_fingers_vrm(bones *b, pd_error *err)
{
    static const pd_anim_human wrists[2] = {PD_HUMAN_L_HAND, PD_HUMAN_R_HAND};
    static const pd_vec3 ways[2] = {{1, 0, 0}, {0.70710678, 0, 0.70710678}};
    pd_anim_joint joints[1 + 2 + PD_RETARGET_OWN_FINGERS];
    pd_retarget_own_hand_names names[1 + 2 + PD_RETARGET_OWN_FINGERS];
    pd_anim_skeleton skeleton;
    int count = 0, hands[2];

    /* A skeleton of two hands, and a node for each of its joints that is a finger's. */
    joints[count++] = (pd_anim_joint){"root", NULL, {0, 0, 0}};
    b->fingers = b->count;
    for (int side = 0; side < 2; side++) {
        const char *word = side ? "right" : "left";
        const double x = side ? -1 : 1;
        const int wrist = b->of_bone[wrists[side]];
        PD_ASSERT(wrist >= 0);
        hands[side] = count;
        joints[count++] = (pd_anim_joint){side ? "right_hand" : "left_hand", "root", {x * 0.7, 0, 0}};
        for (int i = 0; i < PD_SMPL_HAND_JOINTS; i++) {
            const int f = i / 3;
            const double *root = finger_bones[f].root;
            const pd_vec3 way = ways[f == PD_SMPL_HAND_JOINTS / 3 - 1];
            pd_vec3 at = i % 3 ? pd_vec3_scale(way, finger_bones[f].lengths[i % 3 - 1])
                               : pd_vec3_make(root[0], root[1], root[2]);
            at.x *= x;
            const int k = b->count++;
            snprintf(b->names[k], sizeof b->names[k], "%s%s%s", word, finger_bones[f].name,
                     finger_bones[f].bones[i % 3]);
            b->nodes[k] = (pd_io_figure_node){.name = b->names[k],
                                              .bone = b->names[k],
                                              .parent = i % 3 ? k - 1 : wrist,
                                              .mesh = -1,
                                              .skin = -1,
                                              .translation = {(float)at.x, (float)at.y, (float)at.z},
                                              .rotation = {0, 0, 0, 1},
                                              .scale = {1, 1, 1}};
            joints[count] =
                (pd_anim_joint){b->names[k], i % 3 ? b->names[k - 1] : joints[hands[side]].name, at};
            count++;
        }
    }

    for (int i = 0; i < count; i++) names[i] = (pd_retarget_own_hand_names){joints[i].name, NULL};
    const pd_status status = pd_anim_skeleton_init(&skeleton, joints, count, err);
    if (status != PD_OK) return status;
    pd_retarget_own_hands_find(&b->hands, &skeleton, names, hands);
    PD_ASSERT(b->hands.has[0] && b->hands.has[1]);

    return PD_OK;
}

/* Computes the rotations (fingers, T) of the requests. */
static void fill_fingers(pd_quat *out, const bones *b, const pd_motion_vrm_hands *hands,
                         const pd_anim_clip *clip)
{
    const size_t frames = (size_t)clip->frame_count;
    pd_quat begin[PD_RETARGET_OWN_FINGERS], now[PD_RETARGET_OWN_FINGERS];
    int next = 0, begun = 0;

    for (int i = 0; i < PD_RETARGET_OWN_FINGERS; i++) now[i] = pd_q_identity();
    for (int t = 0; t < clip->frame_count; t++) {
        for (; next < hands->count && hands->frames[next] <= t; next++) {
            memcpy(begin, now, sizeof begin);
            begun = t;
        }

        const double seconds = next ? hands->seconds[next - 1] : 0;
        const double x = seconds > 0 ? fmin(1, (t - begun) / clip->rate / seconds) : 1;
        for (int i = 0; i < PD_RETARGET_OWN_FINGERS; i++) {
            const int pose = next ? hands->poses[next - 1][i / PD_SMPL_HAND_JOINTS] : -1;
            const pd_quat goal = pose >= 0 ? b->hands.poses[pose][i] : pd_q_identity();
            if (next) now[i] = pd_q_slerp(begin[i], goal, x * x * (3 - 2 * x));
            out[(size_t)i * frames + (size_t)t] = now[i];
        }
    }
}

/* Computes rotations (bones, T) with continuous signs, and positions (T) of the hips. */
static void fill_keys(pd_quat *rotations, pd_vec3 *hips, const pd_anim_clip *clip, const pd_anim_humanoid *h,
                      const bones *b)
{
    const size_t frames = (size_t)clip->frame_count;
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_quat world[PD_ANIM_MAX_JOINTS];
    pd_anim_human_pose pose;

    for (int t = 0; t < clip->frame_count; t++) {
        pd_anim_clip_pose(at, world, clip, t);
        pd_anim_humanoid_pose(&pose, h, at, world, pd_vec3_make(0, 0, 0), 0);
        hips[t] = pose.positions[PD_HUMAN_HIPS];
        for (int i = 0; i < PD_ANIM_HUMAN_COUNT; i++) {
            if (b->of_bone[i] < 0) continue;
            PD_DEBUG_ASSERT(b->of_bone[i] < b->count);
            pd_quat *key = rotations + (size_t)b->of_bone[i] * frames + t;
            *key = pose.rotations[i];
            if (t && pd_q_dot(key[0], key[-1]) < 0) *key = pd_q_fma((pd_quat){0, 0, 0, 0}, -1, *key);
        }
    }
}

/* ---- face ---- */

const char *const pd_motion_vrm_presets[PD_MOTION_VRM_PRESETS] = {
    "happy", "angry", "sad", "relaxed", "surprised", "neutral",   "aa",
    "ih",    "ou",    "ee",  "oh",      "blink",     "blinkLeft", "blinkRight"};

/* VRM's preset of a shape of ARKit or of Oculus's visemes; NULL: a custom expression. */
static const char *preset_of(const char *name)
{
    static const char *const others[][2] = {{"eyeBlinkLeft", "blinkLeft"},
                                            {"eyeBlinkRight", "blinkRight"},
                                            {"viseme_aa", "aa"},
                                            {"viseme_E", "ee"},
                                            {"viseme_I", "ih"},
                                            {"viseme_O", "oh"},
                                            {"viseme_U", "ou"}};

    for (int i = 0; i < PD_MOTION_VRM_PRESETS; i++)
        if (!strcmp(name, pd_motion_vrm_presets[i])) return pd_motion_vrm_presets[i];
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(name, others[i][0])) return others[i][1];

    return NULL;
}

/* The expressions of the file, and the one that each shape moves. Two shapes may move one. */
typedef struct expressions {
    const char *names[PD_MOTION_VRM_SHAPES];
    int of_shape[PD_MOTION_VRM_SHAPES];
    int count;
} expressions;

/* Adds a node for each expression. */
static void add_expressions(pd_io_figure_node *nodes, expressions *e, const pd_motion_vrm_face *face)
{
    e->count = 0;
    for (int i = 0; i < face->count; i++) {
        const char *preset = preset_of(face->names[i]);
        const char *name = preset ? preset : face->names[i];
        int k = 0;
        while (k < e->count && strcmp(e->names[k], name) != 0) k++;
        e->of_shape[i] = k;
        if (k < e->count) continue;
        e->names[e->count++] = name;
        nodes[k] = (pd_io_figure_node){.name = name,
                                       .preset = preset,
                                       .custom = preset ? NULL : name,
                                       .parent = -1,
                                       .mesh = -1,
                                       .skin = -1,
                                       .rotation = {0, 0, 0, 1},
                                       .scale = {1, 1, 1}};
    }
}

/* Computes the translations (expressions, T): x is the weight, the larger one of two shapes. */
static void fill_weights(pd_vec3 *out, const expressions *e, const pd_motion_vrm_face *face, size_t frames)
{
    memset(out, 0, (size_t)e->count * frames * sizeof *out);
    for (size_t t = 0; t < frames; t++)
        for (int i = 0; i < face->count; i++) {
            const double w = (double)face->weights[t * (size_t)face->count + (size_t)i];
            pd_vec3 *at = out + (size_t)e->of_shape[i] * frames + t;
            at->x = fmax(at->x, fmin(1, fmax(0, w)));
        }
}

/* ---- file ---- */

/* Writes the nodes without motion. */
static pd_status write_still(pd_buffer *out, const bones *b, expressions *e, const pd_motion_vrm_face *face,
                             pd_error *err)
{
    pd_io_figure_node nodes[MOST_BONES + PD_MOTION_VRM_SHAPES] = {{0}};

    memcpy(nodes, b->nodes, (size_t)b->count * sizeof *nodes);
    if (face) add_expressions(nodes + b->count, e, face);
    const pd_io_figure figure = {.nodes = nodes, .node_count = b->count + e->count, .is_vrm_animation = 1};

    return pd_io_figure_write(out, &figure, err);
}

pd_status pd_motion_vrm_animation(pd_buffer *out, const pd_anim_clip *clip, const char *name,
                                  const pd_motion_vrm_face *face, const pd_motion_vrm_hands *hands,
                                  pd_error *err)
{
    pd_anim_humanoid h;
    bones b = {.count = 0};
    expressions e = {.count = 0};
    pd_buffer still = {0};
    pd_io_node_track tracks[MOST_BONES + PD_MOTION_VRM_SHAPES] = {{0}};

    /* Bones and expressions, without motion. */
    PD_ASSERT(!face || (face->count > 0 && face->count <= PD_MOTION_VRM_SHAPES));
    pd_status status = pd_anim_humanoid_init(&h, &clip->skeleton, 0, err);
    if (status != PD_OK) return status;
    make_nodes(&b, &h);
    const bool has_wrists = b.of_bone[PD_HUMAN_L_HAND] >= 0 && b.of_bone[PD_HUMAN_R_HAND] >= 0;
    if (hands && has_wrists) status = add_fingers_vrm(&b, err);
    if (status == PD_OK) status = write_still(&still, &b, &e, face, err);
    if (status != PD_OK) {
        pd_buffer_deinit(&still);
        return status;
    }

    const size_t frames = (size_t)clip->frame_count;
    pd_quat *rotations = malloc((size_t)b.count * frames * sizeof *rotations); /* (bones, T) */
    pd_vec3 *hips = malloc((size_t)(1 + e.count) * frames * sizeof *hips);     /* then (expressions, T) */

    /* Motion. */
    if (rotations && hips) {
        pd_vec3 *weights = hips + frames;
        fill_keys(rotations, hips, clip, &h, &b);
        if (b.fingers >= 0) fill_fingers(rotations + (size_t)b.fingers * frames, &b, hands, clip);
        if (face) fill_weights(weights, &e, face, frames);

        /* One track for each bone and each expression. */
        for (int k = 0; k < b.count; k++)
            tracks[k] = (pd_io_node_track){
                .node = k, .rotations = rotations + (size_t)k * frames, .key_count = clip->frame_count};
        for (int k = 0; k < e.count; k++)
            tracks[b.count + k] = (pd_io_node_track){.node = b.count + k,
                                                     .translations = weights + (size_t)k * frames,
                                                     .key_count = clip->frame_count};
        PD_ASSERT(b.of_bone[PD_HUMAN_HIPS] >= 0);
        tracks[b.of_bone[PD_HUMAN_HIPS]].translations = hips;
        const pd_io_animation animation = {.name = name,
                                           .tracks = tracks,
                                           .track_count = b.count + e.count,
                                           .frame_count = clip->frame_count,
                                           .rate = clip->rate};
        status = pd_io_gltf_animate(out, (pd_bytes){still.data, still.size}, &animation, err);
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %zu frames", frames);
    }

    free(rotations);
    free(hips);
    pd_buffer_deinit(&still);

    return status;
}
