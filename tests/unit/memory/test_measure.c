/* The measuring tape keeps its data of a model with the model. If the memory for that is short, the
 * measurements are the same. */
#include "core/smpl/measure/measure.h"
#include "core/smpl/measure/tape.h"
#include "tests/support/cmocka.h"
#include "tests/support/cylinders.h"
#include "tests/support/failing_memory.h"

#include <string.h>

static void a_model_keeps_what_the_tape_finds_and_does_without(void **state)
{
    (void)state;
    static const float betas[] = {0.5f, -1, 2};
    double without[PD_SMPL_MEASURE_COUNT], with[PD_SMPL_MEASURE_COUNT];
    pd_smpl_model *model = cyl_model();
    pd_smpl_measure_job job = {.values = without, .betas = betas, .beta_count = 3, .body_count = 1};
    pd_arena arena;
    assert_true(pd_arena_init(&arena, pd_smpl_measure_scratch_bytes(model)));
    const size_t bytes = pd_smpl_model_bytes(model);

    /* No memory but the arena's. */
    failing_memory_begin(false);
    failing_memory_now = (failing_memory){.is_on = true, .fails_at = 1, .goes_on = true};
    pd_smpl_measure_run(&job, model, &arena);
    failing_memory_now.is_on = false;
    assert_true(failing_memory_now.failed > 0);
    assert_int_equal(pd_smpl_model_bytes(model), bytes);

    /* The first measurement keeps parts, lists and directions; the second one adds nothing. */
    job.values = with;
    pd_smpl_measure_run(&job, model, &arena);
    const size_t kept = pd_smpl_model_bytes(model);
    assert_true(kept - bytes > 12 * (size_t)model->vertex_count * (size_t)model->beta_count);
    assert_memory_equal(with, without, sizeof with);
    pd_smpl_measure_run(&job, model, &arena);
    assert_int_equal(pd_smpl_model_bytes(model), kept);
    assert_memory_equal(with, without, sizeof with);

    pd_smpl_tape a, b;
    assert_true(pd_arena_reserve(&arena, 2 * pd_smpl_tape_bytes(model)));
    pd_smpl_tape_init(&a, model, &arena);
    pd_smpl_tape_init(&b, model, &arena);
    assert_ptr_equal(a.trunk.triangles, b.trunk.triangles);
    assert_ptr_equal(a.directions, b.directions);
    assert_ptr_not_equal(a.vertices, b.vertices);
    pd_arena_deinit(&arena);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_model_keeps_what_the_tape_finds_and_does_without)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
