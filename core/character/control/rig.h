#ifndef PD_CHARACTER_CONTROL_RIG_H
#define PD_CHARACTER_CONTROL_RIG_H
/* All data that the controller needs besides the network's weights: the layout of its rows, its skeleton and
 * its feet.
 *
 * Made once for a model and shared by all characters that it drives. Bones come from the network's offsets. A
 * network without offsets (the original's files) gets them from its mean output: o_k = inv(R_parent) (p_k -
 * p_parent).
 *
 * Feet     found by the joints' names (LeftFoot, LeftToeBase, ...); a network without such joints has
 *          foot_count 0 and no foot lock. Heights of planted joints are the biped's or, for other figures,
 *          those of the pose that the network settles in (core/character/settle.h).
 * Memory   a plain struct; model is borrowed and must outlive it.   Threads  const after init.
 * Errors   ERR_UNSUPPORTED: no skeleton, more than the limits below, sizes that do not fit layout.h, a rate
 *          other than 60 per second.
 */
#include "core/anim/skeleton.h"
#include "core/character/control/control.h"
#include "core/pfnn/layout.h"
#include "core/pfnn/model.h"

#define PD_CHARACTER_RATE       60.0 /* frames per second of all characters */
#define PD_CHARACTER_RIG_JOINTS 64
#define PD_CHARACTER_RIG_FRAMES 128 /* frames of the trajectory: samples x frames between */
#define PD_CHARACTER_RIG_HANDS  6
#define PD_CHARACTER_RIG_ARMS   2    /* left, right */
#define PD_CHARACTER_RIG_LINKS  6    /* collar, arm and forearm of both arms */
#define PD_CHARACTER_RIG_FEET   2    /* left, right */
#define PD_CHARACTER_RIG_ROW    1024 /* largest length of an output row */

typedef struct pd_character_leg {
    int thigh, shin, heel, toe; /* joints: hip, knee, ankle, ball of the foot */
    double heel_rest, toe_rest; /* height above the ground when planted */
    pd_vec3 knee_axis;          /* axis about which the shin bends backwards, in the thigh's frame */
} pd_character_leg;

/* Rigid pieces of the skeleton. A joint that coincides with its parent turns with it, and so does the joint
 * within a forearm: a driver and these joints are one piece. The bones that leave the piece of driver j end
 * at ends[first[j]] .. ends[first[j + 1] - 1]; that of a forearm ends at the wrist. */
typedef struct pd_character_bones {
    int driver[PD_CHARACTER_RIG_JOINTS]; /* (J) the joint itself, or the joint above it with which it turns */
    int first[PD_CHARACTER_RIG_JOINTS + 1];
    int ends[PD_CHARACTER_RIG_JOINTS];
    double length[PD_CHARACTER_RIG_JOINTS]; /* (J) length of the joint's offset */
} pd_character_bones;

/* Joints of a forearm: the motion capture's skeleton has one within it. -1: missing. */
typedef struct pd_character_forearm {
    int elbow, middle, wrist;
} pd_character_forearm;

/* Joints that breathe and sway (pose/idle.h); -1: missing. */
typedef struct pd_character_trunk {
    int spine, chest, neck, head, arms[2];
} pd_character_trunk;

/* Joints of an arm that reaches, and the chain from the root to it. chain.count 0: there is no arm. */
typedef struct pd_character_arm {
    pd_anim_chain chain; /* joints from the skeleton's root to the wrist */
    int shoulder, elbow, wrist;
    int palm;  /* joint that rotates the palm: the wrist, or one between it and the elbow */
    int below; /* index in chain.joints of the shoulder */
} pd_character_arm;

/* Weights w of trajectory.h by which the future of the trajectory follows the goal, for one bias. Computed
 * once for the constant biases; intermediate biases are computed when needed. */
#define PD_CHARACTER_RIG_BIASES 4
typedef struct pd_character_weights {
    double bias, ease;
    double of[PD_CHARACTER_RIG_FRAMES / 2]; /* weight of frame now + i; of[0] is not used */
} pd_character_weights;

/* Range of a joint that overlays move (core/anim/ranges.h). range NULL: unlimited. */
typedef struct pd_character_limit {
    const struct pd_anim_range *range;
    int side; /* +1 left and middle, -1 right */
} pd_character_limit;

/* First pose of characters: an output row and its phase. row_count 0: the network's mean. */
typedef struct pd_character_start {
    float row[PD_CHARACTER_RIG_ROW];
    int row_count;
    double phase;
} pd_character_start;

typedef struct pd_character_rig {
    const pd_pfnn_model *model;
    /* the model's database, whose frames move characters (core/character/matched.h);
     * NULL: the model is a network or has paces */
    const pd_matching_index *matching;
    /* cycles of an animal in the model's database (core/character/paced.h); NULL: it moves people */
    const pd_matching_paces *paces;
    pd_pfnn_layout layout;
    int step;   /* frames between samples */
    int frames; /* samples * step; now is frames/2 */
    pd_anim_skeleton skeleton;
    pd_character_leg legs[PD_CHARACTER_RIG_FEET];
    int foot_count; /* 2, or 0 without feet */
    pd_character_bones bones;
    pd_character_forearm forearms[PD_CHARACTER_RIG_ARMS];
    int links[PD_CHARACTER_RIG_LINKS]; /* left collar, arm, forearm, then the right ones; -1: none */
    int hands[PD_CHARACTER_RIG_HANDS]; /* wrists, then the joints below them; -1: none */
    pd_character_arm arms[PD_CHARACTER_RIG_ARMS];
    pd_character_trunk trunk;
    pd_character_limit limits[PD_CHARACTER_RIG_JOINTS]; /* (J) ranges by the biped's names */
    pd_character_control control; /* starts as the defaults; may be changed before characters are made */
    pd_character_start start;     /* copy of the model's */
    pd_character_weights weights[PD_CHARACTER_RIG_BIASES]; /* blended weights of the default control */
} pd_character_rig;

/* Replaces the constants of a control that have their default values by those of the model: an animal has its
 * own speeds and neither jumps nor plants a foot to turn. Changes nothing for models of people. */
void pd_character_rig_adapt(pd_character_control *control, const pd_pfnn_model *model);

/* Builds the rig of a model. */
pd_status pd_character_rig_init(pd_character_rig *rig, const pd_pfnn_model *model, pd_error *err);

#endif
