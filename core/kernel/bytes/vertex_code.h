#ifndef PD_KERNEL_BYTES_VERTEX_CODE_H
#define PD_KERNEL_BYTES_VERTEX_CODE_H
/* Vertices of a compressed glTF file: quantises them, and encodes rows of bytes as EXT_meshopt_compression's
 * mode ATTRIBUTES (version 0) has them.
 *
 *     positions   out = round((in - centre) back), clamped to +-32767; ties to even; computed in double
 *     units       out = round(127 in), in clamped to +-1; ties to even
 *     encode      byte k of a row: zigzag(row_i[k] - row_(i-1)[k]), 16 rows a group; of a group the smallest
 *                 of 0, 2, 4 or 8 bits a number, where numbers that do not fit follow it. Blocks of 256 rows:
 *                 plane after plane, each with 2 bits a group before it.
 *
 * encode writes the bytes that meshopt_encodeVertexBuffer of meshoptimizer 0.18 writes, for rows of up to 16
 * bytes.
 *
 * Spaces   positions are in any one space and unit; `centre` and the step 1 / back are of the same.
 * Order    each version gives the same bits.
 * Memory   nothing is allocated; in and out do not overlap.
 * Threads  pure functions.
 */
#include "core/kernel/cpu.h"

#include <stddef.h>
#include <stdint.h>

#define PD_K_VERTEX_STRIDE 16 /* bytes of a row, at most; a multiple of 4 */

/* Quantises points (count,3) to rows (count,4) whose last number is 0. Numbers are finite. */
typedef void pd_k_positions(int16_t *out, const float *in, size_t count, const float centre[3], double back);
/* Quantises unit vectors (count,3) to rows (count,4) whose last number is 0. */
typedef void pd_k_units(int8_t *out, const float *in, size_t count);
/* Encodes rows (count,stride) and returns the number of bytes. out has room for
 * meshopt_encodeVertexBufferBound of them. */
typedef size_t pd_k_encode(unsigned char *out, const unsigned char *rows, size_t count, int stride);

typedef struct pd_k_vertex_code {
    pd_k_positions *positions;
    pd_k_units *units;
    pd_k_encode *encode;
} pd_k_vertex_code;

extern const pd_k_vertex_code pd_k_vertex_code_ref, pd_k_vertex_code_avx2;

/* Returns the version for the processor that pd_k_cpu_init chose. */
const pd_k_vertex_code *pd_k_vertex_code_get(void);

#endif
