#include "core/character/pose/physics.h"

#include "core/base/assert.h"
#include "core/character/control/load_carried.h"
#include "core/math/elementary.h"
#include "core/math/plane.h"
#include "core/math/spring.h"

#include <math.h>
#include <stdbool.h>

#define DT      (1 / PD_CHARACTER_RATE)
#define GRAVITY 9.81 /* m/s2 */

/* Gains before the first flight. A jog needs little, because it is played faster (jog_tempo). In a jump from
 * a jog the hips of the shipped network fall with 6.0 m/s2, and 9.81 / 6.0 is 1.6. */
#define FIRST_JOG    1.1
#define FIRST_JUMP   1.6
/* Ranges of the gains. That of jogs is small because their steps are already as quick as people's
 * (jog_tempo): at 2 m/s a gain of 1.4 gives a bob of 13 cm and 1.6 one of 16 cm; people's is 8 to 12 cm. Runs
 * of 4 m/s and more bounce too hard and get less than 1. */
#define GAIN_LEAST   0.6
#define GAIN_MOST    1.4
#define JUMP_MOST    2.2
/* Share of the correction on slopes and hills. With all of it toes skate by .31 m/s on hills of 25 degrees,
 * without it by .18. */
#define HILLS        0.7
/* Fewest frames of a flight whose acceleration is measured. */
#define FLIGHT_LEAST 4
/* Metres: clearance of the lower foot above which both are in the air. */
#define FLIGHT_OVER  .03
/* Metres above the mean height over which the gain of a jump sets in. */
#define EASE         0.08
/* Share of the present height that enters its mean in each frame:
 * half a second, the time of about one jogging cycle. */
#define MEAN         0.033
/* Shares of the present velocity and acceleration that enter their means in each frame: an eighth of a
 * second, so that the body does not rock with the sway of strides and with new input. With a mean of the
 * velocity over a quarter of a second toes skate by 10 % more in slaloms. */
#define MIX_VELOCITY 0.12
#define MIX_CHANGE   0.12
/* Share of the difference to a new gain that is applied in each frame. A gain applied at once moves the hips
 * by up to 2 cm in a frame of a start or stop. */
#define MIX_GAIN     0.08
/* Largest lean that is added, rad (17 degrees), and the speed below which none is added, m/s. */
#define LEAN_MOST    0.3
#define LEAN_FROM    0.3
/* Share of control.lean in a walk. */
#define LEAN_WALK    0.7
/* Lean of the shipped network in a jogged circle as a share of atan(a / g), a:
 * the acceleration in its own time. */
#define LEAN_OWN     0.37
/* Largest angular acceleration of the added lean, rad/s2, and its largest speed, rad/s. At a wall the path
 * turns round within a few frames. 99th percentiles of the hips' acceleration there and in turns of a random
 * stick: 26 and 17 m/s2 with 8, 34 and 24 with 15, 56 and 34 with 30, 114 and 27 without a limit; people's in
 * walked turns: 5 to 20. With 8 slaloms and circles are unchanged, half turns within 3 %. */
#define LEAN_CHANGE  8.0
#define LEAN_FASTEST 2.0
/* Model of the lag of the network's own lean, half a second (in a slalom with .3 cycles per second its lean
 * is .39 of the curve's and 43 degrees late): the share by which it approaches the curve's in each frame, and
 * the share of the lag that is added. */
#define MIX_SLOW     (DT / 0.5)
#define LEAN_LATE    0.19
/* Largest angle that is added for the lag, rad (1.5 degrees), because in sharp turns more would roll the
 * pelvis. With 0.022 a slalom leans by 74.9 % of atan(a / g), with this value by 76.0. */
#define LATE_MOST    0.026
/* Speed from which on that angle is added, m/s; in full at twice this. In starts, stops and side steps the
 * direction changes too fast. On a straight path nothing is added,
 * because the body would rock with the sway of strides. */
