#include "core/character/control/cliff.h"
#include "core/character/control/trajectory.h"

#include "core/base/assert.h"
#include "core/character/control/control_preset.h"
#include "core/character/control/crouch_depth.h"
#include "core/math/elementary.h"
#include "core/math/grid.h"
#include "core/math/plane.h"
#include "core/math/spring.h"

#include <stdbool.h>
#include <string.h>

#define DT (1 / PD_CHARACTER_RATE)

/* Bounds on what a network predicts. They are beyond every gait here: 7.2 m/s, 690 degrees/s, a point 10 m
 * ahead in a second. */
#define MAX_STEP  0.12 /* metres per frame */
#define MAX_YAW   0.2  /* radians per frame */
#define MAX_AHEAD 10.0 /* metres from the root to a future point */

/* Constants that are not in control.h's table. */
#define NEAR      16.0 /* metres: walls farther away are ignored, because no future point gets there */
#define MIX_MOVED 0.04 /* share per frame in the running mean of the root's velocity, half a second */
/* metres of the path on either side of a sample that are searched for the edges of a gap */
#define GAP       1.5
#define GAP_DEEP  0.3  /* metres: depth from which on a gap is bridged for a jump ... */
#define GAP_FADE  0.1  /* ... and further metres over which the bridge rises to its full height */
#define LEAST_RUN 0.2  /* metres: least distance between the halves of the path for its slope */
#define BEYOND    0.1  /* metres: length of steps beyond the ends of the path */
#define STANDS    1e-3 /* metres: a shorter step of the path has no direction */
#define CLIFF     0.01 /* metres per frame: a rise that differs from its running mean by more is a cliff */
#define MIX_RISE  0.2  /* share per frame in that running mean */
#define SINK      8.0  /* 1/s: natural frequency of the spring that takes the root down or up a cliff */
#define SUNK      1e-5 /* metres, m/s: smaller values are set to 0 */
#define RECENT    6    /* frames over which the present velocity is averaged */
#define HELD_BACK 0.5  /* fraction of the wanted speed: a root at a wall that is slower is blocked */
/* Share of mix_follow with which the slip taken off the root fades while no toe is planted. With 1 it stops
 * at each toe-off of a jog, and the hips are accelerated along the ground by 16 to 21 m/s2 (99th percentile).
 * With this value they are by 12 to 16; with half of it by 12 to 16, but slow jogs become slower. In captured
 * jogs it is 6 to 20. */
#define RELEASED  0.2

double pd_character_trajectory_yaw(const pd_character_trajectory *t, const pd_character_rig *rig)
{
    const double *d = t->frames[rig->frames / 2].dir;
    return pd_atan2(d[0], d[1]);
}

void pd_character_trajectory_bend(double acceleration[2], const pd_character_trajectory *t,
                                  const pd_character_rig *rig)
{
    const int half = rig->frames / 2;
    const int away = half / 3;
    const double *now = t->frames[half].at;
    const double *before = t->frames[half - away].at;
    const double *after = t->frames[half + away].at;
    const double time = away * DT;

    for (int i = 0; i < 2; i++) acceleration[i] = (after[i] - 2 * now[i] + before[i]) / (time * time);
}

void pd_character_trajectory_velocity(double velocity[2], const pd_character_trajectory *t,
                                      const pd_character_rig *rig)
{
    const int half = rig->frames / 2;
    const double *now = t->frames[half].at;
    const double *before = t->frames[half - RECENT].at;
    for (int i = 0; i < 2; i++) velocity[i] = (now[i] - before[i]) / (RECENT * DT);
}

/* Heights of the ground along GAP metres of the path, on one side of a frame. */
typedef struct stretch {
    double highest, lowest;
} stretch;

/* Returns the heights of the ground along the path from frame i, ahead (by 1) or behind (by -1). Beyond its
 * ends the path continues straight. */
