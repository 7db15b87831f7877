/* Tests the training of the pose prior on rows that are drawn from a known mixture, and the styles that
 * frames get from speed, height and hands. */
#include "train/prior/pose_prior.h"

#include "core/anim/source.h"
#include "core/base/rng.h"
#include "train/corrective/poses.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"

#include <math.h>
#include <stdlib.h>

#define D PD_TRAIN_PRIOR_DIM

/* Makes a clip of a person who stands, then moves ahead at 1 m/s, then at 3 m/s, two seconds each. */
static void stroll(pd_anim_clip *clip)
{
    pd_anim_skeleton human;
    double z = 0;
    human_init(&human);
    assert_int_equal(pd_anim_clip_init(clip, &human, 180, 30, NULL), PD_OK);
    for (int t = 0; t < 180; t++) {
        double swing = 0.4 * sin(0.3 * t) * (t >= 60);
        pd_quat *q = pd_anim_clip_frame(clip, t);
        q[1] = pd_q_from_rotvec(pd_vec3_make(swing, 0, 0));
        q[2] = pd_q_from_rotvec(pd_vec3_make(-swing, 0, 0));
        q[16] = pd_q_from_rotvec(pd_vec3_make(0, 0, -1.3)); /* arms hang */
        q[17] = pd_q_from_rotvec(pd_vec3_make(0, 0, 1.3));
        z += t < 60 ? 0 : t < 120 ? 1.0 / 30 : 0.1;
        clip->roots[t] = pd_vec3_make(0, 0.95, z);
    }
}

static void frames_get_the_style_that_they_show(void **state)
{
    (void)state;
    pd_anim_clip clip;
    pd_train_prior_rows rows;
    stroll(&clip);
    const pd_train_prior_clip named[] = {{&clip, "a", NULL}, {&clip, "b", "SadWalk"}};
    assert_int_equal(pd_train_prior_rows_init(&rows, named, 2, 1, NULL), PD_OK);
    assert_int_equal(rows.count, 2 * 2 * 60);
    for (int i = 0; i < 120; i += 2) {
        int t = i / 2; /* tenths of a second */
        int wanted = t < 17 ? PD_TRAIN_STYLE_STAND : t > 43 ? PD_TRAIN_STYLE_RUN : PD_TRAIN_STYLE_WALK;
        if ((t < 17 || t > 23) && (t < 37 || t > 43)) assert_int_equal(rows.styles[i], wanted);
        assert_int_equal(rows.styles[120 + i], PD_TRAIN_STYLE_SAD);
        assert_int_equal(rows.mirrored[i + 1], 1);
        /* the mirror image swaps the hips' turns about x */
        assert_true(fabs((double)(rows.x[i * D + 2] - rows.x[(i + 1) * D + 5])) < 1e-6);
    }
    pd_train_prior_rows_deinit(&rows);
    pd_anim_clip_deinit(&clip);
}

/* Draws rows of two styles, each with its own mean and one direction, and noise. */
static void sample_rows(pd_train_prior_rows *rows, int count)
{
    pd_rng rng;
    pd_rng_init(&rng, 5);
    *rows = (pd_train_prior_rows){.count = count};
    rows->x = calloc((size_t)count * D, sizeof *rows->x);
    rows->styles = calloc((size_t)count, 1);
    rows->held_out = calloc((size_t)count, 1);
    rows->mirrored = calloc((size_t)count, 1);
    rows->clips = calloc((size_t)count, sizeof *rows->clips);
    for (int i = 0; i < count; i++) {
        int run = i % 2;
        double along = 0.5 * pd_rng_normal(&rng);
        rows->styles[i] = run ? PD_TRAIN_STYLE_RUN : PD_TRAIN_STYLE_WALK;
        rows->held_out[i] = i % 5 == 0;
        for (int d = 0; d < D; d++)
            rows->x[i * D + d] = (float)((run && d == 10 ? 1 : 0) + (d % 3 == run ? 0.3 * along : 0) +
                                         0.02 * pd_rng_normal(&rng));
    }
}

static const pd_train_prior_options few = {
    .components = 2, .rank = 1, .rounds = 10, .noise = 1e-4, .shrink = 1e-3};

