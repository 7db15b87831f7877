#include "factory/tissue/layer.h"

#include "core/base/arena.h"
#include "core/base/assert.h"
#include "core/base/executor.h"
#include "core/math/mat3.h"
#include "core/math/triangle.h"
#include "core/smpl/body.h"

#include <math.h>
#include <meshoptimizer.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SHEETS         2
#define DENSITY        1000.0 /* kg/m3: fat 920, muscle 1060                                */
#define LEAST_FLESH_M  0.012
#define MOST_CORE      0.9
#define SMOOTHINGS     8
#define LEAST_HEIGHT_M 0.0015 /* least height of a tetrahedron */
#define TRIANGLE_M2    0.0008 /* mean area of triangles of the simplified skin */
#define ROUNDINGS      4      /* rounds that smooth displacements between nodes */

/* Core of each joint: fraction of the distance from bone to skin of the mean body that does not move relative
 * to the bone (bone, braced muscle, ribs). These are our own estimates, not measured. Joints that are not
 * listed are rigid. */
static const struct {
    const char *name;
    double share;
} cores[] = {{"pelvis", 0.5},      {"left_hip", 0.5},     {"right_hip", 0.5},     {"spine1", 0.5},
             {"spine2", 0.65},     {"spine3", 0.75},      {"left_knee", 0.6},     {"right_knee", 0.6},
             {"left_collar", 0.8}, {"right_collar", 0.8}, {"left_shoulder", 0.5}, {"right_shoulder", 0.5},
             {"left_elbow", 0.65}, {"right_elbow", 0.65}};

/* Breasts have no bone, so the core is reduced around the nipples. */
#define BREAST_M    0.06 /* standard deviation of the Gaussian of the distance */
#define BREAST_LESS 0.2

typedef struct building {
    pd_factory_tissue_layer *out;
    const pd_smpl_model *model;
    double share[PD_SMPL_MAX_JOINTS];
    float *skin, *mean;  /* (V,3) rest shapes of this body and of the mean body */
    double (*inward)[3]; /* (V) vector from the skin to the core; 0: rigid */
    double (*smoothed)[3];
    int *node;        /* (V) node of the vertex on the skin, -1: none */
    int *skin_of;     /* (V) index of the vertex in the layer's skin, -1: rigid */
    int column_count; /* number of nodes on the skin */
    pd_error *err;
} building;

/* ---- shapes ---- */

static pd_status rest_shape(float *vertices, float *joints, const building *b, const float *betas, int count)
{
    pd_arena scratch = {0};
    const pd_smpl_body body = {.betas = betas, .beta_count = count, .vertices = vertices, .joints = joints};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    pd_status status = pd_smpl_job_check(&job, b->model, b->err);

    if (status == PD_OK && !pd_arena_reserve(&scratch, pd_smpl_job_scratch_bytes(&job, b->model)))
        status = pd_fail(b->err, PD_ERR_MEMORY, "tissue", "out of memory");
    if (status == PD_OK) pd_smpl_job_run(&job, b->model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);

    return status;
}

/* Computes the vector b_v - v from a vertex to its axis. b_v: weighted mean of the nearest points on the
 * bones that start at the vertex's joints. */
