#ifndef PD_SMPL_CONTACT_H
#define PD_SMPL_CONTACT_H
/* Self-contact, an optional last step of skinning: skin that has gone into the body is moved out, inverted triangles are flipped back.
 * A soft one (press/press.h) gives way smoothly in the pose and leaves some overlap; what follows is the other, which leaves none.
 *
 * Works on the finished surface x of a body in a pose, however it was skinned. Where nothing is wrong, nothing moves: x stays
 * the same bits. Otherwise the surface moves by u, in rounds of
 *
 *     folds      at joints in whose fold something is wrong, the skin on either side is parted along a plane (fold.h)
 *     contacts   a vertex inside the body (inside.h), x_i, and the triangle it has gone through, with the nearest point
 *                sum w_k x_k and the normal n: both move apart by the depth d along n, in proportion to their g,
 *                    x_i += d g_i n / s,  x_k -= d g_k w_k n / s,  s = g_i + sum w_k^2 g_k
 *     uninvert   inverted triangles are flipped back until they show 35 % of their area (uninvert.h)
 *     spread     half of u goes over to the neighbours, so that it fades over the skin
 *
 * Mirror images are handled at once (surface/mirror.h), so that a mirrored pose gives the mirrored mesh: what is done to the left does not
 * wait for the right.
 *
 * g_i is how much a vertex yields: 1 less the weight of the joints that are hardly covered by flesh (head, hands, feet: by name; in
 * a model without names, those without children). A vertex with g = 0 stays: a thigh gives way to a hand, not the other way round.
 *
 * Budget   body->contact_budget, in milliseconds of work: counted by what is compared, not timed, so that a body has the same bits
 *          wherever it is made. Where it is spent the surface stays as far as it has come: the best that was checked.
 * Spaces   model space, metres.
 * Memory   a contact is const after build and shared; _run allocates nothing.
 * Threads  a run is one thread's; equal bits whatever runs beside it.
 */
#include "core/base/arena.h"
#include "core/smpl/body.h"

#define PD_SMPL_CONTACT_ROUNDS 48 /* at most */

typedef struct pd_smpl_contact pd_smpl_contact;

/* The contact that belongs to a model: made when it is first asked for (some 60 ms), freed with the model. Any thread. NULL and *err
 * when memory is out. */
const pd_smpl_contact *pd_smpl_model_contact(const pd_smpl_model *model, pd_error *err);

/* The soft one (some 40 ms). */
const pd_smpl_contact *pd_smpl_model_soft_contact(const pd_smpl_model *model, pd_error *err);

/* model must outlive it. */
pd_status pd_smpl_contact_build_soft(pd_smpl_contact **out, const pd_smpl_model *model, pd_error *err);
pd_status pd_smpl_contact_build(pd_smpl_contact **out, const pd_smpl_model *model, pd_error *err);
void pd_smpl_contact_free(pd_smpl_contact *contact); /* NULL is fine */

size_t pd_smpl_contact_scratch_bytes(const pd_smpl_contact *contact);
/* vertices (V,3): of that body, skinned, with its translation (as pd_smpl_job_run leaves them before ground). Returns the number
 * of rounds it took (of a soft one: of vertices pressed), 0: untouched. */
int pd_smpl_contact_run(float *vertices, const pd_smpl_contact *contact, const pd_smpl_body *body,
                        pd_arena *scratch);

#endif
