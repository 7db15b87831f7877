#ifndef PD_TESTS_API_COSTS_H
#define PD_TESTS_API_COSTS_H
/* The estimated cost of a request, by which requests are queued and refused. */
#include "api/http/call.h"
#include "tests/support/golden_lines.h"

/* Adds the milliseconds in all and of a part, the number of bodies or problems, and the bytes on one thread and on four. */
static inline void api_costs_add(golden_lines *g, const char *name, const pd_api_call *call)
{
    const bool has_bytes = !call->done && call->run_bytes;
    const double numbers[] = {pd_api_call_cost(call), pd_api_call_part_cost(call), pd_api_call_weight(call),
                              has_bytes ? (double)call->run_bytes(call, 1) : 0,
                              has_bytes ? (double)call->run_bytes(call, 4) : 0};
    golden_lines_add(g, name, numbers, 5, 1e-6);
}
#endif