static void to_axis(double out[3], const building *b, const float *vertices, const float *joints, int v)
{
    const int joint_count = b->model->joint_count;
    const float *w = b->model->data.weights + (size_t)v * (size_t)joint_count;
    const float *at = vertices + 3 * (size_t)v;
    const double p[3] = {(double)at[0], (double)at[1], (double)at[2]};

    /* Sum up the weighted nearest points, minus the vertex. */
    for (int c = 0; c < 3; c++) out[c] = -p[c];
    for (int k = 0; k < joint_count; k++) {
        const float *from = joints + 3 * k;
        double nearest[3];
        double best = INFINITY;
        if (!(w[k] > 0)) continue;

        /* For a joint without a child, use the joint itself. */
        for (int c = 0; c < 3; c++) nearest[c] = (double)from[c];
        for (int j = k + 1; j < joint_count; j++) {
            double along[3], off[3], on_bone[3], d[3];
            double t = 0;
            if (b->model->data.parents[j] != k) continue;
            for (int c = 0; c < 3; c++) {
                along[c] = (double)joints[3 * j + c] - (double)from[c];
                off[c] = p[c] - (double)from[c];
            }

            const double square = pd_dot3(along, along);
            if (square > 0) t = fmin(1, fmax(0, pd_dot3(off, along) / square));
            for (int c = 0; c < 3; c++) {
                on_bone[c] = (double)from[c] + t * along[c];
                d[c] = p[c] - on_bone[c];
            }

            if (pd_dot3(d, d) >= best) continue;
            best = pd_dot3(d, d);
            memcpy(nearest, on_bone, sizeof on_bone);
        }

        for (int c = 0; c < 3; c++) out[c] += (double)w[k] * nearest[c];
    }
}

/* ---- flesh ---- */

/* Computes inward_v, smoothed over neighbours; 0 if rigid joints have most of the weight. */
static void find_flesh(building *b, const float *joints, const float *mean_joints)
{
    for (int v = 0; v < b->model->vertex_count; v++) {
        const float *w = b->model->data.weights + (size_t)v * (size_t)b->model->joint_count;
        double own[3], mean[3];
        double share = 0, rigid = 0;

        /* Blend the core's fraction of the depth, and sum up the weight of rigid joints. */
        for (int k = 0; k < b->model->joint_count; k++) {
            share += (double)w[k] * b->share[k];
            if (b->share[k] >= 1) rigid += (double)w[k];
        }

        memset(b->inward[v], 0, sizeof *b->inward);
        if (rigid > 0.5) continue;

        /* Compute the vector to the axis on this body and on the mean body. */
        to_axis(own, b, b->skin, joints, v);
        to_axis(mean, b, b->mean, mean_joints, v);

        /* Reduce the core near a nipple, by the distance on the mean body. */
        double breast = 0;
        for (int i = 0; i < b->model->data.landmark_count; i++) {
            const pd_smpl_landmark *mark = &b->model->data.landmarks[i];
            double square = 0;
            if (strncmp(mark->name, "nipple", 6) != 0) continue;
            for (int c = 0; c < 3; c++) {
                const double d = (double)b->mean[3 * v + c] - (double)b->mean[3 * mark->vertex + c];
                square += d * d;
            }

            breast = fmax(breast, exp(-square / (2 * BREAST_M * BREAST_M)));
        }

        /* Keep the thickness of the core of the mean body, so that the rest of a heavier body is flesh. */
        const double depth = pd_length3(own);
        const double core = fmin((share - BREAST_LESS * breast) * pd_length3(mean), MOST_CORE * depth);
        for (int c = 0; c < 3 && depth > 0; c++) b->inward[v][c] = own[c] * (1 - core / depth);
    }

    /* Average over edges, because the nearest bone changes abruptly in crotch and armpit. */
    const size_t vertices = (size_t)b->model->vertex_count;
    int *count = b->node; /* memory that is not in use yet */
    for (int round = 0; round < SMOOTHINGS; round++) {
        memcpy(b->smoothed, b->inward, vertices * sizeof *b->inward);
        for (size_t v = 0; v < vertices; v++) count[v] = 1;

        for (int f = 0; f < 3 * b->model->face_count; f++) {
            const int from = (int)b->model->data.faces[f];
            const int to = (int)b->model->data.faces[f % 3 == 2 ? f - 2 : f + 1];
            for (int c = 0; c < 3; c++) b->smoothed[to][c] += b->inward[from][c];
            count[to]++;
        }

        for (size_t v = 0; v < vertices; v++) {
            const int was_flesh = pd_dot3(b->inward[v], b->inward[v]) > 0;
            for (int c = 0; c < 3; c++) b->inward[v][c] = was_flesh ? b->smoothed[v][c] / count[v] : 0;
        }
    }
}

/* ---- nodes and tetrahedra ---- */

