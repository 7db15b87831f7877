/* Layers put together: defaults, file, environment, flags, then what must agree between options. */
#include "config/config_internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ERRORS_SHOWN 100

static void add_line(pd_cfg_errors *errors, const char *place, const char *path, const char *format,
                     va_list args)
{
    char line[1024];

    if (errors->count++ == ERRORS_SHOWN) pd_buffer_text(&errors->text, "further errors are not shown\n");
    if (errors->count > ERRORS_SHOWN) return;

    vsnprintf(line, sizeof line, format, args);
    if (place) pd_buffer_printf(&errors->text, "%s: ", place);
    if (path) pd_buffer_printf(&errors->text, "%s: ", path);
    pd_buffer_text(&errors->text, line);
    pd_buffer_text(&errors->text, "\n");
}

void pd_cfg_complain(pd_cfg_errors *errors, const char *place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_line(errors, place, NULL, format, args);
    va_end(args);
}

void pd_cfg_complain_of(pd_cfg_errors *errors, const char *place, const char *path, const char *format, ...)
{
    const bool named =
        place && !strchr(place, ':') && (!strncmp(place, "--", 2) || !strncmp(place, "POSED_", 6));
    va_list args;
    va_start(args, format);
    add_line(errors, place, named ? NULL : path, format, args);
    va_end(args);
}

void pd_cfg_warn(pd_cfg_errors *errors, const char *place, const char *format, ...)
{
    char line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    pd_buffer_printf(&errors->warnings, "%s: %s\n", place, line);
}

void pd_cfg_errors_deinit(pd_cfg_errors *errors)
{
    pd_buffer_deinit(&errors->warnings);
    pd_buffer_deinit(&errors->text);
    memset(errors, 0, sizeof *errors);
}

void pd_cfg_models_free(pd_cfg_model *models, int count)
{
    for (int i = 0; i < count; i++) {
        free(models[i].id);
        free(models[i].file);
    }
    free(models);
}

void pd_cfg_deinit(pd_cfg *cfg)
{
    for (int i = 0; i < PD_CFG_COUNT - 1; i++) {
        const pd_cfg_option *option = &pd_cfg_table[i];
        void *at = (char *)cfg + option->offset;
        if (option->type == PD_CFG_LIST)
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

/* A public address without keys is almost always a mistake: it has to be written down. */
static void check_exposed(const pd_cfg *cfg, int option, const char *listen, pd_cfg_errors *errors)
{
    pd_cfg_address address;
    if (pd_cfg_address_parse(&address, listen, NULL) != PD_OK || address.is_loopback) return;
    if (*cfg->access_keys_file || cfg->access_insecure) return;
    pd_cfg_complain_of(errors, cfg->set_by[option], pd_cfg_path(option),
                       "\"%s\" is not loopback; access.keys_file or access.insecure: true expected", listen);
}

static void check_path(const char *path, const char *set_by, const char *what, int mode,
                       pd_cfg_errors *errors)
{
    if (*path && access(path, mode))
        pd_cfg_complain_of(errors, set_by, what, "%s: %s", path, strerror(errno));
}

/* It is appended to, or made in its folder. */
static void check_log_file(const pd_cfg *cfg, pd_cfg_errors *errors)
{
    const char *path = cfg->log_file, *set_by = cfg->set_by[PD_CFG_I_log_file];
    const char *slash = strrchr(path, '/');
    struct stat about;
    char folder[4096] = ".";

    if (!stat(path, &about)) {
        if (S_ISDIR(about.st_mode))
            pd_cfg_complain_of(errors, set_by, "log.file", "%s: %s", path, strerror(EISDIR));
        else
            check_path(path, set_by, "log.file", W_OK, errors);
        return;
    }
    if (slash) snprintf(folder, sizeof folder, "%.*s", slash > path ? (int)(slash - path) : 1, path);
    if (*path) check_path(folder, set_by, "log.file", W_OK | X_OK, errors);
}

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

pd_cfg_action pd_cfg_load(pd_cfg *cfg, int argc, char *const *argv, char *const *env, pd_cfg_errors *errors)
{
    pd_cfg_flags flags = {0};

    memset(cfg, 0, sizeof *cfg);
    for (int i = 0; i < PD_CFG_COUNT - 1; i++) {
        const char *initial = pd_cfg_table[i].initial;
        pd_cfg_set(cfg, i, strcmp(initial, "[]") ? initial : "", NULL, errors);
    }
    if (errors->count) { /* memory is short */
        pd_cfg_deinit(cfg);
        return PD_CFG_BAD;
    }

    /* what only prints needs no file and no environment */
    pd_cfg_read_flags(NULL, argc, argv, &flags, errors);
    if (flags.help || flags.version || flags.reference) return printed(cfg, &flags, &errors->text);

    const char *file = flags.config;
    for (char *const *e = env; !file && e && *e; e++)
        if (!strncmp(*e, "POSED_CONFIG=", 13) && (*e)[13]) file = *e + 13;
    if (file) pd_cfg_read_file(cfg, file, errors);
    pd_cfg_read_env(cfg, env, errors);
    pd_cfg_read_flags(cfg, argc, argv, &flags, errors);

    /* Values that are good alone and wrong together. A health check opens no address, so it needs none of these. */
    if (!flags.health) {
        pd_cfg_address address, admin;
        if (pd_cfg_address_parse(&admin, cfg->admin_listen, NULL) == PD_OK &&
            pd_cfg_address_parse(&address, cfg->listen, NULL) == PD_OK && admin.port &&
            admin.port == address.port)
            pd_cfg_complain_of(errors, cfg->set_by[PD_CFG_I_admin_listen], "admin.listen",
                               "\"%s\" has the port of listen; one of its own expected", cfg->admin_listen);
        check_exposed(cfg, PD_CFG_I_listen, cfg->listen, errors);
        check_exposed(cfg, PD_CFG_I_admin_listen, cfg->admin_listen,
                      errors); /* empty: no address, nothing exposed */
    }

    if (flags.check && !errors->count) {
        /* What --check-config checks beyond the values. A daemon that starts reports the same in its log and by /readyz, because a model that is
         * missing now may come with a later reload. */
        const char *place = cfg->set_by[PD_CFG_I_models];

        check_path(cfg->access_keys_file, cfg->set_by[PD_CFG_I_access_keys_file], "access.keys_file", R_OK,
                   errors);
        check_log_file(cfg, errors);
        check_path(cfg->models_dir, cfg->set_by[PD_CFG_I_models_dir], "models_dir", R_OK | X_OK, errors);
        for (int i = 0; i < cfg->model_count; i++)
            check_path(cfg->models[i].file, place, "models", R_OK, errors);
    }

    if (errors->count) {
        pd_cfg_deinit(cfg);
        return PD_CFG_BAD;
    }

    if (flags.health) return PD_CFG_HEALTH;
    if (flags.print) return printed(cfg, &flags, &errors->text);
    return flags.check ? PD_CFG_CHECK : PD_CFG_RUN;
}
