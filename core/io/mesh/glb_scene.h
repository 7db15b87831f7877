#ifndef PD_IO_MESH_GLB_SCENE_H
#define PD_IO_MESH_GLB_SCENE_H
/* The accessor numbers of a scene's arrays, shared by the files of the glTF writer: glb_arrays.c writes the
 * arrays and fills the struct, glb.c writes the JSON that refers to it. A number is -1 when the scene lacks
 * the array. Model space, metres. Used by glb*.c only. */
#include "core/io/mesh/glb.h"
#include "core/io/mesh/glb_internal.h"

typedef struct pd_io_glb_body_parts {
    int positions, normals, binds;
    int tangents;         /* -1: the surface has no normal map */
    int first_corrective; /* accessor of the first corrective; the others follow it                     */
    float center[3];      /* metres: origin of quantised positions; 0 when positions are floats         */
} pd_io_glb_body_parts;

/* Accessors of a layer that all bodies share. */
typedef struct pd_io_glb_layer_parts {
    int uvs, places, joints, weights; /* places: -1 without */
    int first_morph; /* the first of dir_count morph targets, one for each beta that moves the layer */
    int still;       /* a morph target of zeros, for the betas that do not move it                   */
    int first_index; /* corners of the first part's triangles; one accessor for each part follows    */
} pd_io_glb_layer_parts;

typedef struct pd_io_glb_scene {
    const pd_io_glb *glb;
    const pd_io_mesh *mesh;
    const pd_io_glb_rig *rig; /* NULL: plain                                                  */
    pd_io_glb_file file;
    pd_io_glb_body_parts *bodies;  /* (body_count)                                             */
    pd_io_glb_layer_parts *layers; /* (layer_count)                                            */
    int (*worn)[4];  /* (body_count,layer_count) positions, normals, first corrective, tangents or -1 */
    int first_image; /* view of the first texture                                              */
    float step;      /* metres per int16 step, the same for all bodies           */
    int indices, joints, weights;
    int uvs;   /* texture coordinates of the bodies' own surface */
    int still; /* index of the skin's morph target without displacements, which rig->still_morph asks for */
    int first_morph; /* the first of beta_count morph targets                                  */
    /* first accessor of clip 0; each clip has times, K rotations, root positions and, if given, weights */
    int first_clip;
    int primitive_count; /* primitives of a body: the skin and all parts of all layers        */
    /* (level_count,primitive_count) accessors; -1: the level has no triangle of it; NULL: no levels */
    int *level_indices;
} pd_io_glb_scene;

/* Writes every array into scene->file, which is initialised; scene->bodies is allocated by the caller. */
void pd_io_glb_add_arrays(pd_io_glb_scene *scene);
/* glb_level.c: writes the triangles of the coarser copies, which all bodies share; checks their counts. */
void pd_io_glb_add_levels(pd_io_glb_scene *scene);
pd_status pd_io_glb_check_levels(const pd_io_glb *glb, pd_error *err);
/* glb_layer.c: write the arrays of the layers, and the textures, which come last. */
void pd_io_glb_add_layers(pd_io_glb_scene *scene);
void pd_io_glb_add_textures(pd_io_glb_scene *scene);
/* Checks counts and indices of layers, parts and materials. ERR_RANGE at their place. */
pd_status pd_io_glb_check_layers(const pd_io_glb *glb, pd_error *err);
/* Writes the layers' primitives of body b's mesh, with a comma before each. level: number of the coarser
 * copy; -1: the body itself. */
void pd_io_glb_write_layers(pd_buffer *json, const pd_io_glb_scene *scene, int b, int level, int *written);
/* glb_corrective.c: check correctives; write their morph targets for all bodies, a clip's weights, and their
 * description in extras. */
pd_status pd_io_glb_check_correctives(const pd_io_glb *glb, pd_error *err);
void pd_io_glb_add_correctives(pd_io_glb_scene *scene);
void pd_io_glb_add_clip_weights(pd_io_glb_scene *scene, const pd_io_glb_clip *clip);
void pd_io_glb_write_correctives(pd_buffer *json, const pd_io_glb_scene *scene, int b);
/* glb_corrective.c: writes the member `sculpts` of extras, which says how the pose drives them. rig->drivers
 * is not NULL. */