#define LATE_FROM    0.45
/* 1/s: natural frequency of the spring that turns it on and off. */
#define LATE_W       8.0
/* Forward lean that is added to the trunk in a jog, rad, from the slower speed to the faster one, m/s. In 54
 * stretches of captured jogs the line from hips to neck leans forward by 14.5, 13.3, 14.4 and 12 degrees at
 * 2.2, 2.7, 3.2 and 4 m/s (medians), the network's by 8.3, 7.3, 6.7 and 6.0. */
#define STOOP_LEAST  0.11
#define STOOP_MOST   0.14
#define STOOP_FROM   2.0
#define STOOP_FULL   3.5
/* Share of that lean by which neck and head rotate back. */
#define STOOP_HEAD   0.8
/* Shown speeds, m/s, between which the slowing of a run's flights rises to its largest fraction HOLD_MOST. */
#define HOLD_FROM    3.3
#define HOLD_FULL    4.6
#define HOLD_MOST    0.22

/* Returns a smooth max(x, 0): 0 below 0, x - EASE / 2 above EASE,
 * and between them a parabola with the same slopes. */
static double upper(double x)
{
    if (x <= 0) return 0;
    return x < EASE ? x * x / (2 * EASE) : x - EASE / 2;
}

/* Returns the height to add to all joints in this frame, metres. */
static double bounce(pd_character_physics *p, double height, const pd_character_physics_frame *f,
                     const pd_character_rig *rig)
{
    const pd_character_control *c = &rig->control;

    /* Begin with typical gains and with the first height as the mean. */
    if (!(p->gains[0] > 0)) {
        p->gains[0] = p->shown[0] = FIRST_JOG;
        p->gains[1] = p->shown[1] = FIRST_JUMP;
    }

    if (!p->frames) p->mean = height;

    /* Sum up the acceleration, from the third frame of a flight on,
     * since a second difference needs three heights. */
    const bool flies = f->clearance > FLIGHT_OVER;
    if (flies && p->frames >= 2) {
        p->flight++;
        if (p->flight > 2) p->fall -= (height - 2 * p->height[0] + p->height[1]) / (DT * DT);
    }

    /* After a flight correct the gain of its gait, jog or jump, by the flight's mean acceleration. */
    if (!flies && p->flight >= FLIGHT_LEAST && f->even >= 1 && !f->jumps) {
        const double fall = p->fall / (p->flight - 2);
        const bool jumps = f->jump > f->jog;
        double *gain = &p->gains[jumps];
        const double wanted = GRAVITY / (f->rate * f->rate) / pd_fmax(fall, 1);
        *gain += 0.5 * (pd_fmin(pd_fmax(wanted, GAIN_LEAST), jumps ? JUMP_MOST : GAIN_MOST) - *gain);
    }

    if (!flies) {
        p->flight = 0;
        p->fall = 0;
    }

    for (int i = 0; i < 2; i++) p->shown[i] += MIX_GAIN * (p->gains[i] - p->shown[i]);

    /* Update the running mean, except in jumps, and the two last heights. */
    p->mean += MEAN * (1 - f->jump) * (height - p->mean);
    p->height[1] = p->height[0];
    p->height[0] = height;
    if (p->frames < 2) p->frames++;

    /* Scale the whole bounce of a jog, but only the flight of a jump, so that crouch and landing stay as deep
     * as the network's. */
    const double off = height - p->mean;
    const double jump = f->jump;
    const double jog = pd_fmin(f->jog, 1 - jump);
    const double share = f->even * (HILLS + f->level * (1 - HILLS));

    return c->gravity * share * (jog * (p->shown[0] - 1) * off + jump * (p->shown[1] - 1) * upper(off));
}

/* Returns the fraction by which the strides of a run are slowed down in this frame: 0 on the ground, and in
 * flights more at higher speeds. */
