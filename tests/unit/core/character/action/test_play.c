/* @long: takes over five seconds under ASan. */
/* Clips on characters that the shipped network moves: what changes, what does not, and how smoothly. */
#include "core/character/action/clip_set.h"
#include "core/character/action/overlay.h"
#include "core/character/carry.h"
#include "core/character/load.h"
#include "core/character/rollout/snapshot.h"
#include "core/math/plane.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define LEGS 11 /* joints of hips and legs, which come first */

static pd_pfnn_model *model;
static pd_character_rig rig;
static pd_character_clip_set *emotes;
static pd_arena arena;

static int setup(void **state)
{
    (void)state;
    return pd_character_model_load(&model, "models/motion.safetensors", NULL) ||
           pd_character_rig_init(&rig, model, NULL) ||
           pd_character_clip_set_load(&emotes, "models/emotes.safetensors", NULL) ||
           !pd_arena_init(&arena, 1 << 22);
}

static int teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(model);
    pd_character_clip_set_release(emotes);
    pd_arena_deinit(&arena);
    return 0;
}

/* A character with its actions, and what a test watches of it. */
typedef struct watched {
    pd_character c;
    pd_character_overlay overlay;
    pd_character_input input;
    const pd_anim_scene *scene;
    pd_character_pose before[2];
    int ticks;
    double turned;  /* largest change of a joint's angular velocity in a tick, rad/s, without the legs */
    double stepped; /* the same of the legs */
    double moved;   /* the same of the hips' velocity, m/s */
    double slid;    /* metres that planted toes have moved in all */
    pd_character_play_event events[32];
    int event_count;
} watched;

static void begin_at(watched *a, double x, double z)
{
    const double at[2] = {x, z};
    memset(a, 0, sizeof *a);
    assert_int_equal(pd_character_init(&a->c, &rig, a->scene, at, 0, NULL), PD_OK);
    a->c.manner.time = 3;
}

/* Rotation vector from one local rotation to another, in the parent's frame. */
static pd_vec3 turn_of(pd_quat from, pd_quat to)
{
    return pd_q_to_rotvec(pd_q_mul(to, pd_q_conjugate(from)));
}

static void watch(watched *a)
{
    const pd_character_pose *now = &a->c.pose, *last = &a->before[0], *old = &a->before[1];
    if (a->ticks >= 2) {
        for (int j = 0; j < rig.skeleton.joint_count; j++) {
            const pd_vec3 v = turn_of(last->rotations[j], now->rotations[j]);
            const pd_vec3 u = turn_of(old->rotations[j], last->rotations[j]);
            double *most = j >= 1 && j < LEGS ? &a->stepped : &a->turned;
            *most = fmax(*most, 60 * pd_vec3_length(pd_vec3_sub(v, u)));
        }
        const pd_vec3 change = pd_vec3_sub(pd_vec3_sub(now->joints[0], last->joints[0]),
                                           pd_vec3_sub(last->joints[0], old->joints[0]));
        a->moved = fmax(a->moved, 60 * pd_vec3_length(change));
        for (int f = 0; f < 2; f++) {
            const int toe = rig.legs[f].toe;
            if (now->contacts[2 * f + 1] < 0.9F || last->contacts[2 * f + 1] < 0.9F) continue;
            a->slid +=
                hypot(now->joints[toe].x - last->joints[toe].x, now->joints[toe].z - last->joints[toe].z);
        }
    }
    a->before[1] = a->before[0];
    a->before[0] = *now;
    a->ticks++;
    pd_character_play_state *play = &a->overlay.play;
    for (int i = 0; i < play->event_count && a->event_count < 32; i++)
        a->events[a->event_count++] = play->events[i];
    play->event_count = 0;
}

static void run(watched *a, double seconds)
{
    for (int i = 0; i < (int)(60 * seconds + 0.5); i++) {
        pd_character *who = &a->c;
        const pd_character_input *what = pd_character_overlay_drive(&a->overlay, &a->input, &a->c, &rig);
        const pd_character_tick tick = {.characters = &who, .inputs = &what, .scenes = &a->scene, .count = 1};
        assert_true(
            pd_arena_reserve(&arena, pd_character_tick_scratch_bytes(&tick, &rig, &pd_executor_serial)));
        pd_character_tick_run(&tick, &rig, &arena, &pd_executor_serial);
        pd_character_overlay_step(&a->overlay, &a->c, &rig, a->scene, NULL);
        watch(a);
    }
}

