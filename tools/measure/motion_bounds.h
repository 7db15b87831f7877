#ifndef PD_TOOLS_MEASURE_MOTION_BOUNDS_H
#define PD_TOOLS_MEASURE_MOTION_BOUNDS_H
/* Reference figures for motion networks, for each script in examples/, in the units of
 * train/evaluate/motion_quality.h.
 *
 * original   the published network of Holden et al. 2017: exact cubic of its weights, after its foot IK
 *            (before it for *_pre)
 * bound      a regression bound [low, high], NaN where there is no end: the first network of this recipe (256
 *            hidden units) kept it with a margin, so a network that misses it is worse than that one
 */
typedef struct pd_tool_motion_bound {
    const char *script, *measure; /* script: file name without ending; measure: row of the quality table */
    double original;              /* figure of the original network; NaN: unknown */
    double bound[2];
} pd_tool_motion_bound;

/* The table; its last row has script NULL. */
extern const pd_tool_motion_bound pd_tool_motion_bounds[];

/* Returns the row of a script and a measure, or NULL. */
const pd_tool_motion_bound *pd_tool_motion_bound_find(const char *script, const char *measure);
/* Returns 1 when the value is within the bound, 0 when it is outside or NaN,
 * -1 without a bound (both ends NaN). */
int pd_tool_motion_within(double value, const double bound[2]);

#endif
