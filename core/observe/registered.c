#include "core/observe/registered.h"

#include "core/base/assert.h"
#include "core/observe/start.h"

#include "core/kernel/linalg.h"
#include "core/math/horn.h"
#include "core/math/mat3.h"
#include "core/math/rotation.h"

#include <math.h>
#include <string.h>

#define PADDED     PD_K_REGISTERED_LANES
#define FEATURES   9 /* pose features of a joint, including those of a quaternion */
/* weight with which a part follows its parent's rotation, added to its moments, m^2 */
#define KEEPS      1e-5
#define NEWTON     30   /* most steps to the root of the quartic */
#define STILL      2e-5 /* decrease of the rms error that ends the steps, metres */
/* standard deviation of joints about their rest, for joints that are not seen, radians */
#define REST_SD    0.6
#define LEAST_PART 1e-3 /* least sum of weights of a part that gets a rotation of its own */

/* ---- a set of vertices */

/* Copies the nonzero rows of a vertex's pose blend shapes to out and feature,
 * unless they are NULL. Returns their number. */
static int blend_rows(float *out, int32_t *feature, const pd_observe_vertex *v, int joints)
{
    int count = 0;

    for (int i = 0; i < v->blend_count; i++) {
        const pd_observe_blend *b = &v->blends[i];
        for (int f = 0; f < FEATURES; f++) {
            if (b->p[f][0] == 0 && b->p[f][1] == 0 && b->p[f][2] == 0) continue;
            if (out) {
                feature[count] = FEATURES * (joints * b->term + b->joint) + f;
                for (int c = 0; c < 4; c++) out[4 * count + c] = c < 3 ? (float)b->p[f][c] : 0;
            }

            count++;
        }
    }

    return count;
}

/* Tables of the kernel while they are filled (core/kernel/body/registered.h describes them). */
typedef struct tables {
    float *shape, *weight, *blend;
    int32_t *skin, *start, *feature;
} tables;

