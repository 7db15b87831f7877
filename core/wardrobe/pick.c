#include "core/wardrobe/pick.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/wardrobe/piece.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define STREAM        0x0077656172ull /* another one than that of bodies */
#define GREY_WOMEN    44.3            /* mean age of the first white hairs, years (pick.h) */
#define GREY_MEN      42.5
#define GREY_SD       15.0
#define GREY_LEAST    20.0 /* nobody has white hairs before, years */
#define GREY_YEARS    57.0 /* from the first white hairs to the last coloured ones */
/* Hair loss (pick.h). */
#define NORWOOD_SD    0.61 /* of the logarithm of the age of onset */
#define LUDWIG_SD     0.80
#define NORWOOD_YEARS (25.0 / 3) /* from grade to grade */
#define LUDWIG_YEARS  20.0
#define THIN          0.5 /* hair loss from which no man has long hair */
/* Metres below the tip of the nose from which hair is long: on men;
 * on women, whose hair to the chin is not */
#define LONG_MEN      0.06f
#define LONG_WOMEN    0.09f

/* Share of African ancestry, of squares as in the tone of the skin, from which hair may be curled tightly,
 * and from which it is for `curls` of all women and men. */
#define CURLS_LEAST 0.35
#define CURLS_ALL   0.70
static const double curls[2] = {0.5, 0.85};

enum { DARK, LIGHT, SKINS };

/* Tightly curled hair: how often women and men wear it. */
static const struct {
    const char *name;
    int often[2];
} curled[] = {{"hair-afro", {5, 4}}, {"hair-buzz", {1, 10}}};

/* percent, in the order of palette.h */
static const int hair_weights[SKINS][PD_WARDROBE_HAIR_COUNT] = {
    [DARK] = {84, 15, 1, 0, 0, 0, 0},
    [LIGHT] = {24, 37, 16, 4, 19, 0, 0},
};
static const int iris_weights[SKINS][PD_WARDROBE_IRIS_COUNT] = {
    [DARK] = {52, 45, 3, 0, 0, 0},
    [LIGHT] = {40, 12, 12, 10, 20, 6},
};

/* Slots that not everybody wears something in: one of so many women, men,
 * and people of neither gender; 0: nobody. */
static const int one_in[PD_WARDROBE_SLOT_COUNT][3] = {
    [PD_WARDROBE_HAT] = {12, 12, 12},
    [PD_WARDROBE_GLASSES] = {5, 5, 5},
    [PD_WARDROBE_BEARD] = {0, 3, 6},
};

/* Returns the weight with which an item is drawn: how often people of the gender wear it, 1 for all without a
 * gender. Shoes and hats share a style with the outfit. */
static int weight_of(const pd_wardrobe_item *item, pd_smpl_gender gender, unsigned styles)
{
    const bool is_styled = item->slot == PD_WARDROBE_SHOES || item->slot == PD_WARDROBE_HAT;
    if (is_styled && styles && item->styles && !(styles & item->styles)) return 0;
    return gender == PD_SMPL_NEUTRAL ? 1 : item->often[gender == PD_SMPL_MALE];
}

/* Returns the row of `curled` of an item, or -1. */
static int curled_row(const pd_wardrobe_item *item)
{
    for (size_t i = 0; i < sizeof curled / sizeof *curled; i++)
        if (item->slot == PD_WARDROBE_HAIR && !strcmp(item->name, curled[i].name)) return (int)i;
    return -1;
}

/* Returns whether hair hangs less than `least` metres below the tip of the nose. */
static bool is_short(const pd_wardrobe *w, const pd_wardrobe_item *hair, float least)
{
    return hair->low > w->marks[PD_WARDROBE_MARK_NOSE_Y] - least;
}

/* Filter of the items that may be drawn: slot, gender, styles and greatest length. */
typedef struct choice {
    pd_wardrobe_slot slot;
    pd_smpl_gender gender;
    unsigned styles;
    float least; /* hair that hangs less than so many metres below the tip of the nose; 0: any */
} choice;

static int weight_in(const pd_wardrobe *w, int i, const choice *c)
{
    const pd_wardrobe_item *item = &w->items[i];
    if (item->slot != c->slot || (c->least > 0 && !is_short(w, item, c->least))) return 0;
    return weight_of(item, c->gender, c->styles);
}

/* Draws an item. -1: nothing may be drawn. */
static int draw_item(const pd_wardrobe *w, const choice *c, pd_rng *rng)
{
    int weights[PD_WARDROBE_ITEMS_MAX];

    for (int i = 0; i < w->item_count; i++) weights[i] = weight_in(w, i, c);

    return pd_rng_weighted(rng, weights, w->item_count);
}

