#include "core/observe/observe.h"

#include "core/base/assert.h"
#include "core/observe/hybrik.h"
#include "core/observe/problem.h"
#include "core/observe/size.h"
#include "core/observe/solve.h"
#include "core/observe/start.h"
#include "core/observe/triangulate.h"

#include "core/math/mat3.h"
#include "core/math/rotation.h"
#include "core/smpl/body.h"
#include "core/smpl/capsule.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TRY_ITERATIONS 8   /* iterations of each stage of a start */
#define TRY_BLUR       4.0 /* factor of sigma in the first stage */
/* Weight of the pose prior in the second stage, which lets a start leave a component that does not fit. */
#define LOOSE          0.1
/* Mean square of residuals in sigmas above which a fit is poor: the noise does not explain it. */
#define POOR           1.0
#define FAR_BETTER     25.0 /* improvement by exchanging left and right at which `mirrored` is set, nats */
#define FAR_SIGMAS     20.0 /* residual above which a camera is left out of the triangulation, sigmas */
#define TRIANGULATED   0.02 /* noise of triangulated places in the start, metres */
#define LEAST_SIGMA    1e-5 /* least noise of an observation; smaller ones are mistakes */
#define CLENCHED       1.2  /* radians: angle of each joint of a finger from which a fist is searched */
#define LINE           1e-3 /* points nearer to a line than this are on it, metres */
/* Points nearer to each other than this determine no pose, pixels; fractions of a picture are. */
#define PIXEL          3.0

const char *pd_observe_status_name(pd_observe_status status)
{
    static const char *const names[] = {

#define STATUS_NAME(name, text, doc) text,
        PD_OBSERVE_STATUS_TABLE(STATUS_NAME)
#undef STATUS_NAME
    };

    return names[status];
}

/* ---- checks */

/* Checks one observation. */
static pd_status check_seen(const pd_observe_seen *s, int number, int count, const pd_smpl_model *m,
                            pd_error *err)
{
    const double most_sigma = s->in_picture ? PD_OBSERVE_LARGEST_PIXELS
                              : s->is_turn  ? PD_OBSERVE_LARGEST_TURN
                                            : PD_OBSERVE_LARGEST_METRES;
    char where[64];

    /* Confidence, mirror partner and parts of the observation. */
    snprintf(where, sizeof where, "/observations/%d", number);
    if (!(s->confidence >= 0 && s->confidence <= 1))
        return pd_fail(err, PD_ERR_RANGE, where, "confidence is %g; 0 to 1 allowed", s->confidence);
    if (s->mirror < 0 || s->mirror >= count)
        return pd_fail(err, PD_ERR_RANGE, where, "its other side is %d; 0 to %d allowed", s->mirror,
                       count - 1);
    if (s->part_count < 0 || (!s->part_count && s->confidence > 0))
        return pd_fail(err, PD_ERR_INVALID, where, "no joint or vertex; at least one expected");
    for (int i = 0; i < s->part_count; i++) {
        const pd_observe_part *part = &s->parts[i];
        const int last = (part->is_vertex ? m->vertex_count : m->joint_count) - 1;
        if (part->index < 0 || part->index > last)
            return pd_fail(err, PD_ERR_RANGE, where, "%s %d; 0 to %d allowed",
                           part->is_vertex ? "vertex" : "joint", part->index, last);

        if (!(fabs(part->weight) <= 1e3))
            return pd_fail(err, PD_ERR_RANGE, where, "weight %g; -1000 to 1000 allowed", part->weight);
    }

    if (s->confidence == 0) return PD_OK;

    /* Check the rest, which is not read if the confidence is 0. */
    if (s->is_turn && (s->part_count != 1 || s->parts[0].is_vertex || s->in_picture))
        return pd_fail(err, PD_ERR_INVALID, where, "an orientation of %d parts; one joint's expected",
                       s->part_count);
    if (s->normal && !(fabs(pd_dot3(s->normal, s->normal) - 1) < 1e-6))
        return pd_fail(err, PD_ERR_INVALID, where, "its plane's normal has the squared length %g; 1 expected",
                       pd_dot3(s->normal, s->normal));
    if (!(s->sigma >= LEAST_SIGMA && s->sigma <= most_sigma))
        return pd_fail(err, PD_ERR_RANGE, where, "noise is %g; %.10g to %.10g allowed", s->sigma, LEAST_SIGMA,
                       most_sigma);

    return PD_OK;
}

/* Checks the coordinates of an observation. A point in space may be up to `excused` metres from the origin;
 * the error message states `metres`. */
