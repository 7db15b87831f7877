/* Finds hips, spine, neck, shoulders and hands by the tree of the joints. */
#include "core/retarget/character/match_state.h"

#include "core/base/assert.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Part of the largest reach below an elbow from which on a branch counts:
 * fingers do, a twist bone does not. */
#define BRANCH        0.7
/* Least distance of a hand from its elbow, relative to the upper arm. */
#define LEAST_FOREARM 0.45

/* Finds the hips: the joint above both legs and the head. A joint named so may be a bone beside it. */
void pd_retarget_tree_hips(pd_retarget_matching *m)
{
    const int *joints = m->out->joints;
    const int above =
        pd_anim_skeleton_common(m->s, joints[PD_HUMAN_L_UPPER_LEG], joints[PD_HUMAN_R_UPPER_LEG]);
    const int named = joints[PD_HUMAN_HIPS];

    if (m->out->by[PD_HUMAN_HIPS] == PD_MATCH_REQUEST || m->out->by[PD_HUMAN_HIPS] == PD_MATCH_VRM) return;
    if (named >= 0 && pd_retarget_is_below(m->s, above, named) &&
        pd_retarget_is_below(m->s, joints[PD_HUMAN_HEAD], named)) {
        pd_retarget_carry_thighs(m, named, above);
        return;
    }

    pd_retarget_matching_set(m, PD_HUMAN_HIPS, pd_anim_skeleton_common(m->s, above, joints[PD_HUMAN_HEAD]),
                             PD_MATCH_TREE);
}

/* Finds spine, chest and upper chest among the joints above the hips, up to the common joint of arms and
 * head. Joints of length 0 are ignored, and joints above both legs, because the legs would go with them. */
void pd_retarget_tree_spine(pd_retarget_matching *m)
{
    const int *joints = m->out->joints;
    int chain[PD_ANIM_MAX_JOINTS];
    int count = 0;
    int found[3];
    const int hips = joints[PD_HUMAN_HIPS];
    const int top = pd_anim_skeleton_common(
        m->s, pd_anim_skeleton_common(m->s, joints[PD_HUMAN_L_UPPER_ARM], joints[PD_HUMAN_R_UPPER_ARM]),
        joints[PD_HUMAN_HEAD]);

    for (int b = PD_RETARGET_FIRST_SPINE; b <= PD_RETARGET_LAST_SPINE; b++)
        if (joints[b] >= 0) return; /* given by names or by the caller */
    const int legs =
        pd_anim_skeleton_common(m->s, joints[PD_HUMAN_L_UPPER_LEG], joints[PD_HUMAN_R_UPPER_LEG]);
    const int from =
        pd_retarget_is_below(m->s, legs, hips) && pd_retarget_is_below(m->s, top, legs) ? legs : hips;
    if (!pd_retarget_is_below(m->s, top, from)) return;
    for (int j = top; j != from; j = m->s->parents[j])
        if (pd_vec3_length(m->s->offsets[j]) > 0 || j == top) chain[count++] = j;

    /* chain[0] is the topmost joint. */
    found[0] = count ? chain[count - 1] : -1;
    found[1] = count > 2 ? chain[count / 2] : count == 2 ? chain[0] : -1;
    found[2] = count > 2 ? chain[0] : -1;
    for (int i = 0; i < 3; i++)
        if (pd_retarget_matching_is_open(m, PD_RETARGET_FIRST_SPINE + i))
            pd_retarget_matching_set(m, PD_RETARGET_FIRST_SPINE + i, found[i], PD_MATCH_TREE);
}

/* Finds open shoulders: the joint nearest above the upper arm,
 * elsewhere than it, if it is below the chest. */
