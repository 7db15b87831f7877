/* posedctl bench: measures how fast this build makes and writes bodies on this machine. */
#include "core/base/rng.h"
#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/io/mesh/glb.h"
#include "core/base/text/number.h"
#include "core/io/mesh/obj.h"
#include "core/io/mesh/ply.h"
#include "core/io/mesh/stl.h"
#include "core/kernel/cpu.h"
#include "core/smpl/export.h"
#include "tools/base/local.h"
#include "tools/base/progress.h"
#include "tools/base/report.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH_MAX 64

typedef struct bench {
    const pd_smpl_model *model;
    const pd_executor *executor;
    pd_arena scratch;
    pd_smpl_body bodies[BATCH_MAX];
    /* Arrays of BATCH_MAX bodies, in one block at betas. */
    float *betas, *rotations, *vertices, *normals, *joints;
    pd_buffer text;
    pd_io_mesh mesh; /* mesh of bodies[0] */
    pd_io_mesh_body mesh_body;
    pd_smpl_export rigged;
    double seconds; /* duration of a measurement */
} bench;

/* One round of measured work. */
typedef int bench_round(bench *b, int option);

/* Computes `count` bodies. */
static int round_bodies(bench *b, int count)
{
    PD_ASSERT(count > 0);
    pd_smpl_job job = {.bodies = b->bodies, .body_count = count, .skinning = PD_SMPL_LBS, .contact = NULL};
    pd_arena_reset(&b->scratch);
    pd_smpl_job_run(&job, b->model, &b->scratch, b->executor);
    return 1;
}

/* Writes the vertices as JSON numbers. */
static int round_json(bench *b, int option)
{
    (void)option;
    pd_buffer_clear(&b->text);
    return !pd_io_numbers_fixed(&b->text, b->vertices, 3 * (size_t)b->model->vertex_count,
                                PD_IO_NUMBER_DIGITS, ',', "", NULL);
}

enum { GLB_PLAIN, GLB_QUANTIZED, GLB_RIG, GLB_RIG_QUANTIZED };

/* Writes a .glb, with or without rig and quantization. */
static int round_glb(bench *b, int option)
{
    int rig = option >= GLB_RIG;
    pd_io_glb glb = {.mesh = &b->mesh,
                     .rig = rig ? &b->rigged.rig : NULL,
                     .poses = b->rigged.poses,
                     .quantize = option & 1,
                     .packed = option & 1 ? pd_smpl_model_packed_faces(b->model) : NULL};

    pd_buffer_clear(&b->text);

    return !pd_io_glb_write(&b->text, &glb, NULL);
}

static int round_obj(bench *b, int option)
{
    (void)option;
    pd_buffer_clear(&b->text);
    return !pd_io_obj_write(&b->text, &b->mesh, PD_IO_NUMBER_DIGITS, NULL);
}

static int round_ply(bench *b, int option)
{
    (void)option;
    pd_buffer_clear(&b->text);
    return !pd_io_ply_write(&b->text, &b->mesh, NULL);
}

static int round_stl(bench *b, int option)
{
    (void)option;
    pd_buffer_clear(&b->text);
    return !pd_io_stl_write(&b->text, &b->mesh, NULL);
}

/* Milliseconds of the median round; -1 when it failed. */
static double median_ms(bench *b, bench_round *round, int option)
{
    enum { MOST = 4096 };
    static double times_ms[MOST];
    int count = 0;
    double begin_s = pd_tool_clock_s();

    if (!round(b, option)) return -1; /* also warms up */
    do {
        double before_s = pd_tool_clock_s();
        if (!round(b, option)) return -1;
        times_ms[count++] = 1e3 * (pd_tool_clock_s() - before_s);
    } while (count < MOST && (count < 3 || pd_tool_clock_s() - begin_s < b->seconds));
    pd_sort_doubles(times_ms, (size_t)count);

    return times_ms[count / 2];
}

