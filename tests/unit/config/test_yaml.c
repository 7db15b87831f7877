/* Tests how options are read from YAML. A wrong key, type or value is refused with its line and column and
 * leaves the option unchanged, and all errors of a file are reported. */
#include "load.h"

static void every_value_of_a_file_arrives(void **state)
{
    (void)state;
    loaded l =
        load_yaml("listen: \"[::1]:9000\"\n"
                  "workers: 3\n"
                  "drain_timeout: 2.5\n"
                  "kernel: ref\n"
                  "builtin_models: false\n"
                  "limits:\n  body_bytes: 2 MiB\n  head_bytes: 4096\n"
                  "access:\n  cors_origins: [\"https://a.example\", 'https://b.example']\n"
                  "log: {file: \"/tmp/a \\\"b\\\".log\", level: debug}\n"
                  "models:\n  - {id: smpl-f, file: /data/f.pkl, default: true}\n  - {file: b.npz, id: b}\n");
    assert_int_equal(l.action, PD_CFG_RUN);
    assert_string_equal(text(&l), "");
    assert_string_equal(l.cfg.listen, "[::1]:9000");
    assert_int_equal(l.cfg.workers, 3);
    assert_true(l.cfg.drain_timeout > 2.49 && l.cfg.drain_timeout < 2.51);
    assert_int_equal(l.cfg.kernel, PD_CFG_KERNEL_REF);
    assert_int_equal(l.cfg.builtin_models, 0);
    assert_int_equal(l.cfg.limits_body_bytes, 2 << 20);
    assert_int_equal(l.cfg.limits_head_bytes, 4096);
    assert_int_equal(l.cfg.access_cors_origins.count, 2);
    assert_string_equal(l.cfg.access_cors_origins.items[1], "https://b.example");
    assert_string_equal(l.cfg.log_file, "/tmp/a \"b\".log");
    assert_int_equal(l.cfg.log_level, PD_CFG_LOG_DEBUG);
    assert_int_equal(l.cfg.model_count, 2);
    assert_string_equal(l.cfg.models[0].id, "smpl-f");
    assert_int_equal(l.cfg.models[0].is_default, 1);
    assert_string_equal(l.cfg.models[1].file, "b.npz");
    unload(&l);
}

static void an_empty_file_is_all_defaults(void **state)
{
    (void)state;
    assert_yaml_says("", "");
    assert_yaml_says("# nothing\n", "");
    assert_yaml_says("http:\n", "");
}

static void with_defaults(pd_cfg *cfg)
{
    pd_cfg_errors errors = {0};
    char *const argv[] = {(char *)"posed", NULL};
    assert_int_equal(pd_cfg_load(cfg, 1, argv, NULL, &errors), PD_CFG_RUN);
    pd_cfg_errors_deinit(&errors);
}

