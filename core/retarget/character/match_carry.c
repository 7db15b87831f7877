/* Joints of a character that belong to another joint than their parent: goals of IK, clavicles below the
 * neck, thighs below the spine, and a body beside the hips that the caller has chosen. */
#include "core/retarget/character/match_state.h"

#include "core/base/assert.h"
#include "core/retarget/character/shape.h"

#include <math.h>
#include <stddef.h>

/* Distance of an IK goal from the end of its limb, relative to the shank or forearm. */
#define AT_END       0.15
/* Largest difference of the lengths of two shanks that end in goals, as a fraction of the longer. */
#define SIDES_DIFFER 0.15
/* Least height of a spine over the thighs that are its children,
 * relative to the distance from thighs to head. */
#define SPINE_OVER   0.1
/* Least height of a neck without a name over the arms, relative to the distance from hips to head. */
#define NECK_OVER    0.03
#define GOALS        8 /* largest number of pairs of joints that are tried as feet without names */

/* ---- goals of IK ---- */

/* Makes joint `by` carry `joint`. */
static void carry_match(pd_retarget_matching *m, int joint, int by)
{
    if (pd_retarget_carry_add(&m->out->carry, m->job->skeleton, joint, by))
        m->s = pd_retarget_carry_tree(&m->out->carry, m->job->skeleton);
}

static bool is_limb(const pd_retarget_matching *m, int joint)
{
    for (int i = 0; i < PD_RETARGET_PAIRS; i++)
        if (joint == m->out->joints[pd_retarget_pairs[i][0]] ||
            joint == m->out->joints[pd_retarget_pairs[i][1]])
            return true;
    return joint == m->out->joints[PD_HUMAN_HEAD] || joint == m->out->joints[PD_HUMAN_NECK];
}

/* Returns the joint within a distance of the end of a limb that belongs neither to a limb nor to the trunk;
 * -1: none. toes: joint that is allowed although a name makes it toes; -1: none. */
static int goal_at(const pd_retarget_matching *m, int end, int trunk, int toes, double within)
{
    int best = -1;

    for (int j = 0; j < m->s->joint_count; j++) {
        const double away = pd_vec3_distance(m->rest[j], m->rest[end]);
        if (away > within || pd_retarget_is_below(m->s, j, trunk) || pd_retarget_is_below(m->s, trunk, j))
            continue;
        if (j != toes && is_limb(m, j)) continue;
        if (best < 0 || away < pd_vec3_distance(m->rest[best], m->rest[end])) best = j;
    }

    return best;
}

void pd_retarget_carry_goals(pd_retarget_matching *m)
{
    static const struct {
        pd_anim_human upper, lower, end;
    } limbs[] = {{PD_HUMAN_L_UPPER_LEG, PD_HUMAN_L_LOWER_LEG, PD_HUMAN_L_FOOT},
                 {PD_HUMAN_R_UPPER_LEG, PD_HUMAN_R_LOWER_LEG, PD_HUMAN_R_FOOT},
                 {PD_HUMAN_L_UPPER_ARM, PD_HUMAN_L_LOWER_ARM, PD_HUMAN_L_HAND},
                 {PD_HUMAN_R_UPPER_ARM, PD_HUMAN_R_LOWER_ARM, PD_HUMAN_R_HAND}};
    const int *joints = m->out->joints;
    const int legs[2] = {joints[PD_HUMAN_L_UPPER_LEG], joints[PD_HUMAN_R_UPPER_LEG]};

    for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++) {
        const int upper = joints[limbs[i].upper];
        const int lower = joints[limbs[i].lower];
        const int end = joints[limbs[i].end];
        if (upper < 0 || lower < 0 || end < 0 || end == lower || legs[0] < 0 || legs[1] < 0) continue;
        const int trunk = pd_anim_skeleton_common(m->s, legs[0], legs[1]);
        const double first = pd_vec3_distance(m->rest[upper], m->rest[lower]);
        const double second = pd_vec3_distance(m->rest[lower], m->rest[end]);
        bool is_elsewhere =
            !pd_retarget_is_below(m->s, end, lower) && pd_retarget_is_below(m->s, lower, upper);
        bool has_children = false;

        /* The bone is a goal if it is below no limb and about as far from the knee as a foot. */
        for (int up = m->s->parents[end]; up >= 0; up = m->s->parents[up])
            is_elsewhere = is_elsewhere && !is_limb(m, up);
        const bool is_near = second > PD_RETARGET_END_FROM * first && second < PD_RETARGET_END_TO * first;
        const bool is_chosen = m->out->by[limbs[i].end] == PD_MATCH_REQUEST;
        if (is_elsewhere && (is_near || is_chosen)) carry_match(m, end, lower);

        /* If the bone is the end of the limb, it carries a goal at the same position. */
        for (int j = 0; j < m->s->joint_count; j++) has_children = has_children || m->s->parents[j] == end;
        if (has_children || !pd_retarget_is_below(m->s, end, lower)) continue;
        const int bone = limbs[i].end == PD_HUMAN_L_FOOT   ? PD_HUMAN_L_TOES
                         : limbs[i].end == PD_HUMAN_R_FOOT ? PD_HUMAN_R_TOES
                                                           : -1;
        const int toes = bone >= 0 && m->out->by[bone] == PD_MATCH_NAME ? joints[bone] : -1;
        const int goal = goal_at(m, end, trunk, toes, AT_END * second);
        if (goal < 0) continue;
        if (goal == toes) {
            pd_retarget_matching_set(m, bone, -1, PD_MATCH_NONE);
            m->out->doubts[bone][0] = 0;
        }

        carry_match(m, goal, end);
    }
}

