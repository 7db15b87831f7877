/* The base instruction set: two lanes. Every x86-64 and ARMv8 processor has such registers. */
#define CODE_GROUPS pd_wire_code_groups_ref
#define WIDTH       2
#include "core/wire/chain_lanes.h"
