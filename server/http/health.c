#include "server/http/health.h"

#include "config/config.h"
#include "server/http/http.h"

#include <limits.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

int pd_srv_health_check(const char *listen)
{
    pd_cfg_address address;
    struct sockaddr_storage storage;
    socklen_t size;

    if (pd_cfg_address_parse(&address, listen, NULL) != PD_OK) return 2;

    /* A server that listens at all addresses is asked at the loopback one. */
    if (!strcmp(address.host, "0.0.0.0")) snprintf(address.host, sizeof address.host, "127.0.0.1");
    if (!strcmp(address.host, "::")) snprintf(address.host, sizeof address.host, "::1");
    pd_srv_http_sockaddr(&storage, &size, &address);
    int fd = socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct timeval limit = {.tv_sec = 3};
    if (fd < 0) return 1;
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);

    static const char request[] = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    char status[16] = "";
    int bad = connect(fd, (struct sockaddr *)&storage, size) ||
              send(fd, request, sizeof request - 1, MSG_NOSIGNAL) != (ssize_t)sizeof request - 1 ||
              recv(fd, status, 12, MSG_WAITALL) != 12 || strcmp(status, "HTTP/1.1 200") != 0;
    close(fd);
    if (bad) fprintf(stderr, "posed: %s does not answer GET /healthz with 200\n", listen);

    return bad;
}

int pd_srv_health_arguments(pd_buffer *out, const char *proc)
{
    static const char *const links[] = {"1/exe", "self/exe"};
    char path[PATH_MAX], programs[2][PATH_MAX], piece[4096];

    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", proc, links[i]);
        const ssize_t size = readlink(path, programs[i], sizeof programs[i] - 1);
        if (size <= 0) return 0;
        programs[i][size] = 0;
    }

    if (strcmp(programs[0], programs[1]) != 0) return 0;

    snprintf(path, sizeof path, "%s/1/cmdline", proc);
    FILE *file = fopen(path, "re");
    size_t size;
    while (file && (size = fread(piece, 1, sizeof piece, file))) pd_buffer_add(out, piece, size);
    if (file) fclose(file);
    if (out->failed || !out->size || out->data[out->size - 1]) return 0;

    int count = 0;
    for (size_t i = 0; i < out->size; i++) count += !out->data[i];
    return count;
}
