#ifndef PD_IO_MESH_GLB_FIGURE_H
#define PD_IO_MESH_GLB_FIGURE_H
/* glTF 2.0 binary of any figure: a tree of nodes, meshes of several materials, skins, pictures. What an importer of another format writes.
 *
 * Nodes     a tree or several, parents before children; at rest p = translation + R(rotation) scale p'.
 * Meshes    triangles; normals, texture coordinates, joints and weights where they are given. A skinned one stands below its skin, not below
 *           its node, as glTF has it: v' = sum_s w_s G_j(s) B_j(s) v, B the inverse bind of the skin's joint.
 * Checked   counts, indices, finite numbers, unit rotations, scales above 0: a file that this wrote is one that readers take.
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

typedef struct pd_io_figure_mesh {
    const char *name;
    int vertex_count, index_count; /* three indices a triangle                             */
    const float *positions;        /* (V,3)                                                */
    const float *normals, *uvs;    /* (V,3), (V,2) or NULL                                 */
    const uint16_t *joints;        /* (V,4) of the skin, or NULL                           */
    const float *weights;          /* (V,4) rows that sum to 1                             */
    const uint32_t *indices;
    int material; /* -1: none */
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

typedef struct pd_io_figure {
    const pd_io_figure_node *nodes;
    const pd_io_figure_mesh *meshes;
    const pd_io_figure_skin *skins;
    const pd_io_figure_material *materials;
    const pd_io_figure_texture *textures;
    int node_count, mesh_count, skin_count, material_count, texture_count;
    int is_vrm_animation; /* VRMC_vrm_animation, with the nodes' bones */
} pd_io_figure;

pd_status pd_io_figure_write(pd_buffer *out, const pd_io_figure *figure, pd_error *err);

#endif
