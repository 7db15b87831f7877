/* @long: takes over five seconds under ASan. */
/* Soft tissue step by step, against what it came to before: the layer of three bodies, what skin takes from its nodes, flesh that is shaken frame by
 * frame, breathing, a run that is kept, and directions and dynamics learned from oscillators whose masses, skins and builds differ. That it is right is
 * for tests/unit/core/train/tissue.
 *
 * tests/golden/steps/tissue.txt: POSED_GOLDEN=write makes it anew, which a change of the training or of models/default.safetensors asks for. */
#include "tests/support/told.h"
#include "tests/support/default_model.h"
#include "tests/support/golden_lines.h"

#include "core/base/rng.h"
#include "core/math/rotation.h"
#include "train/tissue/breath.h"
#include "train/tissue/learn.h"

#include <unistd.h>

#define TOLERANCE 1e-7
#define SOLVED_TOLERANCE                                                                                     \
    1e-4 /* where equations are solved or steps are added up, whose kernels round differently */

enum { RUNS = 6, FRAMES = 150, MOST_SKIN = 80, FEATURES = 144, PATTERNS = 4 };

/* ---- flesh */

static double part(double sum, double value, int place)
{
    return sum + value * (1 + place % 97 / 97.0);
}

static void add_layer(golden_lines *g, const pd_tissue_layer *l)
{
    double rest = 0, mass = 0, vertex = 0, faces = 0, nodes = 0, sheets = 0, volume = 0, slopes = 0, skin = 0,
           weights = 0, below = 0, near = 0;
    for (int n = 0; n < l->node_count; n++) {
        for (int c = 0; c < 3; c++) rest = part(rest, l->rest[n][c], 3 * n + c);
        mass = part(mass, (double)l->mass[n], n);
        vertex = part(vertex, l->vertex[n], n);
    }
    for (int i = 0; i < 3 * l->face_count; i++) faces = part(faces, l->faces[i], i);
    for (int t = 0; t < l->tet_count; t++) {
        const pd_tissue_tet *tet = &l->tets[t];
        for (int i = 0; i < 4; i++) {
            nodes = part(nodes, tet->nodes[i], 4 * t + i);
            for (int c = 0; c < 3; c++)
                slopes = part(slopes, fabs((double)tet->gradients[i][c]), 12 * t + 3 * i + c);
        }
        sheets = part(sheets, tet->sheet + 2 * tet->face, t);
        volume = part(volume, 1e3 * (double)tet->volume, t);
    }
    for (int s = 0; s < l->skin_count; s++) {
        const pd_tissue_skin *k = &l->skin[s];
        skin = part(skin, k->vertex, s);
        below = part(below, (double)k->mass, s);
        for (int i = 0; i < 3; i++) {
            skin = part(skin, 0.1 * k->nodes[i], 3 * s + i);
            weights = part(weights, (double)k->weights[i], 3 * s + i);
        }
    }
    for (int s = 0; s < l->skin_count; s++) near = part(near, l->neighbours[s + 1] - l->neighbours[s], s);
    for (int i = 0; i < l->neighbours[l->skin_count] - l->neighbours[0]; i++)
        near = part(near, 0.01 * l->neighbours[l->neighbours[0] + i], i);
    golden_lines_add(g, "layer",
                     (double[]){l->node_count, l->tet_count, l->face_count, l->skin_count, l->left_out,
                                l->flesh_kg, rest, mass, vertex, faces, nodes, sheets, volume, slopes / 1e4,
                                skin, weights, below, near},
                     18, TOLERANCE);
}

