/* @heavy: takes over five seconds under ASan. */
#include "tests/support/cmocka.h"

#include "core/base/rng.h"
#include "core/math/rotation.h"
#include "train/corrective/pose_fit.h"
#include "train/corrective/unpose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The shipped body: its weights, tree and mirror. */
static pd_smpl_model *model;

static int setup(void **state)
{
    (void)state;
    pd_error err = {0};
    if (!pd_smpl_model_load(&model, "models/default.safetensors", &err)) return 0;
    print_error("%s: %s\n", err.where, err.detail);
    return 1;
}

static int teardown(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    return 0;
}

static void random_pose(float *rotations, pd_rng *rng, double size)
{
    for (int k = 0; k < model->joint_count; k++) {
        double m[9], r[3];
        for (int c = 0; c < 3; c++) r[c] = size * pd_rng_normal(rng);
        pd_rot_from_axis_angle(m, r);
        for (int i = 0; i < 9; i++) rotations[9 * k + i] = (float)m[i];
    }
}

/* Computes D = P f for every vertex, directly from the patterns. */
static void apply(float *out, const pd_smpl_sparse_dirs *d, const float *features)
{
    const float *value = d->values;
    for (int v = 0; v < model->vertex_count; v++) {
        double sum[3] = {0};
        int p = d->vertex_pattern[v];
        for (int i = d->pattern_start[p]; i < d->pattern_start[p + 1]; i++)
            for (int f = 0; f < 9; f++)
                for (int c = 0; c < 3; c++)
                    sum[c] += (double)*value++ * (double)features[9 * (d->pattern_joints[i] - 1) + f];
        for (int c = 0; c < 3; c++) out[3 * v + c] = (float)sum[c];
    }
}

static void unposing_undoes_skinning(void **state)
{
    (void)state;
    pd_rng rng;
    float rotations[24 * 9];
    static pd_train_skin skin;
    pd_rng_init(&rng, 4);
    for (int kind = 0; kind < 2; kind++)
        for (int round = 0; round < 20; round++) {
            random_pose(rotations, &rng, 0.3);
            pd_train_skin_set(&skin, model, kind ? PD_SMPL_DQS : PD_SMPL_LBS, NULL, 0, rotations);
            int v = (int)(pd_rng_uniform(&rng) * (model->vertex_count - 1));
            double rest[3], moved[3], d[3], wanted[3] = {0.01, -0.02, 0.005};
            float target[3];
            pd_xform x;
            for (int c = 0; c < 3; c++) {
                rest[c] = (double)model->data.v_template[3 * v + c];
                moved[c] = rest[c] + wanted[c];
            }
            pd_train_skin_vertex(&x, &skin, v);
            pd_xform_point(moved, &x, moved);
            for (int c = 0; c < 3; c++) target[c] = (float)moved[c];
            pd_train_unpose(d, &x, rest, target, 0);
            for (int c = 0; c < 3; c++) assert_near(d[c], wanted[c], 2e-6);
            pd_train_unpose(d, &x, rest, target, 1e6);
            for (int c = 0; c < 3; c++) assert_near(d[c], 0, 1e-6);
        }
}

static void the_skin_of_training_is_that_of_the_kernels(void **state)
{
    (void)state;
    pd_rng rng;
    float rotations[24 * 9];
    static pd_train_skin skin;
    pd_smpl_data data;
    pd_error err;
    double *expected = malloc(3 * (size_t)model->vertex_count * sizeof *expected), worst = 0;
    pd_rng_init(&rng, 5);
    assert_int_equal(pd_train_pose_data(&data, model, NULL, &err), PD_OK);
    for (int kind = 0; kind < 2; kind++) {
        random_pose(rotations, &rng, 0.6);
        pd_smpl_body body = {.rotations = rotations};
        assert_int_equal(
            pd_smpl_body_ref(expected, NULL, &data, &body, kind ? PD_SMPL_DQS : PD_SMPL_LBS, &err), PD_OK);
        pd_train_skin_set(&skin, model, kind ? PD_SMPL_DQS : PD_SMPL_LBS, NULL, 0, rotations);
        for (int v = 0; v < model->vertex_count; v++) {
            pd_xform x;
            double p[3];
            for (int c = 0; c < 3; c++) p[c] = (double)model->data.v_template[3 * v + c];
            pd_train_skin_vertex(&x, &skin, v);
            pd_xform_point(p, &x, p);
            for (int c = 0; c < 3; c++) worst = fmax(worst, fabs(p[c] - expected[3 * v + c]));
        }
    }
    print_message("skin: %.2g m off\n", worst);
    assert_true(worst < 1e-6);
    pd_smpl_data_deinit(&data);
    free(expected);
}

