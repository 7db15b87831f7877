#ifndef PD_IO_MESH_GLB_SCENE_H
#define PD_IO_MESH_GLB_SCENE_H
/* The middle of the glTF writer: which arrays a scene has and which accessors they became. glb_arrays.c fills
 * it, glb.c writes the JSON that refers to it. Accessor numbers are -1 for what is not there. Model space, metres. */
#include "core/io/mesh/glb.h"
#include "core/io/mesh/glb_internal.h"

typedef struct pd_io_glb_body_parts {
    int positions, normals, binds;
    float center[3]; /* metres; what quantised positions count from, 0 when they are floats */
} pd_io_glb_body_parts;

typedef struct pd_io_glb_scene {
    const pd_io_glb *glb;
    const pd_io_mesh *mesh;
    const pd_io_glb_rig *rig; /* NULL: plain                                                  */
    pd_io_glb_file file;
    pd_io_glb_body_parts *bodies; /* (body_count)                                             */
    float step;                   /* metres per int16 step, the same for all bodies           */
    int indices, joints, weights;
    int first_morph; /* then one per beta                                                      */
    int first_clip;  /* per clip: times, K rotations, and the root's places when it has them   */
} pd_io_glb_scene;

/* Writes every array into scene->file, which is initialised; scene->bodies is allocated by the caller. */
void pd_io_glb_add_arrays(pd_io_glb_scene *scene);

#endif
