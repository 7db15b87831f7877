#ifndef PD_TOOLS_TRAIN_CAPTURE_LIST_H
#define PD_TOOLS_TRAIN_CAPTURE_LIST_H
/* Lists the clips of a folder of motion capture from its index.csv, or from those of its subfolders.
 *
 * An index has the columns file, first_usable_frame and last_usable_frame, the latter 0-based positions in
 * the file, both inclusive. When two folders have a clip of the same file name, the one with more usable
 * frames stays. Sorted by name, so that nothing depends on the file system.
 */
#include "core/anim/clip.h"
#include "core/base/error.h"

typedef struct pd_tool_capture_row {
    char path[1024];       /* path of the file                      */
    char name[256];        /* path below the folder, such as "cmu/bvh/02_01.bvh" */
    int first, last;       /* usable frames of the file             */
    char description[128]; /* column `description`, or ""       */
} pd_tool_capture_row;

typedef struct pd_tool_capture_list {
    pd_tool_capture_row *rows;
    int count;
} pd_tool_capture_list;

/* Reads the list. ERR_NOT_FOUND when there is no index, ERR_FORMAT at "index.csv:line". */
pd_status pd_tool_capture_list_read(pd_tool_capture_list *list, const char *folder, pd_error *err);
/* Reads the list and keeps duplicates, for callers that remove clips first. */
pd_status pd_tool_capture_list_read_all(pd_tool_capture_list *list, const char *folder, pd_error *err);
/* Adds the files below folder whose names fit, sorted: those of folders without an index. Whole: first 0,
 * last PD_ANIM_MAX_FRAMES. */
pd_status pd_tool_capture_list_add_files(pd_tool_capture_list *list, const char *folder,
                                         int (*fits)(const char *name), pd_error *err);
void pd_tool_capture_list_drop_doubles(pd_tool_capture_list *list);
void pd_tool_capture_list_deinit(pd_tool_capture_list *list);

/* The row's usable frames on the 24 joints of the target skeleton, clamped; at the file's rate. Local
 * rotations, roots in world space, metres. */
pd_status pd_tool_capture_clip(pd_anim_clip *out, const pd_tool_capture_row *row,
                               const pd_anim_skeleton *target, pd_error *err);

#endif
