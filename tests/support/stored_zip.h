#ifndef TESTS_SUPPORT_STORED_ZIP_H
#define TESTS_SUPPORT_STORED_ZIP_H
/* Writes ZIP archives of stored members, and the .gltf of one triangle, for tests of readers. */
#include "core/base/buffer.h"

#include <string.h>
#include <zlib.h>

typedef struct zip_member {
    const char *name;
    const void *bytes;
    size_t size;
} zip_member;

/* Appends numbers of 2 and 4 bytes, by the digits of `widths`. */
static inline void zip_numbers(pd_buffer *out, const char *widths, const unsigned long *values)
{
    for (int i = 0; widths[i]; i++)
        for (int b = 0; b < widths[i] - '0'; b++)
            pd_buffer_add(out, &(unsigned char){(unsigned char)(values[i] >> 8 * b)}, 1);
}

/* Appends an archive (APPNOTE 4.3): local headers with their bytes, the directory, the end record. flags:
 * general purpose bits. */
static inline void stored_zip(pd_buffer *out, const zip_member *members, int count, unsigned flags)
{
    pd_buffer directory = {0};
    const size_t start = out->size;
    for (int i = 0; i < count; i++) {
        const zip_member *m = &members[i];
        const unsigned long crc = crc32(0, m->bytes, (unsigned)m->size), n = strlen(m->name),
                            at = out->size - start;
        zip_numbers(out, "42222244422",
                    (unsigned long[]){0x04034b50, 20, flags, 0, 0, 0x21, crc, m->size, m->size, n, 0});
        pd_buffer_add(out, m->name, n);
        pd_buffer_add(out, m->bytes, m->size);
        zip_numbers(&directory,
                    "4222222444222224"
                    "4",
                    (unsigned long[]){0x02014b50, 20, 20, flags, 0, 0, 0x21, crc, m->size, m->size, n, 0, 0,
                                      0, 0, 0, at});
        pd_buffer_add(&directory, m->name, n);
    }
    const unsigned long at = out->size - start;
    if (directory.size) pd_buffer_add(out, directory.data, directory.size);
    zip_numbers(out, "42222442",
                (unsigned long[]){0x06054b50, 0, 0, (unsigned long)count, (unsigned long)count,
                                  directory.size, at, 0});
    pd_buffer_deinit(&directory);
}

/* The bytes of the triangle's buffer: three corners, then the numbers 0 1 2 in 16 bits. */
#define TRIANGLE_BYTES 42
static inline void triangle_bin(unsigned char out[TRIANGLE_BYTES])
{
    static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 2, 0};
    static const unsigned char numbers[6] = {0, 0, 1, 0, 2, 0};
    memcpy(out, corners, 36);
    memcpy(out + 36, numbers, 6);
}
/* The .gltf of the triangle, whose buffer has this URI; `images` is the JSON of the pictures. */
#define TRIANGLE_GLTF(uri, images)                                                                           \
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"" uri "\",\"byteLength\":42}],"                \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":36,\"byteLength\":6}],"  \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"                \
    "{\"bufferView\":1,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}],\"images\":" images ","      \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"                       \
    "\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}]}"
#define TRIANGLE_DATA                                                                                        \
    "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAAAAABAAIA"

#endif
