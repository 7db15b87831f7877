#ifndef PD_IO_MESH_GLTF_ANIMATE_H
#define PD_IO_MESH_GLTF_ANIMATE_H
/* Adds an animation to an existing glTF 2.0 binary file. Meshes, materials, skins and extensions stay as they
 * are.
 *
 * The new animation becomes the file's first one; the file's own animations follow it. Its keys are appended
 * to the binary chunk as new accessors. A track with one key holds that value during the whole animation.
 *
 * Memory   appends to out, whose size must be a multiple of 4.
 * Errors   ERR_FORMAT, ERR_LIMIT at "byte 12" or a pointer into the file's JSON; ERR_RANGE: a node that the
 *          file does not have.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"
#include "core/math/quat.h"

typedef struct pd_io_node_track {
    int node;                    /* number of the node in the file                          */
    const pd_quat *rotations;    /* (key_count) unit quaternions; NULL: not animated        */
    const pd_vec3 *translations; /* (key_count) in the frame of the parent node; NULL: not animated */
    /* (key_count, weight_count) weights of the morph targets of the node's mesh; NULL: not animated */
    const float *weights;
    int weight_count; /* number of the mesh's morph targets                      */
    int key_count;    /* frame_count, or 1: constant                             */
} pd_io_node_track;

typedef struct pd_io_animation {
    const char *name;
    const pd_io_node_track *tracks;
    int track_count, frame_count;
    double rate; /* frames a second */
} pd_io_animation;

/* Writes `file` with the animation added. */
pd_status pd_io_gltf_animate(pd_buffer *out, pd_bytes file, const pd_io_animation *animation, pd_error *err);

#endif
