/* @long: takes over five seconds under ASan. */
/* Bodies that do what is seen of them, moment by moment, against what came out before: headsets and trackers, inertial sensors, points and pictures that come and go,
 * the stage's character of each, feet that nobody sees, sizes and ground of points drawn by chance, HybrIK. That the answers are right is for
 * tests/unit/core/observe; here every moment's numbers stand.
 *
 * tests/golden/steps/live.txt: POSED_GOLDEN=write makes it anew, which a change of a search, or of the shipped body or prior, asks for. */
#include "tests/support/golden_lines.h"

#include "core/retarget/skeleton.h"
#include "core/ik/solver/hybrik.h"
#include "core/observe/live/footprint.h"
#include "core/observe/live/ground.h"
#include "core/observe/live/stand.h"
#include "core/observe/live/tracker.h"
#include "core/observe/live/worn.h"
#include "tests/support/rigs.h"
#include "tests/support/sight_live.h"
#include "tests/support/wearer.h"

#define TOLERANCE 3e-6 /* 2e-8 was seen between kernels of OpenBLAS */

/* ---- a person who does something */

static void put(sight_person *p, int joint, double x, double y, double z)
{
    const double v[3] = {x, y, z};
    double r[9];
    pd_rot_from_axis_angle(r, v);
    for (int i = 0; i < 9; i++) p->rotations[9 * joint + i] = (float)r[i];
}

/* Arms and head go about, and who goes lifts the feet in turn; turned by yaw, on the floor at x, z. */
static void act(sight_person *p, double t, double crouch, double pace, double yaw, double x, double z)
{
    float *vertices = malloc(3 * (size_t)model->vertex_count * sizeof *vertices);
    double low = INFINITY;

    memset(p, 0, sizeof *p);
    for (int k = 0; k < SIGHT_JOINTS; k++) put(p, k, 0, 0, 0);
    put(p, 0, 0.1 * sin(t), yaw, 0), put(p, 3, 0.1 * sin(1.3 * t), 0, 0.05);
    put(p, 12, 0.1 * sin(1.3 * t), 0, 0), put(p, 15, 0.1, 0.4 * sin(t), 0);
    put(p, 16, 0.2, 0, -0.9 + 0.3 * sin(2 * t)), put(p, 17, -0.2, 0, 0.8 + 0.3 * sin(1.7 * t));
    put(p, 18, 0, -0.7 + 0.4 * sin(2.3 * t), 0), put(p, 19, 0, 0.6 - 0.4 * sin(1.9 * t), 0);
    put(p, 20, 0.3 * sin(t), 0, 0), put(p, 21, 0, 0.2 * cos(t), 0.1);
    for (int side = 0; side < 2; side++) {
        const double swing = pace * sin(6 * t + side * M_PI), bend = crouch + fmax(0, 1.6 * swing);
        put(p, 1 + side, -crouch - 0.5 * swing, 0, 0);
        put(p, 4 + side, crouch + bend, 0, 0);
        put(p, 7 + side, -crouch + 0.2 * swing, 0, 0);
    }
    sight_pose(vertices, NULL, model, p);
    for (int v = 0; v < model->vertex_count; v++) low = fmin(low, (double)vertices[3 * v + 1]);
    free(vertices);
    p->translation[0] = (float)x, p->translation[1] = (float)-low, p->translation[2] = (float)z;
}

static void add_pose(golden_lines *g, const char *name, const pd_observe_live_pose *pose)
{
    sight_person found;
    double hidden = 0;

    person_of(&found, pose);
    for (int k = 0; k < SIGHT_JOINTS; k++) hidden += (1 + k) * pose->unseen[k];
    golden_lines_add(g, name,
                     (double[]){golden_weighted(found.rotations, 9 * SIGHT_JOINTS), pose->root.x,
                                pose->root.y, pose->root.z, pose->rms,
                                pose->steps + 100 * pose->is_down[0] + 200 * pose->is_down[1] +
                                    400 * pose->began + 800 * pose->mirrored + 1600 * pose->in_picture +
                                    3200 * pose->in_turns,
                                hidden},
                     7, TOLERANCE);
}

