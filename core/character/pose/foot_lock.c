#include "core/character/pose/foot_lock.h"

#include "core/anim/leg.h"
#include "core/anim/two_bone.h"
#include "core/math/elementary.h"
#include "core/math/plane.h"
#include "core/math/spring.h"
#include "core/character/pose/pose.h"

#include <stdbool.h>

#define DT (1 / PD_CHARACTER_RATE)

/* Constants that are not in the tables of control.h and core/anim/leg.h. `w` is the natural frequency of a
 * critically damped spring. */

/* Drop of the hips for a leg that is too short. */
#define FASTEST  1.0  /* m/s: largest rate of `lack` that leads the drop */
#define MAX_DROP 0.30 /* metres: largest drop */
#define HALTS    0.5  /* fraction of drop_fall: w with which falling hips stop before they rise */
#define HALTED   0.2  /* m/s: hips that fall more slowly than this rise at once */

/* Lift of a foot in the air over higher ground ahead of it. */
#define AHEAD  14  /* frames of extrapolation in a walk */
#define STEP   2   /* frames between the samples of the extrapolation */
#define SURE   6   /* frames ahead up to which ground counts in full; farther it counts less */
#define SOONER 6   /* in a jog AHEAD is less by this, SURE by a third of it */
#define SWING  1.3 /* factor of the root's speed: least speed assumed for a swinging foot in a walk */

/* Locking, release and pitch of a foot. */
#define STEEP    0.7  /* rise over run: steepest planted foot on the edge of a tread (35 degrees) */
#define NEAR     0.5  /* fraction of lock_reach: largest offset at which a joint is locked */
#define STRAYS   0.34 /* fraction of lock_reach: level offset from which on a strained leg is released */
#define STEEPEST 0.92 /* sine of a planted foot's largest pitch, 67 degrees; people's feet: 63 */
#define TIPTOE   1.22 /* radians: pitch above which a planted foot rises less than needed, 70 degrees */
#define TIP_EASE 0.35 /* radians: largest pitch above that, 90 degrees in all */
#define SETTLED  1e-5 /* metres, m/s: smaller offsets and rates are set to 0 */

/* Uneven ground: feet are locked and released far from the network's, with legs that are nearly straight, so
 * they move more gently. */
#define SINK    12.0  /* w with which a locked joint sinks to its height above the ground */
#define FALL    9.0   /* 1/s: largest initial sinking speed for each metre above that height */
#define UNDER   0.008 /* metres: largest depth of a toe below its rest height while the ankle is limited */
#define HURRY   8.0   /* m/s2: bound of w^2 |offset| of a released joint at its release */
#define SLOWEST 8.0   /* least w of a released joint */

/* Factor of ankle_change for a foot that is held (stance.h). With 1 its toe moves by up to 6.5 mm. */
#define HELD_ANKLE 3.0

#define KNEE_LEAST   0.115 /* radians: least and largest bend of a knee whose speed is limited */
#define KNEE_MOST    2.8
/* Metres by which a limited knee may move a foot in the air, and one that is planted. Without these bounds
 * feet of jogs on stairs skate by 10 % more and heels go 8 cm into treads; with them knees pop .9 times a
 * second in walks instead of .2. */
#define KNEE_FAR     0.05
#define KNEE_PLANTED 0.005

/* Clearance of swinging toes: in full at PASSES along the ground and faster, 0 at RESTS and slower; m/s. */
#define PASSES      1.5
#define RESTS       0.4
#define PASS_W      60.0 /* w with which the clearance follows the speed */
/* Metres added to the clearance in a jog on uneven ground, where the network's feet come down along a rising
 * slope and would slide up it. Without it toes skate by .23 m/s on hills and by .38 in turns on hills; with
 * it by .14 and .18. Toes then clear the ground by 55 to 66 mm (in people's jogs by 37 to 95). */
#define CLEAR_ROUGH 0.025

/* Corrective steps, which a planted foot takes by itself. */
#define AT_REST     0.5  /* share of standing from which on a twisted foot takes one */
#define WAITS       1.4  /* factor of lock_reach and lock_twist while the other foot takes one */
#define STRIDE_S    0.25 /* seconds: duration of a step, plus ... */
#define STRIDE_S_M  0.5  /* ... seconds for each metre of it */
#define STRIDE_UP   0.2  /* height in the middle of a step as a fraction of its length ... */
#define STRIDE_MOST 0.05 /* ... and at most, metres */
#define STRIDE_TURN 0.25 /* metres of a step's length that a rotation of the foot by a radian counts as */

/* Share of the angle beyond `pivot` by which a planted foot turns on its ball in each frame. When the pelvis
 * turns at 150 degrees/s the foot lags behind by 10 degrees. */
#define MIX_PIVOT 0.25

/* Strafing ankles that pass each other, metres. */
#define APART 0.065 /* least distance */
#define FAR   0.085 /* distance from which on they are left where they are */

/* Feet that walk sideways. */
#define OWN_SOFT  0.08 /* metres: range on either side of own_side over which the shift sets in smoothly */
#define OWN_W     14.0 /* w with which a foot in the air follows its shift */
#define SIDEWAYS  0.75 /* sine of the angle between facing and motion from which on feet are shifted ... */
#define SIDE_FULL 0.95 /* ... and shifted in full */

/* Feet on a slope across them. */
#define ROLL_WIDE 0.04 /* metres to either side of the toe at which the height of the ground is read */
#define ROLL_MOST 0.52 /* radians: largest roll, because the edge of a step is not a slope */
#define ROLL_UP   0.08 /* metres above the ground from which on a foot does not roll */
#define ROLL_W    22.0 /* w with which the roll follows the ground */

static bool is_rough(const pd_anim_scene *scene)
{
    return scene && scene->ground.rows;
}

