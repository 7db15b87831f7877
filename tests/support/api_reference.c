/* The part of docs/reference/api.md that the tables give: one section per route.
 * A test compares the file with it. */
#include "api/docs/replies.h"
#include "api/http/reply_header.h"
#include "api/http/routes.h"

#include <stdio.h>
#include <string.h>

/* Writes the text of a table cell, in which a bar must be escaped. */
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

/* Writes a row for each member of a reply, and for the members of its objects
 * that have no section of their own. */
static void reply_rows(pd_buffer *out, const pd_api_field *table, const char *prefix)
{
    for (const pd_api_field *f = table; f->name; f++) {
        char type[160], inner[96];

        pd_api_field_type(type, sizeof type, f);
        pd_buffer_printf(out, "| `%s%s` | ", prefix, f->name);
        cell(out, type);
        pd_buffer_printf(out, " | %s | ", f->optional ? "" : "always");
        cell(out, f->doc);
        pd_buffer_text(out, " |\n");
        if (!f->rows) continue;
        snprintf(inner, sizeof inner, "%s%s%s.", prefix, f->name, f->type == PD_API_OBJECTS ? "[]" : "");
        reply_rows(out, f->rows, inner);
    }
}

static void fields(pd_buffer *out, const char *title, const pd_api_field *const *tables, int in_query)
{
    if (!*tables) return;
    pd_buffer_printf(out, "\n| %s | type | default | |\n|---|---|---|---|\n", title);
    for (; *tables; tables++)
        for (const pd_api_field *f = *tables; f->name; f++) {
            char prefix[96];
            field_row(out, f, "", in_query);
            snprintf(prefix, sizeof prefix, "%s%s.", f->name, f->type == PD_API_OBJECTS ? "[]" : "");
            /* problems[] has the same fields as the request, bodies[] those of one body:
             * both stand above already */
            if (!f->rows || f->rows == *tables || !strcmp(f->name, "bodies") || !strcmp(f->name, "problems"))
                continue;
            for (const pd_api_field *row = f->more; row && row->name; row++)
                field_row(out, row, prefix, in_query);
            for (const pd_api_field *row = f->rows; row->name; row++) field_row(out, row, prefix, in_query);
        }
}

void pd_api_reference(pd_buffer *out)
{
    static const char *const scopes[] = {"no key needed", "scope read", "scope stream", "scope admin"};

    /* Header fields. */
    pd_buffer_text(out, "### Header fields of replies\n\n| field | value |\n| --- | --- |\n");
    for (int i = 0; i < pd_api_header_row_count; i++)
        pd_buffer_printf(out, "| `%s` | %s |\n", pd_api_header_rows[i].name, pd_api_header_rows[i].doc);
    pd_buffer_text(out, "\n");

    /* Routes: fields, reply, errors, an example. */
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = &pd_api_routes[i];
        pd_buffer_printf(out, "### %s\n\n%s (%s)\n", route->name, route->doc, scopes[route->scope]);
        fields(out, "query", route->query, 1);
        fields(out, "body", route->body, 0);
        if (route->body[0] && route->query[0] && !strcmp(route->method, "POST"))
            pd_buffer_text(out, "\nThe fields of the query may stand in the body instead.\n");
        if (route->replies)
            pd_buffer_printf(out, "\nAnswers with `%s`", route->replies);
        else
            pd_buffer_text(out, "\nAnswers with no body");
        if (route->reply) pd_buffer_printf(out, ": %s", route->reply);
        if (route->headers) pd_buffer_printf(out, ", header fields `%s`", route->headers);
        if (route->errors) pd_buffer_printf(out, ". %s: %s", pd_api_route_statuses(route), route->errors);
        pd_buffer_text(out, ".\n\n```\n");
        pd_api_route_curl(out, route, "127.0.0.1:8080");
        pd_buffer_text(out, "\n```\n\n");
        if (pd_api_route_example(route))
            pd_buffer_printf(out, "```json\n%s\n```\n\n", pd_api_route_example(route));
    }
    /* Replies, whose schemas are tables of members. */
    pd_buffer_text(
        out, "## What replies hold\n\nLists in the examples above are cut to their first elements. Replies "
             "may get further members.\n\n");
    for (int i = 0; i < pd_api_reply_schema_count; i++) {
        const pd_api_reply_schema *schema = pd_api_reply_schemas + i;
        pd_buffer_printf(out, "#### %s\n\n%s\n", schema->name, schema->doc);
        if (!schema->schema) {
            pd_buffer_text(out, "\n| member | type | | |\n|---|---|---|---|\n");
            for (const pd_api_field *const *tables = schema->fields; *tables; tables++)
                reply_rows(out, *tables, "");
        }
        pd_buffer_text(out, "\n");
    }
}
