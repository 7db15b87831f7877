#ifndef PD_TOOLS_BASE_MODE_H
#define PD_TOOLS_BASE_MODE_H
/* Which options a command reads in which of its modes: one table for all commands.
 *
 * A command that does several kinds of work (fit: a picture, a film, markers ...) has a row for each of them. A row names the options that only
 * some modes read, this one among them. An option that no row of the same command and aspect names is read in all of them. A command can have
 * several aspects that are chosen apart from one another, such as what is read and what is written.
 *
 *     {"fit", "input", "picture", "OpenPose's file of a picture", "noise person size fx"},
 *
 * As soon as a command knows its mode it calls pd_tool_mode, so that an option without effect is refused by its name. The tests go over the table
 * (tests/unit/tools/base/test_mode.c: names are right; tests/e2e/options.sh: every option of a row changes something, every other is refused).
 */
#include "tools/base/command.h"

typedef struct pd_tool_mode_row {
    const char *command, *aspect, *mode;
    const char *text;    /* what errors call the mode: "--fps is not for TEXT" */
    const char *options; /* without dashes, separated by spaces */
} pd_tool_mode_row;

extern const pd_tool_mode_row pd_tool_mode_rows[]; /* ends with a NULL command */

/* Refuses options on the command line that another mode of this aspect reads and this one does not. Returns 0, or 2 after naming the first of them
 * on stderr, with the modes that read it. The aspect and the mode must be a row of the command (asserted). */
int pd_tool_mode(const pd_tool_args *args, const char *aspect, const char *mode);
/* The same of a command that does both: what either of them reads is allowed. */
int pd_tool_modes(const pd_tool_args *args, const char *aspect, const char *mode, const char *other);

#endif
