/* Tests JSON trees whose memory comes in blocks: they are whole, are released inside and outside, and take no
 * more than the scan estimates. */
#include "core/io/json/json_blocks.h"

#include "core/io/json/json.h"
#include "core/base/buffer.h"
#include "tests/support/cmocka.h"

#include <jansson.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int install(void **state)
{
    (void)state;
    pd_json_blocks_install();
    return 0;
}

static int uninstall(void **state)
{
    (void)state;
    json_set_alloc_funcs(malloc, free);
    return 0;
}

static json_t *read_rows(int rows, int columns)
{
    json_t *all = json_array();
    for (int i = 0; i < rows; i++) {
        json_t *row = json_array();
        for (int j = 0; j < columns; j++) json_array_append_new(row, json_real(i + j / 1024.0));
        json_array_append_new(all, row);
    }
    return all;
}

static void a_tree_is_whole_however_many_blocks_it_takes(void **state)
{
    (void)state;
    static const int sides[] = {1, 40, 700};
    for (size_t k = 0; k < 3; k++) {
        pd_json_blocks blocks;
        pd_json_blocks_begin(&blocks);
        json_t *all = read_rows(sides[k], sides[k]);
        for (int i = 0; i < sides[k]; i++)
            for (int j = 0; j < sides[k]; j++)
                assert_true(json_real_value(json_array_get(json_array_get(all, (size_t)i), (size_t)j)) ==
                            i + j / 1024.0);
        assert_true(blocks.taken >= 24 * (size_t)(sides[k] * sides[k]));
        assert_int_equal(blocks.newest != NULL, sides[k] > 1);
        json_decref(all);
        pd_json_blocks_end(&blocks);
    }
}

static void values_made_outside_may_be_released_inside(void **state)
{
    (void)state;
    pd_json_blocks blocks, inner;
    json_t *before = json_pack("{s:[i,f],s:s}", "a", 1, 2.5, "b", "text");

    pd_json_blocks_begin(&blocks);
    json_t *within = json_pack("{s:i}", "c", 3);
    json_decref(before);
    pd_json_blocks_begin(&inner); /* does nothing */
    json_object_set_new(within, "d", json_integer(4));
    pd_json_blocks_end(&inner);
    assert_int_equal(json_integer_value(json_object_get(within, "d")), 4);
    char *text = json_dumps(within, JSON_COMPACT | JSON_SORT_KEYS);
    assert_string_equal(text, "{\"c\":3,\"d\":4}");
    pd_json_text_free(text);
    json_decref(within);
    pd_json_blocks_end(&blocks);

    json_t *after = json_string("after");
    assert_string_equal(json_string_value(after), "after");
    json_decref(after);
}

static size_t in_heap(void)
{
    const struct mallinfo2 now = mallinfo2();
    return now.uordblks + now.hblkhd;
}

/* limits.json_memory holds for trees in blocks too. (Sanitizers' malloc counts nothing:
 * then what is large is left out.) */
static void no_tree_takes_more_than_the_scan_says(void **state)
{
    (void)state;
    static const char *const elements[] = {
        "{}",
        "[]",
        "1",
        "1.5",
        "\"\"",
        "\"a\"",
        "[1,2,3]",
        "{\"a\":1}",
        "\"\\u00e9\"",
        "[[[]]]",
        "{\"betas\":[0.125,-3.5e-2]}",
        "{\"a key of some forty characters, as few are\":\"and a text of about as many as that\"}"};
    static const int counts[] = {1, 9, 33, 1025, 10001};
    pd_buffer text = {0};

    for (size_t e = 0; e < sizeof elements / sizeof *elements; e++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            for (int fast = 0; fast < 2; fast++) {
                pd_buffer_clear(&text);
                for (int i = 0; i < counts[c]; i++) {
                    pd_buffer_text(&text, i ? "," : "[");
                    pd_buffer_text(&text, elements[e]);
                }
                pd_buffer_add(&text, "]", 2);
                const pd_bytes bytes = {text.data, text.size - 1};
                pd_json_extent extent;
                pd_json_scan(&extent, bytes, NULL, SIZE_MAX);

                pd_json_blocks blocks;
                const size_t before = in_heap();
                pd_json_blocks_begin(&blocks);
                json_t *tree = fast ? pd_json_fast(bytes, 100)
                                    : json_loadb((const char *)bytes.data, bytes.size, 0, NULL);
                const size_t grown = in_heap() - before;
                const size_t took = blocks.taken + (grown > blocks.held ? grown - blocks.held : 0);
                if (!fast) assert_non_null(tree);
                if (tree && took > extent.memory + 256)
                    fail_msg("%d x %s: %zu bytes said, %zu taken", counts[c], elements[e], extent.memory,
                             took);
                json_decref(tree);
                pd_json_blocks_end(&blocks);
            }
    pd_buffer_deinit(&text);
}

static void *read_aside(void *arg)
{
    pd_json_blocks blocks;
    for (int i = 0; i < 50; i++) {
        pd_json_blocks_begin(&blocks);
        json_t *all = read_rows(20, 20);
        *(bool *)arg &= json_array_size(all) == 20 && blocks.taken > 0;
        json_decref(all);
        pd_json_blocks_end(&blocks);
    }
    return NULL;
}

static void each_thread_keeps_json_blocks_of_its_own(void **state)
{
    (void)state;
    pthread_t thread;
    bool is_well = true;
    pd_json_blocks blocks;

    pd_json_blocks_begin(&blocks);
    assert_int_equal(pthread_create(&thread, NULL, read_aside, &is_well), 0);
    json_t *all = read_rows(100, 100);
    pthread_join(thread, NULL);
    assert_true(is_well);
    assert_true(json_real_value(json_array_get(json_array_get(all, 99), 99)) == 99 + 99 / 1024.0);
    json_decref(all);
    pd_json_blocks_end(&blocks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_is_whole_however_many_blocks_it_takes),
        cmocka_unit_test(values_made_outside_may_be_released_inside),
        cmocka_unit_test(no_tree_takes_more_than_the_scan_says),
        cmocka_unit_test(each_thread_keeps_json_blocks_of_its_own),
    };
    return cmocka_run_group_tests(tests, install, uninstall);
}
