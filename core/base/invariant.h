#ifndef PD_BASE_INVARIANT_H
#define PD_BASE_INVARIANT_H
/* Conditions that only a bug of our own can break: bounds of queues, counts that never go below zero, the order of a connection's states. Checked in
 * production too: a daemon that continues with corrupt state corrupts what it serves next; one that ends is restarted, and logs the line.
 *
 *     PD_INVARIANT(lane->count > 0);
 *
 * Never for what a client, a file or the system can bring about: that is an error (error.h). Only cheap comparisons of values at
 * hand; no side effects.
 */

/* Called with the broken condition before the process ends by SIGABRT; NULL: a line on standard error. Set once, at the start. */
extern void (*pd_invariant_log)(const char *condition, const char *file, int line);

_Noreturn void pd_invariant_broken(const char *condition, const char *file, int line);

#define PD_INVARIANT(condition)                                                                              \
    (__builtin_expect(!!(condition), 1) ? (void)0 : pd_invariant_broken(#condition, __FILE__, __LINE__))

#endif
