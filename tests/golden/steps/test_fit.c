/* @long: takes over five seconds under ASan. */
/* Bodies that are measured, fitted to measurements, registered to meshes, and pushed out of themselves, against what came out before. That it is
 * right is for tests/unit/core/{fit,smpl}; an iteration that finds its way in spite of a wrong line is seen here.
 *
 * What judges bodies and meshes, and a skeleton's bones as a file, stand in judged.txt.
 *
 * tests/golden/steps/{fit,contact,judged}.txt: POSED_GOLDEN=write makes them anew, which a change of a search or, for contact, of the shipped
 * body asks for. */
#include "tests/support/golden_lines.h"

#include "train/evaluate/evaluate.h"
#include "core/observe/measurements.h"
#include "train/evaluate/quality.h"
#include "train/evaluate/registration.h"
#include "core/retarget/bones.h"
#include "core/math/rotation.h"
#include "core/smpl/contact.h"
#include "tests/support/fixture.h"

#include <stdlib.h>
#define CYL_SIDES 16
#include "tests/support/cylinders.h"

#define TOLERANCE 1e-6

static void add_measured(golden_lines *g, const pd_smpl_model *model, pd_arena *arena, pd_rng *rng)
{
    for (int i = 0; i < 12; i++) {
        float betas[CYL_BETAS];
        double values[PD_SMPL_MEASURE_COUNT];
        pd_fixture_normals(betas, CYL_BETAS, 1, rng);
        pd_smpl_measure_job job = {.values = values,
                                   .betas = betas,
                                   .beta_count = i % 4,
                                   .body_count = 1,
                                   .density = i % 2 ? 985 : 0};
        assert_true(pd_arena_reserve(arena, pd_smpl_measure_scratch_bytes(model)));
        pd_smpl_measure_run(&job, model, arena);
        golden_lines_add(g, "measured", values, PD_SMPL_MEASURE_COUNT, TOLERANCE);
    }
}

static void add_fitted(golden_lines *g, const pd_smpl_model *model, pd_arena *arena, pd_rng *rng)
{
    double mean[PD_SMPL_MEASURE_COUNT];
    pd_smpl_measure_job all = {.values = mean, .body_count = 1};
    assert_true(pd_arena_reserve(arena, pd_smpl_measure_scratch_bytes(model)));
    pd_smpl_measure_run(&all, model, arena);
    for (int i = 0; i < 60; i++) {
        pd_observe_measurements_measurement targets[6];
        float betas[CYL_BETAS] = {0};
        double residuals[6], values[PD_SMPL_MEASURE_COUNT];
        int count = 0;
        for (int m = pd_rng_below(rng, 6); m < PD_SMPL_MEASURE_COUNT && count < 1 + i % 6;
             m += 1 + pd_rng_below(rng, 6)) {
            if (!isfinite(mean[m])) continue;
            double value = mean[m] * pd_rng_between(rng, 0.85, 1.2);
            value = fmin(fmax(value, pd_smpl_measures[m].least), pd_smpl_measures[m].greatest);
            targets[count++] = (pd_observe_measurements_measurement){
                (pd_smpl_measure)m, value, i % 3 ? 0 : 2 * pd_smpl_measures[m].tolerance};
        }
        pd_observe_measurements_job job = {.betas = betas,
                                           .residuals = residuals,
                                           .values = values,
                                           .targets = targets,
                                           .target_count = count};
        job.beta_count = i % 4,
        job.iterations = i % 2 ? 1 + i % 5 : 6; /* of more, rounding decides how many */
        if (!count || pd_observe_measurements_check(&job, model, NULL) != PD_OK) continue;
        assert_true(pd_arena_reserve(arena, pd_observe_measurements_scratch_bytes(&job, model)));
        pd_observe_measurements_run(&job, model, arena);
        double out[8] = {count,        job.status,     job.iterations_used,
                         job.distance, job.relaxation, betas[0] + 2 * betas[1] + 3 * betas[2]};
        for (int t = 0; t < count; t++) out[6] += (1 + t) * residuals[t];
        for (int m = 0; m < PD_SMPL_MEASURE_COUNT; m++)
            if (isfinite(values[m])) out[7] += (1 + 0.1 * m) * values[m];
        golden_lines_add(g, "fitted", out, 8, 1e-4);
    }
}

