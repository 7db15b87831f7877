/* Features of rows: numbers of known walks, a plain reference, mirror images. */
#include "train/network/rows.h"
#include "tests/support/cmocka.h"
#include "tests/support/stroll_rows.h"

#include <stdlib.h>

static void a_walk_straight_on_gives_known_numbers_in_every_block(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    float x[X], y[Y];
    build(&rows, &list, &straight, 1, 0);
    const pd_pfnn_layout *l = &rows.layout;
    assert_int_equal(rows.count, 2 * 238);
    for (long r = 0; r < 238; r++) {
        pd_train_rows_raw(x, y, &rows, r);
        for (int i = 0; i < W; i++) {
            assert_near(x[l->in_x + i], 0, 1e-3);
            assert_near(x[l->in_z + i], 20 * (i - 6), 1e-3);
            assert_near(x[l->in_facing_x + i], 0, 1e-6);
            assert_near(x[l->in_facing_z + i], 1, 1e-6);
            assert_near(x[l->in_gaits + PD_PFNN_STAND * W + i], 0.25, 0);
            assert_near(x[l->in_gaits + PD_PFNN_WALK * W + i], 0.75, 0);
            assert_near(x[l->in_gaits + PD_PFNN_JOG * W + i], 0, 0);
            for (int s = 0; s < 3; s++) assert_near(x[l->in_left + s * W + i], 0, 0);
        }
        assert_near(x[l->in_positions + 1], 95.1, 1e-4);
        assert_near(x[l->in_positions + 3 * PD_BIPED_R_THIGH], -9.91, 1e-4);
        assert_near(x[l->in_velocities + 2], 2, 1e-4);
        assert_near(y[l->out_velocity], 0, 1e-4);
        assert_near(y[l->out_velocity + 1], 2, 1e-4);
        assert_near(y[l->out_yaw_rate], 0, 1e-7);
        assert_near(y[l->out_phase], STROLL_RATE / 60, 1e-6);
        for (int i = 0; i < W / 2; i++) {
            assert_near(y[l->out_x + i], 0, 1e-3);
            assert_near(y[l->out_z + i], 20 * i, 1e-3);
            assert_near(y[l->out_facing_z + i], 1, 1e-6);
        }
        int t = (int)r + 1;
        double phase = list.items[0].phase[t];
        assert_near(rows.phase[r], phase - floor(phase), 1e-6);
        for (int c = 0; c < 4; c++) assert_near(y[l->out_contacts + c], list.items[0].contacts[t][c], 0);
        double swing = 0.4 * sin(2 * 3.14159265358979323846 * phase);
        assert_near(y[l->out_rotations + 3 * PD_BIPED_L_THIGH], swing / 2, 1e-6);
        assert_near(y[l->out_rotations + 3 * PD_BIPED_L_SHIN], swing / 2, 1e-6);
    }
    drop(&rows, &list);
}

static void a_turn_to_the_left_is_negative(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    float x[X], y[Y];
    build(&rows, &list, &circle, 1, 0);
    pd_train_rows_raw(x, y, &rows, 118);
    assert_near(y[rows.layout.out_yaw_rate], -60.0 / 60 * 3.14159265358979323846 / 180, 1e-6);
    /* where it will be is to its left, +x */
    assert_true(x[rows.layout.in_x + 11] > 5);
    assert_true(x[rows.layout.in_facing_x + 11] > 0.5);
    drop(&rows, &list);
}

/* Integrates the outputs as a character does (core/pfnn/layout.h,
 * Step) and compares the path with the formula. */
static void integrating_the_outputs_goes_along_the_path(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    float x[X], y[Y];
    const stroll walks[] = {circle, anywhere};
    for (int k = 0; k < 2; k++) {
        build(&rows, &list, &walks[k], 1, 0);
        int from = 100, to = 160;
        double yaw = stroll_yaw(&walks[k], from);
        pd_vec3 root = stroll_root(&walks[k], from);
        for (int t = from; t < to; t++) {
            pd_train_rows_raw(x, y, &rows, t - 1);
            pd_vec3 v = {y[0] / 100.0, 0, y[1] / 100.0};
            root = pd_vec3_add(root, pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw), v));
            yaw -= (double)y[2];
        }
        pd_vec3 end = stroll_root(&walks[k], to);
        assert_near(root.x, end.x, 1e-5);
        assert_near(root.z, end.z, 1e-5);
        assert_near(yaw, stroll_yaw(&walks[k], to), 1e-5);
        drop(&rows, &list);
    }
}

