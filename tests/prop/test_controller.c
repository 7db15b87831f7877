/* @heavy: takes over five seconds under ASan. */
/* Properties of the character controller, tick by tick, over a network whose outputs are a walk by formula
 * (tests/support/rigs.h) with disturbances: slides, noise, flips, lowered hips, NaN. In every case bones keep
 * their lengths, joints follow from the rotations, and nothing jumps beyond its limits. A moved world moves
 * the motion with it. In a crowd each member moves as it does alone. */
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include "core/base/rng.h"
#include "core/math/plane.h"
#include "core/character/control/control_preset.h"
#include "core/character/rollout/random_stick.h"
#include "core/character/rollout/rollout.h"
#include "tests/support/databases.h"
#include "tests/support/rigs.h"

#define TICKS 480
#define assert_in_range_of(value, low, high)                                                                 \
    assert_true((double)(value) >= (low)-1e-6 && (double)(value) <= (high) + 1e-6)

/* ---- where it walks */

static void make_scene(pd_anim_scene *scene, double roughness)
{
    assert_int_equal(pd_anim_scene_init(scene, 3, 2, 2, 1, "", NULL), PD_OK);
    assert_int_equal(
        pd_anim_ground_init(&scene->ground, (pd_anim_ground_grid){60, 60, -15, -15, 0.5}, "", NULL), PD_OK);
    for (int i = 0; i < 3600; i++)
        scene->ground.heights[i] = (float)(roughness * (sin(0.9 * (i % 60)) * cos(0.7 * (i / 60)) +
                                                        (i % 60 > 36 ? 0.8 : 0) - (i / 60 == 25 ? 3 : 0)));
    scene->walls[0] = (pd_anim_wall){{-3, 2.5}, {2, 3}, 0.2};
    scene->walls[1] = (pd_anim_wall){{3, -4}, {3, 4}, 0.1};
    scene->walls[2] = (pd_anim_wall){{-4, -3}, {-2, -5}, 0.3};
    scene->jumps[0] = (pd_anim_jump_area){{0, 1.5}, 0.4, 0.7};
    scene->jumps[1] = (pd_anim_jump_area){{-2, -1}, 0.3, 0.5};
    scene->crouches[0] = (pd_anim_crouch_area){{1.5, -1}, {1.5, 1}, 0.8, 0};
    scene->crouches[1] = (pd_anim_crouch_area){{-2, 1}, {1, 2}, 1, 0.4};
    scene->beams[0] = (pd_anim_beam){{0, -2}, {2, -3}, 0.3};
}

/* ---- what a network would say */

typedef struct run {
    pd_character_random_kind kind;
    pd_character_preset preset;
    double roughness; /* of the ground, metres; 0: there is no scene */
    double slide;     /* of planted feet */
    double noise;     /* cm of the joints */
    double pace;      /* of its steps */
    double down;      /* cm that the hips are lower */
} run;

static void disturb(float *y, const run *r, int tick, const pd_pfnn_layout *l)
{
    double stand = tick / 120 % 3 == 2 ? 0 : 1; /* every third two seconds */
    y[l->out_velocity] = (float)(r->noise * 0.2 * sin(0.05 * tick));
    y[l->out_velocity + 1] *= (float)(stand * r->pace);
    y[l->out_yaw_rate] = (float)(stand * 0.02 * sin(0.021 * tick));
    for (int c = 0; c < 4; c++)
        y[l->out_contacts + c] *= (float)(0.75 + 0.25 * sin(0.3 * tick + c)); /* passes the thresholds */
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        float *at = y + l->out_positions + 3 * j, *turned = y + l->out_rotations + 3 * j;
        for (int c = 0; c < 3; c++) {
            at[c] += (float)(r->noise * sin(0.11 * tick + 1.7 * j + c));
            turned[c] += (float)(r->noise * 0.05 * sin(0.07 * tick + 0.9 * j + 2 * c));
        }
        at[1] -= (float)(j < PD_BIPED_L_THIGH ? r->down : 0.7 * r->down);
        if (tick % 97 == 50 && j % 5 == 3) turned[0] += 1.5F; /* a flip */
    }
    for (int i = 0; i < 6; i++)
        y[l->out_z + i] *= (float)(stand * r->pace),
            y[l->out_facing_z + i] = (float)cos(0.03 * i), y[l->out_facing_x + i] = (float)sin(0.03 * i);
    if (tick == 333) y[l->out_positions + 40] = NAN;
}

/* ---- the rest of what a tick has */

