#include "core/observe/live/live_parts.h"

#include "core/math/rotation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST      0.2         /* upper limit of the time between moments for the hold, seconds */
#define SHORTEST     (1.0 / 240) /* least time between moments, seconds */
#define TOE_NOISE    0.004       /* metres          */
#define HEEL_NOISE   0.01        /* metres */
#define LOW          0.03        /* a heel or toe lower than this above its resting height is held, metres */
#define POOR_SPACE   0.15        /* residual of a poor fit, metres */
#define POOR_PICTURE 0.1  /* residual of a poor fit in a picture, as a fraction of the figure's larger side */
#define POOR_MOMENTS 15   /* poor moments in a row after which a fit starts from nothing */
#define STEP_NOISE   0.02 /* noise of heels and toes of a foot without a tracker, metres */
#define TURN_NOISE   0.04 /* noise of a tracker's orientation, radians */

static const char *const extra_names[PD_OBSERVE_LIVE_TRACKERS] = {
    "@left_heel", "@left_big_toe", "@right_heel", "@right_big_toe", "@head_top", "@left_eye+@right_eye"};

/* ---- memory */

size_t pd_observe_live_bytes(const pd_smpl_model *m)
{
    /* Two matrices of the unknowns, the rows, and a fit from nothing. */
    /* 4 n rows of at most 400 residuals; 3 MB bound a fit from nothing. */
    const size_t n = 3 * (size_t)m->joint_count + 3;
    return sizeof(pd_observe_live) + 2 * n * n * sizeof(double) + 4 * n * 400 * sizeof(double) +
           ((size_t)3 << 20);
}

void pd_observe_live_free(pd_observe_live *live)
{
    if (!live) return;
    pd_ik_prior_release((pd_ik_prior *)(uintptr_t)live->source);
    pd_smpl_model_release(live->request.model);
    pd_arena_deinit(&live->room);
    pd_arena_deinit(&live->begin);
    free(live->betas);
    free(live);
}

pd_status pd_observe_live_new(pd_observe_live **out, const pd_observe_live_request *request, pd_error *err)
{
    const pd_smpl_model *m = request->model;
    pd_observe_part part[PD_OBSERVE_MOST_PARTS];

    /* The body must have the joints and the size that this code assumes. */
    *out = NULL;
    if (request->beta_count < 0 || request->beta_count > m->beta_count)
        return pd_fail(err, PD_ERR_RANGE, "/betas", "%d numbers; 0 to %d allowed", request->beta_count,
                       m->beta_count);
    if (m->joint_count > PD_OBSERVE_LIVE_JOINTS || !pd_observe_place(part, m, "left_wrist"))
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, "/body",
            "the body has other joint names; a body with SMPL's joint names is needed to observe people");
    pd_observe_live *live = calloc(1, sizeof *live);
    if (!live) return pd_fail(err, PD_ERR_MEMORY, "/body", "out of memory");

    /* Copy the request, and retain the models. */
    live->request = *request;
    live->request.model = pd_smpl_model_retain(request->model);
    live->betas = calloc((size_t)m->beta_count + 1, sizeof *live->betas);
    pd_status status = live->betas ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "/body", "out of memory");
    if (live->betas && request->beta_count)
        memcpy(live->betas, request->betas, (size_t)request->beta_count * sizeof *live->betas);
    if (status == PD_OK && request->prior) {
        live->source = pd_ik_prior_retain(request->prior);
        status = pd_observe_prior_init(&live->prior, live->source, m, err);
        live->has_prior = status == PD_OK;
    }

    if (status == PD_OK)
        *out = live;
    else
        pd_observe_live_free(live);

    return status;
}

/* ---- a set's places on the body */

/* Marks the joints that move a joint: all joints above it, and the joint itself if `itself`. */
static void mark_above(bool *moves, const pd_smpl_model *m, int joint, bool itself)
{
    for (int j = itself ? joint : m->data.parents[joint]; j >= 0; j = m->data.parents[j]) moves[j] = true;
}

/* Computes what follows from a new set: the joints that move each of its points, and the rest positions of
 * its points and of the ends of the feet. */