static void next_samples_are_those_that_the_next_row_has_now(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    float x[X], y[Y], y_next[Y];
    build(&rows, &list, &anywhere, 1, 0);
    const pd_pfnn_layout *l = &rows.layout;
    for (long r = 10; r < 200; r += 7) {
        pd_train_rows_raw(x, y, &rows, r);
        pd_train_rows_raw(x, y_next, &rows, r + 1);
        for (int i = 0; i < W / 2; i++) {
            assert_near(y[l->out_x + i], x[l->in_x + W / 2 + i], 1e-4);
            assert_near(y[l->out_z + i], x[l->in_z + W / 2 + i], 1e-4);
            assert_near(y[l->out_facing_x + i], x[l->in_facing_x + W / 2 + i], 1e-6);
            assert_near(y[l->out_facing_z + i], x[l->in_facing_z + W / 2 + i], 1e-6);
        }
    }
    drop(&rows, &list);
}

/* Uphill the ground under the window rises by .4 cm a frame; the hips keep their height over it. */
static void the_joints_before_are_over_the_ground_of_the_frame_before(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    float x[X], y[Y], x_next[X], y_next[Y];
    build(&rows, &list, &uphill, 1, 0);
    const pd_pfnn_layout *l = &rows.layout;
    pd_train_rows_raw(x, y, &rows, 100);
    pd_train_rows_raw(x_next, y_next, &rows, 101);
    for (int i = 0; i < 3 * J; i++) {
        assert_near(x_next[l->in_positions + i], y[l->out_positions + i], 0);
        assert_near(x_next[l->in_velocities + i], y[l->out_velocities + i], 0);
    }
    /* samples reach from 60 frames back to 50 ahead:
     * their mean is 5 frames back, 10 cm, 2 cm lower than now */
    for (int i = 0; i < W; i++) assert_near(x[l->in_middle + i], 0.2 * 20 * (i - 6) + 2, 1e-3);
    assert_near(y[l->out_positions + 1], 95.1 + 2, 1e-3);
    assert_near(x[l->in_positions + 1], 95.1 + 2, 1e-3);
    assert_near(x[l->in_velocities + 1], 0.4, 1e-4);
    drop(&rows, &list);
}

static void ground_to_the_left_comes_first(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    float x[X], y[Y];
    stroll w = straight;
    w.slope_x = 0.2; /* facing +z, left is +x: higher */
    build(&rows, &list, &w, 1, 0);
    pd_train_rows_raw(x, y, &rows, 100);
    assert_near(x[rows.layout.in_left + 6], 5, 1e-3);
    assert_near(x[rows.layout.in_middle + 6], 0, 1e-3);
    assert_near(x[rows.layout.in_right + 6], -5, 1e-3);
    drop(&rows, &list);
}

/* ---- a plain reference, as the original's generate_database.py has it;
 * rows of frames that need no continuation */

typedef struct reference {
    int frames;
    pd_vec3 (*p)[J];
    pd_quat (*q)[J];
    pd_vec3 *forward;
    pd_quat *root;
} reference;

static void reference_forward(reference *r)
{
    pd_vec3 *raw = malloc((size_t)r->frames * sizeof *raw);
    for (int t = 0; t < r->frames; t++) {
        pd_vec3 *p = r->p[t], a = pd_vec3_sub(p[18], p[25]), b = pd_vec3_sub(p[2], p[7]),
                across = pd_vec3_add(a, b);
        across = pd_vec3_scale(across, 1 / pd_vec3_length(across));
        raw[t] = pd_vec3_cross(across, pd_vec3_make(0, 1, 0));
    }
    for (int t = 0; t < r->frames; t++) {
        pd_vec3 sum = {0};
        for (int k = -60; k <= 60; k++) {
            int at = t + k < 0 ? 0 : t + k >= r->frames ? r->frames - 1 : t + k;
            sum = pd_vec3_fma(sum, exp(-0.5 * k * k / 400.0), raw[at]);
        }
        r->forward[t] = pd_vec3_scale(sum, 1 / pd_vec3_length(sum));
        r->root[t] = pd_q_between(r->forward[t], pd_vec3_make(0, 0, 1), pd_vec3_make(0, 1, 0));
    }
    free(raw);
}

static void reference_init(reference *r, const pd_character_motion *m)
{
    r->frames = m->clip.frame_count;
    size_t n = (size_t)r->frames;
    r->p = malloc(n * sizeof *r->p), r->q = malloc(n * sizeof *r->q);
    r->forward = malloc(n * sizeof *r->forward), r->root = malloc(n * sizeof *r->root);
    for (int t = 0; t < r->frames; t++) pd_anim_clip_pose(r->p[t], r->q[t], &m->clip, t);
    reference_forward(r);
}

static double reference_mean(const reference *r, const pd_character_motion *m, int i)
{
    double mean = 0;
    for (int k = i - 60; k < i + 60; k += 10)
        mean += pd_anim_ground_height(&m->ground, r->p[k][0].x, r->p[k][0].z) / 12;
    return mean;
}

