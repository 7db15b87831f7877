#ifndef PD_TOOLS_DRAW_MOTION_SHEET_H
#define PD_TOOLS_DRAW_MOTION_SHEET_H
/* Draws a page that shows a motion at a glance: twelve poses spread evenly over it and twelve of one second,
 * seen obliquely from the right; heights of the toes with their contacts; the requested and the actual speed;
 * the contacts; the path from above with every footstep. Text above it states the measures.
 *
 * Poses are shown as bodies when one is given, standing on patches under their toes: red left, blue right,
 * pale while the foot is in the air. Without a body they are bones from the side: limbs are coloured by their
 * average side, left red, right blue; the trunk is dark.
 */
#include "train/evaluate/motion_quality.h"
#include "core/base/executor.h"
#include "core/motion/write.h"
#include "core/io/mesh/png.h"

/* The motion of the track, frame by frame, on a body. */
typedef struct pd_tool_motion_body {
    const pd_smpl_model *model;
    const pd_retarget_motion *motion;
    const pd_executor *executor;
} pd_tool_motion_body;

/* Allocates the picture; quality and body may be NULL. ERR_MEMORY. */
pd_status pd_tool_motion_sheet(pd_io_image *picture, const pd_anim_track *track,
                               const pd_train_quality *quality, const pd_tool_motion_body *body,
                               const char *title, pd_error *err);

#endif
