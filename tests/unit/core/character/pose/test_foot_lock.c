/* Tests the lock of planted feet on walks by formula: feet do not slide, knees do not snap, soles follow the
 * ground, and hips come down smoothly. */
#include "core/anim/leg.h"
#include "core/character/pose/foot_lock.h"

#include "core/math/plane.h"
#include "tests/support/rigs_group.h"

#include <string.h>

static const float all_down[PD_PFNN_CONTACTS] = {1, 1, 1, 1};

/* Computes world rotations and joints of the rest pose, with the hips `up` metres higher. */
static void stand(pd_quat *rotations, pd_vec3 *joints, double up)
{
    pd_anim_skeleton_forward(joints, rotations, &rig.skeleton, NULL,
                             pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT + up, 0));
}

/* Returns the rig with a lock that holds feet up to 30 cm from the network's position. */
static const pd_character_rig *holding_rig(void)
{
    static pd_character_rig holding;
    holding = rig;
    holding.control.lock_reach = 0.3;
    return &holding;
}

/* Legs that become too short over planted feet bring the hips down in time and without a jolt, and let go
 * they come to rest and go up. */
static void hips_come_down_in_time_and_go_up_slowly(void **state)
{
    (void)state;
    static pd_character_foot_lock lock;
    static const float up[PD_PFNN_CONTACTS] = {0};
    pd_quat q[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS], planted[PD_CHARACTER_RIG_FEET];
    double drop[90] = {0}, most = 0;

    for (int i = 0; i < 90; i++) {
        stand(q, p,
              i < 60 ? 0.006 * fmin(i, 30) : 0); /* .36 m/s up for half a second, and let go after a second */
        pd_character_foot_lock_run(&lock, q, p, i < 60 ? all_down : up, (pd_character_pace){.jog = 1},
                                   holding_rig(), NULL);
        drop[i] = lock.drop;
        for (int f = 0; f < PD_CHARACTER_RIG_FEET && i < 60; f++) {
            if (!i) planted[f] = p[rig.legs[f].toe];
            assert_near(pd_vec3_distance(p[rig.legs[f].toe], planted[f]), 0, 0.01);
        }
        const double bends = i > 1 ? (drop[i] - 2 * drop[i - 1] + drop[i - 2]) * 3600 : 0;
        most = fmax(most, fabs(bends));
    }

    assert_true(drop[59] > 0.05);
    assert_true(most < 20);
    assert_true(drop[60] > 0.9 * drop[59]);
    assert_true(drop[89] < 0.4 * drop[59]);
}

/* Returns the number of frames for which a toe is held whose foot rises with the network while its contact
 * stays on. *lowest: how far the hips are down by then. */
static int held_for(double *lowest, const pd_character_rig *figure)
{
    pd_character_foot_lock lock = {0};
    pd_quat q[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
    *lowest = 0;

    for (int i = 0; i < 60; i++) {
        pd_anim_skeleton_forward(p, q, &figure->skeleton, NULL,
                                 pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT - 0.02 + 0.004 * i, 0.01 * i));
        pd_character_foot_lock_run(&lock, q, p, all_down, (pd_character_pace){.jog = 1}, figure, NULL);
        if (!lock.locks[1].locked) return i;
        *lowest = fmax(*lowest, lock.drop);
    }
    return 60;
}

/* Held until it is lock_reach away its leg is straight, hips are down and the knee snaps after. */
static void a_foot_is_let_go_before_its_leg_runs_short(void **state)
{
    (void)state;
    static pd_character_rig late;
    double drop, late_drop;
    late = *holding_rig();
    late.control.strained = 0;

    const int frames = held_for(&drop, holding_rig()), late_frames = held_for(&late_drop, &late);
    assert_true(frames > 10 && frames < late_frames - 2);
    assert_true(drop < 0.5 * late_drop);
}

/* A foot that swings through at 2 m/s with its contact on is not stopped within a frame, and is no footstep;
 * one that has slowed down is. */
static void a_foot_is_not_locked_while_it_is_fast(void **state)
{
    (void)state;
    static pd_character_foot_lock lock;
    pd_quat q[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS], last = {0, 0, 0};
    const int toe = rig.legs[0].toe;
    double z = 0;

    for (int i = 0; i < 60; i++) {
        const double speed = fmax(2 - 0.05 * i, 0), before = fmax(2 - 0.05 * (i - 1), 0);
        pd_anim_skeleton_forward(p, q, &rig.skeleton, NULL, pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT, z));
        pd_character_foot_lock_run(&lock, q, p, i ? all_down : (const float[PD_PFNN_CONTACTS]){0},
                                   (pd_character_pace){.velocity = {0, speed}}, &rig, NULL);
        const double shown = (p[toe].z - last.z) * PD_CHARACTER_RATE;
        if (i > 1 && before > rig.control.lock_speed) assert_near(shown, before, 0.01);
        if (i > 1 && speed > rig.control.lock_speed) assert_false(lock.locks[1].locked);
        last = p[toe];
        z += speed / PD_CHARACTER_RATE;
    }
    assert_true(lock.locks[1].locked);
}

