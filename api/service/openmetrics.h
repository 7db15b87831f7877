#ifndef PD_API_SERVICE_OPENMETRICS_H
#define PD_API_SERVICE_OPENMETRICS_H
/* The two text formats of metrics: Prometheus' 0.0.4 and OpenMetrics 1.0, which has exemplars.
 *
 * The server writes one text: lines of the format 0.0.4, with exemplars (" # {trace_id=...} value time")
 * behind buckets that have one.
 */
#include "core/base/buffer.h"

#include <stdbool.h>

#define PD_API_METRICS_TYPE     "text/plain; version=0.0.4; charset=utf-8"
#define PD_API_OPENMETRICS_TYPE "application/openmetrics-text; version=1.0.0; charset=utf-8"

/* Returns true when an Accept header names OpenMetrics, and does not prefer plain text (q). NULL: false. */
bool pd_api_accepts_openmetrics(const char *accept);

/* Appends the server's text in one of the formats. OpenMetrics: names of counter families end without _total,
 * bounds of buckets are floats ("1.0"), and the last line is # EOF. Otherwise: exemplars are left out. */
void pd_api_metrics_text(pd_buffer *out, const char *text, size_t size, bool is_openmetrics);

#endif
