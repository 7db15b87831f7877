/* The part of a job's reply about its people, for numbers that the test sets. Tests of core/observe check how
 * people are found. */
#include "api/observe/jobs_run.h"

#include "tests/support/api_ask.h"

#include <math.h>

enum { FRAMES = 3, PLACES = 2 };

static float betas[16], rotations[FRAMES * PD_SMPL_MAX_JOINTS * 9], translations[3 * FRAMES],
    residuals[FRAMES * PLACES];
static double betas_sd[16];
static pd_observe_seen places[PLACES];
static char names[PLACES][PD_MARKERS_NAME_BYTES] = {"nose", "left \"eye\""};
static pd_api_job job;

static int set_up(void **state)
{
    api_host_setup(state);
    memset(&job, 0, sizeof job);
    memset(places, 0, sizeof places);
    job = (pd_api_job){
        .references = 1, .state = PD_API_JOB_DONE, .permille = 1000, .person_count = 1, .id = "abc"};
    api_host_acquire(&api_host_state, "other", true, &job.model, NULL);
    for (int i = 0; i < FRAMES * PLACES; i++) residuals[i] = NAN;
    job.people[0].names = names;
    job.people[0].take = (pd_observe_take){.betas = betas,
                                           .betas_sd = betas_sd,
                                           .rotations = rotations,
                                           .translations = translations,
                                           .residuals = residuals,
                                           .places = places,
                                           .place_count = PLACES,
                                           .frame_count = FRAMES,
                                           .first_count = 10,
                                           .rate = 30};
    return 0;
}

static int tear_down(void **state)
{
    pd_api_model_release(&job.model);
    return api_host_teardown(state);
}

static json_t *reply_of(bool with_people)
{
    pd_buffer text = {0};
    json_error_t error;
    pd_api_job_json(&text, &job, with_people);
    json_t *out = json_loadb((const char *)text.data, text.size, JSON_REJECT_DUPLICATES, &error);
    if (!out) fail_msg("%s: %.*s", error.text, (int)text.size, (const char *)text.data);
    pd_buffer_deinit(&text);
    return out;
}

/* A member of the first person; release the reply with json_decref(reply). */
static json_t *reply;

static json_t *person(const char *member)
{
    json_decref(reply);
    reply = reply_of(true);
    return json_object_get(json_array_get(json_object_get(reply, "people"), 0), member);
}

static void number_is(const char *member, double wanted)
{
    const json_t *value = person(member);
    if (isnan(wanted))
        assert_true(json_is_null(value));
    else {
        assert_true(json_is_number(value));
        assert_near(json_number_value(value), wanted, 1e-5 * fabs(wanted));
    }
}

static void bool_is(const char *member, bool wanted)
{
    const json_t *value = person(member);
    assert_true(json_is_boolean(value) && json_is_true(value) == wanted);
}

static void residuals_are_in_the_units_of_the_observations(void **state)
{
    (void)state;
    pd_observe_take *t = &job.people[0].take;
    number_is("rms", 0); /* neither in a picture nor by sensors alone: in space, and exact */
    number_is("rms_pixels", NAN);
    t->rms = 0.012;
    number_is("rms", 0.012);
    t->rms_picture = 3.5;
    number_is("rms", 0.012);
    number_is("rms_pixels", 3.5);
    t->rms = 0;
    number_is("rms", NAN); /* in a picture alone */
    t->rms_picture = 0, t->walked = true;
    number_is("rms", NAN); /* by sensors alone */
    assert_null(person("rms_degrees"));
    assert_null(person("facing"));
    assert_null(person("walked"));
    job.people[0].sensors.count = 2;
    job.people[0].sensors.facing = M_PI / 6;
    t->rms_turn = M_PI / 180;
    number_is("rms_degrees", 1);
    number_is("facing", 30);
    bool_is("walked", true);
    t->walked = false;
    bool_is("walked", false);
    json_decref(reply), reply = NULL;
}

