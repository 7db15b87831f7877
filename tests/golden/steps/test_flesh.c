/* @long: takes over five seconds under ASan. */
/* Flesh step by step: the layer of tetrahedra of two bodies, what it does in drawn motions, directions and dynamics that are learned from made-up runs,
 * the breath, and flesh that gives way to flesh, against what came out before. That flesh lags, swings out and loses energy is for tests/unit/core/train/tissue.
 *
 * tests/golden/steps/flesh.txt: POSED_GOLDEN=write makes it anew, which a change of the layer, of the simulation or of the default body asks for. */
#include "tests/support/told.h"
#include "tests/support/golden_lines.h"

#include "core/base/rng.h"
#include "core/math/rotation.h"
#include "core/smpl/body.h"
#include "core/smpl/contact.h"
#include "train/tissue/breath.h"
#include "train/tissue/learn.h"
#include "train/tissue/simulate.h"

#include <stdlib.h>
#include <string.h>

#define TOLERANCE 1e-7
enum { STEPS = 8, RUNS = 4, T = 120, S = 40, F = 144 };

static pd_smpl_model *model;

static double tets_of(const pd_tissue_layer *layer)
{
    double sum = 0;
    for (int t = 0; t < layer->tet_count; t++) {
        const pd_tissue_tet *e = &layer->tets[t];
        sum += (double)e->volume * 1e6 * (1 + e->sheet) + e->face % 97 / 97.0;
        for (int n = 0; n < 4; n++)
            for (int c = 0; c < 3; c++)
                sum += (double)e->gradients[n][c] * (1 + e->nodes[n] % 89 / 89.0) * (1 + c) / 100;
    }
    return sum / layer->tet_count;
}

static void add_layer(golden_lines *g, const pd_tissue_layer *layer)
{
    const int n = layer->node_count;
    float *moved = malloc(6 * (size_t)layer->skin_count * sizeof *moved), *nodes = malloc(16 * (size_t)n);
    double skin = 0, rest = 0;
    for (int i = 0; i < 4 * n; i++) nodes[i] = (float)(i % 13) / 13;
    pd_tissue_layer_skin(moved, layer, nodes, 4, moved + 3 * layer->skin_count);
    for (int s = 0; s < layer->skin_count; s++)
        for (int k = 0; k < 3; k++)
            skin += (double)layer->skin[s].weights[k] * (1 + layer->skin[s].nodes[k] % 97) +
                    (double)layer->skin[s].mass;
    for (int i = 0; i < n; i++) rest += layer->rest[i][i % 3] * (1 + i % 97 / 97.0) + layer->vertex[i] % 7;
    golden_lines_add(g, "layer",
                     (double[]){n, layer->tet_count, layer->face_count, layer->skin_count, layer->left_out,
                                layer->flesh_kg, tets_of(layer), skin / layer->skin_count, rest / n,
                                golden_weighted(layer->mass, (size_t)n),
                                golden_weighted(moved, 3 * (size_t)layer->skin_count)},
                     11, TOLERANCE);
    free(moved), free(nodes);
}

/* A run that begins, a squat, a turn: joints swing by phases of their own. */
static void add_motion(golden_lines *g, const pd_tissue_layer *layer, const float *betas, uint64_t seed)
{
    float *d = malloc(3 * (size_t)layer->skin_count * sizeof *d);
    double phases[24];
    pd_tissue_sim *sim;
    pd_rng rng;
    pd_rng_init(&rng, seed);
    for (int k = 0; k < 24; k++) phases[k] = pd_rng_between(&rng, 0, 6.28);
    assert_int_equal(pd_tissue_sim_new(&sim, layer, betas, betas ? 2 : 0, NULL), PD_OK);
    for (int t = 0; t < STEPS; t++) {
        const double s = t / 60.0;
        const float at[3] = {(float)(0.4 * s), (float)(0.03 * sin(20 * s)), (float)(6 * s * s)};
        float rotations[9 * 24];
        for (int k = 0; k < 24; k++) {
            const double swing = 0.4 * sin(9 * s + phases[k]),
                         turn[3] = {swing, k ? 0.2 * swing : s, 0.1 * swing};
            double m[9];
            pd_rot_from_axis_angle(m, turn);
            for (int i = 0; i < 9; i++) rotations[9 * k + i] = (float)m[i];
        }
        assert_int_equal(pd_tissue_sim_step(d, sim, rotations, at, 1.0 / 60, NULL), PD_OK);
        /* millimetres */
        golden_lines_add(
            g, "step",
            (double[]){1e3 * golden_weighted(d, 3 * (size_t)layer->skin_count) / layer->skin_count,
                       pd_tissue_sim_energy(sim)},
            2, TOLERANCE);
    }
    golden_lines_add(g, "added", (double[]){pd_tissue_sim_added_mass(sim)}, 1, TOLERANCE);
    pd_tissue_sim_free(sim);
    free(d);
}

