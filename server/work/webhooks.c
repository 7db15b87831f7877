#include "server/work/webhooks.h"

#include "config/version.h"
#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/identity/curl_library.h"
#include "server/base/metrics.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>

#define LONGEST_WAIT_US (3600 * PD_SRV_SECOND)
#define IDLE_MS         60000
#define ID_BYTES        80
#define STATUS_GONE     410
#define IDS_BYTES       512 /* ids in the line of the log about webhooks that were not delivered */

typedef struct message {
    char id[ID_BYTES];
    uint64_t owner;
    char *url;
    pd_buffer body;
    int attempts;   /* attempts that were begun */
    int64_t due_us; /* time of the next attempt */
    CURL *easy;     /* attempt under way; NULL: the message waits. Only the thread uses the fields below */
    struct curl_slist *headers;
    pd_srv_webhook_target target;
    const pd_srv_settings *settings; /* held during the attempt */
    size_t reply_bytes;
    bool is_unreachable; /* an address was refused */
    char reason[CURL_ERROR_SIZE];
    struct message *next;
} message;

struct pd_srv_webhooks {
    const pd_srv_config *config;
    pd_srv_log *log;
    pthread_mutex_t lock;
    pthread_t thread;
    bool is_running, is_stopping;
    const pd_srv_curl *curl; /* NULL before the first message */
    CURLM *multi;
    message *first; /* oldest message */
    int count;
    size_t bytes;
    uint64_t delivered, failed, dropped, attempts;
};

/* ---- messages ---- */

static void free_message(message *m)
{
    PD_ASSERT(!m->easy && !m->settings);
    free(m->url);
    pd_buffer_deinit(&m->body);
    free(m);
}

/* Removes a message from the list and frees it. Called with the lock. */
static void drop_webhooks(pd_srv_webhooks *w, message *m)
{
    message **at = &w->first;
    while (*at != m) at = &(*at)->next;
    *at = m->next;
    w->count--;
    w->bytes -= m->body.size;
    free_message(m);
}

/* Ends an attempt: frees its libcurl objects. */
static void end_attempt(pd_srv_webhooks *w, message *m)
{
    if (m->easy) {
        w->curl->multi_remove_handle(w->multi, m->easy);
        w->curl->easy_cleanup(m->easy);
    }

    w->curl->slist_free_all(m->headers);
    if (m->settings) pd_srv_settings_let_go(m->settings);
    m->easy = NULL;
    m->headers = NULL;
    m->settings = NULL;
}

/* ---- an attempt ---- */

/* Makes the socket if webhooks may be sent to its address. libcurl calls it after it has resolved the name,
 * so the address is the one that is used. */
