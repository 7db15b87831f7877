/* The functions of registered.h over vectors of VL floats, which the compiler maps to registers. Included by
 * registered_*.c, which define VL. */
#include "core/kernel/body/registered.h"
#include "core/base/assert.h"
#include "core/kernel/unrolled.h"

#include <string.h>

#define BLOCK 8 /* rows of the Gram matrix whose sums are kept in registers */

typedef float vec __attribute__((vector_size(4 * VL), may_alias));
typedef float four __attribute__((vector_size(16), may_alias));

#define AT(p)   (*(vec *)(uintptr_t)(p))
#define FOUR(p) (*(four *)(uintptr_t)(p))

/* Computes the second moments of the points that each joint moves, for the best rotation of its part. */
static void moments(const pd_k_registered_job *j)
{
    PD_DEBUG_ASSERT(j->joints > 0 && j->entries > 0);
    memset(j->moments, 0, (size_t)(16 * j->joints) * sizeof *j->moments);

    /* Moments of a vertex, shared between the joints that move it by the squares of their weights. */
    for (int v = 0; v < j->count; v++) {
        const float *x = j->at + 4 * v, *w = j->weight + j->entries * v, c = j->confidence[v];
        const int32_t *skin = j->skin + j->entries * v;
        const four y = FOUR(j->seen + 4 * v);
        four f[4];

        if (c == 0) continue;
        for (int i = 0; i < 4; i++) f[i] = c * x[i] * y;
        for (int s = 0; s < j->entries && w[s] > 0; s++) {
            PD_DEBUG_ASSERT(skin[s] >= 0 && skin[s] < j->joints);
            float *m = j->moments + 16 * skin[s];
            const float by = w[s] * w[s];
            for (int i = 0; i < 4; i++) FOUR(m + 4 * i) += by * f[i];
        }
    }
}

/* Derivatives of joint positions and levers by the betas. */
static void chain(const pd_k_registered_job *j)
{
    const int wide = j->betas, all = 3 * wide;
    PD_DEBUG_ASSERT(wide % VL == 0);

    /* Derivatives of each joint's position by the betas, parents first. */
    for (int k = 0; k < j->joints; k++) {
        const int parent = j->parents[k];
        PD_DEBUG_ASSERT(parent >= -1 && parent < k); /* parents come first */
        const float *d = j->joint_shape + all * k, *g = j->world + 12 * k;
        const float *above = j->joint_shape + all * (parent < 0 ? 0 : parent);
        const float *p = j->world + 12 * (parent < 0 ? 0 : parent);
        const float *moved = j->slopes + all * (parent < 0 ? 0 : parent);
        float *slope = j->slopes + all * k, *lever = j->lever + all * k;

        /* A joint follows its parent, and its offset turns with the parent. The lever is what remains for
         * a vertex without shape of its own. */
        for (int b = 0; b < wide; b += VL) {
            const vec d0 = AT(d + b), d1 = AT(d + wide + b), d2 = AT(d + 2 * wide + b);
            const vec o0 = d0 - AT(above + b), o1 = d1 - AT(above + wide + b),
                      o2 = d2 - AT(above + 2 * wide + b);
            for (int c = 0; c < 3; c++) {
                const int at = c * wide + b;
                vec x = AT(d + at);
                if (parent >= 0) x = AT(moved + at) + p[4 * c] * o0 + p[4 * c + 1] * o1 + p[4 * c + 2] * o2;
                AT(slope + at) = x;
                AT(lever + at) = x - g[4 * c] * d0 - g[4 * c + 1] * d1 - g[4 * c + 2] * d2;
            }
        }
    }
}

/* Writes the pose columns of a vertex whose rest position is u: for each joint, the lever arm of the part
 * of the vertex's weight that follows it. */
static void levers(const pd_k_registered_job *j, int v, float *out, four u)
{
    const float *w = j->weight + j->entries * v;
    const int32_t *skin = j->skin + j->entries * v;
    float *hung = j->hung;
    PD_DEBUG_ASSERT(3 * j->joints <= j->columns - j->betas);

    /* Sum the skinned positions over each bone and all joints above it. */
    memset(hung, 0, (size_t)(4 * j->joints) * sizeof *hung);
    for (int c = 0; c < 3; c++)
        memset(out + c * j->columns, 0, (size_t)(j->columns - j->betas) * sizeof *out);
    for (int s = 0; s < j->entries && w[s] > 0; s++) {
        const float *g = j->world + 12 * skin[s];
        four x = {0, 0, 0, 1};
        for (int c = 0; c < 3; c++)
            x[c] = g[4 * c] * u[0] + g[4 * c + 1] * u[1] + g[4 * c + 2] * u[2] + g[4 * c + 3];
        for (int k = skin[s]; k >= 0; k = j->parents[k]) FOUR(hung + 4 * k) += w[s] * x;
    }

    /* Columns of a rotation about each joint: the cross product of the axes with the lever arm. Joints
     * without weight stay 0. */
    for (int k = 0; k < j->joints; k++) {
        if (hung[4 * k + 3] == 0) continue;
        const four l = FOUR(hung + 4 * k) - hung[4 * k + 3] * FOUR(j->place + 4 * k);
        float *x = out + 3 * k, *y = x + j->columns, *z = y + j->columns;
        x[1] = l[2], x[2] = -l[1];
        y[0] = -l[2], y[2] = l[0];
        z[0] = l[1], z[1] = -l[0];
    }
}

