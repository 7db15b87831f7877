#ifndef PD_TRAIN_MOTION_FEET_H
#define PD_TRAIN_MOTION_FEET_H
/* Feet of a motion, and leg poses that reach them: shared by all augmented copies. A copy changes hips, time,
 * ground or path; this file then puts the feet where they belong and solves the legs.
 *
 *     pd_train_feet_read(&feet, motion);        reads ankles and toes
 *     ...                                       the caller moves feet, clip.roots, rotations of the trunk
 *     pd_train_feet_reach(clip, &feet, ...)     lowers the hips where a leg would be longer than 0.9985 of
 *                                               its length
 *     pd_train_feet_solve(clip, &feet)          solves the legs by two-bone IK, and turns each sole along
 *                                               ankle to toe
 *
 * Shapes   T frames, 2 sides: left 0, right 1.
 * Spaces   positions: world, metres, of the joints (not of the soles). Rotations of feet: joint to world.
 * Memory   init / deinit; a zeroed struct is empty.
 */
#include "core/character/capture/motion.h"

typedef struct pd_train_foot {
    pd_vec3 ankle, toe; /* joint positions; their distance is the length of the bone */
    /* rotation of the foot joint. Only its roll is used;
     * the direction to the toe comes from the two positions */
    pd_quat rotation;
} pd_train_foot;

typedef struct pd_train_feet {
    int frame_count;
    pd_train_foot (*at)[2]; /* (T,2) feet of each frame */
} pd_train_feet;

/* Allocates the feet of frame_count frames. ERR_MEMORY; *feet is then empty. */
pd_status pd_train_feet_init(pd_train_feet *feet, int frame_count, pd_error *err);
void pd_train_feet_deinit(pd_train_feet *feet);
/* Reads the feet of every frame of the clip; feet must have as many frames. */
void pd_train_feet_read(pd_train_feet *feet, const pd_anim_clip *clip);

/* Moves planted feet to their positions in want (T,2): the toe where the toe's contact is 1, otherwise the
 * ankle where the heel's is. The other end of the bone keeps its direction from `want`. The displacement of a
 * foot fades out during its swings. feet and want have T frames. ERR_MEMORY. */
pd_status pd_train_feet_plant(pd_train_feet *feet, const pd_train_feet *want,
                              const unsigned char (*contacts)[PD_PFNN_CONTACTS], pd_error *err);

/* Replaces values (T,width) at frames with mask 0 by a smoothstep between the neighbouring frames with mask
 * 1; before the first and after the last one, repeats their values. Writes zeros when no frame has mask 1. */
void pd_train_fill(double *values, int width, const unsigned char *mask, int count);
/* Smooths each column of values (T,width) with pd_train_gaussian. ERR_MEMORY. */
pd_status pd_train_gauss(double *values, int width, int count, double sigma, pd_error *err);

/* Lowers clip->roots smoothly where a leg would be too short to reach its foot. *drop (may be NULL): the
 * largest lowering, metres. ERR_MEMORY. */
pd_status pd_train_feet_reach(double *drop, pd_anim_clip *clip, const pd_train_feet *feet, pd_error *err);
/* Solves thigh, shin and foot of every frame so that ankle and toe are at their positions, as far as a leg
 * reaches. Knees keep their bending side. */
void pd_train_feet_solve(pd_anim_clip *clip, const pd_train_feet *feet);

/* Deviations of a motion's feet from its contact labels and its ground. */
typedef struct pd_train_feet_quality {
    double slide_mean,
        /* m/s: speed of toes over the ground while their contact is 1 in both frames;
         * mean and 95th percentile */
        slide_p95;
    double height_p95; /* metres: |toe - ground - PD_ANIM_BIPED_TOE| during contact, 95th percentile */
    double under_p95,
        /* metres: depth of toes and ankles below their planted height, over all frames;
         * 95th percentile and largest */
        under_max;
    double bone_max;      /* metres: largest difference of a posed bone from its rest length */
    double jerk;          /* m/s3, mean over frames and joints */
    double jolt_max;      /* metres a frame: largest change of a joint's velocity between two frames */
    long planted, frames; /* numbers of measured toe contacts and frames */
} pd_train_feet_quality;

/* Measures the feet of a labelled motion. ERR_INVALID without labels, ERR_MEMORY. */
pd_status pd_train_feet_measure(pd_train_feet_quality *quality, const pd_character_motion *motion,
                                pd_error *err);

#endif
