#include "core/base/executor.h"

static void run_serial(void *ctx, pd_task *task, void *arg, int count)
{
    (void)ctx;
    for (int i = 0; i < count; i++) task(arg, i, 0);
}

const pd_executor pd_executor_serial = {run_serial, 0, 1};
