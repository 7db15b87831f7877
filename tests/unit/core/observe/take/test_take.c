/* @heavy: takes over five seconds under ASan. */
#include "core/observe/registered.h"
#include "tests/support/sight_group.h"
#include "tests/support/takes.h"

static void the_motion_is_recovered_from_markers(void **state)
{
    takes_fit f;
    takes t;

    (void)state;
    takes_open(&t, model, 60, 3);
    takes_fit_open(&f, &t, model, &prior, &pd_executor_serial);
    takes_run(&f, model);
    assert_int_equal(f.take.status, PD_OBSERVE_TAKE_DONE);
    assert_true(f.take.calibration_count >= 10);
    assert_int_equal(f.take.exchanged_count, 0);
    assert_true(f.take.rms < 0.004);
    double worst = 0;
    for (int i = 0; i < t.frames; i++) worst = fmax(worst, takes_distance(&f, &t, model, i));
    print_message("rms %.1f mm, joints %.1f mm at worst\n", 1000 * f.take.rms, 1000 * worst);
    assert_true(worst < 0.03);
    for (int b = 0; b < SIGHT_BETAS; b++) assert_true(f.take.betas_sd[b] > 0 && f.take.betas_sd[b] < 1.001);
    takes_fit_close(&f);
    takes_close(&t);
}

/* A wrist and a knee each lose their marker for a while, one frame sees nothing,
 * two markers are exchanged in five frames. */
static void gaps_are_bridged_and_exchanged_markers_found(void **state)
{
    takes_fit f;
    takes t;

    (void)state;
    takes_open(&t, model, 60, 5);
    for (int i = 20; i < 30; i++)
        for (int c = 0; c < 3; c++) {
            t.file.positions[3 * (i * TAKES_MARKERS + 9) + c] = NAN;
            t.file.positions[3 * (i * TAKES_MARKERS + 16) + c] = NAN;
        }
    for (int i = 0; i < 3 * TAKES_MARKERS; i++) t.file.positions[3 * 40 * TAKES_MARKERS + i] = NAN;
    for (int i = 50; i < 55; i++)
        for (int c = 0; c < 3; c++) {
            float *a = &t.file.positions[3 * (i * TAKES_MARKERS + 7) + c],
                  *b = &t.file.positions[3 * (i * TAKES_MARKERS + 18) + c], kept = *a;
            *a = *b, *b = kept;
        }
    takes_fit_open(&f, &t, model, &prior, &pd_executor_serial);
    takes_run(&f, model);
    assert_int_equal(f.take.exchanged_count, 5);
    for (int i = 0; i < t.frames; i++)
        for (int p = 0; p < TAKES_MARKERS; p++) {
            const bool swapped = i >= 50 && i < 55 && (p == 7 || p == 18);
            assert_int_equal(f.take.taken[i * TAKES_MARKERS + p], swapped ? 25 - p : p);
        }
    assert_true(isnan(f.take.residuals[20 * TAKES_MARKERS + 9]));
    assert_true(f.take.rms < 0.005);
    for (int i = 0; i < t.frames; i++) assert_true(takes_distance(&f, &t, model, i) < 0.025);
    takes_fit_close(&f);
    takes_close(&t);
}

static void backwards(void *ctx, pd_task *task, void *arg, int count)
{
    (void)ctx;
    for (int i = count; i-- > 0;) task(arg, i, i % 3);
}

static void workers_change_no_bit(void **state)
{
    const pd_executor other = {backwards, NULL, 3};
    takes_fit a, b;
    takes t;

    (void)state;
    takes_open(&t, model, 260, 7);
    takes_fit_open(&a, &t, model, &prior, &pd_executor_serial);
    takes_fit_open(&b, &t, model, &prior, &other);
    takes_run(&a, model);
    takes_run(&b, model);
    assert_memory_equal(a.take.rotations, b.take.rotations,
                        (size_t)t.frames * 9 * SIGHT_JOINTS * sizeof(float));
    assert_memory_equal(a.take.translations, b.take.translations, (size_t)t.frames * 3 * sizeof(float));
    assert_memory_equal(a.take.betas, b.take.betas, SIGHT_BETAS * sizeof(float));

    /* two windows meet at frame 240 without a step */
    for (int c = 0; c < 3; c++)
        assert_true(fabsf(a.take.translations[3 * 240 + c] - a.take.translations[3 * 239 + c]) < 0.01f);
    takes_fit_close(&a);
    takes_fit_close(&b);
    takes_close(&t);
}

static bool stop_soon(void *ctx, double done)
{
    int *asked = ctx;
    assert_true(done >= 0 && done <= 1);
    return ++*asked < 3;
}

static void a_fit_can_be_stopped(void **state)
{
    takes_fit f;
    takes t;
    int asked = 0;

    (void)state;
    takes_open(&t, model, 30, 7);
    takes_fit_open(&f, &t, model, &prior, &pd_executor_serial);
    f.take.keep_going = stop_soon, f.take.ctx = &asked;
    takes_run(&f, model);
    assert_int_equal(f.take.status, PD_OBSERVE_TAKE_STOPPED);
    assert_int_equal(asked, 3);
    takes_fit_close(&f);
    takes_close(&t);
}

