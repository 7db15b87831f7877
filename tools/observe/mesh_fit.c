#include "tools/observe/mesh_fit.h"

#include "core/base/file.h"
#include "train/scan/points.h"
#include "core/io/tensor/npz.h"
#include "core/observe/registered.h"
#include "tools/base/folder.h"
#include "tools/base/mesh_list.h"
#include "tools/observe/take_work.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define A_JOINT   16 /* vertices that are looked at for each joint */
#define NPZ_BYTES ((size_t)16 << 30)

typedef struct fitting {
    pd_tool_take work;
    int *chosen;             /* (P) vertices                */
    pd_observe_part *parts;  /* (P)                         */
    pd_observe_seen *places; /* (P)                         */
    float *at;               /* (F,P,3) NAN: not seen       */
    int count, frames, room; /* P, F, frames that `at` holds */
} fitting;

/* ---- which files */

static const char *const mesh_endings[] = {".obj", ".ply", ".off", NULL};

static bool has_vertices(const char *path)
{
    pd_bytes file;
    pd_npz npz;
    pd_error err;

    if (!pd_tool_ends_with(path, ".npz") || pd_file_map(&file, path, &err)) return false;
    const bool opened = !pd_npz_parse(&npz, file.data, file.size, path, &err);
    const bool has = opened && pd_npz_has(&npz, "vertices");
    if (opened) pd_npz_deinit(&npz);
    pd_file_unmap(&file);

    return has;
}

bool pd_tool_is_meshes(const pd_tool_args *args)
{
    static const char *const npz[] = {".npz", NULL};
    pd_tool_folder files;
    pd_error err;

    const char *path = args->words[0];
    if (!pd_tool_is_folder(path))
        return pd_tool_ends_with(path, ".obj") || pd_tool_ends_with(path, ".ply") ||
               pd_tool_ends_with(path, ".off") || has_vertices(path);
    if (!pd_tool_folder_read(&files, path, mesh_endings, &err)) {
        pd_tool_folder_deinit(&files);
        return true;
    }

    if (pd_tool_folder_read(&files, path, npz, &err)) return false;
    const bool has = has_vertices(files.paths[0]);
    pd_tool_folder_deinit(&files);

    return has;
}

/* ---- input */

/* Appends the chosen vertices of a mesh (V,3). */
static pd_status add_frame(fitting *f, const float *vertices)
{
    const size_t row = 3 * (size_t)f->count;

    if (f->frames >= PD_OBSERVE_TAKE_MOST_FRAMES)
        return pd_fail(&f->work.err, PD_ERR_LIMIT, f->work.args->words[0], "more than %d meshes",
                       PD_OBSERVE_TAKE_MOST_FRAMES);
    if (f->frames == f->room) {
        const int room = f->room ? 2 * f->room : 16;
        float *at = realloc(f->at, (size_t)room * row * sizeof *at);
        if (!at)
            return pd_fail(&f->work.err, PD_ERR_MEMORY, f->work.args->words[0], "out of memory for %d meshes",
                           room);
        f->at = at;
        f->room = room;
    }

    float *to = f->at + row * (size_t)f->frames++;
    for (int i = 0; i < f->count; i++)
        memcpy(to + 3 * i, vertices + 3 * (size_t)f->chosen[i], 3 * sizeof *to);

    return PD_OK;
}

static pd_status read_mesh(fitting *f, pd_bytes file, const char *path)
{
    const int expected = f->work.local.model->vertex_count;
    float *points;
    int count;

    pd_status status = pd_train_points_read(&points, &count, file, path, &f->work.err);
    if (status) return status;
    status =
        count == expected
            ? add_frame(f, points)
            : pd_fail(&f->work.err, PD_ERR_RANGE, path,
                      "%d vertices; %d expected, as the model has them (--model; posedctl register makes "
                      "such a mesh of a scan)",
                      count, expected);
    free(points);

    return status;
}

static pd_status read_npz(fitting *f, pd_bytes file, const char *path)
{
    const size_t expected = (size_t)f->work.local.model->vertex_count;
    pd_error *err = &f->work.err;
    pd_array array;
    pd_npz npz;

    pd_status status = pd_npz_parse(&npz, file.data, file.size, path, err);
    if (status) return status;
    npz.most_bytes = NPZ_BYTES;
    status = pd_npz_read(&array, &npz, "vertices", err);
    const int last = status ? 0 : array.rank - 1;
    if (!status && ((last != 1 && last != 2) || array.shape[last] != 3 || array.shape[last - 1] != expected ||
                    !array.count))
        status =
            pd_fail(err, PD_ERR_RANGE, path, "vertices are not (N, %zu, 3), as the model has them", expected);
    float *all = status ? NULL : malloc(array.count * sizeof *all);
    if (!status && !all) status = pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
    if (!status) status = pd_array_f32(all, &array, path, err);
    for (size_t at = 0; !status && at < array.count; at += 3 * expected) status = add_frame(f, all + at);
    free(all);
    pd_npz_deinit(&npz);

    return status;
}

