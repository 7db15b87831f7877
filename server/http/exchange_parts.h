#ifndef PD_SERVER_HTTP_EXCHANGE_PARTS_H
#define PD_SERVER_HTTP_EXCHANGE_PARTS_H
/* An exchange and the parts of its way from the request line to the log line. Only exchange*.c include
 * this header.
 *
 *     exchange        opens an exchange, gives each callback of libmicrohttpd to its part, and ends the
 *                     exchange
 *     exchange_head   the header fields: host, access, rate, origin, expectation
 *     exchange_body   the bytes of the body, within its limits of size, time and memory
 *     exchange_work   decodes the request and submits what takes long to a worker; caches of replies
 *     exchange_reply  gives the reply to libmicrohttpd, whole or in parts
 *     exchange_note   metrics, trace and log lines at the end
 *
 * How an exchange moves through its states (pd_srv_exchange_enter checks each step):
 *
 *     OPENED -> BODY -> SENDING                                  answered by the http thread
 *               BODY -> DECODING -> READY -> SENDING             decoded, and perhaps answered, by a worker
 *               BODY [-> DECODING] -> COMPUTING -> READY -> SENDING
 *                                                      SENDING -> MAKING_PART -> SENDING ...   a long reply
 *               BODY -> DROPPED                                  answered on the bare socket
 *               BODY, READY -> GONE                              the client has left
 *
 * Threads  the http thread of the connection, except in DECODING, COMPUTING and MAKING_PART, in which a
 *          worker has the exchange. The connection is suspended then, so libmicrohttpd makes no callback,
 *          and resuming it makes what the worker wrote visible.
 */
#include "server/http/forwarded.h"
#include "server/http/http.h"
#include "server/http/refusal.h"

#include <microhttpd.h>
#include <stdbool.h>
#include <stdint.h>

/* Estimated cost of a body up to this size is light work; decoding of a longer one never is. */
#define PD_SRV_READ_LIGHT_BYTES (64u << 10)
/* Size of a body's first buffer. Bodies up to this size are counted
 * in the memory account but never refused. */
#define PD_SRV_FIRST_BODY_BYTES (64u << 10)
/* Number of header fields that hold a list: rows of each_header that are JOINED. */
#define PD_SRV_LISTS_MAX        11

/* Header fields of a request. The texts live in libmicrohttpd's memory
 * until the request is completed. NULL: absent. */
typedef struct pd_srv_request_fields {
    const char *accept;
    const char *accept_encoding;
    const char *content_type;
    const char *content_encoding;
    const char *if_none_match;
    const char *if_match;
    const char *origin;
    const char *host;
    const char *range;
    const char *if_range;
    const char *authorization;
    const char *request_id;
    const char *content_length;
    const char *transfer_encoding;
    const char *expect;
    const char *upgrade;
    const char *wanted_method;  /* Access-Control-Request-Method */
    const char *wanted_headers; /* Access-Control-Request-Headers */
    const char *forwarded_proto;
    const char *protocol_version; /* MCP-Protocol-Version */
    const char *forwarded_host;
    const char *forwarded_prefix;
    const char *fetch_site;
    const char *traceparent;
    const char *idempotency_key;
    pd_srv_forwarded forwarded;
    char *joined[PD_SRV_LISTS_MAX]; /* lists that came in several fields; NULL: free place */
    /* Name and values of the first field that may occur once and occurs twice; NULL: there is none. */
    const char *twice;
    const char *first;
    const char *second;
} pd_srv_request_fields;

