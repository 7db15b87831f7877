#include "core/kernel/body/body.h"

const pd_k_body *pd_k_body_get(void)
{
    switch (pd_k_cpu_chosen()) {
#if defined(__x86_64__)
    case PD_K_CPU_AVX512: return &pd_k_body_avx512;
    case PD_K_CPU_AVX2: return &pd_k_body_avx2;
#elif defined(__aarch64__)
    case PD_K_CPU_NEON: return &pd_k_body_neon;
#endif
    default: return &pd_k_body_ref;
    }
}
