/* Messages and answers of one stream, with a stage that does not tick by itself,
 * no socket, and a time set by the test. */
#include "tests/support/checked_locks.h"
#include "tests/support/stream_client.h"
#include "tests/support/token_verifier.h"

static const char *say(const char *text)
{
    pd_srv_client_message(client, text, strlen(text), 0, START);
    return texts_of(client);
}

static void expect(const char *answer, const char *words)
{
    if (!strstr(answer, words)) fail_msg("%s is not in: %s", words, answer);
}

static void join_comes_first_and_once(void **state)
{
    (void)state;
    expect(say("{\"type\":\"spawn\",\"ref\":\"a\"}"), "the first message has to be join");
    expect(heard, "\"ref\":\"a\"");
    expect(say("{\"type\":\"ping\",\"time\":5}"), "\"pong\""); /* that may */
    expect(say("{\"type\":\"join\",\"ref\":\"j\"}"), "\"welcome\"");
    expect(heard, "\"ref\":\"j\"");
    expect(say("{\"type\":\"join\"}"), "this connection has joined already; one join allowed");
    expect(say("{\"type\":\"spawn\",\"ref\":\"s\"}"), "\"spawned\"");
    expect(say("{\"type\":\"profile\",\"ref\":\"p\",\"divisor\":2}"), "\"of\":\"profile\"");
    expect(say("{\"type\":\"input\",\"id\":1,\"ref\":\"i\"}"), "\"of\":\"input\"");
    assert_string_equal(say("{\"type\":\"input\",\"id\":1}"), ""); /* without a ref nothing is answered */
    expect(say("{\"type\":\"input\",\"id\":9}"), "not_found");
    assert_int_equal(client->errors, 3);
    assert_int_equal(client->messages, 9);
}

static void a_direction_in_degrees_is_warned_of_once_for_each_type_of_message(void **state)
{
    (void)state;
    say("{\"type\":\"join\"}");
    say("{\"type\":\"spawn\"}");
    assert_string_equal(say("{\"type\":\"input\",\"id\":1,\"camera_yaw\":6.28}"), "");
    expect(say("{\"type\":\"input\",\"id\":1,\"ref\":\"i\",\"axes\":\"camera\",\"camera_yaw\":90}"),
           "{\"type\":\"warned\",\"of\":\"input\",\"id\":1,\"warnings\":[{\"pointer\":"
           "\"/camera_yaw\",\"detail\":\"90; -6.283 to 6.283 radians");
    assert_string_equal(say("{\"type\":\"input\",\"id\":1,\"camera_yaw\":91}"), "");
    expect(say("{\"type\":\"sit\",\"id\":1,\"seat\":[0,1],\"height\":0.45,\"facing\":90}"), "/facing");
    assert_string_equal(say("{\"type\":\"sit\",\"id\":1,\"seat\":[0,1],\"height\":0.45,\"facing\":90}"), "");
}

static void messages_wait_in_their_order_for_a_model_on_disk(void **state)
{
    (void)state;
    say("{\"type\":\"join\"}");
    api_host_state.on_disk = "other";
    assert_string_equal(say("{\"type\":\"spawn\",\"ref\":\"s\",\"body\":{\"model\":\"other\"}}"), "");
    assert_string_equal(say("{\"type\":\"ping\",\"time\":5}"), "");
    pd_srv_client_go_on(client);
    assert_string_equal(texts_of(client), ""); /* it is not there yet */

    /* The model is loaded: both are answered, the first one first. */
    api_host_state.on_disk = NULL;
    pd_srv_client_go_on(client);
    const char *answers = texts_of(client);
    expect(answers, "\"spawned\"");
    expect(strstr(answers, "\"spawned\""), "\"pong\"");
    expect(say("{\"type\":\"ping\",\"time\":5}"), "\"pong\"");

    /* Too many messages end the stream. */
    settings.cfg.stream_message_rate = 1e6;
    client->allowance = 1e6;
    api_host_state.on_disk = "other";
    say("{\"type\":\"spawn\",\"body\":{\"model\":\"other\"}}");
    for (int i = 0; i < 40000 && !client->close_code; i++) say("{\"type\":\"ping\",\"time\":5}");
    assert_int_equal(client->close_code, 1013);
    api_host_state.on_disk = NULL;
    pd_srv_client_go_on(client);
    assert_int_equal(pd_srv_stage_now(deps.stage).characters, 1);
}

