#include "tools/learn/template.h"

#include "core/base/file.h"
#include "core/io/surface/surface.h"
#include "core/io/tensor/npz.h"
#include "core/rig/rig.h"
#include "train/registration/segment.h"
#include "tools/base/local.h"
#include "tools/base/mesh_list.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MESH_BYTES_MOST ((size_t)256 << 20)

/* ---- template.npz ---- */

/* Arrays of template.npz. */
typedef struct arrays {
    float *vertices, *joints;
    uint32_t *faces;
    int *parts, *parents;
    char (*names)[PD_SMPL_NAME_BYTES];
} arrays;

/* An array of whole numbers of the given rank; `width` its last length when rank is 2. */
static int *read_ints(int *count, pd_npz *npz, const char *name, int rank, size_t width, const char *path,
                      pd_error *err)
{
    pd_array array;

    if (!pd_npz_has(npz, name)) {
        pd_fail(err, PD_ERR_NOT_FOUND, path, "no array '%s': vertices, faces, parts and parents are needed",
                name);
        return NULL;
    }

    if (pd_npz_read(&array, npz, name, err)) return NULL;

    /* The array has the rank and width that is needed. */
    if (array.rank != rank || (rank == 2 && array.shape[1] != width) || !array.count ||
        array.shape[0] > PD_SMPL_MAX_FACES) {
        pd_fail(err, PD_ERR_FORMAT, path, "%s: its shape is wrong; %s allowed", name,
                rank == 2 ? "(N, 3)" : "(N)");
        return NULL;
    }

    /* Read integers of any type, and check that each is -1 or the number of a vertex. */
    int64_t *wide = malloc(array.count * sizeof *wide);
    int *out = malloc(array.count * sizeof *out);
    pd_status status = wide && out ? pd_array_i64(wide, &array, path, err)
                                   : pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
    for (size_t i = 0; status == PD_OK && i < array.count; i++) {
        if (wide[i] < -1 || wide[i] > PD_SMPL_MAX_VERTICES)
            status = pd_fail(err, PD_ERR_RANGE, path, "%s: %lld at %zu; -1 to %d allowed", name,
                             (long long)wide[i], i, PD_SMPL_MAX_VERTICES);
        out[i] = (int)wide[i];
    }

    free(wide);
    *count = (int)array.shape[0];
    if (status == PD_OK) return out;
    free(out);

    return NULL;
}

static float *read_points(int *count, pd_npz *npz, const char *name, const char *path, pd_error *err)
{
    pd_array array;

    if (pd_npz_read(&array, npz, name, err)) return NULL;
    if (array.rank != 2 || array.shape[1] != 3 || array.shape[0] > PD_SMPL_MAX_VERTICES) {
        pd_fail(err, PD_ERR_FORMAT, path, "%s: (N, 3) allowed", name);
        return NULL;
    }

    float *out = malloc((array.count + 1) * sizeof *out);
    *count = (int)array.shape[0];
    if (out && pd_array_f32(out, &array, path, err) == PD_OK) return out;
    if (!out) pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
    free(out);

    return NULL;
}

/* Reads the names of joints if there are any: UTF-8 bytes, one line for each. */
static pd_status read_names(arrays *a, pd_npz *npz, int joint_count, const char *path, pd_error *err)
{
    pd_array text;

    if (!pd_npz_has(npz, "joint_names")) return PD_OK;
    if (pd_npz_read(&text, npz, "joint_names", err)) return err->status;
    if (text.dtype != PD_DTYPE_U8)
        return pd_fail(err, PD_ERR_FORMAT, path, "joint_names: UTF-8 bytes, a line each, allowed");

    a->names = calloc((size_t)joint_count + 1, sizeof *a->names);
    if (!a->names) return pd_fail(err, PD_ERR_MEMORY, path, "out of memory");

    /* Copy the lines of the text to names of fixed size. */
    size_t line = 0, column = 0;
    for (size_t i = 0; i < text.count; i++) {
        if (text.data[i] == '\n') {
            line++;
            column = 0;
        } else if (line < (size_t)joint_count && column + 1 < PD_SMPL_NAME_BYTES)
            a->names[line][column++] = (char)text.data[i];
    }

    if (line != (size_t)joint_count)
        return pd_fail(err, PD_ERR_FORMAT, path, "joint_names: %zu lines for %d joints", line, joint_count);

    return PD_OK;
}

