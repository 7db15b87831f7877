#include "core/animal/clip.h"

#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/anim/leg.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ELSEWHERE (30 * M_PI / 180) /* Limbs whose directions at rest differ by more are aligned (A_j). */
/* Height relative to the size up to which a foot has the position of the source's ... */
#define LOW       0.04
#define HIGH      0.12 /* ... and from which on its position is relative to the trunk. */
#define GROUND    0.15 /* Largest distance of the clip's ground from that at rest, relative to the size. */
#define FOLDED    2.5  /* Radians by which the most bent joint of a leg may bend or stretch further ... */
#define FOLDS     50   /* ... and the number of steps of that search. */
#define EXACT     1e-9 /* A leg whose length is wrong by less, relative to the length, is not changed. */
/* A joint that is bent by less at rest is not a hinge, unless all are. */
#define STRAIGHT  (4 * M_PI / 180)
/* Largest length of a planted leg, relative to its bones, or the source's if that is more. The trunk is
 * lowered for longer ones. */
#define BENT      0.96
/* Largest lowering of the trunk, relative to the size. For more steps are shortened ... */
#define DEEP      0.08
#define SHORTER   0.93 /* ... by this factor, repeatedly ... */
#define SHORTEST  0.5  /* ... to about this fraction of s at least. */
#define FLAT      0.2  /* A last bone that starts below this height, relative to the size, is a foot. */
#define SMOOTH    0.1  /* Standard deviation of the smoothing of the trunk's lowering, seconds. */

/* Measurements of a body at rest, facing +Z. */
typedef struct measures {
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];       /* (K) positions; those of the target after A_j */
    pd_vec3 tips[PD_CREATURE_LEGS], middle; /* tips of the feet, and their centre c */
    double size; /* mean height of the trunk over the feet, or length of a spider's legs */
} measures;

/* The source's motion of one leg, facing +Z at rest. */
typedef struct leg_frames {
    pd_vec3 *tips;     /* (T) tip of the foot */
    pd_vec3 *tops;     /* (T) joint of the trunk to which the leg is attached */
    double *yaws;      /* (T) heading, held while the foot is planted */
    double *stretches; /* (T) distance from the leg's first joint to the foot, over the length of the bones */
    double ground;     /* height of the planted tip */
} leg_frames;

/* State of a transfer. */
typedef struct work {
    const pd_animal_job *job;
    measures from, to;
    double scale, along; /* s, and the scale of level distances, which is smaller if steps are shortened */
    double lift;         /* mean height of the source's ground in the clip above that at rest */
    int chain_from[PD_CREATURE_CHAINS]; /* the source's chain for each chain of the target; -1: none */
    /* (K) For each joint of the target outside the parts: the source's joint of the same name; -1: none. */
    int twin[PD_ANIM_MAX_JOINTS];
    pd_quat align[PD_CREATURE_CHAINS][PD_CREATURE_CHAIN_JOINTS]; /* A_j */
    /* Axis of each joint of a leg at rest; its length is the joint's share of the bending, 0 to 1. */
    pd_vec3 hinges[PD_CREATURE_LEGS][PD_CREATURE_CHAIN_JOINTS];
    leg_frames legs[PD_CREATURE_LEGS];
    pd_vec3 *hips;                            /* (T) the source's hips */
    double *drops;                            /* (T) lowering of the target's trunk */
    pd_quat source[PD_ANIM_MAX_JOINTS];       /* (K) F W F^-1 of the source's joints in this frame */
    pd_quat source_world[PD_ANIM_MAX_JOINTS]; /* (K) W */
    /* (K) World pose of the target, facing +Z at rest. */
    pd_quat world[PD_ANIM_MAX_JOINTS];
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
} work;

/* ---- bodies ---- */

static int tip_of(const pd_animal_chain *chain)
{
    return chain->joints[chain->count - 1];
}

/* Computes tips, centre and size from m->rest. */
static void measure_clip(measures *m, const pd_animal_body *body)
{
    const pd_animal *c = body->creature;
    const int legs = c->leg_count;

    m->middle = pd_vec3_make(0, 0, 0);
    m->size = 0;
    for (int i = 0; i < legs; i++) {
        const pd_animal_chain *leg = &c->chains[i];
        const pd_vec3 top = m->rest[body->skeleton->parents[leg->joints[0]]];
        m->tips[i] = m->rest[tip_of(leg)];
        m->middle = pd_vec3_fma(m->middle, 1.0 / legs, m->tips[i]);
        m->size +=
            (c->plan == PD_CREATURE_SPIDER ? pd_vec3_distance(top, m->tips[i]) : top.y - m->tips[i].y) / legs;
    }
}