/* Makes random people in random poses. No joint is at rest, so that kernels cannot skip work. */
static bool prepare_bench(bench *b)
{
    size_t vertices = 3 * (size_t)b->model->vertex_count;
    size_t joints = (size_t)b->model->joint_count;
    size_t betas = (size_t)b->model->beta_count;
    pd_rng rng;

    b->betas = calloc(BATCH_MAX * (betas + 12 * joints + 2 * vertices), sizeof *b->betas);
    if (!b->betas) return false;

    /* Divide the block. */
    b->rotations = b->betas + BATCH_MAX * betas;
    b->joints = b->rotations + BATCH_MAX * 9 * joints;
    b->vertices = b->joints + BATCH_MAX * 3 * joints;
    b->normals = b->vertices + BATCH_MAX * vertices;
    for (size_t i = 0; i < BATCH_MAX; i++)
        b->bodies[i] = (pd_smpl_body){.betas = b->betas + i * betas,
                                      .beta_count = (int)betas,
                                      .rotations = b->rotations + i * 9 * joints,
                                      .vertices = b->vertices + i * vertices,
                                      .joints = b->joints + i * 3 * joints};

    /* Draw random shapes, and turn every joint by a random angle about one of its axes. */
    pd_rng_init(&rng, 1);
    for (size_t i = 0; i < BATCH_MAX * betas; i++) b->betas[i] = (float)pd_rng_normal(&rng);

    for (size_t i = 0; i < BATCH_MAX * joints; i++) {
        float angle = (float)(0.3 * pd_rng_normal(&rng));
        float c = cosf(angle);
        float s = sinf(angle);
        const float rotation[3][9] = {
            {1, 0, 0, 0, c, -s, 0, s, c}, {c, 0, s, 0, 1, 0, -s, 0, c}, {c, -s, 0, s, c, 0, 0, 0, 1}};
        memcpy(b->rotations + 9 * i, rotation[pd_rng_below(&rng, 3)], sizeof rotation[0]);
    }

    /* Prepare the rig of the first body, and scratch memory for the largest batch. */
    pd_smpl_job job = {
        .bodies = b->bodies, .body_count = BATCH_MAX, .skinning = PD_SMPL_LBS, .contact = NULL};
    pd_smpl_job one = {.bodies = b->bodies, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    b->bodies[0].normals = b->normals;
    if (pd_smpl_export_rig(&b->rigged, &one, b->model, &b->scratch, b->executor, NULL)) return false;
    if (!pd_arena_reserve(&b->scratch, pd_smpl_job_scratch_bytes(&job, b->model))) return false;

    /* Make the mesh of the first body, with normals, for the file formats. */
    round_bodies(b, 1);
    b->bodies[0].normals = NULL;
    b->mesh_body = (pd_io_mesh_body){NULL, b->vertices, b->normals};
    b->mesh = pd_smpl_export_mesh(b->model, &b->mesh_body, 1, PD_FRAME_GLTF);

    return true;
}

/* Returns a measured time as JSON, with bodies per second. */
static json_t *rate(double ms, int count)
{
    return json_pack("{s:f, s:f}", "ms", ms, "per_second", count * 1e3 / ms);
}

/* Measures everything and prints the figures as JSON. */
static int measure_all(const pd_tool_args *args, pd_tool_local *local, double load_ms)
{
    static const struct {
        const char *name;
        bench_round *round;
        int option;
    } kinds[] = {{"json_numbers", round_json, 0}, {"obj", round_obj, 0},
                 {"ply", round_ply, 0},           {"stl", round_stl, 0},
                 {"glb", round_glb, GLB_PLAIN},   {"glb_quantized", round_glb, GLB_QUANTIZED},
                 {"glb_rig", round_glb, GLB_RIG}, {"glb_rig_quantized", round_glb, GLB_RIG_QUANTIZED}};
    static const int counts[] = {1, 8, 64};
    static bench b; /* large */
    const pd_smpl_model *m = local->model;
    pd_error err;
    double seconds = 0;
    if (!pd_tool_double(&seconds, args, "seconds", 0.001, 60)) return 2;

    b = (bench){.model = m, .executor = &pd_executor_serial, .seconds = seconds};
    if (!pd_arena_init(&b.scratch, 0) || !prepare_bench(&b)) {
        pd_fail(&err, PD_ERR_MEMORY, "", "out of memory for %d bodies", BATCH_MAX);
        return pd_tool_fail(args, &err);
    }

    /* Measure bodies in batches, on one thread and on all. */
    json_t *meshes = json_object();
    json_t *files = json_object();
    for (int t = 0; t < (local->executor->worker_count > 1 ? 2 : 1); t++)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            char name[48];
            b.executor = t ? local->executor : &pd_executor_serial;
            snprintf(name, sizeof name, "batch_%d_threads_%d", counts[i], b.executor->worker_count);
            json_object_set_new(meshes, name, rate(median_ms(&b, round_bodies, counts[i]), counts[i]));
        }

    /* Measure one body with normals, and one without vertices. */
    b.executor = &pd_executor_serial;
    b.bodies[0].normals = b.normals;
    json_object_set_new(meshes, "one_with_normals", rate(median_ms(&b, round_bodies, 1), 1));
    b.bodies[0].normals = NULL;

    float *vertices = b.bodies[0].vertices;
    b.bodies[0].vertices = NULL;
    json_object_set_new(meshes, "joints_only", rate(median_ms(&b, round_bodies, 1), 1));
    b.bodies[0].vertices = vertices;

    /* Measure the writer of each file format. */
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const double ms = median_ms(&b, kinds[i].round, kinds[i].option);
        json_object_set_new(files, kinds[i].name,
                            json_pack("{s:f, s:I}", "ms", ms, "bytes", (json_int_t)b.text.size));
    }

    /* Print the figures, with the properties of the model on which they depend. */
    json_t *model =
        json_pack("{s:s, s:i, s:i, s:i, s:i, s:I, s:f}", "file", local->path, "vertices", m->vertex_count,
                  "joints", m->joint_count, "betas", m->beta_count, "pose_features", m->pose_feature_count,
                  "resident_bytes", (json_int_t)pd_smpl_model_bytes(m), "load_ms", load_ms);
    json_t *root = json_pack("{s:s, s:o, s:o, s:o}", "kernel", pd_k_cpu_name(), "model", model, "meshes",
                             meshes, "files", files);
    const pd_status status = pd_tool_report_write(root, JSON_INDENT(2) | JSON_REAL_PRECISION(5), NULL, &err);
    json_decref(root);
    pd_smpl_export_deinit(&b.rigged);
    pd_arena_deinit(&b.scratch);
    pd_buffer_deinit(&b.text);
    free(b.betas);

    return status ? pd_tool_fail(args, &err) : 0;
}

static int run_bench(const pd_tool_args *args)
{
    pd_tool_local local;
    double start_s = pd_tool_clock_s();
    int code = pd_tool_local_open(&local, args);

    if (!code) code = measure_all(args, &local, 1e3 * (pd_tool_clock_s() - start_s));
    pd_tool_local_close(&local);

    return code;
}

static const pd_tool_option options[] = {PD_TOOL_MODEL_ROW,
                                         {"seconds", "S", "seconds for which each line is measured", "0.3"},
                                         PD_TOOL_THREADS_ROW,
                                         PD_TOOL_END};
const pd_tool_command pd_tool_cmd_bench = {
    .name = "bench",
    .words = "",
    .summary = "Measure the speed of this build on this machine and print it as JSON",
    .details = "Prints medians of repeated rounds in this process: of making bodies (one, eight and 64 at a "
               "time; with "
               "one\n"
               "thread and with all), and of writing a body in each format.\n"
               "`make bench` measures beside other libraries and over HTTP.",
    .options = options,
    .run = run_bench,
};
