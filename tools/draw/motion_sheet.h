#ifndef PD_TOOLS_DRAW_MOTION_SHEET_H
#define PD_TOOLS_DRAW_MOTION_SHEET_H
/* A page that shows a motion at a glance: twelve poses evenly over it and a dozen of one second, obliquely from its right side; heights
 * of the toes with their contacts; the speed reached and asked for; the contacts; the way from above with every plant. What the
 * measures came to stands above it in words.
 *
 * Poses are bodies where one is given, standing on patches under their toes: red left, blue right, pale while the foot is in the air.
 * Without a body they are bones from the side: limbs are coloured by where they are on average, left red, right blue; the trunk dark.
 */
#include "train/evaluate/motion_quality.h"
#include "core/base/executor.h"
#include "core/retarget/motion.h"
#include "core/io/mesh/png.h"

/* Who moved: the track's motion, frame by frame, on a body. */
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
