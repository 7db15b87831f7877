#ifndef PD_TOOLS_LEARN_TEMPLATE_H
#define PD_TOOLS_LEARN_TEMPLATE_H
/* The template that `posedctl learn` starts from, by where it comes from:
 *
 *     template.npz      vertices (V,3), faces (F,3), parts (V), parents (K); joint_names, joints (K,3) where there are any
 *     .obj, .ply        a person in the pose that will be the model's zero pose, without parts: joints and weights are found as
 *                       `posedctl rig` finds them (core/rig/rig.h, 22 joints), then the mesh is cut through the joints
 *     a body model      a file, or the name of a shipped one: topology, joints and weights of its mean body, cut the same way
 *
 * Space    metres, +Y up, +Z forward. A mesh that stands or looks another way is refused: vertices keep their places.
 * Memory   *out is the caller's to deinit; on failure it is empty.
 * Errors   name the file, and what of it is wrong.
 */
#include "train/registration/template.h"

/* Joints of a mesh without parts that were found with little certainty: "left_foot (0.21), ..."; empty where there are none. */
typedef struct pd_tool_learn_doubts {
    char text[512];
} pd_tool_learn_doubts;

/* given: --template, or NULL: template.npz, .obj or .ply of the folder. */
pd_status pd_tool_learn_template(pd_learn_template *out, pd_tool_learn_doubts *doubts, const char *folder,
                                 const char *given, pd_error *err);

#endif
