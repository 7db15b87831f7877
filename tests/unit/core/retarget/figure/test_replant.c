/* Tests that planted feet of a figure stay planted on a body of another size, on a walk by formula over level
 * ground and slopes. */
#include "tests/support/cmocka.h"

#include "core/retarget/figure/replant.h"
#include "core/retarget/figure/retarget.h"
#include "tests/support/rigs.h"
#include "tests/support/human.h"

#define FRAMES 180

/* A walk by formula, 1.2 m/s along +z, on ground that rises by `slope` metres a metre (feet stay level). */
typedef struct walk {
    pd_anim_clip clip, body;
    pd_vec3 toes[2 * FRAMES], heels[2 * FRAMES], hips[FRAMES];
    float ground[2 * FRAMES], floor[3 * FRAMES];
    pd_retarget_replant job;
} walk;

static double height_at(double z, double slope)
{
    return slope * z;
}

static void make_clip(walk *w, double slope)
{
    pd_anim_skeleton s;
    pd_anim_biped_skeleton(&s);
    assert_int_equal(pd_anim_clip_init(&w->clip, &s, FRAMES, 60, NULL), PD_OK);
    for (int t = 0; t < FRAMES; t++) {
        pd_quat world[PD_ANIM_BIPED_JOINTS], *local = pd_anim_clip_frame(&w->clip, t);
        pd_vec3 p[PD_ANIM_BIPED_JOINTS];
        double z = RIGS_SPEED * t / 60;
        rigs_walk_pose(world, p, &s, t, 0);
        for (int k = 0; k < PD_ANIM_BIPED_JOINTS; k++)
            local[k] = s.parents[k] < 0 ? world[k] : pd_q_inv_mul(world[s.parents[k]], world[k]);
        w->clip.roots[t] = pd_vec3_make(0, RIGS_HEIGHT + height_at(z, slope), z);
        w->floor[3 * t] = 0, w->floor[3 * t + 1] = (float)height_at(z, slope), w->floor[3 * t + 2] = (float)z;
    }
}

static void trace(walk *w, double slope)
{
    for (int t = 0; t < FRAMES; t++) {
        pd_vec3 p[PD_ANIM_BIPED_JOINTS];
        pd_anim_clip_pose(p, NULL, &w->clip, t);
        w->toes[2 * t] = p[PD_BIPED_L_TOE], w->toes[2 * t + 1] = p[PD_BIPED_R_TOE];
        w->heels[2 * t] = p[PD_BIPED_L_FOOT], w->heels[2 * t + 1] = p[PD_BIPED_R_FOOT];
        w->hips[t] = pd_vec3_scale(pd_vec3_add(p[PD_BIPED_L_THIGH], p[PD_BIPED_R_THIGH]), 0.5);
        for (int s = 0; s < 2; s++) w->ground[2 * t + s] = (float)height_at(w->toes[2 * t + s].z, slope);
    }
}

static walk *walked_in(double slope, double toe_rest, pd_quat turn, double lift, const pd_retarget_shoe *shoe,
                       const pd_anim_ground *surface)
{
    walk *w = calloc(1, sizeof *w);
    pd_anim_skeleton human;
    pd_retarget *retarget = malloc(sizeof *retarget);
    pd_error err = {0};
    assert_true(w && retarget);
    make_clip(w, slope);
    trace(w, slope);
    human_init(&human);
    if (pd_retarget_init(retarget, &human, &w->clip, NULL, &err) ||
        pd_retarget_clip(&w->body, retarget, &w->clip, &err))
        fail_msg("%s: %s", err.where, err.detail);
    w->job = (pd_retarget_replant){.toes = w->toes,
                                   .heels = w->heels,
                                   .hips = w->hips,
                                   .ground = w->ground,
                                   .surface = surface,
                                   .floor = w->floor,
                                   .toe_rest = PD_ANIM_BIPED_TOE,
                                   .heel_rest = PD_ANIM_BIPED_ANKLE,
                                   .scale = retarget->scale};
    for (int s = 0; s < 2; s++)
        w->job.legs[s] = (pd_retarget_replant_leg){1 + s, 4 + s, 7 + s, 10 + s, toe_rest, turn, lift, shoe};
    assert_int_equal(pd_retarget_replant_run(&w->body, &w->job, NULL), PD_OK);
    free(retarget);
    return w;
}

static walk *walked(double slope, double toe_rest)
{
    return walked_in(slope, toe_rest, pd_q_identity(), 0, NULL, NULL);
}

static void release(walk *w)
{
    pd_anim_clip_deinit(&w->clip), pd_anim_clip_deinit(&w->body);
    free(w);
}

static pd_vec3 body_joint(const walk *w, int frame, int joint)
{
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    pd_anim_clip_pose(p, NULL, &w->body, frame);
    return p[joint];
}

