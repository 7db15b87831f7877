#ifndef PD_BASE_PROGRESS_H
#define PD_BASE_PROGRESS_H
/* Progress of a step of training. core has no clock: the listener measures time. */

/* Called by the thread that called the step, never by workers; done runs to total. */
typedef struct pd_train_progress {
    void (*report)(void *ctx, const char *step, int done, int total);
    void *ctx;
} pd_train_progress;

static inline void pd_train_tell(const pd_train_progress *progress, const char *step, int done, int total)
{
    if (progress->report) progress->report(progress->ctx, step, done, total);
}

#endif
