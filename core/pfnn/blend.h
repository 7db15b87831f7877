#ifndef PD_PFNN_BLEND_H
#define PD_PFNN_BLEND_H
/* The kinds of motion network, which differ in how the sets of weights are blended for a character.
 *
 *     W = sum_k c_k a_k      phase   c(p) of a closed cubic through 4 control points (phase.h; Holden,
 *                                    Komura, Saito 2017)
 *                            gate    c(x) of a small network whose input is the motion, 2 to 16 experts
 *                                    (gate.h; Zhang et al. 2018)
 *
 * Rows, layers, controller and files are the same for both. Each kind is a row of the table.
 *
 * Units    cycle in [0, 1); x is the standardized input.   Threads  the table is const.   Errors  none.
 */
#include "core/pfnn/network.h"

#include <stdbool.h>

typedef struct pd_pfnn_blend {
    const char *name;    /* name, such as "phase" */
    const char *doc;     /* description in one line */
    const char *version; /* version of its files; programs that do not support the kind refuse them */
    /* supports the modes of phase.h that are cheaper than exact; other kinds always run exactly */
    bool has_slices;
    /* Computes the blend weights c (n->controls). */
    void (*weights)(double *c, const pd_pfnn_network *n, const float *x, double cycle);
} pd_pfnn_blend;

/* Returns the kind of a network. */
const pd_pfnn_blend *pd_pfnn_blend_of(const pd_pfnn_network *network);

#endif
