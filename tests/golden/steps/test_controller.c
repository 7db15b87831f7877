/* What drives a character, tick by tick, against what came out before: the rows that a network is asked, the trajectory, the pose, locked feet, what
 * is laid over. That they are right is for tests/unit/core/pfnn; what no rule holds is seen here.
 *
 * Ticks are asked without a network: its answers are a walk by formula (tests/support/rigs.h), disturbed, so that the loop is open and
 * nothing that rounds differently can grow.
 *
 * tests/golden/steps/{controller,crowd,orders}.txt: POSED_GOLDEN=write makes it anew, which a change of the controller asks for. */
#include "tests/support/fixture.h"
#include "tests/support/golden_lines.h"

#include "core/base/rng.h"
#include "core/math/plane.h"
#include "core/pfnn/control_preset.h"
#include "core/pfnn/rollout/random_stick.h"
#include "core/pfnn/rollout/rollout.h"
#include "tests/support/databases.h"
#include "tests/support/rigs.h"

#define TOLERANCE        1e-6
#define CLOSED_TOLERANCE 1e-4 /* where a network runs, whose kernels round differently */
#define TICKS            480
#define EVERY            10 /* ticks */

/* ---- one number of many, by their places */

typedef struct sum {
    double of;
    int count;
} sum;

static void add(sum *s, double value)
{
    s->of += value * (1 + s->count++ % 97 / 97.0);
}

static void add_vec(sum *s, pd_vec3 v)
{
    add(s, v.x), add(s, v.y), add(s, v.z);
}

static void add_rotation(sum *s, pd_quat q)
{
    add_vec(s, pd_q_to_rotvec(q));
}

static void add_pose(golden_lines *g, const pd_pfnn_pose *p, int joints)
{
    sum joints_at = {0}, free = {0}, rotations = {0}, steps = {0}, labels = {0};
    for (int j = 0; j < joints; j++) {
        add_vec(&joints_at, p->joints[j]), add_vec(&free, p->joints_free[j]);
        add_rotation(&rotations, p->rotations[j]);
    }
    for (int f = 0; f < PD_PFNN_RIG_FEET; f++) add_vec(&steps, p->steps[f]);
    for (int c = 0; c < PD_PFNN_CONTACTS; c++) add(&labels, (double)p->contacts[c]);
    for (int k = 0; k < PD_PFNN_GAITS; k++) add(&labels, (double)p->gaits[k]);
    add_vec(&steps, p->velocity);
    const double out[] = {p->root.x, p->root.y,     p->root.z, p->yaw,          joints_at.of,
                          free.of,   rotations.of,  labels.of, steps.of,        p->phase,
                          p->seated, p->bone_error, p->events, p->translation.y};
    golden_lines_add(g, "pose", out, sizeof out / sizeof *out, TOLERANCE);
}

static void add_trajectory(golden_lines *g, const pd_pfnn_trajectory *t, const pd_pfnn_rig *rig)
{
    const pd_pfnn_goal *goal = &t->goal;
    sum places = {0}, facings = {0}, gaits = {0}, aims = {0};
    for (int i = 0; i < rig->frames; i++) {
        for (int c = 0; c < 2; c++) add(&places, t->frames[i].at[c]), add(&facings, t->frames[i].dir[c]);
        for (int k = 0; k < PD_PFNN_GAITS; k++) add(&gaits, (double)t->frames[i].gaits[k]);
    }
    for (int c = 0; c < 2; c++) {
        add(&aims, goal->heading[c]), add(&aims, goal->asked[c]), add(&aims, goal->velocity[c]);
        add(&aims, goal->facing[c]), add(&aims, t->moved[c]), add(&aims, t->aimed[c]);
        add(&aims, t->step[c]), add(&aims, t->slip[c]), add(&aims, t->taken[c]);
    }
    const double out[] = {places.of,      facings.of,     gaits.of,    aims.of,    goal->strafe,
                          goal->crouch,   goal->still,    goal->steer, goal->calm, goal->settled,
                          goal->starting, goal->jump_age, t->height,   t->ground,  t->rise,
                          t->sinks[0],    t->relief,      t->slope,    t->motion,  t->yaw_rate};
    golden_lines_add(g, "trajectory", out, sizeof out / sizeof *out, TOLERANCE);
}

