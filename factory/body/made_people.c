#include "factory/body/made_people.h"

#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/base/rng.h"
#include "core/io/tensor/npz.h"
#include "core/math/rotation.h"
#include "core/smpl/body.h"
#include "core/smpl/pose.h"
#include "factory/body/body.h"
#include "train/corrective/deform.h"
#include "train/registration/segment.h"
#include "factory/body/drawn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SHAPE_TURN 0.08 /* radians, standard deviation, of a shape's joints */

/* One round of bodies that are made in parallel: people with all their meshes, or shapes with one each. */
typedef struct batch {
    const pd_tool_people *people;
    const float *rests; /* (count,V,3) */
    int first;          /* body of this round */
    int count;          /* meshes of a body: poses to learn from, then held out */
    float *vertices;    /* (workers, count, V,3) */
    float *joints;      /* (workers, count, K,3) */
    int *failed;        /* (workers)             */
    int shapes, fresh;  /* 1: bodies of the shape set; of new-people/ */
} batch;

/* Makes the surfaces of one body: with the model, and with the deformer unless by_model. */
typedef struct maker {
    const pd_smpl_model *model;
    const pd_train_deformer *deformer;
    float betas[PD_SMPL_MAX_BETAS];
    unsigned char *taken; /* (poses) that this body stands in already */
    pd_arena *scratch;
} maker;

/* A random pose, held out or not, that this body has not had yet: `learn` refuses duplicates. For shapes,
 * nearly the rest pose. rotations (K,3,3). */
static void choose_pose(float *rotations, const batch *b, const maker *body, int held_out, pd_rng *rng)
{
    const pd_train_poses *poses = b->people->poses;
    int joints = b->people->model->joint_count;

    if (b->shapes) {
        for (int k = 0; k < joints; k++) {
            double r[3], m[9];
            for (int c = 0; c < 3; c++) r[c] = k ? SHAPE_TURN * pd_rng_normal(rng) : 0;
            pd_rot_from_axis_angle(m, r);
            for (int c = 0; c < 9; c++) rotations[9 * k + c] = (float)m[c];
        }

        return;
    }

    /* Draw until the pose is new for this body and belongs to the wanted set. */
    int at;
    do at = pd_rng_below(rng, poses->count);
    while ((poses->held_out[at] != 0) != held_out || body->taken[at]);
    body->taken[at] = 1;
    memcpy(rotations, poses->rotations + 9 * (size_t)joints * (size_t)at,
           9 * (size_t)joints * sizeof *rotations);
}

/* Turns points (count,3) about the vertical and moves them. */
static void place_made_people(float *points, int count, double angle, const double where[3])
{
    PD_ASSERT(count >= 0);
    double c = cos(angle);
    double s = sin(angle);
    for (int i = 0; i < count; i++) {
        float *p = points + 3 * i;
        double x = (double)p[0];
        double z = (double)p[2];
        p[0] = (float)(c * x + s * z + where[0]);
        p[1] = (float)((double)p[1] + where[1]);
        p[2] = (float)(-s * x + c * z + where[2]);
    }
}

/* Makes one mesh of a body in a random pose at a random place, with its joints. */
static void make_mesh(const batch *b, const maker *m, float *vertices, float *joints, int held_out,
                      pd_rng *rng)
{
    const pd_smpl_model *model = m->model;
    float rotations[9 * PD_SMPL_MAX_JOINTS];
    pd_smpl_pose pose;

    choose_pose(rotations, b, m, held_out, rng);
    double angle = pd_rng_between(rng, -3, 3);
    double where[3];
    for (int c = 0; c < 3; c++) where[c] = 0.3 * pd_rng_normal(rng);

    /* Compute the surface with the deformer or the model, and the joints with the model. */
    pd_smpl_body body = {.betas = m->betas,
                         .beta_count = b->people->by_model ? model->beta_count : 0,
                         .rotations = rotations,
                         .vertices = vertices};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    pd_arena_reset(m->scratch);
    if (m->deformer)
        pd_train_deform_run(vertices, NULL, m->deformer, rotations, m->scratch);
    else
        pd_smpl_job_run(&job, model, m->scratch, &pd_executor_serial);
    pd_smpl_pose_chain(&pose, model, &body);
    for (int k = 0; k < model->joint_count; k++)
        for (int c = 0; c < 3; c++) joints[3 * k + c] = (float)pose.world[k].m[4 * c + 3];
    place_made_people(vertices, model->vertex_count, angle, where);
    place_made_people(joints, model->joint_count, angle, where);

    /* Meshes to learn from get noise and holes, as scans have. */
    for (int i = 0; !held_out && i < model->vertex_count; i++) { /* noise, and vertices that were not seen */
        int gone = pd_rng_uniform(rng) < b->people->missing;
        for (int c = 0; c < 3; c++)
            vertices[3 * i + c] =
                gone ? NAN
                     : (float)((double)vertices[3 * i + c] + 1e-3 * b->people->noise_mm * pd_rng_normal(rng));
    }
}