/* Files at and beyond the limit of size, and paths that are no regular file. */
static void a_file_that_is_too_large_or_missing_is_refused(void **state)
{
    (void)state;
    enum { MOST = 1 << 20 };
    pd_cfg cfg;
    char path[64];
    static char bytes[MOST + 2];
    static const struct {
        size_t size;
        const char *said;
    } rows[] = {{MOST, ""}, {MOST + 1, "is longer than 1 MiB"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_cfg_errors errors = {0};
        memset(bytes, '\n', rows[i].size);
        bytes[0] = '#';
        bytes[rows[i].size] = 0;
        write_file(path, bytes);
        with_defaults(&cfg);
        pd_cfg_read_file(&cfg, path, &errors);
        remove(path);
        pd_buffer_add(&errors.text, "", 1);
        assert_non_null(strstr((char *)errors.text.data, rows[i].said));
        assert_int_equal(errors.count, *rows[i].said != 0);
        assert_string_equal(cfg.file, path);
        pd_cfg_deinit(&cfg);
        pd_cfg_errors_deinit(&errors);
    }
    static const struct {
        const char *file, *said;
    } none[] = {{"/tmp", "/tmp: cannot be read: Is a directory\n"},
                {"/nowhere/posed.yaml", "/nowhere/posed.yaml: No such file or directory\n"}};
    for (size_t i = 0; i < 2; i++) {
        pd_cfg_errors errors = {0};
        with_defaults(&cfg);
        pd_cfg_read_file(&cfg, none[i].file, &errors);
        pd_buffer_add(&errors.text, "", 1);
        assert_string_equal((char *)errors.text.data, none[i].said);
        pd_cfg_deinit(&cfg);
        pd_cfg_errors_deinit(&errors);
    }
}

/* Returns a list of `count` entries, or a mapping of `count` keys, after its head. */
static char *many(const char *head, const char *entry, int count)
{
    char *out = malloc(strlen(head) + (size_t)count * (strlen(entry) + 8) + 2),
         *at = out + sprintf(out, "%s", head);
    for (int i = 0; i < count; i++) at += sprintf(at, entry, i, i);
    return out;
}

static void a_list_of_an_option_longer_than_its_limit_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *head, *entry, *said;
        int most;
    } rows[] = {
        {"access:\n  cors_origins:\n", "    - https://a%d.example\n",
         "access.cors_origins: has more than 1000 entries; at most 1000 allowed", 1000},
        {"models:\n", "- {id: m%d, file: f%d}\n", "models: has too many entries; at most 256 allowed", 256},
        {"", "k%d: 1\n", "the file: has more than 1000 keys; at most 1000 allowed", 1000}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int over = 0; over < 2; over++) {
            char *yaml = many(rows[i].head, rows[i].entry, rows[i].most + over);
            pd_cfg cfg;
            pd_cfg_errors errors = {0};
            with_defaults(&cfg);
            pd_cfg_read_yaml(&cfg, "c.yaml", yaml, strlen(yaml), &errors);
            pd_buffer_add(&errors.text, "", 1);
            const bool is_said = strstr((char *)errors.text.data, rows[i].said) != NULL;
            if (is_said != (over == 1)) fail_msg("%s: %.200s", rows[i].said, (char *)errors.text.data);
            pd_cfg_deinit(&cfg);
            pd_cfg_errors_deinit(&errors);
            free(yaml);
        }
}

static void an_unknown_key_is_named_with_the_nearest_known_one(void **state)
{
    (void)state;
    assert_yaml_says("workers: 2\nhttp:\n  thread: 3\n",
                     "c.yaml:3:3: http.thread: unknown key; did you mean http.threads?\n");
    assert_yaml_says("htpp: {}\n", "c.yaml:1:1: htpp: unknown key; did you mean http?\n");
    assert_yaml_says("threads: 3\n", "c.yaml:1:1: threads: unknown key; did you mean http.threads?\n");
    assert_yaml_says("zebra: 3\n", "c.yaml:1:1: zebra: unknown key\n");

    /* Two letters may be wrong of five or more, one of four;
     * of several that are as near the first is named. */
    assert_yaml_says("krnal: 3\n", "c.yaml:1:1: krnal: unknown key; did you mean kernel?\n");
    assert_yaml_says("krnl: 3\n", "c.yaml:1:1: krnl: unknown key\n");
    assert_yaml_says("xxxnel: 3\n", "c.yaml:1:1: xxxnel: unknown key\n");
    assert_yaml_says("lisen: 3\n", "c.yaml:1:1: lisen: unknown key; did you mean listen?\n");
    assert_yaml_says("queue: 3\n", "c.yaml:1:1: queue: unknown key; did you mean limits.queue?\n");

    /* The last word of an option, alone or in another group. */
    assert_yaml_says("file: x\n", "c.yaml:1:1: file: unknown key; did you mean log.file?\n");
    assert_yaml_says("http: {level: x}\n", "c.yaml:1:8: http.level: unknown key; did you mean log.level?\n");
    assert_yaml_says(
        "http.threads: 3\n",
        "c.yaml:1:1: \"http.threads\": unknown key; nested keys are written {http: {threads: 4}}\n");
    assert_yaml_says("\"a\\nb\": 3\n",
                     "c.yaml:1:1: \"a\\x0ab\": unknown key; nested keys are written {http: {threads: 4}}\n");
    assert_yaml_says("? [a]\n: 3\n", "c.yaml:1:3: a key: is a list; one value expected\n");

    /* A key of 64 bytes is shown whole; a longer one is no key. */
    char key[66], yaml[80], said[200];
    memset(key, 'z', sizeof key);
    for (int size = 64; size <= 65; size++) {
        snprintf(yaml, sizeof yaml, "%.*s: 1\n", size, key);
        snprintf(said, sizeof said,
                 size == 64
                     ? "c.yaml:1:1: %.*s: unknown key\n"
                     : "c.yaml:1:1: \"%.*s\": unknown key; nested keys are written {http: {threads: 4}}\n",
                 size, key);
        assert_yaml_says(yaml, said);
    }
}