static stretch stretch_of(const pd_character_trajectory *t, int i, int by, const pd_character_rig *rig,
                          const pd_anim_scene *scene)
{
    const pd_character_instant *f = &t->frames[i];
    double at[2] = {f->at[0], f->at[1]};
    double on[2] = {by * f->dir[0], by * f->dir[1]};
    double gone = 0;
    stretch s = {-INFINITY, INFINITY};

    while (gone <= GAP) {
        const double height = pd_anim_scene_height(scene, at[0], at[1]);
        s.highest = pd_fmax(s.highest, height);
        s.lowest = pd_fmin(s.lowest, height);

        double step[2] = {BEYOND * on[0], BEYOND * on[1]};
        i += by;
        if (i >= 0 && i < rig->frames) {
            step[0] = t->frames[i].at[0] - at[0];
            step[1] = t->frames[i].at[1] - at[1];
            if (pd_plane_length(step) > STANDS) pd_plane_unit(on, step);
        }

        at[0] += step[0];
        at[1] += step[1];
        gone += pd_plane_length(step);
    }

    return s;
}

/* Returns the extra height of a sample's ground during a jump: a gap and its sides count as high as the lower
 * of its two edges. */
static double bridge(const pd_character_trajectory *t, int i, const pd_character_rig *rig,
                     const pd_anim_scene *scene)
{
    if (!t->bridges) return 0;
    const stretch behind = stretch_of(t, i, -1, rig, scene);
    const stretch ahead = stretch_of(t, i, 1, rig, scene);
    double edge = pd_fmin(behind.highest, ahead.highest);
    double deep = edge - pd_fmin(behind.lowest, ahead.lowest);
    double own = pd_anim_scene_height(scene, t->frames[i].at[0], t->frames[i].at[1]);

    return pd_plane_clamp((deep - GAP_DEEP) / GAP_FADE, 0, 1) * (edge - own);
}

/* Updates `bridges`: nonzero from when a jump is on the path until no gap is left
 * on the path, behind or ahead. */
static void set_bridges(pd_character_trajectory *t, const pd_character_rig *rig, const pd_anim_scene *scene)
{
    if (!scene || !scene->ground.rows) return;
    for (int i = 0; i < rig->frames; i += rig->step)
        if (t->frames[i].gaits[PD_PFNN_JUMP] > 0.1f || t->goal.jump_age >= 0) {
            t->bridges = 1;
            return;
        }

    double over = 0;
    for (int i = 0; i < rig->frames && t->bridges; i += rig->step)
        over = pd_fmax(over, bridge(t, i, rig, scene));
    t->bridges = over > 0;
}

/* Computes height, relief, slope and unevenness of the ground under the samples (see
 * pd_character_trajectory). */
static void read_ground(pd_character_trajectory *t, const pd_character_rig *rig, const pd_anim_scene *scene)
{
    const int half = rig->frames / 2;
    double sum = 0, past = 0, low = INFINITY, high = -INFINITY, run = 0;

    t->height = t->relief = t->slope = t->uneven = 0;
    double heights[2 * PD_CHARACTER_FORESEEN];
    if (!scene || !scene->ground.rows) return;

    /* Heights under the samples; the sum of the past half is kept for the slope. */
    for (int i = 0; i < rig->frames; i += rig->step) {
        double height =
            pd_anim_scene_height(scene, t->frames[i].at[0], t->frames[i].at[1]) + bridge(t, i, rig, scene);
        sum += height;
        low = pd_fmin(low, height);
        high = pd_fmax(high, height);
        heights[i / rig->step] = height;
        if (i < half) {
            past = sum;
            continue;
        }

        const double *from = t->frames[i - half].at;
        const double *to = t->frames[i].at;
        run += pd_hypot(to[0] - from[0], to[1] - from[1]);
    }

    t->height = sum / rig->layout.samples;
    t->relief = high - low;

    /* Largest distance of the ground from a straight line between the first and the last sample. */
    const int last = rig->layout.samples - 1;
    for (int k = 1; k < last; k++)
        t->uneven =
            pd_fmax(t->uneven, fabs(heights[k] - heights[0] - (heights[last] - heights[0]) * k / last));

    /* Slope: difference of the mean heights of both halves over the mean distance between their samples. */
    t->slope = fabs(sum - 2 * past) / pd_fmax(run, LEAST_RUN * rig->layout.samples / 2);
}

