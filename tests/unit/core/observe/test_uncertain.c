/* @heavy: takes over five seconds under ASan. */
/* The stated standard error of the joints beside the true one, over draws of people, poses and noise,
 * for every kind of observation. */
#include "core/base/rng.h"
#include "core/observe/take/uncertain.h"
#include "core/observe/marker/joints.h"
#include "core/observe/marker/label.h"
#include "core/observe/take/room.h"
#include "tests/support/sight_group.h"
#include "tests/support/takes.h"

/* The constants of core/observe/uncertain.c and core/observe/take/uncertain.c were fitted on the draws 1 to
 * 24. The draws here are others. Over the draws 1001 to 1024 (8 people in takes) the stated errors are 0.80
 * to 1.21 times the true ones for positions and 1.53 times for orientations, over 101 to 124 0.54 to 1.09 and
 * 1.48 times, and over those of the fit 0.81 to 1.14 and 1.56 times. */
enum { FIRST = 1001, DRAWS = 3, PEOPLE = 2, COUNTED = 22 };
#define FOCAL 1000.0
#define RATIO 2.0 /* stated over true, and true over stated, at most */

/* Squared error of the 22 joints of the body, in the world and relative to the pelvis. */
static void add_errors(double sums[2], const sight_person *truth, const sight_person *found)
{
    float a[3 * SIGHT_JOINTS], b[3 * SIGHT_JOINTS];

    sight_pose(NULL, a, model, truth);
    sight_pose(NULL, b, model, found);
    for (int k = 0; k < COUNTED; k++)
        for (int c = 0; c < 3; c++) {
            const double off = (double)a[3 * k + c] - (double)b[3 * k + c];
            const double root = (double)a[c] - (double)b[c];
            sums[0] += off * off / COUNTED;
            sums[1] += (off - root) * (off - root) / COUNTED;
        }
}

/* Checks root mean squares over the draws, as in `stated` and `sums`: world, then pose. */
static void check_ratio(const char *kind, const double stated[2], const double sums[2], int draws)
{
    static const char *const words[] = {"world", "pose"};
    for (int i = 0; i < 2; i++) {
        const double own = sqrt(stated[i] / draws);
        const double is = sqrt(sums[i] / draws);
        print_message("%-34s %-5s %6.1f mm stated, %6.1f mm off\n", kind, words[i], 1000 * own, 1000 * is);
    }
    for (int i = 0; i < 2; i++) {
        const double ratio = sqrt(stated[i] / sums[i]);
        if (!(ratio < RATIO && ratio > 1 / RATIO))
            fail_msg("%s, %s: stated %.2f times the error", kind, words[i], ratio);
    }
}

/* One moment: joints, keypoints in space and in a picture, with the stated noise and with twice as much. */
static void stated_errors_of_a_moment_are_true_within_a_factor_of_two(void **state)
{
    static const struct {
        const char *kind, *set; /* set NULL: all joints */
        double noise, more;     /* metres or pixels; noise in the data over the stated one */
        double focal;
    } rows[] = {{"joints, 5 mm", NULL, 0.005, 1, 0},
                {"joints, 5 mm stated, 15 in them", NULL, 0.005, 3, 0},
                {"coco17 in space, 10 mm", "coco17", 0.01, 1, 0},
                {"coco17 in space, 10 mm, 20 in them", "coco17", 0.01, 2, 0},
                {"openpose25 in space, 20 mm", "openpose25", 0.02, 1, 0},
                {"coco17 in a picture, 3 px", "coco17", 3, 1, FOCAL},
                {"openpose25 in a picture, 3 px", "openpose25", 3, 1, FOCAL}};

    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        double stated[2] = {0, 0}, sums[2] = {0, 0};
        for (uint64_t seed = FIRST; seed < FIRST + DRAWS; seed++) {
            sight_person truth, found = {0};
            sight what;
            pd_observe_job job = {.prior = &prior, .measures = true};
            pd_rng rng;
            pd_rng_init(&rng, 1000 * r + seed);
            sight_draw(&truth, 0.8, rows[r].focal > 0 ? 0 : 1, seed);
            if (rows[r].focal > 0) truth.translation[2] -= 3.5f;
            if (rows[r].set)
                sight_set(&what, model, &truth, rows[r].set, rows[r].focal);
            else
                sight_joints(&what, model, &truth);
            for (int i = 0; i < what.count; i++) {
                what.seen[i].sigma = rows[r].noise;
                for (int c = 0; c < (rows[r].focal > 0 ? 2 : 3); c++)
                    what.seen[i].at[c] += rows[r].more * rows[r].noise * pd_rng_normal(&rng);
            }
            job.camera = (pd_observe_camera){.fx = FOCAL, .fy = FOCAL, .cx = 500, .cy = 500};
            assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
            stated[0] += job.uncertainty.world * job.uncertainty.world;
            stated[1] += job.uncertainty.pose * job.uncertainty.pose;
            add_errors(sums, &truth, &found);
        }
        check_ratio(rows[r].kind, stated, sums, DRAWS);
    }
}

