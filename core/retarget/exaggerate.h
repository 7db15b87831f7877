#ifndef PD_RETARGET_EXAGGERATE_H
#define PD_RETARGET_EXAGGERATE_H
/* A captured motion exaggerated, or toned down: each joint's rotation away from its average, times a gain.
 *
 *     q'_t = m_t exp(g log(m_t^-1 q_t))      m: the joint's mean over the clip, or the clip smoothed over `seconds`
 *
 * After Bruderlin and Williams, Motion signal processing (SIGGRAPH 1995), with one band: gains of what is faster than the smoothing. The root and
 * the legs stay as they were captured, so that feet stay where they stood. Joints whose ranges are known by name (core/ik/constraint/limit.h) go
 * no farther than their range, or than they went in the clip where that is farther.
 *
 * Shapes   T frames, K joints.   Spaces   rotations local to the parent.
 * Errors   ERR_RANGE for gain and seconds, ERR_MEMORY; the clip is then as it was.
 */
#include "core/anim/clip.h"

#define PD_RETARGET_EXAGGERATE_MOST 4.0

/* gain: 0 (still) to PD_RETARGET_EXAGGERATE_MOST, 1 changes nothing. seconds: of the Gaussian's deviation, 0: the mean of all frames. */
pd_status pd_retarget_exaggerate(pd_anim_clip *clip, double gain, double seconds, pd_error *err);

#endif
