/* Tests how single values are read and shown: UTF-8 by RFC 3629, the characters that YAML may print, numbers,
 * sizes, lengths. Each bound is tested at its last allowed and its first refused value. */
#include "load.h"

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

/* YAML 1.2.2, 5.1: c-printable, without the line ends and the tab. */
static void text_has_the_characters_that_yaml_prints(void **state)
{
    (void)state;
    static const char *const good[] = {" ",
                                       "~",
                                       "\xc2\xa0",
                                       "\xed\x9f\xbf",
                                       "\xee\x80\x80",
                                       "\xef\xbf\xbd",
                                       "\xf0\x90\x80\x80",
                                       "\xf0\x9f\xbf\xbd"};
    static const char *const bad[] = {"\x01",
                                      "\t",
                                      "\n",
                                      "\r",
                                      "\x1f",
                                      "\x7f",
                                      "\xc2\x80",
                                      "\xc2\x9f",
                                      "\xef\xbb\xbf" /* the mark of byte order */,
                                      "\xef\xbf\xbe",
                                      "\xef\xbf\xbf",
                                      "\xf0\x9f\xbf\xbe",
                                      "\xf0\x9f\xbf\xbf"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (pd_cfg_text_fault(good[i])) fail_msg("good %zu: %s", i, pd_cfg_text_fault(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *fault = pd_cfg_text_fault(bad[i]);
        if (!fault || strcmp(fault, "has a control character") != 0)
            fail_msg("bad %zu: %s", i, fault ? fault : "taken");
    }
}

static void a_copy_has_as_much_as_there_is_room_for(void **state)
{
    (void)state;
    char out[5] = "----";
    pd_cfg_copy(out, 4, "abcdef", 6);
    assert_memory_equal(out, "abc\0", 5);
    pd_cfg_copy(out, 4, "xyz", 3);
    assert_string_equal(out, "xyz");
    pd_cfg_copy(out, 4, "pqrs", 2);
    assert_string_equal(out, "pq");
    pd_cfg_copy(out, 1, "abc", 3);
    assert_string_equal(out, "");
}

static void unprintable_bytes_are_shown_in_hexadecimal(void **state)
{
    (void)state;
    char out[96];

    assert_string_equal(pd_cfg_shown(out, "a\xc0\xaf\n\xc3\xa9"), "\"a\\xc0\\xaf\\x0a\xc3\xa9\"");

    /* The last and the first character on either side of each edge: controls of ASCII, delete, controls of
     * Latin-1, lengths of UTF-8, surrogates. */
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

/* Checks the message that a flag gives for this value; "": the value is accepted. */
static void assert_value_says(const char *flag, const char *value, const char *said)
{
    char argument[6000], expected[400];
    snprintf(argument, sizeof argument, "%s=%s", flag, value);
    snprintf(expected, sizeof expected, *said ? "%s: %s\n" : "", flag, said);
    loaded l = load(ARGS(argument, (char *)"--cluster-redis=127.0.0.1:6379"), NULL);
    assert_string_equal(text(&l), expected);
    unload(&l);
}

static void whole_numbers_have_a_sign_and_digits(void **state)
{
    (void)state;
    static const char *const wrong[] = {"", "-", "+", "--3", "3 ", " 3", "3.0", "3e0", "0x3", "3k"};
    static const char *const good[] = {"3", "+3", "003", "0", "-0", "256"};
    char said[96];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(said, sizeof said, "\"%s\" is not a whole number; 0 to 256 threads allowed", wrong[i]);
        assert_value_says("--workers", wrong[i], said);
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) assert_value_says("--workers", good[i], "");
    assert_value_says("--workers", "257", "\"257\" is out of range; 0 to 256 threads allowed");
    assert_value_says("--workers", "-1", "\"-1\" is out of range; 0 to 256 threads allowed");
}

static void numbers_of_options_are_decimal_and_other_notations_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"", "e", "1e", ".", "1.2.3", "1-2", "inf", "0x1p3", "1 "};
    static const struct {
        const char *text;
        double value;
    } good[] = {{"1", 1}, {"1.25", 1.25}, {".5", .5}, {"+2.", 2}, {"3.6E3", 3600}, {"25e-2", .25}};
    char said[96], argument[64];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(said, sizeof said, "\"%s\" is not a number; 0 to 3600 seconds allowed", wrong[i]);
        assert_value_says("--drain-timeout", wrong[i], said);
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(argument, sizeof argument, "--drain-timeout=%s", good[i].text);
        loaded l = load(ARGS(argument), NULL);
        assert_string_equal(text(&l), "");
        assert_memory_equal(&l.cfg.drain_timeout, &good[i].value, sizeof(double));
        unload(&l);
    }
    assert_value_says("--drain-timeout", "3600.5", "\"3600.5\" is out of range; 0 to 3600 seconds allowed");
    assert_value_says("--drain-timeout", "-0.5", "\"-0.5\" is out of range; 0 to 3600 seconds allowed");
}

