#include "core/pfnn/foot_lock.h"

#include "core/anim/leg.h"
#include "core/anim/two_bone.h"
#include "core/math/plane.h"
#include "core/math/spring.h"
#include "core/pfnn/pose.h"

#include <stdbool.h>

#define DT (1 / PD_PFNN_RATE)

/* Constants outside control.h's table and core/anim/leg.h. */
#define FASTEST  1.0  /* m/s that hips go down at for a leg, at most */
#define HALTS    0.5  /* of drop_fall: w in which they come to rest             */
#define HALTED   0.2  /* m/s: ... from here on they are about to go up               */
#define MAX_DROP 0.30 /* metres that the hips go down for a leg, at most                                   */
#define AHEAD    14   /* frames that a walking foot in the air looks ahead for ground that is higher ...   */
#define STEP     2    /* ... every so many of them ...                                                     */
#define SURE     6    /* ... and rises for all of it when it is no further than this                       */
#define SOONER   6    /* frames less of the one, of the other a third, jogging                             */
#define SWING    1.3  /* of the root's speed: a walking foot in the air will go on at no less              */
#define STEEP    0.7  /* a planted foot pitches by no more than this slope (35 degrees)                    */
#define NEAR     0.5  /* of lock_reach: a joint released by its reach is not locked again farther off      */
/* Metres: a foot that carries and that the network has so far off is let go when its leg is about to run short. */
#define STRAYS   0.34 /* of lock_reach */
#define STEEPEST                                                                                             \
    0.92 /* sine of a planted foot's pitch, from where on hips go down instead: people's feet leave the ground at 63 degrees */
#define TIPTOE   1.22 /* radians: a planted foot is pitched less than is wanted from here on (70 degrees) ... */
#define TIP_EASE 0.35 /* ... and by less than so much more (90 degrees in all)                         */
#define SETTLED  1e-5 /* metres, metres a second: a smaller offset is none                                 */

/* On ground that is not flat a foot is locked and let go far from where the network has it, with a leg that is nearly straight. */
#define SINK    12.0 /* 1/s: w of the spring in which a locked joint comes to its height there             */
#define FALL    9.0  /* 1/s: of its height over that, with which it begins to, at most                    */
#define UNDER   0.01 /* m: a toe of a foot whose ankle is slow goes under its height by this at most   */
#define HURRY   8.0  /* m/s2: one that is let go is drawn to the network's no harder                       */
#define SLOWEST 8.0  /* 1/s: ... but with a w of this at least                                             */

/* m/s along the ground: a foot that goes faster passes over it at the height of clearance, one that is slower than the other at any. */
#define PASSES      1.5
#define RESTS       0.4
#define PASS_W      60.0 /* 1/s: of the spring in which it comes to that height */
/* Metres that are added to the clearance in a jog on ground that is not level: the network's feet come down along a slope that rises, and would slide up on it.
 * Without it toes skate by .23 m/s on hills and .38 in their turns, with it by .14 and .18; they clear the ground by 55 to 66 mm (people's jogs 37 to 95). */
#define CLEAR_ROUGH 0.025

/* Steps that a foot takes by itself. */
#define AT_REST     0.5  /* of standing, from which on a twisted foot takes one                         */
#define WAITS       1.4  /* of lock_reach and lock_twist: the other foot waits until it is so far      */
#define STRIDE_S    0.25 /* seconds of one, and ...                                                        */
#define STRIDE_S_M  0.5  /* ... for a metre of its way                                                     */
#define STRIDE_UP   0.2  /* of its way: so high, in the middle, ...                                        */
#define STRIDE_MOST 0.05 /* ... metres at most                                                             */
#define STRIDE_TURN 0.25 /* metres of way that a rotation of the foot by a radian counts as                */

/* Share of the angle beyond `pivot` by which a planted foot turns on its ball in each frame: at 150 degrees/s of the pelvis it lags behind by 10 degrees. */
#define MIX_PIVOT 0.25

/* Metres: strafing ankles that come near pass one another at about this, and at no less ... */
#define APART 0.065
/* ... from here on they are as the network has them. */
#define FAR   0.085

/* Feet that walk sideways. */
#define OWN_SOFT 0.08 /* metres: a foot is shifted, in part, from so much more than own_side on            */
#define OWN_W    14.0 /* 1/s: of the spring in which a foot in the air comes to its shift                  */
#define SIDEWAYS 0.75 /* sine of the angle from facing to motion from which on this applies ...            */
#define SIDE_FULL                                                                                            \
    0.95 /* ... and in full                                                                    */

/* Feet on a slope across them. */
#define ROLL_WIDE 0.04 /* metres to either side of the toe at which the height of the ground is read */
#define ROLL_MOST 0.52 /* radians: an edge of a step is no slope                                    */
#define ROLL_UP   0.08 /* metres over the ground at which a foot does not roll                      */
#define ROLL_W    22.0 /* 1/s: of the spring in which it rolls                                      */

