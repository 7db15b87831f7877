/* The ends of ranges in requests: lengths of lists, numbers with a check beside their field's range, lengths
 * of names. A value at either end is accepted. One more, one less or the next number beyond is refused at its
 * place, with the value and what is allowed. */
#include "api/motion/scene.h"
#include "api/observe/crowd.h"
#include "api/observe/jobs.h"
#include "core/io/mocap/orientations.h"
#include "core/observe/observe.h"
#include "core/character/control/person.h"
#include "core/character/action/follow.h"
#include "core/smpl/people/people.h"
#include "tests/support/api_ask.h"
#include "tests/support/priors.h"
#include "tests/support/rigs.h"

#include <math.h>

/* Returns the detail of the reply's error at this pointer, or NULL. The text belongs to `reply`. */
static const char *said_at(const json_t *reply, const char *pointer)
{
    size_t i;
    const json_t *error;
    json_array_foreach(json_object_get(reply, "errors"), i, error)
    {
        if (!strcmp(json_string_value(json_object_get(error, "pointer")), pointer))
            return json_string_value(json_object_get(error, "detail"));
    }
    return NULL;
}

/* Refuses every job. */
static pd_status put_job(void *ctx, pd_api_job *job, bool *owner_full, pd_error *err)
{
    (void)ctx, (void)job;
    *owner_full = false;
    return pd_fail(err, PD_ERR_LIMIT, "limits.jobs", "64 jobs wait or run; at most 64 allowed");
}

static pd_api_host host;

/* Returns the reply to a request that is only decoded: ranges are checked before anything is computed. */
static json_t *reply_to(const char *method, const char *target, const char *body)
{
    const char *mark = strchr(target, '?');
    char path[128];
    snprintf(path, sizeof path, "%.*s", (int)(mark ? mark - target : (long)strlen(target)), target);
    const pd_api_request request = {.method = method,
                                    .path = path,
                                    .query = mark ? mark + 1 : NULL,
                                    .content_type = body ? "application/json" : NULL,
                                    .body = {(const unsigned char *)body, body ? strlen(body) : 0}};
    pd_api_call *call = pd_api_decode(&request, &host, &api_host_limits);
    const pd_api_reply *got = pd_api_call_reply(call);
    json_t *reply = json_loadb((const char *)got->body.data, got->body.size, 0, NULL);
    pd_api_call_release(call);
    return reply;
}

static int wrong; /* replies that were not as expected */

/* ---- lists */

/* Items stand between `before` and `after`; each %d of one is its number. `kind`: the word behind the count
 * in the refusal, such as "12 points". */
typedef struct list {
    const char *method, *target, *before, *item, *after;
    int least, most;
    const char *pointer, *kind;
} list;

#define NOSE17 "[1,2],null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null"
#define LENS   "\"camera\":{\"fx\":1000,\"cx\":640,\"cy\":480}"
#define WRIST  "{\"joint\":\"left_wrist\",\"position\":[0.3,1,0.2]}"

