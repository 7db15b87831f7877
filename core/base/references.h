#ifndef PD_BASE_REFERENCES_H
#define PD_BASE_REFERENCES_H
/* Reference counts of objects that several owners hold: models, clips, skeletons.
 *
 * The creator sets the count to 1 and holds that reference. _add takes another one, which only somebody who
 * holds one may do. _drop gives one back; whoever drops the last one frees the object.
 *
 *     clip *clip_retain(clip *c) { pd_references_add(&c->references); return c; }
 *
 *     void clip_release(clip *c)
 *     {
 *         if (!c || !pd_references_drop(&c->references)) return;
 *         free(c);
 *     }
 *
 * Threads  any number may add and drop at a time. What an owner wrote before its drop is visible to the one
 *          that frees.
 */
#include "core/base/assert.h"

#include <stdbool.h>

/* Takes a reference. */
static inline void pd_references_add(int *count)
{
    const int now = __atomic_add_fetch(count, 1, __ATOMIC_RELAXED);
    PD_ASSERT(now > 1); /* an object that was freed cannot be retained */
}

/* Gives a reference back. Returns whether it was the last one. */
static inline bool pd_references_drop(int *count)
{
    const int left = __atomic_sub_fetch(count, 1, __ATOMIC_ACQ_REL);
    PD_ASSERT(left >= 0);
    return left == 0;
}

#endif
