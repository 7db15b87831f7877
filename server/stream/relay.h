#ifndef PD_SERVER_STREAM_RELAY_H
#define PD_SERVER_STREAM_RELAY_H
/* Relays: serve watchers of sessions that other daemons have. All watchers here of one session with one
 * profile share one connection to the daemon that has the session, the owner.
 *
 *     search     Redis says which daemon has the session and who may watch it (server/cluster/locate.h). This
 *                daemon checks its watchers
 *     connect    a WebSocket to the owner, which trusts it by the secret of its own entry in Redis. One
 *                `join` for each watcher, whose `welcome` is passed on
 *     pass on    frames and texts of the session, unchanged, to every watcher. A frame has one copy in memory
 *     follow     when the connection ends, or is silent while Redis names another daemon, the session is
 *                searched again. Watchers notice a gap; what was spawned meanwhile is announced to them. They
 *                join the stage when the session has come to this daemon. Watchers of a session that moves
 *                from this daemon to another are relayed from then on, also while this daemon stops, until
 *                ws.h tells them to reconnect
 *
 * A search fails for a new watcher after the lease and PD_SRV_RELAY_PATIENCE_US. A watcher that was served
 * waits as long as Redis knows the session.
 *
 * This part knows no socket: pd_srv_relay_ops searches, opens and closes connections (relay_line.h), which
 * report what happens through pd_srv_relay_opened, _text, _frame and _lost.
 *
 * Threads  the service thread of ws.h only; _metrics: any.
 * Limits   cluster.relays connections; cluster.relay_bytes a message.
 */
#include "core/base/size.h"
#include "server/stream/client.h"

#define PD_SRV_RELAY_PATIENCE_US PD_SRV_SECOND

typedef struct pd_srv_relay pd_srv_relay;

/* Callbacks through which relays use the cluster and the network. */
typedef struct pd_srv_relay_ops {
    /* Searches a session. Begins a search if *search is NULL. Returns WAITS while the search is under way;
     * then writes the result to *out and sets *search to NULL. */
    pd_srv_search_state (*look)(void *ctx, pd_srv_search **search, pd_srv_location *out, const char *session);
    /* Begins to connect. Returns the connection, or NULL. Must not report anything before it returns. */
    void *(*open)(void *ctx, pd_srv_relay *relay, const pd_srv_location *to);
    /* Called when texts wait in pd_srv_relay_out. */
    void (*wake)(void *ctx, void *line);
    /* Closes a connection. It reports no more events. */
    void (*close)(void *ctx, void *line);
    void *ctx;
} pd_srv_relay_ops;

/* Starts without a connection. NULL: out of memory. */
pd_srv_relays *pd_srv_relays_new(const pd_srv_client_deps *deps, const pd_srv_relay_ops *ops);
/* Closes all connections and frees the relays. All watchers must have left. NULL is allowed. */
void pd_srv_relays_free(pd_srv_relays *relays);
/* Handles the results of searches, and closes connections without watchers. Call it after a wake and several
 * times a second. */
void pd_srv_relays_poll(pd_srv_relays *relays, int64_t now_us);
/* Appends the metrics as Prometheus text. */
void pd_srv_relays_metrics(pd_srv_relays *relays, pd_buffer *out);

/* Lets a client watch a session that the stage does not have. The answer to its `join` comes later. ref: of
 * the `join`; "": none. ERR_NOT_FOUND when the text is no id of a session, ERR_MEMORY. */
pd_status pd_srv_relays_watch(pd_srv_relays *relays, pd_srv_client *client, const char *session,
                              const char *ref, int64_t now_us, pd_error *err);
/* Lets a client, whose session has moved from this stage to another daemon, go on watching it. ERR_MEMORY. */
pd_status pd_srv_relays_follow(pd_srv_relays *relays, pd_srv_client *client, const pd_srv_moved *moved,
                               int64_t now_us, pd_error *err);
/* Sets the profile of a watcher. Until frames of that profile arrive, those of the profile before continue.
 * ERR_INVALID for compact frames, which a relay does not pass on; ERR_MEMORY. */
pd_status pd_srv_relays_profile(pd_srv_relays *relays, pd_srv_client *client, const pd_api_profile *profile,
                                pd_error *err);
/* Ends a client's watching. A client that does not watch through a relay is allowed. */
void pd_srv_relays_leave(pd_srv_client *client);
/* Returns true when the client got its `welcome`. */
bool pd_srv_watcher_is_served(const pd_srv_watcher *watcher);

/* Returns true when the client's frames come from another daemon now. */
bool pd_srv_watcher_is_fed(const pd_srv_watcher *watcher);

/* For the connection: texts to be sent. */
pd_srv_outbox *pd_srv_relay_out(pd_srv_relay *relay);
/* For the connection: it is open; texts can be sent. */
void pd_srv_relay_opened(pd_srv_relay *relay, int64_t now_us);
/* For the connection: a text or a frame has arrived. */
void pd_srv_relay_text(pd_srv_relay *relay, pd_bytes text, int64_t now_us);
void pd_srv_relay_frame(pd_srv_relay *relay, pd_bytes frame, int64_t now_us);
/* For the connection: it has ended. It is not used any more. */
void pd_srv_relay_lost(pd_srv_relay *relay, int64_t now_us);

#endif