/* Prepares what makes the surfaces of one body: random betas for the model,
 * or a deformer for the body's rest shape. */
static pd_status open_maker(maker *m, pd_smpl_model **own, pd_train_deformer **deformer, const batch *b,
                            int index, pd_rng *rng)
{
    const pd_tool_people *p = b->people;
    size_t v = 3 * (size_t)p->model->vertex_count;
    size_t bytes;

    if (p->by_model) {
        const pd_smpl_job job = {.bodies = NULL, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
        m->model = p->model;
        for (int k = 0; k < p->model->beta_count; k++)
            m->betas[k] = (float)fmax(-2, fmin(2, pd_rng_normal(rng)));
        bytes = pd_smpl_job_scratch_bytes(&job, p->model);
    } else {
        pd_status status =
            pd_factory_subject_model(own, p->model, b->rests + v * (size_t)(b->first + index), NULL);
        if (status == PD_OK) status = pd_train_deformer_build(deformer, *own, NULL, 0, NULL, NULL);
        if (status != PD_OK) return status;
        m->model = *own;
        m->deformer = *deformer;
        bytes = pd_train_deform_scratch_bytes(*deformer);
    }

    return pd_arena_init(m->scratch, bytes) ? PD_OK : PD_ERR_MEMORY;
}

/* Makes all meshes of one body. Runs on a worker. */
static void make_body(void *arg, int index, int worker)
{
    PD_ASSERT(index >= 0 && worker >= 0);
    batch *b = arg;
    const pd_tool_people *p = b->people;
    size_t v = 3 * (size_t)p->model->vertex_count;
    size_t k = 3 * (size_t)p->model->joint_count;
    float *vertices = b->vertices + v * (size_t)(b->count * index);
    float *joints = b->joints + k * (size_t)(b->count * index);
    pd_smpl_model *own = NULL;
    pd_train_deformer *deformer = NULL;
    pd_arena scratch = {0};
    maker m = {.scratch = &scratch};
    pd_rng rng;

    (void)worker;

    /* Give every body a separate seed, so that results do not depend on the number of threads. */
    pd_rng_init(&rng, p->seed * 1000003 + (uint64_t)(b->first + index) + (b->shapes ? 500000 : 0) +
                          (b->fresh ? 700000 : 0));
    m.taken = calloc((size_t)p->poses->count, 1);
    pd_status status = m.taken ? open_maker(&m, &own, &deformer, b, index, &rng) : PD_ERR_MEMORY;
    for (int i = 0; status == PD_OK && i < b->count; i++)
        make_mesh(b, &m, vertices + v * (size_t)i, joints + k * (size_t)i,
                  b->fresh || (!b->shapes && i >= p->poses_each), &rng);
    b->failed[index] = (int)status;
    free(m.taken);
    pd_arena_deinit(&scratch);
    pd_train_deformer_free(deformer);
    pd_smpl_model_release(own);
}

/* ---- files ---- */

/* Writes arrays as an .npz file. */
static pd_status write_npz(const char *path, const pd_array *arrays, const char *const *names, int count,
                           pd_error *err)
{
    pd_buffer out = {0};
    pd_npz_writer writer = pd_npz_begin(&out);

    for (int i = 0; i < count; i++) pd_npz_add(&writer, names[i], &arrays[i]);
    pd_status status = pd_npz_end(&writer, err);
    if (status == PD_OK) status = pd_file_write(path, out.data, out.size, err);
    pd_buffer_deinit(&out);

    return status;
}

/* Writes meshes and their joints. */
static pd_status write_meshes(const pd_tool_people *p, const char *name, const float *vertices,
                              const float *joints, int count, pd_error *err)
{
    PD_ASSERT(count >= 0);
    static const char *const names[] = {"vertices", "joints"};
    char path[1200];
    size_t n = (size_t)count;
    snprintf(path, sizeof path, "%.1000s/%s", p->folder, name);
    const pd_array arrays[] = {
        pd_array_of(PD_DTYPE_F32, vertices, 3, (size_t[]){n, (size_t)p->model->vertex_count, 3}),
        pd_array_of(PD_DTYPE_F32, joints, 3, (size_t[]){n, (size_t)p->model->joint_count, 3})};

    return write_npz(path, arrays, names, 2, err);
}

/* Writes the template: the model's mesh with its parts and joints. */
static pd_status write_template(const pd_tool_people *p, pd_error *err)
{
    static const char *const names[] = {"vertices", "faces", "parts", "parents", "joint_names", "joints"};
    float joints[3 * PD_SMPL_MAX_JOINTS];
    const pd_smpl_data *d = &p->model->data;
    size_t v = (size_t)d->vertex_count;
    size_t f = (size_t)d->face_count;
    size_t k = (size_t)d->joint_count;
    char path[1100];
    pd_buffer text = {0};
    int *parts = malloc(v * sizeof *parts);

    if (!parts) return pd_fail(err, PD_ERR_MEMORY, p->folder, "out of memory");

    pd_learn_joints_of_model(joints, d);
    pd_status status = pd_learn_parts_by_joints(parts, d, joints, err);
    for (size_t i = 0; i < k; i++) pd_buffer_printf(&text, "%s\n", d->joint_names[i]);
    const pd_array arrays[] = {pd_array_of(PD_DTYPE_F32, d->v_template, 2, (size_t[]){v, 3}),
                               pd_array_of(PD_DTYPE_U32, d->faces, 2, (size_t[]){f, 3}),
                               pd_array_of(PD_DTYPE_I32, parts, 1, &v),
                               pd_array_of(PD_DTYPE_I32, d->parents, 1, &k),
                               pd_array_of(PD_DTYPE_U8, text.data, 1, &text.size),
                               pd_array_of(PD_DTYPE_F32, joints, 2, (size_t[]){k, 3})};
    snprintf(path, sizeof path, "%.1000s/template.npz", p->folder);
    if (status == PD_OK) status = write_npz(path, arrays, names, 6, err);
    pd_buffer_deinit(&text);
    free(parts);

    return status;
}

/* Writes the genders of the people. Even numbers are men, like those of the sampler. */
static pd_status write_genders(const pd_tool_people *p, pd_error *err)
{
    pd_buffer text = {0};
    char path[1100];

    pd_buffer_text(&text, "subject,gender\n");
    for (int i = 0; i < p->person_count; i++)
        pd_buffer_printf(&text, "p%02d,%s\n", i, i % 2 ? "female" : "male");
    pd_buffer_text(&text, "men,male\nwomen,female\n");
    snprintf(path, sizeof path, "%.1000s/genders.csv", p->folder);
    pd_status status = pd_file_write(path, text.data, text.size, err);
    pd_buffer_deinit(&text);

    return status;
}

/* ---- all ---- */

/* Makes the bodies of a round in parallel. Returns the first error. */
static pd_status run_batch(batch *b, int count, const pd_executor *executor, pd_error *err)
{
    PD_ASSERT(count >= 0);
    pd_execute(executor, make_body, b, count);
    for (int i = 0; i < count; i++)
        if (b->failed[i])
            return pd_fail(err, (pd_status)b->failed[i], "people", "body %d: %s", b->first + i,
                           pd_status_title((pd_status)b->failed[i]));

    return PD_OK;
}

/* Makes the people to learn from, in rounds of as many as there are workers, and writes their meshes. */
static pd_status make_people(const pd_tool_people *p, const float *rests, const pd_executor *executor,
                             pd_progress progress, pd_error *err)
{
    size_t v = 3 * (size_t)p->model->vertex_count;
    size_t k = 3 * (size_t)p->model->joint_count;
    size_t workers = (size_t)executor->worker_count;
    batch b = {.people = p, .rests = rests, .count = p->poses_each + p->held_out_each};
    size_t meshes = workers * (size_t)b.count;

    b.vertices = malloc(meshes * v * sizeof *b.vertices);
    b.joints = malloc(meshes * k * sizeof *b.joints);
    b.failed = malloc(workers * sizeof *b.failed);
    pd_status status =
        b.vertices && b.joints && b.failed ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "people", "out of memory");

    for (; status == PD_OK && b.first < p->person_count; b.first += (int)workers) {
        int count = p->person_count - b.first < (int)workers ? p->person_count - b.first : (int)workers;
        pd_progress_report(&progress, "people", b.first, p->person_count);
        status = run_batch(&b, count, executor, err);

        /* Poses to learn from come first in each body's meshes, held-out ones behind them. */
        for (int i = 0; i < count && status == PD_OK; i++) {
            size_t at = (size_t)(b.count * i);
            char name[64];
            snprintf(name, sizeof name, "poses/p%02d.npz", b.first + i);
            status = write_meshes(p, name, b.vertices + v * at, b.joints + k * at, p->poses_each, err);
            if (status != PD_OK || !p->held_out_each) continue;
            at += (size_t)p->poses_each;
            snprintf(name, sizeof name, "held-out/p%02d.npz", b.first + i);
            status = write_meshes(p, name, b.vertices + v * at, b.joints + k * at, p->held_out_each, err);
        }
    }

    if (status == PD_OK) pd_progress_report(&progress, "people", p->person_count, p->person_count);
    free(b.vertices);
    free(b.joints);
    free(b.failed);

    return status;
}

