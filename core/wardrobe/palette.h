#ifndef PD_WARDROBE_PALETTE_H
#define PD_WARDROBE_PALETTE_H
/* Colours of people: skin, iris, hair. Linear RGB, as in glTF's baseColorFactor.
 *
 * Skin ranges from (.36 .23 .16) to (.88 .70 .59) in sRGB: the darkest and lightest colours that look like
 * skin under white light. */

#include <stdint.h>

#define PD_WARDROBE_SKIN_TONE 0.62 /* default skin tone */

/* Computes the colour of a tone, from 0, the darkest, to 1. */
void pd_wardrobe_skin_color(float out[3], double tone);

/* X(id, name, red, green, blue in sRGB 0..255) */
#define PD_WARDROBE_HAIR_TABLE(X)                                                                            \
    X(BLACK, "black", 24, 20, 20)                                                                            \
    X(BROWN, "brown", 62, 40, 27)                                                                            \
    X(CHESTNUT, "chestnut", 98, 58, 36)                                                                      \
    X(RED, "red", 138, 68, 32)                                                                               \
    X(BLOND, "blond", 190, 152, 98)                                                                          \
    X(GREY, "grey", 148, 146, 144)                                                                           \
    X(WHITE, "white", 222, 218, 212)
/* X(id, name, red, green, blue in sRGB 0..255), in the order of the iris textures. */
#define PD_WARDROBE_IRIS_TABLE(X)                                                                            \
    X(BROWN, "brown", 104, 62, 32)                                                                           \
    X(DARK, "dark", 58, 36, 22)                                                                              \
    X(HAZEL, "hazel", 124, 98, 48)                                                                           \
    X(GREEN, "green", 86, 112, 72)                                                                           \
    X(BLUE, "blue", 84, 124, 164)                                                                            \
    X(GREY, "grey", 124, 132, 138)

typedef enum pd_wardrobe_hair_color {
#define PD_WARDROBE_HAIR_ENUM(id, name, r, g, b) PD_WARDROBE_HAIR_##id,
    PD_WARDROBE_HAIR_TABLE(PD_WARDROBE_HAIR_ENUM)
#undef PD_WARDROBE_HAIR_ENUM
        PD_WARDROBE_HAIR_COUNT
} pd_wardrobe_hair_color;
typedef enum pd_wardrobe_iris_color {
#define PD_WARDROBE_IRIS_ENUM(id, name, r, g, b) PD_WARDROBE_IRIS_##id,
    PD_WARDROBE_IRIS_TABLE(PD_WARDROBE_IRIS_ENUM)
#undef PD_WARDROBE_IRIS_ENUM
        PD_WARDROBE_IRIS_COUNT
} pd_wardrobe_iris_color;

/* Computes the colour of hair of which `grey` (0..1) of the hairs are white, linear RGB, 0..1. In sRGB:
 *
 *     (1 - grey) color + grey white
 *
 * It is darker than the mean of the light of both, because coloured hairs take some of the light that white
 * ones scatter; a guess. */
void pd_wardrobe_hair_rgb(float out[3], pd_wardrobe_hair_color color, double grey);
/* Returns sRGB, 0..255, of the centre of the iris, from which its texture is made. */
const unsigned char *pd_wardrobe_iris_srgb(pd_wardrobe_iris_color color);
float pd_wardrobe_linear(double srgb); /* converts sRGB 0..1 to linear 0..1 */
/* Converts a colour 0xRRGGBB in sRGB to linear RGB, 0..1. */
static inline void pd_wardrobe_linear_rgb(float out[3], int rgb)
{
    for (int c = 0; c < 3; c++) out[c] = pd_wardrobe_linear((rgb >> (16 - 8 * c) & 255) / 255.0);
}

typedef struct pd_wardrobe_palette {
    double skin; /* skin tone: 0, the darkest, to 1 */
    pd_wardrobe_hair_color hair;
    double grey;      /* share of the hairs that are white, 0..1 */
    double hair_loss; /* 0: all hair, 1: the highest grade of hair loss (hair_loss.h) */
    pd_wardrobe_iris_color iris;
    double age;     /* years, for lines, spots and lips (complexion.h) */
    double male;    /* 0: a woman's skin, 1: a man's, with the shadow of a beard */
    uint64_t seed;  /* freckles, blotches, undertone */
    int thin_brows; /* 1: brows drawn on the skin are thin */
} pd_wardrobe_palette;
#define PD_WARDROBE_PALETTE                                                                                  \
    ((pd_wardrobe_palette){PD_WARDROBE_SKIN_TONE, PD_WARDROBE_HAIR_BROWN, 0, 0, PD_WARDROBE_IRIS_BROWN, 30,  \
                           0.5, 0, 0})

#endif
