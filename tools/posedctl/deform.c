/* posedctl deform: computes the skin that a body should have in a pose, the target of pose blend shapes
 * (train/corrective/deform.h). */
#include "core/base/file.h"
#include "core/io/tensor/npz.h"
#include "core/math/rotation.h"
#include "train/corrective/deform.h"
#include "tools/base/format.h"
#include "tools/base/local.h"
#include "tools/draw/posture.h"
#include "tools/base/progress.h"
#include "tools/draw/sheet.h"
#include "tools/base/mode.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POSES_MAX   20000
#define BETAS_MAX   PD_TOOL_SHEET_BETAS
#define WORKERS_MAX 256
#define DEGREE      0.017453292f

typedef struct one {
    char label[64];
    float yaw;
    float *rotations;      /* (K,3,3)                          */
    float *target, *lbs;   /* (V,3)                            */
    double gain_lbs, gain; /* cubic metres more than at rest   */
    double took_s;
} one;

typedef struct deform {
    const pd_tool_args *args;
    const pd_tool_format *format;
    pd_tool_local local;
    pd_train_deformer *deformer;
    float betas[BETAS_MAX];
    int beta_count, pose_count, done;
    one *poses;
    pd_arena scratch[WORKERS_MAX];
    pd_tool_progress progress;
    double took_s;
    pd_error err;
} deform;

/* --- poses --- */

/* Adds a pose with room for its rotations and meshes. Returns NULL when memory ran out. */
static one *add_pose(deform *d, const char *label, float yaw_deg)
{
    size_t k = (size_t)d->local.model->joint_count;
    size_t v = (size_t)d->local.model->vertex_count;
    one *poses = realloc(d->poses, ((size_t)d->pose_count + 1) * sizeof *poses);

    if (!poses) return NULL;
    d->poses = poses;
    one *p = &poses[d->pose_count++];
    *p = (one){.yaw = yaw_deg * DEGREE};
    snprintf(p->label, sizeof p->label, "%s", label);
    p->rotations = malloc(9 * k * sizeof(float));
    p->target = malloc(6 * v * sizeof(float));
    if (!p->rotations || !p->target) return NULL;
    p->lbs = p->target + 3 * v;

    return p;
}

/* Adds the pose that a text describes. */
static pd_status add_posture(deform *d, const char *label, const char *text, float yaw_deg)
{
    one *p = add_pose(d, label, yaw_deg);
    if (!p) return pd_fail(&d->err, PD_ERR_MEMORY, label, "out of memory");
    return pd_tool_posture_read(p->rotations, d->local.model, text, &d->err);
}

/* Adds the poses of an array of axis-angle vectors. */
static pd_status add_array(deform *d, const pd_array *array)
{
    int k = d->local.model->joint_count;
    size_t row = 3 * (size_t)k;
    size_t count = array->count / row;

    if (array->count % row || !count || count > POSES_MAX)
        return pd_fail(&d->err, PD_ERR_RANGE, "poses", "%zu numbers; %zu for each of 1 to %d poses allowed",
                       array->count, row, POSES_MAX);

    float *all = malloc(array->count * sizeof *all);
    pd_status status = all ? pd_array_f32(all, array, "poses", &d->err)
                           : pd_fail(&d->err, PD_ERR_MEMORY, "poses", "out of memory");
    for (size_t i = 0; !status && i < count; i++) {
        char label[32];
        snprintf(label, sizeof label, "%zu", i);
        one *p = add_pose(d, label, 0);
        if (!p) status = pd_fail(&d->err, PD_ERR_MEMORY, "poses", "out of memory for pose %zu", i);
        if (p) pd_rot_from_axis_angle_array(p->rotations, all + i * row, k);
    }

    free(all);
    return status;
}

/* Adds the poses of an .npz file. */
static pd_status add_file(deform *d, const char *path)
{
    pd_bytes file;
    pd_npz npz;
    pd_array array;

    if (pd_file_map(&file, path, &d->err)) return d->err.status;
    if (!pd_npz_parse(&npz, file.data, file.size, path, &d->err)) {
        if (!pd_npz_read(&array, &npz, "poses", &d->err)) add_array(d, &array);
        pd_npz_deinit(&npz);
    }

    pd_file_unmap(&file);

    return d->err.status;
}

/* --- work --- */

