#include "core/pfnn/import.h"

#include "core/base/assert.h"
#include "core/anim/biped.h"
#include "core/base/file.h"
#include "core/math/elementary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLICES PD_PFNN_IMPORT_SLICES
#define C      PD_PFNN_CONTROLS

typedef struct importing {
    pd_pfnn_network *out;
    const char *folder;
    double c[SLICES][C];     /* spline weights of the slices  */
    double solve[C][SLICES]; /* (C^T C)^-1 C^T                */
    pd_pfnn_import_report report;
    double squares, count, worst_ratio;
    pd_error *err;
} importing;

/* Sets (C^T C)^-1 C^T by Gauss-Jordan elimination without pivoting. C^T C (4,4) is positive definite and,
 * for this spline, far from singular. */
static void set_solver(importing *g)
{
    double a[C][C] = {{0}}, (*b)[SLICES] = g->solve;

    /* C^T C and C^T. */
    for (int i = 0; i < SLICES; i++) {
        pd_pfnn_phase_weights(g->c[i], (double)i / SLICES);
        for (int k = 0; k < C; k++) {
            b[k][i] = g->c[i][k];
            for (int l = 0; l < C; l++) a[k][l] += g->c[i][k] * g->c[i][l];
        }
    }

    /* Eliminate, which turns C^T into the product. */
    for (int p = 0; p < C; p++) {
        PD_ASSERT(a[p][p] > 0);
        double pivot = 1 / a[p][p];
        for (int j = 0; j < C; j++) a[p][j] *= pivot;
        for (int j = 0; j < SLICES; j++) b[p][j] *= pivot;
        for (int r = 0; r < C; r++) {
            double f = a[r][p];
            if (r == p) continue;
            for (int j = 0; j < C; j++) a[r][j] -= f * a[p][j];
            for (int j = 0; j < SLICES; j++) b[r][j] -= f * b[p][j];
        }
    }
}

/* ---- files */

/* Reads the numbers of a file, which must hold exactly `count` of them, all finite. */
static pd_status read_numbers_import(float *out, size_t count, const importing *g, const char *name)
{
    char path[4096], where[192];
    pd_bytes file;

    snprintf(path, sizeof path, "%s/%s.bin", g->folder, name);
    pd_status s = pd_file_map(&file, path, g->err);
    if (s) return s;

    if (file.size != count * sizeof *out)
        s = pd_fail(g->err, PD_ERR_FORMAT, path, "%zu bytes; %zu float32 numbers, %zu bytes, expected",
                    file.size, count, count * sizeof *out);
    else
        memcpy(out, file.data, file.size);

    pd_file_unmap(&file);
    for (size_t i = 0; !s && i < count; i++) {
        if (isfinite(out[i])) continue;
        snprintf(where, sizeof where, "%.160s:%zu", path, i * sizeof *out);
        s = pd_fail(g->err, PD_ERR_INVALID, where, "%g; only finite numbers are allowed", (double)out[i]);
    }

    return s;
}

static pd_status count_numbers(int *count, const importing *g, const char *name)
{
    char path[4096];
    pd_bytes file;

    snprintf(path, sizeof path, "%s/%s.bin", g->folder, name);
    pd_status s = pd_file_map(&file, path, g->err);
    if (s) return s;
    size_t size = file.size;
    pd_file_unmap(&file);
    if (!size || size % sizeof(float) || size / sizeof(float) > PD_PFNN_MAX_DIM)
        return pd_fail(g->err, PD_ERR_FORMAT, path, "%zu bytes; 1 to %d float32 numbers expected", size,
                       PD_PFNN_MAX_DIM);
    *count = (int)(size / sizeof(float));

    return PD_OK;
}

/* ---- one array: W0, b0, ... */

typedef struct solving {
    const char *name;
    float *out; /* (4,count)               */
    size_t count;
    double *sums; /* (4,count)               */
    float *slice; /* (count)                 */
    double largest, most, squares;
} solving;

static pd_status read_slice(const solving *v, const importing *g, int i)
{
    char name[24];
    snprintf(name, sizeof name, "%s_%03d", v->name, i);
    return read_numbers_import(v->slice, v->count, g, name);
}

/* Solves for the control points of the array into v->out. Adds its residual to the report, and refuses
 * slices that do not lie on such a spline. */
