#include "train/learn/compare_internal.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"
#include "train/learn/blend_step.h"
#include "train/learn/pose_step.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* fewer do not determine the methods that are compared */
#define LEAST_MESHES  10
/* Gauss-Newton steps of a pose from the parts */
#define POSE_ROUNDS   25
#define AGAIN_ROUNDS  4 /* with other weights, from the poses before */
/* how often weights and poses are estimated in turn */
#define WEIGHT_TURNS  2
#define OWN_TURNS     4 /* of BlendSCAPE or SCAPE and its poses */
/* keeps the rest shape of vertices that skinning hardly moves */
#define DAMPING       1e-2
/* ridge weights that are tried; the one with the least held-out error stays */
#define LAMBDAS       5
#define JOINT_NUMBERS 9 /* features of a joint, at most */

const pd_learn_method_info pd_learn_methods[PD_LEARN_METHOD_COUNT] = {
#define ROW(id, name, text, local, bases, weights, dual) {name, text, local, bases, PD_LEARN_##weights, dual},
    PD_LEARN_METHOD_TABLE(ROW)
#undef ROW
};

/* ---- poses and corrections ---- */

const float *pd_learn_compare_mesh(const pd_learn_comparing *w, int j)
{
    const pd_learn_meshes *meshes = j < w->n ? &w->problem->set->poses : &w->problem->set->held_out;
    return meshes->vertices + 3 * (size_t)w->state.vertex_count * (size_t)(j < w->n ? j : j - w->n);
}

/* Fits the pose of mesh j so that LBS is nearest to `mesh` (V,3).
 * Starts from the parts or from the present pose. */
static void fit_mesh(pd_learn_comparing *w, int j, int worker, const float *mesh, bool from_parts)
{
    PD_ASSERT(j >= 0 && worker >= 0);
    size_t v = 3 * (size_t)w->state.vertex_count;
    size_t k = 3 * (size_t)w->state.joint_count;
    double *place = w->places + 3 * j;
    pd_learn_fit fit = {.tpl = w->problem->tpl,
                        .state = &w->state,
                        .rest = w->state.templates + v * (size_t)w->subjects[j],
                        .joints = w->state.joints + k * (size_t)w->subjects[j],
                        .mesh = mesh,
                        .rotations = w->rotations + 3 * k * (size_t)j,
                        .translation = {place[0], place[1], place[2]}};
    if (from_parts) pd_learn_fit_start(&fit);
    pd_learn_fit_solve(&fit, from_parts ? POSE_ROUNDS : AGAIN_ROUNDS, w->scratch + w->bytes * (size_t)worker);
    memcpy(place, fit.translation, sizeof fit.translation);
}

static void fit_from_parts(void *arg, int j, int worker)
{
    fit_mesh(arg, j, worker, pd_learn_compare_mesh(arg, j), true);
}

static void fit_again(void *arg, int j, int worker)
{
    fit_mesh(arg, j, worker, pd_learn_compare_mesh(arg, j), false);
}

/* Computes the rotation and translation that the joints' dual quaternions blend to (Kavan et al. 2008). Signs
 * follow the first one. */
