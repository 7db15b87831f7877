#ifndef PD_RETARGET_CREATURE_H
#define PD_RETARGET_CREATURE_H
/* An animal's rigged file: which of its joints are its parts, and another animal's animation on it (core/retarget/avatar/creature_clip.h).
 *
 *     pd_retarget_skin_read(&skin, file)    pd_retarget_skin_creature_match(&creature, &skin, plan)
 *     pd_retarget_skin_creature_clip(&clip, &skin, &creature, &job)    pd_retarget_avatar_glb(&out, &skin, file, &clip, name)
 *
 * Spaces  the file's world, its own units.   Memory  the clip is the caller's: pd_anim_clip_deinit.   Threads  pure.
 * Errors  ERR_UNSUPPORTED "/match": no animal of that plan; "/clip": the other file has none, another plan or no animation; ERR_INVALID
 *         "/clip/animations": none of that name; what core/retarget/skin.h and core/io/surface/gltf_clip.h refuse, with "/clip" before it.
 */
#include "core/retarget/avatar/creature_clip.h"
#include "core/base/size.h"
#include "core/retarget/skin.h"

/* A bird is not matched if its joints have the names of a person's. */
pd_status pd_retarget_skin_creature_match(pd_retarget_creature *out, const pd_retarget_skin *skin,
                                          pd_retarget_creature_plan plan, pd_error *err);

typedef struct pd_retarget_skin_creature_job {
    const pd_retarget_skin *skin; /* the animal that is to move */
    const pd_retarget_creature *creature;
    pd_bytes clip; /* a .glb or .vrm of another animal, with an animation */
    pd_io_gltf_clip_options options;
} pd_retarget_skin_creature_job;

pd_status pd_retarget_skin_creature_clip(pd_anim_clip *out, const pd_retarget_skin_creature_job *job,
                                         pd_error *err);
/* What that takes beside the two files' JSON, and the result's frames. */
pd_status pd_retarget_skin_creature_clip_bytes(size_t *bytes, int *frames,
                                               const pd_retarget_skin_creature_job *job, pd_error *err);

#endif
