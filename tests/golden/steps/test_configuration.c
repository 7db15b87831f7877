/* Golden test of the configuration: accepted values and error messages, word for word. Every option at both
 * ends of its range and beyond them, misspelt keys, invalid YAML, lists, models, addresses, prefixes, options
 * that a reload applies, and files of API keys.
 *
 * Values of options have one line for a kind of answer; that numbers are accepted at both ends of their range
 * and refused beyond is asserted. POSED_GOLDEN=write writes tests/golden/steps/configuration.txt again. Read
 * the difference as an author of a posed.yaml would. */
#include "config/config_internal.h"
#include "server/base/auth.h"
#include "tests/support/golden_text.h"
#include "tests/support/text_kind.h"

#define FILE_PATH "tests/golden/steps/configuration.txt"
enum { VALUE_MOST = 6000, PATH_MOST = 96 };

#define COUNT(rows) (int)(sizeof(rows) / sizeof *(rows))

static const char *const actions[] = {"runs", "printed", "checks", "refused", "asks for health"};

/* Returns the row's value as YAML. Models are no row: returns one line for each of them. */
static const char *printed_value(const pd_cfg *cfg, int option, pd_buffer *room)
{
    room->size = 0;
    if (option != PD_CFG_I_models) pd_cfg_write_value(cfg, option, room);
    for (int i = 0; option == PD_CFG_I_models && i < cfg->model_count; i++)
        pd_buffer_printf(room, "%s%s=%s%s", i ? ", " : "", cfg->models[i].id, cfg->models[i].file,
                         cfg->models[i].is_default ? " (default)" : "");
    pd_buffer_add(room, "", 1);
    return (const char *)room->data;
}

/* -- options ------------------------------------------------------------- */

/* Returns whether no option of this type has had such an answer in this way: acceptance (""), or an error,
 * whose rule ends at a semicolon. */
static bool is_new_kind(int option, int way, const char *error)
{
    enum { KINDS_MOST = 500, KIND_SIZE = 200 };
    static char kinds[KINDS_MOST][KIND_SIZE];
    static int count;
    char kind[KIND_SIZE], rule[VALUE_MOST];
    snprintf(rule, sizeof rule, "%.*s", error ? (int)strcspn(error, ";") : 0, error ? error : "");
    const int used = snprintf(kind, sizeof kind, "%d %d ", (int)pd_cfg_table[option].type, way);
    text_kind(kind + used, sizeof kind - (size_t)used, rule, "", "");
    for (int i = 0; i < count; i++)
        if (!strcmp(kinds[i], kind)) return false;
    assert_true(count < KINDS_MOST);
    snprintf(kinds[count++], KIND_SIZE, "%s", kind);
    return true;
}

/* Sets one option by its flag (way 0) or its variable (way 1), or by its text in YAML (way 2). Returns
 * whether it is accepted. */
static bool add_value(pd_buffer *out, int option, const char *value, int way)
{
    pd_cfg cfg;
    pd_cfg_errors errors = {0};
    char name[PATH_MOST], entry[VALUE_MOST + PATH_MOST], room[96];
    char *const none[] = {(char *)"posed", NULL};
    const char *path = pd_cfg_table[option].path;
    assert_int_equal(pd_cfg_load(&cfg, 1, none, NULL, &errors), PD_CFG_RUN);

    if (way == 0) {
        pd_cfg_flags flags = {0};
        pd_cfg_flag_name(name, sizeof name, path);
        snprintf(entry, sizeof entry, "%s=%s", name, value);
        pd_cfg_read_flags(&cfg, 2, (char *const[]){(char *)"posed", entry, NULL}, &flags, &errors);
    } else if (way == 1) {
        pd_cfg_env_name(name, sizeof name, path);
        snprintf(entry, sizeof entry, "%s=%s", name, value);
        pd_cfg_read_env(&cfg, (char *const[]){entry, NULL}, &errors);
    } else {
        const char *dot = strchr(path, '.');
        if (dot)
            snprintf(entry, sizeof entry, "%.*s:\n  %s: %s\n", (int)(dot - path), path, dot + 1, value);
        else
            snprintf(entry, sizeof entry, "%s: %s\n", path, value);
        pd_cfg_read_yaml(&cfg, "p.yaml", entry, strlen(entry), &errors);
    }

    /* One line for a kind of answer to a type of option and a way to set it. */
    pd_buffer line = {0}, shown = {0};
    const bool is_accepted = !errors.count;
    pd_buffer_printf(&line, "%s %s", path, pd_cfg_shown(room, value));
    if (errors.count)
        pd_buffer_printf(&line, "! %.*s", (int)errors.text.size, (const char *)errors.text.data);
    else
        pd_buffer_printf(&line, ": %.90s (%s)\n", printed_value(&cfg, option, &shown),
                         cfg.set_by[option] ? cfg.set_by[option] : "default");
    pd_buffer_add(&line, "", 1);

    /* The answer begins at the quoted value, or without one after the place. */
    pd_buffer_add(&errors.text, "", 1);
    const char *error = is_accepted ? "" : strchr((const char *)errors.text.data, '"');
    const char *place = strstr((const char *)errors.text.data, path);
    if (!error) error = place ? place + strlen(path) : (const char *)errors.text.data;
    if (is_new_kind(option, way, error)) pd_buffer_text(out, (const char *)line.data);
    pd_buffer_deinit(&line);
    pd_buffer_deinit(&shown);
    pd_cfg_deinit(&cfg);
    pd_cfg_errors_deinit(&errors);
    return is_accepted;
}

