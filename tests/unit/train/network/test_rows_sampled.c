/* How often rows are sampled, which are held out, means and deviations, and limits of the options. */
#include "core/character/control/control.h"
#include "train/network/rows_reach.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"
#include "tests/support/stroll_rows.h"

#include <stdlib.h>

/* ---- who is held out, how often rows are sampled */

static void sources_are_held_out_with_all_their_copies(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    stroll walks[12];
    for (int i = 0; i < 12; i++) {
        walks[i] = i % 3 ? straight : anywhere;
        walks[i].source = i % 4;
        walks[i].frames = 20 + i;
    }
    build(&rows, &list, walks, 12, 4);
    int held = 0;
    for (long r = 0; r < rows.count; r++) {
        pd_train_row_place place = pd_train_rows_place(&rows, r);
        assert_int_equal(rows.held_out[r], walks[place.motion].source == 3);
        assert_int_equal(place.mirrored, r >= rows.count / 2);
        assert_in_range(place.frame, 1, walks[place.motion].frames - 2);
        held += rows.held_out[r];
    }
    assert_int_equal(held, 2 * (21 + 25 + 29));
    drop(&rows, &list);
}

static double mean_weight(const pd_train_rows *rows, int held_out)
{
    double sum = 0, count = 0;
    for (long r = 0; r < rows->count; r++)
        if (rows->held_out[r] == held_out) sum += (double)rows->weight[r], count++;
    return sum / count;
}

static void kinds_are_drawn_in_their_shares_however_many_rows_they_have(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    stroll walks[] = {straight, {.frames = 900, .swing = 0.1}, anywhere, straight};
    walks[2].slope_x = walks[2].slope_z = 0;
    walks[2].going_deg = 90;
    walks[3].slope_z = 0.1;
    for (int i = 0; i < 4; i++) walks[i].source = i;
    build(&rows, &list, walks, 4, 0);
    const pd_train_kind_sum *kinds = rows.kinds;
    static const pd_train_kind there[] = {PD_TRAIN_KIND_STAND, PD_TRAIN_KIND_WALK, PD_TRAIN_KIND_SIDE,
                                          PD_TRAIN_KIND_TERRAIN};
    double whole = 0, sum = 0, sampled[PD_TRAIN_KIND_COUNT] = {0};
    for (int k = 0; k < 4; k++) whole += pd_train_kind_share(there[k]);
    for (int k = 0; k < 4; k++)
        assert_near(kinds[there[k]].share, pd_train_kind_share(there[k]) / whole, 1e-9);
    assert_near(kinds[PD_TRAIN_KIND_RUN].share, 0, 0);
    assert_int_equal(kinds[PD_TRAIN_KIND_STAND].rows, 2 * 898);
    for (int k = 0; k < PD_TRAIN_KIND_COUNT; k++) sum += kinds[k].share;
    assert_near(sum, 1, 1e-9);
    for (long r = 0; r < rows.count; r++) {
        pd_train_row_place place = pd_train_rows_place(&rows, r);
        sampled[place.on_terrain ? PD_TRAIN_KIND_TERRAIN : place.kind] +=
            (double)rows.weight[r] / (double)rows.count;
    }
    for (int k = 0; k < PD_TRAIN_KIND_COUNT; k++) assert_near(sampled[k], kinds[k].share, 1e-5);
    assert_near(mean_weight(&rows, 0), 1, 1e-5);
    drop(&rows, &list);
}

static void a_motion_of_weight_0_is_never_drawn(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    const stroll walks[] = {straight, straight};
    stroll_list(&list, walks, 2);
    list.items[1].weight = 0;
    assert_int_equal(pd_train_rows_build(&rows, &list, 0, &pd_executor_serial, NULL), PD_OK);
    for (long r = 0; r < rows.count; r++)
        assert_int_equal(rows.weight[r] > 0, pd_train_rows_place(&rows, r).motion == 0);
    drop(&rows, &list);
}

static void without_mirror_images_the_others_are_drawn_twice_as_often(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    build(&rows, &list, &straight, 1, 0);
    assert_near(rows.weight[5], 1, 1e-6);
    pd_train_rows_drop_mirror(&rows);
    assert_near(rows.weight[5], 2, 1e-6);
    assert_near(rows.weight[5 + rows.count / 2], 0, 0);
    drop(&rows, &list);
}

