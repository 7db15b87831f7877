#ifndef PD_TOOLS_RIG_TRUTH_H
#define PD_TOOLS_RIG_TRUTH_H
/* The skeleton and weights that a rigged .glb of a person has, by the template's 22 joints: the truth that automatic rigging is measured against and learns from.
 *
 * Joints are matched as a character's are (core/retarget/avatar.h); what hangs below one, fingers too, counts as its own.
 *
 * Shapes   N vertices of the surface.   Space  the file's world.   Memory  one owner: pd_tool_rig_truth_deinit.
 */
#include "core/io/surface/surface.h"
#include "core/rig/rig.h"

#define PD_TOOL_HAND_PARTS (1 + PD_RIG_FINGER_JOINTS) /* the palm, then the bones of the fingers */

typedef struct pd_tool_rig_truth {
    bool has_joint[PD_RIG_JOINTS];
    double joints[PD_RIG_JOINTS][3]; /* the file's world */
    float (*weights)[PD_RIG_JOINTS]; /* (N) of the surface's vertices */
    int finger_count[2];             /* joints of fingers, left and right */
    double fingers[2][PD_RIG_FINGER_JOINTS][3];
    double hand_length[2]; /* wrist to the end of the middle finger, a last bone as long as that before */
    float (*hands)[2][PD_TOOL_HAND_PARTS]; /* (N) */
} pd_tool_rig_truth;

/* file: the bytes that the surface was read from. */
pd_status pd_tool_rig_truth_read(pd_tool_rig_truth *out, pd_bytes file, const pd_io_surface *surface,
                                 pd_error *err);
void pd_tool_rig_truth_deinit(pd_tool_rig_truth *truth);

#endif
