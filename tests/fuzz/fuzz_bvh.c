/* Fuzzes BVH files. An accepted file is a tree whose frames can be posed, and its written text reads back; a
 * person in it is converted. */
#include "core/motion/capture.h"
#include "core/io/mocap/bvh.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int good)
{
    if (!good) abort();
}

static void pose_all(const pd_bvh *bvh)
{
    for (int j = 0; j < bvh->joint_count; j++) {
        check(bvh->joints[j].parent < j && (bvh->joints[j].parent >= 0) == (j > 0));
        for (int f = 0; f < bvh->frame_count; f++) {
            pd_quat q;
            pd_vec3 p;
            pd_bvh_local(&q, &p, bvh, f, j);
            check(pd_q_finite(q) && pd_vec3_finite(p));
        }
    }
}

static void write_back(const pd_bvh *bvh)
{
    pd_buffer text = {0};
    pd_bvh again;
    if (pd_bvh_write(&text, bvh, NULL) == PD_OK) {
        check(pd_bvh_parse(&again, (pd_bytes){text.data, text.size}, "again", NULL) == PD_OK);
        check(again.joint_count == bvh->joint_count && again.frame_count == bvh->frame_count);
        pd_bvh_deinit(&again);
    }
    pd_buffer_deinit(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_bytes text = {data, size};
    pd_bvh bvh;
    pd_motion_capture capture;
    if (pd_bvh_parse(&bvh, text, "fuzz", NULL) == PD_OK) {
        pose_all(&bvh);
        write_back(&bvh);
        pd_bvh_deinit(&bvh);
    }
    if (pd_motion_capture_bvh(&capture, text, "fuzz", NULL, NULL) != PD_OK) return 0;
    if (pd_motion_capture_person(&capture, NULL) == PD_OK)
        for (int t = 0; t < capture.clip.frame_count; t++) check(pd_vec3_finite(capture.clip.roots[t]));
    pd_motion_capture_deinit(&capture);
    return 0;
}
