#ifndef PD_IO_MESH_GLB_H
#define PD_IO_MESH_GLB_H
/* glTF 2.0 binary: bodies as nodes; optionally rigged, animated, quantised.
 *
 * plain      one mesh per body (POSITION, NORMAL when given), one shared index accessor, u16 where V allows.
 *            Vertex order is the model's own, always.
 * rig        the mesh is the body's shaped rest pose; a skin of K joints carries it to the asked pose:
 *
 *                v' = sum_s w_s G_j(s) B_j(s) v        B_k = translate(-rest_joint_k): the inverse bind
 *
 *            Node k is named, stands at its rest offset from its parent and is turned by the asked rotation,
 *            so a viewer shows the asked pose at once. The four largest weights of a vertex are kept and
 *            renormalised. Pose blend shapes do not fit into a skin: extras say that they are left out, unless
 *            correctives stand for them, further morph targets with the weights of the asked pose or, in a
 *            clip, of every frame; extras have the map from joint rotations to weights (glb_corrective.c).
 *            Betas become morph targets whose weights are offsets from the shape that is baked in: glTF
 *            joints do not move with morphs. extras carry names, limits and the baked betas.
 * quantise   KHR_mesh_quantization (int16 positions, int8 normals, u16 weights) and EXT_meshopt_compression
 *            (both required by the file). One step is the largest extent / 65534 on every axis; the scale
 *            sits in the node, or, with a rig, in the inverse bind matrices (skins ignore the node).
 *
 * layers     further meshes on every body (clothes, hair, eyes): primitives of the body's mesh with vertices, texture coordinates and
 *            materials of their own; with a rig they have the same skin and the same morph targets.
 * levels     coarser copies of every body for crowds and distant figures (MSFT_lod): nodes that no scene has and the body's node names,
 *            from fine to coarse. Their primitives share the body's vertices and have fewer triangles (glb_level.c). Programs that do not
 *            know the extension show the body as it is.
 *
 * Spaces   glTF's: right-handed, +Y up, +Z forward, metres. mesh->frame must be PD_FRAME_GLTF.
 * Memory   out and short-lived blocks; everything in *glb is borrowed.
 */
#include "core/base/size.h"
#include "core/io/mesh/mesh.h"

/* What all bodies of a rig share: the skeleton, the skin, the shape space. */
typedef struct pd_io_glb_rig {
    int joint_count;          /* K, 1 to 256                                                       */
    const int *parents;       /* (K) parents before children; -1 for the root                      */
    const char (*names)[32];  /* (K) or NULL: joint_0, joint_1 ...                                */
    const float *weights;     /* (V,K) rows that sum to 1                                          */
    int beta_count;           /* B morph targets to write; 0: none                                 */
    int shapedirs_stride;     /* betas in a row of shapedirs, >= beta_count                        */
    const float *shapedirs;   /* (V,3,shapedirs_stride) metres per unit of beta                    */
    const float *beta_limits; /* (B) largest |beta| that makes sense, or NULL: 5                 */
    int baked_count; /* numbers in the betas of a pose where morphs are no betas, or none: extras tell them */
    const char *const *
        morph_names; /* (B) the morphs are no betas but have these names, 0 to 1 where there are no beta_limits; or NULL */
    int corrective_count; /* morph targets that follow the pose, behind those of betas; 0: none */
} pd_io_glb_rig;

/* What stands for pose blend shapes: v_rest + sum_i w_i dirs_i before the skin, w = map f, f the entries of R_j - I, row-major, of the joints
 * listed, R_j their local rotations. */
typedef struct pd_io_glb_correctives {
    int joint_count;                /* J                                                               */
    const int *joints;              /* (J) of the rig                                                  */
    const float *dirs;              /* (corrective_count,V,3) metres                                   */
    const float *map;               /* (corrective_count,9 J)                                          */
    const float *weights;           /* (corrective_count) in the asked pose                            */
    const char *poses;              /* what the error was measured on: "128 poses of ..."              */
    double rms, worst, rms_without; /* metres; of the last, without correctives              */
} pd_io_glb_correctives;