static void look_at_places(pd_observe_live *live)
{
    const pd_smpl_model *m = live->request.model;
    pd_observe_problem *p = &live->problem;
    double rest[PD_OBSERVE_SIGHT_MOST][3], x[3];

    /* Find the joints that move each point. A vertex is moved by the joints with a weight above 0.3, and
     * those above them. */
    memset(live->moves, 0, (size_t)live->set->count * (size_t)m->joint_count);
    memset(live->steps, 0, sizeof live->steps);
    for (int i = 0; i < live->set->count + PD_OBSERVE_LIVE_HOLDS; i++) {
        const pd_observe_place_of *place = &p->places[i];
        bool *moves = i < live->set->count ? live->moves + (size_t)i * (size_t)m->joint_count : live->steps;
        for (int k = 0; k < place->part_count; k++) {
            const pd_observe_vertex *vertex = place->compiled[k];
            if (!vertex) mark_above(moves, m, place->parts[k].index, live->set->is_worn);
            for (int s = 0; vertex && s < vertex->skin_count; s++)
                if (vertex->weight[s] > 0.3) mark_above(moves, m, vertex->skin[s], true);
        }
    }

    /* Rest positions, and the height of the soles. */
    pd_observe_problem_update(p, false);
    for (int i = 0; i < live->set->count; i++) pd_observe_point(rest[i], &p->body, &p->state, &p->places[i]);
    live->sole = INFINITY;
    for (int i = 0; i < p->floor_count; i++) {
        pd_observe_point(x, &p->body, &p->state, &p->floor_places[i]);
        live->sole = fmin(live->sole, x[1]);
    }

    if (!p->floor_count) live->sole = 0;

    /* Heels and toes, relative to the centre of their foot. */
    for (int h = 0; h < PD_OBSERVE_LIVE_HOLDS && live->has_holds; h++) {
        pd_observe_point(x, &p->body, &p->state, &p->places[live->hold + h]);
        live->hold_rest[h] = x[1] - live->sole;
        live->hold_at[h][0] = x[0];
        live->hold_at[h][1] = x[2];
    }

    for (int h = 0; h < PD_OBSERVE_LIVE_HOLDS && live->has_holds; h += 2)
        for (int c = 0; c < 2; c++) {
            const double middle = 0.5 * (live->hold_at[h][c] + live->hold_at[h + 1][c]);
            live->middles[h / 2][c] = middle;
            live->hold_at[h][c] -= middle;
            live->hold_at[h + 1][c] -= middle;
        }

    /* Trackers and bones need the body's height, trackers also the position of the eyes at rest. */
    if (live->set->is_tracked || live->set->is_posed) {
        double crown[3];
        pd_observe_point(crown, &p->body, &p->state, &p->places[live->hold + PD_OBSERVE_LIVE_CROWN]);
        pd_observe_point(live->eyes, &p->body, &p->state, &p->places[live->hold + PD_OBSERVE_LIVE_EYES]);
        pd_observe_trackers_init(&live->trackers, live->set, m, p->body.rest, live->eyes, crown[1],
                                 live->sole);
        live->prints = (pd_observe_footprints){.is_there = false};
    }

    /* No sensor has been mounted yet, and the root stands at its place. */
    if (live->set->is_worn || live->set->is_posed) {
        const double *root = p->body.rest[0];
        const double *to = live->request.position;
        if (live->set->is_worn) pd_observe_worn_init(&live->worn, m);
        live->walk = (pd_observe_walk){.place = {to[0] - root[0], to[1] - root[2]}};
    }

    /* Start the measurement of sizes again, but keep the position of the body. */
    double shift[3];
    const bool is_first = !live->rest_height;
    memcpy(shift, live->ground.shift, sizeof shift);
    pd_observe_sizes_init(&live->sizes, live->set, (const double(*)[3])rest);
    pd_observe_ground_init(&live->ground, live->set, (const double(*)[3])rest, live->sole);

    /* Points are relative to the centre of the hips. Until feet are seen,
     * that centre is as high as in the rest pose. */
    const int left = pd_observe_set_place(live->set, "left_hip");
    const int right = pd_observe_set_place(live->set, "right_hip");
    live->rest_height =
        (left < 0 || right < 0 ? p->body.rest[0][1] : 0.5 * (rest[left][1] + rest[right][1])) - live->sole;
    if (is_first) {
        shift[0] = live->request.position[0];
        shift[2] = live->request.position[1];
        shift[1] = live->request.floor + live->rest_height;
    }

    memcpy(live->ground.shift, shift, sizeof shift);
}

