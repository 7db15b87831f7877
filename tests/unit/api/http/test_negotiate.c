/* Accept and Accept-Encoding. The expected choices follow RFC 9110, sections 12.5.1 and 12.5.3. */
#include "api/http/call.h"
#include "tests/support/cmocka.h"

static void the_type_of_the_greatest_quality_is_chosen(void **state)
{
    (void)state;
    static const char *const types[] = {"application/json", "model/gltf-binary", "model/obj", "text/plain"};
    static const struct {
        const char *accept;
        int index;
    } rows[] = {
        {NULL, 0},
        {"", 0},
        {" \t ", 0},
        {"*/*", 0},
        {"model/*", 1},
        {"MODEL/OBJ", 2},
        {"text/plain", 3},
        {"text/*", 3},
        {"text/plain;q=0.5, model/obj", 2},
        {"text/plain, model/obj;q=0.5", 3},
        {"text/plain;q=0.5,model/obj;q=0.6", 2},
        {"*/*;q=0.1, text/plain", 3},
        {"application/*;q=0.2, */*;q=0.1", 0},
        {"application/json;q=0, */*", 1},
        {"application/json;q=0", -1},
        {"image/png", -1},
        {"model/ob", -1},
        {"model/objx", -1},
        {"*/json", -1},
        {"a/*", -1},
        {"model/*;q=0.5, model/obj;q=0.1, text/plain;q=0.3", 1},
        {"model/obj;level=1;q=0.3, text/plain;q=0.2", 2},
        {"model/obj;level=1;q=0.1, text/plain;q=0.2", 3},
        {"model/obj ; Q=0.1 , text/plain ; q=0.2", 3},
        {"model/obj;q=2, text/plain;q=0.1", 3},
        {"model/obj;q=-1, text/plain;q=0.1", 3},
        {"model/obj;q=x, text/plain;q=0.1", 3},
        {"model/obj;q=1, text/plain;q=1", 2},
        {", ,model/obj,,", 2},
        {"model/obj;q=0.000, text/plain;q=0.001", 3},
        {"*/*, model/obj;q=0, application/*;q=0, model/gltf-binary;q=0", 3},
        {"text/plain;quality=0.1, model/obj;q=0.9", 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int index = pd_api_negotiate(rows[i].accept, types, 4);
        if (index != rows[i].index)
            fail_msg("%s: %d, %d expected", rows[i].accept ? rows[i].accept : "none", index, rows[i].index);
    }
    assert_int_equal(pd_api_negotiate("text/plain", types, 3), -1);
}

static void the_coding_of_the_greatest_quality_is_chosen(void **state)
{
    (void)state;
    static const struct {
        const char *accept;
        pd_api_coding coding;
    } rows[] = {
        {NULL, PD_API_IDENTITY},
        {"", PD_API_IDENTITY},
        {"identity", PD_API_IDENTITY},
        {"br", PD_API_IDENTITY},
        {"gzip", PD_API_GZIP},
        {"GZIP", PD_API_GZIP},
        {"X-Gzip", PD_API_GZIP},
        {"x-gzip;q=0, gzip", PD_API_IDENTITY},
        {"x-zstd", PD_API_IDENTITY},
        {"zstd", PD_API_ZSTD},
        {"gzip, zstd", PD_API_ZSTD},
        {"*", PD_API_ZSTD},
        {"zstd;q=0, *", PD_API_GZIP},
        {"*, zstd;q=0", PD_API_GZIP},
        {"gzip;q=0.9, zstd;q=0.8", PD_API_GZIP},
        {"gzip;q=0.8, zstd;q=0.9", PD_API_ZSTD},
        {"gzip;q=0, zstd;q=0", PD_API_IDENTITY},
        {"*;q=0", PD_API_IDENTITY},
        {"*;q=0, gzip;q=0.1", PD_API_GZIP},
        {"br;q=1, *;q=0.2, zstd;q=0.1", PD_API_GZIP},
        {"gzip;q=0.5, identity", PD_API_IDENTITY},
        {"identity;q=0.5, gzip;q=0.001, zstd;q=0.4", PD_API_IDENTITY},
        {"identity, gzip, zstd", PD_API_ZSTD},
        {"identity;q=0.5, *", PD_API_ZSTD},
        {"identity;q=0.5, *;q=0.1", PD_API_IDENTITY},
        {"gzip;q=0.1", PD_API_GZIP},
        {"gzipx, zst", PD_API_IDENTITY},
        {"deflate, gzip;q=1.0", PD_API_GZIP},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_coding coding = pd_api_choose_coding(rows[i].accept);
        if (coding != rows[i].coding)
            fail_msg("%s: %d", rows[i].accept ? rows[i].accept : "none", (int)coding);
    }
}

/* Two kinds of replies of one model have two hashes, and so have two models; one has the same each time. */
static void a_hash_tells_kinds_and_models_apart(void **state)
{
    (void)state;
    static const char *const kinds[] = {"mesh", "measure", "portrait"}, *const models[] = {"a", "b"};
    pd_api_hash seen[6], again;
    for (int i = 0; i < 6; i++) {
        pd_api_call call = {.model.id = models[i / 3]};
        seen[i] = pd_api_reply_hash(&call, kinds[i % 3]);
        again = pd_api_reply_hash(&call, kinds[i % 3]);
        assert_memory_equal(&again, &seen[i], sizeof again);
        for (int k = 0; k < i; k++) assert_true(seen[k].a != seen[i].a && seen[k].b != seen[i].b);
    }
}

/* ETags hold across daemons of one version, so the hash is the same everywhere: values of the formula in
 * negotiate.c, computed by other code. */
static void a_hash_is_the_same_everywhere(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t a, b;
    } rows[] = {
        {"", 0x1877f5c81bb11bfeu, 0x1884102e99c1286cu},
        {"mesh", 0x3fa9a9d8bf5cef6eu, 0x2f251ec85a3908e7u},
        {"12345678", 0xcc8d7d136d5f95feu, 0x5e756afbd8e5771eu},
        {"a text of 24 bytes: good", 0x9ed96f01809a2ec6u, 0xf8e3933d63a264ffu},
        {"a text of 25 bytes: good!", 0xe7b8ef072c778ebau, 0x606775fad38323b0u},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_hash hash = pd_api_hash_begin();
        pd_api_hash_text(&hash, rows[i].text);
        assert_true(hash.a == rows[i].a && hash.b == rows[i].b);
    }
    pd_api_hash whole = pd_api_hash_begin();
    pd_api_hash_int(&whole, -1);
    assert_true(whole.a == 0x1d4a0a2f5d3f7204u && whole.b == 0xab466ab7fdf6585du);
    pd_api_hash none = pd_api_hash_begin(), empty = none;
    pd_api_hash_text(&none, NULL), pd_api_hash_text(&empty, "");
    assert_memory_equal(&none, &empty, sizeof none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_type_of_the_greatest_quality_is_chosen),
        cmocka_unit_test(the_coding_of_the_greatest_quality_is_chosen),
        cmocka_unit_test(a_hash_tells_kinds_and_models_apart),
        cmocka_unit_test(a_hash_is_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
