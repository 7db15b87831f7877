#ifndef PD_FACTORY_RIG_TRUTH_H
#define PD_FACTORY_RIG_TRUTH_H
/* Reads the skeleton and skin weights of a rigged .glb of a person on the template's 22 joints. Automatic
 * rigging is evaluated against them and learned from them.
 *
 * Joints are matched like those of a character (core/retarget/character.h). Joints below a matched one,
 * including fingers, count as part of it.
 *
 * Shapes   N vertices of the surface.   Space  the file's world.
 * Memory   one owner: pd_tool_rig_truth_deinit.
 */
#include "core/io/surface/surface.h"
#include "core/rig/rig.h"

#define PD_TOOL_HAND_PARTS (1 + PD_RIG_FINGER_JOINTS) /* palm, then finger bones */

typedef struct pd_tool_rig_truth {
    bool has_joint[PD_RIG_JOINTS];
    double joints[PD_RIG_JOINTS][3]; /* positions in the world of the file */
    float (*weights)[PD_RIG_JOINTS]; /* (N) weights of the surface's vertices */
    int finger_count[2];             /* number of finger joints, left and right */
    double fingers[2][PD_RIG_FINGER_JOINTS][3];
    /* distance from the wrist to the tip of the middle finger,
     * whose last bone counts as long as the one before */
    double hand_length[2];
    float (*hands)[2][PD_TOOL_HAND_PARTS]; /* (N) */
} pd_tool_rig_truth;

/* file: bytes from which the surface was read. */
pd_status pd_tool_rig_truth_read(pd_tool_rig_truth *out, pd_bytes file, const pd_io_surface *surface,
                                 pd_error *err);
void pd_tool_rig_truth_deinit(pd_tool_rig_truth *truth);

#endif
