#ifndef PD_TOOLS_LEARN_PAPER_H
#define PD_TOOLS_LEARN_PAPER_H
/* posedctl evaluate --paper: repeats the comparisons of the SMPL paper on the meshes from which a model was
 * learned, on held-out poses, and on other people. Files in the folder:
 *
 *     paper.md, paper.csv          the page, and every method of train/learn/compare.h
 *     paper-methods.svg            mean distance of the poses held out, a point a method
 *     paper-pca.svg                the same against the number of bases of P
 *     error-maps.png, shapes-poses.png, joints.png    (paper_pictures.h)
 *     evaluation.*, model-generalisation.*, pose-generalisation.*, run-time.*
 *         what `posedctl evaluate` says of the learned model and new-people/
 *     (or held-out/), with run time variance.svg, weights.png, regressor.png, energies.svg
 *         as learn left them beside the model
 *
 * Units    millimetres.
 */
#include "tools/base/command.h"

/* registrations: what `posedctl learn` reads. learned: its folder, with options as there; NULL: `learned` in
 * the folder of registrations, learned there first when it is not there. out: made, or NULL: the table of
 * methods alone, on stdout. Returns the exit code. */
int pd_tool_paper(const pd_tool_args *args, const char *registrations, const char *learned, const char *out);

#endif
