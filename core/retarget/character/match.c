#include "core/retarget/character/match.h"

#include "core/base/assert.h"
#include "core/retarget/character/rig_names.h"
#include "core/retarget/character/shape.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define NAMES_ENOUGH                                                                                         \
    (8 * EACH)            /* least sum of the weights of bones with names of a rig for the names to be used */
#define EACH         32   /* weight of a required bone with a name of a rig; an optional one has 1 */
#define AFFIXES      8    /* largest number of beginnings and ends of names that are tried for a rig */
#define LYING        0.64 /* cosine of the largest angle between trunk and legs of a person, 50 degrees */
#define SIDES_DIFFER 0.15 /* difference of the sides' lengths that is reported, as a fraction of the longer */
#define FEWEST       13   /* least number of joints of a person: the required bones */
#define DOLL         0.3  /* least size of a second person, relative to the first one's trunk */
#define BESIDE       0.25 /* least distance of a second person's hips, relative to the first one's trunk */
/* Smallest and largest distance of an IK goal from knee or elbow, relative to the length of thigh or upper
 * arm. */
#define END_FROM     0.3
#define END_TO       2.5
/* distance of an IK goal from the end of its limb, relative to the shank or forearm */
#define AT_END       0.15
#define LEAST_TOE                                                                                            \
    0.1 /* least distance of toes from the foot that says where the foot points, relative to the shank */
#define BACKWARDS  0.7 /* cosine of the largest angle between toes and backwards */
/* least height of a spine over the thighs that are its children, relative to the distance from thighs to head
 * */
#define SPINE_OVER 0.1
#define NECK_OVER                                                                                            \
    0.03 /* least height of a neck without a name over the arms, relative to the distance from hips to head */
#define GOALS     8      /* largest number of pairs of joints that are tried as feet without names */
#define SNAPPED   0.94   /* cosine of the lean of a figure that is reported, 20 degrees */
#define NEAR_AXIS 0.9986 /* cosine of 3 degrees: deviation from an axis within which left is rounded to it */

const char *const pd_retarget_match_by_names[] = {"none", "request", "vrm", "name", "tree", "shape"};

#define FIRST_SPINE PD_HUMAN_SPINE
#define LAST_SPINE  PD_HUMAN_UPPER_CHEST

/* State of a match. */
typedef struct matching {
    const pd_retarget_match_job *job;
    const pd_anim_skeleton *s; /* the skeleton in which carried joints are children of their limbs */
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];
    pd_retarget_match *out;
    pd_error *err;
} matching;

static const struct pair_row {
    pd_anim_human left, right;
} pairs[] = {{PD_HUMAN_L_SHOULDER, PD_HUMAN_R_SHOULDER},   {PD_HUMAN_L_UPPER_ARM, PD_HUMAN_R_UPPER_ARM},
             {PD_HUMAN_L_LOWER_ARM, PD_HUMAN_R_LOWER_ARM}, {PD_HUMAN_L_HAND, PD_HUMAN_R_HAND},
             {PD_HUMAN_L_UPPER_LEG, PD_HUMAN_R_UPPER_LEG}, {PD_HUMAN_L_LOWER_LEG, PD_HUMAN_R_LOWER_LEG},
             {PD_HUMAN_L_FOOT, PD_HUMAN_R_FOOT},           {PD_HUMAN_L_TOES, PD_HUMAN_R_TOES}};
enum { PAIRS = sizeof pairs / sizeof *pairs };

bool pd_retarget_match_is_required(pd_anim_human bone)
{
    switch (bone) {
    case PD_HUMAN_SPINE:
    case PD_HUMAN_CHEST:
    case PD_HUMAN_UPPER_CHEST:
    case PD_HUMAN_NECK:
    case PD_HUMAN_L_SHOULDER:
    case PD_HUMAN_R_SHOULDER:
    case PD_HUMAN_L_TOES:
    case PD_HUMAN_R_TOES: return false;
    default: return bone >= 0 && bone < PD_ANIM_HUMAN_COUNT;
    }
}

pd_anim_human pd_retarget_human_of(const char *name)
{
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        if (!strcasecmp(name, pd_anim_human_names[b])) return (pd_anim_human)b;
    return PD_HUMAN_NONE;
}

static bool is_below(const pd_anim_skeleton *s, int joint, int top)
{
    while (joint >= 0 && joint != top) joint = s->parents[joint];
    return joint >= 0;
}

/* Adds a text to the doubts of a bone. */
static void doubt(matching *m, int bone, const char *text)
{
    PD_ASSERT(bone >= 0 && bone < PD_ANIM_HUMAN_COUNT);
    char *at = m->out->doubts[bone];
    const size_t have = strlen(at);
    snprintf(at + have, PD_RETARGET_DOUBT_BYTES - have, "%s%s", have ? "; " : "", text);
}

static void set_match(matching *m, int bone, int joint, pd_retarget_match_by by)
{
    m->out->joints[bone] = joint;
    m->out->by[bone] = joint < 0 ? PD_MATCH_NONE : by;
}

