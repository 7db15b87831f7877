#include "core/kernel/cpu.h"

#include <stdbool.h>
#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

static const char *const names[PD_K_CPU_COUNT] = {"ref", "avx2", "avx512", "neon", "simd128"};

/* -1 until chosen. Choosing twice at once is harmless: both threads write the same value. */
static int chosen = -1;

bool pd_k_cpu_has(pd_k_cpu cpu)
{
    if (cpu == PD_K_CPU_REF) return true;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (cpu == PD_K_CPU_AVX2) {
        unsigned a, b;
        unsigned c = 0;
        unsigned d; /* clang 14 does not know f16c by name */
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
               __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
    }

    if (cpu == PD_K_CPU_AVX512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
#elif defined(__aarch64__)
    if (cpu == PD_K_CPU_NEON) return true;
#elif defined(__wasm_simd128__)
    if (cpu == PD_K_CPU_SIMD128) return true;
#endif

    return false;
}

pd_status pd_k_cpu_init(const char *force, pd_error *err)
{
    if (!force || !*force) {
        static const pd_k_cpu best_first[] = {PD_K_CPU_AVX512, PD_K_CPU_AVX2, PD_K_CPU_NEON, PD_K_CPU_SIMD128,
                                              PD_K_CPU_REF};
        int i = 0;
        while (!pd_k_cpu_has(best_first[i])) i++; /* ref is always there */
        __atomic_store_n(&chosen, (int)best_first[i], __ATOMIC_RELAXED);
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

bool pd_k_cpu_has_vbmi2(void)
{
#if defined(__x86_64__)
    static int known = -1; /* two threads that find out at once write the same */
    if (pd_k_cpu_chosen() != PD_K_CPU_AVX512) return false;
    int has = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (has < 0) {
        unsigned a, b;
        unsigned c = 0;
        unsigned d;
        has = __get_cpuid_count(7, 0, &a, &b, &c, &d) && (c & 1u << 6);
        __atomic_store_n(&known, has, __ATOMIC_RELAXED);
    }

    return has;
#else
    return false;
#endif
}

const char *pd_k_cpu_name(void)
{
    return names[pd_k_cpu_chosen()];
}
