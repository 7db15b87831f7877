/* Sessions that are joined, left, resumed and taken over. */
#include "tests/support/checked_locks.h"
#include "tests/support/stage_test.h"

/* -- sessions --------------------------------------------------------------------------- */
static void a_session_waits_for_its_token_as_long_as_the_window(void **state)
{
    (void)state;
    recorder r, again, late;
    pd_error err;
    stage_test_join(&r, (pd_srv_join){0});
    uint32_t id = stage_test_spawn(&r);
    stage_test_set_profile(&r, PD_API_CHANNEL_ROOT, 2, 32);
    char token[PD_SRV_TOKEN];
    memcpy(token, r.joined.token, sizeof token);
    stage_test_leave(&r, 0);
    stage_test_step(100); /* exactly the window of one second */

    stage_test_join(&again, (pd_srv_join){.resume = token});
    assert_true(again.joined.resumed);
    assert_int_equal(again.joined.tick, 100);
    assert_int_equal(again.joined.there_count, 1);
    assert_int_equal(again.joined.there[0].id, id);
    assert_string_equal(again.joined.there[0].model, "motion");
    stage_test_step(4);
    assert_int_equal(again.frame_count, 2); /* with the profile that it had */
    stage_test_input(&again, id, 1, 1);
    stage_test_leave(&again, 0);

    stage_test_step(101);
    assert_int_equal(pd_srv_stage_now(stage_test_stage).sessions, 0);
    assert_int_equal(pd_srv_stage_now(stage_test_stage).characters, 0);
    assert_int_equal(stage_test_try_join(&late, &(pd_srv_join){.resume = token}, &err), PD_ERR_NOT_FOUND);
    assert_string_equal(err.where, "/resume");
    assert_null(late.subscriber);
}

static void every_character_of_a_token_counts(void **state)
{
    (void)state;
    recorder r, other;
    pd_error err;
    stage_test_join(&r, (pd_srv_join){0});
    char token[PD_SRV_TOKEN];
    memcpy(token, r.joined.token, sizeof token);
    assert_int_equal(strlen(token), PD_SRV_TOKEN - 1);
    assert_int_equal(strspn(token, "0123456789abcdef"), PD_SRV_TOKEN - 1);
    stage_test_leave(&r, 0);

    for (int i = 0; i < PD_SRV_TOKEN - 1; i++) {
        token[i] ^= 1;
        if (stage_test_try_join(&other, &(pd_srv_join){.resume = token}, &err) != PD_ERR_NOT_FOUND)
            fail_msg("character %d of the token does not count", i);
        token[i] ^= 1;
    }
    stage_test_join(&other, (pd_srv_join){.resume = token});
    assert_true(other.joined.resumed);
    stage_test_leave(&other, 1);
}

static void a_session_that_was_left_for_good_cannot_be_resumed(void **state)
{
    (void)state;
    recorder r, watcher, late;
    pd_error err;
    stage_test_join(&r, (pd_srv_join){0});
    stage_test_join(&watcher, (pd_srv_join){.watch = r.joined.session});
    char token[PD_SRV_TOKEN];
    memcpy(token, r.joined.token, sizeof token);
    stage_test_leave(&r, 1);
    assert_int_equal(stage_test_try_join(&late, &(pd_srv_join){.resume = token}, &err), PD_ERR_NOT_FOUND);
    assert_false(pd_srv_stage_is_taken(stage_test_stage, watcher.subscriber));
    stage_test_step(1);
    assert_true(pd_srv_stage_is_taken(stage_test_stage, watcher.subscriber)); /* its session has ended */
    stage_test_leave(&watcher, 1);

    stage_test_settings.cfg.stream_resume_window = 0; /* then every end is for good */
    stage_test_join(&r, (pd_srv_join){0});
    stage_test_leave(&r, 0);
    stage_test_step(1);
    assert_int_equal(pd_srv_stage_now(stage_test_stage).sessions, 0);
}

