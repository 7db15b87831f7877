/* Invalid input: each is refused with the place, the value and what is allowed. */
#include "api/http/fields.h"
#include "tests/support/api_ask.h"

#define MESH  "/v1/models/default/mesh"
#define FIELD "{\"betas\":"

/* Returns a list "[1,1,...,1]" of `count` elements. The caller frees it. */
static char *list_of(const char *before, const char *element, int count, const char *after)
{
    const size_t each = strlen(element) + 1;
    char *out = malloc(strlen(before) + strlen(after) + each * (size_t)count + 3), *end = out;

    end += sprintf(end, "%s[", before);
    for (int i = 0; i < count; i++) end += sprintf(end, "%s%s", i ? "," : "", element);
    sprintf(end, "]%s", after);
    return out;
}

static void refused_list(const char *before, const char *element, int count, const char *after, int status,
                         const char *pointer, const char *detail)
{
    char *body = list_of(before, element, count, after);

    api_refused("POST", MESH, body, status, pointer, detail);
    free(body);
}

static void accepted(const char *target, const char *body)
{
    pd_api_call *call = api_ask("POST", target, body);

    if (api_status(call) != 200)
        fail_msg("%s: %.*s", body, (int)pd_api_call_reply(call)->body.size,
                 pd_api_call_reply(call)->body.data);
    pd_api_call_release(call);
}

static void the_body_of_a_post_takes_the_fields_of_the_query(void **state)
{
    (void)state;
    accepted(MESH, "{\"betas\":[1],\"format\":\"bin\"}");
    accepted(MESH, "{\"format\":\"glb\",\"rig\":true,\"morphs\":false,\"quantize\":true}");
    accepted(MESH "?format=glb", "{\"rig\":true}");
    pd_api_call *call = api_ask("POST", "/v1/models/default/joints", "{\"format\":\"npz\"}");
    assert_int_equal(api_status(call), 200);
    assert_string_equal(pd_api_call_reply(call)->content_type, "application/x-npz");
    pd_api_call_release(call);

    /* the checks of a field are the same, wherever it stands */
    api_refused("POST", MESH, "{\"format\":\"glp\"}", 400, "/format", "glp");
    api_refused("POST", MESH, "{\"format\":\"glb\",\"levels\":[100,200],\"rig\":true}", 400, "/levels",
                "200 after 100");
    /* a field that stands in both is an error, whatever its values are */
    api_refused("POST", MESH "?format=glb", "{\"format\":\"glb\"}", 400, "/format",
                "given in the query and in the body");
}

static void text_that_is_no_json_is_refused_with_its_place(void **state)
{
    (void)state;
    api_refused("POST", MESH, "{", 400, "", "not JSON");
    api_refused("POST", MESH, "{\"betas\":[1,]}", 400, "/betas/1", "line 1, column");
    api_refused("POST", MESH, "{\"betas\":[1]} x", 400, "", "not JSON");
    api_refused("POST", MESH, "{\"betas\":[NaN]}", 400, "/betas/0", "not JSON");
    api_refused("POST", MESH, "{\"betas\":[Infinity]}", 400, "/betas/0", "not JSON");
    api_refused("POST", MESH, "{\"betas\":[1e999]}", 400, "/betas/0", "not JSON");
    api_refused("POST", MESH, "{\"betas\":[0x10]}", 400, "/betas/0", "not JSON");
    api_refused("POST", MESH, "{\"skinning\":\"\xff\"}", 400, "/skinning", "not JSON");
    api_refused("POST", MESH, "\xff\xfe{", 400, "", "not JSON: the text is UTF-16 or UTF-32; UTF-8 expected");
    api_refused("POST", MESH, "[1,2]", 400, "", "an array; an object expected");
    api_refused("POST", MESH, "3", 400, "", "a number; an object expected");
    api_refused("POST", MESH, "null", 400, "", "null; an object expected");
}

static void duplicate_keys_are_refused(void **state)
{
    (void)state;
    api_refused("POST", MESH, "{\"betas\":[1],\"betas\":[2]}", 400, "/betas", "stands twice in one object");
}

static void a_million_brackets_are_refused_before_any_recursion(void **state)
{
    (void)state;
    const size_t depth = 1000000;
    char *text = malloc(depth + 1);

    for (int i = 0; i < 2; i++) {
        memset(text, i ? '{' : '[', depth);
        text[depth] = 0;
        api_refused("POST", MESH, text, 400, "", " deep; at most 32 allowed (limits.json_depth)");
    }
    free(text);
}

