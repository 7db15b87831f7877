#ifndef PD_SMPL_PRESS_H
#define PD_SMPL_PRESS_H
/* Soft self-contact: pushes overlapping skin apart along directions that vary smoothly with the pose, for
 * pictures and animation. It leaves some overlap. The exact contact of contact.h leaves none, but costs more
 * and is not smooth in time.
 *
 * The parts of the body are tubes (tube.h). For a vertex i of part A, at x_i in the pose, inside the tube of
 * part B:
 *
 *     d          depth_B(x_i) - max(0, depth_B(x_i at rest)) - LEAST, metres: overlap that the rest pose has
 *                does not count
 *     e_A, e_B   directions away from the axes of A and B, at x_i
 *
 *     A and B parent and child (the crease of a joint):
 *       n        normal of the plane between the two sides: along the child's bone at rest, rotated by half
 *                of the joint's swing
 *       l        how far x_i must move along n to leave B, at most SIDEWAYS d
 *     other pairs:
 *       n        one direction for all skin of A in B, n = S / sqrt(|S|^2 + S_0^2), S = sum_i f_i soft(d_i)
 *                (e_B - e_A)_i, S_0 = sum_i f_i soft(d_i). It is short where the vertices' directions
 *                disagree, as where one limb is deep in another.
 *       l        d
 *
 *     goal       n . u_i >= h f s soft(d) / d l                 u_i: the vertex's offset
 *     soft(d)    d^2 / (2 ONSET) up to ONSET, d - ONSET / 2 beyond: starts with slope 0
 *     h          how the two parts share the overlap: 1/2 where both yield, 1 where B is hard (head, hands,
 *                feet), 0 where A is
 *     f          fades from 1 to 0 where the skin of A does not face B, and in a crease that is hardly bent
 *     s          L / (L^4 + r^4)^(1/4), r: distance from x_i to the farthest joint on the path between A and
 *                B
 *     L          in a crease: LEVER min(1, GIRTH / R)^GIRTH_POWER min(1, R / R_AB)^STOUTER, with R_AB the sum
 *                of the radii of this body's tubes of A and B, and R that of the mean body. In a crease
 *                against a hard part: LEVER_HARD; for other pairs: LEVER_FAR.
 *
 * The factor s limits how fast offsets change. A degree at a joint moves skin by an amount proportional to r:
 * a hand at 0.6 m from the shoulder comes 10 mm nearer per degree. Skin that moves far per degree is
 * therefore pushed less. As a result about half of the overlap remains in a crease that is shut, and nearly
 * all of it between limbs.
 *
 * The offsets u start at 0 and go through a fixed number of rounds:
 *
 *     goals     u_i += sum_g n_g r_g^2 / sum_g r_g,      r_g = max(0, goal - max(0, n_g . u_i))
 *     spread    u_i = (1 - a) u_i + a (mean of the neighbours' u)
 *
 * Then the skin around the contact moves outwards along its normals, by at most BULGE, until the enclosed
 * volume is what it was before. Normals are shorter where the triangles around a vertex disagree. Every step
 * is continuous in the pose, so u is.
 *
 * The constants are defined and explained in press.c.
 *
 * Budget   none needed: the work is bounded by the number of vertices times the number of parts near each.
 * Shapes   V vertices.
 * Spaces   model space, metres.
 * Memory   a press is const after build and shared; _run allocates nothing.
 * Threads  a run belongs to one thread; its bits do not depend on what runs beside it.
 * Errors   _build: ERR_MEMORY. _run: none.
 */
#include "core/base/arena.h"
#include "core/smpl/body.h"

typedef struct pd_smpl_press pd_smpl_press;

/* Builds the data that all bodies of a model share. model must outlive it. */
pd_status pd_smpl_press_build(pd_smpl_press **out, const pd_smpl_model *model, pd_error *err);
void pd_smpl_press_free(pd_smpl_press *press); /* NULL is fine */

/* Returns the scratch bytes that _run needs for one body. */
size_t pd_smpl_press_scratch_bytes(const pd_smpl_press *press);
/* Applies soft self-contact to vertices (V,3): those of `body`, skinned, with its translation (as
 * pd_smpl_job_run has them before `ground`). Returns the number of pressed vertices;
 * 0: vertices keep their bits. */
int pd_smpl_press_run(float *vertices, const pd_smpl_press *press, const pd_smpl_body *body,
                      pd_arena *scratch);

#endif