bool pd_observe_registered_make(pd_observe_registered *out, const pd_smpl_model *m,
                                const pd_observe_vertex *const *vertices, int count, pd_arena *arena)
{
    const size_t joints = (size_t)m->joint_count;
    const size_t n = (size_t)count;
    int most_entries = 1, blend_count = 1, terms = 0;

    /* Sizes of the tables. */
    for (int i = 0; i < count; i++) {
        const pd_observe_vertex *v = vertices[i];
        most_entries = v->skin_count > most_entries ? v->skin_count : most_entries;
        blend_count += blend_rows(NULL, NULL, v, m->joint_count);
        for (int b = 0; b < v->blend_count; b++)
            terms = v->blends[b].term > terms ? v->blends[b].term : terms;
    }

    *out = (pd_observe_registered){.model = m,
                                   .count = count,
                                   .entries = most_entries,
                                   .betas = (m->beta_count + PADDED - 1) / PADDED * PADDED,
                                   .features = FEATURES * m->joint_count * (terms + 1)};

    /* Take the tables. */
    const size_t wide = (size_t)out->betas;
    const size_t entries = (size_t)most_entries;
    const size_t blends = (size_t)blend_count;
    const tables t = {.shape = pd_arena_take(arena, 3 * n * wide, sizeof *t.shape),
                      .weight = pd_arena_take(arena, entries * n, sizeof *t.weight),
                      .skin = pd_arena_take(arena, entries * n, sizeof *t.skin),
                      .start = pd_arena_take(arena, n + 1, sizeof *t.start),
                      .blend = pd_arena_take(arena, 4 * blends, sizeof *t.blend),
                      .feature = pd_arena_take(arena, blends, sizeof *t.feature)};
    int32_t *parents = pd_arena_take(arena, joints, sizeof *parents);
    float *joint_shape = pd_arena_take(arena, 3 * joints * wide, sizeof *joint_shape);
    out->rest = pd_arena_take(arena, 4 * n, sizeof *out->rest);
    if (!t.shape || !t.weight || !t.skin || !t.start || !t.blend || !t.feature || !parents || !joint_shape ||
        !out->rest)
        return false;

    /* Padding must be zero. */
    memset(t.shape, 0, 3 * n * wide * sizeof *t.shape);
    memset(t.weight, 0, entries * n * sizeof *t.weight);
    memset(t.skin, 0, entries * n * sizeof *t.skin);
    memset(out->rest, 0, 4 * n * sizeof *out->rest);
    memset(joint_shape, 0, 3 * joints * wide * sizeof *joint_shape);
    t.start[0] = 0;

    /* Vertex by vertex: rest position and shape, weights, pose blend shapes. */
    for (int i = 0; i < count; i++) {
        const pd_observe_vertex *v = vertices[i];
        bool is_taken[PD_SMPL_MAX_JOINTS] = {false};
        for (int c = 0; c < 3; c++) {
            out->rest[4 * i + c] = (float)v->at[c];
            for (int b = 0; b < m->beta_count; b++)
                t.shape[(3 * i + c) * out->betas + b] = (float)v->shape[c * m->beta_count + b];
        }

        PD_ASSERT(v->skin_count <= PD_SMPL_MAX_JOINTS);
        for (int s = 0; s < v->skin_count; s++) { /* sorted by weight, largest first */
            int best = -1;
            for (int o = 0; o < v->skin_count; o++)
                if (!is_taken[o] && (best < 0 || v->weight[o] > v->weight[best])) best = o;
            PD_ASSERT(best >= 0);
            is_taken[best] = true;
            t.weight[most_entries * i + s] = (float)v->weight[best];
            t.skin[most_entries * i + s] = v->skin[best];
        }

        t.start[i + 1] =
            t.start[i] + blend_rows(t.blend + 4 * t.start[i], t.feature + t.start[i], v, m->joint_count);
        if (v->blend_count) out->by_quaternion = v->blends[0].features == PD_SMPL_QUATERNION_FEATURES;
    }

    /* Joints, and the job that holds all tables. */
    PD_ASSERT(t.start[count] == blend_count - 1);
    for (size_t k = 0; k < joints; k++) parents[k] = m->data.parents[k];
    for (size_t i = 0; i < 3 * joints; i++)
        for (size_t b = 0; b < (size_t)m->beta_count; b++)
            joint_shape[i * wide + b] = (float)m->joint_shapedirs[i * (size_t)m->beta_count + b];
    out->tables = (pd_k_registered_job){.count = count,
                                        .joints = m->joint_count,
                                        .entries = most_entries,
                                        .betas = out->betas,
                                        .shape = t.shape,
                                        .skin = t.skin,
                                        .weight = t.weight,
                                        .blend_start = t.start,
                                        .blend_feature = t.feature,
                                        .blend = t.blend,
                                        .parents = parents,
                                        .joint_shape = joint_shape};

    return true;
}

/* Returns an upper bound of the tables' size. vertex_bytes bounds the rows of blend shapes, because a row is
 * smaller here than in a vertex. */
size_t pd_observe_registered_most_bytes(const pd_smpl_model *m, int count, size_t vertex_bytes)
{
    const size_t n = (size_t)count;
    const size_t joints = (size_t)m->joint_count;
    const size_t entries = joints;
    const size_t wide = (size_t)((m->beta_count + PADDED - 1) / PADDED * PADDED);
    const size_t blends = vertex_bytes / 24 + 1;

    return pd_arena_bytes(4 * n, 4) + pd_arena_bytes(3 * n * wide, 4) + 2 * pd_arena_bytes(entries * n, 4) +
           pd_arena_bytes(n + 1, 4) + pd_arena_bytes(4 * blends, 4) + pd_arena_bytes(blends, 4) +
           pd_arena_bytes(joints, 4) + pd_arena_bytes(3 * joints * wide, 4);
}

