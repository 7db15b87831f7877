#ifndef TESTS_SUPPORT_REGISTRY_TEST_H
#define TESTS_SUPPORT_REGISTRY_TEST_H
/* A registry of models in a folder of its own, for tests. */
#include "server/models/registry.h"
#include "train/model/data_encode.h"

#include "server/base/log.h"
#include "server/base/metrics.h"
#include "core/base/file.h"
#include "core/io/tensor/safetensors.h"
#include "train/model/network_export.h"
#include "core/smpl/pack.h"
#include "tests/support/checked_locks.h"
#include "tests/support/fixture.h"
#include "tests/support/networks.h"
#include "tests/support/databases.h"
#include "tests/support/pose_networks.h"
#include "tests/support/priors.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char registry_folder[] = "/tmp/posed-registry-XXXXXX";
static pd_srv_metrics *registry_metrics;

static inline const char *registry_file_of(const char *id)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s.safetensors", registry_folder, id);
    return path;
}

static inline void registry_write_model(const char *id, int vertices)
{
    pd_smpl_data data;
    pd_error err = {0};
    pd_fixture_data(&data, &(pd_fixture){.vertices = vertices});
    assert_int_equal(pd_train_data_save(&data, registry_file_of(id), &err), PD_OK);
    pd_smpl_data_deinit(&data);
}

static inline pd_srv_registry *registry_load(const pd_cfg *cfg, pd_status expected)
{
    pd_srv_registry *registry = pd_srv_registry_new(pd_api_kinds, PD_API_KIND_COUNT, NULL, registry_metrics);
    assert_int_equal(pd_srv_registry_load(registry, cfg, NULL), expected);
    return registry;
}

static inline int registry_vertices_of(pd_srv_registry *registry, const char *id)
{
    pd_api_model model;
    if (pd_srv_registry_acquire(registry, id, true, &model, NULL) != PD_OK) return 0;
    int count = pd_api_model_body(&model)->vertex_count;
    pd_api_model_release(&model);
    return count;
}

/* Returns the configuration of the shipped models, all loaded at the start. */
static inline pd_cfg registry_shipped(void)
{
    static char *all[] = {(char *)"*"};
    return (pd_cfg){.builtin_models = 1, .models_dir = registry_folder, .preload = {all, 1}};
}

static inline int registry_make_folder(void **state)
{
    (void)state;
    registry_metrics = pd_srv_metrics_new();
    if (!mkdtemp(registry_folder)) return 1;
    registry_write_model("female", 100);
    registry_write_model("neutral", 120);
    return 0;
}

static inline int registry_remove_folder(void **state)
{
    (void)state;
    unlink(registry_file_of("female"));
    unlink(registry_file_of("neutral"));
    pd_srv_metrics_free(registry_metrics);
    return rmdir(registry_folder);
}

#endif