static void a_client_may_go_while_a_message_waits(void **state)
{
    (void)state;
    say("{\"type\":\"join\"}");
    api_host_state.on_disk = "other";
    assert_string_equal(say("{\"type\":\"spawn\",\"body\":{\"model\":\"other\"}}"), "");
    api_host_state.on_disk = NULL; /* the teardown closes the client, whose message is forgotten */
}

static void leaving_ends_the_session_with_a_bye(void **state)
{
    (void)state;
    say("{\"type\":\"join\"}");
    assert_int_equal(pd_srv_stage_now(deps.stage).sessions, 1);
    expect(say("{\"type\":\"leave\"}"), "\"left\"");
    expect(heard, "\"come_back\":false");
    assert_int_equal(client->close_code, 1000);
    assert_null(client->subscriber);
    assert_string_equal(say("{\"type\":\"ping\",\"time\":1}"), ""); /* nothing is heard after it */
    pd_srv_client_bye(client, 1008, "other", 0, "");
    assert_int_equal(client->close_code, 1000); /* the first reason stays */
    assert_string_equal(client->close_text, "left");
}

/* Those that fit into 4 KiB count once. */
/* Each message that moves a character reaches the one with its id. It is refused for an unknown id and for a
 * client without a session. */
static void every_message_reaches_the_character_that_it_names(void **state)
{
    (void)state;
    static const char *const messages[] = {
        "{\"type\":\"input\",\"id\":%d,\"seq\":1,\"move\":[0,1]}",
        "{\"type\":\"follow\",\"id\":%d,\"path\":[[0,5]]}",
        "{\"type\":\"look\",\"id\":%d,\"at\":[1,3]}",
        "{\"type\":\"look\",\"id\":%d}",
        "{\"type\":\"face\",\"id\":%d,\"blend_shapes\":{\"jawOpen\":0.5}}",
        "{\"type\":\"reach\",\"id\":%d,\"joint\":\"right_hand\",\"target\":[0.3,1.2,0.4]}",
        "{\"type\":\"sit\",\"id\":%d,\"seat\":[0,1],\"height\":0.45}",
        "{\"type\":\"despawn\",\"id\":%d}",
    };
    enum { COUNT = sizeof messages / sizeof *messages };
    char text[160];
    settings.cfg.stream_message_rate = 1000;
    client->allowance = 1000;
    for (int i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, messages[i], 1);
        expect(say(text), "\"code\":");
    }
    expect(say("{\"type\":\"join\"}"), "\"welcome\"");
    expect(say("{\"type\":\"spawn\"}"), "\"spawned\",\"id\":1");
    expect(say("{\"type\":\"spawn\"}"), "\"spawned\",\"id\":2");
    for (int i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, messages[i], 99);
        expect(say(text), "\"pointer\":\"/id\"");
        snprintf(text, sizeof text, messages[i], 2);
        const char *told = strstr(say(text), "\"error\""); /* a face is a body's, and these have none */
        if (!told != !strstr(text, "\"face\"") || (told && !strstr(heard, "2 has neither a body nor a face")))
            fail_msg("%s: %s", text, heard);
    }
    /* the second has gone with the last message, the first is still there */
    for (int id = 1; id <= 2; id++) {
        snprintf(text, sizeof text, messages[0], id);
        assert_int_equal(strstr(say(text), "\"error\"") != NULL, id == 2);
    }
    /* one that inputs move is not observed */
    expect(say("{\"type\":\"observe\",\"id\":1,\"seq\":1,\"time\":1,\"points\":[]}"), "\"error\"");
}

