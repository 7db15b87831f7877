#include "core/character/pose/jump_parts.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"
#include "core/math/plane.h"
#include "core/math/spring.h"

#include <math.h>

#define GRAVITY 9.81 /* m/s2 */

#define DT              (1 / PD_CHARACTER_RATE)
/* Metres by which the hips are higher at take-off than in the network's pose, standing and jogging, and lower
 * at touch-down; negative: higher.
 *   From standing: in captured jumps the hips are 10 cm higher at take-off and 2 cm higher at touch-down.
 *   With less at take-off the crouch is deeper; with less at touch-down the knees are bent there. Hips that
 *   are 2 cm lower at touch-down land with 32 m/s2 and sink to .73 m; hips that are 1 cm higher land with 29
 *   m/s2 and sink to .75 m (people: 13 to 26 m/s2, .72 to .84 m). In a jog: the push reaches 38 m/s2 with 0,
 *   and 22 m/s2 with 8 cm. The hips of nine captured jumps out of a run (CMU 127_21 to 127_28, 16_09, 16_10,
 *   ACCAD C20) are .87 to .93 m high at touch-down and sink to .64 to .80 m. In nine jumps of a jog they are
 *   .93 m high; they sink to .67 m if the legs begin to push 3 cm below the network's height, and to .76 m if
 *   they begin 4 cm above it. */
#define TAKE_OFF        0.045
#define TAKE_OFF_JOG    0.08
#define TOUCH_DOWN      -0.01
#define TOUCH_DOWN_JOG  -0.04
/* Bounds of the speed at take-off as fractions of its target, which is missed when the network's stride
 * changes meanwhile. */
#define MISSED_LOW      0.85
#define MISSED_HIGH     1.15
/* Shortest and longest push in a jog, seconds. A stance of a jog lasts 0.2 to 0.25 s. With 0.4 as the
 * longest, pushes are as hard. */
#define PUSH_LEAST      0.13
#define PUSH_MOST       0.25
/* Largest acceleration of the hips in the push of a jog, m/s2, and the least fraction of the target speed
 * that remains. A push that would be harder, as on hills, ends at a lower speed, unless the jump goes up a
 * step or over a gap. Captured jumps push with 14 to 35 m/s2;
 * without this ours did with up to 55 on hills. */
#define PUSH_HARD       30.0
#define PUSH_SLOWER     0.75
/* Fraction of the push after which the target speed at take-off is constant, because it is too late to react
 * to the ground ahead. */
#define DECIDED         0.6
/* Least speed at take-off of a jump down, as a fraction of that on level ground.
 * Its flight lasts longer instead. */
#define DOWN_LEAST      0.6
/* Natural frequency of the landing's spring, 1/s, after a jump from standing and in a jog. With 6, after a
 * flight of 0.4 s, the hips sink by 12 cm and are accelerated upwards with 24 m/s2; people's sink by 13 to 25
 * cm with 16 to 31. */
#define LAND            6.0
#define LAND_JOG        13.4
/* Largest upward acceleration of the hips in the landing of a jog, m/s2. The spring alone stops them with 45;
 * the nine captured landings reach 14 to 30, 23 in the mean. */
#define LEGS_MOST       22.0
/* Metres within which the hips of a deeper fall are stopped, with a larger acceleration. People's hips sink
 * by 11 to 23 cm in a landing. Down a ledge of 30 cm the hips are accelerated with 47 m/s2 with 0.10, and
 * with 40 with 0.14, where they come down to .67 m. */
#define LEGS_SINK       0.14
/* Seconds in which the force of the legs grows to the spring's, on level and on other ground. In the nine
 * captured landings it grows within 4 to 5 frames, 0.07 to 0.08 s. With 0.08 the hips sink by 1 cm more, with
 * 0.06 their jerk is 4 % larger. */
#define LAND_RAMP       0.07
#define LAND_RAMP_ROUGH 0.05
/* Natural frequencies of the landing's spring, 1/s, on ground that is not level, where the network's hips
 * follow the mean ground of the path and not the ledge under them. LAND_ROUGH is used while the hips are
 * below the network's, LAND_HIGH while they are above,
 * because the feet would not reach the ledge from there. */
#define LAND_ROUGH      4.0
#define LAND_HIGH       14.0
/* Metres: largest depth to which the spring of a landing lets the hips sink below the network's; a faster
 * fall makes it stiffer. People's hips sink by 13 to 25 cm, a part of it above the network's height. */
