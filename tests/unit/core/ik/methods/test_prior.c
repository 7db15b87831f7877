/* Tests the pose prior and its file. The density is compared with that of the whole covariance matrix,
 * computed by Gaussian elimination. */
#include "core/anim/biped.h"
#include "core/io/tensor/safetensors.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"
#include "tests/support/priors.h"

#include <math.h>
#include <stdlib.h>

#define K 24

static pd_quat turned(double x, double y, double z)
{
    return pd_q_from_rotvec(pd_vec3_make(x, y, z));
}

static void the_priors_numbers_restore_a_pose_except_its_heading(void **state)
{
    (void)state;
    pd_ik_prior *prior = priors_built(4, 3, 1);
    pd_quat q[K], back[K];
    double x[PD_IK_PRIOR_MAX_DIM];
    for (int k = 0; k < K; k++) q[k] = turned(0.1 * k - 1, 0.3, 0.05 * k);
    q[0] = turned(0.3, 0, -0.2);
    pd_ik_prior_features(x, prior, q);
    pd_ik_prior_rotations(back, prior, x);
    for (int k = 1; k < K; k++) assert_true(pd_q_angle(q[k], back[k]) < 1e-6);
    pd_vec3 up = {0, 1, 0};
    pd_vec3 a = pd_q_rotate(pd_q_conjugate(q[0]), up), b = pd_q_rotate(pd_q_conjugate(back[0]), up);
    assert_true(pd_vec3_distance(a, b) < 1e-6);
    q[0] = pd_q_mul(turned(0, 2, 0), q[0]); /* another heading: the same numbers */
    double again[PD_IK_PRIOR_MAX_DIM];
    pd_ik_prior_features(again, prior, q);
    for (int i = 0; i < prior->dim; i++) assert_true(fabs(x[i] - again[i]) < 1e-9);
    pd_ik_prior_release(prior);
}

/* Returns log N(x; m, W W^T + noise), by Gaussian elimination. */
static double plain_log(const pd_ik_prior *p, int k, const double *x)
{
    static double c[71][72];
    int d = p->dim;
    double log_det = 0, square = 0, scales = 0;
    for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
            c[i][j] = i == j ? (double)p->noise[k] : 0;
            for (int a = 0; a < p->rank; a++)
                c[i][j] +=
                    (double)p->bases[(k * p->rank + a) * d + i] * (double)p->bases[(k * p->rank + a) * d + j];
        }
        c[i][d] = x[i] - (double)p->means[k * d + i];
        scales += log((double)p->scale[i]);
    }
    for (int i = 0; i < d; i++) {
        log_det += log(c[i][i]);
        square += c[i][d] * c[i][d] / c[i][i];
        for (int r = i + 1; r < d; r++) {
            double f = c[r][i] / c[i][i];
            for (int j = i; j <= d; j++) c[r][j] -= f * c[i][j];
        }
    }
    return -0.5 * (square + log_det + d * 1.8378770664093453) - scales;
}

static void the_density_is_that_of_the_whole_covariance(void **state)
{
    (void)state;
    pd_ik_prior *prior = priors_built(4, 5, 3);
    double x[PD_IK_PRIOR_MAX_DIM], all = 0;
    for (int i = 0; i < prior->dim; i++) x[i] = 0.3 * sin(i);
    for (int k = 0; k < 4; k++) {
        double wanted = plain_log(prior, k, x) + log(0.5);
        assert_true(fabs(pd_ik_prior_component_log(prior, k, x) - wanted) < 1e-3);
        all += 0.5 * exp(wanted);
    }
    assert_true(fabs(pd_ik_prior_log(prior, x, -1) - log(all)) < 1e-3);
    double still = pd_ik_prior_log(prior, x, 0), bent = pd_ik_prior_log(prior, x, 1);
    assert_true(still > bent + 10);
    assert_true(fabs(pd_ik_prior_log(prior, x, -1) - log(0.5 * exp(still) + 0.5 * exp(bent))) < 1e-6);
    pd_ik_prior_release(prior);
}

static void a_written_file_gives_back_its_values(void **state)
{
    (void)state;
    pd_ik_prior made, read;
    pd_buffer once = {0}, twice = {0};
    priors_make(&made, 5, 2, 7);
    made.text.credits = strdup("somebody");
    assert_int_equal(pd_ik_prior_encode(&once, &made, NULL), PD_OK);
    assert_int_equal(pd_ik_prior_parse(&read, once.data, once.size, "prior", NULL), PD_OK);
    assert_int_equal(pd_ik_prior_encode(&twice, &read, NULL), PD_OK);
    assert_int_equal(once.size, twice.size);
    assert_memory_equal(once.data, twice.data, once.size);
    assert_string_equal(read.text.credits, "somebody");
    assert_int_equal(pd_ik_prior_style(&read, "bent"), 1);
    assert_int_equal(pd_ik_prior_style(&read, "straight"), -1);
    pd_ik_prior_deinit(&made);
    pd_ik_prior_deinit(&read);
    pd_buffer_deinit(&once);
    pd_buffer_deinit(&twice);
}

