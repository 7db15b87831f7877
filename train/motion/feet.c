#include "train/motion/feet.h"

#include "core/anim/leg.h"
#include "core/anim/two_bone.h"
#include "core/base/assert.h"
#include "train/motion/filter.h"

#include <stdlib.h>
#include <string.h>

#define REACH_HOLD  6   /* frames for which lowered hips are held on each side: the reach of the Gaussian */
#define REACH_SIGMA 2.0 /* smoothing of the lowered hips, frames */

static const int thighs[2] = {PD_BIPED_L_THIGH, PD_BIPED_R_THIGH};

pd_status pd_train_feet_init(pd_train_feet *feet, int frame_count, pd_error *err)
{
    PD_ASSERT(frame_count > 0);
    feet->frame_count = frame_count;
    feet->at = calloc((size_t)frame_count, sizeof *feet->at);

    return feet->at
               ? PD_OK
               : pd_fail(err, PD_ERR_MEMORY, "feet", "out of memory for the feet of %d frames", frame_count);
}

void pd_train_feet_deinit(pd_train_feet *feet)
{
    free(feet->at);
    memset(feet, 0, sizeof *feet);
}

void pd_train_feet_read(pd_train_feet *feet, const pd_anim_clip *clip)
{
    PD_ASSERT(feet->frame_count == clip->frame_count);
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    pd_quat r[PD_ANIM_MAX_JOINTS];
    for (int t = 0; t < feet->frame_count; t++) {
        pd_anim_clip_pose(p, r, clip, t);
        for (int side = 0; side < 2; side++) {
            int foot = thighs[side] + 2;
            feet->at[t][side] = (pd_train_foot){p[foot], p[foot + 1], r[foot]};
        }
    }
}

/* ---- series over time ---- */

/* Copies row `from` of values (T,width) to the rows first to end - 1. */
static void hold_feet(double *values, int width, int from, int first, int end)
{
    PD_ASSERT(width > 0 && from >= 0 && first <= end);
    for (int t = first; t < end; t++)
        if (t != from)
            memcpy(values + (size_t)t * (size_t)width, values + (size_t)from * (size_t)width,
                   (size_t)width * sizeof *values);
}

void pd_train_fill(double *values, int width, const unsigned char *mask, int count)
{
    PD_ASSERT(width > 0 && count > 0);
    int last = -1;

    /* Interpolate smoothly between the values with mask; hold the first one before and the last one after. */
    for (int t = 0; t < count; t++) {
        if (!mask[t]) continue;
        if (last < 0)
            hold_feet(values, width, t, 0, t);
        else
            for (int i = last + 1; i < t; i++) {
                const double *a = values + (size_t)last * (size_t)width;
                const double *b = values + (size_t)t * (size_t)width;
                double *out = values + (size_t)i * (size_t)width;
                double s = pd_train_smoothstep((double)(i - last) / (t - last));
                for (int c = 0; c < width; c++) out[c] = a[c] + s * (b[c] - a[c]);
            }
        last = t;
    }

    if (last < 0)
        memset(values, 0, (size_t)count * (size_t)width * sizeof *values);
    else
        hold_feet(values, width, last, last + 1, count);
}

pd_status pd_train_gauss(double *values, int width, int count, double sigma, pd_error *err)
{
    PD_ASSERT(width > 0 && count > 0 && sigma > 0);
    pd_status status = PD_OK;
    for (int c = 0; status == PD_OK && c < width; c++)
        status = pd_train_gaussian(values + c, count, width, sigma, err);
    return status;
}

/* ---- planting ---- */

static void keep_ankle(pd_train_foot *foot, double bone)
{
    pd_vec3 down = pd_vec3_unit_or(pd_vec3_sub(foot->toe, foot->ankle), pd_vec3_make(0, 0, 1));
    foot->toe = pd_vec3_fma(foot->ankle, bone, down);
}

pd_status pd_train_feet_plant(pd_train_feet *feet, const pd_train_feet *want,
                              const unsigned char (*contacts)[PD_PFNN_CONTACTS], pd_error *err)
{
    PD_ASSERT(want->frame_count == feet->frame_count);
    const pd_anim_biped_joint *rest = &pd_anim_biped_joints[PD_BIPED_L_TOE];
    double bone = sqrt(rest->x * rest->x + rest->y * rest->y + rest->z * rest->z);
    size_t count = (size_t)feet->frame_count;
    pd_vec3 *moved = calloc(count, sizeof *moved);
    unsigned char *mask = calloc(count, 1);
    int good = moved && mask;

    for (int side = 0; good && side < 2; side++) {
        /* Place the feet of planted frames at the bone's length, and store the displacement of the ankle. */
        for (int t = 0; t < feet->frame_count; t++) {
            int heel = contacts[t][2 * side];
            int toe = contacts[t][2 * side + 1];
            pd_train_foot *foot = &feet->at[t][side];
            mask[t] = heel || toe;
            if (!mask[t]) continue;

            pd_vec3 before = foot->ankle;
            *foot = want->at[t][side];
            if (toe) {
                /* Start the bone at the planted toe, and keep the direction of the two points. */
                pd_vec3 up = pd_vec3_unit_or(pd_vec3_sub(foot->ankle, foot->toe), pd_vec3_make(0, 1, 0));
                foot->ankle = pd_vec3_fma(foot->toe, bone, up);
            } else
                keep_ankle(foot, bone);
            moved[t] = pd_vec3_sub(foot->ankle, before);
        }

        pd_train_fill(&moved[0].x, 3, mask, feet->frame_count);
        for (int t = 0; t < feet->frame_count; t++) {
            pd_train_foot *foot = &feet->at[t][side];
            if (mask[t]) continue;
            foot->ankle = pd_vec3_add(foot->ankle, moved[t]);
            foot->toe = pd_vec3_add(foot->toe, moved[t]);
            keep_ankle(foot, bone);
        }
    }

    free(moved);
    free(mask);
    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "feet", "out of memory for %zu frames", count);
}

