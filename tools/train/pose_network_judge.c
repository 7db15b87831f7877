#include "tools/train/pose_network_judge.h"

#include "core/anim/source.h"
#include "core/ik/methods/neural.h"
#include "core/ik/methods/prior.h"
#include "core/ik/search/solve.h"
#include "core/base/file.h"
#include "core/io/mesh/png.h"
#include "tools/base/progress.h"
#include "tools/base/report.h"
#include "tools/draw/sheet.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define K        PD_IK_NEURAL_JOINTS
#define TRACKERS PD_IK_NEURAL_TRACKERS
#define GLANCE   20 /* frames between two evaluated ones */
#define RATE     30
#define STRETCH  60 /* number of frames of a clip that are solved */
#define DEGREES  57.29577951308232

const char *const pd_tool_pose_set_names[PD_TRAIN_POSE_SETS] = {"five",         "five points", "three",
                                                                "three points", "six",         "any"};

/* Reads the rotations of a frame. */
static void load_pose(pd_quat q[K], const pd_train_pose_motion *m, int frame)
{
    for (int k = 0; k < K; k++) {
        const float *r = m->rotations[frame][k];
        q[k] = pd_q_normalize((pd_quat){r[0], r[1], r[2], r[3]});
    }
}

void pd_tool_pose_network_glance(pd_tool_pose_glance *out, const pd_ik_neural *network,
                                 const pd_train_pose_world *world, pd_train_pose_set set)
{
    const pd_ik_neural_body *body = world->bodies;
    const pd_train_pose_motion *m = world->motion;
    float *scratch = aligned_alloc(64, pd_ik_neural_scratch_floats(network) * sizeof *scratch);
    double metres = 0, radians = 0;
    long joints = 0;

    for (int f = 0; scratch && f < m->frame_count; f += GLANCE) {
        pd_quat q[K], frames[K], got[K];
        pd_vec3 at[K], there[K], pelvis;
        pd_ik_neural_tracker trackers[TRACKERS];
        pd_ik_neural_frame frame;
        float x[PD_IK_NEURAL_INPUTS], y[PD_IK_NEURAL_OUTPUTS];

        /* Pose a body as captured, and let the network guess it from its trackers. */
        load_pose(q, m, f);
        pelvis = pd_vec3_make(0, pd_train_pose_height(body, q, (double)m->clearance[f]), 0);
        pd_train_pose_forward(at, frames, body, q, pelvis);
        pd_train_pose_see(trackers, set, 0, at, frames, NULL);
        pd_ik_neural_frame_of(&frame, trackers, body->stature, 0);
        pd_ik_neural_features(x, &frame, trackers, body, 0);
        pd_ik_neural_run(y, x, network, scratch);
        pd_ik_neural_pose_of(got, &pelvis, &frame, y);
        pd_train_pose_forward(there, frames, body, got, pelvis);

        /* Compare positions and rotations. */
        for (int k = 0; k < K; k++, joints++) {
            metres += pd_vec3_distance(at[k], there[k]);
            if (k) radians += pd_q_angle(q[k], got[k]);
        }
    }

    free(scratch);
    out->metres = metres / (double)joints;
    out->degrees = radians * DEGREES / ((double)joints * (K - 1) / K);
}

/* ---- one way to solve */

typedef struct way {
    const char *name;
    pd_ik_solver solver;
    int alone;        /* 1: the network without dls */
    int limits;       /* 1: with the default ranges */
    int trunk;        /* 1: chains begin at the pelvis */
    int other_bodies; /* 1: each clip on another body of the set */
    double rest_gain;
    int iterations;
    int every; /* every this many clips are used, because some solvers are slow */
} way;