pd_observe_job pd_observe_live_job(const pd_observe_live *live, const pd_observe_sight *sight)
{
    pd_observe_job job = {.seen = live->seen,
                          .seen_count = live->hold + PD_OBSERVE_LIVE_EXTRA,
                          .prior = live->has_prior ? &live->prior : NULL,
                          .camera = sight->camera,
                          .floor = live->request.floor,
                          .has_floor = true,
                          .keep_betas = true};

    if (sight->set->is_worn) job.weights[PD_OBSERVE_TERM_POSE] = PD_OBSERVE_SENSOR_PRIOR;

    return job;
}

static int most_rows(const pd_observe_live *live)
{
    return 3 * (live->hold + PD_OBSERVE_LIVE_EXTRA) + 4 * live->request.model->joint_count +
           PD_OBSERVE_BENDS + 3;
}

/* Prepares the solver for the set of a sight, if it is another than before. */
static pd_status take_set(pd_observe_live *live, const pd_observe_sight *sight, pd_error *err)
{
    const pd_smpl_model *m = live->request.model;
    const pd_observe_set *set = sight->set;
    const size_t n = 3 * (size_t)m->joint_count + 3;
    int counts[PD_OBSERVE_LIVE_SEEN];

    /* Return if the set is in use already. */
    if (live->set == set) return PD_OK;

    /* Find its points on the model. */
    live->set = NULL;
    live->is_warm = false;
    if (pd_observe_set_places(live->parts, counts, m, set) < PD_OBSERVE_LEAST_PLACES)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/set",
                       "the model has fewer than %d places of %s; a body with SMPL's joint names expected",
                       PD_OBSERVE_LEAST_PLACES, set->name);

    /* Extra points: heels, toes, and what trackers need. */
    live->hold = set->count;
    live->has_holds = true;
    for (int e = 0; e < PD_OBSERVE_LIVE_TRACKERS; e++) {
        counts[live->hold + e] = pd_observe_place(live->parts[live->hold + e], m, extra_names[e]);
        live->has_holds = live->has_holds && (e >= PD_OBSERVE_LIVE_HOLDS || counts[live->hold + e]);
    }

    if ((set->is_tracked || set->is_posed) &&
        !(live->has_holds && counts[live->hold + PD_OBSERVE_LIVE_CROWN] &&
          counts[live->hold + PD_OBSERVE_LIVE_EYES]))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/set",
                       "the model's surface has no eyes, crown, heels and toes; a person's body expected");

    /* Observations of all points, with their noise. */
    for (int i = 0; i < live->hold + PD_OBSERVE_LIVE_TRACKERS; i++)
        live->seen[i] = (pd_observe_seen){.parts = live->parts[i],
                                          .part_count = counts[i],
                                          .mirror = i < live->hold ? pd_observe_set_mirror(set, i) : i,
                                          .is_turn = i < live->hold && set->is_worn,
                                          .sigma = i < live->hold         ? 1
                                                   : (i - live->hold) % 2 ? TOE_NOISE
                                                                          : HEEL_NOISE};
    for (int i = live->hold + PD_OBSERVE_LIVE_TRACKERS; i < live->hold + PD_OBSERVE_LIVE_EXTRA; i++)
        live->seen[i] = (pd_observe_seen){.mirror = i, .sigma = TURN_NOISE};

    /* Take memory for the solver. */
    const pd_observe_job job = pd_observe_live_job(live, sight);
    const pd_observe_prior *prior = job.prior;
    const size_t bytes = pd_observe_problem_bytes(&job, m) +
                         pd_observe_equations_bytes((int)n, most_rows(live), prior) +
                         pd_arena_bytes(n * n, sizeof(double)) + pd_arena_bytes(n, sizeof(double)) +
                         3 * pd_observe_state_bytes(m) +
                         pd_arena_bytes((size_t)set->count * (size_t)m->joint_count, sizeof(bool));
    if (!pd_arena_reserve(&live->room, bytes)) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    const bool fits = pd_observe_problem_init(&live->problem, &job, m, &live->room) &&
                      pd_observe_equations_init(&live->normal, (int)n, most_rows(live), prior, &live->room) &&
                      pd_observe_state_init(&live->before, m, &live->room) &&
                      pd_observe_state_init(&live->kept, m, &live->room) &&
                      pd_observe_state_init(&live->best, m, &live->room);
    live->factor = pd_arena_take(&live->room, n * n, sizeof *live->factor);
    live->step = pd_arena_take(&live->room, n, sizeof *live->step);
    live->moves =
        pd_arena_take(&live->room, (size_t)set->count * (size_t)m->joint_count, sizeof *live->moves);

    if (!fits || !live->factor || !live->step || !live->moves)
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    /* The shape is fixed, so bake it into the problem. */
    double betas[PD_SMPL_MAX_BETAS];
    for (int b = 0; b < m->beta_count; b++) live->problem.state.betas[b] = betas[b] = (double)live->betas[b];
    pd_observe_problem_bake(&live->problem, betas);
    live->set = set;
    look_at_places(live);

    return PD_OK;
}