static void a_watcher_leaves_the_session_as_it_is(void **state)
{
    (void)state;
    recorder r, watcher;
    stage_test_join(&r, (pd_srv_join){0});
    stage_test_join(&watcher, (pd_srv_join){.watch = r.joined.session});
    stage_test_leave(&watcher, 1);
    stage_test_step(200);
    assert_int_equal(pd_srv_stage_now(stage_test_stage).sessions, 1);
    assert_false(pd_srv_stage_is_taken(stage_test_stage, r.subscriber));
    stage_test_leave(&r, 1);
}

static void a_token_takes_the_session_from_a_connection_that_still_has_it(void **state)
{
    (void)state;
    recorder old, fresh;
    pd_error err = {0};
    const pd_character_input in = {0};
    stage_test_join(&old, (pd_srv_join){0});
    uint32_t id = stage_test_spawn(&old);
    stage_test_step(1);
    stage_test_join(&fresh, (pd_srv_join){.resume = old.joined.token});
    assert_string_equal(fresh.joined.session, old.joined.session);
    assert_true(pd_srv_stage_is_taken(stage_test_stage, old.subscriber));
    assert_false(pd_srv_stage_is_taken(stage_test_stage, fresh.subscriber));

    stage_test_step(1);
    assert_int_equal(old.frame_count, 1);
    assert_int_equal(fresh.frame_count, 1);
    assert_int_equal(pd_srv_stage_input(stage_test_stage, old.subscriber, id, 1, &in, &err), PD_ERR_INVALID);
    stage_test_leave(&old, 1); /* and its end does not end what it no longer has */
    stage_test_step(1);
    assert_int_equal(fresh.frame_count, 2);
    stage_test_leave(&fresh, 1);
}

static void parts_that_cannot_be_joined_are_reported(void **state)
{
    (void)state;
    recorder r;
    pd_error err;
    char token[PD_SRV_TOKEN] = "00000000000000000000000000000000";
    static const struct {
        pd_srv_join join;
        pd_status status;
        const char *where;
    } rows[] = {
        {{.resume = "short"}, PD_ERR_NOT_FOUND, "/resume"},
        {{.watch = "0123456789abcdef"}, PD_ERR_NOT_FOUND, "/watch"},
        {{.scene = "nowhere"}, PD_ERR_NOT_FOUND, "/scene"},
        {{.watch = "0123456789abcdef", .scene = "nowhere"}, PD_ERR_INVALID, ""},
        {{.resume = "a", .watch = "b"}, PD_ERR_INVALID, ""},
        {{.watch = "b", .vmc = {"127.0.0.1:1", 1, 1}}, PD_ERR_INVALID, "/vmc"},
        {{.vmc = {"127.0.0.1:1", 1, 1}}, PD_ERR_INVALID, "/vmc"}, /* nothing is permitted */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(stage_test_try_join(&r, &rows[i].join, &err), rows[i].status);
        assert_string_equal(err.where, rows[i].where);
        assert_null(r.subscriber);
    }
    assert_int_equal(stage_test_try_join(&r, &(pd_srv_join){.resume = token}, &err), PD_ERR_NOT_FOUND);
    assert_int_equal(pd_srv_stage_now(stage_test_stage).sessions, 0);
}