/* Returns the leaf that may be the knee of a foot: the nearest one at a plausible distance; -1: none. */
static int knee_of(const pd_retarget_matching *m, int foot, const bool *is_leaf)
{
    PD_ASSERT(foot >= 0 && foot < m->s->joint_count);
    const int root = m->s->parents[foot];
    int best = -1;
    for (int k = 0; k < m->s->joint_count; k++) {
        /* At least hips and hip are between root and knee. */
        if (!is_leaf[k] || m->s->depth[k] < m->s->depth[root] + 3 || pd_retarget_is_below(m->s, k, foot))
            continue;
        const double thigh = pd_vec3_length(m->s->offsets[k]);
        const double shank = pd_vec3_distance(m->rest[k], m->rest[foot]);
        if (shank < PD_RETARGET_END_FROM * thigh || shank > PD_RETARGET_END_TO * thigh) continue;
        if (best < 0 || shank < pd_vec3_distance(m->rest[best], m->rest[foot])) best = k;
    }

    return best;
}

bool pd_retarget_carry_find(int *found, double *unsure, pd_retarget_matching *m)
{
    const pd_anim_skeleton *s = m->job->skeleton;
    bool is_leaf[PD_ANIM_MAX_JOINTS];
    int knees[PD_ANIM_MAX_JOINTS];
    int tried = 0;
    char why[160];

    for (int j = 0; j < s->joint_count; j++) is_leaf[j] = true;
    for (int j = 0; j < s->joint_count; j++)
        if (s->parents[j] >= 0) is_leaf[s->parents[j]] = false;
    for (int j = 0; j < s->joint_count; j++) knees[j] = s->parents[j] < 0 ? -1 : knee_of(m, j, is_leaf);

    for (int a = 0; a < s->joint_count; a++)
        for (int b = 0; b < a && tried < GOALS; b++) {
            const int one = knees[a];
            const int other = knees[b];
            if (one < 0 || other < 0 || one == other || s->parents[a] != s->parents[b]) continue;
            const int hips = pd_anim_skeleton_common(s, one, other);
            const double shank = pd_vec3_distance(m->rest[one], m->rest[a]);
            if (s->depth[one] != s->depth[other] || hips == s->parents[a] ||
                !pd_retarget_is_below(s, hips, s->parents[a]) ||
                fabs(shank - pd_vec3_distance(m->rest[other], m->rest[b])) > SIDES_DIFFER * shank)
                continue;
            tried++;
            m->out->carry.count = 0;
            carry_match(m, a, one);
            carry_match(m, b, other);
            if (pd_retarget_shape_find(found, unsure, why, m->s, m->rest)) return true;
        }
    m->out->carry.count = 0;
    m->s = s;

    return false;
}

/* ---- clavicles below the neck ---- */

/* Makes the joint below the neck carry the arms whose clavicles are children of the neck. The neck is the
 * common joint of both arms and the head if a name or the caller says so,
 * or if it is higher than the arms. */
