#include "core/observe/sensor/trackers.h"

#include "core/base/arena.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE       (M_PI / 180)
#define POSE_NOISE   (3 * DEGREE) /* noise of each joint's orientation in the calibration pose */
#define PLACE_NOISE  0.01    /* noise of a joint's position, metres: tracker, strap and the calibrated arm */
#define LONGEST_ARM  0.4     /* metres */
#define LEAST        3       /* least number of trackers */
#define FOOT_LOWEST  (-0.05) /* least height of a foot's tracker in the calibration pose, metres */
#define FOOT_HIGHEST 0.25    /* see above */

/* Usual offset of a tracker from its joint at rest, and its standard deviation, metres: left side, x to the
 * left, y up, z forwards. */
static const struct {
    const char *joint;
    double shift[3], sigma;
} sites[] = {
    {"head", {0, 0.07, 0.09}, 0.02},   /* eyes, behind a headset */
    {"wrist", {0.07, 0, 0.01}, 0.04},  /* a controller's grip, or a strap's back */
    {"pelvis", {0, 0, 0}, 0.08},       /* a belt, worn in front or behind        */
    {"ankle", {0, -0.02, 0.07}, 0.04}, /* the instep                             */
    {"foot", {0, 0.01, 0.01}, 0.04},   /* over the toes                          */
    {"elbow", {0.1, 0, 0}, 0.07},      /* along the forearm                      */
    {"shoulder", {0.15, 0, 0}, 0.08},  /* along the upper arm                    */
    {"knee", {0, -0.12, 0.02}, 0.1},   /* along the shank                        */
    {"hip", {0, -0.2, 0.03}, 0.1},     /* along the thigh                        */
    {"spine3", {0, 0.05, 0.05}, 0.1},  /* the chest                              */
};
static const double anywhere = 0.1; /* metres: deviation of a tracker of any other joint */

/* Returns the row of a joint in `sites`, or -1. *side: 1 on the left, -1 on the right. */
static int site_of(double *side, const char *joint)
{
    const char *name = !strncmp(joint, "left_", 5)    ? joint + 5
                       : !strncmp(joint, "right_", 6) ? joint + 6
                                                      : joint;

    *side = !strncmp(joint, "right_", 6) ? -1 : 1;
    for (int i = 0; i < (int)(sizeof sites / sizeof *sites); i++)
        if (!strcmp(name, sites[i].joint)) return i;

    return -1;
}

/* Gets the position of a tracker, +Y up. Returns false if it has none in this frame. */
static bool position_of(double x[3], const pd_observe_sensor_request *r, int frame, int sensor)
{
    const float *p =
        r->file->positions + 3 * ((size_t)frame * (size_t)r->file->sensor_count + (size_t)sensor);
    if (isnan(p[0])) return false;
    pd_up_point(x, (const double[3]){(double)p[0], (double)p[1], (double)p[2]}, r->up);
    return true;
}

/* Computes the mean position x (S,3) of each tracker in the calibration pose. */
static pd_status hold_trackers(double (*x)[3], const pd_observe_tracker_set *s,
                               const pd_observe_sensor_request *r, const char *where, pd_error *err)
{
    for (int i = 0; i < s->turns.count; i++) {
        double sum[3] = {0, 0, 0};
        double one[3];
        int count = 0;
        for (int f = r->first; f <= r->last; f++) {
            if (!position_of(one, r, f, s->turns.column[i])) continue;
            for (int c = 0; c < 3; c++) sum[c] += one[c];
            count++;
        }

        if (!count)
            return pd_fail(
                err, PD_ERR_INVALID, where,
                "'%s' has no position in the calibration pose; positions in frames %d to %d expected",
                r->file->names[s->turns.column[i]], r->first, r->last);
        for (int c = 0; c < 3; c++) x[i][c] = sum[c] / count;
    }

    return PD_OK;
}

/* Returns the facing by the lines from right to left trackers, or NAN if there is no such pair. */
static double facing_of(const pd_observe_tracker_set *s, const pd_smpl_model *m, double (*x)[3])
{
    double across[2] = {0, 0};

    for (int i = 0; i < s->turns.count; i++) {
        const int other = s->turns.places[i].mirror;
        if (other == i || strncmp(m->data.joint_names[s->turns.parts[i].index], "left_", 5) != 0) continue;
        across[0] += x[i][0] - x[other][0];
        across[1] += x[i][2] - x[other][2];
    }

    return hypot(across[0], across[1]) > 0.05
               ? remainder(atan2(-across[1], across[0]) - s->turns.heading_axis, 2 * M_PI)
               : NAN;
}

/* Computes the local rotations `out` (K,9) of the calibration pose. world (K,9): orientations of the joints,
 * facing +Z; turn: the facing. */
