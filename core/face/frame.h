#ifndef PD_FACE_FRAME_H
#define PD_FACE_FRAME_H
/* Similarities of space: how a file's mesh lies in the space of the template.   Threads  pure. */
#include "core/face/mesh.h"

/* Writes scale rotation p + shift; out may be p. */
static inline void pd_face_frame_point(double out[3], const pd_face_frame *f, const double p[3])
{
    const double *r = f->rotation;
    const double q[3] = {p[0], p[1], p[2]};
    for (int x = 0; x < 3; x++)
        out[x] = f->scale * (r[3 * x] * q[0] + r[3 * x + 1] * q[1] + r[3 * x + 2] * q[2]) + f->shift[x];
}

/* Returns the inverse: p = rotation^T (x - shift) / scale. */
static inline pd_face_frame pd_face_frame_inverse(const pd_face_frame *f)
{
    pd_face_frame out = {.scale = 1 / f->scale};
    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 3; y++) {
            out.rotation[3 * x + y] = f->rotation[3 * y + x];
            out.shift[x] -= f->rotation[3 * y + x] * f->shift[y] / f->scale;
        }
    return out;
}

/* Returns a after b. */
static inline pd_face_frame pd_face_frame_after(const pd_face_frame *a, const pd_face_frame *b)
{
    pd_face_frame out = {.scale = a->scale * b->scale};
    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 3; y++)
            for (int k = 0; k < 3; k++)
                out.rotation[3 * x + y] += a->rotation[3 * x + k] * b->rotation[3 * k + y];
    pd_face_frame_point(out.shift, a, b->shift);
    return out;
}

#endif
