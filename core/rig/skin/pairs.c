#include "core/rig/skin/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNTS   0.02f /* weight by template above which a bone and its neighbours are preferred */
#define SMALLEST 1e-4  /* of the height, against division by 0 */

/* Roles in order: pelvis, hip, spine1, knee, spine2, ankle, spine3, foot,
 * neck, collar, head, shoulder, elbow, wrist. */
const int pd_rig_pair_roles[PD_RIG_JOINTS] = {0, 1, 1, 2, 3,  3,  4,  5,  5,  6,  7,
                                              7, 8, 9, 9, 10, 11, 11, 12, 12, 13, 13};

static size_t island_of(const pd_rig_mesh *m, int vertex)
{
    return (size_t)(m->islands[vertex] < m->island_count ? m->islands[vertex] : m->island_count);
}

pd_status pd_rig_pairs_init(pd_rig_pairs *out, float *template, const pd_rig_weights_job *job, int *unheated,
                            pd_error *err)
{
    const pd_rig_mesh *m = job->mesh;
    const size_t n = (size_t)m->vertex_count;
    const size_t row = PD_RIG_JOINTS * sizeof(float);

    *out = (pd_rig_pairs){.mesh = m,
                          .bones = job->bones,
                          .template = template,
                          .heat = malloc(n * row),
                          .away = malloc(n * sizeof *out->away),
                          .islands = calloc((size_t)m->island_count + 1, sizeof *out->islands)};
    pd_status status = PD_OK;
    if (!out->heat || !out->away || !out->islands)
        status = pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %zu vertices", n);
    if (status == PD_OK) status = pd_rig_transfer(out->template, out->away, job, err);
    if (status == PD_OK && (*unheated = pd_rig_heat(out->heat, job, out->template)) < 0)
        status = pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %zu vertices", n);
    if (status != PD_OK) {
        pd_rig_pairs_deinit(out);
        return status;
    }

    /* Where heat failed, the template's weights stand in. */
    for (size_t i = 0; i < n; i++) {
        float *heat = out->heat + i * PD_RIG_JOINTS;
        float sum = 0;
        for (int k = 0; k < PD_RIG_JOINTS; k++) sum += heat[k];
        if (!(sum > 0)) memcpy(heat, out->template + i * PD_RIG_JOINTS, row);
    }

    /* Areas by island and bone, and radii. */
    double sums[PD_RIG_JOINTS] = {0};
    for (int i = 0; i < m->vertex_count; i++) {
        float *island = out->islands[island_of(m, i)];
        island[PD_RIG_JOINTS] += (float)m->areas[i];
        out->area += m->areas[i];
        for (int k = 0; k < PD_RIG_JOINTS; k++) {
            const double share = m->areas[i] * (double)out->template[(size_t)i * PD_RIG_JOINTS + (size_t)k];
            double at[3];
            if (share <= 0) continue;
            sums[k] += share * sqrt(pd_rig_segment_nearest(at, m->points + 3 * (size_t)i, &out->bones[k]));
            out->held[k] += share;
            island[k] += (float)share;
        }
    }

    for (int k = 0; k < PD_RIG_JOINTS; k++)
        out->radius[k] = (out->held[k] > 0 ? sums[k] / out->held[k] : 0) + 1e-3;

    return PD_OK;
}

void pd_rig_pairs_deinit(pd_rig_pairs *pairs)
{
    free(pairs->heat);
    free(pairs->away);
    free(pairs->islands);
    memset(pairs, 0, sizeof *pairs);
}

/* Chooses bones: first those with a weight by template, then their neighbours, then the nearest. */
static void choose_pairs(uint8_t bones[PD_RIG_PAIR_BONES], const float *template, const double *distances)
{
    double score[PD_RIG_JOINTS];
    bool is_beside[PD_RIG_JOINTS] = {false};

    for (int k = 0; k < PD_RIG_JOINTS; k++) {
        const int up = pd_rig_joints[k].parent;
        if (up >= 0 && template[k] > COUNTS) is_beside[up] = true;
        if (up >= 0 && template[up] > COUNTS) is_beside[k] = true;
    }

    for (int k = 0; k < PD_RIG_JOINTS; k++)
        score[k] =
            (double)template[k] - fmin(distances[k], 0.9) + 1.0 * is_beside[k] + 2.0 * (template[k] > COUNTS);
    for (int s = 0; s < PD_RIG_PAIR_BONES; s++) {
        int best = 0;
        for (int k = 1; k < PD_RIG_JOINTS; k++)
            if (score[k] > score[best]) best = k;
        bones[s] = (uint8_t)best;
        score[best] = -INFINITY;
    }
}

