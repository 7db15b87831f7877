#include "core/matching/database.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ONE 32767.0 /* integer for 1 in a quaternion */

static pd_status check_count_database(const char *name, long count, long least, long most, pd_error *err)
{
    if (count >= least && count <= most) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, name, "%ld; %ld to %ld allowed", count, least, most);
}

pd_status pd_matching_database_init(pd_matching_database *d, int joints, int turning, int frames, int clips,
                                    int copies, pd_error *err)
{
    memset(d, 0, sizeof *d);
    pd_status s = check_count_database("joint_names", joints, 1, PD_MATCHING_JOINTS, err);
    if (!s) s = check_count_database("turning", turning, 1, joints, err);
    if (!s) s = check_count_database("rotations", frames, 2, PD_MATCHING_MAX_FRAMES, err);
    if (!s) s = check_count_database("firsts", clips, 1, PD_MATCHING_MAX_CLIPS, err);
    if (!s) s = check_count_database("copies", copies, 1, PD_MATCHING_MAX_COPIES, err);
    if (s) return s;

    size_t f = (size_t)frames;
    d->joint_count = joints;
    d->turning_count = turning;
    d->frame_count = frames;
    d->clip_count = clips;
    d->copy_count = copies;
    bool good = (d->joint_names = calloc((size_t)joints, sizeof *d->joint_names)) != NULL;
    good &= (d->parents = calloc((size_t)joints, sizeof *d->parents)) != NULL;
    good &= (d->offsets = calloc((size_t)joints * 3, sizeof *d->offsets)) != NULL;
    good &= (d->turning = calloc((size_t)turning, sizeof *d->turning)) != NULL;
    good &= (d->rotations = calloc(f * (size_t)turning * 3, sizeof *d->rotations)) != NULL;
    good &= (d->hips = calloc(f * 3, sizeof *d->hips)) != NULL;
    good &= (d->steps = calloc(f * 3, sizeof *d->steps)) != NULL;
    good &= (d->phases = calloc(f, sizeof *d->phases)) != NULL;
    good &= (d->contacts = calloc(f, sizeof *d->contacts)) != NULL;
    good &= (d->gaits = calloc(f * PD_MATCHING_GAITS, sizeof *d->gaits)) != NULL;
    good &= (d->firsts = calloc((size_t)clips + 1, sizeof *d->firsts)) != NULL;
    good &= (d->copies = calloc((size_t)copies, sizeof *d->copies)) != NULL;

    if (good) return PD_OK;

    pd_matching_database_deinit(d);
    return pd_fail(err, PD_ERR_MEMORY, "database", "out of memory for %d frames", frames);
}

void pd_matching_database_deinit(pd_matching_database *d)
{
    free(d->joint_names);
    free(d->parents);
    free(d->offsets);
    free(d->turning);
    free(d->rotations);
    free(d->hips);
    free(d->steps);
    free(d->phases);
    free(d->contacts);
    free(d->gaits);
    free(d->firsts);
    free(d->copies);
    pd_model_text_free(&d->text);
    memset(d, 0, sizeof *d);
}

/* ---- checks */

