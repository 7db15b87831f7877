#ifndef PD_TOOLS_MEASURE_MOTION_FIGURES_H
#define PD_TOOLS_MEASURE_MOTION_FIGURES_H
/* Computes the figures of train/evaluate for a motion, by activity, before and after foot IK, and compares
 * them with captured people (motion_bands.h).
 *
 * The capture was made on flat ground, so on other ground figures are reported but not compared. */
#include "tools/measure/motion_bands.h"

typedef struct pd_tool_motion_figures {
    int is_flat; /* 1: the ground under the toes varies by less than 2 cm */
    struct {
        pd_train_kinematics after, before; /* foot IK                                               */
        /* figures of the motion after foot IK; NaN without a reference distribution */
        double frechet, spread;
    } of[PD_ACTIVITY_COUNT];
} pd_tool_motion_figures;

/* Computes the figures without the first `skip` seconds. bands may be NULL. ERR_MEMORY; ERR_INVALID from
 * pd_train_curves_init. */
pd_status pd_tool_motion_figures_of(pd_tool_motion_figures *out, const pd_anim_track *track, double skip,
                                    const pd_tool_motion_bands *bands, pd_error *err);
/* Counts the figures of an activity that have a band, and those within it.
 * An activity shorter than a second has none. */
typedef struct pd_tool_band_score {
    int within, count;
} pd_tool_band_score;
pd_tool_band_score pd_tool_motion_figures_score(const pd_tool_motion_figures *figures,
                                                pd_train_activity activity,
                                                const pd_tool_motion_bands *bands);

/* Writes a line for each activity with the figures outside their bands;
 * with `all`, a line for each figure. */
void pd_tool_motion_figures_print(const char *script, const pd_tool_motion_figures *figures,
                                  const pd_tool_motion_bands *bands, int all);
/* {"walk": {"seconds", "within": [n, of], "frechet", "spread", "others", "figures": {"sway": {"value",
 * "before", "low", "high"}}}} */
struct json_t *pd_tool_motion_figures_json(const pd_tool_motion_figures *figures,
                                           const pd_tool_motion_bands *bands);

#endif
