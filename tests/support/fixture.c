/* Builds the synthetic body model that fixture.h describes: first the surface, then joints and weights, then
 * shapes and pose directions. */
#include "tests/support/fixture.h"

#include "core/math/rotation.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEIGHT 1.7

static const struct {
    const char *name;
    int parent;
    double at[3];
} human[24] = {
    {"pelvis", -1, {0, .93, 0}},
    {"left_hip", 0, {.08, .88, 0}},
    {"right_hip", 0, {-.08, .88, 0}},
    {"spine1", 0, {0, 1.04, 0}},
    {"left_knee", 1, {.09, .5, 0}},
    {"right_knee", 2, {-.09, .5, 0}},
    {"spine2", 3, {0, 1.15, 0}},
    {"left_ankle", 4, {.1, .08, -.02}},
    {"right_ankle", 5, {-.1, .08, -.02}},
    {"spine3", 6, {0, 1.26, 0}},
    {"left_foot", 7, {.11, .03, .1}},
    {"right_foot", 8, {-.11, .03, .1}},
    {"neck", 9, {0, 1.44, 0}},
    {"left_collar", 9, {.06, 1.38, 0}},
    {"right_collar", 9, {-.06, 1.38, 0}},
    {"head", 12, {0, 1.53, .02}},
    {"left_shoulder", 13, {.17, 1.37, 0}},
    {"right_shoulder", 14, {-.17, 1.37, 0}},
    {"left_elbow", 16, {.33, 1.2, 0}},
    {"right_elbow", 17, {-.33, 1.2, 0}},
    {"left_wrist", 18, {.4, 1.05, 0}},
    {"right_wrist", 19, {-.4, 1.05, 0}},
    {"left_hand", 20, {.45, .95, 0}},
    {"right_hand", 21, {-.45, .95, 0}},
};

static void *must(void *block)
{
    if (block) return block;
    fprintf(stderr, "fixture: out of memory\n");
    abort();
}

static void *make(size_t count, size_t bytes)
{
    return must(calloc(count ? count : 1, bytes));
}

static void joint_place(double out[3], int k)
{
    const double *base = human[k < 24 ? k : 20 + (k & 1)].at;
    int step = k < 24 ? 0 : (k - 22) / 2;
    for (int c = 0; c < 3; c++) out[c] = base[c] + step * (c == 0 ? (k & 1 ? -.004 : .004) : -.003);
}

static void make_joints(pd_smpl_data *d)
{
    d->parents = make((size_t)d->joint_count, sizeof(int));
    d->joint_names = make((size_t)d->joint_count, sizeof *d->joint_names);
    for (int k = 0; k < d->joint_count; k++) {
        d->parents[k] = k < 24 ? human[k].parent : 20 + (k & 1);
        if (k < 24)
            snprintf(d->joint_names[k], sizeof d->joint_names[k], "%s", human[k].name);
        else
            snprintf(d->joint_names[k], sizeof d->joint_names[k], "extra_%d", k);
    }
}

static void add_face(pd_smpl_data *d, int a, int b, int c)
{
    uint32_t *f = d->faces + 3 * d->face_count++;
    f[0] = (uint32_t)a, f[1] = (uint32_t)b, f[2] = (uint32_t)c;
}

static void ring_point(float *out, double level, double turn)
{
    double polar = M_PI * level, across = sin(polar);
    out[0] = (float)(.5 * across * sin(turn));
    out[1] = (float)(HEIGHT / 2 * (1 - cos(polar)));
    out[2] = (float)(.15 * across * cos(turn));
}

/* Puts vertex v in the middle of face f, which becomes three. */
static void split_face(pd_smpl_data *d, int f, int v)
{
    int a = (int)d->faces[3 * f], b = (int)d->faces[3 * f + 1], c = (int)d->faces[3 * f + 2];
    for (int i = 0; i < 3; i++)
        d->v_template[3 * v + i] =
            (d->v_template[3 * a + i] + d->v_template[3 * b + i] + d->v_template[3 * c + i]) / 3;
    d->faces[3 * f + 2] = (uint32_t)v;
    add_face(d, b, c, v);
    add_face(d, c, a, v);
}

/* Makes the bottom pole, rings from low to high, and the top pole. Vertices that do not fill a ring lie in
 * the middle of faces. */