/* A character whose knees the network has bent by 29 degrees goes on over its planted feet: heels rise before
 * the legs are stretched to their limit, where knees would snap. */
static void heels_rise_before_a_leg_is_stretched(void **state)
{
    (void)state;
    static pd_character_foot_lock lock;
    pd_quat bent[PD_CHARACTER_RIG_JOINTS], q[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS], planted;
    const pd_character_leg *leg = &rig.legs[0];
    double own = 0, root = PD_ANIM_BIPED_REST_HEIGHT;
    double length =
        pd_vec3_length(rig.skeleton.offsets[leg->shin]) + pd_vec3_length(rig.skeleton.offsets[leg->heel]);
    for (int j = 0; j < rig.skeleton.joint_count; j++) bent[j] = pd_q_identity();
    for (int f = 0; f < PD_CHARACTER_RIG_FEET; f++) {
        bent[rig.legs[f].thigh] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), -0.25);
        bent[rig.legs[f].shin] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 0.5);
        bent[rig.legs[f].heel] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), -0.25);
    }
    pd_anim_skeleton_forward(p, q, &rig.skeleton, bent, pd_vec3_make(0, root, 0));
    root += leg->toe_rest - p[leg->toe].y;

    for (int i = 0; i <= 20; i++) {
        pd_anim_skeleton_forward(p, q, &rig.skeleton, bent, pd_vec3_make(0, root, 0.01 * i));
        own = pd_vec3_distance(p[leg->thigh], p[leg->heel]);
        pd_character_foot_lock_run(&lock, q, p, all_down, (pd_character_pace){.jog = 1}, holding_rig(), NULL);
        if (!i) planted = p[leg->toe];
    }
    assert_true(own < 0.98 * length);
    assert_near(pd_vec3_distance(p[leg->toe], planted), 0, 1e-3);
    assert_true(pd_vec3_distance(p[leg->thigh], p[leg->heel]) < own + 0.35 * (0.9985 * length - own));
    assert_true(p[leg->heel].y > leg->heel_rest + 0.01);
}

/* A foot in the air whose knee is bent by 57 degrees is drawn up by a walk's gain; planted, it stays. */
static void knees_in_the_air_bend_more_and_planted_feet_stay(void **state)
{
    (void)state;
    static pd_character_foot_lock in_air, planted;
    static const float up[PD_PFNN_CONTACTS] = {0};
    pd_quat local[PD_CHARACTER_RIG_JOINTS], q[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS], was;
    const pd_character_leg *leg = &rig.legs[0];
    const double thigh = pd_vec3_length(rig.skeleton.offsets[leg->shin]),
                 shank = pd_vec3_length(rig.skeleton.offsets[leg->heel]), root = PD_ANIM_BIPED_REST_HEIGHT;
    for (int j = 0; j < rig.skeleton.joint_count; j++) local[j] = pd_q_identity();
    for (int f = 0; f < PD_CHARACTER_RIG_FEET; f++) {
        local[rig.legs[f].thigh] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), -0.5);
        local[rig.legs[f].shin] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 1);
    }

    pd_anim_skeleton_forward(p, q, &rig.skeleton, local, pd_vec3_make(0, root, 0));
    const double own = pd_vec3_distance(p[leg->thigh], p[leg->heel]);
    pd_character_foot_lock_run(&in_air, q, p, up, (pd_character_pace){.knees = 0.14}, &rig, NULL);
    assert_near(pd_vec3_distance(p[leg->thigh], p[leg->heel]), pd_anim_leg_contrast(own, thigh, shank, 0.14),
                1e-9);
    assert_true(pd_vec3_distance(p[leg->thigh], p[leg->heel]) < own - 0.01);

    for (int i = 0; i < 60; i++) {
        pd_anim_skeleton_forward(p, q, &rig.skeleton, NULL, pd_vec3_make(0, root - 0.001 * i, 0));
        pd_character_foot_lock_run(&planted, q, p, all_down, (pd_character_pace){.knees = 0.14}, &rig, NULL);
        if (!i) was = p[leg->toe];
        assert_near(p[leg->toe].x, was.x, 1e-3);
        assert_near(p[leg->toe].z, was.z, 1e-3);
    }
}

/* Returns the height over its rest of a toe that the network has at `over`, moved along the ground at `speed`
 * m/s for half a second. */
