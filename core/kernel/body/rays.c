#include "core/kernel/body/rays.h"

pd_k_rays_cross *pd_k_rays_get(void)
{
#if defined(__x86_64__)
    if (pd_k_cpu_chosen() == PD_K_CPU_AVX512 || pd_k_cpu_chosen() == PD_K_CPU_AVX2)
        return pd_k_rays_cross_avx2;
#endif
    return pd_k_rays_cross_ref;
}
