/* Motions as AMASS has them: what is written has its numbers by its layout and comes back. */
#include "core/motion/amass.h"
#include "core/motion/write.h"
#include "core/retarget/skeleton.h"

#include "core/base/rng.h"
#include "core/io/tensor/npz_value.h"
#include "tests/support/default_model.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

enum { T = 6, K = 24, BETAS = 16 };

static void make(pd_retarget_motion *m)
{
    pd_anim_skeleton skeleton;
    pd_rng rng;
    pd_rng_init(&rng, 3);
    *m = (pd_retarget_motion){.betas = {0.5f, -1, 2}, .beta_count = 3};
    assert_int_equal(pd_retarget_skeleton_of(&skeleton, model, m->betas, m->beta_count, NULL), PD_OK);
    assert_int_equal(pd_anim_clip_init(&m->clip, &skeleton, T, 50, NULL), PD_OK);
    for (int t = 0; t < T; t++) {
        m->clip.roots[t] = pd_vec3_make(0.05 * pd_rng_normal(&rng), 1 + 0.1 * pd_rng_normal(&rng),
                                        0.05 * pd_rng_normal(&rng));
        for (int k = 0; k < K; k++) {
            pd_vec3 r =
                pd_vec3_make(0.5 * pd_rng_normal(&rng), 0.5 * pd_rng_normal(&rng), 0.5 * pd_rng_normal(&rng));
            pd_anim_clip_frame(&m->clip, t)[k] = pd_q_from_rotvec(r);
        }
    }
}

/* member, as doubles; its shape must be this one, 0 ends it. */
static double *member(pd_npz *npz, const char *name, size_t rows, size_t columns)
{
    pd_array a;
    assert_int_equal(pd_npz_read(&a, npz, name, NULL), PD_OK);
    assert_int_equal(a.rank, columns ? 2 : rows ? 1 : 0);
    if (rows) assert_int_equal(a.shape[0], rows);
    if (columns) assert_int_equal(a.shape[1], columns);
    double *out = malloc((a.count + 1) * sizeof *out);
    assert_int_equal(pd_array_f64(out, &a, name, NULL), PD_OK);
    return out;
}

/* AMASS stands on z: its x is ours, its y is our -z, its z our y. */
static void an_npz_has_poses_and_places_in_the_world_of_amass(void **state)
{
    (void)state;
    pd_retarget_motion m;
    pd_buffer out = {0};
    pd_npz npz;
    make(&m);
    assert_int_equal(pd_motion_npz(&out, &m, model, NULL), PD_OK);
    assert_int_equal(pd_npz_parse(&npz, out.data, out.size, "a.npz", NULL), PD_OK);
    double *poses = member(&npz, "poses", T, 3 * K), *trans = member(&npz, "trans", T, 3),
           *rate = member(&npz, "mocap_framerate", 0, 0), *betas = member(&npz, "betas", BETAS, 0);
    assert_near(rate[0], 50, 0);
    char gender[16];
    assert_int_equal(pd_npz_text(gender, sizeof gender, &npz, "gender", NULL), PD_OK);
    assert_string_equal(gender, "neutral");
    for (int b = 0; b < BETAS; b++) assert_near(betas[b], b < 3 ? (double)m.betas[b] : 0, 0);
    pd_anim_skeleton skeleton; /* a clip's has no place of its root */
    assert_int_equal(pd_retarget_skeleton_of(&skeleton, model, m.betas, m.beta_count, NULL), PD_OK);
    pd_vec3 rest = skeleton.offsets[skeleton.root];
    for (int t = 0; t < T; t++) {
        pd_vec3 root = m.clip.roots[t];
        assert_near(trans[3 * t], root.x - rest.x, 1e-6);
        assert_near(trans[3 * t + 1], -root.z - rest.y, 1e-6);
        assert_near(trans[3 * t + 2], root.y - rest.z, 1e-6);
        for (int k = 0; k < K; k++) {
            const double *r = poses + 3 * (K * t + k);
            pd_quat q = pd_q_from_rotvec(pd_vec3_make(r[0], r[1], r[2]));
            char name[PD_SMPL_NAME_BYTES];
            pd_motion_amass_joint(name, k, K);
            pd_quat ours = pd_anim_clip_frame(&m.clip, t)[pd_anim_skeleton_find(&m.clip.skeleton, name)];
            if (k) assert_near(pd_q_angle(q, ours), 0, 1e-6);
            if (k) continue;
            pd_vec3 v = pd_vec3_make(0.3, -0.5, 0.8), a = pd_q_rotate(ours, v), b = pd_q_rotate(q, v);
            assert_near(b.x, a.x, 1e-6);
            assert_near(b.y, -a.z, 1e-6);
            assert_near(b.z, a.y, 1e-6);
        }
    }
    free(poses), free(trans), free(rate), free(betas);
    pd_npz_deinit(&npz);
    pd_buffer_deinit(&out);
    pd_anim_clip_deinit(&m.clip);
}