static void overlay_requests(pd_character_overlay *o, const pd_character_pose *p, int tick)
{
    const pd_vec3 ahead = {p->root.x + 0.5 * sin(p->yaw), 1.2, p->root.z + 0.5 * cos(p->yaw)};
    const pd_quat facing = pd_q_axis_angle(
        pd_vec3_make(0, 1, 0), p->yaw); /* what is asked for in the world turns with the character */
    if (tick == 20) {
        const pd_character_reach_request left = {.target = ahead, .weight = 1, .seconds = 0.4};
        pd_character_reach_set(&o->hands[PD_CHARACTER_LEFT_HAND], &left);
    }
    if (tick == 60) {
        const pd_character_gaze_request look = {
            .point = {1, 1.8, 2}, .in_root = true, .weight = 0.9, .seconds = 0.5};
        const pd_character_reach_request palm = {.target = {-0.45, 1.1, 0.3},
                                                 .in_root = true,
                                                 .weight = 0.8,
                                                 .seconds = 0.6,
                                                 .has_normal = true,
                                                 .normal = {1, 0, -0.3}};
        pd_character_gaze_set(&o->gaze, &look);
        pd_character_reach_set(&o->hands[PD_CHARACTER_RIGHT_HAND], &palm);
    }
    if (tick == 150) {
        const pd_character_gaze_request look = {
            .point = pd_vec3_add(ahead, pd_q_rotate(facing, pd_vec3_make(0.1, -0.5, 0))),
            .weight = 1,
            .seconds = 0.3};
        const pd_character_reach_request rail = {
            .target = pd_vec3_add(ahead, pd_q_rotate(facing, pd_vec3_make(0.3, -0.3, 0))),
            .weight = 1,
            .seconds = 0.8,
            .has_normal = true,
            .slide = true,
            .normal = pd_q_rotate(facing, pd_vec3_make(-1, 0.5, 0))};
        pd_character_gaze_set(&o->gaze, &look);
        pd_character_reach_set(&o->hands[PD_CHARACTER_LEFT_HAND], &rail);
    }
    if (tick == 260) {
        const pd_character_gaze_request away = {.weight = 0, .seconds = 0.4};
        const pd_character_reach_request back = {.weight = 0, .seconds = 0.5};
        pd_character_gaze_set(&o->gaze, &away);
        pd_character_reach_set(&o->hands[PD_CHARACTER_LEFT_HAND], &back);
    }
    if (tick == 300) { /* beyond its reach */
        const pd_character_reach_request far = {
            .target = {0.6, 1.9, 1.5}, .in_root = true, .weight = 1, .seconds = 0.3};
        pd_character_reach_set(&o->hands[PD_CHARACTER_RIGHT_HAND], &far);
    }
}

/* ---- the runs */

static pd_pfnn_model *model;

static int setup(void **state)
{
    (void)state;
    model = rigs_model(8, 1);
    return !model;
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(model);
    return 0;
}

static const pd_character_input *input_at(const pd_character_cue *cues, int count, int tick)
{
    int at = 0;
    while (at + 1 < count && cues[at + 1].time <= tick / PD_CHARACTER_RATE) at++;
    return &cues[at].input;
}

/* A world that is turned about +Y and moved: without a ground any turn, with one none, since the grid of
 * heights is along the axes. */
typedef struct moved {
    double yaw, by[2];
} moved;

static void move_place(double out[2], const double at[2], const moved *m)
{
    const double s = sin(m->yaw), c = cos(m->yaw), x = at[0], z = at[1];
    out[0] = c * x + s * z + m->by[0], out[1] = c * z - s * x + m->by[1];
}

static pd_vec3 move_point(pd_vec3 p, const moved *m)
{
    double out[2];
    move_place(out, (const double[2]){p.x, p.z}, m);
    return pd_vec3_make(out[0], p.y, out[1]);
}

static void move_direction(double v[2], const moved *m)
{
    const moved turn = {.yaw = m->yaw};
    move_place(v, v, &turn);
}

/* Makes the scene of make_scene, moved by whole metres.
 * Waves of a crouch area are along x and therefore left out. */
static void move_scene(pd_anim_scene *s, const moved *m)
{
    s->crouches[1].wave = 0;
    s->ground.x += m->by[0], s->ground.z += m->by[1];
    for (int i = 0; i < s->wall_count; i++)
        move_place(s->walls[i].from, s->walls[i].from, m), move_place(s->walls[i].to, s->walls[i].to, m);
    for (int i = 0; i < s->jump_count; i++) move_place(s->jumps[i].at, s->jumps[i].at, m);
    for (int i = 0; i < s->crouch_count; i++) move_place(s->crouches[i].at, s->crouches[i].at, m);
    for (int i = 0; i < s->beam_count; i++)
        move_place(s->beams[i].from, s->beams[i].from, m), move_place(s->beams[i].to, s->beams[i].to, m);
}