static pd_status check_place(const pd_observe_seen *s, int number, double metres, double excused,
                             pd_error *err)
{
    const bool in_space = !s->in_picture && !s->is_turn;
    const double most = s->in_picture ? PD_OBSERVE_LARGEST_PIXELS
                        : s->is_turn  ? PD_OBSERVE_LARGEST_TURN
                                      : metres;
    char where[64];

    snprintf(where, sizeof where, "/observations/%d", number);
    for (int c = 0; c < (s->in_picture ? 2 : 3) && s->confidence > 0; c++)
        if (!(fabs(s->at[c]) <= (in_space ? excused : most)))
            return pd_fail(err, PD_ERR_RANGE, where, "coordinate %d is %g; %.10g to %.10g allowed", c,
                           s->at[c], -most, most);

    return PD_OK;
}

/* Returns whether all seen points in space are on a line: the one through the first of them and the point
 * farthest from it. */
static bool on_a_line(const pd_observe_job *job)
{
    const double *first = NULL, *second = NULL;
    double most = 0, off = 0;

    for (int pass = 0; pass < 3; pass++)
        for (int i = 0; i < job->seen_count; i++) {
            const pd_observe_seen *s = &job->seen[i];
            double d[3], e[3];
            double dd = 0, ee = 0, de = 0;
            if (!pd_observe_is_place(s) || !(s->confidence > 0)) continue;
            if (!first) first = s->at;
            for (int c = 0; c < 3; c++) {
                d[c] = s->at[c] - first[c];
                e[c] = second ? second[c] - first[c] : 0;
                dd += d[c] * d[c];
                ee += e[c] * e[c];
                de += d[c] * e[c];
            }

            if (pass == 0 && dd > most) {
                most = dd;
                second = s->at;
            }

            if (pass == 1 && ee > 0) off = fmax(off, dd - de * de / ee);
        }

    return off < LINE * LINE;
}

/* Returns whether in every picture all seen points are within PIXEL of the first one. */
static bool on_one_pixel(const pd_observe_job *job)
{
    const double *first[PD_OBSERVE_MOST_VIEWS + 1] = {NULL};

    for (int i = 0; i < job->seen_count; i++) {
        const pd_observe_seen *s = &job->seen[i];
        if (!s->in_picture || !(s->confidence > 0)) continue;
        if (!first[s->camera]) first[s->camera] = s->at;
        if (hypot(s->at[0] - first[s->camera][0], s->at[1] - first[s->camera][1]) > PIXEL) return false;
    }

    return true;
}

/* Checks that there are enough observations, and that they are not all in one place. */
static pd_status check_counts(const pd_observe_job *job, pd_error *err)
{
    int space = 0, picture = 0, turns = 0;

    /* Count the observations of each kind. */
    for (int i = 0; i < job->seen_count; i++) {
        const bool seen = job->seen[i].confidence > 0;
        space += seen && pd_observe_is_place(&job->seen[i]);
        turns += seen && job->seen[i].is_turn;
        picture += seen && job->seen[i].in_picture;
    }

    if (!space && !picture && !turns)
        return pd_fail(
            err, PD_ERR_INVALID, "/observations",
            "no points, or every confidence is 0; at least one point with a confidence above 0 expected");

    /* A start or orientations suffice by themselves. */
    if (job->warm || turns) return PD_OK;
    if (space >= PD_OBSERVE_LEAST_SPACE) {
        if (!on_a_line(job)) return PD_OK;
        return pd_fail(err, PD_ERR_INVALID, "/observations",
                       "all %d points lie on a line or on one another; three that do not are expected",
                       space);
    }

    /* Points of a picture must be apart. */
    if (picture >= PD_OBSERVE_LEAST_PICTURE && on_one_pixel(job))
        return pd_fail(
            err, PD_ERR_INVALID, "/observations",
            "all %d points of the picture lie within %g pixels of one another; pixels expected: multiply "
            "fractions of a picture by its width and height",
            picture, PIXEL);
    if (picture >= PD_OBSERVE_LEAST_PICTURE) return PD_OK;

    return pd_fail(
        err, PD_ERR_RANGE, "/observations",
        "%d seen in space and %d in the picture; at least %d in space or %d in the picture expected", space,
        picture, PD_OBSERVE_LEAST_SPACE, PD_OBSERVE_LEAST_PICTURE);
}