static void forget(watched *a)
{
    a->turned = a->stepped = a->moved = a->slid = 0;
}

static pd_character_play_request request(const char *name, const char *mask)
{
    const pd_character_clip_item *item = pd_character_clip_set_find(emotes, name);
    pd_character_play_request r = {.fade_in = 0.4, .fade_out = 0.4, .speed = 1, .root = true, .feet = true};
    assert_non_null(item);
    r.clip = item->clip;
    r.loops = item->loops;
    snprintf(r.name, sizeof r.name, "%s", name);
    if (!mask) mask = item->mask;
    assert_int_equal(pd_character_play_mask(r.weights, &mask, NULL, 1, NULL), PD_OK);
    return r;
}

static void play(watched *a, const pd_character_play_request *r)
{
    assert_int_equal(pd_character_play_set(&a->overlay.play, r, NULL), PD_OK);
}

static const pd_character_input walk = {.move = {0, 1}, .gait = PD_CHARACTER_WANT_WALK};

/* ---- what stays as it is ---- */

static void a_masked_clip_leaves_the_bits_of_hips_and_legs(void **state)
{
    (void)state;
    watched a, twin;
    begin_at(&a, 0, 0);
    begin_at(&twin, 0, 0);
    a.input = twin.input = walk;
    run(&a, 2);
    run(&twin, 2);
    const pd_character_play_request wave = request("wave", "upper");
    play(&a, &wave);
    bool differs = false;
    for (int tick = 0; tick < 240; tick++) {
        run(&a, 1.0 / 60);
        run(&twin, 1.0 / 60);
        assert_memory_equal(a.c.pose.rotations, twin.c.pose.rotations, LEGS * sizeof *a.c.pose.rotations);
        assert_memory_equal(a.c.pose.joints, twin.c.pose.joints, LEGS * sizeof *a.c.pose.joints);
        assert_memory_equal(&a.c.pose.translation, &twin.c.pose.translation, sizeof a.c.pose.translation);
        differs = differs || pd_vec3_distance(a.c.pose.joints[27], twin.c.pose.joints[27]) > 0.3;
    }
    assert_true(differs); /* the right hand was raised */

    /* After the fade all of the pose is the walk's own again, and the state costs nothing more. */
    run(&a, 1);
    run(&twin, 1);
    assert_memory_equal(a.c.pose.joints, twin.c.pose.joints, 31 * sizeof *a.c.pose.joints);
    assert_false(pd_character_play_is_on(&a.overlay.play));
}

static void a_weight_mixes_the_clip_into_the_pose(void **state)
{
    (void)state;
    double raised[3];
    for (int i = 0; i < 3; i++) {
        watched a;
        begin_at(&a, 0, 0);
        run(&a, 1);
        pd_character_play_request hail = request("hail", "right_arm");
        for (int j = 0; j < 31; j++) hail.weights[j] *= 0.5F * (float)i;
        if (!i) memset(hail.weights, 0, sizeof hail.weights);
        if (i) play(&a, &hail);
        run(&a, 1.1);
        raised[i] = a.c.pose.joints[27].y;
    }
    assert_true(raised[0] + 0.1 < raised[1] && raised[1] + 0.1 < raised[2]);
}

/* ---- continuity ---- */

/* A walk changes its joints' angular velocities by 2.9 rad/s in a tick, and its hips' by .074 m/s; the toes
 * of its first step by 8.2 rad/s. */
static void assert_smooth(const watched *a, const char *name, const char *when)
{
    if (a->turned > 6 || a->stepped > 10 || a->moved > 0.15)
        fail_msg("%s %s: %g and %g rad/s, %g m/s", name, when, a->turned, a->stepped, a->moved);
}

