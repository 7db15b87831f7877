#ifndef PD_TOOLS_OBSERVE_JOINTS_FIT_H
#define PD_TOOLS_OBSERVE_JOINTS_FIT_H
/* posedctl fit: takes of positions of joints (core/observe/sensor/jointed.h), as text-to-motion models and
 * detectors in space store them.
 */
#include "tools/base/command.h"

/* Returns whether the command's file has positions of joints and no rotations: an array, a dict of arrays, in
 * .npy, .npz, a pickle, .safetensors or .json. */
bool pd_tool_is_joints(const pd_tool_args *args);
/* Fits the take. Returns the exit status. */
int pd_tool_fit_joints(const pd_tool_args *args);

#endif
