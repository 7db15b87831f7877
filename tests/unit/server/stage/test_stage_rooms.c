/* Rooms: sessions with several owners. */
#include "server/stage/snapshot.h"
#include "tests/support/checked_locks.h"
#include "tests/support/stage_test.h"

static int set_up_rooms(void **state)
{
    const int failed = stage_test_set_up(state);
    stage_test_settings.cfg.stream_room_members = 3;
    stage_test_settings.cfg.stream_room_messages = 1;
    stage_test_settings.cfg.stream_room_characters = 10;
    return failed;
}

#define ROOM_TEST(name) cmocka_unit_test_setup_teardown(name, set_up_rooms, stage_test_tear_down)

/* Expects that a join is refused. */
static void refuse(const pd_srv_join *wanted, pd_status status, const char *where)
{
    recorder r;
    pd_error err = {0};
    assert_int_equal(stage_test_try_join(&r, wanted, &err), status);
    assert_string_equal(err.where, where);
    assert_null(r.subscriber);
}

static void members_share_frames_and_own_their_characters(void **state)
{
    (void)state;
    recorder a, b;
    pd_error err = {0};
    stage_test_join(&a, (pd_srv_join){.room = "plaza", .name = "Ada"});
    const uint32_t first = stage_test_spawn(&a);
    stage_test_join(&b, (pd_srv_join){.room = "plaza", .client = 9, .has_key = true});
    const uint32_t second = stage_test_spawn(&b);
    assert_string_equal(a.joined.session, b.joined.session);
    assert_int_equal(a.joined.member, 1);
    assert_int_equal(b.joined.member, 2);
    assert_int_equal(b.joined.member_count, 2);
    assert_string_not_equal(b.joined.token, a.joined.token);
    assert_int_equal(b.joined.host, 1);
    assert_int_equal(b.joined.there[0].member, 1);
    assert_int_equal(stage_test_said(&a, "{\"type\":\"entered\",\"member\":2,\"host\":1}"), 1);
    assert_int_equal(stage_test_said(&a, "\"model\":\"motion\",\"member\":2"), 1); /* in `spawned` */

    stage_test_step(2);
    assert_int_equal(a.character_counts[a.frame_count - 1], 2);
    assert_int_equal(b.character_counts[b.frame_count - 1], 2);

    const pd_character_input still = {0};
    assert_int_equal(pd_srv_stage_input(stage_test_stage, b.subscriber, first, 1, &still, &err),
                     PD_ERR_FORBIDDEN);
    assert_string_equal(err.where, "/id");
    assert_int_equal(pd_srv_stage_despawn(stage_test_stage, b.subscriber, first, &err), PD_ERR_FORBIDDEN);
    assert_int_equal(pd_srv_stage_input(stage_test_stage, b.subscriber, second, 1, &still, &err), PD_OK);
    stage_test_leave(&a, 0);
    stage_test_leave(&b, 0);
}

static void a_member_that_leaves_takes_its_characters_along(void **state)
{
    (void)state;
    recorder a, b, c;
    pd_error err = {0};
    stage_test_join(&a, (pd_srv_join){.room = "plaza"});
    stage_test_spawn(&a);
    stage_test_join(&b, (pd_srv_join){.room = "plaza"});
    const uint32_t id = stage_test_spawn(&b);
    stage_test_set_profile(&b, PD_API_CHANNEL_ROOT, 2, 32); /* a recorder keeps 96 frames */
    stage_test_leave(&a, 1);
    assert_int_equal(stage_test_said(&b, "{\"type\":\"left\",\"member\":1,\"host\":2}"), 1);
    stage_test_step(2);
    assert_int_equal(pd_srv_stage_now(stage_test_stage).characters, 1);
    assert_int_equal(pd_srv_stage_despawn(stage_test_stage, b.subscriber, id, &err), PD_OK);

    /* A number is not given twice. */
    stage_test_join(&c, (pd_srv_join){.room = "plaza"});
    assert_int_equal(c.joined.member, 3);
    stage_test_leave(&c, 1);
    stage_test_leave(&b, 1);
    stage_test_step(1);
    assert_int_equal(pd_srv_stage_now(stage_test_stage).sessions, 0);
    pd_api_room *rooms;
    assert_int_equal(pd_srv_stage_rooms(&rooms, stage_test_stage), 0);
    free(rooms);
}

