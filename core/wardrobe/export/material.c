#include "core/wardrobe/export/material.h"

#include "core/base/assert.h"

#include <math.h>

/* Hairs of a beard lie less in one direction than those of a head, and skin shows between them: it has a
 * wider and weaker highlight, and even a black one reflects some light. Guesses, made by looking at portraits
 * of twelve men. */
#define BEARD_ROUGHNESS 0.80f
#define BEARD_GAIN      1.25f
#define BEARD_LIGHT     0.028f

/* Returns the number of a picture of the wardrobe among those of the file, to which a new one is added. */
static int take_picture(pd_wardrobe_export *out, const pd_wardrobe *w, int texture)
{
    PD_ASSERT(texture >= 0 && texture < w->texture_count);
    const pd_wardrobe_texture *png = &w->textures[texture];
    int number = 0;

    while (number < out->texture_count && out->textures[number].file.data != png->png) number++;
    if (number == out->texture_count)
        out->textures[out->texture_count++] = (pd_io_glb_texture){png->name, {png->png, png->bytes}};

    return number;
}

int pd_wardrobe_material_take(pd_wardrobe_export *out, const pd_wardrobe_request *r,
                              const pd_wardrobe_item *item, const pd_wardrobe_part *part)
{
    PD_ASSERT(out->material_count < (int)(sizeof out->materials / sizeof *out->materials));
    pd_io_glb_material *m = &out->materials[out->material_count];
    int texture = part->texture;
    float tint[3] = {1, 1, 1};

    /* Colour of the hair, or the texture of the iris. */
    if (part->tint == PD_WARDROBE_HAIR_TINT) pd_wardrobe_hair_rgb(tint, r->palette.hair, r->palette.grey);
    if (part->tint == PD_WARDROBE_IRIS_TINT && texture >= 0 &&
        texture + PD_WARDROBE_IRIS_COUNT <= r->wardrobe->texture_count)
        texture += (int)r->palette.iris;

    /* Index of the texture among those of the file; a new one is added. */
    const bool is_shaded = texture < 0 && part->shade > 0;
    const int number = texture >= 0 ? take_picture(out, r->wardrobe, texture)
                       : is_shaded  ? take_picture(out, r->wardrobe, part->shade - 1)
                                    : -1;

    *m = (pd_io_glb_material){.name = item->name,
                              .roughness = part->roughness,
                              .texture = number,
                              .at_places = is_shaded,
                              .alpha = (pd_io_glb_alpha)part->alpha,
                              .two_sided = part->two_sided && !pd_wardrobe_is_carded(item),
                              .both_windings = pd_wardrobe_is_carded(item)};
    if (r->has_folds && part->folds) m->fold_map = 1 + take_picture(out, r->wardrobe, part->folds - 1);
    if (r->has_folds && part->shade && !is_shaded)
        m->shade_map = 1 + take_picture(out, r->wardrobe, part->shade - 1);
    for (int c = 0; c < 3; c++) m->color[c] = part->color[c] * tint[c];
    for (int c = 0; c < 3 && is_shaded; c++) m->color[c] = fminf(1, m->color[c] / PD_WARDROBE_SHADE_MEAN);
    if (item->slot == PD_WARDROBE_BEARD) {
        m->roughness = fmaxf(m->roughness, BEARD_ROUGHNESS);
        for (int c = 0; c < 3; c++) m->color[c] = fminf(1, BEARD_GAIN * m->color[c] + BEARD_LIGHT);
    }

    return out->material_count++;
}

bool pd_wardrobe_material_has_places(const pd_wardrobe_request *r, const pd_wardrobe_item *item)
{
    bool any = false;

    for (int p = 0; p < item->part_count; p++)
        any |= (r->has_folds && (item->parts[p].folds || item->parts[p].shade)) ||
               (item->parts[p].texture < 0 && item->parts[p].shade);

    return any;
}
