/* Fuzzes tables of people's body measurements. */
#include "factory/people/survey.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    pd_factory_survey survey = {0};
    pd_factory_moments moments;
    pd_error err;

    if (pd_factory_survey_parse(&survey, (pd_bytes){bytes, size}, "fuzz.csv", &err) == PD_OK)
        (void)pd_factory_survey_moments(&moments, &survey, PD_SMPL_MALE, &err);
    pd_factory_survey_deinit(&survey);
    return 0;
}
