#ifndef PD_TRAIN_MODEL_BLEND_SHAPE_H
#define PD_TRAIN_MODEL_BLEND_SHAPE_H
/* Adds sculpted blend shapes to a model as expressions with names:
 *
 *     T_P = v_template + shapedirs beta + [expressiondirs | directions] psi + ...
 *         as in core/smpl/data/data.h
 *
 * Requests then set them by name (blend_shapes), and characters on the stream by `face`.
 *
 * Shapes   V vertices, N directions.
 * Space    model space, the template's: displacements in metres for a weight of 1.
 * Memory   the model's arrays are grown.
 */
#include "core/smpl/data/data.h"

/* names (N), directions (N,V,3). ERR_INVALID: a name exists already, or the model's own expressions have no
 * names (SMPL-X, FLAME). ERR_LIMIT, ERR_MEMORY. On failure *data is unchanged.
 * pd_smpl_data_check checks the rest. */
pd_status pd_train_add_blend_shapes(pd_smpl_data *data, const char *const *names, const float *directions,
                                    int count, pd_error *err);

#endif
