/* Frames that are matched, and all that is measured of motions by formula, against what came out before. That players and measures are right
 * is for tests/unit/core/{anim,matching}; what no rule holds is seen here.
 *
 * tests/golden/steps/{matching,measure}.txt: POSED_GOLDEN=write makes them anew, which a change of a search or a measure asks for. */
#include "tests/support/golden_lines.h"

#include "train/evaluate/activity.h"
#include "train/evaluate/frechet.h"
#include "train/evaluate/kinematics.h"
#include "core/anim/headings.h"
#include "train/evaluate/motion_quality.h"
#include "core/anim/clip.h"
#include "core/base/rng.h"
#include "core/matching/player.h"
#include "tests/support/databases.h"

#define TOLERANCE 1e-6

/* ---- matching */

static void add_frame(golden_lines *g, const pd_matching_frame *f, const pd_matching_player *p,
                      const pd_matching_root *root)
{
    double out[10] = {p->entry, p->track, p->jumps, f->jumped, f->phase, root->at[0], root->at[1], root->yaw};
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        pd_vec3 r = pd_q_to_rotvec(f->pose.rotations[j]);
        out[8] += (1 + 0.1 * j) * (r.x + 2 * r.y + 3 * r.z);
    }
    out[8] += f->pose.hips.x + 2 * f->pose.hips.y + 3 * f->pose.hips.z;
    for (int i = 0; i < PD_MATCHING_PATH; i++)
        for (int c = 0; c < 4; c++) out[9] += (1 + i + 0.1 * c) * f->path[i][c];
    for (int c = 0; c < PD_MATCHING_CONTACTS; c++) out[9] += (3 + c) * (double)f->contacts[c];
    for (int k = 0; k < PD_MATCHING_GAITS; k++) out[9] += (7 + k) * (double)f->gaits[k];
    golden_lines_add(g, "frame", out, 10, TOLERANCE);
}

static void enter(pd_matching_player *p, const pd_matching_goal *goal, const pd_matching_root *root,
                  pd_rng *rng, const pd_matching_index *index)
{
    pd_matching_state state = {.velocity = {pd_rng_normal(rng), pd_rng_normal(rng)},
                               .yaw_rate = pd_rng_normal(rng)};
    for (int f = 0; f < 2; f++) {
        state.toes[f] = pd_vec3_make(f ? -0.1 : 0.1, 0.05, 0.2 * pd_rng_normal(rng));
        state.toe_velocities[f] = pd_vec3_make(0, 0.1 * pd_rng_normal(rng), pd_rng_normal(rng));
    }
    state.hip_velocity = pd_vec3_make(0, 0, pd_rng_normal(rng));
    pd_matching_player_enter(p, &state, goal, root, index);
}

static void matched_frames_are_what_they_were(void **state)
{
    (void)state;
    golden_lines g;
    golden_lines_begin(&g, "tests/golden/steps/matching.txt");
    for (int rate = 30; rate <= 60; rate += 30) {
        pd_matching_model *m = databases_built(rate);
        pd_matching_root root = {{1, -2}, 0.5};
        pd_matching_goal goal = {.facing = 0.5};
        pd_matching_player p;
        pd_matching_frame f;
        pd_rng rng;
        pd_rng_init(&rng, (uint64_t)rate);
        pd_matching_player_begin(&p, &root, &m->index);
        for (int t = 0; t < 900; t++) {
            if (t % 45 == 44) {
                double speed = pd_rng_between(&rng, 0, 3.5), yaw = pd_rng_between(&rng, -3, 3);
                goal = (pd_matching_goal){{speed * sin(yaw), speed * cos(yaw)}, t % 2 ? yaw : 0.3, speed > 2};
            }
            if (t % 200 == 150) enter(&p, &goal, &root, &rng, &m->index);
            pd_matching_player_step(&f, &p, &goal, &root, &m->index);
            if (t % 4 == 0) add_frame(&g, &f, &p, &root);
            double s = sin(root.yaw), c = cos(root.yaw);
            root.at[0] += f.step[0] * c + f.step[1] * s, root.at[1] += f.step[1] * c - f.step[0] * s,
                root.yaw += f.turn;
        }
        pd_matching_model_release(m);
    }
    golden_lines_end(&g);
}

/* ---- what is measured */

static void add_clip(golden_lines *g, const char *name, const pd_anim_clip *c)
{
    double out[4] = {c->frame_count, c->rate};
    for (int t = 0; t < c->frame_count; t++) {
        const pd_vec3 root = c->roots[t];
        out[2] += (1 + t % 31) * (root.x + 2 * root.y + 3 * root.z);
        for (int j = 0; j < c->skeleton.joint_count; j++) {
            pd_quat q = pd_anim_clip_frame(c, t)[j]; /* with its sign */
            out[3] += (1 + (t + j) % 31) * (q.x + 2 * q.y + 3 * q.z + 4 * q.w);
        }
    }
    golden_lines_add(g, name, out, 4, TOLERANCE);
}

