#include "tools/base/mesh_list.h"

#include "core/base/assert.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

bool pd_tool_ends_with(const char *name, const char *suffix)
{
    size_t n = strlen(name);
    size_t s = strlen(suffix);
    return n > s && !strcasecmp(name + n - s, suffix);
}

static bool is_mesh(const char *name)
{
    return pd_tool_ends_with(name, ".obj") || pd_tool_ends_with(name, ".ply") ||
           pd_tool_ends_with(name, ".npz");
}

/* Adds a mesh file to the list. Without a subject, the subject is taken from the file's name. */
static pd_status add_entry(pd_tool_mesh_list *l, const char *folder, const char *name, const char *subject,
                           pd_error *err)
{
    if (l->count >= PD_TOOL_MESH_FILES_MAX)
        return pd_fail(err, PD_ERR_LIMIT, folder, "more than %d meshes", PD_TOOL_MESH_FILES_MAX);
    if (l->count == l->room) {
        int room = l->room ? 2 * l->room : 64;
        pd_tool_mesh_file *files = realloc(l->files, (size_t)room * sizeof *files);
        if (!files) return pd_fail(err, PD_ERR_MEMORY, folder, "out of memory for %d names", room);
        l->files = files;
        l->room = room;
    }

    /* Set the path of the file. */
    pd_tool_mesh_file *e = &l->files[l->count++];
    if (snprintf(e->path, sizeof e->path, "%s/%s", folder, name) >= (int)sizeof e->path)
        return pd_fail(err, PD_ERR_RANGE, folder, "'%.60s': the path is too long", name);

    /* Set the subject to the folder's name, if there is one. */
    if (subject) {
        snprintf(e->subject, sizeof e->subject, "%.127s", subject);
        return PD_OK;
    }

    /* Otherwise the file's name up to its first underscore, or up to the ending. */
    size_t length = strcspn(name, "_");
    if (!name[length] || pd_tool_ends_with(name, ".npz")) length = strlen(name) - 4;
    snprintf(e->subject, sizeof e->subject, "%.*s", (int)(length > 127 ? 127 : length), name);

    return PD_OK;
}

/* Counts a file that is no mesh and does not belong to one, and keeps the first such path for a message. */
static void note_other(pd_tool_mesh_list *l, const char *path)
{
    static const char *const beside[] = {".mtl", ".png", ".jpg", ".jpeg"};
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        if (pd_tool_ends_with(path, beside[i])) return;
    if (!l->others++ || strcmp(path, l->other) < 0) snprintf(l->other, sizeof l->other, "%s", path);
}

/* Refuses meshes in a folder inside a subject's folder, which would belong to no subject. */
static pd_status check_inner(const char *folder, pd_error *err)
{
    DIR *dir = opendir(folder);
    if (!dir) return PD_OK;

    pd_status status = PD_OK;
    for (struct dirent *d; status == PD_OK && (d = readdir(dir));)
        if (d->d_name[0] != '.' && is_mesh(d->d_name))
            status = pd_fail(
                err, PD_ERR_RANGE, folder,
                "the folder lies in a subject's folder and has meshes; SUBJECT/*.obj, .ply or .npz allowed");
    closedir(dir);

    return status;
}

/* Lists the meshes in a folder, and in its folders, whose names are the subjects. */
static pd_status list_folder(pd_tool_mesh_list *l, const char *folder, const char *subject, pd_error *err)
{
    const int before = l->count;

    DIR *dir = opendir(folder);
    pd_status status = PD_OK;
    if (!dir) return pd_fail(err, PD_ERR_NOT_FOUND, folder, "no such folder, or it cannot be read");

    /* Take meshes, go one level down, and note other files. Hidden entries are skipped. */
    for (struct dirent *d; status == PD_OK && (d = readdir(dir));) {
        char path[1024];
        struct stat st;
        if (d->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
        if (is_mesh(d->d_name))
            status = add_entry(l, folder, d->d_name, subject, err);
        else if (stat(path, &st) || !S_ISDIR(st.st_mode))
            note_other(l, path);
        else
            status = subject ? check_inner(path, err) : list_folder(l, path, d->d_name, err);
    }

    /* A folder without meshes is most likely a wrong path. */
    closedir(dir);
    if (status == PD_OK && l->count == before)
        status = pd_fail(err, PD_ERR_NOT_FOUND, folder, "the folder has no .obj, .ply or .npz");

    return status;
}

static int mesh_list_by_name(const void *a, const void *b)
{
    const pd_tool_mesh_file *x = a;
    const pd_tool_mesh_file *y = b;
    int order = strcmp(x->subject, y->subject);
    return order ? order : strcmp(x->path, y->path);
}

pd_status pd_tool_mesh_list_read(pd_tool_mesh_list *list, const char *folder, pd_error *err)
{
    PD_ASSERT(folder);
    memset(list, 0, sizeof *list);
    pd_status status = list_folder(list, folder, NULL, err);
    if (status != PD_OK)
        pd_tool_mesh_list_deinit(list);
    else
        qsort(list->files, (size_t)list->count, sizeof *list->files, mesh_list_by_name);

    return status;
}

void pd_tool_mesh_list_deinit(pd_tool_mesh_list *list)
{
    free(list->files);
    memset(list, 0, sizeof *list);
}
