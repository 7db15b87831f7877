#include "tools/learn/read.h"

#include "core/base/file.h"
#include "core/io/mesh/points.h"
#include "core/io/tensor/npz.h"
#include "core/train/learn/segment.h"
#include "tools/base/mesh_list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the template ---- */

/* Arrays of template.npz, freed together. */
typedef struct arrays {
    float *vertices, *joints;
    uint32_t *faces;
    int *parts, *parents;
    char (*names)[PD_SMPL_NAME_BYTES];
} arrays;

static void free_arrays(arrays *a)
{
    free(a->vertices), free(a->joints), free(a->faces), free(a->parts), free(a->parents), free(a->names);
}

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
    if (array.rank != rank || (rank == 2 && array.shape[1] != width) || !array.count ||
        array.shape[0] > PD_SMPL_MAX_FACES) {
        pd_fail(err, PD_ERR_FORMAT, path, "%s: its shape is wrong; %s allowed", name,
                rank == 2 ? "(N, 3)" : "(N)");
        return NULL;
    }

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

/* A line each of UTF-8 bytes. */
static pd_status read_names(arrays *a, pd_npz *npz, int joint_count, const char *path, pd_error *err)
{
    pd_array text;
    if (!pd_npz_has(npz, "joint_names")) return PD_OK;
    if (pd_npz_read(&text, npz, "joint_names", err)) return err->status;
    if (text.dtype != PD_DTYPE_U8)
        return pd_fail(err, PD_ERR_FORMAT, path, "joint_names: UTF-8 bytes, a line each, allowed");

    a->names = calloc((size_t)joint_count + 1, sizeof *a->names);
    if (!a->names) return pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
    size_t line = 0, column = 0;
    for (size_t i = 0; i < text.count; i++) {
        if (text.data[i] == '\n')
            line++, column = 0;
        else if (line < (size_t)joint_count && column + 1 < PD_SMPL_NAME_BYTES)
            a->names[line][column++] = (char)text.data[i];
    }
    if (line != (size_t)joint_count)
        return pd_fail(err, PD_ERR_FORMAT, path, "joint_names: %zu lines for %d joints", line, joint_count);
    return PD_OK;
}

/* Where the joints of the template are, if it says so. */
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
    int parts = 0, *faces = NULL;
    pd_learn_template_source s = {.name = path};

    a.vertices = read_points(&s.vertex_count, npz, "vertices", path, err);
    if (a.vertices) faces = read_ints(&s.face_count, npz, "faces", 2, 3, path, err);
    if (faces) a.parts = read_ints(&parts, npz, "parts", 1, 0, path, err);
    if (a.parts) a.parents = read_ints(&s.joint_count, npz, "parents", 1, 0, path, err);
    pd_status status = a.parents ? PD_OK : err->status;
    if (status == PD_OK && parts != s.vertex_count)
        status = pd_fail(err, PD_ERR_RANGE, path, "parts: %d labels for %d vertices", parts, s.vertex_count);
    if (status == PD_OK) status = read_names(&a, npz, s.joint_count, path, err);
    if (status == PD_OK) status = read_template_joints(&a, npz, s.joint_count, path, err);
    if (status == PD_OK) {
        a.faces = malloc(3 * (size_t)s.face_count * sizeof *a.faces);
        if (!a.faces) status = pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
        for (int i = 0; a.faces && i < 3 * s.face_count; i++) a.faces[i] = (uint32_t)faces[i];
    }
    s.vertices = a.vertices, s.faces = a.faces, s.parts = a.parts, s.parents = a.parents;
    s.joints = a.joints;
    s.joint_names = (const char(*)[PD_SMPL_NAME_BYTES])a.names;
    if (status == PD_OK) status = pd_learn_template_init(out, &s, err);
    free(faces);
    free_arrays(&a);
    return status;
}

