#ifndef PD_TESTS_COLLECTOR_H
#define PD_TESTS_COLLECTOR_H
/* A collector of traces (OTLP over HTTP) for tests. */
#include "tests/support/cmocka.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A collector that takes one connection, keeps the request and answers with a status. With replies, it takes
 * as many connections as there are. */
typedef struct collector {
    int listener, status;
    const char *const
        *replies; /* whole replies, one a connection, NULL behind the last; NULL: one of `status` */
    char url[64], got[1 << 16]; /* requests one after the other */
    size_t size;
    bool is_cut; /* the last reply was not taken whole */
    pthread_t thread;
} collector;

static inline void *collect(void *arg)
{
    collector *c = arg;
    char of_status[64];
    const char *const one[] = {of_status, NULL};
    snprintf(of_status, sizeof of_status, "HTTP/1.1 %d X\r\nContent-Length: 0\r\n\r\n", c->status);

    for (const char *const *reply = c->replies ? c->replies : one; *reply; reply++) {
        const int fd = accept(c->listener, NULL, NULL);
        if (fd < 0) break;
        const char *head = c->got + c->size, *body = NULL;
        size_t wanted = SIZE_MAX;
        while (c->size < wanted) {
            const ssize_t n = recv(fd, c->got + c->size, sizeof c->got - 1 - c->size, 0);
            if (n <= 0) break;
            c->size += (size_t)n;
            c->got[c->size] = 0;
            if (!body && (body = strstr(head, "\r\n\r\n")))
                wanted = (size_t)(body + 4 - c->got) + (size_t)atol(strstr(head, "Content-Length: ") + 16);
        }
        for (size_t sent = 0, size = strlen(*reply); sent < size;) {
            const ssize_t n = send(fd, *reply + sent, size - sent, MSG_NOSIGNAL);
            c->is_cut = n <= 0;
            if (c->is_cut) break;
            sent += (size_t)n;
        }
        close(fd);
    }
    return NULL;
}

static inline void collector_listen(collector *c, int status, const char *const *replies)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof at;
    memset(c, 0, sizeof *c);
    c->status = status;
    c->replies = replies;
    c->listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(c->listener, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(c->listener, 4), 0);
    getsockname(c->listener, (struct sockaddr *)&at, &size);
    snprintf(c->url, sizeof c->url, "http://127.0.0.1:%d", ntohs(at.sin_port));
    assert_int_equal(pthread_create(&c->thread, NULL, collect, c), 0);
}

static inline void collector_open(collector *c, int status)
{
    collector_listen(c, status, NULL);
}

/* Ends a collector whose connection does not come. */
static inline void collector_cut(collector *c)
{
    shutdown(c->listener, SHUT_RDWR);
}

static inline void collector_close(collector *c)
{
    pthread_join(c->thread, NULL);
    close(c->listener);
}

#endif