static void long_messages_count_as_several(void **state)
{
    (void)state;
    static char text[4 * PD_SRV_MESSAGE_BYTES];
    const double before = client->allowance;
    const size_t sizes[] = {PD_SRV_MESSAGE_BYTES - 1, PD_SRV_MESSAGE_BYTES, sizeof text - 1};
    double counted = 0;

    for (int i = 0; i < 3; i++) {
        memset(text, ' ', sizes[i]);
        memcpy(text, "{\"type\":\"ping\",\"time\":1", 23);
        text[sizes[i] - 1] = '}', text[sizes[i]] = 0;
        expect(say(text), "\"pong\"");
        counted += 1 + (double)(sizes[i] / PD_SRV_MESSAGE_BYTES);
        assert_near(client->allowance, before - counted, 1e-9);
    }
    assert_near(counted, 1 + 2 + 4, 0);
}

static void floods_end_after_two_seconds_worth_of_messages(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) expect(say("{\"type\":\"ping\",\"time\":1}"), "\"pong\"");
    expect(say("{\"type\":\"ping\",\"time\":1}"), "\"flood\"");
    expect(heard, "\"come_back\":true,\"after\":5,");
    assert_int_equal(client->close_code, 1008);
}

static void many_streams_of_one_client_have_one_sum(void **state)
{
    (void)state;
    char longer[200];
    settings.cfg.stream_message_rate = 1000;
    settings.cfg.stream_owner_message_bytes = 640;
    deps.messages = pd_srv_rate_new();
    pd_srv_client *second = open_client(), *other = open_client();
    client->owner = second->owner = 7, other->owner = 8;

    /* twenty short messages fit into the burst of two seconds, from either connection */
    for (int i = 0; i < 10; i++) pd_srv_client_frame(client, START);
    for (int i = 0; i < 10; i++) pd_srv_client_frame(second, START);
    assert_int_equal(second->close_code, 0);
    pd_srv_client_frame(second, START);
    expect(texts_of(second), "stream.owner_message_bytes");
    expect(heard, "\"come_back\":true,\"after\":5,");
    assert_int_equal(second->close_code, 1008);

    /* other clients are not limited by it; a second later the budget has grown;
     * long messages count by their bytes */
    pd_srv_client_frame(other, START);
    assert_int_equal(other->close_code, 0);
    memset(longer, ' ', sizeof longer);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(client->close_code, 0);
        pd_srv_client_message(client, longer, sizeof longer, 0, START + PD_SRV_SECOND);
    }
    assert_int_equal(client->close_code, 1008);

    settings.cfg.stream_owner_message_bytes = 0; /* no limit */
    for (int i = 0; i < 100; i++) pd_srv_client_frame(other, START + PD_SRV_SECOND);
    assert_int_equal(other->close_code, 0);
    pd_srv_client_close(second, START);
    pd_srv_client_close(other, START);
    pd_srv_rate_free(deps.messages);
}

static void a_client_that_was_silent_has_no_more_than_two_seconds_of_messages(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) pd_srv_client_frame(client, START + PD_SRV_SECOND / 2);
    assert_int_equal(client->close_code, 0);
    pd_srv_client_frame(client, START + PD_SRV_SECOND / 2);
    assert_int_equal(client->close_code, 1008);
}

static void the_rate_fills_again_and_no_higher_than_two_seconds(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) pd_srv_client_frame(client, START); /* control frames count */
    pd_srv_client_frame(client, START + PD_SRV_SECOND / 5);
    assert_int_equal(client->close_code, 0);
    for (int i = 0; i < 20; i++) pd_srv_client_frame(client, START + 1000 * PD_SRV_SECOND);
    assert_int_equal(client->close_code, 0);
    pd_srv_client_frame(client, START + 1000 * PD_SRV_SECOND);
    assert_int_equal(client->close_code, 1008);
}

static void too_many_errors_or_a_text_that_is_not_utf8_end_the_stream(void **state)
{
    (void)state;
    settings.cfg.stream_message_rate = 1000;
    client->allowance = 1000;
    for (int i = 0; i < 99; i++) say("{");
    assert_int_equal(client->close_code, 0);
    expect(say("{"), "too_many_errors");
    expect(heard, "\"come_back\":false");
    assert_int_equal(client->close_code, 1008);

    pd_srv_client_close(client, START);
    client = open_client();
    expect(say("{\"type\":\"\xff\"}"), "not_utf8");
    expect(heard, "\"come_back\":true,\"after\":1,");
    assert_int_equal(client->close_code, 1007);
}

