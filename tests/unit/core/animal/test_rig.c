/* @heavy: takes over five seconds under ASan. */
/* Animals made of capsules are rigged in any orientation.
 * Other meshes are refused with a description of what was found. */
#include "core/animal/rig.h"
#include "tests/support/capsules.h"

static pd_rig_job job_of(const capsules *c, pd_rig_plan_id plan)
{
    return (pd_rig_job){.vertices = c->vertices,
                        .faces = c->faces,
                        .vertex_count = c->vertex_count,
                        .face_count = c->face_count,
                        .plan = plan};
}

/* Rotates an animal: its x, y, z become these axes of the file. */
static void turn(capsules *c, const double way[9])
{
    for (int i = 0; i < c->vertex_count; i++) {
        float *v = c->vertices + 3 * i;
        const double from[3] = {v[0], v[1], v[2]};
        for (int k = 0; k < 3; k++)
            v[k] = (float)(way[k] * from[0] + way[3 + k] * from[1] + way[6 + k] * from[2]);
    }
}

static void check(pd_rig_plan_id plan, pd_rig_axis up, const double facing[3])
{
    const pd_rig_plan *table = &pd_rig_plans[plan];
    capsules animal = capsules_animal(table, 1.1, 0.95, 0.05, -1);
    double way[9], sum = 0, along = 0;
    pd_rig_result rig;
    pd_error err;
    assert_true(pd_rig_way_of(way, up, facing));
    turn(&animal, way);
    const pd_rig_job job = job_of(&animal, plan);
    if (pd_animal_rig_run(&rig, &job, &err) != PD_OK) fail_msg("%s: %s", table->name, err.detail);

    assert_int_equal(rig.up, up);
    for (int c = 0; c < 3; c++) along += rig.facing[c] * way[6 + c];
    if (!(along > 0.98)) fail_msg("%s: looks %.2f along where it should", table->name, along);
    int bone = 0;
    for (int k = 0; k < table->count; k++) {
        double square = 0;
        if (table->rows[k].flags & PD_RIG_TIP && !(table->rows[k].flags & PD_RIG_END)) continue;
        assert_string_equal(rig.bones[bone].name, table->rows[k].name);
        assert_true(rig.bones[bone].parent < bone && rig.bones[bone].confidence > 0 &&
                    rig.bones[bone].confidence <= 1);
        for (int r = 0; r < 3; r++) {
            double file[3] = {0}, x = rig.mesh.upright[4 * r + 3];
            for (int c = 0; c < 3; c++)
                file[c] = way[c] * animal.joints[k][0] + way[3 + c] * animal.joints[k][1] +
                          way[6 + c] * animal.joints[k][2];
            for (int c = 0; c < 3; c++) x += rig.mesh.upright[4 * r + c] * file[c];
            square += pow(x / rig.mesh.height - rig.bones[bone].at[r], 2);
        }
        sum += sqrt(square);
        bone++;
    }
    assert_int_equal(bone, rig.bone_count);
    double low = INFINITY; /* legs end on the ground: what walks is found by that */
    for (int b = 0; b < bone; b++) low = fmin(low, rig.bones[b].at[1]);
    assert_true(low < 0.15);
    double size = 1;
    for (int i = 0; i < 3 * rig.mesh.vertex_count; i++)
        size = fmax(size, i % 3 == 1 ? 1 : 2 * fabs(rig.mesh.points[i]));
    if (sum / bone / size > 0.05) fail_msg("%s: joints %.3f of the size off", table->name, sum / bone / size);

    /* a vertex at the tip of a limb goes with that limb, and none is without */
    for (int i = 0; i < rig.mesh.vertex_count; i++) {
        const float *w = rig.weights.values[i];
        assert_near((double)(w[0] + w[1] + w[2] + w[3]), 1, 1e-5);
        for (int s = 0; s < 4; s++) assert_true(w[s] >= 0 && rig.weights.bones[i][s] < rig.bone_count);
    }
    assert_true(rig.quality.coverage > 0.8);
    pd_rig_deinit(&rig);
    capsules_free(&animal);
}

