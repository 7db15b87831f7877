/* Golden test of every field of requests and of the stream's messages, with all values of its row: type,
 * range, unit, default, choices, and whether it is a batch or optional. Clients rely on each field, so none
 * may change; new ones may be added. tests/unit/api tests values at the ends of ranges.
 *
 * A table of fields that several routes share is written once.
 *
 * POSED_GOLDEN=write writes tests/golden/steps/fields.txt again. */
#include "api/http/fields.h"
#include "api/http/routes.h"
#include "api/stream/message.h"
#include "core/base/buffer.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const types[] = {"number", "integer", "count",   "boolean", "choice",  "choices", "text",
                                    "seed",   "names",   "numbers", "object",  "objects", "any"};

/* Tables of fields that were written, and where. */
enum { TABLES_MOST = 500, PLACE_SIZE = 256 };
static struct {
    const pd_api_field *rows;
    char place[PLACE_SIZE];
} written[TABLES_MOST];
static int written_count;

/* Returns where a table was written, or NULL and keeps the place. */
static const char *written_at(const pd_api_field *rows, const char *place)
{
    for (int i = 0; i < written_count; i++)
        if (written[i].rows == rows) return written[i].place;
    assert_true(written_count < TABLES_MOST);
    snprintf(written[written_count].place, PLACE_SIZE, "%s", place);
    written[written_count++].rows = rows;
    return NULL;
}

/* Writes a table at its first place; at others a line that names the first. */
static void write_fields(pd_buffer *out, const char *place, const pd_api_field *rows)
{
    if (!rows || !rows->name) return;
    const char *first = written_at(rows, place);
    if (first) {
        pd_buffer_printf(out, "%s/%s and the fields after it: as %s\n", place, rows->name, first);
        return;
    }
    for (const pd_api_field *f = rows; f && f->name; f++) {
        char below[256];
        pd_buffer_printf(out, "%s/%s: %s", place, f->name, types[f->type]);
        if (f->min != 0 || f->max != 0) pd_buffer_printf(out, ", %.10g to %.10g", f->min, f->max);
        if (f->unit) pd_buffer_printf(out, " %s", f->unit);
        if (f->preset) pd_buffer_printf(out, ", default %s", f->preset);
        if (f->choices) pd_buffer_printf(out, ", one of %s", f->choices);
        if (f->is_batch) pd_buffer_text(out, ", a batch");
        if (f->optional) pd_buffer_text(out, ", not always there");
        pd_buffer_text(out, "\n");
        snprintf(below, sizeof below, "%s/%s", place, f->name);
        write_fields(out, below, f->rows);
        if (f->rows) write_fields(out, below, f->more);
    }
}

static void write_all(pd_buffer *out)
{
    for (int i = 0; i < PD_API_MESSAGE_COUNT; i++) {
        const pd_api_message_type type = (pd_api_message_type)i;
        for (const pd_api_field *const *t = pd_api_message_fields(type); *t; t++)
            write_fields(out, pd_api_message_name(type), *t);
    }
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *r = &pd_api_routes[i];
        char place[160];
        pd_buffer_printf(out, "%s: scope %d, work %d, makes in %.10g ms\n", r->name, (int)r->scope,
                         (int)r->work, r->make_ms);
        snprintf(place, sizeof place, "%s?", r->name);
        for (const pd_api_field *const *t = r->query; *t; t++) write_fields(out, place, *t);
        for (const pd_api_field *const *t = r->body; *t; t++) write_fields(out, r->name, *t);
    }
    pd_buffer_add(out, "", 1);
}

static void the_documented_properties_of_each_field_hold(void **state)
{
    const char *mode = getenv("POSED_GOLDEN");
    const bool writes = mode && !strcmp(mode, "write");
    FILE *file = fopen("tests/golden/steps/fields.txt", writes ? "w" : "r");
    pd_buffer now = {0};
    char line[1024], found[1026];
    int apart = 0, count = 0;
    (void)state;
    assert_non_null(file);
    pd_buffer_text(&now, "\n");
    write_all(&now);
    if (writes) fputs((const char *)now.data + 1, file);
    while (!writes && fgets(line, sizeof line, file)) {
        snprintf(found, sizeof found, "\n%s", line);
        count++;
        if (strstr((const char *)now.data, found)) continue;
        print_error("not any more: %s", line);
        apart++;
    }
    fclose(file);
    pd_buffer_deinit(&now);
    if (apart || (!writes && count < 400)) fail_msg("%d of %d fields", apart, count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_documented_properties_of_each_field_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
