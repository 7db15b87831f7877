/* Expressions on a small folder that the test writes.
 * The expected effects of units and targets are computed by hand. */
#include "factory/body/part/expression.h"

#include <math.h>

#include "tests/support/cmocka.h"
#include "factory/tests/support/makehuman.h"

static fake_makehuman fake;
static pd_factory_asset asset;
static pd_factory_mesh mesh;
static pd_smpl_data model; /* its expressions only */

static int make(void **state)
{
    (void)state;
    pd_error err = {0};
    fake_makehuman_write(&fake);
    if (pd_factory_asset_load(&asset, fake.folder, &pd_executor_serial, &err) ||
        pd_factory_mesh_init(&mesh, asset.obj.vertices, asset.vertex_count, (const int(*)[4])asset.quads,
                             asset.quad_count, &err))
        return -1;
    model.vertex_count = mesh.vertex_count;
    return pd_factory_expressions_add(&model, &asset, &mesh, fake.folder, 0.5, &err) ? -1 : 0;
}

static int clear(void **state)
{
    (void)state;
    pd_smpl_data_deinit(&model);
    pd_factory_mesh_deinit(&mesh);
    pd_factory_asset_deinit(&asset);
    fake_makehuman_remove(&fake);
    return 0;
}

static int named(const char *name)
{
    for (int e = 0; e < model.expression_count; e++)
        if (!strcmp(model.expression_names[e], name)) return e;
    fail_msg("no %s", name);
    return -1;
}

static float moved(int vertex, int c, int e)
{
    return model.expressiondirs[(3 * vertex + c) * model.expression_count + e];
}

static void arkits_52_and_the_visemes_are_there_once(void **state)
{
    (void)state;
    assert_int_equal(model.expression_count, pd_factory_expression_count());
    int visemes = 0;
    for (int e = 0; e < model.expression_count; e++) {
        assert_int_equal(named(model.expression_names[e]), e);
        visemes += !strncmp(model.expression_names[e], "viseme_", 7);
    }
    assert_int_equal(model.expression_count - visemes, 52);
    assert_int_equal(visemes, 14);
    assert_int_equal(named("eyeBlinkRight"), named("eyeBlinkLeft") + 1);
}

/* A third of the targets of three races: each stretches the egg by a number that its name decides. */
static void a_target_is_the_mean_of_its_races(void **state)
{
    (void)state;
    static const char *const races[] = {"african", "asian", "caucasian"};
    double stretch[3] = {0};
    for (int r = 0; r < 3; r++) {
        char name[128];
        double one[3];
        snprintf(name, sizeof name, "expression/units/%s/eye-left-closure", races[r]);
        fake_stretch(one, name);
        for (int c = 0; c < 3; c++) stretch[c] += one[c] / 3;
    }
    for (int v = 0; v < mesh.vertex_count; v += 7)
        for (int c = 0; c < 3; c++)
            assert_float_equal(moved(v, c, named("eyeBlinkLeft")),
                               1.2 * stretch[c] * fake.e.vertices[3 * v + c], /* the weight of the row */
                               1e-6);
}

/* viseme_nn is JawDrop 0.14: the jaw, which holds half of the head's skin, turns about x through its head,
 * the mean of two vertices. */
static void a_unit_turns_its_bone_about_the_bones_head(void **state)
{
    (void)state;
    int frame = 1;
    char seen[128][PD_FACTORY_NAME_BYTES];
    int count = 0, found = -1;
    for (int r = 0; r < pd_factory_expression_row_count && found < 0; r++) {
        char recipe[256], *save = NULL;
        snprintf(recipe, sizeof recipe, "%s", pd_factory_expressions[r].recipe);
        for (char *name = strtok_r(recipe, " ", &save); name; name = strtok_r(NULL, " ", &save)) {
            strtok_r(NULL, " ", &save);
            bool known = !strncmp(name, "t:", 2);
            for (int n = 0; n < count; n++) known |= !strcmp(seen[n], name);
            if (known) continue;
            snprintf(seen[count++], sizeof seen[0], "%s", name);
            if (!strcmp(name, "JawDrop")) found = frame;
            frame++;
        }
    }
    assert_true(found > 0);

    const double angle = 0.14 * (found - 0.5) * M_PI / 180;
    /* The face that is posed is an average adult's: macros have stretched the egg by unknown factors. Of two
     * vertices the displacements differ by (R - I) (p - q) / 2, which gives p - q, and with it the factors:
     * the same for every two. */
    const double c = cos(angle) - 1, s = sin(angle), det = c * c + s * s;
    double y_factor = 0, z_factor = 0;
    int first = -1, pairs = 0;
    const int e = named("viseme_nn");
    for (int v = 0; v < mesh.vertex_count; v++) {
        assert_float_equal(moved(v, 0, e), 0, 1e-7);
        if (fake_nearest_joint(fake.e.vertices + 3 * v) != PD_FACTORY_HEAD) {
            assert_true(moved(v, 1, e) == 0 && moved(v, 2, e) == 0);
            continue;
        }
        if (first < 0) first = v;
        const double dy = 2 * (moved(v, 1, e) - moved(first, 1, e)),
                     dz = 2 * (moved(v, 2, e) - moved(first, 2, e));
        const double y = (c * dy + s * dz) / det, z = (c * dz - s * dy) / det;
        const double egg_y = fake.e.vertices[3 * v + 1] - fake.e.vertices[3 * first + 1],
                     egg_z = fake.e.vertices[3 * v + 2] - fake.e.vertices[3 * first + 2];
        if (fabs(egg_y) < 0.03 || fabs(egg_z) < 0.03) continue;
        if (pairs++) {
            assert_float_equal(y / egg_y, y_factor, 0.01);
            assert_float_equal(z / egg_z, z_factor, 0.01);
        }
        y_factor = y / egg_y, z_factor = z / egg_z;
        assert_true(y_factor > 0.5 && y_factor < 2 && z_factor > 0.5 && z_factor < 2);
    }
    assert_true(pairs > 3);
}