/* ---- one heel or toe */

double pd_character_foot_lock_floor(pd_vec3 at, pd_vec3 sole, const pd_anim_scene *scene)
{
    if (!is_rough(scene)) return 0;
    double other =
        pd_anim_scene_height(scene, at.x + sole.x, at.z + sole.z) - STEEP * pd_hypot(sole.x, sole.z);
    return pd_fmax(pd_anim_scene_height(scene, at.x, at.z), other);
}

/* Inputs of target_of for one end of a foot, heel or toe. */
typedef struct end {
    pd_vec3 free;     /* the network's position */
    double contact;   /* the network's contact, 0 to 1 */
    double rest;      /* height above the ground when planted, metres */
    pd_vec3 sole;     /* vector from this end to the other end of the foot */
    double near;      /* metres: lock_reach on this ground */
    double reach;     /* metres: a locked end farther than this from `free` is released */
    double turns;     /* metres added to the length of a corrective step for its rotation */
    bool twisted;     /* the foot is planted in another direction than the network's, by more than allowed */
    bool holds;       /* the foot is kept whatever its contact, until it is strained */
    bool strained;    /* the leg will soon be too short */
    double clearance; /* least height above `rest` in a fast swing; 0 for a heel, which comes down fast */
    double care; /* gentleness of a release: 1 in a walk on uneven ground, 0 on flat ground or in a jog */
} end;

/* Returns the seconds of a corrective step: a minimum-jerk path
 * to the network's position, highest in the middle. */
static double stride_seconds(const pd_character_lock *k)
{
    return STRIDE_S + STRIDE_S_M * k->way;
}

static double stride_height(const pd_character_lock *k)
{
    double t = k->stride;
    double part = 4 * t * (1 - t);
    return part * part * pd_fmin(STRIDE_UP * k->way, STRIDE_MOST);
}

static void go_on_with_stride(pd_character_lock *k)
{
    double t = k->stride += DT / stride_seconds(k);

    if (t >= 1) {
        k->stride = 0;
        k->offset = k->rate = pd_vec3_make(0, 0, 0);
        return;
    }

    double left = 1 - t * t * t * (10 - t * (15 - 6 * t));
    double speed = -30 * t * t * (1 - t) * (1 - t);
    k->offset = pd_vec3_scale(k->from, left);
    k->rate = pd_vec3_scale(k->from, speed / stride_seconds(k));
}

/* Returns by how much to raise a toe that is `over` metres above its rest height, so that it keeps the
 * clearance c = k->pass[0]. The raised height is c + over^2 / 4 c, which meets `over` at 2 c with the same
 * slope. c follows the clearance for this speed by a spring. */
static double rise_of(pd_character_lock *k, double over, double speed, double clearance)
{
    const double part = pd_fmin(pd_fmax((speed - RESTS) / (PASSES - RESTS), 0), 1);
    const double wanted = part * part * (3 - 2 * part) * clearance;
    double off = k->pass[0] - wanted;

    pd_spring(&off, &k->pass[1], PASS_W, DT);
    k->pass[0] = wanted + off;

    const double least = k->pass[0];
    return over < 2 * least ? least + over * over / (4 * least) - over : 0;
}

/* Returns the joint's speed along the ground since the previous frame, m/s. */
static double speed_of(const pd_character_lock *k, pd_vec3 at)
{
    return k->moves ? pd_hypot(at.x - k->shown.x, at.z - k->shown.z) * PD_CHARACTER_RATE : 0;
}

/* Returns the position of a heel or toe before the length of the leg is considered, and updates its lock.
 * ahead: number of frames by which the contact is extrapolated for a release. */