static double passing(double over, double speed, const float *contacts, const pd_character_rig *figure)
{
    pd_character_foot_lock lock = {0};
    pd_quat local[PD_CHARACTER_RIG_JOINTS], q[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
    const pd_character_leg *leg = &figure->legs[0];
    for (int j = 0; j < figure->skeleton.joint_count; j++) local[j] = pd_q_identity();
    for (int f = 0; f < PD_CHARACTER_RIG_FEET; f++) {
        local[figure->legs[f].thigh] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), -0.25);
        local[figure->legs[f].shin] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 0.5);
        local[figure->legs[f].heel] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), -0.25);
    }
    pd_anim_skeleton_forward(p, q, &figure->skeleton, local, pd_vec3_make(0, 0, 0));
    const double root = leg->toe_rest - p[leg->toe].y + over;

    for (int i = 0; i < 30; i++) {
        const double z = i * speed / PD_CHARACTER_RATE;
        pd_anim_skeleton_forward(p, q, &figure->skeleton, local, pd_vec3_make(0, root, z));
        pd_character_foot_lock_run(&lock, q, p, contacts, (pd_character_pace){0}, figure, NULL);
    }
    return p[leg->toe].y - leg->toe_rest;
}

/* Toes that swing pass over the ground and not along it, wherever the network has them; slow ones and planted
 * ones are not lifted. */
static void a_foot_that_swings_passes_over_the_ground(void **state)
{
    (void)state;
    static const float up[PD_PFNN_CONTACTS] = {0};
    const double c = rig.control.clearance;
    assert_true(c > 0.005);

    assert_near(passing(0, 2, up, &rig), c, 1e-6);
    assert_near(passing(-0.005, 2, up, &rig), c, 1e-6);
    assert_near(passing(c, 2, up, &rig), 1.25 * c, 1e-6);
    assert_near(passing(2 * c, 2, up, &rig), 2 * c, 1e-6);
    assert_near(passing(0.05, 2, up, &rig), 0.05, 1e-6);
    assert_near(passing(0, 0.39, up, &rig), 0, 1e-6);
    assert_near(passing(0, 0, all_down, &rig), 0, 1e-6);
    for (int i = -10; i < 30; i++) { /* no kink, which would be a knee's */
        const double step = passing(1e-3 * (i + 1), 2, up, &rig) - passing(1e-3 * i, 2, up, &rig);
        assert_true(step > -1e-9 && step < 1.001e-3);
    }

    double last = 0;
    for (double speed = 0.4; speed < 1.6; speed += 0.1) {
        const double over = passing(0, speed, up, &rig);
        assert_true(over >= last - 1e-9 && over < last + 0.002);
        last = over;
    }

    pd_character_rig dragging = rig;
    dragging.control.clearance = 0;
    assert_near(passing(0, 2, up, &dragging), 0, 1e-6);
    assert_near(passing(-0.005, 2, up, &dragging), 0, 1e-6);
}

/* On flat ground a foot that the network has planted is held when it is near the ground: one that is held 12
 * cm up is drawn down in a jolt. */
static void a_foot_high_over_flat_ground_is_not_held(void **state)
{
    (void)state;
    pd_quat q[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
    for (int high = 0; high < 2; high++) {
        static pd_character_foot_lock lock;
        memset(&lock, 0, sizeof lock);
        stand(q, p, high ? 0.12 : 0.02);
        pd_character_foot_lock_run(&lock, q, p, all_down, (pd_character_pace){.jog = 1}, &rig, NULL);
        assert_int_equal(lock.locks[1].locked, !high);
    }
}

/* A network's contact falls over some frames. The foot is released when the contact will be under the
 * threshold in so many frames, here two jogging and 1.25 walking. Contacts that vary above the threshold
 * release nothing. */
static void a_foot_whose_contact_falls_is_released_ahead_more_so_jogging(void **state)
{
    (void)state;
    static const struct {
        float contact;
        int locked[2]; /* walking, jogging */
    } frames[] = {{0.4f, {0, 0}},  {0.6f, {1, 1}}, {0.9f, {1, 1}}, {0.8f, {1, 1}},  {0.69f, {1, 0}},
                  {0.58f, {0, 0}}, {0.3f, {0, 0}}, {0.6f, {1, 1}}, {0.57f, {1, 1}}, {0.49f, {0, 0}}};
    pd_character_rig own = rig;
    own.control.release_ahead = 1.25, own.control.release_ahead_jog = 2;

    for (int jog = 0; jog < 2; jog++) {
        pd_character_foot_lock lock = {0};
        pd_quat q[PD_CHARACTER_RIG_JOINTS];
        pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
        for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
            float c = frames[i].contact, contacts[PD_PFNN_CONTACTS] = {c, c, c, c};
            stand(q, p, 0);
            pd_character_foot_lock_run(&lock, q, p, contacts, (pd_character_pace){.jog = jog}, &own, NULL);
            for (int k = 0; k < PD_PFNN_CONTACTS; k++)
                assert_int_equal(lock.locks[k].locked, frames[i].locked[jog]);
        }
    }
}

