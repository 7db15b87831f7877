#ifndef PD_TOOLS_LEARN_LEARN_H
#define PD_TOOLS_LEARN_LEARN_H
/* What posedctl-mpi tells `learn` before it runs: the processes that share the training. Borrowed; space as in train/learn/share.h. */
#include "train/learn/share.h"

void pd_tool_learn_share(const pd_learn_share *share);

#endif
