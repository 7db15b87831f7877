#ifndef PD_RETARGET_BONES_H
#define PD_RETARGET_BONES_H
/* A skeleton in motion without a body: GLB of a long octahedron for each bone, hung on its parent joint, and one animation.
 *
 * Spaces   as core/anim/clip.h; glTF's, metres.
 * Memory   out, whose size must be a multiple of 4, and short-lived blocks. ERR_MEMORY.
 */
#include "core/anim/clip.h"
#include "core/base/buffer.h"

pd_status pd_retarget_bones_glb(pd_buffer *out, const pd_anim_clip *clip, const char *name, pd_error *err);

#endif
