/* SMPL's training whole on people of a tube, from noisy meshes with gaps to a model's arrays, against what it came to before: the energy of every
 * round, how near poses that were held out come, joints, the components of shape. That it is right is for tests/unit/core/train/learn.
 *
 * Single steps of it, each from the same state beside the truth, and what else could drive corrections, stand in learn_steps.txt.
 *
 * tests/golden/steps/{learn,learn_steps}.txt: POSED_GOLDEN=write makes it anew, which a change of the training asks for. */
#include "tests/support/fixture.h"
#include "tests/support/golden_lines.h"
#include "tests/support/sleeve.h"

#include "train/learn/assemble.h"
#include "train/learn/blend_step.h"
#include "train/learn/compare.h"
#include "train/learn/measure.h"
#include "train/learn/pose_step.h"
#include "train/learn/subject_step.h"

#define TOLERANCE 1e-5
#define PEOPLE    5
#define POSES     12
#define LEARNED   10 /* of each; the others are held out */

/* The last poses of each person go to those held out. */
static void hold_out(pd_learn_set *set)
{
    pd_error err;
    size_t v = 3 * (size_t)set->vertex_count;
    int kept = 0;
    for (int j = 0; j < set->poses.count; j++) {
        float *mesh = set->poses.vertices + v * (size_t)j;
        if (j % POSES < LEARNED) {
            memmove(set->poses.vertices + v * (size_t)kept, mesh, v * sizeof *mesh);
            set->poses.subjects[kept++] = set->poses.subjects[j];
            continue;
        }
        float *to =
            pd_learn_meshes_add(&set->held_out, set->vertex_count, set->poses.subjects[j], "held out", &err);
        memcpy(to, mesh, v * sizeof *mesh);
    }
    set->poses.count = kept;
}

static void add_rounds(golden_lines *g, const pd_learn_history *h)
{
    for (int i = 0; i < h->count; i++) {
        const pd_learn_energy *e = &h->energies[i];
        const double numbers[] = {e->total, e->data,    e->symmetry, e->joints,
                                  e->blend, e->weights, e->mean_mm};
        golden_lines_add(g, "round", numbers, 7, TOLERANCE);
    }
}

static void add_model(golden_lines *g, const pd_smpl_data *data)
{
    double out[5] = {data->regressor_start[data->joint_count]};
    for (int i = 0; i < 3 * data->vertex_count; i++) out[1] += (double)data->v_template[i] * (1 + i % 97);
    for (int i = 0; i < data->vertex_count * data->joint_count; i++)
        out[2] += (double)data->weights[i] * (1 + i % 89);
    for (int i = 0; i < 3 * data->vertex_count * data->beta_count; i++)
        out[3] += fabs((double)data->shapedirs[i]);
    for (int n = 0; n < data->regressor_start[data->joint_count]; n++)
        out[4] += data->regressor_weight[n] * (1 + data->regressor_vertex[n]);
    golden_lines_add(g, "model", out, 5, TOLERANCE);
}

static void the_whole_training_ends_where_it_did(void **state)
{
    (void)state;
    golden_lines g;
    pd_error err = {0};
    pd_learn_template tpl;
    pd_learn_set set;
    pd_learn_state truth, s;
    pd_learn_history h = {0};
    pd_learn_centers centers;
    pd_learn_shapes shapes;
    pd_learn_measure m;
    pd_smpl_data data;
    golden_lines_begin(&g, "tests/golden/steps/learn.txt");
    sleeve_template(&tpl);
    sleeve_set(&set, &truth, &tpl, PEOPLE, POSES, 0.004, 0.001, 50, 33);
    hold_out(&set);
    const pd_learn_problem problem = {&tpl,  &set, {100, 100, 100, 0.05, 0.01, 3}, &pd_fixture_shuffled, NULL,
                                      false, false};
    const pd_learn_options options = {.rounds = 6};
    assert_int_equal(pd_learn_state_init(&s, &tpl, &set, &err), PD_OK);
    if (pd_learn_run(&s, &h, &problem, &options, NULL, &err)) fail_msg("%s: %s", err.where, err.detail);
    add_rounds(&g, &h);
    for (int i = 1; i < h.count; i++) assert_true(h.energies[i].total < h.energies[i - 1].total);

    assert_int_equal(pd_learn_measure_poses(&m, &problem, &s, &set.held_out, &err), PD_OK);
    golden_lines_add(&g, "held-out", (const double[]){m.meshes, m.mean_mm, m.p95_mm, m.worst_mm}, 4,
                     TOLERANCE);
    assert_true(m.meshes == 10 && m.mean_mm < 3);

    assert_int_equal(pd_learn_centers_fit(&centers, &tpl, &s, &err), PD_OK);
    assert_int_equal(pd_learn_shapes_fit(&shapes, &problem, &s, &centers, 3, &err), PD_OK);
    golden_lines_add(&g, "shares", shapes.shares, 3, TOLERANCE);
    const pd_learn_parts parts = {&tpl, &s, &centers, &shapes, "tube", "neutral", "a test"};
    assert_int_equal(pd_learn_assemble(&data, &parts, &err), PD_OK);
    add_model(&g, &data);
    golden_lines_end(&g);

    pd_smpl_data_deinit(&data);
    pd_learn_shapes_deinit(&shapes);
    pd_learn_centers_deinit(&centers);
    pd_learn_state_deinit(&s);
    pd_learn_state_deinit(&truth);
    pd_learn_set_deinit(&set);
    pd_learn_template_deinit(&tpl);
}

