/* Every field that a request or a message of the stream may have, with all that its row says: type, range, default, choices, and what it is counted by.
 * Each is a promise to clients; tests/unit/api has what is done with a value at a range's end.
 *
 * tests/golden/steps/fields.txt: POSED_GOLDEN=write makes it anew. */
#include "api/http/fields.h"
#include "api/http/routes.h"
#include "api/stream/message.h"
#include "tests/support/golden_text.h"

static const char *const types[] = {"number", "integer", "boolean", "choice",  "choices", "text",
                                    "names",  "numbers", "object",  "objects", "any"};

static void write_fields(pd_buffer *out, const pd_api_field *rows, int depth)
{
    for (const pd_api_field *f = rows; f && f->name; f++) {
        pd_buffer_printf(out, "%*s%s: %s", 2 * depth, "", f->name, types[f->type]);
        if (f->min != 0 || f->max != 0) pd_buffer_printf(out, ", %.10g to %.10g", f->min, f->max);
        if (f->unit) pd_buffer_printf(out, " %s", f->unit);
        if (f->preset) pd_buffer_printf(out, ", default %s", f->preset);
        if (f->choices) pd_buffer_printf(out, ", one of %s", f->choices);
        if (f->is_batch) pd_buffer_text(out, ", a batch");
        if (f->optional) pd_buffer_text(out, ", not always there");
        pd_buffer_text(out, "\n");
        write_fields(out, f->rows, depth + 1);
        if (f->rows) write_fields(out, f->more, depth + 1);
    }
}

static void write_tables(pd_buffer *out, const pd_api_field *const *tables, int depth)
{
    for (; *tables; tables++) write_fields(out, *tables, depth);
}

static void fields_are_what_they_were(void **state)
{
    pd_buffer now = {0};
    (void)state;
    for (int i = 0; i < PD_API_MESSAGE_COUNT; i++) {
        pd_buffer_printf(&now, "message %s\n", pd_api_message_name((pd_api_message_type)i));
        write_tables(&now, pd_api_message_fields((pd_api_message_type)i), 1);
    }
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *r = &pd_api_routes[i];
        pd_buffer_printf(&now, "%s: scope %d, work %d, makes in %.10g ms\n", r->name, (int)r->scope,
                         (int)r->work, r->make_ms);
        if (*r->query) pd_buffer_text(&now, "  query\n");
        write_tables(&now, r->query, 2);
        if (*r->body) pd_buffer_text(&now, "  body\n");
        write_tables(&now, r->body, 2);
    }
    golden_text_check("tests/golden/steps/fields.txt", &now, 0);
    pd_buffer_deinit(&now);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fields_are_what_they_were)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
