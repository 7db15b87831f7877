#include "server/depot/record.h"

#include <stdlib.h>
#include <string.h>

#define VERSION    1
#define HEAD_BYTES 5
#define TEXTS      4

static void record_text(pd_buffer *out, const char *text)
{
    const size_t size = text ? strlen(text) : 0;
    const unsigned char head[] = {(unsigned char)size, (unsigned char)(size >> 8),
                                  (unsigned char)(size >> 16), (unsigned char)(size >> 24)};
    pd_buffer_add(out, head, sizeof head);
    pd_buffer_add(out, text ? text : "", size);
}

void pd_srv_record_write(pd_buffer *out, const pd_api_request *request)
{
    const unsigned char head[HEAD_BYTES] = {'P', 'S', 'D', 'R', VERSION};

    pd_buffer_add(out, head, sizeof head);
    record_text(out, request->method);
    record_text(out, request->path);
    record_text(out, request->query);
    record_text(out, request->content_type);
    pd_buffer_add(out, request->body.data, request->body.size);
}

pd_status pd_srv_record_read(pd_srv_record *out, pd_bytes bytes, pd_error *err)
{
    const char *texts[TEXTS];

    *out = (pd_srv_record){.texts = NULL};
    if (bytes.size < HEAD_BYTES || memcmp(bytes.data, "PSDR", 4) != 0)
        return pd_fail(err, PD_ERR_FORMAT, "/record", "%zu bytes that do not begin with PSDR", bytes.size);
    if (bytes.data[4] != VERSION)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/record", "version %d; version %d expected", bytes.data[4],
                       VERSION);

    /* Copy the texts, each with a zero. */
    size_t at = HEAD_BYTES;
    size_t used = 0;
    char *copy = calloc(TEXTS, PD_SRV_RECORD_TEXT_BYTES + 1);
    if (!copy) return pd_fail(err, PD_ERR_MEMORY, "/record", "out of memory");
    for (int i = 0; i < TEXTS; i++) {
        const unsigned char *b = bytes.data + at;
        const bool has_size = bytes.size - at >= 4;
        const size_t size =
            has_size ? (size_t)b[0] | (size_t)b[1] << 8 | (size_t)b[2] << 16 | (size_t)b[3] << 24 : 0;
        if (!has_size || size > PD_SRV_RECORD_TEXT_BYTES || size > bytes.size - at - 4 ||
            memchr(b + 4, 0, size)) {
            free(copy);
            return pd_fail(err, PD_ERR_FORMAT, "/record", "text %d at byte %zu is not complete", i, at);
        }

        texts[i] = memcpy(copy + used, b + 4, size);
        used += size + 1;
        at += 4 + size;
    }

    *out = (pd_srv_record){.texts = copy,
                           .method = texts[0],
                           .path = texts[1],
                           .query = *texts[2] ? texts[2] : NULL,
                           .content_type = *texts[3] ? texts[3] : NULL,
                           .body = {bytes.data + at, bytes.size - at}};

    return PD_OK;
}

void pd_srv_record_deinit(pd_srv_record *record)
{
    free(record->texts);
    *record = (pd_srv_record){.texts = NULL};
}
