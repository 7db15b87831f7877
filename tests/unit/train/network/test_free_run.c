/* Free runs: the rows at which they start, and their measures, compared with a plain run in double. */
#include "train/network/free_run.h"
#include "tests/support/cmocka.h"
#include "tests/support/rigs.h"
#include "tests/support/stroll_rows.h"

#include <stdlib.h>

/* Makes six walks of three sources. The third source is held out: the third and the sixth walk. */
static void walks_of(pd_train_rows *rows, pd_character_motions *list, int held_every)
{
    stroll walks[6];
    for (int i = 0; i < 6; i++) {
        walks[i] = i % 2 ? anywhere : straight;
        walks[i].source = i % 3;
        walks[i].frames = 60 + 23 * i;
        walks[i].speed = 1 + 0.2 * i;
    }
    build(rows, list, walks, 6, held_every);
}

/* ---- where runs start */

/* Finds the first rows by the definition: a row whose motion has so many more rows; the search for the next
 * one begins half a run later. */
static int plain_starts(long *starts, const pd_train_rows *rows, int frames, int held_out)
{
    int count = 0;
    for (long r = 0; r < rows->count / 2; r++) {
        long last = r + frames - 1;
        int whole = last < rows->count / 2 &&
                    pd_train_rows_place(rows, r).motion == pd_train_rows_place(rows, last).motion;
        if (!whole || rows->held_out[r] != held_out) continue;
        starts[count++] = r;
        r += frames / 2;
    }
    return count;
}

static void expect_starts(const pd_train_rows *rows, int frames, int most, int held_out)
{
    long expected[2000];
    pd_train_free_runs runs;
    int all = plain_starts(expected, rows, frames, held_out), count = all < most ? all : most;

    assert_int_equal(pd_train_free_runs_init(&runs, rows, most, frames, 50, NULL), PD_OK);
    assert_ptr_equal(runs.rows, rows);
    assert_int_equal(runs.frame_count, frames);
    assert_int_equal(runs.start_count, count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(runs.starts[i], expected[(long)i * all / count]);
        for (int f = 0; f < frames; f++) assert_int_equal(runs.rows_of[i * frames + f], runs.starts[i] + f);
    }
    pd_train_free_runs_deinit(&runs);
    assert_true(!runs.starts && !runs.held && !runs.rows_of);
}

static void runs_start_every_half_run_of_the_motions_that_are_held_out(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    for (int held_every = 0; held_every <= 3; held_every += 3) {
        static const int lengths[] = {1, 2, 7, 30, 58, 59, 104, 173, 174, 500};
        walks_of(&rows, &list, held_every);
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            expect_starts(&rows, lengths[i], 1000, held_every != 0);
            expect_starts(&rows, lengths[i], 3, held_every != 0);
            expect_starts(&rows, lengths[i], 2, held_every != 0);
        }
        drop(&rows, &list);
    }
}

static void rows_to_judge_by_are_spread_over_all_that_weigh(void **state)
{
    (void)state;
    for (int held_every = 0; held_every <= 3; held_every += 3)
        for (int most = 1; most < 2000; most = 3 * most + 1) {
            pd_train_rows rows;
            pd_character_motions list;
            pd_train_free_runs runs;
            long expected[2000];
            int all = 0;
            walks_of(&rows, &list, held_every);
            for (long r = 0; r < rows.count; r++) {
                if (r % 5 == 2) rows.weight[r] = 0; /* discontinuities */
                if (rows.held_out[r] == (held_every != 0) && r % 5 != 2) expected[all++] = r;
            }
            assert_int_equal(pd_train_free_runs_init(&runs, &rows, 4, 30, most, NULL), PD_OK);
            int count = all < most ? all : most;
            assert_int_equal(runs.held_count, count);
            for (int i = 0; i < count; i++) assert_int_equal(runs.held[i], expected[(long)i * all / count]);
            pd_train_free_runs_deinit(&runs);
            drop(&rows, &list);
        }
}

/* ---- what is measured */

/* Makes a network near the rest pose whose contacts change, and whose characters turn. */
static void network_of(pd_pfnn_network *n)
{
    pd_pfnn_layout l = pd_pfnn_layout_of(W, 6, J);
    rigs_network(n, 12, 9);
    for (int c = 0; c < PD_PFNN_CONTACTS; c++) n->y_mean[l.out_contacts + c] = 0.5F;
    n->y_mean[l.out_velocity] = 0.7F, n->y_mean[l.out_velocity + 1] = 1.5F;
    n->y_mean[l.out_yaw_rate] = 0.03F, n->y_std[l.out_yaw_rate] = 0.02F;
    for (int i = l.out_positions; i < l.out_velocities; i++) n->y_std[i] = 4;
    for (int i = l.in_positions; i < l.in_left; i++) n->x_std[i] = 3; /* what comes back counts */
    n->y_mean[l.out_phase] = 0, n->y_std[l.out_phase] = 0.1F; /* at times less than 0: the phase waits then */
}

