/* @heavy: takes over five seconds under ASan. */
#include "tests/support/cmocka.h"

#include "train/evaluate/evaluate.h"
#include "tests/support/fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SUBJECTS = 2, POSES = 3, MESHES = SUBJECTS * POSES, BETAS = 4 };

/* A small body, with and without pose blend shapes, and meshes that the one with them made. */
static pd_smpl_model *full, *plain;
static float *meshes;
static int subjects[MESHES], vertex_count;

static void make_mesh(int mesh, pd_rng *rng, const float *betas)
{
    float rotations[9 * 24], place[3];
    pd_fixture_rotations(rotations, 24, 0.7, rng);
    pd_fixture_normals(place, 3, 1, rng);
    const pd_smpl_body body = {.betas = betas,
                               .beta_count = BETAS,
                               .rotations = rotations,
                               .translation = place,
                               .vertices = meshes + 3 * (size_t)vertex_count * (size_t)mesh};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena scratch;
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, full)));
    pd_smpl_job_run(&job, full, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
}

static int setup(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 11);
    full = pd_fixture_model(&(pd_fixture){.vertices = 600, .betas = BETAS, .seed = 3});
    plain = pd_fixture_model(
        &(pd_fixture){.vertices = 600, .betas = BETAS, .pose = PD_FIXTURE_NO_POSE, .seed = 3});
    vertex_count = full->vertex_count;
    meshes = malloc(MESHES * 3 * (size_t)vertex_count * sizeof *meshes);
    for (int s = 0, m = 0; s < SUBJECTS; s++) {
        float betas[BETAS];
        pd_fixture_normals(betas, BETAS, 1, &rng);
        for (int p = 0; p < POSES; p++, m++) {
            subjects[m] = s;
            make_mesh(m, &rng, betas);
        }
    }
    return !meshes;
}

static int teardown(void **state)
{
    (void)state;
    free(meshes);
    pd_smpl_model_release(full);
    pd_smpl_model_release(plain);
    return 0;
}

static pd_train_body_evaluation evaluate(const pd_train_body_variant *variants, int count,
                                         const pd_executor *executor)
{
    const pd_train_body_meshes set = {MESHES, vertex_count, SUBJECTS, meshes, subjects};
    pd_train_body_evaluation found = {.ladder = {1, BETAS}, .ladder_count = 2};
    pd_error err = {0};
    if (pd_train_body_evaluate(&found, variants, count, &set, NULL, executor, &err))
        fail_msg("%s: %s", err.where, err.detail);
    return found;
}

static void a_model_describes_its_own_meshes_and_less_of_it_does_not(void **state)
{
    (void)state;
    const pd_train_body_variant variants[] = {{"LBS+P", full, PD_SMPL_LBS}, {"LBS", plain, PD_SMPL_LBS}};
    pd_train_body_evaluation found = evaluate(variants, 2, &pd_executor_serial);
    for (int v = 0; v < 2; v++)
        for (int s = 0; s < 2; s++)
            print_message("%s, %d betas: model %.4f mm, pose %.4f mm\n", variants[v].name, found.ladder[s],
                          found.model[v][s].area_mm, found.pose[v][s].area_mm);
    assert_true(found.model[0][1].area_mm < 0.01 && found.pose[0][1].area_mm < 0.01);
    assert_true(found.model[0][0].area_mm > 1);   /* one beta is too few */
    assert_true(found.model[1][1].area_mm > 0.5); /* pose blend shapes are missing */
    assert_true(found.pose[1][1].area_mm > 0.5 && found.pose[0][0].area_mm > 1);
    assert_int_equal(found.model[0][0].meshes, MESHES);
    assert_int_equal(found.pose[0][0].meshes, MESHES - SUBJECTS);
    assert_true(found.model[0][0].worst_area_mm >= found.model[0][0].area_mm);
}

/* Checks that scores are equal bit for bit, member by member because the struct has padding. */
static void same_scores(const pd_train_body_score *a, const pd_train_body_score *b, int count)
{
    for (int i = 0; i < count; i++) {
        assert_true(a[i].vertex_mm == b[i].vertex_mm && a[i].area_mm == b[i].area_mm);
        assert_true(a[i].worst_area_mm == b[i].worst_area_mm);
        assert_int_equal(a[i].meshes, b[i].meshes);
    }
}

