/* Tests where options come from (defaults, file, environment, flags), which source wins, and which
 * combinations are refused. The messages are compared as a whole. */
#include "load.h"

#include <unistd.h>

static void the_defaults_need_no_file(void **state)
{
    (void)state;
    loaded l = load(NO_ARGS, NULL);
    assert_int_equal(l.action, PD_CFG_RUN);
    assert_string_equal(l.cfg.listen, "127.0.0.1:8080");
    assert_int_equal(l.cfg.limits_body_bytes, 64 << 20);
    assert_int_equal(l.cfg.builtin_models, 1);
    assert_int_equal(l.cfg.access_cors_origins.count, 0);
    assert_null(l.cfg.file);
    for (int i = 0; i < PD_CFG_COUNT; i++) assert_null(l.cfg.set_by[i]);
    unload(&l);
}

static void flags_beat_the_environment_and_that_the_file(void **state)
{
    (void)state;
    char path[64], config[96];
    write_file(path, "workers: 1\nhttp: {threads: 1}\nlimits: {batch: 1}\n");
    snprintf(config, sizeof config, "POSED_CONFIG=%s", path);
    loaded l = load(ARGS(env("--workers"), env("3")),
                    ENV(config, env("POSED_WORKERS=2"), env("POSED_HTTP_THREADS=2")));
    remove(path);
    assert_string_equal(text(&l), "");
    assert_int_equal(l.cfg.workers, 3);
    assert_int_equal(l.cfg.http_threads, 2);
    assert_int_equal(l.cfg.limits_batch, 1);
    assert_string_equal(l.cfg.set_by[PD_CFG_I_workers], "--workers");
    assert_string_equal(l.cfg.set_by[PD_CFG_I_http_threads], "POSED_HTTP_THREADS");
    assert_string_equal(strrchr(l.cfg.set_by[PD_CFG_I_limits_batch], ':') - 2, ":3:17");
    assert_string_equal(l.cfg.file, path);
    unload(&l);
}

/* Writes a value that an option of this type accepts. */
static void some_value(char out[64], const pd_cfg_option *option)
{
    switch (option->type) {
    case PD_CFG_BOOL: strcpy(out, "true"); break;
    case PD_CFG_CHOICE: snprintf(out, 64, "%.*s", (int)strcspn(option->unit, "|"), option->unit); break;
    case PD_CFG_INT:
    case PD_CFG_REAL:
    case PD_CFG_BYTES: snprintf(out, 64, "%.15g", option->high); break;
    case PD_CFG_ADDRESS:
    case PD_CFG_ADDRESSES: strcpy(out, "127.0.0.1:7"); break;
    case PD_CFG_PREFIXES: strcpy(out, "10.0.0.0/8"); break;
    default: strcpy(out, "text");
    }
}

/* The variable and the flag of an option set that option and no other. */
static void every_option_has_a_variable_and_a_flag(void **state)
{
    (void)state;
    for (int i = 0; i < PD_CFG_COUNT; i++)
        for (int is_flag = 0; is_flag < 2; is_flag++) {
            char value[64] = "id=file", name[80], entry[160];
            pd_cfg cfg;
            pd_cfg_errors errors = {0};
            pd_cfg_flags flags = {0};
            char *const argv[] = {(char *)"posed", entry, NULL};
            assert_int_equal(pd_cfg_load(&cfg, 1, argv, NULL, &errors), PD_CFG_RUN);
            if (i < PD_CFG_COUNT - 1) some_value(value, &pd_cfg_table[i]);
            (is_flag ? pd_cfg_flag_name : pd_cfg_env_name)(name, sizeof name, pd_cfg_path(i));
            snprintf(entry, sizeof entry, "%s=%s", name, value);
            if (is_flag)
                pd_cfg_read_flags(&cfg, 2, argv, &flags, &errors);
            else
                pd_cfg_read_env(&cfg, argv + 1, &errors);
            if (errors.count) fail_msg("%.*s", (int)errors.text.size, (const char *)errors.text.data);
            for (int k = 0; k < PD_CFG_COUNT; k++) {
                if (k != i) assert_null(cfg.set_by[k]);
                if (k == i && (!cfg.set_by[k] || strcmp(cfg.set_by[k], name) != 0))
                    fail_msg("%s: not set", name);
            }
            pd_cfg_deinit(&cfg);
            pd_cfg_errors_deinit(&errors);
        }
}

