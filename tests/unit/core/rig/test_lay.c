/* @heavy: takes over five seconds under ASan. */
/* Classification of animals of capsules: only their own plan fits them. A request for another plan is refused
 * with the name of the right one. */
#include "core/animal/rig.h"
#include "core/rig/lay.h"
#include "tests/support/capsules.h"

static const double shapes[3][2] = {{1, 1}, {0.8, 1.1}, {1.25, 0.9}};

static pd_rig_job job_of(const capsules *c, pd_rig_plan_id plan)
{
    return (pd_rig_job){.vertices = c->vertices,
                        .faces = c->faces,
                        .vertex_count = c->vertex_count,
                        .face_count = c->face_count,
                        .plan = plan};
}

static void make_solid(pd_rig_solid *solid, pd_rig_mesh *mesh, const capsules *animal)
{
    /* lying, so that the solid has to turn it back */
    static const double lying[9] = {1, 0, 0, 0, 0, 1, 0, -1, 0};
    assert_int_equal(pd_rig_mesh_init(mesh, animal->vertices, animal->vertex_count, animal->faces,
                                      animal->face_count, lying, NULL),
                     PD_OK);
    assert_int_equal(pd_rig_solid_init(solid, mesh, NULL), PD_OK);
}

static void each_animal_is_its_own_plan_and_no_other(void **state)
{
    (void)state;
    printf("%-28s", "penalties as");
    for (int plan = 0; plan < PD_RIG_PLANS; plan++) printf(" %10s", pd_rig_plans[plan].name);
    for (int of = 0; of < PD_RIG_PLANS; of++)
        for (int i = 0; i < 3; i++) {
            capsules animal = capsules_animal(&pd_rig_plans[of], shapes[i][0], shapes[i][1], 0.05, -1);
            pd_rig_solid solid;
            pd_rig_mesh mesh;
            pd_rig_laid laid;
            double costs[PD_RIG_PLANS];
            make_solid(&solid, &mesh, &animal);

            printf("\n%-10s limbs %.2f trunk %.2f", pd_rig_plans[of].name, shapes[i][0], shapes[i][1]);
            for (int plan = 0; plan < PD_RIG_PLANS; plan++) {
                const pd_rig_job job = job_of(&animal, (pd_rig_plan_id)plan);
                pd_rig_lay_begin(&laid, (pd_rig_plan_id)plan);
                assert_int_equal(pd_rig_lay(&laid, &solid, &job, PD_RIG_Y, NULL), PD_OK);
                assert_true(laid.least <= laid.embedding.cost || !(laid.score < INFINITY));
                costs[plan] = laid.least;
                printf(" %10.2f", costs[plan]);
            }
            for (int plan = 0; plan < PD_RIG_PLANS; plan++) {
                const pd_rig_job job = job_of(&animal, (pd_rig_plan_id)plan);
                if (plan == of) continue;
                assert_true(costs[of] < PD_RIG_LAY_BETTER * costs[plan]);
                assert_int_equal(
                    pd_rig_lay_others(&laid, &solid, &job, PD_RIG_MX, PD_RIG_LAY_BETTER * costs[plan], NULL),
                    PD_OK);
                assert_ptr_equal(laid.plan, &pd_rig_plans[of]);
                assert_int_equal(laid.up, PD_RIG_Y);
            }
            assert_true(costs[of] <= PD_RIG_LAY_CLEAR);
            pd_rig_solid_deinit(&solid), pd_rig_mesh_deinit(&mesh);
            capsules_free(&animal);
        }
    printf("\n");
}

