#include "tools/base/folder.h"

#include "core/io/mocap/detections.h"
#include "tools/base/mesh_list.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool pd_tool_is_folder(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* Compares two paths so that numbers in names are in numeric order. Names that are equal in that order are
 * compared as text. */
static int in_order(const void *a, const void *b)
{
    const char *one = *(char *const *)a;
    const char *other = *(char *const *)b;
    const int order = pd_detections_name_order(one, other);
    return order ? order : strcmp(one, other);
}

static pd_status add_folder(pd_tool_folder *out, const char *folder, const char *name, pd_error *err)
{
    const size_t bytes = strlen(folder) + strlen(name) + 2;
    char **paths = realloc(out->paths, ((size_t)out->count + 1) * sizeof *paths);

    if (paths) out->paths = paths;
    char *path = paths ? malloc(bytes) : NULL;
    if (!path) return pd_fail(err, PD_ERR_MEMORY, folder, "out of memory for %d names", out->count + 1);

    snprintf(path, bytes, "%s/%s", folder, name);
    out->paths[out->count++] = path;
    return PD_OK;
}

pd_status pd_tool_folder_read(pd_tool_folder *out, const char *folder, const char *const *endings,
                              pd_error *err)
{
    DIR *dir = opendir(folder);
    pd_status status = PD_OK;

    *out = (pd_tool_folder){0};
    if (!dir) return pd_fail(err, PD_ERR_IO, folder, "the folder cannot be read");

    /* Keep visible files that have one of the endings. */
    for (struct dirent *entry; !status && (entry = readdir(dir));) {
        const char *name = entry->d_name;
        int ending = 0;
        while (endings[ending] && !pd_tool_ends_with(name, endings[ending])) ending++;
        if (*name != '.' && endings[ending]) status = add_folder(out, folder, name, err);
    }

    closedir(dir);

    /* Name the endings in the error. */
    if (!status && !out->count) {
        char text[80];
        size_t used = 0;
        for (int i = 0; endings[i] && used < sizeof text; i++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? " or " : "", endings[i]);
        status = pd_fail(err, PD_ERR_NOT_FOUND, folder, "the folder has no %s", text);
    }

    /* Sort the paths, since readdir has no order. */
    if (status)
        pd_tool_folder_deinit(out);
    else
        qsort(out->paths, (size_t)out->count, sizeof *out->paths, in_order);

    return status;
}

void pd_tool_folder_deinit(pd_tool_folder *folder)
{
    for (int i = 0; i < folder->count; i++) free(folder->paths[i]);
    free(folder->paths);
    *folder = (pd_tool_folder){0};
}
