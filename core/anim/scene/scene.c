#include "core/anim/scene/scene.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"
#include "core/math/plane.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CROUCH_FADE 1.0 /* metres around a crouch area over which it fades out */
#define BEAM_SHARE  0.5 /* share of the distance to a beam's line by which a point is moved */
#define MAX_HEIGHT  1e4

/* ---- memory and checks */

static pd_status check_count_scene(const char *where, const char *what, int count, int most, pd_error *err)
{
    if (count >= 0 && count <= most) return PD_OK;
    return pd_fail(err, PD_ERR_LIMIT, where, "%d %s; 0 to %d allowed", count, what, most);
}

/* Allocates `count` zeroed elements; an empty list is NULL. */
static bool take_scene(void *out, int count, size_t bytes)
{
    void *items = count ? calloc((size_t)count, bytes) : NULL;
    memcpy(out, &items, sizeof items);
    return !count || items;
}

pd_status pd_anim_scene_init(pd_anim_scene *scene, int walls, int jumps, int crouches, int beams,
                             const char *where, pd_error *err)
{
    memset(scene, 0, sizeof *scene);
    pd_status s = check_count_scene(where, "walls", walls, PD_ANIM_SCENE_MAX_WALLS, err);
    if (!s) s = check_count_scene(where, "jump areas", jumps, PD_ANIM_SCENE_MAX_AREAS, err);
    if (!s) s = check_count_scene(where, "crouch areas", crouches, PD_ANIM_SCENE_MAX_AREAS, err);
    if (!s) s = check_count_scene(where, "beams", beams, PD_ANIM_SCENE_MAX_AREAS, err);
    if (s) return s;

    scene->wall_count = walls;
    scene->jump_count = jumps;
    scene->crouch_count = crouches;
    scene->beam_count = beams;

    bool good = take_scene(&scene->walls, walls, sizeof *scene->walls);
    good &= take_scene(&scene->jumps, jumps, sizeof *scene->jumps);
    good &= take_scene(&scene->crouches, crouches, sizeof *scene->crouches);
    good &= take_scene(&scene->beams, beams, sizeof *scene->beams);
    if (good) return PD_OK;

    pd_anim_scene_deinit(scene);
    return pd_fail(err, PD_ERR_MEMORY, where, "out of memory for %d walls and %d areas", walls,
                   jumps + crouches + beams);
}

pd_status pd_anim_scene_init_seats(pd_anim_scene *scene, int count, const char *where, pd_error *err)
{
    pd_status s = check_count_scene(where, "seats", count, PD_ANIM_SCENE_MAX_AREAS, err);

    if (s) return s;
    if (!take_scene(&scene->seats, count, sizeof *scene->seats))
        return pd_fail(err, PD_ERR_MEMORY, where, "out of memory for %d seats", count);
    scene->seat_count = count;

    return PD_OK;
}

void pd_anim_scene_deinit(pd_anim_scene *scene)
{
    pd_anim_ground_deinit(&scene->ground);
    free(scene->walls);
    free(scene->jumps);
    free(scene->crouches);
    free(scene->beams);
    free(scene->seats);
    memset(scene, 0, sizeof *scene);
}

/* The element that is being checked, for errors. */
typedef struct place {
    const char *where, *list;
    int index;
    pd_error *err;
} place;

static pd_status check_number(const place *p, const char *field, double value, double least, double most)
{
    char where[192];
    if (value >= least && value <= most) return PD_OK;
    snprintf(where, sizeof where, "%s/%s/%d/%s", p->where, p->list, p->index, field);
    return pd_fail(p->err, PD_ERR_RANGE, where, "%g; %.10g to %.10g allowed", value, least, most);
}

static pd_status check_point(const place *p, const char *field, const double at[2])
{
    double most = PD_ANIM_SCENE_MAX_SPAN;
    pd_status s = check_number(p, field, at[0], -most, most);
    return s ? s : check_number(p, field, at[1], -most, most);
}

