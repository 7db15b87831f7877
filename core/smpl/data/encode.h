#ifndef PD_SMPL_ENCODE_H
#define PD_SMPL_ENCODE_H
/* Body models as safetensors: docs/reference/formats.md lists every tensor.
 *
 * PD_SMPL_COMPACT stores shape and pose directions in fewer bytes: shapedirs, softdirs and dense posedirs as
 * F16, sparse posedirs as I16 with one scale a vertex. Without it a saved model reads back bit for bit.
 */
#define PD_SMPL_QUATERNION_TEXT "quaternion" /* metadata pose_features, of PD_SMPL_QUATERNION_FEATURES */
#include "core/base/buffer.h"
#include "core/io/tensor/safetensors.h"
#include "core/smpl/data/data.h"

#define PD_SMPL_FORMAT_VERSION "1.0" /* major.minor; readers refuse a newer major */

#define PD_SMPL_COMPACT 1u
#define PD_SMPL_PACKED  2u /* of _decode: leaves values_dqs packed where it can */

/* Appends the file's bytes. The data must have passed pd_smpl_data_check. */
pd_status pd_smpl_data_encode(pd_buffer *out, const pd_smpl_data *data, unsigned flags, pd_error *err);
/* The reverse. *out is empty before; on failure it may hold a part: pd_smpl_data_deinit frees it. Checks kind,
 * version, shapes and ranges of what it converts; pd_smpl_data_check does the rest. */
pd_status pd_smpl_data_decode(pd_smpl_data *out, const pd_safetensors *file, unsigned flags, pd_error *err);

#endif