void pd_character_trajectory_init(pd_character_trajectory *t, const pd_character_rig *rig,
                                  const pd_anim_scene *scene, const double at[2], double yaw)
{
    memset(t, 0, sizeof *t);

    pd_character_instant stand = {.at = {at[0], at[1]}, .dir = {pd_sin(yaw), pd_cos(yaw)}};
    pd_grid_round_all(stand.at, 2);
    pd_grid_round_all(stand.dir, 2);
    stand.gaits[PD_PFNN_STAND] = 1;
    for (int i = 0; i < rig->frames; i++) t->frames[i] = stand;
    read_ground(t, rig, scene);
    t->height_before = t->ground = t->height;

    pd_character_goal *goal = &t->goal;
    memcpy(goal->heading, stand.dir, sizeof stand.dir);
    memcpy(goal->facing, stand.dir, sizeof stand.dir);
    memcpy(goal->held, stand.dir, sizeof stand.dir);
    memcpy(goal->gaits, stand.gaits, sizeof stand.gaits);
    goal->jump_age = -1;
    goal->stopped = 60; /* seconds: a new character has stood for long */
    goal->gain = goal->still = goal->pace = goal->waver = goal->rate = goal->asked_rate = 1;
}

/* ---- before the network */

/* ease 0 gives the demo's weights, 1 those of the paper, values between them a blend. */
void pd_character_trajectory_weights(pd_character_weights *w, double bias, double ease, int frames)
{
    int half = frames / 2;

    w->bias = bias;
    w->ease = ease;
    for (int i = 1; i < frames - half; i++) {
        double t = (double)i / half;
        double eased = ease > 0 ? pd_pow(t, bias) : 0;
        if (ease >= 1) {
            w->of[i] = eased;
            continue;
        }

        double own = bias == 1     ? t
                     : bias == 2   ? t * (2 - t)
                     : bias == 0.5 ? 1 - sqrt(1 - t)
                                   : 1 - pd_pow(1 - t, bias);
        w->of[i] = own + ease * (eased - own);
    }
}

/* Returns the weights of a bias from the rig if it has them, otherwise computes them. */
static const double *weights_of(pd_character_weights *made, double bias, const pd_character_rig *rig)
{
    double ease = rig->control.blend_ease;
    for (int b = 0; b < PD_CHARACTER_RIG_BIASES; b++)
        if (rig->weights[b].bias == bias && rig->weights[b].ease == ease) return rig->weights[b].of;
    pd_character_trajectory_weights(made, bias, ease, rig->frames);
    return made->of;
}

/* Returns true when jumps are added to the pose after the network (pose/jump.h)
 * and the network sees no jump label. */
static bool jumps_by_pose(const pd_character_rig *rig)
{
    return rig->control.jump_flight > 0 && rig->foot_count == PD_CHARACTER_RIG_FEET;
}

/* Sets the gaits jump, bump and crouch of the present and the future frames.
 * All other gaits are those of the goal. */
static void set_area_gaits(pd_character_trajectory *t, const pd_character_rig *rig,
                           const pd_anim_scene *scene)
{
    const pd_character_control *c = &rig->control;
    const double age = jumps_by_pose(rig) ? -1 : t->goal.jump_age;
    int half = rig->frames / 2;
    bool has_areas = scene && (scene->jump_count || scene->crouch_count);
    bool has_walls = scene && scene->wall_count;

    /* The jump label is 1 for twice jump_half from the request on, then falls to 0 within jump_fall. Areas of
     * the scene can only raise it. */
    for (int i = half; i < rig->frames; i++) {
        pd_character_instant *f = &t->frames[i];
        const double over = fabs(age + (i - half) * DT - c->jump_half) - c->jump_half;
        f->gaits[PD_PFNN_JUMP] = age < 0 ? 0 : (float)(1 - pd_plane_clamp(over / c->jump_fall, 0, 1));
        if (c->bump_near > 0) f->gaits[PD_PFNN_BUMP] = 0;
        if (has_walls && c->bump_near > 0)
            f->gaits[PD_PFNN_BUMP] = (float)pd_anim_scene_bump(scene, f->at, c->bump_near);
        f->area = 0;
        if (!has_areas) continue;

        f->gaits[PD_PFNN_JUMP] = pd_fmaxf(f->gaits[PD_PFNN_JUMP], (float)pd_anim_scene_jump(scene, f->at));

        /* An area's amount replaces a smaller crouch of the input. The other gaits keep their proportions. */
        const double own = (double)f->gaits[PD_PFNN_CROUCH];
        const double crouch = pd_anim_scene_crouch(scene, f->at);
        if (crouch <= own) continue;
        for (int g = 0; g < PD_PFNN_CROUCH; g++) f->gaits[g] *= (float)((1 - crouch) / (1 - own));
        f->gaits[PD_PFNN_CROUCH] = f->area = (float)crouch;
    }
}

