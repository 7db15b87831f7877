#ifndef PD_IO_SURFACE_GLTF_FOLLOW_H
#define PD_IO_SURFACE_GLTF_FOLLOW_H
/* Visits the vertices of a glTF file's meshes together with the joint that each follows.
 *
 * A vertex of a skinned mesh follows the joint of its largest weight. It is visited at the position that this
 * joint alone gives it in the file's pose:
 *
 *     x = W_k B_k v         W_k: the joint's matrix in the world, B_k: its inverse bind matrix
 *
 * The visit also gets the weights of all joints that the vertex follows.
 * A vertex of a mesh without a skin follows the nearest joint above the mesh's node; if there is none, it is
 * not visited. A joint of a skin that is not among the given joints counts as the nearest given one above it.
 * Vertices without weights are not visited. Morph targets are ignored. Nodes are those of the default scene
 * or, if it has no skinned mesh, of the first scene that has one, or else all.
 *
 * Spaces   the file's world.   Units  those of the file.
 * Limits   PD_IO_GLTF_FOLLOW_VERTICES, counted once for each node that shows them; vertices beyond that are
 *          not visited.
 * Memory   the tree of the file's JSON and the matrices of one skin, freed before return.
 * Errors   those of gltf_file.h; ERR_RANGE: a vertex refers to a joint that the skin does not have.
 */
#include "core/base/error.h"
#include "core/base/size.h"
#include "core/math/vec3.h"

#define PD_IO_GLTF_FOLLOW_VERTICES 4000000

#define PD_IO_GLTF_FOLLOWED 16 /* most joints of a vertex: four sets of four */

/* A vertex. joint, joints: indices into `nodes` of the job. */
typedef struct pd_io_gltf_followed {
    int joint;  /* the joint of its largest weight */
    pd_vec3 at; /* its position by that joint alone */
    int count;
    int joints[PD_IO_GLTF_FOLLOWED];     /* (count) all joints that it follows, `joint` among them */
    double weights[PD_IO_GLTF_FOLLOWED]; /* (count) above 0 */
} pd_io_gltf_followed;

typedef struct pd_io_gltf_follow {
    const int *nodes; /* (count) numbers of the joints' nodes                                       */
    int count;
    void (*visit)(void *ctx, const pd_io_gltf_followed *vertex);
    void *ctx; /* passed to visit                                       */
    /* largest number of bytes for the tree of the file's JSON (core/io/json/json.h); 0: no limit */
    size_t json_memory;
} pd_io_gltf_follow;

/* Visits all vertices. */
pd_status pd_io_gltf_follow_run(const pd_io_gltf_follow *job, pd_bytes file, pd_error *err);

#endif
