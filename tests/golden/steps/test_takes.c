/* @long: takes over five seconds under ASan. */
/* Takes of markers, cameras and inertial sensors, step by step, against what came out before: points without names that find theirs, names that are exchanged, trajectories
 * through columns, sides put right, poses calmed, readings that become orientations, what a sensor's heading is worth, where feet say that a body goes. That the answers are
 * right is for tests/unit/core/observe/take.
 *
 * tests/golden/steps/takes.txt: POSED_GOLDEN=write makes it anew, which a change of a search, or of the shipped body or prior, asks for. */
#include "tests/support/golden_lines.h"

#include "core/observe/take/label.h"
#include "core/observe/take/marked.h"
#include "core/observe/take/places.h"
#include "core/observe/take/room.h"
#include "core/observe/take/sensors.h"
#include "core/observe/take/sides.h"
#include "core/observe/take/smooth.h"
#include "core/observe/take/trajectory.h"
#include "core/observe/take/walk.h"
#include "tests/support/sight_group.h"
#include "tests/support/takes.h"

#define TOLERANCE 1e-6 /* 4e-9 was seen between kernels of OpenBLAS */

/* ---- points without names */

/* The columns of a file in another order, nameless, in axes with another one up (3 to 5: downwards), some points lost and some that are nobody's. */
static pd_markers nameless_of(const pd_markers *file, int up, pd_rng *rng)
{
    const int count = file->marker_count, more = count + 2;
    pd_markers out = {
        .marker_count = more, .frame_count = file->frame_count, .rate = file->rate, .up_axis = up % 3};
    int column[TAKES_MOST];
    pd_error err;

    assert_int_equal(pd_markers_make(&out, "test", &err), PD_OK);
    for (int i = 0; i < count; i++) column[i] = i;
    for (int i = count - 1; i > 0; i--) {
        const int k = pd_rng_below(rng, (uint64_t)i + 1), kept = column[i];
        column[i] = column[k], column[k] = kept;
    }
    for (int i = 0; i < more; i++) snprintf(out.names[i], sizeof *out.names, "*%d", i + 1);
    for (int f = 0; f < file->frame_count; f++)
        for (int i = 0; i < more; i++) {
            float *at = out.positions + 3 * (f * more + (i < count ? column[i] : i));
            const bool is_lost = i < count && (f + 3 * i) % 40 < 4 && i % 3 == 0;
            for (int c = 0; c < 3; c++) {
                const float own = i < count ? file->positions[3 * (f * count + i) + (c + 4 - up % 3) % 3]
                                            : (float)(0.4 * (i % 3) - 0.5 * c + f * 0.01);
                const double noise = 0.002 * pd_rng_normal(rng);
                at[c] = is_lost ? NAN : own + (float)noise;
            }
            if (up >= 3) at[up % 3] *= -1, at[(up + 1) % 3] *= -1;
        }
    return out;
}

