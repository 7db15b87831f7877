#ifndef PD_TOOLS_OBSERVE_PICTURE_FIT_H
#define PD_TOOLS_OBSERVE_PICTURE_FIT_H
/* Requests of the api from the keypoints of one picture, as OpenPose writes them
 * (core/io/mocap/detections.h): body, and hands where there are some. */
#include "core/io/mocap/detections.h"
#include "core/smpl/model.h"
#include "tools/base/command.h"

#include <jansson.h>

/* Reads the people of a picture. Returns false after a complaint. The caller ends *out with
 * pd_detections_deinit. */
bool pd_tool_picture_read(pd_detections *out, const pd_tool_args *args, pd_bytes file);
/* Returns the observations of a person with the camera by --size,
 * --fx and --noise; NULL after a complaint. */
json_t *pd_tool_picture_observations(const pd_tool_args *args, const pd_detections *picture, int person);
/* Notes keypoints of the detections that the fit does not use: of faces,
 * and of hands where the model has no fingers. */
void pd_tool_picture_note(const pd_tool_args *args, const char *name, const pd_detections *picture,
                          const pd_smpl_model *model);

#endif
