/* For every processor. */
#include "core/kernel/draw/texel_lanes.h"

const pd_k_texel pd_k_texel_ref = {boxes, noise, paint, slopes};