/* Returns whether a bone is still to be found: it has no joint yet, and the caller does not omit it. */
static bool is_open(const matching *m, int bone)
{
    const int *wanted = m->job->wanted;
    return m->out->joints[bone] < 0 && (!wanted || wanted[bone] == PD_MATCH_OPEN);
}

/* Returns whether a bone has this joint. */
static bool is_taken(const matching *m, int joint)
{
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        if (m->out->joints[b] == joint) return true;
    return false;
}

/* ---- by names ---- */

/* Text that all names of a file have before and after the rig's own name: "Hero" in "Hero L Thigh", "JNT" in
 * "l_thigh_JNT". Reduced as names are. */
typedef struct affix {
    char before[PD_RIG_NAME_BYTES], after[PD_RIG_NAME_BYTES];
} affix;

/* Finds joints (PD_ANIM_HUMAN_COUNT) by the names of one rig. around: text before and after its names, or
 * NULL. Returns EACH for every required bone among them and 1 for every other one. Of several joints with a
 * matching name it prefers an exact match, then the joint nearest to the root. */
static int by_rig(int *joints, const matching *m, const pd_retarget_rig_reduced *names,
                  const pd_retarget_rig_names *rig, const affix *around)
{
    char name[64];
    int found = 0;

    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        pd_retarget_rig_reduced known;
        int best = -1, best_same = 0;
        joints[b] = -1;
        if (!pd_retarget_rig_name(name, sizeof name, rig, (pd_anim_human)b)) continue;

        pd_retarget_rig_reduce(&known, name);
        if (around) {
            char whole[sizeof known.whole];
            const int size =
                snprintf(whole, sizeof whole, "%s%s%s", around->before, known.whole, around->after);
            if (size >= (int)sizeof whole) continue;
            memcpy(known.whole, whole, sizeof whole);
        }

        for (int j = 0; j < m->s->joint_count; j++) {
            const int same = pd_retarget_rig_same_reduced(&names[j], &known);
            if (!same || same < best_same) continue;
            if (same == best_same && m->s->depth[j] >= m->s->depth[best]) continue;
            best = j;
            best_same = same;
        }

        joints[b] = best;
        if (best >= 0) found += pd_retarget_match_is_required((pd_anim_human)b) ? EACH : 1;
    }

    return found;
}

/* Collects the texts around a rig's name of the left thigh in the names of the file, at most AFFIXES.
 * Rigify's "DEF-" comes first, because its other bones with the same names move no vertices. Returns the
 * number. */
static int find_affixes(affix *out, const matching *m, const pd_retarget_rig_reduced *names,
                        const pd_retarget_rig_names *rig)
{
    char name[64];
    pd_retarget_rig_reduced known;
    int count = 0;

    if (!pd_retarget_rig_name(name, sizeof name, rig, PD_HUMAN_L_UPPER_LEG)) return 0;
    pd_retarget_rig_reduce(&known, name);
    for (int j = 0; j < m->s->joint_count; j++) {
        const char *whole = names[j].without_number[0] ? names[j].without_number : names[j].whole;
        const char *at = strstr(whole, known.whole);
        affix found;
        if (!at || count == AFFIXES) continue;
        snprintf(found.before, sizeof found.before, "%.*s", (int)(at - whole), whole);
        snprintf(found.after, sizeof found.after, "%s", at + strlen(known.whole));

        bool is_new = found.before[0] || found.after[0];
        for (int i = 0; i < count; i++)
            is_new = is_new && (strcmp(found.before, out[i].before) || strcmp(found.after, out[i].after));
        if (!is_new) continue;
        out[count] = found;
        if (!strcmp(found.before, "def") && !found.after[0]) {
            out[count] = out[0];
            out[0] = found;
        }

        count++;
    }

    return count;
}

/* Finds open bones by the names of the rig that explains most joints, and the rest by those of other rigs. If
 * no rig's names explain enough, names that all have the same beginning and end are tried. */
static void take_names(matching *m)
{
    int joints[PD_ANIM_HUMAN_COUNT], best[PD_ANIM_HUMAN_COUNT];
    int most = 0;
    const pd_retarget_rig_names *rig = NULL;
    pd_retarget_rig_reduced names[PD_ANIM_MAX_JOINTS];
    affix around[AFFIXES], chosen;
    bool has_affix = false;

    for (int j = 0; j < m->s->joint_count; j++) pd_retarget_rig_reduce(&names[j], m->job->names[j]);
    for (const pd_retarget_rig_names *row = pd_retarget_rigs; row->rig; row++) {
        const int found = by_rig(joints, m, names, row, NULL);
        if (found <= most) continue;
        most = found;
        rig = row;
        memcpy(best, joints, sizeof best);
    }

    for (const pd_retarget_rig_names *row = pd_retarget_rigs; row->rig && (most < NAMES_ENOUGH || has_affix);
         row++) {
        const int count = find_affixes(around, m, names, row);
        for (int i = 0; i < count; i++) {
            const int found = by_rig(joints, m, names, row, &around[i]);
            if (found <= most || found < NAMES_ENOUGH) continue;
            most = found;
            rig = row;
            chosen = around[i];
            has_affix = true;
            memcpy(best, joints, sizeof best);
        }
    }

    if (most < NAMES_ENOUGH) return;

    m->out->rig = rig->rig;
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        if (best[b] >= 0 && is_open(m, b)) set_match(m, b, best[b], PD_MATCH_NAME);
    for (const pd_retarget_rig_names *row = pd_retarget_rigs; row->rig; row++) {
        by_rig(joints, m, names, row, has_affix ? &chosen : NULL);
        for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
            if (joints[b] >= 0 && is_open(m, b) && b != PD_HUMAN_HIPS && !is_taken(m, joints[b])) {
                set_match(m, b, joints[b], PD_MATCH_NAME);
                doubt(m, b, "named as in another rig");
            }
    }
}

