#ifndef PD_TOOLS_DRAW_POSTURE_H
#define PD_TOOLS_DRAW_POSTURE_H
/* Reads postures written as text: names of joints with rotations in degrees.
 *
 *     "both_hip -90 0 0  both_knee 90 0 0  left_elbow 0 -90 0"
 *
 * Each entry is a joint and an axis-angle vector in degrees, local to the parent (SMPL's axes: x to the
 * body's left, y up, z forward; zero is the T-pose). both_NAME is left_NAME as written and right_NAME
 * mirrored (x the same, y and z negated). A joint that is named twice is turned by the later entry after the
 * earlier one.
 */
#include "core/smpl/model.h"

/* Reads a posture to rotations (K,3,3). ERR_INVALID names the wrong word. */
pd_status pd_tool_posture_read(float *rotations, const pd_smpl_model *model, const char *text, pd_error *err);

typedef struct pd_tool_posture {
    const char *name, *text;
    float yaw_deg; /* best direction of view; 0: from the front */
} pd_tool_posture;

/* pd_tool_bends: single joints at the ends of their ranges. pd_tool_poses: poses of the whole body. Both end
 * with a NULL name. */
extern const pd_tool_posture pd_tool_bends[], pd_tool_poses[];

#endif
