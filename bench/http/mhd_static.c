/* mhd_static PORT: libmicrohttpd that answers every request with the same bytes, 1 KB at /small and SMPL's 82,680 at
 * /large: what is left for a server built on it, before it computes anything. */
#include <microhttpd.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct MHD_Response *replies[2];

static enum MHD_Result answer(void *cls, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **context)
{
    static int seen;
    (void)cls;
    (void)method;
    (void)version;
    (void)upload;
    *upload_size = 0;
    if (!*context) {
        *context = &seen;
        return MHD_YES;
    }
    return MHD_queue_response(connection, 200, replies[!strcmp(url, "/large")]);
}

int main(int argc, char **argv)
{
    static char bytes[82680];
    memset(bytes, 'a', sizeof bytes);
    replies[0] = MHD_create_response_from_buffer(1024, bytes, MHD_RESPMEM_PERSISTENT);
    replies[1] = MHD_create_response_from_buffer(sizeof bytes, bytes, MHD_RESPMEM_PERSISTENT);
    uint16_t port = (uint16_t)(argc > 1 ? atoi(argv[1]) : 0);
    if (!port ||
        !MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, port, NULL, NULL, answer, NULL, MHD_OPTION_END))
        return 1;
    for (;;) pause();
}
