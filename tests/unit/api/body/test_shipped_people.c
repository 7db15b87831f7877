/* People of the shipped model in requests: a reply about a person
 * equals the reply for that person's betas. */
#include "api/body/mesh_run.h"
#include "tests/support/api_ask.h"
#include "tests/support/api_shipped.h"

#include <math.h>

#define MODEL "/v1/models/default"

static json_t *reply_of(const char *method, const char *target, const char *body)
{
    pd_api_call *call = api_ask(method, target, body);
    if (api_status(call) != 200)
        fail_msg("%s %s: %.*s", target, body ? body : "", (int)pd_api_call_reply(call)->body.size,
                 pd_api_call_reply(call)->body.data);
    json_t *out = api_json(call);
    pd_api_call_release(call);
    return out;
}

static double measure_of(const json_t *reply, size_t body, const char *name)
{
    const json_t *value = json_object_get(json_array_get(json_object_get(reply, "bodies"), body), name);
    if (!json_is_number(value)) fail_msg("no %s of body %zu", name, body);
    return json_number_value(value);
}

/* Each field of people, by which the betas are found:
 * the measures are those of these betas, and of no others. */
static void a_person_is_measured_as_its_betas_are(void **state)
{
    (void)state;
    static const char *const asked[] = {"\"random\":0",
                                        "\"random\":7",
                                        "\"height\":1.85",
                                        "\"weight\":90",
                                        "\"gender\":\"male\"",
                                        "\"age\":55",
                                        "\"percentile\":\"height:95\"",
                                        "\"random\":3,\"population\":\"public\""};
    enum { COUNT = sizeof asked / sizeof *asked };
    json_t *average = reply_of("POST", MODEL "/measure", "{}");
    for (int i = 0; i < COUNT; i++) {
        char body[160];
        snprintf(body, sizeof body, "{%s}", asked[i]);
        json_t *one = reply_of("POST", MODEL "/measure", body);
        json_t *person = json_array_get(json_object_get(one, "people"), 0);
        assert_int_equal(json_array_size(json_object_get(one, "people")), 1);
        assert_true(json_is_object(json_object_get(person, "person")));

        json_t *betas = json_pack("{sO}", "betas", json_object_get(person, "betas"));
        char *text = json_dumps(betas, JSON_COMPACT);
        json_t *same = reply_of("POST", MODEL "/measure", text);
        assert_null(json_object_get(same, "people"));
        static const char *const names[] = {"height", "mass", "volume"};
        for (int k = 0; k < 3; k++) {
            const double left = measure_of(one, 0, names[k]), right = measure_of(same, 0, names[k]);
            assert_near(left, right, 2e-4 * right);
        }
        assert_false(json_equal(json_object_get(one, "bodies"), json_object_get(average, "bodies")));
        free(text);
        json_decref(betas), json_decref(one), json_decref(same);
    }
    json_decref(average);
}

/* A reply for several bodies has one entry each: a person, or null for a body of betas. Shared fields apply
 * to bodies that give none. */
static void each_of_several_bodies_names_its_own_person(void **state)
{
    (void)state;
    json_t *reply =
        reply_of("POST", MODEL "/measure",
                 "{\"height\":1.6,\"bodies\":[{},{\"betas\":[1]},{\"height\":1.9},{\"random\":5}]}");
    const json_t *people = json_object_get(reply, "people");
    assert_int_equal(json_array_size(people), 4);
    assert_true(json_is_null(json_array_get(people, 1)));
    static const double heights[] = {1.6, 0, 1.9, 1.6};
    for (size_t i = 0; i < 4; i++) {
        if (i == 1) continue;
        assert_true(json_is_object(json_object_get(json_array_get(people, i), "person")));
        assert_near(measure_of(reply, i, "height"), heights[i], 0.005);
    }
    json_decref(reply);

    /* No body asked for a person: no list of them. */
    reply = reply_of("POST", MODEL "/measure", "{\"bodies\":[{},{\"betas\":[1]}]}");
    assert_null(json_object_get(reply, "people"));
    json_decref(reply);
}

/* Computes a point of a line of the reply for the body without betas, whose vertices are the template's. */
static void place_of(double out[3], const json_t *point)
{
    const pd_smpl_model *model = api_host_state.tiny;
    const json_t *ends = json_object_get(point, "vertices");
    const char *joint = json_string_value(json_object_get(point, "joint"));
    if (joint) {
        int j = 0;
        while (strcmp(model->data.joint_names[j], joint) != 0) assert_true(++j < model->joint_count);
        for (int c = 0; c < 3; c++) out[c] = model->joint_template[3 * j + c];
        return;
    }
    const float *from = model->data.v_template + 3 * json_integer_value(json_array_get(ends, 0)),
                *to = model->data.v_template + 3 * json_integer_value(json_array_get(ends, 1));
    const double t = json_number_value(json_object_get(point, "t"));
    for (int c = 0; c < 3; c++) out[c] = (1 - t) * (double)from[c] + t * (double)to[c];
}

