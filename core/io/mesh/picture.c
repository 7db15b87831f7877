#include "core/io/mesh/picture.h"

#include <string.h>

/* A file is of a format if the bytes at its beginning,
 * and those at byte `second_at`, are equal to the row's. */
static const struct {
    const char *first;
    size_t first_bytes;
    const char *second;
    size_t second_at, second_bytes;
    pd_io_picture picture;
} formats[] = {
    {"\x89PNG\r\n\x1a\n", 8, "", 0, 0, {"PNG", "image/png", "png", true}},
    {"\xff\xd8\xff", 3, "", 0, 0, {"JPEG", "image/jpeg", "jpg", true}},
    {"RIFF", 4, "WEBP", 8, 4, {"WebP", "image/webp", "webp", false}},
    {"\xabKTX 20", 7, "", 0, 0, {"KTX 2", "image/ktx2", "ktx2", false}},
    {"DDS ", 4, "", 0, 0, {"DDS", "image/vnd-ms.dds", "dds", false}},
};

const pd_io_picture *pd_io_picture_of(pd_bytes file)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (file.size < formats[i].first_bytes || file.size < formats[i].second_at + formats[i].second_bytes)
            continue;
        if (!memcmp(file.data, formats[i].first, formats[i].first_bytes) &&
            !memcmp(file.data + formats[i].second_at, formats[i].second, formats[i].second_bytes))
            return &formats[i].picture;
    }

    return NULL;
}