static void a_key_that_comes_twice_is_reported_with_both_lines(void **state)
{
    (void)state;
    assert_yaml_says("workers: 2\nworkers: 3\n",
                     "c.yaml:2:1: workers: the key occurs twice, first in line 1; once allowed\n");
    assert_yaml_says("log: {level: info}\nlog: {level: debug}\n",
                     "c.yaml:2:1: log: the key occurs twice, first in line 1; once allowed\n");
    assert_yaml_says("log:\n  level: info\n  level: debug\n",
                     "c.yaml:3:3: log.level: the key occurs twice, first in line 2; once allowed\n");
}

static void a_wrong_type_is_named_with_the_right_one(void **state)
{
    (void)state;
    assert_yaml_says("workers: many\n",
                     "c.yaml:1:10: workers: \"many\" is not a whole number; 0 to 256 threads allowed\n");
    assert_yaml_says("workers: 8.5\n",
                     "c.yaml:1:10: workers: \"8.5\" is not a whole number; 0 to 256 threads allowed\n");
    assert_yaml_says("workers: \"8\"\n",
                     "c.yaml:1:10: workers: \"8\" is a quoted text; a whole number expected\n");
    assert_yaml_says("drain_timeout: \"5\"\n",
                     "c.yaml:1:16: drain_timeout: \"5\" is a quoted text; a number expected\n");
    assert_yaml_says("builtin_models: 'true'\n",
                     "c.yaml:1:17: builtin_models: \"true\" is a quoted text; true or false expected\n");
    assert_yaml_says("workers: [8]\n", "c.yaml:1:10: workers: is a list; one value expected\n");
    assert_yaml_says("workers: {a: 8}\n", "c.yaml:1:10: workers: is a mapping; one value expected\n");
    assert_yaml_says("workers:\n", "c.yaml:1:9: workers: has no value; a value expected\n");
    assert_yaml_says("drain_timeout: nan\n",
                     "c.yaml:1:16: drain_timeout: \"nan\" is not a number; 0 to 3600 seconds allowed\n");
    assert_yaml_says(
        "builtin_models: yes\n",
        "c.yaml:1:17: builtin_models: \"yes\" is neither true nor false; true or false allowed\n");
    assert_yaml_says("log: 3\n", "c.yaml:1:6: log: is not a mapping; a mapping of options expected\n");
    assert_yaml_says("access: {cors_origins: a}\n",
                     "c.yaml:1:24: access.cors_origins: is not a list; [\"one\", \"two\"] expected\n");
    assert_yaml_says(
        "stream: {vmc_allow: [\"127.0.0.1:0\", \"example.org:1\"]}\n",
        "c.yaml:1:21: stream.vmc_allow: \"example.org:1\" has a wrong address; IPv4, IPv6 in brackets "
        "([::1]:8080) or localhost expected\n");
    assert_yaml_says("access: {cors_origins: [[a]]}\n",
                     "c.yaml:1:25: access.cors_origins: is a list; one value expected\n");
    assert_yaml_says("- a\n", "c.yaml:1:1: the file: is not a mapping; a mapping of options expected\n");
    assert_yaml_says("http:\n\tthreads: 2\n",
                     "c.yaml:2:1: a tab, or a character that must be quoted; YAML is indented with blanks\n");
}

