/* Parameters of Ready Player Me's requests, as its documentation and public programs have them. */
#include "api/avatar/rpm.h"
#include "core/base/text/number.h"

#include "tests/support/cmocka.h"

/* Translates a query to that of the mesh route or of the portrait route. Returns the number of problems. */
static int translate(pd_buffer *out, pd_api_problems *problems, const char *theirs, bool is_picture)
{
    pd_api_rpm_values values;
    *problems = (pd_api_problems){0};
    if (pd_api_rpm_read(&values, theirs, problems)) {
        if (is_picture)
            pd_api_rpm_portrait_query(out, &values, problems);
        else
            pd_api_rpm_mesh_query(out, &values, problems);
    }
    pd_api_rpm_deinit(&values);
    pd_buffer_add(out, "", 1);
    return problems->count;
}

static void is_translated(const char *theirs, const char *ours, bool is_picture)
{
    pd_api_problems problems;
    pd_buffer out = {0};
    if (translate(&out, &problems, theirs, is_picture))
        fail_msg("%s: %s: %s", theirs, problems.items[0].where, problems.items[0].detail);
    assert_string_equal((const char *)out.data, ours);
    pd_buffer_deinit(&out);
}

static void is_refused(const char *theirs, const char *where, const char *detail, bool is_picture)
{
    pd_api_problems problems;
    pd_buffer out = {0};
    assert_int_equal(translate(&out, &problems, theirs, is_picture), 1);
    assert_string_equal(problems.items[0].where, where);
    assert_string_equal(problems.items[0].detail, detail);
    pd_buffer_deinit(&out);
}

#define FILE_BEGIN "profile=readyplayerme&pose=a&lod=0"
#define NO_ATLAS   "&atlas=false&texture_size=1024&textures=png"

static void parameters_of_files_become_those_of_the_mesh_route(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {NULL, FILE_BEGIN NO_ATLAS},
        {"pose=A", FILE_BEGIN NO_ATLAS},
        {"pose=T&useHands=false&textureFormat=webp&useMeshOptCompression=true",
         "profile=readyplayerme&pose=t&lod=0&atlas=false&texture_size=1024&textures=webp&hands=false&"
         "compression=meshopt"},
        {"textureFormat=jpeg", FILE_BEGIN NO_ATLAS},
        {"useHands=true&useMeshOptCompression=false&useDracoMeshCompression=false", FILE_BEGIN NO_ATLAS},
        {"useQuantizeMeshOptCompression=true", FILE_BEGIN NO_ATLAS "&compression=meshopt"},
        {"useMeshOptCompression=true&useQuantizeMeshOptCompression=true",
         FILE_BEGIN NO_ATLAS "&compression=meshopt"},
        {"textureChannels=baseColor,normal,metallicRoughness,emissive,occlusion", FILE_BEGIN NO_ATLAS},
        {"textureChannels=normal", FILE_BEGIN "&atlas=false&textures=none"},
        {"textureChannels=none", FILE_BEGIN "&atlas=false&textures=none"},
        {"uat=2025-01-01T00%3A00%3A00Z&cacheControl=true", FILE_BEGIN NO_ATLAS},
        {"morphTargets=none", FILE_BEGIN NO_ATLAS "&morphs=none"},
        {"morphTargets=arkit", FILE_BEGIN NO_ATLAS "&morphs=arkit"},
        {"morphTargets=Default", FILE_BEGIN NO_ATLAS "&morphs=mouthOpen,mouthSmile"},
        {"morphTargets=ARKit,Oculus+Visemes,mouthOpen",
         FILE_BEGIN NO_ATLAS "&morphs=arkit,visemes,mouthOpen"},
        {"morphTargets=oculus%20visemes,%20ARKit", FILE_BEGIN NO_ATLAS "&morphs=visemes,arkit"},
        {"morphTargets=,jawOpen,,%20%20mouthSmileLeft%20,",
         FILE_BEGIN NO_ATLAS "&morphs=jawOpen,mouthSmileLeft"},
        {"morphTargets=ARKits", FILE_BEGIN NO_ATLAS "&morphs=ARKits"},
        {"camera=portrait&size=256&expression=happy&blendShapes[mouthSmile]=1", FILE_BEGIN NO_ATLAS},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) is_translated(rows[i][0], rows[i][1], false);
}