/* The length of a measurement's polyline equals the measured value: closed for girths, open for arm and
 * shoulders. Lines of extents are oblique and may be longer. */
static void a_line_has_the_measured_length(void **state)
{
    (void)state;
    json_t *reply = reply_of("POST", MODEL "/measure", "{\"lines\":true}"), *line;
    const char *name;
    int girths = 0, lines = 0;
    json_object_foreach(json_object_get(reply, "lines"), name, line)
    {
        const json_t *points = json_object_get(line, "points");
        const size_t count = json_array_size(points);
        const bool is_girth = strstr(name, "girth") != NULL,
                   is_closed = json_is_true(json_object_get(line, "closed"));
        assert_int_equal(is_closed, is_girth);
        double length = 0, p[3], q[3];
        for (size_t i = 0; i + !is_closed < count; i++) {
            place_of(p, json_array_get(points, i));
            place_of(q, json_array_get(points, (i + 1) % count));
            length += sqrt((q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1]) +
                           (q[2] - p[2]) * (q[2] - p[2]));
        }
        const double measured = measure_of(reply, 0, name);
        if (is_girth || !strcmp(name, "arm_length") || !strcmp(name, "shoulder_width"))
            assert_near(length, measured, 2e-5);
        else
            assert_true(length > measured - 2e-5 && length < measured + 0.2);
        girths += is_girth, lines++;
    }
    assert_true(girths >= 8 && lines > girths);
    json_decref(reply);
}

