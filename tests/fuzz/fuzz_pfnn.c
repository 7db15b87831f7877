/* Fuzzes motion networks. An accepted network packs, runs at any phase,
 * and writes and reads back to the same bytes. */
#include "core/pfnn/run.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect_same_file(const pd_pfnn_network *network)
{
    pd_buffer once = {0}, twice = {0};
    pd_pfnn_network again;
    if (pd_pfnn_network_encode(&once, network, NULL)) abort();
    if (pd_pfnn_network_parse(&again, once.data, once.size, "again", NULL)) abort();
    if (pd_pfnn_network_encode(&twice, &again, NULL)) abort();
    if (once.size != twice.size || memcmp(once.data, twice.data, once.size)) abort();
    pd_buffer_deinit(&once);
    pd_buffer_deinit(&twice);
    pd_pfnn_network_deinit(&again);
}

static void run(const pd_pfnn_model *model)
{
    const float phases[3] = {-1e-30f, 6.2831855f, 1e30f};
    pd_arena arena;
    float *x = calloc(3 * (size_t)model->x_dim, sizeof *x), *y = calloc(3 * (size_t)model->y_dim, sizeof *y);
    pd_pfnn_job job = {y, x, phases, 3, PD_PFNN_LINEAR};
    if (!x || !y || !pd_arena_init(&arena, pd_pfnn_job_scratch_bytes(&job, model, &pd_executor_serial)))
        abort();
    pd_pfnn_job_run(&job, model, &arena, &pd_executor_serial);
    pd_arena_deinit(&arena);
    free(x), free(y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_pfnn_network network;
    pd_pfnn_model *model;
    if (pd_pfnn_network_parse(&network, data, size, "fuzz", NULL)) return 0;
    expect_same_file(&network);
    if (pd_pfnn_model_build(&model, &network, NULL)) abort();
    run(model);
    pd_pfnn_model_release(model);
    return 0;
}