static void flesh_moves(golden_lines *g)
{
    static const float stout[2] = {-1, 2};
    for (int b = 0; b < 2; b++) {
        pd_tissue_layer layer;
        const float *betas = b ? stout : NULL;
        assert_int_equal(pd_tissue_layer_build(&layer, model, betas, b ? 2 : 0, NULL), PD_OK);
        add_layer(g, &layer);
        add_motion(g, &layer, betas, (uint64_t)b);
        pd_tissue_layer_deinit(&layer);
    }
}

/* Flesh that is noise but for what follows the features by chance: every number of what is learned depends on all of it. */
static void dynamics_are_learned(golden_lines *g)
{
    static float x[RUNS][T * F], mass[S], betas[RUNS][2] = {{0, 1}, {1, 0}, {-1, 0.5F}, {0.4F, -1}};
    static uint16_t d[RUNS][T * S * 3];
    static int skin[S];
    pd_tissue_run runs[RUNS];
    pd_rng rng;
    pd_rng_init(&rng, 3);
    for (int s = 0, v = 3000; s < S; v += 11) {
        if (model->data.mirror[v] <= v) continue;
        skin[s] = v, skin[s + 1] = model->data.mirror[v];
        mass[s] = mass[s + 1] = (float)pd_rng_between(&rng, 0.05, 0.2);
        s += 2;
    }
    for (int r = 0; r < RUNS; r++) {
        for (int t = 0; t < T; t++)
            for (int i = 0; i < F; i++)
                x[r][t * F + i] = (t ? 0.8F * x[r][(t - 1) * F + i] : 0) + 0.3F * (float)pd_rng_normal(&rng);
        for (int t = 0; t < T; t++)
            for (int i = 0; i < 3 * S; i++)
                d[r][t * 3 * S + i] =
                    pd_half_from_float(0.002F * x[r][(t > i % 3 ? t - i % 3 : 0) * F + i % 7] +
                                       0.0005F * (float)pd_rng_normal(&rng));
        runs[r] = (pd_tissue_run){.frame_count = T,
                                  .skin_count = S,
                                  .feature_count = F,
                                  .beta_count = 2,
                                  .x = x[r],
                                  .mass = mass,
                                  .betas = betas[r],
                                  .d = d[r],
                                  .skin = skin,
                                  .held_out_motion = r == 2,
                                  .held_out_build = r == 3};
    }

    for (int terms = 0; terms < 3; terms += 2) {
        const pd_tissue_options options = {
            .modes = 4, .beta_terms = terms, .ridge = terms ? 1e-3 : 0, .frames = 100};
        told said;
        const pd_train_progress progress = told_to(&said);
        pd_smpl_data data = {.vertex_count = model->vertex_count, .joint_count = model->joint_count};
        pd_error err;
        if (pd_tissue_learn(&data, model, runs, RUNS, &options, &progress, &err))
            fail_msg("%s: %s", err.where, err.detail);
        told_add(g, &said);
        const size_t modes = 4, poles = modes * (size_t)(1 + terms);
        golden_lines_add(
            g, "learned",
            (double[]){data.soft_count, data.soft.joint_count,
                       1e3 * golden_weighted(data.softdirs, 3 * (size_t)data.vertex_count * modes),
                       golden_weighted(data.soft.poles, poles),
                       terms ? golden_weighted(data.soft.sizes, modes * (size_t)terms) : 0},
            5, TOLERANCE);
        for (int kind = 0; kind < 4; kind++) {
            pd_tissue_score score;
            const pd_tissue_kind held_out = {kind % 2, kind / 2};
            if (pd_tissue_judge(&score, &data, model, runs, RUNS, held_out, &err)) {
                golden_lines_add(g, "none", (double[]){err.status}, 1, 0);
                continue;
            }
            golden_lines_add(g, "judged",
                             (double[]){score.runs, score.frames, score.rms_mm, score.explained,
                                        score.reachable, score.part_rms_mm[0], score.part_explained[0]},
                             7, TOLERANCE);
        }
        free(data.softdirs), free(data.soft.joints), free(data.soft.poles), free(data.soft.sizes),
            free(data.soft.gains);
    }
}

