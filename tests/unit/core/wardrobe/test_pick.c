/* Clothes and colours by seed: the same for one seed, all there are over many,
 * and dark eyes with dark skin. */
#include "core/wardrobe/pick.h"

#include "core/wardrobe/combine.h"
#include "core/wardrobe/piece.h"
#include "tests/support/cmocka.h"
#include "tests/support/wardrobes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PEOPLE = 4000 };

static void a_seed_is_one_person_and_many_wear_everything(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe();
    w.items[2].slot = PD_WARDROBE_HAIR; /* two heads of hair, one scarf, no eyes, no shoes */
    w.standard[PD_WARDROBE_EYES] = -1;
    int worn[3] = {0}, hair[2][PD_WARDROBE_HAIR_COUNT] = {{0}}, iris[2][PD_WARDROBE_IRIS_COUNT] = {{0}},
        dark = 0;
    double least = 1, most = 0;

    for (uint64_t seed = 0; seed < PEOPLE; seed++) {
        pd_wardrobe_outfit outfit, again;
        pd_wardrobe_palette palette, same;
        pd_wardrobe_pick(&outfit, &palette, &w, seed, PD_SMPL_NEUTRAL);
        pd_wardrobe_pick(&again, &same, &w, seed, PD_SMPL_NEUTRAL);
        assert_memory_equal(&outfit, &again, sizeof outfit);
        assert_true(palette.skin == same.skin && palette.hair == same.hair && palette.iris == same.iris);

        assert_int_equal(outfit.items[PD_WARDROBE_SHOES], -1);
        assert_int_equal(outfit.items[PD_WARDROBE_EYES], -1);
        assert_int_equal(outfit.items[PD_WARDROBE_OUTFIT], 1);
        worn[outfit.items[PD_WARDROBE_HAIR]]++;
        const int is_light = palette.skin >= 0.5;
        dark += !is_light;
        hair[is_light][palette.hair]++;
        iris[is_light][palette.iris]++;
        least = fmin(least, palette.skin);
        most = fmax(most, palette.skin);
    }
    assert_true(abs(worn[0] - PEOPLE / 2) < 160 && worn[1] == 0 &&
                worn[0] + worn[2] == PEOPLE); /* five deviations */
    assert_true(least >= 0.08 && least < 0.09 && most < 0.95 && most > 0.94);
    assert_true(fabs(dark / (double)PEOPLE - 0.42 / 0.87) < 0.04);
    assert_int_equal(hair[0][PD_WARDROBE_HAIR_RED] + hair[0][PD_WARDROBE_HAIR_BLOND], 0);
    assert_int_equal(iris[0][PD_WARDROBE_IRIS_BLUE] + iris[0][PD_WARDROBE_IRIS_GREEN], 0);
    assert_true(hair[0][PD_WARDROBE_HAIR_BLACK] > 0.80 * dark &&
                hair[0][PD_WARDROBE_HAIR_BLACK] < 0.88 * dark);
    /* Grey and white come with age (pd_wardrobe_grey), not by the seed alone. */
    for (int h = 0; h < PD_WARDROBE_HAIR_COUNT; h++)
        assert_true((hair[1][h] > 0) == (h != PD_WARDROBE_HAIR_GREY && h != PD_WARDROBE_HAIR_WHITE));
    for (int i = 0; i < PD_WARDROBE_IRIS_COUNT; i++) assert_true(iris[1][i] > 0);
    pd_wardrobe_deinit(&w);
}

/* Share of people of some ages who have grey hair, and the mean share of their hairs that are; by an own draw
 * for each seed. */
static void greying(double *people, double *hairs, double male, int from, int to)
{
    int count = 0, grey = 0;
    *hairs = 0;
    for (int age = from; age <= to; age++)
        for (uint64_t seed = 0; seed < 1000; seed++, count++) {
            pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
            p.age = age, p.seed = seed, p.male = male, p.hair = PD_WARDROBE_HAIR_BLACK;
            pd_wardrobe_grey(&p);
            assert_true(p.grey >= 0 && p.grey <= 1 && p.hair == PD_WARDROBE_HAIR_BLACK);
            /* A hundredth is hardly seen on a head. */
            if (p.grey > 0.01) grey++, *hairs += p.grey;
        }
    *people = grey / (double)count;
    *hairs /= grey;
}

/* The survey of Panhard et al. (Br J Dermatol 2012, 167:865): 71 % of women and 78 % of men from 45 to 65
 * have grey hair, 27 % of their hairs; 91 % of all from 61 to 65, 40 %. Hair of a person never loses grey. */