static const list lists[] = {
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"follow\":{\"path\":[", "[%d,1]", "]}}", 1,
     PD_CHARACTER_FOLLOW_POINTS, "/follow/path", "points"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"betas\":[", "0", "]}", 0, 10, "/betas", "numbers"},
    {"PUT", "/v1/skeletons/x", "{\"joints\":[", "{\"name\":\"j%d\",\"offset\":[0,0,0]}", "]}", 1, 256, "",
     "joints"},
    {"POST", "/v1/ik/solve", "{\"targets\":[", WRIST, "]}", 1, 64, "/targets", "targets"},
    {"POST", "/v1/ik/solve", "{\"targets\":[" WRIST "],\"couplings\":[", "{}", "]}", 0, 64, "/couplings", ""},
    {"POST", "/v1/ik/solve", "{\"targets\":[" WRIST "],\"couplings\":[{\"terms\":[", "{\"joint\":\"neck\"}",
     "]}]}", 1, 8, "/couplings/0", "terms"},
    {"POST", "/v1/ik/solve", "{\"problems\":[", "{}", "]}", 1, 16, "/problems", "problems"},
    {"POST", "/v1/models/default/mesh", "{\"bodies\":[", "{}", "]}", 1, 16, "/bodies", "bodies"},
    {"POST", "/v1/models/default/measure", "{\"bodies\":[", "{}", "]}", 1, 16, "/bodies", "bodies"},
    {"POST", "/v1/models/other/mesh", "{\"betas\":[", "0", "]}", 0, 4, "/betas", "numbers"},
    {"POST", "/v1/models/default/mesh", "{\"translation\":[", "0", "]}", 3, 3, "/translation", "numbers"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"crowd\":{\"set\":\"coco17\",\"views\":[{" LENS ",\"figures\":[", "[" NOSE17 "]",
     "]}]}}}", 0, PD_API_CROWD_FIGURES, "/observations/crowd/views/0/figures", "figures"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"crowd\":{\"set\":\"coco17\",\"views\":[",
     "{" LENS ",\"figures\":[[" NOSE17 "]]}", "]}}}", 1, 16, "/observations/crowd/views", "cameras"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"views\":[",
     "{" LENS ",\"points\":[" NOSE17 "]}", "]}}}", 2, PD_OBSERVE_MOST_VIEWS + 1,
     "/observations/keypoints/views", "cameras"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"views\":[",
     "{\"frames\":[[" NOSE17 "]]}", "]}}]}", 2, 16, "/people/0/keypoints", "views"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[",
     "{\"markers\":{\"names\":[\"LFHD\"],\"frames\":[[[0,1,0]]]}}", "]}", 1, PD_API_JOB_MOST_PEOPLE,
     "/people", "people"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"crowd\":{\"set\":\"coco17\",\"views\":[",
     "{" LENS ",\"frames\":[[[" NOSE17 "]]]}", "]}}", 1, 16, "/crowd/views", "cameras"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"crowd\":{\"set\":\"coco17\",\"views\":[{" LENS ",\"frames\":[[",
     "[" NOSE17 "]", "]]}]}}", 0, PD_API_CROWD_FIGURES, "/crowd/views/0/frames/0", "figures"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[{\"orientations\":{\"frames\":[[]],\"names\":[", "\"s%d\"",
     "]}}]}", 1, PD_ORIENTATIONS_SENSORS, "/people/0/orientations", "sensors"},
};

static void ask_list(const list *l, int count)
{
    pd_buffer body = {0};
    char begins[32];
    pd_buffer_text(&body, l->before);
    for (int i = 0; i < count; i++) {
        if (i) pd_buffer_text(&body, ",");
        const char *number = strstr(l->item, "%d");
        pd_buffer_printf(&body, "%.*s", (int)(number ? number - l->item : (long)strlen(l->item)), l->item);
        if (number) pd_buffer_printf(&body, "%d%s", i, number + 2);
    }
    pd_buffer_text(&body, l->after);
    pd_buffer_add(&body, "", 1);

    json_t *reply = reply_to(l->method, l->target, (const char *)body.data);
    const char *said = said_at(reply, l->pointer);
    snprintf(begins, sizeof begins, *l->kind ? "%d %s; " : "%d%s; ", count, l->kind);
    const bool is_refused = said && (!strncmp(said, begins, strlen(begins)) || !strncmp(said, "empty; ", 7));
    char range[32];
    snprintf(range, sizeof range, "%d", l->most);
    if (is_refused != (count < l->least || count > l->most) || (is_refused && !strstr(said, range)))
        wrong++, print_error("%s %s %s, %d: %s\n", l->method, l->target, l->pointer, count,
                             said ? said : json_dumps(reply, 0));
    json_decref(reply);
    pd_buffer_deinit(&body);
}

static void lists_have_at_most_the_documented_number_of_items(void **state)
{
    (void)state;
    wrong = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const list *l = &lists[i];
        if (l->least) ask_list(l, l->least - 1);
        ask_list(l, l->least);
        ask_list(l, l->most);
        ask_list(l, l->most + 1);
    }
    assert_int_equal(wrong, 0);
}

/* ---- numbers */

/* %s is the number. Inside is taken, outside is not, and `range` stands in the refusal. */
typedef struct number {
    const char *method, *target, *body; /* body NULL: %s stands in the target */
    const char *inside, *outside, *pointer, *range;
} number;

#define IK(json)       "POST", "/v1/ik/solve", "{\"targets\":[" WRIST "]," json "}"
#define MESH(json)     "POST", "/v1/models/default/mesh", "{" json "}"
#define FIT(json)      "POST", "/v1/models/other/fit", "{\"observations\":{" json "}}"
#define JOB(json)      "POST", "/v1/jobs", "{\"rate\":30," json "}"
#define ROLLOUT(json)  "POST", "/v1/motions/rollout", "{" json "}"
#define PEOPLE(json)   JOB("\"people\":[{" json "}]")
#define SENSOR(json)   PEOPLE("\"orientations\":{\"names\":[\"head\"]," json "}")
#define NAME31         "abcdefghijklmnopqrstuvwxyzabcde"
#define SPOTS(weights) FIT("\"keypoints\":{\"set\":{\"a\":" weights "},\"points\":{\"a\":[0,0,0]}}")

static const number numbers[] = {
    {IK("\"iterations\":%s"), "1000", "1001", "/iterations", "1 to 1000 allowed (limits.ik_iterations)"},
    {IK("\"budget_ms\":%s"), "100", "100.01", "/budget_ms", "0.01 to 100 allowed (limits.ik_budget_ms)"},
    {ROLLOUT("\"seconds\":%s"), "30", "30.01", "/seconds", "at most 30 allowed (limits.rollout_seconds)"},
    {ROLLOUT("\"seconds\":0.1,\"script\":[{\"strafe\":%s}]"), "0", "-0.01", "/script/0/strafe",
     "0 to 1 allowed"},
    {ROLLOUT("\"seconds\":0.1,\"script\":[{\"strafe\":%s}]"), "1", "1.01", "/script/0/strafe",
     "0 to 1 allowed"},
    {ROLLOUT("\"seconds\":0.1,\"style\":\"%s\""), NAME31, NAME31 "f", "/style",
     "a name of 32 bytes; 1 to 31 allowed"},
    {ROLLOUT("\"seconds\":0.1,\"style\":\"%s\""), "a", "", "/style", "a name of 0 bytes; 1 to 31 allowed"},
    {MESH("\"global_orient\":[1,0,0,0,1,0,0,0,%s]"), "1", "1.01", "/global_orient/0", "not a rotation"},
    {JOB("\"noise\":%s,\"people\":[{\"markers\":{\"names\":[\"LFHD\"],\"frames\":[[[0,1,0]]]}}]"), "1",
     "1.01", "/noise", "0.0001 to 1 allowed"},
    {FIT("\"crowd\":{\"set\":\"coco17\",\"views\":[{" LENS
         ",\"figures\":[[[1,%s],null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,"
         "null]]}]}"),
     "1e6", "1000001", "/observations/crowd/views/0/figures/0/0",
     "a number from -1000000 to 1000000 expected"},
    {FIT("\"keypoints\":{\"set\":\"coco17\",\"points\":[[0,1,0],null,null,null,null,null,null,null,null,"
         "null,null,null,null,null,null,null,null],\"confidence\":[%s,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}"),
     "1", "1.01", "/observations/keypoints/confidence/0", "0 to 1 allowed"},
    {FIT("\"keypoints\":{\"set\":\"coco17\",\"points\":[[0,1,0],null,null,null,null,null,null,null,null,"
         "null,null,null,null,null,null,null,null],\"confidence\":[%s,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}"),
     "0", "-0.01", "/observations/keypoints/confidence/0", "0 to 1 allowed"},
    {SPOTS("{\"joints\":{\"neck\":%s}}"), "1e6", "1000001", "/observations/keypoints/set/a",
     "above 0 to 1e6 allowed"},
    {SPOTS("{\"joints\":{\"neck\":%s}}"), "1e-9", "0", "/observations/keypoints/set/a",
     "above 0 to 1e6 allowed"},
    {SPOTS("{\"vertices\":{\"%s\":1}}"), "119", "120", "/observations/keypoints/set/a", "0 to 119 allowed"},
    {SPOTS("{\"vertices\":{\"%s\":1}}"), "0", "-1", "/observations/keypoints/set/a", "0 to 119 allowed"},
    {SENSOR("\"frames\":[[[0,0,0,%s]]]"), "0.9", "0.899", "/people/0/orientations/frames/0/0",
     "0.9 to 1.1 allowed"},
    {SENSOR("\"frames\":[[[0,0,0,%s]]]"), "1.1", "1.101", "/people/0/orientations/frames/0/0",
     "0.9 to 1.1 allowed"},
    {SENSOR("\"frames\":[[[0,0,0,1]]],\"calibration\":[0,%s]"), "0", "1",
     "/people/0/orientations/calibration", "0 to 0 allowed"},
    {SENSOR("\"frames\":[[[0,0,0,1]]],\"calibration\":[%s,0]"), "0", "-1",
     "/people/0/orientations/calibration", "0 to 0 allowed"},
    {SENSOR("\"frames\":[[[0,0,0,1]],[[0,0,0,1]]],\"calibration\":[%s,0]"), "0", "1",
     "/people/0/orientations/calibration", "0 to 1 allowed"},
    {PEOPLE("\"orientations\":{\"names\":[\"%s\"],\"frames\":[[[0,0,0,1]]]}"), NAME31, NAME31 "f",
     "/people/0/orientations/names/0", "a name of 32 characters; at most 31 allowed"},
    {JOB("\"noise\":%s,\"people\":[{\"orientations\":{\"names\":[\"head\"],\"frames\":[[[0,0,0,1]]]}}]"),
     "57", "57.01", "/noise", "0.01 to 57 allowed"},
    {"GET", "/v1/models/default/mesh?percentile=height:%s", NULL, "0.1", "0.09", "/percentile",
     "0.1 to 99.9 allowed"},
    {"GET", "/v1/models/default/mesh?percentile=height:%s", NULL, "99.9", "99.91", "/percentile",
     "0.1 to 99.9 allowed"},
};

static void ask_number(const number *n, bool is_inside)
{
    char target[256], body[2048];
    const char *value = is_inside ? n->inside : n->outside;
    const char *from = n->body ? n->body : n->target, *mark = strstr(from, "%s");
    assert_non_null(mark);
    snprintf(n->body ? body : target, n->body ? sizeof body : sizeof target, "%.*s%s%s", (int)(mark - from),
             from, value, mark + 2);

    json_t *reply = reply_to(n->method, n->body ? n->target : target, n->body ? body : NULL);
    const char *said = said_at(reply, n->pointer);
    if (is_inside ? said && *n->range && strstr(said, n->range) : !said || !strstr(said, n->range))
        wrong++, print_error("%s %s %s, %s: %s\n", n->method, n->target, n->pointer, value,
                             said ? said : json_dumps(reply, 0));
    json_decref(reply);
}

static void numbers_are_taken_up_to_their_ends(void **state)
{
    (void)state;
    wrong = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        ask_number(&numbers[i], true);
        ask_number(&numbers[i], false);
    }
    assert_int_equal(wrong, 0);
}

