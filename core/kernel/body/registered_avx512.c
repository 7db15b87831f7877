/* AVX-512. */
#define VL 16
#include "core/kernel/body/registered_lanes.h"

const pd_k_registered pd_k_registered_avx512 = {moments, chain, rows, normal, move};