void pd_character_trajectory_blend(pd_character_trajectory *t, const pd_character_input *input,
                                   const pd_character_rig *rig, const pd_anim_scene *scene)
{
    const pd_character_control now = pd_character_control_now(&rig->control, input->responsive != 0);
    const pd_character_control *c = &now;
    const pd_character_goal *goal = &t->goal;
    int half = rig->frames / 2;

    pd_character_trajectory_set_goal(t, input, rig, scene);

    /* Choose how soon positions and facings follow the goal. A responsive start follows sooner. */
    double bias_position = c->bias_position + goal->strafe * (c->bias_position_strafe - c->bias_position);
    double bias_facing = c->bias_facing + goal->strafe * (c->bias_facing_strafe - c->bias_facing);
    if (input->responsive || goal->starting > 0) {
        bias_position = c->bias_position_responsive;
        bias_facing = c->bias_facing_responsive +
                      goal->strafe * (c->bias_facing_responsive_strafe - c->bias_facing_responsive);
    }

    pd_character_weights made[2];
    const double *w_position = weights_of(&made[0], bias_position, rig);
    const double *w_facing = weights_of(&made[1], bias_facing, rig);

    /* Blend the network's steps with the goal's velocity, frame by frame into the future, and keep the path
     * off walls and on beams. `old` is the position of the previous frame before the blend. */
    double old[2] = {t->frames[half].at[0], t->frames[half].at[1]};
    double velocity[2] = {goal->velocity[0], goal->velocity[1]};
    pd_character_plant plant = goal->plant;
    bool has_beams = scene && scene->beam_count;
    bool has_ground = scene && scene->ground.heights;
    const pd_character_cliff cliff = pd_character_cliff_of(t->height, c, scene);
    pd_anim_near near;
    pd_anim_scene_near(&near, scene, old, NEAR);
    for (int i = half + 1; i < rig->frames; i++) {
        pd_character_instant *f = &t->frames[i];
        double proposed[2] = {f->at[0] - old[0], f->at[1] - old[1]};
        double step[2];
        old[0] = f->at[0];
        old[1] = f->at[1];

        /* A sharp turn is planned frame by frame. */
        pd_character_plant_step(velocity, &plant, goal->asked, c);
        const double wanted[2] = {velocity[0] * DT, velocity[1] * DT};
        pd_plane_mix(step, proposed, wanted, w_position[i - half]);
        f->at[0] = f[-1].at[0] + step[0];
        f->at[1] = f[-1].at[1] + step[1];
        if (near.count) pd_anim_scene_push_near(f->at, scene, &near, c->wall_keep);
        if (has_ground) pd_character_cliff_stop(f->at, f[-1].at, &cliff);
        if (has_beams) pd_anim_scene_balance(f->at, scene);
        pd_plane_between(f->dir, f->dir, goal->facing, w_facing[i - half]);
        memcpy(f->gaits, t->frames[half].gaits, sizeof f->gaits);
        if (goal->plant.stage != PD_CHARACTER_PLANT_NONE) pd_character_plant_gaits(f->gaits, velocity, c);
    }

    /* Labels and ground of the scene at the blended positions. */
    set_area_gaits(t, rig, scene);
    set_bridges(t, rig, scene);
    read_ground(t, rig, scene);

    /* Smooth sudden changes of the mean ground height, with which the hips would jump. The mean jumps by a
     * twelfth of the depth when one of twelve samples passes a cliff, and also when a gap is bridged because
     * the jump button is pressed. */
    const double change = t->height - t->ground;
    const double more = change - t->rise;
    t->ground = t->height;
    t->rise += MIX_RISE * pd_plane_clamp(more, -CLIFF, CLIFF);
    if (fabs(more) > CLIFF) t->sinks[0] -= more;
    pd_spring(&t->sinks[0], &t->sinks[1], SINK, DT);
    if (fabs(t->sinks[0]) < SUNK && fabs(t->sinks[1]) < SUNK) t->sinks[0] = t->sinks[1] = 0;
    t->height += t->sinks[0];
}

