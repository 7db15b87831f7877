/* Fuzzes ASF and AMC files, separated by a zero byte. An accepted pair can be posed. */
#include "core/motion/capture.h"
#include "core/io/mocap/asf.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int good)
{
    if (!good) abort();
}

static void pose_all(const pd_asf *asf, const pd_amc *amc)
{
    check(amc->value_count == asf->value_count);
    for (int b = 0; b < asf->bone_count; b++) {
        check(asf->bones[b].parent < asf->bone_count && (asf->bones[b].parent >= 0) == (b > 0));
        for (int f = 0; f < amc->frame_count; f++) {
            pd_quat q;
            pd_vec3 p;
            pd_amc_local(&q, &p, amc, asf, f, b);
            check(pd_q_finite(q) && pd_vec3_finite(p));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pd_asf asf;
    pd_amc amc;
    pd_motion_capture capture;
    const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
    if (!zero) zero = data + size;
    pd_bytes skeleton = {data, (size_t)(zero - data)}, motion = {zero, 0};
    if (skeleton.size < size) motion = (pd_bytes){zero + 1, size - skeleton.size - 1};
    if (pd_asf_parse(&asf, skeleton, "skeleton", NULL) != PD_OK) return 0;
    if (pd_amc_parse(&amc, motion, "motion", &asf, NULL) == PD_OK) {
        pose_all(&asf, &amc);
        pd_amc_deinit(&amc);
    }
    if (pd_motion_capture_amc(&capture, skeleton, "skeleton", motion, "motion", NULL, NULL) == PD_OK)
        pd_motion_capture_deinit(&capture);
    return 0;
}