/* The pose of a recipe equals the expression of the same recipe, and states the turn of its jaw. */
static void a_pose_of_the_face_says_by_what_its_jaw_turns(void **state)
{
    (void)state;
    const char *const recipes[] = {"JawDrop 0.14", "JawDrop 0.28"};
    const pd_factory_face_source source = {&asset, &mesh, fake.folder, 0.5};
    const size_t numbers = 3 * (size_t)mesh.vertex_count;
    float *moves = malloc(2 * numbers * sizeof *moves);
    pd_factory_face_pose poses[2] = {{.moves = moves}, {.moves = moves + numbers}};
    pd_error err = {0};
    if (pd_factory_face_poses(poses, recipes, 2, &source, &err)) fail_msg("%s: %s", err.where, err.detail);

    const int e = named("viseme_nn");
    for (int v = 0; v < mesh.vertex_count; v++)
        for (int c = 0; c < 3; c++) assert_float_equal(moves[3 * v + c], moved(v, c, e), 2e-6);
    assert_true(poses[0].turns[PD_FACTORY_FACE_JAW].x > 1e-3);
    assert_float_equal(poses[1].turns[PD_FACTORY_FACE_JAW].x, 2 * poses[0].turns[PD_FACTORY_FACE_JAW].x,
                       1e-9);
    assert_true(pd_vec3_length(poses[1].turns[PD_FACTORY_FACE_LEFT_EYE]) < 1e-9);
    free(moves);
}

static void rounding_residues_of_an_expression_are_cleared(void **state)
{
    (void)state;
    float dirs[] = {0.5e-6f, -0.9e-6f, 2e-6f, 0, -3e-3f, 1e-9f};
    pd_smpl_data data = {.vertex_count = 1, .expression_count = 2, .expressiondirs = dirs};
    pd_factory_expressions_clear(&data);
    const float expected[] = {0, 0, 2e-6f, 0, -3e-3f, 0};
    assert_memory_equal(dirs, expected, sizeof dirs);
}

static void sides_are_mirror_images_and_the_middle_is_symmetric(void **state)
{
    (void)state;
    for (int e = 0; e < model.expression_count; e++) {
        const char *name = model.expression_names[e];
        const size_t length = strlen(name);
        const int twin = !strcmp(name + length - 4, "Left")    ? e + 1
                         : !strcmp(name + length - 5, "Right") ? e - 1
                                                               : e;
        for (int v = 0; v < mesh.vertex_count; v++)
            for (int c = 0; c < 3; c++)
                assert_true(moved(v, c, e) == (c ? 1 : -1) * moved(mesh.mirror[v], c, twin));
    }
}

static void a_missing_unit_is_named(void **state)
{
    (void)state;
    FILE *file = fake_open(&fake, "poseunits/face-poseunits.json");
    fprintf(file, "{\"framemapping\": [\"Rest\", \"JawDrop\"]}");
    fclose(file);
    pd_smpl_data other = {.vertex_count = mesh.vertex_count};
    pd_error err = {0};
    assert_int_equal(pd_factory_expressions_add(&other, &asset, &mesh, fake.folder, 0.5, &err),
                     PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "no unit LeftEyeDown"));
    pd_smpl_data_deinit(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arkits_52_and_the_visemes_are_there_once),
        cmocka_unit_test(a_target_is_the_mean_of_its_races),
        cmocka_unit_test(a_unit_turns_its_bone_about_the_bones_head),
        cmocka_unit_test(a_pose_of_the_face_says_by_what_its_jaw_turns),
        cmocka_unit_test(rounding_residues_of_an_expression_are_cleared),
        cmocka_unit_test(sides_are_mirror_images_and_the_middle_is_symmetric),
        cmocka_unit_test(a_missing_unit_is_named),
    };
    return cmocka_run_group_tests(tests, make, clear);
}