static curl_socket_t open_socket(void *arg, curlsocktype purpose, struct curl_sockaddr *address)
{
    message *m = arg;
    const struct sockaddr_in *v4 = (const void *)&address->addr;
    const struct sockaddr_in6 *v6 = (const void *)&address->addr;
    const bool is_v6 = address->family == AF_INET6;

    if (purpose != CURLSOCKTYPE_IPCXN || (!is_v6 && address->family != AF_INET)) return CURL_SOCKET_BAD;
    if (!pd_srv_webhook_policy_reaches(m->settings->webhooks, &m->target, is_v6,
                                       is_v6 ? (const void *)&v6->sin6_addr : (const void *)&v4->sin_addr)) {
        m->is_unreachable = true;
        return CURL_SOCKET_BAD;
    }

    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* Counts the bytes of the reply, headers and body, and ends the attempt when they are too many. Only the
 * status of a reply is used. */
static size_t read_reply(char *bytes, size_t size, size_t count, void *arg)
{
    message *m = arg;
    (void)bytes;
    m->reply_bytes += size * count;
    return m->reply_bytes <= PD_SRV_WEBHOOKS_REPLY_BYTES ? size * count : 0;
}

/* Appends "name: value"; value NULL: "name:", which leaves out a header of libcurl's own. Returns false when
 * out of memory. */
static bool add_header(const pd_srv_curl *curl, struct curl_slist **list, const char *name, const char *value)
{
    pd_buffer line = {0};

    pd_buffer_printf(&line, "%s:%s%s", name, value ? " " : "", value ? value : "");
    pd_buffer_add(&line, "", 1);
    struct curl_slist *longer = line.failed ? NULL : curl->slist_append(*list, (char *)line.data);
    pd_buffer_deinit(&line);
    if (longer) *list = longer;

    return longer != NULL;
}

/* Adds the headers of this attempt, with its time and its signature. */
static bool add_headers(const pd_srv_curl *curl, message *m)
{
    const int64_t now = pd_srv_wall_s();
    const pd_bytes body = {m->body.data, m->body.size};
    char timestamp[24];
    pd_buffer signature = {0};

    snprintf(timestamp, sizeof timestamp, "%lld", (long long)now);
    pd_srv_webhook_sign(&signature, pd_srv_webhook_policy_keys(m->settings->webhooks), m->id, now, body);
    pd_buffer_add(&signature, "", 1);
    const bool good = !signature.failed &&
                      add_header(curl, &m->headers, "Content-Type", "application/json") &&
                      add_header(curl, &m->headers, "webhook-id", m->id) &&
                      add_header(curl, &m->headers, "webhook-timestamp", timestamp) &&
                      add_header(curl, &m->headers, "webhook-signature", (char *)signature.data) &&
                      add_header(curl, &m->headers, "Expect", NULL);
    pd_buffer_deinit(&signature);

    return good;
}

/* Hands a message to libcurl. Returns false when the attempt could not be begun;
 * m->reason receives the reason. */
static bool begin_attempt(pd_srv_webhooks *w, message *m)
{
    pd_error err = {0};

    m->attempts++;
    m->reply_bytes = 0;
    m->is_unreachable = false;
    *m->reason = 0;
    m->settings = pd_srv_settings_hold(w->config);
    if (pd_srv_webhook_policy_check(&m->target, m->settings->webhooks, m->url, &err)) {
        m->is_unreachable = true;
        snprintf(m->reason, sizeof m->reason, "%.200s", err.detail);
        return false;
    }

    CURL *easy = m->easy = w->curl->easy_init();
    const pd_cfg *cfg = &m->settings->cfg;
    bool good = easy && add_headers(w->curl, m);
#define SET(option, value) good = good && !w->curl->easy_setopt(easy, option, value)
    SET(CURLOPT_URL, m->url);
    SET(CURLOPT_PROTOCOLS_STR, "http,https"); /* the policy has checked which of them */
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_PROXY, "");
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_QUICK_EXIT, 1L); /* a stopping daemon does not wait for a name server */
    SET(CURLOPT_FORBID_REUSE, 1L);
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    SET(CURLOPT_TIMEOUT_MS, (long)(cfg->webhooks_timeout * 1000));
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);

    if (*cfg->webhooks_ca_file) SET(CURLOPT_CAINFO, cfg->webhooks_ca_file);
    SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    SET(CURLOPT_OPENSOCKETDATA, m);
    SET(CURLOPT_WRITEFUNCTION, read_reply);
    SET(CURLOPT_WRITEDATA, m);
    SET(CURLOPT_HEADERFUNCTION, read_reply);
    SET(CURLOPT_HEADERDATA, m);
    SET(CURLOPT_ERRORBUFFER, m->reason);
    SET(CURLOPT_PRIVATE, m);
    SET(CURLOPT_HTTPHEADER, m->headers);
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)m->body.size);
    SET(CURLOPT_POSTFIELDS, m->body.data);
#undef SET
    char agent[64];
    snprintf(agent, sizeof agent, "posed/%s", pd_cfg_version_text());
    good = good && !w->curl->easy_setopt(easy, CURLOPT_USERAGENT, agent) &&
           !w->curl->multi_add_handle(w->multi, easy);

    if (!good) snprintf(m->reason, sizeof m->reason, "out of memory");

    return good;
}

int64_t pd_srv_webhooks_delay_us(double retry_seconds, int attempt, double random, int64_t retry_after)
{
    PD_ASSERT(attempt >= 1 && random >= 0 && random <= 1);
    int64_t wait = pd_srv_seconds_us(retry_seconds);
    for (int i = 1; i < attempt && wait < LONGEST_WAIT_US; i++) wait *= 4;
    wait = (int64_t)((double)wait * (0.8 + 0.4 * random));
    if (retry_after > LONGEST_WAIT_US / PD_SRV_SECOND) retry_after = LONGEST_WAIT_US / PD_SRV_SECOND;
    if (wait < retry_after * PD_SRV_SECOND) wait = retry_after * PD_SRV_SECOND;

    return wait < LONGEST_WAIT_US ? wait : LONGEST_WAIT_US;
}

static double random_share(void)
{
    uint32_t r = 0;
    if (getrandom(&r, sizeof r, GRND_NONBLOCK) != (ssize_t)sizeof r) r = UINT32_MAX / 2;
    return (double)r / (double)UINT32_MAX;
}

/* Ends an attempt: logs it, and drops the message or sets the time of its next attempt. status 0: no reply.
 * Called with the lock. */
