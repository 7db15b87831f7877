#include "core/kernel/body/passed.h"

pd_k_passed_find *pd_k_passed_get(void)
{
#if defined(__x86_64__)
    if (pd_k_cpu_chosen() == PD_K_CPU_AVX512 || pd_k_cpu_chosen() == PD_K_CPU_AVX2)
        return pd_k_passed_find_avx2;
#endif
    return pd_k_passed_find_ref;
}

pd_k_passed_reach *pd_k_passed_reach_get(void)
{
#if defined(__x86_64__)
    if (pd_k_cpu_chosen() == PD_K_CPU_AVX512 || pd_k_cpu_chosen() == PD_K_CPU_AVX2)
        return pd_k_passed_reach_avx2;
#endif
    return pd_k_passed_reach_ref;
}
