/* Codes several joints at a time. The versions include this file and define before
 *
 *     CODE_GROUPS   the name of the function
 *     WIDTH         lanes of a register, 2 or 4: a group is coded in PD_WIRE_LANES / WIDTH parts
 *
 * Vector functions have the order of operations of their namesakes in core/math.
 */
#include "core/kernel/unrolled.h"
#include "core/wire/chain.h"

#include <string.h>

/* One number for each lane of a part. */
typedef double lanes __attribute__((vector_size(8 * WIDTH)));
/* Result of a comparison: all bits of a lane are set, or none. */
typedef int64_t mask __attribute__((vector_size(8 * WIDTH)));
typedef struct vec3 {
    lanes x, y, z;
} vec3;
typedef struct quat {
    lanes x, y, z, w;
} quat;

/* Returns the number v in every lane. */
INLINE lanes all(double v)
{
    return v - (lanes){0}; /* keeps the sign of -0 */
}

INLINE lanes load(const double *in)
{
    lanes out;
    memcpy(&out, in, sizeof out);
    return out;
}

INLINE void store(double *out, lanes in)
{
    memcpy(out, &in, sizeof in);
}

INLINE void store3(double *out, vec3 v)
{
    store(out, v.x), store(out + PD_WIRE_LANES, v.y), store(out + 2 * PD_WIRE_LANES, v.z);
}

INLINE void store4(double *out, quat q)
{
    store3(out, (vec3){q.x, q.y, q.z}), store(out + 3 * PD_WIRE_LANES, q.w);
}

/* Loads one number of each lane's parent. */
INLINE lanes parents1(const double *workspace, const int *parent)
{
    lanes out = {0};
    UNROLLED for (int l = 0; l < WIDTH; l++) out[l] = workspace[parent[l]];
    return out;
}

INLINE vec3 parents3(const double *workspace, const int *parent)
{
    return (vec3){parents1(workspace, parent), parents1(workspace + PD_WIRE_LANES, parent),
                  parents1(workspace + 2 * PD_WIRE_LANES, parent)};
}

INLINE quat parents4(const double *workspace, const int *parent)
{
    const vec3 v = parents3(workspace, parent);
    return (quat){v.x, v.y, v.z, parents1(workspace + 3 * PD_WIRE_LANES, parent)};
}

INLINE vec3 load3(double in[3][PD_WIRE_LANES], int first)
{
    return (vec3){load(in[0] + first), load(in[1] + first), load(in[2] + first)};
}

INLINE quat gather4(const pd_quat *rotations, const int *joint)
{
    lanes x = {0}, y = {0}, z = {0}, w = {0};
    UNROLLED for (int l = 0; l < WIDTH; l++)
    {
        const pd_quat *q = &rotations[joint[l]];
        x[l] = q->x, y[l] = q->y, z[l] = q->z, w[l] = q->w;
    }
    return (quat){x, y, z, w};
}

