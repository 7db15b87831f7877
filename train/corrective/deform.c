#include "train/corrective/deform.h"

#include "core/base/assert.h"
#include "core/kernel/sparse.h"
#include "core/math/quat.h"
#include "core/smpl/pose.h"
#include "core/smpl/contact.h"
#include "core/smpl/surface/surface.h"
#include "core/smpl/uninvert.h"

#include <stdlib.h>
#include <string.h>

/* iterations of a rotation in each round, starting from that of the previous round */
#define EXTRACTIONS       3
#define FIRST_EXTRACTIONS 10   /* iterations of a rotation in the first round, which starts far away */
#define MASK_ROUNDS       4    /* rounds that smooth the mask of soft vertices over neighbours */
#define VOLUME_STEPS      3    /* Newton steps that restore the volume, each with a new gradient */
#define SHARE_ROUNDS      8    /* rounds that smooth the shares over neighbours */
#define SETTLE_ROUNDS     20   /* rounds of un-inversion, each smoothed over neighbours */
#define LAST_ROUNDS       10   /* rounds of un-inversion without smoothing, after those */
#define VOLUME_EVERY      5    /* rounds of un-inversion between two volume steps */
#define TOUCH_ROUNDS      2    /* rounds that restore the volume that contact removed */
#define LEAST_AREA        0.35 /* least area of a triangle, as part of its wanted one, that is not inverted */

struct pd_train_deformer {
    pd_smpl_model *model;
    pd_train_deform_options options;
    pd_smpl_surface surface;
    pd_k_sparse factor;
    pd_smpl_contact *contact; /* NULL: none                             */
    int *faces;               /* (face_count) faces with a soft corner */
    unsigned char *moves;     /* (V) 1: the vertex is soft */
    int face_count;
    double *rest;   /* (V,3)                                        */
    double *spring; /* (S) mu_i                                     */
    double *size2;  /* (S) sum_j w_ij |e_ij|^2: scale of beta       */
    double *share;  /* (V,K) s_ik: share of each joint in a vertex; the sum of a row is 1 or 0 */
    /* (V,3) inner point of each vertex, at rest: anchor of a soft vertex, joint of a rigid one. */
    double *core;
    double *column; /* (face_count) volume between a face and its inner points, at rest */
    double rest_volume;
    float *betas;
    int beta_count;
};

/* --- build --- */

static double triple(const double a[3], const double b[3], const double c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/* Returns the volume of a closed mesh: a sixth of the triple products of its triangles' corners. */
static double volume_of(const pd_smpl_model *model, const double *p)
{
    double six = 0;

    for (int f = 0; f < model->face_count; f++) {
        const uint32_t *i = model->data.faces + 3 * (size_t)f;
        six += triple(p + 3 * (size_t)i[0], p + 3 * (size_t)i[1], p + 3 * (size_t)i[2]);
    }

    return six / 6;
}

/* Factors L + diag(mu) of the soft vertices, given by the columns of its lower triangle. */
static int factor_system(pd_train_deformer *d)
{
    PD_ASSERT(d->surface.soft_count <= d->surface.vertex_count);
    const pd_smpl_surface *s = &d->surface;
    size_t n = (size_t)s->soft_count;
    size_t most = n + (size_t)s->start[s->vertex_count];
    int *start = malloc((n + 1) * sizeof *start);
    int *row = malloc(most * sizeof *row);
    int count = 0, good = 0;
    double *value = malloc(most * sizeof *value);

    if (start && row && value) {
        /* Store the diagonal, then the edges to soft vertices with a larger index. */
        for (int i = 0; i < s->soft_count; i++) {
            start[i] = count;
            row[count] = i;
            value[count++] = s->degree[s->soft[i]] + d->spring[i];
            for (int e = s->start[s->soft[i]]; e < s->start[s->soft[i] + 1]; e++) {
                int j = s->soft_index[s->other[e]];
                if (j <= i) continue;
                row[count] = j;
                value[count++] = -s->weight[e];
            }
        }

        PD_ASSERT((size_t)count <= most);
        start[n] = count;
        good = pd_k_sparse_factor(&d->factor, s->soft_count, start, row, value);
    }

    free(start);
    free(row);
    free(value);

    return good;
}

/* Returns the volume between a face of p (V,3) and the inner points (V,3) of its corners. The three walls are
 * bilinear, so neighbouring columns have a wall in common and leave no gap. */
static double column_volume(const uint32_t *face, const double *p, const double *core)
{
    double skin[3][3], in[3][3], six;

    /* Compute the corners and their inner points relative to one inner point. */
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 3; c++) {
            double origin = core[3 * (size_t)face[0] + (size_t)c];
            skin[k][c] = p[3 * (size_t)face[k] + (size_t)c] - origin;
            in[k][c] = core[3 * (size_t)face[k] + (size_t)c] - origin;
        }

    /* Compute six times the volume: the face, minus the triangle of the inner points,
     * and a wall below each edge. */
    six = triple(skin[0], skin[1], skin[2]) - triple(in[0], in[1], in[2]);
    for (int k = 0; k < 3; k++) {
        const double *a = skin[k];
        const double *b = skin[(k + 1) % 3];
        const double *below_a = in[k];
        const double *below_b = in[(k + 1) % 3];
        six += (triple(b, a, below_a) + triple(b, below_a, below_b) + triple(b, a, below_b) +
                triple(a, below_a, below_b)) /
               2;
    }

    return six / 6;
}

