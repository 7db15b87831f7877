/* Tests the reader of MHR's definition files: the order of parameters, errors with their line, and the bound
 * on lines that multiply. */
#include "tools/mhr/definition.h"
#include "tests/support/mhr_make.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const pd_model_name joints[] = {"body_world", "root", "arm", "hand"};

static pd_status parse(pd_tool_mhr_definition *out, const char *text, pd_error *err)
{
    return pd_tool_mhr_definition_parse(out, (pd_bytes){(const unsigned char *)text, strlen(text)}, joints, 4,
                                        "x.model", err);
}

static double weight(const pd_tool_mhr_definition *d, int row, const char *parameter)
{
    double sum = 0;
    for (int t = 0; t < d->term_count; t++)
        if (d->terms[t].row == row && !strcmp(d->parameters[d->terms[t].parameter], parameter))
            sum += d->terms[t].weight;
    return sum;
}

static void parameters_stand_in_the_order_in_which_they_are_first_named(void **state)
{
    (void)state;
    static const char *const order[] = {"root_tx",    "arm_bend",  "arm_twist",
                                        "arm_length", "scale_arm", "scale_hand"};
    pd_tool_mhr_definition d;
    assert_int_equal(parse(&d, mhr_tiny_definition, NULL), PD_OK);
    assert_int_equal(d.parameter_count, 6);
    for (int i = 0; i < 6; i++) {
        assert_string_equal(d.parameters[i], order[i]);
        assert_int_equal(d.is_scale[i], i >= 4);
    }
    assert_true(weight(&d, 7 + PD_MHR_TX, "root_tx") == 10);
    assert_true(weight(&d, 14 + PD_MHR_RZ, "arm_twist") == 0.5);
    assert_true(weight(&d, 14 + PD_MHR_RX, "arm_twist") == 1);
    assert_true(weight(&d, 21 + PD_MHR_RZ, "arm_bend") == 0.5); /* through arm.rz */
    assert_true(weight(&d, 21 + PD_MHR_RZ, "arm_twist") == 0.25);
    assert_true(weight(&d, 21 + PD_MHR_TX, "arm_length") == 10);
    assert_true(weight(&d, 21 + PD_MHR_TX, "scale_arm") == 1);
    assert_true(d.limits[1][0] == -0.5f && d.limits[1][1] == 2);
    assert_true(d.limits[2][1] == PD_MHR_NO_LIMIT);
    assert_int_equal(d.skipped_limit_count, 1);
    pd_tool_mhr_definition_deinit(&d);
}

static void an_error_is_reported_with_its_line(void **state)
{
    (void)state;
#define HEAD "Momentum Model Definition V1.0\n[ParameterTransform]\nroot.tx = 1 * a\n"
    static const struct {
        const char *text, *where, *detail;
        pd_status status;
    } rows[] = {
        {"solid x\n", "x.model", "first line", PD_ERR_FORMAT},
        {"Momentum Model Definition V1.0\n[Limits]\n", "x.model", "missing", PD_ERR_FORMAT},
        {HEAD "leg.tx = 1 * a\n", "x.model:4", "no such joint", PD_ERR_NOT_FOUND},
        {HEAD "root.qx = 1 * a\n", "x.model:4", "channel of", PD_ERR_FORMAT},
        {HEAD "root.ty 1 * a\n", "x.model:4", "expected", PD_ERR_FORMAT},
        {HEAD "root.ty = a\n", "x.model:4", "weight * parameter", PD_ERR_FORMAT},
        {HEAD "root.ty = 1 *\n", "x.model:4", "after *", PD_ERR_FORMAT},
        {HEAD "root.ty = 1 * a 2 * b\n", "x.model:4", "+ or the end", PD_ERR_FORMAT},
        {HEAD "root.ty = nan * a\n", "x.model:4", "weight * parameter", PD_ERR_FORMAT},
        {HEAD "root.ty = 1 * a_name_of_thirty_two_characters__\n", "x.model:4", "31 characters",
         PD_ERR_FORMAT},
        {HEAD "[ParameterSets]\nparameterset s b\n", "x.model:5", "no line of the transform",
         PD_ERR_NOT_FOUND},
        {HEAD "[Limits]\nlimit b minmax [0, 1]\n", "x.model:5", "no line of the transform", PD_ERR_NOT_FOUND},
        {HEAD "[Limits]\nlimit a minmax [2, 1]\n", "x.model:5", "low <= high", PD_ERR_FORMAT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_tool_mhr_definition d;
        pd_error err = {0};
        assert_int_equal(parse(&d, rows[i].text, &err), rows[i].status);
        assert_string_equal(err.where, rows[i].where);
        assert_non_null(strstr(err.detail, rows[i].detail));
        assert_null(d.terms);
    }
}

static void lines_that_double_themselves_end_at_a_bound(void **state)
{
    (void)state;
    pd_buffer text = {0};
    pd_tool_mhr_definition d;
    pd_buffer_text(&text, HEAD);
    for (int i = 0; i < 40; i++) pd_buffer_text(&text, "root.tx = 1 * root.tx + 1 * root.tx\n");
    pd_buffer_add(&text, "", 1);
    assert_int_equal(parse(&d, (const char *)text.data, NULL), PD_ERR_LIMIT);
    pd_buffer_deinit(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_stand_in_the_order_in_which_they_are_first_named),
        cmocka_unit_test(an_error_is_reported_with_its_line),
        cmocka_unit_test(lines_that_double_themselves_end_at_a_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