static bool has_flesh(const building *b, uint32_t v)
{
    return pd_length3(b->inward[v]) >= LEAST_FLESH_M;
}

/* Makes the simplified triangles of the skin over flesh, on the mean body. */
static pd_status thin_out(building *b)
{
    pd_factory_tissue_layer *out = b->out;
    const size_t most = 3 * (size_t)b->model->face_count;
    uint32_t *flesh = malloc(most * sizeof *flesh);
    size_t count = 0;
    double area = 0;

    out->faces = malloc((most + 1) * sizeof *out->faces);
    if (!flesh || !out->faces) {
        free(flesh);
        return pd_fail(b->err, PD_ERR_MEMORY, "tissue", "out of memory");
    }

    /* List the triangles with flesh under a corner, and sum up their area. */
    for (size_t f = 0; f < most; f += 3) {
        const uint32_t *v = b->model->data.faces + f;
        double e[2][3], n[3];
        if (!has_flesh(b, v[0]) && !has_flesh(b, v[1]) && !has_flesh(b, v[2])) continue;
        for (int i = 0; i < 2; i++)
            for (int c = 0; c < 3; c++)
                e[i][c] =
                    (double)b->mean[3 * v[i + 1] + (uint32_t)c] - (double)b->mean[3 * v[0] + (uint32_t)c];
        pd_cross3(n, e[0], e[1]);
        area += pd_length3(n) / 2;
        memcpy(flesh + count, v, 3 * sizeof *v);
        count += 3;
    }

    /* Simplify them to triangles of about TRIANGLE_M2. */
    const size_t target = 3 * (size_t)(area / TRIANGLE_M2 + 1);
    size_t left = count;
    if (target < count)
        left = meshopt_simplify(out->faces, flesh, count, b->mean, (size_t)b->model->vertex_count, 12, target,
                                1.0F, 0, NULL);
    else
        memcpy(out->faces, flesh, count * sizeof *flesh);
    PD_ASSERT(left % 3 == 0 && left <= count);
    out->face_count = (int)(left / 3);
    free(flesh);

    return PD_OK;
}

/* Returns the node below vertex v at a level: 0 is the core, SHEETS the skin.
 * Nodes on the skin come first. */
static int node_at(const building *b, int v, int level)
{
    PD_ASSERT(level >= 0 && level <= SHEETS);
    if (b->node[v] < 0 || level == 0) return -1;
    return b->node[v] + (SHEETS - level) * b->column_count;
}

static void point_at(double out[3], const building *b, int v, int level)
{
    for (int c = 0; c < 3; c++)
        out[c] = (double)b->skin[3 * v + c] + b->inward[v][c] * (SHEETS - level) / SHEETS;
}

/* Computes volume and gradients, which are the rows of the inverse of the edge matrix. Returns false for a
 * flat tetrahedron. */
static bool measure_tet(pd_factory_tissue_tet *tet, double p[4][3])
{
    double e[3][3], n[4][3];

    /* Compute the normals of the faces opposite corners 1 to 3, and six times the volume. */
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 3; c++) e[i][c] = p[i + 1][c] - p[0][c];
    pd_cross3(n[1], e[1], e[2]);
    pd_cross3(n[2], e[2], e[0]);
    pd_cross3(n[3], e[0], e[1]);
    const double six = pd_dot3(e[0], n[1]);
    if (!(six > 0)) return false;

    /* The normals sum to 0, which gives that of corner 0.
     * The tetrahedron is flat if a corner is too low over its face. */
    for (int c = 0; c < 3; c++) n[0][c] = -n[1][c] - n[2][c] - n[3][c];
    tet->volume = (float)(six / 6);
    for (int i = 0; i < 4; i++) {
        if (six / pd_length3(n[i]) < LEAST_HEIGHT_M) return false;
        for (int c = 0; c < 3; c++) tet->gradients[i][c] = (float)(n[i][c] / six);
    }

    return true;
}