/* Asked often also before the first window: what runs in one go is an iteration, or a frame. */
typedef struct asking {
    int first, shared;
    double stop_from, last;
} asking;

static bool ask(void *ctx, double done)
{
    asking *a = ctx;
    assert_true(done >= a->last);
    a->first += done < 0.1, a->shared += done >= 0.1 && done < 0.2;
    a->last = done;
    return done < a->stop_from;
}

static void keep_going_is_called_at_every_step_and_can_stop_each(void **state)
{
    asking all = {.stop_from = 2}, early = {.stop_from = 0.101};
    takes_fit f;
    takes t;

    (void)state;
    takes_open(&t, model, 30, 7);
    takes_fit_open(&f, &t, model, &prior, &pd_executor_serial);
    f.take.keep_going = ask, f.take.ctx = &all;
    takes_run(&f, model);
    assert_int_equal(f.take.status, PD_OBSERVE_TAKE_DONE);
    assert_int_equal(all.first, 30);
    assert_true(all.shared >= 3);

    f.take.ctx = &early;
    takes_run(&f, model);
    assert_int_equal(f.take.status, PD_OBSERVE_TAKE_STOPPED);
    assert_int_equal(early.shared, 2);
    takes_fit_close(&f);
    takes_close(&t);
}

/* Runs tasks in their order, and looks after the first window whether it wrote what is the second's. */
static void first_writes_its_own(void *ctx, pd_task *task, void *arg, int count)
{
    const takes_fit *f = ctx;
    for (int i = 0; i < count; i++) {
        task(arg, i, 0);
        for (int k = 240 * TAKES_MARKERS; i == 0 && k < f->take.frame_count * TAKES_MARKERS; k++)
            assert_int_equal(f->take.taken[k], k % TAKES_MARKERS);
    }
}

static void each_window_writes_its_own_frames_only(void **state)
{
    takes_fit f;
    const pd_executor in_order = {first_writes_its_own, &f, 2};
    takes t;

    (void)state;
    takes_open(&t, model, 252, 5);
    for (int i = 236; i < 246; i++)
        for (int c = 0; c < 3; c++) {
            float *a = &t.file.positions[3 * (i * TAKES_MARKERS + 7) + c],
                  *b = &t.file.positions[3 * (i * TAKES_MARKERS + 18) + c], kept = *a;
            *a = *b, *b = kept;
        }
    takes_fit_open(&f, &t, model, &prior, &in_order);
    takes_run(&f, model);
    assert_int_equal(f.take.exchanged_count, 10);
    for (int i = 236; i < 246; i++) assert_int_equal(f.take.taken[i * TAKES_MARKERS + 7], 18);
    takes_fit_close(&f);
    takes_close(&t);
}

/* A marker moves in one frame of the second window: the first keeps its bits, shape and offsets stay, and the
 * second follows it. */
static void only_windows_that_are_wanted_are_fitted_anew(void **state)
{
    enum { FRAMES = 300 };
    unsigned char again[FRAMES] = {0};
    takes_fit f;
    takes t;

    (void)state;
    takes_open(&t, model, FRAMES, 7);
    takes_fit_open(&f, &t, model, &prior, &pd_executor_serial);
    takes_run(&f, model);
    const size_t pose = 9 * SIGHT_JOINTS;
    float *before = malloc(FRAMES * pose * sizeof *before), betas[SIGHT_BETAS];
    memcpy(before, f.take.rotations, FRAMES * pose * sizeof *before);
    memcpy(betas, f.take.betas, sizeof betas);
    const double offset = f.take.offsets[7][1];

    for (int c = 0; c < 3; c++) f.set.at[3 * (270 * TAKES_MARKERS + 9) + c] += 0.02f;
    again[270] = 1;
    f.take.again = again;
    takes_run(&f, model);
    assert_int_equal(f.take.status, PD_OBSERVE_TAKE_DONE);
    assert_memory_equal(before, f.take.rotations, 240 * pose * sizeof *before);
    assert_memory_not_equal(before + 270 * pose, f.take.rotations + 270 * pose, pose * sizeof *before);
    assert_memory_equal(betas, f.take.betas, sizeof betas);
    assert_near(f.take.offsets[7][1], offset, 0);
    assert_true(f.take.residuals[270 * TAKES_MARKERS + 9] > 0.002f && f.take.rms < 0.005);
    free(before);
    takes_fit_close(&f);
    takes_close(&t);
}

