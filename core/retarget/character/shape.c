#include "core/retarget/character/shape.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Relative to the skeleton's height, unless stated otherwise. Measured on the CC0 rigs and our own bodies,
 * with wide tolerances, because cartoon figures have short legs and large heads. */
#define FEET_WITHIN  0.15 /* Ends of legs are within this height of the lowest joint. */
#define HIPS_FROM    0.2  /* Least and greatest height of the hips over the lowest joint. */
#define HIPS_TO      0.75
#define CHEST_OVER   0.04  /* Least height of the chest over the hips. */
#define ASIDE        0.06  /* Least distance of finger tips from the middle plane. */
#define MIDDLE       0.1   /* Largest distance of the top of the head from the middle plane. */
#define SAME_LENGTH  0.25  /* Largest relative difference of the lengths of two sides. */
#define RATIO_WEIGHT 0.05  /* Weight of (log (upper / lower bone))^2 against squared fractions. */
#define LEAD_WEIGHT  0.25  /* Weight of the start of a limb: chests and hips vary most. */
#define SKIP_WEIGHT  0.006 /* Cost of each further joint within a limb, such as a twist bone. */
#define TOO_LONG     0.1   /* Weight of what an arm is longer than a leg. */
/* Weight of the mean distance of an arm's joints from the frontal plane: wings and capes are behind it. */
#define DEPTH        3
#define ONE_SIDED    0.5 /* Weight of the difference of lengths of two arms. */
/* Least height over a head of what forks there: eyes and hair do, a scarf does not fork the neck. */
#define FORKS_OVER   0.005
#define UNSURE       0.15 /* Error relative to the limb's length that is no better than a guess. */
/* Length of an upper arm relative to its forearm below which the path from chest to tip is shoulder, upper
 * arm and elbow: the arm has no joint for the hand. People have about 1.1. */
#define SHORT_UPPER  0.6

/* A skeleton at rest. */
typedef struct tree {
    const pd_anim_skeleton *s;
    const pd_vec3 *rest;
    pd_vec3 up;
    double low, height; /* height of the lowest joint along `up`, and of the skeleton above it */
    int children[PD_ANIM_MAX_JOINTS]; /* (K) number of children */
    int leaves[PD_ANIM_MAX_JOINTS], leaf_count;
} tree;

/* A path down the tree. */
typedef struct path {
    int count;
    int joints[PD_ANIM_MAX_JOINTS]; /* (count) from the top to the tip */
    double at[PD_ANIM_MAX_JOINTS];  /* (count) length of the path up to the joint */
} path;

/* A pair of limbs. */
typedef struct pair {
    int top, tips[2]; /* common joint of both, and their tips */
    double score;     /* length of the shorter one */
} pair;

/* Returns the height of a joint above the lowest one. */
static double shape_level(const tree *t, int joint)
{
    return pd_vec3_dot(t->rest[joint], t->up) - t->low;
}

static double length_to(const tree *t, int top, int tip)
{
    double length = 0;
    for (int j = tip; j != top; j = t->s->parents[j]) length += pd_vec3_length(t->s->offsets[j]);
    return length;
}

static bool is_below(const pd_anim_skeleton *s, int joint, int top)
{
    while (joint >= 0 && joint != top) joint = s->parents[joint];
    return joint >= 0;
}

/* Replaces the best pair if the pair of tips a and b, with their common joint `top`, is longer and its sides
 * have about the same length. */
static void try_pair(pair *best, const tree *t, int a, int b, int top)
{
    const double one = length_to(t, top, a);
    const double other = length_to(t, top, b);
    const double score = fmin(one, other);
    if (fabs(one - other) > SAME_LENGTH * fmax(one, other) || score <= best->score) return;
    *best = (pair){top, {a, b}, score};
}

static bool find_legs(pair *legs, const tree *t)
{
    *legs = (pair){.top = -1};
    for (int i = 0; i < t->leaf_count; i++) {
        if (shape_level(t, t->leaves[i]) > FEET_WITHIN * t->height) continue;
        for (int k = 0; k < i; k++) {
            if (shape_level(t, t->leaves[k]) > FEET_WITHIN * t->height) continue;
            const int top = pd_anim_skeleton_common(t->s, t->leaves[i], t->leaves[k]);
            const double at = shape_level(t, top);
            if (at < HIPS_FROM * t->height || at > HIPS_TO * t->height) continue;
            try_pair(legs, t, t->leaves[i], t->leaves[k], top);
        }
    }

    return legs->top >= 0;
}