/* ---- elements */

/* A list of `count` good items, of which one is bad: %d of an item and of the pointer is its number. */
typedef struct element {
    const char *method, *target, *before, *good, *bad, *after;
    int count;
    const char *pointer;
} element;

#define NULL16 "null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null"

static const element elements[] = {
    {"POST", "/v1/models/default/mesh", "{\"betas\":[", "0", "\"x\"", "]}", 4, "/betas/%d"},
    {"POST", "/v1/models/default/mesh", "{\"translation\":[", "0", "1e7", "]}", 3, "/translation/%d"},
    {"POST", "/v1/models/default/mesh", "{\"pose\":[", "[0,0,0]", "[0,0]", "]}", 24, "/pose/%d"},
    {"POST", "/v1/models/default/mesh", "{\"quaternions\":[", "[0,0,0,1]", "[0,0,0,0]", "]}", 24,
     "/quaternions/%d"},
    {"POST", "/v1/models/default/mesh", "{\"bodies\":[", "{}", "{\"betas\":[1e9]}", "]}", 5,
     "/bodies/%d/betas/0"},
    {"POST", "/v1/models/default/measure", "{\"bodies\":[", "{}", "{\"betas\":[1e9]}", "]}", 5,
     "/bodies/%d/betas/0"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"follow\":{\"path\":[", "[%d,1]", "[0]", "]}}", 5,
     "/follow/path/%d"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"script\":[", "{\"t\":0}", "{\"t\":0,\"gait\":\"fly\"}",
     "]}", 5, "/script/%d/gait"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"reach\":[",
     "{\"t\":0,\"joint\":\"right_hand\",\"target\":[0,1,0]}",
     "{\"t\":0,\"joint\":\"right_hand\",\"target\":[0,1]}", "]}", 3, "/reach/%d/target"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"gaze\":[", "{\"t\":0,\"point\":[0,1,0]}",
     "{\"t\":0,\"point\":[0,1]}", "]}", 3, "/gaze/%d/point"},
    {"POST", "/v1/ik/solve", "{\"targets\":[", WRIST, "{\"joint\":\"nobody\",\"position\":[0,1,0]}", "]}", 5,
     "/targets/%d/joint"},
    {"POST", "/v1/ik/solve", "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[", "0", "1e5", "]}]}", 3,
     "/targets/0/position/%d"},
    {"POST", "/v1/ik/solve", "{\"targets\":[" WRIST "],\"joint_limits\":[",
     "{\"joint\":\"neck\",\"kind\":\"free\"}", "{\"joint\":\"nobody\"}", "]}", 4, "/joint_limits/%d/joint"},
    {"POST", "/v1/ik/solve", "{\"solver\":\"optimize\",\"targets\":[" WRIST "],\"couplings\":[",
     "{\"terms\":[{\"joint\":\"neck\"}]}", "{\"terms\":[{\"joint\":\"nobody\"}]}", "]}", 4,
     "/couplings/%d/terms/0/joint"},
    {"POST", "/v1/ik/solve", "{\"solver\":\"optimize\",\"targets\":[" WRIST "],\"couplings\":[{\"terms\":[",
     "{\"joint\":\"neck\"}", "{\"joint\":\"nobody\"}", "]}]}", 4, "/couplings/0/terms/%d/joint"},
    {"PUT", "/v1/skeletons/x", "{\"joints\":[", "{\"name\":\"j%d\",\"offset\":[0,0,0]}",
     "{\"name\":\"j\",\"offset\":[0,0]}", "]}", 5, "/joints/%d/offset"},
    {"PUT", "/v1/scenes/x", "{\"walls\":[", "{\"from\":[0,%d],\"to\":[1,0]}", "{\"from\":[0],\"to\":[1,0]}",
     "]}", 5, "/walls/%d/from"},
    {"PUT", "/v1/scenes/x", "{\"jumps\":[", "{\"at\":[0,%d],\"radius\":1}", "{\"at\":[0],\"radius\":1}", "]}",
     5, "/jumps/%d/at"},
    {"PUT", "/v1/scenes/x", "{\"crouches\":[", "{\"at\":[0,%d],\"size\":[1,1]}",
     "{\"at\":[0],\"size\":[1,1]}", "]}", 5, "/crouches/%d/at"},
    {"PUT", "/v1/scenes/x", "{\"ground\":{\"cell\":1,\"heights\":[", "[0,1]", "[0,\"x\"]", "]}}", 4,
     "/ground/heights/%d"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"points\":[",
     "[0,1,0]", "[0]", "]}}}", 17, "/observations/keypoints/points/%d"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"points\":[[0,1,0]," NULL16 "],\"confidence\":[",
     "1", "2", "]}}}", 17, "/observations/keypoints/confidence/%d"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"crowd\":{\"set\":\"coco17\",\"views\":[{" LENS ",\"figures\":[[", "null",
     "[1,2,3]", "]]}]}}}", 17, "/observations/crowd/views/0/figures/0/%d"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"crowd\":{\"set\":\"coco17\",\"views\":[{" LENS ",\"figures\":[", "[" NOSE17 "]",
     "[null]", "]}]}}}", 4, "/observations/crowd/views/0/figures/%d"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"crowd\":{\"set\":\"coco17\",\"views\":[",
     "{" LENS ",\"figures\":[[" NOSE17 "]]}", "{" LENS ",\"figures\":7}", "]}}}", 3,
     "/observations/crowd/views/%d"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[",
     "[[0,1,0]," NULL16 "]", "[null]", "]}}]}", 4, "/people/0/keypoints/frames/%d"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[[",
     "[0,1,0]", "[0]", "]]}}]}", 17, "/people/0/keypoints/frames/0/%d"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[{\"markers\":{\"names\":[\"m\"],\"frames\":[", "[[0,1,0]]",
     "[[0,1]]", "]}}]}", 4, "/people/0/markers/frames/%d/0"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[{\"orientations\":{\"names\":[\"head\"],\"frames\":[",
     "[[0,0,0,1]]", "[[0,0,0,2]]", "]}}]}", 4, "/people/0/orientations/frames/%d/0"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[",
     "{\"orientations\":{\"names\":[\"head\"],\"frames\":[[[0,0,0,1]]]}}", "{}", "]}", 4, "/people/%d"},
};

/* Wherever the bad one stands, it is named; without one, none is. */
static void every_element_of_a_list_is_looked_at(void **state)
{
    (void)state;
    wrong = 0;
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        const element *e = &elements[i];
        for (int bad = -1; bad < e->count; bad++) {
            pd_buffer body = {0};
            char pointer[96];
            pd_buffer_text(&body, e->before);
            for (int k = 0; k < e->count; k++) {
                const char *item = k == bad ? e->bad : e->good, *place = strstr(item, "%d");
                if (k) pd_buffer_text(&body, ",");
                pd_buffer_printf(&body, "%.*s", (int)(place ? place - item : (long)strlen(item)), item);
                if (place) pd_buffer_printf(&body, "%d%s", k, place + 2);
            }
            pd_buffer_text(&body, e->after);
            pd_buffer_add(&body, "", 1);
            json_t *reply = reply_to(e->method, e->target, (const char *)body.data);
            const char *mark = strstr(e->pointer, "%d");
            for (int k = 0; k < e->count; k++) {
                snprintf(pointer, sizeof pointer, "%.*s%d%s", (int)(mark - e->pointer), e->pointer, k,
                         mark + 2);
                const char *said = said_at(reply, pointer);
                if ((said != NULL) == (k == bad)) continue;
                wrong++, print_error("%s %s, %d of %d bad: %s: %s\n", e->target, e->pointer, bad, e->count,
                                     pointer, said ? said : json_dumps(reply, 0));
                break;
            }
            json_decref(reply);
            pd_buffer_deinit(&body);
        }
    }
    assert_int_equal(wrong, 0);
}

static int setup(void **state)
{
    api_host_setup(state);
    api_host_state.motion = rigs_model(8, 3);
    api_host_state.prior = priors_built(4, 2, 1);
    host = api_host_table;
    host.job_put = put_job;
    return 0;
}

static int teardown(void **state)
{
    pd_pfnn_model_release(api_host_state.motion);
    pd_ik_prior_release(api_host_state.prior);
    return api_host_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_have_at_most_the_documented_number_of_items),
        cmocka_unit_test(numbers_are_taken_up_to_their_ends),
        cmocka_unit_test(every_element_of_a_list_is_looked_at),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
