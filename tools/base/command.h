#ifndef PD_TOOLS_BASE_COMMAND_H
#define PD_TOOLS_BASE_COMMAND_H
/* Commands and options of posedctl as tables: help, parsing, checks and man pages are generated from the
 * rows.
 *
 * A command is a const pd_tool_command named pd_tool_cmd_NAME (dashes become _) and a row in posedctl.c. Its
 * run() returns a pd_tool_exit; pd_tool_fail makes one from a pd_error. Results go to stdout, notes about the
 * work to stderr (pd_tool_note). Every command also has --help and the options of PD_TOOL_COMMON_TABLE.
 * Options that are fields of the api have rows of field_option.h.
 *
 *     static const pd_tool_option options[] = {
 *         {"model", "FILE", "body model", "models/default.safetensors"},
 *         {"json", NULL, "print JSON", NULL},       // no value: a flag
 *         PD_TOOL_END};
 *     const pd_tool_command pd_tool_cmd_inspect = {
 * .name = "inspect",
 * .words = "FILE...",
 * .summary = "Describe the content of a model file",
 * .details = *                                                  NULL,
 * .options = options,
 * .run = run,
 * };
 */
#include "core/base/error.h"

#include <stdbool.h>

/* Exit statuses: name, code, meaning. */
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
    const char *name; /* name without dashes; a name of one letter is used as -x     */
    /* placeholder of the value in help, or its choices as "lbs|dqs|sbs"; NULL: a flag without value */
    const char *value;
    const char *text;     /* one line of help                                           */
    const char *fallback; /* value when the option is not given, shown in help; NULL: none */
} pd_tool_option;
#define PD_TOOL_END                                                                                          \
    {                                                                                                        \
        NULL, NULL, NULL, NULL                                                                               \
    }

#define PD_TOOL_OPTIONS_MAX 96

/* Options that every command has: X(member of pd_tool_common, name, value, text). */
#define PD_TOOL_COMMON_TABLE(X)                                                                              \
    X(quiet, "quiet", NULL, "print no notes about the work on stderr")                                       \
    X(list, "list", "FILE",                                                                                  \
      "run the command once for each line of FILE, which holds further options (docs/guide/batch.md)")       \
    X(result, "result", "FILE", "with --list: file of the results, a JSON row for each line [LIST.jsonl]")   \
    X(jobs, "jobs", "N",                                                                                     \
      "with --list: processes that work at a time [one per core; under mpirun and srun 1]")                  \
    X(share, "share", "R/N", "with --list: do share R of N, R from 0 [what mpirun or srun says, else 0/1]")

/* Values of the common options; "" for a flag that was given, NULL for what was not. */
typedef struct pd_tool_common {
#define PD_TOOL_COMMON_MEMBER(member, name, value, text) const char *member;
    PD_TOOL_COMMON_TABLE(PD_TOOL_COMMON_MEMBER)
#undef PD_TOOL_COMMON_MEMBER
} pd_tool_common;
extern const pd_tool_option pd_tool_common_options[]; /* ends with PD_TOOL_END; in the order of the struct */

/* Returns the value of the i-th row of pd_tool_common_options. */
const char *pd_tool_common_value(const pd_tool_common *common, int i);

struct pd_tool_command;
struct pd_tool_mode_row;
/* The parsed command line. Values are borrowed from argv. */
typedef struct pd_tool_args {
    const struct pd_tool_command *command;
    const char *values[PD_TOOL_OPTIONS_MAX]; /* value of each option row; "" for a flag that was given */
    const char *const *words;                /* (word_count) positional arguments                      */
    int word_count;
    pd_tool_common common;
    const struct pd_tool_command *const *commands; /* all commands of the program, ended by NULL            */
} pd_tool_args;

typedef struct pd_tool_command {
    const char *name;
    /* Positional arguments as the usage line shows them; "": the command takes none and refuses them. */
    const char *words;
    const char *summary; /* one sentence in the imperative, without a full stop, for the list of commands */
    const char *details; /* paragraphs for --help, or NULL                                */
    const pd_tool_option *options; /* ends with PD_TOOL_END                               */
    int (*run)(const pd_tool_args *args);
    const struct pd_tool_mode_row *modes; /* table with its modes (mode.h); NULL: pd_tool_mode_rows */
} pd_tool_command;

/* Returns the value of an option, otherwise its fallback, otherwise NULL. `name` must be an option of the
 * command (asserted), here and below. */
const char *pd_tool_text(const pd_tool_args *args, const char *name);
/* Returns true when the flag was given. */
bool pd_tool_flag(const pd_tool_args *args, const char *name);
/* Returns true when the command has an option of that name. */
bool pd_tool_has(const pd_tool_args *args, const char *name);
/* Returns true when the option was given on the command line. */
bool pd_tool_given(const pd_tool_args *args, const char *name);
/* Read a number within [min, max]. Return 1 and set *out, which is unchanged when the option is absent and
 * has no fallback. On a wrong value print an error and return 0; the command then returns 2. The next three
 * functions do the same. */
int pd_tool_int(int *out, const pd_tool_args *args, const char *name, int min, int max);
int pd_tool_double(double *out, const pd_tool_args *args, const char *name, double min, double max);
/* Reads at most `max` comma-separated numbers. *count is 0 when the option is absent. */
int pd_tool_floats(float *values, int *count, const pd_tool_args *args, const char *name, int max);
/* Reads the option "betas"; the magnitude of each beta is at most PD_SMPL_BETA_MAX. */
int pd_tool_betas(float *values, int *count, const pd_tool_args *args, int max);
/* Finds the value in `choices`, a list ended by NULL, and sets *out to the index. */
int pd_tool_choice(int *out, const pd_tool_args *args, const char *name, const char *const *choices);

/* Prints an error on stderr, as "posedctl COMMAND: where: detail". Returns the exit status of err->status. */
int pd_tool_fail(const pd_tool_args *args, const pd_error *err);
/* Prints an error of usage on stderr. Returns 2. */
int pd_tool_usage(const pd_tool_args *args, const char *format, ...) PD_PRINTF(2, 3);

/* Prints a note on stderr, as "posedctl COMMAND: text", unless --quiet was given. */
void pd_tool_note(const pd_tool_args *args, const char *format, ...) PD_PRINTF(2, 3);

/* Parses options and positional arguments into *args, whose command is set. argv (argc) is reordered, and
 * args->words points into it. Returns 0, or 2 after printing an error. */
int pd_tool_parse(pd_tool_args *args, int argc, char **argv);

/* Sets the name and the summary that help and messages show. Call it before pd_tool_main; without it they are
 * posedctl's. Both texts are borrowed for the life of the process. */
void pd_tool_set_program(const char *name, const char *summary);

/* Runs the command that argv names. commands: list ended by NULL. Returns the exit status of the program. */
int pd_tool_main(int argc, char **argv, const pd_tool_command *const *commands);

#endif
