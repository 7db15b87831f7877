/* Tests which models are found, loaded, replaced and released, at the start, at the first request and at a
 * reload. Requests that began on an old model must end on it. */
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

static char folder[] = "/tmp/posed-registry-XXXXXX";
static pd_srv_metrics *metrics;

static const char *file_of(const char *id)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s.safetensors", folder, id);
    return path;
}

static void write_model(const char *id, int vertices)
{
    pd_smpl_data data;
    pd_error err = {0};
    pd_fixture_data(&data, &(pd_fixture){.vertices = vertices});
    assert_int_equal(pd_train_data_save(&data, file_of(id), &err), PD_OK);
    pd_smpl_data_deinit(&data);
}

static pd_srv_registry *load(const pd_cfg *cfg, pd_status expected)
{
    pd_srv_registry *registry = pd_srv_registry_new(pd_api_kinds, PD_API_KIND_COUNT, NULL, metrics);
    assert_int_equal(pd_srv_registry_load(registry, cfg, NULL), expected);
    return registry;
}

static int vertices_of(pd_srv_registry *registry, const char *id)
{
    pd_api_model model;
    if (pd_srv_registry_acquire(registry, id, true, &model, NULL) != PD_OK) return 0;
    int count = pd_api_model_body(&model)->vertex_count;
    pd_api_model_release(&model);
    return count;
}

/* Returns the configuration of the shipped models, all loaded at the start. */
static pd_cfg shipped(void)
{
    static char *all[] = {(char *)"*"};
    return (pd_cfg){.builtin_models = 1, .models_dir = folder, .preload = {all, 1}};
}

/* Returns the configuration of the shipped models, loaded at their first request. */
static pd_cfg late(void)
{
    return (pd_cfg){.builtin_models = 1, .models_dir = folder};
}

static void shipped_models_are_found_and_neutral_is_the_default(void **state)
{
    (void)state;
    const pd_cfg cfg = shipped();
    char reason[256];
    pd_srv_registry *registry = load(&cfg, PD_OK);
    assert_int_equal(vertices_of(registry, "female"), 100);
    assert_int_equal(vertices_of(registry, "neutral"), 120);
    assert_int_equal(vertices_of(registry, "default"), 120);
    assert_int_equal(vertices_of(registry, "nobody"), 0);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));
    pd_srv_registry_free(registry);
}

static void a_configured_model_can_be_the_default_and_shadow_a_shipped_one(void **state)
{
    (void)state;
    char file[128];
    snprintf(file, sizeof file, "%s", file_of("neutral"));
    pd_cfg cfg = shipped();
    pd_cfg_model models[] = {{.id = "mine", .file = file, .is_default = 1}, {.id = "female", .file = file}};
    cfg.models = models;
    cfg.model_count = 2;
    pd_srv_registry *registry = load(&cfg, PD_OK);
    assert_int_equal(vertices_of(registry, "default"), 120);
    assert_int_equal(vertices_of(registry, "female"), 120);
    pd_api_model model;
    assert_int_equal(pd_srv_registry_acquire(registry, "default", true, &model, NULL), PD_OK);
    assert_string_equal(model.id, "mine");
    pd_api_model_release(&model);
    pd_srv_registry_free(registry);
}

static void write_network(const char *id, int hidden)
{
    pd_pfnn_network network;
    networks_make(&network, 8, hidden, 6, 1);
    assert_int_equal(pd_pfnn_network_save(&network, file_of(id), NULL), PD_OK);
    pd_pfnn_network_deinit(&network);
}

