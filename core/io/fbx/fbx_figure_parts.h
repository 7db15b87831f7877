#ifndef PD_IO_FBX_FIGURE_PARTS_H
#define PD_IO_FBX_FIGURE_PARTS_H
/* A figure that is being made from an FBX scene, and the parts that make it. Only fbx_figure*.c include
 * this header; fbx_figure.h says what is converted and how.
 *
 *     fbx_figure            nodes and meshes, and the order in which all is made
 *     fbx_figure_animation  animation stacks, sampled
 *     fbx_figure_skin       skins: joints of clusters, joints that no cluster names, skeletons without a mesh
 *     fbx_figure_material   materials and pictures
 *
 * Spaces   glTF's: metres, +Y up; quaternions x, y, z, w.
 * Memory   everything is held by the scene (pd_fbx_take) and freed with it.
 * Errors   functions fill *figure->scene.err and return its status.
 */
#include "core/io/fbx/fbx_figure.h"
#include "core/io/fbx/fbx_mesh.h"
#include "core/io/mesh/glb_figure.h"

#define PD_FBX_SKINS_MAX 64 /* most skins of a figure */

/* A skin: joints with their inverse bind matrices, which map the bound mesh from the world to the joint. */
typedef struct pd_fbx_skin {
    int joints[PD_FBX_JOINTS_MAX]; /* (count) indices of models */
    pd_xform inverse[PD_FBX_JOINTS_MAX];
    int count;
} pd_fbx_skin;

/* State of a conversion. */
typedef struct pd_fbx_figure {
    pd_fbx_scene scene;
    pd_fbx_found *found;
    const pd_fbx_options *options;
    const char *name;         /* name of the file, for errors */
    pd_xform *worlds;         /* (models) world transform of each model in the file's pose */
    bool *moves;              /* (models) true: an animation moves the model */
    bool *holds_mesh;         /* (models) true: the model has a mesh */
    pd_io_figure_node *nodes; /* (node_room), node_count of them set */
    int node_count;
    int node_room;
    pd_io_figure_mesh *meshes; /* (mesh_room), mesh_count of them set */
    pd_fbx_shape **shapes;     /* (mesh_count) shapes of each mesh's targets, in their order */
    int mesh_count;
    int mesh_room;
    pd_fbx_skin *skins[PD_FBX_SKINS_MAX]; /* (skin_count) */
    int skin_count;
    pd_io_figure_material *materials; /* (material_count) */
    int *material_of;                 /* (records) 1 + index of the material of a Material record; 0: none */
    pd_io_figure_texture *textures;   /* (texture_count) */
    int material_count;
    int texture_count;
    pd_io_figure_animation *animations; /* (animation_count) */
    int animation_count;
} pd_fbx_figure;

/* -- fbx_figure.c -- */

/* Returns the status of a failure: that of *err, or ERR_MEMORY if nothing has filled it. */
pd_status pd_fbx_figure_short_of(const pd_fbx_figure *b);
/* Takes zeroed memory that lives as long as the scene. NULL: out of memory, or over the limit of bytes. */
void *pd_fbx_figure_take(pd_fbx_figure *b, size_t count, size_t size);
/* Returns the rest pose of a model. */
pd_fbx_pose pd_fbx_figure_rest(const pd_fbx_figure *b, int model);

/* -- fbx_figure_animation.c -- */

/* Adds an animation stack, sampled. */
pd_status pd_fbx_figure_add_animation(pd_fbx_figure *b, const pd_fbx_stack *stack);

/* -- fbx_figure_skin.c -- */

/* Returns the index of a model among the joints of a skin; -1: it is no joint of it. */
int pd_fbx_figure_in_skin(const pd_fbx_skin *s, int model);
/* Finds a skin that has these joints with these bind poses or can take them, or makes a new one. */
pd_status pd_fbx_figure_find_skin(int *index, pd_fbx_figure *b, const int *joints, const pd_xform *inverse,
                                  int count);
/* Adds joints that no cluster names: limbs and moving models above the others, models between two joints,
 * and models below a joint that have no mesh. Takes their inverse bind matrices from the BindPose, or
 * otherwise from the neighbour and the rest pose between the two. */
pd_status pd_fbx_figure_add_silent_joints(pd_fbx_figure *b, pd_fbx_skin *s);
/* Adds a skin for a skeleton that has no mesh, because readers find joints by skins. */
pd_status pd_fbx_figure_add_bare_skeleton(pd_fbx_figure *b);

/* -- fbx_figure_material.c -- */

/* Finds the material at an index in a model's list. *out is -1 if there is none. */
pd_status pd_fbx_figure_material(int *out, pd_fbx_figure *b, int model, int place);

#endif
