/* Requests at a constant mean rate, whatever the server does: each has its own due time, and its latency
 * counts from then, so that a slow server cannot hide a queue.
 *
 *     open_loop PORT PATH RATE SECONDS CONNECTIONS     RATE 0: the next request as soon as a reply has come,
 *                                                      which finds the highest rate
 *
 * Posts bodies with all their betas and a pose, 64 different ones in turn, over keep-alive connections to
 * 127.0.0.1. Gaps between due times are exponential (seed 1), as of clients that do not know of each other. A
 * request for which no connection is free waits in a queue. Prints one JSON object: seconds, sent, done,
 * failed, mean, p50, p99, p999 and max in milliseconds, own_cpu (processor seconds of this program) and
 * own_late_ms (p99 of how late it sent when a connection was free). One thread. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BODIES = 64, NUMBERS = 82, MOST = 4000000, HEAD = 4096 };

typedef struct connection {
    int fd;
    double due;      /* of the request that is under way; 0: none */
    char head[HEAD]; /* of the reply, until its length is known */
    size_t head_size;
    long long left; /* bytes of the reply that are to come; -1: not known yet */
} connection;

static char requests[BODIES][2048];
static size_t sizes[BODIES];
static float latencies[MOST], lates[MOST];
static long done, failed, sent, late_count;

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double uniform(void)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return ((double)(state >> 11) + 0.5) / 9007199254740992.0;
}

static void make_requests(const char *path)
{
    for (int i = 0; i < BODIES; i++) {
        char body[1536];
        int n = snprintf(body, sizeof body, "{\"betas\":[");
        for (int k = 0; k < NUMBERS; k++) {
            const double size = k < 10 ? 2 : 0.4;
            if (k == 10) n += snprintf(body + n, sizeof body - (size_t)n, "],\"pose\":[");
            n += snprintf(body + n, sizeof body - (size_t)n, "%s%.4f", k % 10 == 0 && k <= 10 ? "" : ",",
                          (2 * uniform() - 1) * size);
        }
        n += snprintf(body + n, sizeof body - (size_t)n, "],\"include\":[\"vertices\"]}");
        sizes[i] =
            (size_t)snprintf(requests[i], sizeof requests[i],
                             "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                             "Content-Length: %d\r\n\r\n%s",
                             path, n, body);
    }
}

static void send_request(connection *c, double due)
{
    const int i = (int)(sent++ % BODIES);
    c->due = due, c->left = -1, c->head_size = 0;
    if (send(c->fd, requests[i], sizes[i], MSG_NOSIGNAL) != (ssize_t)sizes[i]) {
        fprintf(stderr, "send: %s\n", strerror(errno));
        exit(1);
    }
}

/* Reads what has come. Returns 1 when the reply is complete. */
static int receive(connection *c)
{
    static char bytes[1 << 18];
    for (;;) {
        const ssize_t n = recv(c->fd, bytes, sizeof bytes, 0);
        if (n < 0 && errno == EAGAIN) return 0;
        if (n <= 0) {
            fprintf(stderr, "the server closed a connection\n");
            exit(1);
        }
        if (c->left < 0) {
            const size_t take = (size_t)n < HEAD - 1 - c->head_size ? (size_t)n : HEAD - 1 - c->head_size;
            memcpy(c->head + c->head_size, bytes, take);
            c->head_size += take;
            c->head[c->head_size] = 0;
            const char *end = strstr(c->head, "\r\n\r\n"), *length = strcasestr(c->head, "content-length:");
            if (!end) continue;
            if (!length || length > end) exit((fprintf(stderr, "no Content-Length\n"), 1));
            failed += strncmp(c->head, "HTTP/1.1 200", 12) != 0;
            c->left = atoll(length + 15) - ((long long)(c->head_size - take) + n - (end + 4 - c->head));
        } else {
            c->left -= n;
        }
        if (!c->left) return 1;
    }
}

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double at(const float *sorted, long count, double part)
{
    return count ? (double)sorted[(long)(part * (double)(count - 1))] : 0;
}