/* ---- what is worn on the body */

static pd_observe_sight say(const sight_person *p, const char *const *names, double time)
{
    pd_observe_sight s = {.set = pd_observe_set_of("webxr83"), .noise = 0.005, .time = time};
    for (; *names; names++) wearer_say(&s, model, p, *names);
    return s;
}

/* What is strapped on lies beside its joint, turned anyhow. */
static void strap(pd_observe_sight *s)
{
    for (int i = 0; i < s->set->count; i++) {
        const char *name = s->set->keypoints[i].name;
        if (!s->is_turned[i] || !strcmp(name, "viewer") || strstr(name, "-hand-") || strstr(name, "-grip"))
            continue;
        const pd_quat odd = pd_q_normalize((pd_quat){sin(i), cos(2 * i), sin(3 * i + 1), 1.3});
        const pd_vec3 off =
            pd_q_rotate(s->orientation[i], pd_vec3_make(0.02 + 0.001 * i, 0.05, 0.1 - 0.001 * i));
        s->at[i][0] += off.x, s->at[i][1] += off.y, s->at[i][2] += off.z;
        s->orientation[i] = pd_q_mul(s->orientation[i], odd);
    }
}

static void headsets_are_what_they_were(golden_lines *g)
{
    static const char *const three[] = {"viewer", "left-hand-wrist", "right-hand-wrist", NULL};
    static const char *const grips[] = {"viewer", "left-grip", "right-grip", NULL};
    static const char *const six[] = {
        "viewer", "left-hand-wrist", "right-hand-wrist", "hips", "left-foot-ankle", "right-foot-ankle", NULL};
    static const char *const all[] = {
        "viewer",          "left-hand-palm", "right-hand-palm", "hips",
        "spine-upper",     "left-arm-upper", "right-arm-lower", "left-upper-leg",
        "right-lower-leg", "left-foot-ball", "right-foot-ball", NULL};
    static const char *const low[] = {"hips", "left-foot-ankle", "right-foot-ankle", "head", NULL};
    static const struct {
        const char *const *names;
        double height, pace, yaw, spin, crouch, floor;
        bool is_strapped;
    } rows[] = {{three, 0, 0.6, 0.7, 1.5, 0, 0, false},
                {grips, 1.3, 0, 0, 0, 0.4, 0.2, false},
                {six, 0, 0.5, -2, 0.5, 0.1, 0, true},
                {all, 1.9, 0.3, 3, -1, 0.2, 0, true},
                {low, 0, 0.4, 1, 0.3, 0.1, -0.5, true}};

    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        pd_observe_live *live =
            begin((pd_observe_live_request){.floor = rows[r].floor, .facing = 0.2, .position = {0.3, 0.1}});
        for (int f = 0; f < 32; f++) {
            sight_person truth;
            const double t = f / 20.0;
            act(&truth, t, rows[r].crouch, rows[r].pace, rows[r].yaw + rows[r].spin * t, 0.4 * t,
                rows[r].pace * 1.5 * t + (f > 27) * 2);
            pd_observe_sight s = say(&truth, rows[r].names, t);
            if (rows[r].is_strapped) strap(&s);
            s.height = rows[r].height;
            s.calibrate = rows[r].is_strapped && f == 8;
            for (int i = 0; i < s.set->count; i++) {
                if (s.confidence[i] > 0) s.at[i][1] += rows[r].floor;
                if (i == 1 && f > 12 && f < 20) s.confidence[i] = 0;
            }
            add_pose(g, "headset", see(live, &s));
        }
        pd_observe_live_free(live);
    }
}

