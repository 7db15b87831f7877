#ifndef TESTS_SUPPORT_CAMERA_ROOM_H
#define TESTS_SUPPORT_CAMERA_ROOM_H
/* A person who walks before uncalibrated cameras:
 * a stick figure whose bone lengths the calibration is given. */
#include "core/observe/view/calibrate.h"
#include "tests/support/cameras.h"

#include <stdlib.h>

enum { F = 80, P = 8, MOST = 4 }; /* feet, hips, shoulders, hands */

static double space[F][P][3];
static float pixels[3 * MOST * F * P];
static pd_observe_camera truth[MOST], cameras[MOST];
static double off[MOST];
static const pd_observe_bone bones[] = {{2, 3, 0.3}, {4, 5, 0.4}, {2, 4, 0.55}, {3, 5, 0.55}};
static const int low[] = {0, 1}, high[] = {4, 5};

static void walk(int count, double arc, double noise, uint64_t seed)
{
    pd_rng rng;

    pd_rng_init(&rng, seed);
    cameras_ring(truth, count, arc);
    for (int f = 0; f < F; f++) {
        const double t = f * 0.12, x = 0.8 * sin(0.4 * t), z = 0.8 * cos(0.31 * t), a = 0.5 * t;
        const double rest[P][3] = {{0.12, 0.08, 0.25 * sin(t)},
                                   {-0.12, 0.08, -0.25 * sin(t)},
                                   {0.15, 0.9, 0},
                                   {-0.15, 0.9, 0},
                                   {0.2, sqrt(0.55 * 0.55 - 0.0025) + 0.9, 0},
                                   {-0.2, sqrt(0.55 * 0.55 - 0.0025) + 0.9, 0},
                                   {0.45, 1.0 + 0.3 * sin(1.7 * t), 0.3 * cos(t)},
                                   {-0.45, 1.0, 0.3 * sin(1.3 * t)}};
        for (int p = 0; p < P; p++) {
            space[f][p][0] = x + cos(a) * rest[p][0] + sin(a) * rest[p][2];
            space[f][p][1] = rest[p][1];
            space[f][p][2] = z - sin(a) * rest[p][0] + cos(a) * rest[p][2];
        }
    }
    for (int c = 0; c < count; c++)
        for (int f = 0; f < F; f++)
            for (int p = 0; p < P; p++) {
                float *out = pixels + 3 * ((f * count + c) * P + p);
                double pixel[2];
                cameras_see(pixel, &truth[c], space[f][p], noise, &rng);
                const bool missing = pd_rng_uniform(&rng) < 0.1;
                out[0] = missing ? NAN : (float)pixel[0], out[1] = missing ? NAN : (float)pixel[1];
            }
}

static pd_observe_views views_of(int count, const bool *guessed)
{
    for (int c = 0; c < count; c++)
        cameras[c] = (pd_observe_camera){.fx = 1000, .fy = 1000, .cx = 960, .cy = 540};
    return (pd_observe_views){.cameras = cameras,
                              .off = off,
                              .camera_count = count,
                              .frame_count = F,
                              .place_count = P,
                              .at = pixels,
                              .noise = 2,
                              .guessed = guessed,
                              .bones = bones,
                              .bone_count = 4,
                              .low = low,
                              .high = high,
                              .low_count = 2,
                              .high_count = 2,
                              .low_height = 0.08};
}

#endif
