/* Draws poses from the prior. */
#include "core/ik/methods/prior.h"

#include <math.h>

void pd_ik_prior_draw(pd_quat *rotations, const pd_ik_prior *prior, const pd_anim_skeleton *skeleton,
                      double unknown_sd, pd_rng *rng)
{
    const size_t dim = (size_t)prior->dim;
    const size_t rank = (size_t)prior->rank;
    double x[PD_IK_PRIOR_MAX_DIM];
    pd_quat own[PD_IK_PRIOR_MAX_JOINTS];
    int joints[PD_IK_PRIOR_MAX_JOINTS];

    /* Draw a style by its weight, then one of its components. */
    double at = pd_rng_uniform(rng);
    int style = 0, k = 0;
    while (style + 1 < prior->style_count && (at -= (double)prior->style_weights[style]) >= 0) style++;
    at = pd_rng_uniform(rng);
    for (int i = 0; i < prior->component_count; i++) {
        if (prior->styles[i] != style) continue;
        k = i;
        at -= (double)prior->weights[i];
        if (at < 0) break;
    }

    /* Draw the pose: mean, noise and latent coordinates, all normal. */
    const double noise = sqrt((double)prior->noise[k]);
    for (size_t i = 0; i < dim; i++)
        x[i] = (double)prior->means[(size_t)k * dim + i] + noise * pd_rng_normal(rng);
    for (size_t q = 0; q < rank; q++) {
        const double z = pd_rng_normal(rng);
        for (size_t i = 0; i < dim; i++) x[i] += z * (double)prior->bases[((size_t)k * rank + q) * dim + i];
    }

    pd_ik_prior_rotations(own, prior, x);

    /* Joints outside the prior get a small random rotation, the others those of the drawn pose. */
    for (int j = 0; j < skeleton->joint_count; j++) {
        const double a = pd_rng_normal(rng);
        const double b = pd_rng_normal(rng);
        const double c = pd_rng_normal(rng);
        rotations[j] = pd_q_from_rotvec(pd_vec3_scale(pd_vec3_make(a, b, c), unknown_sd));
    }

    pd_ik_prior_joints(joints, prior, skeleton, NULL, 0);
    for (int j = 0; j < prior->joint_count; j++)
        if (joints[j] >= 0) rotations[joints[j]] = own[j];
}
