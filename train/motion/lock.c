#include "train/motion/lock.h"

#include "core/anim/leg.h"
#include "core/anim/two_bone.h"
#include "core/base/assert.h"
#include "train/motion/filter.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Chosen on the 268 walking and jogging clips of the training set, relative to the clips before the lock
 * (docs/lab/motion.md). Criteria: pops (changes of a joint's speed by more than 200 degrees per second in a
 * frame), jerk of knees and ankles, and clearance of the swinging toe. */
#define SIGMA 2.0   /* smoothing of corrections, lengths of legs, rises and lowering, frames */
#define FADE  8     /* length of the fade of what smoothing removed, frames */
#define GLIDE 12.0  /* time in which a swing takes over the speed of a correction, frames */
#define PRESS 12.0  /* time in which a swing leaves the height of a planted point, frames */
#define EASE  0.003 /* range of a leg's length before its limit in which the hips begin to lower, metres */
#define NEAR  6     /* frames on each side: three SIGMA, so that the lowering is enough after smoothing */

#define C PD_PFNN_CONTACTS

enum { THIGH, SHIN, FOOT, TOE, LEG };
static const int legs[2][LEG] = {{PD_BIPED_L_THIGH, PD_BIPED_L_SHIN, PD_BIPED_L_FOOT, PD_BIPED_L_TOE},
                                 {PD_BIPED_R_THIGH, PD_BIPED_R_SHIN, PD_BIPED_R_FOOT, PD_BIPED_R_TOE}};

typedef struct lock {
    pd_character_motion *motion;
    const pd_train_foot_contacts *feet;
    pd_vec3 (*goal)[C];    /* (T) target positions of points in contact */
    double (*move)[C][3];  /* (T) corrections of the points */
    double (*exact)[C][3]; /* (T) corrections that reach the targets; 0 without contact */
    pd_vec3 (*at)[C];      /* (T) corrected points */
    double *lower;         /* (T) lowering of the hips, metres */
    double *own;           /* (T) captured distance from hip to ankle, metres */
    pd_vec3 *rise;         /* (T) displacement of the ankle by its rise about the toe */
    double foot;           /* length of the bone from heel to toe */
} lock;

static int toe_of(int heel)
{
    return heel + 1;
}

/* Returns whether a point stands at its target: a toe in contact and its heel with it,
 * or a heel in contact alone. */
static bool on(const lock *l, int t, int c)
{
    PD_ASSERT(c >= 0 && c < PD_PFNN_CONTACTS);
    if (t < 0 || t >= l->feet->count) return false;
    const unsigned char *contacts = l->motion->contacts[t];
    int heel = c == PD_PFNN_LEFT_HEEL || c == PD_PFNN_RIGHT_HEEL;
    return contacts[c] || (heel && contacts[toe_of(c)]);
}

static bool heel_alone(const lock *l, int t, int heel)
{
    return t >= 0 && t < l->feet->count && l->motion->contacts[t][heel] &&
           !l->motion->contacts[t][toe_of(heel)];
}

static pd_vec3 at_length(pd_vec3 from, pd_vec3 to, double length)
{
    return pd_vec3_fma(from, length, pd_vec3_unit_or(pd_vec3_sub(to, from), pd_vec3_make(0, 0, 1)));
}

/* ---- targets of planted points ---- */

static double resting(const lock *l, pd_vec3 at, int c)
{
    return pd_anim_ground_height(&l->motion->ground, at.x, at.z) + pd_train_contact_rest(c);
}

/* Returns the mean place of point c over a run of frames, on the ground. */
static pd_vec3 lock_mean_of(const lock *l, pd_train_run run, int c)
{
    PD_ASSERT(run.first <= run.last);

    /* Average the point over the run, and put it on the ground. */
    pd_vec3 sum = {0};
    for (int t = run.first; t <= run.last; t++) sum = pd_vec3_add(sum, l->feet->at[t][c]);
    sum = pd_vec3_scale(sum, 1.0 / (run.last - run.first + 1));
    sum.y = resting(l, sum, c);

    return sum;
}

static void lock_stand(lock *l, pd_train_run run, int c, pd_vec3 place)
{
    for (int t = run.first; t <= run.last; t++) l->goal[t][c] = place;
}

/* ---- corrections between contacts ---- */

