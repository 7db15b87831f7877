#include "core/wire/coder.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <string.h>

#define TOTAL (1u << PD_WIRE_TOTAL_BITS)

/* theta of each table, in 1/65536. The first 22 tables are for means
 * from 2^((i - 12) / 2) to 2^((i - 11) / 2). */
const uint16_t pd_wire_thetas[PD_WIRE_TABLES] = {78,    111,   157,   222,   314,   443,   627,   887,
                                                 1254,  1772,  2505,  3537,  4988,  7013,  9808,  13580,
                                                 18472, 24433, 31097, 37837, 44032, 49293, 43320, 48986};

void pd_wire_tables_make(uint16_t out[PD_WIRE_TABLES][PD_WIRE_SYMBOLS + 1])
{
    for (int i = 0; i < PD_WIRE_TABLES; i++) {
        const uint32_t theta = pd_wire_thetas[i];
        uint32_t sizes[PD_WIRE_SYMBOLS];
        uint32_t sum = 0;
        uint32_t part;

        /* Probability of magnitude 1: for both signs together in a two-sided table. */
        if (i < PD_WIRE_TWO_SIDED)
            part = (2 * (((65536 - theta) * TOTAL) / (65536 + theta)) * theta) >> 16;
        else
            part = ((((65536 - theta) * TOTAL) >> 16) * theta) >> 16;

        /* Each larger magnitude is theta times as likely. The last symbol is for all larger ones. Symbol 0
         * has the rest. */
        for (int a = 1; a < PD_WIRE_SYMBOLS; a++) {
            if (a == PD_WIRE_SYMBOLS - 1) part = (part * 65536u) / (65536 - theta);
            sizes[a] = part > 2 ? part & ~1u : 2; /* even: the upper half is for negative numbers */
            sum += sizes[a];
            part = (part * theta) >> 16;
        }

        PD_ASSERT(sum < TOTAL);
        sizes[0] = TOTAL - sum;
        out[i][0] = 0;
        for (int a = 0; a < PD_WIRE_SYMBOLS; a++) out[i][a + 1] = (uint16_t)(out[i][a] + sizes[a]);
    }
}

/* The range of a magnitude from the cumulative probabilities a and b: start, and size for one sign (half,
 * except for magnitude 0). */
#define ZERO(b)    ((uint32_t)(b) << 16)
#define PART(a, b) ((uint32_t)(a) | (uint32_t)((b) - (a)) / 2 << 16)
#define ROW(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)                                                     \
    {                                                                                                        \
        ZERO(a), PART(a, b), PART(b, c), PART(c, d), PART(d, e), PART(e, f), PART(f, g), PART(g, h),         \
            PART(h, i), PART(i, j), PART(j, k), PART(k, l), PART(l, m), PART(m, n), PART(n, o),              \
            PART(o, 32768)                                                                                   \
    }

