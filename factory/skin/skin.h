#ifndef PD_FACTORY_SKIN_SKIN_H
#define PD_FACTORY_SKIN_SKIN_H
/* Adds the skin's texture coordinates and maps to a wardrobe (core/wardrobe/export/complexion.h reads them).
 *
 * Coordinates  those of MakeHuman's base mesh, its islands moved so that the head gets half of the texture
 *              (skin_layout.h).
 * Maps         painted by code on the template's surface: each texel has a position on the body, and each
 *              feature is a function of it (skin_paint.h). Lips are where MakeHuman's targets of lip volume
 *              move the skin. Occlusion is the share of directions over a vertex that meet no skin. The grain
 *              is that of photographed skins (grain.h).
 *
 * Equal inputs give equal bytes.   Errors  those of the data's readers; ERR_FORMAT: the base mesh and the
 *                                          model do not match; ERR_MEMORY.
 */
#include "core/base/buffer.h"
#include "core/base/executor.h"
#include "core/smpl/data/data.h"
#include "core/wardrobe/wardrobe.h"

/* Replaces the skin of the wardrobe. folder: the makehuman folder, which contains 3dobjs/ and targets/;
 * pictures: that of the release's pictures, which contains skins/. */
pd_status pd_factory_paint_skin(pd_wardrobe *wardrobe, const pd_smpl_data *model, const char *folder,
                                const char *pictures, const pd_executor *executor, pd_error *err);

/* Computes how far each vertex of the skin belongs to the lips and to the ears,
 * (vertex_count) 0 to 1. folder as above. */
pd_status pd_factory_skin_shares(float *lips, float *ears, const char *folder, int vertex_count,
                                 pd_error *err);

/* Puts a picture into the wardrobe as a texture of this name, in place of one that it has.
 * Takes the buffer over. */
pd_status pd_factory_put_png(pd_wardrobe *wardrobe, const char *name, pd_buffer png, pd_error *err);

#endif
