#ifndef PD_TOOLS_MEASURE_SURVEY_READ_H
#define PD_TOOLS_MEASURE_SURVEY_READ_H
/* Reads a survey of people's measures from disk (train/people/survey.h). */
#include "train/people/survey.h"

/* Appends the people of every .csv of a folder, in the order of their names, or of one file. ERR_NOT_FOUND: no people; the errors of
 * pd_train_survey_parse and of reading files. */
pd_status pd_tool_survey_read(pd_train_survey *survey, const char *path, pd_error *err);

#endif
