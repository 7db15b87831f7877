/* Stands in for core/ik/methods/optimize.c in WebAssembly, which has no nlopt. tools/wasm/core.c refuses the
 * solver before it runs. */
#if defined(__wasm__)
#include "core/ik/methods/method.h"

pd_ik_status pd_ik_optimize_run(pd_ik_problem *problem, pd_ik_search *search)
{
    (void)problem;
    (void)search;
    return PD_IK_STALLED;
}
#endif
