/* Any bytes as an npz of a motion's track: read, and measured when it is one. */
#include "core/anim/motion_quality.h"
#include "core/fit/track_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_anim_track track;
    pd_anim_quality quality;
    if (pd_fit_track_read(&track, (pd_bytes){data, size}, "track", NULL) != PD_OK) return 0;
    pd_anim_quality_of(&quality, &track, 0, NULL);
    pd_anim_track_deinit(&track);
    return 0;
}