/* ---- completeness ---- */

static bool is_complete(const matching *m)
{
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        if (pd_retarget_match_is_required((pd_anim_human)b) && b != PD_HUMAN_HIPS && is_open(m, b))
            return false;
    return true;
}

/* Fails because there is no person. why: the reason. */
static pd_status nobody(matching *m, const char *why)
{
    char seen[96] = "";
    int n = 0;

    for (int j = 0; j < m->s->joint_count && n < 6; j++) {
        const size_t at = strlen(seen);
        if (m->job->names[j][0])
            snprintf(seen + at, sizeof seen - at, "%s%.24s", n++ ? ", " : "", m->job->names[j]);
    }

    return pd_fail(
        m->err, PD_ERR_UNSUPPORTED, "/match",
        "no person: %s; seen are %d joint%s (%s ...), expected are hips, two legs of hip, knee and "
        "foot, two arms of shoulder, elbow and hand, and a head",
        why, m->s->joint_count, m->s->joint_count == 1 ? "" : "s", seen);
}

/* ---- goals of IK ---- */

/* Makes joint `by` carry `joint`. */
static void carry_match(matching *m, int joint, int by)
{
    if (pd_retarget_carry_add(&m->out->carry, m->job->skeleton, joint, by))
        m->s = pd_retarget_carry_tree(&m->out->carry, m->job->skeleton);
}

static bool is_limb(const matching *m, int joint)
{
    for (int i = 0; i < PAIRS; i++)
        if (joint == m->out->joints[pairs[i].left] || joint == m->out->joints[pairs[i].right]) return true;
    return joint == m->out->joints[PD_HUMAN_HEAD] || joint == m->out->joints[PD_HUMAN_NECK];
}

/* Returns the joint within a distance of the end of a limb that belongs neither to a limb nor to the trunk;
 * -1: none. toes: joint that is allowed although a name makes it toes; -1: none. */
static int goal_at(const matching *m, int end, int trunk, int toes, double within)
{
    int best = -1;

    for (int j = 0; j < m->s->joint_count; j++) {
        const double away = pd_vec3_distance(m->rest[j], m->rest[end]);
        if (away > within || is_below(m->s, j, trunk) || is_below(m->s, trunk, j)) continue;
        if (j != toes && is_limb(m, j)) continue;
        if (best < 0 || away < pd_vec3_distance(m->rest[best], m->rest[end])) best = j;
    }

    return best;
}

/* Finds the IK goals of all limbs whose bones are known, and makes the limbs carry them. */
static void carry_goals(matching *m)
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
        bool is_elsewhere = !is_below(m->s, end, lower) && is_below(m->s, lower, upper);
        bool has_children = false;

        /* The bone is a goal if it is below no limb and about as far from the knee as a foot. */
        for (int up = m->s->parents[end]; up >= 0; up = m->s->parents[up])
            is_elsewhere = is_elsewhere && !is_limb(m, up);
        if (is_elsewhere && second > END_FROM * first && second < END_TO * first) carry_match(m, end, lower);

        /* If the bone is the end of the limb, it carries a goal at the same position. */
        for (int j = 0; j < m->s->joint_count; j++) has_children = has_children || m->s->parents[j] == end;
        if (has_children || !is_below(m->s, end, lower)) continue;
        const int bone = limbs[i].end == PD_HUMAN_L_FOOT   ? PD_HUMAN_L_TOES
                         : limbs[i].end == PD_HUMAN_R_FOOT ? PD_HUMAN_R_TOES
                                                           : -1;
        const int toes = bone >= 0 && m->out->by[bone] == PD_MATCH_NAME ? joints[bone] : -1;
        const int goal = goal_at(m, end, trunk, toes, AT_END * second);
        if (goal < 0) continue;
        if (goal == toes) {
            set_match(m, bone, -1, PD_MATCH_NONE);
            m->out->doubts[bone][0] = 0;
        }

        carry_match(m, goal, end);
    }
}