/* Returns the mean vertical correction in the contact that ends or begins at `edge`. */
static double mean_lift(const lock *l, int c, int edge, int step)
{
    PD_ASSERT(step == 1 || step == -1);
    double sum = 0;
    int count = 0;
    for (int t = edge; on(l, t, c); t += step, count++) sum += l->exact[t][c][1];
    return sum / count;
}

/* Returns the change of the correction per frame into the swing beside `edge`, so that the point leaves or
 * reaches its target without speed. */
static double slope(const lock *l, int c, int edge, int step, int axis)
{
    return on(l, edge + step, c) ? l->exact[edge][c][axis] - l->exact[edge + step][c][axis] : 0;
}

/* Computes the corrections of the swing between two contacts. from, to: frames in contact; outside the clip
 * there is no contact. */
static void swing(lock *l, int c, int from, int to)
{
    int n = l->feet->count;

    if (from < 0 && to >= n) return;

    /* For an end outside the clip use the correction at the other end. */
    const double *a = l->exact[from < 0 ? to : from][c];
    const double *b = l->exact[to >= n ? from : to][c];

    /* Blend smoothly from the correction of one contact to that of the next. */
    for (int t = from + 1; t < to; t++) {
        double s = pd_train_smoothstep((double)(t - from) / (to - from));
        for (int k = 0; k < 3; k++) l->move[t][c][k] = a[k] + s * (b[k] - a[k]);
    }

    if (from < 0 || to >= n) return;

    /* At the ends of a contact the toe is pressed to the ground, so the heights there do not suit the swing.
     * Use the mean heights of the contacts, which keep the clearance. */
    double first = mean_lift(l, c, from, -1);
    double last = mean_lift(l, c, to, 1);
    double glide = fmin(GLIDE, (to - from) / 2.0);
    for (int t = from + 1; t < to; t++) {
        double u = t - from;
        double v = to - t;
        double *m = l->move[t][c];
        m[1] = first + pd_train_smoothstep(u / (to - from)) * (last - first) +
               (a[1] - first) * (1 - pd_train_smoothstep(u / PRESS)) +
               (b[1] - last) * (1 - pd_train_smoothstep(v / PRESS));

        /* Make the point leave one contact and reach the next without speed. */
        for (int k = 0; k < 3; k++) {
            if (u < glide) m[k] += slope(l, c, from, -1, k) * u * (1 - u / glide) * (1 - u / glide);
            if (v < glide) m[k] += slope(l, c, to, 1, k) * v * (1 - v / glide) * (1 - v / glide);
        }
    }
}

/* Adds the correction that smoothing removed at `edge`, the first or last frame of a contact, to the swing
 * beside it, fading outwards. step: -1 or 1. */
static void fade(lock *l, int c, int edge, int step, const double rest[3])
{
    for (int i = 1; i <= FADE; i++) {
        int t = edge + i * step;
        if (t < 0 || t >= l->feet->count || on(l, t, c)) return;
        double s = 1 - pd_train_smoothstep(i / (FADE + 1.0));
        for (int k = 0; k < 3; k++) l->move[t][c][k] += s * rest[k];
    }
}

static pd_status lock_correct(lock *l, int c, pd_error *err)
{
    /* In contact the correction is exact: it moves the point to its target. */
    for (int t = 0; t < l->feet->count; t++) {
        pd_vec3 d = on(l, t, c) ? pd_vec3_sub(l->goal[t][c], l->feet->at[t][c]) : (pd_vec3){0};
        double *e = l->exact[t][c];
        e[0] = d.x;
        e[1] = d.y;
        e[2] = d.z;
        memcpy(l->move[t][c], e, sizeof l->move[t][c]);
    }

    /* Between contacts compute the corrections of the swing. */
    int from = -1;
    int n = l->feet->count;
    for (int t = 0; t <= n; t++) {
        if (t < n && !on(l, t, c)) continue;
        swing(l, c, from, t);
        from = t;
    }

    /* Smooth the corrections over time. */
    for (int k = 0; k < 3; k++) {
        pd_status status = pd_train_gaussian(&l->move[0][c][k], l->feet->count, 3 * C, SIGMA, err);
        if (status != PD_OK) return status;
    }

    /* Restore the exact corrections in contact, and fade the difference out into the swings. */
    for (int t = 0; t < l->feet->count; t++) {
        if (!on(l, t, c)) continue;
        double rest[3];
        for (int k = 0; k < 3; k++) rest[k] = l->exact[t][c][k] - l->move[t][c][k];
        if (!on(l, t - 1, c)) fade(l, c, t, -1, rest);
        if (!on(l, t + 1, c)) fade(l, c, t, 1, rest);
        memcpy(l->move[t][c], l->exact[t][c], sizeof l->move[t][c]);
    }

    /* Move the points. */
    for (int t = 0; t < l->feet->count; t++) {
        const double *m = l->move[t][c];
        l->at[t][c] = pd_vec3_add(l->feet->at[t][c], pd_vec3_make(m[0], m[1], m[2]));
    }

    return PD_OK;
}

