/* posedctl register: a scan of a person as a mesh of the model's topology. */
#include "core/base/text/length.h"
#include "core/io/mesh/obj.h"
#include "core/io/mesh/ply.h"
#include "tools/base/report.h"
#include "train/scan/scan.h"
#include "core/io/json/json.h"
#include "core/io/tensor/npz.h"
#include "core/kernel/linalg.h"
#include "core/math/rotation.h"
#include "train/scan/register.h"
#include "tools/base/format.h"
#include "tools/base/local.h"
#include "tools/base/mode.h"
#include "tools/base/model_file.h"
#include "tools/base/progress.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEYPOINT_NOISE 0.02 /* metres */
#define DIGITS         6

typedef struct registering {
    const pd_tool_args *args;
    pd_tool_local local;
    pd_train_scan scan;
    pd_ik_prior *source;
    pd_observe_prior prior;
    pd_train_register job;
    pd_observe_part (*parts)[PD_OBSERVE_MOST_PARTS];
    pd_observe_seen *keypoints;
    pd_tool_progress progress;
    double unit, seconds;
    pd_error err;
} registering;

/* ---- what is read */

static pd_status read_scan(registering *r)
{
    const char *path = r->args->words[0];
    pd_tool_model_file file;

    pd_status status = pd_tool_model_file_open(&file, r->args, path, PD_TRAIN_SCAN_ENDINGS, &r->err);
    if (status) return status;
    status = pd_train_scan_read(&r->scan, file.bytes, path, &r->err);
    pd_tool_model_file_close(&file);
    if (status) return status;
    if (r->scan.left_out)
        pd_tool_note(r->args, "%s: %ld points without a place (NaN, or 0 0 0) are left out", path,
                     r->scan.left_out);
    for (size_t i = 0; i < 3 * (size_t)r->scan.count; i++)
        r->scan.points[i] = (float)(r->unit * (double)r->scan.points[i]);
    r->job.points = r->scan.points;
    r->job.normals = r->scan.normals;
    r->job.point_count = r->scan.count;

    return PD_OK;
}

/* Finds what a name means: a joint, a place on the skin ("@nose") or a keypoint of one of the sets. Returns
 * the number of parts; 0: nothing. */
static int register_place_of(pd_observe_part *parts, const pd_smpl_model *model, const char *name)
{
    const int count = pd_observe_place(parts, model, name);

    if (count) return count;

    for (const pd_observe_set *set = pd_observe_sets; set->name; set++)
        for (int k = 0; k < set->count; k++)
            if (!strcmp(set->keypoints[k].name, name))
                return pd_observe_place(parts, model, set->keypoints[k].place);

    return 0;
}