static pd_status template_of_model(pd_learn_template *out, const char *path, pd_error *err)
{
    pd_smpl_data data;
    if (pd_smpl_data_load(&data, path, err)) return err->status;
    float joints[3 * PD_SMPL_MAX_JOINTS];
    int *parts = malloc((size_t)data.vertex_count * sizeof *parts);
    pd_status status = parts ? PD_OK : pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
    pd_learn_joints_of_model(joints, &data);
    if (status == PD_OK) status = pd_learn_parts_by_joints(parts, &data, joints, err);
    if (status == PD_OK) {
        const pd_learn_template_source s = {path,
                                            data.vertex_count,
                                            data.face_count,
                                            data.joint_count,
                                            data.v_template,
                                            data.faces,
                                            parts,
                                            data.parents,
                                            (const char(*)[PD_SMPL_NAME_BYTES])data.joint_names,
                                            joints,
                                            0};
        status = pd_learn_template_init(out, &s, err);
    }
    free(parts);
    pd_smpl_data_deinit(&data);
    return status;
}

static pd_status read_template(pd_learn_template *out, const char *folder, const char *given, pd_error *err)
{
    char path[1100];
    pd_bytes file;
    pd_npz npz;
    snprintf(path, sizeof path, "%.1000s/template.npz", folder);
    if (given) snprintf(path, sizeof path, "%.1090s", given);

    if (given && !pd_tool_ends_with(given, "template.npz")) return template_of_model(out, given, err);
    if (pd_file_map(&file, path, err)) return err->status;
    pd_status status = pd_npz_parse(&npz, file.data, file.size, path, err);
    if (status == PD_OK) {
        status = read_template_npz(out, &npz, path, err);
        pd_npz_deinit(&npz);
    }
    pd_file_unmap(&file);
    return status;
}

/* ---- meshes ---- */

/* The meshes of one folder as they are read. */
typedef struct reading {
    pd_tool_learn_folder *out;
    pd_learn_meshes *to;
    const char *path, *name; /* of the file, and without its folder */
    int subject, with_joints;
} reading;

static pd_status read_mesh(reading *r, pd_bytes file, pd_error *err)
{
    float *points;
    int count, vertices = r->out->tpl.vertex_count;
    pd_status status = pd_io_points_read(&points, &count, file, r->path, err);
    if (status != PD_OK) return status;
    if (count != vertices) {
        status = pd_fail(err, PD_ERR_RANGE, r->path, "%d vertices; the template has %d", count, vertices);
    } else {
        float *to = pd_learn_meshes_add(r->to, vertices, r->subject, r->name, err);
        status = to ? PD_OK : err->status;
        if (to) memcpy(to, points, 3 * (size_t)count * sizeof *to);
    }
    r->with_joints = 0;
    free(points);
    return status;
}

/* Joints of the last `count` meshes, where the file has them for all. */
static pd_status read_joints(reading *r, pd_npz *npz, size_t count, pd_error *err)
{
    pd_array joints;
    size_t numbers = 3 * (size_t)r->out->tpl.joint_count, first = (size_t)r->to->count - count;
    if (!r->with_joints || !pd_npz_has(npz, "joints")) return r->with_joints = 0, PD_OK;
    if (pd_npz_read(&joints, npz, "joints", err)) return err->status;
    if (joints.count != count * numbers)
        return pd_fail(err, PD_ERR_RANGE, r->path, "joints: %zu numbers; %zu allowed", joints.count,
                       count * numbers);
    float *room = realloc(r->to->joints, (size_t)r->to->count * numbers * sizeof *room);
    if (!room) return pd_fail(err, PD_ERR_MEMORY, r->path, "out of memory");
    r->to->joints = room;
    return pd_array_f32(room + first * numbers, &joints, r->path, err);
}

