/* Who may spawn and move characters, by which models, in which scenes. */
#include "tests/support/checked_locks.h"
#include "tests/support/stage_test.h"

static void a_session_is_its_keys(void **state)
{
    (void)state;
    recorder owner, other;
    pd_error err = {0};
    stage_test_join(&owner, (pd_srv_join){.client = 7, .has_key = true});
    char id[PD_SRV_SESSION_ID], token[PD_SRV_TOKEN];
    memcpy(id, owner.joined.session, sizeof id);
    memcpy(token, owner.joined.token, sizeof token);
    assert_int_equal(
        stage_test_try_join(&other, &(pd_srv_join){.resume = token, .client = 8, .has_key = true}, &err),
        PD_ERR_NOT_FOUND);
    assert_int_equal(
        stage_test_try_join(&other, &(pd_srv_join){.watch = id, .client = 8, .has_key = true}, &err),
        PD_ERR_NOT_FOUND);
    assert_int_equal(pd_srv_stage_is_taken(stage_test_stage, owner.subscriber), 0);
    stage_test_join(&other, (pd_srv_join){.watch = id, .client = 8, .has_key = true, .is_admin = true});
    stage_test_leave(&other, 1);
    stage_test_join(&other, (pd_srv_join){.watch = id, .client = 7, .has_key = true});
    stage_test_leave(&other, 1);
    stage_test_join(
        &other, (pd_srv_join){.watch = id, .client = 9}); /* where no keys are asked for, the id is enough */
    stage_test_leave(&other, 1);
    stage_test_leave(&owner, 1);

    stage_test_join(&owner, (pd_srv_join){.client = 7, .has_key = true, .is_shared = true});
    memcpy(id, owner.joined.session, sizeof id);
    memcpy(token, owner.joined.token, sizeof token);
    stage_test_join(&other, (pd_srv_join){.watch = id, .client = 8, .has_key = true});
    stage_test_leave(&other, 1);
    assert_int_equal(
        stage_test_try_join(&other, &(pd_srv_join){.resume = token, .client = 8, .has_key = true}, &err),
        PD_ERR_NOT_FOUND); /* shared to be watched, not to be taken */
    stage_test_leave(&owner, 1);
}

/* A large scene is freed by the tidying thread, because freeing in the tick would delay frames. */
static void a_large_scene_is_freed_by_tidying(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    int is_new;
    for (int large = 0; large < 2; large++) {
        pd_anim_scene flat = {0};
        pd_api_scene *scene = pd_api_scene_new("field", &flat);
        scene->held = large ? 2 << 20 : 1000;
        scene->host = &api_host_table;
        pd_srv_memory_add(&api_host_state.memory, PD_API_MEMORY_SCENES, scene->held);
        assert_int_equal(api_host_table.scene_put(api_host_table.ctx, scene, NULL, &is_new, &err), PD_OK);
        stage_test_join(&r, (pd_srv_join){.scene = "field"});
        assert_int_equal(
            api_host_table.scene_delete(api_host_table.ctx, "field", &(pd_api_owner){.is_admin = 1}, NULL),
            1);
        stage_test_leave(&r, 1);
        stage_test_step(2);
        assert_int_equal(stage_test_held(PD_API_MEMORY_SCENES), large ? 2 << 20 : 0);
        pd_srv_stage_tidy(stage_test_stage);
        assert_int_equal(stage_test_held(PD_API_MEMORY_SCENES), 0);
    }
}

