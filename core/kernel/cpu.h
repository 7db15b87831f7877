#ifndef PD_KERNEL_CPU_H
#define PD_KERNEL_CPU_H
/* Chooses which version of the kernels (plain C, AVX2, AVX-512, NEON, WebAssembly's SIMD128) the process
 * runs, once, at start.
 *
 * By default the fastest version that this processor supports. `force` names another one: "ref" for plain C,
 * or "avx2" under valgrind, which has no AVX-512. (The caller reads the option or environment variable; core
 * does not.)
 *
 * Threads  call pd_k_cpu_init before other threads start. Without a call the first use of a kernel chooses.
 */
#include "core/base/error.h"

#include <stdbool.h>

typedef enum pd_k_cpu {
    PD_K_CPU_REF,
    PD_K_CPU_AVX2,
    PD_K_CPU_AVX512,
    PD_K_CPU_NEON,
    PD_K_CPU_SIMD128,
    PD_K_CPU_COUNT
} pd_k_cpu;

/* Chooses the version named `force` ("ref", "avx2", "avx512", "neon", "simd128"), or the fastest one when it
 * is NULL or "". ERR_INVALID for an unknown name, ERR_UNSUPPORTED
 * when this processor or build lacks that version. */
pd_status pd_k_cpu_init(const char *force, pd_error *err);
/* Returns the chosen version. */
pd_k_cpu pd_k_cpu_chosen(void);
/* Returns whether this processor and this build support a version. */
bool pd_k_cpu_has(pd_k_cpu cpu);
/* Returns whether the chosen version is AVX-512 and the processor has VBMI2, which moves the bytes of a mask
 * together. The first processors with AVX-512 lack it. */
bool pd_k_cpu_has_vbmi2(void);
/* Returns the name of the chosen version, such as "avx512", as /v1/version shows it. */
const char *pd_k_cpu_name(void);

#endif
