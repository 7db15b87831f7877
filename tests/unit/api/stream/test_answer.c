/* Texts of the stream: the description of models in a welcome. */
#include "tests/support/cmocka.h"

#include <jansson.h>
#include <math.h>
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

/* Which of the two a welcome names, for who may see these models (NULL:
 * a watcher, who draws others' characters). */
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

/* Checks that the message is this JSON, and empties it. */
static void expect(pd_buffer *out, const char *expected)
{
    json_t *is = json_loadb((const char *)out->data, out->size,
                            JSON_DECODE_INT_AS_REAL | JSON_REJECT_DUPLICATES, NULL),
           *wanted = json_loads(expected, JSON_DECODE_INT_AS_REAL, NULL);
    assert_non_null(wanted);
    if (!is || !json_equal(is, wanted))
        fail_msg("%.*s\nnot %s", (int)out->size, (const char *)out->data, expected);
    json_decref(is), json_decref(wanted);
    out->size = 0;
}

static void no_networks(void *ctx, void (*each)(void *arg, const pd_api_model *model), void *arg)
{
    (void)ctx, (void)each, (void)arg;
}

static void a_message_has_each_value_below_its_name(void **state)
{
    (void)state;
    pd_buffer out = {0};
    const pd_api_host host = {.each_model = no_networks};
    const pd_api_who there[] = {{.id = 3, .model = "walker"}, {.id = 4, .model = "runner"}};
    const pd_api_welcome welcome = {.ref = "r1",
                                    .session = "s2",
                                    .token = "t3",
                                    .vmc = "127.0.0.1:39539",
                                    .resumed = 1,
                                    .tick = 5,
                                    .tick_rate = 60,
                                    .resume_window = 30,
                                    .input_timeout = 7.5,
                                    .characters = 8,
                                    .message_bytes = 9000,
                                    .there = there,
                                    .there_count = 2};
    pd_api_write_welcome(&out, &welcome, &host);
    expect(
        &out,
        "{\"type\":\"welcome\",\"ref\":\"r1\",\"session\":\"s2\",\"resume_token\":\"t3\",\"vmc\":\"127.0.0.1:"
        "39539\",\"resumed\":true,"
        "\"tick\":5,\"tick_rate\":60,\"skeletons\":[],\"characters\":[{\"id\":3,\"model\":\"walker\"},{"
        "\"id\":4,\"model\":\"runner\"}],"
        "\"limits\":{\"characters\":8,\"message_bytes\":9000,\"resume_window\":30,\"input_timeout\":7.5}}");

    /* A watcher has no token. Missing values have no member. */
    pd_api_write_welcome(&out, &(pd_api_welcome){.session = "s", .token = "", .vmc = ""}, &host);
    expect(&out,
           "{\"type\":\"welcome\",\"session\":\"s\",\"resumed\":false,\"tick\":0,\"tick_rate\":0,"
           "\"skeletons\":[],\"characters\":[],"
           "\"limits\":{\"characters\":0,\"message_bytes\":0,\"resume_window\":0,\"input_timeout\":0}}");

    pd_api_write_spawned(&out, "r", &(pd_api_who){.id = 6, .model = "walker", .warning = "no such motion"});
    expect(&out, "{\"type\":\"spawned\",\"ref\":\"r\",\"id\":6,\"model\":\"walker\",\"warnings\":[{"
                 "\"pointer\":\"/motion\",\"detail\":\"no such motion\"}]}");
    pd_api_write_spawned(&out, "", &(pd_api_who){.id = 6, .model = "walker", .facing = 90});
    expect(&out, "{\"type\":\"spawned\",\"id\":6,\"model\":\"walker\",\"warnings\":[{\"pointer\":\"/facing\","
                 "\"detail\":\"90; -6.283 to 6.283 radians (a full turn) are usual, so this looks like "
                 "degrees\"}]}");
    pd_api_problems remarks = {0};
    pd_api_warn(&remarks, "/facing", "90");
    pd_api_write_warned(&out, "sit", 0, &remarks);
    expect(&out,
           "{\"type\":\"warned\",\"of\":\"sit\",\"warnings\":[{\"pointer\":\"/facing\",\"detail\":\"90\"}]}");
    pd_api_write_done(&out, "r", "despawn");
    expect(&out, "{\"type\":\"done\",\"ref\":\"r\",\"of\":\"despawn\"}");
    pd_api_write_pong(&out, NULL, 0.1, 2.5, 7);
    expect(&out, "{\"type\":\"pong\",\"time\":0.1,\"server_time\":2.5,\"tick\":7}");
    pd_api_write_bye(&out, "shutting_down", 1.5, "come");
    expect(&out, "{\"type\":\"bye\",\"reason\":\"shutting_down\",\"come_back\":true,\"after\":1.5,\"detail\":"
                 "\"come\"}");
    pd_api_write_bye(&out, "banned", -1, "go");
    expect(&out, "{\"type\":\"bye\",\"reason\":\"banned\",\"come_back\":false,\"detail\":\"go\"}");

    /* The first problem stands outside, too. */
    pd_api_problems problems = {0};
    pd_api_write_error(&out, "r", "broken", &problems);
    expect(&out, "{\"type\":\"error\",\"ref\":\"r\",\"code\":\"broken\",\"errors\":[]}");
    pd_api_note(&problems, PD_ERR_INVALID, "/a", "one");
    pd_api_note(&problems, PD_ERR_INVALID, "/b", "two");
    pd_api_write_error(&out, NULL, "invalid", &problems);
    expect(&out, "{\"type\":\"error\",\"code\":\"invalid\",\"pointer\":\"/"
                 "a\",\"detail\":\"one\",\"errors\":[{\"pointer\":\"/a\",\"detail\":\"one\"},"
                 "{\"pointer\":\"/b\",\"detail\":\"two\"}]}");

    pd_api_write_lowered(
        &out, &(pd_api_lowered){.asked = 2, .frames = 3.25, .has_vertices = true, .vertices = 4.5});
    expect(&out, "{\"type\":\"lowered\",\"asked\":2,\"divisor\":3.25,\"vertices_divisor\":4.5,\"detail\":"
                 "\"the ticks take too long for all that was asked; frames of the most expensive sessions "
                 "are reduced\"}");
    pd_api_write_lowered(&out, &(pd_api_lowered){.asked = 2, .frames = 2, .is_whole = true});
    expect(&out, "{\"type\":\"lowered\",\"asked\":2,\"divisor\":2,\"detail\":\"as asked again\"}");
    pd_api_write_stats(&out, &(pd_api_stats){.tick = 1,
                                             .sent = 2,
                                             .dropped = 3,
                                             .bytes = 4,
                                             .ticks_left_out = 5,
                                             .round_trip = 0.25,
                                             .late_ms = 6.5,
                                             .load = 0.75,
                                             .characters = 8,
                                             .sessions = 9});
    expect(&out, "{\"type\":\"stats\",\"tick\":1,\"sent\":2,\"dropped\":3,\"bytes\":4,\"round_trip\":0.25,"
                 "\"late_ms\":6.5,\"load\":0.75,"
                 "\"ticks_left_out\":5,\"characters\":8,\"sessions\":9}");
    pd_buffer_deinit(&out);
}

