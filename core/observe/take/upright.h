#ifndef PD_OBSERVE_TAKE_UPRIGHT_H
#define PD_OBSERVE_TAKE_UPRIGHT_H
/* Bodies whose points are in a camera's axes, x right, y down and z forward: they come out upside down. They
 * are turned by the table's rule for -y (core/math/up.h), 180 degrees about x.
 *
 *     R_0' = A R_0          t' = A (s J_0 + t) - s J_0          J_0: pelvis of the shaped body at rest
 *
 * Memory   _turn allocates and frees.   Threads  one thread.   Errors  _turn: false when out of memory.
 */
#include "core/math/up.h"
#include "core/observe/take/take.h"

/* Returns whether a root with this rotation (3,3) is upside down:
 * its up axis leans by more than 120 degrees. */
bool pd_observe_root_is_inverted(const float root[9]);
/* Returns whether a take of places in space alone is upside down in most frames. Without a floor, which would
 * say which way is up. */
bool pd_observe_take_is_inverted(const pd_observe_take *take, const pd_smpl_model *model);
/* Turns a fitted take, and its places at (F,P,3). */
bool pd_observe_take_turn(pd_observe_take *take, float *at, const pd_smpl_model *model, pd_up up);

#endif
