/* AVX2: four lanes. */
#define CODE_GROUPS pd_wire_code_groups_avx2
#define WIDTH       4
#include "core/wire/chain_lanes.h"
