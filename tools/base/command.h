#ifndef PD_TOOLS_BASE_COMMAND_H
#define PD_TOOLS_BASE_COMMAND_H
/* posedctl: one row per command, one row per option; help, parsing and checks are made from the rows.
 *
 * A command is a const pd_tool_command named pd_tool_cmd_NAME in tools/cmd_NAME.c (dashes become _), and a
 * row in posedctl.c. Its run() returns a pd_tool_exit; pd_tool_fail does that from a pd_error. Results go to stdout,
 * words about the work to stderr (pd_tool_note). Every command has --help and --quiet beside its own options.
 *
 *     static const pd_tool_option options[] = {
 *         {"model", "FILE", "body model", "models/default.safetensors"},
 *         {"json", NULL, "print JSON", NULL},       // no value: a flag
 *         PD_TOOL_END};
 *     const pd_tool_command pd_tool_cmd_inspect = {"inspect", "FILE...", "say what a model file holds",
 *                                                  NULL, options, run};
 */
#include "core/base/error.h"

#include <stdbool.h>

/* name, code, meaning; help and man pages are made from the rows */
#define PD_TOOL_EXIT_TABLE(X)                                                                                \
    X(GOOD, 0, "good")                                                                                       \
    X(FAILED, 1, "the work failed")                                                                          \
    X(USAGE, 2, "wrong usage")                                                                               \
    X(UNREACHED, 3, "ik: a target is not reached; the nearest pose is given")

typedef enum pd_tool_exit {
#define PD_TOOL_EXIT_ENUM(name, code, text) PD_TOOL_##name = code,
    PD_TOOL_EXIT_TABLE(PD_TOOL_EXIT_ENUM)
#undef PD_TOOL_EXIT_ENUM
} pd_tool_exit;

typedef struct pd_tool_option {
    const char *name;     /* without the dashes; a one-letter name is -x            */
    const char *value;    /* what help calls the value, "lbs|dqs|sbs" its choices; NULL: a flag */
    const char *text;     /* one line of help                                       */
    const char *fallback; /* used and shown when the option is not given, or NULL   */
} pd_tool_option;
#define PD_TOOL_END                                                                                          \
    {                                                                                                        \
        NULL, NULL, NULL, NULL                                                                               \
    }

#define PD_TOOL_OPTIONS_MAX 64

struct pd_tool_command;
/* The parsed command line. Values are borrowed from argv. */
typedef struct pd_tool_args {
    const struct pd_tool_command *command;
    const char *values[PD_TOOL_OPTIONS_MAX]; /* by option row; "" for a flag that is there */
    const char *const *words;                /* what is not an option                      */
    int word_count;
    int quiet;                                     /* --quiet: pd_tool_note says nothing         */
    const struct pd_tool_command *const *commands; /* of the program, NULL-terminated            */
} pd_tool_args;

typedef struct pd_tool_command {
    const char *name;
    const char
        *words; /* positional arguments for the usage line, "" when there are none (then they are refused) */
    const char *summary;           /* one line, for the list                                        */
    const char *details;           /* paragraphs for --help, or NULL                                */
    const pd_tool_option *options; /* ends with PD_TOOL_END                               */
    int (*run)(const pd_tool_args *args);
} pd_tool_command;

/* The value or the fallback, NULL when neither is there. The name must be a row (asserted). */
const char *pd_tool_text(const pd_tool_args *args, const char *name);
bool pd_tool_flag(const pd_tool_args *args, const char *name);
/* Whether the command has that option at all, and whether it stands on the command line. */
bool pd_tool_has(const pd_tool_args *args, const char *name);
bool pd_tool_given(const pd_tool_args *args, const char *name);
/* 1 and *out (untouched when the option is absent without fallback), or 0 after saying on stderr what is wrong
 * with it: return 2 then. */
int pd_tool_int(int *out, const pd_tool_args *args, const char *name, int min, int max);
int pd_tool_double(double *out, const pd_tool_args *args, const char *name, double min, double max);
/* Comma-separated numbers into values (room for max); *count is 0 when the option is absent. */
int pd_tool_floats(float *values, int *count, const pd_tool_args *args, const char *name, int max);
/* The same for the option "betas", each within PD_SMPL_BETA_MAX. */
int pd_tool_betas(float *values, int *count, const pd_tool_args *args, int max);
/* The index of the value in choices (a NULL-terminated list). */
int pd_tool_choice(int *out, const pd_tool_args *args, const char *name, const char *const *choices);

/* posedctl COMMAND: where: detail, on stderr. Returns the exit code of err->status. */
int pd_tool_fail(const pd_tool_args *args, const pd_error *err);
/* The same for wrong usage; returns 2. */
int pd_tool_usage(const pd_tool_args *args, const char *format, ...) PD_PRINTF(2, 3);

/* A line on stderr about work that went well, unless --quiet was given: posedctl COMMAND: text. */
void pd_tool_note(const pd_tool_args *args, const char *format, ...) PD_PRINTF(2, 3);

/* Runs the named command of the list (NULL-terminated); what main returns. */
int pd_tool_main(int argc, char **argv, const pd_tool_command *const *commands);

#endif