static void a_motion_network_stands_beside_the_bodies_with_a_default_of_its_own(void **state)
{
    (void)state;
    const pd_cfg cfg = shipped();
    pd_api_model model;
    write_network("walk", 16);
    write_network("motion", 32);
    pd_srv_registry *registry = load(&cfg, PD_OK);
    assert_int_equal(pd_srv_registry_acquire(registry, PD_API_DEFAULT_MOTION, true, &model, NULL), PD_OK);
    assert_string_equal(model.id, "motion");
    assert_string_equal(model.kind->name, "motion");
    assert_true(model.is_default);
    assert_null(pd_api_model_body(&model));
    assert_int_equal(pd_api_model_motion(&model)->network.h_dim, 32);
    pd_api_model_release(&model);
    assert_int_equal(vertices_of(registry, "default"), 120); /* still a body */
    write_network("walk", 24);
    assert_int_equal(pd_srv_registry_reload(registry, "walk", NULL, NULL), PD_OK);
    assert_int_equal(pd_srv_registry_acquire(registry, "walk", true, &model, NULL), PD_OK);
    assert_int_equal(pd_api_model_motion(&model)->network.h_dim, 24);
    assert_false(model.is_default);
    pd_api_model_release(&model);
    unlink(file_of("walk"));
    unlink(file_of("motion"));
    pd_srv_registry_free(registry);
}

/* A folder with the slices of the original network is a motion network, where the registry has kinds of
 * models that are folders. */
static void a_folder_of_slices_is_a_motion_network(void **state)
{
    (void)state;
    pd_api_model model;
    pd_pfnn_network network;
    char slices[] = "/tmp/posed-slices-XXXXXX", command[64];
    assert_non_null(mkdtemp(slices));
    networks_make(&network, 8, 5, 6, 1);
    assert_int_equal(pd_train_export_slices(&network, slices, NULL), PD_OK);
    pd_pfnn_network_deinit(&network);
    pd_cfg_model models[] = {{.id = "sliced", .file = slices}};
    const pd_cfg cfg = {.models = models, .model_count = 1};

    pd_srv_registry *registry = load(&cfg, PD_OK);
    assert_int_equal(pd_srv_registry_acquire(registry, PD_API_DEFAULT_MOTION, true, &model, NULL), PD_OK);
    assert_string_equal(model.id, "sliced");
    assert_int_equal(pd_api_model_motion(&model)->network.h_dim, 5);
    pd_api_model_release(&model);
    pd_srv_registry_free(registry);

    /* A registry of bodies alone, whatever stands behind its kinds. */
    registry = pd_srv_registry_new(pd_api_kinds, 1, NULL, metrics);
    assert_int_not_equal(pd_srv_registry_load(registry, &cfg, NULL), PD_OK);
    pd_srv_registry_free(registry);
    snprintf(command, sizeof command, "rm -r %s", slices);
    assert_int_equal(system(command), 0);
}

static void write_prior(const char *id, int components)
{
    pd_ik_prior prior;
    priors_make(&prior, components, 3, 1);
    assert_int_equal(pd_ik_prior_save(&prior, file_of(id), NULL), PD_OK);
    pd_ik_prior_deinit(&prior);
}

static void a_pose_prior_stands_beside_the_bodies_with_a_default_of_its_own(void **state)
{
    (void)state;
    const pd_cfg cfg = shipped();
    pd_api_model model;
    write_prior("dance", 2);
    write_prior("pose-prior", 4);
    pd_srv_registry *registry = load(&cfg, PD_OK);
    assert_int_equal(pd_srv_registry_acquire(registry, PD_API_DEFAULT_PRIOR, true, &model, NULL), PD_OK);
    assert_string_equal(model.id, "pose-prior");
    assert_string_equal(model.kind->name, "pose-prior");
    assert_true(model.is_default && !pd_api_model_body(&model) && !pd_api_model_motion(&model));
    assert_int_equal(pd_api_model_prior(&model)->component_count, 4);
    write_prior("pose-prior", 6);
    assert_int_equal(pd_srv_registry_reload(registry, "pose-prior", NULL, NULL), PD_OK);
    assert_int_equal(pd_api_model_prior(&model)->references, 1); /* ours is the last of the old one */
    pd_api_model_release(&model);
    assert_int_equal(pd_srv_registry_acquire(registry, PD_API_DEFAULT_PRIOR, true, &model, NULL), PD_OK);
    assert_int_equal(pd_api_model_prior(&model)->component_count, 6);
    pd_api_model_release(&model);
    assert_int_equal(vertices_of(registry, "default"), 120); /* still a body */
    unlink(file_of("dance"));
    unlink(file_of("pose-prior"));
    assert_int_equal(pd_srv_registry_load(registry, &cfg, NULL), PD_OK);
    assert_int_not_equal(pd_srv_registry_acquire(registry, PD_API_DEFAULT_PRIOR, true, &model, NULL), PD_OK);
    pd_srv_registry_free(registry);
}