static void sensors_are_what_they_were(golden_lines *g)
{
    static const char *const six[] = {"pelvis",    "head",       "left_elbow", "right_elbow",
                                      "left_knee", "right_knee", NULL};
    static const char *const many[] = {
        "pelvis",         "spine3",      "head",      "left_collar", "left_shoulder",
        "right_shoulder", "right_elbow", "left_knee", "left_hip",    "right_hip",
        "right_knee",     "left_ankle",  NULL};

    for (int way = 0; way < 4; way++) {
        const char *const *names = way % 2 ? many : six;
        const double heading = 2.1 - way;
        pd_observe_live *live =
            begin((pd_observe_live_request){.position = {1, -2}, .facing = 0.5 * way, .floor = 0.3});
        for (int f = 0; f < 24; f++) {
            sight_person truth;
            double world[SIGHT_JOINTS][9];
            const double t = f / 25.0;
            pd_observe_sight s = {.set = &pd_observe_bones, .noise = 0.035, .time = t, .from_hips = true};
            act(&truth, t, 0.1 * way, f ? 0.5 : 0, 0.3 * t, 0, 0);
            wearer_world(world, model, &truth);
            for (int i = 0; names[i]; i++) {
                const int bone = pd_observe_sensor_bone(names[i]);
                const int joint = pd_smpl_joint_find(&model->data, names[i]);
                const pd_quat stuck =
                    pd_q_normalize((pd_quat){sin(bone), cos(2 * bone), sin(3 * bone + 1), 1.3});
                s.orientation[bone] = pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 1, 0), heading),
                                               pd_q_mul(pd_q_from_matrix(world[joint]), stuck));
                s.is_turned[bone] = true;
                s.confidence[bone] = f > 10 && i == 2 ? 0 : 1;
            }
            if (way && (f == 0 || f == 15)) {
                memcpy(s.held, s.orientation, sizeof s.held);
                memcpy(s.is_held, s.is_turned, sizeof s.is_held);
                s.heading = heading, s.pose = (pd_observe_sensor_pose)(way / 2);
            }
            add_pose(g, "sensors", see(live, &s));
        }
        pd_observe_live_free(live);
    }
}

/* ---- points that come and go */

/* Seen by a detector: some points are lost, all of them for a while, sides are exchanged, the clock begins anew. */
static void points_are_what_they_were(golden_lines *g)
{
    static const char *const sets[] = {"mediapipe33", "coco17", "openpose25", "mediapipe33", "coco17"};
    for (int s = 0; s < 5; s++) {
        const bool in_picture = s == 3 || s == 4, from_hips = s % 2 == 1 || s == 2;
        const float betas[] = {-0.5F, 1, 0.2F, 0.6F};
        pd_rng rng;
        pd_rng_init(&rng, 40 + (uint64_t)s);
        pd_observe_live *live = begin((pd_observe_live_request){
            .position = {-1, 0.5}, .facing = 0.3 - s, .floor = 0.05 * s, .betas = betas, .beta_count = s});
        for (int f = 0; f < 40; f++) {
            sight_person from;
            sight what;
            const double t = f / 30.0;
            act(&from, t, 0.2, 0.5, in_picture ? 0.3 * t : 0.6 * s, 0.3 * t, in_picture ? -4 : 0.9 * t);
            if (in_picture) from.translation[1] -= 1;
            sight_set(&what, model, &from, sets[s], in_picture ? 900 : 0);
            pd_observe_sight seen = {.set = pd_observe_set_of(sets[s]),
                                     .noise = in_picture ? 3 : 0.02,
                                     .time = f < 30 ? t + (f > 24 ? 1.5 : 0) : t - 40,
                                     .in_picture = in_picture,
                                     .from_hips = from_hips,
                                     .camera = {.fx = 900, .fy = 900, .cx = 500, .cy = 500}};
            for (int i = 0; i < what.count; i++) {
                const bool exchanged = f > 10 && f < 18 && s == 0;
                const double *at = what.seen[exchanged ? pd_observe_set_mirror(seen.set, i) : i].at;
                const bool is_lost =
                    (f > 5 && f < 12 && i >= 9 && i % 2) || (s == 2 && f > 18 && f < 23 && i > 3);
                for (int c = 0; c < (in_picture ? 2 : 3); c++)
                    seen.at[i][c] =
                        at[c] * (s == 2 ? 0.8 : 1) + (in_picture ? 2 : 0.01) * pd_rng_normal(&rng);
                seen.confidence[i] = is_lost ? 0 : pd_rng_between(&rng, 0.3, 1);
            }
            add_pose(g, sets[s], see(live, &seen));
        }
        pd_observe_live_free(live);
    }
}

