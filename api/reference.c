/* The part of docs/api.md that the tables give: one section per route. A test holds the file to it. */
#include "api/routes.h"

#include <stdio.h>
#include <string.h>

/* Inside a table cell a bar must be escaped. */
static void cell(pd_buffer *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '|')
            pd_buffer_text(out, "\\|");
        else
            pd_buffer_add(out, text, 1);
    }
}

static void field_row(pd_buffer *out, const pd_api_field *f, const char *prefix, int in_query)
{
    char type[160], example[256];

    pd_api_field_type(type, sizeof type, f);
    pd_api_field_example(example, sizeof example, f, in_query);
    pd_buffer_printf(out, "| `%s%s` | ", prefix, f->name);
    cell(out, type);
    pd_buffer_text(out, " | ");
    if (f->preset) pd_buffer_printf(out, "`%s`", f->preset);
    pd_buffer_text(out, " | ");
    cell(out, f->doc);
    if (*example) pd_buffer_printf(out, " Example: `%s`", example);
    pd_buffer_text(out, " |\n");
}

static void field_rows(pd_buffer *out, const pd_api_field *table, int in_query)
{
    for (const pd_api_field *f = table; f->name; f++) {
        char prefix[96];
        field_row(out, f, "", in_query);
        snprintf(prefix, sizeof prefix, "%s%s.", f->name, f->type == PD_API_OBJECTS ? "[]" : "");
        /* problems[] has the very fields of the request, bodies[] those of one body: both stand above already */
        if (!f->rows || f->rows == table || !strcmp(f->name, "bodies") || !strcmp(f->name, "problems"))
            continue;
        for (const pd_api_field *row = f->more; row && row->name; row++)
            field_row(out, row, prefix, in_query);
        for (const pd_api_field *row = f->rows; row->name; row++) field_row(out, row, prefix, in_query);
    }
}

static void fields(pd_buffer *out, const char *title, const pd_api_field *const *tables, int in_query)
{
    if (!*tables) return;
    pd_buffer_printf(out, "\n| %s | type | default | |\n|---|---|---|---|\n", title);
    for (; *tables; tables++) field_rows(out, *tables, in_query);
}

void pd_api_reference(pd_buffer *out)
{
    static const char *const scopes[] = {"no key needed", "scope read", "scope stream", "scope admin"};

    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = &pd_api_routes[i];
        pd_buffer_printf(out, "### %s\n\n%s (%s)\n", route->name, route->doc, scopes[route->scope]);
        fields(out, "query", route->query, 1);
        fields(out, "body", route->body, 0);
        pd_buffer_printf(out, "\nAnswers with `%s`", route->replies);
        if (route->errors) pd_buffer_printf(out, "; else %s", route->errors);
        pd_buffer_text(out, ".\n\n");
        if (route->example) pd_buffer_printf(out, "```json\n%s\n```\n\n", route->example);
    }
}
