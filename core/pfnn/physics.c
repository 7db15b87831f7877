#include "core/pfnn/physics.h"

#include "core/base/assert.h"
#include "core/math/plane.h"
#include "core/math/spring.h"

#include <math.h>
#include <stdbool.h>

#define DT      (1 / PD_PFNN_RATE)
#define GRAVITY 9.81 /* m/s2 */

/* Gains before the first flight: 9.81 over the fall of the shipped network in a jog at 2.8 m/s (6.5 m/s2) and in a jump from a jog (6.0). */
#define FIRST_JOG    1.1
#define FIRST_JUMP   1.6
/* Ranges of the gains. A jog's is small, because its steps are already as quick as people's (jog_tempo): a gain of 1.4 at 2 m/s gives a bob of 13 cm, 1.6 one of
 * 16 cm, people 8 to 12. Runs of 4 m/s and more bounce too hard and get less than 1. */
#define GAIN_LEAST   0.6
#define GAIN_MOST    1.4
#define JUMP_MOST    2.2
/* Share of the correction on slopes and hills: in full, toes skate by .31 m/s on hills of 25 degrees (.18 without it). */
#define HILLS        0.7
/* A flight of fewer frames says little of its acceleration. */
#define FLIGHT_LEAST 4
/* Metres from which on the lower foot is in the air. */
#define FLIGHT_OVER  .03
/* Metres over the mean height over which a jump's gain sets in. */
#define EASE         0.08
/* Share of the present height that enters its mean in each frame: half a second, the time of about one jogging cycle. */
#define MEAN         0.033
/* Shares of the present velocity and acceleration that enter their means in each frame: an eighth of a second, so that the sway of strides and a new order
 * do not rock the body. A mean of the velocity over a quarter of a second has toes skate by 10 % more in slaloms. */
#define MIX_VELOCITY 0.12
#define MIX_CHANGE   0.12
/* Largest angle that is added, rad (17 degrees), and the speed below which nothing is, m/s. */
#define LEAN_MOST    0.3
/* Share of control.lean that a walk gets. */
#define LEAN_WALK    0.7
/* Share of atan(a / g) by which the shipped network leans by itself in a jogged circle, for the acceleration a of its own time. */
#define LEAN_OWN     0.37
/* Share of the difference to a new gain that is taken over in each frame. At once, a gain moves the hips by up to 2 cm in a frame of a start or stop. */
#define MIX_GAIN     0.08
#define LEAN_FROM    0.3
/* Largest angular acceleration of what is added, rad/s2, and its largest speed, rad/s. At a wall the way turns round within a few frames: with 8 the hips are
 * accelerated with 26 m/s2 there and 17 in turns of a random stick (99th percentiles), with 15 with 34 and 24, with 30 with 56 and 34, without a limit with 114
 * and 27. People's 99th percentile in walked turns is 5 to 20. Slaloms and circles are the same with 8, half turns within 3 %. */
#define LEAN_CHANGE  8.0
#define LEAN_FASTEST 2.0
/* The network's own lean follows the curve's with a lag of half a second (in a slalom with .3 cycles a second it is .39 of it and 43 degrees late): the share of a
 * frame by which it follows, and the share of what is late that is added. */
#define MIX_SLOW     (DT / 0.5)
#define LEAN_LATE    0.19
/* Largest angle that is added to the lean of a slalom, rad (1.5 degrees): sharp turns would roll the pelvis. With 0.022 a slalom leans by 74.9 % of atan(a / g), with this by 76.0. */
#define LATE_MOST    0.026
/* Speed from which on it is added, m/s, in full at twice this: the direction of starts, stops and side steps changes too fast. On a
 * straight way nothing is added, since the sway of strides would rock the body. */
#define LATE_FROM    0.45
/* 1/s: spring in which that comes and goes. */
#define LATE_W       8.0
/* What is added to the forward lean of the trunk in a jog, rad, from the slower speed to the faster one, m/s. The line from hips to neck of 54 stretches of
 * captured jogs leans forward by 14.5, 13.3, 14.4 and 12 degrees at 2.2, 2.7, 3.2 and 4 m/s (medians), the network's by 8.3, 7.3, 6.7 and 6.0. */
#define STOOP_LEAST  0.11
#define STOOP_MOST   0.14
#define STOOP_FROM   2.0
#define STOOP_FULL   3.5
/* Share by which neck and head rotate back. */
#define STOOP_HEAD   0.8
/* Speeds as shown, m/s, between which the flights of a run come to be slowed down, and the part by which. */
#define HOLD_FROM    3.3
#define HOLD_FULL    4.6
#define HOLD_MOST    0.22

