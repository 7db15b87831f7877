/* @heavy: takes over five seconds under ASan. */
#include "tests/support/cmocka.h"

#include "core/base/file.h"
#include "core/io/tensor/npz.h"
#include "core/io/mesh/obj.h"
#include "core/io/mesh/ply.h"
#include "core/io/mesh/png.h"
#include "tests/support/fixture.h"
#include "tools/train/evaluation.h"
#include "tools/train/limits.h"
#include "tools/train/meshes.h"

#include <jansson.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static int setup(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/posed-evaluation-XXXXXX");
    return !mkdtemp(folder);
}

static int teardown(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) != 0;
}

static const char *path_of(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* --- meshes of a folder --- */

static const float corner[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* Writes the tetrahedron with its first corner at x. */
static void write_mesh(const char *name, float x)
{
    float vertices[12];
    const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const pd_io_mesh_body body = {"one", vertices, NULL};
    const pd_io_mesh mesh = {
        .bodies = &body, .body_count = 1, .vertex_count = 4, .face_count = 4, .faces = faces};
    pd_buffer file = {0};
    memcpy(vertices, corner, sizeof vertices);
    vertices[0] = x;
    assert_int_equal(strstr(name, ".obj") ? pd_io_obj_write(&file, &mesh, 6, NULL)
                                          : pd_io_ply_write(&file, &mesh, NULL),
                     PD_OK);
    assert_int_equal(pd_file_write(path_of(name), file.data, file.size, NULL), PD_OK);
    pd_buffer_deinit(&file);
}

static void write_npz(const char *name)
{
    float vertices[24] = {7};
    vertices[12] = 8;
    const pd_array array = pd_array_of(PD_DTYPE_F32, vertices, 3, (const size_t[]){2, 4, 3});
    pd_buffer file = {0};
    pd_npz_writer writer = pd_npz_begin(&file);
    pd_npz_add(&writer, "vertices", &array);
    assert_int_equal(pd_npz_end(&writer, NULL), PD_OK);
    assert_int_equal(pd_file_write(path_of(name), file.data, file.size, NULL), PD_OK);
    pd_buffer_deinit(&file);
}

static void subjects_come_from_folders_names_and_arrays(void **state)
{
    (void)state;
    pd_tool_meshes m;
    pd_error err = {0};
    assert_int_equal(mkdir(path_of("ann"), 0777), 0);
    write_mesh("ann/b.obj", 2);
    write_mesh("ann/a.ply", 1);
    write_mesh("bob_run.obj", 3);
    write_mesh("bob_walk.obj", 4);
    write_npz("cleo.npz");
    if (pd_tool_meshes_read(&m, folder, 4, &err)) fail_msg("%s: %s", err.where, err.detail);
    static const int subjects[] = {0, 0, 1, 1, 2, 2};
    static const float first[] = {1, 2, 3, 4, 7, 8};
    assert_int_equal(m.set.count, 6);
    assert_int_equal(m.set.subject_count, 3);
    assert_memory_equal(m.subjects, subjects, sizeof subjects);
    for (int i = 0; i < 6; i++) assert_true(m.vertices[12 * i] == first[i]);
    pd_tool_meshes_deinit(&m);
}

static void a_mesh_of_another_size_is_named(void **state)
{
    (void)state;
    pd_tool_meshes m;
    pd_error err;
    assert_int_equal(pd_tool_meshes_read(&m, folder, 5, &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.where, "ann/a.ply"));
    assert_non_null(strstr(err.detail, "4 vertices; the model has 5"));
    assert_int_equal(pd_tool_meshes_read(&m, "/nowhere", 4, &err), PD_ERR_NOT_FOUND);
}

/* --- what is written --- */

static pd_tool_evaluation some_figures(void)
{
    pd_tool_evaluation e = {.model = "a \"model\"",
                            .meshes = "somebody's",
                            .variant_count = 2,
                            .variants = {"LBS", "LBS+P"},
                            .mesh_count = 6,
                            .subject_count = 2,
                            .time_count = 2,
                            .quality_count = 1};
    e.figures.ladder_count = 2, e.figures.ladder[0] = 1, e.figures.ladder[1] = 4;
    for (int v = 0; v < 2; v++)
        for (int s = 0; s < 2; s++) {
            e.figures.model[v][s] = (pd_train_body_score){10 - v - s, 12.25 - v - s, 15, 6};
            e.figures.pose[v][s] = (pd_train_body_score){11 - v - s, 13 - v - s, 16, 4};
            e.one_ms[v][s] = 0.1 + v, e.batch_ms[v][s] = 0.05 + v;
        }
    e.quality[0] =
        (pd_tool_quality_row){.variant = "LBS", .bodies = 12, .poses = 3, .inverted = 5, .fold_mm = 7};
    return e;
}

static void the_report_holds_its_figures_in_every_form(void **state)
{
    (void)state;
    pd_tool_evaluation e = some_figures();
    pd_error err = {0};
    pd_bytes bytes;
    pd_io_image picture;
    if (pd_tool_evaluation_write(&e, path_of("report"), &err)) fail_msg("%s: %s", err.where, err.detail);
    json_t *root = json_load_file(path_of("report/evaluation.json"), 0, NULL);
    assert_non_null(root);
    json_t *first = json_array_get(json_object_get(json_object_get(root, "model_generalisation"), "LBS"), 0);
    assert_near(json_number_value(json_object_get(first, "area_mm")), 12.25, 1e-9);
    json_decref(root);
    assert_int_equal(pd_file_map(&bytes, path_of("report/evaluation.md"), &err), PD_OK);
    assert_non_null(memmem(bytes.data, bytes.size, "| 1 | 10.00 / 12.25 | 9.00 / 11.25 |", 36));
    pd_file_unmap(&bytes);
    assert_int_equal(pd_file_map(&bytes, path_of("report/pose-generalisation.png"), &err), PD_OK);
    assert_int_equal(pd_io_png_read(&picture, bytes.data, bytes.size, NULL, &err), PD_OK);
    pd_io_image_deinit(&picture);
    pd_file_unmap(&bytes);
    assert_int_equal(access(path_of("report/run-time.svg"), R_OK), 0);
}

/* --- joint limits --- */

static void the_limits_of_any_person_can_be_checked(void **state)
{
    (void)state;
    pd_smpl_model *model =
        pd_fixture_model(&(pd_fixture){.vertices = 400, .betas = 2, .pose = PD_FIXTURE_NO_POSE, .seed = 5});
    const pd_train_body_variant variant = {"LBS", model, PD_SMPL_LBS};
    const pd_tool_limits limits = {
        .variants = &variant, .variant_count = 1, .touched = &variant, .no_target = 1, .pose_most = 4};
    static pd_tool_evaluation first, second;
    const pd_tool_quality_row *a = first.quality, *b = second.quality;
    pd_error err = {0};
    if (pd_tool_limits_check(&first, &limits, &pd_executor_serial, &err)) fail_msg("%s", err.detail);
    assert_int_equal(first.quality_count, 2);
    assert_string_equal(a[1].variant, "LBS, contact");
    assert_true(a[1].inverted <= a[0].inverted);
    assert_int_equal(a[0].bodies, 12);
    assert_int_equal(a[0].poses, 4);
    assert_int_equal(pd_tool_limits_check(&second, &limits, &pd_fixture_shuffled, &err), PD_OK);
    assert_true(a[0].inverted == b[0].inverted && a[0].hit_mm == b[0].hit_mm && a[0].fold_mm == b[0].fold_mm);
    assert_int_equal(first.reach_count, second.reach_count);
    assert_memory_equal(first.reach, second.reach, sizeof first.reach);
    for (int r = 0; r < first.reach_count; r++)
        assert_true(first.reach[r].rows[0].least_deg <= first.reach[r].rows[0].mean_deg);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(subjects_come_from_folders_names_and_arrays),
        cmocka_unit_test(a_mesh_of_another_size_is_named),
        cmocka_unit_test(the_report_holds_its_figures_in_every_form),
        cmocka_unit_test(the_limits_of_any_person_can_be_checked),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