/* Computes the target of one pose and how the body's volume changes. Runs on a worker. */
static void deform_one(void *arg, int index, int worker)
{
    deform *d = arg;
    one *p = &d->poses[d->done + index];
    double start_s = pd_tool_clock_s();

    pd_train_deform_run(p->target, p->lbs, d->deformer, p->rotations, &d->scratch[worker]);
    p->took_s = pd_tool_clock_s() - start_s;
    double rest = d->deformer ? pd_train_deformer_rest_volume(d->deformer) : 0;
    p->gain = pd_train_deformer_volume(d->deformer, p->target) - rest;
    p->gain_lbs = pd_train_deformer_volume(d->deformer, p->lbs) - rest;
}

/* Computes all poses, in parts so that progress can be shown. */
static pd_status compute(deform *d)
{
    const pd_executor *executor = d->local.executor;
    int step = 8 * executor->worker_count;

    if (pd_train_deformer_build(&d->deformer, d->local.model, d->betas, d->beta_count, NULL, &d->err))
        return d->err.status;

    /* Each worker has scratch memory of its own. */
    for (int i = 0; i < executor->worker_count && i < WORKERS_MAX; i++)
        if (!pd_arena_init(&d->scratch[i], pd_train_deform_scratch_bytes(d->deformer)))
            return pd_fail(&d->err, PD_ERR_MEMORY, "deform", "out of memory for scratch");

    double start_s = pd_tool_clock_s();
    pd_tool_progress_begin(&d->progress, "deforming", d->pose_count);
    for (d->done = 0; d->done < d->pose_count; d->done += step) {
        int left = d->pose_count - d->done;
        pd_execute(executor, deform_one, d, left < step ? left : step);
        pd_tool_progress_step(&d->progress, d->done + (left < step ? left : step));
    }

    pd_tool_progress_end(&d->progress);
    d->took_s = pd_tool_clock_s() - start_s;
    return PD_OK;
}

/* --- results --- */

static void add_member(pd_npz_writer *writer, const char *name, const float *values, size_t count, size_t v)
{
    pd_array array = pd_array_of(PD_DTYPE_F32, values, 3, (const size_t[]){count, v, 3});
    pd_npz_add(writer, name, &array);
}

/* Writes the target and plain skinning of all poses. */
static pd_status write_npz(pd_buffer *out, void *arg)
{
    deform *d = arg;
    size_t v = (size_t)d->local.model->vertex_count;
    size_t n = (size_t)d->pose_count;
    float *all = malloc(2 * n * 3 * v * sizeof *all);

    if (!all) return pd_fail(&d->err, PD_ERR_MEMORY, "npz", "out of memory for %zu poses", n);

    for (size_t i = 0; i < n; i++) {
        memcpy(all + 3 * v * i, d->poses[i].target, 3 * v * sizeof *all);
        memcpy(all + 3 * v * (n + i), d->poses[i].lbs, 3 * v * sizeof *all);
    }

    pd_npz_writer writer = pd_npz_begin(out);
    add_member(&writer, "vertices", all, n, v);
    add_member(&writer, "lbs", all + 3 * v * n, n, v);
    free(all);

    return pd_npz_end(&writer, &d->err);
}

/* Writes a sheet of pairs: plain skinning, then the target. */
static pd_status write_sheet(pd_buffer *out, void *arg)
{
    deform *d = arg;
    size_t count = 2 * (size_t)d->pose_count;
    pd_io_image picture = {0};
    pd_tool_cell *cells = calloc(count, sizeof *cells);
    int size = 320;

    if (!cells) return pd_fail(&d->err, PD_ERR_MEMORY, "sheet", "out of memory for %zu cells", count);

    if (!pd_tool_int(&size, d->args, "size", 16, 4096)) size = 320;
    for (size_t i = 0; i < count; i++) {
        const one *p = &d->poses[i / 2];
        cells[i] =
            (pd_tool_cell){.model = d->local.model, .vertices = i % 2 ? p->target : p->lbs, .yaw = p->yaw};
        snprintf(cells[i].label, sizeof cells[i].label, "%.40s: %s", p->label, i % 2 ? "target" : "lbs");
    }

    pd_tool_sheet sheet = {.cells = cells,
                           .cell_count = (int)count,
                           .columns = count < 6 ? (int)count : 6,
                           .cell_width = size,
                           .cell_height = size};
    if (!pd_tool_sheet_render(&picture, &sheet, d->local.executor, &d->err))
        pd_io_png_write(out, &picture, &d->err);
    pd_io_image_deinit(&picture);
    free(cells);

    return d->err.status;
}

static const pd_tool_format formats[] = {{"npz", "npz", write_npz, "poses and vertices"},
                                         {"png", "png", write_sheet, "a sheet of them"},
                                         PD_TOOL_FORMAT_END};

