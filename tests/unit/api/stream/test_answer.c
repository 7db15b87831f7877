/* Texts of the stream: what a welcome tells of models. */
#include "tests/support/cmocka.h"

#include <string.h>

#include "api/stream/message.h"
#include "tests/support/rigs.h"

static pd_pfnn_model *network;

static void two_networks(void *ctx, void (*each)(void *arg, const pd_api_model *model), void *arg)
{
    (void)ctx;
    const pd_api_model models[] = {
        {.id = "walker", .kind = &pd_api_kinds[PD_API_KIND_MOTION], .resident = network},
        {.id = "runner", .kind = &pd_api_kinds[PD_API_KIND_MOTION], .resident = network}};
    for (int m = 0; m < 2; m++) each(arg, &models[m]);
}

/* Which of the two a welcome names, for who may see these models (NULL: a watcher, who draws others' characters). */
static void expect_named(const char *list, int walker, int runner)
{
    const pd_api_host host = {.each_model = two_networks};
    pd_api_access access = {0};
    pd_buffer out = {0};
    snprintf(access.lists[PD_API_OBJECT_MODELS], sizeof access.lists[0], "%s", list ? list : "");
    const pd_api_welcome welcome = {.session = "s", .token = "", .access = list ? &access : NULL};

    pd_api_write_welcome(&out, &welcome, &host);
    pd_buffer_add(&out, "", 1);
    const char *text = (const char *)out.data;
    const int names_walker = strstr(text, "\"walker\"") != NULL,
              names_runner = strstr(text, "\"runner\"") != NULL;
    if (names_walker != walker || names_runner != runner) fail_msg("%s: %s", list, text);
    pd_buffer_deinit(&out);
}

static void a_welcome_names_the_networks_in_reach(void **state)
{
    (void)state;
    network = rigs_model(16, 3);
    expect_named(NULL, 1, 1);
    expect_named("", 1, 1);
    expect_named("walk*", 1, 0);
    expect_named("-", 0, 0);
    pd_pfnn_model_release(network);
}

static void joints_have_headsets_names_beside_their_own(void **state)
{
    (void)state;
    const pd_api_host host = {.each_model = two_networks};
    const pd_api_welcome welcome = {.session = "s", .token = ""};
    pd_buffer out = {0};
    network = rigs_model(16, 3);
    pd_api_write_welcome(&out, &welcome, &host);
    pd_buffer_add(&out, "", 1);
    const char *text = (const char *)out.data, *elbow = strstr(text, "{\"name\":\"LeftForeArm\""),
               *finger = strstr(text, "{\"name\":\"LeftHandIndex1\"");
    assert_non_null(elbow);
    assert_non_null(strstr(
        elbow, "\"webxr\":\"left-arm-lower\",\"openxr\":\"XR_BODY_JOINT_LEFT_ELBOW_BD\",\"webxr_axes\":["));
    assert_non_null(finger);
    assert_null(memmem(finger, (size_t)(strchr(finger, '}') - finger), "webxr",
                       5)); /* it stands for no joint of theirs */
    pd_buffer_deinit(&out);
    pd_pfnn_model_release(network);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_welcome_names_the_networks_in_reach),
                                       cmocka_unit_test(joints_have_headsets_names_beside_their_own)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