static void a_key_reaches_what_its_lists_name(void **state)
{
    (void)state;
    recorder owner, other;
    pd_error err = {0};
    uint32_t id;
    pd_api_access access = {.key = "crowd"};
    assert_int_equal(pd_api_access_parse(&access, "models=others", "", &err), PD_OK);
    assert_int_equal(pd_api_access_parse(&access, "sessions=game*", "", &err), PD_OK);
    assert_int_equal(pd_api_access_parse(&access, "scenes=lobby", "", &err), PD_OK);

    stage_test_join(&owner, (pd_srv_join){.client = 7, .has_key = true, .key = "crowd", .access = &access});
    const pd_srv_spawn wanted = {.access = &access};
    assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, owner.subscriber, &wanted, &err),
                     PD_ERR_FORBIDDEN);
    assert_string_equal(err.where, "/model");
    assert_non_null(strstr(err.detail, "(models=others)"));
    stage_test_leave(&owner, 1);
    assert_int_equal(
        stage_test_try_join(&other, &(pd_srv_join){.scene = "yard", .client = 7, .access = &access}, &err),
        PD_ERR_FORBIDDEN);
    assert_string_equal(err.where, "/scene");

    static const char *const keys[] = {"gamble", "game-1"};
    for (int i = 0; i < 2; i++) {
        stage_test_join(
            &owner,
            (pd_srv_join){.client = (uint64_t)(20 + i), .has_key = true, .key = keys[i], .is_shared = true});
        const pd_srv_join watching = {
            .watch = owner.joined.session, .client = 7, .has_key = true, .key = "crowd", .access = &access};
        if (i) {
            stage_test_join(&other, watching);
            stage_test_leave(&other, 1);
        } else {
            assert_int_equal(stage_test_try_join(&other, &watching, &err), PD_ERR_FORBIDDEN);
            assert_string_equal(
                err.detail, "the key \"crowd\" is not for the session of key \"gamble\" (sessions=game*)");
        }
        stage_test_leave(&owner, 1);
    }
}

static void a_refused_join_takes_no_destination(void **state)
{
    (void)state;
    recorder waits, lives, late, back;
    pd_error err = {0};
    static char *allowed[] = {"127.0.0.1:39539"};
    stage_test_settings.cfg.stream_vmc_allow.items = allowed;
    stage_test_settings.cfg.stream_vmc_allow.count = 1;
    stage_test_settings.cfg.stream_owner_sessions = 1;
    const pd_srv_join sent = {.client = 1, .vmc = {"127.0.0.1:39539", 1, 1}};
    stage_test_join(&waits, sent);
    stage_test_join(&lives, (pd_srv_join){.client = 2});
    assert_int_equal(stage_test_try_join(&late, &(pd_srv_join){.client = 3, .vmc = sent.vmc}, &err),
                     PD_ERR_BUSY); /* its client is there */
    stage_test_leave(&waits, 0);
    stage_test_step(1);

    assert_int_equal(stage_test_try_join(&late, &(pd_srv_join){.client = 2, .vmc = sent.vmc}, &err),
                     PD_ERR_LIMIT);
    stage_test_join(&back, (pd_srv_join){.resume = waits.joined.token, .client = 1});
    assert_string_equal(back.joined.vmc, "127.0.0.1:39539");
    stage_test_leave(&back, 0);
    stage_test_step(1);
    stage_test_join(&late, (pd_srv_join){.client = 3, .vmc = sent.vmc}); /* from one that waits it is taken */
    stage_test_join(&back, (pd_srv_join){.resume = waits.joined.token, .client = 1});
    assert_string_equal(back.joined.vmc, "");

    stage_test_leave(&late, 1);
    stage_test_leave(&lives, 1);
    stage_test_leave(&back, 1);
    stage_test_settings.cfg.stream_vmc_allow.count = 0;
}

static void a_failed_spawn_is_reported(void **state)
{
    (void)state;
    recorder r;
    uint32_t id;
    static const struct {
        pd_srv_spawn spawn;
        pd_status status;
        const char *where;
    } rows[] = {
        {{.model = "nobody"}, PD_ERR_NOT_FOUND, "/model"},
        {{.model = "tiny"}, PD_ERR_INVALID, "/model"}, /* a body's */
        {{.has_body = 1, .body = "nobody"}, PD_ERR_NOT_FOUND, "/body/model"},
        {{.has_body = 1, .body = "walk"}, PD_ERR_INVALID, "/body/model"}, /* a network's */
        {{.character = "nobody"}, PD_ERR_NOT_FOUND, "/character"},
    };
    stage_test_join(&r, (pd_srv_join){0});
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_error err = {0};
        assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, r.subscriber, &rows[i].spawn, &err),
                         rows[i].status);
        assert_string_equal(err.where, rows[i].where);
    }
    assert_int_equal(pd_srv_stage_now(stage_test_stage).characters, 0);
    stage_test_leave(&r, 1);
}