/* Makes people for tests, from whom nothing is learned, with one file each. */
static pd_status make_new_people(const pd_tool_people *p, const float *rests, const pd_executor *executor,
                                 pd_progress progress, pd_error *err)
{
    size_t v = 3 * (size_t)p->model->vertex_count;
    size_t k = 3 * (size_t)p->model->joint_count;
    size_t meshes = (size_t)p->new_count * PD_TOOL_NEW_POSES;
    batch b = {.people = p, .rests = rests, .count = PD_TOOL_NEW_POSES, .fresh = 1};

    b.vertices = malloc((meshes + 1) * v * sizeof *b.vertices);
    b.joints = malloc((meshes + 1) * k * sizeof *b.joints);
    b.failed = calloc((size_t)p->new_count + 1, sizeof *b.failed);
    pd_status status = b.vertices && b.joints && b.failed
                           ? PD_OK
                           : pd_fail(err, PD_ERR_MEMORY, "new people", "out of memory");
    pd_progress_report(&progress, "new people", 0, p->new_count);
    if (status == PD_OK) status = run_batch(&b, p->new_count, executor, err);
    for (int i = 0; status == PD_OK && i < p->new_count; i++) {
        char name[64];
        size_t first = (size_t)(PD_TOOL_NEW_POSES * i);
        snprintf(name, sizeof name, "new-people/n%02d.npz", i);
        status = write_meshes(p, name, b.vertices + v * first, b.joints + k * first, PD_TOOL_NEW_POSES, err);
    }

    pd_progress_report(&progress, "new people", p->new_count, p->new_count);
    free(b.vertices);
    free(b.joints);
    free(b.failed);

    return status;
}