void pd_wardrobe_pick(pd_wardrobe_outfit *outfit, pd_wardrobe_palette *palette, const pd_wardrobe *w,
                      uint64_t seed, pd_smpl_gender gender)
{
    pd_rng rng;
    const int group = gender == PD_SMPL_FEMALE ? 0 : gender == PD_SMPL_MALE ? 1 : 2;
    unsigned styles = 0;

    pd_rng_init(&rng, seed ^ STREAM);

    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) {
        const pd_wardrobe_slot slot = (pd_wardrobe_slot)s;
        int *item = &outfit->items[s];
        *item =
            pd_wardrobe_slot_is_face(slot)
                ? w->standard[s]
                : draw_item(w, &(choice){.slot = slot, .gender = gender, .styles = styles, .least = 0}, &rng);
        if (one_in[s][2] && (!one_in[s][group] || pd_rng_below(&rng, one_in[s][group]))) *item = -1;
        if (slot == PD_WARDROBE_OUTFIT && *item >= 0) styles = w->items[*item].styles;
    }

    palette->skin = pd_rng_between(&rng, 0.08, 0.95);
    const int skin = palette->skin < 0.5 ? DARK : LIGHT;
    palette->hair = (pd_wardrobe_hair_color)pd_rng_weighted(&rng, hair_weights[skin], PD_WARDROBE_HAIR_COUNT);
    palette->iris = (pd_wardrobe_iris_color)pd_rng_weighted(&rng, iris_weights[skin], PD_WARDROBE_IRIS_COUNT);
}

void pd_wardrobe_pick_tones(pd_wardrobe_palette *palette, const double ancestry[PD_SMPL_ANCESTRY_COUNT])
{
    static const double tones[PD_SMPL_ANCESTRY_COUNT] = {0.18, 0.66, 0.80};
    static const int hairs[PD_SMPL_ANCESTRY_COUNT][PD_WARDROBE_HAIR_COUNT] = {
        {90, 10, 0, 0, 0, 0, 0}, {78, 20, 2, 0, 0, 0, 0}, {8, 40, 22, 6, 24, 0, 0}};
    static const int irises[PD_SMPL_ANCESTRY_COUNT][PD_WARDROBE_IRIS_COUNT] = {
        {50, 48, 2, 0, 0, 0}, {52, 46, 2, 0, 0, 0}, {32, 6, 16, 14, 24, 8}};
    double weights[PD_SMPL_ANCESTRY_COUNT];
    double sum = 0, tone = 0;
    int most = 0;
    pd_rng rng;
    pd_rng_init(&rng, palette->seed ^ 0x746f6e65ull);

    /* Squares make mixtures rarer than those of faces. */
    for (int g = 0; g < PD_SMPL_ANCESTRY_COUNT; g++) {
        const double share = ancestry[g] > 0 ? ancestry[g] : 0;
        weights[g] = share * share;
        sum += weights[g];
        if (ancestry[g] > ancestry[most]) most = g;
    }

    for (int g = 0; g < PD_SMPL_ANCESTRY_COUNT && sum > 0; g++) tone += weights[g] / sum * tones[g];
    tone += 0.08 * pd_rng_normal(&rng);
    palette->skin = tone < 0.05 ? 0.05 : tone > 0.97 ? 0.97 : tone;
    palette->hair = (pd_wardrobe_hair_color)pd_rng_weighted(&rng, hairs[most], PD_WARDROBE_HAIR_COUNT);
    palette->iris = (pd_wardrobe_iris_color)pd_rng_weighted(&rng, irises[most], PD_WARDROBE_IRIS_COUNT);
}

void pd_wardrobe_pick_hair(pd_wardrobe_outfit *outfit, const pd_wardrobe *w, uint64_t seed,
                           pd_smpl_gender gender, const double ancestry[PD_SMPL_ANCESTRY_COUNT])
{
    int *hair = &outfit->items[PD_WARDROBE_HAIR];
    int weights[PD_WARDROBE_ITEMS_MAX];
    pd_rng rng;

    if (*hair < 0) return;
    pd_rng_init(&rng, seed ^ 0x6375726cull);
    double squares = 0;
    for (int g = 0; g < PD_SMPL_ANCESTRY_COUNT; g++) squares += pow(fmax(0, ancestry[g]), 2);
    const double african = squares > 0 ? pow(fmax(0, ancestry[PD_SMPL_AFRICAN]), 2) / squares : 0;
    const double share = (african - CURLS_LEAST) / (CURLS_ALL - CURLS_LEAST);
    const bool is_curled =
        pd_rng_between(&rng, 0, 1) < curls[gender == PD_SMPL_MALE] * fmax(0, fmin(1, share));

    /* Of curled hair the table's, of other hair the wardrobe's but for the afro. */
    const bool is_afro = curled_row(&w->items[*hair]) == 0;
    if (!is_curled && (!is_afro || share > 0)) return;
    for (int i = 0; i < w->item_count; i++) {
        const int row = curled_row(&w->items[i]);
        weights[i] = w->items[i].slot != PD_WARDROBE_HAIR ? 0 : weight_of(&w->items[i], gender, 0);
        if (is_curled)
            weights[i] = row < 0 ? 0 : curled[row].often[gender == PD_SMPL_MALE];
        else if (row == 0)
            weights[i] = 0;
    }

    const int item = pd_rng_weighted(&rng, weights, w->item_count);
    if (item >= 0) *hair = item;
}

