/* Tests faces on heads that have shapes of their own: bodies of person-female and person-male with another
 * topology, size and place, whose shapes are taken away and compared with those that are carried over. */
#include "core/face/face.h"
#include "core/retarget/face.h"
#include "core/smpl/body.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NECK      0.52 /* metres: lowest height of the head in model space */
#define EYEBALL   0.0122
#define RINGS     10
#define EACH      5    /* each fifth vertex is compared */
#define SHUT      5e-4 /* metres */
#define ERROR_MAX 0.08 /* of a shape's amplitude: mean error of all shapes; 4 % were measured */

static pd_face_template *template;

/* A head of a model: its triangles, or each divided in four, with a ball in each socket, turned, scaled and
 * moved. */
typedef struct held_out {
    pd_smpl_model *model;
    float *vertices; /* (count,3) in the file's space */
    uint32_t *faces;
    int count, face_count, skin_count;
    int (*ends)[2]; /* (skin_count) the vertices of the model between which a vertex lies */
    double matrix[9], scale, shift[3];
} held_out;

static const double turned[9] = {0, 0, -1, 0, 1, 0, 1, 0, 0}; /* the face looks along -X */
static const double straight[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static void body_of(float *out, float *joints, const pd_smpl_model *model, const float *betas, int shape)
{
    float expression[PD_RETARGET_FACE_SHAPES] = {0};
    pd_arena scratch;

    if (shape >= 0) expression[shape] = 1;
    const pd_smpl_body body = {.betas = betas,
                               .beta_count = model->beta_count,
                               .expression = expression,
                               .expression_count = model->expression_count,
                               .stage = PD_SMPL_SHAPED,
                               .vertices = out,
                               .joints = joints};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1};
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
}

/* Adds a ball of RINGS by 2 RINGS. */
static void add_ball(held_out *h, float (*at)[3], const float *centre)
{
    const int first = h->count;

    for (int i = 0; i <= RINGS; i++)
        for (int k = 0; k < 2 * RINGS; k++) {
            const double a = 3.14159265 * i / RINGS, b = 3.14159265 * k / RINGS;
            at[h->count][0] = centre[0] + (float)(EYEBALL * sin(a) * cos(b));
            at[h->count][1] = centre[1] + (float)(EYEBALL * cos(a));
            at[h->count++][2] = centre[2] + (float)(EYEBALL * sin(a) * sin(b));
        }
    for (int i = 0; i < RINGS; i++)
        for (int k = 0; k < 2 * RINGS; k++) {
            const int n = (k + 1) % (2 * RINGS);
            const uint32_t q[4] = {
                (uint32_t)(first + 2 * RINGS * i + k), (uint32_t)(first + 2 * RINGS * i + n),
                (uint32_t)(first + 2 * RINGS * (i + 1) + n), (uint32_t)(first + 2 * RINGS * (i + 1) + k)};
            const uint32_t two[6] = {q[0], q[1], q[2], q[0], q[2], q[3]};
            memcpy(h->faces + 3 * h->face_count, two, sizeof two);
            h->face_count += 2;
        }
}

/* Makes a head. behind: metres, the head in front of this depth alone. */
static void make_held_out(held_out *h, const char *path, const float *betas, const double matrix[9],
                          double scale, double behind, bool is_divided)
{
    pd_error err;

    *h = (held_out){.scale = scale, .shift = {3, -2, 1}};
    memcpy(h->matrix, matrix, sizeof h->matrix);
    assert_int_equal(pd_smpl_model_load(&h->model, path, &err), PD_OK);
    const pd_smpl_model *m = h->model;
    float *body = malloc(3 * (size_t)m->vertex_count * sizeof *body), joints[3 * PD_SMPL_MAX_JOINTS];
    const size_t room = 2 * (size_t)m->face_count + 1000;
    float(*at)[3] = malloc(room * sizeof *at);
    h->ends = malloc(room * sizeof *h->ends);
    h->faces = malloc(12 * ((size_t)m->face_count + 1000) * sizeof *h->faces);
    int *of = malloc((size_t)m->vertex_count * sizeof *of);
    assert_true(body && at && h->ends && h->faces && of);
    body_of(body, joints, m, betas, -1);

    /* Vertices, then one vertex on each edge. */
    for (int v = 0; v < m->vertex_count; v++) {
        of[v] = -1;
        if (body[3 * v + 1] < NECK || body[3 * v + 2] < behind) continue;
        memcpy(at[h->count], body + 3 * v, sizeof *at);
        h->ends[h->count][0] = h->ends[h->count][1] = v;
        of[v] = h->count++;
    }
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *c = m->data.faces + 3 * f;
        int corner[3], middle[3];
        if (of[c[0]] < 0 || of[c[1]] < 0 || of[c[2]] < 0) continue;
        if (!is_divided) {
            const uint32_t whole[3] = {(uint32_t)of[c[0]], (uint32_t)of[c[1]], (uint32_t)of[c[2]]};
            memcpy(h->faces + 3 * h->face_count++, whole, sizeof whole);
            continue;
        }
        for (int k = 0; k < 3; k++) {
            const int a = (int)c[k], b = (int)c[(k + 1) % 3];
            corner[k] = of[a];
            middle[k] = h->count++;
            h->ends[middle[k]][0] = a;
            h->ends[middle[k]][1] = b;
            for (int x = 0; x < 3; x++) at[middle[k]][x] = (body[3 * a + x] + body[3 * b + x]) / 2;
        }
        for (int k = 0; k < 3; k++) {
            const uint32_t one[3] = {(uint32_t)corner[k], (uint32_t)middle[k], (uint32_t)middle[(k + 2) % 3]};
            memcpy(h->faces + 3 * h->face_count++, one, sizeof one);
        }
        const uint32_t inner[3] = {(uint32_t)middle[0], (uint32_t)middle[1], (uint32_t)middle[2]};
        memcpy(h->faces + 3 * h->face_count++, inner, sizeof inner);
        assert_true((size_t)h->count + 500 < room);
    }
    h->skin_count = h->count;
    add_ball(h, at, joints + 3 * pd_smpl_joint_find(&m->data, "left_eye_smplhf"));
    add_ball(h, at, joints + 3 * pd_smpl_joint_find(&m->data, "right_eye_smplhf"));

    h->vertices = malloc(3 * (size_t)h->count * sizeof *h->vertices);
    for (int v = 0; v < h->count; v++)
        for (int x = 0; x < 3; x++) {
            double p = h->shift[x];
            for (int y = 0; y < 3; y++) p += scale * matrix[3 * x + y] * (double)at[v][y];
            h->vertices[3 * v + x] = (float)p;
        }
    free(body);
    free(at);
    free(of);
}

