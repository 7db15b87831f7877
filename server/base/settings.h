#ifndef PD_SERVER_BASE_SETTINGS_H
#define PD_SERVER_BASE_SETTINGS_H
/* The configuration as the running daemon reads it, and what a reload may change with it.
 *
 * It is read through an atomic pointer: a reload puts new settings there, requests under way go on with those they
 * saw and hold. Old ones that nobody holds are freed by a reload a minute later: whoever reads them without holding is long
 * done by then.
 *
 * Threads  any may read; one at a time may replace.
 */
#include "api/http/api.h"
#include "config/config.h"
#include "server/base/auth.h"

#include <stdatomic.h>
#include <stdbool.h>

typedef struct pd_srv_settings {
    pd_cfg cfg;
    pd_api_limits limits; /* of cfg, as api takes them   */
    pd_srv_auth *auth;    /* the keys of access.keys_file */
    pd_cfg_address listen;
    bool checks_host;       /* requests have to name a host of ours */
    pd_cfg_prefix *trusted; /* access.trusted_proxies */
    int trusted_count;
    atomic_int held;
    int64_t replaced_us;
    uint64_t serial; /* of this configuration: 1, 2, ... */
    struct pd_srv_settings *older;
} pd_srv_settings;

#define PD_SRV_SETTINGS_GRACE_US INT64_C(60000000)

typedef struct pd_srv_config {
    _Atomic(pd_srv_settings *) now;
} pd_srv_config;

/* The current settings, to be read at once: they stay readable for PD_SRV_SETTINGS_GRACE_US. */
static inline const pd_srv_settings *pd_srv_settings_now(const pd_srv_config *config)
{
    return atomic_load_explicit(&((pd_srv_config *)config)->now, memory_order_acquire);
}

/* The current settings, kept until they are let go. */
static inline const pd_srv_settings *pd_srv_settings_hold(const pd_srv_config *config)
{
    pd_srv_settings *settings = (pd_srv_settings *)pd_srv_settings_now(config);
    atomic_fetch_add_explicit(&settings->held, 1, memory_order_relaxed);
    return settings;
}

static inline void pd_srv_settings_let_go(const pd_srv_settings *settings)
{
    atomic_fetch_sub_explicit(&((pd_srv_settings *)settings)->held, 1, memory_order_release);
}

/* Makes cfg with its keys file the current settings. Takes *cfg (empty afterwards), also on failure, when the
 * settings before it stay. */
pd_status pd_srv_config_replace(pd_srv_config *config, pd_cfg *cfg, int64_t now_us, pd_error *err);
void pd_srv_config_deinit(pd_srv_config *config);

#endif
