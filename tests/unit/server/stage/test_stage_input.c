/* Inputs, paths and constants of characters. */
#include "tests/support/checked_locks.h"
#include "tests/support/stage_test.h"

static pd_status try_spawn_at(recorder *r, uint32_t *id, double walk_speed, pd_error *err)
{
    pd_character_control control = pd_character_control_default();
    control.walk_speed = walk_speed;
    const pd_srv_spawn wanted = {.control = &control};
    return pd_srv_stage_spawn(stage_test_stage, id, r->subscriber, &wanted, err);
}

/* -- inputs -------------------------------------------------------------------------- */
static void an_input_holds_until_the_next_and_frames_tell_which_it_was(void **state)
{
    (void)state;
    recorder r;
    stage_test_join(&r, (pd_srv_join){0});
    uint32_t id = stage_test_spawn(&r);
    stage_test_input(&r, id, 7, 1);
    stage_test_step(2);
    stage_test_input(&r, id, 8, 1);
    stage_test_input(&r, id, 9, 0.5); /* the newest one counts */
    stage_test_step(2);
    const uint32_t seqs[] = {7, 7, 9, 9};
    for (int i = 0; i < 4; i++) assert_int_equal(r.seqs[i], seqs[i]);
    assert_near(stage_test_stage->sessions->characters->now.move[1], 0.5, 0);
    stage_test_leave(&r, 1);
}

static int group_count(void)
{
    int count = 0;
    for (const pd_srv_model_group *g = stage_test_stage->groups; g; g = g->next) count++;
    return count;
}

static void characters_of_one_session_have_constants_of_their_own(void **state)
{
    (void)state;
    recorder r;
    uint32_t ids[2];
    pd_error err = {0};
    stage_test_join(&r, (pd_srv_join){0});
    for (int i = 0; i < 2; i++) assert_int_equal(try_spawn_at(&r, &ids[i], i ? 1.6 : 0.8, &err), PD_OK);
    for (int i = 0; i < 2; i++) stage_test_input(&r, ids[i], 1, 1);
    stage_test_step(2);

    const pd_srv_character *fast = stage_test_stage->sessions->characters, *slow = fast->next;
    /* each character has its own pace */
    assert_near(fast->motion.trajectory.goal.asked[1], 2 * slow->motion.trajectory.goal.asked[1], 0.1);
    assert_int_equal(group_count(), 2);
    stage_test_leave(&r, 1);
    stage_test_step(2);
    assert_int_equal(group_count(), 0);
}

static void a_session_has_four_sets_of_constants_besides_the_usual_one(void **state)
{
    (void)state;
    recorder r;
    uint32_t id;
    pd_error err = {0};
    stage_test_join(&r, (pd_srv_join){0});
    stage_test_spawn(&r);
    for (int i = 0; i < 4; i++) assert_int_equal(try_spawn_at(&r, &id, 1 + 0.125 * i, &err), PD_OK);
    assert_int_equal(try_spawn_at(&r, &id, 1.25, &err), PD_OK);
    assert_int_equal(try_spawn_at(&r, &id, 1.2, &err), PD_OK); /* the usual one */
    assert_int_equal(try_spawn_at(&r, &id, 0.5, &err), PD_ERR_LIMIT);
    assert_string_equal(err.where, "/control");
    assert_int_equal(group_count(), 5);
    stage_test_leave(&r, 1);
}

/* A session that comes from another daemon brings its sets along,
 * also more than are allowed here: it gets no more. */
static void a_session_that_brought_five_sets_gets_no_sixth(void **state)
{
    (void)state;
    recorder r;
    uint32_t id;
    pd_error err = {0};
    stage_test_join(&r, (pd_srv_join){0});
    for (int i = 0; i < 4; i++) assert_int_equal(try_spawn_at(&r, &id, 1 + 0.125 * i, &err), PD_OK);
    stage_test_spawn(&r);
    for (pd_srv_character *a = stage_test_stage->sessions->characters; a; a = a->next)
        if (a->id == id + 1) a->group->figure.control.walk_speed = 0.75; /* the usual one until now */
    assert_int_equal(try_spawn_at(&r, &id, 0.75, &err), PD_OK);
    assert_int_equal(try_spawn_at(&r, &id, 0.5, &err), PD_ERR_LIMIT);
    assert_string_equal(err.where, "/control");
    stage_test_leave(&r, 1);
}

