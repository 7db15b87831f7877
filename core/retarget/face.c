#include "core/retarget/face.h"

#include "core/base/text/edit_distance.h"
#include "core/math/grid.h"
#include "core/smpl/part/part.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const pd_retarget_face_names[PD_RETARGET_FACE_NAMES] = {
    "eyeBlinkLeft",      "eyeBlinkRight",      "eyeLookDownLeft",
    "eyeLookDownRight",  "eyeLookInLeft",      "eyeLookInRight",
    "eyeLookOutLeft",    "eyeLookOutRight",    "eyeLookUpLeft",
    "eyeLookUpRight",    "eyeSquintLeft",      "eyeSquintRight",
    "eyeWideLeft",       "eyeWideRight",       "jawForward",
    "jawLeft",           "jawRight",           "jawOpen",
    "mouthClose",        "mouthFunnel",        "mouthPucker",
    "mouthLeft",         "mouthRight",         "mouthSmileLeft",
    "mouthSmileRight",   "mouthFrownLeft",     "mouthFrownRight",
    "mouthDimpleLeft",   "mouthDimpleRight",   "mouthStretchLeft",
    "mouthStretchRight", "mouthRollLower",     "mouthRollUpper",
    "mouthShrugLower",   "mouthShrugUpper",    "mouthPressLeft",
    "mouthPressRight",   "mouthLowerDownLeft", "mouthLowerDownRight",
    "mouthUpperUpLeft",  "mouthUpperUpRight",  "browDownLeft",
    "browDownRight",     "browInnerUp",        "browOuterUpLeft",
    "browOuterUpRight",  "cheekPuff",          "cheekSquintLeft",
    "cheekSquintRight",  "noseSneerLeft",      "noseSneerRight",
    "tongueOut",         "viseme_PP",          "viseme_FF",
    "viseme_TH",         "viseme_DD",          "viseme_kk",
    "viseme_CH",         "viseme_SS",          "viseme_nn",
    "viseme_RR",         "viseme_aa",          "viseme_E",
    "viseme_I",          "viseme_O",           "viseme_U",
};

#define FINGERS (PD_ANIM_ALIVE_FINGERS / 2) /* joints of a hand */

static const pd_smpl_part parts[2] = {PD_SMPL_PART_LEFT_HAND, PD_SMPL_PART_RIGHT_HAND};

static int count_of(const pd_smpl_model *model)
{
    const int count = model->data.expression_names ? model->expression_count : 0;
    return count < PD_RETARGET_FACE_SHAPES ? count : PD_RETARGET_FACE_SHAPES;
}

/* Returns the index of the expression with this name; -1 with an error. */
static int find_shape(const pd_smpl_model *model, const char *name, pd_error *err)
{
    char where[96];
    pd_edit_distance_search search = pd_edit_distance_begin(name);

    snprintf(where, sizeof where, "/blend_shapes/%s", name);
    for (int e = 0; e < count_of(model); e++) {
        if (!strcmp(name, model->data.expression_names[e])) return e;
        pd_edit_distance_offer(&search, model->data.expression_names[e]);
    }

    const char *nearest = pd_edit_distance_nearest(&search);
    if (!count_of(model))
        pd_fail(err, PD_ERR_UNSUPPORTED, where,
                "the body's model has no named expressions; a model with them, such as person, is needed");
    else if (nearest)
        pd_fail(err, PD_ERR_INVALID, where, "not an expression of the body; did you mean %s?", nearest);
    else
        pd_fail(err, PD_ERR_INVALID, where,
                "not an expression of the body; one of expression_names of GET /v1/models/{id} expected");

    return -1;
}

pd_status pd_retarget_face_goal_of(pd_retarget_face_goal *out, pd_retarget_face_unknown *unknown,
                                   const pd_retarget_face_request *request, const pd_smpl_model *model,
                                   pd_error *err)
{
    static const char *const places[2] = {"/left_hand", "/right_hand"};

    *out =
        (pd_retarget_face_goal){.hands = {request->hands[0], request->hands[1]}, .seconds = request->seconds};

    /* Known names give weights; the error of the first unknown one counts if there is no known one. */
    pd_error none;
    *unknown = (pd_retarget_face_unknown){.count = 0};
    for (int i = 0; i < request->shape_count; i++) {
        const bool is_silence = pd_smpl_is_silence(model, request->shapes[i].name);
        const int e =
            is_silence ? -1 : find_shape(model, request->shapes[i].name, unknown->count ? &none : err);
        if (e >= 0) out->weights[e] = request->shapes[i].weight;
        if (e < 0 && !is_silence) unknown->items[unknown->count++] = i;
    }

    if (unknown->count && unknown->count == request->shape_count) return PD_ERR_INVALID;

    for (int h = 0; h < 2; h++) {
        int first, count;
        if (request->hands[h] >= 0 && !pd_smpl_part_find(&first, &count, model, parts[h]))
            return pd_fail(err, PD_ERR_UNSUPPORTED, places[h],
                           "the body's model has no fingers; a model with them, such as person, is needed");
    }

    return PD_OK;
}