/* A step to each side, a turn of the trunk and a hip that swings. */
static void add_shaken(golden_lines *g, const pd_tissue_layer *l, const float *betas, int beta_count)
{
    float rotations[9 * 24], *d = malloc(3 * (size_t)l->skin_count * sizeof *d);
    pd_tissue_sim *sim;
    assert_int_equal(pd_tissue_sim_new(&sim, l, betas, beta_count, NULL), PD_OK);
    golden_lines_add(g, "added", (double[]){pd_tissue_sim_added_mass(sim)}, 1, TOLERANCE);
    for (int t = 0; t < 9; t++) {
        const float at[3] = {0.02F * (float)sin(1.1 * t), 0.01F * (float)(t > 3),
                             0.012F * (float)cos(0.7 * t)};
        for (int k = 0; k < 24; k++) {
            const double turn[3] = {k == 1 ? 0.2 * sin(0.9 * t) : 0, k == 0 ? 0.05 * t : 0,
                                    k == 16 ? -0.1 * t : 0};
            double r[9];
            pd_rot_from_axis_angle(r, turn);
            for (int i = 0; i < 9; i++) rotations[9 * k + i] = (float)r[i];
        }
        assert_int_equal(pd_tissue_sim_step(d, sim, rotations, at, t == 5 ? 0.02 : 1.0 / 60, NULL), PD_OK);
        double sum = 0, square = 0;
        for (int i = 0; i < 3 * l->skin_count; i++)
            sum = part(sum, (double)d[i], i), square += pow((double)d[i], 2);
        golden_lines_add(g, "shaken", (double[]){sum, 1e3 * square, pd_tissue_sim_energy(sim)}, 3,
                         SOLVED_TOLERANCE);
    }
    pd_tissue_sim_free(sim);
    free(d);
}

static void flesh_is_what_it_was(golden_lines *g)
{
    static const float betas[3][4] = {{0, 0, 0, 0}, {0.5F, 2, -1, 0.5F}, {-1, -2, 1, 0}};
    for (int b = 0; b < 3; b++) {
        pd_tissue_layer layer;
        assert_int_equal(pd_tissue_layer_build(&layer, model, betas[b], 4, NULL), PD_OK);
        add_layer(g, &layer);

        float *nodes = malloc(5 * (size_t)layer.node_count * sizeof *nodes),
              *skin = malloc(6 * (size_t)layer.skin_count * sizeof *skin);
        double sum = 0;
        for (int i = 0; i < 5 * layer.node_count; i++) nodes[i] = (float)sin(i * 0.37);
        pd_tissue_layer_skin(skin, &layer, nodes, 5, skin + 3 * (size_t)layer.skin_count);
        for (int i = 0; i < 3 * layer.skin_count; i++) sum = part(sum, (double)skin[i], i);
        golden_lines_add(g, "skin", &sum, 1, TOLERANCE);
        if (b) add_shaken(g, &layer, betas[b], 4);
        free(nodes), free(skin);
        pd_tissue_layer_deinit(&layer);
    }

    float *breath = calloc(6 * (size_t)model->vertex_count, sizeof *breath);
    assert_int_equal(pd_tissue_breath(breath + 1, 2, model, NULL), PD_OK);
    golden_lines_add(g, "breath", (double[]){golden_weighted(breath, 6 * (size_t)model->vertex_count)}, 1,
                     TOLERANCE);
    free(breath);
}