/* ---- observations of a moment */

double pd_observe_live_figure(const pd_observe_live *live)
{
    double low[2] = {INFINITY, INFINITY};
    double high[2] = {-INFINITY, -INFINITY};

    for (int i = 0; i < live->hold; i++)
        for (int c = 0; c < 2 && live->seen[i].confidence > 0; c++) {
            low[c] = fmin(low[c], live->seen[i].at[c]);
            high[c] = fmax(high[c], live->seen[i].at[c]);
        }

    return fmax(high[0] - low[0], high[1] - low[1]);
}

/* Returns the height of the lower seen ankle, or INFINITY if none is seen. */
static double lower_ankle(const pd_observe_sight *s)
{
    static const char *const names[2] = {"left_ankle", "right_ankle"};
    double lowest = INFINITY;

    for (int side = 0; side < 2; side++) {
        const int k = pd_observe_set_place(s->set, names[side]);
        if (k >= 0 && s->confidence[k] > 0) lowest = fmin(lowest, s->at[k][1]);
    }

    return lowest;
}

/* Converts the poses of trackers to points and orientations of the model's body. */
static void take_trackers(pd_observe_live *live, pd_observe_sight *s, double seconds)
{
    pd_observe_trackers *t = &live->trackers;

    pd_observe_trackers_step(t, s, live->request.floor);
    const double before = lower_ankle(s);
    pd_observe_sizes_step(&live->sizes, s, seconds);
    const double lift = isfinite(before) ? before - lower_ankle(s) : 0;
    for (int i = 0; i < s->set->count; i++) s->at[i][1] += lift;
    pd_observe_ground_step(&live->ground, s, live->request.floor, seconds);

    for (int i = 0; i < t->count; i++) {
        pd_observe_seen *seen = &live->seen[live->hold + PD_OBSERVE_LIVE_TRACKERS + i];
        seen->parts = &t->rows[i].part;
        seen->part_count = 1;
        seen->is_turn = true;
        pd_rot_to_axis_angle(seen->at, t->rows[i].rotation);
        seen->confidence = t->rows[i].is_seen ? s->confidence[t->rows[i].place] : 0;
    }
}

