#ifndef PD_FACTORY_PEOPLE_HEAD_TABLE_H
#define PD_FACTORY_PEOPLE_HEAD_TABLE_H
/* Prints a Markdown table that compares heads and faces of random people with the survey's
 * (factory/people/head.h): for women and men, mean, ratio of standard deviations and correlation with stature
 * of PD_TOOL_HEAD_SEEDS people by seed (random=1 ...), measured on their meshes. */
#include "core/base/executor.h"
#include "core/smpl/model.h"
#include "factory/people/survey.h"

#define PD_TOOL_HEAD_SEEDS 1000 /* a gender */

/* moments: of the survey, by gender; those of a gender that the model lacks may be NULL.
 * ERR_MEMORY, ERR_RANGE. */
pd_status pd_tool_head_table(const pd_smpl_model *model,
                             const pd_factory_moments *const moments[PD_SMPL_GENDER_COUNT],
                             const pd_executor *executor, pd_error *err);

#endif
