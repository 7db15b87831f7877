#ifndef PD_API_MOTION_SCENE_H
#define PD_API_MOTION_SCENE_H
/* Scenes in JSON: the ground, walls, areas.
 *
 *     {"ground":{"kind":"hills","seed":3,"slope_deg":25},"walls":[{"from":[-2,4],"to":[2,4],"width":0.1}],
 *      "jumps":[{"at":[0,6],"radius":0.5,"falloff":1}],"crouches":[{"at":[0,9],"size":[2,2],"amount":1}],
 *      "beams":[{"from":[0,12],"to":[0,15],"width":0.1}],
 *      "seats":[{"at":[2,1],"facing":0,"width":0.45,"depth":0.45}]}
 *
 * The ground is made by a name and a seed (core/anim/terrain_make.h), or given: {"cell":0.25,"heights":[[...],...]}, rows along +z,
 * columns along +x, x and z where its first corner is; without them its middle is at 0.
 * Units    metres, degrees where the name says so.
 */
#include "api/http/fields.h"
#include "core/anim/scene.h"
#include "core/anim/terrain_make.h"

#include <stdbool.h>

extern const pd_api_field pd_api_scene_fields[];

/* The ground of a scene that names a kind and a seed: read and checked, not yet made. Making it takes up to seconds and 67 MB
 * (4096 x 4096 heights), so that it is work for a worker. */
typedef struct pd_api_ground_plan {
    int is_wanted; /* 0: the scene's ground is whole */
    pd_anim_terrain_options options;
    double x, z; /* of its first corner; NaN: the middle is at 0 */
} pd_api_ground_plan;

/* On failure (0) *out is empty and problems say why. pointer: of the object. */
bool pd_api_scene_read(pd_anim_scene *out, pd_api_ground_plan *plan, const json_t *object,
                       const char *pointer, pd_api_problems *problems);
size_t pd_api_ground_plan_bytes(const pd_api_ground_plan *plan); /* 0 when none is wanted */
/* Milliseconds on one core of a Xeon, as the map of 4096 x 4096 takes them (4.1 s); other kinds take half. */
double pd_api_ground_plan_cost(const pd_api_ground_plan *plan);
/* Makes the ground, when one is wanted. ERR_MEMORY; ERR_LIMIT when plan->options.cancel was set. */
pd_status pd_api_scene_make_ground(pd_anim_scene *scene, const pd_api_ground_plan *plan, pd_error *err);

/* count doubles in [min, max] from a flat array; 0 after an error. */
int pd_api_doubles_read(double *out, const json_t *array, int count, double min, double max,
                        const char *pointer, pd_api_problems *problems);

#endif