/* -- clients ------------------------------------------------------------------------------- */
static void the_oldest_waiting_session_of_a_client_with_too_many_ends(void **state)
{
    (void)state;
    recorder lives, first, second, third, again;
    pd_error err = {0};
    stage_test_settings.cfg.stream_owner_sessions = 3;
    const pd_srv_join mine = {.client = 7};
    stage_test_join(&lives, mine);
    stage_test_join(&first, mine);
    stage_test_join(&second, mine);
    stage_test_leave(&first, 0);
    stage_test_step(1);
    stage_test_leave(&second, 0);
    stage_test_step(1);
    stage_test_join(&third, mine); /* first ends */
    stage_test_step(1);
    assert_int_equal(
        stage_test_try_join(&again, &(pd_srv_join){.resume = first.joined.token, .client = 7}, &err),
        PD_ERR_NOT_FOUND);
    stage_test_join(&again, (pd_srv_join){.resume = second.joined.token, .client = 7});

    assert_int_equal(stage_test_try_join(&first, &mine, &err), PD_ERR_LIMIT); /* none waits */
    assert_string_equal(
        err.detail, "this client has 3 sessions; at most 3 allowed for each client (stream.owner_sessions)");
    stage_test_join(&first, (pd_srv_join){.client = 8}); /* others are not touched */
    stage_test_leave(&lives, 1);
    stage_test_leave(&first, 1);
    stage_test_leave(&third, 1);
    stage_test_leave(&again, 1);
}

static void a_client_that_joins_and_drops_shuts_no_other_out(void **state)
{
    (void)state;
    recorder r, victim, other;
    stage_test_settings.cfg.stream_sessions = 20;
    stage_test_join(&victim, (pd_srv_join){.client = 8});
    stage_test_leave(&victim, 0); /* its one waiting session stays, however many others have */
    for (int i = 0; i < 100; i++) {
        stage_test_join(&r, (pd_srv_join){.client = 7});
        stage_test_leave(&r, 0);
    }
    stage_test_join(&other, (pd_srv_join){.client = 9});
    stage_test_step(1);
    assert_true(pd_srv_stage_now(stage_test_stage).sessions <= 20);
    stage_test_join(&r, (pd_srv_join){.resume = victim.joined.token});
    stage_test_leave(&r, 1);
    stage_test_leave(&other, 1);
}

/* -- limits ------------------------------------------------------------------------------- */
static void the_quota_of_a_token_counts_where_it_is_smaller(void **state)
{
    (void)state;
    recorder a, b, c;
    pd_error err = {0};
    uint32_t id;
    const pd_srv_join few = {.client = 7, .sessions_most = 1}, many = {.client = 8, .sessions_most = 9};
    const pd_srv_spawn one = {.characters_most = 1}, more = {.characters_most = 9};
    stage_test_settings.cfg.stream_owner_sessions = 1;
    stage_test_settings.cfg.stream_characters = 2;
    stage_test_join(&a, few);
    assert_int_equal(stage_test_try_join(&c, &few, &err), PD_ERR_LIMIT);
    stage_test_join(&b, many);
    assert_int_equal(stage_test_try_join(&c, &many, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "at most 1 allowed for each client (stream.owner_sessions)"));
    stage_test_settings.cfg.stream_owner_sessions = 0; /* no limit but the quota */
    assert_int_equal(stage_test_try_join(&c, &few, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "at most 1 allowed for each client (the token's posed.max_sessions)"));

    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, a.subscriber, &one, &err), PD_OK);
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, a.subscriber, &one, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "at most 1 allowed (the token's posed.max_characters)"));
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, a.subscriber, &more, &err), PD_OK);
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, a.subscriber, &more, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.detail, "at most 2 allowed (stream.characters)"));
    stage_test_leave(&a, 1);
    stage_test_leave(&b, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STAGE_TEST(a_session_waits_for_its_token_as_long_as_the_window),
        STAGE_TEST(every_character_of_a_token_counts),
        STAGE_TEST(a_session_that_was_left_for_good_cannot_be_resumed),
        STAGE_TEST(a_watcher_leaves_the_session_as_it_is),
        STAGE_TEST(a_token_takes_the_session_from_a_connection_that_still_has_it),
        STAGE_TEST(parts_that_cannot_be_joined_are_reported),
        STAGE_TEST(the_oldest_waiting_session_of_a_client_with_too_many_ends),
        STAGE_TEST(a_client_that_joins_and_drops_shuts_no_other_out),
        STAGE_TEST(the_quota_of_a_token_counts_where_it_is_smaller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
