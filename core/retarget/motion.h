#ifndef PD_RETARGET_MOTION_H
#define PD_RETARGET_MOTION_H
/* A body in motion: a clip on the skeleton of a body model, the betas of the body, and what its files show.
 * core/motion reads and writes its files.
 *
 * Shapes   T frames, K joints, V vertices, D directions.
 * Spaces   as in core/anim/clip.h: rotations local, roots in world space, metres, +Y up.
 * Memory   the clip is the caller's: pd_anim_clip_deinit.
 */
#include "core/anim/clip.h"
#include "core/retarget/character/joint_names.h"
#include "core/smpl/people/people.h"

#include <stdbool.h>

/* Largest number of betas of a moving body. */
#define PD_RETARGET_MOTION_BETAS PD_SMPL_PEOPLE_MAX_BETAS

/* Morph targets of a GLB that replace those of betas and are animated in every frame. */
typedef struct pd_retarget_morphs {
    int count;               /* D */
    const float *directions; /* (V,3,D) metres, at rest              */
    const float *limits;     /* (D) Largest absolute value of each weight. */
    const char *const *names;
    const float *weights; /* (T,D) */
} pd_retarget_morphs;

typedef struct pd_retarget_motion {
    /* On the model's skeleton with these betas; soft-tissue coefficients are the model's. */
    pd_anim_clip clip;
    float betas[PD_RETARGET_MOTION_BETAS];
    int beta_count;
    pd_retarget_names names; /* Set of joint names for a GLB. */
    /* GLB: number of corrective morphs, optimized for the motion's frames,
     * in place of pose blend shapes; 0: none. */
    int correctives;
    bool no_sculpts;    /* True: leaves out the sculpts that the pose drives. */
    float *expressions; /* (T,expression_count) npz: coefficients of the model's expressions; NULL: none. */
    int expression_count;
    /* GLB: morphs, borrowed; NULL: of the clip's soft tissue if it has any, else of betas. */
    const pd_retarget_morphs *morphs;
} pd_retarget_motion;

/* Computes the local rotations (K,3,3) of a frame, row-major. */
void pd_retarget_motion_rotations(float *rotations, const pd_retarget_motion *motion, int frame);

#endif