static bool is_rough(const pd_anim_scene *scene)
{
    return scene && scene->ground.rows;
}

/* ---- one heel or toe */

/* The height that holds an end of a foot: of the ground under it, or of a tread's edge that the foot's other end, `sole` away, stands on. */
static double floor_of(pd_vec3 at, pd_vec3 sole, const pd_anim_scene *scene)
{
    if (!is_rough(scene)) return 0;
    double other = pd_anim_scene_height(scene, at.x + sole.x, at.z + sole.z) - STEEP * hypot(sole.x, sole.z);
    return fmax(pd_anim_scene_height(scene, at.x, at.z), other);
}

/* What target_of needs of one end of a foot: where the network has it, its contact, its height when planted, the way to the foot's other end, and
 * how far off the network may have it before it is let go. */
typedef struct end {
    pd_vec3 free;
    double contact, rest;
    pd_vec3 sole;
    double reach;
    double turns;     /* way that a step has beside its distance, for its rotation: metres */
    bool twisted;     /* it is planted in another direction than the network has it */
    bool strained;    /* its leg is about to run short */
    double clearance; /* at which it passes over the ground; 0 of a heel, which comes down fast */
    double care;      /* with which it is let go: 1 walking on uneven ground, 0 on flat ground or jogging */
} end;

/* A step of its own: on a minimum-jerk path to where the network has the foot, over the ground, highest in the middle. */
static double stride_seconds(const pd_pfnn_lock *k)
{
    return STRIDE_S + STRIDE_S_M * k->way;
}

static double stride_height(const pd_pfnn_lock *k)
{
    double t = k->stride, part = 4 * t * (1 - t);
    return part * part * fmin(STRIDE_UP * k->way, STRIDE_MOST);
}

static void go_on_with_stride(pd_pfnn_lock *k)
{
    double t = k->stride += DT / stride_seconds(k);
    if (t >= 1) {
        k->stride = 0;
        k->offset = k->rate = pd_vec3_make(0, 0, 0);
        return;
    }

    double left = 1 - t * t * t * (10 - t * (15 - 6 * t)), speed = -30 * t * t * (1 - t) * (1 - t);
    k->offset = pd_vec3_scale(k->from, left);
    k->rate = pd_vec3_scale(k->from, speed / stride_seconds(k));
}

/* How far toes that are `over` their height go up to pass over the ground at c = k->pass[0]: to c + over^2 / 4 c, which goes on from 2 c
 * in value and slope. c comes to the part of clearance that the speed asks for as a spring. */
static double rise_of(pd_pfnn_lock *k, double over, double speed, double clearance)
{
    const double part = fmin(fmax((speed - RESTS) / (PASSES - RESTS), 0), 1);
    const double wanted = part * part * (3 - 2 * part) * clearance;
    double off = k->pass[0] - wanted;
    pd_spring(&off, &k->pass[1], PASS_W, DT);
    k->pass[0] = wanted + off;

    const double least = k->pass[0];
    return over < 2 * least ? least + over * over / (4 * least) - over : 0;
}

/* m/s along the ground, from where it was shown a frame ago. */
static double speed_of(const pd_pfnn_lock *k, pd_vec3 at)
{
    return k->moves ? hypot(at.x - k->shown.x, at.z - k->shown.z) * PD_PFNN_RATE : 0;
}

/* Returns the joint's target before the leg's reach is considered. `ahead` is the number of frames by
 * which the joint is released early. */
