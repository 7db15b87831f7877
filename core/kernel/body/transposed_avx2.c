/* AVX2 + FMA: a coordinate of a tile is two registers, a tile six. */
#include "core/kernel/body/transposed.h"
#include "core/kernel/unrolled.h"

#include <immintrin.h>

#define L     PD_K_LANES
#define PARTS PD_K_TRANSPOSED_LANES
#define REGS  (PD_K_TILE / PARTS)

typedef enum row_form { ROW_FLOAT, ROW_HALF, ROW_NARROW } row_form;

/* Loads eight numbers of a row. */
INLINE __m256 load_row(const void *row, int part, const row_form form)
{
    if (form == ROW_FLOAT) return _mm256_load_ps((const float *)row + PARTS * part);
    const __m128i eight = _mm_load_si128((const __m128i *)row + part);
    return form == ROW_HALF ? _mm256_cvtph_ps(eight) : _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(eight));
}

/* Returns the products of a row with the tile, in parts. */
INLINE __m256 row_products(const void *row, const __m256 tile[REGS], const row_form form)
{
    __m256 even = _mm256_mul_ps(load_row(row, 0, form), tile[0]);
    __m256 odd = _mm256_mul_ps(load_row(row, 1, form), tile[1]);
    UNROLLED for (int i = 2; i < REGS; i += 2)
    {
        even = _mm256_fmadd_ps(load_row(row, i, form), tile[i], even);
        odd = _mm256_fmadd_ps(load_row(row, i + 1, form), tile[i + 1], odd);
    }
    return _mm256_add_ps(even, odd);
}

static void blend_transposed_avx2(float *sums, const float *tile, const pd_k_run *runs, int run_count)
{
    __m256 own[REGS];
    UNROLLED for (int i = 0; i < REGS; i++) own[i] = _mm256_load_ps(tile + PARTS * i);

    for (const pd_k_run *run = runs; run < runs + run_count; run++) {
        float *sum = sums + (long)run->feature * PARTS;
        for (long i = 0; i < run->count; i++, sum += PARTS) {
            const __m256 before = _mm256_load_ps(sum);
            __m256 after;
            if (run->rows) {
                after = _mm256_add_ps(before, row_products(run->rows + i * PD_K_TILE, own, ROW_FLOAT));
            } else if (run->half) {
                after = _mm256_add_ps(before, row_products(run->half + i * PD_K_TILE, own, ROW_HALF));
            } else {
                const __m256 products = row_products(run->narrow + i * PD_K_TILE, own, ROW_NARROW);
                after = _mm256_fmadd_ps(_mm256_set1_ps(run->scales[i]), products, before);
            }

            _mm256_store_ps(sum, after);
        }
    }
}

static void lbs_transposed_avx2(float *sums, float *tile, const float *rest, const pd_k_skin *skin,
                                const float *table)
{
    /* The two halves of the tile's 16 vertices one after the other. */
    for (int half = 0; half < L / PARTS; half++) {
        const int first = half * PARTS;
        __m256 pulled[3], places[3], back[3];
        UNROLLED for (int c = 0; c < 3; c++)
        {
            pulled[c] = _mm256_load_ps(tile + c * L + first);
            places[c] = _mm256_load_ps(rest + c * L + first);
            back[c] = _mm256_setzero_ps();
        }

        for (int e = 0; e < skin->count; e++) {
            const __m256 w = _mm256_load_ps(skin->weights + (long)e * L + first);
            const float *row = table + (long)skin->index[e] * PD_K_LBS_ROW;
            float *sum = sums + (long)skin->index[e] * PD_K_LBS_ROW * PARTS;

            UNROLLED for (int r = 0; r < 3; r++)
            {
                const __m256 pull = _mm256_mul_ps(w, pulled[r]);
                UNROLLED for (int c = 0; c < 3; c++)
                {
                    float *at = sum + (4 * r + c) * PARTS;
                    _mm256_store_ps(at, _mm256_fmadd_ps(pull, places[c], _mm256_load_ps(at)));
                    back[c] = _mm256_fmadd_ps(pull, _mm256_set1_ps(row[4 * r + c]), back[c]);
                }

                float *at = sum + (4 * r + 3) * PARTS;
                _mm256_store_ps(at, _mm256_add_ps(pull, _mm256_load_ps(at)));
            }
        }

        UNROLLED for (int c = 0; c < 3; c++) _mm256_store_ps(tile + c * L + first, back[c]);
    }
}

const pd_k_transposed pd_k_transposed_avx2 = {blend_transposed_avx2, lbs_transposed_avx2};