/* Computes the share of each joint k in a vertex: w_k w_parent(k), which is large where the joint and its
 * parent move the vertex together, smoothed over neighbours. */
static pd_status share_out_deform(pd_train_deformer *d, pd_error *err)
{
    const pd_smpl_data *data = &d->model->data;
    const pd_smpl_surface *s = &d->surface;
    size_t joints = (size_t)data->joint_count;
    size_t count = (size_t)data->vertex_count * joints;
    double *before = malloc(count * sizeof *before);

    d->share = calloc(count, sizeof *d->share);
    if (!before || !d->share) {
        free(before);
        return pd_fail(err, PD_ERR_MEMORY, "deform", "out of memory for %d vertices", data->vertex_count);
    }

    /* Start: w_k w_parent(k) at each soft vertex. */
    for (int i = 0; i < s->soft_count; i++) {
        const float *w = data->weights + (size_t)s->soft[i] * joints;
        for (size_t k = 1; k < joints; k++)
            d->share[(size_t)s->soft[i] * joints + k] = (double)w[k] * (double)w[data->parents[k]];
    }

    /* Spread: each round adds the mean of the neighbours. */
    for (int round = 0; round < SHARE_ROUNDS; round++) {
        memcpy(before, d->share, count * sizeof *before);
        for (int i = 0; i < s->soft_count; i++) {
            int v = s->soft[i];
            double *own = d->share + (size_t)v * joints;
            double around = 1.0 / (s->start[v + 1] - s->start[v]);
            for (int e = s->start[v]; e < s->start[v + 1]; e++)
                for (size_t k = 1; k < joints; k++)
                    own[k] += around * before[(size_t)s->other[e] * joints + k];
        }
    }

    /* Normalise: the shares of a vertex add up to 1. */
    for (int i = 0; i < s->soft_count; i++) {
        double *own = d->share + (size_t)s->soft[i] * joints;
        double sum = 0;
        for (size_t k = 1; k < joints; k++) sum += own[k];
        for (size_t k = 1; k < joints && sum > 0; k++) own[k] /= sum;
    }

    free(before);
    return PD_OK;
}

