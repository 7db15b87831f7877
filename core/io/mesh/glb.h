#ifndef PD_IO_MESH_GLB_H
#define PD_IO_MESH_GLB_H
/* Writes bodies as a glTF 2.0 binary file: as plain meshes or rigged, optionally with clips, clothes, levels
 * of detail and compression.
 *
 * plain      one mesh per body (POSITION, NORMAL when given), one shared index accessor, u16 where V allows.
 *            Vertex order is the model's own, always.
 * rig        the mesh is the body's shaped rest pose; a skin of K joints brings it to the requested pose:
 *
 *                v' = sum_s w_s G_j(s) B_j(s) v        B_k = translate(-rest_joint_k): the inverse bind
 *
 *            Node k has the joint's name, its rest offset from the parent and its requested rotation, so a
 *            viewer shows the requested pose at once. Where joints have axes A of their own at rest, node k
 *            has the rotation A_parent^T R_k A_k, and B_k = A_k^T translate(-rest_joint_k). The four largest
 *            weights of a vertex are kept and normalised. A skin cannot express pose blend shapes: extras say
 *            that they are missing, unless correctives replace them, which are morph targets with weights for
 *            the requested pose or, in a clip, for every frame; extras then have the map from joint rotations
 *            to weights (glb_corrective.c). Betas become morph targets whose weights are offsets from the
 *            baked shape, because joints of glTF do not move with morph targets. extras have names, limits
 *            and the baked betas.
 * quantise   KHR_mesh_quantization (int16 positions, int8 normals, u16 weights) and EXT_meshopt_compression,
 *            both required by the file. One step is the largest extent / 65534 on every axis. The scale is in
 *            the node or, with a rig, in the inverse bind matrices (skins ignore the node).
 * layers     further meshes on every body (clothes, hair, eyes): primitives of the body's mesh with their own
 *            vertices, texture coordinates and materials; with a rig they have the body's skin and morph
 *            targets.
 * levels     coarser copies of every body for crowds and distant figures (MSFT_lod): nodes outside of every
 *            scene, which the body's node lists from fine to coarse. Their primitives share the body's
 *            vertices and have fewer triangles (glb_level.c). Programs without the extension show the body
 *            itself.
 *
 * Spaces   glTF's: right-handed, +Y up, +Z forward, metres. mesh->frame must be PD_FRAME_GLTF.
 * Memory   appends to out and frees its other blocks before return; everything in *glb is borrowed.
 */
#include "core/base/size.h"
#include "core/io/mesh/mesh.h"

/* Data that all bodies of a rig share: the skeleton, the skin, the shape space. */
typedef struct pd_io_glb_rig {
    int joint_count;         /* K, 1 to 256                                                       */
    const int *parents;      /* (K) parents before children; -1 for the root                      */
    const char (*names)[32]; /* (K) or NULL: joint_0, joint_1 ...                                */
    const float *weights;    /* (V,K) rows that sum to 1                                          */
    int beta_count;          /* B morph targets to write; 0: none                                 */
    int shapedirs_stride;    /* betas in a row of shapedirs, >= beta_count                        */
    const float *shapedirs;  /* (V,3,shapedirs_stride) metres per unit of beta                    */
    /* (V) rows of weights and shapedirs that the vertices have, where several have one; NULL: each its own */
    const uint16_t *rows;
    const unsigned char *moved; /* (rows of shapedirs) 0: no direction moves the vertex; NULL: not known */
    const float *beta_limits;   /* (B) largest |beta| that gives a plausible body; NULL: 5           */
    /* length of a pose's betas when the morph targets are no betas or there are none;
     * extras list these betas */
    int baked_count;
    /* (B) names of morph targets that are no betas (weights 0 to 1 without beta_limits);
     * NULL: they are betas */
    const char *const *morph_names;
    /* name of one more morph target, behind those, that moves nothing; NULL: none */
    const char *still_morph;
    int corrective_count; /* morph targets that follow the pose, after those of betas; 0: none */
    /* Sculpts: the last of these targets, driven by radial functions
     * of the pose in place of the map; NULL: none. */
    const struct pd_io_glb_drivers *drivers;
    const struct pd_io_glb_controls *controls; /* described in extras; NULL: none */
} pd_io_glb_rig;

#define PD_IO_GLB_LIMBS  4
#define PD_IO_GLB_SPACES 4

/* Controls of limbs, for programs that pose the rig: extras have, for each limb, its joints, the axis that it
 * bends about, a target and a pole at rest, and a switch between FK and IK.
 * glTF itself has no constraints. */
