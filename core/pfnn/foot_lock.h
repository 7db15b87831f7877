#ifndef PD_PFNN_FOOT_LOCK_H
#define PD_PFNN_FOOT_LOCK_H
/* Keeps feet where they stand: planted heels and toes stay, all of them stay over the ground, bones keep their lengths.
 *
 *     shown = free + offset         free: where the network has the joint
 *     locked     offset = place - free
 *     released   offset'' = -2 w offset' - w^2 offset, going on from the shown joint's velocity: no jump in place or speed
 *
 * A heel or toe is locked where it is shown when its contact is over lock_contact and it goes slower than lock_speed. It is released when its
 * contact falls so fast that it will be under release_contact in release_ahead frames (release_ahead_jog jogging or strafing, where feet leave
 * faster), or when the network has it more than lock_reach away, or 10 cm away while its leg runs short within so many frames (strained). A network
 * lets go of a foot over some frames: one that is held to the end of them is far behind, and its ankle snaps after; one that is let go too early
 * slides.
 *
 * A foot that swings passes over the ground at `clearance` or more, the less the slower it goes: toes are not dragged along it.
 * On ground that is not flat it rises, heel and toe alike, ahead of ground that will be in its way at the velocity it has, a step or a ridge. A
 * locked joint sinks to its height over the ground; where the foot stands over a tread's edge, to that of the edge. The toe's place has precedence
 * over the heel's where both are not possible. The ankle comes to its place by two-bone IK of the leg (core/anim/two_bone.h), the foot
 * rotates until the toe is at its own. A leg that would be longer than the network has it, by over leg_stretch of what is left to its length
 * (leg_stretch_jog jogging), lets its heel rise about the toe. Where a leg is still too short the hips go down, as a spring that is led by how fast
 * the leg runs short, and so begins before it does (drop_fall); back up slowly. What is then still out of reach comes nearer.
 * On ground that is not flat a locked joint sinks as a spring, and a released one is drawn back with 8 m/s2 at most: knees of legs that are
 * nearly straight rotate by degrees a millimetre.
 *
 * A foot that the network has elsewhere, and planted there, takes a step of its own, by a minimum-jerk path over the ground: from lock_reach on,
 * and from 9 cm on in the first second and a half that it stands, one foot after the other. It is not in contact meanwhile.
 *
 * A strafing foot that would pass the other within 8.5 cm, ankle to ankle, goes round it, by 6.5 cm or a little less where both move.
 *
 * Spaces   world, metres.
 * Memory   plain, copyable, inside pd_pfnn_character. A zeroed struct is unlocked.
 */
#include "core/anim/scene.h"
#include "core/pfnn/pose.h"
#include "core/pfnn/rig.h"

#include <stdbool.h>

typedef struct pd_pfnn_lock {
    int locked;
    pd_vec3 place;  /* where, when locked                                     */
    pd_vec3 offset; /* of the shown joint from the network's                  */
    pd_vec3 rate;   /* of the offset, a second                                */
    pd_vec3 free;   /* the network's joint a frame ago                        */
    double fall;    /* m/s: of the place, locked over ground that is not flat */
    double w;       /* 1/s: of the spring that takes a released one back      */
    double stride;  /* the part that is done of a step of its own, 0: none    */
    pd_vec3 from;   /* the offset with which that began                       */
    double contact; /* a frame ago                                            */
    double lift;    /* what still keeps it over the ground, falling smoothly  */
    pd_vec3 shown;  /* where it was a frame ago, but for that                 */
    bool moves;     /* there was a frame                                      */
    double speed;   /* m/s along the ground, as it is shown                   */
    double pass[2]; /* metres that it passes over the ground at, and a second */
    double rise;    /* what it goes up for that                               */
} pd_pfnn_lock;

/* How it goes: all 0 where it walks ahead. */
typedef struct pd_pfnn_pace {
    double jog, strafe, still; /* 0 to 1                                                          */
    double knees;              /* gain with which they bend more and straighten more (core/anim/leg.h)  */
    double rate;               /* at which it is played (playback.h), 1 where it is less than that */
    double velocity[2];        /* of the root, m/s                                                */
} pd_pfnn_pace;

typedef struct pd_pfnn_foot_lock {
    pd_pfnn_lock locks[PD_PFNN_CONTACTS];  /* by layout.h's order */
    double lift[PD_PFNN_RIG_FEET][2];      /* of both ends of a foot, in the air: metres, and a second */
    pd_vec3 was[PD_PFNN_RIG_FEET][2];      /* heel, toe: the network's, a frame ago       */
    pd_pfnn_link ankles[PD_PFNN_RIG_FEET]; /* on ground that is not flat */
    double drop, fall;                     /* of the hips: metres, and a second */
    double lack
        [PD_PFNN_RIG_FEET]; /* metres that hips must go down for a leg to reach its toe, under 0: it does */
    double grows[PD_PFNN_RIG_FEET]; /* ... a second */
    bool carries[PD_PFNN_RIG_FEET]; /* a frame ago */
    double rest;                    /* s since it stands   */
} pd_pfnn_foot_lock;

/* rotations and joints: (J) world, in and out; the root is moved by the drop of the hips. contacts as the network gives them. */
void pd_pfnn_foot_lock_run(pd_pfnn_foot_lock *lock, pd_quat *rotations, pd_vec3 *joints,
                           const float contacts[PD_PFNN_CONTACTS], pd_pfnn_pace pace, const pd_pfnn_rig *rig,
                           const pd_anim_scene *scene);

#endif
