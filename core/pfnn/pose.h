#ifndef PD_PFNN_POSE_H
#define PD_PFNN_POSE_H
/* From a network's place and rotation of each joint, which do not quite agree, to a pose with exact bones.
 *
 *     R_j = exp(w) R'_j,    w = (sum_c (|a_c|^2 1 - a_c a_c^T) + e 1)^-1 sum_c a_c x b_c      over the bones c that leave joint j
 *     a_c = R'_j o_c: where the rotation R' has the bone,    b_c = P_c - p_j: where the places P have it; what it lacks to the length
 *     of a_c is added along a_c, then it is of that length
 *
 * so that each joint turns by the smallest rotation that brings the ends of its bones to the network's places (one step of
 * Gauss-Newton, taken twice), from the root outwards. Twist, hands and feet stay the network's. Places are means: of a limb that a network is
 * unsure of they are too near to one another, and the nearer they are the less they define a direction. There the rotation, which stays
 * smooth, decides. A forearm is one bone, from elbow to wrist: fitted in two, a wrist nearer than its joint within folds it back.
 *
 * Shapes   J joints of the rig's skeleton.   Spaces  world, metres.   Threads  pure.
 */
#include "core/kernel/fit.h"
#include "core/pfnn/rig.h"

#include <stdbool.h>

/* What happened in a tick: bits of pd_pfnn_pose.events. */
enum {
    PD_PFNN_STEP_LEFT = 1,  /* the left foot came down: steps[0] is where */
    PD_PFNN_STEP_RIGHT = 2, /* steps[1]                                   */
    PD_PFNN_JUMPED = 4,     /* both feet left the ground                  */
    PD_PFNN_LANDED = 8,
    PD_PFNN_BLOCKED = 16,    /* a wall holds it: once for each time          */
    PD_PFNN_ARRIVED = 32,    /* at the end of its path; set by follow.h  */
    PD_PFNN_UNREACHABLE = 64 /* no way to its seat; set by sit.h */
};

/* What a tick gives. (J) are the first skeleton.joint_count. */
typedef struct pd_pfnn_pose {
    pd_vec3 root;        /* on the ground under the hips                              */
    double yaw;          /* facing                                                    */
    pd_vec3 translation; /* of joint 0: pd_anim_skeleton_forward's, so the root's own offset is left out */
    pd_quat rotations[PD_PFNN_RIG_JOINTS];   /* (J) local to the parent; the root's in world space        */
    pd_vec3 joints[PD_PFNN_RIG_JOINTS];      /* (J) world, feet locked                                    */
    pd_vec3 joints_free[PD_PFNN_RIG_JOINTS]; /* (J) world, exact bones, before feet were locked           */
    float contacts[PD_PFNN_CONTACTS]; /* the network's, 0 to 1; under 0.5 for a joint over 3 cm up      */
    float gaits[PD_PFNN_GAITS];       /* now                                                       */
    double phase;                     /* [0, 2 pi)                                                 */
    pd_vec3 velocity;                 /* of the root, m/s                                          */
    double seated;                    /* 0 to 1: how far its hips are over a seat (rollout/sit.h)      */
    double bone_error; /* metres: by how much the network's own positions stretch the worst bone */
    pd_vec3 steps[PD_PFNN_RIG_FEET]; /* where each foot came down last                            */
    unsigned events;                 /* of this tick                                              */
} pd_pfnn_pose;

/* rotations: in the network's, out of exact bones (J). joints: out (J). places: in (J). All finite. */
void pd_pfnn_pose_fit(pd_quat *rotations, pd_vec3 *joints, const pd_vec3 *places, const pd_pfnn_rig *rig);
/* The same of up to four figures of a rig, whose rotations, joints and places fit has, bit for bit what _fit makes of each; with AVX2 in the lanes
 * of registers. The skeleton's part of fit is filled in here. */
void pd_pfnn_pose_fit_four(pd_k_fit *fit, const pd_pfnn_rig *rig);
/* Before _fit: forearms are stiff, whatever a network says of the joint within. It bends by at most forearm_limit, softened as hands are.
 * rotations (J) world: changed of the joints within. */
void pd_pfnn_pose_straighten_arms(pd_quat *rotations, const pd_pfnn_rig *rig);
/* Markers of hands jump, and a network is unsure of them: local rotations of the hands are softened to angle' = L tanh(angle/L),
 * L = hand_limit, and go on from those of the frame before by hand_speed at most. rotations (J) world, joints (J): changed from the wrists
 * on. last (PD_PFNN_RIG_HANDS): the local rotations of the frame before, all zero in the first; they become this frame's. */
void pd_pfnn_pose_soften_hands(pd_quat *rotations, pd_vec3 *joints, pd_quat *last, const pd_pfnn_rig *rig);
/* A link of an arm as it was shown: its local rotation, how that changed in the last frame, how far it is off what was asked for. */
typedef struct pd_pfnn_link {
    pd_quat local;
    pd_vec3 step;          /* rotation vector a frame, in the parent's frame */
    pd_vec3 offset, speed; /* rotation vector; the same a second             */
    bool is_shown;
} pd_pfnn_link;

/* The rotation q of a link goes on from the frame before, p:
 *
 *     v' = clip(log(exp(x) q p^-1) - v, c) + v,    q' = exp(v') p        v: the last frame's step, c: radians a frame
 *     x: log(q' q^-1) where that was clipped, then to 0 as a critically damped spring of w a second takes it
 *
 * local: q in, q' out. Returns whether they differ. A link that is not shown yet is shown as asked. */
bool pd_pfnn_pose_follow(pd_quat *local, pd_pfnn_link *link, double c, double w);
/* After it, where something else is in the way: the link is shown at `shown`, p being before and q asked. What pushed it there gives it no speed
 * beyond the one that it had: the next frames would go on with a push of a frame, and rotate over and over. */
void pd_pfnn_pose_bring(pd_pfnn_link *link, pd_quat before, pd_quat asked, pd_quat shown);
/* Where a network is unsure of an arm it flips within a few frames: collars, arms and forearms follow it (arm_change, arm_rate), so that what people
 * do passes unchanged, a flip comes in the frames after, and the speed of no link ever changes by more in a frame.
 * rotations (J) world, joints (J): changed from the collars on. last (PD_PFNN_RIG_LINKS): all zero in the first frame. */
void pd_pfnn_pose_steady_arms(pd_quat *rotations, pd_vec3 *joints, pd_pfnn_link *last,
                              const pd_pfnn_rig *rig);
/* joints (J) of world rotations, the root being where it is. */
void pd_pfnn_pose_place(pd_vec3 *joints, const pd_quat *rotations, const pd_pfnn_rig *rig);
/* By how much places stretch the worst bone, metres. */
double pd_pfnn_pose_stretch(const pd_vec3 *places, const pd_pfnn_rig *rig);

#endif