static void a_zero_byte_is_no_part_of_a_text(void **state)
{
    (void)state;
    assert_yaml_says("log: {file: \"a\\0b\"}\n",
                     "c.yaml:1:13: log.file: has a zero byte; text without zero bytes expected\n");
    assert_yaml_says("access: {hosts: [\"a\\0b\"]}\n",
                     "c.yaml:1:18: access.hosts: has a zero byte; text without zero bytes expected\n");
    assert_yaml_says("\"a\\0b\": 1\n",
                     "c.yaml:1:1: a key: has a zero byte; text without zero bytes expected\n");
}

/* An invalid value leaves its option unchanged. */
static void a_wrong_value_changes_nothing(void **state)
{
    (void)state;
    pd_buffer many = {0};
    pd_buffer_text(&many, "access: {hosts: [a");
    for (int i = 1; i < 65; i++) pd_buffer_text(&many, ", a");
    pd_buffer_text(&many, "]}");
    pd_buffer_add(&many, "", 1);
    const char *const rows[] = {"workers: x",
                                "workers: 257",
                                "drain_timeout: 3601",
                                "limits: {body_bytes: 2 GiB}",
                                "kernel: mmx",
                                "builtin_models: 1",
                                "listen: here",
                                "cluster: {prefix: ''}",
                                "access: {hosts: [a, '']}",
                                "stream: {vmc_allow: [\"127.0.0.1:1\", here]}",
                                "models: [{id: a, file: x}, {id: a, file: y}]",
                                "models: [{id: A, file: x}]",
                                (const char *)many.data};
    pd_cfg usual;
    with_defaults(&usual);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_cfg cfg;
        pd_cfg_errors errors = {0};
        with_defaults(&cfg);
        pd_cfg_read_yaml(&cfg, "c.yaml", rows[i], strlen(rows[i]), &errors);
        assert_int_equal(errors.count, 1);
        assert_same_values(&cfg, &usual);
        for (int k = 0; k < PD_CFG_COUNT; k++) assert_null(cfg.set_by[k]);
        pd_cfg_errors_deinit(&errors);
        assert_true(!errors.count && !errors.text.data && !errors.warnings.data);
        pd_cfg_deinit(&cfg);
        for (size_t k = 0; k < sizeof cfg; k++) assert_int_equal(((unsigned char *)&cfg)[k], 0);
    }
    pd_cfg_deinit(&usual);
    pd_buffer_deinit(&many);
}

static void a_value_out_of_range_is_named_with_the_range(void **state)
{
    (void)state;
    assert_yaml_says("http:\n  threads: 999\n",
                     "c.yaml:2:12: http.threads: \"999\" is out of range; 0 to 256 threads allowed\n");
    assert_yaml_says("workers: 99999999999999999999\n",
                     "c.yaml:1:10: workers: \"99999999999999999999\" is out of "
                     "range; 0 to 256 threads allowed\n");
    assert_yaml_says("drain_timeout: 1e99\n",
                     "c.yaml:1:16: drain_timeout: \"1e99\" is out of range; 0 to 3600 seconds allowed\n");
    assert_yaml_says(
        "limits: {body_bytes: 2 TiB}\n",
        "c.yaml:1:22: limits.body_bytes: \"2 TiB\" has an unknown unit; KiB, MiB and GiB allowed; "
        "1 KiB to 1 GiB allowed\n");
    assert_yaml_says("limits: {body_bytes: 2 GiB}\n",
                     "c.yaml:1:22: limits.body_bytes: \"2 GiB\" is out of range; 1 KiB to 1 GiB allowed\n");
    assert_yaml_says("log: {format: xml}\n",
                     "c.yaml:1:15: log.format: \"xml\" is not a known value; auto, text or json allowed\n");
}

