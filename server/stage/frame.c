#include "server/stage/frame.h"

#include <stdlib.h>
#include <string.h>

pd_srv_frame *pd_srv_frame_new(const void *message, size_t size)
{
    pd_srv_frame *frame = malloc(sizeof *frame + PD_SRV_FRAME_PRE + size);
    if (!frame) return NULL;

    atomic_init(&frame->references, 1);
    frame->size = size;
    memcpy(frame->bytes + PD_SRV_FRAME_PRE, message, size);
    return frame;
}

pd_srv_frame *pd_srv_frame_retain(pd_srv_frame *frame)
{
    atomic_fetch_add_explicit(&frame->references, 1, memory_order_relaxed);
    return frame;
}

void pd_srv_frame_release(pd_srv_frame *frame)
{
    if (frame && atomic_fetch_sub_explicit(&frame->references, 1, memory_order_acq_rel) == 1) free(frame);
}
