/* The rules of the table of sliders, and a check against accidental changes of the values with which the
 * shipped bodies were sampled. */
#include "factory/makehuman/slider.h"
#include "core/base/hash.h"
#include "tests/support/cmocka.h"

static int same(const char *a, const char *b)
{
    return !strcmp(a, b);
}

static void no_slider_stands_twice(void **state)
{
    (void)state;
    for (int i = 0; i < pd_factory_slider_count; i++)
        for (int k = 0; k < i; k++) {
            const pd_factory_slider *a = &pd_factory_sliders[i], *b = &pd_factory_sliders[k];
            assert_false(same(a->path, b->path) &&
                         (same(a->negative, b->negative) || same(a->positive, b->positive)));
        }
}

static void every_slider_moves_something_and_keeps_to_the_rules(void **state)
{
    (void)state;
    for (int i = 0; i < pd_factory_slider_count; i++) {
        const pd_factory_slider *s = &pd_factory_sliders[i];
        const char *side = strchr(s->path, '%');
        assert_true(strchr(s->path, '/') && *s->negative && *s->positive && !same(s->negative, s->positive));
        if (side) assert_true(side[1] == 'c' && !strchr(side + 1, '%') && side[-1] == '/');
        assert_true(s->sd >= 0 && s->sd <= 0.4 && s->depot >= 0 && s->depot <= 0.7);
        assert_true(s->sd > 0 || s->depot > 0);
        assert_true(s->kind >= -1 && s->kind <= 1);
        if (s->kind) assert_true(s->depot > 0); /* where fat goes, it goes by some amount */
    }
}

static void the_face_comes_last_and_takes_no_fat(void **state)
{
    (void)state;
    static const char *const face[] = {"head/", "forehead/", "eyebrows/", "cheek/", "ears/",
                                       "eyes/", "nose/",     "mouth/",    "chin/",  "asym/"};
    assert_int_equal(pd_factory_slider_count, 161);
    assert_int_equal(pd_factory_body_slider_count, 51);
    for (int i = 0; i < pd_factory_slider_count; i++) {
        int is_face = 0;
        for (size_t f = 0; f < sizeof face / sizeof *face; f++)
            is_face |= !strncmp(pd_factory_sliders[i].path, face[f], strlen(face[f]));
        assert_int_equal(is_face, i >= pd_factory_body_slider_count);
        if (is_face) assert_true(pd_factory_sliders[i].depot == 0 && pd_factory_sliders[i].kind == 0);
    }
}

static void expect_shapes(const char *const *shapes, int count, const char *mark)
{
    for (int i = 0; i < count; i++) {
        assert_non_null(strstr(shapes[i], mark));
        for (int k = 0; k < i; k++) assert_false(same(shapes[i], shapes[k]));
    }
    assert_non_null(strstr(shapes[count - 1], "thyroid")); /* the one with much fat */
}

static void whole_shapes_are_of_one_sex_and_the_fat_one_is_last(void **state)
{
    (void)state;
    assert_int_equal(pd_factory_female_shape_count, 12);
    assert_int_equal(pd_factory_male_shape_count, 10);
    expect_shapes(pd_factory_female_shapes, pd_factory_female_shape_count, "-fem-");
    expect_shapes(pd_factory_male_shapes, pd_factory_male_shape_count, "-man-");
}

/* The seed of a sample gives the same people only with the same table. After a change of the table the models
 * have to be trained again. */
static void the_table_is_the_one_that_the_models_were_made_with(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (int i = 0; i < pd_factory_slider_count; i++) {
        const pd_factory_slider *s = &pd_factory_sliders[i];
        char row[160];
        snprintf(row, sizeof row, "%s %s %s %.6f %.6f %d\n", s->path, s->negative, s->positive, s->sd,
                 s->depot, s->kind);
        hash = pd_hash64(row, strlen(row), hash);
    }
    if (hash != 0x2f5cbdaf70c8a54bU) fail_msg("the table's hash is %#llx", (unsigned long long)hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_slider_stands_twice),
        cmocka_unit_test(every_slider_moves_something_and_keeps_to_the_rules),
        cmocka_unit_test(the_face_comes_last_and_takes_no_fat),
        cmocka_unit_test(whole_shapes_are_of_one_sex_and_the_fat_one_is_last),
        cmocka_unit_test(the_table_is_the_one_that_the_models_were_made_with),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
