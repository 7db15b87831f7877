#ifndef PD_ANIMAL_CLIP_H
#define PD_ANIMAL_CLIP_H
/* Transfers the motion of one animal to another of the same plan (match.h).
 *
 *     R_j(t) = F'^-1 N(t) A_j F'        N(t) = sum over the source's bones of share(j, b) F W_b(t) F^-1,
 *                                       normalised
 *
 * W_b is the world rotation of the source's joint b (the identity at rest); F and F' are the facings of
 * source and target. If a part has equally many joints in both, they correspond one to one. Otherwise
 * share(j, b) is the overlap of bones j and b, with each part parameterised from 0 to 1. Trunk, neck and tail
 * keep their own posture and take the rotations of the source relative to its posture. So do legs and wings,
 * except those whose directions at rest differ by more than 30 degrees: A_j first rotates them to the
 * source's direction. A joint outside these parts (ears, jaws, feathers) takes the rotation of the source's
 * joint of the same name relative to its parent; if there is none, it moves with its parent.
 *
 * Size    s is the height of the target's trunk over its feet divided by the source's (for eight legs: the
 *         distance from trunk to foot). Path and step lengths are s times the source's.
 * Feet    near the ground the position of a foot is that of the source's foot:
 *
 *             p'(t) = M(p(t)) + Y(t) (p'_rest - M(p_rest))
 *                 M(x) = c' + s (x - c), c the centre of the feet at rest
 *
 *         Y is the animal's heading, held constant while the foot is planted. So a planted foot stays
 *         planted, and a sliding foot, as in a walk on the spot, slides s times as far. From 4 % of the size
 *         above the ground on the foot is blended to a position relative to the trunk, s times the source's,
 *         which it reaches at 12 %.
 * Legs    a leg's joints bend about the axes about which they are bent at rest, each by its share, until the
 *         leg has the required length, but never past straight. Then the leg swings to the position. A foot
 *         that is flat on the ground at rest keeps its rotation. The trunk is lowered until no planted leg is
 *         longer than 0.96 of its bones or than the source's, because near straight a hundredth of the leg's
 *         length changes its knee by many degrees. If the trunk would come down by more than 8 % of the size,
 *         paths and steps are shortened, by half at most.
 *
 * Spaces  in: the source's world, any unit. out: rotations local, position of the root, in units of the
 *         target's file.
 * Memory  pose is called three times per frame, or up to ten times more where steps are shortened; the result
 *         is the caller's: pd_anim_clip_deinit.
 * Threads pure functions.
 * Errors  ERR_INVALID "/clip": another plan; ERR_UNSUPPORTED: legs of length 0; ERR_MEMORY.
 */
#include "core/animal/match.h"
#include "core/anim/clip.h"

/* Callback: writes world rotations and positions of the source's joints (K) in a frame. In the bind pose
 * these are the identity and the rest positions. */
typedef void pd_animal_pose(void *context, int frame, pd_quat *rotations, pd_vec3 *places);

/* A matched skeleton. */
typedef struct pd_animal_body {
    const pd_anim_skeleton *skeleton;
    const pd_animal *creature;
    const char *const *names; /* (K) Joint names of the file. */
} pd_animal_body;

typedef struct pd_animal_job {
    pd_animal_body from, to;
    pd_animal_pose *pose;
    void *context;
    int frame_count;
    double rate;
} pd_animal_job;

/* Transfers a clip to job->to. */
pd_status pd_animal_clip(pd_anim_clip *out, const pd_animal_job *job, pd_error *err);

#endif