void pd_retarget_face_set(pd_retarget_face *face, const pd_retarget_face_goal *goal)
{
    face->goal = *goal;
    memcpy(face->begin, face->weights, sizeof face->begin);
    memcpy(face->begin_fingers, face->fingers, sizeof face->begin_fingers);
    pd_grid_round_all(&face->begin_fingers[0].x, (size_t)4 * PD_ANIM_ALIVE_FINGERS);
    face->elapsed = 0;
    face->is_asked = true;
}

/* Returns the share of a transition of this duration that has passed, 0 to 1. */
static double face_share(double elapsed, double seconds)
{
    const double x = seconds > 0 ? fmin(1, elapsed / seconds) : 1;
    return x * x * (3 - 2 * x);
}

static double face_share_of(const pd_retarget_face *face)
{
    return face_share(face->elapsed, face->goal.seconds);
}

bool pd_retarget_face_moves(const pd_retarget_face *face)
{
    return face->is_asked && (face_share_of(face) < 1 || !(face->elapsed > 0));
}

void pd_retarget_face_step(pd_retarget_face *face, pd_quat *rotations, const pd_anim_alive_rig *rig,
                           const pd_smpl_model *model, double dt)
{
    face->elapsed += dt;
    const double share = face_share_of(face);
    const bool moves = pd_retarget_face_moves(face);

    for (int e = 0; e < count_of(model) && face->is_asked; e++) {
        const float begin = face->begin[e];
        const float goal = face->goal.weights[e];
        face->weights[e] = moves ? begin + (float)share * (goal - begin) : goal;
    }

    /* Fingers move from the last pose to a named pose or to the frame's own. In the first frame they are
     * there without a transition. */
    for (int h = 0; h < 2 && rig->has_fingers; h++) {
        float angles[PD_SMPL_HAND_ANGLES];
        int first, count;
        int pose = face->is_asked ? face->goal.hands[h] : -1;
        if (pose >= 0 && !pd_smpl_part_find(&first, &count, model, parts[h])) pose = -1;
        if (pose >= 0)
            pd_smpl_hand_pose_angles(angles, model->joint_template, model->data.parents, first,
                                     (pd_smpl_hand_pose)pose);

        for (int i = 0; i < FINGERS; i++) {
            const int at = FINGERS * h + i;
            pd_quat *finger = &rotations[rig->fingers[at]];
            if (pose >= 0)
                *finger = pd_q_from_rotvec(pd_vec3_make((double)angles[3 * i], (double)angles[3 * i + 1],
                                                        (double)angles[3 * i + 2]));
            if (!face->has_fingers) {
                face->begin_fingers[at] = *finger;
                pd_grid_round_all(&face->begin_fingers[at].x, 4);
            }

            if (moves) *finger = pd_q_slerp(face->begin_fingers[at], *finger, share);
            face->fingers[at] = *finger;
        }
    }

    face->has_fingers = rig->has_fingers;
}

void pd_retarget_face_follow(float *out, const pd_retarget_face_path *path, int frame_count, double rate)
{
    const size_t count = (size_t)path->count;
    size_t begun = 0; /* frame in which the present request began */
    int next = 0;

    for (size_t t = 0; t < (size_t)frame_count; t++) {
        float *row = out + t * count;
        if (next < path->request_count && path->frames[next] <= (int)t) begun = t;
        while (next < path->request_count && path->frames[next] <= (int)t) next++;

        /* From the weights in front of the request to its own. */
        const float *goal = next ? path->goals + (size_t)(next - 1) * count : NULL;
        const float *from = begun ? out + (begun - 1) * count : NULL;
        const double share = next ? face_share((double)(t - begun + 1) / rate, path->seconds[next - 1]) : 0;
        for (size_t i = 0; i < count; i++) {
            const float start = next && from ? from[i] : 0;
            row[i] = goal ? start + (float)share * (goal[i] - start) : 0;
        }
    }
}