static pd_status read_meshes_npz(reading *r, pd_npz *npz, pd_error *err)
{
    pd_array array;
    size_t numbers = 3 * (size_t)r->out->tpl.vertex_count;
    if (pd_npz_read(&array, npz, "vertices", err)) return err->status;
    if (array.rank != 3 || array.shape[1] != numbers / 3 || array.shape[2] != 3 || array.shape[0] < 1 ||
        array.shape[0] > PD_TOOL_MESH_FILES_MAX)
        return pd_fail(err, PD_ERR_RANGE, r->path, "vertices are not (N, %zu, 3) as the template's",
                       numbers / 3);

    float *all = malloc(array.count * sizeof *all);
    pd_status status =
        all ? pd_array_f32(all, &array, r->path, err) : pd_fail(err, PD_ERR_MEMORY, r->path, "out of memory");
    for (size_t i = 0; status == PD_OK && i < array.shape[0]; i++) {
        char label[PD_LEARN_LABEL_BYTES];
        snprintf(label, sizeof label, "%.70s mesh %d", r->name, (int)i);
        float *to = pd_learn_meshes_add(r->to, (int)(numbers / 3), r->subject, label, err);
        status = to ? PD_OK : err->status;
        if (to) memcpy(to, all + i * numbers, numbers * sizeof *to);
    }
    free(all);
    return status == PD_OK ? read_joints(r, npz, array.shape[0], err) : status;
}

static pd_status read_file(reading *r, pd_error *err)
{
    pd_bytes file;
    pd_npz npz;
    if (pd_file_map(&file, r->path, err)) return err->status;
    pd_status status;
    if (!pd_tool_ends_with(r->path, ".npz")) {
        status = read_mesh(r, file, err);
    } else {
        status = pd_npz_parse(&npz, file.data, file.size, r->path, err);
        if (status == PD_OK) {
            npz.most_bytes = (size_t)16 << 30;
            status = read_meshes_npz(r, &npz, err);
            pd_npz_deinit(&npz);
        }
    }
    pd_file_unmap(&file);
    return status;
}

/* ---- who takes part ---- */

/* 1 when the subject's line says this gender, 0 when another, -1 when there is none. */
static int is_of_gender(const char *csv, const char *subject, const char *gender)
{
    size_t length = strlen(subject), wanted = strlen(gender);
    for (const char *line = csv; line && *line; line = strchr(line, '\n'), line += line != NULL) {
        if (strncmp(line, subject, length) || line[length] != ',') continue;
        const char *value = line + length + 1;
        return !strncmp(value, gender, wanted) &&
               (value[wanted] == '\n' || value[wanted] == '\r' || !value[wanted]);
    }
    return -1;
}

static int find_subject(const pd_tool_learn_folder *f, const char *name)
{
    for (int s = 0; s < f->set.subject_count; s++)
        if (!strcmp(f->subjects[s], name)) return s;
    return -1;
}

static pd_status add_subject(pd_tool_learn_folder *f, const char *name, pd_error *err)
{
    if (f->set.subject_count >= PD_TOOL_LEARN_SUBJECTS)
        return pd_fail(err, PD_ERR_LIMIT, "poses", "more than %d subjects", PD_TOOL_LEARN_SUBJECTS);
    char(*room)[128] = realloc(f->subjects, ((size_t)f->set.subject_count + 1) * sizeof *room);
    if (!room) return pd_fail(err, PD_ERR_MEMORY, "poses", "out of memory");
    f->subjects = room;
    snprintf(f->subjects[f->set.subject_count++], sizeof *room, "%.127s", name);
    return PD_OK;
}

enum kind { POSES, SHAPES, HELD_OUT };