static const way ways[] = {
    {"network alone", PD_IK_NEURAL, .alone = 1, .every = 1},
    {"neural", PD_IK_NEURAL, .every = 1},
    {"neural, 10 steps", PD_IK_NEURAL, .iterations = 10, .every = 1},
    {"neural, limits", PD_IK_NEURAL, .limits = 1, .every = 1},
    {"neural, limits, 10", PD_IK_NEURAL, .limits = 1, .iterations = 10, .every = 1},
    {"neural, limits, trunk", PD_IK_NEURAL, .limits = 1, .trunk = 1, .iterations = 10, .every = 1},
    {"neural, other bodies", PD_IK_NEURAL, .other_bodies = 1, .every = 1},
    {"example, limits", PD_IK_EXAMPLE, .limits = 1, .trunk = 1, .every = 2},
    {"dls, limits", PD_IK_DLS, .limits = 1, .trunk = 1, .every = 2},
    {"dls, null space", PD_IK_DLS, .limits = 1, .trunk = 1, .rest_gain = 1, .every = 4},
    {"optimize, limits", PD_IK_OPTIMIZE, .limits = 1, .trunk = 1, .every = 16}};
#define WAYS (int)(sizeof ways / sizeof *ways)

static const pd_train_pose_set judged[] = {PD_TRAIN_POSE_FIVE, PD_TRAIN_POSE_FIVE_POINTS,
                                           PD_TRAIN_POSE_THREE};
#define SETS (int)(sizeof judged / sizeof *judged)

typedef struct workspace {
    const pd_tool_pose_network_set *set;
    pd_train_pose_motion motion; /* held out */
    pd_ik_neural *network;
    pd_ik_prior *prior;
    pd_ik_limit limits[K];
    float *scratch;
    pd_arena arena;
    pd_anim_skeleton skeleton; /* by SMPL's order, names and tree */
} workspace;

typedef struct tally {
    double places, angles, trackers, jerk, true_jerk, seconds;
    long frames, reached, tracked, jerks;
} tally;

/* Makes the skeleton of a body with SMPL's joints. */
static void make_skeleton(pd_anim_skeleton *out, const pd_ik_neural_body *body)
{
    pd_anim_joint joints[K];

    for (int k = 0; k < K; k++) {
        const char *parent = k ? pd_anim_smpl_names[pd_ik_neural_parents[k]] : NULL;
        joints[k] =
            (pd_anim_joint){pd_anim_smpl_names[k], parent, k ? body->offset[k] : pd_vec3_make(0, 0, 0)};
    }

    pd_anim_skeleton_init(out, joints, K, NULL);
}

/* A pose as captured, and the same pose as solved. */
typedef struct posed {
    pd_quat rotations[K];
    pd_vec3 at[K];
} posed;

/* Solves with a solver of the inverse kinematics. Returns true if all targets were reached. */
static bool run_job(posed *out, workspace *b, const way *w, const pd_ik_neural_body *body,
                    const pd_ik_neural_frame *frame, const pd_ik_neural_tracker *trackers)
{
    pd_ik_target targets[TRACKERS];
    pd_ik_result results[TRACKERS];
    pd_quat start[K];
    pd_vec3 moved;
    int learned = w->solver == PD_IK_NEURAL || w->solver == PD_IK_EXAMPLE;

    /* Start upright, with the heading that the trackers say. */
    for (int k = 0; k < K; k++) start[k] = pd_q_identity();
    start[0] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), frame->heading);
    pd_ik_job job = {.rotations = out->rotations,
                     .positions = out->at,
                     .results = results,
                     .skeleton = &b->skeleton,
                     .start = start,
                     .targets = targets,
                     .solver = w->solver,
                     .limits = w->limits ? b->limits : NULL,
                     .iterations = w->iterations,
                     .rest_gain = w->rest_gain,
                     .natural = PD_IK_NATURAL_REST,
                     .restarts = learned ? 0 : -1,
                     .moved = &moved,
                     .move_root = 1};

    /* Make a target for each tracker. */
    int count = 0;
    for (int i = 0; i < TRACKERS; i++) {
        if (!trackers[i].has_position && !trackers[i].has_rotation) continue;
        pd_ik_target target = {.joint = pd_ik_neural_tracked[i], .chain_root = w->trunk ? 0 : -1};
        target.has_position = trackers[i].has_position;
        target.has_orientation = trackers[i].has_rotation;
        target.position = trackers[i].position;
        target.orientation = trackers[i].rotation;
        targets[count++] = target;
    }

    job.target_count = count;

    /* The body stands on the floor below the trackers. */
    job.translation = pd_vec3_make(frame->origin.x, body->offset[0].y - body->floor, frame->origin.z);
    job.neural.network = b->network;
    job.example.prior = b->prior;
    if (pd_ik_job_check(&job, NULL) != PD_OK) return false;

    pd_arena_reserve(&b->arena, pd_ik_job_scratch_bytes(&job));
    pd_ik_job_run(&job, &b->arena);
    return job.status == PD_IK_REACHED;
}

