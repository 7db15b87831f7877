/* Self-contact, measured only by comparing the skin with contact to the skin without it.
 *
 *     bench_contact [degrees a step [body [sweep [model [kind]]]]]     one line of CSV a sweep and body
 *
 * kind is "soft" (the default), "smooth" or "exact". body and sweep are parts of names ("stout", "arms"); ""
 * means all. A sweep rotates one or several joints from the rest pose to an end pose. The step is that of the
 * joint that is named first, 1 degree by default. The offset of a vertex is its position with contact minus
 * its position without, in model space.
 *
 *     mm/degree      largest change of an offset between two steps, per degree; at: its angle in degrees; of:
 *                    the part of the body
 *     mm             the largest offset
 *     ml both        volume that lies in two parts of the body at the end, without and with contact
 *     ml body        volume of the body at the end, without and with contact, minus its volume at rest;
 *                    overlap counts once
 *     inverted       number of triangles more than 90 degrees off their rest normal
 *                    (train/evaluate/quality.h) at the end, without and with
 *     ms             processor time of contact alone, mean and largest
 *
 * Volumes are integrated along lines parallel to z, 4 mm apart: the length with a winding number of 1 or more
 * (body), of 2 or more (both). Bodies are those of `posedctl evaluate --quality`: the mean, six with the
 * first two betas at 2.5 or -2.5, and five random ones. */
#include "core/base/rng.h"
#include "train/evaluate/quality.h"
#include "core/math/rotation.h"
#include "core/smpl/contact.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BODIES = 12, SHAPES = 7, BETAS = 10, TURNS = 4, CROSSINGS = 64, SEED = 20260214 };
static const double LINES_APART = 0.004, REACH = 2.5;

typedef struct turn {
    const char *joint;
    double end[3]; /* degrees, axis-angle */
} turn;

typedef struct sweep {
    const char *name;
    turn turns[TURNS];
} sweep;

static const sweep sweeps[] = {
    {"elbow to 150", {{"left_elbow", {0, -150, 0}}}},
    {"knee to 145", {{"left_knee", {145, 0, 0}}}},
    {"hip to 120", {{"left_hip", {-120, 0, 0}}}},
    {"squat",
     {{"left_hip", {-115, 0, 0}},
      {"right_hip", {-115, 0, 0}},
      {"left_knee", {140, 0, 0}},
      {"right_knee", {140, 0, 0}}}},
    {"spine to 95", {{"spine1", {35, 0, 0}}, {"spine2", {25, 0, 0}}, {"spine3", {25, 0, 0}}}},
    {"neck to 46", {{"neck", {46, 0, 0}}}},
    {"arm across", {{"left_shoulder", {0, -115, 0}}}},
    {"arm down", {{"left_shoulder", {0, 0, -90}}}},
    {"arms down to the thighs", {{"left_shoulder", {0, 0, -90}}, {"right_shoulder", {0, 0, 90}}}},
    {"arms at the sides", {{"left_shoulder", {0, 0, -75}}, {"right_shoulder", {0, 0, 75}}}},
    {"leg across", {{"left_hip", {0, 0, -30}}}},
    {"arms crossing",
     {{"left_shoulder", {0, -110, 0}},
      {"right_shoulder", {0, 110, 0}},
      {"left_elbow", {0, -60, 0}},
      {"right_elbow", {0, 60, 0}}}},
    {"legs crossing", {{"left_hip", {0, 0, -25}}, {"right_hip", {0, 0, 25}}}},
    {"sitting",
     {{"left_hip", {-90, 0, 0}},
      {"right_hip", {-90, 0, 0}},
      {"left_knee", {90, 0, 0}},
      {"right_knee", {90, 0, 0}}}},
    {"hip out", {{"left_hip", {-80, 0, 40}}}},
    {"high knee", {{"left_hip", {-115, 0, 0}}, {"left_knee", {110, 0, 0}}}},
    {"hips apart", {{"left_hip", {-60, 0, 45}}, {"right_hip", {-60, 0, -45}}}},
    {"curl",
     {{"left_hip", {-115, 0, 0}},
      {"right_hip", {-115, 0, 0}},
      {"spine1", {30, 0, 0}},
      {"spine2", {20, 0, 0}}}},
    {"kneeling", {{"left_knee", {140, 0, 0}}, {"right_knee", {140, 0, 0}}, {"spine1", {-15, 0, 0}}}},
    {"elbow away", {{"left_elbow", {0, -130, 60}}}},
};
enum { SWEEPS = sizeof sweeps / sizeof *sweeps };

