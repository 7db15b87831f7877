#ifndef PD_TOOLS_MOTION_EXAGGERATE_H
#define PD_TOOLS_MOTION_EXAGGERATE_H
/* Exaggerates or attenuates a captured motion: multiplies each joint's rotation away from its average by a
 * gain.
 *
 *     q'_t = m_t exp(g log(m_t^-1 q_t))      m: the joint's mean over the clip, or the clip smoothed over
 *                                            `seconds`
 *
 * After Bruderlin and Williams, Motion signal processing (SIGGRAPH 1995), with one band: everything faster
 * than the smoothing. The root and the legs are not changed, so that feet stay where they were planted. A
 * joint whose range is known by name (core/ik/job/limit.h) is limited to its range, or to the largest
 * rotation in the clip where that is larger.
 *
 * Shapes   T frames, K joints.
 * Spaces   rotations local to the parent.
 * Errors   ERR_RANGE for gain and seconds, ERR_MEMORY; the clip is then unchanged.
 */
#include "core/anim/clip.h"

#define PD_TOOL_EXAGGERATE_MOST 4.0

/* gain: 0 (no motion) to PD_TOOL_EXAGGERATE_MOST; 1 changes nothing. seconds: standard deviation of the
 * Gaussian; 0: the mean of all frames. */
pd_status pd_tool_exaggerate(pd_anim_clip *clip, double gain, double seconds, pd_error *err);

#endif
