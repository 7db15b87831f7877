#ifndef PD_TRAIN_WARDROBE_TEXTURE_H
#define PD_TRAIN_WARDROBE_TEXTURE_H
/* Textures of a wardrobe, drawn here: the data come without pictures but for one iris.
 *
 * cloth   a knit of crossing threads, grey, to be multiplied by a colour; tiles without a seam
 * strands value noise of 450, 175 and 60 cycles along u, faint along v: hair
 * lash    tapering strokes as alpha: u along the lid, v = 0 at the root to 1 at the tip
 * iris    the data's picture of two eyeballs with the irises in another colour: inside the discs, luminance times the colour, stretched to
 *         its range
 *
 * Memory   *out is a PNG file; the caller frees out->data by pd_buffer_deinit. ERR_MEMORY, and what the PNG reader says.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>

pd_status pd_train_texture_cloth(pd_buffer *out, pd_error *err);
pd_status pd_train_texture_strands(pd_buffer *out, pd_error *err);
pd_status pd_train_texture_lash(pd_buffer *out, pd_error *err);
/* png: the picture of the data. srgb: of the iris's middle tone. */
pd_status pd_train_texture_iris(pd_buffer *out, pd_bytes png, const unsigned char srgb[3], pd_error *err);
/* Whether a texture coordinate lies on the picture's patch of full transparency: cornea, which is left out. */
bool pd_train_texture_is_clear(const float uv[2]);

#endif
