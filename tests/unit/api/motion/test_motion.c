/* Tests roll-outs from the request's fields to the written file: what is read, what is refused and where,
 * what a roll-out costs, and what each format holds. Files are read back by this project's readers, so an
 * error in writing shows as another frame count, rotation or contact. */
#include "tests/support/api_ask.h"

#include "api/motion/motion.h"
#include "api/motion/scene.h"
#include "api/motion/script.h"
#include "core/motion/track_file.h"
#include "core/io/tensor/npz.h"
#include "tests/support/databases.h"
#include "tests/support/rigs.h"
#include "tests/support/stage_put.h"

#define ROLLOUT "/v1/motions/rollout"
#define WALK    "\"seconds\":1,\"script\":[{\"move\":[0,1],\"gait\":\"walk\"}]"

static int setup(void **state)
{
    api_host_setup(state);
    api_host_state.motion = rigs_model(8, 3);
    return 0;
}

static int teardown(void **state)
{
    pd_pfnn_model_release(api_host_state.motion);
    return api_host_teardown(state);
}

/* ---- memory ---- */

static size_t estimate(const char *target, const char *body)
{
    pd_api_call *call = api_decode("POST", target, body, (pd_api_request){0});
    if (pd_api_call_done(call))
        fail_msg("%s: %.*s", body, (int)pd_api_call_reply(call)->body.size,
                 (const char *)pd_api_call_reply(call)->body.data);
    const size_t bytes = call->run_bytes(call, 1);
    pd_api_call_release(call);
    return bytes;
}

/* A frame is a quaternion a joint, 4 doubles, and its text of up
 * to 12 bytes a number, and a kilobyte besides. */
static void a_second_more_of_a_rollout_is_60_frames_more(void **state)
{
    (void)state;
    const size_t one = estimate(ROLLOUT, "{" WALK "}"),
                 three = estimate(ROLLOUT, "{\"seconds\":3,\"script\":[{\"move\":[0,1],\"gait\":\"walk\"}]}");
    assert_int_equal(three - one, 2 * 60 * (PD_ANIM_MAX_JOINTS * (4 * 8 + 4 * 12) + 1024));
}

/* A second costs as much as the one before. */
static void rollouts_cost_by_seconds(void **state)
{
    (void)state;
    double of[3];
    for (int i = 0; i < 3; i++) {
        char body[96];
        snprintf(body, sizeof body, "{\"seconds\":%d,\"script\":[{\"move\":[0,1],\"gait\":\"walk\"}]}",
                 1 + i);
        pd_api_call *call = api_decode("POST", ROLLOUT, body, (pd_api_request){0});
        of[i] = pd_api_call_cost(call);
        pd_api_call_release(call);
    }
    assert_true(of[0] > 0);
    assert_near(of[2] - of[1], of[1] - of[0], 1e-9);
    assert_near(of[1] / of[0], 2, 1e-9); /* flat ground costs nothing */
}

/* ---- scripts ---- */

typedef struct decoded {
    pd_api_script script;
    pd_api_pool pool;
    pd_api_problems problems;
    int good;
} decoded;

static decoded decode_object(json_t *object)
{
    static const pd_api_field *const tables[] = {pd_api_script_fields, NULL};
    decoded d = {0};
    pd_api_script_values values = pd_api_script_begin();
    assert_non_null(object);
    d.good = pd_api_fields_json(&values, object, tables, "", &d.problems) &&
             pd_api_script_read(&d.script, &values, 100, &d.pool, &d.problems);
    json_decref(object);
    return d;
}

static decoded decode(const char *json)
{
    return decode_object(json_loads(json, 0, NULL));
}

static void release(decoded *d)
{
    pd_api_script_deinit(&d->script);
    pd_api_pool_deinit(&d->pool);
}

static void a_script_says_whose_motion_it_is(void **state)
{
    (void)state;
    decoded d = decode("{\"style\":{\"ann\":0.5},\"variation\":3}");
    assert_true(d.good);
    assert_string_equal(d.script.job.person.parts[0].name, "ann");
    assert_int_equal(d.script.job.person.variation, 3);
    release(&d);

    api_refused("POST", ROLLOUT, "{\"seconds\":1,\"style\":\"ann\"}", 404, "/style",
                "no style \"ann\"; none: the network has no styles");
}

static void a_field_holds_until_it_is_given_again(void **state)
{
    (void)state;
    decoded d = decode(
        "{\"seconds\":9,\"position\":[1,2],\"facing\":0.5,\"script\":[{\"move\":[0,1],\"gait\":\"jog\"},"
        "{\"t\":2,\"look\":[1,0],\"strafe\":true},{\"t\":3,\"look\":null,\"speed\":2}]}");
    const pd_character_rollout_job *job = &d.script.job;
    assert_true(d.good);
    assert_int_equal(job->cue_count, 3);
    assert_near(job->position[1], 2, 0);
    assert_near(job->facing, 0.5, 0);
    assert_near(job->cues[0].time, 0, 0);
    assert_int_equal(job->cues[1].input.gait, PD_CHARACTER_WANT_JOG);
    assert_near(job->cues[1].input.move[1], 1, 0);
    assert_true(job->cues[1].input.has_look);
    assert_false(job->cues[2].input.has_look);
    assert_near(job->cues[2].input.strafe, 1, 0);
    assert_near(job->cues[2].input.speed, 2, 0);
    release(&d);
}

