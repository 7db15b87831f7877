#include "core/retarget/live_body.h"

#include "core/base/assert.h"
#include "core/retarget/figure/replant.h"
#include "core/retarget/figure/retarget.h"
#include "core/retarget/character/hands.h"
#include "core/retarget/lids.h"
#include "core/retarget/motion_retarget.h"
#include "core/retarget/motion_soft.h"
#include "core/retarget/skeleton.h"
#include "core/smpl/body.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HAND_EASE   0.05f /* change of the share of observed fingers in a frame */
#define REST_FRAMES 3     /* frames of standing from which the retargeting measures the source's feet */

struct pd_retarget_live_body {
    pd_smpl_model *model;
    pd_retarget retarget;
    pd_retarget_replant replant;
    float seated;
    int toes[2];         /* toe joints of the source */
    pd_vec3 pelvis_rest; /* position of the body's pelvis at rest, model space */
    double drop;         /* metres by which the hips are lowered (replant.h) */
    pd_retarget_hands hands;
    pd_anim_alive_rig alive_rig;
    pd_anim_alive alive;
    pd_anim_alive_look look;
    pd_anim_alive_led led;
    float hand_shares[2]; /* of observed fingers in what is shown, 0 to 1: left, right */
    pd_retarget_face face;
    pd_retarget_lips lips;
    pd_retarget_mood mood;
    pd_anim_manner_shown manner; /* of this frame */
    bool has_manner;
    float visemes[PD_RETARGET_LIPS_VISEMES]; /* mouth shapes of speech in this frame */
    int lids[2];                             /* expressions that close the left and the right eye; -1: none */
    float lid_factors[2];                    /* factors of their weights on this body (lids.h) */
    /* Expressions of the model by pd_retarget_face_names; -1: none. */
    int shapes[PD_RETARGET_FACE_NAMES];
    pd_anim_clip source, body; /* clips of one frame */
    pd_quat pose[PD_ANIM_SMPL_JOINTS];
    float betas[PD_RETARGET_MOTION_BETAS];
    int beta_count;
    pd_smpl_soft *soft; /* NULL: no soft tissue */
    float *vertices;
    pd_arena scratch;
};

/* Prepares the retargeting from a clip of the source in its rest pose, with the lower toe joint at its
 * planted height. */
static pd_status live_body_stand(pd_retarget_live_body *b, const pd_anim_skeleton *source,
                                 const pd_anim_skeleton *skeleton, pd_error *err)
{
    pd_anim_clip rest;
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_status status = pd_anim_clip_init(&rest, source, REST_FRAMES, 60, err);

    if (status != PD_OK) return status;

    pd_anim_clip_pose(at, NULL, &rest, 0);
    double low = fmin(at[b->toes[0]].y, at[b->toes[1]].y);
    for (int t = 0; t < REST_FRAMES; t++) rest.roots[t].y = b->replant.toe_rest - low;
    status = pd_retarget_init(&b->retarget, skeleton, &rest, NULL, err);
    pd_anim_clip_deinit(&rest);

    return status;
}

/* Returns the index of an expression of the model; -1: none. */
static int find_expression(const pd_smpl_data *data, const char *name)
{
    for (int e = 0; data->expression_names && e < data->expression_count && e < PD_RETARGET_FACE_SHAPES; e++)
        if (!strcmp(data->expression_names[e], name)) return e;
    return -1;
}

