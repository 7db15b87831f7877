#include "train/augment/arc.h"

#include "core/base/assert.h"
#include "core/base/sort.h"
#include "train/augment/copy.h"
#include "train/motion/feet.h"
#include "train/motion/filter.h"
#include "train/augment/trunk.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define GRAVITY       9.81 /* m/s2 */
#define RATE_MAX      4.0  /* rad/s                                                    */
#define STILL         0.5  /* m/s: under it the curve fades out                        */
#define LEAN_PART     0.7  /* part of the balanced lean atan(v w / g) that people show; chosen by hand */
#define LEAN_MAX      0.35 /* rad                                                      */
#define SPEED_SIGMA   9.0  /* frames                                                   */
#define LEAN_SIGMA    8.0  /* frames */
#define MOVING        0.7  /* m/s                                                      */
#define TURNING       0.44 /* rad/s: 25 degrees/s                                      */
#define TURN_REACH    15   /* frames                                                   */
#define STEP_REACH    5    /* frames on each side that give the direction of travel */
#define SHORTEST      30   /* frames of the shortest clip that is bent */
#define SIDEWAYS_COS  0.82 /* moving within 35 degrees of where it faces               */
#define STRAIGHT_PART 0.8  /* part of a clip's frames that must go straight, for it to be bent */

/* The terms of M(t), one entry per frame. */
typedef struct bend {
    double *heading, *lean, *speed; /* a(t), lean(t), |v| (T) */
    pd_vec3 *root, *direction;      /* r', r on the floor; unit direction of travel */
    int count;
} bend;

static pd_vec3 arc_level(pd_vec3 p)
{
    return pd_vec3_make(p.x, 0, p.z);
}

static pd_vec3 rotated(pd_vec3 p, double angle)
{
    double c = cos(angle);
    double s = sin(angle);
    return pd_vec3_make(c * p.x + s * p.z, p.y, c * p.z - s * p.x);
}

/* Computes the horizontal speed of the root in each frame, m/s, smoothed. */
static pd_status speeds(double *speed, const pd_anim_clip *clip, pd_error *err)
{
    for (int t = 0; t < clip->frame_count; t++) {
        int a = t ? t - 1 : 0;
        int b = t + 1 < clip->frame_count ? t + 1 : t;
        pd_vec3 step = arc_level(pd_vec3_sub(clip->roots[b], clip->roots[a]));
        speed[t] = b > a ? pd_vec3_length(step) * clip->rate / (b - a) : 0;
    }

    return pd_train_gaussian(speed, clip->frame_count, 1, SPEED_SIGMA, err);
}

/* Computes heading, lean and place of the root in each frame of the bent path: each step of the root is
 * turned by the mean heading of its ends. */
static pd_status bend_path(bend *b, const pd_anim_clip *clip, const pd_train_arc *how, pd_error *err)
{
    PD_ASSERT(b->count == clip->frame_count);
    pd_status status = speeds(b->speed, clip, err);
    if (status != PD_OK) return status;

    double a = 0;
    b->root[0] = arc_level(clip->roots[0]);
    for (int t = 0; t < b->count; t++) {
        double part = b->count > 1 ? (double)t / (b->count - 1) : 0;
        double rate = how->ramp == PD_TRAIN_RAMP_IN    ? how->rate * part
                      : how->ramp == PD_TRAIN_RAMP_OUT ? how->rate * (1 - part)
                                                       : how->rate;
        double w = rate * fmin(1, b->speed[t] / STILL); /* fades out where the character stands */
        b->heading[t] = a;
        b->lean[t] = fmin(fmax(LEAN_PART * atan(b->speed[t] * w / GRAVITY), -LEAN_MAX), LEAN_MAX);
        if (t + 1 == b->count) break;
        pd_vec3 step = arc_level(pd_vec3_sub(clip->roots[t + 1], clip->roots[t]));
        double next = a + w / clip->rate;
        b->root[t + 1] = pd_vec3_add(b->root[t], rotated(step, 0.5 * (a + next)));
        a = next;
    }

    return pd_train_gaussian(b->lean, b->count, 1, LEAN_SIGMA, err);
}

static pd_vec3 moved(const bend *b, const pd_anim_clip *clip, int t, pd_vec3 p)
{
    return pd_vec3_add(b->root[t], rotated(pd_vec3_sub(p, arc_level(clip->roots[t])), b->heading[t]));
}

/* ---- feet ---- */

/* A swinging foot goes with M(t) and the faded difference in place and heading;
 * a planted one is where M(mid) has it. */
