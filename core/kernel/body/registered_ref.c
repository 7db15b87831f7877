/* Plain C: vectors of four, whatever the processor has. */
#define VL 4
#include "core/kernel/body/registered_lanes.h"

const pd_k_registered pd_k_registered_ref = {moments, chain, rows, normal, move};