static void hair_turns_grey_as_in_the_survey(void **state)
{
    (void)state;
    double women, men, of_women, of_men;
    greying(&women, &of_women, 0, 45, 65), greying(&men, &of_men, 1, 45, 65);
    assert_true(fabs(women - 0.71) < 0.04 && fabs(men - 0.78) < 0.04);
    assert_true(fabs((of_women + of_men) / 2 - 0.27) < 0.07);
    greying(&women, &of_women, 0, 61, 65), greying(&men, &of_men, 1, 61, 65);
    assert_true(fabs((women + men) / 2 - 0.91) < 0.04 && fabs((of_women + of_men) / 2 - 0.40) < 0.04);

    for (uint64_t seed = 0; seed < 500; seed++) {
        pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
        double last = 0;
        p.seed = seed;
        for (p.age = 18; p.age <= 80; p.age++) {
            pd_wardrobe_grey(&p);
            assert_true(p.grey >= last && p.grey < last + 0.04 && (p.age > 20 || p.grey == 0));
            last = p.grey;
        }
    }
}

/* Share of people of an age whose hair loss is at least that of a grade. */
static double losing(double male, int age, double loss, const double *ancestry)
{
    int count = 0;
    for (uint64_t seed = 0; seed < 4000; seed++) {
        pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
        p.age = age, p.seed = seed, p.male = male;
        pd_wardrobe_lose_hair(&p, ancestry);
        assert_true(p.hair_loss >= 0 && p.hair_loss <= 1);
        count += p.hair_loss >= loss;
    }
    return count / 4000.0;
}

/* Shares of the surveys that pick.h names: Norwood III is a loss of 1/3, VI of 5/6; Ludwig I is 1/3. Nobody
 * gets hair back. */
static void hair_is_lost_as_in_the_surveys(void **state)
{
    (void)state;
    static const double european[3] = {0, 0, 1}, asian[3] = {0, 1, 0}, african[3] = {1, 0, 0};
    assert_true(fabs(losing(1, 24, 1 / 3.0, european) - 0.16) < 0.03);
    assert_true(fabs(losing(1, 45, 1 / 3.0, european) - 0.53) < 0.03);
    assert_true(fabs(losing(1, 70, 1 / 3.0, european) - 0.80) < 0.03);
    assert_true(fabs(losing(1, 70, 5 / 6.0, european) - 0.55) < 0.05);
    assert_true(fabs(losing(1, 45, 1 / 3.0, african) - 0.53 / 4) < 0.03);
    static const double men[6] = {.0255, .0865, .161, .282, .3525, .4415},
                        women[6] = {.0075, .023, .046, .0745, .11, .1825};
    for (int i = 0; i < 6; i++) {
        assert_true(fabs(losing(1, 25 + 10 * i, 1 / 3.0, asian) - men[i]) < 0.035);
        assert_true(fabs(losing(0, 25 + 10 * i, 1 / 3.0, asian) - women[i]) < 0.035);
    }
    assert_true(losing(0, 25, 1 / 3.0, european) > 0.03 && losing(0, 25, 1 / 3.0, european) < 0.06);
    assert_true(losing(0, 72, 1 / 3.0, european) > 0.29 && losing(0, 72, 1 / 3.0, european) < 0.42);
    assert_true(losing(1, 60, 1 / 3.0, NULL) < losing(1, 60, 1 / 3.0, european));

    for (uint64_t seed = 0; seed < 200; seed++) {
        pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
        double last = 0;
        p.seed = seed;
        for (p.age = 18; p.age <= 80; p.age++) {
            pd_wardrobe_lose_hair(&p, european);
            assert_true(p.hair_loss >= last && p.hair_loss < last + 0.03 + (p.age == 18));
            last = p.hair_loss;
        }
    }
}

static void hats_are_rare(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe();
    w.items[1].slot = PD_WARDROBE_HAT;
    int worn = 0;
    for (uint64_t seed = 0; seed < PEOPLE; seed++) {
        pd_wardrobe_outfit outfit;
        pd_wardrobe_palette palette;
        pd_wardrobe_pick(&outfit, &palette, &w, seed, PD_SMPL_NEUTRAL);
        assert_true(outfit.items[PD_WARDROBE_HAT] == -1 || outfit.items[PD_WARDROBE_HAT] == 1);
        worn += outfit.items[PD_WARDROBE_HAT] == 1;
    }
    assert_true(abs(worn - PEOPLE / 12) < 90); /* five deviations */
    pd_wardrobe_deinit(&w);
}