/* Which number the file's meshes get; -1: they take no part. */
static pd_status number_subject(int *out, pd_tool_learn_folder *f, enum kind kind,
                                const pd_tool_mesh_file *file, const char *csv, const char *gender,
                                pd_error *err)
{
    *out = -1;
    if (csv) {
        int same = is_of_gender(csv, file->subject, gender);
        if (same < 0)
            return pd_fail(err, PD_ERR_NOT_FOUND, "genders.csv", "no line for '%.100s'", file->subject);
        if (!same) return PD_OK;
    }
    if (kind == SHAPES) return *out = 0, PD_OK;

    *out = find_subject(f, file->subject);
    if (*out >= 0) return PD_OK;
    if (kind == HELD_OUT)
        return pd_fail(err, PD_ERR_NOT_FOUND, file->path, "subject '%.100s' has no meshes in poses/",
                       file->subject);
    if (add_subject(f, file->subject, err)) return err->status;
    *out = f->set.subject_count - 1;
    return PD_OK;
}

static pd_status read_folder(pd_tool_learn_folder *f, enum kind kind, const char *folder, const char *csv,
                             const char *gender, pd_error *err)
{
    pd_learn_meshes *const all[] = {&f->set.poses, &f->set.shapes, &f->set.held_out};
    pd_tool_mesh_list list;
    if (pd_tool_mesh_list_read(&list, folder, err)) return err->status;
    reading r = {.out = f, .to = all[kind], .with_joints = 1};
    pd_status status = PD_OK;

    for (int i = 0; i < list.count && status == PD_OK; i++) {
        r.path = list.files[i].path;
        r.name = r.path + (strlen(r.path) > strlen(folder) + 1 ? strlen(folder) + 1 : 0);
        status = number_subject(&r.subject, f, kind, &list.files[i], csv, gender, err);
        if (status == PD_OK && r.subject >= 0) status = read_file(&r, err);
    }
    if (!r.with_joints) free(r.to->joints), r.to->joints = NULL;
    for (int i = 0; kind == SHAPES && i < r.to->count; i++) r.to->subjects[i] = i;
    pd_tool_mesh_list_deinit(&list);
    return status;
}

static int is_there(const char *path)
{
    struct stat info;
    return !stat(path, &info);
}

/* genders.csv as text, NULL-terminated; NULL where no gender is asked for. */
static pd_status read_genders(char **out, const char *folder, const char *gender, pd_error *err)
{
    char path[1100];
    pd_bytes file;
    *out = NULL;
    if (!strcmp(gender, "all")) return PD_OK;
    snprintf(path, sizeof path, "%.1000s/genders.csv", folder);
    if (pd_file_map(&file, path, err)) return err->status;
    *out = calloc(file.size + 1, 1);
    if (*out) memcpy(*out, file.data, file.size);
    pd_file_unmap(&file);
    return *out ? PD_OK : pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
}

static pd_status read_all(pd_tool_learn_folder *out, const char *folder, const char *csv, const char *gender,
                          pd_error *err)
{
    static const char *const names[] = {"poses", "shapes", "held-out"};
    out->set.vertex_count = out->tpl.vertex_count;
    for (int kind = POSES; kind <= HELD_OUT; kind++) {
        char path[1100];
        snprintf(path, sizeof path, "%.1000s/%s", folder, names[kind]);
        if (kind != POSES && !is_there(path)) continue;
        if (read_folder(out, (enum kind)kind, path, csv, gender, err)) return err->status;
    }
    return pd_learn_set_check(&out->set, &out->tpl, err);
}

pd_status pd_tool_learn_read(pd_tool_learn_folder *out, const char *folder, const char *template_path,
                             const char *gender, pd_error *err)
{
    char *csv = NULL;
    memset(out, 0, sizeof *out);
    pd_status status = read_template(&out->tpl, folder, template_path, err);
    if (status == PD_OK) status = read_genders(&csv, folder, gender, err);
    if (status == PD_OK) status = read_all(out, folder, csv, gender, err);
    free(csv);
    if (status != PD_OK) pd_tool_learn_folder_deinit(out);
    return status;
}

void pd_tool_learn_folder_deinit(pd_tool_learn_folder *folder)
{
    pd_learn_template_deinit(&folder->tpl);
    pd_learn_set_deinit(&folder->set);
    free(folder->subjects);
    memset(folder, 0, sizeof *folder);
}
