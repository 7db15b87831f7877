#include "tools/base/command.h"

#include "config/version.h"
#include "core/base/assert.h"
#include "core/base/text/edit_distance.h"
#include "core/smpl/body.h"
#include "tools/base/batch.h"
#include "tools/base/field_option.h"
#include "tools/base/progress.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const pd_tool_option pd_tool_common_options[] = {
#define COMMON(member, name, value, text) {name, value, text, NULL},
    PD_TOOL_COMMON_TABLE(COMMON)
#undef COMMON
        PD_TOOL_END};

/* Returns where the value of a common option is stored. */
static const char **common_value(pd_tool_common *common, int row)
{
    const char **const places[] = {

#define PLACE(member, name, value, text) &common->member,
        PD_TOOL_COMMON_TABLE(PLACE)
#undef PLACE
    };
    PD_ASSERT(row >= 0 && row < (int)(sizeof places / sizeof *places));

    return places[row];
}

const char *pd_tool_common_value(const pd_tool_common *common, int i)
{
    pd_tool_common copy = *common;
    return *common_value(&copy, i);
}

static int option_count(const pd_tool_command *command)
{
    const pd_tool_option *options = pd_tool_options(command);
    int n = 0;
    while (options && options[n].name) n++;
    PD_ASSERT(n <= PD_TOOL_OPTIONS_MAX);
    return n;
}

/* Replaces an underscore by a dash: options of API fields have underscores in the rows, and may have dashes
 * on the command line. */
static char dashed(char c)
{
    return c == '_' ? '-' : c;
}

/* Returns the row of the option named by the first `length` bytes of name, or -1. */
static int option_find(const pd_tool_command *command, const char *name, size_t length)
{
    const pd_tool_option *options = pd_tool_options(command);

    for (int i = 0; options && options[i].name; i++) {
        const char *row = options[i].name;
        size_t at = 0;
        while (at < length && row[at] && dashed(row[at]) == dashed(name[at])) at++;
        if (at == length && !row[at]) return i;
    }

    return -1;
}

/* Returns the dashes before an option's name: two, or one if the name is a single letter. */
static const char *dashes(const pd_tool_option *option)
{
    return option->name[1] ? "--" : "-";
}

#define HELP_COLUMN 28  /* column at which the texts of options begin */
#define HELP_WIDTH  110 /* columns of a line of help */

/* Prints a text from column HELP_COLUMN on, in lines that break between words. */
static void print_wrapped(const char *text)
{
    int column = HELP_COLUMN;

    for (bool is_first = true; *text; is_first = false) {
        const int word = (int)strcspn(text, " ");
        const bool breaks = !is_first && column + 1 + word > HELP_WIDTH;
        if (breaks)
            printf("\n%*s", HELP_COLUMN, "");
        else if (!is_first)
            putchar(' ');
        column = (breaks ? HELP_COLUMN : column + !is_first) + word;
        printf("%.*s", word, text);
        text += word + strspn(text + word, " ");
    }

    putchar('\n');
}

/* Name and summary of the running program, as its help and its messages show them. */
static const char *program_name = "posedctl";
static const char *program_summary = "bodies, models and measurements from the command line";

void pd_tool_set_program(const char *name, const char *summary)
{
    program_name = name;
    program_summary = summary;
}

/* Prints one row of help. A name longer than its column has its text on the next line. */
static void print_option(const pd_tool_option *option)
{
    char text[768];
    int used = printf("  %s", dashes(option));

    for (const char *c = option->name; *c; c++, used++) putchar(dashed(*c));
    if (option->value) used += printf(" %s", option->value);
    if (used > HELP_COLUMN - 2) {
        putchar('\n');
        used = 0;
    }

    printf("%*s", HELP_COLUMN - used, "");

    const char *fallback = option->fallback;
    snprintf(text, sizeof text, fallback ? "%s [%s]" : "%s", option->text, fallback);
    print_wrapped(text);
}