static pd_status bend_feet(pd_train_feet *feet, const bend *b, const pd_character_motion *motion,
                           pd_error *err)
{
    PD_ASSERT(b->count == motion->clip.frame_count && feet->frame_count == b->count);
    const pd_anim_clip *clip = &motion->clip;
    const int count = b->count;
    int *mid = malloc((size_t)count * sizeof *mid); /* the frame in the middle of the plant, -1 in swing */
    unsigned char *mask = malloc((size_t)count);
    double(*off)[4] = calloc((size_t)count, sizeof *off);
    int good = mid && mask && off;

    for (int side = 0; good && side < 2; side++) {
        /* Frames in which the foot is planted, and the middle of each plant. */
        for (int t = 0; t < count; t++)
            mask[t] = motion->contacts[t][2 * side] || motion->contacts[t][2 * side + 1];
        for (int t = 0; t < count;) {
            int end = t;
            while (end < count && mask[end]) end++;
            for (int i = t; i < end; i++) mid[i] = (t + end - 1) / 2;
            if (end == t) mid[end++] = -1;
            t = end;
        }

        for (int t = 0; t < count; t++) {
            if (!mask[t]) continue;
            pd_vec3 ankle = feet->at[t][side].ankle;
            pd_vec3 d = pd_vec3_sub(moved(b, clip, mid[t], ankle), moved(b, clip, t, ankle));
            off[t][0] = d.x;
            off[t][1] = d.y;
            off[t][2] = d.z;
            off[t][3] = b->heading[mid[t]] - b->heading[t];
        }

        /* Fade these differences through the swings, and move the feet. */
        pd_train_fill(off[0], 4, mask, count);

        /* A planted foot: by how much M(mid) differs from M(t), in place (three numbers) and heading. */
        for (int t = 0; t < count; t++) {
            pd_train_foot *foot = &feet->at[t][side];
            pd_vec3 bone = pd_vec3_sub(foot->toe, foot->ankle);
            double angle = b->heading[t] + off[t][3];
            foot->ankle =
                pd_vec3_add(moved(b, clip, t, foot->ankle), pd_vec3_make(off[t][0], off[t][1], off[t][2]));
            foot->toe = pd_vec3_add(foot->ankle, rotated(bone, angle));
            foot->rotation = pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 1, 0), angle), foot->rotation);
        }
    }

    free(mid);
    free(mask);
    free(off);

    return good
               ? PD_OK
               : pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory to bend %zu frames", (size_t)count);
}

/* Turns and leans the body of `out` along the bent path: each frame's hips turn by the heading, then lean
 * about the direction of travel. */
static pd_status lean_body(pd_character_motion *out, const bend *b, pd_error *err)
{
    const int count = b->count;

    PD_ASSERT(out->clip.frame_count == count);

    /* Compute the direction of travel, and smooth it. */
    for (int t = 0; t < count; t++) {
        int from = t ? t - 1 : 0;
        int to = t + 1 < count ? t + 1 : t;
        b->direction[t] = pd_vec3_scale(pd_vec3_sub(b->root[to], b->root[from]), to - from == 1 ? 2 : 1);
    }

    const pd_status status = pd_train_gauss(&b->direction[0].x, 3, count, SPEED_SIGMA, err);
    if (status != PD_OK) return status;

    /* A lean is positive to the left, which is a rotation about -direction. */
    for (int t = 0; t < count; t++) {
        pd_anim_clip *clip = &out->clip;
        pd_vec3 direction = pd_vec3_unit_or(b->direction[t], pd_vec3_make(0, 0, 1));
        pd_quat lean = pd_q_axis_angle(direction, -b->lean[t]);
        pd_quat rotation = pd_q_axis_angle(pd_vec3_make(0, 1, 0), b->heading[t]);
        pd_quat *hips = pd_anim_clip_frame(clip, t) + PD_BIPED_HIPS;
        *hips = pd_q_normalize(pd_q_mul(lean, pd_q_mul(rotation, *hips)));
        clip->roots[t] = pd_vec3_add(b->root[t], pd_q_rotate(lean, pd_vec3_make(0, clip->roots[t].y, 0)));
    }

    return PD_OK;
}

