/* Tests the distance between words and the search of the nearest word. A search that computes every distance
 * is the reference. */
#include "core/base/text/edit_distance.h"

#include "core/base/rng.h"
#include "tests/support/cmocka.h"

static void a_distance_counts_letters_put_in_taken_out_replaced_and_swapped(void **state)
{
    (void)state;
    assert_int_equal(pd_edit_distance("betas", "betas"), 0);
    assert_int_equal(pd_edit_distance("beta", "betas"), 1);
    assert_int_equal(pd_edit_distance("bettas", "betas"), 1);
    assert_int_equal(pd_edit_distance("bedas", "betas"), 1);
    assert_int_equal(pd_edit_distance("defualt", "default"), 1);
    assert_int_equal(pd_edit_distance("ca", "abc"), 3); /* no letter twice: not swapped and then parted */
    assert_int_equal(pd_edit_distance("", "default"), 7);
    assert_int_equal(pd_edit_distance("default", ""), 7);
}

/* Returns the nearest of three words, or NULL. */
static const char *nearest(const char *written)
{
    static pd_edit_distance_search search;

    search = pd_edit_distance_begin(written);
    pd_edit_distance_offer(&search, "left_hand");
    pd_edit_distance_offer(&search, "right_hand");
    pd_edit_distance_offer(&search, "glb");
    return pd_edit_distance_nearest(&search);
}

static void the_nearest_word_is_found_whatever_its_capitals(void **state)
{
    (void)state;
    assert_string_equal(nearest("lefthand"), "left_hand");
    assert_string_equal(nearest("Right Hand"), "right_hand");
    assert_string_equal(nearest("GLB"), "glb");
    assert_string_equal(nearest("glp"), "glb");
}

static void a_word_half_of_whose_letters_are_others_is_not_guessed(void **state)
{
    (void)state;
    assert_null(nearest("stl"));
    assert_null(nearest("left"));
    assert_null(nearest(""));
}

static void words_of_64_bytes_and_more_are_near_to_nothing(void **state)
{
    char word[80];

    (void)state;
    memset(word, 'a', sizeof word);
    word[64] = 0;
    assert_int_equal(pd_edit_distance(word, word), 99);
    pd_edit_distance_search search = pd_edit_distance_begin(word);
    pd_edit_distance_offer(&search, word);
    assert_null(pd_edit_distance_nearest(&search));
    word[63] = 0;
    pd_edit_distance_offer(&search, word);
    assert_string_equal(pd_edit_distance_nearest(&search), word);
}

/* The search skips words that share too few letters.
 * A search that computes every distance finds the same word. */
static void the_search_skips_no_word_that_is_near(void **state)
{
    static const char letters[] = "aabcd_";
    char words[64][12];
    pd_rng rng;
    int found = 0;

    (void)state;
    pd_rng_init(&rng, 7);
    for (int trial = 0; trial < 200; trial++) {
        int best = 99, first = -1;
        for (int w = 0; w < 64; w++) {
            const int length = 1 + (int)(pd_rng_uniform(&rng) * 10);
            for (int i = 0; i < length; i++) words[w][i] = letters[(int)(pd_rng_uniform(&rng) * 6)];
            words[w][length] = 0;
        }
        pd_edit_distance_search search = pd_edit_distance_begin(words[0]);
        for (int w = 1; w < 64; w++) {
            const int distance = pd_edit_distance(words[0], words[w]);
            if (distance < best) best = distance, first = w;
            pd_edit_distance_offer(&search, words[w]);
        }
        const char *nearest = pd_edit_distance_nearest(&search);
        assert_int_equal(!nearest, 2 * best >= (int)strlen(words[0]));
        if (nearest) assert_string_equal(nearest, words[first]), found++;
    }
    assert_true(found > 50 && found < 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_distance_counts_letters_put_in_taken_out_replaced_and_swapped),
        cmocka_unit_test(the_nearest_word_is_found_whatever_its_capitals),
        cmocka_unit_test(a_word_half_of_whose_letters_are_others_is_not_guessed),
        cmocka_unit_test(the_search_skips_no_word_that_is_near),
        cmocka_unit_test(words_of_64_bytes_and_more_are_near_to_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
