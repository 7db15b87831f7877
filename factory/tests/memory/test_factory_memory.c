/* Every allocation of the trainers of clothes and of soft tissue fails once, and then all allocations from it
 * on: an error says so, and nothing is leaked. */
#include "factory/tissue/simulate.h"
#include "factory/wardrobe/cut/cover.h"
#include "factory/wardrobe/cut/skirt.h"
#include "tests/support/failing_memory.h"
#include "tests/support/fixture.h"
#include "tests/support/skirts.h"

#include <string.h>

static pd_smpl_model *person;
static pd_factory_tissue_layer layer;

static pd_status skirt(pd_error *err)
{
    static const float normals[3 * SKIN];
    const bool was_on = failing_memory_now.is_on;
    failing_memory_now.is_on = false; /* nor the cloth */
    skirt_fixture *f = skirt_make();
    free(f->item.parts);
    f->item.parts = calloc(2, sizeof *f->item.parts), f->item.part_count = 2;
    f->item.parts[0] = (pd_wardrobe_part){.first_face = SKIRT_FACES, .face_count = FACES - SKIRT_FACES};
    f->item.parts[1] = (pd_wardrobe_part){.face_count = SKIRT_FACES};
    failing_memory_now.is_on = was_on;
    pd_status status = pd_factory_cover(&f->item, 0, 1, err);
    if (status == PD_OK) status = pd_factory_skirt_trim(&f->item, 1, err);
    if (status == PD_OK) status = pd_factory_skirt(&f->item, &f->model, 1, err);
    if (status == PD_OK) status = pd_factory_skirt_line(&f->item, &f->model, normals, 0.004F, 1, err);
    failing_memory_now.is_on = false;
    skirt_drop(f);
    return status;
}

static pd_status flesh(pd_error *err)
{
    pd_factory_tissue_sim *sim = (pd_factory_tissue_sim *)&layer; /* what it is must be gone */
    const pd_status status = pd_factory_tissue_sim_new(&sim, &layer, NULL, 0, err);
    if (status != PD_OK) assert_null(sim);
    pd_factory_tissue_sim_free(sim);
    return status;
}

/* Solvers of equations and eigenvectors without memory report that they have no solution:
 * an internal error. */
static bool is_said(pd_status status, const pd_error *err, bool may_go_on)
{
    if (status == PD_OK) return may_go_on;
    return status == PD_ERR_INTERNAL || (status == PD_ERR_MEMORY && strstr(err->detail, "out of memory"));
}

static long try_all(const char *name, pd_status (*make)(pd_error *), bool may_go_on, bool goes_on)
{
    for (long n = 1;; n++) {
        pd_error err = {0};
        const long blocks = failing_memory_blocks();
        failing_memory_now = (failing_memory){.is_on = true, .goes_on = goes_on, .fails_at = n};
        const pd_status status = make(&err);
        failing_memory_now.is_on = false;
        if (failing_memory_blocks() != blocks)
            fail_msg("%s: allocation %ld fails: %ld blocks are left", name, n,
                     failing_memory_blocks() - blocks);
        if (!failing_memory_now.failed) {
            if (status != PD_OK) fail_msg("%s: %s: %s", name, err.where, err.detail);
            return n - 1;
        }
        if (!is_said(status, &err, may_go_on))
            fail_msg("%s: allocation %ld fails: status %d: %s", name, n, (int)status, err.detail);
        assert_int_equal(err.status, status);
    }
}

static void trainers_of_clothes_and_tissue_report_failed_allocations_and_leak_nothing(void **state)
{
    static const struct {
        const char *name;
        pd_status (*make)(pd_error *err);
    } rows[] = {{"skirt", skirt}, {"flesh", flesh}};
    (void)state;
    failing_memory_begin(false);
    assert_int_equal(pd_smpl_model_load(&person, "models/default.safetensors", NULL), PD_OK);
    assert_int_equal(pd_factory_tissue_layer_build(&layer, person, NULL, 0, NULL), PD_OK);

    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const long once = try_all(rows[r].name, rows[r].make, false, false);
        print_message("%s: %ld allocations\n", rows[r].name, once);
        assert_true(once > 0);
        assert_int_equal(try_all(rows[r].name, rows[r].make, false, true), once);
    }

    pd_factory_tissue_layer_deinit(&layer);
    pd_smpl_model_release(person);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trainers_of_clothes_and_tissue_report_failed_allocations_and_leak_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