static void dual_matrix(double m[9], double c[3], const pd_learn_template *t, const double *weights,
                        const pd_learn_pose *pose, int vertex)
{
    PD_ASSERT(vertex >= 0 && vertex < t->vertex_count);
    const int *slots = t->slots + PD_LEARN_SLOTS * vertex;
    const double *w = weights + PD_LEARN_SLOTS * vertex;
    pd_quat q = {0, 0, 0, 0};
    pd_quat dual = q;
    pd_quat first = q;

    /* Sum up the dual quaternions by their weights. */
    for (int s = 0; s < PD_LEARN_SLOTS && slots[s] >= 0; s++) {
        const double *shift = pose->shift[slots[s]];
        if (w[s] == 0) continue;
        pd_quat one = pd_q_from_matrix(pose->world[slots[s]]);
        if (pd_q_dot(first, first) == 0) first = one;
        double sign = pd_q_dot(first, one) < 0 ? -w[s] : w[s];
        q = pd_q_fma(q, sign, one);
        dual = pd_q_fma(dual, 0.5 * sign, pd_q_mul((pd_quat){shift[0], shift[1], shift[2], 0}, one));
    }

    /* Normalise, and convert to matrix and translation. */
    double scale = 1 / sqrt(pd_q_dot(q, q));
    q = (pd_quat){scale * q.x, scale * q.y, scale * q.z, scale * q.w};
    dual = (pd_quat){scale * dual.x, scale * dual.y, scale * dual.z, scale * dual.w};
    pd_quat moved = pd_q_mul(dual, pd_q_conjugate(q));
    pd_q_to_matrix(m, q);
    c[0] = 2 * moved.x;
    c[1] = 2 * moved.y;
    c[2] = 2 * moved.z;
}

void pd_learn_compare_skin(double m[9], double at[3], const pd_learn_comparing *w, const pd_learn_pose *pose,
                           int j, int i)
{
    const double *rest =
        w->state.templates + 3 * (size_t)w->state.vertex_count * (size_t)w->subjects[j] + 3 * i;
    double c[3];

    if (w->dual)
        dual_matrix(m, c, w->problem->tpl, w->state.weights, pose, i);
    else
        pd_learn_vertex_matrix(m, c, w->problem->tpl, w->state.weights, pose, i);
    pd_mat3_apply(at, m, rest);
    for (int n = 0; n < 3; n++) at[n] += c[n] + w->places[3 * j + n];
}

void pd_learn_compare_pose(pd_learn_pose *pose, const pd_learn_comparing *w, int j)
{
    size_t k = 3 * (size_t)w->state.joint_count;
    pd_learn_pose_set(pose, w->problem->tpl, w->state.joints + k * (size_t)w->subjects[j],
                      w->rotations + 3 * k * (size_t)j);
}

/* Computes what skinning leaves unexplained in mesh j, at rest, by damped least squares. */
static void lack_one(void *arg, int j, int worker)
{
    pd_learn_comparing *w = arg;
    const float *mesh = pd_learn_compare_mesh(w, j);
    float *d = w->d + 3 * (size_t)w->state.vertex_count * (size_t)j;
    pd_learn_pose pose;
    (void)worker;

    pd_learn_compare_pose(&pose, w, j);

    /* Solve (M^T M + damping) d = M^T (mesh - skin) for each vertex. */
    for (int i = 0; i < w->state.vertex_count; i++) {
        double m[9], at[3], a[9];
        double b[3] = {0};
        pd_learn_compare_skin(m, at, w, &pose, j, i);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                a[3 * r + c] = (r == c) * DAMPING;
                for (int x = 0; x < 3; x++) a[3 * r + c] += m[3 * x + r] * m[3 * x + c];
                b[r] += m[3 * c + r] * ((double)mesh[3 * i + c] - at[c]);
            }
        int good = !isnan(mesh[3 * i]) && pd_k_cholesky(a, 3);
        if (good) pd_k_cholesky_solve(b, a, 3);
        for (int c = 0; c < 3; c++) d[3 * i + c] = good ? (float)b[c] : 0;
    }
}

/* ---- kernels ---- */

/* Angles of a rotation matrix (row-major): r = Rz(out[2]) Ry(out[1]) Rx(out[0]), radians. */
static void euler_of(double out[3], const double *r)
{
    out[0] = atan2(r[7], r[8]);
    out[1] = -asin(fmax(-1, fmin(1, r[6])));
    out[2] = atan2(r[3], r[0]);
}