/* A special parameter overrides a general one: lod over meshLod over quality. Of several limits of the size
 * of textures the smallest counts. */
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
        {"meshLod=0", 0, 1024, "false"},
        {"meshLod=2", 2, 1024, "false"},
        {"quality=low&meshLod=0", 0, 256, "true"},
        {"quality=low&textureAtlas=none", 2, 256, "false"},
        {"meshLod=2&lod=1", 1, 1024, "false"},
        {"quality=low&meshLod=1&lod=0", 0, 256, "true"},
        {"textureSizeLimit=256", 0, 256, "false"},
        {"textureAtlas=none&textureSizeLimit=512", 0, 512, "false"},
        {"textureAtlas=128", 0, 128, "true"},
        {"textureAtlas=4096", 0, 4096, "true"},
        {"quality=low&textureAtlas=512", 2, 512, "true"},
        {"textureAtlas=256&textureSizeLimit=1024", 0, 256, "true"},
        {"textureAtlas=1024&textureSizeLimit=256", 0, 256, "true"},
        {"textureQuality=low", 0, 256, "false"},
        {"textureQuality=medium&textureSizeLimit=1024", 0, 512, "false"},
        {"textureQuality=high&textureSizeLimit=256", 0, 256, "false"},
        {"quality=medium&textureQuality=medium", 1, 512, "true"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char ours[160];
        snprintf(ours, sizeof ours,
                 "profile=readyplayerme&pose=a&lod=%d&atlas=%s&texture_size=%d&textures=png", rows[i].lod,
                 rows[i].atlas, rows[i].size);
        is_translated(rows[i].theirs, ours, false);
    }
}

static void parameters_of_pictures_become_those_of_the_portrait_route(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {NULL, "view=head&background=none"},
        {"camera=portrait", "view=head&background=none"},
        {"camera=fullbody&size=256", "view=full&background=none&size=256"},
        {"camera=fit&quality=80", "view=full&background=none"},
        {"background=144,89,156", "view=head&background=90599c"},
        {"scene=fullbody-portrait-v1", "view=head"},
        {"scene=halfbody-portrait-v1-transparent", "view=head&background=none"},
        {"scene=fullbody-posture-v1-transparent", "view=full&background=none"},
        {"pose=power-stance&camera=fullbody", "view=full&background=none&stance=power-stance"},
        {"pose=thumbs-up", "view=head&background=none&stance=thumbs-up"},
        {"pose=A&morphTargets=ARKit&quality=low", "view=head&background=none"}, /* of the file's address */
        {"blendShapes[Wolf3D_Head][jawOpen]=0.5",
         "view=head&background=none&blend_shapes=%7B%22jawOpen%22:0.5%7D"},
        {"blendShapes%5BjawOpen%5D=0.5", "view=head&background=none&blend_shapes=%7B%22jawOpen%22:0.5%7D"},
        {"blendShapes[mouthOpen]=1", "view=head&background=none&blend_shapes=%7B%22jawOpen%22:0.5%7D"},
        {"blendShapes[eyesClosed]=1",
         "view=head&background=none&blend_shapes=%7B%22eyeBlinkLeft%22:1.0,%22eyeBlinkRight%22:1.0%7D"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) is_translated(rows[i][0], rows[i][1], true);
}

/* A blend shape is added to the expression. */
static void an_expression_is_a_sum_of_shapes(void **state)
{
    (void)state;
    pd_api_problems problems;
    pd_buffer out = {0};
    assert_int_equal(translate(&out, &problems, "expression=lol&blendShapes[jawOpen]=0.25", true), 0);
    assert_non_null(strstr((const char *)out.data, "%22jawOpen%22:0.7"));
    pd_buffer_deinit(&out);
}