static void the_figures_do_not_depend_on_the_executor(void **state)
{
    (void)state;
    const pd_train_body_variant variants[] = {{"LBS", plain, PD_SMPL_LBS}};
    pd_train_body_evaluation a = evaluate(variants, 1, &pd_executor_serial),
                             b = evaluate(variants, 1, &pd_fixture_shuffled);
    same_scores(a.model[0], b.model[0], 2);
    same_scores(a.pose[0], b.pose[0], 2);
}

/* Bodies of the model with random betas: the first k betas explain the squares of their directions. */
static void the_betas_explain_the_variance_that_they_made(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    size_t numbers = 3 * (size_t)vertex_count;
    float *shapes = malloc(COUNT * numbers * sizeof *shapes);
    double shares[BETAS];
    pd_rng rng;
    pd_rng_init(&rng, 12);
    for (size_t s = 0; s < COUNT; s++) {
        float betas[BETAS], place = (float)pd_rng_normal(&rng);
        pd_fixture_normals(betas, BETAS, 1, &rng);
        for (size_t i = 0; i < numbers; i++) {
            shapes[s * numbers + i] = plain->data.v_template[i] + place;
            for (size_t k = 0; k < BETAS; k++)
                shapes[s * numbers + i] += plain->data.shapedirs[i * BETAS + k] * betas[k];
        }
    }
    assert_int_equal(pd_train_body_variance(shares, plain, shapes, COUNT, NULL), PD_OK);
    print_message("shares %.3f %.3f %.3f %.5f\n", shares[0], shares[1], shares[2], shares[3]);
    for (int k = 1; k < BETAS; k++) assert_true(shares[k] > shares[k - 1]);
    assert_near(shares[BETAS - 1], 1, 1e-4);
    assert_true(shares[0] > 0.3 && shares[0] < 0.95);
    free(shapes);
}

/* Computes the area of each vertex: a third of its triangles, as a fraction of the whole surface. */
static void vertex_areas(double *out, const pd_smpl_model *m)
{
    double sum = 0;
    memset(out, 0, (size_t)m->vertex_count * sizeof *out);
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *t = m->data.faces + 3 * f;
        double e[2][3], n[3];
        for (int k = 0; k < 2; k++)
            for (int c = 0; c < 3; c++)
                e[k][c] =
                    (double)m->data.v_template[3 * t[k + 1] + c] - (double)m->data.v_template[3 * t[0] + c];
        for (int c = 0; c < 3; c++)
            n[c] = e[0][(c + 1) % 3] * e[1][(c + 2) % 3] - e[0][(c + 2) % 3] * e[1][(c + 1) % 3];
        double area = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
        for (int k = 0; k < 3; k++) out[t[k]] += area / 3;
        sum += area;
    }
    for (int i = 0; i < m->vertex_count; i++) out[i] /= sum;
}

/* Expected shares by Gram-Schmidt: each direction is made orthogonal to those before it, and every shape is
 * projected on it. */