typedef struct bench {
    pd_smpl_model *model;
    pd_train_body_checker checker;
    pd_arena scratch;
    float betas[BETAS];
    float *rotations, *plain, *touched, *offset, *before; /* (K,3,3), (V,3) ... */
    int *line_start;                                      /* triangles over each line */
} bench;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void shape(float betas[BETAS], char name[32], int body)
{
    static const struct {
        const char *name;
        double first, second;
    } shapes[SHAPES] = {
        {"mean", 0, 0},           {"short", -1, 0},          {"tall", 1, 0}, {"thin", 0, -1}, {"stout", 0, 1},
        {"tall and thin", 1, -1}, {"short and stout", -1, 1}};
    memset(betas, 0, BETAS * sizeof *betas);
    if (body < SHAPES) {
        snprintf(name, 32, "%s", shapes[body].name);
        betas[0] = (float)(REACH * shapes[body].first), betas[1] = (float)(REACH * shapes[body].second);
        return;
    }

    pd_rng rng;
    pd_rng_init(&rng, SEED + (uint64_t)body);
    snprintf(name, 32, "random %d", body - SHAPES + 1);
    for (int b = 0; b < BETAS; b++) betas[b] = (float)fmin(REACH, fmax(-REACH, pd_rng_normal(&rng)));
}

static void pose(bench *b, const sweep *s, double part)
{
    memset(b->rotations, 0, 9 * (size_t)b->model->joint_count * sizeof(float));
    for (int i = 0; i < 3 * b->model->joint_count; i++) b->rotations[9 * (i / 3) + 4 * (i % 3)] = 1;

    for (int t = 0; t < TURNS && s->turns[t].joint; t++)
        for (int k = 0; k < b->model->joint_count; k++) {
            if (strcmp(b->model->data.joint_names[k], s->turns[t].joint) != 0) continue;
            double matrix[9], v[3];
            for (int c = 0; c < 3; c++) v[c] = part * s->turns[t].end[c] * M_PI / 180;
            pd_rot_from_axis_angle(matrix, v);
            for (int i = 0; i < 9; i++) b->rotations[9 * k + i] = (float)matrix[i];
        }
}

/* Milliseconds that it took. */
static double make(bench *b, float *vertices, const pd_smpl_contact *contact)
{
    const pd_smpl_body body = {
        .betas = b->betas, .beta_count = BETAS, .rotations = b->rotations, .vertices = vertices};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, contact};
    if (!pd_arena_reserve(&b->scratch, pd_smpl_job_scratch_bytes(&job, b->model))) exit(1);
    const double start = now();
    pd_smpl_job_run(&job, b->model, &b->scratch, &pd_executor_serial);
    return now() - start;
}

/* --- volumes --- */

typedef struct crossing {
    double z;
    int sign;
} crossing;

static int compare_crossings(const void *a, const void *b)
{
    const crossing *x = a, *y = b;
    return (x->z > y->z) - (x->z < y->z);
}