typedef struct pd_io_glb_controls {
    struct {
        const char *name;
        int joints[3];  /* root, middle, end */
        float hinge[3]; /* axis about which the limb bends, right-handed, model axes at rest */
        float pole[3];  /* from the middle joint to the pole, metres, model axes at rest */
    } limbs[PD_IO_GLB_LIMBS];
    struct {
        const char *name;
        int joint; /* joint with which the space moves; -1: none */
    } spaces[PD_IO_GLB_SPACES];
    int limb_count, space_count;
} pd_io_glb_controls;

/* Sculpts that the pose drives: pose-space deformation (core/smpl/data/psd.h has the equations).
 *
 *     w_e = sum_f map_ef exp(-d_f^2 / (2 width^2)),   d_f^2 = sum_j 4 (1 - (q_j . q_fj)^2) f: sculpts of the
 *                                                     group, then the rest pose
 */
typedef struct pd_io_glb_drivers {
    int count, group_count;  /* N sculpts, at most corrective_count; G groups */
    const char (*names)[32]; /* (N) */
    const int *group_start;  /* (G+1) ranges of the groups' sculpts */
    const int *joint_start;  /* (G+1) ranges in joints */
    const int *joints;       /* numbers of the rig's joints */
    const float *widths;     /* (G) */
    /* quaternions x y z w about model axes: group by group, sculpt by sculpt, joint by joint */
    const float *poses;
    const double *map; /* group by group (n+1,n+1), row-major */
} pd_io_glb_drivers;

/* Correctives: morph targets that approximate pose blend shapes.
 *
 *     v = v_rest + sum_i w_i dirs_i before the skin,   w = map f
 *         for all but the sculpts; f: the 9 entries of R_j - I, row-major, for each listed joint j; R_j: its
 *         local rotation
 */
typedef struct pd_io_glb_correctives {
    int joint_count;      /* J                                                               */
    const int *joints;    /* (J) numbers of the rig's joints                                 */
    const float *dirs;    /* (corrective_count,V,3) metres                                   */
    const float *map;     /* (corrective_count - sculpts,9 J)                                */
    const float *weights; /* (corrective_count) weights in the requested pose                */
    const char *poses;    /* poses on which the error was measured: "128 poses of ..."       */
    /* errors in metres: root mean square, largest; root mean square without correctives */
    double rms, worst, rms_without;
} pd_io_glb_correctives;

/* One body of a rig. */
typedef struct pd_io_glb_pose {
    const float *rest;         /* (V,3) shaped vertices in the rest pose                          */
    const float *rest_normals; /* (V,3) or NULL                                                   */
    const float *rest_joints;  /* (K,3) rest positions of the joints for this shape               */
    const float *rotations;    /* (K,3,3) local rotation matrices, row-major; NULL: rest pose     */
    /* (K,3,3) A: rotations of the nodes at rest, in model space; NULL: identity. rotations and clips stay
     * about model axes */
    const float *axes;
    const float *root; /* (3) position of joint 0 in the requested pose, with translation and ground offset */
    /* (beta_count, or baked_count if beta_count is 0) betas baked into rest; NULL: zeros */
    const float *betas;
    const pd_io_glb_correctives *correctives; /* required when corrective_count is not 0           */
} pd_io_glb_pose;

/* An animation of one rigged body: rotations of all joints and the root's position, interpolated linearly. */
typedef struct pd_io_glb_clip {
    const char *name;
    int body;                 /* number of the body that it moves                */
    int frame_count;          /* T >= 1                                          */
    const float *times;       /* (T) seconds, strictly growing, from 0 or later  */
    const float *quaternions; /* (T,K,4) x,y,z,w, unit, local                    */
    const float *root;        /* (T,3) position of joint 0 in model space, or NULL  */
    const float *weights;     /* (T,corrective_count) weights of the correctives, or NULL */
    const float *morphs;      /* (T,B) weights of the other morph targets; NULL: zeros */
} pd_io_glb_clip;

typedef enum pd_io_glb_alpha { PD_IO_GLB_OPAQUE, PD_IO_GLB_MASK, PD_IO_GLB_BLEND } pd_io_glb_alpha;

typedef struct pd_io_glb_texture {
    const char *name;
    pd_bytes file; /* PNG, or WebP where pd_io_glb.has_webp says so */
} pd_io_glb_texture;

typedef struct pd_io_glb_material {
    const char *name;
    float color[3];  /* base colour, linear, 0 to 1; multiplies the texture */
    float roughness; /* 0 to 1 */
    int texture;     /* number of the texture; -1: none */
    pd_io_glb_alpha alpha;
    int two_sided;
    /* layers only: writes each triangle in both windings with unchanged normals (two_sided would flip the
     * normal of back faces) */
    int both_windings;
    /* 1 + number of the normal map, and of the texture of occlusion (red), roughness (green) and metal
     * (blue), which multiplies roughness; 0: none */
    int normal_map, surface_map;
    /* layers only: 1 + number of the normal map and of the occlusion (red) at the layer's `places`; 0: none
     */
    int fold_map, shade_map;
    int at_places; /* layers only: the texture is at the layer's `places` */
} pd_io_glb_material;

