#include "tools/measure/motion_figures.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLAT 0.02 /* m */

static int is_flat(const pd_anim_track *track)
{
    float low = track->ground[0];
    float high = low;

    for (int i = 0; i < 2 * track->frame_count; i++) {
        low = fminf(low, track->ground[i]);
        high = fmaxf(high, track->ground[i]);
    }

    return high - low < FLAT;
}

/* The figures of the joints as drawn or before foot IK. clouds (activities) may be NULL. */
static pd_status measure_motion_figures(pd_tool_motion_figures *out, const pd_anim_track *track,
                                        unsigned char *activities, bool before_ik, pd_train_cloud *clouds,
                                        pd_error *err)
{
    pd_train_curves curves;
    pd_status status = pd_train_curves_init(&curves, track, before_ik, err);

    if (status != PD_OK) return status;

    for (int a = 0; a < PD_ACTIVITY_COUNT && status == PD_OK; a++) {
        status = pd_train_kinematics_of(before_ik ? &out->of[a].before : &out->of[a].after, &curves, track,
                                        activities, a, err);
        if (clouds && curves.has_arms) pd_train_cloud_add(&clouds[a], &curves, activities, a);
    }

    pd_train_curves_deinit(&curves);

    return status;
}

pd_status pd_tool_motion_figures_of(pd_tool_motion_figures *out, const pd_anim_track *track, double skip,
                                    const pd_tool_motion_bands *bands, pd_error *err)
{
    unsigned char *activities = malloc((size_t)track->frame_count);
    pd_train_cloud *clouds = calloc(PD_ACTIVITY_COUNT, sizeof *clouds);

    *out = (pd_tool_motion_figures){.is_flat = is_flat(track)};
    pd_status status = activities && clouds ? PD_OK
                                            : pd_fail(err, PD_ERR_MEMORY, "figures",
                                                      "out of memory for %d frames", track->frame_count);
    if (status == PD_OK) {
        pd_train_curves curves;
        status = pd_train_curves_init(&curves, track, false, err);
        if (status == PD_OK) status = pd_train_activities(activities, &curves, track, err);
        pd_train_curves_deinit(&curves);
        for (int t = 0; t < track->frame_count && t < ceil(skip * track->rate - 1e-9); t++)
            activities[t] = PD_ACTIVITY_COUNT;
    }

    if (status == PD_OK) status = measure_motion_figures(out, track, activities, false, clouds, err);
    if (status == PD_OK) status = measure_motion_figures(out, track, activities, true, NULL, err);
    pd_k_blas_serial(); /* one thread of OpenBLAS, so that results do not depend on their number */
    for (int a = 0; a < PD_ACTIVITY_COUNT && status == PD_OK; a++) {
        out->of[a].frechet = out->of[a].spread = NAN;
        pd_train_cloud_finish(&clouds[a]);
        if (bands && bands->clouds[a].cloud.count && clouds[a].count >= PD_TOOL_CLOUD_FRAMES)
            status = pd_train_frechet(&out->of[a].frechet, &out->of[a].spread, &clouds[a],
                                      &bands->clouds[a].cloud, err);
    }

    free(activities);
    free(clouds);

    return status;
}

/* Returns 1 when a figure is within its band, 0 when it is outside,
 * and -1 when there is no band to judge it by. */
static int motion_figures_within(const pd_tool_motion_figures *f, int activity, int row,
                                 const pd_tool_motion_bands *bands)
{
    PD_ASSERT(activity >= 0 && row >= 0);
    const pd_tool_band *band = bands ? pd_tool_motion_band(bands, (pd_train_activity)activity, row) : NULL;
    double value = pd_train_measure_value(&f->of[activity].after, &pd_train_kinematics_rows[row]);
    if (!band || !f->is_flat || isnan(value) || f->of[activity].after.seconds < PD_TOOL_BAND_SECONDS)
        return -1;

    return value >= band->low && value <= band->high;
}

pd_tool_band_score pd_tool_motion_figures_score(const pd_tool_motion_figures *figures,
                                                pd_train_activity activity, const pd_tool_motion_bands *bands)
{
    pd_tool_band_score s = {0, 0};

    for (int r = 0; r < PD_KINEMATICS_COUNT; r++) {
        int in = motion_figures_within(figures, (int)activity, r, bands);
        s.count += in >= 0;
        s.within += in == 1;
    }

    return s;
}

