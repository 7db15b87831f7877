#ifndef PD_FACTORY_BODY_TRAIN_REPORT_H
#define PD_FACTORY_BODY_TRAIN_REPORT_H
/* Reports the figures of training, for people (markdown, the tables of docs/lab/body-model.md) and for
 * scripts (JSON). */
#include "factory/body/report.h"

#define PD_TOOL_STEPS_MAX 16

typedef struct pd_tool_step_time {
    const char *step;
    double seconds;
} pd_tool_step_time;

typedef struct pd_tool_step_times {
    pd_tool_step_time steps[PD_TOOL_STEPS_MAX];
    int count;
    double total_s;
} pd_tool_step_times;

/* Prints Markdown on stdout. */
void pd_tool_train_report_print(const pd_factory_report *report, const pd_tool_step_times *times);
pd_status pd_tool_train_report_json(const pd_factory_report *report, const pd_tool_step_times *times,
                                    const char *path, pd_error *err);

#endif
