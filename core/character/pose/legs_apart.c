#include "core/character/pose/legs_apart.h"

#include "core/character/pose/pose.h"
#include "core/math/plane.h"
#include "core/math/quat.h"
#include "core/math/spring.h"

#include <math.h>

#define DT (1 / PD_CHARACTER_RATE)

#define NEAR       0.10 /* metres: distance below which a foot in the air is pushed away */
#define PUSH       40.0 /* m/s2: that push at the distance PD_CHARACTER_APART */
#define SHIFT_W    11.0 /* 1/s: natural frequency of the spring that takes a shift back */
#define SHIFT_MOST 0.40 /* metres: largest shift */
#define FASTEST    1.5  /* m/s: largest rate of a shift */
#define LEVER      0.35 /* least share of a foot's shift by which a point of its shin moves */
#define SLIP_FROM  0.12 /* metres: a foot shifted by more moves around the leg too; in full at twice */
#define GRIP_FROM  0.1  /* place on a shin, 0 knee to 1 ankle, from which on its foot is shifted ... */
#define GRIP_FULL  0.4  /* ... and shifted in full */
#define TRIES      16   /* corrections in a frame */
#define KNEE_MOST  0.7  /* radians: largest rotation of a knee */
#define KNEE_TRIES 10
#define KNEE_LEVER 0.02 /* metres: least distance of a knee from its line that is rotated */
#define SETTLED    1e-5 /* metres, radians: smaller shifts and rates are set to 0 */
#define SMALL      1e-6

/* The nearest points of both lower legs. */
typedef struct nearest {
    double far;      /* distance */
    pd_vec3 off;     /* from the point of the right leg to that of the left one */
    double along[2]; /* place of the point, 0 at the knee, 1 at the ankle and below it */
} nearest;

/* Finds the nearest points of two segments, from p by u and from q by v, as shares of their lengths
 * (Ericson 2005, section 5.1.9). */
static void nearest_shares(double out[2], pd_vec3 p, pd_vec3 u, pd_vec3 q, pd_vec3 v)
{
    const pd_vec3 r = pd_vec3_sub(p, q);
    const double a = pd_fmax(pd_vec3_dot(u, u), SMALL * SMALL);
    const double e = pd_fmax(pd_vec3_dot(v, v), SMALL * SMALL);
    const double f = pd_vec3_dot(v, r);
    const double c = pd_vec3_dot(u, r);
    const double b = pd_vec3_dot(u, v);
    const double square = a * e - b * b;
    double s = square > SMALL * a * e ? pd_plane_clamp((b * f - c * e) / square, 0, 1) : 0;
    double t = (b * s + f) / e;

    if (t < 0 || t > 1) {
        t = pd_plane_clamp(t, 0, 1);
        s = pd_plane_clamp((b * t - c) / a, 0, 1);
    }

    out[0] = s;
    out[1] = t;
}

static nearest find_nearest(const pd_character_apart_leg legs[2])
{
    nearest best = {.far = INFINITY};

    for (int i = 0; i < 4; i++) {
        const int part[2] = {i / 2, i % 2}; /* 0: shin, 1: foot */
        pd_vec3 from[2];
        pd_vec3 by[2];
        for (int k = 0; k < 2; k++) {
            from[k] = part[k] ? legs[k].heel : legs[k].knee;
            by[k] = pd_vec3_sub(part[k] ? legs[k].toe : legs[k].heel, from[k]);
        }

        double share[2];
        nearest_shares(share, from[0], by[0], from[1], by[1]);
        const pd_vec3 off =
            pd_vec3_sub(pd_vec3_fma(from[0], share[0], by[0]), pd_vec3_fma(from[1], share[1], by[1]));
        const double far = pd_vec3_length(off);
        if (far >= best.far) continue;
        best = (nearest){.far = far, .off = off, .along = {part[0] ? 1 : share[0], part[1] ? 1 : share[1]}};
    }

    return best;
}

double pd_character_legs_distance(const pd_character_apart_leg legs[2])
{
    return find_nearest(legs).far;
}

