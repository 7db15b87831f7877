#ifndef PD_SMPL_PRESS_H
#define PD_SMPL_PRESS_H
/* Soft self-contact: flesh that is pressed against flesh gives way, smoothly in the pose. For every picture and every frame;
 * contact.h is the one that leaves nothing inside, at any cost.
 *
 * The parts of the body are tubes (tube.h). For a vertex i of part A, at x_i in the pose, in the tube of part B:
 *
 *     d          depth_B(x_i) - max(0, depth_B(x_i at rest)) - LEAST, metres: what is so at rest is not pressed
 *     e_A, e_B   away from the two axes, at x_i
 *     n, l       in the crook of a joint (A and B parent and child) n is the normal of the plane between its sides, at rest along the
 *                child's bone, in the pose turned by half of the swing, and l how far x_i must go along n to leave B, at most
 *                SIDEWAYS d. Elsewhere l = d, and n is one direction for all skin of A in B, n = S / sqrt(|S|^2 + S_0^2) with
 *                S = sum_i f_i soft(d_i) (e_B - e_A)_i and S_0 = sum_i f_i soft(d_i): short where directions differ, as where one
 *                limb is deep in another
 *     goal       n . u_i >= h f s soft(d) / d l
 *
 * soft(d) is d^2 / (2 ONSET) up to ONSET and d - ONSET / 2 from there on. h is a half where both give, one where B is hard (head,
 * hands, feet), nothing where A is. f fades out where A does not face B, and where a crook is hardly bent. s is
 * L / (L^4 + r^4)^(1/4), r the distance to the farthest joint between A and B, in a crook
 *
 *     L = LEVER min(1, GIRTH / R)^GIRTH_POWER min(1, R / R_AB)^STOUTER
 *
 * with R_AB the sum of the radii of the body's tubes of A and B, R of the mean body's: skin that a degree carries far gives way less,
 * so that offsets do not change faster than the eye expects. A hand at .6 m from the shoulder comes 10 mm nearer a degree; flesh that goes 1 mm a degree
 * gives way by a tenth of it. So some overlap is left: about half of it where a crook is shut, nearly all of it between limbs.
 * The offsets u start at 0 and go through a fixed number of rounds:
 *
 *     goals     u_i += sum_g n_g r_g^2 / sum_g r_g,      r_g = max(0, goal - max(0, n_g . u_i))
 *     spread    u_i = (1 - a) u_i + a (mean of the neighbours' u)
 *
 * Then the skin about it bulges along its normals (shorter where the triangles about a vertex disagree) until the volume enclosed is that before (at most BULGE far): flesh moves, it does
 * not vanish. Every step is continuous in the pose, so that u is.
 *
 * Budget   none needed: the work is bounded by the vertices times the parts that they are near.
 * Spaces   model space, metres.  Shapes  V vertices.
 * Memory   a press is const after build and shared; _run allocates nothing.
 * Threads  a run is one thread's; equal bits whatever runs beside it.
 */
#include "core/base/arena.h"
#include "core/smpl/body.h"

typedef struct pd_smpl_press pd_smpl_press;

/* model must outlive it. */
pd_status pd_smpl_press_build(pd_smpl_press **out, const pd_smpl_model *model, pd_error *err);
void pd_smpl_press_free(pd_smpl_press *press); /* NULL is fine */

size_t pd_smpl_press_scratch_bytes(const pd_smpl_press *press);
/* vertices (V,3): of that body, skinned, with its translation (as pd_smpl_job_run leaves them before ground). Returns the number of
 * vertices that are pressed, 0: untouched, the same bits. */
int pd_smpl_press_run(float *vertices, const pd_smpl_press *press, const pd_smpl_body *body,
                      pd_arena *scratch);

#endif
