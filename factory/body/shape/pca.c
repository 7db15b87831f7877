#include "factory/body/shape/pca.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_VERTICES 256
#define VOLUME_SPAN    4.0   /* from beta -2 to +2 */
#define VOLUME_CLEAR   0.005 /* m3 */

typedef struct fit {
    const pd_factory_pca_data *data;
    pd_factory_pca *pca;
    int half_count;
    int *half;     /* the vertices that stand for all: one of each mirror pair                     */
    double *gram;  /* (n,n)                                                                       */
    double *betas; /* (K,n)                                                                       */
    double *block; /* (n,3 BLOCK_VERTICES)                                                        */
    double *lead;  /* (K,3 BLOCK_VERTICES)                                                        */
} fit;

static const float *body_of(const fit *f, int s)
{
    return f->data->bodies + 3 * (size_t)f->data->mesh->vertex_count * (size_t)f->data->chosen[s];
}

/* ---- setting up ---- */

/* Fills block (n,3 count) with x_s - mean of the half vertices [first, first + count), times sqrt(weight)
 * when `weighted`. */
static void fill_block(fit *f, int first, int count, int weighted)
{
    PD_ASSERT(first >= 0 && count > 0 && first + count <= f->half_count);
    for (int s = 0; s < f->data->count; s++) {
        const float *body = body_of(f, s);
        double *out = f->block + (size_t)s * 3 * (size_t)count;
        for (int j = 0; j < count; j++) {
            int i = f->half[first + j];
            int pair = f->data->mesh->mirror[i] != i;
            double scale = weighted ? sqrt(f->data->areas[i] * (pair ? 2 : 1)) : 1;
            for (int c = 0; c < 3; c++) {
                size_t at = 3 * (size_t)i + (size_t)c;
                out[3 * j + c] = scale * ((double)body[at] - f->pca->mean[at]);
            }
        }
    }
}

/* ---- components ---- */

/* Computes the mean, selects the vertices that represent the others, and solves for the eigenvectors of the
 * Gram matrix of the bodies. */
static pd_status solve_pca(fit *f, pd_error *err)
{
    int n = f->data->count;
    int k = f->pca->component_count;
    size_t numbers = 3 * (size_t)f->data->mesh->vertex_count;
    double *sum = f->block;
    double trace = 0; /* n * 768 doubles may be too few: go through it in pieces */
    size_t piece = (size_t)n * 3 * BLOCK_VERTICES;

    /* Compute the mean body. */
    for (size_t first = 0; first < numbers; first += piece) {
        size_t count = numbers - first < piece ? numbers - first : piece;
        memset(sum, 0, count * sizeof *sum);
        for (int s = 0; s < n; s++)
            for (size_t i = 0; i < count; i++) sum[i] += body_of(f, s)[first + i];
        for (size_t i = 0; i < count; i++) f->pca->mean[first + i] = (float)(sum[i] / n);
    }

    pd_factory_symmetrise(f->pca->mean, f->data->mesh);

    /* One vertex of each mirrored pair is enough, since all bodies are symmetric. */
    for (int i = 0; i < f->data->mesh->vertex_count; i++)
        if (f->data->mesh->mirror[i] >= i) f->half[f->half_count++] = i;

    /* Compute the Gram matrix block by block. */
    for (int first = 0; first < f->half_count; first += BLOCK_VERTICES) {
        int count = f->half_count - first < BLOCK_VERTICES ? f->half_count - first : BLOCK_VERTICES;
        pd_progress_report(&f->data->progress, f->data->step, 1 + 50 * first / f->half_count, 100);
        fill_block(f, first, count, 1);
        pd_k_gram_add(f->gram, f->block, n, 3 * count);
    }

    /* Compute eigenvectors, shares of the variance, and betas with unit variance. */
    pd_k_mirror(f->gram, n);
    pd_progress_report(&f->data->progress, f->data->step, 51, 100);
    for (int s = 0; s < n; s++) trace += f->gram[(size_t)s * (size_t)(n + 1)];
    if (!pd_k_syev_top(f->pca->shares, f->betas, f->gram, n, k))
        return pd_fail(err, PD_ERR_INTERNAL, "pca", "no eigenvectors of %d bodies", n);

    for (int c = 0; c < k; c++) f->pca->shares[c] /= trace;
    for (size_t i = 0; i < (size_t)k * (size_t)n; i++) f->betas[i] *= sqrt(n);
    return PD_OK;
}

/* ---- turning and signs ---- */

