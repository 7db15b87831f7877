/* Parts of the server when an allocation fails, for each allocation, alone and with all later ones: each part
 * works or reports that memory is out, and leaks nothing. Parts with their own threads are left out, because
 * failing_memory.h counts for one thread. Parts that only start a thread
 * are stopped before anything else allocates. */
#include "server/base/auth.h"
#include "server/base/rate.h"
#include "server/base/settings.h"
#include "server/base/tickets.h"
#include "server/cluster/blob.h"
#include "server/http/not_modified.h"
#include "server/http/reply_cache.h"
#include "server/identity/token.h"
#include "server/models/named_store.h"
#include "server/models/stores.h"
#include "server/stream/client.h"
#include "server/work/buffer_cache.h"
#include "server/work/refused.h"
#include "tests/support/cmocka.h"
#include "tests/support/failing_memory.h"
#include "tests/support/stage_put.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SHA_ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
/* The P-256 key of RFC 7515, A.3. */
#define KEYS                                                                                                 \
    "{\"keys\":[{\"kty\":\"EC\",\"kid\":\"a\",\"crv\":\"P-256\",\"x\":"                                      \
    "\"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU\","                                                       \
    "\"y\":\"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0\"}]}"

static char keys_file[64], jwks_file[64];
static pd_buffer scene_bytes, character_bytes;

/* Outcome of a part: done, out of memory, or an error other than that, which is wrong. */
typedef enum said { DONE, WITHOUT, WRONG } said;

static said of_status(pd_status status)
{
    return status == PD_OK ? DONE : status == PD_ERR_MEMORY ? WITHOUT : WRONG;
}

static said keys_text(void)
{
    pd_srv_auth *auth;
    pd_srv_identity who;
    const pd_status status = pd_srv_auth_parse(&auth, "shop read " SHA_ABC "\n", "keys", NULL);
    if (status != PD_OK) return of_status(status);
    assert_int_equal(pd_srv_auth_identify(auth, "Bearer abc", 0, &who, NULL), PD_SRV_KNOWN);
    pd_srv_auth_free(auth);
    return DONE;
}

static said keys_of_file(void)
{
    pd_srv_auth *auth;
    pd_srv_identity who;
    const pd_status status = pd_srv_auth_load(&auth, keys_file, NULL);
    if (status != PD_OK) return status == PD_ERR_INVALID ? WITHOUT : of_status(status); /* "cannot be read" */
    assert_int_equal(pd_srv_auth_identify(auth, "Bearer abc", 0, &who, NULL), PD_SRV_KNOWN);
    pd_srv_auth_free(auth);
    return DONE;
}

static said no_keys(void)
{
    pd_srv_auth *auth;
    const pd_status status = pd_srv_auth_load(&auth, "", NULL);
    if (status == PD_OK) pd_srv_auth_free(auth);
    return of_status(status);
}

static said rates(void)
{
    pd_srv_rate *rate = pd_srv_rate_new();
    if (!rate) return WITHOUT;
    assert_int_equal(pd_srv_rate_take(rate, 1, 1, 1, 1), 0);
    pd_srv_rate_free(rate);
    return DONE;
}

static said tickets(void)
{
    char ticket[64];
    pd_srv_identity who = {.name = "anna"}, back;
    pd_srv_tickets *list = pd_srv_tickets_new();
    if (!list) return WITHOUT;
    const pd_status status = pd_srv_tickets_issue(list, &who, ticket, 1, NULL);
    if (status == PD_OK) assert_int_equal(pd_srv_tickets_redeem(list, ticket, &back, 2), 1);
    pd_srv_tickets_free(list);
    return of_status(status);
}

static said tokens(void)
{
    pd_srv_tokens *set;
    pd_error err = {0};
    const pd_srv_token_options options = {
        .keys = jwks_file, .issuer = "https://id.example", .audience = "posed"};
    const pd_status status = pd_srv_tokens_load(&set, &options, &err);
    if (status != PD_OK)
        return status == PD_ERR_MEMORY || strstr(err.detail, "cannot be read") ? WITHOUT : WRONG;
    assert_int_equal(pd_srv_tokens_key_count(set), 1);
    pd_srv_tokens_free(set);
    return DONE;
}

static said remembered_lengths(void)
{
    pd_srv_not_modified *cache = pd_srv_not_modified_new();
    if (!cache) return WITHOUT;
    pd_srv_not_modified_keep_length(cache, "\"a\"", 77);
    assert_int_equal(pd_srv_not_modified_length(cache, "\"a\""), 77);
    pd_srv_not_modified_free(cache);
    return DONE;
}

static said stored_replies(void)
{
    static const pd_api_host host;
    pd_srv_not_modified_key key;
    pd_api_reply reply = {.status = 200};
    pd_srv_reply_cache *cache = pd_srv_reply_cache_new(&host);
    if (!cache) return WITHOUT;

    pd_srv_not_modified_key_init(&key);
    pd_srv_not_modified_key_add(&key, "/a");
    pd_buffer_add(&reply.body, "body", 4);
    const bool is_made = !reply.body.failed;
    pd_srv_kept_reply *kept = pd_srv_reply_cache_keep(cache, &key, 100000, &reply);
    assert_true(!kept || pd_srv_kept_reply_read(kept)->body.size == 4);
    assert_true(kept || !is_made || reply.body.size == 4);
    const bool is_stored = kept != NULL;
    pd_srv_kept_reply_release(kept);
    pd_buffer_deinit(&reply.body);
    pd_srv_reply_cache_free(cache);
    return is_stored ? DONE : WITHOUT;
}