/* Returns the signed distance of a joint from the middle plane between the feet. */
static double aside_of(const tree *t, const pair *legs, int joint)
{
    PD_ASSERT(joint >= 0);
    const pd_vec3 a = t->rest[legs->tips[0]];
    const pd_vec3 b = t->rest[legs->tips[1]];
    pd_vec3 across = pd_vec3_reject(pd_vec3_sub(a, b), t->up);
    across = pd_vec3_unit_or(across, pd_vec3_make(1, 0, 0));

    return pd_vec3_dot(pd_vec3_sub(t->rest[joint], pd_vec3_scale(pd_vec3_add(a, b), 0.5)), across);
}

/* Mean distance of the joints from `top` to `tip` from the frontal plane through `top`. */
static double depth_of(const tree *t, const pair *legs, int top, int tip)
{
    const pd_vec3 across = pd_vec3_reject(pd_vec3_sub(t->rest[legs->tips[0]], t->rest[legs->tips[1]]), t->up);
    const pd_vec3 front = pd_vec3_unit_or(pd_vec3_cross(t->up, across), pd_vec3_make(0, 0, 0));
    double sum = 0;
    int count = 0;

    for (int j = tip; j != top; j = t->s->parents[j], count++)
        sum += fabs(pd_vec3_dot(pd_vec3_sub(t->rest[j], t->rest[top]), front));

    return count ? sum / count : 0;
}

/* Finds the best pair of arms for each joint where two may meet. The longest pair is best, but for what is
 * longer than the legs, lies in front of or behind the body, or is longer on one side. Any joint may be the
 * tip, because one hand may hold something. best (K): top -1 where there is none. */
static void find_arms(pair *best, const tree *t, const pair *legs)
{
    double aside[PD_ANIM_MAX_JOINTS], length[PD_ANIM_MAX_JOINTS]; /* length: from the root to the joint */

    for (int i = 0; i < t->s->joint_count; i++) {
        const int j = t->s->order[i];
        const int up = t->s->parents[j];
        aside[j] = aside_of(t, legs, j);
        best[j] = (pair){.top = -1};
        length[j] = up < 0 ? 0 : length[up] + pd_vec3_length(t->s->offsets[j]);
    }

    for (int i = 0; i < t->s->joint_count; i++) {
        if (fabs(aside[i]) < ASIDE * t->height) continue;
        for (int k = 0; k < i; k++) {
            if (aside[i] * aside[k] > 0 || fabs(aside[k]) < ASIDE * t->height) continue;
            const int top = pd_anim_skeleton_common(t->s, i, k);
            if (top == legs->top || shape_level(t, top) < shape_level(t, legs->top) + CHEST_OVER * t->height)
                continue;

            const double one = length[i] - length[top];
            const double other = length[k] - length[top];
            const double shorter = fmin(one, other);
            const double off = fabs(one - other);
            if (off > SAME_LENGTH * fmax(one, other)) continue;
            double score = fmin(shorter, legs->score) + TOO_LONG * fmax(0, shorter - legs->score);
            score -= ONE_SIDED * off;
            if (best[top].top >= 0 && score <= best[top].score) continue;
            score -= DEPTH * 0.5 * (depth_of(t, legs, top, i) + depth_of(t, legs, top, k));
            if (best[top].top >= 0 && score <= best[top].score) continue;
            best[top] = (pair){top, {i, k}, score};
        }
    }
}

/* Writes the path from `top` down to `tip`. */
static void walk(path *out, const tree *t, int top, int tip)
{
    int reversed[PD_ANIM_MAX_JOINTS];
    int n = 0;

    for (int j = tip; j != top; j = t->s->parents[j]) reversed[n++] = j;
    out->count = 1;
    out->joints[0] = top;
    out->at[0] = 0;
    for (int i = n - 1; i >= 0; i--) {
        const int j = reversed[i];
        const int at = out->count++;
        out->joints[at] = j;
        out->at[at] = out->at[at - 1] + pd_vec3_length(t->s->offsets[j]);
    }
}

