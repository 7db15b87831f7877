#ifndef PD_FACTORY_PEOPLE_SURVEY_READ_H
#define PD_FACTORY_PEOPLE_SURVEY_READ_H
/* Reads a survey of people's measures from disk (factory/people/survey.h). */
#include "factory/people/survey.h"

/* Appends the people of every .csv of a folder, in the order of their names, or of one file. ERR_NOT_FOUND:
 * no people; the errors of pd_factory_survey_parse and of reading files. */
pd_status pd_tool_survey_read(pd_factory_survey *survey, const char *path, pd_error *err);

#endif
