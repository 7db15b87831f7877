#include "tools/learn/read.h"

#include "core/base/file.h"
#include "train/scan/points.h"
#include "core/io/tensor/npz.h"
#include "tools/base/mesh_list.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* ---- meshes ---- */

/* The meshes of one folder as they are read. */
typedef struct reading {
    pd_tool_learn_folder *out;
    pd_learn_meshes *to;
    const char *path, *name; /* path of the file, and its name without the folder */
    int subject, with_joints;
} reading;

static pd_status read_mesh(reading *r, pd_bytes file, pd_error *err)
{
    float *points;
    int count;
    int vertices = r->out->tpl.vertex_count;
    pd_status status = pd_train_points_read(&points, &count, file, r->path, err);

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
    if (status != PD_OK) return status;

    /* joints, where the files have them for all meshes */
    pd_array joints;
    const size_t count = array.shape[0];
    const size_t places = 3 * (size_t)r->out->tpl.joint_count;
    const size_t first = (size_t)r->to->count - count;
    if (!r->with_joints || !pd_npz_has(npz, "joints")) {
        r->with_joints = 0;
        return PD_OK;
    }

    if (pd_npz_read(&joints, npz, "joints", err)) return err->status;
    if (joints.count != count * places)
        return pd_fail(err, PD_ERR_RANGE, r->path, "joints: %zu numbers; %zu allowed", joints.count,
                       count * places);
    float *room = realloc(r->to->joints, (size_t)r->to->count * places * sizeof *room);
    if (!room) return pd_fail(err, PD_ERR_MEMORY, r->path, "out of memory");
    r->to->joints = room;

    return pd_array_f32(room + first * places, &joints, r->path, err);
}

static pd_status read_file_learn(reading *r, pd_error *err)
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

/* Reads the word behind the comma in the subject's line. Returns false when there is no such line. */
static bool find_gender(char word[16], const char *csv, const char *subject)
{
    const size_t length = strlen(subject);

    for (const char *line = csv; line && *line; line = strchr(line, '\n'), line += line != NULL) {
        if (strncmp(line, subject, length) || line[length] != ',') continue;
        snprintf(word, 16, "%.15s", line + length + 1 + strspn(line + length + 1, " \t"));
        word[strcspn(word, ", \t\r\n")] = 0;
        return true;
    }

    return false;
}

enum kind { POSES, SHAPES, HELD_OUT };

/* The subject number of the file's meshes; -1: they are left out. */
static pd_status number_subject(int *out, pd_tool_learn_folder *f, enum kind kind,
                                const pd_tool_mesh_file *file, const char *csv, const char *gender,
                                pd_error *err)
{
    *out = -1;
    if (csv) {
        char word[16];
        if (!find_gender(word, csv, file->subject))
            return pd_fail(err, PD_ERR_NOT_FOUND, "genders.csv", "no line for '%.100s'", file->subject);
        if (strcasecmp(word, "male") && strcasecmp(word, "female"))
            return pd_fail(err, PD_ERR_RANGE, "genders.csv", "'%.100s': '%s'; male or female allowed",
                           file->subject, word);
        if (strcasecmp(word, gender)) return PD_OK;
    }

    if (kind == SHAPES) {
        *out = 0;
        return PD_OK;
    }

    for (int s = 0; s < f->set.subject_count; s++)
        if (!strcmp(f->subjects[s], file->subject)) {
            *out = s;
            return PD_OK;
        }
    if (kind == HELD_OUT)
        return pd_fail(err, PD_ERR_NOT_FOUND, file->path, "subject '%.100s' has no meshes in poses/",
                       file->subject);

    if (f->set.subject_count >= PD_TOOL_LEARN_SUBJECTS)
        return pd_fail(err, PD_ERR_LIMIT, "poses", "more than %d subjects", PD_TOOL_LEARN_SUBJECTS);
    char(*room)[128] = realloc(f->subjects, ((size_t)f->set.subject_count + 1) * sizeof *room);
    if (!room) return pd_fail(err, PD_ERR_MEMORY, "poses", "out of memory");
    f->subjects = room;
    *out = f->set.subject_count++;
    snprintf(f->subjects[*out], sizeof *room, "%.127s", file->subject);

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
    if (list.others && !f->others) memcpy(f->other, list.other, sizeof f->other);
    f->others += list.others;

    for (int i = 0; i < list.count && status == PD_OK; i++) {
        r.path = list.files[i].path;
        r.name = r.path + strlen(folder) - strlen(strrchr(folder, '/') + 1); /* poses/ann/3.obj */
        status = number_subject(&r.subject, f, kind, &list.files[i], csv, gender, err);
        if (status == PD_OK && r.subject >= 0) status = read_file_learn(&r, err);
    }

    if (!r.with_joints) {
        free(r.to->joints);
        r.to->joints = NULL;
    }

    for (int i = 0; kind == SHAPES && i < r.to->count; i++) r.to->subjects[i] = i;
    pd_tool_mesh_list_deinit(&list);

    return status;
}

/* genders.csv as text, NUL-terminated; NULL where no gender is asked for. */
static pd_status read_genders(char **out, const char *folder, const char *gender, pd_error *err)
{
    char path[1100];
    pd_bytes file;

    *out = NULL;
    if (!strcmp(gender, "all")) return PD_OK;
    snprintf(path, sizeof path, "%.1000s/genders.csv", folder);
    if (pd_file_map(&file, path, err)) return err->status;
    *out = calloc(file.size + 1, 1);
    /* spreadsheets begin with a byte order mark */
    const size_t mark = file.size > 2 && !memcmp(file.data, "\xef\xbb\xbf", 3) ? 3 : 0;
    if (*out) memcpy(*out, file.data + mark, file.size - mark);
    pd_file_unmap(&file);

    return *out ? PD_OK : pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
}

pd_status pd_tool_learn_read(pd_tool_learn_folder *out, const char *folder, const char *template_path,
                             const char *gender, pd_error *err)
{
    static const char *const names[] = {"poses", "shapes", "held-out"};
    char *csv = NULL;

    memset(out, 0, sizeof *out);
    pd_status status = pd_tool_learn_template(&out->tpl, &out->doubts, folder, template_path, err);
    if (status == PD_OK) status = read_genders(&csv, folder, gender, err);
    out->set.vertex_count = out->tpl.vertex_count;
    for (int kind = POSES; kind <= HELD_OUT && status == PD_OK; kind++) {
        char path[1100];
        struct stat info;
        snprintf(path, sizeof path, "%.1000s/%s", folder, names[kind]);
        if (kind != POSES && stat(path, &info)) continue;
        status = read_folder(out, (enum kind)kind, path, csv, gender, err);
    }

    if (status == PD_OK) status = pd_learn_set_check(&out->set, &out->tpl, err);
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