#define SINK_MOST       0.12
/* Least height of the hips over uneven ground in a landing, metres, and the distance above it within which
 * they are slowed. With half that distance the jerk of the hips on a ledge is the same, and toes skate in 36
 * % of the frames instead of 30 %. */
#define LOWEST          0.74
#define LOW_EASE        0.24
/* Metres of ground before and behind the root over which the ground's height is averaged for that. When jumps
 * are requested at any time before an edge of 30 cm, the hips are accelerated with at most 36 m/s2; with the
 * height under the root alone with 57. */
#define AROUND          0.3
/* 1/s: natural frequency of the spring that turns that correction on and off, because the ground changes fast
 * at an edge. */
#define LIFT_W          16.0
/* Seconds of the last part of the curves, from touch-down to the network's pose. */
#define RECOVER         0.5
/* Bounds on the duration of flights, seconds. Ledges that need other
 * durations are too high or too deep for a jump. */
#define FLIGHT_LEAST    0.2
#define FLIGHT_MOST     0.9
/* Least depth of a gap below the ground at the root, metres, and the largest factor by which a flight is
 * longer to cross it. */
#define GAP_DEEP        0.5
#define FLIGHT_OVER_GAP 1.3
/* Distances of a jogging foot behind the root at toe-off and ahead of it at touch-down, and its least
 * distance from the edge of a gap, metres. */
#define BEHIND          0.30
#define BEFORE          0.25
#define EDGE            0.12
/* Metres: least change of the ground's height at the edge of a step. */
#define STEP            0.15
/* Metres beyond a landing that are searched for a gap: a jog's stride and a flight. */
#define AHEAD           2.2
/* Metres between the points at which the ground is read. */
#define LOOK            0.05
/* Strengths of a jump area from which on it requests a jump, and below which it has been left. */
#define AREA_ON         0.5
#define AREA_OFF        0.1
/* Metres: clearance of the network's lower foot above which both are in the air, as in physics.c. */
#define IN_AIR          0.03
/* Metres: clearance below which the flight ends. With 3 cm, where the network's foot still moves on, it
 * slides by 7 cm after a jump; with this value by 4 cm; people's slide by 2 to 11. */
#define LANDED          0.01
/* Metres by which both feet rise towards the hips in the middle of a flight, in a jog and from standing. From
 * standing they are lowered, and the knees are then bent by 31 to 38 degrees; in captured jumps by 20 to 36
 * (CMU 13_41, 16_03). With 0.02 they were bent by 52, because the heel
 * of a foot that points down is higher. */
#define TUCK            0.06
#define TUCK_STANDING   -0.04
/* Metres: largest distance by which a foot is lowered for its landing, and the share of it by which it
 * returns in each second of the landing. */
#define REACH_MOST      0.25
#define REACH_BACK      8.0
/* Contact from which on the network has a foot on the ground. */
#define CARRIES         0.5f
/* Seconds before take-off at which the foot that pushes off begins to leave the ground. */
#define LETS_GO         0.04
/* Seconds before touch-down in which a jog's foot comes to a stop. */
#define STOP_S          0.2
/* Degrees of the curve of the feet from which on the heel is off the ground. */
#define HEEL_UP         1.0
/* Metres, m/s: smaller offsets and rates are set to 0. */
#define SETTLED         1e-4
/* Speeds of the root, m/s, up to which a jump uses the curves of a standing one in full, and from which on
 * not at all. */
#define CURVES_FULL     0.3
#define CURVES_NONE     1.6
/* Share of the phase's present rate that enters its mean in each frame. */
#define MIX_PACE        0.1
/* Share of the root's present speed that enters its mean in each frame: within a stride of a jog it goes from
 * 2.0 to 2.5 m/s and back. */
#define MIX_AHEAD       0.06
/* Seconds of a crouch from which on arms swing in full: back to -52 degrees and ahead to 41 at up to 499
 * degrees/s; people's -55 to 45 and 250 to 520. In shorter ones they swing by less, at the same speed. */
#define SWINGS          0.45
/* Fraction by which the phase is faster at the ends of a flight and slower in its middle. */
#define EASE_FLIGHT     0.6
/* Rate of the phase in the flight of a walk, as a fraction of its rate on the ground. */
#define WALK_FLIGHT     0.25

