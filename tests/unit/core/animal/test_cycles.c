/* Cycles of the shipped fox on animals of other forms. */
#include "core/animal/cycles.h"
#include "core/matching/model.h"
#include "tests/support/animals.h"
#include "tests/support/cmocka.h"

static pd_matching_model *fox;

static int setup(void **state)
{
    (void)state;
    return pd_matching_model_load(&fox, "models/quadruped.safetensors", NULL) == PD_OK ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    pd_matching_model_release(fox);
    return 0;
}

/* Carries the fox's cycles to an animal. */
static pd_matching_model *carried(pd_animal *creature, const animal *a)
{
    const pd_animal_body body = {&a->s, creature, a->names};
    pd_matching_database database;
    pd_matching_model *model;
    pd_error err = {0};

    assert_int_equal(pd_animal_match(creature, &a->s, a->names, PD_CREATURE_QUADRUPED, &err), PD_OK);
    assert_int_equal(pd_animal_cycles_carry(&database, &fox->database, &body, &err), PD_OK);
    assert_int_equal(pd_matching_model_build(&model, &database, &err), PD_OK);

    return model;
}

static void animals_of_one_form_are_as_fast_as_the_square_root_of_their_size(void **state)
{
    (void)state;
    static animal a;
    double speed = 0, height = 0;
    for (double size = 0.25; size <= 1; size *= 2) {
        const animal_spec spec = {.pairs = 2, .size = size};
        pd_animal creature;
        animal_make(&a, &spec);
        pd_matching_model *model = carried(&creature, &a);
        const double faster = model->paces.cycles[1].speed / speed;
        const double higher = model->paces.height / height;
        print_message("size %.1f: %.2f m high, %.2f m/s\n", size, model->paces.height,
                      model->paces.cycles[1].speed);
        if (speed > 0) assert_true(fabs(faster / sqrt(higher) - 1) < 0.02);
        speed = model->paces.cycles[1].speed;
        height = model->paces.height;
        pd_matching_model_release(model);
    }
}

static void an_animal_in_centimetres_is_a_metre_high_and_its_file_keeps_its_unit(void **state)
{
    (void)state;
    static animal a;
    const animal_spec spec = {.pairs = 2, .size = 50};
    pd_animal creature;
    pd_quat locals[PD_MATCHING_JOINTS];
    pd_vec3 root;
    animal_make(&a, &spec);
    pd_matching_model *model = carried(&creature, &a);
    pd_matching_pose pose;

    print_message("%.3f m high, bones %.3f\n", model->paces.height, (double)model->database.offsets[4]);
    assert_true(model->paces.height > 0.6 && model->paces.height < 1.3);
    pd_matching_paces_pose(&pose, &model->paces, 0, 0);
    pd_animal_cycles_to_file(locals, &root, &creature, &a.s, &model->paces.skeleton, pose.rotations,
                             pose.hips);
    assert_true(fabs(root.y / pose.hips.y - a.rest[a.hips].y / pose.hips.y) < 0.25 * root.y / pose.hips.y);
    pd_matching_model_release(model);
}

static void feet_of_the_carried_stances_go_back_as_fast_as_the_root_goes_ahead(void **state)
{
    (void)state;
    static animal a;
    static const animal_spec specs[] = {
        {.pairs = 2}, {.pairs = 2, .no_toes = true}, {.pairs = 2, .yaw = 1.57}};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        pd_animal creature;
        animal_make(&a, &specs[i]);
        pd_matching_model *model = carried(&creature, &a);
        const pd_matching_paces *p = &model->paces;
        const pd_matching_cycle *walk = &p->cycles[1];
        double worst = 0;

        for (int t = 0; t < walk->count; t++) {
            pd_vec3 at[2][PD_MATCHING_JOINTS];
            for (int k = 0; k < 2; k++) {
                pd_matching_pose pose;
                pd_matching_paces_pose(&pose, p, 1, (double)(t + k) / walk->count);
                pd_anim_skeleton_forward(at[k], NULL, &p->skeleton, pose.rotations,
                                         pd_vec3_sub(pose.hips, p->skeleton.offsets[p->skeleton.root]));
            }

            for (int leg = 0; leg < PD_MATCHING_LEGS; leg++) {
                const int next = walk->first + (t + 1) % walk->count;
                if (!(p->database->contacts[walk->first + t] & p->database->contacts[next] & 1 << leg))
                    continue;
                const int tip = p->database->legs[leg][PD_MATCHING_TIP];
                const double back = (at[0][tip].z - at[1][tip].z) * walk->rate * walk->count;
                worst = fmax(worst, fabs(back - walk->speed));
            }
        }

        print_message("animal %zu: %.2f m/s, a foot differs by %.2f m/s\n", i, walk->speed, worst);
        for (int leg = 0; leg < PD_MATCHING_LEGS; leg++)
            assert_true(fabs(p->cycles[0].stances[leg].rest.y) < 0.05 * p->height);
        assert_true(walk->speed > 0.5 && worst < 0.5 * walk->speed);
        pd_matching_model_release(model);
    }
}

static void an_animal_of_another_plan_is_refused(void **state)
{
    (void)state;
    static animal a;
    const animal_spec spec = {.pairs = 4};
    pd_animal creature;
    pd_matching_database database;
    pd_error err = {0};

    animal_make(&a, &spec);
    assert_int_equal(pd_animal_match(&creature, &a.s, a.names, PD_CREATURE_SPIDER, &err), PD_OK);
    const pd_animal_body body = {&a.s, &creature, a.names};
    assert_int_equal(pd_animal_cycles_carry(&database, &fox->database, &body, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "/match");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(animals_of_one_form_are_as_fast_as_the_square_root_of_their_size),
        cmocka_unit_test(an_animal_in_centimetres_is_a_metre_high_and_its_file_keeps_its_unit),
        cmocka_unit_test(feet_of_the_carried_stances_go_back_as_fast_as_the_root_goes_ahead),
        cmocka_unit_test(an_animal_of_another_plan_is_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
