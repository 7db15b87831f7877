/* Loads the configuration: defaults, file, environment and flags in this order,
 * then the checks between options. */
#include "config/config_internal.h"
#include "core/base/assert.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void pd_cfg_deinit(pd_cfg *cfg)
{
    for (int i = 0; i < PD_CFG_COUNT - 1; i++) {
        const pd_cfg_option *option = &pd_cfg_table[i];
        void *at = (char *)cfg + option->offset;
        if (pd_cfg_is_list(option->type))
            pd_cfg_items_free(((pd_cfg_list *)at)->items, ((pd_cfg_list *)at)->count);
        else if (option->type == PD_CFG_STRING || option->type == PD_CFG_FILE ||
                 option->type == PD_CFG_ADDRESS)
            free(*(char **)at);
    }

    for (int i = 0; i < PD_CFG_COUNT; i++) free(cfg->set_by[i]);
    pd_cfg_models_free(cfg->models, cfg->model_count);
    free(cfg->file);
    memset(cfg, 0, sizeof *cfg);
}

/* ---- layers ---- */

static void set_defaults(pd_cfg *cfg, pd_cfg_errors *errors)
{
    for (int i = 0; i < PD_CFG_COUNT - 1; i++) {
        const char *initial = pd_cfg_table[i].initial;
        pd_cfg_set(cfg, i, strcmp(initial, "[]") ? initial : "", NULL, errors);
    }
}

/* Returns the path of the file: that of --config, else that of POSED_CONFIG unless it is empty;
 * NULL if there is none. */
static const char *file_of(const pd_cfg_flags *flags, char *const *env)
{
    static const char variable[] = "POSED_CONFIG=";
    const size_t length = sizeof variable - 1;

    if (flags->config) return flags->config;

    for (; env && *env; env++)
        if (!strncmp(*env, variable, length) && (*env)[length]) return *env + length;
    return NULL;
}

/* ---- checks between options ---- */

/* Checks that an address that other machines can reach is protected by keys, or allowed by
 * access.insecure. */
static void check_exposed(const pd_cfg *cfg, int option, const char *listen, pd_cfg_errors *errors)
{
    pd_cfg_address address;

    if (pd_cfg_address_parse(&address, listen, NULL) != PD_OK || address.is_loopback) return;
    if (*cfg->access_keys_file || *cfg->access_jwt_keys || cfg->access_insecure) return;
    pd_cfg_complain_of(
        errors, cfg->set_by[option], pd_cfg_path(option),
        "\"%s\" is not a loopback address; access.keys_file, or access.insecure: true for a server without "
        "keys, expected",
        listen);
}

/* Returns whether the values of an option differ between two configurations. */
static bool differs(const pd_cfg_option *option, const pd_cfg *a, const pd_cfg *b)
{
    const void *x = (const char *)a + option->offset;
    const void *y = (const char *)b + option->offset;

    if (pd_cfg_is_list(option->type)) {
        const pd_cfg_list *p = x;
        const pd_cfg_list *q = y;
        if (p->count != q->count) return true;
        for (int i = 0; i < p->count; i++)
            if (strcmp(p->items[i], q->items[i])) return true;
        return false;
    }

    switch (option->type) {
    case PD_CFG_REAL: return *(const double *)x != *(const double *)y;
    case PD_CFG_BYTES: return *(const size_t *)x != *(const size_t *)y;
    case PD_CFG_STRING:
    case PD_CFG_FILE:
    case PD_CFG_ADDRESS: return strcmp(*(char *const *)x, *(char *const *)y) != 0;
    default: return *(const int *)x != *(const int *)y;
    }
}

/* Options first to last have no effect without the option `needed`: they may only have their defaults then,
 * as --print-config writes them. */
static void check_idle(const pd_cfg *cfg, int first, int last, const char *needed, pd_cfg_errors *errors)
{
    pd_cfg usual;

    memset(&usual, 0, sizeof usual);
    set_defaults(&usual, errors);
    for (int i = first; i <= last; i++)
        if (differs(&pd_cfg_table[i], cfg, &usual))
            pd_cfg_complain_of(errors, cfg->set_by[i], pd_cfg_path(i), "has no effect without %s", needed);
    pd_cfg_deinit(&usual);
}

