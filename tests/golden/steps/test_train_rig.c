/* @long: takes over five seconds under ASan. */
/* Learning to rig, step by step, against what it came to before: bodies that are dressed, animals drawn, solids, the penalties' risk and what is learned
 * from a few, a start from three bodies, single steps of learned weights. That it is right is for tests/unit/core/train/rig.
 *
 * tests/golden/steps/train_rig.txt: POSED_GOLDEN=write makes it anew, which a change of the training asks for. */
#include "tests/support/golden_lines.h"

#include "train/rig/penalties.h"
#include "train/rig/start.h"
#include "train/rig/weights.h"
#include "tests/support/rig_person.h"

#define TOLERANCE 1e-6
#define SOLVED_TOLERANCE                                                                                     \
    1e-4 /* where equations are solved or steps are added up, whose kernels round differently */

enum { K = PD_RIG_PAIR_BONES, F = PD_RIG_PAIR_NUMBERS, VERTICES = 60 };

static const pd_rig_template *const one[] = {&rig_template};

static double weighted(const double *values, size_t count)
{
    const double sum = golden_weighted_doubles(values, count);
    return count > 300 ? 100 * sum / (double)count : sum; /* so that one of many shows */
}

static double floats(const float *values, size_t count)
{
    const double sum = golden_weighted(values, count);
    return count > 300 ? 100 * sum / (double)count : sum;
}

static double corners(const uint32_t *faces, int count)
{
    double sum = 0;
    for (int i = 0; i < 3 * count; i++) sum += faces[i] * (1 + i % 97 / 97.0);
    return count ? sum / count : 0;
}

static void bodies(golden_lines *g)
{
    for (int kind = 0; kind < PD_TRAIN_RIG_KIND_COUNT; kind++)
        for (int pose = kind % 2; pose < PD_TRAIN_RIG_POSE_COUNT; pose += 2) {
            const pd_train_rig_want want = {&rig_template, (pd_train_rig_pose)pose, (pd_train_rig_kind)kind,
                                            (uint64_t)(10 * kind + pose)};
            pd_train_rig_body body;
            assert_int_equal(pd_train_rig_body_make(&body, &want, NULL), PD_OK);
            golden_lines_add(g, "body",
                             (double[]){body.vertex_count, body.skin_count, body.face_count,
                                        floats(body.vertices, 3 * (size_t)body.vertex_count),
                                        corners(body.faces, body.face_count),
                                        weighted(*body.joints, 3 * PD_RIG_JOINTS)},
                             6, TOLERANCE);
            pd_train_rig_body_deinit(&body);
        }
    const pd_train_rig_start_options o = {
        .templates = one, .template_count = 1, .bodies = 1, .ridge = 1, .seed = 5};
    for (int i = 0; i < 12; i++) {
        const pd_train_rig_want want = pd_train_rig_example(&o, i, i % 3 == 2);
        golden_lines_add(g, "example", (double[]){want.pose, want.kind, (double)(want.seed % 1000003)}, 3, 0);
    }
}

static void animals(golden_lines *g)
{
    for (int plan = 1; plan < PD_RIG_PLANS; plan++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            pd_train_rig_capsules c;
            double there = 0;
            assert_int_equal(pd_train_rig_creature_random(&c, &pd_rig_plans[plan], seed, NULL), PD_OK);
            for (int k = 0; k < pd_rig_plans[plan].count; k++) there += (1 + k) * c.is_there[k];
            golden_lines_add(g, "animal",
                             (double[]){c.vertex_count, c.face_count,
                                        floats(c.vertices, 3 * (size_t)c.vertex_count),
                                        corners(c.faces, c.face_count),
                                        weighted(*c.joints, 3 * (size_t)pd_rig_plans[plan].count), there},
                             6, TOLERANCE);
            pd_train_rig_capsules_deinit(&c);
        }
}

/* ---- penalties */

static void penalties(golden_lines *g)
{
    const pd_train_rig_penalties_options o = {
        .creatures = 1, .rounds = 2, .ridge = 0.01, .temperature = 0.2, .seed = 5};
    pd_train_rig_candidate list[9];
    double w[PD_RIG_PENALTIES], gradient[PD_RIG_PENALTIES];
    for (int i = 0; i < 9; i++) {
        list[i] = (pd_train_rig_candidate){
            .solid = i / 4, .wrong = 0.1 + 0.11 * (i * 5 % 8), .missing = i == 3 ? PD_RIG_EMBED_MISSING : 0};
        for (int k = 0; k < PD_RIG_PENALTIES; k++) list[i].penalties[k] = 0.02 * ((i * 7 + k * 3) % 11);
    }
    for (int k = 0; k < PD_RIG_PENALTIES; k++) w[k] = pd_rig_penalty_weights[k] * (0.7 + 0.1 * k);
    const double risk = pd_train_rig_penalties_risk(gradient, w, list, 9, &o);
    golden_lines_add(g, "risk", &risk, 1, TOLERANCE);
    golden_lines_add(g, "slope", gradient, PD_RIG_PENALTIES, TOLERANCE);

    for (int i = 0; i < PD_RIG_PLANS; i++) {
        pd_train_rig_solid solid;
        assert_int_equal(pd_train_rig_solid_make(&solid, &o, i, i % 2, NULL), PD_OK);
        golden_lines_add(g, "solid",
                         (double[]){solid.graph.count, solid.graph.medial_count, solid.size, solid.truth.pull,
                                    weighted(*solid.truth.at, 3 * (size_t)solid.plan->count),
                                    weighted(*solid.graph.centres, 3 * (size_t)solid.graph.count)},
                         6, TOLERANCE);
        pd_train_rig_solid_deinit(&solid);
    }

    static pd_train_rig_penalties_figures figures[2][PD_RIG_PLANS];
    assert_int_equal(pd_train_rig_penalties_learn(w, &o, NULL), PD_OK);
    golden_lines_add(g, "learned", w, PD_RIG_PENALTIES, SOLVED_TOLERANCE);
    assert_int_equal(pd_train_rig_penalties_measure(figures, pd_rig_penalty_weights, &o, NULL), PD_OK);
    for (int k = 0; k < 2 * PD_RIG_PLANS; k++) {
        const pd_train_rig_penalties_figures *f = &figures[k / PD_RIG_PLANS][k % PD_RIG_PLANS];
        golden_lines_add(g, "figures", (double[]){f->count, f->refused, f->mean, f->worst, f->wrong}, 5,
                         TOLERANCE);
    }
}