static void paths_and_random_orders_replace_a_script(void **state)
{
    (void)state;
    decoded d =
        decode("{\"pursue\":{\"path\":[[0,0],[0,4]],\"closed\":true,\"lookahead\":1,\"gait\":\"walk\"}}");
    assert_true(d.good);
    assert_int_equal(d.script.job.follow->count, 2);
    assert_near(d.script.job.follow->ahead, 1, 0);
    release(&d);
    d = decode("{\"seconds\":20,\"seed\":4,\"random\":{\"kind\":\"stick\"}}");
    assert_true(d.good);
    assert_true(d.script.job.cue_count > 10);
    assert_true(d.script.job.no_events);
    release(&d);
}

static void reach_gaze_and_sit_are_read_beside_other_orders(void **state)
{
    (void)state;
    decoded d = decode(
        "{\"random\":{},\"seconds\":3,\"reach\":[{\"t\":1,\"joint\":\"right_hand\",\"target\":[-0.4,1.1,1]},"
        "{\"joint\":\"right_hand\",\"weight\":0},{\"t\":2,\"target\":[0,1,0],\"normal\":[0,1,0],\"slide\":"
        "true}],"
        "\"gaze\":[{\"t\":1,\"point\":[0,1.5,4]},{\"t\":2}],"
        "\"sit\":[{\"t\":1,\"seat\":[0.5,2],\"facing\":3,\"height\":0.4},{\"t\":2,\"seconds\":"
        "1}]}");
    assert_true(d.good);
    assert_int_equal(d.script.job.sit_count, 2);
    assert_true(d.script.job.sits[0].request.sit);
    assert_near(d.script.job.sits[0].request.seat[1], 2, 0);
    assert_near(d.script.job.sits[0].request.height, 0.4, 0);
    assert_near(d.script.job.sits[0].request.seconds, 1.7, 0);
    assert_false(d.script.job.sits[1].request.sit);
    assert_near(d.script.job.sits[1].time, 2, 0);
    assert_int_equal(d.script.job.reach_count, 3);
    assert_int_equal(d.script.job.reaches[0].hand, PD_CHARACTER_RIGHT_HAND);
    assert_near(d.script.job.reaches[1].time, 1, 0); /* a time holds until the next */
    assert_true(d.script.job.reaches[2].request.slide);
    assert_int_equal(d.script.job.gaze_count, 2);
    assert_near(d.script.job.gazes[0].request.weight, 1, 0);
    assert_near(d.script.job.gazes[1].request.weight, 0, 0);
    release(&d);
}

/* Each number of an order is where it was given. */
static void orders_have_the_numbers_that_were_given(void **state)
{
    (void)state;
    decoded d = decode(
        "{\"reach\":[{\"t\":0.5,\"target\":[1,2,3],\"normal\":[4,5,6],\"weight\":0.25,\"seconds\":0.75}],"
        "\"gaze\":[{\"t\":1.5,\"point\":[7,8,9],\"weight\":0.5,\"seconds\":0.25,\"anchor\":\"root\"},{\"t\":"
        "2.5}],"
        "\"sit\":[{\"t\":3.5,\"seat\":[10,11],\"facing\":0.125,\"height\":0.375,\"seconds\":1.25}]}");
    assert_true(d.good);
    const pd_character_rollout_job *job = &d.script.job;
    const pd_character_reach_request *reach = &job->reaches[0].request;
    assert_true(job->reaches[0].time == 0.5 && reach->weight == 0.25 && reach->seconds == 0.75);
    assert_true(reach->target.x == 1 && reach->target.y == 2 && reach->target.z == 3);
    assert_true(reach->normal.x == 4 && reach->normal.y == 5 && reach->normal.z == 6);
    assert_true(!reach->in_root && reach->has_normal && !reach->slide);
    const pd_character_gaze_request *gaze = &job->gazes[0].request;
    assert_true(job->gazes[0].time == 1.5 && gaze->weight == 0.5 && gaze->seconds == 0.25 && gaze->in_root);
    assert_true(gaze->point.x == 7 && gaze->point.y == 8 && gaze->point.z == 9);
    assert_true(job->gazes[1].time == 2.5);
    const pd_character_sit_request *sit = &job->sits[0].request;
    assert_true(job->sits[0].time == 3.5 && sit->seat[0] == 10 && sit->seat[1] == 11);
    assert_true(sit->facing == 0.125 && sit->height == 0.375 && sit->seconds == 1.25 && sit->space == 0);
    release(&d);
}

