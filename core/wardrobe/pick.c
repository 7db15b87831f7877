#include "core/wardrobe/pick.h"

#include "core/base/assert.h"
#include "core/base/rng.h"

#include <string.h>

#define ONE_HAT_IN 12              /* people */
#define STREAM     0x0077656172ull /* another one than that of bodies */

enum { DARK, LIGHT, SKINS };

/* percent, in the order of palette.h */
static const int hair_weights[SKINS][PD_WARDROBE_HAIR_COUNT] = {
    [DARK] = {84, 15, 1, 0, 0, 0, 0},
    [LIGHT] = {24, 37, 16, 4, 19, 0, 0},
};
static const int iris_weights[SKINS][PD_WARDROBE_IRIS_COUNT] = {
    [DARK] = {52, 45, 3, 0, 0, 0},
    [LIGHT] = {40, 12, 12, 10, 20, 6},
};

static int draw(const int *weights, int count, pd_rng *rng)
{
    int all = 0, at = 0;
    for (int i = 0; i < count; i++) all += weights[i];
    PD_ASSERT(all > 0);
    int left = pd_rng_below(rng, all);
    while (left >= weights[at]) left -= weights[at++];
    PD_ASSERT(at < count);
    return at;
}

/* How often a woman and a man wear it; 6 each for items that are not listed. */
static const struct {
    const char *name;
    int women, men;
} worn[] = {
    {"tee-trousers", 6, 0},    {"tee-shorts", 6, 0}, {"sportswear", 6, 0}, {"blouse-skirt", 8, 0},
    {"coveralls", 2, 6},       {"suit", 0, 6},       {"dungarees", 4, 6},  {"leather-shoes", 4, 6},
    {"hair-cropped", 1, 2},    {"hair-bob", 2, 0},   {"hair-long", 11, 1}, {"hair-ponytail", 12, 1},
    {"hair-bob-parted", 9, 0}, {"hair-braid", 7, 0}, {"hair-short", 3, 9}, {"hair-combed", 2, 8},
    {"hair-buzz", 2, 9},       {"hair-afro", 4, 3},
};
enum { WORN = sizeof worn / sizeof *worn, OFTEN = 6 };

static int weight_of(const char *name, pd_smpl_gender gender)
{
    for (int i = 0; i < WORN && gender != PD_SMPL_NEUTRAL; i++)
        if (!strcmp(worn[i].name, name)) return gender == PD_SMPL_FEMALE ? worn[i].women : worn[i].men;
    return gender == PD_SMPL_NEUTRAL ? 1 : OFTEN;
}

/* -1: nothing of that slot is for that gender. */
static int draw_item(const pd_wardrobe *w, pd_wardrobe_slot slot, pd_smpl_gender gender, pd_rng *rng)
{
    int all = 0;
    for (int i = 0; i < w->item_count; i++)
        if (w->items[i].slot == slot) all += weight_of(w->items[i].name, gender);
    if (!all) return -1;

    int left = pd_rng_below(rng, all);
    for (int i = 0; i < w->item_count; i++) {
        if (w->items[i].slot != slot) continue;
        left -= weight_of(w->items[i].name, gender);
        if (left < 0) return i;
    }
    return -1;
}

void pd_wardrobe_pick(pd_wardrobe_outfit *outfit, pd_wardrobe_palette *palette, const pd_wardrobe *w,
                      uint64_t seed, pd_smpl_gender gender)
{
    pd_rng rng;
    pd_rng_init(&rng, seed ^ STREAM);

    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) {
        const pd_wardrobe_slot slot = (pd_wardrobe_slot)s;
        outfit->items[s] = pd_wardrobe_slot_is_face(slot) ? w->standard[s] : draw_item(w, slot, gender, &rng);
        if (slot == PD_WARDROBE_HAT && pd_rng_below(&rng, ONE_HAT_IN)) outfit->items[s] = -1;
    }
    const int hat = outfit->items[PD_WARDROBE_HAT], hair = outfit->items[PD_WARDROBE_HAIR];
    if (hat >= 0 && hair >= 0 && pd_wardrobe_clash(w, hat, hair)) outfit->items[PD_WARDROBE_HAT] = -1;

    palette->skin = pd_rng_between(&rng, 0.08, 0.95);
    const int skin = palette->skin < 0.5 ? DARK : LIGHT;
    palette->hair = (pd_wardrobe_hair_color)draw(hair_weights[skin], PD_WARDROBE_HAIR_COUNT, &rng);
    palette->iris = (pd_wardrobe_iris_color)draw(iris_weights[skin], PD_WARDROBE_IRIS_COUNT, &rng);
}

void pd_wardrobe_grey(pd_wardrobe_palette *palette)
{
    pd_rng rng;
    pd_rng_init(&rng, palette->seed ^ 0x67726579ull);
    const double grey = pd_rng_between(&rng, 40, 72);
    if (palette->age >= grey)
        palette->hair = palette->age >= grey + 14 ? PD_WARDROBE_HAIR_WHITE : PD_WARDROBE_HAIR_GREY;
}