static void mirroring_features_twice_gives_them_back(void **state)
{
    (void)state;
    pd_rng rng;
    int other[24];
    float rotations[24 * 9], f[207], once[207], twice[207];
    pd_rng_init(&rng, 6);
    random_pose(rotations, &rng, 1);
    pd_smpl_joint_mirror(other, &model->data);
    assert_int_equal(other[4], 5);
    assert_int_equal(other[12], 12);
    pd_train_pose_features(f, rotations, 24);
    pd_train_mirror_features(once, f, other, 24);
    pd_train_mirror_features(twice, once, other, 24);
    assert_memory_equal(f, twice, sizeof f);
    assert_true(memcmp(f, once, sizeof f) != 0);
}

static void patterns_follow_the_tree_and_both_sides_alike(void **state)
{
    (void)state;
    pd_smpl_sparse_dirs dirs;
    pd_error err;
    int other[24], knees = 0, none = 0;
    pd_smpl_joint_mirror(other, &model->data);
    assert_int_equal(pd_train_pose_patterns(&dirs, model, NULL, &err), PD_OK);
    for (int v = 0; v < model->vertex_count; v++) {
        int p = dirs.vertex_pattern[v], q = dirs.vertex_pattern[model->data.mirror[v]];
        int count = dirs.pattern_start[p + 1] - dirs.pattern_start[p], both = 0;
        assert_int_equal(count, dirs.pattern_start[q + 1] - dirs.pattern_start[q]);
        for (int i = dirs.pattern_start[p]; i < dirs.pattern_start[p + 1]; i++)
            for (int j = dirs.pattern_start[q]; j < dirs.pattern_start[q + 1]; j++)
                both += dirs.pattern_joints[j] == other[dirs.pattern_joints[i]];
        assert_int_equal(both, count);
        const float *w = model->data.weights + 24 * v;
        for (int i = dirs.pattern_start[p]; i < dirs.pattern_start[p + 1]; i++) {
            if (dirs.pattern_joints[i] == 22) assert_true(w[18] + w[20] + w[22] > 0);
            if (dirs.pattern_joints[i] == 4 && w[4] > 0.1f) knees++;
        }
        none += count == 0;
    }
    print_message("%d patterns, %.2f joints a vertex, %d vertices without\n", dirs.pattern_count,
                  (double)dirs.value_count / 27 / model->vertex_count, none);
    assert_true(knees > 100 && none > 1000);
    assert_true(dirs.value_count < 27u * 4 * (size_t)model->vertex_count);
    pd_train_pose_dirs_deinit(&dirs);
}

/* D comes from a P that is symmetric, on the patterns: the regression must find it. */
static void a_known_P_is_found_again_from_what_it_did(void **state)
{
    (void)state;
    enum { POSES = 256 };
    pd_smpl_sparse_dirs known, found;
    pd_train_pose_sums sums;
    pd_error err;
    pd_rng rng;
    size_t numbers = 3 * (size_t)model->vertex_count;
    float *corrections = malloc(32 * numbers * sizeof *corrections), features[207];
    float *rotations = malloc(POSES * 24 * 9 * sizeof *rotations);
    const float *pointers[POSES];
    pd_rng_init(&rng, 7);
    assert_int_equal(pd_train_pose_patterns(&known, model, NULL, &err), PD_OK);
    assert_int_equal(pd_train_pose_patterns(&found, model, NULL, &err), PD_OK);
    assert_int_equal(pd_train_pose_sums_init(&sums, &model->data, 0, &err), PD_OK);
    /* Make a symmetric P: the solver's solution for noise is symmetric. */
    for (size_t i = 0; i < numbers; i++) corrections[i] = (float)(0.01 * pd_rng_normal(&rng));
    for (int i = 0; i < POSES; i++) {
        pointers[i] = rotations + (size_t)i * 24 * 9;
        random_pose(rotations + (size_t)i * 24 * 9, &rng, 0.7);
    }
    pd_train_pose_batch batch = {pointers, corrections, 1, NULL, 0};
    assert_int_equal(pd_train_pose_sums_add(&sums, &batch, &pd_executor_serial, &err), PD_OK);
    assert_int_equal(pd_train_pose_solve(&known.values, &known, &sums, &(pd_train_pose_ridge){1, 0},
                                         &pd_executor_serial, &err),
                     PD_OK);
    pd_train_pose_sums_deinit(&sums);
    assert_int_equal(pd_train_pose_sums_init(&sums, &model->data, 0, &err), PD_OK);
    for (int i = 0; i < POSES; i += 32) {
        for (int p = 0; p < 32; p++) {
            pd_train_pose_features(features, pointers[i + p], 24);
            apply(corrections + (size_t)p * numbers, &known, features);
        }
        batch = (pd_train_pose_batch){pointers + i, corrections, 32, NULL, 0};
        assert_int_equal(pd_train_pose_sums_add(&sums, &batch, &pd_executor_serial, &err), PD_OK);
    }
    assert_int_equal(sums.row_count, 2 * POSES);
    assert_int_equal(pd_train_pose_solve(&found.values, &found, &sums, &(pd_train_pose_ridge){1e-7, 0},
                                         &pd_executor_serial, &err),
                     PD_OK);
    double worst = 0;
    for (size_t i = 0; i < found.value_count; i++)
        worst = fmax(worst, fabs((double)found.values[i] - (double)known.values[i]));
    print_message("P: largest %.3g, %.2g off\n",
                  (double)pd_train_pose_largest(known.values, known.value_count), worst);
    assert_true(pd_train_pose_largest(known.values, known.value_count) > 1e-3f);
    assert_true(worst < 2e-6);
    pd_train_pose_sums_deinit(&sums);
    pd_train_pose_dirs_deinit(&known);
    pd_train_pose_dirs_deinit(&found);
    free(corrections);
    free(rotations);
}

