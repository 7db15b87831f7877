#ifndef PD_TOOLS_MOTION_AMASS_FILE_H
#define PD_TOOLS_MOTION_AMASS_FILE_H
/* What a command line says about npz motions that it reads (core/retarget/amass.h): axes, angles, and the body that they are of.
 *
 *     pd_tool_amass amass;
 *     if ((code = pd_tool_amass_open(&amass, args))) return code;
 *     ... pd_tool_motion_load(&motion, path, model, &amass.options, ...);
 *     pd_tool_amass_close(&amass);
 *
 * Options that the command needs in its table: PD_TOOL_AMASS_ROWS.
 */
#include "core/retarget/amass.h"
#include "tools/base/command.h"

#define PD_TOOL_AMASS_ROWS                                                                                   \
    {"betas-from", "MODEL",                                                                                  \
     "of an npz: the body model that its trans and betas are of; these are fitted to the body's", NULL},     \
        {"up", "x|y|z|-x|-y|-z",                                                                             \
         "of an npz: the axis that is up [z, or the one that the person stands along]", NULL},               \
        {"camera", NULL, "of an npz: its frame is a camera's, x right, y down, z away", NULL},               \
    {                                                                                                        \
        "angles", "radians|degrees", "of an npz: unit of its rotations [radians]", NULL                      \
    }

typedef struct pd_tool_amass {
    pd_retarget_amass_options options; /* source: of --betas-from; find: among the shipped models */
    pd_smpl_model *source, *found;
} pd_tool_amass;

/* 0, or the exit code after saying what is wrong. */
int pd_tool_amass_open(pd_tool_amass *amass, const pd_tool_args *args);
void pd_tool_amass_close(pd_tool_amass *amass);

#endif