/* Millilitres that the surface winds about once or more, and twice or more. */
static void volumes(double out[2], const bench *b, const float *x)
{
    enum { SIDE = 640 };
    static crossing at[SIDE * SIDE][CROSSINGS];
    static unsigned char count[SIDE * SIDE];
    double low[2] = {INFINITY, INFINITY};
    for (int v = 0; v < b->model->vertex_count; v++)
        for (int c = 0; c < 2; c++) low[c] = fmin(low[c], (double)x[3 * v + c]);
    memset(count, 0, sizeof count);

    for (int f = 0; f < b->model->face_count; f++) {
        double p[3][3];
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++) {
                p[k][c] = (double)x[3 * b->model->data.faces[3 * f + k] + (unsigned)c];
                if (c < 2) p[k][c] = (p[k][c] - low[c]) / LINES_APART + 1.0 + 0.0137 * (c + 1);
            }
        const double area =
            (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]);
        if (fabs(area) < 1e-12) continue;
        const int x0 = (int)ceil(fmin(p[0][0], fmin(p[1][0], p[2][0]))),
                  x1 = (int)floor(fmax(p[0][0], fmax(p[1][0], p[2][0]))),
                  y0 = (int)ceil(fmin(p[0][1], fmin(p[1][1], p[2][1]))),
                  y1 = (int)floor(fmax(p[0][1], fmax(p[1][1], p[2][1])));
        for (int i = x0; i <= x1; i++)
            for (int j = y0; j <= y1; j++) {
                double w[3], sum = 0;
                for (int k = 0; k < 3; k++) {
                    const double *q = p[(k + 1) % 3], *r = p[(k + 2) % 3];
                    w[k] = ((q[0] - i) * (r[1] - j) - (r[0] - i) * (q[1] - j)) / area;
                    sum += w[k] * p[k][2];
                }
                if (w[0] < 0 || w[1] < 0 || w[2] < 0 || i >= SIDE || j >= SIDE) continue;
                const int line = i * SIDE + j;
                if (count[line] < CROSSINGS) at[line][count[line]++] = (crossing){sum, area > 0 ? -1 : 1};
            }
    }

    out[0] = out[1] = 0;
    for (int line = 0; line < SIDE * SIDE; line++) {
        int winding = 0;
        qsort(at[line], count[line], sizeof(crossing), compare_crossings);
        for (int i = 0; i + 1 < count[line]; i++) {
            winding += at[line][i].sign;
            const double length = at[line][i + 1].z - at[line][i].z;
            if (winding >= 1) out[0] += length;
            if (winding >= 2) out[1] += length;
        }
    }
    for (int k = 0; k < 2; k++) out[k] *= 1e6 * LINES_APART * LINES_APART;
}

/* --- one sweep --- */

static int inverted(bench *b, const float *vertices)
{
    pd_train_body_quality q;
    if (!pd_arena_reserve(&b->scratch, pd_train_body_quality_scratch_bytes(b->model))) exit(1);
    pd_train_body_quality_run(&q, &b->checker, vertices, b->rotations, &b->scratch);
    return q.inverted;
}

static int holder(const bench *b, int vertex)
{
    const float *w = b->model->data.weights + (size_t)vertex * (size_t)b->model->joint_count;
    int most = 0;
    for (int k = 1; k < b->model->joint_count; k++)
        if (w[k] > w[most]) most = k;
    return most;
}