/* Computes the features of one joint. Returns their number. */
static int joint_features(double out[JOINT_NUMBERS], pd_learn_method method, const double *r)
{
    double t[3], e[3];

    switch (method) {
    case PD_LEARN_ANGLE:
    case PD_LEARN_SCAPE: pd_rot_to_axis_angle(out, r); return 3;
    case PD_LEARN_QUADRATIC:
        pd_rot_to_axis_angle(t, r);
        for (int c = 0; c < 3; c++) {
            out[c] = t[c];
            out[3 + c] = t[c] * t[c];
            out[6 + c] = t[c] * t[(c + 1) % 3];
        }

        return 9;
    case PD_LEARN_EULER: euler_of(out, r); return 3;
    case PD_LEARN_EULER_SINES:
        euler_of(e, r);
        for (int c = 0; c < 3; c++) {
            out[c] = sin(e[c]);
            out[3 + c] = 1 - cos(e[c]);
        }

        return 6;
    case PD_LEARN_QUATERNION: {
        pd_rot_to_axis_angle(t, r);
        double angle = sqrt(pd_dot3(t, t));

        /* sin(angle / 2) / angle goes to 0.5 as the angle goes to 0. */
        double s = angle > 1e-9 ? sin(angle / 2) / angle : 0.5;
        for (int c = 0; c < 3; c++) out[c] = s * t[c];
        out[3] = cos(angle / 2) - 1;
        return 4;
    }
    default:
        for (int c = 0; c < 9; c++) out[c] = r[c] - (c % 4 == 0);
        return 9;
    }
}

uint64_t pd_learn_compare_joints(const pd_learn_template *t, int part, bool local)
{
    uint64_t all = 0;
    for (int k = 1; k < t->joint_count; k++)
        if (!local || k == part || k == t->parents[part] || t->parents[k] == part) all |= UINT64_C(1) << k;
    return all;
}

double pd_learn_compare_kernel(pd_learn_comparing *w, pd_learn_method method, uint64_t joints)
{
    const int k = w->state.joint_count;
    const int all = w->n + w->m;
    double mean = 0;

    /* Compute products of the features, or squared distances for a radial kernel. */
    for (int a = 0; a < all; a++)
        for (int b = 0; b < w->n; b++) {
            double dot = method == PD_LEARN_SCAPE;
            double apart = 0; /* SCAPE has a constant feature */
            for (uint64_t left = joints; left; left &= left - 1) {
                int joint = __builtin_ctzll(left);
                double fa[JOINT_NUMBERS], fb[JOINT_NUMBERS];
                int count =
                    joint_features(fa, method, w->rotations + 9 * ((size_t)a * (size_t)k + (size_t)joint));
                joint_features(fb, method, w->rotations + 9 * ((size_t)b * (size_t)k + (size_t)joint));
                for (int c = 0; c < count; c++) {
                    dot += fa[c] * fb[c];
                    apart += pow(fa[c] - fb[c], 2);
                }
            }

            w->kernel[(size_t)a * (size_t)w->n + (size_t)b] =
                method == PD_LEARN_PSD || method == PD_LEARN_WEIGHTED_PSD ? apart : dot;
        }

    /* A radial kernel is a Gaussian, as wide as poses are apart on average. */
    if (method == PD_LEARN_PSD || method == PD_LEARN_WEIGHTED_PSD) {
        double wide = 0;
        for (int i = 0; i < w->n * w->n; i++) wide += w->kernel[i] / ((double)w->n * w->n);
        for (size_t i = 0; i < (size_t)all * (size_t)w->n; i++)
            w->kernel[i] = exp(-w->kernel[i] / fmax(wide, 1e-9));
    }

    /* The mean of the diagonal gives the ridge its scale. */
    for (int i = 0; i < w->n; i++) mean += w->kernel[(size_t)i * (size_t)(w->n + 1)] / w->n;
    return fmax(mean, 1e-9);
}

/* Computes blend (all,n) = K (K_aa + lambda)^-1 over the meshes learned from, without every fifth one if
 * `fold`. Returns false if the matrix is singular. */
