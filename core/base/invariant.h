#ifndef PD_BASE_INVARIANT_H
#define PD_BASE_INVARIANT_H
/* What only a bug of our own can break: bounds of queues, counts that never go below zero, the order of a connection's states. Held in production
 * too: a daemon that goes on with broken books corrupts what it serves next, one that ends is started again, and says which line it was.
 *
 *     PD_INVARIANT(lane->count > 0);
 *
 * Never for what a client, a file or the system can bring about: that is an error (error.h). Only comparisons of what is at hand, so
 * that it costs nothing; no side effects.
 */

/* Told what broke before the process ends by SIGABRT; NULL: a line on standard error. Once, at the start. */
extern void (*pd_invariant_log)(const char *condition, const char *file, int line);

_Noreturn void pd_invariant_broken(const char *condition, const char *file, int line);

#define PD_INVARIANT(condition)                                                                              \
    (__builtin_expect(!!(condition), 1) ? (void)0 : pd_invariant_broken(#condition, __FILE__, __LINE__))

#endif
