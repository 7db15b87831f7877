/* @heavy: takes over five seconds under ASan. */
/* Learning when an allocation fails, for each allocation, alone and with all later ones: it returns
 * ERR_MEMORY and leaks nothing. Covers levelling of captured motion, databases and rows, mixtures of poses,
 * ranges of joints, a body's training and its evaluation, patterns,
 * skirts and their linings, simulated soft tissue. */
#include "tests/support/cmu.h"
#include "tests/support/failing_memory.h"
#include "tests/support/fixture.h"
#include "tests/support/human.h"
#include "tests/support/sleeve.h"
#include "tests/support/walk.h"

#include "train/evaluate/evaluate.h"
#include "train/corrective/pose_shapes.h"
#include "train/learn/assemble.h"
#include "train/learn/compare.h"
#include "train/learn/measure.h"
#include "train/matching/build.h"
#include "core/character/capture/capture.h"
#include "train/prior/joint_ranges.h"
#include "train/prior/pose_prior.h"

/* ---- what is learned from */

enum { CLIPS = 3, FRAMES = 40 };

static pd_anim_clip clips[CLIPS];
static pd_character_capture captures[2];
static pd_learn_template sleeve_tpl;
static pd_learn_set sleeves;
static pd_learn_state sleeve_truth;
static pd_smpl_model *model;
static float *meshes;

static void make_clips(void)
{
    pd_anim_skeleton human;
    human_init(&human);
    for (int i = 0; i < CLIPS; i++) {
        assert_int_equal(pd_anim_clip_init(&clips[i], &human, FRAMES, 30, NULL), PD_OK);
        for (int t = 0; t < FRAMES; t++) {
            clips[i].roots[t] = pd_vec3_make(0, 0.95, 0.03 * t * i);
            for (int j = 0; j < 24; j++)
                pd_anim_clip_frame(&clips[i], t)[j] = pd_q_from_rotvec(pd_vec3_make(
                    0.3 * sin(0.2 * t + j + i), 0.2 * cos(0.3 * t + 2 * j), 0.2 * sin(0.1 * t * (j + 1))));
        }
    }
}

static void make_captures(void)
{
    pd_anim_skeleton skeleton;
    assert_int_equal(pd_anim_skeleton_init(&skeleton, cmu_joints, CMU_COUNT, NULL), PD_OK);
    for (int i = 0; i < 2; i++) {
        pd_character_capture *c = &captures[i];
        snprintf(c->name, sizeof c->name, "a/0%d_01.bvh", 7 + i);
        c->source = pd_anim_source_of(&skeleton);
        assert_int_equal(pd_anim_clip_init(&c->clip, &skeleton, 61, i ? 30 : 120, NULL), PD_OK);
        for (int t = 0; t < 61; t++) {
            pd_anim_source_reference(pd_anim_clip_frame(&c->clip, t), &skeleton, c->source);
            c->clip.roots[t] = pd_vec3_make(0, 0.95, 0.3 * (t / 20));
        }
    }
}

static void make_meshes(void)
{
    model = pd_fixture_model(&(pd_fixture){.vertices = 120, .betas = 2, .seed = 3});
    const size_t numbers = 3 * (size_t)model->vertex_count;
    meshes = malloc(3 * numbers * sizeof *meshes);
    for (size_t i = 0; i < 3 * numbers; i++)
        meshes[i] = model->data.v_template[i % numbers] + 0.001F * (float)(i % 7);
}

/* ---- learning */

static pd_status from_capture(pd_error *err)
{
    pd_character_motions motions = {0};
    const pd_character_capture_job job = {.captures = captures, .count = 2, .executor = &pd_executor_serial};
    const pd_status status = pd_character_motion_capture(&motions, NULL, &job, err);
    if (status == PD_OK) pd_character_motions_deinit(&motions);
    return status;
}

