/* Models that are loaded when they are asked for, and models mapped from a pack. */
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
#include "tests/support/registry_test.h"

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

/* Returns the configuration of the shipped models, loaded at their first request. */
static pd_cfg late(void)
{
    return (pd_cfg){.builtin_models = 1, .models_dir = registry_folder};
}

/* -- models that are loaded at their first request ------------------------------------------------ */

/* Whether the registry lists a model as resident; -1: it does not list it. */
typedef struct listed {
    const char *id;
    int is_resident;
    char name[64];
} listed;

static void find_listed(void *arg, const pd_api_model *model)
{
    listed *l = arg;
    if (strcmp(model->id, l->id) != 0) return;
    l->is_resident = model->resident != NULL;
    snprintf(l->name, sizeof l->name, "%s", model->name);
}

static int is_resident(pd_srv_registry *registry, const char *id)
{
    listed l = {.id = id, .is_resident = -1};
    pd_srv_registry_each(registry, find_listed, &l);
    return l.is_resident;
}

static void a_model_waits_on_disk_until_it_is_asked_for(void **state)
{
    (void)state;
    const pd_cfg cfg = late();
    pd_api_model model;
    char reason[256];
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    assert_int_equal(is_resident(registry, "neutral"), 1); /* the default body never waits */
    assert_int_equal(is_resident(registry, "female"), 0);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));

    /* The model's name comes from the metadata of its file. */
    listed l = {.id = "female"};
    pd_srv_registry_each(registry, find_listed, &l);
    assert_string_equal(l.name, "synthetic");

    /* A thread that may not wait is told to ask again. */
    const uint64_t generation = pd_srv_registry_generation(registry);
    pd_error err = {0};
    assert_int_equal(pd_srv_registry_acquire(registry, "female", false, &model, &err), PD_ERR_WAIT);
    assert_int_equal(registry_vertices_of(registry, "female"), 100);
    assert_int_equal(is_resident(registry, "female"), 1);
    assert_int_not_equal(pd_srv_registry_generation(registry), generation);
    assert_int_equal(pd_srv_registry_acquire(registry, "female", false, &model, NULL), PD_OK);
    pd_api_model_release(&model);

    /* A reload of the configuration keeps in memory what was there. */
    registry_write_model("female", 140);
    assert_int_equal(pd_srv_registry_load(registry, &cfg, NULL), PD_OK);
    assert_int_equal(is_resident(registry, "female"), 1);
    assert_int_equal(registry_vertices_of(registry, "female"), 140);
    registry_write_model("female", 100);
    pd_srv_registry_free(registry);
}

static void models_named_in_preload_are_loaded_at_the_start(void **state)
{
    (void)state;
    pd_cfg cfg = late();
    char *names[] = {(char *)"fem*", (char *)"nobody"};
    cfg.preload = (pd_cfg_list){names, 2};
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    assert_int_equal(is_resident(registry, "female"), 1);
    pd_srv_registry_free(registry);

    names[0] = (char *)"fem";
    registry = registry_load(&cfg, PD_OK);
    assert_int_equal(is_resident(registry, "female"), 0);
    pd_srv_registry_free(registry);
}

static void daemons_of_a_cluster_load_the_models_that_they_compare(void **state)
{
    (void)state;
    pd_cfg cfg = late();
    cfg.cluster_redis = (char *)"redis://127.0.0.1";
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    assert_int_equal(is_resident(registry, "female"), 1);
    pd_srv_registry_free(registry);
}

static void a_configured_model_is_loaded_late_only_if_its_entry_asks_for_it(void **state)
{
    (void)state;
    pd_cfg cfg = late();
    char file[128];
    snprintf(file, sizeof file, "%s", registry_file_of("neutral"));
    pd_cfg_model models[] = {{.id = "early", .file = file}, {.id = "later", .file = file, .is_late = 1}};
    cfg.models = models;
    cfg.model_count = 2;
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    assert_int_equal(is_resident(registry, "early"), 1);
    assert_int_equal(is_resident(registry, "later"), 0);
    assert_int_equal(registry_vertices_of(registry, "later"), 120);
    pd_srv_registry_free(registry);

    /* A file that is not there is reported at the start, although its model may wait. */
    char reason[256];
    models[1].file = (char *)"/nowhere/model.safetensors";
    registry = registry_load(&cfg, PD_ERR_NOT_FOUND);
    assert_false(pd_srv_registry_ready(registry, reason, sizeof reason));
    assert_int_equal(is_resident(registry, "later"), -1);
    pd_srv_registry_free(registry);
}