pd_status pd_observe_registered_init(pd_observe_registered *out, const pd_smpl_model *m, const int *vertices,
                                     int count, pd_error *err)
{
    size_t bytes = 0;
    pd_arena compiled = {0}, memory = {0};
    bool made = true;

    *out = (pd_observe_registered){.model = m};

    /* Check the vertices, and sum up their memory. */
    for (int i = 0; i < count; i++) {
        if (vertices[i] < 0 || vertices[i] >= m->vertex_count)
            return pd_fail(err, PD_ERR_RANGE, "vertices", "number %d is %d; 0 to %d allowed", i, vertices[i],
                           m->vertex_count - 1);
        bytes += pd_observe_vertex_bytes(m, vertices[i]);
    }

    /* Compile the vertices into memory that is released below. */
    const pd_observe_vertex **parts = NULL;
    pd_observe_vertex *all = NULL;
    made = pd_arena_init(&compiled, bytes + pd_arena_bytes((size_t)count, sizeof *all) +
                                        pd_arena_bytes((size_t)count, sizeof *parts)) &&
           pd_arena_init(&memory, pd_observe_registered_most_bytes(m, count, bytes)) &&
           (all = pd_arena_take(&compiled, (size_t)count, sizeof *all)) &&
           (parts = pd_arena_take(&compiled, (size_t)count, sizeof *parts));
    for (int i = 0; i < count && made; i++) {
        made = pd_observe_vertex_compile(&all[i], m, vertices[i], &compiled);
        parts[i] = &all[i];
    }

    /* Make the tables. */
    made = made && pd_observe_registered_make(out, m, parts, count, &memory);
    pd_arena_deinit(&compiled);
    out->memory = memory;
    if (made) return PD_OK;
    pd_observe_registered_deinit(out);

    return pd_fail(err, PD_ERR_MEMORY, "vertices", "out of memory");
}

void pd_observe_registered_deinit(pd_observe_registered *set)
{
    pd_arena_deinit(&set->memory);
    memset(set, 0, sizeof *set);
}

void pd_observe_registered_chosen(int *vertices, int count, const pd_smpl_model *m, float *nearest)
{
    int next = 0;

    for (int v = 0; v < m->vertex_count; v++) nearest[v] = INFINITY;
    for (int i = 0; i < count; i++) {
        const float *p = m->data.v_template + 3 * (size_t)next;
        vertices[i] = next;
        for (int v = 0; v < m->vertex_count; v++) {
            const float *q = m->data.v_template + 3 * (size_t)v;
            const float x = q[0] - p[0];
            const float y = q[1] - p[1];
            const float z = q[2] - p[2];
            nearest[v] = fminf(nearest[v], x * x + y * y + z * z);
        }

        for (int v = 0; v < m->vertex_count; v++)
            if (nearest[v] > nearest[next]) next = v;
    }
}

/* ---- rounds */

typedef struct round_work {
    const pd_observe_registered *set;
    const pd_k_registered *kernel;
    pd_k_registered_job job;
    pd_observe_registered_job *own;
    float *seen, *confidence, *world, *feature, *step, *joint; /* arrays of `job`, writable */
    double (*rest)[3], (*turn)[9], (*place)[3];                /* (K) J, G, X */
    double (*by)[9];                                           /* (K) Q */
    pd_observe_state kept;
    double kept_translation[3];
    double *gram, *right;             /* (n,n), (n) for n = B + 3 + 3K */
    double center[3], translation[3]; /* centre of the observations; translation of the body relative to it */
} round_work;

/* Returns the padded number of columns of A with those of the pose. */
static int columns_of(const pd_observe_registered *set)
{
    return (set->betas + 3 * set->model->joint_count + PADDED - 1) / PADDED * PADDED;
}

size_t pd_observe_registered_scratch_bytes(const pd_observe_registered *set)
{
    const size_t n = (size_t)set->count;
    const size_t k = (size_t)set->model->joint_count;
    const size_t wide = (size_t)set->betas;
    const size_t all = (size_t)set->model->beta_count + 3 + 3 * k;
    const size_t columns = (size_t)columns_of(set);

    return pd_observe_state_bytes(set->model) + 2 * pd_arena_bytes(4 * k, 4) + 3 * pd_arena_bytes(4 * n, 4) +
           pd_arena_bytes(n, 4) + pd_arena_bytes(12 * k, 4) + pd_arena_bytes((size_t)set->features, 4) +
           pd_arena_bytes(3 * n * columns, 4) + 2 * pd_arena_bytes(3 * k * wide, 4) +
           pd_arena_bytes(16 * k, 4) + pd_arena_bytes(columns * columns, 4) + pd_arena_bytes(wide, 4) +
           pd_arena_bytes(columns, 4) + pd_arena_bytes(3 * columns, 4) + 2 * pd_arena_bytes(3 * k, 8) +
           2 * pd_arena_bytes(9 * k, 8) + pd_arena_bytes(all * all, 8) + pd_arena_bytes(all, 8);
}

