/* Errors of JSON that strangers send: the common causes are named, with what is expected. */
#include "core/io/json/json.h"

#include "tests/support/cmocka.h"

#include <string.h>

/* Parses a text, and compares its error. */
static int wrong;
static void expect_error(const char *text, size_t size, const char *expected)
{
    json_error_t error;
    bool is_out_of_memory;
    json_t *root = pd_json_load((pd_bytes){(const unsigned char *)text, size},
                                JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error, &is_out_of_memory);
    assert_false(is_out_of_memory);
    if (root || strcmp(error.text, expected)) {
        print_message("%.60s\n  wanted %s\n  got    %s\n", text, expected, root ? "no error" : error.text);
        wrong++;
    }
    json_decref(root);
}

static void errors_name_the_common_causes(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
    } rows[] = {
        /* numbers that other languages write */
        {"[NaN]", "NaN; a finite number expected"},
        {"[1,Infinity]", "Infinity; a finite number expected"},
        {"{\"a\":-Infinity}", "-Infinity; a finite number expected"},
        {"{\"a\":nan}", "nan; a finite number expected"},
        {"[1e999]", "1e999; a number of at most 1.8e308 expected"},
        {"[-1e400000000000000000000]", "-1e40000000000000000...; a number of at most 1.8e308 expected"},
        {"[+1]", "+1; a number such as 0.5, -1 or 1e-3 expected"},
        {"[.5]", ".5; a number such as 0.5, -1 or 1e-3 expected"},
        {"[-.5]", "-.5; a number such as 0.5, -1 or 1e-3 expected"},
        {"[5.]", "5.; a number such as 0.5, -1 or 1e-3 expected"},
        {"[007]", "007; a number such as 0.5, -1 or 1e-3 expected"},
        {"[1, 0x1F]", "0x1F; a number such as 0.5, -1 or 1e-3 expected"},
        {"{\"a\": 1_000}", "1_000; a number such as 0.5, -1 or 1e-3 expected"},
        /* what Python and JavaScript print */
        {"{\"a\":True}", "True; true expected"},
        {"{\"a\":None}", "None; null expected"},
        {"{\"a\":undefined}", "undefined; null expected"},
        {"{'a':1}", "a single quote; text in double quotes expected"},
        {"{a:1}", "a; a name in double quotes expected"},
        {"{\"a\":lbs}", "lbs; a number, a text in double quotes, true, false or null expected"},
        {"[1,2,]", "a comma before ]; no comma expected after the last value"},
        {"{\"a\":1 , }", "a comma before }; no comma expected after the last value"},
        {"[1 // one\n]", "a comment (//); JSON has no comments"},
        {"/* one */ [1]", "a comment (/*); JSON has no comments"},
        {"[1, # one\n2]", "a comment (#); JSON has no comments"},
        /* characters of word processors and of web pages */
        {"{\xE2\x80\x9C"
         "a\xE2\x80\x9D:1}",
         "a curly quote (U+201C); text in straight double quotes (U+0022) expected"},
        {"{\xC2\xA0\"a\":1}", "a no-break space (U+00A0); a space (U+0020) expected"},
        {"\xE2\x80\x8B{}", "a zero-width space (U+200B); no such character expected between values"},
        {"\xEF\xBB\xBF\xEF\xBB\xBF{}", "a second byte order mark; one at the beginning allowed"},
        {"[\"\xE9t\xE9\"]", "byte 0xe9 is not UTF-8; text in UTF-8 expected"},
        {"[\"a\\u0000\"]", "a zero character (\\u0000) in a text; any other character allowed"},
        {"{\"a\\u0000\":1}", "a zero character (\\u0000) in a text; any other character allowed"},
        /* documents of another kind */
        {"betas=1&format=glb", "a form (betas=...); JSON expected"},
        {"betas: [1]", "betas: without brackets, as YAML has it; JSON expected"},
        {"<html></html>", "the text begins with <, as HTML and XML do; JSON expected"},
        {"\x1F\x8B\x08", "data compressed by gzip; uncompressed text expected"},
        {"{\"a\":1}\n{\"a\":2}",
         "a second value or other text after the end of the document; one document expected"},
        /* names that stand twice */
        {"{\"a\":1,\"a\":2}", "\"a\" stands twice in one object; once allowed"},
        {"{\"a name of more than twenty bytes\":1,\"a name of more than twenty bytes\":2}",
         "a name stands twice in one object; once allowed"},
        /* a text that is cut keeps the parser's words */
        {"[1", "']' expected near end of file"},
        {"[\"a", "premature end of input near '\"a'"},
        {"", "unexpected token near end of file"},
    };
    wrong = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_error(rows[i].text, strlen(rows[i].text), rows[i].expected);

    /* a number of 500 digits is no number of 64 bits, and too large for a double */
    char digits[512] = "[";
    memset(digits + 1, '1', 500);
    strcpy(digits + 501, "]");
    expect_error(digits, strlen(digits), "11111111111111111111...; a number of at most 1.8e308 expected");
    assert_int_equal(wrong, 0);
}

static void every_cut_of_a_text_has_an_error(void **state)
{
    (void)state;
    static const char text[] = "{\"a\":[1.5,-2e3,\"b\\u00e9\",true,{\"c\":null}],\"d\":{}}";
    for (size_t size = 1; size < sizeof text - 1; size++) {
        json_error_t error;
        bool is_out_of_memory;
        assert_null(
            pd_json_load((pd_bytes){(const unsigned char *)text, size}, 0, &error, &is_out_of_memory));
        assert_true(strlen(error.text) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_name_the_common_causes),
        cmocka_unit_test(every_cut_of_a_text_has_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