static void a_run_is_what_it_was(golden_lines *g)
{
    char path[] = "/tmp/posed-tissue-XXXXXX";
    pd_anim_skeleton skeleton;
    pd_anim_clip clip;
    pd_tissue_run run;
    const float betas[2] = {0.5F, 1};
    close(mkstemp(path));
    assert_int_equal(pd_anim_skeleton_from_rest(&skeleton, (const char(*)[32])model->data.joint_names,
                                                model->data.parents, model->joint_template, 24, NULL),
                     PD_OK);
    assert_int_equal(pd_anim_clip_init(&clip, &skeleton, 6, 50, NULL), PD_OK);
    for (int t = 0; t < 6; t++) {
        clip.roots[t] = pd_vec3_make(0.01 * t * t, 1, 0.02 * sin(t));
        for (int k = 0; k < 24; k++)
            pd_anim_clip_frame(&clip, t)[k] =
                pd_q_from_rotvec(pd_vec3_make(0.03 * t * sin(k), 0.02 * t, 0.01 * t * cos(k)));
    }
    assert_int_equal(pd_tissue_run_make(path, "a key", model, betas, 2, &clip, NULL), PD_OK);
    assert_int_equal(pd_tissue_run_open(&run, path, "a key", NULL), PD_OK);
    for (int t = 0; t < 6; t++) {
        double d = 0;
        for (int i = 0; i < 3 * run.skin_count; i++)
            d = part(d, (double)pd_half_to_float(run.d[(size_t)t * 3 * (size_t)run.skin_count + (size_t)i]),
                     i);
        golden_lines_add(
            g, "run",
            (double[]){golden_weighted(run.x + t * run.feature_count, (size_t)run.feature_count), d}, 2,
            1e-3); /* numbers of 16 bits, which a rounding moves by one */
    }
    pd_tissue_run_close(&run);
    unlink(path);
    pd_anim_clip_deinit(&clip);
}

/* ---- what is learned of it */

typedef struct shaking {
    int skin[MOST_SKIN], skin_count;
    float betas[2], mass[MOST_SKIN], x[FRAMES * FEATURES];
    uint16_t d[FRAMES * MOST_SKIN * 3];
} shaking;

static shaking shakings[RUNS];
static pd_tissue_run runs[RUNS];

/* Four patterns over the skin, two the same on both sides and two opposite, each follows an oscillator that numbers of a joint drive; a stout body's are
 * slower and swing farther. Runs differ in their skin, its mass and their lengths. */
static void shake(int r)
{
    static const float poles[PATTERNS][4] = {
        {25, 0.25F, -0.1F, 0.05F}, {40, 0.2F, 0.1F, 0}, {33, 0.3F, -0.1F, 0}, {55, 0.15F, 0, 0.1F}};
    static const int drives[PATTERNS] = {2, 16, 0, 36}; /* pelvis z, spine1 x turned, pelvis x, spine3 x */
    static const double builds[4][2] = {{0, 0}, {1, 0.5}, {-1, 1}, {0.5, -2}};
    shaking *s = &shakings[r];
    double delta[PATTERNS][2] = {{0}};
    pd_rng rng;
    pd_rng_init(&rng, (uint64_t)r + 40);
    for (int b = 0; b < 2; b++) s->betas[b] = (float)builds[r % 4][b];
    s->skin_count = 0;
    for (int v = 900 + 61 * (r % 3); s->skin_count < MOST_SKIN - 4 * (r % 3); v += 61) {
        if (model->data.mirror[v] <= v) continue;
        for (int side = 0; side < 2; side++) {
            s->mass[s->skin_count] = 0.05F + 0.01F * (float)(s->skin_count % 5);
            s->skin[s->skin_count++] = side ? model->data.mirror[v] : v;
        }
    }

    const int frames = FRAMES - 10 * (r % 4);
    for (int t = 0; t < frames; t++) {
        for (int i = 0; i < FEATURES; i++)
            s->x[t * FEATURES + i] =
                (t ? 0.8F * s->x[(t - 1) * FEATURES + i] : 0) + 0.3F * (float)pd_rng_normal(&rng);
        for (int m = 0; m < PATTERNS; m++) {
            double a[2];
            pd_smpl_soft_poles(a, poles[m], 2, s->betas, 2, 1.0 / 60);
            const double push = exp(0.4 * (double)s->betas[0]) * (double)s->x[t * FEATURES + drives[m]],
                         next = a[0] * delta[m][0] + a[1] * delta[m][1] + (1 - a[0] - a[1]) * push;
            delta[m][1] = delta[m][0], delta[m][0] = next;
        }
        for (int i = 0; i < s->skin_count; i++) {
            const int v = s->skin[i], mirror = model->data.mirror[v], side = v < mirror ? 1 : -1;
            const double height = (double)model->data.v_template[3 * (v < mirror ? v : mirror) + 1];
            const double d[3] = {0.006 * delta[2][0] + 0.001 * side * delta[0][0],
                                 0.004 * height * (delta[1][0] + side * delta[3][0]),
                                 0.01 * delta[0][0] + 0.0004 * pd_rng_normal(&rng)};
            for (int c = 0; c < 3; c++)
                s->d[(t * s->skin_count + i) * 3 + c] = pd_half_from_float((float)d[c]);
        }
    }
    runs[r] = (pd_tissue_run){.frame_count = frames,
                              .skin_count = s->skin_count,
                              .feature_count = FEATURES,
                              .beta_count = 2,
                              .x = s->x,
                              .mass = s->mass,
                              .betas = s->betas,
                              .d = s->d,
                              .skin = s->skin,
                              .held_out_motion = r == 4,
                              .held_out_build = r == 3};
}

