#ifndef PD_MATH_XFORM_H
#define PD_MATH_XFORM_H
/* Rigid transforms as 3x4 matrices [R | t], row-major: x' = R x + t. Products and points also hold for
 * matrices that are not rotations.
 *
 * In double precision, because the joint positions of a chain feed IK and fits. All functions are inline and
 * pure; out may be an input.
 *
 * Spaces   the caller's.   Units  metres.   Memory  by value, 12 doubles.   Errors  none.
 */

typedef struct pd_xform {
    double m[12]; /* rows of [R | t] */
} pd_xform;

/* The transform that leaves every point where it is. */
static inline pd_xform pd_xform_identity(void)
{
    return (pd_xform){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
}

/* [R | t] from a rotation matrix R (3,3), row-major, and a translation t (3) in metres. */
static inline pd_xform pd_xform_make(const double rotation[9], const double translation[3])
{
    const double *r = rotation, *t = translation;
    return (pd_xform){{r[0], r[1], r[2], t[0], r[3], r[4], r[5], t[1], r[6], r[7], r[8], t[2]}};
}

/* a b: applies b first, then a. */
static inline pd_xform pd_xform_mul(const pd_xform *a, const pd_xform *b)
{
    pd_xform out;
    for (int r = 0; r < 3; r++) {
        const double *x = a->m + 4 * r;
        for (int c = 0; c < 4; c++)
            out.m[4 * r + c] = x[0] * b->m[c] + x[1] * b->m[4 + c] + x[2] * b->m[8 + c];
        out.m[4 * r + 3] += x[3];
    }
    return out;
}

/* Transforms a position p (3), in metres: out = R p + t. */
static inline void pd_xform_point(double out[3], const pd_xform *a, const double p[3])
{
    const double x = p[0], y = p[1], z = p[2];
    for (int r = 0; r < 3; r++)
        out[r] = a->m[4 * r] * x + a->m[4 * r + 1] * y + a->m[4 * r + 2] * z + a->m[4 * r + 3];
}

/* Rotates a direction v (3), which the translation does not move: out = R v. */
static inline void pd_xform_vector(double out[3], const pd_xform *a, const double v[3])
{
    const double x = v[0], y = v[1], z = v[2];
    for (int r = 0; r < 3; r++) out[r] = a->m[4 * r] * x + a->m[4 * r + 1] * y + a->m[4 * r + 2] * z;
}

/* The inverse of a rigid transform, [R^T | -R^T t]; wrong for matrices that scale or shear. */
static inline pd_xform pd_xform_inverse(const pd_xform *a)
{
    const double *m = a->m;
    pd_xform out = {{m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0}};
    for (int r = 0; r < 3; r++) out.m[4 * r + 3] = -(m[r] * m[3] + m[4 + r] * m[7] + m[8 + r] * m[11]);
    return out;
}

/* Writes R (3,3), row-major. */
static inline void pd_xform_rotation(double out[9], const pd_xform *a)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out[3 * r + c] = a->m[4 * r + c];
}

#endif