/* Computes the rest positions (K), facing +Z. */
static void clip_stand(pd_vec3 *rest, const pd_animal_body *body)
{
    pd_anim_skeleton_forward(rest, NULL, body->skeleton, NULL, pd_vec3_make(0, 0, 0));
    for (int k = 0; k < body->skeleton->joint_count; k++)
        rest[k] = pd_q_rotate(body->creature->facing, rest[k]);
}

/* Returns the index of the joint that is moved to its goal; the joints before it bend. It is the tip, or the
 * joint before a foot that is flat on the ground at rest. */
static int bending(const measures *m, const pd_animal_chain *chain)
{
    const double over =
        m->rest[chain->joints[chain->count > 1 ? chain->count - 2 : 0]].y - m->rest[tip_of(chain)].y;
    return chain->count > 3 && over < FLAT * m->size ? chain->count - 2 : chain->count - 1;
}

/* Returns the total length of the bones that bend. */
static double reach_of(const measures *m, const pd_animal_chain *chain)
{
    double length = 0;
    for (int j = 1; j <= bending(m, chain); j++)
        length += pd_vec3_distance(m->rest[chain->joints[j]], m->rest[chain->joints[j - 1]]);
    return length;
}

/* Marks the joints of all parts. */
static void mark_clip(bool *is_part, const pd_animal *c)
{
    for (int i = 0; i < c->chain_count; i++)
        for (int k = 0; k < c->chains[i].count; k++) is_part[c->chains[i].joints[k]] = true;
}

/* ---- correspondence of bones ---- */

/* Computes the position of each joint along its part, 0 to 1. */
static void shares_of(double *shares, const pd_animal_chain *chain, const pd_vec3 *rest)
{
    shares[0] = 0;
    for (int i = 1; i < chain->count; i++)
        shares[i] = shares[i - 1] + pd_vec3_distance(rest[chain->joints[i]], rest[chain->joints[i - 1]]);
    const double all = shares[chain->count - 1];
    for (int i = 1; i < chain->count; i++)
        shares[i] = all > 0 ? shares[i] / all : (double)i / (chain->count - 1);
}

/* Returns the overlap of bone j of one part with bone b of the other. The last joints, which have no bone,
 * correspond to each other. */
static double beside(const double *to, int to_count, int j, const double *from, int from_count, int b)
{
    PD_ASSERT(j >= 0 && j < to_count && b >= 0 && b < from_count);
    if (to_count == from_count) return j == b;
    if (j == to_count - 1) return b == from_count - 1;
    if (b == from_count - 1) return from_count == 1;
    return fmax(0, fmin(to[j + 1], from[b + 1]) - fmax(to[j], from[b])) + 1e-9 / (1 + abs(j - b));
}

/* Returns N of joint j of the target's chain c. */
static pd_quat rotation_of(const work *w, int c, int j)
{
    PD_ASSERT(c >= 0 && c < PD_CREATURE_CHAINS && j >= 0 && j < PD_CREATURE_CHAIN_JOINTS);
    const pd_animal_chain *to = &w->job->to.creature->chains[c];
    const pd_animal_chain *from = &w->job->from.creature->chains[w->chain_from[c]];
    double to_shares[PD_CREATURE_CHAIN_JOINTS], from_shares[PD_CREATURE_CHAIN_JOINTS];
    pd_quat sum = {0, 0, 0, 0};

    /* The hips carry legs and tail, so they take the rotation of the source's
     * hips whatever the lengths of bones are. */
    if (to->part == PD_PART_SPINE && j == 0) return w->source[from->joints[0]];
    shares_of(to_shares, to, w->to.rest);
    shares_of(from_shares, from, w->from.rest);
    for (int b = 0; b < from->count; b++) {
        const pd_quat q = w->source[from->joints[b]];
        const double share = beside(to_shares, to->count, j, from_shares, from->count, b);
        sum = pd_q_fma(sum, pd_q_dot(sum, q) < 0 ? -share : share, q);
    }

    return pd_q_dot(sum, sum) > 1e-24 ? pd_q_normalize(sum) : w->source[from->joints[0]];
}

/* ---- rest poses of limbs ---- */

/* Returns the position at a share (0 to 1) of a chain's length. */
static pd_vec3 clip_along(const measures *m, const pd_animal_chain *chain, double share)
{
    double shares[PD_CREATURE_CHAIN_JOINTS];
    int b = 1;

    shares_of(shares, chain, m->rest);
    while (b < chain->count - 1 && shares[b] < share) b++;
    const double width = shares[b] - shares[b - 1];
    const double part = width > 0 ? (share - shares[b - 1]) / width : 0;
    const pd_vec3 a = m->rest[chain->joints[b - 1]];

    return pd_vec3_fma(a, part, pd_vec3_sub(m->rest[chain->joints[b]], a));
}