static void write_database(const char *id, int rate)
{
    pd_matching_database database;
    databases_make(&database, rate);
    assert_int_equal(pd_matching_database_save(&database, file_of(id), NULL), PD_OK);
    pd_matching_database_deinit(&database);
}

static void a_matching_database_is_swapped_whole_and_a_cut_file_keeps_the_old_one(void **state)
{
    (void)state;
    const pd_cfg cfg = shipped();
    pd_api_model model;
    write_database("matching", 30);
    pd_srv_registry *registry = load(&cfg, PD_OK);
    assert_int_equal(pd_srv_registry_acquire(registry, PD_API_DEFAULT_MATCHING, true, &model, NULL), PD_OK);
    assert_string_equal(model.kind->name, "matching");
    assert_true(model.is_default && pd_api_model_motion(&model)->matching != NULL);
    pd_api_model_release(&model);

    assert_int_equal(truncate(file_of("matching"), 9000), 0);
    pd_error err;
    assert_true(pd_srv_registry_reload(registry, "matching", NULL, &err) != PD_OK);
    assert_int_equal(pd_srv_registry_acquire(registry, "matching", true, &model, NULL), PD_OK);
    assert_true(pd_api_model_motion(&model)->matching->database.frame_rate == 30);
    pd_api_model_release(&model);

    write_database("matching", 60);
    assert_int_equal(pd_srv_registry_reload(registry, "matching", NULL, NULL), PD_OK);
    assert_int_equal(pd_srv_registry_acquire(registry, "matching", true, &model, NULL), PD_OK);
    assert_true(pd_api_model_motion(&model)->matching->database.frame_rate == 60);
    pd_api_model_release(&model);
    unlink(file_of("matching"));
    pd_srv_registry_free(registry);
}

static void write_pose_network(const char *id, int hidden)
{
    pd_ik_neural_weights weights;
    pose_networks_make(&weights, hidden, 1, 0.1, 1);
    assert_int_equal(pd_ik_neural_weights_save(&weights, file_of(id), NULL), PD_OK);
    pd_ik_neural_weights_deinit(&weights);
}

static void a_pose_network_stands_beside_the_bodies_and_is_swapped_whole(void **state)
{
    (void)state;
    const pd_cfg cfg = shipped();
    pd_api_model model;
    write_pose_network("pose-network", 4);
    pd_srv_registry *registry = load(&cfg, PD_OK);
    assert_int_equal(pd_srv_registry_acquire(registry, PD_API_DEFAULT_NEURAL, true, &model, NULL), PD_OK);
    assert_string_equal(model.id, "pose-network");
    assert_string_equal(model.kind->name, "pose-network");
    assert_true(model.is_default && !pd_api_model_body(&model) && !pd_api_model_motion(&model) &&
                !pd_api_model_prior(&model));
    write_pose_network("pose-network", 6);
    assert_int_equal(pd_srv_registry_reload(registry, "pose-network", NULL, NULL), PD_OK);
    assert_int_equal(pd_api_model_neural(&model)->hidden, 4);
    assert_int_equal(pd_api_model_neural(&model)->references, 1); /* ours is the last of the old one */
    pd_api_model_release(&model);
    assert_int_equal(pd_srv_registry_acquire(registry, PD_API_DEFAULT_NEURAL, true, &model, NULL), PD_OK);
    assert_int_equal(pd_api_model_neural(&model)->hidden, 6);
    pd_api_model_release(&model);
    unlink(file_of("pose-network"));
    assert_int_equal(pd_srv_registry_load(registry, &cfg, NULL), PD_OK);
    assert_int_not_equal(pd_srv_registry_acquire(registry, PD_API_DEFAULT_NEURAL, true, &model, NULL), PD_OK);
    pd_srv_registry_free(registry);
}