/* ---- single steps */

static double weighted(const double *values, size_t count)
{
    const double sum = golden_weighted_doubles(values, count);
    return count > 300 ? 100 * sum / (double)count : sum; /* so that one of many shows */
}

static double weighted_floats(const float *values, size_t count)
{
    return 100 * golden_weighted(values, count) / (double)count;
}

/* Off the truth by a little, the same every time. */
static void disturb(pd_learn_state *s, const pd_learn_state *truth, const pd_learn_template *tpl)
{
    const size_t v = 3 * (size_t)s->vertex_count * (size_t)s->subject_count, k = (size_t)s->joint_count,
                 n = (size_t)s->count, f = 3 * (size_t)s->vertex_count * (size_t)s->feature_count;
    pd_rng rng;
    pd_rng_init(&rng, 91);
    for (size_t i = 0; i < v; i++) s->templates[i] = truth->templates[i] + 0.002 * pd_rng_normal(&rng);
    for (size_t i = 0; i < 3 * k * (size_t)s->subject_count; i++)
        s->joints[i] = truth->joints[i] + 0.01 * pd_rng_normal(&rng);
    for (size_t i = 0; i < 3 * n; i++)
        s->translations[i] = truth->translations[i] + 0.01 * pd_rng_normal(&rng);
    for (size_t i = 0; i < n * k; i++) {
        double turn[9];
        const double by[3] = {0.05 * pd_rng_normal(&rng), 0.05 * pd_rng_normal(&rng),
                              0.05 * pd_rng_normal(&rng)};
        pd_rot_from_axis_angle(turn, by);
        pd_mat3_mul(s->rotations + 9 * i, turn, truth->rotations + 9 * i);
    }
    for (size_t i = 0; i < f; i++) s->blend[i] = (float)(0.7 * (double)truth->blend[i]);
    s->is_blended = true;
    for (int i = 0; i < s->vertex_count; i++) s->holds[i] = (float)(1 + i % 5 / 4.0);
    memcpy(s->weights, tpl->weights, PD_LEARN_SLOTS * (size_t)s->vertex_count * sizeof *s->weights);
}

static void add_state(golden_lines *g, const char *name, const pd_learn_state *s,
                      const pd_learn_problem *problem, double tolerance)
{
    const size_t v = (size_t)s->vertex_count, k = (size_t)s->joint_count, p = (size_t)s->subject_count,
                 n = (size_t)s->count, f = 3 * v * (size_t)s->feature_count;
    pd_learn_energy e;
    assert_int_equal(pd_learn_energy_of(&e, problem, s, NULL), PD_OK);
    golden_lines_add(g, name,
                     (double[]){e.total, e.data, e.symmetry, e.joints, e.blend, e.weights, e.mean_mm,
                                weighted(s->templates, 3 * v * p), weighted(s->joints, 3 * k * p),
                                weighted(s->rotations, 9 * k * n), weighted(s->translations, 3 * n),
                                weighted(s->weights, PD_LEARN_SLOTS * v), 1e3 * weighted_floats(s->blend, f)},
                     13, tolerance);
}