static void lists_and_models_can_be_given_as_text(void **state)
{
    (void)state;
    loaded l = load(ARGS(env("--models=a=/data/a.pkl,b=b.npz")),
                    ENV(env("POSED_ACCESS_CORS_ORIGINS=https://a,https://b")));
    assert_string_equal(text(&l), "");
    assert_int_equal(l.cfg.model_count, 2);
    assert_string_equal(l.cfg.models[0].id, "a");
    assert_string_equal(l.cfg.models[0].file, "/data/a.pkl");
    assert_string_equal(l.cfg.models[1].id, "b");
    assert_string_equal(l.cfg.models[1].file, "b.npz");
    assert_false(l.cfg.models[0].is_default || l.cfg.models[0].is_late);
    assert_int_equal(l.cfg.access_cors_origins.count, 2);
    assert_string_equal(l.cfg.access_cors_origins.items[0], "https://a");
    assert_string_equal(l.cfg.access_cors_origins.items[1], "https://b");
    assert_string_equal(l.cfg.set_by[PD_CFG_I_models], "--models");
    assert_string_equal(l.cfg.set_by[PD_CFG_I_access_cors_origins], "POSED_ACCESS_CORS_ORIGINS");
    unload(&l);
}

static void assert_env_says(const char *entry, const char *expected)
{
    loaded l = load(NO_ARGS, ENV(env(entry)));
    assert_string_equal(text(&l), expected);
    assert_int_equal(l.action, *expected ? PD_CFG_BAD : PD_CFG_RUN);
    unload(&l);
}

/* Such an item would never match a header field, so that pages or names that the operator meant would be
 * refused without a word. */
static void origins_and_hosts_that_no_request_can_have_are_refused(void **state)
{
    (void)state;
    static const char *const origins[] = {"*",
                                          "null",
                                          "https://a.example",
                                          "http://localhost:5173",
                                          "HTTPS://A.example:443",
                                          "http://[::1]:8080",
                                          "http://127.0.0.1",
                                          "moz-extension://0f7c-12",
                                          "capacitor://localhost",
                                          "https://xn--bcher-kva.example"};
    static const char *const no_origins[] = {"a.example",
                                             "https://a.example/",
                                             "https://a.example/app",
                                             "https://*.a.example",
                                             "[\"https://a.example\"]",
                                             "https://",
                                             "://a.example",
                                             "https://a.example:",
                                             "https://a.example:65536",
                                             "https://a.example:x",
                                             "https://a.example https://b.example",
                                             "https://b\xc3\xbc"
                                             "cher.example",
                                             "https://u@a.example",
                                             "https://[::1"};
    static const char *const hosts[] = {"*",         "posed.example", "posed.example:443",
                                        "127.0.0.1", "[::1]:80",      "a_b"};
    static const char *const no_hosts[] = {
        "https://posed.example", "posed.example/", "*.example", "[\"a\"]", "a b", "::1", ":80", "a:b"};
    char entry[128], said[256];
    for (size_t i = 0; i < sizeof origins / sizeof *origins; i++) {
        snprintf(entry, sizeof entry, "POSED_ACCESS_CORS_ORIGINS=%s", origins[i]);
        assert_env_says(entry, "");
    }
    for (size_t i = 0; i < sizeof no_origins / sizeof *no_origins; i++) {
        snprintf(entry, sizeof entry, "POSED_ACCESS_CORS_ORIGINS=%s", no_origins[i]);
        snprintf(
            said, sizeof said,
            "POSED_ACCESS_CORS_ORIGINS: \"%s\" is not an origin; https://NAME or https://NAME:PORT without a "
            "path, or * allowed\n",
            no_origins[i]);
        assert_env_says(entry, said);
    }
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        snprintf(entry, sizeof entry, "POSED_ACCESS_HOSTS=%s", hosts[i]);
        assert_env_says(entry, "");
    }
    for (size_t i = 0; i < sizeof no_hosts / sizeof *no_hosts; i++) {
        snprintf(entry, sizeof entry, "POSED_ACCESS_HOSTS=%s", no_hosts[i]);
        snprintf(said, sizeof said,
                 "POSED_ACCESS_HOSTS: \"%s\" is not a host; NAME or NAME:PORT, or * allowed\n", no_hosts[i]);
        assert_env_says(entry, said);
    }
}