static void a_direction_and_a_mean_are_found_again(void **state)
{
    (void)state;
    pd_train_prior_rows rows;
    pd_ik_prior prior, *built;
    sample_rows(&rows, 2000);
    assert_int_equal(pd_train_prior_learn(&prior, &rows, &few, &pd_executor_serial, NULL), PD_OK);
    assert_int_equal(prior.component_count, 2);
    int run = pd_ik_prior_style(&prior, "run");
    assert_true(run >= 0 && prior.styles[run] == run);
    double mean = (double)(prior.centre[10] + prior.scale[10] * prior.means[run * D + 10]), off = 0, on = 0;
    assert_true(fabs(mean - 1) < 0.02);
    for (int d = 0; d < D; d++) {
        double w = (double)(prior.bases[run * D + d] * prior.scale[d]);
        *(d % 3 == 1 ? &on : &off) += w * w;
    }
    assert_true(sqrt(on / 24) > 0.13 && sqrt(on / 24) < 0.17); /* .5 x .3 */
    assert_true(off < 0.02 * on);
    assert_int_equal(pd_ik_prior_build(&built, &prior, NULL), PD_OK);
    double learned = pd_train_prior_nll(built, &rows, 0, 0, &pd_executor_serial);
    double held_out = pd_train_prior_nll(built, &rows, 1, 0, &pd_executor_serial);
    assert_true(fabs(learned - held_out) < 2);
    assert_true(held_out < -100);
    pd_ik_prior_release(built);
    pd_train_prior_rows_deinit(&rows);
}

/* Runs tasks backwards and with changing worker numbers. */
static void run_backwards(void *ctx, pd_task *task, void *arg, int count)
{
    (void)ctx;
    for (int i = count; i-- > 0;) task(arg, i, i % 3);
}

static void any_executor_gives_the_same_bits(void **state)
{
    (void)state;
    const pd_executor backwards = {run_backwards, NULL, 3};
    const pd_train_prior_options o = {.components = 7, .rank = 3, .rounds = 4};
    pd_train_prior_rows rows;
    pd_ik_prior a, b;
    pd_buffer files[2] = {{0}, {0}};
    sample_rows(&rows, 1000);
    assert_int_equal(pd_train_prior_learn(&a, &rows, &o, &pd_executor_serial, NULL), PD_OK);
    assert_int_equal(pd_train_prior_learn(&b, &rows, &o, &backwards, NULL), PD_OK);
    assert_int_equal(a.component_count, 7);
    assert_int_equal(pd_ik_prior_encode(&files[0], &a, NULL), PD_OK);
    assert_int_equal(pd_ik_prior_encode(&files[1], &b, NULL), PD_OK);
    assert_int_equal(files[0].size, files[1].size);
    assert_memory_equal(files[0].data, files[1].data, files[0].size);
    for (int i = 0; i < 2; i++) pd_buffer_deinit(&files[i]);
    pd_ik_prior_deinit(&a);
    pd_ik_prior_deinit(&b);
    pd_train_prior_rows_deinit(&rows);
}

static void nothing_to_learn_from_is_an_error(void **state)
{
    (void)state;
    pd_train_prior_rows none = {0};
    pd_ik_prior prior;
    pd_error err = {0};
    assert_int_equal(pd_train_prior_learn(&prior, &none, &few, &pd_executor_serial, &err), PD_ERR_INVALID);
    assert_string_equal(err.detail, "no pose to learn from; at least one expected");
}

/* ---- where one style ends and the next begins */

/* A clip of 21 frames at 60 Hz that moves by `way` a second, every frame in the same pose. */
typedef struct scene {
    pd_vec3 way;
    double crouch, lift, bend,
        collar; /* radians: of thighs and shins; of both arms from hanging; of both elbows */
} scene;

static void make_scene(pd_anim_clip *clip, const scene *s)
{
    pd_anim_skeleton human;
    human_init(&human);
    assert_int_equal(pd_anim_clip_init(clip, &human, 21, 20, NULL), PD_OK);
    for (int t = 0; t < 21; t++) {
        pd_quat *q = pd_anim_clip_frame(clip, t);
        for (int side = 0; side < 2; side++) {
            double sign = side ? -1 : 1;
            q[1 + side] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), -s->crouch);
            q[4 + side] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 2 * s->crouch);
            q[13 + side] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), sign * s->collar);
            q[16 + side] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), sign * (s->lift - M_PI / 2));
            q[18 + side] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), -sign * s->bend);
        }
        clip->roots[t] = pd_vec3_fma(pd_vec3_make(0, 0.95, 0), t / 20.0, s->way);
    }
}