static void no_joint_jumps_when_a_clip_begins_ends_or_follows_another(void **state)
{
    (void)state;
    static const char *const names[] = {"wave", "bow",   "point",      "think",
                                        "hail", "argue", "touch_toes", "pick_up"};
    for (int i = 0; i < 8; i++)
        for (int whole = 0; whole < 2; whole++) {
            watched a;
            begin_at(&a, 0, 0);
            if (!whole) a.input = walk;
            run(&a, 2);
            const pd_character_play_request first = request(names[i], whole ? "all" : "upper");
            const pd_character_play_request next = request(names[(i + 3) % 8], whole ? "all" : "upper");

            forget(&a);
            play(&a, &first);
            run(&a, 0.9);
            assert_smooth(&a, names[i], "begins");

            /* in its midst another one takes its place, and an order ends that one */
            forget(&a);
            play(&a, &next);
            run(&a, 0.9);
            assert_smooth(&a, names[i], "replaced");
            forget(&a);
            pd_character_play_stop(&a.overlay.play, 0);
            run(&a, 1.5);
            assert_smooth(&a, names[i], "stopped");
            assert_false(pd_character_play_is_on(&a.overlay.play));
        }
}

static void a_loop_has_no_seam_and_ends_when_another_clip_waits(void **state)
{
    (void)state;
    watched a;
    begin_at(&a, 0, 0);
    run(&a, 1);
    const pd_character_play_request phone = request("phone", "upper");
    pd_character_play_request nod = request("nod", "head");
    assert_true(phone.loops);
    play(&a, &phone);
    run(&a, 1);
    forget(&a);
    run(&a, 15); /* two seams */
    assert_true(a.turned < 3);
    assert_int_equal(a.event_count, 1);

    nod.waits = true;
    play(&a, &nod);
    run(&a, 12);
    assert_int_equal(a.event_count, 4);
    assert_int_equal(a.events[1].kind, PD_CHARACTER_PLAY_ENDED);
    assert_int_equal(a.events[1].reason, PD_CHARACTER_PLAY_DONE);
    assert_string_equal(a.events[2].name, "nod");
    assert_int_equal(a.events[3].kind, PD_CHARACTER_PLAY_ENDED);
}

static void feet_of_a_standing_clip_stay_or_step(void **state)
{
    (void)state;
    static const char *const names[] = {"shrug",      "argue",   "hail", "impatient",
                                        "touch_toes", "pick_up", "phone"};
    for (int i = 0; i < 7; i++) {
        watched a;
        begin_at(&a, 0, 0);
        a.input = walk;
        run(&a, 3);
        a.input = (pd_character_input){0}; /* and no stick: it stops, then plays */
        const pd_character_play_request clip = request(names[i], "all");
        forget(&a);
        play(&a, &clip);
        run(&a, 8);
        if (a.slid > 0.06) fail_msg("%s: planted toes have slid %g m", names[i], a.slid);
    }
}

/* ---- the root ---- */

static void the_root_follows_the_clip_or_stays(void **state)
{
    (void)state;
    for (int moves = 0; moves < 2; moves++) {
        watched a;
        begin_at(&a, 3, 1);
        run(&a, 1);
        const pd_vec3 from = a.c.pose.root;
        pd_character_play_request wheel = request("cartwheel", "all");
        pd_character_clip_moment last;
        wheel.root = moves;
        pd_character_clip_sample(&last, wheel.clip, 1e3);
        play(&a, &wheel);
        const double seconds = pd_character_clip_seconds(wheel.clip);
        run(&a, seconds + 0.05);
        const double way[2] = {a.c.pose.root.x - from.x, a.c.pose.root.z - from.z};
        assert_near(way[0], moves ? last.at[0] : 0, 0.15);
        assert_near(way[1], moves ? last.at[1] : 0, 0.15);
        assert_near(a.c.pose.root.x, a.c.trajectory.frames[rig.frames / 2].at[0], 1e-6);

        /* and the network goes on from there */
        run(&a, 2);
        assert_near(a.c.pose.root.x - from.x, way[0], 0.25);
        a.input = walk;
        run(&a, 3);
        assert_true(a.c.pose.root.z - from.z - way[1] > 1.5);
    }
}

static void a_clip_does_not_move_the_root_through_a_wall(void **state)
{
    (void)state;
    pd_anim_wall wall = {.from = {1, -5}, .to = {1, 5}, .width = 0.1};
    const pd_anim_scene scene = {.walls = &wall, .wall_count = 1};
    watched a;
    begin_at(&a, 0, 0);
    a.scene = &scene;
    run(&a, 1);
    pd_character_clip_moment last;
    const pd_character_play_request wheel = request("cartwheel", "all");
    pd_character_clip_sample(&last, wheel.clip, 1e3);
    assert_true(pd_plane_length(last.at) > 2);
    const double to[2] = {0, 0};
    pd_character_carry(&a.c, to, atan2(last.at[1], last.at[0]), &rig); /* its way leads to the wall */
    play(&a, &wheel);
    double most = 0;
    for (int i = 0; i < 300; i++) {
        run(&a, 1.0 / 60);
        most = fmax(most, a.c.pose.root.x);
    }
    assert_true(most > 0.5 && most < 1 - 0.05 - 0.25);
}