static void planted_toes_of_the_body_stand_still_where_the_figures_stand(void **state)
{
    (void)state;
    walk *w = walked(0, 0.03);
    for (int t = 1; t < FRAMES; t++)
        for (int s = 0; s < 2; s++) {
            pd_vec3 toe = body_joint(w, t, 10 + s);
            assert_near(toe.x, w->toes[2 * t + s].x, 1e-4);
            assert_near(toe.z, w->toes[2 * t + s].z, 1e-4);
            if (!rigs_planted(s, t) || !rigs_planted(s, t - 1)) continue;
            /* legs of the formula are a few millimetres too short at the ends of a stance */
            double theirs = pd_vec3_distance(w->toes[2 * t + s], w->toes[2 * t - 2 + s]);
            assert_near(pd_vec3_distance(toe, body_joint(w, t - 1, 10 + s)), theirs, 1e-4);
            assert_near(toe.y - 0.03, w->toes[2 * t + s].y - PD_ANIM_BIPED_TOE, 1e-4);
        }
    release(w);
}

static void planted_feet_are_flat(void **state)
{
    (void)state;
    walk *w = walked(0, 0.03);
    pd_vec3 bone = human_joints[10].offset;
    for (int t = 0; t < FRAMES; t++) {
        if (!rigs_planted(0, t)) continue;
        pd_vec3 ankle = body_joint(w, t, 7), toe = body_joint(w, t, 10);
        assert_near(toe.y - ankle.y, bone.y, 2e-3);
    }
    release(w);
}

/* A shoe whose sole would be tilted on the bare foot: planted, the joints of the foot are where the rotated
 * foot has them over the sole. */
static void planted_shoes_are_flat(void **state)
{
    (void)state;
    const double thick = 0.012, tilt = -0.09; /* metres; radians about +X: toes up */
    const pd_quat turn = pd_q_axis_angle(pd_vec3_make(1, 0, 0), tilt);
    walk *w = walked_in(0, 0.03 + thick, turn, thick, NULL, NULL);
    const pd_vec3 bone = pd_q_rotate(turn, human_joints[10].offset);
    for (int t = 0; t < FRAMES; t++) {
        if (!rigs_planted(0, t)) continue;
        pd_vec3 ankle = body_joint(w, t, 7), toe = body_joint(w, t, 10);
        assert_near(toe.y - ankle.y, bone.y, 2e-3);
        assert_near(toe.y - 0.03 - thick, w->toes[2 * t].y - PD_ANIM_BIPED_TOE, 2e-3);
    }
    release(w);
}

/* Returns the height over the ground of the lowest corner of a foot's shoe,
 * from the corners and the pose alone. */
static double lowest_corner(const walk *w, const pd_retarget_shoe *shoe, int frame, int side, double slope)
{
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_quat turned[PD_ANIM_MAX_JOINTS];
    double low = INFINITY;
    pd_anim_clip_pose(at, turned, &w->body, frame);
    for (int part = 0; part < 2; part++) {
        const int joint = (part ? 10 : 7) + side;
        const pd_retarget_sole_part *points = part ? &shoe->toes : &shoe->foot;
        for (int i = 0; i < points->count; i++) {
            const pd_vec3 p = pd_vec3_add(at[joint], pd_q_rotate(turned[joint], points->points[i]));
            low = fmin(low, p.y - slope * p.z);
        }
    }
    return low;
}

/* Shoes whose soles are deeper than the height at which the toes are planted, by 8 mm at the heel and 3 mm at
 * the tip, on level ground and on a slope: while a foot is planted its lowest corner is on the ground.
 * Without the shoes' corners the heel would be 8 mm in the ground, and 17 mm in the slope. */
static void the_lowest_corner_of_a_planted_shoe_is_on_the_ground(void **state)
{
    (void)state;
    const pd_vec3 ball = human_joints[10].offset;
    pd_retarget_shoe shoe = {.turn = pd_q_identity()};
    for (int i = 0; i < 4; i++) {
        const double x = i % 2 ? 0.03 : -0.03;
        pd_retarget_sole_add(&shoe.foot, pd_vec3_make(x, ball.y - 0.038, i / 2 ? ball.z : -0.06));
        pd_retarget_sole_add(&shoe.toes, pd_vec3_make(x, -0.033, i / 2 ? 0.08 : 0));
    }
    pd_retarget_sole_finish(&shoe.foot), pd_retarget_sole_finish(&shoe.toes);

    for (int k = 0; k < 2; k++) {
        const double slope = k ? 0.1 : 0;
        pd_anim_ground ground = {0};
        assert_int_equal(pd_anim_ground_init(&ground, (pd_anim_ground_grid){3, 2, -50, -50, 50}, "", NULL),
                         PD_OK);
        for (int i = 0; i < 6; i++) ground.heights[i] = (float)(slope * (-50 + 50 * (i / 2)));
        walk *w = walked_in(slope, 0.03, pd_q_identity(), 0, &shoe, k ? &ground : NULL);
        int checked = 0;
        for (int t = 6; t < FRAMES - 6; t++)
            for (int s = 0; s < 2; s++) {
                /* Frames around which the foot is planted, or in the slope,
                 * which the walk by formula does not avoid. */
                bool is_down = true;
                for (int d = -6; d <= 6; d++) {
                    const int at = 2 * (t + d) + s;
                    const double toe = w->toes[at].y - slope * w->toes[at].z - PD_ANIM_BIPED_TOE,
                                 heel = w->heels[at].y - slope * w->heels[at].z - PD_ANIM_BIPED_ANKLE;
                    is_down &= rigs_planted(s, t + d) && fmin(toe, heel) < 1e-6;
                }
                if (!is_down) continue;
                assert_near(lowest_corner(w, &shoe, t, s, slope), 0, 1e-3);
                checked++;
            }
        assert_true(checked > 40);
        release(w);
        pd_anim_ground_deinit(&ground);
    }
}