static void shares_are_those_of_projections_one_after_the_other(void **state)
{
    (void)state;
    enum { COUNT = 7 };
    const size_t v = (size_t)vertex_count, numbers = 3 * v;
    float *shapes = malloc(COUNT * numbers * sizeof *shapes);
    double *areas = malloc(v * sizeof *areas), *rows = calloc((COUNT + BETAS) * numbers, sizeof *rows);
    double shares[BETAS], total = 0, taken = 0;
    pd_rng rng;
    pd_rng_init(&rng, 21);
    vertex_areas(areas, plain);
    for (size_t s = 0; s < COUNT; s++) { /* a smooth body, and what no beta explains */
        float betas[BETAS], place[3];
        pd_fixture_normals(betas, BETAS, 1 + 0.3 * (double)s, &rng), pd_fixture_normals(place, 3, 2, &rng);
        for (size_t i = 0; i < numbers; i++) {
            shapes[s * numbers + i] =
                plain->data.v_template[i] + place[i % 3] + 0.01f * (float)pd_rng_normal(&rng);
            for (size_t k = 0; k < BETAS; k++)
                shapes[s * numbers + i] += plain->data.shapedirs[i * BETAS + k] * (betas[k] + 0.5f);
        }
    }

    for (size_t r = 0; r < COUNT + BETAS; r++) {
        double mean[3] = {0};
        for (size_t i = 0; i < numbers; i++) {
            double x = r < COUNT ? (double)shapes[r * numbers + i] - (double)plain->data.v_template[i]
                                 : (double)plain->data.shapedirs[i * BETAS + r - COUNT];
            rows[r * numbers + i] = x;
            mean[i % 3] += areas[i / 3] * x;
        }
        for (size_t i = 0; i < numbers; i++)
            rows[r * numbers + i] = sqrt(areas[i / 3]) * (rows[r * numbers + i] - mean[i % 3]);
    }
    for (size_t i = 0; i < numbers; i++) {
        double mean = 0;
        for (size_t s = 0; s < COUNT; s++) mean += rows[s * numbers + i] / COUNT;
        for (size_t s = 0; s < COUNT; s++)
            rows[s * numbers + i] -= mean, total += rows[s * numbers + i] * rows[s * numbers + i];
    }

    assert_int_equal(pd_train_body_variance(shares, plain, shapes, COUNT, NULL), PD_OK);
    for (size_t k = 0; k < BETAS; k++) {
        double *d = rows + (COUNT + k) * numbers, square = 0;
        for (size_t before = 0; before < k; before++) {
            const double *u = rows + (COUNT + before) * numbers;
            double along = 0;
            for (size_t i = 0; i < numbers; i++) along += u[i] * d[i];
            for (size_t i = 0; i < numbers; i++) d[i] -= along * u[i];
        }
        for (size_t i = 0; i < numbers; i++) square += d[i] * d[i];
        for (size_t i = 0; i < numbers; i++) d[i] /= sqrt(square);
        for (size_t s = 0; s < COUNT; s++) {
            double along = 0;
            for (size_t i = 0; i < numbers; i++) along += d[i] * rows[s * numbers + i];
            taken += along * along;
        }
        assert_near(shares[k], taken / total, 1e-6);
    }
    assert_true(shares[BETAS - 1] < 0.999);
    free(shapes), free(areas), free(rows);
}

static void count_reports(void *ctx, int done, int total)
{
    int *seen = ctx;
    assert_int_equal(total, 4);
    seen[done]++;
}

/* The means over meshes of fits that are made here one by one; the subjects' meshes lie mixed. */
static void scores_are_means_over_meshes(void **state)
{
    (void)state;
    static const int mixed[MESHES] = {1, 0, 0, 1, 0, 1};
    const pd_train_body_variant variants[] = {{"LBS", plain, PD_SMPL_LBS}, {"LBS+P", full, PD_SMPL_LBS}};
    const pd_train_body_meshes set = {MESHES, vertex_count, SUBJECTS, meshes, mixed};
    pd_train_body_evaluation found = {.ladder = {2}, .ladder_count = 1};
    pd_train_body_registration fit;
    float betas[SUBJECTS][BETAS];
    int seen[5] = {0}, first[SUBJECTS] = {1, 1};
    double vertex = 0, area = 0, worst = 0, pose_area = 0, pose_worst = 0;
    const pd_train_body_watch watch = {count_reports, seen};
    assert_int_equal(pd_train_body_evaluate(&found, variants, 2, &set, &watch, &pd_executor_serial, NULL),
                     PD_OK);
    for (int done = 1; done < 5; done++) assert_int_equal(seen[done], 1);

    assert_int_equal(pd_train_body_registration_init(&fit, plain, PD_SMPL_LBS, NULL), PD_OK);
    for (int subject = 0; subject < SUBJECTS; subject++)
        for (int m = 0; m < MESHES; m++) {
            const float *target = meshes + 3 * (size_t)vertex_count * (size_t)m;
            if (mixed[m] != subject) continue;
            memset(fit.betas, 0, BETAS * sizeof *fit.betas);
            pd_train_body_registration_start(&fit, target);
            pd_train_body_registration_solve(&fit, target, 2, 0);
            pd_train_body_distance d = pd_train_body_registration_distance(&fit, target);
            vertex += 1000 * d.vertex / MESHES, area += 1000 * d.area / MESHES,
                worst = fmax(worst, 1000 * d.area);
            if (first[subject]) memcpy(betas[subject], fit.betas, sizeof betas[subject]);
            if (!first[subject]) {
                memcpy(fit.betas, betas[subject], sizeof betas[subject]);
                pd_train_body_registration_solve(&fit, target, 0, 1);
                d = pd_train_body_registration_distance(&fit, target);
                pose_area += 1000 * d.area / (MESHES - SUBJECTS),
                    pose_worst = fmax(pose_worst, 1000 * d.area);
            }
            first[subject] = 0;
        }
    pd_train_body_registration_deinit(&fit);
    assert_near(found.model[0][0].vertex_mm, vertex, 1e-9 * vertex);
    assert_near(found.model[0][0].area_mm, area, 1e-9 * area);
    assert_near(found.model[0][0].worst_area_mm, worst, 0);
    assert_near(found.pose[0][0].area_mm, pose_area, 1e-9 * pose_area);
    assert_near(found.pose[0][0].worst_area_mm, pose_worst, 0);
    assert_int_equal(found.pose[0][0].meshes, MESHES - SUBJECTS);
}

