#ifndef PD_TOOLS_OBSERVE_TAKE_SHEET_H
#define PD_TOOLS_OBSERVE_TAKE_SHEET_H
/* A contact sheet of a fitted take: bodies evenly over it, with the places as they were seen: green where they are less than 1 cm from where the body
 * has them, yellow at 2 cm, red from 4 cm on; what a picture shows from the front, as far away as the body stands, and red from 12 cm on.
 *
 * Units    metres. The picture is allocated: pd_io_image_deinit.
 */
#include "core/io/mesh/png.h"
#include "core/observe/take/take.h"

pd_status pd_tool_take_sheet(pd_io_image *picture, const pd_observe_take *take, const pd_smpl_model *model,
                             pd_error *err);

#endif
