/* What this build is: the Makefile passes both. */
#include "api/api.h"

#ifndef PD_VERSION
#define PD_VERSION "0.1.0"
#endif
#ifndef PD_COMMIT
#define PD_COMMIT "unknown"
#endif

const char *pd_api_version(void)
{
    return PD_VERSION;
}

const char *pd_api_commit(void)
{
    return PD_COMMIT;
}