/* The bounded solution meets the optimality conditions: no entry exceeds the bound, the gradient is 0 for
 * entries inside, and points outward at the bound. */
static void bounded_pose_shapes_meet_the_optimality_conditions(void **state)
{
    (void)state;
    enum { POSES = 40 };
    const double lambda = 0.5;
    pd_smpl_sparse_dirs free_of, bounded;
    pd_train_pose_sums sums;
    pd_error err;
    pd_rng rng;
    size_t numbers = 3 * (size_t)model->vertex_count;
    float *corrections = malloc(POSES * numbers * sizeof *corrections);
    float *rotations = malloc(POSES * 24 * 9 * sizeof *rotations);
    const float *pointers[POSES];
    pd_rng_init(&rng, 11);
    for (size_t i = 0; i < POSES * numbers; i++) corrections[i] = (float)(0.01 * pd_rng_normal(&rng));
    for (int i = 0; i < POSES; i++) random_pose(rotations + (size_t)i * 24 * 9, &rng, 0.4);
    for (int i = 0; i < POSES; i++) pointers[i] = rotations + (size_t)i * 24 * 9;
    assert_int_equal(pd_train_pose_patterns(&free_of, model, NULL, &err), PD_OK);
    assert_int_equal(pd_train_pose_patterns(&bounded, model, NULL, &err), PD_OK);
    assert_int_equal(pd_train_pose_sums_init(&sums, &model->data, 0, &err), PD_OK);
    const pd_train_pose_batch batch = {pointers, corrections, POSES, NULL, 0};
    assert_int_equal(pd_train_pose_sums_add(&sums, &batch, &pd_executor_serial, &err), PD_OK);
    assert_int_equal(pd_train_pose_solve(&free_of.values, &free_of, &sums, &(pd_train_pose_ridge){lambda, 0},
                                         &pd_executor_serial, &err),
                     PD_OK);
    const double most = 0.7 * (double)pd_train_pose_largest(free_of.values, free_of.value_count);
    assert_int_equal(pd_train_pose_solve(&bounded.values, &bounded, &sums,
                                         &(pd_train_pose_ridge){lambda, most}, &pd_executor_serial, &err),
                     PD_OK);
    assert_true((double)pd_train_pose_largest(bounded.values, bounded.value_count) <= most * (1 + 1e-6));

    size_t at = 0;
    int held = 0, half = 0, untouched = 0;
    for (int v = 0; v < model->vertex_count; v++) {
        const int p = bounded.vertex_pattern[v];
        const int *joints = bounded.pattern_joints + bounded.pattern_start[p];
        const int n = 9 * (bounded.pattern_start[p + 1] - bounded.pattern_start[p]);
        const float *x = bounded.values + at, *before = free_of.values + at;
        at += 3 * (size_t)n;
        if (half == sums.half_count || sums.half[half] != v) continue;
        const int index = half++;
        if (sums.mirror[v] == v) continue; /* on the axis: averaged with its mirror image */

        for (int c = 0; c < 3; c++) {
            int touched = 0;
            for (int i = 0; i < n; i++) touched |= fabs((double)before[3 * i + c]) > most;
            for (int i = 0; i < n; i++) {
                const size_t fi = 9 * (size_t)(joints[i / 9] - 1) + (size_t)(i % 9),
                             all = (size_t)sums.feature_count;
                double pull =
                    lambda * (double)x[3 * i + c] - sums.moment[(3 * (size_t)index + (size_t)c) * all + fi];
                for (int j = 0; j < n; j++)
                    pull += sums.gram[fi * all + 9 * (size_t)(joints[j / 9] - 1) + (size_t)(j % 9)] *
                            (double)x[3 * j + c];
                if (!touched) {
                    assert_true(x[3 * i + c] == before[3 * i + c]);
                    untouched++;
                } else if (fabs((double)x[3 * i + c]) < most * (1 - 1e-6)) {
                    assert_near(pull, 0, 2e-5);
                } else {
                    assert_true(pull * (double)x[3 * i + c] < 0);
                    held++;
                }
            }
        }
    }

    print_message("%d entries at the bound, %d in rows that it does not touch\n", held, untouched);
    assert_true(held > 20 && untouched > 100000);
    pd_train_pose_sums_deinit(&sums);
    pd_train_pose_dirs_deinit(&free_of);
    pd_train_pose_dirs_deinit(&bounded);
    free(corrections);
    free(rotations);
}