/* Computes A_j of a limb: of a leg as a whole, of a wing bone by bone. It is the identity if the directions
 * differ by less than ELSEWHERE. */
static void align_limb(work *w, int c)
{
    PD_ASSERT(c >= 0 && c < PD_CREATURE_CHAINS);
    const pd_animal_chain *to = &w->job->to.creature->chains[c];
    const pd_vec3 down = pd_vec3_make(0, -1, 0);
    double shares[PD_CREATURE_CHAIN_JOINTS];
    double most = 0;
    for (int j = 0; j < to->count; j++) w->align[c][j] = pd_q_identity();
    if (w->chain_from[c] < 0 || (to->part != PD_PART_LEG && to->part != PD_PART_WING) || to->count < 2)
        return;
    const pd_animal_chain *from = &w->job->from.creature->chains[w->chain_from[c]];
    if (from->count < 2) return;

    shares_of(shares, to, w->to.rest);
    for (int j = 0; j < to->count - 1; j++) {
        const double begin = to->part == PD_PART_LEG ? 0 : shares[j];
        const double end = to->part == PD_PART_LEG ? 1 : shares[j + 1];
        const pd_vec3 own = pd_vec3_sub(clip_along(&w->to, to, end), clip_along(&w->to, to, begin));
        const pd_vec3 other = pd_vec3_sub(clip_along(&w->from, from, end), clip_along(&w->from, from, begin));
        w->align[c][j] =
            pd_q_between(pd_vec3_unit_or(own, down), pd_vec3_unit_or(other, down), pd_vec3_make(1, 0, 0));
        most = fmax(most, pd_q_angle(w->align[c][j], pd_q_identity()));
    }

    w->align[c][to->count - 1] = w->align[c][to->count - 2];
    for (int j = 0; j < to->count && most < ELSEWHERE; j++) w->align[c][j] = pd_q_identity();
}

/* ---- rotations of the target ---- */

/* Computes the target's world rotations from those of the source in w->source, or those of the aligned rest
 * pose; then all positions, with the root at its rest position. */
static void rotate_clip(work *w, bool is_rest)
{
    const pd_animal_body *to = &w->job->to;
    const pd_anim_skeleton *s = to->skeleton;
    const pd_quat facing = to->creature->facing;
    bool is_set[PD_ANIM_MAX_JOINTS] = {false};

    for (int c = 0; c < to->creature->chain_count; c++) {
        const pd_animal_chain *chain = &to->creature->chains[c];
        if (w->chain_from[c] < 0) continue;
        for (int j = 0; j < chain->count; j++) {
            const pd_quat n = is_rest ? pd_q_identity() : rotation_of(w, c, j);
            w->world[chain->joints[j]] = pd_q_mul(n, w->align[c][j]);
            is_set[chain->joints[j]] = true;
        }
    }

    for (int i = 0; i < s->joint_count; i++) {
        const int k = s->order[i];
        const int up = s->parents[k];
        const pd_quat above = up < 0 ? pd_q_identity() : w->world[up];
        if (!is_set[k]) {
            w->world[k] = above;
            if (!is_rest && w->twin[k] >= 0) {
                const int j = w->twin[k];
                const pd_quat local =
                    pd_q_inv_mul(w->source[w->job->from.skeleton->parents[j]], w->source[j]);
                w->world[k] = pd_q_mul(above, local);
            }
        }

        const pd_vec3 offset = pd_q_rotate(facing, s->offsets[k]);
        w->at[k] = up < 0 ? offset : pd_vec3_add(w->at[up], pd_q_rotate(above, offset));
    }
}

static void move_all(work *w, pd_vec3 by)
{
    for (int k = 0; k < w->job->to.skeleton->joint_count; k++) w->at[k] = pd_vec3_add(w->at[k], by);
}

/* ---- the source's frames ---- */

/* Reads a frame of the source, and rotates it to face +Z at rest. at (K). */
static void take_frame(work *w, int t, pd_vec3 *at)
{
    const pd_animal_body *from = &w->job->from;
    const pd_quat facing = from->creature->facing;

    w->job->pose(w->job->context, t, w->source_world, at);
    for (int k = 0; k < from->skeleton->joint_count; k++) {
        w->source[k] = pd_q_mul(pd_q_mul(facing, w->source_world[k]), pd_q_conjugate(facing));
        at[k] = pd_q_rotate(facing, at[k]);
    }
}

