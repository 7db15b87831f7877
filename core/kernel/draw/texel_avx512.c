/* The texel kernels for AVX-512. */
#include "core/kernel/draw/texel_lanes.h"

const pd_k_texel pd_k_texel_avx512 = {boxes, noise, paint, slopes};