/* Finds the three joints of a limb that are nearest to the wanted fractions of its length. end: the last of
 * them is the tip itself. Returns the cost. */
static double fit_limb(int found[3], const path *p, const double wanted[3], bool end)
{
    const double whole = p->at[p->count - 1];
    double best = INFINITY;

    if (whole <= 0) return best;

    const int first = end ? p->count - 1 : 3;
    const int last = end ? p->count - 1 : p->count - 2;
    for (int k = first; k <= last; k++)
        for (int j = 2; j < k; j++)
            for (int i = 1; i < j; i++) {
                const double f[3] = {p->at[i] / whole, p->at[j] / whole, p->at[k] / whole};
                const double upper = f[1] - f[0];
                const double lower = f[2] - f[1];
                if (upper < 0.02 || lower < 0.02) continue;
                const double ratio = log(upper / lower);
                const double lead = f[0] - wanted[0];
                double cost =
                    RATIO_WEIGHT * ratio * ratio + LEAD_WEIGHT * lead * lead + SKIP_WEIGHT * (k - i - 2);
                for (int n = 1; n < 3; n++) { /* fractions of the length beyond the first joint */
                    const double off = (f[n] - f[0]) / (1 - f[0]) - (wanted[n] - wanted[0]) / (1 - wanted[0]);
                    cost += off * off;
                }

                if (cost >= best) continue;
                best = cost;
                found[0] = i;
                found[1] = j;
                found[2] = k;
            }

    return best;
}

/* An arm or a leg. */
typedef struct limb {
    /* its joints, and the one after the last of them; -1: none. An arm may be without a hand. */
    int joints[3], after;
    double unsure[3];
} limb;

/* Finds the joints of a limb by the better of two assumptions: that its tip is the tip of toes or fingers, or
 * that it is the foot or hand itself. with, without: fractions of the length for each. */
static bool name_limb(limb *out, const tree *t, int top, int tip, const double with[3],
                      const double without[3])
{
    path p;
    int a[3], b[3];

    walk(&p, t, top, tip);
    const double one = fit_limb(a, &p, with, false);
    const double other = fit_limb(b, &p, without, true);
    if (!isfinite(one) && !isfinite(other)) return false;

    const int *best = one <= other ? a : b;
    const double *wanted = one <= other ? with : without;
    const double whole = p.at[p.count - 1];
    for (int n = 0; n < 3; n++) {
        out->joints[n] = p.joints[best[n]];
        out->unsure[n] = fmin(1, fabs(p.at[best[n]] / whole - wanted[n]) / UNSURE);
    }

    out->after = best[2] + 1 < p.count ? p.joints[best[2] + 1] : -1;

    return true;
}

/* Finds the joints of an arm like name_limb. An arm without a joint for the hand ends in its elbow. */
static bool name_arm(limb *out, const tree *t, int top, int tip, const double with[3],
                     const double without[3])
{
    path p;
    walk(&p, t, top, tip);
    const bool is_found = name_limb(out, t, top, tip, with, without);
    if (!is_found && p.count < 3) return false;

    /* The elbow is the tip if there are too few joints, or if the last one would make a long forearm of what
     * is an upper arm. */
    const int end = p.count - 1;
    const double upper = is_found ? pd_vec3_distance(t->rest[out->joints[0]], t->rest[out->joints[1]]) : 0;
    const double lower = is_found ? pd_vec3_distance(t->rest[out->joints[1]], t->rest[out->joints[2]]) : 1;
    const bool is_whole = is_found && (out->joints[2] != tip || upper >= SHORT_UPPER * lower);
    if (is_whole) return true;
    *out = (limb){.joints = {p.joints[end - 1], tip, -1}, .after = -1, .unsure = {1, 1, 0}};

    return true;
}

