#ifndef PD_TOOLS_MEASURE_PEOPLE_REPORT_H
#define PD_TOOLS_MEASURE_PEOPLE_REPORT_H
/* What random people of a model measure, beside the survey they were learned from.
 *
 * People as users get them: pd_smpl_person_find with seeds 1 .. N, measured on their mesh. "before": betas by the people that the model was
 * learned from, without the survey.
 */
#include "core/base/executor.h"
#include "core/smpl/model.h"
#include "train/people/people.h"

#include <jansson.h>

#define PD_TOOL_PEOPLE_COUNT 1000 /* of each gender and population */

/* {"female":{"survey":{...},"public":{...}},...}: of each moments' mean, sd and BMI, those of ours, and differences. NULL: *err says. */
json_t *pd_tool_people_report(const pd_smpl_model *model, const pd_train_people_job *job, pd_error *err);

#endif