/* ---- legs ---- */

pd_status pd_train_feet_reach(double *drop, pd_anim_clip *clip, const pd_train_feet *feet, pd_error *err)
{
    PD_ASSERT(feet->frame_count == clip->frame_count);
    int count = clip->frame_count;
    double most = 0;
    double *need = malloc((size_t)count * sizeof *need);
    if (!need) return pd_fail(err, PD_ERR_MEMORY, "legs", "out of memory for %d frames", count);

    const pd_vec3 *offsets = clip->skeleton.offsets;
    pd_vec3 p[PD_ANIM_MAX_JOINTS];

    /* Compute how far the hips must be lowered for both legs. */
    for (int t = 0; t < clip->frame_count; t++) {
        pd_anim_clip_pose(p, NULL, clip, t);
        need[t] = 0;
        for (int side = 0; side < 2; side++)
            need[t] = fmax(need[t], pd_anim_leg_drop(p[thighs[side]], feet->at[t][side].ankle,
                                                     PD_ANIM_LEG_STRAIGHT *
                                                         pd_anim_two_bone_length(offsets[thighs[side] + 1],
                                                                                 offsets[thighs[side] + 2])));
    }

    /* Hold it around the worst frames, and smooth it. */
    pd_status status = pd_train_highest(need, count, REACH_HOLD, err);
    if (status == PD_OK) status = pd_train_gaussian(need, count, 1, REACH_SIGMA, err);
    for (int t = 0; status == PD_OK && t < count; t++) {
        clip->roots[t].y -= need[t];
        most = fmax(most, need[t]);
    }

    if (drop) *drop = most;
    free(need);
    return status;
}

void pd_train_feet_solve(pd_anim_clip *clip, const pd_train_feet *feet)
{
    PD_ASSERT(feet->frame_count == clip->frame_count);
    for (int t = 0; t < clip->frame_count; t++) {
        pd_vec3 p[PD_ANIM_MAX_JOINTS];
        pd_quat world[PD_ANIM_MAX_JOINTS];
        pd_quat *local = pd_anim_clip_frame(clip, t);
        pd_anim_clip_pose(p, world, clip, t);
        for (int side = 0; side < 2; side++) {
            int thigh = thighs[side];
            int shin = thigh + 1;
            int ankle = thigh + 2;
            int toe = thigh + 3;
            const pd_train_foot *foot = &feet->at[t][side];

            /* Rotate thigh and shin to reach the ankle. */
            pd_anim_two_bone_job job = {.root = p[thigh],
                                        .middle = p[shin],
                                        .tip = p[ankle],
                                        .target = foot->ankle,
                                        .bend_axis = pd_q_rotate(world[thigh], pd_vec3_make(1, 0, 0))};

            pd_anim_two_bone_run(&job);
            world[thigh] = pd_q_mul(job.root_rotation, world[thigh]);
            world[shin] = pd_q_mul(job.middle_rotation, world[shin]);

            /* Start from the foot's own rotation, and turn it towards the target of the toe. */
            pd_vec3 bone = pd_q_rotate(foot->rotation, clip->skeleton.offsets[toe]);
            pd_vec3 from = pd_vec3_unit_or(bone, pd_vec3_make(0, 0, 1));
            pd_vec3 to = pd_vec3_unit_or(pd_vec3_sub(foot->toe, job.tip_at), from);

            /* The bend of the toes is relative to the foot. */
            pd_quat toes = pd_q_inv_mul(world[ankle], world[toe]);
            world[ankle] = pd_q_mul(pd_q_between(from, to, pd_vec3_make(1, 0, 0)), foot->rotation);
            world[toe] = pd_q_mul(world[ankle], toes);

            /* Make the rotations local to the parents. */
            for (int j = thigh; j < thigh + 4; j++)
                local[j] = pd_q_normalize(pd_q_inv_mul(world[clip->skeleton.parents[j]], world[j]));
        }
    }

    pd_anim_clip_align_signs(clip);
}
