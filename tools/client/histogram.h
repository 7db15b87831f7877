#ifndef PD_TOOLS_CLIENT_HISTOGRAM_H
#define PD_TOOLS_CLIENT_HISTOGRAM_H
/* Histogram of times with buckets of growing width, 32 for each doubling. Quantiles are within 3.2 % of the
 * exact ones, in fixed memory.
 *
 *     bucket of t = 32 octave + m,    t = 2^octave (1 + m/32) microseconds,
 *         1 us to 19 minutes; times beyond count in the last bucket
 *
 * A zeroed struct is an empty histogram. Minimum, maximum and sum are exact. Times are in seconds.
 */
#include <stdint.h>

#define PD_TOOL_HISTOGRAM_BUCKETS (30 * 32)

typedef struct pd_tool_histogram {
    uint64_t counts[PD_TOOL_HISTOGRAM_BUCKETS], count;
    double least, most, sum;
} pd_tool_histogram;

/* Adds one time. */
void pd_tool_histogram_add(pd_tool_histogram *histogram, double seconds);
/* Returns the quantile at `part`, 0 to 1; 0 when the histogram is empty. */
double pd_tool_histogram_at(const pd_tool_histogram *histogram, double part);
/* Returns the exact mean; 0 when the histogram is empty. */
double pd_tool_histogram_mean(const pd_tool_histogram *histogram);

#endif
