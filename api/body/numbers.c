#include "api/body/numbers.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

bool pd_api_flat_read(float *out, const json_t *array, const pd_api_field *f, const char *pointer,
                      pd_api_problems *p)
{
    const size_t count = json_array_size(array);
    bool good = true;

    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(array, i);
        char at[200];
        const double x = json_number_value(value);
        if (json_is_number(value) && x >= f->min && x <= f->max) {
            out[i] = (float)x;
            continue;
        }

        snprintf(at, sizeof at, "%s/%zu", pointer, i);
        if (json_is_number(value))
            good = pd_api_note(p, PD_ERR_RANGE, at, "%.10g; %.10g to %.10g allowed", x, f->min, f->max);
        else
            good = pd_api_note(p, PD_ERR_INVALID, at, "%s; a number from %.10g to %.10g expected",
                               pd_api_json_kind(value), f->min, f->max);
    }

    return good;
}

int pd_api_numbers_read(float *out, const json_t *array, pd_api_count allowed, const pd_api_field *field,
                        const char *pointer, pd_api_problems *problems)
{
    const size_t count = json_array_size(array);

    if (count < (size_t)allowed.least || count > (size_t)allowed.most) {
        if (allowed.least == allowed.most)
            pd_api_note(problems, PD_ERR_RANGE, pointer, "%zu numbers; %d expected (%s)", count, allowed.most,
                        allowed.reason);
        else
            pd_api_note(problems, PD_ERR_RANGE, pointer, "%zu numbers; %d to %d allowed (%s)", count,
                        allowed.least, allowed.most, allowed.reason);
        return -1;
    }

    return pd_api_flat_read(out, array, field, pointer, problems) ? (int)count : -1;
}
