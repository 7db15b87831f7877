#include "core/pfnn/blend.h"

#include "core/base/assert.h"
#include "core/pfnn/phase.h"

static void phase_weights(double *c, const pd_pfnn_network *n, const float *x, double cycle)
{
    (void)n;
    (void)x;
    pd_pfnn_phase_weights(c, cycle);
}

static void gate_weights(double *c, const pd_pfnn_network *n, const float *x, double cycle)
{
    PD_ASSERT(n->controls == n->gate.experts);
    (void)cycle;
    pd_pfnn_gate_run run;
    pd_pfnn_gate_weights(&run, &n->gate, x);
    for (int k = 0; k < n->controls; k++) c[k] = run.c[k];
}

static const pd_pfnn_blend kinds[] = {
    {"phase", "4 sets of weights on a closed cubic over the phase of the gait", "1.1", true, phase_weights},
    {"gate", "experts mixed by a small network that sees feet, hands, gaits and the way ahead", "2.0", false,
     gate_weights},
};

const pd_pfnn_blend *pd_pfnn_blend_of(const pd_pfnn_network *network)
{
    return &kinds[network->gate.input_count > 0];
}
