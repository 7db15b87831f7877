#include "server/base/settings.h"

#include "core/base/assert.h"

#include <stdlib.h>
#include <string.h>

/* Frees settings that no reader uses. */
static void free_settings(pd_srv_settings *settings)
{
    pd_srv_auth_free(settings->auth);
    free(settings->trusted);
    pd_srv_webhook_policy_free(settings->webhooks);
    pd_cfg_deinit(&settings->cfg);
    free(settings);
}

/* Reads the keys of clients and, if access.jwt_keys is set, those that verify tokens. */
static pd_status read_keys(pd_srv_settings *fresh, const pd_cfg *cfg, pd_error *err)
{
    pd_srv_tokens *tokens;
    pd_status status = pd_srv_auth_load(&fresh->auth, cfg->access_keys_file, err);

    if (status != PD_OK || !cfg->access_jwt_keys || !*cfg->access_jwt_keys) return status;

    const pd_srv_token_options options = {.keys = cfg->access_jwt_keys,
                                          .issuer = cfg->access_jwt_issuer,
                                          .audience = cfg->access_jwt_audience,
                                          .leeway_s = cfg->access_jwt_leeway,
                                          .scope_claims = &cfg->access_jwt_scope_claims,
                                          .roles = &cfg->access_jwt_roles};
    status = pd_srv_tokens_load(&tokens, &options, err);
    if (status == PD_OK) pd_srv_auth_accept_tokens(fresh->auth, tokens);

    return status;
}

/* Parses access.trusted_proxies. */
static pd_status read_trusted(pd_srv_settings *fresh, const pd_cfg_list *proxies, pd_error *err)
{
    if (!proxies->count) return PD_OK;
    fresh->trusted = calloc((size_t)proxies->count, sizeof *fresh->trusted);
    if (!fresh->trusted) return pd_fail(err, PD_ERR_MEMORY, "configuration", "out of memory");

    for (int i = 0; i < proxies->count; i++) {
        pd_status status = pd_cfg_prefix_parse(&fresh->trusted[i], proxies->items[i], err);
        if (status != PD_OK) return status;
    }

    fresh->trusted_count = proxies->count;

    return PD_OK;
}

/* Frees replaced settings without holders whose time of grace is over. */
static void free_old(pd_srv_settings *fresh, int64_t now_us)
{
    for (pd_srv_settings **at = &fresh->older; *at;) {
        pd_srv_settings *old = *at;
        PD_ASSERT(old->serial < fresh->serial && atomic_load(&old->held) >= 0);
        if (atomic_load_explicit(&old->held, memory_order_acquire) ||
            now_us - old->replaced_us < PD_SRV_SETTINGS_GRACE_US) {
            at = &old->older;
            continue;
        }

        *at = old->older;
        free_settings(old);
    }
}

pd_status pd_srv_config_replace(pd_srv_config *config, pd_cfg *cfg, int64_t now_us, pd_error *err)
{
    pd_srv_settings *fresh = calloc(1, sizeof *fresh);

    if (!fresh) {
        pd_cfg_deinit(cfg);
        return pd_fail(err, PD_ERR_MEMORY, "configuration", "out of memory");
    }

    /* Do first what can fail: read the keys, the list of proxies and the secrets of webhooks. */
    pd_status status = read_keys(fresh, cfg, err);
    if (status == PD_OK) status = read_trusted(fresh, &cfg->access_trusted_proxies, err);
    if (status == PD_OK) status = pd_srv_webhook_policy_load(&fresh->webhooks, cfg, err);
    if (status != PD_OK) {
        pd_srv_auth_free(fresh->auth);
        free(fresh->trusted);
        free(fresh);
        pd_cfg_deinit(cfg);
        return status;
    }

    /* Take over the configuration, and derive what is read often. */
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

    /* On loopback without keys the Host must be checked, because a page may point its own name at this
     * address (DNS rebinding). */
    fresh->checks_host =
        fresh->cfg.access_hosts.count || (fresh->listen.is_loopback && !pd_srv_auth_asks(fresh->auth));

    /* Publish. Readers see either the old or the new settings as a whole. */
    fresh->older = atomic_load(&config->now);
    fresh->serial = fresh->older ? fresh->older->serial + 1 : 1;
    if (fresh->older) fresh->older->replaced_us = now_us;
    atomic_store(&config->now, fresh);

    free_old(fresh, now_us);
    return PD_OK;
}

void pd_srv_config_deinit(pd_srv_config *config)
{
    for (pd_srv_settings *s = atomic_exchange(&config->now, NULL), *older; s; s = older) {
        older = s->older;
        free_settings(s);
    }
}