/* Checks focal lengths, centre, rotation and translation of a camera. A rotation of zeros stands for none. */
static pd_status check_camera(const pd_observe_camera *c, pd_error *err)
{
    const double numbers[] = {c->fx, c->fy};
    double sum = 0;

    for (int i = 0; i < 2; i++)
        if (!(numbers[i] > 0 && numbers[i] <= PD_OBSERVE_LARGEST_PIXELS))
            return pd_fail(err, PD_ERR_RANGE, i ? "/camera/fy" : "/camera/fx", "%g; above 0 to %.10g allowed",
                           numbers[i], PD_OBSERVE_LARGEST_PIXELS);
    if (!(fabs(c->cx) <= PD_OBSERVE_LARGEST_PIXELS) || !(fabs(c->cy) <= PD_OBSERVE_LARGEST_PIXELS))
        return pd_fail(err, PD_ERR_RANGE, "/camera/cx", "centre %g, %g; %.10g to %.10g allowed", c->cx, c->cy,
                       -PD_OBSERVE_LARGEST_PIXELS, PD_OBSERVE_LARGEST_PIXELS);
    for (int i = 0; i < 9; i++) sum += fabs(c->rotation[i]);
    if (sum != 0 && !(pd_rot_error(c->rotation) < 1e-3))
        return pd_fail(err, PD_ERR_INVALID, "/camera/rotation",
                       "not a rotation: R R^T differs from 1 by %.3g or it mirrors; at most 0.001 allowed",
                       pd_rot_error(c->rotation));
    for (int i = 0; i < 3; i++)
        if (!(fabs(c->translation[i]) <= PD_OBSERVE_LARGEST_METRES))
            return pd_fail(err, PD_ERR_RANGE, "/camera/translation", "%g; %.10g to %.10g allowed",
                           c->translation[i], -PD_OBSERVE_LARGEST_METRES, PD_OBSERVE_LARGEST_METRES);

    return PD_OK;
}

pd_status pd_observe_check(const pd_observe_job *job, const pd_smpl_model *m, pd_error *err)
{
    const double farthest = job->fit_scale ? PD_OBSERVE_LARGEST_ANY : PD_OBSERVE_LARGEST_METRES;
    pd_error of_size = {0};
    bool picture = false;

    /* Counts and settings. */
    if (job->seen_count < 0 || job->seen_count > PD_OBSERVE_MOST_SEEN)
        return pd_fail(err, PD_ERR_LIMIT, "/observations", "%d points; 1 to %d allowed", job->seen_count,
                       PD_OBSERVE_MOST_SEEN);
    if (job->beta_count < 0 || job->beta_count > m->beta_count)
        return pd_fail(err, PD_ERR_RANGE, "/beta_count", "%d; 0 to %d allowed", job->beta_count,
                       m->beta_count);
    if (job->has_floor && !(fabs(job->floor) <= PD_OBSERVE_LARGEST_FLOOR))
        return pd_fail(err, PD_ERR_RANGE, "/floor", "%g; %.10g to %.10g allowed", job->floor,
                       -PD_OBSERVE_LARGEST_FLOOR, PD_OBSERVE_LARGEST_FLOOR);

    /* Check each observation, with the widest limits of positions. */
    for (int i = 0; i < job->seen_count; i++) {
        pd_status status = check_seen(&job->seen[i], i, job->seen_count, m, err);
        if (status) return status;
        if (job->seen[i].camera < 0 || job->seen[i].camera > job->view_count)
            return pd_fail(err, PD_ERR_RANGE, "/observations", "%d is seen by camera %d; 0 to %d allowed", i,
                           job->seen[i].camera, job->view_count);
        picture |= job->seen[i].in_picture && job->seen[i].confidence > 0;
        status = check_place(&job->seen[i], i, farthest, PD_OBSERVE_LARGEST_ANY, err);
        if (status) return status;
    }

    /* Limits of place in metres. If the points seem to be in another unit, that error replaces this one,
     * once there are enough points to tell. */
    pd_observe_job in_space = *job;
    in_space.view_count = 0; /* cameras are not checked yet */
    pd_status status = PD_OK;
    const double known = job->scale > 0 ? job->scale : 1;
    if (!job->fit_scale)
        pd_observe_size_check(pd_observe_size_of(&in_space, m) / known, true, "/observations", &of_size);
    for (int i = 0; i < job->seen_count && !status && !of_size.status; i++)
        status = check_place(&job->seen[i], i, farthest, farthest, err);
    if (status) return status;

    /* Enough observations, and a camera if there are pictures. */
    status = job->hybrik ? pd_observe_hybrik_check(job, m, err) : check_counts(job, err);
    if (!status && picture) status = check_camera(&job->camera, err);
    if (status) return status;
    if (of_size.status) {
        if (err) *err = of_size;
        return of_size.status;
    }

    /* Further cameras need known places and focal lengths. */
    if (job->view_count < 0 || job->view_count > PD_OBSERVE_MOST_VIEWS)
        return pd_fail(err, PD_ERR_LIMIT, "/views", "%d cameras besides the first; 0 to %d allowed",
                       job->view_count, PD_OBSERVE_MOST_VIEWS);
    if (job->view_count && job->fit_focal)
        return pd_fail(err, PD_ERR_INVALID, "/camera/fx",
                       "missing; with several cameras every focal length is expected");
    for (int i = 0; i < job->view_count; i++) {
        status = check_camera(&job->views[i], err);
        if (!status && !(pd_rot_error(job->views[i].rotation) < 1e-3))
            status = pd_fail(err, PD_ERR_INVALID, "/camera/rotation",
                             "missing; a rotation for each of several cameras expected");
        if (!status) continue;
        char prefix[32];
        snprintf(prefix, sizeof prefix, "/views/%d", i);

        if (err) pd_error_prefix(err, prefix);
        return status;
    }

    /* Check the unit of points that several cameras see; it is the unit of the cameras' positions. */
    if (job->view_count && !job->fit_scale) {
        status = pd_observe_size_check(pd_observe_size_of(job, m) / known, true, "/observations", err);
        if (status) return status;
    }

    /* The body that the fit starts with. */
    for (int b = 0; (job->warm || job->keep_betas) && b < m->beta_count; b++)
        if (!(fabs((double)job->betas[b]) <= PD_SMPL_BETA_MAX))
            return pd_fail(err, PD_ERR_RANGE, "/start/betas", "number %d is %g; %.10g to %.10g allowed", b,
                           (double)job->betas[b], -PD_SMPL_BETA_MAX, PD_SMPL_BETA_MAX);
    for (int k = 0; job->warm && k < m->joint_count; k++) {
        double r[9];
        for (int i = 0; i < 9; i++) r[i] = (double)job->rotations[9 * k + i];
        if (!(pd_rot_error(r) < 1e-3))
            return pd_fail(err, PD_ERR_INVALID, "/start/rotations",
                           "joint %d: R R^T differs from 1 by %.3g; at most 0.001 allowed", k,
                           pd_rot_error(r));
    }

    for (int c = 0; job->warm && c < 3; c++)
        if (!(fabs(job->translation[c]) <= farthest))
            return pd_fail(err, PD_ERR_RANGE, "/start/translation", "%g; %.10g to %.10g allowed",
                           job->translation[c], -farthest, farthest);

    /* The model makes its capsules once and keeps them. They are made here because the fit itself cannot
     * report an error. */
    if (!pd_smpl_model_capsules(m)) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    return PD_OK;
}

