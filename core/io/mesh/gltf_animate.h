#ifndef PD_IO_MESH_GLTF_ANIMATE_H
#define PD_IO_MESH_GLTF_ANIMATE_H
/* Puts an animation into an existing glTF 2.0 binary file: meshes, materials, skins, extensions stay as they are.
 *
 * The animation becomes the file's first; those that it had follow. Its numbers go to the end of the binary chunk, as accessors of their own.
 * A node of which only one rotation is given stands still in it.
 *
 * Memory   appended to out, whose size must be a multiple of 4; the file's JSON is held meanwhile.
 * Errors   ERR_FORMAT, ERR_LIMIT at "byte 12" as core/io/surface/gltf_skin.h has them; ERR_RANGE: a node that the file has not.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"
#include "core/math/quat.h"

typedef struct pd_io_node_track {
    int node;
    const pd_quat *rotations;    /* (key_count) unit, or NULL                        */
    const pd_vec3 *translations; /* (key_count) in the frame of the node above, or NULL */
    int key_count;               /* frame_count, or 1: constant                      */
} pd_io_node_track;

typedef struct pd_io_animation {
    const char *name;
    const pd_io_node_track *tracks;
    int track_count, frame_count;
    double rate; /* frames a second */
} pd_io_animation;

pd_status pd_io_gltf_animate(pd_buffer *out, pd_bytes file, const pd_io_animation *animation, pd_error *err);

#endif