/* %s is the number: `end` is taken, with either sign, and `beyond` is not, at the place. */
static void coordinates_are_accepted_up_to_their_limits(void **state)
{
    (void)state;
    static const struct {
        const char *body, *end, *beyond, *place;
    } rows[] = {
        {"{\"script\":[{\"look\":[%s,1]}]}", "1000000", "1000001", "/script/0/look/0"},
        {"{\"script\":[{\"look\":[1,%s]}]}", "1000000", "1000001", "/script/0/look/1"},
        {"{\"script\":[{\"move\":[%s,1]}]}", "1000", "1000.1", "/script/0/move/0"},
        {"{\"script\":[{\"move\":[1,%s]}]}", "1000", "1000.1", "/script/0/move/1"},
        {"{\"script\":[{\"axes\":\"camera\",\"camera_yaw\":%s}]}", "1000", "1000.1", "/script/0/camera_yaw"},
        {"{\"follow\":{\"path\":[[0,0],[%s,0]]}}", "100000", "100001", "/follow/path/1/0"},
        {"{\"position\":[%s,0]}", "100000", "100001", "/position/0"},
        {"{\"position\":[0,%s]}", "100000", "100001", "/position/1"},
        {"{\"reach\":[{\"target\":[0,0,%s]}]}", "1000000", "1000001", "/reach/0/target/2"},
        {"{\"reach\":[{\"target\":[0,0,0],\"normal\":[%s,0,0]}]}", "1000000", "1000001", "/reach/0/normal/0"},
        {"{\"gaze\":[{\"point\":[0,%s,0]}]}", "1000000", "1000001", "/gaze/0/point/1"},
        {"{\"sit\":[{\"seat\":[%s,0]}]}", "1000000", "1000001", "/sit/0/seat/0"},
        {"{\"facing\":%s}", "1000", "1000.1", "/facing"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int k = 0; k < 4; k++) {
            char number[32], json[160];
            const char *mark = strstr(rows[i].body, "%s");
            snprintf(number, sizeof number, "%s%s", k & 1 ? "-" : "", k & 2 ? rows[i].beyond : rows[i].end);
            snprintf(json, sizeof json, "%.*s%s%s", (int)(mark - rows[i].body), rows[i].body, number,
                     mark + 2);
            decoded d = decode(json);
            if (d.good == (k >> 1) || (k & 2 && strcmp(d.problems.items[0].where, rows[i].place)))
                fail_msg("%s: %s %s", json, d.problems.items[0].where, d.problems.items[0].detail);
            release(&d);
        }
}

/* The camera's direction is for moves that are measured in it, in any order of the script. */
static void the_cameras_direction_needs_its_axes(void **state)
{
    (void)state;
    static const char *const scripts[][2] = {
        {"{\"camera_yaw\":1,\"axes\":\"camera\"}", NULL},
        {"{\"camera_yaw\":1},{\"axes\":\"camera\"}", NULL},
        {"{\"axes\":\"camera\"},{\"camera_yaw\":1}", NULL},
        {"{\"move\":[0,1]},{\"camera_yaw\":1}", "/script/1/camera_yaw"},
        {"{\"axes\":\"world\",\"camera_yaw\":1}", "/script/0/camera_yaw"},
    };
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        char json[128];
        snprintf(json, sizeof json, "{\"script\":[%s]}", scripts[i][0]);
        decoded d = decode(json);
        if (d.good != !scripts[i][1] || (!d.good && strcmp(d.problems.items[0].where, scripts[i][1])))
            fail_msg("%s: %s %s", json, d.problems.items[0].where, d.problems.items[0].detail);
        release(&d);
    }
}