static void a_wrong_variable_is_named(void **state)
{
    (void)state;
    assert_env_says("POSED_HTTP_THREADS=x",
                    "POSED_HTTP_THREADS: \"x\" is not a whole number; 0 to 256 threads allowed\n");
    assert_env_says("POSED_MODELS=a", "POSED_MODELS: \"a\" has no '='; ID=FILE expected\n");
    assert_env_says("POSED_MODELS=a,b=f,c", "POSED_MODELS: \"a\" has no '='; ID=FILE expected\n"
                                            "POSED_MODELS: \"c\" has no '='; ID=FILE expected\n");
    assert_env_says("POSED_LOG_FILE=\xff",
                    "POSED_LOG_FILE: \"\\xff\" is not UTF-8; 0 to 4096 bytes of text allowed\n");
    assert_env_says("POSED_LOG_FILE=a\nb",
                    "POSED_LOG_FILE: \"a\\x0ab\" has a control character; 0 to 4096 bytes of text allowed\n");
}

/* Starts with an environment variable and checks the warning, "" for none. */
static void assert_env_warns(const char *entry, const char *expected)
{
    loaded l = load(NO_ARGS, ENV(env(entry)));
    pd_buffer_add(&l.errors.warnings, "", 1);
    assert_string_equal((const char *)l.errors.warnings.data, expected);
    assert_string_equal(text(&l), "");
    assert_int_equal(l.action, PD_CFG_RUN);
    unload(&l);
}

static void an_unknown_variable_is_a_warning_with_the_nearest_option(void **state)
{
    (void)state;
    assert_env_warns("POSED_LOGLEVEL=info",
                     "POSED_LOGLEVEL: is not an option and is ignored; did you mean POSED_LOG_LEVEL?\n");
    assert_env_warns("POSED_ZEBRA=1", "POSED_ZEBRA: is not an option and is ignored\n");
    assert_env_warns("ZEBRA=1", "");
    assert_env_warns("XPOSED_WORKERS=x", "");
    assert_env_warns("POSED_PORT=8080",
                     "POSED_PORT: is not an option and is ignored; did you mean POSED_LISTEN?\n");
    static const char *const others[][2] = {{"PORT", "LISTEN"},
                                            {"HOST", "LISTEN"},
                                            {"ADDRESS", "LISTEN"},
                                            {"BIND", "LISTEN"},
                                            {"KEYS_FILE", "ACCESS_KEYS_FILE"},
                                            {"THREADS", "WORKERS"},
                                            {"LOG", "LOG_LEVEL"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char entry[64], said[128];
        snprintf(entry, sizeof entry, "POSED_%s=1", others[i][0]);
        snprintf(said, sizeof said, "POSED_%s: is not an option and is ignored; did you mean POSED_%s?\n",
                 others[i][0], others[i][1]);
        assert_env_warns(entry, said);
    }
    assert_env_warns("POSED_=1", "POSED_: is not an option and is ignored\n");
    assert_env_warns("POSED_SERVICE=1", "POSED_SERVICE: is not an option and is ignored\n");
}

/* Names and values as kubelet's envvars.FromServices and `docker --link` write them. */
static void variables_that_orchestrators_set_are_left_alone(void **state)
{
    (void)state;
    const char *const entries[] = {
        "POSED_SERVICE_HOST=10.0.0.1",
        "POSED_SERVICE_PORT=8080",
        "POSED_SERVICE_PORT_HTTP=8080",
        "POSED_PORT=tcp://10.0.0.1:8080",
        "POSED_PORT_8080_TCP=tcp://10.0.0.1:8080",
        "POSED_PORT_8080_TCP_PROTO=tcp",
        "POSED_PORT_8080_TCP_PORT=8080",
        "POSED_PORT_8080_TCP_ADDR=10.0.0.1",
        "POSED_WEB_SERVICE_HOST=fd00::7",
        "POSED_WEB_SERVICE_PORT_METRICS=9090",
        "POSED_WEB_PORT=tcp://[fd00::7]:9090",
        "POSED_VMC_PORT=udp://10.0.0.3:39539",
        "POSED_VMC_PORT_39539_UDP_ADDR=10.0.0.3",
        "POSED_SCTP_PORT_5000_SCTP=sctp://10.0.0.4:5000",
        "POSED_SCTP_PORT_5000_SCTP_ADDR=10.0.0.4",
        "POSED_HTTP_SERVICE_HOST=10.0.0.5",
    };
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) assert_env_warns(entries[i], "");

    /* Names and values that look like those, but are no orchestrator's. */
    static const char *const names[] = {"POSED_WEB_PORT=9090",      "POSED_WEB_PORT_TCP=1",
                                        "POSED_WEB_PORT_80_TPC=1",  "POSED_WEB_PORT__TCP=1",
                                        "POSED_WEB_PORT_X80_TCP=1", "POSED_WEB_PORTS=tcp://a:1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char said[96];
        snprintf(said, sizeof said, "%.*s: is not an option and is ignored\n", (int)strcspn(names[i], "="),
                 names[i]);
        assert_env_warns(names[i], said);
    }
}