/* Finds the needed joints, and prepares retargeting, eyes, lids and legs. */
static pd_status make_live_body(pd_retarget_live_body *b, const pd_anim_skeleton *source, pd_error *err)
{
    pd_anim_skeleton skeleton;

    b->toes[0] = pd_anim_skeleton_find(source, "LeftToeBase");
    b->toes[1] = pd_anim_skeleton_find(source, "RightToeBase");
    if (b->toes[0] < 0 || b->toes[1] < 0)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/body",
                       "the skeleton that moves the body has no LeftToeBase and RightToeBase; both expected");

    /* Make clips of one frame for source and body, and the retargeting between them. */
    pd_status status = pd_retarget_skeleton_of(&skeleton, b->model, b->betas, b->beta_count, err);
    if (status == PD_OK) status = pd_anim_clip_init(&b->source, source, 1, 60, err);
    if (status == PD_OK) status = pd_anim_clip_init(&b->body, &skeleton, 1, 60, err);
    if (status == PD_OK) status = live_body_stand(b, source, &skeleton, err);
    if (status != PD_OK) return status;

    /* Prepare eyes, fingers and lids. */
    const pd_smpl_data *data = &b->model->data;
    pd_anim_alive_init(&b->alive_rig, &b->body.skeleton,
                       (const float *const[2]){data->hands[0].mean, data->hands[1].mean});
    for (int i = 0; i < PD_RETARGET_FACE_NAMES; i++)
        b->shapes[i] = find_expression(data, pd_retarget_face_names[i]);
    pd_retarget_motion_lips(&b->lips, b->model);
    pd_retarget_motion_mood(&b->mood, b->model);
    b->lids[0] = b->shapes[PD_ANIM_EYE_BLINK_LEFT];
    b->lids[1] = b->shapes[PD_ANIM_EYE_BLINK_RIGHT];
    for (int i = 0; i < 2; i++)
        if (b->lids[i] >= 0)
            b->lid_factors[i] = pd_retarget_lids_factor(b->model, b->lids[i], b->betas, b->beta_count);

    /* Prepare the legs, for planting the feet. */
    b->pelvis_rest = skeleton.offsets[skeleton.root];
    b->replant.scale = b->retarget.scale;

    status =
        pd_retarget_replant_legs(b->replant.legs, &b->body.skeleton, b->model, b->betas, b->beta_count, err);
    if (status != PD_OK) return status;

    /* Prepare the hands, for keeping them out of the body. */
    return pd_retarget_hands_init(&b->hands, source, &b->body.skeleton, b->model, b->betas, b->beta_count,
                                  err);
}

pd_status pd_retarget_live_body_new(pd_retarget_live_body **out, const pd_anim_skeleton *source,
                                    double toe_rest, pd_smpl_model *model, const float *betas, int beta_count,
                                    pd_error *err)
{
    int most = model->beta_count < PD_RETARGET_MOTION_BETAS ? model->beta_count : PD_RETARGET_MOTION_BETAS;

    *out = NULL;
    if (beta_count < 0 || beta_count > most)
        return pd_fail(err, PD_ERR_RANGE, "/betas", "%d numbers; 0 to %d allowed", beta_count, most);

    pd_retarget_live_body *b = calloc(1, sizeof *b);
    if (!b) return pd_fail(err, PD_ERR_MEMORY, "/body", "out of memory for a body");

    b->model = pd_smpl_model_retain(model);
    if (beta_count) memcpy(b->betas, betas, (size_t)beta_count * sizeof *betas);
    b->beta_count = beta_count;
    b->replant.toe_rest = toe_rest;
    pd_status status = make_live_body(b, source, err);
    if (status == PD_OK)
        *out = b;
    else
        pd_retarget_live_body_free(b);

    return status;
}

size_t pd_retarget_live_body_bytes(const pd_smpl_model *model)
{
    const pd_smpl_job one = {
        .bodies = NULL, .body_count = 1, .skinning = model->data.skinning, .contact = NULL};

    return sizeof(pd_retarget_live_body) + sizeof(pd_smpl_soft) +
           3 * sizeof(float) * (size_t)model->vertex_count + pd_smpl_job_scratch_bytes(&one, model);
}

void pd_retarget_live_body_free(pd_retarget_live_body *b)
{
    if (!b) return;
    pd_smpl_model_release(b->model);
    pd_anim_clip_deinit(&b->source);
    pd_anim_clip_deinit(&b->body);
    pd_arena_deinit(&b->scratch);
    free(b->soft);
    free(b->vertices);
    free(b);
}

pd_status pd_retarget_live_body_set_soft(pd_retarget_live_body *b, bool moves, double breaths_a_minute,
                                         pd_error *err)
{
    if (!moves && !(breaths_a_minute > 0)) return PD_OK;
    pd_smpl_soft *soft = malloc(sizeof *soft);
    if (!soft) return pd_fail(err, PD_ERR_MEMORY, "/body", "out of memory for a body");
    const pd_status status =
        pd_retarget_soft_start(soft, b->model, b->betas, b->beta_count, 60, moves, breaths_a_minute, err);
    if (status != PD_OK) {
        free(soft);
        return status;
    }

    free(b->soft);
    b->soft = soft;
    return PD_OK;
}

