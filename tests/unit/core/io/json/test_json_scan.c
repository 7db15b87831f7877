/* Tests the scan that estimates depth and memory of a JSON text before it is parsed. The estimate is compared
 * with the memory that jansson and our parser take. */
#include "core/io/json/json.h"

#include "core/base/buffer.h"
#include "tests/support/cmocka.h"
#include "tests/support/json_memory.h"

#include <stdio.h>
#include <string.h>

static pd_bytes bytes_of(const char *text)
{
    return (pd_bytes){(const unsigned char *)text, strlen(text)};
}

static pd_json_extent scan(const char *text)
{
    pd_json_extent extent;

    pd_json_scan(&extent, bytes_of(text), "bodies", SIZE_MAX);
    return extent;
}

static void depth_is_that_of_brackets_outside_strings(void **state)
{
    (void)state;
    assert_int_equal(scan("").depth, 0);
    assert_int_equal(scan("3").depth, 0);
    assert_int_equal(scan("{}").depth, 1);
    assert_int_equal(scan("[[],[[]]]").depth, 3);
    assert_int_equal(scan("{\"[[[[\\\"[[\":[]}").depth, 2);
    assert_int_equal(scan("]]]][").depth, 1);
    assert_int_equal(scan("[[[").depth, 3);
    assert_int_equal(scan("\"[[[").depth, 0);
}

static void only_the_elements_of_the_named_array_are_counted(void **state)
{
    (void)state;
    assert_int_equal(scan("{\"bodies\":[]}").elements, 0);
    assert_int_equal(scan("{\"bodies\":[{}]}").elements, 1);
    assert_int_equal(scan(" { \"bodies\" : [ {\"a\":[1,2,3]} , 5, \"x\" , [7,8],null ] }").elements, 5);
    assert_int_equal(scan("{\"betas\":[1,2,3,4],\"bodies\":[1,2],\"x\":[1,2,3]}").elements, 2);
    assert_int_equal(scan("{\"a\":\"bodies\",\"b\":[1,2,3]}").elements, 0);
    assert_int_equal(scan("{\"a\":{\"bodies\":[1,2,3]}}").elements, 0);
    assert_int_equal(scan("[{\"bodies\":[1,2,3]}]").elements, 0);
    assert_int_equal(scan("[\"bodies\",[1,2,3]]").elements, 0);
    assert_int_equal(scan("{\"bodies\":3,\"betas\":[1,2,3]}").elements, 0);
    assert_int_equal(scan("{\"bodies\":[1],\"bodies\":[1,2,3]}").elements, 3);
    assert_int_equal(scan("{\"bodies\":[1,2,3").elements, 3);
}

/* Checks the memory that the scan estimates for `text` against what
 * jansson's parser and ours take at most. */
static void assert_bounds(const char *what, const char *text)
{
    const size_t said = scan(text).memory;
    size_t least = SIZE_MAX;

    for (int fast = 0; fast < 2; fast++) {
        json_memory_count();
        json_memory_now = json_memory_most = 0;
        json_t *tree = fast ? pd_json_fast(bytes_of(text), 1000) : json_loads(text, JSON_DECODE_ANY, NULL);
        if (!tree && fast) continue;
        assert_non_null(tree);
        const size_t took = json_memory_now;
        json_decref(tree);
        json_set_alloc_funcs(malloc, free);
        assert_int_equal(json_memory_now, 0);
        if (said < took) fail_msg("%s: %zu bytes said, %zu taken", what, said, took);
        if (took < least) least = took;
    }
    if (said > 5 * least / 2 + 256) fail_msg("%s: %zu bytes said, %zu taken", what, said, least);
}

