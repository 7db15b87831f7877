#ifndef PD_PFNN_MODEL_H
#define PD_PFNN_MODEL_H
/* What moves characters: a resident network, or a database that is matched (core/matching), which has only a network's outside: joints,
 * layout, texts, no weights.
 *
 * A network is packed once at load, read-only from then on, shared by all threads.
 *
 * A layer is a row of panels of 64 outputs, padded with zeros. A panel is a block for each of the K control points or experts, a
 * block is 1 + in rows of 64: the biases, then the weights of input 0, 1, ... One character reads all of it from first
 * byte to last; a batch goes through a block that stays in the second cache. Slices of the cheaper modes are blended
 * from the blocks when needed: no mode takes memory of its own. Where every weight of the network is a half-precision
 * number (pd_pfnn_network_round), a second copy in halves serves small batches, which are bound by memory: same bits.
 *
 * Units    as the network's: root frame, centimetres.
 * Memory   one reference on build; retain and release are atomic. Immutable: any number of threads.
 */
#include "core/matching/model.h"
#include "core/pfnn/network/network.h"

#include <stdint.h>

typedef struct pd_pfnn_packed_layer {
    int in, panel_count;
    size_t block;           /* floats of one: 64 (1 + in)                                  */
    const float *rows;      /* (panel_count, K, 1 + in, 64), on a 64-byte boundary         */
    const uint16_t *halves; /* (panel_count, K, in, 64) the weights again, or NULL      */
    int out;                /* of the last panel less than 64 may be outputs            */
} pd_pfnn_packed_layer;

typedef struct pd_pfnn_model {
    pd_pfnn_network network; /* as loaded; weights and biases were packed and freed */
    int x_dim, y_dim;        /* copies, for brevity                                 */
    int row;                 /* floats of an activation row: the largest dimension, padded to 64 */
    pd_pfnn_packed_layer layers[PD_PFNN_LAYERS];
    float *packed, *x_scale; /* all layers' rows; (x_dim) 1 / x_std                 */
    uint16_t *halves;        /* all layers' halves, or NULL                         */
    size_t resident_bytes;
    struct pd_pfnn_start
        *start; /* where its characters begin: settle.h; NULL: in the mean pose. The model's, made by _load */
    pd_matching_model *matching; /* NULL: a network. The model's own reference */
    uint64_t content_hash;       /* of all numbers, of joints (names, parents, bones), gaits and styles */
    int references;              /* atomic         */
} pd_pfnn_model;

/* Takes the arrays out of *network (which is empty afterwards, whatever happens) and checks them first. */
pd_status pd_pfnn_model_build(pd_pfnn_model **out, pd_pfnn_network *network, pd_error *err);
/* Takes over the reference, whatever happens. */
pd_status pd_pfnn_model_match(pd_pfnn_model **out, pd_matching_model *matching, pd_error *err);
/* A .safetensors file of either kind, or a folder of slices as import.h reads. Networks are settled (settle.h), where they can be driven. */
pd_status pd_pfnn_model_load(pd_pfnn_model **out, const char *path, pd_error *err);
pd_pfnn_model *pd_pfnn_model_retain(pd_pfnn_model *model);
void pd_pfnn_model_release(pd_pfnn_model *model); /* NULL is fine */

#endif