static void discontinuities_are_never_drawn(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    stroll_list(&list, &straight, 1);
    list.items[0].clip.roots[100].x += 0.2; /* frame 99 goes 20 cm aside, frame 100 comes back */
    assert_int_equal(pd_train_rows_build(&rows, &list, 0, &pd_executor_serial, NULL), PD_OK);
    for (long r = 0; r < rows.count; r++) {
        int frame = pd_train_rows_place(&rows, r).frame;
        assert_int_equal(rows.weight[r] > 0, frame < 98 || frame > 102);
    }
    long found = 0;
    for (int k = 0; k < PD_TRAIN_KIND_COUNT; k++) found += rows.kinds[k].discontinuous;
    assert_int_equal(found, 2 * 5);
    drop(&rows, &list);
}

/* ---- what can be asked for */

static void frames_are_counted_by_gait_direction_and_speed(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    static pd_train_reach reach;
    stroll walks[] = {straight, straight, straight};
    walks[1].going_deg = -90, walks[1].speed = 0.8;
    walks[2].source = 13; /* held out: not counted */
    build(&rows, &list, walks, 3, 14);
    pd_train_reach_count(&reach, &rows);
    assert_near(reach.seconds[PD_PFNN_WALK][0][4], 238 / 60.0, 1e-9);
    assert_near(reach.seconds[PD_PFNN_WALK][2][3], 238 / 60.0, 1e-9);
    drop(&rows, &list);
    pd_buffer out = {0};
    pd_train_reach_write(&out, &reach, 2);
    pd_buffer_add(&out, "", 1);
    assert_non_null(strstr((const char *)out.data, "walk 180 degrees, 0.75 m/s: 0.0 s"));
    assert_null(strstr((const char *)out.data, "walk 90 degrees, 0.75 m/s"));
    pd_buffer_deinit(&out);
}

static void only_values_that_the_run_time_allows_can_be_requested(void **state)
{
    (void)state;
    assert_true(pd_train_reach_asked(PD_PFNN_WALK, 0, 4));
    assert_true(pd_train_reach_asked(PD_PFNN_JOG, 0, 11));
    assert_false(pd_train_reach_asked(PD_PFNN_JOG, 0, 19));
    assert_false(pd_train_reach_asked(PD_PFNN_JOG, 4, 8)); /* nobody jogs backwards */
    assert_true(pd_train_reach_asked(PD_PFNN_WALK, 4, 3));
    assert_false(pd_train_reach_asked(PD_PFNN_WALK, 4, 8));
    assert_false(pd_train_reach_asked(PD_PFNN_STAND, 0, 4));
}

/* A cell can be asked for where one of its speeds lies between the least
 * and the most of its gait in its direction. */
static void cells_are_asked_for_from_the_least_speed_to_the_most_and_not_at_its_end(void **state)
{
    (void)state;
    pd_character_control c = pd_character_control_default();
    const double tops[PD_PFNN_GAITS] = {[PD_PFNN_WALK] = c.walk_most,
                                        [PD_PFNN_JOG] = c.run_speed,
                                        [PD_PFNN_CROUCH] = c.walk_speed * c.crouch_scale};
    for (int gait = 0; gait < PD_PFNN_GAITS; gait++)
        for (int direction = 0; direction < PD_TRAIN_REACH_DIRECTIONS; direction++) {
            double ahead = cos(direction * M_PI / 4), side = fmin(1 - ahead, 1), top = tops[gait],
                   aside = ahead < 0 ? c.side_most - ahead * (c.back_own - c.side_most) : c.side_most,
                   most = top + side * (fmin(aside, top) - top),
                   least = gait == PD_PFNN_JOG ? c.jog_from : c.speed_least;
            for (int speed = 0; speed < PD_TRAIN_REACH_SPEEDS; speed++) {
                int asked = 0;
                for (int i = 0; i < 250; i++) {
                    double v = PD_TRAIN_REACH_STEP * speed + 0.001 * i;
                    asked |= v > least && v < most - 1e-9;
                }
                assert_int_equal(pd_train_reach_asked(gait, direction, speed), asked);
            }
        }
}

/* Read back: every cell stands in its line and column, and every one
 * that is asked for and thin has a line. */