/* Cuts the prism below a triangle into tetrahedra. Diagonals go up towards the larger vertex index, so that
 * prisms match at their common walls. The parity of the sorted order of the corners decides the orientation
 * of the tetrahedra. */
static void cut_prism(building *b, int face, int sheet)
{
    static const int cut[3][4] = {{0, 1, 2, 5}, {0, 1, 4, 5}, {0, 3, 4, 5}}; /* 3 to 5: upper corners */
    static const int swapped[3] = {0, 1, 0};

    PD_ASSERT(face >= 0 && face < b->out->face_count && sheet >= 0 && sheet < SHEETS);
    pd_factory_tissue_layer *out = b->out;
    const uint32_t *f = out->faces + 3 * (size_t)face;
    int v[3] = {(int)f[0], (int)f[1], (int)f[2]};
    int odd = 0;

    /* Sort the corners by index, and store the parity of the exchanges. */
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            if (v[j] > v[j + 1]) {
                const int t = v[j];
                v[j] = v[j + 1];
                v[j + 1] = t;
                odd = !odd;
            }

    /* Make three tetrahedra. Those with all corners on the core are rigid. */
    for (int t = 0; t < 3; t++) {
        pd_factory_tissue_tet tet = {.face = face, .sheet = sheet};
        double p[4][3];
        int free_nodes = 0;
        for (int i = 0; i < 4; i++) {
            const int from = i > 1 || swapped[t] == odd ? i : 1 - i;
            const int vertex = v[cut[t][from] % 3];
            const int level = sheet + (cut[t][from] >= 3);
            tet.nodes[i] = node_at(b, vertex, level);
            free_nodes += tet.nodes[i] >= 0;
            point_at(p[i], b, vertex, level);
        }

        if (!free_nodes) continue;
        if (!measure_tet(&tet, p)) {
            out->left_out++;
            continue;
        }

        PD_ASSERT(out->tet_count < 3 * SHEETS * out->face_count);

        /* Give a quarter of the mass to each corner. */
        out->tets[out->tet_count++] = tet;
        out->flesh_kg += DENSITY * (double)tet.volume;
        for (int i = 0; i < 4; i++)
            if (tet.nodes[i] >= 0) out->mass[tet.nodes[i]] += (float)(DENSITY / 4) * tet.volume;
    }
}

/* ---- the skin over the tetrahedra ---- */

/* Computes the skin's vertices over flesh: nodes and weights, mass below, and neighbours.
 * Returns 0 when out of memory. */
