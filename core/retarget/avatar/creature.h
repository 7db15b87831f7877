#ifndef PD_RETARGET_AVATAR_CREATURE_H
#define PD_RETARGET_AVATAR_CREATURE_H
/* Which joints of an animal's skeleton are its trunk, neck, tail, legs and wings. match.h is the same for people.
 *
 * Plan     how many legs it stands on; skeletons of one plan take one another's clips (creature_clip.h).
 * Legs     leaves of the tree that are near the ground and stand in pairs beside the middle plane are feet; toes of one foot are one. A leg goes
 *          from its foot up to the last joint below which no other foot is; the joint above is of the trunk.
 * Trunk    from the joint above all legs to the one that the front legs hang on (spine) and the hind legs hang on (pelvis, where that is another).
 * Middle   the plane, along z or x, about which the joints are nearest to their own mirror images.
 * Front    is where names say so (head, neck, jaw ... against tail, abdomen; front and fore against hind, back, rear), else the legs that hang
 *          farther down the tree, else +Z, which is doubted.
 * Head     the joint that is called so, else the first that forks above the front legs, else the highest and foremost leaf there; the neck leads to it.
 *          The tail leads to what is farthest behind, wings to what is farthest aside. A creature may lack each of them.
 *
 * Spaces   of the skeleton at rest: all local rotations are the identity; +Y up, or +Z; any unit.
 * Memory   a plain struct; nothing is allocated.   Threads  pure.
 * Errors   ERR_UNSUPPORTED "/match": no creature, or one of another plan, with what was seen.
 */
#include "core/anim/skeleton.h"

#include <stdbool.h>

/* X(id, name, pairs of legs, what it is); the names are those of rigging's plans (core/rig/plan.h). */
#define PD_RETARGET_CREATURE_TABLE(X)                                                                        \
    X(QUADRUPED, "quadruped", 2, "four legs on the ground")                                                  \
    X(BIRD, "bird", 1, "two legs on the ground, and wings or none")                                          \
    X(SPIDER, "spider", 4, "eight legs on the ground")
typedef enum pd_retarget_creature_plan {
    PD_CREATURE_ANY = -1,
#define PD_RETARGET_CREATURE_ENUM(id, name, pairs, doc) PD_CREATURE_##id,
    PD_RETARGET_CREATURE_TABLE(PD_RETARGET_CREATURE_ENUM)
#undef PD_RETARGET_CREATURE_ENUM
        PD_CREATURE_PLANS
} pd_retarget_creature_plan;
extern const char *const pd_retarget_creature_names[PD_CREATURE_PLANS];

/* X(id, name of its joints, with a number behind) */
#define PD_RETARGET_PART_TABLE(X)                                                                            \
    X(SPINE, "spine")                                                                                        \
    X(PELVIS, "pelvis")                                                                                      \
    X(NECK, "neck")                                                                                          \
    X(TAIL, "tail")                                                                                          \
    X(LEG, "leg")                                                                                            \
    X(WING, "wing")
typedef enum pd_anim_part {
#define PD_RETARGET_PART_ENUM(id, name) PD_PART_##id,
    PD_RETARGET_PART_TABLE(PD_RETARGET_PART_ENUM)
#undef PD_RETARGET_PART_ENUM
        PD_RETARGET_PARTS
} pd_anim_part;

#define PD_CREATURE_CHAINS       16
#define PD_CREATURE_CHAIN_JOINTS 64
#define PD_CREATURE_LEGS         8
#define PD_CREATURE_DOUBT_BYTES  96
#define PD_CREATURE_NAME_BYTES   48

typedef struct pd_retarget_creature_chain {
    pd_anim_part part;
    int side;                             /* 1 left, -1 right, 0 in the middle                  */
    int row;                              /* of legs: 0 the foremost pair                       */
    int count;                            /* 1 or more                                          */
    int joints[PD_CREATURE_CHAIN_JOINTS]; /* from the trunk outwards: a leg's last is its foot's tip */
} pd_retarget_creature_chain;

typedef struct pd_retarget_creature {
    pd_retarget_creature_plan plan;
    pd_quat facing; /* rotates the rest pose so that it looks along +Z with +Y up */
    int hips;       /* what the hind legs hang on                                   */
    int leg_count;  /* of chains, which stand first: left and right by turns, front to back */
    int chain_count;
    pd_retarget_creature_chain chains[PD_CREATURE_CHAINS];
    char doubt[PD_CREATURE_DOUBT_BYTES]; /* "": none */
} pd_retarget_creature;

/* names (K): the file's; plan PD_CREATURE_ANY: whichever it is. */
pd_status pd_retarget_creature_match(pd_retarget_creature *out, const pd_anim_skeleton *skeleton,
                                     const char *const *names, pd_retarget_creature_plan plan, pd_error *err);

/* "left_front_leg_2", "tail_1": what joint i of a chain is called. */
void pd_retarget_creature_joint_name(char out[PD_CREATURE_NAME_BYTES], const pd_retarget_creature *creature,
                                     int chain, int i);
/* The plan of that name; PD_CREATURE_ANY: none. */
pd_retarget_creature_plan pd_retarget_creature_plan_of(const char *name);

#endif
