#include "train/original/clip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define J          PD_ANIM_BIPED_JOINTS
#define WINDOW     PD_TRAIN_ORIGINAL_WINDOW
#define SIGMA      20.0  /* frames, of the facing                                     */
#define RATE_OFF   1.0   /* frames a second                                           */
#define RADIUS     80    /* frames: 4 sigma, where scipy's gaussian_filter1d ends      */
#define CROUCH_LOW 80.0  /* centimetres: heads that are lower are crouched ...         */
#define CROUCH_TOP 130.0 /* ... and higher ones are not                                */

/* Parts of clips' names in the order of the search. A name without any of them is rocky. */
static const struct {
    const char *part;
    pd_train_fit_kind kind;
} kinds[] = {
    {"LocomotionFlat12_000", PD_TRAIN_FIT_JUMP}, {"NewCaptures01_000", PD_TRAIN_FIT_FLAT},
    {"NewCaptures02_000", PD_TRAIN_FIT_FLAT},    {"NewCaptures03_000", PD_TRAIN_FIT_JUMP},
    {"NewCaptures03_001", PD_TRAIN_FIT_JUMP},    {"NewCaptures03_002", PD_TRAIN_FIT_JUMP},
    {"NewCaptures04_000", PD_TRAIN_FIT_JUMP},    {"WalkingUpSteps06_000", PD_TRAIN_FIT_BEAM},
    {"WalkingUpSteps09_000", PD_TRAIN_FIT_FLAT}, {"WalkingUpSteps10_000", PD_TRAIN_FIT_FLAT},
    {"WalkingUpSteps11_000", PD_TRAIN_FIT_FLAT}, {"Flat", PD_TRAIN_FIT_FLAT},
};

pd_train_fit_kind pd_train_original_kind(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strstr(name, kinds[i].part)) return kinds[i].kind;
    return PD_TRAIN_FIT_WALK;
}

pd_status pd_train_original_forward(pd_vec3 *forward, const pd_vec3 *positions, int count, pd_error *err)
{
    pd_vec3 *raw = malloc((size_t)count * sizeof *raw + 1);
    double weights[RADIUS + 1];
    double total = 0;

    if (!raw) return pd_fail(err, PD_ERR_MEMORY, "forward", "out of memory for %d frames", count);

    /* Facing of each frame: across shoulders and hips, turned by a right angle about +Y. */
    for (int t = 0; t < count; t++) {
        const pd_vec3 *p = positions + (size_t)t * J;
        pd_vec3 arms = pd_vec3_sub(p[PD_BIPED_L_ARM], p[PD_BIPED_R_ARM]);
        pd_vec3 legs = pd_vec3_sub(p[PD_BIPED_L_THIGH], p[PD_BIPED_R_THIGH]);
        pd_vec3 across = pd_vec3_unit_or(pd_vec3_add(arms, legs), pd_vec3_make(1, 0, 0));
        raw[t] = pd_vec3_cross(across, pd_vec3_make(0, 1, 0));
    }

    /* Weights of a Gaussian, cut at RADIUS. */
    for (int k = 0; k <= RADIUS; k++) {
        weights[k] = exp(-0.5 * k * k / (SIGMA * SIGMA));
        total += k ? 2 * weights[k] : weights[k];
    }

    /* Smooth over time; the ends repeat their frame. */
    for (int t = 0; t < count; t++) {
        pd_vec3 sum = pd_vec3_make(0, 0, 0);
        for (int k = -RADIUS; k <= RADIUS; k++) {
            int at = t + k < 0 ? 0 : t + k >= count ? count - 1 : t + k;
            sum = pd_vec3_fma(sum, weights[abs(k)] / total, raw[at]);
        }

        forward[t] = pd_vec3_unit_or(sum, t ? forward[t - 1] : pd_vec3_make(0, 0, 1));
    }

    free(raw);
    return PD_OK;
}

/* Checks that a clip has the skeleton of the published data, a rate that is a multiple of 60, and a phase and
 * a gait for each frame. */
static pd_status check_clip(const pd_train_original_source *s, pd_error *err)
{
    const pd_bvh *bvh = s->bvh;

    if (bvh->joint_count != J)
        return pd_fail(err, PD_ERR_INVALID, s->name, "a skeleton of %d joints; %d allowed", bvh->joint_count,
                       J);
    for (int j = 0; j < J; j++)
        if (strcasecmp(bvh->joints[j].name, pd_anim_biped_joints[j].name) ||
            bvh->joints[j].parent != pd_anim_biped_joints[j].parent)
            return pd_fail(err, PD_ERR_INVALID, s->name, "joint %d is %s; %s expected, below %s", j,
                           bvh->joints[j].name, pd_anim_biped_joints[j].name,
                           j ? pd_anim_biped_joints[pd_anim_biped_joints[j].parent].name : "nothing");

    double rate = 1 / bvh->frame_seconds;
    double step = round(rate / PD_CHARACTER_MOTION_RATE);
    if (step < 1 || step > 100 || fabs(rate / step - PD_CHARACTER_MOTION_RATE) > RATE_OFF)
        return pd_fail(err, PD_ERR_INVALID, s->name,
                       "%g frames a second; 60, 120 or another multiple of 60 expected", rate);
    if (s->phase->rows < bvh->frame_count)
        return pd_fail(err, PD_ERR_INVALID, s->name, "%d lines of phase for %d frames; one each expected",
                       s->phase->rows, bvh->frame_count);
    if (s->gait->rows < bvh->frame_count)
        return pd_fail(err, PD_ERR_INVALID, s->name, "%d lines of gait for %d frames; one each expected",
                       s->gait->rows, bvh->frame_count);

    return PD_OK;
}

