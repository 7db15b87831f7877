/* @long: takes over five seconds under ASan. */
/* Pose blend shapes of a body of cylinders, learned the whole way from a few poses, against what they came to before: poses, patterns, targets,
 * numbers of P, errors, volumes. That the way is right is for tests/unit/train/corrective; what no rule holds is seen here.
 *
 * tests/golden/steps/corrective.txt: POSED_GOLDEN=write makes it anew, which a change of the training asks for. */
#include "tests/support/fixture.h"
#include "tests/support/golden_lines.h"

#include "train/corrective/pose_learn.h"
#include "train/corrective/poses.h"
#define CYL_SIDES 16
#include "tests/support/cylinders.h"

#define TOLERANCE 1e-7
#define LOOSE     1e-3 /* of what an iteration ends in */

static void add_poses(golden_lines *g, const pd_train_poses *p)
{
    for (int i = 0; i < p->count; i++)
        golden_lines_add(g, "pose",
                         (double[]){golden_weighted(p->rotations + 216 * (size_t)i, 216),
                                    (double)p->weights[i], p->kinds[i], p->held_out[i],
                                    (double)strlen(p->labels[i])},
                         5, TOLERANCE);
}

static void add_dirs(golden_lines *g, const pd_smpl_sparse_dirs *d, int vertices)
{
    double joints = 0, of = 0;
    for (int i = 0; i < d->pattern_start[d->pattern_count]; i++)
        joints += d->pattern_joints[i] * (1 + i % 31);
    for (int v = 0; v < vertices; v++) of += d->vertex_pattern[v] * (1 + v % 31);
    golden_lines_add(g, "patterns", (double[]){d->pattern_count, (double)d->value_count, joints, of}, 4,
                     TOLERANCE);
}

static void patterns_are_what_they_were(void **state)
{
    (void)state;
    golden_lines g;
    golden_lines_begin(&g, "tests/golden/steps/pattern.txt");
    for (int which = 0; which < 2; which++) {
        pd_smpl_model *model = which ? NULL : cyl_soft_model(0.25F, 0.5F);
        if (which) assert_int_equal(pd_smpl_model_load(&model, "models/default.safetensors", NULL), PD_OK);
        const size_t joints = (size_t)model->joint_count, all = (size_t)model->vertex_count * joints;
        unsigned char few[PD_SMPL_MAX_JOINTS] = {0}, *acts = calloc(all, 1);
        for (size_t j = 1; j < joints; j += 3) few[j] = 1;
        for (size_t i = 0; i < all; i++)
            acts[i] = i % joints == 1 + i / joints / 40 % 3; /* one of three, by turns of 40 vertices */
        const pd_train_pattern_options options[] = {{0}, {.dense = 1}, {.joints = few}, {.acts = acts}};
        for (size_t o = 0; o < sizeof options / sizeof *options; o++) {
            pd_smpl_sparse_dirs dirs;
            assert_int_equal(pd_train_pose_patterns(&dirs, model, &options[o], NULL), PD_OK);
            add_dirs(&g, &dirs, model->vertex_count);
            pd_train_pose_dirs_deinit(&dirs);
        }
        free(acts);
        pd_smpl_model_release(model);
    }
    golden_lines_end(&g);
}

static void add_error(golden_lines *g, const char *name, const pd_train_pose_error *e)
{
    golden_lines_add(g, name,
                     (double[]){e->pose_count, e->vertex_mm, e->area_mm, e->p95_mm, e->p99_mm, e->max_mm,
                                e->joint_mm, e->joint_p95_mm, e->worst_pose},
                     9, LOOSE);
}

static void add_report(golden_lines *g, const pd_train_learn_report *r)
{
    golden_lines_add(g, "learned",
                     (double[]){r->trained, r->left_out, r->held_out, r->bodies, r->pattern_count,
                                r->joints_per_vertex, r->lambda, r->rest_ml},
                     8, LOOSE);
    golden_lines_add(g, "lambdas", r->lambdas, PD_TRAIN_LAMBDA_COUNT, LOOSE);
    golden_lines_add(g, "lambda_mm", r->lambda_mm, PD_TRAIN_LAMBDA_COUNT, LOOSE);
    golden_lines_add(g, "bends", r->bends_target_ml, PD_TRAIN_BEND_COUNT, LOOSE);
    for (int k = 0; k < PD_TRAIN_FIT_COUNT; k++) {
        const pd_train_kind_report *kind = &r->kinds[k];
        add_error(g, "plain", &kind->plain), add_error(g, "sparse", &kind->sparse),
            add_error(g, "dense", &kind->dense);
        golden_lines_add(g, "largest", (double[]){1e3 * kind->largest_m, 1e6 * kind->step_m}, 2, LOOSE);
        golden_lines_add(g, "bends_plain", kind->bends_plain_ml, PD_TRAIN_BEND_COUNT, LOOSE);
        golden_lines_add(g, "bends_ml", kind->bends_ml, PD_TRAIN_BEND_COUNT, LOOSE);
        golden_lines_add(g, "trial_plain", kind->trial_plain_mm, PD_TRAIN_TRIAL_COUNT, LOOSE);
        golden_lines_add(g, "trial", kind->trial_mm, PD_TRAIN_TRIAL_COUNT, LOOSE);
    }
}

static void what_is_learned_is_what_it_was(void **state)
{
    (void)state;
    golden_lines g;
    pd_train_poses poses;
    pd_smpl_data out;
    pd_train_learn_report report;
    pd_error err = {0};
    const pd_train_pose_options options = {
        .seed = 3, .sweep_steps = 1, .composite_count = 4, .composite_held_out = 3};
    const pd_train_learn_options learn = {.beta_terms = 2, .dense = 0};
    pd_smpl_model *model = cyl_soft_model(0.25F, 0.5F);
    golden_lines_begin(&g, "tests/golden/steps/corrective.txt");
    assert_int_equal(pd_train_poses_init(&poses, NULL, 0, &options, NULL), PD_OK);
    add_poses(&g, &poses);
    const pd_train_learn_job job = {model, &poses, &learn, &pd_fixture_shuffled, NULL};
    if (pd_train_pose_learn(&out, &report, &job, &err)) fail_msg("%s: %s", err.where, err.detail);
    add_report(&g, &report);
    add_dirs(&g, &out.sparse, out.vertex_count);
    golden_lines_add(&g, "P", (double[]){100 * golden_weighted(out.sparse.values, out.sparse.value_count)}, 1,
                     LOOSE);
    golden_lines_end(&g);
    pd_smpl_data_deinit(&out);
    pd_train_poses_deinit(&poses);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(patterns_are_what_they_were),
                                       cmocka_unit_test(what_is_learned_is_what_it_was)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