/* Turns components 2 and 3 so that only the former changes the volume at the mean, and chooses signs: more
 * volume, or where a component hardly changes it, its farthest move is up or forward. */
static pd_status fix_axes(fit *f, pd_error *err)
{
    pd_factory_pca *pca = f->pca;
    const size_t numbers = 3 * (size_t)pca->vertex_count;
    const size_t k = (size_t)pca->component_count;
    const size_t count = (size_t)f->data->count;
    double slopes[64] = {0}; /* d volume / d beta */
    double *gradient = malloc(numbers * sizeof *gradient);

    if (!gradient) return pd_fail(err, PD_ERR_MEMORY, "pca", "out of memory for the volume gradient");
    pd_factory_volume_gradient(gradient, pca->mean, f->data->mesh);
    for (size_t i = 0; i < numbers; i++)
        for (size_t d = 0; d < k; d++) slopes[d] += gradient[i] * pca->directions[i * k + d];
    free(gradient);

    /* Rotate the second and third component, betas and directions alike: x, y <- c x + s y, c y - s x. */
    double length = k >= 3 ? hypot(slopes[1], slopes[2]) : 0;
    if (length > 0) {
        const double c = slopes[1] / length;
        const double s = slopes[2] / length;
        double *x = f->betas + count;
        double *y = f->betas + 2 * count;
        for (size_t i = 0; i < count; i++) {
            double old = x[i];
            x[i] = c * old + s * y[i];
            y[i] = -s * old + c * y[i];
        }

        for (size_t i = 0; i < numbers; i++) {
            float *row = pca->directions + i * k;
            float old = row[1];
            row[1] = (float)(c * old + s * row[2]);
            row[2] = (float)(-s * old + c * row[2]);
        }

        slopes[1] = length;
        slopes[2] = 0;
    }

    /* Choose the sign of each component. */
    for (size_t d = 0; d < k; d++) {
        double change = slopes[d] * VOLUME_SPAN;
        float farthest = 0; /* of y and z: x would tie with its mirror image */
        for (size_t i = 0; i < numbers; i++) {
            const float value = pca->directions[i * k + d];
            if (i % 3 != 0 && fabsf(value) > fabsf(farthest)) farthest = value;
        }

        if (!(fabs(change) > VOLUME_CLEAR ? change < 0 : farthest < 0)) continue;
        for (size_t i = 0; i < count; i++) f->betas[d * count + i] *= -1;
        for (size_t i = 0; i < numbers; i++) pca->directions[i * k + d] = 0.0f - pca->directions[i * k + d];
    }

    return PD_OK;
}

/* Writes the directions of vertices `first` to `first` + `count` - 1 of the half, and of their partners on
 * the other side. */
static void write_directions(fit *f, int first, int count)
{
    pd_factory_pca *out = f->pca;
    const size_t k = (size_t)out->component_count;

    PD_ASSERT(count > 0 && count <= BLOCK_VERTICES && first + count <= f->half_count);

    fill_block(f, first, count, 0);
    pd_k_gemm(f->lead, f->betas, 0, f->block, 0, out->component_count, 3 * count, f->data->count, 1, 0);
    for (int i = 0; i < 3 * count; i++) {
        const int vertex = f->half[first + i / 3];
        const int m = f->data->mesh->mirror[vertex];
        const int c = i % 3;
        for (size_t d = 0; d < k; d++) {
            float value = (float)(f->lead[d * 3 * (size_t)count + (size_t)i] / f->data->count);
            if (m == vertex && c == 0) value = 0; /* the middle stays in the middle */
            out->directions[(size_t)(3 * m + c) * k + d] = c == 0 ? 0.0f - value : value;
            out->directions[(size_t)(3 * vertex + c) * k + d] = value;
        }
    }
}

/* Fits with results and scratch that are allocated. */
static pd_status fit_components(fit *f, pd_error *err)
{
    pd_factory_pca *out = f->pca;
    const pd_factory_pca_data *data = f->data;
    const size_t n = (size_t)data->count;
    const size_t k = (size_t)out->component_count;

    /* Compute components from the Gram matrix, then their directions block by block. */
    pd_status status = solve_pca(f, err);
    pd_progress_report(&data->progress, data->step, 90, 100);
    if (status != PD_OK) return status;
    for (int first = 0; first < f->half_count; first += BLOCK_VERTICES)
        write_directions(f, first,
                         f->half_count - first < BLOCK_VERTICES ? f->half_count - first : BLOCK_VERTICES);
    status = fix_axes(f, err);
    if (status != PD_OK) return status;

    /* Find the largest coefficient of the bodies along each component,
     * and the normal matrix for fits to a body. */
    for (size_t i = 0; i < k * n; i++) out->limits[i / n] = fmax(out->limits[i / n], fabs(f->betas[i]));
    for (size_t i = 0; i < 3 * (size_t)out->vertex_count; i++) {
        const float *row = out->directions + i * k;
        for (size_t a = 0; a < k; a++)
            for (size_t b = 0; b < k; b++) out->normal[a * k + b] += data->areas[i / 3] * row[a] * row[b];
    }

    return PD_OK;
}

