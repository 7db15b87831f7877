#ifndef PD_TOOLS_MOTION_JOINTS_FILE_H
#define PD_TOOLS_MOTION_JOINTS_FILE_H
/* Files with positions of joints and no rotations (core/observe/sensor/jointed.h): the body is fitted to
 * them.
 *
 * Memory   *out is the caller's, as of pd_tool_motion_load.
 */
#include "core/base/executor.h"
#include "tools/motion/motion_file.h"

/* Sets *is_fitted, and fits the body to the joints of a file that has only those. Prints notes. Any other
 * file is left to its reader. executor may be NULL. */
pd_status pd_tool_joints_load(pd_tool_motion *out, bool *is_fitted, pd_bytes bytes, const char *path,
                              const pd_smpl_model *model, const pd_motion_amass_options *options,
                              const pd_executor *executor, pd_error *err);

#endif
