/* Tests the printed configuration, --help and the reference page against the table of options: every option
 * occurs with its text, range and default, and the printed configuration is read back to the same values. */
#include "load.h"

/* Returns the printed configuration without the notes about the sources of values. */
static char *printed(const pd_cfg *cfg)
{
    pd_buffer out = {0};
    pd_cfg_print(cfg, &out);
    pd_buffer_add(&out, "", 1);
    char *all = (char *)out.data, *to = all;
    for (char *from = all; *from;) {
        if (!strncmp(from, " # set by", 9))
            from += strcspn(from, "\n");
        else
            *to++ = *from++;
    }
    *to = 0;
    return all;
}

static void assert_reads_back(const char *yaml)
{
    loaded l = load_yaml(yaml);
    assert_string_equal(text(&l), "");
    char *first = printed(&l.cfg);
    loaded again = load_yaml(first);
    assert_string_equal(text(&again), "");
    char *second = printed(&again.cfg);
    assert_string_equal(first, second);
    assert_same_values(&l.cfg, &again.cfg);
    free(first);
    free(second);
    unload(&l);
    unload(&again);
}

static void the_printed_configuration_reads_back_to_itself(void **state)
{
    (void)state;
    assert_reads_back("");
    assert_reads_back("workers: 7\nlimits: {body_bytes: 1234567, ik_budget_ms: 0.30000000000000004}\n"
                      "access: {cors_origins: [\"*\", 'https://a.example:81']}\n"
                      "preload: [\"*\", 'a\"b\\c', \"\xc3\xa4\"]\n"
                      "log: {file: '# \"not\" a comment: \\', level: warning}\n"
                      "builtin_models: false\nkernel: neon\nlisten: \"[::1]:9\"\n"
                      "stream: {vmc_allow: [\"127.0.0.1:0\", \"[::1]:39539\"]}\n"
                      "models: [{id: a, file: '\"x\"'}, {id: b, file: \"y: z\", default: true},\n"
                      "         {id: c, file: w, preload: false}]\n");
}

/* Checks the value behind a key of the printed configuration. */
static void assert_prints(const char *yaml, const char *line)
{
    loaded l = load_yaml(yaml);
    assert_string_equal(text(&l), "");
    char *all = printed(&l.cfg);
    if (!strstr(all, line)) fail_msg("\"%s\" is not in %s", line, all);
    free(all);
    unload(&l);
}

/* Bytes in the largest unit that is exact, reals with the fewest digits that read back, choices by name,
 * texts in quotes. */
