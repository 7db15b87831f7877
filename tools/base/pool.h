#ifndef PD_TOOLS_BASE_POOL_H
#define PD_TOOLS_BASE_POOL_H
/* A pthread pd_executor for the command line tools: one job at a time, the caller works too. */
#include "core/base/executor.h"

typedef struct pd_tool_pool pd_tool_pool;

/* worker_count 0: one per core. NULL when threads or memory are short. */
pd_tool_pool *pd_tool_pool_create(int worker_count);
void pd_tool_pool_release(pd_tool_pool *pool);
/* Valid while the pool lives. Not to be used by two threads at once. */
const pd_executor *pd_tool_pool_executor(pd_tool_pool *pool);

#endif
