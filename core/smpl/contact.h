#ifndef PD_SMPL_CONTACT_H
#define PD_SMPL_CONTACT_H
/* The last step of skinning, when asked for: flesh that is in flesh parts, triangles that are inside out turn back.
 *
 * Works on the finished surface x of a body in a pose, however it was skinned. Where nothing is wrong, nothing moves: x stays
 * the same bits. Otherwise the surface moves by u, in rounds of
 *
 *     folds    of the joints at whose fold something is wrong, the skin on either side parts along a plane (fold.h)
 *     contacts   a vertex inside the body (inside.h), x_i, and the triangle it has gone through, with the nearest point
 *                sum w_k x_k and the normal n: both go the way apart along n in parts of what they give,
 *                    x_i += d g_i n / s,  x_k -= d g_k w_k n / s,  s = g_i + sum w_k^2 g_k
 *     uninvert   triangles inside out turn back until they show 35 % of their area (uninvert.h)
 *     spread     half of u goes over to the neighbours, so that it fades over the skin
 *
 * g, what a vertex gives: 1 less the weight of the joints that are hardly covered by flesh (head, hands, feet: by name; in a
 * model without names, those without children). What gives nothing stays: a hand is not bent by a thigh, the thigh gives way.
 *
 * Spaces   model space, metres.
 * Memory   a contact is const after build and shared; _run allocates nothing.
 * Threads  a run is one thread's; equal bits whatever runs beside it.
 */
#include "core/base/arena.h"
#include "core/smpl/body.h"

#define PD_SMPL_CONTACT_ROUNDS 48 /* at most */

typedef struct pd_smpl_contact pd_smpl_contact;

/* A model's own, made when it is first asked for (some 60 ms) and freed with the model. Any thread. NULL and *err for want of
 * memory. */
const pd_smpl_contact *pd_smpl_model_contact(const pd_smpl_model *model, pd_error *err);

/* Once for a model, which must outlive it. */
pd_status pd_smpl_contact_build(pd_smpl_contact **out, const pd_smpl_model *model, pd_error *err);
void pd_smpl_contact_free(pd_smpl_contact *contact); /* NULL is fine */

size_t pd_smpl_contact_scratch_bytes(const pd_smpl_contact *contact);
/* vertices (V,3): of that body, skinned, with its translation (as pd_smpl_job_run leaves them before ground). Returns the number
 * of rounds it took, 0: untouched. */
int pd_smpl_contact_run(float *vertices, const pd_smpl_contact *contact, const pd_smpl_body *body,
                        pd_arena *scratch);

#endif
