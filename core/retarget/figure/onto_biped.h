#ifndef PD_RETARGET_FIGURE_ONTO_BIPED_H
#define PD_RETARGET_FIGURE_ONTO_BIPED_H
/* From the skeleton of a capture to the biped's 31 joints, by world rotations relative to a reference pose:
 *
 *     R_k(t) = G_s(t) G_s(ref)^-1 A_k
 *
 * G_s is the world rotation of the answering joint (core/anim/source.h), A_k the smallest rotation from the direction of the
 * biped's bone at rest to that of the source's bone in its reference pose. Limbs, hands, feet and toes have one; trunk, neck
 * and head have none, so that what is upright stays so. Joints that nothing answers to follow their parent.
 *
 * Collars are counted from where they are while arms hang (core/retarget/figure/collar.h). Init counts from the reference pose; a caller that
 *        has a subject's clips sets what was measured.
 * Soles  planted feet of captures stand at -7 to -30 degrees, the biped's at asin(0.035/0.111) = -18: foot and toe are rotated in
 *        pitch by the difference. Init takes the reference pose for planted; a caller that has a subject's clips sets the medians.
 * Arms   are rolled so that the elbow bends about its hinge (core/retarget/figure/arm.h), whatever the source's frames: rotations of all
 *        sources mean the same. The wrist is LeftFingerBase: LeftHand is halfway down the forearm and copies it, as CMU's own
 *        joint does but for twist; fingers and thumb are one with the wrist, for their markers jump in places.
 * Root   the middle of the hip joints is the source's, scaled by the ratio of leg lengths.
 * Spaces rotations local, roots in world space; metres. The floor stays where the capture has it, scaled.
 * Memory a plain struct; const after init and set_soles: any number of threads.
 */
#include "core/retarget/figure/answer.h"
#include "core/anim/biped.h"
#include "core/anim/clip.h"
#include "core/anim/source.h"

/* Elevations in radians, left and right: of ankle to toe joint, and of toe joint to its tip. */
typedef struct pd_retarget_soles {
    double foot[2], toe[2];
} pd_retarget_soles;

typedef struct pd_retarget_onto_biped {
    pd_anim_skeleton biped;
    pd_retarget_answer answers[PD_ANIM_BIPED_JOINTS];
    pd_quat reference[PD_ANIM_MAX_JOINTS]; /* the source's world rotations */
    pd_quat align[PD_ANIM_BIPED_JOINTS];   /* A_k without pitch            */
    pd_vec3 foot_end[2], toe_end[2]; /* tips, in the source joints' frames; of length 0 where it has none */
    pd_retarget_soles soles;         /* what a planted foot has      */
    double scale;                    /* the biped's leg length by the source's */
    double elbow_tilt;               /* radians                                */
    int is_biped;                    /* nothing to repair                      */
} pd_retarget_onto_biped;

/* ends: of the clip (K). ERR_UNSUPPORTED when the skeleton lacks a joint of trunk or legs. */
pd_status pd_retarget_onto_biped_init(pd_retarget_onto_biped *onto, const pd_anim_skeleton *skeleton,
                                      const pd_vec3 *ends, const pd_anim_source *source, pd_error *err);
void pd_retarget_onto_biped_set_soles(pd_retarget_onto_biped *onto, const pd_retarget_soles *planted);

/* rest: A of the left and the right collar (core/retarget/figure/collar.h). */
void pd_retarget_onto_biped_set_collars(pd_retarget_onto_biped *onto, const pd_quat rest[2]);
/* What a frame says about a collar's rest: pd_retarget_collar_sample, of the source without set_collars; 0 where no collar answers. */
int pd_retarget_onto_biped_collar(pd_vec3 *sample, const pd_retarget_onto_biped *onto,
                                  const pd_anim_clip *clip, int frame, int side);

/* Ankle, toe joint and tip of the toes of the source in a frame, world space; where there is no toe joint, the foot's tip stands
 * for it and *tip is the same. */
void pd_retarget_onto_biped_foot(pd_vec3 *ankle, pd_vec3 *toe, pd_vec3 *tip,
                                 const pd_retarget_onto_biped *onto, const pd_anim_clip *clip, int frame,
                                 int side);

/* rotations (31), root: where the biped's hips are. */
void pd_retarget_onto_biped_frame(pd_quat *rotations, pd_vec3 *root, const pd_retarget_onto_biped *onto,
                                  const pd_anim_clip *clip, int frame);
/* The whole clip at the same rate. */
pd_status pd_retarget_onto_biped_clip(pd_anim_clip *out, const pd_retarget_onto_biped *onto,
                                      const pd_anim_clip *clip, pd_error *err);

#endif
