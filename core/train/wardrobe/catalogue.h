#ifndef PD_TRAIN_WARDROBE_CATALOGUE_H
#define PD_TRAIN_WARDROBE_CATALOGUE_H
/* What of MakeHuman's CC0 garments, hair and parts of the face the wardrobe is made of: a row each. A further item is a row more. */
#include "core/train/wardrobe/bind.h"
#include "core/wardrobe/palette.h"
#include "core/wardrobe/wardrobe.h"

#include <stdbool.h>

#define PD_TRAIN_COLORS_MAX 4

typedef enum pd_train_texture {
    PD_TRAIN_CLOTH,
    PD_TRAIN_STRANDS,
    PD_TRAIN_LASH,
    PD_TRAIN_IRIS,
    PD_TRAIN_TEXTURE_COUNT = PD_TRAIN_IRIS + PD_WARDROBE_IRIS_COUNT
} pd_train_texture;

/* An item: its files, how it is bound, and the colours (sRGB) and roughness of its connected components, the largest first; further ones
 * have the last. */
typedef struct pd_train_item {
    const char *name, *about, *files; /* below assets' base/, or makehuman's for eyes; without ending */
    pd_wardrobe_slot slot;
    pd_train_carrier carrier;
    int dir_count, smoothing;
    float clearance;
    int texture; /* pd_train_texture; -1: none */
    pd_wardrobe_tint tint;
    int color_count;
    unsigned char colors[PD_TRAIN_COLORS_MAX][3];
    float roughness;
    bool is_two_sided;
    int skirt; /* the connected component that hangs about the legs, the largest 0; 0: there is none */
} pd_train_item;

extern const pd_train_item pd_train_items[];
extern const int pd_train_item_count;

#endif