static void print_command_help(const pd_tool_command *command)
{
    printf("%s %s - %s\n\nusage: %s %s [options]%s%s\n\noptions:\n", program_name, command->name,
           command->summary, program_name, command->name, command->words[0] ? " " : "", command->words);
    for (int i = 0; i < option_count(command); i++) print_option(&pd_tool_options(command)[i]);

    puts("\noptions of every command:");
    for (const pd_tool_option *option = pd_tool_common_options; option->name; option++) print_option(option);
    printf("  %-24s  %s\n", "--help", "print this help");

    if (command->details) printf("\n%s\n", command->details);
}

static void print_help(FILE *out, const pd_tool_command *const *commands)
{
    fprintf(out,
            "%s - %s\n\n"
            "usage: %s COMMAND [options]      %s COMMAND --help lists its options\n"
            "       %s --version              prints the version and the commit\n\ncommands:\n",
            program_name, program_summary, program_name, program_name, program_name);
    for (int i = 0; commands[i]; i++) fprintf(out, "  %-19s  %s\n", commands[i]->name, commands[i]->summary);
    fputs("\nexit status:\n", out);
#define EXIT_LINE(name, code, text) fprintf(out, "  %d  %s\n", code, text);
    PD_TOOL_EXIT_TABLE(EXIT_LINE)
#undef EXIT_LINE
}

/* Returns "; did you mean --frame?", or an empty text. Valid until the next call. */
static const char *suggestion(const pd_edit_distance_search *search, const char *before)
{
    static char text[96];
    const char *near = pd_edit_distance_nearest(search);
    if (!near) return "";

    snprintf(text, sizeof text, "; did you mean %s%s?", before, near);
    return text;
}

int pd_tool_usage(const pd_tool_args *args, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    fprintf(stderr, "%s %s: ", program_name, args->command->name);
    vfprintf(stderr, format, list);
    fprintf(stderr, " (%s %s --help)\n", program_name, args->command->name);
    va_end(list);

    return 2;
}

void pd_tool_note(const pd_tool_args *args, const char *format, ...)
{
    va_list list;

    if (args->common.quiet) return;
    va_start(list, format);
    fprintf(stderr, "%s %s: ", program_name, args->command->name);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
}

int pd_tool_fail(const pd_tool_args *args, const pd_error *err)
{
    fprintf(stderr, "%s %s: %s%s%s (%s)\n", program_name, args->command->name, err->where,
            err->where[0] ? ": " : "", err->detail, pd_status_title(err->status));
    return pd_status_exit(err->status);
}

/* Stores the option at argv[*at] and steps over its value. Returns 0 or the exit code. */
static int take_option(pd_tool_args *args, int argc, char **argv, int *at)
{
    PD_ASSERT(*at >= 0 && *at < argc);
    const char *given = argv[*at];
    const char *name = given + (given[1] == '-' ? 2 : 1);
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);

    /* Search the options of the command, then those of every command. */
    const pd_tool_option *option = NULL;
    const char **value = NULL;
    const int row = option_find(args->command, name, length);
    if (row >= 0) {
        option = &pd_tool_options(args->command)[row];
        value = &args->values[row];
    }

    for (int i = 0; !option && pd_tool_common_options[i].name; i++)
        if (strlen(pd_tool_common_options[i].name) == length &&
            !strncmp(pd_tool_common_options[i].name, name, length)) {
            option = &pd_tool_common_options[i];
            value = common_value(&args->common, i);
        }

    /* An unknown option, or one with the wrong number of dashes: suggest the nearest of the long names. */
    if (!option || (given[1] == '-') != (length > 1)) {
        char written[64];
        snprintf(written, sizeof written, "%.*s", (int)length, name);
        pd_edit_distance_search search = pd_edit_distance_begin(written);
        for (int i = 0; i < option_count(args->command); i++) {
            char known[64];
            snprintf(known, sizeof known, "%s", pd_tool_options(args->command)[i].name);
            for (char *c = known; *c; c++) *c = dashed(*c);
            if (known[1]) pd_edit_distance_offer(&search, known);
        }

        return pd_tool_usage(args, "unknown option '%s'%s", given, suggestion(&search, "--"));
    }

    /* Check that the option is given once, and has a value exactly if it takes one. */
    if (*value) return pd_tool_usage(args, "option '%s%s' is given twice", dashes(option), option->name);
    if (!option->value && equals)
        return pd_tool_usage(args, "option '%s%s' takes no value", dashes(option), option->name);

    if (option->value && !equals && *at + 1 >= argc)
        return pd_tool_usage(args, "option '%s%s' needs a value: %s", dashes(option), option->name,
                             option->value);

    /* The value follows the equals sign, or is the next argument. */
    *value = !option->value ? "" : equals ? equals + 1 : argv[++*at];
    return 0;
}

