#include "core/ik/constraint/status.h"

#include <assert.h>
#include <string.h>

typedef struct solver_row {
    const char *text, *doc;
    int built;
} solver_row;

static const solver_row solvers[PD_IK_SOLVER_COUNT] = {
#define ROW(name, text, built, doc) [PD_IK_##name] = {text, doc, built},
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
    assert(status < PD_IK_STATUS_COUNT);
    return statuses[status];
}

const char *pd_ik_solver_name(pd_ik_solver solver)
{
    assert(solver < PD_IK_SOLVER_COUNT);
    return solvers[solver].text;
}

const char *pd_ik_solver_doc(pd_ik_solver solver)
{
    assert(solver < PD_IK_SOLVER_COUNT);
    return solvers[solver].doc;
}

int pd_ik_solver_built(pd_ik_solver solver)
{
    return (int)solver >= 0 && solver < PD_IK_SOLVER_COUNT && solvers[solver].built;
}

pd_ik_solver pd_ik_solver_find(const char *name)
{
    int solver = 0;
    while (solver < PD_IK_SOLVER_COUNT && strcmp(solvers[solver].text, name)) solver++;
    return (pd_ik_solver)solver;
}

/* Two passes of the preprocessor over the table: a row that is not built adds nothing. */
#define BUILT_0(text)
#define BUILT_1(text) ", " text

const char *pd_ik_solvers_built(void)
{
#define ROW(name, text, built, doc) BUILT_##built(text)
    return &(PD_IK_SOLVER_TABLE(ROW))[2];
#undef ROW
}