/* Returns the leaf that may be the knee of a foot: the nearest one at a plausible distance; -1: none. */
static int knee_of(const matching *m, int foot, const bool *is_leaf)
{
    PD_ASSERT(foot >= 0 && foot < m->s->joint_count);
    const int root = m->s->parents[foot];
    int best = -1;
    for (int k = 0; k < m->s->joint_count; k++) {
        /* At least hips and hip are between root and knee. */
        if (!is_leaf[k] || m->s->depth[k] < m->s->depth[root] + 3 || is_below(m->s, k, foot)) continue;
        const double thigh = pd_vec3_length(m->s->offsets[k]);
        const double shank = pd_vec3_distance(m->rest[k], m->rest[foot]);
        if (shank < END_FROM * thigh || shank > END_TO * thigh) continue;
        if (best < 0 || shank < pd_vec3_distance(m->rest[best], m->rest[foot])) best = k;
    }

    return best;
}

/* Finds a person by shape whose shanks have no ends, with a pair of joints below the root as feet. */
static bool find_with_goals(int *found, double *unsure, matching *m)
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
                !is_below(s, hips, s->parents[a]) ||
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
 * common joint of both arms and the head if a name or the caller says so, or if it is higher than the arms.
 * */
static void carry_clavicles(matching *m)
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
        !is_below(m->s, chest, legs))
        return;

    if (neck != named) {
        const pd_vec3 hips = pd_vec3_scale(
            pd_vec3_add(m->rest[joints[PD_HUMAN_L_UPPER_LEG]], m->rest[joints[PD_HUMAN_R_UPPER_LEG]]), 0.5);
        const pd_vec3 both = pd_vec3_scale(pd_vec3_add(m->rest[arms[0]], m->rest[arms[1]]), 0.5);
        const pd_vec3 trunk = pd_vec3_sub(m->rest[head], hips);
        const double length = pd_vec3_length(trunk);
        if (named >= 0 || !is_open(m, PD_HUMAN_NECK) ||
            !(pd_vec3_dot(pd_vec3_sub(m->rest[neck], both), trunk) > NECK_OVER * length * length))
            return;
        set_match(m, PD_HUMAN_NECK, neck, PD_MATCH_TREE);
    }

    for (int i = 0; i < 2; i++) {
        int top = arms[i];
        while (m->s->parents[top] != neck) top = m->s->parents[top];
        carry_match(m, top, chest);
    }
}

/* ---- by the tree: hips and spine ---- */

/* Makes the hips carry the thighs that are children of the spine, as in bipeds of 3ds Max: of a joint between
 * hips and head that is higher than the thighs. */
static void carry_thighs(matching *m, int hips, int spine)
{
    const int thighs[2] = {m->out->joints[PD_HUMAN_L_UPPER_LEG], m->out->joints[PD_HUMAN_R_UPPER_LEG]};
    const int head = m->out->joints[PD_HUMAN_HEAD];
    const pd_vec3 both = pd_vec3_scale(pd_vec3_add(m->rest[thighs[0]], m->rest[thighs[1]]), 0.5);
    const pd_vec3 trunk = pd_vec3_sub(m->rest[head], both);
    const double length = pd_vec3_length(trunk);

    if (spine == hips || spine == thighs[0] || spine == thighs[1] || !is_below(m->s, head, spine) ||
        !(pd_vec3_dot(pd_vec3_sub(m->rest[spine], both), trunk) > SPINE_OVER * length * length))
        return;
    for (int i = 0; i < 2; i++) {
        int top = thighs[i];
        while (m->s->parents[top] != spine) top = m->s->parents[top];
        carry_match(m, top, hips);
    }
}

/* Finds the hips: the joint above both legs and the head. A joint named so may be a bone beside it. */
static void find_hips(matching *m)
{
    const int *joints = m->out->joints;
    const int above =
        pd_anim_skeleton_common(m->s, joints[PD_HUMAN_L_UPPER_LEG], joints[PD_HUMAN_R_UPPER_LEG]);
    const int named = joints[PD_HUMAN_HIPS];

    if (m->out->by[PD_HUMAN_HIPS] == PD_MATCH_REQUEST || m->out->by[PD_HUMAN_HIPS] == PD_MATCH_VRM) return;
    if (named >= 0 && is_below(m->s, above, named) && is_below(m->s, joints[PD_HUMAN_HEAD], named)) {
        carry_thighs(m, named, above);
        return;
    }

    set_match(m, PD_HUMAN_HIPS, pd_anim_skeleton_common(m->s, above, joints[PD_HUMAN_HEAD]), PD_MATCH_TREE);
}

/* Finds spine, chest and upper chest among the joints above the hips, up to the common joint of arms and
 * head. Joints of length 0 are ignored, and joints above both legs, because the legs would go with them. */
