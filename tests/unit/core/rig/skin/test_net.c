/* Learned skin weights: tiles compared with the formulas, mirroring, and a network of zeros. */
#include "core/rig/skin/net.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 600 }; /* more than two tiles; every second vertex the mirror image of the one before */

typedef struct crowd {
    pd_rig_mesh mesh;
    pd_rig_segment bones[PD_RIG_JOINTS];
    pd_rig_pairs pairs;
} crowd;

static void make(crowd *c, uint64_t seed)
{
    pd_rng rng;
    pd_rng_init(&rng, seed);
    memset(c, 0, sizeof *c);
    c->mesh = (pd_rig_mesh){.vertex_count = N,
                            .points = calloc(3 * N, sizeof(double)),
                            .normals = calloc(3 * N, sizeof(double)),
                            .areas = calloc(N, sizeof(double)),
                            .islands = calloc(N, sizeof(int)),
                            .island_count = 2};
    for (int k = 0; k < PD_RIG_JOINTS; k++)
        for (int a = 0; a < 3; a++) {
            const int other = pd_rig_joints[k].mirror;
            double from = pd_rng_between(&rng, -0.2, 0.8), to = pd_rng_between(&rng, -0.2, 0.8);
            if (other == k && a == 0) from = to = 0;
            if (other < k)
                from = c->bones[other].from[a] * (a ? 1 : -1), to = c->bones[other].to[a] * (a ? 1 : -1);
            c->bones[k].from[a] = from, c->bones[k].to[a] = to;
        }
    c->pairs = (pd_rig_pairs){.mesh = &c->mesh,
                              .bones = c->bones,
                              .template = calloc(N * PD_RIG_JOINTS, sizeof(float)),
                              .heat = calloc(N * PD_RIG_JOINTS, sizeof(float)),
                              .away = calloc(N, sizeof(float)),
                              .islands = calloc(3, sizeof *c->pairs.islands),
                              .area = 6};
    for (int i = 0; i < N; i++) {
        const int of = i & ~1, sign = i & 1 ? -1 : 1;
        float *template = c->pairs.template + i * PD_RIG_JOINTS, *heat = c->pairs.heat + i * PD_RIG_JOINTS;
        for (int a = 0; a < 3; a++) {
            const double at = pd_rng_between(&rng, 0.01, 0.9), n = pd_rng_normal(&rng);
            c->mesh.points[3 * i + a] = i & 1 ? c->mesh.points[3 * of + a] * (a ? 1 : sign) : at;
            c->mesh.normals[3 * i + a] = i & 1 ? c->mesh.normals[3 * of + a] * (a ? 1 : sign) : n;
        }
        c->mesh.areas[i] = 0.01, c->mesh.islands[i] = of % 3 == 0;
        for (int s = 0; s < 3 && !(i & 1); s++) {
            template[pd_rng_below(&rng, PD_RIG_JOINTS)] += 1 / 3.0f;
            heat[pd_rng_below(&rng, PD_RIG_JOINTS)] += 1 / 3.0f;
        }
        for (int k = 0; k < PD_RIG_JOINTS && i & 1; k++) {
            template[k] = c->pairs.template[of * PD_RIG_JOINTS + pd_rig_joints[k].mirror];
            heat[k] = c->pairs.heat[of * PD_RIG_JOINTS + pd_rig_joints[k].mirror];
        }
        c->pairs.away[i] = i & 1 ? c->pairs.away[of] : (float)pd_rng_between(&rng, 0, 0.1);
        for (int k = 0; k < PD_RIG_JOINTS; k++) c->pairs.islands[of % 3 == 0][k] += 0.01f * template[k];
        c->pairs.islands[of % 3 == 0][PD_RIG_JOINTS] += 0.01f;
    }
    for (int k = 0; k < PD_RIG_JOINTS; k++) {
        c->pairs.radius[k] = 0.1;
        c->pairs.held[k] = (double)(c->pairs.islands[0][k] + c->pairs.islands[1][k]);
    }
}

