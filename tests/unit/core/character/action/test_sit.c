/* @heavy: takes over five seconds under ASan. */
/* Sitting on a chair: the pose alone on a rig of tests/support/rigs.h, and the whole behaviour with the
 * shipped network from all sides. */
#include "core/character/load.h"
#include "core/character/action/sit.h"

#include "core/math/plane.h"
#include "core/character/rollout/rollout.h"
#include "tests/support/cmocka.h"
#include "tests/support/rigs.h"

#include <string.h>

#define SHIPPED "models/motion.safetensors"

static pd_pfnn_model *model;
static pd_character_rig rig;
static pd_arena arena;

static int setup(void **state)
{
    (void)state;
    model = rigs_model(8, 1);
    return pd_character_rig_init(&rig, model, NULL) || !pd_arena_init(&arena, pd_anim_route_bytes());
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(model);
    pd_arena_deinit(&arena);
    return 0;
}

static void stand(pd_character *c)
{
    const double origin[2] = {0, 0};
    float x[RIGS_X], y[RIGS_Y], phase;
    const pd_character_input still = {0};
    assert_int_equal(pd_character_init(c, &rig, NULL, origin, 0, NULL), PD_OK);
    for (int i = 0; i < 30; i++) {
        pd_character_before(x, &phase, c, &still, &rig, NULL);
        rigs_walk_row(y, RIGS_STEP / 2, 0);
        memset(y, 0, 4 * sizeof *y);
        pd_character_after(c, y, &rig, NULL);
    }
}

static pd_vec3 hips_of(const pd_character_pose *p)
{
    return pd_vec3_scale(pd_vec3_add(p->joints[rig.legs[0].thigh], p->joints[rig.legs[1].thigh]), 0.5);
}

/* Returns a chair whose seat is `behind` metres behind a standing character,
 * a little to the side and rotated. */
static pd_character_sit_request chair(const pd_character_pose *p, double behind, double height)
{
    return (pd_character_sit_request){.sit = true,
                                      .seat = {p->root.x + 0.04, p->root.z - behind},
                                      .facing = p->yaw + 0.1,
                                      .height = height,
                                      .seconds = 1.7};
}

static double knee_bend(const pd_character_pose *p, const pd_character_leg *leg)
{
    pd_vec3 thigh = pd_vec3_sub(p->joints[leg->shin], p->joints[leg->thigh]);
    pd_vec3 shin = pd_vec3_sub(p->joints[leg->heel], p->joints[leg->shin]);
    return acos(pd_vec3_dot(thigh, shin) / pd_vec3_length(thigh) / pd_vec3_length(shin));
}

static void a_seated_character_has_hips_over_the_seat_feet_in_place_and_whole_bones(void **state)
{
    (void)state;
    pd_character c;
    stand(&c);
    for (int h = 0; h < 3; h++) {
        const double heights[] = {0.36, 0.45, 0.52};
        pd_character_pose pose = c.pose;
        pd_character_sit_state sit = {.request = chair(&c.pose, 0.3, heights[h]), .progress = 1};
        pd_character_sit_step(&sit, &pose, &rig);

        pd_vec3 hips = hips_of(&pose);
        assert_near(hips.x, sit.request.seat[0], 1e-9);
        assert_near(hips.z, sit.request.seat[1], 1e-9);
        assert_near(hips.y, c.pose.root.y + heights[h] + 0.095 + 0.2 * (heights[h] - 0.45), 1e-9);

        for (int f = 0; f < 2; f++) {
            const pd_character_leg *leg = &rig.legs[f];
            assert_true(pd_vec3_distance(pose.joints[leg->heel], c.pose.joints[leg->heel]) < 1e-6);
            assert_true(pd_vec3_distance(pose.joints[leg->toe], c.pose.joints[leg->toe]) < 1e-6);
            assert_true(knee_bend(&pose, leg) > 0.3 && knee_bend(&pose, leg) < 2.5);
            assert_true(pose.joints[leg->shin].z > hips.z + 0.2); /* ahead */
        }
        for (int j = 0; j < rig.skeleton.joint_count; j++) {
            int up = rig.skeleton.parents[j];
            if (up < 0) continue;
            assert_near(pd_vec3_distance(pose.joints[j], pose.joints[up]),
                        pd_vec3_length(rig.skeleton.offsets[j]), 1e-9);
        }

        /* upright, hands before the hips and over the knees' height less a hand */
        pd_vec3 head = pose.joints[rig.trunk.head];
        assert_true(head.y > hips.y + 0.5 && fabs(head.z - hips.z) < 0.2);
        for (int s = 0; s < 2; s++) {
            pd_vec3 wrist = pose.joints[rig.forearms[s].wrist];
            assert_true(wrist.z > hips.z + 0.05 && wrist.y > hips.y - 0.1 && wrist.y < hips.y + 0.3);
        }
    }
}