pd_status pd_matching_database_check(const pd_matching_database *d, pd_error *err)
{
    /* Rate and skeleton. */
    if (!(d->frame_rate >= 15 && d->frame_rate <= 120))
        return pd_fail(err, PD_ERR_RANGE, "frame_rate", "%g; 15 to 120 allowed", (double)d->frame_rate);

    char where[64];
    for (int j = 0; j < d->joint_count; j++) {
        snprintf(where, sizeof where, "parents[%d]", j);
        if (d->parents[j] < (j ? 0 : -1) || d->parents[j] >= (j ? j : 0))
            return pd_fail(err, PD_ERR_RANGE, where, "%d; %d to %d allowed", d->parents[j], j ? 0 : -1,
                           j - 1);
        for (int i = 0; i < 3; i++)
            if (!(fabsf(d->offsets[3 * j + i]) <= 10)) {
                snprintf(where, sizeof where, "offsets[%d,%d]", j, i);
                return pd_fail(err, PD_ERR_RANGE, where, "%g; -10 to 10 m allowed",
                               (double)d->offsets[3 * j + i]);
            }
    }

    /* Joints that rotate: ascending, the root first. */
    for (int i = 0; i < d->turning_count; i++) {
        int least = i ? d->turning[i - 1] + 1 : 0;
        int most = i ? d->joint_count - 1 : 0;
        snprintf(where, sizeof where, "turning[%d]", i);
        if (d->turning[i] < least || d->turning[i] > most)
            return pd_fail(err, PD_ERR_RANGE, where, "%d; %d to %d allowed", d->turning[i], least, most);
    }

    /* Each joint of an animal's leg is below the one before it; the tip of the foot may be the paw. */
    for (int i = 0; i < PD_MATCHING_LEGS * PD_MATCHING_LEG_JOINTS && d->has_legs; i++) {
        const int *leg = d->legs[i / PD_MATCHING_LEG_JOINTS];
        const int k = i % PD_MATCHING_LEG_JOINTS;
        const int above = k ? leg[k - 1] : 0;

        snprintf(where, sizeof where, "legs[%d,%d]", i / PD_MATCHING_LEG_JOINTS, k);
        if (leg[k] < 1 || leg[k] >= d->joint_count)
            return pd_fail(err, PD_ERR_RANGE, where, "%d; 1 to %d allowed", leg[k], d->joint_count - 1);
        int up = k == PD_MATCHING_TIP ? leg[k] : d->parents[leg[k]];
        while (up > above) up = d->parents[up];
        if (up != above)
            return pd_fail(err, PD_ERR_RANGE, where, "%d; a joint below joint %d expected", leg[k], above);
    }

    /* Clips fill the frames, one after the other. */
    for (int c = 0; c <= d->clip_count; c++) {
        int least = c ? d->firsts[c - 1] + 2 : 0;
        int most = c ? d->frame_count : 0;
        if (c == d->clip_count) least = d->frame_count;
        snprintf(where, sizeof where, "firsts[%d]", c);
        if (d->firsts[c] < least || d->firsts[c] > most || (c && d->firsts[c] < d->firsts[c - 1] + 2))
            return pd_fail(err, PD_ERR_RANGE, where, "%d; %d to %d allowed (a clip has 2 frames or more)",
                           d->firsts[c], least, most);
    }

    /* Copies. */
    for (int v = 0; v < d->copy_count; v++) {
        const pd_matching_copy *copy = &d->copies[v];
        snprintf(where, sizeof where, "copies[%d]", v);
        if (copy->clip < 0 || copy->clip >= d->clip_count)
            return pd_fail(err, PD_ERR_RANGE, where, "clip %d; 0 to %d allowed", copy->clip,
                           d->clip_count - 1);
        if (!(fabs(copy->arc) <= 4))
            return pd_fail(err, PD_ERR_RANGE, where, "arc %g rad/s; -4 to 4 allowed", copy->arc);
        if (!(copy->time >= 0.5 && copy->time <= 2))
            return pd_fail(err, PD_ERR_RANGE, where, "time %g; 0.5 to 2 allowed", copy->time);
    }

    return PD_OK;
}

/* ---- poses */

static int16_t database_whole(double value, double unit)
{
    return (int16_t)lround(pd_fmax(-ONE, pd_fmin(ONE, value / unit)));
}

void pd_matching_pose_write(pd_matching_database *d, int frame, const pd_matching_pose *pose)
{
    PD_ASSERT(frame >= 0 && frame < d->frame_count);
    int16_t *out = d->rotations + (size_t)frame * (size_t)d->turning_count * 3;

    /* With w >= 0, w need not be stored. */
    for (int i = 0; i < d->turning_count; i++) {
        pd_quat q = pose->rotations[d->turning[i]];
        double sign = q.w < 0 ? -1 : 1;
        out[3 * i] = database_whole(sign * q.x, 1 / ONE);
        out[3 * i + 1] = database_whole(sign * q.y, 1 / ONE);
        out[3 * i + 2] = database_whole(sign * q.z, 1 / ONE);
    }

    int16_t *hips = d->hips + 3 * (size_t)frame;
    hips[0] = database_whole(pose->hips.x, PD_MATCHING_PLACE);
    hips[1] = database_whole(pose->hips.y, PD_MATCHING_PLACE);
    hips[2] = database_whole(pose->hips.z, PD_MATCHING_PLACE);
}

void pd_matching_pose_read(pd_matching_pose *pose, const pd_matching_database *d, int frame,
                           const int *mirror)
{
    PD_ASSERT(frame >= 0 && frame < d->frame_count && d->joint_count <= PD_MATCHING_JOINTS);
    const int16_t *in = d->rotations + (size_t)frame * (size_t)d->turning_count * 3;
    const int16_t *hips = d->hips + 3 * (size_t)frame;
    double side = mirror ? -1 : 1;

    /* Joints that are not stored do not rotate. w follows from x, y, z, because it is not negative. */
    for (int j = 0; j < d->joint_count; j++) pose->rotations[j] = pd_q_identity();
    for (int i = 0; i < d->turning_count; i++, in += 3) {
        int joint = d->turning[i];
        PD_DEBUG_ASSERT(joint >= 0 && joint < d->joint_count);
        double x = in[0] / ONE;
        double y = in[1] / ONE;
        double z = in[2] / ONE;
        double rest = 1 - x * x - y * y - z * z;
        pd_quat q = {x, side * y, side * z, rest > 0 ? sqrt(rest) : 0};
        pose->rotations[mirror ? mirror[joint] : joint] = pd_q_normalize(q);
    }

    pose->hips = pd_vec3_make(side * hips[0] * PD_MATCHING_PLACE, hips[1] * PD_MATCHING_PLACE,
                              hips[2] * PD_MATCHING_PLACE);
}
