/* Writes the table as text: commented YAML, --help and the reference page. */
#include "config/config_internal.h"
#include "core/base/assert.h"

#include <stdio.h>
#include <string.h>

#define WIDTH 100

/* Writes text in YAML's double quotes. */
static void write_quoted(const char *text, pd_buffer *out)
{
    pd_buffer_text(out, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') pd_buffer_text(out, "\\");
        pd_buffer_add(out, text, 1);
    }

    pd_buffer_text(out, "\"");
}

/* Appends a number of bytes in the largest unit that is exact: "8 MiB". */
static void write_bytes(double bytes, pd_buffer *out)
{
    static const char *const units[] = {"", " KiB", " MiB", " GiB"};
    int unit = 0;
    size_t n = (size_t)bytes;

    while (unit < 3 && n >= 1024 && n % 1024 == 0) {
        n /= 1024;
        unit++;
    }

    pd_buffer_printf(out, "%zu%s", n, units[unit]);
}

/* Appends a number with the fewest digits that read back to an equal double. */
static void write_real(double value, pd_buffer *out)
{
    char text[40];
    double back = 0;

    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (sscanf(text, "%lf", &back) == 1 && !(back < value) && !(back > value)) break;
    }

    pd_buffer_text(out, text);
}

void pd_cfg_write_value(const pd_cfg *cfg, int index, pd_buffer *out)
{
    PD_ASSERT(index >= 0 && index < PD_CFG_I_models);
    const pd_cfg_option *option = &pd_cfg_table[index];
    const void *at = (const char *)cfg + option->offset;
    const pd_cfg_list *list = at;
    const char *choice = option->unit;

    switch (option->type) {
    case PD_CFG_BOOL: pd_buffer_text(out, *(const int *)at ? "true" : "false"); break;
    case PD_CFG_INT: pd_buffer_printf(out, "%d", *(const int *)at); break;
    case PD_CFG_REAL: write_real(*(const double *)at, out); break;
    case PD_CFG_BYTES: write_bytes((double)*(const size_t *)at, out); break;
    case PD_CFG_CHOICE:
        for (int i = *(const int *)at; i > 0; i--) choice += strcspn(choice, "|") + 1;
        pd_buffer_add(out, choice, strcspn(choice, "|"));
        break;
    case PD_CFG_LIST:
    case PD_CFG_ADDRESSES:
    case PD_CFG_PREFIXES:
        pd_buffer_text(out, "[");
        for (int i = 0; i < list->count; i++) {
            if (i) pd_buffer_text(out, ", ");
            write_quoted(list->items[i], out);
        }

        pd_buffer_text(out, "]");
        break;
    case PD_CFG_STRING:
    case PD_CFG_FILE:
    case PD_CFG_ADDRESS: write_quoted(*(char *const *)at, out); break;
    }
}

/* Appends the names of a choice: "a, b or c". */
static void write_choices(const char *choices, pd_buffer *out)
{
    for (;;) {
        size_t n = strcspn(choices, "|");
        pd_buffer_add(out, choices, n);
        if (!choices[n]) return;
        choices += n + 1;
        pd_buffer_text(out, strchr(choices, '|') ? ", " : " or ");
    }
}

void pd_cfg_write_allowed(const pd_cfg_option *option, pd_buffer *out)
{
    switch (option->type) {
    case PD_CFG_BOOL: pd_buffer_text(out, "true or false"); break;
    case PD_CFG_CHOICE: write_choices(option->unit, out); break;
    case PD_CFG_INT: pd_buffer_printf(out, "%.0f to %.0f %s", option->low, option->high, option->unit); break;
    case PD_CFG_REAL: pd_buffer_printf(out, "%g to %.10g %s", option->low, option->high, option->unit); break;
    case PD_CFG_BYTES:
        write_bytes(option->low, out);
        pd_buffer_text(out, " to ");
        write_bytes(option->high, out);
        if (strcmp(option->unit, "bytes")) pd_buffer_printf(out, " (%s)", option->unit);
        break;
    case PD_CFG_LIST:
    case PD_CFG_ADDRESSES:
    case PD_CFG_PREFIXES: pd_buffer_printf(out, "at most %.10g %s", option->high, option->unit); break;
    default: pd_buffer_printf(out, "%.10g to %.10g bytes of text", option->low, option->high);
    }

    pd_buffer_text(out, " allowed");
}