/* What a detector's points are made into before a body is fitted. */
static void ground_is_what_it_was(golden_lines *g)
{
    static const char *const sets[] = {"mediapipe33", "openpose25", "coco17", "h36m17"};
    for (int s = 0; s < 4; s++) {
        const pd_observe_set *set = pd_observe_set_of(sets[s]);
        double rest[PD_OBSERVE_SIGHT_MOST][3];
        sight_person person;
        sight what;
        pd_observe_sizes sizes;
        pd_observe_ground ground = {.shift = {0.1, 0.9, -0.2}};
        pd_observe_filter filter = {0};
        pd_rng rng;

        pd_rng_init(&rng, (uint64_t)s);
        act(&person, 0, 0, 0, 0, 0, 0);
        sight_set(&what, model, &person, sets[s], 0);
        for (int i = 0; i < set->count; i++) memcpy(rest[i], what.seen[i].at, sizeof rest[i]);
        pd_observe_sizes_init(&sizes, set, (const double(*)[3])rest);
        pd_observe_ground_init(&ground, set, (const double(*)[3])rest, 0);
        for (int f = 0; f < 60; f++) {
            pd_observe_sight seen = {.set = set, .from_hips = s % 2 == 0, .time = f / 30.0};
            act(&person, f / 15.0, 0.1, f < 40 ? 0.8 : 0, 0.4 * s, 0, f < 40 ? 0.04 * f : 1.6);
            sight_set(&what, model, &person, sets[s], 0);
            for (int i = 0; i < set->count; i++) {
                for (int c = 0; c < 3; c++)
                    seen.at[i][c] =
                        (0.7 + 0.2 * s) * what.seen[i].at[c] + 0.003 * pd_rng_normal(&rng) - (c == 1) * 0.02;
                seen.confidence[i] = f % 20 == 7 && i > 8 ? 0 : 1;
            }
            const int sides = pd_observe_sight_sides(&seen);
            pd_observe_filter_step(&filter, &seen, 1 / 30.0);
            pd_observe_sizes_step(&sizes, &seen, 1 / 30.0);
            pd_observe_ground_step(&ground, &seen, 0.01, 1 / 30.0);
            double feet[2];
            for (int k = 0; k < 2; k++) {
                const pd_observe_foot *foot = &ground.feet[k];
                feet[k] = foot->is_seen + 2 * foot->is_down + 4 * foot->moved + foot->anchor[0] +
                          3 * foot->anchor[1] + (isfinite(foot->height) ? foot->height : 7);
            }
            if (f % 9 == 4) pd_observe_sight_mirror(&seen);
            golden_lines_add(g, sets[s],
                             (double[]){golden_weighted_doubles(*seen.at, 3 * (size_t)set->count), sides,
                                        sizes.seen_trunk, sizes.seen_width, feet[0], feet[1],
                                        golden_weighted_doubles(ground.shift, 3)},
                             7, TOLERANCE);
        }
    }
}

/* ---- feet that nobody sees */