static double hold_physics(const pd_character_physics_frame *f)
{
    const double speed = f->rate * pd_plane_length(f->velocity);
    const double fast = pd_plane_clamp((speed - HOLD_FROM) / (HOLD_FULL - HOLD_FROM), 0, 1);
    const double up = pd_plane_clamp(f->clearance / FLIGHT_OVER, 0, 1);
    return HOLD_MOST * f->jog * (1 - f->jump) * fast * up * up * (3 - 2 * up);
}

/* Returns the angle by which the body should be rotated about the direction of motion, rad. Sets `ahead` to
 * that direction. */
static double lean(pd_character_physics *p, double ahead[2], const pd_character_physics_frame *f,
                   const pd_character_rig *rig)
{
    for (int i = 0; i < 2; i++) {
        p->velocity[i] += MIX_VELOCITY * (f->velocity[i] - p->velocity[i]);
        p->change[i] += MIX_CHANGE * (f->acceleration[i] - p->change[i]);
    }

    const double speed = pd_plane_length(p->velocity);
    ahead[0] = 0;
    ahead[1] = 1;
    if (speed < LEAN_FROM) return 0;
    ahead[0] = p->velocity[0] / speed;
    ahead[1] = p->velocity[1] / speed;

    /* Acceleration to the left of the motion. With +Y up and +Z ahead, left is +X. */
    const double left = ahead[1] * p->change[0] - ahead[0] * p->change[1];
    const double fades = pd_fmin((speed - LEAN_FROM) / LEAN_FROM, 1);
    const double share = rig->control.lean * (LEAN_WALK + (1 - LEAN_WALK) * f->jog);

    /* The shown acceleration is larger by the square of the playback rate.
     * The network leans only for its own. */
    const double own = pd_atan(left / GRAVITY);
    const double shown = pd_atan(f->rate * f->rate * left / GRAVITY);

    /* The network's own lean is late, so add a share of the lag. */
    p->slow += MIX_SLOW * (shown - p->slow);
    const double winds =
        (1 - f->strafe) * (1 - f->calm) * pd_plane_clamp((speed - LATE_FROM) / LATE_FROM, 0, 1);
    double off = p->winds[0] - winds;
    pd_spring(&off, &p->winds[1], LATE_W, DT);
    p->winds[0] = winds + off;
    const double late = pd_plane_clamp(p->winds[0], 0, 1) *
                        pd_plane_clamp(LEAN_LATE * (shown - p->slow), -LATE_MOST, LATE_MOST);

    return fades * pd_plane_clamp(share * shown + LEAN_OWN * (shown - own) + late, -LEAN_MOST, LEAN_MOST);
}

/* Moves the shown rotation to `wanted`: at once if its rate changes by no more than LEAN_CHANGE allows,
 * otherwise as fast as it can still stop there. Both are rotation vectors (x, z) and not angles about the
 * direction of motion, because that direction may turn round within a few frames. */
static void follow_physics(pd_character_physics *p, const double wanted[2])
{
    const double most = LEAN_CHANGE * DT;
    double goes[2] = {(wanted[0] - p->tilt[0]) / DT, (wanted[1] - p->tilt[1]) / DT};

    if (pd_hypot(goes[0] - p->tilt_rate[0], goes[1] - p->tilt_rate[1]) > most) {
        const double rate = pd_plane_length(goes);
        const double stops = sqrt(2 * LEAN_CHANGE * rate * DT);
        const double part = pd_fmin(pd_fmin(stops, LEAN_FASTEST) / pd_fmax(rate, 1e-9), 1);
        double more[2] = {part * goes[0] - p->tilt_rate[0], part * goes[1] - p->tilt_rate[1]};
        const double length = pd_plane_length(more);
        const double within = length > most ? most / length : 1;
        for (int i = 0; i < 2; i++) goes[i] = p->tilt_rate[i] + within * more[i];
    }

    for (int i = 0; i < 2; i++) {
        p->tilt_rate[i] = goes[i];
        p->tilt[i] += DT * goes[i];
    }
}

