#ifndef PD_IO_SURFACE_GLTF_NODES_H
#define PD_IO_SURFACE_GLTF_NODES_H
/* Reads the nodes of an opened glTF file and computes their world matrices.
 *
 *     world_n = world_parent local_n         local_n: the node's matrix, or translation rotation scale
 *
 * Spaces   the file's world; matrices act on column vectors.   Units  the file's.
 * Limits   1 to 65536 nodes; numbers within 1e9.
 * Memory   one owner: pd_io_gltf_nodes_deinit; `json` points into the opened file. On failure *out is empty.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT at a pointer into the file's JSON ("/nodes/3/scale"); ERR_MEMORY.
 */
#include "core/io/surface/gltf_file.h"

typedef struct pd_io_gltf_matrix {
    double m[12]; /* rows of [A | t] */
} pd_io_gltf_matrix;

typedef struct pd_io_gltf_node {
    const struct json_t *json;
    int parent;    /* -1: none */
    bool is_shown; /* set by pd_io_gltf_nodes_show */
    pd_io_gltf_matrix world;
} pd_io_gltf_node;

typedef struct pd_io_gltf_nodes {
    pd_io_gltf_node *items; /* (count) */
    int *order;             /* (count) parents first */
    int count;
} pd_io_gltf_nodes;

/* Reads all nodes of the file and computes their world matrices. */
pd_status pd_io_gltf_nodes_read(pd_io_gltf_nodes *out, const pd_io_gltf_file *file, pd_error *err);
void pd_io_gltf_nodes_deinit(pd_io_gltf_nodes *nodes);

/* Which scene of a file is read. */
typedef struct pd_io_gltf_shown {
    int scene; /* the scene that is read; -1: all nodes are, because no scene has a wanted node */
    int first; /* the scene that programs show first: `scene` of the file, or 0 */
} pd_io_gltf_shown;

/* Chooses the scene to read and marks its nodes as shown. A node is wanted if it has a mesh and, with
 * `skinned`, a skin. The scene is the first one that has a wanted node, beginning with the one that programs
 * show first. ERR_RANGE: `scene`, or a node of a scene, that the file does not have. */
pd_status pd_io_gltf_nodes_show(pd_io_gltf_shown *out, pd_io_gltf_nodes *nodes, const pd_io_gltf_file *file,
                                bool skinned, pd_error *err);

/* Returns a b, as affine transforms: b is applied first. */
pd_io_gltf_matrix pd_io_gltf_product(const pd_io_gltf_matrix *a, const pd_io_gltf_matrix *b);
/* Returns the determinant of A alone: negative where the matrix mirrors. */
double pd_io_gltf_determinant(const pd_io_gltf_matrix *a);

#endif
