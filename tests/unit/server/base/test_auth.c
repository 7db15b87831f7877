/* Tests keys: who may use which scope, until when, and which lines of a keys file are refused. The digests of
 * SHA-256 are those that NIST published. */
#include "server/base/auth.h"

#include "api/http/api.h"
#include "server/base/digest.h"
#include "tests/support/checked_locks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SHA_ABC  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#define SHA_TEST "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

static void sha256_gives_the_published_digests(void **state)
{
    (void)state;
    unsigned char out[32];
    char hex[65], long_text[1000001];
    pd_srv_sha256(out, "abc", 3);
    pd_srv_hex_encode(hex, out, 32);
    assert_string_equal(hex, SHA_ABC);
    pd_srv_sha256(out, "", 0);
    pd_srv_hex_encode(hex, out, 32);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    memset(long_text, 'a', 1000000);
    pd_srv_sha256(out, long_text, 1000000);
    pd_srv_hex_encode(hex, out, 32);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    /* 55, 56, 63 and 64 bytes: where the padding moves to a block of its own */
    pd_srv_sha256(out, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56);
    pd_srv_hex_encode(hex, out, 32);
    assert_string_equal(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static pd_srv_auth *parse(const char *text)
{
    pd_srv_auth *auth;
    pd_error err = {0};
    assert_int_equal(pd_srv_auth_parse(&auth, text, "keys", &err), PD_OK);
    return auth;
}

static void a_key_opens_its_scopes_and_no_others(void **state)
{
    (void)state;
    pd_srv_identity who;
    pd_srv_auth *auth =
        parse("# comment\n\nshop\tread,stream " SHA_ABC " # trailing\r\nboss admin " SHA_TEST);
    assert_int_equal(pd_srv_auth_count(auth), 2);
    assert_int_equal(pd_srv_auth_identify(auth, "Bearer abc", 0, &who, NULL), PD_SRV_KNOWN);
    assert_string_equal(who.name, "shop");
    assert_true(pd_srv_identity_may(&who, PD_API_READ) && pd_srv_identity_may(&who, PD_API_STREAM));
    assert_false(pd_srv_identity_may(&who, PD_API_ADMIN));
    assert_int_equal(pd_srv_auth_identify(auth, "bearer   test", 0, &who, NULL), PD_SRV_KNOWN);
    assert_true(pd_srv_identity_may(&who, PD_API_ADMIN) && pd_srv_identity_may(&who, PD_API_READ));
    pd_srv_auth_free(auth);
}

static void a_name_of_1_to_63_bytes_is_reported_whole(void **state)
{
    (void)state;
    static const int sizes[] = {1, 4, 5, 30, 62, 63};
    char name[64], line[200];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        pd_srv_identity who;
        memset(name, 'n', sizeof name);
        name[sizes[i]] = 0;
        snprintf(line, sizeof line, "%s read " SHA_ABC, name);
        pd_srv_auth *auth = parse(line);
        assert_int_equal(pd_srv_auth_identify(auth, "Bearer abc", 0, &who, NULL), PD_SRV_KNOWN);
        assert_string_equal(who.name, name);
        pd_srv_auth_free(auth);
    }
}

static void wrong_keys_give_access_to_public_routes_only(void **state)
{
    (void)state;
    pd_srv_identity who;
    pd_srv_auth *auth = parse("shop read " SHA_ABC "\n");
    const char *const wrong[] = {NULL,        "",          "Bearer", "Bearer ",        "Bearer abcd",
                                 "Bearer ab", "Basic abc", SHA_ABC,  "Bearer " SHA_ABC};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(pd_srv_auth_identify(auth, wrong[i], 0, &who, NULL), PD_SRV_UNKNOWN);
        assert_true(pd_srv_identity_may(&who, PD_API_OPEN));
        assert_false(pd_srv_identity_may(&who, PD_API_READ));
    }
    pd_srv_auth_free(auth);
}

#define DAY 86400

