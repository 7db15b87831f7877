#ifndef PD_PFNN_BLEND_H
#define PD_PFNN_BLEND_H
/* The kinds of motion network: what decides how much of each set of weights a character has.
 *
 *     W = sum_k c_k a_k      phase   c(p) of a closed cubic through 4 control points (phase.h; Holden, Komura, Saito 2017)
 *                            gate    c(x) of a small network that sees the motion, 2 to 16 experts (gate.h; Zhang et al. 2018)
 *
 * All else is the same: rows, layers, controller, files. A row of the table is a kind.
 *
 * Units    cycle in [0, 1); x is the standardized input.
 */
#include "core/pfnn/network/network.h"

#include <stdbool.h>

typedef struct pd_pfnn_blend {
    const char *name;    /* "phase"                                                      */
    const char *doc;     /* one line                                                     */
    const char *version; /* of its files: programs that do not know the kind refuse them */
    bool has_slices;     /* the modes of phase.h that are cheaper than exact; others run exactly */
    /* c (n->controls) */
    void (*weights)(double *c, const pd_pfnn_network *n, const float *x, double cycle);
} pd_pfnn_blend;

/* Which kind a network is. */
const pd_pfnn_blend *pd_pfnn_blend_of(const pd_pfnn_network *network);

#endif
