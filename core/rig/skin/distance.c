/* Weights by distance to the bones: straight, or along paths inside the solid. */
#include "core/rig/skin/dense.h"
#include "core/rig/base/volume.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define CLOSEST 1e-3 /* of the height: least distance of a bone */
#define REACH   0.4  /* of the longest side: longest path */

/* Chamfer of 26 neighbours (Borgefors 1986): length of a step across a side, an edge and a corner, in tenths
 * of a cell. */
static const int steps[4] = {0, 10, 14, 17};
#define STEP_MOST 17        /* the largest of them */
#define NOT_YET   INT32_MAX /* no path has come to the cell yet */

/* Computes weights 1 / d^4 for the four smallest of a row of distances, except infinite ones. */
static void share(float *row, double *distances, int count)
{
    double sum = 0;

    for (int s = 0; s < 4; s++) {
        int best = 0;
        for (int k = 1; k < count; k++)
            if (distances[k] < distances[best]) best = k;
        if (distances[best] == INFINITY) break;
        row[best] = (float)pow(fmax(distances[best], CLOSEST), -4);
        sum += (double)row[best];
        distances[best] = INFINITY;
    }

    for (int k = 0; sum > 0 && k < count; k++) row[k] = (float)((double)row[k] / sum);
}

void pd_rig_distance(float *dense, const pd_rig_weights_job *job)
{
    const pd_rig_mesh *m = job->mesh;
    const size_t bones = (size_t)job->bone_count;

    memset(dense, 0, (size_t)m->vertex_count * bones * sizeof *dense);
    for (int i = 0; i < m->vertex_count; i++) {
        double far[PD_RIG_BONES_MOST], at[3];
        if (!(i & 1023) && pd_cancelled(job->cancel)) break;
        for (int k = 0; k < job->bone_count; k++)
            far[k] = sqrt(pd_rig_segment_nearest(at, m->points + 3 * (size_t)i, &job->bones[k]));
        share(dense + (size_t)i * bones, far, job->bone_count);
    }
}

/* ---- through the solid ---- */

/* The cells inside, and the length of the path from one bone to each. */
typedef struct flood {
    pd_rig_volume volume;
    int *number;      /* (cells) index among the cells inside; -1: outside */
    int (*places)[3]; /* (count) coordinates of the cells inside */
    int32_t *far;     /* (count) path length in tenths of a cell; NOT_YET: not reached */
    int *next;        /* (entries) next entry of the bucket; -1: last */
    int *cell;        /* (entries) */
    int count, entries, room;
    int first[STEP_MOST + 1]; /* first entry of each bucket; a path of length d is in bucket d mod 18 */
} flood;

static size_t distance_cell_of(const pd_rig_volume *v, const int at[3])
{
    return ((size_t)at[2] * (size_t)v->size[1] + (size_t)at[1]) * (size_t)v->size[0] + (size_t)at[0];
}

/* Numbers the cells inside the mesh and allocates what a flood needs. Returns false on failure (*status). */
static bool flood_init(flood *f, const pd_rig_mesh *mesh, pd_error *err, pd_status *status)
{
    memset(f, 0, sizeof *f);
    *status = pd_rig_volume_init(&f->volume, mesh, err);
    if (*status != PD_OK) return false;
    const pd_rig_volume *v = &f->volume;
    const size_t n = (size_t)v->size[0] * (size_t)v->size[1] * (size_t)v->size[2];
    for (size_t i = 0; i < n; i++) f->count += v->distance[i] > 0;
    const size_t inside = (size_t)f->count + 1;
    f->room = 8 * f->count + 64;
    f->number = malloc(n * sizeof *f->number);
    f->places = malloc(inside * sizeof *f->places);
    f->far = malloc(inside * sizeof *f->far);
    f->next = malloc((size_t)f->room * sizeof *f->next);
    f->cell = malloc((size_t)f->room * sizeof *f->cell);
    if (!f->number || !f->places || !f->far || !f->next || !f->cell) {
        *status = pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %d cells", f->count);
        return false;
    }

    /* Number the inner cells. */
    int own = 0;
    int at[3];
    for (at[2] = 0; at[2] < v->size[2]; at[2]++)
        for (at[1] = 0; at[1] < v->size[1]; at[1]++)
            for (at[0] = 0; at[0] < v->size[0]; at[0]++) {
                const size_t c = distance_cell_of(v, at);
                f->number[c] = v->distance[c] > 0 ? own : -1;
                if (f->number[c] >= 0) memcpy(f->places[own++], at, sizeof at);
            }

    return true;
}

/* Enters a cell with a shorter path. Its older entries remain in their buckets and are skipped later. */
static bool put_distance(flood *f, int cell, int32_t far)
{
    if (f->entries == f->room) {
        int *next = realloc(f->next, 2 * (size_t)f->room * sizeof *next);
        if (next) f->next = next;
        int *cells = realloc(f->cell, 2 * (size_t)f->room * sizeof *cells);
        if (cells) f->cell = cells;
        if (!next || !cells) return false;
        f->room *= 2;
    }

    int *bucket = &f->first[far % (STEP_MOST + 1)];
    f->far[cell] = far;
    f->cell[f->entries] = cell;
    f->next[f->entries] = *bucket;
    *bucket = f->entries++;

    return true;
}