static void the_table_has_every_cell_and_the_list_every_thin_one(void **state)
{
    (void)state;
    static const int gaits[] = {PD_PFNN_WALK, PD_PFNN_JOG, PD_PFNN_CROUCH};
    pd_train_reach reach = {0};
    pd_buffer out = {0}, expected = {0};
    for (int g = 0; g < PD_PFNN_GAITS; g++)
        for (int d = 0; d < PD_TRAIN_REACH_DIRECTIONS; d++)
            for (int s = 0; s < PD_TRAIN_REACH_SPEEDS; s++)
                reach.seconds[g][d][s] = (37 * g + 13 * d + 7 * s) % 23;

    pd_train_reach_write(&out, &reach, 5);
    pd_buffer_add(&out, "", 1);
    char *line = strtok((char *)out.data, "\n"), name[16];
    assert_non_null(line);
    for (int g = 0; g < 3; g++) {
        line = strtok(NULL, "\n");
        assert_int_equal(sscanf(line, "%15s", name), 1);
        assert_string_equal(name, ((const char *const[]){"walk", "jog", "crouch"})[g]);
        for (int s = 0; s < PD_TRAIN_REACH_SPEEDS; s++) assert_near(atof(line + 10 + 6 * s), 0.25 * s, 1e-9);
        for (int d = 0; d < PD_TRAIN_REACH_DIRECTIONS; d++) {
            line = strtok(NULL, "\n");
            assert_int_equal(atoi(line), 45 * d);
            assert_int_equal(strlen(line), 10 + 6 * PD_TRAIN_REACH_SPEEDS);
            for (int s = 0; s < PD_TRAIN_REACH_SPEEDS; s++)
                assert_near(atof(line + 10 + 6 * s), reach.seconds[gaits[g]][d][s], 0);
        }
    }
    assert_string_equal(strtok(NULL, "\n"), "asked for, but less than 5 s of it:");
    for (int g = 0; g < 3; g++)
        for (int d = 0; d < PD_TRAIN_REACH_DIRECTIONS; d++)
            for (int s = 0; s < PD_TRAIN_REACH_SPEEDS; s++) {
                double seconds = reach.seconds[gaits[g]][d][s];
                if (seconds >= 5 || !pd_train_reach_asked(gaits[g], d, s)) continue;
                pd_buffer_clear(&expected);
                pd_buffer_printf(&expected, "  %s %d degrees, %.2f m/s: %.1f s",
                                 ((const char *const[]){"walk", "jog", "crouch"})[g], 45 * d, 0.25 * s,
                                 seconds);
                assert_string_equal(strtok(NULL, "\n"), (const char *)expected.data);
            }
    assert_null(strtok(NULL, "\n"));
    pd_buffer_deinit(&out), pd_buffer_deinit(&expected);
}

/* ---- normalisation */

static void drawn_rows_have_mean_0_and_deviation_1_in_every_block(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    stroll walks[] = {straight, anywhere, circle, uphill, anywhere};
    walks[2].speed = 3;
    walks[4].source = 3;
    walks[4].speed = 9; /* held out: counts for nothing */
    build(&rows, &list, walks, 5, 4);
    static double mean[X + Y], square[X + Y];
    memset(mean, 0, sizeof mean), memset(square, 0, sizeof square);
    float row[X + Y];
    double whole = 0;
    for (long r = 0; r < rows.count; r++) {
        if (rows.held_out[r]) continue;
        pd_train_rows_get(row, row + X, &rows, r);
        double w = (double)rows.weight[r];
        whole += w;
        for (int k = 0; k < X + Y; k++)
            mean[k] += w * (double)row[k], square[k] += w * (double)(row[k] * row[k]);
    }
    for (int k = 0; k < X + Y; k++) {
        mean[k] /= whole;
        square[k] = sqrt(fmax(square[k] / whole - mean[k] * mean[k], 0));
        assert_near(mean[k], 0, 1e-4);
    }
    const pd_pfnn_layout *l = &rows.layout;
    const int blocks[][3] = {/* first, count, deviation in parts of 1000 */
                             {l->in_x, W, 1000},
                             {l->in_z, W, 1000},
                             {l->in_facing_x, W, 1000},
                             {l->in_facing_z, W, 1000},
                             {l->in_left, 3 * W, 1000},
                             {X + l->out_velocity, 2, 1000},
                             {X + l->out_yaw_rate, 1, 1000},
                             {X + l->out_contacts, 4, 1000},
                             {X + l->out_x, W, 1000},
                             {X + l->out_facing_x, W, 1000},
                             {X + l->out_positions, 3 * J, 1000},
                             {X + l->out_velocities, 3 * J, 1000},
                             {X + l->out_rotations, 3 * J, 1000}};
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
        double sum = 0;
        for (int k = 0; k < blocks[b][1]; k++) sum += square[blocks[b][0] + k] / blocks[b][1];
        assert_near(sum, blocks[b][2] / 1000.0, 2e-3);
    }
    drop(&rows, &list);
}

