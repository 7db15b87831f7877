#include "core/wardrobe/occasion.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/wardrobe/piece.h"

#include <math.h>
#include <string.h>

#define STREAM 0x6f63636173696f6eull /* another one than those of bodies and of pick.c */
#define COLORS 10                    /* pairs */
#define ONE    100                   /* factor 1 of the weights below, in percent */

/* Factors of weights, in percent. */
#define OFF_SEASON        8
#define BARE_LEGS_MILD    20
#define SHORT_COLD        20 /* short sleeves in winter */
#define SHORT_MILD        70
#define LONG_WARM         30 /* long sleeves in summer */
#define ONE_PIECE         2  /* overalls where nobody works in them */
#define ONE_PIECE_AT_WORK 15
#define FORMAL_OUTSIDE    40 /* suits and blazers in the street */
#define SHORTER_HAIR      75 /* percent of men with long hair whose hair is drawn again */
#define SET_MIXED         25 /* percent of outfits with one colour that get other trousers */
#define BRIGHT            8  /* one of so many people has a bright piece */
#define BRIGHT_SHOES      10

static const int shares[] = {
#define OCCASION_SHARE(id, name, percent, style, mixed) percent,
    PD_WARDROBE_OCCASION_TABLE(OCCASION_SHARE)
#undef OCCASION_SHARE
};
static const struct {
    unsigned styles;
    int mixed; /* percent of people who wear the bottom of another outfit */
} occasions[] = {
#define OCCASION_ROW(id, name, percent, style, mixed) {1u << PD_WARDROBE_##style, mixed},
    PD_WARDROBE_OCCASION_TABLE(OCCASION_ROW)
#undef OCCASION_ROW
};

#define WINTER 1u << PD_WARDROBE_SEASON_WINTER
#define SPRING 1u << PD_WARDROBE_SEASON_SPRING
#define SUMMER 1u << PD_WARDROBE_SEASON_SUMMER
#define AUTUMN 1u << PD_WARDROBE_SEASON_AUTUMN

/* Garments with a season, and those that are made from them. */
static const struct {
    const char *base;
    unsigned seasons;
} seasonal[] = {
    {"jacket-chinos", WINTER | SPRING | AUTUMN},
    {"sweater-jeans", WINTER | SPRING | AUTUMN},
    {"tee-shorts", SUMMER},
    {"boots", WINTER | AUTUMN},
    {"beanie", WINTER | AUTUMN},
    {"straw-hat", SUMMER},
    {"bucket-hat", SPRING | SUMMER},
};

/* Muted colours of top and bottom, sRGB. */
static const int pairs[COLORS][PD_WARDROBE_HALF_COUNT] = {
    {0xe4e1d9, 0x3c4c6c}, /* white, denim */
    {0x97989a, 0x26272a}, /* grey, black */
    {0x283046, 0xb7a88a}, /* navy, beige */
    {0x2a2a2c, 0x313e58}, /* black, dark denim */
    {0x5c6a80, 0x4b4238}, /* faded denim, brown */
    {0x5d6350, 0x3a3c40}, /* olive, charcoal */
    {0x5c2f38, 0x6a6c70}, /* burgundy, grey */
    {0xc9bda5, 0x2a3040}, /* beige, navy */
    {0xa9b5c2, 0x3a4250}, /* light blue, slate */
    {0x45474b, 0x4f6280}, /* charcoal, light denim */
};
static const int brights[] = {0xa2322e, 0xd9a441, 0x2f7f88, 0x3f7a55, 0xc7723f, 0xb8456a, 0x3d62b0};

/* What is known of the items of a wardrobe. */
typedef struct item_facts {
    unsigned seasons; /* in which they are usual */
    bool is_short;    /* shins are bare */
    bool is_skirt;
    bool has_sleeves; /* longer than to the elbow */
    bool is_one_piece, is_bright;
} item_facts;

/* Returns whether a colour (linear) is bright: its parts differ in sRGB by more than those of leather. */
static bool is_bright(const float color[3])
{
    const float least = fminf(color[0], fminf(color[1], color[2]));
    const float most = fmaxf(color[0], fmaxf(color[1], color[2]));
    return powf(most, 1 / 2.2f) - powf(least, 1 / 2.2f) > 0.28f;
}

