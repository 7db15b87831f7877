/* Compares the table of controller constants with the table in the documents and with the defaults. */
#include "core/pfnn/control/control.h"
#include "tests/support/doc_table.h"

static void every_constant_stands_in_the_documents_table(void **state)
{
    (void)state;
    static const char rows[] =
#define ROW(name, value, text) "| " #name " | " #value " | " text " |\n"
        PD_PFNN_CONTROL_TABLE(ROW);
#undef ROW
    doc_table_is("docs/reference/motion.md", "| constant | value | what it is |\n|---|---|---|\n", rows);
}

static void the_defaults_are_the_tables(void **state)
{
    (void)state;
    pd_pfnn_control control = pd_pfnn_control_default();
#define SAME(name, value, text) assert_near(control.name, value, 0);
    PD_PFNN_CONTROL_TABLE(SAME)
#undef SAME
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_constant_stands_in_the_documents_table),
        cmocka_unit_test(the_defaults_are_the_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