static void an_address_is_checked_where_it_is_written(void **state)
{
    (void)state;
    assert_yaml_says("access: {trusted_proxies: [\"10.0.0.0/8\", \"10.0.0.1/8\"]}\n",
                     "c.yaml:1:27: access.trusted_proxies: \"10.0.0.1/8\" has bits set after the first 8, "
                     "its prefix length; 0 bits expected there\n");
    assert_yaml_says(
        "access: {trusted_proxies: [\"::/200\"]}\n",
        "c.yaml:1:27: access.trusted_proxies: \"::/200\" has a wrong prefix length; 0 to 128 allowed\n");
    assert_yaml_says("listen: 127.0.0.1\n",
                     "c.yaml:1:9: listen: \"127.0.0.1\" has no port; ADDRESS:PORT expected\n");
    assert_yaml_says("listen: 127.0.0.1:70000\n",
                     "c.yaml:1:9: listen: \"127.0.0.1:70000\" has a wrong port; 0 to 65535 allowed\n");
    assert_yaml_says("listen: ::1:80\n",
                     "c.yaml:1:9: listen: \"::1:80\" has a wrong address; IPv4, IPv6 in brackets "
                     "([::1]:8080) or localhost expected\n");
}

static void a_wrong_model_is_reported_with_its_place(void **state)
{
    (void)state;
    assert_yaml_says("models: a\n", "c.yaml:1:9: models: is not a list; [{id: ..., file: ...}] expected\n");
    assert_yaml_says("models: [a]\n",
                     "c.yaml:1:10: models: an entry is not a mapping; {id: ..., file: ...} expected\n");
    assert_yaml_says("models: [{id: a}]\n",
                     "c.yaml:1:10: models: an entry lacks id or file; both expected\n");
    assert_yaml_says("models: [{id: A B, file: x}]\n",
                     "c.yaml:1:10: models: id \"A B\" is not valid; 1 to 64 lower-case "
                     "letters, digits, '-' and '_' allowed\n");
    assert_yaml_says("models: [{id: a, file: ~}]\n",
                     "c.yaml:1:10: models: file \"\" is empty; 1 to 4096 bytes allowed\n");
    assert_yaml_says(
        "models: [{id: a, fil: x, file: x}]\n",
        "c.yaml:1:18: models: key \"fil\" is unknown; id, file, default and preload allowed, each once\n");
    assert_yaml_says(
        "models: [{id: a, file: x, id: b}]\n",
        "c.yaml:1:27: models: key \"id\" comes twice; id, file, default and preload allowed, each once\n");
    assert_yaml_says("models: [{id: a, file: x}, {id: a, file: y}]\n",
                     "c.yaml:1:9: models: id \"a\" occurs twice; each id is allowed once\n");
    assert_yaml_says("models: [{id: a, file: x, default: true}, {id: b, file: y, default: true}]\n",
                     "c.yaml:1:9: models: 2 entries are default; at most 1 allowed\n");
    assert_yaml_says("models: [{id: a, file: x, default: 1}]\n",
                     "c.yaml:1:36: models: default is neither true nor false\n");
    assert_yaml_says("models: [{id: a, file: x, preload: 0}]\n",
                     "c.yaml:1:36: models: preload is neither true nor false\n");
    assert_yaml_says("models: [{id: a, file: x, default: true, preload: false}]\n",
                     "c.yaml:1:9: models: id \"a\" is the default and has preload: false; only true allowed, "
                     "because a default model is loaded at the start\n");
}

static void a_model_is_loaded_late_if_its_entry_asks_for_it(void **state)
{
    (void)state;
    pd_cfg cfg;
    pd_cfg_errors errors = {0};
    char *const argv[] = {(char *)"posed", NULL};
    static const char yaml[] =
        "preload: [person*, wardrobe]\n"
        "models: [{id: a, file: x, preload: false}, {id: b, file: y, preload: true}, {id: c, file: z}]\n";
    assert_int_equal(pd_cfg_load(&cfg, 1, argv, NULL, &errors), PD_CFG_RUN);
    assert_int_equal(cfg.preload.count, 0);
    pd_cfg_read_yaml(&cfg, "c.yaml", yaml, strlen(yaml), &errors);
    assert_int_equal(errors.count, 0);
    assert_int_equal(cfg.models[0].is_late, 1);
    assert_int_equal(cfg.models[1].is_late, 0);
    assert_int_equal(cfg.models[2].is_late, 0);
    assert_int_equal(cfg.preload.count, 2);
    assert_string_equal(cfg.preload.items[0], "person*");
    pd_cfg_deinit(&cfg);
    pd_cfg_errors_deinit(&errors);
}

