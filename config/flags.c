/* The command line as a layer: --http-threads 4 or --http-threads=4 is http.threads. A flag of a list that is
 * given several times adds its items; any other is refused the second time. */
#include "config/config_internal.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cursor {
    pd_cfg *cfg; /* NULL: only flags that are no options */
    int argc, at;
    char *const *argv;
    pd_cfg_flags *flags;
    pd_cfg_errors *errors;
    char *given[PD_CFG_COUNT]; /* value of each option so far; NULL: not given */
} cursor;

static int find_flag(const char *name)
{
    char known[80];

    for (int i = 0; i < PD_CFG_COUNT; i++) {
        pd_cfg_flag_name(known, sizeof known, pd_cfg_path(i));
        if (!strcmp(known, name)) return i;
    }

    return -1;
}

static bool take_flag(pd_cfg_flags *flags, const char *name)
{
    const struct {
        const char *name;
        int *value;
    } known[] = {{"--help", &flags->help},          {"-h", &flags->help},
                 {"--version", &flags->version},    {"--print-config", &flags->print},
                 {"--check-config", &flags->check}, {"--print-reference", &flags->reference},
                 {"--healthcheck", &flags->health}};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(name, known[i].name)) continue;
        *known[i].value = 1;
        return true;
    }

    return false;
}

static void complain_unknown(const cursor *c, const char *name)
{
    char path[80], known[80], shown[96];
    size_t n = 0;

    if (strncmp(name, "--", 2)) {
        pd_cfg_complain(c->errors, NULL, "unexpected argument %s; --help lists the flags",
                        pd_cfg_shown(shown, name));
        return;
    }

    for (const char *s = name + 2; *s && n + 1 < sizeof path; s++) path[n++] = *s == '-' ? '_' : *s;
    path[n] = 0;

    const char *near = pd_cfg_suggest(path);
    if (near) pd_cfg_flag_name(known, sizeof known, near);
    pd_cfg_complain(c->errors, NULL, "unknown flag %s; %s%s", pd_cfg_shown(shown, name),
                    near ? "did you mean " : "--help lists the flags", near ? strcat(known, "?") : "");
}

/* Returns the value of a flag: the text after '=', or the next argument.
 * If there is none, adds an error and returns NULL. */
static const char *flags_value_of(cursor *c, const char *name, const char *equals)
{
    if (equals) return equals + 1;
    if (c->at + 1 < c->argc && strncmp(c->argv[c->at + 1], "--", 2)) return c->argv[++c->at];
    if (c->cfg) pd_cfg_complain(c->errors, name, "has no value; a value expected");
    return NULL;
}

/* Returns the value of a switch: the text after "=", the next argument
 * if it is true or false, else "true". */
static const char *switch_of(cursor *c, const char *equals)
{
    if (equals) return equals + 1;
    const char *next = c->at + 1 < c->argc ? c->argv[c->at + 1] : "";
    if (strcmp(next, "true") && strcmp(next, "false")) return "true";
    return c->argv[++c->at];
}

/* Notes a value of an option. */
static void note_value(cursor *c, int index, const char *name, const char *value)
{
    const char *before = c->given[index];
    const bool is_list = index == PD_CFG_I_models || pd_cfg_is_list(pd_cfg_table[index].type);

    if (before && !is_list) {
        pd_cfg_complain(c->errors, name, "given twice; once allowed, because it is not a list");
        return;
    }

    /* Items of a list are joined and set at the end, when all are known. */
    if (!is_list) pd_cfg_set(c->cfg, index, value, name, c->errors);

    const bool is_joined = before && *before && *value;
    const size_t size = strlen(before ? before : "") + strlen(value) + 2;
    char *text = malloc(size);
    if (text) snprintf(text, size, "%s%s%s", before ? before : "", is_joined ? "," : "", value);
    free(c->given[index]);
    c->given[index] = text;
    if (!text) pd_cfg_complain(c->errors, name, "out of memory");
}

/* Sets the lists that were given, and frees what was noted. */
static void set_given(cursor *c)
{
    char name[80];

    for (int i = 0; i < PD_CFG_COUNT; i++) {
        const bool is_list = i == PD_CFG_I_models || pd_cfg_is_list(pd_cfg_table[i].type);
        if (!c->given[i]) continue;
        pd_cfg_flag_name(name, sizeof name, pd_cfg_path(i));
        if (is_list) pd_cfg_set(c->cfg, i, c->given[i], name, c->errors);
        free(c->given[i]);
    }
}

void pd_cfg_read_flags(pd_cfg *cfg, int argc, char *const *argv, pd_cfg_flags *flags, pd_cfg_errors *errors)
{
    cursor c = {.cfg = cfg, .argc = argc, .at = 1, .argv = argv, .flags = flags, .errors = errors};

    bool has_config = false;
    for (; c.at < argc; c.at++) {
        char name[80];
        const char *argument = argv[c.at];
        const char *equals = strchr(argument, '=');
        pd_cfg_copy(name, sizeof name, argument, equals ? (size_t)(equals - argument) : strlen(argument));
        if (!strcmp(name, "--config")) {
            if (cfg && flags->config && has_config)
                pd_cfg_complain(errors, name, "given twice; once allowed, because it is not a list");
            has_config = true;
            flags->config = flags_value_of(&c, name, equals);
            continue;
        }

        if (!equals && take_flag(flags, name)) continue;

        const int index = find_flag(name);
        if (index < 0) {
            if (cfg) complain_unknown(&c, name);
            const bool is_flag = !strncmp(name, "--", 2);

            /* Skip the value of the unknown flag. */
            if (is_flag && !equals && c.at + 1 < argc && strncmp(argv[c.at + 1], "--", 2)) c.at++;
            continue;
        }

        const bool is_switch = index != PD_CFG_I_models && pd_cfg_table[index].type == PD_CFG_BOOL;
        const char *value = is_switch ? switch_of(&c, equals) : flags_value_of(&c, name, equals);
        if (value && cfg) note_value(&c, index, name, value);
    }

    if (cfg) set_given(&c);
}