pd_status pd_anim_scene_check(const pd_anim_scene *scene, const char *where, pd_error *err)
{
    pd_status s = PD_OK;

    /* Check walls, areas, beams and seats. Errors give the place of the number in the document. */
    for (int i = 0; !s && i < scene->wall_count; i++) {
        const pd_anim_wall *wall = &scene->walls[i];
        const place p = {.where = where, .list = "walls", .index = i, .err = err};
        s = check_point(&p, "from", wall->from);
        if (!s) s = check_point(&p, "to", wall->to);
        if (!s) s = check_number(&p, "width", wall->width, 0, 100);
    }

    for (int i = 0; !s && i < scene->jump_count; i++) {
        const pd_anim_jump_area *jump = &scene->jumps[i];
        const place p = {.where = where, .list = "jumps", .index = i, .err = err};
        s = check_point(&p, "at", jump->at);
        if (!s) s = check_number(&p, "radius", jump->radius, 0.01, 100);
        if (!s) s = check_number(&p, "falloff", jump->falloff, 0.01, 100);
    }

    for (int i = 0; !s && i < scene->crouch_count; i++) {
        const pd_anim_crouch_area *crouch = &scene->crouches[i];
        const place p = {.where = where, .list = "crouches", .index = i, .err = err};
        s = check_point(&p, "at", crouch->at);
        for (int c = 0; !s && c < 2; c++) s = check_number(&p, "size", crouch->size[c], 0.01, 1000);
        if (!s) s = check_number(&p, "amount", crouch->amount, 0, 1);
        if (!s) s = check_number(&p, "wave", crouch->wave, 0, 100);
    }

    for (int i = 0; !s && i < scene->beam_count; i++) {
        const pd_anim_beam *beam = &scene->beams[i];
        const place p = {.where = where, .list = "beams", .index = i, .err = err};
        s = check_point(&p, "from", beam->from);
        if (!s) s = check_point(&p, "to", beam->to);
        if (!s) s = check_number(&p, "width", beam->width, 0.01, 10);
    }

    for (int i = 0; !s && i < scene->seat_count; i++) {
        const pd_anim_seat *seat = &scene->seats[i];
        const place p = {.where = where, .list = "seats", .index = i, .err = err};
        s = check_point(&p, "at", seat->at);
        if (!s)
            s = check_number(&p, "facing", seat->facing, -PD_ANIM_SCENE_MAX_HEADING,
                             PD_ANIM_SCENE_MAX_HEADING);
        if (!s) s = check_number(&p, "width", seat->width, 0.05, 100);
        if (!s) s = check_number(&p, "depth", seat->depth, 0.05, 100);
    }

    /* Check the heights of the ground. */
    const pd_anim_ground *g = &scene->ground;
    for (int i = 0; !s && i < g->rows * g->columns; i++) {
        const place p = {.where = where, .list = "ground/heights", .index = i, .err = err};
        s = check_number(&p, "y", (double)g->heights[i], -MAX_HEIGHT, MAX_HEIGHT);
    }

    return s;
}

/* ---- geometry */

double pd_anim_scene_unit(const pd_anim_scene *scene)
{
    return scene && scene->unit > 0 ? scene->unit : 1;
}

void pd_anim_scene_view(pd_anim_scene *view, const pd_anim_scene *scene, double unit)
{
    PD_ASSERT(unit > 0);
    *view = scene ? *scene : (pd_anim_scene){.wall_count = 0};
    view->unit = unit;
}

pd_anim_wall pd_anim_scene_wall(const pd_anim_scene *scene, int index)
{
    PD_ASSERT(index >= 0 && index < scene->wall_count);
    const double unit = pd_anim_scene_unit(scene);
    pd_anim_wall wall = scene->walls[index];
    for (int k = 0; k < 2; k++) {
        wall.from[k] /= unit;
        wall.to[k] /= unit;
    }

    wall.width /= unit;

    return wall;
}

/* Moves a point that is nearer than `keep` to the side of a wall to that distance.
 * Returns whether it moved. */
static bool push_from(double at[2], const pd_anim_wall *wall, double keep)
{
    double reach = wall->width + keep;
    double n[2];
    double distance = pd_plane_off_segment(n, wall->from, wall->to, at);
    double length = distance;

    if (distance >= reach) return false;

    /* A point exactly on the segment moves along the segment's normal,
     * or along +X for a wall without length. */
    if (length < 1e-9) {
        n[0] = wall->from[1] - wall->to[1];
        n[1] = wall->to[0] - wall->from[0];
        length = sqrt(n[0] * n[0] + n[1] * n[1]);
        if (length < 1e-9) n[0] = length = 1;
    }

    const double by = (reach - distance) / length;
    at[0] += by * n[0];
    at[1] += by * n[1];

    return true;
}

/* A point in metres of the world. */
typedef struct spot {
    double at[2];
} spot;

static spot to_metres(const double at[2], double unit)
{
    return (spot){{at[0] * unit, at[1] * unit}};
}