/* Appends text in lines of at most WIDTH characters, each with the prefix. */
static void write_wrapped(const char *text, const char *prefix, pd_buffer *out)
{
    const size_t width = WIDTH - strlen(prefix);

    while (*text) {
        size_t n = strlen(text);

        /* Break at the last blank that fits; a longer word gets a line of its own. */
        if (n > width)
            for (n = width; n && text[n] != ' ';) n--;
        if (!n) n = strcspn(text, " ");
        pd_buffer_printf(out, "%s%.*s\n", prefix, (int)n, text);
        text += n + (text[n] == ' ');
    }
}

/* ---- YAML */

/* Appends the list of models, which has no row in the table. */
static void print_models(const pd_cfg *cfg, pd_buffer *out)
{
    write_wrapped(
        "Further models: a list of {id: NAME, file: FILE, default: true, preload: false}. The kind is found "
        "from the file; at most one is the default. One with preload: false is loaded at its first request, "
        "the others at the start. POSED_MODELS and --models take ID=FILE,ID=FILE.",
        "# ", out);
    write_wrapped("at most 256 models allowed; default []; a reload takes it over", "# ", out);

    pd_buffer_text(out, cfg->model_count ? "models:\n" : "models: []\n");
    for (int i = 0; i < cfg->model_count; i++) {
        pd_buffer_printf(out, "  - {id: \"%s\", file: ", cfg->models[i].id);
        write_quoted(cfg->models[i].file, out);
        if (cfg->models[i].is_default) pd_buffer_text(out, ", default: true");
        if (cfg->models[i].is_late) pd_buffer_text(out, ", preload: false");
        pd_buffer_text(out, "}\n");
    }
}

/* A mapping begins where the first part of the path changes,
 * because rows of one group are next to each other. */
void pd_cfg_print(const pd_cfg *cfg, pd_buffer *out)
{
    size_t open = 0;
    const char *group = "";

    pd_buffer_text(out,
                   "# posed's configuration: posed --config FILE. Order: defaults, this file, environment, "
                   "flags.\n\n");

    for (int i = 0; i < PD_CFG_COUNT - 1; i++) {
        /* Begin a new mapping, and insert the list of models at its place. */
        const char *path = pd_cfg_table[i].path;
        const char *dot = strchr(path, '.');
        size_t n = dot ? (size_t)(dot - path) : 0;
        if (i == PD_CFG_I_models_dir) print_models(cfg, out);
        if (n && (n != open || strncmp(path, group, n))) pd_buffer_printf(out, "\n%.*s:\n", (int)n, path);
        open = n;
        group = path;

        /* Document the option in comments. */
        const pd_cfg_option *option = &pd_cfg_table[i];
        const char *indent = n ? "  " : "";
        char prefix[16], note[256];
        pd_buffer allowed = {0};
        pd_cfg_write_allowed(option, &allowed);
        snprintf(prefix, sizeof prefix, "%s# ", indent);
        write_wrapped(option->doc, prefix, out);
        snprintf(note, sizeof note, "%.*s; default %s%s", allowed.data ? (int)allowed.size : 0,
                 allowed.data ? (char *)allowed.data : "", *option->initial ? option->initial : "\"\"",
                 option->live ? "; a reload takes it over" : "");
        write_wrapped(note, prefix, out);

        /* The value, with its source unless it is the default. */
        pd_buffer_printf(out, "%s%s: ", indent, dot ? dot + 1 : path);
        pd_cfg_write_value(cfg, i, out);
        if (cfg->set_by[i] && !pd_cfg_text_fault(cfg->set_by[i]))
            pd_buffer_printf(out, " # set by %s", cfg->set_by[i]);
        pd_buffer_text(out, "\n");
        pd_buffer_deinit(&allowed);
    }
}

/* ---- help */

static const char usage[] =
    "posed: keeps body models resident and makes meshes and solves IK over HTTP\n"
    "\n"
    "usage: posed [--config FILE] [flags]\n"
    "\n"
    "  --config FILE       read this YAML file (also: POSED_CONFIG)\n"
    "  --check-config      check file, environment and flags, then end: 0 good, 2 wrong\n"
    "  --print-config      print the whole configuration, documented, as YAML\n"
    "  --healthcheck       ask the daemon at the listen address whether it runs: 0 yes, 1 no\n"
    "  --version           print the version\n"
    "  --help              print this\n"
    "\n"
    "Every option is a key in the file, a variable and a flag: http.threads, POSED_HTTP_THREADS,\n"
    "--http-threads. A flag takes precedence over the variable, and the variable over the file.\n"
    "\n";