/* Loads a kind of model that the test defines: a file with a number in its metadata. No metric counts its
 * models. */
static pd_status toy_load(void **out, const char *file, pd_error *err)
{
    pd_safetensors header;
    pd_status status = pd_safetensors_open(&header, file, err);
    if (status != PD_OK) return status;
    *out = strdup(pd_safetensors_get(&header, "number"));
    pd_safetensors_deinit(&header);
    return PD_OK;
}

static int toy_references;

static void toy_retain(void *model)
{
    (void)model;
    toy_references++;
}

static void toy_release(void *model)
{
    if (toy_references-- == 0) free(model);
}

static size_t toy_bytes(const void *model)
{
    return strlen(model);
}

static void a_kind_of_model_is_added_by_a_row(void **state)
{
    (void)state;
    const pd_cfg cfg = shipped();
    pd_api_kind kinds[PD_API_KIND_COUNT + 1];
    memcpy(kinds, pd_api_kinds, sizeof pd_api_kinds);
    kinds[PD_API_KIND_COUNT] = (pd_api_kind){.name = "toy",
                                             .default_id = ":toy",
                                             .usual_id = "toy",
                                             .load = toy_load,
                                             .retain = toy_retain,
                                             .release = toy_release,
                                             .bytes = toy_bytes};

    pd_buffer file = {0};
    const pd_safetensors_text texts[] = {{"kind", "toy"}, {"number", "42"}};
    const pd_safetensors_out what = {.texts = texts, .text_count = 2};
    assert_int_equal(pd_safetensors_write(&file, &what, NULL), PD_OK);
    assert_int_equal(pd_file_write(file_of("some"), file.data, file.size, NULL), PD_OK);
    pd_buffer_deinit(&file);

    pd_srv_registry *registry = pd_srv_registry_new(kinds, PD_API_KIND_COUNT + 1, NULL, metrics);
    assert_int_equal(pd_srv_registry_load(registry, &cfg, NULL), PD_OK);
    pd_api_model model;
    assert_int_equal(pd_srv_registry_acquire(registry, ":toy", true, &model, NULL), PD_OK);
    assert_string_equal(model.id, "some");
    assert_ptr_equal(model.kind, &kinds[PD_API_KIND_COUNT]);
    assert_string_equal(model.resident, "42");
    assert_int_equal(pd_api_model_bytes(&model), 2);
    assert_null(pd_api_model_body(&model));
    pd_api_model_release(&model);

    pd_srv_registry_free(registry);
    assert_int_equal(toy_references, -1);
    unlink(file_of("some"));
}

static void a_reload_swaps_the_model_and_requests_end_on_the_old_one(void **state)
{
    (void)state;
    const pd_cfg cfg = shipped();
    pd_srv_registry *registry = load(&cfg, PD_OK);
    pd_api_model old;
    assert_int_equal(pd_srv_registry_acquire(registry, "female", true, &old, NULL), PD_OK);
    write_model("female", 140);
    assert_int_equal(pd_srv_registry_reload(registry, "female", NULL, NULL), PD_OK);
    assert_int_equal(vertices_of(registry, "female"), 140);
    assert_int_equal(pd_api_model_body(&old)->vertex_count, 100);
    assert_int_equal(pd_api_model_body(&old)->references, 1);
    pd_api_model_release(&old);
    write_model("female", 100);
    pd_srv_registry_free(registry);
}