/* {"left_wrist": [x, y, z], ...} in the scan's axes and unit. */
static pd_status read_keypoints(registering *r, const char *path)
{
    json_error_t where;
    json_t *file = pd_json_load_file(path, JSON_REJECT_DUPLICATES, &where);
    json_t *value;
    const size_t count = json_object_size(file);
    const char *name;
    pd_status status = PD_OK;

    if (!file) return pd_fail(&r->err, PD_ERR_FORMAT, path, "line %d: %s", where.line, where.text);
    if (count < PD_OBSERVE_LEAST_SPACE || count > PD_TRAIN_ALIGN_KEYPOINTS)
        status = pd_fail(&r->err, PD_ERR_LIMIT, path, "an object of %zu keypoints; %d to %d expected", count,
                         PD_OBSERVE_LEAST_SPACE, PD_TRAIN_ALIGN_KEYPOINTS);
    r->parts = calloc(count + 1, sizeof *r->parts);
    r->keypoints = calloc(count + 1, sizeof *r->keypoints);
    if (!status && (!r->parts || !r->keypoints))
        status = pd_fail(&r->err, PD_ERR_MEMORY, path, "out of memory for %zu keypoints", count);

    json_object_foreach(file, name, value)
    {
        const int i = r->job.keypoint_count;
        if (status) break;
        pd_observe_seen *seen = &r->keypoints[i];
        const int parts = register_place_of(r->parts[i], r->local.model, name);
        double at[3];
        if (!parts)
            status = pd_fail(&r->err, PD_ERR_NOT_FOUND, path,
                             "'%.60s' is neither a joint of the model nor a keypoint of the sets", name);
        else if (json_unpack(value, "[F,F,F!]", &at[0], &at[1], &at[2]))
            status = pd_fail(&r->err, PD_ERR_FORMAT, path, "%.60s: [x, y, z] expected", name);
        if (status) break;
        *seen = (pd_observe_seen){
            .parts = r->parts[i], .part_count = parts, .mirror = i, .confidence = 1, .sigma = KEYPOINT_NOISE};

        for (int c = 0; c < 3; c++) {
            seen->at[c] = r->unit * at[c];
            if (!(fabs(seen->at[c]) <= PD_OBSERVE_LARGEST_METRES))
                status = pd_fail(&r->err, PD_ERR_RANGE, path, "%.60s: %g metres; %g to %g allowed", name,
                                 seen->at[c], -PD_OBSERVE_LARGEST_METRES, PD_OBSERVE_LARGEST_METRES);
        }

        r->job.keypoint_count++;
    }

    json_decref(file);
    r->job.keypoints = r->keypoints;

    return status;
}

/* ---- the work */

static void report_register(void *ctx, double done)
{
    registering *r = ctx;
    pd_tool_progress_step(&r->progress, done);
}

static pd_status solve_register(registering *r)
{
    pd_status status = pd_train_register_check(&r->job, r->local.model, &r->err);

    if (status) return status;

    pd_tool_progress_begin(&r->progress, "registering", 1);
    r->job.report = report_register;
    r->job.ctx = r;
    const double begin = pd_tool_clock_s();
    status = pd_train_register_run(&r->job, r->local.model, &r->err);
    r->seconds = pd_tool_clock_s() - begin;
    pd_tool_progress_leave(&r->progress, status == PD_OK);

    return status;
}

/* ---- what is written */

static pd_status encode_npz(pd_buffer *out, void *work)
{
    registering *r = work;
    const pd_smpl_model *m = r->local.model;
    const size_t v = (size_t)m->vertex_count;
    const size_t k = (size_t)m->joint_count;
    const size_t b = (size_t)m->beta_count;
    float *pose = malloc(3 * k * sizeof *pose);
    float trans[3];
    float *vertices = malloc(3 * v * sizeof *vertices);
    pd_status status = PD_OK;

    if (pose && vertices) {
        pd_rot_to_axis_angle_array(pose, r->job.rotations, m->joint_count);
        for (int c = 0; c < 3; c++) trans[c] = (float)r->job.translation[c];
        for (size_t i = 0; i < 3 * v; i++)
            vertices[i] = pd_tool_flag(r->args, "unseen") || r->job.seen[i / 3] ? r->job.vertices[i] : NAN;
        const pd_array arrays[] = {
            PD_ARRAY(PD_DTYPE_F32, vertices, 1, v, 3),    PD_ARRAY(PD_DTYPE_BOOL, r->job.seen, 1, v),
            PD_ARRAY(PD_DTYPE_F32, r->job.body, 1, v, 3), PD_ARRAY(PD_DTYPE_F32, r->job.betas, b),
            PD_ARRAY(PD_DTYPE_F32, pose, 1, 3 * k),       PD_ARRAY(PD_DTYPE_F32, trans, 1, 3)};
        static const char *const names[] = {"vertices", "seen", "body", "betas", "poses", "trans"};
        pd_npz_writer w = pd_npz_begin(out);
        for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) pd_npz_add(&w, names[i], &arrays[i]);
        status = pd_npz_end(&w, &r->err);
    } else {
        status = pd_fail(&r->err, PD_ERR_MEMORY, "npz", "out of memory");
    }

    free(pose);
    free(vertices);

    return status;
}