/* One body of a rig. */
typedef struct pd_io_glb_pose {
    const float *rest;         /* (V,3) shaped vertices in the rest pose                          */
    const float *rest_normals; /* (V,3) or NULL                                                   */
    const float *rest_joints;  /* (K,3) of this shape                                             */
    const float *rotations;    /* (K,3,3) local rotation matrices, row-major; NULL: rest pose     */
    const float *root;         /* (3) where joint 0 stands in the asked pose (translation, ground included) */
    const float *betas;        /* (beta_count, or baked_count where that is 0) baked into rest, or NULL: 0 */
    const pd_io_glb_correctives *correctives; /* with corrective_count                             */
} pd_io_glb_pose;

/* A clip for one body of a rig: rotations of all joints and the root's place, linear between keys. */
typedef struct pd_io_glb_clip {
    const char *name;
    int body;                 /* whose nodes it drives                           */
    int frame_count;          /* T >= 1                                          */
    const float *times;       /* (T) seconds, strictly growing, from 0 or later  */
    const float *quaternions; /* (T,K,4) x,y,z,w, unit, local                    */
    const float *root;        /* (T,3) joint 0 in model space, or NULL           */
    const float *weights;     /* (T,corrective_count), or NULL                   */
    const float *morphs;      /* (T,B) of the other morphs, or NULL: 0           */
} pd_io_glb_clip;

typedef enum pd_io_glb_alpha { PD_IO_GLB_OPAQUE, PD_IO_GLB_MASK, PD_IO_GLB_BLEND } pd_io_glb_alpha;

typedef struct pd_io_glb_texture {
    const char *name;
    pd_bytes png;
} pd_io_glb_texture;

typedef struct pd_io_glb_material {
    const char *name;
    float color[3]; /* linear, 0..1; times the texture */
    float roughness;
    int texture; /* of the textures; -1: none */
    pd_io_glb_alpha alpha;
    int two_sided;
    int both_windings; /* of layers: each triangle is written either way round, with the same normals, which two_sided would turn over */
} pd_io_glb_material;

typedef struct pd_io_glb_part {
    int first_face, face_count, material;
} pd_io_glb_part;

/* What all bodies share of a layer. Corners are what is drawn: vertices with one texture coordinate each. */
typedef struct pd_io_glb_layer {
    int corner_count, part_count;
    const uint16_t *faces; /* (..,3) corners                               */
    const float *uvs;      /* (corner_count,2)                             */
    const pd_io_glb_part *parts;
    /* with a rig, by vertex: corners (corner_count) tell which */
    const uint16_t *corners;
    const uint8_t *joints; /* (n,4) */
    const float *weights;  /* (n,4) */
    const float *dirs;     /* (n,3,dir_count) of the first betas; the others do not move it */
    int dir_count;
    float
        detail; /* triangles of coarser copies by area, by those of other layers; 0 is 1, less is none (teeth, which nobody sees from afar) */
} pd_io_glb_layer;

/* A layer of one body: (corner_count,3) each; with a rig at rest. */
typedef struct pd_io_glb_worn {
    const float *vertices, *normals;
    const float *correctives; /* (corrective_count,corner_count,3) with a rig that has them */
} pd_io_glb_worn;

#define PD_IO_GLB_LEVELS_MAX 4

typedef struct pd_io_glb {
    const pd_io_mesh *mesh;      /* with a rig its bodies' vertices and normals are not used (may be NULL) */
    const pd_io_glb_rig *rig;    /* NULL: plain                                  */
    const pd_io_glb_pose *poses; /* (body_count) with a rig                      */
    const pd_io_glb_clip *clips; /* (clip_count)                                 */
    int clip_count;
    int quantize;
    const pd_io_glb_layer *layers; /* (layer_count) */
    const pd_io_glb_worn *worn;    /* (body_count,layer_count) */
    int layer_count;
    const pd_io_glb_material *materials; /* (material_count) the first is the body's; NULL: a plain skin */
    int material_count;
    const pd_io_glb_texture *textures; /* (texture_count) */
    int texture_count;
    const int *levels; /* (level_count) triangles that each copy shall have, about; falling */
    int level_count;   /* 0 to PD_IO_GLB_LEVELS_MAX */
} pd_io_glb;

/* Appends the file to out, whose size must be a multiple of 4. ERR_RANGE, ERR_INVALID naming the field; ERR_UNSUPPORTED for another frame. */
pd_status pd_io_glb_write(pd_buffer *out, const pd_io_glb *glb, pd_error *err);

#endif
