#ifndef PD_SERVER_STREAM_CLIENT_H
#define PD_SERVER_STREAM_CLIENT_H
/* One client of the stream: decodes, checks and carries out its messages, and puts replies into its outbox.
 *
 *     open -> welcome by `join` -> spawn, input, follow, look, profile, ping, despawn ... -> leave, or the
 *     socket closes
 *
 * A wrong message is answered by `error` with code, pointer, detail and the message's ref; other clients are
 * not affected. A stream that cannot go on (too many messages, silence, the server stops) ends with `bye`:
 * the reason, whether to reconnect, and a WebSocket close code.
 *
 * Threads  the service thread only; the outbox is shared with the stage.
 */
#include "server/base/heap.h"
#include "server/base/log.h"
#include "server/base/rate.h"
#include "server/base/settings.h"
#include "server/cluster/cluster.h"
#include "server/stream/outbox.h"
#include "server/stage/stage.h"

#include <stdbool.h>

typedef struct pd_srv_relays pd_srv_relays;   /* relay.h */
typedef struct pd_srv_watcher pd_srv_watcher; /* relay.h */

/* Objects that clients use. All of them must outlive the clients. */
typedef struct pd_srv_client_deps {
    const pd_srv_config *config;
    const pd_api_host *host; /* provides the models that `welcome` lists */
    pd_srv_log *log;
    pd_srv_heap *heap;
    pd_srv_stage *stage;
    pd_srv_rate *messages; /* rates of messages, over all streams of a client */
    pd_srv_cluster *const
        *cluster;          /* other daemons, whose sessions clients may resume; NULL or at NULL: none */
    pd_srv_relays *relays; /* relays for watchers of sessions of other daemons; NULL: none */
} pd_srv_client_deps;

typedef struct pd_srv_client {
    const pd_srv_client_deps *deps;
    pd_srv_identity who;  /* API key or ticket of the client                                         */
    uint64_t owner;       /* client number that owns its sessions (pd_srv_identity_client)           */
    uint64_t keys_serial; /* serial of the settings whose keys `who` was last checked with; 0: not yet */
    char address[48];     /* address as text                                                         */
    /* membership in a session; NULL before `join` */
    pd_srv_subscriber *subscriber;
    pd_srv_outbox outbox; /* messages to be written, from the stage and from this client             */
    int64_t opened_us;    /* time of the opening                                                     */
    int64_t heard_us;     /* time of the last frame from the client                                  */
    int64_t pinged_us;    /* time of the last keep-alive ping                                        */
    int64_t counted_us;   /* time of the last update of `allowance`                                  */
    /* time at which the socket last received bytes, including pings that the library hides (reception.h) */
    int64_t received_us;
    bool is_idle;        /* true: `bye` was sent for stream.idle_timeout, and probably no one reads it */
    int64_t asked_us;    /* time of the ping that tests whether the client reads; before heard_us: answered */
    double allowance;    /* tokens of stream.message_rate                                           */
    double round_trip;   /* round trip of the last ping, seconds; 0: none yet                       */
    int close_code;      /* not 0: `bye` was sent; a close frame with this code follows the texts   */
    char close_text[64]; /* reason in the close frame                                               */
    pd_srv_watcher *watcher;   /* membership in a session of another daemon; NULL: none */
    pd_api_profile profile;    /* profile that a relaying daemon sent before its `join`; divisor 0: none */
    pd_srv_takeover *takeover; /* session of another daemon that the client resumes; NULL: none */
    /* Fields and ref of the `join` that waits for the takeover. */
    pd_api_join waiting;
    char ref[PD_API_REF_BYTES];
    /* Messages that wait because the first of them needs a model that is being loaded: held_head and bytes of
     * each, in order of arrival. */
    pd_buffer held;
    unsigned warned; /* bits 1 << pd_api_message_type: a message of that type was answered by `warned` */
    uint64_t messages, errors; /* messages received; messages answered by `error`                         */
} pd_srv_client;