static void no_poses_and_no_lambda_is_refused(void **state)
{
    (void)state;
    pd_smpl_sparse_dirs dirs;
    pd_train_pose_sums sums;
    pd_error err;
    assert_int_equal(pd_train_pose_patterns(&dirs, model, NULL, &err), PD_OK);
    assert_int_equal(pd_train_pose_sums_init(&sums, &model->data, 0, &err), PD_OK);
    assert_int_equal(pd_train_pose_solve(&dirs.values, &dirs, &sums, &(pd_train_pose_ridge){0, 0},
                                         &pd_executor_serial, &err),
                     PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "lambda 0"));
    pd_train_pose_sums_deinit(&sums);
    pd_train_pose_dirs_deinit(&dirs);
}

static void rounding_moves_no_number_by_more_than_half_a_step(void **state)
{
    (void)state;
    float values[4] = {0.0401f, -0.0123456f, 1e-7f, 0.03f}, kept[4];
    memcpy(kept, values, sizeof kept);
    float step = pd_train_pose_round(values, 4);
    assert_true(step == ldexpf(1, -19));
    for (int i = 0; i < 4; i++) {
        assert_true(fabsf(values[i] - kept[i]) <= step / 2);
        assert_true(values[i] / step == rintf(values[i] / step));
    }
}

static void pruning_clears_directions_that_hardly_move_a_vertex(void **state)
{
    (void)state;
    float values[3 * 27] = {0};
    values[5] = 0.0003f;      /* up to 0.85 mm */
    values[27] = 0.0004f;     /* up to 1.13 mm */
    values[54 + 26] = -0.02f; /* up to 57 mm   */
    assert_int_equal(pd_train_pose_prune(values, 3 * 27, 0.001), 1);
    assert_true(values[5] == 0 && values[27] == 0.0004f && values[54 + 26] == -0.02f);
    assert_int_equal(pd_train_pose_prune(values, 3 * 27, 0.001), 0);
}

