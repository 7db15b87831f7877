/* Tests how the files of the page are stored and served: coding, ETag, lazy reading and the content security
 * policy. The expected bytes are those of the files that the test writes,
 * and gzip and zstd are undone by the libraries. */
#include "api/http/assets.h"
#include "tests/support/api_ask.h"

#include "core/base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

static pd_api_assets assets;
static pd_api_host host;
static char script[5000];

static int with_assets(void **state)
{
    pd_error err;

    if (api_host_setup(state)) return 1;
    for (size_t i = 0; i < sizeof script; i++) script[i] = "let a=1;\n"[i % 9];
    host = api_host_table;
    host.assets = &assets;
    assert_int_equal(
        pd_api_assets_add(&assets, "index.html", (pd_bytes){(const unsigned char *)"<p>page</p>", 11}, &err),
        PD_OK);
    return pd_api_assets_add(&assets, "app.js", (pd_bytes){(const unsigned char *)script, sizeof script},
                             &err) != PD_OK;
}

static int without_assets(void **state)
{
    pd_api_assets_deinit(&assets);
    return api_host_teardown(state);
}

static pd_api_call *ask(const char *path, const char *coding, const char *etag)
{
    pd_api_request request = {
        .method = "GET", .path = path, .accept_encoding = coding, .if_none_match = etag};
    return pd_api_decode(&request, &host, &api_host_limits);
}

static void the_page_comes_with_a_policy_that_allows_nothing_inline(void **state)
{
    (void)state;
    pd_api_call *call = ask("/", NULL, NULL);
    const char *policy = api_header(call, "Content-Security-Policy");

    assert_int_equal(api_status(call), 200);
    assert_non_null(policy);
    assert_non_null(strstr(policy, "default-src 'none'"));
    assert_non_null(strstr(policy, "frame-ancestors 'none'"));
    /* WebAssembly unpacks meshes; no text becomes code. */
    assert_non_null(strstr(policy, "script-src 'self' 'wasm-unsafe-eval';"));
    assert_null(strstr(policy, "'unsafe-eval'"));
    assert_null(strstr(policy, "unsafe-inline"));
    assert_int_equal(pd_api_call_reply(call)->body.size, 11);
    pd_api_call_release(call);
}

/* A name is one of a path, shorter than the room for one, and of a known kind of file. */
static void a_file_name_that_is_too_long_is_refused(void **state)
{
    (void)state;
    char name[PD_API_ID_BYTES + 8];
    pd_error err;
    for (int size = PD_API_ID_BYTES - 3; size <= PD_API_ID_BYTES + 2; size++) {
        memset(name, 'a', sizeof name);
        snprintf(name + size - 3, 4, ".js");
        const int before = assets.count;
        const pd_status status =
            pd_api_assets_add(&assets, name, (pd_bytes){(const unsigned char *)"x", 1}, &err);
        const bool fits = size < PD_API_ID_BYTES;
        assert_int_equal(status, fits ? PD_OK : PD_ERR_INVALID);
        assert_int_equal(assets.count, before + fits);
        if (!fits) continue;
        char path[PD_API_ID_BYTES + 16];
        snprintf(path, sizeof path, "/web/%s", name);
        pd_api_call *call = ask(path, NULL, NULL);
        assert_int_equal(api_status(call), 200);
        pd_api_call_release(call);
    }
}

static void large_files_are_not_shrunk_at_start(void **state)
{
    (void)state;
    static unsigned char weights[(2 << 20) + 1];
    pd_error err;
    assert_int_equal(pd_api_assets_add(&assets, "pose.js", (pd_bytes){(const unsigned char *)"x", 1}, &err),
                     PD_OK);
    assert_int_equal(pd_api_assets_add(&assets, "pose.wasm", (pd_bytes){weights, sizeof weights}, &err),
                     PD_OK);
    assert_int_equal(pd_api_assets_add(&assets, "a.tflite", (pd_bytes){weights, 100}, &err), PD_OK);
    pd_api_call *call = ask("/web/pose.wasm", "zstd", NULL); /* too large to be shrunk at start */
    assert_int_equal(api_status(call), 200);
    assert_null(api_header(call, "Content-Encoding"));
    assert_int_equal(pd_api_call_reply(call)->body.size, sizeof weights);
    pd_api_call_release(call);
    assert_int_equal(pd_api_assets_add(&assets, "a.exe", (pd_bytes){weights, 1}, &err), PD_ERR_INVALID);
}

static void without_files_the_plain_page_stays(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("GET", "/", NULL);

    assert_int_equal(api_status(call), 200);
    assert_non_null(api_header(call, "Content-Security-Policy"));
    assert_true(pd_api_call_reply(call)->body.size > 500);
    pd_api_call_release(call);
}

