/* Fuzzes packs. The body models of an accepted pack can be computed, and all arrays of its wardrobes can be
 * read. The hashes are corrected, so that changed bytes reach the checks behind them. */
#include "core/smpl/body.h"
#include "core/smpl/pack.h"
#include "core/wardrobe/pack.h"

#include <stdlib.h>
#include <string.h>

#define MOST_VERTICES 5000 /* larger models are not computed, only mapped */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void compute(const pd_smpl_model *m)
{
    const size_t v = (size_t)m->vertex_count, k = (size_t)m->joint_count;
    float *vertices = malloc(3 * v * sizeof *vertices), *rotations = calloc(9 * k, sizeof *rotations);
    for (size_t i = 0; i < k; i++)
        rotations[9 * i + 1] = rotations[9 * i + 5] = rotations[9 * i + 6] = 1; /* axes in turn */
    pd_smpl_body body = {.rotations = rotations, .vertices = vertices};
    pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = m->data.skinning};
    pd_arena scratch;
    if (pd_smpl_job_check(&job, m, NULL) == PD_OK &&
        pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, m))) {
        pd_smpl_job_run(&job, m, &scratch, &pd_executor_serial);
        pd_arena_deinit(&scratch);
    }
    free(vertices), free(rotations);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned char *bytes = aligned_alloc(64, (size + 64) / 64 * 64);
    pd_pack *pack;
    if (!bytes) return 0;
    memcpy(bytes, data, size);
    pd_pack_seal(bytes, size);
    if (pd_pack_parse(&pack, (pd_bytes){bytes, size}, "fuzz", NULL) == PD_OK) {
        for (int i = 0; i < pd_pack_model_count(pack); i++) {
            pd_smpl_model *model;
            if (pd_smpl_model_map(&model, pack, i, NULL) == PD_OK) {
                if (model->vertex_count <= MOST_VERTICES) compute(model);
                pd_smpl_model_release(model);
            }
            pd_wardrobe *wardrobe;
            if (pd_wardrobe_map(&wardrobe, pack, i, NULL) == PD_OK) {
                pd_buffer file = {0};
                (void)pd_wardrobe_encode(&file, wardrobe, NULL); /* reads every array */
                pd_buffer_deinit(&file);
                pd_wardrobe_release(wardrobe);
            }
        }
        pd_pack_release(pack);
    }
    free(bytes);
    return 0;
}
