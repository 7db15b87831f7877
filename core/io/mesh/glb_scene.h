#ifndef PD_IO_MESH_GLB_SCENE_H
#define PD_IO_MESH_GLB_SCENE_H
/* The middle of the glTF writer: which arrays a scene has and which accessors they became. glb_arrays.c fills
 * it, glb.c writes the JSON that refers to it. Accessor numbers are -1 for what is not there. Model space, metres. */
#include "core/io/mesh/glb.h"
#include "core/io/mesh/glb_internal.h"

typedef struct pd_io_glb_body_parts {
    int positions, normals, binds;
    int first_corrective; /* then one each */
    float center[3];      /* metres; what quantised positions count from, 0 when they are floats */
} pd_io_glb_body_parts;

/* What all bodies share of a layer; then, with a rig, one morph a beta: dir_count of its own, and the still one for the rest. */
typedef struct pd_io_glb_layer_parts {
    int uvs, joints, weights, first_morph, still;
    int first_index; /* one per part */
} pd_io_glb_layer_parts;

typedef struct pd_io_glb_scene {
    const pd_io_glb *glb;
    const pd_io_mesh *mesh;
    const pd_io_glb_rig *rig; /* NULL: plain                                                  */
    pd_io_glb_file file;
    pd_io_glb_body_parts *bodies;  /* (body_count)                                             */
    pd_io_glb_layer_parts *layers; /* (layer_count)                                            */
    int (*worn)[3];  /* (body_count,layer_count) positions, normals, first corrective           */
    int first_image; /* view of the first texture                                              */
    float step;      /* metres per int16 step, the same for all bodies           */
    int indices, joints, weights;
    int first_morph;     /* then one per beta                                                      */
    int first_clip;      /* per clip: times, K rotations, the root's places, weights when it has them */
    int primitive_count; /* the skin's and those of all layers' parts                         */
    int *level_indices;  /* (level_count,primitive_count) -1: nothing of it is left; NULL: no levels */
} pd_io_glb_scene;

/* Writes every array into scene->file, which is initialised; scene->bodies is allocated by the caller. */
void pd_io_glb_add_arrays(pd_io_glb_scene *scene);
/* glb_level.c. The triangles of the coarser copies, which all bodies share. */
void pd_io_glb_add_levels(pd_io_glb_scene *scene);
pd_status pd_io_glb_check_levels(const pd_io_glb *glb, pd_error *err);
/* glb_layer.c. Those of the layers, and the textures at last. */
void pd_io_glb_add_layers(pd_io_glb_scene *scene);
void pd_io_glb_add_textures(pd_io_glb_scene *scene);
/* Counts and indices of layers, parts, materials: ERR_RANGE with their place. */
pd_status pd_io_glb_check_layers(const pd_io_glb *glb, pd_error *err);
/* Further primitives of body b's mesh, a comma before each; level -1: of the body itself. */
void pd_io_glb_write_layers(pd_buffer *json, const pd_io_glb_scene *scene, int b, int level, int *written);
/* glb_corrective.c. Morph targets that follow the pose: those of all bodies, the accessor of a clip's weights, and what extras tell of them. */
pd_status pd_io_glb_check_correctives(const pd_io_glb *glb, pd_error *err);
void pd_io_glb_add_correctives(pd_io_glb_scene *scene);
void pd_io_glb_add_clip_weights(pd_io_glb_scene *scene, const pd_io_glb_clip *clip);
void pd_io_glb_write_correctives(pd_buffer *json, const pd_io_glb_scene *scene, int b);
/* The member targets of a primitive, of betas and correctives: betas from first_beta on (own of them, then `still`). Nothing without any. */
void pd_io_glb_write_targets(pd_buffer *json, const pd_io_glb_scene *scene, int first_beta, int own,
                             int still, int first_corrective);
static inline int pd_io_glb_target_count(const pd_io_glb_scene *scene)
{
    return scene->rig ? scene->rig->beta_count + scene->rig->corrective_count : 0;
}

/* The members materials, textures, images, samplers. */
void pd_io_glb_write_materials(pd_buffer *json, const pd_io_glb_scene *scene);

/* Rows of positions (metres), normals, and the directions of a morph, as floats or in steps: the accessor's number. glb_arrays.c. */
int pd_io_glb_add_points(pd_io_glb_scene *scene, const float *points, int count, const float center[3]);
int pd_io_glb_add_units(pd_io_glb_scene *scene, const float *normals, int count);
/* Vertices of a body, at rest with a rig. glb_arrays.c. */
const float *pd_io_glb_body_vertices(const pd_io_glb_scene *scene, int b);
/* Corners of triangles, 16 bits each where there are no more than 65535 vertices: the accessor's number. glb_arrays.c. */
int pd_io_glb_add_corners(pd_io_glb_scene *scene, const uint32_t *corners, size_t count, int vertex_count);
/* The four weights of a vertex as 16-bit parts of one; joints without weight become 0. */
void pd_io_glb_weight_parts(uint16_t out[4], uint8_t joints[4], const float weights[4]);

#endif
