#include "core/kernel/bytes/vertex_code.h"

const pd_k_vertex_code *pd_k_vertex_code_get(void)
{
#if defined(__x86_64__)
    if (pd_k_cpu_chosen() == PD_K_CPU_AVX512 || pd_k_cpu_chosen() == PD_K_CPU_AVX2)
        return &pd_k_vertex_code_avx2;
#endif
    return &pd_k_vertex_code_ref;
}
