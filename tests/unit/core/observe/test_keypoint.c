/* Tests the sets of keypoints: published order, mirror pairs,
 * and places on the skin against the anatomy of the model. */
#include "tests/support/sight_model.h"

/* A finger's joint, or its tip. */
static bool fingers(const char *place)
{
    return strncmp(place, "spine", 5) && (strpbrk(place, "123") || strstr(place, "_tip"));
}

static void xr_joints_are_in_the_published_order(void **state)
{
    static const struct {
        const char *set, *name;
        int number;
    } rows[] = {{"openxr84", "root", 0},
                {"openxr84", "left-hand-palm", 18},
                {"openxr84", "left-hand-little-tip", 43},
                {"openxr84", "right-hand-palm", 44},
                {"openxr84", "right-hand-little-tip", 69},
                {"openxr84", "left-upper-leg", 70},
                {"openxr84", "right-foot-ball", 83},
                {"openxr70", "right-hand-wrist-twist", 17},
                {"webxr83", "hips", 0},
                {"webxr83", "left-hand-middle-phalanx-metacarpal", 28},
                {"webxr83", "right-hand-middle-metacarpal", 54},
                {"webxr83", "viewer", 83}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(pd_observe_set_of(rows[i].set)->keypoints[rows[i].number].name, rows[i].name);
    assert_int_equal(pd_observe_set_of("openxr70")->count, 70);
    assert_int_equal(pd_observe_set_of("openxr84")->count, 84);
    assert_int_equal(pd_observe_set_of("webxr83")->least, 83);
}

static void every_keypoint_of_every_set_is_on_the_body(void **state)
{
    pd_observe_part parts[PD_OBSERVE_MOST_PARTS];

    (void)state;
    for (const pd_observe_set *s = pd_observe_sets; s->name; s++)
        for (int i = 0; i < s->count; i++) {
            double sum = 0;
            const int count = pd_observe_place(parts, model, s->keypoints[i].place);
            const bool nowhere = !*s->keypoints[i].place; /* a joint of XR's that no body here has */
            if (nowhere || !strcmp(s->keypoints[i].place, "jaw") ||
                ((!strcmp(s->name, "sam3d70") || !strncmp(s->name, "smpl", 4) ||
                  strstr(s->keypoints[i].name, "_hand_") || s->is_tracked) &&
                 !strchr(s->keypoints[i].place, '|') && fingers(s->keypoints[i].place))) {
                assert_int_equal(count, 0); /* this model has no fingers */
                continue;
            }
            assert_true(count > 0);
            for (int k = 0; k < count; k++) sum += parts[k].weight;
            assert_near(sum, 1, 1e-12);
        }
}

static void keypoints_that_a_model_has_are_counted(void **state)
{
    static pd_observe_part parts[70][PD_OBSERVE_MOST_PARTS];
    pd_smpl_model *person;
    pd_error err;
    int counts[70];

    (void)state;
    assert_int_equal(pd_observe_set_places(parts, counts, model, pd_observe_set_of("sam3d70")), 30);
    assert_int_equal(counts[21], 0);
    assert_int_equal(pd_observe_set_places(parts, counts, model, pd_observe_set_of("coco17")), 17);

    assert_int_equal(pd_smpl_model_load(&person, "models/person.safetensors", &err), PD_OK);
    assert_int_equal(pd_observe_set_places(parts, counts, person, pd_observe_set_of("sam3d70")), 70);
    /* from the tip of the left index finger (46) to its root:
     * each nearer to the wrist (62), a joint's length apart */
    double before = 1;
    for (int k = 46; k < 50; k++) {
        const float *v = person->data.v_template + 3 * (size_t)parts[k][0].index;
        const double x = parts[k][0].is_vertex ? (double)v[0] : person->joint_template[3 * parts[k][0].index];
        assert_true(x < before - 0.015 && (k == 46 || x > before - 0.06));
        before = x;
    }
    pd_smpl_model_release(person);
}

static void sets_have_the_number_in_their_name(void **state)
{
    (void)state;
    for (const pd_observe_set *s = pd_observe_sets; s->name; s++)
        assert_int_equal(s->least ? s->least : s->count, atoi(strchr(s->name, 0) - 2));
    assert_ptr_equal(pd_observe_set_of("coco17"), &pd_observe_sets[0]);
    assert_null(pd_observe_set_of("coco18"));
}

static void mirroring_a_keypoint_twice_gives_the_same_keypoint(void **state)
{
    (void)state;
    for (const pd_observe_set *s = pd_observe_sets; s->name; s++) {
        int in_the_middle = 0;
        for (int i = 0; i < s->count; i++) {
            const int other = pd_observe_set_mirror(s, i);
            assert_int_equal(pd_observe_set_mirror(s, other), i);
            in_the_middle += other == i;
        }
        assert_true(in_the_middle < s->count / 2);
    }
    assert_int_equal(pd_observe_joint_mirror(model, 4), 5);
    assert_int_equal(pd_observe_joint_mirror(model, 0), 0);
}

static pd_vec3 at_rest(const char *place)
{
    pd_observe_part parts[PD_OBSERVE_MOST_PARTS];
    assert_int_equal(pd_observe_place(parts, model, place), 1);
    assert_true(parts[0].is_vertex);
    const float *v = model->data.v_template + 3 * (size_t)parts[0].index;
    return pd_vec3_make((double)v[0], (double)v[1], (double)v[2]);
}

/* Against the model's own face and the anatomy of feet and hands. */
static void keypoints_lie_at_the_named_part_of_the_body(void **state)
{
    (void)state;
    const pd_vec3 nose = at_rest("@nose"), left_eye = at_rest("@left_eye"), right_eye = at_rest("@right_eye");
    const pd_vec3 ear = at_rest("@left_ear"), heel = at_rest("@left_heel"), toe = at_rest("@left_big_toe");
    const pd_vec3 small = at_rest("@left_small_toe"), thumb = at_rest("@left_thumb"),
                  pinky = at_rest("@left_pinky");
    const pd_vec3 index = at_rest("@left_index"), mouth = at_rest("@left_mouth"), top = at_rest("@head_top");

    assert_near(nose.x, 0, 0.01);
    assert_true(nose.z > left_eye.z && nose.z > ear.z && top.y > left_eye.y && left_eye.y > nose.y &&
                nose.y > mouth.y);
    assert_near(left_eye.x, -right_eye.x, 0.006);
    assert_near(left_eye.x, 0.03, 0.01);
    assert_true(ear.x > 0.06 && ear.z < left_eye.z);
    assert_true(heel.z < toe.z - 0.15 && small.x > toe.x + 0.03 && toe.x > 0);
    assert_true(thumb.z > pinky.z + 0.05 && index.z > pinky.z && index.x > thumb.x);
}

static void a_part_that_the_model_lacks_is_not_found(void **state)
{
    pd_observe_part parts[PD_OBSERVE_MOST_PARTS];

    (void)state;
    assert_int_equal(pd_observe_place(parts, model, "left_tail"), 0);
    assert_int_equal(pd_observe_place(parts, model, "@left_nose"), 0);
    assert_int_equal(pd_observe_place(parts, model, "@eye"), 0);
    assert_int_equal(pd_observe_place(parts, model, "left_hip+left_tail"), 0);
    assert_int_equal(pd_observe_place(parts, model, "neck+neck+neck+neck+neck"), 0);
    assert_int_equal(pd_smpl_joint_find(&model->data, "tail"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(xr_joints_are_in_the_published_order),
        cmocka_unit_test(every_keypoint_of_every_set_is_on_the_body),
        cmocka_unit_test(sets_have_the_number_in_their_name),
        cmocka_unit_test(keypoints_that_a_model_has_are_counted),
        cmocka_unit_test(mirroring_a_keypoint_twice_gives_the_same_keypoint),
        cmocka_unit_test(keypoints_lie_at_the_named_part_of_the_body),
        cmocka_unit_test(a_part_that_the_model_lacks_is_not_found),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