int pd_tool_parse(pd_tool_args *args, int argc, char **argv)
{
    /* Read the options, and move positional arguments to the front in their order. */
    bool options_end = false;

    for (int i = 0; i < argc; i++) {
        if (!options_end && !strcmp(argv[i], "--")) {
            options_end = true;
        } else if (!options_end && argv[i][0] == '-' && argv[i][1]) {
            int wrong = take_option(args, argc, argv, &i);
            if (wrong) return wrong;
        } else {
            argv[args->word_count++] = argv[i];
        }
    }

    /* Refuse positional arguments of commands that take none. */
    args->words = (const char *const *)argv;
    if (args->word_count && !args->command->words[0])
        return pd_tool_usage(args, "unexpected argument '%s'", argv[0]);

    return 0;
}

/* Returns the exit code. Output that could not be written,
 * to a full disk for example, makes a command fail. */
static int finished(int code, const char *name)
{
    if ((code == PD_TOOL_GOOD || code == PD_TOOL_UNREACHED) && (fflush(stdout) || ferror(stdout))) {
        fprintf(stderr, "%s %s: writing to standard output failed\n", program_name, name);
        return PD_TOOL_FAILED;
    }
    return code;
}

int pd_tool_main(int argc, char **argv, const pd_tool_command *const *commands)
{
    PD_ASSERT(argc > 0 && commands[0]);
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "--help") || !strcmp(name, "help") || !strcmp(name, "-h")) {
        print_help(stdout, commands);
        return finished(PD_TOOL_GOOD, "--help");
    }

    if (!strcmp(name, "--version")) {
        printf("%s %s (%s)\n", program_name, pd_cfg_version_text(), pd_cfg_version_commit());
        return finished(PD_TOOL_GOOD, "--version");
    }

    /* Find the command, or suggest the nearest name. */
    const pd_tool_command *command = NULL;
    for (int i = 0; commands[i]; i++)
        if (!strcmp(commands[i]->name, name)) command = commands[i];

    if (!command) {
        pd_edit_distance_search search = pd_edit_distance_begin(name);
        for (int i = 0; commands[i]; i++) pd_edit_distance_offer(&search, commands[i]->name);
        if (name[0])
            fprintf(stderr, "%s: unknown command '%s'%s (%s --help)\n", program_name, name,
                    suggestion(&search, ""), program_name);
        else
            print_help(stderr, commands);
        return 2;
    }

    /* --help is accepted at any place except after a bare "--". */
    for (int i = 2; i < argc && strcmp(argv[i], "--"); i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            print_command_help(command);
            return finished(PD_TOOL_GOOD, name);
        }

    pd_tool_args args = {.command = command, .commands = commands};
    int wrong = pd_tool_parse(&args, argc - 2, argv + 2);
    if (wrong) return wrong;
    if (args.common.list) return pd_tool_batch_run(&args);
    for (int i = 0; pd_tool_common_options[i].name; i++)
        if (pd_tool_common_value(&args.common, i) &&
            !strncmp(pd_tool_common_options[i].text, "with --list", 11))
            return pd_tool_usage(&args, "--%s is for --list FILE", pd_tool_common_options[i].name);
    pd_tool_progress_hide(args.common.quiet != NULL);

    return finished(command->run(&args), name);
}