static void bytes_are_whole_and_may_have_a_unit(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t value;
    } good[] = {{"1024", 1024},       {"1KiB", 1024},        {"3 KiB", 3072},
                {"2   MiB", 2097152}, {"1 GiB", 1073741824}, {"1073741824", 1073741824}};
    static const struct {
        const char *text, *said;
    } wrong[] = {{"", "is not a whole number, alone or with KiB, MiB or GiB"},
                 {"KiB", "is not a whole number, alone or with KiB, MiB or GiB"},
                 {"-1", "is not a whole number, alone or with KiB, MiB or GiB"},
                 {"1.5 KiB", "is not a whole number, alone or with KiB, MiB or GiB"},
                 {"2 kB", "has an unknown unit; KiB, MiB and GiB allowed"},
                 {"2 KiB ", "has an unknown unit; KiB, MiB and GiB allowed"},
                 {"2 KiBs", "has an unknown unit; KiB, MiB and GiB allowed"},
                 {"1023", "is out of range"},
                 {"1073741825", "is out of range"}};
    char said[160], argument[64];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(argument, sizeof argument, "--limits-body-bytes=%s", good[i].text);
        loaded l = load(ARGS(argument), NULL);
        assert_string_equal(text(&l), "");
        assert_int_equal(l.cfg.limits_body_bytes, good[i].value);
        unload(&l);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(said, sizeof said, "\"%s\" %s; 1 KiB to 1 GiB allowed", wrong[i].text, wrong[i].said);
        assert_value_says("--limits-body-bytes", wrong[i].text, said);
    }
}

/* Returns the character `count` times, in static storage. */
static const char *times(char c, int count)
{
    static char out[5000];
    memset(out, c, (size_t)count);
    out[count] = 0;
    return out;
}

/* The longest text that is allowed is taken, one byte more is not;
 * "..." is how a message ends a long value. */
static void texts_have_a_least_and_a_greatest_length(void **state)
{
    (void)state;
    char said[300], shown[80];
    snprintf(shown, sizeof shown, "%.65s...", times('a', 65));

    assert_value_says("--cluster-node", times('a', 64), "");
    snprintf(said, sizeof said, "\"%.65s\" is too long; 0 to 64 bytes of text allowed", times('a', 65));
    assert_value_says("--cluster-node", times('a', 65), said);
    assert_value_says("--cluster-prefix", "a", "");
    assert_value_says("--cluster-prefix", "", "\"\" is empty; 1 to 64 bytes of text allowed");
    assert_value_says("--log-file", times('a', 4096), "");
    snprintf(said, sizeof said, "\"%s\" is too long; 0 to 4096 bytes of text allowed", shown);
    assert_value_says("--log-file", times('a', 4097), said);
    assert_value_says("--listen", "", "\"\" has no port; ADDRESS:PORT expected");
    assert_value_says("--admin-listen", "", "");

    /* Items of lists, and files of models. */
    assert_value_says("--access-hosts", times('a', 512), "");
    snprintf(said, sizeof said, "\"%s\" is too long; texts of 1 to 512 bytes allowed", shown);
    assert_value_says("--access-hosts", times('a', 513), said);
    assert_value_says("--access-hosts", "a,,b", "\"\" is empty; texts of 1 to 512 bytes allowed");
    assert_value_says("--access-hosts", "a,", "\"\" is empty; texts of 1 to 512 bytes allowed");
    assert_value_says("--access-hosts", "\xff", "\"\\xff\" is not UTF-8; texts of 1 to 512 bytes allowed");
    char model[5000];
    snprintf(model, sizeof model, "m=%.4096s", times('a', 4096));
    assert_value_says("--models", model, "");
    snprintf(model, sizeof model, "m=%.4097s", times('a', 4097));
    snprintf(said, sizeof said, "file \"%s\" is too long; 1 to 4096 bytes allowed", shown);
    assert_value_says("--models", model, said);
    assert_value_says("--models", "m=", "file \"\" is empty; 1 to 4096 bytes allowed");
}

/* Returns COUNT items "a<number><rest>" with commas. */
static const char *items(int count, const char *rest)
{
    static char out[6000];
    size_t n = 0;
    for (int i = 0; i < count; i++)
        n += (size_t)snprintf(out + n, sizeof out - n, "%sa%d%s", i ? "," : "", i, rest);
    return out;
}

static void lists_have_a_greatest_count(void **state)
{
    (void)state;
    assert_value_says("--access-hosts", items(64, ""), "");
    assert_value_says("--access-hosts", items(65, ""), "65 names; at most 64 allowed");
    assert_value_says("--models", items(256, "=f"), "");
    assert_value_says("--models", items(257, "=f"), "257 entries; at most 256 allowed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_utf8_by_rfc_3629),
        cmocka_unit_test(text_has_the_characters_that_yaml_prints),
        cmocka_unit_test(a_copy_has_as_much_as_there_is_room_for),
        cmocka_unit_test(unprintable_bytes_are_shown_in_hexadecimal),
        cmocka_unit_test(whole_numbers_have_a_sign_and_digits),
        cmocka_unit_test(numbers_of_options_are_decimal_and_other_notations_are_refused),
        cmocka_unit_test(bytes_are_whole_and_may_have_a_unit),
        cmocka_unit_test(texts_have_a_least_and_a_greatest_length),
        cmocka_unit_test(lists_have_a_greatest_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
