#ifndef PD_SMPL_HALF_H
#define PD_SMPL_HALF_H
/* Stores mirror-symmetric sparse pose blend shapes in half the space, as in files: of each pair of vertices
 * only the one with the lower number, and the vertices on the middle plane.
 *
 *     P_mirror(v), mirror(k), (r,c), x = s_x s_r s_c P_v, k, (r,c), x         s = (-1, 1, 1)
 *
 * for the entry of feature (r,c) of joint k that moves coordinate x. mirror(k) is found by names that begin
 * with left_ and right_. Patterns are stored for every vertex; those of a pair have mirrored joints.
 *
 * A row has value_count numbers, as in pd_smpl_sparse_dirs.
 */
#include "core/smpl/data/data.h"

/* Writes to out (K) the joint on the other side; a joint on the middle plane has its own number. */
void pd_smpl_joint_mirror(int *out, const pd_smpl_data *data);
/* Returns the sign s_r s_c of feature f of a joint's nine. */
float pd_smpl_mirror_sign(int f);

/* Returns the length of half a row; 0 when the model has no mirror or its patterns are not symmetric. */
size_t pd_smpl_half_count(const pd_smpl_data *data);
/* Extracts half (pd_smpl_half_count) from a row.
 * Returns 0 when the row is not exactly symmetric or memory is short. */
int pd_smpl_half_take(float *half, const pd_smpl_data *data, const float *row);
/* Expands half a row to the whole row. Requires pd_smpl_half_count > 0. Returns 0 when memory is short. */
int pd_smpl_half_give(float *row, const pd_smpl_data *data, const float *half);
/* Expands half a row of 16-bit integers times step. Requires pd_smpl_half_count > 0.
 * Returns 0 when memory is short. */
int pd_smpl_half_unpack(float *row, const pd_smpl_data *data, const int16_t *half, float step);

#endif
