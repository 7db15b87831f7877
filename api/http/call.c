/* A call: its reply, its memory, and what the server asks of it. dispatch.c makes calls, run.c runs them. */
#include "api/http/call.h"

#include "api/http/reply_header.h"
#include "core/base/assert.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

pd_buffer *pd_api_answer(pd_api_call *call, int status, const char *content_type)
{
    call->done = 1;
    call->reply.status = status;
    call->reply.content_type = content_type;
    pd_buffer_clear(&call->reply.body);
    return &call->reply.body;
}

void pd_api_refuse(pd_api_call *call, int status, const char *pointer, const char *format, ...)
{
    char detail[384];
    va_list args;

    call->done = 1;
    call->has_more = false;
    if (call->parts_made) { /* the head of the reply has been sent */
        call->is_lost = true;
        pd_buffer_clear(&call->reply.body);
        return;
    }

    /* Otherwise the whole reply becomes a problem document. */
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    pd_api_problem(&call->reply, status, NULL, pointer, detail);
    if (call->request_id[0]) pd_api_problem_request_id(&call->reply, call->request_id);
}

void pd_api_refuse_all(pd_api_call *call)
{
    pd_api_problems_reply(&call->reply, &call->problems, call->request_id[0] ? call->request_id : NULL);
    call->done = 1;
}

bool pd_api_hold_for(pd_api_call *call, pd_api_memory_use use, size_t bytes)
{
    const pd_api_host *host = call->host;
    int taken = host->memory_take ? host->memory_take(host->ctx, use, bytes) : 1;

    if (taken > 0) return true;

    /* A negative result: the request can never fit. 0: it does not fit now. */
    if (taken < 0) {
        pd_api_refuse(call, 413, NULL,
                      "the request needs about %.0f MiB of memory, which is more than limits.memory leaves "
                      "for one request",
                      (double)bytes / 0x1p20);
        return false;
    }

    pd_api_refuse(
        call, 503, NULL,
        "the request needs about %.0f MiB of memory, which is more than is free now (limits.memory)",
        (double)bytes / 0x1p20);
    pd_api_header_set(&call->reply, "Retry-After", "1");

    return false;
}

bool pd_api_hold(pd_api_call *call, size_t bytes)
{
    if (!pd_api_hold_for(call, PD_API_MEMORY_CALLS, bytes)) return false;

    if (call->host->memory_take) call->held += bytes;
    return true;
}

void pd_api_settle(pd_api_call *call)
{
    const pd_api_host *host = call->host;

    /* A reply in parts keeps its buffer for the next part, so its whole capacity counts. */
    const size_t now =
        call->pool.bytes + (call->in_parts ? call->reply.body.capacity : call->reply.body.size);

    if (!host->memory_take || now == call->held) return;
    if (now > call->held)
        host->memory_add(host->ctx, PD_API_MEMORY_CALLS, now - call->held);
    else
        host->memory_give(host->ctx, PD_API_MEMORY_CALLS, call->held - now);
    call->held = now;
}

void pd_api_warning_header(pd_api_call *call)
{
    const pd_api_warning *first = call->problems.warnings;
    const int more = call->problems.warning_count - 1;
    char others[32] = "";

    if (more < 0) return;
    if (more) snprintf(others, sizeof others, " (and %d more)", more);
    pd_api_header_set(&call->reply, "Posed-Warning", "%s: %s%s", first->pointer, first->detail, others);
}

void pd_api_call_release(pd_api_call *call)
{
    if (!call) return;
    if (call->deinit) call->deinit(call);
    if (call->held) call->host->memory_give(call->host->ctx, PD_API_MEMORY_CALLS, call->held);
    pd_api_model_release(&call->model);
    pd_api_pool_deinit(&call->pool);
    pd_api_compressor_free(call->compressor);
    pd_buffer_deinit(&call->reply.body);
    free(call);
}

bool pd_api_call_done(const pd_api_call *call)
{
    return call->done;
}

bool pd_api_call_waits(const pd_api_call *call)
{
    return call->waits;
}

pd_api_work pd_api_call_work(const pd_api_call *call)
{
    return call->work;
}

const void *pd_api_call_model(const pd_api_call *call)
{
    return call->model.resident;
}

int pd_api_call_weight(const pd_api_call *call)
{
    return call->weight;
}

double pd_api_call_cost(const pd_api_call *call)
{
    return call->done || !call->route || !call->route->cost ? 0 : call->route->cost(call);
}

bool pd_api_call_encoding(const pd_api_call *call, double *begin_s, double *end_s)
{
    *begin_s = call->encode_begin_s;
    *end_s = call->encode_end_s;
    return call->encode_end_s > 0;
}

double pd_api_call_part_cost(const pd_api_call *call)
{
    return (call->route && call->route->cost ? call->route->cost(call) : 0) /
           (call->part_total > 0 ? call->part_total : 1);
}

bool pd_api_call_in_parts(const pd_api_call *call)
{
    return call->in_parts;
}

pd_api_rest pd_api_call_rest(const pd_api_call *call)
{
    if (call->is_lost) return PD_API_REST_LOST;
    return call->has_more ? PD_API_REST_MORE : PD_API_REST_NONE;
}

const char *pd_api_call_route(const pd_api_call *call)
{
    return call->route ? call->route->name : "none";
}

void pd_api_call_refuse(pd_api_call *call, int status, const char *detail)
{
    if (call->has_more) call->parts_made++; /* the first part has been made, so the head will be sent */
    pd_api_refuse(call, status, NULL, "%s", detail);
}

void pd_api_call_cancel_by(pd_api_call *call, const pd_cancel *cancel)
{
    call->cancel = cancel;
}

pd_api_reply *pd_api_call_reply(pd_api_call *call)
{
    PD_DEBUG_ASSERT(!pd_api_header_undeclared(call->route ? call->route->headers : NULL, &call->reply));
    return &call->reply;
}
