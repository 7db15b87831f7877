/* A run of the simulation: computed once, stored, and read again. A run of another training is refused. */
#include "factory/tissue/run.h"

#include "core/anim/skeleton.h"
#include "tests/support/default_model.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void a_run_is_read_back_and_knows_its_key(void **state)
{
    char path[] = "/tmp/posed-tissue-XXXXXX";
    pd_anim_skeleton skeleton;
    pd_anim_clip clip;
    pd_factory_tissue_run run;
    pd_error err;
    const float betas[2] = {0.5F, 1};
    float most = 0;
    (void)state;
    close(mkstemp(path));
    assert_int_equal(pd_anim_skeleton_from_rest(&skeleton, (const char(*)[32])model->data.joint_names,
                                                model->data.parents, model->joint_template, 24, &err),
                     PD_OK);
    assert_int_equal(pd_anim_clip_init(&clip, &skeleton, 8, 60, &err), PD_OK);
    for (int t = 0; t < 8; t++) clip.roots[t] = pd_vec3_make(0, t < 4 ? 1 : 1 + 0.02 * (t - 3), 0);

    assert_int_equal(pd_factory_tissue_run_make(path, "a key", model, betas, 2, &clip, &err), PD_OK);
    assert_int_equal(pd_factory_tissue_run_open(&run, path, "a key", &err), PD_OK);
    assert_int_equal(run.frame_count, 8);
    assert_int_equal(run.feature_count, 144);
    assert_true(run.beta_count == 2 && run.betas[1] == 1);
    for (int i = 0; i < 3 * run.skin_count; i++) {
        assert_true(pd_half_to_float(run.d[i]) == 0);
        most = fmaxf(most, -pd_half_to_float(run.d[7 * 3 * run.skin_count + i]));
    }
    assert_true(run.x[4 * 144 + 1] > 4 &&
                run.x[3 * 144 + 1] == 0); /* 1.2 m/s in a frame, 72 m/s2, shortened */
    assert_true(most > 0.002F);
    pd_factory_tissue_run_close(&run);

    assert_int_equal(pd_factory_tissue_run_open(&run, path, "another", &err), PD_ERR_INVALID);
    assert_string_equal(err.where, path);
    unlink(path);
    pd_anim_clip_deinit(&clip);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_run_is_read_back_and_knows_its_key)};
    return cmocka_run_group_tests(tests, default_model_setup, default_model_teardown);
}