size_t pd_observe_registered_scratch_most(const pd_smpl_model *m, int count)
{
    const pd_observe_registered set = {.model = m,
                                       .count = count,
                                       .betas = (m->beta_count + PADDED - 1) / PADDED * PADDED,
                                       .features = FEATURES * m->joint_count * (m->beta_count + 1)};
    return pd_observe_registered_scratch_bytes(&set);
}

/* Takes the memory of a round from the arena. Returns false when it is full. 4 and 8: bytes of a float and a
 * double. */
static bool take_registered(round_work *r, pd_arena *a)
{
    const pd_observe_registered *set = r->set;
    const size_t n = (size_t)set->count;
    const size_t k = (size_t)set->model->joint_count;
    const size_t wide = (size_t)set->betas;
    const size_t all = (size_t)set->model->beta_count + 3 + 3 * k;
    const size_t columns = (size_t)columns_of(set);
    pd_k_registered_job *j = &r->job;

    /* Arrays of the kernel in float32, then those of the solver in double. */
    *j = set->tables;
    j->seen = r->seen = pd_arena_take(a, 4 * n, 4);
    j->shaped = pd_arena_take(a, 4 * n, 4);
    j->at = pd_arena_take(a, 4 * n, 4);
    j->confidence = r->confidence = pd_arena_take(a, n, 4);
    j->world = r->world = pd_arena_take(a, 12 * k, 4);
    j->feature = r->feature = pd_arena_take(a, (size_t)set->features, 4);
    j->rows = pd_arena_take(a, 3 * n * columns, 4);
    j->place = r->joint = pd_arena_take(a, 4 * k, 4);
    j->hung = pd_arena_take(a, 4 * k, 4);
    j->slopes = pd_arena_take(a, 3 * k * wide, 4);
    j->lever = pd_arena_take(a, 3 * k * wide, 4);
    j->moments = pd_arena_take(a, 16 * k, 4);
    j->gram = pd_arena_take(a, columns * columns, 4);
    j->right = pd_arena_take(a, columns, 4);
    r->step = pd_arena_take(a, wide, 4);
    j->sums = pd_arena_take(a, 3 * columns, 4);
    r->rest = pd_arena_take(a, 3 * k, 8);
    r->place = pd_arena_take(a, 3 * k, 8);
    r->turn = pd_arena_take(a, 9 * k, 8);
    r->by = pd_arena_take(a, 9 * k, 8);
    r->gram = pd_arena_take(a, all * all, 8);
    r->right = pd_arena_take(a, all, 8);

    return pd_observe_state_init(&r->kept, set->model, a) && r->right;
}

/* Computes the pose features: those of the local rotations minus those
 * of the identity, each set times its beta. */
static void put_features(round_work *r)
{
    const int joints = r->job.joints;

    for (int k = 0; k < joints; k++) {
        const double *m = r->own->state->rotations[k];
        float *f = r->feature + FEATURES * k;
        for (int i = 0; i < FEATURES; i++) f[i] = (float)(m[i] - (i % 4 == 0));
        if (!r->set->by_quaternion) continue;
        const pd_quat q = pd_q_from_matrix(m);
        const double sign = q.w < 0 ? -1 : 1;
        f[0] = (float)(sign * q.x);
        f[1] = (float)(sign * q.y);
        f[2] = (float)(sign * q.z);
        f[3] = (float)(sign * q.w - 1);
    }

    for (int first = FEATURES * joints, term = 0; first < r->set->features;
         first += FEATURES * joints, term++)
        for (int i = 0; i < FEATURES * joints; i++)
            r->feature[first + i] = (float)r->own->state->betas[term] * r->feature[i];
}

/* Computes the joints at rest and in the world, and the transforms that carry the skin, from local
 * rotations and betas. */