static void binary_inputs_are_checked_like_texts(void **state)
{
    (void)state;
    unsigned char bytes[PD_API_INPUT_BYTES_MOST];
    pd_api_binary_input in = {.id = 1, .seq = 4, .move = {0, 1}};
    size_t size = pd_api_input_encode(bytes, &in);
    pd_srv_client_message(client, bytes, size, 1, START);
    expect(texts_of(client), "the first message has to be join");
    say("{\"type\":\"join\"}");
    say("{\"type\":\"spawn\"}");
    pd_srv_client_message(client, bytes, size, 1, START);
    assert_string_equal(texts_of(client), "");
    in.speed = 7; /* 5 at most */
    size = pd_api_input_encode(bytes, &in);
    pd_srv_client_message(client, bytes, size, 1, START);
    expect(texts_of(client), "speed: 7; 0 to 5");
    pd_srv_client_message(client, bytes, size - 1, 1, START);
    expect(texts_of(client), "\"error\"");
}

static void silence_is_ended_each_kind_with_its_reason(void **state)
{
    (void)state;
    pd_srv_client_poll(client, START + 10 * PD_SRV_SECOND);
    assert_int_equal(client->close_code, 0);
    pd_srv_client_poll(client, START + 10 * PD_SRV_SECOND + 1);
    expect(texts_of(client), "no_join");
    expect(heard, "\"come_back\":true,\"after\":1,");
    assert_int_equal(client->close_code, 1008);

    pd_srv_client_close(client, START);
    client = open_client();
    say("{\"type\":\"join\"}");
    pd_srv_client_poll(client, START + 60 * PD_SRV_SECOND);
    assert_int_equal(client->close_code, 0);
    pd_srv_client_poll(client, START + 60 * PD_SRV_SECOND + 1);
    expect(texts_of(client), "\"idle\"");
    expect(heard, "\"come_back\":true,\"after\":1,");
    assert_int_equal(client->close_code, 1008);
}

static void a_client_that_is_taken_over_or_does_not_read_gets_the_reason(void **state)
{
    (void)state;
    char resume[256];
    const char *token = strstr(say("{\"type\":\"join\"}"), "\"resume_token\":\"");
    assert_non_null(token);
    snprintf(resume, sizeof resume, "{\"type\":\"join\",\"resume\":\"%.32s\"}",
             token + strlen("\"resume_token\":\""));
    pd_srv_client *old = client;
    client = open_client();
    expect(say(resume), "\"resumed\":true");
    pd_srv_client_poll(old, START);
    expect(texts_of(old), "taken_over");
    expect(heard, "\"come_back\":false");
    assert_int_equal(old->close_code, 1000);
    pd_srv_client_close(old, START);

    static char large[PD_SRV_OUTBOX_TEXTS];
    pd_srv_outbox_text(&client->outbox, large, sizeof large); /* more than is kept */
    pd_srv_client_poll(client, START);
    assert_int_equal(client->close_code, 1013);
    assert_string_equal(client->close_text, "too_slow");
}

static void pings_and_stats_come_every_five_seconds(void **state)
{
    (void)state;
    say("{\"type\":\"join\"}");
    say("{\"type\":\"spawn\"}");
    pd_srv_client_pong(client, 0.25, START);
    assert_int_equal(pd_srv_client_poll(client, START + 5 * PD_SRV_SECOND - 1), 0);
    assert_string_equal(texts_of(client), "");
    assert_int_equal(pd_srv_client_poll(client, START + 5 * PD_SRV_SECOND), 1);
    expect(texts_of(client), "\"stats\"");
    expect(heard, "\"sent\":0,\"dropped\":0,");
    expect(heard, "\"round_trip\":0.250000,");
    expect(heard, "\"characters\":1,\"sessions\":1}");
    assert_int_equal(pd_srv_client_poll(client, START + 6 * PD_SRV_SECOND), 0);
    assert_string_equal(texts_of(client), "");
    assert_int_equal(pd_srv_client_poll(client, START + 10 * PD_SRV_SECOND), 1);
}