static pd_io_mesh mesh_of(const registering *r, pd_io_mesh_body *body)
{
    const pd_smpl_model *m = r->local.model;

    *body = (pd_io_mesh_body){.name = "registration", .vertices = r->job.vertices};
    return (pd_io_mesh){.bodies = body,
                        .body_count = 1,
                        .vertex_count = m->vertex_count,
                        .face_count = m->face_count,
                        .faces = m->data.faces,
                        .model = m->data.text.name,
                        .licence = m->data.text.licence,
                        .credits = m->data.text.credits};
}

static pd_status encode_obj(pd_buffer *out, void *work)
{
    registering *r = work;
    pd_io_mesh_body body;
    const pd_io_mesh mesh = mesh_of(r, &body);
    return pd_io_obj_write(out, &mesh, DIGITS, &r->err);
}

static pd_status encode_ply(pd_buffer *out, void *work)
{
    registering *r = work;
    pd_io_mesh_body body;
    const pd_io_mesh mesh = mesh_of(r, &body);
    return pd_io_ply_write(out, &mesh, &r->err);
}

#define FORMATS(X)                                                                                           \
    X("ply", "ply", encode_ply, "the surface")                                                               \
    X("obj", "obj", encode_obj, "the surface")                                                               \
    X("npz", "npz", encode_npz, "vertices (NaN where nothing was seen), seen, body, betas, poses, trans")
static const pd_tool_format formats[] = {FORMATS(PD_TOOL_FORMAT_ROW) PD_TOOL_FORMAT_END};

/* Limits of what is reported without a warning: docs/lab/fit.md says how they were found. */
#define STRAYS     0.001 /* of the points           */
#define MISFIT     2e-3  /* metres                  */
#define SEEN_LEAST 0.5   /* part of the vertices that a whole scan shows, with its holes */
#define BETA_MOST  5.0   /* beyond it a beta is unusual */
#define COVERED    0.2   /* of the skin of one part */

/* Returns whether no points determine this part of the body. */
static bool is_guessed(const pd_train_register *j, int part)
{
    return j->covered[part] < COVERED; /* false for NAN: no such part */
}

static json_t *figures(const registering *r)
{
    const pd_train_register *j = &r->job;
    json_t *betas = json_array();
    json_t *covered = json_object();
    json_t *guessed = json_array();

    for (int b = 0; b < r->local.model->beta_count; b++)
        json_array_append_new(betas, json_real((double)j->betas[b]));
    for (int part = 0; part < PD_TRAIN_ALIGN_PART_COUNT; part++) {
        const char *name = pd_train_align_part_name(part);
        if (isnan(j->covered[part])) continue;
        json_object_set_new(covered, name, json_real(j->covered[part]));
        if (is_guessed(j, part)) json_array_append_new(guessed, json_string(name));
    }

    json_t *all = json_pack("{s:i,s:i,s:i,s:i,s:i,s:f,s:f,s:f,s:o,s:b}", "points", j->point_count, "used",
                            j->used, "kept", j->kept, "vertices", r->local.model->vertex_count,
                            "seen_vertices", j->seen_count, "body_distance", j->body_distance, "rms", j->rms,
                            "seconds", r->seconds, "betas", betas, "one_sided", j->is_one_sided);
    json_object_set_new(all, "misfit", json_real(j->misfit));
    json_object_set_new(all, "worst", json_real(j->worst));
    json_object_set_new(all, "strays", json_real(j->strays));
    json_object_set_new(all, "uncertainty_mm",
                        isfinite(j->uncertainty) ? json_real(1000 * j->uncertainty) : json_null());
    json_object_set_new(all, "apart", json_integer(j->stray_count));
    json_object_set_new(all, "covered", covered);
    json_object_set_new(all, "guessed", guessed);
    if (!j->is_one_sided) return all;
    json_object_set_new(all, "viewpoint", json_pack("[f,f,f]", j->towards[0], j->towards[1], j->towards[2]));
    json_object_set_new(all, "left_out", json_integer(j->left_out));
    json_object_set_new(all, "file_normals", json_boolean(j->uses_normals));
    json_object_set_new(all, "coverage", json_real(j->coverage));
    json_object_set_new(all, "unexplained", json_real(j->unexplained));
    json_object_set_new(all, "contradicted", json_real(j->contradicted));

    if (!j->keypoint_count) json_object_set_new(all, "margin", json_real(j->margin));

    return all;
}

