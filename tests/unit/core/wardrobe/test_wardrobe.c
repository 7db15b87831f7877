/* Tests checks of a wardrobe, the choice of items by name and slot,
 * and the errors for unknown or conflicting names. */
#include "tests/support/wardrobes.h"

#include <math.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static int refused(pd_wardrobe *w, const char *where)
{
    pd_error err = {0};
    const int bad = pd_wardrobe_check(w, &err) != PD_OK && strstr(err.where, where);
    return bad;
}

static void a_forbidden_value_in_a_file_is_refused_with_its_place(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe();
    pd_wardrobe_item *hat = &w.items[0];
    assert_int_equal(pd_wardrobe_check(&w, NULL), PD_OK);

#define WITH(place, value, where)                                                                            \
    {                                                                                                        \
        __typeof__(place) kept = place;                                                                      \
        place = value;                                                                                       \
        assert_true(refused(&w, where));                                                                     \
        place = kept;                                                                                        \
    }
    WITH(hat->rest[3], 11, "hat.template")
    WITH(hat->rest[3], NAN, "hat.template")
    WITH(hat->dirs[1], 11, "hat.dirs")
    WITH(hat->anchors[11], TINY_VERTICES, "hat.anchors")
    WITH(hat->anchor_weights[2], 0.5f, "hat.anchor_weights")
    WITH(hat->weights[15], 0.5f, "hat.weights")
    WITH(hat->weights[14], -0.25f, "hat.weights")
    WITH(hat->joints[15], TINY_JOINTS, "hat.joints")
    WITH(hat->corners[4], 4, "hat.corners")
    WITH(hat->faces[5], 5, "hat.faces")
    WITH(hat->uvs[9], INFINITY, "hat.uvs")
    WITH(hat->parts[1].texture, 1, "hat.parts")
    WITH(hat->parts[1].face_count, 2, "hat.parts")
    WITH(hat->parts[0].color[2], 1.5f, "hat.parts")
    WITH(hat->part_count, 1, "hat.parts")
    WITH(w.items[1].hides[0], TINY_VERTICES, "scarf.hides")
    WITH(w.standard[PD_WARDROBE_SHOES], 0, "standard")
    pd_wardrobe_deinit(&w);
}

static void an_item_of_each_slot_is_worn_and_the_face_comes_along(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe();
    pd_wardrobe_outfit o;

    assert_int_equal(pd_wardrobe_choose(&o, &w, NULL, NULL), PD_OK);
    assert_int_equal(o.items[PD_WARDROBE_HAIR], 0);
    assert_int_equal(o.items[PD_WARDROBE_OUTFIT], -1);
    assert_int_equal(pd_wardrobe_choose(&o, &w, "scarf", NULL), PD_OK);
    assert_int_equal(o.items[PD_WARDROBE_OUTFIT], 1);
    assert_int_equal(o.items[PD_WARDROBE_HAIR], -1);
    assert_int_equal(o.items[PD_WARDROBE_EYES], 2);
    assert_int_equal(pd_wardrobe_choose(&o, &w, "scarf,hat", NULL), PD_OK);
    assert_int_equal(o.items[PD_WARDROBE_HAIR], 0);
    assert_false(pd_wardrobe_is_bare(&o));
    assert_int_equal(pd_wardrobe_choose(&o, &w, " scarf , hat ", NULL), PD_OK);
    pd_wardrobe_outfit plain;
    assert_int_equal(pd_wardrobe_choose(&plain, &w, "scarf,hat", NULL), PD_OK);
    assert_memory_equal(&o, &plain, sizeof o);
    assert_int_equal(pd_wardrobe_choose(&o, &w, "none", NULL), PD_OK);
    assert_true(pd_wardrobe_is_bare(&o));
    pd_wardrobe_deinit(&w);
}

static void unknown_and_double_names_are_told_with_those_there_are(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe();
    pd_wardrobe_outfit o;
    pd_error err = {0};

    assert_int_equal(pd_wardrobe_choose(&o, &w, "hat,cape", &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "\"cape\" is not in the wardrobe; hat, scarf, eyes, none expected"));
    assert_string_equal(err.where, "wear");
    assert_int_equal(pd_wardrobe_choose(&o, &w, "hat,Scarv", &err), PD_ERR_INVALID);
    assert_string_equal(err.detail, "\"Scarv\" is not in the wardrobe; did you mean scarf?");
    assert_int_equal(pd_wardrobe_choose(&o, &w, "", &err), PD_ERR_INVALID);
    assert_int_equal(pd_wardrobe_choose(&o, &w, "hat, ,scarf", &err), PD_ERR_INVALID);
    assert_int_equal(pd_wardrobe_choose(&o, &w, "hat,none", &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "none is given with other items"));
    assert_int_equal(pd_wardrobe_choose(&o, &w, "a-name-that-is-far-longer-than-any-that-there-is,hat", &err),
                     PD_ERR_INVALID);
    assert_int_equal(pd_wardrobe_choose(&o, &w, "hat,hat", &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "hat and hat are both hair"));
    pd_wardrobe_deinit(&w);
}

static void slots_have_names_and_some_are_the_faces(void **state)
{
    (void)state;
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++)
        assert_int_equal(pd_wardrobe_slot_find(pd_wardrobe_slot_name((pd_wardrobe_slot)s)), s);
    assert_int_equal(pd_wardrobe_slot_find("cape"), -1);
    assert_true(pd_wardrobe_slot_is_face(PD_WARDROBE_TEETH));
    assert_false(pd_wardrobe_slot_is_face(PD_WARDROBE_HAIR));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_forbidden_value_in_a_file_is_refused_with_its_place),
        cmocka_unit_test(an_item_of_each_slot_is_worn_and_the_face_comes_along),
        cmocka_unit_test(unknown_and_double_names_are_told_with_those_there_are),
        cmocka_unit_test(slots_have_names_and_some_are_the_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
