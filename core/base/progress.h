#ifndef PD_BASE_PROGRESS_H
#define PD_BASE_PROGRESS_H
/* Callback through which a long computation reports its progress. It carries no time: core has no clock, so
 * the receiver measures time itself. */

/* `report` is called on the thread that called the computation, never on a worker's. `step` names the step;
 * `done` rises to `total`. */
typedef struct pd_progress {
    void (*report)(void *ctx, const char *step, int done, int total); /* NULL: nothing is reported */
    void *ctx;                                                        /* passed to report          */
} pd_progress;

/* Reports progress, if there is a receiver. */
static inline void pd_progress_report(const pd_progress *progress, const char *step, int done, int total)
{
    if (progress->report) progress->report(progress->ctx, step, done, total);
}

#endif
