/* Random animals depend only on their seed, stand on the ground, and contain their joints. */
#include "core/rig/base/volume.h"
#include "train/rig/creatures.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static void the_same_seed_is_the_same_animal(void **state)
{
    (void)state;
    for (int p = 0; p < PD_RIG_PLANS; p++) {
        pd_train_rig_capsules a, b, c;
        assert_int_equal(pd_train_rig_creature_random(&a, &pd_rig_plans[p], 7, NULL), PD_OK);
        assert_int_equal(pd_train_rig_creature_random(&b, &pd_rig_plans[p], 7, NULL), PD_OK);
        assert_int_equal(pd_train_rig_creature_random(&c, &pd_rig_plans[p], 8, NULL), PD_OK);
        assert_int_equal(a.vertex_count, b.vertex_count);
        assert_memory_equal(a.vertices, b.vertices, 3 * (size_t)a.vertex_count * sizeof *a.vertices);
        assert_memory_equal(a.joints, b.joints, sizeof a.joints);
        assert_true(memcmp(a.joints, c.joints, sizeof a.joints) != 0);
        pd_train_rig_capsules_deinit(&a), pd_train_rig_capsules_deinit(&b), pd_train_rig_capsules_deinit(&c);
    }
}

static void joints_are_inside_and_the_lowest_is_on_the_ground(void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        const pd_rig_plan *plan = &pd_rig_plans[i % PD_RIG_PLANS];
        pd_train_rig_capsules animal;
        pd_rig_mesh mesh;
        pd_rig_volume volume;
        double low = INFINITY;

        assert_int_equal(pd_train_rig_creature_random(&animal, plan, (uint64_t)i, NULL), PD_OK);
        assert_int_equal(pd_rig_mesh_init(&mesh, animal.vertices, animal.vertex_count, animal.faces,
                                          animal.face_count, as_it_is, NULL),
                         PD_OK);
        assert_int_equal(pd_rig_volume_init(&volume, &mesh, NULL), PD_OK);
        for (int k = 0; k < plan->count; k++) {
            double at[3];
            if (!animal.is_there[k]) continue;
            low = fmin(low, animal.joints[k][1]);
            for (int c = 0; c < 3; c++) at[c] = (animal.joints[k][c] + mesh.upright[4 * c + 3]) / mesh.height;
            if (!(pd_rig_volume_at(&volume, at) > 0)) fail_msg("%d: %s is outside", i, plan->rows[k].name);
        }
        assert_float_equal(low, 0, 1e-12);
        pd_rig_volume_deinit(&volume), pd_rig_mesh_deinit(&mesh);
        pd_train_rig_capsules_deinit(&animal);
    }
}

static void every_third_animal_lacks_an_optional_part(void **state)
{
    const pd_rig_plan *plan = &pd_rig_plans[PD_RIG_QUADRUPED];
    int tail = 0, without = 0;
    (void)state;
    while (strcmp(plan->rows[tail].name, "tail1")) tail++;
    for (uint64_t seed = 0; seed < 90; seed++) {
        pd_train_rig_capsules animal;
        assert_int_equal(pd_train_rig_creature_random(&animal, plan, seed, NULL), PD_OK);
        without += !animal.is_there[tail];
        assert_true(animal.is_there[0] && animal.is_there[plan->count - 1]);
        pd_train_rig_capsules_deinit(&animal);
    }
    assert_in_range(without, 18, 42);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_seed_is_the_same_animal),
                                       cmocka_unit_test(joints_are_inside_and_the_lowest_is_on_the_ground),
                                       cmocka_unit_test(every_third_animal_lacks_an_optional_part)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