/* Enters the 26 neighbours of a cell to which the path through it is shorter. Returns false when out of
 * memory. */
static bool look_around(flood *f, int cell)
{
    const pd_rig_volume *v = &f->volume;
    const int32_t far = f->far[cell];
    const int *own = f->places[cell];

    for (int z = -1; z <= 1; z++)
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++) {
                const int at[3] = {own[0] + x, own[1] + y, own[2] + z};
                const int32_t there = far + steps[(x != 0) + (y != 0) + (z != 0)];
                bool is_in = true;
                for (int c = 0; c < 3; c++) is_in = is_in && at[c] >= 0 && at[c] < v->size[c];
                const int other = is_in ? f->number[distance_cell_of(v, at)] : -1;
                if (other >= 0 && there < f->far[other] && !put_distance(f, other, there)) return false;
            }

    return true;
}

/* Returns the number of the inner cell at a point; -1 if it is outside. */
static int cell_at(const flood *f, const double p[3])
{
    const pd_rig_volume *v = &f->volume;
    int at[3];

    for (int c = 0; c < 3; c++) {
        const double x = floor((p[c] - v->low[c]) / v->cell + 0.5);
        if (!(x >= 0 && x < v->size[c])) return -1;
        at[c] = (int)x;
    }

    return f->number[distance_cell_of(v, at)];
}

/* Computes path lengths from a bone by Dial's algorithm (1969): each bucket has paths of one length, the
 * shortest first. */
static bool spread_distance(flood *f, const pd_rig_segment *bone)
{
    const double along[3] = {bone->to[0] - bone->from[0], bone->to[1] - bone->from[1],
                             bone->to[2] - bone->from[2]};
    const int n =
        1 + (int)(2 * sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]) / f->volume.cell);
    const int most = (int)(10 * REACH * PD_RIG_VOLUME_CELLS);
    int32_t now = 0, idle = 0;

    /* The cells on the bone have length 0; two points of the bone a cell. */
    f->entries = 0;
    for (int i = 0; i <= STEP_MOST; i++) f->first[i] = -1;
    for (int i = 0; i < f->count; i++) f->far[i] = NOT_YET;
    for (int i = 0; i <= n; i++) {
        double p[3];
        for (int c = 0; c < 3; c++) p[c] = bone->from[c] + along[c] * i / n;
        const int cell = cell_at(f, p);
        if (cell >= 0 && f->far[cell] && !put_distance(f, cell, 0)) return false;
    }

    /* Empty the buckets in turn. After STEP_MOST + 1 empty ones nothing is left. */
    for (; idle <= STEP_MOST && now <= most; now++) {
        int *bucket = &f->first[now % (STEP_MOST + 1)];
        idle++;
        while (*bucket >= 0) {
            const int cell = f->cell[*bucket];
            *bucket = f->next[*bucket];
            idle = 0;
            if (f->far[cell] == now && !look_around(f, cell)) return false;
        }
    }

    return true;
}

pd_status pd_rig_geodesic(float *dense, const pd_rig_weights_job *job, pd_error *err)
{
    const pd_rig_mesh *m = job->mesh;
    const size_t n = (size_t)m->vertex_count;
    const size_t bones = (size_t)job->bone_count;
    flood f;
    pd_status status;
    float *ways = malloc(n * bones * sizeof *ways);
    int *cells = malloc(n * sizeof *cells);
    bool good = flood_init(&f, m, err, &status) && ways && cells;

    memset(dense, 0, n * bones * sizeof *dense);

    /* Path lengths from each bone to each vertex; -1: none. Lengths are in tenths of a cell. */
    for (size_t i = 0; good && i < n; i++) cells[i] = cell_at(&f, m->points + 3 * i);
    for (size_t k = 0; good && k < bones && !pd_cancelled(job->cancel); k++) {
        good = spread_distance(&f, &job->bones[k]);
        for (size_t i = 0; good && i < n; i++) {
            const int32_t far = cells[i] >= 0 ? f.far[cells[i]] : NOT_YET;
            ways[i * bones + k] = far < NOT_YET ? (float)(0.1 * far * f.volume.cell) : -1;
        }
    }

    /* Each vertex uses the path to its own cell. If no bone reaches it, its distances are straight. */
    const bool is_whole = good && !pd_cancelled(job->cancel);
    for (size_t i = 0; is_whole && i < n; i++) {
        double far[PD_RIG_BONES_MOST], at[3];
        bool any = false;
        for (size_t k = 0; k < bones; k++) {
            const double straight = sqrt(pd_rig_segment_nearest(at, m->points + 3 * i, &job->bones[k]));
            far[k] = ways[i * bones + k] >= 0 ? fmax((double)ways[i * bones + k], straight) : INFINITY;
            any = any || far[k] < INFINITY;
        }

        for (size_t k = 0; !any && k < bones; k++)
            far[k] = sqrt(pd_rig_segment_nearest(at, m->points + 3 * i, &job->bones[k]));
        share(dense + i * bones, far, job->bone_count);
    }

    if (!good && status == PD_OK)
        status = pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %zu vertices", n);
    pd_rig_volume_deinit(&f.volume);
    free(f.number);
    free(f.places);
    free(f.far);
    free(f.next);
    free(f.cell);
    free(ways);
    free(cells);

    return status;
}