static void a_carried_character_goes_on_as_if_it_had_always_been_there(void **state)
{
    (void)state;
    watched a, b;
    const double to[2] = {4, -2};
    begin_at(&a, 0, 0);
    begin_at(&b, 0, 0);
    a.input = b.input = walk;
    run(&a, 3);
    run(&b, 3);
    const double turned = 1.1;
    const double *now = b.c.trajectory.frames[rig.frames / 2].at;
    const double root[2] = {now[0], now[1]};
    const double yaw = pd_character_trajectory_yaw(&b.c.trajectory, &rig);
    pd_character_carry(&b.c, to, yaw + turned, &rig);
    pd_plane_turn(b.input.move, walk.move, turned);
    for (int i = 0; i < 60; i++) {
        run(&a, 1.0 / 60);
        run(&b, 1.0 / 60);
        for (int j = 0; j < 31; j++) {
            const double off[2] = {a.c.pose.joints[j].x - root[0], a.c.pose.joints[j].z - root[1]};
            double there[2];
            pd_plane_turn(there, off, turned);
            assert_near(b.c.pose.joints[j].x, to[0] + there[0], 2e-3);
            assert_near(b.c.pose.joints[j].z, to[1] + there[1], 2e-3);
            assert_near(b.c.pose.joints[j].y, a.c.pose.joints[j].y, 2e-3);
        }
    }
}

/* ---- orders ---- */

static void a_pushed_stick_ends_a_clip_of_the_whole_body_and_a_held_one_does_not(void **state)
{
    (void)state;
    watched a;
    begin_at(&a, 0, 0);
    a.input = walk;
    run(&a, 2);
    const pd_character_play_request phone = request("phone", "all");
    play(&a, &phone);
    run(&a, 4);
    assert_true(a.overlay.play.plays);
    const pd_vec3 at = a.c.pose.root;
    run(&a, 1);
    assert_true(pd_vec3_distance(at, a.c.pose.root) < 0.1); /* it stands although the stick is held */

    a.input = (pd_character_input){0};
    run(&a, 0.5);
    assert_true(a.overlay.play.plays);
    a.input = walk;
    run(&a, 0.2);
    assert_false(a.overlay.play.plays);
    assert_int_equal(a.events[a.event_count - 1].reason, PD_CHARACTER_PLAY_STICK);
    run(&a, 2);
    assert_true(pd_vec3_distance(at, a.c.pose.root) > 1);

    /* Nor does the stick end a masked one. */
    const pd_character_play_request masked = request("phone", "upper");
    play(&a, &masked);
    a.input = (pd_character_input){0};
    run(&a, 0.5);
    a.input = walk;
    run(&a, 0.5);
    assert_true(a.overlay.play.plays);
}

static void a_seated_character_plays_on_its_upper_body_alone(void **state)
{
    (void)state;
    watched a;
    begin_at(&a, 0, 0);
    run(&a, 1);
    a.overlay.sit.request = (pd_character_sit_request){
        .sit = true, .seat = {a.c.pose.root.x, a.c.pose.root.z - 0.3}, .height = 0.45, .seconds = 1};
    a.overlay.sit.stage = PD_CHARACTER_SIT_SEATED;
    run(&a, 2);
    watched twin = a;
    const pd_character_play_request whole = request("shrug", "all");
    play(&a, &whole);
    for (int i = 0; i < 60; i++) {
        run(&a, 1.0 / 60);
        run(&twin, 1.0 / 60);
        assert_memory_equal(a.c.pose.joints, twin.c.pose.joints, LEGS * sizeof *a.c.pose.joints);
    }
    assert_true(pd_vec3_distance(a.c.pose.joints[27], twin.c.pose.joints[27]) > 0.1);

    /* A clip of the whole body ends when the character is told to sit down. */
    watched b;
    begin_at(&b, 0, 0);
    run(&b, 1);
    const pd_character_play_request phone = request("phone", "all");
    play(&b, &phone);
    run(&b, 1);
    const pd_character_sit_request chair = {.sit = true, .seat = {0, 3}, .height = 0.45, .seconds = 1.5};
    pd_character_sit_set(&b.overlay.sit, &chair);
    run(&b, 0.2);
    assert_int_equal(b.events[b.event_count - 1].reason, PD_CHARACTER_PLAY_SIT);
}