/* Warns of parts of a body that are unreliable, for a scan from all sides. A scan from one side has other
 * limits (align.h), and half of it is unseen. */
static void warn(const pd_train_register *j)
{
    int guessed = 0;

    /* Warn of points without skin near them. */
    if (j->strays > STRAYS)
        printf("warning     %.1f %% of the points are farther than 4 cm from the body: they are hair, "
               "clothing or things, or a limb is laid in wrongly\n",
               100 * j->strays);

    /* Warn of skin that lies beside the points. */
    if (j->misfit > MISFIT)
        printf(
            "warning     the body lies %.1f mm off the points, noise not counted: its shape is not that of "
            "the person, and its vertices may lie aside of their places\n",
            1000 * j->misfit);

    /* List the parts of the body that no point shows. */
    for (int part = 0; part < PD_TRAIN_ALIGN_PART_COUNT; part++)
        if (is_guessed(j, part))
            printf("%s%s", guessed++ ? ", " : "guessed     ", pd_train_align_part_name(part));
    if (guessed) printf(": without points, in the pose that people most likely have\n");
}

static void print_text_register(const registering *r)
{
    const pd_train_register *j = &r->job;

    printf("%d points, %d used, %d on the surface; %.1f %% of the vertices seen, %.1f s\n", j->point_count,
           j->used, j->kept, 100.0 * j->seen_count / r->local.model->vertex_count, r->seconds);
    printf("body       %.1f mm from the points (mean of the nearer 90 %%); %.1f mm without noise, %.0f mm "
           "in the worst region\n",
           1000 * j->body_distance, 1000 * j->misfit, 1000 * j->worst);
    if (isfinite(j->uncertainty))
        printf("joints     %.1f mm off by the residuals (one standard deviation)\n", 1000 * j->uncertainty);
    printf("surface    %.1f mm from the points (root mean square of those it lies on)\nbetas      ",
           1000 * j->rms);
    for (int b = 0; b < r->local.model->beta_count; b++) printf(" %.2f", (double)j->betas[b]);
    putchar('\n');
    if (j->is_one_sided) {
        printf("one side   seen from the direction %.2f,%.2f,%.2f", j->towards[0], j->towards[1],
               j->towards[2]);
        printf("; points on %.0f %% of the skin", 100 * j->coverage);
        if (!j->keypoint_count) printf("; a body that faces another way is %.1f times as far off", j->margin);
        printf("\nunseen     is the model's own shape, in the pose that people most likely have (array "
               "`seen` of .npz)\n");
    }

    if (j->stray_count) {
        const int shown = j->stray_count < PD_TRAIN_SAMPLE_NAMED ? j->stray_count : PD_TRAIN_SAMPLE_NAMED;
        printf("apart      %d point%s farther than %.0f mm from all others, left out:", j->stray_count,
               j->stray_count == 1 ? "" : "s", 1000 * j->stray_reach);
        for (int i = 0; i < shown; i++)
            printf(" %.2f,%.2f,%.2f", j->stray_points[i][0], j->stray_points[i][1], j->stray_points[i][2]);
        printf("%s\n", shown < j->stray_count ? " ..." : "");
    }

    if (!j->is_one_sided) warn(j);
    if (j->left_out) printf("left out   %d points of a floor or a wall\n", j->left_out);
    pd_tool_warn_shape(j->betas, r->local.model->beta_count, "is it a scan of a person?");
}

