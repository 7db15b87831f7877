#ifndef PD_TOOLS_POSEDCTL_CLIP_BIPED_H
#define PD_TOOLS_POSEDCTL_CLIP_BIPED_H
/* posedctl clip --skeleton biped: convert (.bvh, .glb of a figure of bones) and render, of capture on the
 * motion networks' skeleton. The clip is calibrated and levelled by itself; all commands on several clips do
 * that by subject. */
#include "tools/base/command.h"

/* words: verb and file. Returns the exit status. */
int pd_tool_clip_biped(const pd_tool_args *args);

#endif