/* Filters the points of a sight, and gives them to the solver. */
static void take_sight(pd_observe_live *live, const pd_observe_sight *sight, double seconds)
{
    pd_observe_sight s = *sight;
    pd_observe_problem *p = &live->problem;

    /* Left and right count as exchanged when they have disagreed with the front for PD_OBSERVE_LIVE_SIDES
     * moments in a row. */
    const int sides = pd_observe_sight_sides(&s);
    if (sides) live->sides = sides > 0 ? 0 : live->sides + 1;
    if (sides) live->mirrored = live->sides >= PD_OBSERVE_LIVE_SIDES || (live->mirrored && sides < 0);

    /* Filter the observations by the kind of the set. */
    if (s.set->is_tracked) {
        take_trackers(live, &s, seconds);
    } else if (s.set->is_worn) {
        /* Orientations of joints on the stage, as rotation vectors. */
        pd_observe_worn_step(&live->worn, &s, live->request.facing);
        for (int i = 0; i < s.set->count; i++) {
            const pd_vec3 r = pd_q_to_rotvec(s.orientation[i]);
            s.at[i][0] = r.x;
            s.at[i][1] = r.y;
            s.at[i][2] = r.z;
        }
    } else {
        pd_observe_filter_step(&live->filter, &s, seconds);
    }

    if (!s.in_picture && !s.set->is_tracked && !s.set->is_worn) {
        if (s.from_hips) {
            /* Points relative to the hips: move their origin to the centre of the hips, if these are seen,
             * and turn them to where the body faces. */
            const double c = cos(live->request.facing);
            const double d = sin(live->request.facing);
            const int hips[2] = {pd_observe_set_place(s.set, "left_hip"),
                                 pd_observe_set_place(s.set, "right_hip")};
            double middle[3] = {0, 0, 0};
            if (hips[0] >= 0 && s.confidence[hips[0]] > 0 && s.confidence[hips[1]] > 0)
                for (int k = 0; k < 3; k++) middle[k] = 0.5 * (s.at[hips[0]][k] + s.at[hips[1]][k]);
            for (int i = 0; i < s.set->count; i++) {
                const double x = s.at[i][0] - middle[0];
                const double z = s.at[i][2] - middle[2];
                s.at[i][0] = c * x + d * z;
                s.at[i][1] -= middle[1];
                s.at[i][2] = -d * x + c * z;
            }
        }

        /* Scale the points to the body's size, and stand it on the ground. */
        pd_observe_sizes_step(&live->sizes, &s, seconds);
        pd_observe_ground_step(&live->ground, &s, live->request.floor, seconds);
    }

    /* Give the points to the solver. */
    for (int i = 0; i < live->hold; i++) {
        pd_observe_seen *seen = &live->seen[i];
        seen->in_picture = s.in_picture;

        /* The confidence is 0 if the model lacks the place, such as a finger. */
        seen->confidence = seen->part_count ? s.confidence[i] : 0;
        seen->sigma = s.noise;
        memcpy(seen->at, s.at[i], sizeof seen->at);
    }

    /* A camera without a rotation looks at the body from the front. */
    const double *given = s.camera.rotation;
    static const double front[9] = {1, 0, 0, 0, -1, 0, 0, 0, -1};
    double sum = 0;
    for (int i = 0; i < 9; i++) sum += fabs(given[i]);
    p->camera = s.camera;
    if (sum == 0) memcpy(p->camera.rotation, front, sizeof front);
    p->robust_picture = s.in_picture ? PD_OBSERVE_LIVE_ROBUST * pd_observe_live_figure(live) : INFINITY;

    /* Note for how long each joint has not been observed. */
    for (int k = 0; k < p->layout.joints; k++) {
        bool seen = false;
        for (int i = 0; i < live->hold && !seen; i++)
            seen = s.confidence[i] > 0 && live->moves[(size_t)i * (size_t)p->layout.joints + (size_t)k];
        live->pose.unseen[k] = !seen;
        seen = seen || (s.set->is_tracked && live->steps[k]);
        live->unseen_seconds[k] = seen ? 0 : live->unseen_seconds[k] + seconds;
    }
}

/* Holds heels and toes of a foot that came down at their present positions, and releases them when the foot
 * goes up. Feet without a tracker stand and step under the hips or the head (footprint.h). */