/* ---- the command */

/* Refuses a body that no person has, fitted to a scan of which most is missing: it is bent to the wrong part
 * of a person. */
static pd_status check_body(registering *r)
{
    const pd_train_register *j = &r->job;
    const pd_smpl_model *m = r->local.model;
    int largest = 0;

    for (int b = 1; b < m->beta_count; b++)
        if (fabsf(j->betas[b]) > fabsf(j->betas[largest])) largest = b;
    if (j->is_one_sided || !m->beta_count || j->seen_count >= SEEN_LEAST * m->vertex_count ||
        fabsf(j->betas[largest]) <= BETA_MOST)
        return PD_OK;

    return pd_fail(&r->err, PD_ERR_UNSUPPORTED, r->args->words[0],
                   "the points cover only %.0f %% of the skin, and the nearest body is implausible (beta %d "
                   "is %.1f; -%g to %g are usual); a scan of the whole body, or --keypoints, expected",
                   100.0 * j->seen_count / m->vertex_count, largest, (double)j->betas[largest], BETA_MOST,
                   BETA_MOST);
}

static int register_one(registering *r, const pd_tool_format *format)
{
    static const char *const unit_names[] = {"m", "dm", "cm", "mm", "in", "ft", NULL};
    static const char *const ups[] = {"x", "y", "z", "-x", "-y", "-z", NULL};
    const pd_tool_args *args = r->args;
    const char *keypoints = pd_tool_text(args, "keypoints");
    int unit = 0;

    /* Read the options. */
    r->job.up = -1;
    if (!pd_tool_choice(&unit, args, "unit", unit_names)) return 2;
    if (pd_tool_given(args, "up") && !pd_tool_choice(&r->job.up, args, "up", ups)) return 2;
    double noise = 2, stiffness = 1;
    if (!pd_tool_double(&noise, args, "noise", 0.1, 50)) return 2;
    if (!pd_tool_double(&stiffness, args, "stiffness", 0.01, 1000)) return 2;
    r->unit = pd_length_unit_named(unit_names[unit])->metres;
    r->job.noise = 0.001 * noise;
    r->job.stiffness = stiffness;

    /* Read the model, the scan, the prior of poses and the keypoints. */
    pd_k_blas_serial();
    int code = pd_tool_local_open(&r->local, args);
    if (code) return code;
    pd_status status = read_scan(r);
    char prior_path[4096];
    pd_tool_model_path(prior_path, sizeof prior_path, "pose-prior");
    if (!status) status = pd_ik_prior_load(&r->source, prior_path, &r->err);
    if (!status) status = pd_observe_prior_init(&r->prior, r->source, r->local.model, &r->err);
    if (!status && keypoints) status = read_keypoints(r, keypoints);

    /* Allocate the registered surface and the body. */
    if (!status) {
        const pd_smpl_model *m = r->local.model;
        const size_t v = (size_t)m->vertex_count;
        r->job.vertices = malloc(3 * v * sizeof *r->job.vertices);
        r->job.body = malloc(3 * v * sizeof *r->job.body);
        r->job.seen = malloc(v);
        r->job.betas = calloc((size_t)m->beta_count + 1, sizeof *r->job.betas);
        r->job.rotations = calloc(9 * (size_t)m->joint_count, sizeof *r->job.rotations);
        if (!r->job.vertices || !r->job.body || !r->job.seen || !r->job.betas || !r->job.rotations)
            status = pd_fail(&r->err, PD_ERR_MEMORY, args->words[0], "out of memory");
    }

    /* Fit the body, then the surface, and check the result. */
    r->job.prior = &r->prior;
    r->job.executor = r->local.executor;
    if (!status) status = solve_register(r);
    if (!status) status = check_body(r);
    if (status) return pd_tool_fail(args, &r->err);

    /* Print the figures, then write the surface if that was asked for. */
    if (pd_tool_flag(args, "json")) {
        json_t *all = figures(r);
        const pd_status printed = pd_tool_report_write(all, JSON_INDENT(2), NULL, &r->err);
        json_decref(all);
        if (printed) return pd_tool_fail(args, &r->err);
    } else {
        print_text_register(r);
    }

    if (!format) return 0;

    const char *path = pd_tool_text(args, "o");
    pd_buffer out = {0};
    status = format->encode(&out, r);
    if (!status && out.failed) status = pd_fail(&r->err, PD_ERR_MEMORY, path, "out of memory to write it");
    code = status ? pd_tool_fail(args, &r->err) : pd_tool_write(args, path, out.data, out.size);
    pd_buffer_deinit(&out);

    return code;
}

