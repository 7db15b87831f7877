#ifndef PD_AVATAR_ATLAS_H
#define PD_AVATAR_ATLAS_H
/* Makes one picture for all materials of an avatar, so that the avatar is drawn with one opaque and one
 * transparent material.
 *
 * A cell is a texture times a colour, over the range of texture coordinates that its pieces use; textures
 * that repeat are repeated in the cell. A material without a texture has a small cell of its colour. Cells
 * are placed in rows, by falling height; if they do not fit into the picture, all textured cells shrink by
 * the same factor. Each cell has a border of 2 pixels that continue it, so that filtering does not mix in
 * colours of a neighbour.
 *
 *     colour   sRGB; with transparent parts RGBA, straight alpha
 *     rough    glTF's metallic-roughness: green is roughness, blue is 0; a quarter of the size. Only where
 *              roughnesses differ.
 *
 * Memory   one owner: pd_avatar_atlas_deinit.   Threads  one thread.
 * Errors   ERR_FORMAT: a texture that cannot be read; ERR_MEMORY.
 */
#include "core/avatar/figure.h"
#include "core/io/mesh/png.h"

#define PD_AVATAR_ATLAS_LEAST 128 /* pixels a side */
#define PD_AVATAR_ATLAS_MOST  4096

typedef struct pd_avatar_atlas {
    pd_io_image color, rough; /* rough.samples NULL: one roughness for all */
    float roughness;          /* roughness of all pieces if there is no `rough`, otherwise 1 */
} pd_avatar_atlas;

/* Makes the pictures, and moves the figure's texture coordinates into them. size: largest side, pixels. */
pd_status pd_avatar_atlas_init(pd_avatar_atlas *out, pd_avatar_figure *figure, const pd_io_glb *glb, int size,
                               pd_error *err);
void pd_avatar_atlas_deinit(pd_avatar_atlas *atlas);
/* Returns an upper bound of the bytes that _init allocates at a time. */
size_t pd_avatar_atlas_bytes(int size);

#endif