static void outfits_of_one_gender_are_not_the_others(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe();
    for (int i = 0; i < 3; i++) w.items[i].slot = PD_WARDROBE_OUTFIT;
    w.items[0].often[0] = 8, w.items[1].often[1] = 6, w.items[2].often[0] = w.items[2].often[1] = 6;
    int worn[PD_SMPL_GENDER_COUNT][3] = {{0}};
    for (uint64_t seed = 0; seed < PEOPLE; seed++)
        for (int g = 0; g < PD_SMPL_GENDER_COUNT; g++) {
            pd_wardrobe_outfit outfit;
            pd_wardrobe_palette palette;
            pd_wardrobe_pick(&outfit, &palette, &w, seed, (pd_smpl_gender)g);
            worn[g][outfit.items[PD_WARDROBE_OUTFIT]]++;
        }
    assert_int_equal(worn[PD_SMPL_FEMALE][1], 0);
    assert_int_equal(worn[PD_SMPL_MALE][0], 0);
    assert_true(abs(worn[PD_SMPL_FEMALE][0] - PEOPLE * 8 / 14) < 160); /* five deviations */
    assert_true(abs(worn[PD_SMPL_MALE][1] - PEOPLE / 2) < 160);
    for (int i = 0; i < 3; i++) assert_true(abs(worn[PD_SMPL_NEUTRAL][i] - PEOPLE / 3) < 150);

    for (int i = 1; i < 3; i++)
        w.items[i].slot = PD_WARDROBE_HAIR, w.items[i].often[1] = 0; /* nothing for a man in this one */
    pd_wardrobe_outfit outfit;
    pd_wardrobe_palette palette;
    pd_wardrobe_pick(&outfit, &palette, &w, 3, PD_SMPL_MALE);
    assert_int_equal(outfit.items[PD_WARDROBE_OUTFIT], -1);
    pd_wardrobe_deinit(&w);
}

/* Shoes share a style with the outfit; shoes without a style go with everything. */
static void shoes_go_with_the_outfit(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe();
    w.items[0].slot = w.items[2].slot = PD_WARDROBE_SHOES;
    w.standard[PD_WARDROBE_HAIR] = w.standard[PD_WARDROBE_EYES] = -1;
    w.items[0].styles = 1u << PD_WARDROBE_SPORT;
    w.items[1].styles = 1u << PD_WARDROBE_FORMAL | 1u << PD_WARDROBE_WORK;
    for (int round = 0; round < 2; round++) {
        int worn[3] = {0};
        w.items[2].styles = round ? 1u << PD_WARDROBE_WORK : 0;
        for (uint64_t seed = 0; seed < 200; seed++) {
            pd_wardrobe_outfit outfit;
            pd_wardrobe_palette palette;
            pd_wardrobe_pick(&outfit, &palette, &w, seed, PD_SMPL_NEUTRAL);
            worn[outfit.items[PD_WARDROBE_SHOES]]++;
        }
        assert_int_equal(worn[2], 200);
    }
    pd_wardrobe_deinit(&w);
}

/* Drawn hair that hangs far below the nose gives way to shorter hair on a man with Norwood's grade IV or
 * more; not on others, and not if there is none. */
static void men_who_lost_much_hair_have_no_long_hair(void **state)
{
    (void)state;
    static const struct {
        double male, loss;
        bool has_short, is_cut;
    } cases[] = {{1, 0.5, true, true}, {1, 1, true, true},   {1, 0.49, true, false},
                 {0, 1, true, false},  {1, 1, false, false}, {1, 0, true, false}};
    pd_wardrobe w = tiny_wardrobe();
    w.items[2].slot = PD_WARDROBE_HAIR;
    w.items[0].often[1] = w.items[2].often[1] = 1;
    w.marks[PD_WARDROBE_MARK_NOSE_Y] = 1.25f; /* of both items */
    w.items[0].rest[1] -= 0.07f;
    for (int i = 0; i < w.item_count; i++) pd_wardrobe_measure(&w.items[i]);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        if (!cases[c].has_short) w.items[2].often[1] = 0;
        for (uint64_t seed = 0; seed < 20; seed++) {
            pd_wardrobe_palette palette = PD_WARDROBE_PALETTE;
            pd_wardrobe_outfit outfit = {.items = {[PD_WARDROBE_HAIR] = 0}};
            palette.male = cases[c].male, palette.hair_loss = cases[c].loss, palette.seed = seed;
            pd_wardrobe_cut_thin_hair(&outfit, &w, &palette);
            assert_int_equal(outfit.items[PD_WARDROBE_HAIR], cases[c].is_cut ? 2 : 0);
        }
        w.items[2].often[1] = 1;
    }
    pd_wardrobe_outfit bare = {.items = {[PD_WARDROBE_HAIR] = -1}};
    pd_wardrobe_palette bald = PD_WARDROBE_PALETTE;
    bald.male = bald.hair_loss = 1;
    pd_wardrobe_cut_thin_hair(&bare, &w, &bald);
    assert_int_equal(bare.items[PD_WARDROBE_HAIR], -1);
    pd_wardrobe_deinit(&w);
}