static void labels_are_what_they_were(golden_lines *g)
{
    static const struct {
        const char *protocol;
        int up, asked;
        bool is_wanted, has_prior;
    } rows[] = {{"cmu", 1, 1, false, true},
                {"plugin-gait", 2, -1, false, true},
                {"plugin-gait", 3, -1, true, true},
                {"cmu", 0, 0, true, false}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const pd_observe_protocol *protocol = pd_observe_protocol_of(rows[r].protocol);
        pd_error err = {0};
        pd_rng rng;
        takes t;

        pd_rng_init(&rng, 20 + r);
        takes_open_with(&t, model, protocol->markers, protocol->count, 24, 5 + r);
        pd_markers file = nameless_of(&t.file, rows[r].up, &rng);
        pd_observe_label job = {.file = &file,
                                .up_axis = rows[r].asked,
                                .prior = rows[r].has_prior ? &prior : NULL,
                                .wanted = rows[r].is_wanted ? protocol : NULL,
                                .executor = &pd_fixture_shuffled};
        pd_observe_marked nameless = {.file = &file, .up_axis = 1, .sigma = 0.003};
        pd_observe_take take = {0};
        assert_int_equal(pd_observe_marked_prepare(&nameless, &take, model, "test", &err), PD_OK);
        golden_lines_add(g, "nameless",
                         (double[]){(double)pd_observe_marked_bytes(&nameless), take.place_count}, 2, 0);
        pd_observe_marked_deinit(&nameless);
        if (pd_observe_label_run(&job, model, "test", &err)) fail_msg("%s: %s", err.where, err.detail);
        golden_lines_add(g, job.protocol->name,
                         (double[]){(double)job.point_count, (double)job.named_count, job.trajectory_count,
                                    job.start_frame, job.start_off, job.up, job.up_is_down, job.stopped},
                         8, TOLERANCE);
        for (int f = 0; f < file.frame_count; f++) {
            double sum = 0, seen = 0;
            const int places = job.named.marker_count;
            for (int i = 0; i < 3 * places; i++) {
                const double x = (double)job.named.positions[3 * places * f + i];
                if (isfinite(x)) sum += (1 + i % 29) * x, seen += 1 + i / 3.0;
            }
            golden_lines_add(g, "named", (double[]){sum, seen}, 2, TOLERANCE);
        }
        pd_markers_deinit(&job.named);
        pd_markers_deinit(&file);
        takes_close(&t);
    }
}

/* ---- names that are wrong */

static void exchange(pd_markers *m, int from, int to, int a, int b)
{
    for (int f = from; f < to; f++)
        for (int c = 0; c < 3; c++) {
            float *x = &m->positions[3 * (f * m->marker_count + a) + c],
                  *y = &m->positions[3 * (f * m->marker_count + b) + c], kept = *x;
            *x = *y, *y = kept;
        }
}

static void add_take(golden_lines *g, const pd_observe_take *take)
{
    const int places = take->place_count;
    golden_lines_add(g, "take",
                     (double[]){take->status, take->calibration_count, take->first_count,
                                take->mirrored_count, take->exchanged_count, take->sided_count,
                                take->is_sided, take->scale, take->rms, take->rms_picture, take->rms_turn,
                                take->walked, golden_weighted(take->betas, SIGHT_BETAS),
                                golden_weighted_doubles(take->betas_sd, SIGHT_BETAS)},
                     14, TOLERANCE);
    for (int f = 0; f < take->frame_count; f++) {
        double residuals = 0, taken = 0;
        for (int i = 0; i < places; i++) {
            const float r = take->residuals[f * places + i];
            residuals += isfinite(r) ? (1 + i % 17) * (double)r : 5;
            taken += take->taken ? (1 + i) * take->taken[f * places + i] : 0;
        }
        golden_lines_add(g, "frame",
                         (double[]){golden_weighted(take->rotations + 9 * SIGHT_JOINTS * f, 9 * SIGHT_JOINTS),
                                    golden_weighted(take->translations + 3 * f, 3), residuals, taken},
                         4, TOLERANCE);
    }
}

