#ifndef PD_SERVER_STREAM_OUTBOX_H
#define PD_SERVER_STREAM_OUTBOX_H
/* Messages that wait to be written to one stream: texts in order, and the newest frame.
 *
 * Texts (welcome, event, error ...) are never dropped: they are sent in order, or the connection ends. A
 * frame that was not sent yet is replaced by a newer one and counted as dropped. So a client that reads
 * slowly receives fewer frames, never old ones, and takes the memory of one frame.
 *
 * Compact frames that follow each other (pd_srv_frame.follows) cannot be replaced: up to PD_SRV_OUTBOX_CHAIN
 * of them wait. One more drops them all, and what follows is refused until a frame comes that follows none.
 *
 * A frame is encoded once for all connections with the same profile and reference-counted. In front of every
 * message there are PD_SRV_OUTBOX_PRE bytes, into which the WebSocket library writes its header. Each
 * connection writes the same header to a shared frame, on the same thread.
 *
 * Threads  any thread may put; one thread takes. The thread that puts must wake the writer.
 * Limits   when texts exceed PD_SRV_OUTBOX_TEXTS bytes or allocation fails, the outbox is full for good and
 *          the connection must end.
 */
#include "core/base/buffer.h"
#include "server/queue/frame.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define PD_SRV_OUTBOX_TEXTS (256u << 10) /* largest total size of waiting texts, bytes */
#define PD_SRV_OUTBOX_CHAIN 8            /* most frames that wait */
#define PD_SRV_OUTBOX_PRE   PD_SRV_FRAME_PRE

typedef struct pd_srv_outbox_counts {
    uint64_t frames;  /* frames taken                                          */
    uint64_t dropped; /* frames replaced before they were taken                */
    uint64_t bytes;   /* bytes of all messages taken, with WebSocket headers   */
} pd_srv_outbox_counts;

typedef struct pd_srv_outbox {
    pthread_mutex_t lock;
    pd_buffer texts; /* waiting texts; pd_srv_text_next reads them */
    pd_srv_frame *frames
        [PD_SRV_OUTBOX_CHAIN]; /* (frame_count) oldest first; more than one only if they follow each other */
    int frame_count;
    bool is_broken; /* true: a frame was dropped, and all that came since followed it */
    pd_srv_outbox_counts counts;
    int full; /* 1: overflowed, or allocation failed */
    /* 1: something waits. Readable without the lock,
     * because the writer examines every outbox at each wake. */
    atomic_int waits;
} pd_srv_outbox;

/* Makes an empty outbox; _deinit frees what waits in it. */
void pd_srv_outbox_init(pd_srv_outbox *outbox);
void pd_srv_outbox_deinit(pd_srv_outbox *outbox);

/* Appends a text. text NULL: the caller's allocation failed; the outbox is full from now on. */
void pd_srv_outbox_text(pd_srv_outbox *outbox, const void *text, size_t size);
/* Puts a frame in place of those that wait, or behind them if it follows them. Takes over a reference.
 * Returns false if the frame was dropped. */
bool pd_srv_outbox_frame(pd_srv_outbox *outbox, pd_srv_frame *frame);

/* Takes all texts: exchanges them with *texts, which must be empty. If no text waits, takes the oldest frame
 * with its reference into *frame (NULL: none), unless hold_frames is set. Texts come first, because a frame
 * may show a character that a text announces. */
void pd_srv_outbox_take(pd_srv_outbox *outbox, pd_buffer *texts, pd_srv_frame **frame, int hold_frames);
/* Returns the text at *at of the texts taken and advances *at; NULL after the last. PD_SRV_OUTBOX_PRE
 * writable bytes lie in front of it. */
unsigned char *pd_srv_text_next(size_t *size, const pd_buffer *texts, size_t *at);
/* Returns 1 when a text or a frame waits. */
int pd_srv_outbox_waiting(pd_srv_outbox *outbox);
pd_srv_outbox_counts pd_srv_outbox_counted(pd_srv_outbox *outbox);
int pd_srv_outbox_is_full(pd_srv_outbox *outbox);

#endif