/* Adds a turn of the head, divided between neck and head. */
static void turn_head(pd_retarget_live_body *b, pd_quat turn)
{
    const int head = b->alive_rig.head;
    const int neck = head < 0 ? -1 : b->body.skeleton.parents[head];
    if (neck < 0) return;

    pd_anim_manner_turn_head(&b->body.rotations[neck], &b->body.rotations[head], turn);
}

/* Turns the eyes as those of an observed person. */
static void lead_eyes(pd_retarget_live_body *b)
{
    pd_anim_alive_follow(&b->alive, b->led.gaze);
    for (int i = 0; i < 2 && b->alive_rig.has_eyes; i++)
        b->body.rotations[b->alive_rig.eyes[i]] = b->led.gaze[i];
}

/* Completes a frame after its joints are set: the pose in SMPL's order,
 * gaze, lids, fingers, face and soft tissue. */
static void show_live_body(pd_retarget_live_body *b)
{
    pd_vec3 places[PD_ANIM_MAX_JOINTS];
    pd_quat rotations[PD_ANIM_MAX_JOINTS];

    if (b->led.is_led)
        turn_head(b, b->led.head);
    else if (b->has_manner)
        turn_head(b, b->manner.head);
    for (int k = 0; k < PD_ANIM_SMPL_JOINTS; k++) {
        /* Bodies with fingers have no hand joint. */
        const int joint = b->retarget.joint[k];
        b->pose[k] = joint < 0 ? pd_q_identity() : b->body.rotations[joint];
    }

    /* Add gaze, blinks, fingers and face to the pose. */
    if (b->has_manner && b->manner.blinks) pd_anim_alive_blink(&b->alive);
    pd_anim_alive_step(&b->alive, b->body.rotations, b->body.roots[0], &b->alive_rig, &b->look, 1.0 / 60);
    if (b->led.is_led) lead_eyes(b);
    pd_retarget_face_step(&b->face, b->body.rotations, &b->alive_rig, b->model, 1.0 / 60);
    if (!b->soft) return;

    /* Advance the soft tissue, which reacts to the final joints. */
    pd_anim_clip_pose(places, rotations, &b->body, 0);
    pd_smpl_soft_step(b->soft, places, rotations);
}

void pd_retarget_live_body_set_seated(pd_retarget_live_body *b, double seated)
{
    b->seated = (float)seated;
}

void pd_retarget_live_body_step(pd_retarget_live_body *b, const pd_quat *rotations, pd_vec3 translation,
                                const double ground[2], double floor)
{
    pd_vec3 at[PD_ANIM_MAX_JOINTS], toes[2], hips;
    const float under[2] = {(float)ground[0], (float)ground[1]};
    const float root[3] = {0, (float)floor, 0};

    PD_ASSERT(b->source.frame_count == 1 && b->body.frame_count == 1);

    /* Pose the source, and find its toes and the centre of its hips. */
    memcpy(b->source.rotations, rotations, (size_t)b->source.skeleton.joint_count * sizeof *rotations);
    b->source.roots[0] = translation;
    pd_anim_clip_pose(at, NULL, &b->source, 0);
    for (int s = 0; s < 2; s++) toes[s] = at[b->toes[s]];
    const int *hip = b->retarget.source_hips;
    hips = pd_vec3_scale(pd_vec3_add(at[hip[0]], at[hip[1]]), 0.5);

    /* Retarget rotations and root, then place the feet at the source's, and the hands outside of the body. */
    pd_retarget_frame(b->body.rotations, &b->body.roots[0], &b->retarget, &b->source, 0);
    b->replant.toes = toes;
    b->replant.hips = &hips;
    b->replant.ground = under;
    b->replant.floor = root;
    b->replant.seated = &b->seated;
    pd_retarget_replant_frame(&b->body, &b->replant, 0, &b->drop);
    pd_retarget_hands_frame(&b->body, 0, &b->hands, &b->source, 0);
    show_live_body(b);
}

