#ifndef PD_IO_MESH_GLB_FIGURE_H
#define PD_IO_MESH_GLB_FIGURE_H
/* Writes a glTF 2.0 binary file of any scene: nodes, meshes with morph targets, skins, materials, images,
 * animations. Importers of other formats (FBX) convert to it.
 *
 * Nodes     one tree or several, parents before children; a point p' of a node is at translation +
 *           R(rotation) scale p' in its parent.
 * Meshes    triangles, optionally with normals, texture coordinates, joints and weights. As glTF defines it,
 *           the joints of its skin place a skinned mesh, not its node: v' = sum_s w_s G_j(s) B_j(s) v, where
 *           B is the joint's inverse bind matrix.
 * Checks    counts, indices, finite numbers, unit rotations, scales that are not 0, so that other programs
 *           can read every file that is written.
 *
 * Spaces    glTF's: right-handed, +Y up, +Z forward, metres; texture coordinates from the top left.
 * Memory    appended to out, whose size must be a multiple of 4; the JSON is held meanwhile; everything in
 *           *figure is borrowed.
 * Errors    ERR_RANGE, ERR_INVALID at "/nodes/3/scale", with what is allowed; ERR_LIMIT: 4 GiB and more;
 *           ERR_MEMORY.
 */
#include "core/base/buffer.h"
#include "core/base/size.h"

#include <stdint.h>

typedef struct pd_io_figure_node {
    const char *name; /* bytes that are no UTF-8 are replaced */
    int parent;       /* -1: none                             */
    int mesh, skin;   /* -1: none                             */
    float translation[3], rotation[4], scale[3];
    const char *bone; /* VRM's name of the bone, "leftUpperArm", used with is_vrm_animation; NULL: none */
    /* VRM's expression whose weight is the x of the node's animated translation; used with is_vrm_animation.
     * preset: one of VRM's own names; custom: any other. NULL: none. */
    const char *preset, *custom;
} pd_io_figure_node;

/* A morph target. Its name goes to the mesh's extras.targetNames. */
typedef struct pd_io_figure_target {
    const char *name;
    const float *positions, *normals; /* (V,3) differences from the mesh's; normals may be NULL */
    float weight;                     /* weight without an animation, 0 to 1                     */
} pd_io_figure_target;

typedef struct pd_io_figure_mesh {
    const char *name;
    int vertex_count, index_count; /* three indices a triangle                             */
    const float *positions;        /* (V,3)                                                */
    const float *normals, *uvs;    /* (V,3), (V,2) or NULL                                 */
    const uint16_t *joints;        /* (V,4) numbers of the skin's joints; NULL: no skin     */
    const float *weights;          /* (V,4) weights of these joints; each row sums to 1    */
    const uint32_t *indices;
    int material; /* -1: none */
    const pd_io_figure_target *targets;
    int target_count;
} pd_io_figure_mesh;

typedef struct pd_io_figure_skin {
    int joint_count;
    const int *joints;    /* (joint_count) nodes                                   */
    const float *inverse; /* (joint_count,16) inverse binds, column after column   */
} pd_io_figure_skin;

typedef struct pd_io_figure_material {
    const char *name;
    float color[4]; /* linear; times the texture        */
    float roughness, metallic;
    int texture; /* -1: none */
    int two_sided;
} pd_io_figure_material;

typedef struct pd_io_figure_texture {
    pd_bytes file;
    const char *type; /* "image/png" or "image/jpeg" */
} pd_io_figure_texture;

/* The animation of one node: one value a frame. NULL: the node keeps its own value. */
typedef struct pd_io_figure_track {
    int node;
    const float *rotations, *translations, *scales; /* (F,4) unit quaternions, (F,3), (F,3)        */
    const float *weights;                           /* (F,T) weights of its mesh's T morph targets */
} pd_io_figure_track;

typedef struct pd_io_figure_animation {
    const char *name;
    double rate; /* frames a second */
    int frame_count;
    const pd_io_figure_track *tracks;
    int track_count;
} pd_io_figure_animation;

typedef struct pd_io_figure {
    const pd_io_figure_node *nodes;
    const pd_io_figure_mesh *meshes;
    const pd_io_figure_skin *skins;
    const pd_io_figure_material *materials;
    const pd_io_figure_texture *textures;
    const pd_io_figure_animation *animations;
    int node_count, mesh_count, skin_count, material_count, texture_count, animation_count;
    int is_vrm_animation; /* 1: write the extension VRMC_vrm_animation from the nodes' bones */
} pd_io_figure;

/* Checks and writes the file. */
pd_status pd_io_figure_write(pd_buffer *out, const pd_io_figure *figure, pd_error *err);

#endif