static void all_errors_are_reported_not_only_the_first(void **state)
{
    (void)state;
    assert_yaml_says(
        "workers: -1\nlog: {level: loud}\nhttp: {threads: 1, treads: 2}\n",
        "c.yaml:1:10: workers: \"-1\" is out of range; 0 to 256 threads allowed\n"
        "c.yaml:2:14: log.level: \"loud\" is not a known value; error, warning, info or debug allowed\n"
        "c.yaml:3:20: http.treads: unknown key; did you mean http.threads?\n");
}

static void broken_yaml_is_reported_with_its_line(void **state)
{
    (void)state;
    assert_yaml_says("workers: 1\n  http: 2\n",
                     "c.yaml:2:7: mapping values are not allowed in this context\n");
    assert_yaml_says("workers: \"1\n", "c.yaml:2:1: found unexpected end of stream\n");
    assert_yaml_says("workers: *nobody\n", "c.yaml:1:10: found undefined alias\n");
    assert_yaml_says("workers: 1\n---\nworkers: 2\n", "c.yaml: holds more than one document; one expected\n");
    assert_yaml_says("workers: 1\n---\n\"a\n", "c.yaml:4:1: found unexpected end of stream\n");
    assert_yaml_says("workers: \xff\n", "c.yaml: at byte 9: invalid leading UTF-8 octet\n");
}

static void an_alias_to_itself_ends(void **state)
{
    (void)state;
    assert_yaml_says("http: &a\n  threads: *a\n",
                     "c.yaml:1:7: http.threads: is a mapping; one value expected\n");
}

static void a_file_that_does_not_exist_is_named(void **state)
{
    (void)state;
    loaded l = load(ARGS((char *)"--config", (char *)"/nowhere/posed.yaml"), NULL);
    assert_int_equal(l.action, PD_CFG_BAD);
    assert_string_equal(text(&l), "/nowhere/posed.yaml: No such file or directory\n");
    unload(&l);
}

static void after_a_hundred_errors_the_list_ends(void **state)
{
    (void)state;
    pd_buffer yaml = {0};
    for (int i = 0; i < 300; i++) pd_buffer_printf(&yaml, "key%d: 1\n", i);
    pd_buffer_add(&yaml, "", 1);
    loaded l = load_yaml((const char *)yaml.data);
    assert_int_equal(l.errors.count, 300);
    assert_non_null(strstr(text(&l), ":100:1: key99: unknown key\nfurther errors are not shown\n"));
    assert_null(strstr(text(&l), "key100:"));
    unload(&l);
    pd_buffer_deinit(&yaml);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_of_a_file_arrives),
        cmocka_unit_test(an_empty_file_is_all_defaults),
        cmocka_unit_test(a_file_that_is_too_large_or_missing_is_refused),
        cmocka_unit_test(a_list_of_an_option_longer_than_its_limit_is_refused),
        cmocka_unit_test(an_unknown_key_is_named_with_the_nearest_known_one),
        cmocka_unit_test(a_key_that_comes_twice_is_reported_with_both_lines),
        cmocka_unit_test(a_wrong_type_is_named_with_the_right_one),
        cmocka_unit_test(a_zero_byte_is_no_part_of_a_text),
        cmocka_unit_test(a_wrong_value_changes_nothing),
        cmocka_unit_test(a_value_out_of_range_is_named_with_the_range),
        cmocka_unit_test(an_address_is_checked_where_it_is_written),
        cmocka_unit_test(a_wrong_model_is_reported_with_its_place),
        cmocka_unit_test(a_model_is_loaded_late_if_its_entry_asks_for_it),
        cmocka_unit_test(all_errors_are_reported_not_only_the_first),
        cmocka_unit_test(broken_yaml_is_reported_with_its_line),
        cmocka_unit_test(an_alias_to_itself_ends),
        cmocka_unit_test(a_file_that_does_not_exist_is_named),
        cmocka_unit_test(after_a_hundred_errors_the_list_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