/* ---- the hips */

/* Advances height, speed and acceleration of the hips (j->from, j->rise, j->push) by one frame along the
 * quintic that reaches height x, speed v and acceleration a in `left` seconds. The quintic is computed anew
 * in each frame, so a changing goal bends the path without a step. */
static void push_off(pd_character_jump *j, double left, double x, double v, double a)
{
    PD_ASSERT(left > 0);
    const double T = left;
    const double t = pd_fmin(DT, left);
    const double dx = x - j->from - T * (j->rise + 0.5 * T * j->push);
    const double dv = T * (v - j->rise - T * j->push);
    const double da = T * T * (a - j->push);
    const double s = t / T;
    const double c3 = 10 * dx - 4 * dv + 0.5 * da;
    const double c4 = -15 * dx + 7 * dv - da;
    const double c5 = 6 * dx - 3 * dv + 0.5 * da;
    j->from += t * (j->rise + 0.5 * t * j->push) + s * s * s * (c3 + s * (c4 + s * c5));
    j->rise += t * j->push + s * s * (3 * c3 + s * (4 * c4 + s * 5 * c5)) / T;
    j->push += s * (6 * c3 + s * (12 * c4 + s * 20 * c5)) / (T * T);
}

/* Returns the largest acceleration of the quintic of push_off. */
static double hardest(const pd_character_jump *j, double T, double x, double v, double a)
{
    const double dx = x - j->from - T * (j->rise + 0.5 * T * j->push);
    const double dv = T * (v - j->rise - T * j->push);
    const double da = T * T * (a - j->push);
    const double c3 = 10 * dx - 4 * dv + 0.5 * da;
    const double c4 = -15 * dx + 7 * dv - da;
    const double c5 = 6 * dx - 3 * dv + 0.5 * da;
    double most = 0;

    for (double s = 0.1; s < 1; s += 0.1)
        most = pd_fmax(most, j->push + s * (6 * c3 + s * (12 * c4 + s * 20 * c5)) / (T * T));

    return most;
}

/* Returns the largest speed at take-off between PUSH_SLOWER v and v for which the push accelerates by no more
 * than `most`, m/s2. */
static double softened(const pd_character_jump *j, double left, double x, double v, double a, double most)
{
    double slow = PUSH_SLOWER * v;
    double fast = v;

    if (hardest(j, left, x, v, a) <= most) return v;
    for (int i = 0; i < 5; i++) {
        const double middle = 0.5 * (slow + fast);
        if (hardest(j, left, x, middle, a) <= most)
            slow = middle;
        else
            fast = middle;
    }

    return slow;
}

/* Returns the height of the ground `ahead` metres from the root along its motion. */
static double ground_at(const pd_character_jump_frame *f, double ahead, const pd_anim_scene *scene)
{
    double way[2] = {f->dir[0], f->dir[1]};
    if (pd_plane_length(f->velocity) > CURVES_FULL) pd_plane_unit(way, f->velocity);
    return pd_anim_scene_height(scene, f->root.x + ahead * way[0], f->root.z + ahead * way[1]);
}

/* Returns the mean height of the ground from AROUND behind the root to AROUND ahead of it. At an edge this
 * mean changes gradually. */
static double ground_around(const pd_character_jump_frame *f, const pd_anim_scene *scene)
{
    enum { PLACES = 3 };
    double sum = 0;
    for (int i = -PLACES; i <= PLACES; i++) sum += ground_at(f, i * AROUND / PLACES, scene);
    return sum / (2 * PLACES + 1);
}

/* Records the phases and the heights of the hips at which the feet
 * of the network's jog leave the ground and touch it. */
static void watch_stride(pd_character_jump *j, double y, const pd_character_jump_frame *f)
{
    const bool flies = f->clearance > (j->flew ? LANDED : IN_AIR);

    if (j->has_height && flies != j->flew && f->jog > 0.5) {
        const int half = fmod(f->phase, 2 * M_PI) >= M_PI;
        double *phases = j->phases[!flies];
        phases[half] = fmod(f->phase, M_PI);
        if (!(phases[!half] > 0)) phases[!half] = phases[half];
        if (f->level >= 1 || !(j->heights[!flies] > 0)) j->heights[!flies] = y - f->root.y;
    }

    j->flew = flies;
}

/* Measures height, speed and acceleration of the shown hips, with which a push begins. y: height of the
 * network's hips in this frame. */