/* Returns the least distance of the ankles while the right foot, in the air, passes the left one at `clear`
 * metres. In the frame before, the shown foot was nearer by `behind`, because it was released late. */
static double least_gap(double strafe, double clear, double behind)
{
    const float contacts[PD_PFNN_CONTACTS] = {1, 1, 0, 0};
    const pd_character_leg *left = &rig.legs[0], *right = &rig.legs[1];
    const double aside = rig.skeleton.offsets[left->thigh].x - rig.skeleton.offsets[right->thigh].x;
    pd_character_foot_lock lock = {0};
    double least = 1;

    for (int i = 0; i <= 90; i++) {
        pd_quat q[PD_CHARACTER_RIG_JOINTS], local[PD_CHARACTER_RIG_JOINTS];
        pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
        stand(q, p, 0);
        for (int j = 0; j < rig.skeleton.joint_count; j++) local[j] = pd_q_identity();
        double swing = 0.004 * (i - 45), cross = atan2(aside - clear, 0.8); /* rad, back to front; inward */
        local[right->thigh] = pd_q_mul(pd_q_axis_angle(pd_vec3_make(1, 0, 0), -4 * swing),
                                       pd_q_axis_angle(pd_vec3_make(0, 0, 1), cross));
        pd_anim_skeleton_forward(p, q, &rig.skeleton, local, p[0]);
        if (behind > 0)
            lock.locks[3] = (pd_character_lock){.offset = {behind, 0, 0}, .free = lock.locks[3].free};
        pd_character_foot_lock_run(&lock, q, p, contacts, (pd_character_pace){.strafe = strafe}, &rig, NULL);
        least = fmin(least, pd_vec3_distance(p[left->heel], p[right->heel]));
    }
    return least;
}

/* A foot passes the other one at a distance, walking and strafing. A foot that was released late, and is
 * shown away from the network's position, keeps the distance too. */
static void a_foot_passes_round_the_standing_foot(void **state)
{
    (void)state;
    assert_true(least_gap(0, 0.01, 0) > 0.06);
    assert_true(least_gap(1, 0.01, 0) > 0.06);
    assert_true(least_gap(0, 0.11, 0.1) > 0.05);
    assert_true(least_gap(1, 0.11, 0.1) > 0.05);
}

/* Planted feet that the network has farther on than lock_reach step there, one after the other, through the
 * air, whether the character walks or has been standing for two seconds. Nearer ones are held. */
