#ifndef PD_FACTORY_CORRECTIVE_POSE_REPORT_H
#define PD_FACTORY_CORRECTIVE_POSE_REPORT_H
/* Results of learning pose blend shapes, beside their targets: as text on stdout, and as JSON. */
#include "factory/corrective/pose_learn.h"

#include <jansson.h>

/* Prints the results of learning for the model of that name. */
void pd_tool_pose_report_print(const char *model, const pd_factory_learn_report *report);
/* A new reference, or NULL when memory is short. */
json_t *pd_tool_pose_report_json(const pd_factory_learn_report *report);

#endif
