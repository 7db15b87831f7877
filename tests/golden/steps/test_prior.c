/* What is learned of poses - rows and styles, mixtures, joints' ranges, the first steps of a pose network - against what it came to before. That
 * it is right is for tests/unit/train/prior; what no rule holds is seen here.
 *
 * tests/golden/steps/prior.txt: POSED_GOLDEN=write makes it anew, which a change of the training asks for. */
#include "tests/support/fixture.h"
#include "tests/support/golden_lines.h"

#include "core/anim/source.h"
#include "core/base/rng.h"
#include "train/prior/joint_ranges.h"
#include "train/prior/pose_network.h"
#include "train/prior/pose_prior.h"
#include "tests/support/human.h"

#define D         PD_TRAIN_PRIOR_DIM
#define TOLERANCE 1e-6
#define CLIPS     12
#define FRAMES    150

static pd_anim_clip clips[CLIPS];
static char names[CLIPS][16];

/* People who go their way at their own speed and turn, crouch, reach, jump and kick, by chance. */
static void move_somehow(pd_anim_clip *clip, uint64_t seed)
{
    pd_rng rng;
    pd_anim_skeleton human;
    double phase[24][3], size[24];
    pd_rng_init(&rng, seed);
    human_init(&human);
    assert_int_equal(pd_anim_clip_init(clip, &human, FRAMES, 30, NULL), PD_OK);
    double speed = seed % 3 ? pd_rng_between(&rng, -1, 4) : 0, aside = seed % 5 == 1 ? 1.2 : 0,
           turn = pd_rng_between(&rng, -1, 1);
    double crouch = seed % 4 == 1 ? 0.3 : 0, jump = seed % 4 == 2 ? 0.4 : 0, x = 0, z = 0;
    for (int j = 0; j < 24; j++) {
        size[j] = pd_rng_between(&rng, 0.02, 0.5);
        for (int c = 0; c < 3; c++) phase[j][c] = pd_rng_between(&rng, 0, 6);
    }
    for (int t = 0; t < FRAMES; t++) {
        double yaw = turn * t / 30;
        for (int j = 0; j < 24; j++) {
            double r[3];
            for (int c = 0; c < 3; c++) r[c] = size[j] * sin(0.15 * t + phase[j][c]) * (j ? 1 : 0.1);
            pd_anim_clip_frame(clip, t)[j] = pd_q_from_rotvec(pd_vec3_make(r[0], r[1], r[2]));
        }
        for (int side = 0; side < 2 && seed % 6 != 4; side++) { /* arms hang */
            pd_quat *arm = pd_anim_clip_frame(clip, t) + 16 + side;
            *arm = pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 0, 1), side ? 1.3 : -1.3),
                            pd_q_from_rotvec(pd_vec3_make(0.2 * sin(0.15 * t), 0, 0)));
        }
        pd_quat *root = pd_anim_clip_frame(clip, t);
        *root = pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw), *root);
        x += (speed * sin(yaw) + aside * cos(yaw)) / 30, z += (speed * cos(yaw) - aside * sin(yaw)) / 30;
        clip->roots[t] = pd_vec3_make(x, 0.95 - (t > 50 ? crouch : 0) + jump * fmax(0, sin(0.1 * t)), z);
    }
}

static int set_up(void **state)
{
    (void)state;
    for (int i = 0; i < CLIPS; i++) {
        move_somehow(&clips[i], (uint64_t)i + 1);
        snprintf(names[i], sizeof names[i], "clip_%d", i);
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < CLIPS; i++) pd_anim_clip_deinit(&clips[i]);
    return 0;
}

static void add_floats(golden_lines *g, const char *name, const float *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (1 + (double)(i % 97) / 97) * (double)values[i];
    golden_lines_add(g, name, &sum, 1, TOLERANCE);
}

static void add_prior(golden_lines *g, const pd_train_prior_rows *rows, const pd_train_prior_options *o)
{
    pd_ik_prior p, *built;
    assert_int_equal(pd_train_prior_learn(&p, rows, o, &pd_fixture_shuffled, NULL), PD_OK);
    size_t k = (size_t)p.component_count, dim = (size_t)p.dim;
    double styles = 0, span = 0;
    for (size_t i = 0; i < k; i++) styles += (1 + (double)i) * p.styles[i];
    for (size_t i = 0; i < k * (size_t)p.rank * dim; i++)
        span += (double)p.bases[i] * (double)p.bases[i] * (1 + (double)(i % dim));
    golden_lines_add(g, "sizes",
                     (double[]){p.joint_count, p.dim, p.component_count, p.rank, p.style_count, styles, span},
                     7, 1e-4);
    add_floats(g, "centre", p.centre, dim), add_floats(g, "scale", p.scale, dim);
    add_floats(g, "style_weights", p.style_weights, (size_t)p.style_count);
    add_floats(g, "means", p.means, k * dim), add_floats(g, "noise", p.noise, k),
        add_floats(g, "weights", p.weights, k);
    assert_int_equal(pd_ik_prior_build(&built, &p, NULL), PD_OK);
    double out[4];
    for (int i = 0; i < 4; i++) out[i] = pd_train_prior_nll(built, rows, i / 2, i % 2, &pd_fixture_shuffled);
    golden_lines_add(g, "nll", out, 4, 1e-4);
    pd_ik_prior_release(built);
}