/* Of 2,000 women's seeds with long hair the shares of the survey keep it, men and hair that is short do not
 * change, and nobody is bare. */
static void women_wear_shorter_hair_with_age_as_in_the_survey(void **state)
{
    (void)state;
    static const double rows[][2] = {{18, 1},      {29.5, 0.75}, {36, 0.535},
                                     {42.5, 0.32}, {55, 0.23},   {80, 0.23}};
    pd_wardrobe w = tiny_wardrobe();
    w.items[2].slot = PD_WARDROBE_HAIR;
    w.items[0].often[0] = w.items[2].often[0] = 1;
    w.marks[PD_WARDROBE_MARK_NOSE_Y] = 1.25f;
    w.items[0].rest[1] -= 0.10f;
    for (int i = 0; i < w.item_count; i++) pd_wardrobe_measure(&w.items[i]);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        int kept = 0;
        for (uint64_t seed = 0; seed < 2000; seed++) {
            pd_wardrobe_palette palette = PD_WARDROBE_PALETTE;
            pd_wardrobe_outfit outfit = {.items = {[PD_WARDROBE_HAIR] = 0, [PD_WARDROBE_HAT] = -1}},
                               man = outfit;
            palette.male = 0, palette.age = rows[r][0], palette.seed = seed;
            pd_wardrobe_cut_with_age(&outfit, &w, &palette);
            kept += outfit.items[PD_WARDROBE_HAIR] == 0;
            palette.male = 1;
            pd_wardrobe_cut_with_age(&man, &w, &palette);
            assert_int_equal(man.items[PD_WARDROBE_HAIR], 0);
        }
        assert_near(kept / 2000.0, rows[r][1], 0.03);
    }
    w.items[2].often[0] = 0; /* no shorter hair */
    pd_wardrobe_outfit only = {.items = {[PD_WARDROBE_HAIR] = 0, [PD_WARDROBE_HAT] = -1}};
    pd_wardrobe_palette old = PD_WARDROBE_PALETTE;
    old.male = 0, old.age = 80;
    for (old.seed = 0; old.seed < 20; old.seed++) pd_wardrobe_cut_with_age(&only, &w, &old);
    assert_int_equal(only.items[PD_WARDROBE_HAIR], 0);
    pd_wardrobe_deinit(&w);
}

static void an_afro_is_worn_with_african_ancestry_alone(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe();
    w.items[2].slot = PD_WARDROBE_HAIR;
    w.items[2].often[0] = w.items[2].often[1] = 1;
    w.items[0].often[0] = w.items[0].often[1] = 1;
    strcpy(w.items[2].name, "hair-afro");
    static const double people[][PD_SMPL_ANCESTRY_COUNT] = {
        {1, 0, 0}, {0, 1, 0}, {0.3, 0.1, 0.6}, {0, 0, 1}, {0.4, 0.2, 0.4}};

    for (size_t p = 0; p < sizeof people / sizeof *people; p++)
        for (int sex = 0; sex < 2; sex++) {
            int afros = 0, before = 0;
            for (uint64_t seed = 0; seed < 1000; seed++) {
                pd_wardrobe_outfit outfit = {.items = {[PD_WARDROBE_HAIR] = seed % 2 ? 2 : 0}}, bald = outfit;
                bald.items[PD_WARDROBE_HAIR] = -1;
                const pd_smpl_gender gender = sex ? PD_SMPL_MALE : PD_SMPL_FEMALE;
                before += seed % 2;
                pd_wardrobe_pick_hair(&outfit, &w, seed, gender, people[p]);
                pd_wardrobe_pick_hair(&bald, &w, seed, gender, people[p]);
                assert_int_equal(bald.items[PD_WARDROBE_HAIR], -1);
                afros += outfit.items[PD_WARDROBE_HAIR] == 2;
            }
            if (p == 0) assert_true(afros > before + 190);
            if (p > 0 && p < 4) assert_int_equal(afros, 0);
        }
    pd_wardrobe_deinit(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_seed_is_one_person_and_many_wear_everything),
                                       cmocka_unit_test(hair_is_lost_as_in_the_surveys),
                                       cmocka_unit_test(hair_turns_grey_as_in_the_survey),
                                       cmocka_unit_test(men_who_lost_much_hair_have_no_long_hair),
                                       cmocka_unit_test(women_wear_shorter_hair_with_age_as_in_the_survey),
                                       cmocka_unit_test(an_afro_is_worn_with_african_ancestry_alone),
                                       cmocka_unit_test(hats_are_rare),
                                       cmocka_unit_test(outfits_of_one_gender_are_not_the_others),
                                       cmocka_unit_test(shoes_go_with_the_outfit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
