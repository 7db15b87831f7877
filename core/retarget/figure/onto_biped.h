#ifndef PD_RETARGET_FIGURE_ONTO_BIPED_H
#define PD_RETARGET_FIGURE_ONTO_BIPED_H
/* Retargets from the skeleton of a capture to the biped's 31 joints, by world rotations relative to a
 * reference pose:
 *
 *     R_k(t) = G_s(t) G_s(ref)^-1 A_k
 *
 * G_s is the world rotation of the corresponding source joint (core/anim/source.h), A_k the smallest rotation
 * from the direction of the biped's bone at rest to that of the source's bone in its reference pose. Limbs,
 * hands, feet and toes have an A. Trunk, neck and head have none, so an upright trunk stays upright. Joints
 * without a source joint follow their parent.
 *
 * Collars are relative to their orientation while arms hang (core/retarget/figure/collar.h). After init they
 * are relative to the reference pose; a caller that has a subject's clips sets the measured values.
 * Soles  planted feet of captures have a pitch of -7 to -30 degrees, the biped's have -asin(0.035/0.111) =
 *        -18. Foot and toe are rotated in pitch by the difference. Init assumes that feet are planted in the
 *        reference pose; a caller that has a subject's clips sets the medians.
 * Arms   are rolled so that the elbow bends about its hinge (core/retarget/figure/arm.h), whatever the
 *        source's frames are. So rotations of all sources have the same meaning. The wrist is LeftFingerBase.
 *        LeftHand is halfway down the forearm and copies it, as CMU's own joint does except for twist.
 *        Fingers and thumb move with the wrist, because their markers sometimes jump.
 * Root   the midpoint of the hip joints is the source's, scaled by the ratio of leg lengths.
 * Spaces rotations local, roots in world space; metres. The floor keeps the capture's height, scaled.
 * Memory a plain struct; const after init and set_soles: any number of threads.
 */
#include "core/retarget/figure/answer.h"
#include "core/anim/biped.h"
#include "core/anim/clip.h"
#include "core/anim/source.h"

/* Elevation angles, radians, left and right: of the line from ankle to toe joint,
 * and from toe joint to its tip. */
typedef struct pd_retarget_soles {
    double foot[2], toe[2];
} pd_retarget_soles;

typedef struct pd_retarget_onto_biped {
    pd_anim_skeleton biped;
    pd_retarget_answer answers[PD_ANIM_BIPED_JOINTS];
    pd_quat reference[PD_ANIM_MAX_JOINTS]; /* The source's world rotations in its reference pose. */
    pd_quat align[PD_ANIM_BIPED_JOINTS];   /* A_k without pitch. */
    /* Tips in the source joints' frames; of length 0 when there is none. */
    pd_vec3 foot_end[2], toe_end[2];
    pd_retarget_soles soles; /* Elevations of a planted foot. */
    double scale;            /* The biped's leg length divided by the source's. */
    double elbow_tilt;       /* radians                                */
    int is_biped;            /* 1: the source is the biped, and nothing is changed. */
} pd_retarget_onto_biped;

/* Prepares for a source skeleton. ends (K): the clip's. ERR_UNSUPPORTED when the skeleton lacks a joint of
 * trunk or legs. */
pd_status pd_retarget_onto_biped_init(pd_retarget_onto_biped *onto, const pd_anim_skeleton *skeleton,
                                      const pd_vec3 *ends, const pd_anim_source *source, pd_error *err);
void pd_retarget_onto_biped_set_soles(pd_retarget_onto_biped *onto, const pd_retarget_soles *planted);

/* Sets the collars' rest. rest: A of the left and the right collar (core/retarget/figure/collar.h). */
void pd_retarget_onto_biped_set_collars(pd_retarget_onto_biped *onto, const pd_quat rest[2]);
/* Takes a sample of a collar's rest from a frame: pd_retarget_collar_sample of the source, without
 * set_collars. Returns 0 also when no source joint corresponds to the collar. */
int pd_retarget_onto_biped_collar(pd_vec3 *sample, const pd_retarget_onto_biped *onto,
                                  const pd_anim_clip *clip, int frame, int side);

/* Computes the positions of the source's ankle, toe joint and tip of the toes in a frame, world. Without a
 * toe joint, the foot's tip is used for both *toe and *tip. */
void pd_retarget_onto_biped_foot(pd_vec3 *ankle, pd_vec3 *toe, pd_vec3 *tip,
                                 const pd_retarget_onto_biped *onto, const pd_anim_clip *clip, int frame,
                                 int side);

/* Retargets a whole clip, at the same rate. */
pd_status pd_retarget_onto_biped_clip(pd_anim_clip *out, const pd_retarget_onto_biped *onto,
                                      const pd_anim_clip *clip, pd_error *err);

#endif
