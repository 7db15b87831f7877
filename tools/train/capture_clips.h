#ifndef PD_TOOLS_TRAIN_CAPTURE_CLIPS_H
#define PD_TOOLS_TRAIN_CAPTURE_CLIPS_H
/* Loads every clip that an index.csv below a folder lists, retargeted to the 24 joints of a body. */
#include "core/base/executor.h"
#include "tools/base/credits.h"
#include "tools/train/capture_list.h"

typedef struct pd_tool_capture_clips {
    pd_tool_capture_list list;
    pd_anim_clip *clips;     /* (list.count) */
    pd_tool_credits credits; /* publishers of the clips */
} pd_tool_capture_clips;

/* Loads the clips and prints their number on stderr. Returns the error of the first clip that failed. Call
 * _deinit after a failure too. */
pd_status pd_tool_capture_clips_read(pd_tool_capture_clips *out, const char *folder,
                                     const pd_anim_skeleton *target, const pd_executor *executor,
                                     pd_error *err);
void pd_tool_capture_clips_deinit(pd_tool_capture_clips *clips);

#endif