/* ---- heel and toe at the foot's length ---- */

/* Returns how much the heel stays and the toe moves instead: 1 in a contact of the heel alone, fading outside
 * it; 0 if the toe is planted. */
static double heel_stays(const lock *l, int t, int heel)
{
    if (on(l, t, toe_of(heel))) return 0;
    double most = heel_alone(l, t, heel);
    for (int i = 1; i <= FADE && most < 1; i++)
        if (heel_alone(l, t - i, heel) || heel_alone(l, t + i, heel))
            most = fmax(most, 1 - pd_train_smoothstep(i / (FADE + 1.0)));

    return most;
}

/* ---- hips and legs ---- */

/* For legs that would be too long, raises ankles about their toes, and computes the lowering of the hips. */
static pd_status set_lower(lock *l, pd_error *err)
{
    int n = l->feet->count;
    const pd_vec3 *offsets = l->motion->clip.skeleton.offsets;
    pd_vec3 p[PD_ANIM_BIPED_JOINTS];
    pd_status status = PD_OK;

    memset(l->lower, 0, (size_t)n * sizeof *l->lower);

    PD_ASSERT(n > 0);
    for (int side = 0; side < 2 && status == PD_OK; side++) {
        const int *j = legs[side];
        int heel = 2 * side + PD_PFNN_LEFT_HEEL;
        int toe = toe_of(heel);
        double reach = PD_ANIM_LEG_STRAIGHT * pd_anim_two_bone_length(offsets[j[SHIN]], offsets[j[FOOT]]);

        /* Compute the length of the leg in the captured pose, and smooth it. */
        for (int t = 0; t < n; t++) {
            pd_anim_clip_pose(p, NULL, &l->motion->clip, t);
            l->own[t] = pd_vec3_distance(p[j[THIGH]], p[j[FOOT]]);
        }

        status = pd_train_gaussian(l->own, n, 1, SIGMA, err);

        /* Compute the rise of the ankle about its toe that keeps the leg within its soft limit. */
        for (int t = 0; t < n; t++) {
            pd_anim_clip_pose(p, NULL, &l->motion->clip, t);
            pd_vec3 at = l->at[t][heel];
            pd_vec3 up = pd_anim_leg_raise(at, l->at[t][toe], p[j[THIGH]],
                                           pd_anim_leg_soft(l->own[t], reach, PD_ANIM_LEG_STRETCH), l->foot);
            l->rise[t] = pd_vec3_scale(pd_vec3_sub(up, at), 1 - heel_stays(l, t, heel));
        }

        for (int k = 0; k < 3 && status == PD_OK; k++)
            status = pd_train_gaussian(&l->rise[0].x + k, n, 3, SIGMA, err);

        /* Move the ankle, and compute how far the hips must be lowered for it.
         * The soft maximum keeps that smooth. */
        for (int t = 0; t < n; t++) {
            pd_vec3 *at = &l->at[t][heel];
            *at = at_length(l->at[t][toe], pd_vec3_add(*at, l->rise[t]), l->foot);

            pd_anim_clip_pose(p, NULL, &l->motion->clip, t);
            double left = (reach - pd_vec3_distance(p[j[THIGH]], *at)) / EASE;
            double eased = reach - EASE * (fmax(left, 0) + log1p(exp(-fabs(left))));
            l->lower[t] = fmax(l->lower[t], pd_anim_leg_drop(p[j[THIGH]], *at, eased));
        }
    }

    /* Lower the hips as far as the worst nearby frame needs. */
    if (status == PD_OK) status = pd_train_highest(l->lower, n, NEAR, err);
    return status == PD_OK ? pd_train_gaussian(l->lower, n, 1, SIGMA, err) : status;
}