/* Builds everything that does not depend on the pose. On failure the caller frees `d`. */
static pd_status fill_deform(pd_train_deformer *d, const float *betas, int beta_count, pd_error *err)
{
    const pd_smpl_model *m = d->model;
    double joints[3 * PD_SMPL_MAX_JOINTS];

    PD_ASSERT(beta_count >= 0 && beta_count <= m->beta_count && m->joint_count <= PD_SMPL_MAX_JOINTS);
    size_t n = (size_t)m->vertex_count;

    d->rest = malloc(3 * n * sizeof *d->rest);
    d->core = malloc(3 * n * sizeof *d->core);
    d->column = malloc(((size_t)m->face_count + 1) * sizeof *d->column);
    d->spring = malloc(n * sizeof *d->spring);
    d->size2 = malloc(n * sizeof *d->size2);
    d->betas = calloc((size_t)m->beta_count + 1, sizeof *d->betas);
    d->moves = malloc(n);
    d->faces = malloc(((size_t)m->face_count + 1) * sizeof *d->faces);
    if (!d->rest || !d->core || !d->column || !d->spring || !d->size2 || !d->betas || !d->moves || !d->faces)
        return pd_fail(err, PD_ERR_MEMORY, "deform", "out of memory for %zu vertices", n);

    /* Compute the shaped body at rest: vertices, joints and volume. */
    if (beta_count) memcpy(d->betas, betas, (size_t)beta_count * sizeof *betas);
    d->beta_count = beta_count;

    const pd_smpl_data *data = &m->data;
    const size_t all_betas = (size_t)m->beta_count;
    for (size_t i = 0; i < 3 * n; i++) {
        d->rest[i] = (double)data->v_template[i];
        for (int b = 0; b < beta_count; b++)
            d->rest[i] += (double)data->shapedirs[i * all_betas + (size_t)b] * (double)betas[b];
    }

    for (size_t i = 0; i < 3 * (size_t)m->joint_count; i++) {
        joints[i] = m->joint_template[i];
        for (int b = 0; b < beta_count; b++)
            joints[i] += m->joint_shapedirs[i * all_betas + (size_t)b] * (double)betas[b];
    }

    d->rest_volume = volume_of(m, d->rest);

    /* Find the soft vertices, their neighbours and their anchors inside the body. */
    pd_status status = pd_smpl_surface_init(&d->surface, &m->data, d->rest, joints, err);
    if (status != PD_OK) return status;

    const pd_smpl_surface *surface = &d->surface;

    /* Compute the springs to the anchors, and the size of each vertex's neighbourhood,
     * which scales the smoothness. */
    for (int i = 0; i < surface->soft_count; i++) {
        const double *p = d->rest + 3 * (size_t)surface->soft[i];
        d->spring[i] = d->options.spring * surface->degree[surface->soft[i]];
        d->size2[i] = 0;
        for (int e = surface->start[surface->soft[i]]; e < surface->start[surface->soft[i] + 1]; e++) {
            const double *q = d->rest + 3 * (size_t)surface->other[e];
            for (int c = 0; c < 3; c++) d->size2[i] += surface->weight[e] * (p[c] - q[c]) * (p[c] - q[c]);
        }
    }

    /* List the triangles with a soft corner; others cannot change. */
    for (int v = 0; v < data->vertex_count; v++) d->moves[v] = d->surface.soft_index[v] >= 0;
    for (int f = 0; f < data->face_count; f++) {
        const uint32_t *t = data->faces + 3 * (size_t)f;
        if (d->moves[t[0]] || d->moves[t[1]] || d->moves[t[2]]) d->faces[d->face_count++] = f;
    }

    /* Set the inner point of each vertex: the anchor of a soft one, the joint that moves a rigid one. */
    for (size_t v = 0; v < n; v++) {
        const int i = surface->soft_index[v];
        memcpy(d->core + 3 * v, i >= 0 ? surface->anchor[i] : joints + 3 * (size_t)surface->holder[v],
               3 * sizeof *d->core);
    }

    /* Volume of the columns between the triangles and their inner points. */
    for (int f = 0; f < d->face_count; f++)
        d->column[f] = column_volume(data->faces + 3 * (size_t)d->faces[f], d->rest, d->core);

    /* Compute the joints' shares, contact, and the factored system of the global step. */
    status = share_out_deform(d, err);
    if (status != PD_OK) return status;

    if (!d->options.no_contact) status = pd_smpl_contact_build(&d->contact, m, PD_SMPL_CONTACT_EXACT, err);
    if (status != PD_OK) return status;

    if (d->surface.soft_count && !factor_system(d))
        return pd_fail(err, PD_ERR_INVALID, "deform",
                       "the surface's system cannot be factored: is the mesh "
                       "one closed surface?");

    return PD_OK;
}

pd_status pd_train_deformer_build(pd_train_deformer **out, const pd_smpl_model *model, const float *betas,
                                  int beta_count, const pd_train_deform_options *options, pd_error *err)
{
    *out = NULL;
    if (beta_count < 0 || beta_count > model->beta_count)
        return pd_fail(err, PD_ERR_RANGE, "betas", "%d numbers; 0 to %d allowed", beta_count,
                       model->beta_count);

    pd_train_deformer *d = calloc(1, sizeof *d);
    if (!d) return pd_fail(err, PD_ERR_MEMORY, "deform", "out of memory");

    if (options) d->options = *options;

    /* Replace options that are 0 by their defaults. */
    if (!(d->options.spring > 0)) d->options.spring = 0.3;
    if (!(d->options.smooth > 0)) d->options.smooth = 0.5;
    if (d->options.rounds < 1) d->options.rounds = 18;
    if (!(d->options.most_volume_m > 0)) d->options.most_volume_m = 0.013;

    d->model = pd_smpl_model_retain((pd_smpl_model *)model);
    pd_status status = fill_deform(d, betas, beta_count, err);
    if (status != PD_OK)
        pd_train_deformer_free(d);
    else
        *out = d;

    return status;
}