/* Stores an object at this path, which must be new. */
static void put(const char *target, const char *body)
{
    pd_api_call *call = api_ask("PUT", target, body);
    assert_int_equal(api_status(call), 201);
    pd_api_call_release(call);
}

/* Ids in spawn and join: if an unknown id differs from an existing one by a letter, the error names the
 * existing one; otherwise it names none. */
static void an_id_beside_another_is_hinted_at(void **state)
{
    (void)state;
    static const char skeleton[] = "{\"joints\":[{\"name\":\"root\",\"offset\":[0,0,0]},"
                                   "{\"name\":\"tip\",\"parent\":\"root\",\"offset\":[0,1,0]}]}";
    static const struct {
        pd_srv_spawn near, far;
        const char *hint;
    } spawns[] = {
        {{.model = "wolk"}, {.model = "xyzxyzxyz"}, "did you mean walk?"},
        {{.has_body = 1, .body = "othar"}, {.has_body = 1, .body = "xyzxyzxyz"}, "did you mean other?"},
        {{.drive = PD_API_DRIVE_OBSERVE, .body = "othar"},
         {.drive = PD_API_DRIVE_OBSERVE, .body = "xyzxyzxyz"},
         "did you mean other?"},
        {{.character = "puppat"}, {.character = "xyzxyzxyz"}, "did you mean puppet?"},
    };
    recorder r;
    uint32_t id;
    put("/v1/skeletons/puppet", skeleton);
    put("/v1/scenes/garden", "{\"walls\":[{\"from\":[-2,4],\"to\":[2,4]}]}");
    stage_test_join(&r, (pd_srv_join){0});
    for (size_t i = 0; i < sizeof spawns / sizeof *spawns; i++) {
        pd_error err = {0};
        assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, r.subscriber, &spawns[i].near, &err),
                         PD_ERR_NOT_FOUND);
        if (!strstr(err.detail, spawns[i].hint)) fail_msg("%s: %s", err.where, err.detail);
        assert_int_equal(pd_srv_stage_spawn(stage_test_stage, &id, r.subscriber, &spawns[i].far, &err),
                         PD_ERR_NOT_FOUND);
        if (strstr(err.detail, "did you mean")) fail_msg("%s: %s", err.where, err.detail);
    }
    stage_test_leave(&r, 1);

    pd_error err;
    assert_int_equal(stage_test_try_join(&r, &(pd_srv_join){.scene = "gardan"}, &err), PD_ERR_NOT_FOUND);
    assert_non_null(strstr(err.detail, "did you mean garden? GET /v1/scenes"));
    assert_int_equal(stage_test_try_join(&r, &(pd_srv_join){.scene = "xyzxyzxyz"}, &err), PD_ERR_NOT_FOUND);
    assert_null(strstr(err.detail, "did you mean"));
}

static void a_network_is_released_when_no_character_uses_it(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    stage_test_join(&r, (pd_srv_join){0});
    uint32_t one = stage_test_spawn(&r), two = stage_test_spawn(&r);
    assert_int_equal(stage_test_stage->groups->characters, 2);
    assert_null(stage_test_stage->groups->next); /* one network, one batch */
    stage_test_step(1);
    assert_int_equal(pd_srv_stage_despawn(stage_test_stage, r.subscriber, one, &err), PD_OK);
    stage_test_step(1);
    assert_non_null(stage_test_stage->groups);
    assert_int_equal(pd_srv_stage_despawn(stage_test_stage, r.subscriber, two, &err), PD_OK);
    stage_test_step(1);
    assert_null(stage_test_stage->groups);
    stage_test_leave(&r, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STAGE_TEST(a_session_is_its_keys),
        STAGE_TEST(a_key_reaches_what_its_lists_name),
        STAGE_TEST(a_large_scene_is_freed_by_tidying),
        STAGE_TEST(a_refused_join_takes_no_destination),
        STAGE_TEST(a_failed_spawn_is_reported),
        STAGE_TEST(an_id_beside_another_is_hinted_at),
        STAGE_TEST(a_network_is_released_when_no_character_uses_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
