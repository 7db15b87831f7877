#include "core/character/control/cliff.h"

#include "core/math/elementary.h"
#include "core/math/plane.h"

/* Metres that the root keeps from a ledge, beyond wall_keep, because a step reaches farther than an arm. */
#define ROOM   0.25
#define APART  0.1 /* metres between the places whose heights are compared, less than a step's tread */
#define BESIDE 0.1 /* metres from a place to those of which its slope is computed */

pd_character_cliff pd_character_cliff_of(double height, const pd_character_control *control,
                                         const pd_anim_scene *scene)
{
    return (pd_character_cliff){
        .scene = scene, .floor = height, .room = control->wall_keep + ROOM, .most = control->climb_most};
}

bool pd_character_cliff_ahead(double normal[2], const double at[2], const double dir[2],
                              const pd_character_cliff *cliff)
{
    const pd_anim_scene *scene = cliff->scene;

    if (!scene || !scene->ground.heights) return false;

    /* The first place that is too high. */
    const double floor = pd_fmax(pd_anim_scene_height(scene, at[0], at[1]), cliff->floor);
    double place[2] = {at[0], at[1]};
    double ahead = 0;
    while (pd_anim_scene_height(scene, place[0], place[1]) <= floor + cliff->most) {
        if (ahead >= cliff->room) return false;
        ahead = pd_fmin(ahead + APART, cliff->room);
        place[0] = at[0] + ahead * dir[0];
        place[1] = at[1] + ahead * dir[1];
    }

    /* The direction in which it falls, in the middle between that place and the one before. */
    place[0] -= APART / 2 * dir[0];
    place[1] -= APART / 2 * dir[1];
    const double fall[2] = {pd_anim_scene_height(scene, place[0] - BESIDE, place[1]) -
                                pd_anim_scene_height(scene, place[0] + BESIDE, place[1]),
                            pd_anim_scene_height(scene, place[0], place[1] - BESIDE) -
                                pd_anim_scene_height(scene, place[0], place[1] + BESIDE)};
    normal[0] = 0 - dir[0];
    normal[1] = 0 - dir[1];
    pd_plane_unit(normal, fall);

    return true;
}

bool pd_character_cliff_stop(double at[2], const double before[2], const pd_character_cliff *cliff)
{
    const double step[2] = {at[0] - before[0], at[1] - before[1]};
    double dir[2] = {0, 0}, normal[2];

    pd_plane_unit(dir, step);
    if (!pd_character_cliff_ahead(normal, before, dir, cliff)) return false;

    /* What leads along the ledge remains. */
    const double into = pd_plane_dot(step, normal);
    if (into >= 0) return false;
    at[0] -= into * normal[0];
    at[1] -= into * normal[1];

    return true;
}