static void a_watcher_of_a_room_is_no_member(void **state)
{
    (void)state;
    recorder a, v;
    pd_error err = {0};
    stage_test_join(&a, (pd_srv_join){.room = "plaza", .capacity = 1});
    stage_test_join(&v, (pd_srv_join){.watch = a.joined.session});
    const uint32_t id = stage_test_spawn(&a);
    assert_int_equal(v.joined.member, 0);
    assert_int_equal(pd_srv_stage_despawn(stage_test_stage, v.subscriber, id, &err), PD_ERR_INVALID);
    assert_int_equal(pd_srv_stage_send(stage_test_stage, v.subscriber, "hello", 0, &err), PD_ERR_INVALID);
    assert_int_equal(pd_srv_stage_send(stage_test_stage, a.subscriber, "hello", 0, &err), PD_OK);
    assert_int_equal(stage_test_said(&v, "hello"), 1);
    stage_test_leave(&a, 1);
    stage_test_step(1);
    assert_int_equal(pd_srv_stage_is_taken(stage_test_stage, v.subscriber), PD_SRV_TAKEN);
    stage_test_leave(&v, 0);
}

static void options_of_a_room_hold_until_it_ends(void **state)
{
    (void)state;
    recorder a, b;
    refuse(&(pd_srv_join){.room = "plaza", .capacity = 4}, PD_ERR_LIMIT, "/capacity");
    stage_test_join(&a, (pd_srv_join){.room = "plaza", .capacity = 2, .secret = "sesame"});
    refuse(&(pd_srv_join){.room = "plaza"}, PD_ERR_FORBIDDEN, "/secret");
    refuse(&(pd_srv_join){.room = "plaza", .secret = "sesam", .capacity = 3}, PD_ERR_FORBIDDEN, "/secret");
    refuse(&(pd_srv_join){.room = "plaza", .secret = "sesame", .capacity = 3}, PD_ERR_INVALID, "/capacity");
    refuse(&(pd_srv_join){.room = "plaza", .secret = "sesame", .scene = "yard"}, PD_ERR_INVALID, "/scene");
    stage_test_join(&b, (pd_srv_join){.room = "plaza", .capacity = 2, .secret = "sesame"});
    refuse(&(pd_srv_join){.room = "plaza", .secret = "sesame"}, PD_ERR_LIMIT, "/room");

    pd_api_room *rooms;
    assert_int_equal(pd_srv_stage_rooms(&rooms, stage_test_stage), 1);
    assert_string_equal(rooms[0].id, "plaza");
    assert_int_equal(rooms[0].members, 2);
    assert_int_equal(rooms[0].capacity, 2);
    assert_true(rooms[0].has_secret);
    free(rooms);
    stage_test_leave(&a, 1);
    stage_test_leave(&b, 1);

    /* The next room of that name has its own. */
    stage_test_join(&a, (pd_srv_join){.room = "plaza"});
    refuse(&(pd_srv_join){.room = "plaza", .secret = "sesame"}, PD_ERR_FORBIDDEN, "/secret");
    stage_test_leave(&a, 1);
}

static void texts_reach_their_receivers_within_the_rate(void **state)
{
    (void)state;
    recorder a, b, c;
    pd_error err = {0};
    stage_test_join(&a, (pd_srv_join){.room = "plaza", .name = "Ada"});
    stage_test_join(&b, (pd_srv_join){.room = "plaza"});
    stage_test_join(&c, (pd_srv_join){.room = "plaza"});
    assert_int_equal(pd_srv_stage_send(stage_test_stage, a.subscriber, "all", 0, &err), PD_OK);
    assert_int_equal(pd_srv_stage_send(stage_test_stage, a.subscriber, "one", 3, &err), PD_OK);
    assert_int_equal(pd_srv_stage_send(stage_test_stage, a.subscriber, "more", 0, &err), PD_ERR_LIMIT);
    for (recorder *r = &a; r; r = r == &a ? &b : r == &b ? &c : NULL)
        stage_test_set_profile(r, PD_API_CHANNEL_ROOT, 2, 32);
    stage_test_step(101); /* one second */
    assert_int_equal(pd_srv_stage_send(stage_test_stage, a.subscriber, "none", 9, &err), PD_ERR_NOT_FOUND);
    assert_string_equal(err.where, "/to");
    assert_int_equal(
        stage_test_said(&b, "{\"type\":\"message\",\"member\":1,\"name\":\"Ada\",\"text\":\"all\"}"), 1);
    assert_int_equal(stage_test_said(&b, "\"one\""), 0);
    assert_int_equal(stage_test_said(&c, "\"one\""), 1);
    assert_int_equal(stage_test_said(&a, "message"), 0);
    stage_test_leave(&a, 1);
    stage_test_leave(&b, 1);
    stage_test_leave(&c, 1);
}