/* Reads the positions of the template's joints if there are any. */
static pd_status read_template_joints(arrays *a, pd_npz *npz, int joint_count, const char *path,
                                      pd_error *err)
{
    int count = 0;

    if (!pd_npz_has(npz, "joints")) return PD_OK;
    a->joints = read_points(&count, npz, "joints", path, err);
    if (!a->joints) return err->status;
    if (count != joint_count)
        return pd_fail(err, PD_ERR_RANGE, path, "joints: %d rows for %d parents", count, joint_count);
    for (int i = 0; i < 3 * count; i++)
        if (!isfinite(a->joints[i]))
            return pd_fail(err, PD_ERR_RANGE, path, "joints: row %d is not finite", i / 3);

    return PD_OK;
}

static pd_status read_template_npz(pd_learn_template *out, pd_npz *npz, const char *path, pd_error *err)
{
    arrays a = {0};
    int parts = 0;
    int *faces = NULL;
    pd_learn_template_source s = {.name = path};

    /* The arrays that must be there. */
    a.vertices = read_points(&s.vertex_count, npz, "vertices", path, err);
    if (a.vertices) faces = read_ints(&s.face_count, npz, "faces", 2, 3, path, err);
    if (faces) a.parts = read_ints(&parts, npz, "parts", 1, 0, path, err);
    if (a.parts) a.parents = read_ints(&s.joint_count, npz, "parents", 1, 0, path, err);
    pd_status status = a.parents ? PD_OK : err->status;
    if (status == PD_OK && parts != s.vertex_count)
        status = pd_fail(err, PD_ERR_RANGE, path, "parts: %d labels for %d vertices", parts, s.vertex_count);

    /* Names and joints are optional. */
    if (status == PD_OK) status = read_names(&a, npz, s.joint_count, path, err);
    if (status == PD_OK) status = read_template_joints(&a, npz, s.joint_count, path, err);
    if (status == PD_OK) {
        a.faces = malloc(3 * (size_t)s.face_count * sizeof *a.faces);
        if (!a.faces) status = pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
        for (int i = 0; a.faces && i < 3 * s.face_count; i++) a.faces[i] = (uint32_t)faces[i];
    }

    s.vertices = a.vertices;
    s.faces = a.faces;
    s.parts = a.parts;
    s.parents = a.parents;
    s.joints = a.joints;
    s.joint_names = (const char(*)[PD_SMPL_NAME_BYTES])a.names;
    if (status == PD_OK) status = pd_learn_template_init(out, &s, err);
    free(faces);
    free(a.vertices);
    free(a.joints);
    free(a.faces);
    free(a.parts);
    free(a.parents);
    free(a.names);

    return status;
}

/* ---- a body model ---- */

/* Makes a template whose parts are cut through the joints (K,3) of `data`. */
static pd_status init_from(pd_learn_template *out, const pd_smpl_data *data, const float *joints,
                           const char *path, pd_error *err)
{
    int *parts = malloc((size_t)data->vertex_count * sizeof *parts);
    pd_status status = parts ? PD_OK : pd_fail(err, PD_ERR_MEMORY, path, "out of memory");

    /* Give each vertex a part by the joint with its largest weight. */
    if (status == PD_OK) status = pd_learn_parts_by_joints(parts, data, joints, err);
    if (status == PD_OK) {
        const pd_learn_template_source s = {.name = path,
                                            .vertex_count = data->vertex_count,
                                            .face_count = data->face_count,
                                            .joint_count = data->joint_count,
                                            .vertices = data->v_template,
                                            .faces = data->faces,
                                            .parts = parts,
                                            .parents = data->parents,
                                            .joint_names =
                                                (const char(*)[PD_SMPL_NAME_BYTES])data->joint_names,
                                            .joints = joints,
                                            .blur_m = 0};
        status = pd_learn_template_init(out, &s, err);
    }

    free(parts);

    return status;
}