static void add_registered(golden_lines *g, const pd_smpl_model *model, pd_rng *rng)
{
    size_t v = (size_t)model->vertex_count;
    float *mesh = malloc(3 * v * sizeof *mesh), betas[CYL_BETAS], rotations[9 * 24], translation[3];
    assert_non_null(mesh);
    for (int i = 0; i < 4; i++) {
        pd_train_body_registration fit;
        pd_arena scratch;
        pd_fixture_rotations(rotations, 24, 0.5, rng);
        pd_fixture_normals(betas, CYL_BETAS, 0.7, rng);
        pd_fixture_normals(translation, 3, 1, rng);
        const pd_smpl_body body = {.betas = betas,
                                   .beta_count = CYL_BETAS,
                                   .rotations = rotations,
                                   .translation = translation,
                                   .vertices = mesh};
        const pd_smpl_job job = {&body, 1, i % 2 ? PD_SMPL_DQS : PD_SMPL_LBS, NULL};
        assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
        pd_smpl_job_run(&job, model, &scratch, &pd_fixture_shuffled);
        pd_arena_deinit(&scratch);
        for (size_t k = 0; k < 3 * v; k++) mesh[k] += (float)(0.003 * pd_rng_normal(rng));

        assert_int_equal(pd_train_body_registration_init(&fit, model, job.skinning, NULL), PD_OK);
        pd_train_body_registration_start(&fit, mesh);
        golden_lines_add(g, "start",
                         (double[]){golden_weighted(fit.rotations, 216), golden_weighted(fit.translation, 3)},
                         2, 1e-4);
        pd_train_body_registration_solve(&fit, mesh, i, i == 3);
        pd_train_body_distance d = pd_train_body_registration_distance(&fit, mesh);
        golden_lines_add(g, "registered",
                         (double[]){fit.rounds, 1e3 * d.vertex, 1e3 * d.area,
                                    golden_weighted(fit.betas, CYL_BETAS),
                                    golden_weighted(fit.rotations, 216), golden_weighted(fit.translation, 3)},
                         6, 1e-3);
        pd_train_body_registration_deinit(&fit);
    }
    free(mesh);
}

static void fits_are_what_they_were(void **state)
{
    (void)state;
    golden_lines g;
    pd_arena arena;
    pd_rng rng;
    pd_smpl_model *hard = cyl_model(), *soft = cyl_soft_model(0.6F, 0.3F);
    assert_true(hard && pd_arena_init(&arena, 0));
    pd_rng_init(&rng, 8);
    golden_lines_begin(&g, "tests/golden/steps/fit.txt");
    add_measured(&g, hard, &arena, &rng);
    add_fitted(&g, hard, &arena, &rng);
    add_registered(&g, soft, &rng);
    golden_lines_end(&g);
    pd_arena_deinit(&arena);
    pd_smpl_model_release(hard), pd_smpl_model_release(soft);
}

static void turn(float *rotations, const pd_smpl_model *model, const char *joint, double x, double y,
                 double z)
{
    double matrix[9], v[3] = {x * M_PI / 180, y * M_PI / 180, z * M_PI / 180};
    pd_rot_from_axis_angle(matrix, v);
    for (int k = 0; k < model->joint_count; k++)
        for (int i = 0; i < 9 && !strcmp(model->data.joint_names[k], joint); i++)
            rotations[9 * k + i] = (float)matrix[i];
}

/* Knees drawn up, arms folded, a hand on the hip: skin in skin. */
static void contact_is_what_it_was(void **state)
{
    (void)state;
    static const struct {
        int pose;
        const char *joint;
        double x, y, z;
    } turns[] = {{0, "left_knee", 140, 0, 0},   {0, "left_hip", -110, 0, 5},
                 {0, "right_elbow", 0, 140, 0}, {1, "left_shoulder", 0, -40, -75},
                 {1, "left_elbow", 0, -120, 0}, {1, "right_shoulder", 0, 50, 70},
                 {1, "right_elbow", 0, 110, 0}};
    golden_lines g;
    pd_arena scratch;
    pd_smpl_model *model;
    assert_int_equal(pd_smpl_model_load(&model, "models/default.safetensors", NULL), PD_OK);
    size_t count = 3 * (size_t)model->vertex_count;
    float *vertices = malloc(2 * count * sizeof *vertices), *plain = vertices + count;
    const pd_smpl_contact *contact = pd_smpl_model_contact(model, NULL);
    assert_true(vertices && contact);
    golden_lines_begin(&g, "tests/golden/steps/contact.txt");
    for (int pose = 0; pose < 2; pose++) {
        float rotations[9 * 24] = {0};
        for (int i = 0; i < 72; i++) rotations[9 * (i / 3) + 4 * (i % 3)] = 1;
        for (size_t t = 0; t < sizeof turns / sizeof *turns; t++)
            if (turns[t].pose == pose)
                turn(rotations, model, turns[t].joint, turns[t].x, turns[t].y, turns[t].z);
        const pd_smpl_body body = {.rotations = rotations, .vertices = vertices};
        const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
        assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
        pd_smpl_job_run(&job, model, &scratch, &pd_fixture_shuffled);
        pd_arena_deinit(&scratch);
        memcpy(plain, vertices, count * sizeof *plain);
        double moved = 0;
        assert_true(pd_arena_init(&scratch, pd_smpl_contact_scratch_bytes(contact)));
        int rounds = pd_smpl_contact_run(vertices, contact, &body, &scratch);
        pd_arena_deinit(&scratch);
        for (size_t i = 0; i < count; i++)
            moved += 1e3 * (1 + (double)(i % 97) / 97) * fabs((double)vertices[i] - (double)plain[i]);
        golden_lines_add(&g, "contact", (double[]){rounds, golden_weighted(plain, count), moved}, 3,
                         TOLERANCE);
    }
    golden_lines_end(&g);
    free(vertices);
    pd_smpl_model_release(model);
}