static void nothing_changes_before_it_goes_down_or_without_legs(void **state)
{
    (void)state;
    pd_character c;
    stand(&c);
    pd_character_pose pose = c.pose;
    pd_character_sit_state sit = {.request = chair(&c.pose, 0.3, 0.45)};
    pd_character_sit_step(&sit, &pose, &rig);
    assert_memory_equal(&pose, &c.pose, sizeof pose);

    const int feet = rig.foot_count;
    const pd_character_input in = {.move = {0, 1}};
    rig.foot_count = 0;
    sit.progress = 1;
    pd_character_sit_step(&sit, &pose, &rig);
    assert_memory_equal(&pose, &c.pose, sizeof pose);
    sit.stage = PD_CHARACTER_SIT_COMING;
    assert_ptr_equal(pd_character_sit_drive(&sit, &in, &c, &rig), &in);
    rig.foot_count = feet;
}

/* 102 ticks, of one pose that stands: no joint goes faster than 2.5 m/s nor changes
 * that by more than 0.4 m/s a frame. */
static void the_way_down_is_smooth_and_the_trunk_leans_on_it(void **state)
{
    (void)state;
    pd_character c;
    stand(&c);
    pd_character_sit_state sit = {.request = chair(&c.pose, 0.3, 0.45)};
    pd_character_pose before = c.pose, last = c.pose;
    double fastest = 0, change = 0, forward = 0;
    for (int i = 1; i <= 102; i++) {
        pd_character_pose pose = c.pose;
        sit.progress = i / 102.0;
        pd_character_sit_step(&sit, &pose, &rig);
        for (int j = 0; j < rig.skeleton.joint_count; j++) {
            pd_vec3 step = pd_vec3_sub(pose.joints[j], last.joints[j]);
            pd_vec3 step_before = pd_vec3_sub(last.joints[j], before.joints[j]);
            fastest = fmax(fastest, 60 * pd_vec3_length(step));
            if (i > 1) change = fmax(change, 60 * pd_vec3_distance(step, step_before));
        }
        pd_vec3 trunk = pd_vec3_sub(pose.joints[rig.trunk.neck], hips_of(&pose));
        forward = fmax(forward, atan2(trunk.z, trunk.y));
        before = last, last = pose;
    }
    assert_true(fastest > 0.5 && fastest < 2.5);
    assert_true(change < 0.4);
    assert_true(forward > 0.3 && forward < 0.9);
}

