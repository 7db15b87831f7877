/* @long: takes over five seconds under ASan. */
/* Learning of skin weights: gradients compared with differences, and a known rule that is found. */
#include "factory/rig/weights.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { K = PD_RIG_PAIR_BONES, F = PD_RIG_PAIR_NUMBERS, N = 40 };

/* Edges at random; the truth is the bone with the largest number 20. */
static void fill(pd_rig_net_tile *tile, float *target, int count, pd_rng *rng)
{
    tile->count = count;
    for (int i = 0; i < count; i++) {
        int best = 0;
        tile->area[i] = (float)pd_rng_between(rng, 0.5, 2);
        for (int k = 0; k < K; k++) {
            float *x = tile->x + (i * K + k) * F;
            tile->bones[i * K + k] = (uint8_t)((i + 5 * k) % PD_RIG_JOINTS);
            for (int f = 0; f < F; f++) x[f] = (float)(0.5 * pd_rng_normal(rng));
            x[PD_RIG_PAIR_NEAR] = (float)pd_rng_between(rng, 0.5, 1);
            x[PD_RIG_PAIR_PRIOR] *= 0.2f;
            if (x[20] > tile->x[(i * K + best) * F + 20]) best = k;
        }
        for (int k = 0; k < K; k++) target[i * K + k] = k == best;
    }
    pd_rig_net_gates(tile);
}

static void make_net(pd_rig_net *net, pd_rng *rng)
{
    assert_int_equal(pd_rig_net_init(net, NULL), PD_OK);
    for (int i = 0; i < PD_RIG_NET_NUMBERS; i++) net->all[i] = (float)(0.2 * pd_rng_normal(rng));
}

/* Some numbers of every tensor. Where relu bends within the step the two differ: few may. */
static void gradients_are_the_slopes(void **state)
{
    static float grad[PD_RIG_NET_NUMBERS], other[PD_RIG_NET_NUMBERS], target[N * K];
    pd_rig_net_tile tile;
    pd_rig_net net;
    pd_rng rng;
    (void)state;
    pd_rng_init(&rng, 3);
    assert_true(pd_rig_net_tile_init(&tile, N));
    fill(&tile, target, N, &rng);
    make_net(&net, &rng);
    pd_factory_rig_weights_loss(grad, &tile, target, &net);
    for (int t = 0; t < PD_RIG_NET_TENSORS; t++) {
        const int count = pd_rig_net_rows[t].rows * pd_rig_net_rows[t].columns;
        int bad = 0;
        double largest = 0;
        for (int trial = 0; trial < 20; trial++) {
            float *w = &net.tensors[t][pd_rng_below(&rng, (uint32_t)count)];
            const float kept = *w, step = 2e-3f;
            *w = kept + step;
            const double up = pd_factory_rig_weights_loss(other, &tile, target, &net);
            *w = kept - step;
            const double down = pd_factory_rig_weights_loss(other, &tile, target, &net);
            *w = kept;
            const double slope = (up - down) / (2 * (double)step), own = (double)grad[w - net.all];
            largest = fmax(largest, fabs(own));
            bad += fabs(slope - own) > 5e-4 + 0.08 * fabs(own);
        }
        if (bad > 3 || largest == 0)
            fail_msg("%s: %d of 20 off, largest %g", pd_rig_net_rows[t].name, bad, largest);
    }
    pd_rig_net_deinit(&net);
    pd_rig_net_tile_deinit(&tile);
}

static double error_of(const pd_rig_net *net, pd_rig_net_tile *tile, const float *target)
{
    pd_rig_net_bones bones = {.total = {0}};
    double sum = 0;
    pd_rig_net_edges(tile, net);
    pd_rig_net_bones_add(&bones, tile);
    pd_rig_net_bones_finish(&bones, net);
    pd_rig_net_score(tile, net, &bones);
    for (int e = 0; e < tile->count * K; e++) sum += fabs((double)(tile->weights[e] - target[e]));
    return sum / tile->count;
}

static void learned_weights_reproduce_a_known_rule(void **state)
{
    enum { MANY = 1000 };
    static float target[MANY * K];
    pd_factory_rig_skins skins = {0};
    pd_rig_net_tile tile;
    pd_rig_net net;
    pd_rng rng;
    (void)state;
    const pd_factory_rig_weights_options options = {.steps = 1500, .batch = 128, .rate = 3e-3, .seed = 1};
    assert_int_equal(pd_factory_rig_weights_learn(&net, &skins, &options, NULL), PD_ERR_INVALID);

    pd_rng_init(&rng, 4);
    assert_true(pd_rig_net_tile_init(&tile, MANY));
    fill(&tile, target, MANY, &rng);
    pd_factory_rig_skin skin = {tile.bones, tile.x, target, tile.area, MANY};
    skins = (pd_factory_rig_skins){&skin, 1, 1};
    assert_int_equal(pd_factory_rig_weights_learn(&net, &skins, &options, NULL), PD_OK);
    fill(&tile, target, MANY, &rng); /* others */
    const double after = error_of(&net, &tile, target);
    memset(net.all, 0, PD_RIG_NET_NUMBERS * sizeof *net.all);
    const double before = error_of(&net, &tile, target);
    assert_true(before > 1.2);
    if (after > 0.35) fail_msg("%g of %g is left", after, before);
    pd_rig_net_deinit(&net);
    pd_rig_net_tile_deinit(&tile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gradients_are_the_slopes),
                                       cmocka_unit_test(learned_weights_reproduce_a_known_rule)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