static void mends_are_what_they_were(golden_lines *g)
{
    for (int way = 0; way < 2; way++) {
        pd_observe_take take = {.prior = &prior, .executor = &pd_fixture_shuffled};
        pd_markers filled;
        pd_error err = {0};
        pd_rng rng;
        takes t;

        pd_rng_init(&rng, 3);
        takes_open(&t, model, 40, 5 + (uint64_t)way);
        for (int i = 0; i < 3 * 40 * TAKES_MARKERS; i++)
            t.file.positions[i] += (float)(0.001 * pd_rng_normal(&rng));
        exchange(&t.file, 5, 14, 9, 11);
        exchange(&t.file, 12, 20, 13, 15);
        exchange(&t.file, 25, 33, 7, 18);
        if (way) {
            snprintf(t.file.names[3], sizeof *t.file.names, "*7");
            for (int f = 6; f < 30; f++)
                for (int c = 0; c < 3; c++)
                    t.file.positions[3 * (f * TAKES_MARKERS + 16) + c] =
                        t.file.positions[3 * (f * TAKES_MARKERS + 3) + c] = NAN;
        }
        take.taken = malloc(40 * TAKES_MARKERS * sizeof *take.taken);
        pd_observe_marked job = {.file = &t.file, .up_axis = way ? -1 : 1, .sigma = 0.003};
        if (pd_observe_marked_prepare(&job, &take, model, "test", &err) ||
            !pd_observe_take_room(&take, model) || pd_observe_marked_run(&job, &take, model, "test", &err) ||
            pd_observe_marked_filled(&filled, &job, &take, model, "test", &err))
            fail_msg("%s: %s", err.where, err.detail);
        golden_lines_add(g, "marked",
                         (double[]){job.pass_count, job.set.count, job.set.unknown_count, job.mend.count,
                                    (double)job.mend.points, (double)job.mend.mended,
                                    (double)job.mend.changed, job.mend.trajectory_count,
                                    (double)pd_observe_marked_bytes(&job), job.set.up, job.set.sign},
                         11, 0);
        for (int i = 0; i < job.mend.count; i++) {
            const pd_observe_mended *s = &job.mend.stretches[i];
            golden_lines_add(g, "mended", (double[]){s->place, s->column, s->first, s->last}, 4, 0);
        }
        add_take(g, &take);
        for (int f = 0; f < 40; f += 3)
            golden_lines_add(g, "filled",
                             (double[]){golden_weighted(filled.positions + 3 * filled.marker_count * f,
                                                        3 * (size_t)filled.marker_count)},
                             1, TOLERANCE);
        pd_markers_deinit(&filled);
        free(take.taken);
        pd_observe_take_room_free(&take);
        pd_observe_marked_deinit(&job);
        takes_close(&t);
    }
}

/* ---- balls that pass one another */

static void trajectories_are_what_they_were(golden_lines *g)
{
    enum { BALLS = 9, FILMED = 60 };
    for (int way = 0; way < 4; way++) {
        pd_markers file = {.marker_count = BALLS, .frame_count = FILMED, .rate = 60, .up_axis = 1};
        pd_observe_trajectories all;
        pd_error err = {0};
        pd_rng rng;

        assert_int_equal(pd_markers_make(&file, "test", &err), PD_OK);
        pd_rng_init(&rng, 60 + (uint64_t)way);
        for (int f = 0; f < FILMED; f++)
            for (int i = 0; i < BALLS; i++) {
                const double t = f / 60.0, to = 0.01 * (1 + 2 * way) * i;
                float *at = file.positions + 3 * (f * BALLS + i);
                at[0] = (float)(to + 0.3 * sin(5 * t + i)), at[1] = (float)(0.1 * cos(7 * t * (1 + i % 3)));
                at[2] = (float)(0.005 * way * i + 0.5 * t * (i % 2 ? 1 : -1) + 0.001 * pd_rng_normal(&rng));
                if ((f + (11 + way) * i) % 37 < 3 - i % 2)
                    for (int c = 0; c < 3; c++) at[c] = NAN;
            }
        exchange(&file, 20, 40, 2, 3);
        exchange(&file, 33, 60, 5, 7);
        if (pd_observe_trajectories_run(&all, &file, "test", &err)) fail_msg("%s", err.detail);
        double of = 0, ends = 0;
        for (int i = 0; i < FILMED * BALLS; i++) of += (1 + i % 89) * all.of[i];
        for (int i = 0; i < all.count; i++) ends += (1 + i) * (all.items[i].first + 3 * all.items[i].last);
        golden_lines_add(g, "trajectories", (double[]){all.count, of, ends}, 3, 0);
        pd_observe_trajectories_deinit(&all);
        pd_markers_deinit(&file);
    }
}

/* ---- a film with its sides exchanged, and what calms it */

