#include "core/kernel/motion/pfnn.h"

const pd_k_pfnn *pd_k_pfnn_get(void)
{
    switch (pd_k_cpu_chosen()) {
#if defined(__x86_64__)
    case PD_K_CPU_AVX512: return &pd_k_pfnn_avx512;
    case PD_K_CPU_AVX2: return &pd_k_pfnn_avx2;
#elif defined(__aarch64__)
    case PD_K_CPU_NEON: return &pd_k_pfnn_neon;
#elif defined(__wasm_simd128__)
    case PD_K_CPU_SIMD128: return &pd_k_pfnn_simd128;
#endif
    default: return &pd_k_pfnn_ref;
    }
}
