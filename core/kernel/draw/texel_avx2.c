/* The texel kernels for AVX2. */
#include "core/kernel/draw/texel_lanes.h"

const pd_k_texel pd_k_texel_avx2 = {boxes, noise, paint, slopes};