static void films_are_what_they_were(golden_lines *g)
{
    enum { FILMED = 28 };
    static float seen[3 * FILMED * PD_OBSERVE_TAKE_MOST_PLACES], sure[FILMED * PD_OBSERVE_TAKE_MOST_PLACES];
    for (int way = 0; way < 3; way++) {
        const double focal = way == 1 ? 900 : 0;
        pd_observe_take_places places;
        pd_error err = {0};
        pd_rng rng;

        pd_rng_init(&rng, 7);
        if (pd_observe_take_places_make(&places, pd_observe_set_of("coco17"), 1, model, "model", &err))
            fail_msg("%s", err.detail);
        for (int f = 0; f < FILMED; f++) {
            sight_person p;
            sight s;
            sight_draw(&p, 0.5 + 0.3 * sin(0.2 * f), 0, 9);
            const double turn[3] = {0, 0.06 * f, 0};
            double r[9];
            pd_rot_from_axis_angle(r, turn);
            for (int i = 0; i < 9; i++) p.rotations[i] = (float)r[i];
            p.translation[2] = focal > 0 ? -4 : (float)(0.02 * f);
            sight_set(&s, model, &p, "coco17", focal);
            for (int i = 0; i < places.count; i++) {
                const bool is_exchanged = (f >= 8 && f < 14) || (f >= 20 && f < 22) || way == 2;
                const int column = places.columns[i];
                const double *at = s.seen[is_exchanged ? s.seen[column].mirror : column].at;
                for (int c = 0; c < 3; c++)
                    seen[3 * (f * places.count + i) + c] =
                        focal > 0 && c == 2 ? 0
                                            : (float)(at[c] + (focal > 0 ? 1 : 0.004) * pd_rng_normal(&rng));
                sure[f * places.count + i] = (f + i) % 13 ? 0.9F : 0.2F;
            }
        }
        pd_observe_take take = {.places = places.places,
                                .at = seen,
                                .confidence = sure,
                                .place_count = places.count,
                                .frame_count = FILMED,
                                .rate = 30,
                                .prior = &prior,
                                .executor = &pd_fixture_shuffled,
                                .has_floor = focal == 0,
                                .floor = -1,
                                .beta_count = 4,
                                .camera = {.fx = focal, .fy = focal, .cx = 500, .cy = 500}};
        take.taken = malloc((size_t)(FILMED * places.count) * sizeof *take.taken);
        pd_observe_take_places_see(&places, &take, focal > 0, 0);
        take.robust_picture = focal > 0 ? pd_observe_take_figure(&take) / 5 : 0;
        pd_arena arena;
        if (!pd_observe_take_room(&take, model) || pd_observe_take_check(&take, model, &err))
            fail_msg("%s: %s", err.where, err.detail);
        assert_true(pd_arena_init(&arena, pd_observe_take_scratch_bytes(&take, model)));
        if (pd_observe_sided_run(&take, seen, sure, model, &arena, "test", &err)) fail_msg("%s", err.detail);
        golden_lines_add(g, "film", (double[]){take.robust_picture, pd_observe_sides_count(&take)}, 2,
                         TOLERANCE);
        add_take(g, &take);
        golden_lines_add(g, "sides",
                         (double[]){golden_weighted(seen, 3 * FILMED * (size_t)places.count),
                                    golden_weighted(sure, FILMED * (size_t)places.count)},
                         2, TOLERANCE);
        pd_arena_deinit(&arena);
        free(take.taken);
        pd_observe_take_room_free(&take);
        pd_observe_take_places_deinit(&places);
    }
}