/* Returns the weight with which a foot is planted: 1 on the ground,
 * 0 when its position is relative to the trunk. */
static double standing(const work *w, int leg, int t)
{
    PD_ASSERT(leg >= 0 && leg < PD_CREATURE_LEGS && t >= 0);
    const double height = (w->legs[leg].tips[t].y - w->legs[leg].ground) / w->from.size;
    const double x = fmax(0, fmin(1, (HIGH - height) / (HIGH - LOW)));
    return x * x * (3 - 2 * x);
}

/* Computes the held heading of a foot. While it is planted this is the heading in the middle of that time;
 * between these times it is interpolated. */
static void hold_yaws(work *w, int leg, const double *yaws)
{
    PD_ASSERT(leg >= 0 && leg < PD_CREATURE_LEGS);
    const int frames = w->job->frame_count;
    double *held = w->legs[leg].yaws;
    int before = -1; /* last frame in which the foot was planted before */
    for (int t = 0; t < frames; t++) {
        if (standing(w, leg, t) < 1) continue;
        int end = t;
        while (end + 1 < frames && standing(w, leg, end + 1) >= 1) end++;
        const double yaw = yaws[(t + end) / 2];
        for (int i = t; i <= end; i++) held[i] = yaw;
        for (int i = before + 1; i < t; i++)
            held[i] = before < 0 ? yaw + yaws[i] - yaws[t]
                                 : held[before] + (yaw - held[before]) * (i - before) / (t - before);
        before = t = end;
    }

    for (int i = before + 1; i < frames; i++)
        held[i] = before < 0 ? yaws[i] : held[before] + yaws[i] - yaws[before];
}

/* Records the source's motion of legs and hips. yaws, heights: scratch (T). */
static void watch(work *w, double *yaws, double *heights)
{
    const pd_animal *from = w->job->from.creature;
    const int frames = w->job->frame_count;
    pd_vec3 at[PD_ANIM_MAX_JOINTS];

    for (int t = 0; t < frames; t++) {
        take_frame(w, t, at);
        for (int i = 0; i < from->leg_count; i++) {
            w->legs[i].tips[t] = at[tip_of(&from->chains[i])];
            const pd_animal_chain *leg = &from->chains[i];
            const double reach = reach_of(&w->from, leg);
            w->legs[i].tops[t] = at[w->job->from.skeleton->parents[leg->joints[0]]];
            w->legs[i].stretches[t] =
                reach > 0
                    ? pd_vec3_distance(at[leg->joints[bending(&w->from, leg)]], at[leg->joints[0]]) / reach
                    : 0;
        }

        w->hips[t] = at[from->hips];
        const pd_vec3 front = pd_q_rotate(w->source[from->hips], pd_vec3_make(0, 0, 1));
        const double before = t ? yaws[t - 1] : 0;
        yaws[t] = hypot(front.x, front.z) > 0.2
                      ? before + remainder(atan2(front.x, front.z) - before, 2 * M_PI)
                      : before;
    }

    /* The ground of a foot is its 5th percentile of heights in the clip,
     * or its height at rest if that is far from it. */
    w->lift = 0;
    for (int i = 0; i < from->leg_count; i++) {
        const double rest = w->from.tips[i].y;
        for (int t = 0; t < frames; t++) heights[t] = w->legs[i].tips[t].y;
        pd_sort_doubles(heights, (size_t)frames);
        const double low = heights[frames / 20];
        w->legs[i].ground = fabs(low - rest) < GROUND * w->from.size ? low : rest;
        w->lift += (w->legs[i].ground - w->from.tips[i].y) / from->leg_count;
        hold_yaws(w, i, yaws);
    }
}

/* ---- the target's frames ---- */

static pd_vec3 scaled(const work *w, pd_vec3 p)
{
    return pd_vec3_make(w->along * p.x, w->scale * p.y, w->along * p.z);
}

/* Returns M(p). */
static pd_vec3 map(const work *w, pd_vec3 p)
{
    return pd_vec3_add(w->to.middle, scaled(w, pd_vec3_sub(p, w->from.middle)));
}

/* Returns p'(t) for the source's position p, with its rest position and that of the target;
 * heights are above `ground`. */
static pd_vec3 moved(const work *w, pd_vec3 p, pd_vec3 rest, pd_vec3 to_rest, double yaw, double ground)
{
    const pd_quat y = pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw);
    const pd_vec3 off = pd_q_rotate(y, pd_vec3_sub(to_rest, map(w, rest)));
    pd_vec3 out = pd_vec3_add(map(w, p), off);
    out.y = to_rest.y + w->scale * (p.y - ground);
    return out;
}