/* Makes the model of the meshes with another template. */
static pd_status reshape(void *ctx, pd_smpl_model **out, const float *v_template, pd_error *err)
{
    const pd_fixture *what = ctx;
    pd_smpl_data data;
    (void)err;
    pd_fixture_data(&data, what);
    memcpy(data.v_template, v_template, 3 * (size_t)data.vertex_count * sizeof *v_template);
    return pd_smpl_model_build(out, &data, err);
}

static pd_train_body_parts parts_of(const pd_smpl_model *model, pd_fixture *what, const float *vertices,
                                    const int *of, int count, const pd_executor *executor)
{
    const pd_train_body_variant variant = {"LBS", model, PD_SMPL_LBS};
    const pd_train_body_meshes set = {count, vertex_count, SUBJECTS, vertices, of};
    const pd_train_body_reshape made = {reshape, what};
    pd_train_body_parts found;
    pd_error err = {0};
    if (pd_train_body_evaluate_parts(&found, &variant, &made, &set, NULL, executor, &err))
        fail_msg("%s: %s", err.where, err.detail);
    return found;
}

/* The rest shape of a subject has bumps that no beta spans. They are the shape part of the error, and the
 * pose part is nearly 0. A model without pose blend shapes has a pose part too. */
static void residues_of_shape_and_of_pose_are_separated(void **state)
{
    (void)state;
    pd_fixture with = {.vertices = 600, .betas = BETAS, .seed = 3},
               without = {.vertices = 600, .betas = BETAS, .pose = PD_FIXTURE_NO_POSE, .seed = 3};
    const size_t numbers = 3 * (size_t)vertex_count;
    float *bumps = malloc(numbers * sizeof *bumps), *posed = malloc(MESHES * numbers * sizeof *posed);
    pd_smpl_model *bumpy;
    pd_arena scratch;
    pd_rng rng;
    double size = 0;
    pd_rng_init(&rng, 31);
    for (size_t i = 0; i < numbers; i++)
        bumps[i] = full->data.v_template[i] + 0.004f * (float)pd_rng_normal(&rng);
    for (size_t i = 0; i < numbers; i += 3) {
        double d2 = 0;
        for (size_t c = 0; c < 3; c++)
            d2 += pow((double)bumps[i + c] - (double)full->data.v_template[i + c], 2);
        size += 1000 * sqrt(d2) / vertex_count;
    }
    assert_int_equal(reshape(&with, &bumpy, bumps, NULL), PD_OK);
    for (int m = 0; m < MESHES; m++) {
        float rotations[9 * 24];
        pd_fixture_rotations(rotations, 24, 0.5, &rng);
        const pd_smpl_body body = {.rotations = rotations, .vertices = posed + numbers * (size_t)m};
        const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
        assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, bumpy)));
        pd_smpl_job_run(&job, bumpy, &scratch, &pd_executor_serial);
        pd_arena_deinit(&scratch);
    }

    const pd_train_body_parts own = parts_of(full, &with, posed, subjects, MESHES, &pd_executor_serial),
                              bare = parts_of(plain, &without, posed, subjects, MESHES, &pd_executor_serial),
                              again =
                                  parts_of(plain, &without, posed, subjects, MESHES, &pd_fixture_shuffled);
    print_message("bumps of %.2f mm; with P: shape %.2f, pose %.3f; without: %.2f, %.3f mm\n", size,
                  own.shape.vertex_mm, own.pose.vertex_mm, bare.shape.vertex_mm, bare.pose.vertex_mm);
    assert_int_equal(own.pose.meshes, MESHES);
    assert_near(own.shape.vertex_mm, size, 0.1 * size);
    assert_true(own.pose.vertex_mm < 0.1 * size);
    assert_true(bare.pose.vertex_mm > 4 * own.pose.vertex_mm && bare.pose.worst_area_mm >= bare.pose.area_mm);
    same_scores(&bare.pose, &again.pose, 1);
    same_scores(&bare.shape, &again.shape, 1);

    /* one mesh a subject: its shape cannot be separated */
    static const int alone[SUBJECTS] = {0, 1};
    const pd_train_body_parts none = parts_of(full, &with, posed, alone, SUBJECTS, &pd_executor_serial);
    assert_int_equal(none.pose.meshes, 0);

    const pd_train_body_variant dual = {"DQS", full, PD_SMPL_DQS};
    const pd_train_body_meshes set = {MESHES, vertex_count, SUBJECTS, posed, subjects};
    pd_train_body_parts found;
    pd_error err;
    assert_int_equal(pd_train_body_evaluate_parts(&found, &dual, &(pd_train_body_reshape){reshape, &with},
                                                  &set, NULL, &pd_executor_serial, &err),
                     PD_ERR_UNSUPPORTED);
    pd_smpl_model_release(bumpy);
    free(bumps), free(posed);
}

