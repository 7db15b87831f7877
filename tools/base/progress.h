#ifndef PD_TOOLS_BASE_PROGRESS_H
#define PD_TOOLS_BASE_PROGRESS_H
/* How far the work is, on stderr: a bar with the time left on a terminal; otherwise a line per tenth, so
 * that logs stay readable. Not for use by several threads at once.
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
/* As the step of a pd_train_progress (core/base/progress.h), whose ctx is the bar, zeros before the first: begins with a label, ends at total. */
void pd_tool_progress_show(void *progress, const char *label, int done, int total);
double pd_tool_clock_s(void); /* monotonic */

#endif
