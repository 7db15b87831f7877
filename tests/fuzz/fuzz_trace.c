/* Fuzzes a traceparent header, an Accept header of /metrics, and the text of metrics. An accepted context is
 * written unchanged, and both formats of metrics end with a newline. */
#include "api/service/openmetrics.h"
#include "server/base/trace.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;

    /* A context survives writing and reading, but for flags that this version does not know. */
    pd_srv_trace_context context, again;
    if (pd_srv_trace_parse(&context, text)) {
        char written[PD_SRV_TRACE_TEXT];
        pd_srv_trace_write(written, &context);
        if (memcmp(written + 2, text + 2, 50) || !pd_srv_trace_parse(&again, written) ||
            memcmp(&context, &again, sizeof context))
            abort();
    }

    pd_api_accepts_openmetrics(text);
    for (int i = 0; i < 2; i++) {
        pd_buffer out = {0};
        pd_api_metrics_text(&out, text, strlen(text), i);
        if (!out.failed && out.size && out.data[out.size - 1] != '\n') abort();
        pd_buffer_deinit(&out);
    }
    free(text);
    return 0;
}
