/* Recognizes the format of an upload by its first bytes when its Content-Type does not name one. Checks the
 * ids of stored objects. */
#include "api/http/upload.h"

#include "tests/support/api_ask.h"

#define TEXT(text)                                                                                           \
    {                                                                                                        \
        (const unsigned char *)(text), sizeof(text) - 1                                                      \
    }

/* Beginnings of files as their formats define them. */
static const struct {
    pd_bytes body;
    const char *type;
    const char *noun;   /* format, for messages; NULL: unknown */
    const char *advice; /* words of the advice; "": none */
} rows[] = {
    {TEXT("glTF\2\0\0\0"), "model/gltf-binary", "a .glb", ""},
    {TEXT("\x89PNG\r\n\x1a\n"), "image/png", "a picture", ""},
    {TEXT("Kaydara FBX Binary  \0"), "application/x-fbx", "an FBX", "import-character FILE.fbx"},
    {TEXT("PMX \0\0\0@"), NULL, "a PMX of MikuMikuDance", "mmd_tools"},
    {TEXT("solid body\nfacet"), NULL, "an STL", "save it as"},
    {TEXT("PXR-USDC\0"), NULL, "a USD file", "export it as"},
    {TEXT("Rar!\x1A\7"), NULL, "a RAR archive", "unpack it"},
    {TEXT("; FBX 7.4.0 project file"), "application/x-fbx", "an FBX", "import-character FILE.fbx"},
    {TEXT("BLENDER-v300"), NULL, "a file of Blender", "export it as glTF 2.0"},
    {TEXT("PK\3\4\24\0"), "application/x-npz", "a ZIP archive of numpy or torch", ""},
    {TEXT("PK\3\4\24\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\5\0\0\0a.npy"), "application/x-npz",
     "a ZIP archive of numpy or torch", ""},
    {TEXT("PK\3\4\24\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\5\0\0\0a.glb"), "application/zip",
     "a ZIP archive", ""},
    {TEXT("\x1f\x8b\x08"), NULL, "a file compressed by gzip", "unpack it"},
    {TEXT("HIERARCHY\nROOT a"), "application/x-bvh", "a BVH", "/clip"},
    {TEXT(":version 1.10"), "application/x-amc", "an ASF", "no mesh"},
    {TEXT(":units\n"), "application/x-amc", "an ASF", "no mesh"},
    {TEXT("ply\nformat ascii 1.0"), "application/x-ply", "a PLY", "POST /v1/rig"},
    {TEXT("<?xml version=\"1.0\"?>"), NULL, "an XML file", "Collada"},
    {TEXT("<html>"), NULL, "a page of HTML or XML", "download"},
    {TEXT("{\"a\":1}"), "application/json", "JSON", ""},
    {TEXT("[1]"), "application/json", "JSON", ""},
    {TEXT("{\"asset\":{\"version\":\"2.0\"}}"), "model/gltf+json", "a .gltf", ""},
    {TEXT("solids"), NULL, NULL, ""},
    {TEXT("glT"), NULL, NULL, ""},
    {TEXT("# a comment\nv 0 0 0"), NULL, NULL, ""},
    {TEXT("# a comment\n:version 1.10"), "application/x-amc", "an ASF", "no mesh"},
    {TEXT("# a comment\n:units"), "application/x-amc", "an ASF", "no mesh"},
    {TEXT("a :version"), NULL, NULL, ""},
    {TEXT(""), NULL, NULL, ""},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void is_type(const char *type, const char *wanted)
{
    if (!wanted)
        assert_null(type);
    else
        assert_string_equal(type, wanted);
}

static void a_file_is_recognised_by_its_first_bytes(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        const pd_api_request request = {.body = rows[i].body};
        is_type(pd_api_upload_type(&request), rows[i].type);
        is_type(pd_api_upload_noun(rows[i].body), rows[i].noun);
        const char *advice = pd_api_upload_advice(&request);
        if (!strstr(advice, rows[i].advice) || (!*rows[i].advice && *advice))
            fail_msg("row %d: %s", i, advice);
    }
}

