/* Tests measurements of bodies made of cylinders, whose girths, lengths and volumes are known, and compares
 * shortcuts with whole computations bit for bit. */
#include "tests/support/cmocka.h"

#include "core/smpl/measure/measure.h"
#include "core/smpl/measure/tape.h"
#include "tests/support/cylinders.h"

static pd_smpl_model *model;
static pd_arena arena;
static double values[2 * PD_SMPL_MEASURE_COUNT];

static void measure(const float *betas, int count)
{
    pd_error err = {0};
    pd_smpl_measure_job job = {.values = values, .betas = betas, .beta_count = count, .body_count = 1};
    if (pd_smpl_measure_check(&job, model, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_smpl_measure_run(&job, model, &arena);
    assert_int_equal(arena.used, 0);
}

static void girths_of_cylinders_are_their_circumferences(void **state)
{
    (void)state;
    measure(NULL, 0);
    static const struct {
        pd_smpl_measure measure;
        double radius;
    } rows[] = {{PD_SMPL_CHEST_GIRTH, 0.16}, {PD_SMPL_UNDERBUST_GIRTH, 0.16}, {PD_SMPL_WAIST_GIRTH, 0.16},
                {PD_SMPL_NAVEL_GIRTH, 0.16}, {PD_SMPL_HIP_GIRTH, 0.16},       {PD_SMPL_THIGH_GIRTH, 0.07},
                {PD_SMPL_KNEE_GIRTH, 0.07},  {PD_SMPL_CALF_GIRTH, 0.07},      {PD_SMPL_ANKLE_GIRTH, 0.07},
                {PD_SMPL_NECK_GIRTH, 0.06},  {PD_SMPL_HEAD_GIRTH, 0.09},      {PD_SMPL_UPPER_ARM_GIRTH, 0.05},
                {PD_SMPL_ELBOW_GIRTH, 0.05}, {PD_SMPL_WRIST_GIRTH, 0.05}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double expected = cyl_girth(rows[i].radius), got = values[rows[i].measure];
        if (!(fabs(got - expected) < 1e-6))
            fail_msg("%s is %g, expected %g", pd_smpl_measures[rows[i].measure].name, got, expected);
    }
}

static void lengths_equal_those_from_which_the_body_was_constructed(void **state)
{
    (void)state;
    measure(NULL, 0);
    assert_near(values[PD_SMPL_HEIGHT], 1.8, 1e-6);
    assert_near(values[PD_SMPL_INSIDE_LEG_HEIGHT], 0.8, 1e-6);
    assert_near(values[PD_SMPL_SPAN], 1.8, 1e-6);
    assert_near(values[PD_SMPL_ARM_LENGTH], 0.51, 1e-6);
    assert_near(values[PD_SMPL_SHOULDER_WIDTH], 0.4, 1e-6);
    assert_near(values[PD_SMPL_HAND_LENGTH], 0.19, 1e-6);
    assert_near(values[PD_SMPL_FOOT_LENGTH], 0.14, 1e-6);
    double back = values[PD_SMPL_BACK_NECK_TO_WAIST];
    assert_true(back > 0.2 && back < 0.7);
}

static void mass_is_volume_times_density(void **state)
{
    (void)state;
    pd_smpl_measure_job job = {.values = values, .body_count = 1, .density = 985};
    measure(NULL, 0);
    assert_near(values[PD_SMPL_VOLUME], cyl_volume(), 1e-7);
    assert_near(values[PD_SMPL_MASS], 1000 * cyl_volume(), 1e-4);
    assert_near(values[PD_SMPL_BMI], values[PD_SMPL_MASS] / (1.8 * 1.8), 1e-4);
    pd_smpl_measure_run(&job, model, &arena);
    assert_near(values[PD_SMPL_MASS], 985 * cyl_volume(), 1e-4);
}

static void scaling_a_body_scales_its_measurements(void **state)
{
    (void)state;
    double base[PD_SMPL_MEASURE_COUNT];
    measure(NULL, 0);
    memcpy(base, values, sizeof base);
    for (float beta = -3; beta <= 3; beta += 1) {
        measure(&beta, 1);
        double s = 1 + 0.1 * beta;
        for (int i = 0; i < PD_SMPL_MEASURE_COUNT; i++) {
            if (i == PD_SMPL_BACK_NECK_TO_WAIST) continue; /* the waist of a cylinder is anywhere */
            double power = i == PD_SMPL_MASS || i == PD_SMPL_VOLUME ? 3 : 1;
            double expected = base[i] * pow(s, power);
            if (!(fabs(values[i] / expected - 1) < 1e-5))
                fail_msg("%s at scale %g is %g, expected %g", pd_smpl_measures[i].name, s, values[i],
                         expected);
        }
    }
}

static void arms_are_left_out_of_the_chest(void **state)
{
    (void)state;
    pd_smpl_data data;
    pd_smpl_model *own = model;
    cyl_data(&data);
    data.landmarks = calloc(2, sizeof *data.landmarks);
    data.landmark_count = 2;
    strcpy(data.landmarks[0].name, "nipple_left");
    strcpy(data.landmarks[1].name, "nipple_right");
    data.landmarks[0].vertex = data.landmarks[1].vertex =
        7 * CYL_SIDES; /* the ring at y = 1.40, the arms' level */
    assert_int_equal(pd_smpl_model_build(&model, &data, NULL), PD_OK);
    measure(NULL, 0);
    pd_smpl_model_release(model);
    model = own;
    assert_near(values[PD_SMPL_CHEST_GIRTH], cyl_girth(0.16), 1e-6);
}

static void a_thicker_trunk_changes_no_limb(void **state)
{
    (void)state;
    const float betas[2] = {0, 2};
    measure(betas, 2);
    assert_near(values[PD_SMPL_WAIST_GIRTH], cyl_girth(0.192), 1e-6);
    assert_near(values[PD_SMPL_THIGH_GIRTH], cyl_girth(0.07), 1e-6);
    assert_near(values[PD_SMPL_HEIGHT], 1.8, 1e-6);
}

/* Returns the length of a line on the body of these betas. */
static double length_of(const pd_smpl_line *line, const pd_smpl_tape *tape)
{
    double sum = 0;
    for (int i = 0; i + !line->is_closed < line->count; i++) {
        double p[3], q[3];
        pd_smpl_line_place(p, line->points + i, tape->vertices, tape->joints_at);
        pd_smpl_line_place(q, line->points + (i + 1) % line->count, tape->vertices, tape->joints_at);
        sum += sqrt((q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1]) +
                    (q[2] - p[2]) * (q[2] - p[2]));
    }
    return sum;
}

static void a_line_has_the_measured_length(void **state)
{
    (void)state;
    static pd_smpl_line lines[PD_SMPL_MEASURE_COUNT];
    const double betas[3] = {0.5, 1, -1};
    const float same[3] = {0.5F, 1, -1};
    pd_smpl_measure_job job = {
        .values = values, .lines = lines, .betas = same, .beta_count = 3, .body_count = 1};
    pd_smpl_measure_run(&job, model, &arena);

    pd_smpl_tape tape;
    pd_smpl_tape_init(&tape, model, &arena);
    pd_smpl_tape_shape(&tape, betas, 3);
    for (int i = 0; i < PD_SMPL_MEASURE_COUNT; i++) {
        const char *name = pd_smpl_measures[i].name;
        const bool is_girth = strstr(name, "girth") != NULL;
        if (i == PD_SMPL_MASS || i == PD_SMPL_VOLUME || i == PD_SMPL_BMI || i == PD_SMPL_BACK_NECK_TO_WAIST) {
            assert_int_equal(lines[i].count, 0);
            continue;
        }
        if (lines[i].is_closed != is_girth || lines[i].count < (is_girth ? 3 : 2))
            fail_msg("%s: %d points, closed %d", name, lines[i].count, lines[i].is_closed);
        /* ends of an extent lie askew; a height's line goes straight up from the lowest point */
        const double length = length_of(lines + i, &tape);
        if (is_girth || i == PD_SMPL_ARM_LENGTH || i == PD_SMPL_SHOULDER_WIDTH)
            assert_near(length, values[i], 1e-6);
        else if (!(length >= values[i] - 1e-6 && length < values[i] + 0.2))
            fail_msg("%s: the line is %g, measured %g", name, length, values[i]);
    }
    arena.used = 0;
}

/* Stored directions give the same bits as the rows of the file, also with fewer betas than were stored. */
static void a_tape_with_stored_directions_shapes_the_same_vertices(void **state)
{
    (void)state;
    const size_t v = (size_t)model->vertex_count;
    const int all = model->beta_count;
    double betas[PD_SMPL_MAX_BETAS];
    float *plain = malloc(3 * v * sizeof *plain);
    pd_smpl_tape tape, kept;
    for (int i = 0; i < all; i++) betas[i] = 0.37 * (i + 1) - 0.61 * (i % 2);
    assert_non_null(plain);
    assert_true(
        pd_arena_reserve(&arena, 2 * pd_smpl_tape_bytes(model) + pd_smpl_tape_directions_bytes(model, all)));
    pd_smpl_tape_init(&tape, model, &arena);
    pd_smpl_tape_init(&kept, model, &arena);
    pd_smpl_tape_take_directions(&kept, all, &arena);
    tape.directions = NULL, tape.direction_count = 0; /* adds the rows of the file instead */

    for (int n = 0; n <= all; n++) {
        pd_smpl_tape_shape(&tape, betas, n);
        pd_smpl_tape_shape(&kept, betas, n);
        assert_memory_equal(kept.vertices, tape.vertices, 3 * v * sizeof *plain);
        assert_memory_equal(&kept.top, &tape.top, sizeof tape.top);
        if (n) assert_memory_not_equal(tape.vertices, plain, 3 * v * sizeof *plain);
        memcpy(plain, tape.vertices, 3 * v * sizeof *plain);
    }
    free(plain);
    arena.used = 0;
}

/* The measures may differ by rounding. */
static void measures_after_a_change_of_one_beta_equal_those_of_the_changed_body(void **state)
{
    (void)state;
    const int all = model->beta_count;
    double betas[PD_SMPL_MAX_BETAS];
    pd_smpl_tape tape, kept;
    for (int i = 0; i < all; i++) betas[i] = 0.21 * (i + 1) - 0.5 * (i % 3);
    assert_true(
        pd_arena_reserve(&arena, 2 * pd_smpl_tape_bytes(model) + pd_smpl_tape_directions_bytes(model, all)));
    pd_smpl_tape_init(&tape, model, &arena);
    pd_smpl_tape_init(&kept, model, &arena);
    pd_smpl_tape_take_directions(&kept, all, &arena);
    pd_smpl_tape_shape(&kept, betas, all);
    pd_smpl_tape_keep(&kept);
    for (int i = 0; i < all; i++) {
        pd_smpl_tape_change(&kept, i, 0.75);
        betas[i] += 0.75;
        pd_smpl_tape_shape(&tape, betas, all);
        betas[i] -= 0.75;
        for (int c = 0; c < 3 * model->vertex_count; c++)
            assert_near(kept.vertices[c], tape.vertices[c], 1e-6);
        for (int c = 0; c < 3 * model->joint_count; c++)
            assert_near(kept.joints_at[c], tape.joints_at[c], 1e-9);
        assert_near(kept.top, tape.top, 1e-6);
    }
    arena.used = 0;
}

/* Uses the shipped model, whose girths have maxima and minima inside their ranges. Compares changes by a beta
 * with and without a search. */
static void girths_at_a_fixed_level_change_with_a_beta_as_searched_ones_do(void **state)
{
    (void)state;
    static const pd_smpl_measure extremes[] = {PD_SMPL_HEAD_GIRTH,  PD_SMPL_NECK_GIRTH, PD_SMPL_HIP_GIRTH,
                                               PD_SMPL_WAIST_GIRTH, PD_SMPL_CALF_GIRTH, PD_SMPL_ANKLE_GIRTH,
                                               PD_SMPL_WRIST_GIRTH};
    enum { COUNT = sizeof extremes / sizeof *extremes };
    double at[PD_SMPL_MEASURE_COUNT], held[PD_SMPL_MEASURE_COUNT], searched[PD_SMPL_MEASURE_COUNT], moved = 0;
    const double betas[2] = {0.4, -0.7};
    pd_smpl_model *person;
    pd_smpl_tape tape;
    assert_int_equal(pd_smpl_model_load(&person, "models/default.safetensors", NULL), PD_OK);
    const int all = person->beta_count;
    assert_true(
        pd_arena_reserve(&arena, pd_smpl_tape_bytes(person) + pd_smpl_tape_directions_bytes(person, all)));
    pd_smpl_tape_init(&tape, person, &arena);
    pd_smpl_tape_take_directions(&tape, all, &arena);
    pd_smpl_tape_shape(&tape, betas, 2);
    pd_smpl_tape_keep(&tape);
    for (int i = 0; i < all; i++) {
        pd_smpl_tape_change(&tape, i, 0);
        pd_smpl_tape_read(at, NULL, &tape, 0, 1000);
        pd_smpl_tape_hold(&tape, 0.02);
        pd_smpl_tape_read(held, NULL, &tape, 0, 1000);
        for (int k = 0; k < COUNT; k++) assert_near(held[extremes[k]], at[extremes[k]], 1e-9);
        pd_smpl_tape_change(&tape, i, 0.02);
        pd_smpl_tape_read(held, NULL, &tape, 0, 1000);
        pd_smpl_tape_hold(&tape, 0);
        pd_smpl_tape_read(searched, NULL, &tape, 0, 1000);
        for (int k = 0; k < COUNT; k++) {
            assert_near(held[extremes[k]], searched[extremes[k]], 2e-4);
            moved = fmax(moved, fabs(held[extremes[k]] - at[extremes[k]]));
        }
        assert_true(held[PD_SMPL_HIP_GIRTH] <= searched[PD_SMPL_HIP_GIRTH] + 1e-9);
    }
    assert_true(moved > 1e-3);
    arena.used = 0;
    pd_smpl_model_release(person);
}

/* Near triangles must give the same bits as all triangles. All are used when a change could move the section
 * through the whole body. */
static void girths_at_a_fixed_level_from_near_triangles_equal_those_from_all(void **state)
{
    (void)state;
    static double held[2][2 * PD_SMPL_MAX_BETAS][PD_SMPL_MEASURE_COUNT];
    double at[PD_SMPL_MEASURE_COUNT];
    const double betas[3] = {-1.4, 0.7, 1};
    pd_smpl_model *person;
    pd_smpl_tape tape;
    assert_int_equal(pd_smpl_model_load(&person, "models/default.safetensors", NULL), PD_OK);
    const int all = person->beta_count;
    assert_true(
        pd_arena_reserve(&arena, pd_smpl_tape_bytes(person) + pd_smpl_tape_directions_bytes(person, all)));
    pd_smpl_tape_init(&tape, person, &arena);
    pd_smpl_tape_take_directions(&tape, all, &arena);
    int used[2];
    for (int way = 0; way < 2; way++) {
        pd_smpl_tape_shape(&tape, betas, 3);
        pd_smpl_tape_keep(&tape);
        pd_smpl_tape_read(at, NULL, &tape, 0, 1000);
        pd_smpl_tape_hold(&tape, way ? 100 : 0.02);
        for (int i = 0; i < 2 * all; i++) {
            pd_smpl_tape_change(&tape, i / 2, i % 2 ? 0.02 : -0.02);
            pd_smpl_tape_read(held[way][i], NULL, &tape, 0, 1000);
        }
        used[way] = tape.near_used;
        pd_smpl_tape_hold(&tape, 0);
    }
    assert_memory_equal(held[0], held[1], 2 * (size_t)all * sizeof held[0][0]);
    assert_true(used[0] > 0 && 3 * used[0] < used[1]);
    arena.used = 0;
    pd_smpl_model_release(person);
}

static void lines_are_drawn_for_requested_parts_only(void **state)
{
    (void)state;
    static pd_smpl_line lines[PD_SMPL_MEASURE_COUNT];
    pd_smpl_measure_job job = {.values = values, .lines = lines, .body_count = 1};
    job.wanted = (uint64_t)1 << PD_SMPL_KNEE_GIRTH;
    pd_smpl_measure_run(&job, model, &arena);
    for (int i = 0; i < PD_SMPL_MEASURE_COUNT; i++)
        assert_int_equal(lines[i].count > 0, i == PD_SMPL_KNEE_GIRTH);
}

static void only_requested_measurements_are_made(void **state)
{
    (void)state;
    pd_smpl_measure_job job = {.values = values, .body_count = 1};
    job.wanted = (uint64_t)1 << PD_SMPL_HEIGHT | (uint64_t)1 << PD_SMPL_KNEE_GIRTH;
    pd_smpl_measure_run(&job, model, &arena);
    for (int i = 0; i < PD_SMPL_MEASURE_COUNT; i++)
        assert_int_equal(!isnan(values[i]), i == PD_SMPL_HEIGHT || i == PD_SMPL_KNEE_GIRTH);
}

static void a_batch_gives_the_measurements_of_its_bodies_one_by_one(void **state)
{
    (void)state;
    const float betas[2][3] = {{0.5F, -1, 2}, {-1, 0.3F, -0.7F}};
    double batch[2 * PD_SMPL_MEASURE_COUNT];
    pd_smpl_measure_job job = {.values = batch, .betas = betas[0], .beta_count = 3, .body_count = 2};
    pd_smpl_measure_run(&job, model, &arena);
    for (int n = 0; n < 2; n++) {
        measure(betas[n], 3);
        assert_memory_equal(batch + n * PD_SMPL_MEASURE_COUNT, values, sizeof values / 2);
    }
}

static void joints_without_names_disable_the_features_that_need_them(void **state)
{
    (void)state;
    pd_smpl_data data;
    pd_smpl_model *own = model;
    cyl_data(&data);
    for (int k = 0; k < 24; k++) snprintf(data.joint_names[k], PD_SMPL_NAME_BYTES, "joint%d", k);
    assert_int_equal(pd_smpl_model_build(&model, &data, NULL), PD_OK);
    measure(NULL, 0);
    pd_smpl_model_release(model);
    model = own;
    assert_near(values[PD_SMPL_HEIGHT], 1.8, 1e-6);
    assert_near(values[PD_SMPL_MASS], 1000 * cyl_volume(), 1e-4);
    assert_true(isnan(values[PD_SMPL_WAIST_GIRTH]) && isnan(values[PD_SMPL_ARM_LENGTH]));
}

static void bad_jobs_are_refused_with_their_place(void **state)
{
    (void)state;
    pd_error err = {0};
    float betas[4] = {0, NAN, 0, 0};
    pd_smpl_measure_job job = {.values = values, .betas = betas, .beta_count = 4, .body_count = 1};
    assert_int_equal(pd_smpl_measure_check(&job, model, &err), PD_ERR_RANGE);
    assert_string_equal(err.detail, "4 numbers; 0 to 3 allowed");
    job.beta_count = 3;
    assert_int_equal(pd_smpl_measure_check(&job, model, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/bodies/0/betas/1");
    betas[1] = 0;
    job.density = 100;
    assert_int_equal(pd_smpl_measure_check(&job, model, &err), PD_ERR_RANGE);
    assert_string_equal(err.detail, "100; 500 to 2000 kg/m3 allowed");
    job.density = 0;
    job.body_count = 0;
    assert_int_equal(pd_smpl_measure_check(&job, model, &err), PD_ERR_RANGE);
}

static void every_measurement_has_a_description(void **state)
{
    (void)state;
    for (int i = 0; i < PD_SMPL_MEASURE_COUNT; i++) {
        const pd_smpl_measure_row *row = &pd_smpl_measures[i];
        assert_int_equal(pd_smpl_measure_find(row->name), i);
        assert_true(strlen(row->definition) > 15 && strlen(row->unit) > 0 && row->least < row->greatest);
    }
    assert_int_equal(pd_smpl_measure_find("shoe_size"), PD_SMPL_MEASURE_COUNT);
}

static int set_up(void **state)
{
    (void)state;
    model = cyl_model();
    return !model || !pd_arena_init(&arena, pd_smpl_measure_scratch_bytes(model));
}

static int tear_down(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    pd_arena_deinit(&arena);
    return 0;
}

static void values_at_the_limits_of_a_range_are_allowed(void **state)
{
    (void)state;
    static const struct {
        double density;
        pd_status status;
    } rows[] = {{500, PD_OK},           {2000, PD_OK},         {0, PD_OK},         {499.9, PD_ERR_RANGE},
                {2000.1, PD_ERR_RANGE}, {-1000, PD_ERR_RANGE}, {NAN, PD_ERR_RANGE}};
    pd_error err = {0};
    float betas[3] = {0};
    pd_smpl_measure_job job = {.values = values, .betas = betas, .beta_count = 3, .body_count = 1};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        job.density = rows[i].density;
        assert_int_equal(pd_smpl_measure_check(&job, model, &err), rows[i].status);
    }
    job.density = 0;
    job.beta_count = -1;
    assert_int_equal(pd_smpl_measure_check(&job, model, &err), PD_ERR_RANGE);
    job.beta_count = 0, job.betas = NULL;
    assert_int_equal(pd_smpl_measure_check(&job, model, &err), PD_OK);
    job.wanted = 1ull << (PD_SMPL_MEASURE_COUNT - 1);
    assert_int_equal(pd_smpl_measure_check(&job, model, &err), PD_OK);
    job.wanted = 1ull << PD_SMPL_MEASURE_COUNT;
    assert_int_equal(pd_smpl_measure_check(&job, model, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/measurements");
}

static void a_value_that_fits_another_unit_gets_a_hint_and_others_do_not(void **state)
{
    (void)state;
    static const struct {
        double value, least, greatest;
        const char *unit, *hint;
    } rows[] = {{178, 0.5, 2.6, "m", "; 178 cm would be 1.78 m"},
                {1780, 0.5, 2.6, "m", "; 1780 mm would be 1.78 m"},
                {45, 0.5, 1.2, "m", "; 45 inches would be 1.143 m"},
                {260, 0.5, 2.6, "m", "; 260 cm would be 2.6 m"},
                {50, 0.5, 1.2, "m", "; 50 cm would be 0.5 m"},
                {69, 0.5, 2.6, "m", "; 69 inches would be 1.7526 m"},
                {5.5, 0.5, 2.6, "m", "; 5.5 feet would be 1.6764 m"},
                {400, 10, 350, "kg", "; 400 pounds would be 181.437 kg"},
                {70000, 10, 350, "kg", "; 70000 g would be 70 kg"},
                {75, 0.01, 0.35, "m3", "; 75 litres would be 0.075 m3"},
                {1e9, 0.5, 2.6, "m", ""},
                {1000, 10, 70, "kg/m2", ""}};
    char out[64];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(pd_smpl_measure_unit_hint(out, sizeof out, rows[i].value, rows[i].least,
                                                      rows[i].greatest, rows[i].unit),
                            rows[i].hint);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(girths_of_cylinders_are_their_circumferences),
        cmocka_unit_test(lengths_equal_those_from_which_the_body_was_constructed),
        cmocka_unit_test(mass_is_volume_times_density),
        cmocka_unit_test(scaling_a_body_scales_its_measurements),
        cmocka_unit_test(arms_are_left_out_of_the_chest),
        cmocka_unit_test(a_thicker_trunk_changes_no_limb),
        cmocka_unit_test(a_line_has_the_measured_length),
        cmocka_unit_test(a_tape_with_stored_directions_shapes_the_same_vertices),
        cmocka_unit_test(measures_after_a_change_of_one_beta_equal_those_of_the_changed_body),
        cmocka_unit_test(girths_at_a_fixed_level_change_with_a_beta_as_searched_ones_do),
        cmocka_unit_test(girths_at_a_fixed_level_from_near_triangles_equal_those_from_all),
        cmocka_unit_test(lines_are_drawn_for_requested_parts_only),
        cmocka_unit_test(only_requested_measurements_are_made),
        cmocka_unit_test(a_batch_gives_the_measurements_of_its_bodies_one_by_one),
        cmocka_unit_test(joints_without_names_disable_the_features_that_need_them),
        cmocka_unit_test(bad_jobs_are_refused_with_their_place),
        cmocka_unit_test(every_measurement_has_a_description),
        cmocka_unit_test(values_at_the_limits_of_a_range_are_allowed),
        cmocka_unit_test(a_value_that_fits_another_unit_gets_a_hint_and_others_do_not),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