void pd_train_deformer_free(pd_train_deformer *deformer)
{
    if (!deformer) return;
    pd_smpl_surface_deinit(&deformer->surface);
    pd_smpl_contact_free(deformer->contact);
    free(deformer->faces);
    free(deformer->moves);
    pd_k_sparse_deinit(&deformer->factor);
    free(deformer->rest);
    free(deformer->spring);
    free(deformer->size2);
    free(deformer->share);
    free(deformer->core);
    free(deformer->column);
    free(deformer->betas);
    pd_smpl_model_release(deformer->model);
    free(deformer);
}

const double *pd_train_deformer_rest(const pd_train_deformer *deformer)
{
    return deformer->rest;
}

double pd_train_deformer_volume(const pd_train_deformer *deformer, const float *vertices)
{
    double six = 0;
    const pd_smpl_model *m = deformer->model;

    for (int f = 0; f < m->face_count; f++) {
        double p[3][3];
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++)
                p[k][c] = (double)vertices[3 * (size_t)m->data.faces[3 * (size_t)f + (size_t)k] + (size_t)c];
        six += triple(p[0], p[1], p[2]);
    }

    return six / 6;
}

/* --- one pose --- */

typedef struct state {
    const pd_train_deformer *d;
    pd_smpl_pose pose;
    double *p;          /* (V,3) posed vertices p'_i */
    double *rotation;   /* (V,9) R_i                                    */
    double *next;       /* (S,9) R_i of the next round */
    pd_quat *q;         /* (S) R_i as quaternions, from which the next extraction starts */
    double *core;       /* (V,3) posed inner points b'_i */
    double *rhs, *work; /* (S,3)                                     */
    double *det;        /* (V) determinants of the blended matrices M_i */
    double *mask;       /* (V) m_i: how far LBS shrinks, 0 to 1 */
    double *around;     /* (V) mask of the previous round */
    double *gradient;   /* (V,3) gradient of the volume, dV/dp_i */
    double *moved;      /* (V) displacement by the volume steps along the normal, metres */
    pd_quat *unposed;   /* (V) rotations for the un-inversion */
    float *wanted;      /* (faces,3) target shapes of the un-inversion */
    double *apart;      /* (V,3) p without the displacement by the un-inversion */
    double *change;     /* (V,3) p - apart                              */
} state;

size_t pd_train_deform_scratch_bytes(const pd_train_deformer *deformer)
{
    size_t v = (size_t)deformer->model->vertex_count;
    size_t s = (size_t)deformer->surface.soft_count;

    return pd_arena_bytes(1, sizeof(state)) + pd_arena_bytes(3 * v, 8) + pd_arena_bytes(9 * v, 8) +
           pd_arena_bytes(9 * s, 8) + pd_arena_bytes(s, sizeof(pd_quat)) + 2 * pd_arena_bytes(3 * s, 8) +
           4 * pd_arena_bytes(v, 8) + 4 * pd_arena_bytes(3 * v, 8) + pd_arena_bytes(v, sizeof(pd_quat)) +
           pd_arena_bytes(3 * (size_t)deformer->face_count, sizeof(float)) +
           (deformer->contact ? pd_smpl_contact_scratch_bytes(deformer->contact) : 0);
}

/* Takes the memory of one pose from the arena. 8: bytes of a double. */
static state *take_state(const pd_train_deformer *d, pd_arena *scratch)
{
    size_t v = (size_t)d->model->vertex_count;
    size_t s = (size_t)d->surface.soft_count;
    state *st = pd_arena_take(scratch, 1, sizeof *st);

    st->d = d;
    st->p = pd_arena_take(scratch, 3 * v, 8);
    st->rotation = pd_arena_take(scratch, 9 * v, 8);
    st->next = pd_arena_take(scratch, 9 * s, 8);
    st->q = pd_arena_take(scratch, s, sizeof *st->q);
    st->core = pd_arena_take(scratch, 3 * v, 8);
    st->rhs = pd_arena_take(scratch, 3 * s, 8);
    st->work = pd_arena_take(scratch, 3 * s, 8);
    st->det = pd_arena_take(scratch, v, 8);
    st->mask = pd_arena_take(scratch, v, 8);
    st->around = pd_arena_take(scratch, v, 8);
    st->gradient = pd_arena_take(scratch, 3 * v, 8);
    st->moved = pd_arena_take(scratch, v, 8);
    st->unposed = pd_arena_take(scratch, v, sizeof *st->unposed);
    st->wanted = pd_arena_take(scratch, 3 * (size_t)d->face_count, sizeof *st->wanted);
    st->apart = pd_arena_take(scratch, 3 * v, 8);
    st->change = pd_arena_take(scratch, 3 * v, 8);

    return st;
}

