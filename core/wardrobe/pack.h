#ifndef PD_WARDROBE_PACK_H
#define PD_WARDROBE_PACK_H
/* Packs a resident wardrobe into a file and maps it again (core/io/pack/pack.h). The pack holds the pieces as
 * they were cut, the directions as float32 and the maps of the skin as pixels, so that a mapped wardrobe
 * computes none of them. It dresses a body with the same bits as the wardrobe that was packed.
 *
 * Checks   pd_wardrobe_check, and all counts, names and maps: bytes that pass cannot make dressing or drawing
 *          read outside the pack, whoever wrote them.
 * Memory   the arrays are read-only pages of the pack, which all processes share; the wardrobe's own memory
 *          is its table of items and textures.
 * Threads  the wardrobe is immutable.
 */
#include "core/io/pack/pack.h"
#include "core/wardrobe/wardrobe.h"

/* Adds a wardrobe to a pack. name: of its file, without the folder. ERR_MEMORY. */
pd_status pd_wardrobe_pack(pd_pack_writer *writer, const pd_wardrobe *wardrobe, const char *name,
                           const pd_pack_source *source, pd_error *err);
/* Maps model number `number` of a pack, which the wardrobe retains. ERR_FORMAT or ERR_RANGE: the pack is
 * damaged or holds another kind. ERR_MEMORY. */
pd_status pd_wardrobe_map(pd_wardrobe **out, pd_pack *pack, int number, pd_error *err);

#endif