static void drop(crowd *c)
{
    free(c->mesh.points), free(c->mesh.normals), free(c->mesh.areas), free(c->mesh.islands);
    free(c->pairs.template);
    pd_rig_pairs_deinit(&c->pairs);
}

static void make_net(pd_rig_net *net, double size)
{
    pd_rng rng;
    pd_rng_init(&rng, 5);
    assert_int_equal(pd_rig_net_init(net, NULL), PD_OK);
    for (int i = 0; i < PD_RIG_NET_NUMBERS; i++) net->all[i] = (float)(size * pd_rng_normal(&rng));
}

static void tiles_equal_the_formulas(void **state)
{
    static float dense[N * PD_RIG_JOINTS], c[PD_RIG_JOINTS * PD_RIG_NET_WIDTH];
    static int seen[N];
    pd_rig_net net;
    crowd own;
    double most = 0, moved = 0;
    (void)state;
    make(&own, 1);
    make_net(&net, 0.25);
    assert_int_equal(pd_rig_net_run(dense, &net, &own.pairs, NULL, NULL), PD_OK);
    for (int i = 0; i < N; i++) seen[i] = i;
    pd_rig_net_bones_ref(c, &net, &own.pairs, seen, N);
    for (int i = 0; i < N; i++) {
        float row[PD_RIG_JOINTS], sum = 0;
        pd_rig_net_vertex_ref(row, &net, &own.pairs, c, i);
        for (int k = 0; k < PD_RIG_JOINTS; k++) {
            most = fmax(most, fabs((double)(row[k] - dense[i * PD_RIG_JOINTS + k])));
            moved = fmax(moved, fabs((double)(row[k] - own.pairs.template[i * PD_RIG_JOINTS + k])));
            sum += dense[i * PD_RIG_JOINTS + k];
        }
        assert_near((double)sum, 1, 1e-5);
    }
    assert_true(most < 1e-4);
    assert_true(moved > 0.2); /* the network does something */

    /* in place of what it reads */
    assert_int_equal(pd_rig_net_run(own.pairs.template, &net, &own.pairs, NULL, NULL), PD_OK);
    assert_memory_equal(own.pairs.template, dense, sizeof dense);
    pd_rig_net_deinit(&net);
    drop(&own);
}

static void a_mirror_image_has_mirrored_weights(void **state)
{
    static float dense[N * PD_RIG_JOINTS];
    pd_rig_net net;
    crowd own;
    (void)state;
    make(&own, 2);
    make_net(&net, 0.25);
    assert_int_equal(pd_rig_net_run(dense, &net, &own.pairs, NULL, NULL), PD_OK);
    for (int i = 0; i < N; i += 2)
        for (int k = 0; k < PD_RIG_JOINTS; k++)
            assert_near((double)dense[i * PD_RIG_JOINTS + k],
                        (double)dense[(i + 1) * PD_RIG_JOINTS + pd_rig_joints[k].mirror], 2e-4);
    pd_rig_net_deinit(&net);
    drop(&own);
}

static void zeros_give_the_weights_by_template(void **state)
{
    static float dense[N * PD_RIG_JOINTS];
    pd_rig_net net;
    crowd own;
    (void)state;
    make(&own, 3);
    assert_int_equal(pd_rig_net_init(&net, NULL), PD_OK);
    assert_int_equal(pd_rig_net_run(dense, &net, &own.pairs, NULL, NULL), PD_OK);
    for (int i = 0; i < N * PD_RIG_JOINTS; i++)
        assert_near((double)dense[i], (double)own.pairs.template[i], 6e-3);
    pd_rig_net_deinit(&net);
    drop(&own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_equal_the_formulas),
        cmocka_unit_test(a_mirror_image_has_mirrored_weights),
        cmocka_unit_test(zeros_give_the_weights_by_template),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
