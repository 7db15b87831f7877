#ifndef PD_OBSERVE_TAKE_UNCERTAIN_H
#define PD_OBSERVE_TAKE_UNCERTAIN_H
/* Standard error of the joints of a fitted take: the root mean square over 12 of its frames, each as of a
 * single moment (core/observe/uncertain.h) whose betas have the deviations that the whole take leaves them.
 *
 * A marker's offset from the skin is known to 0.7 of the deviation with which it may be placed; that adds to
 * its noise, which counts at least as stated: the offsets absorb what the residuals would show.
 *
 * Memory   _measure allocates and frees.   Errors  NAN: no frame is determined, or no memory.
 */
#include "core/observe/take/take.h"
#include "core/observe/uncertain.h"

/* Measures a take that was fitted. */
pd_observe_uncertainty pd_observe_take_uncertainty(const pd_observe_take *take, const pd_smpl_model *model);

#endif
