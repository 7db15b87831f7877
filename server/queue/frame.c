#include "server/queue/frame.h"

#include "core/base/assert.h"

#include <stdlib.h>
#include <string.h>

static size_t bytes_of(size_t size)
{
    return sizeof(pd_srv_frame) + PD_SRV_FRAME_PRE + size;
}

pd_srv_frame *pd_srv_frame_new(const pd_api_host *host, const void *message, size_t size)
{
    pd_srv_frame *frame = malloc(bytes_of(size));

    if (!frame) return NULL;
    frame->host = host && host->memory_add ? host : NULL;
    if (frame->host) host->memory_add(host->ctx, PD_API_MEMORY_STREAMS, bytes_of(size));

    atomic_init(&frame->references, 1);
    frame->size = size;
    frame->follows = false;
    memcpy(frame->bytes + PD_SRV_FRAME_PRE, message, size);

    return frame;
}

pd_srv_frame *pd_srv_frame_retain(pd_srv_frame *frame)
{
    const int before = atomic_fetch_add_explicit(&frame->references, 1, memory_order_relaxed);
    PD_ASSERT(before > 0); /* a released frame cannot be retained */
    return frame;
}

void pd_srv_frame_release(pd_srv_frame *frame)
{
    if (!frame) return;
    const int before = atomic_fetch_sub_explicit(&frame->references, 1, memory_order_acq_rel);
    PD_ASSERT(before > 0);
    if (before != 1) return;
    if (frame->host) frame->host->memory_give(frame->host->ctx, PD_API_MEMORY_STREAMS, bytes_of(frame->size));
    free(frame);
}