/* ---- the input row */

/* Writes the gait weights of a frame for the network: the depth of a crouch area is replaced by the label
 * that gives it. */
static void asked_gaits(float *gaits, const pd_character_instant *f, const pd_character_trajectory *t,
                        const pd_character_rig *rig)
{
    memcpy(gaits, f->gaits, sizeof f->gaits);
    if (jumps_by_pose(rig)) gaits[PD_PFNN_JUMP] = 0;
    if (!(f->area > 0 && f->area < 1)) return;

    /* The labels above are used in full ahead, half of the way backwards and not at all sideways, where depth
     * and label are nearly equal. */
    const pd_character_goal *goal = &t->goal;
    const double ahead = pd_plane_dot(goal->heading, goal->facing);
    const double aside = goal->strafe * pd_plane_clamp(1 - ahead * (ahead > 0 ? 1 : -0.5), 0, 1);
    const double area = (double)f->area;
    const double walks = (double)goal->gaits[PD_PFNN_WALK];
    const double jogs = (double)goal->gaits[PD_PFNN_JOG];
    const double jog = jogs > 0 ? jogs / (walks + jogs) : 0;
    const double part = rig->control.crouch_depth * (1 - aside);
    const double label = area + part * (pd_character_crouch_label(area, pd_plane_length(goal->asked), jog,
                                                                  pd_plane_clamp(goal->still, 0, 1)) -
                                        area);
    for (int g = 0; g < PD_PFNN_CROUCH; g++) gaits[g] *= (float)((1 - label) / (1 - area));
    gaits[PD_PFNN_CROUCH] = (float)label;
}

void pd_character_trajectory_write(float *x, const pd_character_trajectory *t, const pd_character_rig *rig,
                                   const pd_anim_scene *scene)
{
    const pd_pfnn_layout *l = &rig->layout;
    const pd_character_instant *now = &t->frames[rig->frames / 2];
    const double most = rig->control.side_steep * PD_PFNN_GROUND_SIDE;

    /* Each sample of the trajectory fills one column of the input. */
    for (int s = 0; s < l->samples; s++) {
        const pd_character_instant *f = &t->frames[s * rig->step];
        double at[2], dir[2];
        float gaits[PD_PFNN_GAITS];

        /* Position and direction, relative to the present. */
        asked_gaits(gaits, f, t, rig);
        pd_plane_in(at, now->dir, f->at[0] - now->at[0], f->at[1] - now->at[1]);
        pd_plane_in(dir, now->dir, f->dir[0], f->dir[1]);
        x[l->in_x + s] = (float)(PD_PFNN_UNITS * at[0]);
        x[l->in_z + s] = (float)(PD_PFNN_UNITS * at[1]);
        x[l->in_facing_x + s] = (float)dir[0];
        x[l->in_facing_z + s] = (float)dir[1];

        /* Labels of the gaits. Gaits of the network that this program does not know are 0. */
        for (int g = 0; g < l->gaits; g++)
            x[l->in_gaits + g * l->samples + s] = g < PD_PFNN_GAITS ? gaits[g] : 0;

        /* Heights of the ground to the left, in the middle and to the right, relative to the mean height. */
        const double height = t->height - bridge(t, s * rig->step, rig, scene);
        const double middle = pd_anim_scene_height(scene, f->at[0], f->at[1]);
        int first[3] = {l->in_left, l->in_middle, l->in_right};
        for (int side = 0; side < 3; side++) {
            double to[2];
            pd_plane_out(to, f->dir, PD_PFNN_GROUND_SIDE * (1 - side), 0);
            double h = pd_anim_scene_height(scene, f->at[0] + to[0], f->at[1] + to[1]);
            h = pd_plane_clamp(h, middle - most, middle + most); /* the training data has no bars or walls */
            x[first[side] + s] = (float)(PD_PFNN_UNITS * (h - height));
        }
    }
}

