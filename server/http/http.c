#include "server/http/http.h"

#include "server/base/clock.h"
#include "server/http/exchange.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* libmicrohttpd's memory block for one connection: headers (twice: it reads half of the block at a time),
 * their table, part of a body. What framing.h lets through fits. */
#define CONNECTION_BYTES (32u << 10)
#define TABLE_BYTES      (24u << 10)

struct pd_srv_http {
    struct MHD_Daemon *daemon;
    pd_srv_http_deps deps;
};

static void on_message(void *cls, const char *format, va_list args)
{
    const pd_srv_http_deps *deps = cls;
    char text[256];
    vsnprintf(text, sizeof text, format, args);
    text[strcspn(text, "\r\n")] = 0;
    pd_srv_log_write(deps->log, PD_SRV_DEBUG, "libmicrohttpd", "text=%s", text);
}

/* Leaves escapes of path and query undecoded, because the api decodes them itself. */
static size_t keep_escapes(void *cls, struct MHD_Connection *mhd, char *text)
{
    (void)cls;
    (void)mhd;
    return strlen(text);
}

static void on_connection(void *cls, struct MHD_Connection *mhd, void **context,
                          enum MHD_ConnectionNotificationCode code)
{
    const pd_srv_http_deps *deps = cls;

    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        pd_srv_connections_remove(deps->connections, *context);
        *context = NULL;
        return;
    }

    int fd = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    const struct sockaddr *address =
        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
    pd_srv_connection *connection = pd_srv_connections_add(deps->connections, fd, address);
    if (connection) pd_srv_connection_enter(connection, PD_SRV_HEAD, pd_srv_exchange_head_deadline(deps));
    *context = connection;
}

pd_status pd_srv_http_start(pd_srv_http **out, const pd_srv_http_deps *deps, int threads, pd_error *err)
{
    *out = calloc(1, sizeof **out);
    if (!*out) return pd_fail(err, PD_ERR_MEMORY, "http", "out of memory");
    pd_srv_http_deps *own = &(*out)->deps;
    *own = *deps;

    /* MHD_USE_TURBO: no shutdown() before close(), which would end refused sockets, which are answered
     * through another descriptor (connections.h), after the library has closed its own. And a new connection
     * is read at once: its head is there. */
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_USE_NO_LISTEN_SOCKET |
                     MHD_USE_SUSPEND_RESUME | MHD_USE_ERROR_LOG | MHD_USE_TURBO;

    /* The door keeps the limit and answers 503; libmicrohttpd's own would only close. */
    const pd_cfg *cfg = &pd_srv_settings_now(own->config)->cfg;
    unsigned limit = (unsigned)cfg->limits_connections + 64u * (unsigned)threads;
    struct MHD_OptionItem pool[] = {{MHD_OPTION_THREAD_POOL_SIZE, threads, NULL}, {MHD_OPTION_END, 0, NULL}};
    if (threads < 2) pool[0] = pool[1];
    size_t block = 2 * cfg->limits_head_bytes + TABLE_BYTES;
    if (block < CONNECTION_BYTES) block = CONNECTION_BYTES;
#if MHD_VERSION >= 0x00097701
    struct MHD_OptionItem strict[] = {{MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1, NULL}, {MHD_OPTION_END, 0, NULL}};
#else
    struct MHD_OptionItem strict[] = {{MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL}, {MHD_OPTION_END, 0, NULL}};
#endif

    (*out)->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, pd_srv_exchange_access, own, MHD_OPTION_EXTERNAL_LOGGER, on_message, own,
        MHD_OPTION_URI_LOG_CALLBACK, pd_srv_exchange_open, own, MHD_OPTION_NOTIFY_COMPLETED,
        pd_srv_exchange_completed, own, MHD_OPTION_NOTIFY_CONNECTION, on_connection, own,
        MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL, MHD_OPTION_CONNECTION_LIMIT, limit,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, block, MHD_OPTION_ARRAY, strict, MHD_OPTION_CONNECTION_TIMEOUT,
        0u, MHD_OPTION_ARRAY, pool, MHD_OPTION_END);
    if ((*out)->daemon) return PD_OK;
    free(*out);
    *out = NULL;

    return pd_fail(err, PD_ERR_INTERNAL, "http", "libmicrohttpd does not start");
}

void pd_srv_http_stop(pd_srv_http *http)
{
    if (!http) return;
    MHD_stop_daemon(http->daemon);
    free(http);
}

void pd_srv_http_adopt(pd_srv_http *http, int fd, const struct sockaddr *address, socklen_t size)
{
    pd_srv_connections_expect(http->deps.connections, true);
    if (MHD_add_connection(http->daemon, fd, address, size) != MHD_YES)
        pd_srv_connections_expect(http->deps.connections, false);
}

void pd_srv_http_sockaddr(struct sockaddr_storage *out, socklen_t *size, const pd_cfg_address *address)
{
    memset(out, 0, sizeof *out);
    if (address->is_v6) {
        struct sockaddr_in6 *v6 = (void *)out;
        v6->sin6_family = AF_INET6;
        v6->sin6_port = htons((uint16_t)address->port);
        inet_pton(AF_INET6, address->host, &v6->sin6_addr);
        *size = sizeof *v6;
    } else {
        struct sockaddr_in *v4 = (void *)out;
        v4->sin_family = AF_INET;
        v4->sin_port = htons((uint16_t)address->port);
        inet_pton(AF_INET, address->host, &v4->sin_addr);
        *size = sizeof *v4;
    }
}

void pd_srv_http_address_text(const struct sockaddr *address, char *out, size_t size)
{
    char host[INET6_ADDRSTRLEN] = "";
    const struct sockaddr_in6 *v6 = (const void *)address;
    const struct sockaddr_in *v4 = (const void *)address;
    const bool is_v6 = address->sa_family == AF_INET6;
    const int port = is_v6 ? ntohs(v6->sin6_port) : address->sa_family == AF_INET ? ntohs(v4->sin_port) : 0;

    if (is_v6)
        inet_ntop(AF_INET6, &v6->sin6_addr, host, sizeof host);
    else if (address->sa_family == AF_INET)
        inet_ntop(AF_INET, &v4->sin_addr, host, sizeof host);
    if (!port)
        snprintf(out, size, "%s", host);
    else
        snprintf(out, size, is_v6 ? "[%s]:%d" : "%s:%d", host, port);
}