static void watch_hips(pd_character_jump *j, double y)
{
    const double speed = (j->has_height ? (y - j->height) / DT : 0) + j->rate;
    j->push = j->has_height ? (speed - j->rise) / DT : 0;
    j->from = y + j->offset;
    j->rise = speed;
}

/* Returns the seconds until the next toe-off of a jog's stride. */
static double until_toe_off(const pd_character_jump *j, const pd_character_jump_frame *f)
{
    double least = 2 * M_PI;

    for (int half = 0; half < 2; half++) {
        double left = fmod(j->phases[0][half] + half * M_PI - f->phase, 2 * M_PI);
        if (left < 0) left += 2 * M_PI;
        least = pd_fmin(least, left);
    }

    return least / pd_fmax(j->pace, 1);
}

/* Moves the correction of a low landing towards `wanted` metres, by a spring. */
static void follow_lift(pd_character_jump *j, double wanted)
{
    double off = j->lift - wanted;
    pd_spring(&off, &j->lift_rate, LIFT_W, DT);
    j->lift = wanted + off;
    if (wanted == 0 && fabs(j->lift) < SETTLED && fabs(j->lift_rate) < SETTLED) j->lift = j->lift_rate = 0;
}

/* Limits the upward acceleration of the shown hips to `most`, m/s2. was: their speed in the previous frame;
 * own: speed of the network's hips. */
static void limit_push(pd_character_jump *j, double was, double own, double most)
{
    const double over = j->rate + own - was - most * DT;
    if (!(over > 0)) return;
    j->rate -= over;
    j->offset -= 0.5 * DT * over;
}

static void begin_jump(pd_character_jump *j, pd_character_jump_state state, double lasts)
{
    j->state = state;
    j->time = 0;
    j->lasts = lasts;
}

/* Returns whether a gap is under or near a foot that is `ahead` metres from the root. */
static bool in_gap(const pd_character_jump_frame *f, double ahead, const pd_anim_scene *scene)
{
    for (int side = -1; side <= 1; side++)
        if (ground_at(f, ahead + side * EDGE, scene) < f->root.y - GAP_DEEP) return true;
    return false;
}

/* Returns whether the ground rises by a step within the next `end` metres. */
static bool has_step(const pd_character_jump_frame *f, double end, const pd_anim_scene *scene)
{
    if (!scene || !scene->ground.rows) return false;
    for (double far = 0; far < end; far += LOOK)
        if (ground_at(f, far + EDGE, scene) - ground_at(f, far - EDGE, scene) > STEP) return true;
    return false;
}

/* Returns the duration of a jog's flight at `mean` m/s that begins in `left` seconds: `flight`, or longer to
 * land on firm ground. Returns 0 if the foot would land in a gap,
 * so that the jump has to wait for another stride. */
static double flight_of(const pd_character_jump_frame *f, double mean, double left, double flight,
                        const pd_anim_scene *scene)
{
    if (!scene || !scene->ground.rows) return flight;
    const double speed = pd_fmax(mean, 0.1);
    const double from = speed * left;
    if (in_gap(f, from - BEHIND, scene)) return flight; /* a later toe-off would be in the gap, too */

    /* Find the first point beyond a gap that is not at the edge of a step. On stairs all points are near an
     * edge; take the first one beyond a gap. */
    double first = 0;
    double far = from + speed * flight;
    while (far <= from + speed * flight * FLIGHT_OVER_GAP) {
        const double at = far + BEFORE;
        const double near = ground_at(f, at - EDGE, scene);
        const double next = ground_at(f, at + EDGE, scene);
        const bool is_ground = !in_gap(f, at, scene);
        if (is_ground && !(first > 0)) first = (far - from) / speed;
        if (is_ground && fabs(next - near) < STEP) return (far - from) / speed;
        far += LOOK;
    }

    return first;
}

/* Returns whether there is a gap from `begin` to `end` metres ahead. */
static bool has_gap(const pd_character_jump_frame *f, double begin, double end, const pd_anim_scene *scene)
{
    double far = begin;

    while (far < end) {
        if (in_gap(f, far, scene)) return true;
        far += LOOK;
    }

    return false;
}

/* Returns whether there is no gap before the end of a flight but one soon after it,
 * which a later stride can cross. */
