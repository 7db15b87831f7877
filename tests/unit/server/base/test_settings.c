/* Tests a reload of the configuration: readers of the old one can go on, its memory is freed later, and keys
 * or proxies that cannot be read leave the present ones in force. */
#include "server/base/settings.h"

#include "server/base/heap.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pd_cfg cfg_with(int batch)
{
    pd_cfg cfg = {.limits_batch = batch, .limits_body_bytes = 77};
    return cfg;
}

static void a_replaced_configuration_leaves_the_old_one_readable(void **state)
{
    (void)state;
    pd_srv_config config = {0};
    pd_cfg first = cfg_with(3), second = cfg_with(4);
    pd_error err = {0};
    assert_int_equal(pd_srv_config_replace(&config, &first, 0, &err), PD_OK);
    const pd_srv_settings *seen = pd_srv_settings_now(&config); /* by a request under way */
    assert_int_equal(seen->limits.batch, 3);
    assert_int_equal(seen->limits.body_bytes, 77);
    assert_int_equal(first.limits_batch, 0); /* taken */

    assert_int_equal(pd_srv_config_replace(&config, &second, 0, &err), PD_OK);
    assert_int_equal(pd_srv_settings_now(&config)->limits.batch, 4);
    assert_int_equal(seen->limits.batch, 3);
    pd_srv_config_deinit(&config);
    assert_null(pd_srv_settings_now(&config));
}