static int set_blend(pd_learn_comparing *w, double lambda, bool fold)
{
    const int n = w->n;
    const int all = w->n + w->m;
    double *row = malloc((size_t)n * sizeof *row);
    int used = 0;
    int good;
    int *index = malloc((size_t)n * sizeof *index);

    if (!row || !index) {
        free(row);
        free(index);
        return 0;
    }

    /* Meshes that are learned from. */
    for (int i = 0; i < n; i++)
        if (!fold || i % 5) index[used++] = i;

    /* Compute the kernel among them, and add the ridge. */
    for (int a = 0; a < used; a++)
        for (int b = 0; b < used; b++)
            w->factor[a * used + b] =
                w->kernel[(size_t)index[a] * (size_t)n + (size_t)index[b]] + (a == b) * lambda;
    good = pd_k_cholesky(w->factor, used);

    /* Compute the row of each mesh. */
    for (int j = 0; good && j < all; j++) {
        for (int a = 0; a < used; a++) row[a] = w->kernel[(size_t)j * (size_t)n + (size_t)index[a]];
        pd_k_cholesky_solve(row, w->factor, used);
        for (int i = 0; i < n; i++) w->blend[(size_t)j * (size_t)n + (size_t)i] = 0;
        for (int a = 0; a < used; a++) w->blend[(size_t)j * (size_t)n + (size_t)index[a]] = (float)row[a];
    }

    free(row);
    free(index);

    return good;
}

/* ---- corrections of one part, or of all of them ---- */

/* Leaves the first `bases` principal components of what the meshes learned
 * from have in got (all, columns). */
static int keep_bases(const pd_learn_comparing *w, float *got, int columns, int bases)
{
    const int n = w->n;
    const int all = w->n + w->m;
    const int count = bases < n ? bases : n;
    double *gram = calloc((size_t)n * (size_t)n, sizeof *gram);
    double *values = malloc((size_t)count * sizeof *values);
    double *vectors = malloc((size_t)count * (size_t)n * sizeof *vectors);
    float *axes = malloc((size_t)count * (size_t)columns * sizeof *axes);
    float *dots = malloc((size_t)all * (size_t)count * sizeof *dots);
    float *square = malloc((size_t)n * (size_t)n * sizeof *square);
    int good = gram && values && vectors && axes && dots && square;

    /* Compute principal components from the small Gram matrix of the meshes. */
    if (good) pd_k_gemm_f32(square, got, 0, got, 1, n, n, columns, 1, 0);
    for (size_t i = 0; good && i < (size_t)n * (size_t)n; i++) gram[i] = (double)square[i];
    good = good && pd_k_syev_top(values, vectors, gram, n, count);
    if (good) {
        /* Compute the axes, then the projection on them. */
        for (int k = 0; k < count; k++)
            for (int c = 0; c < columns; c++) {
                double sum = 0;
                for (int j = 0; j < n; j++)
                    sum += vectors[(size_t)k * (size_t)n + (size_t)j] *
                           (double)got[(size_t)j * (size_t)columns + (size_t)c];
                axes[(size_t)k * (size_t)columns + (size_t)c] =
                    values[k] > 1e-15 ? (float)(sum / sqrt(values[k])) : 0;
            }
        pd_k_gemm_f32(dots, got, 0, axes, 1, all, count, columns, 1, 0);
        pd_k_gemm_f32(got, dots, 0, axes, 0, all, columns, count, 1, 0);
    }

    free(gram);
    free(values);
    free(vectors);
    free(axes);
    free(dots);
    free(square);

    return good;
}

