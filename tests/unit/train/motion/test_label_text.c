/* Tests the text files of labels in the original's format: phase, gaits and footsteps. */
#include "train/motion/label_text.h"

#include "core/io/mocap/sidecar.h"
#include "train/motion/gait.h"
#include "tests/support/walk.h"

static const walk walking = {
    .frames = 320, .speed = 1.0, .period = 64, .duty = 0.6, .lift = 0.12, .still = 120};

static void label(pd_character_motion *m, pd_train_footsteps *steps)
{
    walk_make(m, &walking);
    assert_int_equal(pd_train_motion_label_steps(m, steps, NULL, NULL), PD_OK);
}

static pd_bytes bytes_of(const pd_buffer *buffer)
{
    assert_int_equal(buffer->failed, 0);
    return (pd_bytes){buffer->data, buffer->size};
}

static void the_phase_has_a_line_a_frame_below_one(void **state)
{
    (void)state;
    pd_character_motion m;
    pd_buffer out = {0};
    pd_sidecar_table table;
    label(&m, NULL);
    m.phase[5] = 2.9999999; /* would be rounded to a whole cycle */
    pd_train_phase_text(&out, &m);
    assert_int_equal(pd_sidecar_phase_parse(&table, bytes_of(&out), "walk.phase", NULL), PD_OK);
    assert_int_equal(table.rows, walking.frames);
    for (int t = 0; t < walking.frames; t++) {
        double part = (double)table.values[t], d = m.phase[t] - part;
        assert_true(part >= 0 && part < 1);
        assert_near(d, round(d), 6e-6);
    }
    pd_sidecar_table_deinit(&table);
    pd_buffer_deinit(&out);
    pd_character_motion_deinit(&m);
}

static void the_gait_comes_back_from_the_eight_columns_of_the_original(void **state)
{
    (void)state;
    pd_character_motion m;
    pd_buffer out = {0};
    pd_sidecar_table table;
    label(&m, NULL);
    for (int g = 0; g < PD_PFNN_GAITS; g++) m.gaits[7][g] = 0.1F * (float)(g + 1);
    pd_train_gait_text(&out, &m);
    assert_int_equal(pd_sidecar_gait_parse(&table, bytes_of(&out), "walk.gait", NULL), PD_OK);
    assert_int_equal(table.rows, walking.frames);
    for (int t = 0; t < walking.frames; t++) {
        float merged[PD_PFNN_GAITS];
        pd_sidecar_gait_merge(merged, table.values + (size_t)t * PD_SIDECAR_GAITS);
        for (int g = 0; g < PD_PFNN_GAITS; g++) assert_near((double)merged[g], (double)m.gaits[t][g], 1.2e-5);
        assert_near((double)table.values[t * PD_SIDECAR_GAITS + 6], 0, 0); /* hands are up: no crawling */
    }
    pd_sidecar_table_deinit(&table);
    pd_buffer_deinit(&out);
    pd_character_motion_deinit(&m);
}

static void a_crouch_with_both_hands_on_the_ground_is_a_crawl(void **state)
{
    (void)state;
    pd_character_motion m;
    pd_buffer out = {0};
    pd_sidecar_table table;
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    label(&m, NULL);
    for (int t = 0; t < 3; t++) m.gaits[t][PD_PFNN_CROUCH] = 0.8F;
    pd_anim_clip_pose(p, NULL, &m.clip, 0);
    double hands = fmax(p[PD_BIPED_L_HAND].y, p[PD_BIPED_R_HAND].y);
    m.clip.roots[0].y -= hands - 0.2, m.clip.roots[1].y -= hands - 0.325; /* the whole figure is put lower */
    pd_train_gait_text(&out, &m);
    assert_int_equal(pd_sidecar_gait_parse(&table, bytes_of(&out), "crawl.gait", NULL), PD_OK);
    static const double crawl[3] = {0.8, 0.4, 0};
    for (int t = 0; t < 3; t++) {
        assert_near((double)table.values[t * PD_SIDECAR_GAITS + 6], crawl[t], 0.06);
        assert_near((double)table.values[t * PD_SIDECAR_GAITS + 4],
                    0.8 - (double)table.values[t * PD_SIDECAR_GAITS + 6], 2e-5);
    }
    pd_sidecar_table_deinit(&table);
    pd_buffer_deinit(&out);
    pd_character_motion_deinit(&m);
}

