#ifndef PD_SMPL_PACK_H
#define PD_SMPL_PACK_H
/* Packs a resident body model into a file and maps it again (core/io/pack/pack.h).
 *
 * A mapped model computes the same bits as the model that was packed. Its arrays are read-only pages of the
 * pack, which all processes share; only what is made at the first use (float32 rows for batches, tiles for
 * DQS and SBS, data of contact) is memory of its own. Arrays that no mesh request reads (dense shape
 * directions, dense weights, the packed half of DQS shapes) are marked as cold.
 *
 * Checks   everything that the kernels rely on: pd_smpl_data_check_resident, and every index of the tiles.
 *          Bytes that pass cannot make a kernel read outside the pack, whoever wrote them.
 * Threads  the model is const.
 */
#include "core/io/pack/pack.h"
#include "core/smpl/model.h"

/* Adds a model to a pack. name: of its file, without the folder. ERR_MEMORY. */
pd_status pd_smpl_model_pack(pd_pack_writer *writer, const pd_smpl_model *model, const char *name,
                             const pd_pack_source *source, pd_error *err);
/* Maps model number `number` of a pack, which the model retains. ERR_FORMAT or ERR_RANGE: the pack is damaged
 * or holds another kind. ERR_MEMORY. */
pd_status pd_smpl_model_map(pd_smpl_model **out, pd_pack *pack, int number, pd_error *err);

#endif
