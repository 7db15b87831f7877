#include "core/train/untangle.h"

#include "core/math/vec3.h"

#include <stdlib.h>
#include <string.h>

#define RELAX 0.7 /* of the way: neighbours pull as well */

static pd_vec3 at(const double *points, size_t i)
{
    return (pd_vec3){points[3 * i], points[3 * i + 1], points[3 * i + 2]};
}

static pd_vec3 normal_of(const double *points, const uint32_t *f)
{
    pd_vec3 a = at(points, f[0]);
    return pd_vec3_cross(pd_vec3_sub(at(points, f[1]), a), pd_vec3_sub(at(points, f[2]), a));
}

static int is_soft(const pd_train_untangle *u, const uint32_t *f)
{
    return u->soft[f[0]] || u->soft[f[1]] || u->soft[f[2]];
}

pd_status pd_train_untangle_init(pd_train_untangle *untangle, const pd_train_surface *surface,
                                 const pd_smpl_data *data, const double *rest, pd_error *err)
{
    pd_train_untangle *u = untangle;
    size_t faces = (size_t)data->face_count, v = (size_t)data->vertex_count;
    *u = (pd_train_untangle){.data = data};
    u->faces = malloc((faces + 1) * sizeof *u->faces);
    u->rest = malloc((3 * faces + 1) * sizeof *u->rest);
    u->soft = malloc(v + 1);
    if (!u->faces || !u->rest || !u->soft) {
        pd_train_untangle_deinit(u);
        return pd_fail(err, PD_ERR_MEMORY, "deform", "no memory for %zu triangles", faces);
    }
    for (size_t i = 0; i < v; i++) u->soft[i] = surface->soft_index[i] >= 0;
    for (size_t f = 0; f < faces; f++) {
        if (!is_soft(u, data->faces + 3 * f)) continue;
        pd_vec3 n = normal_of(rest, data->faces + 3 * f);
        float *to = u->rest + 3 * (size_t)u->face_count;
        to[0] = (float)n.x, to[1] = (float)n.y, to[2] = (float)n.z;
        u->faces[u->face_count++] = (int)f;
    }
    return PD_OK;
}

void pd_train_untangle_deinit(pd_train_untangle *untangle)
{
    free(untangle->faces), free(untangle->rest), free(untangle->soft);
    *untangle = (pd_train_untangle){0};
}

static void add_turn(pd_quat *sum, double w, pd_quat q)
{
    if (pd_q_dot(*sum, q) < 0) w = -w;
    sum->x += w * q.x, sum->y += w * q.y, sum->z += w * q.z, sum->w += w * q.w;
}

/* The weighted mean of a vertex's joints, not of unit length. */
static void blend_turns(pd_quat *turns, const pd_smpl_data *d, const pd_smpl_pose *pose)
{
    pd_quat joints[PD_SMPL_MAX_JOINTS];
    for (int k = 0; k < d->joint_count; k++) {
        double r[9];
        pd_xform_rotation(r, &pose->skin[k]);
        joints[k] = pd_q_from_matrix(r);
    }
    for (int v = 0; v < d->vertex_count; v++) {
        const float *w = d->weights + (size_t)v * (size_t)d->joint_count;
        turns[v] = (pd_quat){0, 0, 0, 0};
        for (int k = 0; k < d->joint_count; k++)
            if (w[k] > 0) add_turn(&turns[v], (double)w[k], joints[k]);
    }
}

void pd_train_untangle_pose(float *wanted, pd_quat *turns, const pd_train_untangle *untangle,
                            const pd_smpl_pose *pose)
{
    const pd_train_untangle *u = untangle;
    blend_turns(turns, u->data, pose);
    for (int i = 0; i < u->face_count; i++) {
        const uint32_t *f = u->data->faces + 3 * (size_t)u->faces[i];
        const float *n = u->rest + 3 * (size_t)i;
        pd_quat q = turns[f[0]];
        add_turn(&q, 1, turns[f[1]]);
        add_turn(&q, 1, turns[f[2]]);
        if (!(pd_q_dot(q, q) > 1e-12)) q = pd_q_identity();
        pd_vec3 to = pd_q_rotate(pd_q_normalize(q), pd_vec3_make((double)n[0], (double)n[1], (double)n[2]));
        wanted[3 * i] = (float)to.x, wanted[3 * i + 1] = (float)to.y, wanted[3 * i + 2] = (float)to.z;
    }
}

static void move(double *points, const pd_train_untangle *u, size_t v, double s, pd_vec3 g)
{
    double *p = points + 3 * v;
    if (!u->soft[v]) return;
    p[0] += s * g.x, p[1] += s * g.y, p[2] += s * g.z;
}

int pd_train_untangle_run(double *points, const pd_train_untangle *untangle, const float *wanted, double part)
{
    const pd_train_untangle *u = untangle;
    int moved = 0;
    for (int i = 0; i < u->face_count; i++) {
        const uint32_t *f = u->data->faces + 3 * (size_t)u->faces[i];
        pd_vec3 n = {(double)wanted[3 * i], (double)wanted[3 * i + 1], (double)wanted[3 * i + 2]};
        double area2 = pd_vec3_dot(n, n), c = pd_vec3_dot(n, normal_of(points, f)) - part * area2;
        if (c >= 0 || area2 < 1e-24) continue;
        pd_vec3 a = at(points, f[0]), ab = pd_vec3_sub(at(points, f[1]), a),
                ac = pd_vec3_sub(at(points, f[2]), a);
        pd_vec3 gb = pd_vec3_cross(ac, n), gc = pd_vec3_cross(n, ab);
        pd_vec3 ga = pd_vec3_scale(pd_vec3_add(gb, gc), -1);
        double sum = (u->soft[f[0]] ? pd_vec3_dot(ga, ga) : 0) + (u->soft[f[1]] ? pd_vec3_dot(gb, gb) : 0) +
                     (u->soft[f[2]] ? pd_vec3_dot(gc, gc) : 0);
        double s = -RELAX * c / (sum + 1e-6 * area2 * sqrt(area2));
        move(points, u, f[0], s, ga);
        move(points, u, f[1], s, gb);
        move(points, u, f[2], s, gc);
        moved++;
    }
    return moved;
}