void pd_wardrobe_grey(pd_wardrobe_palette *palette)
{
    pd_rng rng;
    pd_rng_init(&rng, palette->seed ^ 0x67726579ull);
    const double first = GREY_WOMEN + palette->male * (GREY_MEN - GREY_WOMEN) + GREY_SD * pd_rng_normal(&rng);
    palette->grey = fmax(0, fmin(1, (palette->age - fmax(GREY_LEAST, first)) / GREY_YEARS));
}

void pd_wardrobe_lose_hair(pd_wardrobe_palette *palette, const double ancestry[PD_SMPL_ANCESTRY_COUNT])
{
    static const double onsets[2][PD_SMPL_ANCESTRY_COUNT] = {{160, 160, 95}, {89, 82, 43}}; /* medians */
    const bool is_male = palette->male >= 0.5;
    double sum = 0, mean = 0;
    pd_rng rng;

    pd_rng_init(&rng, palette->seed ^ 0x62616c64ull);

    /* Age of onset. */
    for (int g = 0; g < PD_SMPL_ANCESTRY_COUNT; g++) {
        const double share = !ancestry ? 1 : ancestry[g] > 0 ? ancestry[g] : 0;
        sum += share;
        mean += share * log(onsets[is_male][g]);
    }

    mean = sum > 0 ? mean / sum : log(onsets[is_male][PD_SMPL_EUROPEAN]);
    const double onset = exp(mean + (is_male ? NORWOOD_SD : LUDWIG_SD) * pd_rng_normal(&rng));

    /* Grade, as a share of the highest one. */
    const double years = palette->age - onset;
    const double loss = is_male ? (3 + years / NORWOOD_YEARS - 1) / 6 : (1 + years / LUDWIG_YEARS) / 3;
    palette->hair_loss = fmax(0, fmin(1, loss));
}

/* Replaces hair by another head of hair that hangs less than `least` metres below the tip of the nose, if
 * there is one. */
static void shorten_hair(int *hair, const pd_wardrobe *w, pd_smpl_gender gender, float least, pd_rng *rng)
{
    const choice shorter = {.slot = PD_WARDROBE_HAIR, .gender = gender, .least = least};
    const int item = draw_item(w, &shorter, rng);
    if (item >= 0) *hair = item;
}

void pd_wardrobe_cut_at_jaw(pd_wardrobe_outfit *outfit, const pd_wardrobe *w, pd_smpl_gender gender,
                            pd_rng *rng)
{
    int *hair = &outfit->items[PD_WARDROBE_HAIR];
    if (*hair >= 0 && !is_short(w, &w->items[*hair], LONG_MEN)) shorten_hair(hair, w, gender, LONG_MEN, rng);
}

void pd_wardrobe_cut_thin_hair(pd_wardrobe_outfit *outfit, const pd_wardrobe *w,
                               const pd_wardrobe_palette *palette)
{
    int *hair = &outfit->items[PD_WARDROBE_HAIR];

    if (*hair < 0 || palette->male < 0.5 || palette->hair_loss < THIN ||
        is_short(w, &w->items[*hair], LONG_MEN))
        return;
    pd_rng rng;
    pd_rng_init(&rng, palette->seed ^ 0x73686f7274ull);

    shorten_hair(hair, w, PD_SMPL_MALE, LONG_MEN, &rng);
}

/* Returns the share of women of an age who wear their hair long, relative to the share of the youngest.
 * Piecewise linear. */
static double keeps_long(double age)
{
    static const double rows[][2] = {{19, 1}, {29.5, 0.75}, {42.5, 0.32}, {55, 0.23}};
    const int count = sizeof rows / sizeof *rows;

    if (age <= rows[0][0]) return rows[0][1];
    for (int i = 1; i < count; i++) {
        const double t = (age - rows[i - 1][0]) / (rows[i][0] - rows[i - 1][0]);
        if (t <= 1) return rows[i - 1][1] + t * (rows[i][1] - rows[i - 1][1]);
    }

    return rows[count - 1][1];
}

void pd_wardrobe_cut_with_age(pd_wardrobe_outfit *outfit, const pd_wardrobe *w,
                              const pd_wardrobe_palette *palette)
{
    int *hair = &outfit->items[PD_WARDROBE_HAIR];

    if (*hair < 0 || palette->male > 0 || is_short(w, &w->items[*hair], LONG_WOMEN)) return;
    pd_rng rng;
    pd_rng_init(&rng, palette->seed ^ 0x637574ull);
    if (pd_rng_between(&rng, 0, 1) < keeps_long(palette->age)) return;

    shorten_hair(hair, w, PD_SMPL_FEMALE, LONG_WOMEN, &rng);
}