/* Blends the skinning matrices of a vertex (linear blend skinning). */
static void blend_deform(pd_xform *out, const pd_smpl_model *m, const pd_smpl_pose *pose, int vertex)
{
    PD_ASSERT(vertex >= 0 && vertex < m->vertex_count);
    const float *w = m->data.weights + (size_t)vertex * (size_t)m->joint_count;
    memset(out, 0, sizeof *out);
    for (int k = 0; k < m->joint_count; k++)
        for (int c = 0; w[k] > 0 && c < 12; c++) out->m[c] += (double)w[k] * pose->skin[k].m[c];
}

/* Returns the determinant of the linear part (rows of four numbers): the factor by which volume changes. */
static double determinant(const pd_xform *x)
{
    const double *m = x->m;
    return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
           m[2] * (m[4] * m[9] - m[5] * m[8]);
}

/* Returns the rotation R of A = R S (polar decomposition), iterated from q. Mueller, Bender, Chentanez,
 * Macklin 2016, eq. 9. */
static pd_quat extract(pd_quat q, const double a[9], int rounds)
{
    for (int n = 0; n < rounds; n++) {
        double r[9];
        double w[3] = {0, 0, 0};
        double dot = 0;
        pd_q_to_matrix(r, q);

        /* Compute the axis that turns the columns of R towards those of A. */
        for (int c = 0; c < 3; c++) {
            const double rc[3] = {r[c], r[3 + c], r[6 + c]};
            const double ac[3] = {a[c], a[3 + c], a[6 + c]};
            w[0] += rc[1] * ac[2] - rc[2] * ac[1];
            w[1] += rc[2] * ac[0] - rc[0] * ac[2];
            w[2] += rc[0] * ac[1] - rc[1] * ac[0];
            dot += rc[0] * ac[0] + rc[1] * ac[1] + rc[2] * ac[2];
        }

        /* Divide by the dot product, which keeps the step safe far from the solution. */
        double s = 1 / (fabs(dot) + 1e-12); /* the 1e-12 is of the paper: never divide by 0 */
        pd_vec3 rotation = {w[0] * s, w[1] * s, w[2] * s};
        if (pd_vec3_dot(rotation, rotation) < 1e-20) break;

        q = pd_q_normalize(pd_q_mul(pd_q_from_rotvec(rotation), q));
    }

    return q;
}

/* Sets position, rotation and determinant of a vertex by skinning: where the solver starts. */
static void start_vertex(state *st, int v)
{
    const pd_train_deformer *d = st->d;
    const pd_smpl_model *m = d->model;
    int i = d->surface.soft_index[v];
    pd_xform x;

    /* Compute the position by linear blend skinning, and the determinant, which shows shrinking. */
    blend_deform(&x, m, &st->pose, v);
    st->det[v] = determinant(&x);
    pd_xform_point(st->p + 3 * (size_t)v, &x, d->rest + 3 * (size_t)v);

    /* Set the rotation: that of the joint with the largest weight,
     * or for a soft vertex that of the blended matrix. */
    double holder[9], linear[9];
    pd_xform_rotation(holder, &st->pose.skin[d->surface.holder[v]]);
    memcpy(st->rotation + 9 * (size_t)v, holder, sizeof holder);
    pd_xform_point(st->core + 3 * (size_t)v, &x, d->core + 3 * (size_t)v);
    if (i < 0) return;

    pd_xform_rotation(linear, &x);
    st->q[i] = extract(pd_q_from_matrix(holder), linear, FIRST_EXTRACTIONS);
    pd_q_to_matrix(st->rotation + 9 * (size_t)v, st->q[i]);
}

/* Adds w e f^T to the 3 x 3 matrix a, with e the edge in the pose and f the same edge at rest. */
static void add_outer(double a[9], double w, const double *posed_to, const double *posed_from,
                      const double *rest_to, const double *rest_from)
{
    double e[3], f[3];

    for (int c = 0; c < 3; c++) {
        e[c] = w * (posed_to[c] - posed_from[c]);
        f[c] = rest_to[c] - rest_from[c];
    }

    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) a[3 * r + c] += e[r] * f[c];
}

/* Does the local step for a vertex: R_i is the rotation of
 *     sum_j w_ij e'_ij e_ij^T + mu_i (p'_i - b'_i)(p_i - b_i)^T + beta s_i sum_j w_ij R_j / sum_j w_ij. */
