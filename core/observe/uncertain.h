#ifndef PD_OBSERVE_UNCERTAIN_H
#define PD_OBSERVE_UNCERTAIN_H
/* Standard error of the joints of a fitted body, from the linearised fit.
 *
 *     H   = J^T J of all terms at the minimum,  D = J^T J of the observations alone
 *     s^2 = (chi^2 + a) / (m - tr(D H^-1) + a)         noise of the observations relative to the stated one;
 *                                                      m rows, chi^2 their squared residuals, a = 6
 *     C   = H^-1 (s^2 D + H - D) H^-1                  covariance of the unknowns
 *     e^2 = mean over the joints of tr(X_k C X_k^T)    X_k: derivative of the position of joint k
 *
 * `world` is e of the positions in the world; `pose` is e of the positions relative to the pelvis.
 * Orientations
 * alone do not tell the place, so that world then is pose. Joints are the 22 of SMPL's body; hands, fingers
 * and faces do not count.
 *
 * A linearised fit knows nothing of other minima. In one picture a limb may point towards the camera or away
 * from
 * it, so that e of the pose is multiplied by 1.6 there, as measured: tests/unit/core/observe/test_uncertain.c
 * compares stated and true errors.
 *
 * Units    metres of the body: lengths of the world are divided by the scale of the fit.
 * Memory   from the arena: _bytes.   Threads  one thread.   Errors  NAN: the unknowns are not determined.
 */
#include "core/observe/solve.h"

typedef struct pd_observe_uncertainty {
    double world, pose; /* metres */
} pd_observe_uncertainty;

size_t pd_observe_uncertain_bytes(const pd_observe_layout *layout);
/* Measures the fit at the solver's state, at blur 1. betas_sd (B') known standard deviations of the fitted
 * betas, which other frames determine; NULL: the term shape alone. is_noise_true: s is 1 at least, for
 * observations whose errors the fit absorbs (offsets of markers). Changes the solver's matrices. */
pd_observe_uncertainty pd_observe_uncertain(pd_observe_solver *solver, const double *betas_sd,
                                            bool is_noise_true, pd_arena *arena);

#endif