/* However many characters share a set, and whichever comes first. */
static void a_set_of_constants_counts_once(void **state)
{
    (void)state;
    for (int first = 0; first < 3; first++) {
        recorder r;
        uint32_t id;
        pd_error err = {0};
        stage_test_join(&r, (pd_srv_join){0});
        for (int i = 0; i < 5; i++) {
            const int set = i < first ? i : i < first + 3 ? first : i - 2; /* `first` three times */
            assert_int_equal(try_spawn_at(&r, &id, 1 + 0.125 * set, &err), PD_OK);
        }
        assert_int_equal(try_spawn_at(&r, &id, 0.5, &err), PD_OK); /* the fourth set */
        assert_int_equal(try_spawn_at(&r, &id, 0.625, &err), PD_ERR_LIMIT);
        assert_non_null(strstr(err.detail, "at most 4"));
        stage_test_leave(&r, 1);
        stage_test_step(2);
    }
}

static double move_after(double timeout, int ticks)
{
    recorder r;
    stage_test_settings.cfg.stream_input_timeout = timeout;
    stage_test_join(&r, (pd_srv_join){0});
    uint32_t id = stage_test_spawn(&r);
    stage_test_input(&r, id, 1, 1);
    stage_test_step(ticks);
    double move = stage_test_stage->sessions->characters->now.move[1];
    stage_test_leave(&r, 1);
    return move;
}

static void a_character_stands_still_after_the_input_timeout(void **state)
{
    (void)state;
    assert_near(move_after(0.05, 5), 1, 0); /* its age is the timeout */
    assert_near(move_after(0.05, 6), 0, 0);
}

static void a_character_without_an_input_timeout_moves_for_ever(void **state)
{
    (void)state;
    assert_near(move_after(0, 40), 1, 0);
}

static void an_input_ends_a_path_that_was_asked_for_in_the_same_tick(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    const pd_character_follow follow = {.points = {{0, 5}}, .count = 1};
    stage_test_join(&r, (pd_srv_join){0});
    uint32_t id = stage_test_spawn(&r);
    assert_int_equal(pd_srv_stage_follow(stage_test_stage, r.subscriber, id, &follow, &err), PD_OK);
    stage_test_input(&r, id, 1, 1);
    stage_test_step(1);
    assert_null(stage_test_stage->sessions->characters->follow);

    stage_test_input(&r, id, 2, 1);
    assert_int_equal(pd_srv_stage_follow(stage_test_stage, r.subscriber, id, &follow, &err), PD_OK);
    stage_test_step(1);
    assert_non_null(stage_test_stage->sessions->characters->follow);
    stage_test_leave(&r, 1);
}

static void a_path_is_followed_to_its_end_which_everybody_hears(void **state)
{
    (void)state;
    recorder r, watcher;
    pd_error err = {0};
    const pd_character_follow follow = {.points = {{0, 0}}, .count = 1};
    stage_test_join(&r, (pd_srv_join){0});
    stage_test_join(&watcher, (pd_srv_join){.watch = r.joined.session});
    uint32_t id = stage_test_spawn(&r);
    assert_int_equal(pd_srv_stage_follow(stage_test_stage, r.subscriber, id, &follow, &err), PD_OK);
    stage_test_step(3);
    assert_true(stage_test_said(&r, "\"arrived\""));
    assert_true(stage_test_said(&watcher, "\"arrived\""));
    assert_non_null(stage_test_stage->sessions->characters->follow);
    stage_test_input(&r, id, 1, 1); /* ends the path */
    stage_test_step(1);
    assert_null(stage_test_stage->sessions->characters->follow);
    stage_test_leave(&watcher, 1);
    stage_test_leave(&r, 1);
}