static pd_status database(pd_error *err)
{
    static const walk walking = {.frames = 150, .speed = 1.1, .period = 60, .duty = 0.6, .lift = 0.12};
    const pd_train_matching_options o = pd_train_matching_defaults();
    pd_character_motions list = {0};
    pd_character_motion m;
    pd_matching_database d;
    const bool was_on = failing_memory_now.is_on;
    failing_memory_now.is_on = false; /* the walk itself is not what fails */
    walk_make(&m, &walking);
    snprintf(m.name, sizeof m.name, "walk");
    assert_int_equal(pd_character_motions_append(&list, &m, NULL), PD_OK);
    failing_memory_now.is_on = was_on;
    const pd_status status = pd_train_matching_build(&d, NULL, &list, &o, err);
    if (status == PD_OK) pd_matching_database_deinit(&d);
    pd_character_motions_deinit(&list);
    return status;
}

static pd_status prior(pd_error *err)
{
    static const char *const names[CLIPS] = {"stand", "walk", "run"};
    pd_train_prior_clip named[CLIPS];
    pd_train_prior_rows rows;
    pd_ik_prior p;
    for (int i = 0; i < CLIPS; i++) named[i] = (pd_train_prior_clip){&clips[i], names[i], NULL};
    pd_status status = pd_train_prior_rows_init(&rows, named, CLIPS, 3, err);
    if (status != PD_OK) return status;
    const pd_train_prior_options o = {.components = 2, .rank = 1, .rounds = 1, .one_style = 1};
    status = pd_train_prior_learn(&p, &rows, &o, &pd_executor_serial, err);
    if (status == PD_OK) pd_ik_prior_deinit(&p);
    pd_train_prior_rows_deinit(&rows);
    return status;
}

static pd_status ranges(pd_error *err)
{
    pd_train_pose_clip named[CLIPS];
    pd_train_ranges r;
    pd_train_ranges_score score;
    for (int i = 0; i < CLIPS; i++) named[i] = (pd_train_pose_clip){&clips[i], "a/1.bvh"};
    pd_status status = pd_train_ranges_learn(&r, named, CLIPS, &(pd_train_range_options){0}, err);
    if (status == PD_OK) status = pd_train_ranges_judge(&score, r.rows, named, CLIPS, 1, 0, err);
    return status;
}

static pd_status body(pd_error *err)
{
    const pd_learn_problem problem = {
        &sleeve_tpl, &sleeves, {100, 100, 100, 0.05, 0.01, 3}, &pd_executor_serial, NULL, false, false};
    pd_learn_state s = {0};
    pd_learn_history h = {0};
    pd_learn_centers centers = {0};
    pd_learn_shapes shapes = {0};
    pd_smpl_data data;
    pd_status status = pd_learn_set_check(&sleeves, &sleeve_tpl, err);
    if (status == PD_OK) status = pd_learn_state_init(&s, &sleeve_tpl, &sleeves, err);
    if (status == PD_OK) status = pd_learn_run(&s, &h, &problem, &(pd_learn_options){.rounds = 1}, NULL, err);
    if (status == PD_OK) status = pd_learn_centers_fit(&centers, &sleeve_tpl, &s, err);
    if (status == PD_OK) status = pd_learn_shapes_fit(&shapes, &problem, &s, &centers, 1, err);
    const pd_learn_parts parts = {&sleeve_tpl, &s, &centers, &shapes, "tube", "neutral", "a test"};
    if (status == PD_OK) {
        status = pd_learn_assemble(&data, &parts, err);
        if (status == PD_OK) pd_smpl_data_deinit(&data);
    }
    pd_learn_shapes_deinit(&shapes);
    pd_learn_centers_deinit(&centers);
    pd_learn_state_deinit(&s);
    return status;
}

static pd_status template(pd_error *err)
{
    static const float joints[3 * SLEEVE_JOINTS] = {0, 1,    0, 0.24F, 1,     0, -0.24F, 1,
                                                    0, 0.5F, 1, 0,     -0.5F, 1, 0};
    static sleeve s;
    pd_learn_template t;
    sleeve_make(&s);
    const pd_learn_template_source source = {.name = "sleeve",
                                             .vertex_count = SLEEVE_VERTICES,
                                             .face_count = SLEEVE_FACES,
                                             .joint_count = SLEEVE_JOINTS,
                                             .vertices = s.vertices,
                                             .faces = s.faces,
                                             .parts = s.parts,
                                             .parents = sleeve_parents,
                                             .joints = joints};
    const pd_status status = pd_learn_template_init(&t, &source, err);
    if (status == PD_OK) pd_learn_template_deinit(&t);
    return status;
}

