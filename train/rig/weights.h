#ifndef PD_TRAIN_RIG_WEIGHTS_H
#define PD_TRAIN_RIG_WEIGHTS_H
/* Learns weights (core/rig/skin/net.h) from rigged meshes:
 *
 *     min  mean_v sum_k |w_vk - w*_vk| - .1 sum_k w*_vk log max(w_vk, 1e-4)
 *
 * by Adam (adam.h), one mesh a step, of it some vertices at random. w* are the file's weights by the 22 joints of the template, what hangs below a joint added
 * to it. Everything follows from the seed, the meshes and their order.
 *
 * Shapes   as net.h.   Memory   one owner: pd_train_rig_skins_deinit; 820 bytes a vertex that is kept.   Threads  one; the same bytes every time.
 * Errors   ERR_MEMORY; ERR_INVALID: no mesh.
 */
#include "core/base/progress.h"
#include "core/base/rng.h"
#include "core/rig/skin/net.h"

/* Vertices of one mesh with their edges. */
typedef struct pd_train_rig_skin {
    uint8_t *bones; /* (count,K)   */
    float *x;       /* (count,K,F) */
    float *target;  /* (count,K)   */
    float *area;    /* (count)     */
    int count;
} pd_train_rig_skin;

typedef struct pd_train_rig_skins {
    pd_train_rig_skin *list;
    int count, room;
} pd_train_rig_skins;

/* Of at most `most` vertices of a mesh at random; truth (V,PD_RIG_JOINTS), rows sum to 1. */
pd_status pd_train_rig_skins_add(pd_train_rig_skins *skins, const pd_rig_pairs *pairs, const float *truth,
                                 int most, pd_rng *rng, pd_error *err);
void pd_train_rig_skins_deinit(pd_train_rig_skins *skins);

typedef struct pd_train_rig_weights_options {
    int steps, batch; /* vertices a step */
    double rate;      /* Adam's highest  */
    uint64_t seed;
    pd_train_progress progress;
} pd_train_rig_weights_options;

pd_status pd_train_rig_weights_learn(pd_rig_net *out, const pd_train_rig_skins *skins,
                                     const pd_train_rig_weights_options *options, pd_error *err);

/* For train/rig and its test only: the loss of a tile whose x, gate, bones and area are there, and its gradient; grad as net->all. */
double pd_train_rig_weights_loss(float *grad, pd_rig_net_tile *tile, const float *target,
                                 const pd_rig_net *net);

#endif
