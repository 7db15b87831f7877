#ifndef PD_OBSERVE_TAKE_SIDES_H
#define PD_OBSERVE_TAKE_SIDES_H
/* Detects and corrects exchanged left and right, in parts of a take or in all of it, before the body is
 * fitted.
 *
 *     same  = mean_p |x_p,f - y_p|,   other = mean_p |x_m(p),f - y_p|
 *         y_p: last position of place p, at most AGE seconds ago
 *
 *    m(p): the place of the other side
 *
 * The sides of frame f are exchanged relative to the frames before if other < HALF same and same exceeds the
 * noise. If neither is clear (a person seen from the side), frame f is like the frame before. In an
 * uninterrupted stretch the majority of frames is assumed right; the others are exchanged back.
 *
 * An exchange in the whole take is consistent in itself; only the body reveals it, because heads, knees and
 * feet have a front. So if most frames of the first step fit better with exchanged sides (take.h), the whole
 * take is exchanged and fitted again, and the better fit is kept. Points of a left-handed world thus give the
 * mirror image of the person.
 *
 * Shapes   F frames, P places; each camera's pictures are treated separately.
 * Memory   _mend allocates and frees F bytes.   Threads  one thread.
 * Errors   ERR_MEMORY; the take's status is no error.
 */
#include "core/observe/take/take.h"

/* Corrects at (F,P,3) and confidence (F,P) or NULL in place: the take's own arrays, or those they were read
 * from. *mended: number of corrected frames. */
pd_status pd_observe_sides_mend(int *mended, float *at, float *confidence, const pd_observe_take *take,
                                const char *name, pd_error *err);
/* Exchanges left and right in all frames. */
void pd_observe_sides_exchange(float *at, float *confidence, const pd_observe_take *take);

/* Returns the number of frames that are read with exchanged sides. */
static inline int pd_observe_sides_count(const pd_observe_take *t)
{
    return t->is_sided ? t->frame_count - t->sided_count : t->sided_count;
}

/* Corrects the take whose at and confidence are given, fits it and, if it is mirrored, fits it again with
 * exchanged sides. Sets sided_count and is_sided. */
pd_status pd_observe_sided_run(pd_observe_take *take, float *at, float *confidence,
                               const pd_smpl_model *model, pd_arena *scratch, const char *name,
                               pd_error *err);

#endif