static int put3(double *out, int n, pd_vec3 v)
{
    out[n] = v.x, out[n + 1] = v.y, out[n + 2] = v.z;
    return n + 3;
}

static pd_vec3 local_position(const reference *r, const pd_character_motion *m, int i, int j)
{
    pd_vec3 p = pd_vec3_sub(r->p[i][j], pd_vec3_make(r->p[i][0].x, 0, r->p[i][0].z));
    p = pd_q_rotate(r->root[i], p);
    p.y -= reference_mean(r, m, i);
    return pd_vec3_scale(p, 100);
}

static pd_vec3 local_velocity(const reference *r, int i, int j)
{
    return pd_vec3_scale(pd_q_rotate(r->root[i], pd_vec3_sub(r->p[i + 1][j], r->p[i][j])), 100);
}

static pd_vec3 seen_from(const reference *r, int i, int k)
{
    return pd_vec3_scale(pd_q_rotate(r->root[i], pd_vec3_sub(r->p[k][0], r->p[i][0])), 100);
}

static void reference_x(double *x, const reference *r, const pd_character_motion *m, int i)
{
    int n = 0;
    double mean = reference_mean(r, m, i);
    for (int k = i - 60; k < i + 60; k += 10) x[n++] = seen_from(r, i, k).x;
    for (int k = i - 60; k < i + 60; k += 10) x[n++] = seen_from(r, i, k).z;
    for (int k = i - 60; k < i + 60; k += 10) x[n++] = pd_q_rotate(r->root[i], r->forward[k]).x;
    for (int k = i - 60; k < i + 60; k += 10) x[n++] = pd_q_rotate(r->root[i], r->forward[k]).z;
    for (int g = 0; g < 6; g++)
        for (int k = i - 60; k < i + 60; k += 10) x[n++] = (double)m->gaits[k][g];
    for (int j = 0; j < J; j++) n = put3(x, n, local_position(r, m, i - 1, j));
    for (int j = 0; j < J; j++) n = put3(x, n, local_velocity(r, i - 1, j));
    for (int side = 25; side >= -25; side -= 25) {
        for (int k = i - 60; k < i + 60; k += 10) {
            pd_vec3 o = pd_q_rotate(pd_q_conjugate(r->root[k]), pd_vec3_make(side / 100.0, 0, 0));
            x[n++] = 100 * (pd_anim_ground_height(&m->ground, r->p[k][0].x + o.x, r->p[k][0].z + o.z) - mean);
        }
    }
    assert_int_equal(n, X);
}

static void reference_y(double *y, const reference *r, const pd_character_motion *m, int i)
{
    int n = 0;
    y[n++] = local_velocity(r, i, 0).x, y[n++] = local_velocity(r, i, 0).z;
    /* Pivots.from_quaternions: atan2(x, z) of the rotated +z */
    pd_vec3 d = pd_q_rotate(pd_q_mul(r->root[i + 1], pd_q_conjugate(r->root[i])), pd_vec3_make(0, 0, 1));
    y[n++] = atan2(d.x, d.z);
    y[n++] = m->phase[i + 1] - m->phase[i];
    for (int c = 0; c < 4; c++) y[n++] = m->contacts[i][c];
    for (int k = i + 1; k < i + 61; k += 10) y[n++] = seen_from(r, i + 1, k).x;
    for (int k = i + 1; k < i + 61; k += 10) y[n++] = seen_from(r, i + 1, k).z;
    for (int k = i + 1; k < i + 61; k += 10) y[n++] = pd_q_rotate(r->root[i + 1], r->forward[k]).x;
    for (int k = i + 1; k < i + 61; k += 10) y[n++] = pd_q_rotate(r->root[i + 1], r->forward[k]).z;
    for (int j = 0; j < J; j++) n = put3(y, n, local_position(r, m, i, j));
    for (int j = 0; j < J; j++) n = put3(y, n, local_velocity(r, i, j));
    for (int j = 0; j < J; j++) {
        pd_quat q = pd_q_mul(r->root[i], r->q[i][j]);
        if (q.w < 0) q = (pd_quat){-q.x, -q.y, -q.z, -q.w};
        pd_vec3 axis = {q.x, q.y, q.z};
        double s = pd_vec3_length(axis);
        n = put3(y, n, pd_vec3_scale(axis, s > 1e-9 ? acos(fmin(q.w, 1)) / s : 1));
    }
    assert_int_equal(n, Y);
}