/* Returns the goal of the tip of a foot. drop: lowering of the trunk, which does not lower feet. */
static pd_vec3 goal_of(const work *w, int leg, int t, double drop)
{
    PD_ASSERT(leg >= 0 && leg < PD_CREATURE_LEGS && t >= 0);
    const pd_animal_body *from = &w->job->from;
    const pd_animal_body *to = &w->job->to;
    const leg_frames *frames = &w->legs[leg];

    /* Position relative to the trunk: as in the source,
     * plus the difference between the two bodies at rest. */
    const int on = to->skeleton->parents[to->creature->chains[leg].joints[0]];
    const int from_on = from->skeleton->parents[from->creature->chains[leg].joints[0]];
    const pd_vec3 rest = pd_vec3_sub(w->to.tips[leg], w->to.rest[on]);
    const pd_vec3 from_rest = pd_vec3_sub(w->from.tips[leg], w->from.rest[from_on]);
    const pd_vec3 off = pd_vec3_sub(rest, scaled(w, from_rest));
    const pd_vec3 way = scaled(w, pd_vec3_sub(frames->tips[t], frames->tops[t]));
    const pd_vec3 hung = pd_vec3_add(pd_vec3_add(w->at[on], way), pd_q_rotate(w->world[on], off));

    /* Blend it with the planted position. */
    const pd_vec3 raised = pd_vec3_add(hung, pd_vec3_make(0, drop, 0));
    const pd_vec3 planted =
        moved(w, frames->tips[t], w->from.tips[leg], w->to.tips[leg], frames->yaws[t], frames->ground);
    pd_vec3 goal = pd_vec3_fma(raised, standing(w, leg, t), pd_vec3_sub(planted, raised));
    goal.y = fmax(goal.y, fmin(w->to.tips[leg].y, planted.y));

    return goal;
}

/* Returns the goal of the joint that is moved, for a goal of the tip. */
static pd_vec3 end_of(const work *w, const pd_animal_chain *chain, pd_vec3 goal)
{
    const int e = chain->joints[bending(&w->to, chain)];
    return pd_vec3_sub(goal, pd_vec3_sub(w->at[tip_of(chain)], w->at[e]));
}

/* Bends all joints of a leg further, each by its share of `more` radians. turns: world rotations to apply to
 * its bones; *end: the new end of the leg. */
static void fold(pd_quat *turns, pd_vec3 *end, const work *w, int leg, double more)
{
    PD_ASSERT(leg >= 0 && leg < PD_CREATURE_LEGS);
    const pd_animal_chain *chain = &w->job->to.creature->chains[leg];
    pd_quat turn = pd_q_identity();
    *end = w->at[chain->joints[0]];
    for (int j = 0; j < bending(&w->to, chain); j++) {
        if (j > 0) {
            const pd_vec3 hinge =
                pd_q_rotate(turn, pd_q_rotate(w->world[chain->joints[j - 1]], w->hinges[leg][j]));
            turn = pd_q_mul(pd_q_from_rotvec(pd_vec3_scale(hinge, more)), turn);
        }

        turns[j] = turn;
        *end = pd_vec3_add(
            *end, pd_q_rotate(turn, pd_vec3_sub(w->at[chain->joints[j + 1]], w->at[chain->joints[j]])));
    }
}

/* Returns the distance from the first joint to the end of a leg that is bent further by `more` radians. */
static double length_of(const work *w, int leg, double more)
{
    PD_ASSERT(leg >= 0 && leg < PD_CREATURE_LEGS);
    pd_quat turns[PD_CREATURE_CHAIN_JOINTS];
    pd_vec3 end;
    fold(turns, &end, w, leg, more);
    return pd_vec3_distance(end, w->at[w->job->to.creature->chains[leg].joints[0]]);
}

/* Returns the angle by which a leg has to be bent further to have that length, radians. Of several it is the
 * one nearest to 0 at which further bending makes the leg shorter; if there is none, the angle that makes it
 * longest, or shortest. At the other solutions knees are bent the wrong way,
 * and a straight leg would switch between both. */