static pd_vec3 target_of(pd_character_lock *k, const end *e, double ahead, const pd_character_control *c,
                         const pd_anim_scene *scene)
{
    pd_vec3 shown = pd_vec3_add(e->free, k->offset);

    shown.y += stride_height(k);
    double height = shown.y - pd_anim_scene_height(scene, shown.x, shown.z) - e->rest;

    /* Lock the joint where it is shown if it is in contact, near the network's position, low and slow. */
    const double low = is_rough(scene) ? c->lock_height_rough : c->lock_height;
    bool near = pd_vec3_length(k->offset) < NEAR * e->near && k->stride <= 0;
    bool leaving = e->contact + ahead * pd_fmin(e->contact - k->contact, 0) < c->release_contact;
    if (e->holds && k->locked) leaving = e->strained;
    leaving |= k->locked && e->strained && pd_hypot(k->offset.x, k->offset.z) > STRAYS * c->lock_reach;
    const double fast = speed_of(k, shown);
    if (!k->locked && e->contact >= c->lock_contact && !leaving && near && height < low &&
        fast < c->lock_speed) {
        k->locked = 1;
        k->place = shown;
        k->fall = pd_plane_clamp((e->free.y - k->free.y) * PD_CHARACTER_RATE, -FALL * pd_fmax(height, 0), 0);
    }

    /* Release it. The shown joint was at rest, so its offset starts with the network's velocity reversed. If
     * the network still has it planted, it makes a corrective step to the network's position. */
    if (k->locked && (leaving || pd_vec3_distance(k->place, e->free) > e->reach || e->twisted)) {
        const double gentle = sqrt(HURRY / pd_fmax(pd_vec3_length(k->offset), SETTLED));
        k->locked = 0;
        k->rate = pd_vec3_scale(pd_vec3_sub(k->free, e->free), PD_CHARACTER_RATE);
        k->w = c->release_rate;
        if (gentle < k->w) k->w += e->care * (pd_fmax(gentle, SLOWEST) - k->w);
        k->stride = leaving ? 0 : DT;
        k->from = pd_vec3_sub(k->place, e->free);
        k->way = pd_vec3_length(k->from) + e->turns;
    }

    if (leaving && k->stride > 0) { /* end the step early, and keep its present height in the offset */
        k->offset.y += stride_height(k);
        k->stride = 0;
    }

    /* Advance the offset from the network's position. A locked joint sinks to the ground, a step follows its
     * path, any other offset decays to 0. */
    if (k->locked) {
        const double floor = pd_character_foot_lock_floor(k->place, e->sole, scene) + e->rest;
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

    /* Keep the joint above the ground, and add the clearance of a fast toe. */
    pd_vec3 to = pd_vec3_add(e->free, k->offset);
    const double over = to.y - pd_character_foot_lock_floor(to, e->sole, scene) - e->rest;
    k->speed = k->locked ? 0 : speed_of(k, to);
    k->lift = pd_fmax(-over, c->lift_fall * k->lift);
    k->rise = rise_of(k, over + k->lift, k->speed, e->clearance);
    k->shown = to;
    k->moves = true;
    k->free = e->free;
    k->contact = e->contact;
    to.y += k->lift + k->rise + stride_height(k);

    return to;
}

/* ---- a leg */

/* Returns the level displacement that takes a strafing ankle around the other ankle. With d the distance
 * between this ankle as shown and the other one in the previous frame, the new distance is
 *
 *     APART + (FAR - APART) (d / FAR)^(FAR / (FAR - APART))
 *         for d < FAR; it meets d at FAR with the same slope
 */
static pd_vec3 foot_lock_apart(pd_vec3 ankle, const pd_character_lock *other, double strafe)
{
    pd_vec3 off = pd_vec3_sub(ankle, pd_vec3_add(other->free, other->offset));
    double d = pd_vec3_length(off);
    double level = pd_hypot(off.x, off.z);

    if (!(strafe > 0) || d >= FAR || level < 1e-6) return pd_vec3_make(0, 0, 0);

    double wanted = APART + (FAR - APART) * pd_pow(d / FAR, FAR / (FAR - APART));
    double push = strafe * (sqrt(pd_fmax(wanted * wanted - off.y * off.y, 0)) - level);
    return pd_vec3_make(push * off.x / level, 0, push * off.z / level);
}

/* Updates the shift that keeps a foot of a sideways walk on its own side of the other foot. The shift changes
 * only while the foot is in the air. */
static void step_aside(pd_character_foot_lock *lock, int foot, const pd_vec3 *joints,
                       const pd_character_pace *pace, const pd_character_rig *rig)
{
    const pd_character_lock *own = &lock->locks[2 * foot];
    const pd_character_lock *other = &lock->locks[2 * !foot];
    pd_vec3 *shift = &lock->aside[foot];
    pd_vec3 *rate = &lock->aside_rate[foot];
    pd_vec3 wanted = {0, 0, 0};

    if (own->locked || lock->locks[2 * foot + 1].locked) {
        *rate = wanted;
        return;
    }

    /* Level unit vector (x, z) from the other hip to this one, and the share of the motion along it. */
    const pd_vec3 hips = pd_vec3_sub(joints[rig->legs[foot].thigh], joints[rig->legs[!foot].thigh]);
    const double width = pd_fmax(pd_hypot(hips.x, hips.z), SETTLED);
    const double x = hips.x / width;
    const double z = hips.z / width;
    const double speed = pd_plane_length(pace->velocity);
    const double along = fabs(x * pace->velocity[0] + z * pace->velocity[1]) / pd_fmax(speed, RESTS);
    const double part = pace->strafe * pd_plane_clamp((along - SIDEWAYS) / (SIDE_FULL - SIDEWAYS), 0, 1);

    /* Find by how much the ankle is nearer than own_side. Within OWN_SOFT of own_side a parabola makes value
     * and slope of `need` continuous. */
    const pd_vec3 ankle = joints[rig->legs[foot].heel];
    const pd_vec3 from = pd_vec3_add(other->free, other->offset);
    const double lack = rig->control.own_side - (x * (ankle.x - from.x) + z * (ankle.z - from.z));
    const double soft = pd_plane_clamp(lack + OWN_SOFT, 0, 2 * OWN_SOFT);
    const double need = lack > OWN_SOFT ? lack : soft * soft / (4 * OWN_SOFT);
    if (part > 0 && other->moves && rig->control.own_side > 0)
        wanted = pd_vec3_make(part * need * x, 0, part * need * z);

    pd_vec3 off = pd_vec3_sub(*shift, wanted);
    pd_spring3(&off, rate, OWN_W, DT);
    *shift = pd_vec3_add(wanted, off);
    if (pd_vec3_length(*shift) < SETTLED && pd_vec3_length(*rate) < SETTLED)
        *shift = *rate = pd_vec3_make(0, 0, 0);
}

/* Turns a planted foot on its ball when the pelvis has turned away from it by more than `pivot`: moves the
 * heel around the toe. */
static void pivot(pd_character_lock *heel, const pd_character_lock *toe, const pd_vec3 *joints,
                  const pd_character_rig *rig)
{
    const double most = rig->control.pivot;

    if (!heel->locked || !toe->locked || !(most > 0)) return;

    /* Ahead is at right angles to the line from the right hip to the left one. */
    const pd_vec3 left = pd_vec3_sub(joints[rig->legs[0].thigh], joints[rig->legs[1].thigh]);
    const double ahead[2] = {-left.z, left.x};
    const double foot[2] = {toe->place.x - heel->place.x, toe->place.z - heel->place.z};
    const double angle = pd_plane_angle(ahead, foot);
    const double over = fabs(angle) - most;
    if (over <= 0) return;

    double sole[2] = {-foot[0], -foot[1]};
    pd_plane_turn(sole, sole, (angle > 0 ? -MIX_PIVOT : MIX_PIVOT) * over);
    heel->place.x = toe->place.x + sole[0];
    heel->place.z = toe->place.z + sole[1];
}

/* Targets of one foot. */
typedef struct goal {
    pd_vec3 heel, toe;
    double own; /* metres from hip to heel in the network's pose, after `stretch` */
} goal;

/* Returns the distance in metres by which the heel moves away from the hip, so that the knee bends and
 * straightens as in captured poses. The network predicts average poses, whose knees bend less. */
static double stretch(double own, const pd_character_leg *leg, double gain, const pd_character_rig *rig)
{
    const pd_vec3 *offsets = rig->skeleton.offsets;
    if (!(gain > 0)) return 0;
    double thigh = pd_vec3_length(offsets[leg->shin]);
    double shank = pd_vec3_length(offsets[leg->heel]);
    return pd_anim_leg_contrast(own, thigh, shank, gain) - own;
}

/* Raises a foot in the air over ground that is in its way. Both ends rise by the same height, because an end
 * that rose alone would rotate the ankle. ends: heel and toe; their network positions are raised. */
static void lift_foot(pd_character_foot_lock *lock, int foot, end ends[2], const pd_character_pace *pace,
                      const pd_character_control *c, const pd_anim_scene *scene)
{
    double *lift = lock->lift[foot];
    double wanted = 0;
    double way[2] = {0, 0};
    const double speed = pd_plane_length(pace->velocity);
    const double ahead = AHEAD - SOONER * pace->jog;
    const double sure = SURE - SOONER / 3.0 * pace->jog;

    if (!is_rough(scene)) return;
    pd_plane_unit(way, pace->velocity);

    /* Extrapolate each end over the next frames, and find the largest depth at which it would enter the
     * ground. Ground farther ahead counts less. */
    for (int i = 0; i < 2; i++) {
        const pd_character_lock *k = &lock->locks[2 * foot + i];
        pd_vec3 *was = &lock->was[foot][i];
        pd_vec3 at = pd_vec3_add(ends[i].free, k->offset);
        pd_vec3 v = pd_vec3_length(*was) > 0 ? pd_vec3_sub(ends[i].free, *was) : *was;
        *was = ends[i].free;

        /* A swinging foot of a walk will get faster, so assume at least SWING times the root's speed. */
        const double along = v.x * way[0] + v.z * way[1];
        const double more =
            (1 - pace->jog) * (1 - pace->lands[foot]) * pd_fmax(SWING * speed * DT - along, 0);
        v.x += more * way[0];
        v.z += more * way[1];
        for (int t = 0; t <= ahead && !k->locked; t += STEP) {
            pd_vec3 then = {at.x + t * v.x, at.y + t * pd_fmax(v.y, 0), at.z + t * v.z};
            double in_way = pd_character_foot_lock_floor(then, ends[i].sole, scene) + ends[i].rest - then.y;
            if (in_way > c->climb_most) break; /* a ledge before which the character stops */
            wanted = pd_fmax(wanted, in_way * pd_fmin((ahead + 1 - t) / (ahead + 1 - sure), 1));
        }
    }

    /* Approach that height smoothly. */
    double off = lift[0] - wanted;
    pd_spring(&off, &lift[1], c->lift_rise, DT);
    lift[0] = wanted + off;
    for (int i = 0; i < 2; i++) ends[i].free.y += lift[0];
}

/* Finds the targets of heel and toe of a foot. */
static goal goal_of(pd_character_foot_lock *lock, int foot, const pd_vec3 *joints, const float *contacts,
                    pd_character_pace pace, const pd_character_rig *rig, const pd_anim_scene *scene)
{
    const pd_character_leg *leg = &rig->legs[foot];
    const pd_character_control *c = &rig->control;
    pd_character_lock *heel = &lock->locks[2 * foot];
    pd_character_lock *toe = &lock->locks[2 * foot + 1];

    /* Push the feet apart where they would collide, and lengthen the leg where a walking knee straightens. */
    pd_vec3 sole = pd_vec3_sub(joints[leg->heel], joints[leg->toe]);
    step_aside(lock, foot, joints, &pace, rig);
    const pd_vec3 side = lock->aside[foot];
    pd_vec3 shown = pd_vec3_add(joints[leg->heel], pd_vec3_add(side, pd_vec3_add(toe->offset, heel->offset)));
    pd_vec3 push = pd_vec3_add(side, foot_lock_apart(shown, &lock->locks[2 * !foot], pace.strafe));
    push = pd_vec3_add(push, pace.stands[foot]);
    pd_vec3 limb = pd_vec3_sub(joints[leg->heel], joints[leg->thigh]);
    const double own = pd_vec3_length(limb);
    const double more = stretch(own, leg, pace.knees, rig);
    push = pd_vec3_fma(push, more / pd_fmax(own, SETTLED), limb);

    /* Fast motions release a foot earlier. */
    double fast = pd_fmax(pace.jog, pace.strafe);
    double early = c->release_ahead + fast * (c->release_ahead_jog - c->release_ahead);
    goal g = {.own = own + more};

    /* Feet step one after the other: while the other foot makes a corrective step, this one may be farther
     * from the network's before it makes one. After a stop even small distances cause steps,
     * which close the feet. */
    const bool waits = lock->locks[2 * !foot + 1].stride > 0;
    const double closes =
        pd_fmax(pace.stops, pace.shifts[foot]) * pd_plane_clamp((pace.still - AT_REST) / (1 - AT_REST), 0, 1);
    const double usual = c->lock_reach + pace.rough * (c->lock_reach_rough - c->lock_reach);
    const double most = usual + closes * (pd_fmin(c->lock_reach_stop, usual) - usual);
    const double reach = (waits ? WAITS : 1) * most;

    /* Turn a foot that the pelvis has left behind, and find one that stands
     * in a direction different from the network's. */
    pivot(heel, toe, joints, rig);
    double twist = 0;
    if (heel->locked && toe->locked) {
        const double foot_dir[2] = {toe->place.x - heel->place.x, toe->place.z - heel->place.z};
        const double wanted[2] = {-sole.x, -sole.z};
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
                    .near = usual,
                    .reach = usual,
                    .strained = strained,
                    .care = care},
                   {.free = pd_vec3_add(joints[leg->toe], push),
                    .contact = (double)contacts[2 * foot + 1],
                    .rest = leg->toe_rest,
                    .sole = sole,
                    .near = usual,
                    .holds = pace.holds[foot],
                    .reach = reach,
                    .turns = STRIDE_TURN * twist,
                    .twisted = twisted,
                    .strained = strained,
                    .clearance = c->clearance + pace.back * (c->clearance_back - c->clearance) +
                                 (is_rough(scene) ? CLEAR_ROUGH * pace.jog : 0),
                    .care = care}};
    lift_foot(lock, foot, ends, &pace, c, scene);

    /* Place the toe first. The heel is then locked relative to the toe
     * and moved to the foot's length from it. */
    g.toe = target_of(toe, &ends[1], early, c, scene);
    ends[0].free = pd_vec3_add(g.toe, sole);
    ends[0].free.y -=
        /* the ankle alone raises the toe: raising the heel too would snap a knee that is nearly straight */
        toe->rise;
    if (toe->stride > 0) ends[0].contact = 0;
    g.heel = target_of(heel, &ends[0], early, c, scene);
    g.heel = pd_anim_leg_heel(g.toe, g.heel, sole, pd_vec3_length(rig->skeleton.offsets[leg->toe]));

    return g;
}

