/* Plain C: what the other version is compared against, and what runs where there is no other. */
#include "core/kernel/body/transposed.h"
#include "core/math/half.h"

#include <string.h>

#define L     PD_K_LANES
#define PARTS PD_K_TRANSPOSED_LANES

/* Adds the products of a row with the tile, times scale, to the parts of one sum. */
static void add_row_ref(float sum[PARTS], const float row[PD_K_TILE], const float *tile, float scale)
{
    float products[PARTS] = {0};
    for (int l = 0; l < PD_K_TILE; l++) products[l % PARTS] += row[l] * tile[l];
    for (int p = 0; p < PARTS; p++) sum[p] += scale * products[p];
}

/* Computes the blend of transposed.h, a row after another. */
static void blend_transposed_ref(float *sums, const float *tile, const pd_k_run *runs, int run_count)
{
    for (const pd_k_run *run = runs; run < runs + run_count; run++)
        for (long i = 0; i < run->count; i++) {
            float row[PD_K_TILE];
            for (long l = 0; l < PD_K_TILE; l++) {
                const long at = i * PD_K_TILE + l;
                row[l] = run->rows   ? run->rows[at]
                         : run->half ? pd_half_to_float(run->half[at])
                                     : (float)run->narrow[at];
            }

            const bool is_scaled = !run->rows && !run->half;
            add_row_ref(sums + (run->feature + i) * PARTS, row, tile, is_scaled ? run->scales[i] : 1);
        }
}

static void lbs_transposed_ref(float *sums, float *tile, const float *rest, const pd_k_skin *skin,
                               const float *table)
{
    float back[PD_K_TILE] = {0};

    for (int e = 0; e < skin->count; e++) {
        const float *w = skin->weights + (long)e * L;
        const float *row = table + (long)skin->index[e] * PD_K_LBS_ROW;
        float *sum = sums + (long)skin->index[e] * PD_K_LBS_ROW * PARTS;

        for (int r = 0; r < 3; r++)
            for (int l = 0; l < L; l++) {
                const float pull = w[l] * tile[r * L + l];
                for (int c = 0; c < 3; c++) {
                    sum[(4 * r + c) * PARTS + l % PARTS] += pull * rest[c * L + l];
                    back[c * L + l] += pull * row[4 * r + c];
                }

                sum[(4 * r + 3) * PARTS + l % PARTS] += pull;
            }
    }

    memcpy(tile, back, sizeof back);
}

const pd_k_transposed pd_k_transposed_ref = {blend_transposed_ref, lbs_transposed_ref};
