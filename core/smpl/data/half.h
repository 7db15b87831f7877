#ifndef PD_SMPL_HALF_H
#define PD_SMPL_HALF_H
/* Sparse pose blend shapes that are mirror symmetric, as files keep them: of each pair of vertices the one with the
 * lower number, and those on the axis.
 *
 *     P_mirror(v), mirror(k), (r,c), x = s_x s_r s_c P_v, k, (r,c), x         s = (-1, 1, 1)
 *
 * for the entry of feature (r,c) of joint k that moves coordinate x. mirror(k) goes by names that begin with left_
 * and right_. Patterns are kept for every vertex; those of a pair hold mirrored joints.
 *
 * Rows are those of pd_smpl_sparse_dirs: (value_count) numbers.
 */
#include "core/smpl/data/data.h"

/* The joint on the other side, itself in the middle. out (K). */
void pd_smpl_joint_mirror(int *out, const pd_smpl_data *data);
/* Feature f of a joint's nine: s_r s_c. */
float pd_smpl_mirror_sign(int f);

/* Numbers of half a row. 0 when the model has no mirror, or its patterns are not symmetric. */
size_t pd_smpl_half_count(const pd_smpl_data *data);
/* half (pd_smpl_half_count) from a row. Returns 0 when the row is not exactly symmetric or memory is short. */
int pd_smpl_half_take(float *half, const pd_smpl_data *data, const float *row);
/* The whole row. pd_smpl_half_count is not 0. Returns 0 when memory is short. */
int pd_smpl_half_give(float *row, const pd_smpl_data *data, const float *half);
/* The same from 16 bits times step. */
int pd_smpl_half_unpack(float *row, const pd_smpl_data *data, const int16_t *half, float step);

#endif
