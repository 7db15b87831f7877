#ifndef PD_FACTORY_WARDROBE_CUT_WEAVE_H
#define PD_FACTORY_WARDROBE_CUT_WEAVE_H
/* Gives cloth texture coordinates along its threads, so that patterns run straight and have one size on all
 * garments.
 *
 * MakeHuman's coordinates are those of a picture: they are stretched by the modeller's hand, and stripes
 * follow that. Here
 *
 *     up   of a triangle: the direction to the neck, on sleeves to the shoulder, projected into the
 *          triangle's plane; right = up x normal
 *     v    per vertex, where a garment hangs together: min sum A s^2 |grad v + up / TILE|^2
 *     u    per corner, so that MakeHuman's seams remain: min sum A s^2 |grad u - right / TILE|^2
 *
 * A area, s sine of the angle between the normal and that direction, at least LEAST. A sleeve is an island of
 * MakeHuman's texture that hangs on the joints of an arm, or that part of one which is cut with the trunk;
 * its v is solved alone. v is 0 at the height of the model's origin, on sleeves at the middle of the body, on
 * average; u is 0 at the middle of an island.
 *
 * Spaces   template of the body model: T-pose, metres, +Y up. Memory allocates while it runs; corners at new
 *          seams are added. Threads pure function.
 * Errors   ERR_MEMORY.
 */
#include "core/base/error.h"
#include "core/smpl/data/data.h"
#include "core/wardrobe/wardrobe.h"

#define PD_FACTORY_WEAVE_TILE 0.05f /* metres that one tile of a texture spans */

/* Replaces the texture coordinates of a bound item. Vertices and triangles stay. */
pd_status pd_factory_weave(pd_wardrobe_item *cloth, const pd_smpl_data *model, pd_error *err);

#endif
