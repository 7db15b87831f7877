#ifndef PD_BASE_CANCEL_H
#define PD_BASE_CANCEL_H
/* Stops a computation whose result is no longer wanted.
 *
 * Whoever owns the work keeps a pd_cancel beside it and sets it from any thread; the kernels that compute look at it every few
 * milliseconds (a load, no clock) and return early. What they leave in their outputs then is unspecified: the owner, who knows that the
 * flag is set, throws it away. A NULL pd_cancel is never set.
 */
#include <stdbool.h>
#include <stddef.h>

/* Later ones are stronger. */
typedef enum pd_cancel_reason {
    PD_CANCEL_NONE,
    PD_CANCEL_OVERRUN,  /* it takes too long on this thread and will begin again elsewhere */
    PD_CANCEL_STOPPING, /* the process ends; the requester may still wait                 */
    PD_CANCEL_GONE      /* the requester has gone                                        */
} pd_cancel_reason;

typedef struct pd_cancel {
    int reason; /* pd_cancel_reason, atomic */
} pd_cancel;

/* Keeps the strongest reason. */
static inline void pd_cancel_set(pd_cancel *cancel, pd_cancel_reason reason)
{
    if (!cancel) return;
    int old = __atomic_load_n(&cancel->reason, __ATOMIC_RELAXED);
    while (old < (int)reason && !__atomic_compare_exchange_n(&cancel->reason, &old, (int)reason, false,
                                                             __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
}

/* Clears it before the work begins again. false: there is a stronger reason by now. */
static inline bool pd_cancel_clear_overrun(pd_cancel *cancel)
{
    int overrun = PD_CANCEL_OVERRUN;
    return __atomic_compare_exchange_n(&cancel->reason, &overrun, PD_CANCEL_NONE, false, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED);
}

static inline pd_cancel_reason pd_cancel_why(const pd_cancel *cancel)
{
    return cancel ? (pd_cancel_reason)__atomic_load_n(&cancel->reason, __ATOMIC_RELAXED) : PD_CANCEL_NONE;
}

static inline bool pd_cancelled(const pd_cancel *cancel)
{
    return pd_cancel_why(cancel) != PD_CANCEL_NONE;
}

/* Before the work begins, while no other thread can see it. */
static inline void pd_cancel_reset(pd_cancel *cancel)
{
    __atomic_store_n(&cancel->reason, PD_CANCEL_NONE, __ATOMIC_RELAXED);
}

#endif