static void find_spine(matching *m)
{
    const int *joints = m->out->joints;
    int chain[PD_ANIM_MAX_JOINTS];
    int count = 0;
    int found[3];
    const int hips = joints[PD_HUMAN_HIPS];
    const int top = pd_anim_skeleton_common(
        m->s, pd_anim_skeleton_common(m->s, joints[PD_HUMAN_L_UPPER_ARM], joints[PD_HUMAN_R_UPPER_ARM]),
        joints[PD_HUMAN_HEAD]);

    for (int b = FIRST_SPINE; b <= LAST_SPINE; b++)
        if (joints[b] >= 0) return; /* given by names or by the caller */
    const int legs =
        pd_anim_skeleton_common(m->s, joints[PD_HUMAN_L_UPPER_LEG], joints[PD_HUMAN_R_UPPER_LEG]);
    const int from = is_below(m->s, legs, hips) && is_below(m->s, top, legs) ? legs : hips;
    if (!is_below(m->s, top, from)) return;
    for (int j = top; j != from; j = m->s->parents[j])
        if (pd_vec3_length(m->s->offsets[j]) > 0 || j == top) chain[count++] = j;

    /* chain[0] is the topmost joint. */
    found[0] = count ? chain[count - 1] : -1;
    found[1] = count > 2 ? chain[count / 2] : count == 2 ? chain[0] : -1;
    found[2] = count > 2 ? chain[0] : -1;
    for (int i = 0; i < 3; i++)
        if (is_open(m, FIRST_SPINE + i)) set_match(m, FIRST_SPINE + i, found[i], PD_MATCH_TREE);
}

/* Finds open shoulders: the joint nearest above the upper arm, elsewhere than it, if it is below the chest.
 * */
static void find_shoulders(matching *m)
{
    static const int arms[2][2] = {{PD_HUMAN_L_SHOULDER, PD_HUMAN_L_UPPER_ARM},
                                   {PD_HUMAN_R_SHOULDER, PD_HUMAN_R_UPPER_ARM}};
    const int *joints = m->out->joints;
    const int top = pd_anim_skeleton_common(m->s, joints[PD_HUMAN_L_UPPER_ARM], joints[PD_HUMAN_R_UPPER_ARM]);

    for (int i = 0; i < 2; i++) {
        const int arm = joints[arms[i][1]];
        const int named = joints[arms[i][0]];
        int up = m->s->parents[arm];

        /* A joint of that name which is not above the arm is no shoulder: other rigs call the upper arm so.
         * */
        if (named >= 0 && m->out->by[arms[i][0]] == PD_MATCH_NAME &&
            (named == arm || !is_below(m->s, arm, named)))
            set_match(m, arms[i][0], -1, PD_MATCH_NONE);
        if (!is_open(m, arms[i][0]) || !is_below(m->s, arm, top)) continue;
        while (up >= 0 && up != top && pd_vec3_distance(m->rest[up], m->rest[arm]) <= 0)
            up = m->s->parents[up];
        if (up >= 0 && up != top) set_match(m, arms[i][0], up, PD_MATCH_TREE);
    }
}

/* Finds an open neck: the first joint above the chest on the way to the head. */
static void find_neck(matching *m)
{
    const int *joints = m->out->joints;
    int chest = -1, neck = -1;

    if (!is_open(m, PD_HUMAN_NECK)) return;
    for (int b = FIRST_SPINE; b <= LAST_SPINE; b++)
        if (joints[b] >= 0) chest = joints[b];
    if (chest < 0) return;
    for (int j = m->s->parents[joints[PD_HUMAN_HEAD]]; j >= 0 && j != chest; j = m->s->parents[j]) neck = j;
    if (neck >= 0 && is_below(m->s, neck, chest)) set_match(m, PD_HUMAN_NECK, neck, PD_MATCH_TREE);
}

/* ---- checks ---- */

static const pd_anim_human parents[PD_ANIM_HUMAN_COUNT] = {
#define PARENT(id, name, parent, biped, smpl) PD_HUMAN_##parent,
    PD_ANIM_HUMAN_TABLE(PARENT)
#undef PARENT
};

/* Checks that each bone is below the one above it. Optional bones that are not are omitted, with a doubt. */
static pd_status check_order(matching *m)
{
    pd_retarget_match *out = m->out;
    char where[64];

    for (int b = 1; b < PD_ANIM_HUMAN_COUNT; b++) {
        int up = parents[b];
        while (up >= 0 && out->joints[up] < 0) up = parents[up];
        if (out->joints[b] < 0 || up < 0 ||
            (out->joints[b] != out->joints[up] && is_below(m->s, out->joints[b], out->joints[up])))
            continue;
        if (!pd_retarget_match_is_required((pd_anim_human)b) && out->by[b] != PD_MATCH_REQUEST) {
            set_match(m, b, -1, PD_MATCH_NONE);
            doubt(m, b, "its joint is not below the bone above it: left out");
            continue;
        }

        if (!pd_retarget_match_is_required((pd_anim_human)up) && out->by[up] != PD_MATCH_REQUEST) {
            set_match(m, up, -1, PD_MATCH_NONE);
            doubt(m, up, "its joint is not above the bone below it: left out");
            b--; /* check again, with the bone above the omitted one */
            continue;
        }

        snprintf(where, sizeof where, "/match/%s", pd_anim_human_names[b]);
        return pd_fail(m->err, out->by[b] == PD_MATCH_REQUEST ? PD_ERR_INVALID : PD_ERR_UNSUPPORTED, where,
                       "\"%.40s\" is not below \"%.40s\", which is %s; a joint below it is expected",
                       m->job->names[out->joints[b]], m->job->names[out->joints[up]],
                       pd_anim_human_names[up]);
    }

    return PD_OK;
}