static void add_feet(golden_lines *g, const pd_pfnn_character *c)
{
    sum locks = {0}, ankles = {0}, arms = {0};
    for (int i = 0; i < PD_PFNN_CONTACTS; i++) {
        const pd_pfnn_lock *l = &c->lock.locks[i];
        add(&locks, l->locked), add(&locks, l->fall), add(&locks, l->w), add(&locks, l->stride);
        add(&locks, l->contact), add(&locks, l->lift);
        add_vec(&locks, l->offset), add_vec(&locks, l->rate);
    }
    for (int f = 0; f < PD_PFNN_RIG_FEET; f++)
        add(&ankles, c->lock.lift[f][0]), add(&ankles, c->lock.lift[f][1]),
            add_vec(&ankles, c->lock.ankles[f].offset);
    for (int i = 0; i < PD_PFNN_RIG_LINKS; i++)
        add_vec(&arms, c->arms[i].step), add_vec(&arms, c->arms[i].offset), add_vec(&arms, c->arms[i].speed);
    const double out[] = {locks.of,     ankles.of, arms.of,    c->lock.drop, c->lock.rest,
                          c->clearance, c->hips,   c->jumping, c->blocked};
    golden_lines_add(g, "feet", out, sizeof out / sizeof *out, TOLERANCE);
}

static void add_row(golden_lines *g, const float *x, double phase, const pd_pfnn_layout *l)
{
    const double out[] = {golden_weighted(x, (size_t)l->in_positions),
                          golden_weighted(x + l->in_positions, (size_t)(l->in_count - l->in_positions)),
                          phase};
    golden_lines_add(g, "row", out, 3, TOLERANCE);
}

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
    pd_pfnn_random_kind kind;
    pd_pfnn_preset preset;
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

static void overlay_requests(pd_pfnn_overlay *o, const pd_pfnn_pose *p, int tick)
{
    const pd_vec3 ahead = {p->root.x + 0.5 * sin(p->yaw), 1.2, p->root.z + 0.5 * cos(p->yaw)};
    if (tick == 20) {
        const pd_pfnn_reach_request left = {.target = ahead, .weight = 1, .seconds = 0.4};
        pd_pfnn_reach_set(&o->hands[PD_PFNN_LEFT_HAND], &left);
    }
    if (tick == 60) {
        const pd_pfnn_gaze_request look = {
            .point = {1, 1.8, 2}, .in_root = true, .weight = 0.9, .seconds = 0.5};
        const pd_pfnn_reach_request palm = {.target = {-0.45, 1.1, 0.3},
                                            .in_root = true,
                                            .weight = 0.8,
                                            .seconds = 0.6,
                                            .has_normal = true,
                                            .normal = {1, 0, -0.3}};
        pd_pfnn_gaze_set(&o->gaze, &look);
        pd_pfnn_reach_set(&o->hands[PD_PFNN_RIGHT_HAND], &palm);
    }
    if (tick == 150) {
        const pd_pfnn_gaze_request look = {.point = {-3, 0.5, -1}, .weight = 1, .seconds = 0.3};
        const pd_pfnn_reach_request rail = {.target = pd_vec3_add(ahead, pd_vec3_make(0.3, -0.3, 0)),
                                            .weight = 1,
                                            .seconds = 0.8,
                                            .has_normal = true,
                                            .slide = true,
                                            .normal = {-1, 0.5, 0}};
        pd_pfnn_gaze_set(&o->gaze, &look);
        pd_pfnn_reach_set(&o->hands[PD_PFNN_LEFT_HAND], &rail);
    }
    if (tick == 260) {
        const pd_pfnn_gaze_request away = {.weight = 0, .seconds = 0.4};
        const pd_pfnn_reach_request back = {.weight = 0, .seconds = 0.5};
        pd_pfnn_gaze_set(&o->gaze, &away);
        pd_pfnn_reach_set(&o->hands[PD_PFNN_LEFT_HAND], &back);
    }
    if (tick == 300) { /* beyond its reach */
        const pd_pfnn_reach_request far = {
            .target = {0.6, 1.9, 1.5}, .in_root = true, .weight = 1, .seconds = 0.3};
        pd_pfnn_reach_set(&o->hands[PD_PFNN_RIGHT_HAND], &far);
    }
}

