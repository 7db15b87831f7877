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

static void shipped_models_are_found_and_neutral_is_the_default(void **state)
{
    (void)state;
    const pd_cfg cfg = registry_shipped();
    char reason[256];
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    assert_int_equal(registry_vertices_of(registry, "female"), 100);
    assert_int_equal(registry_vertices_of(registry, "neutral"), 120);
    assert_int_equal(registry_vertices_of(registry, "default"), 120);
    assert_int_equal(registry_vertices_of(registry, "nobody"), 0);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));
    pd_srv_registry_free(registry);
}

static void a_configured_model_can_be_the_default_and_shadow_a_shipped_one(void **state)
{
    (void)state;
    char file[128];
    snprintf(file, sizeof file, "%s", registry_file_of("neutral"));
    pd_cfg cfg = registry_shipped();
    pd_cfg_model models[] = {{.id = "mine", .file = file, .is_default = 1}, {.id = "female", .file = file}};
    cfg.models = models;
    cfg.model_count = 2;
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    assert_int_equal(registry_vertices_of(registry, "default"), 120);
    assert_int_equal(registry_vertices_of(registry, "female"), 120);
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
    assert_int_equal(pd_pfnn_network_save(&network, registry_file_of(id), NULL), PD_OK);
    pd_pfnn_network_deinit(&network);
}

static void a_motion_network_stands_beside_the_bodies_with_a_default_of_its_own(void **state)
{
    (void)state;
    const pd_cfg cfg = registry_shipped();
    pd_api_model model;
    write_network("walk", 16);
    write_network("motion", 32);
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    assert_int_equal(pd_srv_registry_acquire(registry, PD_API_DEFAULT_MOTION, true, &model, NULL), PD_OK);
    assert_string_equal(model.id, "motion");
    assert_string_equal(model.kind->name, "motion");
    assert_true(model.is_default);
    assert_null(pd_api_model_body(&model));
    assert_int_equal(pd_api_model_motion(&model)->network.h_dim, 32);
    pd_api_model_release(&model);
    assert_int_equal(registry_vertices_of(registry, "default"), 120); /* still a body */
    write_network("walk", 24);
    assert_int_equal(pd_srv_registry_reload(registry, "walk", NULL, NULL), PD_OK);
    assert_int_equal(pd_srv_registry_acquire(registry, "walk", true, &model, NULL), PD_OK);
    assert_int_equal(pd_api_model_motion(&model)->network.h_dim, 24);
    assert_false(model.is_default);
    pd_api_model_release(&model);
    unlink(registry_file_of("walk"));
    unlink(registry_file_of("motion"));
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

    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    assert_int_equal(pd_srv_registry_acquire(registry, PD_API_DEFAULT_MOTION, true, &model, NULL), PD_OK);
    assert_string_equal(model.id, "sliced");
    assert_int_equal(pd_api_model_motion(&model)->network.h_dim, 5);
    pd_api_model_release(&model);
    pd_srv_registry_free(registry);

    /* A registry of bodies alone, whatever stands behind its kinds. */
    registry = pd_srv_registry_new(pd_api_kinds, 1, NULL, registry_metrics);
    assert_int_not_equal(pd_srv_registry_load(registry, &cfg, NULL), PD_OK);
    pd_srv_registry_free(registry);
    snprintf(command, sizeof command, "rm -r %s", slices);
    assert_int_equal(system(command), 0);
}

static void write_prior(const char *id, int components)
{
    pd_ik_prior prior;
    priors_make(&prior, components, 3, 1);
    assert_int_equal(pd_ik_prior_save(&prior, registry_file_of(id), NULL), PD_OK);
    pd_ik_prior_deinit(&prior);
}

static void a_pose_prior_stands_beside_the_bodies_with_a_default_of_its_own(void **state)
{
    (void)state;
    const pd_cfg cfg = registry_shipped();
    pd_api_model model;
    write_prior("dance", 2);
    write_prior("pose-prior", 4);
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
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
    assert_int_equal(registry_vertices_of(registry, "default"), 120); /* still a body */
    unlink(registry_file_of("dance"));
    unlink(registry_file_of("pose-prior"));
    assert_int_equal(pd_srv_registry_load(registry, &cfg, NULL), PD_OK);
    assert_int_not_equal(pd_srv_registry_acquire(registry, PD_API_DEFAULT_PRIOR, true, &model, NULL), PD_OK);
    pd_srv_registry_free(registry);
}

static void write_database(const char *id, int rate)
{
    pd_matching_database database;
    databases_make(&database, rate);
    assert_int_equal(pd_matching_database_save(&database, registry_file_of(id), NULL), PD_OK);
    pd_matching_database_deinit(&database);
}

static void a_matching_database_is_swapped_whole_and_a_cut_file_keeps_the_old_one(void **state)
{
    (void)state;
    const pd_cfg cfg = registry_shipped();
    pd_api_model model;
    write_database("matching", 30);
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    assert_int_equal(pd_srv_registry_acquire(registry, PD_API_DEFAULT_MATCHING, true, &model, NULL), PD_OK);
    assert_string_equal(model.kind->name, "matching");
    assert_true(model.is_default && pd_api_model_motion(&model)->matching != NULL);
    pd_api_model_release(&model);

    assert_int_equal(truncate(registry_file_of("matching"), 9000), 0);
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
    unlink(registry_file_of("matching"));
    pd_srv_registry_free(registry);
}

static void write_pose_network(const char *id, int hidden)
{
    pd_ik_neural_weights weights;
    pose_networks_make(&weights, hidden, 1, 0.1, 1);
    assert_int_equal(pd_ik_neural_weights_save(&weights, registry_file_of(id), NULL), PD_OK);
    pd_ik_neural_weights_deinit(&weights);
}

