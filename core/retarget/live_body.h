#ifndef PD_RETARGET_LIVE_BODY_H
#define PD_RETARGET_LIVE_BODY_H
/* Retargets a skeleton (the source) to a body frame by frame, while the motion is generated: as
 * motion_retarget.h, but without later frames.
 *
 * Eyes and fingers, if the body has them, move as in core/anim/alive.h, at 60 frames per second. The vertices
 * have closing lids if the model has eyeBlinkLeft and eyeBlinkRight.
 *
 * Spaces   world, metres; rotations local, the pelvis's in the world.
 * Memory   new / free; the model is retained.
 * Threads  one at a time.
 * Errors   ERR_UNSUPPORTED: a source or a body without the required joints; ERR_RANGE at "/betas".
 */
#include "core/anim/alive.h"
#include "core/anim/skeleton.h"
#include "core/anim/source.h"
#include "core/io/fields/fields.h"
#include "core/retarget/face.h"
#include "core/retarget/lips.h"
#include "core/retarget/mood.h"
#include "core/retarget/motion.h"
#include "core/smpl/soft/soft.h"
#include "core/smpl/model.h"

typedef struct pd_retarget_live_body pd_retarget_live_body;

/* Makes a body. toe_rest: height of the source's planted toe joints, metres. */
pd_status pd_retarget_live_body_new(pd_retarget_live_body **out, const pd_anim_skeleton *source,
                                    double toe_rest, pd_smpl_model *model, const float *betas, int beta_count,
                                    pd_error *err);
/* Turns on soft tissue, which is visible in the vertices (core/smpl/soft/soft.h). moves: false for breathing
 * alone. breaths_a_minute: 0 to PD_SMPL_SOFT_BREATHS. ERR_UNSUPPORTED at "/soft": the model has no moving
 * soft tissue; ERR_MEMORY. */
pd_status pd_retarget_live_body_set_soft(pd_retarget_live_body *body, bool moves, double breaths_a_minute,
                                         pd_error *err);
/* Returns the bytes of one body, including vertices. */
size_t pd_retarget_live_body_bytes(const pd_smpl_model *model);
void pd_retarget_live_body_free(pd_retarget_live_body *body); /* NULL is fine */

/* Retargets one frame. rotations (J): local; translation: that of the source's root joint; ground: height of
 * the ground under the left and the right toe; floor: height of the ground under the root. */
void pd_retarget_live_body_step(pd_retarget_live_body *body, const pd_quat *rotations, pd_vec3 translation,
                                const double ground[2], double floor);
/* Sets for the next step the share of sitting, 0 standing to 1 on a seat (core/retarget/figure/replant.h). */
void pd_retarget_live_body_set_seated(pd_retarget_live_body *body, double seated);
/* Sets the pose directly, in place of a step: local rotations of all joints (K), the root's in the world, and
 * the position of the root joint. has_hands: the fingers of the left and of the right hand are posed, too;
 * otherwise they go to the pose that other frames give them, in a third of a second. */
void pd_retarget_live_body_set(pd_retarget_live_body *body, const pd_quat *rotations, pd_vec3 root,
                               const bool has_hands[2]);
/* Set, from the next step on, the seed of the small movements of eyes and hands,
 * and the target of the eyes (NULL: none). */
void pd_retarget_live_body_set_seed(pd_retarget_live_body *body, uint32_t seed);
void pd_retarget_live_body_set_look(pd_retarget_live_body *body, const pd_anim_alive_look *look);
/* Sets, from the next step on, head and eyes that follow an observed person. NULL: none. */
void pd_retarget_live_body_set_led(pd_retarget_live_body *body, const pd_anim_alive_led *led);
/* Sets what the person's manner shows in the next frame; NULL: nothing. An observed head (set_led) replaces
 * its head. */
void pd_retarget_live_body_set_manner(pd_retarget_live_body *body, const pd_anim_manner_shown *shown);
/* Returns whether the face has shapes of emotions. */
bool pd_retarget_live_body_can_feel(const pd_retarget_live_body *body);
/* _goal_of resolves a request for the body's model; _set_face makes the result the goal of face and hands. */
pd_status pd_retarget_live_body_goal_of(pd_retarget_face_goal *out, pd_retarget_face_unknown *unknown,
                                        const pd_retarget_live_body *body,
                                        const pd_retarget_face_request *request, pd_error *err);
void pd_retarget_live_body_set_face(pd_retarget_live_body *body, const pd_retarget_face_goal *goal);
/* Sets the mouth shapes of speech for the frames from now on; all 0: silence. The larger of these and of the
 * requested weights is shown. */
void pd_retarget_live_body_set_visemes(pd_retarget_live_body *body,
                                       const float visemes[PD_RETARGET_LIPS_VISEMES]);