static int style_of(const scene *s)
{
    pd_anim_clip clip;
    pd_train_prior_rows rows;
    make_scene(&clip, s);
    const pd_train_prior_clip named = {&clip, "a", NULL};
    assert_int_equal(pd_train_prior_rows_init(&rows, &named, 1, 1, NULL), PD_OK);
    assert_int_equal(rows.count, 2 * 11);
    int style = rows.styles[10];
    for (int i = 0; i < rows.count; i++)
        assert_int_equal(rows.styles[i], style); /* the ends' window is shorter */
    pd_train_prior_rows_deinit(&rows);
    pd_anim_clip_deinit(&clip);
    return style;
}

/* Returns a scene that moves at `speed` in a direction so many degrees to the left of its facing. */
static scene going(double speed, double degrees)
{
    double a = degrees * M_PI / 180;
    return (scene){.way = pd_vec3_make(speed * sin(a), 0, speed * cos(a))};
}

static void speeds_and_directions_change_the_style_where_the_table_says(void **state)
{
    (void)state;
    static const struct {
        double speed, degrees;
        int style;
    } rows[] = {
        {0, 0, PD_TRAIN_STYLE_STAND},     {0.29, 0, PD_TRAIN_STYLE_STAND},   {0.31, 0, PD_TRAIN_STYLE_WALK},
        {1.99, 0, PD_TRAIN_STYLE_WALK},   {2.01, 0, PD_TRAIN_STYLE_RUN},     {1, 49, PD_TRAIN_STYLE_WALK},
        {1, 51, PD_TRAIN_STYLE_SIDE},     {1, 129, PD_TRAIN_STYLE_SIDE},     {1, 131, PD_TRAIN_STYLE_BACK},
        {1, 180, PD_TRAIN_STYLE_BACK},    {0.29, 131, PD_TRAIN_STYLE_STAND}, {0.31, 131, PD_TRAIN_STYLE_BACK},
        {0.29, 90, PD_TRAIN_STYLE_STAND}, {0.31, 90, PD_TRAIN_STYLE_SIDE},   {3, 90, PD_TRAIN_STYLE_RUN},
        {3, 129, PD_TRAIN_STYLE_RUN},     {3, 131, PD_TRAIN_STYLE_BACK}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int side = -1; side <= 1; side += 2) {
            scene s = going(rows[i].speed, side * rows[i].degrees);
            assert_int_equal(style_of(&s), rows[i].style);
            s.way.y = 0.69;
            assert_int_equal(style_of(&s), rows[i].style);
            s.way.y = side * 0.71;
            assert_int_equal(style_of(&s), PD_TRAIN_STYLE_JUMP);
        }
}

/* Computes the positions of the joints by forward kinematics. */
static void places(pd_vec3 at[PD_ANIM_MAX_JOINTS], const scene *s)
{
    pd_anim_clip clip;
    make_scene(&clip, s);
    pd_anim_clip_pose(at, NULL, &clip, 0);
    pd_anim_clip_deinit(&clip);
}

/* Finds by bisection the *value between low and high at which the style of s changes. */
static void find_change(const scene *s, double *value, double low, double high)
{
    *value = low;
    int before = style_of(s);
    *value = high;
    assert_int_not_equal(style_of(s), before);
    while (high - low > 1e-5) {
        *value = (low + high) / 2;
        *(style_of(s) == before ? &low : &high) = *value;
    }
}

static void a_crouch_begins_at_four_fifths_of_the_standing_height(void **state)
{
    (void)state;
    scene s = going(1, 0);
    pd_vec3 rest[PD_ANIM_MAX_JOINTS], at[PD_ANIM_MAX_JOINTS];
    places(rest, &s);
    find_change(&s, &s.crouch, 0, 1);
    places(at, &s);
    assert_near((at[0].y - at[10].y) / (rest[0].y - rest[10].y), 0.8, 1e-4);
    s.crouch += 0.01;
    assert_int_equal(style_of(&s), PD_TRAIN_STYLE_CROUCH);
}

