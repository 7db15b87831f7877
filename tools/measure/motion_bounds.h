#ifndef PD_TOOLS_MEASURE_MOTION_BOUNDS_H
#define PD_TOOLS_MEASURE_MOTION_BOUNDS_H
/* Figures to compare a motion network with, script by script of examples/, in the units of train/evaluate/motion_quality.h.
 *
 * original   the published network of Holden et al. 2017: exact cubic of its weights, after its foot IK (before it for *_pre)
 * bound      a regression bound [low, high], NaN where there is no end: the first network of this recipe (256 hidden units)
 *            kept it with a margin, so a network that misses it is worse than that one
 */
typedef struct pd_tool_motion_bound {
    const char *script, *measure; /* the file's name without its ending; a row of the quality table */
    double original;              /* NaN: not known */
    double bound[2];
} pd_tool_motion_bound;

/* Ends with a NULL script. */
extern const pd_tool_motion_bound pd_tool_motion_bounds[];

/* The row, or NULL. */
const pd_tool_motion_bound *pd_tool_motion_bound_find(const char *script, const char *measure);
/* 1 within, 0 outside, -1 no bound (both ends NaN). A value that is NaN is outside. */
int pd_tool_motion_within(double value, const double bound[2]);

#endif