static void another_chair_is_gone_to_when_it_has_stood_up(void **state)
{
    (void)state;
    pd_character c;
    const pd_character_input stick = {.move = {1, 0}};
    stand(&c);
    pd_character_sit_state sit = {0};
    assert_ptr_equal(pd_character_sit_drive(&sit, &stick, &c, &rig), &stick);

    /* it stands where it may sit down: a chair 0.3 m behind, and it faces away */
    pd_character_sit_request first = chair(&c.pose, 0.4, 0.45), second = chair(&c.pose, -3, 0.5);
    pd_character_sit_set(&sit, &first);
    int ticks = 0;
    unsigned events = 0;
    for (; ticks < 900 && sit.progress < 1; ticks++) {
        pd_character_sit_plan(&sit, &c, &rig, NULL, &arena);
        const pd_character_input *in = pd_character_sit_drive(&sit, &stick, &c, &rig);
        assert_ptr_not_equal(in, &stick);
        events |= c.pending;
    }
    assert_true(ticks > 102 && ticks < 600);
    assert_int_equal(sit.stage, PD_CHARACTER_SIT_SEATED);
    assert_true(events & PD_CHARACTER_ARRIVED);

    pd_character_sit_set(&sit, &first); /* the same again: it stays */
    pd_character_sit_drive(&sit, &stick, &c, &rig);
    assert_near(sit.progress, 1, 0);

    pd_character_sit_set(&sit, &second);
    for (ticks = 0; ticks < 300 && sit.stage == PD_CHARACTER_SIT_SEATED; ticks++)
        pd_character_sit_drive(&sit, &stick, &c, &rig);
    assert_true(ticks > 95 && ticks < 110); /* 1.7 s */
    assert_int_equal(sit.stage, PD_CHARACTER_SIT_COMING);
    assert_near(sit.request.height, 0.5, 0);
    assert_true(sit.progress <= 0);

    /* let go of on the way: the stick has it again at once */
    pd_character_sit_set(&sit, &(pd_character_sit_request){.seconds = 1.7});
    assert_ptr_equal(pd_character_sit_drive(&sit, &stick, &c, &rig), &stick);
}

/* An order to stand up while it sits down, and to sit while it stands up, at any time. */
static void an_order_on_the_way_turns_the_motion_round_without_a_jolt(void **state)
{
    (void)state;
    double worst = 0;
    for (int after = 5; after < 100; after += 5)
        for (int up = 0; up < 2; up++) {
            pd_character c;
            const pd_character_input none = {0};
            stand(&c);
            const pd_character_sit_request seat = chair(&c.pose, 0.4, 0.45);
            const pd_character_sit_request rise = {.seconds = 1.7};
            pd_character_sit_state sit = {.request = seat, .stage = PD_CHARACTER_SIT_SEATED, .progress = up};
            if (up) pd_character_sit_set(&sit, &rise);
            pd_vec3 before = {0}, step_before = {0};
            unsigned events = 0;
            for (int i = 0; i < 300 && sit.stage == PD_CHARACTER_SIT_SEATED; i++) {
                if (i == after) pd_character_sit_set(&sit, up ? &seat : &rise);
                c.pending = 0;
                pd_character_sit_drive(&sit, &none, &c, &rig);
                events |= c.pending;
                pd_character_pose pose = c.pose;
                pd_character_sit_step(&sit, &pose, &rig);
                const pd_vec3 step = pd_vec3_sub(hips_of(&pose), before);
                if (i > 1) worst = fmax(worst, 60 * pd_vec3_distance(step, step_before));
                step_before = step;
                before = hips_of(&pose);
            }
            assert_near(sit.progress, up, 0);
            assert_int_equal((events & PD_CHARACTER_ARRIVED) != 0, up);
        }
    print_message("velocity of the hips changes by at most %.3f m/s in a frame\n", worst);
    assert_true(worst < 0.15);
}

/* Held since before it was sent to the chair, or pressed on the way: neither is a press when the stick is the
 * client's again. */
static void a_button_held_during_a_jump_does_not_request_another(void **state)
{
    (void)state;
    for (int let_go = 0; let_go < 2; let_go++) { /* it has stood up again; let go of on the way */
        pd_character c;
        const pd_character_input held = {.jump = 1};
        stand(&c);
        pd_character_sit_state sit = {0};
        const pd_character_sit_request seat = chair(&c.pose, let_go ? -3 : 0.4, 0.45);
        const pd_character_sit_request up = {.seconds = 1.7};
        pd_character_sit_set(&sit, &seat);
        for (int ticks = 0; ticks < 900 && sit.progress < 1 && !(let_go && ticks > 30); ticks++) {
            pd_character_sit_plan(&sit, &c, &rig, NULL, &arena);
            assert_int_equal(pd_character_sit_drive(&sit, &held, &c, &rig)->jump, 0);
        }
        pd_character_sit_set(&sit, &up);
        c.trajectory.goal.jump_held = 0; /* as the goal's step leaves it on the way */
        const pd_character_input *now = NULL;
        for (int ticks = 0; ticks < 200 && now != &held; ticks++)
            now = pd_character_sit_drive(&sit, &held, &c, &rig);
        assert_ptr_equal(now, &held);
        assert_true(c.trajectory.goal.jump_held);

        c.trajectory.goal.jump_held = 0; /* it let go of the button since: the next press counts */
        pd_character_sit_drive(&sit, &held, &c, &rig);
        assert_false(c.trajectory.goal.jump_held);
    }
}