/* A residual is in metres, or in pixels of a picture, or in degrees of turns,
 * which are computed in radians. */
static void an_observation_is_reported_in_its_unit(void **state)
{
    (void)state;
    pd_buffer out = {0};
    const char *const unseen[] = {"head", "left_hand"};
    pd_api_observed o = {
        .id = 1, .time = 2.5, .rms = 0.125, .solve_ms = 3.5, .unseen = unseen, .unseen_count = 2};
    pd_api_write_observed(&out, &o);
    expect(&out, "{\"type\":\"observed\",\"id\":1,\"part\":\"body\",\"time\":2.5,\"rms\":0.125,"
                 "\"solve_ms\":3.5,\"mirrored\":false,\"unseen\":[\"head\",\"left_hand\"]}");
    o = (pd_api_observed){.is_face = true, .rms = 4, .in_picture = true, .mirrored = true, .trouble = "late"};
    pd_api_write_observed(&out, &o);
    expect(&out, "{\"type\":\"observed\",\"id\":0,\"part\":\"face\",\"time\":0,\"rms_pixels\":4,"
                 "\"solve_ms\":0,\"mirrored\":true,\"unseen\":[],\"trouble\":\"late\"}");
    o = (pd_api_observed){.rms = acos(-1) / 2, .in_turns = true};
    pd_api_write_observed(&out, &o);
    expect(&out, "{\"type\":\"observed\",\"id\":0,\"part\":\"body\",\"time\":0,\"rms_degrees\":90,"
                 "\"solve_ms\":0,\"mirrored\":false,\"unseen\":[]}");
    pd_buffer_deinit(&out);
}

/* Footsteps are where the foot is, the others where the root is. */
static void each_event_is_a_message_of_its_own(void **state)
{
    (void)state;
    pd_buffer out = {0};
    size_t ends[8];
    int count;
    const pd_character_pose pose = {.events = PD_CHARACTER_STEP_RIGHT | PD_CHARACTER_LANDED,
                                    .root = {1, 2, 3},
                                    .steps = {{4, 5, 6}, {7, 8, 9}}};
    pd_api_write_events(&out, ends, &count, 11, &pose, 12, 0.5);
    assert_int_equal(count, 2);
    assert_int_equal(ends[1], out.size);
    pd_buffer one = {.data = out.data, .size = ends[0]},
              two = {.data = out.data + ends[0], .size = ends[1] - ends[0]};
    expect(&one, "{\"type\":\"event\",\"event\":\"footstep\",\"id\":11,\"tick\":12,\"time\":0.5,\"foot\":"
                 "\"right\",\"position\":[7,8,9]}");
    expect(&two,
           "{\"type\":\"event\",\"event\":\"land\",\"id\":11,\"tick\":12,\"time\":0.5,\"position\":[1,2,3]}");
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_welcome_names_the_networks_in_reach),
                                       cmocka_unit_test(joints_have_headsets_names_beside_their_own),
                                       cmocka_unit_test(a_message_has_each_value_below_its_name),
                                       cmocka_unit_test(an_observation_is_reported_in_its_unit),
                                       cmocka_unit_test(each_event_is_a_message_of_its_own)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
