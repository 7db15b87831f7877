/* Measures of feet.h: slide in contact, height over the ground and depth below it, and accelerations. */
#include "train/motion/feet.h"
#include "core/base/assert.h"
#include "core/base/sort.h"
#include "train/motion/lock.h"

#include <stdlib.h>

static const int toes[2] = {PD_BIPED_L_TOE, PD_BIPED_R_TOE};

typedef struct samples {
    double *slide, *height, *under; /* (2 T) each */
    int slides, heights, unders;
    double bone_max, jolt_max;
} samples;

static double p95(double *values, int count)
{
    PD_ASSERT(count >= 0);
    if (!count) return 0;
    pd_sort_doubles(values, (size_t)count);
    return values[(int)(0.95 * (count - 1))];
}

pd_status pd_train_feet_measure(pd_train_feet_quality *quality, const pd_character_motion *motion,
                                pd_error *err)
{
    *quality = (pd_train_feet_quality){0};
    if (!motion->contacts)
        return pd_fail(err, PD_ERR_INVALID, motion->name, "no labels; contacts are needed");

    int count = motion->clip.frame_count;
    double *memory = malloc(6 * (size_t)count * sizeof *memory);
    if (!memory) return pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for %d frames", count);

    samples s = {.slide = memory, .height = memory + 2 * (size_t)count, .under = memory + 4 * (size_t)count};
    pd_vec3 now[PD_ANIM_MAX_JOINTS];
    pd_vec3 before[PD_ANIM_MAX_JOINTS] = {0}, earlier[PD_ANIM_BIPED_JOINTS] = {0};
    for (int t = 0; t < count; t++) {
        pd_anim_clip_pose(now, NULL, &motion->clip, t);
        for (int j = 0; j < motion->clip.skeleton.joint_count; j++) {
            int up = motion->clip.skeleton.parents[j];
            if (up < 0) continue;
            double error =
                fabs(pd_vec3_distance(now[j], now[up]) - pd_vec3_length(motion->clip.skeleton.offsets[j]));
            s.bone_max = fmax(s.bone_max, error);
        }

        /* Measure height of toes above the ground and slide while planted,
         * and depth of feet below the ground. */
        for (int side = 0; side < 2; side++) {
            pd_vec3 toe = now[toes[side]];
            pd_vec3 ankle = now[toes[side] - 1];
            double over_toe =
                toe.y - pd_anim_ground_height(&motion->ground, toe.x, toe.z) - PD_ANIM_BIPED_TOE;
            double over_ankle =
                ankle.y - pd_anim_ground_height(&motion->ground, ankle.x, ankle.z) - PD_ANIM_BIPED_ANKLE;
            int contact = motion->contacts[t][2 * side + 1];
            s.under[s.unders++] = fmax(0, fmax(-over_toe, -over_ankle));
            if (!contact) continue;
            s.height[s.heights++] = fabs(over_toe);
            if (t && motion->contacts[t - 1][2 * side + 1])
                s.slide[s.slides++] = pd_vec3_distance(toe, before[toes[side]]) * motion->clip.rate;
        }

        if (t > 1) {
            /* Measure the acceleration in the middle of three frames. */
            for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
                pd_vec3 change = pd_vec3_sub(pd_vec3_add(now[j], earlier[j]), pd_vec3_scale(before[j], 2));
                s.jolt_max = fmax(s.jolt_max, pd_vec3_length(change));
            }
        }

        /* Keep the last two frames. */
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
            earlier[j] = before[j];
            before[j] = now[j];
        }
    }

    /* Compute means and percentiles over all frames. */
    double sum = 0;
    for (int i = 0; i < s.slides; i++) sum += s.slide[i];
    *quality = (pd_train_feet_quality){.slide_mean = s.slides ? sum / s.slides : 0,
                                       .slide_p95 = p95(s.slide, s.slides),
                                       .height_p95 = p95(s.height, s.heights),
                                       .under_p95 = p95(s.under, s.unders),
                                       .bone_max = s.bone_max,
                                       .jolt_max = s.jolt_max,
                                       .planted = s.heights,
                                       .frames = count};
    quality->under_max = s.under[s.unders - 1]; /* the list was sorted for p95 */

    pd_train_stillness still;
    pd_train_motion_stillness(&still, motion);
    quality->jerk = still.jerk;
    free(memory);

    return PD_OK;
}