/* The distance to others is the requested one on the way, at most the remaining way, and zero from the point
 * where the character turns. */
static void the_distance_to_others_is_at_most_the_way_left_to_the_seat(void **state)
{
    (void)state;
    pd_character c;
    stand(&c);
    pd_character_sit_state sit = {.request = chair(&c.pose, -3, 0.45), .stage = PD_CHARACTER_SIT_COMING};
    sit.request.space = 1;
    assert_near(pd_character_sit_space(&sit, &c, &rig), 1, 0);

    const double far = pd_character_sit_space(
        &(pd_character_sit_state){.request = chair(&c.pose, 0.1, 0.45), .stage = PD_CHARACTER_SIT_COMING}, &c,
        &rig);
    assert_near(far, 0, 0); /* none is asked for */
    sit.request = chair(&c.pose, 0.15, 0.45);
    sit.request.space = 1;
    assert_near(pd_character_sit_space(&sit, &c, &rig), 0.3, 0.02); /* its front is .45 m before it */

    sit.stage = PD_CHARACTER_SIT_TURNING;
    assert_near(pd_character_sit_space(&sit, &c, &rig), 0, 0);
}

static void a_request_out_of_range_is_named_with_its_range(void **state)
{
    (void)state;
    const pd_character_sit_request good = {.sit = true, .seat = {1, 2}, .height = 0.45, .seconds = 1.7};
    const struct {
        const char *where, *allowed;
        pd_character_sit_request request;
    } rows[] = {{"/height", "0.3 to 0.65", {.sit = true, .height = 0.29, .seconds = 1.7}},
                {"/height", "0.3 to 0.65", {.sit = true, .height = 0.66, .seconds = 1.7}},
                {"/seconds", "0.6 to 10", {.seconds = 0.5}},
                {"/seconds", "0.6 to 10", {.seconds = 10.1}},
                {"/facing", "-1000 to 1000", {.sit = true, .facing = 1001, .height = 0.4, .seconds = 1}},
                {"/space", "0 to 3", {.sit = true, .height = 0.4, .seconds = 1, .space = 3.1}},
                {"/space", "0 to 3", {.sit = true, .height = 0.4, .seconds = 1, .space = NAN}},
                {"/seat", "within 1e6", {.sit = true, .seat = {NAN, 0}, .height = 0.4, .seconds = 1}}};
    assert_int_equal(pd_character_sit_check(&good, NULL), PD_OK);
    assert_int_equal(pd_character_sit_check(&(pd_character_sit_request){.seconds = 0.6}, NULL), PD_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_error err = {0};
        assert_int_equal(pd_character_sit_check(&rows[i].request, &err), PD_ERR_RANGE);
        assert_string_equal(err.where, rows[i].where);
        assert_non_null(strstr(err.detail, rows[i].allowed));
    }
}

/* ---- with the shipped network */

#define SECONDS 18.0
#define UP_AT   15.0

