#include "server/base/settings.h"

#include <stdlib.h>
#include <string.h>

pd_status pd_srv_config_replace(pd_srv_config *config, pd_cfg *cfg, pd_error *err)
{
    pd_srv_settings *fresh = calloc(1, sizeof *fresh);
    pd_status status = fresh ? pd_srv_auth_load(&fresh->auth, cfg->access_keys_file, err)
                             : pd_fail(err, PD_ERR_MEMORY, "configuration", "out of memory");
    if (status != PD_OK) {
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
                                    .rollout_seconds = fresh->cfg.limits_rollout_seconds};

    fresh->older = atomic_load(&config->now);
    atomic_store(&config->now, fresh);
    return PD_OK;
}

void pd_srv_config_deinit(pd_srv_config *config)
{
    for (pd_srv_settings *s = atomic_exchange(&config->now, NULL), *older; s; s = older) {
        older = s->older;
        pd_srv_auth_free(s->auth);
        pd_cfg_deinit(&s->cfg);
        free(s);
    }
}