static void put_chain(round_work *r)
{
    const pd_smpl_model *m = r->set->model;
    const double *dirs = m->joint_shapedirs;

    /* Rest position by the betas, and the offset from the parent. */
    for (int k = 0; k < m->joint_count; k++) {
        const int parent = m->data.parents[k];
        double offset[3];
        for (int c = 0; c < 3; c++, dirs += m->beta_count) {
            double sum = m->joint_template[3 * k + c];
            for (int b = 0; b < m->beta_count; b++) sum += dirs[b] * r->own->state->betas[b];
            r->rest[k][c] = sum;
            offset[c] = sum - (parent < 0 ? 0 : r->rest[parent][c]);
        }

        /* Rotation and position in the world, parents first. */
        if (parent < 0) {
            memcpy(r->turn[k], r->own->state->rotations[k], sizeof r->turn[k]);
            for (int c = 0; c < 3; c++) r->place[k][c] = offset[c] + r->translation[c];
        } else {
            pd_mat3_mul(r->turn[k], r->turn[parent], r->own->state->rotations[k]);
            pd_mat3_apply(r->place[k], r->turn[parent], offset);
            for (int c = 0; c < 3; c++) r->place[k][c] += r->place[parent][c];
        }

        /* Transform of the skin, in float32. */
        for (int c = 0; c < 3; c++) {
            r->joint[4 * k + c] = (float)r->place[k][c];
            const double *g = r->turn[k] + 3 * c;
            float *row = r->world + 12 * k + 4 * c;
            row[0] = (float)g[0];
            row[1] = (float)g[1];
            row[2] = (float)g[2];
            row[3] = (float)(r->place[k][c] - pd_dot3(g, r->rest[k]));
        }
    }
}

/* Writes the rotation q that maximizes tr(Q s), s = sum a b^T. Horn's eigenvalue is the largest root of a
 * quartic, found by Newton's method from above (Theobald 2005). */
static bool horn(double q[9], const double s[9])
{
    double n[16];
    double square = 0;

    /* Coefficients of the quartic. */
    pd_horn_matrix(n, s);
    for (int i = 0; i < 9; i++) square += s[i] * s[i];
    const double det = s[0] * (s[4] * s[8] - s[5] * s[7]) - s[1] * (s[3] * s[8] - s[5] * s[6]) +
                       s[2] * (s[3] * s[7] - s[4] * s[6]);

    /* l^4 + c2 l^2 + c1 l + c0, c0 = det n */
    const double c2 = -2 * square;
    const double c1 = -8 * det;
    const double a0 = n[0] * n[5] - n[1] * n[4];
    const double a1 = n[0] * n[6] - n[2] * n[4];
    const double a2 = n[0] * n[7] - n[3] * n[4];
    const double a3 = n[1] * n[6] - n[2] * n[5];
    const double a4 = n[1] * n[7] - n[3] * n[5];
    const double a5 = n[2] * n[7] - n[3] * n[6];
    const double b0 = n[8] * n[13] - n[9] * n[12];
    const double b1 = n[8] * n[14] - n[10] * n[12];
    const double b2 = n[8] * n[15] - n[11] * n[12];
    const double b3 = n[9] * n[14] - n[10] * n[13];
    const double b4 = n[9] * n[15] - n[11] * n[13];
    const double b5 = n[10] * n[15] - n[11] * n[14];
    const double c0 = a0 * b5 - a1 * b4 + a2 * b3 + a3 * b2 - a4 * b1 + a5 * b0;
    double l = sqrt(3 * square);

    if (!(l > 0)) return false;

    /* Newton's method from an upper bound converges monotonically to the largest root. */
    for (int i = 0; i < NEWTON; i++) {
        const double value = ((l * l + c2) * l + c1) * l + c0;
        const double slope = (4 * l * l + 2 * c2) * l + c1;
        if (!(slope > 0)) break;
        const double step = value / slope;
        l -= step;
        if (fabs(step) < 1e-13 * l) break;
    }

    /* Eigenvector: a column of the adjugate of n - l, the longest of the four for accuracy. */
    double best[4] = {0}, longest = 0;
    for (int i = 0; i < 4; i += 1) n[5 * i] -= l;
    for (int col = 0; col < 4; col++) {
        double v[4];
        double length = 0;
        for (int row = 0; row < 4; row++) {
            double m[9];
            int to = 0;
            for (int i = 0; i < 4; i++)
                for (int k = 0; k < 4; k++)
                    if (i != row && k != col) m[to++] = n[4 * i + k];
            v[row] = (row + col) % 2 ? -1 : 1;
            v[row] *= m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
                      m[2] * (m[3] * m[7] - m[4] * m[6]);
            length += v[row] * v[row];
        }

        if (length > longest) {
            longest = length;
            memcpy(best, v, sizeof best);
        }
    }

    pd_quat unit;
    if (!(longest > 0) || !pd_q_unit(&unit, (pd_quat){best[1], best[2], best[3], best[0]})) return false;
    pd_q_to_matrix(q, unit);

    return true;
}

