#ifndef PD_ANIM_SCENE_SCENE_H
#define PD_ANIM_SCENE_SCENE_H
/* The surroundings of a character: the ground, walls that it may not cross, and areas that change how it
 * moves.
 *
 *     wall     a segment with half-width w: a point closer than w is moved to the distance w
 *     jump     a disc of radius r: in it the character jumps; the request fades out over `falloff` around the
 *              disc
 *     crouch   a rectangle: in it the character crouches by `amount`, fading out over 1 m around it: its hips
 *              come down by that fraction of a full crouch (core/character/control/trajectory.h)
 *     beam     a segment with half-width w: a character on it is kept near its line, and walks
 *     seat     a rectangle which paths (route.h) avoid; it does not push characters away
 *
 * Spaces   the xz plane; +Y up. Elements and ground are in metres of the world. Points, lengths and heights
 *          of the functions below are in units of `unit` metres, so that a character of another size can ask
 *          in its own unit (core/character/size.h).
 * Memory   arrays belong to the struct: init / deinit. Const once filled: any number of threads. A zeroed
 *          struct is an empty scene on flat ground; so is NULL wherever a scene is taken. A view borrows the
 *          arrays of its scene and is not freed.
 * Limits   below; pd_anim_scene_check names the element and the range ("/scene/walls/3/width").
 */
#include "core/anim/scene/ground.h"

#include <stdbool.h>

#define PD_ANIM_SCENE_MAX_WALLS   1024
#define PD_ANIM_SCENE_MAX_AREAS   256 /* Largest number of areas of each kind. */
#define PD_ANIM_SCENE_MAX_SPAN    1e5 /* Largest absolute value of a coordinate, metres. */
/* Largest absolute value of a heading, radians. More than a turn is allowed, because a camera may have turned
 * often; the API warns of it. */
#define PD_ANIM_SCENE_MAX_HEADING 1000.0

typedef struct pd_anim_wall {
    double from[2], to[2]; /* Ends of the segment: x, z. */
    double width;          /* Half-width: distance to each side of the segment, 0 to 100 m. */
} pd_anim_wall;

typedef struct pd_anim_jump_area {
    double at[2];
    double radius;  /* 0.01 to 100 m */
    double falloff; /* 0.01 to 100 m */
} pd_anim_jump_area;

typedef struct pd_anim_crouch_area {
    double at[2];   /* Centre: x, z. */
    double size[2]; /* Side lengths along x and z, 0.01 to 1000 m. */
    double amount;  /* Depth of the crouch, 0 to 1. */
    /* Length in metres, 0 to 100: at distance x along the area amount is multiplied by 1 - (sin(x/wave) +
     * 1)/2, as under the bars of the PFNN demo. 0: amount is the same everywhere. */
    double wave;
} pd_anim_crouch_area;

typedef struct pd_anim_beam {
    double from[2], to[2];
    double width; /* Half-width, 0.01 to 10 m. */
} pd_anim_beam;

/* A chair, a stool, a bench. */
typedef struct pd_anim_seat {
    double at[2]; /* Centre of the seat: x, z. */
    /* Direction in which a sitting character faces: radians about +Y, 0 is +Z, -100 to 100. */
    double facing;
    double width; /* Width across the facing direction, 0.05 to 100 m. */
    double depth; /* Depth along the facing direction, 0.05 to 100 m. */
} pd_anim_seat;

typedef struct pd_anim_scene {
    pd_anim_ground ground;
    pd_anim_wall *walls;
    pd_anim_jump_area *jumps;
    pd_anim_crouch_area *crouches;
    pd_anim_beam *beams;
    pd_anim_seat *seats;
    int wall_count, jump_count, crouch_count, beam_count, seat_count;
    double unit; /* Metres per unit of length of the functions below; 0 counts as 1. */
} pd_anim_scene;

/* Allocates a scene with so many elements of each kind, all zero, on flat ground. where: JSON pointer for
 * errors, such as "/scene". ERR_LIMIT above the limits, ERR_MEMORY. */
pd_status pd_anim_scene_init(pd_anim_scene *scene, int walls, int jumps, int crouches, int beams,
                             const char *where, pd_error *err);
/* Allocates seats for a scene that has none yet. ERR_LIMIT, ERR_MEMORY. */
pd_status pd_anim_scene_init_seats(pd_anim_scene *scene, int count, const char *where, pd_error *err);
void pd_anim_scene_deinit(pd_anim_scene *scene);
/* Checks that every number and every height is finite and in its range.
 * where: "/scene". ERR_RANGE, ERR_LIMIT. */
pd_status pd_anim_scene_check(const pd_anim_scene *scene, const char *where, pd_error *err);

/* Makes a view of a scene (NULL: an empty one on flat ground) for lengths in units of `unit` metres. */
void pd_anim_scene_view(pd_anim_scene *view, const pd_anim_scene *scene, double unit);
/* Returns the metres per unit of length: 1, or the unit of a view. A NULL scene has 1. */
double pd_anim_scene_unit(const pd_anim_scene *scene);
/* Returns wall `index` in units of the scene. */
pd_anim_wall pd_anim_scene_wall(const pd_anim_scene *scene, int index);

/* Moves a point out of the walls and to at least `keep` from them. Returns 1 when it was closer than
 * that to a wall, else 0. */
int pd_anim_scene_push(double at[2], const pd_anim_scene *scene, double keep);
/* A subset of the walls: those that a point within `radius` of a position can touch. For many calls near one
 * position: _near collects them once, then _push_near does what _push does, with these walls only. */
typedef struct pd_anim_near {
    int count;
    short walls[PD_ANIM_SCENE_MAX_WALLS];
} pd_anim_near;
void pd_anim_scene_near(pd_anim_near *near, const pd_anim_scene *scene, const double at[2], double radius);
int pd_anim_scene_push_near(double at[2], const pd_anim_scene *scene, const pd_anim_near *near, double keep);
/* Moves a point on a beam towards the beam's line. Returns true when the point is on a beam. */
bool pd_anim_scene_balance(double at[2], const pd_anim_scene *scene);
/* Returns the strength of the request to jump at a point, 0 to 1. */
double pd_anim_scene_jump(const pd_anim_scene *scene, const double at[2]);
/* Returns the depth of crouch that the areas request at a point, 0 to 1. */
double pd_anim_scene_crouch(const pd_anim_scene *scene, const double at[2]);
/* Returns 1 at the nearest wall's face and inside it, falling to 0 at the distance `near`. */
double pd_anim_scene_bump(const pd_anim_scene *scene, const double at[2], double near);
/* Returns the height of the scene's ground at (x, z). A NULL scene is flat. */
double pd_anim_scene_height(const pd_anim_scene *scene, double x, double z);

#endif
