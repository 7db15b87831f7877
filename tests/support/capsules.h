#ifndef TESTS_SUPPORT_CAPSULES_H
#define TESTS_SUPPORT_CAPSULES_H
/* Animals made of capsules: one about each bone of a plan, islands that overlap. */
#include "core/rig/plan.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CAPSULE_ROUND 10
#define CAPSULE_RINGS 8 /* four a cap */
#define CAPSULE_V     (CAPSULE_ROUND * CAPSULE_RINGS + 2)
#define CAPSULE_F     (2 * CAPSULE_ROUND * CAPSULE_RINGS)

typedef struct capsules {
    float *vertices;
    uint32_t *faces;
    int vertex_count, face_count;
    double joints[PD_RIG_PLAN_JOINTS][3];
} capsules;

static inline void capsules_free(capsules *c)
{
    free(c->vertices), free(c->faces);
}

static inline void capsules_begin(capsules *c, int most)
{
    memset(c, 0, sizeof *c);
    c->vertices = malloc((size_t)most * 3 * CAPSULE_V * sizeof *c->vertices);
    c->faces = malloc((size_t)most * 3 * CAPSULE_F * sizeof *c->faces);
}

static inline void capsules_add(capsules *c, const double a[3], const double b[3], double radius)
{
    double axis[3], side[3], other[3], length = 0;
    const uint32_t first = (uint32_t)c->vertex_count;
    for (int k = 0; k < 3; k++) axis[k] = b[k] - a[k], length += axis[k] * axis[k];
    length = sqrt(length);
    for (int k = 0; k < 3; k++) axis[k] = length > 0 ? axis[k] / length : k == 1;
    const int least = fabs(axis[0]) < 0.6 ? 0 : fabs(axis[1]) < 0.6 ? 1 : 2;
    double dot = axis[least], square = 0;
    for (int k = 0; k < 3; k++) side[k] = (k == least) - dot * axis[k], square += side[k] * side[k];
    for (int k = 0; k < 3; k++) side[k] /= sqrt(square);
    for (int k = 0; k < 3; k++)
        other[k] = axis[(k + 1) % 3] * side[(k + 2) % 3] - axis[(k + 2) % 3] * side[(k + 1) % 3];

    for (int i = -1; i <= CAPSULE_ROUND * CAPSULE_RINGS; i++) {
        const int ring = i < 0 ? 0 : i / CAPSULE_ROUND;
        const bool pole = i < 0 || i == CAPSULE_ROUND * CAPSULE_RINGS,
                   below = i < 0 || (!pole && ring < CAPSULE_RINGS / 2);
        const double lat = pole ? (i < 0 ? -1.5707963 : 1.5707963)
                                : 1.5707963 * (below ? (ring + 1) / 4.0 - 1 : (ring - 4) / 4.0),
                     lon = 6.2831853 * (i < 0 ? 0 : i % CAPSULE_ROUND) / CAPSULE_ROUND;
        float *v = c->vertices + 3 * c->vertex_count++;
        for (int k = 0; k < 3; k++)
            v[k] = (float)((below ? a[k] : b[k]) +
                           radius *
                               (sin(lat) * axis[k] + cos(lat) * (cos(lon) * side[k] + sin(lon) * other[k])));
    }
    for (int i = 0; i < CAPSULE_ROUND; i++) {
        const uint32_t next = (uint32_t)((i + 1) % CAPSULE_ROUND),
                       last = first + CAPSULE_ROUND * CAPSULE_RINGS + 1;
        const uint32_t caps[6] = {first,
                                  first + 1 + next,
                                  first + 1 + (uint32_t)i,
                                  last,
                                  last - CAPSULE_ROUND + (uint32_t)i,
                                  last - CAPSULE_ROUND + next};
        memcpy(c->faces + 3 * c->face_count, caps, sizeof caps);
        c->face_count += 2;
        for (int ring = 0; ring + 1 < CAPSULE_RINGS; ring++) {
            const uint32_t p = first + 1 + (uint32_t)(ring * CAPSULE_ROUND), q = p + CAPSULE_ROUND;
            const uint32_t wall[6] = {p + (uint32_t)i, p + next, q + (uint32_t)i,
                                      p + next,        q + next, q + (uint32_t)i};
            memcpy(c->faces + 3 * c->face_count, wall, sizeof wall);
            c->face_count += 2;
        }
    }
}

/* The plan's body, limbs (bones that are not in the middle) longer by `limbs`, the trunk by `trunk`; left at +x. without: a tip that is left out, or -1. */
static inline capsules capsules_animal(const pd_rig_plan *plan, double limbs, double trunk, double thick,
                                       int without)
{
    capsules c;
    bool left_out[PD_RIG_PLAN_JOINTS] = {false};
    double low = 1e9;
    capsules_begin(&c, plan->count);
    for (int k = without; k >= 0 && plan->rows[k].mirror == k; k = plan->rows[k].parent) {
        int children = 0;
        for (int j = 0; j < plan->count; j++) children += plan->rows[j].parent == k && !left_out[j];
        if (children) break;
        left_out[k] = true;
    }
    for (int k = 0; k < plan->count; k++) {
        const pd_rig_plan_row *row = &plan->rows[k];
        const double scale = row->mirror == k ? trunk : limbs;
        for (int i = 0; i < 3; i++)
            c.joints[k][i] = row->parent < 0 ? row->at[i]
                                             : c.joints[row->parent][i] +
                                                   scale * (row->at[i] - plan->rows[row->parent].at[i]);
    }
    for (int k = 0; k < plan->count; k++) low = fmin(low, c.joints[k][1]);
    for (int k = 0; k < plan->count; k++) c.joints[k][1] -= low;
    for (int k = 0; k < plan->count; k++) {
        const int up = plan->rows[k].parent;
        if (up < 0 || left_out[k]) continue;
        /* the trunk is thick, the tail and the neck less, limbs are thin */
        const bool is_middle = plan->rows[k].mirror == k,
                   is_trunk = is_middle && plan->rows[k].flags == 0 && k <= 2;
        capsules_add(&c, c.joints[up], c.joints[k], thick * (is_trunk ? 2.4 : is_middle ? 1.4 : 0.7));
    }
    return c;
}

#endif