/* Returns the level unit vector from the right leg to the left one at their nearest points. */
static pd_vec3 level_way(const nearest *n, const pd_character_apart_leg legs[2])
{
    const pd_vec3 hips = pd_vec3_sub(legs[0].hip, legs[1].hip);
    const pd_vec3 left = pd_vec3_unit_or(pd_vec3_make(hips.x, 0, hips.z), pd_vec3_make(1, 0, 0));
    const pd_vec3 off = pd_vec3_make(n->off.x, 0, n->off.z);

    return pd_vec3_length(off) > SMALL ? pd_vec3_unit_or(off, left) : left;
}

/* Moves foot and knee of a leg. Its bones keep their lengths. */
static void move_foot(pd_character_apart_leg *leg, pd_vec3 by)
{
    const pd_vec3 upper = pd_vec3_sub(leg->knee, leg->hip);
    const double thigh = pd_vec3_length(upper);
    const double shank = pd_vec3_distance(leg->knee, leg->heel);

    leg->heel = pd_vec3_add(leg->heel, by);
    leg->toe = pd_vec3_add(leg->toe, by);

    /* The knee stays in the plane in which it is bent. */
    const pd_vec3 limb = pd_vec3_sub(leg->heel, leg->hip);
    const double length = pd_fmax(pd_vec3_length(limb), SMALL);
    const pd_vec3 line = pd_vec3_scale(limb, 1 / length);
    const double down =
        pd_plane_clamp((length * length + thigh * thigh - shank * shank) / (2 * length), -thigh, thigh);
    const pd_vec3 aside = pd_vec3_fma(upper, -pd_vec3_dot(upper, line), line);
    const double out = sqrt(pd_fmax(thigh * thigh - down * down, 0));
    leg->knee =
        pd_vec3_fma(pd_vec3_fma(leg->hip, down, line), out, pd_vec3_unit_or(aside, pd_vec3_make(0, 0, 0)));
}

/* Returns the share, 0 to 1, by which a foot is shifted for a point at this place of its leg. Points near the
 * knee are left to the rotation of the knees. */
static double grip(double along)
{
    return pd_plane_clamp((along - GRIP_FROM) / (GRIP_FULL - GRIP_FROM), 0, 1);
}

/* Returns the part of a shift that each foot takes: all of it, or half if both are in the air. */
static double share_of(const pd_character_apart_leg legs[2], int foot)
{
    if (legs[foot].is_planted) return 0;
    return legs[!foot].is_planted ? 1 : 0.5;
}

void pd_character_legs_apart_feet(pd_character_legs_apart *a, pd_character_apart_leg legs[2])
{
    pd_vec3 before[2] = {a->shift[0], a->shift[1]};

    /* Advance the shifts. */
    for (int f = 0; f < 2; f++) {
        if (legs[f].is_planted)
            a->rate[f] = pd_vec3_make(0, 0, 0);
        else
            pd_spring3(&a->shift[f], &a->rate[f], SHIFT_W, DT);
        move_foot(&legs[f], a->shift[f]);
    }

    nearest n = find_nearest(legs);
    if (n.far >= NEAR) {
        for (int f = 0; f < 2; f++) {
            if (pd_vec3_length(a->shift[f]) < SETTLED && pd_vec3_length(a->rate[f]) < SETTLED)
                a->shift[f] = a->rate[f] = pd_vec3_make(0, 0, 0);
        }
        return;
    }

    /* Push feet that are near. */
    const double part = pd_fmin((NEAR - n.far) / (NEAR - PD_CHARACTER_APART), 1);
    for (int f = 0; f < 2; f++) {
        const double push = (f ? -1 : 1) * share_of(legs, f) * PUSH * part * part * grip(n.along[f]) * DT;
        a->rate[f] = pd_vec3_fma(a->rate[f], push, level_way(&n, legs));
        a->shift[f] = pd_vec3_fma(a->shift[f], push * DT, level_way(&n, legs));
        move_foot(&legs[f], pd_vec3_scale(level_way(&n, legs), push * DT));
    }

    /* Move the feet out of each other. */
    bool has_moved = false;
    for (int i = 0; i < TRIES; i++) {
        n = find_nearest(legs);
        if (n.far >= PD_CHARACTER_APART || (legs[0].is_planted && legs[1].is_planted)) break;
        const pd_vec3 way = level_way(&n, legs);
        const double level = pd_hypot(n.off.x, n.off.z);
        const double room = PD_CHARACTER_APART * PD_CHARACTER_APART - n.off.y * n.off.y;
        const double lack = sqrt(pd_fmax(room, 0)) - level;
        for (int f = 0; f < 2; f++) {
            const double by =
                (f ? -1 : 1) * share_of(legs, f) * lack * grip(n.along[f]) / pd_fmax(n.along[f], LEVER);
            const pd_vec3 across = pd_vec3_make(way.z, 0, -way.x);
            const double back = pd_vec3_dot(a->shift[f], across);
            const double slip = pd_plane_clamp((pd_vec3_length(a->shift[f]) - SLIP_FROM) / SLIP_FROM, 0, 1);
            pd_vec3 to = pd_vec3_fma(a->shift[f], by, way);
            to = pd_vec3_fma(to, back > 0 ? -slip * fabs(by) : slip * fabs(by), across);
            const double most = SHIFT_MOST / pd_fmax(pd_vec3_length(to), SHIFT_MOST);
            to = pd_vec3_scale(to, most);
            move_foot(&legs[f], pd_vec3_sub(to, a->shift[f]));
            a->shift[f] = to;
        }
        has_moved = true;
    }

    /* A foot that was moved goes on at that speed. */
    for (int f = 0; f < 2 && has_moved; f++) {
        const pd_vec3 rate = pd_vec3_scale(pd_vec3_sub(a->shift[f], before[f]), PD_CHARACTER_RATE);
        const double speed = pd_vec3_length(rate);
        if (!legs[f].is_planted) a->rate[f] = pd_vec3_scale(rate, FASTEST / pd_fmax(speed, FASTEST));
    }
}

