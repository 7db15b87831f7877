/* @heavy: takes over five seconds under ASan. */
#include "core/observe/marker/marked.h"
#include "core/observe/take/room.h"

#include "core/observe/take/bodies.h"
#include "core/observe/take/sides.h"
#include "tests/support/takes.h"

static bool grows(void *ctx, double done)
{
    double *last = ctx;
    assert_true(done >= *last && done <= 1);
    *last = done;
    return true;
}

/* All of it on a file without a name: by the shipped prior, to joints; progress only grows. */
static void a_take_without_names_becomes_a_body(void **state)
{
    const pd_observe_protocol *cmu = pd_observe_protocol_of("cmu");
    pd_smpl_model *model = sight_model();
    pd_ik_prior *source;
    pd_observe_prior prior;
    pd_observe_take take = {0};
    pd_observe_bodies bodies;
    double last = 0, x[TAKES_MOST][3];
    pd_error err;
    takes t;

    (void)state;
    assert_int_equal(pd_ik_prior_load(&source, "models/pose-prior.safetensors", &err), PD_OK);
    assert_int_equal(pd_observe_prior_init(&prior, source, model, &err), PD_OK);
    takes_open_with(&t, model, cmu->markers, cmu->count, 30, 4);
    for (int i = 0; i < cmu->count; i++) snprintf(t.file.names[i], sizeof *t.file.names, "U%02d", i);

    pd_observe_marked job = {.file = &t.file, .up_axis = -1, .sigma = 0.003};
    assert_int_equal(pd_observe_marked_prepare(&job, &take, model, "test", &err), PD_OK);
    assert_true(job.nameless);
    assert_int_equal(take.place_count, cmu->count);
    take.prior = &prior, take.executor = &pd_executor_serial, take.keep_going = grows, take.ctx = &last;
    assert_true(pd_observe_take_room(&take, model));
    assert_int_equal(pd_observe_marked_run(&job, &take, model, "test", &err), PD_OK);
    assert_ptr_equal(job.protocol, cmu);
    print_message("%lld of %lld points named, %.1f mm\n", job.named_count, job.point_count, 1000 * take.rms);
    assert_int_equal(job.point_count, 30 * cmu->count);
    assert_true(job.named_count > 0.97 * (double)job.point_count);
    assert_true(take.rms < 0.006);
    assert_true(last > 0.3);
    assert_ptr_equal(take.keep_going, grows);
    for (int f = 0; f < 30; f += 7) {
        double sum = 0;
        float joints[3 * SIGHT_JOINTS];
        sight_person p;
        memcpy(p.betas, take.betas, sizeof p.betas);
        memcpy(p.rotations, take.rotations + 9 * SIGHT_JOINTS * f, sizeof p.rotations);
        memcpy(p.translation, take.translations + 3 * f, sizeof p.translation);
        sight_pose(NULL, joints, model, &p);
        for (int k = 0; k < 22; k++) {
            double square = 0;
            for (int c = 0; c < 3; c++)
                square +=
                    pow((double)joints[3 * k + c] - (double)t.joints[3 * (SIGHT_JOINTS * f + k) + c], 2);
            sum += sqrt(square) / 22;
        }
        assert_true(sum < 0.03);
    }

    /* the body's places are as far from the markers as the residuals say */
    assert_int_equal(pd_observe_bodies_init(&bodies, &take, model, "test", &err), PD_OK);
    pd_observe_bodies_places(x, &bodies, 11);
    for (int i = 0; i < take.place_count; i++) {
        const float *at = take.at + 3 * (11 * take.place_count + i);
        double square = 0;
        if (isnan(at[0])) continue;
        for (int c = 0; c < 3; c++) square += pow(x[i][c] - (double)at[c], 2);
        assert_near(sqrt(square), (double)take.residuals[11 * take.place_count + i], 1e-5);
    }
    pd_observe_bodies_deinit(&bodies);
    pd_observe_take_room_free(&take);
    pd_observe_marked_deinit(&job);
    takes_close(&t);
    pd_ik_prior_release(source);
    pd_smpl_model_release(model);
}

/* Names of the other side in the file from frame `from` to `to`. */
static void exchange(pd_markers *file, int from, int to)
{
    for (int i = 0; i < file->marker_count; i++) {
        char other[PD_MARKERS_NAME_BYTES];
        snprintf(other, sizeof other, "%s", file->names[i]);
        char *side = strchr(other, ':') + 1;
        if (*side != 'L') continue;
        *side = 'R';
        const int k = pd_markers_find(file, other);
        for (int f = from; f < to && k >= 0; f++)
            for (int c = 0; c < 3; c++) {
                float *a = file->positions + 3 * (f * file->marker_count + i) + c;
                float *b = file->positions + 3 * (f * file->marker_count + k) + c;
                const float keep = *a;
                *a = *b, *b = keep;
            }
    }
}

static void exchanged_sides_are_put_right_in_a_part_and_in_all_of_it(void **state)
{
    static const struct {
        int from, to;
        bool whole;
        int count;
    } rows[] = {{0, 0, false, 0}, {12, 24, false, 12}, {0, 40, true, 40}, {10, 40, true, 30}};
    pd_smpl_model *model = sight_model();
    double rms[4];
    float first[4];
    (void)state;
    for (int r = 0; r < 4; r++) {
        pd_observe_take take = {.executor = &pd_executor_serial};
        pd_error err;
        takes t;
        takes_open(&t, model, 40, 4);
        exchange(&t.file, rows[r].from, rows[r].to);
        pd_observe_marked job = {.file = &t.file, .up_axis = -1, .sigma = 0.003};
        assert_int_equal(pd_observe_marked_prepare(&job, &take, model, "test", &err), PD_OK);
        assert_true(pd_observe_take_room(&take, model));
        assert_int_equal(pd_observe_marked_run(&job, &take, model, "test", &err), PD_OK);
        rms[r] = take.rms, first[r] = take.rotations[9 * SIGHT_JOINTS * 20 + 9 * 16 + 1];
        print_message("%d to %d: %.2f mm, %d frames the other way round\n", rows[r].from, rows[r].to,
                      1000 * take.rms, pd_observe_sides_count(&take));
        assert_int_equal(take.is_sided, rows[r].whole);
        assert_int_equal(pd_observe_sides_count(&take), rows[r].count);
        assert_near(rms[r], rms[0], 2e-4);
        assert_near((double)first[r], (double)first[0], 0.02);
        pd_observe_take_room_free(&take);
        pd_observe_marked_deinit(&job);
        takes_close(&t);
    }
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exchanged_sides_are_put_right_in_a_part_and_in_all_of_it),
        cmocka_unit_test(a_take_without_names_becomes_a_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
