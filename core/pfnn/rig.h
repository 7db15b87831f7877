#ifndef PD_PFNN_RIG_H
#define PD_PFNN_RIG_H
/* What the controller has to know of a network besides its numbers: the layout of its rows, its skeleton, where its feet are.
 *
 * Made once for a model and shared by all characters that it drives. Bones come from the network's offsets. A network without any
 * (the original's files) gets them from its mean output: o_k = inv(R_parent) (p_k - p_parent).
 *
 * Feet     by the joints' names (LeftFoot, LeftToeBase, ...); a network without such joints has foot_count 0 and no foot lock.
 *          Heights of planted joints are the biped's, or, of other figures, those of the pose that the network settles in (settle.h).
 * Memory   a plain struct; model is borrowed and must outlive it. Const after init.
 * Errors   ERR_UNSUPPORTED: no skeleton, over the limits below, sizes that are not of layout.h, a rate that is not 60 a second.
 */
#include "core/anim/skeleton.h"
#include "core/pfnn/control.h"
#include "core/pfnn/network/layout.h"
#include "core/pfnn/model.h"

#define PD_PFNN_RATE       60.0 /* frames a second that characters are run at */
#define PD_PFNN_RIG_JOINTS 64
#define PD_PFNN_RIG_FRAMES 128 /* of the trajectory: samples x frames between */
#define PD_PFNN_RIG_HANDS  6
#define PD_PFNN_RIG_ARMS   2    /* left, right */
#define PD_PFNN_RIG_LINKS  6    /* of both arms: collar, arm, forearm */
#define PD_PFNN_RIG_FEET   2    /* left, right */
#define PD_PFNN_RIG_ROW    1024 /* numbers of an output row, at most */

typedef struct pd_pfnn_leg {
    int thigh, shin, heel, toe; /* joints: hip, knee, ankle, ball of the foot */
    double heel_rest, toe_rest; /* height over the ground when planted        */
    pd_vec3 knee_axis;          /* the shin bends backwards about it, in the thigh's frame */
} pd_pfnn_leg;

/* Joints that coincide with their parent turn with it, and so does the joint within a forearm: a driver and these are one rigid piece. The bones
 * that leave the piece of driver j end at ends[first[j]] .. ends[first[j + 1] - 1]; a forearm's is the one to the wrist. */
typedef struct pd_pfnn_bones {
    int driver[PD_PFNN_RIG_JOINTS]; /* (J) itself, or the one above it that it turns with */
    int first[PD_PFNN_RIG_JOINTS + 1];
    int ends[PD_PFNN_RIG_JOINTS];
    double length[PD_PFNN_RIG_JOINTS]; /* (J) of the joint's offset */
} pd_pfnn_bones;

/* The motion capture's skeleton has a joint within the forearm. -1: not there. */
typedef struct pd_pfnn_forearm {
    int elbow, middle, wrist;
} pd_pfnn_forearm;

/* Joints that breathe and sway (idle.h); -1: not there. */
typedef struct pd_pfnn_trunk {
    int spine, chest, neck, head, arms[2];
} pd_pfnn_trunk;

/* What a hand reaches with, and the way to it from the root. chain.count 0: it is not there. */
typedef struct pd_pfnn_arm {
    pd_anim_chain chain; /* the skeleton's root .. wrist */
    int shoulder, elbow, wrist;
    int palm;  /* the joint that rotates the palm: the wrist, or one between it and the elbow */
    int below; /* chain.joints[below] is the shoulder                                         */
} pd_pfnn_arm;

/* How soon the points of the trajectory's future follow the goal (w of trajectory.h): the weights of a bias, made once for the biases that
 * last. Others, on the way from one to the next, are computed as they come. */
#define PD_PFNN_RIG_BIASES 4
typedef struct pd_pfnn_weights {
    double bias, ease;
    double of[PD_PFNN_RIG_FRAMES / 2]; /* of frame now + i; of[0] is not used */
} pd_pfnn_weights;

/* How far a joint rotates, where overlays move it (core/anim/ranges.h). range NULL: as far as it may. */
typedef struct pd_pfnn_limit {
    const struct pd_anim_range *range;
    int side; /* +1 left and middle, -1 right */
} pd_pfnn_limit;

/* Where characters begin: an output row and its phase. row_count 0: the network's mean. */
typedef struct pd_pfnn_start {
    float row[PD_PFNN_RIG_ROW];
    int row_count;
    double phase;
} pd_pfnn_start;

typedef struct pd_pfnn_rig {
    const pd_pfnn_model *model;
    /* NULL: a network alone; the model's own: frames alone; another's: auto (matched.h) */
    const pd_matching_index *matching;
    pd_pfnn_layout layout;
    int step;   /* frames between samples */
    int frames; /* samples * step; now is frames/2 */
    pd_anim_skeleton skeleton;
    pd_pfnn_leg legs[PD_PFNN_RIG_FEET];
    int foot_count; /* 2 or 0 */
    pd_pfnn_bones bones;
    pd_pfnn_forearm forearms[PD_PFNN_RIG_ARMS];
    int links[PD_PFNN_RIG_LINKS]; /* left collar, arm, forearm, then the right ones; -1: none */
    int hands[PD_PFNN_RIG_HANDS]; /* wrists, then what hangs on them; -1: none */
    pd_pfnn_arm arms[PD_PFNN_RIG_ARMS];
    pd_pfnn_trunk trunk;
    pd_pfnn_limit limits[PD_PFNN_RIG_JOINTS];    /* (J) by the biped's names */
    pd_pfnn_control control;                     /* the defaults; may be changed before characters are made */
    pd_pfnn_start start;                         /* the model's */
    pd_pfnn_weights weights[PD_PFNN_RIG_BIASES]; /* of the default control */
} pd_pfnn_rig;

pd_status pd_pfnn_rig_init(pd_pfnn_rig *rig, const pd_pfnn_model *model, pd_error *err);
/* Of a network: frames of the database move characters where they do so better (matched.h). database is borrowed and must outlive the rig.
 * ERR_UNSUPPORTED at "/motion": model is no network, database is none, joints that are not the same. */
pd_status pd_pfnn_rig_match(pd_pfnn_rig *rig, const pd_pfnn_model *database, pd_error *err);

#endif
