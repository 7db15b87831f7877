#include "core/anim/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CROUCH_FADE 1.0 /* metres around a crouch area                              */
#define BEAM_DRAW   0.5 /* part of the way to its line that a point is drawn         */
#define MAX_HEIGHT  1e4

/* ---- memory and checks */

static pd_status check_count(const char *where, const char *what, int count, int most, pd_error *err)
{
    if (count >= 0 && count <= most) return PD_OK;
    return pd_fail(err, PD_ERR_LIMIT, where, "%d %s; 0 to %d allowed", count, what, most);
}

static int take(void *out, int count, size_t bytes)
{
    void *items = count ? calloc((size_t)count, bytes) : NULL;
    memcpy(out, &items, sizeof items);
    return !count || items;
}

pd_status pd_anim_scene_init(pd_anim_scene *scene, int walls, int jumps, int crouches, int beams,
                             const char *where, pd_error *err)
{
    memset(scene, 0, sizeof *scene);
    pd_status s = check_count(where, "walls", walls, PD_ANIM_SCENE_MAX_WALLS, err);
    if (!s) s = check_count(where, "jump areas", jumps, PD_ANIM_SCENE_MAX_AREAS, err);
    if (!s) s = check_count(where, "crouch areas", crouches, PD_ANIM_SCENE_MAX_AREAS, err);
    if (!s) s = check_count(where, "beams", beams, PD_ANIM_SCENE_MAX_AREAS, err);
    if (s) return s;
    scene->wall_count = walls, scene->jump_count = jumps;
    scene->crouch_count = crouches, scene->beam_count = beams;
    int good = take(&scene->walls, walls, sizeof *scene->walls);
    good &= take(&scene->jumps, jumps, sizeof *scene->jumps);
    good &= take(&scene->crouches, crouches, sizeof *scene->crouches);
    good &= take(&scene->beams, beams, sizeof *scene->beams);
    if (good) return PD_OK;
    pd_anim_scene_deinit(scene);
    return pd_fail(err, PD_ERR_MEMORY, where, "out of memory for %d walls and %d areas", walls,
                   jumps + crouches + beams);
}

void pd_anim_scene_deinit(pd_anim_scene *scene)
{
    pd_anim_ground_deinit(&scene->ground);
    free(scene->walls), free(scene->jumps), free(scene->crouches), free(scene->beams);
    memset(scene, 0, sizeof *scene);
}

/* The element that is being checked, for errors. */
typedef struct place {
    const char *where, *list;
    int index;
    pd_error *err;
} place;

static pd_status refuse(const place *p, const char *field, double value, double least, double most)
{
    char where[192];
    snprintf(where, sizeof where, "%s/%s/%d/%s", p->where, p->list, p->index, field);
    return pd_fail(p->err, PD_ERR_RANGE, where, "%g; %g to %g allowed", value, least, most);
}

static pd_status check_number(const place *p, const char *field, double value, double least, double most)
{
    return value >= least && value <= most ? PD_OK : refuse(p, field, value, least, most);
}

static pd_status check_point(const place *p, const char *field, const double at[2])
{
    double most = PD_ANIM_SCENE_MAX_SPAN;
    pd_status s = check_number(p, field, at[0], -most, most);
    return s ? s : check_number(p, field, at[1], -most, most);
}

static pd_status check_walls(const pd_anim_scene *scene, const char *where, pd_error *err)
{
    pd_status s = PD_OK;
    for (int i = 0; !s && i < scene->wall_count; i++) {
        place p = {where, "walls", i, err};
        s = check_point(&p, "from", scene->walls[i].from);
        if (!s) s = check_point(&p, "to", scene->walls[i].to);
        if (!s) s = check_number(&p, "width", scene->walls[i].width, 0, 100);
    }
    return s;
}

static pd_status check_jumps(const pd_anim_scene *scene, const char *where, pd_error *err)
{
    pd_status s = PD_OK;
    for (int i = 0; !s && i < scene->jump_count; i++) {
        place p = {where, "jumps", i, err};
        s = check_point(&p, "at", scene->jumps[i].at);
        if (!s) s = check_number(&p, "radius", scene->jumps[i].radius, 0.01, 100);
        if (!s) s = check_number(&p, "falloff", scene->jumps[i].falloff, 0.01, 100);
    }
    return s;
}

static pd_status check_crouches(const pd_anim_scene *scene, const char *where, pd_error *err)
{
    pd_status s = PD_OK;
    for (int i = 0; !s && i < scene->crouch_count; i++) {
        place p = {where, "crouches", i, err};
        s = check_point(&p, "at", scene->crouches[i].at);
        for (int c = 0; !s && c < 2; c++)
            s = check_number(&p, "size", scene->crouches[i].size[c], 0.01, 1000);
        if (!s) s = check_number(&p, "amount", scene->crouches[i].amount, 0, 1);
    }
    return s;
}

static pd_status check_beams(const pd_anim_scene *scene, const char *where, pd_error *err)
{
    pd_status s = PD_OK;
    for (int i = 0; !s && i < scene->beam_count; i++) {
        place p = {where, "beams", i, err};
        s = check_point(&p, "from", scene->beams[i].from);
        if (!s) s = check_point(&p, "to", scene->beams[i].to);
        if (!s) s = check_number(&p, "width", scene->beams[i].width, 0.01, 10);
    }
    return s;
}

