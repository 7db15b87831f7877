/* From a captured motion to rows of training, step by step, against what came out before: labels, copies, grounds, statistics, the first steps
 * of a network. That they are right is for tests/unit/core/train; what no rule holds is seen here.
 *
 * Floors under a few plants, and the same walks as a database that is searched, stand in matching_build.txt.
 *
 * tests/golden/steps/{training,matching_build}.txt: POSED_GOLDEN=write makes it anew, which a change of the training set asks for. */
#include "tests/support/golden_lines.h"

#include "train/augment/augment.h"
#include "train/matching/build.h"
#include "train/motion/label_report.h"
#include "core/pfnn/capture/level.h"
#include "train/network/train.h"
#include "tests/support/fixture.h"
#include "tests/support/walk.h"

#define TOLERANCE 1e-6

static const walk walks[] = {
    {.frames = 200, .speed = 1.1, .period = 66, .duty = 0.6, .lift = 0.12},
    {.frames = 150, .speed = 2.8, .period = 42, .duty = 0.36, .lift = 0.2},
    {.frames = 260, .speed = 0.9, .period = 70, .duty = 0.65, .lift = 0.1, .still = 90, .skate = 0.01},
    {.frames = 220, .speed = 1.2, .period = 64, .duty = 0.6, .lift = 0.12, .jump_at = 100, .flight = 24},
    {.frames = 180, .speed = 0.7, .period = 70, .duty = 0.6, .lift = 0.08, .hips = 0.6},
};
enum { WALKS = sizeof walks / sizeof *walks };

static double weighted(double sum, double value, int place)
{
    return sum + value * (1 + place % 97 / 97.0);
}

/* Every number of a motion counts, with a weight of its own. */
static void add_motion(golden_lines *g, const pd_pfnn_motion *m)
{
    int frames = m->clip.frame_count, joints = m->clip.skeleton.joint_count;
    double out[9] = {frames, m->weight, m->source};
    for (int t = 0; t < frames; t++) {
        const pd_vec3 root = m->clip.roots[t];
        out[3] = weighted(weighted(weighted(out[3], root.x, 3 * t), root.y, 3 * t + 1), root.z, 3 * t + 2);
        for (int j = 0; j < joints; j++) {
            pd_vec3 r = pd_q_to_rotvec(pd_anim_clip_frame(&m->clip, t)[j]);
            out[4] = weighted(out[4], r.x + 2 * r.y + 3 * r.z, joints * t + j);
        }
        out[5] = weighted(out[5], m->phase[t], t);
        for (int c = 0; c < PD_PFNN_CONTACTS; c++) out[6] = weighted(out[6], m->contacts[t][c], 4 * t + c);
        for (int k = 0; k < PD_PFNN_GAITS; k++) out[7] = weighted(out[7], (double)m->gaits[t][k], 6 * t + k);
    }
    for (int i = 0; i < m->ground.rows * m->ground.columns; i++)
        out[8] = weighted(out[8], (double)m->ground.heights[i], i);
    golden_lines_add(g, m->step, out, 9, TOLERANCE);
}

static void add_numbers(golden_lines *g, const char *name, const float *values, long count)
{
    double out[2] = {(double)count};
    for (long i = 0; i < count; i++) out[1] = weighted(out[1], (double)values[i], (int)(i % 1000003));
    golden_lines_add(g, name, out, 2, TOLERANCE);
}

static void captured(golden_lines *g, pd_pfnn_motions *list)
{
    pd_train_label_report report = {0};
    *list = (pd_pfnn_motions){0};
    for (int i = 0; i < WALKS; i++) {
        pd_pfnn_motion m;
        pd_train_footsteps steps;
        pd_train_stillness before;
        memset(&steps, 0, sizeof steps);
        walk_make(&m, &walks[i]);
        m.source = i, m.weight = 1;
        snprintf(m.name, sizeof m.name, "walk%d", i);
        snprintf(m.step, sizeof m.step, "capture");
        assert_int_equal(pd_train_motion_label_steps(&m, &steps, &before, NULL), PD_OK);
        assert_int_equal(pd_train_label_report_add(&report, &m, &steps, &before, NULL), PD_OK);
        add_motion(g, &m);
        assert_int_equal(pd_pfnn_motions_append(list, &m, NULL), PD_OK);
        pd_train_footsteps_deinit(&steps);
    }
    double sums[] = {report.slide_before,     report.slide_after,   report.jerk_before,
                     report.jerk_after,       report.most_slide,    (double)report.frames,
                     (double)report.contacts, (double)report.steps, (double)report.clips};
    golden_lines_add(g, "labels", sums, 9, TOLERANCE);
    for (int k = 0; k < PD_PFNN_GAITS; k++) {
        double rates[2] = {(double)report.rates[k].count};
        for (long i = 0; i < report.rates[k].count; i++) rates[1] += report.rates[k].items[i];
        golden_lines_add(g, "rates", rates, 2, TOLERANCE);
    }
    pd_train_label_report_deinit(&report);
}