static void a_place_is_kept_for_the_resume_window(void **state)
{
    (void)state;
    recorder a, b, again;
    pd_error err = {0};
    const pd_character_input still = {0};
    stage_test_join(&a, (pd_srv_join){.room = "plaza", .name = "Ada"});
    const uint32_t id = stage_test_spawn(&a);
    stage_test_set_profile(&a, PD_API_CHANNEL_ROOT, 2, 32);
    stage_test_join(&b, (pd_srv_join){.room = "plaza"});
    stage_test_set_profile(&b, PD_API_CHANNEL_ROOT, 2, 32);
    assert_int_equal(pd_srv_stage_take(stage_test_stage, a.subscriber, "ball", false, &err), PD_OK);

    /* Nobody is told, and the object and the character stay. A text for the member is refused meanwhile. */
    stage_test_leave(&a, 0);
    stage_test_step(50);
    assert_int_equal(stage_test_said(&b, "left"), 0);
    assert_int_equal(pd_srv_stage_send(stage_test_stage, b.subscriber, "hello", 1, &err), PD_ERR_BUSY);
    stage_test_join(&again, (pd_srv_join){.resume = a.joined.token});
    assert_int_equal(again.joined.member, 1);
    assert_int_equal(again.joined.resumed, 1);
    assert_string_equal(again.joined.token, a.joined.token);
    assert_int_equal(again.joined.object_count, 1);
    assert_string_equal(again.joined.members[0].name, "Ada");
    assert_int_equal(pd_srv_stage_input(stage_test_stage, again.subscriber, id, 1, &still, &err), PD_OK);

    /* A connection that comes back while the old one still seems alive takes its place. */
    recorder third;
    stage_test_join(&third, (pd_srv_join){.resume = a.joined.token});
    assert_int_equal(pd_srv_stage_is_taken(stage_test_stage, again.subscriber), PD_SRV_TAKEN);
    stage_test_leave(&again, 0);
    assert_int_equal(pd_srv_stage_input(stage_test_stage, third.subscriber, id, 2, &still, &err), PD_OK);

    /* The place ends with its time. The next member is the host, and the object is free. */
    stage_test_leave(&third, 0);
    stage_test_step(150);
    assert_int_equal(stage_test_said(&b, "{\"type\":\"left\",\"member\":1,\"host\":2}"), 1);
    assert_int_equal(stage_test_said(&b, "{\"type\":\"taken\",\"object\":\"ball\"}"), 1);
    assert_int_equal(pd_srv_stage_now(stage_test_stage).characters, 0);
    refuse(&(pd_srv_join){.resume = a.joined.token}, PD_ERR_NOT_FOUND, "/resume");
    stage_test_leave(&b, 0);
    stage_test_step(150);
    assert_int_equal(pd_srv_stage_now(stage_test_stage).sessions, 0);
}

static void another_keys_token_does_not_give_its_place(void **state)
{
    (void)state;
    recorder a;
    stage_test_join(&a, (pd_srv_join){.room = "plaza", .client = 3, .has_key = true});
    refuse(&(pd_srv_join){.resume = a.joined.token, .client = 4, .has_key = true}, PD_ERR_NOT_FOUND,
           "/resume");
    stage_test_leave(&a, 1);
}

static void a_removed_member_is_told_so(void **state)
{
    (void)state;
    recorder a, b;
    pd_error err = {0};
    stage_test_join(&a, (pd_srv_join){.room = "plaza"});
    stage_test_join(&b, (pd_srv_join){.room = "plaza"});
    const uint32_t id = stage_test_spawn(&b);
    assert_int_equal(pd_srv_stage_remove(stage_test_stage, b.subscriber, 1, &err), PD_ERR_FORBIDDEN);
    assert_int_equal(pd_srv_stage_remove(stage_test_stage, a.subscriber, 2, &err), PD_OK);
    assert_int_equal(pd_srv_stage_is_taken(stage_test_stage, b.subscriber), PD_SRV_TAKEN_REMOVED);
    assert_int_equal(pd_srv_stage_despawn(stage_test_stage, b.subscriber, id, &err), PD_ERR_INVALID);
    refuse(&(pd_srv_join){.resume = b.joined.token}, PD_ERR_NOT_FOUND, "/resume");
    stage_test_leave(&b, 0);
    stage_test_leave(&a, 1);
}