/* Makes the shapes, each in nearly the rest pose. */
static pd_status make_shapes(const pd_tool_people *p, const float *rests, const pd_executor *executor,
                             pd_progress progress, pd_error *err)
{
    size_t v = 3 * (size_t)p->model->vertex_count;
    size_t k = 3 * (size_t)p->model->joint_count;
    size_t n = (size_t)p->shape_count;
    batch b = {.people = p, .rests = rests, .count = 1, .shapes = 1};

    b.vertices = malloc(n * v * sizeof *b.vertices);
    b.joints = malloc(n * k * sizeof *b.joints);
    b.failed = calloc(n + 1, sizeof *b.failed);
    pd_status status =
        b.vertices && b.joints && b.failed ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "shapes", "out of memory");
    pd_progress_report(&progress, "shapes", 0, p->shape_count);
    if (status == PD_OK) status = run_batch(&b, p->shape_count, executor, err);

    /* Write one file of men and one of women. */
    const int most = (p->shape_count + 1) / 2;
    float *vertices = NULL, *joints = NULL;
    if (status == PD_OK) {
        vertices = malloc((size_t)most * v * sizeof *vertices);
        joints = malloc((size_t)most * k * sizeof *joints);
        if (!vertices || !joints) status = pd_fail(err, PD_ERR_MEMORY, "shapes", "out of memory");
    }

    for (int women = 0; women < 2 && status == PD_OK; women++) {
        int count = 0;
        for (int i = women; i < p->shape_count; i += 2, count++) {
            memcpy(vertices + v * (size_t)count, b.vertices + v * (size_t)i, v * sizeof *vertices);
            memcpy(joints + k * (size_t)count, b.joints + k * (size_t)i, k * sizeof *joints);
        }

        status = write_meshes(p, women ? "shapes/women.npz" : "shapes/men.npz", vertices, joints, count, err);
    }

    free(vertices);
    free(joints);

    pd_progress_report(&progress, "shapes", p->shape_count, p->shape_count);
    free(b.vertices);
    free(b.joints);
    free(b.failed);

    return status;
}

