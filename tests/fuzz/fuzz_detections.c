/* Fuzzes detectors' files. Accepted points that were detected are finite, and frames are in order. */
#include "core/io/mocap/detections.h"
#include "core/observe/film/track.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int good)
{
    if (!good) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_detections d = {0};
    pd_observe_tracks t;
    pd_status status = PD_OK;

    if (size && data[0] & 1) d.width = 640, d.height = 480;
    for (int file = 0; file < 2 && size && !status; file++)
        status = pd_detections_add(&d, (pd_bytes){data + 1, size - 1}, "fuzz", NULL);
    for (int i = 0; i < d.figure_count; i++) {
        check(d.frames[i] >= 0 && (status || d.frames[i] < d.frame_count));
        check(!i || status || d.frames[i] >= d.frames[i - 1]);
    }
    for (size_t i = 0; i < (size_t)d.figure_count * (size_t)d.keypoint_count; i++) {
        const float *p = d.at + 3 * i;
        check(d.confidence[i] >= 0 && d.confidence[i] <= 1);
        check(d.confidence[i] > 0 ? isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]) : isnan(p[0]));
    }
    if (!status && !pd_observe_tracks_run(&t, &d, 30, 1, "fuzz", NULL)) {
        for (int i = 0; i < d.figure_count; i++) check(t.person[i] >= -1 && t.person[i] < t.count);
        pd_observe_tracks_deinit(&t);
    }
    pd_detections_deinit(&d);
    return 0;
}