void pd_retarget_live_body_set(pd_retarget_live_body *b, const pd_quat *rotations, pd_vec3 root,
                               const bool has_hands[2])
{
    memcpy(b->body.rotations, rotations, (size_t)b->body.skeleton.joint_count * sizeof *rotations);
    b->body.roots[0] = root;
    show_live_body(b);

    /* Observed fingers, whose share changes little by little when a hand comes or goes. */
    for (int h = 0; h < 2 && b->alive_rig.has_fingers; h++) {
        const float step = has_hands[h] ? HAND_EASE : -HAND_EASE;
        b->hand_shares[h] = fminf(fmaxf(b->hand_shares[h] + step, 0), 1);
        if (!(b->hand_shares[h] > 0)) continue;
        for (int i = 0; i < PD_ANIM_ALIVE_FINGERS / 2; i++) {
            const int joint = b->alive_rig.fingers[PD_ANIM_ALIVE_FINGERS / 2 * h + i];
            pd_quat *finger = &b->body.rotations[joint];
            *finger = pd_q_slerp(*finger, rotations[joint], (double)b->hand_shares[h]);
        }
    }
}

void pd_retarget_live_body_set_seed(pd_retarget_live_body *b, uint32_t seed)
{
    b->alive.seed = seed;
}

void pd_retarget_live_body_set_led(pd_retarget_live_body *b, const pd_anim_alive_led *led)
{
    b->led = led ? *led : (pd_anim_alive_led){.is_led = false};
}

void pd_retarget_live_body_set_look(pd_retarget_live_body *b, const pd_anim_alive_look *look)
{
    b->look = look ? *look : (pd_anim_alive_look){.weight = 0};
}

pd_status pd_retarget_live_body_goal_of(pd_retarget_face_goal *out, pd_retarget_face_unknown *unknown,
                                        const pd_retarget_live_body *b,
                                        const pd_retarget_face_request *request, pd_error *err)
{
    return pd_retarget_face_goal_of(out, unknown, request, b->model, err);
}

void pd_retarget_live_body_set_visemes(pd_retarget_live_body *b,
                                       const float visemes[PD_RETARGET_LIPS_VISEMES])
{
    memcpy(b->visemes, visemes, sizeof b->visemes);
}

void pd_retarget_live_body_set_manner(pd_retarget_live_body *b, const pd_anim_manner_shown *shown)
{
    b->has_manner = shown != NULL;
    if (shown) b->manner = *shown;
}

bool pd_retarget_live_body_can_feel(const pd_retarget_live_body *b)
{
    return b->mood.can_feel;
}

/* Writes the weights of the expressions: those that were requested, of speech and of the manner. */
static void express(float expression[PD_RETARGET_FACE_SHAPES], const pd_retarget_live_body *b)
{
    memcpy(expression, b->face.weights, PD_RETARGET_FACE_SHAPES * sizeof *expression);
    pd_retarget_lips_add(expression, &b->lips, b->visemes);
    if (b->has_manner) pd_retarget_mood_add(expression, &b->mood, &b->manner);
}

bool pd_retarget_live_body_can_speak(const pd_retarget_live_body *b)
{
    return b->lips.can_speak;
}

void pd_retarget_live_body_set_face(pd_retarget_live_body *b, const pd_retarget_face_goal *goal)
{
    pd_retarget_face_set(&b->face, goal);
}

const pd_quat *pd_retarget_live_body_pose(pd_vec3 *pelvis, const pd_retarget_live_body *b)
{
    *pelvis = b->body.roots[0];
    return b->pose;
}

void pd_retarget_live_body_rest(pd_vec3 offsets[PD_ANIM_SMPL_JOINTS], const pd_retarget_live_body *b)
{
    for (int k = 0; k < PD_ANIM_SMPL_JOINTS; k++) {
        const int joint = b->retarget.joint[k];
        offsets[k] = joint < 0 ? pd_vec3_make(0, 0, 0) : b->body.skeleton.offsets[joint];
    }
}

const pd_anim_skeleton *pd_retarget_live_body_frame(const pd_quat **rotations, pd_vec3 *translation,
                                                    const pd_retarget_live_body *b)
{
    *rotations = b->body.rotations;
    *translation = b->body.roots[0];
    return &b->body.skeleton;
}

bool pd_retarget_live_body_has_face(const pd_retarget_live_body *b)
{
    return b->alive_rig.has_eyes && b->alive_rig.has_fingers && b->lids[0] >= 0 && b->lids[1] >= 0;
}

