#ifndef PD_ANIM_SCENE_H
#define PD_ANIM_SCENE_H
/* What a character walks in: the ground, walls it may not cross, and areas that change how it moves.
 *
 *     wall     a segment of width w to each side: a point nearer than w is put w away from it
 *     jump     a disc of radius r: in it the character jumps; the request fades out over `falloff` around it
 *     crouch   a box: in it the character crouches by `amount`, fading out over 1 m around it: its hips come down by that part of the way to a full
 *              crouch (core/pfnn/trajectory.h)
 *     beam     a segment of half-width w: a character on it is kept on its line, and walks
 *     seat     a box that a found way (route.h) goes round; it pushes no character away
 *
 * Spaces   world, metres, the xz plane; +Y up.
 * Memory   arrays belong to the struct: init / deinit. Const once filled: any number of threads. A zeroed struct is an empty scene
 *          on flat ground; NULL means the same wherever a scene is taken.
 * Limits   below; pd_anim_scene_check names the element and the range ("/scene/walls/3/width").
 */
#include "core/anim/ground.h"

#include <stdbool.h>

#define PD_ANIM_SCENE_MAX_WALLS 1024
#define PD_ANIM_SCENE_MAX_AREAS 256 /* of each kind */
#define PD_ANIM_SCENE_MAX_SPAN  1e5 /* metres: every coordinate is within +-this */

typedef struct pd_anim_wall {
    double from[2], to[2]; /* x, z                                */
    double width;          /* to each side of the segment, 0 to 100 m */
} pd_anim_wall;

typedef struct pd_anim_jump_area {
    double at[2];
    double radius;  /* 0.01 to 100 m */
    double falloff; /* 0.01 to 100 m */
} pd_anim_jump_area;

typedef struct pd_anim_crouch_area {
    double at[2];   /* middle                  */
    double size[2]; /* along x, along z: 0.01 to 1000 m */
    double amount;  /* 0 to 1                  */
    /* metres, 0 to 100: amount times 1 - (sin(x/wave) + 1)/2, as under the demo's bars; 0: the same everywhere */
    double wave;
} pd_anim_crouch_area;

typedef struct pd_anim_beam {
    double from[2], to[2];
    double width; /* to each side, 0.01 to 10 m */
} pd_anim_beam;

/* A chair, a stool, a bench. */
typedef struct pd_anim_seat {
    double at[2];  /* its middle                                    */
    double facing; /* of a sitting character: radians about +Y, 0 is +Z, -100 to 100 */
    double width;  /* across that, 0.05 to 100 m                    */
    double depth;  /* along it                                      */
} pd_anim_seat;

typedef struct pd_anim_scene {
    pd_anim_ground ground;
    pd_anim_wall *walls;
    pd_anim_jump_area *jumps;
    pd_anim_crouch_area *crouches;
    pd_anim_beam *beams;
    pd_anim_seat *seats;
    int wall_count, jump_count, crouch_count, beam_count, seat_count;
} pd_anim_scene;

/* Room for that many of each, all zero; the ground flat. ERR_LIMIT above the limits, ERR_MEMORY. */
pd_status pd_anim_scene_init(pd_anim_scene *scene, int walls, int jumps, int crouches, int beams,
                             const char *where, pd_error *err);
/* The same for seats, of a scene that has none yet. */
pd_status pd_anim_scene_init_seats(pd_anim_scene *scene, int count, const char *where, pd_error *err);
void pd_anim_scene_deinit(pd_anim_scene *scene);
/* Every number finite and in its range, every height too. where: "/scene". ERR_RANGE, ERR_LIMIT. */
pd_status pd_anim_scene_check(const pd_anim_scene *scene, const char *where, pd_error *err);

/* Moves at out of the walls, and keep metres away from them: 1 when one was nearer than that (it would have been entered). */
int pd_anim_scene_push(double at[2], const pd_anim_scene *scene, double keep);
/* The same with the walls of a list only: those that a point within `radius` of a place can be in. For many points near one place. */
typedef struct pd_anim_near {
    int count;
    short walls[PD_ANIM_SCENE_MAX_WALLS];
} pd_anim_near;
void pd_anim_scene_near(pd_anim_near *near, const pd_anim_scene *scene, const double at[2], double radius);
int pd_anim_scene_push_near(double at[2], const pd_anim_scene *scene, const pd_anim_near *near, double keep);
/* Moves a point that is on a beam towards the beam's line; true when it is on one. */
bool pd_anim_scene_balance(double at[2], const pd_anim_scene *scene);
double pd_anim_scene_jump(const pd_anim_scene *scene, const double at[2]); /* 0 to 1 */
double pd_anim_scene_crouch(const pd_anim_scene *scene, const double at[2]);
/* 1 at the nearest wall's face and inside it, falling to 0 at `near` metres from it. */
double pd_anim_scene_bump(const pd_anim_scene *scene, const double at[2], double near);
/* Of the ground; also for NULL. */
double pd_anim_scene_height(const pd_anim_scene *scene, double x, double z);

#endif