static void priors_are_what_they_were(void **state)
{
    (void)state;
    static const char *const words[CLIPS] = {[3] = "skip", [5] = "a sad walk", [7] = "dribble"};
    golden_lines g;
    pd_train_prior_clip named[CLIPS];
    pd_train_prior_rows rows;
    for (int i = 0; i < CLIPS; i++) named[i] = (pd_train_prior_clip){&clips[i], names[i], words[i]};
    golden_lines_begin(&g, "tests/golden/steps/prior.txt");
    assert_int_equal(pd_train_prior_rows_init(&rows, named, CLIPS, 3, NULL), PD_OK);
    for (int i = 0; i < rows.count; i += 7)
        add_floats(&g, pd_train_style_name((pd_train_style)rows.styles[i]), rows.x + (size_t)i * D, D);
    for (int s = -1; s < PD_TRAIN_STYLE_COUNT; s++) {
        const double counts[2] = {pd_train_prior_rows_count(&rows, s, 0),
                                  pd_train_prior_rows_count(&rows, s, 1)};
        golden_lines_add(&g, "rows", counts, 2, 0);
    }
    add_prior(&g, &rows, &(pd_train_prior_options){.components = 14, .rank = 3, .rounds = 4});
    add_prior(&g, &rows,
              &(pd_train_prior_options){.components = 4,
                                        .rank = -1,
                                        .rounds = 3,
                                        .one_style = 1,
                                        .noise = 0.05,
                                        .shrink = 20,
                                        .seed = 4});
    pd_train_prior_rows_deinit(&rows);
    golden_lines_end(&g);
}

static void ranges_are_what_they_were(void **state)
{
    (void)state;
    golden_lines g;
    pd_train_pose_clip named[CLIPS];
    for (int i = 0; i < CLIPS; i++) named[i] = (pd_train_pose_clip){&clips[i], names[i]};
    golden_lines_begin(&g, "tests/golden/steps/range.txt");
    for (int how = 0; how < 3; how++) {
        const pd_train_range_options o = {
            .seed = (uint64_t)how, .rejected = how == 1 ? 0.05 : 0, .margin_deg = how == 2 ? 4 : 0};
        pd_train_ranges r;
        pd_train_ranges_score score;
        assert_int_equal(pd_train_ranges_learn(&r, named, CLIPS, &o, NULL), PD_OK);
        golden_lines_add(&g, "clips", (double[]){r.clips, r.clips_held_out}, 2, 0);
        for (int k = 0; r.rows[k].name; k++) {
            const pd_anim_range *row = &r.rows[k];
            golden_lines_add(&g, row->name,
                             (double[]){row->min_deg[0], row->min_deg[1], row->min_deg[2], row->max_deg[0],
                                        row->max_deg[1], row->max_deg[2], (double)r.poses[k], r.left_out[k],
                                        pd_train_range_volume(row)},
                             9, TOLERANCE);
        }
        for (int held = 0; held < 2; held++) {
            assert_int_equal(pd_train_ranges_judge(&score, how ? r.rows : pd_anim_ranges_anatomical, named,
                                                   CLIPS, o.seed ? o.seed : 1, held, NULL),
                             PD_OK);
            golden_lines_add(&g, "score",
                             (double[]){(double)score.poses, score.rejected, score.rejected_believed}, 3,
                             TOLERANCE);
            golden_lines_add(&g, "by_row", score.by_row, PD_TRAIN_RANGES_MAX - 1, TOLERANCE);
        }
    }
    golden_lines_end(&g);
}

static void the_pose_network_learns_as_it_did(void **state)
{
    (void)state;
    golden_lines g;
    pd_anim_skeleton sk;
    pd_train_pose_motion motion;
    pd_ik_neural_body body;
    pd_train_pose_network *training;
    pd_ik_neural_weights out;
    pd_train_pose_network_options options = pd_train_pose_network_defaults();
    const pd_anim_clip *list[CLIPS];
    for (int i = 0; i < CLIPS; i++) list[i] = &clips[i];
    human_init(&sk);
    golden_lines_begin(&g, "tests/golden/steps/pose_network.txt");
    assert_int_equal(pd_train_pose_motion_init(&motion, list, CLIPS, 30, NULL), PD_OK);
    assert_int_equal(pd_ik_neural_body_of(&body, &sk, NULL), PD_OK);
    pd_train_pose_world world = {&motion, &body, 1, {0.2, 0.2, 0.05, 0.005, 0.03}};
    options.hidden = 24, options.blocks = 1, options.steps = 12, options.rate = 5e-3;
    assert_int_equal(pd_train_pose_network_create(&training, &world, &options, &pd_fixture_shuffled, NULL),
                     PD_OK);
    for (int s = 0; s < 12; s++) {
        double cost = pd_train_pose_network_step(training);
        golden_lines_add(&g, "cost", &cost, 1, 1e-4);
    }
    assert_int_equal(pd_train_pose_network_export(&out, training, NULL), PD_OK);
    add_floats(&g, "params", out.params, pd_ik_neural_param_count(24, 1));
    pd_ik_neural_weights_deinit(&out);
    pd_train_pose_network_release(training);
    pd_train_pose_motion_deinit(&motion);
    golden_lines_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(priors_are_what_they_were),
        cmocka_unit_test(ranges_are_what_they_were),
        cmocka_unit_test(the_pose_network_learns_as_it_did),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