static void augmented(golden_lines *g, pd_pfnn_motions *list)
{
    pd_train_augment_options o = pd_train_augment_defaults();
    pd_train_augment_report report;
    pd_error err = {0};
    o.seed = 7, o.map_side = 20, o.fit.patches.count = 60, o.fit.best = 2, o.terrain = 2,
    o.terrain_of_copies = 1;
    if (pd_train_motion_augment(list, &o, &pd_fixture_shuffled, NULL, &report, &err))
        fail_msg("%s: %s", err.where, err.detail);
    for (int i = 0; i < list->count; i++) add_motion(g, &list->items[i]);
    for (int s = 0; s < PD_TRAIN_STEPS; s++) {
        const pd_train_feet_quality *f = &report.feet[s];
        double out[] = {report.motions[s],
                        report.seconds[s],
                        f->slide_mean,
                        f->slide_p95,
                        f->height_p95,
                        f->under_p95,
                        f->under_max,
                        f->bone_max,
                        f->jerk,
                        f->jolt_max,
                        (double)f->planted,
                        (double)f->frames,
                        report.gait_seconds[s][1],
                        report.gait_seconds[s][2] + 2 * report.gait_seconds[s][3] +
                            3 * report.gait_seconds[s][4]};
        golden_lines_add(g, "step", out, 14, 1e-5);
    }
    golden_lines_add(g, "slopes", report.map_slopes_deg, 2, TOLERANCE);
}

static void add_rows(golden_lines *g, const pd_train_rows *rows)
{
    long in = rows->layout.in_count, out = rows->layout.out_count;
    float *x = malloc((size_t)(in + out) * sizeof *x), held = 0;
    assert_non_null(x);
    add_numbers(g, "phase", rows->phase, rows->count);
    add_numbers(g, "weight", rows->weight, rows->count);
    for (long r = 0; r < rows->count; r++) held += (float)rows->held_out[r];
    add_numbers(g, "held", &held, 1);
    add_numbers(g, "x_mean", rows->x_mean, in), add_numbers(g, "x_std", rows->x_std, in);
    add_numbers(g, "y_mean", rows->y_mean, out), add_numbers(g, "y_std", rows->y_std, out);
    for (int k = 0; k < PD_TRAIN_KIND_COUNT; k++) {
        const pd_train_kind_sum *kind = &rows->kinds[k];
        double sums[] = {(double)kind->rows, (double)kind->held_out, (double)kind->discontinuous,
                         kind->seconds, kind->share};
        golden_lines_add(g, pd_train_kind_name((pd_train_kind)k)[0] == 's' ? "s" : "kind", sums, 5,
                         TOLERANCE);
    }
    for (long r = 0; r < rows->count; r += rows->count / 40) {
        pd_train_rows_get(x, x + in, rows, r);
        add_numbers(g, "row", x, in), add_numbers(g, "to", x + in, out);
    }
    free(x);
}

static void add_training(golden_lines *g, const pd_train_rows *rows)
{
    pd_train_network_options o = pd_train_network_defaults();
    pd_train_network *training;
    pd_train_evaluation e;
    o.hidden = 16, o.batch_groups = 2, o.group_rows = 16, o.rows = 640, o.seed = 5, o.warm_up = 5;
    assert_int_equal(pd_train_network_create(&training, rows, &o, NULL, &pd_fixture_shuffled, NULL), PD_OK);
    for (int i = 0; i < 12; i++) {
        double loss = pd_train_network_step(training);
        golden_lines_add(g, "loss", &loss, 1, 1e-4);
    }
    assert_int_equal(pd_train_network_evaluate(&e, training, NULL), PD_OK);
    golden_lines_add(g, "evaluation",
                     (double[]){(double)e.step, e.loss, e.free.held, e.free.joints, e.free.support}, 5, 1e-3);
    pd_train_network_release(training);
}

static void training_is_what_it_was(void **state)
{
    (void)state;
    golden_lines golden;
    pd_pfnn_motions list;
    pd_train_rows rows;
    pd_error err = {0};
    golden_lines_begin(&golden, "tests/golden/steps/training.txt");
    captured(&golden, &list);
    augmented(&golden, &list);
    if (pd_train_rows_build(&rows, &list, 3, &pd_fixture_shuffled, &err))
        fail_msg("%s: %s", err.where, err.detail);
    add_rows(&golden, &rows);
    add_training(&golden, &rows);
    pd_train_rows_drop_mirror(&rows);
    add_numbers(&golden, "unmirrored", rows.weight, rows.count);
    golden_lines_end(&golden);
    pd_train_rows_deinit(&rows);
    pd_pfnn_motions_deinit(&list);
}

/* ---- floors under the feet */

