#include "core/retarget/character/match.h"

#include "core/base/assert.h"
#include "core/retarget/character/match_state.h"
#include "core/retarget/character/rig_names.h"
#include "core/retarget/character/shape.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Least sum of the weights of bones with names of a rig for the names to be used. */
#define NAMES_ENOUGH (8 * EACH)
#define EACH         32   /* weight of a required bone with a name of a rig; an optional one has 1 */
#define AFFIXES      8    /* largest number of beginnings and ends of names that are tried for a rig */
#define LYING        0.64 /* cosine of the largest angle between trunk and legs of a person, 50 degrees */
#define SIDES_DIFFER 0.15 /* difference of the sides' lengths that is reported, as a fraction of the longer */
#define DOLL         0.3  /* least size of a second person, relative to the first one's trunk */
#define BESIDE       0.25 /* least distance of a second person's hips, relative to the first one's trunk */
/* Least distance of toes from the foot that says where the foot points, relative to the shank. */
#define LEAST_TOE    0.1
#define BACKWARDS    0.7    /* cosine of the largest angle between toes and backwards */
#define SNAPPED      0.94   /* cosine of the lean of a figure that is reported, 20 degrees */
#define NEAR_AXIS    0.9986 /* cosine of 3 degrees: left is rounded to an axis nearer than that */

const char *const pd_retarget_match_by_names[] = {"none", "request", "vrm", "name", "tree", "shape"};

const pd_anim_human pd_retarget_pairs[PD_RETARGET_PAIRS][2] = {
    {PD_HUMAN_L_SHOULDER, PD_HUMAN_R_SHOULDER},   {PD_HUMAN_L_UPPER_ARM, PD_HUMAN_R_UPPER_ARM},
    {PD_HUMAN_L_LOWER_ARM, PD_HUMAN_R_LOWER_ARM}, {PD_HUMAN_L_HAND, PD_HUMAN_R_HAND},
    {PD_HUMAN_L_UPPER_LEG, PD_HUMAN_R_UPPER_LEG}, {PD_HUMAN_L_LOWER_LEG, PD_HUMAN_R_LOWER_LEG},
    {PD_HUMAN_L_FOOT, PD_HUMAN_R_FOOT},           {PD_HUMAN_L_TOES, PD_HUMAN_R_TOES}};

bool pd_retarget_match_is_required(pd_anim_human bone)
{
    switch (bone) {
    case PD_HUMAN_SPINE:
    case PD_HUMAN_CHEST:
    case PD_HUMAN_UPPER_CHEST:
    case PD_HUMAN_NECK:
    case PD_HUMAN_L_SHOULDER:
    case PD_HUMAN_R_SHOULDER:
    case PD_HUMAN_L_HAND:
    case PD_HUMAN_R_HAND:
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

bool pd_retarget_is_below(const pd_anim_skeleton *s, int joint, int top)
{
    while (joint >= 0 && joint != top) joint = s->parents[joint];
    return joint >= 0;
}

void pd_retarget_matching_doubt(pd_retarget_matching *m, int bone, const char *text)
{
    PD_ASSERT(bone >= 0 && bone < PD_ANIM_HUMAN_COUNT);
    char *at = m->out->doubts[bone];
    const size_t have = strlen(at);
    snprintf(at + have, PD_RETARGET_DOUBT_BYTES - have, "%s%s", have ? "; " : "", text);
}

void pd_retarget_matching_set(pd_retarget_matching *m, int bone, int joint, pd_retarget_match_by by)
{
    m->out->joints[bone] = joint;
    m->out->by[bone] = joint < 0 ? PD_MATCH_NONE : by;
}

bool pd_retarget_matching_is_open(const pd_retarget_matching *m, int bone)
{
    const int *wanted = m->job->wanted;
    return m->out->joints[bone] < 0 && (!wanted || wanted[bone] == PD_MATCH_OPEN);
}

bool pd_retarget_matching_is_taken(const pd_retarget_matching *m, int joint)
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
 * NULL. Returns EACH for every required bone and hand among them and 1 for every other bone. Of several
 * joints with a matching name it prefers an exact match, then the joint nearest to the root. */
static int by_rig(int *joints, const pd_retarget_matching *m, const pd_retarget_rig_reduced *names,
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
        const bool is_telling =
            pd_retarget_match_is_required((pd_anim_human)b) || b == PD_HUMAN_L_HAND || b == PD_HUMAN_R_HAND;
        if (best >= 0) found += is_telling ? EACH : 1;
    }

    return found;
}

/* Collects the texts around a rig's name of the left thigh in the names of the file, at most AFFIXES.
 * Rigify's "DEF-" comes first, because its other bones with the same names move no vertices.
 * Returns the number. */
static int find_affixes(affix *out, const pd_retarget_matching *m, const pd_retarget_rig_reduced *names,
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
static void take_names(pd_retarget_matching *m)
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

        /* Rigs that differ in the hands alone are told apart by them. Of those, a figure without hands has
         * the later one, which is the more common. */
        const bool is_tie = found && found == most && best[PD_HUMAN_L_HAND] < 0;
        if (found < most || (found == most && !is_tie)) continue;
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
        if (best[b] >= 0 && pd_retarget_matching_is_open(m, b))
            pd_retarget_matching_set(m, b, best[b], PD_MATCH_NAME);
    for (const pd_retarget_rig_names *row = pd_retarget_rigs; row->rig; row++) {
        by_rig(joints, m, names, row, has_affix ? &chosen : NULL);
        for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
            if (joints[b] >= 0 && pd_retarget_matching_is_open(m, b) && b != PD_HUMAN_HIPS &&
                !pd_retarget_matching_is_taken(m, joints[b])) {
                pd_retarget_matching_set(m, b, joints[b], PD_MATCH_NAME);
                pd_retarget_matching_doubt(m, b, "named as in another rig");
            }
    }
}

/* ---- completeness ---- */

static bool is_complete(const pd_retarget_matching *m)
{
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        if (pd_retarget_match_is_required((pd_anim_human)b) && b != PD_HUMAN_HIPS &&
            pd_retarget_matching_is_open(m, b))
            return false;
    return true;
}

/* Fails because there is no person. why: the reason. */
static pd_status nobody(pd_retarget_matching *m, const char *why)
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
        "foot, two arms of shoulder and elbow, and a head",
        why, m->s->joint_count, m->s->joint_count == 1 ? "" : "s", seen);
}