static int run_deform(const pd_tool_args *args)
{
    static deform d;

    d.args = args;
    if (!pd_tool_format_of(&d.format, args, formats, "o", "npz")) return 2;
    if (!pd_tool_betas(d.betas, &d.beta_count, args, BETAS_MAX)) return 2;
    if (pd_tool_mode(args, "output", pd_tool_text(args, "o") ? d.format->name : "none") ||
        pd_tool_mode(args, "poses", pd_tool_text(args, "poses") ? "many" : "one"))
        return 2;

    int code = pd_tool_local_open(&d.local, args);
    if (code) return code;

    /* Take the poses of a file, one given posture, or the standard bends. */
    const char *file = pd_tool_text(args, "poses");
    const char *text = pd_tool_text(args, "pose");
    pd_status status = PD_OK;
    if (file)
        status = add_file(&d, file);
    else if (text)
        status = add_posture(&d, "pose", text, 0);
    for (const pd_tool_posture *p = pd_tool_bends; !file && !text && !status && p->name; p++)
        status = add_posture(&d, p->name, p->text, p->yaw_deg);
    if (!status) status = compute(&d);
    if (status) code = pd_tool_fail(args, &d.err);

    /* Write the file. */
    const char *path = pd_tool_text(args, "o");
    if (!code && path) {
        pd_buffer out = {0};
        code = d.format->encode(&out, &d)
                   ? pd_tool_fail(args, &d.err)
                   : pd_tool_write_noted(args, path, out.data, out.size, "%d poses, made in %.1f s",
                                         d.pose_count, d.took_s);
        pd_buffer_deinit(&out);
    }

    /* Print how the volume changes in each pose. */
    if (!code) {
        const double rest = pd_train_deformer_rest_volume(d.deformer);
        const bool json = pd_tool_flag(args, "json");
        if (json)
            printf("{\"rest_volume_ml\":%.1f,\"poses\":[", 1e6 * rest);
        else
            printf("%-22s %10s %10s %8s\n", "volume change (ml)", "lbs", "target", "ms");
        for (int i = 0; i < d.pose_count; i++) {
            const one *p = &d.poses[i];
            if (json)
                printf("%s{\"pose\":\"%s\",\"lbs_ml\":%.1f,\"target_ml\":%.1f,\"ms\":%.1f}", i ? "," : "",
                       p->label, 1e6 * p->gain_lbs, 1e6 * p->gain, 1e3 * p->took_s);
            else
                printf("%-22s %10.0f %10.0f %8.1f\n", p->label, 1e6 * p->gain_lbs, 1e6 * p->gain,
                       1e3 * p->took_s);
        }

        if (json) printf("]}\n");
        fprintf(stderr, "%d poses in %.1f s\n", d.pose_count, d.took_s);
    }

    for (int i = 0; i < d.pose_count; i++) {
        free(d.poses[i].rotations);
        free(d.poses[i].target);
    }

    for (int i = 0; i < WORKERS_MAX; i++) pd_arena_deinit(&d.scratch[i]);
    free(d.poses);
    pd_train_deformer_free(d.deformer);
    pd_tool_local_close(&d.local);

    return code;
}

static const pd_tool_option options[] = {
    PD_TOOL_MODEL_ROW,
    {"betas", "LIST", "shape of the body", NULL},
    {"pose", "TEXT", "one posture, as in \"left_knee 120 0 0\" (degrees)", NULL},
    {"poses", "FILE.npz", "several postures: the array poses (N, 3K), axis-angle in radians", NULL},
    {"o", "FILE", ".npz: vertices and lbs (N,V,3); .png: pictures of both", NULL},
    {"size", "PIXELS", "side of a picture's cell", "320"},
    {"json", NULL, "print JSON", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};
const pd_tool_command pd_tool_cmd_deform = {
    .name = "deform",
    .words = "",
    .summary = "Compute the deformed skin of a pose, the target of pose blend shapes",
    .details =
        "Deforms the skin of any body in any pose as an as-rigid-as-possible surface, with smooth rotations, "
        "springs to\n"
        "the bones and a step that restores the volume. Without --pose and --poses the poses are the "
        "single-joint bends\n"
        "of `posedctl render --sheet bends`. Prints by how much the volume changes with plain skinning (LBS) "
        "and "
        "here.\n\n"
        "  posedctl deform --pose \"left_knee 120 0 0\" -o knee.png\n"
        "  posedctl deform --betas 0,3 --poses clip.npz -o targets.npz",
    .options = options,
    .run = run_deform,
};