static int cover(building *b)
{
    pd_factory_tissue_layer *out = b->out;

    /* Number the vertices of the skin that have flesh below them. */
    for (int v = 0; v < b->model->vertex_count; v++)
        b->skin_of[v] = has_flesh(b, (uint32_t)v) ? out->skin_count++ : -1;
    out->skin = calloc((size_t)out->skin_count + 1, sizeof *out->skin);
    out->neighbours =
        calloc((size_t)out->skin_count + 2 + 3 * (size_t)b->model->face_count, sizeof *out->neighbours);
    if (!out->skin || !out->neighbours) return 0;

    for (int v = 0; v < b->model->vertex_count; v++) {
        if (b->skin_of[v] < 0) continue;

        /* Find the nearest triangle of nodes, on this body at rest. */
        pd_factory_tissue_skin *skin = &out->skin[b->skin_of[v]];
        const float *p = b->skin + 3 * (size_t)v;
        float best = INFINITY;
        skin->vertex = v;
        for (int f = 0; f < out->face_count; f++) {
            const uint32_t *corner = out->faces + 3 * (size_t)f;
            const float *a = b->skin + 3 * (size_t)corner[0];
            const float *o = b->skin + 3 * (size_t)corner[1];
            const float *u = b->skin + 3 * (size_t)corner[2];
            float w[3];
            float square = 0;
            pd_triangle_nearest(w, p, a, o, u);
            for (int c = 0; c < 3; c++) {
                const float d = w[0] * a[c] + w[1] * o[c] + w[2] * u[c] - p[c];
                square += d * d;
            }

            if (square >= best) continue;
            best = square;
            for (int i = 0; i < 3; i++) {
                skin->nodes[i] = b->node[corner[i]];
                skin->weights[i] = w[i];
            }
        }
    }

    /* Compute the mass below a vertex: a third of each triangle's area, times the depth of the flesh. */
    for (int f = 0; f < b->model->face_count; f++) {
        const uint32_t *v = b->model->data.faces + 3 * (size_t)f;
        double e[2][3], n[3];
        for (int i = 0; i < 2; i++)
            for (int c = 0; c < 3; c++)
                e[i][c] =
                    (double)b->skin[3 * v[i + 1] + (uint32_t)c] - (double)b->skin[3 * v[0] + (uint32_t)c];
        pd_cross3(n, e[0], e[1]);
        for (int i = 0; i < 3; i++) {
            const int s = b->skin_of[v[i]];
            if (s >= 0)
                out->skin[s].mass += (float)(DENSITY * pd_length3(n) / 6 * pd_length3(b->inward[v[i]]));
        }
    }

    /* In a closed mesh each directed edge occurs in one triangle, so its start gets every neighbour once. */
    const uint32_t *faces = b->model->data.faces;
    const int corners = 3 * b->model->face_count;
    int *start = out->neighbours;
    int *at = malloc(((size_t)out->skin_count + 1) * sizeof *at);
    if (!at) return 0;

    /* Count the neighbours of each vertex, sum them up to starts, then fill in the lists. */
    for (int i = 0; i < corners; i++)
        if (b->skin_of[faces[i]] >= 0) start[b->skin_of[faces[i]] + 1]++;
    start[0] = out->skin_count + 1;
    for (int s = 0; s < out->skin_count; s++) start[s + 1] += start[s];
    memcpy(at, start, ((size_t)out->skin_count + 1) * sizeof *at);
    for (int i = 0; i < corners; i++) {
        const int s = b->skin_of[faces[i]];
        const int next = i % 3 == 2 ? i - 2 : i + 1;
        if (s >= 0) out->neighbours[at[s]++] = b->skin_of[faces[next]];
    }

    free(at);

    return 1;
}

void pd_factory_tissue_layer_skin(float *out, const pd_factory_tissue_layer *layer, const float *nodes,
                                  int stride, float *scratch)
{
    const size_t bytes = 3 * (size_t)layer->skin_count * sizeof *out;

    /* Blend the nodes of the nearest triangle; the core does not move. */
    for (int s = 0; s < layer->skin_count; s++)
        for (int c = 0; c < 3; c++) {
            float sum = 0;
            for (int i = 0; i < 3; i++) {
                const int n = layer->skin[s].nodes[i];
                if (n >= 0) sum += layer->skin[s].weights[i] * nodes[(size_t)n * (size_t)stride + (size_t)c];
            }

            out[3 * s + c] = sum;
        }

    /* Average with the neighbours, because the nodes are coarser than the skin. */
    for (int round = 0; round < ROUNDINGS; round++) {
        memcpy(scratch, out, bytes);
        for (int s = 0; s < layer->skin_count; s++) {
            const int first = layer->neighbours[s];
            const int last = layer->neighbours[s + 1];
            float sum[3] = {0, 0, 0};
            for (int i = first; i < last; i++) {
                const int n = layer->neighbours[i];
                for (int c = 0; c < 3 && n >= 0; c++) sum[c] += scratch[3 * n + c];
            }

            for (int c = 0; c < 3 && last > first; c++)
                out[3 * s + c] = (scratch[3 * s + c] + sum[c] / (float)(last - first)) / 2;
        }
    }
}

