/* Fuzzes pose priors. An accepted prior can be built, rates poses, solves for one, and writes and reads back
 * to the same bytes. */
#include "core/ik/search/solve.h"
#include "tests/support/human.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect_same_file(const pd_ik_prior *prior)
{
    pd_buffer once = {0}, twice = {0};
    pd_ik_prior again;
    if (pd_ik_prior_encode(&once, prior, NULL)) abort();
    if (pd_ik_prior_parse(&again, once.data, once.size, "again", NULL)) abort();
    if (pd_ik_prior_encode(&twice, &again, NULL)) abort();
    if (once.size != twice.size || memcmp(once.data, twice.data, once.size)) abort();
    pd_buffer_deinit(&once);
    pd_buffer_deinit(&twice);
    pd_ik_prior_deinit(&again);
}

static void solve(const pd_ik_prior *prior)
{
    pd_anim_skeleton skeleton;
    pd_quat rotations[24];
    pd_vec3 moved;
    pd_ik_result result;
    pd_arena arena;
    const pd_ik_target hand = {.joint = 20, .chain_root = -1, .has_position = 1, .position = {0.3, 1.2, 0.3}};
    human_init(&skeleton);
    pd_ik_job job = {.rotations = rotations, .results = &result, .skeleton = &skeleton, .targets = &hand};
    job.target_count = 1;
    job.solver = PD_IK_EXAMPLE;
    job.moved = &moved;
    job.move_root = 1;
    job.iterations = 3;
    job.restarts = -1;
    job.example.prior = prior;
    job.example.style = prior->style_count;
    if (pd_ik_job_check(&job, NULL)) return; /* joints with other names */
    if (!pd_arena_init(&arena, pd_ik_job_scratch_bytes(&job))) abort();
    pd_ik_job_run(&job, &arena);
    for (int j = 0; j < 24; j++)
        if (!pd_q_finite(rotations[j])) abort();
    pd_arena_deinit(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_ik_prior prior, *built;
    double x[PD_IK_PRIOR_MAX_DIM] = {0};
    if (pd_ik_prior_parse(&prior, data, size, "fuzz", NULL)) return 0;
    expect_same_file(&prior);
    if (pd_ik_prior_build(&built, &prior, NULL)) return 0; /* too flat */
    (void)pd_ik_prior_log(built, x, -1);
    solve(built);
    pd_ik_prior_release(built);
    return 0;
}
