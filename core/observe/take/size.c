#include "core/observe/take/size.h"

#include "core/base/sort.h"

#include <math.h>

#define TAKE_FRAMES 15 /* largest number of frames that are used, evenly spread */

double pd_observe_take_size(const pd_observe_take *t, const pd_smpl_model *m)
{
    pd_observe_seen seen[PD_OBSERVE_TAKE_MOST_PLACES];
    double ratios[TAKE_FRAMES];
    const int frames = t->frame_count < TAKE_FRAMES ? t->frame_count : TAKE_FRAMES;
    int count = 0;

    for (int i = 0; i < frames; i++) {
        const size_t frame = (size_t)((long long)i * t->frame_count / frames);
        const size_t row = frame * (size_t)t->place_count;
        for (int p = 0; p < t->place_count; p++) {
            const size_t at = row + (size_t)p;
            const bool is_seen = !isnan(t->at[3 * at]);
            seen[p] = t->places[p];
            seen[p].confidence = !is_seen ? 0 : t->confidence ? (double)t->confidence[at] : 1;
            for (size_t c = 0; c < 3; c++) seen[p].at[c] = (double)t->at[3 * at + c];
        }

        const pd_observe_job job = {.seen = seen,
                                    .seen_count = t->place_count,
                                    .camera = t->camera,
                                    .views = t->views,
                                    .view_count = t->view_count};
        const double ratio = pd_observe_size_of(&job, m);
        if (!isnan(ratio)) ratios[count++] = ratio;
    }

    pd_sort_doubles(ratios, (size_t)count);

    return pd_sorted_percentile(ratios, (size_t)count, 0.5);
}
