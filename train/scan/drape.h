#ifndef PD_TRAIN_SCAN_DRAPE_H
#define PD_TRAIN_SCAN_DRAPE_H
/* Deforms the surface of a fitted body onto a scan: as rigid as possible (Sorkine and Alexa 2007), point to
 * plane.
 *
 *     minimise  sum_j rho(n_j . (x(j) - p_j)) / s^2 points: x(j) the nearest place of the surface
 *             + stiff sum_i sum_k in N(i) w_ik |(x_i - x_k) - R_i (m_i - m_k)|^2
 *                 shape: m the fitted body
 *             + stay sum_i |x_i - m_i|^2
 *                 for vertices that nothing else constrains
 *
 * Each round computes nearest places and normals, then R_i by Horn, then x by one sparse Cholesky
 * factorization of 3V numbers (CHOLMOD), because planes couple the axes. A point is ignored if it is farther
 * away than three times the reach, or not along the skin's normal. Skin under a hole of the scan keeps the
 * body's shape and follows the rim of the hole.
 *
 * Shapes   V vertices, N points.   Spaces  the scan's axes, metres, near the origin.
 * Memory   _run allocates and frees.
 * Threads  nearest places are tasks of the executor, sums are computed in order: the same bits for any number
 *          of workers.
 * Errors   ERR_MEMORY.
 */
#include "train/scan/nearest.h"
#include "core/smpl/model.h"

typedef struct pd_train_drape {
    double *vertices;    /* in (V,3) the fitted body; out: the deformed surface */
    unsigned char *seen; /* out (V) 1: points of the scan are near the vertex */
    double rms; /* out: root mean square distance of the points that were used, metres along the normal */
    int kept;   /* out: number of points that were used */
    /* in */
    const double (*points)[3];
    int point_count;
    int rounds;              /* number of rounds; zero is 12 */
    double stiffness, noise; /* stiffness: zero is 1. noise in metres: zero is 2 mm */
    const pd_executor *executor;
} pd_train_drape;

pd_status pd_train_drape_run(pd_train_drape *drape, const pd_smpl_model *model, pd_error *err);

#endif