/* A toe's way over the ground. */
typedef struct plain_root {
    double x, z, yaw, toes[2][2];
    int contacts[2];
} plain_root;

typedef struct plain_sums {
    double slide, support;
    int contacts, frames;
} plain_sums;

static void plain_move(plain_root *r, plain_sums *s, const double *y, const pd_pfnn_layout *l, int first)
{
    static const int toes[2] = {PD_BIPED_L_TOE, PD_BIPED_R_TOE},
                     labels[2] = {PD_PFNN_LEFT_TOE, PD_PFNN_RIGHT_TOE};
    double went[2];
    if (!first) {
        pd_vec3 v = pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), r->yaw),
                                pd_vec3_make(y[l->out_velocity], 0, y[l->out_velocity + 1]));
        r->x += v.x, r->z += v.z, r->yaw -= y[l->out_yaw_rate];
    }
    for (int f = 0; f < 2; f++) {
        const double *p = y + l->out_positions + 3 * toes[f];
        pd_vec3 at = pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), r->yaw), pd_vec3_make(p[0], 0, p[2]));
        double x = r->x + at.x, z = r->z + at.z;
        int contact = y[l->out_contacts + labels[f]] > 0.5;
        went[f] = hypot(x - r->toes[f][0], z - r->toes[f][1]) / 100;
        if (!first && contact && r->contacts[f]) s->slide += went[f], s->contacts++;
        r->toes[f][0] = x, r->toes[f][1] = z, r->contacts[f] = contact;
    }
    if (!first) s->support += fmin(went[0], went[1]), s->frames++;
}

static double plain_error(const double *y, const float *recorded, const pd_train_rows *rows)
{
    double sum = 0;
    int joints = 0;
    for (int j = 0; j < J; j++) {
        if (pd_anim_biped_joints[j].masked) continue;
        const double *p = y + rows->layout.out_positions + 3 * j;
        const float *q = recorded + rows->layout.out_positions + 3 * j;
        sum += pd_vec3_distance(pd_vec3_make(p[0], p[1], p[2]), pd_vec3_make(q[0], q[1], q[2])) / 100;
        joints++;
    }
    return sum / joints;
}

static void plain_held(pd_train_free_result *out, const pd_train_free_runs *runs, const pd_pfnn_network *n)
{
    float x[X], t[Y];
    double y[Y], sum = 0;
    for (int i = 0; i < runs->held_count; i++) {
        pd_train_rows_raw(x, t, runs->rows, runs->held[i]);
        double phase = 2 * M_PI * (double)runs->rows->phase[runs->held[i]];
        assert_int_equal(pd_pfnn_ref(y, n, x, phase, PD_PFNN_CUBIC, NULL), PD_OK);
        for (int k = 0; k < Y; k++) sum += fabs(y[k] - (double)t[k]) / (double)runs->rows->y_std[k];
    }
    out->held = runs->held_count ? sum / runs->held_count / Y : 0;
}

static void plain_measure(pd_train_free_result *out, const pd_train_free_runs *runs, const pd_pfnn_network *n)
{
    const pd_train_rows *rows = runs->rows;
    const pd_pfnn_layout *l = &rows->layout;
    plain_sums own = {0}, captured = {0};
    int waits = 0;
    *out = (pd_train_free_result){0};
    plain_held(out, runs, n);

    for (int s = 0; s < runs->start_count; s++) {
        plain_root root = {0}, recorded_root = {0};
        double phase = 2 * M_PI * (double)rows->phase[runs->starts[s]], error = 0, y[Y] = {0};
        for (int f = 0; f < runs->frame_count; f++) {
            float x[X], recorded[Y];
            double t[Y];
            pd_train_rows_raw(x, recorded, rows, runs->starts[s] + f);
            for (int i = 0; f && i < 3 * J; i++) {
                x[l->in_positions + i] = (float)y[l->out_positions + i];
                x[l->in_velocities + i] = (float)y[l->out_velocities + i];
            }
            if (f) phase += 2 * M_PI * fmax(y[l->out_phase], 0), waits += y[l->out_phase] < 0;
            assert_int_equal(pd_pfnn_ref(y, n, x, phase, PD_PFNN_CUBIC, NULL), PD_OK);
            for (int i = 0; i < Y; i++) t[i] = (double)recorded[i];
            error += plain_error(y, recorded, rows);
            plain_move(&root, &own, y, l, !f);
            plain_move(&recorded_root, &captured, t, l, !f);
        }
        out->joints += error / runs->frame_count / runs->start_count;
        out->worst = fmax(out->worst, error / runs->frame_count);
    }
    if (runs->frame_count > 5) assert_true(waits > 0);
    assert_true(own.contacts > 10 && captured.contacts > 10);
    assert_true(own.contacts < 2 * own.frames && captured.contacts < 2 * captured.frames);
    out->slide = 60 * own.slide / own.contacts, out->support = 60 * own.support / own.frames;
    out->recorded_slide = 60 * captured.slide / captured.contacts;
    out->recorded_support = 60 * captured.support / captured.frames;
}