/* Records the stick (x, z) of three characters that walk through each other's places, in a room that is
 * turned about the vertical by quarter turns. `space`: their distance. */
static void walk_in_turned_room(double out[WALKERS][WALKED][2], int quarters, double space)
{
    static const double from[WALKERS][2] = {{0, 0}, {0.2, 2.5}, {-1.5, 1}},
                        to[WALKERS][2] = {{0.1, 6}, {0, -4}, {5, 1.2}};
    const double c = quarters == 0   ? 1
                     : quarters == 2 ? -1
                                     : 0,
                 s = quarters == 1   ? 1
                     : quarters == 3 ? -1
                                     : 0;
    recorder r;
    pd_error err = {0};
    uint32_t ids[WALKERS];
    api_host_state.matching = databases_mover(30);
    stage_test_join(&r, (pd_srv_join){0});
    for (int i = 0; i < WALKERS; i++) {
        const double facing = atan2(to[i][0] - from[i][0], to[i][1] - from[i][1]);
        const pd_srv_spawn wanted = {
            .motion = PD_API_BY_MATCHING,
            .position = {c * from[i][0] + s * from[i][1], c * from[i][1] - s * from[i][0]},
            .facing = facing + quarters * M_PI / 2};
        assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &ids[i], r.subscriber, &wanted, &err), PD_OK);
        const pd_character_follow follow = {
            .points = {{c * to[i][0] + s * to[i][1], c * to[i][1] - s * to[i][0]}},
            .count = 1,
            .space = space};
        assert_int_equal(pd_srv_stage_follow(stage_test_stage, r.subscriber, ids[i], &follow, &err), PD_OK);
    }
    stage_test_forgets = true;
    for (int t = 0; t < WALKED; t++) {
        stage_test_step(1);
        for (const pd_srv_character *a = stage_test_stage->sessions->characters; a; a = a->next)
            for (int i = 0; i < WALKERS; i++) {
                if (a->id != ids[i]) continue;
                const double x = a->now.move[0], z = a->now.move[1];
                out[i][t][0] = c * x - s * z, out[i][t][1] = c * z + s * x; /* turned back */
            }
    }
    stage_test_forgets = false;
    stage_test_leave(&r, 1);
    stage_test_tear_down(NULL);
    pd_pfnn_model_release(api_host_state.matching);
    stage_test_set_up(NULL); /* each room has a stage of its own */
}

/* Which way is north does not matter to who keeps a distance from whom: in a room that is turned everybody
 * steers the turned way. */
static void those_who_keep_apart_do_so_whichever_way_they_walk(void **state)
{
    (void)state;
    static double straight[WALKERS][WALKED][2], turned[WALKERS][WALKED][2], heedless[WALKERS][WALKED][2];
    walk_in_turned_room(straight, 0, 1.2);
    walk_in_turned_room(heedless, 0, 0);
    double yields[2] = {0};
    for (int i = 0; i < WALKERS; i++)
        for (int t = 0; t < WALKED; t++)
            for (int k = 0; k < 2; k++)
                yields[k] = fmax(yields[k], fabs(straight[i][t][k] - heedless[i][t][k]));
    assert_true(yields[0] > 0.5 && yields[1] > 0.5);
    for (int quarters = 1; quarters < 4; quarters++) {
        walk_in_turned_room(turned, quarters, 1.2);
        for (int i = 0; i < WALKERS; i++)
            for (int t = 0; t < WALKED; t++)
                for (int k = 0; k < 2; k++)
                    if (fabs(turned[i][t][k] - straight[i][t][k]) > 0.02)
                        fail_msg("%d %d %d %g %g", i, t, k, turned[i][t][k], straight[i][t][k]);
    }
}