static void a_hand_reaches_when_it_is_high_and_far_from_its_shoulder(void **state)
{
    (void)state;
    scene s = going(1, 0);
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    places(at, &s);
    double arm = pd_vec3_distance(at[16], at[18]) + pd_vec3_distance(at[18], at[20]);
    find_change(&s, &s.lift, 0, M_PI / 2); /* straight arms, from hanging up */
    places(at, &s);
    assert_near(at[16].y - at[20].y, 0.25 * arm, 1e-3);
    s.lift = M_PI / 2;
    assert_int_equal(style_of(&s), PD_TRAIN_STYLE_REACH);
    find_change(&s, &s.bend, 0, 2); /* level arms, elbows bent forward */
    places(at, &s);
    assert_near(pd_vec3_distance(at[16], at[20]), 0.85 * arm, 1e-3);
    s.bend = 1.3, s.collar = 0.3;
    find_change(&s, &s.lift, M_PI / 2, M_PI / 2 + 1.3); /* bent arms, up over the head */
    places(at, &s);
    assert_near(at[20].y - at[15].y, 0.2, 1e-3);
}

static void words_of_the_description_precede_observed_features(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int style;
    } rows[] = {{"a game of basketball", PD_TRAIN_STYLE_DRIBBLE},
                {"SadWalk 2", PD_TRAIN_STYLE_SAD},
                {"skipping", PD_TRAIN_STYLE_SKIP},
                {"walk to skip", PD_TRAIN_STYLE_SKIP},
                {"skip to walk", PD_TRAIN_STYLE_SKIP},
                {"walk", PD_TRAIN_STYLE_WALK},
                {NULL, PD_TRAIN_STYLE_WALK}};
    scene s = going(1, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_anim_clip clip;
        pd_train_prior_rows got;
        make_scene(&clip, &s);
        const pd_train_prior_clip named = {&clip, "a", rows[i].text};
        assert_int_equal(pd_train_prior_rows_init(&got, &named, 1, 1, NULL), PD_OK);
        assert_int_equal(got.styles[0], rows[i].style);
        pd_train_prior_rows_deinit(&got);
        pd_anim_clip_deinit(&clip);
    }
}

/* ---- rows */

/* Returns a random local rotation within the range of every joint. */
static pd_quat small_turn(pd_rng *rng)
{
    return pd_q_from_rotvec(
        pd_vec3_make(0.05 * pd_rng_normal(rng), 0.05 * pd_rng_normal(rng), 0.05 * pd_rng_normal(rng)));
}

static void a_row_is_the_lean_and_the_rotation_vectors_and_its_mirror_image_follows(void **state)
{
    (void)state;
    enum { CLIPS = 12, FRAMES = 31 };
    static pd_anim_clip clips[CLIPS];
    static char names[CLIPS][16];
    pd_train_prior_clip named[CLIPS];
    pd_train_prior_rows rows;
    pd_anim_skeleton human;
    pd_rng rng;
    pd_rng_init(&rng, 3);
    human_init(&human);
    for (int i = 0; i < CLIPS; i++) {
        assert_int_equal(pd_anim_clip_init(&clips[i], &human, FRAMES, i ? 30 : 5, NULL), PD_OK);
        for (int t = 0; t < FRAMES; t++)
            for (int k = 0; k < 24; k++) pd_anim_clip_frame(&clips[i], t)[k] = small_turn(&rng);
        snprintf(names[i], sizeof names[i], "take %d", i);
        named[i] = (pd_train_prior_clip){&clips[i], names[i], NULL};
    }
    /* one frame has lost a marker */
    pd_anim_clip_frame(&clips[1], 6)[4] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), -2.5);
    assert_int_equal(pd_train_prior_rows_init(&rows, named, CLIPS, 4, NULL), PD_OK);
    assert_int_equal(rows.count,
                     2 * (FRAMES + (CLIPS - 1) * 11 - 1)); /* every frame at 5 Hz, every third at 30 */
    int row = 0, held_out = 0;
    for (int i = 0; i < CLIPS; i++)
        for (int t = 0; t < FRAMES; t += i ? 3 : 1) {
            if (i == 1 && t == 6) continue;
            const pd_quat *q = pd_anim_clip_frame(&clips[i], t);
            for (int m = 0; m < 2; m++, row++) {
                const float *x = rows.x + (size_t)row * D;
                pd_vec3 up = pd_q_rotate(pd_q_conjugate(q[0]), pd_vec3_make(0, 1, 0));
                assert_int_equal(rows.mirrored[row], m);
                assert_int_equal(rows.clips[row], i);
                assert_int_equal(rows.held_out[row], pd_train_pose_is_held_out(names[i], 4));
                held_out += rows.held_out[row];
                assert_near((double)x[0], m ? -up.x : up.x, 1e-6);
                assert_near((double)x[1], up.z, 1e-6);
                for (int k = 1; k < 24; k++) {
                    char name[32];
                    snprintf(name, sizeof name, "%s", pd_anim_smpl_names[k]);
                    if (m && !strncmp(name, "left_", 5))
                        snprintf(name, sizeof name, "right_%s", pd_anim_smpl_names[k] + 5);
                    else if (m && !strncmp(name, "right_", 6))
                        snprintf(name, sizeof name, "left_%s", pd_anim_smpl_names[k] + 6);
                    pd_vec3 r = pd_q_to_rotvec(q[pd_anim_skeleton_find(&human, name)]);
                    assert_near((double)x[2 + 3 * (k - 1)], r.x, 1e-6);
                    assert_near((double)x[3 + 3 * (k - 1)], m ? -r.y : r.y, 1e-6);
                    assert_near((double)x[4 + 3 * (k - 1)], m ? -r.z : r.z, 1e-6);
                }
            }
        }
    assert_true(held_out > 0 && held_out < rows.count / 2);
    assert_int_equal(pd_train_prior_rows_count(&rows, -1, 1), held_out);
    assert_int_equal(pd_train_prior_rows_count(&rows, -1, 0), rows.count - held_out);
    pd_train_prior_rows_deinit(&rows);
    for (int i = 0; i < CLIPS; i++) pd_anim_clip_deinit(&clips[i]);
}