static void place_feet(pd_observe_live *live, double seconds)
{
    const pd_observe_problem *p = &live->problem;
    const pd_observe_trackers *t = &live->trackers;

    /* Feet that are observed. */
    for (int h = 0; h < PD_OBSERVE_LIVE_HOLDS && live->has_holds; h++) {
        const pd_observe_foot *foot = &live->ground.feet[h / 2];
        pd_observe_seen *seen = &live->seen[live->hold + h];
        if (live->set->is_tracked && !foot->is_seen) continue;
        if (live->in_picture || !foot->is_down || !live->is_warm) {
            seen->confidence = 0;
            continue;
        }

        if (seen->confidence > 0 && !foot->moved) continue;

        pd_observe_point(seen->at, &p->body, &p->state, &p->places[live->hold + h]);
        seen->confidence = seen->at[1] < p->floor + live->hold_rest[h] + LOW;
        seen->at[1] = p->floor + live->hold_rest[h];
    }

    if (!live->set->is_tracked) return;

    /* Feet without a tracker step by the position and facing of the body. */
    const bool by_hips = t->hips >= 0 && live->seen[t->hips].confidence > 0;
    const double *rest = by_hips ? p->body.rest[0] : live->eyes;
    const double *hips = live->seen[by_hips ? t->hips : 0].at;
    const double *world = p->body.world[0].m;
    const double over[2] = {by_hips ? hips[0] : t->under.x, by_hips ? hips[2] : t->under.z};
    const double yaw = t->is_facing ? t->facing : atan2(world[2], world[10]);
    for (int side = 0; side < 2; side++)
        for (int c = 0; c < 2; c++) live->prints.home[side][c] = live->middles[side][c] - rest[2 * c];
    pd_observe_footprints_step(&live->prints, over, yaw, seconds);

    /* Targets of heels and toes of those feet. */
    for (int h = 0; h < PD_OBSERVE_LIVE_HOLDS; h++) {
        const pd_observe_footprint *foot = &live->prints.feet[h / 2];
        pd_observe_seen *seen = &live->seen[live->hold + h];
        double at[2];
        seen->sigma = foot->is_up ? STEP_NOISE : h % 2 ? TOE_NOISE : HEEL_NOISE;
        if (live->ground.feet[h / 2].is_seen) continue;
        pd_observe_footprint_point(at, foot, live->hold_at[h]);
        seen->at[0] = at[0];
        seen->at[2] = at[1];
        seen->at[1] = p->floor + live->hold_rest[h] + foot->height;
        seen->confidence = 1;
    }
}

/* ---- the fit */

/* ---- the pose */