pd_status pd_tool_people_write(const pd_tool_people *people, const pd_executor *executor,
                               pd_progress progress, pd_error *err)
{
    int even = people->person_count & ~1;
    int bodies = people->person_count + people->shape_count + people->new_count;
    size_t v = 3 * (size_t)people->model->vertex_count;
    pd_factory_sample sample = {.vertex_count = people->model->vertex_count};
    const pd_factory_options options = {.data_folder = people->data_folder,
                                        .seed = people->seed,
                                        .subject_count = 100,
                                        .held_out_count = bodies < 20 ? 20 : bodies,
                                        .beta_count = 1};
    const struct {
        const char *name;
        int is_wanted;
    } folders[] = {{"", 1},
                   {"/poses", 1},
                   {"/shapes", people->shape_count},
                   {"/held-out", people->held_out_each},
                   {"/new-people", people->new_count}};

    /* Make the folders. */
    for (int i = 0; i < 5; i++) {
        char path[1100];
        struct stat info;
        if (!folders[i].is_wanted) continue;
        snprintf(path, sizeof path, "%.1000s%s", people->folder, folders[i].name);
        if (mkdir(path, 0777) && (stat(path, &info) || !S_ISDIR(info.st_mode)))
            return pd_fail(err, PD_ERR_IO, path, "the folder cannot be made");
    }

    /* Draw the rest shapes of all bodies at once. */
    if (!people->by_model && pd_factory_body_sample(&sample, &options, executor, progress, err))
        return err->status;
    const float *rests = people->by_model ? NULL : sample.bodies;

    /* Write everything, each kind of body from its own range of rest shapes. */
    pd_status status = PD_OK;
    if (sample.vertex_count != people->model->vertex_count)
        status =
            pd_fail(err, PD_ERR_RANGE, "model", "%d vertices; %d expected, as the bodies of the data have",
                    people->model->vertex_count, sample.vertex_count);
    if (status == PD_OK) status = write_template(people, err);
    if (status == PD_OK) status = write_genders(people, err);
    if (status == PD_OK) status = make_people(people, rests, executor, progress, err);
    if (status == PD_OK && people->shape_count) /* start at an even number, because even numbers are men */
        status = make_shapes(people, rests ? rests + v * (size_t)even : NULL, executor, progress, err);
    if (status == PD_OK && people->new_count)
        status = make_new_people(people, rests ? rests + v * (size_t)(bodies - people->new_count) : NULL,
                                 executor, progress, err);
    pd_factory_sample_deinit(&sample);

    return status;
}
