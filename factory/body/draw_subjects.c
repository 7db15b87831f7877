/* posed-factory draw-subjects: registered meshes of people that no model was learned from, for `posedctl
 * evaluate --registrations`. */
#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/io/tensor/npz.h"
#include "core/math/rotation.h"
#include "factory/body/drawn.h"
#include "tools/base/folder.h"
#include "tools/base/local.h"
#include "tools/base/progress.h"
#include "tools/draw/posture.h"
#include "train/corrective/pose_fit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define POSES_MAX    2000
#define SUBJECTS_MAX 1000
#define REST_COUNT   100 /* fewest bodies on which the cumulative variance is measured */

typedef struct drawing {
    const pd_tool_args *args;
    pd_tool_local local;
    float *poses; /* (pose_count,K,3,3) */
    int pose_count;
    pd_tool_progress progress;
    pd_factory_drawn made;
    pd_error err;
} drawing;

/* ---- poses ---- */

/* Makes room for `count` more poses. Returns the first of them, or NULL. */
static float *add_poses(drawing *d, int count)
{
    PD_ASSERT(count > 0);
    const size_t row = 9 * (size_t)d->local.model->joint_count;
    float *poses = realloc(d->poses, ((size_t)d->pose_count + (size_t)count) * row * sizeof *poses);
    if (!poses) {
        pd_fail(&d->err, PD_ERR_MEMORY, "poses", "out of memory for %d poses", count);
        return NULL;
    }

    d->poses = poses;
    d->pose_count += count;
    return poses + (size_t)(d->pose_count - count) * row;
}

/* Converts poses of axis-angle vectors to rotation matrices and adds them. */
static pd_status add_axis_angles(drawing *d, const pd_array *array)
{
    const size_t joints = (size_t)d->local.model->joint_count;
    const size_t count = array->count / (3 * joints);

    if (!count || array->count % (3 * joints) || count > POSES_MAX)
        return pd_fail(&d->err, PD_ERR_RANGE, "poses", "%zu numbers; %zu for each of 1 to %d poses allowed",
                       array->count, 3 * joints, POSES_MAX);

    float *vectors = malloc(array->count * sizeof *vectors);
    if (!vectors) return pd_fail(&d->err, PD_ERR_MEMORY, "poses", "out of memory");

    pd_status status = pd_array_f32(vectors, array, "poses", &d->err);
    float *to = status == PD_OK ? add_poses(d, (int)count) : NULL;
    if (to) pd_rot_from_axis_angle_array(to, vectors, (int)(count * joints));

    free(vectors);
    return d->err.status;
}

/* Adds the poses of an .npz file. */
static pd_status read_poses(drawing *d, const char *path)
{
    pd_bytes file;
    pd_npz npz;
    pd_array array;

    if (pd_file_map(&file, path, &d->err)) return d->err.status;

    if (!pd_npz_parse(&npz, file.data, file.size, path, &d->err)) {
        if (!pd_npz_read(&array, &npz, "poses", &d->err)) add_axis_angles(d, &array);
        pd_npz_deinit(&npz);
    }

    pd_file_unmap(&file);
    return d->err.status;
}

/* Adds the postures of `render --sheet poses`, except the rest pose. No model was learned from them. */
static pd_status add_postures(drawing *d)
{
    for (const pd_tool_posture *posture = pd_tool_poses + 1; posture->name; posture++) {
        float *to = add_poses(d, 1);
        if (!to || pd_tool_posture_read(to, d->local.model, posture->text, &d->err)) return d->err.status;
    }
    return PD_OK;
}

/* ---- output ---- */

/* Writes the meshes of each subject to FOLDER/subject-NNN.npz: vertices (pose_count,V,3). */
static pd_status write_subjects(drawing *d, const char *folder, int subject_count)
{
    if (mkdir(folder, 0777) && errno != EEXIST)
        return pd_fail(&d->err, PD_ERR_IO, folder, "cannot be made: %s", strerror(errno));

    const int vertex_count = d->local.model->vertex_count;
    const size_t numbers = (size_t)d->pose_count * 3 * (size_t)vertex_count;
    for (int s = 0; s < subject_count; s++) {
        char path[4096];
        pd_buffer file = {0};
        pd_npz_writer writer = pd_npz_begin(&file);
        const pd_array array = pd_array_of(PD_DTYPE_F32, d->made.meshes.vertices + (size_t)s * numbers, 3,
                                           (const size_t[]){(size_t)d->pose_count, (size_t)vertex_count, 3});
        snprintf(path, sizeof path, "%s/subject-%03d.npz", folder, s);

        pd_npz_add(&writer, "vertices", &array);
        pd_status status = pd_npz_end(&writer, &d->err);
        if (status == PD_OK) status = pd_file_write(path, file.data, file.size, &d->err);
        pd_buffer_deinit(&file);
        if (status != PD_OK) return status;
    }

    return PD_OK;
}

