#ifndef PD_AVATAR_LOD_H
#define PD_AVATAR_LOD_H
/* Levels of detail of an avatar: removes triangles of a figure, piece by piece. Vertices are not changed, so
 * they keep their skin weights, morph targets and texture coordinates. Vertices without a triangle are not
 * written.
 *
 *     level  triangles   for
 *     0      all         teeth and tongue thinned out
 *     1      20,000      a person at 1 to 3 m
 *     2      10,000      3 m
 *     3      4,000       10 m and farther; without teeth and tongue
 *
 *     n_p = n a_p d_p / sum a d       triangles of piece p at level 1, by its area a and its detail d
 *
 * At level 1 pieces are simplified by edge collapses (quadric error, Garland and Heckbert 1997:
 * meshoptimizer). Open borders of skin and clothes are not changed, so that no gap opens between two pieces;
 * the level has more triangles if the borders need them. From level 2 on, triangles under another piece
 * (core/io/coarse/under.h) are left out. Teeth and tongue stay and hide nothing, because the mouth opens.
 *
 * From level 2 on all pieces share the triangles by their errors times d (core/io/coarse/collapse.h), which
 * keeps silhouettes and hems; vertices on seams of the texture move along them only. Pictures
 * (tests/e2e/avatar.py) then differ from level 0 by 0.28 to 0.59 % at 3 m, 6 dressed people, and by 0.8 to
 * 1.9 % at 10 m, 14 people; with the shares of level 1 by 0.39 to 1.31 % and 1.0 to 3.0 %, because borders of
 * a jacket and cards of hair cannot be removed, and the skin got what was left: 599 triangles of 10,000, and
 * a face without a chin. It takes about 80 ms longer (six requests).
 *
 * The errors are those of the figure with its jaw turned open by 0.25 radians, and those of skin near the
 * tongue count 30 times. With jawOpen at 1 a picture of 7 cm about the mouth, from 3 m, differs from level 0
 * by 1.6 to 2.0 %, 3 people; with lips that were closed and hid what is behind them by 4.4 to 5.1 %.
 *
 * Memory   allocates while it runs.   Threads  any.   Errors  ERR_MEMORY.
 */
#include "core/avatar/bones.h"

#define PD_AVATAR_LOD_MOST 3

/* Removes triangles of `figure`, whose meshes and positions are those of `glb`, down to a level of 0 to
 * PD_AVATAR_LOD_MOST. skeleton: that of the figure, which faces +Z. */
pd_status pd_avatar_lod_run(pd_avatar_figure *figure, const pd_avatar_skeleton *skeleton,
                            const pd_io_glb *glb, int level, pd_error *err);

#endif