int pd_learn_compare_regress(pd_learn_comparing *w, double mean, int columns)
{
    static const double ratios[LAMBDAS] = {0.003, 0.01, 0.03, 0.1, 0.3};
    double least = 0;
    int best = 0;

    /* Choose the ridge by leaving out every fifth mesh. */
    for (int l = 0; l < LAMBDAS; l++) {
        if (!set_blend(w, ratios[l] * mean, true)) return 0;
        pd_k_gemm_f32(w->some, w->blend, 0, w->part, 0, w->n, columns, w->n, 1, 0);

        /* Sum up the distance between the corrections of every fifth mesh
         * and those predicted from the others. */
        double error = 0;
        for (int j = 0; j < w->n; j += 5)
            for (int c = 0; c < columns; c++) {
                size_t at = (size_t)j * (size_t)columns + (size_t)c;
                error += pow((double)w->some[at] - (double)w->part[at], 2);
            }
        if (!l || error < least) {
            least = error;
            best = l;
        }
    }

    if (!set_blend(w, ratios[best] * mean, false)) return 0;
    pd_k_gemm_f32(w->some, w->blend, 0, w->part, 0, w->n + w->m, columns, w->n, 1, 0);
    return 1;
}

/* Finds the corrections of the part's vertices (part < 0:
 * of all) by regression over the features of its joints. */
static bool correct_part(pd_learn_comparing *w, pd_learn_method method, int part)
{
    const pd_learn_method_info *info = &pd_learn_methods[method];
    const uint64_t joints = pd_learn_compare_joints(w->problem->tpl, part < 0 ? 0 : part, info->local);
    const int v = w->state.vertex_count;
    const int all = w->n + w->m;
    const int *parts = w->problem->tpl->parts;
    int columns = 0;

    for (int i = 0; i < v; i++) columns += part < 0 || parts[i] == part ? 3 : 0;

    /* Gather the part's columns. */
    float *to = w->part;
    for (int j = 0; j < all; j++)
        for (int i = 0; i < v; i++)
            if (part < 0 || parts[i] == part) {
                memcpy(to, w->d + 3 * ((size_t)j * (size_t)v + (size_t)i), 3 * sizeof *to);
                to += 3;
            }

    if (!pd_learn_compare_regress(w, pd_learn_compare_kernel(w, method, joints), columns)) return false;
    if (info->bases && !keep_bases(w, w->some, columns, info->bases)) return false;

    /* Scatter the result. */
    const float *from = w->some;
    for (int j = 0; j < all; j++)
        for (int i = 0; i < v; i++)
            if (part < 0 || parts[i] == part) {
                memcpy(w->found + 3 * ((size_t)j * (size_t)v + (size_t)i), from, 3 * sizeof *from);
                from += 3;
            }

    return true;
}

/* Fits the pose in which LBS plus a fixed offset, by which the found surface differs from LBS, is nearest to
 * the mesh. Where that pose no longer changes, the found surface's own residual is normal to every rotation
 * of LBS. Overwrites found. */
static void follow_surface(void *arg, int j, int worker)
{
    pd_learn_comparing *w = arg;
    const float *mesh = pd_learn_compare_mesh(w, j);
    float *found = w->found + 3 * (size_t)w->state.vertex_count * (size_t)j;
    pd_learn_pose pose;

    pd_learn_compare_pose(&pose, w, j);
    for (int i = 0; i < w->state.vertex_count; i++) {
        double m[9], at[3];
        pd_learn_compare_skin(m, at, w, &pose, j, i);
        for (int c = 0; c < 3; c++) found[3 * i + c] = mesh[3 * i + c] - found[3 * i + c] + (float)at[c];
    }

    fit_mesh(w, j, worker, found, false);
}

