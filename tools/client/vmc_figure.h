#ifndef PD_TOOLS_CLIENT_VMC_FIGURE_H
#define PD_TOOLS_CLIENT_VMC_FIGURE_H
/* The figure that a program sends by the Virtual Motion Capture protocol (protocol.vmc.info; OSC over UDP),
 * as messages `observe` and `face` of posed's stream.
 *
 *     /VMC/Ext/Root/Pos  s name  f*3 position f*4 rotation    place of the figure in the world
 *     /VMC/Ext/Bone/Pos  s name  f*3 position f*4 rotation    a bone, in the frame of the bone above it
 *     /VMC/Ext/Blend/Val s name  f weight                     a blend shape
 *     /VMC/Ext/Blend/Apply                                    the weights are complete
 *     /VMC/Ext/OK        i loaded ...                         0: there is no figure
 *
 * Other messages are ignored. Rotations of bones are the identity in the T-pose of VRM, as in the set
 * humanoid (core/observe/live/humanoid.h). With the root at r, R and the hips at v, q in its frame, the hips
 * are in the world at
 *
 *     r + R v,   R q
 *
 * Height   of the person whose bones these are: the hips are .486 of it above the ankles, as in posed's
 * bodies.
 *
 * Spaces   out: right-handed, +Y up, metres, quaternions x, y, z, w.
 * Memory   a plain struct.   Threads  one.   Errors  those of pd_tool_osc_read; numbers that are not finite
 *          are refused with their bone.
 */
#include "core/anim/humanoid.h"
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>

#define PD_TOOL_VMC_FINGERS 30 /* joints of the fingers, by Unity's names */
#define PD_TOOL_VMC_BONES   (PD_ANIM_HUMAN_COUNT + PD_TOOL_VMC_FINGERS)
#define PD_TOOL_VMC_SHAPES  128
#define PD_TOOL_VMC_NAME    64 /* bytes of the name of a blend shape with its zero */

typedef struct pd_tool_vmc_figure {
    /* The bones of core/anim/humanoid.h, then those of the fingers: as received, in our axes. */
    pd_vec3 places[PD_TOOL_VMC_BONES];
    pd_quat turns[PD_TOOL_VMC_BONES];
    bool has_bone[PD_TOOL_VMC_BONES];
    pd_vec3 root;
    pd_quat root_turn;
    bool has_news; /* bones came since the last message `observe` */

    struct {
        char name[PD_TOOL_VMC_NAME];
        float weight;
    } shapes[PD_TOOL_VMC_SHAPES];
    int shape_count;
    bool has_face; /* weights are complete and were not sent */
} pd_tool_vmc_figure;

void pd_tool_vmc_init(pd_tool_vmc_figure *figure);
/* Reads one datagram. */
pd_status pd_tool_vmc_take(pd_tool_vmc_figure *figure, pd_bytes datagram, pd_error *err);

/* Appends the message `observe` of the character `id`, without a zero at its end, and returns true if bones
 * came since the last one, the hips among them. time: seconds of any clock. */
bool pd_tool_vmc_observe(pd_buffer *out, pd_tool_vmc_figure *figure, unsigned id, double time);
/* Appends the message `face`, and returns true if there are new weights. Names of VRM's presets become
 * ARKit's or those of visemes. */
bool pd_tool_vmc_face(pd_buffer *out, pd_tool_vmc_figure *figure, unsigned id);

#endif