static void a_reload_by_the_name_of_a_default_needs_the_model_that_it_is(void **state)
{
    (void)state;
    const pd_cfg cfg = shipped();
    pd_srv_registry *registry = load(&cfg, PD_OK);
    pd_api_access neutral = {0}, named_so = {0};
    pd_error err = {0};
    assert_int_equal(pd_api_access_parse(&neutral, "models=neutral", "", NULL), PD_OK);
    assert_int_equal(pd_api_access_parse(&named_so, "models=default", "", NULL), PD_OK);

    assert_int_equal(pd_srv_registry_reload(registry, "default", &neutral, NULL), PD_OK);
    assert_int_equal(pd_srv_registry_reload(registry, "default", &named_so, &err), PD_ERR_FORBIDDEN);
    assert_non_null(strstr(err.detail, "neutral"));
    assert_int_equal(pd_srv_registry_reload(registry, "female", &neutral, NULL), PD_ERR_FORBIDDEN);
    pd_srv_registry_free(registry);
}

static void a_reload_of_a_cut_file_keeps_the_old_model(void **state)
{
    (void)state;
    const pd_cfg cfg = shipped();
    pd_error err = {0};
    char reason[256];
    pd_srv_registry *registry = load(&cfg, PD_OK);
    assert_int_equal(truncate(file_of("female"), 5000), 0);
    uint64_t failures = pd_srv_metrics_counted(metrics, PD_SRV_COUNT_reloads_bad);
    assert_int_not_equal(pd_srv_registry_reload(registry, "female", NULL, &err), PD_OK);
    assert_non_null(strstr(err.where, "female.safetensors"));
    assert_int_equal(vertices_of(registry, "female"), 100);
    assert_int_not_equal(pd_srv_registry_load(registry, &cfg, &err), PD_OK);
    assert_int_equal(vertices_of(registry, "female"), 100);
    assert_int_equal(vertices_of(registry, "neutral"), 120);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));
    assert_int_equal(pd_srv_metrics_counted(metrics, PD_SRV_COUNT_reloads_bad), failures + 2);
    write_model("female", 100);
    pd_srv_registry_free(registry);
}

static void a_file_that_is_bad_from_the_start_is_the_reason_of_not_being_ready(void **state)
{
    (void)state;
    const pd_cfg cfg = shipped();
    char reason[256];
    assert_int_equal(truncate(file_of("female"), 100), 0);
    pd_srv_registry *registry = load(&cfg, PD_ERR_FORMAT);
    assert_false(pd_srv_registry_ready(registry, reason, sizeof reason));
    assert_non_null(strstr(reason, "model female: "));
    assert_null(strchr(reason, '/')); /* anybody may ask */
    assert_int_equal(vertices_of(registry, "neutral"), 120);
    write_model("female", 100);
    assert_int_equal(pd_srv_registry_reload(registry, "female", NULL, NULL), PD_OK);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));
    assert_int_equal(pd_srv_registry_reload(registry, "nobody", NULL, NULL), PD_ERR_NOT_FOUND);
    pd_srv_registry_free(registry);
}

static void an_empty_models_dir_makes_readyz_fail_with_that_reason(void **state)
{
    (void)state;
    const pd_cfg cfg = {.builtin_models = 1, .models_dir = (char *)"/nowhere"};
    char reason[256];
    pd_srv_registry *registry = load(&cfg, PD_OK);
    assert_false(pd_srv_registry_ready(registry, reason, sizeof reason));
    assert_string_equal(reason, "no model is configured (models) or was found (models_dir)");
    pd_srv_registry_free(registry);
}