/* Positions of the vertices, and the rows of A. */
static void rows(const pd_k_registered_job *j)
{
    const int wide = j->betas, all = 3 * wide, columns = j->columns;
    PD_DEBUG_ASSERT(wide % VL == 0 && columns % VL == 0 && columns >= wide);

    for (int v = 0; v < j->count; v++) {
        const float *w = j->weight + j->entries * v, *shape = j->shape + (size_t)(all * v);
        const int32_t *skin = j->skin + j->entries * v;
        float *out = j->rows + (size_t)(3 * columns * v), m[12] __attribute__((aligned(16)));
        four u = FOUR(j->shaped + 4 * v), r[3] = {{0}};

        /* u: the rest position with pose blend shapes. Four partial sums, because each addition to a single
         * one waits for the one before. */
        four part[4] = {{0}};
        int i = j->blend_start[v];
        PD_DEBUG_ASSERT(i >= 0 && i <= j->blend_start[v + 1]);
        for (; i + 4 <= j->blend_start[v + 1]; i += 4) {
            UNROLLED
            for (int n = 0; n < 4; n++)
                part[n] += j->feature[j->blend_feature[i + n]] * FOUR(j->blend + 4 * (i + n));
        }
        for (; i < j->blend_start[v + 1]; i++) u += j->feature[j->blend_feature[i]] * FOUR(j->blend + 4 * i);
        u += (part[0] + part[1]) + (part[2] + part[3]);

        /* M and x. */
        for (int s = 0; s < j->entries && w[s] > 0; s++)
            for (int c = 0; c < 3; c++) r[c] += w[s] * FOUR(j->world + 12 * skin[s] + 4 * c);
        for (int c = 0; c < 3; c++) {
            FOUR(m + 4 * c) = r[c];
            j->at[4 * v + c] = r[c][0] * u[0] + r[c][1] * u[1] + r[c][2] * u[2] + r[c][3];
        }

        /* A: the columns of the betas, then those of the pose. */
        for (int b = 0; b < wide; b += VL) {
            const vec s0 = AT(shape + b), s1 = AT(shape + wide + b), s2 = AT(shape + 2 * wide + b);
            vec x[3];
            for (int c = 0; c < 3; c++) x[c] = m[4 * c] * s0 + m[4 * c + 1] * s1 + m[4 * c + 2] * s2;
            for (int s = 0; s < j->entries && w[s] > 0; s++) {
                const float *lever = j->lever + all * skin[s] + b;
                for (int c = 0; c < 3; c++) x[c] += w[s] * AT(lever + c * wide);
            }
            for (int c = 0; c < 3; c++) AT(out + c * columns + b) = x[c];
        }
        if (columns > wide) levers(j, v, out + wide, u);
    }
}

/* gram[first .. first + BLOCK)[b .. b + VL) */
INLINE void gram_block(const pd_k_registered_job *j, int first, int b)
{
    const int wide = j->columns;
    vec sum[BLOCK] = {{0}};

    for (int v = 0; v < j->count; v++) {
        const float *row = j->rows + (size_t)(3 * wide * v), c = j->confidence[v];
        for (int i = 0; i < 3; i++, row += wide) {
            const vec a = c * AT(row + b);
            UNROLLED
            for (int n = 0; n < BLOCK; n++) sum[n] += row[first + n] * a;
        }
    }
    for (int n = 0; n < BLOCK; n++) AT(j->gram + (first + n) * wide + b) = sum[n];
}

static void normal(const pd_k_registered_job *j)
{
    const int wide = j->columns;
    PD_DEBUG_ASSERT(wide % VL == 0 && wide % BLOCK == 0);

    for (int first = 0; first < wide; first += BLOCK)
        for (int b = 0; b < wide; b += VL)
            if (b < first + BLOCK) gram_block(j, first, b); /* the lower triangle is enough */
    for (int b = 0; b < wide; b += VL) {
        vec right = {0}, sums[3] = {{0}};
        for (int v = 0; v < j->count; v++) {
            const float *row = j->rows + (size_t)(3 * wide * v) + b, c = j->confidence[v];
            for (int i = 0; i < 3; i++, row += wide) {
                const vec a = c * AT(row);
                right += (j->seen[4 * v + i] - j->at[4 * v + i]) * a;
                sums[i] += a;
            }
        }
        AT(j->right + b) = right;
        for (int i = 0; i < 3; i++) AT(j->sums + i * wide + b) = sums[i];
    }
}

static float dot(const float *a, const float *b, int count)
{
    vec sum = {0};
    float out = 0;

    for (int i = 0; i < count; i += VL) sum += AT(a + i) * AT(b + i);
    for (int i = 0; i < VL; i++) out += sum[i];
    return out;
}

static void move(const pd_k_registered_job *j, const float *step, const float shift[3])
{
    const int wide = j->betas;

    for (int v = 0; v < j->count; v++)
        for (int c = 0; c < 3; c++) {
            const size_t row = (size_t)((3 * v + c) * wide);
            j->shaped[4 * v + c] += dot(j->shape + row, step, wide);
            j->at[4 * v + c] += dot(j->rows + row, step, wide) + shift[c];
        }
}