static void the_variables_of_clients_are_left_alone(void **state)
{
    (void)state;
    loaded l = load(NO_ARGS, ENV(env("POSED_KEY=5d41402a"), env("POSED_URL=http://127.0.0.1:8080")));
    assert_int_equal(l.action, PD_CFG_RUN);
    assert_int_equal(l.errors.warnings.size, 0);
    assert_string_equal(l.cfg.access_keys_file, "");
    unload(&l);
}

static void an_empty_variable_leaves_the_file_s_value_or_the_default(void **state)
{
    (void)state;
    char path[64], config[96];
    write_file(path, "workers: 3\nadmin: {listen: \"127.0.0.1:9090\"}\n");
    snprintf(config, sizeof config, "POSED_CONFIG=%s", path);
    loaded l =
        load(NO_ARGS, ENV(config, env("POSED_WORKERS="), env("POSED_LISTEN="), env("POSED_ADMIN_LISTEN="),
                          env("POSED_MODELS="), env("POSED_LIMITS_BODY_BYTES="), env("POSED_ZEBRA=")));
    remove(path);
    assert_string_equal(text(&l), "");
    assert_int_equal(l.action, PD_CFG_RUN);
    assert_int_equal(l.cfg.workers, 3);
    assert_string_equal(l.cfg.admin_listen, "127.0.0.1:9090");
    assert_string_equal(l.cfg.listen, "127.0.0.1:8080");
    assert_int_equal(l.cfg.limits_body_bytes, 64 << 20);
    assert_int_equal(l.errors.warnings.size, 0);
    unload(&l);
}

static void a_health_check_needs_no_keys(void **state)
{
    (void)state;
    loaded l = load(ARGS(env("--healthcheck")), ENV(env("POSED_LISTEN=0.0.0.0:8080")));
    assert_string_equal(text(&l), "");
    assert_int_equal(l.action, PD_CFG_HEALTH);
    unload(&l);
}