/* Bends path, feet and body of `in` into `out`, with feet of the caller's. */
static pd_status bend_with(pd_character_motion *out, const pd_character_motion *in, bend *b,
                           pd_train_feet *feet, const pd_train_arc *how, pd_error *err)
{
    /* Bend the path first, because feet and body follow it. */
    pd_train_feet_read(feet, &in->clip);
    pd_status status = bend_path(b, &in->clip, how, err);
    if (status == PD_OK) status = bend_feet(feet, b, in, err);
    if (status == PD_OK) status = lean_body(out, b, err);
    if (status != PD_OK) return status;

    /* Solve the legs so that they reach the bent feet. */
    status = pd_train_feet_reach(NULL, &out->clip, feet, err);
    if (status != PD_OK) return status;
    pd_train_feet_solve(&out->clip, feet);

    return PD_OK;
}

/* Makes a bent copy of a motion: allocates the curves of M(t) as one block (three numbers and two vectors a
 * frame) and the feet, then bends. */
static pd_status bend_motion(pd_character_motion *out, const pd_character_motion *in, const pd_train_arc *how,
                             pd_error *err)
{
    const int count = in->clip.frame_count;
    const size_t n = (size_t)count;
    double *memory = calloc(n, 9 * sizeof *memory);

    if (!memory) return pd_fail(err, PD_ERR_MEMORY, "arc", "out of memory for %d frames", count);

    bend b = {.heading = memory,
              .lean = memory + n,
              .speed = memory + 2 * n,
              .root = (pd_vec3 *)(memory + 3 * n),
              .direction = (pd_vec3 *)(memory + 6 * n),
              .count = count};
    pd_train_feet feet = {0};
    pd_status status = pd_train_feet_init(&feet, count, err);
    if (status == PD_OK) status = bend_with(out, in, &b, &feet, how, err);
    pd_train_feet_deinit(&feet);
    free(memory);

    return status;
}

pd_status pd_train_motion_arc(pd_character_motion *out, const pd_character_motion *in,
                              const pd_train_arc *how, pd_error *err)
{
    memset(out, 0, sizeof *out);
    pd_status status = pd_train_motion_labelled(in, 1, err);
    if (status == PD_OK) status = pd_train_motion_within(in, "rate", how->rate, -RATE_MAX, RATE_MAX, err);
    if (status == PD_OK) status = pd_train_motion_copy(out, in, "arc", err);
    if (status == PD_OK) status = bend_motion(out, in, how, err);
    if (status != PD_OK) pd_character_motion_deinit(out);

    return status;
}

/* ---- what may be bent ---- */

pd_status pd_train_motion_is_straight(bool *straight, double *speed, const pd_character_motion *motion,
                                      pd_error *err)
{
    const int count = motion->clip.frame_count;
    int ahead = 0;

    *straight = false;
    if (!motion->gaits || motion->ground.rows || count <= SHORTEST) return PD_OK;

    double *v = malloc((size_t)count * sizeof *v);
    pd_vec3 *facing = malloc((size_t)count * sizeof *facing);
    pd_status status =
        v && facing ? PD_OK : pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for %d frames", count);
    if (status == PD_OK) status = pd_train_facing(facing, motion, err);
    if (status == PD_OK) status = speeds(v, &motion->clip, err);
    if (status == PD_OK) {
        const pd_anim_clip *clip = &motion->clip;
        const int last = count - 1;
        for (int t = 0; t < count; t++) {
            int a = t >= STEP_REACH ? t - STEP_REACH : 0;
            int b = t + STEP_REACH < last ? t + STEP_REACH : last;
            pd_vec3 direction =
                pd_vec3_unit_or(arc_level(pd_vec3_sub(clip->roots[b], clip->roots[a])), facing[t]);

            /* Measure the turning speed, rad/s, over half a second around the frame. */
            int from = t >= TURN_REACH ? t - TURN_REACH : 0;
            int to = t + TURN_REACH < last ? t + TURN_REACH : last;
            double sine = facing[from].z * facing[to].x - facing[from].x * facing[to].z;
            double turning = fabs(atan2(sine, pd_vec3_dot(facing[from], facing[to]))) *
                             PD_CHARACTER_MOTION_RATE / (to - from);

            /* Count frames that go straight ahead without a jump or a crouch. */
            ahead += v[t] > MOVING && pd_vec3_dot(direction, facing[t]) > SIDEWAYS_COS && turning < TURNING &&
                     motion->gaits[t][PD_PFNN_JUMP] < 0.5f && motion->gaits[t][PD_PFNN_CROUCH] < 0.5f;
        }

        pd_sort_doubles(v, (size_t)count);
        if (speed) *speed = v[count / 2];
        *straight = ahead >= STRAIGHT_PART * count;
    }

    free(v);
    free(facing);

    return status;
}
