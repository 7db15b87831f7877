#include "core/face/template.h"

#include "core/base/references.h"
#include "core/math/mat3.h"
#include "core/retarget/face.h"
#include "core/smpl/body.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BETAS_MOST   128
#define HEAD_SHARE   0.5    /* least weight of the joints of a head at its vertices */
#define MOVED        2e-4   /* metres: vertices that a shape moves by more are of the face */
#define FACE_FRONT   0.25   /* least forward part of the normal of the face's skin */
#define FACE_BEHIND  0.055  /* metres behind the nose where the face ends */
#define SOCKET       0.0145 /* metres: from the centre of an eye to the wall of its socket */
#define SOCKET_MOVED 0.0005 /* metres: least movement of a lid's vertex by a blink */
#define RIGID        7      /* turn, movement and size of a face */

_Static_assert(PD_FACE_SHAPES == PD_RETARGET_FACE_NAMES, "shapes are those of the stream's channel");

int pd_face_shape_find(const char *name)
{
    for (int s = 0; s < PD_FACE_SHAPES; s++)
        if (!strcmp(pd_retarget_face_names[s], name)) return s;
    return -1;
}

/* What one evaluation of the body needs. */
typedef struct template_probe {
    const pd_smpl_model *model;
    pd_arena scratch;
    float *vertices, joints[3 * PD_SMPL_MAX_JOINTS];
    float betas[BETAS_MOST], expression[PD_RETARGET_FACE_SHAPES];
    const int *members; /* vertices of the head */
    int count;
} template_probe;

/* Computes the head of the present betas and expression, out (N). */
static void probe_head(double (*out)[3], template_probe *p)
{
    const pd_smpl_body body = {.betas = p->betas,
                               .beta_count = p->model->beta_count,
                               .expression = p->expression,
                               .expression_count = p->model->expression_count,
                               .stage = PD_SMPL_SHAPED,
                               .vertices = p->vertices,
                               .joints = p->joints};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1};

    pd_smpl_job_run(&job, p->model, &p->scratch, &pd_executor_serial);
    for (int i = 0; i < p->count; i++)
        for (int x = 0; x < 3; x++) out[i][x] = (double)p->vertices[3 * (size_t)p->members[i] + (size_t)x];
}

/* Writes the weight of some joints at a vertex. */
static double joints_weight(const pd_smpl_data *data, int vertex, const int *joints, int count)
{
    double sum = 0;
    for (int j = 0; j < count; j++)
        if (joints[j] >= 0)
            sum += (double)data->weights[(size_t)vertex * (size_t)data->joint_count + (size_t)joints[j]];
    return sum;
}

/* Takes from a beta's displacements d (N) what a turn, a movement and a change of size of the face explain.
 * */
static void take_rigid(double (*d)[3], const pd_face_template *t)
{
    double gram[RIGID][RIGID] = {{0}}, right[RIGID] = {0};

    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < t->count; i++) {
            const double *p = t->mesh.rest[i];
            const double q[3] = {p[0] - t->middle[0], p[1] - t->middle[1], p[2] - t->middle[2]};
            const double rows[3][RIGID] = {{1, 0, 0, 0, q[2], -q[1], q[0]},
                                           {0, 1, 0, -q[2], 0, q[0], q[1]},
                                           {0, 0, 1, q[1], -q[0], 0, q[2]}};
            for (int x = 0; x < 3; x++) {
                if (pass) {
                    for (int k = 0; k < RIGID; k++) d[i][x] -= rows[x][k] * right[k];
                    continue;
                }
                for (int k = 0; t->is_face[i] && k < RIGID; k++) {
                    right[k] += rows[x][k] * d[i][x];
                    for (int l = 0; l < RIGID; l++) gram[k][l] += rows[x][k] * rows[x][l];
                }
            }
            if (pass || i + 1 < t->count) continue;

            /* Solve by Gauss-Jordan: the matrix is positive definite for a face of three dimensions. */
            for (int k = 0; k < RIGID; k++) {
                const double pivot = gram[k][k];
                for (int l = 0; l < RIGID; l++) gram[k][l] /= pivot;
                right[k] /= pivot;
                for (int r = 0; r < RIGID; r++) {
                    const double factor = gram[r][k];
                    if (r == k) continue;
                    for (int l = 0; l < RIGID; l++) gram[r][l] -= factor * gram[k][l];
                    right[r] -= factor * right[k];
                }
            }
        }
}

