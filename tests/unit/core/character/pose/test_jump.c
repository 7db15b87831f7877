/* jump.h on a pose that stands, walks, or bounces as a jog does. */
#include "core/character/pose/jump.h"
#include "core/character/pose/pose.h"

#include "tests/support/cmocka.h"
#include "tests/support/rigs.h"

#include <math.h>
#include <string.h>

#define DT      (1 / PD_CHARACTER_RATE)
#define GRAVITY 9.81

static pd_pfnn_model *model;
static pd_character_rig rig;

static int setup(void **state)
{
    (void)state;
    model = rigs_model(8, 1);
    return pd_character_rig_init(&rig, model, NULL) != PD_OK;
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(model);
    return 0;
}

/* A motion: the rest pose with its hips at `height`, one frame of it with the jump added. Returns the shown
 * height of the hips. */
static double frame_of(pd_character_jump *jump, double height, const pd_character_jump_frame *f,
                       const pd_anim_scene *scene)
{
    pd_quat rotations[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 joints[PD_CHARACTER_RIG_JOINTS];
    float contacts[PD_PFNN_CONTACTS] = {1, 1, 1, 1};
    for (int j = 0; j < rig.skeleton.joint_count; j++) rotations[j] = pd_q_identity();
    joints[rig.skeleton.root] = pd_vec3_make(f->root.x, f->root.y + height, f->root.z);
    pd_character_pose_place(joints, rotations, &rig);
    pd_character_jump_frame own = *f;
    own.ready[0] = rig.control.jump_ready;
    own.ready[1] = rig.control.jump_ready;
    pd_character_jump_run(jump, rotations, joints, contacts, &own, &rig, scene);

    /* bones keep their lengths; in a flight nothing is planted;
     * otherwise toes are planted, and heels may be raised */
    for (int j = 1; j < rig.skeleton.joint_count; j++)
        assert_near(pd_vec3_distance(joints[j], joints[rig.skeleton.parents[j]]),
                    pd_vec3_length(rig.skeleton.offsets[j]), 1e-6);
    for (int i = 0; i < PD_PFNN_CONTACTS; i++) {
        const bool up = jump->state == PD_CHARACTER_JUMP_FLIGHT || (i % 2 == 0 && contacts[i] < 1);
        assert_near((double)contacts[i], up ? 0 : 1, 0);
    }
    return joints[rig.skeleton.root].y;
}

/* Crouch, take-off jump_ready after the order, flight with g, landing that sinks, and then the pose as it
 * was. `rate`: of the playback. */
static void check_standing(double rate)
{
    const double stands = 0.93, ready = rig.control.jump_ready * rate, g = GRAVITY / (rate * rate);
    pd_character_jump jump = {0};
    double y[2] = {stands, stands}, lowest = stands, sunk = stands, highest = 0;
    int off = -1, down = -1;
    for (int t = 0; t < 360; t++) {
        const pd_character_jump_frame f = {.dir = {0, 1}, .rate = rate, .level = 1, .ordered = t == 10};
        const double now = frame_of(&jump, stands, &f, NULL);
        const bool flies = jump.state == PD_CHARACTER_JUMP_FLIGHT;
        if (off < 0 && flies) off = t;
        if (off >= 0 && down < 0 && !flies) down = t;
        if (off < 0) lowest = fmin(lowest, now);
        if (off >= 0 && t >= off + 2 && flies) assert_near((now - 2 * y[1] + y[0]) / (DT * DT), -g, 1e-6);
        highest = fmax(highest, now);
        if (down >= 0) sunk = fmin(sunk, now);
        y[0] = y[1], y[1] = now;
    }
    assert_near(off - 9, ready / DT, 1); /* the frame of the order is the first of the push */
    assert_near((down - off) * DT, rig.control.jump_flight * rate, 0.06 * rate);
    assert_true(lowest < stands - 0.04); /* it crouches first */
    const double T = rig.control.jump_flight, v = 0.5 * GRAVITY * T - 0.04 / T;
    assert_near(highest - stands, 0.05 + v * v / 2 / GRAVITY,
                0.02);                                         /* v^2 / 2 g over the take-off, 5 cm up */
    assert_true(sunk < stands - 0.08 && sunk > stands - 0.25); /* people sink by 13 to 25 cm */
    assert_near(y[1], stands, 1e-3);
    assert_int_equal(jump.state, PD_CHARACTER_JUMP_NONE);
}

static void a_standing_jump_crouches_flies_with_g_and_lands_on_bent_knees(void **state)
{
    (void)state;
    check_standing(1);
    check_standing(1.25);
}

/* Makes ground that rises by half of the horizontal distance. */
static void make_slope(pd_anim_scene *scene)
{
    const pd_anim_ground_grid grid = {500, 4, -1, -2, 0.05};
    assert_int_equal(pd_anim_scene_init(scene, 0, 0, 0, 0, "", NULL), PD_OK);
    assert_int_equal(pd_anim_ground_init(&scene->ground, grid, "", NULL), PD_OK);
    for (int i = 0; i < 4 * 500; i++) scene->ground.heights[i] = (float)(0.5 * (-2 + 0.05 * (i / 4)));
}

/* Over uneven ground, where the network lowers its hips or walks uphill, only the push, gravity and the legs
 * in the landing accelerate the hips. There is no further acceleration at take-off or at the end of the
 * landing, where the correction of low hips ends. */
static void a_jump_on_uneven_ground_moves_the_hips_smoothly(void **state)
{
    (void)state;
    pd_anim_scene scene;
    make_slope(&scene);
    for (int k = 0; k < 2; k++) {
        pd_character_jump jump = {0};
        double y[2] = {0}, most = 0, least = 0;
        for (int t = 0; t < 300; t++) {
            const double z = t * DT;
            const pd_character_jump_frame f = {.root = {0, k ? 0.5 * z : 0, z},
                                               .dir = {0, 1},
                                               .velocity = {0, 1},
                                               .rate = 1,
                                               .ordered = t == 10};
            const double now = frame_of(&jump, k ? 0.93 : 0.8, &f, k ? &scene : NULL),
                         a = (now - 2 * y[1] + y[0]) / (DT * DT);
            if (t > 1) most = fmax(most, a), least = fmin(least, a);
            y[0] = y[1], y[1] = now;
        }
        print_message("%s: %.1f to %.1f m/s2\n", k ? "uphill" : "low hips", least, most);
        assert_int_equal(jump.state, PD_CHARACTER_JUMP_NONE);
        assert_true(most < 45);
        assert_true(least > -25);
    }
    pd_anim_scene_deinit(&scene);
}

static void without_an_order_nothing_changes(void **state)
{
    (void)state;
    pd_character_jump jump = {0};
    for (int t = 0; t < 60; t++) {
        const pd_character_jump_frame f = {.dir = {0, 1}, .rate = 1, .level = 1};
        assert_near(frame_of(&jump, 0.9, &f, NULL), 0.9, 0);
        assert_near(pd_character_jump_phase(&jump, 0.1), 0.1, 0);
    }
}

/* Returns the hips' height in a jog whose feet are in the air from phase 1.9 to 2.7 of each half cycle. */
static double jog_height(double phase)
{
    return 0.9 - 0.045 * cos(2 * (phase - 0.75));
}

typedef struct jog_jump {
    double waited, flight,
        /* seconds from the order to the take-off and in the air;
         * phases of take-off and touch-down, 0 to pi */
        at[2];
    double from, to; /* way of the root at take-off and touch-down, metres */
} jog_jump;

/* Rolls out a jog at 2.8 m/s over a scene, with a jump ordered by a press after `order` seconds, or by an
 * area from there on. */
static jog_jump jog_with_jump(double order, bool by_area, const pd_anim_scene *scene)
{
    pd_character_jump jump = {0};
    jog_jump out = {.waited = -1};
    double phase = 0, z = 0;
    bool flew = false;
    for (int t = 0; t < 360; t++) {
        const double part = fmod(phase, M_PI), seconds = t * DT;
        const bool over = t == (int)lround(order / DT);
        const pd_character_jump_frame f = {.root = {0, 0, z},
                                           .dir = {0, 1},
                                           .velocity = {0, 2.8},
                                           .clearance = part > 1.9 && part < 2.7 ? 0.05 : 0,
                                           .jog = 1,
                                           .phase = phase,
                                           .rate = 1,
                                           .level = 1,
                                           .ordered = over && !by_area,
                                           .area = by_area && t >= lround(order / DT)};
        frame_of(&jump, jog_height(phase), &f, scene);
        const bool flies = jump.state == PD_CHARACTER_JUMP_FLIGHT;
        if (flies && !flew) out.waited = seconds - order, out.at[0] = part, out.from = z;
        if (!flies && flew) out.flight = seconds - order - out.waited, out.at[1] = part, out.to = z;
        flew = flies;
        phase = fmod(phase + pd_character_jump_phase(&jump, 7.8 * DT), 2 * M_PI);
        z += 2.8 * DT;
    }
    return out;
}

/* Whenever the order comes, the jump begins at a toe-off and ends at a touch-down of the stride. Half of the
 * orders are followed within .33 s, all within a step and the shortest push. */
static void a_jump_from_a_jog_is_a_long_step(void **state)
{
    (void)state;
    double sum = 0;
    for (int k = 0; k < 12; k++) {
        const jog_jump j = jog_with_jump(2 + k * 2 * DT, false, NULL);
        assert_near(j.at[0], 1.9, 0.2);
        assert_near(j.at[1], 2.7, 0.25);
        assert_near(j.flight, rig.control.jump_flight, 0.06);
        assert_in_range((int)(1000 * j.waited), 80, 550);
        sum += j.waited;
    }
    assert_true(sum / 12 < 0.36);
}

static void make_gap(pd_anim_scene *scene, double from, double width)
{
    const pd_anim_ground_grid grid = {500, 4, -1, -2, 0.05};
    assert_int_equal(pd_anim_scene_init(scene, 0, 0, 0, 0, "", NULL), PD_OK);
    assert_int_equal(pd_anim_ground_init(&scene->ground, grid, "", NULL), PD_OK);
    for (int r = 0; r < 500; r++)
        for (int c = 0; c < 4; c++) {
            const double z = -2 + 0.05 * r;
            scene->ground.heights[4 * r + c] = z >= from && z < from + width ? -1.5f : 0;
        }
}

/* Wherever the gap is on the way, the stride before it takes off and lands beyond. A foot is .3 m behind the
 * root at toe-off, .25 m ahead at touch-down. */
static void an_area_before_a_gap_takes_the_stride_that_crosses_it(void **state)
{
    (void)state;
    for (int k = 0; k < 12; k++) {
        pd_anim_scene scene;
        const double from = 7.5 + 0.1 * k;
        make_gap(&scene, from, 0.9);
        const jog_jump j = jog_with_jump((from - 2.2) / 2.8, true, &scene);
        assert_true(j.waited >= 0);
        assert_true(j.from - 0.3 < from);
        assert_true(j.to + 0.25 > from + 0.9);
        pd_anim_scene_deinit(&scene);
    }
}

/* An order that comes while a landing is still low, with hips 10 cm down, begins from there: no step of
 * height, and no more than people's acceleration. */
static void an_order_during_a_landing_begins_from_the_landing(void **state)
{
    (void)state;
    pd_character_jump jump = {0};
    double y[2] = {0.93, 0.93}, most = 0;
    int down = -1;
    for (int t = 0; t < 200; t++) {
        const pd_character_jump_frame f = {
            .dir = {0, 1}, .rate = 1, .level = 1, .ordered = t == 10 || (down >= 0 && t == down + 8)};
        const double now = frame_of(&jump, 0.93, &f, NULL);
        if (down < 0 && jump.state == PD_CHARACTER_JUMP_LANDING) down = t;
        if (down >= 0 && t >= down + 6 && t < down + 16)
            most = fmax(most, fabs(now - 2 * y[0] + y[1]) * 3600);
        if (down >= 0 && t == down + 8) assert_true(now < 0.88 && jump.state == PD_CHARACTER_JUMP_READY);
        y[1] = y[0], y[0] = now;
    }
    assert_true(down > 0);
    assert_true(most < 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_order_during_a_landing_begins_from_the_landing),
        cmocka_unit_test(a_standing_jump_crouches_flies_with_g_and_lands_on_bent_knees),
        cmocka_unit_test(a_jump_on_uneven_ground_moves_the_hips_smoothly),
        cmocka_unit_test(without_an_order_nothing_changes),
        cmocka_unit_test(a_jump_from_a_jog_is_a_long_step),
        cmocka_unit_test(an_area_before_a_gap_takes_the_stride_that_crosses_it),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
