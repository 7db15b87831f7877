#include "factory/body/shape/weights.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define KEPT 4

/* ---- bones to parts ---- */

/* Returns whether the space-separated list contains the word. */
static bool lists(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0)) return true;
    return false;
}

/* Returns the first part that lists the bone or else one above it, -1 for none. */
static int weights_part_of(const pd_factory_mhrig *rig, int bone, const pd_factory_part *parts,
                           int part_count)
{
    for (; bone >= 0; bone = rig->parents[bone])
        for (int p = 0; p < part_count; p++)
            if (lists(parts[p].bones, rig->names[bone])) return p;
    return -1;
}

/* ---- rows ---- */

static bool normalise(double *row, int count)
{
    PD_ASSERT(count > 0);
    double sum = 0;
    for (int p = 0; p < count; p++) sum += row[p];
    for (int p = 0; p < count && sum > 0; p++) row[p] /= sum;
    return sum > 0;
}

/* Averages a row with its partner's, parts swapped: both then hold the very same numbers. */
static void symmetrise(double *weights, const pd_factory_mesh *mesh, const pd_factory_part *parts, int count)
{
    for (int i = 0; i < mesh->vertex_count; i++) {
        int m = mesh->mirror[i];
        if (m < i) continue;
        double *a = weights + (size_t)i * (size_t)count;
        double *b = weights + (size_t)m * (size_t)count;
        double mean[PD_FACTORY_PARTS_MAX];
        for (int p = 0; p < count; p++) mean[p] = 0.5 * (a[p] + b[parts[p].mirror]);
        for (int p = 0; p < count; p++) {
            a[p] = mean[p];
            b[parts[p].mirror] = mean[p];
        }
    }
}

pd_status pd_factory_weights_gather(double *weights, const pd_factory_mesh *mesh, const pd_factory_mhrig *rig,
                                    const pd_factory_part *parts, int part_count, pd_error *err)
{
    PD_ASSERT(part_count <= PD_FACTORY_PARTS_MAX);
    memset(weights, 0, (size_t)mesh->vertex_count * (size_t)part_count * sizeof *weights);
    for (int w = 0; w < rig->weight_count; w++) {
        const pd_factory_mhrig_weight *entry = &rig->weights[w];
        if (entry->vertex >= mesh->vertex_count) continue;
        int part = weights_part_of(rig, entry->bone, parts, part_count);
        if (part < 0)
            return pd_fail(err, PD_ERR_FORMAT, rig->names[entry->bone], "the bone belongs to no joint");
        weights[(size_t)entry->vertex * (size_t)part_count + (size_t)part] += entry->weight;
    }

    for (int i = 0; i < mesh->vertex_count; i++)
        if (!normalise(weights + (size_t)i * (size_t)part_count, part_count))
            return pd_fail(err, PD_ERR_FORMAT, "weights", "vertex %d has no bone", i);

    symmetrise(weights, mesh, parts, part_count);
    return PD_OK;
}

pd_status pd_factory_weights_smooth(double *weights, const pd_factory_mesh *mesh,
                                    const pd_factory_part *parts, int part_count, int rounds, pd_error *err)
{
    PD_ASSERT(part_count > 0 && rounds >= 0);
    size_t bytes = (size_t)mesh->vertex_count * (size_t)part_count * sizeof *weights;
    double *next = malloc(bytes);
    if (!next) return pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %zu bytes", bytes);

    /* Half of a weight stays, the other half is the mean of the neighbours. */
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < mesh->vertex_count; i++) {
            int first = mesh->neighbor_start[i];
            int last = mesh->neighbor_start[i + 1];
            double *to = next + (size_t)i * (size_t)part_count;
            const double *from = weights + (size_t)i * (size_t)part_count;
            for (int p = 0; p < part_count; p++) {
                double sum = 0;
                for (int n = first; n < last; n++)
                    sum += weights[(size_t)mesh->neighbors[n] * (size_t)part_count + (size_t)p];
                to[p] = last > first ? 0.5 * from[p] + 0.5 * sum / (last - first) : from[p];
            }
        }

        memcpy(weights, next, bytes);
    }

    free(next);
    symmetrise(weights, mesh, parts, part_count);
    return PD_OK;
}

void pd_factory_weights_cut(double *weights, const pd_factory_mesh *mesh, const pd_factory_part *parts,
                            int part_count)
{
    for (int i = 0; i < mesh->vertex_count; i++) {
        double *row = weights + (size_t)i * (size_t)part_count;
        double largest[KEPT + 1] = {0};
        for (int p = 0; p < part_count; p++) {
            int at = KEPT + 1;
            while (at > 0 && row[p] > largest[at - 1]) at--;
            if (at > KEPT) continue;
            memmove(largest + at + 1, largest + at, (size_t)(KEPT - at) * sizeof *largest);
            largest[at] = row[p];
        }

        for (int p = 0; p < part_count; p++)
            if (row[p] <= largest[KEPT]) row[p] = 0;
        normalise(row, part_count);
    }

    symmetrise(weights, mesh, parts, part_count);
}