static pd_status check_heights(const pd_anim_scene *scene, const char *where, pd_error *err)
{
    const pd_anim_ground *g = &scene->ground;
    place p = {where, "ground/heights", 0, err};
    for (p.index = 0; p.index < g->rows * g->columns; p.index++) {
        double h = (double)g->heights[p.index];
        if (!(fabs(h) <= MAX_HEIGHT)) return refuse(&p, "y", h, -MAX_HEIGHT, MAX_HEIGHT);
    }
    return PD_OK;
}

pd_status pd_anim_scene_check(const pd_anim_scene *scene, const char *where, pd_error *err)
{
    pd_status s = check_walls(scene, where, err);
    if (!s) s = check_jumps(scene, where, err);
    if (!s) s = check_crouches(scene, where, err);
    if (!s) s = check_beams(scene, where, err);
    return s ? s : check_heights(scene, where, err);
}

/* ---- geometry */

/* out from the nearest point of the segment to at, and its length. */
static double off_segment(double out[2], const double from[2], const double to[2], const double at[2])
{
    double dx = to[0] - from[0], dz = to[1] - from[1], square = dx * dx + dz * dz;
    double t = square > 0 ? ((at[0] - from[0]) * dx + (at[1] - from[1]) * dz) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    out[0] = at[0] - from[0] - t * dx;
    out[1] = at[1] - from[1] - t * dz;
    return sqrt(out[0] * out[0] + out[1] * out[1]);
}

/* A point right on the segment leaves it to its left. */
static void push_out(double at[2], const pd_anim_wall *wall, const double off[2], double distance)
{
    double n[2] = {off[0], off[1]}, length = distance;
    if (length < 1e-9) {
        n[0] = wall->from[1] - wall->to[1], n[1] = wall->to[0] - wall->from[0];
        length = sqrt(n[0] * n[0] + n[1] * n[1]);
        if (length < 1e-9) n[0] = length = 1;
    }
    double by = (wall->width - distance) / length;
    at[0] += by * n[0], at[1] += by * n[1];
}

static int push_from(double at[2], const pd_anim_wall *wall)
{
    double off[2], distance = off_segment(off, wall->from, wall->to, at);
    if (distance >= wall->width) return 0;
    push_out(at, wall, off, distance);
    return 1;
}

int pd_anim_scene_push(double at[2], const pd_anim_scene *scene)
{
    int pushed = 0;
    for (int i = 0; scene && i < scene->wall_count; i++) pushed |= push_from(at, &scene->walls[i]);
    return pushed;
}

void pd_anim_scene_near(pd_anim_near *near, const pd_anim_scene *scene, const double at[2], double radius)
{
    near->count = 0;
    for (int i = 0; scene && i < scene->wall_count; i++) {
        double off[2], distance = off_segment(off, scene->walls[i].from, scene->walls[i].to, at);
        if (distance < scene->walls[i].width + radius) near->walls[near->count++] = (short)i;
    }
}

int pd_anim_scene_push_near(double at[2], const pd_anim_scene *scene, const pd_anim_near *near)
{
    int pushed = 0;
    for (int i = 0; i < near->count; i++) pushed |= push_from(at, &scene->walls[near->walls[i]]);
    return pushed;
}

int pd_anim_scene_balance(double at[2], const pd_anim_scene *scene)
{
    for (int i = 0; scene && i < scene->beam_count; i++) {
        double off[2], distance = off_segment(off, scene->beams[i].from, scene->beams[i].to, at);
        if (distance > scene->beams[i].width) continue;
        at[0] -= BEAM_DRAW * off[0], at[1] -= BEAM_DRAW * off[1];
        return 1;
    }
    return 0;
}

/* 1 where over <= 0, falling to 0 at over = fade */
static double faded(double over, double fade)
{
    double t = over / fade;
    return t <= 0 ? 1 : t >= 1 ? 0 : 1 - t;
}

double pd_anim_scene_jump(const pd_anim_scene *scene, const double at[2])
{
    double most = 0;
    for (int i = 0; scene && i < scene->jump_count; i++) {
        const pd_anim_jump_area *a = &scene->jumps[i];
        double distance = hypot(at[0] - a->at[0], at[1] - a->at[1]);
        most = fmax(most, faded(distance - a->radius, a->falloff));
    }
    return most;
}

double pd_anim_scene_crouch(const pd_anim_scene *scene, const double at[2])
{
    double most = 0;
    for (int i = 0; scene && i < scene->crouch_count; i++) {
        const pd_anim_crouch_area *a = &scene->crouches[i];
        double x = fabs(at[0] - a->at[0]) - a->size[0] / 2, z = fabs(at[1] - a->at[1]) - a->size[1] / 2;
        most = fmax(most, a->amount * faded(hypot(fmax(x, 0), fmax(z, 0)), CROUCH_FADE));
    }
    return most;
}

double pd_anim_scene_height(const pd_anim_scene *scene, double x, double z)
{
    return scene ? pd_anim_ground_height(&scene->ground, x, z) : 0;
}