static void values_are_printed_as_short_as_they_are_exact(void **state)
{
    (void)state;
    static const struct {
        const char *yaml, *line;
    } rows[] = {
        {"limits: {memory: 0}", "\n  memory: 0\n"},
        {"limits: {memory: 1023}", "\n  memory: 1023\n"},
        {"limits: {memory: 1024}", "\n  memory: 1 KiB\n"},
        {"limits: {memory: 1025}", "\n  memory: 1025\n"},
        {"limits: {memory: 1536 KiB}", "\n  memory: 1536 KiB\n"},
        {"limits: {memory: 1048576}", "\n  memory: 1 MiB\n"},
        {"limits: {memory: 1024 MiB}", "\n  memory: 1 GiB\n"},
        {"limits: {memory: 1024 GiB}", "\n  memory: 1024 GiB\n"},
        {"drain_timeout: 2.50", "\ndrain_timeout: 2.5\n"},
        {"drain_timeout: 0.1", "\ndrain_timeout: 0.1\n"},
        {"drain_timeout: 0.1234567", "\ndrain_timeout: 0.1234567\n"},
        {"drain_timeout: 0.30000000000000004", "\ndrain_timeout: 0.30000000000000004\n"},
        {"drain_timeout: 0", "\ndrain_timeout: 0\n"},
        {"kernel: auto", "\nkernel: auto\n"},
        {"kernel: avx2", "\nkernel: avx2\n"},
        {"kernel: ref", "\nkernel: ref\n"},
        {"builtin_models: false", "\nbuiltin_models: false\n"},
        {"preload: []", "\npreload: []\n"},
        {"preload: [a]", "\npreload: [\"a\"]\n"},
        {"preload: [a, 'b\"c', 'd\\e']", "\npreload: [\"a\", \"b\\\"c\", \"d\\\\e\"]\n"},
        {"models: []", "\nmodels: []\n"},
        {"models: []", "\n# at most 256 models allowed; default []; a reload takes it over\nmodels: []\n"},
        {"models: [{id: a, file: x}, {id: b, file: y, default: true}, {id: c, file: z, preload: false}]",
         "\nmodels:\n  - {id: \"a\", file: \"x\"}\n  - {id: \"b\", file: \"y\", default: true}\n"
         "  - {id: \"c\", file: \"z\", preload: false}\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) assert_prints(rows[i].yaml, rows[i].line);
}

/* Without a file, variables and flags each option has the default that the table names. */
static void defaults_are_those_of_the_table(void **state)
{
    (void)state;
    loaded l = load(NO_ARGS, NULL);
    for (int i = 0; i < PD_CFG_COUNT - 1; i++) {
        const pd_cfg_option *option = &pd_cfg_table[i];
        const bool is_text =
            option->type == PD_CFG_STRING || option->type == PD_CFG_FILE || option->type == PD_CFG_ADDRESS;
        char wanted[160];
        pd_buffer out = {0};
        snprintf(wanted, sizeof wanted, is_text ? "\"%s\"" : "%s", option->initial);
        pd_cfg_write_value(&l.cfg, i, &out);
        pd_buffer_add(&out, "", 1);
        if (strcmp((char *)out.data, wanted) != 0) fail_msg("%s: %s", option->path, (char *)out.data);
        pd_buffer_deinit(&out);
    }
    unload(&l);
}

/* Returns the text with one space between words, in place of white space and comment signs. */
static char *flowing(const char *text)
{
    char *out = malloc(strlen(text) + 1), *to = out;
    while (*text) {
        const size_t gap = strspn(text, " \n#");
        if (gap) *to++ = ' ';
        text += gap;
        if (*text) *to++ = *text++;
    }
    *to = 0;
    return out;
}

/* Lines are broken between words, and no word is lost. */
static void texts_are_printed_whole(void **state)
{
    (void)state;
    loaded l = load(NO_ARGS, NULL);
    char *yaml = printed(&l.cfg), *all = flowing(yaml);
    for (int i = 0; i < PD_CFG_COUNT - 1; i++) {
        char *doc = flowing(pd_cfg_table[i].doc);
        if (!strstr(all, doc)) fail_msg("%s: %s", pd_cfg_table[i].path, doc);
        free(doc);
    }
    for (const char *line = yaml; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (line[strspn(line, " ")] == '#') assert_true(strcspn(line, "\n") <= 100);
    free(yaml), free(all);
    unload(&l);
}

/* A line of a text is only broken where the next word would be behind column 100. */
static void lines_are_as_long_as_they_can_be(void **state)
{
    (void)state;
    pd_buffer out = {0};
    pd_cfg_help(&out);
    pd_buffer_add(&out, "", 1);
    const char *at = strstr((char *)out.data, "\n  --listen ADDRESS:PORT\n");
    assert_non_null(at);
    for (int i = 0, broken = 0; i < PD_CFG_COUNT - 1; i++) {
        const char *doc = pd_cfg_table[i].doc;
        at = strchr(at + 1, '\n') + 1; /* behind the flag */
        for (size_t done = 0; done < strlen(doc); at = strchr(at, '\n') + 1, broken++) {
            const size_t length = strcspn(at, "\n");
            assert_memory_equal(at, "      ", 6);
            assert_memory_equal(at + 6, doc + done, length - 6);
            done += length - 6;
            assert_true(length <= 100 && (doc[done] == ' ' || !doc[done]));
            if (doc[done]) assert_true(length + 1 + strcspn(doc + done + 1, " ") > 100);
            done += doc[done] == ' ';
        }
        if (i == PD_CFG_COUNT - 2) assert_true(broken > PD_CFG_COUNT);
        at = strchr(at, '\n');
    }
    pd_buffer_deinit(&out);
}

/* The name of a flag's value for each type, and what is allowed, for one option of each type. */
static void help_names_values_by_their_type(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "  --listen ADDRESS:PORT\n",
        "  --builtin-models [true|false]\n",
        "  --models-dir PATH\n",
        "  --preload A,B\n",
        "  --workers N\n",
        "  --kernel NAME\n",
        "  --drain-timeout X\n",
        "  --access-trusted-proxies A,B\n",
        "  --stream-vmc-allow A,B\n",
        "  --cluster-node TEXT\n",
        "  --limits-body-bytes BYTES\n",
        "      1 to 128 bytes of text allowed; default 127.0.0.1:8080\n",
        "      0 to 4096 bytes of text allowed; default none\n",
        "      true or false allowed; default true\n",
        "      at most 64 ids allowed; default []\n",
        "      0 to 256 threads allowed; default 0\n",
        "      auto, avx512, avx2, neon or ref allowed; default auto\n",
        "      x-forwarded-for or forwarded allowed; default x-forwarded-for\n",
        "      0 to 3600 seconds allowed; default 10\n",
        "      0.1 to 60000 milliseconds allowed; default 100\n",
        "      0.02 to 10 seconds allowed; default 0.1\n",
        "      1 to 31536000 seconds allowed; default 3600\n",
        "      1 KiB to 1 GiB allowed; default 64 MiB\n",
        "      0 to 16384 GiB allowed; default 0\n",
        "      0 to 1 GiB (bytes a second) allowed; default 32 KiB\n",
        "\n  --models ID=FILE,ID=FILE\n",
    };
    loaded l = load(ARGS((char *)"--help"), NULL);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!strstr(text(&l), lines[i])) fail_msg("no \"%s\" in %s", lines[i], text(&l));
    unload(&l);
}

static void every_option_is_printed_with_its_text_and_range(void **state)
{
    (void)state;
    loaded l = load(NO_ARGS, NULL);
    char *yaml = printed(&l.cfg);
    for (int i = 0; i < PD_CFG_COUNT - 1; i++) {
        char first_words[25];
        snprintf(first_words, sizeof first_words, "%s", pd_cfg_table[i].doc);
        assert_non_null(strstr(yaml, first_words));
    }
    static const char head[] =
        "# posed's configuration: posed --config FILE. Order: defaults, this file, environment, flags.\n\n"
        "# Address and port to serve at";
    assert_memory_equal(yaml, head, sizeof head - 1);
    assert_non_null(
        strstr(yaml, "\n# Further models: a list of {id: NAME, file: FILE, default: true, preload: false}."));
    assert_non_null(strstr(yaml, "\nhttp:\n  # Number of threads that read"));
    assert_non_null(strstr(yaml, "  # 0 to 256 threads allowed; default 0\n  threads: 0\n"));
    assert_non_null(strstr(yaml, "\n# 0 to 3600 seconds allowed; default 10; a reload takes it over\n"
                                 "drain_timeout: 10\n\nhttp:\n"));
    assert_non_null(strstr(yaml, "\n  # 0 to 4096 bytes of text allowed; default \"\"\n  file: \"\"\n"));
    free(yaml);
    unload(&l);
}

/* In the order of the table: the flag, the first words of its text
 * and the value it has when nobody sets it. */
static void help_lists_every_option_with_its_text_and_default(void **state)
{
    (void)state;
    loaded l = load(ARGS((char *)"--help"), NULL);
    assert_int_equal(l.action, PD_CFG_PRINTED);
    const char *at = text(&l);
    for (int i = 0; i < PD_CFG_COUNT - 1; i++) {
        const pd_cfg_option *option = &pd_cfg_table[i];
        char flag[80], line[96], first_words[25], preset[160];
        pd_cfg_flag_name(flag, sizeof flag, option->path);
        snprintf(line, sizeof line, "\n  %s ", flag);
        snprintf(first_words, sizeof first_words, "%s", option->doc);
        snprintf(preset, sizeof preset, "; default %s\n", *option->initial ? option->initial : "none");
        const char *const wanted[] = {line, first_words, preset};
        for (int k = 0; k < 3; k++) {
            const char *found = strstr(at, wanted[k]);
            if (!found) fail_msg("%s: no \"%s\" after the option before it", option->path, wanted[k]);
            at = found;
        }
    }
    unload(&l);
}

static void each_set_option_names_its_source(void **state)
{
    (void)state;
    loaded l = load(ARGS((char *)"--print-config", (char *)"--workers=2"), NULL);
    assert_int_equal(l.action, PD_CFG_PRINTED);
    assert_non_null(strstr(text(&l), "\nworkers: 2 # set by --workers\n"));
    unload(&l);
}

static void the_reference_has_a_section_for_every_option(void **state)
{
    (void)state;
    char heading[96];
    pd_buffer out = {0};
    pd_cfg_reference(&out);
    pd_buffer_add(&out, "", 1);
    for (int i = 0; i < PD_CFG_COUNT; i++) {
        snprintf(heading, sizeof heading, "\n## %s\n", pd_cfg_path(i));
        assert_non_null(strstr((char *)out.data, heading));
    }

    /* Whole sections: of an option that a reload takes over, and of one that it does not. */
    static const char *const sections[] = {
        "\n\n`POSED_LIMITS_BODY_BYTES`, `--limits-body-bytes`. Default `64 MiB`; 1 KiB to 1 GiB allowed. "
        "Live.\n",
        "\n\n`POSED_WORKERS`, `--workers`. Default `0`; 0 to 256 threads allowed. Needs a restart.\n",
        "\n\n`POSED_LOG_FILE`, `--log-file`. Default `\"\"`; 0 to 4096 bytes of text allowed. Needs a "
        "restart.\n",
    };
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        assert_non_null(strstr((char *)out.data, sections[i]));
    for (int i = 0; i < PD_CFG_COUNT - 1; i++) assert_non_null(strstr((char *)out.data, pd_cfg_table[i].doc));

    /* --print-reference prints this page, --version the version. */
    loaded l = load(ARGS((char *)"--print-reference"), NULL);
    assert_int_equal(l.action, PD_CFG_PRINTED);
    assert_string_equal(text(&l), (char *)out.data);
    unload(&l);
    pd_buffer_deinit(&out);
    pd_cfg_version(&out);
    pd_buffer_add(&out, "", 1);
    l = load(ARGS((char *)"--version"), NULL);
    assert_int_equal(l.action, PD_CFG_PRINTED);
    assert_string_equal(text(&l), (char *)out.data);
    unload(&l);
    pd_buffer_deinit(&out);
}

/* The table's own rules: nothing without its text, fields spelt like paths, groups together. */
static void the_table_keeps_its_rules(void **state)
{
    (void)state;
    for (int i = 0; i < PD_CFG_COUNT - 1; i++) {
        const pd_cfg_option *option = &pd_cfg_table[i];
        char field[80];
        snprintf(field, sizeof field, "%s", option->path);
        if (strchr(field, '.')) *strchr(field, '.') = '_';
        assert_string_equal(field, option->field);
        assert_true(strlen(option->doc) > 20);
        assert_true(option->doc[strlen(option->doc) - 1] == '.');
        assert_true(option->low <= option->high);
        assert_true(strlen(option->path) < 64);
    }
}

static void choices_stand_in_the_order_of_their_enum(void **state)
{
    (void)state;
    static const struct {
        const char *yaml;
        int index, value;
    } cases[] = {
        {"kernel: auto", PD_CFG_I_kernel, PD_CFG_KERNEL_AUTO},
        {"kernel: avx512", PD_CFG_I_kernel, PD_CFG_KERNEL_AVX512},
        {"kernel: avx2", PD_CFG_I_kernel, PD_CFG_KERNEL_AVX2},
        {"kernel: neon", PD_CFG_I_kernel, PD_CFG_KERNEL_NEON},
        {"kernel: ref", PD_CFG_I_kernel, PD_CFG_KERNEL_REF},
        {"log: {level: error}", PD_CFG_I_log_level, PD_CFG_LOG_ERROR},
        {"log: {level: warning}", PD_CFG_I_log_level, PD_CFG_LOG_WARNING},
        {"log: {level: info}", PD_CFG_I_log_level, PD_CFG_LOG_INFO},
        {"log: {level: debug}", PD_CFG_I_log_level, PD_CFG_LOG_DEBUG},
        {"log: {format: auto}", PD_CFG_I_log_format, PD_CFG_LOG_AUTO},
        {"log: {format: text}", PD_CFG_I_log_format, PD_CFG_LOG_TEXT},
        {"log: {format: json}", PD_CFG_I_log_format, PD_CFG_LOG_JSON},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        loaded l = load_yaml(cases[i].yaml);
        assert_int_equal(*(int *)(void *)((char *)&l.cfg + pd_cfg_table[cases[i].index].offset),
                         cases[i].value);
        unload(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_printed_configuration_reads_back_to_itself),
        cmocka_unit_test(values_are_printed_as_short_as_they_are_exact),
        cmocka_unit_test(defaults_are_those_of_the_table),
        cmocka_unit_test(texts_are_printed_whole),
        cmocka_unit_test(lines_are_as_long_as_they_can_be),
        cmocka_unit_test(help_names_values_by_their_type),
        cmocka_unit_test(every_option_is_printed_with_its_text_and_range),
        cmocka_unit_test(help_lists_every_option_with_its_text_and_default),
        cmocka_unit_test(each_set_option_names_its_source),
        cmocka_unit_test(the_reference_has_a_section_for_every_option),
        cmocka_unit_test(the_table_keeps_its_rules),
        cmocka_unit_test(choices_stand_in_the_order_of_their_enum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