static void on_a_slope_toes_take_the_height_of_the_ground_under_them(void **state)
{
    (void)state;
    walk *w = walked(0.1, 0.03);
    for (int t = 0; t < FRAMES; t++)
        for (int s = 0; s < 2; s++) {
            double above = w->toes[2 * t + s].y - (double)w->ground[2 * t + s] - PD_ANIM_BIPED_TOE;
            assert_near(body_joint(w, t, 10 + s).y - (double)w->ground[2 * t + s], 0.03 + above, 1e-3);
        }
    release(w);
}

static void the_body_goes_the_way_of_the_figure(void **state)
{
    (void)state;
    walk *w = walked(0, 0.03);
    for (int t = 0; t < FRAMES; t++) {
        pd_vec3 middle = pd_vec3_scale(pd_vec3_add(body_joint(w, t, 1), body_joint(w, t, 2)), 0.5);
        assert_near(middle.x, w->hips[t].x, 1e-6);
        assert_near(middle.z, w->hips[t].z, 1e-6);
        assert_true(middle.y <= w->job.scale * w->hips[t].y + 1e-6);
    }
    release(w);
}

/* Over a seat, which is as high for everybody;
 * and legs that do not reach the ground do not pull them down. */
static void hips_over_a_seat_keep_the_figures_height(void **state)
{
    (void)state;
    walk *w = walked(0, 0.03);
    double drop = 0;
    for (int i = 0; i <= 2; i++) {
        const float seated = 0.5F * (float)i;
        w->job.seated = &seated;
        w->hips[0].y = 0.9;
        pd_retarget_replant_frame(&w->body, &w->job, 0, &drop);
        pd_vec3 middle = pd_vec3_scale(pd_vec3_add(body_joint(w, 0, 1), body_joint(w, 0, 2)), 0.5);
        double scale = w->job.scale + (1 - w->job.scale) * (double)seated;
        if (i == 1) assert_near(middle.y + drop, scale * 0.9, 1e-9);
        if (i == 2) drop = 0, pd_retarget_replant_frame(&w->body, &w->job, 0, &drop);
        middle = pd_vec3_scale(pd_vec3_add(body_joint(w, 0, 1), body_joint(w, 0, 2)), 0.5);
        if (i == 2) assert_near(middle.y, 0.9, 1e-9);
    }
    assert_true(fabs(w->job.scale - 1) > 0.01);
    release(w);
}

static void bones_keep_their_lengths_and_nothing_jumps(void **state)
{
    (void)state;
    walk *w = walked(0, 0.03);
    for (int t = 1; t < FRAMES; t++) {
        assert_near(pd_vec3_distance(body_joint(w, t, 4), body_joint(w, t, 7)),
                    pd_vec3_length(human_joints[7].offset), 1e-9);
        assert_true(fabs(w->body.roots[t].y - w->body.roots[t - 1].y) < 0.01);
        for (int k = 0; k < 24; k++)
            assert_true(
                pd_q_angle(pd_anim_clip_frame(&w->body, t)[k], pd_anim_clip_frame(&w->body, t - 1)[k]) < 0.3);
    }
    release(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_toes_of_the_body_stand_still_where_the_figures_stand),
        cmocka_unit_test(planted_feet_are_flat),
        cmocka_unit_test(planted_shoes_are_flat),
        cmocka_unit_test(the_lowest_corner_of_a_planted_shoe_is_on_the_ground),
        cmocka_unit_test(on_a_slope_toes_take_the_height_of_the_ground_under_them),
        cmocka_unit_test(the_body_goes_the_way_of_the_figure),
        cmocka_unit_test(hips_over_a_seat_keep_the_figures_height),
        cmocka_unit_test(bones_keep_their_lengths_and_nothing_jumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
