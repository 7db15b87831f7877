#include "core/observe/face/shapes.h"

#include "core/base/references.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"
#include "core/retarget/face.h"
#include "core/smpl/body.h"
#include "core/smpl/part/gaze.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EYEBALL       0.0122 /* metres: radius of an eyeball of the shipped people */
#define PUPIL_NOISE   3.0    /* millimetres; more than its detector's, since one of two points per eye */
#define RIGID         7      /* turn, movement and size of a head */
#define BETAS_MOST    128    /* betas of a model with a face */
#define NUMBERS       (3 * PD_OBSERVE_FACE_POINTS) /* coordinates of all landmarks */
#define SMALLEST_PART 1e-6 /* metres: principal directions that move the landmarks less are left out */

_Static_assert(PD_OBSERVE_FACE_WEIGHTS <= PD_RETARGET_FACE_NAMES, "the weights are the first of the names");

/* What one evaluation of the body needs. */
typedef struct face_probe {
    const pd_smpl_model *model;
    pd_arena scratch;
    float *vertices; /* (V,3) */
    float joints[3 * PD_SMPL_MAX_JOINTS];
    float betas[BETAS_MOST];
    float expression[PD_RETARGET_FACE_SHAPES];
    int eyes[2]; /* joints: right, left */
} face_probe;

/* Returns the body of the probe's present betas and expression, shaped but not posed. */
static pd_smpl_body probe_body(face_probe *p)
{
    return (pd_smpl_body){.betas = p->betas,
                          .beta_count = p->model->beta_count,
                          .expression = p->expression,
                          .expression_count = p->model->expression_count,
                          .stage = PD_SMPL_SHAPED,
                          .vertices = p->vertices,
                          .joints = p->joints};
}

/* Computes the landmarks of the body: those of the skin, and pupils that look ahead. */
static void probe_points(double out[PD_OBSERVE_FACE_POINTS][3], face_probe *p)
{
    const pd_smpl_body body = probe_body(p);
    const pd_smpl_job job = {.bodies = &body, .body_count = 1};
    pd_smpl_job_run(&job, p->model, &p->scratch, &pd_executor_serial);

    for (int l = 0; l < PD_OBSERVE_FACE_SKIN; l++) {
        const pd_observe_landmark *row = &pd_observe_landmarks[l];
        const double w[3] = {row->weights[0], row->weights[1],
                             1 - (double)row->weights[0] - (double)row->weights[1]};
        for (int x = 0; x < 3; x++) {
            out[l][x] = 0;
            for (int c = 0; c < 3; c++) out[l][x] += w[c] * (double)p->vertices[3 * row->vertices[c] + x];
        }
    }

    for (int e = 0; e < 2; e++)
        for (int x = 0; x < 3; x++)
            out[PD_OBSERVE_FACE_SKIN + e][x] = (double)p->joints[3 * p->eyes[e] + x] + (x == 2 ? EYEBALL : 0);
}

/* Computes the landmarks at rest, relative to their centre, and their displacement by each shape. */
static pd_status measure_shapes(pd_observe_face_shapes *s, face_probe *p, pd_error *err)
{
    double centre[3] = {0};
    probe_points(s->mean, p);

    for (int k = 0; k < PD_OBSERVE_FACE_SOLVED; k++) {
        const char *name = pd_retarget_face_names[k];
        int shape = 0;
        while (shape < p->model->expression_count &&
               strcmp(name, p->model->data.expression_names[shape]) != 0)
            shape++;
        if (shape == p->model->expression_count)
            return pd_fail(err, PD_ERR_UNSUPPORTED, "/set", "the body model has no shape \"%s\"", name);

        /* The skin moves by the model's expression, a pupil turns about its eye. */
        p->expression[shape] = 1;
        probe_points(s->shapes[k], p);
        p->expression[shape] = 0;
        for (int l = 0; l < PD_OBSERVE_FACE_POINTS; l++)
            for (int x = 0; x < 3; x++) s->shapes[k][l][x] -= s->mean[l][x];
        float turn[9];
        bool is_left;
        if (!pd_smpl_gaze(turn, &is_left, name)) continue;
        for (int x = 0; x < 3; x++)
            s->shapes[k][PD_OBSERVE_FACE_SKIN + is_left][x] += EYEBALL * ((double)turn[3 * x + 2] - (x == 2));
    }

    for (int l = 0; l < PD_OBSERVE_FACE_POINTS; l++)
        for (int x = 0; x < 3; x++) centre[x] += s->mean[l][x] / PD_OBSERVE_FACE_POINTS;
    for (int l = 0; l < PD_OBSERVE_FACE_POINTS; l++)
        for (int x = 0; x < 3; x++) s->mean[l][x] -= centre[x];

    return PD_OK;
}

