#ifndef PD_SMPL_DATA_BLEND_SHAPE_H
#define PD_SMPL_DATA_BLEND_SHAPE_H
/* Blend shapes that somebody sculpted, added to a model as expressions with names:
 *
 *     T_P = v_template + shapedirs beta + [expressiondirs | directions] psi + ...      as core/smpl/data/data.h has it
 *
 * So a request sets them by name (blend_shapes), and characters on the stream by `face`.
 *
 * Shapes   V vertices, N directions. Space: model space, the template's. Metres that a weight of 1 moves.
 * Memory   the model's arrays are grown.
 */
#include "core/smpl/data/data.h"

/* names (N), directions (N,V,3). ERR_INVALID: a name that is there already, or expressions of the model that have no names (SMPL-X, FLAME). ERR_LIMIT,
 * ERR_MEMORY. *data is then as before. pd_smpl_data_check does the rest. */
pd_status pd_smpl_data_add_blend_shapes(pd_smpl_data *data, const char *const *names, const float *directions,
                                        int count, pd_error *err);

#endif