/* Targets that are the skin of the kernels moved by known ways: the errors are those ways. */
static void errors_are_the_distances_from_the_targets(void **state)
{
    (void)state;
    enum { POSES = 18 }; /* more than are posed at once */
    size_t v = (size_t)model->vertex_count, k = (size_t)model->joint_count;
    float *rotations = malloc(POSES * 9 * k * sizeof *rotations),
          *targets = malloc(POSES * 3 * v * sizeof *targets);
    double *areas = calloc(v, sizeof *areas), *all = malloc(POSES * v * sizeof *all),
           *near = malloc(POSES * v * sizeof *near), total = 0;
    pd_train_pose_error e;
    pd_smpl_model *bare;
    pd_rng rng;
    pd_rng_init(&rng, 12);
    assert_int_equal(pd_train_pose_model(&bare, model, NULL, NULL), PD_OK);
    for (int f = 0; f < model->face_count; f++) { /* a third of each triangle, by Heron */
        const uint32_t *i = model->data.faces + 3 * (size_t)f;
        double side[3];
        for (int s = 0; s < 3; s++) {
            const float *a = model->data.v_template + 3 * i[s],
                        *b = model->data.v_template + 3 * i[(s + 1) % 3];
            side[s] =
                sqrt(pow((double)a[0] - b[0], 2) + pow((double)a[1] - b[1], 2) + pow((double)a[2] - b[2], 2));
        }
        double half = (side[0] + side[1] + side[2]) / 2,
               square = half * (half - side[0]) * (half - side[1]) * (half - side[2]);
        for (int c = 0; c < 3; c++) areas[i[c]] += sqrt(fmax(0, square)) / 3;
        total += sqrt(fmax(0, square));
    }
    const float betas[3] = {0.5f, -1, 0.8f};
    pd_train_goals goals = {.count = POSES,
                            .rotations = rotations,
                            .targets = targets,
                            .betas = {betas[0], betas[1], betas[2]},
                            .beta_count = 3};
    pd_smpl_body body = {.betas = betas, .beta_count = 3, .rotations = rotations, .vertices = targets};
    pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = PD_SMPL_DQS};
    pd_arena scratch;
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, bare)));
    double mean = 0, by_area = 0, joint = 0, worst = 0;
    int joints = 0, where = -1, nears = 0;
    for (int p = 0; p < POSES; p++) {
        random_pose(rotations + 9 * k * (size_t)p, &rng, 0.3);
        body.rotations = rotations + 9 * k * (size_t)p, body.vertices = targets + 3 * v * (size_t)p;
        pd_smpl_job_run(&job, bare, &scratch, &pd_executor_serial);
        pd_arena_reset(&scratch);
        for (size_t i = 0; i < v; i++) {
            double way[3], square = 0, most = 0;
            for (int c = 0; c < 3; c++) {
                float *to = &targets[3 * (v * (size_t)p + i) + (size_t)c], from = *to;
                *to = from + (float)(0.01 * pd_rng_normal(&rng) * (p == 16 ? 3 : 1));
                way[c] = (double)*to - (double)from, square += way[c] * way[c];
            }
            for (size_t j = 0; j < k; j++) most = fmax(most, (double)model->data.weights[i * k + j]);
            double mm = 1000 * sqrt(square);
            all[v * (size_t)p + i] = mm, mean += mm / (double)v / POSES,
                                by_area += mm * areas[i] / total / POSES;
            if (mm > worst) worst = mm, where = p;
            if (most >= 0.995) continue;
            joint += mm, joints++, near[nears++] = mm;
        }
    }
    assert_int_equal(pd_train_pose_measure(&e, bare, PD_SMPL_DQS, &goals, &pd_executor_serial, NULL), PD_OK);
    assert_int_equal(e.pose_count, POSES);
    assert_near(e.vertex_mm, mean, 1e-3);
    assert_near(e.area_mm, by_area, 1e-3);
    assert_near(e.joint_mm, joint / joints, 1e-3);
    assert_near(e.max_mm, worst, 1e-3);
    assert_int_equal(e.worst_pose, where);
    double *lists[3] = {all, all, near}, parts[3] = {0.95, 0.99, 0.95},
           got[3] = {e.p95_mm, e.p99_mm, e.joint_p95_mm};
    for (int l = 0; l < 3; l++) { /* so many are below it */
        size_t count = l < 2 ? POSES * v : (size_t)nears, below = 0;
        for (size_t i = 0; i < count; i++) below += lists[l][i] < got[l];
        assert_near((double)below / (double)count, parts[l], 2e-4);
    }
    pd_arena_deinit(&scratch);
    pd_smpl_model_release(bare);
    free(rotations), free(targets), free(areas), free(all), free(near);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unposing_undoes_skinning),
        cmocka_unit_test(the_skin_of_training_is_that_of_the_kernels),
        cmocka_unit_test(mirroring_features_twice_gives_them_back),
        cmocka_unit_test(patterns_follow_the_tree_and_both_sides_alike),
        cmocka_unit_test(a_known_P_is_found_again_from_what_it_did),
        cmocka_unit_test(bounded_pose_shapes_meet_the_optimality_conditions),
        cmocka_unit_test(no_poses_and_no_lambda_is_refused),
        cmocka_unit_test(pruning_clears_directions_that_hardly_move_a_vertex),
        cmocka_unit_test(rounding_moves_no_number_by_more_than_half_a_step),
        cmocka_unit_test(errors_are_the_distances_from_the_targets),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