/* Asks for the model "female" of a registry, and checks the error. */
static void assert_not_loaded(pd_srv_registry *registry, const char *words)
{
    pd_api_model model;
    char reason[256];
    pd_error err = {0};
    assert_int_equal(pd_srv_registry_acquire(registry, "female", true, &model, &err), PD_ERR_IO);
    assert_non_null(strstr(err.detail, words));
    assert_null(strstr(err.detail, registry_folder)); /* clients get no paths */
    assert_int_equal(pd_srv_registry_acquire(registry, "female", false, &model, &err), PD_ERR_IO);
    assert_int_equal(is_resident(registry, "female"), 0);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason)); /* the other models are served */
    assert_int_equal(registry_vertices_of(registry, "neutral"), 120);
}

static void a_file_that_is_another_one_since_the_start_is_not_loaded(void **state)
{
    (void)state;
    const pd_cfg cfg = late();
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    registry_write_model("female", 140);
    assert_not_loaded(registry, "has changed since");
    assert_int_equal(pd_srv_registry_reload(registry, "female", NULL, NULL), PD_OK);
    assert_int_equal(registry_vertices_of(registry, "female"), 140);
    pd_srv_registry_free(registry);

    registry = registry_load(&cfg, PD_OK);
    unlink(registry_file_of("female"));
    assert_not_loaded(registry, "has vanished since");
    registry_write_model("female", 100);
    assert_not_loaded(registry, "has vanished since"); /* until it is reloaded */
    assert_int_equal(pd_srv_registry_load(registry, &cfg, NULL), PD_OK);
    assert_int_equal(registry_vertices_of(registry, "female"), 100);
    pd_srv_registry_free(registry);
}

static void a_file_that_is_found_to_be_broken_at_the_first_request_is_an_error_of_that_request(void **state)
{
    (void)state;
    const pd_cfg cfg = late();
    assert_int_equal(truncate(registry_file_of("female"), 5000), 0);
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    assert_not_loaded(registry, "could not be loaded");
    registry_write_model("female", 100);
    pd_srv_registry_free(registry);
}

/* An account of memory, as hooks. */
typedef struct account {
    int takes, changes;
    long held, limit;
    pthread_mutex_t lock;
} account;

static int account_take(void *ctx, size_t bytes)
{
    account *a = ctx;
    pthread_mutex_lock(&a->lock);
    a->takes++;
    const int fits = a->held + (long)bytes <= a->limit;
    if (fits) a->held += (long)bytes;
    pthread_mutex_unlock(&a->lock);
    return fits;
}

static void account_add(void *ctx, size_t bytes)
{
    account *a = ctx;
    pthread_mutex_lock(&a->lock);
    a->held += (long)bytes;
    pthread_mutex_unlock(&a->lock);
}

static void account_give(void *ctx, size_t bytes)
{
    account *a = ctx;
    pthread_mutex_lock(&a->lock);
    a->held -= (long)bytes;
    pthread_mutex_unlock(&a->lock);
}

static void account_changed(void *ctx)
{
    account *a = ctx;
    pthread_mutex_lock(&a->lock);
    a->changes++;
    pthread_mutex_unlock(&a->lock);
}

static pd_srv_registry *load_with(account *a, const pd_cfg *cfg)
{
    pd_srv_registry *registry = pd_srv_registry_new(pd_api_kinds, PD_API_KIND_COUNT, NULL, registry_metrics);
    pthread_mutex_init(&a->lock, NULL);
    pd_srv_registry_set_hooks(
        registry, &(pd_srv_registry_hooks){a, account_take, account_add, account_give, account_changed});
    assert_int_equal(pd_srv_registry_load(registry, cfg, NULL), PD_OK);
    return registry;
}

static void the_memory_of_a_model_loaded_late_is_counted(void **state)
{
    (void)state;
    const pd_cfg cfg = late();
    account a = {.limit = 1 << 30};
    pd_api_model model;
    pd_srv_registry *registry = load_with(&a, &cfg);
    assert_int_equal(a.held, 0); /* what is loaded at the start is no one's */
    assert_int_equal(pd_srv_registry_acquire(registry, "female", true, &model, NULL), PD_OK);
    assert_int_equal(a.held, pd_api_model_bytes(&model));
    pd_api_model_release(&model);
    pd_srv_registry_free(registry);
    assert_int_equal(a.held, 0);
    assert_int_equal(a.changes, 1);

    /* Without room it is refused, and nothing stays counted. */
    account full = {.limit = 1000};
    pd_error err = {0};
    registry = load_with(&full, &cfg);
    assert_int_equal(pd_srv_registry_acquire(registry, "female", true, &model, &err), PD_ERR_BUSY);
    assert_non_null(strstr(err.detail, "limits.memory"));
    pd_srv_registry_free(registry);
    assert_int_equal(full.held, 0);
}