static pd_status read_file_mesh_fit(fitting *f, const char *path)
{
    pd_bytes file;
    pd_status status = pd_file_map(&file, path, &f->work.err);

    if (status) return status;
    status = pd_tool_ends_with(path, ".npz") ? read_npz(f, file, path) : read_mesh(f, file, path);
    pd_file_unmap(&file);

    return status;
}

static pd_status read_all_mesh_fit(fitting *f)
{
    static const char *const endings[] = {".obj", ".ply", ".npz", NULL};
    const pd_tool_args *args = f->work.args;
    pd_status status = PD_OK;

    for (int i = 0; !status && i < args->word_count; i++) {
        if (!pd_tool_is_folder(args->words[i])) {
            status = read_file_mesh_fit(f, args->words[i]);
            continue;
        }

        pd_tool_folder files;
        status = pd_tool_folder_read(&files, args->words[i], endings, &f->work.err);
        for (int k = 0; !status && k < files.count; k++) status = read_file_mesh_fit(f, files.paths[k]);
        pd_tool_folder_deinit(&files);
    }

    return status;
}

/* ---- the take */

/* Chooses vertices evenly over the skin, as many as the joints need. */
static pd_status choose_mesh_fit(fitting *f, double noise)
{
    const pd_smpl_model *m = f->work.local.model;
    pd_tool_take *w = &f->work;
    int most = A_JOINT * m->joint_count;

    most = most < PD_OBSERVE_TAKE_MOST_PLACES ? most : PD_OBSERVE_TAKE_MOST_PLACES;
    f->count = most < m->vertex_count ? most : m->vertex_count;
    const size_t p = (size_t)f->count;
    float *scratch = malloc((size_t)m->vertex_count * sizeof *scratch);
    f->chosen = malloc(p * sizeof *f->chosen);
    f->parts = malloc(p * sizeof *f->parts);
    f->places = malloc(p * sizeof *f->places);
    w->names = calloc(p, sizeof *w->names);
    const bool room = scratch && f->chosen && f->parts && f->places && w->names;
    if (room) pd_observe_registered_chosen(f->chosen, f->count, m, scratch);
    free(scratch);
    if (!room) return pd_fail(&w->err, PD_ERR_MEMORY, w->args->words[0], "out of memory");

    for (int i = 0; i < f->count; i++) {
        f->parts[i] = (pd_observe_part){.is_vertex = true, .index = f->chosen[i], .weight = 1};
        f->places[i] = (pd_observe_seen){
            .parts = &f->parts[i], .part_count = 1, .mirror = i, .confidence = 1, .sigma = 0.001 * noise};
        snprintf(w->names[i], sizeof w->names[i], "%d", f->chosen[i]);
    }

    return PD_OK;
}

static int fit_mesh_fit(fitting *f)
{
    pd_tool_take *w = &f->work;
    const pd_tool_args *args = w->args;
    double noise = 1, rate = 30;

    if (pd_tool_given(args, "noise") && !pd_tool_double(&noise, args, "noise", 0.01, 1000)) return 2;
    if (!pd_tool_double(&rate, args, "fps", 0.1, 100000)) return 2;
    const int code = pd_tool_take_open(w);
    if (code) return code;
    pd_status status = choose_mesh_fit(f, noise);
    if (!status) status = read_all_mesh_fit(f);
    if (status) return pd_tool_fail(args, &w->err);

    w->noun = "vertices";
    w->turnable = f->at;
    w->take = (pd_observe_take){.places = f->places,
                                .at = f->at,
                                .place_count = f->count,
                                .frame_count = f->frames,
                                .rate = rate,
                                /* meshes are poses in any order, unless they are a film */
                                .smooth = pd_tool_given(args, "fps") ? 0 : -1};

    return pd_tool_take_fit(w);
}

int pd_tool_fit_meshes(const pd_tool_args *args)
{
    fitting *f = calloc(1, sizeof *f);

    if (!f) return 1;
    f->work.args = args;

    const int code = fit_mesh_fit(f);
    free(f->work.names);
    free(f->chosen);
    free(f->parts);
    free(f->places);
    free(f->at);
    pd_tool_take_close(&f->work);
    free(f);

    return code;
}