/* Solves for one frame, with the network alone or with a solver. */
static int solve_pose_network_judge(posed *out, workspace *b, const way *w, const pd_ik_neural_body *body,
                                    const pd_ik_neural_tracker *trackers)
{
    pd_ik_neural_frame frame;

    /* Measure the network alone, without a solver after it. */
    pd_ik_neural_frame_of(&frame, trackers, body->stature, 0);
    if (!w->alone) return run_job(out, b, w, body, &frame, trackers);

    float x[PD_IK_NEURAL_INPUTS], y[PD_IK_NEURAL_OUTPUTS];
    pd_quat frames[K];
    pd_vec3 pelvis;
    pd_ik_neural_features(x, &frame, trackers, body, 0);
    pd_ik_neural_run(y, x, b->network, b->scratch);
    pd_ik_neural_pose_of(out->rotations, &pelvis, &frame, y);
    pd_train_pose_forward(out->at, frames, body, out->rotations, pelvis);

    return 0;
}

/* ---- counting */

/* Compute the jerk as the third difference of four frames, relative to the pelvis. */
static double jerk_of(const posed *p)
{
    static const double c[4] = {-1, 3, -3, 1};
    double sum = 0;

    for (int k = 1; k < K; k++) {
        pd_vec3 d = {0, 0, 0};
        for (int i = 0; i < 4; i++) d = pd_vec3_fma(d, c[i], pd_vec3_sub(p[i].at[k], p[i].at[0]));
        sum += pd_vec3_length(d) / (K - 1);
    }

    return sum * RATE * RATE * RATE;
}

/* Poses a body as in a captured frame, standing on the floor. */
static void capture(posed *truth, pd_quat frames[K], const workspace *b, const pd_ik_neural_body *body,
                    int frame)
{
    load_pose(truth->rotations, &b->motion, frame);
    double height = pd_train_pose_height(body, truth->rotations, (double)b->motion.clearance[frame]);
    pd_train_pose_forward(truth->at, frames, body, truth->rotations, pd_vec3_make(0, height, 0));
}

/* Measures one way to solve on all held-out clips. */
static void judge_way(workspace *b, const way *w, pd_train_pose_set set, json_t *rows)
{
    tally t = {0};

    for (int clip = 0; clip < b->motion.clip_count; clip += w->every) {
        const pd_ik_neural_body *body =
            &b->set->bodies[w->other_bodies ? (clip * 97 + 1) % b->set->body_count : 0];

        /* Use a stretch from the middle of each clip. */
        int first = b->motion.first[clip];
        int count = b->motion.first[clip + 1] - first;
        int stretch = count < STRETCH ? count : STRETCH;
        int from = first + (count - stretch) / 2;
        posed truth[STRETCH], got[STRETCH];

        make_skeleton(&b->skeleton, body);
        for (int i = 0; i < stretch; i++) {
            pd_ik_neural_tracker trackers[TRACKERS];
            pd_quat frames[K];
            capture(&truth[i], frames, b, body, from + i);
            pd_train_pose_see(trackers, set, 0, truth[i].at, frames, NULL);
            double start = pd_tool_clock_s();
            t.reached += solve_pose_network_judge(&got[i], b, w, body, trackers);
            t.seconds += pd_tool_clock_s() - start;

            /* Errors of positions and angles, and distance to the trackers. */
            for (int k = 0; k < K; k++) {
                t.places += pd_vec3_distance(truth[i].at[k], got[i].at[k]) / K;
                if (k) t.angles += pd_q_angle(truth[i].rotations[k], got[i].rotations[k]) / (K - 1);
            }

            for (int n = 0; n < TRACKERS; n++) {
                if (!trackers[n].has_position) continue;
                t.trackers += pd_vec3_distance(trackers[n].position, got[i].at[pd_ik_neural_tracked[n]]);
                t.tracked++;
            }

            t.frames++;

            /* Jerk needs four frames. */
            if (i < 3) continue;
            t.jerk += jerk_of(&got[i - 3]);
            t.true_jerk += jerk_of(&truth[i - 3]);
            t.jerks++;
        }
    }

    /* Print and keep the figures. */
    double n = (double)t.frames;
    printf("%-12s %-21s %8.1f %8.2f %8.2f %8.1f %8.0f %8.0f %10.0f\n", pd_tool_pose_set_names[set], w->name,
           1000 * t.places / n, DEGREES * t.angles / n, 1000 * t.trackers / (double)t.tracked,
           100 * (double)t.reached / n, t.jerk / (double)t.jerks, t.true_jerk / (double)t.jerks,
           n / t.seconds);
    fflush(stdout);
    json_array_append_new(
        rows, json_pack("{s:s, s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "solver", w->name, "trackers",
                        pd_tool_pose_set_names[set], "places_mm", 1000 * t.places / n, "angles_deg",
                        DEGREES * t.angles / n, "trackers_mm", 1000 * t.trackers / (double)t.tracked,
                        "reached", (double)t.reached / n, "jerk", t.jerk / (double)t.jerks, "captured_jerk",
                        t.true_jerk / (double)t.jerks, "solves_per_second", n / t.seconds));
}