static int run_register(const pd_tool_args *args)
{
    const pd_tool_format *format = NULL;

    if (args->word_count != 1) return pd_tool_usage(args, "one SCAN is needed");
    if (pd_tool_text(args, "o") && !pd_tool_format_of(&format, args, formats, "o", "ply")) return 2;
    if (pd_tool_mode(args, "output", !format ? "none" : !strcmp(format->name, "npz") ? "npz" : "mesh"))
        return 2;

    registering *r = calloc(1, sizeof *r);
    if (!r) return 1;
    r->args = args;
    const int code = register_one(r, format);

    free(r->job.vertices);
    free(r->job.body);
    free(r->job.seen);
    free(r->job.betas);
    free(r->job.rotations);
    pd_train_scan_deinit(&r->scan);
    free(r->parts);
    free(r->keypoints);
    pd_ik_prior_release(r->source);
    if (r->local.pool) pd_tool_local_close(&r->local);
    free(r);

    return code;
}

static const pd_tool_option options_table[] = {
    PD_TOOL_MODEL_ROW,
    {"o", "FILE", "file to write the registered surface to: .ply, .obj or .npz", NULL},
    {"unit", "m|dm|cm|mm|in|ft", "unit of the scan", "m"},
    {"up", "x|y|z|-x|-y|-z", "axis of the scan that points up [found by fitting]", NULL},
    {"keypoints", "FILE",
     "JSON with points of the scan by name, from which the fit starts: {\"left_wrist\":[x,y,z],...}", NULL},
    {"noise", "MM", "noise of the scan's points in millimetres, one standard deviation", "2"},
    {"stiffness", "N",
     "stiffness of the surface, which keeps the body's shape; below 1 it follows the points more closely",
     "1"},
    {"unseen", NULL,
     "fill holes of the scan with the surface of the fitted body in .npz too, where they are otherwise NaN",
     NULL},
    {"json", NULL, "print the figures as JSON", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_register = {
    .name = "register",
    .words = "SCAN",
    .summary = "Register a scan of a person: fit a mesh with the model's topology to it",
    .details =
        "SCAN is a PLY, OBJ, STL, PCD, npz or npy, or text with three numbers a line (.xyz, .pts, .csv). "
        "Only "
        "its points\n"
        "are used. They may have noise and holes, any order, any up axis and any facing. Points that are not "
        "finite, and\n"
        "repeated points at 0 0 0, are left out.\n"
        "First a body is fitted to the points. Then its surface is moved onto the points, as rigidly as "
        "possible; holes\n"
        "keep the shape of the body.\n"
        "A scan from one side, such as one picture of a depth camera, is recognised: a floor and a wall are "
        "left "
        "out, and\n"
        "parts that were not seen get their most likely pose. If two different bodies fit equally well, the "
        "command fails\n"
        "and says how much of the body was seen. posedctl learn reads the result.\n\n"
        "formats:\n" FORMATS(PD_TOOL_FORMAT_LINE) "\n"
                                                  "  posedctl register scan.ply -o registered.ply\n"
                                                  "  posedctl register scan.obj --unit mm --keypoints "
                                                  "points.json -o registered.npz",
    .options = options_table,
    .run = run_register,
};