/* By core/character/action/space.h two characters may cover their distance beyond 0.6 m no faster than within
 * 0.25 s. Two walk into each other; the push of each tick keeps this limit. */
static void a_pushed_character_comes_no_nearer_than_allowed(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    uint32_t ids[2];
    api_host_state.matching = databases_mover(30);
    stage_test_join(&r, (pd_srv_join){0});
    for (int i = 0; i < 2; i++) {
        const pd_srv_spawn wanted = {
            .motion = PD_API_BY_MATCHING, .position = {0, 0.8 * i}, .facing = i * M_PI};
        assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &ids[i], r.subscriber, &wanted, &err), PD_OK);
        const pd_character_follow follow = {.points = {{0, i ? -6 : 6}}, .count = 1, .space = 1};
        assert_int_equal(pd_srv_stage_follow(stage_test_stage, r.subscriber, ids[i], &follow, &err), PD_OK);
    }
    stage_test_forgets = true;
    double before = 0;
    int pushes = 0;
    for (int t = 0; t < 60; t++) { /* then they turn to pass each other */
        stage_test_step(1);
        const pd_srv_character *a = stage_test_stage->sessions->characters, *b = a->next;
        const double apart = hypot(a->motion.pose.root.x - b->motion.pose.root.x,
                                   a->motion.pose.root.z - b->motion.pose.root.z);
        const double speed = (before - apart) * PD_CHARACTER_RATE, allowed = (before - 0.6) / 0.25;
        const bool is_pushed = a->motion.trajectory.pushed[1] < 0 || a->motion.trajectory.pushed[1] > 0;
        if (is_pushed && speed > allowed + 0.01) fail_msg("%d: %g m/s, %g allowed", t, speed, allowed);
        pushes += is_pushed;
        before = apart;
    }
    assert_true(pushes > 20);
    stage_test_forgets = false;
    stage_test_leave(&r, 1);
    stage_test_tear_down(NULL);
    pd_pfnn_model_release(api_host_state.matching);
    stage_test_set_up(NULL);
}

/* A wall all round where it stands. */
static void a_character_sent_to_an_unreachable_place_says_so_and_stays(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    int is_new;
    pd_anim_scene pen;
    assert_int_equal(pd_anim_scene_init(&pen, 4, 0, 0, 0, "", &err), PD_OK);
    for (int i = 0; i < 4; i++) {
        const double corners[5][2] = {{-2, -2}, {2, -2}, {2, 2}, {-2, 2}, {-2, -2}};
        pen.walls[i] =
            (pd_anim_wall){{corners[i][0], corners[i][1]}, {corners[i + 1][0], corners[i + 1][1]}, 0.1};
    }
    pd_api_scene *scene = pd_api_scene_new("pen", &pen);
    assert_int_equal(api_host_table.scene_put(api_host_table.ctx, scene, NULL, &is_new, &err), PD_OK);
    stage_test_join(&r, (pd_srv_join){.scene = "pen"});
    uint32_t id = stage_test_spawn(&r);
    stage_test_step(1);

    const pd_character_sit_request far = {.sit = true, .seat = {0, 5}, .height = 0.45, .seconds = 1.7};
    const pd_character_sit_request near = {
        .sit = true, .seat = {0, 1}, .facing = 3, .height = 0.45, .seconds = 1.7};
    const pd_character_follow round = {.points = {{0, 5}}, .count = 1, .round = true};
    assert_int_equal(pd_srv_stage_sit(stage_test_stage, r.subscriber, id, &near, &err), PD_OK);
    stage_test_step(3);
    assert_false(stage_test_said(&r, "\"unreachable\""));
    assert_int_equal(stage_test_stage->sessions->characters->overlay.sit.stage, PD_CHARACTER_SIT_COMING);
    assert_int_equal(pd_srv_stage_sit(stage_test_stage, r.subscriber, id, &far, &err), PD_OK);
    stage_test_step(3);
    assert_true(stage_test_said(&r, "\"unreachable\""));
    assert_int_equal(stage_test_stage->sessions->characters->overlay.sit.stage, PD_CHARACTER_SIT_NOT);

    assert_int_equal(pd_srv_stage_follow(stage_test_stage, r.subscriber, id, &round, &err), PD_OK);
    stage_test_step(3);
    const pd_srv_character *a = stage_test_stage->sessions->characters;
    assert_true(a->follow->has_way && a->follow->arrived);
    assert_near(pd_character_input_push(&a->now), 0, 0);
    stage_test_leave(&r, 1);
}