/* ---- after the network */

/* Returns pd_character_trajectory_motion for a facing that is `off` radians from the goal's. Turning on the
 * spot and jumping count as motion. */
static double motion_of(const pd_character_trajectory *t, double off, const pd_character_rig *rig)
{
    const pd_character_instant *now = &t->frames[rig->frames / 2];
    const pd_character_control *c = &rig->control;

    if (t->captured) return 1;
    double stand = pd_plane_clamp(t->goal.still, 0, 1);
    double turning = fabs(off) / c->turn_on_spot - 0.5;
    stand *= 1 - pd_plane_clamp(pd_fmax(turning, (double)now->gaits[PD_PFNN_JUMP]), 0, 1);

    return pd_pow(1 - stand, c->stand_power);
}

double pd_character_trajectory_motion(const pd_character_trajectory *t, const pd_character_rig *rig)
{
    return motion_of(t, pd_plane_angle(t->frames[rig->frames / 2].dir, t->goal.facing), rig);
}

/* One line segment of a predicted coordinate: its value at a sample, and the change to the next sample. */
typedef struct piece {
    double from, step;
} piece;

static piece piece_of(const float *block, int k)
{
    return (piece){(double)block[k], (double)block[k + 1] - (double)block[k]};
}

static double ahead(piece p, double part)
{
    return p.from + part * p.step;
}

double pd_character_trajectory_calm(const pd_character_trajectory *t, const pd_character_control *c)
{
    return pd_plane_clamp(t->goal.calm / c->steady_time, 0, 1) * pd_plane_clamp(1 - t->goal.strafe, 0, 1);
}

void pd_character_trajectory_follow_toes(pd_character_trajectory *t, const double slip[2],
                                         const pd_character_control *c)
{
    const double part = c->root_follow * pd_character_trajectory_calm(t, c);

    for (int k = 0; k < 2; k++) {
        double whole = slip ? slip[k] + t->taken[k] : 0;
        t->slip[k] += c->mix_follow * (slip ? 1 : RELEASED) * (whole - t->slip[k]);
        t->taken[k] = part * t->slip[k];
    }
}

void pd_character_trajectory_foresee(pd_character_trajectory *t, const pd_character_rig *rig)
{
    const pd_character_foresight *f = &t->foresight;
    const int half = rig->frames / 2;
    const int last = rig->layout.samples / 2 - 2;
    const pd_character_instant *now = &t->frames[half];

    /* Interpolate between the samples. Beyond the last one continue straight. */
    int sample = -1;
    piece x = {0}, z = {0}, facing_x = {0}, facing_z = {0};
    for (int i = half + 1; i < rig->frames; i++) {
        pd_character_instant *to = &t->frames[i];
        const double at = (double)(i - half) / rig->step;
        const int k = (int)at < last ? (int)at : last;
        if (k != sample) {
            x = piece_of(f->x, k);
            z = piece_of(f->z, k);
            facing_x = piece_of(f->facing_x, k);
            facing_z = piece_of(f->facing_z, k);
            sample = k;
        }

        double away[2], dir[2];
        pd_plane_out(away, now->dir, pd_plane_clamp(ahead(x, at - k) / PD_PFNN_UNITS, -MAX_AHEAD, MAX_AHEAD),
                     pd_plane_clamp(ahead(z, at - k) / PD_PFNN_UNITS, -MAX_AHEAD, MAX_AHEAD));
        to->at[0] = now->at[0] + away[0];
        to->at[1] = now->at[1] + away[1];

        pd_plane_out(dir, now->dir, ahead(facing_x, at - k), ahead(facing_z, at - k));
        memcpy(to->dir, now->dir, sizeof to->dir); /* used when the predicted direction has no length */
        pd_plane_unit(to->dir, dir);
    }
}

