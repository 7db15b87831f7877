#ifndef PD_TOOLS_BASE_FOLDER_H
#define PD_TOOLS_BASE_FOLDER_H
/* The files of a folder that are a film: those with one of some endings, in the order of the numbers in their names ("2.obj" before "10.obj"). Names that begin
 * with a dot are passed over; folders in it are not looked into. */
#include "core/base/error.h"

#include <stdbool.h>

typedef struct pd_tool_folder {
    char **paths; /* (count) */
    int count;
} pd_tool_folder;

bool pd_tool_is_folder(const char *path);
/* endings: ".obj", ... to a NULL. ERR_IO: it cannot be read; ERR_NOT_FOUND: none is in it. */
pd_status pd_tool_folder_read(pd_tool_folder *out, const char *folder, const char *const *endings,
                              pd_error *err);
void pd_tool_folder_deinit(pd_tool_folder *folder);

#endif