/* Updates the drop of the hips, by a spring. They go down towards `ahead`, the drop that will be needed soon,
 * and at least `need`, the drop of now. They rise again slowly. Both in metres. */
static void follow_lack(pd_character_foot_lock *lock, double need, double ahead,
                        const pd_character_control *c)
{
    const double least = pd_fmin(pd_fmax(need, 0), MAX_DROP);
    const double wanted = pd_fmin(pd_fmax(ahead, least), MAX_DROP);

    if (!(c->drop_fall > 0)) {
        lock->drop = pd_fmax(least, lock->drop + c->drop_rise * (least - lock->drop));
        return;
    }

    /* If the hips still fall when the need ends, stop them first. */
    const bool stops = wanted < lock->drop && lock->fall > HALTED;
    const double to = stops ? lock->drop : wanted;
    const double up = 2 * PD_CHARACTER_RATE * c->drop_rise;
    double off = lock->drop - to;
    pd_spring(&off, &lock->fall, stops ? HALTS * c->drop_fall : wanted > lock->drop ? c->drop_fall : up, DT);
    lock->drop = to + off;
}

/* Returns the heel of a planted foot with the largest allowed pitch: STEEPEST, or the goal's own pitch if
 * that is steeper. */
static pd_vec3 steepest(const goal *g, double foot)
{
    const pd_vec3 sole = pd_vec3_sub(g->heel, g->toe);
    const double level = pd_hypot(sole.x, sole.z);
    const double up = STEEPEST * foot;

    if (sole.y >= up || level < SETTLED) return g->heel;
    const double part = sqrt(foot * foot - up * up) / level;

    return pd_vec3_add(g->toe, pd_vec3_make(part * sole.x, up, part * sole.z));
}

