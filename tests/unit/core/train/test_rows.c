/* Rows of training: numbers of walks that are known, a plain reference, mirror images, who is held out, deviations. */
#include "core/train/rows.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"
#include "tests/support/stroll.h"

#include <stdlib.h>

#define W 12
#define J PD_ANIM_BIPED_JOINTS
#define X 342
#define Y 311

static const stroll straight = {.frames = 240, .speed = 1.2, .swing = 0.4};
static const stroll circle = {.frames = 240, .speed = 1.2, .turn_deg = 60, .yaw_deg = 200, .swing = 0.4};
static const stroll uphill = {.frames = 240, .speed = 1.2, .slope_z = 0.2, .swing = 0.4};
static const stroll anywhere = {.frames = 260,
                                .speed = 1.4,
                                .turn_deg = -40,
                                .yaw_deg = 70,
                                .going_deg = 25,
                                .slope_x = 0.15,
                                .slope_z = -0.1,
                                .swing = 0.5};

static void build(pd_train_rows *rows, pd_train_motions *list, const stroll *walks, int count, int held_every)
{
    pd_error err = {0};
    stroll_list(list, walks, count);
    if (pd_train_rows_build(rows, list, held_every, &pd_executor_serial, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
}

static void drop(pd_train_rows *rows, pd_train_motions *list)
{
    pd_train_rows_deinit(rows);
    pd_train_motions_deinit(list);
}

static void a_walk_straight_on_gives_known_numbers_in_every_block(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_train_motions list;
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
        assert_near(y[l->out_turn], 0, 1e-7);
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
    pd_train_motions list;
    float x[X], y[Y];
    build(&rows, &list, &circle, 1, 0);
    pd_train_rows_raw(x, y, &rows, 118);
    assert_near(y[rows.layout.out_turn], -60.0 / 60 * 3.14159265358979323846 / 180, 1e-6);
    /* where it will be is to its left, +x */
    assert_true(x[rows.layout.in_x + 11] > 5);
    assert_true(x[rows.layout.in_facing_x + 11] > 0.5);
    drop(&rows, &list);
}

/* What a character does with the outputs: core/pfnn/layout.h, Step. */
static void integrating_the_outputs_goes_along_the_path(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_train_motions list;
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
    pd_train_motions list;
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
    pd_train_motions list;
    float x[X], y[Y], x_next[X], y_next[Y];
    build(&rows, &list, &uphill, 1, 0);
    const pd_pfnn_layout *l = &rows.layout;
    pd_train_rows_raw(x, y, &rows, 100);
    pd_train_rows_raw(x_next, y_next, &rows, 101);
    for (int i = 0; i < 3 * J; i++) {
        assert_near(x_next[l->in_positions + i], y[l->out_positions + i], 0);
        assert_near(x_next[l->in_velocities + i], y[l->out_velocities + i], 0);
    }
    /* samples reach from 60 frames back to 50 ahead: their mean is 5 frames back, 10 cm, 2 cm lower than now */
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
    pd_train_motions list;
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

/* ---- a plain reference, as the original's generate_database.py has it; rows of frames that need no continuation */

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

static void reference_init(reference *r, const pd_train_motion *m)
{
    r->frames = m->clip.frame_count;
    size_t n = (size_t)r->frames;
    r->p = malloc(n * sizeof *r->p), r->q = malloc(n * sizeof *r->q);
    r->forward = malloc(n * sizeof *r->forward), r->root = malloc(n * sizeof *r->root);
    for (int t = 0; t < r->frames; t++) pd_anim_clip_pose(r->p[t], r->q[t], &m->clip, t);
    reference_forward(r);
}

static double reference_mean(const reference *r, const pd_train_motion *m, int i)
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

static pd_vec3 local_position(const reference *r, const pd_train_motion *m, int i, int j)
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

static void reference_x(double *x, const reference *r, const pd_train_motion *m, int i)
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

static void reference_y(double *y, const reference *r, const pd_train_motion *m, int i)
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
    pd_train_motions list;
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

/* A forearm that turns all the way round from hanging: w changes its sign, what the network learns does not jump. */
static void a_forearm_that_turns_past_half_a_turn_does_not_jump(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_train_motions list;
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
    pd_train_motions list, image = {0};
    pd_train_motion m;
    float x[X], y[Y], mx[X], my[Y];
    build(&rows, &list, &anywhere, 1, 0);
    stroll_mirror(&m, &list.items[0], &anywhere);
    assert_int_equal(pd_train_motions_append(&image, &m, NULL), PD_OK);
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

/* ---- who is held out, how often rows are drawn */

static void sources_are_held_out_with_all_their_copies(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_train_motions list;
    stroll walks[12];
    for (int i = 0; i < 12; i++) {
        walks[i] = i % 3 ? straight : anywhere;
        walks[i].source = i % 4;
        walks[i].frames = 20 + i;
    }
    build(&rows, &list, walks, 12, 4);
    int held = 0;
    for (long r = 0; r < rows.count; r++) {
        pd_train_row_place place = pd_train_rows_place(&rows, r);
        assert_int_equal(rows.held_out[r], walks[place.motion].source == 3);
        assert_int_equal(place.mirrored, r >= rows.count / 2);
        assert_in_range(place.frame, 1, walks[place.motion].frames - 2);
        held += rows.held_out[r];
    }
    assert_int_equal(held, 2 * (21 + 25 + 29));
    drop(&rows, &list);
}

static double mean_weight(const pd_train_rows *rows, int held_out)
{
    double sum = 0, count = 0;
    for (long r = 0; r < rows->count; r++)
        if (rows->held_out[r] == held_out) sum += (double)rows->weight[r], count++;
    return sum / count;
}

static void kinds_are_drawn_in_their_shares_however_many_rows_they_have(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_train_motions list;
    stroll walks[] = {straight, {.frames = 900, .swing = 0.1}, anywhere, straight};
    walks[2].slope_x = walks[2].slope_z = 0;
    walks[2].going_deg = 90;
    walks[3].slope_z = 0.1;
    for (int i = 0; i < 4; i++) walks[i].source = i;
    build(&rows, &list, walks, 4, 0);
    const pd_train_kind_sum *kinds = rows.kinds;
    double whole = .08 + .08 + .06 + .24, sum = 0, drawn[PD_TRAIN_KIND_COUNT] = {0};
    assert_near(kinds[PD_TRAIN_KIND_STAND].share, .08 / whole, 1e-9);
    assert_near(kinds[PD_TRAIN_KIND_WALK].share, .08 / whole, 1e-9);
    assert_near(kinds[PD_TRAIN_KIND_SIDE].share, .06 / whole, 1e-9);
    assert_near(kinds[PD_TRAIN_KIND_TERRAIN].share, .24 / whole, 1e-9);
    assert_int_equal(kinds[PD_TRAIN_KIND_STAND].rows, 2 * 898);
    for (int k = 0; k < PD_TRAIN_KIND_COUNT; k++) sum += kinds[k].share;
    assert_near(sum, 1, 1e-9);
    for (long r = 0; r < rows.count; r++) {
        pd_train_row_place place = pd_train_rows_place(&rows, r);
        drawn[place.on_terrain ? PD_TRAIN_KIND_TERRAIN : place.kind] +=
            (double)rows.weight[r] / (double)rows.count;
    }
    for (int k = 0; k < PD_TRAIN_KIND_COUNT; k++) assert_near(drawn[k], kinds[k].share, 1e-5);
    assert_near(mean_weight(&rows, 0), 1, 1e-5);
    drop(&rows, &list);
}

static void a_motion_of_weight_0_is_never_drawn(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_train_motions list;
    const stroll walks[] = {straight, straight};
    stroll_list(&list, walks, 2);
    list.items[1].weight = 0;
    assert_int_equal(pd_train_rows_build(&rows, &list, 0, &pd_executor_serial, NULL), PD_OK);
    for (long r = 0; r < rows.count; r++)
        assert_int_equal(rows.weight[r] > 0, pd_train_rows_place(&rows, r).motion == 0);
    drop(&rows, &list);
}

static void without_mirror_images_the_others_are_drawn_twice_as_often(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_train_motions list;
    build(&rows, &list, &straight, 1, 0);
    assert_near(rows.weight[5], 1, 1e-6);
    pd_train_rows_drop_mirror(&rows);
    assert_near(rows.weight[5], 2, 1e-6);
    assert_near(rows.weight[5 + rows.count / 2], 0, 0);
    drop(&rows, &list);
}

static void torn_frames_are_never_drawn(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_train_motions list;
    stroll_list(&list, &straight, 1);
    list.items[0].clip.roots[100].x += 0.2; /* frame 99 goes 20 cm aside, frame 100 comes back */
    assert_int_equal(pd_train_rows_build(&rows, &list, 0, &pd_executor_serial, NULL), PD_OK);
    for (long r = 0; r < rows.count; r++) {
        int frame = pd_train_rows_place(&rows, r).frame;
        assert_int_equal(rows.weight[r] > 0, frame < 98 || frame > 102);
    }
    long torn = 0;
    for (int k = 0; k < PD_TRAIN_KIND_COUNT; k++) torn += rows.kinds[k].torn;
    assert_int_equal(torn, 2 * 5);
    drop(&rows, &list);
}

/* ---- normalisation */

static void drawn_rows_have_mean_0_and_deviation_1_in_every_block(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_train_motions list;
    stroll walks[] = {straight, anywhere, circle, uphill, anywhere};
    walks[2].speed = 3;
    walks[4].source = 3;
    walks[4].speed = 9; /* held out: counts for nothing */
    build(&rows, &list, walks, 5, 4);
    static double mean[X + Y], square[X + Y];
    memset(mean, 0, sizeof mean), memset(square, 0, sizeof square);
    float row[X + Y];
    double whole = 0;
    for (long r = 0; r < rows.count; r++) {
        if (rows.held_out[r]) continue;
        pd_train_rows_get(row, row + X, &rows, r);
        double w = (double)rows.weight[r];
        whole += w;
        for (int k = 0; k < X + Y; k++)
            mean[k] += w * (double)row[k], square[k] += w * (double)(row[k] * row[k]);
    }
    for (int k = 0; k < X + Y; k++) {
        mean[k] /= whole;
        square[k] = sqrt(fmax(square[k] / whole - mean[k] * mean[k], 0));
        assert_near(mean[k], 0, 1e-4);
    }
    const pd_pfnn_layout *l = &rows.layout;
    const int blocks[][3] = {/* first, count, deviation in parts of 1000 */
                             {l->in_x, W, 1000},
                             {l->in_z, W, 1000},
                             {l->in_facing_x, W, 1000},
                             {l->in_facing_z, W, 1000},
                             {l->in_left, 3 * W, 1000},
                             {X + l->out_velocity, 2, 1000},
                             {X + l->out_turn, 1, 1000},
                             {X + l->out_contacts, 4, 1000},
                             {X + l->out_x, W, 1000},
                             {X + l->out_facing_x, W, 1000},
                             {X + l->out_positions, 3 * J, 1000},
                             {X + l->out_velocities, 3 * J, 1000},
                             {X + l->out_rotations, 3 * J, 1000}};
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
        double sum = 0;
        for (int k = 0; k < blocks[b][1]; k++) sum += square[blocks[b][0] + k] / blocks[b][1];
        assert_near(sum, blocks[b][2] / 1000.0, 2e-3);
    }
    drop(&rows, &list);
}

static void joints_weigh_a_tenth_and_masked_ones_nothing(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_train_motions list;
    float x[X], y[Y];
    build(&rows, &list, &anywhere, 1, 0);
    const pd_pfnn_layout *l = &rows.layout;
    for (int j = 0; j < J; j++) {
        float std = rows.x_std[l->in_positions + 3 * j];
        assert_true(isfinite(std));
        assert_near(rows.joint_weights[j], pd_anim_biped_joints[j].masked ? 1e-10 : 1, 1e-12);
        assert_near(std * rows.joint_weights[j] * 0.1F / rows.y_std[l->out_positions], 1, 0.05);
    }
    for (long r = 0; r < rows.count; r += 11) {
        pd_train_rows_get(x, y, &rows, r);
        for (int k = 0; k < X; k++) assert_true(isfinite(x[k]));
        for (int k = 0; k < 3; k++) assert_near(x[l->in_positions + 3 * 1 + k], 0, 1e-8);
    }
    assert_true(rows.x_std[l->in_left] >= 1);
    drop(&rows, &list);
}

static void the_store_does_not_depend_on_who_fills_it(void **state)
{
    (void)state;
    pd_train_rows a, b;
    pd_train_motions list;
    float ax[X], ay[Y], bx[X], by[Y];
    const stroll walks[] = {straight, circle, uphill, anywhere};
    build(&a, &list, walks, 4, 0);
    assert_int_equal(pd_train_rows_build(&b, &list, 0, &pd_fixture_shuffled, NULL), PD_OK);
    assert_memory_equal(a.x_std, b.x_std, sizeof ax);
    assert_memory_equal(a.y_mean, b.y_mean, sizeof ay);
    assert_memory_equal(a.weight, b.weight, (size_t)a.count * sizeof(float));
    for (long r = 0; r < a.count; r += 17) {
        pd_train_rows_get(ax, ay, &a, r);
        pd_train_rows_get(bx, by, &b, r);
        assert_memory_equal(ax, bx, sizeof ax);
        assert_memory_equal(ay, by, sizeof ay);
    }
    pd_train_rows_deinit(&b);
    drop(&a, &list);
}

/* ---- what is refused */

static void expect_refused(const pd_train_motions *list, int held_every, const char *where, const char *text)
{
    pd_train_rows rows;
    pd_error err = {0};
    assert_int_equal(pd_train_rows_build(&rows, list, held_every, &pd_executor_serial, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, where);
    assert_non_null(strstr(err.detail, text));
    assert_null(rows.frames);
}

static void lists_without_anything_to_learn_are_refused(void **state)
{
    (void)state;
    pd_train_motions list = {0};
    expect_refused(&list, 0, "rows", "0 motions have no frame");
    stroll_list(&list, &(stroll){.frames = 2}, 1);
    expect_refused(&list, 0, "rows", "1 motions have no frame");
    pd_train_motions_deinit(&list);
    stroll_list(&list, &straight, 1);
    expect_refused(&list, 1, "rows", "held out");
    list.items[0].clip.roots[30].y = NAN;
    expect_refused(&list, 0, "walk", "frame 29 is not finite");
    free(list.items[0].phase);
    list.items[0].phase = NULL;
    expect_refused(&list, 0, "walk", "without labels");
    pd_train_motions_deinit(&list);
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
        cmocka_unit_test(sources_are_held_out_with_all_their_copies),
        cmocka_unit_test(kinds_are_drawn_in_their_shares_however_many_rows_they_have),
        cmocka_unit_test(a_motion_of_weight_0_is_never_drawn),
        cmocka_unit_test(torn_frames_are_never_drawn),
        cmocka_unit_test(without_mirror_images_the_others_are_drawn_twice_as_often),
        cmocka_unit_test(drawn_rows_have_mean_0_and_deviation_1_in_every_block),
        cmocka_unit_test(joints_weigh_a_tenth_and_masked_ones_nothing),
        cmocka_unit_test(the_store_does_not_depend_on_who_fills_it),
        cmocka_unit_test(lists_without_anything_to_learn_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
