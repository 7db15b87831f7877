#ifndef PD_TOOLS_LEARN_PAPER_H
#define PD_TOOLS_LEARN_PAPER_H
/* posedctl evaluate --paper: the comparisons of SMPL's paper on the meshes that a model was learned from, and on the poses held out.
 *
 *     paper.md, paper.csv          every method of core/train/learn/compare.h
 *     paper-methods.svg, .png      mean distance of the poses held out, a point a method
 *     paper-pca.svg, .png          the same against the number of bases of P
 *
 * Units    millimetres.
 */
#include "core/base/executor.h"
#include "tools/base/command.h"

/* registrations: what `posedctl learn` read; learned: its folder, with the checkpoint, and with options as there. out: made, or NULL: the table
 * alone, on stdout. Returns the exit code. */
int pd_tool_paper(const pd_tool_args *args, const char *registrations, const char *learned, const char *out,
                  const pd_executor *executor);

#endif
