/* Compression of replies: what is sent is never longer than the text, and decodes to it. */
#include "api/http/call.h"
#include "core/base/rng.h"

#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

#define LEAST 1024 /* documented in api/http/compress.c: text of a kilobyte and more */
#define MOST  4096

/* `random` bytes that cannot be compressed, then the letter a up to `size`. */
static void fill(pd_buffer *out, size_t random, size_t size)
{
    pd_rng rng;
    unsigned char text[MOST];

    pd_rng_init(&rng, 7);
    for (size_t i = 0; i < size; i++) text[i] = i < random ? (unsigned char)(pd_rng_next(&rng) >> 32) : 'a';
    out->size = 0;
    pd_buffer_add(out, text, size);
    assert_false(out->failed);
}

static size_t decoded(unsigned char out[MOST], const pd_buffer *body, pd_api_coding coding)
{
    if (coding == PD_API_ZSTD) return ZSTD_decompress(out, MOST, body->data, body->size);
    z_stream stream = {
        .next_in = body->data, .avail_in = (uInt)body->size, .next_out = out, .avail_out = MOST};
    assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    inflateEnd(&stream);
    return stream.total_out;
}

/* Between all random and all equal there are texts whose compressed form has just their length. */
static void only_what_becomes_shorter_is_sent_compressed(void **state)
{
    unsigned char out[MOST];

    (void)state;
    for (int coding = PD_API_IDENTITY + 1; coding <= PD_API_ZSTD; coding++) {
        int coded = 0, plain = 0;
        for (size_t equal = 0; equal < 200; equal++) {
            const size_t size = LEAST + equal;
            pd_api_call call = {.coding = (pd_api_coding)coding, .reply.content_type = "application/json"};
            pd_buffer text = {0}, kept = {0};
            fill(&text, LEAST, size);
            fill(&call.reply.body, LEAST, size);
            pd_api_compress(&call);

            const pd_buffer *sent = &call.reply.body;
            const bool is_coded = pd_api_header_get(&call.reply, "Content-Encoding") != NULL;
            assert_true(is_coded == (sent->size < size));
            assert_true(sent->size <= size);
            if (is_coded) assert_int_equal(decoded(out, sent, call.coding), size);
            assert_memory_equal(is_coded ? out : sent->data, text.data, size);
            coded += is_coded, plain += !is_coded;

            pd_api_compressed(&kept, (pd_bytes){text.data, size}, call.coding);
            assert_true(kept.size < size); /* 0: it is not kept compressed */
            if (kept.size) assert_int_equal(decoded(out, &kept, call.coding), size);
            if (kept.size) assert_memory_equal(out, text.data, size);
            pd_buffer_deinit(&text);
            pd_buffer_deinit(&kept);
            pd_buffer_deinit(&call.reply.body);
        }
        assert_true(coded > 0 && plain > 0);
    }
}

static void only_text_of_a_kilobyte_and_more_is_compressed(void **state)
{
    static const struct {
        const char *type;
        size_t size;
        bool is_coded;
    } rows[] = {
        {"application/json", LEAST, true},        {"application/json", LEAST - 1, false},
        {"text/html; charset=utf-8", MOST, true}, {"model/obj", MOST, true},
        {"application/problem+json", 0, false},   {"application/octet-stream", MOST, false},
        {"model/gltf-binary", MOST, false},       {NULL, MOST, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int coding = PD_API_IDENTITY; coding <= PD_API_ZSTD; coding++) {
            pd_api_call call = {.coding = (pd_api_coding)coding, .reply.content_type = rows[i].type};
            const bool is_coded = rows[i].is_coded && coding != PD_API_IDENTITY;
            fill(&call.reply.body, 0, rows[i].size);
            pd_api_compress(&call);
            const char *named = pd_api_header_get(&call.reply, "Content-Encoding");
            assert_int_equal(named != NULL, is_coded);
            if (named) assert_string_equal(named, coding == PD_API_ZSTD ? "zstd" : "gzip");
            assert_int_equal(pd_api_header_get(&call.reply, "Vary") != NULL, is_coded);
            if (!is_coded) assert_int_equal(call.reply.body.size, rows[i].size);
            pd_buffer_deinit(&call.reply.body);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_becomes_shorter_is_sent_compressed),
        cmocka_unit_test(only_text_of_a_kilobyte_and_more_is_compressed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