/* Sets the rotations of a leg. p, r: pose of the frame in the world, with hips already lowered. */
static void set_leg(const lock *l, int t, int side, const pd_vec3 *p, const pd_quat *r)
{
    PD_ASSERT(side == 0 || side == 1);
    const int *j = legs[side];
    const int *parents = l->motion->clip.skeleton.parents;
    pd_vec3 heel = l->at[t][2 * side + PD_PFNN_LEFT_HEEL];
    pd_vec3 toe = l->at[t][2 * side + PD_PFNN_LEFT_TOE];
    pd_quat *local = pd_anim_clip_frame(&l->motion->clip, t);

    /* Rotate thigh and shin to reach the heel. */
    pd_anim_two_bone_job job = {.root = p[j[THIGH]], .middle = p[j[SHIN]], .tip = p[j[FOOT]], .target = heel};
    job.bend_axis = pd_q_rotate(r[j[THIGH]], pd_vec3_make(1, 0, 0));
    pd_anim_two_bone_run(&job);

    /* Turn the foot towards its toe. */
    pd_quat thigh = pd_q_mul(job.root_rotation, r[j[THIGH]]);
    pd_quat shin = pd_q_mul(job.middle_rotation, r[j[SHIN]]);
    pd_vec3 ahead = pd_q_rotate(r[j[FOOT]], l->motion->clip.skeleton.offsets[j[TOE]]);
    pd_vec3 now = pd_vec3_unit_or(ahead, pd_vec3_make(0, 0, 1));
    pd_vec3 want = pd_vec3_unit_or(pd_vec3_sub(toe, job.tip_at), now);
    pd_quat foot = pd_q_mul(pd_q_between(now, want, job.bend_axis), r[j[FOOT]]);

    /* Make the rotations local to the parents. */
    local[j[THIGH]] = pd_q_normalize(pd_q_inv_mul(r[parents[j[THIGH]]], thigh));
    local[j[SHIN]] = pd_q_normalize(pd_q_inv_mul(thigh, shin));
    local[j[FOOT]] = pd_q_normalize(pd_q_inv_mul(shin, foot));
}

/* Locks the feet: targets of planted points, corrections between contacts, then hips and legs (lock.h). */
static pd_status run_lock(lock *l, pd_error *err)
{
    for (int side = 0; side < 2; side++) {
        int heel = 2 * side + PD_PFNN_LEFT_HEEL;
        int toe = toe_of(heel);
        pd_train_run toes;

        /* Set the target of a planted toe to its mean position. */
        for (int from = 0; pd_train_next_run(&toes, l->motion, toe, from); from = toes.last + 1)
            lock_stand(l, toes, toe, lock_mean_of(l, toes, toe));

        /* Move the heel with its planted toe. It must not sink below its height at rest. */
        for (int t = 0; t < l->feet->count; t++) {
            if (!l->motion->contacts[t][toe_of(heel)]) continue;
            pd_vec3 at_toe = l->goal[t][toe_of(heel)];
            pd_vec3 was = l->feet->at[t][toe_of(heel)];
            pd_vec3 at = l->feet->at[t][heel];
            at.x += at_toe.x - was.x;
            at.z += at_toe.z - was.z;
            at.y = fmax(at.y, resting(l, at, heel));
            l->goal[t][heel] = at_length(at_toe, at, l->foot);
        }

        /* Set the target of a heel in contact alone. */
        for (int t = 0; t < l->feet->count; t++) {
            if (!heel_alone(l, t, heel)) continue;
            pd_train_run run = {t, t};
            while (heel_alone(l, run.last + 1, heel)) run.last++;

            /* Use the heel's target at which the toe comes down or left the ground;
             * the mean if both exist. */
            int before = on(l, run.first - 1, heel);
            int behind = on(l, run.last + 1, heel);
            pd_vec3 place;
            if (before || behind) {
                pd_vec3 a = l->goal[before ? run.first - 1 : run.last + 1][heel];
                pd_vec3 b = l->goal[behind ? run.last + 1 : run.first - 1][heel];
                place = pd_vec3_scale(pd_vec3_add(a, b), 0.5);
            } else
                place = lock_mean_of(l, run, heel);
            lock_stand(l, run, heel, place);
            t = run.last;
        }

        /* Correct both points between contacts. */
        pd_status status = lock_correct(l, heel, err);
        if (status == PD_OK) status = lock_correct(l, toe_of(heel), err);
        if (status != PD_OK) return status;

        /* Bring heel and toe to the foot's length again. */
        for (int t = 0; t < l->feet->count; t++) {
            pd_vec3 *h = &l->at[t][heel];
            pd_vec3 *e = &l->at[t][toe_of(heel)];
            double stays = heel_stays(l, t, heel);
            pd_vec3 moved = at_length(*h, *e, l->foot);
            *e = pd_vec3_fma(*e, stays, pd_vec3_sub(moved, *e));
            *h = at_length(*e, *h, l->foot);
        }
    }

    /* Lower the hips where a leg would be too long, then set the legs. */
    pd_status status = set_lower(l, err);
    if (status == PD_OK) {
        pd_vec3 p[PD_ANIM_BIPED_JOINTS];
        pd_quat r[PD_ANIM_BIPED_JOINTS];
        for (int t = 0; t < l->feet->count; t++) {
            l->motion->clip.roots[t].y -= l->lower[t];
            pd_anim_clip_pose(p, r, &l->motion->clip, t);
            for (int side = 0; side < 2; side++) set_leg(l, t, side, p, r);
        }

        pd_anim_clip_align_signs(&l->motion->clip);
    }

    return status;
}