static bool gap_comes(const pd_character_jump_frame *f, double mean, double left, double flight,
                      const pd_anim_scene *scene)
{
    if (!scene || !scene->ground.rows) return false;
    const double land = mean * (left + flight) + BEFORE;
    return !has_gap(f, 0, land, scene) && has_gap(f, land, land + AHEAD, scene);
}

/* Advances a jump that is requested, through crouch and push, up to its take-off. The push of a jog begins at
 * most PUSH_MOST before the toe-off. */
static void ready(pd_character_jump *j, double y, const pd_character_jump_frame *f,
                  const pd_character_rig *rig, const pd_anim_scene *scene)
{
    const double g = GRAVITY / (f->rate * f->rate);
    double flight = rig->control.jump_flight * f->rate;

    /* A jog waits for a stride that leaves enough time.
     * Meanwhile the offset of the previous landing decays. */
    if (!(j->lasts > 0)) {
        pd_spring(&j->offset, &j->rate, LAND_JOG / f->rate, DT);
        const double left = until_toe_off(j, f);
        if (left < PUSH_LEAST * f->rate || left > PUSH_MOST * f->rate) return;
        if (!(flight_of(f, j->ahead, left, flight, scene) > 0) ||
            (j->waits && gap_comes(f, j->ahead, left, flight, scene)))
            return;
        begin_jump(j, PD_CHARACTER_JUMP_READY, DT * round(left / DT));
        j->leaves = j->heights[0] + ground_at(f, j->ahead * left - BEHIND, scene);
    }

    const double left = j->lasts - j->time;
    const double found = j->jogs ? flight_of(f, j->ahead, left, flight, scene) : flight;
    flight = pd_fmax(found, flight);

    /* Find the speed at take-off for which the hips have their height
     * at touch-down when they reach the ground there. */
    const double x = j->jogs ? TAKE_OFF_JOG : TAKE_OFF;
    const double way = j->ahead * (left + flight);
    const double ground = ground_at(f, 0, scene);
    double from = y + ground_at(f, j->ahead * left, scene) - ground;
    double land = y + ground_at(f, way, scene) - ground - TOUCH_DOWN;
    if (j->jogs) {
        from = j->leaves;
        land = j->heights[1] + ground_at(f, way + BEFORE, scene) - f->level * TOUCH_DOWN_JOG;
    }

    const double needed =
        0.5 * g * flight * pd_fmax(1 + (land - from - x) / (0.5 * g * flight * flight), DOWN_LEAST);
    const bool softens =
        j->jogs && !(flight > rig->control.jump_flight * f->rate) && !has_step(f, way, scene);
    if ((j->time < DECIDED * j->lasts && found > 0) || !(j->time > 0))
        j->speed = softens ? softened(j, pd_fmax(left, DT), from + x, needed, -0.5 * g,
                                      PUSH_HARD / (f->rate * f->rate))
                           : needed;

    /* Crouch and push. In a jog the path is in the world, because the network's hips push too. Otherwise it
     * is relative to the network's hips, which rise and fall with the ground. If they fall, the push does not
     * make up for it, because it would be harder. */
    const double own = j->has_height ? (y - j->height) / DT : 0;
    if (!j->jogs) {
        if (!(j->time > 0)) j->push = 0;
        j->from = y + j->offset;
        j->rise = j->rate;
    }

    push_off(j, pd_fmax(j->lasts - j->time, 0.5 * DT), (j->jogs ? from : y) + x,
             j->speed - (j->jogs ? 0 : pd_fmax(own, 0)), j->jogs ? -0.5 * g : -g);
    if (!j->jogs) j->rise += own;
    j->offset = j->from - y;
    j->rate = j->rise - own;
    j->time += DT;
    j->shows = pd_fmin(j->time / j->lasts, 1);
    if (j->time < j->lasts - 0.5 * DT) return;

    /* Take off, at the present height and speed of the hips. */
    const double rise = pd_plane_clamp(j->rise, MISSED_LOW * j->speed, MISSED_HIGH * j->speed);
    j->rise = rise;
    j->half = fmod(f->phase, 2 * M_PI) >= M_PI;
    const double below = pd_fmax(rise * rise + 2 * g * (j->from - land), 0);
    begin_jump(j, PD_CHARACTER_JUMP_FLIGHT,
               pd_plane_clamp((rise + sqrt(below)) / g, FLIGHT_LEAST * f->rate, FLIGHT_MOST * f->rate));
}