static item_facts facts_of(const pd_wardrobe *w, int i)
{
    const pd_wardrobe_item *item = &w->items[i];
    const float knee = 0.5f * (w->marks[PD_WARDROBE_MARK_HIP_Y] + w->marks[PD_WARDROBE_MARK_ANKLE_Y]);
    const float elbow = 0.5f * (w->marks[PD_WARDROBE_MARK_SHOULDER_X] + w->marks[PD_WARDROBE_MARK_WRIST_X]);
    item_facts out = {.seasons = WINTER | SPRING | SUMMER | AUTUMN};

    const bool is_piece = item->parameters[0] && item->base >= 0;
    const char *base = is_piece ? w->items[item->base].name : item->name;
    for (size_t r = 0; r < sizeof seasonal / sizeof *seasonal; r++)
        if (!strcmp(base, seasonal[r].base)) out.seasons = seasonal[r].seasons;
    out.is_skirt = !strcmp(base, "blouse-skirt");
    out.is_short = item->slot == PD_WARDROBE_OUTFIT && item->low > knee - 0.05f;
    out.has_sleeves = item->wide > elbow + 0.06f;
    out.is_one_piece = item->slot == PD_WARDROBE_OUTFIT && !pd_wardrobe_has_half(item, PD_WARDROBE_HALF_TOP);
    out.is_bright = item->part_count && is_bright(item->parts[0].color);

    return out;
}

/* Returns the factor of a season for an outfit, in percent. half: that which is worn; COUNT: both. */
static int season_factor(const item_facts *f, pd_wardrobe_half half, const pd_wardrobe_clothes *c)
{
    const bool is_winter = c->season == PD_WARDROBE_SEASON_WINTER;
    const bool is_summer = c->season == PD_WARDROBE_SEASON_SUMMER;
    const bool is_sport = c->occasion == PD_WARDROBE_OCCASION_SPORT;
    int factor = f->seasons >> c->season & 1 || (is_sport && half != PD_WARDROBE_HALF_TOP) ? ONE : OFF_SEASON;

    if (half != PD_WARDROBE_HALF_TOP && f->is_short && !is_summer)
        factor = is_sport ? factor : is_winter ? 0 : factor * BARE_LEGS_MILD / ONE;
    if (half != PD_WARDROBE_HALF_BOTTOM && !is_sport) {
        if (!f->has_sleeves && !is_summer) factor = factor * (is_winter ? SHORT_COLD : SHORT_MILD) / ONE;
        if (f->has_sleeves && is_summer) factor = factor * LONG_WARM / ONE;
    }

    return factor;
}

/* Returns how often people of the gender wear an item, in percent of the wardrobe's unit. */
static int weight_of_item(const pd_wardrobe_item *item, pd_smpl_gender gender)
{
    return ONE * (gender == PD_SMPL_NEUTRAL ? 1 : item->often[gender == PD_SMPL_MALE]);
}

/* Draws an outfit for the occasion and the season. half: that which is worn; COUNT: the whole outfit. */
static int draw_outfit(const pd_wardrobe *w, const item_facts *facts, const pd_wardrobe_clothes *c,
                       pd_wardrobe_half half, pd_smpl_gender gender, pd_rng *rng)
{
    int weights[PD_WARDROBE_ITEMS_MAX] = {0};

    for (int i = 0; i < w->item_count; i++) {
        const pd_wardrobe_item *item = &w->items[i];
        if (item->slot != PD_WARDROBE_OUTFIT || !(item->styles & occasions[c->occasion].styles)) continue;
        if (half != PD_WARDROBE_HALF_COUNT && facts[i].is_one_piece) continue;
        const int one_piece = !facts[i].is_one_piece                     ? ONE
                              : c->occasion == PD_WARDROBE_OCCASION_WORK ? ONE_PIECE_AT_WORK
                                                                         : ONE_PIECE;
        const bool is_street = c->occasion == PD_WARDROBE_OCCASION_STREET;
        const int formal = is_street && item->styles >> PD_WARDROBE_FORMAL & 1 ? FORMAL_OUTSIDE : ONE;
        weights[i] = weight_of_item(item, gender) * season_factor(&facts[i], half, c) / ONE * one_piece /
                     ONE * formal / ONE;
    }

    return pd_rng_weighted(rng, weights, w->item_count);
}

/* Draws shoes or a hat. has_shorts: the shoes are worn with shorts. */
static int draw_beside(const pd_wardrobe *w, const item_facts *facts, const pd_wardrobe_clothes *c,
                       pd_wardrobe_slot slot, bool has_shorts, pd_smpl_gender gender, pd_rng *rng)
{
    const unsigned sturdy = 1u << PD_WARDROBE_FORMAL | 1u << PD_WARDROBE_WORK;
    int weights[PD_WARDROBE_ITEMS_MAX] = {0};

    for (int i = 0; i < w->item_count; i++) {
        const pd_wardrobe_item *item = &w->items[i];
        const bool is_light = facts[i].seasons >> PD_WARDROBE_SEASON_SUMMER & 1 && !(item->styles & sturdy);
        if (item->slot != slot) continue;
        if (item->styles && !(item->styles & occasions[c->occasion].styles)) continue;
        if (has_shorts && slot == PD_WARDROBE_SHOES && !is_light) continue;
        const bool is_loud = facts[i].is_bright && c->occasion != PD_WARDROBE_OCCASION_SPORT;
        weights[i] = weight_of_item(item, gender) * (facts[i].seasons >> c->season & 1 ? ONE : OFF_SEASON) /
                     ONE * (is_loud ? BRIGHT_SHOES : ONE) / ONE;
    }

    return pd_rng_weighted(rng, weights, w->item_count);
}