/* Writes the pose that the solver has found. */
static void put_pose(pd_observe_live *live, const pd_observe_sight *sight)
{
    const pd_observe_problem *p = &live->problem;
    const double *t = p->state.translation;
    const double *world = p->body.world[0].m;
    pd_observe_live_pose *pose = &live->pose;

    /* Rotations and root. With from_hips, a picture's position is moved to the requested one. */
    for (int k = 0; k < p->layout.joints; k++) pose->rotations[k] = pd_q_from_matrix(p->state.rotations[k]);
    pose->root = pd_vec3_make(world[3] + t[0], world[7] + t[1], world[11] + t[2]);
    if (sight->in_picture && sight->from_hips) {
        const pd_quat face = pd_q_axis_angle(pd_vec3_make(0, 1, 0), live->request.facing);
        const pd_vec3 from =
            pd_vec3_sub(pose->root, pd_vec3_make(live->origin[0], live->origin[1], live->origin[2]));
        const pd_vec3 to =
            pd_vec3_make(live->request.position[0], live->request.floor, live->request.position[1]);
        pose->root = pd_vec3_add(to, pd_q_rotate(face, from));
        pose->rotations[0] = pd_q_mul(face, pose->rotations[0]);
    }

    /* Kind of the observations. */
    pose->time = sight->time;
    pose->in_picture = sight->in_picture;
    pose->in_turns = sight->set->is_worn;
    pose->mirrored = live->mirrored;

    /* Root mean square of the residuals: metres, pixels or radians. */
    double sum = 0, weight = 0;
    for (int i = 0; i < live->hold; i++) {
        const pd_observe_seen *s = &live->seen[i];
        double x[3], pixel[2];
        if (!(s->confidence > 0)) continue;
        if (s->is_turn) {
            pd_observe_orientation_error(x, NULL, &p->body, s);
            sum += s->confidence * (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
            weight += s->confidence;
            continue;
        }

        pd_observe_point(x, &p->body, &p->state, &p->places[i]);
        if (s->in_picture && !pd_observe_project(pixel, p, s, x)) continue;
        for (int c = 0; c < (s->in_picture ? 2 : 3); c++)
            sum += s->confidence * pow((s->in_picture ? pixel[c] : x[c]) - s->at[c], 2);
        weight += s->confidence;
    }

    pose->rms = weight > 0 ? sqrt(sum / weight) : 0;

    /* Feet on the floor. */
    for (int side = 0; side < 2; side++) {
        const pd_observe_foot *foot = &live->ground.feet[side];
        if (sight->set->is_worn || sight->set->is_posed) {
            /* A heel or toe of that side is on the floor. */
            const int each = p->floor_count / 2;
            double low = INFINITY;
            for (int i = side * each; i < (side + 1) * each; i++) low = fmin(low, live->walk.before[i][1]);
            pose->is_down[side] = low - live->walk.low_before < LOW;
        } else if (sight->in_picture) {
            pose->is_down[side] = false;
        } else {
            const bool is_guessed = sight->set->is_tracked && !foot->is_seen;
            pose->is_down[side] = is_guessed ? !live->prints.feet[side].is_up : foot->is_down;
        }
    }
}

pd_status pd_observe_live_see(const pd_observe_live_pose **out, pd_observe_live *live,
                              const pd_observe_sight *sight, pd_error *err)
{
    const bool was_warm = live->is_warm;
    pd_observe_problem *p = &live->problem;

    /* Refuse a sight that is not usable or too old. */
    if (pd_observe_sight_check(sight, err)) return err->status;
    if (was_warm && sight->time <= live->time && live->time - sight->time < PD_OBSERVE_LIVE_GAP)
        return pd_fail(err, PD_ERR_RANGE, "/time", "%.9g; later than the last one's %.9g expected",
                       sight->time, live->time);

    /* Begin anew after a gap, after a change of the kind, or after a while of poor fits. */
    const double since = was_warm ? sight->time - live->time : INFINITY;
    if (!(since > 0 && since <= PD_OBSERVE_LIVE_GAP) || live->in_picture != sight->in_picture ||
        live->from_hips != sight->from_hips || live->poor >= POOR_MOMENTS)
        live->is_warm = false;
    if (take_set(live, sight, err)) return err->status;

    /* Take the points, and hold the feet. */
    const double seconds = since > 0 ? fmin(fmax(since, SHORTEST), LONGEST) : LONGEST;
    if (!live->is_warm) {
        live->filter.set = NULL;
        live->poor = 0;
    }

    live->in_picture = sight->in_picture;
    live->from_hips = sight->from_hips;
    if (!sight->in_picture) p->floor = live->request.floor;
    if (!live->is_warm) live->prints.is_there = false;
    if (!sight->set->is_posed) {
        take_sight(live, sight, seconds);
        place_feet(live, seconds);
    }

    /* Take the pose, or fit it from the last one or from nothing. */
    live->pose.began = !live->is_warm;
    if (sight->set->is_posed) {
        pd_observe_live_pose_directly(live, sight);
    } else if (live->is_warm) {
        pd_observe_state_copy(&live->before, &p->state, live->request.model);
        live->pose.steps = pd_observe_live_fit_on(live, seconds);
    } else if (sight->set->is_tracked) {
        pd_observe_live_fit_standing(live);
    } else if (pd_observe_live_fit_first(live, sight, err)) {
        return err->status;
    }

    /* Sensors determine the pose only. Compute the translation from the feet on the floor. */
    if (sight->set->is_worn) {
        double x[PD_OBSERVE_FLOOR_POINTS][3];
        if (!live->is_warm) live->walk.is_there = false;
        memset(p->state.translation, 0, sizeof p->state.translation);
        pd_observe_problem_update(p, true);
        for (int i = 0; i < p->floor_count; i++)
            pd_observe_point(x[i], &p->body, &p->state, &p->floor_places[i]);
        pd_observe_walk_step(&live->walk, p->state.translation, (const double(*)[3])x, p->floor_count,
                             live->request.floor);
        pd_observe_problem_update(p, true);
    }

    /* Report the pose. */
    live->is_warm = true;
    live->time = sight->time;
    put_pose(live, sight);

    /* Count poor fits in a row. Trackers and sensors do not count. */
    const double poor = sight->in_picture ? POOR_PICTURE * pd_observe_live_figure(live) : POOR_SPACE;
    live->poor =
        live->pose.rms > poor && !sight->set->is_tracked && !sight->set->is_worn ? live->poor + 1 : 0;
    *out = &live->pose;

    return PD_OK;
}
