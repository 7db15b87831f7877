#include "core/rig/base/template.h"

#include "core/base/rng.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* vertices that fits use, drawn by area */
#define SAMPLES 4000

#define ROW(id, smpl, vrm, above, other) [PD_RIG_##id] = {smpl, vrm, above, PD_RIG_##other}
const pd_rig_joint_row pd_rig_joints[PD_RIG_JOINTS] = {
    ROW(PELVIS, "pelvis", "hips", -1, PELVIS),
    ROW(L_HIP, "left_hip", "leftUpperLeg", PD_RIG_PELVIS, R_HIP),
    ROW(R_HIP, "right_hip", "rightUpperLeg", PD_RIG_PELVIS, L_HIP),
    ROW(SPINE1, "spine1", "spine", PD_RIG_PELVIS, SPINE1),
    ROW(L_KNEE, "left_knee", "leftLowerLeg", PD_RIG_L_HIP, R_KNEE),
    ROW(R_KNEE, "right_knee", "rightLowerLeg", PD_RIG_R_HIP, L_KNEE),
    ROW(SPINE2, "spine2", "chest", PD_RIG_SPINE1, SPINE2),
    ROW(L_ANKLE, "left_ankle", "leftFoot", PD_RIG_L_KNEE, R_ANKLE),
    ROW(R_ANKLE, "right_ankle", "rightFoot", PD_RIG_R_KNEE, L_ANKLE),
    ROW(SPINE3, "spine3", "upperChest", PD_RIG_SPINE2, SPINE3),
    ROW(L_FOOT, "left_foot", "leftToes", PD_RIG_L_ANKLE, R_FOOT),
    ROW(R_FOOT, "right_foot", "rightToes", PD_RIG_R_ANKLE, L_FOOT),
    ROW(NECK, "neck", "neck", PD_RIG_SPINE3, NECK),
    ROW(L_COLLAR, "left_collar", "leftShoulder", PD_RIG_SPINE3, R_COLLAR),
    ROW(R_COLLAR, "right_collar", "rightShoulder", PD_RIG_SPINE3, L_COLLAR),
    ROW(HEAD, "head", "head", PD_RIG_NECK, HEAD),
    ROW(L_SHOULDER, "left_shoulder", "leftUpperArm", PD_RIG_L_COLLAR, R_SHOULDER),
    ROW(R_SHOULDER, "right_shoulder", "rightUpperArm", PD_RIG_R_COLLAR, L_SHOULDER),
    ROW(L_ELBOW, "left_elbow", "leftLowerArm", PD_RIG_L_SHOULDER, R_ELBOW),
    ROW(R_ELBOW, "right_elbow", "rightLowerArm", PD_RIG_R_SHOULDER, L_ELBOW),
    ROW(L_WRIST, "left_wrist", "leftHand", PD_RIG_L_ELBOW, R_WRIST),
    ROW(R_WRIST, "right_wrist", "rightHand", PD_RIG_R_ELBOW, L_WRIST),
};

/* The joint that a joint's axis points to; -1: the axis points to the mean of the part's vertices. */
static const int next_joint[PD_RIG_JOINTS] = {
    [PD_RIG_PELVIS] = PD_RIG_SPINE1,
    [PD_RIG_L_HIP] = PD_RIG_L_KNEE,
    [PD_RIG_R_HIP] = PD_RIG_R_KNEE,
    [PD_RIG_SPINE1] = PD_RIG_SPINE2,
    [PD_RIG_L_KNEE] = PD_RIG_L_ANKLE,
    [PD_RIG_R_KNEE] = PD_RIG_R_ANKLE,
    [PD_RIG_SPINE2] = PD_RIG_SPINE3,
    [PD_RIG_L_ANKLE] = PD_RIG_L_FOOT,
    [PD_RIG_R_ANKLE] = PD_RIG_R_FOOT,
    [PD_RIG_SPINE3] = PD_RIG_NECK,
    [PD_RIG_L_FOOT] = -1,
    [PD_RIG_R_FOOT] = -1,
    [PD_RIG_NECK] = PD_RIG_HEAD,
    [PD_RIG_L_COLLAR] = PD_RIG_L_SHOULDER,
    [PD_RIG_R_COLLAR] = PD_RIG_R_SHOULDER,
    [PD_RIG_HEAD] = -1,
    [PD_RIG_L_SHOULDER] = PD_RIG_L_ELBOW,
    [PD_RIG_R_SHOULDER] = PD_RIG_R_ELBOW,
    [PD_RIG_L_ELBOW] = PD_RIG_L_WRIST,
    [PD_RIG_R_ELBOW] = PD_RIG_R_WRIST,
    [PD_RIG_L_WRIST] = -1,
    [PD_RIG_R_WRIST] = -1,
};

/* Copies the vertices with their largest weights.
 * Computes each joint's offset from its parent and its axis. */
