#include "server/base/settings.h"

#include <stdlib.h>
#include <string.h>

static void free_settings(pd_srv_settings *settings)
{
    pd_srv_auth_free(settings->auth);
    free(settings->trusted);
    pd_cfg_deinit(&settings->cfg);
    free(settings);
}

pd_status pd_srv_config_replace(pd_srv_config *config, pd_cfg *cfg, int64_t now_us, pd_error *err)
{
    pd_srv_settings *fresh = calloc(1, sizeof *fresh);
    pd_status status = fresh ? pd_srv_auth_load(&fresh->auth, cfg->access_keys_file, err)
                             : pd_fail(err, PD_ERR_MEMORY, "configuration", "out of memory");
    const int proxies = cfg->access_trusted_proxies.count;
    if (status == PD_OK && proxies) {
        fresh->trusted = calloc((size_t)proxies, sizeof *fresh->trusted);
        if (!fresh->trusted) status = pd_fail(err, PD_ERR_MEMORY, "configuration", "out of memory");
        for (int i = 0; status == PD_OK && i < proxies; i++)
            status = pd_cfg_prefix_parse(&fresh->trusted[i], cfg->access_trusted_proxies.items[i], err);
        fresh->trusted_count = proxies;
    }
    if (status != PD_OK) {
        if (fresh) {
            pd_srv_auth_free(fresh->auth);
            free(fresh->trusted);
        }
        free(fresh);
        pd_cfg_deinit(cfg);
        return status;
    }

    fresh->cfg = *cfg;
    memset(cfg, 0, sizeof *cfg);
    fresh->limits = (pd_api_limits){.body_bytes = fresh->cfg.limits_body_bytes,
                                    .json_depth = fresh->cfg.limits_json_depth,
                                    .json_memory = fresh->cfg.limits_json_memory,
                                    .batch = fresh->cfg.limits_batch,
                                    .ik_iterations = fresh->cfg.limits_ik_iterations,
                                    .ik_budget_ms = fresh->cfg.limits_ik_budget_ms,
                                    .contact_budget_ms = fresh->cfg.limits_contact_budget_ms,
                                    .rollout_seconds = fresh->cfg.limits_rollout_seconds};

    if (!fresh->cfg.listen || pd_cfg_address_parse(&fresh->listen, fresh->cfg.listen, NULL) != PD_OK)
        memset(&fresh->listen, 0, sizeof fresh->listen);
    fresh->checks_host =
        fresh->cfg.access_hosts.count || (fresh->listen.is_loopback && !pd_srv_auth_asks(fresh->auth));

    fresh->older = atomic_load(&config->now);
    fresh->serial = fresh->older ? fresh->older->serial + 1 : 1;
    if (fresh->older) fresh->older->replaced_us = now_us;
    atomic_store(&config->now, fresh);

    /* Those that were replaced long ago and that nobody holds are freed. */
    for (pd_srv_settings **at = &fresh->older; *at;) {
        pd_srv_settings *old = *at;
        if (atomic_load_explicit(&old->held, memory_order_acquire) ||
            now_us - old->replaced_us < PD_SRV_SETTINGS_GRACE_US) {
            at = &old->older;
            continue;
        }
        *at = old->older;
        free_settings(old);
    }
    return PD_OK;
}

void pd_srv_config_deinit(pd_srv_config *config)
{
    for (pd_srv_settings *s = atomic_exchange(&config->now, NULL), *older; s; s = older) {
        older = s->older;
        free_settings(s);
    }
}
