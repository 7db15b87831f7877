#ifndef PD_SERVER_BASE_METRICS_H
#define PD_SERVER_BASE_METRICS_H
/* Counters and histograms of the daemon, as Prometheus text (GET /metrics). docs/guide/operations.md lists
 * every metric.
 *
 * Threads  counters and histograms are relaxed atomics: any thread adds to them without a lock. Other parts
 *          (queue, models, connections) append their own metrics to the text when it is requested.
 */
#include "core/base/buffer.h"
#include "server/base/trace.h"

#include <stddef.h>
#include <stdint.h>

typedef struct pd_srv_metrics pd_srv_metrics;

/* Returns NULL when allocation fails. */
pd_srv_metrics *pd_srv_metrics_new(void);
void pd_srv_metrics_free(pd_srv_metrics *metrics);

/* Counts an answered request. route: static text that is compared by address; NULL: no route matched.
 * in_bytes, out_bytes: sizes of the bodies. trace: the request's span; when it is sampled, it becomes the
 * exemplar of its bucket of posed_request_seconds. NULL: none. */
void pd_srv_metrics_request(pd_srv_metrics *metrics, const char *route, int status, int64_t took_us,
                            size_t in_bytes, size_t out_bytes, const pd_srv_trace_context *trace);
/* Counts the time that a job waited in the queue. */
void pd_srv_metrics_waited(pd_srv_metrics *metrics, int64_t us);
/* Counts a batch. work: a pd_api_work. weight: bodies or problems in the batch. */
void pd_srv_metrics_batch(pd_srv_metrics *metrics, int work, int jobs, int weight, int64_t took_us);
/* Counts a batch's processor time, as estimated from its requests and as measured. */
void pd_srv_metrics_cost(pd_srv_metrics *metrics, int work, double estimated_ms, double measured_ms);

/* Plain counters, one row each: identifier, name of the metric, help text. */
#define PD_SRV_COUNTERS(X)                                                                                   \
    X(connections_accepted, "posed_connections_accepted_total", "Connections accepted.")                     \
    X(connections_refused, "posed_connections_refused_total", "Connections answered 503 at the limit.")      \
    X(heads_slow, "posed_heads_slow_total", "Connections closed because their headers came too slowly.")     \
    X(heads_long, "posed_heads_long_total", "Requests answered 414 or 431: target or headers too long.")     \
    X(heads_bad, "posed_heads_bad_total",                                                                    \
      "Connections closed because a request was not framed as RFC 9112 says.")                               \
    X(bodies_slow, "posed_bodies_slow_total", "Requests answered 408 because their body came too slowly.")   \
    X(replies_slow, "posed_replies_slow_total",                                                              \
      "Connections closed because their reply was read too slowly.")                                         \
    X(upgrades, "posed_upgrades_total", "Requests to upgrade to a WebSocket.")                               \
    X(aborted, "posed_requests_aborted_total",                                                               \
      "Requests whose client disconnected before the reply was sent.")                                       \
    X(cancelled, "posed_requests_cancelled_total",                                                           \
      "Requests whose computation was stopped, because their client had disconnected or drain_timeout was "  \
      "over.")                                                                                               \
    X(rate_limited, "posed_rate_limited_total", "Requests answered 429 because of their rate.")              \
    X(forwarded_unknown, "posed_forwarded_unknown_total",                                                    \
      "Requests from trusted proxies whose access.forwarded_header names no client; they count as requests " \
      "of the proxy.")                                                                                       \
    X(unauthorized, "posed_unauthorized_total", "Requests answered 401 or 403 for their key.")               \
    X(reply_cache_hits, "posed_reply_cache_hits_total",                                                      \
      "Requests answered with a reply that was stored (limits.reply_cache).")                                \
    X(reply_cache_stored, "posed_reply_cache_stored_total",                                                  \
      "Replies that were stored because they took long to compute (limits.reply_cache).")                    \
    X(queue_full, "posed_queue_full_total", "Requests answered 503 because the queue was full.")             \
    X(client_full, "posed_client_full_total",                                                                \
      "Requests answered 429 because their client already had half of the work that may wait.")              \
    X(refused_early, "posed_refused_early_total",                                                            \
      "Requests answered 503 before their body was read, because their client did not wait for "             \
      "Retry-After.")                                                                                        \
    X(reloads_good, "posed_reloads_total", "Model files that were loaded again by a reload.")                \
    X(reloads_bad, "posed_reload_failures_total",                                                            \
      "Failed reloads of model files, and of configurations with their keys; the old ones stay in use.")

typedef enum pd_srv_counter {
#define PD_SRV_COUNTER_ENUM(field, name, help) PD_SRV_COUNT_##field,
    PD_SRV_COUNTERS(PD_SRV_COUNTER_ENUM)
#undef PD_SRV_COUNTER_ENUM
        PD_SRV_COUNTER_COUNT
} pd_srv_counter;
/* Adds 1 to a counter. */
void pd_srv_metrics_count(pd_srv_metrics *metrics, pd_srv_counter counter);
/* Returns the value of a counter. */
uint64_t pd_srv_metrics_counted(const pd_srv_metrics *metrics, pd_srv_counter counter);

/* Appends all counters and histograms to out. Exemplars stand behind their buckets as in OpenMetrics;
 * api/service/openmetrics.h takes them away for readers of the older format. */
void pd_srv_metrics_write(pd_srv_metrics *metrics, pd_buffer *out);

/* For other parts that append to the text: write one metric without labels, with HELP and TYPE. */
void pd_srv_metrics_counter(pd_buffer *out, const char *name, const char *help, uint64_t value);
void pd_srv_metrics_gauge(pd_buffer *out, const char *name, const char *help, double value);
/* Writes HELP and TYPE alone; the caller appends the samples. */
void pd_srv_metrics_head(pd_buffer *out, const char *name, const char *type, const char *help);

#endif
