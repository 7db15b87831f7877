#ifndef PD_RIG_SKIN_WEIGHTS_H
#define PD_RIG_SKIN_WEIGHTS_H
/* Skin weights of a mesh: four bones with weights for each vertex, by one of these methods (dense.h has the
 * equations):
 *
 * template, heat, distance, geodesic   the methods of dense.h
 * mix       three quarters template, one quarter heat
 * learned   a network whose input is both of these and the bones near a vertex (net.h)
 * auto      .85 learned and .15 heat if there are a network and a template; mix if there is only a template;
 *           otherwise heat
 *
 * The four largest weights of a vertex are kept and sum to 1. Every vertex has weights: where heat fails,
 * those of the template alone, or the nearest of the allowed bones.
 *
 * Shapes   V vertices of the mesh (mesh.h), B bones.
 * Memory   _run allocates; the owner calls _deinit.   Threads  one thread for each job.
 * Errors   ERR_MEMORY; ERR_UNSUPPORTED "weights": learned without a network; those of dense.h.
 */
#include "core/rig/skin/dense.h"

typedef struct pd_rig_weights {
    uint8_t (*bones)[4]; /* (V) bones of each vertex */
    float (*values)[4];  /* (V) weights, the largest first, sum 1 */
    int unheated;        /* number of vertices where heat failed */
} pd_rig_weights;

/* Computes the weights by job->method. *out is empty after an error. */
pd_status pd_rig_weights_run(pd_rig_weights *out, const pd_rig_weights_job *job, pd_error *err);
void pd_rig_weights_deinit(pd_rig_weights *weights);

#endif