void pd_tool_motion_figures_print(const char *script, const pd_tool_motion_figures *figures,
                                  const pd_tool_motion_bands *bands, int all)
{
    for (int a = 0; a < PD_ACTIVITY_COUNT; a++) {
        if (figures->of[a].after.seconds < PD_TOOL_BAND_SECONDS) continue;
        pd_tool_band_score s = pd_tool_motion_figures_score(figures, (pd_train_activity)a, bands);
        printf("%-16s %-10s %6.1f s", script, pd_train_activity_names[a], figures->of[a].after.seconds);
        if (s.count) printf("  %2d of %2d within", s.within, s.count);
        if (!isnan(figures->of[a].frechet))
            printf(", frechet %.3g (people %.3g), variance %.2f", figures->of[a].frechet,
                   bands->clouds[a].others, figures->of[a].spread);

        const char *between = "; outside: ";
        for (int r = 0; !all && r < PD_KINEMATICS_COUNT; r++) {
            if (motion_figures_within(figures, a, r, bands)) continue;
            const pd_tool_band *band = pd_tool_motion_band(bands, (pd_train_activity)a, r);
            printf("%s%s %.3g (%.3g-%.3g)", between, pd_train_kinematics_rows[r].name,
                   pd_train_measure_value(&figures->of[a].after, &pd_train_kinematics_rows[r]), band->low,
                   band->high);
            between = ", ";
        }

        putchar('\n');
        if (!all) continue;

        printf("  %-14s %-11s %10s %10s  %s\n", "figure", "unit", "before IK", "as drawn",
               "people, p10 to p90");
        for (int r = 0; r < PD_KINEMATICS_COUNT; r++) {
            const pd_train_measure_row *row = &pd_train_kinematics_rows[r];
            double after = pd_train_measure_value(&figures->of[a].after, row);
            if (isnan(after)) continue;
            printf("  %-14s %-11s %10.4g %10.4g", row->name, row->unit,
                   pd_train_measure_value(&figures->of[a].before, row), after);
            if (motion_figures_within(figures, a, r, bands) >= 0) {
                const pd_tool_band *band = pd_tool_motion_band(bands, (pd_train_activity)a, r);
                printf("  %.4g to %.4g%s", band->low, band->high,
                       motion_figures_within(figures, a, r, bands) ? "" : "  OUTSIDE");
            }

            putchar('\n');
        }
    }
}

static json_t *number_json(double value)
{
    return isnan(value) ? json_null() : json_real(value);
}

json_t *pd_tool_motion_figures_json(const pd_tool_motion_figures *figures, const pd_tool_motion_bands *bands)
{
    json_t *root = json_object();

    for (int a = 0; a < PD_ACTIVITY_COUNT; a++) {
        if (figures->of[a].after.seconds < PD_TOOL_BAND_SECONDS) continue;
        pd_tool_band_score s = pd_tool_motion_figures_score(figures, (pd_train_activity)a, bands);
        json_t *rows = json_object();
        for (int r = 0; r < PD_KINEMATICS_COUNT; r++) {
            const pd_train_measure_row *row = &pd_train_kinematics_rows[r];
            json_t *one = json_pack("{s:s,s:o,s:o}", "unit", row->unit, "value",
                                    number_json(pd_train_measure_value(&figures->of[a].after, row)), "before",
                                    number_json(pd_train_measure_value(&figures->of[a].before, row)));
            const pd_tool_band *band = motion_figures_within(figures, a, r, bands) >= 0
                                           ? pd_tool_motion_band(bands, (pd_train_activity)a, r)
                                           : NULL;
            if (band) {
                json_object_set_new(one, "low", json_real(band->low));
                json_object_set_new(one, "high", json_real(band->high));
            }

            json_object_set_new(rows, row->name, one);
        }

        json_t *activity =
            json_pack("{s:f,s:[ii],s:o,s:o,s:o}", "seconds", figures->of[a].after.seconds, "within", s.within,
                      s.count, "frechet", number_json(figures->of[a].frechet), "spread",
                      number_json(figures->of[a].spread), "figures", rows);
        if (bands && !isnan(figures->of[a].frechet))
            json_object_set_new(activity, "others", json_real(bands->clouds[a].others));
        json_object_set_new(root, pd_train_activity_names[a], activity);
    }

    return root;
}
