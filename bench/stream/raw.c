/* raw: the least that a sender of WebSocket frames can do, to measure against: epoll, writev of a header and
 * shared bytes, no library.
 *
 *     raw PORT BYTES RATE PHASES
 *
 * Each client that has shaken hands gets frames of BYTES, RATE a second, at one of PHASES places in the tick;
 * the first 24 bytes are posed's header with the time that the frame was due. A client that cannot take a
 * frame at once is closed. What clients say is read and thrown away. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define MOST 4096

static int clients[MOST], count, poll_fd, open_now[1 << 16];
static unsigned char *message;
static size_t size;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void drop(int fd)
{
    for (int i = 0; i < count; i++)
        if (clients[i] == fd) clients[i] = -1;
    open_now[fd] = 0;
    close(fd);
}

static void shake_hands(int fd, char *head)
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char *key = strcasestr(head, "sec-websocket-key:"), text[128], answer[64], reply[512];
    unsigned char hash[SHA_DIGEST_LENGTH];

    if (!key || count == MOST) {
        drop(fd);
        return;
    }

    for (key += 18; *key == ' '; key++) continue;
    snprintf(text, sizeof text, "%.*s%s", (int)strcspn(key, "\r\n"), key, magic);
    SHA1((unsigned char *)text, strlen(text), hash);
    EVP_EncodeBlock((unsigned char *)answer, hash, sizeof hash);

    int length = snprintf(reply, sizeof reply,
                          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: posed.v1\r\n\r\n",
                          answer);
    if (write(fd, reply, (size_t)length) != length) drop(fd);
    open_now[fd] = 1;
    clients[count++] = fd;
}

static void read_from(int fd)
{
    char head[4096];
    ssize_t got = read(fd, head, sizeof head - 1);
    if (got <= 0) {
        drop(fd);
        return;
    }
    head[got] = 0;
    if (!open_now[fd]) shake_hands(fd, head);
}

static void welcome(int listener)
{
    int on = 1, fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    if (fd < 0) return;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    epoll_ctl(poll_fd, EPOLL_CTL_ADD, fd, &event);
}

static void send_phase(uint32_t tick, double due, int phase, int phases)
{
    unsigned char head[4] = {0x82, 126, (unsigned char)(size >> 8), (unsigned char)size};
    memcpy(message + 8, &tick, 4);
    memcpy(message + 12, &due, 8);
    struct iovec parts[2] = {{head, 4}, {message, size}};
    for (int i = phase; i < count; i += phases)
        if (clients[i] >= 0 && writev(clients[i], parts, 2) != (ssize_t)size + 4) drop(clients[i]);
}

int main(int argc, char **argv)
{
    int port = atoi(argv[argc > 1 ? 1 : 0]), on = 1, phases = argc > 4 ? atoi(argv[4]) : 8;
    double rate = argc > 3 ? atof(argv[3]) : 60;
    struct rlimit files = {MOST + 64, MOST + 64};
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct epoll_event events[64], event = {.events = EPOLLIN};

    size = argc > 2 ? (size_t)atoi(argv[2]) : 1200;
    message = calloc(1, size + 24);
    memcpy(message, "PSD1\1", 5);
    setrlimit(RLIMIT_NOFILE, &files);

    int listener = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (struct sockaddr *)&at, sizeof at) || listen(listener, 1024)) {
        perror("listen");
        return 1;
    }

    poll_fd = epoll_create1(0);
    event.data.fd = listener;
    epoll_ctl(poll_fd, EPOLL_CTL_ADD, listener, &event);

    double start = now();
    for (uint64_t turn = 1;; turn++) {
        double due = start + (double)turn / rate / phases, wait;
        while ((wait = due - now()) > 0) {
            struct timespec left = {0, (long)(wait * 1e9)};
            int got = epoll_pwait2(poll_fd, events, 64, &left, NULL);
            for (int i = 0; i < got; i++)
                events[i].data.fd == listener ? welcome(listener) : read_from(events[i].data.fd);
        }
        send_phase((uint32_t)(turn / (unsigned)phases), due, (int)(turn % (unsigned)phases), phases);
    }
}
