/* Soft tissue of motions, by the shipped default model: at rest nothing, bounded in an hour of anything, what
 * files and live bodies have of it. */
#include "core/motion/write.h"
#include "core/retarget/motion_soft.h"

#include "core/base/rng.h"
#include "core/retarget/live_body.h"
#include "core/retarget/skeleton.h"
#include "core/smpl/soft/soft.h"
#include "tests/support/default_model.h"
#include "tests/support/soft_bound.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { T = 90, K = 24 };

/* Stands for a second, then drops onto straight legs by 5 cm. */
static void make(pd_retarget_motion *m, bool drops)
{
    pd_anim_skeleton skeleton;
    *m = (pd_retarget_motion){.betas = {0, 0.5F}, .beta_count = 2};
    assert_int_equal(pd_retarget_skeleton_of(&skeleton, model, m->betas, m->beta_count, NULL), PD_OK);
    assert_int_equal(pd_anim_clip_init(&m->clip, &skeleton, T, 60, NULL), PD_OK);
    for (int t = 0; t < T; t++) {
        const double fallen = t < 60 ? 0 : 0.5 * 9.81 * pow((t - 59) / 60.0, 2);
        m->clip.roots[t] = pd_vec3_make(0.02 * t, 1 - (drops ? fmin(0.05, fallen) : 0), 0);
    }
}

static void soft_tissue_is_still_in_steady_motion_and_moves_in_a_drop(void **state)
{
    (void)state;
    for (int drops = 0; drops < 2; drops++) {
        pd_retarget_motion m;
        float most = 0;
        make(&m, drops);
        assert_int_equal(pd_retarget_motion_soft(&m, model, true, 0, NULL), PD_OK);
        const float *soft = m.clip.soft;
        const int count = m.clip.soft_count;
        assert_int_equal(count, model->data.soft.mode_count + 1);
        for (int i = 0; i < T * count; i++) most = fmaxf(most, fabsf(soft[i]));
        assert_true(drops ? most > 0.3F && most < 30 : most < 1e-6F);
        for (int i = 0; i < 60 * count; i++) assert_true(fabsf(soft[i]) < 1e-6F);
        pd_anim_clip_deinit(&m.clip);
    }
}

static void breathing_alone_moves_nothing_else(void **state)
{
    pd_retarget_motion m;
    float most = 0;
    (void)state;
    make(&m, true);
    assert_int_equal(pd_retarget_motion_soft(&m, model, false, 60, NULL), PD_OK);
    const float *soft = m.clip.soft;
    const int count = m.clip.soft_count;
    for (int t = 0; t < T; t++) {
        for (int i = 0; i < count - 1; i++) assert_true(soft[t * count + i] == 0);
        most = fmaxf(most, soft[t * count + count - 1]);
    }
    assert_true(most > 0.99F && most <= 1);
    pd_anim_clip_deinit(&m.clip);
}