/* Applies Q to the world rotations, and computes the local rotations from them. */
static void turn_by(round_work *r)
{
    const pd_smpl_model *m = r->set->model;

    for (int k = 0; k < m->joint_count; k++) {
        const int parent = m->data.parents[k];
        double *local = r->own->state->rotations[k];
        double turned[9], back[9];

        pd_mat3_mul(turned, r->by[k], r->turn[k]);
        memcpy(r->turn[k], turned, sizeof turned);
        if (parent < 0) {
            memcpy(local, turned, sizeof turned);
            continue;
        }

        for (int i = 0; i < 9; i++) back[i] = r->turn[parent][3 * (i % 3) + i / 3];
        pd_mat3_mul(local, back, turned);
    }
}

/* Rotates every part to its observed vertices. A part with too few vertices follows its parent. */
static void turn_parts(round_work *r)
{
    const pd_smpl_model *m = r->set->model;

    r->kernel->moments(&r->job);
    for (int k = 0; k < m->joint_count; k++) {
        const float *own = r->job.moments + 16 * k;
        const int parent = m->data.parents[k];
        const double weight = (double)own[15];
        double s[9];

        for (int i = 0; i < 9; i++) s[i] = parent < 0 ? i % 4 == 0 : r->by[parent][3 * (i % 3) + i / 3];
        for (int i = 0; i < 9; i++) {
            s[i] *= KEEPS;
            if (weight > LEAST_PART)
                s[i] += (double)own[4 * (i / 3) + i % 3] -
                        (double)own[4 * (i / 3) + 3] * (double)own[12 + i % 3] / weight;
        }

        if (weight <= LEAST_PART || !horn(r->by[k], s)) {
            if (parent < 0)
                for (int i = 0; i < 9; i++) r->by[k][i] = i % 4 == 0;
            else
                memcpy(r->by[k], r->by[parent], sizeof r->by[k]);
        }
    }

    turn_by(r);
}

/* Solves for the step of betas, translation and, if A has them, rotations, into r->right. Returns false if
 * the system is singular. */
static bool find_step_registered(round_work *r)
{
    const pd_observe_registered_job *own = r->own;
    const int betas = own->keep_betas ? 0 : r->set->model->beta_count;
    const int columns = r->job.columns;
    const int turns = columns > r->set->betas ? 3 * r->job.joints : 0;
    const int n = betas + turns + 3;
    const double precision = 1 / (own->sigma * own->sigma);
    double weight = 0;
    double off[3] = {0, 0, 0};

    /* Part of the translation: weighted sum of the residuals. */
    for (int v = 0; v < r->set->count; v++) {
        const double c = (double)r->confidence[v];
        weight += c;
        for (int i = 0; i < 3; i++) off[i] += c * ((double)r->seen[4 * v + i] - (double)r->job.at[4 * v + i]);
    }

    /* Part of betas and rotations: the kernel's normal equations in double, and the prior of the betas.
     * The kernel pads the betas; `skip` steps over the padding. */
    if (betas + turns) r->kernel->normal(&r->job);
    const int skip = r->set->betas - betas;
    PD_ASSERT(skip >= 0);
    for (int i = 0; i < betas + turns; i++) {
        const int from = i < betas ? i : i + skip;
        const float *row = r->job.gram + (size_t)from * (size_t)columns;
        double *out = r->gram + (size_t)i * (size_t)n;
        for (int k = 0; k <= i; k++) out[k] = precision * (double)row[k < betas ? k : k + skip];
        out[i] += i < betas ? 1 : 1e-9;
        r->right[i] = precision * (double)r->job.right[from] - (i < betas ? own->state->betas[i] : 0);
    }

    /* Add a prior that pulls joints towards their rest, because not every joint is observed. */
    for (int k = 1; 3 * k < turns; k++) {
        double local[3], turn[3];
        pd_rot_to_axis_angle(local, own->state->rotations[k]);
        pd_mat3_apply(turn, r->turn[r->set->model->data.parents[k]], local);
        for (int c = 0; c < 3; c++) {
            const int i = betas + 3 * k + c;
            r->gram[(size_t)i * (size_t)(n + 1)] += 1 / (REST_SD * REST_SD);
            r->right[i] -= turn[c] / (REST_SD * REST_SD);
        }
    }

    /* Rows of the translation come last. */
    for (int c = 0; c < 3; c++) {
        double *row = r->gram + (size_t)(n - 3 + c) * (size_t)n;
        for (int i = 0; i < betas + turns; i++)
            row[i] = precision * (double)r->job.sums[c * columns + (i < betas ? i : i + skip)];
        for (int i = 0; i < 3; i++) row[n - 3 + i] = i == c ? precision * weight + 1e-9 : 0;
        r->right[n - 3 + c] = precision * off[c];
    }

    /* Solve. */
    if (!pd_k_cholesky(r->gram, n)) return false;
    pd_k_cholesky_solve(r->right, r->gram, n);

    return true;
}

