#ifndef TESTS_SUPPORT_CYLINDERS_H
#define TESTS_SUPPORT_CYLINDERS_H
/* A body of closed cylinders whose girths and volume are known: regular prisms of SIDES sides in the T-pose.
 *
 *     trunk r .16, y .80 .. 1.45    neck r .06, y 1.45 .. 1.60    head r .09, y 1.60 .. 1.80
 *     legs  r .07, x +-.10, y 0 .. .80                            arms r .05, y 1.40, x +-(.20 .. .90)
 *
 * Three betas: 0 makes everything 10 % larger, 1 the trunk 10 % thicker, 2 the legs 5 cm longer (the rest
 * rises). Joints are centres of rings. No pose blend shapes.
 */
#include "core/smpl/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifndef CYL_SIDES
#define CYL_SIDES 64
#endif
#define CYL_BETAS 3

static const double cyl_pi = 3.14159265358979323846;

static inline double cyl_girth(double r)
{
    return 2 * CYL_SIDES * r * sin(cyl_pi / CYL_SIDES);
}

static inline double cyl_area(double r)
{
    return CYL_SIDES / 2.0 * r * r * sin(2 * cyl_pi / CYL_SIDES);
}

static inline double cyl_volume(void)
{
    return 0.65 * cyl_area(0.16) + 0.15 * cyl_area(0.06) + 0.2 * cyl_area(0.09) + 1.6 * cyl_area(0.07) +
           1.4 * cyl_area(0.05);
}

typedef struct cyl_ring { /* along the axis; the joint at its centre and the one that moves it, by number */
    double at;
    int joint, weight;
} cyl_ring;

typedef struct cyl_part {
    double radius, x, y; /* vertical: x is fixed; horizontal: y is, and x is the sign of the side */
    int horizontal, count;
    cyl_ring rings[10];
} cyl_part;

static const char *const cyl_names[24] = {
    "pelvis",     "left_hip",    "right_hip",    "spine1",      "left_knee",     "right_knee",
    "spine2",     "left_ankle",  "right_ankle",  "spine3",      "left_foot",     "right_foot",
    "neck",       "left_collar", "right_collar", "head",        "left_shoulder", "right_shoulder",
    "left_elbow", "right_elbow", "left_wrist",   "right_wrist", "left_hand",     "right_hand"};
static const int cyl_parents[24] = {-1, 0, 0, 0,  1,  2,  3,  4,  5,  6,  7,  8,
                                    9,  9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21};

static const cyl_part cyl_parts[] = {
    {0.16,
     0,
     0,
     0,
     9,
     {{0.80, -1, 0},
      {0.95, 0, 0},
      {1.03, -1, 0},
      {1.07, 3, 3},
      {1.20, 6, 6},
      {1.25, -1, 6},
      {1.30, 9, 9},
      {1.40, 13, 9},
      {1.45, 14, 9}}},
    {0.06, 0, 0, 0, 3, {{1.45, -1, 12}, {1.50, 12, 12}, {1.60, -1, 12}}},
    {0.09, 0, 0, 0, 3, {{1.60, 15, 15}, {1.70, -1, 15}, {1.80, -1, 15}}},
    {0.07,
     0.1,
     0,
     0,
     7,
     {{0, 10, 10}, {0.06, 7, 7}, {0.2, -1, 4}, {0.3, -1, 4}, {0.45, 4, 4}, {0.6, -1, 1}, {0.8, 1, 1}}},
    {0.07,
     -0.1,
     0,
     0,
     7,
     {{0, 11, 11}, {0.06, 8, 8}, {0.2, -1, 5}, {0.3, -1, 5}, {0.45, 5, 5}, {0.6, -1, 2}, {0.8, 2, 2}}},
    {0.05,
     1,
     1.4,
     1,
     7,
     {{0.2, 16, 16},
      {0.33, -1, 16},
      {0.46, 18, 18},
      {0.585, -1, 18},
      {0.71, 20, 20},
      {0.8, 22, 22},
      {0.9, -1, 22}}},
    {0.05,
     -1,
     1.4,
     1,
     7,
     {{0.2, 17, 17},
      {0.33, -1, 17},
      {0.46, 19, 19},
      {0.585, -1, 19},
      {0.71, 21, 21},
      {0.8, 23, 23},
      {0.9, -1, 23}}},
};
enum { CYL_PARTS = sizeof cyl_parts / sizeof *cyl_parts };

static inline void cyl_place(float out[3], const cyl_part *part, double at, double r, double angle)
{
    double c = r * cos(angle), s = r * sin(angle);
    if (part->horizontal) { /* x, y, z turned into each other: outside stays outside */
        out[0] = (float)(part->x * at), out[1] = (float)(part->y + part->x * c), out[2] = (float)s;
    } else {
        out[0] = (float)(part->x + s), out[1] = (float)at, out[2] = (float)c;
    }
}

static inline void cyl_shape(pd_smpl_data *d, int v, int part)
{
    const float *p = d->v_template + 3 * (size_t)v;
    float *s = d->shapedirs + 3 * CYL_BETAS * (size_t)v;
    for (int c = 0; c < 3; c++) s[CYL_BETAS * c] = 0.1F * p[c];
    if (part == 0) s[1] = 0.1F * p[0], s[CYL_BETAS * 2 + 1] = 0.1F * p[2];
    s[CYL_BETAS + 2] = 0.05F * (p[1] < 0.8F ? p[1] / 0.8F : 1);
}