/* Returns whether at least two branches below a joint reach over it. */
static bool is_fork(const tree *t, int joint)
{
    int count = 0;

    for (int j = 0; j < t->s->joint_count; j++) {
        bool is_over = false;
        if (t->s->parents[j] != joint) continue;
        for (int k = 0; k < t->s->joint_count && !is_over; k++)
            is_over =
                shape_level(t, k) > shape_level(t, joint) + FORKS_OVER * t->height && is_below(t->s, k, j);
        count += is_over;
    }

    return count > 1;
}

/* Finds the head on the path from the chest, beside the arms, to the highest joint in the middle: the lowest
 * fork on it, otherwise its last joint or the one before. Hair may hang down from that joint. The neck is the
 * first joint of the path, if it is not the head; -1: none. */
static bool find_head(int *neck, int *head, const tree *t, const pair *legs, const pair *arms)
{
    int tip = -1;

    for (int j = 0; j < t->s->joint_count; j++) {
        if (j == arms->top || !is_below(t->s, j, arms->top) ||
            pd_anim_skeleton_common(t->s, j, arms->tips[0]) != arms->top ||
            pd_anim_skeleton_common(t->s, j, arms->tips[1]) != arms->top ||
            fabs(aside_of(t, legs, j)) > MIDDLE * t->height || shape_level(t, j) <= shape_level(t, arms->top))
            continue;
        if (tip < 0 || shape_level(t, j) > shape_level(t, tip)) tip = j;
    }

    if (tip < 0) return false;

    path p;
    walk(&p, t, arms->top, tip);
    int at = p.count > 3 ? p.count - 2 : p.count - 1;
    for (int i = 1; i < p.count; i++)
        if (i < at && is_fork(t, p.joints[i])) at = i;
    *head = p.joints[at];
    *neck = at > 1 ? p.joints[1] : -1;

    return true;
}

/* Chooses arms with a head above them, below `hips`, which is the top of the legs, or a joint above it where
 * lower and upper body are two branches. best (K): of find_arms; pairs without a head are removed. why: set
 * if it is empty and a pair has no head. */
static bool find_upper(pair *arms, int *neck, int *head, char why[160], const tree *t, const pair *legs,
                       pair *best, int hips)
{
    for (;;) {
        int top = -1;
        for (int j = 0; j < t->s->joint_count; j++)
            if (best[j].top >= 0 && j != hips && is_below(t->s, j, hips) &&
                (top < 0 || best[j].score > best[top].score))
                top = j;
        if (top < 0) return false;
        *arms = best[top];
        if (find_head(neck, head, t, legs, arms)) return true;
        if (!why[0])
            snprintf(why, 160, "legs below \"%s\" and arms below \"%s\", but no head above them",
                     t->s->names[legs->top], t->s->names[top]);
        best[top].top = -1;
    }
}

