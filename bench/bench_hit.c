/* Time of a ray at the skin of a body (core/smpl/hit.h), each at a pose of its own, as the rays of players
 * come that each drew another moment.
 *
 *     bench_hit [seconds per row] [models/default.safetensors]
 *
 * CSV: row,rays,hits,us
 *
 * `pose`: the body is posed and its patches are placed, which happens once for a character and moment. `ray`:
 * that and one ray at the body. `again`: another ray at the same pose. `whole`: the whole skin.
 * One thread, in its own processor time. */
#include "core/base/rng.h"
#include "core/kernel/cpu.h"
#include "core/math/quat.h"
#include "core/smpl/hit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { POSES = 64, BETAS = 10 };

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? atof(argv[1]) : 1;
    const char *path = argc > 2 ? argv[2] : "models/default.safetensors";
    static float rotations[POSES][9 * PD_SMPL_MAX_JOINTS];
    static const char *const names[] = {"pose", "ray", "again", "whole"};
    float betas[BETAS];
    float(*bounds)[4];
    pd_smpl_model *model;
    pd_error err = {0};
    pd_rng rng;

    if (pd_k_cpu_init(getenv("POSED_KERNELS"), &err) != PD_OK ||
        pd_smpl_model_load(&model, path, &err) != PD_OK ||
        pd_smpl_hit_bounds(&bounds, model, betas, 0, &err) != PD_OK) {
        fprintf(stderr, "%s: %s\n", err.where, err.detail);
        return 1;
    }

    /* Poses about as far from rest as those of walking people. */
    pd_rng_init(&rng, 1);
    for (int b = 0; b < BETAS; b++) betas[b] = (float)pd_rng_normal(&rng);
    for (int p = 0; p < POSES; p++)
        for (int k = 0; k < model->joint_count; k++) {
            double m[9];
            pd_q_to_matrix(
                m, pd_q_from_rotvec(pd_vec3_make(0.25 * pd_rng_normal(&rng), 0.25 * pd_rng_normal(&rng),
                                                 0.25 * pd_rng_normal(&rng))));
            for (int i = 0; i < 9; i++) rotations[p][9 * k + i] = (float)m[i];
        }

    const pd_smpl_skinning skinning = model->data.skinning;
    float *vertices = malloc(3 * (size_t)model->vertex_count * sizeof *vertices);
    pd_smpl_body body = {.betas = betas, .beta_count = BETAS, .vertices = vertices};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = skinning};
    pd_arena arena;
    free(bounds);
    if (!vertices || pd_smpl_hit_bounds(&bounds, model, betas, BETAS, &err) != PD_OK ||
        !pd_arena_init(&arena,
                       pd_smpl_target_bytes(model, skinning) + pd_smpl_job_scratch_bytes(&job, model)))
        return 1;

    printf("row,rays,hits,us\n");
    for (int row = getenv("ROW") ? atoi(getenv("ROW")) : 0; row < 4; row++) {
        long count = 0, hits = 0;
        const double begin = now_us();
        double end = begin;
        pd_smpl_target *target = NULL;
        while (end - begin < 1e6 * seconds) {
            for (int n = 0; n < 16; n++, count++) {
                const double turn = pd_rng_between(&rng, 0, 2 * M_PI),
                             height = pd_rng_between(&rng, -0.7, 0.5);
                const pd_vec3 along = pd_vec3_make(cos(turn), 0, sin(turn));
                const pd_vec3 to = pd_vec3_make(0.1 * pd_rng_normal(&rng), height, 0.1 * pd_rng_normal(&rng));
                const pd_ray ray = {.from = pd_vec3_fma(to, -5, along), .along = along, .length = 10};
                pd_smpl_hit hit;
                if (row == 3) {
                    body.rotations = rotations[count % POSES];
                    pd_smpl_job_run(&job, model, &arena, &pd_executor_serial);
                    continue;
                }

                if (!target || row != 2) {
                    pd_arena_reset(&arena);
                    body.rotations = rotations[count % POSES];
                    target = pd_smpl_target_begin(&arena, &body, (const float(*)[4])bounds, model, skinning,
                                                  false);
                }

                if (row) hits += pd_smpl_target_meet(&hit, target, &ray);
            }

            end = now_us();
        }

        pd_arena_reset(&arena);
        printf("%s,%ld,%ld,%.2f\n", names[row], count, hits, (end - begin) / (double)count);
    }

    pd_arena_deinit(&arena);
    free(bounds);
    free(vertices);
    pd_smpl_model_release(model);
    return 0;
}