static pd_vec3 target_of(pd_pfnn_lock *k, const end *e, double ahead, const pd_pfnn_control *c,
                         const pd_anim_scene *scene)
{
    pd_vec3 shown = pd_vec3_add(e->free, k->offset);
    shown.y += stride_height(k);
    double height = shown.y - pd_anim_scene_height(scene, shown.x, shown.z) - e->rest;

    /* Lock the joint where it is shown, if its contact says so and it is near its free place, low and
     * slow. */
    const double low = is_rough(scene) ? c->lock_height_rough : c->lock_height;
    bool near = pd_vec3_length(k->offset) < NEAR * c->lock_reach && k->stride <= 0;
    bool leaving = e->contact + ahead * fmin(e->contact - k->contact, 0) < c->release_contact;
    leaving |= k->locked && e->strained && hypot(k->offset.x, k->offset.z) > STRAYS * c->lock_reach;
    const double fast = speed_of(k, shown);
    if (!k->locked && e->contact >= c->lock_contact && !leaving && near && height < low &&
        fast < c->lock_speed) {
        k->locked = 1;
        k->place = shown;
        k->fall = pd_plane_clamp((e->free.y - k->free.y) * PD_PFNN_RATE, -FALL * fmax(height, 0), 0);
    }

    /* Release it with the velocity that it is shown with. If the network still has it planted, it makes a
     * step to its free place. */
    if (k->locked && (leaving || pd_vec3_distance(k->place, e->free) > e->reach || e->twisted)) {
        const double gentle = sqrt(HURRY / fmax(pd_vec3_length(k->offset), SETTLED));
        k->locked = 0;
        k->rate = pd_vec3_scale(pd_vec3_sub(k->free, e->free), PD_PFNN_RATE);
        k->w = c->release_rate;
        if (gentle < k->w) k->w += e->care * (fmax(gentle, SLOWEST) - k->w);
        k->stride = leaving ? 0 : DT;
        k->from = pd_vec3_sub(k->place, e->free);
        k->way = pd_vec3_length(k->from) + e->turns;
    }
    if (leaving && k->stride > 0) { /* cut short: it goes on from the height that it has */
        k->offset.y += stride_height(k);
        k->stride = 0;
    }

    /* Advance the offset from the free place: sink to the ground while locked, follow the step, or decay
     * to zero. */
    if (k->locked) { /* down to the height that holds it */
        const double floor = floor_of(k->place, e->sole, scene) + e->rest;
        double over = k->place.y - floor;
        if (is_rough(scene)) {
            pd_spring(&over, &k->fall, SINK, DT);
            k->place.y = floor + over;
        } else {
            k->place.y -= c->lock_sink * over;
        }
        k->offset = pd_vec3_sub(k->place, e->free);
    } else if (k->stride > 0) {
        go_on_with_stride(k);
    } else {
        pd_spring3(&k->offset, &k->rate, k->w > 0 ? k->w : c->release_rate, DT);
        if (pd_vec3_length(k->offset) < SETTLED && pd_vec3_length(k->rate) < SETTLED)
            k->offset = k->rate = pd_vec3_make(0, 0, 0);
    }

    /* Keep the joint above the ground, and lift it where it would slide along the ground. */
    pd_vec3 to = pd_vec3_add(e->free, k->offset);
    const double over = to.y - floor_of(to, e->sole, scene) - e->rest;
    k->speed = k->locked ? 0 : speed_of(k, to);
    k->lift = fmax(-over, c->lift_fall * k->lift);
    k->rise = rise_of(k, over + k->lift, k->speed, e->clearance);
    k->shown = to;
    k->moves = true;
    k->free = e->free;
    k->contact = e->contact;
    to.y += k->lift + k->rise + stride_height(k);
    return to;
}

/* ---- a leg */

/* What brings a strafing ankle, as it is shown, out of the other's way: its distance d from where that was shown a frame ago becomes
 * APART + (FAR - APART) (d / FAR)^(FAR / (FAR - APART)), which goes on from d at FAR in value and slope. Level, so that feet keep their height. */
static pd_vec3 apart(pd_vec3 ankle, const pd_pfnn_lock *other, double strafe)
{
    pd_vec3 off = pd_vec3_sub(ankle, pd_vec3_add(other->free, other->offset));
    double d = pd_vec3_length(off), level = hypot(off.x, off.z);
    if (!(strafe > 0) || d >= FAR || level < 1e-6) return pd_vec3_make(0, 0, 0);

    double wanted = APART + (FAR - APART) * pow(d / FAR, FAR / (FAR - APART));
    double push = strafe * (sqrt(fmax(wanted * wanted - off.y * off.y, 0)) - level);
    return pd_vec3_make(push * off.x / level, 0, push * off.z / level);
}

/* Updates the shift by which a foot that walks sideways stays on its own side of the other: while it is in the air, towards what its ankle lacks. */
static void step_aside(pd_pfnn_foot_lock *lock, int foot, const pd_vec3 *joints, const pd_pfnn_pace *pace,
                       const pd_pfnn_rig *rig)
{
    const pd_pfnn_lock *own = &lock->locks[2 * foot], *other = &lock->locks[2 * !foot];
    pd_vec3 *shift = &lock->aside[foot], *rate = &lock->aside_rate[foot], wanted = {0, 0, 0};
    if (own->locked || lock->locks[2 * foot + 1].locked) {
        *rate = wanted;
        return;
    }

    /* Unit vector from the other hip to this one, level, and how much of the motion is along it. */
    const pd_vec3 hips = pd_vec3_sub(joints[rig->legs[foot].thigh], joints[rig->legs[!foot].thigh]);
    const double width = fmax(hypot(hips.x, hips.z), SETTLED), x = hips.x / width, z = hips.z / width;
    const double speed = pd_plane_length(pace->velocity),
                 along = fabs(x * pace->velocity[0] + z * pace->velocity[1]) / fmax(speed, RESTS);
    const double part = pace->strafe * pd_plane_clamp((along - SIDEWAYS) / (SIDE_FULL - SIDEWAYS), 0, 1);

    /* What the ankle lacks. Between OWN_SOFT more and OWN_SOFT less than own_side a parabola, so that value and slope are continuous. */
    const pd_vec3 ankle = joints[rig->legs[foot].heel], from = pd_vec3_add(other->free, other->offset);
    const double lack = rig->control.own_side - (x * (ankle.x - from.x) + z * (ankle.z - from.z)),
                 soft = pd_plane_clamp(lack + OWN_SOFT, 0, 2 * OWN_SOFT);
    const double need = lack > OWN_SOFT ? lack : soft * soft / (4 * OWN_SOFT);
    if (part > 0 && other->moves && rig->control.own_side > 0)
        wanted = pd_vec3_make(part * need * x, 0, part * need * z);

    pd_vec3 off = pd_vec3_sub(*shift, wanted);
    pd_spring3(&off, rate, OWN_W, DT);
    *shift = pd_vec3_add(wanted, off);
    if (pd_vec3_length(*shift) < SETTLED && pd_vec3_length(*rate) < SETTLED)
        *shift = *rate = pd_vec3_make(0, 0, 0);
}