static void animals_are_found_whichever_way_they_stand(void **state)
{
    static const double ahead[3] = {0, 0, 1}, aside[3] = {1, 0, 0}, askew[3] = {0.6, -0.8, 0},
                        down[3] = {0, -1, 0};
    (void)state;
    check(PD_RIG_QUADRUPED, PD_RIG_Y, ahead);
    check(PD_RIG_QUADRUPED, PD_RIG_Z, askew);
    check(PD_RIG_BIRD, PD_RIG_Y, aside);
    check(PD_RIG_SPIDER, PD_RIG_Y, ahead);
    check(PD_RIG_SPIDER, PD_RIG_Z, down);
}

/* Legs half as long: a quadruped still, but one to look at. */
static void odd_proportions_are_doubtful(void **state)
{
    static const double limbs[2] = {1, 0.5};
    (void)state;
    for (int i = 0; i < 2; i++) {
        capsules animal = capsules_animal(&pd_rig_plans[PD_RIG_QUADRUPED], limbs[i], 1, 0.05, -1);
        const pd_rig_job job = job_of(&animal, PD_RIG_QUADRUPED);
        pd_rig_result rig;
        pd_error err;
        if (pd_animal_rig_run(&rig, &job, &err) != PD_OK) fail_msg("limbs %g: %s", limbs[i], err.detail);
        printf("limbs %g: penalties %.2f, residual %.3f\n", limbs[i], rig.penalty, rig.quality.residual);
        assert_true(rig.quality.residual < PD_RIG_RESIDUAL_DOUBT);
        for (int b = 0; b < rig.bone_count; b++) assert_true(rig.bones[b].confidence >= PD_RIG_DOUBTFUL);
        assert_int_equal(rig.is_doubtful, i == 1);
        pd_rig_deinit(&rig);
        capsules_free(&animal);
    }
}

/* A ball is refused because it is convex, a bent tube because it has two ends. */
static void a_ball_and_a_bent_tube_are_no_quadrupeds(void **state)
{
    static const double at[3] = {0, 1, 0}, as_well[3] = {0, 1.01, 0}, top[3] = {0, 4, 0}, side[3] = {3, 1, 0};
    capsules ball, tube;
    pd_rig_result rig;
    pd_error err;
    (void)state;
    capsules_begin(&ball, 1);
    capsules_add(&ball, at, as_well, 1);
    const pd_rig_job job = job_of(&ball, PD_RIG_QUADRUPED);
    assert_int_equal(pd_animal_rig_run(&rig, &job, &err), PD_ERR_INVALID);
    if (!strstr(err.detail, "convex")) fail_msg("%s", err.detail);
    capsules_free(&ball);

    capsules_begin(&tube, 2);
    capsules_add(&tube, at, top, 0.4);
    capsules_add(&tube, at, side, 0.4);
    const pd_rig_job bent = job_of(&tube, PD_RIG_QUADRUPED);
    assert_int_equal(pd_animal_rig_run(&rig, &bent, &err), PD_ERR_INVALID);
    if (!strstr(err.detail, "no quadruped is seen")) fail_msg("%s", err.detail);
    capsules_free(&tube);
}

static void a_cancelled_job_ends(void **state)
{
    capsules animal = capsules_animal(&pd_rig_plans[PD_RIG_QUADRUPED], 1, 1, 0.05, -1);
    pd_cancel cancel = {PD_CANCEL_GONE};
    pd_rig_job job = job_of(&animal, PD_RIG_QUADRUPED);
    pd_rig_result rig;
    (void)state;
    job.cancel = &cancel;
    assert_int_equal(pd_animal_rig_run(&rig, &job, NULL), PD_ERR_BUSY);
    capsules_free(&animal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(animals_are_found_whichever_way_they_stand),
                                       cmocka_unit_test(odd_proportions_are_doubtful),
                                       cmocka_unit_test(a_ball_and_a_bent_tube_are_no_quadrupeds),
                                       cmocka_unit_test(a_cancelled_job_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
