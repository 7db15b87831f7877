#include "tools/base/progress.h"

#include "core/base/assert.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BAR_WIDTH 30

static bool hidden;

void pd_tool_progress_hide(bool is_hidden)
{
    hidden = is_hidden;
}

double pd_tool_clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void pd_tool_progress_begin(pd_tool_progress *progress, const char *label, double total)
{
    PD_ASSERT(label);
    *progress = (pd_tool_progress){.label = label, .total = total > 0 ? total : 1, .terminal = isatty(2)};
    progress->start_s = progress->shown_s = pd_tool_clock_s();
}

void pd_tool_progress_step(pd_tool_progress *progress, double done)
{
    PD_ASSERT(progress->total > 0); /* begun */
    if (hidden) return;
    double now_s = pd_tool_clock_s();
    double part = done / progress->total;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    if (progress->terminal) {
        if (now_s - progress->shown_s < 0.1) return;
        progress->shown_s = now_s;

        char bar[BAR_WIDTH + 1];
        char left[16] = "-:--";
        int filled = (int)(part * BAR_WIDTH);
        memset(bar, ' ', BAR_WIDTH);
        memset(bar, '=', (size_t)filled);
        bar[BAR_WIDTH] = 0;
        if (part > 0) {
            /* "1:05" */
            const double seconds = (now_s - progress->start_s) * (1 - part) / part;
            int s = seconds < 359999 ? (int)(seconds + 0.5) : 359999;
            snprintf(left, 16, "%d:%02d", s / 60, s % 60);
        }

        fprintf(stderr, "\r%-24s [%s] %3.0f %%, %s left ", progress->label, bar, 100 * part, left);
        fflush(stderr);
    } else if ((int)(part * 10) > progress->shown_tenth && part < 1) {
        progress->shown_tenth = (int)(part * 10);
        fprintf(stderr, "%s: %d %%\n", progress->label, 10 * progress->shown_tenth);
    }
}

void pd_tool_progress_leave(pd_tool_progress *progress, bool is_done)
{
    PD_ASSERT(progress->total > 0); /* begun */
    if (hidden) return;

    if (progress->terminal) fprintf(stderr, "\r\033[K");
    if (is_done)
        fprintf(stderr, "%s: done in %.1f s\n", progress->label, pd_tool_clock_s() - progress->start_s);
}

void pd_tool_progress_end(pd_tool_progress *progress)
{
    pd_tool_progress_leave(progress, true);
}

void pd_tool_progress_show(void *progress, const char *label, int done, int total)
{
    pd_tool_progress *bar = progress;

    if (done == 0 || bar->label != label) pd_tool_progress_begin(bar, label, total);
    if (done) pd_tool_progress_step(bar, done);
    if (done == total) pd_tool_progress_end(bar);
}
