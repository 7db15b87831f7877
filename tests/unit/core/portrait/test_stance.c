/* Tests the stances of people in pictures, on the shipped model of a person. */
#include "core/math/rotation.h"
#include "core/portrait/stance.h"
#include "core/smpl/part/hand.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

enum { JOINTS_MOST = 64 };

static pd_smpl_model *person;

static int load(void **state)
{
    pd_error err;
    (void)state;
    return pd_smpl_model_load(&person, "models/person.safetensors", &err) != PD_OK;
}

static int unload(void **state)
{
    (void)state;
    pd_smpl_model_release(person);
    return 0;
}

/* Poses the body: identity, then the stance. */
static void stand(float r[9 * JOINTS_MOST], pd_portrait_stance stance, int way)
{
    assert_in_range(person->joint_count, 1, JOINTS_MOST);
    for (int i = 0; i < 9 * person->joint_count; i++) r[i] = i % 9 % 4 == 0;
    pd_portrait_stance_run(r, person, stance, way);
}

/* Returns the rotation vector of a joint, degrees. */
static void degrees_of(double out[3], const float *r, const char *joint)
{
    double m[9];
    const int k = pd_smpl_joint_find(&person->data, joint);
    assert_true(k >= 0);
    for (int c = 0; c < 9; c++) m[c] = (double)r[9 * k + c];
    pd_rot_to_axis_angle(out, m);
    for (int c = 0; c < 3; c++) out[c] *= 180 / M_PI;
}

static void every_odd_way_is_the_mirror_image_of_the_one_before(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"left_hip", "right_hip"},     {"left_knee", "right_knee"}, {"left_collar", "right_collar"},
        {"left_elbow", "right_elbow"}, {"spine3", "spine3"},        {"right_wrist", "left_wrist"}};
    for (int way = 0; way < PD_PORTRAIT_WAYS; way += 2) {
        float one[9 * JOINTS_MOST], other[9 * JOINTS_MOST];
        stand(one, PD_PORTRAIT_STANCE_STANDING, way);
        stand(other, PD_PORTRAIT_STANCE_STANDING, way + 1);
        for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
            double a[3], b[3];
            degrees_of(a, one, pairs[p][0]);
            degrees_of(b, other, pairs[p][1]);
            assert_true(fabs(a[0] - b[0]) < 1e-4);
            assert_true(fabs(a[1] + b[1]) < 1e-4);
            assert_true(fabs(a[2] + b[2]) < 1e-4);
        }
        assert_string_equal(pd_portrait_stance_hand(PD_PORTRAIT_STANCE_STANDING, way, 0),
                            pd_portrait_stance_hand(PD_PORTRAIT_STANCE_STANDING, way + 1, 1));
    }
}

/* Among a hundred seeds every way has at least eight people. */
static void people_of_seeds_stand_in_all_ways(void **state)
{
    (void)state;
    int count[PD_PORTRAIT_WAYS] = {0};
    for (uint64_t seed = 0; seed < 100; seed++) {
        const int way = pd_portrait_stance_way(seed);
        assert_in_range(way, 0, PD_PORTRAIT_WAYS - 1);
        assert_int_equal(way, pd_portrait_stance_way(seed));
        count[way]++;
    }
    for (int w = 0; w < PD_PORTRAIT_WAYS; w++) assert_true(count[w] >= 8);
}

/* Collar and shoulder lower the arm by 74 to 78 degrees from the T-pose, and no shoulder alone does. */
static void upper_arms_hang_and_collars_sink_with_them(void **state)
{
    (void)state;
    for (int way = 0; way < PD_PORTRAIT_WAYS; way++) {
        float r[9 * JOINTS_MOST];
        double collar[3], shoulder[3];
        stand(r, PD_PORTRAIT_STANCE_STANDING, way);
        for (int side = 0; side < 2; side++) {
            degrees_of(collar, r, side ? "right_collar" : "left_collar");
            degrees_of(shoulder, r, side ? "right_shoulder" : "left_shoulder");
            const double sum = fabs(collar[2] + shoulder[2]);
            assert_true(fabs(collar[2]) > 12 && sum > 73.5 && sum < 78.5);
        }
    }
}

/* The little finger curls more than the index finger, and the left hand not as the right one. */
static void fingers_of_a_hanging_hand_curl_more_towards_the_little_one(void **state)
{
    (void)state;
    const int first[2] = {pd_smpl_joint_find(&person->data, "left_index1"),
                          pd_smpl_joint_find(&person->data, "right_index1")};
    double rest[3 * JOINTS_MOST];
    for (int k = 0; k < 3 * person->joint_count; k++) rest[k] = (double)person->joint_template[k];

    for (int way = 0; way < PD_PORTRAIT_WAYS; way++) {
        float r[9 * JOINTS_MOST];
        double sums[2][2] = {{0}}; /* left and right; index and little finger */
        stand(r, PD_PORTRAIT_STANCE_STANDING, way);
        for (int side = 0; side < 2; side++) {
            float angles[45];
            pd_smpl_hand_pose_angles(angles, rest, person->data.parents, first[side], PD_SMPL_HAND_RELAXED);
            pd_rot_from_axis_angle_array(r + 9 * first[side], angles, 15);
            pd_portrait_stance_curl(r, person, PD_PORTRAIT_STANCE_STANDING, way, side);
            for (int k = 1; k <= 3; k++) {
                char name[32];
                double v[3];
                snprintf(name, sizeof name, "%s_index%d", side ? "right" : "left", k);
                degrees_of(v, r, name);
                sums[side][0] += sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
                snprintf(name, sizeof name, "%s_pinky%d", side ? "right" : "left", k);
                degrees_of(v, r, name);
                sums[side][1] += sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
            }
            assert_true(sums[side][1] > sums[side][0] + 30);
        }
        assert_true(fabs(sums[0][1] - sums[1][1]) > 5);
    }
}

/* A model without fingers or collars stands all the same. */
static void joints_that_a_model_lacks_are_left_out(void **state)
{
    (void)state;
    pd_smpl_model *body;
    pd_error err;
    float r[9 * JOINTS_MOST];
    assert_int_equal(pd_smpl_model_load(&body, "models/default.safetensors", &err), PD_OK);
    for (int i = 0; i < 9 * body->joint_count; i++) r[i] = i % 9 % 4 == 0;
    pd_portrait_stance_run(r, body, PD_PORTRAIT_STANCE_STANDING, 2);
    pd_portrait_stance_curl(r, body, PD_PORTRAIT_STANCE_STANDING, 2, 0);
    for (int i = 0; i < 9 * body->joint_count; i++) assert_true(fabsf(r[i]) <= 1.000001f);
    pd_smpl_model_release(body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_odd_way_is_the_mirror_image_of_the_one_before),
        cmocka_unit_test(people_of_seeds_stand_in_all_ways),
        cmocka_unit_test(upper_arms_hang_and_collars_sink_with_them),
        cmocka_unit_test(fingers_of_a_hanging_hand_curl_more_towards_the_little_one),
        cmocka_unit_test(joints_that_a_model_lacks_are_left_out),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
