/* pd_k_fit_avx2: each register holds one double of each of four figures. */
#include "core/kernel/motion/fit.h"

#include "core/base/assert.h"

#include <immintrin.h>

typedef __m256d lanes;

typedef struct vec3s {
    lanes x, y, z;
} vec3s;

typedef struct quats {
    lanes x, y, z, w;
} quats;

static lanes all(double value)
{
    return _mm256_set1_pd(value);
}

static vec3s sub(vec3s a, vec3s b)
{
    return (vec3s){a.x - b.x, a.y - b.y, a.z - b.z};
}

static vec3s add_fit_avx2(vec3s a, vec3s b)
{
    return (vec3s){a.x + b.x, a.y + b.y, a.z + b.z};
}

static vec3s scale(vec3s a, lanes s)
{
    return (vec3s){a.x * s, a.y * s, a.z * s};
}

/* a + s b, rounded twice */
static vec3s fma3(vec3s a, lanes s, vec3s b)
{
    return (vec3s){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static lanes fit_avx2_dot(vec3s a, vec3s b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vec3s fit_avx2_cross(vec3s a, vec3s b)
{
    return (vec3s){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static quats mul(quats a, quats b)
{
    return (quats){.x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   .y = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                   .z = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                   .w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static vec3s rotate_fit_avx2(quats q, vec3s v)
{
    vec3s u = {q.x, q.y, q.z};
    vec3s t = scale(fit_avx2_cross(u, v), all(2));
    return add_fit_avx2(fma3(v, q.w, t), fit_avx2_cross(u, t));
}

static vec3s offset_of(const pd_k_fit *f, int joint)
{
    pd_vec3 o = f->offsets[joint];
    return (vec3s){all(o.x), all(o.y), all(o.z)};
}

/* ---- a piece, as in pose.c */

typedef struct normal {
    lanes xx, xy, xz, yy, yz, zz;
    vec3s moment;
} normal;

typedef struct bone {
    vec3s is, wanted;
    lanes square;
} bone;

static lanes chosen(lanes is, lanes yes, lanes no)
{
    return _mm256_blendv_pd(no, yes, is);
}

static void add_bone(normal *n, vec3s a, const bone *to)
{
    /* Lanes in which a vector has no length keep their sums. */
    const lanes least = all(1e-12);
    const lanes aa = fit_avx2_dot(a, a);
    const lanes bb = to->square;
    const lanes is_none =
        _mm256_or_pd(_mm256_cmp_pd(aa, least, _CMP_LT_OQ), _mm256_cmp_pd(bb, least, _CMP_LT_OQ));
    const vec3s moment =
        add_fit_avx2(n->moment, scale(fit_avx2_cross(a, to->wanted), _mm256_sqrt_pd(aa / bb)));
    const lanes ridge = all(1 + PD_K_FIT_RIDGE) * aa;

    /* Add the moment and the matrix of this bone. */
    n->moment.x = chosen(is_none, n->moment.x, moment.x);
    n->moment.y = chosen(is_none, n->moment.y, moment.y);
    n->moment.z = chosen(is_none, n->moment.z, moment.z);
    n->xx = chosen(is_none, n->xx, n->xx + (ridge - a.x * a.x));
    n->yy = chosen(is_none, n->yy, n->yy + (ridge - a.y * a.y));
    n->zz = chosen(is_none, n->zz, n->zz + (ridge - a.z * a.z));
    n->xy = chosen(is_none, n->xy, n->xy - a.x * a.y);
    n->xz = chosen(is_none, n->xz, n->xz - a.x * a.z);
    n->yz = chosen(is_none, n->yz, n->yz - a.y * a.z);
}

/* Solves the symmetric 3x3 system by its adjugate, or returns 0 if it is singular. */
static vec3s solve_fit_avx2(const normal *n)
{
    /* Adjugate, which is symmetric too. */
    lanes a = n->yy * n->zz - n->yz * n->yz;
    lanes b = n->xz * n->yz - n->xy * n->zz;
    lanes c = n->xy * n->yz - n->xz * n->yy;
    lanes d = n->xx * n->zz - n->xz * n->xz;
    lanes e = n->xy * n->xz - n->xx * n->yz;
    lanes f = n->xx * n->yy - n->xy * n->xy;

    /* Determinant and solution. */
    lanes det = n->xx * a + n->xy * b + n->xz * c;
    vec3s m = n->moment;
    vec3s w = {a * m.x + b * m.y + c * m.z, b * m.x + d * m.y + e * m.z, c * m.x + e * m.y + f * m.z};
    lanes is_there = _mm256_cmp_pd(det, all(1e-30), _CMP_GT_OQ);
    lanes zero = all(0);
    w = scale(w, all(1) / det);

    return (vec3s){chosen(is_there, w.x, zero), chosen(is_there, w.y, zero), chosen(is_there, w.z, zero)};
}

static quats small_rotation(vec3s w)
{
    quats q = {.x = w.x / all(2), .y = w.y / all(2), .z = w.z / all(2), .w = all(1)};
    lanes s = all(1) / _mm256_sqrt_pd(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return (quats){.x = q.x * s, .y = q.y * s, .z = q.z * s, .w = q.w * s};
}

static vec3s bone_of(int j, int end, const quats *r, const pd_k_fit *f)
{
    vec3s own = rotate_fit_avx2(r[f->parents[end]], offset_of(f, end));
    for (int k = f->parents[end]; k != j; k = f->parents[k])
        own = add_fit_avx2(own, rotate_fit_avx2(r[f->parents[k]], offset_of(f, k)));
    return own;
}

static quats rotation_of(int j, const quats *r, vec3s at, const vec3s *places, const pd_k_fit *f)
{
    const int *ends = f->ends + f->first[j];
    int count = f->first[j + 1] - f->first[j];
    quats rotation = {.x = all(0), .y = all(0), .z = all(0), .w = all(1)};
    bone bones[PD_K_FIT_JOINTS];

    if (!count) return rotation;

    /* For each bone that leaves the piece: its current vector, and the wanted one. If the wanted place is
     * nearer than the bone is long, the current vector fills in what is missing. */
    for (int i = 0; i < count; i++) {
        bone *b = &bones[i];
        vec3s to = sub(places[ends[i]], at);
        b->is = bone_of(j, ends[i], r, f);
        lanes lacks =
            all(1) - _mm256_sqrt_pd(fit_avx2_dot(to, to)) / _mm256_sqrt_pd(fit_avx2_dot(b->is, b->is));
        b->wanted = fma3(to, _mm256_max_pd(lacks, all(0)), b->is);
        b->square = fit_avx2_dot(b->wanted, b->wanted);
    }

    /* A few Gauss-Newton steps, in which all four figures advance together. */
    for (int step = 0; step < PD_K_FIT_STEPS; step++) {
        const lanes zero = all(0);
        normal n = {.xx = zero,
                    .xy = zero,
                    .xz = zero,
                    .yy = zero,
                    .yz = zero,
                    .zz = zero,
                    .moment = {zero, zero, zero}};
        for (int i = 0; i < count; i++)
            add_bone(&n, step ? rotate_fit_avx2(rotation, bones[i].is) : bones[i].is, &bones[i]);
        rotation = mul(small_rotation(solve_fit_avx2(&n)), rotation);
    }

    return rotation;
}

/* ---- figures to lanes and back */

static vec3s take_vec3(const pd_vec3 *const from[4], int j)
{
    const pd_vec3 *a = from[0] + j;
    const pd_vec3 *b = from[1] + j;
    const pd_vec3 *c = from[2] + j;
    const pd_vec3 *d = from[3] + j;

    return (vec3s){_mm256_setr_pd(a->x, b->x, c->x, d->x), _mm256_setr_pd(a->y, b->y, c->y, d->y),
                   _mm256_setr_pd(a->z, b->z, c->z, d->z)};
}

static quats take_quat(pd_quat *const from[4], int j)
{
    const pd_quat *a = from[0] + j;
    const pd_quat *b = from[1] + j;
    const pd_quat *c = from[2] + j;
    const pd_quat *d = from[3] + j;

    return (quats){.x = _mm256_setr_pd(a->x, b->x, c->x, d->x),
                   .y = _mm256_setr_pd(a->y, b->y, c->y, d->y),
                   .z = _mm256_setr_pd(a->z, b->z, c->z, d->z),
                   .w = _mm256_setr_pd(a->w, b->w, c->w, d->w)};
}

static void put_vec3(pd_vec3 *const to[4], int count, int j, vec3s v)
{
    for (int c = 0; c < count; c++) to[c][j] = (pd_vec3){v.x[c], v.y[c], v.z[c]};
}

static void put_quat(pd_quat *const to[4], int count, int j, quats q)
{
    for (int c = 0; c < count; c++) to[c][j] = (pd_quat){q.x[c], q.y[c], q.z[c], q.w[c]};
}

void pd_k_fit_avx2(const pd_k_fit *f)
{
    quats rotations[PD_K_FIT_JOINTS], pieces[PD_K_FIT_JOINTS];
    vec3s joints[PD_K_FIT_JOINTS], places[PD_K_FIT_JOINTS];
    pd_quat *turns[4];
    const pd_vec3 *wanted[4];

    PD_ASSERT(f->count >= 1 && f->count <= 4);
    PD_ASSERT(f->joint_count >= 1 && f->joint_count <= PD_K_FIT_JOINTS);

    /* Load the figures into the lanes. A lane without a figure computes the first one again. */
    for (int c = 0; c < 4; c++) {
        turns[c] = f->rotations[c < f->count ? c : 0];
        wanted[c] = f->places[c < f->count ? c : 0];
    }

    for (int j = 0; j < f->joint_count; j++) {
        places[j] = take_vec3(wanted, j);
        rotations[j] = take_quat(turns, j);
    }

    /* From the root outwards: place the joint, rotate its rigid piece once (at the piece's driver), and apply
     * that to the joint. */
    for (int i = 0; i < f->joint_count; i++) {
        int j = f->order[i];
        int up = f->parents[j];
        PD_DEBUG_ASSERT(j >= 0 && j < f->joint_count && up < f->joint_count && f->driver[j] >= 0);
        joints[j] =
            up < 0 ? places[j] : add_fit_avx2(joints[up], rotate_fit_avx2(rotations[up], offset_of(f, j)));
        if (f->driver[j] == j) pieces[j] = rotation_of(j, rotations, joints[j], places, f);
        rotations[j] = mul(pieces[f->driver[j]], rotations[j]);
    }

    /* Write back the lanes that hold figures. */
    for (int j = 0; j < f->joint_count; j++) {
        put_vec3(f->joints, f->count, j, joints[j]);
        put_quat(f->rotations, f->count, j, rotations[j]);
    }
}
