#include "train/kernel/train.h"

const pd_k_train *pd_k_train_get(void)
{
    switch (pd_k_cpu_chosen()) {
#if defined(__x86_64__)
    case PD_K_CPU_AVX512: return &pd_k_train_avx512;
    case PD_K_CPU_AVX2: return &pd_k_train_avx2;
#elif defined(__aarch64__)
    case PD_K_CPU_NEON: return &pd_k_train_neon;
#endif
    default: return &pd_k_train_ref;
    }
}

#define TILE 8 /* rows and columns that are transposed at once */

/* Tiles of 8 x 8: eight lines of the output are open at a time. */
void pd_k_train_transpose_plain(float *out, long out_stride, const float *in, long in_stride, int rows)
{
    for (int r = 0; r < rows; r += TILE) {
        int end = r + TILE < rows ? r + TILE : rows;
        for (int o = 0; o < 64; o += TILE)
            for (int j = o; j < o + TILE; j++)
                for (int i = r; i < end; i++) out[j * out_stride + i] = in[i * in_stride + j];
    }
}
