/* Fuzzes tables of people's body measurements. */
#include "train/people/survey.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    pd_train_survey survey = {0};
    pd_train_moments moments;
    pd_error err;

    if (pd_train_survey_parse(&survey, (pd_bytes){bytes, size}, "fuzz.csv", &err) == PD_OK)
        (void)pd_train_survey_moments(&moments, &survey, PD_SMPL_MALE, &err);
    pd_train_survey_deinit(&survey);
    return 0;
}