/* Rotates the knee about the line from hip to heel. */
static void turn_knee(pd_character_apart_leg *leg, double angle)
{
    const pd_vec3 line = pd_vec3_unit_or(pd_vec3_sub(leg->heel, leg->hip), pd_vec3_make(0, -1, 0));
    const pd_quat by = pd_q_axis_angle(line, angle);
    leg->knee = pd_vec3_add(leg->hip, pd_q_rotate(by, pd_vec3_sub(leg->knee, leg->hip)));
}

void pd_character_legs_apart_knees(pd_character_legs_apart *a, pd_character_apart_leg legs[2])
{
    double before[2];

    for (int f = 0; f < 2; f++) {
        before[f] = a->swivel[f][0];
        pd_spring(&a->swivel[f][0], &a->swivel[f][1], SHIFT_W, DT);
        if (fabs(a->swivel[f][0]) < SETTLED && fabs(a->swivel[f][1]) < SETTLED)
            a->swivel[f][0] = a->swivel[f][1] = 0;
        if (fabs(a->swivel[f][0]) > 0) turn_knee(&legs[f], a->swivel[f][0]);
    }

    /* Turn both knees away from each other. */
    bool has_moved = false;
    for (int i = 0; i < KNEE_TRIES; i++) {
        const nearest n = find_nearest(legs);
        if (n.far >= PD_CHARACTER_APART) break;
        for (int f = 0; f < 2; f++) {
            const pd_vec3 line =
                pd_vec3_unit_or(pd_vec3_sub(legs[f].heel, legs[f].hip), pd_vec3_make(0, -1, 0));
            const pd_vec3 arm = pd_vec3_sub(legs[f].knee, legs[f].hip);
            const pd_vec3 goes = pd_vec3_scale(pd_vec3_cross(line, arm), 1 - n.along[f]);
            const pd_vec3 way = pd_vec3_scale(pd_vec3_unit_or(n.off, pd_vec3_make(1, 0, 0)), f ? -1 : 1);
            const double lever = pd_vec3_dot(goes, way);
            if (pd_vec3_length(goes) < KNEE_LEVER) continue;
            const double gain = lever / pd_fmax(pd_vec3_dot(goes, goes), KNEE_LEVER * KNEE_LEVER);
            const double to = pd_plane_clamp(a->swivel[f][0] + 0.5 * (PD_CHARACTER_APART - n.far) * gain,
                                             -KNEE_MOST, KNEE_MOST);
            turn_knee(&legs[f], to - a->swivel[f][0]);
            a->swivel[f][0] = to;
        }
        has_moved = true;
    }

    for (int f = 0; f < 2 && has_moved; f++)
        a->swivel[f][1] = pd_plane_clamp((a->swivel[f][0] - before[f]) * PD_CHARACTER_RATE, -6, 6);
}
