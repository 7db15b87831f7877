#ifndef PD_WIRE_CODER_H
#define PD_WIRE_CODER_H
/* Entropy coder of compact frames: a range coder (Martin 1979). Its probabilities depend on the integers
 * coded before. docs/reference/wire.md describes it in words.
 *
 *     integer k  the magnitude is coded with one of 24 tables of probabilities; the low bits of large
 *                magnitudes are plain bits
 *     mean       running mean of the track's |k|: mean += |k| / 8 - mean / 8, in 1/4096. It selects the
 *                table.
 *     table      two-sided geometric distribution P(|k|) ~ theta^|k|. With a large mean, |k| >> b has a
 *                one-sided distribution and b low bits follow.
 *
 * All arithmetic is in integers, so every reader computes the same tables and the same state.
 *
 * Memory   the encoder appends to a buffer that has enough capacity (pd_wire_encoder_begin); no allocation.
 * Threads  the tables are const; an encoder belongs to one thread.
 * Errors   none.
 */
#include "core/base/buffer.h"

#include <stdint.h>

#define PD_WIRE_TOTAL_BITS 15 /* probabilities are multiples of 2^-15 */
#define PD_WIRE_SYMBOLS    16 /* magnitudes 0 to 14, and one symbol for all larger ones */
#define PD_WIRE_TWO_SIDED  22 /* tables of means below 4 */
#define PD_WIRE_TABLES     24
#define PD_WIRE_MEAN_FIRST 4096 /* mean of a track at a key frame: 1 */

/* Largest number of bytes of an integer: the escape symbol, 27 bits of length and 27 of value, sign. */
#define PD_WIRE_INTEGER_BYTES 12

extern const uint16_t pd_wire_thetas[PD_WIRE_TABLES]; /* theta of each table, in 1/65536 */
/* Computes the cumulative probabilities of all tables from the thetas, in 2^-15. Symbol a has the range from
 * [a] to [a + 1]. Readers may use it. */
void pd_wire_tables_make(uint16_t out[PD_WIRE_TABLES][PD_WIRE_SYMBOLS + 1]);
/* The same tables as constants, for the encoder. The low 16 bits of an entry are the start of the symbol's
 * range. The high 16 bits are the size of the range for one sign: the whole range of symbol 0, which has no
 * sign, and half of the range of any other symbol. */
extern const uint32_t pd_wire_parts[PD_WIRE_TABLES][PD_WIRE_SYMBOLS];

typedef struct pd_wire_encoder {
    /* start of the interval, in the high 32 bits; an overflow is a carry into the bytes before */
    uint64_t low;
    /* Between the 64-bit members, because gcc would keep two adjacent ones
     * in a vector register, which is slow. */
    uint32_t range;
    size_t size; /* number of bytes written so far */
    unsigned char *out;
} pd_wire_encoder;

/* The last two values of a coded quantity. Its mean is in a separate array. */
typedef struct pd_wire_track {
    int32_t now, before;
} pd_wire_track;

/* Starts at `out`, which must have PD_WIRE_INTEGER_BYTES bytes for each integer, and 8 more. */
void pd_wire_encoder_begin(pd_wire_encoder *e, unsigned char *out);
/* Codes an integer with the probabilities of a mean, and updates the mean. |k| is at most 2^26. */
void pd_wire_encode(pd_wire_encoder *e, int32_t k, uint32_t *mean);
/* Codes k[0] to k[count - 1], each with its mean. Equal to pd_wire_encode for one after the other. */
void pd_wire_encode_all(pd_wire_encoder *e, const int32_t *k, uint32_t *means, int count);
/* Codes `count` plain bits, at most 12. */
void pd_wire_encode_bits(pd_wire_encoder *e, uint32_t bits, int count);
/* Finishes and returns the size in bytes. A reader treats bytes beyond the end as 0. */
size_t pd_wire_encoder_end(pd_wire_encoder *e);

/* Returns the predicted value of a track: the last value plus 13/16 of its last change. */
static inline int32_t pd_wire_predict(const pd_wire_track *t)
{
    const int32_t change = 13 * (t->now - t->before) + 8;
    return t->now +
           (change >>
            4); /* rounds down, also for negative numbers, because gcc and clang shift arithmetically */
}

#endif
