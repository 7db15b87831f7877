#include "factory/tissue/breath.h"

#include "core/math/mat3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BREATH_M3 0.0005
#define BACK      -0.1 /* z of a normal: skin moves above BACK, fully above FRONT */
#define FRONT     0.7

pd_status pd_factory_tissue_breath(float *out, int stride, const pd_smpl_model *model, pd_error *err)
{
    const int vertices = model->vertex_count;

    double(*normals)[3] = calloc((size_t)vertices, sizeof *normals);
    double volume = 0;
    if (!normals) return pd_fail(err, PD_ERR_MEMORY, "breathing", "out of memory");

    /* Compute area vectors of vertices, which point outwards. */
    for (int f = 0; f < model->face_count; f++) {
        const uint32_t *v = model->data.faces + 3 * (size_t)f;
        double e[2][3], n[3];
        for (uint32_t i = 0; i < 2; i++)
            for (uint32_t c = 0; c < 3; c++)
                e[i][c] = (double)model->data.v_template[3 * v[i + 1] + c] -
                          (double)model->data.v_template[3 * v[0] + c];
        pd_cross3(n, e[0], e[1]);
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < 3; c++) normals[v[i]][c] += n[c] / 6;
    }

    for (int v = 0; v < vertices; v++) {
        const double area = pd_length3(normals[v]);
        const double z = area > 0 ? normals[v][2] / area : 0;
        const double t = fmin(1, fmax(0, (z - BACK) / (FRONT - BACK)));
        const float *w = model->data.weights + (size_t)v * (size_t)model->joint_count;
        double share = 0;
        for (int k = 0; k < model->joint_count; k++) {
            const char *name = model->data.joint_names[k];
            if (!strcmp(name, "spine1") || !strcmp(name, "spine2")) share += (double)w[k];
            if (!strcmp(name, "spine3")) share += 0.6 * (double)w[k];
        }

        const double moved = share * t * t * (3 - 2 * t);
        for (int c = 0; c < 3; c++)
            out[(3 * (size_t)v + (size_t)c) * (size_t)stride] =
                area > 0 ? (float)(moved * normals[v][c] / area) : 0;
        volume += moved * area;
    }

    free(normals);
    if (!(volume > 0))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "breathing", "the body has no spine1, spine2, spine3");

    const float scale = (float)(BREATH_M3 / volume);
    for (size_t i = 0; i < 3 * (size_t)vertices; i++) out[i * (size_t)stride] *= scale;
    return PD_OK;
}
