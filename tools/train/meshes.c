#include "tools/train/meshes.h"

#include "core/base/file.h"
#include "core/io/tensor/npz.h"
#include "train/scan/points.h"
#include "tools/base/mesh_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILES_MAX PD_TOOL_MESH_FILES_MAX

/* --- meshes --- */

float *pd_tool_meshes_grow(pd_tool_meshes *m, int count, pd_error *err)
{
    size_t numbers = 3 * (size_t)m->set.vertex_count;
    size_t all = (size_t)(m->set.count + count);
    float *vertices = realloc(m->vertices, all * numbers * sizeof *vertices);

    if (vertices) m->vertices = vertices;
    int *subjects = realloc(m->subjects, all * sizeof *subjects);
    if (subjects) m->subjects = subjects;
    if (!vertices || !subjects) {
        pd_fail(err, PD_ERR_MEMORY, "meshes", "out of memory for %zu meshes", all);
        return NULL;
    }

    float *out = m->vertices + (size_t)m->set.count * numbers;
    m->set.count += count;

    return out;
}

static pd_status read_points(pd_tool_meshes *m, pd_bytes file, const char *path, int subject, pd_error *err)
{
    float *points;
    int count;
    pd_status status = pd_train_points_read(&points, &count, file, path, err);

    if (status != PD_OK) return status;

    if (count != m->set.vertex_count) {
        status =
            pd_fail(err, PD_ERR_RANGE, path, "%d vertices; the model has %d", count, m->set.vertex_count);
    } else {
        float *to = pd_tool_meshes_grow(m, 1, err);
        status = to ? PD_OK : PD_ERR_MEMORY;
        if (to) memcpy(to, points, 3 * (size_t)count * sizeof *to);
        if (to) m->subjects[m->set.count - 1] = subject;
    }

    free(points);
    return status;
}

static pd_status read_npz_arrays(pd_tool_meshes *m, pd_npz *npz, const char *path, int subject, pd_error *err)
{
    pd_array vertices, numbers;
    int first = m->set.count;

    if (pd_npz_read(&vertices, npz, "vertices", err)) return err->status;

    if (vertices.rank != 3 || (int)vertices.shape[1] != m->set.vertex_count || vertices.shape[2] != 3 ||
        vertices.shape[0] < 1 || vertices.shape[0] > FILES_MAX)
        return pd_fail(err, PD_ERR_RANGE, path, "vertices are not (N, %d, 3)", m->set.vertex_count);

    float *to = pd_tool_meshes_grow(m, (int)vertices.shape[0], err);
    if (!to || pd_array_f32(to, &vertices, path, err)) return err->status;

    for (int i = first; i < m->set.count; i++) m->subjects[i] = subject;
    if (!pd_npz_has(npz, "subjects")) return PD_OK;
    if (pd_npz_read(&numbers, npz, "subjects", err)) return err->status;

    int64_t *values = malloc((numbers.count + 1) * sizeof *values);
    pd_status status = values ? pd_array_i64(values, &numbers, path, err) : PD_ERR_MEMORY;
    if (status == PD_OK && numbers.count != vertices.shape[0])
        status =
            pd_fail(err, PD_ERR_RANGE, path, "%zu subjects for %zu meshes", numbers.count, vertices.shape[0]);

    for (size_t i = 0; status == PD_OK && i < numbers.count; i++) {
        if (values[i] < 0 || values[i] >= FILES_MAX)
            status = pd_fail(err, PD_ERR_RANGE, path, "subject %lld; 0 to %d allowed", (long long)values[i],
                             FILES_MAX - 1);
        m->subjects[first + (int)i] = subject + (int)values[i];
    }

    free(values);
    return status;
}

static pd_status read_entry(pd_tool_meshes *m, const char *path, int subject, pd_error *err)
{
    pd_bytes file;
    pd_npz npz;
    pd_status status = pd_file_map(&file, path, err);

    if (status != PD_OK) return status;

    if (!pd_tool_ends_with(path, ".npz")) {
        status = read_points(m, file, path, subject, err);
    } else {
        status = pd_npz_parse(&npz, file.data, file.size, path, err);
        if (status == PD_OK) {
            status = read_npz_arrays(m, &npz, path, subject, err);
            pd_npz_deinit(&npz);
        }
    }

    pd_file_unmap(&file);
    return status;
}

void pd_tool_meshes_number(pd_tool_meshes *m)
{
    int next = 0, before = -1, now = -1;

    for (int i = 0; i < m->set.count; i++) {
        if (!i || m->subjects[i] != before) now = next++;
        before = m->subjects[i];
        m->subjects[i] = now;
    }

    m->set.subject_count = next;
    m->set.vertices = m->vertices;
    m->set.subjects = m->subjects;
}

pd_status pd_tool_meshes_read(pd_tool_meshes *out, const char *folder, int vertex_count, pd_error *err)
{
    pd_tool_mesh_list l;

    memset(out, 0, sizeof *out);
    out->set.vertex_count = vertex_count;

    pd_status status = pd_tool_mesh_list_read(&l, folder, err);
    for (int i = 0, subject = 0; status == PD_OK && i < l.count; i++) {
        if (i && strcmp(l.files[i].subject, l.files[i - 1].subject)) subject += FILES_MAX;
        if (subject < 0 || subject > 2000000000)
            status = pd_fail(err, PD_ERR_LIMIT, folder, "more than %d subjects", 2000000000 / FILES_MAX);
        else
            status = read_entry(out, l.files[i].path, subject, err);
    }

    const size_t numbers = 3 * (size_t)vertex_count;
    const size_t all = numbers * (size_t)out->set.count;
    for (size_t i = 0; status == PD_OK && i < all; i++)
        if (!(out->vertices[i] > -1e6f && out->vertices[i] < 1e6f))
            status = pd_fail(err, PD_ERR_RANGE, "meshes", "mesh %zu, vertex %zu: %g; -1e6 to 1e6 allowed",
                             i / numbers, i % numbers / 3, (double)out->vertices[i]);
    if (status == PD_OK) pd_tool_meshes_number(out);
    pd_tool_mesh_list_deinit(&l);
    if (status != PD_OK) pd_tool_meshes_deinit(out);

    return status;
}

void pd_tool_meshes_deinit(pd_tool_meshes *meshes)
{
    free(meshes->vertices);
    free(meshes->subjects);
    memset(meshes, 0, sizeof *meshes);
}
