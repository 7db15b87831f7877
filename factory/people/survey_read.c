#include "factory/people/survey_read.h"

#include "core/base/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PATH_BYTES 4200

pd_status pd_tool_survey_read(pd_factory_survey *survey, const char *path, pd_error *err)
{
    struct dirent **found = NULL;
    const int count = scandir(path, &found, NULL, alphasort);
    pd_status status = PD_OK;

    /* Read every table. */
    for (int i = 0; i < (count < 0 ? 1 : count); i++) {
        char file[PATH_BYTES];
        const char *dot = count < 0 ? ".csv" : strrchr(found[i]->d_name, '.');
        if (count < 0)
            snprintf(file, sizeof file, "%.4000s", path);
        else
            snprintf(file, sizeof file, "%.3900s/%.255s", path, found[i]->d_name);
        if (status == PD_OK && dot && !strcasecmp(dot, ".csv")) {
            pd_bytes bytes;
            status = pd_file_map(&bytes, file, err);
            if (status == PD_OK) {
                status = pd_factory_survey_parse(survey, bytes, file, err);
                pd_file_unmap(&bytes);
            }
        }

        if (count >= 0) free(found[i]);
    }

    free(found);
    if (status == PD_OK && !survey->count)
        status = pd_fail(err, PD_ERR_NOT_FOUND, path, "the folder has no .csv with people");

    return status;
}