void pd_io_glb_write_drivers(pd_buffer *json, const pd_io_glb_scene *scene, int b);
/* glb_corrective.c: writes the member `controls` of extras. rig->controls is not NULL. */
void pd_io_glb_write_controls(pd_buffer *json, const pd_io_glb_scene *scene, int b);
/* Writes the member "targets" of a primitive: `own` betas from accessor first_beta on, the accessor `still`
 * for the other betas, then the correctives from first_corrective on.
 * Writes nothing when the scene has no morph targets. */
void pd_io_glb_write_targets(pd_buffer *json, const pd_io_glb_scene *scene, int first_beta, int own,
                             int still, int first_corrective);
/* glb_axes.c: returns the axes of joint k at rest, (3,3) row-major;
 * the identity for a parent of the root (k < 0). */
const float *pd_io_glb_axes(const pd_io_glb_pose *pose, int k);
/* glb_axes.c: turns a vector of model space into axes: v = A^T v. */
void pd_io_glb_turn_back(float v[3], const float axes[9]);
/* glb_axes.c: the rotation of joint k's node in the requested pose: A_parent^T R_k A_k. */
void pd_io_glb_node_rotation(float out[9], const pd_io_glb_pose *pose, int parent, int k);

/* Returns the number of morph targets of a rig before its correctives. */
static inline int pd_io_glb_own_count(const pd_io_glb_rig *rig)
{
    return rig->beta_count + (rig->still_morph != NULL);
}

/* Returns how many of a rig's correctives are sculpts. */
static inline int pd_io_glb_sculpt_count(const pd_io_glb_rig *rig)
{
    return rig->drivers ? rig->drivers->count : 0;
}

/* Returns the number of morph targets of a body. */
static inline int pd_io_glb_target_count(const pd_io_glb_scene *scene)
{
    return scene->rig ? pd_io_glb_own_count(scene->rig) + scene->rig->corrective_count : 0;
}

/* Writes the members materials, textures, images and samplers. */
void pd_io_glb_write_materials(pd_buffer *json, const pd_io_glb_scene *scene);

/* glb_arrays.c: write positions (metres, minus center) or unit normals, as floats or quantised. Return the
 * accessor's number. */
int pd_io_glb_add_points(pd_io_glb_scene *scene, const float *points, int count, const float center[3]);
int pd_io_glb_add_units(pd_io_glb_scene *scene, const float *normals, int count);
/* glb_tangent.c: writes the tangents (x, y, z, side of the bitangent) of a body's own surface if its material
 * has a normal map. Returns the accessor's number, or -1. Programs without tangents in the file compute them,
 * each in its own way. */
int pd_io_glb_add_tangents(pd_io_glb_scene *scene, const float *vertices, const float *normals);
/* Writes the tangents of a layer on a body, at its `places`, if a material of it has folds. Returns the
 * accessor's number, or -1. */
int pd_io_glb_add_layer_tangents(pd_io_glb_scene *scene, const pd_io_glb_layer *layer,
                                 const pd_io_glb_worn *worn);
/* glb_arrays.c: adds a morph target for each of the first `count` directions, dirs (rows,3,stride), of
 * `vertex_count` vertices; rows and moved: as in pd_io_glb_rig. A target of a plain file that moves at most
 * half of the vertices is sparse. */
void pd_io_glb_add_morphs(pd_io_glb_scene *scene, const float *dirs, int stride, int count,
                          const uint16_t *rows, const unsigned char *moved, int vertex_count);
/* glb_arrays.c: adds a morph target that moves none of `count` vertices. Returns the accessor's number. */
int pd_io_glb_add_still(pd_io_glb_scene *scene, int count);
/* glb_arrays.c: returns the vertices of a body, in the rest pose with a rig. */
const float *pd_io_glb_body_vertices(const pd_io_glb_scene *scene, int b);
/* glb_arrays.c: writes corners of triangles, in 16 bits when there are at most 65535 vertices. Returns the
 * accessor's number. */
int pd_io_glb_add_corners(pd_io_glb_scene *scene, const uint32_t *corners, size_t count, int vertex_count);
/* Converts the four weights of a vertex to 16-bit fractions of one that sum to 65535. Joints whose weight
 * becomes 0 become joint 0. */
void pd_io_glb_weight_parts(uint16_t out[4], uint8_t joints[4], const float weights[4]);

#endif