/* Returns whether the body has shapes for speech. */
bool pd_retarget_live_body_can_speak(const pd_retarget_live_body *body);
/* Returns, after a step, the local rotations (24) in SMPL's order. They are the identity for hands that the
 * body lacks (SMPL-X has fingers). *pelvis: position of the pelvis. */
const pd_quat *pd_retarget_live_body_pose(pd_vec3 *pelvis, const pd_retarget_live_body *body);
/* Writes the offset of each of SMPL's 24 joints from its parent joint at rest;
 * 0 for hands that the body lacks. */
void pd_retarget_live_body_rest(pd_vec3 offsets[PD_ANIM_SMPL_JOINTS], const pd_retarget_live_body *body);
/* Returns, after a step, the body's skeleton, the local rotations of all joints (K), and the translation for
 * pd_anim_skeleton_forward. */
const pd_anim_skeleton *pd_retarget_live_body_frame(const pd_quat **rotations, pd_vec3 *translation,
                                                    const pd_retarget_live_body *body);
/* Returns true if the body has eyes, lids and fingers, as pd_retarget_live_body_face needs. */
bool pd_retarget_live_body_has_face(const pd_retarget_live_body *body);
/* Writes, after a step, the weights of the face by pd_retarget_face_names, and the local rotations of the
 * fingers in the order of core/anim/alive.h. Lids and gaze are the larger of the body's own movement
 * (pd_anim_alive_eyes) and what was requested. Only for bodies of which _has_face is true. */
void pd_retarget_live_body_face(float weights[PD_RETARGET_FACE_NAMES], pd_quat fingers[PD_ANIM_ALIVE_FINGERS],
                                const pd_retarget_live_body *body);
/* Returns the number of soft-tissue coefficients: 0 without soft tissue. *coefficients: theirs after a step,
 * in the order of the model's directions, breathing last (NULL: none). */
int pd_retarget_live_body_soft(const float **coefficients, const pd_retarget_live_body *body);
/* Returns the same number. *breathes: the last coefficient is that of breathing. */
int pd_retarget_live_body_soft_names(bool *breathes, const pd_retarget_live_body *body);
/* What a step shows of a body, from which its skin can be computed later (pd_retarget_live_shape). */
typedef struct pd_retarget_live_shown {
    const pd_quat *rotations; /* (K) local, the root's in the world */
    pd_vec3 root;             /* position of the root joint, world */
    int joint_count;
    float expression[PD_RETARGET_FACE_SHAPES]; /* (expression_count) weights, lids included */
    int expression_count;
    const float *soft; /* (soft_count) soft-tissue coefficients; NULL: none */
    int soft_count;
} pd_retarget_live_shown;
void pd_retarget_live_body_shown(pd_retarget_live_shown *out, const pd_retarget_live_body *body);
/* What does not change: model and shape. */
typedef struct pd_retarget_live_shape {
    pd_smpl_model *model; /* borrowed from the body */
    float betas[PD_RETARGET_MOTION_BETAS];
    int beta_count;
    pd_vec3 root_rest; /* position of the root joint at rest: a model turns about it, so the translation of
                        * the body is the root joint's position less this one */
} pd_retarget_live_shape;
void pd_retarget_live_body_shape(pd_retarget_live_shape *out, const pd_retarget_live_body *body);
/* Computes and returns the vertices (V,3) in the world. Returns NULL without memory. */
const float *pd_retarget_live_body_vertices(pd_retarget_live_body *body);
int pd_retarget_live_body_vertex_count(const pd_retarget_live_body *body);
/* Returns the betas (*count) that the body was made with. */
const float *pd_retarget_live_body_betas(int *count, const pd_retarget_live_body *body);

/* Returns the content hash of the body's model. */
uint64_t pd_retarget_live_body_content_hash(const pd_retarget_live_body *body);

/* _put writes the state that the next step reads. _get reads it into a new body of the same source, model,
 * betas and soft tissue, which then continues bit for bit (core/io/fields/fields.h), and returns false when a
 * number is not allowed. */
void pd_retarget_live_body_put(pd_fields_writer *writer, const pd_retarget_live_body *body);
bool pd_retarget_live_body_get(pd_retarget_live_body *body, pd_fields_reader *reader);
/* Writes and reads a goal of the face, for requests that no step has taken yet. */
void pd_retarget_live_body_put_goal(pd_fields_writer *writer, const pd_retarget_face_goal *goal);
bool pd_retarget_live_body_get_goal(pd_retarget_face_goal *goal, pd_fields_reader *reader);
/* Returns a hash of the tables of fields. */
uint64_t pd_retarget_live_body_fields_hash(void);

#endif
