#ifndef PD_TOOLS_MEASURE_MOTION_FIGURES_H
#define PD_TOOLS_MEASURE_MOTION_FIGURES_H
/* A motion's figures of train/evaluate, by activity, before and after foot IK, beside people's (motion_bands.h).
 *
 * Capture is of flat ground: on other ground figures are given and not held to bands. */
#include "tools/measure/motion_bands.h"

typedef struct pd_tool_motion_figures {
    int is_flat; /* the ground under the toes varies by less than 2 cm */
    struct {
        pd_train_kinematics after, before; /* foot IK                                               */
        double frechet, spread;            /* of the motion as drawn, NaN without a cloud to compare */
    } of[PD_ACTIVITY_COUNT];
} pd_tool_motion_figures;

/* The first `skip` seconds are left out. bands may be NULL. ERR_MEMORY; ERR_INVALID of pd_train_curves_init. */
pd_status pd_tool_motion_figures_of(pd_tool_motion_figures *out, const pd_anim_track *track, double skip,
                                    const pd_tool_motion_bands *bands, pd_error *err);
/* How many figures of an activity have a band, and how many of them are in it; with less than a second of it none. */
typedef struct pd_tool_band_score {
    int within, count;
} pd_tool_band_score;
pd_tool_band_score pd_tool_motion_figures_score(const pd_tool_motion_figures *figures,
                                                pd_train_activity activity,
                                                const pd_tool_motion_bands *bands);

/* A line for each activity with what is outside; with all, a line for each figure. */
void pd_tool_motion_figures_print(const char *script, const pd_tool_motion_figures *figures,
                                  const pd_tool_motion_bands *bands, int all);
/* {"walk": {"seconds", "within": [n, of], "frechet", "spread", "others", "figures": {"sway": {"value", "before", "low", "high"}}}} */
struct json_t *pd_tool_motion_figures_json(const pd_tool_motion_figures *figures,
                                           const pd_tool_motion_bands *bands);

#endif