static void run(bench *b, const sweep *s, const char *name, double step, const pd_smpl_contact *contact)
{
    const double *end = s->turns[0].end;
    const double degrees = sqrt(end[0] * end[0] + end[1] * end[1] + end[2] * end[2]);
    const int steps = (int)ceil(degrees / step), vertices = b->model->vertex_count;
    double fastest = 0, fastest_at = 0, largest = 0, ms = 0, ms_most = 0, rest[2], without[2], with[2];
    int fastest_vertex = 0;

    pose(b, s, 0);
    make(b, b->plain, NULL);
    volumes(rest, b, b->plain);
    memset(b->before, 0, 3 * (size_t)vertices * sizeof(float));
    for (int n = 1; n <= steps; n++) {
        pose(b, s, (double)n / steps);
        const double base = make(b, b->plain, NULL), took = make(b, b->touched, contact) - base;
        ms += took / steps, ms_most = fmax(ms_most, took);
        for (int v = 0; v < vertices; v++) {
            double way = 0, size = 0;
            for (int c = 3 * v; c < 3 * v + 3; c++) {
                b->offset[c] = b->touched[c] - b->plain[c];
                way += pow((double)(b->offset[c] - b->before[c]), 2), size += pow((double)b->offset[c], 2);
            }
            largest = fmax(largest, 1e3 * sqrt(size));
            way = 1e3 * sqrt(way) * steps / degrees;
            if (way > fastest) fastest = way, fastest_at = degrees * n / steps, fastest_vertex = v;
        }
        float *swap = b->before;
        b->before = b->offset, b->offset = swap;
    }

    volumes(without, b, b->plain);
    volumes(with, b, b->touched);
    const int bad[2] = {inverted(b, b->plain), inverted(b, b->touched)};
    printf("%s,%s,%.2f,%.1f,%s %d,%.1f,%.0f,%.0f,%.0f,%.0f,%d,%d,%.1f,%.1f\n", s->name, name, fastest,
           fastest_at, b->model->data.joint_names[holder(b, fastest_vertex)], fastest_vertex, largest,
           without[1] - rest[1], with[1] - rest[1], without[0] - rest[0], with[0] - rest[0], bad[0], bad[1],
           ms, ms_most);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const double step = argc > 1 ? atof(argv[1]) : 1;
    const char *bodies = argc > 2 ? argv[2] : "", *only = argc > 3 ? argv[3] : "",
               *path = argc > 4 ? argv[4] : "models/default.safetensors", *kind = argc > 5 ? argv[5] : "soft";
    if (!(step >= 0.01 && step <= 30))
        return fprintf(stderr, "bench_contact: steps of %s degrees; 0.01 to 30 allowed\n", argv[1]), 2;
    static const char *const kinds[] = {"soft", "smooth", "exact"};
    int which = 0;
    while (which < 3 && strcmp(kind, kinds[which]) != 0) which++;
    if (which == 3)
        return fprintf(stderr, "bench_contact: kind %s; soft, smooth or exact allowed\n", kind), 2;
    bench b = {0};
    pd_error err;
    if (pd_smpl_model_load(&b.model, path, &err) != PD_OK || !pd_arena_init(&b.scratch, 0))
        return fprintf(stderr, "%s: %s\n", path, err.detail), 1;

    const size_t numbers = 3 * (size_t)b.model->vertex_count;
    float *memory = calloc(4 * numbers + 9 * (size_t)b.model->joint_count, sizeof *memory);
    const pd_smpl_contact *contact =
        pd_smpl_model_contact(b.model, (pd_smpl_contact_kind)(PD_SMPL_CONTACT_SOFT + which), &err);
    if (!memory || !contact) return fprintf(stderr, "out of memory\n"), 1;
    b.plain = memory, b.touched = memory + numbers, b.offset = b.touched + numbers,
    b.before = b.offset + numbers;
    b.rotations = b.before + numbers;

    printf(
        "sweep,body,mm/degree,at,of,mm,ml both,with contact,ml body,with contact,inverted,with contact,ms,at "
        "most\n");
    for (int body = 0; body < BODIES; body++) {
        char name[32];
        shape(b.betas, name, body);
        if (!strstr(name, bodies)) continue;
        if (pd_train_body_checker_init(&b.checker, b.model, b.betas, BETAS, &err) != PD_OK) return 1;
        for (int s = 0; s < SWEEPS; s++)
            if (strstr(sweeps[s].name, only)) run(&b, &sweeps[s], name, step, contact);
        pd_train_body_checker_deinit(&b.checker);
    }
    pd_smpl_model_release(b.model);
    free(memory);
    return 0;
}