int main(int argc, char **argv)
{
    if (argc != 6) exit((fprintf(stderr, "usage: open_loop PORT PATH RATE SECONDS CONNECTIONS\n"), 2));
    const double rate = atof(argv[3]), seconds = atof(argv[4]);
    const int count = atoi(argv[5]), epoll = epoll_create1(0);
    connection *all = calloc((size_t)count, sizeof *all), **idle = calloc((size_t)count, sizeof *idle);
    int idle_count = 0, first = 0; /* idle: a ring, so that no connection rests until the server closes it */
    if (!all || !idle) return 1;
    make_requests(argv[2]);

    for (int i = 0; i < count; i++) {
        struct sockaddr_in to = {.sin_family = AF_INET,
                                 .sin_port = htons((uint16_t)atoi(argv[1])),
                                 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[i]};
        const int one = 1;
        all[i].fd = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(all[i].fd, (struct sockaddr *)&to, sizeof to)) exit((perror("connect"), 1));
        setsockopt(all[i].fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        fcntl(all[i].fd, F_SETFL, O_NONBLOCK);
        epoll_ctl(epoll, EPOLL_CTL_ADD, all[i].fd, &event);
        idle[idle_count++] = &all[i];
    }

    /* Send what is due while connections are free, then wait for replies or the next due time. Replies that
     * come after the end still count, for as long again. */
    const double begin = now_s();
    double due = begin, all_busy = 0; /* the last time at which no connection was free */
    for (;;) {
        if (!idle_count) all_busy = now_s();
        double now = now_s();
        while (idle_count && due <= now && due < begin + seconds) {
            connection *c = idle[first];
            first = (first + 1) % count, idle_count--;
            send_request(c, rate > 0 ? due : now);
            if (late_count < MOST && due > all_busy) lates[late_count++] = (float)(now_s() - due);
            due = rate > 0 ? due - log(uniform()) / rate : now;
        }
        if (idle_count == count && due >= begin + seconds) break;
        if (now > begin + 2 * seconds + 5) break;
        if (rate <= 0) due = idle_count ? now : due;

        struct epoll_event events[64];
        const double wait = idle_count && due < begin + seconds ? fmax(0, due - now) : 0.1;
        const struct timespec t = {(time_t)wait, (long)(1e9 * (wait - floor(wait)))};
        const int n = epoll_pwait2(epoll, events, 64, &t, NULL);
        for (int i = 0; i < n; i++) {
            connection *c = events[i].data.ptr;
            if (!receive(c)) continue;
            if (!idle_count) all_busy = now_s();
            if (done < MOST) latencies[done++] = (float)(1e3 * (now_s() - c->due));
            idle[(first + idle_count++) % count] = c;
            if (rate <= 0) due = now_s();
        }
        if (rate <= 0 && now_s() >= begin + seconds) due = begin + seconds;
    }

    struct rusage own;
    getrusage(RUSAGE_SELF, &own);
    double sum = 0;
    for (long i = 0; i < done; i++) sum += (double)latencies[i];
    qsort(latencies, (size_t)done, sizeof *latencies, by_size);
    qsort(lates, (size_t)late_count, sizeof *lates, by_size);
    printf("{\"seconds\":%.3f,\"sent\":%ld,\"done\":%ld,\"failed\":%ld,\"mean\":%.4f,\"p50\":%.4f,\"p99\":%."
           "4f,\"p999\":%.4f,\"max\":%.4f,"
           "\"own_cpu\":%.3f,\"own_late_ms\":%.4f}\n",
           now_s() - begin, sent, done, failed, done ? sum / (double)done : 0, at(latencies, done, .5),
           at(latencies, done, .99), at(latencies, done, .999), at(latencies, done, 1),
           (double)own.ru_utime.tv_sec + 1e-6 * (double)own.ru_utime.tv_usec + (double)own.ru_stime.tv_sec +
               1e-6 * (double)own.ru_stime.tv_usec,
           1e3 * at(lates, late_count, .99));
    return 0;
}