static void calm_is_what_it_was(golden_lines *g)
{
    enum { FILMED = 30, JOINTS = 3 };
    static double rotations[FILMED * JOINTS][9], translations[FILMED][3];
    for (int way = 0; way < 4; way++) {
        const double depth[3] = {0.6, 0, 0.8};
        const int frames = way == 3 ? 9 : FILMED;
        pd_rng rng;
        pd_rng_init(&rng, (uint64_t)way);
        for (int f = 0; f < frames; f++) {
            for (int k = 0; k < JOINTS; k++) {
                double v[3];
                for (int c = 0; c < 3; c++)
                    v[c] = (k + 1) * sin(0.2 * f + c) + 0.02 * way * pd_rng_normal(&rng);
                pd_rot_from_axis_angle(rotations[f * JOINTS + k], v);
            }
            for (int c = 0; c < 3; c++)
                translations[f][c] = sin(0.15 * f + c) + (c + 1) * 0.004 * pd_rng_normal(&rng);
        }
        pd_observe_smooth_calm(rotations, translations, frames, JOINTS, way % 2 ? depth : NULL);
        for (int f = 0; f < frames; f++)
            golden_lines_add(g, "calm",
                             (double[]){golden_weighted_doubles(rotations[f * JOINTS], 9 * JOINTS),
                                        golden_weighted_doubles(translations[f], 3)},
                             2, 1e-9);
    }
}

/* ---- sensors */

static const char *const worn_names[] = {"pelvis_imu", "head",         "L_LowArm", "RightForeArm", "tibia_l",
                                         "right_knee", "LeftUpperArm", "R_UpLeg",  "Sternum",      "box"};
enum { WORN = sizeof worn_names / sizeof *worn_names, WORN_FRAMES = 36 };

/* A calibration pose of three frames, not quite still, and then somebody who goes about, in a world with that axis up. */
static pd_orientations wear(int up, double heading, pd_observe_sensor_pose pose)
{
    pd_orientations file = {.sensor_count = WORN, .frame_count = WORN_FRAMES, .rate = 30};
    double rest[SIGHT_JOINTS][9], cyclic[9] = {0}, turn[9], to[9];
    pd_rng rng;

    file.names = calloc(PD_ORIENTATIONS_SENSORS, sizeof *file.names);
    file.readings = malloc(4 * WORN_FRAMES * WORN * sizeof(float));
    for (int c = 0; c < 3; c++) cyclic[3 * ((c + up + 2) % 3) + c] = 1;
    pd_rot_from_axis_angle(turn, (const double[3]){0, heading, 0});
    pd_rot_mul(to, cyclic, turn);
    pd_observe_sensor_rest(rest, model, pose);
    pd_rng_init(&rng, 7);
    for (int f = 0; f < WORN_FRAMES; f++) {
        sight_person p;
        double world[SIGHT_JOINTS][9];
        sight_draw(&p, 0.7 + 0.2 * sin(0.3 * f), 0, 4);
        for (int side = 0; side < 2; side++) {
            const double swing[3] = {0.5 * sin(0.25 * f + side * M_PI), 0, 0};
            double r[9];
            pd_rot_from_axis_angle(r, swing);
            for (int i = 0; i < 9; i++) p.rotations[9 * (1 + side) + i] = (float)r[i];
        }
        for (int k = 0; k < SIGHT_JOINTS; k++) {
            double own[9];
            for (int i = 0; i < 9; i++) own[i] = (double)p.rotations[9 * k + i];
            if (k)
                pd_rot_mul(world[k], world[model->data.parents[k]], own);
            else
                memcpy(world[k], own, sizeof own);
        }
        for (int i = 0; i < WORN; i++) {
            const int joint = pd_observe_sensor_joint(model, worn_names[i]);
            const double stuck[3] = {sin(i), 2 * cos(i), sin(2.0 * i)};
            double mount[9], bone[9], read[9], shake[9], v[3];
            for (int c = 0; c < 3; c++) v[c] = 0.01 * pd_rng_normal(&rng);
            pd_rot_from_axis_angle(shake, v);
            pd_rot_from_axis_angle(mount, stuck);
            pd_rot_mul(bone, to, joint < 0 ? cyclic : f < 3 ? rest[joint] : world[joint]);
            pd_rot_mul(read, bone, mount);
            pd_rot_mul(bone, read, shake);
            const pd_quat q = pd_q_from_matrix(bone);
            float *out = file.readings + 4 * (f * WORN + i);
            out[0] = (float)q.x, out[1] = (float)q.y, out[2] = (float)q.z, out[3] = (float)q.w;
            if (f > 10 && f < 15 && i == 3)
                for (int c = 0; c < 4; c++) out[c] = NAN;
        }
    }
    for (int i = 0; i < WORN; i++) strcpy(file.names[i], worn_names[i]);
    return file;
}