static pd_status template_of_model(pd_learn_template *out, const char *name, pd_error *err)
{
    char path[4096];
    pd_smpl_data data;
    float joints[3 * PD_SMPL_MAX_JOINTS];

    pd_tool_model_path(path, sizeof path, name);
    if (pd_smpl_data_load(&data, path, err)) return err->status;
    pd_learn_joints_of_model(joints, &data);
    pd_status status = init_from(out, &data, joints, path, err);
    pd_smpl_data_deinit(&data);

    return status;
}

/* ---- a mesh without parts ---- */

/* The rig's weights and skeleton as a model's arrays. The surface's are borrowed. */
static pd_status data_of_rig(pd_smpl_data *out, const pd_rig_result *rig, const pd_io_surface *s,
                             const char *path, pd_error *err)
{
    const size_t v = (size_t)s->vertex_count;

    *out = (pd_smpl_data){.vertex_count = s->vertex_count,
                          .face_count = s->face_count,
                          .joint_count = PD_RIG_JOINTS,
                          .v_template = s->vertices,
                          .faces = s->faces,
                          .weights = calloc(v * PD_RIG_JOINTS, sizeof *out->weights),
                          .parents = malloc(PD_RIG_JOINTS * sizeof *out->parents),
                          .joint_names = calloc(PD_RIG_JOINTS, sizeof *out->joint_names)};
    if (!out->weights || !out->parents || !out->joint_names)
        return pd_fail(err, PD_ERR_MEMORY, path, "out of memory for the weights of %zu vertices", v);

    for (int k = 0; k < PD_RIG_JOINTS; k++) {
        out->parents[k] = pd_rig_joints[k].parent;
        snprintf(out->joint_names[k], sizeof *out->joint_names, "%s", pd_rig_joints[k].name);
    }

    for (size_t i = 0; i < v; i++) {
        const int at = rig->mesh.welded[i];
        for (int n = 0; n < 4; n++)
            out->weights[i * PD_RIG_JOINTS + rig->weights.bones[at][n]] += rig->weights.values[at][n];
    }

    return PD_OK;
}

static pd_status segment(pd_learn_template *out, pd_tool_learn_doubts *doubts, const pd_io_surface *s,
                         const pd_rig_template *known, const char *path, pd_error *err)
{
    const pd_rig_job job = {.vertices = s->vertices,
                            .faces = s->faces,
                            .vertex_count = s->vertex_count,
                            .face_count = s->face_count,
                            .template = known,
                            .no_fingers = true};
    float joints[3 * PD_RIG_JOINTS];
    pd_rig_result rig = {0};
    pd_smpl_data data = {0};
    pd_error why = {0};

    pd_status status = PD_OK;
    if (pd_rig_run(&rig, &job, &why)) status = pd_fail(err, why.status, path, "%s", why.detail);
    if (status == PD_OK && rig.mesh.upright[5] < 0.99)
        status = pd_fail(err, PD_ERR_RANGE, path,
                         "the person does not stand along +Y; +Y up and +Z forward expected");
    if (status == PD_OK && rig.mesh.upright[10] < 0.99)
        status = pd_fail(err, PD_ERR_RANGE, path,
                         "the person does not look along +Z; +Y up and +Z forward expected");
    if (status == PD_OK) status = data_of_rig(&data, &rig, s, path, err);
    if (status == PD_OK) {
        size_t used = 0;
        for (int k = 0; k < PD_RIG_JOINTS && used < sizeof doubts->text; k++)
            if (rig.confidence[k] < PD_RIG_DOUBTFUL)
                used += (size_t)snprintf(doubts->text + used, sizeof doubts->text - used, "%s%s (%.2f)",
                                         used ? ", " : "", pd_rig_joints[k].name, rig.confidence[k]);

        /* Joints in the file's coordinates: v = R^T y + o for y upright. */
        const double *u = rig.mesh.upright;
        for (int k = 0; k < PD_RIG_JOINTS; k++)
            for (int c = 0; c < 3; c++) {
                double sum = 0;
                for (int r = 0; r < 3; r++)
                    sum += u[4 * r + c] * (rig.joints[k][r] * rig.mesh.height - u[4 * r + 3]);
                joints[3 * k + c] = (float)sum;
            }

        status = init_from(out, &data, joints, path, err);
    }

    free(data.weights);
    free(data.parents);
    free(data.joint_names);
    pd_rig_deinit(&rig);

    return status;
}

