#include "core/kernel/bytes/pack.h"

#include "core/kernel/cpu.h"

pd_k_pack_fn *pd_k_pack_get(void)
{
#if defined(__x86_64__)
    if (pd_k_cpu_has_vbmi2()) return pd_k_pack_avx512;
#endif
    return pd_k_pack_ref;
}