/* Limits of a program that speaks need the program. */
static void check_speech(const pd_cfg *cfg, pd_cfg_errors *errors)
{
    if (!cfg->speech_command.count)
        check_idle(cfg, PD_CFG_I_speech_timeout, PD_CFG_I_speech_processes, "speech.command", errors);
}

/* Webhooks need an allowed host and a secret. */
static void check_webhooks(const pd_cfg *cfg, pd_cfg_errors *errors)
{
    if (!cfg->webhooks_allow.count)
        check_idle(cfg, PD_CFG_I_webhooks_allow + 1, PD_CFG_I_webhooks_queue, "webhooks.allow", errors);
    else if (!*cfg->webhooks_secret_file)
        pd_cfg_complain_of(errors, cfg->set_by[PD_CFG_I_webhooks_allow], "webhooks.allow",
                           "set without webhooks.secret_file; both expected");
}

/* Returns whether a text is a host as a request names it: a name or an IPv6 address in brackets, with or
 * without a port. */
static bool is_host(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    char name[80];
    const bool is_v6 = *text == '[';

    snprintf(name, sizeof name, "%s0123456789-._", letters);
    size_t size = is_v6 ? 1 + strspn(text + 1, "0123456789abcdefABCDEF:.") : strspn(text, name);
    if (is_v6 && text[size++] != ']') return false;
    if (!size || !text[size]) return size > 0;

    const char *port = text + size + 1;
    const size_t digits = strspn(port, "0123456789");
    return text[size] == ':' && digits >= 1 && digits <= 5 && !port[digits] && atoi(port) <= 65535;
}

/* Returns whether a text that is a host has a port. */
static bool has_port(const char *text)
{
    const char *name_end = *text == '[' ? strchr(text, ']') : text;
    return strchr(name_end, ':') != NULL;
}

/* Addresses that cannot be read are refused here:
 * a cluster without its Redis would otherwise go on as single daemons. */
static void check_cluster_addresses(const pd_cfg *cfg, pd_cfg_errors *errors)
{
    static const char unix_socket[] = "unix:";
    static const char scheme[] = "http://";
    const char *redis = cfg->cluster_redis;
    const char *address = cfg->cluster_address;
    const bool is_socket =
        !strncmp(redis, unix_socket, sizeof unix_socket - 1) && redis[sizeof unix_socket - 1];

    if (*redis && !is_socket && !(is_host(redis) && has_port(redis)))
        pd_cfg_complain_of(errors, cfg->set_by[PD_CFG_I_cluster_redis], "cluster.redis",
                           "\"%s\" is not an address of Redis; HOST:PORT or unix:PATH allowed", redis);
    if (!*redis || !*address) return;
    const bool is_http = !strncmp(address, scheme, sizeof scheme - 1);
    if (!is_http || !is_host(address + sizeof scheme - 1))
        pd_cfg_complain_of(errors, cfg->set_by[PD_CFG_I_cluster_address], "cluster.address",
                           "\"%s\" is not an address of a daemon; http://HOST:PORT allowed", address);
}

