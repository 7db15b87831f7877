#ifndef PD_OBSERVE_TAKE_WALK_H
#define PD_OBSERVE_TAKE_WALK_H
/* Where a body of which only the pose is known moves: what stands on the floor stays.
 *
 *     t_f = t_(f-1) - sum_i w_i (x_i,f - x_i,f-1) / sum_i w_i          along the floor; x_i: heels and toes, t = 0
 *     t_f,y = floor - min_i x_i,f,y                                    the lowest of them stands on it
 *     w_i = exp(-(h_i,f + h_i,f-1) / 1 cm)                             h_i: how far above the lowest
 *
 * So somebody who jumps stays on the floor, a runner moves too far or not far enough while no foot stands, somebody who sits has the feet on the floor, and
 * stairs are flat. The first frame stands over the origin.
 *
 * Spaces   metres, +Y up.   Memory   from the arena.
 */
#include "core/observe/take/take.h"

/* One moment after the other. */
typedef struct pd_observe_walk {
    double place[2];                           /* x, z: where it is; to begin with, where it begins */
    double before[PD_OBSERVE_FLOOR_POINTS][3]; /* x of the moment before */
    double low_before;
    bool is_there;
} pd_observe_walk;

/* out: the translation of a body whose heels and toes (count,3) are at x without one. */
void pd_observe_walk_step(pd_observe_walk *walk, double out[3], const double (*x)[3], int count,
                          double floor);

size_t pd_observe_walk_bytes(const pd_smpl_model *model);
/* take->translations <- of its rotations and betas. A body that has no heels and toes by SMPL's joint names stays where it is. */
void pd_observe_walk_run(pd_observe_take *take, const pd_smpl_model *model, pd_arena *scratch);

#endif