static void make_surface(pd_smpl_data *d)
{
    int v = d->vertex_count, around = (int)(sqrt(v) * .9) + 3, rings = (v - 2) / around,
        top = rings * around + 1;
    d->v_template = make(3 * (size_t)v, sizeof(float));
    d->faces = make(6 * (size_t)v, sizeof(uint32_t));
    ring_point(d->v_template, 0, 0);
    ring_point(d->v_template + 3 * top, 1, 0);
    for (int i = 0; i < rings * around; i++)
        ring_point(d->v_template + 3 * (i + 1), (i / around + 1.) / (rings + 1),
                   2 * M_PI * (i % around) / around);
    for (int i = 0; i < around; i++) {
        int next = (i + 1) % around;
        add_face(d, 0, 1 + next, 1 + i);
        for (int r = 0; r + 1 < rings; r++) {
            int a = 1 + r * around + i, b = 1 + r * around + next;
            add_face(d, a, b, b + around);
            add_face(d, a, b + around, a + around);
        }
        add_face(d, top, 1 + (rings - 1) * around + i, 1 + (rings - 1) * around + next);
    }
    for (int rest = top + 1; rest < v; rest++) split_face(d, 7 * (rest - top), rest);
}

/* Sets the weights of each vertex from its `influences` nearest joints, nearest first. */
static void make_weights(pd_smpl_data *d, int influences)
{
    size_t joints = (size_t)d->joint_count;
    d->weights = make((size_t)d->vertex_count * joints, sizeof(float));
    for (int v = 0; v < d->vertex_count; v++) {
        float *w = d->weights + (size_t)v * joints;
        double at[3], sum = 0;
        for (int n = 0; n < influences && n < d->joint_count; n++) {
            int best = -1;
            double nearest = INFINITY;
            for (int k = 0; k < d->joint_count; k++) {
                joint_place(at, k);
                for (int c = 0; c < 3; c++) at[c] -= d->v_template[3 * v + c];
                double dist = at[0] * at[0] + at[1] * at[1] + at[2] * at[2];
                if (w[k] == 0 && dist < nearest) nearest = dist, best = k;
            }
            w[best] = (float)exp(-30 * nearest) + 1e-3f;
            sum += w[best];
        }
        for (size_t k = 0; k < joints; k++) w[k] = (float)(w[k] / sum);
    }
}

/* Sets each joint to the mean of eight vertices around it: those nearest to it in height, spread around. */
static void make_regressor(pd_smpl_data *d)
{
    int n = 8, joints = d->joint_count;
    d->regressor_start = make((size_t)joints + 1, sizeof(int));
    d->regressor_vertex = make((size_t)(joints * n), sizeof(int));
    d->regressor_weight = make((size_t)(joints * n), sizeof(double));
    for (int k = 0; k < joints; k++) {
        double at[3];
        joint_place(at, k);
        double level = acos(1 - 2 * at[1] / HEIGHT) / M_PI;
        int around = (int)(sqrt(d->vertex_count) * .9) + 3, rings = (d->vertex_count - 2) / around;
        int ring = (int)(level * (rings + 1)) - 1, turn = (int)(at[0] > 0 ? 0 : around / 2);
        ring = ring < 0 ? 0 : ring >= rings ? rings - 1 : ring;
        d->regressor_start[k + 1] = n * (k + 1);
        for (int i = 0; i < n; i++) {
            d->regressor_vertex[n * k + i] = 1 + ring * around + (turn + i * around / (2 * n)) % around;
            d->regressor_weight[n * k + i] = 1. / n;
        }
    }
}

/* Fills smooth fields: a wave for each direction, smaller and finer from one to the next. */
static float *make_waves(const pd_smpl_data *d, int count, double size, pd_rng *rng)
{
    float *out = make(3 * (size_t)d->vertex_count * (size_t)(count + 1), sizeof(float));
    for (int b = 0; b < count; b++)
        for (int c = 0; c < 3; c++) {
            double f[3], phase = 6 * pd_rng_uniform(rng);
            for (int i = 0; i < 3; i++) f[i] = (2 + b) * pd_rng_normal(rng);
            for (int v = 0; v < d->vertex_count; v++) {
                const float *p = d->v_template + 3 * v;
                out[(3 * (size_t)v + (size_t)c) * (size_t)count + (size_t)b] =
                    (float)(size / (1 + b) * sin(f[0] * p[0] + f[1] * p[1] + f[2] * p[2] + phase));
            }
        }
    return out;
}

static void make_dense(pd_smpl_data *d, pd_rng *rng)
{
    size_t count = 27 * (size_t)d->vertex_count * (size_t)(d->joint_count - 1);
    d->posedirs = make(count, sizeof(float));
    for (size_t i = 0; i < count; i++) d->posedirs[i] = (float)(.004 * (pd_rng_uniform(rng) - .5));
}