static void footprints_are_what_they_were(golden_lines *g)
{
    pd_observe_footprints p = {.home = {{0.1, -0.05}, {-0.12, -0.03}}};
    pd_rng rng;
    double over[2] = {0.2, -0.1}, yaw = 0.3, speed[2] = {0, 0}, spin = 0;

    pd_rng_init(&rng, 11);
    for (int f = 0; f < 600; f++) {
        const double seconds = f % 3 ? 1 / 60.0 : 1 / 40.0, sole[2] = {0.03, -0.11};
        double point[2];
        if (f % 60 == 0) {
            const bool stops = f % 180 == 120;
            for (int c = 0; c < 2; c++) speed[c] = stops ? 0 : pd_rng_between(&rng, -1, 1);
            spin = f % 120 ? 0 : pd_rng_between(&rng, -3, 3);
            if (f == 420) over[0] += 1.5;
        }
        for (int c = 0; c < 2; c++) over[c] += seconds * speed[c];
        yaw = remainder(yaw + seconds * spin, 2 * M_PI);
        pd_observe_footprints_step(&p, over, yaw, seconds);
        double numbers[7] = {p.still, p.speed[0], p.speed[1], p.feet[0].is_up + 2 * p.feet[1].is_up};
        for (int side = 0; side < 2; side++) {
            const pd_observe_footprint *foot = &p.feet[side];
            pd_observe_footprint_point(point, foot, sole);
            numbers[4 + side] = point[0] + 3 * point[1] + 7 * foot->height;
            numbers[6] += (1 + side) * (sin(foot->yaw) + foot->phase);
        }
        golden_lines_add(g, "footprints", numbers, 7, 1e-8);
    }
}

/* ---- the stage's character */

/* A body that goes by with an arm raised, seen 30 times a second and then rarely, 60 ticks a second. */
static void characters_are_what_they_were(golden_lines *g)
{
    static const float betas[] = {1, -0.5F, 0.3F};
    const double position[2] = {0.5, -1};
    pd_observe_stand *stand = malloc(sizeof *stand);
    pd_pfnn_character *who = malloc(sizeof *who);
    pd_pfnn_model *network = rigs_model(16, 3);
    pd_observe_live_pose pose = {.rms = 0};
    pd_pfnn_rig figure;
    sight_person person;
    pd_error err = {0};

    if (pd_pfnn_rig_init(&figure, network, &err) ||
        pd_pfnn_character_init(who, &figure, NULL, position, 0.4, &err) ||
        pd_observe_stand_init(stand, model, betas, 3, &figure, &err))
        fail_msg("%s: %s", err.where, err.detail);
    for (int tick = 0; tick < 150; tick++) {
        const double now = 3 + tick / 60.0, t = tick / 60.0;
        if (tick % (tick < 90 ? 2 : 25) == 0) {
            act(&person, t, 0.15, 0.6, 2 * t, 0.2 * t, 1.1 * t);
            for (int k = 0; k < SIGHT_JOINTS; k++) {
                double r[9];
                for (int i = 0; i < 9; i++) r[i] = (double)person.rotations[9 * k + i];
                pose.rotations[k] = pd_q_from_matrix(r);
            }
            const double *rest = model->joint_template;
            pose.root =
                pd_vec3_make((double)person.translation[0] + rest[0], (double)person.translation[1] + rest[1],
                             (double)person.translation[2] + rest[2]);
            for (int side = 0; side < 2; side++) pose.is_down[side] = sin(6 * t + side * M_PI) < 0.3;
            pd_observe_stand_take(stand, &pose, now);
        }
        pd_observe_stand_step(stand, who, &figure, now, 1 / 60.0, 0.02);

        double joints = 0, shown = 0;
        for (int k = 0; k < figure.skeleton.joint_count; k++) {
            const pd_vec3 at = who->pose.joints[k];
            joints += (1 + k % 7) * (at.x + 2 * at.y + 3 * at.z);
        }
        for (int k = 0; k < SIGHT_JOINTS; k++) {
            const pd_quat q = stand->rotations[k];
            const double sign = q.w < 0 ? -1 : 1;
            shown += (1 + k) * sign * (q.x + 2 * q.y + 3 * q.z);
        }
        golden_lines_add(
            g, "stand",
            (double[]){joints, shown, stand->root.x + 2 * stand->root.y + 3 * stand->root.z, who->pose.yaw,
                       who->pose.root.x + 2 * who->pose.root.y + 3 * who->pose.root.z,
                       who->pose.velocity.x + 3 * who->pose.velocity.z,
                       golden_weighted(who->pose.contacts, 4), who->pose.events,
                       who->trajectory.frames[5].at[0] + who->trajectory.frames[3].at[1], who->ticks},
            10, 1e-6);
    }
    free(who);
    free(stand);
    pd_pfnn_model_release(network);
}