int pd_anim_scene_push(double at[2], const pd_anim_scene *scene, double keep)
{
    const double unit = pd_anim_scene_unit(scene);
    spot here = to_metres(at, unit);
    int pushed = 0;

    for (int i = 0; scene && i < scene->wall_count; i++)
        pushed |= push_from(here.at, &scene->walls[i], keep * unit);

    for (int k = 0; k < 2 && pushed; k++) at[k] = here.at[k] / unit;

    return pushed;
}

void pd_anim_scene_near(pd_anim_near *near, const pd_anim_scene *scene, const double at[2], double radius)
{
    PD_ASSERT(!scene || scene->wall_count <= PD_ANIM_SCENE_MAX_WALLS);
    const double unit = pd_anim_scene_unit(scene);
    const spot here = to_metres(at, unit);

    near->count = 0;
    for (int i = 0; scene && i < scene->wall_count; i++) {
        double off[2];
        double distance = pd_plane_off_segment(off, scene->walls[i].from, scene->walls[i].to, here.at);
        if (distance < scene->walls[i].width + radius * unit) near->walls[near->count++] = (short)i;
    }
}

int pd_anim_scene_push_near(double at[2], const pd_anim_scene *scene, const pd_anim_near *near, double keep)
{
    PD_ASSERT(near->count >= 0 && near->count <= PD_ANIM_SCENE_MAX_WALLS);
    const double unit = pd_anim_scene_unit(scene);
    spot here = to_metres(at, unit);
    int pushed = 0;

    for (int i = 0; i < near->count; i++)
        pushed |= push_from(here.at, &scene->walls[near->walls[i]], keep * unit);

    for (int k = 0; k < 2 && pushed; k++) at[k] = here.at[k] / unit;

    return pushed;
}

bool pd_anim_scene_balance(double at[2], const pd_anim_scene *scene)
{
    const double unit = pd_anim_scene_unit(scene);
    const spot here = to_metres(at, unit);

    for (int i = 0; scene && i < scene->beam_count; i++) {
        double off[2];
        double distance = pd_plane_off_segment(off, scene->beams[i].from, scene->beams[i].to, here.at);
        if (distance > scene->beams[i].width) continue;
        for (int k = 0; k < 2; k++) at[k] -= BEAM_SHARE * off[k] / unit;
        return true;
    }

    return false;
}

/* Returns 1 for over <= 0, falling linearly to 0 at over = fade. */
static double faded(double over, double fade)
{
    double t = over / fade;
    return t <= 0 ? 1 : t >= 1 ? 0 : 1 - t;
}

double pd_anim_scene_jump(const pd_anim_scene *scene, const double at[2])
{
    const spot here = to_metres(at, pd_anim_scene_unit(scene));
    double most = 0;

    for (int i = 0; scene && i < scene->jump_count; i++) {
        const pd_anim_jump_area *a = &scene->jumps[i];
        double distance = pd_hypot(here.at[0] - a->at[0], here.at[1] - a->at[1]);
        most = pd_fmax(most, faded(distance - a->radius, a->falloff));
    }

    return most;
}

double pd_anim_scene_crouch(const pd_anim_scene *scene, const double at[2])
{
    const spot here = to_metres(at, pd_anim_scene_unit(scene));
    double most = 0;

    for (int i = 0; scene && i < scene->crouch_count; i++) {
        const pd_anim_crouch_area *a = &scene->crouches[i];
        double x = fabs(here.at[0] - a->at[0]) - a->size[0] / 2;
        double z = fabs(here.at[1] - a->at[1]) - a->size[1] / 2;
        double amount = a->amount;
        if (a->wave > 0) amount *= 1 - (pd_sin(here.at[0] / a->wave) + 1) / 2;
        most = pd_fmax(most, amount * faded(pd_hypot(pd_fmax(x, 0), pd_fmax(z, 0)), CROUCH_FADE));
    }

    return most;
}

double pd_anim_scene_bump(const pd_anim_scene *scene, const double at[2], double near)
{
    const double unit = pd_anim_scene_unit(scene);
    const spot here = to_metres(at, unit);
    double most = 0;

    for (int i = 0; scene && i < scene->wall_count; i++) {
        double off[2];
        double distance = pd_plane_off_segment(off, scene->walls[i].from, scene->walls[i].to, here.at);
        most = pd_fmax(most, faded(distance - scene->walls[i].width, near * unit));
    }

    return most;
}

double pd_anim_scene_height(const pd_anim_scene *scene, double x, double z)
{
    if (!scene) return 0;
    const double unit = pd_anim_scene_unit(scene);
    return pd_anim_ground_height(&scene->ground, x * unit, z * unit) / unit;
}
