#ifndef PD_MOTION_BONES_H
#define PD_MOTION_BONES_H
/* Writes a moving skeleton without a body as a GLB: a long octahedron for each bone, attached to its parent
 * joint, and one animation.
 *
 * Spaces   as in core/anim/clip.h; glTF's, metres.
 * Memory   appended to out, whose size must be a multiple of 4; temporary blocks. ERR_MEMORY.
 */
#include "core/anim/clip.h"
#include "core/base/buffer.h"

/* Appends the GLB of a clip; `name` is that of the animation. */
pd_status pd_motion_bones_glb(pd_buffer *out, const pd_anim_clip *clip, const char *name, pd_error *err);

#endif
