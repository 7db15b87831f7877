#ifndef PD_SRV_OUTBOX_H
#define PD_SRV_OUTBOX_H
/* What waits to be written to one stream: texts in their order, and the newest frame.
 *
 * A text (welcome, event, error ...) is durable: it is sent, in order, or the connection ends. A frame is news: a newer one takes the
 * place of one that was not sent yet, which is counted as dropped. So a client that reads slowly sees fewer frames, never old ones,
 * and holds one frame of memory.
 *
 * Frames are shared by all connections with the same profile: encoded once, counted references. LWS_PRE bytes before the
 * message belong to the writer.
 * Threads any may put; one takes. Who puts wakes the writer.
 * Limits  texts beyond PD_SRV_OUTBOX_TEXTS bytes: the outbox is `full`, and its connection has to end.
 */
#include "core/base/buffer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define PD_SRV_OUTBOX_TEXTS (256u << 10)
#define PD_SRV_OUTBOX_PRE   32 /* room before a message; at least LWS_PRE */

typedef struct pd_srv_frame {
    atomic_int references;
    size_t size;
    unsigned char bytes[]; /* PD_SRV_OUTBOX_PRE, then size */
} pd_srv_frame;

/* One reference. NULL when memory is out. */
pd_srv_frame *pd_srv_frame_new(const void *message, size_t size);
pd_srv_frame *pd_srv_frame_retain(pd_srv_frame *frame);
void pd_srv_frame_release(pd_srv_frame *frame); /* NULL is fine */

typedef struct pd_srv_outbox_counts {
    uint64_t frames, dropped, texts, bytes; /* sent, replaced before they were sent, sent, of both */
} pd_srv_outbox_counts;

typedef struct pd_srv_outbox {
    pthread_mutex_t lock;
    pd_buffer texts; /* each: u32 length, then the text; the first `read` bytes are taken */
    size_t read;
    pd_srv_frame *frame;
    pd_srv_outbox_counts counts;
    int full;
    atomic_int
        waits; /* 1: something to take; read without the lock, as the writer asks everybody at each wake */
} pd_srv_outbox;

void pd_srv_outbox_init(pd_srv_outbox *outbox);
void pd_srv_outbox_deinit(pd_srv_outbox *outbox);

void pd_srv_outbox_text(pd_srv_outbox *outbox, const void *text, size_t size);
/* Takes over a reference. */
void pd_srv_outbox_frame(pd_srv_outbox *outbox, pd_srv_frame *frame);

typedef enum pd_srv_taken { PD_SRV_NOTHING, PD_SRV_TEXT, PD_SRV_FRAME } pd_srv_taken;
/* The next message: a text is put into *text after PD_SRV_OUTBOX_PRE bytes; a frame's reference passes to the caller. *more: there
 * is another one. hold_frames: texts only; the frame stays, to be replaced. */
pd_srv_taken pd_srv_outbox_take(pd_srv_outbox *outbox, pd_buffer *text, pd_srv_frame **frame, int *more,
                                int hold_frames);
int pd_srv_outbox_waiting(pd_srv_outbox *outbox); /* 1: something to take */
pd_srv_outbox_counts pd_srv_outbox_counted(pd_srv_outbox *outbox);
int pd_srv_outbox_is_full(pd_srv_outbox *outbox);

#endif