void pd_retarget_live_body_face(float weights[PD_RETARGET_FACE_NAMES], pd_quat fingers[PD_ANIM_ALIVE_FINGERS],
                                const pd_retarget_live_body *b)
{
    PD_ASSERT(pd_retarget_live_body_has_face(b));

    /* Take the larger of the requested weights and those of the eyes' own movement. */
    double eyes[PD_ANIM_EYE_WEIGHTS];
    pd_anim_alive_eyes(eyes, &b->alive);
    float expression[PD_RETARGET_FACE_SHAPES];
    express(expression, b);
    for (int i = 0; i < PD_RETARGET_FACE_NAMES; i++)
        weights[i] = b->shapes[i] < 0 ? 0 : expression[b->shapes[i]];
    for (int i = 0; i < PD_ANIM_EYE_WEIGHTS; i++) weights[i] = fmaxf(weights[i], (float)eyes[i]);

    for (int i = 0; i < PD_ANIM_ALIVE_FINGERS; i++) {
        PD_DEBUG_ASSERT(b->alive_rig.fingers[i] < b->body.skeleton.joint_count);
        fingers[i] = b->body.rotations[b->alive_rig.fingers[i]];
    }
}

int pd_retarget_live_body_vertex_count(const pd_retarget_live_body *b)
{
    return b->model->vertex_count;
}

void pd_retarget_live_body_shown(pd_retarget_live_shown *out, const pd_retarget_live_body *b)
{
    float *expression = out->expression;

    out->rotations = b->body.rotations;
    out->joint_count = b->body.skeleton.joint_count;
    out->root = b->body.roots[0];
    out->soft = b->soft ? b->soft->coefficients : NULL;
    out->soft_count = b->soft ? b->soft->count : 0;

    express(expression, b);
    for (int i = 0; i < 2 && b->alive.lids > 0; i++)
        if (b->lids[i] >= 0) expression[b->lids[i]] = fmaxf(expression[b->lids[i]], (float)b->alive.lids);
    for (int i = 0; i < 2; i++)
        if (b->lids[i] >= 0) expression[b->lids[i]] *= b->lid_factors[i];
    out->expression_count = 0;
    for (int e = 0; e < PD_RETARGET_FACE_SHAPES; e++)
        if (expression[e] != 0) out->expression_count = e + 1;
}

void pd_retarget_live_body_shape(pd_retarget_live_shape *out, const pd_retarget_live_body *b)
{
    out->model = b->model;
    memcpy(out->betas, b->betas, sizeof out->betas);
    out->beta_count = b->beta_count;
    out->root_rest = b->pelvis_rest;
}

const float *pd_retarget_live_body_vertices(pd_retarget_live_body *b)
{
    float rotations[9 * PD_ANIM_MAX_JOINTS];
    size_t count = 3 * (size_t)b->model->vertex_count;
    pd_retarget_live_shown shown;

    if (!b->vertices) b->vertices = malloc(count * sizeof *b->vertices);

    pd_retarget_live_body_shown(&shown, b);
    for (int j = 0; j < shown.joint_count; j++) {
        double m[9];
        pd_q_to_matrix(m, shown.rotations[j]);
        for (int i = 0; i < 9; i++) rotations[9 * j + i] = (float)m[i];
    }

    const pd_vec3 moved = pd_vec3_sub(shown.root, b->pelvis_rest);
    const float translation[3] = {(float)moved.x, (float)moved.y, (float)moved.z};
    pd_smpl_body body = {.betas = b->betas,
                         .beta_count = b->beta_count,
                         .rotations = rotations,
                         .translation = translation,
                         .expression = shown.expression,
                         .expression_count = shown.expression_count,
                         .soft = shown.soft,
                         .soft_count = shown.soft_count,
                         .vertices = b->vertices};
    const pd_smpl_job job = {
        .bodies = &body, .body_count = 1, .skinning = b->model->data.skinning, .contact = NULL};

    if (!b->vertices || !pd_arena_reserve(&b->scratch, pd_smpl_job_scratch_bytes(&job, b->model)))
        return NULL;
    pd_smpl_job_run(&job, b->model, &b->scratch, &pd_executor_serial);

    return b->vertices;
}

/* -- snapshots: one row for each field of a struct (core/io/fields/fields.h)
 * ------------------------------- */

