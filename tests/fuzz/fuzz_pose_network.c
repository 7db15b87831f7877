/* Fuzzes pose networks. An accepted network writes and reads back to the same bytes, packs, and for trackers
 * anywhere gives a pose of unit rotations. */
#include "core/ik/methods/neural.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect_same_file(const pd_ik_neural_weights *weights)
{
    pd_buffer once = {0}, twice = {0};
    pd_ik_neural_weights again;
    if (pd_ik_neural_weights_encode(&once, weights, NULL)) abort();
    if (pd_ik_neural_weights_parse(&again, once.data, once.size, "again", NULL)) abort();
    if (pd_ik_neural_weights_encode(&twice, &again, NULL)) abort();
    if (once.size != twice.size || memcmp(once.data, twice.data, once.size)) abort();
    pd_buffer_deinit(&once);
    pd_buffer_deinit(&twice);
    pd_ik_neural_weights_deinit(&again);
}

static void run(const pd_ik_neural *network)
{
    const pd_ik_neural_frame frame = {{0, 1.5, 0}, 0.3, 1.5};
    float *scratch = aligned_alloc(64, pd_ik_neural_scratch_floats(network) * sizeof *scratch);
    float x[PD_IK_NEURAL_INPUTS], y[PD_IK_NEURAL_OUTPUTS];
    pd_quat rotations[PD_IK_NEURAL_JOINTS];
    pd_vec3 pelvis;
    if (!scratch) abort();
    for (int i = 0; i < PD_IK_NEURAL_INPUTS; i++) x[i] = (float)(i % 7 - 3) * 1e3f;
    pd_ik_neural_run(y, x, network, scratch);
    pd_ik_neural_pose_of(rotations, &pelvis, &frame, y);
    for (int k = 0; k < PD_IK_NEURAL_JOINTS; k++)
        if (!(fabs(pd_q_dot(rotations[k], rotations[k]) - 1) < 1e-6)) abort();
    free(scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_ik_neural_weights weights;
    pd_ik_neural *network;
    if (pd_ik_neural_weights_parse(&weights, data, size, "fuzz", NULL)) return 0;
    expect_same_file(&weights);
    if (pd_ik_neural_build(&network, &weights, NULL)) abort();
    run(network);
    pd_ik_neural_release(network);
    return 0;
}