static void joints_weigh_a_tenth_and_masked_ones_nothing(void **state)
{
    (void)state;
    pd_train_rows rows;
    pd_character_motions list;
    float x[X], y[Y];
    build(&rows, &list, &anywhere, 1, 0);
    const pd_pfnn_layout *l = &rows.layout;
    for (int j = 0; j < J; j++) {
        float std = rows.x_std[l->in_positions + 3 * j];
        assert_true(isfinite(std));
        assert_near(rows.joint_weights[j], pd_anim_biped_joints[j].masked ? 1e-10 : 1, 1e-12);
        assert_near(std * rows.joint_weights[j] * 0.1F / rows.y_std[l->out_positions], 1, 0.05);
    }
    for (long r = 0; r < rows.count; r += 11) {
        pd_train_rows_get(x, y, &rows, r);
        for (int k = 0; k < X; k++) assert_true(isfinite(x[k]));
        for (int k = 0; k < 3; k++) assert_near(x[l->in_positions + 3 * 1 + k], 0, 1e-8);
    }
    assert_true(rows.x_std[l->in_left] >= 1);
    drop(&rows, &list);
}

static void the_store_does_not_depend_on_the_thread_that_fills_it(void **state)
{
    (void)state;
    pd_train_rows a, b;
    pd_character_motions list;
    float ax[X], ay[Y], bx[X], by[Y];
    const stroll walks[] = {straight, circle, uphill, anywhere};
    build(&a, &list, walks, 4, 0);
    assert_int_equal(pd_train_rows_build(&b, &list, 0, &pd_fixture_shuffled, NULL), PD_OK);
    assert_memory_equal(a.x_std, b.x_std, sizeof ax);
    assert_memory_equal(a.y_mean, b.y_mean, sizeof ay);
    assert_memory_equal(a.weight, b.weight, (size_t)a.count * sizeof(float));
    for (long r = 0; r < a.count; r += 17) {
        pd_train_rows_get(ax, ay, &a, r);
        pd_train_rows_get(bx, by, &b, r);
        assert_memory_equal(ax, bx, sizeof ax);
        assert_memory_equal(ay, by, sizeof ay);
    }
    pd_train_rows_deinit(&b);
    drop(&a, &list);
}

/* ---- what is refused */

static void expect_refused(const pd_character_motions *list, int held_every, const char *where,
                           const char *text)
{
    pd_train_rows rows;
    pd_error err = {0};
    assert_int_equal(pd_train_rows_build(&rows, list, held_every, &pd_executor_serial, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, where);
    assert_non_null(strstr(err.detail, text));
    assert_null(rows.frames);
}

static void lists_without_anything_to_learn_are_refused(void **state)
{
    (void)state;
    pd_character_motions list = {0};
    expect_refused(&list, 0, "rows", "0 motions have no frame");
    stroll_list(&list, &(stroll){.frames = 2}, 1);
    expect_refused(&list, 0, "rows", "1 motions have no frame");
    pd_character_motions_deinit(&list);
    stroll_list(&list, &straight, 1);
    expect_refused(&list, 1, "rows", "held out");
    list.items[0].clip.roots[30].y = NAN;
    expect_refused(&list, 0, "walk", "frame 29 is not finite");
    free(list.items[0].phase);
    list.items[0].phase = NULL;
    expect_refused(&list, 0, "walk", "without labels");
    pd_character_motions_deinit(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_are_held_out_with_all_their_copies),
        cmocka_unit_test(kinds_are_drawn_in_their_shares_however_many_rows_they_have),
        cmocka_unit_test(a_motion_of_weight_0_is_never_drawn),
        cmocka_unit_test(discontinuities_are_never_drawn),
        cmocka_unit_test(without_mirror_images_the_others_are_drawn_twice_as_often),
        cmocka_unit_test(frames_are_counted_by_gait_direction_and_speed),
        cmocka_unit_test(only_values_that_the_run_time_allows_can_be_requested),
        cmocka_unit_test(the_table_has_every_cell_and_the_list_every_thin_one),
        cmocka_unit_test(cells_are_asked_for_from_the_least_speed_to_the_most_and_not_at_its_end),
        cmocka_unit_test(drawn_rows_have_mean_0_and_deviation_1_in_every_block),
        cmocka_unit_test(joints_weigh_a_tenth_and_masked_ones_nothing),
        cmocka_unit_test(the_store_does_not_depend_on_the_thread_that_fills_it),
        cmocka_unit_test(lists_without_anything_to_learn_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
