#ifndef PD_API_MOTION_SCENE_H
#define PD_API_MOTION_SCENE_H
/* Reads scenes from JSON: the ground, walls, areas and seats.
 *
 *     {"ground":{"kind":"hills","seed":3,"slope_deg":25},"walls":[{"from":[-2,4],"to":[2,4],"width":0.1}],
 *      "jumps":[{"at":[0,6],"radius":0.5,"falloff":1}],"crouches":[{"at":[0,9],"size":[2,2],"amount":1}],
 *      "beams":[{"from":[0,12],"to":[0,15],"width":0.1}],
 *      "seats":[{"at":[2,1],"facing":0,"width":0.45,"depth":0.45}]}
 *
 * The ground is generated from a kind and a seed (core/anim/scene/terrain_make.h), or given as
 * {"cell":0.25,"heights":[[...],...]} with rows along +z and columns along +x. The fields x and z are the
 * position of its first corner; without them the centre of the ground is at 0, 0.
 * Units    Metres; degrees where the name ends in _deg.
 */
#include "api/http/fields.h"
#include "core/anim/scene/scene.h"
#include "core/anim/scene/terrain_make.h"

#include <stdbool.h>

extern const pd_api_field pd_api_scene_fields[];

/* The checked options of a ground that is generated later. Generating takes up to several seconds and 67 MB
 * (4096 x 4096 heights), so a worker does it. */
typedef struct pd_api_ground_plan {
    int is_wanted; /* 1: the ground is to be generated; 0: the scene has its ground already */
    pd_anim_terrain_options options;
    double x, z; /* position of its first corner in metres; NaN: its centre is at 0 */
} pd_api_ground_plan;

/* Reads a scene. `pointer` is the pointer of the object.
 * Returns false if an error was noted; *out is then empty. */
bool pd_api_scene_read(pd_anim_scene *out, pd_api_ground_plan *plan, const json_t *object,
                       const char *pointer, pd_api_problems *problems);
/* Returns the bytes of the generated ground; 0 if none is to be generated. */
size_t pd_api_ground_plan_bytes(const pd_api_ground_plan *plan);
/* Returns the estimated time of generating in milliseconds, in proportion to the number of heights: 4.1 s
 * were measured for 4096 x 4096 on one core of a Xeon. Other kinds than the slowest take half of it. */
double pd_api_ground_plan_cost(const pd_api_ground_plan *plan);
/* Generates the ground if plan->is_wanted. PD_ERR_MEMORY;
 * PD_ERR_LIMIT if plan->options.cancel was set meanwhile. */
pd_status pd_api_scene_make_ground(pd_anim_scene *scene, const pd_api_ground_plan *plan, pd_error *err);

/* Reads a flat array of exactly `count` numbers in [min, max]. Returns false if an error was noted. */
bool pd_api_doubles_read(double *out, const json_t *array, int count, double min, double max,
                         const char *pointer, pd_api_problems *problems);

#endif
