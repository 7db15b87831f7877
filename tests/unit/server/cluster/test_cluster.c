/* The entries of a cluster: what daemons and sessions store, and when it is deleted. */
#include "tests/support/checked_locks.h"
#include "tests/support/cluster_test.h"

/* Reports whether the stored state of the session has these bytes. */
static bool is_state(const pd_buffer *bytes)
{
    redisReply *reply = redisCommand(cluster_test_watcher, "GET t:state:%s", cluster_test_a->joined.session);
    const bool is_same = reply && reply->type == REDIS_REPLY_STRING && (size_t)reply->len == bytes->size &&
                         !memcmp(reply->str, bytes->data, bytes->size);
    freeReplyObject(reply);
    return is_same;
}

/* ---- what Redis is told */
static void the_registry_entry_describes_the_daemon_and_ends_with_it(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) { /* of no bytes, and of seven */
        snprintf(cluster_test_model_files[i], sizeof cluster_test_model_files[i], "%s/model%d",
                 cluster_test_folder, i);
        FILE *file = fopen(cluster_test_model_files[i], "w");
        if (i) fputs("seven b", file);
        fclose(file);
    }
    cluster_test_begin(cluster_test_a, "one");
    cluster_test_play(cluster_test_a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    /* An entry that is written between the join and the spawn has the session without its character. */
    UNTIL(!strcmp(cluster_test_redis("HGET t:node:one sessions"), "1") &&
          !strcmp(cluster_test_redis("HGET t:node:one characters"), "1"));
    assert_string_equal(cluster_test_redis("HGET t:node:one address"), "http://127.0.0.1:1");
    assert_string_equal(cluster_test_redis("HGET t:node:one version"), pd_cfg_version_text());
    assert_string_equal(cluster_test_redis("HGET t:node:one draining"), "0");
    assert_string_equal(cluster_test_redis("SISMEMBER t:nodes one"), "1");

    /* Every motion or body model with the size of its file, in memory or on disk; -1: it has no file. */
    assert_string_equal(cluster_test_redis("HGET t:node:one models"), "motion=0,tiny=7,other=-1");
    assert_int_equal(strspn(cluster_test_redis("HGET t:node:one models_sum"), "0123456789abcdef"), 16);

    /* It is renewed within the lease, and never lasts longer. */
    for (int i = 0; i < 200; i++) {
        const long left = strtol(cluster_test_redis("PTTL t:node:one"), NULL, 10);
        assert_true(left > 0 && left <= 1000 * LEASE);
        cluster_test_step_all();
    }
    cluster_test_end_cluster(cluster_test_a);
    assert_string_equal(cluster_test_redis("EXISTS t:node:one"), "0");
    memset(cluster_test_model_files, 0, sizeof cluster_test_model_files);
}