/* Writes an orthonormal basis of the movements of the whole head (RIGID,NUMBERS). */
static void rigid_basis(double (*out)[NUMBERS], const pd_observe_face_shapes *s)
{
    memset(out, 0, RIGID * sizeof *out);
    for (int l = 0; l < PD_OBSERVE_FACE_POINTS; l++) {
        for (int x = 0; x < 3; x++) {
            const double axis[3] = {x == 0, x == 1, x == 2};
            out[x][3 * l + x] = 1;
            pd_cross3(&out[3 + x][3 * l], axis, s->mean[l]);
            out[6][3 * l + x] = s->mean[l][x];
        }
    }

    /* Gram-Schmidt. */
    for (int i = 0; i < RIGID; i++) {
        for (int j = 0; j < i; j++) {
            double along = 0;
            for (int n = 0; n < NUMBERS; n++) along += out[i][n] * out[j][n];
            for (int n = 0; n < NUMBERS; n++) out[i][n] -= along * out[j][n];
        }
        double square = 0;
        for (int n = 0; n < NUMBERS; n++) square += out[i][n] * out[i][n];
        for (int n = 0; n < NUMBERS; n++) out[i][n] /= sqrt(square);
    }
}

/* Copies displacements of the landmarks without their mean. */
static void take_movement(double out[PD_OBSERVE_FACE_POINTS][3], const double row[NUMBERS])
{
    for (int x = 0; x < 3; x++) {
        double mean = 0;
        for (int l = 0; l < PD_OBSERVE_FACE_POINTS; l++) mean += row[3 * l + x] / PD_OBSERVE_FACE_POINTS;
        for (int l = 0; l < PD_OBSERVE_FACE_POINTS; l++) out[l][x] = row[3 * l + x] - mean;
    }
}

/* Finds the principal directions in which the betas move the landmarks. rows (B,NUMBERS) is scratch. */
static pd_status measure_identity(pd_observe_face_shapes *s, face_probe *p, double (*rows)[NUMBERS],
                                  pd_error *err)
{
    const int count = p->model->beta_count;
    double rigid[RIGID][NUMBERS];
    rigid_basis(rigid, s);

    /* Displacement by each beta, without the movement of the whole head. */
    double rest[PD_OBSERVE_FACE_POINTS][3];
    probe_points(rest, p);
    for (int b = 0; b < count; b++) {
        p->betas[b] = 1;
        probe_points((double(*)[3])rows[b], p);
        p->betas[b] = 0;
        for (int n = 0; n < NUMBERS; n++) rows[b][n] -= rest[n / 3][n % 3];
        take_movement(s->betas[b], rows[b]);
        for (int i = 0; i < RIGID; i++) {
            double along = 0;
            for (int n = 0; n < NUMBERS; n++) along += rows[b][n] * rigid[i][n];
            for (int n = 0; n < NUMBERS; n++) rows[b][n] -= along * rigid[i][n];
        }
    }

    /* Eigenvectors v of the Gram matrix of the rows give the directions v^T rows. */
    double *gram = calloc((size_t)count * (size_t)count, sizeof *gram);
    double *vectors = calloc((size_t)count * (size_t)count, sizeof *vectors);
    double values[BETAS_MOST];
    const int wanted = count < PD_OBSERVE_FACE_IDENTITY ? count : PD_OBSERVE_FACE_IDENTITY;
    bool is_done = gram && vectors;
    if (is_done) {
        pd_k_gram_add(gram, rows[0], count, NUMBERS);
        pd_k_mirror(gram, count);
        is_done = pd_k_syev_top(values, vectors, gram, count, wanted);
    }
    for (int i = 0; i < wanted && is_done; i++) {
        if (values[i] < SMALLEST_PART * SMALLEST_PART) continue;
        for (int b = 0; b < count; b++)
            for (int n = 0; n < NUMBERS; n++)
                s->identity[i][n / 3][n % 3] += vectors[i * count + b] * rows[b][n];
    }

    free(gram);
    free(vectors);
    return is_done ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "/set", "out of memory for a face");
}

