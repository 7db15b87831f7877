#ifndef PD_WARDROBE_OCCASION_H
#define PD_WARDROBE_OCCASION_H
/* Chooses clothes from a seed in the order in which people do: first an occasion and a season, then an outfit
 * for both, shoes and a hat that go with it, and colours.
 *
 *     outfit    drawn with the wardrobe's weights for women and men, of a style of the occasion. Trousers of
 *               another such outfit replace its own in most people, so that tops and bottoms combine.
 *     season    garments with a season (rows of occasion.c) are rare in the others. Bare legs are for summer
 *               and sport, and for the rest of the year but winter in one of five; short sleeves are rare in
 *               winter, long ones in summer.
 *     one piece overalls and dungarees are for work; elsewhere one in fifty of those drawn stays.
 *     shoes     share a style with the occasion; with shorts nobody wears boots or formal shoes.
 *     hair      three of four men with hair to the jaw get shorter hair.
 *     colours   one of ten pairs of muted colours for top and bottom; one person in eight has one bright
 *               piece. Patterns of several colours and denim keep their own.
 *
 * The shares of occasions and the factors are estimates of a street, not of a survey; docs/lab/wardrobe.md
 * has what people wear by them. pd_wardrobe_pick chooses everything else: colours of skin, hair and eyes,
 * glasses and beard.
 *
 * Memory   allocates nothing.   Threads  pure functions.   Errors  none.
 */
#include "core/wardrobe/combine.h"
#include "core/wardrobe/pick.h"

/* X(id, name, percent of people, style of the clothes, percent of people who wear the bottom of another
 * outfit) */
#define PD_WARDROBE_OCCASION_TABLE(X)                                                                        \
    X(STREET, "street", 70, CASUAL, 70)                                                                      \
    X(OFFICE, "office", 15, FORMAL, 40)                                                                      \
    X(SPORT, "sport", 8, SPORT, 30)                                                                          \
    X(WORK, "work", 5, WORK, 20)                                                                             \
    X(EVENING, "evening", 2, FORMAL, 0)
typedef enum pd_wardrobe_occasion {
#define PD_WARDROBE_OCCASION_ENUM(id, name, percent, style, mixed) PD_WARDROBE_OCCASION_##id,
    PD_WARDROBE_OCCASION_TABLE(PD_WARDROBE_OCCASION_ENUM)
#undef PD_WARDROBE_OCCASION_ENUM
        PD_WARDROBE_OCCASION_COUNT
} pd_wardrobe_occasion;

/* X(id, name) */
#define PD_WARDROBE_SEASON_TABLE(X)                                                                          \
    X(WINTER, "winter") X(SPRING, "spring") X(SUMMER, "summer") X(AUTUMN, "autumn")
typedef enum pd_wardrobe_season {
#define PD_WARDROBE_SEASON_ENUM(id, name) PD_WARDROBE_SEASON_##id,
    PD_WARDROBE_SEASON_TABLE(PD_WARDROBE_SEASON_ENUM)
#undef PD_WARDROBE_SEASON_ENUM
        PD_WARDROBE_SEASON_COUNT
} pd_wardrobe_season;

/* Clothes of a person. */
typedef struct pd_wardrobe_clothes {
    pd_wardrobe_occasion occasion;
    pd_wardrobe_season season;
    int halves[PD_WARDROBE_HALF_COUNT]; /* outfits whose top and bottom are worn; equal: the whole outfit */
    int colors[PD_WARDROBE_HALF_COUNT]; /* sRGB 0xRRGGBB of top and bottom */
    bool has_bright;                    /* one of them is bright */
} pd_wardrobe_clothes;

/* Chooses the clothes. outfit: that of pd_wardrobe_pick for the seed, whose shoes, hat and hair change; its
 * slot OUTFIT gets the top's outfit. occasion, season: as wanted, or -1: drawn. A wardrobe without outfits
 * for the occasion leaves the outfit as it is. */
void pd_wardrobe_clothe(pd_wardrobe_clothes *out, pd_wardrobe_outfit *outfit, const pd_wardrobe *wardrobe,
                        uint64_t seed, pd_smpl_gender gender, int occasion, int season);

#endif
