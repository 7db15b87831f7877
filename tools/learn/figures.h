#ifndef PD_TOOLS_LEARN_FIGURES_H
#define PD_TOOLS_LEARN_FIGURES_H
/* Files that `posedctl learn` writes to its folder beside the model:
 *
 *     learn.md, learn.json     every figure
 *     parts.png                the template's parts, diffused: W before
 *     energies.svg, .png       the terms of E, weighted, after each round
 *     variance.svg, .png       cumulative variance of the shape set
 *     weights.png              W before (from the parts) and after, a colour a joint
 *     regressor.png            the joint regressor before (boundaries of parts) and after: figure 7 of the
 *                              paper
 */
#include "core/base/buffer.h"
#include "train/learn/measure.h"
#include "train/learn/shape.h"

typedef struct pd_tool_learn_report {
    const char *source; /* folder of registrations */
    const pd_learn_problem *problem;
    const pd_learn_state *state;
    const pd_learn_history *history;
    const pd_learn_centers *centers;
    const pd_learn_shapes *shapes;
    const pd_learn_measure *learned, *held_out; /* meshes 0: not measured */
    const pd_smpl_data *before,
        *after; /* the model at the start and at the end; `before` has no blend shapes */
    double seconds, cpu_seconds;
    long peak_kib;
} pd_tool_learn_report;

/* Writes all of these files to an existing folder. The error names the file. */
pd_status pd_tool_learn_figures(const pd_tool_learn_report *report, const char *folder, pd_error *err);
/* Draws parts.png for a model as it is at the start of training. */
pd_status pd_tool_learn_parts(const pd_smpl_data *before, const char *folder, pd_error *err);
/* Writes only the tables, as Markdown. */
void pd_tool_learn_markdown(pd_buffer *out, const pd_tool_learn_report *report);

#endif
