#include "tools/client/histogram.h"

#include "core/base/assert.h"

#include <math.h>

#define EACH 32 /* buckets to a doubling */

static int bucket_of(double seconds)
{
    int octave;
    double us = seconds * 1e6;

    if (!(us > 1)) return 0;
    if (us > 1e12) return PD_TOOL_HISTOGRAM_BUCKETS - 1;
    double part = frexp(us, &octave); /* us = part 2^octave, part in [0.5, 1) */
    int bucket = EACH * (octave - 1) + (int)((2 * part - 1) * EACH);

    return bucket < PD_TOOL_HISTOGRAM_BUCKETS ? bucket : PD_TOOL_HISTOGRAM_BUCKETS - 1;
}

void pd_tool_histogram_add(pd_tool_histogram *h, double seconds)
{
    const int bucket = bucket_of(seconds);

    PD_ASSERT(bucket >= 0 && bucket < PD_TOOL_HISTOGRAM_BUCKETS);
    h->counts[bucket]++;
    if (!h->count || seconds < h->least) h->least = seconds;
    if (!h->count || seconds > h->most) h->most = seconds;
    h->sum += seconds;
    h->count++;
}

/* Returns the upper end of the bucket, clamped to the smallest and largest time. */
double pd_tool_histogram_at(const pd_tool_histogram *h, double part)
{
    PD_ASSERT(part >= 0 && part <= 1);
    uint64_t wanted = (uint64_t)ceil(part * (double)h->count);
    uint64_t sum = 0;
    if (!h->count) return 0;
    if (wanted < 1) return h->least;
    for (int i = 0; i < PD_TOOL_HISTOGRAM_BUCKETS; i++) {
        sum += h->counts[i];
        if (sum < wanted) continue;
        double end = ldexp(1 + (i % EACH + 1) / (double)EACH, i / EACH) * 1e-6;
        return fmax(h->least, fmin(end, h->most));
    }

    return h->most;
}

double pd_tool_histogram_mean(const pd_tool_histogram *h)
{
    return h->count ? h->sum / (double)h->count : 0;
}
