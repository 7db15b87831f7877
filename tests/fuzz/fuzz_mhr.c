/* Fuzzes the files of MHR: an FBX with a valid definition, a definition with a valid FBX, or a model of ours.
 * An accepted model makes a body of finite numbers. */
#include "core/mhr/body.h"
#include "tools/mhr/definition.h"
#include "tests/support/mhr_make.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Makes a body with all parameters at .1. With any definition its scales are within limits,
 * or _check refuses it. */
static void make(const pd_mhr *m)
{
    float parameters[PD_MHR_PARAMETERS_MAX];
    pd_arena scratch;
    for (int i = 0; i < PD_MHR_PARAMETERS_MAX; i++) parameters[i] = 0.1f;
    const size_t numbers = 3 * (size_t)m->vertex_count;
    if (m->vertex_count > 5000) return;
    float *vertices = malloc(2 * numbers * sizeof *vertices);
    pd_mhr_body body = {.vertices = vertices,
                        .normals = vertices + numbers,
                        .parameters = parameters,
                        .parameter_count = m->parameter_count};
    if (vertices && pd_mhr_body_check(&body, m, NULL) == PD_OK &&
        pd_arena_init(&scratch, pd_mhr_body_scratch_bytes(m))) {
        pd_mhr_body_run(&body, m, &scratch);
        if (scratch.high > scratch.size) abort();
        pd_arena_deinit(&scratch);
    }
    free(vertices);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_mhr m;
    pd_buffer fbx = {0};
    mhr_tiny_fbx(&fbx, 1, 30);
    pd_tool_mhr_import_job job = mhr_tiny_job(&fbx);
    pd_status status;

    if (size && data[0] == 'K') {
        job.fbx.bytes = (pd_bytes){data, size};
        status = pd_tool_mhr_import(&m, &job, NULL);
    } else if (size && data[0] == 'M') {
        job.definition.bytes = (pd_bytes){data, size};
        status = pd_tool_mhr_import(&m, &job, NULL);
    } else
        status = pd_mhr_parse(&m, data, size, "fuzz", NULL);
    pd_buffer_deinit(&fbx);
    if (status != PD_OK) return 0;

    if (pd_mhr_finish(&m, NULL) != PD_OK) abort();
    make(&m);
    pd_mhr_deinit(&m);
    return 0;
}
