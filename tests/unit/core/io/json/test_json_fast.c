/* Compares the fast JSON reader with jansson, which is the reference: for every document, random, cut or
 * changed, it gives the same tree or leaves the document to jansson. */
#include "core/io/json/json.h"

#include "core/base/buffer.h"
#include "core/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static json_t *fast(const char *text)
{
    return pd_json_fast((pd_bytes){(const unsigned char *)text, strlen(text)}, 8);
}

/* Compares jansson's texts of two values. The text distinguishes integers from reals and has every bit. */
static void assert_same_tree(const char *text, json_t *ours)
{
    json_t *theirs = json_loads(text, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    assert_non_null(theirs);
    char *left = json_dumps(ours, JSON_ENCODE_ANY), *right = json_dumps(theirs, JSON_ENCODE_ANY);
    assert_string_equal(left, right);
    free(left);
    free(right);
    json_decref(theirs);
}

static void requests_parse_to_the_same_tree_as_with_jansson(void **state)
{
    (void)state;
    const char *const texts[] = {
        "{}",
        "[]",
        "[[],{}]",
        " { \"a\" : [ 1 , 2.5 , -3e-2 ] ,\n\t\"b\":{\"c\":true,\"d\":false,\"e\":null}}\r\n",
        "0",
        "-0",
        "-0.0",
        "0.1",
        "1e22",
        "1.5E+3",
        "123456789012345",
        "0.00000000000001",
        "999999999999999e22",
        "\"text with spaces, [brackets] and {braces}\"",
        "\"\"",
        "[0.30000000000000,1E0,1e-0]",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_t *ours = fast(texts[i]);
        if (!ours) fail_msg("refused %s", texts[i]);
        assert_same_tree(texts[i], ours);
        json_decref(ours);
    }
}

static void everything_else_is_left_to_jansson(void **state)
{
    (void)state;
    const char *const texts[] = {
        "",
        " ",
        "{",
        "[",
        "[1,]",
        "[,1]",
        "{\"a\":1,}",
        "{\"a\"}",
        "{a:1}",
        "{\"a\":1 \"b\":2}",
        "[1 2]",
        "1 2",
        "01",
        "-",
        "+1",
        ".5",
        "1.",
        "1e",
        "1e+",
        "0x1",
        "NaN",
        "nul",
        "tru",
        "truefalse",
        "\"open",
        "\"a\\n\"",
        "\"\xc3\xa4\"",
        "\"\x01\"",
        "{\"a\":1,\"a\":2}",
        "1234567890123456",
        "0.1234567890123456",
        "1e23",
        "1e-23",
        "1e99999",
        "123456789012345678901234567890",
        "[[[[[[[[[]]]]]]]]]",
        "]",
        "}",
        ":",
        "{\"a\":[1}",
        "[1}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_t *ours = fast(texts[i]);
        if (ours) fail_msg("took %s", texts[i]);
    }
    assert_null(pd_json_fast((pd_bytes){(const unsigned char *)"1\0", 2}, 8));
}

static void add_random(pd_buffer *out, pd_rng *rng, int depth)
{
    int pick = pd_rng_below(rng, depth ? 8 : 5), count = pd_rng_below(rng, 4);
    if (pick == 0)
        pd_buffer_printf(out, "%d", pd_rng_below(rng, 2000) - 1000);
    else if (pick == 1)
        pd_buffer_printf(out, "%.*f", 1 + pd_rng_below(rng, 14), pd_rng_normal(rng));
    else if (pick == 2)
        pd_buffer_printf(out, "%.*g", 1 + pd_rng_below(rng, 17), pd_rng_normal(rng) * 1e-3);
    else if (pick == 3)
        pd_buffer_printf(out, "%.*e", pd_rng_below(rng, 15), pd_rng_normal(rng) * 1e6);
    else if (pick == 4)
        pd_buffer_text(out, "\"text\"");
    else
        for (int i = 0; i <= count; i++) {
            pd_buffer_text(out, i ? "," : pick == 5 ? "{" : "[");
            if (pick == 5) pd_buffer_printf(out, "\"k%d\":", i);
            add_random(out, rng, depth - 1);
            if (i == count) pd_buffer_text(out, pick == 5 ? "}" : "]");
        }
}

static void random_documents_give_the_same_tree_or_none(void **state)
{
    (void)state;
    pd_rng rng;
    pd_buffer text = {0};
    int taken = 0;
    pd_rng_init(&rng, 11);
    for (int i = 0; i < 20000; i++) {
        pd_buffer_clear(&text);
        add_random(&text, &rng, 4);
        pd_buffer_add(&text, "", 1);
        json_t *ours = fast((const char *)text.data);
        if (!ours) continue;
        assert_same_tree((const char *)text.data, ours);
        json_decref(ours);
        taken++;
    }
    assert_true(taken > 10000);
    pd_buffer_deinit(&text);
}

static void a_document_cut_or_changed_anywhere_is_refused_or_read_as_jansson_reads_it(void **state)
{
    (void)state;
    const char whole[] =
        "{\"betas\":[1.25,-0.5,3e-2],\"ground\":true,\"include\":[\"vertices\"],\"bodies\":[{},null]}";
    pd_rng rng;
    pd_rng_init(&rng, 12);
    for (int i = 0; i < 20000; i++) {
        char text[sizeof whole];
        memcpy(text, whole, sizeof whole);
        text[pd_rng_below(&rng, sizeof whole - 1)] = (char)(1 + pd_rng_below(&rng, 126));
        if (i % 2) text[pd_rng_below(&rng, sizeof whole)] = 0;
        json_t *ours = fast(text);
        if (ours) assert_same_tree(text, ours);
        json_decref(ours);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_parse_to_the_same_tree_as_with_jansson),
        cmocka_unit_test(everything_else_is_left_to_jansson),
        cmocka_unit_test(random_documents_give_the_same_tree_or_none),
        cmocka_unit_test(a_document_cut_or_changed_anywhere_is_refused_or_read_as_jansson_reads_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
