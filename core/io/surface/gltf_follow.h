#ifndef PD_IO_SURFACE_GLTF_FOLLOW_H
#define PD_IO_SURFACE_GLTF_FOLLOW_H
/* Visits the vertices of a glTF file's meshes together with the joint that each follows.
 *
 * A vertex of a skinned mesh follows the joint of its largest weight and is visited where that joint has it as the file stands:
 *
 *     x = W_k B_k v         W_k: the joint's matrix in the world, B_k: its inverse bind matrix
 *
 * A vertex of a mesh without a skin follows the joint that the mesh's node hangs on, or is not visited if there is none. A joint of a skin
 * that is not among the joints asked for counts as the next one above it. Vertices without weights are not visited.
 *
 * Shows    the default scene; of a mesh only the vertices as they are without morph targets.
 * Spaces   the file's world.   Units  the file's.
 * Limits   PD_IO_GLTF_FOLLOW_VERTICES, each as often as nodes show it; what is beyond is not visited.
 * Memory   the file's JSON as a tree and matrices of one skin, while it runs.
 * Errors   as gltf_file.h; ERR_RANGE: a joint's number that the skin does not have.
 */
#include "core/base/error.h"
#include "core/base/size.h"
#include "core/math/vec3.h"

#define PD_IO_GLTF_FOLLOW_VERTICES 4000000

/* nodes (count): numbers of the joints' nodes; visit gets an index into them. */
typedef struct pd_io_gltf_follow {
    const int *nodes;
    int count;
    void (*visit)(void *ctx, int joint, pd_vec3 at);
    void *ctx;
    size_t json_memory; /* what the file's JSON may become (core/base/json_scan.h); 0: anything */
} pd_io_gltf_follow;

pd_status pd_io_gltf_follow_run(const pd_io_gltf_follow *job, pd_bytes file, pd_error *err);

#endif