static void requests_wait_in_order_up_to_a_limit(void **state)
{
    (void)state;
    watched a;
    pd_error err = {0};
    begin_at(&a, 0, 0);
    run(&a, 1);
    pd_character_play_request nod = request("nod", NULL), wave = request("wave", NULL);
    nod.waits = wave.waits = true;
    nod.speed = 4;
    for (int i = 0; i < PD_CHARACTER_PLAY_QUEUE; i++) play(&a, i == 2 ? &wave : &nod);
    assert_int_equal(pd_character_play_set(&a.overlay.play, &nod, &err), PD_ERR_LIMIT);
    assert_string_equal(err.where, "/queue");
    run(&a, 8);
    assert_int_equal(a.event_count, 8);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(a.events[i].kind, i % 2 ? PD_CHARACTER_PLAY_ENDED : PD_CHARACTER_PLAY_STARTED);
        assert_string_equal(a.events[i].name, i / 2 == 2 ? "wave" : "nod");
    }
}

static void requests_that_are_dropped_while_they_wait_are_told_to_have_ended(void **state)
{
    (void)state;
    watched a;
    begin_at(&a, 0, 0);
    run(&a, 1);
    pd_character_play_request nod = request("nod", NULL), wave = request("wave", NULL);
    const pd_character_play_request phone = request("phone", "upper");
    nod.waits = true;
    play(&a, &phone);
    run(&a, 0.5);
    a.event_count = 0;

    /* Another clip replaces the one that plays and the one that waits. */
    play(&a, &nod);
    play(&a, &wave);
    run(&a, 0.5);
    assert_int_equal(a.event_count, 3);
    assert_string_equal(a.events[0].name, "nod");
    assert_int_equal(a.events[0].kind, PD_CHARACTER_PLAY_ENDED);
    assert_int_equal(a.events[0].reason, PD_CHARACTER_PLAY_REPLACED);
    assert_true(a.events[0].at == 0);
    assert_string_equal(a.events[1].name, "phone");
    assert_string_equal(a.events[2].name, "wave");
    assert_int_equal(a.events[2].kind, PD_CHARACTER_PLAY_STARTED);

    /* A stop ends all. */
    a.event_count = 0;
    for (int i = 0; i < PD_CHARACTER_PLAY_QUEUE; i++) play(&a, &nod);
    pd_character_play_stop(&a.overlay.play, 0);
    run(&a, 0.5);
    assert_int_equal(a.event_count, PD_CHARACTER_PLAY_QUEUE + 1);
    for (int i = 0; i < a.event_count; i++) {
        assert_int_equal(a.events[i].kind, PD_CHARACTER_PLAY_ENDED);
        assert_int_equal(a.events[i].reason, PD_CHARACTER_PLAY_STOPPED);
    }
}

/* ---- snapshots ---- */

static const pd_character_clip *find_emote(void *ctx, const char *name, uint64_t hash)
{
    const pd_character_clip_item *item = ctx ? pd_character_clip_set_find(emotes, name) : NULL;
    return item && item->clip->hash == hash ? item->clip : NULL;
}