/* Turns a planted foot on its ball when the pelvis has turned away from it farther than people let it: its heel moves around its toe. */
static void pivot(pd_pfnn_lock *heel, const pd_pfnn_lock *toe, const pd_vec3 *joints, const pd_pfnn_rig *rig)
{
    const double most = rig->control.pivot;
    if (!heel->locked || !toe->locked || !(most > 0)) return;

    /* Ahead is at right angles to the line from the right hip to the left one. */
    const pd_vec3 left = pd_vec3_sub(joints[rig->legs[0].thigh], joints[rig->legs[1].thigh]);
    const double ahead[2] = {-left.z, left.x};
    const double foot[2] = {toe->place.x - heel->place.x, toe->place.z - heel->place.z};
    const double angle = pd_plane_angle(ahead, foot), over = fabs(angle) - most;
    if (over <= 0) return;

    double sole[2] = {-foot[0], -foot[1]};
    pd_plane_turn(sole, sole, (angle > 0 ? -MIX_PIVOT : MIX_PIVOT) * over);
    heel->place.x = toe->place.x + sole[0], heel->place.z = toe->place.z + sole[1];
}

typedef struct goal {
    pd_vec3 heel, toe;
    double own; /* from hip to heel: how long the leg would be in the air */
} goal;

/* Distance by which the heel moves along its leg, away from the hip, so that a knee that is a mean of poses bends and straightens as in those
 * poses. */
static double stretch(double own, const pd_pfnn_leg *leg, double gain, const pd_pfnn_rig *rig)
{
    const pd_vec3 *offsets = rig->skeleton.offsets;
    if (!(gain > 0)) return 0;
    double thigh = pd_vec3_length(offsets[leg->shin]), shank = pd_vec3_length(offsets[leg->heel]);
    return pd_anim_leg_contrast(own, thigh, shank, gain) - own;
}

/* Raises both ends of a foot in the air by the same height over ground that is in their way. Ground
 * farther ahead counts less. An end that rises alone would rotate the ankle. `ends` are heel and toe as
 * the network has them. */
static void lift_foot(pd_pfnn_foot_lock *lock, int foot, end ends[2], const pd_pfnn_pace *pace,
                      const pd_pfnn_control *c, const pd_anim_scene *scene)
{
    double *lift = lock->lift[foot], wanted = 0, way[2] = {0, 0};
    const double speed = pd_plane_length(pace->velocity);
    const double ahead = AHEAD - SOONER * pace->jog, sure = SURE - SOONER / 3.0 * pace->jog;
    if (!is_rough(scene)) return;
    pd_plane_unit(way, pace->velocity);

    /* Extrapolate each end over the next frames. The largest height by which it would enter the ground is
     * what the foot has to rise. */
    for (int i = 0; i < 2; i++) {
        const pd_pfnn_lock *k = &lock->locks[2 * foot + i];
        pd_vec3 *was = &lock->was[foot][i], at = pd_vec3_add(ends[i].free, k->offset);
        pd_vec3 v = pd_vec3_length(*was) > 0 ? pd_vec3_sub(ends[i].free, *was) : *was;
        *was = ends[i].free;

        /* The swing speeds up while walking, so assume at least SWING times the root's speed. */
        const double along = v.x * way[0] + v.z * way[1];
        const double more = (1 - pace->jog) * fmax(SWING * speed * DT - along, 0);
        v.x += more * way[0], v.z += more * way[1];
        for (int t = 0; t <= ahead && !k->locked; t += STEP) {
            pd_vec3 then = {at.x + t * v.x, at.y + t * fmax(v.y, 0), at.z + t * v.z};
            double in_way = floor_of(then, ends[i].sole, scene) + ends[i].rest - then.y;
            wanted = fmax(wanted, in_way * fmin((ahead + 1 - t) / (ahead + 1 - sure), 1));
        }
    }

    /* Approach that height smoothly. */
    double off = lift[0] - wanted;
    pd_spring(&off, &lift[1], c->lift_rise, DT);
    lift[0] = wanted + off;
    for (int i = 0; i < 2; i++) ends[i].free.y += lift[0];
}

