#ifndef PD_TOOLS_BASE_MODE_H
#define PD_TOOLS_BASE_MODE_H
/* Table of the options that each mode of a command reads, so that options without effect can be refused.
 *
 * A command with several kinds of work (fit: a picture, a film, markers ...) has a row for each mode. A row
 * lists the options that this mode reads and some other mode does not. An option that no row of the same
 * command and aspect lists is read in every mode. A command can have several independent aspects, such as its
 * input and its output format.
 *
 *     {"fit", "input", "picture", "OpenPose's file of a picture", "noise person size fx"},
 *
 * A command calls pd_tool_mode as soon as its mode is determined. Two tests check the table:
 * tests/unit/tools/base/test_mode.c that the names exist, and tests/e2e/options.sh that each listed option
 * changes something and every other option is refused.
 */
#include "tools/base/command.h"

typedef struct pd_tool_mode_row {
    const char *command, *aspect, *mode;
    const char *text;    /* name of the mode in errors: "--fps is not for TEXT" */
    const char *options; /* names without dashes, separated by spaces          */
} pd_tool_mode_row;

extern const pd_tool_mode_row pd_tool_mode_rows[]; /* ends with a NULL command */

/* Refuses options on the command line that this mode does not read but another mode of the aspect does.
 * Returns 0, or 2 after printing the first such option and the modes that read it. Aspect and mode must be a
 * row of the command (asserted). */
int pd_tool_mode(const pd_tool_args *args, const char *aspect, const char *mode);
/* Does the same for a command that runs in two modes at once: options of either mode are allowed. */
int pd_tool_modes(const pd_tool_args *args, const char *aspect, const char *mode, const char *other);

#endif