/* ---- the fit */

/* Returns the largest number of rows of all terms, whatever the confidences of the observations. */
static int most_rows_of(const pd_observe_job *job, const pd_smpl_model *m)
{
    const int prior = job->prior ? job->prior->dim + job->prior->rank : 0;
    return 3 * job->seen_count + prior + 4 * m->joint_count + PD_OBSERVE_BENDS + PD_SMPL_CAPSULE_PAIRS +
           m->beta_count + 3;
}

size_t pd_observe_scratch_bytes(const pd_observe_job *job, const pd_smpl_model *m)
{
    const pd_observe_layout l = pd_observe_job_layout(job, m);
    const size_t start = !job->warm && !job->hybrik &&
                                 pd_observe_start_is_registered(job->seen, job->seen_count, job->fit_scale)
                             ? pd_observe_start_registered_bytes(m, job->seen, job->seen_count)
                             : 0;

    return start + pd_observe_uncertain_bytes(&l) + pd_observe_problem_bytes(job, m) +
           pd_observe_solver_bytes(&l, m, most_rows_of(job, m)) + 2 * pd_observe_state_bytes(m) +
           3 * pd_arena_bytes((size_t)job->seen_count + 1, sizeof(pd_observe_seen));
}

typedef struct fit {
    pd_observe_job *job;
    pd_observe_seen *in_space; /* (seen_count) triangulated places that several cameras see */
    pd_arena *scratch;         /* remaining memory, for a start from vertices */
    pd_observe_problem problem;
    pd_observe_solver solver;
    pd_observe_state best;  /* best result of several starts */
    pd_observe_state found; /* result before left and right are exchanged */
    pd_observe_solution last;
    int iterations;
} fit;