/* Joints are those of the regressor, a little moved, and shape moves them a little otherwise. */
static void make_quaternion(pd_smpl_data *d, pd_rng *rng)
{
    const size_t joints = (size_t)d->joint_count, betas = (size_t)d->beta_count,
                 count = 12 * (size_t)d->vertex_count * joints;
    d->pose_features = PD_SMPL_QUATERNION_FEATURES;
    d->posedirs = make(count, sizeof(float));
    for (size_t i = 0; i < count; i++) d->posedirs[i] = (float)(.008 * (pd_rng_uniform(rng) - .5));

    d->joints = make(3 * joints, sizeof(double));
    d->joint_shapedirs = make(3 * joints * betas + 1, sizeof(double));
    for (size_t k = 0; k < joints; k++)
        for (int i = d->regressor_start[k]; i < d->regressor_start[k + 1]; i++)
            for (size_t c = 0; c < 3; c++) {
                const size_t at = 3 * (size_t)d->regressor_vertex[i] + c;
                d->joints[3 * k + c] += d->regressor_weight[i] * (double)d->v_template[at];
                for (size_t b = 0; b < betas; b++)
                    d->joint_shapedirs[(3 * k + c) * betas + b] +=
                        .9 * d->regressor_weight[i] * (double)d->shapedirs[at * betas + b];
            }
    for (size_t i = 0; i < 3 * joints; i++) d->joints[i] += .01 * (pd_rng_uniform(rng) - .5);
    memset(d->regressor_start, 0, (joints + 1) * sizeof *d->regressor_start);
}

static int pivot_of(const pd_smpl_data *d, int v)
{
    const float *w = d->weights + (size_t)v * (size_t)d->joint_count;
    int best = 0;
    for (int k = 1; k < d->joint_count; k++)
        if (w[k] > w[best]) best = k;
    return best;
}

/* Makes one pattern for each pivot: its parent, itself, its first child. */
static void make_patterns(pd_smpl_data *d)
{
    pd_smpl_sparse_dirs *s = &d->sparse;
    int joints = d->joint_count, used = 0;
    s->pattern_count = joints;
    s->pattern_start = make((size_t)joints + 1, sizeof(int));
    s->pattern_joints = make(3 * (size_t)joints, sizeof(int));
    for (int k = 0; k < joints; k++) {
        int child = k + 1;
        while (child < joints && d->parents[child] != k) child++;
        if (d->parents[k] > 0) s->pattern_joints[used++] = d->parents[k];
        if (k > 0) s->pattern_joints[used++] = k;
        if (child < joints) s->pattern_joints[used++] = child;
        s->pattern_start[k + 1] = used;
    }
}

static float *make_values(size_t count, pd_rng *rng)
{
    float *out = make(count, sizeof *out);
    for (size_t i = 0; i < count; i++) out[i] = (float)(.004 * (pd_rng_uniform(rng) - .5));
    return out;
}

static void make_sparse(pd_smpl_data *d, const pd_fixture *desc, pd_rng *rng)
{
    pd_smpl_sparse_dirs *s = &d->sparse;
    s->beta_terms = desc->beta_terms;
    make_patterns(d);
    s->vertex_pattern = make((size_t)d->vertex_count, sizeof(uint16_t));
    for (int v = 0; v < d->vertex_count; v++) {
        int p = pivot_of(d, v);
        s->vertex_pattern[v] = (uint16_t)p;
        s->value_count += 27 * (size_t)(s->pattern_start[p + 1] - s->pattern_start[p]);
    }
    s->values = make_values((1 + (size_t)s->beta_terms) * s->value_count, rng);
    if (desc->dqs) s->values_dqs = make_values((1 + (size_t)s->beta_terms) * s->value_count, rng);
}

static void sparse_to_dense(pd_smpl_data *d)
{
    pd_smpl_sparse_dirs *s = &d->sparse;
    size_t features = 9 * (size_t)(d->joint_count - 1);
    const float *value = s->values;
    d->posedirs = make(3 * features * (size_t)d->vertex_count, sizeof(float));
    for (size_t v = 0; v < (size_t)d->vertex_count; v++)
        for (int i = s->pattern_start[s->vertex_pattern[v]]; i < s->pattern_start[s->vertex_pattern[v] + 1];
             i++)
            for (size_t f = 0; f < 9; f++)
                for (size_t c = 0; c < 3; c++)
                    d->posedirs[(3 * v + c) * features + 9 * (size_t)(s->pattern_joints[i] - 1) + f] =
                        *value++;
    free(s->pattern_start), free(s->pattern_joints), free(s->vertex_pattern), free(s->values);
    memset(s, 0, sizeof *s);
}

