#ifndef PD_TOOLS_BASE_MESH_LIST_H
#define PD_TOOLS_BASE_MESH_LIST_H
/* The mesh files of a folder of registrations, by subject:
 *
 *     SUBJECT/anything.obj, .ply or .npz   a folder for each subject
 *     SUBJECT_anything.obj or .ply         or the name up to its first _ (without one: to the ending)
 *     SUBJECT.npz                          vertices (N,V,3), all of one subject
 *
 * Order is that of subjects, then of paths. Endings may be in capitals. Names that begin with a dot are passed over; files with other endings
 * too, but they are counted, .mtl, .png and .jpg apart, which come with an OBJ.
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
    int others;       /* files with other endings */
    char other[1024]; /* the path of one of them  */
} pd_tool_mesh_list;

/* ERR_NOT_FOUND when the folder, or a subject's, cannot be read or has none; ERR_RANGE at a folder of meshes in a subject's. */
pd_status pd_tool_mesh_list_read(pd_tool_mesh_list *list, const char *folder, pd_error *err);
void pd_tool_mesh_list_deinit(pd_tool_mesh_list *list);
/* Whether the name ends in suffix, in any case, with something before it. */
bool pd_tool_ends_with(const char *name, const char *suffix);

#endif