/* From before, beside and behind the chair, which faces another way each time. */
static void a_character_reaches_the_seat_from_every_side_around_the_chair(void **state)
{
    (void)state;
    pd_pfnn_model *shipped;
    pd_character_rig own;
    if (pd_character_model_load(&shipped, SHIPPED, NULL)) skip();
    assert_int_equal(pd_character_rig_init(&own, shipped, NULL), PD_OK);

    enum { SIDES = 6 };
    pd_character_rollout rollouts[SIDES];
    pd_character_rollout_job jobs[SIDES];
    pd_character_sit_cue cues[SIDES][2];
    const int i_thighs[2] = {own.legs[0].thigh, own.legs[1].thigh};
    for (int i = 0; i < SIDES; i++) {
        double angle = 2 * M_PI * i / SIDES, facing = 0.7 * i;
        cues[i][0] = (pd_character_sit_cue){
            0.5, {.sit = true, .facing = facing, .height = 0.4 + 0.04 * i, .seconds = 1.5}};
        cues[i][1] = (pd_character_sit_cue){UP_AT, {.seconds = 1.5}};
        jobs[i] =
            (pd_character_rollout_job){.seconds = SECONDS,
                                       .position = {2.5 * sin(facing + angle), 2.5 * cos(facing + angle)},
                                       .facing = 1.3 * i,
                                       .sits = cues[i],
                                       .sit_count = 2};
    }
    assert_int_equal(pd_character_rollout_run(rollouts, jobs, SIDES, &own, &pd_executor_serial, NULL, NULL),
                     PD_OK);

    for (int i = 0; i < SIDES; i++) {
        const pd_anim_track *t = &rollouts[i].track;
        const pd_character_sit_request *r = &cues[i][0].request;
        int seated = -1;
        for (int f = 0; f < t->frame_count; f++) {
            const float *root = t->root + (size_t)3 * (size_t)f;
            double ahead = (double)root[0] * sin(r->facing) + (double)root[2] * cos(r->facing);
            double aside = (double)root[0] * cos(r->facing) - (double)root[2] * sin(r->facing);
            assert_false(ahead < 0.12 && ahead > -0.3 && fabs(aside) < 0.3); /* the chair is there */
            if (rollouts[i].frames[f].events & PD_CHARACTER_ARRIVED) seated = f;
        }
        assert_true(seated > 0 && seated < 60 * (UP_AT - 1));

        size_t row = (size_t)(seated + 20) * (size_t)t->joint_count;
        pd_vec3 hips = {0, 0, 0};
        for (int s = 0; s < 2; s++) {
            const float *p = t->joints + 3 * (row + (size_t)i_thighs[s]);
            hips = pd_vec3_fma(hips, 0.5, pd_vec3_make((double)p[0], (double)p[1], (double)p[2]));
        }
        assert_near(hips.x, 0, 1e-3);
        assert_near(hips.z, 0, 1e-3);
        assert_near(hips.y, r->height + 0.095 + 0.2 * (r->height - 0.45), 1e-3);

        /* standing again at the end */
        row = (size_t)(t->frame_count - 1) * (size_t)t->joint_count;
        assert_true(t->joints[3 * (row + (size_t)i_thighs[0]) + 1] > 0.78F);
        pd_character_rollout_deinit(&rollouts[i]);
    }
    pd_pfnn_model_release(shipped);
}

/* Result of a roll-out to a chair at (0, 2) that faces away from the start of the character. */
typedef struct visit {
    int seated, unreachable; /* frames, -1: never                      */
    double nearest;          /* metres of the root from the first wall */
    pd_vec3 hips, root;      /* at the end                             */
} visit;

static visit go_and_sit(const pd_character_rig *own, const pd_anim_scene *scene, const double from[2],
                        const pd_character_sit_request *chair, const pd_anim_wall *wall)
{
    visit out = {.seated = -1, .unreachable = -1, .nearest = INFINITY};
    const pd_character_sit_cue cue = {0.2, *chair};
    pd_character_rollout rollout;
    pd_character_rollout_job job = {
        .seconds = 20, .position = {from[0], from[1]}, .scene = scene, .sits = &cue, .sit_count = 1};
    assert_int_equal(pd_character_rollout_run(&rollout, &job, 1, own, &pd_executor_serial, NULL, NULL),
                     PD_OK);

    const pd_anim_track *t = &rollout.track;
    for (int f = 0; f < t->frame_count; f++) {
        const float *root = t->root + (size_t)3 * (size_t)f;
        double at[2] = {(double)root[0], (double)root[2]}, off[2];
        if (wall) out.nearest = fmin(out.nearest, pd_plane_off_segment(off, wall->from, wall->to, at));
        if (rollout.frames[f].events & PD_CHARACTER_ARRIVED) out.seated = f;
        if (rollout.frames[f].events & PD_CHARACTER_UNREACHABLE) out.unreachable = f;
        out.root = pd_vec3_make((double)root[0], (double)root[1], (double)root[2]);
    }
    for (int s = 0; s < 2; s++) {
        const float *p = t->joints + 3 * ((size_t)(t->frame_count - 1) * (size_t)t->joint_count +
                                          (size_t)own->legs[s].thigh);
        out.hips = pd_vec3_fma(out.hips, 0.5, pd_vec3_make((double)p[0], (double)p[1], (double)p[2]));
    }
    pd_character_rollout_deinit(&rollout);
    return out;
}