/* A range of a layer's triangles that have one material. */
typedef struct pd_io_glb_part {
    int first_face, face_count, material;
} pd_io_glb_part;

/* The parts of a layer that all bodies share. A corner is a vertex of the file: a vertex of the garment with
 * one texture coordinate. */
typedef struct pd_io_glb_layer {
    int corner_count, part_count;
    const uint16_t *faces;       /* (..,3) corners of each triangle              */
    const float *uvs;            /* (corner_count,2) texture coordinates         */
    const float *places;         /* (corner_count,2) second texture coordinates, or NULL */
    const pd_io_glb_part *parts; /* (part_count)                                 */
    /* Used with a rig only; n vertices of the garment. */
    /* (corner_count) the vertex of each corner */
    const uint16_t *corners;
    /* (n,4) joints of each vertex */
    const uint8_t *joints;
    /* (n,4) their weights */
    const float *weights;
    /* (n,3,dir_count) metres per unit of the first betas; the other betas do not move it */
    const float *dirs;
    int dir_count;
    /* triangles per area in coarser copies, relative to other layers; 0 counts as 1; below 0 the copies leave
     * the layer out (teeth) */
    float detail;
    const char *role;           /* role on a body: "outfit", "hair"; NULL: unknown */
    const unsigned char *moved; /* (n) 0: none of dirs moves the vertex; NULL: not known */
} pd_io_glb_layer;

/* A layer as one body wears it, in the rest pose with a rig. */
typedef struct pd_io_glb_worn {
    const float *vertices, *normals; /* (corner_count,3) each                                        */
    const float *correctives;        /* (corrective_count,corner_count,3) when the rig has correctives */
} pd_io_glb_worn;

/* Triangles in the forms that files have, for a list of triangles that many files share: as
 * EXT_meshopt_compression encodes them (that takes a third of the time
 * of a quantised file), and as 16-bit indices. */
typedef struct pd_io_glb_packed {
    /* (corner_count) the triangles: the array itself, which is recognised by its address */
    const uint32_t *corners;
    size_t corner_count, byte_count;
    uint32_t largest;       /* index                                             */
    const uint16_t *narrow; /* (corner_count); NULL: an index is larger than that */
    unsigned char bytes[];  /* (byte_count) encoded, then room for `narrow`      */
} pd_io_glb_packed;

/* Encodes triangles. Free the result with free(). NULL when memory is short. */
pd_io_glb_packed *pd_io_glb_pack(const uint32_t *corners, size_t corner_count);

#define PD_IO_GLB_LEVELS_MAX 4

typedef struct pd_io_glb {
    /* mesh to write. With a rig, the vertices and normals of its bodies are not used and may be NULL */
    const pd_io_mesh *mesh;
    const pd_io_glb_rig *rig;    /* NULL: plain meshes                           */
    const pd_io_glb_pose *poses; /* (body_count) used with a rig                 */
    const pd_io_glb_clip *clips; /* (clip_count) need a rig                      */
    int clip_count;
    int quantize; /* 1: quantise and compress */
    /* used for triangles that are in packed->corners; NULL: all are converted here */
    const pd_io_glb_packed *packed;
    const pd_io_glb_layer *layers; /* (layer_count) */
    const pd_io_glb_worn *worn;    /* (body_count,layer_count) */
    int layer_count;
    /* (material_count) the first is the body's; NULL: a plain skin colour */
    const pd_io_glb_material *materials;
    int material_count;
    const pd_io_glb_texture *textures; /* (texture_count) */
    int texture_count;
    bool has_webp;     /* the textures are WebP files (EXT_texture_webp), all of them */
    const float *uvs;  /* (V,2) texture coordinates of the bodies' own surface, or NULL */
    const int *levels; /* (level_count) approximate number of triangles of each coarser copy; falling */
    int level_count;   /* 0 to PD_IO_GLB_LEVELS_MAX */
    /* (V) 1: a vertex of the face, which coarser copies keep finer; NULL: not known */
    const unsigned char *face;
} pd_io_glb;

/* Appends the file to out, whose size must be a multiple of 4. ERR_RANGE and ERR_INVALID name the field;
 * ERR_UNSUPPORTED: the mesh is in another frame. */
pd_status pd_io_glb_write(pd_buffer *out, const pd_io_glb *glb, pd_error *err);

#endif
