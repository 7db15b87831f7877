#ifndef PD_OBSERVE_LIVE_STAND_H
#define PD_OBSERVE_LIVE_STAND_H
/* An observed body as a character of the stage: between two moments, and in the joints of the figure that networks move.
 *
 *     shown(t) = slerp(a, b, (t - t_b) / d)        a: what was shown when b came, d: how long moments last lately, at most 0.1 s
 *
 * So it is at a pose when the next one is due: a delay of one moment beside the filter's, and no step. Two poses with a foot that stands
 * have it at the same place, and nearly so between them.
 *
 * The figure takes the body's rotations by bones (core/retarget/avatar/drive.h): trunk, head and feet are as upright and flat as the body's, limbs
 * point where they point, planted toes are where the body's are, whatever the sizes.
 *
 * A foot that comes down after it was up for 0.15 s is a step (PD_PFNN_STEP_LEFT, _RIGHT).
 *
 * Spaces  world, metres.   Memory  a plain struct, large; its address may not change after init (drive).   Threads  one's.
 * Errors  ERR_UNSUPPORTED: a figure or a body that is no humanoid.
 */
#include "core/retarget/avatar/drive.h"
#include "core/observe/live/live.h"
#include "core/pfnn/character.h"

typedef struct pd_observe_stand {
    pd_anim_skeleton body; /* of the model with its betas */
    pd_retarget_match match;
    pd_retarget_drive drive;
    double toe_rest;
    int toes[2]; /* of the figure */
    pd_quat from[PD_OBSERVE_LIVE_JOINTS], to[PD_OBSERVE_LIVE_JOINTS];
    pd_vec3 from_root, to_root;
    double arrived, lasts; /* seconds: when `to` came, d */
    bool is_there;         /* a pose has come            */
    bool is_down[2];
    double up_seconds[2];
    /* shown */
    pd_quat rotations[PD_OBSERVE_LIVE_JOINTS]; /* (K) of the body */
    pd_vec3 root;
} pd_observe_stand;

/* figure: borrowed, as are model's names. */
pd_status pd_observe_stand_init(pd_observe_stand *stand, const pd_smpl_model *model, const float *betas,
                                int beta_count, const pd_pfnn_rig *figure, pd_error *err);
/* A pose has come, at now seconds. */
void pd_observe_stand_take(pd_observe_stand *stand, const pd_observe_live_pose *pose, double now);
/* What is shown at now: the body in `rotations` and `root`, the figure in character->pose, with its ground, facing, contacts and steps.
 * seconds: since the last tick; floor: under the body's root. */
void pd_observe_stand_step(pd_observe_stand *stand, pd_pfnn_character *character, const pd_pfnn_rig *figure,
                           double now, double seconds, double floor);

#endif
