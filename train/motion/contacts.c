#include "train/motion/contacts.h"

#include "core/base/assert.h"
#include "train/motion/filter.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define STILL_SPEED         0.40 /* largest speed of a point in contact, m/s ... */
#define STILL_SHARE         0.32 /* ... or this fraction of the speed of the hips */
/* Smaller fraction for runners, so that the lock does not hold back a toe that rolls off. */
#define STILL_SHARE_RUNNING 0.2
#define LOW                 0.045 /* largest height of a point in contact over its height at rest, metres */
#define LOW_RUNNING         0.03  /* the same for runners */
#define RUNNING             2.0   /* speed from which the body runs, m/s */
#define ROOT_SIGMA          9.0   /* frames */
#define FEWEST              4     /* least number of frames of a clip */

int pd_train_contact_joint(int contact)
{
    PD_ASSERT(contact >= 0 && contact < PD_PFNN_CONTACTS);
    static const int joints[PD_PFNN_CONTACTS] = {PD_BIPED_L_FOOT, PD_BIPED_L_TOE, PD_BIPED_R_FOOT,
                                                 PD_BIPED_R_TOE};
    return joints[contact];
}

double pd_train_contact_rest(int contact)
{
    PD_ASSERT(contact >= 0 && contact < PD_PFNN_CONTACTS);
    int heel = contact == PD_PFNN_LEFT_HEEL || contact == PD_PFNN_RIGHT_HEEL;
    return heel ? PD_ANIM_BIPED_ANKLE : PD_ANIM_BIPED_TOE;
}

/* Reads one frame: places and heights of heels and toes over the ground, the height of the hip joints, and
 * the root. ERR_INVALID: a joint that is not finite. */
static pd_status read_frame_contacts(pd_train_foot_contacts *feet, pd_vec3 *root,
                                     const pd_character_motion *motion, int t, pd_error *err)
{
    pd_vec3 p[PD_ANIM_BIPED_JOINTS];

    pd_anim_clip_pose(p, NULL, &motion->clip, t);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++)
        if (!pd_vec3_finite(p[j]))
            return pd_fail(err, PD_ERR_INVALID, motion->name,
                           "%s is nowhere in frame %d; finite numbers are needed",
                           pd_anim_biped_joints[j].name, t);

    for (int c = 0; c < PD_PFNN_CONTACTS; c++) {
        pd_vec3 at = p[pd_train_contact_joint(c)];
        feet->at[t][c] = at;
        feet->height[t][c] =
            at.y - pd_anim_ground_height(&motion->ground, at.x, at.z) - pd_train_contact_rest(c);
    }

    pd_vec3 hips = pd_vec3_scale(pd_vec3_add(p[PD_BIPED_L_THIGH], p[PD_BIPED_R_THIGH]), 0.5);
    feet->hip_height[t] = hips.y - pd_anim_ground_height(&motion->ground, hips.x, hips.z);
    *root = p[PD_BIPED_HIPS];

    return PD_OK;
}

/* Returns a difference per frame: central, or one-sided at the ends. */
static pd_vec3 difference(pd_vec3 before, pd_vec3 after, int t, int count)
{
    int frames = (t > 0) + (t + 1 < count);
    return pd_vec3_scale(pd_vec3_sub(after, before), PD_CHARACTER_MOTION_RATE / frames);
}

/* Computes the horizontal speed of the root, m/s, smoothed over ROOT_SIGMA frames. */
static pd_status root_speeds(pd_train_foot_contacts *feet, const pd_vec3 *root, pd_error *err)
{
    int n = feet->count;

    double(*v)[2] = malloc((size_t)n * sizeof *v);
    if (!v) return pd_fail(err, PD_ERR_MEMORY, "contacts", "out of memory for %d frames", n);
    for (int t = 0; t < n; t++) {
        pd_vec3 d = difference(root[t > 0 ? t - 1 : t], root[t + 1 < n ? t + 1 : t], t, n);
        v[t][0] = d.x;
        v[t][1] = d.z;
    }

    pd_status status = pd_train_gaussian(&v[0][0], n, 2, ROOT_SIGMA, err);
    if (status == PD_OK) status = pd_train_gaussian(&v[0][1], n, 2, ROOT_SIGMA, err);
    for (int t = 0; t < n; t++) feet->root_speed[t] = hypot(v[t][0], v[t][1]);
    free(v);

    return status;
}

