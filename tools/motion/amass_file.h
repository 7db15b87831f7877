#ifndef PD_TOOLS_MOTION_AMASS_FILE_H
#define PD_TOOLS_MOTION_AMASS_FILE_H
/* Options of commands that read npz motions (core/motion/amass.h): axes, angles, and the body to which the
 * motions belong.
 *
 *     pd_tool_amass amass;
 *     if ((code = pd_tool_amass_open(&amass, args))) return code;
 *     ... pd_tool_motion_load(&motion, path, model, &amass.options, ...);
 *     pd_tool_amass_close(&amass);
 *
 * The command's table must contain PD_TOOL_AMASS_ROWS, or only betas-from, camera and person: then it reads
 * no npz.
 */
#include "core/motion/amass.h"
#include "tools/base/command.h"

#define PD_TOOL_AMASS_ROWS                                                                                   \
    {"betas-from", "MODEL",                                                                                  \
     "body model of the trans and betas of an npz, from which they are fitted to the body's", NULL},         \
        {"up", "x|y|z|-x|-y|-z",                                                                             \
         "up axis of an npz or BVH [z; of a BVH that of the skeleton at rest; or the axis along which the "  \
         "person stands]",                                                                                   \
         NULL},                                                                                              \
        {"camera", NULL,                                                                                     \
         "read an npz in camera coordinates: x right, y down, z away from the camera; of a .pkl or .pt the " \
         "estimate in the camera's frame",                                                                   \
         NULL},                                                                                              \
        {"person", "ID", "one of several people in a file [the one who is seen longest]", NULL},             \
        {"set", "NAME",                                                                                      \
         "order of the joints of a take of positions: smpl22, smpl24, smplh52, smplx55, coco17, h36m17, "    \
         "openpose25, mediapipe33 ... [by names in the file, or by their number]",                           \
         NULL},                                                                                              \
    {                                                                                                        \
        "angles", "radians|degrees", "unit of the rotations of an npz [radians]", NULL                       \
    }

typedef struct pd_tool_amass {
    pd_motion_amass_options options; /* source: of --betas-from; find: among the shipped models */
    pd_smpl_model *source, *found;
} pd_tool_amass;

/* Reads the options. Returns 0, or prints an error and returns the exit status. */
int pd_tool_amass_open(pd_tool_amass *amass, const pd_tool_args *args);
/* Converts the betas of a file, which are of the model --betas-from, to betas (PD_RETARGET_MOTION_BETAS) of
 * the model, and prints a note of how well the surfaces agree. *beta_count 0: the file has no betas. */
pd_status pd_tool_amass_betas(float *betas, int *beta_count, const pd_tool_amass *amass,
                              const pd_tool_args *args, const pd_smpl_model *model, const char *path,
                              pd_error *err);
void pd_tool_amass_close(pd_tool_amass *amass);

#endif
