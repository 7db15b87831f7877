#ifndef PD_TOOLS_TRAIN_CAPTURE_CLIPS_H
#define PD_TOOLS_TRAIN_CAPTURE_CLIPS_H
/* Every clip that an index.csv below a folder lists, on a body's 24 joints. */
#include "core/base/executor.h"
#include "tools/base/credits.h"
#include "tools/train/capture_list.h"

typedef struct pd_tool_capture_clips {
    pd_tool_capture_list list;
    pd_anim_clip *clips;     /* (list.count) */
    pd_tool_credits credits; /* whose they are */
} pd_tool_capture_clips;

/* Says on stderr how many there are. Free with _deinit, also after a failure: that of the first clip that failed. */
pd_status pd_tool_capture_clips_read(pd_tool_capture_clips *out, const char *folder,
                                     const pd_anim_skeleton *target, const pd_executor *executor,
                                     pd_error *err);
void pd_tool_capture_clips_deinit(pd_tool_capture_clips *clips);

#endif