/* ---- what judges */

/* Folded limbs, limbs in the trunk, and a few vertices that are drawn out of their place. */
static void add_quality(golden_lines *g)
{
    static const struct {
        const char *joint;
        double x, y, z;
    } turns[] = {{"left_knee", 155, 0, 0},      {"right_elbow", 0, 150, 0}, {"left_shoulder", 0, -60, -85},
                 {"spine1", 70, 0, 0},          {"head", 40, 70, 0},        {"right_hip", -140, 0, -20},
                 {"left_wrist", 0, 0, 110},     {"neck", -70, 0, 0},        {"right_ankle", 70, 0, 0},
                 {"right_shoulder", 20, 95, 40}};
    pd_smpl_model *model;
    pd_train_body_checker checker;
    pd_arena scratch, room;
    assert_int_equal(pd_smpl_model_load(&model, "models/default.safetensors", NULL), PD_OK);
    float *mesh = malloc(3 * (size_t)model->vertex_count * sizeof *mesh);
    for (int b = 0; b < 2; b++) {
        const float betas[2] = {0, b ? 3 : 0};
        assert_int_equal(pd_train_body_checker_init(&checker, model, betas, 2, NULL), PD_OK);
        assert_true(pd_arena_init(&scratch, pd_train_body_quality_scratch_bytes(model)));
        golden_lines_add(g, "checker",
                         (double[]){checker.rest_inside_count,
                                    golden_weighted(checker.rest, 3 * (size_t)model->vertex_count)},
                         2, TOLERANCE);
        for (size_t t = b; t < sizeof turns / sizeof *turns; t += 1 + (size_t)b) {
            float rotations[9 * 24] = {0};
            pd_train_body_quality q;
            for (int i = 0; i < 72; i++) rotations[9 * (i / 3) + 4 * (i % 3)] = 1;
            turn(rotations, model, turns[t].joint, turns[t].x, turns[t].y, turns[t].z);
            const pd_smpl_body body = {
                .betas = betas, .beta_count = 2, .rotations = rotations, .vertices = mesh};
            const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
            assert_true(pd_arena_init(&room, pd_smpl_job_scratch_bytes(&job, model)));
            pd_smpl_job_run(&job, model, &room, &pd_fixture_shuffled);
            pd_arena_deinit(&room);
            for (int i = 0; i < model->vertex_count; i += 1777) mesh[3 * i + 1] += 0.03f;
            pd_train_body_quality_run(&q, &checker, mesh, rotations, &scratch);
            golden_lines_add(g, turns[t].joint,
                             (double[]){q.inverted, q.fold_deep, q.hit_deep, 1e3 * q.fold, 1e3 * q.hit,
                                        q.inverted_face, q.hit_vertex},
                             7, 1e-4);
        }
        pd_arena_deinit(&scratch);
        pd_train_body_checker_deinit(&checker);
    }
    free(mesh);
    pd_smpl_model_release(model);
}

static pd_status reshape(void *ctx, pd_smpl_model **out, const float *v_template, pd_error *err)
{
    const pd_fixture *what = ctx;
    pd_smpl_data data;
    (void)err;
    pd_fixture_data(&data, what);
    memcpy(data.v_template, v_template, 3 * (size_t)data.vertex_count * sizeof *v_template);
    return pd_smpl_model_build(out, &data, err);
}

