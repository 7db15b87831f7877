/* Tests the reader of YAML documents: types of scalars, places of values, and the bounds that keep a hostile
 * document from filling memory. */
#include "tests/support/cmocka.h"

#include "tools/motion/document.h"

#include <stdlib.h>

static pd_tool_document *parsed(const char *text)
{
    pd_tool_document *document;
    pd_error err = {0};
    if (pd_tool_document_parse(&document, (pd_bytes){(const unsigned char *)text, strlen(text)}, "it.yaml",
                               &err))
        fail_msg("%s: %s", err.where, err.detail);
    return document;
}

static void expect_json(const char *yaml, const char *json)
{
    pd_tool_document *document = parsed(yaml);
    char *text = json_dumps(pd_tool_document_json(document), JSON_COMPACT);
    assert_string_equal(text, json);
    free(text);
    pd_tool_document_close(document);
}

static void plain_words_are_values_and_quoted_ones_are_text(void **state)
{
    (void)state;
    expect_json(
        "a: 1\nb: 1.5\nc: true\nd: \"1\"\ne: 'true'\nf: walk\ng: null\nh:\n",
        "{\"a\":1,\"b\":1.5,\"c\":true,\"d\":\"1\",\"e\":\"true\",\"f\":\"walk\",\"g\":null,\"h\":null}");
    expect_json("a: -1e3\nb: .5\nc: +2\nd: 1e999\ne: nan\nf: 0x10\ng: 1-2\n",
                "{\"a\":-1000,\"b\":0.5,\"c\":2,\"d\":\"1e999\",\"e\":\"nan\",\"f\":\"0x10\",\"g\":\"1-2\"}");
    expect_json("a: ~\nb: '~'\nc: 'null'\nd: ''\ne: false\nf: \"false\"\ng: '1.5'\nh: .\ni: e\nj: 12.\n",
                "{\"a\":null,\"b\":\"~\",\"c\":\"null\",\"d\":\"\",\"e\":false,\"f\":\"false\",\"g\":\"1.5\","
                "\"h\":\".\",\"i\":\"e\",\"j\":12}");

    /* Whole numbers below 9e15, which a double has exactly, are integers; others are reals. */
    expect_json("a: 8999999999999999\nb: -8999999999999999\nc: 9000000000000000\nd: -9000000000000000\n",
                "{\"a\":8999999999999999,\"b\":-8999999999999999,\"c\":9000000000000000.0,"
                "\"d\":-9000000000000000.0}");
}

static void lists_mappings_and_json_are_read(void **state)
{
    (void)state;
    expect_json("script:\n  - {t: 0, move: [0, 1]}\n  - t: 2\n    gait: jog\n",
                "{\"script\":[{\"t\":0,\"move\":[0,1]},{\"t\":2,\"gait\":\"jog\"}]}");
    expect_json("{\"a\": [1, {\"b\": \"c\\u00e9\"}], \"d\": {}}",
                "{\"a\":[1,{\"b\":\"c\xc3\xa9\"}],\"d\":{}}");
    expect_json("a: &x [1, 2]\nb: *x\n", "{\"a\":[1,2],\"b\":[1,2]}");
}

static void expect_place(const pd_tool_document *document, const char *pointer, const char *place)
{
    char out[600];
    pd_tool_document_place(out, sizeof out, document, pointer);
    assert_string_equal(out, place);
}

static void a_pointer_finds_its_line(void **state)
{
    (void)state;
    pd_tool_document *document =
        parsed("seconds: 3\nscript:\n  - {t: 0, move: [0, 1]}\n  - t: 2\n    gate: jog\n");
    expect_place(document, "", "it.yaml:1:1");
    expect_place(document, "/seconds", "it.yaml:1:1");
    expect_place(document, "/script/0/move/1", "it.yaml:3:22");
    expect_place(document, "/script/1/gate", "it.yaml:5:5");
    expect_place(document, "/script/1/none/of/it", "it.yaml:4:5");
    expect_place(document, "/script/7", "it.yaml:2:1");
    expect_place(document, "/script/1", "it.yaml:4:5");
    expect_place(document, "/script/2", "it.yaml:2:1"); /* one behind the last */
    expect_place(document, "/script/-1", "it.yaml:2:1");
    expect_place(document, "/script/x", "it.yaml:2:1");
    expect_place(document, "/second", "it.yaml:1:1");
    expect_place(document, "/seconds/0", "it.yaml:1:1");
    expect_place(document, "/script/0/move", "it.yaml:3:12");
    pd_tool_document_close(document);
}