int pd_retarget_live_body_soft(const float **coefficients, const pd_retarget_live_body *b)
{
    *coefficients = b->soft ? b->soft->coefficients : NULL;
    return b->soft ? b->soft->count : 0;
}

int pd_retarget_live_body_soft_names(bool *breathes, const pd_retarget_live_body *b)
{
    const int count = b->soft ? b->soft->count : 0;

    *breathes = count > b->model->data.soft.mode_count && pd_smpl_soft_breathes(&b->model->data);
    return count;
}

const float *pd_retarget_live_body_betas(int *count, const pd_retarget_live_body *b)
{
    *count = b->beta_count;
    return b->betas;
}

uint64_t pd_retarget_live_body_content_hash(const pd_retarget_live_body *b)
{
    return b->model->content_hash;
}

#define MANY 1000000000

/* clang-format off */
#define ALIVE(X, T) \
    X(T, U32, seed) X(T, U32, jumps) X(T, U32, blinks) X(T, F64, time) X(T, F64, shown) X(T, F64, until) \
    X(T, F64, blink_at) X(T, F64S, aim) X(T, F64S, ahead) \
    X(T, F64S, turning) X(T, F64S, eyes) X(T, F64, lids) X(T, BOOL, has_begun) X(T, BOOL, looks_at)
PD_FIELDS(pd_anim_alive, ALIVE)
#define FACE_GOAL(X, T) X(T, F32S, weights) X(T, I32S, hands, -1, PD_SMPL_HAND_POSE_COUNT - 1) X(T, F64, \
    seconds)
PD_FIELDS(pd_retarget_face_goal, FACE_GOAL)
/* Weights and fingers are not written, because pd_retarget_live_body_get computes them. The state at the
 * beginning of a transition is written only during the transition (BEGIN). */
#define FACE(X, T) \
    X(T, PARTS, goal, pd_retarget_face_goal_fields) X(T, SKIPS, begin) X(T, SKIPS, weights) \
    X(T, SKIPS, begin_fingers) X(T, SKIPS, fingers) \
    X(T, F64, elapsed) X(T, SKIP, is_asked) X(T, SKIP, has_fingers)
PD_FIELDS(pd_retarget_face, FACE)
#define BEGIN(X, T) \
    X(T, SKIPS, goal) X(T, F32S, begin) X(T, SKIPS, weights) X(T, GRIDS, begin_fingers) X(T, SKIPS, fingers) \
    X(T, SKIP, elapsed) X(T, SKIP, is_asked) X(T, SKIP, has_fingers)
PD_FIELDS_NAMED(face_begin, pd_retarget_face, BEGIN)
#define SOFT_FRAME(X, T) X(T, GRIDS, places) X(T, GRIDS, rotations)
PD_FIELDS(pd_smpl_soft_frame, SOFT_FRAME)
#define SOFT_MOTION(X, T) X(T, I32, frames, 0, MANY) X(T, PATHS, past, pd_smpl_soft_frame_fields)
PD_FIELDS(pd_smpl_soft_motion, SOFT_MOTION)
/* Fields that init sets, and the output, are not written. */
#define SOFT(X, T) \
    X(T, SKIP, dynamics) X(T, SKIPS, a) X(T, SKIPS, gains) X(T, SKIP, dt) X(T, SKIP, breaths_a_minute) \
    X(T, F64, breath) \
    X(T, SKIP, breathing) X(T, PARTS, motion, pd_smpl_soft_motion_fields) X(T, F64S, delta) \
    X(T, SKIPS, coefficients) X(T, SKIP, count)