/* Solves for betas and translation with fixed rotations. Returns false if the system is singular. */
static bool shape_and_place(round_work *r)
{
    const int betas = r->own->keep_betas ? 0 : r->set->model->beta_count;
    float shift[3];

    if (!find_step_registered(r)) return false;

    memset(r->step, 0, (size_t)r->set->betas * sizeof *r->step);
    for (int i = 0; i < betas; i++) {
        r->own->state->betas[i] += r->right[i];
        r->step[i] = (float)r->right[i];
    }

    for (int c = 0; c < 3; c++) {
        r->translation[c] += r->right[betas + c];
        shift[c] = (float)r->right[betas + c];
    }

    r->kernel->move(&r->job, r->step, shift);

    return true;
}

/* Applies a Gauss-Newton step to shape (T + S beta), betas, translation and rotations. Returns false if the
 * system is singular. */
static bool step_all(round_work *r)
{
    const pd_smpl_model *m = r->set->model;
    const int betas = r->own->keep_betas ? 0 : m->beta_count;
    const int turns = 3 * m->joint_count;
    const float none[3] = {0, 0, 0};

    if (!find_step_registered(r)) return false;

    memset(r->step, 0, (size_t)r->set->betas * sizeof *r->step);
    for (int i = 0; i < betas; i++) {
        r->own->state->betas[i] += r->right[i];
        r->step[i] = (float)r->right[i];
    }

    for (int c = 0; c < 3; c++) r->translation[c] += r->right[betas + turns + c];
    for (int k = 0; k < m->joint_count; k++) {
        const int parent = m->data.parents[k];
        double own[9];
        pd_rot_from_axis_angle(own, r->right + betas + 3 * k);
        if (parent < 0)
            memcpy(r->by[k], own, sizeof own);
        else
            pd_mat3_mul(r->by[k], r->by[parent], own);
    }

    turn_by(r);
    r->kernel->move(&r->job, r->step, none);

    return true;
}

/* Returns the weighted mean square of the residuals.
 * With `reweigh` also updates the weight of each vertex (c_v). */
static double left_over(round_work *r, bool reweigh)
{
    const pd_observe_registered_job *own = r->own;
    double sum = 0, weight = 0;

    for (int v = 0; v < r->set->count; v++) {
        const double c = own->confidence ? (double)own->confidence[v] : 1;
        double square = 0;
        if (c == 0) continue;
        for (int i = 0; i < 3; i++) {
            const double d = (double)r->seen[4 * v + i] - (double)r->job.at[4 * v + i];
            square += d * d;
        }

        const double fits = own->robust > 0 ? 1 / (1 + square / (own->robust * own->robust)) : 1;
        if (reweigh) r->confidence[v] = (float)(c * fits * fits);
        sum += c * square * fits;
        weight += c;
    }

    return weight > 0 ? sum / weight : 0;
}

