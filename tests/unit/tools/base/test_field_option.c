/* Options of posedctl that are fields of the api. */
#include "api/body/body.h"
#include "api/http/routes.h"
#include "tests/support/cmocka.h"
#include "tools/base/field_option.h"

#include <stdbool.h>
#include <string.h>

extern const pd_tool_command pd_tool_cmd_mesh, pd_tool_cmd_joints, pd_tool_cmd_ik, pd_tool_cmd_measure,
    pd_tool_cmd_rollout;

static const pd_tool_command *const commands[] = {&pd_tool_cmd_mesh, &pd_tool_cmd_joints, &pd_tool_cmd_ik,
                                                  &pd_tool_cmd_measure, &pd_tool_cmd_rollout};
#define COMMANDS ((int)(sizeof commands / sizeof *commands))

/* Returns the option of a command by the name of its field; NULL: none. */
static const pd_tool_option *option_of(const pd_tool_command *command, const char *field)
{
    const pd_tool_option *options = pd_tool_options(command);
    for (int i = 0; options[i].name; i++) {
        const pd_api_field *of = pd_tool_option_field(NULL, command, i);
        if (of ? !strcmp(of->name, field) : !strcmp(options[i].name, field)) return &options[i];
    }
    return NULL;
}

static const pd_api_route *route_of(const char *name)
{
    for (int i = 0; i < pd_api_route_count; i++)
        if (!strcmp(pd_api_routes[i].name, name)) return &pd_api_routes[i];
    fail_msg("no route %s", name);
    return NULL;
}

static void check_offered(const pd_tool_command *command, const pd_api_field *const *tables)
{
    for (; *tables; tables++)
        for (const pd_api_field *field = *tables; field->name && *tables != pd_api_mhr_fields; field++) {
            const bool is_object =
                field->type == PD_API_OBJECT || field->type == PD_API_OBJECTS || field->type == PD_API_ANY;
            if (!is_object && !option_of(command, field->name))
                fail_msg("%s: no option for %s", command->name, field->name);
        }
}

static void every_field_of_a_mesh_is_an_option(void **state)
{
    (void)state;
    const pd_api_route *mesh = route_of("POST /v1/models/{id}/mesh"),
                       *joints = route_of("POST /v1/models/{id}/joints");
    check_offered(&pd_tool_cmd_mesh, mesh->body);
    check_offered(&pd_tool_cmd_mesh, mesh->query);
    check_offered(&pd_tool_cmd_joints, joints->body);
    check_offered(&pd_tool_cmd_joints, joints->query);
}

static void choices_and_defaults_are_those_of_the_fields(void **state)
{
    (void)state;
    int fields = 0;
    for (int c = 0; c < COMMANDS; c++) {
        const pd_tool_option *options = pd_tool_options(commands[c]);
        for (int i = 0; options[i].name; i++) {
            const pd_api_field *field = pd_tool_option_field(NULL, commands[c], i);
            if (!field) continue;
            fields++;
            if (field->type == PD_API_CHOICE) assert_ptr_equal(options[i].value, field->choices);
            if (field->type == PD_API_CHOICE && field->preset)
                assert_memory_equal(options[i].fallback, field->preset + 1, strlen(field->preset) - 2);
            assert_true(strlen(options[i].text) > 5);
            assert_int_not_equal(options[i].text[strlen(options[i].text) - 1], '.');
        }
    }
    assert_true(fields > 100);
}

static void a_flag_stays_a_flag_and_a_list_a_list(void **state)
{
    (void)state;
    assert_null(option_of(&pd_tool_cmd_mesh, "rig")->value);
    assert_null(option_of(&pd_tool_cmd_ik, "limits")->value);
    assert_string_equal(option_of(&pd_tool_cmd_mesh, "sculpts")->value, "true|false"); /* true by default */
    assert_null(option_of(&pd_tool_cmd_mesh, "include")->fallback); /* it depends on the format */
    assert_string_equal(option_of(&pd_tool_cmd_mesh, "rotations")->value, "LIST");
    assert_non_null(strstr(option_of(&pd_tool_cmd_mesh, "rotations")->text, "Zhou et al. 2019"));
    assert_non_null(strstr(option_of(&pd_tool_cmd_ik, "solver")->value, "hybrik"));
}

static void no_name_occurs_twice(void **state)
{
    (void)state;
    for (int c = 0; c < COMMANDS; c++) {
        const pd_tool_option *options = pd_tool_options(commands[c]);
        for (int i = 0; options[i].name; i++)
            for (int k = 0; k < i; k++)
                if (!strcmp(options[i].name, options[k].name))
                    fail_msg("%s: --%s", commands[c]->name, options[i].name);
    }
}

static void given_fields_become_a_query_or_json(void **state)
{
    (void)state;
    char rest_gain[] = "--rest-gain=2.5", solver[] = "--solver=ccd", grow[] = "--grow",
         pose[] = "--pose=0.5,1";
    char *argv[] = {rest_gain, solver, grow, pose};
    pd_tool_args args = {.command = &pd_tool_cmd_ik};
    json_t *request = json_object();
    assert_int_equal(pd_tool_parse(&args, 4, argv), 0);
    assert_true(pd_tool_fields_json(request, &args, "style"));
    assert_float_equal(json_number_value(json_object_get(request, "rest_gain")), 2.5, 0);
    assert_string_equal(json_string_value(json_object_get(request, "solver")), "ccd");
    assert_true(json_is_true(json_object_get(request, "grow")));
    assert_float_equal(json_number_value(json_array_get(json_object_get(request, "pose"), 0)), 0.5, 0);
    assert_int_equal(json_object_size(request), 4);
    json_decref(request);

    char rig[] = "--rig", soft[] = "--soft-tissue=1,2";
    char *words[] = {rig, soft};
    pd_buffer query = {0};
    args = (pd_tool_args){.command = &pd_tool_cmd_mesh};
    assert_int_equal(pd_tool_parse(&args, 2, words), 0);
    pd_tool_fields_query(&query, &args);
    pd_buffer_add(&query, "", 1);
    assert_non_null(strstr((const char *)query.data, "rig=true"));
    assert_non_null(strstr((const char *)query.data, "soft_tissue=1"));
    pd_buffer_deinit(&query);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_of_a_mesh_is_an_option),
        cmocka_unit_test(choices_and_defaults_are_those_of_the_fields),
        cmocka_unit_test(a_flag_stays_a_flag_and_a_list_a_list),
        cmocka_unit_test(no_name_occurs_twice),
        cmocka_unit_test(given_fields_become_a_query_or_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
