#ifndef PD_TRAIN_SCAN_SAMPLE_H
#define PD_TRAIN_SCAN_SAMPLE_H
/* Takes a sample of the points of a scan, without strays, in an order that depends on the positions alone.
 *
 *     1. order    all points along a Z-order curve (Morton 1966), then by their numbers: the order of the
 *                 file has no effect on what follows
 *     2. draw     every n-th of them, so that at most `most` are left
 *     3. strays   points are linked to their 16 nearest within
 *
 *                     reach = 2.5 d,   0.03 m <= reach <= 0.25 m
 *
 *                 d: distance to the fourth nearest point that 95 % of the points do not exceed. A piece of
 *                 linked points with at most 1.5 % of all is a stray: flying pixels, dust, reflections. If
 *                 more than a tenth of the points were strays, none is left out: the scan has holes
 *     4. mix      the points are sorted by a number that is made from their positions, so that strays that
 *                 were left out have no effect either
 *     5. spread   (_spread) the first points become one of each cell of 12 cm, then of 6 cm, 4 cm and 2 cm,
 *                 then the rest; so any first few hundred cover the body evenly, however dense the scan is
 *                 anywhere
 *
 * Shapes   N points of the scan, n of the sample.   Spaces  the scan's, metres.
 * Memory   _make allocates; the owner calls _deinit.   Threads  one thread; the same bits every time.
 * Errors   ERR_MEMORY at "scan".
 */
#include "core/base/error.h"

#include <stdbool.h>

#define PD_TRAIN_SAMPLE_NAMED 8 /* largest number of strays whose positions are kept */

typedef struct pd_train_sample {
    double (*points)[3];  /* (count) */
    double (*normals)[3]; /* (count) or NULL */
    int count;
    int drawn;                               /* points of the sample, strays included */
    int stray_count;                         /* strays among them */
    double strays[PD_TRAIN_SAMPLE_NAMED][3]; /* positions of the first of them */
    double reach;                            /* metres: distance within which points belong together */
} pd_train_sample;

/* points (count,3), finite; normals (count,3) or NULL. */
pd_status pd_train_sample_make(pd_train_sample *out, const float *points, const float *normals, int count,
                               int most, pd_error *err);
/* Moves points that cover the scan evenly to the front. Returns false when out of memory. */
bool pd_train_sample_spread(pd_train_sample *sample);
void pd_train_sample_deinit(pd_train_sample *sample);

#endif
