#ifndef PD_SMPL_ENCODE_H
#define PD_SMPL_ENCODE_H
/* Decodes body models from safetensors; train/model/data_encode.h encodes them. docs/reference/formats.md
 * lists every tensor.
 *
 * PD_SMPL_COMPACT stores directions in fewer bytes: shapedirs, softdirs and dense posedirs as F16, sparse
 * posedirs as I16 with one scale per vertex. Without it a saved model reads back bit for bit.
 */
/* Value of the metadata pose_features for PD_SMPL_QUATERNION_FEATURES */
#define PD_SMPL_QUATERNION_TEXT "quaternion"
#include "core/base/buffer.h"
#include "core/io/tensor/safetensors.h"
#include "core/smpl/data/data.h"

#define PD_SMPL_FORMAT_VERSION "1.0" /* major.minor; readers refuse a newer major */

/* Version of the sculpts that the pose drives (metadata psd_version): the interpolation of
 * core/smpl/data/psd.h. Readers refuse another one. */
#define PD_SMPL_PSD_VERSION "1"

#define PD_SMPL_COMPACT 1u
#define PD_SMPL_PACKED  2u /* For _decode: leaves values_dqs packed where possible. */

/* Decodes a file into *out, which must be empty. On failure *out may be partly filled: pd_smpl_data_deinit
 * frees it. Checks kind, version, shapes, and the ranges of what it converts;
 * pd_smpl_data_check checks the rest. */
pd_status pd_smpl_data_decode(pd_smpl_data *out, const pd_safetensors *file, unsigned flags, pd_error *err);

#endif