static void expect_close(double a, double b)
{
    assert_near(a, b, 1e-4 * fabs(b) + 1e-7);
}

static void measurements_equal_those_of_a_plain_run(void **state)
{
    (void)state;
    static const struct {
        int held_every, starts, frames, held;
    } cases[] = {{3, 100, 20, 40}, {0, 3, 45, 600}, {3, 300, 3, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pd_train_rows rows;
        pd_character_motions list;
        pd_train_free_runs runs;
        pd_train_free_result out, plain;
        pd_pfnn_network n, taken;
        pd_pfnn_model *model;
        walks_of(&rows, &list, cases[i].held_every);
        network_of(&n), network_of(&taken);
        assert_int_equal(pd_pfnn_model_build(&model, &taken, NULL), PD_OK);
        assert_int_equal(
            pd_train_free_runs_init(&runs, &rows, cases[i].starts, cases[i].frames, cases[i].held, NULL),
            PD_OK);
        assert_true(runs.start_count > 1);
        memset(&out, 85, sizeof out);
        assert_int_equal(pd_train_free_runs_measure(&out, &runs, model, &pd_executor_serial, NULL), PD_OK);
        plain_measure(&plain, &runs, &n);
        expect_close(out.held, plain.held);
        expect_close(out.joints, plain.joints);
        expect_close(out.worst, plain.worst);
        expect_close(out.slide, plain.slide);
        expect_close(out.support, plain.support);
        expect_close(out.recorded_slide, plain.recorded_slide);
        expect_close(out.recorded_support, plain.recorded_support);
        assert_true(out.worst > 1.0001 * out.joints);
        pd_train_free_runs_deinit(&runs);
        pd_pfnn_model_release(model);
        pd_pfnn_network_deinit(&n);
        drop(&rows, &list);
    }
}

/* If every motion is shorter than a run, no run is made; the errors of the rows are computed all the same. */
static void motions_shorter_than_a_run_leave_only_the_rows(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    pd_train_free_runs runs;
    pd_train_free_result out, plain = {0};
    pd_pfnn_network n, taken;
    pd_pfnn_model *model;
    walks_of(&rows, &list, 3);
    network_of(&n), network_of(&taken);
    assert_int_equal(pd_pfnn_model_build(&model, &taken, NULL), PD_OK);
    assert_int_equal(pd_train_free_runs_init(&runs, &rows, 5, 500, 10, NULL), PD_OK);
    assert_int_equal(runs.start_count, 0);
    assert_int_equal(pd_train_free_runs_measure(&out, &runs, model, &pd_executor_serial, NULL), PD_OK);
    plain_held(&plain, &runs, &n);
    expect_close(out.held, plain.held);
    assert_true(out.joints == 0 && out.worst == 0 && out.slide == 0 && out.support == 0);
    assert_true(out.recorded_slide == 0 && out.recorded_support == 0);
    pd_train_free_runs_deinit(&runs);
    pd_pfnn_model_release(model);
    pd_pfnn_network_deinit(&n);
    drop(&rows, &list);
}

/* A network whose run diverges measures infinity, not NaN, so that comparisons rank it last. */
static void a_network_that_is_not_finite_measures_infinity(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    pd_train_free_runs runs;
    pd_train_free_result out;
    pd_pfnn_network n;
    pd_pfnn_model *model;
    walks_of(&rows, &list, 3);
    network_of(&n);
    for (int i = 0; i < Y; i++) n.y_std[i] = 1e30F;
    for (int i = 0; i < 4 * n.layers[2].out; i++) n.layers[2].bias[i] = i % 2 ? 1e10F : -1e10F;
    pd_error err = {0};
    if (pd_pfnn_model_build(&model, &n, &err)) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(pd_train_free_runs_init(&runs, &rows, 5, 30, 10, NULL), PD_OK);
    assert_int_equal(pd_train_free_runs_measure(&out, &runs, model, &pd_executor_serial, NULL), PD_OK);
    assert_true(isinf(out.joints) && isinf(out.worst) && isinf(out.held) && isinf(out.support));
    assert_true(out.joints > 0 && out.worst > 0 && out.held > 0 && out.support > 0);
    assert_true(isfinite(out.recorded_slide) && isfinite(out.recorded_support));
    pd_train_free_runs_deinit(&runs);
    pd_pfnn_model_release(model);
    drop(&rows, &list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_start_every_half_run_of_the_motions_that_are_held_out),
        cmocka_unit_test(rows_to_judge_by_are_spread_over_all_that_weigh),
        cmocka_unit_test(measurements_equal_those_of_a_plain_run),
        cmocka_unit_test(motions_shorter_than_a_run_leave_only_the_rows),
        cmocka_unit_test(a_network_that_is_not_finite_measures_infinity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
