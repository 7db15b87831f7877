#ifndef PD_RETARGET_CHARACTER_DRIVE_H
#define PD_RETARGET_CHARACTER_DRIVE_H
/* Drives a character's own skeleton frame by frame with the motion of another one (the biped of motion
 * networks).
 *
 *     R_k(t) = N_b(t) A_b F        locals r_k = R_parent^-1 R_k
 *         joints without a bone: r_k = identity, so they move with their parent (fingers, twist and spring
 *         bones)
 *
 * N_b is the world rotation of bone b relative to the source's T-pose (core/anim/humanoid.h), F the
 * character's facing (match.h), A_b the smallest rotation that takes the bone's direction at rest, after F,
 * to the source's. Each bone of arms and legs has its own A, so rest poses with hanging arms or bent knees
 * work like a T-pose. Hands have that of the forearm. Trunk and head have none, so they are upright where the
 * source's are. Feet have one only if they point far outwards at rest. A collar takes 15 % of the rotation of
 * its arm relative to the arm's rest pose. Joints above the hips are upright and face as the character does.
 *
 * Size    s is the height of the character's hip joints over its soles with straight legs, divided by the
 *         source's. `size` determines the size of the character in the source's world. `unit` is the metres
 *         of this world per unit of the character's file.
 *           PD_RETARGET_OWN_SIZE: from 0.6 to 1.6 the character has its own size: hips at s times the
 *           source's height, feet where the source's
 *         are. Any other character (a doll, a giant, a file in centimetres) gets the source's size, and its
 *         motion is scaled in the file accordingly. For worlds in which several characters meet.
 *           PD_RETARGET_SOURCE_SIZE: every character gets the length of the source's legs, so steps and path
 *           in the file are in proportion to the
 *         length of its legs. For clips.
 * Feet    the ankle follows one of two rules, which agree when the foot is flat.
 *           Toe rule: the ball of the foot is above or below the source's ball by the difference of their
 *           heights at rest. So a foot that is planted in the source is planted here. Heel rule, while the
 *           source's toes are higher than its heel: the ankle is at the source's ankle, shifted by the
 *           difference between the two flat feet.
 *         A foot in the air is blended between the rules by its tilt, over 14 cm of height difference between
 *         toes and heel. (With 2 cm, as on the ground, knees of a foot of 1.6 times the source's length
 *         popped once a second in captured walks.) A critically damped spring (two frames) smooths the
 *         difference between the rules, because heels leave the ground abruptly. Toes whose tip would enter
 *         the ground bend.
 * Legs    a leg is stretched as far as the source's (core/anim/leg.h), and gradually. Beyond that the heel of
 *         a planted foot rises about the toe. A foot in the air comes nearer, but only by the distance that
 *         is missing after the hips have come down. Last the hips come down, for a foot on the ground no
 *         later than for one in the air. (When only a straight leg lowered the hips, knees of a body of 1.37
 *         m popped by up to 1,150 degrees/s in a frame when toes left the ground.)
 * Soles   with soles in the match (core/retarget/figure/sole.h), each foot stands on the lowest point of its
 *         own sole. A foot rolls over the foremost point on the ground of the skin that follows its ankle, if
 *         that is in front of the toe joint, and else over the toe joint. It is stiff if no skin of the toes
 *         is in front of that point; then the toes move with it. Other toes bend until none of their points
 *         is under the ground. A foot that still has a point under the ground, toes and skin that follows
 *         both joints included, is raised by that depth minus SOFT_LIFT
 *         / 2, through a critically damped spring (EASE_RISE); depth beyond DEEPEST is corrected at once. On
 *         uneven ground the source's own sole follows the ground, and the foot may be as far below the height
 *         under its toe. (Largest change of the knees' speed in a frame of a walk with turns in shoes 22 cm
 *         wide: 237 degrees/s if all is corrected at once, 211 by this method, 126 without correction. With
 *         the spring alone soles were up to 26 mm in the ground. With a SOFT_LIFT of 20 mm the lowest point
 *         was 6 mm in the ground in the median instead of 4, with the same knee speeds.)
 * Width   feet in wide shoes step wider, so that they pass each other. x is the distance between the source's
 *         balls across the facing, and w the sum of the distances from the balls to the inner edges of both
 *         soles. The feet are moved apart by max(0, w + PASS - x), half of it each (PASS: 1 cm). A foot is
 *         moved only while it is in the air, so planted feet stay; if a planted foot has moved by less than
 *         its half, the other foot moves by more. Feet that cross (x < 0) are moved less. x counts as at most
 *         APART (10 cm), about the smallest distance in a swing; with x itself, feet stood narrow and the
 *         first step passed through 4 cm of the other shoe. A foot moves sideways at the rate WIDEN (0.2 a
 *         frame), which covers 95 % of its distance in 14 frames.
 * Hands   core/retarget/character/hands.h. The character's girth is that of its match, or that of people of
 *         its size.
 *
 * Spaces  in: world, metres; rotations local, the root's in the world. out: rotations local (K) in the
 *         skeleton's frames, which are parallel to the model's at rest (core/anim/skeleton.h); root: position
 *         of the root joint, in the file's units.
 * Memory  plain structs; nothing is allocated. avatar and source are borrowed.
 * Threads a drive belongs to one thread.
 * Errors  ERR_UNSUPPORTED: the source is not a humanoid or has no feet; legs of length 0.
 */
#include "core/io/fields/fields.h"
#include "core/retarget/character/match.h"
#include "core/retarget/character/hands.h"