static void free_held_out(held_out *h)
{
    free(h->vertices);
    free(h->faces);
    free(h->ends);
    pd_smpl_model_release(h->model);
}

static pd_status run_held_out(pd_face *out, const held_out *h, pd_error *err)
{
    pd_face_job job = {.vertices = h->vertices,
                       .faces = h->faces,
                       .vertex_count = h->count,
                       .face_count = h->face_count,
                       .template = template};

    /* The job is told which way is up: the inverse of how the head was turned. */
    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 3; y++) job.upright[3 * x + y] = h->matrix[3 * y + x];
    return pd_face_run(out, &job, err);
}

/* Returns the mean error of the shapes, over the vertices that the own or the carried shape moves by 5 % of
 * the amplitude, in amplitudes. */
static double error_of(const held_out *h, const pd_face *face, const float *betas)
{
    const size_t n = (size_t)h->model->vertex_count;
    float *rest = malloc(3 * n * sizeof *rest), *moved = malloc(3 * n * sizeof *moved);
    double all = 0;
    int shapes = 0;

    body_of(rest, NULL, h->model, betas, -1);
    for (int s = 0; s < PD_FACE_SHAPES; s++) {
        double amplitude = 0, sum = 0, count = 0;
        int e = 0;
        while (strcmp(h->model->data.expression_names[e], pd_retarget_face_names[s]) != 0) e++;
        body_of(moved, NULL, h->model, betas, e);
        for (int pass = 0; pass < 2; pass++)
            for (int v = 0; v < h->skin_count; v += EACH) {
                double own[3], carried[3], size = 0, has = 0, off = 0;
                for (int x = 0; x < 3; x++) {
                    own[x] = 0;
                    for (int y = 0; y < 3; y++)
                        for (int k = 0; k < 2; k++)
                            own[x] += h->scale * h->matrix[3 * x + y] / 2 *
                                      (double)(moved[3 * h->ends[v][k] + y] - rest[3 * h->ends[v][k] + y]);
                    size += own[x] * own[x];
                }
                if (!pass) {
                    amplitude = fmax(amplitude, sqrt(size));
                    continue;
                }
                pd_face_move(carried, face, s, face->mesh.merged[v]);
                for (int x = 0; x < 3; x++) {
                    has += carried[x] * carried[x];
                    off += (carried[x] - own[x]) * (carried[x] - own[x]);
                }
                if (sqrt(fmax(size, has)) < 0.05 * amplitude) continue;
                sum += sqrt(off);
                count++;
            }
        if (amplitude < 1e-4 * h->scale) continue; /* tongueOut moves no skin */
        all += sum / fmax(1, count) / amplitude;
        shapes++;
    }
    free(rest);
    free(moved);

    return all / shapes;
}