/* Advances a flight, along a parabola, and begins the landing at its end. */
static void fly(pd_character_jump *j, double y, const pd_character_jump_frame *f)
{
    const double g = GRAVITY / (f->rate * f->rate);
    const double t = j->time += DT;

    j->offset = j->from + j->rise * t - 0.5 * g * t * t - y;
    j->rate = j->rise - g * t - (j->has_height ? (y - j->height) / DT : 0);
    j->shows = 1 + pd_fmin(t / j->lasts, 1);
    if (t < j->lasts - 0.5 * DT) return;
    begin_jump(j, PD_CHARACTER_JUMP_LANDING, RECOVER * f->rate);
    j->sinks = pd_fmax(-j->rate, 0);
    j->from = y + j->offset;
    j->rise -= g * t;
}

/* Advances a landing: moves the hips back to the network's height. */
static void land(pd_character_jump *j, double y, const pd_character_jump_frame *f, const pd_anim_scene *scene)
{
    const double own = j->jogs ? LAND_JOG : LAND;
    const double rough = j->offset > 0 ? LAND_HIGH : LAND_ROUGH;
    const double level = rough + f->level * (own - rough);
    const double least = j->sinks / (M_E * SINK_MOST);
    const double w = pd_fmax(level / f->rate, least);
    const double g = GRAVITY / (f->rate * f->rate);

    /* At first the force of the legs grows from 0 to the spring's. This is integrated in the world, because
     * the network's hips change their speed when the jump no longer slows their phase. */
    const double own_rate = j->has_height ? (y - j->height) / DT : 0;
    const double ramp = LAND_RAMP_ROUGH + f->level * (LAND_RAMP - LAND_RAMP_ROUGH);
    const double t = pd_plane_clamp((j->time + 0.5 * DT) / (ramp * f->rate), 0, 1);
    const double part = t * t * (3 - 2 * t);
    const double was = j->rise;
    if (part < 1) {
        const double off = j->from - y;
        const double rate = j->rise - own_rate;
        const double a = part * (-2 * w * rate - w * w * off) - (1 - part) * g;
        j->from += DT * (j->rise + 0.5 * DT * a);
        j->rise += DT * a;
        j->offset = j->from - y;
        j->rate = j->rise - own_rate;
    } else {
        pd_spring(&j->offset, &j->rate, w, DT);
    }

    if (j->jogs)
        limit_push(j, was, own_rate,
                   pd_fmax(LEGS_MOST / (f->rate * f->rate), j->sinks * j->sinks / (2 * LEGS_SINK)));
    j->from = y + j->offset;
    j->rise = own_rate + j->rate;
    j->push = (j->rise - was) / DT;

    /* On uneven ground the network's hips may be low, too. Keep the sum of both above LOWEST. */
    const double over = y + j->offset - ground_around(f, scene) - LOWEST;
    const double near = pd_fmax(over + LOW_EASE, 0);
    const double lift = f->level < 1 && over < LOW_EASE ? near * near / (4 * LOW_EASE) - over : 0;
    follow_lift(j, j->time < j->lasts ? lift : 0);

    j->time += DT;
    j->shows = 2 + pd_fmin(j->time / j->lasts, 1);
    if (j->time >= j->lasts && fabs(j->offset) < SETTLED && fabs(j->rate) < SETTLED && j->lift == 0) {
        j->offset = j->rate = 0;
        begin_jump(j, PD_CHARACTER_JUMP_NONE, 0);
    }
}

/* Lowers the foot on which a jog's flight ends to the ground, in the second half of the flight. The network
 * keeps that leg bent when a ledge is ahead. */
static void reach_down(pd_character_jump *j, const pd_vec3 *joints, double tuck,
                       const pd_character_jump_frame *f, const pd_character_rig *rig,
                       const pd_anim_scene *scene)
{
    if (j->state != PD_CHARACTER_JUMP_FLIGHT || !j->jogs) {
        j->reach = j->reach > SETTLED ? j->reach * (1 - REACH_BACK * DT / f->rate) : 0;
        return;
    }

    /* At phase 0 the right foot touches the ground, at pi the left one. */
    j->foot = j->half;
    const double t = pd_plane_clamp(2 * j->time / j->lasts - 1, 0, 1);
    const double part = t * t * t * t;
    const pd_character_leg *leg = &rig->legs[j->foot];
    const pd_vec3 toe = joints[leg->toe];
    const double over = toe.y + tuck - pd_anim_scene_height(scene, toe.x, toe.z) - leg->toe_rest;
    j->reach = part * pd_plane_clamp(over, 0, REACH_MOST);
}

