#include "load.h"

/* The printed configuration without the notes of where a value was set. */
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
    for (int i = 0; i < PD_CFG_COUNT - 1; i++) { /* to the last bit */
        const pd_cfg_option *option = &pd_cfg_table[i];
        const void *was = (const char *)&l.cfg + option->offset,
                   *is = (const char *)&again.cfg + option->offset;
        if (option->type == PD_CFG_REAL) assert_memory_equal(was, is, sizeof(double));
        if (option->type == PD_CFG_BYTES) assert_memory_equal(was, is, sizeof(size_t));
    }
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
                      "access: {cors_origins: [\"*\", 'a\"b\\c', \"\xc3\xa4\"]}\n"
                      "log: {file: '# \"not\" a comment: \\', level: warning}\n"
                      "models: [{id: a, file: '\"x\"'}, {id: b, file: \"y: z\", default: true}]\n");
}

/* The text with what stands between two words, comment signs too, as one blank. */
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
    assert_non_null(strstr(yaml, "\nhttp:\n  # Number of threads that read"));
    assert_non_null(strstr(yaml, "  # 0 to 256 threads allowed; default 0\n  threads: 0\n"));
    free(yaml);
    unload(&l);
}

/* In the order of the table: the flag, the first words of its text and the value it has when nobody sets it. */
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

static void what_was_set_says_where(void **state)
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
        cmocka_unit_test(texts_are_printed_whole),
        cmocka_unit_test(every_option_is_printed_with_its_text_and_range),
        cmocka_unit_test(help_lists_every_option_with_its_text_and_default),
        cmocka_unit_test(what_was_set_says_where),
        cmocka_unit_test(the_reference_has_a_section_for_every_option),
        cmocka_unit_test(the_table_keeps_its_rules),
        cmocka_unit_test(choices_stand_in_the_order_of_their_enum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