/* Orientations alone tell no place: both numbers are of the pose. */
static void orientations_have_an_error_of_the_pose_alone(void **state)
{
    double stated[2] = {0, 0}, sums[2] = {0, 0};

    (void)state;
    for (uint64_t seed = FIRST; seed < FIRST + DRAWS; seed++) {
        sight_person truth, found = {0};
        sight what = {.count = SIGHT_JOINTS - 2};
        double world[SIGHT_JOINTS][9];
        pd_observe_job job = {.prior = &prior, .measures = true};
        pd_rng rng;
        pd_rng_init(&rng, seed);
        sight_draw(&truth, 0.8, 1, seed);
        for (int k = 0; k < what.count; k++) {
            double own[9], v[3];
            for (int i = 0; i < 9; i++) own[i] = (double)truth.rotations[9 * k + i];
            if (k)
                pd_rot_mul(world[k], world[model->data.parents[k]], own);
            else
                memcpy(world[k], own, sizeof own);
            for (int c = 0; c < 3; c++) v[c] = 0.05 * pd_rng_normal(&rng);
            double noise[9], seen[9];
            pd_rot_from_axis_angle(noise, v);
            pd_rot_mul(seen, noise, world[k]);
            what.parts[k][0] = (pd_observe_part){false, k, 1};
            what.seen[k] = (pd_observe_seen){.parts = what.parts[k],
                                             .part_count = 1,
                                             .mirror = k,
                                             .is_turn = true,
                                             .confidence = 1,
                                             .sigma = 0.05};
            pd_rot_to_axis_angle(what.seen[k].at, seen);
        }
        assert_int_equal(sight_fit(&job, model, &found, &what, NULL), PD_OK);
        assert_true(job.uncertainty.world == job.uncertainty.pose);
        stated[0] += job.uncertainty.world * job.uncertainty.world;
        stated[1] += job.uncertainty.pose * job.uncertainty.pose;
        add_errors(sums, &truth, &found);
    }
    sums[0] = sums[1];
    check_ratio("orientations, 3 degrees", stated, sums, DRAWS);
}

/* Takes: markers at offsets that the table does not know, with the noise of cameras, and joints. */
static void stated_errors_of_takes_are_true_within_a_factor_of_two(void **state)
{
    enum { FRAMES = 40 };
    static const char *const names[SIGHT_JOINTS] = {
        "Pelvis",     "L_Hip",      "R_Hip",   "Spine1",  "L_Knee",  "R_Knee",   "Spine2",   "L_Ankle",
        "R_Ankle",    "Spine3",     "L_Foot",  "R_Foot",  "Neck",    "L_Collar", "R_Collar", "Head",
        "L_Shoulder", "R_Shoulder", "L_Elbow", "R_Elbow", "L_Wrist", "R_Wrist",  "L_Hand",   "R_Hand"};

    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        double stated[2] = {0, 0}, sums[2] = {0, 0};
        for (uint64_t seed = FIRST; seed < FIRST + PEOPLE; seed++) {
            takes t;
            pd_rng rng;
            pd_error err;
            pd_rng_init(&rng, seed);
            const pd_observe_protocol *cmu = pd_observe_protocol_of("cmu");
            takes_open_with(&t, model, cmu->markers, cmu->count, FRAMES, 20 + 2 * seed);
            pd_markers file = {.marker_count = SIGHT_JOINTS, .frame_count = FRAMES, .rate = 60, .up_axis = 1};
            assert_int_equal(pd_markers_make(&file, "test", &err), PD_OK);
            for (int k = 0; k < SIGHT_JOINTS; k++)
                snprintf(file.names[k], sizeof file.names[k], "%s", names[k]);
            memcpy(file.positions, t.joints, 3 * sizeof(float) * FRAMES * SIGHT_JOINTS);
            pd_markers *used = kind ? &file : &t.file;
            for (int i = 0; i < 3 * used->marker_count * FRAMES; i++)
                used->positions[i] += (float)((kind ? 0.01 : 0.001) * pd_rng_normal(&rng));

            pd_observe_marker_set set;
            assert_int_equal(kind ? pd_observe_joint_set_make(&set, used, 1, 0.01, model, "test", &err)
                                  : pd_observe_marker_set_make(&set, used, 1, 0.005, model, "test", &err),
                             PD_OK);
            takes_fit f = {.set = set,
                           .take = {.places = set.places,
                                    .mounts = set.mounts,
                                    .at = set.at,
                                    .place_count = set.count,
                                    .frame_count = FRAMES,
                                    .rate = 60,
                                    .prior = &prior,
                                    .robust_space = 0.05,
                                    .executor = &pd_executor_serial}};
            assert_true(pd_observe_take_room(&f.take, model));
            takes_run(&f, model);
            const pd_observe_uncertainty u = pd_observe_take_uncertainty(&f.take, model);
            stated[0] += u.world * u.world;
            stated[1] += u.pose * u.pose;
            for (int frame = 0; frame < FRAMES; frame++) {
                sight_person p = {0};
                float own[3 * SIGHT_JOINTS];
                memcpy(p.betas, f.take.betas, sizeof p.betas);
                memcpy(p.rotations, f.take.rotations + 9 * SIGHT_JOINTS * frame, sizeof p.rotations);
                memcpy(p.translation, f.take.translations + 3 * frame, sizeof p.translation);
                sight_pose(NULL, own, model, &p);
                const float *is = t.joints + 3 * SIGHT_JOINTS * frame;
                for (int k = 0; k < COUNTED; k++)
                    for (int c = 0; c < 3; c++) {
                        const double off = (double)own[3 * k + c] - (double)is[3 * k + c];
                        const double root = (double)own[c] - (double)is[c];
                        sums[0] += off * off / COUNTED / FRAMES;
                        sums[1] += (off - root) * (off - root) / COUNTED / FRAMES;
                    }
            }
            pd_observe_take_room_free(&f.take);
            pd_observe_marker_set_deinit(&set);
            pd_markers_deinit(&file);
            takes_close(&t);
        }
        check_ratio(kind ? "a take of joints, 10 mm" : "a take of markers", stated, sums, PEOPLE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stated_errors_of_a_moment_are_true_within_a_factor_of_two),
        cmocka_unit_test(orientations_have_an_error_of_the_pose_alone),
        cmocka_unit_test(stated_errors_of_takes_are_true_within_a_factor_of_two),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