static void an_unreadable_key_file_keeps_the_present_keys(void **state)
{
    (void)state;
    pd_srv_config config = {0};
    pd_cfg good = cfg_with(3), bad = cfg_with(4);
    pd_error err = {0};
    assert_int_equal(pd_srv_config_replace(&config, &good, 0, &err), PD_OK);
    bad.access_keys_file = strdup("/nonexistent/keys");
    assert_int_equal(pd_srv_config_replace(&config, &bad, 0, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "access.keys_file");
    assert_int_equal(pd_srv_settings_now(&config)->limits.batch, 3);
    assert_null(bad.access_keys_file); /* taken all the same */
    pd_srv_config_deinit(&config);
}

static char *write_text(const char *text, size_t size)
{
    char path[] = "/tmp/posed-settings-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, size), size);
    close(fd);
    return strdup(path);
}

/* The P-256 key of RFC 7515, A.3, alone in a set. */
#define KEYS                                                                                                 \
    "{\"keys\":[{\"kty\":\"EC\",\"kid\":\"a\",\"crv\":\"P-256\",\"x\":"                                      \
    "\"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU\","                                                       \
    "\"y\":\"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0\"}]}"

/* Keys of tokens are read with each configuration. If the file cannot be read, is no set, or is too large,
 * the present keys remain. */
static void keys_of_tokens_are_read_from_a_file(void **state)
{
    (void)state;
    enum { MOST = 1 << 20 };
    pd_srv_config config = {0};
    pd_error err = {0};
    pd_cfg cfg = cfg_with(3);
    char *file = write_text(KEYS, strlen(KEYS)), *large = calloc(1, MOST + 2);
    cfg.access_jwt_keys = strdup(file);
    cfg.access_jwt_issuer = strdup("https://id.example"), cfg.access_jwt_audience = strdup("posed");
    if (pd_srv_config_replace(&config, &cfg, 0, &err)) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(pd_srv_auth_token_keys(pd_srv_settings_now(&config)->auth), 1);
    assert_true(pd_srv_auth_asks(pd_srv_settings_now(&config)->auth));
    assert_int_equal(pd_srv_auth_count(pd_srv_settings_now(&config)->auth), 0);
    unlink(file), free(file);

    memset(large, ' ', MOST + 1);
    memcpy(large, KEYS, strlen(KEYS));
    const struct {
        size_t size;
        pd_status status;
        const char *detail;
    } rows[] = {{MOST, PD_OK, ""},
                {MOST + 1, PD_ERR_INVALID, "is larger than 1048576 bytes"},
                {7, PD_ERR_FORMAT, ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cfg = cfg_with(4 + (int)i);
        file = write_text(large, rows[i].size);
        cfg.access_jwt_keys = strdup(file);
        cfg.access_jwt_issuer = strdup("https://id.example"), cfg.access_jwt_audience = strdup("posed");
        err = (pd_error){0};
        if (pd_srv_config_replace(&config, &cfg, 0, &err) != rows[i].status)
            fail_msg("%zu bytes: %s: %s", rows[i].size, err.where, err.detail);
        assert_non_null(strstr(err.detail, rows[i].detail));
        assert_int_equal(pd_srv_settings_now(&config)->limits.batch, 4);
        unlink(file), free(file);
    }
    free(large);
    pd_srv_config_deinit(&config);
}

static void lists_of_proxies_are_parsed_and_bad_ones_keep_the_present_list(void **state)
{
    (void)state;
    pd_srv_config config = {0};
    pd_error err = {0};
    pd_cfg good = cfg_with(3), bad = cfg_with(4);
    good.access_trusted_proxies = (pd_cfg_list){calloc(2, sizeof(char *)), 1};
    good.access_trusted_proxies.items[0] = strdup("10.0.0.0/8");
    bad.access_trusted_proxies = (pd_cfg_list){calloc(2, sizeof(char *)), 1};
    bad.access_trusted_proxies.items[0] = strdup("10.0.0.1/8");
    assert_int_equal(pd_srv_config_replace(&config, &good, 0, &err), PD_OK);
    assert_int_equal(pd_srv_settings_now(&config)->trusted_count, 1);
    assert_int_equal(pd_srv_settings_now(&config)->trusted[0].count, 8);
    assert_int_equal(pd_srv_config_replace(&config, &bad, 0, &err), PD_ERR_INVALID);
    assert_int_equal(pd_srv_settings_now(&config)->limits.batch, 3);
    pd_srv_config_deinit(&config);
}

static int count_old(const pd_srv_config *config)
{
    int count = 0;
    for (const pd_srv_settings *s = pd_srv_settings_now(config)->older; s; s = s->older) count++;
    return count;
}

static void a_reload_frees_what_was_replaced_a_minute_ago_unless_a_request_holds_it(void **state)
{
    (void)state;
    pd_srv_config config = {0};
    pd_error err = {0};
    pd_cfg cfg = cfg_with(1);
    assert_int_equal(pd_srv_config_replace(&config, &cfg, 0, &err), PD_OK);
    const pd_srv_settings *held = pd_srv_settings_hold(&config);
    for (int i = 2; i <= 300; i++) { /* within a minute: whoever reads without holding may still do so */
        cfg = cfg_with(i);
        assert_int_equal(pd_srv_config_replace(&config, &cfg, 1, &err), PD_OK);
    }
    assert_int_equal(count_old(&config), 299);

    cfg = cfg_with(301);
    assert_int_equal(pd_srv_config_replace(&config, &cfg, PD_SRV_SETTINGS_GRACE_US + 1, &err), PD_OK);
    assert_int_equal(count_old(&config),
                     2); /* the one that was replaced just now, and the one that is held */
    assert_int_equal(held->limits.batch, 1);
    assert_int_equal(pd_srv_settings_now(&config)->limits.batch, 301);

    pd_srv_settings_let_go(held);
    cfg = cfg_with(302);
    assert_int_equal(pd_srv_config_replace(&config, &cfg, 3 * PD_SRV_SETTINGS_GRACE_US, &err), PD_OK);
    assert_int_equal(count_old(&config), 1);
    pd_srv_config_deinit(&config);
}

static void the_heap_is_trimmed_once_after_a_large_tree(void **state)
{
    (void)state;
    pd_srv_heap heap = {0};
    assert_false(pd_srv_heap_trim(&heap));
    pd_srv_heap_parsed(&heap, (16 << 10) - 1);
    assert_false(pd_srv_heap_trim(&heap));
    pd_srv_heap_parsed(&heap, 16 << 10);
    assert_true(pd_srv_heap_trim(&heap));
    assert_false(pd_srv_heap_trim(&heap));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_replaced_configuration_leaves_the_old_one_readable),
        cmocka_unit_test(a_reload_frees_what_was_replaced_a_minute_ago_unless_a_request_holds_it),
        cmocka_unit_test(an_unreadable_key_file_keeps_the_present_keys),
        cmocka_unit_test(keys_of_tokens_are_read_from_a_file),
        cmocka_unit_test(lists_of_proxies_are_parsed_and_bad_ones_keep_the_present_list),
        cmocka_unit_test(the_heap_is_trimmed_once_after_a_large_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