static void add_clips(golden_lines *g, const pd_anim_clip *clip)
{
    pd_anim_clip out;
    add_clip(g, "clip", clip);
    for (int rate = 25; rate <= 120; rate += 95) {
        assert_int_equal(pd_anim_clip_resample(&out, clip, rate, NULL), PD_OK);
        add_clip(g, "resampled", &out);
        pd_anim_clip_deinit(&out);
    }
    assert_int_equal(pd_anim_clip_mirror(&out, clip, NULL), PD_OK);
    add_clip(g, "mirrored", &out);
    for (int t = 1; t < out.frame_count; t += 3) {
        pd_quat *q = pd_anim_clip_frame(&out, t) + 2;
        *q = (pd_quat){-q->x, -q->y, -q->z, -q->w};
    }
    pd_anim_clip_align_signs(&out);
    add_clip(g, "aligned", &out);
    assert_int_equal(pd_anim_clip_smooth(&out, 1.7, NULL), PD_OK);
    add_clip(g, "smoothed", &out);
    pd_anim_clip_deinit(&out);
    assert_int_equal(pd_anim_clip_cut(&out, clip, 17, 50, NULL), PD_OK);
    add_clip(g, "cut", &out);
    pd_anim_clip_deinit(&out);
}

static void add_events(golden_lines *g, const pd_anim_track *track)
{
    pd_anim_heading_change changes[64];
    float *headings = malloc((size_t)track->frame_count * sizeof *headings);
    assert_true(headings && track->event_count <= 64);
    int count = pd_anim_heading_changes(changes, track);
    for (int i = 0; i < count; i++) {
        const pd_anim_heading_change *c = &changes[i];
        golden_lines_add(g, "turn",
                         (double[]){c->time, c->from, c->to, c->t10, c->t90, c->t90_body, c->overshoot}, 7,
                         TOLERANCE);
    }
    pd_anim_headings(headings, track);
    double sum = 0;
    for (int t = 0; t < track->frame_count; t++) sum += (1 + t % 7) * (double)headings[t];
    golden_lines_add(g, "headings", &sum, 1, TOLERANCE);
    free(headings);
}

static void add_measures(golden_lines *g, const pd_anim_track *track, pd_train_cloud *cloud)
{
    pd_train_quality q;
    pd_train_curves curves;
    unsigned char *activity = malloc((size_t)track->frame_count);
    assert_non_null(activity);
    assert_int_equal(pd_train_quality_of(&q, track, 0.5, NULL), PD_OK);
    for (const pd_train_measure_row *row = pd_train_quality_rows; row->name; row++) {
        double value = pd_train_measure_value(&q, row);
        golden_lines_add(g, row->name, &value, 1, 1e-5);
    }
    for (int before = 0; before < 2; before++) {
        assert_int_equal(pd_train_curves_init(&curves, track, before, NULL), PD_OK);
        assert_int_equal(pd_train_activities(activity, &curves, track, NULL), PD_OK);
        double counts[PD_ACTIVITY_COUNT] = {0}, most = 0;
        for (int t = 0; t < track->frame_count; t++) counts[activity[t]]++;
        for (int a = 1; a < PD_ACTIVITY_COUNT; a++) most = counts[a] > counts[(int)most] ? a : most;
        golden_lines_add(g, "activities", counts, PD_ACTIVITY_COUNT, 0);
        for (int of = 0; of < 2; of++) {
            pd_train_kinematics k;
            assert_int_equal(
                pd_train_kinematics_of(&k, &curves, track, of ? activity : NULL, (int)most, NULL), PD_OK);
            for (const pd_train_measure_row *row = pd_train_kinematics_rows; row->name; row++) {
                double value = pd_train_measure_value(&k, row);
                golden_lines_add(g, row->name, &value, 1, 1e-5);
            }
        }
        pd_train_cloud_add(&cloud[before], &curves, before ? NULL : activity, (int)most);
        pd_train_curves_deinit(&curves);
    }
    free(activity);
}