static void rotate_vertex(state *st, int i)
{
    const pd_train_deformer *d = st->d;

    PD_ASSERT(i >= 0 && i < st->d->surface.soft_count);
    const pd_smpl_surface *s = &d->surface;
    int v = s->soft[i];
    const double *p = st->p + 3 * (size_t)v;
    const double *rest = d->rest + 3 * (size_t)v;
    double a[9] = {0}, mean[9] = {0};
    double alike = d->options.smooth * d->size2[i] / s->degree[v];

    /* Add the edges to the neighbours, and sum up the neighbours' rotations. */
    for (int e = s->start[v]; e < s->start[v + 1]; e++) {
        size_t o = (size_t)s->other[e];
        add_outer(a, s->weight[e], p, st->p + 3 * o, rest, d->rest + 3 * o);
        for (int c = 0; c < 9; c++) mean[c] += s->weight[e] * st->rotation[9 * o + (size_t)c];
    }

    /* Add the spring to the inner point, and the smoothness term. */
    add_outer(a, d->spring[i], p, st->core + 3 * (size_t)v, rest, s->anchor[i]);
    for (int c = 0; c < 9; c++) a[c] += alike * mean[c];
    st->q[i] = extract(st->q[i], a, EXTRACTIONS);
    pd_q_to_matrix(st->next + 9 * (size_t)i, st->q[i]);
}

static void add_rotated(double out[3], double w, const double r[9], const double *to, const double *from)
{
    double f[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    for (int k = 0; k < 3; k++) out[k] += w * (r[3 * k] * f[0] + r[3 * k + 1] * f[1] + r[3 * k + 2] * f[2]);
}

/* Computes the right-hand side of the global step for a vertex: sum_j w_ij (R_i + R_j) e_ij / 2 + mu_i (b'_i
 * + R_i (p_i - b_i)), plus w_ij p'_j of rigid neighbours. */
static void pull_vertex(state *st, int i)
{
    const pd_train_deformer *d = st->d;

    PD_ASSERT(i >= 0 && i < st->d->surface.soft_count);
    const pd_smpl_surface *s = &d->surface;
    int v = s->soft[i];
    const double *rest = d->rest + 3 * (size_t)v;
    const double *own = st->rotation + 9 * (size_t)v;
    double *b = st->rhs + 3 * (size_t)i;

    for (int c = 0; c < 3; c++) b[c] = d->spring[i] * st->core[3 * (size_t)v + (size_t)c];
    add_rotated(b, d->spring[i], own, rest, s->anchor[i]);
    for (int e = s->start[v]; e < s->start[v + 1]; e++) {
        size_t o = (size_t)s->other[e];
        double mean[9];
        for (int c = 0; c < 9; c++) mean[c] = (own[c] + st->rotation[9 * o + (size_t)c]) / 2;
        add_rotated(b, s->weight[e], mean, rest, d->rest + 3 * o);
        for (int c = 0; s->soft_index[o] < 0 && c < 3; c++) b[c] += s->weight[e] * st->p[3 * o + (size_t)c];
    }
}

/* --- the volume step --- */

/* Computes missing (K): volume that the columns of each joint have lost. The volume inside the inner points
 * belongs to no joint; its loss is divided in proportion to gain (K). */
static void find_missing(double *missing, const state *st, const double *gain)
{
    const pd_train_deformer *d = st->d;
    size_t joints = (size_t)d->model->joint_count;

    /* Compute the loss of each joint's columns relative to rest, a third for each corner. */
    double rest = d->rest_volume - volume_of(d->model, st->p);
    double all = 0;

    memset(missing, 0, joints * sizeof *missing);
    for (int f = 0; f < d->face_count; f++) {
        const uint32_t *face = d->model->data.faces + 3 * (size_t)d->faces[f];
        double lost = (d->column[f] - column_volume(face, st->p, st->core)) / 3;
        for (int k = 0; k < 3; k++)
            for (size_t j = 1; j < joints; j++) missing[j] += lost * d->share[face[k] * joints + j];
    }

    /* Divide the rest of the body's loss by the joints' gain. */
    for (size_t j = 1; j < joints; j++) {
        rest -= missing[j];
        all += gain[j];
    }

    for (size_t j = 1; j < joints && all > 0; j++) missing[j] += rest * gain[j] / all;
}

/* Moves soft vertices along the gradient of the volume, most_volume_m at most, so that to first order each
 * joint has its volume back. */
static void volume_step(state *st)
{
    const pd_train_deformer *d = st->d;
    const pd_smpl_surface *s = &d->surface;

    PD_ASSERT(d->model->joint_count <= PD_SMPL_MAX_JOINTS);
    size_t joints = (size_t)d->model->joint_count;
    double gain[PD_SMPL_MAX_JOINTS] = {0};
    double missing[PD_SMPL_MAX_JOINTS], move[PD_SMPL_MAX_JOINTS];
    const double most = d->options.most_volume_m;

    /* Compute the gradient of the volume at each vertex: its area normal divided by 3. */
    const pd_smpl_model *m = d->model;
    memset(st->gradient, 0, 3 * (size_t)m->vertex_count * sizeof *st->gradient);
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *i = m->data.faces + 3 * (size_t)f;
        for (int k = 0; k < 3; k++) {
            const double *b = st->p + 3 * (size_t)i[(k + 1) % 3];
            const double *c = st->p + 3 * (size_t)i[(k + 2) % 3];
            double *g = st->gradient + 3 * (size_t)i[k];
            g[0] += (b[1] * c[2] - b[2] * c[1]) / 6;
            g[1] += (b[2] * c[0] - b[0] * c[2]) / 6;
            g[2] += (b[0] * c[1] - b[1] * c[0]) / 6;
        }
    }

    /* Compute gain_k: volume per metre of movement along the gradient, for each joint. */
    for (int i = 0; i < s->soft_count; i++) {
        const double *g = st->gradient + 3 * (size_t)s->soft[i];
        const double *share = d->share + (size_t)s->soft[i] * joints;
        double length = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
        for (size_t j = 1; j < joints; j++) gain[j] += st->mask[s->soft[i]] * share[j] * length;
    }

    /* Compute the movement that restores the loss of each joint, within bounds. */
    find_missing(missing, st, gain);
    for (size_t j = 1; j < joints; j++)
        move[j] = gain[j] > 1e-12 ? fmax(-most, fmin(most, missing[j] / gain[j])) : 0;

    /* Move each soft vertex by the movements of its joints, within the bound on the sum of all steps. */
    for (int i = 0; i < s->soft_count; i++) {
        int v = s->soft[i];
        const double *g = st->gradient + 3 * (size_t)v;
        const double *share = d->share + (size_t)v * joints;
        double length = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
        double wanted = st->moved[v];
        for (size_t j = 1; j < joints; j++) wanted += st->mask[v] * share[j] * move[j];
        double to = fmax(-most, fmin(most, wanted));
        for (int c = 0; length > 0 && c < 3; c++)
            st->p[3 * (size_t)v + (size_t)c] += (to - st->moved[v]) * g[c] / length;
        st->moved[v] = to;
    }
}

