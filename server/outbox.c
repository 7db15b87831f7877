#include "server/outbox.h"

#include <stdlib.h>
#include <string.h>

pd_srv_frame *pd_srv_frame_new(const void *message, size_t size)
{
    unsigned char head[PD_SRV_HEAD_BYTES];
    size_t head_size = pd_srv_frame_head(head, PD_SRV_BINARY_FRAME, size);
    pd_srv_frame *frame = malloc(sizeof *frame + head_size + size);
    if (!frame) return NULL;
    atomic_init(&frame->references, 1);
    frame->size = head_size + size;
    memcpy(frame->bytes, head, head_size);
    memcpy(frame->bytes + head_size, message, size);
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
    unsigned char head[PD_SRV_HEAD_BYTES];
    size_t head_size = pd_srv_frame_head(head, PD_SRV_TEXT_FRAME, size);
    pthread_mutex_lock(&outbox->lock);
    if (outbox->texts.size + head_size + size > PD_SRV_OUTBOX_TEXTS) outbox->full = 1;
    if (!outbox->full && !pd_buffer_reserve(&outbox->texts, head_size + size)) outbox->full = 1;
    if (!outbox->full) {
        pd_buffer_add(&outbox->texts, head, head_size);
        pd_buffer_add(&outbox->texts, text, size);
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

void pd_srv_outbox_take(pd_srv_outbox *outbox, pd_buffer *texts, pd_srv_frame **frame, int hold_frames)
{
    *frame = NULL;
    pthread_mutex_lock(&outbox->lock);
    if (outbox->texts.size) {
        pd_buffer room = *texts;
        *texts = outbox->texts;
        outbox->texts = room;
        outbox->counts.bytes += texts->size;
    }
    if (outbox->frame && !hold_frames) {
        *frame = outbox->frame;
        outbox->frame = NULL;
        outbox->counts.frames++;
        outbox->counts.bytes += (*frame)->size;
    }
    atomic_store(&outbox->waits, outbox->frame != NULL);
    pthread_mutex_unlock(&outbox->lock);
}

void pd_srv_outbox_put_back(pd_srv_outbox *outbox, pd_srv_frame *frame)
{
    pthread_mutex_lock(&outbox->lock);
    outbox->counts.frames--;
    outbox->counts.bytes -= frame->size;
    if (outbox->frame) {
        outbox->counts.dropped++;
    } else {
        outbox->frame = frame;
        frame = NULL;
        atomic_store(&outbox->waits, 1);
    }
    pthread_mutex_unlock(&outbox->lock);
    pd_srv_frame_release(frame);
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