static void memory_is_never_less_than_jansson_takes_and_not_far_above(void **state)
{
    (void)state;
    static const char *const elements[] = {"{}",
                                           "[]",
                                           "1",
                                           "1.5",
                                           "\"\"",
                                           "\"a\"",
                                           "[1,2,3]",
                                           "{\"a\":1}",
                                           "\"\\u00e9\"",
                                           "[[[]]]",
                                           "{\"betas\":[0.125,-3.5e-2]}"};
    static const int counts[] = {1, 7, 8, 9, 100, 1025, 4096, 10001};
    pd_buffer text = {0};

    for (size_t e = 0; e < sizeof elements / sizeof *elements; e++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
            for (int keyed = 0; keyed < 2; keyed++) {
                pd_buffer_clear(&text);
                for (int i = 0; i < counts[c]; i++) {
                    pd_buffer_text(&text, i ? "," : keyed ? "{" : "[");
                    if (keyed) pd_buffer_printf(&text, "\"%d\":", i);
                    pd_buffer_text(&text, elements[e]);
                }
                pd_buffer_add(&text, keyed ? "}" : "]", 2);
                assert_bounds(elements[e], (const char *)text.data);
            }
    pd_buffer_deinit(&text);
}

static void a_long_string_and_a_long_key_count_with_their_length(void **state)
{
    (void)state;
    char *text = malloc(200032);

    for (int keyed = 0; keyed < 2; keyed++) {
        memset(text, 'x', 200032);
        memcpy(text, keyed ? "{\"" : "[\"", 2);
        strcpy(text + 200000, keyed ? "\":1}" : "\"]");
        assert_bounds(keyed ? "key" : "string", text);
        assert_true(scan(text).memory > 200000);
    }
    free(text);
}

static void the_place_is_a_pointer_to_the_first_value_over_the_memory(void **state)
{
    (void)state;
    static const char text[] = "{\"a/b\":[1,{\"~\":2},[3,4]],\"c\":{\"d\":[5,[6,{\"e\":7}]]}}";
    static const struct {
        const char *at, *pointer;
    } rows[] = {{"1,", "/a~1b/0"},    {"{\"~", "/a~1b/1"}, {"2}", "/a~1b/1/~0"}, {"[3", "/a~1b/2"},
                {"4]", "/a~1b/2/1"},  {"{\"d", "/c"},      {"5,", "/c/d/0"},     {"6,", "/c/d/1/0"},
                {"7}", "/c/d/1/1/e"}, {"{\"a/b", ""},      {"[1", "/a~1b"}};
    pd_json_extent extent;
    char place[64];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t offset = (size_t)(strstr(text, rows[i].at) - text);
        pd_json_scan(&extent, (pd_bytes){(const unsigned char *)text, offset}, NULL, SIZE_MAX);
        pd_json_scan(&extent, bytes_of(text), NULL, extent.memory);
        assert_int_equal(extent.over_memory, offset);
        pd_json_place(place, sizeof place, bytes_of(text), offset);
        assert_string_equal(place, rows[i].pointer);
    }
    pd_json_scan(&extent, bytes_of(text), NULL, scan(text).memory);
    assert_true(extent.over_memory == SIZE_MAX);
}

static void a_place_that_is_too_long_is_cut_at_a_level(void **state)
{
    (void)state;
    char text[4096], place[32];

    memset(text, '[', 2000);
    text[2000] = 0;
    pd_json_place(place, sizeof place, bytes_of(text), 2000);
    assert_string_equal(place, "/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0");
    snprintf(text, sizeof text, "{\"%0200d\":", 0);
    pd_json_place(place, sizeof place, bytes_of(text), strlen(text));
    assert_string_equal(place, "");
}

/* Elements with commas and brackets in strings, blanks, and nothing; what is no list of values gives an
 * element that no parser takes. */
static void the_elements_of_a_list_are_read_one_by_one(void **state)
{
    (void)state;
    static const struct {
        const char *text, *elements[4]; /* NULL: end; "": none is found */
    } rows[] = {
        {"{\"bodies\":[]}", {NULL}},
        {"{\"bodies\": [ \n ] }", {NULL}},
        {"{\"a\":[7],\"bodies\":[1, {\"a\":[2,3]} ,\"],[\"]}", {"1", "{\"a\":[2,3]}", "\"],[\""}},
        {"{\"bodies\":[[1,2],[3]],\"x\":0}", {"[1,2]", "[3]"}},
        {"{\"x\":{\"bodies\":[1]},\"bodies\":[2]}", {"2"}},
        {"{\"y\":\"bodies\",\"bodies\" : [5]}", {"5"}},
        {"{\"bodies\":[\"a\\\"],\"]}", {"\"a\\\"],\""}},
        {"{\"bodies\":[1,]}", {"1", ""}},
        {"{\"bodies\":[,1]}", {",1"}},
        {"{\"bodies\":[1,,2]}", {"1", "", "2"}},
        {"{\"bodies\":[1 2]}", {"1 2"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_json_list list;
        pd_bytes element;
        assert_true(pd_json_list_find(&list, bytes_of(rows[i].text), "bodies"));
        for (int e = 0; e < 4 && rows[i].elements[e]; e++) {
            if (!pd_json_list_next(&element, &list)) fail_msg("%s: no element %d", rows[i].text, e);
            if (element.size != strlen(rows[i].elements[e]) ||
                memcmp(element.data, rows[i].elements[e], element.size))
                fail_msg("%s: %.*s", rows[i].text, (int)element.size, (const char *)element.data);
        }
        assert_false(pd_json_list_next(&element, &list));
    }
    static const char *const without[] = {"{}",
                                          "[\"bodies\",[1]]",
                                          "{\"bodies\":1}",
                                          "{\"bodies\":[1",
                                          "{\"bodies\":{}}",
                                          "{\"a\":{\"bodies\":[1]}}",
                                          "{\"bodies\":[1}"};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        pd_json_list list;
        if (pd_json_list_find(&list, bytes_of(without[i]), "bodies")) fail_msg("%s", without[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_is_that_of_brackets_outside_strings),
        cmocka_unit_test(only_the_elements_of_the_named_array_are_counted),
        cmocka_unit_test(memory_is_never_less_than_jansson_takes_and_not_far_above),
        cmocka_unit_test(a_long_string_and_a_long_key_count_with_their_length),
        cmocka_unit_test(the_place_is_a_pointer_to_the_first_value_over_the_memory),
        cmocka_unit_test(a_place_that_is_too_long_is_cut_at_a_level),
        cmocka_unit_test(the_elements_of_a_list_are_read_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