static void a_snapshot_carries_a_clip_in_progress_bit_by_bit(void **state)
{
    (void)state;
    static const char *const masks[] = {"upper", "all"};
    for (int whole = 0; whole < 2; whole++)
        for (int at = 1; at < 200; at += 23) {
            watched a;
            begin_at(&a, 0, 0);
            if (!whole) a.input = walk;
            run(&a, 1);
            pd_character_play_request first = request("point", masks[whole]), next = request("nod", NULL);
            next.waits = true;
            play(&a, &first);
            play(&a, &next);
            run(&a, at / 60.0);

            pd_fields_writer w = {.counts = {0}};
            pd_fields_reader r;
            pd_buffer bytes = {0};
            watched b = a;
            memset(&b.c, 0, sizeof b.c);
            memset(&b.overlay, 0, sizeof b.overlay);
            pd_fields_begin(&w);
            pd_character_snapshot_put_character(&w, &a.c, &rig);
            pd_character_snapshot_put_overlay(&w, &a.overlay);
            pd_fields_end(&bytes, &w);
            const pd_character_snapshot_clips clips = {find_emote, &a};
            assert_int_equal(pd_fields_open(&r, bytes.data, bytes.size), bytes.size);
            assert_true(pd_character_snapshot_get_character(&b.c, &r, &rig));
            assert_true(pd_character_snapshot_get_overlay(&b.overlay, &r, &clips));
            assert_true(pd_fields_done(&r));
            for (int i = 0; i < 120; i++) {
                run(&a, 1.0 / 60);
                run(&b, 1.0 / 60);
                assert_memory_equal(a.c.pose.joints, b.c.pose.joints, 31 * sizeof *a.c.pose.joints);
            }

            /* Where the clips are not there, the character goes on without them. */
            const pd_character_snapshot_clips none = {find_emote, NULL};
            assert_int_equal(pd_fields_open(&r, bytes.data, bytes.size), bytes.size);
            assert_true(pd_character_snapshot_get_character(&b.c, &r, &rig));
            assert_true(pd_character_snapshot_get_overlay(&b.overlay, &r, &none));
            assert_false(b.overlay.play.plays || b.overlay.play.queued);
            run(&b, 0.5);
            pd_buffer_deinit(&bytes);
            pd_fields_writer_deinit(&w);
        }
}

/* ---- checks ---- */

static void masks_and_numbers_out_of_range_are_refused_with_their_place(void **state)
{
    (void)state;
    const char *const names[] = {"upper", "tail"}, *const hips[] = {"Hips", "upper"},
                      *const arms[] = {"arms", "LeftHand"};
    const double none[] = {0, 0}, more[] = {1, 1.5};
    float weights[31];
    pd_error err = {0};
    assert_int_equal(pd_character_play_mask(weights, names, NULL, 2, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/mask/1");
    assert_non_null(strstr(err.detail, "tail"));
    assert_int_equal(pd_character_play_mask(weights, hips, NULL, 2, &err), PD_ERR_INVALID);
    assert_int_equal(pd_character_play_mask(weights, arms, none, 2, &err), PD_ERR_INVALID);
    assert_int_equal(pd_character_play_mask(weights, arms, more, 2, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/weights/1");
    assert_int_equal(pd_character_play_mask(weights, arms, NULL, 2, &err), PD_OK);
    for (int j = 0; j < 31; j++) assert_true(weights[j] == (j >= 17 ? 1.0F : 0.0F));

    pd_character_play_request r = request("nod", NULL);
    assert_int_equal(pd_character_play_check(&r, &err), PD_OK);
    r.speed = NAN;
    assert_int_equal(pd_character_play_check(&r, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/speed");
    r.speed = 1;
    r.fade_in = 0;
    assert_int_equal(pd_character_play_check(&r, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/fade");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_masked_clip_leaves_the_bits_of_hips_and_legs),
        cmocka_unit_test(a_weight_mixes_the_clip_into_the_pose),
        cmocka_unit_test(no_joint_jumps_when_a_clip_begins_ends_or_follows_another),
        cmocka_unit_test(a_loop_has_no_seam_and_ends_when_another_clip_waits),
        cmocka_unit_test(feet_of_a_standing_clip_stay_or_step),
        cmocka_unit_test(the_root_follows_the_clip_or_stays),
        cmocka_unit_test(a_clip_does_not_move_the_root_through_a_wall),
        cmocka_unit_test(a_carried_character_goes_on_as_if_it_had_always_been_there),
        cmocka_unit_test(a_pushed_stick_ends_a_clip_of_the_whole_body_and_a_held_one_does_not),
        cmocka_unit_test(a_seated_character_plays_on_its_upper_body_alone),
        cmocka_unit_test(requests_wait_in_order_up_to_a_limit),
        cmocka_unit_test(requests_that_are_dropped_while_they_wait_are_told_to_have_ended),
        cmocka_unit_test(a_snapshot_carries_a_clip_in_progress_bit_by_bit),
        cmocka_unit_test(masks_and_numbers_out_of_range_are_refused_with_their_place),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