/* Returns whether the model has the mesh, the eyes and the shapes of the shipped people. */
static bool probe_knows(face_probe *p)
{
    const pd_smpl_data *d = &p->model->data;
    p->eyes[0] = pd_smpl_joint_find(d, "right_eye_smplhf");
    p->eyes[1] = pd_smpl_joint_find(d, "left_eye_smplhf");

    return p->model->vertex_count == PD_OBSERVE_FACE_VERTICES && d->expression_names && p->eyes[0] >= 0 &&
           p->eyes[1] >= 0 && p->model->beta_count <= BETAS_MOST &&
           p->model->expression_count <= PD_RETARGET_FACE_SHAPES;
}

pd_status pd_observe_face_shapes_make(pd_observe_face_shapes **out, const pd_smpl_model *model, pd_error *err)
{
    face_probe p = {.model = model};
    *out = NULL;
    if (!probe_knows(&p))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/set",
                       "the body model has no face with ARKit's shapes; \"person\" has one");

    pd_observe_face_shapes *s = calloc(1, sizeof *s);
    double(*rows)[NUMBERS] = calloc((size_t)model->beta_count, sizeof *rows);
    p.vertices = malloc(3 * (size_t)model->vertex_count * sizeof *p.vertices);
    if (s) s->betas = calloc((size_t)model->beta_count, sizeof *s->betas);
    const pd_smpl_body body = probe_body(&p);
    const pd_smpl_job job = {.bodies = &body, .body_count = 1};
    pd_status status = PD_OK;
    if (!s || !s->betas || !rows || !p.vertices ||
        !pd_arena_init(&p.scratch, pd_smpl_job_scratch_bytes(&job, model)))
        status = pd_fail(err, PD_ERR_MEMORY, "/set", "out of memory for a face");
    if (status == PD_OK) status = measure_shapes(s, &p, err);
    if (status == PD_OK) status = measure_identity(s, &p, rows, err);

    if (status == PD_OK) {
        s->holders = 1;
        s->beta_count = model->beta_count;
        for (int l = 0; l < PD_OBSERVE_FACE_POINTS; l++)
            s->noise[l] = l < PD_OBSERVE_FACE_SKIN ? (double)pd_observe_landmarks[l].slide : PUPIL_NOISE;
        *out = s;
    } else {
        if (s) free(s->betas);
        free(s);
    }
    free(rows);
    free(p.vertices);
    pd_arena_deinit(&p.scratch);

    return status;
}

pd_observe_face_shapes *pd_observe_face_shapes_retain(pd_observe_face_shapes *shapes)
{
    pd_references_add(&shapes->holders);
    return shapes;
}

void pd_observe_face_shapes_release(pd_observe_face_shapes *shapes)
{
    if (!shapes || !pd_references_drop(&shapes->holders)) return;
    free(shapes->betas);
    free(shapes);
}