/* State of an exchange. */
typedef enum pd_srv_exchange_state {
    PD_SRV_EXCHANGE_OPENED, /* the request line has arrived, the header fields have not */
    /* bytes of the body arrive; with `own` set they are dropped, and `own` is sent after them */
    PD_SRV_EXCHANGE_BODY,
    /* a worker decodes the request, so decoding may wait for a model; no reply and no call yet */
    PD_SRV_EXCHANGE_DECODING,
    PD_SRV_EXCHANGE_COMPUTING, /* a worker runs the call, whose reply is not complete */
    /* the worker has finished: `own` or `call` has the reply, or there was no memory for one */
    PD_SRV_EXCHANGE_READY,
    PD_SRV_EXCHANGE_SENDING, /* libmicrohttpd has the reply of `own` or `call` */
    /* a worker makes the next part of the call's reply, which is sent in parts */
    PD_SRV_EXCHANGE_MAKING_PART,
    /* the server has answered on the bare socket, or the watcher has ended the connection */
    PD_SRV_EXCHANGE_DROPPED,
    PD_SRV_EXCHANGE_GONE, /* the client had gone before its answer */
    PD_SRV_EXCHANGE_STATES
} pd_srv_exchange_state;

/* A request and its reply. */
typedef struct pd_srv_exchange {
    const pd_srv_http_deps *deps;
    const pd_srv_settings *settings; /* settings of this request, also after a reload */
    struct MHD_Connection *mhd;
    pd_srv_connection *connection;
    pd_srv_exchange_state state; /* changed by pd_srv_exchange_enter alone */
    int64_t start_us;

    /* The request. */
    char method[16];
    char *path;                       /* in target */
    char *query;                      /* in target; NULL: none */
    char prefix[PD_SRV_PREFIX_BYTES]; /* value of X-Forwarded-Prefix; "": none */
    /* Authority of a target "http://AUTHORITY/path", used in place of Host; NULL for a plain path. */
    char *authority;
    pd_srv_request_fields in;
    pd_srv_identity who;
    uint64_t client; /* hash of the client's address, also behind trusted proxies */
    pd_api_match match;
    bool expects_continue; /* the client waits for `100 Continue` before it sends its body */

    /* The body. */
    pd_buffer body;
    size_t received;  /* bytes that have arrived */
    size_t body_held; /* bytes counted for the body (BODIES of the memory account) */
    int64_t body_start_us;

    /* The work. */
    pd_api_call *call; /* the decoded request; NULL: not decoded */
    pd_srv_job job;
    pd_cancel cancel; /* cancel flag of the job if there is no `connection` */

    /* The reply. */
    /* Reply in place of the call's: a refusal, a 304 from not_modified, or a reply from replays or the
     * reply cache; else NULL. */
    pd_api_reply *own;
    /* Reply from the reply cache, to whose bytes the body of `own` points; else NULL. */
    pd_srv_kept_reply *kept;
    pd_srv_reply_context context;
    int status;          /* status of the reply; 0: none yet */
    size_t sent;         /* bytes of the body given to libmicrohttpd */
    size_t part_sent;    /* bytes that were sent of the part in the reply's body */
    size_t part_held;    /* bytes counted for libmicrohttpd's buffer of a part of the reply (CALLS) */
    int64_t answered_us; /* time at which libmicrohttpd got the reply; 0: not yet */

    /* Contexts of this request's span and of the caller's; zeroed without tracing. */
    pd_srv_trace_context trace;
    pd_srv_trace_context parent;

    char target[]; /* of the request line; path, query and authority point into it */
} pd_srv_exchange;

/* -- exchange.c -- */

/* Enters a state. Checks that it may follow the present one, and what `own` and `call` must be in it. */
void pd_srv_exchange_enter(pd_srv_exchange *ex, pd_srv_exchange_state next);
/* Returns the number of the client for rates, quotas and queues: that of its key, or of its address. */
uint64_t pd_srv_exchange_client(const pd_srv_exchange *ex);
/* Returns the flag by which the job of this exchange is cancelled. */
pd_cancel *pd_srv_exchange_cancel(pd_srv_exchange *ex);
/* Makes `own` a refusal with this status. Leaves `own` NULL when out of memory. */
void pd_srv_exchange_refuse(pd_srv_exchange *ex, int status, const char *detail);
/* Adds a header field to a reply if there is room. NULL is allowed. */
void pd_srv_exchange_add_header(pd_api_reply *reply, const char *name, const char *value);
/* Adds Retry-After to a reply. NULL is allowed. */
void pd_srv_exchange_add_retry(pd_api_reply *reply, int seconds);

