#include "core/character/action/gaze.h"

#include "core/base/assert.h"
#include "core/anim/ranges.h"
#include "core/math/elementary.h"

#include <stdbool.h>

#define TICK   (1.0 / 60)
#define NECK   0.4               /* fraction of the rotation that the neck takes */
#define SLEW   3.0               /* radians: largest turn to a new direction in request.seconds */
#define FRONT  1.919862177193763 /* 110 degrees from the chest's direction: up to here the gaze is full ... */
#define BACK   2.617993877991494 /* ... and from 150 degrees on there is none */
#define PASSES 3                 /* iterations over neck and head */

pd_status pd_character_gaze_check(const pd_character_gaze_request *g, pd_error *err)
{
    if (!pd_vec3_finite(g->point) || pd_vec3_length(g->point) > 1e6)
        return pd_fail(err, PD_ERR_RANGE, "/point", "%g, %g, %g; within 1e6 m allowed", g->point.x,
                       g->point.y, g->point.z);
    if (!(g->weight >= 0 && g->weight <= 1))
        return pd_fail(err, PD_ERR_RANGE, "/weight", "%g; 0 to 1 allowed", g->weight);
    if (!(g->seconds >= 0.01 && g->seconds <= 10))
        return pd_fail(err, PD_ERR_RANGE, "/seconds", "%g; 0.01 to 10 allowed", g->seconds);

    return PD_OK;
}

void pd_character_gaze_set(pd_character_gaze_state *state, const pd_character_gaze_request *request)
{
    const pd_character_gaze_request before = state->request;
    state->request = *request;
    if (request->weight > 0) return;

    state->request.point = before.point;
    state->request.in_root = before.in_root;
}

/* Joints of a gaze, -1: missing. */
typedef struct head {
    int chest, neck, head;
} head;

static double toward(double from, double to, double step)
{
    return from + pd_fmin(pd_fmax(to - from, -step), step);
}

static double smooth_gaze(double s)
{
    return s * s * (3 - 2 * s);
}

static double angle_between(pd_vec3 a, pd_vec3 b)
{
    return pd_atan2(pd_vec3_length(pd_vec3_cross(a, b)), pd_vec3_dot(a, b));
}

static pd_vec3 point_of(const pd_character_gaze_request *g, const pd_character_pose *pose)
{
    if (!g->in_root) return g->point;
    return pd_vec3_add(pose->root, pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), pose->yaw), g->point));
}

static pd_quat gaze_within(pd_quat local, const pd_character_limit *limit)
{
    return limit->range ? pd_anim_range_clamp(local, limit->range, limit->side, 0) : local;
}

/* Returns the local rotation of neck or head with a fraction `part` added of the rotation that turns the
 * head's z to `direction`, within the joint's range. above: world rotation of the joint's parent. */
static pd_quat take_part(pd_quat local, pd_quat above, pd_quat head_rotation, pd_vec3 direction, double part,
                         const pd_character_limit *limit)
{
    pd_vec3 looks = pd_q_rotate(head_rotation, pd_vec3_make(0, 0, 1));
    pd_quat all = pd_q_between(looks, direction, pd_vec3_make(0, 1, 0));
    pd_quat rotation = pd_q_slerp(pd_q_identity(), all, part);
    pd_quat wanted = pd_q_inv_mul(above, pd_q_mul(rotation, pd_q_mul(above, local)));
    return pd_q_normalize(gaze_within(wanted, limit));
}

/* Rotates neck and head so that the head's z is along `direction`, blended by w.
 * above: world rotation of the neck's parent. */
static void rotate_head(pd_character_pose *pose, pd_quat above, pd_vec3 direction, double w, const head *h,
                        const pd_character_rig *rig)
{
    PD_ASSERT(h->head >= 0 && h->neck >= 0 && h->neck == rig->skeleton.parents[h->head]);
    pd_quat neck = pose->rotations[h->neck];
    pd_quat top = pose->rotations[h->head];

    for (int pass = 0; pass < PASSES; pass++) {
        pd_quat under = pd_q_mul(above, neck);
        neck =
            take_part(neck, above, pd_q_mul(under, top), direction, pass ? 1 : NECK, &rig->limits[h->neck]);
        under = pd_q_mul(above, neck);
        top = take_part(top, under, pd_q_mul(under, top), direction, 1, &rig->limits[h->head]);
    }

    pose->rotations[h->neck] = pd_q_slerp(pose->rotations[h->neck], neck, w);
    pose->rotations[h->head] = pd_q_slerp(pose->rotations[h->head], top, w);
}

double pd_character_gaze_step(pd_character_gaze_state *g, pd_character_pose *pose,
                              const pd_character_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    pd_quat rotation[PD_ANIM_MAX_JOINTS];
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_vec3 front = {0, 0, 1};
    head h = {.chest = rig->trunk.chest, .neck = -1, .head = rig->trunk.head};

    if (h.head >= 0) h.neck = s->parents[h.head];

    /* Fade in or out at the requested rate. */
    double step = TICK / (g->request.seconds > 0 ? g->request.seconds : 1);
    g->progress = toward(g->progress, g->request.weight, step);
    if (g->progress <= 1e-6) g->looking = false;
    if (g->progress <= 1e-6 || h.neck < 0 || s->parents[h.neck] < 0 || h.chest < 0) return 0;

    /* Find the directions of the head and of the target. */
    pd_anim_skeleton_forward(at, rotation, s, pose->rotations, pose->translation);
    pd_vec3 point = point_of(&g->request, pose);
    pd_vec3 now = pd_q_rotate(rotation[h.head], front);
    pd_vec3 wanted = pd_vec3_unit_or(pd_vec3_sub(point, at[h.head]), now);

    /* Fade the gaze out for a target behind the chest. */
    double away = angle_between(pd_q_rotate(rotation[h.chest], front), wanted);
    double visible = pd_fmin(pd_fmax((BACK - away) / (BACK - FRONT), 0), 1);
    g->visible = g->looking ? toward(g->visible, visible, step) : visible;

    /* Turn the direction towards the target at a limited speed. */
    if (!g->looking) g->direction = now;
    g->looking = true;
    const double angle = angle_between(g->direction, wanted);
    const double most = SLEW / g->request.seconds * TICK;
    if (angle <= most) {
        g->direction = wanted;
    } else {
        pd_vec3 axis = pd_vec3_cross(g->direction, wanted);
        axis = pd_vec3_unit_or(axis, pd_vec3_perpendicular(g->direction));
        g->direction = pd_q_rotate(pd_q_axis_angle(axis, most), g->direction);
    }

    const pd_quat above = rotation[s->parents[h.neck]];
    rotate_head(pose, above, g->direction, smooth_gaze(g->progress) * smooth_gaze(g->visible), &h, rig);

    /* Return the remaining angle to the target. */
    const pd_quat neck = pd_q_mul(above, pose->rotations[h.neck]);
    const pd_vec3 eyes = pd_vec3_add(at[h.neck], pd_q_rotate(neck, s->offsets[h.head]));

    return angle_between(pd_q_rotate(pd_q_mul(neck, pose->rotations[h.head]), front),
                         pd_vec3_sub(point, eyes));
}

pd_vec3 pd_character_gaze_target(const pd_character_gaze_state *g, const pd_character_pose *pose)
{
    return point_of(&g->request, pose);
}

double pd_character_gaze_point(pd_vec3 *point, const pd_character_gaze_state *g,
                               const pd_character_pose *pose)
{
    *point = point_of(&g->request, pose);
    return g->looking && g->visible > 0.5 ? g->request.weight : 0;
}
