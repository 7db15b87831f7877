#ifndef PD_TESTS_API_SHIPPED_H
#define PD_TESTS_API_SHIPPED_H
/* A host of the API with the shipped models: "default" is the person, "other" the body, with everything that
 * a request may ask of them. */
#include "core/character/load.h"
#include "api/http/routes.h"
#include "tests/support/api_host.h"
#include "tests/support/cmocka.h"

static const pd_api_limits api_shipped_limits = {.body_bytes = 1 << 20,
                                                 .json_depth = 32,
                                                 .json_memory = 16 << 20,
                                                 .batch = 16,
                                                 .ik_iterations = 1000,
                                                 .ik_budget_ms = 1000000,
                                                 .rollout_seconds = 30};

/* Returns whether a route is answered at once or on a worker. Jobs and routes about the process belong to the
 * server and are left out. */
static inline bool api_shipped_computes(const pd_api_route *r)
{
    /* The example of this route is short: two rows of 478 landmarks. */
    if (!strcmp(r->pattern, "/v1/models/{id}/face")) return false;
    return r->ask && (strstr(r->pattern, "/models/") || strstr(r->pattern, "/ik/") ||
                      strstr(r->pattern, "/motions/") || strstr(r->pattern, "/skeletons/"));
}

static inline int api_shipped_load(void **state)
{
    api_host *h = &api_host_state;
    pd_error err = {0};

    api_host_setup(state);
    pd_smpl_model_release(h->tiny);
    pd_smpl_model_release(h->other);
    h->tiny = h->other = NULL;
    if (pd_smpl_model_load(&h->tiny, "models/person.safetensors", &err) ||
        pd_smpl_model_load(&h->other, "models/default.safetensors", &err) ||
        pd_character_model_load(&h->motion, "models/motion.safetensors", &err) ||
        pd_ik_prior_load(&h->prior, "models/pose-prior.safetensors", &err) ||
        pd_ik_neural_load(&h->neural, "models/pose-network.safetensors", &err) ||
        pd_wardrobe_load(&h->wardrobe, "models/wardrobe.safetensors", &err) ||
        pd_character_clip_set_load(&h->emotes, "models/emotes.safetensors", &err) ||
        pd_character_model_load(&h->matching, "models/matching.safetensors", &err))
        fail_msg("%s: %s", err.where, err.detail);
    return 0;
}

static inline int api_shipped_unload(void **state)
{
    api_host *h = &api_host_state;

    pd_pfnn_model_release(h->motion), pd_pfnn_model_release(h->matching);
    pd_ik_prior_release(h->prior);
    pd_ik_neural_release(h->neural);
    pd_wardrobe_release(h->wardrobe);
    pd_character_clip_set_release(h->emotes);
    return api_host_teardown(state);
}

#endif