static void set_pose(float *out, const pd_smpl_model *m, double (*world)[9], const double turn[9])
{
    for (int k = 0; k < m->joint_count; k++) {
        const int parent = m->data.parents[k];
        double back[9], local[9];
        for (int i = 0; i < 9; i++) back[i] = parent < 0 ? turn[i] : world[parent][3 * (i % 3) + i / 3];
        pd_mat3_mul(local, back, world[k]);
        for (int i = 0; i < 9; i++) out[9 * k + i] = (float)local[i];
    }
}

/* Fits shape and translation of a body in the calibration pose to the trackers at x (S,3), and sets betas,
 * arms and misfit. */
static pd_status fit_shape(pd_observe_tracker_set *s, const pd_observe_sensor_request *r,
                           const pd_smpl_model *m, double (*x)[3], const char *where, pd_error *err)
{
    const int joints = m->joint_count;
    const int trackers = s->turns.count;
    const double facing = s->turns.heading_axis + s->turns.facing;
    const double turn[9] = {cos(facing), 0, sin(facing), 0, 1, 0, -sin(facing), 0, cos(facing)};
    double world[PD_SMPL_MAX_JOINTS][9], at[PD_SMPL_MAX_JOINTS + PD_ORIENTATIONS_SENSORS][3],
        guess[PD_ORIENTATIONS_SENSORS][3];
    float pose[9 * PD_SMPL_MAX_JOINTS];
    pd_observe_part parts[PD_SMPL_MAX_JOINTS];
    pd_observe_seen seen[PD_SMPL_MAX_JOINTS + PD_ORIENTATIONS_SENSORS];
    pd_observe_job job = {.betas = s->betas, .rotations = pose, .seen = seen, .at = at, .warm = true};
    bool stands = true;
    pd_arena arena;

    /* Observe the orientation of every joint, which the calibration pose gives. */
    pd_observe_sensor_rest(world, m, r->pose);
    set_pose(pose, m, world, turn);
    for (int k = 0; k < joints; k++) {
        double g[9];
        pd_mat3_mul(g, turn, world[k]);
        const pd_vec3 v = pd_q_to_rotvec(pd_q_from_matrix(g));
        parts[k] = (pd_observe_part){false, k, 1};
        seen[k] = (pd_observe_seen){.parts = &parts[k],
                                    .part_count = 1,
                                    .mirror = k,
                                    .is_turn = true,
                                    .at = {v.x, v.y, v.z},
                                    .confidence = 1,
                                    .sigma = POSE_NOISE};
    }

    /* Observe the position of each tracker's joint: the tracker's position minus its usual offset. */
    for (int i = 0; i < trackers; i++) {
        const int k = s->turns.parts[i].index;
        double side, g[9];
        const int site = site_of(&side, m->data.joint_names[k]);
        const double shift[3] = {site < 0 ? 0 : side * sites[site].shift[0],
                                 site < 0 ? 0 : sites[site].shift[1], site < 0 ? 0 : sites[site].shift[2]};
        pd_mat3_mul(g, turn, world[k]);
        pd_mat3_apply(guess[i], g, shift);
        seen[joints + i] = (pd_observe_seen){.parts = &parts[k],
                                             .part_count = 1,
                                             .mirror = joints + i,
                                             .confidence = 1,
                                             .sigma = site < 0 ? anywhere : sites[site].sigma};
        for (int c = 0; c < 3; c++) {
            seen[joints + i].at[c] = x[i][c] - guess[i][c];
            job.translation[c] += (seen[joints + i].at[c] - m->joint_template[3 * k + c]) / trackers;
        }

        const bool is_foot =
            strstr(m->data.joint_names[k], "ankle") || strstr(m->data.joint_names[k], "foot");
        stands = stands && !(is_foot && !(x[i][1] >= FOOT_LOWEST && x[i][1] <= FOOT_HIGHEST));
    }

    job.has_floor = stands;
    job.seen_count = joints + trackers;

    pd_status status = pd_observe_check(&job, m, err);
    if (status) return status;
    if (!pd_arena_init(&arena, pd_observe_scratch_bytes(&job, m)))
        return pd_fail(err, PD_ERR_MEMORY, where, "out of memory to fit the shape");
    pd_observe_run(&job, m, &arena);
    pd_arena_deinit(&arena);

    /* Compute the arms from the trackers to the joints of this shape. */
    for (int i = 0; i < trackers; i++) {
        double square = 0;
        for (int c = 0; c < 3; c++) {
            s->arms[i][c] = at[joints + i][c] - x[i][c];
            square += pow(s->arms[i][c] + guess[i][c], 2);
        }

        s->misfit += square / trackers;
        if (!(pd_length3(s->arms[i]) <= LONGEST_ARM))
            return pd_fail(err, PD_ERR_RANGE, where,
                           "'%s' is %.2f m from its joint in the calibration pose (frames %d to %d); at most "
                           "%.1f allowed: is it on this bone, and did the person stand in the pose?",
                           r->file->names[s->turns.column[i]], pd_length3(s->arms[i]), r->first, r->last,
                           LONGEST_ARM);
    }

    s->misfit = sqrt(s->misfit);

    return PD_OK;
}

