/* Fuzzes networks for skin weights. The weights of an accepted network are finite and sum to 1, and it writes
 * and reads back to the same bytes. */
#include "core/rig/skin/net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Computes the weights of two vertices beside 22 bones. */
static void weigh(const pd_rig_net *net)
{
    static double points[6] = {0.1, 0.2, 0.1, 0, 0.7, 0}, normals[6] = {1, 0, 0, 0, 0, 1},
                  areas[2] = {0.1, 0.2};
    static int islands[2] = {0, 1};
    static float template[2 * PD_RIG_JOINTS], heat[2 * PD_RIG_JOINTS], away[2], dense[2 * PD_RIG_JOINTS];
    pd_rig_segment bones[PD_RIG_JOINTS] = {{{0}, {0}}};
    float areas_of[3][PD_RIG_JOINTS + 1] = {{0}};
    const pd_rig_mesh mesh = {.vertex_count = 2,
                              .points = points,
                              .normals = normals,
                              .areas = areas,
                              .islands = islands,
                              .island_count = 2};
    pd_rig_pairs pairs = {.mesh = &mesh,
                          .bones = bones,
                          .template = template,
                          .heat = heat,
                          .away = away,
                          .islands = areas_of,
                          .area = 0.3};
    for (int k = 0; k < PD_RIG_JOINTS; k++) bones[k].to[1] = 0.04 * k, pairs.radius[k] = 0.05;
    template[0] = template[PD_RIG_JOINTS + 12] = 1;
    if (pd_rig_net_run(dense, net, &pairs, NULL, NULL)) abort();
    for (int i = 0; i < 2; i++) {
        float sum = 0;
        for (int k = 0; k < PD_RIG_JOINTS; k++) sum += dense[i * PD_RIG_JOINTS + k];
        if (!(fabsf(sum - 1) < 1e-4f)) abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_buffer once = {0}, twice = {0};
    pd_rig_net net, again;

    if (pd_rig_net_parse(&net, data, size, "fuzz", NULL)) return 0;
    weigh(&net);
    if (pd_rig_net_encode(&once, &net, NULL)) abort();
    if (pd_rig_net_parse(&again, once.data, once.size, "again", NULL)) abort();
    if (pd_rig_net_encode(&twice, &again, NULL)) abort();
    if (once.size != twice.size || memcmp(once.data, twice.data, once.size)) abort();
    pd_rig_net_deinit(&again), pd_rig_net_deinit(&net);
    pd_buffer_deinit(&once), pd_buffer_deinit(&twice);
    return 0;
}