/* A volume that is not mounted, or a folder that is being replaced, at the moment of a SIGHUP. */
static void a_reload_that_finds_no_model_any_more_keeps_the_old_ones(void **state)
{
    (void)state;
    const pd_cfg cfg = shipped(), gone = {.builtin_models = 1, .models_dir = (char *)"/nowhere"},
                 none = {.builtin_models = 0};
    char reason[256];
    pd_error err = {0};
    pd_srv_registry *registry = load(&cfg, PD_OK);
    const uint64_t failures = pd_srv_metrics_counted(metrics, PD_SRV_COUNT_reloads_bad);
    assert_int_equal(pd_srv_registry_load(registry, &gone, &err), PD_ERR_NOT_FOUND);
    assert_string_equal(err.where, "models_dir");
    assert_non_null(strstr(err.detail, "/nowhere: no file *.safetensors was found"));
    assert_int_equal(pd_srv_metrics_counted(metrics, PD_SRV_COUNT_reloads_bad), failures + 1);
    assert_int_equal(vertices_of(registry, "female"), 100);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));

    /* When the folder is back, and when nobody wants its models. */
    assert_int_equal(pd_srv_registry_load(registry, &cfg, NULL), PD_OK);
    assert_int_equal(vertices_of(registry, "female"), 100);
    assert_int_equal(pd_srv_registry_load(registry, &none, NULL), PD_OK);
    assert_false(pd_srv_registry_ready(registry, reason, sizeof reason));
    pd_srv_registry_free(registry);
}

/* The first existing folder is taken. Its path has no links and dots. */
static void places_are_looked_for_beside_the_program(void **state)
{
    char program[512], found[512];
    (void)state;
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    assert_true(length > 0);
    program[length] = 0;
    *strrchr(program, '/') = 0;

    pd_srv_beside_program((const char *const[]){"nowhere", "test_registry", "../models/.", ".."}, 4, found,
                          sizeof found);
    assert_string_equal(found, program); /* .../server/models; test_registry is no folder */
    pd_srv_beside_program((const char *const[]){"nowhere", "../models/.", ".."}, 1, found, sizeof found);
    assert_string_equal(found, "");

    const pd_cfg given = {.models_dir = (char *)"some/where"};
    pd_srv_models_dir(&given, found, sizeof found);
    assert_string_equal(found, "some/where");
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
    pd_srv_registry *registry = load(&cfg, PD_OK);
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
    assert_int_equal(vertices_of(registry, "female"), 100);
    assert_int_equal(is_resident(registry, "female"), 1);
    assert_int_not_equal(pd_srv_registry_generation(registry), generation);
    assert_int_equal(pd_srv_registry_acquire(registry, "female", false, &model, NULL), PD_OK);
    pd_api_model_release(&model);

    /* A reload of the configuration keeps in memory what was there. */
    write_model("female", 140);
    assert_int_equal(pd_srv_registry_load(registry, &cfg, NULL), PD_OK);
    assert_int_equal(is_resident(registry, "female"), 1);
    assert_int_equal(vertices_of(registry, "female"), 140);
    write_model("female", 100);
    pd_srv_registry_free(registry);
}

static void models_named_in_preload_are_loaded_at_the_start(void **state)
{
    (void)state;
    pd_cfg cfg = late();
    char *names[] = {(char *)"fem*", (char *)"nobody"};
    cfg.preload = (pd_cfg_list){names, 2};
    pd_srv_registry *registry = load(&cfg, PD_OK);
    assert_int_equal(is_resident(registry, "female"), 1);
    pd_srv_registry_free(registry);

    names[0] = (char *)"fem";
    registry = load(&cfg, PD_OK);
    assert_int_equal(is_resident(registry, "female"), 0);
    pd_srv_registry_free(registry);
}

static void daemons_of_a_cluster_load_the_models_that_they_compare(void **state)
{
    (void)state;
    pd_cfg cfg = late();
    cfg.cluster_redis = (char *)"redis://127.0.0.1";
    pd_srv_registry *registry = load(&cfg, PD_OK);
    assert_int_equal(is_resident(registry, "female"), 1);
    pd_srv_registry_free(registry);
}