static pd_vec3 match_at(const matching *m, int bone)
{
    return m->rest[m->out->joints[bone]];
}

/* Returns the axis nearest to v. */
static pd_vec3 snapped(pd_vec3 v)
{
    const double x = fabs(v.x);
    const double y = fabs(v.y);
    const double z = fabs(v.z);

    if (y >= x && y >= z) return pd_vec3_make(0, v.y < 0 ? -1 : 1, 0);
    if (x >= z) return pd_vec3_make(v.x < 0 ? -1 : 1, 0, 0);

    return pd_vec3_make(0, 0, v.z < 0 ? -1 : 1);
}

/* Finds the facing. Fails when trunk and legs are not those of a standing person. */
static pd_status find_facing(matching *m)
{
    const pd_vec3 hips =
        pd_vec3_scale(pd_vec3_add(match_at(m, PD_HUMAN_L_UPPER_LEG), match_at(m, PD_HUMAN_R_UPPER_LEG)), 0.5);
    const pd_vec3 feet =
        pd_vec3_scale(pd_vec3_add(match_at(m, PD_HUMAN_L_FOOT), match_at(m, PD_HUMAN_R_FOOT)), 0.5);
    const pd_vec3 none = {0, 0, 0};
    const pd_vec3 arms =
        pd_vec3_scale(pd_vec3_add(match_at(m, PD_HUMAN_L_UPPER_ARM), match_at(m, PD_HUMAN_R_UPPER_ARM)), 0.5);
    const pd_vec3 trunk = pd_vec3_unit_or(pd_vec3_sub(arms, hips), none);
    const pd_vec3 legs = pd_vec3_unit_or(pd_vec3_sub(hips, feet), none);
    char why[128];

    /* The trunk of a dog is level, and so are the legs of a sitting figure. */
    if (pd_vec3_dot(trunk, legs) < LYING) {
        snprintf(why, sizeof why,
                 "trunk and legs are %.0f degrees apart, as of an animal or of someone who sits",
                 acos(fmax(-1, fmin(1, pd_vec3_dot(trunk, legs)))) * 57.29577951308232);
        return nobody(m, why);
    }

    const pd_vec3 up = snapped(legs);
    const pd_vec3 across =
        pd_vec3_add(pd_vec3_sub(match_at(m, PD_HUMAN_L_UPPER_LEG), match_at(m, PD_HUMAN_R_UPPER_LEG)),
                    pd_vec3_sub(match_at(m, PD_HUMAN_L_UPPER_ARM), match_at(m, PD_HUMAN_R_UPPER_ARM)));
    const pd_vec3 flat = pd_vec3_reject(across, up);
    if (pd_vec3_length(flat) < 1e-6) return nobody(m, "left and right are at one place");

    /* Up is an axis, so a figure that leans keeps its lean. Left may have any direction, because a figure may
     * have been placed in a scene. */
    pd_vec3 left = snapped(flat);
    const pd_vec3 exact = pd_vec3_unit_or(flat, left);
    if (pd_vec3_dot(exact, left) < NEAR_AXIS) left = exact;
    const pd_vec3 front = pd_vec3_cross(left, up);
    if (pd_vec3_dot(legs, up) < SNAPPED) doubt(m, PD_HUMAN_HIPS, "it leans by more than 20 degrees");

    /* The rows are a person's axes in those of the file. */
    const double rows[9] = {left.x, left.y, left.z, up.x, up.y, up.z, front.x, front.y, front.z};
    m->out->facing = pd_q_from_matrix(rows);

    return PD_OK;
}

/* Exchanges left and right if both toes point backwards by names, as in files that an exporter has mirrored,
 * and if neither the caller nor a VRM says which side is which. */
