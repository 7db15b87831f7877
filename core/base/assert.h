#ifndef PD_BASE_ASSERT_H
#define PD_BASE_ASSERT_H
/* Assertions: conditions that only a bug of this program can break.
 *
 *     PD_ASSERT(lane->count > 0);
 *
 * PD_ASSERT stays on in release builds. A daemon that continued with corrupt state would corrupt later
 * replies; one that ends is restarted, and its log has the condition and its place. PD_DEBUG_ASSERT is for
 * the inner loops of kernels: it is compiled only where PD_DEBUG_ASSERTS is defined (MODE=debug, asan, tsan
 * and fuzz).
 *
 * Conditions are cheap comparisons of values at hand, without side effects. Never assert what a client, a
 * file or the system can cause: report that by pd_error (error.h).
 */

/* Receives the failed condition and its place before the process ends by SIGABRT. NULL writes a line to
 * standard error. Set it once, at start. */
extern void (*pd_assert_log)(const char *condition, const char *file, int line);

/* Reports the failed condition, then ends the process by SIGABRT. */
_Noreturn void pd_assert_failed(const char *condition, const char *file, int line);

/* Ends the process when the condition does not hold, in every build. */
#define PD_ASSERT(condition)                                                                                 \
    (__builtin_expect(!!(condition), 1) ? (void)0 : pd_assert_failed(#condition, __FILE__, __LINE__))

/* PD_ASSERT where PD_DEBUG_ASSERTS is defined. Elsewhere the condition is compiled but not evaluated. */
#ifdef PD_DEBUG_ASSERTS
#define PD_DEBUG_ASSERT(condition) PD_ASSERT(condition)
#else
#define PD_DEBUG_ASSERT(condition) ((void)sizeof(condition))
#endif

#endif
