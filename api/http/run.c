/* Runs calls on a worker: admits their memory, runs them as a batch or one by one,
 * and repeats what was cancelled. */
#include "api/http/call.h"
#include "core/base/assert.h"

#include <stdbool.h>

/* Brings the reply and the warnings back to what they were before the call ran: it may have run before,
 * without finishing. */
static void begin_run(pd_api_call *call)
{
    if (call->has_more) { /* the part before has been sent */
        call->has_more = false;
        call->parts_made++;
    }

    /* A further part: only the body is new. */
    if (call->parts_made) {
        PD_ASSERT(call->in_parts && !call->is_lost);
        call->done = 0;

        /* A repeated run. */
        pd_buffer_clear(&call->reply.body);
        return;
    }

    /* The first run: remember where headers and warnings begin. */
    if (!call->has_begun) {
        call->has_begun = 1;
        call->header_count = call->reply.header_count;
        call->warning_count = call->problems.warning_count;
        return;
    }

    pd_buffer_clear(&call->reply.body);
    call->reply.header_count = call->header_count;
    call->problems.warning_count = call->warning_count;
    pd_api_warning_header(call);
}

void pd_api_finish(pd_api_call *call)
{
    if (call->in_parts) return; /* the run has compressed and checked each part */
    if (!pd_cancelled(call->cancel)) pd_api_compress(call);
    if (pd_cancelled(call->cancel)) call->done = 0;
}

void pd_api_run(pd_api_call *const *calls, int count, pd_arena *scratch, const pd_executor *executor)
{
    PD_ASSERT(count > 0);
    for (int i = 0; i < count; i++) {
        PD_ASSERT(calls[i]->run || calls[i]->run_batch);
        PD_ASSERT(!calls[i]->waits);                  /* it has to be decoded again first */
        PD_ASSERT(!calls[i]->in_parts || count == 1); /* a call in parts runs alone */
        begin_run(calls[i]);
    }

    for (int first = 0, last; first < count; first = last + 1) {
        /* Calls next to each other run together as long as their memory fits; pd_api_hold refuses the first
         * one that does not fit. */
        for (last = first; last < count; last++) {
            pd_api_call *call = calls[last];
            const int threads = executor->worker_count;
            if (!call->run_bytes) continue;
            if (!call->parts_made && !pd_api_hold(call, call->run_bytes(call, threads))) break;
            if (call->parts_made && call->host->memory_add) { /* admitted with the first part */
                const size_t bytes = call->run_bytes(call, threads);
                call->host->memory_add(call->host->ctx, PD_API_MEMORY_CALLS, bytes);
                call->held += bytes;
            }
        }

        /* Run them, as a batch or one after the other. A call that was cancelled before is skipped. */
        if (last > first && calls[first]->run_batch) {
            calls[first]->run_batch(calls + first, last - first, scratch, executor);
        } else {
            for (int i = first; i < last; i++) {
                if (pd_cancelled(calls[i]->cancel)) continue;
                calls[i]->run(calls[i], scratch, executor);
                pd_api_finish(calls[i]);
            }
        }

        /* A call that ran too long stays unfinished, and may run again; one that was stopped for another
         * reason is refused. */
        for (int i = first; i < last; i++) {
            if (pd_cancel_why(calls[i]->cancel) > PD_CANCEL_OVERRUN)
                pd_api_refuse(calls[i], 503, NULL, "the work was stopped before its end");
            pd_api_settle(calls[i]);
        }
    }
}
