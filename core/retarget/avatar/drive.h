#ifndef PD_RETARGET_AVATAR_DRIVE_H
#define PD_RETARGET_AVATAR_DRIVE_H
/* Drives a character's own skeleton frame by frame with the motion of another one (the biped of motion networks).
 *
 *     R_k(t) = N_b(t) A_b F        locals r_k = R_parent^-1 R_k         joints that answer to no bone: r_k = identity, so they go with
 *                                                                       the joint above them (fingers, twist and spring bones)
 *
 * N_b is the world rotation of bone b relative to the source's T-pose (core/anim/humanoid.h), F the character's facing (match.h), A_b the
 * smallest rotation that takes the bone's direction at rest, after F, to the source's: arms and legs have one of their own, so that rest
 * poses with arms down or knees bent do as well as a T-pose; hands take the forearm's; trunk, head and feet have none: what is upright
 * and flat at rest stays so. A collar takes 15 % of what its arm has rotated from its own rest pose. Joints above the hips are upright
 * and look where the character does.
 *
 * Size    s is the height of the character's hip joints over its soles with straight legs, by the source's. From .6 to 1.6 the character
 *         is taken as it is: hips at s times the source's height, feet where the source's are. Any other (a doll, a giant, a file in
 *         centimetres) is seen at the source's size: `unit` metres a unit of the file, and all it does is that much smaller in the file.
 * Feet    the ball of the foot is where the source's is over the same ground, higher by the difference of the two at rest: what is planted
 *         there is planted here. While the source's toes are higher than its heel, the ankle is instead where its ankle is, moved by what
 *         two flat feet differ; the two agree when the foot is flat. A foot in the air goes from one rule to the other by its tilt, over
 *         14 cm of it: over 2 cm, as on the ground, knees of a foot of 1.6 times the source's length popped once a second in captured
 *         walks. The difference between the two follows as a critically damped spring does (two frames), for heels leave the ground
 *         abruptly. Toes whose tip would go into the ground bend.
 *         A leg is stretched as far as the source's is (core/anim/leg.h), and not at once: then the heel rises about the toe, a foot in the
 *         air comes nearer, by no more than the hips leave it short, and last the hips come down, for a foot on the ground no later than
 *         for one in the air: where they did so at a straight leg only, knees of a body of 1.37 m popped by up to 1,150 degrees/s in a
 *         frame as toes left the ground.
 * Soles   where the match has them (core/retarget/avatar/sole.h), each foot stands on the lowest point of its own sole. A foot whose sole no toe joint
 *         bends is stiff: without a toe joint it rolls off over the foremost point of its sole on the ground. Toes bend until none of their points is
 *         under the ground. A foot of which a point still is rises by that much, but for SOFT_LIFT / 2, as a critically damped spring (EASE_RISE),
 *         and at once by what is deeper than DEEPEST: risen at once throughout, knees of wide shoes changed their speed by up to 237 degrees/s in a
 *         frame of a walk with turns (shoes 22 cm wide), 211 so, 126 without rising; by the spring alone soles were up to 26 mm in the ground.
 *         With a SOFT_LIFT of 20 mm the lowest point was 6 mm in the ground on the median in place of 4, and knees as fast. On ground that is not level the
 *         source's own sole, which follows the ground, may be as far under the height below its toe.
 * Width   feet of wide shoes step wider, so that they pass each other: with x the distance between the source's balls across the facing and w what
 *         both soles reach inwards from there, the feet are moved apart by max(0, w + PASS - x), half of it each. A foot is moved only while it is in
 *         the air, so what is planted stays; what a planted foot lacks of its half the other one adds to its own. Feet that cross (x < 0) are moved less.
 *         x counts as APART at most, about the least that there is in a swing: with x itself feet stood narrow, and the first step passed the other
 *         shoe 4 cm in it. At WIDEN a foot has come to 95 % of its distance in 14 frames.
 *
 * Hands   a palm near the body or the other palm, of the source or of the character, is where it is on the source's surface (touch.h):
 *         shoulder and elbow bend for it, the hand keeps its rotation. A hand's offset follows as a critically damped spring does (three
 *         frames), else elbows pop as hands come to a body. The character is as thick as its match says, or as people of its size are.
 *
 * Spaces  in: world, metres; rotations local, the root's in the world. out: rotations local (K) in the skeleton's frames, which are
 *         parallel to the model's at rest (core/anim/skeleton.h); root: where the root joint is, in the file's units.
 * Memory  plain structs; nothing is allocated. avatar and source are borrowed.   Threads  a drive is one thread's.
 * Errors  ERR_UNSUPPORTED: the source is no humanoid or has no feet; legs of no length.
 */