/* Each expression and stance of the documentation is known, and each expression is another face. */
static void every_documented_name_is_known(void **state)
{
    (void)state;
    static const char *const expressions[] = {"happy", "lol", "sad", "scared", "rage"};
    static const char *const poses[] = {"standing", "relaxed", "power-stance", "thumbs-up"};
    char faces[5][1024];
    for (int i = 0; i < 5; i++) {
        char query[64];
        pd_api_problems problems;
        pd_buffer out = {0};
        snprintf(query, sizeof query, "expression=%s", expressions[i]);
        assert_int_equal(translate(&out, &problems, query, true), 0);
        snprintf(faces[i], sizeof faces[i], "%s", (const char *)out.data);
        for (int k = 0; k < i; k++) assert_string_not_equal(faces[i], faces[k]);
        pd_buffer_deinit(&out);
    }
    for (size_t i = 0; i < sizeof poses / sizeof *poses; i++) {
        char query[64], ours[96];
        snprintf(query, sizeof query, "pose=%s", poses[i]);
        snprintf(ours, sizeof ours, "view=head&background=none&stance=%s", poses[i]);
        is_translated(query, ours, true);
    }
}

static void a_refusal_says_what_is_allowed(void **state)
{
    (void)state;
    static const struct {
        bool is_picture;
        const char *query, *where, *detail;
    } rows[] = {
        {false, "textureChannels=baseColour", "/textureChannels",
         "\"baseColour\"; baseColor, normal, metallicRoughness, emissive, occlusion or none allowed"},
        {false, "textureAtlas=127", "/textureAtlas", "\"127\"; none or 128 to 4096 allowed"},
        {false, "textureAtlas=4097", "/textureAtlas", "\"4097\"; none or 128 to 4096 allowed"},
        {false, "textureAtlas=512px", "/textureAtlas", "\"512px\"; none or 128 to 4096 allowed"},
        {false, "lod=3", "/lod", "3; 0 to 2 allowed"},
        {false, "lod=-1", "/lod", "-1; 0 to 2 allowed"},
        {false, "quality=best", "/quality", "\"best\"; low, medium or high allowed for a file"},
        {false, "pose=relaxed", "/pose", "a stance of pictures; A or T allowed for a file"},
        {true, "background=1,2", "/background",
         "\"1,2\"; red, green and blue from 0 to 255 with commas between expected"},
        {true, "background=1,2,256", "/background",
         "\"1,2,256\"; red, green and blue from 0 to 255 with commas between expected"},
        {true, "size=16", "/size", "16; 32 to 1024 pixels allowed"},
        {true, "blendShapes[jawOpen]=much", "/blendShapes", "much of jawOpen; a weight from -2 to 2 allowed"},
        {true, "blendShapes[jawOpen]=nan", "/blendShapes", "nan of jawOpen; a weight from -2 to 2 allowed"},
        {true, "blendShapes[]=1", "/blendShapes", "\"[]=1\"; blendShapes[NAME]=WEIGHT expected"},
        {true, "blendShapes[a=1", "/blendShapes", "\"[a=1\"; blendShapes[NAME]=WEIGHT expected"},
        {true, "blendShapes[a]", "/blendShapes", "\"[a]\"; blendShapes[NAME]=WEIGHT expected"},
        {true, "blendShapes[%zz]=1", "/blendShapes", "\"[%zz]=1\"; blendShapes[NAME]=WEIGHT expected"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        is_refused(rows[i].query, rows[i].where, rows[i].detail, rows[i].is_picture);

    /* Draco is not refused, because programs cannot change their address: the reply warns. */
    pd_api_problems problems;
    pd_buffer out = {0};
    assert_int_equal(translate(&out, &problems, "useDracoMeshCompression=true", false), 0);
    assert_int_equal(problems.warning_count, 1);
    assert_string_equal(problems.warnings[0].pointer, "/useDracoMeshCompression");
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_of_files_become_those_of_the_mesh_route),
        cmocka_unit_test(the_more_specific_parameter_counts),
        cmocka_unit_test(parameters_of_pictures_become_those_of_the_portrait_route),
        cmocka_unit_test(an_expression_is_a_sum_of_shapes),
        cmocka_unit_test(every_documented_name_is_known),
        cmocka_unit_test(a_refusal_says_what_is_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
