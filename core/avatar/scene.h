#ifndef PD_AVATAR_SCENE_H
#define PD_AVATAR_SCENE_H
/* Data that the source files of the avatar's writer share: indices of nodes, meshes and accessors in the glTF
 * file. Spaces as in figure.h: model space at rest, metres. Used by core/avatar only. */
#include "core/avatar/atlas.h"
#include "core/avatar/avatar.h"
#include "core/avatar/meshes.h"
#include "core/avatar/spring.h"
#include "core/io/mesh/glb_internal.h"

/* A primitive: triangles of a mesh that are drawn with one material. */
typedef struct pd_avatar_group {
    uint32_t *vertices; /* (vertex_count) vertices of the figure; those that targets move come first; owned */
    uint32_t *corners;  /* (corner_count) indices in `vertices`; owned */
    int vertex_count, moved_count;
    size_t corner_count;
    int mesh, material;                                            /* indices in the file */
    bool is_still;                                                 /* the mesh has no targets */
    int positions, normals, uvs, colors, joints, weights, indices; /* accessors; -1: none */
    int *targets;                                                  /* (T) accessors; owned */
} pd_avatar_group;

/* Everything that is written into one file. */
typedef struct pd_avatar_scene {
    const pd_io_glb *glb;
    const pd_avatar_how *how;
    pd_avatar_figure figure;
    pd_avatar_skeleton skeleton;
    pd_avatar_springs springs;
    pd_avatar_atlas atlas;
    pd_avatar_division division;
    pd_avatar_group *groups; /* (group_count) by mesh */
    int group_count;
    pd_io_glb_file file;
    float center[3], step; /* quantised positions q: metres = center + step q */
    int binds;
    int skin_of[PD_AVATAR_BONES_MOST]; /* index of a bone in the skin; -1: none */
    int *images;                       /* (image_count) views */
    int image_count;
} pd_avatar_scene;

/* Return the node of a bone, and that of a mesh. The root, if there is one, is node 0. */
static inline int pd_avatar_bone_node(const pd_avatar_scene *s, int bone)
{
    return bone + (s->how->root != NULL);
}
static inline int pd_avatar_mesh_node(const pd_avatar_scene *s, int mesh)
{
    return pd_avatar_bone_node(s, s->skeleton.count) + mesh;
}

/* Returns whether a material of the file is blended. Such a material is one-sided, and its triangles are
 * written in both windings. */
static inline bool pd_avatar_is_transparent(const pd_avatar_scene *s, int material)
{
    return s->division.materials[material].alpha == PD_IO_GLB_BLEND;
}

/* arrays.c: makes the groups, and writes all arrays of them and of the skin.
 * Returns false when out of memory. */
bool pd_avatar_add_groups(pd_avatar_scene *scene);
void pd_avatar_add_arrays(pd_avatar_scene *scene);
/* vrm.c: appends the members of "extensions" for VRM, without braces, and their names for extensionsUsed. */
void pd_avatar_write_vrm(pd_buffer *json, const pd_avatar_scene *scene);
const char *pd_avatar_vrm_used(const pd_avatar_scene *scene);

#endif
