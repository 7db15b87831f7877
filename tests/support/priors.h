#ifndef TESTS_SUPPORT_PRIORS_H
#define TESTS_SUPPORT_PRIORS_H
/* A pose prior of SMPL's 24 joints made of random numbers: two styles, "still" around the rest pose and
 * "bent" around one with bent elbows and knees. */
#include "core/anim/source.h"
#include "core/base/rng.h"
#include "core/ik/methods/prior.h"

#include <stdio.h>
#include <string.h>

/* Not built. components: 2 at least, the first half still. */
static inline void priors_make(pd_ik_prior *p, int components, int rank, uint64_t seed)
{
    static const int bent[] = {4, 5, 18, 19};
    pd_rng draws;
    pd_rng_init(&draws, seed);
    pd_ik_prior_init(p, PD_ANIM_SMPL_JOINTS, components, rank, 2, NULL);
    for (int j = 0; j < PD_ANIM_SMPL_JOINTS; j++)
        snprintf(p->joint_names[j], sizeof p->joint_names[j], "%s", pd_anim_smpl_names[j]);
    strcpy(p->style_names[0], "still");
    strcpy(p->style_names[1], "bent");
    p->style_weights[0] = p->style_weights[1] = 0.5f;
    for (int i = 0; i < p->dim; i++) p->scale[i] = 0.3f;
    int half = components / 2;
    for (int k = 0; k < components; k++) {
        p->styles[k] = k >= half;
        p->weights[k] = 1.0f / (float)(k >= half ? components - half : half);
        p->noise[k] = 0.2f;
        float *mean = p->means + (size_t)k * (size_t)p->dim;
        for (int i = 0; i < p->dim; i++) mean[i] = (float)(0.2 * pd_rng_uniform(&draws) - 0.1);
        for (int b = 0; b < 4 && k >= half; b++) {
            float *turn = mean + 2 + 3 * (bent[b] - 1); /* 1.2 rad about x (knees) or y (elbows) */
            turn[b < 2 ? 0 : 1] += b == 2 ? -4.0f : 4.0f;
        }
        for (int i = 0; i < rank * p->dim; i++)
            p->bases[(size_t)k * (size_t)rank * (size_t)p->dim + (size_t)i] =
                (float)(0.6 * pd_rng_uniform(&draws) - 0.3);
    }
}

static inline pd_ik_prior *priors_built(int components, int rank, uint64_t seed)
{
    pd_ik_prior raw, *built = NULL;
    priors_make(&raw, components, rank, seed);
    pd_ik_prior_build(&built, &raw, NULL);
    return built;
}

#endif
