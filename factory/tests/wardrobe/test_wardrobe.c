/* Tests that missing files are named before anything is made, and that the shipped wardrobe holds what the
 * table of garments lists. */
#include "factory/wardrobe/wardrobe.h"

#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_missing_file_is_named_before_any_output_is_made(void **state)
{
    (void)state;
    pd_wardrobe out;
    pd_smpl_data model = {0};
    pd_error err = {0};
    const pd_factory_wardrobe_options options = {
        .data_folder = "/nowhere", .assets_folder = "/nowhere", .model = &model, .people = 100};
    assert_int_equal(pd_factory_wardrobe(&out, &options, &pd_executor_serial, (pd_progress){0}, &err),
                     PD_ERR_NOT_FOUND);
    assert_non_null(strstr(err.where, "/nowhere/3dobjs/base.obj"));
    assert_null(out.items);

    pd_factory_wardrobe_options few = options;
    few.people = 99;
    assert_int_equal(pd_factory_wardrobe(&out, &few, &pd_executor_serial, (pd_progress){0}, &err),
                     PD_ERR_RANGE);
}

/* What the shipped file holds is what the table of garments says. */
static void the_shipped_wardrobe_is_whole(void **state)
{
    (void)state;
    static const char *const names[] = {"tee-trousers",  "sportswear", "jacket-chinos", "boots",
                                        "hair-ponytail", "eyes",       "teeth"};
    pd_wardrobe *w;
    int counts[PD_WARDROBE_SLOT_COUNT] = {0};
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) assert_true(pd_wardrobe_find(w, names[i]) >= 0);
    /* Items with a mesh of their own; MakeHuman's six pairs of shoes are three meshes. */
    for (int i = 0; i < w->item_count; i++) counts[w->items[i].slot] += !w->items[i].parameters[0];
    assert_int_equal(counts[PD_WARDROBE_OUTFIT], 12);
    assert_int_equal(counts[PD_WARDROBE_SHOES], 3);
    assert_int_equal(counts[PD_WARDROBE_HAIR], 11);
    assert_int_equal(counts[PD_WARDROBE_HAT], 6);
    assert_int_equal(counts[PD_WARDROBE_GLASSES], 4);
    assert_int_equal(counts[PD_WARDROBE_BEARD], 3);
    assert_non_null(strstr(w->text.licence, "CC0"));
    pd_wardrobe_release(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_missing_file_is_named_before_any_output_is_made),
                                       cmocka_unit_test(the_shipped_wardrobe_is_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
