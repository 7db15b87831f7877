/* Plain C: what every other version is compared against, and what runs where there is no other. */
#include "core/kernel/body/body.h"
#include "core/math/half.h"

#include <math.h>
#include <string.h>

#define L PD_K_LANES

/* Adds a row times coef to a tile. `restrict` lets the compiler use vectors. */
static void add_wide(float *restrict tile, const float *restrict row, float coef)
{
    for (int l = 0; l < PD_K_TILE; l++) tile[l] += coef * row[l];
}

static void add_narrow(float *restrict tile, const int16_t *restrict row, float coef)
{
    for (int l = 0; l < PD_K_TILE; l++) tile[l] += coef * (float)row[l];
}

static void add_half(float *restrict tile, const uint16_t *restrict row, float coef)
{
    for (int l = 0; l < PD_K_TILE; l++) tile[l] += coef * pd_half_to_float(row[l]);
}

/* Adds the rows of all runs for each body: the plain version of the blend. */
static void blend_body_ref(float *out, const float *start, const pd_k_run *runs, int run_count,
                           const float *coefs, int bodies, const char *ahead)
{
    (void)ahead;
    for (int b = 0; b < bodies; b++, out += PD_K_TILE) {
        memcpy(out, start, PD_K_TILE * sizeof *out);
        for (const pd_k_run *run = runs; run < runs + run_count; run++)
            for (long i = 0; i < run->count; i++) {
                const float coef = coefs[(run->feature + i) * PD_K_GROUP + b];
                if (run->rows)
                    add_wide(out, run->rows + i * PD_K_TILE, coef);
                else if (run->half)
                    add_half(out, run->half + i * PD_K_TILE, coef);
                else
                    add_narrow(out, run->narrow + i * PD_K_TILE, coef * run->scales[i]);
            }
    }
}

static void add_column(float *restrict m, const float *restrict w, float value)
{
    for (int l = 0; l < L; l++) m[l] += w[l] * value;
}

/* Computes m[c][lane] = sum over entries. */
static void gather_body_ref(float (*m)[L], const pd_k_skin *skin, const float *table, int columns)
{
    memset(m, 0, (size_t)columns * sizeof *m);
    for (int e = 0; e < skin->count; e++) {
        const float *row = table + (long)skin->index[e] * columns;
        const float *w = skin->weights + (long)e * L;
        for (int c = 0; c < columns; c++) add_column(m[c], w, row[c]);
    }
}

/* Blends the matrices, then transforms the points: plain linear blend skinning. */
static void lbs(float *tiles, const pd_k_skin *skin, const float *table, long stride, int bodies)
{
    for (int b = 0; b < bodies; b++) {
        float m[PD_K_LBS_ROW][L];
        float *x = tiles + b * PD_K_TILE;
        float *y = x + L;
        float *z = y + L;
        gather_body_ref(m, skin, table + b * stride, PD_K_LBS_ROW);
        for (int l = 0; l < L; l++) {
            float p[3];
            for (int r = 0; r < 3; r++)
                p[r] = m[4 * r][l] * x[l] +
                       (m[4 * r + 1][l] * y[l] + (m[4 * r + 2][l] * z[l] + m[4 * r + 3][l]));
            x[l] = p[0];
            y[l] = p[1];
            z[l] = p[2];
        }
    }
}

static void body_ref_cross(float out[3], const float a[3], const float b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* p + 2/|q|^2 (v x (v x p + w p) + extra), q = (v, w) of any length */
static void rotate_body_ref(float out[3], const float q[4], const float p[3], const float extra[3])
{
    float scale = 2 / (q[0] * q[0] + (q[1] * q[1] + (q[2] * q[2] + q[3] * q[3])));
    float u[3], s[3];

    body_ref_cross(u, q, p);
    for (int c = 0; c < 3; c++) u[c] += q[3] * p[c];
    body_ref_cross(s, q, u);
    for (int c = 0; c < 3; c++) out[c] = p[c] + scale * (s[c] + extra[c]);
}

static void dqs(float *tiles, const pd_k_skin *skin, const float *table, long stride, int bodies)
{
    for (int b = 0; b < bodies; b++) {
        float m[PD_K_DQS_ROW][L];
        float *tile = tiles + b * PD_K_TILE;
        gather_body_ref(m, skin, table + b * stride, PD_K_DQS_ROW);
        for (int l = 0; l < L; l++) {
            float q[4] = {m[0][l], m[1][l], m[2][l], m[3][l]};
            float d[3] = {m[4][l], m[5][l], m[6][l]};
            float t[3];
            float p[3] = {tile[l], tile[L + l], tile[2 * L + l]};

            /* Translation of the dual quaternion, without its factor 2: w d - d_w v + v x d. */
            body_ref_cross(t, q, d);
            for (int c = 0; c < 3; c++) t[c] += q[3] * d[c] - m[7][l] * q[c];

            /* Rotate and translate. */
            rotate_body_ref(p, q, p, t);
            for (int c = 0; c < 3; c++) tile[c * L + l] = p[c];
        }
    }
}

/* Rotates about the blended centre: plain spherical blend skinning. */
static void sbs(float *tiles, const pd_k_skin *skin, const float *table, long stride, int bodies)
{
    static const float none[3];

    for (int b = 0; b < bodies; b++) {
        float m[PD_K_SBS_ROW][L];
        float *tile = tiles + b * PD_K_TILE;
        gather_body_ref(m, skin, table + b * stride, PD_K_SBS_ROW);
        for (int l = 0; l < L; l++) {
            /* Rows 0 to 3: the rotation; 4 to 6: the centre after it; 7 to 9: the centre before it. */
            float q[4] = {m[0][l], m[1][l], m[2][l], m[3][l]};
            float p[3];
            for (int c = 0; c < 3; c++) p[c] = tile[c * L + l] - m[7 + c][l];
            rotate_body_ref(p, q, p, none);
            for (int c = 0; c < 3; c++) tile[c * L + l] = p[c] + m[4 + c][l];
        }
    }
}

static void store_body_ref(float *out, const float *tile, const float translation[3], int count)
{
    for (int l = 0; l < count; l++)
        for (int c = 0; c < 3; c++) out[3 * l + c] = tile[c * L + l] + translation[c];
}

static void face_normals(float *out, const float *vertices, const uint32_t *faces, int first, int last)
{
    for (long f = first; f < last; f++) {
        const float *a = vertices + 3L * faces[3 * f];
        const float *b = vertices + 3L * faces[3 * f + 1];
        const float *c = vertices + 3L * faces[3 * f + 2];
        float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        float v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
        body_ref_cross(out + 4 * f, u, v);
        out[4 * f + 3] = 0;
    }
}

static void vertex_normals(float *out, const float *face_normals_, const uint32_t *start,
                           const uint32_t *around, int first, int last)
{
    for (long v = first; v < last; v++) {
        float n[3] = {0, 0, 0};
        for (uint32_t i = start[v]; i < start[v + 1]; i++)
            for (int c = 0; c < 3; c++) n[c] += face_normals_[4L * around[i] + c];
        float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int c = 0; c < 3; c++) out[3 * v + c] = length > 0 ? n[c] / length : (float)(c == 1);
    }
}

const pd_k_body pd_k_body_ref = {blend_body_ref, lbs,  dqs, sbs, store_body_ref, face_normals,
                                 vertex_normals, NULL, NULL};