/* Returns whether an outfit has one colour from top to bottom: a suit, a dress, a track suit. */
static bool is_set(const pd_wardrobe_item *item)
{
    return item->part_count < 2 ||
           !memcmp(item->parts[0].color, item->parts[1].color, sizeof item->parts[0].color);
}

static void draw_colors(pd_wardrobe_clothes *out, bool is_one_color, pd_rng *rng)
{
    const int *pair = pairs[pd_rng_below(rng, COLORS)];
    const int bright = brights[pd_rng_below(rng, sizeof brights / sizeof *brights)];
    const bool is_bright_top = pd_rng_below(rng, 3) > 0;

    out->has_bright = !pd_rng_below(rng, BRIGHT);
    for (int h = 0; h < PD_WARDROBE_HALF_COUNT; h++)
        out->colors[h] = is_one_color ? pair[PD_WARDROBE_HALF_BOTTOM] : pair[h];
    if (out->has_bright) out->colors[is_bright_top ? PD_WARDROBE_HALF_TOP : PD_WARDROBE_HALF_BOTTOM] = bright;
    if (is_one_color && out->has_bright) out->colors[0] = out->colors[1] = bright;
}

void pd_wardrobe_clothe(pd_wardrobe_clothes *out, pd_wardrobe_outfit *outfit, const pd_wardrobe *w,
                        uint64_t seed, pd_smpl_gender gender, int occasion, int season)
{
    item_facts facts[PD_WARDROBE_ITEMS_MAX];
    pd_rng rng;

    /* Occasion and season are drawn also if they are given, so that what follows is drawn alike. */
    pd_rng_init(&rng, seed ^ STREAM);
    const int drawn_occasion = pd_rng_weighted(&rng, shares, PD_WARDROBE_OCCASION_COUNT);
    const int drawn_season = pd_rng_below(&rng, PD_WARDROBE_SEASON_COUNT);
    *out =
        (pd_wardrobe_clothes){.occasion = (pd_wardrobe_occasion)(occasion >= 0 ? occasion : drawn_occasion),
                              .season = (pd_wardrobe_season)(season >= 0 ? season : drawn_season)};
    PD_ASSERT((unsigned)out->occasion < PD_WARDROBE_OCCASION_COUNT &&
              (unsigned)out->season < PD_WARDROBE_SEASON_COUNT);
    for (int i = 0; i < w->item_count; i++) facts[i] = facts_of(w, i);

    /* The outfit, and for most people the bottom of another one. */
    const int top = draw_outfit(w, facts, out, PD_WARDROBE_HALF_COUNT, gender, &rng);
    if (top >= 0) outfit->items[PD_WARDROBE_OUTFIT] = top;
    for (int h = 0; h < PD_WARDROBE_HALF_COUNT; h++) out->halves[h] = outfit->items[PD_WARDROBE_OUTFIT];
    const int mixed = top < 0 || facts[top].is_one_piece ? 0
                      : is_set(&w->items[top])           ? SET_MIXED
                                                         : occasions[out->occasion].mixed;
    if (pd_rng_below(&rng, ONE) < mixed) {
        const int bottom = draw_outfit(w, facts, out, PD_WARDROBE_HALF_BOTTOM, gender, &rng);
        if (bottom >= 0) out->halves[PD_WARDROBE_HALF_BOTTOM] = bottom;
    }

    /* Shoes, and a hat for those who have one. */
    const int bottom = out->halves[PD_WARDROBE_HALF_BOTTOM];
    const bool has_shorts = bottom >= 0 && facts[bottom].is_short && !facts[bottom].is_skirt;
    const int shoes = draw_beside(w, facts, out, PD_WARDROBE_SHOES, has_shorts, gender, &rng);
    if (shoes >= 0 && outfit->items[PD_WARDROBE_SHOES] >= 0) outfit->items[PD_WARDROBE_SHOES] = shoes;
    if (outfit->items[PD_WARDROBE_HAT] >= 0)
        outfit->items[PD_WARDROBE_HAT] = draw_beside(w, facts, out, PD_WARDROBE_HAT, false, gender, &rng);

    /* Most men with long hair get shorter hair. */
    if (pd_rng_below(&rng, ONE) < SHORTER_HAIR && gender == PD_SMPL_MALE)
        pd_wardrobe_cut_at_jaw(outfit, w, gender, &rng);
    draw_colors(out, top >= 0 && out->halves[0] == out->halves[1] && is_set(&w->items[top]), &rng);
}