/* Returns the angle by which the trunk of a jog bends forward. */
static double stoop(double speed, double share)
{
    const double fast = pd_plane_clamp((speed - STOOP_FROM) / (STOOP_FULL - STOOP_FROM), 0, 1);
    return share * (STOOP_LEAST + fast * (STOOP_MOST - STOOP_LEAST));
}

/* Bends the trunk forward by an angle, half at the joint above the pelvis and half at the next one. The head
 * stays level. dir: facing. */
static void bend_trunk(pd_quat *rotations, pd_vec3 *joints, const double dir[2], double angle,
                       const pd_character_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    const int spine = rig->trunk.spine;

    if (!(fabs(angle) > 1e-6) || spine < 0) return;
    const int low = s->parents[spine] == s->root ? spine : s->parents[spine];

    /* Rotations parts[k] of the trunk's first joint, of the joints above it, and of neck and head. */
    pd_quat parts[3];
    const double angles[3] = {0.5 * angle, angle, (1 - STOOP_HEAD) * angle};
    for (int k = 0; k < 3; k++) {
        const double half = 0.5 * angles[k];
        parts[k] = (pd_quat){pd_sin(half) * dir[1], 0, -pd_sin(half) * dir[0], pd_cos(half)};
    }

    /* Apply them, parents first. above[j] is the k of joint j, or -1 for joints that do not rotate, such as
     * those of the legs. */
    int above[PD_CHARACTER_RIG_JOINTS];
    for (int j = 0; j < s->joint_count; j++) {
        const int up = s->parents[j];
        above[j] = up < 0 ? -1 : above[up];
        if (j == low) above[j] = 0;
        if (up >= 0 && above[up] == 0) above[j] = 1;
        if (j == rig->trunk.neck && above[j] >= 0) above[j] = 2;
        if (above[j] < 0) continue;
        if (above[j] > 0) joints[j] = pd_vec3_add(joints[up], pd_q_rotate(rotations[up], s->offsets[j]));
        rotations[j] = pd_q_mul(parts[above[j]], rotations[j]);
    }
}

void pd_character_physics_run(pd_character_physics *p, pd_quat *rotations, pd_vec3 *joints,
                              const pd_character_physics_frame *f, const pd_character_rig *rig)
{
    const int count = rig->skeleton.joint_count;

    PD_ASSERT(count > 0 && count <= PD_CHARACTER_RIG_JOINTS);

    p->hold = f->jumps ? 0 : rig->control.gravity * hold_physics(f);
    const double up = bounce(p, joints[rig->skeleton.root].y - f->root.y, f, rig);
    for (int j = 0; j < count; j++) joints[j].y += up;

    double bend = pd_character_load_lean(&rig->control);
    if (f->jog > 0)
        bend += stoop(f->rate * pd_plane_length(f->velocity),
                      rig->control.stoop * f->jog * (1 - f->jump) * (1 - f->run));
    bend_trunk(rotations, joints, f->dir, bend, rig);

    /* Rotate the body by the lean. A positive lean moves the head to the left, so it is a negative rotation
     * about the direction of motion. */
    double ahead[2];
    const double wanted = lean(p, ahead, f, rig);
    const double along[2] = {wanted * ahead[0], wanted * ahead[1]};
    follow_physics(p, along);
    p->lean = pd_plane_dot(p->tilt, ahead);
    const double angle = pd_plane_length(p->tilt);
    if (angle < 1e-6) return;
    const double s = pd_sin(-0.5 * angle) / angle;
    const pd_quat tilt = {s * p->tilt[0], 0, s * p->tilt[1], pd_cos(0.5 * angle)};
    for (int j = 0; j < count; j++) {
        rotations[j] = pd_q_mul(tilt, rotations[j]);
        joints[j] = pd_vec3_add(f->root, pd_q_rotate(tilt, pd_vec3_sub(joints[j], f->root)));
    }
}