static void add_gradient(golden_lines *g, const pd_learn_state *s, const pd_learn_problem *problem)
{
    const size_t v = (size_t)s->vertex_count, k = (size_t)s->joint_count, p = (size_t)s->subject_count,
                 n = (size_t)s->count, f = 3 * v * (size_t)s->feature_count;
    const size_t sizes[6] = {3 * v * p, 3 * k * p, 3 * k * n, 3 * n, PD_LEARN_SLOTS * v, f};
    double *arrays[6], out[6], *scratch = calloc(12 * v + 64 * k, sizeof *scratch);
    float *scratch_f32 = calloc(12 * v + 64, sizeof *scratch_f32);
    for (int i = 0; i < 6; i++) assert_non_null(arrays[i] = calloc(sizes[i], sizeof(double)));
    assert_true(scratch && scratch_f32);
    pd_learn_gradient gradient = {arrays[0], arrays[1], arrays[2], arrays[3], arrays[4], arrays[5]};
    pd_learn_energy_gradient(&gradient, problem, s, scratch, scratch_f32);
    for (int i = 0; i < 6; i++) out[i] = weighted(arrays[i], sizes[i]), free(arrays[i]);
    golden_lines_add(g, "gradient", out, 6, TOLERANCE);
    free(scratch), free(scratch_f32);
}

/* Meshes of people in one pose each, which is not the rest pose, with a gap: shapes without it. */
static void add_shapes(golden_lines *g, pd_learn_set *set, const pd_learn_state *truth,
                       const pd_learn_problem *problem)
{
    const pd_learn_template *tpl = problem->tpl;
    const size_t v = 3 * (size_t)tpl->vertex_count;
    double *rest = malloc(v * sizeof *rest), *skin = malloc(v * sizeof *skin);
    float *offsets = malloc((v + 64) * sizeof *offsets), features[64];
    pd_learn_centers centers;
    pd_learn_shapes shapes;
    pd_error err = {0};
    pd_rng rng;

    pd_rng_init(&rng, 77);
    for (int s = 0; s < 7; s++) {
        double joints[3 * SLEEVE_JOINTS], rotations[9 * SLEEVE_JOINTS];
        const double place[3] = {0.1, 0.2, 0.3}, turn[3] = {0.1, 2.5 - 0.1 * s, 0.1};
        pd_learn_pose pose;
        float *mesh = pd_learn_meshes_add(&set->shapes, tpl->vertex_count, s, "shape", &err);
        sleeve_subject(rest, joints, tpl, &rng);
        sleeve_pose(rotations, 0.15, &rng);
        pd_rot_from_axis_angle(rotations, turn);
        pd_learn_features(features, rotations, SLEEVE_JOINTS);
        pd_learn_offsets(offsets, truth, features);
        pd_learn_pose_set(&pose, tpl, joints, rotations);
        pd_learn_skin(skin, tpl, truth->weights, rest, offsets, &pose, place);
        for (size_t i = 0; i < v; i++) mesh[i] = (float)skin[i];
        for (int c = 0; c < 3; c++) mesh[3 * (17 + s) + c] = NAN;
    }
    assert_int_equal(pd_learn_centers_fit(&centers, tpl, truth, &err), PD_OK);
    assert_int_equal(pd_learn_shapes_fit(&shapes, problem, truth, &centers, 4, &err), PD_OK);
    golden_lines_add(
        g, "unposed",
        (double[]){shapes.count, shapes.component_count, shapes.mean_mm, weighted(shapes.mean, v)}, 4,
        TOLERANCE);
    for (int c = 0; c < shapes.component_count; c++) {
        double size = 0;
        for (size_t i = 0; i < v; i++)
            size += fabs((double)shapes.directions[i * (size_t)shapes.component_count + (size_t)c]) *
                    golden_weight(i, v);
        golden_lines_add(g, "component",
                         (double[]){1e3 * shapes.shares[c], shapes.limits[c], 100 * size / (double)v}, 3,
                         TOLERANCE);
    }
    for (int s = 0; s < shapes.count; s++)
        golden_lines_add(g, "rest", (double[]){weighted(shapes.rest + v * (size_t)s, v)}, 1, TOLERANCE);
    pd_learn_shapes_deinit(&shapes);
    pd_learn_centers_deinit(&centers);
    free(rest), free(skin), free(offsets);
}

