#include "tools/base/provenance.h"

#include "core/base/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Beginnings of the sentences, in the order of factory/scripts/models.sh. The sentences name posedctl, which
 * had these commands when the shipped files were made: a command recognises its sentence by its text. */
static const char *const steps[] = {
    ". Pose blend shapes of fingers, jaw and eyes learned by:",
    ". People learned by:",
    ". Faces of women and men by:",
    ". Hands' components learned by:",
    " Soft tissue learned by:",
};
enum { STEPS = sizeof steps / sizeof *steps };

pd_status pd_tool_provenance_add(pd_smpl_text *about, const char *sentence, pd_error *err)
{
    const char *text = about->provenance ? about->provenance : "";
    size_t at = strlen(text);
    int own = 0;
    char *out = NULL;

    if (strstr(text, sentence)) return PD_OK;

    /* Find the first sentence of a later step. */
    while (own < STEPS && strncmp(sentence, steps[own], strlen(steps[own])) != 0) own++;
    PD_ASSERT(own < STEPS);
    for (int later = own + 1; later < STEPS; later++) {
        const char *found = strstr(text, steps[later]);
        if (found && (size_t)(found - text) < at) at = (size_t)(found - text);
    }

    if (asprintf(&out, "%.*s%s%s", (int)at, text, sentence, text + at) < 0)
        return pd_fail(err, PD_ERR_MEMORY, "provenance", "out of memory");
    free(about->provenance);
    about->provenance = out;

    return PD_OK;
}
