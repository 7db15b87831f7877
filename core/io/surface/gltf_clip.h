#ifndef PD_IO_SURFACE_GLTF_CLIP_H
#define PD_IO_SURFACE_GLTF_CLIP_H
/* Samples an animation of a glTF 2.0 binary file (.glb, .vrm) at a constant rate: local rotations and
 * translations of chosen nodes.
 *
 * The animation is the one that the options name, or the first with more than one moment that rotates or
 * moves any of the nodes (a T-pose of one key often comes before the motion), or else the first that does; it
 * is sampled from its first key to its last. A channel may name its node by KHR_animation_pointer
 * ("/nodes/3/rotation"). Interpolation is LINEAR (slerp for rotations; with `smooth` a curve, where keys are
 * dense enough to be frames), STEP or CUBICSPLINE. Before a node's first key and after its last, the value of
 * that key holds.
 *
 * Spaces   the frame of each node's parent, the file's units.
 * Limits   600 s; 256 nodes. glTF's key times rise from 0; equal ones, of which the last counts, and negative
 *          ones, as some exporters write them, are read too.
 * Memory   one owner: pd_io_gltf_clip_deinit. On failure *out is empty.
 * Errors   ERR_INVALID: no animation of that name; ERR_FORMAT, ERR_LIMIT, ERR_UNSUPPORTED at a pointer into
 *          the file's JSON: "/animations/0/samplers/3".
 */
#include "core/base/error.h"
#include "core/base/size.h"
#include "core/math/quat.h"

#include <stdbool.h>

#define PD_IO_GLTF_CLIP_SECONDS 600.0
#define PD_IO_GLTF_CLIP_NODES   256
#define PD_IO_GLTF_CLIP_NOTE    640

typedef struct pd_io_gltf_clip {
    int node_count, frame_count;
    double rate;           /* frames a second                                                            */
    bool *rotates, *moves; /* (node_count) the animation has rotations, translations of the node         */
    pd_quat *rotations;    /* (frame_count,node_count) unit quaternions; valid where rotates             */
    pd_vec3 *translations; /* (frame_count,node_count) valid where moves                                 */
    pd_vec3 *rest;         /* (node_count) translations of the nodes without the animation               */
} pd_io_gltf_clip;

typedef struct pd_io_gltf_clip_options {
    /* frames a second, at most 1000 */
    double rate;
    /* name or number (from 0) of the animation; NULL: the first that moves a node, as above */
    const char *animation;
    /* (PD_IO_GLTF_CLIP_NOTE) receives which of several animations was read if `animation` is NULL, and what
     * of it was left out: scales of nodes, weights of morph targets, expressions; on a line of its own, that
     * the times of its keys are hardly in seconds; or ""; or NULL */
    char *note;
    /* interpolate LINEAR keys up to 0.1 s apart on a curve without corners,
     * because such keys are frames of a motion */
    bool smooth;
    /* largest number of bytes for the tree of the file's JSON (gltf_file.h); 0: no limit */
    size_t json_memory;
} pd_io_gltf_clip_options;

/* Samples the nodes with these numbers, nodes (node_count). */
pd_status pd_io_gltf_clip_read(pd_io_gltf_clip *out, pd_bytes file, const int *nodes, int node_count,
                               const pd_io_gltf_clip_options *options, pd_error *err);
/* Returns the length of that animation in seconds, without sampling it. pd_io_gltf_clip_read gives 1 + rate *
 * seconds frames. */
pd_status pd_io_gltf_clip_seconds(double *out, pd_bytes file, const int *nodes, int node_count,
                                  const pd_io_gltf_clip_options *options, pd_error *err);
/* Frees the arrays and zeroes the struct. */
void pd_io_gltf_clip_deinit(pd_io_gltf_clip *clip);

#endif
