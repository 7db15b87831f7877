#include "core/smpl/capsule.h"

#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/math/mat3.h"
#include "core/smpl/derived_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WITHIN 0.1  /* Part of the vertices within the radius. */
#define ENDS   0.15 /* Part of the axis ignored at either end: joints are thicker or thinner. */
/* Difference of the skin's distance and the radius, metres: flesh is soft, and people differ. */
#define SLACK  0.02
#define CLEAR  0.01 /* Metres; capsules closer than this at rest are not a pair. */
#define LEAST  20   /* vertices */

typedef struct row {
    const char *from, *to;
    double reach;
    /* Prefix of the names of joints whose skin surrounds the capsule; NULL: the skin of `from`. */
    const char *skin;
} row;

static const row rows[PD_SMPL_CAPSULES] = {{"left_shoulder", "left_elbow", 1, NULL},
                                           {"right_shoulder", "right_elbow", 1, NULL},
                                           {"left_elbow", "left_wrist", 1.5, NULL},
                                           {"right_elbow", "right_wrist", 1.5, NULL},
                                           {"left_hip", "left_knee", 1, NULL},
                                           {"right_hip", "right_knee", 1, NULL},
                                           {"left_knee", "left_ankle", 1, NULL},
                                           {"right_knee", "right_ankle", 1, NULL},
                                           {"left_hip", "left_shoulder", 1, "spine"},
                                           {"right_hip", "right_shoulder", 1, "spine"},
                                           {"pelvis", "neck", 1, "spine"},
                                           {"neck", "head", 1.8, "head"}};

double pd_smpl_capsules_nearest(double s[2], double between[3], const pd_smpl_capsule *a,
                                const pd_smpl_capsule *b, const double (*joints)[3])
{
    const double *p = joints[a->from];
    const double *q = joints[b->from];
    double u[3], v[3], w[3];

    for (int c = 0; c < 3; c++) {
        u[c] = joints[a->to][c] - p[c];
        v[c] = joints[b->to][c] - q[c];
        w[c] = p[c] - q[c];
    }

    const double uu = pd_dot3(u, u);
    const double vv = pd_dot3(v, v);
    const double uv = pd_dot3(u, v);
    const double uw = pd_dot3(u, w);
    const double vw = pd_dot3(v, w);
    const double flat = uu * vv - uv * uv;

    /* Nearest points of the two infinite lines, clamped to the first axis, then to the second, then once
     * more to the first. */
    s[0] = flat > 1e-9 * uu * vv ? (uv * vw - vv * uw) / flat : 0;
    s[0] = fmin(fmax(s[0], 0), a->reach);
    s[1] = vv > 0 ? (uv * s[0] + vw) / vv : 0;
    s[1] = fmin(fmax(s[1], 0), b->reach);
    s[0] = uu > 0 ? (uv * s[1] - uw) / uu : 0;
    s[0] = fmin(fmax(s[0], 0), a->reach);
    for (int c = 0; c < 3; c++) between[c] = w[c] + s[0] * u[c] - s[1] * v[c];

    return sqrt(pd_dot3(between, between));
}

static pd_smpl_capsules *build_capsule(const pd_smpl_model *m)
{
    const size_t n = (size_t)m->vertex_count + 1;
    pd_smpl_capsules *out = calloc(1, sizeof *out);
    double *far = malloc(n * sizeof *far);
    int *holder = malloc(n * sizeof *holder); /* joint with the largest weight of each vertex */
    const bool room = out && far && holder;

    /* One capsule per row of the table whose two joints exist in this model. */
    for (int i = 0; room && i < m->vertex_count; i++) holder[i] = pd_smpl_vertex_joint(&m->data, i);
    for (size_t r = 0; room && r < PD_SMPL_CAPSULES; r++) {
        pd_smpl_capsule c = {.from = pd_smpl_joint_find(&m->data, rows[r].from),
                             .to = pd_smpl_joint_find(&m->data, rows[r].to),
                             .reach = rows[r].reach};
        if (c.from < 0 || c.to < 0) continue;

        /* Distances from the axis of the skin around it.
         * The radius is the lower tenth of them, less the slack. */
        const char *skin = rows[r].skin;
        const double *a = m->joint_template + 3 * c.from;
        const double *b = m->joint_template + 3 * c.to;
        const double axis[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        const double square = pd_dot3(axis, axis);
        int count = 0;
        for (int v = 0; v < m->vertex_count && square > 0; v++) {
            if (skin ? strncmp(m->data.joint_names[holder[v]], skin, strlen(skin)) : holder[v] != c.from)
                continue;
            const float *x = m->data.v_template + 3 * (size_t)v;
            const double d[3] = {(double)x[0] - a[0], (double)x[1] - a[1], (double)x[2] - a[2]};
            const double along = pd_dot3(d, axis) / square;

            if (along < ENDS || along > c.reach - ENDS) continue;
            far[count++] = sqrt(fmax(0, pd_dot3(d, d) - along * along * square));
        }

        /* Too few vertices give no reliable radius. */
        if (count < LEAST) continue;
        pd_sort_doubles(far, (size_t)count);
        c.radius = pd_sorted_percentile(far, (size_t)count, WITHIN) - SLACK;
        if (c.radius > 0) out->each[out->count++] = c;
    }

    /* Only pairs that are apart at rest can be checked for contact. */
    for (int i = 0; room && i < out->count; i++)
        for (int k = 0; k < i; k++) {
            const pd_smpl_capsule *a = &out->each[i];
            const pd_smpl_capsule *b = &out->each[k];
            double s[2], between[3];
            if (a->from == b->from || a->from == b->to || a->to == b->from || a->to == b->to) continue;
            const double apart =
                pd_smpl_capsules_nearest(s, between, a, b, (const double(*)[3])m->joint_template);
            if (apart < a->radius + b->radius + CLEAR) continue;
            PD_ASSERT(out->pair_count < (int)(sizeof out->pairs / sizeof *out->pairs));
            out->pairs[out->pair_count][0] = (unsigned char)i;
            out->pairs[out->pair_count++][1] = (unsigned char)k;
        }

    if (!room) {
        free(out);
        out = NULL;
    }

    free(far);
    free(holder);

    return out;
}

const pd_smpl_capsules *pd_smpl_model_capsules(const pd_smpl_model *model)
{
    pd_smpl_capsules **place = &model->derived->capsules;
    pd_smpl_capsules *first = __atomic_load_n(place, __ATOMIC_ACQUIRE);

    if (first) return first;

    pd_smpl_capsules *made = build_capsule(model);
    if (!made || __atomic_compare_exchange_n(place, &first, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return made;
    free(made); /* another thread was first */
    return first;
}