static void take_vertices(pd_rig_template *t, const int *of)
{
    const pd_smpl_data *d = &t->model->data;
    const int k_count = t->model->joint_count;

    for (int i = 0; i < t->vertex_count; i++) {
        double sum[PD_RIG_JOINTS] = {0}, total = 0;
        for (int k = 0; k < k_count; k++) sum[of[k]] += d->weights[(size_t)i * (size_t)k_count + (size_t)k];
        for (int c = 0; c < 3; c++) t->vertices[i][c] = d->v_template[3 * (size_t)i + (size_t)c];
        for (int s = 0; s < PD_RIG_INFLUENCES; s++) {
            int best = 0;
            for (int j = 1; j < PD_RIG_JOINTS; j++)
                if (sum[j] > sum[best]) best = j;
            t->influences[i][s] = best;
            total += t->weights[i][s] = sum[best];
            sum[best] = 0;
        }

        for (int s = 0; s < PD_RIG_INFLUENCES; s++) t->weights[i][s] /= total;
    }

    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        double to[3] = {0}, total = 0;
        const int up = pd_rig_joints[j].parent;
        for (int c = 0; c < 3; c++) t->offsets[j][c] = t->joints[j][c] - (up < 0 ? 0 : t->joints[up][c]);
        for (int i = 0; next_joint[j] < 0 && i < t->vertex_count; i++) {
            if (t->influences[i][0] != j) continue;
            for (int c = 0; c < 3; c++) to[c] += t->vertices[i][c];
            total++;
        }

        for (int c = 0; c < 3; c++)
            to[c] = (next_joint[j] < 0 ? to[c] / total : t->joints[next_joint[j]][c]) - t->joints[j][c];

        /* The head's axis is vertical, because the mean of its vertices is in front of the joint. */
        if (j == PD_RIG_HEAD) to[0] = to[2] = 0;
        const double length = sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
        for (int c = 0; c < 3; c++) t->axes[j][c] = to[c] / length;
    }
}

/* Sampling by area without repetition (Efraimidis, Spirakis 2006): takes the largest u^(1/area). */
typedef struct ticket {
    double key;
    int vertex;
} ticket;

static int by_key(const void *a, const void *b)
{
    const ticket *x = a;
    const ticket *y = b;
    if (x->key != y->key) return x->key < y->key ? 1 : -1;
    return x->vertex - y->vertex;
}

/* Computes the vertices' normals and areas, and samples vertices by area. */
static bool draw_sample(pd_rig_template *t, double *areas)
{
    const pd_smpl_data *d = &t->model->data;
    ticket *tickets = malloc((size_t)t->vertex_count * sizeof *tickets);
    pd_rng rng;

    if (!tickets) return false;

    for (int f = 0; f < d->face_count; f++) {
        const uint32_t *v = d->faces + 3 * (size_t)f;
        const double *p = t->vertices[v[0]];
        const double *q = t->vertices[v[1]];
        const double *r = t->vertices[v[2]];
        const double a[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
        const double b[3] = {r[0] - p[0], r[1] - p[1], r[2] - p[2]};
        double n[3];
        pd_cross3(n, a, b);
        const double third = sqrt(pd_dot3(n, n)) / 6;
        for (int k = 0; k < 3; k++) {
            areas[v[k]] += third;
            for (int c = 0; c < 3; c++) t->normals[v[k]][c] += n[c];
        }
    }

    for (int i = 0; i < t->vertex_count; i++) {
        double *n = t->normals[i];
        const double length = sqrt(pd_dot3(n, n));
        for (int c = 0; c < 3 && length > 0; c++) n[c] /= length;
    }

    /* Draw by area without replacement (Efraimidis and Spirakis 2006): the largest log(u) / area win. Any
     * seed would do; it is always the same, so that rigs are. */
    pd_rng_init(&rng, 17);
    for (int i = 0; i < t->vertex_count; i++)
        tickets[i] = (ticket){log(pd_rng_uniform(&rng) + 1e-300) / fmax(areas[i], 1e-12), i};
    qsort(tickets, (size_t)t->vertex_count, sizeof *tickets, by_key);
    t->sample_count = t->vertex_count < SAMPLES ? t->vertex_count : SAMPLES;
    for (int s = 0; s < t->sample_count; s++) t->sample[s] = tickets[s].vertex;
    free(tickets);

    return true;
}

pd_status pd_rig_template_init(pd_rig_template *out, const pd_smpl_model *model, pd_error *err)
{
    const size_t v = (size_t)model->vertex_count;
    int of[PD_SMPL_MAX_JOINTS];
    double low = 1e9;
    double high = -1e9;

    memset(out, 0, sizeof *out);
    out->model = model;
    out->vertex_count = model->vertex_count;

    /* For each joint of the model: the template's joint that gets its weights. */
    for (int k = 0; k < model->joint_count; k++) of[k] = -1;
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        const int k = pd_smpl_joint_find(&model->data, pd_rig_joints[j].name);
        if (k < 0)
            return pd_fail(err, PD_ERR_UNSUPPORTED, "model", "no joint %s; a body of SMPL's kind expected",
                           pd_rig_joints[j].name);
        of[k] = j;
        for (int c = 0; c < 3; c++) out->joints[j][c] = model->joint_template[3 * k + c];
    }

    for (int k = 0; k < model->joint_count; k++)
        if (of[k] < 0) of[k] = model->data.parents[k] < 0 ? 0 : of[model->data.parents[k]];

    /* Allocate, and copy what fits need. */
    out->vertices = malloc(v * sizeof *out->vertices);
    out->normals = calloc(v, sizeof *out->normals);
    out->influences = malloc(v * sizeof *out->influences);
    out->weights = malloc(v * sizeof *out->weights);
    out->sample = malloc(v * sizeof *out->sample);
    double *areas = calloc(v, sizeof *areas);
    bool good = out->vertices && out->normals && out->influences && out->weights && out->sample && areas;
    if (good) {
        take_vertices(out, of);
        good = draw_sample(out, areas);
    }

    free(areas);
    if (!good) {
        pd_rig_template_deinit(out);
        return pd_fail(err, PD_ERR_MEMORY, "model", "out of memory for %zu vertices", v);
    }

    /* Height. */
    for (size_t i = 0; i < v; i++) {
        low = fmin(low, out->vertices[i][1]);
        high = fmax(high, out->vertices[i][1]);
    }

    out->height = high - low;
    out->lowest = low;

    /* Chin: the foremost vertex of the head's lower half in the middle plane. Crotch: the lowest vertex
     * between the thighs. Distances (metres) are those of an adult; the middle plane is 1.2 cm to each
     * side. */
    const double *head = out->joints[PD_RIG_HEAD];
    const double *neck = out->joints[PD_RIG_NECK];
    double chin = -1e9;
    double crotch = 1e9;
    for (int i = 0; i < out->vertex_count; i++) {
        const double *p = out->vertices[i];
        if (fabs(p[0]) > 0.012) continue;
        if (p[1] < head[1] + 0.04 && p[1] > neck[1] && p[2] > head[2] + 0.02) {
            const double far = p[2] - 1.5 * p[1];
            if (far > chin) {
                chin = far;
                out->chin = i;
            }
        }

        if (p[1] < out->joints[PD_RIG_PELVIS][1] && p[1] < crotch) {
            crotch = p[1];
            out->crotch = i;
        }
    }

    return PD_OK;
}