static double folding(const work *w, int leg, double length)
{
    const double step = FOLDED / FOLDS;
    const double off = length_of(w, leg, 0) - length;
    double most = off;
    double straight = 0;
    double least = off;
    double folded = 0;
    double before[2] = {off, off};

    if (fabs(off) < EXACT * length) return 0;
    for (int i = 1; i <= FOLDS; i++)
        for (int side = 0; side < 2; side++) {
            const double at = (side ? -step : step) * i;
            const double here = length_of(w, leg, at) - length;
            const bool is_found = side ? here > 0 && before[1] <= 0 : here <= 0 && before[0] > 0;
            before[side] = here;
            if (here > most) {
                most = here;
                straight = at;
            }

            if (here < least && !side) {
                least = here;
                folded = at;
            }

            if (!is_found) continue;

            double from = side ? at : at - step;
            double to = from + step;
            for (int pass = 0; pass < 40; pass++) { /* bisection */
                const double middle = 0.5 * (from + to);
                *(length_of(w, leg, middle) > length ? &from : &to) = middle;
            }

            return 0.5 * (from + to);
        }

    if (most > 0) return folded;
    double from = straight - step;
    double to = straight + step;
    for (int pass = 0; pass < 60; pass++) { /* ternary search */
        const double third = (to - from) / 3;
        if (length_of(w, leg, from + third) < length_of(w, leg, to - third))
            from += third;
        else
            to -= third;
    }

    return 0.5 * (from + to);
}

/* Bends or stretches a leg until its end is as far from the hip as the goal, then swings it there. */
static void bring(work *w, int leg, pd_vec3 goal)
{
    PD_ASSERT(leg >= 0 && leg < PD_CREATURE_LEGS);
    const pd_animal_chain *chain = &w->job->to.creature->chains[leg];
    const int bends = bending(&w->to, chain);
    const pd_vec3 hip = w->at[chain->joints[0]];
    const pd_vec3 to_goal = pd_vec3_sub(end_of(w, chain, goal), hip);
    const double most = PD_ANIM_LEG_STRAIGHT * reach_of(&w->to, chain);
    pd_quat turns[PD_CREATURE_CHAIN_JOINTS];
    pd_vec3 end;

    if (!(most > 0)) return;
    fold(turns, &end, w, leg, folding(w, leg, fmin(pd_vec3_length(to_goal), most)));
    const pd_vec3 down = pd_vec3_make(0, -1, 0);
    const pd_quat swing = pd_q_between(pd_vec3_unit_or(pd_vec3_sub(end, hip), down),
                                       pd_vec3_unit_or(to_goal, down), pd_vec3_make(1, 0, 0));
    for (int j = 0; j < bends; j++) {
        const int k = chain->joints[j];
        w->world[k] = pd_q_normalize(pd_q_mul(pd_q_mul(swing, turns[j]), w->world[k]));
    }
}

/* Poses the target in a frame by rotations alone, and moves it so
 * that its hips are over the ground as the source's. */
static void pose_frame(work *w, int t)
{
    PD_ASSERT(t >= 0);
    const pd_animal *from = w->job->from.creature;
    const pd_animal *to = w->job->to.creature;
    const pd_vec3 from_rest = w->from.rest[from->hips];
    const pd_vec3 to_rest = w->to.rest[to->hips];
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    take_frame(w, t, at);
    rotate_clip(w, false);
    const pd_vec3 front = pd_q_rotate(w->source[from->hips], pd_vec3_make(0, 0, 1));
    const double yaw = hypot(front.x, front.z) > 0.2 ? atan2(front.x, front.z) : w->legs[0].yaws[t];
    pd_vec3 hips = moved(w, w->hips[t], from_rest, to_rest, yaw, from_rest.y + w->lift);
    move_all(w, pd_vec3_sub(hips, w->at[to->hips]));
}

/* Computes the lowering of the trunk in each frame for which planted feet are within reach, and the scale of
 * steps. widest: scratch (T). */
static void find_drops(work *w, double *widest)
{
    const pd_animal *to = w->job->to.creature;
    const int frames = w->job->frame_count;
    const int sigma = (int)ceil(SMOOTH * w->job->rate);
    const int around = 2 * sigma;

    /* Find the drops, and shorten steps until they are small enough. */
    for (w->along = w->scale;; w->along *= SHORTER) {
        double deepest = 0;
        for (int t = 0; t < frames; t++) {
            double drop = 0;
            pose_frame(w, t);
            for (int i = 0; i < to->leg_count; i++) {
                const pd_animal_chain *chain = &to->chains[i];
                const pd_vec3 end = end_of(w, chain, goal_of(w, i, t, 0));
                const double most =
                    fmin(PD_ANIM_LEG_STRAIGHT, fmax(BENT, w->legs[i].stretches[t])) * reach_of(&w->to, chain);
                const double need = pd_anim_leg_drop(w->at[chain->joints[0]], end, most);
                drop = fmax(drop, standing(w, i, t) * fmin(need, 0.5 * w->to.size));
            }

            w->drops[t] = drop;
            deepest = fmax(deepest, drop);
        }

        if (deepest <= DEEP * w->to.size || w->along <= SHORTEST * w->scale) break;
    }

    /* Take the largest drop around each frame, then smooth it, so that it is nowhere less than needed. */
    for (int t = 0; t < frames; t++) {
        widest[t] = 0;
        for (int i = t - around; i <= t + around; i++)
            if (i >= 0 && i < frames) widest[t] = fmax(widest[t], w->drops[i]);
    }

    for (int t = 0; t < frames; t++) {
        double sum = 0, all = 0;
        for (int i = t - around; i <= t + around; i++) {
            const double x = (double)(i - t) / sigma;
            const double weight = exp(-0.5 * x * x);
            sum += weight * widest[i < 0 ? 0 : i < frames ? i : frames - 1];
            all += weight;
        }

        w->drops[t] = sum / all;
    }
}

