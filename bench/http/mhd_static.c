/* mhd_static PORT: libmicrohttpd that answers every request with the same reply: what is left for a server
 * built on it, before it computes anything.
 *
 *     /small          1 KB, from one reply that was made at the start
 *     /large          SMPL's 82,680 bytes, likewise
 *     /not_modified   a 304 with the fields of posed's. Its X-Request-Id differs from request to request, so
 *                     that each request needs a reply of its own. The request's fields are gone through once,
 *                     as a server does that looks for If-None-Match. */
#include <microhttpd.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct MHD_Response *replies[2];

static enum MHD_Result each_field(void *cls, enum MHD_ValueKind kind, const char *name, const char *value)
{
    (void)kind;
    (void)value;
    *(int *)cls += !strcmp(name, "If-None-Match");
    return MHD_YES;
}

/* A 304 tells the length of the 200 and has no body: libmicrohttpd never calls this. */
static ssize_t no_bytes(void *cls, uint64_t from, char *out, size_t most)
{
    (void)cls, (void)from, (void)out, (void)most;
    return MHD_CONTENT_READER_END_OF_STREAM;
}

static enum MHD_Result answer_not_modified(struct MHD_Connection *connection)
{
    static const char *const fields[][2] = {{"Cache-Control", "max-age=300"},
                                            {"Vary", "Accept, Accept-Encoding"},
                                            {"ETag", "\"a75b05a9ab688790f14f1961275575b5\""},
                                            {"X-Content-Type-Options", "nosniff"}};
    static unsigned long long count;
    char id[17];
    int found = 0;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, each_field, &found);

    struct MHD_Response *reply = MHD_create_response_from_callback(484096, 1, no_bytes, NULL, NULL);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        MHD_add_response_header(reply, fields[i][0], fields[i][1]);
    snprintf(id, sizeof id, "%016llx", count++);
    MHD_add_response_header(reply, "X-Request-Id", id);
    const enum MHD_Result queued = MHD_queue_response(connection, found ? 304 : 200, reply);
    MHD_destroy_response(reply);
    return queued;
}

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
    if (!strcmp(url, "/not_modified")) return answer_not_modified(connection);
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
