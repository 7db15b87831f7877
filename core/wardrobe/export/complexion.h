#ifndef PD_WARDROBE_COMPLEXION_H
#define PD_WARDROBE_COMPLEXION_H
/* Textures of a person's skin, made by code from maps that are the same for everybody and from tone, age, sex
 * and a seed.
 *
 *     m = k(tone) map_m + spots + noise          melanin beside the average of the body
 *     h = map_h + noise                          haemoglobin
 *     l = k(sex, age) map_l                      vermilion of the lips
 *     tone                                       darker and yellower with age, about 3 L* from 20 to 80 years
 *     albedo_c = tone_c exp(-(a_c m + b_c h + d_c l))    Beer and Lambert's law; a, b and d: absorption of
 *                                                        red, green, blue
 *     height = lines(age) + folds(age) + pores   -> normal map, as in glTF
 *     surface = (occlusion, roughness, 0)        as glTF's occlusion and metallic-roughness textures
 *
 * Maps are textures of the wardrobe, which factory/skin/skin.h draws; 128 stands for 0 where numbers have a
 * sign:
 *
 *     skin-tissue   red melanin, green haemoglobin, blue lips, alpha beard
 *     skin-surface  red occlusion, green roughness, blue nails, alpha freckles and age spots
 *     skin-relief   red lines of an old face, green pores, blue scalp below hair, alpha folds of an old face:
 *                   hollows and bulges as wide as a finger below the eyes, beside nose and mouth
 *     skin-brow     red: place along the brow, 51 at its inner and 221 at its outer end; green: across it, 12
 *                   mm up at 255; blue: near it; alpha: edge of the lids, where lashes grow
 *     skin-grain    details of photographed skins (skin_map.h); a wardrobe may lack it
 *
 * Memory   _init allocates, the caller frees with _deinit.
 * Threads  one call uses the executor; the same bytes for any number of workers.
 * Errors   ERR_RANGE: side; ERR_UNSUPPORTED: the wardrobe has no skin; ERR_MEMORY.
 */
#include "core/base/executor.h"
#include "core/io/mesh/png.h"
#include "core/wardrobe/palette.h"
#include "core/wardrobe/wardrobe.h"

#define PD_WARDROBE_COMPLEXION_LEAST 128
#define PD_WARDROBE_COMPLEXION_MOST  2048

/* RGB images of side x side texels. */
typedef struct pd_wardrobe_complexion {
    pd_io_image albedo, normal, surface;
} pd_wardrobe_complexion;

/* Returns whether the wardrobe has the skin's coordinates and maps. */
bool pd_wardrobe_has_skin(const pd_wardrobe *wardrobe);
/* The skin whose textures are drawn. */
typedef struct pd_wardrobe_complexion_job {
    const pd_wardrobe *wardrobe;
    const pd_wardrobe_palette *palette;
    const pd_wardrobe_item *hair;  /* roots of this hair are drawn on the scalp near it; NULL: none is worn */
    const pd_wardrobe_item *beard; /* roots of this beard are drawn on the skin; NULL: no beard is worn */
    int side;                      /* 128, 256, 512, 1024 or 2048 */
    /* (face_count,3) corners of the skin that is seen; texels that are far from its triangles have one
     * colour, no relief and the usual roughness. NULL: all of the skin is drawn */
    const uint32_t *faces;
    int face_count;
} pd_wardrobe_complexion_job;

/* Draws the textures of a person, job->side pixels square.
 * ERR_UNSUPPORTED at "skin", ERR_RANGE at "side", ERR_MEMORY. */
pd_status pd_wardrobe_complexion_init(pd_wardrobe_complexion *out, const pd_wardrobe_complexion_job *job,
                                      const pd_executor *executor, pd_error *err);
/* Frees the textures. */
void pd_wardrobe_complexion_deinit(pd_wardrobe_complexion *complexion);

#endif