static int or_else(int value, int otherwise)
{
    return value < 0 ? 0 : value ? value : otherwise;
}

void pd_fixture_data(pd_smpl_data *out, const pd_fixture *desc)
{
    pd_rng rng;
    pd_rng_init(&rng, desc->seed);
    memset(out, 0, sizeof *out);
    out->vertex_count = or_else(desc->vertices, 500);
    out->joint_count = or_else(desc->joints, 24);
    out->beta_count = or_else(desc->betas, 10);
    out->soft_count = desc->soft;
    make_joints(out);
    make_surface(out);
    make_weights(out, or_else(desc->influences, 4));
    make_regressor(out);
    out->shapedirs = make_waves(out, out->beta_count, .03, &rng);
    if (out->soft_count) out->softdirs = make_waves(out, out->soft_count, .01, &rng);
    if (desc->pose == PD_FIXTURE_DENSE) make_dense(out, &rng);
    if (desc->pose == PD_FIXTURE_QUATERNION) make_quaternion(out, &rng);
    if (desc->pose == PD_FIXTURE_SPARSE || desc->pose == PD_FIXTURE_SPARSE_AS_DENSE)
        make_sparse(out, desc, &rng);
    if (desc->pose == PD_FIXTURE_SPARSE_AS_DENSE) sparse_to_dense(out);
    out->text.name = must(strdup("synthetic"));
    out->text.gender = must(strdup("neutral"));
    out->text.licence = must(strdup("MIT"));
    out->text.provenance = must(strdup("made from a seed by tests/support/fixture.c"));
    out->text.credits = must(strdup(""));
}

pd_smpl_model *pd_fixture_model(const pd_fixture *desc)
{
    pd_smpl_data data;
    pd_smpl_model *model;
    pd_error err;
    pd_fixture_data(&data, desc);
    if (!pd_smpl_model_build(&model, &data, &err)) return model;
    fprintf(stderr, "fixture: %s: %s\n", err.where, err.detail);
    abort();
}

void pd_fixture_normals(float *out, int count, double sd, pd_rng *rng)
{
    for (int i = 0; i < count; i++) out[i] = (float)(sd * pd_rng_normal(rng));
}

void pd_fixture_rotations(float *out, int joints, double max_angle, pd_rng *rng)
{
    for (int k = 0; k < joints; k++) {
        double r[3], m[9], n = 0, angle = max_angle * pd_rng_uniform(rng);
        for (int c = 0; c < 3; c++) r[c] = pd_rng_normal(rng), n += r[c] * r[c];
        for (int c = 0; c < 3; c++) r[c] *= angle / sqrt(n + 1e-300);
        pd_rot_from_axis_angle(m, r);
        for (int i = 0; i < 9; i++) out[9 * k + i] = (float)m[i];
    }
}

static void run_shuffled(void *ctx, pd_task *task, void *arg, int count)
{
    static uint64_t calls;
    pd_rng rng;
    (void)ctx;
    int *order = make((size_t)count, sizeof *order);
    pd_rng_init(&rng, calls++);
    for (int i = 0; i < count; i++) {
        int j = pd_rng_below(&rng, i + 1);
        order[i] = order[j], order[j] = i;
    }
    for (int i = 0; i < count; i++) task(arg, order[i], i % 3);
    free(order);
}

const pd_executor pd_fixture_shuffled = {run_shuffled, NULL, 3};

typedef struct crew {
    pd_task *task;
    void *arg;
    int count, next, workers;
} crew;

static void *work(void *arg)
{
    crew *c = arg;
    int worker = __atomic_fetch_add(&c->workers, 1, __ATOMIC_RELAXED), i;
    while ((i = __atomic_fetch_add(&c->next, 1, __ATOMIC_RELAXED)) < c->count) c->task(c->arg, i, worker);
    return NULL;
}

static void run_threads(void *ctx, pd_task *task, void *arg, int count)
{
    crew c = {task, arg, count, 0, 0};
    pthread_t threads[3];
    int started = 0;
    (void)ctx;
    while (started < 3 && !pthread_create(&threads[started], NULL, work, &c)) started++;
    work(&c);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

const pd_executor pd_fixture_threads = {run_threads, NULL, 4};
