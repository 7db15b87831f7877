/* Finds SMPL's joints in a skeleton, computes the frame of the trackers, and converts between poses and the
 * network's inputs and outputs. */
#include "core/ik/methods/neural.h"

#include "core/anim/source.h"
#include "core/math/rotation.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define K        PD_IK_NEURAL_JOINTS
#define TRACKERS PD_IK_NEURAL_TRACKERS
#define NO_TURN  1e-9  /* least length of a heading */
#define FARTHEST 100.0 /* statures: largest distance from the head; also limit of an output */

const int pd_ik_neural_parents[K] = {-1, 0, 0, 0,  1,  2,  3,  4,  5,  6,  7,  8,
                                     9,  9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21};

enum {
    PELVIS = 0,
    L_ANKLE = 7,
    R_ANKLE,
    L_FOOT = 10,
    R_FOOT,
    HEAD = 15,
    L_WRIST = 20,
    R_WRIST,
    L_HAND,
    R_HAND
};
const int pd_ik_neural_tracked[TRACKERS] = {HEAD,   PELVIS,  L_WRIST, R_WRIST, L_HAND,
                                            R_HAND, L_ANKLE, R_ANKLE, L_FOOT,  R_FOOT};

/* Weights of the directions that determine the heading: a tracker's forward direction, and the line from a
 * right tracker to the left one. */
static const double facing[TRACKERS] = {1, 2, 0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5};
static const struct {
    int left, right;
    double weight;
} pairs[] = {{2, 3, 0.5}, {4, 5, 0.5}, {6, 7, 0.5}, {8, 9, 0.5}};
#define PAIRS (int)(sizeof pairs / sizeof *pairs)

/* Returns the biped's joint that corresponds to SMPL's. */
static const char *const biped_names[K] = {
    "Hips",        "LeftUpLeg",    "RightUpLeg",    "LowerBack", "LeftLeg",        "RightLeg",
    "Spine",       "LeftFoot",     "RightFoot",     "Spine1",    "LeftToeBase",    "RightToeBase",
    "Neck1",       "LeftShoulder", "RightShoulder", "Head",      "LeftArm",        "RightArm",
    "LeftForeArm", "RightForeArm", "LeftHand",      "RightHand", "LeftFingerBase", "RightFingerBase"};

/* ---- bodies */

static int find_all(int joint[K], const pd_anim_skeleton *sk, const char *const *names)
{
    int found = 0;
    for (int k = 0; k < K; k++) found += (joint[k] = pd_anim_skeleton_find(sk, names[k])) >= 0;
    return found;
}

/* Returns the nearest ancestor that is one of the 24 joints,
 * and computes the offset from it in the rest pose. */
static int known_above(pd_vec3 *offset, const pd_ik_neural_body *body, const pd_anim_skeleton *sk, int joint)
{
    *offset = sk->offsets[joint];
    for (int up = sk->parents[joint]; up >= 0; up = sk->parents[up]) {
        for (int k = 0; k < K; k++)
            if (body->joint[k] == up) return k;
        *offset = pd_vec3_add(*offset, sk->offsets[up]);
    }

    return -1;
}

/* Bones whose lengths are inputs of the network, by the left or middle joint at their lower end. */
static bool measure_neural_body(pd_ik_neural_body *body)
{
    static const int lower[PD_IK_NEURAL_BONES][2] = {{1, 2},   {4, 5},   {7, 8},   {10, 11}, {3, 3},
                                                     {6, 6},   {9, 9},   {12, 12}, {15, 15}, {13, 14},
                                                     {16, 17}, {18, 19}, {20, 21}, {22, 23}};
    pd_vec3 at[K];
    double lowest = INFINITY;

    for (int k = 0; k < K; k++) {
        at[k] = k ? pd_vec3_add(at[pd_ik_neural_parents[k]], body->offset[k]) : body->offset[0];
        lowest = fmin(lowest, at[k].y);
    }

    body->floor = lowest;
    body->stature = at[HEAD].y - lowest;
    if (!(body->stature > 1e-3)) return false;

    for (int b = 0; b < PD_IK_NEURAL_BONES; b++)
        body->bone[b] =
            0.5 * (pd_vec3_length(body->offset[lower[b][0]]) + pd_vec3_length(body->offset[lower[b][1]])) /
            body->stature;

    return true;
}

