#ifndef PD_IO_FBX_SCENE_PARTS_H
#define PD_IO_FBX_SCENE_PARTS_H
/* Parts of reading an FBX scene. Only fbx_scene*.c include this header; fbx_scene.h describes what is read.
 *
 *     fbx_scene            memory, objects and links, axes and units, models and their poses
 *     fbx_scene_animation  animation stacks, their layers and channels, values of a channel at a time
 *
 * Spaces   the file's units and axes, except where fbx_scene.h says otherwise; times in seconds.
 * Memory   from the scene's pool (pd_fbx_take).
 * Errors   functions fill *scene->err and return its status.
 */
#include "core/io/fbx/fbx_scene.h"

#define PD_FBX_SCENE_NAMES_MOST 3 /* largest number of properties that a note names */

/* -- fbx_scene.c -- */

/* Returns the status with which pd_fbx_take failed. */
pd_status pd_fbx_scene_short_of(const pd_fbx_scene *scene);
/* Returns the index of the first link of a child in by_child, or -1. Its other links follow there. */
int pd_fbx_scene_links_up(const pd_fbx_scene *s, int64_t child);

/* -- fbx_scene_animation.c -- */

/* Reads all animation stacks. The objects, links and models must have been read. */
pd_status pd_fbx_scene_read_stacks(pd_fbx_scene *s);

#endif
