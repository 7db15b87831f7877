#ifndef PD_FACTORY_BODY_SHAPE_REGRESSOR_H
#define PD_FACTORY_BODY_SHAPE_REGRESSOR_H
/* Fits joint centres as convex combinations of skin vertices.
 *
 *     min  sum over bodies |sum_i w_i (v_i - c)|^2 + 30^2 (sum_i w_i - 1)^2    over w >= 0
 *
 * then scales w to sum 1. Positions relative to the wanted centre c make the first term independent of where
 * a body stands. Non-negativity alone makes w sparse.
 *
 * Candidates are selected by direction, not by distance: the 6 nearest vertices in each of 64 directions
 * round the joint. The nearest vertices overall come from dense patches and need not surround the joint. The
 * left side is solved and copied to the right; on the axis a vertex and its partner share one unknown.
 *
 * Used twice: from the cubes of the rig to skin (A-pose), and from the turned centres to skin (T-pose).
 */
#include "core/base/executor.h"
#include "factory/body/shape/joints.h"
#include "factory/body/shape/mesh.h"

/* Sparse matrix in CSR form, each row ascending in vertex; exactly mirror symmetric. */
typedef struct pd_factory_regressor {
    int start[PD_FACTORY_POINT_COUNT + 1];
    int *vertex;
    double *weight;
} pd_factory_regressor;

typedef struct pd_factory_regressor_data {
    const pd_factory_mesh *mesh;
    const pd_executor *executor;
    const float *bodies;    /* (count,V,3) exactly symmetric bodies */
    const double *centers;  /* (count,PD_FACTORY_POINT_COUNT,3) exactly symmetric wanted centres */
    int count, point_count; /* point_count: number of leading points that are fitted */
} pd_factory_regressor_data;

/* Learns the weights of every centre. On failure *out is empty. */
pd_status pd_factory_regressor_fit(pd_factory_regressor *out, const pd_factory_regressor_data *data,
                                   pd_error *err);
void pd_factory_regressor_deinit(pd_factory_regressor *regressor);
/* Computes centers (point_count,3) of one body (V,3). */
void pd_factory_regressor_apply(double *centers, const pd_factory_regressor *regressor, int point_count,
                                const float *body);

#endif