/* A leg of the character and the corresponding leg of the source (`from_`). Metres. */
typedef struct pd_retarget_drive_leg {
    int hip, knee, ankle, toe; /* Joints; toe -1: none. */
    pd_vec3 tip;  /* Vector from the toe joint to the tip of the toes at rest; of length 0: unknown. */
    pd_vec3 flat; /* Vector from the source's ankle to this ankle when both feet are flat. */
    /* Vector at rest from the ankle to the ball of the foot: the toe joint, or the end of the sole over
     * which the foot rolls. */
    pd_vec3 sole;
    pd_vec3 ahead;                 /* Vector from the planted ball of the source to this one, facing +Z. */
    pd_vec3 joint;                 /* Vector at rest from the ankle to the toe joint; of length 0: none. */
    bool is_stiff;                 /* True: no toe joint bends the sole. */
    const pd_retarget_sole *shape; /* Sole of the match; NULL: unknown. */
    pd_vec3 aside; /* Horizontal displacement of the foot relative to the source's for wide shoes, world. */
    /* Length of thigh and shank; heights of ankle and toe above the ground at rest. */
    double length, ankle_rest, toe_rest;
    int from_hip, from_knee, from_ankle, from_toe; /* Joints of the source. */
    pd_vec3 from_sole;
    double from_length, from_ankle_rest;
    /* Position of the ankle by the toe rule relative to that by the heel rule,
     * smoothed, and its change per frame. */
    pd_vec3 more, more_speed;
    int is_moving; /* 1: more and more_speed are set. */
    /* Raise of the foot along +Y that keeps its sole above the ground, and its change per frame. */
    pd_vec3 rise, rise_speed;
} pd_retarget_drive_leg;

typedef struct pd_retarget_drive {
    const pd_anim_skeleton *skeleton; /* Skeleton with feet and hands as children of their limbs (carry.h). */
    const pd_anim_skeleton *file;     /* Skeleton of the file; `rotations` are local to its joints. */
    const pd_anim_skeleton *source;
    const pd_retarget_match *match;
    pd_anim_humanoid humanoid; /* Bones of the source. */
    /* (K) Bone of each joint, PD_HUMAN_NONE, or ABOVE for joints above the hips. */
    int bones[PD_ANIM_MAX_JOINTS];
    /* (moved_count) Joints that are a bone or have one below them, each after its parent.
     * The others keep the identity. */
    int moved[PD_ANIM_MAX_JOINTS];
    int moved_count;
    /* Bone whose rotation each bone takes: without UpperChest, Chest takes UpperChest's. */
    pd_anim_human takes[PD_ANIM_HUMAN_COUNT];
    pd_quat align[PD_ANIM_HUMAN_COUNT]; /* A_b F                                                        */
    pd_retarget_drive_leg legs[2];      /* left, right */
    pd_retarget_hand hands[2];
    double unit, scale;                    /* unit: metres per unit of the file; scale: s unit. */
    pd_retarget_girth girth, from_girth;   /* Girth of the character and of the source, metres. */
    double from_size;                      /* Size of the source (hands.h). */
    double toe_rest;                       /* Height of the source's planted toe joints over the ground. */
    double drop;                           /* Metres by which the hips are lowered. */
    bool is_walking;                       /* True after the first frame: `aside` of both legs is set. */
    pd_quat rotations[PD_ANIM_MAX_JOINTS]; /* (K) Output: local rotations of the last frame. */
    pd_vec3 root;
} pd_retarget_drive;

/* Size of the character in the source's world (Size, above). */
typedef enum pd_retarget_size { PD_RETARGET_OWN_SIZE, PD_RETARGET_SOURCE_SIZE } pd_retarget_size;

/* Prepares a drive. floor: height of the ground on which the character stands at rest, in its file's units
 * along its own up; NAN: computed from the match's soles, or from the joints if there are none. */
pd_status pd_retarget_drive_init(pd_retarget_drive *drive, const pd_anim_skeleton *skeleton,
                                 const pd_retarget_match *match, double floor, pd_retarget_size size,
                                 const pd_anim_skeleton *source, double toe_rest, pd_error *err);

/* Inputs of one frame. Metres. */
typedef struct pd_retarget_drive_frame {
    const pd_quat *rotations; /* (J) Local rotations of the source. */
    pd_vec3 translation;      /* Translation of the source's root joint. */
    double ground[2];         /* Height of the ground under the source's left and right toe. */
    double floor;             /* Height of the ground under the character's root. */
    double yaw;               /* Heading of the character, radians about +Y. */
    double seated;            /* 0 standing to 1 on a seat, whose height is not scaled. */
} pd_retarget_drive_frame;

/* Computes rotations and root of the next frame. Frames must be in sequence, because the springs and the
 * lowering of the hips continue from the previous one. */
void pd_retarget_drive_step(pd_retarget_drive *drive, const pd_retarget_drive_frame *frame);

/* Computes rotations for a pose of the source (J local rotations), without a motion: hips, feet and hands are
 * not placed, and collars have the source's rotation. The root is at its place at rest. */
void pd_retarget_drive_pose(pd_retarget_drive *drive, const pd_quat *rotations);

/* _put writes the state that the next step reads. _get reads it into a drive of the same character and
 * source, which then continues bit for bit (core/io/fields/fields.h),
 * and returns false when a number is not allowed. */
void pd_retarget_drive_put(pd_fields_writer *writer, const pd_retarget_drive *drive);
bool pd_retarget_drive_get(pd_retarget_drive *drive, pd_fields_reader *reader);
/* Returns a hash of the tables of fields. */
uint64_t pd_retarget_drive_fields_hash(void);

#endif