static void directions_equal_the_effect_of_a_coefficient_at_rest(void **state)
{
    const int count = model->soft_count;
    const size_t numbers = 3 * (size_t)model->vertex_count;
    float unit[40] = {0}, *shown = malloc(numbers * sizeof *shown), *rest = malloc(numbers * sizeof *rest);
    pd_arena scratch = {0};
    pd_retarget_motion m;
    pd_retarget_soft_morphs morphs;
    (void)state;
    make(&m, true);
    assert_int_equal(pd_retarget_motion_soft(&m, model, true, 0, NULL), PD_OK);
    float *soft = m.clip.soft;
    soft[3] = -50, soft[(T - 1) * count + 4] = 60; /* of the first frame, and of the last */
    assert_int_equal(pd_retarget_soft_morphs_init(&morphs, &m, model, NULL), PD_OK);
    assert_int_equal(morphs.morphs.count, count);
    assert_string_equal(morphs.list[0], "dmpl_0");
    assert_string_equal(morphs.list[count - 1], "breathing");
    assert_near((double)morphs.limits[3], 50, 0);
    assert_near((double)morphs.limits[4], 60, 0);
    for (int i = 0; i < count; i++)
        for (int t = 0; t < T; t++) assert_true(fabsf(soft[t * count + i]) <= morphs.limits[i]);
    for (int which = 0; which < 2; which++) {
        const pd_smpl_body body = {.soft = unit, .soft_count = count, .vertices = which ? shown : rest};
        const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
        unit[2] = which ? 1.5F : 0;
        assert_true(pd_arena_reserve(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
        pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    }
    float most = 0;
    for (size_t i = 0; i < numbers; i++) {
        const float moved = morphs.directions[i * (size_t)count + 2];
        assert_true(fabsf(shown[i] - rest[i] - 1.5F * moved) < 1e-5F);
        most = fmaxf(most, fabsf(moved));
        const float *w = model->data.weights + K * (i / 3);
        if (w[22] + w[23] + w[15] > 0.9F) assert_true(moved == 0); /* hands and head */
    }
    assert_true(most > 0.001F && most < 0.1F);
    pd_arena_deinit(&scratch);
    free(shown), free(rest);
    pd_retarget_soft_morphs_deinit(&morphs);
    pd_anim_clip_deinit(&m.clip);
}

/* Joints put anywhere in every frame for an hour, on builds from the least to the most: never beyond a bound,
 * and rest comes back. */
static void the_shipped_dynamics_bear_an_hour_of_anything(void **state)
{
    (void)state;
    for (int way = -1; way <= 1; way++) {
        const float betas[2] = {5 * (float)way, 5 * (float)way};
        pd_vec3 places[PD_ANIM_MAX_JOINTS];
        pd_quat rotations[PD_ANIM_MAX_JOINTS];
        pd_smpl_soft *soft = malloc(sizeof *soft);
        double most[PD_SMPL_SOFT_MAX_MODES], peak = 0;
        pd_rng rng;
        pd_rng_init(&rng, 5);
        assert_true(pd_smpl_soft_init(soft, &model->data, betas, 2, 1.0 / 60, 15));
        const int modes = model->data.soft.mode_count;
        for (int m = 0; m < modes; m++)
            most[m] = soft_bound(soft, m, PD_SMPL_SOFT_FEATURES * model->data.soft.joint_count);
        for (int t = 0; t < 1200 * 60; t++) {
            for (int k = 0; k < K; k++) {
                places[k] = pd_vec3_make(0.3 * pd_rng_uniform(&rng), 0.3 * pd_rng_uniform(&rng), 0);
                rotations[k] =
                    pd_q_from_rotvec(pd_vec3_make(pd_rng_between(&rng, -3, 3), pd_rng_uniform(&rng), 0));
            }
            pd_smpl_soft_step(soft, places, rotations);
            peak = fmax(peak, pd_smpl_soft_energy(soft));
            for (int m = 0; m < modes; m++) assert_true(fabs(soft->delta[0][m]) <= most[m]);
        }
        for (int t = 0; t < 600; t++) {
            const double before = pd_smpl_soft_energy(soft);
            pd_smpl_soft_step(soft, places, rotations);
            if (t > 2) assert_true(pd_smpl_soft_energy(soft) <= before);
        }
        assert_true(pd_smpl_soft_energy(soft) < 1e-9 * peak);
        free(soft);
    }
}

static void npz_and_glb_have_soft_tissue_only_where_it_is_asked_for(void **state)
{
    (void)state;
    for (int which = 0; which < 2; which++) {
        pd_buffer npz = {0}, glb = {0};
        pd_retarget_motion m;
        make(&m, true);
        if (which) assert_int_equal(pd_retarget_motion_soft(&m, model, true, 0, NULL), PD_OK);
        assert_int_equal(pd_motion_npz(&npz, &m, model, NULL), PD_OK);
        assert_int_equal(pd_motion_glb(&glb, &m, model, &pd_executor_serial, "motion", NULL), PD_OK);
        const bool in_npz = memmem(npz.data, npz.size, "dmpls", 5) != NULL,
                   in_glb = memmem(glb.data, glb.size, "\"path\":\"weights\"", 16) != NULL;
        assert_true(in_npz == which && in_glb == which);
        assert_true((memmem(glb.data, glb.size, "\"dmpl_0\"", 8) != NULL) == which);
        assert_true((memmem(glb.data, glb.size, "\"breathing\"]", 12) != NULL) == which);
        pd_buffer_deinit(&npz);
        pd_buffer_deinit(&glb);
        pd_anim_clip_deinit(&m.clip);
    }
}

static void a_model_without_soft_tissue_reports_it(void **state)
{
    pd_retarget_motion m;
    pd_error err;
    (void)state;
    make(&m, false);
    const int modes = model->data.soft.mode_count;
    model->data.soft.mode_count = 0;
    assert_int_equal(pd_retarget_motion_soft(&m, model, true, 0, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "/soft");
    assert_int_equal(pd_retarget_motion_soft(&m, model, false, 12, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "/breathing");
    model->data.soft.mode_count = modes;
    assert_null(m.clip.soft);
    pd_anim_clip_deinit(&m.clip);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soft_tissue_is_still_in_steady_motion_and_moves_in_a_drop),
        cmocka_unit_test(breathing_alone_moves_nothing_else),
        cmocka_unit_test(directions_equal_the_effect_of_a_coefficient_at_rest),
        cmocka_unit_test(the_shipped_dynamics_bear_an_hour_of_anything),
        cmocka_unit_test(npz_and_glb_have_soft_tissue_only_where_it_is_asked_for),
        cmocka_unit_test(a_model_without_soft_tissue_reports_it),
    };
    return cmocka_run_group_tests(tests, default_model_setup, default_model_teardown);
}
