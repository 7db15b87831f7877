#ifndef PD_RETARGET_MOTION_RETARGET_H
#define PD_RETARGET_MOTION_RETARGET_H
/* Retargets a motion from the network's joints to a body with SMPL's 24 joints, keeping planted feet planted:
 * core/retarget/figure/retarget.h transfers the pose, core/retarget/figure/replant.h places the feet where
 * the source's are. The body follows the same path through the same scene, whatever its size.
 *
 * Spaces   world, metres.
 * Memory   motion->clip is the caller's; on failure it is empty.
 * Errors   ERR_UNSUPPORTED: an unknown skeleton, or a body without SMPL's joints; ERR_MEMORY.
 */
#include "core/anim/alive.h"
#include "core/retarget/face.h"
#include "core/retarget/lips.h"
#include "core/retarget/mood.h"
#include "core/retarget/figure/replant.h"
#include "core/retarget/figure/shoe.h"
#include "core/anim/track.h"
#include "core/retarget/motion.h"
#include "core/smpl/body.h"

/* shoes (2): of the left and the right foot; NULL: the body is barefoot. surface: the ground on which the
 * shoes stand; NULL: level around each toe. */
pd_status pd_retarget_motion_retarget(pd_retarget_motion *motion, const pd_anim_clip *clip,
                                      const pd_anim_track *track, const pd_smpl_model *model,
                                      const float *betas, int beta_count, const pd_retarget_shoe *shoes,
                                      const pd_anim_ground *surface, pd_error *err);

/* What animates eyes, face and hands of a body in motion. */
typedef struct pd_retarget_motion_life {
    uint32_t seed;                      /* of the small movements; each seed gives different ones */
    const pd_anim_alive_look *looks;    /* (T) what the eyes look at in each frame; NULL: nothing */
    const pd_retarget_face_goal *goals; /* (goal_count) requests of face and hands in order of time */
    const int *goal_frames;             /* (goal_count) frames in which they begin, rising */
    int goal_count;
    const float *visemes;              /* (T,PD_RETARGET_LIPS_VISEMES) mouth shapes of speech; NULL: none */
    const pd_anim_manner_shown *shown; /* (T) shapes of the manner; NULL: none */
    float *lids;                       /* (T) output: 0 open to 1 closed; NULL: not wanted */
    float *weights; /* (T,E) output: weights of the model's expressions, lids included; NULL: not wanted */
} pd_retarget_motion_life;

/* Finds the shapes of a body model that speak, and those of emotions. */
void pd_retarget_motion_lips(pd_retarget_lips *out, const pd_smpl_model *model);
void pd_retarget_motion_mood(pd_retarget_mood *out, const pd_smpl_model *model);
/* Animates eyes and hands of a body that has them (core/anim/alive.h), and its face and hands as the requests
 * say (core/retarget/face.h). */
void pd_retarget_motion_enliven(pd_retarget_motion *motion, const pd_smpl_model *model,
                                const pd_retarget_motion_life *life);
/* Computes the displacement of the vertices, out (V,3), when both lids of a body with these betas close
 * (core/retarget/lids.h): by the model's expressions eyeBlinkLeft and eyeBlinkRight.
 * Returns false when it has none. */
bool pd_retarget_motion_blink(float *out, const pd_smpl_model *model, const float *betas, int beta_count);

/* Finds the legs of a body with SMPL's joints, and the height of its planted toes. ERR_MEMORY. */
pd_status pd_retarget_replant_legs(pd_retarget_replant_leg legs[2], const pd_anim_skeleton *skeleton,
                                   const pd_smpl_model *model, const float *betas, int beta_count,
                                   pd_error *err);

#endif
