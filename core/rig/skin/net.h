#ifndef PD_RIG_SKIN_NET_H
#define PD_RIG_SKIN_NET_H
/* Learned skin weights: a network that passes messages between vertices and bones of one graph, after
 * HeterSkinNet (Pan, Huang, Mai, Wang et al. 2021), on the edges of pairs.h.
 *
 *     e_vk = relu(W2 relu(W1 x_vk + R1[role k]) + b2)                            an edge, from its numbers x
 *     b_k  = relu(Wb mean_v(e_vk) + Rb[role k])
 *         a bone, from its edges, weighted by area and g_vk
 *     c_k  = relu(Wn [b_k, b_parent, sum of b_children] + bn)
 *         a bone, with its parent and children
 *     u_v  = relu(Wv sum_k g_vk e_vk + bv)                                       a vertex, from its edges
 *     w_vk = softmax_k(a . relu(We e_vk + Wu u_v + Wc c_k + bs) + log(t_vk + .001))
 *
 *     g_vk = (least d_v / d_vk)^4, divided by its sum over k;  t: the weights by template
 *
 * A network of zeros gives the template's weights. Bones use at most PD_RIG_NET_SEEN vertices, evenly spaced
 * by index. Roles are the same for left and right, and numbers are mirrored, so a body and its mirror image
 * get the same weights.
 *
 * Differences from the paper: no edges between vertices (the density of a mesh is unrelated to its weights),
 * the numbers of an edge include the weights by the fitted template and by heat, and the message of a bone is
 * a mean instead of attention.
 *
 * Shapes   V vertices, K = PD_RIG_PAIR_BONES, F = PD_RIG_PAIR_NUMBERS, H = PD_RIG_NET_WIDTH, R =
 *          PD_RIG_PAIR_ROLES. Rows times columns.
 * Memory   load returns one reference; retain and release are atomic.
 * Threads  immutable: any number of threads.
 * Errors   err->where is "FILE: tensor" or "FILE: __metadata__/key"; the message says what was found and what
 *          is expected.
 */
#include "core/io/tensor/model_file.h"
#include "core/rig/skin/pairs.h"

#include <stdint.h>

#define PD_RIG_NET_KIND    "rig-weights" /* metadata `kind` of the files */
#define PD_RIG_NET_VERSION "1.0"
#define PD_RIG_NET_WIDTH   32
#define PD_RIG_NET_SEEN    4096
#define PD_RIG_NET_TILE    256 /* number of vertices evaluated at a time */

/* X(id, name, rows, columns) */
#define PD_RIG_NET_TABLE(X)                                                                                  \
    X(EDGE, edge, PD_RIG_PAIR_NUMBERS, PD_RIG_NET_WIDTH)                                                     \
    X(EDGE_ROLE, edge_role, PD_RIG_PAIR_ROLES, PD_RIG_NET_WIDTH)                                             \
    X(SECOND, second, PD_RIG_NET_WIDTH, PD_RIG_NET_WIDTH)                                                    \
    X(SECOND_BIAS, second_bias, 1, PD_RIG_NET_WIDTH)                                                         \
    X(BONE, bone, PD_RIG_NET_WIDTH, PD_RIG_NET_WIDTH)                                                        \
    X(BONE_ROLE, bone_role, PD_RIG_PAIR_ROLES, PD_RIG_NET_WIDTH)                                             \
    X(CHAIN, chain, 3 * PD_RIG_NET_WIDTH, PD_RIG_NET_WIDTH)                                                  \
    X(CHAIN_BIAS, chain_bias, 1, PD_RIG_NET_WIDTH)                                                           \
    X(VERTEX, vertex, PD_RIG_NET_WIDTH, PD_RIG_NET_WIDTH)                                                    \
    X(VERTEX_BIAS, vertex_bias, 1, PD_RIG_NET_WIDTH)                                                         \
    X(SCORE_EDGE, score_edge, PD_RIG_NET_WIDTH, PD_RIG_NET_WIDTH)                                            \
    X(SCORE_VERTEX, score_vertex, PD_RIG_NET_WIDTH, PD_RIG_NET_WIDTH)                                        \
    X(SCORE_BONE, score_bone, PD_RIG_NET_WIDTH, PD_RIG_NET_WIDTH)                                            \
    X(SCORE_BIAS, score_bias, 1, PD_RIG_NET_WIDTH)                                                           \
    X(SCORE, score, 1, PD_RIG_NET_WIDTH)