static void each_point_has_the_root_mean_square_of_its_residuals(void **state)
{
    (void)state;
    residuals[0] = 0.03f, residuals[2] = -0.04f, residuals[5] = 0.5f; /* the first twice, the second once */
    const json_t *points = person("points");
    assert_int_equal(json_array_size(points), PLACES);
    const json_t *first = json_array_get(points, 0), *second = json_array_get(points, 1);
    assert_near(json_number_value(json_object_get(first, "rms")), sqrt((9e-4 + 16e-4) / 2), 1e-6);
    assert_near(json_number_value(json_object_get(second, "rms")), 0.5, 1e-6);
    assert_string_equal(json_string_value(json_object_get(first, "name")), "nose");
    assert_string_equal(json_string_value(json_object_get(second, "name")), "left \"eye\"");
    assert_null(json_object_get(first, "camera"));

    places[1].is_turn = true; /* a sensor: radians become degrees */
    second = json_array_get(person("points"), 1);
    assert_near(json_number_value(json_object_get(second, "rms")), 0.5 * 180 / M_PI, 1e-3);
    residuals[5] = NAN;
    second = json_array_get(person("points"), 1);
    assert_true(json_is_null(json_object_get(second, "rms")));
    json_decref(reply), reply = NULL;
}

static void exchanged_sides_are_reported_in_the_reply(void **state)
{
    (void)state;
    pd_observe_take *t = &job.people[0].take;
    t->exchanged_count = 4, t->sided_count = 1;
    number_is("exchanged", 4);
    number_is("sides_exchanged", 1);
    bool_is("mirrored", false);
    t->mirrored_count = 5; /* of 10 frames that were looked at first: not most */
    bool_is("mirrored", false);
    t->mirrored_count = 6;
    bool_is("mirrored", true);
    t->mirrored_count = 0, t->is_sided = true; /* all of it was: one frame of three was not */
    bool_is("mirrored", true);
    number_is("sides_exchanged", 2);
    json_decref(reply), reply = NULL;
}

static void cameras_are_reported_with_the_guessed_values(void **state)
{
    (void)state;
    pd_api_job_person *p = &job.people[0];
    assert_null(person("cameras"));
    p->camera_count = 2;
    for (int c = 0; c < 2; c++)
        p->cameras[c] =
            (pd_observe_camera){.fx = 1000 + c, .fy = 1000 + c, .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    p->guessed[1] = true;
    places[1].camera = 1;
    const json_t *cameras = person("cameras");
    assert_int_equal(json_array_size(cameras), 2);
    for (size_t c = 0; c < 2; c++)
        assert_near(json_number_value(json_object_get(json_array_get(cameras, c), "fx")), 1000 + (double)c,
                    1e-6);
    const json_t *points = json_object_get(json_array_get(json_object_get(reply, "people"), 0), "points");
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(json_integer_value(json_object_get(json_array_get(points, i), "camera")), i);

    /* of a crowd: when somebody was seen, and by which camera alone */
    assert_null(person("first"));
    p->member.frames = 5;
    p->member.first = 7, p->member.seen = 5, p->member.shared = 2, p->member.only = -1;
    number_is("first", 7);
    number_is("seen", 5);
    number_is("shared", 2);
    assert_null(person("only"));
    p->member.only = 0;
    number_is("only", 0);
    p->member.only = 1;
    number_is("only", 1);
    points = person("points");
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(json_integer_value(json_object_get(json_array_get(points, i), "camera")), 1);
    p->member.frames = 0;
    json_decref(reply), reply = NULL;
}

static void markers_say_what_names_they_got_or_lost(void **state)
{
    (void)state;
    static char of_file[3][PD_MARKERS_NAME_BYTES] = {"LFHD", "*42", "RFHD"};
    static const pd_markers file = {.names = of_file, .marker_count = 3, .frame_count = FRAMES};
    static const pd_observe_protocol protocol = {.name = "cmu"};
    pd_observe_mended stretches[2] = {{1, 1, 10, 20}, {0, 2, 3, 4}};
    pd_observe_marked *m = &job.people[0].marked;
    m->file = &file, m->names = names;
    m->protocol = &protocol, m->point_count = 123, m->named_count = 120;
    const json_t *named = person("named");
    assert_string_equal(json_string_value(json_object_get(named, "protocol")), "cmu");
    assert_int_equal(json_integer_value(json_object_get(named, "points")), 123);
    assert_int_equal(json_integer_value(json_object_get(named, "named")), 120);
    assert_null(person("mended"));

    m->protocol = NULL;
    m->mend.stretches = stretches, m->mend.count = 2, m->mend.mended = 13;
    const json_t *mended = person("mended");
    static const struct {
        const char *marker, *called;
        int first, last;
    } wanted[] = {{"left \"eye\"", "*42", 10, 20}, {"nose", "RFHD", 3, 4}};
    assert_int_equal(json_array_size(mended), 2);
    for (size_t i = 0; i < 2; i++) {
        const json_t *s = json_array_get(mended, i);
        assert_string_equal(json_string_value(json_object_get(s, "marker")), wanted[i].marker);
        assert_string_equal(json_string_value(json_object_get(s, "called")), wanted[i].called);
        assert_int_equal(json_integer_value(json_object_get(s, "first")), wanted[i].first);
        assert_int_equal(json_integer_value(json_object_get(s, "last")), wanted[i].last);
    }
    number_is("mended_points", 13);
    assert_null(person("named"));
    memset(m, 0, sizeof *m);
    json_decref(reply), reply = NULL;
}

static void a_job_says_how_far_it_is_and_why_it_failed(void **state)
{
    (void)state;
    static const struct {
        pd_api_job_state state;
        int permille;
        const char *status;
    } rows[] = {{PD_API_JOB_QUEUED, 0, "queued"},
                {PD_API_JOB_RUNNING, 250, "running"},
                {PD_API_JOB_DONE, 1000, "done"},
                {PD_API_JOB_CANCELLED, 125, "cancelled"},
                {PD_API_JOB_FAILED, 500, "failed"}};
    strcpy(job.reason, "/people/0: nothing to \"see\"");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int with = 0; with < 2; with++) {
            job.state = rows[i].state, job.permille = rows[i].permille;
            json_t *said = reply_of(with);
            assert_string_equal(json_string_value(json_object_get(said, "id")), "abc");
            assert_string_equal(json_string_value(json_object_get(said, "kind")), "fit");
            assert_string_equal(json_string_value(json_object_get(said, "model")), "other");
            assert_string_equal(json_string_value(json_object_get(said, "status")), rows[i].status);
            assert_near(json_number_value(json_object_get(said, "progress")), rows[i].permille / 1000.0,
                        1e-3);
            const json_t *detail = json_object_get(said, "detail");
            if (rows[i].state == PD_API_JOB_FAILED)
                assert_string_equal(json_string_value(detail), job.reason);
            else
                assert_null(detail);
            assert_int_equal(json_object_get(said, "people") != NULL,
                             with && rows[i].state == PD_API_JOB_DONE);
            assert_null(json_object_get(said, "left_out"));
            json_decref(said);
        }
}

