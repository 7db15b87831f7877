#ifndef PD_PFNN_MODEL_H
#define PD_PFNN_MODEL_H
/* A loaded model that moves characters: a network packed for evaluation, or a motion-matching database
 * (core/matching), which has a network's joints, layout and texts but no weights.
 *
 * A network is packed once at load, then read-only and shared by all threads.
 *
 * A layer is a row of panels of 64 outputs, padded with zeros. A panel has a block for each of the K control
 * points or experts; a block is 1 + in rows of 64: the biases, then the weights of input 0, 1, ... A single
 * character reads all of it from first byte to last; a batch goes through a block that stays in the
 * second-level cache. Slices of the cheaper modes are blended from the blocks when needed, so no mode takes
 * memory of its own. If every weight of the network is a half-precision number (pd_pfnn_network_round), a
 * second copy in halves serves small batches, which are limited by memory bandwidth: same bits.
 *
 * Units    those of the network: root frame, centimetres.
 * Memory   build returns one reference; retain and release are atomic.
 * Threads  immutable: any number of threads.
 */
#include "core/matching/model.h"
#include "core/pfnn/network.h"

#include <stdint.h>

typedef struct pd_pfnn_packed_layer {
    int in, panel_count;
    size_t block;           /* floats of one block: 64 (1 + in) */
    const float *rows;      /* (panel_count, K, 1 + in, 64), aligned to 64 bytes */
    const uint16_t *halves; /* (panel_count, K, in, 64) the same weights as halves, or NULL */
    int out;                /* number of outputs; the last panel may be only partly used */
} pd_pfnn_packed_layer;

typedef struct pd_pfnn_model {
    /* the network as loaded, without weights and biases, which have been packed and freed */
    pd_pfnn_network network;
    int x_dim, y_dim; /* copies of network's, for brevity */
    int row;          /* floats of one activation row: the largest dimension, padded to 64 */
    pd_pfnn_packed_layer layers[PD_PFNN_LAYERS];
    float *packed, *x_scale; /* packed: rows of all layers; x_scale: (x_dim) 1 / x_std */
    uint16_t *halves;        /* halves of all layers, or NULL */
    size_t resident_bytes;
    /* first pose of characters (core/character/settle.h), owned,
     * made by pd_character_model_load; NULL: the mean pose */
    struct pd_character_start *start;
    pd_matching_model *matching; /* the model's own reference; NULL: this is a network */
    uint64_t content_hash; /* hash of all numbers, of joints (names, parents, bones), gaits and styles */
    int references;        /* reference count, atomic */
} pd_pfnn_model;

/* Checks a network and packs it. Takes over the arrays of *network,
 * which is empty afterwards, also after an error. */
pd_status pd_pfnn_model_build(pd_pfnn_model **out, pd_pfnn_network *network, pd_error *err);
/* Wraps a database. Takes over the reference, also after an error. */
pd_status pd_pfnn_model_match(pd_pfnn_model **out, pd_matching_model *matching, pd_error *err);
/* Adds a reference and returns the model. */
pd_pfnn_model *pd_pfnn_model_retain(pd_pfnn_model *model);
/* Removes a reference; the last one frees the model. NULL is allowed. */
void pd_pfnn_model_release(pd_pfnn_model *model);

#endif