pd_status pd_train_motion_lock(pd_character_motion *motion, const pd_train_foot_contacts *feet, pd_error *err)
{
    PD_ASSERT(motion->clip.frame_count == feet->count);
    size_t n = (size_t)feet->count;
    lock l = {.motion = motion, .feet = feet};
    l.foot = pd_vec3_length(motion->clip.skeleton.offsets[PD_BIPED_L_TOE]);
    l.goal = malloc(n * sizeof *l.goal);
    l.move = malloc(n * sizeof *l.move);
    l.exact = malloc(n * sizeof *l.exact);
    l.at = malloc(n * sizeof *l.at);
    l.lower = malloc(n * sizeof *l.lower);
    l.own = malloc(n * sizeof *l.own);
    l.rise = malloc(n * sizeof *l.rise);

    pd_status status = l.goal && l.move && l.exact && l.at && l.lower && l.own && l.rise
                           ? run_lock(&l, err)
                           : pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory to lock %zu frames", n);
    free(l.goal);
    free(l.move);
    free(l.exact);
    free(l.at);
    free(l.lower);
    free(l.own);
    free(l.rise);

    return status;
}

/* ---- stillness ---- */

/* Returns whether a point carries the body: a toe in contact, or a heel in contact alone. */
static bool carries(const pd_character_motion *motion, int t, int c)
{
    int heel = c == PD_PFNN_LEFT_HEEL || c == PD_PFNN_RIGHT_HEEL;
    return motion->contacts[t][c] && !(heel && motion->contacts[t][toe_of(c)]);
}

void pd_train_motion_stillness(pd_train_stillness *out, const pd_character_motion *motion)
{
    pd_vec3 p[4][PD_ANIM_BIPED_JOINTS];
    int n = motion->clip.frame_count;
    long count = 0;

    memset(out, 0, sizeof *out);

    /* p contains the last four frames, by frame number modulo 4. */
    for (int t = 0; t < n; t++) {
        pd_anim_clip_pose(p[t & 3], NULL, &motion->clip, t);

        /* Add the slide: the speed of a point that carries in two consecutive frames. */
        if (t >= 1) {
            for (int c = 0; c < C; c++) {
                if (!carries(motion, t, c) || !carries(motion, t - 1, c)) continue;
                int j = pd_train_contact_joint(c);
                double speed = pd_vec3_distance(p[t & 3][j], p[(t - 1) & 3][j]) * PD_CHARACTER_MOTION_RATE;
                out->mean_slide += speed;
                out->most_slide = fmax(out->most_slide, speed);
                ++count;
            }
        }

        /* Add the jerk: the third difference of all joints. */
        double jerk = 0;
        double rate = PD_CHARACTER_MOTION_RATE;
        for (int j = 0; t >= 3 && j < PD_ANIM_BIPED_JOINTS; j++) {
            pd_vec3 ends = pd_vec3_sub(p[t & 3][j], p[(t - 3) & 3][j]);
            pd_vec3 inner = pd_vec3_sub(p[(t - 1) & 3][j], p[(t - 2) & 3][j]);
            jerk += pd_vec3_length(pd_vec3_fma(ends, -3, inner));
        }

        if (t >= 3) out->jerk += jerk * rate * rate * rate / PD_ANIM_BIPED_JOINTS;
    }

    if (count) out->mean_slide /= (double)count;
    if (n > 3) out->jerk /= n - 3;
}