/* Finds the corrections, or for BlendSCAPE the surfaces, of all meshes by the method. */
static int compare_correct(pd_learn_comparing *w, pd_learn_method method)
{
    const size_t all = (size_t)(w->n + w->m);
    const size_t numbers = 3 * (size_t)w->state.vertex_count * all;
    const bool is_scape = method == PD_LEARN_SCAPE || method == PD_LEARN_SCAPE_LBS;

    w->on_surface = is_scape || method == PD_LEARN_BLENDSCAPE || method == PD_LEARN_BLENDSCAPE_LBS;

    /* Models of triangles are learned and fitted by turns with their own poses; afterwards the poses are
     * those of all rows again. */
    if (w->on_surface) {
        const bool has_own_poses = method == PD_LEARN_BLENDSCAPE || method == PD_LEARN_SCAPE;
        bool (*const predict)(pd_learn_comparing *) = is_scape ? pd_learn_scape : pd_learn_blendscape;
        bool good = predict(w);
        for (int turn = 1; has_own_poses && good && turn < OWN_TURNS; turn++) {
            pd_execute(w->problem->executor, follow_surface, w, (int)all);
            good = predict(w);
        }

        memcpy(w->rotations, w->first_rotations,
               9 * all * (size_t)w->state.joint_count * sizeof *w->rotations);
        memcpy(w->places, w->first_places, 3 * all * sizeof *w->places);
        return good;
    }

    switch (method) { /* skinning alone corrects nothing */
    case PD_LEARN_LBS:
    case PD_LEARN_DQS:
    case PD_LEARN_RIGID:
    case PD_LEARN_RIGID_GIVEN:
    case PD_LEARN_LBS_GIVEN:
    case PD_LEARN_LBS_2:
    case PD_LEARN_LBS_8: memset(w->found, 0, numbers * sizeof *w->found); return 1;
    default: break;
    }

    if (!pd_learn_methods[method].local) return correct_part(w, method, -1);
    for (int part = 0; part < w->state.joint_count; part++)
        if (!correct_part(w, method, part)) return 0;

    return 1;
}

/* ---- other weights ---- */

/* Binds each vertex to one joint: that of its part, or that of its largest weight in W. */
static void hold_by_one(pd_learn_comparing *w, pd_learn_weighting weighting)
{
    const pd_learn_template *t = w->problem->tpl;

    memset(w->state.weights, 0, PD_LEARN_SLOTS * (size_t)w->state.vertex_count * sizeof *w->state.weights);
    for (int i = 0; i < w->state.vertex_count; i++) {
        const int *slots = t->slots + PD_LEARN_SLOTS * i;
        const double *weights = w->learned_weights + PD_LEARN_SLOTS * i;
        int slot = 0;
        if (weighting == PD_LEARN_BY_PARTS) {
            while (slot < PD_LEARN_SLOTS && slots[slot] != t->parts[i]) slot++;
            if (slot == PD_LEARN_SLOTS) slot = 0;
        } else {
            for (int s = 1; s < PD_LEARN_SLOTS; s++)
                if (weights[s] > weights[slot]) slot = s;
        }

        w->state.weights[PD_LEARN_SLOTS * i + slot] = 1;
    }
}

/* Sets a row's weights and poses, and d to what they leave unexplained. Weights that are solved anew
 * alternate with the poses. */
static pd_status set_weighting(pd_learn_comparing *w, pd_learn_weighting weighting, bool dual, pd_error *err)
{
    const double *from = weighting == PD_LEARN_BY_DIFFUSED ? w->problem->tpl->weights : w->learned_weights;
    const int all = w->n + w->m;
    const int most = weighting == PD_LEARN_BY_TWO ? 2 : weighting == PD_LEARN_BY_SLOTS ? PD_LEARN_SLOTS : 0;

    /* Other weights need other poses, beginning from the first ones. */
    if (weighting != w->weighting) {
        w->weighting = weighting;
        memcpy(w->rotations, w->first_rotations,
               9 * (size_t)all * (size_t)w->state.joint_count * sizeof *w->rotations);
        memcpy(w->places, w->first_places, 3 * (size_t)all * sizeof *w->places);
        memcpy(w->state.weights, from,
               PD_LEARN_SLOTS * (size_t)w->state.vertex_count * sizeof *w->state.weights);
        if (weighting == PD_LEARN_BY_PARTS || weighting == PD_LEARN_BY_LARGEST) hold_by_one(w, weighting);
        for (int turn = 0; turn < (most ? WEIGHT_TURNS : 1); turn++) {
            if (most && pd_learn_weight_step(&w->state, w->problem, most, err)) return err->status;
            pd_execute(w->problem->executor, fit_again, w, all);
        }
    }

    /* The residual depends on both. */
    w->dual = dual;
    pd_execute(w->problem->executor, lack_one, w, all);

    return PD_OK;
}