/* Few plants on leaning floors, one of them in the air: the ridge holds what they do not tell. */
static void add_levels(golden_lines *g)
{
    for (int way = 0; way < 6; way++) {
        pd_vec3 points[2][9];
        pd_pfnn_plants plants[2];
        const pd_pfnn_plants *list[2] = {&plants[0], &plants[1]};
        pd_pfnn_level levels[2];
        int used;
        for (int c = 0; c < 2; c++) {
            const int count = 3 + way + c - (way == 5 ? 3 : 0);
            for (int i = 0; i < count; i++)
                points[c][i] = pd_vec3_make(0.4 * sin(2.1 * i + c),
                                            0.02 + 0.01 * i * (i % 2) + 0.02 * c + (i == 4 ? 0.3 : 0),
                                            0.3 * i * (way % 2 ? 1 : 0.1));
            plants[c] = (pd_pfnn_plants){
                .points = points[c], .count = count, .left_count = count / 2, .lowest = 0.01 * way};
        }
        pd_pfnn_level_fit(levels, list, 2);
        for (int c = 0; c < 2; c++)
            golden_lines_add(g, "level",
                             (double[]){levels[c].height, levels[c].tilt_x, levels[c].tilt_z, levels[c].side},
                             4, TOLERANCE);
        const double rms = pd_pfnn_level_rms(levels, list, 2, &used);
        golden_lines_add(g, "off", (double[]){rms, used}, 2, TOLERANCE);
    }
}

/* ---- a database that is searched */

static double whole_numbers(const int16_t *values, long count)
{
    double sum = 0;
    for (long i = 0; i < count; i++) sum = weighted(sum, values[i], (int)(i % 1000003));
    return sum / (double)(count ? count : 1);
}

static void add_database(golden_lines *g, const pd_matching_database *d)
{
    const int frames = d->frame_count;
    double phases = 0, contacts = 0, gaits = 0, clips = 0, copies = 0;
    for (int t = 0; t < frames; t++) {
        phases = weighted(phases, d->phases[t] / 65536.0, t);
        contacts = weighted(contacts, d->contacts[t], t);
        for (int k = 0; k < PD_PFNN_GAITS; k++)
            gaits = weighted(gaits, d->gaits[PD_PFNN_GAITS * t + k] / 255.0, 6 * t + k);
    }
    for (int c = 0; c <= d->clip_count; c++) clips = weighted(clips, d->firsts[c], c);
    for (int v = 0; v < d->copy_count; v++)
        copies = weighted(
            copies,
            d->copies[v].clip + 10 * d->copies[v].mirror + 3 * d->copies[v].arc + 7 * d->copies[v].time, v);
    golden_lines_add(g, "database",
                     (double[]){frames, d->clip_count, d->copy_count, d->turning_count, (double)d->frame_rate,
                                whole_numbers(d->rotations, 3L * frames * d->turning_count),
                                whole_numbers(d->hips, 3L * frames), whole_numbers(d->steps, 3L * frames),
                                phases, contacts, gaits, clips, copies},
                     13, 1e-4); /* numbers of 16 bits, which a rounding moves by one */
}

static void a_database_is_what_it_was(void **state)
{
    static const struct {
        int rate;
        double idle;
        bool no_arc, no_slow, no_mirror;
    } ways[] = {{30, 60, false, false, false}, {60, 0.5, true, false, false}, {30, 1.2, false, true, true}};
    static const char *const names[WALKS] = {"a/1.bvh", "a/jog2.bvh", "reactidle/3.bvh", "reactidle/4.bvh",
                                             "b/5_Look.bvh"};
    golden_lines g;
    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/matching_build.txt");
    add_levels(&g);
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        pd_pfnn_motions list = {0};
        pd_matching_database d;
        pd_train_matching_report report;
        pd_train_matching_options o = pd_train_matching_defaults();
        pd_error err = {0};
        for (int i = 0; i < WALKS; i++) {
            pd_pfnn_motion m;
            walk_make(&m, &walks[i]);
            m.source = i, m.weight = 1;
            snprintf(m.name, sizeof m.name, "%s", names[i]);
            assert_int_equal(pd_pfnn_motions_append(&list, &m, NULL), PD_OK);
        }
        o.rate = ways[w].rate, o.idle_seconds = ways[w].idle;
        o.no_arc = ways[w].no_arc, o.no_slow = ways[w].no_slow, o.no_mirror = ways[w].no_mirror;
        if (pd_train_matching_build(&d, &report, &list, &o, &err)) fail_msg("%s: %s", err.where, err.detail);
        golden_lines_add(&g, "report",
                         (double[]){report.clips, report.left_out, report.arcs, report.slow, report.seconds},
                         5, TOLERANCE);
        add_database(&g, &d);
        pd_matching_database_deinit(&d);
        pd_pfnn_motions_deinit(&list);
    }
    golden_lines_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(training_is_what_it_was),
                                       cmocka_unit_test(a_database_is_what_it_was)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
