#ifndef PD_RETARGET_AVATAR_H
#define PD_RETARGET_AVATAR_H
/* A user's own rigged character: which of its joints answer to a humanoid's bones, and its motion as clip and as a file.
 *
 * File     .glb or .vrm, read by pd_retarget_skin_read (core/retarget/skin.h); of the mesh only how thick the body is (core/retarget/avatar/touch.h),
 *          the soles of the feet (core/retarget/avatar/sole.h), and whether the skeleton fits it (core/retarget/avatar/skin_fit.h).
 * Clip     of the character's own skeleton, in its file's units: on a character of another size than people's the path is that much longer
 *          or shorter too (core/retarget/avatar/drive.h).
 * GLB      the file itself with an animation (core/io/mesh/gltf_animate.h): nodes that the motion does not move keep what they have.
 *
 * Spaces   the file's world.   Threads  pure.
 * Errors   ERR_UNSUPPORTED "/match": no person; ERR_INVALID "/match/LeftHand": no such joint.
 */
#include "core/retarget/avatar/drive.h"
#include "core/anim/clip.h"
#include "core/anim/track.h"
#include "core/base/buffer.h"
#include "core/retarget/skin.h"
#include "core/io/surface/gltf_clip.h"

/* A bone's joint as the caller says it: the node's name, or NULL to leave the bone out. */
typedef struct pd_retarget_avatar_wanted {
    const char *bone; /* "LeftUpperArm" or "leftUpperArm" */
    const char *joint;
} pd_retarget_avatar_wanted;

/* Reads a character: of a file with several skeletons that one which is a person. Errors are those of the largest one; skin is released by
 * pd_retarget_skin_deinit after failures of the match too (it is empty if the file could not be read). ERR_INVALID: two people. */
pd_status pd_retarget_avatar_read(pd_retarget_skin *skin, pd_retarget_match *match, pd_bytes file,
                                  const pd_io_skin_options *options, const pd_retarget_avatar_wanted *wanted,
                                  int count, pd_error *err);
/* Which joints of the skin answer to a humanoid's bones. wanted (count) may be NULL. */
pd_status pd_retarget_avatar_match(pd_retarget_match *out, const pd_retarget_skin *skin,
                                   const pd_retarget_avatar_wanted *wanted, int count, pd_error *err);

/* Measures the character's mesh: match's girth and soles, and a doubt at the hips when the skeleton does not fit the mesh. Without a mesh that can
 * be read (none, compressed, too large) they stay unknown. ERR_RANGE at "/accessors/3": the file announces more than it has; ERR_MEMORY. */
pd_status pd_retarget_avatar_measure(pd_retarget_match *match, const pd_retarget_skin *skin, pd_bytes file,
                                     size_t json_memory, pd_error *err);

/* The other way round: an animation of a .glb or .vrm that moves a person's joints as a clip of SMPL's 24 joints in metres
 * (core/retarget/avatar/human_clip.h). *metres: what a unit of the file became. Fingers and faces are left out.
 * ERR_UNSUPPORTED: no person, no animation; ERR_INVALID: none of that name. */
pd_status pd_retarget_avatar_capture(pd_anim_clip *out, double *metres, pd_bytes file,
                                     const pd_io_gltf_clip_options *options, pd_error *err);
/* The same of a clip of any person's skeleton, whose joints are found by names or shape; a unit of it is a metre. */
pd_status pd_retarget_avatar_person(pd_anim_clip *out, double *metres, const pd_anim_clip *clip,
                                    pd_error *err);

/* The motion of a biped on the character; track: its ground, root and facing; NULL: on a level floor at 0, looking where its hips do. out is released by pd_anim_clip_deinit. */
pd_status pd_retarget_avatar_clip(pd_anim_clip *out, const pd_retarget_skin *skin,
                                  const pd_retarget_match *match, const pd_anim_clip *motion,
                                  const pd_anim_track *track, pd_error *err);
/* Changes such a clip to the skeleton in which carried joints hang at their limbs, as formats without translations of joints need (BVH).
 * carry NULL: leaves it as it is. */
void pd_retarget_avatar_hang(pd_anim_clip *clip, const pd_retarget_carry *carry);
/* Of such a clip: the file that the skin was read from, animated. carry: of the match, whose joints have translations too; NULL: none. */
pd_status pd_retarget_avatar_glb(pd_buffer *out, const pd_retarget_skin *skin, const pd_retarget_carry *carry,
                                 pd_bytes file, const pd_anim_clip *clip, const char *name, pd_error *err);

#endif
