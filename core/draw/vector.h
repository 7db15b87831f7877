#ifndef PD_DRAW_VECTOR_H
#define PD_DRAW_VECTOR_H
/* Vectors of three floats in arrays, for the renderer. All functions are inline and pure. */
#include <math.h>

/* a . b */
static inline float pd_draw_dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Gives v length 1. A vector shorter than 1e-9 is not changed. */
static inline void pd_draw_normalize(float v[3])
{
    const float length = sqrtf(pd_draw_dot(v, v));
    for (int c = 0; c < 3; c++) v[c] /= length > 1e-9f ? length : 1;
}

#endif
