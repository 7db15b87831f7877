#ifndef PD_OBSERVE_TAKE_SIDES_H
#define PD_OBSERVE_TAKE_SIDES_H
/* Corrects left and right that were exchanged, in a part of a take or in all of it, before the body is fitted.
 *
 *     same  = mean_p |x_p,f - y_p|,   other = mean_p |x_m(p),f - y_p|        y_p: where place p was last, at most AGE seconds ago; m(p): its other side
 *
 * Frame f has its sides the other way round than those before where other < HALF same and same is more than the noise. Where neither is clear (somebody seen
 * from the side) it is as the frame before. Of a stretch that nothing interrupts most frames are right: the others are exchanged back.
 *
 * An exchange in the whole take is consistent in itself, and only the body reveals it: heads, knees and feet have a front. So a take of which most frames of the first
 * step fit better the other way round (take.h) is exchanged as a whole and fitted again; the better of both stays. Points of a left-handed world become
 * the mirror image of the person so.
 *
 * Shapes   F frames, P places; cameras of a picture each by themselves.
 * Memory   _mend allocates and frees F bytes.   Threads  one's.   Errors  ERR_MEMORY; the take's status is no error.
 */
#include "core/observe/take/take.h"

/* at (F,P,3) and confidence (F,P) or NULL <- put right; the take's own, or what they were read from. *mended: frames. */
pd_status pd_observe_sides_mend(int *mended, float *at, float *confidence, const pd_observe_take *take,
                                const char *name, pd_error *err);
/* All frames. */
void pd_observe_sides_exchange(float *at, float *confidence, const pd_observe_take *take);

/* Frames that are read the other way round. */
static inline int pd_observe_sides_count(const pd_observe_take *t)
{
    return t->is_sided ? t->frame_count - t->sided_count : t->sided_count;
}

/* The take (whose at and confidence these are), mended, fitted, and where it is mirrored fitted the other way round: its sided_count and is_sided are set. */
pd_status pd_observe_sided_run(pd_observe_take *take, float *at, float *confidence,
                               const pd_smpl_model *model, pd_arena *scratch, const char *name,
                               pd_error *err);

#endif
