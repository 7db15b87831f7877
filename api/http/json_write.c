#include "api/http/json_write.h"

#include "core/base/assert.h"
#include "core/base/text/base64.h"
#include "core/base/text/number.h"

#include <math.h>

void pd_api_json_floats(pd_buffer *out, const float *values, int count)
{
    PD_ASSERT(count >= 0 && (values || !count));
    pd_buffer_text(out, "[");
    for (int i = 0; i < count; i++) {
        char text[PD_IO_NUMBER_BYTES];
        if (i) pd_buffer_text(out, ",");
        pd_buffer_add(out, text, pd_io_number_shortest(text, values[i]));
    }

    pd_buffer_text(out, "]");
}

void pd_api_json_doubles(pd_buffer *out, const double *values, int count)
{
    PD_ASSERT(count >= 0 && (values || !count));
    pd_buffer_text(out, "[");
    for (int i = 0; i < count; i++) {
        char text[PD_IO_NUMBER_BYTES];
        if (i) pd_buffer_text(out, ",");
        pd_buffer_add(out, text, pd_io_number_fixed(text, (float)values[i], PD_IO_NUMBER_DIGITS));
    }

    pd_buffer_text(out, "]");
}

void pd_api_json_number_or_null(pd_buffer *out, double value, const char *format)
{
    if (!isfinite(value))
        pd_buffer_text(out, "null");
    else
        pd_buffer_printf(out, format, value);
}

void pd_api_json_glb(pd_buffer *out, const pd_buffer *glb)
{
    pd_buffer_text(out, ",\"mesh\":{\"type\":\"model/gltf-binary\",\"base64\":\"");
    pd_base64_encode(out, glb->data, glb->size);
    pd_buffer_text(out, "\"}");
}
