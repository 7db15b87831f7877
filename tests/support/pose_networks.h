#ifndef TESTS_SUPPORT_POSE_NETWORKS_H
#define TESTS_SUPPORT_POSE_NETWORKS_H
/* A pose network of random numbers around a T-pose: for any input it returns joints that rotate slightly, and
 * a pelvis below the head. */
#include "core/base/rng.h"
#include "core/ik/methods/neural.h"

#include <math.h>
#include <string.h>

/* spread 0: exactly the T-pose for every question. */
static inline void pose_networks_make(pd_ik_neural_weights *w, int hidden, int blocks, double spread,
                                      uint64_t seed)
{
    pd_rng rng;
    pd_rng_init(&rng, seed);
    pd_ik_neural_weights_init(w, hidden, blocks, NULL);
    for (int l = 0; l < blocks + 2; l++) {
        pd_ik_neural_layer layer = pd_ik_neural_layer_of(hidden, blocks, l);
        double size = (l > blocks ? spread : 1) / sqrt(layer.in);
        for (int i = 0; i < layer.in * layer.out; i++)
            w->params[layer.weights + (size_t)i] = (float)(size * pd_rng_normal(&rng));
        for (int o = 0; o < layer.out; o++)
            w->params[layer.bias + (size_t)o] =
                l > blocks ? (float)(o % 6 == 0 || o % 6 == 4) : (float)(0.1 * pd_rng_normal(&rng));
        if (l > blocks) memcpy(w->params + layer.bias + 6 * PD_IK_NEURAL_JOINTS, (float[]){0, -0.4f, 0}, 12);
    }
    w->text.name = strdup("trackers");
    pd_ik_neural_weights_round(w);
}

static inline pd_ik_neural *pose_networks_built(int hidden, int blocks, double spread, uint64_t seed)
{
    pd_ik_neural_weights weights;
    pd_ik_neural *built = NULL;
    pose_networks_make(&weights, hidden, blocks, spread, seed);
    pd_ik_neural_build(&built, &weights, NULL);
    return built;
}

#endif