INLINE vec3 add(vec3 a, vec3 b)
{
    return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

INLINE vec3 sub(vec3 a, vec3 b)
{
    return (vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

INLINE vec3 scale(vec3 a, lanes s)
{
    return (vec3){a.x * s, a.y * s, a.z * s};
}

INLINE lanes dot(vec3 a, vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

INLINE vec3 cross(vec3 a, vec3 b)
{
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* Returns the product a b, in which b rotates first. */
INLINE quat mul(quat a, quat b)
{
    return (quat){
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/* Returns the product of the inverse of a and b. */
INLINE quat mul_inverse(quat a, quat b)
{
    return (quat){
        a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y, a.w * b.y + a.x * b.z - a.y * b.w - a.z * b.x,
        a.w * b.z - a.x * b.y + a.y * b.x - a.z * b.w, a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z};
}

/* Returns the vector v rotated by q. */
INLINE vec3 rotate(quat q, vec3 v)
{
    const vec3 u = {q.x, q.y, q.z}, t = scale(cross(u, v), all(2));
    const vec3 moved = {v.x + q.w * t.x, v.y + q.w * t.y, v.z + q.w * t.z};
    return add(moved, cross(u, t));
}

/* Returns a in lanes whose mask is set, otherwise b. */
INLINE lanes pick(mask where, lanes a, lanes b)
{
    return (lanes)(((mask)a & where) | ((mask)b & ~where));
}

/* Returns a in lanes whose mask is set, otherwise 0. */
INLINE lanes keep(mask where, lanes a)
{
    return (lanes)((mask)a & where);
}

/* Rounds to the nearest integer, for magnitudes below 2^51.
 * After the addition the last place of the double is 1. */
INLINE lanes whole(lanes v)
{
    const lanes last_place_is_one = all(0x1.8p52);
    return v + last_place_is_one - last_place_is_one;
}

/* Returns the integers within PD_WIRE_SLACK of the values that are nearest to the predictions. Sets *k to
 * their differences from the predictions. */
INLINE lanes step(lanes *k, double *now, double *before, lanes value)
{
    const lanes most = all(PD_WIRE_MOST), one = all(1);
    value = pick(value > most, most, pick(value > -most, value, -most)); /* NaN becomes -most */

    /* The prediction (pd_wire_predict), rounded down. All of it is exact in double precision. */
    const lanes last = load(now), change = (13 * (last - load(before)) + 8) * 0.0625, near = whole(change);
    const lanes predicted = last + near - keep(near > change, one);

    const lanes nearest = whole(value), over = value - nearest;
    const mask up = (predicted > nearest) & (over >= 1 - PD_WIRE_SLACK),
               down = (predicted < nearest) & (over <= PD_WIRE_SLACK - 1);
    const lanes taken = nearest + keep(up, one) - keep(down, one);
    *k = taken - predicted;
    store(before, last);
    store(now, taken);
    return taken;
}

/* Codes the joints of a group from lane `first` on. own: numbers of this lane in the workspace. */
INLINE void code_part(int32_t *k, double *own, const double *workspace, pd_wire_group *g, int first,
                      const pd_quat *rotations)
{
    const int *parent = g->parent + first, *joint = g->joint + first;
    const quat exact_p = parents4(workspace + PD_WIRE_EXACT * PD_WIRE_LANES, parent),
               shown_p = parents4(workspace + PD_WIRE_SHOWN * PD_WIRE_LANES, parent);
    const vec3 error_p = parents3(workspace + PD_WIRE_ERROR * PD_WIRE_LANES, parent);

    /* Exact rotations, and errors of the decoded positions. */
    const quat exact = mul(exact_p, gather4(rotations, joint));
    const vec3 offset = load3(g->offset, first),
               error = add(error_p, sub(rotate(exact_p, offset), rotate(shown_p, offset)));

    /* Wanted rotation (chain.h). */
    const vec3 bone = rotate(exact, load3(g->end, first)),
               by = scale(cross(bone, error), load(g->gain + first));
    const quat wanted = mul((quat){by.x, by.y, by.z, 1 - 0.5 * dot(by, by)}, exact);

    /* Relative to the decoded reference, as parameters in steps. */
    const quat from = mul(shown_p, (quat){load(g->reference[0] + first), load(g->reference[1] + first),
                                          load(g->reference[2] + first), load(g->reference[3] + first)});
    const quat q = mul_inverse(from, wanted);
    const mask sign = (mask)all(-0.0);
    const lanes per_step = load(g->per_step + first), back = load(g->back + first);
    const lanes per_q = pick(q.w < 0, -per_step, per_step) / (1 + (lanes)((mask)q.w & ~sign));
    lanes kx, ky, kz;
    const vec3 m = {step(&kx, g->now[0] + first, g->before[0] + first, q.x * per_q) * back,
                    step(&ky, g->now[1] + first, g->before[1] + first, q.y * per_q) * back,
                    step(&kz, g->now[2] + first, g->before[2] + first, q.z * per_q) * back};
    UNROLLED for (int l = 0; l < WIDTH; l++)
    {
        int32_t *of = k + 3 * joint[l];
        of[0] = (int32_t)kx[l], of[1] = (int32_t)ky[l], of[2] = (int32_t)kz[l];
    }

    /* Decoded rotations. */
    const lanes square = dot(m, m), part = 1 / (1 + square);
    const quat shown = mul(from, (quat){2 * m.x * part, 2 * m.y * part, 2 * m.z * part, (1 - square) * part});
    store4(own + PD_WIRE_EXACT * PD_WIRE_LANES, exact);
    store4(own + PD_WIRE_SHOWN * PD_WIRE_LANES, shown);
    store3(own + PD_WIRE_ERROR * PD_WIRE_LANES, error);
}

void CODE_GROUPS(int32_t *k, double *workspace, pd_wire_group *groups, int count, const pd_quat *rotations)
{
    for (int i = 0; i < count; i++)
        for (int first = 0; first < PD_WIRE_LANES; first += WIDTH)
            code_part(k, workspace + (i + 1) * PD_WIRE_BLOCK + first, workspace, &groups[i], first,
                      rotations);
}