/* Rotates a foot about its toe, in the foot's own vertical plane, until the heel is within `reach` of the hip
 * or as near as it can be. Returns the heel. pd_anim_leg_raise also turns the foot towards the hip, and such
 * a foot looks twisted in a turn.
 *
 *     |toe + foot (d cos p, sin p) - hip| = reach      d: unit vector from toe to heel, level; p: the foot's
 *                                                      pitch
 */
static pd_vec3 pitched(const goal *g, pd_vec3 hip, double reach, double foot)
{
    const pd_vec3 sole = pd_vec3_sub(g->heel, g->toe);
    const pd_vec3 limb = pd_vec3_sub(hip, g->toe);
    const double level = pd_hypot(sole.x, sole.z);

    if (pd_vec3_distance(hip, g->heel) <= reach || level < SETTLED) return g->heel;

    const double along = (limb.x * sole.x + limb.z * sole.z) / level;
    const double length = pd_hypot(along, limb.y);
    const double nearest = pd_atan2(limb.y, along);
    const double pitch = pd_atan2(sole.y, level);
    const double part = (pd_vec3_dot(limb, limb) + foot * foot - reach * reach) / (2 * foot * length);
    double wanted = pd_fmax(nearest - pd_acos(pd_fmin(pd_fmax(part, -1), 1)), pitch);
    if (wanted > TIPTOE) wanted = pd_fmax(TIPTOE + TIP_EASE * pd_tanh((wanted - TIPTOE) / TIP_EASE), pitch);
    const double back = foot * pd_cos(wanted) / level;

    return pd_vec3_add(g->toe, pd_vec3_make(back * sole.x, foot * pd_sin(wanted), back * sole.z));
}

/* Raises the heels of legs that are too short for their goals,
 * then lowers the hips by what is still missing. */