/* An impossible person is refused at the fields of the body that asked for it. */
static void an_impossible_person_is_refused_at_its_fields(void **state)
{
    (void)state;
    static const struct {
        const char *route, *body, *pointer, *words;
    } rows[] = {
        {"/measure", "{\"height\":2.5,\"weight\":30}", "/height", "2.5 m; "},
        {"/measure", "{\"bodies\":[{},{\"height\":2.5,\"weight\":30}]}", "/bodies/1/height", "2.5 m; "},
        {"/mesh", "{\"bodies\":[{},{\"height\":2.5,\"weight\":30}]}", "/bodies/1/height", "2.5 m; "},
        {"/joints", "{\"height\":2.5,\"weight\":30}", "/height", "2.5 m; "},
        {"/measure", "{\"bodies\":[{\"betas\":[1],\"age\":30}]}", "/bodies/0/betas",
         "betas given together with random"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char target[64];
        snprintf(target, sizeof target, MODEL "%s", rows[i].route);
        api_refused("POST", target, rows[i].body, 400, rows[i].pointer, rows[i].words);
    }
}

/* A file of one body tells its person in the header Posed-Person; JSON in the reply; measurements of another
 * person have another ETag. */
static void a_header_of_a_file_describes_its_person(void **state)
{
    (void)state;
    static const struct {
        const char *target, *person; /* NULL: no header */
    } rows[] = {
        {MODEL "/mesh?format=bin&gender=male&age=40", "gender=male; age=40"},
        {MODEL "/mesh?format=obj&gender=female&age=25.5", "gender=female; age=25.5"},
        {MODEL "/joints?format=bin&gender=male&age=30", "gender=male; age=30"},
        {MODEL "/mesh?format=bin&betas=1", NULL},
        {MODEL "/mesh?format=bin", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_call *call = api_ask("GET", rows[i].target, NULL);
        const char *header = api_header(call, "Posed-Person");
        if (api_status(call) != 200 || !header != !rows[i].person ||
            (header && strcmp(header, rows[i].person)))
            fail_msg("%s: %d %s", rows[i].target, api_status(call), header ? header : "no header");
        assert_null(api_header(call, "Posed-Random"));
        pd_api_call_release(call);
    }
    static const char *const other[] = {"", "?random=0", "?random=1", "?random=1&age=30",
                                        "?random=1&gender=male"};
    char etags[5][64];
    for (int i = 0; i < 5; i++) {
        char target[96];
        snprintf(target, sizeof target, MODEL "/measure%s", other[i]);
        pd_api_call *call = api_decode("GET", target, NULL, (pd_api_request){0});
        snprintf(etags[i], sizeof etags[i], "%s", api_header(call, "ETag"));
        for (int k = 0; k < i; k++) assert_string_not_equal(etags[k], etags[i]);
        pd_api_call_release(call);
    }
}

/* The mesh of a person equals that of its betas. The reply also describes the person, so its ETag differs. */
static void a_person_has_another_etag_than_its_betas(void **state)
{
    (void)state;
    char target[4096], etags[2][64];
    unsigned char *bytes[2];
    size_t sizes[2];
    snprintf(target, sizeof target, MODEL "/mesh?format=bin&gender=male&age=40");
    for (int i = 0; i < 2; i++) {
        pd_api_call *call = api_decode("GET", target, NULL, (pd_api_request){0});
        assert_int_equal(api_header(call, "ETag") != NULL, 1);
        snprintf(etags[i], sizeof etags[i], "%s", api_header(call, "ETag"));
        const pd_smpl_body *body = pd_api_mesh_of(call)->bodies;
        size_t used = (size_t)snprintf(target, sizeof target, MODEL "/mesh?format=bin&betas=");
        for (int b = 0; b < body->beta_count; b++) /* 9 digits are enough for every float */
            used += (size_t)snprintf(target + used, sizeof target - used, b ? ",%.9g" : "%.9g",
                                     (double)body->betas[b]);
        assert_true(used < sizeof target);
        const pd_api_reply *reply = api_finish(call);
        assert_int_equal(reply->status, 200);
        assert_int_equal(api_header(call, "Posed-Person") != NULL, i == 0);
        sizes[i] = reply->body.size;
        bytes[i] = malloc(sizes[i]);
        memcpy(bytes[i], reply->body.data, sizes[i]);
        pd_api_call_release(call);
    }
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(bytes[0], bytes[1], sizes[0]);
    assert_string_not_equal(etags[0], etags[1]);
    free(bytes[0]), free(bytes[1]);
}

/* A list may come in several parameters of one name: the reply is that of the list in one. */
static void garments_may_come_in_several_parameters(void **state)
{
    (void)state;
    static const char *const queries[] = {"wear=blouse-skirt,hair-long", "wear=blouse-skirt&wear=hair-long",
                                          "wear=hair-long", "wear=hair-long&wear=blouse-skirt"};
    char etags[4][64];
    for (int i = 0; i < 4; i++) {
        char target[96];
        snprintf(target, sizeof target, MODEL "/mesh?format=glb&%s", queries[i]);
        pd_api_call *call = api_decode("GET", target, NULL, (pd_api_request){0});
        if (!api_header(call, "ETag")) fail_msg("%.300s", (const char *)pd_api_call_reply(call)->body.data);
        snprintf(etags[i], sizeof etags[i], "%s", api_header(call, "ETag"));
        pd_api_call_release(call);
    }
    assert_string_equal(etags[1], etags[0]);
    assert_string_not_equal(etags[2], etags[0]);
    assert_string_not_equal(etags[3], etags[2]);
}

/* Acquires a model. The person is known by its own name, which is in its wardrobe. */
static pd_status by_own_name(void *ctx, const char *id, bool may_wait, pd_api_model *out, pd_error *err)
{
    return api_host_acquire(ctx, strcmp(id, "person") ? id : "default", may_wait, out, err);
}

static int made; /* how often garments were transferred */

static pd_api_call *worn(const char *query, bool knows_person)
{
    static pd_api_host host;
    host = api_host_table;
    if (knows_person) host.acquire = by_own_name;
    pd_api_request request = {.method = "GET", .path = "/v1/models/other/mesh", .query = query};
    pd_api_call *call = pd_api_decode(&request, &host, &api_host_limits);
    if (pd_api_call_waits(call)) { /* the garments are being made: a thread that may wait asks again */
        pd_api_call_release(call);
        request.may_wait = true;
        call = pd_api_decode(&request, &host, &api_host_limits);
        assert_false(pd_api_call_waits(call));
        made++;
    }
    api_finish(call);
    return call;
}

/* A model of other joints wears the person's garments where the request asks for some, and is told so;
 * unasked it stays bare. The second request finds what the first has made. */
static void a_model_wears_the_garments_of_another_when_asked(void **state)
{
    (void)state;
    static const struct {
        const char *query;
        bool knows_person, is_dressed;
    } rows[] = {
        {"format=glb&wear=none", true, false},
        {"format=glb", true, false},
        {"format=glb&wear=raglan-sweater", true, true},
        {"format=glb&wear=raglan-sweater", true, true},
        {"format=glb&look=3", true, true},
    };
    size_t bytes[5];
    char etags[5][64];
    for (int i = 0; i < 5; i++) {
        pd_api_call *call = worn(rows[i].query, rows[i].knows_person);
        const pd_api_reply *reply = pd_api_call_reply(call);
        const char *warning = api_header(call, "Posed-Warning");
        if (reply->status != 200)
            fail_msg("%s: %.*s", rows[i].query, (int)reply->body.size, reply->body.data);
        if (!warning != !rows[i].is_dressed)
            fail_msg("%s: %s", rows[i].query, warning ? warning : "no warning");
        if (warning)
            assert_non_null(
                strstr(warning, "the garments were made for person and transferred to this model's joints"));
        bytes[i] = reply->body.size;
        snprintf(etags[i], sizeof etags[i], "%s", api_header(call, "ETag"));
        pd_api_call_release(call);
    }
    assert_int_equal(made, 1);
    assert_int_equal(bytes[0], bytes[1]);
    assert_int_equal(bytes[2], bytes[3]);
    assert_string_equal(etags[2], etags[3]);
    assert_string_not_equal(etags[1], etags[2]);
    assert_string_not_equal(etags[2], etags[4]);
    assert_true(bytes[2] > bytes[1] + 10000 && bytes[4] > bytes[2]);

    /* Without the person there is nothing to transfer from. */
    pd_api_call *call = worn("format=glb&wear=raglan-sweater", false);
    assert_int_equal(api_status(call), 400);
    json_t *problem = api_json(call);
    assert_string_equal(
        json_string_value(json_object_get(json_array_get(json_object_get(problem, "errors"), 0), "pointer")),
        "/wear");
    json_decref(problem);
    pd_api_call_release(call);
}

/* Returns twice the distance of a vertex of the mean body from the plane of symmetry, millimetres. */
static double width_at(const pd_smpl_data *d, const pd_smpl_prior *prior, int vertex)
{
    const size_t at = 3 * (size_t)vertex, b = (size_t)d->beta_count;
    double x = (double)d->v_template[at];
    for (size_t k = 0; k < b; k++) x += (double)d->shapedirs[at * b + k] * (double)prior->mean[k];
    return 2000 * fabs(x);
}

/* Men's mouths, noses and jaws are wider than women's by what photographs in 3D say (doi
 * 10.1186/s40902-019-0191-7), within 1 mm; women's cheeks are no hollower, in standard deviations of the
 * feature, and temples alike. */
static void the_mean_woman_has_no_mans_face(void **state)
{
    (void)state;
    static const struct {
        int vertex;
        double wider;
    } rows[] = {{368, 3.9}, {319, 2.5}, {5240, 9.8}};
    pd_smpl_data d;
    assert_int_equal(pd_smpl_data_load(&d, "models/person.safetensors", NULL), PD_OK);
    const pd_smpl_people people = {.numbers = d.people,
                                   .prior_count = pd_smpl_people_prior_count(d.text.gender),
                                   .beta_count = d.beta_count};
    pd_smpl_prior of[2];
    assert_true(pd_smpl_people_prior(&of[0], &people, 0, PD_SMPL_SURVEY, PD_SMPL_FEMALE) &&
                pd_smpl_people_prior(&of[1], &people, 0, PD_SMPL_SURVEY, PD_SMPL_MALE));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double wider = width_at(&d, &of[1], rows[i].vertex) - width_at(&d, &of[0], rows[i].vertex);
        if (!(fabs(wider - rows[i].wider) < 1))
            fail_msg("vertex %d: %g and %g mm", rows[i].vertex, wider, rows[i].wider);
    }
    const int cheeks = pd_smpl_feature_beta(&d, "cheek_fullness"),
              temples = pd_smpl_feature_beta(&d, "temple_width");
    assert_true(of[0].mean[cheeks] > of[1].mean[cheeks] &&
                fabsf(of[0].mean[temples] - of[1].mean[temples]) < 0.5f);
    pd_smpl_data_deinit(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mean_woman_has_no_mans_face),
        cmocka_unit_test(a_person_is_measured_as_its_betas_are),
        cmocka_unit_test(each_of_several_bodies_names_its_own_person),
        cmocka_unit_test(a_line_has_the_measured_length),
        cmocka_unit_test(an_impossible_person_is_refused_at_its_fields),
        cmocka_unit_test(a_header_of_a_file_describes_its_person),
        cmocka_unit_test(a_person_has_another_etag_than_its_betas),
        cmocka_unit_test(garments_may_come_in_several_parameters),
        cmocka_unit_test(a_model_wears_the_garments_of_another_when_asked),
    };
    return cmocka_run_group_tests(tests, api_shipped_load, api_shipped_unload);
}
