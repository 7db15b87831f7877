#include "core/kernel/draw/texel.h"

const pd_k_texel *pd_k_texel_get(void)
{
#if defined(__x86_64__)
    if (pd_k_cpu_chosen() == PD_K_CPU_AVX512) return &pd_k_texel_avx512;
    if (pd_k_cpu_chosen() == PD_K_CPU_AVX2) return &pd_k_texel_avx2;
#endif
    return &pd_k_texel_ref;
}