static void a_planted_foot_far_from_its_place_steps_there(void **state)
{
    (void)state;
    const struct {
        int still, from; /* standing; frames until the network has them elsewhere */
        double away;     /* distance of the network's feet, in units of lock_reach */
        bool steps;
    } cases[] = {
        {0, 1, 1.3, true}, {1, 1, 1.3, true}, {1, 120, 1.3, true}, {0, 1, 0.8, false}, {1, 1, 0.8, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const int still = cases[k].still, last = cases[k].from + 89;
        const double away = cases[k].away * (still ? rig.control.lock_reach_stop : rig.control.lock_reach);
        pd_character_foot_lock lock = {0};
        pd_quat q[PD_CHARACTER_RIG_JOINTS];
        pd_vec3 p[PD_CHARACTER_RIG_JOINTS], was[PD_CHARACTER_RIG_FEET];
        double slid = 0, highest = 0, end = 0;

        for (int i = 0; i <= last; i++) {
            int stepping = 0;
            stand(q, p, -0.02);
            for (int j = 0; j < rig.skeleton.joint_count; j++) p[j].z += i >= cases[k].from ? away : 0;
            pd_character_foot_lock_run(&lock, q, p, all_down,
                                       (pd_character_pace){.still = still, .stops = still}, &rig, NULL);

            for (int f = 0; f < PD_CHARACTER_RIG_FEET; f++) {
                const pd_character_leg *leg = &rig.legs[f];
                const double up = p[leg->toe].y - leg->toe_rest;
                if (i && up < 0.002) slid = fmax(slid, fabs(p[leg->toe].z - was[f].z));
                highest = fmax(highest, up);
                stepping += lock.locks[2 * f + 1].stride > 0;
                end = fmax(end, i == last ? fabs(lock.locks[2 * f + 1].offset.z) : 0);
                was[f] = p[leg->toe];
            }
            assert_true(stepping <= cases[k].steps);
        }
        assert_true(cases[k].steps ? highest > 0.15 * away && end < 0.005
                                   : highest < 0.005 && end > 0.9 * away);
        assert_true(slid < 0.006);
    }
}

/* A body that turns on the spot by 70 degrees over feet that the network rotates along and keeps planted:
 * each foot steps, one after the other, and none ends in another direction
 * than the network's by more than lock_twist. */
static void a_standing_foot_that_is_twisted_takes_a_step(void **state)
{
    (void)state;
    pd_character_foot_lock lock = {0};
    pd_quat q[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
    int steps = 0, together = 0, was[2] = {0, 0};
    for (int i = 0; i < 240; i++) {
        const double yaw = 70 * M_PI / 180 * pd_plane_clamp((i - 60) / 60.0, 0, 1);
        const pd_quat turn = {0, sin(yaw / 2), 0, cos(yaw / 2)};
        stand(q, p, -0.02);
        for (int j = 0; j < rig.skeleton.joint_count; j++)
            p[j] = pd_q_rotate(turn, p[j]), q[j] = pd_q_mul(turn, q[j]);
        pd_character_foot_lock_run(&lock, q, p, all_down, (pd_character_pace){.still = 1}, &rig, NULL);
        int striding = 0;
        for (int f = 0; f < 2; f++) {
            const int strides = lock.locks[2 * f + 1].stride > 0;
            steps += strides && !was[f];
            striding += strides;
            was[f] = strides;
        }
        together += striding == 2;
    }
    assert_true(steps >= 2);
    assert_true(together < 12);
    for (int f = 0; f < 2; f++) {
        const pd_vec3 sole = pd_vec3_sub(p[rig.legs[f].toe], p[rig.legs[f].heel]);
        const double twist = remainder(atan2(sole.x, sole.z) - 70 * M_PI / 180, 2 * M_PI);
        assert_true(fabs(twist) < rig.control.lock_twist + 0.05);
    }
}

/* When the stick is pushed while the lock steps a foot, the network lifts that foot. The foot continues from
 * its present height. */
static void a_step_that_is_cut_short_does_not_drop_the_foot(void **state)
{
    (void)state;
    static pd_character_foot_lock lock;
    const float lifted[PD_PFNN_CONTACTS] = {0, 0, 1, 1};
    const double away = 1.3 * rig.control.lock_reach;
    pd_quat q[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
    const int toe = rig.legs[0].toe;
    double was = 0, highest = 0, fell = 0;

    stand(q, p, -0.02);
    pd_character_foot_lock_run(&lock, q, p, all_down, (pd_character_pace){0}, &rig, NULL);
    for (int i = 0; i < 40; i++) {
        stand(q, p, -0.02);
        for (int j = 0; j < rig.skeleton.joint_count; j++) p[j].z += away;
        const bool pushed = highest > 0.02;
        pd_character_foot_lock_run(&lock, q, p, pushed ? lifted : all_down, (pd_character_pace){0}, &rig,
                                   NULL);
        if (i) fell = fmax(fell, was - p[toe].y);
        was = p[toe].y;
        highest = fmax(highest, was - rig.legs[0].toe_rest);
    }
    assert_true(highest > 0.02);
    assert_true(fell < 0.008); /* 4 cm at once when the foot lost the height of its step */
}

/* Feet that go on 5 cm over the floor come to a step of 18 cm: they rise before they are there, and are over
 * it when they are. */
static void a_foot_in_the_air_rises_ahead_of_a_step(void **state)
{
    (void)state;
    static pd_character_foot_lock lock;
    const float in_the_air[PD_PFNN_CONTACTS] = {0};
    pd_anim_scene scene = {0};
    pd_quat q[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
    const pd_character_leg *leg = &rig.legs[0];
    double most = 0, before = 0, was = 0;

    assert_int_equal(
        pd_anim_ground_init(&scene.ground, (pd_anim_ground_grid){101, 101, -1, -1, 0.02}, "", NULL), PD_OK);
    for (int i = 0; i < 101 * 101; i++)
        scene.ground.heights[i] = i / 101 >= 75 ? 0.18f : 0; /* from z = 0.5 on */
    for (int i = 0; i < 30; i++) {
        pd_anim_skeleton_forward(p, q, &rig.skeleton, NULL,
                                 pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT + 0.05, 0.02 * i));
        pd_character_foot_lock_run(&lock, q, p, in_the_air, (pd_character_pace){.jog = 1}, &rig, &scene);

        pd_vec3 toe = p[leg->toe];
        double up = toe.y - pd_anim_scene_height(&scene, toe.x, toe.z) - leg->toe_rest;
        assert_true(up > -5e-3); /* an ankle follows its foot no faster than it may */
        if (i) most = fmax(most, toe.y - was);
        if (toe.z < 0.47) before = fmax(before, up);
        was = toe.y;
    }
    pd_anim_scene_deinit(&scene);
    assert_true(before > 0.08);
    assert_true(most < 0.09);
}

/* Toes on a tread of 18 cm, heels over its edge: the foot stands level on the edge, and does not pitch down
 * to the tread below. */
static void a_foot_over_a_treads_edge_stands_on_the_edge(void **state)
{
    (void)state;
    static pd_character_foot_lock lock;
    pd_anim_scene scene = {0};
    pd_quat q[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
    const pd_character_leg *leg = &rig.legs[0];
    stand(q, p, 0);
    double edge = (p[leg->heel].z + p[leg->toe].z) / 2;

    assert_int_equal(
        pd_anim_ground_init(&scene.ground, (pd_anim_ground_grid){101, 101, -1, -1, 0.02}, "", NULL), PD_OK);
    for (int i = 0; i < 101 * 101; i++) scene.ground.heights[i] = -1 + 0.02 * (i / 101) > edge ? 0.18f : 0;
    for (int i = 0; i < 120; i++) {
        stand(q, p, 0.1);
        pd_character_foot_lock_run(&lock, q, p, all_down, (pd_character_pace){0}, &rig, &scene);
    }
    assert_near(p[leg->toe].y, 0.18 + leg->toe_rest, 0.005);
    assert_true(p[leg->heel].y > 0.1 + leg->heel_rest);
    pd_anim_scene_deinit(&scene);
}

/* Pitches the left foot down by an angle, in the air. */
static void pitch_foot(pd_quat *rotations, pd_vec3 *joints, double angle)
{
    const pd_character_leg *leg = &rig.legs[0];
    stand(rotations, joints, 0.5);
    pd_quat turn = pd_q_axis_angle(pd_vec3_make(1, 0, 0), angle);
    rotations[leg->heel] = pd_q_mul(turn, rotations[leg->heel]);
    joints[leg->toe] =
        pd_vec3_add(joints[leg->heel], pd_q_rotate(turn, pd_vec3_sub(joints[leg->toe], joints[leg->heel])));
}

static pd_quat ankle_of(const pd_quat *rotations)
{
    return pd_q_inv_mul(rotations[rig.legs[0].shin], rotations[rig.legs[0].heel]);
}

/* Returns the angle, radians, by which the ankle turns in the first frame after the foot pitched by .6 rad at
 * once. last: its rotation half a second later. */
static double first_turn(pd_quat *last, const pd_anim_scene *scene)
{
    static const float in_air[PD_PFNN_CONTACTS] = {0, 0, 0, 0};
    pd_character_foot_lock lock = {0};
    pd_quat q[PD_CHARACTER_RIG_JOINTS], before;
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
    double first = 0;
    for (int frame = 0; frame < 40; frame++) {
        pitch_foot(q, p, frame < 10 ? 0 : 0.6);
        pd_character_foot_lock_run(&lock, q, p, in_air, (pd_character_pace){.jog = 0}, &rig, scene);
        if (frame == 10) first = pd_q_angle(before, ankle_of(q));
        before = ankle_of(q);
    }
    *last = before;
    return first;
}

static void on_uneven_ground_an_ankle_turns_without_a_jolt(void **state)
{
    (void)state;
    pd_anim_scene scene = {0};
    const pd_anim_ground_grid grid = {4, 4, -10, -10, 5};
    assert_int_equal(pd_anim_ground_init(&scene.ground, grid, "", NULL), PD_OK);
    pd_quat there, at_once;
    assert_near(first_turn(&there, &scene), rig.control.ankle_change / PD_CHARACTER_RATE, 1e-3);
    assert_true(first_turn(&at_once, NULL) > 0.5);
    assert_near(pd_q_angle(there, at_once), 0, 1e-3);
    pd_anim_scene_deinit(&scene);
}

/* Toe down, the heel comes to the ground within four frames and the network has the foot level: an ankle that
 * lags would have its toe in the ground. */
static void a_toe_whose_ankle_lags_does_not_go_into_the_ground(void **state)
{
    (void)state;
    static const float in_air[PD_PFNN_CONTACTS] = {0, 0, 0, 0};
    const pd_character_leg *leg = &rig.legs[0];
    static pd_character_foot_lock lock;
    pd_anim_scene scene = {0};
    const pd_anim_ground_grid grid = {4, 4, -10, -10, 5};
    assert_int_equal(pd_anim_ground_init(&scene.ground, grid, "", NULL), PD_OK);
    double lowest = 1;
    for (int frame = 0; frame < 40; frame++) {
        pd_quat q[PD_CHARACTER_RIG_JOINTS];
        pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
        pitch_foot(q, p, frame < 20 ? 0.7 : 0);
        const double down = 0.5 - fmax(0, fmin(0.1, 0.025 * (24 - frame)));
        for (int j = 0; j < rig.skeleton.joint_count; j++) p[j].y -= down;
        pd_character_foot_lock_run(&lock, q, p, in_air, (pd_character_pace){.jog = 1}, &rig, &scene);
        lowest = fmin(lowest, p[leg->toe].y - leg->toe_rest);
    }
    print_message("lowest toe %.4f m\n", lowest);
    assert_true(lowest > -0.0105);
    pd_anim_scene_deinit(&scene);
}

/* The figure turns over planted feet at 150 degrees/s, as people do in a turn: a foot stays where it is until
 * the pelvis is `pivot` away from it, then its heel moves around its toe. */
/* On ground that rises by `slope` to the left, the direction across each planted foot, level on level ground,
 * rises by as much, and heel and toe keep their heights. A foot 15 cm above the ground stays level. */
static void the_sole_of_a_foot_is_parallel_to_a_slope_across_it(void **state)
{
    (void)state;
    const double slopes[] = {-0.2126, 0.2126, 0.1}; /* 12 degrees, 5.7 degrees */
    for (int k = 0; k < 3; k++) {
        for (int raised = 0; raised < 2; raised++) {
            static pd_character_foot_lock lock;
            pd_anim_scene scene;
            pd_quat q[PD_CHARACTER_RIG_JOINTS];
            pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
            const pd_anim_ground_grid grid = {40, 40, -1, -1, 0.05};
            memset(&lock, 0, sizeof lock);
            assert_int_equal(pd_anim_scene_init(&scene, 0, 0, 0, 0, "", NULL), PD_OK);
            assert_int_equal(pd_anim_ground_init(&scene.ground, grid, "", NULL), PD_OK);
            for (int r = 0; r < 40; r++)
                for (int c = 0; c < 40; c++)
                    scene.ground.heights[40 * r + c] = (float)(slopes[k] * (-1 + 0.05 * c));

            for (int i = 0; i < 90; i++) {
                stand(q, p, raised ? 0.17 : 0);
                pd_character_foot_lock_run(&lock, q, p,
                                           raised ? (const float[PD_PFNN_CONTACTS]){0} : all_down,
                                           (pd_character_pace){0}, &rig, &scene);
            }
            for (int f = 0; f < PD_CHARACTER_RIG_FEET; f++) {
                const pd_character_leg *leg = &rig.legs[f];
                const pd_vec3 across = pd_q_rotate(q[leg->heel], pd_vec3_make(1, 0, 0));
                assert_near(atan2(across.y, hypot(across.x, across.z)), raised ? 0 : atan(slopes[k]), 0.03);
                if (!raised) assert_near(p[leg->toe].y - slopes[k] * p[leg->toe].x, leg->toe_rest, 0.003);
            }
            pd_anim_scene_deinit(&scene);
        }
    }
}

static void a_planted_foot_turns_on_its_ball_when_the_pelvis_has_left_it_behind(void **state)
{
    (void)state;
    static pd_character_foot_lock lock;
    static pd_character_rig free;
    pd_quat q[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS], toe = {0, 0, 0};
    const double degree = 3.14159265358979323846 / 180;
    const pd_character_leg *leg = &rig.legs[0];
    double twist = 0, before = 0;

    for (int pivots = 0; pivots < 2; pivots++) {
        memset(&lock, 0, sizeof lock);
        free = *holding_rig();
        free.control.strained = 0;
        if (!pivots) free.control.pivot = 0;
        for (int i = 0; i < 36; i++) {
            const double yaw = 2.5 * degree * i;
            pd_quat turned[PD_CHARACTER_RIG_JOINTS];
            for (int j = 0; j < rig.skeleton.joint_count; j++) turned[j] = pd_q_identity();
            turned[rig.skeleton.root] = (pd_quat){0, sin(yaw / 2), 0, cos(yaw / 2)};
            pd_anim_skeleton_forward(p, q, &rig.skeleton, turned,
                                     pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT - 0.03, 0));
            pd_character_foot_lock_run(&lock, q, p, all_down, (pd_character_pace){0}, &free, NULL);

            const pd_vec3 foot = pd_vec3_sub(p[leg->toe], p[leg->heel]);
            twist = yaw - atan2(foot.x, foot.z);
            if (i == 12) toe = p[leg->toe], before = twist;
            if (i > 12 && pivots) assert_near(pd_vec3_distance(p[leg->toe], toe), 0, 1e-3);
        }
        assert_near(before, 30 * degree, 8 * degree);
        if (pivots) assert_true(twist > 30 * degree && twist < 50 * degree);
        if (!pivots) assert_true(twist > 75 * degree);
    }
}

/* Hips that go ahead of a planted foot, as at the end of a stance, 4 cm higher than the legs allow: the foot
 * rises on its ball, but it is not turned over its tip, and the hips go down instead. The pitch of people's
 * feet at toe-off is 62 to 65 degrees. */
static void hips_go_down_before_a_planted_foot_stands_on_its_tip(void **state)
{
    (void)state;
    static pd_character_foot_lock lock;
    static pd_character_rig free;
    pd_quat q[PD_CHARACTER_RIG_JOINTS];
    pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
    const pd_character_leg *leg = &rig.legs[0];
    free = *holding_rig();
    free.control.strained = 0;

    double steepest = 0, drop = 0;
    memset(&lock, 0, sizeof lock);
    for (int i = 0; i < 40; i++) {
        pd_anim_skeleton_forward(
            p, q, &rig.skeleton, NULL,
            pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT + 0.04 * fmin(i / 20.0, 1), 0.009 * i));
        pd_character_foot_lock_run(&lock, q, p, all_down, (pd_character_pace){0}, &free, NULL);
        const pd_vec3 sole = pd_vec3_sub(p[leg->heel], p[leg->toe]);
        assert_true(sole.z < 0); /* the heel stays behind the toe */
        steepest = fmax(steepest, atan2(sole.y, -sole.z));
        drop = fmax(drop, lock.drop);
    }
    assert_true(steepest > 0.9 && steepest < 1.5);
    assert_true(drop > 0.005);
}

/* A foot that moves backwards passes higher over the ground: people's toes are 2.2 to 2.8 cm up in the second
 * quarter of their swing. */
static void feet_that_go_backwards_are_lifted_higher(void **state)
{
    (void)state;
    double lifted[2];
    for (int back = 0; back < 2; back++) {
        pd_character_foot_lock lock = {0};
        pd_quat q[PD_CHARACTER_RIG_JOINTS];
        pd_vec3 p[PD_CHARACTER_RIG_JOINTS];
        for (int i = 0; i < 30; i++) {
            pd_anim_skeleton_forward(
                p, q, &rig.skeleton, NULL,
                pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT + 0.005, -2 * i / PD_CHARACTER_RATE));
            pd_character_foot_lock_run(&lock, q, p, (const float[PD_PFNN_CONTACTS]){0},
                                       (pd_character_pace){.back = back}, &rig, NULL);
        }
        lifted[back] = p[rig.legs[0].toe].y - rig.legs[0].toe_rest;
    }
    assert_near(lifted[0], rig.control.clearance, 0.003);
    assert_near(lifted[1], rig.control.clearance_back, 0.003);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sole_of_a_foot_is_parallel_to_a_slope_across_it),
        cmocka_unit_test(a_planted_foot_turns_on_its_ball_when_the_pelvis_has_left_it_behind),
        cmocka_unit_test(hips_go_down_before_a_planted_foot_stands_on_its_tip),
        cmocka_unit_test(feet_that_go_backwards_are_lifted_higher),
        cmocka_unit_test(on_uneven_ground_an_ankle_turns_without_a_jolt),
        cmocka_unit_test(a_toe_whose_ankle_lags_does_not_go_into_the_ground),
        cmocka_unit_test(a_foot_passes_round_the_standing_foot),
        cmocka_unit_test(a_foot_over_a_treads_edge_stands_on_the_edge),
        cmocka_unit_test(a_planted_foot_far_from_its_place_steps_there),
        cmocka_unit_test(a_standing_foot_that_is_twisted_takes_a_step),
        cmocka_unit_test(a_step_that_is_cut_short_does_not_drop_the_foot),
        cmocka_unit_test(a_foot_in_the_air_rises_ahead_of_a_step),
        cmocka_unit_test(hips_come_down_in_time_and_go_up_slowly),
        cmocka_unit_test(a_foot_is_let_go_before_its_leg_runs_short),
        cmocka_unit_test(a_foot_is_not_locked_while_it_is_fast),
        cmocka_unit_test(heels_rise_before_a_leg_is_stretched),
        cmocka_unit_test(knees_in_the_air_bend_more_and_planted_feet_stay),
        cmocka_unit_test(a_foot_that_swings_passes_over_the_ground),
        cmocka_unit_test(a_foot_high_over_flat_ground_is_not_held),
        cmocka_unit_test(a_foot_whose_contact_falls_is_released_ahead_more_so_jogging),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
