#ifndef PD_TESTS_COLLECTOR_H
#define PD_TESTS_COLLECTOR_H
/* A collector of traces (OTLP over HTTP) for tests. */
#include "tests/support/cmocka.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A collector that takes one connection, keeps what it got and answers with a status. */
typedef struct collector {
    int listener, status;
    char url[64], got[1 << 16];
    size_t size;
    pthread_t thread;
} collector;

static inline void *collect(void *arg)
{
    collector *c = arg;
    const int fd = accept(c->listener, NULL, NULL);
    char *body = NULL;
    size_t wanted = SIZE_MAX;
    while (fd >= 0 && c->size < wanted) {
        const ssize_t n = recv(fd, c->got + c->size, sizeof c->got - 1 - c->size, 0);
        if (n <= 0) break;
        c->size += (size_t)n;
        c->got[c->size] = 0;
        if (!body && (body = strstr(c->got, "\r\n\r\n")))
            wanted = (size_t)(body + 4 - c->got) + (size_t)atol(strstr(c->got, "Content-Length: ") + 16);
    }
    char reply[64];
    snprintf(reply, sizeof reply, "HTTP/1.1 %d X\r\nContent-Length: 0\r\n\r\n", c->status);
    if (fd >= 0) {
        (void)!send(fd, reply, strlen(reply), MSG_NOSIGNAL);
        close(fd);
    }
    return NULL;
}

static inline void collector_open(collector *c, int status)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof at;
    memset(c, 0, sizeof *c);
    c->status = status;
    c->listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(c->listener, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(c->listener, 4), 0);
    getsockname(c->listener, (struct sockaddr *)&at, &size);
    snprintf(c->url, sizeof c->url, "http://127.0.0.1:%d", ntohs(at.sin_port));
    assert_int_equal(pthread_create(&c->thread, NULL, collect, c), 0);
}

static inline void collector_close(collector *c)
{
    pthread_join(c->thread, NULL);
    close(c->listener);
}

#endif
