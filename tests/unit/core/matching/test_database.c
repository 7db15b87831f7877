/* Tests the database of captured frames: poses come back from their whole numbers, a file is read back to the
 * same bytes, and every cut of a file is refused. */
#include "core/base/file.h"
#include "tests/support/databases.h"

#include <stdlib.h>

static void whole_numbers_restore_a_pose(void **state)
{
    (void)state;
    pd_matching_database d;
    pd_matching_pose in, out;
    databases_make(&d, 60);
    databases_pose(&in, 1.2, 0.3);
    in.rotations[0] = pd_q_from_rotvec(pd_vec3_make(0.2, -0.4, 3)); /* w near 0 */
    pd_matching_pose_write(&d, 7, &in);
    pd_matching_pose_read(&out, &d, 7, NULL);
    for (int j = 0; j < d.joint_count; j++)
        assert_true(pd_q_angle(in.rotations[j], out.rotations[j]) < (j ? 2e-4 : 2e-3));
    assert_true(pd_vec3_distance(in.hips, out.hips) < 6e-5);
    pd_matching_database_deinit(&d);
}

static void a_mirrored_pose_is_the_mirror_image_of_the_pose(void **state)
{
    (void)state;
    pd_matching_model *m = databases_built(30);
    pd_matching_pose own, mirrored;
    pd_matching_pose_read(&own, &m->database, 200, NULL);
    pd_matching_pose_read(&mirrored, &m->database, 200, m->index.mirror);
    assert_true(fabs(own.hips.x + mirrored.hips.x) < 1e-9);
    for (int j = 0; j < m->database.joint_count; j++) {
        pd_quat q = mirrored.rotations[m->index.mirror[j]];
        assert_true(pd_q_angle(own.rotations[j], (pd_quat){q.x, -q.y, -q.z, q.w}) < 1e-6);
    }
    pd_matching_model_release(m);
}

static void a_file_is_read_back_to_the_same_bytes(void **state)
{
    (void)state;
    pd_matching_database d, back;
    pd_buffer once = {0}, twice = {0};
    pd_error err;
    databases_make(&d, 30);
    d.text.name = strdup("made by a test");
    assert_int_equal(pd_matching_database_encode(&once, &d, &err), PD_OK);
    assert_int_equal(pd_matching_database_parse(&back, once.data, once.size, "file", &err), PD_OK);
    assert_string_equal(back.text.name, "made by a test");
    assert_true(back.frame_rate == 30 && back.clip_count == DATABASES_CLIPS && back.copies[1].mirror);
    assert_int_equal(pd_matching_database_encode(&twice, &back, &err), PD_OK);
    assert_int_equal(once.size, twice.size);
    assert_memory_equal(once.data, twice.data, once.size);
    pd_buffer_deinit(&once), pd_buffer_deinit(&twice);
    pd_matching_database_deinit(&d), pd_matching_database_deinit(&back);
}

static void expect(pd_matching_database *d, const char *where, const char *says)
{
    pd_error err = {0};
    assert_true(pd_matching_database_check(d, &err) != PD_OK);
    if (!strstr(err.where, where) || !strstr(err.detail, says))
        fail_msg("\"%s: %s\"; %s and %s expected", err.where, err.detail, where, says);
    pd_matching_database_deinit(d);
    databases_make(d, 30);
}

static void a_damaged_database_is_refused_by_its_field(void **state)
{
    (void)state;
    pd_matching_database d;
    databases_make(&d, 30);
    d.frame_rate = 200;
    expect(&d, "frame_rate", "15 to 120 allowed");
    d.parents[5] = 9;
    expect(&d, "parents[5]", "9; 0 to 4 allowed");
    d.offsets[3 * 4 + 1] = NAN;
    expect(&d, "offsets[4,1]", "-10 to 10 m allowed");
    d.turning[2] = d.turning[1];
    expect(&d, "turning[2]", "allowed");
    d.turning[0] = 1;
    expect(&d, "turning[0]", "1; 0 to 0 allowed");
    d.firsts[0] = 1;
    expect(&d, "firsts[0]", "1; 0 to 0 allowed");
    d.firsts[3] = d.firsts[2] + 1;
    expect(&d, "firsts[3]", "2 frames or more");
    d.firsts[DATABASES_CLIPS]--;
    expect(&d, "firsts[6]", "allowed");
    d.copies[4].clip = DATABASES_CLIPS;
    expect(&d, "copies[4]", "clip 6; 0 to 5 allowed");
    d.copies[4].arc = 5;
    expect(&d, "copies[4]", "arc 5");
    d.copies[4].time = 0;
    expect(&d, "copies[4]", "time 0");
    pd_matching_database_deinit(&d);
}

static void every_cut_of_a_file_is_refused(void **state)
{
    (void)state;
    pd_matching_database d, back;
    pd_buffer file = {0};
    pd_error err;
    databases_make(&d, 30);
    assert_int_equal(pd_matching_database_encode(&file, &d, &err), PD_OK);
    for (size_t size = 0; size < file.size; size += size < 4096 ? 7 : 997) {
        assert_true(pd_matching_database_parse(&back, file.data, size, "cut", &err) != PD_OK);
        assert_true(strstr(err.where, "cut") != NULL && !back.rotations);
    }
    pd_buffer_deinit(&file);
    pd_matching_database_deinit(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers_restore_a_pose),
        cmocka_unit_test(a_mirrored_pose_is_the_mirror_image_of_the_pose),
        cmocka_unit_test(a_file_is_read_back_to_the_same_bytes),
        cmocka_unit_test(a_damaged_database_is_refused_by_its_field),
        cmocka_unit_test(every_cut_of_a_file_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
