/* Fuzzes npz files of a motion's track: a file that is one is read and measured. */
#include "train/evaluate/motion_quality.h"
#include "train/evaluate/activity.h"
#include "train/evaluate/kinematics.h"
#include "core/motion/track_file.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_anim_track track;
    pd_train_quality quality;
    if (pd_motion_track_read(&track, (pd_bytes){data, size}, "track", NULL) != PD_OK) return 0;
    pd_train_quality_of(&quality, &track, 0, NULL);
    pd_train_curves curves;
    if (quality.finite && pd_train_curves_init(&curves, &track, false, NULL) == PD_OK) {
        unsigned char *activities = malloc((size_t)track.frame_count);
        pd_train_kinematics figures;
        if (activities && pd_train_activities(activities, &curves, &track, NULL) == PD_OK)
            pd_train_kinematics_of(&figures, &curves, &track, activities, activities[0], NULL);
        pd_train_curves_deinit(&curves);
        free(activities);
    }
    pd_anim_track_deinit(&track);
    return 0;
}
