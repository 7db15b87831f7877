#include "core/kernel/cpu.h"

#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

static const char *const names[PD_K_CPU_COUNT] = {"ref", "avx2", "avx512", "neon"};

/* -1 until chosen. Choosing twice at once is harmless: both threads write the same value. */
static int chosen = -1;

#if defined(__x86_64__)
/* clang 14 does not know its name. */
static int has_f16c(void)
{
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
}
#endif

int pd_k_cpu_has(pd_k_cpu cpu)
{
    if (cpu == PD_K_CPU_REF) return 1;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (cpu == PD_K_CPU_AVX2)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && has_f16c();
    if (cpu == PD_K_CPU_AVX512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
#elif defined(__aarch64__)
    if (cpu == PD_K_CPU_NEON) return 1;
#endif
    return 0;
}

static pd_k_cpu best(void)
{
    if (pd_k_cpu_has(PD_K_CPU_AVX512)) return PD_K_CPU_AVX512;
    if (pd_k_cpu_has(PD_K_CPU_AVX2)) return PD_K_CPU_AVX2;
    if (pd_k_cpu_has(PD_K_CPU_NEON)) return PD_K_CPU_NEON;
    return PD_K_CPU_REF;
}

pd_status pd_k_cpu_init(const char *force, pd_error *err)
{
    if (!force || !*force) {
        __atomic_store_n(&chosen, (int)best(), __ATOMIC_RELAXED);
        return PD_OK;
    }
    for (int i = 0; i < PD_K_CPU_COUNT; i++) {
        if (strcmp(force, names[i])) continue;
        if (!pd_k_cpu_has((pd_k_cpu)i))
            return pd_fail(err, PD_ERR_UNSUPPORTED, "cpu", "this processor or build has no %s kernels",
                           force);
        __atomic_store_n(&chosen, i, __ATOMIC_RELAXED);
        return PD_OK;
    }
    return pd_fail(err, PD_ERR_INVALID, "cpu", "\"%s\"; ref, avx2, avx512 or neon allowed", force);
}

pd_k_cpu pd_k_cpu_chosen(void)
{
    int now = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
    if (now >= 0) return (pd_k_cpu)now;
    pd_k_cpu_init(NULL, NULL);
    return (pd_k_cpu)__atomic_load_n(&chosen, __ATOMIC_RELAXED);
}

const char *pd_k_cpu_name(void)
{
    return names[pd_k_cpu_chosen()];
}