/* Creates a client. Returns NULL when allocation fails. */
pd_srv_client *pd_srv_client_open(const pd_srv_client_deps *deps, const pd_srv_identity *who,
                                  const char *address, int64_t now_us);
/* Frees a client whose socket is gone. Its session waits for stream.resume_window to be resumed. */
void pd_srv_client_close(pd_srv_client *client, int64_t now_us);
/* Handles one complete message. A message that needs a model on disk waits until it is loaded, and so do
 * those behind it. */
void pd_srv_client_message(pd_srv_client *client, const void *bytes, size_t size, int is_binary,
                           int64_t now_us);
/* For stream.message_rate a message counts once, and once more
 * for each multiple of this many bytes that it has. */
#define PD_SRV_MESSAGE_BYTES 4096
/* Smallest number of bytes with which a message counts for stream.owner_message_bytes. */
#define PD_SRV_MESSAGE_LEAST 64
/* Counts a fragment that does not end a message, or a control frame, as one message for the rate. */
void pd_srv_client_frame(pd_srv_client *client, int64_t now_us);
/* Handles a pong that answers this server's ping; it counts as a frame. round_trip: seconds. */
void pd_srv_client_pong(pd_srv_client *client, double round_trip, int64_t now_us);
/* Returns 1 when frames may be sent. Bytes that were acknowledged may still lie unread in the client's
 * kernel, which can hold hundreds of frames; only a message shows that the client reads. Sets *ping when the
 * client was silent for 150 ms. Returns 0 from 130 ms plus two round trips after that ping until the client
 * is heard again. */
int pd_srv_client_reads(pd_srv_client *client, int64_t now_us, int *ping);
/* Answers a `join` that waited for a session of another daemon, when that is decided, and handles messages
 * that waited for a model. Call it after a wake. */
void pd_srv_client_go_on(pd_srv_client *client);
/* Lets a client watch a session of this stage that a relay served before. welcome: receives the message
 * `welcome`, which is not sent. */
pd_status pd_srv_client_come_home(pd_srv_client *client, const char *session, const char *ref,
                                  const pd_api_profile *profile, pd_buffer *welcome, pd_error *err);
/* Checks whether the client may watch a session of another daemon. NULL: there is none. */
pd_status pd_srv_client_may_watch(const pd_srv_client *client, const char *session,
                                  const pd_srv_watchable *watchable, pd_error *err);
/* Answers a message by `error`. */
void pd_srv_client_refuse(pd_srv_client *client, const char *ref, const pd_error *err);
/* Checks for silence and for an overflowed outbox, and sends `stats` when due. Call it several times a
 * second. Returns true when a ping is due. */
bool pd_srv_client_poll(pd_srv_client *client, int64_t now_us);
/* Sends the `bye` of a server that stops: `moved` when the client's session is on another daemon, else
 * `shutting_down`. */
void pd_srv_client_farewell(pd_srv_client *client);
/* Handles the move of the client's session to another daemon. A watcher stays connected and is served over a
 * relay. An owner gets `bye` with reason `moved`, and so does a watcher that cannot be relayed, unless this
 * daemon stops (pd_srv_client_hears_later). Does nothing when the session has not moved. */
void pd_srv_client_follow(pd_srv_client *client, int64_t now_us);
/* Returns true when this daemon stops and the client watches a session of another daemon: such clients get
 * `moved` one after the other (farewell.h). Daemons that watch for their own clients get it at once, so the
 * result is false for them. */
bool pd_srv_client_hears_later(const pd_srv_client *client);
/* Sends `bye` with a reason of docs/reference/stream.md. come_back: seconds after which the client may
 * reconnect; negative: it should not. */
void pd_srv_client_bye(pd_srv_client *client, int close_code, const char *reason, double come_back,
                       const char *detail);

#endif