static void expect_refused(const char *text, size_t size, const char *where, const char *detail)
{
    pd_tool_document *document;
    pd_error err = {0};
    assert_int_not_equal(
        pd_tool_document_parse(&document, (pd_bytes){(const unsigned char *)text, size}, "it.yaml", &err),
        PD_OK);
    assert_null(document);
    assert_string_equal(err.where, where);
    assert_non_null(strstr(err.detail, detail));
}

static void an_invalid_document_is_refused_with_its_place(void **state)
{
    (void)state;
    expect_refused("a: 1\na: 2\n", 10, "it.yaml:2:1", "twice");
    expect_refused("a: [1, 2\nb: 3\n", 14, "it.yaml:2:2", "did not find");
    expect_refused("- 1\n", 4, "it.yaml", "mapping");
    expect_refused("", 0, "it.yaml", "mapping");
    expect_refused(NULL, 0, "it.yaml", "mapping"); /* what an empty file is read as */
    expect_refused("[a]: 1\n", 7, "it.yaml:1:1", "not text");
    expect_refused("a: \"x\\0y\"\n", 10, "it.yaml:1:4", "zero byte");
    expect_refused("a: *b\n", 6, "it.yaml:1:4", "undefined alias");
}

static void aliases_of_aliases_do_not_fill_the_memory(void **state)
{
    (void)state;
    char text[2000] = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n", line[200];
    for (int i = 1; i < 12; i++) {
        snprintf(line, sizeof line,
                 "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n", i, i, i - 1,
                 i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
        strcat(text, line);
    }
    pd_tool_document *document;
    pd_error err = {0};
    assert_int_not_equal(pd_tool_document_parse(&document,
                                                (pd_bytes){(const unsigned char *)text, strlen(text)},
                                                "it.yaml", &err),
                         PD_OK);
    assert_non_null(strstr(err.detail, "more than 4000000 values"));
}

/* Makes COUNT lists or mappings, one in the other, below the document's own mapping. */
static pd_status nested(const char *open, const char *close, int count, pd_error *err)
{
    char text[400] = "a: ";
    for (int i = 0; i < count; i++) strcat(text, open);
    for (int i = 0; i < count; i++) strcat(text, close);
    pd_tool_document *document;
    const pd_status status = pd_tool_document_parse(
        &document, (pd_bytes){(const unsigned char *)text, strlen(text)}, "it.yaml", err);
    if (status == PD_OK) pd_tool_document_close(document);
    return status;
}

/* The innermost of 32 lists is empty; that of mappings has a value, which is a level too. */
static void deep_nesting_is_refused(void **state)
{
    (void)state;
    pd_error err = {0};
    assert_int_equal(nested("[", "]", 32, &err), PD_OK);
    assert_int_equal(nested("{a: ", "}", 31, &err), PD_OK);
    assert_int_not_equal(nested("[", "]", 33, &err), PD_OK);
    assert_non_null(strstr(err.detail, "32 deep"));
    err = (pd_error){0};
    assert_int_not_equal(nested("{a: ", "}", 32, &err), PD_OK);
    assert_non_null(strstr(err.detail, "32 deep"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_words_are_values_and_quoted_ones_are_text),
        cmocka_unit_test(lists_mappings_and_json_are_read),
        cmocka_unit_test(a_pointer_finds_its_line),
        cmocka_unit_test(an_invalid_document_is_refused_with_its_place),
        cmocka_unit_test(aliases_of_aliases_do_not_fill_the_memory),
        cmocka_unit_test(deep_nesting_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
