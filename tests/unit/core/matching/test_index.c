/* Tests the rows by which frames are searched. Each row is computed again by the formula of the header. */
#include "tests/support/databases.h"

static double value(const pd_matching_index *index, int entry, int number)
{
    return (double)(index->rows[(size_t)entry * PD_MATCHING_ROW + (size_t)number] / index->scale[number] +
                    index->mean[number]);
}

static void rows_equal_the_formula(void **state)
{
    (void)state;
    pd_matching_model *m = databases_built(60);
    const pd_matching_index *x = &m->index;
    int entry = x->tracks[3 * 2].entry + 10; /* walks at 1.2 m/s */

    pd_matching_pose pose;
    pd_vec3 joints[PD_MATCHING_JOINTS];
    pd_matching_pose_read(&pose, &m->database, 2 * DATABASES_FRAMES + 10, NULL);
    pd_anim_skeleton_forward(joints, NULL, &x->skeleton, pose.rotations, pose.hips);
    assert_true(fabs(value(x, entry, 2) - joints[PD_BIPED_L_TOE].z) < 1e-5);
    assert_true(fabs(value(x, entry, 3) - joints[PD_BIPED_R_TOE].x) < 1e-5);
    for (int i = 0; i < PD_MATCHING_AHEAD; i++) {
        assert_true(fabs(value(x, entry, 15 + 2 * i)) < 1e-4);
        assert_true(fabs(value(x, entry, 16 + 2 * i) - 1.2 * pd_matching_ahead[i] / 60) < 2e-3);
        assert_true(fabs(value(x, entry, 22 + 2 * i) - 1) < 1e-5);
    }
    pd_matching_model_release(m);
}

static void a_mirrored_row_has_left_and_right_exchanged(void **state)
{
    (void)state;
    pd_matching_model *m = databases_built(60);
    const pd_matching_index *x = &m->index;
    int own = x->tracks[6].entry + 20, mirrored = x->tracks[7].entry + 20;
    for (int i = 0; i < 2; i++) /* toes, then their velocities */
        for (int k = 0; k < 3; k++) {
            double sign = k ? 1 : -1;
            assert_true(fabs(value(x, own, 6 * i + k) - sign * value(x, mirrored, 6 * i + 3 + k)) < 1e-5);
        }
    pd_matching_model_release(m);
}

static void an_arc_bends_the_path_and_a_slower_copy_shortens_it(void **state)
{
    (void)state;
    pd_matching_model *m = databases_built(60);
    const pd_matching_index *x = &m->index;
    int bent = x->tracks[3 * 2 + 2].entry + 5, slow = x->tracks[3 * 4 + 2].entry + 5,
        own = x->tracks[3 * 4].entry + 5;
    double angle = 0.8 * 40 / 60; /* of the facing 40 ticks on, to the left */
    assert_true(fabs(value(x, bent, 23) - sin(angle)) < 1e-3);
    assert_true(fabs(value(x, bent, 17) - 1.2 / 0.8 * (1 - cos(angle))) <
                7e-3); /* a step goes where its frame looks */
    assert_true(fabs(value(x, slow, 18) * 1.15 - value(x, own, 18)) < 5e-3);
    pd_matching_model_release(m);
}

static void gates_keep_walks_and_jogs_apart(void **state)
{
    (void)state;
    pd_matching_model *m = databases_built(30);
    const pd_matching_index *x = &m->index;
    for (int v = 0; v < m->database.copy_count; v++) {
        int gate = databases_speeds[v / 3] > 2 ? PD_MATCHING_JOG : PD_MATCHING_WALK;
        for (int t = 0; t < x->tracks[v].count; t++) {
            int own = x->gates[x->tracks[v].entry + t];
            assert_true(own == gate || own == 0);
        }
        assert_int_equal(x->gates[x->tracks[v].entry], gate);
        assert_int_equal(x->gates[x->tracks[v].entry + x->tracks[v].count - 1], 0);
    }
    assert_int_equal(pd_matching_index_track(x, x->standing) / 3, 0);
    pd_matching_model_release(m);
}

static void a_clip_with_a_jump_is_neither_a_walk_nor_a_jog(void **state)
{
    (void)state;
    pd_matching_database d;
    pd_matching_model *m;
    databases_make(&d, 30);
    for (int c = 2; c < DATABASES_CLIPS; c += 2) /* a walk and a jog */
        d.gaits[6 * (c * DATABASES_FRAMES + 45) + 4] = 255;
    assert_int_equal(pd_matching_model_build(&m, &d, NULL), PD_OK);
    for (int c = 2; c < DATABASES_CLIPS; c += 2) {
        const uint8_t *gates = m->index.gates + m->index.tracks[3 * c].entry;
        for (int t = 0; t < 71; t++) /* from 1.5 s before it to half a second after; then the clip's end */
            assert_int_equal(gates[t], t > 60 ? c == 2 ? PD_MATCHING_WALK : PD_MATCHING_JOG : 0);
    }
    pd_matching_model_release(m);
}

static void a_database_without_toes_or_sides_or_gaits_is_refused(void **state)
{
    (void)state;
    pd_matching_database d;
    pd_matching_model *m;
    pd_error err;
    databases_make(&d, 30);
    snprintf(d.joint_names[PD_BIPED_L_TOE], sizeof d.joint_names[0], "Fin");
    assert_int_equal(pd_matching_model_build(&m, &d, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "LeftToeBase"));
    databases_make(&d, 30);
    d.offsets[3 * PD_BIPED_L_SHIN + 1] -= 0.1f;
    assert_int_equal(pd_matching_model_build(&m, &d, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "mirror"));
    databases_make(&d, 30);
    memset(d.gaits, 255, (size_t)d.frame_count * 6);
    assert_int_equal(pd_matching_model_build(&m, &d, &err), PD_ERR_INVALID);
    assert_null(d.rotations);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_equal_the_formula),
        cmocka_unit_test(a_mirrored_row_has_left_and_right_exchanged),
        cmocka_unit_test(an_arc_bends_the_path_and_a_slower_copy_shortens_it),
        cmocka_unit_test(a_clip_with_a_jump_is_neither_a_walk_nor_a_jog),
        cmocka_unit_test(gates_keep_walks_and_jogs_apart),
        cmocka_unit_test(a_database_without_toes_or_sides_or_gaits_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