static void add_text_of(pd_buffer *out, int option, int length, int way)
{
    char text[VALUE_MOST] = "";
    for (int i = 0; i < length; i++) text[i] = (char)('a' + i % 26);
    text[length] = 0;
    add_value(out, option, text, way);
}

static void add_list_of(pd_buffer *out, int option, int items, int way)
{
    char text[VALUE_MOST] = "[";
    const char *unit = pd_cfg_table[option].unit;
    const char *item = !strcmp(unit, "names")          ? "a"
                       : !strcmp(unit, "ADDRESS/BITS") ? "10.0.0.1"
                                                       : "10.0.0.1:1";
    size_t size = way == 2;
    for (int i = 0; i < items; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%s", i ? "," : "", item);
    snprintf(text + size, sizeof text - size, "%s", way == 2 ? "]" : "");
    add_value(out, option, text, way);
}

static void add_number(pd_buffer *out, const pd_cfg_option *row, int option, int way)
{
    const double step = row->type == PD_CFG_REAL ? 0.01 : 1;
    const double numbers[] = {row->low - step, row->low, row->high, row->high + step};
    char value[64];
    for (int i = 0; i < 4; i++) {
        snprintf(value, sizeof value, "%.14g", numbers[i]);
        const bool is_accepted = add_value(out, option, value, way), is_inside = i == 1 || i == 2;
        if (is_accepted != is_inside)
            fail_msg("%s %s is %s", row->path, value, is_accepted ? "accepted" : "refused");
    }
    static const char *const odd[] = {"07",    "1.5", "1e2", "+3",  "-0",    "0x10",
                                      "1_000", "12a", "",    "nan", "1e400", "99999999999999999999"};
    for (int i = 0; i < 4; i++) add_value(out, option, odd[(option * 5 + i * 3) % COUNT(odd)], way);
}

static void every_option_at_the_ends_of_its_range(pd_buffer *out)
{
    static const char *const bytes[] = {"2 KiB", "2KiB",  "3 MiB", "1 GiB", "1.5 MiB", "2 kib",
                                        "2 KB",  "1 TiB", "7 B",   "KiB",   "2 KiB x", " 4096"};
    static const char *const truths[] = {"true", "false", "yes", "1", "True", "", "off"};
    static const char *const addresses[] = {"127.0.0.1:80",    "127.0.0.1",       "[::1]:0",     "::1:80",
                                            "localhost:65536", "localhost:65535", "host:1",      ":80",
                                            "[::1]80",         "127.0.0.1:-1",    "256.0.0.1:1", "0.0.0.0:1"};

    for (int option = 0; option < PD_CFG_COUNT - 1; option++) {
        const pd_cfg_option *row = &pd_cfg_table[option];
        const int way = option % 3;
        switch (row->type) {
        case PD_CFG_BYTES:
            for (int i = 0; i < COUNT(bytes); i++) add_value(out, option, bytes[i], (way + i) % 3);
            add_number(out, row, option, way);
            break;
        case PD_CFG_INT:
        case PD_CFG_REAL: add_number(out, row, option, way); break;
        case PD_CFG_BOOL:
            for (int i = 0; i < COUNT(truths); i++) add_value(out, option, truths[i], (way + i) % 3);
            break;
        case PD_CFG_CHOICE: {
            char choices[128];
            snprintf(choices, sizeof choices, "%s", row->unit);
            for (char *rest = NULL, *word = strtok_r(choices, "|", &rest); word;
                 word = strtok_r(NULL, "|", &rest)) {
                add_value(out, option, word, way);
                word[strlen(word) - 1] = 0;
                add_value(out, option, word, way);
            }
            add_value(out, option, "", way);
            break;
        }
        case PD_CFG_STRING:
        case PD_CFG_FILE:
            for (int more = -1; more <= 1; more++) add_text_of(out, option, (int)row->high + more, way);
            add_value(out, option, "a b", way);
            add_value(out, option, "\"\"", 2);
            add_value(out, option, "tab\there", 1);
            add_value(out, option, "\xff", 0);
            break;
        case PD_CFG_ADDRESS:
            for (int i = 0; i < COUNT(addresses); i++) add_value(out, option, addresses[i], (way + i) % 3);
            break;
        case PD_CFG_LIST:
        case PD_CFG_ADDRESSES:
        case PD_CFG_PREFIXES:
            for (int more = -1; more <= 1; more++) add_list_of(out, option, (int)row->high + more, way);
            add_value(out, option, "", way);
            add_value(out, option, "a,,b", 1);
            add_value(out, option, "[a, a]", 2);
            add_value(out, option, "https://a.example,*", 0);
            break;
        }
    }
}

/* -- names that are none ------------------------------------------------- */

/* Copies a path with COUNT of its letters replaced by 'x', spread evenly. */
static void misspell(char *out, const char *path, int count)
{
    const int length = (int)strlen(path);
    strcpy(out, path);
    for (int i = 0; i < count; i++) {
        const int at = (length * (2 * i + 1)) / (2 * count);
        if (out[at] != '.') out[at] = 'x';
    }
}

static void misspelt_keys_have_a_hint(pd_buffer *out)
{
    char word[PATH_MOST], group[64] = "";
    for (int option = 0; option < PD_CFG_COUNT; option++) {
        misspell(word, pd_cfg_path(option), 1);
        const char *near = pd_cfg_suggest(word);
        /* A misspelt group may be answered by the option of the same name in another group. */
        const char *own = strrchr(word, '.'), *other = near ? strrchr(near, '.') : NULL;
        const bool is_same_name = own && other && !strcmp(own, other);
        if (!near || (strcmp(near, pd_cfg_path(option)) != 0 && !is_same_name))
            fail_msg("%s: the suggestion is %s", word, near ? near : "none");
    }

    static const char *const words[] = {
        "worker",     "wrkrs",           "w",     "",       "level", "log.levels", "threads",
        "body_bytes", "http.body_bytes", "kern",  "kernl",  "krnl",  "krl",        "listne",
        "lists",      "model",           "modes", "limits", "stream"};
    for (int i = 0; i < COUNT(words); i++) {
        const char *near = pd_cfg_suggest(words[i]);
        pd_buffer_printf(out, "%s: %s, %d", words[i], near ? near : "-", pd_cfg_is_group(words[i]));
        pd_buffer_printf(out, ", %s\n", pd_cfg_suggest_group(group, sizeof group, words[i]) ? group : "-");
    }
    static const char *const groups[] = {"htpp", "http", "htt",   "htxy", "hxyz",  "steam", "strm",
                                         "str",  "lgo",  "limit", "lmts", "acces", "admi",  "bach"};
    for (int i = 0; i < COUNT(groups); i++)
        pd_buffer_printf(out, "%s: %s\n", groups[i],
                         pd_cfg_suggest_group(group, sizeof group, groups[i]) ? group : "-");
}

/* -- whole files --------------------------------------------------------- */

static void yaml_is_read_or_refused_where_it_is_wrong(pd_buffer *out)
{
    static const char *const documents[] = {
        "",
        "\n",
        "# nothing\n",
        "---\n",
        "---\n...\n",
        "---\n---\n",
        "workers: 2",
        "workers: 2\nworkers: 3\n",
        "workers:\n",
        "workers: ~\n",
        "workers: null\n",
        "workers: [2]\n",
        "workers: {a: 2}\n",
        "{workers: 2, http: {threads: 3}}\n",
        "[workers]\n",
        "workers\n",
        "\"workers\": 2\n",
        "'workers': '2'\n",
        "workers: 2 # two\n",
        "workers: &a 2\nhttp:\n  threads: *a\n",
        "workers: !!int 2\n",
        "workers: !mine 2\n",
        "http: 3\n",
        "http:\n  threads: 3\n  thread: 4\n",
        "http:\n  threads: 3\nhttp:\n  threads: 4\n",
        "http.threads: 3\n",
        "http:\n- threads\n",
        "http:\n\tthreads: 3\n",
        "htp:\n  threads: 3\n",
        "unknown: 1\n",
        "threads: 1\n",
        "? [a]\n: 2\n",
        "workers: \"2\n",
        "workers: 2\n  http: 3\n",
        "workers: \"\\x00\"\n",
        "\xff\xfe",
        "workers: \xff\n",
        "log:\n  file: |\n    a\n    b\n",
        "log:\n  file: \"a\\nb\"\n",
        "log:\n  file: \"a\\u00e9\"\n",
        "log:\n  level: [info]\n",
        "log: {level: {a: b}}\n",
        "access:\n  hosts: a\n",
        "access:\n  hosts: [a, [b]]\n",
        "access:\n  hosts: [a, {b: c}]\n",
        "access:\n  hosts: [~]\n",
        "access:\n  hosts:\n    - a\n    - b\n",
        "access:\n  hosts: []\n",
        "access:\n  hosts: {a: b}\n",
        "access:\n  trusted_proxies: [10.0.0.0/8, 10.0.0.0/33, x]\n",
        "access:\n  cors_origins: [https://a.example, https://a.example/, a, \"*\"]\n",
        "stream:\n  vmc_allow: [127.0.0.1:39539, \"[::1]:0\", localhost:1, 127.0.0.1]\n",
        "models: []\n",
        "models: {}\n",
        "models: a\n",
        "models: [a]\n",
        "models:\n- id: a\n",
        "models:\n- file: b\n",
        "models:\n- id: a\n  file: b\n",
        "models:\n- {id: a, file: b, default: true}\n",
        "models:\n- {id: a, file: b, default: yes}\n",
        "models:\n- {id: a, file: b}\n- {id: a, file: c}\n",
        "models:\n- {id: a, file: b, default: true}\n- {id: c, file: d, default: true}\n",
        "models:\n- {id: A, file: b}\n",
        "models:\n- {id: \"\", file: b}\n",
        "models:\n- {id: a, file: \"\"}\n",
        "models:\n- {id: a, file: b, other: c}\n",
        "models:\n- {id: a, id: b, file: c}\n",
        "models:\n- [a, b]\n",
        "models:\n- {id: [a], file: b}\n",
        "models:\n- {id: aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggg, file: b}\n",
        "models:\n- {id: aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggggg, file: b}\n",
        "%YAML 1.1\n---\nworkers: 2\n",
        "%YAML 2.0\n---\nworkers: 2\n",
        "workers: 2\n...\nhttp:\n",
        "a: *b\n",
        "workers: 2\n- 3\n",
        "{",
        "}",
        "{workers: 2",
        ": 2\n",
    };
    for (int i = 0; i < COUNT(documents); i++) {
        pd_cfg cfg;
        pd_cfg_errors errors = {0};
        pd_buffer value = {0};
        char *const none[] = {(char *)"posed", NULL};
        assert_int_equal(pd_cfg_load(&cfg, 1, none, NULL, &errors), PD_CFG_RUN);
        pd_cfg_read_yaml(&cfg, "p.yaml", documents[i], strlen(documents[i]), &errors);
        pd_buffer_printf(out, "document %d: %d wrong\n%.*s", i, errors.count, (int)errors.text.size,
                         (const char *)errors.text.data);
        for (int option = 0; option < PD_CFG_COUNT; option++)
            if (cfg.set_by[option])
                pd_buffer_printf(out, "  %s = %s (%s)\n", pd_cfg_path(option),
                                 printed_value(&cfg, option, &value), cfg.set_by[option]);
        pd_buffer_deinit(&value);
        pd_cfg_deinit(&cfg);
        pd_cfg_errors_deinit(&errors);
    }
}

/* -- the command line ---------------------------------------------------- */

#define LINE(...)                                                                                            \
    (char *const[])                                                                                          \
    {                                                                                                        \
        (char *)"posed", __VA_ARGS__, NULL                                                                   \
    }

static void command_lines(pd_buffer *out)
{
    char *const *const lines[] = {
        LINE("--workers", "3"),
        LINE("--workers"),
        LINE("--workers="),
        LINE("--workers=3", "--workers=4"),
        LINE("--http-threads", "-1"),
        LINE("--http-thread", "1"),
        LINE("-h"),
        LINE("--hlep"),
        LINE("x"),
        LINE("--"),
        LINE("-"),
        LINE("--config", "/nonexistent/posed.yaml"),
        LINE("--config"),
        LINE("--config="),
        LINE("--log-access"),
        LINE("--log-access", "false"),
        LINE("--log-access", "x"),
        LINE("--no-log-access"),
        LINE("--models", "a=b,c=d"),
        LINE("--models", "a"),
        LINE("--models", "a=b,a=c"),
        LINE("--models", "=b"),
        LINE("--models", "a="),
        LINE("--access-hosts", "a,b"),
        LINE("--access-hosts", ""),
        LINE("--access-hosts", "a,"),
        LINE("--listen", "0.0.0.0:80"),
        LINE("--listen", "0.0.0.0:80", "--access-insecure"),
        LINE("--listen", "[::]:80"),
        LINE("--admin-listen", "0.0.0.0:81"),
        LINE("--admin-listen", "0.0.0.0:81", "--access-insecure"),
        LINE("--admin-listen", "127.0.0.1:8080"),
        LINE("--check-config"),
        LINE("--check-config", "--workers=x"),
        LINE("--healthcheck"),
        LINE("--healthcheck", "--workers", "x"),
        LINE("--access-keys-file", "/nonexistent/keys"),
        LINE("--check-config", "--access-keys-file", "/nonexistent/keys"),
        LINE("--limits-owner-jobs", "9", "--limits-jobs", "8"),
        LINE("--limits-batch", "99999", "--limits-batch", "1"),
        LINE("--access-cors-origins", "http://a.example:80,http://a"),
        LINE("--access-trusted-proxies", "10.0.0.1/8"),
    };
    for (int i = 0; i < COUNT(lines); i++) {
        pd_cfg cfg;
        pd_cfg_errors errors = {0};
        int count = 0;
        while (lines[i][count]) pd_buffer_printf(out, "%s ", lines[i][count++]);
        const pd_cfg_action action = pd_cfg_load(&cfg, count, lines[i], NULL, &errors);
        const bool long_text = action == PD_CFG_PRINTED && errors.text.size > 300;
        pd_buffer_printf(out, "%s, %d wrong\n%.*s", actions[action], errors.count,
                         long_text ? 0 : (int)errors.text.size, (const char *)errors.text.data);
        if (action != PD_CFG_PRINTED && action != PD_CFG_BAD) {
            pd_buffer value = {0};
            for (int option = 0; option < PD_CFG_COUNT; option++)
                if (cfg.set_by[option])
                    pd_buffer_printf(out, "  %s = %s (%s)\n", pd_cfg_path(option),
                                     printed_value(&cfg, option, &value), cfg.set_by[option]);
            pd_buffer_deinit(&value);
            pd_cfg_deinit(&cfg);
        }
        pd_cfg_errors_deinit(&errors);
    }
}

static void variables(pd_buffer *out)
{
    static const char *const entries[] = {"POSED_WORKERS=2",
                                          "POSED_WORKERS=",
                                          "POSED_WORKERS",
                                          "POSED_WORKRS=2",
                                          "POSED_=2",
                                          "POSEDX=2",
                                          "posed_workers=2",
                                          "POSED_HTTP_THREADS=x",
                                          "POSED_HTTP=1",
                                          "POSED_CONFIG=/nonexistent/posed.yaml",
                                          "POSED_CONFIG=",
                                          "POSED_PORT=tcp://10.0.0.1:80",
                                          "POSED_SERVICE_HOST=10.0.0.1",
                                          "POSED_PORT_8080_TCP=x",
                                          "POSED_SERVICE_PORT_HTTP=80",
                                          "POSED_LISTEN=x",
                                          "POSED_MODELS=a=b",
                                          "POSED_MODELS=a",
                                          "POSED_LIMITS_BODY_BYTES=1 MiB"};
    for (int i = 0; i < COUNT(entries); i++) {
        pd_cfg cfg;
        pd_cfg_errors errors = {0};
        char *const none[] = {(char *)"posed", NULL}, *const environment[] = {(char *)entries[i], NULL};
        const pd_cfg_action action = pd_cfg_load(&cfg, 1, none, environment, &errors);
        pd_buffer_printf(out, "%s %s, %d wrong\n%.*s%.*s", entries[i], actions[action], errors.count,
                         (int)errors.warnings.size, (const char *)errors.warnings.data, (int)errors.text.size,
                         (const char *)errors.text.data);
        if (action == PD_CFG_RUN) pd_cfg_deinit(&cfg);
        pd_cfg_errors_deinit(&errors);
    }
}

static void what_is_printed(pd_buffer *out)
{
    pd_cfg cfg;
    pd_cfg_errors errors = {0};
    char *const line[] = {(char *)"posed",
                          (char *)"--models=a=b,c=d \"e\"",
                          (char *)"--access-hosts=x,y",
                          (char *)"--limits-body-bytes=3000",
                          (char *)"--log-file=a\\b",
                          (char *)"--drain-timeout=0.125",
                          NULL};
    assert_int_equal(pd_cfg_load(&cfg, 6, line, NULL, &errors), PD_CFG_RUN);
    pd_cfg_print(&cfg, out);
    pd_cfg_help(out);
    pd_cfg_deinit(&cfg);
    pd_cfg_errors_deinit(&errors);
}

/* Changes each option alone and writes down whether the running daemon takes it over. */
static void what_a_reload_takes_over(pd_buffer *out)
{
    for (int option = 0; option < PD_CFG_COUNT; option++) {
        static const char *const other[] = {"false", "7", "0.5", "5000", "", "b", "b", "127.0.0.1:9", "z"};
        pd_cfg running, fresh;
        pd_cfg_errors errors = {0};
        pd_buffer names = {0};
        char *const none[] = {(char *)"posed", NULL};
        assert_int_equal(pd_cfg_load(&running, 1, none, NULL, &errors), PD_CFG_RUN);
        assert_int_equal(pd_cfg_load(&fresh, 1, none, NULL, &errors), PD_CFG_RUN);
        if (option == PD_CFG_COUNT - 1)
            pd_cfg_set_items(&fresh, option, "a=b", "here", &errors);
        else if (pd_cfg_table[option].type == PD_CFG_CHOICE)
            pd_cfg_set(&fresh, option, strrchr(pd_cfg_table[option].unit, '|') + 1, "here", &errors);
        else if (pd_cfg_is_list(pd_cfg_table[option].type))
            pd_cfg_set_items(&fresh, option, "10.0.0.1:9", "here", &errors);
        else
            pd_cfg_set(&fresh, option, other[pd_cfg_table[option].type], "here", &errors);
        const int count = pd_cfg_restart_needed(&running, &fresh, &names);
        pd_buffer_printf(out, "%s changed: %d %.*s\n", pd_cfg_path(option), count, (int)names.size,
                         (const char *)names.data);
        pd_buffer_deinit(&names);
        pd_cfg_deinit(&running);
        pd_cfg_deinit(&fresh);
        pd_cfg_errors_deinit(&errors);
    }
}

/* -- addresses ----------------------------------------------------------- */

static void addresses_and_prefixes(pd_buffer *out)
{
    static const char *const texts[] = {
        "127.0.0.1:8080",
        "127.0.0.2:1",
        "128.0.0.1:1",
        "126.255.255.255:1",
        "0.0.0.0:0",
        "[::1]:80",
        "[::]:80",
        "[::2]:80",
        "[::ffff:127.0.0.1]:80",
        "[fe80::1]:80",
        "[fe80::1%lo]:80",
        "localhost:80",
        "LOCALHOST:80",
        "localhost",
        "localhost:",
        "localhost:080",
        "localhost:65535",
        "localhost:65536",
        "localhost:8o",
        "localhost: 8",
        "a.example:80",
        "1.2.3:80",
        "1.2.3.4.5:80",
        "01.2.3.4:80",
        "[::1:80",
        "::1]:80",
        "[]:80",
        "[::1]",
        "[::1]:",
        ":80",
        "",
        "[127.0.0.1]:80",
        "127.0.0.1:80:80",
        "127.0.0.1:+8",
        "127.0.0.1:100000000000",
        "[1111:2222:3333:4444:5555:6666:7777:8888]:1",
        "[1111:2222:3333:4444:5555:6666:7777:8888:9999]:1",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:1"};
    for (int i = 0; i < COUNT(texts); i++) {
        pd_cfg_address address = {0};
        pd_error err = {0};
        if (pd_cfg_address_parse(&address, texts[i], &err) == PD_OK)
            pd_buffer_printf(out, "%s: %s %d %d %d\n", texts[i], address.host, address.port, address.is_v6,
                             address.is_loopback);
        else
            pd_buffer_printf(out, "%s! %s: %s\n", texts[i], err.where, err.detail);
    }

    static const char *const prefixes[] = {"10.0.0.0/8",
                                           "10.1.2.3/8",
                                           "10.1.2.3/0",
                                           "10.1.2.3/1",
                                           "10.1.2.3/9",
                                           "10.255.2.3/15",
                                           "10.1.2.3/31",
                                           "10.1.2.3/32",
                                           "10.1.2.3/33",
                                           "10.1.2.3/-1",
                                           "10.1.2.3/",
                                           "10.1.2.3/8x",
                                           "10.1.2.3/08",
                                           "10.1.2.3",
                                           "::1",
                                           "2001:db8:ffff::/33",
                                           "2001:db8:ffff::/47",
                                           "2001:db8::/127",
                                           "2001:db8::3/127",
                                           "2001:db8::3/128",
                                           "2001:db8::3/129",
                                           "::ffff:10.0.0.0/104",
                                           "::ffff:10.0.0.0/95",
                                           "::ffff:10.0.0.0/96",
                                           "::ffff:10.255.0.0/103",
                                           "::ffff:10.0.0.1",
                                           "localhost",
                                           "",
                                           "/8",
                                           "[::1]",
                                           "1.2.3/8",
                                           "a/b/c"};
    for (int i = 0; i < COUNT(prefixes); i++) {
        pd_cfg_prefix prefix = {0};
        pd_error err = {0};
        if (pd_cfg_prefix_parse(&prefix, prefixes[i], &err) != PD_OK) {
            pd_buffer_printf(out, "%s! %s: %s\n", prefixes[i], err.where, err.detail);
            continue;
        }
        pd_buffer_printf(out, "%s:", prefixes[i]);
        for (int k = 0; k < 16; k++) pd_buffer_printf(out, " %d", prefix.bits[k]);
        pd_buffer_printf(out, " / %d %d\n", prefix.count, prefix.is_v6);
    }
}

/* -- keys ---------------------------------------------------------------- */

#define HASH_A  "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" /* of "test" */
#define HASH_B  "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752" /* of "test2" */
#define NAME_63 "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggg"
enum { DAY_S = 24 * 60 * 60, NEW_YEAR_2027_S = 1798761600 };

static void add_keys(pd_buffer *out, const char *name, const char *text)
{
    static const char *const headers[] = {"Bearer test",  "Bearer test2", "bearer test", "Bearer  test",
                                          "Bearer test ", "Bearer",       "Bearer ",     "Basic test",
                                          "test",         "Bearer tes",   "Bearer testt"};
    static const int64_t times[] = {0, NEW_YEAR_2027_S - DAY_S - 1, NEW_YEAR_2027_S - DAY_S,
                                    NEW_YEAR_2027_S - 1, NEW_YEAR_2027_S};
    pd_srv_auth *auth = NULL;
    pd_error err = {0};
    const pd_status status = pd_srv_auth_parse(&auth, text, "keys", &err);
    if (status != PD_OK) {
        pd_buffer_printf(out, "%s! %s: %s: %s\n", name, pd_status_name(status), err.where, err.detail);
        assert_null(auth);
        return;
    }

    pd_buffer_printf(out, "%s: %d keys, asks %d\n", name, pd_srv_auth_count(auth), pd_srv_auth_asks(auth));
    char was[256] = "";
    for (int i = 0; i < COUNT(headers); i++)
        for (int k = 0; k < COUNT(times); k++) {
            pd_srv_identity who = {0};
            if (pd_srv_auth_identify(auth, headers[i], times[k], &who, NULL) != PD_SRV_KNOWN) continue;
            char now[256];
            int used =
                snprintf(now, sizeof now, "%s %u until %lld", who.name, who.scopes, (long long)who.until_s);
            for (int scope = 0; scope < 3; scope++)
                used +=
                    snprintf(now + used, sizeof now - (size_t)used, " %d%d", pd_srv_identity_may(&who, scope),
                             pd_srv_auth_holds(auth, &who, scope, times[k]));
            snprintf(now + used, sizeof now - (size_t)used, " %d",
                     pd_srv_auth_holds(auth, &who, 0, times[k] + DAY_S));

            /* Times and headers with one answer share a line. */
            if (strcmp(now, was) != 0) pd_buffer_printf(out, "%s  %s:", *was ? "\n" : "", now);
            pd_buffer_printf(out, " '%s' at %lld", headers[i], (long long)times[k]);
            snprintf(was, sizeof was, "%s", now);
        }
    if (*was) pd_buffer_text(out, "\n");
    pd_srv_auth_free(auth);
}

static void files_of_keys(pd_buffer *out)
{
    static const char *const files[] = {
        "",
        "\n\n# nobody\n",
        "a read " HASH_A,
        "a read " HASH_A "\n",
        "\n\na\tread\t" HASH_A "\r\n# b\n b stream " HASH_B " # c\n",
        "a admin " HASH_A,
        "a stream " HASH_A,
        "a read,stream " HASH_A,
        "a read,admin " HASH_A,
        "a stream,admin " HASH_A,
        "a read,read " HASH_A,
        "a write " HASH_A,
        "a read, " HASH_A,
        "a ,read " HASH_A,
        "a , " HASH_A,
        "a",
        "a read",
        "a read x",
        "a read " HASH_A "0",
        "a read 9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08",
        "a read gf86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "A read " HASH_A,
        NAME_63 " read " HASH_A,
        NAME_63 "g read " HASH_A,
        "a.b read " HASH_A,
        "a read " HASH_A "\na read " HASH_B,
        "a read " HASH_A "\nb read " HASH_A,
        "a read " HASH_A " until=2026-12-31",
        "a read " HASH_A " until=2026-12-31T00:00:00Z",
        "a read " HASH_A " until=2026-12-30T23:59:59Z",
        "a read " HASH_A " until=2026-12-31T00:00:00",
        "a read " HASH_A " until=2026-12-31x",
        "a read " HASH_A " until=2026-13-01",
        "a read " HASH_A " until=",
        "a read " HASH_A " until=2026-12-31 until=2026-12-31",
        "a read " HASH_A " until=1960-01-01",
        "a read " HASH_A " until=1969-12-31",
        "a read " HASH_A " until=1970-01-01",
        "a read " HASH_A " until=1970-01-01T00:00:00Z",
        "a read " HASH_A " till=2026-12-31",
        "a read " HASH_A " models=a scenes=b,c-* skeletons=d sessions=e until=2026-12-31",
        "a read " HASH_A " models=a models=b",
        "a read " HASH_A " models=",
        "a read " HASH_A " models=*",
        "a read " HASH_A " models=a*b",
        "a read " HASH_A " models=A",
        "a read " HASH_A " rooms=a",
        "a read " HASH_A " models=a scenes=b skeletons=c sessions=d until=2026-12-31 x",
        "a read " HASH_A " models=a scenes=b skeletons=c sessions=d until=2026-12-31 x y z",
    };
    char name[32];
    for (int i = 0; i < COUNT(files); i++) {
        snprintf(name, sizeof name, "keys %d", i);
        add_keys(out, name, files[i]);
    }

    enum { LINE_MOST = 2047 };
    for (int size = LINE_MOST - 1; size <= LINE_MOST + 1; size++) { /* a line as long as one may be */
        char line[LINE_MOST + 8] = "a read " HASH_A " # ";
        for (int i = (int)strlen(line); i < size; i++) line[i] = 'x';
        line[size] = 0;
        snprintf(name, sizeof name, "line of %d", size);
        add_keys(out, name, line);
    }

    pd_buffer many = {0};
    enum { KEYS_MOST = 4096 };
    for (int i = 0; i < KEYS_MOST; i++) pd_buffer_printf(&many, "k%d read %064x\n", i, i);
    pd_buffer_add(&many, "", 1);
    add_keys(out, "4096 keys", (const char *)many.data);
    many.size--;
    pd_buffer_printf(&many, "a read " HASH_A "%s", "");
    pd_buffer_add(&many, "", 1);
    add_keys(out, "4097 keys", (const char *)many.data);
    pd_buffer_deinit(&many);
}

static void accepted_values_and_error_texts_are_unchanged(void **state)
{
    (void)state;
    pd_buffer out = {0};
    every_option_at_the_ends_of_its_range(&out);
    misspelt_keys_have_a_hint(&out);
    yaml_is_read_or_refused_where_it_is_wrong(&out);
    command_lines(&out);
    variables(&out);
    what_is_printed(&out);
    what_a_reload_takes_over(&out);
    addresses_and_prefixes(&out);
    files_of_keys(&out);
    golden_text_check(FILE_PATH, &out, 0);
    pd_buffer_deinit(&out);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepted_values_and_error_texts_are_unchanged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
