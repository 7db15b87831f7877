/* NEON (aarch64). */
#define VL 4
#include "core/kernel/body/registered_lanes.h"

const pd_k_registered pd_k_registered_neon = {moments, chain, rows, normal, move};
