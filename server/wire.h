#ifndef PD_SRV_WIRE_H
#define PD_SRV_WIRE_H
/* One WebSocket: its socket, what has come and is not a message yet, what goes and was not taken by the socket yet.
 *
 *     in    bytes -> framing.h -> client.h (messages), pongs, closes
 *     out   rest of before, texts, newest frame, pong, ping or close: one sendmsg of all that is due
 *
 * While a rest waits nothing is taken from the outbox, so that a slow reader's frames are replaced there, and the poller is asked to tell
 * when the socket takes more. Frames are sent from the shared bytes; copied is only what the socket took half of.
 * Ends   `bye` is followed by a close frame; then what the client still says is heard until it closes too, for two seconds at most, since closing
 *        a socket that has unread bytes would reset it and lose the bye. Who breaks RFC 6455 is not understood any more, but heard.
 * Pings  of a client are messages as far as stream.message_rate goes; the last one is answered.
 * Threads the service thread's alone.
 */
#include "server/client.h"
#include "server/framing.h"

typedef enum pd_srv_wire_state {
    PD_SRV_WIRE_OPEN,
    PD_SRV_WIRE_SAID, /* our close frame is out or in the rest: the client's is waited for */
    PD_SRV_WIRE_DONE  /* both are: closed when the rest is sent                            */
} pd_srv_wire_state;

typedef struct pd_srv_wire {
    int fd, poller;
    size_t index; /* in the service thread's list */
    pd_srv_client *client;
    pd_srv_wire_state state;
    pd_srv_reader reader;
    pd_buffer rest; /* the first `sent` bytes of it are out */
    size_t sent;
    int choked, wants_out, ping_due, pong_due, deaf;
    unsigned char pong[PD_SRV_CONTROL_BYTES];
    size_t pong_size;
    int64_t ends_us; /* 0: not yet. Since bye or a close, and two seconds */
} pd_srv_wire;

/* Takes the socket over, whose whole request head is still unread and was judged good: answers it. NULL when that cannot be done; the
 * socket is closed then. */
pd_srv_wire *pd_srv_wire_open(int fd, int poller, pd_srv_client *client, pd_buffer *scratch);
/* Closes it; the session stays for its resume window. */
void pd_srv_wire_close(pd_srv_wire *wire, int64_t now_us);

/* -1: it has to be closed. scratch: the thread's, any content. */
int pd_srv_wire_read(pd_srv_wire *wire, pd_buffer *scratch, int64_t now_us);
/* What is due, as far as the socket takes it. */
int pd_srv_wire_write(pd_srv_wire *wire, int64_t now_us);
int pd_srv_wire_is_due(const pd_srv_wire *wire); /* 1: _write has something to do */
/* Now and then: silence, stats, ends. */
int pd_srv_wire_look(pd_srv_wire *wire, int64_t now_us);

#endif