static void a_look_keeps_the_stick_and_starts_its_timeout_anew(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    const double at[2] = {3, 4};
    const pd_character_gaze_request gaze = {0};
    stage_test_join(&r, (pd_srv_join){0});
    uint32_t id = stage_test_spawn(&r);
    stage_test_settings.cfg.stream_input_timeout = 0.05;
    stage_test_input(&r, id, 1, 1);
    stage_test_step(4);
    assert_int_equal(pd_srv_stage_look(stage_test_stage, r.subscriber, id, at, &gaze, &err), PD_OK);
    stage_test_step(4);
    const pd_srv_character *a = stage_test_stage->sessions->characters;
    assert_true(a->now.has_look && a->now.look[0] == 3 && a->now.look[1] == 4);
    assert_near(a->now.move[1], 1, 0);
    assert_int_equal(pd_srv_stage_look(stage_test_stage, r.subscriber, id, NULL, &gaze, &err), PD_OK);
    stage_test_step(1);
    assert_false(stage_test_stage->sessions->characters->now.has_look);
    stage_test_leave(&r, 1);
}

static void a_session_stands_in_its_scene_also_when_that_is_put_anew(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    int is_new;
    pd_anim_scene high = {0}, low = {0};
    assert_int_equal(pd_anim_scene_init(&high, 0, 0, 0, 0, "", &err), PD_OK);
    assert_int_equal(pd_anim_scene_init(&low, 0, 0, 0, 0, "", &err), PD_OK);
    pd_api_scene *first = pd_api_scene_new("here", &high), *second = pd_api_scene_new("here", &low);
    assert_int_equal(api_host_table.scene_put(api_host_table.ctx, first, NULL, &is_new, &err), PD_OK);
    stage_test_join(&r, (pd_srv_join){.scene = "here"});
    assert_int_equal(api_host_table.scene_put(api_host_table.ctx, second, NULL, &is_new, &err), PD_OK);
    stage_test_spawn(&r);
    stage_test_step(1);
    assert_ptr_equal(stage_test_stage->sessions->scene, first);
    assert_ptr_equal(stage_test_stage->sessions->characters->scene, &first->scene);
    assert_int_equal(first->references, 1);
    stage_test_leave(&r, 1);
}

/* -- another program's avatar -------------------------------------------------------- */

/* Reads the position of "root" from the newest datagrams at fd, x first.
 * Returns false if no avatar is in them. */
static bool avatar_root(int fd, double out[3])
{
    static const char head[] = "/VMC/Ext/Root/Pos\0\0\0,sfffffff\0\0\0root\0\0\0\0";
    unsigned char bytes[2048];
    bool is_there = false, has_root = false;
    for (ssize_t n; (n = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT)) > 0;) {
        const unsigned char *at = memmem(bytes, (size_t)n, head, sizeof head - 1);
        has_root |= at != NULL;
        for (int c = 0; at && c < 3; c++) {
            const unsigned char *b = at + sizeof head - 1 + 4 * c;
            const uint32_t bits = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
            float number;
            memcpy(&number, &bits, 4);
            out[c] = number;
        }
        if (!memmem(bytes, (size_t)n, "/VMC/Ext/OK", 11)) continue; /* which ends a tick */
        is_there = has_root;
        has_root = false;
    }
    return is_there;
}

