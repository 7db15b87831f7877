#include "server/outbox.h"

#include <stdlib.h>
#include <string.h>

pd_srv_frame *pd_srv_frame_new(const void *message, size_t size)
{
    pd_srv_frame *frame = malloc(sizeof *frame + PD_SRV_OUTBOX_PRE + size);
    if (!frame) return NULL;
    atomic_init(&frame->references, 1);
    frame->size = size;
    memcpy(frame->bytes + PD_SRV_OUTBOX_PRE, message, size);
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

void pd_srv_outbox_init(pd_srv_outbox *outbox)
{
    memset(outbox, 0, sizeof *outbox);
    pthread_mutex_init(&outbox->lock, NULL);
}

void pd_srv_outbox_deinit(pd_srv_outbox *outbox)
{
    pd_buffer_deinit(&outbox->texts);
    pd_srv_frame_release(outbox->frame);
    pthread_mutex_destroy(&outbox->lock);
}

void pd_srv_outbox_text(pd_srv_outbox *outbox, const void *text, size_t size)
{
    uint32_t length = (uint32_t)size;
    pthread_mutex_lock(&outbox->lock);
    if (outbox->texts.size - outbox->read + size > PD_SRV_OUTBOX_TEXTS) outbox->full = 1;
    if (!outbox->full) {
        pd_buffer_add(&outbox->texts, &length, sizeof length);
        pd_buffer_add(&outbox->texts, text, size);
        if (outbox->texts.failed) outbox->full = 1;
        atomic_store(&outbox->waits, 1);
    }
    pthread_mutex_unlock(&outbox->lock);
}

void pd_srv_outbox_frame(pd_srv_outbox *outbox, pd_srv_frame *frame)
{
    pthread_mutex_lock(&outbox->lock);
    pd_srv_frame *before = outbox->frame;
    outbox->frame = frame;
    if (before) outbox->counts.dropped++;
    atomic_store(&outbox->waits, 1);
    pthread_mutex_unlock(&outbox->lock);
    pd_srv_frame_release(before);
}

static void take_text(pd_srv_outbox *outbox, pd_buffer *text)
{
    uint32_t length;
    memcpy(&length, outbox->texts.data + outbox->read, sizeof length);
    pd_buffer_clear(text);
    pd_buffer_extend(text, PD_SRV_OUTBOX_PRE);
    pd_buffer_add(text, outbox->texts.data + outbox->read + sizeof length, length);
    outbox->read += sizeof length + length;
    if (outbox->read == outbox->texts.size) {
        pd_buffer_clear(&outbox->texts);
        outbox->read = 0;
    }
    outbox->counts.texts++;
    outbox->counts.bytes += length;
}

pd_srv_taken pd_srv_outbox_take(pd_srv_outbox *outbox, pd_buffer *text, pd_srv_frame **frame, int *more,
                                int hold_frames)
{
    pd_srv_taken taken = PD_SRV_NOTHING;
    *frame = NULL;
    pthread_mutex_lock(&outbox->lock);
    if (outbox->texts.size > outbox->read) {
        take_text(outbox, text);
        taken = PD_SRV_TEXT;
    } else if (outbox->frame && !hold_frames) {
        *frame = outbox->frame;
        outbox->frame = NULL;
        outbox->counts.frames++;
        outbox->counts.bytes += (*frame)->size;
        taken = PD_SRV_FRAME;
    }
    *more = outbox->texts.size > outbox->read || (outbox->frame && !hold_frames);
    atomic_store(&outbox->waits, outbox->texts.size > outbox->read || outbox->frame);
    pthread_mutex_unlock(&outbox->lock);
    return taken;
}

int pd_srv_outbox_waiting(pd_srv_outbox *outbox)
{
    return atomic_load(&outbox->waits);
}

pd_srv_outbox_counts pd_srv_outbox_counted(pd_srv_outbox *outbox)
{
    pthread_mutex_lock(&outbox->lock);
    pd_srv_outbox_counts counts = outbox->counts;
    pthread_mutex_unlock(&outbox->lock);
    return counts;
}

int pd_srv_outbox_is_full(pd_srv_outbox *outbox)
{
    pthread_mutex_lock(&outbox->lock);
    int full = outbox->full;
    pthread_mutex_unlock(&outbox->lock);
    return full;
}
