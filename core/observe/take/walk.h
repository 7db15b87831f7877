#ifndef PD_OBSERVE_TAKE_WALK_H
#define PD_OBSERVE_TAKE_WALK_H
/* Estimates the translation of a body whose pose alone is known, from feet on the floor that do not move.
 *
 *     t_f = t_(f-1) - sum_i w_i (x_i,f - x_i,f-1) / sum_i w_i
 *         horizontally; x_i: heels and toes with t = 0
 *     t_f,y = floor - min_i x_i,f,y                                    the lowest of them is on the floor
 *     w_i = exp(-(h_i,f + h_i,f-1) / 1 cm)                             h_i: height above the lowest
 *
 * Consequences: a jumping person stays on the floor, a runner moves too far or not far enough while no foot
 * stands, a sitting person has the feet on the floor, and stairs are flat. The first frame stands above the
 * origin.
 *
 * Spaces   metres, +Y up.   Memory   from the arena.   Threads  pure functions.   Errors  none.
 */
#include "core/observe/take/take.h"

/* State between consecutive moments. */
typedef struct pd_observe_walk {
    double place[2];                           /* x, z of the translation; initially the start position */
    double before[PD_OBSERVE_FLOOR_POINTS][3]; /* x of the previous moment */
    double low_before;
    bool is_there;
} pd_observe_walk;

/* Computes the translation `out` of a body whose heels and toes, without translation, are at x (count,3). */
void pd_observe_walk_step(pd_observe_walk *walk, double out[3], const double (*x)[3], int count,
                          double floor);

/* Returns the bytes of scratch that _run needs. */
size_t pd_observe_walk_bytes(const pd_smpl_model *model);
/* Computes take->translations from its rotations and betas. A body without heels and toes named as SMPL's
 * joints keeps its translations. */
void pd_observe_walk_run(pd_observe_take *take, const pd_smpl_model *model, pd_arena *scratch);

#endif
