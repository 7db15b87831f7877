#ifndef PD_OBSERVE_VIEW_PAIR_H
#define PD_OBSERVE_VIEW_PAIR_H
/* Estimates the pose of one camera relative to another, or relative to points in space, from image points
 * alone.
 *
 *     b^T E a = 0,   E = [t]x R          eight points (Longuet-Higgins 1981, normalized after Hartley 1997);
 *                                        RANSAC over samples of eight (Fischler
 *                                        and Bolles 1981) with Sampson's distance; of the four solutions of
 *                                        E, the one with the points before both cameras
 *     b ~ R x + t                        six points and more (DLT, Abdel-Aziz and Karara 1971), R by Horn
 *
 * Shapes   N points. a, b: x / z in each camera's axes (pixel less centre, divided by the focal length).
 * Memory   only the stack.
 * Threads  pure functions; samples use a fixed seed: always the same bits.
 * Errors   false.
 */
#include <stdbool.h>

#define PD_OBSERVE_PAIR_MOST   1000 /* largest number of points that are used */
#define PD_OBSERVE_PAIR_LEAST  16   /* points that two cameras must both see */
#define PD_OBSERVE_PLACE_LEAST 12   /* points in space that a camera must see */

typedef struct pd_observe_pair {
    /* x_b = R x_a + t; |t| = 1 for a pair, because its length cannot be observed */
    double rotation[9], translation[3];
    int agree;    /* number of points that agree */
    double angle; /* radians, median angle between the two rays of a point */
} pd_observe_pair;

/* Estimates the relative pose. reach: distance from which a point counts as an outlier. Returns false if
 * there are too few points or too few agree. */
bool pd_observe_pair_find(pd_observe_pair *out, const double (*a)[2], const double (*b)[2], int count,
                          double reach);
/* Estimates the pose relative to points in space (N,3). angle is not set. */
bool pd_observe_pair_place(pd_observe_pair *out, const double (*space)[3], const double (*b)[2], int count,
                           double reach);

#endif