/* Plants the feet of a jog's jump. The foot that pushes stays planted until take-off. The foot that lands
 * stands still when it touches the ground: in the last STOP_S of the flight it swings ahead of the network's
 * foot and comes back to it. In each frame a cubic is planned for the remaining time,
 *
 *     shift -> 0,   shift' -> -v      v: velocity of the network's toe
 *
 * and followed for that frame, but never so fast that the shown toe moves backwards, which happens when the
 * network's toe slows down by itself. */
static void plant(pd_character_jump *j, const pd_vec3 *joints, float contacts[],
                  const pd_character_jump_frame *f, const pd_character_rig *rig)
{
    for (int side = 0; side < rig->foot_count && j->jogs; side++) {
        pd_character_jump_leg *leg = &j->legs[side];
        const pd_vec3 toe = joints[rig->legs[side].toe];
        const pd_vec3 by = pd_vec3_sub(toe, leg->toe);
        float *contact = &contacts[2 * side + 1];
        leg->toe = toe;
        if (j->state == PD_CHARACTER_JUMP_READY) {
            leg->holds = j->lasts - j->time > LETS_GO * f->rate && (leg->holds || *contact >= CARRIES);
        } else if (j->state == PD_CHARACTER_JUMP_FLIGHT) {
            leg->holds = side == j->foot && f->level >= 1;
        } else {
            leg->holds = leg->holds && *contact < CARRIES;
        }

        if (leg->holds) *contact = 1;

        const double left = j->lasts - j->time;
        const bool stops = j->state == PD_CHARACTER_JUMP_FLIGHT && side == j->foot && left < STOP_S * f->rate;
        if (!stops) {
            const double back = j->state == PD_CHARACTER_JUMP_LANDING ? 1 - REACH_BACK * DT / f->rate : 0;
            leg->shift = pd_vec3_scale(leg->shift, back);
            leg->shift_rate = pd_vec3_make(0, 0, 0);
            continue;
        }

        /* Follow the cubic, which lasts D seconds from the previous frame on, for one frame. */
        const double D = left + DT;
        const pd_vec3 v = pd_vec3_scale(pd_vec3_make(by.x, 0, by.z), f->level / DT);
        const pd_vec3 x = leg->shift;
        const pd_vec3 r = leg->shift_rate;
        const pd_vec3 c2 = pd_vec3_scale(pd_vec3_add(pd_vec3_scale(x, -3 / D), pd_vec3_fma(v, -2, r)), 1 / D);
        const pd_vec3 c3 =
            pd_vec3_scale(pd_vec3_add(pd_vec3_scale(x, 2 / D), pd_vec3_sub(r, v)), 1 / (D * D));
        pd_vec3 rate = pd_vec3_add(r, pd_vec3_add(pd_vec3_scale(c2, DT), pd_vec3_scale(c3, DT * DT)));
        const double speed = pd_vec3_dot(v, v);
        const double back = pd_vec3_dot(pd_vec3_add(rate, v), v);
        if (back < 0 && speed > 0) rate = pd_vec3_fma(rate, -back / speed, v);
        leg->shift = pd_vec3_fma(x, DT, rate);
        leg->shift_rate = pd_vec3_scale(pd_vec3_sub(leg->shift, x), 1 / DT);
    }
}

