/* Figures that walk through one another's way. */
#include "core/base/rng.h"
#include "core/observe/film/track.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

enum { P = 17, MOST = 400 };

typedef struct film {
    pd_detections d;
    int frames[MOST], ids[MOST], truth[MOST];
    float at[3 * P * MOST], confidence[P * MOST];
} film;

/* A figure 100 wide and 300 high about (x, y). */
static void stand(film *f, int frame, double x, double y, int truth, pd_rng *rng)
{
    const int i = f->d.figure_count++;
    assert_true(i < MOST);
    f->frames[i] = frame, f->ids[i] = -1, f->truth[i] = truth;
    for (int k = 0; k < P; k++) {
        f->at[3 * (P * i + k)] = (float)(x + 100 * (k % 4) / 3.0 + 2 * pd_rng_normal(rng));
        f->at[3 * (P * i + k) + 1] = (float)(y + 300 * (k / 4) / 4.0 + 2 * pd_rng_normal(rng));
        f->at[3 * (P * i + k) + 2] = 0;
        f->confidence[P * i + k] = k == frame % P ? 0 : 0.8f;
    }
    if (frame >= f->d.frame_count) f->d.frame_count = frame + 1;
}

static film *new_film(void)
{
    film *f = calloc(1, sizeof *f);
    f->d = (pd_detections){.set = "coco17",
                           .keypoint_count = P,
                           .frames = f->frames,
                           .ids = f->ids,
                           .at = f->at,
                           .confidence = f->confidence};
    return f;
}

static void two_people_who_cross_keep_their_tracks_though_one_is_away(void **state)
{
    film *f = new_film();
    pd_observe_tracks t;
    pd_error err;
    pd_rng rng;

    (void)state;
    pd_rng_init(&rng, 1);
    for (int frame = 0; frame < 100; frame++) {
        const bool first = frame % 3; /* who stands first in the file changes */
        for (int k = 0; k < 2; k++) {
            const bool left = first == (k == 0);
            if (left)
                stand(f, frame, 8.0 * frame, 100, 0, &rng);
            else if (frame < 40 || frame > 48)
                stand(f, frame, 900 - 8.0 * frame, 130, 1, &rng);
        }
        if (frame == 20) stand(f, frame, 1500, 900, -1, &rng); /* a coat on a hook */
    }
    assert_int_equal(pd_observe_tracks_run(&t, &f->d, 30, 15, "film", &err), PD_OK);
    assert_int_equal(t.count, 2);
    for (int i = 0; i < f->d.figure_count; i++) assert_int_equal(t.person[i], f->truth[i]);
    assert_int_equal(t.seen[0], 100);
    assert_int_equal(t.seen[1], 91);
    assert_int_equal(t.last[1], 99);

    float *at = malloc(100 * 2 * 3 * sizeof *at), *confidence = malloc(100 * 2 * sizeof *confidence);
    const int columns[2] = {16, 3};
    const pd_observe_strip strip = {at, confidence, columns, 2, 0, 100, 2};
    pd_observe_tracks_take(&strip, &t, 1, &f->d);
    assert_true(isnan(at[3 * 2 * 44]) && confidence[2 * 44] == 0);
    assert_near(at[3 * 2 * 99], 900 - 8 * 99, 10);           /* keypoint 16 */
    assert_near(at[3 * 2 * 99 + 3], 900 - 8 * 99 + 100, 10); /* keypoint 3 */
    pd_observe_tracks_deinit(&t);
    free(at), free(confidence), free(f);
}

static void a_person_detected_twice_is_one_track(void **state)
{
    film *f = new_film();
    pd_observe_tracks t;
    pd_error err;
    pd_rng rng;

    (void)state;
    pd_rng_init(&rng, 2);
    for (int frame = 0; frame < 30; frame++) {
        stand(f, frame, 100, 100, 0, &rng);
        stand(f, frame, 104, 103, 0, &rng);
    }
    assert_int_equal(pd_observe_tracks_run(&t, &f->d, 10, 10, "film", &err), PD_OK);
    assert_int_equal(t.count, 1);
    assert_int_equal(t.seen[0], 30);
    pd_observe_tracks_deinit(&t);
    free(f);
}

static void identities_in_the_file_are_kept(void **state)
{
    film *f = new_film();
    pd_observe_tracks t;
    pd_error err;
    pd_rng rng;

    (void)state;
    pd_rng_init(&rng, 3);
    for (int frame = 0; frame < 20; frame++) {
        stand(f, frame, frame % 2 ? 100 : 900, 100, 0, &rng); /* they jump */
        f->ids[f->d.figure_count - 1] = 12;
        if (frame % 2) continue;
        stand(f, frame, 500, 100, 1, &rng);
        f->ids[f->d.figure_count - 1] = 3;
    }
    assert_int_equal(pd_observe_tracks_run(&t, &f->d, 10, 5, "film", &err), PD_OK);
    assert_int_equal(t.count, 2);
    for (int i = 0; i < f->d.figure_count; i++) assert_int_equal(t.person[i], f->truth[i]);
    pd_observe_tracks_deinit(&t);

    assert_int_equal(pd_observe_tracks_run(&t, &f->d, 10, 21, "film", &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "21 or more frames"));
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_people_who_cross_keep_their_tracks_though_one_is_away),
        cmocka_unit_test(a_person_detected_twice_is_one_track),
        cmocka_unit_test(identities_in_the_file_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
