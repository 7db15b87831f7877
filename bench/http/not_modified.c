/* not_modified SECONDS CONNECTIONS HOST PORT TARGET [ETAG]: requests on connections that stay, one at a time
 * on each, and prints what wrk prints.
 *
 * With an ETag the replies are 304, of which the head is all. wrk waits for a body that a 304 does not have
 * when the head tells the length of the 200, as it may (RFC 9110, 8.6). Without an ETag the replies are read
 * to the length that they tell. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#define MOST    64
#define SAMPLES 4000000

typedef struct line {
    int fd;
    size_t got;
    char head[4096];
    double sent_s;
} line;

static line lines[MOST];
static float delays[SAMPLES];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void ask(line *l, const char *request, size_t bytes)
{
    l->got = 0;
    l->sent_s = now();
    if (write(l->fd, request, bytes) != (ssize_t)bytes) exit(1);
}

/* Reads what has come. Returns 1 when a reply is complete. */
static int read_reply(line *l, int has_body)
{
    const ssize_t some = read(l->fd, l->head + l->got, sizeof l->head - 1 - l->got);
    if (some <= 0) {
        fprintf(stderr, "the server closed a connection\n");
        exit(1);
    }
    l->got += (size_t)some;
    l->head[l->got] = 0;
    const char *end = strstr(l->head, "\r\n\r\n");
    if (!end) return 0;
    if (strncmp(l->head, has_body ? "HTTP/1.1 200" : "HTTP/1.1 304", 12)) {
        fprintf(stderr, "%.60s\n", l->head);
        exit(1);
    }
    const char *length = has_body ? strcasestr(l->head, "Content-Length:") : NULL;
    return l->got >= (size_t)(end + 4 - l->head) + (length ? strtoul(length + 15, NULL, 10) : 0);
}

int main(int argc, char **argv)
{
    if (argc < 6) return 2;
    const double seconds = atof(argv[1]);
    const int count = atoi(argv[2]) < MOST ? atoi(argv[2]) : MOST, poll = epoll_create1(0);
    const int has_body = argc < 7;
    static char request[4096];
    const int bytes =
        snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: %s:%s\r\n%s%s%s\r\n", argv[5], argv[3],
                 argv[4], has_body ? "" : "If-None-Match: ", has_body ? "" : argv[6], has_body ? "" : "\r\n");
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[4]))};
    inet_pton(AF_INET, argv[3], &to.sin_addr);

    for (int i = 0; i < count; i++) {
        const int one = 1;
        lines[i].fd = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(lines[i].fd, (const struct sockaddr *)&to, sizeof to)) return perror("connect"), 1;
        setsockopt(lines[i].fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &lines[i]};
        epoll_ctl(poll, EPOLL_CTL_ADD, lines[i].fd, &event);
        ask(&lines[i], request, (size_t)bytes);
    }

    const double begin = now();
    size_t done = 0;
    while (now() - begin < seconds) {
        struct epoll_event events[MOST];
        const int some = epoll_wait(poll, events, MOST, 1000);
        for (int i = 0; i < some; i++) {
            line *l = events[i].data.ptr;
            if (!read_reply(l, has_body)) continue;
            delays[done++ % SAMPLES] = (float)(now() - l->sent_s);
            ask(l, request, (size_t)bytes);
        }
    }
    const double took = now() - begin;
    const size_t kept = done < SAMPLES ? done : SAMPLES;
    if (!kept) return 1;
    qsort(delays, kept, sizeof *delays, by_value);
    printf("  50%% %.2fus\n  99%% %.2fus\n  %zu requests in %.2fs\nRequests/sec: %.2f\n",
           1e6 * (double)delays[kept / 2], 1e6 * (double)delays[kept * 99 / 100], done, took,
           (double)done / took);
    return 0;
}
