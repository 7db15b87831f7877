#ifndef PD_FACTORY_CORRECTIVE_PART_SHAPES_H
#define PD_FACTORY_CORRECTIVE_PART_SHAPES_H
/* Learns pose blend shapes of fingers, jaw and eyes for the model `person` in a file
 * (factory/corrective/part_learn.h). It is the last step of train-person, and train-part-shapes alone.
 * Replaces such shapes in the file; reads the rounded numbers of the file, so that both commands give the
 * same result.
 */
#include "core/base/executor.h"
#include "factory/corrective/part_learn.h"

typedef struct pd_tool_part_shapes {
    const char *data;      /* folder of MakeHuman's data         */
    const char *from, *to; /* model files, which may be the same */
    const pd_executor *executor;
} pd_tool_part_shapes;

/* Prints a report of the training; *report may be NULL. */
pd_status pd_tool_part_shapes_learn(const pd_tool_part_shapes *job, pd_factory_part_report *report,
                                    pd_error *err);

#endif
