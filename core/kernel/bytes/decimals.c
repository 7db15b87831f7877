#include "core/kernel/bytes/decimals.h"

#include "core/base/assert.h"
#include "core/base/text/number.h"
#include "core/kernel/cpu.h"

#define RUN 512 /* numbers for which the buffer grows at a time */

/* Returns the version for this processor; NULL: numbers are written one by one. */
static pd_k_decimals_fn *choose_decimals(void)
{
#if defined(__x86_64__)
    if (pd_k_cpu_has_vbmi2()) return pd_k_decimals_avx512;
    if (pd_k_cpu_chosen() == PD_K_CPU_AVX512 || pd_k_cpu_chosen() == PD_K_CPU_AVX2) return pd_k_decimals_avx2;
#endif
    return NULL;
}

pd_status pd_k_decimals_add(pd_buffer *out, const float *values, size_t count, char separator,
                            const char *where, pd_error *err)
{
    pd_k_decimals_fn *const write_eights = choose_decimals();

    if (!write_eights)
        return pd_io_numbers_fixed(out, values, count, PD_IO_NUMBER_DIGITS, separator, where, err);

    const pd_status status = pd_io_numbers_check_finite(values, count, where, err);
    if (status != PD_OK) return status;
    for (size_t i = 0; i < count;) {
        const size_t end = count - i > RUN ? i + RUN : count;
        if (!pd_buffer_reserve(out, RUN * PD_IO_NUMBER_BYTES + PD_K_DECIMALS_SLACK)) break;

        /* Eights as far as they go, then one number, which may be large. */
        char *at = (char *)out->data + out->size;
        while (i < end) {
            if (i) i += write_eights(&at, values + i, end - i, separator);
            if (i == end) break;
            if (i) *at++ = separator;
            at += pd_io_number_fixed(at, values[i++], PD_IO_NUMBER_DIGITS);
        }

        PD_ASSERT((size_t)(at - (char *)out->data) <= out->capacity);
        out->size = (size_t)(at - (char *)out->data);
    }

    return out->failed ? pd_fail(err, PD_ERR_MEMORY, where, "out of memory for %zu numbers", count) : PD_OK;
}