/* ---- the picture */

#define SHOWN   6
#define COLUMNS 6

static const struct {
    const char *label;
    int way; /* -1: as captured */
    pd_train_pose_set set;
} columns[COLUMNS] = {{"captured", -1, PD_TRAIN_POSE_FIVE},       {"neural: 5", 1, PD_TRAIN_POSE_FIVE},
                      {"5 points", 1, PD_TRAIN_POSE_FIVE_POINTS}, {"3 trackers", 1, PD_TRAIN_POSE_THREE},
                      {"dls: 5", 8, PD_TRAIN_POSE_FIVE},          {"dls: 3", 8, PD_TRAIN_POSE_THREE}};

/* Draws one clip: as captured, and as each way solves it. */
static void draw_row(pd_tool_cell *cells, workspace *b, const pd_smpl_model *model, int clip)
{
    const pd_ik_neural_body *body = b->set->bodies;
    int frame = (b->motion.first[clip] + b->motion.first[clip + 1]) / 2;
    pd_ik_neural_tracker trackers[TRACKERS];
    pd_ik_neural_frame seen;
    pd_quat frames[K];
    posed truth, got;

    make_skeleton(&b->skeleton, body);
    capture(&truth, frames, b, body, frame);
    pd_train_pose_see(trackers, PD_TRAIN_POSE_FIVE, 0, truth.at, frames, NULL);
    pd_ik_neural_frame_of(&seen, trackers, body->stature, 0);
    for (int c = 0; c < COLUMNS; c++) {
        pd_train_pose_see(trackers, columns[c].set, 0, truth.at, frames, NULL);
        if (columns[c].way >= 0) solve_pose_network_judge(&got, b, &ways[columns[c].way], body, trackers);
        cells[c].model = model;
        cells[c].yaw = 0.5f;
        cells[c].rotations = malloc(9 * K * sizeof *cells[c].rotations);

        /* Convert the rotations to those of the sheet, and turn the figure to face the camera. */
        pd_quat rotation = pd_q_axis_angle(pd_vec3_make(0, 1, 0), -seen.heading);
        for (int k = 0; k < K && cells[c].rotations; k++) {
            double m[9];
            pd_q_to_matrix(m, k ? (columns[c].way < 0 ? &truth : &got)->rotations[k]
                                : pd_q_mul(rotation, (columns[c].way < 0 ? &truth : &got)->rotations[0]));
            for (int i = 0; i < 9; i++) cells[c].rotations[9 * k + i] = (float)m[i];
        }

        snprintf(cells[c].label, sizeof cells[c].label, "%s", columns[c].label);
    }
}

/* Returns how far the middle pose of a clip is from the rest pose, to choose the clips that are shown. */
static double unrest(const workspace *b, int clip)
{
    pd_quat q[K];
    double sum = 0;
    load_pose(q, &b->motion, (b->motion.first[clip] + b->motion.first[clip + 1]) / 2);
    for (int k = 1; k < K; k++) sum += pd_q_angle(q[k], pd_q_identity());
    return sum;
}