static void settle_webhooks(pd_srv_webhooks *w, message *m, long status, int64_t retry_after)
{
    const pd_cfg *cfg = &m->settings->cfg;
    const bool is_delivered = status >= 200 && status < 300;
    const bool is_over =
        is_delivered || m->is_unreachable || status == STATUS_GONE || m->attempts >= cfg->webhooks_attempts;

    /* When open_socket has refused an address, libcurl only reports that it could not connect. */
    const char *reason = m->is_unreachable && m->easy ? "its address is not public or in webhooks.private"
                         : status                     ? "the receiver did not answer with a 2xx status"
                                                      : m->reason;

    pd_srv_log_write(w->log, is_delivered ? PD_SRV_INFO : PD_SRV_WARNING,
                     is_delivered ? "webhook delivered"
                     : is_over    ? "webhook given up"
                                  : "webhook failed",
                     "id=%s host=%s attempt=%d status=%d reason=%s", m->id,
                     *m->target.host ? m->target.host : NULL, m->attempts, (int)status,
                     is_delivered ? NULL : reason);
    if (!is_over) {
        m->due_us = pd_srv_now_us() +
                    pd_srv_webhooks_delay_us(cfg->webhooks_retry, m->attempts, random_share(), retry_after);
        end_attempt(w, m);
        return;
    }

    w->delivered += is_delivered;
    w->failed += !is_delivered;
    end_attempt(w, m);
    drop_webhooks(w, m);
}

/* Begins the attempts that are due, as far as the bounds allow. Returns the milliseconds until the next one.
 * Called with the lock. */
static int begin_due(pd_srv_webhooks *w)
{
    const int64_t now = pd_srv_now_us();
    int64_t next = now + IDLE_MS * 1000;
    int busy = 0;

    for (const message *m = w->first; m; m = m->next) busy += m->easy != NULL;

    for (message *m = w->first, *after; m; m = after) {
        after = m->next;
        if (m->easy) continue;
        if (m->due_us > now) {
            if (m->due_us < next) next = m->due_us;
            continue;
        }

        int theirs = 0;
        for (const message *o = w->first; o; o = o->next) theirs += o->easy && o->owner == m->owner;
        if (busy >= PD_SRV_WEBHOOKS_AT_ONCE || theirs >= PD_SRV_WEBHOOKS_OWNER_AT_ONCE) continue;
        w->attempts++;
        if (begin_attempt(w, m))
            busy++;
        else
            settle_webhooks(w, m, 0, 0);
    }

    return (int)((next - now) / 1000) + 1;
}

static void *webhooks_main(void *arg)
{
    pd_srv_webhooks *w = arg;

    CURLMsg *ended;
    int running, left;

    pthread_mutex_lock(&w->lock);
    while (!w->is_stopping) {
        const int wait_ms = begin_due(w);
        pthread_mutex_unlock(&w->lock);
        w->curl->multi_perform(w->multi, &running);

        /* Attempts that have ended free their places for others, which begin at once. */
        bool has_ended = false;
        while ((ended = w->curl->multi_info_read(w->multi, &left))) {
            if (ended->msg != CURLMSG_DONE) continue;
            message *m = NULL;
            long status = 0;
            curl_off_t retry_after = 0;
            w->curl->easy_getinfo(ended->easy_handle, CURLINFO_PRIVATE, &m);
            w->curl->easy_getinfo(ended->easy_handle, CURLINFO_RESPONSE_CODE, &status);
            w->curl->easy_getinfo(ended->easy_handle, CURLINFO_RETRY_AFTER, &retry_after);
            pthread_mutex_lock(&w->lock);
            settle_webhooks(w, m, status, (int64_t)retry_after);
            pthread_mutex_unlock(&w->lock);
            has_ended = true;
        }

        if (!has_ended) w->curl->multi_poll(w->multi, NULL, 0, wait_ms, NULL);
        pthread_mutex_lock(&w->lock);
    }

    pthread_mutex_unlock(&w->lock);

    return NULL;
}

/* ---- the queue ---- */

pd_srv_webhooks *pd_srv_webhooks_new(const pd_srv_config *config, pd_srv_log *log)
{
    pd_srv_webhooks *w = calloc(1, sizeof *w);

    if (!w) return NULL;
    w->config = config;
    w->log = log;
    pthread_mutex_init(&w->lock, NULL);

    return w;
}

/* Starts libcurl and the thread. Called with the lock. */
static bool start_webhooks(pd_srv_webhooks *w)
{
    if (w->is_running) return true;
    w->curl = pd_srv_curl_load();
    if (!w->multi && w->curl) w->multi = w->curl->multi_init();
    w->is_running = w->multi && !pthread_create(&w->thread, NULL, webhooks_main, w);
    return w->is_running;
}

