#ifndef PD_SERVER_BASE_SETTINGS_H
#define PD_SERVER_BASE_SETTINGS_H
/* The configuration as the running daemon reads it, and what a reload may change with it.
 *
 * It is read through an atomic pointer: a reload puts new settings there, requests under way go on with those they
 * saw. Old ones stay until the end (a few KB for each reload that changed something).
 *
 * Threads  any may read; one at a time may replace.
 */
#include "api/http/api.h"
#include "config/config.h"
#include "server/base/auth.h"

#include <stdatomic.h>

typedef struct pd_srv_settings {
    pd_cfg cfg;
    pd_api_limits limits; /* of cfg, as api takes them   */
    pd_srv_auth *auth;    /* the keys of access.keys_file */
    struct pd_srv_settings *older;
} pd_srv_settings;

typedef struct pd_srv_config {
    _Atomic(pd_srv_settings *) now;
} pd_srv_config;

/* Those that hold now; they stay readable until _deinit. */
static inline const pd_srv_settings *pd_srv_settings_now(const pd_srv_config *config)
{
    return atomic_load_explicit(&((pd_srv_config *)config)->now, memory_order_acquire);
}

/* Makes cfg with its keys file the settings that hold. Takes *cfg (empty afterwards), also on failure, when the
 * settings before it stay. */
pd_status pd_srv_config_replace(pd_srv_config *config, pd_cfg *cfg, pd_error *err);
void pd_srv_config_deinit(pd_srv_config *config);

#endif
