#ifndef PD_FACTORY_RIG_WEIGHTS_H
#define PD_FACTORY_RIG_WEIGHTS_H
/* Learns the network of skin weights (core/rig/skin/net.h) from rigged meshes:
 *
 *     min  mean_v sum_k |w_vk - w*_vk| - .1 sum_k w*_vk log max(w_vk, 1e-4)
 *
 * by Adam (adam.h). A step uses some random vertices of one mesh. w* are the file's weights for the 22 joints
 * of the template; weights of bones below a joint are added to it. The seed, the meshes and their order
 * determine the result.
 *
 * Shapes   those of net.h. Memory the caller owns the skins: pd_factory_rig_skins_deinit; 820 bytes a vertex
 *          that is kept. Threads one; the same
 * bytes every time.
 * Errors   ERR_MEMORY; ERR_INVALID: no mesh.
 */
#include "core/base/progress.h"
#include "core/base/rng.h"
#include "core/rig/skin/net.h"

/* Vertices of one mesh, with the inputs and targets of the network. */
typedef struct pd_factory_rig_skin {
    uint8_t *bones; /* (count,K)   */
    float *x;       /* (count,K,F) */
    float *target;  /* (count,K)   */
    float *area;    /* (count)     */
    int count;
} pd_factory_rig_skin;

typedef struct pd_factory_rig_skins {
    pd_factory_rig_skin *list;
    int count, room;
} pd_factory_rig_skins;

/* Adds at most `most` random vertices of a mesh; truth (V,PD_RIG_JOINTS), rows sum to 1. */
pd_status pd_factory_rig_skins_add(pd_factory_rig_skins *skins, const pd_rig_pairs *pairs, const float *truth,
                                   int most, pd_rng *rng, pd_error *err);
void pd_factory_rig_skins_deinit(pd_factory_rig_skins *skins);

typedef struct pd_factory_rig_weights_options {
    int steps, batch; /* batch: vertices of a step */
    double rate;      /* highest learning rate */
    uint64_t seed;
    pd_progress progress;
} pd_factory_rig_weights_options;

/* Learns the network. On failure *out is empty. */
pd_status pd_factory_rig_weights_learn(pd_rig_net *out, const pd_factory_rig_skins *skins,
                                       const pd_factory_rig_weights_options *options, pd_error *err);

/* For train/rig and its test only: computes the loss and its gradient for a tile with x, gate, bones and area
 * set; grad has the layout of net->all. */
double pd_factory_rig_weights_loss(float *grad, pd_rig_net_tile *tile, const float *target,
                                   const pd_rig_net *net);

#endif