/* Computes rows and residuals of the kernel at the present state; `columns` says with or without
 * rotations. */
static void look_registered(round_work *r, int columns)
{
    PD_ASSERT(columns == r->set->betas || columns == columns_of(r->set));
    r->job.columns = columns;
    put_features(r);
    put_chain(r);
    r->kernel->chain(&r->job);
    r->kernel->rows(&r->job);
}

void pd_observe_registered_run(pd_observe_registered_job *own, const pd_observe_registered *set,
                               pd_arena *scratch)
{
    const int rounds = own->rounds ? own->rounds : PD_OBSERVE_REGISTERED_ROUNDS;
    const int steps = own->steps ? own->steps : PD_OBSERVE_REGISTERED_STEPS;
    round_work r = {.set = set, .own = own, .kernel = pd_k_registered_get()};
    double last = INFINITY;

    if (!take_registered(&r, scratch)) return;

    /* Start at the rest pose, with the caller's betas if they are kept and the mean's otherwise. */
    const int betas = set->model->beta_count;
    for (int k = 0; k < r.job.joints; k++)
        for (int i = 0; i < 9; i++) own->state->rotations[k][i] = i % 4 == 0;
    for (int b = 0; b < betas && !own->keep_betas; b++) own->state->betas[b] = 0;
    memset(r.translation, 0, sizeof r.translation);
    memcpy(r.job.shaped, set->rest, (size_t)(4 * set->count) * sizeof(float));
    for (int i = 0; i < 3 * set->count && own->keep_betas; i++)
        for (int b = 0; b < betas; b++)
            r.job.shaped[4 * (i / 3) + i % 3] +=
                r.job.shape[i * set->betas + b] * (float)own->state->betas[b];
    put_features(&r);
    put_chain(&r);
    for (int v = 0; v < set->count; v++) memcpy(r.job.at + 4 * v, r.job.shaped + 4 * v, 3 * sizeof(float));

    /* Move the observations to their centre, which keeps float32 exact. */
    double weight = 0;
    memset(r.center, 0, sizeof r.center);
    for (int v = 0; v < set->count; v++) {
        const double c = own->confidence ? (double)own->confidence[v] : 1;
        r.confidence[v] = (float)c;
        if (c == 0) continue;
        weight += c;
        for (int i = 0; i < 3; i++) r.center[i] += c * (double)own->seen[3 * v + i];
    }

    for (int i = 0; i < 3 && weight > 0; i++) r.center[i] /= weight;
    for (int v = 0; v < set->count; v++) {
        for (int i = 0; i < 3; i++)
            r.seen[4 * v + i] = r.confidence[v] > 0 ? (float)((double)own->seen[3 * v + i] - r.center[i]) : 0;
        r.seen[4 * v + 3] = 1;
        r.job.at[4 * v + 3] = 1;
    }

    /* Alternate: rotations of the parts in closed form, then shape and translation. */
    for (int round = 0; round < rounds; round++) {
        turn_parts(&r);
        look_registered(&r, set->betas);
        if (!shape_and_place(&r)) break;
        put_chain(&r);
        if (own->robust > 0) left_over(&r, true);
    }

    /* Gauss-Newton over everything, until the error no longer falls. */
    for (own->steps_used = 0;; own->steps_used++) {
        /* The last pass needs no derivatives by the pose. */
        look_registered(&r, own->steps_used == steps ? set->betas : columns_of(set));
        own->rms = sqrt(left_over(&r, own->robust > 0));
        if (!(own->rms <= last)) { /* the step was no improvement: undo it */
            pd_observe_state_copy(own->state, &r.kept, set->model);
            memcpy(r.translation, r.kept_translation, sizeof r.translation);
            own->rms = last;
            break;
        }

        if (own->steps_used == steps || last - own->rms < STILL) break;
        last = own->rms;
        pd_observe_state_copy(&r.kept, own->state, set->model);
        memcpy(r.kept_translation, r.translation, sizeof r.translation);
        if (!step_all(&r)) break;
    }

    /* Add the centre back. */
    for (int c = 0; c < 3; c++) own->state->translation[c] = r.translation[c] + r.center[c];
}
