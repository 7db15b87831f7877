#ifndef PD_TOOLS_BASE_MESH_LIST_H
#define PD_TOOLS_BASE_MESH_LIST_H
/* The mesh files of a folder of registrations, by subject:
 *
 *     SUBJECT/anything.obj, .ply or .npz   a folder for each subject
 *     SUBJECT_anything.obj or .ply         or the name up to its first _ (without one: to the ending)
 *     SUBJECT.npz                          vertices (N,V,3), all of one subject
 *
 * Order is that of subjects, then of paths. Files whose names begin with a dot, and other endings, are passed over.
 */
#include "core/base/error.h"

#define PD_TOOL_MESH_FILES_MAX 100000

typedef struct pd_tool_mesh_file {
    char path[1024], subject[128];
} pd_tool_mesh_file;

typedef struct pd_tool_mesh_list {
    pd_tool_mesh_file *files; /* owned */
    int count, room;
} pd_tool_mesh_list;

/* ERR_NOT_FOUND when the folder cannot be read or has none. */
pd_status pd_tool_mesh_list_read(pd_tool_mesh_list *list, const char *folder, pd_error *err);
void pd_tool_mesh_list_deinit(pd_tool_mesh_list *list);
/* Does the name end so, with something before it? */
int pd_tool_ends_with(const char *name, const char *suffix);

#endif