static void single_steps_end_where_they_did(void **state)
{
    golden_lines g;
    pd_learn_template tpl;
    pd_learn_set set;
    pd_learn_state truth, s;
    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/learn_steps.txt");
    sleeve_template(&tpl);
    sleeve_set(&set, &truth, &tpl, 3, 8, 0.004, 0.001, 40, 12);
    assert_int_equal(pd_learn_state_init(&s, &tpl, &set, NULL), PD_OK);
    for (int how = 0; how < 4; how++) { /* as it is, mirrored; how much each vertex holds is chosen, both */
        const pd_learn_lambdas lambdas = {
            how % 2 ? 10 : 100, how % 2 ? 30 : 100, how % 2 ? 5 : 100, 0.05, 0.01, how % 2 ? 2 : 1};
        const pd_learn_problem problem = {.tpl = &tpl,
                                          .set = &set,
                                          .lambdas = lambdas,
                                          .executor = &pd_fixture_shuffled,
                                          .is_mirrored = how % 2,
                                          .chooses_holds = how >= 2};
        for (int k = 0; k < 4; k++)
            golden_lines_add(&g, "hold", (double[]){pd_learn_blend_hold(&problem, k, 1 + k % 3)}, 1,
                             TOLERANCE);
        for (int step = how < 2 ? 0 : 4; step < (how < 2 ? 7 : 5); step++) {
            static const char *const names[] = {"begins", "pose",    "from_parts", "subject",
                                                "blend",  "weights", "two_weights"};
            pd_status status = PD_OK;
            disturb(&s, &truth, &tpl);
            if (!step) {
                pd_learn_problem held = problem;
                add_gradient(&g, &s, &problem);
                held.lambdas.blend = 1e4; /* beside what registrations say it would not show */
                add_gradient(&g, &s, &held);
            }
            if (step == 1) status = pd_learn_pose_step(&s, &problem, 1, 0, NULL);
            if (step == 2) status = pd_learn_pose_step(&s, &problem, 2, 1, NULL);
            if (step == 3) status = pd_learn_subject_step(&s, &problem, NULL);
            if (step == 4) status = pd_learn_blend_step(&s, &problem, 2, NULL);
            if (step == 5) status = pd_learn_weight_step(&s, &problem, PD_LEARN_SLOTS, NULL);
            if (step == 6) status = pd_learn_weight_step(&s, &problem, 2, NULL);
            assert_int_equal(status, PD_OK);
            /* the second of two weights is the larger of what is left: nearly equal ones change places with rounding */
            if (how >= 2)
                golden_lines_add(&g, "holds", (double[]){weighted_floats(s.holds, (size_t)s.vertex_count)}, 1,
                                 TOLERANCE);
            add_state(&g, names[step], &s, &problem, step == 6 ? 1e-3 : TOLERANCE);
        }
    }

    const pd_learn_problem whole = {.tpl = &tpl, .set = &set, .executor = &pd_fixture_shuffled};
    add_shapes(&g, &set, &truth, &whole);

    pd_learn_comparison c = {0};
    pd_learn_set_deinit(&set), pd_learn_state_deinit(&truth), pd_learn_state_deinit(&s);
    sleeve_set(&set, &truth, &tpl, 2, POSES, 0.004, 0.001, 0, 14);
    const pd_learn_problem problem = {.tpl = &tpl,
                                      .set = &set,
                                      .lambdas = {100, 100, 100, 0.05, 0.01, 1},
                                      .executor = &pd_fixture_shuffled};
    hold_out(&set);
    assert_int_equal(pd_learn_state_init(&s, &tpl, &set, NULL), PD_OK);
    assert_int_equal(
        pd_learn_run(&s, &(pd_learn_history){0}, &problem, &(pd_learn_options){.rounds = 2}, NULL, NULL),
        PD_OK);
    assert_int_equal(pd_learn_compare(&c, &problem, &s, NULL), PD_OK);
    for (int m = 0; m < PD_LEARN_METHOD_COUNT; m++)
        golden_lines_add(&g, "corrected",
                         (double[]){m, c.rows[m].learned_mm, c.rows[m].held_out_mm, c.rows[m].worst_mm}, 4,
                         1e-4);
    golden_lines_end(&g);
    pd_learn_state_deinit(&s);
    pd_learn_state_deinit(&truth);
    pd_learn_set_deinit(&set);
    pd_learn_template_deinit(&tpl);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_whole_training_ends_where_it_did),
                                       cmocka_unit_test(single_steps_end_where_they_did)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