static void sensors_are_what_they_were(golden_lines *g)
{
    static const struct {
        int up;
        double heading, facing, drift;
        pd_observe_sensor_pose pose;
        bool has_prior;
    } rows[] = {{1, 0.4, NAN, 0.01, PD_OBSERVE_POSE_T, true},
                {2, -2, -2.1, 0, PD_OBSERVE_POSE_N, true},
                {0, 2.5, NAN, 0.001, PD_OBSERVE_POSE_T, false}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        pd_orientations file = wear(rows[r].up, rows[r].heading, rows[r].pose);
        const pd_observe_prior *with = rows[r].has_prior ? &prior : NULL;
        const pd_observe_sensor_request request = {.file = &file,
                                                   .up = rows[r].up,
                                                   .pose = rows[r].pose,
                                                   .last = 2,
                                                   .facing = rows[r].facing,
                                                   .noise = 0.03,
                                                   .drift = rows[r].drift};
        pd_observe_sensor_set s;
        pd_error err = {0};
        if (pd_observe_sensor_set_make(&s, &request, model, "test", &err) ||
            (isnan(rows[r].facing) && pd_observe_sensor_set_find(&s, model, with, NULL, NULL, &err)))
            fail_msg("%s: %s", err.where, err.detail);
        golden_lines_add(g, "sensors",
                         (double[]){s.facing, s.still, s.count, s.unknown_count,
                                    (double)pd_observe_sensor_find_bytes(&s, model, with),
                                    golden_weighted_doubles(*s.rest, 9 * (size_t)s.count)},
                         6, TOLERANCE);
        for (int f = 0; f < WORN_FRAMES; f++) {
            double at = 0;
            for (int i = 0; i < 3 * s.count; i++) {
                const double x = (double)s.at[3 * s.count * f + i];
                at += isfinite(x) ? (1 + i % 13) * x : 3;
            }
            golden_lines_add(g, "reading",
                             (double[]){at, golden_weighted(s.confidence + s.count * f, (size_t)s.count)}, 2,
                             TOLERANCE);
        }

        float betas[SIGHT_BETAS] = {0.4F, -0.3F};
        pd_observe_take take = {.places = s.places,
                                .at = s.at,
                                .confidence = s.confidence,
                                .place_count = s.count,
                                .frame_count = WORN_FRAMES,
                                .rate = file.rate,
                                .prior = with,
                                .keep_betas = true,
                                .floor = 0.1,
                                .has_floor = r != 1,
                                .executor = &pd_fixture_shuffled};
        take.weights[PD_OBSERVE_TERM_POSE] = PD_OBSERVE_SENSOR_PRIOR;
        pd_arena arena;
        if (!pd_observe_take_room(&take, model) || pd_observe_take_check(&take, model, &err))
            fail_msg("%s: %s", err.where, err.detail);
        memcpy(take.betas, betas, sizeof betas);
        assert_true(pd_arena_init(&arena, pd_observe_take_scratch_bytes(&take, model)));
        pd_observe_take_run(&take, model, &arena);
        add_take(g, &take);
        pd_arena_deinit(&arena);
        pd_observe_take_room_free(&take);
        pd_observe_sensor_set_deinit(&s);
        pd_orientations_deinit(&file);
    }
}

static void takes_are_fitted_as_they_were(void **state)
{
    golden_lines g;

    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/takes.txt");
    labels_are_what_they_were(&g);
    mends_are_what_they_were(&g);
    trajectories_are_what_they_were(&g);
    films_are_what_they_were(&g);
    calm_is_what_it_was(&g);
    sensors_are_what_they_were(&g);
    golden_lines_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(takes_are_fitted_as_they_were)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
