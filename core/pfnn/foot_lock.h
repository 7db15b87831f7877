#ifndef PD_PFNN_FOOT_LOCK_H
#define PD_PFNN_FOOT_LOCK_H
/* Keeps feet where they stand: planted heels and toes stay, all of them stay over the ground, bones keep their lengths.
 *
 * A heel or toe whose contact is 0.8 or more is locked to its place; the lock goes by 0.075 a frame when the contact ends, and at
 * once when the network has the foot more than 15 cm away. Ankle targets go to two-bone IK of the leg (core/anim/two_bone.h), the
 * foot then turns so that the toe comes to its target. Where a leg is too short for its target the hips go down, smoothly.
 *
 * Spaces   world, metres.
 * Memory   plain, copyable, inside pd_pfnn_character.
 */
#include "core/anim/scene.h"
#include "core/pfnn/figure.h"

typedef struct pd_pfnn_foot_lock {
    double lock[PD_PFNN_CONTACTS];   /* 0 free .. 1 locked          */
    pd_vec3 place[PD_PFNN_CONTACTS]; /* where it is locked          */
    double lift[PD_PFNN_CONTACTS];   /* how far it is raised over the ground it came from, smoothed */
    double drop;                     /* of the hips, smoothed       */
} pd_pfnn_foot_lock;

/* rotations (J) local and *translation are changed; joints (J) world, in and out. contacts (4) of the network. */
void pd_pfnn_foot_lock_run(pd_pfnn_foot_lock *lock, pd_quat *rotations, pd_vec3 *translation, pd_vec3 *joints,
                           const float contacts[PD_PFNN_CONTACTS], const pd_pfnn_figure *figure,
                           const pd_anim_scene *scene);

#endif