static void an_avatar_elsewhere_moves_as_the_first_character_that_lives(void **state)
{
    (void)state;
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof in;
    const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&in, size) || getsockname(fd, (struct sockaddr *)&in, &size),
                     0);
    char to[32], *allowed[] = {to};
    snprintf(to, sizeof to, "127.0.0.1:%d", ntohs(in.sin_port));
    stage_test_settings.cfg.stream_vmc_allow.items = allowed;
    stage_test_settings.cfg.stream_vmc_allow.count = 1;

    recorder r;
    uint32_t ids[2];
    double at[3];
    pd_error err = {0};
    stage_test_join(&r, (pd_srv_join){.client = 1, .vmc = {to, 1, 1}});
    stage_test_step(2);
    assert_false(avatar_root(fd, at));
    for (int i = 0; i < 2; i++) {
        const pd_srv_spawn wanted = {.position = {1, i ? -6 : 6}};
        assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &ids[i], r.subscriber, &wanted, &err), PD_OK);
    }
    stage_test_step(3);
    assert_true(avatar_root(fd, at));
    assert_near(at[2], 6, 1);    /* a step of a centimetre a frame */
    assert_near(at[0], -1, 0.5); /* Unity's x is the other way */
    assert_int_equal(pd_srv_stage_despawn(stage_test_stage, r.subscriber, ids[0], &err), PD_OK);
    stage_test_step(3);
    assert_true(avatar_root(fd, at));
    assert_near(at[2], -6, 1);
    assert_int_equal(pd_srv_stage_despawn(stage_test_stage, r.subscriber, ids[1], &err), PD_OK);
    stage_test_step(3);
    assert_false(avatar_root(fd, at));
    stage_test_leave(&r, 1);
    stage_test_settings.cfg.stream_vmc_allow.count = 0;
    close(fd);
}

static void only_the_owner_moves_characters_and_only_its_own(void **state)
{
    (void)state;
    recorder a, b, watcher;
    pd_error err = {0};
    uint32_t id;
    const pd_srv_spawn wanted = {0};
    const pd_character_input in = {0};
    const pd_character_gaze_request gaze = {0};
    const pd_character_reach_request reach = {0};
    const pd_character_sit_request sit = {0};
    const pd_character_follow follow = {.count = 1};
    stage_test_join(&a, (pd_srv_join){0});
    stage_test_join(&b, (pd_srv_join){0});
    stage_test_join(&watcher, (pd_srv_join){.watch = a.joined.session});
    const pd_srv_spawn asked = {.ref = "s1"};
    uint32_t of_a = 0;
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &of_a, a.subscriber, &asked, &err), PD_OK);
    assert_true(stage_test_said(&watcher, "\"spawned\""));
    assert_false(stage_test_said(&watcher, "\"s1\""));
    assert_true(stage_test_said(
        &a, "\"s1\"")); /* by the stage, so that no frame or event of the character comes before it */
    assert_false(stage_test_said(&b, "\"spawned\""));

    const struct {
        pd_srv_subscriber *who;
        pd_status status;
        const char *where;
    } rows[] = {{watcher.subscriber, PD_ERR_INVALID, ""}, {b.subscriber, PD_ERR_NOT_FOUND, "/id"}};
    for (int i = 0; i < 2; i++) {
        pd_srv_subscriber *who = rows[i].who;
        const pd_status seen[] = {pd_srv_stage_input(stage_test_stage, who, of_a, 1, &in, &err),
                                  pd_srv_stage_look(stage_test_stage, who, of_a, NULL, &gaze, &err),
                                  pd_srv_stage_follow(stage_test_stage, who, of_a, &follow, &err),
                                  pd_srv_stage_reach(stage_test_stage, who, of_a, 0, &reach, &err),
                                  pd_srv_stage_sit(stage_test_stage, who, of_a, &sit, &err),
                                  pd_srv_stage_despawn(stage_test_stage, who, of_a, &err)};
        for (int k = 0; k < 6; k++) assert_int_equal(seen[k], rows[i].status);
        assert_string_equal(err.where, rows[i].where);
    }
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, watcher.subscriber, &wanted, &err),
                     PD_ERR_INVALID);
    stage_test_leave(&watcher, 1);
    stage_test_leave(&b, 1);
    stage_test_leave(&a, 1);
}

