#ifndef PD_SERVER_STREAM_CLIENT_H
#define PD_SERVER_STREAM_CLIENT_H
/* One stream's other end: its messages are decoded, checked and carried out; answers go to its outbox.
 *
 *     open -> welcome by `join` -> spawn, input, follow, look, profile, ping, despawn ... -> leave, or the socket closes
 *
 * A wrong message is answered by `error` with code, pointer, detail and the message's ref, and harms nobody else. A stream that
 * cannot go on (floods, nothing heard, the server stops) ends with `bye`: reason, whether to come back, and a WebSocket close code.
 *
 * Threads  the service thread's alone; the outbox is shared with the stage.
 */
#include "server/base/heap.h"
#include "server/base/log.h"
#include "server/base/rate.h"
#include "server/base/settings.h"
#include "server/stream/outbox.h"
#include "server/stage/stage.h"

#include <stdbool.h>

/* What clients need of the daemon; all of it outlives them. */
typedef struct pd_srv_client_deps {
    const pd_srv_config *config;
    const pd_api_host *host; /* whose models `welcome` lists */
    pd_srv_log *log;
    pd_srv_heap *heap;
    pd_srv_stage *stage;
    pd_srv_rate *messages; /* of all streams of a client together */
} pd_srv_client_deps;

typedef struct pd_srv_client {
    const pd_srv_client_deps *deps;
    pd_srv_identity who;
    uint64_t owner;       /* of its sessions: pd_srv_identity_client */
    uint64_t keys_serial; /* of the configuration whose keys `who` was checked with last; 0: none yet */
    char address[48];
    pd_srv_subscriber *subscriber; /* in a session, once joined; owns the outbox that the stage writes to */
    pd_srv_outbox outbox;
    int64_t opened_us, heard_us, pinged_us, counted_us;
    int64_t
        received_us; /* when the socket had last taken in something, pings that nobody hears of included (reception.h) */
    bool is_idle;      /* it got its bye for stream.idle_timeout: nobody is expected to read it */
    int64_t asked_us;  /* the ping that shows whether it reads; before heard_us: answered */
    double allowance;  /* messages that may come at once */
    double round_trip; /* seconds, of the last ping; 0: none yet */
    int close_code;    /* not 0: bye was said; the close frame follows the outbox's texts */
    char close_text[64];
    uint64_t messages, errors;
} pd_srv_client;

pd_srv_client *pd_srv_client_open(const pd_srv_client_deps *deps, const pd_srv_identity *who,
                                  const char *address, int64_t now_us);
/* The session stays for its resume window. */
void pd_srv_client_close(pd_srv_client *client, int64_t now_us);
/* A whole message. */
void pd_srv_client_message(pd_srv_client *client, const void *bytes, size_t size, int is_binary,
                           int64_t now_us);
/* A message counts for stream.message_rate once, and once more for each of these that it holds. */
#define PD_SRV_MESSAGE_BYTES 4096
/* For stream.owner_message_bytes it counts this much at least. */
#define PD_SRV_MESSAGE_LEAST 64
/* A fragment that ends no message, or a control frame: a message as far as the rate goes. */
void pd_srv_client_frame(pd_srv_client *client, int64_t now_us);
/* The answer to a ping of ours; it counts as a frame. */
void pd_srv_client_pong(pd_srv_client *client, double round_trip, int64_t now_us);
/* Whether frames may go out. What was sent and acknowledged may lie unread in the other end's kernel, which holds hundreds of frames:
 * only an answer shows that somebody reads. A client that was silent for 150 ms is pinged (*ping), and from 130 ms and two round trips
 * after that gets no frame until it is heard again. */
int pd_srv_client_reads(pd_srv_client *client, int64_t now_us, int *ping);
/* To be called now and then: checks for silence and an outbox that overflowed, and sends `stats`. Returns true when a ping is due. */
bool pd_srv_client_poll(pd_srv_client *client, int64_t now_us);
/* `bye` with a reason of docs/reference/stream.md; come_back in seconds, negative: do not. */
void pd_srv_client_bye(pd_srv_client *client, int close_code, const char *reason, double come_back,
                       const char *detail);

#endif