void pd_cfg_help(pd_buffer *out)
{
    static const char *const value_names[] = {
        [PD_CFG_BOOL] = "[true|false]",
        [PD_CFG_INT] = "N",
        [PD_CFG_REAL] = "X",
        [PD_CFG_BYTES] = "BYTES",
        [PD_CFG_CHOICE] = "NAME",
        [PD_CFG_STRING] = "TEXT",
        [PD_CFG_FILE] = "PATH",
        [PD_CFG_LIST] = "A,B",
        [PD_CFG_ADDRESSES] = "A,B",
        [PD_CFG_PREFIXES] = "A,B",
        [PD_CFG_ADDRESS] = "ADDRESS:PORT",
    };
    char flag[80];

    pd_buffer_text(out, usage);

    /* Print all options but the last, the list of models, which is described below. */
    for (int i = 0; i < PD_CFG_COUNT - 1; i++) {
        const pd_cfg_option *option = &pd_cfg_table[i];
        pd_cfg_flag_name(flag, sizeof flag, option->path);
        pd_buffer_printf(out, "  %s %s\n", flag, value_names[option->type]);
        write_wrapped(option->doc, "      ", out);
        pd_buffer_text(out, "      ");
        pd_cfg_write_allowed(option, out);
        pd_buffer_printf(out, "; default %s\n", *option->initial ? option->initial : "none");
    }

    pd_buffer_text(out, "  --models ID=FILE,ID=FILE\n"
                        "      Further models; the kind is found from the file.\n");
}

/* ---- docs/reference/configuration.md */

static const char reference_head[] =
    "# Configuration\n"
    "\n"
    "This page is made from the table in `config/options.h` by `make docs`; `make lint` checks that it is "
    "current.\n"
    "\n"
    "Every option is a key in the YAML file (`posed --config FILE` or `POSED_CONFIG=FILE`), an environment "
    "variable\n"
    "and a flag. A flag takes precedence over the variable, the variable over the file, the file over the "
    "default.\n"
    "A flag of a list may be given several times and adds its items; any other flag may be given once.\n"
    "`posed --print-config` prints the configuration in force as documented YAML, which reads back to "
    "itself;\n"
    "`posed --check-config` only checks, also that the files it names can be read and that each entry of "
    "`models` can be loaded. What is wrong is listed "
    "line by line, with the place, the key, the "
    "value and\n"
    "what is allowed, and ends with exit code 2:\n"
    "\n"
    "```\n"
    "posed.yaml:4:12: http.threads: \"999\" is out of range; 0 to 256 threads allowed\n"
    "```\n"
    "\n"
    "An empty variable counts as none. A variable whose name begins with `POSED_` and is no option is "
    "ignored with a "
    "warning that names the\n"
    "nearest option. The variables that Kubernetes and `docker --link` set for services called `posed` or "
    "`posed-...`, and those of\n"
    "clients (`POSED_KEY`, `POSED_URL`), are ignored without one.\n"
    "\n"
    "Bytes are a whole number, alone or with `KiB`, `MiB` or `GiB`. Lists are YAML lists in the file and "
    "separated by\n"
    "commas elsewhere. \"live\" options are taken over by a reload (`SIGHUP`); the others need a restart.\n"
    "\n"
    "## models\n"
    "\n"
    "Models besides the shipped ones: `models: [{id: smpl, file: /data/smpl.pkl, default: true}]`, "
    "`POSED_MODELS` and\n"
    "`--models` take `ID=FILE,ID=FILE`. Ids are 1 to 64 lower-case letters, digits, `-` and `_`; the kind is "
    "found from\n"
    "the file; at most one entry is the default. An entry with `preload: false` is loaded at its first "
    "request, "
    "the others at\n"
    "the start. Live.\n";

void pd_cfg_reference(pd_buffer *out)
{
    pd_buffer_text(out, reference_head);
    for (int i = 0; i < PD_CFG_COUNT - 1; i++) {
        const pd_cfg_option *option = &pd_cfg_table[i];
        char env[80], flag[80];
        pd_cfg_env_name(env, sizeof env, option->path);
        pd_cfg_flag_name(flag, sizeof flag, option->path);

        pd_buffer_printf(out, "\n## %s\n\n%s\n\n", option->path, option->doc);
        pd_buffer_printf(out, "`%s`, `%s`. Default `%s`; ", env, flag,
                         *option->initial ? option->initial : "\"\"");
        pd_cfg_write_allowed(option, out);
        pd_buffer_printf(out, ". %s\n", option->live ? "Live." : "Needs a restart.");
    }
}