static void a_breath_is_taken(golden_lines *g)
{
    const size_t count = 3 * (size_t)model->vertex_count;
    float *moved = calloc(2 * count, sizeof *moved);
    assert_int_equal(pd_tissue_breath(moved, 1, model, NULL), PD_OK);
    golden_lines_add(g, "breath", (double[]){1e3 * golden_weighted(moved, count)}, 1, TOLERANCE);
    memset(moved, 0, 2 * count * sizeof *moved);
    assert_int_equal(pd_tissue_breath(moved, 2, model, NULL), PD_OK);
    golden_lines_add(g, "breath", (double[]){1e3 * golden_weighted(moved, 2 * count)}, 1, TOLERANCE);
    free(moved);
}

/* ---- flesh against flesh */

static void put(float *rotations, const char *joint, double x, double y, double z)
{
    const int k = pd_smpl_joint_find(&model->data, joint);
    const double v[3] = {x * M_PI / 180, y * M_PI / 180, z * M_PI / 180};
    double r[9];
    assert_true(k >= 0);
    pd_rot_from_axis_angle(r, v);
    for (int i = 0; i < 9; i++) rotations[9 * k + i] = (float)r[i];
}

/* Shut elbows and knees, crossed legs, arms against the trunk, of three people. */
static void flesh_gives_way(golden_lines *g)
{
    static const struct {
        const char *joint;
        double by[3];
    } bends[][4] = {{{"left_elbow", {0, -145, 0}}, {"right_knee", {140, 0, 0}}},
                    {{"left_hip", {-115, 0, 0}}, {"left_knee", {120, 0, 0}}, {"spine1", {30, 0, 0}}},
                    {{"left_hip", {-10, 0, -22}}, {"right_hip", {-25, 0, 22}}, {"neck", {40, 0, 10}}},
                    {{"left_shoulder", {0, 0, -88}},
                     {"right_shoulder", {0, 60, 70}},
                     {"right_elbow", {0, 120, 0}},
                     {"spine2", {10, 20, 0}}},
                    {{"pelvis", {20, 100, 10}}, {"right_hip", {-120, 20, 0}}, {"right_knee", {130, 0, 0}}}};
    static const float people[][3] = {{0, 0, 0}, {1.5F, -2, 0.5F}, {-1, 2.5F, 1}};
    const size_t v = 3 * (size_t)model->vertex_count;
    float *plain = malloc(2 * v * sizeof *plain), *pressed = plain + v, translation[3] = {0.3F, 1, -0.2F};
    pd_arena arena = {0};

    for (size_t b = 0; b < sizeof bends / sizeof *bends; b++)
        for (size_t who = 0; who < 3; who++) {
            float rotations[9 * PD_SMPL_MAX_JOINTS] = {0};
            for (int i = 0; i < 9 * model->joint_count; i += i % 9 == 8 ? 1 : 4) rotations[i] = 1;
            for (int i = 0; i < 4 && bends[b][i].joint; i++)
                put(rotations, bends[b][i].joint, bends[b][i].by[0], bends[b][i].by[1], bends[b][i].by[2]);
            pd_smpl_body body = {
                .betas = people[who], .beta_count = 3, .rotations = rotations, .translation = translation};
            for (int soft = 0; soft < 2; soft++) {
                body.vertices = soft ? pressed : plain;
                const pd_smpl_job job = {&body, 1, PD_SMPL_LBS,
                                         soft ? pd_smpl_model_soft_contact(model, NULL) : NULL};
                assert_true(pd_arena_reserve(&arena, pd_smpl_job_scratch_bytes(&job, model)));
                pd_smpl_job_run(&job, model, &arena, &pd_executor_serial);
            }
            double moved = 0, most = 0, sum = 0;
            for (size_t i = 0; i < v; i++) {
                const double off = (double)(pressed[i] - plain[i]);
                moved += fabs(off);
                most = fmax(most, fabs(off));
                sum += 1e3 * off * golden_weight(i, v) / 100;
            }
            golden_lines_add(g, "pressed", (double[]){moved, 1e3 * most, sum}, 3, TOLERANCE);
        }
    free(plain);
    pd_arena_deinit(&arena);
}

static void flesh_is_what_it_was(void **state)
{
    golden_lines g;
    (void)state;
    assert_int_equal(pd_smpl_model_load(&model, "models/default.safetensors", NULL), PD_OK);
    golden_lines_begin(&g, "tests/golden/steps/flesh.txt");
    flesh_moves(&g);
    dynamics_are_learned(&g);
    a_breath_is_taken(&g);
    flesh_gives_way(&g);
    golden_lines_end(&g);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(flesh_is_what_it_was)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
