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

static void what_posed_lacks_is_refused_by_name(void **state)
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
        cmocka_unit_test(what_posed_lacks_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
