/* Tests the writer of JSON reports: the file has the report, and a lack of memory is an error. */
#include "tools/base/report.h"

#include "tests/support/cmocka.h"

#include <stdio.h>
#include <unistd.h>

static void a_report_is_written_to_its_file(void **state)
{
    (void)state;
    char path[64], text[64] = "";
    json_t *report = json_pack("{s:i,s:f}", "poses", 3, "variance", 0.123456789);
    pd_error err;

    snprintf(path, sizeof path, "/tmp/posed-report-%d.json", (int)getpid());
    assert_int_equal(pd_tool_report_write(report, JSON_INDENT(1) | JSON_REAL_PRECISION(5), path, &err),
                     PD_OK);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    unlink(path);
    assert_string_equal(text, "{\n \"poses\": 3,\n \"variance\": 0.12346\n}");

    assert_int_not_equal(pd_tool_report_write(report, 0, "/nowhere/report.json", &err), PD_OK);
    json_decref(report);
}

static void a_report_that_could_not_be_made_is_a_lack_of_memory(void **state)
{
    (void)state;
    pd_error err;

    assert_int_equal(pd_tool_report_write(NULL, 0, "/tmp/none.json", &err), PD_ERR_MEMORY);
    assert_string_equal(err.where, "/tmp/none.json");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_is_written_to_its_file),
        cmocka_unit_test(a_report_that_could_not_be_made_is_a_lack_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