/* ---- EM has come to rest where its equations hold */

/* Rows of one style from two overlapping Gaussians of different spread, two directions each. */
static void draw_two(pd_train_prior_rows *rows, int count)
{
    pd_rng rng;
    sample_rows(rows, count);
    pd_rng_init(&rng, 11);
    for (int i = 0; i < count; i++) {
        int second = i % 3 == 0;
        double a = pd_rng_normal(&rng), b = pd_rng_normal(&rng), size = second ? 0.4 : 0.25;
        rows->styles[i] = PD_TRAIN_STYLE_WALK;
        rows->held_out[i] = 0;
        for (int d = 0; d < D; d++)
            rows->x[i * D + d] = (float)((second && d < 6 ? 0.35 : 0) +
                                         (d % 4 == second   ? 0.5 * a
                                          : d % 5 == second ? 0.3 * b
                                                            : 0) +
                                         size * pd_rng_normal(&rng));
    }
}

static void learned_mixtures_satisfy_the_equations_of_em(void **state)
{
    (void)state;
    enum { N = 3000, K = 2, Q = 2 };
    const pd_train_prior_options o = {.components = K, .rank = Q, .rounds = 400, .noise = 1e-4, .shrink = 40};
    static double x[N][D], r[N][K], spread[D][D], cov[D][D], centre[D];
    pd_train_prior_rows rows;
    pd_ik_prior prior, *built;
    draw_two(&rows, N);
    assert_int_equal(pd_train_prior_learn(&prior, &rows, &o, &pd_executor_serial, NULL), PD_OK);
    assert_int_equal(pd_ik_prior_build(&built, &prior, NULL), PD_OK);
    assert_int_equal(built->component_count, K);
    for (int d = 0; d < D; d++) { /* scaled by centre and deviation of all rows */
        double sum = 0, square = 0;
        for (int i = 0; i < N; i++) sum += rows.x[i * D + d] / (double)N;
        for (int i = 0; i < N; i++) square += (rows.x[i * D + d] - sum) * (rows.x[i * D + d] - sum) / N;
        assert_near((double)built->centre[d], sum, 1e-5);
        assert_near((double)built->scale[d], sqrt(square), 1e-5);
        for (int i = 0; i < N; i++)
            x[i][d] = (rows.x[i * D + d] - (double)built->centre[d]) / (double)built->scale[d];
    }
    for (int i = 0; i < N; i++)
        for (int a = 0; a < D; a++)
            for (int b = 0; b < D; b++) spread[a][b] += x[i][a] * x[i][b] / N;
    for (int i = 0; i < N; i++) {
        double l[K];
        for (int k = 0; k < K; k++) l[k] = pd_ik_prior_component_log(built, k, x[i]);
        for (int k = 0; k < K; k++) r[i][k] = 1 / (1 + exp(l[!k] - l[k]));
    }
    for (int k = 0; k < K; k++) {
        double total = 0, trace = 0, along[Q] = {0};
        for (int i = 0; i < N; i++) total += r[i][k];
        assert_true(total > 0.2 * N);
        assert_near((double)built->weights[k], total / N, 2e-3);
        memset(centre, 0, sizeof centre), memset(cov, 0, sizeof cov);
        for (int i = 0; i < N; i++)
            for (int d = 0; d < D; d++) centre[d] += r[i][k] * x[i][d] / total;
        for (int d = 0; d < D; d++) assert_near((double)built->means[k * D + d], centre[d], 0.01);
        for (int i = 0; i < N; i++)
            for (int a = 0; a < D; a++)
                for (int b = 0; b < D; b++)
                    cov[a][b] += r[i][k] * (x[i][a] - centre[a]) * (x[i][b] - centre[b]);
        for (int a = 0; a < D; a++)
            for (int b = 0; b < D; b++)
                cov[a][b] = (cov[a][b] + o.shrink * spread[a][b]) / (total + o.shrink);
        for (int a = 0; a < D; a++) trace += cov[a][a];
        double noise = (double)built->noise[k], has = D * noise;
        for (int q = 0; q < Q; q++) { /* W's columns are eigenvectors of S with eigenvalue |w|^2 + noise */
            const float *w = built->bases + ((size_t)k * Q + (size_t)q) * D;
            double square = 0;
            for (int a = 0; a < D; a++) square += (double)w[a] * w[a];
            for (int a = 0; a < D; a++)
                for (int b = 0; b < D; b++) along[q] += w[a] * cov[a][b] * w[b] / square;
            assert_near(along[q], square + noise, 0.01 * (square + noise));
            has += square;
        }
        assert_near(has, trace, 0.005 * trace);
    }
    pd_ik_prior_release(built);
    pd_train_prior_rows_deinit(&rows);
}

