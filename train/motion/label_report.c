#include "train/motion/label_report.h"

#include "core/base/sort.h"

#include <stdlib.h>
#include <string.h>

pd_status pd_train_label_report_add(pd_train_label_report *report, const pd_character_motion *motion,
                                    const pd_train_footsteps *steps, const pd_train_stillness *before,
                                    pd_error *err)
{
    pd_train_stillness after;
    int frames = motion->clip.frame_count;

    /* Add sums over the clip; means weigh slides by contacts and jerks by frames. */
    long contacts = 0;
    for (int t = 0; t < motion->clip.frame_count; t++)
        for (int c = 0; c < PD_PFNN_CONTACTS; c++) contacts += motion->contacts[t][c];

    pd_train_motion_stillness(&after, motion);
    report->slide_before += before->mean_slide * (double)contacts;
    report->slide_after += after.mean_slide * (double)contacts;
    report->jerk_before += before->jerk * frames;
    report->jerk_after += after.jerk * frames;
    report->most_slide = fmax(report->most_slide, after.most_slide);
    report->frames += frames;
    report->contacts += contacts;
    report->steps += steps->count;
    report->clips++;

    /* List the rate of the phase, cycles a second, by gait. A list's first room is for 4096 numbers. */
    for (int t = 1; t < frames; t++) {
        double rate = (motion->phase[t] - motion->phase[t - 1]) * PD_CHARACTER_MOTION_RATE;
        pd_train_label_rates *rates = &report->rates[pd_train_motion_main_gait(motion, t)];
        if (rates->count == rates->capacity) {
            long capacity = rates->capacity ? 2 * rates->capacity : 4096;
            double *items = realloc(rates->items, (size_t)capacity * sizeof *items);
            if (!items)
                return pd_fail(err, PD_ERR_MEMORY, "report", "out of memory for %ld frames", capacity);
            rates->items = items;
            rates->capacity = capacity;
        }

        rates->items[rates->count++] = rate;
    }

    return PD_OK;
}

/* Returns the rate at the given part, 0 to 1, of the sorted rates, which are not empty. */
static double percentile(const pd_train_label_rates *rates, double part)
{
    return rates->items[lrint(part * (double)(rates->count - 1))];
}

void pd_train_label_report_write(pd_buffer *out, pd_train_label_report *report)
{
    static const char *const names[PD_PFNN_GAITS] = {"stand", "walk", "jog", "crouch", "jump", "bump"};
    double frames = fmax(1, (double)report->frames);
    double contacts = fmax(1, (double)report->contacts);

    pd_buffer_printf(out, "%ld clips, %ld frames, %.0f s, %ld footsteps\n", report->clips, report->frames,
                     frames / PD_CHARACTER_MOTION_RATE, report->steps);
    pd_buffer_printf(out, "%-8s %8s   cycles a second, p5 p50 p95\n", "gait", "seconds");
    for (int i = 0; i < PD_PFNN_GAITS; i++) {
        pd_train_label_rates *r = &report->rates[i];
        if (!r->count) continue;
        pd_sort_doubles(r->items, (size_t)r->count);
        pd_buffer_printf(out, "%-8s %8.1f   %.2f %.2f %.2f\n", names[i],
                         (double)r->count / PD_CHARACTER_MOTION_RATE, percentile(r, 0.05), percentile(r, 0.5),
                         percentile(r, 0.95));
    }

    pd_buffer_printf(out, "slide in contact: %.4f m/s before the lock, %.4f after (largest %.3f)\n",
                     report->slide_before / contacts, report->slide_after / contacts, report->most_slide);
    pd_buffer_printf(out, "jerk of the joints: %.0f m/s3 before the lock, %.0f after\n",
                     report->jerk_before / frames, report->jerk_after / frames);
}

void pd_train_label_report_deinit(pd_train_label_report *report)
{
    for (int i = 0; i < PD_PFNN_GAITS; i++) free(report->rates[i].items);
    memset(report, 0, sizeof *report);
}
