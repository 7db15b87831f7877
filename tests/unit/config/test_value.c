#include "config/config.h"
#include "config/config_internal.h"
#include "tests/support/cmocka.h"

static void text_is_utf8_by_rfc_3629(void **state)
{
    (void)state;
    static const char *const good[] = {"",
                                       "posed",
                                       "\xc2\xa0",
                                       "\xdf\xbf",
                                       "\xe0\xa0\x80",
                                       "\xed\x9f\xbf",
                                       "\xee\x80\x80",
                                       "\xef\xbf\xbd",
                                       "\xf0\x90\x80\x80",
                                       "\xf4\x8f\xbf\xbd",
                                       "a\xc3\xa9\xe4\xbd\x93"};
    static const char *const bad[] = {
        "\xc0\xaf",
        "\xc0\x80",
        "\xc1\xbf", /* over-long: 2 bytes for 1     */
        "\xe0\x80\xaf",
        "\xe0\x9f\xbf", /* 3 for 1 and 2                */
        "\xf0\x80\x80\xaf",
        "\xf0\x8f\xbf\xbf", /* 4 for 1 and 3                */
        "\xed\xa0\x80",
        "\xed\xbf\xbf", /* surrogates                   */
        "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80",
        "\xff", /* beyond U+10FFFF              */
        "\x80",
        "\xbf",
        "a\xc3",
        "\xe4\xbd",
        "\xf0\x90\x80" /* no start, cut                */
    };

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (pd_cfg_text_fault(good[i])) fail_msg("good %zu: %s", i, pd_cfg_text_fault(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *fault = pd_cfg_text_fault(bad[i]);
        if (!fault || strcmp(fault, "is not UTF-8")) fail_msg("bad %zu: %s", i, fault ? fault : "taken");
    }
}

static void what_is_not_printable_is_shown_in_hexadecimal(void **state)
{
    (void)state;
    char out[96];

    assert_string_equal(pd_cfg_shown(out, "a\xc0\xaf\n\xc3\xa9"), "\"a\\xc0\\xaf\\x0a\xc3\xa9\"");

    /* The last and the first character on either side of each edge: controls of ASCII, delete, controls of Latin-1, lengths of UTF-8, surrogates. */
    static const struct {
        const char *text, *shown;
    } edges[] = {
        {"\x1f", "\\x1f"},
        {" ", " "},
        {"~", "~"},
        {"\x7f", "\\x7f"},
        {"\xc2\x80", "\\xc2\\x80"},
        {"\xc2\x9f", "\\xc2\\x9f"},
        {"\xc2\xa0", "\xc2\xa0"},
        {"\xc2\xa1", "\xc2\xa1"},
        {"\xdf\xbf", "\xdf\xbf"},
        {"\xe0\xa0\x80", "\xe0\xa0\x80"},
        {"\xed\x9f\xbf", "\xed\x9f\xbf"},
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
        {"\xee\x80\x80", "\xee\x80\x80"},
        {"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},
        {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
        {"\xc3", "\\xc3"},
        {"\xe2\x82", "\\xe2\\x82"},
    };
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        char wanted[40];
        snprintf(wanted, sizeof wanted, "\"%s\"", edges[i].shown);
        assert_string_equal(pd_cfg_shown(out, edges[i].text), wanted);
    }

    /* 65 characters are shown whole, of more the first 65 and three points. */
    char many[80];
    for (int size = 64; size <= 67; size++) {
        memset(many, 'x', (size_t)size);
        many[size] = 0;
        pd_cfg_shown(out, many);
        assert_int_equal(strspn(out + 1, "x"), size < 65 ? size : 65);
        assert_string_equal(out + 1 + strspn(out + 1, "x"), size > 65 ? "...\"" : "\"");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_utf8_by_rfc_3629),
        cmocka_unit_test(what_is_not_printable_is_shown_in_hexadecimal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
