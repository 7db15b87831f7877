#include "factory/body/part/lips.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define REACH_M   0.014  /* along the skin */
#define OVERLAP_M 0.0005 /* of the lips in the template, less towards the corners */
#define CORNER_M  0.004  /* from the corner, where the overlap begins to fall */
#define LINE_MOST 16
#define BASE_MESH 13380 /* vertices of hm08 */

/* Vertices of the right half of each lip's line, from the middle to the corner
 * of the mouth, where both lines end. */
static const int upper_line[] = {474, 473, 472, 471, 470, 5362, 469, 419, 418, 433, 3732, 431, 432},
                 lower_line[] = {493, 487, 481, 475, 437, 444, 3707, 432};
enum { UPPER = sizeof upper_line / sizeof *upper_line, LOWER = sizeof lower_line / sizeof *lower_line };

/* Returns the value of a polyline at |x|: linear between its vertices, whose positions are at[]. */
static double lips_along(const double *at, const double *values, int count, double x)
{
    int i = 0;
    while (i < count - 2 && x > at[i + 1]) i++;
    const double t = at[i + 1] > at[i] ? (x - at[i]) / (at[i + 1] - at[i]) : 0;
    return values[i] + fmin(fmax(t, 0), 1) * (values[i + 1] - values[i]);
}

/* Distances along edges from a line and its mirror image, up to REACH_M, without crossing `barred`:
 * Bellman-Ford over the few vertices in reach. */
static void spread_lips(double *distance, const pd_smpl_data *model, const pd_factory_mesh *mesh,
                        const int *line, int count, const bool *barred)
{
    for (int v = 0; v < mesh->vertex_count; v++) distance[v] = INFINITY;
    for (int i = 0; i < count; i++) distance[line[i]] = distance[mesh->mirror[line[i]]] = 0;

    for (bool again = true; again;) {
        again = false;
        for (int v = 0; v < mesh->vertex_count; v++) {
            if (!(distance[v] < REACH_M)) continue;
            for (int e = mesh->neighbor_start[v]; e < mesh->neighbor_start[v + 1]; e++) {
                const int to = mesh->neighbors[e];
                double d2 = 0;
                for (int c = 0; c < 3; c++)
                    d2 +=
                        pow((double)model->v_template[3 * v + c] - (double)model->v_template[3 * to + c], 2);
                const double d = distance[v] + sqrt(d2);
                if (barred[to] || !(d < distance[to])) continue;
                distance[to] = d;
                again = true;
            }
        }
    }
}

/* Computes the share of the gap that each vertex takes: positive on the upper lip,
 * negative on the lower, 0 elsewhere. */
static void share_out_lips(double *share, const double *from_upper, const double *from_lower, int count)
{
    for (int v = 0; v < count; v++) {
        const bool is_upper = from_upper[v] < from_lower[v];
        const double d = fmin(from_upper[v], from_lower[v]) / REACH_M;
        const double t = fmin(d, 1);
        share[v] = from_upper[v] == from_lower[v] ? 0 : (is_upper ? 0.5 : -0.5) * (1 - t * t * (3 - 2 * t));
    }
}

pd_status pd_factory_lips_close(pd_smpl_data *model, const pd_factory_mesh *mesh, pd_error *err)
{
    const size_t v = (size_t)mesh->vertex_count;
    const size_t b = (size_t)model->beta_count;
    double *from_upper = malloc(v * sizeof *from_upper);
    double *from_lower = malloc(v * sizeof *from_lower);
    double *share = malloc(v * sizeof *share);
    double *widths = malloc(v * sizeof *widths);
    bool *on_upper = calloc(v, sizeof *on_upper);
    bool *on_lower = calloc(v, sizeof *on_lower);
    pd_status status = PD_OK;

    if (v != BASE_MESH) goto end; /* another mesh has other lines */
    if (!from_upper || !from_lower || !share || !widths || !on_upper || !on_lower) {
        status = pd_fail(err, PD_ERR_MEMORY, "lips", "out of memory");
        goto end;
    }

    /* Which vertices belong to which lip: those nearer to its line, without a way round the corner or through
     * the other line. */
    for (int i = 0; i < UPPER; i++) on_upper[upper_line[i]] = on_upper[mesh->mirror[upper_line[i]]] = true;
    for (int i = 0; i < LOWER; i++) on_lower[lower_line[i]] = on_lower[mesh->mirror[lower_line[i]]] = true;
    spread_lips(from_upper, model, mesh, upper_line, UPPER - 1, on_lower);
    spread_lips(from_lower, model, mesh, lower_line, LOWER - 1, on_upper);
    share_out_lips(share, from_upper, from_lower, mesh->vertex_count);

    /* Store the positions of the lines and of all vertices before the template changes. */
    double upper_at[UPPER], lower_at[LOWER];
    for (int i = 0; i < UPPER; i++) upper_at[i] = fabs((double)model->v_template[3 * upper_line[i]]);
    for (int i = 0; i < LOWER; i++) lower_at[i] = fabs((double)model->v_template[3 * lower_line[i]]);
    for (size_t i = 0; i < v; i++) widths[i] = (double)model->v_template[3 * i];
    const double corner = upper_at[UPPER - 1];

    /* Directions, then the template, as column -1. A line is read on the vertex's own side. */
    for (int k = -1; k < (int)b; k++) {
        double gap[2][2][LINE_MOST]; /* [side][lower or upper] heights of the lines */
        for (int side = 0; side < 2; side++)
            for (int lip = 0; lip < 2; lip++)
                for (int i = 0; i < (lip ? UPPER : LOWER); i++) {
                    const int at = lip ? upper_line[i] : lower_line[i];
                    const int own = side ? mesh->mirror[at] : at;
                    gap[side][lip][i] = k < 0
                                            ? (double)model->v_template[3 * own + 1]
                                            : (double)model->shapedirs[(size_t)(3 * own + 1) * b + (size_t)k];
                }
        for (size_t i = 0; i < v; i++) {
            if (share[i] == 0) continue;
            const int side = widths[i] > 0; /* the lines are those of the right half, x < 0 */
            const double x = fabs(widths[i]);
            double g =
                lips_along(lower_at, gap[side][0], LOWER, x) - lips_along(upper_at, gap[side][1], UPPER, x);
            if (x > corner) g *= fmax(0, 1 - (x - corner) / CORNER_M);
            if (k < 0) g -= OVERLAP_M * fmin(fmax((corner - x) / CORNER_M, 0), 1);
            float *y = k < 0 ? &model->v_template[3 * i + 1] : &model->shapedirs[(3 * i + 1) * b + (size_t)k];
            *y += (float)(share[i] * g);
        }
    }

end:
    free(from_upper);
    free(from_lower);
    free(share);
    free(widths);
    free(on_upper);
    free(on_lower);

    return status;
}