/* ---- errors ---- */

/* Corrects all meshes by the method and measures what is then between them and the model. */
static pd_status run_method(pd_learn_comparison *out, pd_learn_comparing *w, pd_learn_method method,
                            int *counts, pd_error *err)
{
    const pd_learn_method_info *info = &pd_learn_methods[method];
    size_t v = (size_t)w->state.vertex_count;
    float *vertex_mm = out->vertex_mm ? out->vertex_mm + v * (size_t)method : NULL;

    if ((info->weights != w->weighting || info->dual != w->dual) &&
        set_weighting(w, info->weights, info->dual, err))
        return err->status;
    if (!compare_correct(w, method))
        return pd_fail(err, PD_ERR_INTERNAL, "comparison", "%s has no solution", info->name);

    /* Measure the distances of each mesh. */
    memset(counts, 0, v * sizeof *counts);
    if (vertex_mm) memset(vertex_mm, 0, v * sizeof *vertex_mm);
    for (int j = 0; j < w->n + w->m; j++) {
        const float *mesh = pd_learn_compare_mesh(w, j);
        const float *found = w->found + 3 * v * (size_t)j;
        double sum = 0;
        int seen = 0;
        pd_learn_pose pose;
        pd_learn_compare_pose(&pose, w, j);
        for (int i = 0; i < w->state.vertex_count; i++) {
            double m[9], at[3];
            double d2 = 0;
            if (isnan(mesh[3 * i])) continue;
            pd_learn_compare_skin(m, at, w, &pose, j, i);
            for (int c = 0; c < 3; c++) {
                for (int x = 0; x < 3 && !w->on_surface; x++)
                    at[c] += m[3 * c + x] * (double)found[3 * i + x];
                if (w->on_surface) at[c] = (double)found[3 * i + c];
                d2 += pow(at[c] - (double)mesh[3 * i + c], 2);
            }

            sum += sqrt(d2);
            seen++;
            if (vertex_mm && j >= w->n) {
                vertex_mm[i] += (float)(1000 * sqrt(d2));
                counts[i]++;
            }
        }

        /* Mean over the meshes that were learned from, and over those held out. */
        const double far = seen ? 1000 * sum / seen : 0;
        if (j < w->n) {
            out->rows[method].learned_mm += far / w->n;
            continue;
        }

        out->rows[method].held_out_mm += far / w->m;
        out->rows[method].worst_mm = fmax(out->rows[method].worst_mm, far);
    }

    for (size_t i = 0; vertex_mm && i < v; i++) vertex_mm[i] /= (float)(counts[i] ? counts[i] : 1);

    return PD_OK;
}

/* ---- all ---- */

/* Allocates everything, for meshes that train (n) and that are held out (m). Returns false when out of
 * memory; the caller frees. */
