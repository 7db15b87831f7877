#ifndef PD_SMPL_CONTACT_H
#define PD_SMPL_CONTACT_H
/* Self-contact, an optional last step of skinning: skin that is inside the body is moved out, and inverted
 * triangles are flipped back. There are three kinds (docs/lab/body-model.md, "Contact"):
 *
 *     soft    leaves about half of the overlap; skin moves by half a millimetre at most when a joint turns by
 *             half a degree (press.h)
 *     smooth  leaves limbs that go through each other as they are, and little overlap elsewhere; skin moves
 *             by a centimetre or two
 *     exact   leaves hardly any overlap; skin moves by several centimetres. For prints and single meshes
 *
 * The last two are described here. They work on the finished surface x of a body in a pose, whatever the
 * skinning. Where nothing is wrong nothing moves, and x keeps its bits. Otherwise the surface moves by u, in
 * rounds of
 *
 *     folds      at joints in whose crease something is wrong, the skin on either side is separated along a
 *                plane (fold.h)
 *     contacts   a vertex x_i inside the body (inside.h), and the triangle that it has passed through, with
 *                the nearest point sum w_k x_k: both move apart by the depth d along n, in proportion to
 *                their g,
 *                    x_i += d g_i n / s,  x_k -= d g_k w_k n / s,  s = g_i + sum w_k g_k
 *                n is the triangle's normal. Smooth contact has another one between parts that are not of
 *                adjacent joints: the mean of the normal at the nearest point and of -1 times that at x_i,
 *                both averaged over the skin around them on the surface before the rounds. No vertex is
 *                deeper than 1.5 times its way over the skin to a vertex outside. One that has passed through
 *                no triangle within that depth moves towards its neighbours instead.
 *     uninvert   inverted triangles are flipped back until they show 35 % of their area (uninvert.h)
 *     spread     half of u is distributed to the neighbours, so that it fades over the skin
 *
 * At the end u is multiplied by a share for each connected patch of skin that moved: from 0 where the deepest
 * vertex of the patch was 1 mm deep to 1 where it was 6 mm deep or a triangle was inside out, so that a
 * contact begins without a jump.
 *
 * Exact contact ends when nothing is wrong any more. Smooth contact makes the same number of rounds in every
 * pose: where the number changed from one pose to the next, skin would jump. After the rounds that spread u,
 * smooth contact moves no vertex by more than 8 mm. Limbs that go through each other stay as they are,
 * because no surface that is smooth in the pose takes them apart. A vertex is held by h, 0 to 1, and u is
 * multiplied by 1 - h:
 *
 *     h = sum_b w_b deep(d / (f_ab r)) (1 - agree(|S_ab| / D_ab)),
 *         S_ab = sum w_b d n - sum w_a d n, D_ab = sum w_b d + sum w_a d
 *
 * with a the part of the vertex, w_b the weight of part b at the nearest point, r the radius of the other
 * limb there, and sums over the contacts of the two parts. deep and agree rise from 0 to 1 (constants in
 * contact_region.c): skin is held where it is deep in the other limb, and the normals there point to all
 * sides. f_ab is 1 for parts at least four bones apart (1.8 if just one of them is a hand, a foot or the
 * head, or just one is of the trunk), 2 for nearer mirror images; other pairs do not count. h falls to 0 over
 * 18 rings of skin.
 *
 * Mirror images are handled together (surface/mirror.h), so that a mirrored pose gives the mirrored mesh; the
 * order of left and right has no effect.
 *
 * g_i is the mobility of a vertex: 1 minus the weight of joints with little flesh (head, hands, feet: by
 * name; in a model without names, joints without children). A vertex with g = 0 stays: a hand pushes a thigh
 * in, not the other way round.
 *
 * Budget   body->contact_budget, in milliseconds of work. It is computed from the number of comparisons, not
 *          from a clock, so that a body has the same bits on every machine. When it is spent, the best
 *          surface that was checked so far is kept (smooth: the last one).
 * Spaces   model space, metres.
 * Memory   a contact is const after build and shared; _run allocates nothing.
 * Threads  a run belongs to one thread; its bits do not depend on what runs beside it.
 */
#include "core/base/arena.h"
#include "core/smpl/body.h"

#define PD_SMPL_CONTACT_ROUNDS 48 /* Largest number of rounds. */

/* The kinds: id, name. The first row is zero. */
#define PD_SMPL_CONTACT_TABLE(X)                                                                             \
    X(NONE, "none")                                                                                          \
    X(SOFT, "soft")                                                                                          \
    X(SMOOTH, "smooth")                                                                                      \
    X(EXACT, "exact")

typedef enum pd_smpl_contact_kind {
#define PD_SMPL_CONTACT_ENUM(id, name) PD_SMPL_CONTACT_##id,
    PD_SMPL_CONTACT_TABLE(PD_SMPL_CONTACT_ENUM)
#undef PD_SMPL_CONTACT_ENUM
        PD_SMPL_CONTACT_KINDS
} pd_smpl_contact_kind;

typedef struct pd_smpl_contact pd_smpl_contact;

/* Returns the name of a kind, as in the table. */
const char *pd_smpl_contact_name(pd_smpl_contact_kind kind);

/* Returns the contact of a model of a kind other than NONE. The first call makes it (about 60 ms); it is
 * freed with the model. Any thread. Returns NULL and fills *err when out of memory. */
const pd_smpl_contact *pd_smpl_model_contact(const pd_smpl_model *model, pd_smpl_contact_kind kind,
                                             pd_error *err);

/* Builds a contact of a kind other than NONE. model must outlive it. */
pd_status pd_smpl_contact_build(pd_smpl_contact **out, const pd_smpl_model *model, pd_smpl_contact_kind kind,
                                pd_error *err);
void pd_smpl_contact_free(pd_smpl_contact *contact); /* NULL is fine */

/* Returns the scratch bytes that _run needs for one body. */
size_t pd_smpl_contact_scratch_bytes(const pd_smpl_contact *contact);
/* Applies a contact to vertices (V,3): those of `body`, skinned, with its translation (as pd_smpl_job_run has
 * them before `ground`). Returns the number of rounds (smooth,
 * exact) or of pressed vertices (soft); 0: nothing moved. */
int pd_smpl_contact_run(float *vertices, const pd_smpl_contact *contact, const pd_smpl_body *body,
                        pd_arena *scratch);

#endif
