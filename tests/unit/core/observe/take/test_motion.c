/* Tests that a fitted take becomes a clip whose joints are those of the body's forward pass. */
#include "core/observe/take/motion.h"
#include "tests/support/takes.h"

/* The clip's joints are those of the body's own forward pass. */
static void a_take_becomes_a_clip_of_its_body(void **state)
{
    enum { FRAMES = 3 };
    pd_smpl_model *m = sight_model();
    float rotations[FRAMES * 9 * SIGHT_JOINTS], translations[FRAMES * 3], betas[SIGHT_BETAS];
    pd_observe_take take = {.betas = betas,
                            .rotations = rotations,
                            .translations = translations,
                            .frame_count = FRAMES,
                            .rate = 50};
    pd_retarget_motion motion;
    pd_error err;

    (void)state;
    for (int f = 0; f < FRAMES; f++) {
        sight_person p;
        sight_draw(&p, 1, 1, (uint64_t)f + 1);
        memcpy(rotations + 9 * SIGHT_JOINTS * f, p.rotations, sizeof p.rotations);
        memcpy(translations + 3 * f, p.translation, sizeof p.translation);
        if (!f) memcpy(betas, p.betas, sizeof betas);
    }
    assert_int_equal(pd_observe_take_motion(&motion, &take, m, &err), PD_OK);
    assert_int_equal(motion.clip.frame_count, FRAMES);
    assert_near(motion.clip.rate, 50, 0);
    assert_int_equal(motion.beta_count, SIGHT_BETAS);
    for (int f = 0; f < FRAMES; f++) {
        pd_vec3 at[SIGHT_JOINTS];
        float joints[3 * SIGHT_JOINTS];
        sight_person p;
        memcpy(p.betas, betas, sizeof betas);
        memcpy(p.rotations, rotations + 9 * SIGHT_JOINTS * f, sizeof p.rotations);
        memcpy(p.translation, translations + 3 * f, sizeof p.translation);
        sight_pose(NULL, joints, m, &p);
        pd_anim_clip_pose(at, NULL, &motion.clip, f);
        for (int k = 0; k < SIGHT_JOINTS; k++) {
            assert_near(at[k].x, (double)joints[3 * k], 1e-5);
            assert_near(at[k].y, (double)joints[3 * k + 1], 1e-5);
            assert_near(at[k].z, (double)joints[3 * k + 2], 1e-5);
        }
    }
    pd_anim_clip_deinit(&motion.clip);
    pd_smpl_model_release(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_take_becomes_a_clip_of_its_body)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