/* Finds the targets of heel and toe of a foot. */
static goal goal_of(pd_pfnn_foot_lock *lock, int foot, const pd_vec3 *joints, const float *contacts,
                    pd_pfnn_pace pace, const pd_pfnn_rig *rig, const pd_anim_scene *scene)
{
    const pd_pfnn_leg *leg = &rig->legs[foot];
    const pd_pfnn_control *c = &rig->control;
    pd_pfnn_lock *heel = &lock->locks[2 * foot], *toe = &lock->locks[2 * foot + 1];

    /* Push the feet apart where they would collide, and lengthen the leg where the walk straightens its
     * knees. */
    pd_vec3 sole = pd_vec3_sub(joints[leg->heel], joints[leg->toe]);
    step_aside(lock, foot, joints, &pace, rig);
    const pd_vec3 side = lock->aside[foot];
    pd_vec3 shown = pd_vec3_add(joints[leg->heel], pd_vec3_add(side, pd_vec3_add(toe->offset, heel->offset)));
    pd_vec3 push = pd_vec3_add(side, apart(shown, &lock->locks[2 * !foot], pace.strafe));
    pd_vec3 limb = pd_vec3_sub(joints[leg->heel], joints[leg->thigh]);
    const double own = pd_vec3_length(limb), more = stretch(own, leg, pace.knees, rig);
    push = pd_vec3_fma(push, more / fmax(own, SETTLED), limb);

    /* Fast motions release a foot earlier. */
    double fast = fmax(pace.jog, pace.strafe);
    double early = c->release_ahead + fast * (c->release_ahead_jog - c->release_ahead);
    goal g = {.own = own + more};

    /* Feet step one after the other: while the other foot makes a step, this one may stray farther before
     * it does. */
    const bool waits = lock->locks[2 * !foot + 1].stride > 0;
    const double closes = pace.stops * pd_plane_clamp((pace.still - AT_REST) / (1 - AT_REST), 0, 1);
    const double most = c->lock_reach + closes * (fmin(c->lock_reach_stop, c->lock_reach) - c->lock_reach);
    const double reach = (waits ? WAITS : 1) * most;

    /* Turn a foot that the pelvis has left behind, and find one that stands in a direction different from the network's. */
    pivot(heel, toe, joints, rig);
    double twist = 0;
    if (heel->locked && toe->locked) {
        const double foot_dir[2] = {toe->place.x - heel->place.x, toe->place.z - heel->place.z},
                     wanted[2] = {-sole.x, -sole.z};
        twist = fabs(pd_plane_angle(foot_dir, wanted));
    }
    const bool twisted = pace.still > AT_REST && twist > (waits ? WAITS : 1) * c->lock_twist;
    const double care = is_rough(scene) ? 1 - pace.jog : 0;

    /* A leg that is stretched, or is about to be, may be released. */
    const bool strained =
        c->strained > 0 && lock->carries[foot] &&
        (lock->lack[foot] + c->strained * DT * lock->grows[foot] > 0 || lock->steep[foot] > 0);
    end ends[2] = {{.free = pd_vec3_add(joints[leg->heel], push),
                    .contact = (double)contacts[2 * foot],
                    .rest = leg->heel_rest,
                    .sole = pd_vec3_scale(sole, -1),
                    .reach = c->lock_reach,
                    .strained = strained,
                    .care = care},
                   {.free = pd_vec3_add(joints[leg->toe], push),
                    .contact = (double)contacts[2 * foot + 1],
                    .rest = leg->toe_rest,
                    .sole = sole,
                    .reach = reach,
                    .turns = STRIDE_TURN * twist,
                    .twisted = twisted,
                    .strained = strained,
                    .clearance = c->clearance + pace.back * (c->clearance_back - c->clearance) +
                                 (is_rough(scene) ? CLEAR_ROUGH * pace.jog : 0),
                    .care = care}};
    lift_foot(lock, foot, ends, &pace, c, scene);

    /* Place the toe first. The heel is then locked relative to the toe and moved to the distance that the
     * foot's length asks for. */
    g.toe = target_of(toe, &ends[1], early, c, scene);
    ends[0].free = pd_vec3_add(g.toe, sole);
    ends[0].free.y -= toe->rise; /* by the ankle: a knee that is nearly straight would snap */
    if (toe->stride > 0) ends[0].contact = 0;
    g.heel = target_of(heel, &ends[0], early, c, scene);
    g.heel = pd_anim_leg_heel(g.toe, g.heel, sole, pd_vec3_length(rig->skeleton.offsets[leg->toe]));
    return g;
}