/* Sizes alone: which way a direction points is no one's to say. */
static double sizes_of(const float *values, int first, int count, int stride)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum = part(sum, fabs((double)values[first + (long)i * stride]), i);
    return sum;
}

static void what_is_learned_is_what_it_was(golden_lines *g)
{
    static const pd_tissue_options ways[] = {{.modes = 4, .beta_terms = 2, .ridge = 1e-3, .frames = 100},
                                             {.modes = 3, .beta_terms = 0}};
    told said;
    const pd_train_progress progress = told_to(&said);
    for (int r = 0; r < RUNS; r++) shake(r);
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        pd_smpl_data data = {.vertex_count = model->vertex_count, .joint_count = model->joint_count};
        assert_int_equal(pd_tissue_learn(&data, model, runs, RUNS, &ways[w], &progress, NULL), PD_OK);
        told_add(g, &said);
        const int modes = data.soft.mode_count, terms = data.soft.beta_terms, all = FEATURES;
        golden_lines_add(g, "learned", (double[]){modes, terms, data.soft_count, data.soft.joint_count}, 4,
                         0);
        for (int m = 0; m < modes; m++) {
            double numbers[8] = {sizes_of(data.softdirs, m, 3 * data.vertex_count, data.soft_count),
                                 sizes_of(data.soft.gains, m * all, all, 1)};
            for (int i = 0; i < 2 + terms; i++) numbers[2 + i] = (double)data.soft.poles[m * (2 + terms) + i];
            for (int i = 0; i < terms; i++) numbers[4 + terms + i] = (double)data.soft.sizes[m * terms + i];
            golden_lines_add(g, "mode", numbers, 4 + 2 * terms, SOLVED_TOLERANCE);
        }
        for (int kind = 0; kind < 3; kind++) {
            pd_tissue_score s;
            assert_int_equal(
                pd_tissue_judge(&s, &data, model, runs, RUNS, (pd_tissue_kind){kind == 1, kind == 2}, NULL),
                PD_OK);
            golden_lines_add(g, "judged", (double[]){s.runs, s.frames, s.rms_mm, s.explained, s.reachable}, 5,
                             SOLVED_TOLERANCE);
            golden_lines_add(g, "moves", s.part_rms_mm, PD_TISSUE_PARTS, SOLVED_TOLERANCE);
            golden_lines_add(g, "explains", s.part_explained, PD_TISSUE_PARTS, SOLVED_TOLERANCE);
        }
        free(data.softdirs), free(data.soft.joints), free(data.soft.poles), free(data.soft.sizes),
            free(data.soft.gains);
    }
}

static void soft_tissue_is_what_it_was(void **state)
{
    golden_lines g;
    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/tissue.txt");
    flesh_is_what_it_was(&g);
    a_run_is_what_it_was(&g);
    what_is_learned_is_what_it_was(&g);
    golden_lines_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(soft_tissue_is_what_it_was)};
    return cmocka_run_group_tests(tests, default_model_setup, default_model_teardown);
}
