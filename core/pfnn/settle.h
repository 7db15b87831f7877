#ifndef PD_PFNN_SETTLE_H
#define PD_PFNN_SETTLE_H
/* The pose that a rig's characters begin in: its network run standing still on flat ground until it is at rest.
 *
 * A network's mean pose is the mean of everything that it was trained on, of runs and crouches too: begun there, a character rises out
 * of bent knees in the first half second. What it settles on is kept with the rig, and pd_pfnn_character_init begins there.
 *
 * A network that is not at rest after 5 s (no joint slower than 0.15 m/s for half a second) leaves the rig as it was: characters
 * begin in the mean pose.
 *
 * Cost     120 to 300 ticks of one character. Call it where rigs are made, once, or before a roll-out.
 * Threads  the caller's alone. The same bits on every call.
 */
#include "core/pfnn/rig.h"

/* ERR_MEMORY. Afterwards rig->start.row_count says whether it settled. */
pd_status pd_pfnn_rig_settle(pd_pfnn_rig *rig, pd_error *err);

#endif
