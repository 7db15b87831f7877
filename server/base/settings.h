#ifndef PD_SERVER_BASE_SETTINGS_H
#define PD_SERVER_BASE_SETTINGS_H
/* The current settings of the daemon: the configuration and everything derived from it that a reload may
 * change.
 *
 * Settings are read through an atomic pointer. A reload stores a pointer to new settings; requests in
 * progress continue with the settings that they hold. Old settings that are not held are freed by a reload
 * that comes at least PD_SRV_SETTINGS_GRACE_US later, when no reader without a hold can still use them.
 *
 * Threads  any may read; one at a time may replace.
 */
#include "api/http/api.h"
#include "config/config.h"
#include "core/base/assert.h"
#include "server/base/auth.h"
#include "server/identity/webhook_policy.h"

#include <stdatomic.h>
#include <stdbool.h>

typedef struct pd_srv_settings {
    pd_cfg cfg;
    pd_api_limits limits;   /* limits of cfg in the form that api takes              */
    pd_srv_auth *auth;      /* keys of access.keys_file                              */
    pd_cfg_address listen;  /* parsed `listen`                                       */
    bool checks_host;       /* true: the Host of requests must be an allowed name (origin.h) */
    pd_cfg_prefix *trusted; /* (trusted_count) parsed access.trusted_proxies         */
    int trusted_count;
    pd_srv_webhook_policy *webhooks; /* NULL: no webhooks are sent                           */
    atomic_int held;                 /* number of holders                                     */
    int64_t replaced_us;             /* time at which newer settings replaced these           */
    uint64_t serial;                 /* number of this configuration: 1, 2, ...               */
    struct pd_srv_settings *older;   /* settings before these that have not been freed yet    */
} pd_srv_settings;

/* Time for which replaced settings stay readable without a hold. */
#define PD_SRV_SETTINGS_GRACE_US INT64_C(60000000)

typedef struct pd_srv_config {
    _Atomic(pd_srv_settings *) now;
} pd_srv_config;

/* Returns the current settings for immediate use: they stay readable for PD_SRV_SETTINGS_GRACE_US. */
static inline const pd_srv_settings *pd_srv_settings_now(const pd_srv_config *config)
{
    return atomic_load_explicit(&((pd_srv_config *)config)->now, memory_order_acquire);
}

/* Returns the current settings and holds them until pd_srv_settings_let_go. */
static inline const pd_srv_settings *pd_srv_settings_hold(const pd_srv_config *config)
{
    pd_srv_settings *settings = (pd_srv_settings *)pd_srv_settings_now(config);
    atomic_fetch_add_explicit(&settings->held, 1, memory_order_relaxed);
    return settings;
}

/* Ends a hold. */
static inline void pd_srv_settings_let_go(const pd_srv_settings *settings)
{
    const int held = atomic_fetch_sub_explicit(&((pd_srv_settings *)settings)->held, 1, memory_order_release);
    PD_ASSERT(held > 0);
}

/* Reads the keys file of cfg and makes both the current settings. Takes over *cfg, which is empty afterwards,
 * even on failure. On failure the previous settings remain. */
pd_status pd_srv_config_replace(pd_srv_config *config, pd_cfg *cfg, int64_t now_us, pd_error *err);
/* Frees all settings. No thread may read them any more. */
void pd_srv_config_deinit(pd_srv_config *config);

#endif
