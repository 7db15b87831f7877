#ifndef PD_TOOLS_CLIENT_HISTOGRAM_H
#define PD_TOOLS_CLIENT_HISTOGRAM_H
/* Times, counted in buckets that grow with them: 32 to each doubling, so that a quantile is within 3.2 % of the true one, in fixed
 * memory however many there are.
 *
 *     bucket of t = 32 octave + m,    t = 2^octave (1 + m/32) microseconds,    1 us to 19 minutes; what lies beyond counts at the end
 *
 * A zeroed struct is empty. Least, most and sum are exact. Seconds.
 */
#include <stdint.h>

#define PD_TOOL_HISTOGRAM_BUCKETS (30 * 32)

typedef struct pd_tool_histogram {
    uint64_t counts[PD_TOOL_HISTOGRAM_BUCKETS], count;
    double least, most, sum;
} pd_tool_histogram;

void pd_tool_histogram_add(pd_tool_histogram *histogram, double seconds);
/* The time that this part (0 to 1) of them did not exceed; 0 when there are none. */
double pd_tool_histogram_at(const pd_tool_histogram *histogram, double part);
double pd_tool_histogram_mean(const pd_tool_histogram *histogram);

#endif