/* The person is found in it as `posedctl rig` does, with the shipped default model. */
static pd_status template_of_mesh(pd_learn_template *out, pd_tool_learn_doubts *doubts, const char *path,
                                  pd_error *err)
{
    char model_path[4096];
    pd_bytes file;
    pd_io_surface surface = {0};
    pd_smpl_model *model = NULL;
    pd_rig_template known = {0};
    pd_error why = {0};

    if (pd_file_map(&file, path, err)) return err->status;

    pd_status status = PD_OK;
    if (file.size > MESH_BYTES_MOST)
        status = pd_fail(err, PD_ERR_LIMIT, path, "%zu bytes; %zu allowed", file.size, MESH_BYTES_MOST);
    if (status == PD_OK && pd_io_surface_read(&surface, file, 0, &why))
        status = pd_fail(err, why.status, path, "%s: %s", why.where, why.detail);
    pd_tool_model_path(model_path, sizeof model_path, "default");
    if (status == PD_OK) status = pd_smpl_model_load(&model, model_path, err);
    if (status == PD_OK) status = pd_rig_template_init(&known, model, err);
    if (status == PD_OK) {
        status = segment(out, doubts, &surface, &known, path, err);
        pd_rig_template_deinit(&known);
    }

    pd_smpl_model_release(model);
    pd_io_surface_deinit(&surface);
    pd_file_unmap(&file);

    return status;
}

/* ---- which of them ---- */

static pd_status template_of_npz(pd_learn_template *out, const char *path, pd_error *err)
{
    pd_bytes file;
    pd_npz npz;

    if (pd_file_map(&file, path, err)) return err->status;
    pd_status status = pd_npz_parse(&npz, file.data, file.size, path, err);
    if (status == PD_OK) {
        status = read_template_npz(out, &npz, path, err);
        pd_npz_deinit(&npz);
    }

    pd_file_unmap(&file);

    return status;
}

static bool is_mesh(const char *path)
{
    return pd_tool_ends_with(path, ".obj") || pd_tool_ends_with(path, ".ply");
}

pd_status pd_tool_learn_template(pd_learn_template *out, pd_tool_learn_doubts *doubts, const char *folder,
                                 const char *given, pd_error *err)
{
    static const char *const names[] = {"template.npz", "template.obj", "template.ply"};
    char path[1200];

    doubts->text[0] = 0;
    if (given) {
        if (is_mesh(given)) return template_of_mesh(out, doubts, given, err);
        return pd_tool_ends_with(given, "template.npz") ? template_of_npz(out, given, err)
                                                        : template_of_model(out, given, err);
    }

    struct stat info;
    if (stat(folder, &info) || !S_ISDIR(info.st_mode))
        return pd_fail(err, PD_ERR_NOT_FOUND, folder, "no such folder");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%.1000s/%s", folder, names[i]);
        if (access(path, F_OK)) continue;
        return is_mesh(path) ? template_of_mesh(out, doubts, path, err) : template_of_npz(out, path, err);
    }

    return pd_fail(err, PD_ERR_NOT_FOUND, folder,
                   "no template.npz, template.obj or template.ply: one of them, or --template, is needed");
}