static void a_key_is_good_to_the_end_of_its_last_day(void **state)
{
    (void)state;
    pd_srv_identity who;
    const int64_t start = 1798675200; /* 2026-12-31T00:00:00Z */
    pd_srv_auth *auth = parse("shop read " SHA_ABC " until=2026-12-31 # a day\nboss admin " SHA_TEST
                              " until=2026-12-31T18:00:00Z");
    assert_int_equal(pd_srv_auth_identify(auth, "Bearer abc", start + DAY - 1, &who, NULL), PD_SRV_KNOWN);
    assert_int_equal(who.until_s, start + DAY);
    assert_int_equal(pd_srv_auth_identify(auth, "Bearer abc", start + DAY, &who, NULL), PD_SRV_OVER);
    assert_string_equal(who.name, "shop");
    assert_false(pd_srv_identity_may(&who, PD_API_READ));
    assert_true(pd_srv_identity_may(&who, PD_API_OPEN));
    assert_int_equal(pd_srv_auth_identify(auth, "Bearer test", start + 18 * 3600 - 1, &who, NULL),
                     PD_SRV_KNOWN);
    assert_int_equal(pd_srv_auth_identify(auth, "Bearer test", start + 18 * 3600, &who, NULL), PD_SRV_OVER);

    pd_buffer names = {0};
    assert_int_equal(pd_srv_auth_over(auth, start, &names), 0);
    assert_int_equal(pd_srv_auth_over(auth, start + 18 * 3600, &names), 1);
    assert_int_equal(pd_srv_auth_over(auth, start + DAY, &names), 2);
    pd_buffer_add(&names, "", 1);
    assert_string_equal(names.data, "bossshop, boss");
    pd_buffer_deinit(&names);
    pd_srv_auth_free(auth);
}

static void a_key_has_the_lists_of_its_line_and_of_a_later_file(void **state)
{
    (void)state;
    pd_srv_identity who;
    pd_srv_auth *auth = parse("crowd read " SHA_ABC " models=crowd-* until=2030-01-01 scenes=lobby,hall\n"
                              "boss admin " SHA_TEST);
    assert_int_equal(pd_srv_auth_identify(auth, "Bearer abc", 0, &who, NULL), PD_SRV_KNOWN);
    assert_string_equal(who.access.key, "crowd");
    assert_true(pd_api_access_allows(&who.access, PD_API_OBJECT_MODELS, "crowd-7"));
    assert_false(pd_api_access_allows(&who.access, PD_API_OBJECT_MODELS, "male"));
    assert_true(pd_api_access_allows(&who.access, PD_API_OBJECT_SCENES, "hall"));
    assert_true(pd_api_access_allows(&who.access, PD_API_OBJECT_SKELETONS, "any"));
    pd_srv_identity boss;
    assert_int_equal(pd_srv_auth_identify(auth, "Bearer test", 0, &boss, NULL), PD_SRV_KNOWN);
    assert_true(pd_api_access_is_whole(&boss.access));
    pd_srv_auth_free(auth);

    auth = parse("crowd read " SHA_ABC " models=male");
    assert_true(pd_srv_auth_holds(auth, &who, PD_API_READ, 0));
    assert_true(pd_api_access_allows(&who.access, PD_API_OBJECT_MODELS, "male"));
    assert_false(pd_api_access_allows(&who.access, PD_API_OBJECT_MODELS, "crowd-7"));
    assert_true(pd_api_access_allows(&who.access, PD_API_OBJECT_SCENES, "yard"));
    pd_srv_auth_free(auth);
}

static void a_client_that_was_let_in_is_checked_against_later_keys(void **state)
{
    (void)state;
    pd_srv_identity who, nobody = {0};
    pd_srv_auth *auth = parse("shop stream " SHA_ABC "\n"), *none;
    assert_int_equal(pd_srv_auth_identify(auth, "Bearer abc", 0, &who, NULL), PD_SRV_KNOWN);
    assert_true(pd_srv_auth_holds(auth, &who, PD_API_STREAM, 0));
    assert_false(pd_srv_auth_holds(auth, &who, PD_API_READ, 0));
    assert_false(pd_srv_auth_holds(auth, &nobody, PD_API_STREAM, 0)); /* from before keys were asked for */
    pd_srv_auth_free(auth);

    static const char *const later[] = {"other stream " SHA_ABC, "shop stream " SHA_TEST,
                                        "shop read " SHA_ABC, "shop stream " SHA_ABC " until=2000-01-01"};
    for (size_t i = 0; i < sizeof later / sizeof *later; i++) { /* renamed, another key, fewer scopes, over */
        pd_srv_identity then = who;
        auth = parse(later[i]);
        assert_false(pd_srv_auth_holds(auth, &then, PD_API_STREAM, 2000000000));
        pd_srv_auth_free(auth);
    }
    assert_int_equal(pd_srv_auth_load(&none, "", NULL), PD_OK);
    assert_true(pd_srv_auth_holds(none, &who, PD_API_STREAM, 0));
    pd_srv_auth_free(none);
}