static void drop_hips(pd_character_foot_lock *lock, pd_vec3 *joints, goal *goals,
                      const pd_character_pace *pace, const pd_character_rig *rig)
{
    const double jog = pace->jog;
    const double plane = (1 - 0.5 * jog) * (1 - pace->strafe);
    const pd_character_control *c = &rig->control;
    const double stretch = c->leg_stretch + jog * (c->leg_stretch_jog - c->leg_stretch);
    const pd_vec3 *offsets = rig->skeleton.offsets;
    const bool at_once = !(c->drop_fall > 0);
    double need = 0, ahead = 0;
    double reaches[PD_CHARACTER_RIG_FEET];

    /* Find by how much the hips have to go down: now (`need`), and soon (`ahead`), for planted feet that are
     * not steeper than allowed. */
    for (int f = 0; f < rig->foot_count; f++) {
        const pd_character_leg *leg = &rig->legs[f];
        const double foot = pd_vec3_length(offsets[leg->toe]);
        const pd_vec3 hip = joints[leg->thigh];
        const pd_vec3 steep = steepest(&goals[f], foot);
        const double reach =
            PD_ANIM_LEG_STRAIGHT * pd_anim_two_bone_length(offsets[leg->shin], offsets[leg->heel]);

        /* Metres by which the hip must go down for a foot that stands on its tip, and for one that is as
         * steep as it may be. Negative: the hip could rise by that much. A foot that is too far aside counts
         * as if it were level with the hip. */
        const bool carries = lock->locks[2 * f].locked || lock->locks[2 * f + 1].locked;
        const pd_vec3 tip = pd_vec3_sub(goals[f].toe, hip);
        const pd_vec3 lifted = pd_vec3_sub(steep, hip);
        const double whole = (reach + foot) * (reach + foot) - tip.x * tip.x - tip.z * tip.z;
        const double left = reach * reach - lifted.x * lifted.x - lifted.z * lifted.z;
        const double lack = -tip.y - sqrt(pd_fmax(whole, 0));
        const double over = -lifted.y - sqrt(pd_fmax(left, 0));
        const double grows = lock->carries[f] ? (lack - lock->lack[f]) * PD_CHARACTER_RATE : 0;
        const double soft = pd_anim_leg_soft(goals[f].own, reach, stretch);
        const pd_vec3 raised = pd_anim_leg_raise(goals[f].heel, goals[f].toe, hip, soft, foot);
        if (plane > 0 && pd_vec3_distance(raised, goals[f].heel) > 0) {
            const pd_vec3 heel = pitched(&goals[f], hip, soft, foot);
            const pd_vec3 mixed = pd_vec3_fma(raised, plane, pd_vec3_sub(heel, raised));
            goals[f].heel = pd_anim_leg_heel(goals[f].toe, mixed, pd_vec3_make(0, 1, 0), foot);
        } else {
            goals[f].heel = raised;
        }

        if (carries || at_once) need = pd_fmax(need, pd_anim_leg_drop(hip, goals[f].heel, reach));
        if (carries && !at_once)
            ahead = pd_fmax(
                ahead, pd_fmax(over, lack + 2 / c->drop_fall * pd_plane_clamp(grows, -FASTEST, FASTEST)));
        lock->grows[f] = grows;
        lock->carries[f] = carries;
        lock->lack[f] = lack;
        lock->steep[f] = over;
        reaches[f] = reach;
    }

    /* Follow the need smoothly, and move the whole body.
     * A jump does not need it, because its feet leave the ground. */
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

/* Rotates thigh and shin so that the ankle reaches its goal, and the foot so that the toe reaches its own.
 * The toe joint keeps its rotation. */
static void place_leg(pd_quat *rotations, const pd_vec3 *joints, const pd_character_leg *leg, const goal *g,
                      const pd_character_control *c)
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

    pd_vec3 now = pd_vec3_sub(joints[leg->toe], joints[leg->heel]);
    pd_vec3 to = pd_vec3_sub(g->toe, job.tip_at);
    pd_vec3 from = pd_vec3_unit_or(now, pd_vec3_make(0, 0, 1));
    pd_quat rotation = pd_q_between(from, pd_vec3_unit_or(to, from), pd_vec3_make(1, 0, 0));
    rotations[leg->heel] = pd_q_mul(rotation, rotations[leg->heel]);
}

/* Limits the change of the ankle's angular speed from frame to frame on uneven ground, where locks, releases
 * and lifts would turn it abruptly. Playback at a rate above 1 multiplies accelerations by the square of the
 * rate, so the limit is divided by that. most: the limit, radians per frame. */
static void steady_ankle(pd_character_link *ankle, pd_quat *rotations, const pd_character_leg *leg,
                         pd_vec3 heel, double most, const pd_character_rig *rig, const pd_anim_scene *scene)
{
    const pd_character_control *c = &rig->control;
    const pd_quat shin = rotations[leg->shin];
    const pd_quat asked = pd_q_inv_mul(shin, rotations[leg->heel]);
    const pd_quat before = ankle->local;
    pd_quat local = asked;

    if (!pd_character_pose_follow(&local, ankle, most, c->ankle_rate)) return;

    /* A foot that comes down fast would enter the ground because its ankle is late. Pitch it up about its
     * heel until the toe is at most UNDER below its height above the ground. */
    const pd_quat steady = pd_q_mul(shin, local);
    const pd_vec3 sole = pd_q_rotate(steady, rig->skeleton.offsets[leg->toe]);
    const pd_vec3 toe = pd_vec3_add(heel, sole);
    const double under = pd_anim_scene_height(scene, toe.x, toe.z) + leg->toe_rest - UNDER - toe.y;
    pd_quat up = steady;
    if (under > 0) {
        const double length = pd_vec3_length(sole);
        const double y = pd_fmin(sole.y + under, length);
        const double level = sqrt(length * length - y * y) / pd_fmax(pd_hypot(sole.x, sole.z), SETTLED);
        pd_vec3 from = pd_vec3_scale(sole, 1 / length);
        pd_vec3 to = pd_vec3_scale(pd_vec3_make(level * sole.x, y, level * sole.z), 1 / length);
        up = pd_q_mul(pd_q_between(from, pd_vec3_unit_or(to, from), pd_vec3_make(1, 0, 0)), steady);
    }

    rotations[leg->heel] = up;
    if (pd_q_dot(steady, up) < 1 - 1e-9)
        pd_character_pose_bring(ankle, before, asked, pd_q_inv_mul(shin, up));
}

