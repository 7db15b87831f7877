#ifndef PD_BASE_CANCEL_H
#define PD_BASE_CANCEL_H
/* A flag that stops a computation whose result is no longer needed.
 *
 * The owner of a job keeps a pd_cancel beside it and sets it from any thread. The computation reads the flag
 * every few milliseconds (one atomic load, no clock) and returns early when it is set. Its outputs are then
 * unspecified, and the owner must discard them. Every function takes NULL, which stands for a flag that is
 * never set.
 *
 * Threads  any thread may set and read the flag at any time, except for pd_cancel_reset.
 */
#include <stdbool.h>
#include <stddef.h>

/* Reasons to stop, the weakest first. */
typedef enum pd_cancel_reason {
    PD_CANCEL_NONE,
    PD_CANCEL_OVERRUN,  /* the job takes too long on this thread and starts again on another one */
    PD_CANCEL_STOPPING, /* the process ends; the client may still wait for a reply               */
    PD_CANCEL_GONE      /* the client has closed its connection                                  */
} pd_cancel_reason;

typedef struct pd_cancel {
    int reason; /* pd_cancel_reason, atomic */
} pd_cancel;

/* Sets the flag. If it is set already, the stronger of the two reasons stays. */
static inline void pd_cancel_set(pd_cancel *cancel, pd_cancel_reason reason)
{
    if (!cancel) return;
    int old = __atomic_load_n(&cancel->reason, __ATOMIC_RELAXED);
    while (old < (int)reason && !__atomic_compare_exchange_n(&cancel->reason, &old, (int)reason, false,
                                                             __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
}

/* Clears PD_CANCEL_OVERRUN before the job starts again on another thread. Returns false, and changes nothing,
 * when the flag holds another reason: the job must not start again. `cancel` may not be NULL. */
static inline bool pd_cancel_clear_overrun(pd_cancel *cancel)
{
    int overrun = PD_CANCEL_OVERRUN;
    return __atomic_compare_exchange_n(&cancel->reason, &overrun, PD_CANCEL_NONE, false, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED);
}

/* Returns the reason, PD_CANCEL_NONE while the flag is not set. */
static inline pd_cancel_reason pd_cancel_why(const pd_cancel *cancel)
{
    return cancel ? (pd_cancel_reason)__atomic_load_n(&cancel->reason, __ATOMIC_RELAXED) : PD_CANCEL_NONE;
}

/* Returns whether the flag is set, for any reason. */
static inline bool pd_cancelled(const pd_cancel *cancel)
{
    return pd_cancel_why(cancel) != PD_CANCEL_NONE;
}

/* Clears the flag before a job starts, while no other thread has access to it. `cancel` may not be NULL. */
static inline void pd_cancel_reset(pd_cancel *cancel)
{
    __atomic_store_n(&cancel->reason, PD_CANCEL_NONE, __ATOMIC_RELAXED);
}

#endif