static pd_status patterns(pd_error *err)
{
    pd_smpl_sparse_dirs dirs;
    const pd_status status = pd_train_pose_patterns(&dirs, model, NULL, err);
    if (status == PD_OK) pd_train_pose_dirs_deinit(&dirs);
    return status;
}

static pd_status judged(pd_error *err)
{
    static const int subjects[3] = {0, 0, 1};
    const pd_train_body_variant variant = {"LBS", model, PD_SMPL_LBS};
    const pd_train_body_meshes set = {3, model->vertex_count, 2, meshes, subjects};
    pd_train_body_evaluation e = {.ladder = {1}, .ladder_count = 1};
    double shares[2];
    pd_status status = pd_train_body_evaluate(&e, &variant, 1, &set, NULL, &pd_executor_serial, err);
    if (status == PD_OK) status = pd_train_body_variance(shares, model, meshes, 3, err);
    return status;
}

/* ---- failing */

/* Solvers of equations and eigenvectors without memory report that they have no solution:
 * an internal error. */
static bool is_said(pd_status status, const pd_error *err, bool may_go_on)
{
    if (status == PD_OK) return may_go_on;
    return status == PD_ERR_INTERNAL || (status == PD_ERR_MEMORY && strstr(err->detail, "out of memory"));
}

static long try_all(const char *name, pd_status (*make)(pd_error *), bool may_go_on, bool goes_on)
{
    for (long n = 1;; n++) {
        pd_error err = {0};
        const long blocks = failing_memory_blocks();
        failing_memory_now = (failing_memory){.is_on = true, .goes_on = goes_on, .fails_at = n};
        const pd_status status = make(&err);
        failing_memory_now.is_on = false;
        if (failing_memory_blocks() != blocks)
            fail_msg("%s: allocation %ld fails: %ld blocks are left", name, n,
                     failing_memory_blocks() - blocks);
        if (!failing_memory_now.failed) {
            if (status != PD_OK) fail_msg("%s: %s: %s", name, err.where, err.detail);
            return n - 1;
        }
        if (!is_said(status, &err, may_go_on))
            fail_msg("%s: allocation %ld fails: status %d: %s", name, n, (int)status, err.detail);
        assert_int_equal(err.status, status);
    }
}

static void learning_says_when_memory_is_out_and_keeps_none(void **state)
{
    static const struct {
        const char *name;
        pd_status (*make)(pd_error *err);
        bool may_go_on; /* a pose whose first turn is not found begins at rest (pose_step.c) */
    } rows[] = {{"capture", from_capture, false}, {"database", database, false}, {"prior", prior, false},
                {"ranges", ranges, false},        {"template", template, false}, {"body", body, true},
                {"patterns", patterns, false},    {"judged", judged, true}};
    (void)state;
    failing_memory_begin(false);
    make_clips(), make_captures(), make_meshes();
    sleeve_template(&sleeve_tpl);
    sleeve_set(&sleeves, &sleeve_truth, &sleeve_tpl, 2, 3, 0.004, 0.001, 40, 12);

    /* A model makes float32 rows at its first batch and keeps them, so that batch comes before the counts. */
    assert_int_equal(judged(NULL), PD_OK);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const long once = try_all(rows[r].name, rows[r].make, rows[r].may_go_on, false);
        print_message("%s: %ld allocations\n", rows[r].name, once);
        assert_true(once > 0);
        assert_int_equal(try_all(rows[r].name, rows[r].make, rows[r].may_go_on, true), once);
    }

    for (int i = 0; i < CLIPS; i++) pd_anim_clip_deinit(&clips[i]);
    for (int i = 0; i < 2; i++) pd_character_capture_deinit(&captures[i]);
    pd_learn_state_deinit(&sleeve_truth), pd_learn_set_deinit(&sleeves),
        pd_learn_template_deinit(&sleeve_tpl);
    pd_smpl_model_release(model);
    free(meshes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(learning_says_when_memory_is_out_and_keeps_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