void pd_rig_template_deinit(pd_rig_template *t)
{
    free(t->vertices);
    free(t->normals);
    free(t->influences);
    free(t->weights);
    free(t->sample);
    memset(t, 0, sizeof *t);
}

static void apply_template(double out[3], const double m[9], const double v[3])
{
    for (int r = 0; r < 3; r++) out[r] = m[3 * r] * v[0] + m[3 * r + 1] * v[1] + m[3 * r + 2] * v[2];
}

void pd_rig_stance_of(pd_rig_stance *out, const pd_rig_template *t, const pd_rig_shape *shape)
{
    pd_quat turns[PD_RIG_JOINTS];

    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        /* Scales of the part: girth across the axis, length along it. */
        const int up = pd_rig_joints[j].parent;
        const double *a = t->axes[j];
        const double girth = exp(shape->girths[j]);
        const double more = exp(shape->lengths[j]) - girth;
        turns[j] = up < 0 ? shape->rotations[j] : pd_q_mul(turns[up], shape->rotations[j]);
        pd_q_to_matrix(out->turn[j], turns[j]);

        /* Position: the root's, or the offset from the parent as the parent's part stretches it. */
        if (up < 0) {
            out->at[j][0] = shape->root.x;
            out->at[j][1] = shape->root.y;
            out->at[j][2] = shape->root.z;
        } else {
            apply_template(out->at[j], out->part[up], t->offsets[j]);
            for (int c = 0; c < 3; c++) out->at[j][c] += out->at[up][c];
        }

        /* part = R (girth I + (length - girth) a a^T). */
        double turned[3];
        apply_template(turned, out->turn[j], a);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                out->part[j][3 * r + c] = girth * out->turn[j][3 * r + c] + more * turned[r] * a[c];
    }
}

void pd_rig_template_point(double point[3], double normal[3], const pd_rig_template *t,
                           const pd_rig_stance *s, int vertex)
{
    double n[3] = {0};

    point[0] = point[1] = point[2] = 0;
    for (int i = 0; i < PD_RIG_INFLUENCES; i++) {
        const double w = t->weights[vertex][i];
        const int j = t->influences[vertex][i];
        double from[3], turned[3];
        if (w == 0) continue;
        for (int c = 0; c < 3; c++) from[c] = t->vertices[vertex][c] - t->joints[j][c];
        apply_template(turned, s->part[j], from);
        for (int c = 0; c < 3; c++) point[c] += w * (s->at[j][c] + turned[c]);
        if (!normal) continue;
        apply_template(turned, s->turn[j], t->normals[vertex]);
        for (int c = 0; c < 3; c++) n[c] += w * turned[c];
    }

    if (!normal) return;
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int c = 0; c < 3; c++) normal[c] = length > 0 ? n[c] / length : t->normals[vertex][c];
}