static void rows_equal_a_plain_reference(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    float x[X], y[Y];
    double rx[X], ry[Y];
    reference ref;
    build(&rows, &list, &anywhere, 1, 0);
    reference_init(&ref, &list.items[0]);
    for (int i = 62; i < 260 - 61; i += 5) {
        pd_train_rows_raw(x, y, &rows, i - 1);
        reference_x(rx, &ref, &list.items[0], i);
        reference_y(ry, &ref, &list.items[0], i);
        for (int k = 0; k < X; k++) assert_near(x[k], rx[k], 1e-3);
        for (int k = 0; k < Y; k++) assert_near(y[k], ry[k], 1e-3);
    }
    free(ref.p), free(ref.q), free(ref.forward), free(ref.root);
    drop(&rows, &list);
}

/* A forearm turns by a whole turn from hanging: w of its quaternion changes its sign, but the network's
 * targets do not jump. */
static void a_forearm_that_turns_past_half_a_turn_does_not_jump(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    float x[X], y[Y], before[Y];
    stroll_list(&list, &straight, 1);
    for (int t = 0; t < straight.frames; t++) {
        pd_quat *q = pd_anim_clip_frame(&list.items[0].clip, t);
        double turn = 2.4 * t / straight.frames;
        q[PD_BIPED_L_ARM] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), -1.5);
        q[PD_BIPED_L_FOREARM] = pd_q_axis_angle(pd_vec3_make(0, -0.28, -0.96), turn);
        q[PD_BIPED_R_ARM] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), 1.5);
        q[PD_BIPED_R_FOREARM] = pd_q_axis_angle(pd_vec3_make(0, 0.28, 0.96), turn);
    }
    assert_int_equal(pd_train_rows_build(&rows, &list, 0, &pd_executor_serial, NULL), PD_OK);
    int at = rows.layout.out_rotations + 3 * PD_BIPED_L_FOREARM, past = 0;
    for (long r = 0; r < rows.count; r++) {
        pd_train_rows_raw(x, y, &rows, r);
        for (int k = at; r % (rows.count / 2) > 0 && k < rows.layout.out_count; k++)
            assert_near(y[k], before[k], 0.02);
        pd_vec3 half = {y[at], y[at + 1], y[at + 2]};
        past += pd_vec3_length(half) > 1.58;
        if (r < rows.count / 2) {
            pd_quat q;
            pd_vec3 positions[J];
            pd_quat turned[J];
            pd_anim_clip_pose(positions, turned, &list.items[0].clip, (int)r + 1);
            q = pd_q_from_rotvec(pd_vec3_scale(half, 2));
            assert_near(pd_q_angle(q, turned[PD_BIPED_L_FOREARM]), 0, 1e-5);
        }
        memcpy(before, y, sizeof y);
    }
    assert_true(past > 20);
    drop(&rows, &list);
}

/* ---- mirror images */

static void rows_of_a_mirrored_motion_are_the_mirror_images(void **state)
{
    (void)state;
    pd_train_rows rows, mirrored;
    pd_character_motions list, image = {0};
    pd_character_motion m;
    float x[X], y[Y], mx[X], my[Y];
    build(&rows, &list, &anywhere, 1, 0);
    stroll_mirror(&m, &list.items[0], &anywhere);
    assert_int_equal(pd_character_motions_append(&image, &m, NULL), PD_OK);
    assert_int_equal(pd_train_rows_build(&mirrored, &image, 0, &pd_executor_serial, NULL), PD_OK);
    long half = rows.count / 2;
    for (long r = 0; r < half; r += 3) {
        for (int twice = 0; twice < 2; twice++) { /* the second time the mirror image of the mirror image */
            pd_train_rows_raw(x, y, &rows, twice ? r : r + half);
            pd_train_rows_raw(mx, my, &mirrored, twice ? r + half : r);
            for (int k = 0; k < X; k++) assert_near(x[k], mx[k], 2e-4);
            for (int k = 0; k < Y; k++) assert_near(y[k], my[k], 2e-4);
            double apart =
                fabs((double)(rows.phase[twice ? r : r + half] - mirrored.phase[twice ? r + half : r]));
            assert_true(apart < 1e-5 || apart > 1 - 1e-5);
        }
    }
    drop(&mirrored, &image);
    drop(&rows, &list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walk_straight_on_gives_known_numbers_in_every_block),
        cmocka_unit_test(a_turn_to_the_left_is_negative),
        cmocka_unit_test(integrating_the_outputs_goes_along_the_path),
        cmocka_unit_test(next_samples_are_those_that_the_next_row_has_now),
        cmocka_unit_test(the_joints_before_are_over_the_ground_of_the_frame_before),
        cmocka_unit_test(ground_to_the_left_comes_first),
        cmocka_unit_test(rows_equal_a_plain_reference),
        cmocka_unit_test(a_forearm_that_turns_past_half_a_turn_does_not_jump),
        cmocka_unit_test(rows_of_a_mirrored_motion_are_the_mirror_images),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