/* Computes a frame of the result. */
static void write_frame(pd_anim_clip *out, work *w, int t)
{
    PD_ASSERT(t >= 0 && t < out->frame_count);
    const pd_animal *to = w->job->to.creature;
    const pd_anim_skeleton *s = w->job->to.skeleton;
    const pd_quat facing = to->facing;
    pd_quat *locals = pd_anim_clip_frame(out, t);
    pd_quat kept[PD_ANIM_MAX_JOINTS];

    pose_frame(w, t);
    memcpy(kept, w->world, sizeof kept);
    move_all(w, pd_vec3_make(0, -w->drops[t], 0));
    for (int i = 0; i < to->leg_count; i++)
        if (w->chain_from[i] >= 0) bring(w, i, goal_of(w, i, t, w->drops[t]));

    /* Move joints outside the parts with their parents. */
    bool is_part[PD_ANIM_MAX_JOINTS] = {false};
    mark_clip(is_part, to);
    for (int i = 0; i < s->joint_count; i++) {
        const int k = s->order[i];
        const int up = s->parents[k];
        if (!is_part[k] && up >= 0) w->world[k] = pd_q_mul(w->world[up], pd_q_inv_mul(kept[up], kept[k]));
    }

    /* Convert to local rotations in the file's axes. */
    for (int k = 0; k < s->joint_count; k++) {
        const int up = s->parents[k];
        const pd_quat local = up < 0 ? w->world[k] : pd_q_inv_mul(w->world[up], w->world[k]);
        locals[k] = pd_q_normalize(pd_q_mul(pd_q_mul(pd_q_conjugate(facing), local), facing));
    }

    out->roots[t] = pd_q_rotate(pd_q_conjugate(facing), w->at[s->root]);
}

/* Finds the axes and shares of a leg's joints: those of their bending at rest. A leg that is straight at rest
 * bends forward in its middle. */
static void find_hinges(work *w, int leg)
{
    PD_ASSERT(leg >= 0 && leg < PD_CREATURE_LEGS);
    const pd_animal_chain *chain = &w->job->to.creature->chains[leg];
    const int bends = bending(&w->to, chain);
    pd_vec3 *hinges = w->hinges[leg];
    double most = 0;
    for (int j = 1; j < bends; j++) {
        const pd_vec3 none = {0, 0, 0};
        const pd_vec3 at = w->to.rest[chain->joints[j]];
        const pd_vec3 above = pd_vec3_unit_or(pd_vec3_sub(at, w->to.rest[chain->joints[j - 1]]), none);
        const pd_vec3 below = pd_vec3_unit_or(pd_vec3_sub(w->to.rest[chain->joints[j + 1]], at), none);
        const pd_vec3 axis = pd_vec3_cross(above, below);
        const double angle = atan2(pd_vec3_length(axis), pd_vec3_dot(above, below));
        hinges[j] = angle < STRAIGHT ? none : pd_vec3_scale(pd_vec3_unit_or(axis, none), angle);
        most = fmax(most, pd_vec3_length(hinges[j]));
    }

    if (most > 0)
        for (int j = 1; j < bends; j++) hinges[j] = pd_vec3_scale(hinges[j], 1 / most);
    else if (bends > 1)
        hinges[bends / 2] = pd_vec3_make(1, 0, 0);
}

/* ---- all of it ---- */