static void a_written_file_reads_back_with_its_betas(void **state)
{
    (void)state;
    pd_retarget_motion m, back;
    pd_motion_amass_about about;
    pd_buffer out = {0};
    pd_npz npz;
    char notes[PD_MOTION_AMASS_NOTES];
    make(&m);
    assert_int_equal(pd_motion_npz(&out, &m, model, NULL), PD_OK);
    assert_int_equal(pd_npz_parse(&npz, out.data, out.size, "a.npz", NULL), PD_OK);
    assert_int_equal(pd_motion_amass_read(&back, notes, &npz, model, NULL, NULL), PD_OK);
    assert_string_equal(notes, "");
    assert_int_equal(back.clip.frame_count, T);
    assert_near(back.clip.rate, 50, 0);
    assert_true(back.beta_count >= 3);
    for (int b = 0; b < back.beta_count; b++)
        assert_near((double)back.betas[b], b < 3 ? (double)m.betas[b] : 0, 0);
    for (int t = 0; t < T; t++) {
        assert_near(pd_vec3_distance(back.clip.roots[t], m.clip.roots[t]), 0, 1e-5);
        for (int k = 0; k < K; k++)
            assert_near(pd_q_angle(pd_anim_clip_frame(&back.clip, t)[k], pd_anim_clip_frame(&m.clip, t)[k]),
                        0, 1e-6);
    }
    assert_int_equal(pd_motion_amass_describe(&about, &npz, NULL), PD_OK);
    double way = 0;
    for (int t = 1; t < T; t++)
        way += hypot(m.clip.roots[t].x - m.clip.roots[t - 1].x, m.clip.roots[t].z - m.clip.roots[t - 1].z);
    assert_near(about.path_m, way, 1e-5);
    assert_near(about.rate, 50, 0);
    assert_int_equal(about.frame_count, T);
    assert_int_equal(about.joint_count, K);
    assert_int_equal(about.beta_count, BETAS);
    pd_anim_clip_deinit(&back.clip);

    const float own[2] = {1, 1.5f}; /* the caller's betas come first */
    assert_int_equal(pd_motion_amass_read(&back, notes, &npz, model,
                                          &(pd_motion_amass_options){.betas = own, .beta_count = 2}, NULL),
                     PD_OK);
    assert_near((double)back.betas[1], 1.5, 0);
    pd_anim_clip_deinit(&back.clip);
    pd_npz_deinit(&npz);
    pd_buffer_deinit(&out);
    pd_anim_clip_deinit(&m.clip);
}

static void betas_of_another_model_are_left_out_with_a_note(void **state)
{
    (void)state;
    pd_smpl_model *other;
    pd_retarget_motion m, back;
    pd_buffer out = {0};
    pd_npz npz;
    char notes[PD_MOTION_AMASS_NOTES];
    assert_int_equal(pd_smpl_model_load(&other, "models/female.safetensors", NULL), PD_OK);
    make(&m);
    assert_int_equal(pd_motion_npz(&out, &m, model, NULL), PD_OK);
    assert_int_equal(pd_npz_parse(&npz, out.data, out.size, "a.npz", NULL), PD_OK);
    assert_int_equal(pd_motion_amass_read(&back, notes, &npz, other, NULL, NULL), PD_OK);
    assert_non_null(strstr(notes, "another model"));
    for (int b = 0; b < back.beta_count; b++) assert_near((double)back.betas[b], 0, 0);
    pd_anim_clip_deinit(&back.clip);
    pd_npz_deinit(&npz);
    pd_buffer_deinit(&out);
    pd_anim_clip_deinit(&m.clip);
    pd_smpl_model_release(other);
}

static void rotations_of_a_frame_are_its_matrices(void **state)
{
    (void)state;
    pd_retarget_motion m;
    float r[9 * K];
    make(&m);
    for (int t = 0; t < T; t++) {
        pd_retarget_motion_rotations(r, &m, t);
        for (int k = 0; k < K; k++)
            for (int c = 0; c < 3; c++) {
                pd_vec3 axis = pd_vec3_make(c == 0, c == 1, c == 2),
                        column = pd_q_rotate(pd_anim_clip_frame(&m.clip, t)[k], axis);
                assert_near((double)r[9 * k + c], column.x, 1e-6);
                assert_near((double)r[9 * k + 3 + c], column.y, 1e-6);
                assert_near((double)r[9 * k + 6 + c], column.z, 1e-6);
            }
    }
    pd_anim_clip_deinit(&m.clip);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_npz_has_poses_and_places_in_the_world_of_amass),
        cmocka_unit_test(a_written_file_reads_back_with_its_betas),
        cmocka_unit_test(betas_of_another_model_are_left_out_with_a_note),
        cmocka_unit_test(rotations_of_a_frame_are_its_matrices),
    };
    return cmocka_run_group_tests(tests, default_model_setup, default_model_teardown);
}
