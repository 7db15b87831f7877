/* Parameters of Ready Player Me's requests, as its documentation named them. */
#include "api/body/avatars.h"

#include "tests/support/cmocka.h"

static void is_translated(const char *theirs, const char *ours)
{
    pd_api_problems problems = {0};
    pd_buffer out = {0};
    assert_true(pd_api_rpm_query(&out, theirs, &problems));
    pd_buffer_add(&out, "", 1);
    assert_string_equal((const char *)out.data, ours);
    pd_buffer_deinit(&out);
}

static void parameters_become_those_of_the_mesh_route(void **state)
{
    (void)state;
    is_translated(NULL, "profile=talkinghead&pose=a&lod=0&texture_size=1024&atlas=true&textures=png");
    is_translated("quality=low", "profile=talkinghead&pose=a&lod=2&texture_size=256&atlas=true&textures=png");
    is_translated("quality=low&lod=0&textureSizeLimit=512",
                  "profile=talkinghead&pose=a&lod=0&texture_size=512&atlas=true&textures=png");
    is_translated("pose=T&useHands=false&textureFormat=webp&useMeshOptCompression=true",
                  "profile=talkinghead&pose=t&lod=0&texture_size=1024&atlas=true&textures=webp&hands=false&"
                  "compression=meshopt");
    is_translated("textureAtlas=none&morphTargets=ARKit,Oculus%20Visemes,jawOpen",
                  "profile=talkinghead&pose=a&lod=0&texture_size=1024&atlas=false&textures=png&morphs=arkit,"
                  "visemes,jawOpen");
    is_translated("textureAtlas=512&textureSizeLimit=1024&useDracoMeshCompression=false",
                  "profile=talkinghead&pose=a&lod=0&texture_size=512&atlas=true&textures=png");
}

/* A special parameter overrides a general one: lod over meshLod over quality. If sizes of textures and of the
 * atlas are given, the smaller counts. */
