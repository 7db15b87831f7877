/* The version: VERSION and the commit, from a header that the Makefile writes. */
#include "config/version.h"
#include "config/config.h"
#include "gen/version.h"

const char *pd_cfg_version_text(void)
{
    return PD_VERSION;
}

const char *pd_cfg_version_commit(void)
{
    return PD_COMMIT;
}

void pd_cfg_version(pd_buffer *out)
{
    pd_buffer_printf(out, "posed %s (%s)\n", PD_VERSION, PD_COMMIT);
}