/* Editors put a byte order mark (EF BB BF) or empty lines before a text. */
static void a_byte_order_mark_and_blank_lines_are_skipped(void **state)
{
    (void)state;
    static const char *const before[] = {"\xef\xbb\xbf", " \t\r\n\n", "\xef\xbb\xbf\r\n "};
    for (int i = 0; i < ROWS; i++) {
        if (!rows[i].body.size || rows[i].body.data[0] >= 0x80 || rows[i].body.data[0] < ' ') continue;
        if (rows[i].body.data[0] == 'P') continue; /* an archive is no text */
        for (int b = 0; b < 3; b++) {
            unsigned char text[128];
            const size_t size = strlen(before[b]);
            memcpy(text, before[b], size);
            memcpy(text + size, rows[i].body.data, rows[i].body.size);
            const pd_api_request request = {.body = {text, size + rows[i].body.size}};
            is_type(pd_api_upload_type(&request), rows[i].type);
        }
    }
    const pd_api_request empty = {.body = TEXT("\xef\xbb\xbf \n")}, cut = {.body = TEXT("\xef\xbb")};
    assert_null(pd_api_upload_type(&empty));
    assert_null(pd_api_upload_type(&cut));
    assert_string_equal(pd_api_upload_advice(&empty), "");
}

/* The keywords of an ASF are looked for in the first 4096 bytes behind its comments. */
static void comments_are_read_to_a_bound(void **state)
{
    (void)state;
    static char text[8192];
    memset(text, '#', sizeof text);
    memcpy(text + 4096 - 8, ":version", 8);
    const pd_api_request within = {.body = {(const unsigned char *)text, sizeof text}};
    assert_string_equal(pd_api_upload_type(&within), "application/x-amc");
    memmove(text + 4096 - 7, ":version", 8);
    text[4096 - 8] = '#';
    const pd_api_request beyond = {.body = {(const unsigned char *)text, sizeof text}};
    assert_null(pd_api_upload_type(&beyond));
}

static void an_explicit_content_type_counts(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        bool is_open;
    } types[] = {{NULL, true},
                 {"", true},
                 {"application/octet-stream", true},
                 {"Application/Octet-Stream", true},
                 {"binary/octet-stream; a=b", true},
                 {"application/x-www-form-urlencoded", true},
                 {"application/octet-streams", false},
                 {"application/octet", false},
                 {"image/png", false},
                 {"application/json; charset=utf-8", false}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const pd_api_request request = {.content_type = types[i].type, .body = TEXT("glTF")};
        assert_int_equal(pd_api_type_is_open(types[i].type), types[i].is_open);
        is_type(pd_api_upload_type(&request), types[i].is_open ? "model/gltf-binary" : types[i].type);
    }
    const pd_api_request form = {.content_type = "multipart/form-data; boundary=x", .body = TEXT("--x")};
    assert_non_null(strstr(pd_api_upload_advice(&form), "curl -T FILE"));
}

