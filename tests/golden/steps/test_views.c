/* Cameras that nobody has measured and who is whom in a film, number by number against what was found before: calibrations of two to four cameras with and without
 * guessed focal lengths, points seen by several, lenses there and back, figures that cross. How near the truth that is, is for tests/unit/core/observe.
 *
 * tests/golden/steps/views.txt: POSED_GOLDEN=write makes it anew, which a change of what is found asks for. */
#include "tests/support/camera_room.h"
#include "tests/support/golden_lines.h"

#include "core/observe/film/track.h"
#include "core/observe/view/lens.h"

#define TOLERANCE 1e-7

static void add_cameras(golden_lines *g, const char *name, const pd_observe_views *v, pd_status status)
{
    golden_lines_add(g, name, (double[]){status, v->points, v->stopped}, 3, 0.5);
    for (int c = 0; !status && c < v->camera_count; c++) {
        const pd_observe_camera *k = &v->cameras[c];
        double numbers[15] = {k->fx / 1000, k->fy / 1000, v->off[c]};
        for (int i = 0; i < 9; i++) numbers[3 + i] = (double)k->rotation[i];
        for (int i = 0; i < 3; i++) numbers[12 + i] = (double)k->translation[i];
        golden_lines_add(g, "camera", numbers, 15, TOLERANCE);
    }
}

static void cameras_are_found_as_they_were(golden_lines *g)
{
    static const bool guessed[MOST] = {false, true, true, false};
    for (int count = 2; count <= MOST; count++)
        for (int which = 0; which < 2; which++) {
            walk(count, 1.5 + 0.4 * which, 1.5, (uint64_t)(10 * count + which));
            pd_observe_views v = views_of(count, which && count > 2 ? guessed : NULL);
            if (which) v.bone_count = 3, v.low_height = 0.1;
            add_cameras(g, which ? "guessed" : "known", &v, pd_observe_views_run(&v, NULL));
        }
}

static void points_are_found_as_they_were(golden_lines *g)
{
    walk(MOST, 2, 2, 5);
    for (int i = 0; i < 60; i++) {
        pd_observe_ray rays[MOST];
        double x[3] = {0}, apart = 0, first[6] = {0};
        int count = 0;
        for (int c = 0; c < MOST; c++) {
            const float *at = pixels + 3 * ((i * MOST + c) * P + i % P);
            if (isnan(at[0]) || (i % 5 == 1 && c == 3)) continue;
            rays[count++] = (pd_observe_ray){
                &truth[c], {(double)at[0] + (i % 7 == 3 && c == 1 ? 200 : 0), (double)at[1]}, 1 - 0.2 * c};
        }
        if (count) pd_observe_ray_of(first, first + 3, &rays[0]);
        const int used = pd_observe_triangulate(x, &apart, rays, count, 20);
        golden_lines_add(g, "point",
                         (double[]){count, used, apart, x[0], x[1], x[2], first[0], first[1], first[2],
                                    first[3], first[4], first[5]},
                         12, TOLERANCE);
    }
}

static void lenses_bend_as_they_did(golden_lines *g)
{
    static const pd_observe_lens lenses[] = {
        {0}, {-0.3, 0.1, 0, 0, 0}, {0.2, 0, 0.01, -0.02, 0}, {-0.4, 0.2, 0.001, 0.002, -0.05}};
    const pd_observe_camera camera = {.fx = 900, .fy = 910, .cx = 640, .cy = 350};
    for (int l = 0; l < 4; l++)
        for (int i = 0; i < 12; i++) {
            const double pixel[2] = {i * 128, (i * 7 % 12) * 70};
            double bent[2] = {0}, back[2] = {0};
            pd_observe_lens_apply(bent, &lenses[l], &camera, pixel);
            const bool good = pd_observe_lens_undo(back, &lenses[l], &camera, pixel);
            golden_lines_add(g, "lens",
                             (double[]){pd_observe_lens_is_none(&lenses[l]), bent[0], bent[1], good,
                                        good ? back[0] : 0, good ? back[1] : 0},
                             6, TOLERANCE);
        }
}

/* ---- films: 60 frames of up to four figures, some of whom are missed, some found twice */

enum { FIGURES = 400, PLACES = 17 };

typedef struct film {
    pd_detections d;
    int frames[FIGURES], ids[FIGURES];
    float at[3 * PLACES * FIGURES], confidence[PLACES * FIGURES];
} film;

static void stand(film *f, int frame, double x, double y, double size, pd_rng *rng)
{
    const int i = f->d.figure_count++;
    f->frames[i] = frame, f->ids[i] = -1;
    for (int k = 0; k < PLACES; k++) {
        f->at[3 * (PLACES * i + k)] = (float)(x + size * (k % 4) / 3.0 + 2 * pd_rng_normal(rng));
        f->at[3 * (PLACES * i + k) + 1] = (float)(y + 3 * size * (k / 4) / 4.0 + 2 * pd_rng_normal(rng));
        f->confidence[PLACES * i + k] = k == frame % PLACES ? 0 : 0.6f + 0.02f * (float)k;
    }
    f->d.frame_count = frame + 1;
}

static void figures_are_who_they_were(golden_lines *g)
{
    for (int kind = 0; kind < 6; kind++) {
        film *f = calloc(1, sizeof *f);
        pd_observe_tracks tracks;
        pd_rng rng;
        pd_rng_init(&rng, (uint64_t)kind);
        f->d = (pd_detections){.set = "coco17",
                               .keypoint_count = PLACES,
                               .frames = f->frames,
                               .ids = f->ids,
                               .at = f->at,
                               .confidence = f->confidence};
        for (int frame = 0; frame < 60; frame++)
            for (int who = 0; who < 2 + kind % 3; who++) {
                if (pd_rng_uniform(&rng) < 0.1 ||
                    (kind > 2 && who == 1 && frame > 20 && frame < 20 + 8 * kind))
                    continue;
                const double x = 100 + 300 * who + (who % 2 ? -1 : 1) * (4 + kind) * frame;
                stand(f, frame, x, 100 + 20 * who, 60 + 20 * who, &rng);
                if (kind == 5 && who == 0 && frame % 9 == 4) stand(f, frame, x + 3, 101, 60, &rng);
            }
        const pd_status status =
            pd_observe_tracks_run(&tracks, &f->d, kind % 2 ? 30 : 10, 1 + 4 * (kind / 2), "film", NULL);
        golden_lines_add(g, "film", (double[]){status, f->d.figure_count, tracks.count}, 3, 0.5);
        for (int p = 0; p < tracks.count; p++)
            golden_lines_add(g, "who", (double[]){tracks.seen[p], tracks.first[p], tracks.last[p]}, 3, 0.5);
        for (int i = 0; i < f->d.figure_count; i += 20) {
            double persons[20];
            int count = 0;
            for (; count < 20 && i + count < f->d.figure_count; count++)
                persons[count] = tracks.person[i + count];
            golden_lines_add(g, "persons", persons, count, 0.5);
        }
        pd_observe_tracks_deinit(&tracks);
        free(f);
    }
}

static void what_cameras_see_is_what_it_was(void **state)
{
    golden_lines g;
    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/views.txt");
    cameras_are_found_as_they_were(&g);
    points_are_found_as_they_were(&g);
    lenses_bend_as_they_did(&g);
    figures_are_who_they_were(&g);
    golden_lines_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_cameras_see_is_what_it_was)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