/* Rolls a foot about the line from heel to toe, so that its sole is parallel to ground that slopes across it.
 * Heel and toe stay in place. offset: from heel to toe in the rest pose. */
static void roll_foot(double roll[2], pd_quat *rotations, const pd_character_leg *leg, const goal *g,
                      pd_vec3 offset, const pd_anim_scene *scene)
{
    const double line[2] = {g->toe.x - g->heel.x, g->toe.z - g->heel.z};
    const double length = pd_plane_length(line);

    if (length < SETTLED) return;

    /* Find the slope of the ground across that line, positive when it rises to the left (with +Y up and +Z
     * ahead, left is +X). Take the flatter of both sides, and 0 if one rises and the other falls, as at the
     * edge of a step. */
    const double left[2] = {line[1] / length * ROLL_WIDE, -line[0] / length * ROLL_WIDE};
    const double middle = pd_anim_scene_height(scene, g->toe.x, g->toe.z);
    const double up_left = pd_anim_scene_height(scene, g->toe.x + left[0], g->toe.z + left[1]) - middle;
    const double up_right = middle - pd_anim_scene_height(scene, g->toe.x - left[0], g->toe.z - left[1]);
    const double rise =
        up_left * up_right <= 0 ? 0 : copysign(pd_fmin(fabs(up_left), fabs(up_right)), up_left);
    const double slope = pd_plane_clamp(pd_atan2(rise, ROLL_WIDE), -ROLL_MOST, ROLL_MOST);

    /* Roll in full on the ground, and not at all from ROLL_UP on. */
    const double up = g->toe.y - leg->toe_rest - middle;
    const double near = pd_plane_clamp(1 - up / ROLL_UP, 0, 1);
    const double wanted = slope * near * near * (3 - 2 * near);
    double off = roll[0] - wanted;
    pd_spring(&off, &roll[1], ROLL_W, DT);
    roll[0] = wanted + off;

    /* A positive rotation about the line ahead raises the left side. */
    const pd_vec3 sole = pd_q_rotate(rotations[leg->heel], offset);
    const pd_vec3 along = pd_vec3_unit_or(sole, pd_vec3_make(0, 0, 1));
    const pd_quat by = pd_q_axis_angle(along, roll[0]);
    rotations[leg->heel] = pd_q_mul(by, rotations[leg->heel]);
    rotations[leg->toe] = pd_q_mul(by, rotations[leg->toe]);
}

/* Limits the change of the knee's angular speed from frame to frame on uneven ground. Moves heel and toe of
 * the goal along the line to the hip. */
static void steady_knee(pd_character_foot_lock *lock, int foot, const pd_vec3 *joints, goal *g,
                        const pd_character_pace *pace, const pd_character_rig *rig,
                        const pd_anim_scene *scene)
{
    const pd_character_control *c = &rig->control;
    const pd_character_leg *leg = &rig->legs[foot];
    const double thigh = pd_vec3_length(rig->skeleton.offsets[leg->shin]);
    const double shank = pd_vec3_length(rig->skeleton.offsets[leg->heel]);
    const pd_vec3 limb = pd_vec3_sub(g->heel, joints[leg->thigh]);
    const double length = pd_fmax(pd_vec3_length(limb), SETTLED);
    const double wanted = pd_anim_leg_bend(length, thigh, shank);
    double *bend = lock->bend[foot];

    const double limited = pace->quick ? 1 : pace->rough;

    /* Go to the wanted bend if the rate changes little enough, otherwise towards it. A knee on level ground
     * is not limited. */
    const double most = c->knee_change / (pd_fmax(pace->rate * pace->rate, 1) * pd_fmax(limited, SETTLED));
    double shown = wanted;
    if (bend[2] > 0 && fabs((wanted - bend[0]) / DT - bend[1]) > most) {
        const double goes = (wanted - bend[2]) / DT + c->knee_rate * (wanted - bend[0]);
        const double rate = bend[1] + pd_plane_clamp(goes - bend[1], -most, most);
        shown = pd_plane_clamp(bend[0] + DT * rate, KNEE_LEAST, KNEE_MOST);
    }

    if (!(fabs(shown - wanted) > 0)) {
        bend[1] = bend[2] > 0 ? (shown - bend[0]) / DT : 0;
        bend[0] = bend[2] = wanted;
        return;
    }

    /* Move the foot by at most KNEE_FAR, and a planted one by hardly anything. */
    const bool is_locked = lock->locks[2 * foot].locked || lock->locks[2 * foot + 1].locked;
    const double far = (is_locked ? KNEE_PLANTED : KNEE_FAR) / length;
    double part = pd_plane_clamp(pd_anim_leg_length(shown, thigh, shank) / length - 1, -far, far);
    shown = pd_anim_leg_bend((1 + part) * length, thigh, shank);

    /* Keep both ends of the foot above the ground, or as high as they were wanted. */
    const pd_vec3 sole = pd_vec3_sub(g->toe, g->heel);
    double share = 1;
    for (int e = 0; e < 2; e++) {
        const pd_vec3 from = e ? g->toe : g->heel;
        const pd_vec3 to = pd_vec3_fma(from, part, limb);
        const pd_vec3 other = pd_vec3_scale(sole, e ? -1 : 1);
        const double rest = e ? leg->toe_rest : leg->heel_rest;
        const double own = from.y - pd_character_foot_lock_floor(from, other, scene) - rest;
        const double then = to.y - pd_character_foot_lock_floor(to, other, scene) - rest;
        const double least = pd_fmin(own, -UNDER / 2);
        if (then < least) share = pd_fmin(share, (own - least) / (own - then));
    }

    if (share < 1) shown = pd_anim_leg_bend((1 + share * part) * length, thigh, shank);
    part *= share;

    bend[1] = bend[2] > 0 ? (shown - bend[0]) / DT : 0;
    bend[0] = shown;
    bend[2] = wanted;
    g->heel = pd_vec3_fma(g->heel, part, limb);
    g->toe = pd_vec3_fma(g->toe, part, limb);
}