static pd_pfnn_model *shipped_rig(pd_character_rig *own)
{
    pd_pfnn_model *shipped;
    if (pd_character_model_load(&shipped, SHIPPED, NULL)) return NULL;
    assert_int_equal(pd_character_rig_init(own, shipped, NULL), PD_OK);
    return shipped;
}

static void a_character_walks_to_its_seat_around_walls_and_other_seats(void **state)
{
    (void)state;
    pd_character_rig own;
    pd_pfnn_model *shipped = shipped_rig(&own);
    if (!shipped) skip();

    const pd_character_sit_request chair = {.sit = true, .seat = {0, 2}, .height = 0.45, .seconds = 1.7};
    const double from[2] = {0, -2};
    pd_anim_wall wall = {.from = {-2, 0}, .to = {2.5, 0}, .width = 0.1};
    pd_anim_scene scene = {.walls = &wall, .wall_count = 1};
    visit v = go_and_sit(&own, &scene, from, &chair, &wall);
    assert_true(v.seated > 0 && v.unreachable < 0);
    assert_true(v.nearest > 0.1 + 0.28);
    assert_near(v.hips.x, 0, 1e-3);
    assert_near(v.hips.z, 2, 1e-3);

    /* a stool on the straight way; the chair itself may be in the list too */
    pd_anim_seat seats[2] = {{.at = {0, 0}, .width = 0.4, .depth = 0.4},
                             {.at = {0, 2}, .width = 0.45, .depth = 0.45}};
    pd_anim_scene stools = {.seats = seats, .seat_count = 2};
    const pd_anim_wall middle = {.from = {0, 0}, .to = {0, 0}};
    v = go_and_sit(&own, &stools, from, &chair, &middle);
    assert_true(v.seated > 0 && v.nearest > 0.4);
    assert_near(v.hips.z, 2, 1e-3);
    pd_pfnn_model_release(shipped);
}

static void an_unreachable_seat_is_reported_and_the_stick_takes_over(void **state)
{
    (void)state;
    pd_character_rig own;
    pd_pfnn_model *shipped = shipped_rig(&own);
    if (!shipped) skip();

    const pd_character_sit_request chair = {.sit = true, .seat = {0, 2}, .height = 0.45, .seconds = 1.7};
    const double from[2] = {0, -2};
    pd_anim_wall walls[4] = {
        {{-1, 0}, {1, 0}, 0.1}, {{1, 0}, {1, 4}, 0.1}, {{1, 4}, {-1, 4}, 0.1}, {{-1, 4}, {-1, 0}, 0.1}};
    pd_anim_scene scene = {.walls = walls, .wall_count = 4};
    visit v = go_and_sit(&own, &scene, from, &chair, &walls[0]);
    assert_true(v.seated < 0 && v.unreachable >= 10 && v.unreachable < 20);
    assert_true(v.root.z < -1.5);
    pd_pfnn_model_release(shipped);
}

/* Somebody holds it: each of three ways has four seconds and those
 * of its metres at 0.7 m/s, then it gives up. */