static void no_other_template_is_named_where_none_fits_better(void **state)
{
    capsules animal = capsules_animal(&pd_rig_plans[PD_RIG_QUADRUPED], 1, 1, 0.05, -1);
    pd_rig_job job = job_of(&animal, PD_RIG_BIRD);
    pd_rig_solid solid;
    pd_rig_mesh mesh;
    pd_rig_laid laid;
    (void)state;
    make_solid(&solid, &mesh, &animal);
    assert_int_equal(pd_rig_lay_others(&laid, &solid, &job, PD_RIG_AXIS_ANY, 0.01, NULL), PD_OK);
    assert_null(laid.plan);

    /* an axis that is not up leaves nothing */
    job.up = PD_RIG_MX;
    assert_int_equal(pd_rig_lay_others(&laid, &solid, &job, PD_RIG_AXIS_ANY, 9, NULL), PD_OK);
    assert_null(laid.plan);
    job.up = PD_RIG_AXIS_ANY;

    pd_cancel cancel = {PD_CANCEL_GONE};
    job.cancel = &cancel;
    assert_int_equal(pd_rig_lay_others(&laid, &solid, &job, PD_RIG_Y, 9, NULL), PD_ERR_BUSY);
    pd_rig_solid_deinit(&solid), pd_rig_mesh_deinit(&mesh);
    capsules_free(&animal);
}

/* A creature asked for as another is refused with the text that names it. */
static void a_request_for_another_animal_is_refused_with_the_right_one(void **state)
{
    (void)state;
    for (int of = 0; of < PD_RIG_PLANS; of++) {
        capsules animal = capsules_animal(&pd_rig_plans[of], 1, 1, 0.05, -1);
        for (int plan = PD_RIG_PERSON + 1; plan < PD_RIG_PLANS; plan++) {
            const pd_rig_job job = job_of(&animal, (pd_rig_plan_id)plan);
            char name[64];
            pd_rig_result rig;
            pd_error err;
            if (plan == of) continue;
            snprintf(name, sizeof name, "template=%s", pd_rig_plans[of].name);
            assert_int_equal(pd_animal_rig_run(&rig, &job, &err), PD_ERR_INVALID);
            if (!strstr(err.detail, name)) fail_msg("a %s: %s", pd_rig_plans[of].name, err.detail);
        }
        capsules_free(&animal);
    }
}

/* A beast that is the same before and behind, on four legs whose soles are before their shanks: only they
 * tell where it looks. */
static void an_animal_faces_where_its_feet_point(void **state)
{
    (void)state;
    for (int side = 1; side >= -1; side -= 2) {
        static const double legs[4][2] = {{0.13, 0.45}, {-0.13, 0.45}, {0.13, -0.45}, {-0.13, -0.45}};
        capsules beast;
        pd_rig_solid solid;
        pd_rig_mesh mesh;
        pd_rig_laid laid;
        capsules_begin(&beast, 11);
        capsules_add(&beast, (double[3]){0, 0.9, -0.5}, (double[3]){0, 0.9, 0.5}, 0.14);
        for (int end = 1; end >= -1; end -= 2)
            capsules_add(&beast, (double[3]){0, 0.92, 0.5 * end}, (double[3]){0, 1.1, 1.1 * end}, 0.07);
        for (int i = 0; i < 4; i++) {
            capsules_add(&beast, (double[3]){legs[i][0], 0.85, legs[i][1]},
                         (double[3]){legs[i][0], 0.05, legs[i][1]}, 0.05);
            capsules_add(&beast, (double[3]){legs[i][0], 0.04, legs[i][1]},
                         (double[3]){legs[i][0], 0.03, legs[i][1] + 0.14 * side}, 0.035);
        }
        make_solid(&solid, &mesh, &beast);
        const pd_rig_job job = job_of(&beast, PD_RIG_QUADRUPED);
        pd_rig_lay_begin(&laid, PD_RIG_QUADRUPED);
        assert_int_equal(pd_rig_lay(&laid, &solid, &job, PD_RIG_Y, NULL), PD_OK);
        assert_true(laid.score < INFINITY);
        if (!(laid.turn[8] * side > 0.9)) fail_msg("it looks along %g z; %d expected", laid.turn[8], side);
        pd_rig_solid_deinit(&solid), pd_rig_mesh_deinit(&mesh);
        capsules_free(&beast);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_animal_is_its_own_plan_and_no_other),
        cmocka_unit_test(no_other_template_is_named_where_none_fits_better),
        cmocka_unit_test(an_animal_faces_where_its_feet_point),
        cmocka_unit_test(a_request_for_another_animal_is_refused_with_the_right_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