static void a_pose_network_stands_beside_the_bodies_and_is_swapped_whole(void **state)
{
    (void)state;
    const pd_cfg cfg = registry_shipped();
    pd_api_model model;
    write_pose_network("pose-network", 4);
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
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
    unlink(registry_file_of("pose-network"));
    assert_int_equal(pd_srv_registry_load(registry, &cfg, NULL), PD_OK);
    assert_int_not_equal(pd_srv_registry_acquire(registry, PD_API_DEFAULT_NEURAL, true, &model, NULL), PD_OK);
    pd_srv_registry_free(registry);
}

/* Loads a kind of model that the test defines: a file with a number in its metadata.
 * No metric counts its models. */
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
    const pd_cfg cfg = registry_shipped();
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
    assert_int_equal(pd_file_write(registry_file_of("some"), file.data, file.size, NULL), PD_OK);
    pd_buffer_deinit(&file);

    pd_srv_registry *registry = pd_srv_registry_new(kinds, PD_API_KIND_COUNT + 1, NULL, registry_metrics);
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
    unlink(registry_file_of("some"));
}

static void a_reload_swaps_the_model_and_requests_end_on_the_old_one(void **state)
{
    (void)state;
    const pd_cfg cfg = registry_shipped();
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    pd_api_model old;
    assert_int_equal(pd_srv_registry_acquire(registry, "female", true, &old, NULL), PD_OK);
    registry_write_model("female", 140);
    assert_int_equal(pd_srv_registry_reload(registry, "female", NULL, NULL), PD_OK);
    assert_int_equal(registry_vertices_of(registry, "female"), 140);
    assert_int_equal(pd_api_model_body(&old)->vertex_count, 100);
    assert_int_equal(pd_api_model_body(&old)->references, 1);
    pd_api_model_release(&old);
    registry_write_model("female", 100);
    pd_srv_registry_free(registry);
}

static void a_reload_by_the_name_of_a_default_needs_the_model_that_it_is(void **state)
{
    (void)state;
    const pd_cfg cfg = registry_shipped();
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
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
    const pd_cfg cfg = registry_shipped();
    pd_error err = {0};
    char reason[256];
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    assert_int_equal(truncate(registry_file_of("female"), 5000), 0);
    uint64_t failures = pd_srv_metrics_counted(registry_metrics, PD_SRV_COUNT_reloads_bad);
    assert_int_not_equal(pd_srv_registry_reload(registry, "female", NULL, &err), PD_OK);
    assert_non_null(strstr(err.where, "female.safetensors"));
    assert_int_equal(registry_vertices_of(registry, "female"), 100);
    assert_int_not_equal(pd_srv_registry_load(registry, &cfg, &err), PD_OK);
    assert_int_equal(registry_vertices_of(registry, "female"), 100);
    assert_int_equal(registry_vertices_of(registry, "neutral"), 120);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));
    assert_int_equal(pd_srv_metrics_counted(registry_metrics, PD_SRV_COUNT_reloads_bad), failures + 2);
    registry_write_model("female", 100);
    pd_srv_registry_free(registry);
}

static void a_file_that_is_bad_from_the_start_is_the_reason_of_not_being_ready(void **state)
{
    (void)state;
    const pd_cfg cfg = registry_shipped();
    char reason[256];
    assert_int_equal(truncate(registry_file_of("female"), 100), 0);
    pd_srv_registry *registry = registry_load(&cfg, PD_ERR_FORMAT);
    assert_false(pd_srv_registry_ready(registry, reason, sizeof reason));
    assert_non_null(strstr(reason, "model female: "));
    assert_null(strchr(reason, '/')); /* anybody may ask */
    assert_int_equal(registry_vertices_of(registry, "neutral"), 120);
    registry_write_model("female", 100);
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
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    assert_false(pd_srv_registry_ready(registry, reason, sizeof reason));
    assert_string_equal(reason, "no model is configured (models) or was found (models_dir)");
    pd_srv_registry_free(registry);
}

/* A volume that is not mounted, or a folder that is being replaced, at the moment of a SIGHUP. */
static void a_reload_that_finds_no_model_any_more_keeps_the_old_ones(void **state)
{
    (void)state;
    const pd_cfg cfg = registry_shipped(), gone = {.builtin_models = 1, .models_dir = (char *)"/nowhere"},
                 none = {.builtin_models = 0};
    char reason[256];
    pd_error err = {0};
    pd_srv_registry *registry = registry_load(&cfg, PD_OK);
    const uint64_t failures = pd_srv_metrics_counted(registry_metrics, PD_SRV_COUNT_reloads_bad);
    assert_int_equal(pd_srv_registry_load(registry, &gone, &err), PD_ERR_NOT_FOUND);
    assert_string_equal(err.where, "models_dir");
    assert_non_null(strstr(err.detail, "/nowhere: no file *.safetensors was found"));
    assert_int_equal(pd_srv_metrics_counted(registry_metrics, PD_SRV_COUNT_reloads_bad), failures + 1);
    assert_int_equal(registry_vertices_of(registry, "female"), 100);
    assert_true(pd_srv_registry_ready(registry, reason, sizeof reason));

    /* When the folder is back, and when nobody wants its models. */
    assert_int_equal(pd_srv_registry_load(registry, &cfg, NULL), PD_OK);
    assert_int_equal(registry_vertices_of(registry, "female"), 100);
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
        cmocka_unit_test(a_reload_that_finds_no_model_any_more_keeps_the_old_ones),
    };
    return cmocka_run_group_tests(tests, registry_make_folder, registry_remove_folder);
}