void pd_retarget_carry_clavicles(pd_retarget_matching *m)
{
    const int *joints = m->out->joints;
    const int arms[2] = {joints[PD_HUMAN_L_UPPER_ARM], joints[PD_HUMAN_R_UPPER_ARM]};
    const int head = joints[PD_HUMAN_HEAD];
    const int named = joints[PD_HUMAN_NECK];
    const int legs =
        pd_anim_skeleton_common(m->s, joints[PD_HUMAN_L_UPPER_LEG], joints[PD_HUMAN_R_UPPER_LEG]);
    const int neck = pd_anim_skeleton_common(m->s, pd_anim_skeleton_common(m->s, arms[0], arms[1]), head);
    const int chest = m->s->parents[neck];

    if (neck == arms[0] || neck == arms[1] || neck == head || chest < 0 || chest == legs ||
        !pd_retarget_is_below(m->s, chest, legs))
        return;

    if (neck != named) {
        const pd_vec3 hips = pd_vec3_scale(
            pd_vec3_add(m->rest[joints[PD_HUMAN_L_UPPER_LEG]], m->rest[joints[PD_HUMAN_R_UPPER_LEG]]), 0.5);
        const pd_vec3 both = pd_vec3_scale(pd_vec3_add(m->rest[arms[0]], m->rest[arms[1]]), 0.5);
        const pd_vec3 trunk = pd_vec3_sub(m->rest[head], hips);
        const double length = pd_vec3_length(trunk);
        if (named >= 0 || !pd_retarget_matching_is_open(m, PD_HUMAN_NECK) ||
            !(pd_vec3_dot(pd_vec3_sub(m->rest[neck], both), trunk) > NECK_OVER * length * length))
            return;
        pd_retarget_matching_set(m, PD_HUMAN_NECK, neck, PD_MATCH_TREE);
    }

    for (int i = 0; i < 2; i++) {
        int top = arms[i];
        while (m->s->parents[top] != neck) top = m->s->parents[top];
        carry_match(m, top, chest);
    }
}

/* Makes the hips carry the thighs that are children of the spine, as in bipeds of 3ds Max: of a joint between
 * hips and head that is higher than the thighs. */
void pd_retarget_carry_thighs(pd_retarget_matching *m, int hips, int spine)
{
    const int thighs[2] = {m->out->joints[PD_HUMAN_L_UPPER_LEG], m->out->joints[PD_HUMAN_R_UPPER_LEG]};
    const int head = m->out->joints[PD_HUMAN_HEAD];
    const pd_vec3 both = pd_vec3_scale(pd_vec3_add(m->rest[thighs[0]], m->rest[thighs[1]]), 0.5);
    const pd_vec3 trunk = pd_vec3_sub(m->rest[head], both);
    const double length = pd_vec3_length(trunk);

    if (spine == hips || spine == thighs[0] || spine == thighs[1] ||
        !pd_retarget_is_below(m->s, head, spine) ||
        !(pd_vec3_dot(pd_vec3_sub(m->rest[spine], both), trunk) > SPINE_OVER * length * length))
        return;
    for (int i = 0; i < 2; i++) {
        int top = thighs[i];
        while (m->s->parents[top] != spine) top = m->s->parents[top];
        carry_match(m, top, hips);
    }
}

/* Makes the chosen hips carry the branch that a joint belongs to, if it is beside them. */
static void carry_beside(pd_retarget_matching *m, int hips, int joint)
{
    if (joint < 0 || pd_retarget_is_below(m->s, joint, hips) || pd_retarget_is_below(m->s, hips, joint))
        return;
    const int both = pd_anim_skeleton_common(m->s, hips, joint);
    int top = joint;
    while (m->s->parents[top] != both) top = m->s->parents[top];
    carry_match(m, top, hips);
}

void pd_retarget_carry_body(pd_retarget_matching *m)
{
    const int *joints = m->out->joints;

    if (m->out->by[PD_HUMAN_HIPS] != PD_MATCH_REQUEST && m->out->by[PD_HUMAN_HIPS] != PD_MATCH_VRM) return;
    carry_beside(m, joints[PD_HUMAN_HIPS], joints[PD_HUMAN_HEAD]);
    carry_beside(m, joints[PD_HUMAN_HIPS], joints[PD_HUMAN_L_UPPER_LEG]);
    carry_beside(m, joints[PD_HUMAN_HIPS], joints[PD_HUMAN_R_UPPER_LEG]);
}
