#ifndef PD_TOOLS_BASE_POOL_H
#define PD_TOOLS_BASE_POOL_H
/* A pd_executor of POSIX threads for the command line tools.
 * Runs one job at a time; the calling thread computes too. */
#include "core/base/executor.h"

typedef struct pd_tool_pool pd_tool_pool;

/* Creates a pool. worker_count 0: one thread per core. Returns NULL when threads cannot be created or
 * allocation fails. */
pd_tool_pool *pd_tool_pool_create(int worker_count);
void pd_tool_pool_release(pd_tool_pool *pool);
/* Returns the executor, which is valid until the pool is freed. Only one thread may use it at a time. */
const pd_executor *pd_tool_pool_executor(pd_tool_pool *pool);

#endif