static void *ask_for_female(void *registry)
{
    pd_api_model model;
    if (pd_srv_registry_acquire(registry, "female", true, &model, NULL) != PD_OK) return NULL;
    void *resident = model.resident;
    pd_api_model_release(&model);
    return resident;
}

static void a_model_that_many_ask_for_at_once_is_loaded_once(void **state)
{
    (void)state;
    const pd_cfg cfg = late();
    account a = {.limit = 1 << 30};
    pd_srv_registry *registry = load_with(&a, &cfg);
    pthread_t threads[8];
    void *found[8];
    for (int i = 0; i < 8; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask_for_female, registry), 0);
    for (int i = 0; i < 8; i++) pthread_join(threads[i], &found[i]);
    for (int i = 0; i < 8; i++) assert_ptr_equal(found[i], found[0]);
    assert_non_null(found[0]);
    assert_int_equal(a.takes, 1);
    pd_srv_registry_free(registry);
}

static void a_registry_that_was_halted_loads_nothing_more(void **state)
{
    (void)state;
    const pd_cfg cfg = late();
    pd_api_model model;
    pd_error err = {0};
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    pd_srv_registry_halt(registry);
    assert_int_equal(pd_srv_registry_acquire(registry, "female", true, &model, &err), PD_ERR_BUSY);
    assert_int_equal(registry_vertices_of(registry, "neutral"), 120); /* what is in memory is still there */
    pd_srv_registry_free(registry);
}

/* Packs a model file, as posedctl pack does. */
static void write_pack(const char *path, const char *id)
{
    const char *file = registry_file_of(id);
    pd_smpl_model *model;
    pd_pack_source source;
    pd_pack_writer *writer = pd_pack_writer_new();
    assert_int_equal(pd_pack_source_of(&source, file, NULL), PD_OK);
    assert_int_equal(pd_smpl_model_load(&model, file, NULL), PD_OK);
    assert_int_equal(pd_smpl_model_pack(writer, model, strrchr(file, '/') + 1, &source, NULL), PD_OK);
    assert_int_equal(pd_pack_save(path, writer, NULL), PD_OK);
    pd_smpl_model_release(model);
    pd_pack_writer_free(writer);
}

/* Returns the bytes that a model has mapped; its content hash in *hash. */
static size_t mapped_of(uint64_t *hash, const pd_cfg *cfg, const char *id)
{
    pd_api_model model;
    pd_srv_registry *registry = registry_load(cfg, PD_OK);
    assert_int_equal(pd_srv_registry_acquire(registry, id, true, &model, NULL), PD_OK);
    const size_t mapped = pd_api_model_mapped(&model);
    *hash = pd_api_model_body(&model)->content_hash;
    pd_api_model_release(&model);
    pd_srv_registry_free(registry);
    return mapped;
}

static void a_packed_model_is_mapped_until_its_file_changes(void **state)
{
    (void)state;
    char beside[160], all[128];
    uint64_t plain, hash;
    pd_cfg cfg = registry_shipped();
    registry_write_model("packed", 140);
    snprintf(beside, sizeof beside, "%s.pack", registry_file_of("packed"));
    snprintf(all, sizeof all, "%s/all.pack", registry_folder);
    assert_int_equal(mapped_of(&plain, &cfg, "packed"), 0);

    /* A pack beside the file, and the pack that the configuration names. */
    write_pack(beside, "packed");
    assert_true(mapped_of(&hash, &cfg, "packed") > 140 * 12);
    assert_true(hash == plain);
    assert_int_equal(mapped_of(&hash, &cfg, "female"), 0);
    unlink(beside);
    write_pack(all, "packed");
    cfg.models_pack = all;
    assert_true(mapped_of(&hash, &cfg, "packed") > 140 * 12);
    assert_true(hash == plain);

    /* The file changes: it is read, not its old pack. */
    registry_write_model("packed", 150);
    assert_int_equal(mapped_of(&hash, &cfg, "packed"), 0);
    assert_true(hash != plain);
    plain = hash;

    /* A damaged pack, and one that is cut: the file is read. */
    write_pack(all, "packed");
    assert_true(mapped_of(&hash, &cfg, "packed") > 0);
    pd_bytes bytes;
    assert_int_equal(pd_file_map(&bytes, all, NULL), PD_OK);
    unsigned char *changed = malloc(bytes.size);
    memcpy(changed, bytes.data, bytes.size);
    changed[bytes.size - 1] ^= 1;
    assert_int_equal(pd_file_write(all, changed, bytes.size, NULL), PD_OK);
    assert_int_equal(mapped_of(&hash, &cfg, "packed"), 0);
    assert_true(hash == plain);
    assert_int_equal(pd_file_write(all, bytes.data, bytes.size / 2, NULL), PD_OK);
    assert_int_equal(mapped_of(&hash, &cfg, "packed"), 0);
    assert_true(hash == plain);
    pd_file_unmap(&bytes);
    free(changed);
    unlink(all), unlink(registry_file_of("packed"));
}

