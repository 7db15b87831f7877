#include "server/base/notify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void pd_srv_notify(const char *state)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    const char *path = getenv("NOTIFY_SOCKET");
    const size_t size = path ? strlen(path) : 0;

    if (!size || size >= sizeof to.sun_path || (*path != '/' && *path != '@')) return;

    memcpy(to.sun_path, path, size);
    if (*path == '@') to.sun_path[0] = 0; /* an abstract name */
    const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return;
    const socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size);
    (void)!sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&to, length);
    close(fd);
}

void pd_srv_notify_alive(int64_t now_us)
{
    static int64_t told_us;
    const char *text = getenv("WATCHDOG_USEC");
    const int64_t within_us = text ? strtoll(text, NULL, 10) : 0;

    if (within_us <= 0 || now_us - told_us < within_us / 4) return;

    told_us = now_us;
    pd_srv_notify("WATCHDOG=1");
}