static void a_session_is_stored_as_it_stands(void **state)
{
    (void)state;
    unsigned char hash[PD_SRV_SHA256_BYTES];
    char digits[2 * sizeof hash + 1], ticks[16];
    cluster_test_begin(cluster_test_a, "one");
    cluster_test_play(cluster_test_a, (pd_srv_join){.key = "anna"}, (pd_srv_spawn){.facing = 0});
    UNTIL(cluster_test_is_stored());
    cluster_test_a->stands = true;
    snprintf(ticks, sizeof ticks, "%u", cluster_test_a->stage->state.tick);
    UNTIL(!strcmp(cluster_test_stored("tick"), ticks));

    pd_srv_sha256(hash, cluster_test_a->joined.token, strlen(cluster_test_a->joined.token));
    pd_srv_hex_encode(digits, hash, sizeof hash);
    assert_string_equal(cluster_test_stored("node"), "one");
    assert_string_equal(cluster_test_stored("epoch"), "1");
    assert_string_equal(cluster_test_stored("token"), digits);
    assert_string_equal(cluster_test_stored("key"), "anna");
    assert_string_equal(cluster_test_stored("blobs"), "");
    assert_string_equal(cluster_test_redis("GET t:token:%s", digits), cluster_test_a->joined.session);

    /* The state is the snapshot of that tick and of the time at which it was taken. The session is stored
     * again after 2 s of the real clock, while that of the stage stands. */
    pd_buffer bytes = {0};
    assert_int_equal(
        pd_srv_snapshot_write(&bytes, cluster_test_a->stage, cluster_test_a->joined.session, NULL), PD_OK);
    for (const int64_t asked = pd_srv_now_us(); !is_state(&bytes); usleep(2000))
        if (pd_srv_now_us() - asked > 15 * PD_SRV_SECOND) fail_msg("another state is stored");

    /* Kept for the resume window, two leases and the 2 s after which a session that stands is stored again;
     * and stored again. */
    const long most = (long)(1000 * (WINDOW + 2 * LEASE + 2));
    for (int i = 0; i < 3; i++) {
        const char *const keys[] = {"session", "state"};
        const long left =
            strtol(cluster_test_redis("PTTL t:%s:%s", keys[i % 2], cluster_test_a->joined.session), NULL, 10);
        assert_true(left > 0 && left <= most);
    }
    const double before = cluster_test_metric(cluster_test_a, "checkpoints_total");
    const int64_t begun = pd_srv_now_us();
    UNTIL(cluster_test_metric(cluster_test_a, "checkpoints_total") > before);
    assert_true(pd_srv_now_us() - begun > PD_SRV_SECOND / 2); /* not with every look */
    assert_true(strtol(cluster_test_redis("PTTL t:session:%s", cluster_test_a->joined.session), NULL, 10) >
                most - 1500);

    /* The figures: connected, all checkpoints of the same size, the last a moment ago. */
    assert_true(cluster_test_metric(cluster_test_a, "connected") == 1 &&
                cluster_test_metric(cluster_test_a, "troubles_total") == 0);
    assert_true(cluster_test_metric(cluster_test_a, "checkpoint_bytes_total") >
                0.5 * (double)bytes.size * cluster_test_metric(cluster_test_a, "checkpoints_total"));
    assert_true(cluster_test_metric(cluster_test_a, "checkpoint_bytes_total") <
                2 * (double)bytes.size * cluster_test_metric(cluster_test_a, "checkpoints_total"));
    assert_true(cluster_test_metric(cluster_test_a, "checkpoint_seconds_total") > 0 &&
                cluster_test_metric(cluster_test_a, "checkpoint_seconds_total") < 60);
    UNTIL(cluster_test_metric(cluster_test_a, "checkpoint_age_seconds") >= 0 &&
          cluster_test_metric(cluster_test_a, "checkpoint_age_seconds") < 1);
    pd_buffer_deinit(&bytes);

    /* A session that moves is stored with new ticks. */
    cluster_test_a->stands = false;
    UNTIL(strtoul(cluster_test_stored("tick"), NULL, 10) > strtoul(ticks, NULL, 10) + 2);
}

