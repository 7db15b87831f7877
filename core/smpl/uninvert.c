#include "core/smpl/uninvert.h"

#include "core/base/assert.h"
#include "core/math/vec3.h"

#include <math.h>
#include <stdbool.h>

/* Fraction of the step that would resolve a triangle at once; less than 1 because its neighbours move it
 * as well. Tuned with contact.c's constants. */
#define RELAX 0.7

static pd_vec3 uninvert_at(const double *points, size_t i)
{
    return (pd_vec3){points[3 * i], points[3 * i + 1], points[3 * i + 2]};
}

/* Returns the normal of a triangle with twice its area as length. */
static inline pd_vec3 normal_of(const double *points, const uint32_t *f)
{
    pd_vec3 a = uninvert_at(points, f[0]);
    return pd_vec3_cross(pd_vec3_sub(uninvert_at(points, f[1]), a),
                         pd_vec3_sub(uninvert_at(points, f[2]), a));
}

/* Adds a weighted rotation to a sum. q and -q are one rotation, so the sign nearer to the sum is added. */
static inline void add_rotation(pd_quat *sum, double w, pd_quat q)
{
    if (pd_q_dot(*sum, q) < 0) w = -w;
    sum->x += w * q.x;
    sum->y += w * q.y;
    sum->z += w * q.z;
    sum->w += w * q.w;
}

void pd_smpl_uninvert_rotations(pd_quat *rotations, const pd_smpl_data *data, const pd_smpl_pose *pose)
{
    PD_ASSERT(data->joint_count <= PD_SMPL_MAX_JOINTS);

    const pd_smpl_data *d = data;
    pd_quat joints[PD_SMPL_MAX_JOINTS];

    /* Rotation of each joint relative to the rest pose. */
    for (int k = 0; k < d->joint_count; k++) {
        double r[9];
        pd_xform_rotation(r, &pose->skin[k]);
        joints[k] = pd_q_from_matrix(r);
    }

    /* Weighted mean of the rotations of a vertex's joints; normalised where it is used. */
    for (int v = 0; v < d->vertex_count; v++) {
        const float *w = d->weights + (size_t)v * (size_t)d->joint_count;
        rotations[v] = (pd_quat){0, 0, 0, 0};
        for (int k = 0; k < d->joint_count; k++)
            if (w[k] > 0) add_rotation(&rotations[v], (double)w[k], joints[k]);
    }
}

void pd_smpl_uninvert_pose(float *wanted, const pd_smpl_uninvert *uninvert, const pd_quat *rotations,
                           const double *rest)
{
    const pd_smpl_uninvert *u = uninvert;

    for (int i = 0; i < u->face_count; i++) {
        const uint32_t *f = u->data->faces + 3 * (size_t)u->faces[i];

        /* Mean rotation of the triangle's corners, applied to its normal at rest. */
        pd_quat q = rotations[f[0]];
        add_rotation(&q, 1, rotations[f[1]]);
        add_rotation(&q, 1, rotations[f[2]]);
        if (!(pd_q_dot(q, q) > 1e-12)) q = pd_q_identity();
        pd_vec3 to = pd_q_rotate(pd_q_normalize(q), normal_of(rest, f));
        wanted[3 * i] = (float)to.x;
        wanted[3 * i + 1] = (float)to.y;
        wanted[3 * i + 2] = (float)to.z;
    }
}

static pd_vec3 wanted_of(const float *wanted, int i)
{
    return (pd_vec3){(double)wanted[3 * i], (double)wanted[3 * i + 1], (double)wanted[3 * i + 2]};
}

int pd_smpl_uninvert_find(int *out, const pd_smpl_uninvert *uninvert, const float *wanted,
                          const double *points)
{
    int count = 0;

    for (int i = 0; i < uninvert->face_count; i++) {
        const uint32_t *f = uninvert->data->faces + 3 * (size_t)uninvert->faces[i];
        if (pd_vec3_dot(wanted_of(wanted, i), normal_of(points, f)) >= 0) continue;
        if (out) out[count] = i;
        count++;
    }

    return count;
}

/* Displacement that flips one triangle back: along[k] times `by` for corner k. */
typedef struct correction {
    const uint32_t *face;
    double by;
    pd_vec3 along[3];
} correction;

int pd_smpl_uninvert_run(double *points, const pd_smpl_uninvert *uninvert, const float *wanted, double part)
{
    PD_ASSERT(uninvert->moves && part > 0);
    const pd_smpl_uninvert *u = uninvert;

    int moved = 0;

    for (int i = 0, last; i < u->face_count; i = last) {
        /* A triangle and its mirror image are corrected from the same positions: neither comes first. */
        last = i + 1;
        if (u->face_mirror && last < u->face_count && u->face_mirror[u->faces[i]] == u->faces[last]) last++;

        /* Constraint: the area along the wanted normal is at least `part` of that at rest. A positive
         * value is satisfied. */
        correction found[2];
        int count = 0;
        for (int k = i; k < last; k++) {
            const uint32_t *f = u->data->faces + 3 * (size_t)u->faces[k];
            const pd_vec3 n = wanted_of(wanted, k);
            const double area2 = pd_vec3_dot(n, n);
            const double c = pd_vec3_dot(n, normal_of(points, f)) - part * area2;
            if (c >= 0 || area2 < 1e-24) continue;

            /* Gradient of the constraint with respect to each corner. */
            const pd_vec3 a = uninvert_at(points, f[0]);
            const pd_vec3 ab = pd_vec3_sub(uninvert_at(points, f[1]), a);
            const pd_vec3 ac = pd_vec3_sub(uninvert_at(points, f[2]), a);
            const pd_vec3 gb = pd_vec3_cross(ac, n);
            const pd_vec3 gc = pd_vec3_cross(n, ab);
            correction *out = &found[count++];
            *out = (correction){f, 0, {pd_vec3_scale(pd_vec3_add(gb, gc), -1), gb, gc}};

            /* Step along the gradient; the small term keeps nearly
             * degenerate triangles from large steps. */
            double sum = 0;
            for (int e = 0; e < 3; e++)
                if (u->moves[f[e]]) sum += pd_vec3_dot(out->along[e], out->along[e]);
            out->by = -RELAX * c / (sum + 1e-6 * area2 * sqrt(area2));
        }

        /* Corners that are held stay in place. */
        for (int n = 0; n < count; n++)
            for (int k = 0; k < 3; k++) {
                const correction *c = &found[n];
                double *p = points + 3 * (size_t)c->face[k];
                if (!u->moves[c->face[k]]) continue;
                p[0] += c->by * c->along[k].x;
                p[1] += c->by * c->along[k].y;
                p[2] += c->by * c->along[k].z;
            }
        moved += count;
    }

    return moved;
}
