#ifndef PD_TRAIN_MODEL_DATA_ENCODE_H
#define PD_TRAIN_MODEL_DATA_ENCODE_H
/* Encodes body models as safetensors, which core/smpl/data/encode.h decodes. docs/reference/formats.md lists
 * every tensor.
 *
 * Memory   the caller owns the buffer.
 * Threads  pure functions.
 * Errors   ERR_MEMORY; ERR_IO at the file's name.
 */
#include "core/smpl/data/encode.h"

/* Appends the bytes of the file. The data must have passed pd_smpl_data_check.
 *
 * flags  PD_SMPL_COMPACT or 0.
 */
pd_status pd_train_data_encode(pd_buffer *out, const pd_smpl_data *data, unsigned flags, pd_error *err);
/* Writes a file. It appears under its name only when it is complete (rename). */
pd_status pd_train_data_save(const pd_smpl_data *data, const char *path, pd_error *err);

#endif
