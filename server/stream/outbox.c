#include "server/stream/outbox.h"

#include "core/base/assert.h"

#include <stdlib.h>
#include <string.h>

/* Precedes each text in the outbox: the text's size, then room for the WebSocket header. */
typedef struct text_head {
    size_t size;
    unsigned char pre[PD_SRV_OUTBOX_PRE];
} text_head;

/* Returns the size of a message with its WebSocket header, as a server sends it (RFC 6455, 5.2). */
static size_t bytes_on_line(size_t size)
{
    return size + (size < 126 ? 2 : size < 65536 ? 4 : 10);
}

void pd_srv_outbox_init(pd_srv_outbox *outbox)
{
    memset(outbox, 0, sizeof *outbox);
    pthread_mutex_init(&outbox->lock, NULL);
}

void pd_srv_outbox_deinit(pd_srv_outbox *outbox)
{
    pd_buffer_deinit(&outbox->texts);
    for (int i = 0; i < outbox->frame_count; i++) pd_srv_frame_release(outbox->frames[i]);
    pthread_mutex_destroy(&outbox->lock);
}

void pd_srv_outbox_text(pd_srv_outbox *outbox, const void *text, size_t size)
{
    const text_head head = {.size = size};

    pthread_mutex_lock(&outbox->lock);
    if (!text || outbox->texts.size + sizeof head + size > PD_SRV_OUTBOX_TEXTS) outbox->full = 1;
    if (!outbox->full && !pd_buffer_reserve(&outbox->texts, sizeof head + size)) outbox->full = 1;
    if (!outbox->full) {
        pd_buffer_add(&outbox->texts, &head, sizeof head);
        pd_buffer_add(&outbox->texts, text, size);
        atomic_store(&outbox->waits, 1);
    }

    PD_ASSERT(outbox->texts.size <= PD_SRV_OUTBOX_TEXTS);
    pthread_mutex_unlock(&outbox->lock);
}

unsigned char *pd_srv_text_next(size_t *size, const pd_buffer *texts, size_t *at)
{
    text_head head;

    if (*at >= texts->size) return NULL;
    PD_ASSERT(texts->size - *at >= sizeof head); /* texts are stored whole */

    memcpy(&head, texts->data + *at, sizeof head);
    unsigned char *text = texts->data + *at + sizeof head;
    *size = head.size;
    *at += sizeof head + head.size;
    PD_ASSERT(*at <= texts->size);

    return text;
}

/* Drops all frames that wait. Under the lock. */
static void drop_frames(pd_srv_outbox *outbox)
{
    for (int i = 0; i < outbox->frame_count; i++) pd_srv_frame_release(outbox->frames[i]);
    outbox->counts.dropped += (uint64_t)outbox->frame_count;
    outbox->frame_count = 0;
}

bool pd_srv_outbox_frame(pd_srv_outbox *outbox, pd_srv_frame *frame)
{
    PD_ASSERT(frame);
    pthread_mutex_lock(&outbox->lock);

    /* A whole frame replaces the waiting ones. A frame that follows them waits behind them; if there is no
     * room, none of them can be used. */
    const bool is_last_straw = frame->follows && outbox->frame_count == PD_SRV_OUTBOX_CHAIN;
    if (!frame->follows || is_last_straw) drop_frames(outbox);
    outbox->is_broken = frame->follows && (outbox->is_broken || is_last_straw);
    const bool is_kept = !outbox->is_broken;
    if (is_kept)
        outbox->frames[outbox->frame_count++] = frame;
    else
        outbox->counts.dropped++;
    PD_ASSERT(outbox->frame_count <= PD_SRV_OUTBOX_CHAIN);
    atomic_store(&outbox->waits, outbox->frame_count > 0 || outbox->texts.size > 0);
    pthread_mutex_unlock(&outbox->lock);

    if (!is_kept) pd_srv_frame_release(frame);
    return is_kept;
}

void pd_srv_outbox_take(pd_srv_outbox *outbox, pd_buffer *texts, pd_srv_frame **frame, int hold_frames)
{
    *frame = NULL;
    PD_ASSERT(!texts->size); /* the caller has written the texts it took before */

    pthread_mutex_lock(&outbox->lock);
    if (outbox->texts.size) {
        pd_buffer empty = *texts;
        *texts = outbox->texts;
        outbox->texts = empty;

        size_t size;
        size_t at = 0;
        while (pd_srv_text_next(&size, texts, &at)) outbox->counts.bytes += bytes_on_line(size);
    }

    /* Texts first: a frame may show what they announce. */
    if (outbox->frame_count && !hold_frames && !texts->size) {
        *frame = outbox->frames[0];
        outbox->frame_count--;
        memmove(outbox->frames, outbox->frames + 1, (size_t)outbox->frame_count * sizeof *outbox->frames);
        outbox->counts.frames++;
        outbox->counts.bytes += bytes_on_line((*frame)->size);
    }

    atomic_store(&outbox->waits, outbox->frame_count > 0);
    pthread_mutex_unlock(&outbox->lock);
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
