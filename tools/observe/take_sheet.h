#ifndef PD_TOOLS_OBSERVE_TAKE_SHEET_H
#define PD_TOOLS_OBSERVE_TAKE_SHEET_H
/* Draws a contact sheet of a fitted recording: bodies spread evenly over it, with the observed points. A
 * point is green when it is less than 1 cm from its place on the body, yellow at 2 cm and red from 4 cm.
 * Keypoints of pictures are drawn at the distance of the body, seen from the front, and are red from 12 cm.
 *
 * Units    metres. The picture is allocated: pd_io_image_deinit.
 */
#include "core/io/mesh/png.h"
#include "core/observe/take/take.h"

/* Draws the sheet of a fitted take. ERR_MEMORY. */
pd_status pd_tool_take_sheet(pd_io_image *picture, const pd_observe_take *take, const pd_smpl_model *model,
                             pd_error *err);

#endif
