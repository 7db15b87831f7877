#ifndef PD_TOOLS_BASE_FOLDER_H
#define PD_TOOLS_BASE_FOLDER_H
/* Lists the files of a folder that form a sequence of frames: those with given endings, sorted by the numbers
 * in their names ("2.obj" before "10.obj"). Ignores names that begin with a dot, and subfolders. */
#include "core/base/error.h"

#include <stdbool.h>

typedef struct pd_tool_folder {
    char **paths; /* (count) */
    int count;
} pd_tool_folder;

/* Returns whether path exists and is a folder, or a link to one. */
bool pd_tool_is_folder(const char *path);
/* Reads a folder. endings: such as ".obj", ended by NULL. ERR_IO when the folder cannot be read,
 * ERR_NOT_FOUND when no file matches. */
pd_status pd_tool_folder_read(pd_tool_folder *out, const char *folder, const char *const *endings,
                              pd_error *err);
void pd_tool_folder_deinit(pd_tool_folder *folder);

#endif