/* Writes other bytes of the same size over a file, as cp does. */
static void overwrite(const char *path)
{
    char bytes[64] = "other bytes";
    const struct timespec times[2] = {{1000, 0}, {1000, 0}};
    const int fd = open(path, O_WRONLY);
    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, bytes, sizeof bytes, 4096), sizeof bytes);
    assert_int_equal(futimens(fd, times), 0);
    close(fd);
}

static void a_pack_that_is_overwritten_in_place_ends_readiness(void **state)
{
    (void)state;
    char beside[160], all[160], reason[256] = "";
    pd_cfg cfg = registry_shipped();
    registry_write_model("packed", 140);
    snprintf(beside, sizeof beside, "%s.pack", registry_file_of("packed"));
    snprintf(all, sizeof all, "%s/all.pack", registry_folder);

    /* The model's own pack: 503 until the model is loaded again,
     * which finds the damage and reads the file. */
    write_pack(beside, "packed");
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));
    overwrite(beside);
    assert_false(pd_srv_registry_ready(registry, reason, sizeof reason));
    assert_non_null(strstr(reason, "model packed: its pack was overwritten while it was mapped"));
    assert_int_equal(pd_srv_registry_reload(registry, "packed", NULL, NULL), PD_OK);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));
    assert_int_equal(registry_vertices_of(registry, "packed"), 140);
    pd_srv_registry_free(registry);
    unlink(beside);

    /* The pack of all models. A pack that is replaced by rename, as pd_pack_save does, is not overwritten. */
    write_pack(all, "packed");
    cfg.models_pack = all;
    registry = registry_load(&cfg, PD_OK);
    write_pack(all, "packed");
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));
    pd_srv_registry_free(registry);
    registry = registry_load(&cfg, PD_OK);
    overwrite(all);
    assert_false(pd_srv_registry_ready(registry, reason, sizeof reason));
    assert_int_equal(pd_srv_registry_reload(registry, "packed", NULL, NULL), PD_OK);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));
    pd_srv_registry_free(registry);
    unlink(all), unlink(registry_file_of("packed"));
}

static void requests_keep_a_mapped_model_over_a_reload(void **state)
{
    (void)state;
    char beside[160];
    const pd_cfg cfg = registry_shipped();
    registry_write_model("packed", 140);
    snprintf(beside, sizeof beside, "%s.pack", registry_file_of("packed"));
    write_pack(beside, "packed");
    pd_api_model model;
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    assert_int_equal(pd_srv_registry_acquire(registry, "packed", true, &model, NULL), PD_OK);
    registry_write_model("packed", 150);
    assert_int_equal(pd_srv_registry_reload(registry, "packed", NULL, NULL), PD_OK);
    assert_int_equal(registry_vertices_of(registry, "packed"), 150);
    const pd_smpl_model *old = pd_api_model_body(&model);
    assert_int_equal(old->vertex_count, 140);
    assert_true(old->data.v_template[3 * 139] ==
                old->data.v_template[3 * 139]); /* the old pages are still there */
    pd_api_model_release(&model);
    pd_srv_registry_free(registry);
    unlink(beside), unlink(registry_file_of("packed"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_waits_on_disk_until_it_is_asked_for),
        cmocka_unit_test(models_named_in_preload_are_loaded_at_the_start),
        cmocka_unit_test(daemons_of_a_cluster_load_the_models_that_they_compare),
        cmocka_unit_test(a_configured_model_is_loaded_late_only_if_its_entry_asks_for_it),
        cmocka_unit_test(a_file_that_is_another_one_since_the_start_is_not_loaded),
        cmocka_unit_test(a_file_that_is_found_to_be_broken_at_the_first_request_is_an_error_of_that_request),
        cmocka_unit_test(the_memory_of_a_model_loaded_late_is_counted),
        cmocka_unit_test(a_model_that_many_ask_for_at_once_is_loaded_once),
        cmocka_unit_test(a_registry_that_was_halted_loads_nothing_more),
        cmocka_unit_test(a_packed_model_is_mapped_until_its_file_changes),
        cmocka_unit_test(a_pack_that_is_overwritten_in_place_ends_readiness),
        cmocka_unit_test(requests_keep_a_mapped_model_over_a_reload),
    };
    return cmocka_run_group_tests(tests, registry_make_folder, registry_remove_folder);
}
