#ifndef PD_ANIM_BIPED_H
#define PD_ANIM_BIPED_H
/* The skeleton that motion networks are trained on: the 31 joints of the original PFNN (Holden et al. 2017),
 * with the names of CMU's BVH conversion.
 *
 * The rest pose is a T-pose: upright, facing +Z, left at +X, arms level, soles flat; every joint's frame is
 * parallel to the world's. Bones are those of CMU's subject 08, with the thorax and wrist bones that the
 * conversion lost, made symmetric. At rest PD_ANIM_BIPED_REST_HEIGHT is the height of the root that puts the
 * soles on the ground; ANKLE and TOE are the heights of planted joints.
 *
 * Spaces   offsets in the parent's frame, metres. Joint 0 is the root; parents come before children.
 */
#include "core/anim/skeleton.h"

#define PD_ANIM_BIPED_JOINTS      31
/* Height of the ankle joint of a planted foot over the ground, metres. */
#define PD_ANIM_BIPED_ANKLE       0.060
/* Height of the toe joint of a planted foot over the ground, metres. */
#define PD_ANIM_BIPED_TOE         0.025
#define PD_ANIM_BIPED_LEG         0.799 /* Length of thigh and shank together, metres. */
/* Height of the root over the ground with straight legs, metres. */
#define PD_ANIM_BIPED_REST_HEIGHT 0.951

/* Numbers of the joints that code refers to. */
enum {
    PD_BIPED_HIPS = 0,
    PD_BIPED_L_THIGH = 2,
    PD_BIPED_L_SHIN = 3,
    PD_BIPED_L_FOOT = 4,
    PD_BIPED_L_TOE = 5,
    PD_BIPED_R_THIGH = 7,
    PD_BIPED_R_SHIN = 8,
    PD_BIPED_R_FOOT = 9,
    PD_BIPED_R_TOE = 10,
    PD_BIPED_SPINE = 12,
    PD_BIPED_CHEST = 13,
    PD_BIPED_NECK = 14,
    PD_BIPED_HEAD = 16,
    PD_BIPED_L_ARM = 18,
    PD_BIPED_L_FOREARM = 19,
    PD_BIPED_L_HAND = 20,
    PD_BIPED_R_ARM = 25,
    PD_BIPED_R_FOREARM = 26,
    PD_BIPED_R_HAND = 27
};

typedef struct pd_anim_biped_joint {
    const char *name;
    int parent;
    double x, y, z; /* Offset from the parent joint, metres. */
    /* Number of the joint on the other side; a joint on the middle plane has its own number. */
    int mirror;
    /* 1: training gives the joint's inputs almost no weight,
     * because it copies its parent or does not move against it. */
    int masked;
} pd_anim_biped_joint;

extern const pd_anim_biped_joint pd_anim_biped_joints[PD_ANIM_BIPED_JOINTS];

/* Fills *skeleton with the 31 joints in the rest pose. */
void pd_anim_biped_skeleton(pd_anim_skeleton *skeleton);
/* Writes to ends (31) the tips of head, toes, fingers and thumbs in their joints' frames, metres, and zero
 * for the other joints. For files and pictures. */
void pd_anim_biped_ends(pd_vec3 *ends);

#endif