static pd_status draw_pose_network_judge(workspace *b, const pd_tool_pose_judging *j, pd_error *err)
{
    pd_tool_cell cells[SHOWN * COLUMNS] = {{0}};
    const pd_tool_sheet sheet = {.cells = cells,
                                 .cell_count = SHOWN * COLUMNS,
                                 .columns = COLUMNS,
                                 .cell_width = 170,
                                 .cell_height = 215};
    pd_io_image picture = {0};
    pd_buffer file = {0};
    pd_smpl_model *model;
    int chosen[SHOWN];
    pd_status status = pd_smpl_model_load(&model, j->model, err);

    if (status != PD_OK) return status;

    /* Choose clips at equal steps of the ranking by unrest. */
    int n = b->motion.clip_count;
    int *order = malloc((size_t)n * sizeof *order);
    for (int i = 0; order && i < n; i++) {
        int at = i;
        for (; at > 0 && unrest(b, order[at - 1]) < unrest(b, i); at--) order[at] = order[at - 1];
        order[at] = i;
    }

    for (int i = 0; i < SHOWN; i++) chosen[i] = order ? order[i * n / (SHOWN + 2)] : 0;
    free(order);

    for (int i = 0; i < SHOWN; i++) draw_row(cells + i * COLUMNS, b, model, chosen[i]);
    status = pd_tool_sheet_render(&picture, &sheet, j->executor, err);
    if (status == PD_OK) status = pd_io_png_write(&file, &picture, err);
    if (status == PD_OK) status = pd_file_write(j->picture, file.data, file.size, err);
    pd_buffer_deinit(&file);
    pd_io_image_deinit(&picture);

    for (int c = 0; c < SHOWN * COLUMNS; c++) free(cells[c].rotations);
    pd_smpl_model_release(model);
    return status;
}

/* ---- all */

/* Loads the network, the prior if one is given, and the held-out motion, and makes scratch memory. */
static pd_status open_workspace(workspace *b, const pd_tool_pose_judging *j, pd_error *err)
{
    pd_status status = pd_ik_neural_load(&b->network, j->network, err);

    if (status == PD_OK && j->prior) status = pd_ik_prior_load(&b->prior, j->prior, err);
    if (status == PD_OK) status = pd_tool_pose_network_motion(&b->motion, j->set, 1, RATE, err);
    if (status != PD_OK) return status;

    for (int k = 0; k < K; k++) pd_ik_limit_of(&b->limits[k], pd_anim_smpl_names[k]);
    b->scratch = aligned_alloc(64, pd_ik_neural_scratch_floats(b->network) * sizeof *b->scratch);
    if (!b->scratch || !pd_arena_init(&b->arena, 0))
        return pd_fail(err, PD_ERR_MEMORY, "judge", "out of memory");

    return PD_OK;
}

/* Judges every set of trackers with every solver: prints a table, and writes the report and the picture that
 * are asked for. */
static pd_status judge_all(workspace *b, const pd_tool_pose_judging *j, json_t *rows, pd_error *err)
{
    printf("%-12s %-21s %8s %8s %8s %8s %8s %8s %10s\n", "trackers", "solver", "places", "angles", "trackers",
           "reached", "jerk", "captured", "solves/s");
    for (int s = 0; s < SETS; s++)
        for (int w = 0; w < WAYS; w++)
            if (ways[w].solver != PD_IK_EXAMPLE || b->prior) judge_way(b, &ways[w], judged[s], rows);

    if (j->report) {
        const pd_status status =
            pd_tool_report_write(rows, JSON_INDENT(1) | JSON_REAL_PRECISION(5), j->report, err);
        if (status != PD_OK) return status;
    }

    return j->picture ? draw_pose_network_judge(b, j, err) : PD_OK;
}

pd_status pd_tool_pose_network_judge(const pd_tool_pose_judging *j, pd_error *err)
{
    workspace b = {.set = j->set};
    json_t *rows = json_array();
    pd_status status = open_workspace(&b, j, err);

    if (status == PD_OK) status = judge_all(&b, j, rows, err);

    json_decref(rows);
    free(b.scratch);
    pd_arena_deinit(&b.arena);
    pd_train_pose_motion_deinit(&b.motion);
    pd_ik_neural_release(b.network);
    pd_ik_prior_release(b.prior);

    return status;
}
