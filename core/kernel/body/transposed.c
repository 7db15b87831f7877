#include "core/kernel/body/transposed.h"

const pd_k_transposed *pd_k_transposed_get(void)
{
#if defined(__x86_64__)
    if (pd_k_cpu_chosen() == PD_K_CPU_AVX512 || pd_k_cpu_chosen() == PD_K_CPU_AVX2)
        return &pd_k_transposed_avx2;
#endif
    return &pd_k_transposed_ref;
}