/* ---- checks ---- */

static const pd_anim_human parents[PD_ANIM_HUMAN_COUNT] = {
#define PARENT(id, name, parent, biped, smpl) PD_HUMAN_##parent,
    PD_ANIM_HUMAN_TABLE(PARENT)
#undef PARENT
};

/* Checks that each bone is below the one above it. Optional bones that are not are omitted, with a doubt. */
static pd_status check_order(pd_retarget_matching *m)
{
    pd_retarget_match *out = m->out;
    char where[64];

    for (int b = 1; b < PD_ANIM_HUMAN_COUNT; b++) {
        int up = parents[b];
        while (up >= 0 && out->joints[up] < 0) up = parents[up];
        if (out->joints[b] < 0 || up < 0 ||
            (out->joints[b] != out->joints[up] &&
             pd_retarget_is_below(m->s, out->joints[b], out->joints[up])))
            continue;
        if (!pd_retarget_match_is_required((pd_anim_human)b) && out->by[b] != PD_MATCH_REQUEST) {
            pd_retarget_matching_set(m, b, -1, PD_MATCH_NONE);
            pd_retarget_matching_doubt(m, b, "its joint is not below the bone above it: left out");
            continue;
        }

        if (!pd_retarget_match_is_required((pd_anim_human)up) && out->by[up] != PD_MATCH_REQUEST) {
            pd_retarget_matching_set(m, up, -1, PD_MATCH_NONE);
            pd_retarget_matching_doubt(m, up, "its joint is not above the bone below it: left out");
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

static pd_vec3 match_at(const pd_retarget_matching *m, int bone)
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

/* Returns whether the caller has chosen the joints by which a person is judged:
 * thighs, feet and upper arms. */
static bool is_chosen(const pd_retarget_matching *m)
{
    static const pd_anim_human judged[] = {PD_HUMAN_L_UPPER_LEG, PD_HUMAN_R_UPPER_LEG, PD_HUMAN_L_FOOT,
                                           PD_HUMAN_R_FOOT,      PD_HUMAN_L_UPPER_ARM, PD_HUMAN_R_UPPER_ARM};
    bool is_all = true;

    for (size_t i = 0; i < sizeof judged / sizeof *judged; i++)
        is_all = is_all && m->out->by[judged[i]] == PD_MATCH_REQUEST;

    return is_all;
}

/* Finds the facing. Fails when trunk and legs are not those of a standing person. */
static pd_status find_facing(pd_retarget_matching *m)
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

    /* The trunk of a dog is level, and so are the legs of a sitting figure. A caller who has chosen legs and
     * arms is believed. */
    const bool is_bent = pd_vec3_dot(trunk, legs) < LYING;
    if (is_bent) {
        const double degrees = acos(fmax(-1, fmin(1, pd_vec3_dot(trunk, legs)))) * 57.29577951308232;
        snprintf(why, sizeof why,
                 "trunk and legs are %.0f degrees apart, as of an animal or of someone who sits", degrees);
        if (!is_chosen(m)) return nobody(m, why);
        snprintf(why, sizeof why, "trunk and legs are %.0f degrees apart", degrees);
        pd_retarget_matching_doubt(m, PD_HUMAN_HIPS, why);
    }

    /* Of one who sits the trunk stands. */
    const pd_vec3 up = snapped(is_bent ? trunk : legs);
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
    if (!is_bent && pd_vec3_dot(legs, up) < SNAPPED)
        pd_retarget_matching_doubt(m, PD_HUMAN_HIPS, "it leans by more than 20 degrees");

    /* The rows are a person's axes in those of the file. */
    const double rows[9] = {left.x, left.y, left.z, up.x, up.y, up.z, front.x, front.y, front.z};
    m->out->facing = pd_q_from_matrix(rows);

    return PD_OK;
}

/* Exchanges left and right if both toes point backwards by names, as in files that an exporter has mirrored,
 * and if neither the caller nor a VRM says which side is which. */
static pd_status exchange_sides(pd_retarget_matching *m)
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

    for (int i = 0; i < PD_RETARGET_PAIRS; i++)
        for (int s = 0; s < 2; s++) {
            const pd_retarget_match_by by = out->by[s ? pd_retarget_pairs[i][1] : pd_retarget_pairs[i][0]];
            if (by == PD_MATCH_REQUEST || by == PD_MATCH_VRM) return PD_OK;
        }

    for (int i = 0; i < PD_RETARGET_PAIRS; i++) {
        const int l = pd_retarget_pairs[i][0];
        const int r = pd_retarget_pairs[i][1];
        const int joint = out->joints[l];
        const pd_retarget_match_by by = out->by[l];
        char text[PD_RETARGET_DOUBT_BYTES];
        pd_retarget_matching_set(m, l, out->joints[r], out->by[r]);
        pd_retarget_matching_set(m, r, joint, by);
        memcpy(text, out->doubts[l], sizeof text);
        memcpy(out->doubts[l], out->doubts[r], sizeof text);
        memcpy(out->doubts[r], text, sizeof text);
    }

    pd_retarget_matching_doubt(m, PD_HUMAN_HIPS,
                               "left and right are exchanged: by their names the toes would point backwards");

    return find_facing(m);
}

/* ---- doubts ---- */

static double bone_length(const pd_retarget_matching *m, int bone)
{
    PD_ASSERT(bone >= 0 && bone < PD_ANIM_HUMAN_COUNT);
    int up = parents[bone];
    while (up >= 0 && m->out->joints[up] < 0) up = parents[up];
    return up < 0 ? 0 : pd_vec3_distance(match_at(m, bone), match_at(m, up));
}

/* Describes deviations from a person. */
static void find_doubts(pd_retarget_matching *m)
{
    const pd_vec3 left = pd_q_rotate(pd_q_conjugate(m->out->facing), pd_vec3_make(1, 0, 0));
    const pd_vec3 front = pd_q_rotate(pd_q_conjugate(m->out->facing), pd_vec3_make(0, 0, 1));
    char text[PD_RETARGET_DOUBT_BYTES];

    for (int i = 0; i < PD_RETARGET_PAIRS; i++) {
        const int l = pd_retarget_pairs[i][0];
        const int r = pd_retarget_pairs[i][1];
        if (m->out->joints[l] < 0 || m->out->joints[r] < 0) continue;
        if (pd_vec3_dot(pd_vec3_sub(match_at(m, l), match_at(m, r)), left) < 0) {
            pd_retarget_matching_doubt(m, l, "to the right of the right one");
            pd_retarget_matching_doubt(m, r, "to the left of the left one");
        }

        const double one = bone_length(m, l);
        const double other = bone_length(m, r);
        if (fabs(one - other) <= SIDES_DIFFER * fmax(one, other)) continue;
        snprintf(text, sizeof text, "%.2f times as long as the other side's", one / fmax(other, 1e-9));
        pd_retarget_matching_doubt(m, l, text);
    }

    const int feet[] = {PD_HUMAN_L_FOOT, PD_HUMAN_R_FOOT};
    const int toes[] = {PD_HUMAN_L_TOES, PD_HUMAN_R_TOES};
    for (int s = 0; s < 2; s++)
        if (m->out->joints[toes[s]] >= 0 &&
            pd_vec3_dot(pd_vec3_sub(match_at(m, toes[s]), match_at(m, feet[s])), front) < 0)
            pd_retarget_matching_doubt(m, toes[s], "points backwards: left and right may be exchanged");
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        if (b != PD_HUMAN_HIPS && m->out->joints[b] >= 0 && bone_length(m, b) < 1e-6 &&
            pd_retarget_match_is_required((pd_anim_human)b))
            pd_retarget_matching_doubt(m, b, "stands where the bone above it does");
}

/* Runs the match, without a search for a second person. */
static pd_status find_match(pd_retarget_match *out, const pd_retarget_match_job *job, pd_error *err)
{
    pd_retarget_matching m = {.job = job, .s = job->skeleton, .out = out, .err = err};
    int of_vrm = 0;

    memset(out, 0, sizeof *out);
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) out->joints[b] = -1;
    out->facing = pd_q_identity();
    pd_anim_skeleton_forward(m.rest, NULL, job->skeleton, NULL, pd_vec3_make(0, 0, 0));

    /* Set the bones by request, by VRM and by names. */
    for (int b = 0; job->wanted && b < PD_ANIM_HUMAN_COUNT; b++)
        if (job->wanted[b] >= 0) pd_retarget_matching_set(&m, b, job->wanted[b], PD_MATCH_REQUEST);
    for (int j = 0; job->bones && j < m.s->joint_count; j++) {
        const pd_anim_human bone = job->bones[j][0] ? pd_retarget_human_of(job->bones[j]) : PD_HUMAN_NONE;
        if (bone == PD_HUMAN_NONE || !pd_retarget_matching_is_open(&m, bone)) continue;
        pd_retarget_matching_set(&m, bone, j, PD_MATCH_VRM);
        of_vrm++;
    }

    if (!of_vrm || !is_complete(&m)) take_names(&m);
    pd_retarget_carry_goals(&m);

    /* Find bones that are still missing by shape. */
    if (!is_complete(&m)) {
        int joints[PD_ANIM_HUMAN_COUNT];
        double unsure[PD_ANIM_HUMAN_COUNT];
        char why[160];
        if (!pd_retarget_shape_find(joints, unsure, why, m.s, m.rest) &&
            (out->carry.count || !pd_retarget_carry_find(joints, unsure, &m)))
            return nobody(&m, why);
        for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
            const bool is_hand = b == PD_HUMAN_L_HAND || b == PD_HUMAN_R_HAND;
            if (joints[b] < 0 || !pd_retarget_matching_is_open(&m, b)) continue;
            if (is_hand && pd_retarget_matching_is_taken(&m, joints[b])) continue;
            pd_retarget_matching_set(&m, b, joints[b], PD_MATCH_SHAPE);
            if (unsure[b] > 0.5)
                pd_retarget_matching_doubt(&m, b, "found by shape: another joint may be meant");
        }
    }

    /* The caller must not omit required bones. */
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        if (out->joints[b] < 0 && pd_retarget_match_is_required((pd_anim_human)b) && b != PD_HUMAN_HIPS)
            return pd_fail(err, PD_ERR_INVALID, "/match",
                           "%s is omitted; a match of it is needed for every character",
                           pd_anim_human_names[b]);

    /* Complete the trunk by the tree, then check all bones. */
    pd_retarget_tree_hands(&m);
    pd_retarget_carry_goals(&m);
    pd_retarget_carry_clavicles(&m);
    pd_retarget_carry_body(&m);
    pd_retarget_tree_hips(&m);
    if (!of_vrm) pd_retarget_tree_spine(&m);
    if (!of_vrm) pd_retarget_tree_neck(&m);
    if (!of_vrm) pd_retarget_tree_shoulders(&m);
    pd_status status = check_order(&m);
    if (status == PD_OK) status = find_facing(&m);
    if (status == PD_OK) status = exchange_sides(&m);
    if (status == PD_OK) find_doubts(&m);

    return status;
}

/* ---- one person ---- */

/* Makes a skeleton of a joint and all joints below it. names (K): names of its joints. Returns false if it
 * has too few joints. */
static bool branch_of(pd_anim_skeleton *out, const char **names, const pd_retarget_matching *m, int top)
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

    return count >= PD_RETARGET_FEWEST && pd_anim_skeleton_init(out, joints, count, NULL) == PD_OK;
}

/* Returns the distance from hips to head at rest. */
static double trunk_of(const pd_retarget_match *match, const pd_vec3 *rest)
{
    return pd_vec3_distance(rest[match->joints[PD_HUMAN_HIPS]], rest[match->joints[PD_HUMAN_HEAD]]);
}

/* Returns whether there is another person below that joint:
 * with hips at another place, and not as small as a doll. */
static bool is_another(const pd_retarget_matching *m, int top)
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
    pd_retarget_matching m = {.job = job, .s = job->skeleton, .out = out, .err = err};

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