/* Sets the state that the fit begins with: the job's body if it is warm, else zeros. */
static void take_start(fit *f)
{
    const pd_observe_job *job = f->job;
    pd_observe_state *s = &f->problem.state;

    for (int b = 0; b < f->problem.model->beta_count; b++)
        s->betas[b] = job->warm || job->keep_betas ? (double)job->betas[b] : 0;
    s->log_scale = job->scale > 0 ? log(job->scale) : 0;
    s->log_focal = 0;
    for (int k = 0; job->warm && k < f->problem.layout.joints; k++)
        for (int i = 0; i < 9; i++) s->rotations[k][i] = (double)job->rotations[9 * k + i];
    for (int c = 0; job->warm && c < 3; c++) s->translation[c] = job->translation[c];
}

static pd_observe_solution run_stage(fit *f, double blur, int iterations)
{
    f->problem.blur = blur;
    f->last = pd_observe_solve(&f->solver, iterations, f->job->keep_going, f->job->ctx);
    f->iterations += f->last.iterations;
    return f->last;
}

/* Triangulates the places that at least two cameras see, each once for all of its observations. Returns the
 * number of points. */
static int triangulate(fit *f)
{
    const pd_observe_problem *p = &f->problem;
    int found = 0;

    /* No point yet. */
    for (int i = 0; i < p->seen_count; i++) {
        f->in_space[i] = p->seen[i];
        f->in_space[i].confidence = 0;
    }

    for (int i = 0; i < p->seen_count; i++) {
        const pd_observe_seen *s = &p->seen[i];
        pd_observe_ray rays[PD_OBSERVE_MOST_CAMERAS];
        double x[3], off;
        bool is_first = s->in_picture;
        int count = 0;

        /* The first observation of a place gathers the rays of all. */
        for (int k = 0; k < i && is_first; k++)
            is_first = p->seen[k].parts != s->parts || !p->seen[k].in_picture;
        for (int k = i; k < p->seen_count && is_first && count < PD_OBSERVE_MOST_CAMERAS; k++) {
            const pd_observe_seen *o = &p->seen[k];
            if (o->parts == s->parts && o->in_picture)
                rays[count++] =
                    (pd_observe_ray){pd_observe_camera_of(p, o), {o->at[0], o->at[1]}, o->confidence};
        }

        if (!pd_observe_triangulate(x, &off, rays, count, FAR_SIGMAS * s->sigma)) continue;

        /* The point takes the place of the observation. */
        f->in_space[i].in_picture = false;
        f->in_space[i].confidence = 1;
        f->in_space[i].sigma = TRIANGULATED;
        memcpy(f->in_space[i].at, x, sizeof x);
        found++;
    }

    return found;
}

/* Clenches the fingers of a side by an angle at every joint, 0: left, 1: right. Returns whether something of
 * them is observed. */
static bool clench_hand(fit *f, int side, double angle)
{
    static const char *const fingers[] = {"_index", "_middle", "_ring", "_pinky"};
    pd_observe_problem *p = &f->problem;
    bool is_seen = false;

    for (int k = 0; k < p->layout.joints; k++) {
        const char *name = p->model->data.joint_names[k];
        bool is_finger = false;
        for (size_t i = 0; i < sizeof fingers / sizeof *fingers; i++)
            is_finger = is_finger || strstr(name, fingers[i]);
        if (!is_finger || strncmp(name, side ? "right" : "left", side ? 5 : 4) != 0) continue;

        /* Fingers lie along x at rest, with the palms down. */
        pd_rot_from_axis_angle(p->state.rotations[k], (const double[3]){0, 0, side ? angle : -angle});
        for (int i = 0; i < p->seen_count && !is_seen; i++)
            for (int part = 0; part < p->seen[i].part_count; part++)
                is_seen = is_seen || (p->seen[i].confidence > 0 && !p->seen[i].parts[part].is_vertex &&
                                      p->seen[i].parts[part].index == k);
    }

    return is_seen;
}

/* Fits observed hands from clenched fingers too, since open ones may not find a fist: the right one, the left
 * one, and both. Keeps the best. Returns the cost. */
static double fit_hands(fit *f, double least, int iterations)
{
    pd_observe_problem *p = &f->problem;

    for (int hands = 1; hands < 4; hands++) {
        bool is_seen = true;
        pd_observe_state_copy(&f->best, &p->state, p->model);
        for (int side = 0; side < 2; side++)
            if (hands & 1 << side) is_seen = clench_hand(f, side, CLENCHED) && is_seen;
        const pd_observe_solution before = f->last;
        const double cost = is_seen ? run_stage(f, 1, iterations).cost : INFINITY;
        if (cost < least) {
            least = cost;
            continue;
        }

        f->last = before;
        pd_observe_state_copy(&p->state, &f->best, p->model);
        pd_observe_problem_update(p, false);
    }

    return least;
}