/* The hips go down by what the legs that carry lack, as a spring that is led by how fast that grows, so that they start before it is needed and are there
 * in time; up again slowly. */
static void follow_lack(pd_pfnn_foot_lock *lock, double need, double ahead, const pd_pfnn_control *c)
{
    const double least = fmin(fmax(need, 0), MAX_DROP), wanted = fmin(fmax(ahead, least), MAX_DROP);
    if (!(c->drop_fall > 0)) {
        lock->drop = fmax(least, lock->drop + c->drop_rise * (least - lock->drop));
        return;
    }
    /* a leg that is let go leaves them with the speed that they have, to come to rest before they go up */
    const bool stops = wanted < lock->drop && lock->fall > HALTED;
    const double to = stops ? lock->drop : wanted, up = 2 * PD_PFNN_RATE * c->drop_rise;
    double off = lock->drop - to;
    pd_spring(&off, &lock->fall, stops ? HALTS * c->drop_fall : wanted > lock->drop ? c->drop_fall : up, DT);
    lock->drop = to + off;
}

/* Returns where the heel of a planted foot is when the foot is as steep as it may be: STEEPEST, or what the network has if that is steeper. */
static pd_vec3 steepest(const goal *g, double foot)
{
    const pd_vec3 sole = pd_vec3_sub(g->heel, g->toe);
    const double level = hypot(sole.x, sole.z), up = STEEPEST * foot;
    if (sole.y >= up || level < SETTLED) return g->heel;
    const double part = sqrt(foot * foot - up * up) / level;
    return pd_vec3_add(g->toe, pd_vec3_make(part * sole.x, up, part * sole.z));
}

/* Returns the heel of a foot that is pitched up about its toe, in its own vertical plane, until the heel is within `reach` of the hip or as near as it
 * comes. A foot that would also turn about the vertical towards the hip would look twisted in a turn.
 *
 *     |toe + foot (d cos p, sin p) - hip| = reach      d: unit vector from toe to heel, level; p: the foot's pitch
 */
static pd_vec3 pitched(const goal *g, pd_vec3 hip, double reach, double foot)
{
    const pd_vec3 sole = pd_vec3_sub(g->heel, g->toe), limb = pd_vec3_sub(hip, g->toe);
    const double level = hypot(sole.x, sole.z);
    if (pd_vec3_distance(hip, g->heel) <= reach || level < SETTLED) return g->heel;

    const double along = (limb.x * sole.x + limb.z * sole.z) / level, length = hypot(along, limb.y);
    const double nearest = atan2(limb.y, along), pitch = atan2(sole.y, level);
    const double part = (pd_vec3_dot(limb, limb) + foot * foot - reach * reach) / (2 * foot * length);
    double wanted = fmax(nearest - acos(fmin(fmax(part, -1), 1)), pitch);
    if (wanted > TIPTOE) wanted = fmax(TIPTOE + TIP_EASE * tanh((wanted - TIPTOE) / TIP_EASE), pitch);
    const double back = foot * cos(wanted) / level;
    return pd_vec3_add(g->toe, pd_vec3_make(back * sole.x, foot * sin(wanted), back * sole.z));
}