/* ---- a start */

static void start(golden_lines *g)
{
    const pd_train_rig_start_options o = {
        .templates = one, .template_count = 1, .bodies = 3, .ridge = 0.5, .seed = 5};
    pd_rig_start learned;
    assert_int_equal(pd_train_rig_start_learn(&learned, &o, NULL), PD_OK);
    for (int k = 0; k < 2; k++)
        golden_lines_add(
            g, "start",
            (double[]){1e3 * floats(learned.weights[k], (size_t)PD_RIG_MAP_NUMBERS * PD_RIG_MAP_JOINTS),
                       floats(learned.bias[k], PD_RIG_MAP_JOINTS)},
            2, SOLVED_TOLERANCE);
    pd_rig_start_deinit(&learned);
}

/* ---- weights */

/* Edges at random; the truth is shared by the two bones with the largest number 20 and the last. */
static void draw_edges(uint8_t *bones, float *x, float *target, float *area, pd_rng *rng)
{
    for (int i = 0; i < VERTICES; i++) {
        int best = 0;
        area[i] = (float)pd_rng_between(rng, 0.5, 2);
        for (int k = 0; k < K; k++) {
            float *row = x + (i * K + k) * F;
            bones[i * K + k] = (uint8_t)((i + 5 * k) % PD_RIG_JOINTS);
            for (int f = 0; f < F; f++) row[f] = (float)(0.5 * pd_rng_normal(rng));
            row[PD_RIG_PAIR_NEAR] = (float)pd_rng_between(rng, 0.5, 1);
            row[PD_RIG_PAIR_PRIOR] *= 0.2F;
            if (row[20] > x[(i * K + best) * F + 20]) best = k;
        }
        for (int k = 0; k < K; k++) target[i * K + k] = (k == best ? 0.7F : 0) + (k == K - 1 ? 0.3F : 0);
    }
}

static void weights(golden_lines *g)
{
    static uint8_t bones[VERTICES * K];
    static float x[VERTICES * K * F], target[VERTICES * K], area[VERTICES], grad[PD_RIG_NET_NUMBERS];
    pd_rig_net net;
    pd_rig_net_tile tile;
    pd_rng rng;
    pd_rng_init(&rng, 3);
    draw_edges(bones, x, target, area, &rng);
    assert_int_equal(pd_rig_net_init(&net, NULL), PD_OK);
    assert_true(pd_rig_net_tile_init(&tile, VERTICES));
    for (int i = 0; i < PD_RIG_NET_NUMBERS; i++) net.all[i] = (float)(0.2 * pd_rng_normal(&rng));
    tile.count = VERTICES;
    memcpy(tile.bones, bones, sizeof bones), memcpy(tile.x, x, sizeof x),
        memcpy(tile.area, area, sizeof area);
    pd_rig_net_gates(&tile);
    const double loss = pd_train_rig_weights_loss(grad, &tile, target, &net);
    golden_lines_add(g, "loss", &loss, 1, SOLVED_TOLERANCE);
    for (int t = 0; t < PD_RIG_NET_TENSORS; t++) {
        const size_t count = (size_t)pd_rig_net_rows[t].rows * (size_t)pd_rig_net_rows[t].columns;
        const double slope = 10 * floats(grad + (net.tensors[t] - net.all), count);
        golden_lines_add(g, pd_rig_net_rows[t].name, &slope, 1, SOLVED_TOLERANCE);
    }
    pd_rig_net_tile_deinit(&tile), pd_rig_net_deinit(&net);

    pd_train_rig_skin skin = {.bones = bones, .x = x, .target = target, .area = area, .count = VERTICES};
    const pd_train_rig_skins skins = {.list = &skin, .count = 1};
    const pd_train_rig_weights_options o = {.steps = 6, .batch = 24, .rate = 0.003, .seed = 4};
    assert_int_equal(pd_train_rig_weights_learn(&net, &skins, &o, NULL), PD_OK);
    for (int t = 0; t < PD_RIG_NET_TENSORS; t++) {
        const double sum =
            10 * floats(net.tensors[t], (size_t)pd_rig_net_rows[t].rows * (size_t)pd_rig_net_rows[t].columns);
        golden_lines_add(g, pd_rig_net_rows[t].name, &sum, 1, 1e-3);
    }
    pd_rig_net_deinit(&net);
}

static void learning_to_rig_is_what_it_was(void **state)
{
    golden_lines g;
    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/train_rig.txt");
    bodies(&g);
    animals(&g);
    penalties(&g);
    start(&g);
    weights(&g);
    golden_lines_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(learning_to_rig_is_what_it_was)};
    return cmocka_run_group_tests(tests, rig_setup, rig_teardown);
}
