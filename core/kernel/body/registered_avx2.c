/* AVX2 + FMA. */
#define VL 8
#include "core/kernel/body/registered_lanes.h"

const pd_k_registered pd_k_registered_avx2 = {moments, chain, rows, normal, move};
