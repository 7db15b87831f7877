#ifndef PD_FACTORY_WARDROBE_MADE_TIPS_H
#define PD_FACTORY_WARDROBE_MADE_TIPS_H
/* Gives hair texture coordinates that run along its strands, so that its texture can fade at the ends.
 *
 * MakeHuman's coordinates have u across the strands and v along them, from the root, but every card has its
 * own part of v. An edge of the mesh that only one triangle has, and that lies across the strands, is an end:
 * a tip if v grows towards it from inside, otherwise a root. With the distances over the mesh's edges s to
 * the nearest tip and r to the nearest root, and b = min(HAIR_TIP, 0.4 (r + s)):
 *
 *     v = 1 - (1 - HAIR_TIP_V) s / b                      s < b                    (piece.h)
 *     v = HAIR_TIP_V - 0.6 (s - b) / (r + s - b)          elsewhere
 *     v times r / 6 mm                                    r < 6 mm, hair longer than 2 cm
 *
 * Connected components without a tip get v from 0.1 to 0.6 by height. u stays.
 *
 * Memory   allocates while it runs.   Threads  pure function.   Errors  ERR_MEMORY.
 */
#include "core/base/error.h"
#include "core/wardrobe/wardrobe.h"

/* Replaces the texture coordinates of a piece of hair. ERR_MEMORY. */
pd_status pd_factory_tips(pd_wardrobe_item *hair, pd_error *err);

/* Gives curled hair coordinates of the texture of curls (texture.h): connected components of up to TUFT_MOST
 * triangles are cards, each of which shows the tuft across its longer and its shorter side; the others are
 * wrapped around the head. ERR_MEMORY. */
pd_status pd_factory_tufts(pd_wardrobe_item *hair, pd_error *err);

/* Leans the strands of large parts (connected components) towards those of other parts around them: u += s v,
 * with the s for which they lie across the others least. Call it after pd_factory_tips. ERR_MEMORY. */
pd_status pd_factory_lean(pd_wardrobe_item *hair, pd_error *err);

/* Gives lashes texture coordinates, so that each strip shows the whole texture of lashes
 * (factory/skin/texture.h) from the inner corner of the eye to the outer one.
 *
 * A strip (connected component) is a grid of columns from the lid to the tips and of rows along the lid, as
 * its triangles connect them. Its four corners are the vertices of its border with the least sum of angles.
 * The root is the long side that lies farther back. With the arc length s_c along the root to column c, and
 * the arc length t along column c to a vertex:
 *
 *     u = s_c / s_last           0 at the nose
 *     v = r + (p - r) t / t_last    r at the lid, p at the tips: PD_FACTORY_LASH_ROOT and _TIP
 *
 * The template is in metres, +Z forward. lashes.c. ERR_FORMAT: a strip is not a grid; ERR_MEMORY. */
pd_status pd_factory_lashes(pd_wardrobe_item *lashes, pd_error *err);

#endif