/* Returns x above EASE less half of it, 0 below 0, and a parabola between them: continuous in value and slope. */
static double upper(double x)
{
    if (x <= 0) return 0;
    return x < EASE ? x * x / (2 * EASE) : x - EASE / 2;
}

/* Returns the height to add to all joints in this frame, metres. */
static double bounce(pd_pfnn_physics *p, double height, const pd_pfnn_physics_frame *f,
                     const pd_pfnn_rig *rig)
{
    const pd_pfnn_control *c = &rig->control;

    /* Begin with typical gains and with the first height as the mean. */
    if (!(p->gains[0] > 0)) p->gains[0] = p->shown[0] = FIRST_JOG, p->gains[1] = p->shown[1] = FIRST_JUMP;
    if (!p->frames) p->mean = height;

    /* The acceleration of this frame counts while three frames are of the same flight. */
    const bool flies = f->clearance > FLIGHT_OVER;
    if (flies && p->frames >= 2) {
        p->flight++;
        if (p->flight > 2) p->fall -= (height - 2 * p->height[0] + p->height[1]) / (DT * DT);
    }

    /* After a flight its mean acceleration corrects the gain of the gait that flew. */
    if (!flies && p->flight >= FLIGHT_LEAST && f->even >= 1 && !f->jumps) {
        const double fall = p->fall / (p->flight - 2);
        const bool jumps = f->jump > f->jog;
        double *gain = &p->gains[jumps];
        const double wanted = GRAVITY / (f->rate * f->rate) / fmax(fall, 1);
        *gain += 0.5 * (fmin(fmax(wanted, GAIN_LEAST), jumps ? JUMP_MOST : GAIN_MOST) - *gain);
    }
    if (!flies) p->flight = 0, p->fall = 0;
    for (int i = 0; i < 2; i++) p->shown[i] += MIX_GAIN * (p->gains[i] - p->shown[i]);

    /* Update the running mean, except in jumps, and the two last heights. */
    p->mean += MEAN * (1 - f->jump) * (height - p->mean);
    p->height[1] = p->height[0], p->height[0] = height;
    if (p->frames < 2) p->frames++;

    /* A jog's whole bounce grows. Of a jump only the flight does: the crouch before it and the landing are as deep as the network has them. */
    const double off = height - p->mean, jump = f->jump, jog = fmin(f->jog, 1 - jump);
    const double share = f->even * (HILLS + f->level * (1 - HILLS));
    return c->gravity * share * (jog * (p->shown[0] - 1) * off + jump * (p->shown[1] - 1) * upper(off));
}

/* Returns the part by which the strides of a run are slowed down in this frame: in flights, the more the faster it runs. */
static double hold(const pd_pfnn_physics_frame *f)
{
    const double speed = f->rate * pd_plane_length(f->velocity),
                 fast = pd_plane_clamp((speed - HOLD_FROM) / (HOLD_FULL - HOLD_FROM), 0, 1),
                 up = pd_plane_clamp(f->clearance / FLIGHT_OVER, 0, 1);
    return HOLD_MOST * f->jog * (1 - f->jump) * fast * up * up * (3 - 2 * up);
}