static said refusals(void)
{
    pd_srv_refused *list = pd_srv_refused_new();
    if (!list) return WITHOUT;
    pd_srv_refused_free(list);
    return DONE;
}

static said buffers(void)
{
    pd_srv_buffer_cache *cache = pd_srv_buffer_cache_new(1 << 16);
    if (!cache) return WITHOUT;
    pd_srv_buffer_cache_free(cache);
    return DONE;
}

static said stores(void)
{
    pd_srv_named_store *scenes = pd_srv_scenes_new(), *skeletons = pd_srv_skeletons_new();
    const bool good = scenes && skeletons;
    pd_srv_named_store_free(scenes), pd_srv_named_store_free(skeletons);
    return good ? DONE : WITHOUT;
}

static said scene_of_blob(void)
{
    pd_api_scene *scene = NULL;
    const pd_status status =
        pd_srv_blob_read_scene(&scene, (pd_bytes){scene_bytes.data, scene_bytes.size}, NULL);
    pd_api_scene_release(scene);
    return of_status(status);
}

static said blob_of_scene(void)
{
    pd_buffer out = {0};
    pd_api_scene *scene = api_host_table.scene(api_host_table.ctx, "yard");
    pd_srv_blob_write_scene(&out, scene);
    const bool failed = out.failed;
    if (!failed) {
        assert_int_equal(out.size, scene_bytes.size);
        assert_memory_equal(out.data, scene_bytes.data, out.size);
    }
    pd_buffer_deinit(&out);
    pd_api_scene_release(scene);
    return failed ? WITHOUT : DONE;
}

static said blob_of_character(void)
{
    pd_buffer out = {0};
    pd_api_skeleton *own = api_host_table.skeleton(api_host_table.ctx, "mine");
    pd_srv_blob_write_character(&out, own);
    const bool failed = out.failed;
    if (!failed) assert_memory_equal(out.data, character_bytes.data, out.size);
    pd_buffer_deinit(&out);
    pd_api_skeleton_release(own);
    return failed ? WITHOUT : DONE;
}

/* A reload that fails keeps the present settings. pd_srv_config_replace takes ownership of the new
 * configuration in either case. */
static said reload(void)
{
    pd_srv_config config = {0};
    pd_error err = {0};
    failing_memory was = failing_memory_now;
    failing_memory_now.is_on = false;
    pd_cfg first = {.limits_batch = 3}, second = {.limits_batch = 4};
    assert_int_equal(pd_srv_config_replace(&config, &first, 0, &err), PD_OK);
    failing_memory_now = was;
    const pd_status status = pd_srv_config_replace(&config, &second, 0, &err);
    was = failing_memory_now;
    failing_memory_now.is_on = false;
    assert_int_equal(pd_srv_settings_now(&config)->limits.batch, status == PD_OK ? 4 : 3);
    pd_srv_config_deinit(&config);
    failing_memory_now = was;
    return of_status(status);
}

static const struct {
    const char *name;
    said (*run)(void);
} parts[] = {{"keys in a text", keys_text},
             {"keys in a file", keys_of_file},
             {"no keys", no_keys},
             {"rates", rates},
             {"tickets", tickets},
             {"keys of tokens", tokens},
             {"remembered lengths", remembered_lengths},
             {"stored replies", stored_replies},
             {"refusals", refusals},
             {"cache of buffers", buffers},
             {"stores", stores},
             {"scene of a blob", scene_of_blob},
             {"blob of a scene", blob_of_scene},
             {"blob of a character", blob_of_character},
             {"reload", reload}};

static void a_part_without_memory_says_so_and_keeps_none(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].run() != DONE) fail_msg("%s fails with memory", parts[i].name);
        for (int goes_on = 0; goes_on < 2; goes_on++)
            for (long n = 1;; n++) {
                const long blocks = failing_memory_blocks();
                failing_memory_now = (failing_memory){.is_on = true, .goes_on = goes_on, .fails_at = n};
                const said got = parts[i].run();
                failing_memory_now.is_on = false;
                if (failing_memory_blocks() != blocks)
                    fail_msg("%s: allocation %ld fails and %ld blocks are left over", parts[i].name, n,
                             failing_memory_blocks() - blocks);
                if (!failing_memory_now.failed) {
                    assert_true(got == DONE && n > 1);
                    break;
                }
                if (got == WRONG)
                    fail_msg("%s: allocation %ld fails and another error is said", parts[i].name, n);
            }
    }
}

static void write_file(char path[64], const char *text)
{
    strcpy(path, "/tmp/posed-parts-XXXXXX");
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
}

static int set_up(void **state)
{
    api_host_setup(state);
    stage_put_avatar("mine");
    stage_put_scene("yard");
    pd_api_scene *scene = api_host_table.scene(api_host_table.ctx, "yard");
    pd_api_skeleton *own = api_host_table.skeleton(api_host_table.ctx, "mine");
    pd_srv_blob_write_scene(&scene_bytes, scene);
    pd_srv_blob_write_character(&character_bytes, own);
    pd_api_scene_release(scene), pd_api_skeleton_release(own);
    write_file(keys_file, "shop read " SHA_ABC "\n");
    write_file(jwks_file, KEYS);
    return 0;
}

static int tear_down(void **state)
{
    unlink(keys_file), unlink(jwks_file);
    pd_buffer_deinit(&scene_bytes), pd_buffer_deinit(&character_bytes);
    return api_host_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_part_without_memory_says_so_and_keeps_none)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