static pd_status exchange_sides(matching *m)
{
    static const int feet[] = {PD_HUMAN_L_FOOT, PD_HUMAN_R_FOOT};
    static const int toes[] = {PD_HUMAN_L_TOES, PD_HUMAN_R_TOES};
    const pd_vec3 front = pd_q_rotate(pd_q_conjugate(m->out->facing), pd_vec3_make(0, 0, 1));
    const pd_vec3 up = pd_q_rotate(pd_q_conjugate(m->out->facing), pd_vec3_make(0, 1, 0));
    pd_retarget_match *out = m->out;

    for (int s = 0; s < 2; s++) {
        if (out->joints[toes[s]] < 0) return PD_OK;
        const pd_vec3 toe = pd_vec3_reject(pd_vec3_sub(match_at(m, toes[s]), match_at(m, feet[s])), up);
        if (pd_vec3_length(toe) <
                LEAST_TOE * pd_vec3_distance(match_at(m, feet[s]), match_at(m, feet[s] - 1)) ||
            pd_vec3_dot(toe, front) > -BACKWARDS * pd_vec3_length(toe))
            return PD_OK;
    }

    for (int i = 0; i < PAIRS; i++)
        for (int s = 0; s < 2; s++) {
            const pd_retarget_match_by by = out->by[s ? pairs[i].right : pairs[i].left];
            if (by == PD_MATCH_REQUEST || by == PD_MATCH_VRM) return PD_OK;
        }

    for (int i = 0; i < PAIRS; i++) {
        const int l = pairs[i].left;
        const int r = pairs[i].right;
        const int joint = out->joints[l];
        const pd_retarget_match_by by = out->by[l];
        char text[PD_RETARGET_DOUBT_BYTES];
        set_match(m, l, out->joints[r], out->by[r]);
        set_match(m, r, joint, by);
        memcpy(text, out->doubts[l], sizeof text);
        memcpy(out->doubts[l], out->doubts[r], sizeof text);
        memcpy(out->doubts[r], text, sizeof text);
    }

    doubt(m, PD_HUMAN_HIPS, "left and right are exchanged: by their names the toes would point backwards");

    return find_facing(m);
}

/* ---- doubts ---- */

static double bone_length(const matching *m, int bone)
{
    PD_ASSERT(bone >= 0 && bone < PD_ANIM_HUMAN_COUNT);
    int up = parents[bone];
    while (up >= 0 && m->out->joints[up] < 0) up = parents[up];
    return up < 0 ? 0 : pd_vec3_distance(match_at(m, bone), match_at(m, up));
}

/* Describes deviations from a person. */
static void find_doubts(matching *m)
{
    const pd_vec3 left = pd_q_rotate(pd_q_conjugate(m->out->facing), pd_vec3_make(1, 0, 0));
    const pd_vec3 front = pd_q_rotate(pd_q_conjugate(m->out->facing), pd_vec3_make(0, 0, 1));
    char text[PD_RETARGET_DOUBT_BYTES];

    for (int i = 0; i < PAIRS; i++) {
        const int l = pairs[i].left;
        const int r = pairs[i].right;
        if (m->out->joints[l] < 0 || m->out->joints[r] < 0) continue;
        if (pd_vec3_dot(pd_vec3_sub(match_at(m, l), match_at(m, r)), left) < 0) {
            doubt(m, l, "to the right of the right one");
            doubt(m, r, "to the left of the left one");
        }

        const double one = bone_length(m, l);
        const double other = bone_length(m, r);
        if (fabs(one - other) <= SIDES_DIFFER * fmax(one, other)) continue;
        snprintf(text, sizeof text, "%.2f times as long as the other side's", one / fmax(other, 1e-9));
        doubt(m, l, text);
    }

    const int feet[] = {PD_HUMAN_L_FOOT, PD_HUMAN_R_FOOT};
    const int toes[] = {PD_HUMAN_L_TOES, PD_HUMAN_R_TOES};
    for (int s = 0; s < 2; s++)
        if (m->out->joints[toes[s]] >= 0 &&
            pd_vec3_dot(pd_vec3_sub(match_at(m, toes[s]), match_at(m, feet[s])), front) < 0)
            doubt(m, toes[s], "points backwards: left and right may be exchanged");
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        if (b != PD_HUMAN_HIPS && m->out->joints[b] >= 0 && bone_length(m, b) < 1e-6 &&
            pd_retarget_match_is_required((pd_anim_human)b))
            doubt(m, b, "stands where the bone above it does");
}