typedef enum pd_rig_net_tensor {
#define PD_RIG_NET_ENUM(id, name, rows, columns) PD_RIG_NET_##id,
    PD_RIG_NET_TABLE(PD_RIG_NET_ENUM)
#undef PD_RIG_NET_ENUM
        PD_RIG_NET_TENSORS
} pd_rig_net_tensor;
typedef struct pd_rig_net_row {
    const char *name;
    int rows, columns;
} pd_rig_net_row;
extern const pd_rig_net_row pd_rig_net_rows[PD_RIG_NET_TENSORS];
#define PD_RIG_NET_PLUS(id, name, rows, columns) +(rows) * (columns)
#define PD_RIG_NET_NUMBERS                       (0 PD_RIG_NET_TABLE(PD_RIG_NET_PLUS))

typedef struct pd_rig_net {
    float *all;                         /* (PD_RIG_NET_NUMBERS) all tensors, one after the other */
    float *tensors[PD_RIG_NET_TENSORS]; /* first number of each tensor in `all` */
    pd_model_text text;
    size_t resident_bytes;
    uint64_t content_hash;
    int references; /* reference count, atomic */
} pd_rig_net;

/* Computes dense weights (V,PD_RIG_JOINTS), each row sums to 1; dense may be pairs->template. ERR_MEMORY;
 * ERR_BUSY "weights": cancelled. */
pd_status pd_rig_net_run(float *dense, const pd_rig_net *net, const pd_rig_pairs *pairs,
                         const pd_cancel *cancel, pd_error *err);
/* Plain reference of _run for tests: each vertex separately, in the order of the formulas. c
 * (PD_RIG_JOINTS,H) are the bones, computed from the vertices `seen` (count). */
void pd_rig_net_bones_ref(float *c, const pd_rig_net *net, const pd_rig_pairs *pairs, const int *seen,
                          int count);
void pd_rig_net_vertex_ref(float *row, const pd_rig_net *net, const pd_rig_pairs *pairs, const float *c,
                           int vertex);

/* Allocates zeroed tensors. ERR_MEMORY; *out is empty then. */
pd_status pd_rig_net_init(pd_rig_net *out, pd_error *err);
void pd_rig_net_deinit(pd_rig_net *net);

/* Read, encode and save a safetensors file with F16 or F32; written in F32.
 * ERR_FORMAT; ERR_RANGE: not finite. */
pd_status pd_rig_net_parse(pd_rig_net *out, const void *bytes, size_t size, const char *name, pd_error *err);
pd_status pd_rig_net_encode(pd_buffer *out, const pd_rig_net *net, pd_error *err);
pd_status pd_rig_net_save(const pd_rig_net *net, const char *path, pd_error *err);
pd_status pd_rig_net_load(pd_rig_net **out, const char *path, pd_error *err);
pd_rig_net *pd_rig_net_retain(pd_rig_net *net);
void pd_rig_net_release(pd_rig_net *net); /* NULL is allowed */

/* ---- tiles: used by core/rig/skin and by training ---- */

/* Some vertices with the results of the layers. A row is a vertex or one of its K edges. */
typedef struct pd_rig_net_tile {
    int count;
    uint8_t *bones;              /* (count,K) */
    float *x;                    /* (count,K,F) */
    float *gate;                 /* (count,K) g */
    float *area;                 /* (count) */
    float *first, *edge, *score; /* (count,K,H) after relu */
    float *sum, *vertex;         /* (count,H) */
    float *weights;              /* (count,K) */
    float *room;                 /* (count,K,H) scratch */
    float *memory;
} pd_rig_net_tile;

/* Results of the bones' layers. */
typedef struct pd_rig_net_bones {
    float total[PD_RIG_JOINTS]; /* sum of area times gate */
    float mean[PD_RIG_JOINTS * PD_RIG_NET_WIDTH], own[PD_RIG_JOINTS * PD_RIG_NET_WIDTH],
        chain[PD_RIG_JOINTS * 3 * PD_RIG_NET_WIDTH], out[PD_RIG_JOINTS * PD_RIG_NET_WIDTH];
} pd_rig_net_bones;

bool pd_rig_net_tile_init(pd_rig_net_tile *out, int most); /* false: out of memory */
void pd_rig_net_tile_deinit(pd_rig_net_tile *tile);
/* Computes g from x. */
void pd_rig_net_gates(pd_rig_net_tile *tile);
/* Computes e. */
void pd_rig_net_edges(pd_rig_net_tile *tile, const pd_rig_net *net);
/* _add adds area, gate and edges of a tile to total and mean, which are zeros at first.
 * _finish divides and computes c. */
void pd_rig_net_bones_add(pd_rig_net_bones *bones, const pd_rig_net_tile *tile);
void pd_rig_net_bones_finish(pd_rig_net_bones *bones, const pd_rig_net *net);
/* Computes u and w. */
void pd_rig_net_score(pd_rig_net_tile *tile, const pd_rig_net *net, const pd_rig_net_bones *bones);

#endif