static pd_status solve_import(solving *v, importing *g)
{
    /* Least squares, one slice at a time, because all slices together take much memory. */
    for (int i = 0; i < SLICES; i++) {
        pd_status s = read_slice(v, g, i);
        if (s) return s;
        for (int k = 0; k < C; k++)
            for (size_t j = 0; j < v->count; j++)
                v->sums[(size_t)k * v->count + j] += g->solve[k][i] * v->slice[j];
    }

    for (size_t j = 0; j < C * v->count; j++) v->out[j] = (float)v->sums[j];

    /* Residual of the control points as they are stored, in float32. */
    for (int i = 0; i < SLICES; i++) {
        pd_status s = read_slice(v, g, i);
        if (s) return s;
        for (size_t j = 0; j < v->count; j++) {
            double r = v->slice[j];
            v->largest = pd_fmax(v->largest, fabs(r));
            for (int k = 0; k < C; k++) r -= g->c[i][k] * v->out[(size_t)k * v->count + j];
            v->most = pd_fmax(v->most, fabs(r));
            v->squares += r * r;
        }
    }

    /* Add it to the report. */
    pd_pfnn_import_report *report = &g->report;
    double ratio = v->largest > 0 ? v->most / v->largest : 0;
    report->most = pd_fmax(report->most, v->most);
    report->largest = pd_fmax(report->largest, v->largest);
    g->squares += v->squares;
    g->count += (double)SLICES * (double)v->count;
    if (ratio >= g->worst_ratio) snprintf(report->worst, sizeof report->worst, "%s", v->name);
    g->worst_ratio = pd_fmax(ratio, g->worst_ratio);

    if (ratio <= PD_PFNN_IMPORT_RESIDUAL) return PD_OK;
    return pd_fail(g->err, PD_ERR_INVALID, v->name,
                   "its 50 slices are up to %.3g off a cyclic cubic spline of 4 points; %.3g allowed (%g of "
                   "the largest weight, %.3g)",
                   v->most, PD_PFNN_IMPORT_RESIDUAL * v->largest, PD_PFNN_IMPORT_RESIDUAL, v->largest);
}

static pd_status import_array(float *out, size_t count, const char *name, importing *g)
{
    PD_ASSERT(count > 0);
    solving v = {.name = name, .out = out, .count = count};
    v.sums = calloc(C * count, sizeof *v.sums);
    v.slice = malloc(count * sizeof *v.slice);
    pd_status s = PD_OK;
    if (!v.sums || !v.slice) s = pd_fail(g->err, PD_ERR_MEMORY, name, "out of memory for %zu numbers", count);
    if (!s) s = solve_import(&v, g);
    free(v.sums);
    free(v.slice);

    return s;
}

/* ---- the folder */

/* Sets texts and, if it is known, the skeleton. */
static pd_status describe_import(const importing *g)
{
    char text[512];
    pd_pfnn_network *n = g->out;

    /* Texts of the model. */
    snprintf(text, sizeof text, "imported from 50 slices, residual %.2g rms, %.2g at most", g->report.rms,
             g->report.most);
    n->text.provenance = strdup(text);
    n->text.licence = strdup("that of its source");

    if (!n->text.provenance || !n->text.licence)
        return pd_fail(g->err, PD_ERR_MEMORY, "network", "out of memory for its texts");

    /* Only a network of the original size has the original skeleton. */
    if (n->x_dim != pd_pfnn_x_dim(12, 6, PD_ANIM_BIPED_JOINTS) ||
        n->y_dim != pd_pfnn_y_dim(12, PD_ANIM_BIPED_JOINTS))
        return PD_OK;

    /* Skeleton of the original. */
    pd_model_name names[PD_ANIM_BIPED_JOINTS];
    int parents[PD_ANIM_BIPED_JOINTS];
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        snprintf(names[j], sizeof names[j], "%s", pd_anim_biped_joints[j].name);
        parents[j] = pd_anim_biped_joints[j].parent;
    }

    return pd_pfnn_network_describe(n, PD_ANIM_BIPED_JOINTS, names, parents, g->err);
}

pd_status pd_pfnn_import(pd_pfnn_network *network, pd_pfnn_import_report *report, const char *folder,
                         pd_error *err)
{
    static const char *const names[PD_PFNN_LAYERS][2] = {{"W0", "b0"}, {"W1", "b1"}, {"W2", "b2"}};
    importing g = {.out = network, .folder = folder, .err = err};
    int x, h, y;

    *network = (pd_pfnn_network){0};
    set_solver(&g);

    /* Sizes follow from the lengths of three files. */
    pd_status s = count_numbers(&x, &g, "Xmean");
    if (!s) s = count_numbers(&h, &g, "b0_000");
    if (!s) s = count_numbers(&y, &g, "b2_000");
    if (!s) s = pd_pfnn_network_init(network, x, h, y, err);

    /* Statistics and layers. */
    if (!s) s = read_numbers_import(network->x_mean, (size_t)x, &g, "Xmean");
    if (!s) s = read_numbers_import(network->x_std, (size_t)x, &g, "Xstd");
    if (!s) s = read_numbers_import(network->y_mean, (size_t)y, &g, "Ymean");
    if (!s) s = read_numbers_import(network->y_std, (size_t)y, &g, "Ystd");
    for (int l = 0; !s && l < PD_PFNN_LAYERS; l++) {
        const pd_pfnn_layer *layer = &network->layers[l];
        s = import_array(layer->bias, (size_t)layer->out, names[l][1], &g);
        if (!s) s = import_array(layer->weights, (size_t)layer->out * (size_t)layer->in, names[l][0], &g);
    }

    /* Report and texts, then check all data. */
    if (!s) g.report.rms = sqrt(g.squares / g.count);
    if (!s) s = describe_import(&g);
    if (!s) s = pd_pfnn_network_check(network, err);

    if (s) pd_pfnn_network_deinit(network);
    if (report) *report = g.report;
    return s;
}
