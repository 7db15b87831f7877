#ifndef PD_IO_SURFACE_GLTF_CLIP_H
#define PD_IO_SURFACE_GLTF_CLIP_H
/* An animation of a glTF 2.0 binary file (.glb, .vrm), sampled at even steps: local rotations and translations of chosen nodes.
 *
 * The animation that is asked for, or the first that rotates or moves any of them, is taken from its first key to its last. LINEAR (rotations
 * spherically; `smooth`: on a curve where keys are frames), STEP and CUBICSPLINE; a node is held before its first key and after its last.
 *
 * Spaces   of each node's parent, the file's units.
 * Limits   600 s, keys that grow from 0 on; 256 nodes.
 * Memory   one owner: pd_io_gltf_clip_deinit. On failure *out is empty.
 * Errors   ERR_INVALID: no animation of that name; ERR_FORMAT, ERR_LIMIT, ERR_UNSUPPORTED at a pointer into the file's JSON: "/animations/0/samplers/3".
 */
#include "core/base/error.h"
#include "core/base/size.h"
#include "core/math/quat.h"

#include <stdbool.h>

#define PD_IO_GLTF_CLIP_SECONDS 600.0
#define PD_IO_GLTF_CLIP_NODES   256

typedef struct pd_io_gltf_clip {
    int node_count, frame_count;
    double rate;
    bool *rotates, *moves; /* (node_count)                                  */
    pd_quat *rotations;    /* (frame_count,node_count) unit, where it rotates */
    pd_vec3 *translations; /* (frame_count,node_count) where it moves         */
    pd_vec3 *rest;         /* (node_count) translations of the nodes as the file stands */
} pd_io_gltf_clip;

typedef struct pd_io_gltf_clip_options {
    double rate;           /* frames a second, to 1000                                             */
    const char *animation; /* its name, or its number from 0 on; NULL: the first that moves a node */
    bool smooth; /* LINEAR keys up to a tenth of a second apart are frames of a motion: no corner at any */
    size_t json_memory; /* what the file's JSON may become (gltf_file.h); 0: anything           */
} pd_io_gltf_clip_options;

pd_status pd_io_gltf_clip_read(pd_io_gltf_clip *out, pd_bytes file, const int *nodes, int node_count,
                               const pd_io_gltf_clip_options *options, pd_error *err);
/* How long that is, without reading it: frames are 1 + rate seconds. */
pd_status pd_io_gltf_clip_seconds(double *out, pd_bytes file, const int *nodes, int node_count,
                                  const pd_io_gltf_clip_options *options, pd_error *err);
void pd_io_gltf_clip_deinit(pd_io_gltf_clip *clip);

#endif
