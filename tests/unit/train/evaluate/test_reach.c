/* @heavy: takes over five seconds under ASan. */
#include "tests/support/cmocka.h"

#include "train/evaluate/reach.h"
#include "core/smpl/body.h"

#include <math.h>
#include <stdlib.h>

enum { L_KNEE = 4, R_KNEE = 5 };
static pd_smpl_model *model;
static pd_train_body_checker checker;
static pd_arena scratch, room;
static float *mesh, rotations[9 * 24];
static int runs;

static int setup(void **state)
{
    (void)state;
    pd_error err = {0};
    const pd_smpl_job job = {NULL, 1, PD_SMPL_DQS, NULL};
    if (pd_smpl_model_load(&model, "models/default.safetensors", &err) ||
        pd_train_body_checker_init(&checker, model, NULL, 0, &err)) {
        print_error("%s: %s\n", err.where, err.detail);
        return 1;
    }
    mesh = malloc(3 * (size_t)model->vertex_count * sizeof *mesh);
    return !mesh || !pd_arena_init(&scratch, pd_train_body_quality_scratch_bytes(model)) ||
           !pd_arena_init(&room, pd_smpl_job_scratch_bytes(&job, model));
}

static int teardown(void **state)
{
    (void)state;
    free(mesh);
    pd_arena_deinit(&scratch);
    pd_arena_deinit(&room);
    pd_train_body_checker_deinit(&checker);
    pd_smpl_model_release(model);
    return 0;
}

static void skin(void *ctx, float *vertices, const float *turns)
{
    const pd_smpl_body body = {.rotations = turns, .vertices = vertices};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    (void)ctx;
    pd_arena_reset(&room);
    pd_smpl_job_run(&job, model, &room, &pd_executor_serial);
    runs++;
}

static pd_train_body_reach_job knee(int joint, int side)
{
    int same;
    for (int i = 0; i < 9 * 24; i++) rotations[i] = (i % 9) % 4 == 0;
    return (pd_train_body_reach_job){.checker = &checker,
                                     .skinner = {skin, NULL},
                                     .joint = joint,
                                     .range = pd_anim_range_of("left_knee", &same),
                                     .side = side,
                                     .vertices = mesh,
                                     .rotations = rotations,
                                     .scratch = &scratch};
}

static void a_joint_that_never_fails_gets_to_its_end(void **state)
{
    (void)state;
    pd_train_body_reach_job job = knee(L_KNEE, 1);
    runs = 0;
    assert_true(pd_train_body_reach(&job, 20) == 20);
    assert_int_equal(runs, 1);
}

static void a_joint_stops_where_its_skin_begins_to_fail(void **state)
{
    (void)state;
    pd_train_body_reach_job job = knee(L_KNEE, 1);
    double reach = pd_train_body_reach(&job, 145), step = 145.0 / (1 << PD_TRAIN_BODY_REACH_STEPS);
    print_message("knee: %.1f of 145 degrees\n", reach);
    assert_true(reach > 20 && reach < 145);
    assert_true(pd_train_body_reach(&job, reach) == reach);
    assert_true(pd_train_body_reach(&job, reach + step) < reach + step);
    runs = 0;
    assert_true(pd_train_body_reach(&job, 145) == reach);
    assert_int_equal(runs, 1 + PD_TRAIN_BODY_REACH_STEPS); /* the end, and each half */
}

static void both_sides_reach_as_far(void **state)
{
    (void)state;
    pd_train_body_reach_job left = knee(L_KNEE, 1);
    double reach = pd_train_body_reach(&left, 145);
    pd_train_body_reach_job right = knee(R_KNEE, -1);
    assert_true(fabs(pd_train_body_reach(&right, 145) - reach) <= 145.0 / (1 << PD_TRAIN_BODY_REACH_STEPS));
}

static void a_fault_of_any_kind_fails(void **state)
{
    (void)state;
    pd_train_body_quality q = {.inverted_face = -1, .hit_vertex = -1};
    assert_true(pd_train_body_quality_passes(&q));
    q.inverted = 1;
    assert_false(pd_train_body_quality_passes(&q));
    q = (pd_train_body_quality){.fold = 0.0101};
    assert_false(pd_train_body_quality_passes(&q));
    q = (pd_train_body_quality){.hit = 0.0101};
    assert_false(pd_train_body_quality_passes(&q));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_joint_that_never_fails_gets_to_its_end),
        cmocka_unit_test(a_joint_stops_where_its_skin_begins_to_fail),
        cmocka_unit_test(both_sides_reach_as_far),
        cmocka_unit_test(a_fault_of_any_kind_fails),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