#include "core/retarget/avatar/match.h"

typedef struct pd_retarget_drive_leg {
    int hip, knee, ankle, toe; /* joints; toe -1: it has none                                */
    pd_vec3 tip;               /* from toe to the tip of the toes at rest, metres; of length 0: not known */
    pd_vec3 flat;              /* what the ankle of a flat foot stands aside of the source's */
    /* from the ankle to the ball of the foot at rest, or to where a stiff foot without a toe joint rolls off; metres */
    pd_vec3 sole;
    /* from where the source's ball is planted to where this one's is, looking along +Z */
    pd_vec3 ahead;
    bool is_stiff;                 /* no toe joint bends the sole   */
    const pd_retarget_sole *shape; /* of the match; NULL: not known */
    pd_vec3 aside; /* what the foot is moved by beside the source's, level, in the world; metres */
    double length, ankle_rest, toe_rest; /* thigh and shank; over the ground at rest                   */
    int from_hip, from_knee, from_ankle, from_toe; /* of the source                                      */
    pd_vec3 from_sole;
    double from_length, from_ankle_rest;
    pd_vec3 more,
        more_speed; /* of the ankle, by the toes, from where it is by the heel: metres and metres a frame */
    int is_moving;  /* these are set                                       */
    pd_vec3 rise,
        rise_speed; /* of the foot, for its sole to be over the ground: metres and metres a frame; +Y */
} pd_retarget_drive_leg;

/* What a hand is moved by for what it touches; these are set. */
typedef struct pd_retarget_drive_hand {
    pd_vec3 by, speed; /* metres and metres a frame */
    int is_moving;
} pd_retarget_drive_hand;

typedef struct pd_retarget_drive {
    const pd_anim_skeleton *skeleton; /* with feet and hands at the ends of their limbs (carry.h) */
    const pd_anim_skeleton *file;     /* as the file has it: rotations are of it                  */
    const pd_anim_skeleton *source;
    const pd_retarget_match *match;
    pd_anim_humanoid humanoid; /* of the source                                                          */
    int bones[PD_ANIM_MAX_JOINTS]; /* (K) of each joint, PD_HUMAN_NONE, or ABOVE the hips          */
    int moved
        [PD_ANIM_MAX_JOINTS]; /* (moved_count) joints that are a bone or have one below them, each after its parent: the rest keep the identity */
    int moved_count;
    pd_anim_human takes[PD_ANIM_HUMAN_COUNT]; /* whose rotation: without UpperChest the chest has its     */
    pd_quat align[PD_ANIM_HUMAN_COUNT]; /* A_b F                                                        */
    pd_retarget_drive_leg legs[2];      /* left, right */
    pd_retarget_drive_hand hands[2];
    double unit, scale;                    /* metres a unit of the file; s unit                            */
    pd_retarget_girth girth, from_girth;   /* how thick it and the source are, metres               */
    double toe_rest;                       /* the source's planted toe joints over the ground              */
    double drop;                           /* hips are this much lower, metres                             */
    bool is_walking;                       /* there was a frame: `aside` of both legs is set               */
    pd_quat rotations[PD_ANIM_MAX_JOINTS]; /* (K) the last frame's                                         */
    pd_vec3 root;
} pd_retarget_drive;

/* floor: height of the ground that the character stands on at rest, in its file's units along its own up; NAN: by the soles of its feet (match's soles),
 * or else by its joints. */
pd_status pd_retarget_drive_init(pd_retarget_drive *drive, const pd_anim_skeleton *skeleton,
                                 const pd_retarget_match *match, double floor, const pd_anim_skeleton *source,
                                 double toe_rest, pd_error *err);

typedef struct pd_retarget_drive_frame {
    const pd_quat *rotations; /* (J) of the source, local                          */
    pd_vec3 translation;      /* of its root joint                                 */
    double ground[2];         /* height under its left and its right toe           */
    double floor;             /* under the character's root                        */
    double yaw;               /* where the character looks                         */
    double seated;            /* 0 to 1: how far its hips are over a seat, whose height stays */
} pd_retarget_drive_frame;

/* Sets rotations and root. Frames follow one another: the drop of the hips remembers. */
void pd_retarget_drive_step(pd_retarget_drive *drive, const pd_retarget_drive_frame *frame);

#endif
