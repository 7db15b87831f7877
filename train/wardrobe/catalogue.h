#ifndef PD_TRAIN_WARDROBE_CATALOGUE_H
#define PD_TRAIN_WARDROBE_CATALOGUE_H
/* The MakeHuman CC0 garments, hair and parts of the face that the wardrobe is made of, a row each. To add an item, add a row.
 *
 * A row has what MakeHuman's files do not say: which slot it fills, what carries it (bind.h), how smooth and how far from the skin it lies, what it is
 * drawn with. Lengths are metres, colours sRGB of 0 to 255, roughness that of glTF's materials. The standard outfit is named in wardrobe.c.
 */
#include "train/wardrobe/bind.h"
#include "core/wardrobe/palette.h"
#include "core/wardrobe/wardrobe.h"

#include <stdbool.h>

#define PD_TRAIN_COLORS_MAX 4

typedef enum pd_train_texture {
    PD_TRAIN_CLOTH,   /* a knit, repeated                  */
    PD_TRAIN_STRANDS, /* of hair and brows                 */
    PD_TRAIN_LASH,    /* fades to its tips                 */
    PD_TRAIN_IRIS,    /* the first of as many as have names */
    PD_TRAIN_TEXTURE_COUNT = PD_TRAIN_IRIS + PD_WARDROBE_IRIS_COUNT
} pd_train_texture;

/* An item: its files, how it is bound, and the colours (sRGB) and roughness of its connected components, the largest first; further ones
 * have the last. */
typedef struct pd_train_item {
    const char *name, *about, *files; /* below assets' base/, or makehuman's for eyes; without ending */
    pd_wardrobe_slot slot;
    pd_train_carrier carrier;
    int dir_count;   /* directions of betas that it follows             */
    int smoothing;   /* rounds over its neighbours                      */
    float clearance; /* metres from the skin at least                   */
    int texture;     /* pd_train_texture; -1: none */
    pd_wardrobe_tint tint;
    int color_count; /* of colors                        */
    unsigned char colors[PD_TRAIN_COLORS_MAX][3];
    float roughness;
    bool is_two_sided; /* cloth and hair, seen from within too */
    int skirt; /* the connected component that hangs about the legs, the largest 0; 0: there is none */
} pd_train_item;

extern const pd_train_item pd_train_items[];
extern const int pd_train_item_count;

#endif