pd_status pd_ik_neural_body_of(pd_ik_neural_body *body, const pd_anim_skeleton *sk, pd_error *err)
{
    int other[K];
    const char *const *names = pd_anim_smpl_names;

    /* Names of SMPL or of the motion skeleton, whichever finds more joints. */
    if (find_all(other, sk, biped_names) > find_all(body->joint, sk, names)) {
        memcpy(body->joint, other, sizeof other);
        names = biped_names;
    }

    /* All joints must exist; the error lists the first ones that do not. */
    int missing = 0, shown = 0;
    for (int k = 0; k < K; k++) missing += body->joint[k] < 0;
    if (missing) {
        char list[200] = "";
        for (int k = 0; k < K && shown < 6; k++) {
            size_t used = strlen(list);
            if (body->joint[k] < 0)
                snprintf(list + used, sizeof list - used, "%s%s", shown++ ? ", " : "", names[k]);
        }

        return pd_fail(err, PD_ERR_UNSUPPORTED, "/skeleton",
                       "joints are missing: %s%s; SMPL's 24 joints or the motion skeleton's 31 expected with "
                       "solver \"neural\"",
                       list, missing > shown ? ", ..." : "");
    }

    /* The hierarchy must be that of the network, with other joints in between allowed. */
    if (body->joint[0] != sk->root)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/skeleton",
                       "its root is \"%s\"; solver \"neural\" wants \"%s\"", sk->names[sk->root], names[0]);

    body->offset[0] = sk->offsets[sk->root];
    for (int k = 1; k < K; k++) {
        int up = known_above(&body->offset[k], body, sk, body->joint[k]);
        if (up != pd_ik_neural_parents[k])
            return pd_fail(err, PD_ERR_UNSUPPORTED, "/skeleton",
                           "\"%s\" hangs below \"%s\"; a person's is below \"%s\"", names[k],
                           up < 0 ? "" : names[up], names[pd_ik_neural_parents[k]]);
    }

    /* Stature and floor follow from the rest pose. */
    if (measure_neural_body(body)) return PD_OK;
    return pd_fail(err, PD_ERR_UNSUPPORTED, "/skeleton",
                   "its head is not above its feet at rest; a T-pose expected");
}

int pd_ik_neural_body_from(pd_ik_neural_body *body, const pd_vec3 *offsets)
{
    for (int k = 0; k < K; k++) {
        body->joint[k] = k;
        body->offset[k] = offsets[k];
    }
    return measure_neural_body(body);
}

/* ---- frames */

/* Estimates the heading from the trackers, as a weighted mean of directions. Assumes that the hands are in
 * front of the head, and the left hand is on its left. */
static double heading_of(const pd_ik_neural_tracker *t, double stature, double fallback)
{
    double sum[2] = {0, 0};

    /* Directions in which the rotated joints face. */
    for (int i = 0; i < TRACKERS; i++)
        if (t[i].has_rotation && facing[i] > 0) {
            const pd_quat rotation = t[i].rotation;
            const double weight = facing[i];
            pd_vec3 forward = pd_q_rotate(rotation, pd_vec3_make(0, 0, 1));
            pd_vec3 left = pd_q_rotate(rotation, pd_vec3_make(1, 0, 0));
            sum[0] += weight * (forward.x - left.z);
            sum[1] += weight * (forward.z + left.x);
        }

    /* Directions from positions: a pair's right-to-left line rotated by 90 degrees, and for the first pairs
     * the direction from the head to their midpoint. */
    for (int i = 0; i < PAIRS; i++) {
        const pd_ik_neural_tracker *left = &t[pairs[i].left];
        const pd_ik_neural_tracker *right = &t[pairs[i].right];
        if (!left->has_position || !right->has_position) continue;
        pd_vec3 d = pd_vec3_scale(pd_vec3_sub(left->position, right->position), pairs[i].weight / stature);
        sum[0] -= d.z;
        sum[1] += d.x;
        if (i > 1 || !t[0].has_position) continue;
        pd_vec3 middle = pd_vec3_scale(pd_vec3_add(left->position, right->position), 0.5);
        d = pd_vec3_scale(pd_vec3_sub(middle, t[0].position), pairs[i].weight / stature);
        sum[0] += d.x;
        sum[1] += d.z;
    }

    /* Without a clear direction, use the fallback. */
    return hypot(sum[0], sum[1]) > NO_TURN ? atan2(sum[0], sum[1]) : fallback;
}