static void a_character_that_cannot_get_to_its_seat_tries_three_ways(void **state)
{
    (void)state;
    static pd_character c;
    pd_character_sit_state s = {0};
    const pd_character_sit_request far = {
        .sit = true, .seat = {0, 6}, .facing = M_PI, .height = 0.45, .seconds = 1.7};
    const pd_character_input still = {0};
    const pd_anim_scene scene = {0};
    stand(&c);
    const double *at = c.trajectory.frames[rig.frames / 2].at;
    const double metres = hypot(at[0], 6 - 0.45 - at[1]); /* to where it turns */

    pd_character_sit_set(&s, &far);
    for (int way = 0; way < 3; way++) {
        int ticks = 0;
        assert_true(pd_character_sit_needs_way(&s));
        pd_character_sit_plan(&s, &c, &rig, &scene, &arena);
        for (; !pd_character_sit_needs_way(&s) && ticks < 10000; ticks++)
            pd_character_sit_drive(&s, &still, &c, &rig);
        assert_near(ticks, 60 * (4 + metres / 0.7), 1.01);
        assert_false(c.pending & PD_CHARACTER_UNREACHABLE);
    }
    pd_character_sit_plan(&s, &c, &rig, &scene, &arena);
    assert_true(c.pending & PD_CHARACTER_UNREACHABLE);
    assert_false(pd_character_sit_needs_way(&s));
    assert_ptr_equal(pd_character_sit_drive(&s, &still, &c, &rig), &still); /* the stick has it again */
}

/* A seat's height is over the ground that it stands on. */
static void a_chair_on_a_step_is_sat_on_from_below_it_and_from_upon_it(void **state)
{
    (void)state;
    pd_character_rig own;
    pd_pfnn_model *shipped = shipped_rig(&own);
    if (!shipped) skip();

    for (int i = 0; i < 3; i++) {
        /* the step begins 5 cm before the seat, or 1.5 m; a third one is too high to sit on from below */
        pd_anim_scene scene = {0};
        const float rise = i == 2 ? 0.26F : 0.15F;
        const double edge = i == 1 ? 3.5 : 2.05;
        const pd_anim_ground_grid grid = {101, 101, -5, -5, 0.1};
        assert_int_equal(pd_anim_ground_init(&scene.ground, grid, "", NULL), PD_OK);
        for (int r = 0; r < 101; r++)
            for (int c = 0; c < 101; c++) scene.ground.heights[r * 101 + c] = -5 + 0.1 * r < edge ? rise : 0;

        const pd_character_sit_request chair = {.sit = true, .seat = {0, 2}, .height = 0.45, .seconds = 1.7};
        visit v = go_and_sit(&own, &scene, (const double[2]){1, 4.5}, &chair, NULL);
        pd_anim_scene_deinit(&scene);
        if (i == 2) {
            assert_true(v.seated < 0 && v.unreachable > 0);
            continue;
        }
        double height = (i ? 0 : (double)rise) + 0.45; /* over the feet */
        assert_true(v.seated > 0 && v.unreachable < 0);
        assert_near(v.hips.z, 2, 1e-3);
        assert_near(v.hips.y, (double)rise + 0.45 + 0.095 + 0.2 * (height - 0.45), 5e-3);
    }
    pd_pfnn_model_release(shipped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seated_character_has_hips_over_the_seat_feet_in_place_and_whole_bones),
        cmocka_unit_test(nothing_changes_before_it_goes_down_or_without_legs),
        cmocka_unit_test(the_way_down_is_smooth_and_the_trunk_leans_on_it),
        cmocka_unit_test(an_order_on_the_way_turns_the_motion_round_without_a_jolt),
        cmocka_unit_test(another_chair_is_gone_to_when_it_has_stood_up),
        cmocka_unit_test(a_button_held_during_a_jump_does_not_request_another),
        cmocka_unit_test(the_distance_to_others_is_at_most_the_way_left_to_the_seat),
        cmocka_unit_test(a_request_out_of_range_is_named_with_its_range),
        cmocka_unit_test(a_character_reaches_the_seat_from_every_side_around_the_chair),
        cmocka_unit_test(a_character_walks_to_its_seat_around_walls_and_other_seats),
        cmocka_unit_test(an_unreachable_seat_is_reported_and_the_stick_takes_over),
        cmocka_unit_test(a_character_that_cannot_get_to_its_seat_tries_three_ways),
        cmocka_unit_test(a_chair_on_a_step_is_sat_on_from_below_it_and_from_upon_it),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