/* Components are shared out by the root of the poses, a style with few getting one. */
static void styles_get_components_by_the_root_of_their_poses(void **state)
{
    (void)state;
    static const struct {
        int style, rows, components;
    } wanted[] = {
        {PD_TRAIN_STYLE_WALK, 1600, 4}, {PD_TRAIN_STYLE_RUN, 400, 2}, {PD_TRAIN_STYLE_STAND, 60, 1}};
    pd_train_prior_rows rows;
    pd_ik_prior prior;
    sample_rows(&rows, 2060);
    for (int i = 0, s = 0, left = 1600; i < rows.count; i++, left--) {
        if (!left) left = wanted[++s].rows;
        rows.styles[i] = (unsigned char)wanted[s].style, rows.held_out[i] = 0;
    }
    const pd_train_prior_options o = {.components = 7, .rank = 1, .rounds = 2};
    assert_int_equal(pd_train_prior_learn(&prior, &rows, &o, &pd_executor_serial, NULL), PD_OK);
    assert_int_equal(prior.component_count, 7);
    for (int s = 0; s < 3; s++) {
        int number = pd_ik_prior_style(&prior, pd_train_style_name((pd_train_style)wanted[s].style)),
            count = 0;
        double weight = 0;
        for (int k = 0; k < 7; k++)
            count += prior.styles[k] == number,
                weight += prior.styles[k] == number ? (double)prior.weights[k] : 0;
        assert_int_equal(count, wanted[s].components);
        assert_near(weight, 1, 1e-5);
        assert_near((double)prior.style_weights[number], wanted[s].rows / 2060.0, 1e-5);
    }
    pd_ik_prior_deinit(&prior);
    pd_train_prior_rows_deinit(&rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_get_the_style_that_they_show),
        cmocka_unit_test(a_direction_and_a_mean_are_found_again),
        cmocka_unit_test(any_executor_gives_the_same_bits),
        cmocka_unit_test(nothing_to_learn_from_is_an_error),
        cmocka_unit_test(speeds_and_directions_change_the_style_where_the_table_says),
        cmocka_unit_test(a_crouch_begins_at_four_fifths_of_the_standing_height),
        cmocka_unit_test(a_hand_reaches_when_it_is_high_and_far_from_its_shoulder),
        cmocka_unit_test(words_of_the_description_precede_observed_features),
        cmocka_unit_test(a_row_is_the_lean_and_the_rotation_vectors_and_its_mirror_image_follows),
        cmocka_unit_test(learned_mixtures_satisfy_the_equations_of_em),
        cmocka_unit_test(styles_get_components_by_the_root_of_their_poses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