typedef struct driven {
    pd_character_rig rig;
    pd_character c;
    pd_character_overlay overlay;
    pd_anim_scene scene;
    const pd_anim_scene *where;
    pd_character_cue cues[256];
    int cue_count;
    pd_character_pose shown;
    float x[RIGS_X];
} driven;

static void begin_run(driven *d, const run *r, int number, const moved *m)
{
    double at[2] = {0.3, -0.4};
    memset(d, 0, sizeof *d);
    assert_int_equal(pd_character_rig_init(&d->rig, model, NULL), PD_OK);
    if (r->preset != PD_CHARACTER_PRESET_POSED) d->rig.control = pd_character_control_preset(r->preset);
    if (r->roughness > 0) make_scene(&d->scene, r->roughness), move_scene(&d->scene, m), d->where = &d->scene;
    d->cue_count =
        pd_character_random_cues(d->cues, 256, r->kind, (uint64_t)(7 + number), TICKS / PD_CHARACTER_RATE);
    for (int i = 0; i < d->cue_count; i++) {
        pd_character_input *input = &d->cues[i].input;
        input->camera_yaw += m->yaw;
        if (input->axes != PD_CHARACTER_WORLD) continue;
        move_direction(input->move, m);
        if (input->has_look) move_direction(input->look, m);
    }
    move_place(at, at, m);
    assert_int_equal(pd_character_init(&d->c, &d->rig, d->where, at, 0.4 * number + m->yaw, NULL), PD_OK);
    d->c.manner.time = 17; /* what sways by itself begins by the place: the same in both worlds */
    const pd_character_person person = {.variation = (uint32_t)(number % 2 ? 31 + number : 0)};
    assert_int_equal(pd_character_set_person(&d->c, &person, &d->rig, NULL), PD_OK);
}

static void step_run(driven *d, const run *r, int tick)
{
    float y[RIGS_Y], phase;
    pd_character_before(d->x, &phase, &d->c, input_at(d->cues, d->cue_count, tick), &d->rig, d->where);
    for (int i = 0; i < RIGS_X; i++) assert_true(isfinite(d->x[i]));
    assert_true(phase >= 0 && phase < (float)(2 * M_PI) + 1e-5F);
    rigs_walk_row(y, (int)(r->pace * tick), r->slide);
    disturb(y, r, tick, &d->rig.layout);
    pd_character_after(&d->c, y, &d->rig, d->where);
    pd_character shown = d->c;
    overlay_requests(&d->overlay, &shown.pose, tick);
    pd_character_overlay_step(&d->overlay, &shown, &d->rig, d->where, NULL);
    d->shown = shown.pose;
}

/* ---- what holds in every tick */

static void check_tick(const driven *d, const pd_character_pose *before)
{
    const pd_character_pose *p = &d->c.pose;
    const pd_anim_skeleton *s = &d->rig.skeleton;
    pd_vec3 at[PD_CHARACTER_RIG_JOINTS];

    /* The pose is what its rotations make, drawn and with what is laid over it;
     * no bone changes its length. */
    for (int k = 0; k < 2; k++) {
        const pd_character_pose *pose = k ? &d->shown : p;
        pd_anim_skeleton_forward(at, NULL, s, pose->rotations, pose->translation);
        for (int j = 0; j < s->joint_count; j++) {
            assert_true(pd_vec3_distance(at[j], pose->joints[j]) < 1e-6);
            assert_near(pd_q_dot(pose->rotations[j], pose->rotations[j]), 1, 1e-9);
            if (s->parents[j] < 0) continue;
            assert_near(pd_vec3_distance(pose->joints[j], pose->joints[s->parents[j]]),
                        pd_vec3_length(s->offsets[j]), 1e-6);
            assert_near(pd_vec3_distance(p->joints_free[j], p->joints_free[s->parents[j]]),
                        pd_vec3_length(s->offsets[j]), 1e-6);
        }
    }

    /* Labels are shares, phases an angle, the past of the trajectory ends where the root is. */
    const pd_character_instant *now = &d->c.trajectory.frames[d->rig.frames / 2];
    for (int c = 0; c < PD_PFNN_CONTACTS; c++) assert_in_range_of(p->contacts[c], 0, 1);
    for (int k = 0; k < PD_PFNN_GAITS; k++) assert_in_range_of(p->gaits[k], 0, 1);
    for (int i = 0; i < d->rig.frames; i++) {
        const pd_character_instant *f = &d->c.trajectory.frames[i];
        assert_near(hypot(f->dir[0], f->dir[1]), 1, 1e-9);
    }
    assert_in_range_of(p->phase, 0, 2 * M_PI);
    assert_near(p->root.x, now->at[0], 0.1); /* a tick on */
    assert_near(p->root.z, now->at[1], 0.1);
    if (d->where) {
        double pushed[2] = {now->at[0], now->at[1]};
        pd_anim_scene_push(pushed, d->where, 0);
        assert_true(hypot(pushed[0] - now->at[0], pushed[1] - now->at[1]) < 0.02);
    }

    /* A held toe stays in its place, shifted away from the other leg, except for the length by which the hips
     * still have to come down for a leg that is too short, and, on rough ground, by which the knees are late
     * (knee_change). */
    const double late = d->where ? 0.03 : 5e-3;
    for (int f = 0; f < d->rig.foot_count; f++) {
        const pd_character_lock *toe = &d->c.lock.locks[2 * f + 1];
        const pd_vec3 held = pd_vec3_sub(p->joints[d->rig.legs[f].toe], d->c.lock.apart.shift[f]);
        if (toe->locked) assert_true(hypot(held.x - toe->place.x, held.z - toe->place.z) < late);
    }

    /* Hands turn no faster than they may, the root no further in a tick than who runs. */
    assert_true(hypot(p->root.x - before->root.x, p->root.z - before->root.z) < 0.12);
    for (int side = 0; side < 2; side++) {
        const int hand = d->rig.hands[side];
        if (hand >= 0 && d->c.ticks > 1)
            assert_true(pd_q_angle(p->rotations[hand], before->rotations[hand]) <
                        d->rig.control.hand_speed / PD_CHARACTER_RATE + 1e-6);
    }
}

