#ifndef PD_AVATAR_MESHES_H
#define PD_AVATAR_MESHES_H
/* Divides the surface of an avatar into the meshes of its file, and lists the materials of the file.
 *
 *     PLAIN, atlas      Avatar; at most two primitives, opaque and transparent
 *     PLAIN, no atlas   Avatar and Avatar_Still (what no target moves); a primitive for each material
 *     JOINED            Wolf3D_Avatar and Wolf3D_Avatar_Transparent
 *     APART             a mesh for each part of the person: Wolf3D_Head, Wolf3D_Body, EyeLeft, ...; a second
 *                       one for what is transparent in it
 *
 * Programs that were written for Ready Player Me look for its names and take `.geometry` of what they find,
 * so each of these meshes has one primitive, whose material has a name of theirs too. All parts share the
 * picture of the atlas.
 *
 * A triangle of the skin belongs to the head if one of its corners follows the head, or if a morph target
 * moves it: then no target moves the body. Eyes are divided at x = 0. An outfit of several pieces is divided
 * by pieces, one of a single piece by triangles: what mostly follows the legs and the pelvis is its bottom.
 *
 * Spaces   that of figure.h.   Memory  see _init.   Threads  pure.
 */
#include "core/avatar/bones.h"
#include "core/io/mesh/glb.h"

#define PD_AVATAR_MESHES_MOST 40

typedef enum pd_avatar_mesh_names {
    PD_AVATAR_MESHES_PLAIN,
    PD_AVATAR_MESHES_JOINED, /* Ready Player Me's file with an atlas */
    PD_AVATAR_MESHES_APART   /* Ready Player Me's file without an atlas */
} pd_avatar_mesh_names;

/* A material of the file. */
typedef struct pd_avatar_material {
    const char *name;
    pd_io_glb_alpha alpha;
    int source; /* material of the pd_io_glb; -1: the atlas */
} pd_avatar_material;

/* A mesh of the file. Its groups (scene.h) are consecutive. */
typedef struct pd_avatar_mesh {
    const char *name;
    int first_group, group_count;
    bool is_still; /* no target moves it; the file lists no targets for it */
} pd_avatar_mesh;

typedef struct pd_avatar_division {
    pd_avatar_mesh *meshes; /* (mesh_count) owned; without groups until arrays.c makes them */
    int mesh_count;
    pd_avatar_material *materials; /* (material_count) owned */
    int material_count;
    int *mesh_of, *material_of; /* (triangles of all pieces) in the order of the pieces; owned */
} pd_avatar_division;

/* Divides the figure. has_atlas: the pieces share the atlas; always for Ready Player Me's names.
 * has_pictures: the file has textures. The caller frees *out by _deinit. Returns false when out of memory. */
bool pd_avatar_division_init(pd_avatar_division *out, const pd_avatar_figure *figure,
                             const pd_avatar_skeleton *skeleton, const pd_io_glb *glb,
                             pd_avatar_mesh_names names, bool has_atlas, bool has_pictures);
void pd_avatar_division_deinit(pd_avatar_division *division);

#endif