void pd_character_jump_run(pd_character_jump *j, pd_quat *rotations, pd_vec3 *joints, float contacts[],
                           const pd_character_jump_frame *f, const pd_character_rig *rig,
                           const pd_anim_scene *scene)
{
    const pd_anim_skeleton *s = &rig->skeleton;

    PD_ASSERT(f->rate >= 1 && rig->foot_count == PD_CHARACTER_RIG_FEET);
    const double y = joints[s->root].y;
    const double speed = pd_plane_length(f->velocity);

    /* Record the strides while no jump changes their phase. */
    j->ahead += (j->has_height ? MIX_AHEAD : 1) * (speed - j->ahead);
    const bool waits = j->state == PD_CHARACTER_JUMP_READY && !(j->lasts > 0);
    if (j->state == PD_CHARACTER_JUMP_NONE || waits) watch_stride(j, y, f);

    /* Begin a jump on request, in any state on the ground. A jog whose flights have not been recorded yet
     * jumps like a walk. */
    if (f->area < AREA_OFF) j->armed = false;
    const bool area = f->area >= AREA_ON && !j->armed && speed > CURVES_FULL;
    if (area) j->armed = true;
    if ((f->ordered || area) &&
        (j->state == PD_CHARACTER_JUMP_NONE || j->state == PD_CHARACTER_JUMP_LANDING)) {
        j->jogs = f->jog > 0.5 && j->heights[0] > 0 && j->heights[1] > 0;
        j->shape = 1 - pd_plane_clamp((speed - CURVES_FULL) / (CURVES_NONE - CURVES_FULL), 0, 1);
        j->waits = area && !f->ordered;
        const double stands = j->shape * j->shape * j->shape;
        const double ready_s = f->ready[0] + stands * (f->ready[1] - f->ready[0]);
        j->swing = pd_fmin(ready_s / SWINGS, 1);
        begin_jump(j, PD_CHARACTER_JUMP_READY, j->jogs ? 0 : ready_s * f->rate);
    }

    switch (j->state) {
    case PD_CHARACTER_JUMP_NONE: break;
    case PD_CHARACTER_JUMP_READY: ready(j, y, f, rig, scene); break;
    case PD_CHARACTER_JUMP_FLIGHT: fly(j, y, f); break;
    case PD_CHARACTER_JUMP_LANDING: land(j, y, f, scene); break;
    }

    if (j->state == PD_CHARACTER_JUMP_NONE || (j->state == PD_CHARACTER_JUMP_READY && !(j->lasts > 0)))
        watch_hips(j, y);
    if (j->state != PD_CHARACTER_JUMP_LANDING) follow_lift(j, 0);
    j->height = y;
    j->has_height = true;
    if (j->state == PD_CHARACTER_JUMP_NONE) return;

    /* Move the body, then trunk, arms and feet. */
    for (int i = 0; i < s->joint_count; i++) joints[i].y += j->offset + j->lift;
    const double part = j->shows - 1;
    const double most = TUCK + j->shape * (TUCK_STANDING - TUCK);
    const double tuck = part > 0 && part < 1 ? most * pd_sin(M_PI * part) * pd_sin(M_PI * part) : 0;
    reach_down(j, joints, tuck, f, rig, scene);
    plant(j, joints, contacts, f, rig);

    /* Raise the feet by the tuck and by what the hips sink, so that a crouch does not move them, and lower
     * the one that lands. */
    const double sunk = pd_fmax(-j->offset - j->lift, 0);
    double ups[PD_CHARACTER_RIG_FEET] = {tuck + sunk, tuck + sunk};
    ups[j->foot] -= j->reach;
    pd_character_jump_shape(rotations, joints, j, ups, f->dir, rig);

    /* Release the heels while the feet are pitched:
     * a heel leaves the ground before its toe, and comes down after it. */
    const double pitched = j->shape * pd_character_jump_shape_foot(j->shows);
    for (int i = 0; i < PD_PFNN_CONTACTS && pitched > HEEL_UP; i += 2) contacts[i] = 0;

    /* No foot is on the ground in a flight. */
    for (int i = 0; i < PD_PFNN_CONTACTS && j->state == PD_CHARACTER_JUMP_FLIGHT; i++) contacts[i] = 0;
}

double pd_character_jump_phase(pd_character_jump *j, double change)
{
    /* Outside of flights measure the mean rate of the phase. */
    if (j->state != PD_CHARACTER_JUMP_FLIGHT) {
        j->pace += MIX_PACE * (change / DT - j->pace);
        j->hold = 0;
        return change;
    }

    /* The flight of a jog takes the phase from toe-off to touch-down, faster at both ends. In a walk or while
     * standing it goes on slowly. */
    const double part = pd_plane_clamp(j->time / j->lasts, 0, 1);
    double whole = fmod(j->phases[1][j->half] - j->phases[0][j->half], M_PI);
    if (whole < 0) whole += M_PI;
    const double eased = 1 + EASE_FLIGHT * pd_cos(2 * M_PI * part);
    const double slow = j->jogs ? pd_fmin(whole * DT / j->lasts * eased, change) : WALK_FLIGHT * change;
    j->hold = change > 0 ? 1 - slow / change : 0;

    return slow;
}
