#ifndef PD_TOOLS_PARTS_PART_SHAPES_H
#define PD_TOOLS_PARTS_PART_SHAPES_H
/* The last step of train-person, and train-part-shapes by itself: pose blend shapes of fingers, jaw and eyes for the person in a file
 * (train/corrective/part_learn.h). What the file had of them goes; numbers are read as the file has them, so that both ways give the same.
 */
#include "core/base/executor.h"
#include "train/corrective/part_learn.h"

typedef struct pd_tool_part_shapes {
    const char *data;      /* the makehuman folder                */
    const char *from, *to; /* model files, which may be the same */
    const pd_executor *executor;
} pd_tool_part_shapes;

/* Prints what was learned; *report may be NULL. */
pd_status pd_tool_part_shapes_learn(const pd_tool_part_shapes *job, pd_train_part_report *report,
                                    pd_error *err);

#endif
