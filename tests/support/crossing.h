#ifndef TESTS_SUPPORT_CROSSING_H
#define TESTS_SUPPORT_CROSSING_H
/* Films of people who cross each other's paths before three cameras, with the true person of each detected
 * figure: synthetic bodies, two pixels of noise. */
#include "core/io/mocap/detections.h"
#include "tests/support/cameras.h"
#include "tests/support/sight_group.h"

#define CAMERAS   3
#define FRAMES    160
#define KEYPOINTS 17
#define PEOPLE    4

/* Detections of the cameras, and the true person of each detected figure. */
typedef struct films {
    pd_detections film[CAMERAS];
    pd_observe_camera cameras[CAMERAS];
    int *truth[CAMERAS]; /* of each figure */
    const double (*at)[FRAMES][KEYPOINTS][3];
    int people;
} films;

/* Computes people who walk to and fro through the middle, all at once,
 * facing their direction, with arms and legs swinging. */
static void walk(double x[KEYPOINTS][3], int person, int frame)
{
    const double t = frame / 30.0, along = 1.6 * sin(0.8 * t + 0.05 * person), way = 1.1 * person;
    sight_person p;
    sight s;

    memset(&p, 0, sizeof p);
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        double v[3] = {0, 0, 0}, r[9];
        const double swing = 0.5 * sin(5 * t + person);
        if (k == 0) v[1] = way + 1.57 * (cos(0.8 * t) > 0 ? 1 : -1);
        if (k == 1 || k == 2) v[0] = k == 1 ? swing : -swing;
        if (k == 4 || k == 5) v[0] = 0.4 + 0.3 * (k == 4 ? swing : -swing);
        if (k == 16 || k == 17) v[2] = k == 16 ? -1.2 : 1.2;
        if (k == 18 || k == 19) v[1] = (k == 18 ? -1 : 1) * (0.4 + 0.3 * swing);
        pd_rot_from_axis_angle(r, v);
        for (int i = 0; i < 9; i++) p.rotations[9 * k + i] = (float)r[i];
    }
    p.betas[0] = (float)(person - 1);
    p.translation[0] = (float)(along * cos(way) + 0.25 * person * sin(way));
    p.translation[1] = 0.95F;
    p.translation[2] = (float)(-along * sin(way) + 0.25 * person * cos(way));
    sight_set(&s, model, &p, "coco17", 0);
    for (int k = 0; k < KEYPOINTS; k++) memcpy(x[k], s.seen[k].at, sizeof x[k]);
}

/* Positions of all of them, computed once. */
static const double (*walks(void))[FRAMES][KEYPOINTS][3]
{
    static double at[PEOPLE][FRAMES][KEYPOINTS][3];
    static bool is_made;
    for (int p = 0; p < PEOPLE && !is_made; p++)
        for (int t = 0; t < FRAMES; t++) walk(at[p][t], p, t);
    is_made = true;
    return (const double(*)[FRAMES][KEYPOINTS][3])at;
}

/* share: fraction of the figures that the detector misses. alone:
 * person whom only the first camera sees, or -1. */
static void shoot(films *f, int people, double share, int alone)
{
    pd_rng rng;

    pd_rng_init(&rng, 18);
    *f = (films){.people = people};
    f->at = walks();
    cameras_ring(f->cameras, CAMERAS, 1.9);
    for (int c = 0; c < CAMERAS; c++) {
        pd_detections *film = &f->film[c];
        const size_t most = (size_t)people * FRAMES;
        *film = (pd_detections){.set = "coco17", .keypoint_count = KEYPOINTS, .frame_count = FRAMES};
        film->frames = calloc(most, sizeof *film->frames), film->ids = calloc(most, sizeof *film->ids);
        film->at = calloc(most * KEYPOINTS * 3, sizeof *film->at);
        film->confidence = calloc(most * KEYPOINTS, sizeof *film->confidence);
        f->truth[c] = calloc(most, sizeof *f->truth[c]);
        for (int t = 0; t < FRAMES; t++)
            for (int n = 0; n < people; n++) {
                const int p = (n + t * 7 + c) % people, i = film->figure_count; /* in any order */
                if (pd_rng_uniform(&rng) < share || (p == alone && c)) continue;
                if (c == 1 && p == 0 && t >= 100 && t < 150) continue; /* behind a pillar */
                film->frames[i] = t, film->ids[i] = -1, f->truth[c][i] = p;
                for (int k = 0; k < KEYPOINTS; k++) {
                    double pixel[2];
                    cameras_see(pixel, &f->cameras[c], f->at[p][t][k], 2, &rng);
                    const size_t at = (size_t)i * KEYPOINTS + (size_t)k;
                    film->at[3 * at] = (float)pixel[0], film->at[3 * at + 1] = (float)pixel[1];
                    film->confidence[at] = pd_rng_uniform(&rng) < 0.05 ? 0 : 0.9F;
                }
                film->figure_count++;
            }
    }
}

static void clean(films *f)
{
    for (int c = 0; c < CAMERAS; c++) pd_detections_deinit(&f->film[c]), free(f->truth[c]);
}

#endif
