#include "core/ik/job/status.h"

#include "core/base/assert.h"

static const char *const solvers[PD_IK_SOLVER_COUNT] = {
#define ROW(name, text) [PD_IK_##name] = text,
    PD_IK_SOLVER_TABLE(ROW)
#undef ROW
};

static const char *const statuses[PD_IK_STATUS_COUNT] = {
#define ROW(name, text, doc) [PD_IK_##name] = text,
    PD_IK_STATUS_TABLE(ROW)
#undef ROW
};

const char *pd_ik_status_name(pd_ik_status status)
{
    PD_ASSERT(status < PD_IK_STATUS_COUNT);
    return statuses[status];
}

const char *pd_ik_solver_name(pd_ik_solver solver)
{
    PD_ASSERT(solver < PD_IK_SOLVER_COUNT);
    return solvers[solver];
}

const char *pd_ik_solver_names(void)
{
#define ROW(name, text) ", " text
    return &(PD_IK_SOLVER_TABLE(ROW))[2];
#undef ROW
}
