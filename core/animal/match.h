#ifndef PD_ANIMAL_MATCH_H
#define PD_ANIMAL_MATCH_H
/* Finds the joints of an animal's trunk, neck, tail, legs and wings in its skeleton. The match.h of
 * core/retarget/character does this for people.
 *
 * Plan     how many legs the animal stands on; clips can be transferred between skeletons of one plan
 *          (clip.h).
 * Legs     feet are leaves of the tree that are near the ground and form pairs on both sides of the middle
 *          plane. Toes of one foot count as one leaf. A leg goes from its foot up to the last joint that has
 *          no other foot below it. The parent of that joint belongs to the trunk.
 * Trunk    the spine goes from the common joint of all legs to the joint of the front legs. The pelvis goes
 *          from the common joint to the joint of the hind legs, if that is another one.
 * Middle   the plane, along z or x, for which the joints are closest to their own mirror images.
 * Front    is found by names (head, neck, jaw ... against tail, abdomen; front and fore against hind, back,
 *          rear). Otherwise it is the side of the legs that are attached farther down the tree. Otherwise it
 *          is the side of the highest joint, or +Z, both with a doubt.
 * Head     the joint with that name; otherwise the highest and foremost leaf above the front legs, or the
 *          lowest fork on the way to it. The neck leads to the head, the tail to the rearmost leaf, wings to
 *          the outermost ones. A creature may have none of these.
 *
 * Spaces   of the skeleton at rest: all local rotations are the identity; +Y up, or +Z; any unit.
 * Memory   a plain struct; nothing is allocated.
 * Threads  pure functions.
 * Errors   ERR_UNSUPPORTED "/match": no creature, or one of another plan, with what was found.
 */
#include "core/anim/skeleton.h"

#include <stdbool.h>

/* X(id, name, pairs of legs, description); the names are those of core/rig/plan.h */
#define PD_ANIMAL_TABLE(X)                                                                                   \
    X(QUADRUPED, "quadruped", 2, "four legs on the ground")                                                  \
    X(BIRD, "bird", 1, "two legs on the ground, and wings or none")                                          \
    X(SPIDER, "spider", 4, "eight legs on the ground")
typedef enum pd_animal_plan {
    PD_CREATURE_ANY = -1,
#define PD_ANIMAL_ENUM(id, name, pairs, doc) PD_CREATURE_##id,
    PD_ANIMAL_TABLE(PD_ANIMAL_ENUM)
#undef PD_ANIMAL_ENUM
        PD_CREATURE_PLANS
} pd_animal_plan;
extern const char *const pd_animal_names[PD_CREATURE_PLANS];

/* X(id, name of its joints, followed by a number) */
#define PD_ANIMAL_PART_TABLE(X)                                                                              \
    X(SPINE, "spine")                                                                                        \
    X(PELVIS, "pelvis")                                                                                      \
    X(NECK, "neck")                                                                                          \
    X(TAIL, "tail")                                                                                          \
    X(LEG, "leg")                                                                                            \
    X(WING, "wing")
typedef enum pd_anim_part {
#define PD_ANIMAL_PART_ENUM(id, name) PD_PART_##id,
    PD_ANIMAL_PART_TABLE(PD_ANIMAL_PART_ENUM)
#undef PD_ANIMAL_PART_ENUM
        PD_ANIMAL_PARTS
} pd_anim_part;

#define PD_CREATURE_CHAINS       16
#define PD_CREATURE_CHAIN_JOINTS 64
#define PD_CREATURE_LEGS         8
#define PD_CREATURE_DOUBT_BYTES  96
#define PD_CREATURE_NAME_BYTES   48

/* The joints of one part. */
typedef struct pd_animal_chain {
    pd_anim_part part;
    int side;  /* 1 left, -1 right, 0 in the middle plane */
    int row;   /* number of a leg's pair, 0 for the foremost */
    int count; /* 1 or more */
    /* (count) Joints from the trunk outwards; the last joint of a leg is the foot's tip. */
    int joints[PD_CREATURE_CHAIN_JOINTS];
} pd_animal_chain;

typedef struct pd_animal {
    pd_animal_plan plan;
    pd_quat facing; /* Rotation that makes the rest pose face +Z with +Y up. */
    int hips;       /* Joint to which the hind legs are attached. */
    /* Number of legs, which are the first chains: left and right alternating, front to back. */
    int leg_count;
    int chain_count;
    pd_animal_chain chains[PD_CREATURE_CHAINS];
    char doubt[PD_CREATURE_DOUBT_BYTES]; /* Description of an uncertain result; "": none. */
} pd_animal;

/* Finds a creature. names (K): the file's joint names; plan PD_CREATURE_ANY: any plan. */
pd_status pd_animal_match(pd_animal *out, const pd_anim_skeleton *skeleton, const char *const *names,
                          pd_animal_plan plan, pd_error *err);

/* Writes the name of joint i of a chain, such as "left_front_leg_2" or "tail_1". */
void pd_animal_joint_name(char out[PD_CREATURE_NAME_BYTES], const pd_animal *creature, int chain, int i);
/* Returns the plan of that name; PD_CREATURE_ANY: none. */
pd_animal_plan pd_animal_plan_of(const char *name);

#endif