static inline void cyl_face(pd_smpl_data *d, int a, int b, int c)
{
    uint32_t face[3] = {(uint32_t)a, (uint32_t)b, (uint32_t)c};
    memcpy(d->faces + 3 * (size_t)d->face_count++, face, sizeof face);
}

/* Adds one prism: its rings, then the centres of its two lids. */
static inline void cyl_add(pd_smpl_data *d, int index)
{
    const cyl_part *part = &cyl_parts[index];
    int first = d->vertex_count, lids = first + part->count * CYL_SIDES;
    for (int r = 0; r < part->count; r++)
        for (int s = 0; s < CYL_SIDES; s++, d->vertex_count++) {
            cyl_place(d->v_template + 3 * (size_t)d->vertex_count, part, part->rings[r].at, part->radius,
                      2 * cyl_pi * s / CYL_SIDES);
            d->weights[24 * (size_t)d->vertex_count + (size_t)part->rings[r].weight] = 1;
        }
    for (int lid = 0; lid < 2; lid++, d->vertex_count++) {
        const cyl_ring *ring = &part->rings[lid ? part->count - 1 : 0];
        cyl_place(d->v_template + 3 * (size_t)d->vertex_count, part, ring->at, 0, 0);
        d->weights[24 * (size_t)d->vertex_count + (size_t)ring->weight] = 1;
    }
    for (int v = first; v < d->vertex_count; v++) cyl_shape(d, v, index);
    for (int s = 0; s < CYL_SIDES; s++) {
        int t = (s + 1) % CYL_SIDES, top = lids - CYL_SIDES;
        for (int r = first; r < top; r += CYL_SIDES) {
            cyl_face(d, r + s, r + t, r + CYL_SIDES + t);
            cyl_face(d, r + s, r + CYL_SIDES + t, r + CYL_SIDES + s);
        }
        cyl_face(d, lids, first + t, first + s);
        cyl_face(d, lids + 1, top + s, top + t);
    }
    for (int r = 0; r < part->count; r++) /* remember where each joint's ring begins */
        if (part->rings[r].joint >= 0) d->regressor_start[part->rings[r].joint] = first + r * CYL_SIDES;
}

static inline void cyl_regressor(pd_smpl_data *d)
{
    int begins[24];
    memcpy(begins, d->regressor_start, sizeof begins);
    for (int k = 0; k < 24; k++) {
        for (int s = 0; s < CYL_SIDES; s++) {
            d->regressor_vertex[k * CYL_SIDES + s] = begins[k] + s;
            d->regressor_weight[k * CYL_SIDES + s] = 1.0 / CYL_SIDES;
        }
        d->regressor_start[k] = k * CYL_SIDES;
    }
    d->regressor_start[24] = 24 * CYL_SIDES;
}

static inline void cyl_data(pd_smpl_data *d)
{
    size_t v = 0;
    for (int p = 0; p < CYL_PARTS; p++) v += (size_t)cyl_parts[p].count * CYL_SIDES + 2;
    memset(d, 0, sizeof *d);
    d->v_template = calloc(3 * v, sizeof(float));
    d->shapedirs = calloc(3 * v * CYL_BETAS, sizeof(float));
    d->weights = calloc(24 * v, sizeof(float));
    d->faces = calloc(6 * v, sizeof(uint32_t));
    d->regressor_start = calloc(25, sizeof(int));
    d->regressor_vertex = calloc(24 * CYL_SIDES, sizeof(int));
    d->regressor_weight = calloc(24 * CYL_SIDES, sizeof(double));
    d->parents = calloc(24, sizeof(int));
    d->joint_names = calloc(24, sizeof *d->joint_names);
    d->joint_count = 24;
    d->beta_count = CYL_BETAS;
    memcpy(d->parents, cyl_parents, sizeof cyl_parents);
    for (int k = 0; k < 24; k++) strcpy(d->joint_names[k], cyl_names[k]);
    for (int p = 0; p < CYL_PARTS; p++) cyl_add(d, p);
    cyl_regressor(d);
}

static inline pd_smpl_model *cyl_model(void)
{
    pd_smpl_data data;
    pd_smpl_model *model = NULL;
    cyl_data(&data);
    pd_smpl_model_build(&model, &data, NULL);
    return model;
}

/* The cylinders are rigid: here every vertex follows its joint's parent too, its own joint by least to least
 * + span as its height has it. */
static inline pd_smpl_model *cyl_soft_model(float least, float span)
{
    pd_smpl_data data;
    pd_smpl_model *model = NULL;
    cyl_data(&data);
    for (int v = 0; v < data.vertex_count; v++)
        for (int k = 23; k > 0; k--) {
            float *w = data.weights + 24 * v, y = data.v_template[3 * v + 1],
                  part = least + span * fabsf(sinf(9 * y));
            if (w[k] == 1) w[data.parents[k]] = 1 - part, w[k] = part;
        }
    pd_smpl_model_build(&model, &data, NULL);
    return model;
}

#endif
