/* The pages that people read: / and /docs. Plain HTML, no script, nothing fetched from elsewhere. */
#include "api/service.h"
#include "config/version.h"

#include <stdio.h>
#include <string.h>

static void escaped(pd_buffer *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            pd_buffer_text(out, "&lt;");
        else if (*text == '>')
            pd_buffer_text(out, "&gt;");
        else if (*text == '&')
            pd_buffer_text(out, "&amp;");
        else if (*text == '"')
            pd_buffer_text(out, "&quot;");
        else
            pd_buffer_add(out, text, 1);
    }
}

static void begin_page(pd_buffer *out, const char *title)
{
    pd_buffer_printf(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s</title>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>\n"
        ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;"
        "margin:2rem auto;padding:0 1rem}\n"
        "code,pre{font-family:ui-monospace,monospace;font-size:.92em}pre{padding:.8rem 1rem;overflow-x:auto;"
        "background:#8881;border-radius:.4rem}\n"
        "table{border-collapse:collapse;width:100%%;margin:.6rem 0}th,td{text-align:left;vertical-align:top;"
        "padding:.3rem .7rem .3rem 0;border-bottom:1px solid #8884}th{font-weight:600}\n"
        "h2{margin-top:2.2rem;font-size:1.1rem}.verb{display:inline-block;min-width:3.2rem;font-weight:700}"
        ".quiet{opacity:.75}\n</style></head><body>\n",
        title);
}

typedef struct list {
    pd_buffer *out;
    int count;
} list;

static void model_row(void *arg, const pd_api_model *model)
{
    list *l = arg;
    pd_buffer *out = l->out;

    if (!l->count++)
        pd_buffer_text(out,
                       "<table><tr><th>id</th><th>kind</th><th>vertices</th><th>joints</th><th>betas</th>"
                       "<th>licence</th></tr>\n");
    pd_buffer_text(out, "<tr><td><a href=\"/v1/models/");
    escaped(out, model->id);
    pd_buffer_text(out, "\"><code>");
    escaped(out, model->id);
    pd_buffer_printf(out, "</code></a>%s</td><td>", model->is_default ? " (default)" : "");
    escaped(out, model->kind);
    if (model->body)
        pd_buffer_printf(out, "</td><td>%d</td><td>%d</td><td>%d</td><td>", model->body->vertex_count,
                         model->body->joint_count, model->body->beta_count);
    else
        pd_buffer_text(out, "</td><td></td><td></td><td></td><td>");
    if (model->body && model->body->data.text.licence) escaped(out, model->body->data.text.licence);
    pd_buffer_text(out, "</td></tr>\n");
}

/* Host comes from outside and goes into lines that people paste into a shell. */
static int is_address(const char *at)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]";

    return at && *at && strlen(at) < 256 && !at[strspn(at, allowed)];
}

static void shell_examples(pd_buffer *out, const char *at)
{
    pd_buffer_printf(
        out,
        "<pre>curl 'http://%s/v1/models/default/mesh?betas=1.5,-0.5&amp;format=glb' -o body.glb\n"
        "curl http://%s/v1/models/default/joints -H 'Content-Type: application/json' \\\n"
        "     -d '{\"betas\":[1.5,-0.5],\"ground\":true}'\n"
        "curl http://%s/v1/ik/solve -H 'Content-Type: application/json' \\\n"
        "     -d '{\"targets\":[{\"joint\":\"left_hand\",\"position\":[0.4,0.3,0.4]}]}'</pre>\n",
        at, at, at);
}

void pd_api_home_page(pd_buffer *out, const pd_api_host *host, const char *at)
{
    list l = {out, 0};

    begin_page(out, "posed");
    pd_buffer_text(out, "<h1>posed</h1>\n<p>Body meshes and inverse kinematics over HTTP. Version ");
    escaped(out, pd_cfg_version_text());
    pd_buffer_text(out, " (");
    escaped(out, pd_cfg_version_commit());
    pd_buffer_text(
        out, ").</p>\n<p><a href=\"/docs\">The interface</a> &middot; <a href=\"/openapi.json\">OpenAPI"
             "</a> &middot; <a href=\"/v1/models\">models</a> &middot; <a href=\"/v1/version\">version</a> "
             "&middot; <a href=\"/readyz\">ready?</a> &middot; <a href=\"/metrics\">metrics</a></p>\n"
             "<h2>Models</h2>\n");
    host->each_model(host->ctx, model_row, &l);
    pd_buffer_text(out, l.count ? "</table>\n" : "<p>No model is resident.</p>\n");
    pd_buffer_text(
        out, "<h2>Ask for a body</h2>\n"
             "<p><a href=\"/v1/models/default/mesh?betas=1.5,-0.5&amp;format=glb\">body.glb</a>, "
             "<a href=\"/v1/models/default/mesh?betas=1.5,-0.5&amp;format=glb&amp;rig=true\">rigged</a>, "
             "<a href=\"/v1/models/default/mesh?betas=1.5,-0.5&amp;format=obj\">body.obj</a>, "
             "<a href=\"/v1/models/default/measure?betas=1.5,-0.5\">its measurements</a>; or from a "
             "shell:</p>\n");
    shell_examples(out, is_address(at) ? at : "127.0.0.1:8080");
    pd_buffer_text(out, "</body></html>\n");
}

