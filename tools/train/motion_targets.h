#ifndef PD_TOOLS_TRAIN_MOTION_TARGETS_H
#define PD_TOOLS_TRAIN_MOTION_TARGETS_H
/* What the scripts of examples/ are held to, in the units of core/anim/motion_quality.h.
 *
 * original   the published network of 2017, exact cubic of its weights, after its foot IK (before it for *_pre)
 * prototype  the project's prototype, H = 256
 * pass       what has to be reached, stretch what would be better; both as [low, high], NaN where there is none
 */
typedef struct pd_tool_motion_target {
    const char *script, *measure; /* the file's name without its ending; a row of the quality table */
    double original, prototype;   /* NaN: not known */
    double pass[2], stretch[2];
} pd_tool_motion_target;

/* Ends with a NULL script. */
extern const pd_tool_motion_target pd_tool_motion_targets[];

/* The row, or NULL. */
const pd_tool_motion_target *pd_tool_motion_target_find(const char *script, const char *measure);
/* 1 within, 0 outside, -1 no bound (both ends NaN). A value that is NaN is outside. */
int pd_tool_motion_within(double value, const double bound[2]);

#endif
