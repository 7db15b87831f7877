#ifndef PD_CHARACTER_POSE_POSE_H
#define PD_CHARACTER_POSE_POSE_H
/* Combines the network's position and rotation of each joint, which do not quite agree, into a pose with
 * exact bones.
 *
 *     R_j = exp(w) R'_j,    w = (sum_c (|a_c|^2 1 - a_c a_c^T) + e 1)^-1 sum_c a_c x b_c over the bones c
 *                           that leave joint j
 *     a_c = R'_j o_c: bone by the network's rotation R',    b_c = P_c - p_j: bone by the positions P; if b_c
 *                                                           is shorter than a_c, the missing
 *     length is added along a_c, so that it has the length of a_c
 *
 * so each joint turns by the smallest rotation that moves the ends of its bones to the network's positions
 * (one Gauss-Newton step, taken twice), from the root outwards. Twist, hands and feet stay the network's.
 * Positions are means: for an uncertain limb they are too near to one another, and the nearer they are the
 * less they define a direction. There the rotation, which stays smooth, decides. A forearm is fitted as one
 * bone from elbow to wrist: fitted in two, a wrist nearer than its inner joint would fold it back.
 *
 * Shapes   J joints of the rig's skeleton.
 * Spaces   world, metres.
 * Memory   allocates nothing.
 * Threads  pure functions.
 * Errors   none.
 */
#include "core/kernel/motion/fit.h"
#include "core/character/control/rig.h"

#include <stdbool.h>

/* Events of a tick: bits of pd_character_pose.events. */
enum {
    PD_CHARACTER_STEP_LEFT = 1,  /* the left foot came down at steps[0] */
    PD_CHARACTER_STEP_RIGHT = 2, /* the right foot came down at steps[1] */
    PD_CHARACTER_JUMPED = 4,     /* both feet left the ground */
    PD_CHARACTER_LANDED = 8,
    PD_CHARACTER_BLOCKED = 16,    /* a wall stopped the character; set once for each time */
    PD_CHARACTER_ARRIVED = 32,    /* reached the end of its path; set by follow.h */
    PD_CHARACTER_UNREACHABLE = 64 /* found no way to its seat; set by sit.h */
};

/* Result of a tick. The first skeleton.joint_count entries of (J) are used. */
typedef struct pd_character_pose {
    pd_vec3 root; /* position on the ground under the hips */
    double yaw;   /* facing, radians */
    /* position of joint 0 as pd_anim_skeleton_forward takes it, without the root's own offset */
    pd_vec3 translation;
    pd_quat rotations[PD_CHARACTER_RIG_JOINTS];   /* (J) local to the parent; the root's in the world */
    pd_vec3 joints[PD_CHARACTER_RIG_JOINTS];      /* (J) world, with locked feet */
    pd_vec3 joints_free[PD_CHARACTER_RIG_JOINTS]; /* (J) world, exact bones, before feet are locked */
    /* the network's contacts, 0 to 1; below 0.5 for a joint more than 3 cm above the ground */
    float contacts[PD_PFNN_CONTACTS];
    float gaits[PD_PFNN_GAITS]; /* present gait weights */
    double phase;               /* [0, 2 pi) */
    pd_vec3 velocity;           /* velocity of the root, m/s */
    double seated;              /* share of the way of the hips to a seat, 0 to 1 (rollout/sit.h) */
    /* metres: largest difference between a bone's length and the distance of the network's positions */
    double bone_error;
    pd_vec3 steps[PD_CHARACTER_RIG_FEET]; /* where each foot came down last */
    unsigned events;                      /* PD_PFNN_* bits of this tick */
} pd_character_pose;

/* Fits the pose. rotations (J): the network's in, those of exact bones out.
 * joints (J): out. places (J): in. All finite. */
void pd_character_pose_fit(pd_quat *rotations, pd_vec3 *joints, const pd_vec3 *places,
                           const pd_character_rig *rig);
/* Fits up to four figures of a rig, given by rotations, joints and places of `fit`; with AVX2 one figure in
 * each lane. The result equals _fit's of each figure bit for bit. Fills in the skeleton's part of fit. */
void pd_character_pose_fit_four(pd_k_fit *fit, const pd_character_rig *rig);
/* Makes forearms stiff before _fit: limits the bend of the joint within a forearm to forearm_limit, softly.
 * rotations (J) world: those of the joints within forearms are changed. */
void pd_character_pose_straighten_arms(pd_quat *rotations, const pd_character_rig *rig);
/* Smooths hands, because the markers of hands jump and networks are uncertain about them. Local rotations of
 * the hands are softened to angle' = L tanh(angle/L), L = hand_limit, and change by at most hand_speed from
 * frame to frame. rotations (J) world, joints (J): changed from the wrists on. last (PD_CHARACTER_RIG_HANDS):
 * local rotations of the previous frame, all zero in the first; they become this frame's. */
void pd_character_pose_soften_hands(pd_quat *rotations, pd_vec3 *joints, pd_quat *last,
                                    const pd_character_rig *rig);
/* State of a link of an arm as it was shown. */
typedef struct pd_character_link {
    pd_quat local;
    pd_vec3 step; /* rotation of the last frame: rotation vector per frame, in the parent's frame */
    /* difference from the requested rotation: rotation vector, and its rate per second */
    pd_vec3 offset, speed;
    bool is_shown;
} pd_character_link;

/* Limits the change of a link's angular velocity: the rotation q continues from the previous frame's p,
 *
 *     v' = clip(log(exp(x) q p^-1) - v, c) + v,    q' = exp(v') p
 *         v: the last frame's step, c: radians a frame
 *     x: log(q' q^-1) where that was clipped; it then returns to 0 as a critically damped spring of frequency
 *     w per second
 *
 * local: q in, q' out. Returns whether they differ.
 * A link that was not shown before is shown as requested. */
bool pd_character_pose_follow(pd_quat *local, pd_character_link *link, double c, double w);
/* Corrects the state after _follow if something else moved the link to `shown`: `before` is p and `asked` is
 * q. The displacement does not count as speed beyond what the link had; otherwise the next frames would
 * continue with it and overshoot. */
void pd_character_pose_bring(pd_character_link *link, pd_quat before, pd_quat asked, pd_quat shown);
/* Smooths arms: a network that is uncertain about an arm flips it within a few frames. Collars, arms and
 * forearms follow with limited acceleration (arm_change, arm_rate), so normal motion passes unchanged and a
 * flip is spread over the following frames. rotations (J) world, joints (J): changed from the collars on.
 * last (PD_CHARACTER_RIG_LINKS): all zero in the first frame. */
void pd_character_pose_steady_arms(pd_quat *rotations, pd_vec3 *joints, pd_character_link *last,
                                   const pd_character_rig *rig);
/* Computes joints (J) from world rotations; the position of the root is kept. */
void pd_character_pose_place(pd_vec3 *joints, const pd_quat *rotations, const pd_character_rig *rig);
/* Returns the largest difference between a bone's length and the distance of its places, metres. */
double pd_character_pose_stretch(const pd_vec3 *places, const pd_character_rig *rig);

#endif