PD_FIELDS(pd_smpl_soft, SOFT)
PD_FIELDS(pd_retarget_hand, PD_RETARGET_HAND_FIELDS)
PD_FIELDS(pd_retarget_hands, PD_RETARGET_HANDS_FIELDS)
/* `look` and `visemes` are not written, because the stage sets them before every step. */
#define BODY(X, T) \
    X(T, SKIP, model) X(T, SKIPS, retarget) X(T, SKIPS, replant) X(T, F32, seated) X(T, SKIPS, toes) \
    X(T, SKIPS, pelvis_rest) X(T, F64, drop) X(T, PARTS, hands, pd_retarget_hands_fields) \
    X(T, SKIPS, alive_rig) X(T, PARTS, alive, pd_anim_alive_fields) X(T, SKIPS, look) \
    X(T, SKIPS, led) X(T, SKIPS, hand_shares) X(T, SKIPS, face) \
    X(T, SKIPS, lips) X(T, SKIPS, mood) X(T, SKIPS, manner) X(T, SKIP, has_manner) \
    X(T, SKIPS, visemes) \
    X(T, SKIPS, lids) X(T, SKIPS, lid_factors) X(T, SKIPS, shapes) X(T, SKIPS, source) \
    X(T, SKIPS, body) X(T, SKIPS, pose) X(T, SKIPS, betas) X(T, SKIP, beta_count) X(T, SKIP, soft) \
    X(T, SKIP, vertices) X(T, SKIPS, scratch)
PD_FIELDS(pd_retarget_live_body, BODY)
/* clang-format on */

uint64_t pd_retarget_live_body_fields_hash(void)
{
    uint64_t hash = pd_fields_hash(&pd_retarget_live_body_fields, 0);
    hash = pd_fields_hash(&pd_retarget_face_fields, hash);
    hash = pd_fields_hash(&face_begin_fields, hash);
    return pd_fields_hash(&pd_smpl_soft_fields, hash);
}

void pd_retarget_live_body_put_goal(pd_fields_writer *w, const pd_retarget_face_goal *goal)
{
    pd_fields_put(w, &pd_retarget_face_goal_fields, goal);
}

bool pd_retarget_live_body_get_goal(pd_retarget_face_goal *goal, pd_fields_reader *r)
{
    return pd_fields_get(r, goal, &pd_retarget_face_goal_fields);
}

void pd_retarget_live_body_put(pd_fields_writer *w, const pd_retarget_live_body *b)
{
    const pd_retarget_face *face = &b->face;

    pd_fields_put(w, &pd_retarget_live_body_fields, b);
    pd_fields_put_u64(w, face->has_fingers);
    pd_fields_put_u64(w, face->is_asked);
    if (face->is_asked) pd_fields_put(w, &pd_retarget_face_fields, face);
    if (pd_retarget_face_moves(face)) pd_fields_put(w, &face_begin_fields, face);
    if (b->soft) pd_fields_put(w, &pd_smpl_soft_fields, b->soft);
}

/* Reads a face, and computes the weights and fingers of its last frame again. */
static bool get_face(pd_retarget_live_body *b, pd_fields_reader *r)
{
    pd_retarget_face *face = &b->face;
    pd_quat rotations[PD_ANIM_MAX_JOINTS], fingers[PD_ANIM_ALIVE_FINGERS];

    face->has_fingers = pd_fields_get_u64(r, 1, "has_fingers") != 0;
    face->is_asked = pd_fields_get_u64(r, 1, "is_asked") != 0;
    if (face->is_asked && !pd_fields_get(r, face, &pd_retarget_face_fields)) return false;
    if (pd_retarget_face_moves(face) && !pd_fields_get(r, face, &face_begin_fields)) return false;
    if (face->has_fingers && !b->alive_rig.has_fingers) return pd_fields_fail(r, "has_fingers");

    /* If there was no frame since the request, the state is that at its beginning. */
    if (face->is_asked && !(face->elapsed > 0)) {
        memcpy(face->weights, face->begin, sizeof face->weights);
        memcpy(face->fingers, face->begin_fingers, sizeof face->fingers);
        return !r->wrong;
    }

    if (!face->is_asked && !face->has_fingers) return !r->wrong;

    if (b->alive_rig.has_fingers) pd_anim_alive_fingers(fingers, &b->alive, &b->alive_rig);
    for (int i = 0; i < PD_ANIM_ALIVE_FINGERS && b->alive_rig.has_fingers; i++)
        rotations[b->alive_rig.fingers[i]] = fingers[i];
    pd_retarget_face_step(face, rotations, &b->alive_rig, b->model, 0);

    return !r->wrong;
}

bool pd_retarget_live_body_get(pd_retarget_live_body *b, pd_fields_reader *r)
{
    bool good = pd_fields_get(r, b, &pd_retarget_live_body_fields) && get_face(b, r);
    if (good && b->soft) good = pd_fields_get(r, b->soft, &pd_smpl_soft_fields);
    return good && !r->wrong;
}