const char *pd_tool_text(const pd_tool_args *args, const char *name)
{
    int row = option_find(args->command, name, strlen(name));
    PD_ASSERT(row >= 0 && row < PD_TOOL_OPTIONS_MAX); /* the command has this option */
    return args->values[row] ? args->values[row] : pd_tool_options(args->command)[row].fallback;
}

bool pd_tool_flag(const pd_tool_args *args, const char *name)
{
    return pd_tool_text(args, name) != NULL;
}

bool pd_tool_has(const pd_tool_args *args, const char *name)
{
    return option_find(args->command, name, strlen(name)) >= 0;
}

bool pd_tool_given(const pd_tool_args *args, const char *name)
{
    int row = option_find(args->command, name, strlen(name));
    return row >= 0 && args->values[row];
}

/* Reads a number at *text and steps over it. Returns false if it is infinite or NaN. */
static bool read_double(double *out, const char **text)
{
    char *end;

    errno = 0;
    *out = strtod(*text, &end);
    if (end == *text || !isfinite(*out)) return false;
    *text = end;

    return true;
}

int pd_tool_double(double *out, const pd_tool_args *args, const char *name, double min, double max)
{
    const char *text = pd_tool_text(args, name);
    const char *end = text;
    double value;

    PD_ASSERT(min <= max);
    if (!text) return 1;
    if (!read_double(&value, &end) || *end || value < min || value > max) {
        pd_tool_usage(args, "--%s '%s': a number from %g to %g is needed", name, text, min, max);
        return 0;
    }

    *out = value;

    return 1;
}

int pd_tool_int(int *out, const pd_tool_args *args, const char *name, int min, int max)
{
    const char *text = pd_tool_text(args, name);
    char *end;

    PD_ASSERT(min <= max);
    if (!text) return 1;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end || errno || value < min || value > max) {
        pd_tool_usage(args, "--%s '%s': a whole number from %d to %d is needed", name, text, min, max);
        return 0;
    }

    *out = (int)value;

    return 1;
}

int pd_tool_floats(float *values, int *count, const pd_tool_args *args, const char *name, int max)
{
    const char *text = pd_tool_text(args, name);
    const char *at = text;

    *count = 0;
    PD_ASSERT(max > 0);
    if (!text || !*text) return 1;

    /* Read numbers until the end of the text; each but the last is followed by a comma. */
    for (;; at++) {
        double value;
        if (*count >= max) {
            pd_tool_usage(args, "--%s: more than %d numbers", name, max);
            return 0;
        }

        if (!read_double(&value, &at) || (*at && *at != ',')) {
            pd_tool_usage(args, "--%s: number %d is not a number: '%.24s'", name, *count, at);
            return 0;
        }

        values[(*count)++] = (float)value;
        if (!*at) return 1;
    }
}

int pd_tool_betas(float *values, int *count, const pd_tool_args *args, int max)
{
    PD_ASSERT(max > 0);
    if (!pd_tool_floats(values, count, args, "betas", max)) return 0;

    for (int i = 0; i < *count; i++)
        if (!(fabs((double)values[i]) <= PD_SMPL_BETA_MAX)) {
            pd_tool_usage(args, "--betas: number %d is %g; %g to %g allowed", i, (double)values[i],
                          -PD_SMPL_BETA_MAX, PD_SMPL_BETA_MAX);
            return 0;
        }

    return 1;
}

int pd_tool_choice(int *out, const pd_tool_args *args, const char *name, const char *const *choices)
{
    const char *text = pd_tool_text(args, name);
    char all[256] = "";

    PD_ASSERT(choices[0]);
    if (!text) return 1;

    /* Compare with each choice, and collect the names for the message. */
    pd_edit_distance_search search = pd_edit_distance_begin(text);
    for (int i = 0; choices[i]; i++) {
        pd_edit_distance_offer(&search, choices[i]);
        if (!strcmp(text, choices[i])) {
            *out = i;
            return 1;
        }

        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", choices[i]);
    }

    pd_tool_usage(args, "--%s '%s': one of %s is needed%s", name, text, all, suggestion(&search, ""));
    return 0;
}
