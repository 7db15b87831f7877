#include "core/pfnn/control.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE "docs/reference/motion.md"

static char *read_page(void)
{
    FILE *file = fopen(PAGE, "rb");
    char *text = calloc(1, 1 << 20);
    if (!file || !text) fail_msg("%s cannot be read", PAGE);
    size_t count = fread(text, 1, (1 << 20) - 1, file);
    assert_true(count > 0);
    fclose(file);
    return text;
}

static void every_constant_stands_in_the_documents_table(void **state)
{
    (void)state;
    char *page = read_page(), row[256];
#define ROW(name, value, text)                                                                               \
    snprintf(row, sizeof row, "| %s | %s | %s |\n", #name, #value, text);                                    \
    if (!strstr(page, row)) fail_msg("%s has no row: %s", PAGE, row);
    PD_PFNN_CONTROL_TABLE(ROW)
#undef ROW
    free(page);
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