/* Half a metre up for 61 frames, as on a frame to climb; 60 are a flight. */
static void a_second_off_the_ground_is_a_climb_where_hands_carry(void **state)
{
    (void)state;
    for (int frames = 60; frames <= 61; frames++) {
        pd_character_motion m;
        pd_buffer out = {0};
        pd_sidecar_table table;
        pd_train_run run = {-1, -1};
        label(&m, NULL);
        for (int t = 20; t < 20 + frames; t++) m.clip.roots[t].y += 0.5;
        for (int t = 200; t < 300; t++) m.clip.roots[t].y += 0.5;

        assert_true(pd_train_motion_next_climb(&run, &m, 0));
        assert_int_equal(run.first, frames > 60 ? 20 : 200);
        assert_int_equal(run.last, frames > 60 ? 80 : 299);
        assert_false(pd_train_motion_next_climb(&run, &m, 300));

        pd_train_gait_text(&out, &m);
        assert_int_equal(pd_sidecar_gait_parse(&table, bytes_of(&out), "climb.gait", NULL), PD_OK);
        assert_int_equal(table.rows, walking.frames);
        for (int t = 0; t < walking.frames; t++) {
            double crawl = (double)table.values[t * PD_SIDECAR_GAITS + 6];
            double walked = (double)table.values[t * PD_SIDECAR_GAITS + 1];
            assert_near(crawl, (frames > 60 && t >= 20 && t <= 80) || (t >= 200 && t < 300), 0);
            if (crawl > 0) assert_near(walked, 0, 0);
        }
        pd_sidecar_table_deinit(&table);
        pd_buffer_deinit(&out);
        pd_character_motion_deinit(&m);
    }
}

static void footsteps_have_a_line_a_cycle_and_a_star_where_nobody_steps(void **state)
{
    (void)state;
    pd_character_motion m;
    pd_train_footsteps steps;
    pd_buffer out = {0};
    pd_sidecar_steps read;
    label(&m, &steps);
    pd_train_footsteps_text(&out, &m, &steps);
    assert_int_equal(pd_sidecar_steps_parse(&read, bytes_of(&out), "walk_footsteps.txt", NULL), PD_OK);
    int stars = 0;
    for (int i = 0; i < read.count; i++) {
        const pd_sidecar_step *s = &read.items[i];
        assert_true(s->second > s->frame && s->second < walking.frames);
        if (i) assert_true(s->frame > read.items[i - 1].second);
        assert_near(m.phase[s->frame] - round(m.phase[s->frame]), 0, 0.02);
        assert_near(m.phase[s->second] - floor(m.phase[s->second]), 0.5, 0.02);
        if (s->second < walking.still) assert_true(s->is_marked);
        stars += s->is_marked;
    }
    assert_true(stars >= 1 && read.count - stars >= 2);
    pd_sidecar_steps_deinit(&read);
    pd_train_footsteps_deinit(&steps);
    pd_buffer_deinit(&out);
    pd_character_motion_deinit(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_phase_has_a_line_a_frame_below_one),
        cmocka_unit_test(the_gait_comes_back_from_the_eight_columns_of_the_original),
        cmocka_unit_test(a_crouch_with_both_hands_on_the_ground_is_a_crawl),
        cmocka_unit_test(a_second_off_the_ground_is_a_climb_where_hands_carry),
        cmocka_unit_test(footsteps_have_a_line_a_cycle_and_a_star_where_nobody_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