static void a_configured_model_is_loaded_late_only_if_its_entry_asks_for_it(void **state)
{
    (void)state;
    pd_cfg cfg = late();
    char file[128];
    snprintf(file, sizeof file, "%s", file_of("neutral"));
    pd_cfg_model models[] = {{.id = "early", .file = file}, {.id = "later", .file = file, .is_late = 1}};
    cfg.models = models;
    cfg.model_count = 2;
    pd_srv_registry *registry = load(&cfg, PD_OK);
    assert_int_equal(is_resident(registry, "early"), 1);
    assert_int_equal(is_resident(registry, "later"), 0);
    assert_int_equal(vertices_of(registry, "later"), 120);
    pd_srv_registry_free(registry);

    /* A file that is not there is reported at the start, although its model may wait. */
    char reason[256];
    models[1].file = (char *)"/nowhere/model.safetensors";
    registry = load(&cfg, PD_ERR_NOT_FOUND);
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
    assert_null(strstr(err.detail, folder)); /* clients get no paths */
    assert_int_equal(pd_srv_registry_acquire(registry, "female", false, &model, &err), PD_ERR_IO);
    assert_int_equal(is_resident(registry, "female"), 0);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason)); /* the other models are served */
    assert_int_equal(vertices_of(registry, "neutral"), 120);
}

static void a_file_that_is_another_one_since_the_start_is_not_loaded(void **state)
{
    (void)state;
    const pd_cfg cfg = late();
    pd_srv_registry *registry = load(&cfg, PD_OK);
    write_model("female", 140);
    assert_not_loaded(registry, "has changed since");
    assert_int_equal(pd_srv_registry_reload(registry, "female", NULL, NULL), PD_OK);
    assert_int_equal(vertices_of(registry, "female"), 140);
    pd_srv_registry_free(registry);

    registry = load(&cfg, PD_OK);
    unlink(file_of("female"));
    assert_not_loaded(registry, "has vanished since");
    write_model("female", 100);
    assert_not_loaded(registry, "has vanished since"); /* until it is reloaded */
    assert_int_equal(pd_srv_registry_load(registry, &cfg, NULL), PD_OK);
    assert_int_equal(vertices_of(registry, "female"), 100);
    pd_srv_registry_free(registry);
}

static void a_file_that_is_found_to_be_broken_at_the_first_request_is_an_error_of_that_request(void **state)
{
    (void)state;
    const pd_cfg cfg = late();
    assert_int_equal(truncate(file_of("female"), 5000), 0);
    pd_srv_registry *registry = load(&cfg, PD_OK);
    assert_not_loaded(registry, "could not be loaded");
    write_model("female", 100);
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
    pd_srv_registry *registry = pd_srv_registry_new(pd_api_kinds, PD_API_KIND_COUNT, NULL, metrics);
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
    pd_srv_registry *registry = load(&cfg, PD_OK);
    pd_srv_registry_halt(registry);
    assert_int_equal(pd_srv_registry_acquire(registry, "female", true, &model, &err), PD_ERR_BUSY);
    assert_int_equal(vertices_of(registry, "neutral"), 120); /* what is in memory is still there */
    pd_srv_registry_free(registry);
}

/* Packs a model file, as posedctl pack does. */
static void write_pack(const char *path, const char *id)
{
    const char *file = file_of(id);
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
    pd_srv_registry *registry = load(cfg, PD_OK);
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
    pd_cfg cfg = shipped();
    write_model("packed", 140);
    snprintf(beside, sizeof beside, "%s.pack", file_of("packed"));
    snprintf(all, sizeof all, "%s/all.pack", folder);
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
    write_model("packed", 150);
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
    unlink(all), unlink(file_of("packed"));
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
    pd_cfg cfg = shipped();
    write_model("packed", 140);
    snprintf(beside, sizeof beside, "%s.pack", file_of("packed"));
    snprintf(all, sizeof all, "%s/all.pack", folder);

    /* The model's own pack: 503 until the model is loaded again, which finds the damage and reads the
     * file. */
    write_pack(beside, "packed");
    pd_srv_registry *registry = load(&cfg, PD_OK);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));
    overwrite(beside);
    assert_false(pd_srv_registry_ready(registry, reason, sizeof reason));
    assert_non_null(strstr(reason, "model packed: its pack was overwritten while it was mapped"));
    assert_int_equal(pd_srv_registry_reload(registry, "packed", NULL, NULL), PD_OK);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));
    assert_int_equal(vertices_of(registry, "packed"), 140);
    pd_srv_registry_free(registry);
    unlink(beside);

    /* The pack of all models. A pack that is replaced by rename, as pd_pack_save does, is not overwritten. */
    write_pack(all, "packed");
    cfg.models_pack = all;
    registry = load(&cfg, PD_OK);
    write_pack(all, "packed");
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));
    pd_srv_registry_free(registry);
    registry = load(&cfg, PD_OK);
    overwrite(all);
    assert_false(pd_srv_registry_ready(registry, reason, sizeof reason));
    assert_int_equal(pd_srv_registry_reload(registry, "packed", NULL, NULL), PD_OK);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));
    pd_srv_registry_free(registry);
    unlink(all), unlink(file_of("packed"));
}

