#ifndef PD_ANIMAL_CHARACTER_H
#define PD_ANIMAL_CHARACTER_H
/* An animal's rigged file: the correspondence of its joints to parts of its body, and another animal's
 * animation on it (core/animal/clip.h).
 *
 *     pd_retarget_skin_read(&skin, file)    pd_animal_skin_match(&creature, &skin, plan)
 *     pd_animal_skin_clip(&clip, &skin, &creature, &job)    pd_retarget_character_glb(&out, &skin, file,
 *                                                           &clip, name)
 *
 * Spaces  the file's world, its own units.
 * Memory  the clip is the caller's: pd_anim_clip_deinit.
 * Threads pure functions.
 * Errors  ERR_UNSUPPORTED "/match": no animal of that plan; "/clip": the other file has no animal, one of
 *         another plan, or no animation; ERR_INVALID "/clip/animations": no animation of that name; errors of
 *         core/retarget/character/skin.h and core/io/surface/gltf_clip.h, with "/clip" before the place.
 */
#include "core/animal/clip.h"
#include "core/base/size.h"
#include "core/retarget/character/skin.h"

/* Matches the joints of an animal. A skeleton whose joints have the names
 * of a person's is not matched as a bird. */
pd_status pd_animal_skin_match(pd_animal *out, const pd_retarget_skin *skin, pd_animal_plan plan,
                               pd_error *err);

typedef struct pd_animal_skin_job {
    const pd_retarget_skin *skin; /* The animal to animate. */
    const pd_animal *creature;
    pd_bytes clip;                   /* A .glb or .vrm of another animal with an animation. */
    pd_io_gltf_clip_options options; /* its note receives what the reader of the clip has to say */
} pd_animal_skin_job;

/* Puts the animation of the other animal's file on this one. */
pd_status pd_animal_skin_clip(pd_anim_clip *out, const pd_animal_skin_job *job, pd_error *err);
/* Computes the memory of pd_animal_skin_clip besides the two files' JSON,
 * and the number of frames of the result. */
pd_status pd_animal_skin_clip_bytes(size_t *bytes, int *frames, const pd_animal_skin_job *job, pd_error *err);

#endif