static void brackets_inside_a_string_have_no_depth(void **state)
{
    (void)state;
    api_refused("POST", MESH, "{\"skinning\":\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\\"[[[[[[[\"}", 400,
                "/skinning", "one of lbs|dqs|sbs expected");
}

static void an_empty_body_is_the_body_at_rest(void **state)
{
    (void)state;
    accepted(MESH, "");
    accepted(MESH, " \n ");
    accepted(MESH, "{}");
}

static void unknown_fields_are_named(void **state)
{
    (void)state;
    api_refused("POST", MESH, "{\"beta\":[1]}", 400, "/beta",
                "unknown field; did you mean betas? Known: betas, random");
    api_refused("POST", MESH, "{\"beta\":[1]}", 400, "/beta",
                ", use_pca, ..."); /* whole names, and that there are more */
    api_refused("POST", MESH, "{\"bodies\":[{},{\"skinning\":\"lbs\"}]}", 400, "/bodies/1/skinning",
                "unknown field");
    api_refused("POST", MESH, "{\"a/b~c\":1}", 400, "/a~1b~0c", "unknown field");
    api_refused("POST", MESH "?colour=red", "{}", 400, "/colour", "unknown parameter; known: format");
    api_refused("POST", MESH "?ground=true", "{}", 400, "/ground",
                "not a parameter of this route, but a field of its JSON body");
    api_refused("POST", MESH, "{\"colour\":1}", 400, "/colour", "unknown field; known: ");
    api_refused("POST", MESH, "{\"fromat\":\"glb\"}", 400, "/fromat", "unknown field; did you mean format?");
}

static void a_request_for_a_model_on_disk_is_decoded_again_where_the_thread_may_wait(void **state)
{
    (void)state;
    pd_api_request request = {.method = "GET", .path = "/v1/models/other/joints"};
    api_host_state.on_disk = "other";
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
    assert_true(pd_api_call_waits(call));
    pd_api_call_release(call);
    assert_null(pd_api_judge_head(&request, &api_host_table, &api_host_limits)); /* its body may come */

    request.may_wait = true;
    call = pd_api_decode(&request, &api_host_table, &api_host_limits);
    assert_false(pd_api_call_waits(call));
    assert_false(pd_api_call_done(call)); /* there is something to compute */
    pd_api_call_release(call);

    /* One that cannot be loaded is no 404: the model exists. */
    api_host_state.on_disk = "other";
    api_host_state.is_broken = true;
    call = pd_api_decode(&request, &api_host_table, &api_host_limits);
    assert_true(pd_api_call_done(call));
    assert_int_equal(pd_api_call_reply(call)->status, 503);
    pd_api_call_release(call);
    api_host_state.is_broken = false;
    api_host_state.on_disk = NULL;
}

static void every_kind_of_misspelt_name_gets_the_nearest_that_there_is(void **state)
{
    static const struct {
        const char *method, *target, *body;
        int status;
        const char *detail;
    } rows[] = {
        {"GET", "/v1/models/defualt/mesh", NULL, 404, "no model \"defualt\"; did you mean default?"},
        {"GET", "/v1/models/Tiny", NULL, 404, "; did you mean tiny?"},
        {"POST", "/v1/models/othr/reload", NULL, 404, "; did you mean other?"},
        {"GET", "/v1/skeletons/defalt", NULL, 404, "; did you mean default?"},
        {"POST", MESH, "{\"betass\":[1]}", 400, "unknown field; did you mean betas?"},
        {"POST", MESH, "{\"bodies\":[{\"posse\":[]}]}", 400, "unknown field; did you mean pose?"},
        {"GET", MESH "?fromat=glb", NULL, 400, "unknown parameter; did you mean format?"},
        {"GET", MESH "?format=gbl", NULL, 400, "\"gbl\"; did you mean"},
        {"POST", MESH, "{\"skinning\":\"LBS\"}", 400, "\"LBS\"; did you mean lbs?"},
        {"POST", MESH, "{\"include\":[\"vertexes\"]}", 400, "; did you mean vertices?"},
        {"POST", "/v1/ik/solve", "{\"solver\":\"fabirk\"}", 400, "\"fabirk\"; did you mean fabrik?"},
        {"POST", "/v1/ik/solve", "{\"skeleton\":\"ohter\"}", 404, "; did you mean other?"},
        {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"model\":\"wakl\",\"script\":[]}", 404,
         "no model \"wakl\"; did you mean walk?"}, /* a network on disk counts too */
        {"POST", "/v1/models/default/mesh", "{\"left_hand\":\"fits\"}", 400, "did you mean fist?"},
        {"GET", "/v1/modles/default/mesh", NULL, 404, "; did you mean /v1/models/default/mesh?"},
        {"GET", "/docs/", NULL, 404, "; did you mean /docs?"},
        {"GET", "/v1/models/", NULL, 404, "; did you mean /v1/models?"},
        {"GET", "/v1/models//", NULL, 404, "; did you mean /v1/models?"},
        {"GET", "//v1/model/tiny/mesh/", NULL, 404, "; did you mean /v1/models/tiny/mesh?"},
        {"GET", "/v2/models", NULL, 404, "; did you mean /v1/models?"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        api_refused(rows[i].method, rows[i].target, rows[i].body, rows[i].status, NULL, rows[i].detail);
}

static void a_name_that_is_near_to_nothing_gets_no_guess(void **state)
{
    (void)state;
    api_refused("GET", "/v1/models/nobody/mesh", NULL, 404, NULL, "\"nobody\"; GET /v1/models lists them");
    api_refused("POST", MESH, "{\"umbrella\":1}", 400, "/umbrella", "unknown field; known: ");
    api_refused("POST", MESH, "{\"skinning\":\"x\"}", 400, "/skinning", "\"x\"; one of lbs|dqs|sbs expected");

    /* A path whose fixed segments resemble those of no route, though it is as long as one with an id. */
    api_refused("POST", "/v1/nothing", "{}", 404, NULL, "no route POST /v1/nothing; GET /docs lists them");
    api_refused("GET", "/docs/x/y/z", NULL, 404, NULL, "; GET /docs lists them");
    api_refused("GET", "/v1/models/default/umbrella", NULL, 404, NULL, "; GET /docs lists them");
}

static void wrong_form_and_wrong_numbers_are_told_at_once(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("POST", MESH,
                                "{\"skinning\":\"x\",\"foo\":1,\"betas\":[\"a\"],\"translation\":[1],"
                                "\"bodies\":[{\"pose\":[1,2]}]}");
    json_t *problem = api_json(call);

    assert_int_equal(api_status(call), 400);
    assert_int_equal(json_array_size(json_object_get(problem, "errors")), 5);
    json_decref(problem);
    pd_api_call_release(call);
}

static void several_errors_are_listed_and_the_rest_counted(void **state)
{
    (void)state;
    pd_api_call *call = api_ask(
        "POST", MESH, "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1}");
    json_t *problem = api_json(call);

    assert_int_equal(json_array_size(json_object_get(problem, "errors")), 8);
    assert_non_null(strstr(json_string_value(json_object_get(problem, "detail")), "(and 9 more errors)"));
    json_decref(problem);
    pd_api_call_release(call);
}

static void too_many_betas_are_refused_with_the_models_count(void **state)
{
    (void)state;
    api_refused("POST", MESH, "{\"betas\":[1,2,3,4,5,6,7,8,9,10,11]}", 400, "/betas",
                "11 numbers; 0 to 10 allowed (the model's betas)");
    api_refused("GET", MESH "?betas=1,2,3,4,5,6,7,8,9,10,11", NULL, 400, "/betas",
                "11 numbers; 0 to 10 allowed");
    api_refused("POST", "/v1/models/other/mesh", "{\"betas\":[1,2,3,4,5]}", 400, "/betas",
                "5 numbers; 0 to 4");
    api_refused("POST", MESH, "{\"soft_tissue\":[1,2,3,4]}", 400, "/soft_tissue",
                "4 numbers; 0 to 3 allowed");
    accepted(MESH, "{\"betas\":[1,2,3,4,5,6,7,8,9,10]}");
    accepted(MESH, "{\"betas\":[]}");
}

static void a_number_out_of_range_is_named_with_its_index(void **state)
{
    (void)state;
    api_refused("POST", MESH, "{\"betas\":[0,101]}", 400, "/betas/1", "101; -100 to 100 allowed");
    api_refused("POST", MESH, "{\"betas\":[0,1e300]}", 400, "/betas/1", "1e+300; -100 to 100 allowed");
    api_refused("POST", MESH, "{\"betas\":[0,\"1\"]}", 400, "/betas/1",
                "; a number from -100 to 100 expected");
    api_refused("POST", MESH, "{\"betas\":[0,null]}", 400, "/betas/1",
                "; a number from -100 to 100 expected");
    api_refused("POST", MESH, "{\"betas\":[0,[0]]}", 400, "/betas/1", "an array; a number from -100");
    api_refused("POST", MESH, "{\"betas\":true}", 400, "/betas", "true; an array expected");
    api_refused("POST", MESH, "{\"translation\":[0,0]}", 400, "/translation",
                "2 numbers; 3 expected (x, y, z)");
    api_refused("POST", MESH, "{\"translation\":[0,0,1e7]}", 400, "/translation/2",
                "10000000; -1000000 to 1000000 allowed");
    api_refused("POST", MESH, "{\"digits\":10}", 400, "/digits", "10; 0 to 9 allowed");
    api_refused("POST", MESH, "{\"digits\":1.5}", 400, "/digits", "1.5; an integer expected");
    api_refused("POST", MESH, "{\"digits\":99999999999999999999}", 400, "/digits", "1e+20; 0 to 9 allowed");
    api_refused("POST", MESH, "{\"ground\":1}", 400, "/ground", "a number; true or false expected");
}

static void a_pose_of_the_wrong_length_is_refused(void **state)
{
    (void)state;
    refused_list("{\"pose\":", "0", 71, "}", 400, "/pose", "71 numbers; 72 expected (24 joints x 3)");
    refused_list("{\"pose\":", "0", 73, "}", 400, "/pose", "73 numbers; 72 expected");
    refused_list("{\"pose\":", "[0,0,0]", 23, "}", 400, "/pose", "23 rows; 24 expected (one per joint)");
    refused_list("{\"pose\":", "[0,0]", 24, "}", 400, "/pose/0", "3 numbers expected");
    refused_list("{\"quaternions\":", "0", 95, "}", 400, "/quaternions",
                 "95 numbers; 96 expected (24 joints x 4)");
    refused_list("{\"rotations\":", "0", 215, "}", 400, "/rotations",
                 "215 numbers; 216 expected (24 joints x 9)");
    api_refused("POST", MESH, "{\"pose\":[]}", 400, "/pose", "0 numbers; 72 expected");
    refused_list("{\"pose\":", "1001", 72, "}", 400, "/pose/0", "1001; -1000 to 1000 allowed");
    refused_list("{\"pose\":", "0", 72, ",\"quaternions\":[]}", 400, "",
                 "more than one of pose, quaternions and rotations");
}

static void every_form_of_a_pose_is_taken(void **state)
{
    (void)state;
    static const struct {
        const char *before, *element;
        int count;
    } forms[] = {{"{\"pose\":", "0.1", 72},
                 {"{\"pose\":", "[0.1,0,0]", 24},
                 {"{\"quaternions\":", "[0,0,0,2]", 24},
                 {"{\"quaternions\":", "0.5", 96},
                 {"{\"rotations\":", "[[1,0,0],[0,1,0],[0,0,1]]", 24},
                 {"{\"rotations\":", "[1,0,0,0,1,0,0,0,1]", 24},
                 {"{\"rotations\":", "[1,0,0,0,1,0]", 24}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char *body = list_of(forms[i].before, forms[i].element, forms[i].count, "}");
        accepted(MESH, body);
        free(body);
    }
}

static void a_zero_quaternion_is_refused(void **state)
{
    (void)state;
    refused_list("{\"quaternions\":", "[0,0,0,0]", 24, "}", 400, "/quaternions/0",
                 "a quaternion of length 0");
}

static void a_matrix_that_is_not_a_rotation_is_refused(void **state)
{
    (void)state;
    refused_list("{\"rotations\":", "[1,0,0,0,1,0,0,0,1.01]", 24, "}", 400, "/rotations/0",
                 "not a rotation: R R^T differs from the identity by 0.0201; at most 0.001 allowed");
    refused_list("{\"rotations\":", "[1,0,0,0,1,0,0,0,-1]", 24, "}", 400, "/rotations/0", "determinant +1");
    refused_list("{\"rotations\":", "[1,0,0,2,0,0]", 24, "}", 400, "/rotations/0",
                 "the columns are parallel or zero");
    refused_list("{\"rotations\":", "[[1,0,0],[0,1],[0,0,1]]", 24, "}", 400, "/rotations/0/1",
                 "3 numbers expected");
}

static void an_empty_batch_and_one_over_limits_batch_are_refused_with_the_limit(void **state)
{
    (void)state;
    char *many = list_of("{\"bodies\":", "{}", 17, "}");

    api_refused("POST", MESH, many, 413, "/bodies", "17 bodies; at most 16 allowed (limits.batch)");
    api_refused("POST", MESH, "{\"bodies\":[]}", 400, "/bodies", "empty; 1 to 16 expected");
    free(many);
}

static void json_that_would_take_too_much_memory_is_refused_with_place_and_limit(void **state)
{
    (void)state;
    char *numbers = list_of("{\"bodies\":[{},{\"betas\":", "1", 100000, "}]}");
    char *bodies = list_of("{\"bodies\":", "{}", 300000, "}");

    /* 1247 bytes come before the numbers, and each takes 48 of the 4 MiB */
    api_refused("POST", MESH, numbers, 413, "/bodies/1/betas/87370",
                "the JSON needs 4.0 MiB of memory or more once it is read; at most 4.0 MiB allowed "
                "(limits.json_memory)");
    api_refused("POST", MESH, bodies, 413, "/bodies", "bodies; at most 16 allowed (limits.batch)");
    free(numbers);
    free(bodies);
}

static void errors_in_a_body_of_many_name_that_body(void **state)
{
    (void)state;
    api_refused("POST", MESH, "{\"bodies\":[{},{\"betas\":[0,\"x\"]}]}", 400, "/bodies/1/betas/1",
                "a string; a number from");
    api_refused("POST", MESH, "{\"bodies\":[{},3]}", 400, "/bodies/1", "a number; an object expected");
    api_refused("POST", MESH, "{\"bodies\":{}}", 400, "/bodies", "an object; an array expected");
}

static void query_errors_name_the_parameter(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("GET", MESH "?betas=1,x", NULL);
    json_t *problem = api_json(call), *first = json_array_get(json_object_get(problem, "errors"), 0);

    assert_string_equal(json_string_value(json_object_get(first, "parameter")), "betas");
    assert_string_equal(json_string_value(json_object_get(first, "pointer")), "/betas/1");
    assert_string_equal(json_string_value(json_object_get(first, "detail")), "\"x\"; a number expected");
    json_decref(problem);
    pd_api_call_release(call);
}

/* Checks that the replies to two queries have the same bytes. */
static void assert_same(const char *one, const char *other)
{
    pd_api_call *a = api_ask("GET", one, NULL), *b = api_ask("GET", other, NULL);
    const pd_buffer *x = &pd_api_call_reply(a)->body, *y = &pd_api_call_reply(b)->body;
    if (api_status(b) != 200) fail_msg("%s: %.*s", other, (int)y->size, (const char *)y->data);
    assert_int_equal(api_status(a), 200);
    assert_int_equal(x->size, y->size);
    assert_memory_equal(x->data, y->data, x->size);
    pd_api_call_release(a);
    pd_api_call_release(b);
}

/* RFC 6570 and OpenAPI's `explode` on one hand, `name[]` of PHP and axios on the other. */
static void a_list_may_be_cut_into_parameters(void **state)
{
    (void)state;
    assert_same(MESH "?betas=0.5,-1,2", MESH "?betas=0.5&betas=-1&betas=2");
    assert_same(MESH "?betas=0.5,-1,2", MESH "?betas=0.5&ground=false&betas=-1,2");
    assert_same(MESH "?betas=0.5,-1,2", MESH "?betas[]=0.5&betas[]=-1&betas[]=2");
    assert_same(MESH "?betas=0.5,-1,2", MESH "?betas%5B%5D=0.5,-1&betas=2");
    assert_same(MESH "?betas=0.5,-1,2", MESH "?betas[0]=0.5&betas[1]=-1&betas[2]=2");
    assert_same(MESH "?betas=0.5,-1,2", MESH "?betas%5B0%5D=0.5&betas%5B1%5D=-1,2");
    assert_same(MESH "?include=joints,vertices", MESH "?include[0]=joints&include[1]=vertices");
    assert_same(MESH "?betas=0.5,-1,2", MESH "?betas=0.5,%20-1,+2");
    assert_same(MESH "?betas=0.5,-1,2", MESH "?betas=%5B0.5,-1,+2%5D");
    assert_same(MESH "?ground=true", MESH "?ground=True");
    assert_same(MESH "?ground=false", MESH "?ground=FALSE");
    assert_same(MESH "?betas=0.5", MESH "?betas=&betas=0.5");
    assert_same(MESH "?include=joints,vertices", MESH "?include=joints&include=vertices");
    api_refused("GET", MESH "?include=joints&include=joints", NULL, 400, "/include/1", "named twice");
}

static void bad_queries_are_refused(void **state)
{
    (void)state;
    api_refused("GET", MESH "?ground=true&ground=true", NULL, 400, "/ground",
                "given more than once; only lists may be repeated");
    api_refused("GET", MESH "?betas=1&betas=2,x", NULL, 400, "/betas/2", "\"x\"; a number expected");
    api_refused("GET", MESH "?betas[]=1&ground[]=true", NULL, 400, "/ground[]", "unknown parameter");
    api_refused("GET", MESH "?ground[0]=true", NULL, 400, "/ground[0]", "unknown parameter");
    api_refused("GET", MESH "?betas[a]=1", NULL, 400, "/betas[a]", "unknown parameter");
    api_refused("GET", MESH "?betas[1]=2&betas[0]=1", NULL, 400, "/betas",
                "element 1 comes where element 0 is expected; indices count from 0 in order");
    api_refused("GET", MESH "?include[0]=joints&include[2]=vertices", NULL, 400, "/include",
                "element 2 comes where element 1 is expected");
    api_refused("GET", MESH "?betas=1%202", NULL, 400, "/betas/0", "\"1 2\"; a number expected");
    api_refused("GET", MESH "?ground=yes", NULL, 400, "/ground", "true or false expected");
    api_refused("GET", MESH "?[]=1", NULL, 400, "/[]", "unknown parameter");
    api_refused("GET", MESH "?=1", NULL, 400, "/", "unknown parameter");
    api_refused("GET", MESH "?=", NULL, 400, "/", "unknown parameter");
    api_refused("GET", MESH "?betas=nan", NULL, 400, "/betas/0", "\"nan\"; a number expected");
    api_refused("GET", MESH "?betas=inf", NULL, 400, "/betas/0", "a number expected");
    api_refused("GET", MESH "?betas=1e999", NULL, 400, "/betas/0", "a number expected");
    api_refused("GET", MESH "?betas=0x1", NULL, 400, "/betas/0", "a number expected");
    api_refused("GET", MESH "?betas=1,,2", NULL, 400, "/betas/1", "a number expected");
    api_refused("GET", MESH "?betas=1,", NULL, 400, "/betas", "ends with a comma");
    api_refused("GET", MESH "?betas=%3", NULL, 400, "/betas", "an invalid percent escape");
    api_refused("GET", MESH "?betas=%00", NULL, 400, "/betas", "an invalid percent escape");
    api_refused("GET", MESH "?%zz=1", NULL, 400, "", "an invalid percent escape");
    api_refused("GET", MESH "?ground=yes", NULL, 400, "/ground", "\"yes\"; true or false expected");
    api_refused("GET", MESH "?bodies=1", NULL, 400, "/bodies", "unknown parameter");
    api_refused("GET", MESH "?include=vertices,hair", NULL, 400, "/include/1",
                "\"hair\"; one of vertices|joints");
    api_refused("GET", MESH "?include=joints,joints", NULL, 400, "/include/1", "named twice");
    api_refused("GET", MESH "?format=fbx", NULL, 400, "/format", "\"fbx\"; one of json|bin|npz");
    api_refused("GET", MESH "?skinning=%ff", NULL, 400, "/skinning", "not UTF-8");
}

/* An invalid item of a list gives one error, which names its type. A word in the place of numbers is reported
 * as a word, in small or capital letters. */
static void a_bad_item_of_a_list_is_reported_once(void **state)
{
    (void)state;
    static const char *const rows[][3] = {{"betas=1,x", "/betas/1", "\"x\"; a number expected"},
                                          {"include=joints,%ff", "/include/1", "not UTF-8"},
                                          {"pose=t", "/pose", "given; allowed only with format glb"},
                                          {"pose=A", "/pose", "given; allowed only with format glb"},
                                          {"pose=b", "/pose/0", "\"b\"; a number expected"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char target[64];
        snprintf(target, sizeof target, MESH "?%s", rows[i][0]);
        pd_api_call *call = api_ask("GET", target, NULL);
        json_t *problem = api_json(call), *errors = json_object_get(problem, "errors"),
               *first = json_array_get(errors, 0);
        assert_int_equal(json_array_size(errors), 1);
        assert_string_equal(json_string_value(json_object_get(first, "pointer")), rows[i][1]);
        assert_string_equal(json_string_value(json_object_get(first, "detail")), rows[i][2]);
        json_decref(problem);
        pd_api_call_release(call);
    }
}

static void a_query_may_be_percent_encoded(void **state)
{
    (void)state;
    pd_api_call *plain = api_ask("GET", MESH "?betas=1.5,-0.5&format=bin", NULL),
                *encoded = api_ask("GET", MESH "?be%74as=1.5%2C-0.5&&format=%62in", NULL);

    assert_int_equal(api_status(encoded), 200);
    assert_string_equal(api_header(plain, "ETag"), api_header(encoded, "ETag"));
    pd_api_call_release(plain);
    pd_api_call_release(encoded);
}

/* Every byte but 0 is decoded from capital and small digits.
 * Texts that do not fit and invalid digits are refused. */
static void escapes_of_plain_characters_in_a_path_are_those_characters(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"/v1/%6dodels/d%65fault", "/v1/models/default"},
                                          {"/%4D%39%2D%2e%5F%7E", "/M9-._~"},
                                          {"/a%2Fb%3fc%25%20%00%c3%a9", "/a%2Fb%3fc%25%20%00%c3%a9"},
                                          {"/a%2561", "/a%2561"}, /* decoded once */
                                          {"/%", "/%"},
                                          {"/%6", "/%6"},
                                          {"/%6g%g6", "/%6g%g6"},
                                          {"/%%61", "/%a"},
                                          {"", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s", rows[i][0]);
        pd_api_path_normalize(path);
        assert_string_equal(path, rows[i][1]);
    }
}

static void percents_are_two_hexadecimal_digits(void **state)
{
    char out[8], text[8];
    (void)state;
    for (int byte = 1; byte < 256; byte++)
        for (int small = 0; small < 2; small++) {
            snprintf(text, sizeof text, small ? "a%%%02xz" : "a%%%02XZ", (unsigned)byte);
            assert_true(pd_api_percent_decode(out, sizeof out, text, 5, 0));
            assert_int_equal((unsigned char)out[1], byte);
            assert_int_equal(strlen(out), 3);
        }
    static const char *const bad[] = {"%", "%4", "%4g", "%G4", "%:0", "%/0", "%@0", "%`0", "%00", "a%"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(pd_api_percent_decode(out, sizeof out, bad[i], strlen(bad[i]), 1));

    assert_true(pd_api_percent_decode(out, sizeof out, "a+b+%2B", 7, 1));
    assert_string_equal(out, "a b +");
    assert_true(pd_api_percent_decode(out, sizeof out, "a+b+%2B", 7, 0));
    assert_string_equal(out, "a+b++");
    assert_true(pd_api_percent_decode(out, sizeof out, "1234567", 7, 0));
    assert_false(pd_api_percent_decode(out, sizeof out, "12345678", 8, 0));
}

static void a_body_that_is_not_said_to_be_json_is_415(void **state)
{
    (void)state;
    static const char *const good[] = {"application/json", "Application/JSON; charset=utf-8",
                                       "application/x-www-form-urlencoded", "application/ld+json", ""};
    pd_api_call *call = api_decode("POST", MESH, "{}", (pd_api_request){.content_encoding = "gzip"});

    assert_int_equal(api_status(call), 415);
    pd_api_call_release(call);
    static const char *const put[][2] = {{"/v1/scenes/a", "text/xml"},
                                         {"/v1/skeletons/a", "image/png"},
                                         {"/v1/scenes/a", "application/x-bvh"},
                                         {"/v1/scenes/a", "image/pngx"}};
    for (size_t i = 0; i < sizeof put / sizeof *put;
         i++) { /* each route takes its own, and nothing is read as JSON instead */
        call = api_decode("PUT", put[i][0], "{}", (pd_api_request){.content_type = put[i][1]});
        assert_int_equal(api_status(call), 415);
        pd_api_call_release(call);
        call = api_decode("PUT", put[i][0], "{}", (pd_api_request){.content_encoding = "gzip"});
        assert_int_equal(api_status(call), 415);
        pd_api_call_release(call);
    }
    call = api_decode("POST", MESH, "{}", (pd_api_request){.content_type = "text/xml"});
    assert_int_equal(api_status(call), 415);
    pd_api_call_release(call);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        call = api_decode("POST", MESH, "{}", (pd_api_request){.content_type = good[i]});
        assert_int_equal(api_finish(call)->status, 200);
        pd_api_call_release(call);
    }
}

static void a_text_in_another_encoding_than_utf_8_is_415(void **state)
{
    (void)state;
    static const char *const good[] = {
        "application/json;charset=UTF-8", "application/json; charset=\"utf-8\"",
        "application/json; a=b; charset=us-ascii", "application/octet-stream; charset=binary"};
    static const char *const bad[] = {
        "application/json; charset=utf-16", "application/json;Charset=\"UTF-16LE\"",
        "application/json; charset=utf-8; charset=latin1", "application/json; charset="};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        pd_api_call *call = api_decode("POST", MESH, "{}", (pd_api_request){.content_type = bad[i]});
        json_t *problem = api_json(call);
        assert_int_equal(api_status(call), 415);
        assert_non_null(strstr(json_string_value(json_object_get(problem, "detail")), "utf-8 allowed"));
        json_decref(problem);
        pd_api_call_release(call);
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        pd_api_call *call =
            api_decode("PUT", "/v1/skeletons/a", "{}", (pd_api_request){.content_type = good[i]});
        assert_int_not_equal(api_status(call), 415);
        pd_api_call_release(call);
    }
}

static void outputs_that_do_not_go_together_are_refused(void **state)
{
    (void)state;
    api_refused("GET", MESH "?format=obj&rig=true", NULL, 400, "/rig",
                "true; allowed only with format glb, and the format is obj");
    api_refused("GET", MESH "?format=glb&rig=true&contact=soft", NULL, 400, "/contact",
                "soft; not allowed with rig, because the file then holds the body at rest");
    api_refused("GET", MESH "?quantize=true", NULL, 400, "/quantize",
                "true; allowed only with format glb, and the format is json");
    api_refused("GET", MESH "?format=glb&frame=unity", NULL, 400, "/frame",
                "unity; only gltf allowed with format glb");
    api_refused("GET", MESH "?format=ply&include=vertices,joints", NULL, 400, "/include",
                "joints; only vertices, normals and faces");
}

static void a_model_that_is_no_body_is_refused(void **state)
{
    (void)state;
    api_refused("GET", "/v1/models/nobody/mesh", NULL, 404, NULL, "no model \"nobody\"");
    api_refused("GET", "/v1/models/walk/mesh", NULL, 409, NULL, "\"walk\" is a motion model");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_body_of_a_post_takes_the_fields_of_the_query),
        cmocka_unit_test(text_that_is_no_json_is_refused_with_its_place),
        cmocka_unit_test(duplicate_keys_are_refused),
        cmocka_unit_test(a_million_brackets_are_refused_before_any_recursion),
        cmocka_unit_test(brackets_inside_a_string_have_no_depth),
        cmocka_unit_test(an_empty_body_is_the_body_at_rest),
        cmocka_unit_test(unknown_fields_are_named),
        cmocka_unit_test(a_request_for_a_model_on_disk_is_decoded_again_where_the_thread_may_wait),
        cmocka_unit_test(every_kind_of_misspelt_name_gets_the_nearest_that_there_is),
        cmocka_unit_test(a_name_that_is_near_to_nothing_gets_no_guess),
        cmocka_unit_test(wrong_form_and_wrong_numbers_are_told_at_once),
        cmocka_unit_test(several_errors_are_listed_and_the_rest_counted),
        cmocka_unit_test(too_many_betas_are_refused_with_the_models_count),
        cmocka_unit_test(a_number_out_of_range_is_named_with_its_index),
        cmocka_unit_test(a_pose_of_the_wrong_length_is_refused),
        cmocka_unit_test(every_form_of_a_pose_is_taken),
        cmocka_unit_test(a_zero_quaternion_is_refused),
        cmocka_unit_test(a_matrix_that_is_not_a_rotation_is_refused),
        cmocka_unit_test(an_empty_batch_and_one_over_limits_batch_are_refused_with_the_limit),
        cmocka_unit_test(json_that_would_take_too_much_memory_is_refused_with_place_and_limit),
        cmocka_unit_test(errors_in_a_body_of_many_name_that_body),
        cmocka_unit_test(query_errors_name_the_parameter),
        cmocka_unit_test(a_list_may_be_cut_into_parameters),
        cmocka_unit_test(bad_queries_are_refused),
        cmocka_unit_test(a_bad_item_of_a_list_is_reported_once),
        cmocka_unit_test(a_query_may_be_percent_encoded),
        cmocka_unit_test(percents_are_two_hexadecimal_digits),
        cmocka_unit_test(escapes_of_plain_characters_in_a_path_are_those_characters),
        cmocka_unit_test(a_body_that_is_not_said_to_be_json_is_415),
        cmocka_unit_test(a_text_in_another_encoding_than_utf_8_is_415),
        cmocka_unit_test(outputs_that_do_not_go_together_are_refused),
        cmocka_unit_test(a_model_that_is_no_body_is_refused),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