static void counts_are_held_to_their_bounds(void **state)
{
    (void)state;
    pd_train_body_variant variants[PD_TRAIN_BODY_VARIANTS_MAX + 1];
    const pd_train_body_meshes set = {MESHES, vertex_count, SUBJECTS, meshes, subjects};
    static const struct {
        int variants, ladder_count, beta;
        const char *where;
    } rows[] = {{0, 1, 1, "variants"},      {9, 1, 1, "variants"}, {-1, 1, 1, "variants"},
                {1, 1, BETAS + 1, "betas"}, {1, 1, -1, "betas"},   {1, 0, 1, "betas"}};
    for (size_t i = 0; i < PD_TRAIN_BODY_VARIANTS_MAX + 1; i++)
        variants[i] = (pd_train_body_variant){"x", plain, PD_SMPL_LBS};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_train_body_evaluation found = {.ladder = {rows[i].beta}, .ladder_count = rows[i].ladder_count};
        pd_error err = {0};
        assert_int_equal(
            pd_train_body_evaluate(&found, variants, rows[i].variants, &set, NULL, &pd_executor_serial, &err),
            PD_ERR_RANGE);
        assert_string_equal(err.where, rows[i].where);
    }
}

static void meshes_of_another_topology_are_refused(void **state)
{
    (void)state;
    const pd_train_body_variant variant = {"LBS", plain, PD_SMPL_LBS};
    const pd_train_body_meshes set = {1, vertex_count - 1, 1, meshes, subjects},
                               none = {0, vertex_count, 0, meshes, subjects};
    pd_train_body_evaluation found = {.ladder = {1}, .ladder_count = 1};
    pd_error err;
    assert_int_equal(pd_train_body_evaluate(&found, &variant, 1, &set, NULL, &pd_executor_serial, &err),
                     PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "the model has"));
    assert_int_equal(pd_train_body_evaluate(&found, &variant, 1, &none, NULL, &pd_executor_serial, &err),
                     PD_ERR_RANGE);
}

static void the_ladder_doubles_up_to_all_betas(void **state)
{
    (void)state;
    pd_train_body_evaluation f;
    pd_train_body_ladder(&f, 10);
    assert_int_equal(f.ladder_count, 5);
    assert_int_equal(f.ladder[3], 8);
    assert_int_equal(f.ladder[4], 10);
    pd_train_body_ladder(&f, 16);
    assert_int_equal(f.ladder_count, 5);
    for (int k = 0; k < 4; k++) assert_int_equal(f.ladder[k], 1 << k);
    assert_int_equal(f.ladder[4], 16);
    pd_train_body_ladder(&f, 1);
    assert_true(f.ladder_count == 1 && f.ladder[0] == 1);
    pd_train_body_ladder(&f, 1 << 20);
    assert_true(f.ladder_count == PD_TRAIN_BODY_LADDER_MAX && f.ladder[14] == 1 << 14 &&
                f.ladder[15] == 1 << 20);
    pd_train_body_ladder(&f, 0);
    assert_int_equal(f.ladder_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_describes_its_own_meshes_and_less_of_it_does_not),
        cmocka_unit_test(the_figures_do_not_depend_on_the_executor),
        cmocka_unit_test(the_betas_explain_the_variance_that_they_made),
        cmocka_unit_test(shares_are_those_of_projections_one_after_the_other),
        cmocka_unit_test(scores_are_means_over_meshes),
        cmocka_unit_test(residues_of_shape_and_of_pose_are_separated),
        cmocka_unit_test(counts_are_held_to_their_bounds),
        cmocka_unit_test(meshes_of_another_topology_are_refused),
        cmocka_unit_test(the_ladder_doubles_up_to_all_betas),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