static void a_wrong_flag_is_named(void **state)
{
    (void)state;
    assert_flag_says("--http-thread=3", "unknown flag \"--http-thread\"; did you mean --http-threads?\n");

    /* The value of an unknown flag is skipped with it; another flag behind it is not. */
    static const struct {
        char *words[4];
        const char *said;
    } rows[] = {
        {{(char *)"--http-thread", (char *)"3"},
         "unknown flag \"--http-thread\"; did you mean --http-threads?\n"},
        {{(char *)"--http-thread", (char *)"--http-threads=x"},
         "unknown flag \"--http-thread\"; did you mean --http-threads?\n"
         "--http-threads: \"x\" is not a whole number; 0 to 256 threads allowed\n"},
        {{(char *)"--workers", (char *)"--zebra"},
         "--workers: has no value; a value expected\nunknown flag \"--zebra\"; --help lists the flags\n"},
        {{(char *)"--http-thread=3", (char *)"4"},
         "unknown flag \"--http-thread\"; did you mean --http-threads?\n"
         "unexpected argument \"4\"; --help lists the flags\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        loaded l = load(ARGS(rows[i].words[0], rows[i].words[1]), NULL);
        assert_string_equal(text(&l), rows[i].said);
        unload(&l);
    }
    assert_flag_says("--zebra", "unknown flag \"--zebra\"; --help lists the flags\n");
    assert_flag_says("--limits-owner-scenes",
                     "unknown flag \"--limits-owner-scenes\"; did you mean --stream-owner-scenes?\n");
    assert_flag_says("zebra", "unexpected argument \"zebra\"; --help lists the flags\n");
    assert_flag_says("--workers", "--workers: has no value; a value expected\n");
    assert_flag_says("--config", "--config: has no value; a value expected\n");
    assert_flag_says("--workers=999", "--workers: \"999\" is out of range; 0 to 256 threads allowed\n");
    assert_flag_says("--builtin-models=no",
                     "--builtin-models: \"no\" is neither true nor false; true or false allowed\n");
}

static void a_flag_given_twice_adds_to_a_list_and_is_refused_elsewhere(void **state)
{
    char name[80];

    (void)state;
    for (int i = 0; i < PD_CFG_COUNT; i++) {
        const bool is_list = i == PD_CFG_I_models || pd_cfg_is_list(pd_cfg_table[i].type);
        pd_cfg_flag_name(name, sizeof name, pd_cfg_path(i));
        char first[160], second[160], said[200];
        snprintf(first, sizeof first, "%s=", name);
        snprintf(second, sizeof second, "%s=", name);
        loaded l = load(ARGS(first, second), NULL);
        snprintf(said, sizeof said, "%s: given twice", name);
        assert_int_equal(strstr(text(&l), said) != NULL, !is_list);
        unload(&l);
    }

    loaded l = load(ARGS((char *)"--access-hosts", (char *)"a.example,b.example",
                         (char *)"--access-hosts=", (char *)"--access-hosts=c.example"),
                    NULL);
    assert_string_equal(text(&l), "");
    assert_int_equal(l.cfg.access_hosts.count, 3);
    assert_string_equal(l.cfg.access_hosts.items[2], "c.example");
    unload(&l);
}

static void the_value_of_a_wrong_flag_is_no_error_of_its_own(void **state)
{
    (void)state;
    loaded l = load(ARGS(env("--zebra"), env("7"), env("--workers=x"), env("--zebra=7"), env("8")), NULL);
    assert_string_equal(text(&l), "unknown flag \"--zebra\"; --help lists the flags\n"
                                  "--workers: \"x\" is not a whole number; 0 to 256 threads allowed\n"
                                  "unknown flag \"--zebra\"; --help lists the flags\n"
                                  "unexpected argument \"8\"; --help lists the flags\n");
    unload(&l);
}

static void a_boolean_flag_alone_is_true(void **state)
{
    (void)state;
    loaded l = load(
        ARGS(env("--access-insecure"), env("--log-access=false"), env("--listen"), env("0.0.0.0:0")), NULL);
    assert_string_equal(text(&l), "");
    assert_int_equal(l.cfg.access_insecure, 1);
    assert_int_equal(l.cfg.log_access, 0);
    unload(&l);
}

static void a_boolean_flag_takes_true_or_false_as_the_next_argument(void **state)
{
    (void)state;
    loaded l = load(ARGS(env("--builtin-models"), env("false"), env("--access-insecure"), env("true"),
                         env("--workers"), env("3")),
                    NULL);
    assert_string_equal(text(&l), "");
    assert_int_equal(l.cfg.builtin_models, 0);
    assert_int_equal(l.cfg.access_insecure, 1);
    assert_int_equal(l.cfg.workers, 3);
    unload(&l);
    assert_flag_says("--builtin-models", "");
    l = load(ARGS(env("--builtin-models"), env("false")), NULL); /* the last argument */
    assert_string_equal(text(&l), "");
    assert_int_equal(l.cfg.builtin_models, 0);
    unload(&l);
}

static void a_check_reports_its_result(void **state)
{
    (void)state;
    loaded good = load(ARGS(env("--check-config")), NULL);
    assert_int_equal(good.action, PD_CFG_CHECK);
    assert_string_equal(text(&good), "");
    unload(&good);
    loaded bad = load(ARGS(env("--check-config"), env("--workers=x")), NULL);
    assert_int_equal(bad.action, PD_CFG_BAD);
    unload(&bad);
}

static void checking_asks_for_the_files_that_running_would_read(void **state)
{
    (void)state;
    loaded l = load(
        ARGS(env("--check-config"), env("--access-keys-file=/nowhere/keys"), env("--models-dir=/nowhere")),
        NULL);
    assert_int_equal(l.action, PD_CFG_BAD);
    assert_string_equal(text(&l), "--access-keys-file: /nowhere/keys: No such file or directory\n"
                                  "--models-dir: /nowhere: No such file or directory\n");
    unload(&l);
    static const char *const rows[][3] = {
        {"--access-keys-file=/nowhere/keys", "--access-keys-file: /nowhere/keys", NULL},
        {"--access-jwt-keys=/nowhere/jwt", "--access-jwt-keys: /nowhere/jwt",
         "access: {jwt_issuer: i, jwt_audience: a}\n"},
        {"--webhooks-secret-file=/nowhere/secret", "--webhooks-secret-file: /nowhere/secret",
         "webhooks: {allow: [example.org]}\n"},
        {"--webhooks-ca-file=/nowhere/ca.pem", "--webhooks-ca-file: /nowhere/ca.pem",
         "webhooks: {allow: [example.org], secret_file: /dev/null}\n"},
        {"--models-dir=/nowhere/models", "--models-dir: /nowhere/models", NULL},
        {"--models-pack=/nowhere/models.pack", "--models-pack: /nowhere/models.pack", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[64], said[128];
        write_file(path, rows[i][2] ? rows[i][2] : "");
        l = load(ARGS(env("--config"), path, env(rows[i][0]), env("--check-config")), NULL);
        remove(path);
        snprintf(said, sizeof said, "%s: No such file or directory\n", rows[i][1]);
        assert_string_equal(text(&l), said);
        unload(&l);
    }
    l = load(ARGS(env("--models=a=/nowhere/a.pkl"), env("--check-config")), NULL);
    assert_string_equal(text(&l), "--models: /nowhere/a.pkl: No such file or directory\n");
    unload(&l);
    l = load(ARGS(env("--access-keys-file=/nowhere/keys")), NULL);
    assert_int_equal(l.action, PD_CFG_RUN);
    unload(&l);
}

/* The log is appended to: its file may be there, and else its folder is. */
static void checking_asks_whether_the_log_can_be_written(void **state)
{
    (void)state;
    char file[64], flag[96];
    write_file(file, "");
    const struct {
        const char *path, *says;
    } rows[] = {{file, ""},
                {"/tmp/posed-no-log-yet", ""},
                {"posed-no-log-yet", ""}, /* in the folder where the daemon starts */
                {"/posed-no-log-yet", access("/", W_OK | X_OK) ? "--log-file: /: Permission denied\n" : ""},
                {"/tmp", "--log-file: /tmp: Is a directory\n"},
                {"nowhere/posed.log", "--log-file: nowhere: No such file or directory\n"},
                {"/nowhere/posed.log", "--log-file: /nowhere: No such file or directory\n"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(flag, sizeof flag, "--log-file=%s", rows[i].path);
        loaded l = load(ARGS(env("--check-config"), flag), NULL);
        assert_string_equal(text(&l), rows[i].says);
        unload(&l);
    }
    remove(file);
}

static void help_comes_even_when_the_rest_is_wrong(void **state)
{
    (void)state;
    loaded l = load(ARGS(env("--help"), env("--zebra")), NULL);
    assert_int_equal(l.action, PD_CFG_PRINTED);
    for (int i = 0; i < PD_CFG_COUNT; i++) {
        char flag[80];
        pd_cfg_flag_name(flag, sizeof flag, pd_cfg_path(i));
        assert_non_null(strstr(text(&l), flag));
    }
    unload(&l);
}

static void a_prefix_is_an_address_and_how_much_of_it_counts(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "10.0.0.0/33",
        "10.0.0.1/8",
        "10.0.0.0/",
        "10.0.0.0/x",
        "10.0.0.0/8/8",
        "10.0.0/8",
        "[::1]",
        "::1/129",
        "2001:db8::/16",
        "localhost",
        "10.0.0.0:80",
        "10.0.0.0/ 8",
        "10.0.0.0/0008",
        "0.0.0.0/",
        "0.0.0.0/x",
        "::/",
        "::/x",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "00000000000000000000000000000000000000000000000000000000000000001/8"};
    pd_cfg_prefix p;
    assert_int_equal(pd_cfg_prefix_parse(&p, "172.16.0.0/12", NULL), PD_OK);
    assert_true(p.count == 12 && !p.is_v6 && p.bits[0] == 172 && p.bits[1] == 16);
    assert_int_equal(pd_cfg_prefix_parse(&p, "192.0.2.7", NULL), PD_OK);
    assert_int_equal(p.count, 32);
    assert_int_equal(pd_cfg_prefix_parse(&p, "::ffff:172.16.0.0/108", NULL), PD_OK); /* IPv4 within IPv6 */
    assert_true(!p.is_v6 && p.count == 12 && !memcmp(p.bits, (unsigned char[16]){172, 16}, 16));
    assert_int_equal(pd_cfg_prefix_parse(&p, "::ffff:0.0.0.0/96", NULL), PD_OK);
    assert_true(!p.is_v6 && p.count == 0);
    assert_int_equal(pd_cfg_prefix_parse(&p, "::ffff:0.0.0.0/95", NULL), PD_ERR_INVALID);
    assert_int_equal(pd_cfg_prefix_parse(&p, "::/0", NULL), PD_OK);
    assert_true(p.is_v6 && p.count == 0);
    assert_int_equal(pd_cfg_prefix_parse(&p, "2001:db8::/32", NULL), PD_OK);
    assert_true(p.count == 32 && p.is_v6 && p.bits[3] == 0xb8);
    assert_int_equal(pd_cfg_prefix_parse(&p, "::/0", NULL), PD_OK);
    assert_int_equal(pd_cfg_prefix_parse(&p, "::1", NULL), PD_OK);
    assert_int_equal(p.count, 128);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (pd_cfg_prefix_parse(&p, wrong[i], NULL) == PD_OK) fail_msg("\"%s\" was taken", wrong[i]);
}

/* An address is in a range if its first `count` bits are those of the range:
 * one other bit decides by its place alone. */
static void a_range_has_the_addresses_that_begin_with_its_bits(void **state)
{
    (void)state;
    for (int is_v6 = 0; is_v6 < 2; is_v6++) {
        const int most = is_v6 ? 128 : 32;
        for (int count = 0; count <= most; count++) {
            pd_cfg_prefix range = {.count = count, .is_v6 = is_v6};
            unsigned char address[16] = {0};
            for (int i = 0; i < most; i++) {
                const unsigned char bit = (unsigned char)(i % 3 == 0 ? 0x80 >> i % 8 : 0);
                address[i / 8] |= bit;
                if (i < count) range.bits[i / 8] |= bit;
            }
            assert_true(pd_cfg_prefix_has(&range, is_v6, address));
            assert_false(pd_cfg_prefix_has(&range, !is_v6, address));
            for (int i = 0; i < most; i++) {
                address[i / 8] ^= (unsigned char)(0x80 >> i % 8);
                assert_int_equal(pd_cfg_prefix_has(&range, is_v6, address), i >= count);
                address[i / 8] ^= (unsigned char)(0x80 >> i % 8);
            }
        }
    }
}

static void an_address_is_split_into_host_and_port(void **state)
{
    (void)state;
    pd_cfg_address a;
    assert_int_equal(pd_cfg_address_parse(&a, "[2001:db8::1]:443", NULL), PD_OK);
    assert_string_equal(a.host, "2001:db8::1");
    assert_int_equal(a.port, 443);
    assert_int_equal(a.is_v6, 1);
    assert_int_equal(a.is_loopback, 0);
    assert_int_equal(pd_cfg_address_parse(&a, "localhost:0", NULL), PD_OK);
    assert_string_equal(a.host, "127.0.0.1");
    assert_int_equal(a.is_loopback, 1);
    static const char *const wrong[] = {
        "",      ":",       ":80",         "1.2.3:80", "1.2.3.4:",      "1.2.3.4:x", "[::1",
        "[::1]", "[::1]80", "[]:80",       "[::1]:-1", "1.2.3.4:65536", "a:80",      "[1.2.3.4]:80",
        "]:80",  "[:80",    "1.2.3.4 :80", "[::1:80",  "[::]1:80"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_not_equal(pd_cfg_address_parse(&a, wrong[i], NULL), PD_OK);
}

static void an_id_is_lower_case_digits_dash_underscore(void **state)
{
    (void)state;
    char longest[66];
    memset(longest, 'a', 65);
    longest[65] = 0;
    assert_false(pd_cfg_id_valid(longest));
    assert_true(pd_cfg_id_valid(longest + 1));
    assert_true(pd_cfg_id_valid("a-1_b"));
    assert_false(pd_cfg_id_valid(""));
    assert_false(pd_cfg_id_valid("A"));
    assert_false(pd_cfg_id_valid("a/b"));
    assert_false(pd_cfg_id_valid("\xc3\xa4"));
    assert_true(pd_cfg_id_valid("z") && pd_cfg_id_valid("9") && pd_cfg_id_valid("_"));
    assert_false(pd_cfg_id_valid("-")); /* stands for an empty list in the keys file */
    assert_true(pd_cfg_id_valid("--"));
}

static void a_reload_names_what_needs_a_restart(void **state)
{
    (void)state;
    loaded a = load(NO_ARGS, NULL);
    loaded b = load(ARGS(env("--listen=127.0.0.1:1"), env("--limits-batch=7"), env("--workers=2")), NULL);
    pd_buffer names = {0};
    assert_int_equal(pd_cfg_restart_needed(&a.cfg, &b.cfg, &names), 2);
    pd_buffer_add(&names, "", 1);
    assert_string_equal((const char *)names.data, "listen, workers");
    pd_buffer_deinit(&names);
    assert_int_equal(pd_cfg_restart_needed(&b.cfg, &b.cfg, &names), 0);
    assert_int_equal(names.size, 0);
    unload(&a);
    unload(&b);

    /* One option of each type. */
    static const char *const rows[][2] = {{"--access-insecure=true", "access.insecure"},
                                          {"--limits-connections=1023", "limits.connections"},
                                          {"--limits-idle-timeout=60.5", "limits.idle_timeout"},
                                          {"--limits-head-bytes=8191", "limits.head_bytes"},
                                          {"--log-format=json", "log.format"},
                                          {"--tracing-endpoint=http://127.0.0.1:4318", "tracing.endpoint"},
                                          {"--log-file=/tmp/posed.log", "log.file"},
                                          {"--admin-listen=127.0.0.1:9090", "admin.listen"},
                                          {"--tracing-ratio=0.5", "tracing.ratio"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        a = load(NO_ARGS, NULL);
        b = load(ARGS(env(rows[i][0])), NULL);
        assert_int_equal(pd_cfg_restart_needed(&a.cfg, &b.cfg, &names), 1);
        pd_buffer_add(&names, "", 1);
        assert_string_equal((const char *)names.data, rows[i][1]);
        pd_buffer_deinit(&names);
        unload(&a);
        unload(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_defaults_need_no_file),
        cmocka_unit_test(flags_beat_the_environment_and_that_the_file),
        cmocka_unit_test(every_option_has_a_variable_and_a_flag),
        cmocka_unit_test(lists_and_models_can_be_given_as_text),
        cmocka_unit_test(origins_and_hosts_that_no_request_can_have_are_refused),
        cmocka_unit_test(a_wrong_variable_is_named),
        cmocka_unit_test(an_unknown_variable_is_a_warning_with_the_nearest_option),
        cmocka_unit_test(variables_that_orchestrators_set_are_left_alone),
        cmocka_unit_test(the_variables_of_clients_are_left_alone),
        cmocka_unit_test(an_empty_variable_leaves_the_file_s_value_or_the_default),
        cmocka_unit_test(a_health_check_needs_no_keys),
        cmocka_unit_test(a_wrong_flag_is_named),
        cmocka_unit_test(a_flag_given_twice_adds_to_a_list_and_is_refused_elsewhere),
        cmocka_unit_test(the_value_of_a_wrong_flag_is_no_error_of_its_own),
        cmocka_unit_test(a_boolean_flag_alone_is_true),
        cmocka_unit_test(a_boolean_flag_takes_true_or_false_as_the_next_argument),
        cmocka_unit_test(a_check_reports_its_result),
        cmocka_unit_test(checking_asks_for_the_files_that_running_would_read),
        cmocka_unit_test(checking_asks_whether_the_log_can_be_written),
        cmocka_unit_test(help_comes_even_when_the_rest_is_wrong),
        cmocka_unit_test(an_address_is_split_into_host_and_port),
        cmocka_unit_test(a_prefix_is_an_address_and_how_much_of_it_counts),
        cmocka_unit_test(a_range_has_the_addresses_that_begin_with_its_bits),
        cmocka_unit_test(an_id_is_lower_case_digits_dash_underscore),
        cmocka_unit_test(a_reload_names_what_needs_a_restart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