static void the_more_specific_parameter_counts(void **state)
{
    (void)state;
    static const struct {
        const char *theirs;
        int lod, size;
        const char *atlas;
    } rows[] = {
        {"quality=low", 2, 256, "true"},
        {"quality=medium", 1, 512, "true"},
        {"quality=high", 0, 1024, "true"},
        {"meshLod=0", 0, 1024, "true"},
        {"meshLod=2", 2, 1024, "true"},
        {"quality=low&meshLod=0", 0, 256, "true"},
        {"meshLod=2&lod=1", 1, 1024, "true"},
        {"quality=low&meshLod=1&lod=0", 0, 256, "true"},
        {"textureSizeLimit=256", 0, 256, "true"},
        {"textureSizeLimit=1024", 0, 1024, "true"},
        {"textureAtlas=none", 0, 1024, "false"},
        {"textureAtlas=none&textureSizeLimit=512", 0, 512, "false"},
        {"textureAtlas=128", 0, 128, "true"},
        {"textureAtlas=4096", 0, 4096, "true"},
        {"quality=low&textureAtlas=512", 2, 512, "true"},
        {"textureAtlas=256&textureSizeLimit=1024", 0, 256, "true"},
        {"textureAtlas=1024&textureSizeLimit=256", 0, 256, "true"},
        {"textureAtlas=512&textureSizeLimit=512", 0, 512, "true"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char ours[160];
        snprintf(ours, sizeof ours, "profile=talkinghead&pose=a&lod=%d&texture_size=%d&atlas=%s&textures=png",
                 rows[i].lod, rows[i].size, rows[i].atlas);
        is_translated(rows[i].theirs, ours);
    }
    static const char end[] = "profile=talkinghead&pose=a&lod=0&texture_size=1024&atlas=true&textures=png";
    static const char *const others[][2] = {
        {"pose=A", ""},
        {"useHands=true", ""},
        {"useMeshOptCompression=false", ""},
        {"useQuantizeMeshOptCompression=true", "&compression=meshopt"},
        {"useQuantizeMeshOptCompression=false", ""},
        {"useMeshOptCompression=true&useQuantizeMeshOptCompression=true", "&compression=meshopt"},
        {"morphTargets=none", "&morphs=none"},
        {"morphTargets=arkit", "&morphs=arkit"},
        {"morphTargets=oculus%20visemes,%20ARKit", "&morphs=visemes,arkit"},
        {"morphTargets=jawOpen,%20%20mouthSmileLeft", "&morphs=jawOpen,mouthSmileLeft"},
        {"morphTargets=ARKits", "&morphs=ARKits"},
        {"textureFormat=png&useHands=false", "&hands=false"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char ours[192];
        snprintf(ours, sizeof ours, "%s%s", end, others[i][1]);
        is_translated(others[i][0], ours);
    }
}

/* Word for word, and nothing is written of the query. */
static void a_refusal_says_what_is_allowed(void **state)
{
    (void)state;
    static const char lacks[] = "ARKit's shapes and Oculus' visemes allowed (jawOpen for mouthOpen, "
                                "mouthSmileLeft and mouthSmileRight for mouthSmile)";
    static const struct {
        const char *query, *where, *detail;
    } rows[] = {
        {"useDracoMeshCompression=true", "/useDracoMeshCompression",
         "true; only false allowed, because posed does not write Draco. Use useMeshOptCompression=true"},
        {"textureQuality=high", "/textureQuality",
         "\"high\"; pictures have only one quality. Use textureSizeLimit to make them smaller"},
        {"textureChannels=baseColor", "/textureChannels",
         "\"baseColor\"; only pictures of colour and roughness are offered"},
        {"textureAtlas=127", "/textureAtlas", "\"127\"; none or 128 to 4096 allowed"},
        {"textureAtlas=4097", "/textureAtlas", "\"4097\"; none or 128 to 4096 allowed"},
        {"textureAtlas=512px", "/textureAtlas", "\"512px\"; none or 128 to 4096 allowed"},
        {"lod=3", "/lod", "3; 0 to 2 allowed"},
        {"lod=-1", "/lod", "-1; 0 to 2 allowed"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_problems problems = {0};
        pd_buffer out = {0};
        assert_false(pd_api_rpm_query(&out, rows[i].query, &problems));
        assert_int_equal(problems.count, 1);
        assert_string_equal(problems.items[0].where, rows[i].where);
        assert_string_equal(problems.items[0].detail, rows[i].detail);
        assert_int_equal(out.size, 0);
    }
    static const char *const lacked[] = {"Default",    "Basic expressions", "Viseme",     "mouthOpen",
                                         "mouthSmile", "eyesClosed",        "eyesLookUp", "eyesLookDown"};
    for (size_t i = 0; i < sizeof lacked / sizeof *lacked; i++)
        for (int second = 0; second < 2; second++) {
            char query[96], detail[256];
            snprintf(query, sizeof query, "morphTargets=%s%s", second ? "ARKit,%20" : "", lacked[i]);
            snprintf(detail, sizeof detail, "\"%s\"; %s", lacked[i], lacks);
            pd_api_problems problems = {0};
            pd_buffer out = {0};
            assert_false(pd_api_rpm_query(&out, query, &problems));
            assert_string_equal(problems.items[0].where, "/morphTargets");
            assert_string_equal(problems.items[0].detail, detail);
            pd_buffer_deinit(&out);
        }
}

static void unsupported_features_are_refused_by_name(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"useDracoMeshCompression=true", "useDracoMeshCompression"},
                                          {"textureQuality=high", "textureQuality"},
                                          {"textureChannels=baseColor", "textureChannels"},
                                          {"morphTargets=Default", "morphTargets"},
                                          {"morphTargets=jawOpen,mouthOpen", "morphTargets"},
                                          {"textureAtlas=big", "textureAtlas"},
                                          {"lod=3", "lod"},
                                          {"background=1", "background"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_problems problems = {0};
        pd_buffer out = {0};
        assert_false(pd_api_rpm_query(&out, rows[i][0], &problems));
        assert_int_equal(problems.count, 1);
        assert_non_null(strstr(problems.items[0].where, rows[i][1]));
        pd_buffer_deinit(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_become_those_of_the_mesh_route),
        cmocka_unit_test(unsupported_features_are_refused_by_name),
        cmocka_unit_test(the_more_specific_parameter_counts),
        cmocka_unit_test(a_refusal_says_what_is_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
