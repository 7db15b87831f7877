/* Accept and Accept-Encoding by the words of RFC 9110, sections 12.5.1 and 12.5.3. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_type_of_the_greatest_quality_is_chosen),
        cmocka_unit_test(the_coding_of_the_greatest_quality_is_chosen),
        cmocka_unit_test(a_hash_tells_kinds_and_models_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