/* Lowers the hips as far as the legs need to keep their toes in place. */
static void drop_hips(pd_pfnn_foot_lock *lock, pd_vec3 *joints, goal *goals, const pd_pfnn_pace *pace,
                      const pd_pfnn_rig *rig)
{
    const double jog = pace->jog, plane = (1 - 0.5 * jog) * (1 - pace->strafe);
    const pd_pfnn_control *c = &rig->control;
    const double stretch = c->leg_stretch + jog * (c->leg_stretch_jog - c->leg_stretch);
    const pd_vec3 *offsets = rig->skeleton.offsets;
    const bool at_once = !(c->drop_fall > 0);
    double need = 0, ahead = 0, reaches[PD_PFNN_RIG_FEET];

    /* Find by how much the hips have to go down: for a planted foot that is as steep as it may be; at once, where no foot would be steep enough. */
    for (int f = 0; f < rig->foot_count; f++) {
        const pd_pfnn_leg *leg = &rig->legs[f];
        const double foot = pd_vec3_length(offsets[leg->toe]);
        const pd_vec3 hip = joints[leg->thigh], steep = steepest(&goals[f], foot);
        const double reach =
            PD_ANIM_LEG_STRAIGHT * pd_anim_two_bone_length(offsets[leg->shin], offsets[leg->heel]);

        /* Metres by which the hip must go down for a foot that stands on its tip, and for one that is as steep as it may be. Negative: the hip could
         * rise by that much. A foot that is too far aside counts as if it were level with the hip. */
        const bool carries = lock->locks[2 * f].locked || lock->locks[2 * f + 1].locked;
        const pd_vec3 tip = pd_vec3_sub(goals[f].toe, hip), lifted = pd_vec3_sub(steep, hip);
        const double whole = (reach + foot) * (reach + foot) - tip.x * tip.x - tip.z * tip.z,
                     left = reach * reach - lifted.x * lifted.x - lifted.z * lifted.z;
        const double lack = -tip.y - sqrt(fmax(whole, 0)), over = -lifted.y - sqrt(fmax(left, 0));
        const double grows = lock->carries[f] ? (lack - lock->lack[f]) * PD_PFNN_RATE : 0;
        const double soft = pd_anim_leg_soft(goals[f].own, reach, stretch);
        const pd_vec3 raised = pd_anim_leg_raise(goals[f].heel, goals[f].toe, hip, soft, foot);
        if (plane > 0 && pd_vec3_distance(raised, goals[f].heel) > 0) {
            const pd_vec3 heel = pitched(&goals[f], hip, soft, foot),
                          mixed = pd_vec3_fma(raised, plane, pd_vec3_sub(heel, raised));
            goals[f].heel = pd_anim_leg_heel(goals[f].toe, mixed, pd_vec3_make(0, 1, 0), foot);
        } else {
            goals[f].heel = raised;
        }
        if (carries || at_once) need = fmax(need, pd_anim_leg_drop(hip, goals[f].heel, reach));
        if (carries && !at_once)
            ahead =
                fmax(ahead, fmax(over, lack + 2 / c->drop_fall * pd_plane_clamp(grows, -FASTEST, FASTEST)));
        lock->grows[f] = grows;
        lock->carries[f] = carries;
        lock->lack[f] = lack;
        lock->steep[f] = over;
        reaches[f] = reach;
    }

    /* Follow the need smoothly, and move the whole body. Who pushes off leaves the ground in any case. */
    if (pace->jumps) need = ahead = 0;
    follow_lack(lock, need, ahead, c);
    for (int j = 0; j < rig->skeleton.joint_count; j++) joints[j].y -= lock->drop;

    /* Bring targets that are still too far nearer, along the line to the hip. */
    for (int f = 0; f < rig->foot_count && !at_once; f++) {
        const pd_vec3 limb = pd_vec3_sub(goals[f].heel, joints[rig->legs[f].thigh]);
        const double length = pd_vec3_length(limb);
        if (length <= reaches[f]) continue;
        const double part = reaches[f] / length - 1;
        goals[f].heel = pd_vec3_fma(goals[f].heel, part, limb);
        goals[f].toe = pd_vec3_fma(goals[f].toe, part, limb);
    }
}

/* Thigh and shin bring the ankle to its goal, the foot rotates its toe to it; the toe keeps its own direction. */
static void place_leg(pd_quat *rotations, const pd_vec3 *joints, const pd_pfnn_leg *leg, const goal *g,
                      const pd_pfnn_control *c)
{
    pd_anim_two_bone_job job = {.root = joints[leg->thigh],
                                .middle = joints[leg->shin],
                                .tip = joints[leg->heel],
                                .target = g->heel,
                                .bend_axis = pd_q_rotate(rotations[leg->thigh], leg->knee_axis),
                                .is_hinge = c->knee_hinge > 0.5};
    pd_anim_two_bone_run(&job);

    rotations[leg->thigh] = pd_q_mul(job.root_rotation, rotations[leg->thigh]);
    rotations[leg->shin] = pd_q_mul(job.middle_rotation, rotations[leg->shin]);

    pd_vec3 now = pd_vec3_sub(joints[leg->toe], joints[leg->heel]), to = pd_vec3_sub(g->toe, job.tip_at);
    pd_vec3 from = pd_vec3_unit_or(now, pd_vec3_make(0, 0, 1));
    pd_quat rotation = pd_q_between(from, pd_vec3_unit_or(to, from), pd_vec3_make(1, 0, 0));
    rotations[leg->heel] = pd_q_mul(rotation, rotations[leg->heel]);
}

/* Over treads and slopes a foot is locked, let go and lifted by what is under it, and the ankle turns with each: its speed changes by a
 * frame's most, of a frame as it is shown: played faster, accelerations grow by the square of the rate. */
