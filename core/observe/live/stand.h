#ifndef PD_OBSERVE_LIVE_STAND_H
#define PD_OBSERVE_LIVE_STAND_H
/* Shows an observed body as a character of the stage: interpolates between moments, and transfers the pose to
 * the figure that networks animate.
 *
 *     shown(t) = slerp(a, b, (t - t_b) / d)        a: pose shown when b arrived, d: recent interval between
 *                                                  moments, at most 0.1 s
 *
 * So a pose is reached when the next one is due: a delay of one moment in addition to the filter's, and no
 * jump. If a foot stands in two consecutive poses, it is at the same place in both, and nearly so between
 * them.
 *
 * The figure takes the body's rotations bone by bone (core/retarget/character/drive.h): trunk, head and feet
 * keep the body's inclination, limbs keep their directions, and planted toes are at the body's positions,
 * whatever the sizes.
 *
 * A foot that comes down after at least 0.15 s in the air counts as a step (PD_CHARACTER_STEP_LEFT, _RIGHT).
 *
 * Spaces  world, metres.
 * Memory   a large plain struct; it must not move after init (drive).
 * Threads  one thread
 *         at a time.
 * Errors  ERR_UNSUPPORTED: a figure or a body that is not a humanoid.
 */
#include "core/retarget/character/drive.h"
#include "core/observe/live/live.h"
#include "core/character/character.h"

typedef struct pd_observe_stand {
    pd_anim_skeleton body; /* skeleton of the model with its betas */
    pd_retarget_match match;
    pd_retarget_drive drive;
    double toe_rest; /* height of the body's planted toe joints over the ground, metres */
    int toes[2];     /* toe joints of the figure */
    /* a and b: local rotations (K) and root positions between which the shown pose is interpolated */
    pd_quat from[PD_OBSERVE_LIVE_JOINTS], to[PD_OBSERVE_LIVE_JOINTS];
    pd_vec3 from_root, to_root;
    double arrived, lasts; /* seconds: when `to` arrived, and d */
    bool is_there;         /* a pose has arrived */
    bool is_down[2];
    double up_seconds[2]; /* seconds for which each foot has been in the air */
    /* Pose that is shown now: */
    pd_quat rotations[PD_OBSERVE_LIVE_JOINTS]; /* (K) local rotations of the body */
    pd_vec3 root;
} pd_observe_stand;

/* Initializes for a body and a figure. `figure` and the model's names are borrowed. */
pd_status pd_observe_stand_init(pd_observe_stand *stand, const pd_smpl_model *model, const float *betas,
                                int beta_count, const pd_character_rig *figure, pd_error *err);
/* Accepts a new pose at time `now`, seconds. */
void pd_observe_stand_take(pd_observe_stand *stand, const pd_observe_live_pose *pose, double now);
/* Computes what is shown at `now`: the body in `rotations` and `root`, and the figure in character->pose,
 * with its ground, facing, contacts and steps. seconds: time since the last tick;
 * floor: height below the body's root. */
void pd_observe_stand_step(pd_observe_stand *stand, pd_character *character, const pd_character_rig *figure,
                           double now, double seconds, double floor);

#endif
