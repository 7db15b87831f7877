#ifndef PD_TOOLS_BASE_MESH_LIST_H
#define PD_TOOLS_BASE_MESH_LIST_H
/* Lists the mesh files of a folder of registered meshes, grouped by subject:
 *
 *     SUBJECT/anything.obj, .ply or .npz   a folder for each subject
 *     SUBJECT_anything.obj or .ply         or the name up to its first _ (without one: to the ending)
 *     SUBJECT.npz                          vertices (N,V,3), all of one subject
 *
 * Files are sorted by subject, then by path. Endings may be in capitals. Names that begin with a dot are
 * ignored. Files with other endings are ignored and counted, except .mtl, .png and .jpg, which belong to OBJ
 * files.
 */
#include "core/base/error.h"

#include <stdbool.h>

#define PD_TOOL_MESH_FILES_MAX 100000

typedef struct pd_tool_mesh_file {
    char path[1024], subject[128];
} pd_tool_mesh_file;

typedef struct pd_tool_mesh_list {
    pd_tool_mesh_file *files; /* owned */
    int count, room;
    int others;       /* number of files with other endings */
    char other[1024]; /* path of one of them                */
} pd_tool_mesh_list;

/* Reads a folder. ERR_NOT_FOUND when the folder or a subject's folder cannot be read or has no meshes;
 * ERR_RANGE when a subject's folder contains another folder of meshes. */
pd_status pd_tool_mesh_list_read(pd_tool_mesh_list *list, const char *folder, pd_error *err);
void pd_tool_mesh_list_deinit(pd_tool_mesh_list *list);
/* Returns true when the name ends in `suffix`, in any case, and has at least one character before it. */
bool pd_tool_ends_with(const char *name, const char *suffix);

#endif
