/* Routes that are answered at once. */
#include "api/docs/html.h"
#include "api/service/service.h"

#include "api/http/assets.h"
#include "api/http/call.h"
#include "api/service/kept.h"
#include "api/service/openmetrics.h"
#include "core/kernel/cpu.h"
#include "config/version.h"

#include <stdio.h>
#include <string.h>

void pd_api_handle_health(pd_api_call *call, const pd_api_request *request)
{
    (void)request;
    pd_buffer_text(pd_api_answer(call, 200, "application/json"), "{\"status\":\"ok\"}\n");
    pd_api_header_set(&call->reply, "Cache-Control", "no-store");
}

void pd_api_handle_ready(pd_api_call *call, const pd_api_request *request)
{
    char reason[256] = "";

    (void)request;
    if (call->host->ready(call->host->ctx, reason, sizeof reason)) {
        pd_buffer *out = pd_api_answer(call, 200, "application/json");
        pd_buffer_text(out, "{\"status\":\"ready\"");
        if (*reason) {
            pd_buffer_text(out, ",\"detail\":");
            pd_api_json_text(out, reason);
        }

        pd_buffer_text(out, "}\n");
        pd_api_header_set(&call->reply, "Cache-Control", "no-store");
        return;
    }

    pd_api_refuse(call, 503, NULL, "%s", reason[0] ? reason : "not ready");
    pd_api_header_set(&call->reply, "Retry-After", "1");
}

void pd_api_handle_metrics(pd_api_call *call, const pd_api_request *request)
{
    const bool is_openmetrics = pd_api_accepts_openmetrics(request->accept);
    pd_buffer text = {0};

    call->host->metrics(call->host->ctx, &text);
    pd_buffer *out = pd_api_answer(call, 200, is_openmetrics ? PD_API_OPENMETRICS_TYPE : PD_API_METRICS_TYPE);
    pd_api_metrics_text(out, (const char *)text.data, text.size, is_openmetrics);
    out->failed |= text.failed;
    pd_buffer_deinit(&text);
    pd_api_header_set(&call->reply, "Vary", "Accept");
}

static void write_openapi(pd_buffer *out, const pd_api_host *host, const char *at)
{
    (void)host;
    (void)at;
    pd_api_openapi(out);
}

void pd_api_handle_openapi(pd_api_call *call, const pd_api_request *request)
{
    pd_api_kept_answer(call, request, PD_API_PAGE_OPENAPI, write_openapi, "");
}

static void write_asyncapi(pd_buffer *out, const pd_api_host *host, const char *at)
{
    (void)host;
    (void)at;
    pd_api_asyncapi(out);
}

void pd_api_handle_asyncapi(pd_api_call *call, const pd_api_request *request)
{
    pd_api_kept_answer(call, request, PD_API_PAGE_ASYNCAPI, write_asyncapi, "");
}

static void write_llms(pd_buffer *out, const pd_api_host *host, const char *at)
{
    (void)host;
    (void)at;
    pd_api_llms(out);
}

void pd_api_handle_llms(pd_api_call *call, const pd_api_request *request)
{
    pd_api_kept_answer(call, request, PD_API_PAGE_LLMS, write_llms, "");
}

void pd_api_handle_docs(pd_api_call *call, const pd_api_request *request)
{
    char at[256];
    pd_api_address_of(at, request);
    pd_api_kept_answer(call, request, PD_API_PAGE_DOCS, pd_api_docs_page, at);
    pd_api_header_set(&call->reply, "Vary", "Accept, Accept-Encoding, X-Forwarded-Host, X-Forwarded-Prefix");
    pd_api_assets_policy(&call->reply);
}

void pd_api_handle_version(pd_api_call *call, const pd_api_request *request)
{
    pd_buffer *out = pd_api_answer(call, 200, "application/json");

    (void)request;
    pd_buffer_text(out, "{\"name\":\"posed\",\"version\":");
    pd_api_json_text(out, pd_cfg_version_text());
    pd_buffer_text(out, ",\"commit\":");
    pd_api_json_text(out, pd_cfg_version_commit());
    pd_buffer_text(out, ",\"api\":\"v1\",\"features\":[\"mesh\",\"joints\",\"measure\",\"fit-measurements\","
                        "\"fit-observations\","
                        "\"ik\",\"glb-rig\","
                        "\"gzip\",\"zstd\"],\"formats\":[");
    for (int f = 0; f < PD_API_FORMAT_COUNT; f++)
        pd_buffer_printf(out, "%s\"%s\"", f ? "," : "", pd_api_formats[f].name);
    pd_buffer_printf(out, "],\"kernels\":\"%s\"}\n", pd_k_cpu_name());
}

/* Shape of the rows below; the texts are checked and not filled in. */
struct stream_query {
    const char *ticket, *session;
};

#define SESSION_FIELD                                                                                        \
    {                                                                                                        \
        .name = "session", .type = PD_API_TEXT, .offset = offsetof(struct stream_query, session),            \
        .example = "\"match-4711\"",                                                                         \
        .doc = "Name on which the clients of one session agree. A router sends requests with the same name " \
               "to the same daemon; the daemon ignores it."                                                  \
    }

const pd_api_field pd_api_stream_query_fields[] = {
    {.name = "ticket",
     .type = PD_API_TEXT,
     .offset = offsetof(struct stream_query, ticket),
     .example = "\"d0c4a85d0b4c1f0a5c1d2e3f4a5b6c7d8e9fa0b1c2d3e4f5\"",
     .doc = "One-time ticket from POST /v1/tickets, in place of a key."},
    SESSION_FIELD,
    {0},
};
const pd_api_field pd_api_ticket_query_fields[] = {SESSION_FIELD, {0}};

/* Refuses unknown parameters. Returns false if the call was refused. */
static bool check_query(pd_api_call *call, const pd_api_request *request)
{
    json_decref(pd_api_query_json(request->query, call->route->query, &call->problems));
    if (!call->problems.count) return true;
    pd_api_refuse_all(call);
    return false;
}

/* Upgrades never come here: the front door keeps them. Somebody asked by plain HTTP, or on a connection that
 * was used before. */
void pd_api_handle_stream(pd_api_call *call, const pd_api_request *request)
{
    if (!check_query(call, request)) return;
    pd_api_refuse(call, 426, NULL,
                  "this route is a WebSocket with the subprotocol posed.v1; open it on a new connection");
    pd_api_header_set(&call->reply, "Upgrade", "websocket");
    pd_api_header_set(&call->reply, "Sec-WebSocket-Version", "13");
    pd_api_header_set(&call->reply, "Connection", "upgrade, close");
}

void pd_api_handle_ticket(pd_api_call *call, const pd_api_request *request)
{
    char ticket[64] = "";
    pd_error err;

    if (!check_query(call, request)) return;
    if (!call->host->ticket) {
        pd_api_refuse(call, 404, NULL, "this server makes no tickets");
        return;
    }

    if (call->host->ticket(call->host->ctx, request->who, ticket, &err) != PD_OK) {
        pd_api_refuse(call, pd_status_http(err.status), NULL, "%s", err.detail);
        return;
    }

    pd_buffer_text(pd_api_answer(call, 200, "application/json"), "{\"ticket\":");
    pd_api_json_text(&call->reply.body, ticket);
    pd_buffer_text(&call->reply.body, "}\n");
    pd_api_header_set(&call->reply, "Cache-Control", "no-store");
}