static void check_head(const char *path, const double matrix[9], double scale, unsigned seed)
{
    float betas[PD_FACE_BETAS] = {0};
    held_out head;
    pd_face face;
    pd_error err;

    /* Features of the face, spread evenly with a deviation of .9. */
    pd_smpl_model *model;
    assert_int_equal(pd_smpl_model_load(&model, path, &err), PD_OK);
    for (int b = model->beta_count - model->data.feature_count; b < model->beta_count; b++) {
        seed = seed * 1664525u + 1013904223u;
        betas[b] = (float)(((double)(seed >> 8) / (1 << 24) - 0.5) * 3.1);
    }
    pd_smpl_model_release(model);

    make_held_out(&head, path, betas, matrix, scale, -1, scale == 1);
    if (run_held_out(&face, &head, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    const double error = error_of(&head, &face, betas);
    print_message("mean error %.1f %% of the amplitude, head %.2f mm off\n", 100 * error,
                  1e3 * face.found.fit.misfit);
    if (!(error < ERROR_MAX)) fail_msg("error %.3f of the amplitude", error);

    /* Lids and lips shut; eyes are balls about the right centres; the mouth and both eyes open. */
    assert_true(face.closed.lids[0] >= 0 && face.closed.lids[0] <= SHUT);
    assert_true(face.closed.lids[1] >= 0 && face.closed.lids[1] <= SHUT);
    assert_true(face.closed.press >= 0 && face.closed.press <= SHUT);
    assert_true(face.closed.jaw >= 0 && face.closed.jaw <= SHUT);
    assert_int_equal(face.parts.counts[PD_FACE_PART_LEFT_EYE], 1);
    assert_int_equal(face.parts.counts[PD_FACE_PART_RIGHT_EYE], 1);
    for (int e = 0; e < 2; e++) {
        const float *ball = head.vertices + 3 * (head.skin_count + e * (RINGS + 1) * 2 * RINGS);
        double middle[3] = {0}, off = 0;
        for (int v = 0; v < (RINGS + 1) * 2 * RINGS; v++)
            for (int x = 0; x < 3; x++) middle[x] += (double)ball[3 * v + x] / ((RINGS + 1) * 2 * RINGS);
        for (int x = 0; x < 3; x++) off += (middle[x] - face.eyes[e][x]) * (middle[x] - face.eyes[e][x]);
        assert_true(sqrt(off) < 0.001 * scale);
    }
    assert_int_equal(face.note_count, 0);
    pd_face_deinit(&face);
    free_held_out(&head);
}

static void shapes_that_were_taken_from_a_head_come_back(void **state)
{
    (void)state;
    check_head("models/person-female.safetensors", straight, 1, 7);
}

static void size_direction_and_place_of_a_head_do_not_matter(void **state)
{
    (void)state;
    check_head("models/person-male.safetensors", turned, 100, 11);
}

static void a_mask_is_refused_because_nothing_lies_behind_it(void **state)
{
    (void)state;
    const float betas[PD_FACE_BETAS] = {0};
    held_out mask;
    pd_face face;
    pd_error err;

    make_held_out(&mask, "models/person.safetensors", betas, straight, 1, 0.06, false);
    assert_int_equal(run_held_out(&face, &mask, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "mask"));
    free_held_out(&mask);
}

static void a_smooth_head_without_a_face_is_refused(void **state)
{
    (void)state;
    held_out ball = {.faces = malloc(12 * 1000 * sizeof(uint32_t)), .scale = 1, .shift = {0}};
    float(*at)[3] = malloc(1000 * sizeof *at);
    const float centre[3] = {0, 0, 0};
    pd_face face;
    pd_error err;

    memcpy(ball.matrix, straight, sizeof straight);
    add_ball(&ball, at, centre);
    ball.vertices = at[0];
    assert_int_equal(run_held_out(&face, &ball, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "face");
    free(at);
    free(ball.faces);
}

static void a_mesh_that_is_not_finite_is_refused(void **state)
{
    (void)state;
    float at[9] = {0, 0, 0, 1, 0, 0, 0, NAN, 0};
    uint32_t face_of[3] = {0, 1, 2};
    pd_face face;
    pd_error err;
    pd_face_job job = {
        .vertices = at, .faces = face_of, .vertex_count = 3, .face_count = 1, .template = template};

    memcpy(job.upright, straight, sizeof straight);
    assert_int_equal(pd_face_run(&face, &job, &err), PD_ERR_RANGE);
    at[7] = 0;
    assert_int_equal(pd_face_run(&face, &job, &err), PD_ERR_INVALID);
}

static int make_template(void **state)
{
    (void)state;
    pd_smpl_model *model;
    pd_error err;

    if (pd_smpl_model_load(&model, "models/person.safetensors", &err) != PD_OK) return -1;
    const pd_status status = pd_face_template_make(&template, model, &err);
    pd_smpl_model_release(model);

    return status == PD_OK ? 0 : -1;
}

static int free_template(void **state)
{
    (void)state;
    pd_face_template_release(template);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_that_were_taken_from_a_head_come_back),
        cmocka_unit_test(size_direction_and_place_of_a_head_do_not_matter),
        cmocka_unit_test(a_mask_is_refused_because_nothing_lies_behind_it),
        cmocka_unit_test(a_smooth_head_without_a_face_is_refused),
        cmocka_unit_test(a_mesh_that_is_not_finite_is_refused),
    };

    return cmocka_run_group_tests(tests, make_template, free_template);
}