pd_status pd_train_foot_contacts_init(pd_train_foot_contacts *feet, const pd_character_motion *motion,
                                      pd_error *err)
{
    memset(feet, 0, sizeof *feet);

    /* Refuse motions that are not of the biped, too short or of another rate. */
    const pd_anim_clip *clip = &motion->clip;
    if (clip->skeleton.joint_count != PD_ANIM_BIPED_JOINTS)
        return pd_fail(err, PD_ERR_INVALID, motion->name, "%d joints; the biped has %d",
                       clip->skeleton.joint_count, PD_ANIM_BIPED_JOINTS);
    if (clip->frame_count < FEWEST)
        return pd_fail(err, PD_ERR_INVALID, motion->name, "%d frames; at least %d are needed",
                       clip->frame_count, FEWEST);
    if (!(fabs(clip->rate - PD_CHARACTER_MOTION_RATE) < 1e-6))
        return pd_fail(err, PD_ERR_INVALID, motion->name, "%g frames a second; %g are needed", clip->rate,
                       PD_CHARACTER_MOTION_RATE);

    /* Allocate. */
    size_t n = (size_t)motion->clip.frame_count;
    feet->count = (int)n;
    feet->at = malloc(n * sizeof *feet->at);
    feet->height = malloc(n * sizeof *feet->height);
    feet->speed = malloc(n * sizeof *feet->speed);
    feet->root_speed = malloc(n * sizeof *feet->root_speed);
    feet->hip_height = malloc(n * sizeof *feet->hip_height);
    if (!feet->at || !feet->height || !feet->speed || !feet->root_speed || !feet->hip_height)
        return pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for the feet of %zu frames", n);

    /* Read all frames, then compute speeds by central differences. */
    pd_vec3 *root = malloc((size_t)feet->count * sizeof *root);
    if (!root) return pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for %d frames", feet->count);

    pd_status status = PD_OK;
    for (int t = 0; t < feet->count && status == PD_OK; t++)
        status = read_frame_contacts(feet, &root[t], motion, t, err);

    if (status == PD_OK) {
        for (int t = 0; t < feet->count; t++) {
            int before = t > 0 ? t - 1 : t;
            int after = t + 1 < feet->count ? t + 1 : t;
            for (int c = 0; c < PD_PFNN_CONTACTS; c++)
                feet->speed[t][c] =
                    pd_vec3_length(difference(feet->at[before][c], feet->at[after][c], t, feet->count));
        }

        status = root_speeds(feet, root, err);
    }

    free(root);
    return status;
}

void pd_train_foot_contacts_deinit(pd_train_foot_contacts *feet)
{
    free(feet->at);
    free(feet->height);
    free(feet->speed);
    free(feet->root_speed);
    free(feet->hip_height);
    memset(feet, 0, sizeof *feet);
}

bool pd_train_next_run(pd_train_run *run, const pd_character_motion *motion, int contact, int from)
{
    PD_ASSERT(contact >= 0 && contact < PD_PFNN_CONTACTS && from >= 0);
    int t = from;
    int n = motion->clip.frame_count;
    while (t < n && !motion->contacts[t][contact]) t++;
    if (t >= n) return false;
    run->first = t;
    while (t + 1 < n && motion->contacts[t + 1][contact]) t++;
    run->last = t;

    return true;
}

/* Replaces runs of `value` that are shorter than PD_TRAIN_SHORTEST_RUN
 * by the other value, which surrounds them. */
static void turn_short(pd_character_motion *motion, int contact, int value)
{
    PD_ASSERT(contact >= 0 && contact < PD_PFNN_CONTACTS);
    int n = motion->clip.frame_count;
    for (int t = 0, end; t < n; t = end) {
        end = t;
        while (end < n && motion->contacts[end][contact] == motion->contacts[t][contact]) end++;
        if (motion->contacts[t][contact] != value || t == 0 || end == n || end - t >= PD_TRAIN_SHORTEST_RUN)
            continue;
        for (int i = t; i < end; i++) motion->contacts[i][contact] = (unsigned char)!value;
    }
}

void pd_train_motion_contacts(pd_character_motion *motion, const pd_train_foot_contacts *feet)
{
    for (int t = 0; t < feet->count; t++) {
        double root = feet->root_speed[t];
        double low = root > RUNNING ? LOW_RUNNING : LOW;
        double slow = fmax(STILL_SPEED, (root > RUNNING ? STILL_SHARE_RUNNING : STILL_SHARE) * root);
        for (int c = 0; c < PD_PFNN_CONTACTS; c++)
            motion->contacts[t][c] = feet->speed[t][c] < slow && feet->height[t][c] < low;
    }

    for (int c = 0; c < PD_PFNN_CONTACTS; c++) {
        turn_short(motion, c, 0);
        turn_short(motion, c, 1);
    }
}