static message *copy_of(const pd_srv_webhook *webhook)
{
    message *m = calloc(1, sizeof *m);

    if (!m) return NULL;
    PD_ASSERT(strlen(webhook->id) < sizeof m->id);
    snprintf(m->id, sizeof m->id, "%s", webhook->id);
    m->owner = webhook->owner;
    m->due_us = pd_srv_now_us();
    m->url = strdup(webhook->url);
    pd_buffer_add(&m->body, webhook->body.data, webhook->body.size);
    if (m->url && !m->body.failed) return m;
    free_message(m);

    return NULL;
}

void pd_srv_webhooks_put(pd_srv_webhooks *w, const pd_srv_webhook *webhook)
{
    const int most = pd_srv_settings_now(w->config)->cfg.webhooks_queue;
    message *made = copy_of(webhook);
    int theirs = 0;

    pthread_mutex_lock(&w->lock);
    message **end = &w->first;
    for (; *end; end = &(*end)->next) theirs += (*end)->owner == webhook->owner;
    const char *why = !made                                          ? "out of memory"
                      : w->count >= most || theirs >= (most + 1) / 2 ? "too many wait (webhooks.queue)"
                      : w->bytes + webhook->body.size > PD_SRV_WEBHOOKS_BYTES ? "their bodies are too large"
                      : !start_webhooks(w)                                    ? "no thread"
                                                                              : NULL;
    if (why) {
        w->dropped++;
    } else {
        *end = made;
        w->count++;
        w->bytes += made->body.size;
        w->curl->multi_wakeup(w->multi);
    }

    pthread_mutex_unlock(&w->lock);
    if (!why) return;
    pd_srv_log_write(w->log, PD_SRV_WARNING, "webhook dropped", "id=%s reason=%s", webhook->id, why);
    if (made) free_message(made);
}

int pd_srv_webhooks_unsent(pd_srv_webhooks *w)
{
    int count = 0;

    pthread_mutex_lock(&w->lock);
    for (const message *m = w->first; m; m = m->next) count += m->attempts == 0 || m->easy;
    pthread_mutex_unlock(&w->lock);

    return count;
}

void pd_srv_webhooks_metrics(pd_srv_webhooks *w, pd_buffer *out)
{
    pthread_mutex_lock(&w->lock);
    const uint64_t delivered = w->delivered;
    const uint64_t failed = w->failed;
    const uint64_t dropped = w->dropped;
    const uint64_t attempts = w->attempts;
    const int count = w->count;
    pthread_mutex_unlock(&w->lock);

    pd_srv_metrics_head(
        out, "posed_webhooks_total", "counter",
        "Webhooks that were delivered, given up after their attempts, or dropped for want of room.");
    pd_buffer_printf(
        out,
        "posed_webhooks_total{result=\"delivered\"} %llu\nposed_webhooks_total{result=\"failed\"} "
        "%llu\nposed_webhooks_total{result=\"dropped\"} %llu\n",
        (unsigned long long)delivered, (unsigned long long)failed, (unsigned long long)dropped);
    pd_srv_metrics_counter(out, "posed_webhook_attempts_total", "Attempts to send a webhook.", attempts);
    pd_srv_metrics_gauge(out, "posed_webhooks_waiting", "Webhooks that wait to be sent, or are being sent.",
                         count);
}

void pd_srv_webhooks_free(pd_srv_webhooks *w)
{
    if (!w) return;
    pthread_mutex_lock(&w->lock);
    w->is_stopping = true;
    if (w->is_running) w->curl->multi_wakeup(w->multi);
    pthread_mutex_unlock(&w->lock);
    if (w->is_running) pthread_join(w->thread, NULL);

    /* Name them, as far as a line has room. */
    pd_buffer ids = {0};
    for (const message *m = w->first; m && ids.size < IDS_BYTES; m = m->next)
        pd_buffer_printf(&ids, "%s%s", ids.size ? "," : "", m->id);
    pd_buffer_add(&ids, "", 1);
    if (w->first)
        pd_srv_log_write(w->log, PD_SRV_WARNING, "webhooks not delivered", "count=%d ids=%s", w->count,
                         ids.failed ? NULL : (const char *)ids.data);
    pd_buffer_deinit(&ids);
    while (w->first) {
        end_attempt(w, w->first);
        drop_webhooks(w, w->first);
    }

    if (w->multi) w->curl->multi_cleanup(w->multi);
    pthread_mutex_destroy(&w->lock);
    free(w);
}
