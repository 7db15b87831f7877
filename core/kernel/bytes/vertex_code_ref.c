/* Plain C: what every other version is compared against, and what runs where there is no other. */
#include "core/base/assert.h"
#include "core/kernel/bytes/vertex_code.h"

#include <string.h>

/* Rounds to nearest, ties to even, without a call of rint: adding 1.5 2^52 leaves no bits for a fraction.
 * |value| < 2^51. */
static double round_even(double value)
{
    return (value + 6755399441055744.0) - 6755399441055744.0;
}

static void positions(int16_t *out, const float *in, size_t count, const float centre[3], double back)
{
    for (size_t i = 0; i < count; i++, in += 3, out += 4) {
        for (int c = 0; c < 3; c++) {
            const double value = ((double)in[c] - (double)centre[c]) * back;
            out[c] = (int16_t)(int)round_even(value < -32767 ? -32767 : value > 32767 ? 32767 : value);
        }

        out[3] = 0;
    }
}

static void units(int8_t *out, const float *in, size_t count)
{
    for (size_t i = 0; i < count; i++, in += 3, out += 4) {
        for (int c = 0; c < 3; c++) {
            const float value = 127 * (in[c] < -1 ? -1 : in[c] > 1 ? 1 : in[c]);
            out[c] = (int8_t)(int)((value + 12582912.0f) - 12582912.0f);
        }

        out[3] = 0;
    }
}

static void vertex_planes(unsigned char (*planes)[256], const unsigned char *rows, size_t first, size_t count,
                          int stride)
{
    const size_t whole = (count + 15) / 16 * 16;

    for (int k = 0; k < stride; k++) {
        for (size_t i = 0; i < count; i++) {
            const unsigned char *row = rows + (first + i) * (size_t)stride;
            const unsigned char delta = first + i ? (unsigned char)(row[k] - row[k - stride]) : 0;
            planes[k][i] = (unsigned char)((delta & 0x80 ? 0xff : 0) ^ (delta << 1));
        }

        memset(planes[k] + count, 0, whole - count);
    }
}

static unsigned char *vertex_group(unsigned char *out, const unsigned char *numbers, uint32_t *code)
{
    /* The size with 2, 4 and 8 bits a number; the first of the smallest is taken. */
    int any = 0, over_3 = 0, over_15 = 0;

    for (int i = 0; i < 16; i++) {
        any |= numbers[i];
        over_3 += numbers[i] >= 3;
        over_15 += numbers[i] >= 15;
    }

    const int by_2 = 4 + over_3;
    const int by_4 = 8 + over_15;
    *code = !any ? 0 : by_2 < 16 && by_2 <= by_4 ? 1 : by_4 < 16 ? 2 : 3;
    if (*code == 0) return out;
    if (*code == 3) {
        memcpy(out, numbers, 16);
        return out + 16;
    }

    /* The numbers, first in the highest bits; then those that are too large. */
    const int bits = *code == 1 ? 2 : 4;
    const int most = (1 << bits) - 1;
    for (int i = 0; i < 16; i += 8 / bits) {
        int byte = 0;
        for (int n = 0; n < 8 / bits; n++)
            byte = byte << bits | (numbers[i + n] < most ? numbers[i + n] : most);
        *out++ = (unsigned char)byte;
    }

    for (int i = 0; i < 16; i++)
        if (numbers[i] >= most) *out++ = numbers[i];

    return out;
}

#include "core/kernel/bytes/vertex_code_lanes.h"

const pd_k_vertex_code pd_k_vertex_code_ref = {positions, units, encode};