static void a_silent_client_is_pinged_and_then_gets_no_frames(void **state)
{
    (void)state;
    const int64_t ms = PD_SRV_SECOND / 1000;
    int ping;
    assert_int_equal(pd_srv_client_reads(client, START + 149 * ms, &ping), 1);
    assert_int_equal(ping, 0);
    assert_int_equal(pd_srv_client_reads(client, START + 150 * ms, &ping), 1);
    assert_int_equal(ping, 1);
    assert_int_equal(pd_srv_client_reads(client, START + 279 * ms, &ping), 1);
    assert_int_equal(ping, 0); /* one question at a time */
    assert_int_equal(pd_srv_client_reads(client, START + 280 * ms, &ping), 0);

    pd_srv_client_pong(client, 0.1, START + 300 * ms); /* a round trip of 100 ms */
    assert_int_equal(pd_srv_client_reads(client, START + 449 * ms, &ping), 1);
    assert_int_equal(pd_srv_client_reads(client, START + 450 * ms, &ping), 1);
    assert_int_equal(ping, 1);
    assert_int_equal(pd_srv_client_reads(client, START + (450 + 130 + 200 - 1) * ms, &ping), 1);
    assert_int_equal(pd_srv_client_reads(client, START + (450 + 130 + 200) * ms, &ping), 0);

    pd_srv_client_pong(client, 9, START + 1000 * ms); /* at most 400 ms of it count */
    assert_int_equal(pd_srv_client_reads(client, START + 1150 * ms, &ping), 1);
    assert_int_equal(pd_srv_client_reads(client, START + (1150 + 130 + 800 - 1) * ms, &ping), 1);
    assert_int_equal(pd_srv_client_reads(client, START + (1150 + 130 + 800) * ms, &ping), 0);
}

#define CLIENT_TEST(name) cmocka_unit_test_setup_teardown(name, stream_client_set_up, stream_client_tear_down)

/* Replaces the file of keys, as a reload does. */
static void replace_keys(const char *text)
{
    pd_srv_auth_free(settings.auth);
    assert_int_equal(pd_srv_auth_parse(&settings.auth, text, "keys", NULL), PD_OK);
    settings.serial++;
}

static void a_key_that_is_taken_away_ends_its_streams_and_no_others(void **state)
{
    (void)state;
    static const char shop[] =
        "shop stream ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n";
    static const char both[] =
        "shop stream ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n"
        "boss admin 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n";
    replace_keys(shop);
    assert_int_equal(pd_srv_auth_identify(settings.auth, "Bearer abc", 0, &client->who, NULL), PD_SRV_KNOWN);
    pd_srv_client_poll(client, START);
    assert_int_equal(client->close_code, 0);
    replace_keys(both);
    pd_srv_client_poll(client, START);
    assert_int_equal(client->close_code, 0);
    replace_keys("boss admin 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n");
    pd_srv_client_poll(client, START);
    assert_int_equal(client->close_code, 1008);
    assert_string_equal(client->close_text, "revoked");
    expect(texts_of(client), "\"come_back\":false");
    pd_srv_auth_free(settings.auth);
    settings.auth = NULL;
}

static void a_key_whose_time_is_over_ends_its_streams_without_a_reload(void **state)
{
    (void)state;
    replace_keys(
        "shop stream ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad until=2100-01-01\n");
    assert_int_equal(pd_srv_auth_identify(settings.auth, "Bearer abc", 0, &client->who, NULL), PD_SRV_KNOWN);
    pd_srv_client_poll(client, START);
    assert_int_equal(client->close_code, 0);
    client->who.until_s = 1; /* in 1970 */
    pd_srv_client_poll(client, START);
    assert_string_equal(client->close_text, "revoked");
    pd_srv_auth_free(settings.auth);
    settings.auth = NULL;
}