pd_status pd_train_original_clip_make(pd_train_original_clip *out, const pd_train_original_source *s,
                                      pd_error *err)
{
    memset(out, 0, sizeof *out);
    pd_status status = check_clip(s, err);
    if (status != PD_OK) return status;

    double scale = s->scale > 0 ? s->scale : PD_TRAIN_ORIGINAL_SCALE;
    int step = (int)round(1 / s->bvh->frame_seconds / PD_CHARACTER_MOTION_RATE);
    size_t frames = (size_t)((s->bvh->frame_count + step - 1) / step);
    snprintf(out->name, sizeof out->name, "%s", s->name);
    out->kind = s->kind;
    out->step = step;
    out->frame_count = (int)frames;
    out->positions = malloc((frames * J + 1) * sizeof *out->positions);
    out->rotations = malloc((frames * J + 1) * sizeof *out->rotations);
    out->phase = malloc((frames + 1) * sizeof *out->phase);
    out->gaits = malloc((frames + 1) * sizeof *out->gaits);
    out->cycles = malloc(((size_t)s->steps->count + 1) * sizeof *out->cycles);
    if (!out->positions || !out->rotations || !out->phase || !out->gaits || !out->cycles) {
        pd_train_original_clip_deinit(out);
        return pd_fail(err, PD_ERR_MEMORY, s->name, "out of memory for %zu frames", frames);
    }

    for (int j = 0; j < J; j++) out->offsets[j] = pd_vec3_scale(s->bvh->joints[j].offset, scale);
    for (int t = 0; t < out->frame_count; t++) {
        /* Compute the joints of frame t of the halved clip in world space. */
        pd_vec3 *positions = out->positions + (size_t)t * J;
        pd_quat *rotations = out->rotations + (size_t)t * J;
        const int frame = step * t;
        for (int j = 0; j < J; j++) {
            int up = s->bvh->joints[j].parent;
            pd_quat local;
            pd_vec3 place;
            pd_bvh_local(&local, &place, s->bvh, frame, j);
            place = pd_vec3_scale(place, scale);
            rotations[j] = up < 0 ? local : pd_q_mul(rotations[up], local);
            positions[j] = up < 0 ? place : pd_vec3_add(positions[up], pd_q_rotate(rotations[up], place));
        }

        out->phase[t] = (double)s->phase->values[step * t];
    }

    for (int t = 0; t < out->frame_count; t++) {
        float six[PD_PFNN_GAITS];
        pd_sidecar_gait_merge(six, s->gait->values + (size_t)(out->step * t) * PD_SIDECAR_GAITS);
        for (int g = 0; g < PD_PFNN_GAITS; g++) out->gaits[t][g] = (double)six[g];
    }

    for (int t = 0; t < out->frame_count - 1 && out->kind == PD_TRAIN_FIT_FLAT; t++) {
        double head = out->positions[(size_t)t * J + PD_BIPED_HEAD].y;
        out->gaits[t][PD_PFNN_CROUCH] = 1 - fmin(fmax((head - CROUCH_LOW) / (CROUCH_TOP - CROUCH_LOW), 0), 1);
    }

    if (out->kind == PD_TRAIN_FIT_FLAT && out->frame_count > 1)
        out->gaits[out->frame_count - 1][PD_PFNN_CROUCH] = out->gaits[out->frame_count - 2][PD_PFNN_CROUCH];

    /* cycles whose frames all have a second to each side and one more */
    int rows = out->frame_count - 2 * WINDOW - 1;
    for (int i = 0; i + 1 < s->steps->count; i++) {
        const pd_sidecar_step *now = &s->steps->items[i];
        const pd_sidecar_step *next = now + 1;
        pd_train_original_cycle cycle = {now->frame / out->step, next->frame / out->step};
        if (now->is_marked || next->is_marked || next->second < 0) continue;
        if (cycle.first < WINDOW || cycle.last - WINDOW >= rows) continue;
        out->cycles[out->cycle_count++] = cycle;
    }

    return PD_OK;
}

void pd_train_original_clip_deinit(pd_train_original_clip *c)
{
    free(c->positions);
    free(c->rotations);
    free(c->phase);
    free(c->gaits);
    free(c->cycles);
    memset(c, 0, sizeof *c);
}