/* Returns the joints of a leg with its foot at the goal. */
static pd_character_apart_leg apart_leg(const pd_character_foot_lock *lock, int foot, const pd_vec3 *joints,
                                        const goal *g, const pd_character_rig *rig)
{
    const pd_character_leg *leg = &rig->legs[foot];
    pd_anim_two_bone_job job = {
        .root = joints[leg->thigh], .middle = joints[leg->shin], .tip = joints[leg->heel], .target = g->heel};

    pd_anim_two_bone_run(&job);
    return (pd_character_apart_leg){.hip = joints[leg->thigh],
                                    .knee = job.middle_at,
                                    .heel = g->heel,
                                    .toe = g->toe,
                                    .is_planted =
                                        lock->locks[2 * foot].locked || lock->locks[2 * foot + 1].locked};
}

/* Moves the goals of feet in the air that would be too near to the other leg. */
static void keep_feet_apart(pd_character_foot_lock *lock, const pd_vec3 *joints, goal *goals,
                            const pd_character_rig *rig)
{
    pd_character_apart_leg legs[2];

    for (int f = 0; f < 2; f++) legs[f] = apart_leg(lock, f, joints, &goals[f], rig);
    pd_character_legs_apart_feet(&lock->apart, legs);
    for (int f = 0; f < 2; f++) {
        goals[f].heel = legs[f].heel;
        goals[f].toe = legs[f].toe;
    }
}

/* Rotates the knees of legs that are too near to each other. */
static void keep_knees_apart(pd_character_foot_lock *lock, pd_quat *rotations, const pd_vec3 *joints,
                             const pd_character_rig *rig)
{
    const pd_vec3 *offsets = rig->skeleton.offsets;
    pd_character_apart_leg legs[2];

    for (int f = 0; f < 2; f++) {
        const pd_character_leg *leg = &rig->legs[f];
        legs[f].hip = joints[leg->thigh];
        legs[f].knee = pd_vec3_add(legs[f].hip, pd_q_rotate(rotations[leg->thigh], offsets[leg->shin]));
        legs[f].heel = pd_vec3_add(legs[f].knee, pd_q_rotate(rotations[leg->shin], offsets[leg->heel]));
        legs[f].toe = pd_vec3_add(legs[f].heel, pd_q_rotate(rotations[leg->heel], offsets[leg->toe]));
    }

    const pd_vec3 lines[2] = {pd_vec3_sub(legs[0].heel, legs[0].hip), pd_vec3_sub(legs[1].heel, legs[1].hip)};
    pd_character_legs_apart_knees(&lock->apart, legs);
    for (int f = 0; f < 2; f++) {
        const pd_character_leg *leg = &rig->legs[f];
        const double angle = lock->apart.swivel[f][0];
        if (!(fabs(angle) > 0)) continue;
        const pd_quat by = pd_q_axis_angle(pd_vec3_unit_or(lines[f], pd_vec3_make(0, -1, 0)), angle);
        rotations[leg->thigh] = pd_q_mul(by, rotations[leg->thigh]);
        rotations[leg->shin] = pd_q_mul(by, rotations[leg->shin]);
    }
}

void pd_character_foot_lock_run(pd_character_foot_lock *lock, pd_quat *rotations, pd_vec3 *joints,
                                const float contacts[PD_PFNN_CONTACTS], pd_character_pace pace,
                                const pd_character_rig *rig, const pd_anim_scene *scene)
{
    goal goals[PD_CHARACTER_RIG_FEET];

    if (!rig->foot_count) return;

    for (int f = 0; f < rig->foot_count; f++) goals[f] = goal_of(lock, f, joints, contacts, pace, rig, scene);
    drop_hips(lock, joints, goals, &pace, rig);
    if (rig->foot_count == 2) keep_feet_apart(lock, joints, goals, rig);

    for (int f = 0; f < rig->foot_count; f++) {
        const pd_character_leg *leg = &rig->legs[f];
        if (is_rough(scene) || pace.quick) steady_knee(lock, f, joints, &goals[f], &pace, rig, scene);
        bool in_place = pd_vec3_distance(joints[leg->heel], goals[f].heel) < 1e-6 &&
                        pd_vec3_distance(joints[leg->toe], goals[f].toe) < 1e-6;
        if (!in_place) place_leg(rotations, joints, leg, &goals[f], &rig->control);

        if (is_rough(scene)) {
            const double most = rig->control.ankle_change * DT / pd_fmax(pace.rate * pace.rate, 1);
            steady_ankle(&lock->ankles[f], rotations, leg, goals[f].heel,
                         pace.holds[f] ? HELD_ANKLE * most : most, rig, scene);
            roll_foot(lock->roll[f], rotations, leg, &goals[f], rig->skeleton.offsets[leg->toe], scene);
        }
    }

    if (rig->foot_count == 2) keep_knees_apart(lock, rotations, joints, rig);
    pd_character_pose_place(joints, rotations, rig);
}
