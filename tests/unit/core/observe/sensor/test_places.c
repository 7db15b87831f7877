/* Tests which keypoints of a camera a model has, their noise, and refusal of another skeleton. */
#include "core/observe/sensor/places.h"
#include "tests/support/sight_model.h"

/* This model has no fingers: 30 of 70, each camera's by itself, the other side in the same camera. */
static void every_camera_has_the_places_that_the_model_has(void **state)
{
    const pd_observe_set *set = pd_observe_set_of("sam3d70");
    pd_observe_take_places p;
    pd_error err;

    (void)state;
    assert_int_equal(pd_observe_take_places_make(&p, set, 3, model, "here", &err), PD_OK);
    assert_int_equal(p.count, 30);
    for (int i = 0; i < 90; i++) {
        const pd_observe_seen *s = &p.places[i], *other = &p.places[s->mirror];
        const char *name = set->keypoints[p.columns[i % 30]].name;
        assert_int_equal(s->camera, i / 30);
        assert_ptr_equal(s->parts, p.places[i % 30].parts);
        assert_int_equal(other->camera, i / 30);
        assert_int_equal(other->mirror, i);
        assert_true(strncmp(name, "left_", 5) ||
                    !strncmp(set->keypoints[p.columns[s->mirror % 30]].name, "right_", 6));
        assert_near(s->confidence, 1, 0);
    }
    pd_observe_take_places_deinit(&p);
    assert_null(p.places);
}

static void noise_and_reach_are_those_of_the_observation(void **state)
{
    pd_observe_take_places p;
    float at[17 * 3] = {0};
    pd_error err;

    (void)state;
    assert_int_equal(pd_observe_take_places_make(&p, pd_observe_set_of("coco17"), 1, model, "", &err), PD_OK);
    at[3] = 500, at[7] = 100;
    pd_observe_take take = {
        .places = p.places, .place_count = 17, .frame_count = 1, .at = at, .robust_space = 7};
    pd_observe_take_places_see(&p, &take, true, 0);
    assert_true(p.places[16].in_picture);
    assert_near(p.places[16].sigma, 3, 0);
    assert_near(take.robust_picture, 100, 1e-9);
    assert_near(take.robust_space, 0, 0);
    pd_observe_take_places_see(&p, &take, false, 0.02);
    assert_false(p.places[0].in_picture);
    assert_near(p.places[0].sigma, 0.02, 0);
    assert_near(take.robust_picture, 0, 0);
    assert_near(take.robust_space, 0.2, 0);
    pd_observe_take_places_see(&p, &take, false, 0);
    assert_near(p.places[3].sigma, 0.01, 0);
    pd_observe_take_places_deinit(&p);
}

/* Three joints with other names: one of COCO's places at most. */
static void another_skeleton_is_refused(void **state)
{
    pd_smpl_model other = *model;
    static char names[64][32];
    pd_observe_take_places p;
    pd_error err;

    (void)state;
    for (int k = 0; k < model->joint_count; k++) snprintf(names[k], sizeof names[k], "bone%d", k);
    other.data.joint_names = names;
    assert_int_equal(pd_observe_take_places_make(&p, pd_observe_set_of("coco17"), 2, &other, "/here", &err),
                     PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "/here");
    assert_non_null(strstr(err.detail, "of the 17 places of coco17; 12 or more expected"));
    pd_observe_take_places_deinit(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_camera_has_the_places_that_the_model_has),
        cmocka_unit_test(noise_and_reach_are_those_of_the_observation),
        cmocka_unit_test(another_skeleton_is_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