/* Returns the angle about the direction of motion by which the body is to be rotated, rad. `ahead` becomes that direction. */
static double lean(pd_pfnn_physics *p, double ahead[2], const pd_pfnn_physics_frame *f,
                   const pd_pfnn_rig *rig)
{
    for (int i = 0; i < 2; i++) {
        p->velocity[i] += MIX_VELOCITY * (f->velocity[i] - p->velocity[i]);
        p->change[i] += MIX_CHANGE * (f->acceleration[i] - p->change[i]);
    }

    const double speed = pd_plane_length(p->velocity);
    ahead[0] = 0, ahead[1] = 1;
    if (speed < LEAN_FROM) return 0;
    ahead[0] = p->velocity[0] / speed, ahead[1] = p->velocity[1] / speed;

    /* The acceleration to the left of the motion: with +Y up and +Z ahead, left is +X. */
    const double left = ahead[1] * p->change[0] - ahead[0] * p->change[1];
    const double fades = fmin((speed - LEAN_FROM) / LEAN_FROM, 1);
    const double share = rig->control.lean * (LEAN_WALK + (1 - LEAN_WALK) * f->jog);

    /* Played faster, the shown acceleration is larger by the square of the rate. The network leans for its own. */
    const double own = atan(left / GRAVITY), shown = atan(f->rate * f->rate * left / GRAVITY);

    /* The network's own lean is late. Add a share of what it lacks for the moment. */
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

/* Brings the rotation that is shown to `wanted`: at once if its rate changes by no more than LEAN_CHANGE allows, else as fast as it can still be stopped there. Both
 * are vectors along the axis of rotation, x and z, since the direction of motion may turn round within a few frames. */
static void follow(pd_pfnn_physics *p, const double wanted[2])
{
    const double most = LEAN_CHANGE * DT;
    double goes[2] = {(wanted[0] - p->tilt[0]) / DT, (wanted[1] - p->tilt[1]) / DT};
    if (hypot(goes[0] - p->tilt_rate[0], goes[1] - p->tilt_rate[1]) > most) {
        const double rate = pd_plane_length(goes), stops = sqrt(2 * LEAN_CHANGE * rate * DT);
        const double part = fmin(fmin(stops, LEAN_FASTEST) / fmax(rate, 1e-9), 1);
        double more[2] = {part * goes[0] - p->tilt_rate[0], part * goes[1] - p->tilt_rate[1]};
        const double length = pd_plane_length(more), within = length > most ? most / length : 1;
        for (int i = 0; i < 2; i++) goes[i] = p->tilt_rate[i] + within * more[i];
    }
    for (int i = 0; i < 2; i++) p->tilt_rate[i] = goes[i], p->tilt[i] += DT * goes[i];
}

/* Bends the trunk forward above the pelvis in a jog, half of it at the joint above the pelvis and half at the next one; the head stays level. dir: facing. */
static void stoop(pd_quat *rotations, pd_vec3 *joints, const double dir[2], double speed, double share,
                  const pd_pfnn_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    const double fast = pd_plane_clamp((speed - STOOP_FROM) / (STOOP_FULL - STOOP_FROM), 0, 1);
    const double angle = share * (STOOP_LEAST + fast * (STOOP_MOST - STOOP_LEAST));
    const int spine = rig->trunk.spine;
    if (!(angle > 1e-6) || spine < 0) return;
    const int low = s->parents[spine] == s->root ? spine : s->parents[spine];

    /* parts[k]: the rotation of the trunk's first joint, of what is above it, and of neck and head. */
    pd_quat parts[3];
    const double angles[3] = {0.5 * angle, angle, (1 - STOOP_HEAD) * angle};
    for (int k = 0; k < 3; k++) {
        const double half = 0.5 * angles[k];
        parts[k] = (pd_quat){sin(half) * dir[1], 0, -sin(half) * dir[0], cos(half)};
    }

    /* Parents come first. Joints of the legs keep theirs. */
    int above[PD_PFNN_RIG_JOINTS];
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

void pd_pfnn_physics_run(pd_pfnn_physics *p, pd_quat *rotations, pd_vec3 *joints,
                         const pd_pfnn_physics_frame *f, const pd_pfnn_rig *rig)
{
    const int count = rig->skeleton.joint_count;
    PD_ASSERT(count > 0 && count <= PD_PFNN_RIG_JOINTS);

    p->hold = f->jumps ? 0 : rig->control.gravity * hold(f);
    const double up = bounce(p, joints[rig->skeleton.root].y - f->root.y, f, rig);
    for (int j = 0; j < count; j++) joints[j].y += up;

    if (f->jog > 0)
        stoop(rotations, joints, f->dir, f->rate * pd_plane_length(f->velocity),
              rig->control.stoop * f->jog * (1 - f->jump) * (1 - f->run), rig);

    /* A positive lean moves the head to the left: a negative rotation about +Z where the motion is along +Z. */
    double ahead[2];
    const double wanted = lean(p, ahead, f, rig), along[2] = {wanted * ahead[0], wanted * ahead[1]};
    follow(p, along);
    p->lean = pd_plane_dot(p->tilt, ahead);
    const double angle = pd_plane_length(p->tilt);
    if (angle < 1e-6) return;
    const double s = sin(-0.5 * angle) / angle;
    const pd_quat tilt = {s * p->tilt[0], 0, s * p->tilt[1], cos(0.5 * angle)};
    for (int j = 0; j < count; j++) {
        rotations[j] = pd_q_mul(tilt, rotations[j]);
        joints[j] = pd_vec3_add(f->root, pd_q_rotate(tilt, pd_vec3_sub(joints[j], f->root)));
    }
}