static void expect_refused(const pd_ik_prior *p, const char *where, const char *detail)
{
    pd_error err = {0};
    assert_int_not_equal(pd_ik_prior_check(p, &err), PD_OK);
    assert_non_null(strstr(err.where, where));
    if (!strstr(err.detail, detail)) fail_msg("\"%s\" is not in \"%s\"", detail, err.detail);
}

static void bad_numbers_are_refused_with_their_place(void **state)
{
    (void)state;
    pd_ik_prior p;
    priors_make(&p, 4, 2, 1);
    p.noise[2] = 0;
    expect_refused(&p, "noise", "number 2 is 0");
    p.noise[2] = 0.1f;
    p.means[3] = NAN;
    expect_refused(&p, "means", "number 3 is nan");
    p.means[3] = 0;
    p.weights[0] = 0.1f;
    expect_refused(&p, "weights", "of style \"still\" is 0.6");
    p.weights[0] = 0.5f;
    p.styles[1] = 9;
    expect_refused(&p, "styles", "component 1 is of style 9; 0 to 1 allowed");
    p.styles[1] = 0;
    strcpy(p.joint_names[3], p.joint_names[2]);
    expect_refused(&p, "joint_names", "twice");
    pd_ik_prior_deinit(&p);
}

/* Checks that the file is refused after a change of the metadata's text. */
static void expect_bad_file(const pd_buffer *good, const char *from, const char *to, const char *where)
{
    pd_buffer bad = {0};
    pd_ik_prior read;
    pd_error err = {0};
    pd_buffer_add(&bad, good->data, good->size);
    char *at = memmem(bad.data, bad.size, from, strlen(from));
    assert_non_null(at);
    memcpy(at, to, strlen(to));
    assert_int_not_equal(pd_ik_prior_parse(&read, bad.data, bad.size, "prior", &err), PD_OK);
    assert_null(read.centre);
    if (!strstr(err.where, where)) fail_msg("\"%s: %s\": not at %s", err.where, err.detail, where);
    pd_buffer_deinit(&bad);
}

static void a_file_that_is_no_prior_is_refused_with_its_place(void **state)
{
    (void)state;
    pd_ik_prior p;
    pd_buffer file = {0};
    priors_make(&p, 4, 2, 1);
    assert_int_equal(pd_ik_prior_encode(&file, &p, NULL), PD_OK);
    expect_bad_file(&file, "pose-prior", "nose-prior", "kind");
    expect_bad_file(&file, "\"1.0\"", "\"7.0\"", "version");
    expect_bad_file(&file, "\"means\"", "\"beans\"", "means");
    expect_bad_file(&file, "\"bases\"", "\"vases\"", "bases");
    expect_bad_file(&file, "pelvis,left_hip", "pelvis,left,hip", "bases");
    pd_ik_prior_deinit(&p);
    pd_buffer_deinit(&file);
}

static void joints_are_found_by_smpls_and_the_motion_skeletons_names(void **state)
{
    (void)state;
    pd_ik_prior *prior = priors_built(2, 1, 1);
    pd_anim_skeleton human, biped, arm;
    int joints[K];
    char missing[64];
    human_init(&human);
    pd_anim_biped_skeleton(&biped);
    assert_int_equal(pd_ik_prior_joints(joints, prior, &human, NULL, 0), 0);
    for (int k = 0; k < K; k++) assert_int_equal(joints[k], k);
    assert_int_equal(pd_ik_prior_joints(joints, prior, &biped, missing, sizeof missing), 0);
    assert_string_equal(biped.names[joints[0]], "Hips");
    assert_string_equal(biped.names[joints[3]], "LowerBack");
    assert_string_equal(biped.names[joints[16]], "LeftArm");
    assert_string_equal(biped.names[joints[21]], "RightHand");
    pd_anim_skeleton_init(&arm, (pd_anim_joint[]){{"a", NULL, {0, 0, 0}}, {"left_hip", "a", {0, 1, 0}}}, 2,
                          NULL);
    assert_int_equal(pd_ik_prior_joints(joints, prior, &arm, missing, sizeof missing), 22);
    assert_memory_equal(missing, "right_hip, spine1", 17);
    pd_ik_prior_release(prior);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_priors_numbers_restore_a_pose_except_its_heading),
        cmocka_unit_test(the_density_is_that_of_the_whole_covariance),
        cmocka_unit_test(a_written_file_gives_back_its_values),
        cmocka_unit_test(bad_numbers_are_refused_with_their_place),
        cmocka_unit_test(a_file_that_is_no_prior_is_refused_with_its_place),
        cmocka_unit_test(joints_are_found_by_smpls_and_the_motion_skeletons_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