void pd_character_trajectory_advance(pd_character_trajectory *t, const float *y, const pd_character_rig *rig,
                                     const pd_anim_scene *scene)
{
    const pd_pfnn_layout *l = &rig->layout;
    const int half = rig->frames / 2;
    pd_character_instant *now = &t->frames[half];

    /* Shift the past by one frame. */
    memmove(t->frames, t->frames + 1, (size_t)half * sizeof *t->frames);

    /* Compute the root's step and turn, scaled by the share of motion s. A turn towards a distant goal facing
     * is amplified by turn_gain. */
    double off = pd_plane_angle(now->dir, t->goal.facing);
    double s = motion_of(t, off, rig);
    double step[2];
    double before[2] = {now->at[0], now->at[1]};
    double along_x = s * (double)y[l->out_velocity] / PD_PFNN_UNITS;
    double along_z = s * (double)y[l->out_velocity + 1] / PD_PFNN_UNITS;
    double yaw = -s * (double)y[l->out_yaw_rate];
    const pd_character_control c = pd_character_control_now(&rig->control, t->goal.responsive != 0);
    const double far = pd_plane_clamp(fabs(off) / c.turn_gain_from - 1, 0, 1);
    const double wide = pd_character_trajectory_wide(&t->goal);
    if (yaw * off > 0) yaw *= 1 + far * (c.turn_gain + wide * (c.turn_gain_wide - c.turn_gain));
    yaw = pd_plane_clamp(yaw, -MAX_YAW, MAX_YAW);
    pd_plane_out(step, now->dir, pd_plane_clamp(along_x, -MAX_STEP, MAX_STEP),
                 pd_plane_clamp(along_z, -MAX_STEP, MAX_STEP));
    if (t->goal.plant.stage != PD_CHARACTER_PLANT_NONE) {
        const double planned[2] = {t->goal.velocity[0] * DT, t->goal.velocity[1] * DT};
        pd_plane_mix(step, step, planned, c.plant_share);
    }

    for (int k = 0; k < 2; k++) {
        now->at[k] += step[k] - t->taken[k] + t->push[k];
        t->pushed[k] = t->push[k];
        t->push[k] = 0;
    }

    /* Keep the root out of walls and off high ledges, and turn it. */
    int pushed = pd_anim_scene_push(now->at, scene, rig->control.wall_keep);
    const pd_character_cliff cliff = pd_character_cliff_of(t->height, &rig->control, scene);
    pushed |= pd_character_cliff_stop(now->at, before, &cliff);
    pd_plane_turn(now->dir, now->dir, yaw);
    pd_plane_unit(now->dir, now->dir);

    /* Record velocity, yaw rate, running means, and whether a wall held the root back. */
    t->step[0] = (now->at[0] - before[0]) / DT;
    t->step[1] = (now->at[1] - before[1]) / DT;
    t->yaw_rate = yaw / DT;
    t->motion = s;
    pd_plane_mix(t->moved, t->moved, t->step, MIX_MOVED);
    pd_plane_mix(t->aimed, t->aimed, t->goal.asked, MIX_MOVED);
    t->blocked = t->goal.walled || (pushed && pd_plane_dot(t->step, t->goal.heading) <
                                                  HELD_BACK * pd_plane_length(t->goal.velocity));

    pd_grid_round_all(now->at, 2);
    pd_grid_round_all(now->dir, 2);

    /* Keep the network's prediction, and compute the future frames from it. */
    const size_t samples = (size_t)(l->samples / 2) * sizeof(float);
    PD_ASSERT(l->samples / 2 <= PD_CHARACTER_FORESEEN);
    memcpy(t->foresight.x, y + l->out_x, samples);
    memcpy(t->foresight.z, y + l->out_z, samples);
    memcpy(t->foresight.facing_x, y + l->out_facing_x, samples);
    memcpy(t->foresight.facing_z, y + l->out_facing_z, samples);
    t->foresight.is_set = true;
    pd_character_trajectory_foresee(t, rig);
    t->height_before = t->height;
}