static void lists_of_orders_are_limited_in_length(void **state)
{
    (void)state;
    static const struct {
        const char *name, *order;
        int count, is_good;
        const char *detail;
    } rows[] = {{"reach", "{\"weight\":0}", 100000, 1, ""},
                {"reach", "{\"weight\":0}", 100001, 0, "100001 entries; at most 100000 allowed"},
                {"gaze", "{}", 100001, 0, "100001 entries; at most 100000 allowed"},
                {"sit", "{}", 100001, 0, "100001 entries; at most 100000 allowed"},
                {"script", "{}", 1000001, 0, "1000001 entries; at most 1000000 allowed"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *list = json_array(), *order = json_loads(rows[i].order, 0, NULL);
        for (int k = 0; k < rows[i].count; k++) json_array_append(list, order);
        json_decref(order);
        decoded d = decode_object(json_pack("{s:o}", rows[i].name, list));
        assert_int_equal(d.good, rows[i].is_good);
        if (!d.good) {
            assert_string_equal(d.problems.items[0].where + 1, rows[i].name);
            assert_string_equal(d.problems.items[0].detail, rows[i].detail);
        }
        release(&d);
    }
}

/* As the documents of the field `ground` say: s slope_deg, y yaw_deg,
 * c cell, m what only a made ground has. */
static void each_kind_of_ground_reads_its_fields_and_no_others(void **state)
{
    (void)state;
    static const char *const kinds[][2] = {{"flat", ""},       {"map", "cm"},    {"rolling", "cms"},
                                           {"hills", "cmsy"},  {"rocky", "cms"}, {"steps", "cmsy"},
                                           {"beams", "cmsy"},  {"gaps", "cmsy"}, {"ramp", "cmsy"},
                                           {"ridges", "cmsy"}, {"heights", "c"}};
    static const struct {
        const char *name, *value;
        char of;
    } fields[] = {{"slope_deg", "9", 's'}, {"yaw_deg", "30", 'y'}, {"cell", "0.5", 'c'}, {"x", "1", 'c'},
                  {"z", "1", 'c'},         {"seed", "3", 'm'},     {"side", "20", 'm'}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
            char json[256], kind[64], at[64];
            const bool is_list = !strcmp(kinds[k][0], "heights"),
                       reads = strchr(kinds[k][1], fields[i].of) != NULL;
            snprintf(kind, sizeof kind, is_list ? "\"heights\":[[0,0],[0,0]]" : "\"kind\":\"%s\"",
                     kinds[k][0]);
            snprintf(json, sizeof json, "{\"scene\":{\"ground\":{%s,\"%s\":%s}}}", kind, fields[i].name,
                     fields[i].value);
            snprintf(at, sizeof at, "/scene/ground/%s", fields[i].name);
            decoded d = decode(json);
            if (d.good != reads || (!reads && strcmp(d.problems.items[0].where, at)))
                fail_msg("%s: %s", json, d.good ? "taken" : d.problems.items[0].detail);
            release(&d);
        }
}

/* A roll-out has a single character, so `space` has no effect and is refused. */
static void space_to_others_is_refused_in_a_script(void **state)
{
    (void)state;
    decoded sits = decode("{\"sit\":[{\"t\":1,\"seat\":[0.5,2],\"space\":0.8}]}");
    assert_false(sits.good);
    release(&sits);
    decoded follows = decode("{\"follow\":{\"path\":[[0,0],[0,4]],\"space\":0.8}}");
    assert_false(follows.good);
    release(&follows);
}

static void a_scene_comes_with_its_ground_walls_and_areas(void **state)
{
    (void)state;
    decoded d = decode("{\"scene\":{\"ground\":{\"cell\":0.5,\"heights\":[[0,0,0],[1,1,1],[2,2,2]]},"
                       "\"walls\":[{\"from\":[-1,3],"
                       "\"to\":[1,3]}],\"jumps\":[{\"at\":[0,2],\"radius\":0.5}],\"crouches\":[{\"at\":[0,5],"
                       "\"size\":[1,2]}],"
                       "\"beams\":[{\"from\":[0,7],\"to\":[0,9],\"width\":0.2}],"
                       "\"seats\":[{\"at\":[2,1],\"facing\":1,\"depth\":0.3}]}}");
    const pd_anim_scene *s = &d.script.scene; /* job.scene is where it was read */
    assert_true(d.good);
    assert_int_equal(s->wall_count, 1);
    assert_near(s->walls[0].width, 0.1, 0);
    assert_near(s->jumps[0].falloff, 1, 0);
    assert_near(s->crouches[0].amount, 1, 0);
    assert_near(s->beams[0].width, 0.2, 0);
    assert_int_equal(s->seat_count, 1);
    assert_true(s->seats[0].at[0] == 2 && s->seats[0].facing == 1 && s->seats[0].width == 0.45 &&
                s->seats[0].depth == 0.3);
    assert_near(s->ground.x, -0.5, 1e-12);
    assert_near(pd_anim_scene_height(s, 0, 0.25), 1.5, 1e-6);
    release(&d);
}

static void ground_is_made_alike_from_a_seed(void **state)
{
    (void)state;
    const char *json = "{\"scene\":{\"ground\":{\"kind\":\"rolling\",\"seed\":5,\"side\":20,\"cell\":0.25}}}";
    decoded a = decode(json), b = decode(json);
    pd_error err;
    assert_true(a.good && b.good);

    assert_int_equal(a.script.scene.ground.rows, 0); /* reading makes nothing */
    assert_int_equal(pd_api_ground_plan_bytes(&a.script.ground), 81 * 81 * sizeof(float));
    assert_int_equal(pd_api_scene_make_ground(&a.script.scene, &a.script.ground, &err), PD_OK);
    assert_int_equal(pd_api_scene_make_ground(&b.script.scene, &b.script.ground, &err), PD_OK);
    assert_int_equal(a.script.scene.ground.rows, 81);
    assert_memory_equal(a.script.scene.ground.heights, b.script.scene.ground.heights, 1000 * sizeof(float));
    release(&a), release(&b);
}

static void expect_wrong(const char *json, const char *where, const char *detail)
{
    decoded d = decode(json);
    assert_false(d.good);
    if (strcmp(d.problems.items[0].where, where) || !strstr(d.problems.items[0].detail, detail))
        fail_msg("%s\nwanted %s \"%s\"\ngot %s: %s", json, where, detail, d.problems.items[0].where,
                 d.problems.items[0].detail);
    release(&d);
}

static void an_error_is_named_by_place_and_range(void **state)
{
    (void)state;
    expect_wrong("{\"sekonds\":3}", "/sekonds", "unknown field");
    expect_wrong("{\"style\":{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1}}",
                 "/style", "more than 8 names; 1 to 8 allowed");
    expect_wrong("{\"seconds\":1e9}", "/seconds", "7200 allowed");
    expect_wrong("{\"seconds\":101}", "/seconds", "limits.rollout_seconds");
    expect_wrong("{\"script\":[{\"t\":1},{\"t\":0.5}]}", "/script/1/t", "1, the time of the entry before it");
    expect_wrong("{\"script\":[{\"t\":1,\"gate\":\"jog\"}]}", "/script/0/gate", "known: t, move");
    expect_wrong("{\"script\":[{\"gait\":\"hop\"}]}", "/script/0/gait", "auto|walk|jog|run|crouch");
    expect_wrong("{\"script\":[{\"move\":[0.9,2000]}]}", "/script/0/move/1", "-1000 to 1000");
    expect_wrong("{\"script\":[{\"move\":[0]}]}", "/script/0/move", "");
    expect_wrong("{\"script\":[{\"strafe\":2}]}", "/script/0/strafe", "0 to 1 allowed");
    expect_wrong("{\"script\":[{\"strafe\":\"yes\"}]}", "/script/0/strafe", "true or false expected");
    expect_wrong("{\"script\":[7]}", "/script/0", "an object expected");
    expect_wrong("{\"script\":[],\"random\":{}}", "", "only one allowed");
    expect_wrong("{\"follow\":{}}", "/follow/path", "missing");
    expect_wrong("{\"follow\":{\"path\":[[0,0],[1]]}}", "/follow/path/1", "");
    expect_wrong("{\"position\":[1,2,3]}", "/position", "2 numbers");
    expect_wrong("{\"reach\":[{\"t\":1}]}", "/reach/0/target", "missing");
    expect_wrong("{\"reach\":[{\"t\":1,\"weight\":0},{\"t\":0,\"weight\":0}]}", "/reach/1/t",
                 "1, the time of the entry before");
    expect_wrong("{\"gaze\":[{\"point\":[1,2]}]}", "/gaze/0/point", "3 numbers");
    expect_wrong("{\"gaze\":[{\"seconds\":20}]}", "/gaze/0/seconds", "0.01 to 10");
    expect_wrong("{\"sit\":[{\"seat\":[1,2,3]}]}", "/sit/0/seat", "2 numbers expected");
    expect_wrong("{\"sit\":[{\"seat\":[1,2],\"height\":0.2}]}", "/sit/0/height", "0.3 to 0.65");
    expect_wrong("{\"sit\":[{\"t\":2},{\"t\":1}]}", "/sit/1/t", "2, the time of the entry before");
    expect_wrong("{\"random\":{\"kind\":\"mad\"}}", "/random/kind", "play|stick");
}

static void invalid_scenes_are_refused(void **state)
{
    (void)state;
    expect_wrong("{\"scene\":{\"grund\":{}}}", "/scene/grund", "unknown field");
    expect_wrong("{\"scene\":{\"ground\":{\"kind\":\"hills\",\"side\":400,\"cell\":0.001}}}", "/scene/ground",
                 "2 to 4096 allowed");
    expect_wrong("{\"scene\":{\"ground\":{\"heights\":[[0,0],[0]]}}}", "/scene/ground/heights/1",
                 "2 expected");
    expect_wrong("{\"scene\":{\"ground\":{\"heights\":[[0,0],[0,\"x\"]]}}}", "/scene/ground/heights/1",
                 "column 1");
    expect_wrong("{\"scene\":{\"ground\":{\"kind\":\"hills\",\"heights\":[[0,0],[0,0]]}}}", "/scene/ground",
                 "only one of the two");
    expect_wrong("{\"scene\":{\"walls\":[{\"from\":[0,0]}]}}", "/scene/walls/0/to", "missing");
    expect_wrong("{\"scene\":{\"jumps\":[{\"at\":[0,0],\"radius\":0}]}}", "/scene/jumps/0/radius",
                 "0.01 to 100");
}

/* ---- the route ---- */

static void json_has_every_frame_with_rotations_and_contacts(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("POST", ROLLOUT, "{" WALK "}");
    json_t *reply = api_json(call), *frames = json_object_get(reply, "frames"),
           *frame = json_array_get(frames, 59);
    assert_int_equal(api_status(call), 200);
    assert_int_equal(json_array_size(frames), 60);
    assert_int_equal(json_array_size(json_object_get(frame, "rotations")), 31);
    assert_int_equal(json_array_size(json_object_get(frame, "contacts")), 4);
    assert_string_equal(json_string_value(json_array_get(json_object_get(reply, "joint_names"), 0)), "Hips");
    json_decref(reply);
    pd_api_call_release(call);
}

static pd_bytes body_of(pd_api_call *call)
{
    assert_int_equal(api_status(call), 200);
    return (pd_bytes){pd_api_call_reply(call)->body.data, pd_api_call_reply(call)->body.size};
}

static void every_format_has_its_documented_content(void **state)
{
    (void)state;
    pd_anim_track track;
    pd_api_call *bvh = api_ask("POST", ROLLOUT "?format=bvh", "{" WALK "}");
    pd_api_call *glb = api_ask("POST", ROLLOUT "?format=glb", "{" WALK ",\"body\":\"none\"}");
    pd_api_call *measure = api_ask("POST", ROLLOUT "?format=measure", "{" WALK "}");
    assert_memory_equal(body_of(bvh).data, "HIERARCHY", 9);
    assert_memory_equal(body_of(glb).data, "glTF", 4);
    assert_int_equal(pd_motion_track_read(&track, body_of(measure), "it", NULL), PD_OK);
    assert_int_equal(track.frame_count, 60);
    pd_anim_track_deinit(&track);
    pd_api_call_release(bvh), pd_api_call_release(glb), pd_api_call_release(measure);
}

/* Writes a roll-out in a format that the test adds as a row:
 * the number of frames and the last position of the root. */
static pd_status write_toy(pd_buffer *out, const pd_api_rollout *job, const pd_character_rollout *rollout,
                           const pd_executor *executor, pd_error *err)
{
    const pd_anim_track *track = &rollout->track;
    (void)executor, (void)err;
    assert_false(job->format->has_body);
    pd_buffer_printf(out, "toy %d %.1f\n", track->frame_count, (double)track->root[3 * 59 + 2]);
    return PD_OK;
}

static void a_format_outside_of_the_table_is_written(void **state)
{
    (void)state;
    static const pd_api_rollout_format toy = {.format = PD_API_FORMAT_MEASURE, .write = write_toy};
    pd_api_call *call = api_decode("POST", ROLLOUT, "{" WALK "}", (pd_api_request){0});
    ((pd_api_rollout *)call->job)->format = &toy;
    api_finish(call);
    assert_memory_equal(body_of(call).data, "toy 60 ", 7);
    assert_string_equal(pd_api_call_reply(call)->content_type, "application/x-npz");
    pd_api_call_release(call);
}

/* The query's choices stand in the order of the rows. */
static void every_row_of_the_formats_is_chosen_by_its_name(void **state)
{
    (void)state;
    char target[64], *names = strdup(pd_api_rollout_query_fields[0].choices), *rest = names, *name;
    int count = 0;
    for (; (name = strtok_r(rest, "|", &rest)); count++) {
        const pd_api_format format = pd_api_rollout_formats[count].format;
        assert_string_equal(name, pd_api_formats[format].name);
        snprintf(target, sizeof target, ROLLOUT "?format=%s", name);
        pd_api_call *call = api_decode("POST", target, "{" WALK "}", (pd_api_request){0});
        assert_ptr_equal(((pd_api_rollout *)call->job)->format, &pd_api_rollout_formats[count]);
        pd_api_call_release(call);
    }
    assert_null(pd_api_rollout_formats[count].write);
    free(names);
}

static void the_body_moves_in_glb_and_npz(void **state)
{
    (void)state;
    pd_api_call *glb = api_ask("POST", ROLLOUT "?format=glb", "{" WALK ",\"betas\":[1]}");
    pd_api_call *npz = api_ask("POST", ROLLOUT "?format=npz", "{" WALK "}");
    pd_npz arrays;
    pd_array poses;
    assert_memory_equal(body_of(glb).data, "glTF", 4);
    assert_int_equal(pd_npz_parse(&arrays, body_of(npz).data, body_of(npz).size, "it", NULL), PD_OK);
    assert_int_equal(pd_npz_read(&poses, &arrays, "poses", NULL), PD_OK);
    assert_int_equal(poses.shape[0], 60);
    assert_int_equal(poses.shape[1], 72);
    assert_true(pd_npz_has(&arrays, "trans") && pd_npz_has(&arrays, "mocap_framerate"));
    pd_npz_deinit(&arrays);
    pd_api_call_release(glb), pd_api_call_release(npz);
}

static void the_same_script_gives_the_same_bytes(void **state)
{
    (void)state;
    pd_api_call *a = api_ask("POST", ROLLOUT "?format=measure", "{" WALK "}");
    pd_api_call *b = api_ask("POST", ROLLOUT "?format=measure", "{" WALK "}");
    assert_int_equal(body_of(a).size, body_of(b).size);
    assert_memory_equal(body_of(a).data, body_of(b).data, body_of(a).size);
    pd_api_call_release(a), pd_api_call_release(b);
}

static void a_scene_that_was_put_is_walked_in(void **state)
{
    (void)state;
    pd_anim_track track;
    pd_api_call *put =
        api_ask("PUT", "/v1/scenes/high", "{\"ground\":{\"heights\":[[2,2],[2,2]],\"cell\":50}}");
    pd_api_call *call = api_ask("POST", ROLLOUT "?format=measure", "{" WALK ",\"scene\":\"high\"}");
    assert_true(api_status(put) < 300);
    assert_int_equal(pd_motion_track_read(&track, body_of(call), "it", NULL), PD_OK);
    assert_near(track.root[3 * 30 + 1], 2, 1e-5);
    pd_anim_track_deinit(&track);
    pd_api_call_release(put), pd_api_call_release(call);
}

static void a_rollout_waits_for_a_worker(void **state)
{
    (void)state;
    pd_api_call *call = api_decode("POST", ROLLOUT, "{\"seconds\":10}", (pd_api_request){0});
    assert_false(pd_api_call_done(call));
    assert_int_equal(pd_api_call_work(call), PD_API_MOTION);
    assert_int_equal(pd_api_call_weight(call), 11);
    assert_ptr_equal(pd_api_call_model(call), api_host_state.motion);

    /* twice as long costs twice as much; a ground that has to be made comes on top, by its heights */
    static const char *const bodies[] = {
        "{\"seconds\":20}",
        "{\"seconds\":10,\"scene\":{\"ground\":{\"kind\":\"hills\",\"side\":10,\"cell\":0.1}}}",
        "{\"seconds\":10,\"scene\":{\"ground\":{\"kind\":\"hills\",\"side\":20,\"cell\":0.1}}}"};
    double costs[3];
    for (int i = 0; i < 3; i++) {
        pd_api_call *other = api_decode("POST", ROLLOUT, bodies[i], (pd_api_request){0});
        costs[i] = pd_api_call_cost(other);
        pd_api_call_release(other);
    }
    const double own = pd_api_call_cost(call);
    assert_true(own > 0);
    assert_near(costs[0], 2 * own, 1e-9);
    assert_near((costs[2] - own) / (costs[1] - own), 201.0 * 201 / (101 * 101), 1e-6);
    pd_api_call_release(call);
}

static void a_motion_that_cannot_be_rolled_out_is_refused(void **state)
{
    (void)state;
    pd_pfnn_model *motion = api_host_state.motion;
    api_refused("POST", ROLLOUT, "{\"model\":\"nobody\"}", 404, "/model", "no model \"nobody\"");
    api_refused("POST", ROLLOUT, "{\"model\":\"tiny\"}", 409, "/model", "a motion network is needed");
    api_refused("POST", ROLLOUT, "{\"seconds\":31}", 413, "/seconds",
                "at most 30 allowed (limits.rollout_seconds)");
    api_refused("POST", ROLLOUT "?format=glb", "{\"body\":\"nobody\"}", 404, "/body", "nobody");
    api_refused("POST", ROLLOUT "?format=npz", "{\"body\":\"none\"}", 400, "/body", "none");
    api_refused("POST", ROLLOUT "?format=json", "{\"soft\":true}", 400, "/soft", "glb or npz and a body");
    api_refused("POST", ROLLOUT "?format=glb", "{\"breathing\":12,\"body\":\"none\"}", 400, "/breathing",
                "given");
    api_refused("POST", ROLLOUT "?format=npz", "{\"breathing\":70}", 400, "/breathing", "0 to 60 allowed");
    api_refused("POST", ROLLOUT "?format=npz", "{\"soft\":true,\"body\":\"other\"}", 409, "/soft",
                "\"other\": the model has no soft-tissue directions");
    api_refused("POST", ROLLOUT "?format=npz", "{\"breathing\":12}", 409, "/breathing",
                "no direction of breathing");
    api_refused("POST", ROLLOUT "?format=obj", "{}", 400, "/format", "json|bvh|glb|npz|measure|vrma");
    api_refused("POST", ROLLOUT, "[]", 400, "", "an object expected");
    api_refused("POST", ROLLOUT, "{\"scene\":\"nowhere\"}", 404, "/scene", "no scene \"nowhere\"");
    api_refused("POST", ROLLOUT, "{\"character\":\"hero\",\"body\":\"tiny\"}", 400, "/character",
                "given together with body; only one of the two");
    api_refused("POST", ROLLOUT, "{\"character\":\"hero\",\"betas\":[1]}", 400, "/character",
                "given together with betas; only one of the two");
    api_refused("POST", ROLLOUT, "{\"character\":\"hero\"}", 404, "/character",
                "no character \"hero\"; GET /v1/characters lists them");
    api_refused("POST", ROLLOUT "?format=npz", "{\"character\":\"hero\"}", 400, "/character", "");
    api_refused("POST", ROLLOUT "?format=npz", "{\"body\":\"other\",\"betas\":[1,2,3,4,5]}", 400, "/betas",
                "5 numbers; 0 to 4 allowed (the model's betas)");
    api_refused("POST", ROLLOUT, "{\"style\":\"\"}", 400, "/style", "a name of 0 bytes; 1 to ");
    api_refused("POST", ROLLOUT, "{\"style\":5}", 400, "/style", "a name or an object of names and weights");
    api_refused("POST", ROLLOUT, "{\"gaze\":[{\"t\":0,\"weight\":0.5}]}", 400, "/gaze/0/weight",
                "has no effect without point");
    api_refused("POST", ROLLOUT, "{\"follow\":{\"path\":[]}}", 400, "/follow/path", "0 points; 1 to ");
    api_host_state.motion = NULL;
    api_refused("POST", ROLLOUT, "{}", 404, "/model",
                "no motion network is loaded; a network among the models of the server expected");
    api_host_state.motion = motion;
}

/* Frames alone neither crouch nor jump: whatever asks for it is named in the reply,
 * by its place; a network does both. */
static void options_that_frames_alone_do_not_support_are_reported(void **state)
{
    (void)state;
    static const struct {
        const char *script, *place; /* NULL: no warning */
    } asked[] = {
        {"\"scene\":{\"crouches\":[{\"at\":[0,2],\"size\":[2,2]}]}", "/scene/crouches"},
        {"\"scene\":{\"jumps\":[{\"at\":[0,2],\"radius\":1}]}", "/scene/jumps"},
        {"\"script\":[{\"t\":0,\"move\":[0,1]},{\"t\":0.5,\"move\":[0,1],\"gait\":\"crouch\"}]",
         "/script/1/gait"},
        {"\"script\":[{\"t\":0,\"move\":[0,1]},{\"t\":0.5,\"move\":[0,1],\"jump\":true}]", "/script/1/jump"},
        {"\"script\":[{\"t\":0,\"move\":[0,1],\"jump\":true},{\"t\":0.5,\"move\":[0,1]}]", "/script/0/jump"},
        {"\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":\"crouch\"},{\"t\":0.5,\"gait\":\"walk\"}]",
         "/script/0/gait"},
        {"\"follow\":{\"path\":[[0,0],[0,4]],\"gait\":\"crouch\"}", "/motion"},
        {"\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":\"jog\"}],\"scene\":{\"walls\":[]}", NULL},
    };
    static const char *const motions[] = {"network", "matching", "auto"};
    api_host_state.matching = databases_mover(30);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        for (int m = 0; m < 3; m++) {
            char body[256];
            snprintf(body, sizeof body, "{\"seconds\":1,\"motion\":\"%s\",%s}", motions[m], asked[i].script);
            pd_api_call *call = api_decode("POST", ROLLOUT, body, (pd_api_request){0});
            pd_api_reply *reply = api_finish(call);
            if (reply->status != 200) fail_msg("%s: %.*s", body, 300, (const char *)reply->body.data);
            const char *said = pd_api_header_get(reply, "Posed-Warning");
            if (m == 1 && asked[i].place) {
                assert_non_null(said);
                assert_int_equal(strncmp(said, asked[i].place, strlen(asked[i].place)), 0);
                assert_non_null(strstr(said, "neither crouch nor jump"));
                assert_non_null(memmem(reply->body.data, reply->body.size, "\"warnings\":[", 12));
            } else
                assert_null(said);
            pd_api_call_release(call);
        }
    pd_pfnn_model_release(api_host_state.matching);
    api_host_state.matching = NULL;
}

/* A direction of more than a full turn is accepted, since a camera may have turned often, and reported, since
 * it looks like degrees. */
static void directions_that_look_like_degrees_are_reported(void **state)
{
    (void)state;
    static const struct {
        const char *body, *says; /* NULL: no warning */
    } rows[] = {
        {"{\"seconds\":0.1,\"facing\":90}", "/facing: 90; -6.283 to 6.283 radians (a full turn) are usual"},
        {"{\"seconds\":0.1,\"script\":[{\"t\":0,\"move\":[0,1],\"axes\":\"camera\",\"camera_yaw\":-45}]}",
         "/script/0/camera_yaw: -45; "},
        {"{\"seconds\":0.1,\"sit\":[{\"t\":0,\"seat\":[0,2],\"facing\":90}]}", "/sit/0/facing: 90; "},
        {"{\"seconds\":0.1,\"scene\":{\"seats\":[{\"at\":[0,2],\"facing\":90}]}}",
         "/scene/seats/0/facing: 90; "},
        {"{\"seconds\":0.1,\"sit\":[{\"t\":0,\"seat\":[0,2],\"facing\":-180}]}", "/sit/0/facing: -180; "},
        {"{\"seconds\":0.1,\"scene\":{\"seats\":[{\"at\":[0,2],\"facing\":180}]}}",
         "/scene/seats/0/facing: 180; "},
        {"{\"seconds\":0.1,\"facing\":-6.28}", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_call *call = api_ask("POST", ROLLOUT, rows[i].body);
        const char *said = api_header(call, "Posed-Warning");
        if (api_status(call) != 200 || !said != !rows[i].says ||
            (said && strncmp(said, rows[i].says, strlen(rows[i].says)) != 0))
            fail_msg("%s: %d %s", rows[i].body, api_status(call), said ? said : "no warning");
        pd_api_call_release(call);
    }
}

static void auto_is_the_network_and_matching_a_database(void **state)
{
    (void)state;
    static const char script[] = "{\"seconds\":2,\"motion\":\"%s\",\"script\":[{\"t\":0,\"move\":[0,1]}]}";
    static const char *const motions[] = {"network", "matching", "auto"};
    size_t sizes[3];
    api_host_state.matching = databases_mover(30);
    for (int i = 0; i < 3; i++) {
        char body[128];
        snprintf(body, sizeof body, script, motions[i]);
        pd_api_call *call = api_decode("POST", ROLLOUT, body, (pd_api_request){0});
        assert_false(pd_api_call_done(call));
        assert_ptr_equal(pd_api_call_model(call), i == 1 ? api_host_state.matching : api_host_state.motion);
        pd_api_reply *reply = api_finish(call);
        assert_int_equal(reply->status, 200);
        assert_true(reply->body.size > 10000);
        sizes[i] = reply->body.size;
        pd_api_call_release(call);
    }
    assert_true(sizes[0] != sizes[1] && sizes[0] == sizes[2]);
    assert_int_equal(api_host_state.matching->references, 1);
    api_refused("POST", ROLLOUT, "{\"motion\":\"network\",\"model\":\"matching\"}", 409, "/model",
                "motion \"network\" expects a network");
    api_refused("POST", ROLLOUT, "{\"motion\":\"magic\"}", 400, "/motion", "network");
    api_refused("POST", ROLLOUT, "{\"motion\":\"matching\",\"model\":\"motion\"}", 409, "/model",
                "\"motion\" is a motion network; motion \"matching\" expects a database");
    api_refused("POST", ROLLOUT, "{\"motion\":\"matching\",\"mode\":\"linear\"}", 400, "/mode",
                "has no effect without motion network or auto");
    pd_pfnn_model_release(api_host_state.matching);
    api_host_state.matching = NULL;
    api_refused("POST", ROLLOUT, "{\"motion\":\"matching\"}", 404, "/motion", "no matching database");
}

static pd_buffer clip_of(const pd_buffer *npz, const char *query, int status)
{
    pd_buffer out = {0};
    const pd_api_request request = {.method = "POST",
                                    .path = "/v1/characters/mine/clip",
                                    .query = query,
                                    .content_type = "application/x-npz",
                                    .body = {npz->data, npz->size}};
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
    const pd_api_reply *reply = api_finish(call);
    if (reply->status != status) fail_msg("%.*s", (int)reply->body.size, (const char *)reply->body.data);
    pd_buffer_add(&out, reply->body.data, reply->body.size);
    pd_api_call_release(call);
    return out;
}

/* An .npz of posed names its body model by its content, so that model= need not; another model= is another
 * motion or refused. */
static void a_motion_of_ours_finds_the_body_that_it_was_written_for(void **state)
{
    (void)state;
    stage_put_avatar("mine");
    pd_api_call *call = api_ask("POST", ROLLOUT "?format=npz", "{" WALK "}");
    assert_int_equal(api_status(call), 200);
    const pd_buffer *npz = &pd_api_call_reply(call)->body;
    pd_buffer found = clip_of(npz, NULL, 200), named = clip_of(npz, "model=default", 200);
    assert_int_equal(found.size, named.size);
    assert_memory_equal(found.data, named.data, found.size);
    assert_memory_equal(found.data, "glTF", 4);
    pd_buffer_deinit(&found), pd_buffer_deinit(&named);
    pd_api_call_release(call);
    pd_api_call_release(api_ask("DELETE", "/v1/characters/mine", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_second_more_of_a_rollout_is_60_frames_more),
        cmocka_unit_test(rollouts_cost_by_seconds),
        cmocka_unit_test(options_that_frames_alone_do_not_support_are_reported),
        cmocka_unit_test(directions_that_look_like_degrees_are_reported),
        cmocka_unit_test(auto_is_the_network_and_matching_a_database),
        cmocka_unit_test(a_script_says_whose_motion_it_is),
        cmocka_unit_test(a_field_holds_until_it_is_given_again),
        cmocka_unit_test(paths_and_random_orders_replace_a_script),
        cmocka_unit_test(reach_gaze_and_sit_are_read_beside_other_orders),
        cmocka_unit_test(orders_have_the_numbers_that_were_given),
        cmocka_unit_test(coordinates_are_accepted_up_to_their_limits),
        cmocka_unit_test(the_cameras_direction_needs_its_axes),
        cmocka_unit_test(lists_of_orders_are_limited_in_length),
        cmocka_unit_test(each_kind_of_ground_reads_its_fields_and_no_others),
        cmocka_unit_test(space_to_others_is_refused_in_a_script),
        cmocka_unit_test(a_scene_comes_with_its_ground_walls_and_areas),
        cmocka_unit_test(ground_is_made_alike_from_a_seed),
        cmocka_unit_test(an_error_is_named_by_place_and_range),
        cmocka_unit_test(invalid_scenes_are_refused),
        cmocka_unit_test(json_has_every_frame_with_rotations_and_contacts),
        cmocka_unit_test(every_format_has_its_documented_content),
        cmocka_unit_test(a_format_outside_of_the_table_is_written),
        cmocka_unit_test(every_row_of_the_formats_is_chosen_by_its_name),
        cmocka_unit_test(the_body_moves_in_glb_and_npz),
        cmocka_unit_test(a_motion_of_ours_finds_the_body_that_it_was_written_for),
        cmocka_unit_test(the_same_script_gives_the_same_bytes),
        cmocka_unit_test(a_scene_that_was_put_is_walked_in),
        cmocka_unit_test(a_rollout_waits_for_a_worker),
        cmocka_unit_test(a_motion_that_cannot_be_rolled_out_is_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
