#ifndef PD_SERVER_STREAM_OUTBOX_H
#define PD_SERVER_STREAM_OUTBOX_H
/* What waits to be written to one stream: texts in their order, and the newest frame.
 *
 * A text (welcome, event, error ...) is durable: it is sent, in order, or the connection ends. A frame is not: a newer one takes the
 * place of one that was not sent yet, which is counted as dropped. So a client that reads slowly sees fewer frames, never old ones,
 * and holds one frame of memory.
 *
 * Frames are shared by all connections with the same profile: encoded once, counted references. Before every message there are
 * PD_SRV_OUTBOX_PRE bytes for the WebSocket header, which the library writes in place: for a frame by each connection that sends it, the
 * same bytes each time, and all of them on the service thread.
 * Threads any may put; one takes. Whoever puts something wakes the writer.
 * Limits  texts beyond PD_SRV_OUTBOX_TEXTS bytes, or memory that is out: the outbox is `full`, and its connection has to end.
 */
#include "core/base/buffer.h"
#include "server/stage/frame.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define PD_SRV_OUTBOX_TEXTS (256u << 10)
#define PD_SRV_OUTBOX_PRE   PD_SRV_FRAME_PRE

/* Of all that was taken: frames and bytes with their WebSocket headers; and frames that were replaced before they were taken. */
typedef struct pd_srv_outbox_counts {
    uint64_t frames, dropped, bytes;
} pd_srv_outbox_counts;

typedef struct pd_srv_outbox {
    pthread_mutex_t lock;
    pd_buffer texts; /* pd_srv_text_next reads it */
    pd_srv_frame *frame;
    pd_srv_outbox_counts counts;
    int full;
    /* 1: something to take; read without the lock, as the writer asks every outbox at each wake */
    atomic_int waits;
} pd_srv_outbox;

void pd_srv_outbox_init(pd_srv_outbox *outbox);
void pd_srv_outbox_deinit(pd_srv_outbox *outbox);

/* text NULL: there was no memory for it, and the outbox is full from now on. */
void pd_srv_outbox_text(pd_srv_outbox *outbox, const void *text, size_t size);
/* Takes over a reference. */
void pd_srv_outbox_frame(pd_srv_outbox *outbox, pd_srv_frame *frame);

/* All texts, into *texts, which has to be empty and gives its memory in exchange; or, where no text waits, the newest frame,
 * whose reference passes to the caller; NULL: none. Texts first: a frame may show what they announce. hold_frames: it stays, to be replaced. */
void pd_srv_outbox_take(pd_srv_outbox *outbox, pd_buffer *texts, pd_srv_frame **frame, int hold_frames);
/* The text at *at of what was taken, with PD_SRV_OUTBOX_PRE writable bytes before it; *at moves on. NULL: there is no further one. */
unsigned char *pd_srv_text_next(size_t *size, const pd_buffer *texts, size_t *at);
int pd_srv_outbox_waiting(pd_srv_outbox *outbox); /* 1: something to take, held or not */
pd_srv_outbox_counts pd_srv_outbox_counted(pd_srv_outbox *outbox);
int pd_srv_outbox_is_full(pd_srv_outbox *outbox);

#endif