static bool take_memory_compare(pd_learn_comparing *w)
{
    size_t v = 3 * (size_t)w->state.vertex_count;
    size_t k = (size_t)w->state.joint_count;
    size_t n = (size_t)w->n;
    size_t all = n + (size_t)w->m;

    w->bytes = (pd_learn_fit_scratch_bytes(w->problem->tpl) + 63) & ~(size_t)63;
    w->subjects = malloc(all * sizeof *w->subjects);
    w->rotations = malloc(all * 9 * k * sizeof *w->rotations);
    w->places = malloc(all * 3 * sizeof *w->places);
    w->first_rotations = malloc(all * 9 * k * sizeof *w->first_rotations);
    w->first_places = malloc(all * 3 * sizeof *w->first_places);
    w->d = malloc(all * v * sizeof *w->d);
    w->found = malloc(all * v * sizeof *w->found);
    w->part = malloc(all * v * sizeof *w->part);
    w->some = malloc(all * v * sizeof *w->some);
    w->kernel = malloc(all * n * sizeof *w->kernel);
    w->factor = malloc(n * n * sizeof *w->factor);
    w->blend = malloc(all * n * sizeof *w->blend);
    w->scratch = malloc(w->bytes * (size_t)w->problem->executor->worker_count);
    w->state.blend = calloc(v * (size_t)w->state.feature_count, sizeof *w->state.blend);
    w->state.is_blended = false;
    w->state.weights = malloc(PD_LEARN_SLOTS * (v / 3) * sizeof *w->state.weights);
    w->state.count = w->n;
    w->state.rotations = w->rotations;
    w->state.translations = w->places; /* the first n are the set's */
    return w->subjects && w->rotations && w->places && w->first_rotations && w->first_places && w->d &&
           w->found && w->part && w->some && w->kernel && w->factor && w->blend && w->scratch &&
           w->state.blend && w->state.weights;
}

/* Frees the memory of take_memory_compare. */
static void free_memory(pd_learn_comparing *w)
{
    free(w->subjects);
    free(w->rotations);
    free(w->places);
    free(w->d);
    free(w->found);
    free(w->part);
    free(w->some);
    free(w->kernel);
    free(w->factor);
    free(w->blend);
    free(w->scratch);
    free(w->state.blend);
    free(w->state.weights);
    free(w->first_rotations);
    free(w->first_places);
}

pd_status pd_learn_compare(pd_learn_comparison *out, const pd_learn_problem *problem,
                           const pd_learn_state *state, pd_error *err)
{
    const pd_learn_set *set = problem->set;

    *out = (pd_learn_comparison){
        .learned = set->poses.count, .held_out = set->held_out.count, .vertex_mm = out->vertex_mm};
    if (!set->held_out.count)
        return pd_fail(err, PD_ERR_RANGE, "held-out", "no poses are held out; at least one is needed");
    if (set->poses.count < LEAST_MESHES)
        return pd_fail(err, PD_ERR_RANGE, "poses", "%d meshes; at least %d are needed", set->poses.count,
                       LEAST_MESHES);

    pd_learn_comparing w = {.problem = problem,
                            .state = *state,
                            .learned_weights = state->weights,
                            .n = set->poses.count,
                            .m = set->held_out.count};
    int *counts = malloc((size_t)state->vertex_count * sizeof *counts);
    pd_status status = take_memory_compare(&w) && counts
                           ? PD_OK
                           : pd_fail(err, PD_ERR_MEMORY, "comparison", "out of memory");
    if (status == PD_OK) {
        pd_k_blas_serial();

        /* All rows begin with the poses of LBS with the learned weights. */
        const int all = w.n + w.m;
        const int k = w.state.joint_count;
        for (int j = 0; j < all; j++)
            w.subjects[j] = j < w.n ? set->poses.subjects[j] : set->held_out.subjects[j - w.n];
        memset(w.places, 0, 3 * (size_t)all * sizeof *w.places);
        memcpy(w.state.weights, w.learned_weights,
               PD_LEARN_SLOTS * (size_t)state->vertex_count * sizeof *w.state.weights);
        pd_execute(problem->executor, fit_from_parts, &w, all);
        memcpy(w.first_rotations, w.rotations, 9 * (size_t)all * (size_t)k * sizeof *w.rotations);
        memcpy(w.first_places, w.places, 3 * (size_t)all * sizeof *w.places);
        pd_execute(problem->executor, lack_one, &w, all);

        /* Methods in the order of the table, which keeps equal weightings together. */
        for (int method = 0; method < PD_LEARN_METHOD_COUNT && status == PD_OK; method++)
            status = run_method(out, &w, (pd_learn_method)method, counts, err);
    }

    free_memory(&w);
    free(counts);

    return status;
}