/* Meshes of three people whose shapes have bumps and whose poses have noise. */
static void add_parts(golden_lines *g)
{
    enum { MESHES = 7, BETAS = 4 };
    static const int subjects[MESHES] = {0, 0, 0, 1, 1, 2, 2};
    pd_fixture what = {.vertices = 300, .betas = BETAS, .seed = 3};
    pd_smpl_model *model = pd_fixture_model(&what);
    const size_t numbers = 3 * (size_t)model->vertex_count;
    float *meshes = malloc(MESHES * numbers * sizeof *meshes), betas[BETAS], rotations[9 * 24];
    double shares[BETAS];
    pd_train_body_parts parts;
    pd_arena scratch;
    pd_rng rng;
    pd_rng_init(&rng, 17);
    for (int m = 0; m < MESHES; m++) {
        if (!m || subjects[m] != subjects[m - 1]) pd_fixture_normals(betas, BETAS, 1, &rng);
        pd_fixture_rotations(rotations, 24, 0.4, &rng);
        const pd_smpl_body body = {.betas = betas,
                                   .beta_count = BETAS,
                                   .rotations = rotations,
                                   .vertices = meshes + numbers * (size_t)m};
        const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
        assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
        pd_smpl_job_run(&job, model, &scratch, &pd_fixture_shuffled);
        pd_arena_deinit(&scratch);
        for (size_t i = 0; i < numbers; i++)
            meshes[numbers * (size_t)m + i] +=
                0.003f * (float)sin(0.7 * (double)i + subjects[m]) + 0.001f * (float)pd_rng_normal(&rng);
    }
    const pd_train_body_variant variant = {"LBS", model, PD_SMPL_LBS};
    const pd_train_body_meshes set = {MESHES, model->vertex_count, 3, meshes, subjects};
    const pd_train_body_reshape made = {reshape, &what};
    assert_int_equal(
        pd_train_body_evaluate_parts(&parts, &variant, &made, &set, NULL, &pd_fixture_shuffled, NULL), PD_OK);
    golden_lines_add(
        g, "pose_part",
        (double[]){parts.pose.vertex_mm, parts.pose.area_mm, parts.pose.worst_area_mm, parts.pose.meshes}, 4,
        1e-3);
    golden_lines_add(
        g, "shape_part",
        (double[]){parts.shape.vertex_mm, parts.shape.area_mm, parts.shape.worst_area_mm, parts.shape.meshes},
        4, 1e-3);
    assert_int_equal(pd_train_body_variance(shares, model, meshes, MESHES, NULL), PD_OK);
    golden_lines_add(g, "shares", shares, BETAS, 1e-4);
    for (int count = 1; count < 20; count += 3) {
        pd_train_body_evaluation e = {0};
        double sum = 0;
        pd_train_body_ladder(&e, count);
        for (int i = 0; i < e.ladder_count; i++) sum += (1 + i) * e.ladder[i];
        golden_lines_add(g, "ladder", (double[]){e.ladder_count, sum}, 2, 0);
    }
    free(meshes);
    pd_smpl_model_release(model);
}

/* A GLB: its JSON letter by letter, its numbers as floats and, for indices, as bytes where they are none. */
static void add_bones(golden_lines *g)
{
    static const char names[4][PD_ANIM_NAME_BYTES] = {"root", "up", "same", "out"};
    static const int parents[4] = {-1, 0, 1, 2};
    static const double rest[12] = {0.1, 1, 0, 0.1, 1.5, 0.02, 0.1, 1.5, 0.02, 0.6, 1.4, -0.2};
    pd_anim_skeleton skeleton;
    pd_anim_clip clip;
    pd_buffer out = {0};
    assert_int_equal(pd_anim_skeleton_from_rest(&skeleton, names, parents, rest, 4, NULL), PD_OK);
    assert_int_equal(pd_anim_clip_init(&clip, &skeleton, 3, 25, NULL), PD_OK);
    for (int t = 0; t < 3; t++) {
        clip.roots[t] = pd_vec3_make(0.1 * t, 1 + 0.02 * t, -0.3 * t);
        for (int k = 0; k < 4; k++)
            pd_anim_clip_frame(&clip, t)[k] = pd_q_from_rotvec(pd_vec3_make(0.2 * t, 0.1 * k, 0.3));
    }
    assert_int_equal(pd_retarget_bones_glb(&out, &clip, "wave", NULL), PD_OK);
    uint32_t json;
    double letters = 0, floats = 0, indices = 0;
    memcpy(&json, out.data + 12, 4);
    for (size_t i = 0; i < json; i++) letters += out.data[20 + i] * (1 + (double)(i % 97) / 97);
    for (size_t i = 28 + json; i + 4 <= out.size; i += 4) {
        float value;
        memcpy(&value, out.data + i, 4);
        if (isnormal(value))
            floats += (double)value * (1 + (double)(i / 4 % 97) / 97);
        else
            indices += (out.data[i] + 2 * out.data[i + 2]) * (1 + (double)(i / 4 % 97) / 97);
    }
    golden_lines_add(g, "bones", (double[]){(double)out.size, json, letters, floats, indices}, 5, TOLERANCE);
    pd_buffer_deinit(&out);
    pd_anim_clip_deinit(&clip);
}

static void what_judges_says_what_it_did(void **state)
{
    golden_lines g;
    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/judged.txt");
    add_quality(&g);
    add_parts(&g);
    add_bones(&g);
    golden_lines_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fits_are_what_they_were),
                                       cmocka_unit_test(what_judges_says_what_it_did),
                                       cmocka_unit_test(contact_is_what_it_was)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
