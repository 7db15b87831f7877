#ifndef PD_RETARGET_LIVE_BODY_H
#define PD_RETARGET_LIVE_BODY_H
/* Retargets a skeleton (the source) to a body frame by frame, as the motion is generated: motion_retarget.h without knowledge of later frames.
 *
 * A body with eyes or fingers has them alive (core/anim/alive.h): frames are 1/60 s. Its lids close in vertices, where the model has
 * eyeBlinkLeft and eyeBlinkRight.
 *
 * Spaces   world, metres; rotations local, the pelvis's in the world.
 * Memory   new / free; the model is retained. One thread at a time.
 * Errors   ERR_UNSUPPORTED: a source or a body without the joints that are needed; ERR_RANGE at "/betas".
 */
#include "core/anim/alive.h"
#include "core/anim/skeleton.h"
#include "core/retarget/face.h"
#include "core/smpl/soft/soft.h"
#include "core/smpl/model.h"

typedef struct pd_retarget_live_body pd_retarget_live_body;

/* toe_rest: height of the source's planted toe joints, metres. */
pd_status pd_retarget_live_body_new(pd_retarget_live_body **out, const pd_anim_skeleton *source,
                                    double toe_rest, pd_smpl_model *model, const float *betas, int beta_count,
                                    pd_error *err);
/* Its flesh follows its motion (core/smpl/soft/soft.h): in vertices. moves: false to breathe alone. breaths_a_minute: 0 to
 * PD_SMPL_SOFT_BREATHS. ERR_UNSUPPORTED at "/soft": a model without soft tissue that moves; ERR_MEMORY. */
pd_status pd_retarget_live_body_set_soft(pd_retarget_live_body *body, bool moves, double breaths_a_minute,
                                         pd_error *err);
/* What one takes, its vertices included. */
size_t pd_retarget_live_body_bytes(const pd_smpl_model *model);
void pd_retarget_live_body_free(pd_retarget_live_body *body); /* NULL is fine */

/* rotations (J) of the source, translation of its root joint; ground under its left and right toes; floor under its root. */
void pd_retarget_live_body_step(pd_retarget_live_body *body, const pd_quat *rotations, pd_vec3 translation,
                                const double ground[2], double floor);
/* Before the next step: how far the source's hips are over a seat, 0 to 1 (core/retarget/figure/replant.h). */
void pd_retarget_live_body_set_seated(pd_retarget_live_body *body, double seated);
/* In place of a step: the body as it is, local rotations of all its joints (K), the root's in the world, and where its root joint is. */
void pd_retarget_live_body_set(pd_retarget_live_body *body, const pd_quat *rotations, pd_vec3 root);
/* Before the next step: the seed of the small movements of eyes and hands, and what the eyes look at (NULL: nothing). */
void pd_retarget_live_body_set_seed(pd_retarget_live_body *body, uint32_t seed);
void pd_retarget_live_body_set_look(pd_retarget_live_body *body, const pd_anim_alive_look *look);
/* The face and hands that it has from now on; goal_of: what a request means for its model. */
pd_status pd_retarget_live_body_goal_of(pd_retarget_face_goal *out, const pd_retarget_live_body *body,
                                        const pd_retarget_face_request *request, pd_error *err);
void pd_retarget_live_body_set_face(pd_retarget_live_body *body, const pd_retarget_face_goal *goal);
/* After a step: local rotations (24) by SMPL's order, the identity for hands that the body lacks (SMPL-X has fingers); where the pelvis is. */
const pd_quat *pd_retarget_live_body_pose(pd_vec3 *pelvis, const pd_retarget_live_body *body);
/* After a step: its skeleton, the local rotations of all its joints (K), and what pd_anim_skeleton_forward takes for the pelvis. */
const pd_anim_skeleton *pd_retarget_live_body_frame(const pd_quat **rotations, pd_vec3 *translation,
                                                    const pd_retarget_live_body *body);
/* Vertices (V,3) in the world, computed by this call. NULL: out of memory. */
const float *pd_retarget_live_body_vertices(pd_retarget_live_body *body);
int pd_retarget_live_body_vertex_count(const pd_retarget_live_body *body);

#endif
