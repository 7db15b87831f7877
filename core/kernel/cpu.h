#ifndef PD_KERNEL_CPU_H
#define PD_KERNEL_CPU_H
/* Which of the kernels' versions run: chosen once, at start, for the whole process.
 *
 * The best one that this processor has is taken; `force` names another (the caller reads the option or the
 * environment, core does not): "avx2" under valgrind, which has no AVX-512; "ref" for plain C. NULL or ""
 * means choose. Call pd_k_cpu_init before threads start; without a call the first kernel chooses.
 */
#include "core/base/error.h"

#include <stdbool.h>

typedef enum pd_k_cpu {
    PD_K_CPU_REF,
    PD_K_CPU_AVX2,
    PD_K_CPU_AVX512,
    PD_K_CPU_NEON,
    PD_K_CPU_COUNT
} pd_k_cpu;

/* ERR_INVALID for an unknown name, ERR_UNSUPPORTED when this processor or build lacks it. */
pd_status pd_k_cpu_init(const char *force, pd_error *err);
pd_k_cpu pd_k_cpu_chosen(void);
bool pd_k_cpu_has(pd_k_cpu cpu);
const char *pd_k_cpu_name(void); /* "avx512": what /v1/version shows */

#endif