static void requests_keep_a_mapped_model_over_a_reload(void **state)
{
    (void)state;
    char beside[160];
    const pd_cfg cfg = shipped();
    write_model("packed", 140);
    snprintf(beside, sizeof beside, "%s.pack", file_of("packed"));
    write_pack(beside, "packed");
    pd_api_model model;
    pd_srv_registry *registry = load(&cfg, PD_OK);
    assert_int_equal(pd_srv_registry_acquire(registry, "packed", true, &model, NULL), PD_OK);
    write_model("packed", 150);
    assert_int_equal(pd_srv_registry_reload(registry, "packed", NULL, NULL), PD_OK);
    assert_int_equal(vertices_of(registry, "packed"), 150);
    const pd_smpl_model *old = pd_api_model_body(&model);
    assert_int_equal(old->vertex_count, 140);
    assert_true(old->data.v_template[3 * 139] ==
                old->data.v_template[3 * 139]); /* the old pages are still there */
    pd_api_model_release(&model);
    pd_srv_registry_free(registry);
    unlink(beside), unlink(file_of("packed"));
}

static int make_folder(void **state)
{
    (void)state;
    metrics = pd_srv_metrics_new();
    if (!mkdtemp(folder)) return 1;
    write_model("female", 100);
    write_model("neutral", 120);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(file_of("female"));
    unlink(file_of("neutral"));
    pd_srv_metrics_free(metrics);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_models_are_found_and_neutral_is_the_default),
        cmocka_unit_test(a_configured_model_can_be_the_default_and_shadow_a_shipped_one),
        cmocka_unit_test(a_motion_network_stands_beside_the_bodies_with_a_default_of_its_own),
        cmocka_unit_test(a_folder_of_slices_is_a_motion_network),
        cmocka_unit_test(a_pose_prior_stands_beside_the_bodies_with_a_default_of_its_own),
        cmocka_unit_test(a_matching_database_is_swapped_whole_and_a_cut_file_keeps_the_old_one),
        cmocka_unit_test(a_pose_network_stands_beside_the_bodies_and_is_swapped_whole),
        cmocka_unit_test(a_kind_of_model_is_added_by_a_row),
        cmocka_unit_test(a_reload_swaps_the_model_and_requests_end_on_the_old_one),
        cmocka_unit_test(a_reload_by_the_name_of_a_default_needs_the_model_that_it_is),
        cmocka_unit_test(a_reload_of_a_cut_file_keeps_the_old_model),
        cmocka_unit_test(an_empty_models_dir_makes_readyz_fail_with_that_reason),
        cmocka_unit_test(a_file_that_is_bad_from_the_start_is_the_reason_of_not_being_ready),
        cmocka_unit_test(places_are_looked_for_beside_the_program),
        cmocka_unit_test(a_model_waits_on_disk_until_it_is_asked_for),
        cmocka_unit_test(a_reload_that_finds_no_model_any_more_keeps_the_old_ones),
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
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