/* Fits from the beginning, or from the given start, to the end. Returns the cost in nats. */
static double fit_all(fit *f)
{
    const int iterations = f->job->iterations ? f->job->iterations : PD_OBSERVE_ITERATIONS;
    pd_observe_problem *p = &f->problem;
    const pd_observe_seen *seen = p->seen;
    int in_space = 0, turns = 0;

    take_start(f);
    if (f->job->warm) return run_stage(f, 1, iterations).cost;

    /* Count the kinds of observations, which determine the start. */
    for (int i = 0; i < p->seen_count; i++) {
        in_space += pd_observe_is_place(&seen[i]) && seen[i].confidence > 0;
        turns += seen[i].is_turn && seen[i].confidence > 0;
    }

    /* Orientations of sensors. */
    if (turns) {
        pd_observe_start_turns(p);
        run_stage(f, TRY_BLUR, TRY_ITERATIONS);
    } else if (pd_observe_start_is_registered(seen, p->seen_count, f->job->fit_scale)) {
        const size_t used = f->scratch->used;
        if (!pd_observe_start_registered(p, f->job->robust_space, f->scratch)) pd_observe_start_in_space(p);
        f->scratch->used = used;
    } else if (in_space >= PD_OBSERVE_LEAST_SPACE) {
        pd_observe_start_in_space(p);
        run_stage(f, TRY_BLUR, TRY_ITERATIONS);
    } else if (p->view_count && triangulate(f) >= PD_OBSERVE_LEAST_SPACE) {
        /* Start from the points that were triangulated. */
        p->seen = f->in_space;
        pd_observe_start_in_space(p);
        run_stage(f, TRY_BLUR, TRY_ITERATIONS);
        p->seen = seen;
    } else {
        /* In a single picture: try several starts, solve each a little, and keep the best. */
        pd_observe_start starts[PD_OBSERVE_STARTS];
        const double pose = p->weights[PD_OBSERVE_TERM_POSE];
        double least = INFINITY;
        pd_observe_start_in_picture(starts, p);
        for (int i = 0; i < PD_OBSERVE_STARTS && isfinite(starts[i].cost); i++) {
            take_start(f);
            pd_observe_start_apply(p, &starts[i]);
            run_stage(f, TRY_BLUR, TRY_ITERATIONS);
            p->weights[PD_OBSERVE_TERM_POSE] = LOOSE * pose;
            run_stage(f, 1, TRY_ITERATIONS);
            p->weights[PD_OBSERVE_TERM_POSE] = pose;
            const double cost = run_stage(f, 1, TRY_ITERATIONS).cost;
            if (!(cost < least)) continue;
            least = cost;
            pd_observe_state_copy(&f->best, &p->state, p->model);
        }

        if (isfinite(least)) pd_observe_state_copy(&p->state, &f->best, p->model);
    }

    /* The full fit. */
    const double cost = run_stage(f, 1, iterations).cost;
    return isfinite(cost) ? fit_hands(f, cost, iterations) : cost;
}

/* Computes the place of observation i on the body: metres, pixels, or for an orientation the rotation between
 * both. Returns false if it is behind the camera. */
static bool have(double at[3], const pd_observe_problem *p, int i)
{
    const pd_observe_seen *s = &p->seen[i];
    double x[3];

    if (s->is_turn) {
        pd_observe_orientation_error(at, NULL, &p->body, s);
        return true;
    }

    pd_observe_point(x, &p->body, &p->state, &p->places[i]);
    if (s->in_picture) return pd_observe_project(at, p, s, x);
    memcpy(at, x, sizeof x);

    return true;
}

/* Returns the squared residual of an observation: metres (for a plane along its normal), pixels or radians.
 * at: place on the body. */
static double square_off(const pd_observe_seen *s, const double at[3])
{
    if (s->is_turn) return pd_dot3(at, at);

    double square = 0, off = 0;

    for (int c = 0; c < (s->in_picture ? 2 : 3); c++) {
        const double d = at[c] - s->at[c];
        square += d * d;
        if (s->normal) off += s->normal[c] * d;
    }

    return s->normal ? off * off : square;
}