/* Somebody who walks, jogs, turns, goes sideways and stands, and limbs that wander, by formulas alone. */
static void wander(pd_anim_clip *clip, pd_anim_track *track, int who)
{
    enum { FRAMES = 1200 };
    pd_anim_skeleton s;
    pd_anim_event events[40];
    double x = 0, z = 0, yaw = 0.3 * who, speed = 0, phase = 0;
    int asked = 0;
    pd_anim_biped_skeleton(&s);
    assert_int_equal(pd_anim_clip_init(clip, &s, FRAMES, 60, NULL), PD_OK);
    assert_int_equal(pd_anim_track_init(track, FRAMES, s.joint_count, 60, NULL), PD_OK);
    assert_int_equal(pd_anim_track_add_bone_error(track, NULL), PD_OK);
    memcpy(track->parents, s.parents, (size_t)s.joint_count * sizeof *track->parents);
    track->toes[0] = PD_BIPED_L_TOE, track->toes[1] = PD_BIPED_R_TOE;
    track->heels[0] = PD_BIPED_L_FOOT, track->heels[1] = PD_BIPED_R_FOOT;
    track->toe_rest_height = PD_ANIM_BIPED_TOE;
    for (int t = 0; t < FRAMES; t++) {
        int part = t / 120 + 3 * who;
        double wanted = (double[]){0, 1.2, 1.4, 2.8, 2.6, 0, 0.9}[part % 7],
               going = (double[]){0, 0, 1.2, 0, 2.2, 0, -1.5}[part % 7];
        double aside = part % 5 == 4 ? 1.5 : 0, before = speed;
        if (t % 120 == 0 && t) {
            double turn = remainder(going - yaw, 2 * M_PI);
            if (wanted > 0 && before < 0.1)
                events[asked++] = (pd_anim_event){t / 60.0, PD_ANIM_EVENT_START, wanted};
            if (wanted == 0) events[asked++] = (pd_anim_event){t / 60.0, PD_ANIM_EVENT_STOP, 0};
            if (wanted > 0 && fabs(turn) > 0.5)
                events[asked++] = (pd_anim_event){t / 60.0, PD_ANIM_EVENT_TURN, turn};
        }
        speed += 0.06 * (wanted - speed), yaw += 0.05 * remainder(going - yaw, 2 * M_PI);
        x += speed * sin(yaw + aside) / 60, z += speed * cos(yaw + aside) / 60,
            phase += (0.3 + 0.4 * speed) / 60;

        pd_matching_pose pose;
        pd_vec3 p[PD_MATCHING_JOINTS];
        databases_pose(&pose, speed, phase);
        pd_quat *q = pd_anim_clip_frame(clip, t);
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++)
            q[j] = pd_q_mul(
                pose.rotations[j],
                pd_q_from_rotvec(pd_vec3_make(0.03 * sin(0.05 * t + j), 0.02 * sin(0.07 * t + 2 * j), 0.02)));
        q[0] = pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw), q[0]);
        clip->roots[t] = pd_vec3_make(x, pose.hips.y, z);
        pd_anim_clip_pose(p, NULL, clip, t);
        for (int j = 0; j < s.joint_count; j++) {
            const double at[3] = {p[j].x, p[j].y, p[j].z};
            for (int c = 0; c < 3; c++) {
                size_t i = 3 * ((size_t)t * (size_t)s.joint_count + (size_t)j) + (size_t)c;
                track->joints[i] = (float)at[c];
                track->joints_pre[i] = (float)(at[c] + 0.004 * sin(0.3 * t + j + c));
            }
        }
        for (int f = 0; f < 2; f++) {
            track->ground[2 * t + f] = (float)(0.02 * sin(x + f));
            for (int c = 0; c < 2; c++)
                track->contacts[4 * t + 2 * f + c] =
                    (float)(0.5 + 0.5 * sin(2 * M_PI * phase + (f ? M_PI : 0) + 0.3 * c));
        }
        track->root[3 * t] = (float)x, track->root[3 * t + 2] = (float)z;
        track->facing[2 * t] = (float)sin(yaw), track->facing[2 * t + 1] = (float)cos(yaw);
        track->desired[2 * t] = (float)(wanted * sin(going + aside)),
                           track->desired[2 * t + 1] = (float)(wanted * cos(going + aside));
        track->bone_error[t] = (float)(0.001 + 0.001 * sin(0.1 * t));
    }
    assert_int_equal(pd_anim_track_add_events(track, events, asked, NULL), PD_OK);
    static const double path[][2] = {{0, 0}, {1, 3}, {4, 5}, {2, 8}};
    if (who) assert_int_equal(pd_anim_track_add_path(track, path, 4, who - 1, NULL), PD_OK);
}

static void measures_are_what_they_were(void **state)
{
    (void)state;
    golden_lines g;
    static pd_train_cloud clouds[2];
    golden_lines_begin(&g, "tests/golden/steps/measure.txt");
    for (int who = 0; who < 3; who++) {
        pd_anim_clip clip;
        pd_anim_track track;
        wander(&clip, &track, who);
        add_clips(&g, &clip);
        add_events(&g, &track);
        add_measures(&g, &track, clouds);
        pd_anim_clip_deinit(&clip);
        pd_anim_track_deinit(&track);
    }
    double out[2];
    for (int c = 0; c < 2; c++) pd_train_cloud_finish(&clouds[c]);
    assert_int_equal(pd_train_frechet(&out[0], &out[1], &clouds[0], &clouds[1], NULL), PD_OK);
    golden_lines_add(&g, "frechet", out, 2, 1e-4);
    golden_lines_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matched_frames_are_what_they_were),
        cmocka_unit_test(measures_are_what_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
