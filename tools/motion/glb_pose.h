#ifndef PD_TOOLS_MOTION_GLB_POSE_H
#define PD_TOOLS_MOTION_GLB_POSE_H
/* Changes the pose of a binary glTF file: only the rotations of its nodes change. */
#include "core/base/buffer.h"
#include "core/base/size.h"

#include <jansson.h>

/* solution: reply of POST /v1/ik/solve for the skeleton of the file: nodes, pose.quaternions,
 * root_translation when the root was moved. ERR_FORMAT when file is no glTF binary or has no such nodes. */
pd_status pd_tool_glb_pose(pd_buffer *out, pd_bytes file, const json_t *solution, pd_error *err);

#endif