static double clipped(double x, double most)
{
    return fmin(fmax(x, -most), most);
}

void pd_rig_pairs_of(uint8_t bones[PD_RIG_PAIR_BONES], float *numbers, const pd_rig_pairs *pairs, int vertex)
{
    const double *p = pairs->mesh->points + 3 * (size_t)vertex;
    const double *n = pairs->mesh->normals + 3 * (size_t)vertex;
    const float *template = pairs->template + (size_t)vertex * PD_RIG_JOINTS;
    const float *heat = pairs->heat + (size_t)vertex * PD_RIG_JOINTS;
    const float *island = pairs->islands[island_of(pairs->mesh, vertex)];
    const double area = (double)island[PD_RIG_JOINTS] + 1e-12;
    double distances[PD_RIG_JOINTS];
    double least = INFINITY;

    /* Distances to all bones, and the bones of the edges. */
    for (int k = 0; k < PD_RIG_JOINTS; k++) {
        double at[3];
        distances[k] = sqrt(pd_rig_segment_nearest(at, p, &pairs->bones[k]));
    }

    choose_pairs(bones, template, distances);
    for (int s = 0; s < PD_RIG_PAIR_BONES; s++) least = fmin(least, distances[bones[s]]);

    for (int s = 0; s < PD_RIG_PAIR_BONES; s++) {
        const int k = bones[s];
        const int other = pd_rig_joints[k].mirror;

        /* Outward on the bone's side; for a bone in the middle plane, on the vertex's side. */
        const double d = distances[k];
        const double r = pairs->radius[k];
        const double outward = other == k ? (p[0] > 0) - (p[0] < 0) : other > k ? 1 : -1;

        /* Position along the bone's axis, and offset `off` from the axis. */
        const pd_rig_segment *bone = &pairs->bones[k];
        double axis[3], off[3];
        double square = 0, out = 0, along = 0;
        for (int c = 0; c < 3; c++) {
            axis[c] = bone->to[c] - bone->from[c];
            square += axis[c] * axis[c];
        }

        const double length = sqrt(square) + 1e-6;
        for (int c = 0; c < 3; c++) {
            axis[c] /= length;
            along += axis[c] * (p[c] - bone->from[c]);
        }

        for (int c = 0; c < 3; c++) {
            off[c] = p[c] - bone->from[c] - along * axis[c];
            out += off[c] * off[c];
        }

        const double far = sqrt(out);
        for (int c = 0; c < 3; c++) off[c] /= fmax(far, 1e-6);

        /* Normal along the axis and away from it. */
        double n_along = 0, n_away = 0;
        for (int c = 0; c < 3; c++) {
            n_along += n[c] * axis[c];
            n_away += n[c] * off[c];
        }

        /* The numbers in the order of pairs.h. Factors and limits bring each to about -1 .. 1; a trained
         * network depends on them. */
        const double all[PD_RIG_PAIR_NUMBERS] = {(double)template[k],
                                                 (double)heat[k],
                                                 log((double)template[k] + 1e-3) / 3,
                                                 log((double)heat[k] + 1e-3) / 3,
                                                 clipped(10 * d, 3),
                                                 (least + SMALLEST) / (d + SMALLEST),
                                                 clipped(along / length, 2),
                                                 clipped(along / r, 4) / 2,
                                                 clipped((along - length) / r, 4) / 2,
                                                 clipped(10 * along, 3),
                                                 clipped(10 * (along - length), 3),
                                                 clipped(10 * far, 3),
                                                 clipped(d / r, 4) / 2,
                                                 n_along,
                                                 n_away,
                                                 clipped(4 * length, 3),
                                                 clipped(10 * r, 3),
                                                 outward * off[0],
                                                 off[1],
                                                 off[2],
                                                 outward * n[0],
                                                 n[1],
                                                 n[2],
                                                 outward * axis[0],
                                                 axis[1],
                                                 axis[2],
                                                 clipped(20 * (double)pairs->away[vertex], 2),
                                                 (double)island[k] / area,
                                                 log((double)island[k] / area + 1e-3) / 3,
                                                 (double)island[k] / (pairs->held[k] + 1e-12),
                                                 area / (pairs->area + 1e-12)};

        for (int f = 0; f < PD_RIG_PAIR_NUMBERS; f++) *numbers++ = (float)all[f];
    }
}
