/* Pages that are written once and kept: how often they are written, for which request, and that their bytes
 * equal those of a page that is written each time. */
#include "api/http/call.h"
#include "api/service/kept.h"
#include "tests/support/api_ask.h"

#include <string.h>
#include <zlib.h>

static pd_api_host host;
static int written;

static int with_kept(void **state)
{
    if (api_host_setup(state)) return 1;
    host = api_host_table;
    host.kept = pd_api_kept_new();
    written = 0;
    return !host.kept;
}

static int without_kept(void **state)
{
    pd_api_kept_free(host.kept);
    return api_host_teardown(state);
}

static pd_api_call *ask(const char *path, const char *at, const char *coding, const char *etag)
{
    pd_api_request request = {
        .method = "GET", .path = path, .host = at, .accept_encoding = coding, .if_none_match = etag};
    return pd_api_decode(&request, &host, &api_host_limits);
}

static void write_page(pd_buffer *out, const pd_api_host *of, const char *at)
{
    (void)of;
    written++;
    for (int i = 0; i < 500; i++) pd_buffer_printf(out, "line %d at %s\n", i % 7, at);
}

/* Answers a new call with the kept page in this coding. Returns the call. */
static pd_api_call *ask_written(const char *at, pd_api_coding coding)
{
    pd_api_call *call = ask("/nothing", NULL, NULL, NULL);
    const pd_api_request request = {.method = "GET"};
    pd_buffer_clear(&call->reply.body);
    call->coding = coding;
    pd_api_kept_answer(call, &request, PD_API_PAGE_DOCS, write_page, at);
    return call;
}

static void a_page_is_written_once_for_each_coding_and_host(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) pd_api_call_release(ask_written("here:1", PD_API_GZIP));
    assert_int_equal(written, 1);
    for (int i = 0; i < 4; i++) pd_api_call_release(ask_written("here:1", PD_API_IDENTITY));
    assert_int_equal(written, 2);

    /* another host has its own, a fifth one is written each time */
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 5; i++) {
            const char *const hosts[] = {"here:1", "there:2", "there:3", "there:4", "there:5"};
            pd_api_call *call = ask_written(hosts[i], PD_API_IDENTITY);
            assert_non_null(memmem(call->reply.body.data, call->reply.body.size, hosts[i], strlen(hosts[i])));
            pd_api_call_release(call);
        }
    assert_int_equal(written, 2 + 4 + 1);
}

static void kept_pages_equal_written_ones(void **state)
{
    (void)state;
    static const char *const paths[] = {"/openapi.json", "/docs"};
    for (int p = 0; p < 2; p++) {
        static unsigned char text[4 << 20];
        char etag[64] = "";
        pd_api_kept_free(host.kept);
        host.kept = NULL;
        pd_api_call *made = ask(paths[p], "posed.example:80", NULL, NULL);
        host.kept = pd_api_kept_new();
        for (int i = 0; i < 2; i++) {
            pd_api_call *plain = ask(paths[p], "posed.example:80", NULL, NULL);
            assert_int_equal(plain->reply.body.size, made->reply.body.size);
            assert_memory_equal(plain->reply.body.data, made->reply.body.data, made->reply.body.size);
            assert_string_equal(api_header(plain, "ETag"), api_header(made, "ETag"));

            pd_api_call *packed = ask(paths[p], "posed.example:80", "gzip", NULL);
            assert_string_equal(api_header(packed, "Content-Encoding"), "gzip");
            assert_string_not_equal(api_header(packed, "ETag"), api_header(plain, "ETag"));
            z_stream stream = {.next_in = packed->reply.body.data,
                               .avail_in = (uInt)packed->reply.body.size,
                               .next_out = text,
                               .avail_out = sizeof text};
            assert_int_equal(inflateInit2(&stream, 31), Z_OK);
            assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
            assert_int_equal(stream.total_out, made->reply.body.size);
            assert_memory_equal(text, made->reply.body.data, made->reply.body.size);
            inflateEnd(&stream);
            snprintf(etag, sizeof etag, "%s", api_header(packed, "ETag"));
            pd_api_call_release(packed);
            pd_api_call_release(plain);
        }

        pd_api_call *known = ask(paths[p], "posed.example:80", "gzip", etag);
        assert_int_equal(api_status(known), 304);
        assert_int_equal(known->reply.body.size, 0);
        pd_api_call_release(known);
        pd_api_call_release(made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_page_is_written_once_for_each_coding_and_host, with_kept,
                                        without_kept),
        cmocka_unit_test_setup_teardown(kept_pages_equal_written_ones, with_kept, without_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