/* Replaces keys, issuer and audience as a reload does. The number in `who` becomes that of `key`. */
static void replace_token_key(EVP_PKEY *key, pd_srv_identity *who)
{
    char *token =
        tokens_make(key, "{\"alg\":\"ES256\",\"kid\":\"a\"}", "{" TOKENS_CLAIMS ",\"scope\":\"stream\"}");
    char bearer[PD_SRV_TOKEN_BYTES];
    pd_srv_auth_free(settings.auth);
    assert_int_equal(pd_srv_auth_load(&settings.auth, "", NULL), PD_OK);
    pd_srv_auth_accept_tokens(settings.auth, token_verifier(key));
    settings.serial++;
    snprintf(bearer, sizeof bearer, "Bearer %s", token);
    if (who)
        assert_int_equal(pd_srv_auth_identify(settings.auth, bearer, TOKENS_NOW, who, NULL), PD_SRV_KNOWN);
    free(token);
}

static void a_stream_ends_with_its_token_and_its_client_may_come_back(void **state)
{
    (void)state;
    EVP_PKEY *key = EVP_EC_gen("P-256");
    replace_token_key(key, &client->who);
    assert_int_equal(client->who.until_s, 1800000600);
    client->who.until_s = INT64_C(1) << 40;
    pd_srv_client_poll(client, START);
    replace_token_key(key, NULL); /* a reload with the same key */
    pd_srv_client_poll(client, START);
    assert_int_equal(client->close_code, 0);
    client->who.until_s = 1; /* in 1970 */
    pd_srv_client_poll(client, START);
    assert_int_equal(client->close_code, 1008);
    assert_string_equal(client->close_text, "expired");
    expect(texts_of(client), "\"come_back\":true");
    EVP_PKEY_free(key);
    pd_srv_auth_free(settings.auth);
    settings.auth = NULL;
}

static void a_stream_ends_when_the_key_that_signed_its_token_is_removed(void **state)
{
    (void)state;
    EVP_PKEY *key = EVP_EC_gen("P-256"), *other = EVP_EC_gen("P-256");
    replace_token_key(key, &client->who);
    client->who.until_s = INT64_C(1) << 40;
    replace_token_key(other, NULL); /* under the same kid */
    pd_srv_client_poll(client, START);
    assert_int_equal(client->close_code, 1008);
    assert_string_equal(client->close_text, "revoked");
    EVP_PKEY_free(key);
    EVP_PKEY_free(other);
    pd_srv_auth_free(settings.auth);
    settings.auth = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLIENT_TEST(join_comes_first_and_once),
        CLIENT_TEST(a_direction_in_degrees_is_warned_of_once_for_each_type_of_message),
        CLIENT_TEST(messages_wait_in_their_order_for_a_model_on_disk),
        CLIENT_TEST(a_client_may_go_while_a_message_waits),
        CLIENT_TEST(leaving_ends_the_session_with_a_bye),
        CLIENT_TEST(every_message_reaches_the_character_that_it_names),
        CLIENT_TEST(long_messages_count_as_several),
        CLIENT_TEST(floods_end_after_two_seconds_worth_of_messages),
        CLIENT_TEST(many_streams_of_one_client_have_one_sum),
        CLIENT_TEST(a_client_that_was_silent_has_no_more_than_two_seconds_of_messages),
        CLIENT_TEST(the_rate_fills_again_and_no_higher_than_two_seconds),
        CLIENT_TEST(too_many_errors_or_a_text_that_is_not_utf8_end_the_stream),
        CLIENT_TEST(binary_inputs_are_checked_like_texts),
        CLIENT_TEST(silence_is_ended_each_kind_with_its_reason),
        CLIENT_TEST(a_client_that_is_taken_over_or_does_not_read_gets_the_reason),
        CLIENT_TEST(pings_and_stats_come_every_five_seconds),
        CLIENT_TEST(a_silent_client_is_pinged_and_then_gets_no_frames),
        CLIENT_TEST(a_key_that_is_taken_away_ends_its_streams_and_no_others),
        CLIENT_TEST(a_stream_ends_with_its_token_and_its_client_may_come_back),
        CLIENT_TEST(a_stream_ends_when_the_key_that_signed_its_token_is_removed),
        CLIENT_TEST(a_key_whose_time_is_over_ends_its_streams_without_a_reload),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