static void a_member_has_its_own_limit_of_characters(void **state)
{
    (void)state;
    recorder a, b;
    pd_error err = {0};
    uint32_t id;
    stage_test_settings.cfg.stream_room_characters = 1;
    stage_test_join(&a, (pd_srv_join){.room = "plaza"});
    stage_test_join(&b, (pd_srv_join){.room = "plaza"});
    stage_test_spawn(&a);
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, a.subscriber, &(pd_srv_spawn){0}, &err),
                     PD_ERR_LIMIT);
    stage_test_spawn(&b);
    stage_test_leave(&a, 1);
    stage_test_leave(&b, 1);
}

static void a_snapshot_has_the_room(void **state)
{
    (void)state;
    recorder a, b;
    pd_error err = {0};
    pd_buffer bytes = {0};
    stage_test_join(&a, (pd_srv_join){.room = "plaza", .name = "Ada", .secret = "sesame", .capacity = 2});
    const uint32_t id = stage_test_spawn(&a);
    stage_test_join(&b, (pd_srv_join){.room = "plaza", .secret = "sesame"});
    assert_int_equal(pd_srv_stage_take(stage_test_stage, b.subscriber, "ball", false, &err), PD_OK);
    stage_test_step(2);

    /* It moves to another daemon, which is the same stage here. */
    assert_int_equal(pd_srv_snapshot_take(&bytes, stage_test_stage, a.joined.session, &err), PD_OK);
    pd_srv_moved moved;
    assert_true(pd_srv_stage_moved(&moved, stage_test_stage, a.subscriber) && !moved.is_watcher);
    assert_true(pd_srv_stage_moved(&moved, stage_test_stage, b.subscriber) && !moved.is_watcher);
    stage_test_leave(&a, 0);
    stage_test_leave(&b, 0);
    stage_test_step(2);
    assert_int_equal(pd_srv_stage_now(stage_test_stage).sessions, 0);
    for (size_t cut = 0; cut < bytes.size; cut += 97)
        assert_int_not_equal(pd_srv_snapshot_read(stage_test_stage, bytes.data, cut, NULL, &err), PD_OK);
    assert_int_equal(pd_srv_snapshot_read(stage_test_stage, bytes.data, bytes.size, NULL, &err), PD_OK);
    pd_buffer_deinit(&bytes);

    /* Members come back by their tokens; strangers need the secret, and the room is full. */
    recorder second, first;
    refuse(&(pd_srv_join){.room = "plaza"}, PD_ERR_FORBIDDEN, "/secret");
    refuse(&(pd_srv_join){.room = "plaza", .secret = "sesame"}, PD_ERR_LIMIT, "/room");
    stage_test_join(&second, (pd_srv_join){.resume = b.joined.token});
    stage_test_join(&first, (pd_srv_join){.resume = a.joined.token});
    assert_int_equal(first.joined.member, 1);
    assert_int_equal(first.joined.host, 1);
    assert_string_equal(first.joined.members[0].name, "Ada");
    assert_int_equal(first.joined.objects[0].member, 2);
    assert_int_equal(first.joined.there[0].member, 1);
    assert_int_equal(pd_srv_stage_despawn(stage_test_stage, first.subscriber, id, &err), PD_OK);
    stage_test_leave(&first, 1);
    stage_test_leave(&second, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROOM_TEST(members_share_frames_and_own_their_characters),
        ROOM_TEST(a_member_that_leaves_takes_its_characters_along),
        ROOM_TEST(a_watcher_of_a_room_is_no_member),
        ROOM_TEST(options_of_a_room_hold_until_it_ends),
        ROOM_TEST(a_place_is_kept_for_the_resume_window),
        ROOM_TEST(another_keys_token_does_not_give_its_place),
        ROOM_TEST(a_removed_member_is_told_so),
        ROOM_TEST(a_member_has_its_own_limit_of_characters),
        ROOM_TEST(a_snapshot_has_the_room),
        ROOM_TEST(texts_reach_their_receivers_within_the_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
