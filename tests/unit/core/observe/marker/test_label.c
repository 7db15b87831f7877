/* @heavy: takes over five seconds under ASan. */
#include "core/observe/marker/label.h"

#include "tests/support/sight_group.h"
#include "tests/support/takes.h"

static pd_markers nameless_of(const pd_markers *file, uint64_t seed, int *column)
{
    const int count = file->marker_count;
    pd_markers out = {
        .marker_count = count, .frame_count = file->frame_count, .rate = file->rate, .up_axis = 1};
    pd_rng rng;
    pd_error err;

    assert_int_equal(pd_markers_make(&out, "test", &err), PD_OK);
    pd_rng_init(&rng, seed);
    for (int i = 0; i < count; i++) column[i] = i;
    for (int i = count - 1; i > 0; i--) {
        const int k = (int)(pd_rng_next(&rng) % (uint64_t)(i + 1)), kept = column[i];
        column[i] = column[k], column[k] = kept;
    }
    for (int i = 0; i < count; i++) snprintf(out.names[column[i]], sizeof *out.names, "*%d", column[i] + 1);
    for (int f = 0; f < file->frame_count; f++)
        for (int i = 0; i < count; i++)
            memcpy(out.positions + 3 * (f * count + column[i]), file->positions + 3 * (f * count + i),
                   3 * sizeof(float));
    return out;
}

/* Share of the seen points of the file that have the right name; *wrong: a wrong one. */
static double right(double *wrong, const pd_markers *named, const pd_markers *file)
{
    int seen = 0, good = 0, bad = 0;

    for (int i = 0; i < file->marker_count; i++) {
        const char *colon = strchr(file->names[i], ':');
        const int own = pd_markers_find(named, colon ? colon + 1 : file->names[i]);
        assert_true(own >= 0);
        for (int f = 0; f < file->frame_count; f++) {
            const float *at = file->positions + 3 * (f * file->marker_count + i);
            if (isnan(at[0])) continue;
            seen++;
            for (int k = 0; k < named->marker_count; k++)
                if (!memcmp(named->positions + 3 * (f * named->marker_count + k), at, 3 * sizeof *at))
                    k == own ? good++ : bad++;
        }
    }
    *wrong = (double)bad / seen;
    return (double)good / seen;
}

static void points_without_names_get_the_right_names(void **state)
{
    const pd_observe_protocol *cmu = pd_observe_protocol_of("cmu");
    takes t;

    (void)state;
    for (uint64_t seed = 3; seed < 6; seed++) {
        int column[TAKES_MOST];
        double wrong;
        pd_error err;
        takes_open_with(&t, model, cmu->markers, cmu->count, 40, seed);
        for (int f = 15; f < 20; f++) /* a wrist goes and comes back */
            for (int c = 0; c < 3; c++) t.file.positions[3 * (f * cmu->count + 17) + c] = NAN;
        pd_markers file = nameless_of(&t.file, seed, column);
        assert_true(pd_observe_label_needed(&file) && !pd_observe_label_needed(&t.file));
        pd_observe_label job = {
            .file = &file, .up_axis = 1, .prior = &prior, .executor = &pd_executor_serial};
        assert_int_equal(pd_observe_label_run(&job, model, "test", &err), PD_OK);
        const double share = right(&wrong, &job.named, &t.file);
        print_message("%s from frame %d: %.1f %% right, %.1f %% wrong, %.0f mm\n", job.protocol->name,
                      job.start_frame, 100 * share, 100 * wrong, 1000 * job.start_off);
        assert_ptr_equal(job.protocol, cmu);
        assert_true(share > 0.9 && wrong < 0.05);
        assert_int_equal(job.point_count, 40 * cmu->count - 5);
        assert_int_equal(job.up, 1);
        pd_markers_deinit(&job.named);
        pd_markers_deinit(&file);
        takes_close(&t);
    }
}

static bool stop(void *ctx, double done)
{
    (void)ctx, (void)done;
    return false;
}

static void points_without_a_body_are_refused_with_a_description(void **state)
{
    pd_observe_label job = {.up_axis = 1, .prior = &prior, .executor = &pd_executor_serial};
    pd_markers file = {.marker_count = 20, .frame_count = 3, .rate = 60, .up_axis = 1};
    pd_error err;
    takes t;
    int column[TAKES_MOST];

    (void)state;
    job.file = &file;
    assert_int_equal(pd_markers_make(&file, "test", &err), PD_OK);
    for (int i = 0; i < 33; i++) file.positions[i] = (float)i;
    assert_int_equal(pd_observe_label_run(&job, model, "take.c3d", &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "12 points"));
    assert_non_null(strstr(err.detail, "(11 are seen at most)"));
    for (int i = 0; i < 180; i++) file.positions[i] = (float)(i % 60) * 0.4f; /* on a line of 24 m */
    assert_int_equal(pd_observe_label_run(&job, model, "take.c3d", &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "take.c3d");
    assert_non_null(strstr(err.detail, "fits the 20 points"));
    pd_rng rng;
    pd_rng_init(&rng, 5);
    for (int i = 0; i < 180; i++) file.positions[i] = (float)pd_rng_between(&rng, 0, 1.7);
    assert_int_equal(pd_observe_label_run(&job, model, "take.c3d", &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "20 points")); /* how many have a place, or that none has */
    assert_null(job.named.positions);
    pd_markers_deinit(&file);

    takes_open(&t, model, 4, 3);
    file = nameless_of(&t.file, 1, column);
    job.keep_going = stop;
    assert_int_equal(pd_observe_label_run(&job, model, "take.c3d", &err), PD_OK);
    assert_true(job.stopped);
    pd_markers_deinit(&job.named);
    pd_markers_deinit(&file);
    takes_close(&t);
}

static void protocols_are_known_by_name_and_have_known_markers(void **state)
{
    (void)state;
    assert_null(pd_observe_protocol_of("what"));
    for (const pd_observe_protocol *p = pd_observe_protocols; p->name; p++) {
        assert_ptr_equal(pd_observe_protocol_of(p->name), p);
        assert_non_null(strstr(PD_OBSERVE_PROTOCOLS, p->name));
        assert_true(p->count <= pd_observe_protocol_largest()->count);
        for (int i = 0; i < p->count; i++) {
            bool is_right;
            assert_true(pd_observe_marker_of(p->markers[i], &is_right) >= 0);
        }
    }
    assert_int_equal(pd_observe_protocol_largest()->count, 41);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_without_names_get_the_right_names),
        cmocka_unit_test(points_without_a_body_are_refused_with_a_description),
        cmocka_unit_test(protocols_are_known_by_name_and_have_known_markers),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