/* Content-Type, what the body is, and every media type of the route, in one sentence. */
static void a_refused_body_is_named_with_what_is_allowed(void **state)
{
    (void)state;
    static const char fbx[] = "Kaydara FBX Binary  ";
    static const struct {
        const char *method, *path, *type, *body, *detail;
    } refusals[] = {
        {"POST", "/v1/ik/solve", "text/plain", "{}",
         "Content-Type is \"text/plain\" and the body is JSON; application/json allowed"},
        {"POST", "/v1/ik/solve", "image/png", "x", "Content-Type is \"image/png\"; application/json allowed"},
        {"POST", "/v1/ik/solve", "application/json; charset=latin-1", "{}",
         "Content-Type has the charset latin-1; utf-8 allowed"},
        {"PUT", "/v1/scenes/a", "text/html", "<p>",
         "Content-Type is \"text/html\" and the body is a page of HTML or XML; application/json, image/png, "
         "text/plain or application/octet-stream allowed"},
        {"PUT", "/v1/characters/a", "application/json", "{}",
         "Content-Type is \"application/json\" and the body is JSON; model/gltf-binary, model/gltf+json or "
         "application/zip allowed"},
        {"PUT", "/v1/characters/a", "application/x-fbx", fbx,
         "Content-Type is \"application/x-fbx\" and the body is an FBX; model/gltf-binary, model/gltf+json "
         "or "
         "application/zip allowed; posedctl import-character FILE.fbx -o FILE.glb converts it, as Blender "
         "does"},
        {"PUT", "/v1/characters/a", "multipart/form-data; boundary=x", "--x",
         "Content-Type is \"multipart/form-data; boundary=x\"; model/gltf-binary, model/gltf+json or "
         "application/zip allowed; send the file itself as the body, as curl -T FILE does, in place of a "
         "form "
         "(curl -F)"},
        {"PUT", "/v1/skeletons/a", "image/png", "\x89PNG\r\n\x1a\n",
         "Content-Type is \"image/png\" and the body is a picture; application/json, model/gltf-binary, "
         "model/gltf+json, application/zip or application/x-bvh allowed"},
        {"POST", "/v1/rig", NULL, "",
         "Content-Type is missing and the body is empty; model/gltf-binary, model/gltf+json, "
         "application/zip, "
         "model/obj, text/plain, application/x-ply or application/octet-stream allowed"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const pd_api_request request = {
            .method = refusals[i].method,
            .path = refusals[i].path,
            .content_type = refusals[i].type,
            .body = {(const unsigned char *)refusals[i].body, strlen(refusals[i].body)}};
        pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
        json_t *problem = api_json(call);
        assert_int_equal(api_status(call), 415);
        assert_string_equal(json_string_value(json_object_get(problem, "detail")), refusals[i].detail);
        json_decref(problem);
        pd_api_call_release(call);
    }
}

/* Ids are lower-case letters, digits, - and _; a file's name shows which one to take. */
static void a_name_that_is_no_id_gets_one_proposed(void **state)
{
    (void)state;
    static const struct {
        const char *id, *proposed;
    } names[] = {{"Hero.GLB", "hero"},     {"My Hero (2).vrm", "my-hero-2"},
                 {"a__B", "a__b"},         {"(x)", "x"},
                 {"a.b.glb", "a-b"},       {"long.extension", "long-extension"},
                 {"a.bcde", "a"},          {".glb", "glb"},
                 {"\xc3\xa4rger", "rger"}, {"A", "a"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128], words[128];
        snprintf(path, sizeof path, "/v1/skeletons/%s", names[i].id);
        snprintf(words, sizeof words, "for example \"%s\"", names[i].proposed);
        const pd_api_request request = {.method = "PUT", .path = path, .body = TEXT("{}")};
        pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
        json_t *problem = api_json(call);
        const char *detail = json_string_value(json_object_get(problem, "detail"));
        assert_int_equal(api_status(call), 400);
        if (!strstr(detail, words)) fail_msg("%s: %s", names[i].id, detail);
        json_decref(problem);
        pd_api_call_release(call);
    }

    pd_api_call *call = api_ask("PUT", "/v1/skeletons/++", "{}");
    json_t *problem = api_json(call);
    const char *detail = json_string_value(json_object_get(problem, "detail"));
    assert_int_equal(api_status(call), 400);
    assert_non_null(strstr(detail, "\"++\" is not an id"));
    assert_null(strstr(detail, "for example"));
    json_decref(problem);
    pd_api_call_release(call);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_recognised_by_its_first_bytes),
        cmocka_unit_test(a_byte_order_mark_and_blank_lines_are_skipped),
        cmocka_unit_test(comments_are_read_to_a_bound),
        cmocka_unit_test(an_explicit_content_type_counts),
        cmocka_unit_test(a_refused_body_is_named_with_what_is_allowed),
        cmocka_unit_test(a_name_that_is_no_id_gets_one_proposed),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