static void field_rows(pd_buffer *out, const pd_api_field *table, const char *prefix, int in_query)
{
    for (const pd_api_field *f = table; f->name; f++) {
        char name[96], type[160], example[256];
        pd_api_field_type(type, sizeof type, f);
        pd_api_field_example(example, sizeof example, f, in_query);
        snprintf(name, sizeof name, "%s%s", prefix, f->name);
        pd_buffer_text(out, "<tr><td><code>");
        escaped(out, name);
        pd_buffer_text(out, "</code></td><td>");
        escaped(out, type);
        pd_buffer_text(out, "</td><td><code>");
        escaped(out, f->preset ? f->preset : "");
        pd_buffer_text(out, "</code></td><td>");
        escaped(out, f->doc);
        if (*example) {
            pd_buffer_text(out, " Example: <code>");
            escaped(out, example);
            pd_buffer_text(out, "</code>");
        }
        pd_buffer_text(out, "</td></tr>\n");
        if (!f->rows || prefix[0]) continue;
        snprintf(name, sizeof name, "%s%s.", f->name, f->type == PD_API_OBJECTS ? "[]" : "");
        field_rows(out, f->rows, name, in_query);
    }
}

static void field_table(pd_buffer *out, const char *title, const pd_api_field *const *tables, int in_query)
{
    if (!*tables) return;
    pd_buffer_printf(out, "<table><tr><th>%s</th><th>type</th><th>default</th><th></th></tr>\n", title);
    for (; *tables; tables++) field_rows(out, *tables, "", in_query);
    pd_buffer_text(out, "</table>\n");
}

static void route_section(pd_buffer *out, const pd_api_route *route)
{
    static const char *const scopes[] = {"no key needed", "scope read", "scope stream", "scope admin"};

    pd_buffer_printf(out, "<h2><span class=\"verb\">%s</span> <code>", route->method);
    escaped(out, route->pattern);
    pd_buffer_printf(out, "</code></h2>\n<p>");
    escaped(out, route->doc);
    pd_buffer_printf(out, " <span class=\"quiet\">(%s)</span></p>\n", scopes[route->scope]);
    field_table(out, "query", route->query, 1);
    field_table(out, "body field", route->body, 0);
    pd_buffer_text(out, "<p class=\"quiet\">Answers with <code>");
    escaped(out, route->replies);
    pd_buffer_text(out, "</code>");
    if (route->errors) pd_buffer_printf(out, "; else %s", route->errors);
    pd_buffer_text(out, "</p>\n");
    if (!route->example) return;
    pd_buffer_text(out, "<pre>");
    escaped(out, route->example);
    pd_buffer_text(out, "</pre>\n");
}

void pd_api_docs_page(pd_buffer *out)
{
    begin_page(out, "posed: the interface");
    pd_buffer_text(out, "<h1>The interface</h1>\n<p>Version ");
    escaped(out, pd_cfg_version_text());
    pd_buffer_text(
        out,
        " &middot; <a href=\"/openapi.json\">as OpenAPI 3.1</a> &middot; <a href=\"/\">start</a></p>\n"
        "<p>Metres, radians, +Y up, +Z forward. Errors are <code>application/problem+json</code> (RFC 9457) "
        "with <code>errors: [{pointer, detail}]</code>: the place, the value and what is allowed. "
        "Unknown and repeated fields are errors. <code>{id}</code> may be <code>default</code>.</p>\n");
    for (int i = 0; i < pd_api_route_count; i++) route_section(out, &pd_api_routes[i]);
    pd_buffer_text(out, "</body></html>\n");
}
