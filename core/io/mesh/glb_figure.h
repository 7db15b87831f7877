#ifndef PD_IO_MESH_GLB_FIGURE_H
#define PD_IO_MESH_GLB_FIGURE_H
/* Writes a glTF 2.0 binary file of any figure: a tree of nodes, meshes with morph targets, skins, materials, pictures, animations. Importers of
 * other formats use it.
 *
 * Nodes     a tree or several, parents before children; at rest p = translation + R(rotation) scale p'.
 * Meshes    triangles; normals, texture coordinates, joints and weights where they are given. A skinned one stands below its skin, not below
 *           its node, as glTF has it: v' = sum_s w_s G_j(s) B_j(s) v, B the inverse bind of the skin's joint.
 * Checked   counts, indices, finite numbers, unit rotations, scales that are not 0: a file that this wrote is one that readers take.
 *
 * Spaces    glTF's: right-handed, +Y up, +Z forward, metres; texture coordinates from the top left.
 * Memory    appended to out, whose size must be a multiple of 4; the JSON is held meanwhile; everything in *figure is borrowed.
 * Errors    ERR_RANGE, ERR_INVALID at "/nodes/3/scale", with what is allowed; ERR_LIMIT: 4 GiB and more; ERR_MEMORY.
 */
#include "core/base/buffer.h"
#include "core/base/size.h"

#include <stdint.h>

typedef struct pd_io_figure_node {
    const char *name; /* bytes that are no UTF-8 are replaced */
    int parent;       /* -1: none                             */
    int mesh, skin;   /* -1: none                             */
    float translation[3], rotation[4], scale[3];
    const char *bone; /* of a VRM animation: "leftUpperArm"; NULL: none */
} pd_io_figure_node;

/* A morph target. Its name goes to the mesh's extras.targetNames. */
typedef struct pd_io_figure_target {
    const char *name;
    const float *positions, *normals; /* (V,3) differences from the mesh's; normals may be NULL */
    float weight;                     /* as the figure stands, 0 to 1                            */
} pd_io_figure_target;

typedef struct pd_io_figure_mesh {
    const char *name;
    int vertex_count, index_count; /* three indices a triangle                             */
    const float *positions;        /* (V,3)                                                */
    const float *normals, *uvs;    /* (V,3), (V,2) or NULL                                 */
    const uint16_t *joints;        /* (V,4) of the skin, or NULL                           */
    const float *weights;          /* (V,4) rows that sum to 1                             */
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

/* How one node moves: a value a frame; NULL where it keeps its own. */
typedef struct pd_io_figure_track {
    int node;
    const float *rotations, *translations, *scales; /* (F,4) unit, (F,3), (F,3)  */
    const float *weights;                           /* (F,T) of its mesh's morph targets */
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
    int is_vrm_animation; /* VRMC_vrm_animation, with the nodes' bones */
} pd_io_figure;

pd_status pd_io_figure_write(pd_buffer *out, const pd_io_figure *figure, pd_error *err);

#endif