/* Compares the two bodies: corresponding parts and joints, alignments, sizes and hinges. */
static pd_status begin_clip(work *w, pd_error *err)
{
    const pd_animal_body *from = &w->job->from;
    const pd_animal_body *to = &w->job->to;
    const pd_animal *theirs = from->creature;
    const pd_animal *ours = to->creature;
    bool of_from[PD_ANIM_MAX_JOINTS] = {false};
    bool of_to[PD_ANIM_MAX_JOINTS] = {false};

    if (theirs->plan != ours->plan)
        return pd_fail(err, PD_ERR_INVALID, "/clip", "the clip is of a %s; one of a %s expected",
                       pd_animal_names[theirs->plan], pd_animal_names[ours->plan]);

    /* Find the source's chain for each chain. */
    for (int c = 0; c < ours->chain_count; c++) {
        w->chain_from[c] = -1;
        for (int i = 0; i < theirs->chain_count; i++)
            if (theirs->chains[i].part == ours->chains[c].part &&
                theirs->chains[i].side == ours->chains[c].side &&
                theirs->chains[i].row == ours->chains[c].row)
                w->chain_from[c] = i;
    }

    /* Find the source's joint of the same name for joints outside the parts. */
    mark_clip(of_from, theirs);
    mark_clip(of_to, ours);
    for (int k = 0; k < to->skeleton->joint_count; k++) {
        int up = k;
        w->twin[k] = -1;
        while (up >= 0 && !of_to[up]) up = to->skeleton->parents[up];
        if (of_to[k] || up < 0) continue;
        for (int j = 0; j < from->skeleton->joint_count && w->twin[k] < 0; j++)
            if (!of_from[j] && from->skeleton->parents[j] >= 0 && !strcasecmp(from->names[j], to->names[k]))
                w->twin[k] = j;
    }

    /* Measure both at rest, the target after its alignments. */
    clip_stand(w->from.rest, from);
    clip_stand(w->to.rest, to);
    measure_clip(&w->from, from);
    for (int c = 0; c < ours->chain_count; c++) align_limb(w, c);
    rotate_clip(w, true);
    memcpy(w->to.rest, w->at, sizeof w->to.rest);
    measure_clip(&w->to, to);
    if (!(w->from.size > 0) || !(w->to.size > 0))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/clip", "the legs have length 0; a length above 0 expected");
    w->scale = w->to.size / w->from.size;
    for (int i = 0; i < ours->leg_count; i++) find_hinges(w, i);

    return PD_OK;
}

static void free_work(work *w)
{
    if (!w) return;
    for (int i = 0; i < PD_CREATURE_LEGS; i++) {
        free(w->legs[i].tips);
        free(w->legs[i].tops);
        free(w->legs[i].stretches);
        free(w->legs[i].yaws);
    }

    free(w->hips);
    free(w->drops);
    free(w);
}

/* Allocates the state of a transfer. Returns NULL without memory. */
static work *new_work(const pd_animal_job *job)
{
    const size_t frames = (size_t)job->frame_count;
    const int legs = job->from.creature->leg_count;
    work *w = calloc(1, sizeof *w);

    if (!w) return NULL;
    PD_ASSERT(legs <= PD_CREATURE_LEGS);

    w->job = job;
    w->hips = malloc(frames * sizeof *w->hips);
    w->drops = malloc(frames * sizeof *w->drops);
    bool is_good = w->hips && w->drops;
    for (int i = 0; i < legs; i++) {
        leg_frames *leg = &w->legs[i];
        leg->tips = malloc(frames * sizeof *leg->tips);
        leg->tops = malloc(frames * sizeof *leg->tops);
        leg->stretches = malloc(frames * sizeof *leg->stretches);
        leg->yaws = malloc(frames * sizeof *leg->yaws);
        is_good = is_good && leg->tips && leg->tops && leg->stretches && leg->yaws;
    }

    if (is_good) return w;
    free_work(w);

    return NULL;
}

pd_status pd_animal_clip(pd_anim_clip *out, const pd_animal_job *job, pd_error *err)
{
    const size_t frames = (size_t)job->frame_count;
    double *yaws = malloc(frames * sizeof *yaws);
    double *heights = malloc(frames * sizeof *heights);
    work *w = new_work(job);

    memset(out, 0, sizeof *out);
    pd_status status = w && yaws && heights
                           ? begin_clip(w, err)
                           : pd_fail(err, PD_ERR_MEMORY, "/clip", "out of memory for %zu frames", frames);
    if (status == PD_OK) status = pd_anim_clip_init(out, job->to.skeleton, job->frame_count, job->rate, err);

    /* Record the source's motion, find the drops of the trunk, and write all frames. */
    if (status == PD_OK) {
        watch(w, yaws, heights);
        find_drops(w, heights);
        for (int t = 0; t < job->frame_count; t++) write_frame(out, w, t);
        pd_anim_clip_align_signs(out);
    }

    free_work(w);
    free(yaws);
    free(heights);

    return status;
}