/* Runs the match, without a search for a second person. */
static pd_status find_match(pd_retarget_match *out, const pd_retarget_match_job *job, pd_error *err)
{
    matching m = {.job = job, .s = job->skeleton, .out = out, .err = err};
    int of_vrm = 0;

    memset(out, 0, sizeof *out);
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) out->joints[b] = -1;
    out->facing = pd_q_identity();
    pd_anim_skeleton_forward(m.rest, NULL, job->skeleton, NULL, pd_vec3_make(0, 0, 0));

    /* Set the bones by request, by VRM and by names. */
    for (int b = 0; job->wanted && b < PD_ANIM_HUMAN_COUNT; b++)
        if (job->wanted[b] >= 0) set_match(&m, b, job->wanted[b], PD_MATCH_REQUEST);
    for (int j = 0; job->bones && j < m.s->joint_count; j++) {
        const pd_anim_human bone = job->bones[j][0] ? pd_retarget_human_of(job->bones[j]) : PD_HUMAN_NONE;
        if (bone == PD_HUMAN_NONE || !is_open(&m, bone)) continue;
        set_match(&m, bone, j, PD_MATCH_VRM);
        of_vrm++;
    }

    if (!of_vrm || !is_complete(&m)) take_names(&m);
    carry_goals(&m);

    /* Find bones that are still missing by shape. */
    if (!is_complete(&m)) {
        int joints[PD_ANIM_HUMAN_COUNT];
        double unsure[PD_ANIM_HUMAN_COUNT];
        char why[160];
        if (!pd_retarget_shape_find(joints, unsure, why, m.s, m.rest) &&
            (out->carry.count || !find_with_goals(joints, unsure, &m)))
            return nobody(&m, why);
        for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
            if (joints[b] < 0 || !is_open(&m, b)) continue;
            set_match(&m, b, joints[b], PD_MATCH_SHAPE);
            if (unsure[b] > 0.5) doubt(&m, b, "found by shape: another joint may be meant");
        }
    }

    /* The caller must not omit required bones. */
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        if (out->joints[b] < 0 && pd_retarget_match_is_required((pd_anim_human)b) && b != PD_HUMAN_HIPS)
            return pd_fail(err, PD_ERR_INVALID, "/match",
                           "%s is omitted; a match of it is needed for every character",
                           pd_anim_human_names[b]);

    /* Complete the trunk by the tree, then check all bones. */
    carry_goals(&m);
    carry_clavicles(&m);
    find_hips(&m);
    if (!of_vrm) find_spine(&m);
    if (!of_vrm) find_neck(&m);
    if (!of_vrm) find_shoulders(&m);
    pd_status status = check_order(&m);
    if (status == PD_OK) status = find_facing(&m);
    if (status == PD_OK) status = exchange_sides(&m);
    if (status == PD_OK) find_doubts(&m);

    return status;
}

/* ---- one person ---- */

/* Makes a skeleton of a joint and all joints below it. names (K): names of its joints. Returns false if it
 * has too few joints. */
static bool branch_of(pd_anim_skeleton *out, const char **names, const matching *m, int top)
{
    const pd_anim_skeleton *s = m->s;
    pd_anim_joint joints[PD_ANIM_MAX_JOINTS];
    bool is_in[PD_ANIM_MAX_JOINTS] = {false};
    int count = 0;

    for (int i = 0; i < s->joint_count; i++) {
        const int j = s->order[i];
        const int up = s->parents[j];
        is_in[j] = j == top || (up >= 0 && is_in[up]);
        if (!is_in[j]) continue;
        names[count] = m->job->names[j];
        joints[count++] = (pd_anim_joint){s->names[j], j == top ? NULL : s->names[up],
                                          j == top ? m->rest[j] : s->offsets[j]};
    }

    return count >= FEWEST && pd_anim_skeleton_init(out, joints, count, NULL) == PD_OK;
}

/* Returns the distance from hips to head at rest. */
static double trunk_of(const pd_retarget_match *match, const pd_vec3 *rest)
{
    return pd_vec3_distance(rest[match->joints[PD_HUMAN_HIPS]], rest[match->joints[PD_HUMAN_HEAD]]);
}

/* Returns whether there is another person below that joint: with hips at another place, and not as small as a
 * doll. */
static bool is_another(const matching *m, int top)
{
    const char *names[PD_ANIM_MAX_JOINTS];
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];
    pd_anim_skeleton branch;
    pd_retarget_match second;
    pd_error none;

    if (!branch_of(&branch, names, m, top)) return false;
    const pd_retarget_match_job job = {.skeleton = &branch, .names = names, .bones = NULL, .wanted = NULL};
    if (find_match(&second, &job, &none) != PD_OK) return false;
    pd_anim_skeleton_forward(rest, NULL, &branch, NULL, pd_vec3_make(0, 0, 0));
    const double own = trunk_of(m->out, m->rest);
    const double theirs = trunk_of(&second, rest);

    return theirs > DOLL * own &&
           pd_vec3_distance(rest[second.joints[PD_HUMAN_HIPS]], match_at(m, PD_HUMAN_HIPS)) > BESIDE * own;
}

pd_status pd_retarget_match_run(pd_retarget_match *out, const pd_retarget_match_job *job, pd_error *err)
{
    const bool is_said = job->bones || (job->wanted && job->wanted[PD_HUMAN_HIPS] >= 0);
    matching m = {.job = job, .s = job->skeleton, .out = out, .err = err};

    const pd_status status = find_match(out, job, err);
    if (status != PD_OK || is_said) return status;
    pd_anim_skeleton_forward(m.rest, NULL, job->skeleton, NULL, pd_vec3_make(0, 0, 0));

    /* Look for a second person beside the path from the first one's hips to the root. Control bones at the
     * positions of the person's own bones do not count. */
    int path = out->joints[PD_HUMAN_HIPS];
    for (int up = m.s->parents[path]; up >= 0; path = up, up = m.s->parents[up])
        for (int j = 0; j < m.s->joint_count; j++)
            if (m.s->parents[j] == up && j != path && is_another(&m, j))
                return pd_fail(err, PD_ERR_INVALID, "/match",
                               "two people: one below \"%.32s\", one below \"%.32s\"; one is expected, or "
                               "Hips= of the one that is meant",
                               job->names[path], job->names[j]);

    return PD_OK;
}