static void bad_takes_are_refused_with_place_and_value(void **state)
{
    takes_fit f;
    takes t;
    pd_error err;

    (void)state;
    takes_open(&t, model, 12, 7);
    takes_fit_open(&f, &t, model, &prior, &pd_executor_serial);
    f.take.rate = 0;
    assert_int_equal(pd_observe_take_check(&f.take, model, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/rate");
    f.take.rate = 60, f.take.frame_count = 0;
    assert_int_equal(pd_observe_take_check(&f.take, model, &err), PD_ERR_LIMIT);
    f.take.frame_count = t.frames;
    f.set.at[3 * (2 * TAKES_MARKERS + 4) + 1] = 2e4f;
    assert_int_equal(pd_observe_take_check(&f.take, model, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/frames/2/4");
    for (int i = 0; i < 12 * TAKES_MARKERS; i++)
        if (i % TAKES_MARKERS > 4) f.set.at[3 * i] = NAN;
    f.set.at[3 * (2 * TAKES_MARKERS + 4) + 1] = 1;
    assert_int_equal(pd_observe_take_check(&f.take, model, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/frames");
    takes_fit_close(&f);
    takes_close(&t);
}

enum { MESHES = 5, SEEN = 200 };

/* Mean distance of all vertices of a frame from those it was seen of, by the forward pass. */
static double mesh_off(const pd_observe_take *t, int frame, const float *truth)
{
    const size_t v = (size_t)model->vertex_count;
    float *found = malloc(3 * v * sizeof *found);
    sight_person person = {0};
    double sum = 0;

    memcpy(person.betas, t->betas, sizeof person.betas);
    memcpy(person.rotations, t->rotations + 9 * SIGHT_JOINTS * frame, sizeof person.rotations);
    for (int c = 0; c < 3; c++) person.translation[c] = t->translations[3 * frame + c];
    sight_pose(found, NULL, model, &person);
    for (size_t i = 0; i < v; i++) {
        double square = 0;
        for (size_t c = 0; c < 3; c++) square += pow((double)found[3 * i + c] - (double)truth[3 * i + c], 2);
        sum += sqrt(square) / (double)v;
    }
    free(found);
    return sum;
}

/* A neighbour's pose is no place to begin from: the second was 9.1 mm off from there. */
static void meshes_in_any_order_of_poses_are_given_back(void **state)
{
    const size_t v = (size_t)model->vertex_count;
    float *meshes = malloc(MESHES * 3 * v * sizeof *meshes), *nearest = malloc(v * sizeof *nearest);
    float at[MESHES * SEEN * 3], rotations[MESHES * 9 * SIGHT_JOINTS], translations[3 * MESHES],
        betas[SIGHT_BETAS] = {0};
    int chosen[SEEN];
    pd_observe_part parts[SEEN];
    pd_observe_seen places[SEEN];
    sight_person person, shape;

    (void)state;
    pd_observe_registered_chosen(chosen, SEEN, model, nearest);
    sight_draw(&shape, 1, 1, 3);
    for (int f = 0; f < MESHES; f++) {
        sight_draw(&person, 1.3, 1, 20 + (uint64_t)f);
        memcpy(person.betas, shape.betas, sizeof shape.betas);
        sight_pose(meshes + 3 * v * (size_t)f, NULL, model, &person);
        for (int i = 0; i < 3 * SEEN; i++)
            at[3 * SEEN * f + i] = meshes[3 * (v * (size_t)f + (size_t)chosen[i / 3]) + (size_t)(i % 3)];
    }
    for (int i = 0; i < SEEN; i++) {
        parts[i] = (pd_observe_part){true, chosen[i], 1};
        places[i] = (pd_observe_seen){
            .parts = &parts[i], .part_count = 1, .mirror = i, .confidence = 1, .sigma = 1e-3};
    }
    pd_observe_take take = {.betas = betas,
                            .rotations = rotations,
                            .translations = translations,
                            .places = places,
                            .place_count = SEEN,
                            .at = at,
                            .frame_count = MESHES,
                            .rate = 30,
                            .smooth = -1,
                            .prior = &prior,
                            .executor = &pd_executor_serial};
    sight_take_run(&take, model);
    assert_int_equal(take.status, PD_OBSERVE_TAKE_DONE);
    for (int f = 0; f < MESHES; f++) {
        const double off = mesh_off(&take, f, meshes + 3 * v * (size_t)f);
        print_message("%.2f mm\n", 1000 * off);
        assert_true(off < 4e-4);
    }
    free(meshes), free(nearest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_motion_is_recovered_from_markers),
        cmocka_unit_test(gaps_are_bridged_and_exchanged_markers_found),
        cmocka_unit_test(workers_change_no_bit),
        cmocka_unit_test(a_fit_can_be_stopped),
        cmocka_unit_test(keep_going_is_called_at_every_step_and_can_stop_each),
        cmocka_unit_test(each_window_writes_its_own_frames_only),
        cmocka_unit_test(only_windows_that_are_wanted_are_fitted_anew),
        cmocka_unit_test(bad_takes_are_refused_with_place_and_value),
        cmocka_unit_test(meshes_in_any_order_of_poses_are_given_back),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
