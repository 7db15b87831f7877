/* Clothes by occasion and season: shares over many seeds, what never goes together, and that a seed stays. */
#include "core/wardrobe/occasion.h"
#include "core/wardrobe/piece.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PEOPLE = 3000 };

static pd_wardrobe *wardrobe;

static int load(void **state)
{
    (void)state;
    return pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL);
}

static int unload(void **state)
{
    (void)state;
    pd_wardrobe_release(wardrobe);
    return 0;
}

typedef struct person {
    pd_wardrobe_clothes clothes;
    pd_wardrobe_outfit outfit;
    pd_wardrobe_palette palette;
} person;

static void draw(person *out, uint64_t seed, pd_smpl_gender gender, int occasion, int season)
{
    out->palette = (pd_wardrobe_palette)PD_WARDROBE_PALETTE;
    pd_wardrobe_pick(&out->outfit, &out->palette, wardrobe, seed, gender);
    pd_wardrobe_clothe(&out->clothes, &out->outfit, wardrobe, seed, gender, occasion, season);
}

static const pd_wardrobe_item *half_of(const person *p, pd_wardrobe_half half)
{
    return &wardrobe->items[p->clothes.halves[half]];
}

/* Returns the lowest point of an item, in metres. */
static float lowest(const pd_wardrobe_item *item)
{
    float low = INFINITY;
    for (size_t v = 0; v < (size_t)item->vertex_count; v++) low = fminf(low, item->rest[3 * v + 1]);
    return low;
}

/* Returns whether the shins are bare: trousers end more than 45 cm above the ground. */
static bool has_bare_shins(const person *p)
{
    const float ground = wardrobe->marks[PD_WARDROBE_MARK_GROUND_Y];
    return lowest(half_of(p, PD_WARDROBE_HALF_BOTTOM)) > ground + 0.45f;
}

/* Asserts that `count` of `all` is a share, within five deviations. */
static void assert_share(int count, int all, double share)
{
    assert_true(fabs(count - share * all) < 5 * sqrt(share * (1 - share) * all));
}

static void occasions_seasons_and_bright_pieces_have_their_shares(void **state)
{
    static const double shares[] = {0.70, 0.15, 0.08, 0.05, 0.02};
    int occasions[PD_WARDROBE_OCCASION_COUNT] = {0}, seasons[PD_WARDROBE_SEASON_COUNT] = {0}, bright = 0;
    (void)state;

    for (uint64_t seed = 0; seed < PEOPLE; seed++) {
        person p;
        draw(&p, seed, seed % 2 ? PD_SMPL_MALE : PD_SMPL_FEMALE, -1, -1);
        occasions[p.clothes.occasion]++;
        seasons[p.clothes.season]++;
        bright += p.clothes.has_bright;
    }

    for (int o = 0; o < PD_WARDROBE_OCCASION_COUNT; o++) assert_share(occasions[o], PEOPLE, shares[o]);
    for (int s = 0; s < PD_WARDROBE_SEASON_COUNT; s++) assert_share(seasons[s], PEOPLE, 0.25);
    assert_share(bright, PEOPLE, 0.125);
}

static void a_seed_is_one_person_also_when_the_occasion_is_named(void **state)
{
    (void)state;

    for (uint64_t seed = 0; seed < 200; seed++) {
        person p, again, named;
        draw(&p, seed, PD_SMPL_FEMALE, -1, -1);
        draw(&again, seed, PD_SMPL_FEMALE, -1, -1);
        draw(&named, seed, PD_SMPL_FEMALE, (int)p.clothes.occasion, (int)p.clothes.season);
        assert_memory_equal(&p.outfit, &again.outfit, sizeof p.outfit);
        assert_memory_equal(&p.clothes.halves, &again.clothes.halves, sizeof p.clothes.halves);
        assert_memory_equal(&p.outfit, &named.outfit, sizeof p.outfit);
        assert_memory_equal(&p.clothes.halves, &named.clothes.halves, sizeof p.clothes.halves);
        assert_memory_equal(&p.clothes.colors, &named.clothes.colors, sizeof p.clothes.colors);
    }
}

static void clothes_are_of_the_occasion(void **state)
{
    static const unsigned styles[] = {1u << PD_WARDROBE_CASUAL, 1u << PD_WARDROBE_FORMAL,
                                      1u << PD_WARDROBE_SPORT, 1u << PD_WARDROBE_WORK,
                                      1u << PD_WARDROBE_FORMAL};
    (void)state;

    for (int occasion = 0; occasion < PD_WARDROBE_OCCASION_COUNT; occasion++)
        for (uint64_t seed = 0; seed < 300; seed++) {
            person p;
            draw(&p, seed, seed % 2 ? PD_SMPL_MALE : PD_SMPL_FEMALE, occasion, -1);
            assert_true(half_of(&p, PD_WARDROBE_HALF_TOP)->styles & styles[occasion]);
            assert_true(half_of(&p, PD_WARDROBE_HALF_BOTTOM)->styles & styles[occasion]);
            assert_true(wardrobe->items[p.outfit.items[PD_WARDROBE_SHOES]].styles & styles[occasion]);
        }
}

