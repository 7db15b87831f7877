#ifndef PD_PFNN_OVERLAY_H
#define PD_PFNN_OVERLAY_H
/* What is laid over a character's pose after its feet were locked: hands that reach, eyes on a point. One step for the stream and for
 * roll-outs, so that a streamed run is the roll-out of its script.
 *
 * Memory   plain, copyable; a zeroed one changes nothing. */
#include "core/pfnn/gaze.h"
#include "core/pfnn/reach.h"

typedef struct pd_pfnn_overlay {
    pd_pfnn_reach hands[PD_PFNN_HANDS];
    pd_pfnn_gaze gaze;
} pd_pfnn_overlay;

/* Of a tick: gaze, then hands. */
void pd_pfnn_overlay_step(pd_pfnn_overlay *overlay, pd_pfnn_pose *pose, const pd_pfnn_figure *figure);

#endif