static void without_a_file_everybody_may_do_everything(void **state)
{
    (void)state;
    pd_srv_auth *auth;
    pd_srv_identity who;
    assert_int_equal(pd_srv_auth_load(&auth, "", NULL), PD_OK);
    assert_false(pd_srv_auth_asks(auth));
    assert_int_equal(pd_srv_auth_identify(auth, NULL, 0, &who, NULL), PD_SRV_KNOWN);
    assert_true(pd_srv_identity_may(&who, PD_API_ADMIN));
    pd_srv_auth_free(auth);
}

static void a_bad_line_is_named_with_the_expected_form(void **state)
{
    (void)state;
    const struct {
        const char *text, *where, *detail;
    } bad[] = {
        {"a read " SHA_ABC "\nb read", "keys:2", "2 words; 3 to 12 expected"},
        {"a read " SHA_ABC " until=2026-12-31 b", "keys:1", "an unknown word; until=, models="},
        {"a read " SHA_ABC " until=2026-12-31 until=2026-12-31", "keys:1", "once"},
        {"a read " SHA_ABC " models=A", "keys:1", "models: \"A\"; ids"},
        {"a read " SHA_ABC " b c d e f g h i j k", "keys:1", "13 words; 3 to 12 expected"},
        {"a read " SHA_ABC " until=tomorrow", "keys:1", "\"until=tomorrow\"; until=YYYY-MM-DD"},
        {"a read " SHA_ABC " until=1970-01-01T00:00:00Z", "keys:1", "; until=YYYY"}, /* 0 would be for ever */
        {"a read " SHA_ABC " until=2026-12-31x", "keys:1", "; until=YYYY"},
        {"a read " SHA_ABC " until=2026-12-31T12:00", "keys:1", "; until=YYYY"},
        {"a read " SHA_ABC " 2026-12-31", "keys:1", "an unknown word; until=, models="},
        {"a write " SHA_ABC, "keys:1", "read, stream and admin allowed"},
        {"a read 1234", "keys:1", "64 hexadecimal digits"},
        {"A/b read " SHA_ABC, "keys:1", "name of 3 characters"},
        {"a read " SHA_ABC "\n\na read " SHA_ABC, "keys:3", "twice"},
        {"a read " SHA_ABC "\nb admin " SHA_ABC, "keys:2",
         "\"b\" has the same key as \"a\"; each key is allowed once"},
        {"# only a comment\n", "keys", "no keys"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        pd_srv_auth *auth;
        pd_error err = {0};
        assert_int_not_equal(pd_srv_auth_parse(&auth, bad[i].text, "keys", &err), PD_OK);
        assert_null(auth);
        assert_string_equal(err.where, bad[i].where);
        assert_non_null(strstr(err.detail, bad[i].detail));
    }
    pd_srv_auth *auth;
    pd_error err = {0};
    assert_int_equal(pd_srv_auth_load(&auth, "/nonexistent/keys", &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "access.keys_file");
}

/* Empty lines make up the size; the key stands at the end,
 * so that it is found only when all of the file is read. */
static void a_file_of_keys_may_have_one_mebibyte(void **state)
{
    static const char line[] = "\nshop read " SHA_ABC "\n";
    static const size_t sizes[] = {1 << 20, (1 << 20) + 1};

    (void)state;
    for (int i = 0; i < 2; i++) {
        char path[] = "/tmp/posed-keys-XXXXXX";
        const int fd = mkstemp(path);
        FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
        assert_non_null(file);
        for (size_t at = strlen(line); at < sizes[i]; at++) fputc('\n', file);
        fputs(line, file);
        fclose(file);

        pd_srv_auth *auth = NULL;
        pd_error err = {0};
        const pd_status status = pd_srv_auth_load(&auth, path, &err);
        remove(path);
        assert_int_equal(status, i ? PD_ERR_INVALID : PD_OK);
        if (i)
            assert_non_null(strstr(err.detail, "larger than 1048576 bytes"));
        else
            assert_int_equal(pd_srv_auth_count(auth), 1);
        pd_srv_auth_free(auth);
    }
}

/* Editors of Windows begin a text with a byte order mark, which nobody sees in the name of a key. */
static void a_file_of_keys_may_begin_with_a_byte_order_mark(void **state)
{
    (void)state;
    char path[] = "/tmp/posed-keys-XXXXXX";
    const int fd = mkstemp(path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    pd_srv_auth *auth = NULL;
    pd_srv_identity who;
    assert_non_null(file);
    fputs("\xEF\xBB\xBF"
          "shop read " SHA_ABC "\r\n",
          file);
    fclose(file);

    assert_int_equal(pd_srv_auth_load(&auth, path, NULL), PD_OK);
    remove(path);
    assert_int_equal(pd_srv_auth_identify(auth, "Bearer abc", 0, &who, NULL), PD_SRV_KNOWN);
    assert_string_equal(who.name, "shop");
    pd_srv_auth_free(auth);
}

/* Any two lines of 4,096 may be equal in name or key;
 * the refusal names the later line and the earlier key. */
static void names_and_keys_that_occur_twice_are_found_wherever_they_stand(void **state)
{
    enum { KEYS = 4096 };
    static const int pairs[][2] = {{0, 1},       {0, 4095},    {1, 2},      {7, 8},
                                   {2047, 2048}, {2048, 3000}, {4094, 4095}};

    (void)state;
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++)
        for (int is_key = 0; is_key < 2; is_key++) {
            const int first = pairs[p][0], second = pairs[p][1];
            pd_buffer text = {0};
            for (int i = 0; i < KEYS; i++)
                pd_buffer_printf(&text, "k%d read %064x\n", i == second && !is_key ? first : i,
                                 i == second && is_key ? first : i);
            pd_buffer_add(&text, "", 1);
            char where[32], detail[64];
            snprintf(where, sizeof where, "keys:%d", second + 1);
            if (is_key)
                snprintf(detail, sizeof detail,
                         "\"k%d\" has the same key as \"k%d\"; each key is allowed once", second, first);
            else
                snprintf(detail, sizeof detail, "the name \"k%d\" occurs twice; each name is allowed once",
                         first);

            pd_srv_auth *auth;
            pd_error err = {0};
            assert_int_equal(pd_srv_auth_parse(&auth, (const char *)text.data, "keys", &err), PD_ERR_FORMAT);
            assert_string_equal(err.where, where);
            assert_string_equal(err.detail, detail);
            pd_buffer_deinit(&text);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha256_gives_the_published_digests),
        cmocka_unit_test(a_key_opens_its_scopes_and_no_others),
        cmocka_unit_test(a_name_of_1_to_63_bytes_is_reported_whole),
        cmocka_unit_test(wrong_keys_give_access_to_public_routes_only),
        cmocka_unit_test(a_key_is_good_to_the_end_of_its_last_day),
        cmocka_unit_test(a_key_has_the_lists_of_its_line_and_of_a_later_file),
        cmocka_unit_test(a_client_that_was_let_in_is_checked_against_later_keys),
        cmocka_unit_test(without_a_file_everybody_may_do_everything),
        cmocka_unit_test(a_bad_line_is_named_with_the_expected_form),
        cmocka_unit_test(a_file_of_keys_may_have_one_mebibyte),
        cmocka_unit_test(a_file_of_keys_may_begin_with_a_byte_order_mark),
        cmocka_unit_test(names_and_keys_that_occur_twice_are_found_wherever_they_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