/* Checks that two worlds, one of them moved, differ in each tick by the move alone. */
static void check_moved(const driven *one, const driven *other, const moved *m)
{
    const pd_character_pose *a = &one->c.pose, *b = &other->c.pose;
    /* Feet that stand level tie: rounding decides which end of one is held first, by 8 mm and 0.05 rad. What
     * is fed to the network has no such choice. */
    for (int j = 0; j < one->rig.skeleton.joint_count; j++) {
        assert_true(pd_vec3_distance(move_point(a->joints[j], m), b->joints[j]) < 0.02);
        if (one->rig.skeleton.parents[j] >= 0)
            assert_true(pd_q_angle(a->rotations[j], b->rotations[j]) < 0.1);
    }
    for (int i = 0; i < RIGS_X; i++) assert_true(fabs((double)(one->x[i] - other->x[i])) < 1e-3);
    assert_true(pd_vec3_distance(move_point(a->root, m), b->root) < 1e-6);
    assert_true(fabs(remainder(a->yaw + m->yaw - b->yaw, 2 * M_PI)) < 1e-4);
    assert_int_equal(a->events, b->events);
    assert_near(a->phase, b->phase, 1e-5);
}

static void a_moved_world_moves_the_motion_and_every_tick_keeps_its_limits(void **state)
{
    static const run runs[] = {{PD_CHARACTER_RANDOM_PLAY, PD_CHARACTER_PRESET_POSED, .pace = 1},
                               {PD_CHARACTER_RANDOM_PLAY, PD_CHARACTER_PRESET_POSED, .roughness = 0.08,
                                .slide = 0.004, .noise = 0.5, .pace = 1},
                               {PD_CHARACTER_RANDOM_STICK, PD_CHARACTER_PRESET_POSED, .roughness = 0.25,
                                .slide = 0.01, .noise = 1.5, .pace = 1.6},
                               {PD_CHARACTER_RANDOM_STICK, PD_CHARACTER_PRESET_ORIGINAL, .slide = 0.006,
                                .noise = 1, .pace = 1.3, .down = 12},
                               {PD_CHARACTER_RANDOM_PLAY, PD_CHARACTER_PRESET_PAPER, .roughness = 0.1,
                                .noise = 3, .pace = 0.7, .down = -6},
                               {PD_CHARACTER_RANDOM_STICK, PD_CHARACTER_PRESET_POSED, .slide = -0.008,
                                .noise = 2, .pace = 2, .down = 5}};
    static driven one, other;
    (void)state;
    for (int i = 0; i < (int)(sizeof runs / sizeof *runs); i++) {
        const moved still = {0}, away = {.yaw = runs[i].roughness > 0 ? 0 : 1.1 + i, .by = {4, -7}};
        begin_run(&one, &runs[i], i, &still), begin_run(&other, &runs[i], i, &away);
        for (int t = 0; t < TICKS; t++) {
            const pd_character_pose before = one.c.pose;
            step_run(&one, &runs[i], t), step_run(&other, &runs[i], t);
            check_tick(&one, &before);
            check_moved(&one, &other, &away);
        }
        pd_anim_scene_deinit(&one.scene), pd_anim_scene_deinit(&other.scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_moved_world_moves_the_motion_and_every_tick_keeps_its_limits)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
