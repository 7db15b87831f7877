#ifndef PD_OBSERVE_VIEW_PAIR_H
#define PD_OBSERVE_VIEW_PAIR_H
/* The pose of one camera relative to another, or to points in space, from what they see alone.
 *
 *     b^T E a = 0,   E = [t]x R          eight points (Longuet-Higgins 1981, scaled after Hartley 1997), samples of eight until most agree (RANSAC, Fischler
 *                                        and Bolles 1981), by Sampson's distance; of E's four solutions the one that has the points before both cameras
 *     b ~ R x + t                        six points and more (DLT, Abdel-Aziz and Karara 1971), R by Horn
 *
 * Shapes   N points. a, b: x / z of each camera's axes (pixels less the centre, over the focal length).
 * Memory   none beyond the stack.   Threads  pure; samples are drawn from a seed of its own: the same bits always.
 */
#include <stdbool.h>

#define PD_OBSERVE_PAIR_MOST   1000 /* points that are looked at; more are left out */
#define PD_OBSERVE_PAIR_LEAST  16   /* points that two cameras must both see */
#define PD_OBSERVE_PLACE_LEAST 12   /* points in space that a camera must see */

typedef struct pd_observe_pair {
    double rotation[9], translation[3]; /* x_b = R x_a + t; |t| = 1 for a pair, whose size cannot be seen */
    int agree;                          /* points                                                         */
    double angle;                       /* radians, median of those between their rays                    */
} pd_observe_pair;

/* reach: distance from which a point does not agree. false: too few points, or too few agree. */
bool pd_observe_pair_find(pd_observe_pair *out, const double (*a)[2], const double (*b)[2], int count,
                          double reach);
/* The same from points in space (N,3). angle is not set. */
bool pd_observe_pair_place(pd_observe_pair *out, const double (*space)[3], const double (*b)[2], int count,
                           double reach);

#endif