/* Returns the mean square of the residuals in sigmas. */
static double misfit(const pd_observe_problem *p)
{
    double sum = 0, weight = 0;

    for (int i = 0; i < p->seen_count; i++) {
        const pd_observe_seen *s = &p->seen[i];
        double at[3];
        if (!(s->confidence > 0)) continue;
        if (!have(at, p, i)) return INFINITY;
        sum += s->confidence * square_off(s, at) / (s->sigma * s->sigma);
        weight += s->confidence * (s->in_picture ? 2 : s->normal ? 1 : 3);
    }

    return sum / weight;
}

/* Returns whether the points fit far better with left and right exchanged. Restores the state. If neither
 * fits within the stated noise, the noise is larger than stated, and the threshold grows with it. */
static bool is_mirrored(fit *f, double cost, pd_observe_seen *exchanged)
{
    pd_observe_problem *p = &f->problem;
    const pd_observe_solution last = f->last;

    /* Give each observation what was seen of its other side. */
    for (int i = 0; i < p->seen_count; i++) {
        const pd_observe_seen *other = &f->job->seen[f->job->seen[i].mirror];
        exchanged[i] = f->job->seen[i];
        memcpy(exchanged[i].at, other->at, sizeof other->at);
        exchanged[i].confidence = other->confidence;
    }

    /* Fit those. Two observations may have the same other side, so more of them may count than before. */
    pd_observe_state_copy(&f->found, &p->state, p->model);
    p->seen = exchanged;
    pd_observe_solver_count_rows(&f->solver);
    const double other = fit_all(f);
    const double noise = fmax(1, misfit(p));

    /* Return to the fit of what was observed. */
    p->seen = f->job->seen;
    pd_observe_solver_count_rows(&f->solver);
    pd_observe_state_copy(&p->state, &f->found, p->model);
    pd_observe_problem_update(p, false);
    f->last = last;

    return other < cost - FAR_BETTER * noise;
}

/* Fits points in metres, or with fit_scale points whose size is near that of the model's body. */
static void run_in_metres(pd_observe_job *job, const pd_smpl_model *m, pd_arena *scratch)
{
    fit f = {.job = job, .scratch = scratch};
    pd_observe_problem *p = &f.problem;

    /* Take the memory. */
    pd_observe_seen *exchanged = pd_arena_take(scratch, (size_t)job->seen_count + 1, sizeof *exchanged);

    f.in_space = pd_arena_take(scratch, (size_t)job->seen_count + 1, sizeof *f.in_space);
    const bool room = exchanged && f.in_space && pd_observe_problem_init(p, job, m, scratch) &&
                      pd_observe_solver_init(&f.solver, p, most_rows_of(job, m), scratch) &&
                      pd_observe_state_init(&f.best, m, scratch) &&
                      pd_observe_state_init(&f.found, m, scratch);
    PD_ASSERT(room);
    if (!room) return;

    job->mirrored = false;
    if (job->hybrik) {
        /* Closed form. */
        take_start(&f);
        pd_observe_hybrik_run(p, job->twists, f.solver.factor, f.solver.step);
        pd_observe_problem_update(p, false);
        f.last = (pd_observe_solution){.cost = pd_observe_problem_cost(p, NULL), .converged = true};
        job->cost = f.last.cost;
    } else {
        job->cost = fit_all(&f);
    }

    /* A poor fit may have left and right exchanged.
     * That can be tested only if something observed has another side. */
    bool has_sides = false; /* true: some observation has another side; vertices have none */
    for (int i = 0; i < job->seen_count && !has_sides; i++)
        has_sides = job->seen[i].mirror != i && job->seen[i].confidence > 0;
    if (!job->warm && !job->hybrik && isfinite(job->cost) && has_sides && misfit(p) > POOR)
        job->mirrored = is_mirrored(&f, job->cost, exchanged);

    /* Status. Betas far from any person mean that the fit explains something else. */
    job->iterations_used = f.iterations;
    bool is_somebody = true;
    for (int b = 0; b < p->layout.betas; b++)
        is_somebody = is_somebody && fabs(p->state.betas[b]) <= PD_OBSERVE_MOST_BETA;
    job->status = !isfinite(job->cost) ? PD_OBSERVE_BEHIND
                  : !is_somebody       ? PD_OBSERVE_IMPLAUSIBLE
                  : f.last.converged   ? PD_OBSERVE_CONVERGED
                                       : PD_OBSERVE_BUDGET;

    /* Costs by term, without blur. */
    p->blur = 1;
    pd_observe_problem_cost(p, job->term_cost);

    /* Write the result in the types of the job. */
    for (int b = 0; b < m->beta_count; b++) job->betas[b] = (float)p->state.betas[b];
    for (int k = 0; k < p->layout.joints; k++)
        for (int i = 0; i < 9; i++) job->rotations[9 * k + i] = (float)p->state.rotations[k][i];
    memcpy(job->translation, p->state.translation, sizeof job->translation);
    job->scale = exp(p->state.log_scale);
    job->camera = p->camera;
    job->camera.fx *= exp(p->state.log_focal);
    job->camera.fy *= exp(p->state.log_focal);

    /* Residuals of each observation, and their weighted means by kind. */
    enum { SPACE, PICTURE, TURN };
    double sums[3] = {0, 0, 0};
    double weights[3] = {0, 0, 0};
    for (int i = 0; i < p->seen_count; i++) {
        const pd_observe_seen *s = &p->seen[i];
        const int kind = s->in_picture ? PICTURE : s->is_turn ? TURN : SPACE;
        double at[3] = {NAN, NAN, 0};
        have(at, p, i);
        const double square = square_off(s, at);
        if (job->at) memcpy(job->at[i], at, sizeof at);
        if (job->at && s->is_turn) {
            double world[9];
            pd_xform_rotation(world, &p->body.world[s->parts[0].index]);
            pd_rot_to_axis_angle(job->at[i], world);
        }

        if (job->residuals) job->residuals[i] = s->confidence > 0 ? sqrt(square) : NAN;
        if (!(s->confidence > 0)) continue;
        sums[kind] += s->confidence * square;
        weights[kind] += s->confidence;
    }

    job->rms_space = weights[SPACE] > 0 ? sqrt(sums[SPACE] / weights[SPACE]) : 0;
    job->rms_picture = weights[PICTURE] > 0 ? sqrt(sums[PICTURE] / weights[PICTURE]) : 0;
    job->rms_turn = weights[TURN] > 0 ? sqrt(sums[TURN] / weights[TURN]) : 0;

    /* Uncertainty. Betas that were not fitted have the prior's. */
    for (int b = 0; job->betas_sd && b < m->beta_count; b++) job->betas_sd[b] = b < p->layout.betas ? 1 : 0;
    job->uncertainty = (pd_observe_uncertainty){NAN, NAN};
    if (job->status == PD_OBSERVE_BEHIND) return;
    if (job->betas_sd) pd_observe_solver_betas_sd(job->betas_sd, &f.solver);
    if (job->unseen) pd_observe_solver_unseen(job->unseen, &f.solver);
    if (job->measures)
        job->uncertainty = pd_observe_uncertain(&f.solver, job->known_sd, job->is_noise_true, scratch);
}

