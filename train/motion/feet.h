#ifndef PD_TRAIN_MOTION_FEET_H
#define PD_TRAIN_MOTION_FEET_H
/* Where feet are, and legs that bring them there: what all copies of a motion share. A copy moves hips, time, ground or path; its
 * feet are then put where they belong and the legs follow.
 *
 *     pd_train_feet_read(&feet, motion);        where ankles and toes are
 *     ...                                       move feet, clip.roots, rotations of the trunk
 *     pd_train_feet_reach(clip, &feet, ...)     hips down where a leg would be longer than 0.9985 of its length
 *     pd_train_feet_solve(clip, &feet)          legs by two-bone IK, soles along ankle to toe
 *
 * Shapes   T frames, 2 sides: left 0, right 1.
 * Spaces   positions: world, metres, of the joints (not of the soles). Rotations of feet: joint to world.
 * Memory   init / deinit; a zeroed struct is empty.
 */
#include "core/pfnn/capture/motion.h"

typedef struct pd_train_foot {
    pd_vec3 ankle, toe; /* their distance is the bone's */
    pd_quat rotation;   /* of the foot joint: its roll; the direction to the toe is taken from the points */
} pd_train_foot;

typedef struct pd_train_feet {
    int frame_count;
    pd_train_foot (*at)[2]; /* (T,2) */
} pd_train_feet;

pd_status pd_train_feet_init(pd_train_feet *feet, int frame_count, pd_error *err);
void pd_train_feet_deinit(pd_train_feet *feet);
/* Reads the feet of every frame of the clip; feet must have as many frames. */
void pd_train_feet_read(pd_train_feet *feet, const pd_anim_clip *clip);

/* Puts planted feet where want (T,2) has them: the toe where its contact is 1, else the ankle where the heel's is; the other end
 * of the bone keeps its direction from `want`. What that moves a foot by fades through its swings. feet and want have T frames.
 * ERR_MEMORY. */
pd_status pd_train_feet_plant(pd_train_feet *feet, const pd_train_feet *want,
                              const unsigned char (*contacts)[PD_PFNN_CONTACTS], pd_error *err);

/* Values (T,width) at frames with mask 0 are made from those with mask 1: smoothstep between them, held at the ends; zeros
 * when no frame has one. */
void pd_train_fill(double *values, int width, const unsigned char *mask, int count);
/* pd_train_gaussian of each column of values (T,width). ERR_MEMORY. */
pd_status pd_train_gauss(double *values, int width, int count, double sigma, pd_error *err);

/* Lowers clip->roots, smoothly, where a leg would have to be too long. *drop (may be NULL): the largest lowering, metres. ERR_MEMORY. */
pd_status pd_train_feet_reach(double *drop, pd_anim_clip *clip, const pd_train_feet *feet, pd_error *err);
/* Thigh, shin and foot of every frame so that ankle and toe are at their points, as far as a leg reaches; knees keep their side. */
void pd_train_feet_solve(pd_anim_clip *clip, const pd_train_feet *feet);

/* How well a motion's feet keep to its labels and its ground. */
typedef struct pd_train_feet_quality {
    double slide_mean,
        slide_p95;     /* m/s: of toes over ground while their contact is 1 in both frames            */
    double height_p95; /* metres: |toe - ground - PD_ANIM_BIPED_TOE| while in contact                 */
    double under_p95,
        under_max;        /* metres: toes and ankles under their planted height, all frames              */
    double bone_max;      /* metres: bones of the posed skeleton against its rest lengths                  */
    double jerk;          /* m/s3, mean over frames and joints                                           */
    double jolt_max;      /* metres a frame: the largest change of a joint's velocity between two frames */
    long planted, frames; /* toes in contact, and frames, that were measured                      */
} pd_train_feet_quality;

/* ERR_INVALID without labels, ERR_MEMORY. */
pd_status pd_train_feet_measure(pd_train_feet_quality *quality, const pd_pfnn_motion *motion, pd_error *err);

#endif