/* What a survey of 240 seeds of the rules before found, and no street has. */
static void nobody_wears_what_no_street_has(void **state)
{
    int bare = 0, one_piece = 0, long_hair = 0, winter_bare = 0;
    const float jaw = wardrobe->marks[PD_WARDROBE_MARK_NOSE_Y] - 0.06f;
    (void)state;

    for (uint64_t seed = 0; seed < PEOPLE; seed++) {
        person p;
        draw(&p, seed, PD_SMPL_MALE, -1, -1);
        const pd_wardrobe_item *shoes = &wardrobe->items[p.outfit.items[PD_WARDROBE_SHOES]];
        if (has_bare_shins(&p)) {
            bare++;
            assert_false(shoes->styles & (1u << PD_WARDROBE_FORMAL | 1u << PD_WARDROBE_WORK));
            assert_null(strstr(shoes->name, "boots"));
            winter_bare += p.clothes.season == PD_WARDROBE_SEASON_WINTER;
            if (p.clothes.season == PD_WARDROBE_SEASON_WINTER)
                assert_int_equal(p.clothes.occasion, PD_WARDROBE_OCCASION_SPORT);
        }

        one_piece += !pd_wardrobe_has_half(half_of(&p, PD_WARDROBE_HALF_TOP), PD_WARDROBE_HALF_TOP);
        long_hair += lowest(&wardrobe->items[p.outfit.items[PD_WARDROBE_HAIR]]) <= jaw;
    }

    assert_true(bare > PEOPLE / 20 && bare < PEOPLE / 4);
    assert_true(one_piece > 0 && one_piece < 0.04 * PEOPLE);
    assert_true(long_hair < 0.07 * PEOPLE);
    assert_true(winter_bare > 0);
}

static void tops_and_bottoms_combine(void **state)
{
    static bool seen[PD_WARDROBE_ITEMS_MAX][PD_WARDROBE_ITEMS_MAX];
    int pairs = 0;
    (void)state;

    for (uint64_t seed = 0; seed < PEOPLE; seed++) {
        person p;
        draw(&p, seed, seed % 2 ? PD_SMPL_MALE : PD_SMPL_FEMALE, -1, -1);
        bool *is_seen = &seen[p.clothes.halves[0]][p.clothes.halves[1]];
        pairs += !*is_seen;
        *is_seen = true;
        if (p.clothes.halves[0] == p.clothes.halves[1]) continue;
        assert_true(pd_wardrobe_has_half(half_of(&p, PD_WARDROBE_HALF_TOP), PD_WARDROBE_HALF_TOP));
        assert_true(pd_wardrobe_has_half(half_of(&p, PD_WARDROBE_HALF_BOTTOM), PD_WARDROBE_HALF_BOTTOM));
    }

    assert_true(pairs > 500);
}

static void a_half_gets_a_color_and_the_other_keeps_its_own(void **state)
{
    const float color[3] = {0.1f, 0.2f, 0.3f};
    const int shirt = pd_wardrobe_find(wardrobe, "short-sleeved-shirt");
    const int tartan = pd_wardrobe_find(wardrobe, "tartan-shirt-jeans");
    pd_wardrobe_item item = wardrobe->items[shirt];
    pd_wardrobe_part parts[PD_WARDROBE_PARTS_MAX];
    (void)state;

    assert_true(shirt >= 0 && tartan >= 0);
    memcpy(parts, item.parts, (size_t)item.part_count * sizeof *parts);
    item.parts = parts;
    pd_wardrobe_color_half(&item, wardrobe, PD_WARDROBE_HALF_TOP, color, true);
    assert_memory_equal(parts[0].color, color, sizeof color);
    assert_memory_equal(parts[1].color, wardrobe->items[shirt].parts[1].color, sizeof color);

    /* A tartan has colours of its own, unless the request says otherwise. */
    item = wardrobe->items[tartan];
    memcpy(parts, item.parts, (size_t)item.part_count * sizeof *parts);
    item.parts = parts;
    pd_wardrobe_color_half(&item, wardrobe, PD_WARDROBE_HALF_TOP, color, true);
    assert_memory_equal(parts[0].color, wardrobe->items[tartan].parts[0].color, sizeof color);
    pd_wardrobe_color_half(&item, wardrobe, PD_WARDROBE_HALF_TOP, color, false);
    assert_memory_equal(parts[0].color, color, sizeof color);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(occasions_seasons_and_bright_pieces_have_their_shares),
        cmocka_unit_test(a_seed_is_one_person_also_when_the_occasion_is_named),
        cmocka_unit_test(clothes_are_of_the_occasion),
        cmocka_unit_test(nobody_wears_what_no_street_has),
        cmocka_unit_test(tops_and_bottoms_combine),
        cmocka_unit_test(a_half_gets_a_color_and_the_other_keeps_its_own),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
