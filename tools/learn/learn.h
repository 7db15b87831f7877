#ifndef PD_TOOLS_LEARN_LEARN_H
#define PD_TOOLS_LEARN_LEARN_H
/* Sets the processes that share the training; posedctl-mpi calls it before `learn` runs. The arguments must
 * outlive the training; spaces as in train/learn/share.h. */
#include "train/learn/share.h"

void pd_tool_learn_share(const pd_learn_share *share);

#endif