bool pd_ik_neural_frame_of(pd_ik_neural_frame *frame, const pd_ik_neural_tracker *t, double stature,
                           double fallback)
{
    pd_vec3 sum = {0, 0, 0};
    int count = 0;

    for (int i = 0; i < TRACKERS; i++) {
        if (!t[i].has_position) continue;
        sum = pd_vec3_add(sum, t[i].position);
        count++;
        if (i < 2 && count == 1) { /* the head, or without it the pelvis */
            frame->origin = t[i].position;
            sum = pd_vec3_make(0, 0, 0);
            count = -TRACKERS;
        }
    }

    if (!count) return false;
    if (count > 0) frame->origin = pd_vec3_scale(sum, 1.0 / count);
    frame->heading = heading_of(t, stature, fallback);
    frame->scale = stature;

    return true;
}

/* ---- features */

void pd_ik_neural_features(float *x, const pd_ik_neural_frame *frame, const pd_ik_neural_tracker *trackers,
                           const pd_ik_neural_body *body, double floor)
{
    pd_quat back = pd_q_axis_angle(pd_vec3_make(0, 1, 0), -frame->heading);

    for (int i = 0; i < TRACKERS; i++, x += PD_IK_NEURAL_PLACE) {
        const pd_ik_neural_tracker *t = &trackers[i];
        memset(x, 0, PD_IK_NEURAL_PLACE * sizeof *x);
        x[9] = (float)(t->has_position != 0);
        x[10] = (float)(t->has_rotation != 0);
        if (t->has_position) {
            pd_vec3 p =
                pd_vec3_scale(pd_q_rotate(back, pd_vec3_sub(t->position, frame->origin)), 1 / frame->scale);
            x[0] = (float)p.x;
            x[1] = (float)p.y;
            x[2] = (float)p.z;
        }

        if (t->has_rotation) { /* two of its axes */
            const pd_quat q = pd_q_mul(back, t->rotation);
            pd_vec3 a = pd_q_rotate(q, pd_vec3_make(1, 0, 0));
            pd_vec3 b = pd_q_rotate(q, pd_vec3_make(0, 1, 0));
            x[3] = (float)a.x;
            x[4] = (float)a.y;
            x[5] = (float)a.z;
            x[6] = (float)b.x;
            x[7] = (float)b.y;
            x[8] = (float)b.z;
        }
    }

    *x++ = (float)((floor - frame->origin.y) / frame->scale);
    for (int b = 0; b < PD_IK_NEURAL_BONES; b++) *x++ = (float)body->bone[b];
}

/* Limits an output, because a bad network can have any:
 * values that are not finite become 0, large ones are clamped. */
static double believed(float y)
{
    return isfinite(y) ? fmax(-FARTHEST, fmin(FARTHEST, (double)y)) : 0;
}

void pd_ik_neural_pose_of(pd_quat *rotations, pd_vec3 *pelvis, const pd_ik_neural_frame *frame,
                          const float *y)
{
    pd_quat heading = pd_q_axis_angle(pd_vec3_make(0, 1, 0), frame->heading);

    for (int k = 0; k < K; k++, y += 6) {
        double d[6], m[9];
        for (int c = 0; c < 6; c++) d[c] = believed(y[c]);
        rotations[k] = pd_rot_from_6d(m, d) ? pd_q_from_matrix(m) : pd_q_identity();
    }

    rotations[0] = pd_q_normalize(pd_q_mul(heading, rotations[0]));
    pd_vec3 at = pd_vec3_scale(pd_vec3_make(believed(y[0]), believed(y[1]), believed(y[2])), frame->scale);
    *pelvis = pd_vec3_add(frame->origin, pd_q_rotate(heading, at));
}
