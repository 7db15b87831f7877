/* GET /: the web page (web/dist), or a plain page with the version, the loaded models and examples of
 * requests when the daemon has no web page. GET /maker: the avatar maker, a page of web/dist. */
#include "api/docs/html.h"
#include "api/http/call.h"
#include "config/version.h"

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
    pd_buffer_text(out, "<tr><td><a href=\"v1/models/");
    pd_api_html_text(out, model->id);
    pd_buffer_text(out, "\"><code>");
    pd_api_html_text(out, model->id);
    pd_buffer_printf(out, "</code></a>%s</td><td>", model->is_default ? " (default)" : "");
    pd_api_html_text(out, model->kind->name);
    if (pd_api_model_body(model))
        pd_buffer_printf(out, "</td><td>%d</td><td>%d</td><td>%d</td><td>",
                         pd_api_model_body(model)->vertex_count, pd_api_model_body(model)->joint_count,
                         pd_api_model_body(model)->beta_count);
    else
        pd_buffer_text(out, "</td><td></td><td></td><td></td><td>");

    if (pd_api_model_body(model) && pd_api_model_body(model)->data.text.licence)
        pd_api_html_text(out, pd_api_model_body(model)->data.text.licence);
    else if (model->licence)
        pd_api_html_text(out, model->licence);
    pd_buffer_text(out, "</td></tr>\n");
}

/* Writes the page. `at`: host and path for the examples (pd_api_address_of); the default address where it is
 * not a plain address. */
static void write_page(pd_buffer *out, const pd_api_host *host, const char *at)
{
    list l = {out, 0};

    pd_api_html_begin(out, "posed", host->assets);
    pd_buffer_text(out, "<h1>posed</h1>\n<p>Body meshes and inverse kinematics over HTTP. Version ");
    pd_api_html_text(out, pd_cfg_version_text());
    pd_buffer_text(out, " (");
    pd_api_html_text(out, pd_cfg_version_commit());
    pd_buffer_text(
        out, ").</p>\n<p><a href=\"docs\">The interface</a> &middot; <a href=\"openapi.json\">OpenAPI"
             "</a> &middot; <a href=\"v1/models\">models</a> &middot; <a href=\"v1/version\">version</a> "
             "&middot; <a href=\"readyz\">ready?</a> &middot; <a href=\"metrics\">metrics</a></p>\n"
             "<h2>Models</h2>\n");

    /* The models. */
    host->each_model(host->ctx, model_row, &l);
    pd_buffer_text(out, l.count ? "</table>\n" : "<p>There is no model.</p>\n");
    pd_buffer_text(
        out, "<h2>Ask for a body</h2>\n"
             "<p><a href=\"v1/models/default/mesh?betas=1.5,-0.5&amp;format=glb\">body.glb</a>, "
             "<a href=\"v1/models/default/mesh?betas=1.5,-0.5&amp;format=glb&amp;rig=true\">rigged</a>, "
             "<a href=\"v1/models/default/mesh?betas=1.5,-0.5&amp;format=obj\">body.obj</a>, "
             "<a href=\"v1/models/default/measure?betas=1.5,-0.5\">its measurements</a>; or from a "
             "shell:</p>\n");

    /* Commands for a shell. */
    if (!pd_api_html_is_address(at)) at = "127.0.0.1:8080";
    pd_buffer_printf(out,
                     "<pre tabindex=\"0\">curl "
                     "'http://%s/v1/models/default/mesh?betas=1.5,-0.5&amp;format=glb' -o body.glb\n"
                     "curl http://%s/v1/models/default/joints -H 'Content-Type: application/json' \\\n"
                     "     -d '{\"betas\":[1.5,-0.5],\"ground\":true}'\n"
                     "curl http://%s/v1/ik/solve -H 'Content-Type: application/json' \\\n"
                     "     -d '{\"targets\":[{\"joint\":\"left_hand\",\"position\":[0.4,0.3,0.4]}]}'</pre>\n",
                     at, at, at);
    pd_buffer_text(out, "</body></html>\n");
}

void pd_api_handle_home(pd_api_call *call, const pd_api_request *request)
{
    pd_api_asset *page = pd_api_assets_find(call->host->assets, "index.html");

    if (page) {
        pd_api_assets_answer(call, request, page);
        return;
    }

    char at[256];
    pd_api_address_of(at, request);
    write_page(pd_api_answer(call, 200, "text/html; charset=utf-8"), call->host, at);
    pd_api_assets_policy(&call->reply);
}

void pd_api_handle_maker(pd_api_call *call, const pd_api_request *request)
{
    pd_api_asset *page = pd_api_assets_find(call->host->assets, "maker.html");

    if (!page) {
        pd_api_refuse(call, 404, NULL,
                      "this server has no avatar maker, because its folder of pages has no file maker.html");
        return;
    }

    call->reply.may_be_framed = true;
    pd_api_assets_answer(call, request, page);
}