/* -- exchange_head.c -- */

/* Handles a request whose head is complete: checks host, address, access and origin, and prepares to
 * receive the body. */
enum MHD_Result pd_srv_exchange_begin(pd_srv_exchange *ex, const char *method, const char *version);
/* Returns whether the request is a browser's question whether a page
 * of another origin may send a request (CORS). */
bool pd_srv_exchange_is_preflight(const pd_srv_exchange *ex);
/* Returns whether the request is `OPTIONS *`, which concerns the whole server. */
bool pd_srv_exchange_is_for_server(const pd_srv_exchange *ex);

/* -- exchange_body.c -- */

/* Takes the next bytes of a body, within the limits of its size and of memory. */
enum MHD_Result pd_srv_exchange_collect(pd_srv_exchange *ex, const char *upload, size_t *upload_size);
/* Counts `bytes` of a growing body in the memory account. The first 64 KiB are never refused, so that
 * short bodies are read even when long ones fill the account. Returns false if the body is refused; the
 * rest of it is then read and dropped. */
bool pd_srv_exchange_hold_body(pd_srv_exchange *ex, size_t bytes);
/* Returns the body's buffer to the cache and its bytes to the memory account. */
void pd_srv_exchange_drop_body(pd_srv_exchange *ex);
/* Sets the deadline of the body: limits.body_timeout, extended for a fast sender, and limited by
 * limits.body_min_rate. */
void pd_srv_exchange_enter_body(pd_srv_exchange *ex);
/* Returns the seconds that a client must wait before it may send a body of this length; 0: the body is
 * read. The client waits if the server refused it a body of this length before and still has no room. */
int pd_srv_exchange_find_refused(pd_srv_exchange *ex, size_t body_bytes);
/* Refuses a request with 503 before its body is read, on the bare socket. */
enum MHD_Result pd_srv_exchange_refuse_early(pd_srv_exchange *ex, int seconds);
/* Refuses a body that is longer than limits.body_bytes, on the bare socket. */
enum MHD_Result pd_srv_exchange_refuse_large(pd_srv_exchange *ex);
/* Writes the refusal in `own` directly to the socket while the client may still be sending its body, and
 * drops the connection. libmicrohttpd would close it with unread bytes; that resets the connection, and
 * the client might never read the answer. */
enum MHD_Result pd_srv_exchange_refuse_on_socket(pd_srv_exchange *ex);

/* -- exchange_work.c -- */

/* Returns the request for the api, with the bytes of its body that have arrived. */
pd_api_request pd_srv_exchange_request(const pd_srv_exchange *ex);
/* Handles a request whose body is complete: answers it here, or submits it to a worker. */
enum MHD_Result pd_srv_exchange_finish(pd_srv_exchange *ex);
/* Submits the job of the next part of the reply. Called by the http thread,
 * while the connection is suspended. */
void pd_srv_exchange_submit_part(pd_srv_exchange *ex);

/* -- exchange_reply.c -- */

/* Gives a reply to libmicrohttpd. The body is not copied, so it must stay until the exchange is completed. */
enum MHD_Result pd_srv_exchange_answer(pd_srv_exchange *ex, pd_api_reply *reply);
/* Answers with the server's own refusal, or with the call's reply. */
enum MHD_Result pd_srv_exchange_answer_made(pd_srv_exchange *ex);

/* -- exchange_note.c -- */

/* Counts the finished exchange in the metrics and writes the audit and access lines of the log. */
void pd_srv_exchange_note(pd_srv_exchange *ex, bool aborted);

#endif