/* ---- HybrIK */

static void hybrik_is_what_it_was(golden_lines *g)
{
    static const char *const leaves[] = {"@nose", "@left_big_toe", "@right_big_toe", "@left_index"};
    float *vertices = malloc(3 * (size_t)model->vertex_count * sizeof *vertices), joints[3 * SIGHT_JOINTS];
    double sd[SIGHT_BETAS], twists[SIGHT_JOINTS];

    for (uint64_t seed = 0; seed < 16; seed++) {
        sight_person truth, found = {.betas = {0}};
        sight s;
        pd_anim_skeleton skeleton;
        pd_quat q[SIGHT_JOINTS];
        pd_error err = {0};
        pd_rng rng;

        pd_rng_init(&rng, seed);
        sight_draw(&truth, 1, seed % 2 != 0, seed);
        truth.betas[0] += 0.8F;
        sight_joints(&s, model, &truth);
        sight_pose(vertices, joints, model, &truth);
        for (size_t i = 0; i < 4 && seed % 4 > 1; i++) {
            const int row = s.count++;
            assert_int_equal(pd_observe_place(s.parts[row], model, leaves[i]), 1);
            s.seen[row] = (pd_observe_seen){
                .parts = s.parts[row], .part_count = 1, .mirror = row, .confidence = 1, .sigma = 0.002};
            for (int c = 0; c < 3; c++) s.seen[row].at[c] = (double)vertices[3 * s.parts[row][0].index + c];
        }
        for (int i = 0; i < s.count; i++) {
            s.seen[i].sigma = pd_rng_between(&rng, 0.001, 0.02);
            for (int c = 0; c < 3; c++) s.seen[i].at[c] += s.seen[i].sigma * pd_rng_normal(&rng);
        }

        assert_int_equal(pd_retarget_skeleton_of(&skeleton, model, truth.betas, SIGHT_BETAS, &err), PD_OK);
        for (int k = 0; k < SIGHT_JOINTS; k++) {
            double r[9];
            for (int i = 0; i < 9; i++) r[i] = (double)truth.rotations[9 * k + i];
            q[k] = pd_q_from_matrix(r);
        }
        pd_ik_hybrik_twists(twists, &skeleton, q);
        pd_observe_job job = {.hybrik = true,
                              .twists = seed % 3 ? twists : NULL,
                              .betas_sd = sd,
                              .keep_betas = seed == 5,
                              .beta_count = seed % 5 ? 0 : 6};
        if (sight_fit(&job, model, &found, &s, &err)) fail_msg("%s: %s", err.where, err.detail);
        golden_lines_add(g, "hybrik",
                         (double[]){job.status, golden_weighted(found.rotations, 9 * SIGHT_JOINTS),
                                    golden_weighted(found.betas, SIGHT_BETAS),
                                    golden_weighted_doubles(job.translation, 3), job.rms_space,
                                    golden_weighted_doubles(sd, SIGHT_BETAS)},
                         6, TOLERANCE);
    }
    free(vertices);
}

static void what_is_seen_live_moves_bodies_as_it_did(void **state)
{
    golden_lines g;

    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/live.txt");
    headsets_are_what_they_were(&g);
    sensors_are_what_they_were(&g);
    points_are_what_they_were(&g);
    ground_is_what_it_was(&g);
    footprints_are_what_they_were(&g);
    characters_are_what_they_were(&g);
    hybrik_is_what_it_was(&g);
    golden_lines_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_seen_live_moves_bodies_as_it_did)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
