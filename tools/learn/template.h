#ifndef PD_TOOLS_LEARN_TEMPLATE_H
#define PD_TOOLS_LEARN_TEMPLATE_H
/* Loads the template from which `posedctl learn` starts. It may be
 *
 *     template.npz      vertices (V,3), faces (F,3), parts (V), parents (K); joint_names, joints (K,3) where
 *                       there are any
 *     .obj, .ply        a person in the pose that will be the model's zero pose, without parts: joints and
 *                       weights are found as `posedctl rig` finds them (core/rig/rig.h, 22 joints), then the
 *                       mesh is cut through the joints
 *     a body model      a file, or the name of a shipped one: topology, joints and weights of its mean body,
 *                       cut the same way
 *
 * Space    metres, +Y up, +Z forward. A mesh in another orientation is refused, because vertices are not
 *          moved.
 * Memory   *out is the caller's to deinit; on failure it is empty.
 * Errors   name the file, and the fault.
 */
#include "train/registration/template.h"

/* Joints of a mesh without parts that were found with low confidence,
 * as "left_foot (0.21), ..."; empty: none. */
typedef struct pd_tool_learn_doubts {
    char text[512];
} pd_tool_learn_doubts;

/* Loads a template. given: value of --template; NULL: template.npz, .obj or .ply in the folder. */
pd_status pd_tool_learn_template(pd_learn_template *out, pd_tool_learn_doubts *doubts, const char *folder,
                                 const char *given, pd_error *err);

#endif