static void check_cluster(const pd_cfg *cfg, pd_cfg_errors *errors)
{
    check_cluster_addresses(cfg, errors);
    if (!*cfg->cluster_redis)
        check_idle(cfg, PD_CFG_I_cluster_redis + 1, PD_CFG_I_cluster_drain_rate, "cluster.redis", errors);
    if (*cfg->cluster_user && !*cfg->cluster_password_file)
        pd_cfg_complain_of(errors, cfg->set_by[PD_CFG_I_cluster_user], "cluster.user",
                           "\"%s\" has no password; cluster.password_file expected", cfg->cluster_user);
    if (strspn(cfg->cluster_node, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") !=
        strlen(cfg->cluster_node))
        pd_cfg_complain_of(errors, cfg->set_by[PD_CFG_I_cluster_node], "cluster.node",
                           "\"%s\" has other characters; letters, digits, - and _ allowed",
                           cfg->cluster_node);
}

/* Refuses one port for both addresses. Port 0 is allowed, because it takes a free port for each. */
static void check_ports_differ(const pd_cfg *cfg, pd_cfg_errors *errors)
{
    pd_cfg_address listen, admin;

    if (pd_cfg_address_parse(&admin, cfg->admin_listen, NULL) != PD_OK ||
        pd_cfg_address_parse(&listen, cfg->listen, NULL) != PD_OK)
        return;
    if (!admin.port || admin.port != listen.port) return;
    pd_cfg_complain_of(errors, cfg->set_by[PD_CFG_I_admin_listen], "admin.listen",
                       "\"%s\" has the same port as listen; another port expected", cfg->admin_listen);
}

/* Tokens need keys, issuer and audience: without an issuer or audience a token for another service would be
 * accepted (RFC 8725, 3.8 and 3.9). Issuer and audience have no effect without keys. */
static void check_tokens(const pd_cfg *cfg, pd_cfg_errors *errors)
{
    static const int options[] = {PD_CFG_I_access_jwt_issuer, PD_CFG_I_access_jwt_audience};
    const char *const values[] = {cfg->access_jwt_issuer, cfg->access_jwt_audience};

    for (int i = 0; i < 2; i++) {
        const char *path = pd_cfg_path(options[i]);
        if (*cfg->access_jwt_keys && !*values[i])
            pd_cfg_complain_of(errors, cfg->set_by[PD_CFG_I_access_jwt_keys], "access.jwt_keys",
                               "\"%s\" set without %s; both expected", cfg->access_jwt_keys, path);
        if (!*cfg->access_jwt_keys && *values[i])
            pd_cfg_complain_of(errors, cfg->set_by[options[i]], path,
                               "\"%s\" has no effect without access.jwt_keys", values[i]);
    }
}

/* Origins and hosts are compared with header fields. An item that no field can have, such as an origin with a
 * path, would never match. */
static void check_origins(const pd_cfg *cfg, pd_cfg_errors *errors)
{
    const pd_cfg_list *origins = &cfg->access_cors_origins;
    const pd_cfg_list *hosts = &cfg->access_hosts;

    for (int i = 0; i < origins->count; i++) {
        const char *item = origins->items[i];
        const char *rest = strstr(item, "://");
        if (!strcmp(item, "*") || !strcmp(item, "null")) continue;
        if (!rest || rest == item || !is_host(rest + 3))
            pd_cfg_complain_of(
                errors, cfg->set_by[PD_CFG_I_access_cors_origins], "access.cors_origins",
                "\"%s\" is not an origin; https://NAME or https://NAME:PORT without a path, or "
                "* allowed",
                item);
    }

    for (int i = 0; i < hosts->count; i++)
        if (strcmp(hosts->items[i], "*") && !is_host(hosts->items[i]))
            pd_cfg_complain_of(errors, cfg->set_by[PD_CFG_I_access_hosts], "access.hosts",
                               "\"%s\" is not a host; NAME or NAME:PORT, or * allowed", hosts->items[i]);
}

/* ---- --check-config: files and folders ---- */

static void check_path(const char *path, const char *set_by, const char *what, int mode,
                       pd_cfg_errors *errors)
{
    if (*path && access(path, mode))
        pd_cfg_complain_of(errors, set_by, what, "%s: %s", path, strerror(errno));
}

/* Checks that the daemon can append to the log file, or create it in its folder. */
static void check_log_file(const pd_cfg *cfg, pd_cfg_errors *errors)
{
    const char *path = cfg->log_file;
    const char *set_by = cfg->set_by[PD_CFG_I_log_file];
    const char *slash = strrchr(path, '/');
    struct stat about;
    char folder[4096] = ".";

    if (!*path) return;

    /* An existing file has to be writable. */
    if (!stat(path, &about)) {
        if (S_ISDIR(about.st_mode))
            pd_cfg_complain_of(errors, set_by, "log.file", "%s: %s", path, strerror(EISDIR));
        else
            check_path(path, set_by, "log.file", W_OK, errors);
        return;
    }

    /* If the file does not exist, its folder must be writable. The folder of "/log" is "/". */
    if (slash) snprintf(folder, sizeof folder, "%.*s", slash > path ? (int)(slash - path) : 1, path);
    check_path(folder, set_by, "log.file", W_OK | X_OK, errors);
}

/* Checks the files for --check-config. A starting daemon reports missing files in its log and by /readyz
 * instead, because a reload may find them later. */
static void check_files(const pd_cfg *cfg, pd_cfg_errors *errors)
{
    check_path(cfg->access_keys_file, cfg->set_by[PD_CFG_I_access_keys_file], "access.keys_file", R_OK,
               errors);
    check_path(cfg->access_jwt_keys, cfg->set_by[PD_CFG_I_access_jwt_keys], "access.jwt_keys", R_OK, errors);
    check_path(cfg->webhooks_secret_file, cfg->set_by[PD_CFG_I_webhooks_secret_file], "webhooks.secret_file",
               R_OK, errors);
    check_path(cfg->webhooks_ca_file, cfg->set_by[PD_CFG_I_webhooks_ca_file], "webhooks.ca_file", R_OK,
               errors);
    check_log_file(cfg, errors);
    check_path(cfg->models_dir, cfg->set_by[PD_CFG_I_models_dir], "models_dir", R_OK | X_OK, errors);
    check_path(cfg->models_pack, cfg->set_by[PD_CFG_I_models_pack], "models_pack", R_OK, errors);
    for (int i = 0; i < cfg->model_count; i++)
        check_path(cfg->models[i].file, cfg->set_by[PD_CFG_I_models], "models", R_OK, errors);
}

/* ---- the whole ---- */

static pd_cfg_action printed(pd_cfg *cfg, const pd_cfg_flags *flags, pd_buffer *out)
{
    if (flags->help)
        pd_cfg_help(out);
    else if (flags->version)
        pd_cfg_version(out);
    else if (flags->reference)
        pd_cfg_reference(out);
    else
        pd_cfg_print(cfg, out);
    pd_cfg_deinit(cfg);

    return PD_CFG_PRINTED;
}

static pd_cfg_action failed(pd_cfg *cfg)
{
    pd_cfg_deinit(cfg);
    return PD_CFG_BAD;
}

pd_cfg_action pd_cfg_load(pd_cfg *cfg, int argc, char *const *argv, char *const *env, pd_cfg_errors *errors)
{
    PD_ASSERT(cfg && errors && !errors->count);
    pd_cfg_flags flags = {0};
    memset(cfg, 0, sizeof *cfg);

    /* The defaults are valid, so that only a failed allocation can be an error here. */
    set_defaults(cfg, errors);
    if (errors->count) return failed(cfg);

    /* --help and the like read neither the file nor the environment, which may be wrong. */
    pd_cfg_read_flags(NULL, argc, argv, &flags, errors);
    PD_ASSERT(!errors->count);
    if (flags.help || flags.version || flags.reference) return printed(cfg, &flags, &errors->text);

    /* Each layer overrides the ones before it. All layers are read even after an error, so that a load
     * reports all errors. */
    const char *file = file_of(&flags, env);
    if (file) pd_cfg_read_file(cfg, file, errors);
    pd_cfg_read_env(cfg, env, errors);
    pd_cfg_read_flags(cfg, argc, argv, &flags, errors);

    /* Values that are valid alone but not together.
     * A health check opens no address, so it needs none of these. */
    if (!flags.health) {
        check_ports_differ(cfg, errors);
        check_exposed(cfg, PD_CFG_I_listen, cfg->listen, errors);
        check_exposed(cfg, PD_CFG_I_admin_listen, cfg->admin_listen, errors);
        check_tokens(cfg, errors);
        check_cluster(cfg, errors);
        check_webhooks(cfg, errors);
        check_speech(cfg, errors);
        check_origins(cfg, errors);
    }

    if (flags.check && !errors->count) check_files(cfg, errors);
    if (errors->count) return failed(cfg);

    /* Actions of the flags. */
    if (flags.health) return PD_CFG_HEALTH;
    if (flags.print) return printed(cfg, &flags, &errors->text);

    return flags.check ? PD_CFG_CHECK : PD_CFG_RUN;
}