/* --- inverted triangles --- */

/* Turns inverted triangles back (uninvert.h), in rounds; every VOLUME_EVERY rounds the volume is restored. */
static void settle_deform(state *st)
{
    const pd_train_deformer *d = st->d;
    const pd_smpl_surface *s = &d->surface;
    const size_t count = 3 * (size_t)d->model->vertex_count;
    double *u = st->change;

    /* Compute the target shape of every triangle from the rest pose. */
    memcpy(st->apart, st->p, count * sizeof *st->p);
    const pd_smpl_uninvert uninvert = {.data = &d->model->data,
                                       .faces = d->faces,
                                       .face_count = d->face_count,
                                       .moves = d->moves,
                                       .face_mirror = NULL};
    pd_smpl_uninvert_rotations(st->unposed, &d->model->data, &st->pose);
    pd_smpl_uninvert_pose(st->wanted, &uninvert, st->unposed, d->rest);
    for (int n = 1; n <= SETTLE_ROUNDS + LAST_ROUNDS; n++) {
        pd_smpl_uninvert_run(st->p, &uninvert, st->wanted, LEAST_AREA);

        /* Smooth the displacement u by the un-inversion over neighbours: u = p - apart,
         *     u_i <- (u_i + sum_j w_ij u_j / sum_j w_ij) / 2 */
        if (n <= SETTLE_ROUNDS) {
            for (size_t i = 0; i < count; i++) u[i] = st->p[i] - st->apart[i];
            for (int i = 0; i < s->soft_count; i++) {
                size_t v = (size_t)s->soft[i];
                double sum[3] = {0, 0, 0};
                for (int e = s->start[v]; e < s->start[v + 1]; e++)
                    for (int c = 0; c < 3; c++)
                        sum[c] += s->weight[e] * u[3 * (size_t)s->other[e] + (size_t)c];
                for (size_t c = 0; c < 3; c++)
                    st->p[3 * v + c] = st->apart[3 * v + c] + (u[3 * v + c] + sum[c] / s->degree[v]) / 2;
            }
        }

        if (n % VOLUME_EVERY || n == SETTLE_ROUNDS + LAST_ROUNDS || d->options.no_volume) continue;

        /* Restore the lost volume elsewhere. */
        for (size_t i = 0; i < count; i++) st->apart[i] -= st->p[i];
        volume_step(st);
        for (size_t i = 0; i < count; i++) st->apart[i] += st->p[i];
    }
}

