/* @heavy: takes over five seconds under ASan. */
#include "core/observe/take/sides.h"

#include "core/base/rng.h"
#include "core/observe/sensor/places.h"
#include "core/observe/take/room.h"
#include "tests/support/sight_group.h"

#define FRAMES 180
#define RATE   30

static pd_observe_take_places places;
static float seen[FRAMES * PD_OBSERVE_TAKE_MOST_PLACES * 3], sure[FRAMES * PD_OBSERVE_TAKE_MOST_PLACES];

/* Somebody who walks on the spot and turns once about themselves: in space, or as one camera sees it with
 * focal length f. */
static pd_observe_take film(double f, double noise)
{
    pd_rng rng;
    pd_error err;
    pd_rng_init(&rng, 7);
    assert_int_equal(
        pd_observe_take_places_make(&places, pd_observe_set_of("coco17"), 1, model, "model", &err), PD_OK);
    for (int t = 0; t < FRAMES; t++) {
        sight_person p;
        sight s;
        memset(&p, 0, sizeof p);
        for (int k = 0; k < SIGHT_JOINTS; k++) {
            const double swing = 0.6 * sin(0.25 * t);
            double v[3] = {0, 0, 0}, r[9];
            if (k == 0) v[1] = 2 * M_PI * t / FRAMES;
            if (k == 1 || k == 2) v[0] = k == 1 ? swing : -swing;
            if (k == 4 || k == 5) v[0] = 0.4 + (k == 4 ? 0.3 : -0.3) * swing;
            if (k == 16 || k == 17) v[2] = k == 16 ? -1.1 : 1.1;
            pd_rot_from_axis_angle(r, v);
            for (int i = 0; i < 9; i++) p.rotations[9 * k + i] = (float)r[i];
        }
        p.translation[2] = f > 0 ? -4 : 0;
        sight_set(&s, model, &p, "coco17", f);
        for (int i = 0; i < places.count; i++)
            for (int c = 0; c < 3; c++) {
                const bool flat = f > 0 && c == 2;
                seen[3 * (t * places.count + i) + c] =
                    flat ? 0 : (float)(s.seen[places.columns[i]].at[c] + noise * pd_rng_normal(&rng));
            }
        for (int i = 0; i < places.count; i++) sure[t * places.count + i] = 0.9F;
    }
    pd_observe_take take = {.places = places.places,
                            .at = seen,
                            .confidence = sure,
                            .place_count = places.count,
                            .frame_count = FRAMES,
                            .rate = RATE,
                            .executor = &pd_executor_serial,
                            .prior = &prior,
                            .camera = {.fx = f, .fy = f, .cx = 500, .cy = 500}};
    pd_observe_take_places_see(&places, &take, f > 0, 0);
    return take;
}

static void exchange(int from, int to)
{
    pd_observe_take part = {.places = places.places, .place_count = places.count, .frame_count = to - from};
    pd_observe_sides_exchange(seen + 3 * from * places.count, sure + from * places.count, &part);
}

static void stretches_and_single_frames_are_put_right(void **state)
{
    static float before[sizeof seen / sizeof *seen];
    (void)state;
    for (int flat = 0; flat < 2; flat++) {
        const pd_observe_take take = film(flat ? 1000 : 0, flat ? 3 : 0.01);
        pd_error err;
        int mended;
        for (int f = 40; f < 44; f++)
            for (int i = 0; i < places.count; i += 3) seen[3 * (f * places.count + i)] = NAN;
        memcpy(before, seen, sizeof before);
        assert_int_equal(pd_observe_sides_mend(&mended, seen, sure, &take, "film", &err), PD_OK);
        assert_int_equal(mended, 0);
        assert_memory_equal(before, seen, sizeof before);

        exchange(5, 6), exchange(20, 47), exchange(100, 130), exchange(150, 151), exchange(152, 153);
        assert_int_equal(pd_observe_sides_mend(&mended, seen, sure, &take, "film", &err), PD_OK);
        int wrong = 0;
        for (int f = 0; f < FRAMES; f++)
            wrong += memcmp(before + 3 * f * places.count, seen + 3 * f * places.count,
                            3 * (size_t)places.count * sizeof *seen) != 0;
        print_message("%s: %d frames exchanged back, %d wrong\n", flat ? "in a picture" : "in space", mended,
                      wrong);
        assert_int_equal(mended, 60);
        assert_int_equal(wrong, 0);
        pd_observe_take_places_deinit(&places);
    }
}

static void a_gap_begins_a_stretch_of_its_own(void **state)
{
    const pd_observe_take take = film(0, 0.01);
    pd_error err;
    int mended;

    (void)state;
    for (int i = 60 * places.count; i < 80 * places.count; i++) seen[3 * i] = NAN;
    exchange(80, FRAMES); /* all that comes after it: nothing in it tells */
    assert_int_equal(pd_observe_sides_mend(&mended, seen, sure, &take, "film", &err), PD_OK);
    assert_int_equal(mended, 0);
    exchange(100, 110); /* right in itself, wrong in its stretch */
    assert_int_equal(pd_observe_sides_mend(&mended, seen, sure, &take, "film", &err), PD_OK);
    assert_int_equal(mended, 10);
    pd_observe_take_places_deinit(&places);
}

static void a_take_whose_sides_are_all_exchanged_is_fitted_mirrored(void **state)
{
    double rms[2];
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        pd_observe_take take = film(0, 0.005);
        pd_arena arena;
        pd_error err;
        if (whole) exchange(0, FRAMES);
        exchange(30, 50);
        assert_true(pd_observe_take_room(&take, model));
        assert_int_equal(pd_observe_take_check(&take, model, &err), PD_OK);
        assert_true(pd_arena_init(&arena, pd_observe_take_scratch_bytes(&take, model)));
        assert_int_equal(pd_observe_sided_run(&take, seen, sure, model, &arena, "film", &err), PD_OK);
        assert_int_equal(take.status, PD_OBSERVE_TAKE_DONE);
        assert_int_equal(take.is_sided, whole);
        assert_int_equal(take.sided_count, 20);
        assert_int_equal(pd_observe_sides_count(&take), whole ? FRAMES - 20 : 20);
        assert_false(pd_observe_take_mirrored(&take));
        rms[whole] = take.rms;
        pd_arena_deinit(&arena);
        pd_observe_take_room_free(&take);
        pd_observe_take_places_deinit(&places);
    }
    print_message("%.1f mm, exchanged %.1f mm\n", 1000 * rms[0], 1000 * rms[1]);
    assert_near(rms[0], rms[1], 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stretches_and_single_frames_are_put_right),
        cmocka_unit_test(a_gap_begins_a_stretch_of_its_own),
        cmocka_unit_test(a_take_whose_sides_are_all_exchanged_is_fitted_mirrored)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