/* Prints the cumulative share of the variance of the T-posed subjects that the first 1, 2, ...
 * betas of the model explain. */
static pd_status print_variance(drawing *d, int rest_count)
{
    const int betas = d->local.model->beta_count;

    if (!betas) return PD_OK;

    double *shares = calloc((size_t)betas, sizeof *shares);
    if (!shares) return pd_fail(&d->err, PD_ERR_MEMORY, "betas", "out of memory");

    pd_status status = pd_train_body_variance(shares, d->local.model, d->made.rests, rest_count, &d->err);
    if (status == PD_OK) {
        printf("Cumulative variance of %d bodies in T-pose explained by 1 .. %d betas, %%:", rest_count,
               betas);
        for (int k = 0; k < betas; k++) printf(" %.1f", 100 * shares[k]);
        putchar('\n');
    }

    free(shares);
    return status;
}

static int draw_subjects(const pd_tool_args *args)
{
    drawing d = {.args = args};
    int subject_count, seed;

    /* Check the command line. */
    const char *data = pd_tool_text(args, "data");
    if (!data) return pd_tool_usage(args, "--data DIR is needed: the makehuman folder");
    if (!pd_tool_int(&subject_count, args, "subjects", 1, SUBJECTS_MAX) ||
        !pd_tool_int(&seed, args, "seed", 0, 1 << 30))
        return PD_TOOL_USAGE;

    const int code = pd_tool_local_open(&d.local, args);
    if (code) return code;

    /* Read or choose the poses. */
    const char *file = pd_tool_text(args, "poses");
    pd_status status = file ? read_poses(&d, file) : add_postures(&d);

    /* Pose the subjects, then write them. */
    const int rest_count = subject_count > REST_COUNT ? subject_count : REST_COUNT;
    const pd_factory_drawn_job job = {
        .data_folder = data,
        .model = d.local.model,
        .poses = d.poses,
        .pose_count = d.pose_count,
        .subject_count = subject_count,
        .rest_count = rest_count,
        .seed = (uint64_t)seed,
    };
    if (status == PD_OK)
        status = pd_factory_drawn_make(&d.made, &job, d.local.executor,
                                       (pd_progress){pd_tool_progress_show, &d.progress}, &d.err);
    if (status == PD_OK) status = write_subjects(&d, pd_tool_text(args, "o"), subject_count);

    if (status == PD_OK) status = print_variance(&d, rest_count);

    pd_factory_drawn_deinit(&d.made);
    free(d.poses);
    pd_tool_local_close(&d.local);

    return status == PD_OK ? PD_TOOL_GOOD : pd_tool_fail(args, &d.err);
}

static const pd_tool_option options[] = {
    PD_TOOL_MODEL_ROW,
    {"data", "DIR", "the makehuman folder: 3dobjs/, rigs/ and targets/ are below it", NULL},
    {"subjects", "N", "number of held-out subjects, half of them men", "8"},
    {"seed", "N", "seed of the held-out subjects", "1"},
    {"poses", "FILE.npz", "array poses (N, 3K), axis-angle [the postures of render --sheet poses]", NULL},
    {"o", "DIR", "folder to write SUBJECT.npz to", "registrations"},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};
const pd_tool_command pd_tool_cmd_draw_subjects = {
    .name = "draw-subjects",
    .words = "",
    .summary = "Make registered meshes of held-out subjects, with which a model can be evaluated",
    .details =
        "Held-out subjects of MakeHuman's data, posed by the deformer, as a folder that posedctl evaluate "
        "--registrations reads.\n"
        "Also prints how much of the variance of their bodies the betas of --model explain.\n\n"
        "  posed-factory draw-subjects --data makehuman -o held-out\n"
        "  posedctl evaluate --registrations held-out --time -o report",
    .options = options,
    .run = draw_subjects,
};