static void add_overlay(golden_lines *g, const pd_pfnn_overlay *o, const pd_pfnn_pose *p, int joints)
{
    sum at = {0}, rotations = {0};
    pd_vec3 point = {0};
    double look = pd_pfnn_gaze_point(&point, &o->gaze, p);
    for (int j = 0; j < joints; j++) add_vec(&at, p->joints[j]), add_rotation(&rotations, p->rotations[j]);
    const double out[] = {at.of,
                          rotations.of,
                          look,
                          point.x + 2 * point.y + 3 * point.z,
                          o->gaze.progress,
                          o->gaze.visible,
                          o->hands[0].progress,
                          o->hands[0].palm,
                          o->hands[1].approach,
                          o->hands[1].palm};
    golden_lines_add(g, "laid_over", out, sizeof out / sizeof *out, TOLERANCE);
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

static const pd_pfnn_input *input_at(const pd_pfnn_cue *cues, int count, int tick)
{
    int at = 0;
    while (at + 1 < count && cues[at + 1].time <= tick / PD_PFNN_RATE) at++;
    return &cues[at].input;
}

static void add_run(golden_lines *g, const run *r, int number)
{
    pd_pfnn_rig rig;
    pd_pfnn_character c;
    pd_pfnn_overlay overlay = {0};
    pd_anim_scene scene = {0};
    pd_pfnn_cue cues[256];
    float x[RIGS_X], y[RIGS_Y], phase;
    const double at[2] = {0.3, -0.4};

    assert_int_equal(pd_pfnn_rig_init(&rig, model, NULL), PD_OK);
    if (r->preset != PD_PFNN_PRESET_POSED) rig.control = pd_pfnn_control_preset(r->preset);
    if (r->roughness > 0) make_scene(&scene, r->roughness);
    const pd_anim_scene *where = r->roughness > 0 ? &scene : NULL;
    int count = pd_pfnn_random_cues(cues, 256, r->kind, (uint64_t)(7 + number), TICKS / PD_PFNN_RATE);
    assert_int_equal(pd_pfnn_character_init(&c, &rig, where, at, 0.4 * number, NULL), PD_OK);
    const pd_pfnn_person person = {.variation = (uint32_t)(number % 2 ? 31 + number : 0)};
    assert_int_equal(pd_pfnn_character_set_person(&c, &person, &rig, NULL), PD_OK);

    for (int t = 0; t < TICKS; t++) {
        pd_pfnn_character_before(x, &phase, &c, input_at(cues, count, t), &rig, where);
        rigs_walk_row(y, (int)(r->pace * t), r->slide);
        disturb(y, r, t, &rig.layout);
        pd_pfnn_character_after(&c, y, &rig, where);

        pd_pfnn_pose shown = c.pose;
        overlay_requests(&overlay, &shown, t);
        pd_pfnn_overlay_step(&overlay, &shown, &rig);
        if (t % EVERY) continue;
        add_row(g, x, (double)phase, &rig.layout);
        add_trajectory(g, &c.trajectory, &rig);
        add_feet(g, &c);
        add_pose(g, &c.pose, rig.skeleton.joint_count);
        add_overlay(g, &overlay, &shown, rig.skeleton.joint_count);
    }
    pd_anim_scene_deinit(&scene);
}

static void ticks_are_what_they_were(void **state)
{
    static const run runs[] = {
        {PD_PFNN_RANDOM_PLAY, PD_PFNN_PRESET_POSED, .pace = 1},
        {PD_PFNN_RANDOM_PLAY, PD_PFNN_PRESET_POSED, .roughness = 0.08, .slide = 0.004, .noise = 0.5,
         .pace = 1},
        {PD_PFNN_RANDOM_STICK, PD_PFNN_PRESET_POSED, .roughness = 0.25, .slide = 0.01, .noise = 1.5,
         .pace = 1.6},
        {PD_PFNN_RANDOM_STICK, PD_PFNN_PRESET_ORIGINAL, .slide = 0.006, .noise = 1, .pace = 1.3, .down = 12},
        {PD_PFNN_RANDOM_PLAY, PD_PFNN_PRESET_PAPER, .roughness = 0.1, .noise = 3, .pace = 0.7, .down = -6},
        {PD_PFNN_RANDOM_STICK, PD_PFNN_PRESET_POSED, .slide = -0.008, .noise = 2, .pace = 2, .down = 5}};
    golden_lines g;
    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/controller.txt");
    for (int i = 0; i < (int)(sizeof runs / sizeof *runs); i++) add_run(&g, &runs[i], i);
    golden_lines_end(&g);
}

/* ---- frames of a database, alone and beside a network, and motion played faster */

static void add_crowd(golden_lines *g, const pd_pfnn_rig *rig, const pd_anim_scene *scene, uint64_t seed,
                      double speed, double tolerance)
{
    enum { CROWD = 3 };
    pd_pfnn_character crowd[CROWD], *all[CROWD];
    const pd_pfnn_input *inputs[CROWD];
    const pd_anim_scene *scenes[CROWD] = {scene, scene, scene};
    pd_pfnn_cue cues[CROWD][256];
    int counts[CROWD];
    pd_arena arena;
    for (int i = 0; i < CROWD; i++) {
        const double at[2] = {i - 1, 0.2 * i};
        assert_int_equal(pd_pfnn_character_init(&crowd[i], rig, scene, at, i, NULL), PD_OK);
        all[i] = &crowd[i];
        counts[i] = pd_pfnn_random_cues(cues[i], 256, i ? PD_PFNN_RANDOM_PLAY : PD_PFNN_RANDOM_STICK,
                                        seed + (uint64_t)i, TICKS / PD_PFNN_RATE);
        for (int k = 0; k < counts[i]; k++)
            if (speed > 0) cues[i][k].input.speed = speed;
    }
    pd_pfnn_tick tick = {.characters = all, .inputs = inputs, .scenes = scenes, .count = CROWD};
    assert_true(pd_arena_init(&arena, pd_pfnn_tick_scratch_bytes(&tick, rig, &pd_fixture_shuffled) + 1));
    for (int t = 0; t < TICKS; t++) {
        for (int i = 0; i < CROWD; i++) inputs[i] = input_at(cues[i], counts[i], t);
        pd_pfnn_tick_run(&tick, rig, &arena, &pd_fixture_shuffled);
        for (int i = 0; i < CROWD && t % 16 == 0; i++) {
            const pd_pfnn_character *c = &crowd[i];
            sum joints = {0}, rotations = {0}, labels = {0};
            for (int j = 0; j < rig->skeleton.joint_count; j++)
                add_vec(&joints, c->pose.joints[j]), add_rotation(&rotations, c->pose.rotations[j]);
            for (int k = 0; k < PD_PFNN_GAITS; k++) add(&labels, (double)c->pose.gaits[k]);
            for (int k = 0; k < PD_PFNN_CONTACTS; k++) add(&labels, (double)c->pose.contacts[k]);
            const double out[] = {
                joints.of,           rotations.of,      labels.of,
                c->pose.phase,       c->pose.yaw,       c->matched.active,
                c->playback.behind,  c->playback.is_on, c->pose.velocity.x + 2 * c->pose.velocity.z,
                c->trajectory.height};
            golden_lines_add(g, "member", out, sizeof out / sizeof *out, tolerance);
        }
    }
    pd_arena_deinit(&arena);
}

static void crowds_are_what_they_were(void **state)
{
    golden_lines g;
    pd_pfnn_rig rig, frames, both;
    pd_anim_scene scene = {0};
    pd_pfnn_model *mover = databases_mover(30);
    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/crowd.txt");
    make_scene(&scene, 0.05);
    assert_int_equal(pd_pfnn_rig_init(&frames, mover, NULL), PD_OK);
    assert_int_equal(pd_pfnn_rig_init(&rig, model, NULL), PD_OK);
    both = rig;
    assert_int_equal(pd_pfnn_rig_match(&both, mover, NULL), PD_OK);

    add_crowd(&g, &frames, NULL, 11, 0, TOLERANCE);
    add_crowd(&g, &frames, &scene, 12, 0, TOLERANCE);
    add_crowd(&g, &both, &scene, 13, 0, CLOSED_TOLERANCE);
    add_crowd(&g, &rig, NULL, 14, 4.5, CLOSED_TOLERANCE);

    golden_lines_end(&g);
    pd_pfnn_model_release(mover);
    pd_anim_scene_deinit(&scene);
}

/* ---- ways, chairs and company: who is asked to go somewhere goes there at once, without legs */

static void slide_along(pd_pfnn_character *c, const pd_pfnn_input *input, double speed,
                        const pd_pfnn_rig *rig)
{
    pd_pfnn_instant *now = &c->trajectory.frames[rig->frames / 2];
    double push = pd_pfnn_input_push(input), length = fmax(1, hypot(input->move[0], input->move[1]));
    const double *toward = input->has_look ? input->look : input->move;
    double yaw = atan2(now->dir[0], now->dir[1]);
    if (hypot(toward[0], toward[1]) > 0)
        yaw += pd_plane_clamp(remainder(atan2(toward[0], toward[1]) - yaw, 2 * M_PI), -0.05, 0.05);
    now->dir[0] = sin(yaw), now->dir[1] = cos(yaw);
    for (int k = 0; k < 2; k++) {
        double v = push > 0 ? speed * input->move[k] / length : 0;
        c->trajectory.step[k] += 0.2 * (v / PD_PFNN_RATE - c->trajectory.step[k]);
        now->at[k] += c->trajectory.step[k];
    }
    c->pose.events = 0;
}

static void add_place(golden_lines *g, const char *name, const pd_pfnn_character *c,
                      const pd_pfnn_input *input, double more, const pd_pfnn_rig *rig)
{
    const pd_pfnn_instant *now = &c->trajectory.frames[rig->frames / 2];
    const double out[] = {
        now->at[0],    now->at[1],     now->dir[0],    now->dir[1],  input->move[0], input->move[1],
        input->strafe, input->look[0], input->look[1], input->speed, input->gait,    c->pending,
        more};
    golden_lines_add(g, name, out, sizeof out / sizeof *out, TOLERANCE);
}

static void begin_at(pd_pfnn_character *c, const pd_pfnn_rig *rig, const pd_anim_scene *scene, double x,
                     double z)
{
    const double at[2] = {x, z};
    assert_int_equal(pd_pfnn_character_init(c, rig, scene, at, 0.5, NULL), PD_OK);
}

static void add_follows(golden_lines *g, const pd_pfnn_rig *rig, const pd_anim_scene *scene, pd_arena *arena)
{
    const pd_pfnn_follow follows[] = {
        {.points = {{0, 0}, {2, 1}, {2.2, 1.1}, {1, 3}, {-1, -1}}, .count = 5},
        {.points = {{0, 0}, {3, 0}, {3, 3}, {0, 2}}, .count = 4, .closed = 1, .ahead = 0.5, .speed = 2.5},
        {.points = {{4, 5}, {4, 5}, {5, 8}}, .count = 3, .gait = PD_PFNN_WANT_JOG},
        {.points = {{1, 1}}, .count = 1, .wander = 4, .seed = 9},
        {.points = {{5, 2}}, .count = 1, .round = true, .gait = PD_PFNN_WANT_CROUCH},
        {.points = {{3, 0}}, .count = 1, .round = true}}; /* within a wall */
    for (int i = 0; i < (int)(sizeof follows / sizeof *follows); i++) {
        pd_pfnn_follow f = follows[i];
        pd_pfnn_character c;
        begin_at(&c, rig, scene, 0.5, -0.3);
        assert_int_equal(pd_pfnn_follow_check(&f, NULL), PD_OK);
        for (int t = 0; t < 900; t++) {
            pd_pfnn_input input = {0};
            if (pd_pfnn_follow_needs_way(&f)) pd_pfnn_follow_plan(&f, &c, rig, scene, arena);
            int arrived = pd_pfnn_follow_step(&input, &f, &c, rig);
            double at[2] = {c.trajectory.frames[rig->frames / 2].at[0],
                            c.trajectory.frames[rig->frames / 2].at[1]};
            slide_along(&c, &input, 1.6, rig);
            if (t % 200 == 199) c.pose.events |= PD_PFNN_BLOCKED;
            if (arrived || t % 25 == 0)
                add_place(g, "follow", &c, &input, f.done + 10 * pd_pfnn_follow_distance(&f, at[0], at[1]),
                          rig);
        }
    }
}

static void add_sits(golden_lines *g, const pd_pfnn_rig *rig, const pd_anim_scene *scene, pd_arena *arena)
{
    static const pd_pfnn_sit_request chairs[] = {
        {.sit = true, .seat = {1, 1}, .facing = 1, .height = 0.45, .seconds = 1, .space = 0.8},
        {.sit = true, .seat = {4, 3}, .facing = -2, .height = 0.35, .seconds = 1.5, .space = 3},
        {.sit = true, .seat = {-2, -2.5}, .facing = 3, .height = 0.6, .seconds = 0.7},
        {.sit = true, .seat = {0, 0}, .facing = 0, .height = 2, .seconds = 1}};
    for (int i = 0; i < (int)(sizeof chairs / sizeof *chairs); i++) {
        pd_pfnn_sit_state s = {0};
        pd_pfnn_character c;
        const pd_pfnn_input none = {.move = {0, 0.3}};
        begin_at(&c, rig, scene, -0.5, -0.5);
        pd_pfnn_sit_set(&s, &chairs[i]);
        for (int t = 0; t < 1200; t++) {
            if (t == 700) {
                const pd_pfnn_sit_request up = {.seconds = 1.2};
                pd_pfnn_sit_set(&s, i % 2 ? &up : &chairs[(i + 1) % 3]);
            }
            if (pd_pfnn_sit_needs_way(&s)) pd_pfnn_sit_plan(&s, &c, rig, scene, arena);
            const pd_pfnn_input *input = pd_pfnn_sit_drive(&s, &none, &c, rig);
            double space = pd_pfnn_sit_space(&s, &c, rig);
            if (input != &none) slide_along(&c, input, 1.4, rig);
            if (t % 25) continue;
            add_place(g, "sit", &c, input,
                      s.stage + 10 * s.progress + 100 * space + 0.1 * s.corner + 0.01 * s.tries, rig);
            pd_pfnn_pose pose = c.pose;
            sum joints = {0}, rotations = {0};
            pd_pfnn_sit_step(&s, &pose, rig);
            for (int j = 0; j < rig->skeleton.joint_count; j++)
                add_vec(&joints, pose.joints[j]), add_rotation(&rotations, pose.rotations[j]);
            golden_lines_add(g, "seated",
                             (double[]){joints.of, rotations.of, pose.seated, pose.translation.y}, 4,
                             TOLERANCE);
        }
    }
}

/* Some go round, some stand, two are of other companies. */
static void add_company(golden_lines *g, pd_arena *arena)
{
    enum { PEOPLE = 24 };
    pd_pfnn_neighbour people[PEOPLE];
    pd_pfnn_space states[PEOPLE] = {0};
    double to[PEOPLE][2];
    pd_rng rng;
    pd_rng_init(&rng, 5);
    for (int i = 0; i < PEOPLE; i++) {
        people[i] = (pd_pfnn_neighbour){.at = {pd_rng_between(&rng, -4, 4), pd_rng_between(&rng, -4, 4)},
                                        .company = i > 21,
                                        .yields = i % 4 != 3};
        to[i][0] = -people[i].at[0], to[i][1] = -people[i].at[1];
    }
    for (int t = 0; t < 400; t++) {
        pd_pfnn_neighbours all;
        pd_pfnn_input inputs[PEOPLE];
        pd_pfnn_neighbours_init(&all, people, PEOPLE, arena);
        for (int i = 0; i < PEOPLE; i++) {
            double x = to[i][0] - people[i].at[0], z = to[i][1] - people[i].at[1], far = hypot(x, z);
            inputs[i] = (pd_pfnn_input){0};
            if (far > 0.2 && i % 4 != 3)
                inputs[i].move[0] = x / far * (i % 3 ? 1 : 0.6),
                inputs[i].move[1] = z / far * (i % 3 ? 1 : 0.6);
            pd_pfnn_space_step(&inputs[i], &states[i], &all, i, i % 5 ? 0.8 : 1.6, 1.3);
        }
        pd_arena_reset(arena);
        sum places = {0}, moves = {0}, waits = {0};
        for (int i = 0; i < PEOPLE; i++) {
            for (int k = 0; k < 2; k++) {
                people[i].velocity[k] += 0.1 * (1.3 * inputs[i].move[k] - people[i].velocity[k]);
                people[i].at[k] += people[i].velocity[k] / PD_PFNN_RATE;
                add(&places, people[i].at[k]), add(&moves, inputs[i].move[k]);
            }
            add(&waits, states[i].waited), add(&waits, states[i].ticks);
        }
        if (t % 5 == 0)
            golden_lines_add(g, "company", (double[]){places.of, moves.of, waits.of}, 3, TOLERANCE);
    }
}

static void orders_are_what_they_were(void **state)
{
    golden_lines g;
    pd_pfnn_rig rig;
    pd_anim_scene scene = {0};
    pd_arena arena;
    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/orders.txt");
    assert_int_equal(pd_pfnn_rig_init(&rig, model, NULL), PD_OK);
    assert_true(pd_arena_init(&arena, pd_anim_route_bytes() + pd_pfnn_neighbours_bytes(64)));
    make_scene(&scene, 0.02);

    add_follows(&g, &rig, &scene, &arena);
    add_sits(&g, &rig, &scene, &arena);
    add_company(&g, &arena);

    golden_lines_end(&g);
    pd_anim_scene_deinit(&scene);
    pd_arena_deinit(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ticks_are_what_they_were),
                                       cmocka_unit_test(crowds_are_what_they_were),
                                       cmocka_unit_test(orders_are_what_they_were)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