pd_status pd_factory_pca_fit(pd_factory_pca *out, const pd_factory_pca_data *data, int component_count,
                             pd_error *err)
{
    memset(out, 0, sizeof *out);
    if (component_count < 1 || component_count > 64 || data->count <= component_count)
        return pd_fail(err, PD_ERR_RANGE, "subjects", "%d bodies for %d components; at least %d", data->count,
                       component_count, component_count + 1);

    fit f = {.data = data, .pca = out};
    out->vertex_count = data->mesh->vertex_count;
    out->component_count = component_count;

    /* Allocate results and scratch memory. */
    const size_t n = (size_t)data->count;
    const size_t k = (size_t)component_count;
    const size_t v = (size_t)data->mesh->vertex_count;
    out->mean = calloc(3 * v, sizeof *out->mean);
    out->directions = calloc(3 * v * k, sizeof *out->directions);
    out->limits = calloc(k, sizeof *out->limits);
    out->shares = calloc(k, sizeof *out->shares);
    out->normal = calloc(k * k, sizeof *out->normal);
    f.half = malloc(v * sizeof *f.half);
    f.gram = calloc(n * n, sizeof *f.gram);
    f.betas = malloc(k * n * sizeof *f.betas);
    f.block = malloc(n * 3 * BLOCK_VERTICES * sizeof *f.block);
    f.lead = malloc(k * 3 * BLOCK_VERTICES * sizeof *f.lead);
    const bool good = out->mean && out->directions && out->limits && out->shares && out->normal && f.half &&
                      f.gram && f.betas && f.block && f.lead;
    const pd_status status =
        good ? fit_components(&f, err)
             : pd_fail(err, PD_ERR_MEMORY, "pca", "out of memory for %d bodies", data->count);

    free(f.half);
    free(f.gram);
    free(f.betas);
    free(f.block);
    free(f.lead);
    if (status != PD_OK) pd_factory_pca_deinit(out);

    return status;
}

void pd_factory_pca_deinit(pd_factory_pca *pca)
{
    free(pca->mean);
    free(pca->directions);
    free(pca->limits);
    free(pca->shares);
    free(pca->normal);
    memset(pca, 0, sizeof *pca);
}

/* ---- using it ---- */

void pd_factory_pca_correlate(double *right, const pd_factory_pca *pca, const double *areas,
                              const float *body)
{
    size_t k = (size_t)pca->component_count;

    memset(right, 0, k * sizeof *right);
    for (size_t i = 0; i < 3 * (size_t)pca->vertex_count; i++) {
        double d = areas[i / 3] * ((double)body[i] - pca->mean[i]);
        for (size_t c = 0; c < k; c++) right[c] += d * pca->directions[i * k + c];
    }
}

void pd_factory_pca_project(double *betas, const pd_factory_pca *pca, int k, const double *right,
                            double *scratch)
{
    PD_ASSERT(k >= 0 && k <= pca->component_count);
    for (int a = 0; a < k; a++)
        for (int b = 0; b < k; b++) scratch[a * k + b] = pca->normal[a * pca->component_count + b];
    memcpy(betas, right, (size_t)k * sizeof *betas);
    if (pd_k_cholesky(scratch, k))
        pd_k_cholesky_solve(betas, scratch, k);
    else
        memset(betas, 0, (size_t)k * sizeof *betas);
}

void pd_factory_pca_shape(float *out, const pd_factory_pca *pca, int k, const double *betas)
{
    PD_ASSERT(k >= 0 && k <= pca->component_count);
    for (size_t i = 0; i < 3 * (size_t)pca->vertex_count; i++) {
        const float *row = pca->directions + i * (size_t)pca->component_count;
        double sum = pca->mean[i];
        for (int c = 0; c < k; c++) sum += row[c] * betas[c];
        out[i] = (float)sum;
    }
}
