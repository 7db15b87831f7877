#ifndef PD_FACTORY_PEOPLE_PEOPLE_REPORT_H
#define PD_FACTORY_PEOPLE_PEOPLE_REPORT_H
/* Compares the measurements of a model's random people with the survey from which they were learned.
 *
 * The people are those that users get: pd_smpl_person_find with seeds 1 .. N, measured on their mesh.
 * "before": betas by the people that the model was learned from, without the survey.
 */
#include "core/base/executor.h"
#include "core/smpl/model.h"
#include "factory/people/people.h"

#include <jansson.h>

#define PD_TOOL_PEOPLE_COUNT 1000 /* number of people of each gender and population */

/* {"female":{"survey":{...},"public":{...}},...}: of each moments' mean, sd and BMI, those of ours, and
 * differences. NULL: *err says. */
json_t *pd_tool_people_report(const pd_smpl_model *model, const pd_factory_people_job *job, pd_error *err);

#endif
