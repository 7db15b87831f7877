#ifndef PD_OBSERVE_SCAN_DRAPE_H
#define PD_OBSERVE_SCAN_DRAPE_H
/* The surface of a body moved onto a scan, non-rigidly: as rigid as possible (Sorkine and Alexa 2007), point to plane.
 *
 *     minimise  sum_j rho(n_j . (x(j) - p_j)) / s^2                                    points: x(j) the nearest place of the surface
 *             + stiff sum_i sum_k in N(i) w_ik |(x_i - x_k) - R_i (m_i - m_k)|^2       shape: m the fitted body
 *             + stay sum_i |x_i - m_i|^2                                               where nothing else constrains it
 *
 * In turns: nearest places and normals; R_i by Horn; x by one sparse Cholesky of 3V numbers (CHOLMOD), since planes couple the axes. A point is
 * trimmed where it is farther off than three times the reach, or not along the skin's normal. What lies under a hole keeps the body's shape and
 * follows its rim.
 *
 * Shapes   V vertices, N points. Spaces: the scan's axes, metres, near the origin.
 * Memory   _run allocates and frees.
 * Threads  nearest places are tasks of the executor, all sums go in order: the same bits for any number.
 * Errors   ERR_MEMORY.
 */
#include "core/observe/scan/nearest.h"
#include "core/smpl/model.h"

typedef struct pd_observe_drape {
    double *vertices;    /* in (V,3) the fitted body; out: on the scan */
    unsigned char *seen; /* out (V) 1: points of the scan lie about it */
    double rms;          /* out: of the points that were kept, metres along the normal */
    int kept;            /* out: points */
    /* in */
    const double (*points)[3];
    int point_count;
    int rounds;              /* zero is 12 */
    double stiffness, noise; /* zero: 1, and 2 mm */
    const pd_executor *executor;
} pd_observe_drape;

pd_status pd_observe_drape_run(pd_observe_drape *drape, const pd_smpl_model *model, pd_error *err);

#endif