static void steady_ankle(pd_pfnn_link *ankle, pd_quat *rotations, const pd_pfnn_leg *leg, pd_vec3 heel,
                         double rate, const pd_pfnn_rig *rig, const pd_anim_scene *scene)
{
    const pd_pfnn_control *c = &rig->control;
    const double most = c->ankle_change / PD_PFNN_RATE / fmax(rate * rate, 1);
    const pd_quat shin = rotations[leg->shin], asked = pd_q_inv_mul(shin, rotations[leg->heel]),
                  before = ankle->local;
    pd_quat local = asked;
    if (!pd_pfnn_pose_follow(&local, ankle, most, c->ankle_rate)) return;

    /* A foot that comes down fast would go through the ground meanwhile: it is pitched up about its heel until the toe is no more than UNDER
     * below its height over the ground. */
    const pd_quat steady = pd_q_mul(shin, local);
    const pd_vec3 sole = pd_q_rotate(steady, rig->skeleton.offsets[leg->toe]), toe = pd_vec3_add(heel, sole);
    const double under = pd_anim_scene_height(scene, toe.x, toe.z) + leg->toe_rest - UNDER - toe.y;
    pd_quat up = steady;
    if (under > 0) {
        const double length = pd_vec3_length(sole), y = fmin(sole.y + under, length);
        const double level = sqrt(length * length - y * y) / fmax(hypot(sole.x, sole.z), SETTLED);
        pd_vec3 from = pd_vec3_scale(sole, 1 / length);
        pd_vec3 to = pd_vec3_scale(pd_vec3_make(level * sole.x, y, level * sole.z), 1 / length);
        up = pd_q_mul(pd_q_between(from, pd_vec3_unit_or(to, from), pd_vec3_make(1, 0, 0)), steady);
    }
    rotations[leg->heel] = up;
    if (pd_q_dot(steady, up) < 1 - 1e-9) pd_pfnn_pose_bring(ankle, before, asked, pd_q_inv_mul(shin, up));
}

/* Rolls a foot about the line from heel to toe, so that its sole is parallel to ground that slopes across it. Heel and toe stay.
 * offset: of the toe from the heel, at rest. */
static void roll_foot(double roll[2], pd_quat *rotations, const pd_pfnn_leg *leg, const goal *g,
                      pd_vec3 offset, const pd_anim_scene *scene)
{
    const double line[2] = {g->toe.x - g->heel.x, g->toe.z - g->heel.z}, length = pd_plane_length(line);
    if (length < SETTLED) return;

    /* Slope of the ground to the left of that line: +Y up and +Z ahead, left is +X. Where both sides differ, as at the edge of a step, the flatter one. */
    const double left[2] = {line[1] / length * ROLL_WIDE, -line[0] / length * ROLL_WIDE},
                 middle = pd_anim_scene_height(scene, g->toe.x, g->toe.z);
    const double up_left = pd_anim_scene_height(scene, g->toe.x + left[0], g->toe.z + left[1]) - middle,
                 up_right = middle - pd_anim_scene_height(scene, g->toe.x - left[0], g->toe.z - left[1]);
    const double rise = up_left * up_right <= 0 ? 0 : copysign(fmin(fabs(up_left), fabs(up_right)), up_left);
    const double slope = pd_plane_clamp(atan2(rise, ROLL_WIDE), -ROLL_MOST, ROLL_MOST);

    /* In full on the ground, not at all from ROLL_UP on. */
    const double up = g->toe.y - leg->toe_rest - middle;
    const double near = pd_plane_clamp(1 - up / ROLL_UP, 0, 1);
    const double wanted = slope * near * near * (3 - 2 * near);
    double off = roll[0] - wanted;
    pd_spring(&off, &roll[1], ROLL_W, DT);
    roll[0] = wanted + off;

    /* A rotation about the line ahead by a positive angle raises what is to the left. */
    const pd_vec3 sole = pd_q_rotate(rotations[leg->heel], offset),
                  along = pd_vec3_unit_or(sole, pd_vec3_make(0, 0, 1));
    const pd_quat by = pd_q_axis_angle(along, roll[0]);
    rotations[leg->heel] = pd_q_mul(by, rotations[leg->heel]);
    rotations[leg->toe] = pd_q_mul(by, rotations[leg->toe]);
}

void pd_pfnn_foot_lock_run(pd_pfnn_foot_lock *lock, pd_quat *rotations, pd_vec3 *joints,
                           const float contacts[PD_PFNN_CONTACTS], pd_pfnn_pace pace, const pd_pfnn_rig *rig,
                           const pd_anim_scene *scene)
{
    goal goals[PD_PFNN_RIG_FEET];
    if (!rig->foot_count) return;

    for (int f = 0; f < rig->foot_count; f++) goals[f] = goal_of(lock, f, joints, contacts, pace, rig, scene);
    drop_hips(lock, joints, goals, &pace, rig);

    for (int f = 0; f < rig->foot_count; f++) {
        const pd_pfnn_leg *leg = &rig->legs[f];
        bool in_place = pd_vec3_distance(joints[leg->heel], goals[f].heel) < 1e-6 &&
                        pd_vec3_distance(joints[leg->toe], goals[f].toe) < 1e-6;
        if (!in_place) place_leg(rotations, joints, leg, &goals[f], &rig->control);

        if (is_rough(scene)) {
            steady_ankle(&lock->ankles[f], rotations, leg, goals[f].heel, pace.rate, rig, scene);
            roll_foot(lock->roll[f], rotations, leg, &goals[f], rig->skeleton.offsets[leg->toe], scene);
        }
    }
    pd_pfnn_pose_place(joints, rotations, rig);
}
