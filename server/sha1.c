#include "server/sha1.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

static uint32_t turned(uint32_t x, int bits)
{
    return x << bits | x >> (32 - bits);
}

static uint32_t big_endian(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void take_block(uint32_t h[5], const unsigned char *block)
{
    uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 16; i++) w[i] = big_endian(block + 4 * i);
    for (int i = 16; i < 80; i++) w[i] = turned(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        uint32_t f = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                     : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                     : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                              : (b ^ c ^ d) + 0xca62c1d6;
        uint32_t next = turned(a, 5) + f + e + w[i];
        e = d, d = c, c = turned(b, 30), b = a, a = next;
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e;
}

void pd_srv_sha1(unsigned char out[PD_SRV_SHA1_BYTES], const void *data, size_t size)
{
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    unsigned char padded[128] = {0};
    assert(size <= PD_SRV_SHA1_MOST);
    memcpy(padded, data, size);
    padded[size] = 0x80;
    size_t end = size < 56 ? 64 : 128;
    padded[end - 2] = (unsigned char)(size >> 5);
    padded[end - 1] = (unsigned char)(size << 3);
    for (size_t at = 0; at < end; at += 64) take_block(h, padded + at);
    for (int i = 0; i < PD_SRV_SHA1_BYTES; i++) out[i] = (unsigned char)(h[i / 4] >> (24 - i % 4 * 8));
}
