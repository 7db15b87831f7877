/* For every processor. */
#include "core/kernel/texel_lanes.h"

const pd_k_texel pd_k_texel_ref = {boxes, noise, paint, slopes};