/* The cumulative probabilities between 0 and 32768. A test compares them with pd_wire_tables_make. */
const uint32_t pd_wire_parts[PD_WIRE_TABLES][PD_WIRE_SYMBOLS] = {
    ROW(32664, 32740, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(32630, 32740, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(32584, 32740, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(32520, 32740, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(32430, 32740, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(32304, 32740, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(32124, 32738, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(31870, 32732, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(31514, 32720, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(31020, 32698, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(30334, 32654, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(29392, 32566, 32736, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(28114, 32396, 32720, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(26416, 32072, 32676, 32740, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(24222, 31476, 32560, 32722, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(21510, 30426, 32272, 32654, 32732, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(18352, 28700, 31616, 32436, 32666, 32730, 32748, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(14972, 26134, 30294, 31844, 32422, 32636, 32716, 32744, 32754, 32756, 32758, 32760, 32762, 32764,
        32766),
    ROW(11692, 22774, 28032, 30526, 31708, 32268, 32534, 32660, 32718, 32744, 32756, 32760, 32762, 32764,
        32766),
    ROW(8808, 18946, 24798, 28176, 30126, 31250, 31898, 32272, 32486, 32610, 32680, 32720, 32742, 32754,
        32760),
    ROW(6454, 15094, 20898, 24798, 27418, 29178, 30360, 31154, 31686, 32044, 32284, 32444, 32552, 32624,
        32672),
    ROW(4668, 11640, 16884, 20828, 23794, 26024, 27700, 28960, 29908, 30620, 31156, 31558, 31860, 32086,
        32256),
    ROW(11142, 18484, 23336, 26542, 28660, 30060, 30984, 31594, 31996, 32262, 32436, 32550, 32626, 32676,
        32708),
    ROW(8316, 14500, 19122, 22576, 25158, 27086, 28526, 29602, 30406, 31006, 31454, 31788, 32038, 32224,
        32362),
};

void pd_wire_encoder_begin(pd_wire_encoder *e, unsigned char *out)
{
    *e = (pd_wire_encoder){.out = out, .range = UINT32_MAX};
}

/* Adds a carry to the bytes already written, from the last one on. */
static void carry_coder(unsigned char *out, size_t size)
{
    do PD_DEBUG_ASSERT(size > 0);
    while (++out[--size] == 0);
}

/* Narrows the interval to the range from `start` with `size`, both in 2^-15. */
static inline void put_coder(pd_wire_encoder *e, uint32_t start, uint32_t size)
{
    PD_DEBUG_ASSERT(e->range >= 1u << 24 && start + size <= TOTAL && size > 0);
    const uint32_t unit = e->range >> PD_WIRE_TOTAL_BITS;
    e->range = unit * size;
    if (__builtin_expect(__builtin_add_overflow(e->low, (uint64_t)(unit * start) << 32, &e->low), 0))
        carry_coder(e->out, e->size);

    /* Write bytes that cannot change. Their number is that of the zero bytes at the top of the range. There
     * are at most two, because the smallest part of the smallest range is 2^9. Two bytes are always stored,
     * and `size` counts those that are valid. */
    const int bytes = (e->range < 1u << 24) + (e->range < 1u << 16);
    e->out[e->size] = (unsigned char)(e->low >> 56);
    e->out[e->size + 1] = (unsigned char)(e->low >> 48);
    e->size += (size_t)bytes;
    e->low <<= 8 * bytes;
    e->range <<= 8 * bytes;
}

void pd_wire_encode_bits(pd_wire_encoder *e, uint32_t bits, int count)
{
    PD_DEBUG_ASSERT(count > 0 && count <= 12 && bits < 1u << count);
    const int rest = PD_WIRE_TOTAL_BITS - count;
    put_coder(e, bits << rest, 1u << rest);
}

/* Codes a value of any number of bits in pieces, the high bits first. */
static void put_long(pd_wire_encoder *e, uint32_t value, int count)
{
    for (; count > 12; count -= 12) pd_wire_encode_bits(e, value >> (count - 12) & 4095, 12);
    if (count > 0) pd_wire_encode_bits(e, value & ((1u << count) - 1), count);
}

/* Returns the index of the highest bit that is set. */
static int top_bit(uint32_t value)
{
    return 31 - __builtin_clz(value);
}

/* Codes the bits after the symbol of a magnitude: the excess of `high` over the last symbol, the low bits,
 * and the sign of a magnitude whose symbol is 0. */
static void put_rest(pd_wire_encoder *e, uint32_t size, bool is_negative, uint32_t high, int low_bits)
{
    /* The number of bits below the highest one, as this number of ones and a zero, then these bits. */
    if (high >= PD_WIRE_SYMBOLS - 1) {
        const uint32_t more = high - (PD_WIRE_SYMBOLS - 1) + 1;
        const int bits = top_bit(more);
        for (int i = 0; i < bits; i++) pd_wire_encode_bits(e, 1, 1);
        pd_wire_encode_bits(e, 0, 1);
        put_long(e, more & ((1u << bits) - 1), bits);
    }

    if (!low_bits) return;
    put_long(e, size & ((1u << low_bits) - 1), low_bits);
    if (!high && size) pd_wire_encode_bits(e, is_negative, 1);
}

/* Codes a magnitude and its sign with the table `scale`, which may be beyond the last one. */
static void put_any(pd_wire_encoder *e, uint32_t size, bool is_negative, int scale)
{
    /* Separate low bits, until the rest has a mean of 2 to 4. */
    int low_bits = 0;

    if (scale >= PD_WIRE_TWO_SIDED) {
        low_bits = (scale - (PD_WIRE_TWO_SIDED - 2)) / 2;
        scale = PD_WIRE_TWO_SIDED + (scale & 1);
    }

    const uint32_t high = size >> low_bits;
    const uint32_t symbol = high < PD_WIRE_SYMBOLS - 1 ? high : PD_WIRE_SYMBOLS - 1;
    const uint32_t part = pd_wire_parts[scale][symbol];
    const uint32_t half = part >> 16;
    put_coder(e, (part & 0xffff) + (is_negative && symbol ? half : 0), half);
    put_rest(e, size, is_negative, high, low_bits);
}

void pd_wire_encode(pd_wire_encoder *e, int32_t k, uint32_t *mean)
{
    PD_ASSERT(k >= -(1 << 26) && k <= 1 << 26);
    const uint32_t size = k < 0 ? 0u - (uint32_t)k : (uint32_t)k;

    /* There are two tables for each doubling of the mean. */
    const uint32_t m = *mean < 8 ? 8 : *mean;
    const int top = top_bit(m);
    put_any(e, size, k < 0, 2 * top + (int)(m >> (top - 1) & 1) - 6);
    *mean += (size < 4095 ? size : 4095) * 512 - (*mean >> 3);
}

typedef int32_t four __attribute__((vector_size(16)));
typedef float four_floats __attribute__((vector_size(16)));

/* Returns a in lanes whose mask is set, otherwise b. */
static inline four pick(four mask, four a, four b)
{
    return (a & mask) | (b & ~mask);
}

/* Finds the ranges of four integers: sets parts[i] to the start of the range of k[i] with its sign, and the
 * size in the high 16 bits. For an integer that needs more than a symbol, sets it to the index of its table,
 * with a size of 0. Updates the means. */
static inline void find_four(uint32_t parts[4], const int32_t *ks, uint32_t *means)
{
    four k, mean;

    memcpy(&k, ks, sizeof k);
    memcpy(&mean, means, sizeof mean);
    const four is_negative = k < 0;
    const four size = (k ^ is_negative) - is_negative;

    /* The table's index: the exponent of the mean as a float, and the first bit of its fraction. 8 is 2^3. */
    const four_floats as_float =
        __builtin_convertvector(pick(mean < 8, (four){8, 8, 8, 8}, mean), four_floats);
    const four scale = ((four)as_float >> 22) - 2 * (127 + 3);
    const four is_symbol = (size < PD_WIRE_SYMBOLS - 1) & (scale < PD_WIRE_TWO_SIDED);
    const four at = (scale * PD_WIRE_SYMBOLS + size) & is_symbol;

    const uint32_t *all = pd_wire_parts[0]; /* all tables, one after the other */
    const four part = {(int32_t)all[at[0]], (int32_t)all[at[1]], (int32_t)all[at[2]], (int32_t)all[at[3]]};
    const four found = pick(is_symbol, part + ((part >> 16) & is_negative), scale);
    const four updated = mean + (pick(size < 4095, size, (four){4095, 4095, 4095, 4095}) << 9) - (mean >> 3);
    memcpy(parts, &found, sizeof found);
    memcpy(means, &updated, sizeof updated);
}

void pd_wire_encode_all(pd_wire_encoder *e, const int32_t *k, uint32_t *means, int count)
{
    enum { BLOCK = 64 };
    uint32_t parts[BLOCK];
    pd_wire_encoder now = *e; /* a local copy can stay in registers */

    while (count >= 4) {
        /* The ranges do not depend on each other, so they are computed first. */
        const int some = count < BLOCK ? count & ~3 : BLOCK;
        for (int i = 0; i < some; i += 4) find_four(parts + i, k + i, means + i);
        for (int i = 0; i < some; i++) {
            const uint32_t start = parts[i] & 0xffff;
            const uint32_t size = parts[i] >> 16;
            if (__builtin_expect(!size, 0)) {
                *e = now;
                put_any(e, k[i] < 0 ? 0u - (uint32_t)k[i] : (uint32_t)k[i], k[i] < 0, (int)start);
                now = *e;
            } else {
                put_coder(&now, start, size);
            }
        }

        k += some;
        means += some;
        count -= some;
    }

    *e = now;
    for (int i = 0; i < count; i++) pd_wire_encode(e, k[i], &means[i]);
}

size_t pd_wire_encoder_end(pd_wire_encoder *e)
{
    /* The shortest number in the interval. Its other bytes are 0, as are those beyond the end. */
    const uint64_t low = e->low >> 32;

    for (int bytes = 0; bytes <= 4; bytes++) {
        const uint64_t step = UINT64_C(1) << (32 - 8 * bytes);
        const uint64_t value = (low + step - 1) / step * step;
        if (value >= low + e->range) continue;
        if (value >> 32) carry_coder(e->out, e->size);
        for (int i = 0; i < bytes; i++) e->out[e->size++] = (unsigned char)(value >> (24 - 8 * i));
        break;
    }

    return e->size;
}
