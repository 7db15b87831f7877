/* Tests when /metrics is OpenMetrics and when it is the older text format, and how one becomes the other. The
 * expected texts are written by hand after the OpenMetrics specification. */
#include "tests/support/cmocka.h"
#include "api/service/openmetrics.h"

#include <string.h>

static void openmetrics_is_sent_only_if_accept_prefers_it(void **state)
{
    (void)state;
    assert_false(pd_api_accepts_openmetrics(NULL));
    assert_false(pd_api_accepts_openmetrics("*/*"));
    assert_false(pd_api_accepts_openmetrics("text/plain"));
    assert_true(pd_api_accepts_openmetrics("application/openmetrics-text"));
    assert_false(pd_api_accepts_openmetrics("application/openmetrics-text;q=0"));
    assert_false(pd_api_accepts_openmetrics("application/openmetrics-textual"));
    assert_false(pd_api_accepts_openmetrics("text/plain, application/openmetrics-text;q=0.5"));
    /* Accept header of Prometheus 2.42. */
    assert_true(pd_api_accepts_openmetrics(
        "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/"
        "plain;version=0.0.4;q=0.5,*/*;q=0.1"));
}

static const char text[] =
    "# HELP posed_a_total Things.\n# TYPE posed_a_total counter\nposed_a_total{code=\"200\"} 3\n"
    "# HELP posed_total Load in total.\n# TYPE posed_total gauge\nposed_total 1\n"
    "# HELP posed_h How long.\n# TYPE posed_h histogram\n"
    "posed_h_bucket{route=\"GET /\",le=\"0.5\"} 1 # {trace_id=\"ab\"} 0.4 1700000000.000\n"
    "posed_h_bucket{route=\"GET /\",le=\"10\"} 1\nposed_h_bucket{route=\"GET /\",le=\"+Inf\"} "
    "1\nposed_table{sample=\"3\"} 4\n";

static void is_written(bool is_openmetrics, const char *expected)
{
    pd_buffer out = {0};
    pd_api_metrics_text(&out, text, strlen(text), is_openmetrics);
    pd_buffer_add(&out, "", 1);
    assert_string_equal((char *)out.data, expected);
    pd_buffer_deinit(&out);
}

/* OpenMetrics 1.0: "The sample name of a counter MUST have the suffix _total" and the family's not; "le" is a
 * float; "# EOF" ends it. */
static void openmetrics_has_its_own_names_bounds_exemplars_and_end(void **state)
{
    (void)state;
    is_written(true, "# HELP posed_a Things.\n# TYPE posed_a counter\nposed_a_total{code=\"200\"} 3\n"
                     "# HELP posed_total Load in total.\n# TYPE posed_total gauge\nposed_total 1\n"
                     "# HELP posed_h How long.\n# TYPE posed_h histogram\n"
                     "posed_h_bucket{route=\"GET /\",le=\"0.5\"} 1 # {trace_id=\"ab\"} 0.4 1700000000.000\n"
                     "posed_h_bucket{route=\"GET /\",le=\"10.0\"} 1\nposed_h_bucket{route=\"GET "
                     "/\",le=\"+Inf\"} 1\nposed_table{sample=\"3\"} 4\n# EOF\n");
}

static void the_older_format_has_no_exemplars(void **state)
{
    (void)state;
    is_written(
        false,
        "# HELP posed_a_total Things.\n# TYPE posed_a_total counter\nposed_a_total{code=\"200\"} 3\n"
        "# HELP posed_total Load in total.\n# TYPE posed_total gauge\nposed_total 1\n"
        "# HELP posed_h How long.\n# TYPE posed_h histogram\nposed_h_bucket{route=\"GET /\",le=\"0.5\"} 1\n"
        "posed_h_bucket{route=\"GET /\",le=\"10\"} 1\nposed_h_bucket{route=\"GET /\",le=\"+Inf\"} "
        "1\nposed_table{sample=\"3\"} 4\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(openmetrics_is_sent_only_if_accept_prefers_it),
        cmocka_unit_test(openmetrics_has_its_own_names_bounds_exemplars_and_end),
        cmocka_unit_test(the_older_format_has_no_exemplars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