static void a_file_is_the_same_in_every_coding(void **state)
{
    (void)state;
    static char out[3][sizeof script];
    const char *const codings[] = {"identity", "gzip", "zstd"};

    for (int c = 0; c < 3; c++) {
        pd_api_call *call = ask("/web/app.js", codings[c], NULL);
        const pd_buffer *body = &pd_api_call_reply(call)->body;
        z_stream stream = {.next_in = body->data,
                           .avail_in = (uInt)body->size,
                           .next_out = (unsigned char *)out[c],
                           .avail_out = sizeof script};
        if (c == 0) memcpy(out[c], body->data, body->size);
        if (c == 1)
            assert_true(inflateInit2(&stream, 15 + 16) == Z_OK &&
                        inflate(&stream, Z_FINISH) == Z_STREAM_END && !inflateEnd(&stream));
        if (c == 2)
            assert_int_equal(ZSTD_decompress(out[c], sizeof script, body->data, body->size), sizeof script);
        if (c) assert_string_equal(api_header(call, "Content-Encoding"), codings[c]);
        assert_memory_equal(out[c], script, sizeof script);
        pd_api_call_release(call);
    }
}

static void a_file_that_the_client_has_is_not_sent_again(void **state)
{
    (void)state;
    char etag[64];
    pd_api_call *call = ask("/web/app.js", "gzip", NULL);

    snprintf(etag, sizeof etag, "%s", api_header(call, "ETag"));
    assert_string_equal(api_header(call, "Cache-Control"), "no-cache");
    pd_api_call_release(call);
    call = ask("/web/app.js", "gzip", etag);
    assert_int_equal(api_status(call), 304);
    assert_int_equal(pd_api_call_reply(call)->body.size, 0);
    pd_api_call_release(call);
    call = ask("/web/app.js", "zstd", etag); /* strong: another coding is another thing */
    assert_int_equal(api_status(call), 200);
    pd_api_call_release(call);
}

static void a_file_is_read_at_its_first_request(void **state)
{
    (void)state;
    char folder[] = "/tmp/posed-assets-XXXXXX", path[64];
    pd_error err;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/late.js", folder);
    assert_int_equal(pd_file_write(path, "let b", 5, &err), PD_OK);
    assert_int_equal(pd_api_assets_list(&assets, "late.js", path, 5, &err), PD_OK);

    /* A thread that serves connections does not read it. */
    pd_api_call *call = ask("/web/late.js", NULL, NULL);
    assert_true(pd_api_call_waits(call));
    pd_api_call_release(call);
    pd_api_request request = {.method = "GET", .path = "/web/late.js", .may_wait = true};
    call = pd_api_decode(&request, &host, &api_host_limits);
    assert_false(pd_api_call_waits(call));
    assert_int_equal(api_status(call), 200);
    assert_memory_equal(pd_api_call_reply(call)->body.data, "let b", 5);
    pd_api_call_release(call);

    /* From then on it is in memory, whatever becomes of the file. */
    unlink(path);
    call = ask("/web/late.js", NULL, NULL);
    assert_int_equal(api_status(call), 200);
    pd_api_call_release(call);

    /* One that has gone before anybody asked for it is an error of that request. */
    assert_int_equal(pd_api_assets_list(&assets, "gone.js", path, 5, &err), PD_OK);
    request.path = "/web/gone.js";
    call = pd_api_decode(&request, &host, &api_host_limits);
    assert_int_equal(api_status(call), 404);
    pd_api_call_release(call);
    rmdir(folder);
}

static void a_path_outside_the_page_is_refused(void **state)
{
    (void)state;
    pd_error err;
    pd_api_assets none = {0};
    pd_api_call *call = ask("/web/..%2Fposed.yaml", NULL, NULL);

    assert_int_equal(api_status(call), 404);
    pd_api_call_release(call);
    assert_int_equal(pd_api_assets_add(&none, "key.pem", (pd_bytes){0}, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "key.pem"));
    assert_int_equal(none.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_comes_with_a_policy_that_allows_nothing_inline),
        cmocka_unit_test(without_files_the_plain_page_stays),
        cmocka_unit_test(a_file_is_the_same_in_every_coding),
        cmocka_unit_test(a_file_that_the_client_has_is_not_sent_again),
        cmocka_unit_test(a_file_is_read_at_its_first_request),
        cmocka_unit_test(a_path_outside_the_page_is_refused),
        cmocka_unit_test(a_file_name_that_is_too_long_is_refused),
        cmocka_unit_test(large_files_are_not_shrunk_at_start), /* last: it adds them */
    };
    return cmocka_run_group_tests(tests, with_assets, without_assets);
}