/* Finds the walls of the sockets: near an eyeball, and hardly moved by a blink. */
static void find_sockets(pd_face_template *t)
{
    static const char *const blinks[2] = {"eyeBlinkLeft", "eyeBlinkRight"};

    for (int e = 0; e < 2; e++) {
        const double(*d)[3] =
            (const double(*)[3])(t->shapes + (size_t)pd_face_shape_find(blinks[e]) * (size_t)t->count);
        for (int v = 0; v < t->count; v++) {
            double off = 0, moved = 0;
            for (int x = 0; x < 3; x++) {
                off += (t->mesh.rest[v][x] - t->eyes[e][x]) * (t->mesh.rest[v][x] - t->eyes[e][x]);
                moved += d[v][x] * d[v][x];
            }
            t->is_socket[v] =
                t->is_socket[v] || (off < SOCKET * SOCKET && moved < SOCKET_MOVED * SOCKET_MOVED);
        }
    }
}

/* Computes the mesh, its shapes and its betas. */
static pd_status measure_head(pd_face_template *t, template_probe *p, const int *of_head, pd_error *err)
{
    const pd_smpl_data *data = &p->model->data;
    const size_t n = (size_t)t->count;
    double(*rest)[3] = malloc(n * sizeof *rest);
    float *places = malloc(3 * n * sizeof *places);
    uint32_t *faces = malloc(3 * (size_t)data->face_count * sizeof *faces);
    int face_count = 0;

    if (!rest || !places || !faces) {
        free(rest);
        free(places);
        free(faces);
        return pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");
    }

    /* The mean head, and its triangles. */
    probe_head(rest, p);
    for (size_t i = 0; i < 3 * n; i++) places[i] = (float)rest[i / 3][i % 3];
    for (int f = 0; f < data->face_count; f++) {
        const uint32_t *c = data->faces + 3 * (size_t)f;
        if (of_head[c[0]] < 0 || of_head[c[1]] < 0 || of_head[c[2]] < 0) continue;
        for (int k = 0; k < 3; k++) faces[3 * face_count + k] = (uint32_t)of_head[c[k]];
        face_count++;
    }
    const pd_status status = pd_face_mesh_make(&t->mesh, places, t->count, faces, face_count, NULL, err);
    free(places);
    free(faces);
    if (status != PD_OK || t->mesh.count != t->count) {
        free(rest);
        return status != PD_OK ? status
                               : pd_fail(err, PD_ERR_UNSUPPORTED, "model", "vertices of its head coincide");
    }

    /* Shapes: vertices of the mesh are numbered by their place. */
    for (int s = 0; s < PD_FACE_SHAPES; s++) {
        int e = 0;
        while (e < p->model->expression_count &&
               strcmp(data->expression_names[e], pd_retarget_face_names[s]) != 0)
            e++;
        if (e == p->model->expression_count) {
            free(rest);
            return pd_fail(err, PD_ERR_UNSUPPORTED, "model", "it has no shape \"%s\"; person has",
                           pd_retarget_face_names[s]);
        }
        double(*shape)[3] = t->shapes + (size_t)s * n;
        double(*out)[3] = (double(*)[3])t->betas;
        p->expression[e] = 1;
        probe_head(out, p);
        p->expression[e] = 0;
        for (int i = 0; i < t->count; i++)
            for (int x = 0; x < 3; x++) shape[t->mesh.merged[i]][x] = out[i][x] - rest[i][x];
    }

    /* The face's skin: what shapes move, seen from the front. */
    double front = -INFINITY;
    for (int i = 0; i < t->count; i++) front = fmax(front, t->mesh.rest[i][2]);
    pd_face_rays rays;
    if (!pd_face_rays_make(&rays, &t->mesh, NULL)) {
        free(rest);
        return pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");
    }
    for (int i = 0; i < t->count; i++) {
        double most = 0, z = 0;
        for (int s = 0; s < PD_FACE_SHAPES; s++) {
            const double *d = t->shapes[(size_t)s * n + (size_t)i];
            most = fmax(most, d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        }
        const double *at = t->mesh.rest[i];
        const bool is_seen = pd_face_rays_front(&z, &rays, at[0], at[1], 1) >= 0 && z < at[2] + 1e-3;
        t->is_face[i] = most > MOVED * MOVED && is_seen && at[2] > front - 2 * FACE_BEHIND &&
                        t->mesh.normals[i][2] > FACE_FRONT;
    }
    pd_face_rays_deinit(&rays);
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, sum = 0;
    for (int i = 0; i < t->count; i++) {
        if (!t->is_face[i]) continue;
        sum++;
        for (int x = 0; x < 3; x++) t->middle[x] += t->mesh.rest[i][x];
        for (int x = 0; x < 2; x++) {
            low[x] = fmin(low[x], t->mesh.rest[i][x]);
            high[x] = fmax(high[x], t->mesh.rest[i][x]);
        }
    }
    for (int x = 0; x < 3; x++) t->middle[x] /= sum > 0 ? sum : 1;
    t->width = high[0] - low[0];
    t->height = high[1] - low[1];

    /* Betas, without the movement of the whole face. */
    double(*out)[3] = malloc(n * sizeof *out);
    for (int b = 0; out && b < t->beta_count; b++) {
        double(*d)[3] = (double(*)[3])(t->betas + (size_t)b * 3 * n);
        p->betas[b] = 1;
        probe_head(out, p);
        p->betas[b] = 0;
        for (int i = 0; i < t->count; i++)
            for (int x = 0; x < 3; x++) d[t->mesh.merged[i]][x] = out[i][x] - rest[i][x];
        take_rigid(d, t);
    }
    free(rest);
    free(out);

    return out ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");
}

pd_status pd_face_template_make(pd_face_template **out, const pd_smpl_model *model, pd_error *err)
{
    const pd_smpl_data *data = &model->data;
    const char *const names[5] = {"head", "jaw", "left_eye_smplhf", "right_eye_smplhf", "neck"};
    const size_t all = (size_t)model->vertex_count;
    int joints[5];

    *out = NULL;
    for (int j = 0; j < 5; j++) {
        joints[j] = pd_smpl_joint_find(data, names[j]);
        if (joints[j] < 0)
            return pd_fail(err, PD_ERR_UNSUPPORTED, "model", "it has no joint \"%s\"; person has", names[j]);
    }
    if (!data->expression_names || model->beta_count > BETAS_MOST ||
        model->expression_count > PD_RETARGET_FACE_SHAPES)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "model", "it has no shapes by ARKit's names; person has");

    /* Room for the vertices of the head. */
    pd_face_template *t = calloc(1, sizeof *t);
    template_probe *p = calloc(1, sizeof *p);
    int *members = malloc(all * sizeof *members), *of_head = malloc(all * sizeof *of_head);
    bool good = t && p && members && of_head;
    for (int v = 0; good && v < model->vertex_count; v++) {
        of_head[v] = -1;
        if (joints_weight(data, v, joints, 5) <= HEAD_SHARE) continue;
        of_head[v] = t->count;
        members[t->count++] = v;
    }
    if (good) {
        const size_t n = (size_t)t->count;
        t->holders = 1;
        t->beta_count = model->beta_count;
        t->betas = malloc((size_t)t->beta_count * 3 * n * sizeof *t->betas);
        t->shapes = malloc(PD_FACE_SHAPES * n * sizeof *t->shapes);
        t->is_face = calloc(n, sizeof *t->is_face);
        t->is_socket = calloc(n, sizeof *t->is_socket);
        t->jaw = calloc(n, sizeof *t->jaw);
        p->model = model;
        p->members = members;
        p->count = t->count;
        p->vertices = malloc(3 * all * sizeof *p->vertices);
        good = t->betas && t->shapes && t->is_face && t->is_socket && t->jaw && p->vertices;
        const pd_smpl_body body = {.betas = p->betas,
                                   .beta_count = model->beta_count,
                                   .expression = p->expression,
                                   .expression_count = model->expression_count,
                                   .stage = PD_SMPL_SHAPED,
                                   .vertices = p->vertices,
                                   .joints = p->joints};
        const pd_smpl_job job = {.bodies = &body, .body_count = 1};
        good = good && pd_arena_init(&p->scratch, pd_smpl_job_scratch_bytes(&job, model));
    }

    pd_status status =
        good ? measure_head(t, p, of_head, err) : pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");

    /* Weights of the jaw, and joints of the mean head: the last evaluation was of another head. */
    if (status == PD_OK) {
        double(*rest)[3] = (double(*)[3])malloc((size_t)t->count * sizeof *rest);
        if (rest) probe_head(rest, p);
        if (!rest) status = pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");
        free(rest);
    }
    for (int i = 0; status == PD_OK && i < t->count; i++)
        t->jaw[t->mesh.merged[i]] = joints_weight(data, members[i], joints + 1, 1);
    for (int x = 0; status == PD_OK && x < 3; x++) {
        t->jaw_at[x] = (double)p->joints[3 * joints[1] + x];
        for (int e = 0; e < 2; e++) t->eyes[e][x] = (double)p->joints[3 * joints[2 + e] + x];
    }

    if (status == PD_OK) find_sockets(t);

    if (p) {
        pd_arena_deinit(&p->scratch);
        free(p->vertices);
    }
    free(p);
    free(members);
    free(of_head);
    if (status == PD_OK)
        *out = t;
    else
        pd_face_template_release(t);

    return status;
}

pd_face_template *pd_face_template_retain(pd_face_template *template)
{
    pd_references_add(&template->holders);
    return template;
}

void pd_face_template_release(pd_face_template *template)
{
    if (!template || (template->holders && !pd_references_drop(&template->holders))) return;
    pd_face_mesh_deinit(&template->mesh);
    free(template->betas);
    free(template->shapes);
    free(template->is_face);
    free(template->is_socket);
    free(template->jaw);
    free(template);
}
