/* Compression of replies: the sent bytes are never longer than the text, and decode to it. */
#include "api/http/call.h"
#include "core/base/rng.h"

#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

#define LEAST 1024 /* documented in api/http/compress.c: text of a kilobyte and more */
#define MOST  4096

/* Writes `random` bytes that cannot be compressed, then the letter a up to `size`. */
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
static void only_replies_that_become_shorter_are_sent_compressed(void **state)
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

static void only_text_and_codable_files_of_a_kilobyte_and_more_are_compressed(void **state)
{
    static const struct {
        const char *type;
        size_t size;
        bool is_coded, is_codable; /* is_codable: as the reply says of itself */
    } rows[] = {
        {"application/json", LEAST, true, false},        {"application/json", LEAST - 1, false, false},
        {"text/html; charset=utf-8", MOST, true, false}, {"model/obj", MOST, true, false},
        {"application/problem+json", 0, false, false},   {"application/octet-stream", MOST, false, false},
        {"model/gltf-binary", MOST, false, false},       {NULL, MOST, false, false},
        {"model/gltf-binary", MOST, true, true},         {"model/gltf-binary", LEAST - 1, false, true},
    };

    (void)state;
    bool plain_varies = false;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int coding = PD_API_IDENTITY; coding <= PD_API_ZSTD; coding++) {
            pd_api_call call = {.coding = (pd_api_coding)coding, .reply.content_type = rows[i].type};
            call.reply.is_codable = rows[i].is_codable;
            const bool is_coded = rows[i].is_coded && coding != PD_API_IDENTITY;
            fill(&call.reply.body, 0, rows[i].size);
            pd_api_compress(&call);
            const char *named = pd_api_header_get(&call.reply, "Content-Encoding");
            assert_int_equal(named != NULL, is_coded);
            if (named) assert_string_equal(named, coding == PD_API_ZSTD ? "zstd" : "gzip");

            /* A cache hears of the codings from the plain text too. */
            const bool varies = pd_api_header_get(&call.reply, "Vary") != NULL;
            if (coding == PD_API_IDENTITY) plain_varies = varies;
            assert_int_equal(varies, plain_varies);
            if (is_coded) assert_true(varies);
            if (!is_coded) assert_int_equal(call.reply.body.size, rows[i].size);
            pd_buffer_deinit(&call.reply.body);
        }
}

/* Parts of bytes that do not get shorter: the stream holds back up to a block of 128 KiB, which comes out
 * with a part that is far smaller, so that the room for one part is not enough. Whatever their sizes, the
 * parts are one text. */
static void parts_are_one_text_whatever_their_sizes(void **state)
{
    enum { WHOLE = 700000 };
    static const size_t sizes[] = {1, 1000, 1, 130000, 5, 0, 300, 131072, 17, 262144, 1, 1};
    enum { PARTS = sizeof sizes / sizeof *sizes };

    (void)state;
    for (int coding = PD_API_IDENTITY; coding <= PD_API_ZSTD; coding++)
        for (int first = 0; first < PARTS; first++) { /* each of them is the last one once */
            pd_api_call call = {.coding = (pd_api_coding)coding, .reply.content_type = "application/json"};
            pd_buffer all = {0}, text = {0};
            pd_rng rng;
            pd_rng_init(&rng, 11);
            for (int part = 0; part < PARTS; part++) {
                pd_buffer *body = &call.reply.body;
                body->size = 0;
                for (size_t i = 0; i < sizes[(first + part) % PARTS]; i++) {
                    const unsigned char byte = (unsigned char)(pd_rng_next(&rng) >> 32);
                    pd_buffer_add(body, &byte, 1);
                }
                pd_buffer_add(&text, body->data, body->size);
                call.has_more = part + 1 < PARTS;
                call.reply.total_bytes = 1;
                assert_true(pd_api_compress_part(&call));
                pd_buffer_add(&all, body->data, body->size);
                if (!part && coding != PD_API_IDENTITY) assert_int_equal(call.reply.total_bytes, 0);
            }
            pd_api_compressor_free(call.compressor);

            const char *named = pd_api_header_get(&call.reply, "Content-Encoding");
            unsigned char *out = malloc(WHOLE);
            size_t size = all.size;
            if (coding == PD_API_IDENTITY) {
                assert_null(named);
                memcpy(out, all.data, size);
            } else if (coding == PD_API_ZSTD) {
                assert_string_equal(named, "zstd");
                size = ZSTD_decompress(out, WHOLE, all.data, all.size);
            } else {
                assert_string_equal(named, "gzip");
                z_stream stream = {
                    .next_in = all.data, .avail_in = (uInt)all.size, .next_out = out, .avail_out = WHOLE};
                assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
                assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
                assert_int_equal(stream.avail_in, 0);
                size = stream.total_out;
                inflateEnd(&stream);
            }
            assert_int_equal(size, text.size);
            assert_memory_equal(out, text.data, size);
            free(out);
            pd_buffer_deinit(&all);
            pd_buffer_deinit(&text);
            pd_buffer_deinit(&call.reply.body);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_replies_that_become_shorter_are_sent_compressed),
        cmocka_unit_test(only_text_and_codable_files_of_a_kilobyte_and_more_are_compressed),
        cmocka_unit_test(parts_are_one_text_whatever_their_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