static pd_status build_layer(building *b, const float *betas, int beta_count)
{
    pd_factory_tissue_layer *out = b->out;
    float joints[3 * PD_SMPL_MAX_JOINTS], mean_joints[3 * PD_SMPL_MAX_JOINTS];
    pd_status status = rest_shape(b->skin, joints, b, betas, beta_count);

    if (status == PD_OK) status = rest_shape(b->mean, mean_joints, b, NULL, 0);
    if (status != PD_OK) return status;

    for (int k = 0; k < b->model->joint_count; k++) {
        b->share[k] = 1;
        for (size_t i = 0; i < sizeof cores / sizeof *cores; i++)
            if (!strcmp(b->model->data.joint_names[k], cores[i].name)) b->share[k] = cores[i].share;
    }

    find_flesh(b, joints, mean_joints);
    status = thin_out(b);
    if (status != PD_OK) return status;

    /* Number the nodes on the skin: the corners of the triangles, if they have flesh. */
    for (int v = 0; v < b->model->vertex_count; v++) b->node[v] = -1;
    for (int i = 0; i < 3 * out->face_count; i++) {
        const uint32_t v = out->faces[i];
        if (b->node[v] < 0 && has_flesh(b, v)) b->node[v] = b->column_count++;
    }

    out->node_count = SHEETS * b->column_count;

    if (!b->column_count)
        return pd_fail(
            b->err, PD_ERR_UNSUPPORTED, "tissue",
            "the body has no flesh: none of its joints is a limb or the trunk of SMPL by its name");

    const size_t nodes = (size_t)out->node_count;
    out->vertex = calloc(nodes + 1, sizeof *out->vertex);
    out->rest = calloc(nodes + 1, sizeof *out->rest);
    out->mass = calloc(nodes + 1, sizeof *out->mass);
    out->tets = malloc((3 * SHEETS * (size_t)out->face_count + 1) * sizeof *out->tets);
    if (!out->vertex || !out->rest || !out->mass || !out->tets)
        return pd_fail(b->err, PD_ERR_MEMORY, "tissue", "out of memory");

    /* Make the nodes: one for each level above the core, below each node on the skin. */
    for (int v = 0; v < b->model->vertex_count; v++)
        for (int level = 1; level <= SHEETS && b->node[v] >= 0; level++) {
            const int n = node_at(b, v, level);
            out->vertex[n] = v;
            point_at(out->rest[n], b, v, level);
        }

    /* Make the tetrahedra between the levels, then the skin over them. */
    for (int f = 0; f < out->face_count; f++)
        for (int sheet = 0; sheet < SHEETS; sheet++) cut_prism(b, f, sheet);

    return cover(b) ? PD_OK : pd_fail(b->err, PD_ERR_MEMORY, "tissue", "out of memory");
}

pd_status pd_factory_tissue_layer_build(pd_factory_tissue_layer *out, const pd_smpl_model *model,
                                        const float *betas, int beta_count, pd_error *err)
{
    const size_t vertices = (size_t)model->vertex_count;

    PD_ASSERT(beta_count >= 0 && beta_count <= model->beta_count);
    building b = {.out = out, .model = model, .err = err};
    *out = (pd_factory_tissue_layer){.model = model};

    b.skin = malloc(3 * vertices * sizeof *b.skin);
    b.mean = malloc(3 * vertices * sizeof *b.mean);
    b.inward = malloc(vertices * sizeof *b.inward);
    b.smoothed = malloc(vertices * sizeof *b.smoothed);
    b.node = malloc(vertices * sizeof *b.node);
    b.skin_of = malloc(vertices * sizeof *b.skin_of);
    pd_status status = b.skin && b.mean && b.inward && b.smoothed && b.node && b.skin_of
                           ? build_layer(&b, betas, beta_count)
                           : pd_fail(err, PD_ERR_MEMORY, "tissue", "out of memory");
    free(b.skin);
    free(b.mean);
    free(b.inward);
    free(b.smoothed);
    free(b.node);
    free(b.skin_of);

    if (status != PD_OK) pd_factory_tissue_layer_deinit(out);

    return status;
}

void pd_factory_tissue_layer_deinit(pd_factory_tissue_layer *layer)
{
    free(layer->vertex);
    free(layer->rest);
    free(layer->mass);
    free(layer->tets);
    free(layer->faces);
    free(layer->skin);
    free(layer->neighbours);
    memset(layer, 0, sizeof *layer);
}
