#include "core/kernel/draw/raster.h"

pd_k_raster_draw *pd_k_raster_get(void)
{
#if defined(__x86_64__)
    if (pd_k_cpu_chosen() == PD_K_CPU_AVX512) return pd_k_raster_draw_avx512;
    if (pd_k_cpu_chosen() == PD_K_CPU_AVX2) return pd_k_raster_draw_avx2;
#endif
    return pd_k_raster_draw_ref;
}
