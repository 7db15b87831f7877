#ifndef PD_RIG_LIMBS_H
#define PD_RIG_LIMBS_H
/* Refuses, within milliseconds, meshes that cannot have limbs: few vertices, flat ones, convex ones.
 *
 *     w(n) = max_q n.q - min_q n.q          width of the mesh across the normal n of a triangle
 *     g(n) = max_q n.q - n.p                distance from the triangle, which contains p, to the plane that
 *                                           bounds the mesh towards n
 *
 * Flat     the smallest width is below PD_RIG_LIMBS_THICK of the largest.
 * Convex   the mean of g over the surface is below PD_RIG_LIMBS_HOLLOW of the largest width: 0 for a box, a
 *          sphere or an egg, because a convex surface lies on all its planes. Between arms, legs and trunk it
 *          does not.
 * Measured  on 45 meshes of people, 21 of them with 150 to 500 triangles and two made of six boxes: at least
 *           32 vertices, .16 thick, .147 hollow
 *          (arms 15 degrees from the trunk). Both bounds are a quarter of that.
 *
 * Spaces   any: the values do not depend on orientation and size.   Memory  none.   Threads  pure function.
 * Errors   ERR_INVALID "mesh", with the value and the bound.
 */
#include "core/rig/base/mesh.h"

/* Fewest welded vertices in triangles: a trunk and five limbs of four corners. */
#define PD_RIG_LIMBS_VERTICES 24
#define PD_RIG_LIMBS_THICK    0.04
#define PD_RIG_LIMBS_HOLLOW   0.037

/* Checks a mesh. */
pd_status pd_rig_limbs_check(const pd_rig_mesh *mesh, pd_error *err);

#endif