/* Finds a person for the tree's `up`. */
static bool find_upright(int *joints, double *unsure, char why[160], const tree *t)
{
    static const double leg[3] = {0.06, 0.435, 0.855};
    static const double leg_end[3] = {0.07, 0.51, 1};
    static const double arm[3] = {0.21, 0.495, 0.775};
    static const double arm_end[3] = {0.27, 0.64, 1};
    pair legs, arms;
    limb found[2], one;
    int neck, head;

    /* Find two legs, two arms above them, and a head above the arms. */
    if (!find_legs(&legs, t)) {
        snprintf(why, 160, "no two legs: of %d ends none are a pair that reaches the ground below a hip",
                 t->leaf_count);
        return false;
    }

    int hips = legs.top;
    pair best[PD_ANIM_MAX_JOINTS];
    find_arms(best, t, &legs);
    why[0] = 0;
    while (hips >= 0 && !find_upper(&arms, &neck, &head, why, t, &legs, best, hips))
        hips = t->s->parents[hips];
    if (hips < 0) {
        if (!why[0])
            snprintf(why, 160, "two legs below \"%s\", but no two arms above it", t->s->names[legs.top]);
        return false;
    }

    /* Find the joints of the legs. */
    for (int s = 0; s < 2; s++)
        if (!name_limb(&found[s], t, legs.top, legs.tips[s], leg, leg_end)) {
            snprintf(why, 160, "the leg that ends in \"%s\" has fewer than three joints",
                     t->s->names[legs.tips[s]]);
            return false;
        }

    /* Decide which leg is the left one: left is up x front. Toes point to the front; without toes the front
     * is +Z, or -Y with Z up. */
    const int feet[2] = {found[0].joints[2], found[1].joints[2]};
    const int toes[2] = {found[0].after, found[1].after};
    const pd_vec3 usual = fabs(t->up.y) > 0.5 ? pd_vec3_make(0, 0, 1) : pd_vec3_make(0, -1, 0);
    pd_vec3 front = pd_vec3_make(0, 0, 0);
    for (int s = 0; s < 2; s++)
        if (toes[s] >= 0)
            front =
                pd_vec3_add(front, pd_vec3_reject(pd_vec3_sub(t->rest[toes[s]], t->rest[feet[s]]), t->up));
    front = pd_vec3_unit_or(pd_vec3_length(front) > 0.005 * t->height ? front : usual, usual);
    const int left =
        pd_vec3_dot(pd_vec3_sub(t->rest[feet[1]], t->rest[feet[0]]), pd_vec3_cross(t->up, front)) > 0;
    const bool left_at_0 = aside_of(t, &legs, legs.tips[left]) > 0;

    /* Set the bones of the legs. */
    for (int s = 0; s < 2; s++) {
        const int from = s ? !left : left;
        for (int n = 0; n < 3; n++) {
            const int bone = (s ? PD_HUMAN_R_UPPER_LEG : PD_HUMAN_L_UPPER_LEG) + n;
            joints[bone] = found[from].joints[n];
            unsure[bone] = found[from].unsure[n];
        }

        joints[s ? PD_HUMAN_R_TOES : PD_HUMAN_L_TOES] = toes[from];
    }

    /* Set the bones of the arms; an arm is left if it is on the side of the left leg. A joint between arm and
     * trunk is a shoulder. */
    for (int s = 0; s < 2; s++) {
        if (!name_arm(&one, t, arms.top, arms.tips[s], arm, arm_end)) {
            snprintf(why, 160, "the arm that ends in \"%s\" has fewer than two joints",
                     t->s->names[arms.tips[s]]);
            return false;
        }

        const bool is_left = (aside_of(t, &legs, arms.tips[s]) > 0) == left_at_0;
        for (int n = 0; n < 3; n++) {
            const int bone = (is_left ? PD_HUMAN_L_UPPER_ARM : PD_HUMAN_R_UPPER_ARM) + n;
            joints[bone] = one.joints[n];
            unsure[bone] = one.unsure[n];
        }

        if (t->s->parents[one.joints[0]] != arms.top)
            joints[is_left ? PD_HUMAN_L_SHOULDER : PD_HUMAN_R_SHOULDER] = t->s->parents[one.joints[0]];
    }

    joints[PD_HUMAN_HIPS] = hips;
    joints[PD_HUMAN_NECK] = neck;
    joints[PD_HUMAN_HEAD] = head;

    return true;
}

bool pd_retarget_shape_find(int *joints, double *unsure, char why[160], const pd_anim_skeleton *skeleton,
                            const pd_vec3 *rest)
{
    static const pd_vec3 ups[] = {{0, 1, 0}, {0, 0, 1}, {0, -1, 0}, {0, 0, -1}, {1, 0, 0}, {-1, 0, 0}};
    char other[160] = ""; /* only the reason for +Y up is reported */

    for (size_t i = 0; i < sizeof ups / sizeof *ups; i++) {
        tree t = {.s = skeleton, .rest = rest, .up = ups[i]};
        double low = INFINITY, high = -INFINITY;

        for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
            joints[b] = -1;
            unsure[b] = 0;
        }

        for (int j = 0; j < skeleton->joint_count; j++) {
            const double at = pd_vec3_dot(rest[j], ups[i]);
            low = fmin(low, at);
            high = fmax(high, at);
            if (skeleton->parents[j] >= 0) t.children[skeleton->parents[j]]++;
        }

        t.low = low;
        t.height = high - low;
        for (int j = 0; j < skeleton->joint_count; j++)
            if (!t.children[j]) t.leaves[t.leaf_count++] = j;

        if (find_upright(joints, unsure, i ? other : why, &t)) return true;
    }

    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) joints[b] = -1;

    return false;
}
