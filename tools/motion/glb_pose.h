#ifndef PD_TOOLS_MOTION_GLB_POSE_H
#define PD_TOOLS_MOTION_GLB_POSE_H
/* A glTF binary file in another pose: the same bytes, but for the rotations of its nodes. */
#include "core/base/buffer.h"
#include "core/base/size.h"

#include <jansson.h>

/* solution: an answer of POST /v1/ik/solve on that file's skeleton: nodes, pose.quaternions, root_translation when the root was moved.
 * ERR_FORMAT when file is no glTF binary or has no such nodes. */
pd_status pd_tool_glb_pose(pd_buffer *out, pd_bytes file, const json_t *solution, pd_error *err);

#endif