void pd_retarget_tree_shoulders(pd_retarget_matching *m)
{
    static const int arms[2][2] = {{PD_HUMAN_L_SHOULDER, PD_HUMAN_L_UPPER_ARM},
                                   {PD_HUMAN_R_SHOULDER, PD_HUMAN_R_UPPER_ARM}};
    const int *joints = m->out->joints;
    const int top = pd_anim_skeleton_common(m->s, joints[PD_HUMAN_L_UPPER_ARM], joints[PD_HUMAN_R_UPPER_ARM]);

    for (int i = 0; i < 2; i++) {
        const int arm = joints[arms[i][1]];
        const int named = joints[arms[i][0]];
        int up = m->s->parents[arm];

        /* A joint of that name which is not above the arm is no shoulder:
         * other rigs call the upper arm so. */
        if (named >= 0 && m->out->by[arms[i][0]] == PD_MATCH_NAME &&
            (named == arm || !pd_retarget_is_below(m->s, arm, named)))
            pd_retarget_matching_set(m, arms[i][0], -1, PD_MATCH_NONE);
        if (!pd_retarget_matching_is_open(m, arms[i][0]) || !pd_retarget_is_below(m->s, arm, top)) continue;
        while (up >= 0 && up != top && pd_vec3_distance(m->rest[up], m->rest[arm]) <= 0)
            up = m->s->parents[up];
        if (up >= 0 && up != top) pd_retarget_matching_set(m, arms[i][0], up, PD_MATCH_TREE);
    }
}

/* Finds an open neck: the first joint above the chest on the way to the head. */
void pd_retarget_tree_neck(pd_retarget_matching *m)
{
    const int *joints = m->out->joints;
    int chest = -1, neck = -1;

    if (!pd_retarget_matching_is_open(m, PD_HUMAN_NECK)) return;
    for (int b = PD_RETARGET_FIRST_SPINE; b <= PD_RETARGET_LAST_SPINE; b++)
        if (joints[b] >= 0) chest = joints[b];
    if (chest < 0) return;
    for (int j = m->s->parents[joints[PD_HUMAN_HEAD]]; j >= 0 && j != chest; j = m->s->parents[j]) neck = j;
    if (neck >= 0 && pd_retarget_is_below(m->s, neck, chest))
        pd_retarget_matching_set(m, PD_HUMAN_NECK, neck, PD_MATCH_TREE);
}

/* Returns the largest distance of a joint and those below it from a place. */
static double reach_below(const pd_retarget_matching *m, int top, pd_vec3 from)
{
    PD_ASSERT(top >= 0 && top < m->s->joint_count);
    double far = 0;

    for (int j = 0; j < m->s->joint_count; j++)
        if (pd_retarget_is_below(m->s, j, top)) far = fmax(far, pd_vec3_distance(m->rest[j], from));

    return far;
}

/* Finds open hands: the joint below the elbow at which the only long branch begins, as far from the elbow
 * as a wrist is. An arm that ends in its forearm has none,
 * and neither has one whose fingers begin at the forearm. */
void pd_retarget_tree_hands(pd_retarget_matching *m)
{
    static const pd_anim_human arms[2][3] = {{PD_HUMAN_L_UPPER_ARM, PD_HUMAN_L_LOWER_ARM, PD_HUMAN_L_HAND},
                                             {PD_HUMAN_R_UPPER_ARM, PD_HUMAN_R_LOWER_ARM, PD_HUMAN_R_HAND}};
    const int *joints = m->out->joints;

    for (int s = 0; s < 2; s++) {
        const int upper = joints[arms[s][0]];
        const int elbow = joints[arms[s][1]];
        if (!pd_retarget_matching_is_open(m, arms[s][2]) || upper < 0 || elbow < 0) continue;
        const double least = LEAST_FOREARM * pd_vec3_distance(m->rest[upper], m->rest[elbow]);
        int at = elbow;
        int hand = -1;

        while (at >= 0 && hand < 0) {
            const double far = reach_below(m, at, m->rest[elbow]);
            int next = -1;
            int branches = 0;
            for (int j = 0; j < m->s->joint_count; j++) {
                if (m->s->parents[j] != at || reach_below(m, j, m->rest[elbow]) < BRANCH * far) continue;
                next = j;
                branches++;
            }

            at = branches == 1 ? next : -1;
            if (at >= 0 && pd_vec3_distance(m->rest[at], m->rest[elbow]) >= least) hand = at;
        }

        pd_retarget_matching_set(m, arms[s][2], hand, PD_MATCH_TREE);
    }
}
