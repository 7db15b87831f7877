/* SMPL's training whole on people of a tube, from noisy meshes with gaps to a model's arrays, against what it came to before: the energy of every
 * round, how near poses that were held out come, joints, the components of shape. That it is right is for tests/unit/core/train/learn.
 *
 * tests/golden/steps/learn.txt: POSED_GOLDEN=write makes it anew, which a change of the training asks for. */
#include "tests/support/golden_lines.h"
#include "tests/support/sleeve.h"

#include "core/train/learn/assemble.h"
#include "core/train/learn/measure.h"

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
    const pd_learn_problem problem = {&tpl,  &set, {100, 100, 100, 0.05, 0.01, 3}, &pd_executor_serial, NULL,
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_whole_training_ends_where_it_did)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
