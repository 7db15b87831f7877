#include "core/kernel/bytes/pack.h"

#include "core/kernel/cpu.h"

#include <stdbool.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#if defined(__x86_64__)
/* Returns whether the processor has VBMI2, which moves the bytes of a mask together. The first processors with AVX-512 lack it. */
static bool has_vbmi2(void)
{
    unsigned a, b, c = 0, d;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (c & 1u << 6);
}
#endif

pd_k_pack_fn *pd_k_pack_get(void)
{
#if defined(__x86_64__)
    static int known = -1; /* two threads that find out at once write the same */
    if (pd_k_cpu_chosen() == PD_K_CPU_AVX512) {
        int has = __atomic_load_n(&known, __ATOMIC_RELAXED);
        if (has < 0) __atomic_store_n(&known, has = has_vbmi2(), __ATOMIC_RELAXED);
        if (has) return pd_k_pack_avx512;
    }
#endif
    return pd_k_pack_ref;
}