static void points_far_from_the_body_are_reported_as_a_warning(void **state)
{
    (void)state;
    residuals[2 * PLACES + 1] = 100;
    json_t *said = reply_of(true);
    char *warnings = json_dumps(json_object_get(said, "warnings"), 0);
    residuals[2 * PLACES + 1] = NAN;
    assert_non_null(warnings);
    assert_non_null(strstr(warnings, "person 0: 1 point in 1 frame"));
    assert_non_null(strstr(warnings, "in frame 2, 100 m from its place"));
    free(warnings);
    json_decref(said);
}

/* People in their order, and a warning for each whose shape is far from anybody's. */
static void many_people_are_told_in_their_order(void **state)
{
    (void)state;
    static float far[16] = {0, 7};
    static pd_api_crowd crowd;
    job.person_count = 2;
    job.people[1] = job.people[0];
    job.people[1].take.frame_count = 2;
    job.people[1].take.betas = far;
    json_t *said = reply_of(true);
    const json_t *people = json_object_get(said, "people");
    assert_int_equal(json_array_size(people), 2);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(json_integer_value(json_object_get(json_array_get(people, i), "frames")),
                         3 - (int)i);
    char *warnings = json_dumps(json_object_get(said, "warnings"), 0);
    assert_non_null(warnings);
    assert_non_null(strstr(warnings, "person 1: beta 1 of the body is 7;"));
    assert_null(strstr(warnings, "person 0"));
    free(warnings);
    json_decref(said);

    job.crowd = &crowd, job.left_out = 3;
    said = reply_of(true);
    assert_int_equal(json_integer_value(json_object_get(said, "left_out")), 3);
    warnings = json_dumps(json_object_get(said, "warnings"), 0);
    assert_non_null(strstr(warnings, "\"/crowd\""));
    free(warnings);
    json_decref(said);
    job.crowd = NULL;
}

#define REPLY_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        REPLY_TEST(residuals_are_in_the_units_of_the_observations),
        REPLY_TEST(each_point_has_the_root_mean_square_of_its_residuals),
        REPLY_TEST(exchanged_sides_are_reported_in_the_reply),
        REPLY_TEST(cameras_are_reported_with_the_guessed_values),
        REPLY_TEST(markers_say_what_names_they_got_or_lost),
        REPLY_TEST(a_job_says_how_far_it_is_and_why_it_failed),
        REPLY_TEST(points_far_from_the_body_are_reported_as_a_warning),
        REPLY_TEST(many_people_are_told_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