void pd_observe_run(pd_observe_job *job, const pd_smpl_model *m, pd_arena *scratch)
{
    const double unit = job->fit_scale ? pd_observe_size_of(job, m) : NAN;
    pd_observe_camera views[PD_OBSERVE_MOST_VIEWS];

    /* If no size can be measured, use the points unscaled. */
    if (!(unit > 0)) {
        run_in_metres(job, m, scratch);
        return;
    }

    /* Run the job with lengths divided by the caller's unit. */
    pd_observe_job own = *job;
    pd_observe_seen *seen = pd_arena_take(scratch, (size_t)job->seen_count + 1, sizeof *seen);
    PD_ASSERT(seen);
    if (!seen) return;
    for (int i = 0; i < job->seen_count; i++) {
        seen[i] = job->seen[i];
        for (int c = 0; c < 3 && !seen[i].in_picture && !seen[i].is_turn; c++) seen[i].at[c] /= unit;
    }

    for (int v = 0; v < job->view_count; v++) views[v] = job->views[v];
    for (int c = 0; c < 3; c++) {
        own.translation[c] /= unit;
        own.camera.translation[c] /= unit;
        for (int v = 0; v < job->view_count; v++) views[v].translation[c] /= unit;
    }

    own.seen = seen;
    own.views = views;
    own.scale = job->scale > 0 ? job->scale / unit : 1;
    own.floor /= unit;
    run_in_metres(&own, m, scratch);

    /* Convert the result back to the caller's unit. */
    for (int i = 0; i < job->seen_count; i++) {
        if (seen[i].in_picture || seen[i].is_turn) continue;
        for (int c = 0; c < 3 && own.at; c++) own.at[i][c] *= unit;
        if (own.residuals) own.residuals[i] *= unit;
    }

    own.seen = job->seen;
    own.views = job->views;
    own.floor = job->floor;
    for (int c = 0; c < 3; c++) own.translation[c] *= unit;
    memcpy(own.camera.translation, job->camera.translation, sizeof own.camera.translation);
    own.scale *= unit;
    own.rms_space *= unit;
    *job = own;
}
