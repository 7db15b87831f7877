#ifndef PD_TOOLS_BASE_PROGRESS_H
#define PD_TOOLS_BASE_PROGRESS_H
/* Shows the progress of work on stderr: on a terminal a bar with the remaining time, otherwise one line per
 * tenth, so that logs stay readable. For one thread.
 *
 *     pd_tool_progress p;
 *     pd_tool_progress_begin(&p, "sampling bodies", count);
 *     for (...) pd_tool_progress_step(&p, i + 1);
 *     pd_tool_progress_end(&p);
 *
 * Work that can fail calls pd_tool_progress_leave instead of _end. With --quiet nothing is shown
 * (pd_tool_progress_hide).
 */
#include <stdbool.h>

typedef struct pd_tool_progress {
    const char *label;
    double total, start_s, shown_s;
    int terminal, shown_tenth;
} pd_tool_progress;

/* Begin the work `label` of `total` steps, tell how many steps are done so far,
 * and end it with the time that it took. */
void pd_tool_progress_begin(pd_tool_progress *progress, const char *label, double total);
void pd_tool_progress_step(pd_tool_progress *progress, double done);
void pd_tool_progress_end(pd_tool_progress *progress);
/* Ends as pd_tool_progress_end if the work is done. Otherwise only erases the bar, so that an error message
 * begins on a line of its own. */
void pd_tool_progress_leave(pd_tool_progress *progress, bool is_done);
/* Hides all progress of the process from now on, or shows it again. pd_tool_main hides it for --quiet. */
void pd_tool_progress_hide(bool is_hidden);
/* Step function for a pd_progress (core/base/progress.h) whose ctx is a zeroed pd_tool_progress. Begins the
 * bar at a new label and ends it at the total. */
void pd_tool_progress_show(void *progress, const char *label, int done, int total);
/* Returns a monotonic clock, in seconds. */
double pd_tool_clock_s(void);

#endif
