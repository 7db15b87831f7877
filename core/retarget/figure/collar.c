#include "core/retarget/figure/collar.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define HANGING 0.8191520442889918 /* cosine of 35 degrees */
#define WHOLE   (2 * M_PI / 3)     /* radians: rotation from which on the share fades */

bool pd_retarget_collar_sample(pd_vec3 *sample, pd_quat chest, pd_quat collar, pd_vec3 upper_arm)
{
    pd_vec3 arm = pd_q_rotate(pd_q_conjugate(chest), upper_arm);
    *sample = pd_q_to_rotvec(pd_q_inv_mul(chest, collar));
    return -arm.y > HANGING * pd_vec3_length(arm);
}

#define BY_COMPONENT(c)                                                                                      \
    static int by_##c(const void *a, const void *b)                                                          \
    {                                                                                                        \
        double x = ((const pd_vec3 *)a)->c, y = ((const pd_vec3 *)b)->c;                                     \
        return (x > y) - (x < y);                                                                            \
    }
BY_COMPONENT(x)
BY_COMPONENT(y)
BY_COMPONENT(z)

pd_quat pd_retarget_collar_rest(pd_vec3 *samples, int count)
{
    pd_vec3 rest;

    if (count < PD_RETARGET_COLLAR_SAMPLES) return pd_q_identity();

    qsort(samples, (size_t)count, sizeof *samples, by_x);
    rest.x = samples[count / 2].x;
    qsort(samples, (size_t)count, sizeof *samples, by_y);
    rest.y = samples[count / 2].y;
    qsort(samples, (size_t)count, sizeof *samples, by_z);
    rest.z = samples[count / 2].z;

    return pd_q_conjugate(pd_q_from_rotvec(rest));
}

pd_quat pd_retarget_collar_share(pd_quat arm, double part)
{
    pd_vec3 rotvec = pd_q_to_rotvec(arm);
    const double angle = pd_vec3_length(rotvec);

    if (angle > WHOLE) {
        const double s = fmin((angle - WHOLE) / (M_PI - WHOLE), 1);
        part *= 1 - s * s * (3 - 2 * s);
    }

    return pd_q_from_rotvec(pd_vec3_scale(rotvec, part));
}
