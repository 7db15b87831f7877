#ifndef PD_TOOLS_TRAIN_ORIGINAL_SET_H
#define PD_TOOLS_TRAIN_ORIGINAL_SET_H
/* Makes training rows from a folder of the original PFNN's files (train/original/database.h).
 *
 *     NAME.bvh, NAME.phase, NAME.gait, NAME_footsteps.txt     a clip; in the order of the names
 *     kinds.csv             "NAME,flat|rocky|jumpy|beam" a line: what ground a clip was on, where its name
 *                           does not say
 *     patches.npz           X (N,p,p): patches as the original's generate_patches.py leaves them, unless
 *                           --heightmaps names others
 *     heightmaps, hmp_*.txt maps to take patches from, where there are no patches
 *
 * Every held_every-th clip is held out, NAME_mirror with NAME.
 *
 * Units    lengths of bvh times `scale` are centimetres; map_cell and map_scale metres.
 * Errors   name the file, and its line; a clip without one of its files is an error; ERR_INVALID for uneven
 *          ground without patches.
 */
#include "core/base/buffer.h"
#include "train/original/database.h"
#include "tools/train/motion_pipeline.h"

typedef struct pd_tool_original_file {
    char name[160]; /* without ending */
    pd_train_fit_kind kind;
    int frames, cycles; /* 60/s; filled when it is read */
} pd_tool_original_file;

typedef struct pd_tool_original_list {
    int count;
    pd_tool_original_file *files;
} pd_tool_original_list;

/* Returns true when the folder has a .bvh with a .phase beside it. */
int pd_tool_original_is(const char *folder);
/* Lists the clips of the folder and their kinds. Frames and cycles are not read. */
pd_status pd_tool_original_list_read(pd_tool_original_list *out, const char *folder, pd_error *err);
void pd_tool_original_list_deinit(pd_tool_original_list *list);
const char *pd_tool_original_kind_name(pd_train_fit_kind kind);
pd_status pd_tool_original_clip_load(pd_train_original_clip *out, const char *folder,
                                     const pd_tool_original_file *file, double scale, pd_error *err);

/* Makes the training rows. Reads the options folder, held_every, quiet and those of patches and heightmaps.
 * `report` (may be NULL) gets a line per clip. `rows` is empty on failure. */
pd_status pd_tool_original_rows(pd_train_rows *rows, pd_buffer *report,
                                const pd_tool_pipeline_options *options, double scale,
                                const pd_executor *executor, pd_error *err);
/* The rows as the original's database.npz: Xun (N,342), Yun (N,311),
 * Pun (N) of float32. ERR_LIMIT beyond 4 GiB. */
pd_status pd_tool_original_save(const pd_train_rows *rows, const char *path, pd_error *err);

#endif