static void a_database_moves_characters_beside_the_network(void **state)
{
    (void)state;
    recorder r;
    uint32_t ids[3];
    pd_error err = {0};
    const pd_character_input walk = {.move = {0, 1}};
    api_host_state.matching = databases_mover(30);
    stage_test_join(&r, (pd_srv_join){0});
    for (int i = 0; i < 3; i++) {
        const pd_srv_spawn wanted = {.motion = (pd_api_motion)i, .position = {2 * i, 0}};
        assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &ids[i], r.subscriber, &wanted, &err), PD_OK);
    }
    stage_test_step(5);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pd_srv_stage_input(stage_test_stage, r.subscriber, ids[i], 1, &walk, &err), PD_OK);
    stage_test_step(20);

    int groups = 0, by_frames = 0;
    for (const pd_srv_model_group *g = stage_test_stage->groups; g; g = g->next) groups++;
    for (const pd_srv_character *a = stage_test_stage->sessions->characters; a; a = a->next)
        by_frames += a->motion.matched.active;
    assert_int_equal(groups, 2);
    assert_int_equal(by_frames, 1); /* that of `matching`; `auto` takes the default network */
    assert_int_equal(r.character_counts[r.frame_count - 1], 3);
    pd_buffer_add(&r.texts, "", 1); /* strstr reads a string */
    assert_true(strstr((const char *)r.texts.data, "\"model\":\"matching\"") != NULL);

    /* of the three characters, only the owner of the one by database
     * gets the warning about missing actions */
    const char *told = strstr((const char *)r.texts.data, "neither crouch nor jump");
    assert_non_null(told);
    assert_null(strstr(told + 1, "neither crouch nor jump"));

    stage_test_leave(&r, 1);
    stage_test_step(1);
    assert_null(stage_test_stage->groups);
    assert_int_equal(api_host_state.matching->references, 1);
    pd_pfnn_model_release(api_host_state.matching);
    api_host_state.matching = NULL;

    stage_test_join(&r, (pd_srv_join){0});
    const pd_srv_spawn wanted = {.motion = PD_API_BY_MATCHING};
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &ids[0], r.subscriber, &wanted, &err),
                     PD_ERR_NOT_FOUND);
    assert_string_equal(err.where, "/motion");
    stage_test_leave(&r, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STAGE_TEST(an_input_holds_until_the_next_and_frames_tell_which_it_was),
        STAGE_TEST(a_character_stands_still_after_the_input_timeout),
        STAGE_TEST(characters_of_one_session_have_constants_of_their_own),
        STAGE_TEST(a_session_has_four_sets_of_constants_besides_the_usual_one),
        STAGE_TEST(a_character_without_an_input_timeout_moves_for_ever),
        STAGE_TEST(an_input_ends_a_path_that_was_asked_for_in_the_same_tick),
        STAGE_TEST(a_path_is_followed_to_its_end_which_everybody_hears),
        STAGE_TEST(those_who_keep_apart_do_so_whichever_way_they_walk),
        STAGE_TEST(a_pushed_character_comes_no_nearer_than_allowed),
        STAGE_TEST(a_character_sent_to_an_unreachable_place_says_so_and_stays),
        STAGE_TEST(a_look_keeps_the_stick_and_starts_its_timeout_anew),
        STAGE_TEST(a_session_that_brought_five_sets_gets_no_sixth),
        STAGE_TEST(a_set_of_constants_counts_once),
        STAGE_TEST(a_session_stands_in_its_scene_also_when_that_is_put_anew),
        STAGE_TEST(an_avatar_elsewhere_moves_as_the_first_character_that_lives),
        STAGE_TEST(only_the_owner_moves_characters_and_only_its_own),
        STAGE_TEST(a_database_moves_characters_beside_the_network),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
