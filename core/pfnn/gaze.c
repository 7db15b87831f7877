#include "core/pfnn/gaze.h"

#include "core/anim/ranges.h"

#define TICK   (1.0 / 60)
#define NECK   0.4               /* of the turn                                           */
#define SLEW   3.0               /* radians / seconds: how fast it goes over to elsewhere */
#define FRONT  1.919862177193763 /* 110 degrees                             */
#define BACK   2.617993877991494 /* 150 degrees                             */
#define PASSES 3

pd_status pd_pfnn_gaze_check(const pd_pfnn_gaze *g, pd_error *err)
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

void pd_pfnn_gaze_set(pd_pfnn_gaze *gaze, const pd_pfnn_gaze *wish)
{
    gaze->weight = wish->weight;
    gaze->seconds = wish->seconds;
    if (wish->weight <= 0) return;
    gaze->point = wish->point;
    gaze->in_root = wish->in_root;
}

typedef struct head {
    int chest, neck, head;
} head;

static int find_head(head *out, const pd_anim_skeleton *s)
{
    out->head = pd_anim_skeleton_find(s, "Head");
    out->neck = out->head < 0 ? -1 : s->parents[out->head];
    out->chest = pd_anim_skeleton_find(s, "Spine1");
    return out->neck >= 0 && s->parents[out->neck] >= 0 && out->chest >= 0;
}

static double toward(double from, double to, double step)
{
    return from + fmin(fmax(to - from, -step), step);
}

static double smooth(double s)
{
    return s * s * (3 - 2 * s);
}

static double angle_between(pd_vec3 a, pd_vec3 b)
{
    return atan2(pd_vec3_length(pd_vec3_cross(a, b)), pd_vec3_dot(a, b));
}

static pd_vec3 point_of(const pd_pfnn_gaze *g, const pd_pfnn_pose *pose)
{
    if (!g->in_root) return g->point;
    return pd_vec3_add(pose->root, pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), pose->yaw), g->point));
}

/* Goes over to the direction wanted, no faster than SLEW / seconds. */
static void follow(pd_pfnn_gaze *g, pd_vec3 wanted, pd_vec3 now)
{
    if (!g->looking) g->dir = now;
    g->looking = 1;
    double angle = angle_between(g->dir, wanted), most = SLEW / g->seconds * TICK;
    if (angle <= most) {
        g->dir = wanted;
        return;
    }
    pd_vec3 axis = pd_vec3_cross(g->dir, wanted);
    axis = pd_vec3_unit_or(axis, pd_vec3_perpendicular(g->dir));
    g->dir = pd_q_rotate(pd_q_axis_angle(axis, most), g->dir);
}

static pd_quat within(pd_quat local, const char *name)
{
    int side;
    const pd_anim_range *range = pd_anim_range_of_biped(name, &side);
    return range ? pd_anim_range_clamp(local, range, side, 0) : local;
}

/* A joint takes part of the turn that brings the head's z to dir. */
static pd_quat take_part(pd_quat local, pd_quat above, pd_quat head_turn, pd_vec3 dir, double part,
                         const char *name)
{
    pd_vec3 looks = pd_q_rotate(head_turn, pd_vec3_make(0, 0, 1));
    pd_quat all = pd_q_between(looks, dir, pd_vec3_make(0, 1, 0));
    pd_quat turn = pd_q_slerp(pd_q_identity(), all, part);
    pd_quat wanted = pd_q_inv_mul(above, pd_q_mul(turn, pd_q_mul(above, local)));
    return pd_q_normalize(within(wanted, name));
}

static void turn_head(pd_pfnn_pose *pose, pd_vec3 dir, double w, const head *h, const pd_anim_skeleton *s)
{
    pd_quat neck = pose->rotations[h->neck], top = pose->rotations[h->head], turn[PD_ANIM_MAX_JOINTS];
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_anim_skeleton_forward(at, turn, s, pose->rotations, pose->translation);
    pd_quat above = turn[s->parents[h->neck]];
    for (int pass = 0; pass < PASSES; pass++) {
        pd_quat under = pd_q_mul(above, neck);
        neck = take_part(neck, above, pd_q_mul(under, top), dir, pass ? 1 : NECK, s->names[h->neck]);
        under = pd_q_mul(above, neck);
        top = take_part(top, under, pd_q_mul(under, top), dir, 1, s->names[h->head]);
    }
    pose->rotations[h->neck] = pd_q_slerp(pose->rotations[h->neck], neck, w);
    pose->rotations[h->head] = pd_q_slerp(pose->rotations[h->head], top, w);
    pd_anim_skeleton_forward(pose->joints, NULL, s, pose->rotations, pose->translation);
}

double pd_pfnn_gaze_step(pd_pfnn_gaze *g, pd_pfnn_pose *pose, const pd_pfnn_figure *figure)
{
    const pd_anim_skeleton *s = &figure->skeleton;
    pd_quat turn[PD_ANIM_MAX_JOINTS];
    pd_vec3 at[PD_ANIM_MAX_JOINTS], front = {0, 0, 1};
    head h;
    double step = TICK / (g->seconds > 0 ? g->seconds : 1);
    g->done = toward(g->done, g->weight, step);
    if (g->done <= 1e-6) g->looking = 0;
    if (g->done <= 1e-6 || !find_head(&h, s)) return 0;
    pd_anim_skeleton_forward(at, turn, s, pose->rotations, pose->translation);
    pd_vec3 now = pd_q_rotate(turn[h.head], front);
    pd_vec3 wanted = pd_vec3_unit_or(pd_vec3_sub(point_of(g, pose), at[h.head]), now);
    double away = angle_between(pd_q_rotate(turn[h.chest], front), wanted);
    double seen = fmin(fmax((BACK - away) / (BACK - FRONT), 0), 1);
    g->behind = g->looking ? toward(g->behind, seen, step) : seen;
    follow(g, wanted, now);
    turn_head(pose, g->dir, smooth(g->done) * smooth(g->behind), &h, s);
    pd_anim_skeleton_forward(at, turn, s, pose->rotations, pose->translation);
    return angle_between(pd_q_rotate(turn[h.head], front), pd_vec3_sub(point_of(g, pose), at[h.head]));
}
