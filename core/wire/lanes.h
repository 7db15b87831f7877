#ifndef PD_WIRE_LANES_H
#define PD_WIRE_LANES_H
/* Rotations and vectors of two joints at a time, for wire.c. Each function has the order of operations of its namesake in core/math, so that both lanes have the bits that
 * one joint alone has. Every x86-64 and ARMv8 processor has such registers.
 *
 * Spaces   those of core/math: quaternions x, y, z, w, the right factor of a product rotates first; metres, radians
 * Memory   none; all functions are inline and pure
 * Threads  any
 * Errors   none: NaN stays NaN
 */
#include "core/math/quat.h"

#include <stdint.h>

/* One number for each of two joints. */
typedef double pd_wire_two __attribute__((vector_size(16)));
typedef int64_t pd_wire_mask
    __attribute__((vector_size(16))); /* result of a comparison: all bits of a lane are set, or none */

/* One vector for each of two joints. */
typedef struct pd_wire_vec3 {
    pd_wire_two x, y, z;
} pd_wire_vec3;

/* One rotation for each of two joints, a quaternion of unit length. */
typedef struct pd_wire_quat {
    pd_wire_two x, y, z, w;
} pd_wire_quat;

/* Returns the number v for both joints. */
static inline pd_wire_two pd_wire_both(double v)
{
    return (pd_wire_two){v, v};
}

/* Returns a for a joint whose mask is set, otherwise b. */
static inline pd_wire_two pd_wire_select(pd_wire_mask mask, pd_wire_two a, pd_wire_two b)
{
    return (pd_wire_two)(((pd_wire_mask)a & mask) | ((pd_wire_mask)b & ~mask));
}

/* Loads the vectors of two joints; a and b may be the same joint. */
static inline pd_wire_vec3 pd_wire_load3(const pd_vec3 *a, const pd_vec3 *b)
{
    return (pd_wire_vec3){{a->x, b->x}, {a->y, b->y}, {a->z, b->z}};
}

/* Loads the rotations of two joints; a and b may be the same joint. */
static inline pd_wire_quat pd_wire_load4(const pd_quat *a, const pd_quat *b)
{
    return (pd_wire_quat){{a->x, b->x}, {a->y, b->y}, {a->z, b->z}, {a->w, b->w}};
}

/* Returns a + b, as pd_vec3_add does. */
static inline pd_wire_vec3 pd_wire_add(pd_wire_vec3 a, pd_wire_vec3 b)
{
    return (pd_wire_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

/* Returns a - b, as pd_vec3_sub does. */
static inline pd_wire_vec3 pd_wire_sub(pd_wire_vec3 a, pd_wire_vec3 b)
{
    return (pd_wire_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* Returns a times s, as pd_vec3_scale does. */
static inline pd_wire_vec3 pd_wire_scale(pd_wire_vec3 a, pd_wire_two s)
{
    return (pd_wire_vec3){a.x * s, a.y * s, a.z * s};
}

/* Returns the dot product, as pd_vec3_dot does. */
static inline pd_wire_two pd_wire_dot(pd_wire_vec3 a, pd_wire_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Returns the cross product a x b, as pd_vec3_cross does. */
static inline pd_wire_vec3 pd_wire_cross(pd_wire_vec3 a, pd_wire_vec3 b)
{
    return (pd_wire_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* Returns the inverse rotation, as pd_q_conjugate does. */
static inline pd_wire_quat pd_wire_conjugate(pd_wire_quat q)
{
    return (pd_wire_quat){-q.x, -q.y, -q.z, q.w};
}

/* Returns the product a b, in which b rotates first, as pd_q_mul does. */
static inline pd_wire_quat pd_wire_mul(pd_wire_quat a, pd_wire_quat b)
{
    return (pd_wire_quat){
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/* Returns the vector v rotated by q, as pd_q_rotate does. */
static inline pd_wire_vec3 pd_wire_rotate(pd_wire_quat q, pd_wire_vec3 v)
{
    const pd_wire_vec3 u = {q.x, q.y, q.z}, t = pd_wire_scale(pd_wire_cross(u, v), pd_wire_both(2));
    const pd_wire_vec3 moved = {v.x + q.w * t.x, v.y + q.w * t.y, v.z + q.w * t.z};
    return pd_wire_add(moved, pd_wire_cross(u, t));
}

#endif
