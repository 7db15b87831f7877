#ifndef PD_RETARGET_AVATAR_CREATURE_CLIP_H
#define PD_RETARGET_AVATAR_CREATURE_CLIP_H
/* The motion of one animal on another of the same plan (creature.h).
 *
 *     R_j(t) = F'^-1 N(t) A_j F'        N(t) = sum over the source's bones of share(j, b) F W_b(t) F^-1, of unit length
 *
 * W_b is the world rotation of the source's joint b (the identity at rest), F and F' the facings of source and target. A part with as many joints in
 * both takes them one by one; else share(j, b) is how far bones j and b lie beside one another, each part counted from 0 to 1. Trunk, neck and tail
 * keep their own posture and take what the source's have rotated from theirs. So do legs and wings, but for those that point elsewhere
 * at rest by over 30 degrees: A_j brings them to the source's first. Joints beside the parts (ears, jaws, feathers) take what the source's of the same name do
 * below theirs; others go along.
 *
 * Size    s is the target's height of the trunk over its feet by the source's (of eight legs: their straight length): lengths of paths and steps are s
 *         times the source's.
 * Feet    near the ground a foot is where the source's is:
 *
 *             p'(t) = M(p(t)) + Y(t) (p'_rest - M(p_rest))        M(x) = c' + s (x - c), c the middle of the feet at rest
 *
 *         Y is where the animal looks, held while the foot stands; so what is planted stays planted, and what slides, as in a walk on the spot, slides
 *         s times as far. Higher than 4 % of the size the foot goes over to where it hangs from the trunk as the source's does, s times as
 *         far, at 12 % it is there. The leg's joints fold or stretch about the axes about which they are bent at rest, each by its share, until
 *         it is as long as that needs, never past straight to the other side, and the leg swings there; a foot that lies on the ground at rest keeps its
 *         rotation. The trunk comes down until no leg that stands is stretched (over .96 of its bones, or as the source's is): nearer to straight, a
 *         hundredth of a leg is many degrees of its knee. Where that is over 12 % of the size paths and steps are shorter, by half at most.
 *
 * Spaces  in: the source's world, any unit. out: rotations local, the root's place, in the target's file's units.
 * Memory  pose is called three times a frame, or up to ten more where steps become shorter; the result is the caller's: pd_anim_clip_deinit.   Threads  pure.
 * Errors  ERR_INVALID "/clip": another plan; ERR_UNSUPPORTED: legs of no length; ERR_MEMORY.
 */
#include "core/retarget/avatar/creature.h"
#include "core/anim/clip.h"

/* World rotations and places of the source's joints in a frame (K): the identity and rest where it stands as it was bound. */
typedef void pd_retarget_creature_pose(void *context, int frame, pd_quat *rotations, pd_vec3 *places);

typedef struct pd_retarget_creature_body {
    const pd_anim_skeleton *skeleton;
    const pd_retarget_creature *creature;
    const char *const *names; /* (K) the file's */
} pd_retarget_creature_body;

typedef struct pd_retarget_creature_job {
    pd_retarget_creature_body from, to;
    pd_retarget_creature_pose *pose;
    void *context;
    int frame_count;
    double rate;
} pd_retarget_creature_job;

pd_status pd_retarget_creature_clip(pd_anim_clip *out, const pd_retarget_creature_job *job, pd_error *err);

#endif