/* --- all of it --- */

static void store_deform(float *vertices, const state *st)
{
    for (size_t i = 0; i < 3 * (size_t)st->d->model->vertex_count; i++) vertices[i] = (float)st->p[i];
}

static void set_pose(state *st, const float *rotations)
{
    const pd_smpl_body body = {
        .betas = st->d->betas, .beta_count = st->d->beta_count, .rotations = rotations};
    pd_smpl_pose_chain(&st->pose, st->d->model, &body);
}

void pd_train_deform_run(float *vertices, float *lbs, const pd_train_deformer *deformer,
                         const float *rotations, pd_arena *scratch)
{
    size_t mark = scratch->used;
    state *st = take_state(deformer, scratch);

    /* Start from linear blend skinning. */
    set_pose(st, rotations);
    for (int v = 0; v < deformer->model->vertex_count; v++) start_vertex(st, v);
    if (lbs) store_deform(lbs, st);

    /* Alternate the local step (rotations) and the global step (positions). */
    for (int n = 0; n < deformer->options.rounds; n++) {
        const pd_smpl_surface *s = &st->d->surface;
        for (int i = 0; i < s->soft_count; i++) rotate_vertex(st, i);
        for (int i = 0; i < s->soft_count; i++)
            memcpy(st->rotation + 9 * (size_t)s->soft[i], st->next + 9 * (size_t)i, 9 * sizeof(double));
        for (int i = 0; i < s->soft_count; i++) pull_vertex(st, i);
        pd_k_sparse_solve3(st->rhs, &st->d->factor, st->work);
        for (int i = 0; i < s->soft_count; i++)
            memcpy(st->p + 3 * (size_t)s->soft[i], st->rhs + 3 * (size_t)i, 3 * sizeof(double));
    }

    if (!deformer->options.no_volume) {
        /* Compute the mask: how far LBS shrinks, smoothed over neighbours; 0 for rigid skin. */
        const pd_smpl_surface *s = &st->d->surface;
        memset(st->mask, 0, (size_t)s->vertex_count * sizeof *st->mask);
        for (int i = 0; i < s->soft_count; i++) {
            const double shrunk = 4 * (1 - st->det[s->soft[i]]);
            st->mask[s->soft[i]] = shrunk < 0 ? 0 : shrunk > 1 ? 1 : shrunk;
        }

        for (int round = 0; round < MASK_ROUNDS; round++) {
            memcpy(st->around, st->mask, (size_t)s->vertex_count * sizeof *st->mask);
            for (int i = 0; i < s->soft_count; i++) {
                int v = s->soft[i];
                int count = s->start[v + 1] - s->start[v];
                double sum = 0;
                for (int e = s->start[v]; e < s->start[v + 1]; e++) sum += st->around[s->other[e]];
                st->mask[v] = st->around[v] / 2 + sum / (2 * count);
            }
        }

        memset(st->moved, 0, (size_t)st->d->model->vertex_count * sizeof *st->moved);
        for (int n = 0; n < VOLUME_STEPS; n++) volume_step(st);
    }

    /* Turn inverted triangles back. */
    settle_deform(st);
    store_deform(vertices, st);

    /* Alternate contact with the volume step, which restores the volume that contact removed.
     * Contact is last. */
    const pd_smpl_body body = {
        .betas = deformer->betas, .beta_count = deformer->beta_count, .rotations = rotations};
    for (int n = 0; deformer->contact && pd_smpl_contact_run(vertices, deformer->contact, &body, scratch);
         n++) {
        if (n == TOUCH_ROUNDS || deformer->options.no_volume) break;
        for (size_t i = 0; i < 3 * (size_t)deformer->model->vertex_count; i++) st->p[i] = (double)vertices[i];
        volume_step(st);
        store_deform(vertices, st);
    }

    PD_ASSERT(scratch->used >= mark);
    scratch->used = mark;
}

double pd_train_deformer_least_det(const pd_train_deformer *deformer, const float *rotations)
{
    state st = {.d = deformer};
    double least = 1;

    set_pose(&st, rotations);
    for (int i = 0; i < deformer->surface.soft_count; i++) {
        pd_xform x;
        blend_deform(&x, deformer->model, &st.pose, deformer->surface.soft[i]);
        double det = determinant(&x);
        if (det < least) least = det;
    }

    return least;
}

double pd_train_deformer_rest_volume(const pd_train_deformer *deformer)
{
    return deformer->rest_volume;
}
