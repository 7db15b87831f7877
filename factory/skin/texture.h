#ifndef PD_FACTORY_SKIN_TEXTURE_H
#define PD_FACTORY_SKIN_TEXTURE_H
/* Draws the textures of a wardrobe, because the data contain no pictures except one iris.
 *
 * cloth   a knit of crossing threads, grey, to be multiplied by a colour; tiles without a seam
 * strands value noise of 450, 175 and 60 cycles along u, faint along v: hair. Alpha fades at the roots (v =
 * 0) and in clumps of different length
 *         at the tips (from PD_WARDROBE_HAIR_TIP_V to v = 1)
 * curls   rings of hair. Tiles along u. Below v = PD_FACTORY_TUFT_V one tuft with a frayed edge; above it all
 *         is covered, up to where it frays towards v = 1 in smaller rings
 * bristles  hair of half a centimetre as seen from above: short strokes along v, lighter and darker than the
 *           middle. Tiles along u. Alpha fades from
 *         PD_WARDROBE_HAIR_TIP_V to v = 1 by short single hairs
 * whiskers  single hairs of a beard along v, which narrow to their tips. Tiles along u. Alpha is what they
 *           cover: most of the skin at v = 0.6, then
 *         less, hair by hair, and nothing at v = 1
 * lash    tapering strokes as alpha: u along the lid, v from PD_FACTORY_LASH_ROOT to _TIP
 * iris    the data's picture of two eyeballs with the irises in another colour: inside the discs, luminance
 *         times the colour, stretched to its range
 *
 * Memory   *out is a PNG file; the caller frees out->data with pd_buffer_deinit. ERR_MEMORY, and errors of
 *          the PNG reader.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"
#include "core/io/mesh/png.h"

#include <stdbool.h>

/* Append a picture of knitted cloth, of strands, of curls, of bristles, of whiskers and of lashes. */
pd_status pd_factory_texture_cloth(pd_buffer *out, pd_error *err);
pd_status pd_factory_texture_strands(pd_buffer *out, pd_error *err);
/* v up to which the texture of curls shows one tuft. */
#define PD_FACTORY_TUFT_V 0.14f
pd_status pd_factory_texture_curls(pd_buffer *out, pd_error *err);
pd_status pd_factory_texture_bristles(pd_buffer *out, pd_error *err);
pd_status pd_factory_texture_whiskers(pd_buffer *out, pd_error *err);
/* v of the lid's edge and of the longest tips. The rest of the texture is room for its smaller levels: the
 * texture repeats, and beside v = 0 and 1 they mix roots and tips. */
#define PD_FACTORY_LASH_ROOT 0.04f
#define PD_FACTORY_LASH_TIP  0.94f
pd_status pd_factory_texture_lash(pd_buffer *out, pd_error *err);
/* Recolours the irises. png: the picture of the data. srgb: middle tone of the iris. */
pd_status pd_factory_texture_iris(pd_buffer *out, pd_bytes png, const unsigned char srgb[3], pd_error *err);
/* Draws two eyeballs from a photograph of grey irises, whose structure takes the colour; a limbal ring, and
 * whites that are not as light as paper. srgb: middle tone of the iris. */
pd_status pd_factory_texture_photo_iris(pd_buffer *out, const pd_io_image *eyes, const unsigned char srgb[3],
                                        pd_error *err);
/* Returns whether a texture coordinate lies on the fully transparent patch of the picture: the cornea, which
 * is left out. */
bool pd_factory_texture_is_clear(const float uv[2]);

#endif