/* Fills the observations of all frames: orientations and positions of the joints. */
static void fill_trackers(pd_observe_tracker_set *s, const pd_observe_sensor_request *r)
{
    const size_t n = (size_t)s->turns.count;

    for (size_t f = 0; f < (size_t)s->turns.frame_count; f++)
        for (size_t i = 0; i < n; i++) {
            const float *e = s->turns.since + 4 * (f * n + i);
            float *turn = s->at + 3 * (2 * f * n + i);
            float *place = turn + 3 * n;
            double x[3];
            memcpy(turn, s->turns.at + 3 * (f * n + i), 3 * sizeof *turn);
            s->confidence[2 * f * n + i] = s->turns.confidence[f * n + i];
            s->confidence[2 * f * n + n + i] = 1;
            for (int c = 0; c < 3; c++) place[c] = NAN;
            if (isnan(e[3]) || !position_of(x, r, (int)f, s->turns.column[i])) continue;
            const pd_vec3 arm = pd_q_rotate((pd_quat){(double)e[0], (double)e[1], (double)e[2], (double)e[3]},
                                            (pd_vec3){s->arms[i][0], s->arms[i][1], s->arms[i][2]});
            place[0] = (float)(x[0] + arm.x);
            place[1] = (float)(x[1] + arm.y);
            place[2] = (float)(x[2] + arm.z);
        }
}

pd_status pd_observe_tracker_set_make(pd_observe_tracker_set *s, const pd_observe_sensor_request *r,
                                      const pd_smpl_model *m, const char *where, pd_error *err)
{
    double x[PD_ORIENTATIONS_SENSORS][3];

    *s = (pd_observe_tracker_set){0};
    pd_observe_sensor_request turned = *r;
    if (isnan(r->facing)) turned.facing = 0;
    pd_status status = pd_observe_sensor_set_make(&s->turns, &turned, m, where, err);
    if (status) return status;
    if (s->turns.count < LEAST)
        return pd_fail(err, PD_ERR_INVALID, where, "%d trackers on the body; at least %d expected",
                       s->turns.count, LEAST);
    status = hold_trackers(x, s, r, where, err);
    if (status) return status;

    /* Facing. */
    const double facing = isnan(r->facing) ? facing_of(s, m, x) : r->facing;
    if (isnan(facing))
        return pd_fail(err, PD_ERR_INVALID, where,
                       "the facing is unknown, because no bone has trackers on both the left and the right; "
                       "`facing` is needed");
    pd_observe_sensor_set_face(&s->turns, facing);

    /* Memory, shape and observations. */
    const size_t n = (size_t)s->turns.count;
    const size_t frames = (size_t)s->turns.frame_count;
    s->count = 2 * s->turns.count;
    s->places = calloc(2 * n, sizeof *s->places);
    s->at = malloc(6 * n * frames * sizeof *s->at);
    s->confidence = malloc(2 * n * frames * sizeof *s->confidence);
    s->arms = calloc(n, sizeof *s->arms);
    s->betas = calloc((size_t)m->beta_count + 1, sizeof *s->betas);
    if (!s->places || !s->at || !s->confidence || !s->arms || !s->betas)
        return pd_fail(err, PD_ERR_MEMORY, where, "out of memory");
    for (size_t i = 0; i < n; i++) {
        s->places[i] = s->places[n + i] = s->turns.places[i];
        s->places[n + i].is_turn = false;
        s->places[n + i].sigma = PLACE_NOISE;
        s->places[n + i].mirror += (int)n;
    }

    status = fit_shape(s, r, m, x, where, err);
    if (!status) fill_trackers(s, r);

    return status;
}

void pd_observe_tracker_set_deinit(pd_observe_tracker_set *s)
{
    pd_observe_sensor_set_deinit(&s->turns);
    free(s->places);
    free(s->at);
    free(s->confidence);
    free(s->arms);
    free(s->betas);
    *s = (pd_observe_tracker_set){0};
}

pd_observe_take pd_observe_tracker_take(const pd_observe_tracker_set *s, double rate)
{
    return (pd_observe_take){.places = s->places,
                             .at = s->at,
                             .confidence = s->confidence,
                             .place_count = s->count,
                             .frame_count = s->turns.frame_count,
                             .rate = rate,
                             .keep_betas = true,
                             .shape = s->betas,
                             .weights[PD_OBSERVE_TERM_POSE] = PD_OBSERVE_SENSOR_PRIOR};
}
