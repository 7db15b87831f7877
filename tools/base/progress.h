#ifndef PD_TOOLS_BASE_PROGRESS_H
#define PD_TOOLS_BASE_PROGRESS_H
/* Shows the progress of work on stderr: on a terminal a bar with the remaining time, otherwise one line per tenth, so that logs stay readable. For one thread.
 *
 *     pd_tool_progress p;
 *     pd_tool_progress_begin(&p, "sampling bodies", count);
 *     for (...) pd_tool_progress_step(&p, i + 1);
 *     pd_tool_progress_end(&p);
 */
typedef struct pd_tool_progress {
    const char *label;
    double total, start_s, shown_s;
    int terminal, shown_tenth;
} pd_tool_progress;

void pd_tool_progress_begin(pd_tool_progress *progress, const char *label, double total);
void pd_tool_progress_step(pd_tool_progress *progress, double done);
void pd_tool_progress_end(pd_tool_progress *progress);
/* Step function for a pd_train_progress (core/base/progress.h) whose ctx is a zeroed pd_tool_progress. Begins the bar at a new label and ends it at the total. */
void pd_tool_progress_show(void *progress, const char *label, int done, int total);
/* Returns a monotonic clock, in seconds. */
double pd_tool_clock_s(void);

#endif
