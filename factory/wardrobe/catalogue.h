#ifndef PD_FACTORY_WARDROBE_CATALOGUE_H
#define PD_FACTORY_WARDROBE_CATALOGUE_H
/* Table of the MakeHuman CC0 garments, hair and parts of the face that the wardrobe is made of, one row each.
 * To add an item, add a row.
 *
 * Further tables: how often and with what people wear an item, the items modelled by code (made.h), and the
 * pieces, which are made from items by parameters (core/wardrobe/piece.h). To add a piece, add a row.
 *
 * A row holds what MakeHuman's files do not say: the slot, the carrier (bind.h), smoothness and distance from
 * the skin, and the material. Lengths are metres, colours sRGB of 0 to 255, roughness that of glTF's
 * materials. wardrobe.c names the standard outfit. */
#include "factory/wardrobe/bind/bind.h"
#include "core/wardrobe/palette.h"
#include "core/wardrobe/wardrobe.h"
#include "factory/wardrobe/made/made.h"
#include "factory/wardrobe/pattern.h"

#include <stdbool.h>

#define PD_FACTORY_COLORS_MAX 4 /* parts of an item */

typedef enum pd_factory_texture {
    PD_FACTORY_CLOTH,    /* a repeated knit */
    PD_FACTORY_STRANDS,  /* hair and brows */
    PD_FACTORY_CURLS,    /* dense curls */
    PD_FACTORY_LASH,     /* fades to the tips */
    PD_FACTORY_BRISTLES, /* clipped hair */
    PD_FACTORY_WHISKERS, /* beards */
    PD_FACTORY_IRIS,     /* first of PD_WARDROBE_IRIS_COUNT irises */
    PD_FACTORY_PATTERNS = PD_FACTORY_IRIS + PD_WARDROBE_IRIS_COUNT, /* first of pattern.h */
    PD_FACTORY_TEXTURE_COUNT = PD_FACTORY_PATTERNS + PD_FACTORY_PATTERN_COUNT
} pd_factory_texture;

/* An item: its files, its binding, and the colours (sRGB) and roughness of its connected components, the
 * largest first; components without a colour of their own have the last one. */
typedef struct pd_factory_item {
    /* files: path below assets' base/, or makehuman's for eyes; without extension */
    const char *name, *about, *files;
    pd_wardrobe_slot slot;
    pd_factory_carrier carrier;
    int dir_count;   /* number of beta directions that it follows */
    int smoothing;   /* rounds of smoothing over its neighbours */
    float clearance; /* least distance from the skin, metres */
    int texture;     /* pd_factory_texture; -1: none */
    pd_wardrobe_tint tint;
    int color_count; /* number of colors */
    unsigned char colors[PD_FACTORY_COLORS_MAX][3];
    float roughness;
    bool is_two_sided; /* cloth and hair: the inner side is visible too */
    /* number of the connected component that is a skirt about the legs (the largest component is 0, which
     * stands for none) */
    int skirt;
    /* NULL: parts are connected components. Otherwise parts are made of connected parts of the texture
     * (islands): a digit for each island, the largest first, is the number of its part; further islands have
     * the last digit. Islands with one place on each side are equally large. */
    const char *islands;
    /* hair: a layer at its sides has strands across those around it, which pd_factory_lean turns */
    bool has_cross_strands;
} pd_factory_item;

extern const pd_factory_item pd_factory_items[];
extern const int pd_factory_item_count;

/* Looks of an item that is modelled by code: texture and colour of each part. */
typedef struct pd_factory_made_look {
    struct {
        int texture; /* pd_factory_texture; -1: none */
        unsigned char color[3];
        float roughness;
        pd_wardrobe_alpha alpha;
        pd_wardrobe_tint tint;
    } parts[2];
} pd_factory_made_look;
extern const pd_factory_made_look pd_factory_made_looks[PD_FACTORY_MADE_COUNT];

/* Table of how often women and men wear an item, and of what they wear it with. An item without a row is
 * never drawn by a seed and goes with everything. */
typedef struct pd_factory_habit {
    const char *name;
    int women, men;
    unsigned styles;
} pd_factory_habit;
extern const pd_factory_habit pd_factory_habits[];
extern const int pd_factory_habit_count;

/* A piece: an item of the wardrobe with parameters. */
typedef struct pd_factory_piece {
    const char *name, *about, *base;
    int women, men;
    unsigned styles;
    const char *parameters;
} pd_factory_piece;
extern const pd_factory_piece pd_factory_pieces[];
extern const int pd_factory_piece_count;

#endif
