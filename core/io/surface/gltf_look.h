#ifndef PD_IO_SURFACE_GLTF_LOOK_H
#define PD_IO_SURFACE_GLTF_LOOK_H
/* Reads what a glTF 2.0 binary file shows of a figure in a pose: triangles with their materials and pictures.
 *
 *     x = sum_k w_k W_k B_k (v + sum_t m_t d_t)      a mesh with a skin
 *     x = W_n (v + sum_t m_t d_t)                     without one
 *
 * W: world matrices of the nodes in the pose, B inverse bind matrices, m_t weights of morph targets: those of
 * the file (`weights` of node or mesh), which the pose replaces. Normals likewise; a mesh without normals
 * gets those of its triangles, averaged at each vertex.
 *
 * Parts      the primitives of triangles of the meshes that the given nodes move: their skin has one of them,
 *            or they are at or below one. Points, lines, strips and fans are passed over.
 * Materials  metallic-roughness: colour, roughness, normal map, occlusion, emission, alpha,
 *            both sides, KHR_materials_unlit, KHR_materials_emissive_strength, KHR_texture_transform, and
 *            KHR_materials_pbrSpecularGlossiness' diffuse part. All maps of a material are read at the
 *            texture coordinates of the first; maps with other ones are left out. Textures repeat.
 *            Metals are drawn with the colour of the metal as if it were a plain surface.
 * Pictures   PNG, JPEG and WebP (EXT_texture_webp) in the file; each is decoded once, shrunk to `side_most`
 *            pixels, and one that is in another format, damaged or too large is left out with a note.
 *
 * Spaces     the file's world; colours are linear, pictures as stored.
 * Limits     PD_IO_LOOK_PARTS, PD_IO_LOOK_PICTURES, the limits of surface.h for vertices and faces.
 * Memory     one owner: pd_io_look_deinit. On failure *out is empty.
 * Errors     those of gltf_file.h and gltf_bound.h; ERR_LIMIT at "/meshes", ERR_RANGE at a primitive.
 */
#include "core/io/mesh/png.h"
#include "core/io/surface/gltf_face.h"
#include "core/math/quat.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_IO_LOOK_PARTS      200
#define PD_IO_LOOK_PICTURES   128
#define PD_IO_LOOK_NOTE_BYTES 160
#define PD_IO_LOOK_SIDE_MOST  8192 /* pixels of a picture's side before it is shrunk */

typedef enum pd_io_look_alpha { PD_IO_LOOK_OPAQUE, PD_IO_LOOK_MASK, PD_IO_LOOK_BLEND } pd_io_look_alpha;

typedef struct pd_io_look_material {
    float color[3], alpha, cutoff, roughness, glow[3];
    int albedo, normal, emission; /* pictures; -1: none */
    int gloss, occlusion;         /* pictures: green is roughness, red is occlusion; -1: none */
    float occlusion_strength;
    pd_io_look_alpha mode;
    bool two_sided, is_unlit;
} pd_io_look_material;

/* Triangles with one material. All arrays have one owner, the look. */
typedef struct pd_io_look_part {
    float *vertices, *normals; /* (V,3) */
    float *uvs, *colors;       /* (V,2), (V,3); NULL: none */
    float *marked;             /* (V) share of the vertex that marked nodes move, 0 to 1 */
    /* (V,4) numbers of the nodes that a vertex follows most, and their weights, sum 1 or 0; NULL without
     * has_weights */
    int *nodes;
    float *weights;
    uint32_t *faces; /* (F,3) */
    int vertex_count, face_count;
    pd_io_look_material material;
} pd_io_look_part;

typedef struct pd_io_look {
    pd_io_look_part *parts; /* (part_count) */
    int part_count;
    pd_io_image *pictures; /* (picture_count) of 8 bits; one that is not used or not read is empty */
    int picture_count;
    char note[PD_IO_LOOK_NOTE_BYTES]; /* first picture that was left out, with the reason; "": none */
} pd_io_look;

/* Pose of a node; what is not `has` stays as in the file. */
typedef struct pd_io_look_node {
    int node;
    pd_quat rotation;
    pd_vec3 translation;
    bool has_translation;
} pd_io_look_node;

typedef struct pd_io_look_job {
    const pd_io_look_node *nodes; /* (node_count) */
    int node_count;
    const int *moving; /* (moving_count) nodes whose meshes are read; moving_count 0: all are */
    int moving_count;
    int marked; /* node whose vertices, with those of the nodes below it, are marked; -1: none */
    /* weights (face->count) of the shapes; NULL: the file's own */
    const pd_io_gltf_face *face;
    const float *weights;
    bool has_weights;   /* read the weights of the vertices */
    int side_most;      /* pixels */
    size_t json_memory; /* as in pd_io_gltf_open */
} pd_io_look_job;

pd_status pd_io_look_read(pd_io_look *out, pd_bytes file, const pd_io_look_job *job, pd_error *err);
void pd_io_look_deinit(pd_io_look *look);

#endif