static void a_session_that_ends_is_deleted(void **state)
{
    (void)state;
    char token[80];
    cluster_test_begin(cluster_test_a, "one");
    cluster_test_play(cluster_test_a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(cluster_test_is_stored());
    snprintf(token, sizeof token, "%s", cluster_test_stored("token"));
    pd_srv_stage_leave(cluster_test_a->stage, cluster_test_a->subscriber, 1);
    cluster_test_a->subscriber = NULL;
    UNTIL(!cluster_test_is_stored());
    assert_string_equal(
        cluster_test_redis("EXISTS t:state:%s t:token:%s", cluster_test_a->joined.session, token), "0");
    UNTIL(!strcmp(cluster_test_redis("HGET t:node:one sessions"), "0"));
}

static bool exists(const char *session)
{
    return !strcmp(cluster_test_redis("EXISTS t:session:%s", session), "1");
}

/* Sessions have random ids, so their order is random. Each is stored,
 * and when any of them ends its keys are deleted. */
static void each_of_many_sessions_is_stored_and_deleted(void **state)
{
    (void)state;
    enum { SESSIONS = 12 };
    pd_srv_subscriber *subscribers[SESSIONS];
    char ids[SESSIONS][PD_SRV_SESSION_ID];
    cluster_test_begin(cluster_test_a, "one");
    for (int i = 0; i < SESSIONS; i++) {
        cluster_test_play(cluster_test_a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
        subscribers[i] = cluster_test_a->subscriber;
        snprintf(ids[i], sizeof ids[i], "%s", cluster_test_a->joined.session);
        UNTIL(exists(ids[i])); /* one joins those that are held */
    }
    cluster_test_a->subscriber = NULL;
    UNTIL(!strcmp(cluster_test_redis("HGET t:node:one sessions"), "12"));
    for (int k = 0; k < SESSIONS; k++) {
        const int i = k * 5 % SESSIONS;
        pd_srv_stage_leave(cluster_test_a->stage, subscribers[i], 1);
        UNTIL(!exists(ids[i]));
        for (int later = k + 1; later < SESSIONS; later++) assert_true(exists(ids[later * 5 % SESSIONS]));
    }
}

static void a_token_without_a_session_is_refused(void **state)
{
    (void)state;
    pd_error err = {0};
    cluster_test_begin(cluster_test_a, "one");
    UNTIL(cluster_test_metric(cluster_test_a, "connected") == 1);
    assert_int_equal(cluster_test_take_over(cluster_test_a, "nobody", &err), PD_SRV_TAKEOVER_FAILED);
    assert_int_equal(err.status, PD_ERR_NOT_FOUND);
    assert_string_equal(err.where, "/resume");
    assert_string_equal(
        err.detail,
        "no session has this token; a session ends 1.5 s after its last connection (stream.resume_window)");
    assert_true(cluster_test_metric(cluster_test_a, "takeover_failures_total") == 1 &&
                cluster_test_metric(cluster_test_a, "taken_over_total") == 0);
}

/* Returns the number of EXISTS commands since the last call. Daemons use EXISTS only to check whether a
 * session can be taken. */
static int looks(void)
{
    const char *line = strstr(cluster_test_redis("INFO commandstats"), "cmdstat_exists:calls=");
    const int count = line ? atoi(line + strlen("cmdstat_exists:calls=")) : 0;
    cluster_test_redis("CONFIG RESETSTAT");
    return count;
}

/* The entry of the daemon is alive but the daemon does not answer. After the lease and one more second the
 * client gets the message to try again. Until then look-ups are frequent only at first: four a second from
 * the start would be seven. */
static void a_daemon_that_does_not_answer_is_named(void **state)
{
    (void)state;
    pd_error err = {0};
    cluster_test_begin(cluster_test_a, "one");
    cluster_test_begin(cluster_test_b, "two");
    cluster_test_play(cluster_test_a, (pd_srv_join){0}, (pd_srv_spawn){.facing = 0});
    UNTIL(cluster_test_is_stored());
    cluster_test_end_cluster(cluster_test_a);
    cluster_test_a->stands = true;
    cluster_test_redis("HSET t:node:one address nowhere");
    const int64_t begun = pd_srv_now_us();
    looks();
    assert_int_equal(cluster_test_take_over(cluster_test_b, cluster_test_a->joined.token, &err),
                     PD_SRV_TAKEOVER_FAILED);
    assert_true(pd_srv_now_us() - begun >= (int64_t)((LEASE + 1) * PD_SRV_SECOND));
    assert_true(looks() > 8);
    assert_int_equal(err.status, PD_ERR_BUSY);
    assert_string_equal(err.detail, "the daemon one has the session and does not give it up; try again");
    assert_string_equal(cluster_test_stored("epoch"), "1");
    cluster_test_redis("DEL t:node:one");
    assert_int_equal(cluster_test_take_over(cluster_test_b, cluster_test_a->joined.token, &err),
                     PD_SRV_TAKEOVER_DONE);
}

/* ---- scenes and characters that clients have put */
static pd_api_scene *no_scene(void *ctx, const char *id)
{
    (void)ctx, (void)id;
    return NULL;
}

static pd_api_skeleton *no_skeleton(void *ctx, const char *id)
{
    (void)ctx, (void)id;
    return NULL;
}

/* A character leaves and another one, of another file, comes between two checkpoints: as many as before. */
static void a_character_that_takes_the_place_of_another_one_is_stored(void **state)
{
    (void)state;
    pd_error err = {0};
    uint32_t id;
    char before[512];
    pd_srv_snapshot_entry *list;
    stage_put_avatar("mine");
    stage_put_avatar_of("yours", &(avatar_spec){.belly = 1, .posed = 1});
    cluster_test_begin(cluster_test_a, "one");
    cluster_test_play(cluster_test_a, (pd_srv_join){0}, (pd_srv_spawn){.character = "mine"});
    UNTIL(cluster_test_is_stored() && *cluster_test_stored("blobs"));
    snprintf(before, sizeof before, "%s", cluster_test_stored("blobs"));

    assert_int_equal(pd_srv_snapshot_list(&list, cluster_test_a->stage), 1);
    assert_int_equal(
        pd_srv_stage_despawn(cluster_test_a->stage, cluster_test_a->subscriber, list->newest, &err), PD_OK);
    free(list);
    assert_int_equal(pd_srv_stage_spawn(cluster_test_a->stage, &id, cluster_test_a->subscriber,
                                        &(pd_srv_spawn){.character = "yours"}, &err),
                     PD_OK);
    UNTIL(strcmp(before, cluster_test_stored("blobs")) != 0 && *cluster_test_stored("blobs"));
}

static void scenes_and_characters_go_along(void **state)
{
    (void)state;
    pd_error err = {0};
    stage_put_avatar("mine");
    stage_put_scene("yard");
    cluster_test_begin_daemon(cluster_test_b, "two");
    cluster_test_b->host.scene = no_scene, cluster_test_b->host.skeleton = no_skeleton;
    cluster_test_begin_cluster(cluster_test_b);
    cluster_test_begin(cluster_test_a, "one");
    cluster_test_play(cluster_test_a, (pd_srv_join){.scene = "yard"}, (pd_srv_spawn){.character = "mine"});
    UNTIL(cluster_test_is_stored() && *cluster_test_stored("blobs"));

    /* "scene:REVISION:SHA256,character:REVISION:SHA256,", each with the bytes of which the hash is. */
    char blobs[512], *next = NULL;
    int count = 0;
    snprintf(blobs, sizeof blobs, "%s", cluster_test_stored("blobs"));
    assert_true(!strncmp(blobs, "scene:", 6) && strstr(blobs, ",character:"));
    for (char *item = strtok_r(blobs, ",", &next); item; item = strtok_r(NULL, ",", &next), count++) {
        unsigned char hash[PD_SRV_SHA256_BYTES];
        char digits[2 * sizeof hash + 1];
        const char *sha = strrchr(item, ':') + 1;
        UNTIL(!strcmp(cluster_test_redis("EXISTS t:blob:%s", sha), "1"));
        redisReply *reply = redisCommand(cluster_test_watcher, "GET t:blob:%s", sha);
        pd_srv_sha256(hash, reply->str, reply->len);
        pd_srv_hex_encode(digits, hash, sizeof hash);
        assert_string_equal(digits, sha);
        freeReplyObject(reply);
        assert_true(strtol(cluster_test_redis("PTTL t:blob:%s", sha), NULL, 10) > 0);
    }
    assert_int_equal(count, 2);

    if (cluster_test_take_over(cluster_test_b, cluster_test_a->joined.token, &err) != PD_SRV_TAKEOVER_DONE)
        fail_msg("%s: %s", err.where, err.detail);
    cluster_test_resume(cluster_test_b, cluster_test_a->joined.token);
    pd_srv_snapshot_uses uses;
    assert_true(pd_srv_snapshot_uses_of(&uses, cluster_test_b->stage, cluster_test_b->joined.session));
    pd_api_scene *own = api_host_table.scene(api_host_table.ctx, "yard");
    assert_true(uses.scene && uses.count == 1 && uses.scene != own);
    assert_string_equal(uses.scene->revision, own->revision);
    pd_api_scene_release(own);
    pd_srv_snapshot_uses_deinit(&uses);

    /* Redis has lost the bytes: they are stored again. */
    cluster_test_redis("DEL t:blob:%s", strrchr(cluster_test_stored("blobs"), ':') + 1);
    cluster_test_redis("FLUSHALL");
    UNTIL(cluster_test_is_stored() && *cluster_test_stored("blobs"));
    char sha[80];
    snprintf(sha, sizeof sha, "%.64s", strchr(strchr(cluster_test_stored("blobs"), ':') + 1, ':') + 1);
    UNTIL(!strcmp(cluster_test_redis("EXISTS t:blob:%s", sha), "1"));

    /* Other bytes below that name are not taken. */
    cluster_test_end_cluster(cluster_test_b);
    cluster_test_b->stands = true;
    cluster_test_redis("SET t:blob:%s nonsense", sha);
    cluster_test_begin_daemon(&cluster_test_daemons[2], "three");
    cluster_test_daemons[2].host.scene = no_scene, cluster_test_daemons[2].host.skeleton = no_skeleton;
    cluster_test_begin_cluster(&cluster_test_daemons[2]);
    assert_int_equal(cluster_test_take_over(&cluster_test_daemons[2],
                                            cluster_test_b->joined.token[0] ? cluster_test_b->joined.token
                                                                            : cluster_test_a->joined.token,
                                            &err),
                     PD_SRV_TAKEOVER_FAILED);
    assert_int_equal(err.status, PD_ERR_NOT_FOUND);
    assert_int_equal(cluster_test_sessions_of(&cluster_test_daemons[2]), 0);
    UNTIL(cluster_test_is_logged(&cluster_test_daemons[2], "cluster: session not taken over session="));
    assert_string_equal(cluster_test_stored("node"), ""); /* another may have what this one lacks */
    assert_true(cluster_test_metric(&cluster_test_daemons[2], "takeover_failures_total") == 1);
    cluster_test_daemons[2].host.scene = api_host_table.scene,
    cluster_test_daemons[2].host.skeleton =
        api_host_table.skeleton; /* as this one, when the scene has been put here */
    pd_error later = {0};
    if (cluster_test_take_over(&cluster_test_daemons[2], cluster_test_a->joined.token, &later) !=
        PD_SRV_TAKEOVER_DONE)
        fail_msg("%s: %s", later.where, later.detail);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLUSTER_TEST(the_registry_entry_describes_the_daemon_and_ends_with_it),
        CLUSTER_TEST(a_session_is_stored_as_it_stands),
        CLUSTER_TEST(a_session_that_ends_is_deleted),
        CLUSTER_TEST(each_of_many_sessions_is_stored_and_deleted),
        CLUSTER_TEST(a_token_without_a_session_is_refused),
        CLUSTER_TEST(a_daemon_that_does_not_answer_is_named),
        CLUSTER_TEST(a_character_that_takes_the_place_of_another_one_is_stored),
        CLUSTER_TEST(scenes_and_characters_go_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
