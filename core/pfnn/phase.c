#include "core/pfnn/phase.h"
#include "core/base/assert.h"

#include <math.h>

static const struct {
    const char *name;
    int slices;
} modes[PD_PFNN_MODE_COUNT] = {
    [PD_PFNN_CUBIC] = {"cubic", 0},
    [PD_PFNN_LINEAR] = {"linear", 10},
    [PD_PFNN_CONSTANT] = {"constant", 50},
};

const char *pd_pfnn_mode_name(pd_pfnn_mode mode)
{
    return (unsigned)mode < PD_PFNN_MODE_COUNT ? modes[mode].name : "";
}

int pd_pfnn_mode_slices(pd_pfnn_mode mode)
{
    PD_ASSERT((unsigned)mode < PD_PFNN_MODE_COUNT);
    return modes[mode].slices;
}

/* A tiny negative phase is a whole cycle less nothing: the difference rounds to 1, which is 0. */
double pd_pfnn_phase_cycle(double phase)
{
    double cycle = phase / (2 * M_PI);
    cycle -= floor(cycle);
    return cycle < 1 ? cycle : 0;
}

double pd_pfnn_phase_wrap(double phase)
{
    if (phase >= 0 && phase < 2 * M_PI) return phase;
    double wrapped = 2 * M_PI * pd_pfnn_phase_cycle(phase);
    return wrapped < 2 * M_PI ? wrapped : 0;
}

/* Returns floor(cycle * count) as an index. The product of a number below 1
 * and count can round up to count. */
static int index_of(double scaled, int count)
{
    PD_DEBUG_ASSERT(count > 0);
    int i = (int)scaled;
    return i < count ? i : count - 1;
}

void pd_pfnn_phase_weights(double c[PD_PFNN_CONTROLS], double cycle)
{
    PD_ASSERT(!(cycle < 0) && !(cycle > 1));
    double scaled = PD_PFNN_CONTROLS * cycle;
    int k = index_of(scaled, PD_PFNN_CONTROLS);
    double m = scaled - k;
    double m2 = m * m;
    double m3 = m2 * m;
    c[(k + 3) % 4] = -0.5 * m + m2 - 0.5 * m3;
    c[k] = 1 - 2.5 * m2 + 1.5 * m3;
    c[(k + 1) % 4] = 0.5 * m + 2 * m2 - 1.5 * m3;
    c[(k + 2) % 4] = -0.5 * m2 + 0.5 * m3;
}

pd_pfnn_place pd_pfnn_phase_place(double cycle, pd_pfnn_mode mode)
{
    int slices = modes[mode].slices;
    PD_ASSERT(slices > 0 && !(cycle < 0) && !(cycle > 1));
    double scaled = slices * cycle;
    int i = index_of(scaled, slices);
    return (pd_pfnn_place){i, (i + 1) % slices, mode == PD_PFNN_CONSTANT ? 0 : scaled - i};
}

void pd_pfnn_phase_mode_weights(double c[PD_PFNN_CONTROLS], double cycle, pd_pfnn_mode mode)
{
    double next[PD_PFNN_CONTROLS];

    if (mode == PD_PFNN_CUBIC) {
        pd_pfnn_phase_weights(c, cycle);
        return;
    }

    pd_pfnn_place at = pd_pfnn_phase_place(cycle, mode);
    pd_pfnn_phase_weights(c, (double)at.slice / modes[mode].slices);
    pd_pfnn_phase_weights(next, (double)at.next / modes[mode].slices);
    for (int k = 0; k < PD_PFNN_CONTROLS; k++) c[k] += at.part * (next[k] - c[k]);
}
