#include "core/observe/take/take.h"

#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"
#include "core/observe/problem.h"
#include "core/observe/registered.h"
#include "core/observe/take/size.h"
#include "core/observe/take/smooth.h"
#include "core/observe/take/span.h"
#include "core/observe/take/walk.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FIRST       48   /* frames of the first step                                 */
#define CHOSEN      16   /* frames of the first step from which shape and offsets are estimated */
#define WINDOW      240  /* frames of a window, which is a task */
#define OVERLAP     8    /* frames that a task fits on either side of its window and throws away */
#define LOOSE       0.03 /* noise of places before their offsets are known, metres */
#define LOOSE_REACH 0.15 /* r of the robust function meanwhile, metres */
#define FIRST_SHARE 0.2  /* share of the first step in the reported progress */
#define SOLVED_RATE 30.0 /* frames per second that are solved; the frames between them are interpolated */
#define MOST_STRIDE 4    /* largest distance of two solved frames */
#define TRACK_STEPS 6    /* iterations of a frame that starts from its neighbour's pose */
#define JOINT_STEPS 2    /* iterations of a window with smoothness, if every frame was solved */
#define DENSE_STEPS 1    /* the same if frames were interpolated */
#define FILM_TRACK  20   /* TRACK_STEPS for pictures, whose depth converges slowly */
#define FILM_JOINT  12   /* JOINT_STEPS for pictures */
#define CALIBRATE   30   /* iterations for shape and offsets */
#define FIGURES     256  /* largest number of frames in which the size of a figure is measured */
#define FAR_OFF     0.06 /* metres: a marker farther than this from its place may be swapped with another */
#define CLOSE       0.4  /* two markers are swapped if their distances fall at least to this fraction */

const char *pd_observe_take_status_name(pd_observe_take_status status)
{
    static const char *const names[] = {

#define STATUS_NAME(name, text, doc) text,
        PD_OBSERVE_TAKE_STATUS_TABLE(STATUS_NAME)
#undef STATUS_NAME
    };

    return names[status];
}

const char *pd_observe_take_blind_reason(const pd_observe_take *take)
{
    for (int p = 0; p < take->place_count; p++)
        if (take->places[p].in_picture)
            return "no frame could be fitted by itself: the person would stand behind a camera or too close "
                   "to it, so that a camera's rotation or translation may be wrong, or too few points of "
                   "each frame are seen";

    return "no frame could be fitted by itself, because too few points of each frame are seen";
}

/* ---- checks */

static bool is_seen(const pd_observe_take *t, int frame, int place)
{
    const size_t at = (size_t)frame * (size_t)t->place_count + (size_t)place;
    return !isnan(t->at[3 * at]) && (!t->confidence || t->confidence[at] > 0);
}

static int seen_count(const pd_observe_take *t, int frame)
{
    int count = 0;
    for (int i = 0; i < t->place_count; i++) count += is_seen(t, frame, i);
    return count;
}

double pd_observe_take_figure(const pd_observe_take *t)
{
    double sizes[FIGURES];
    int count = 0;

    /* Extent of the figure in some frames, spread evenly. */
    for (int i = 0; i < FIGURES && i < t->frame_count; i++) {
        const int frame =
            (int)((long long)i * t->frame_count / (t->frame_count < FIGURES ? t->frame_count : FIGURES));
        const float *at = t->at + 3 * (size_t)frame * (size_t)t->place_count;
        float low[2] = {INFINITY, INFINITY};
        float high[2] = {-INFINITY, -INFINITY};
        for (int p = 0; p < t->place_count; p++)
            for (int c = 0; c < 2 && t->places[p].in_picture && is_seen(t, frame, p); c++) {
                low[c] = fminf(low[c], at[3 * p + c]);
                high[c] = fmaxf(high[c], at[3 * p + c]);
            }
        const float size = fmaxf(high[0] - low[0], high[1] - low[1]);
        if (isfinite(size)) sizes[count++] = (double)size;
    }

    /* Median of those. */
    pd_sort_doubles(sizes, (size_t)count);
    return count ? sizes[count / 2] : 0;
}

/* Returns whether only orientations are observed, so that the position of the body is unknown. */
static bool has_no_place(const pd_observe_take *t)
{
    for (int i = 0; i < t->place_count; i++)
        if (!t->places[i].is_turn) return false;
    return true;
}

static int least_seen(const pd_observe_take *t)
{
    for (int i = 0; i < t->place_count; i++)
        if (t->places[i].is_turn) return 1;
    for (int i = 0; i < t->place_count; i++)
        if (!t->places[i].in_picture) return PD_OBSERVE_LEAST_SPACE + 3;
    return PD_OBSERVE_LEAST_PICTURE + 4;
}

/* Checks all numbers. `metres` is how far a point in space may be from the origin. */
static pd_status check_places(const pd_observe_take *t, double metres, pd_error *err)
{
    const size_t place_count = (size_t)t->place_count;
    const size_t numbers = place_count * (size_t)t->frame_count;

    /* Coordinates, with the limit of the kind of place, and confidences. */
    for (size_t i = 0; i < numbers; i++) {
        const pd_observe_seen *place = &t->places[i % place_count];
        const double farthest = place->in_picture ? PD_OBSERVE_LARGEST_PIXELS
                                : place->is_turn  ? PD_OBSERVE_LARGEST_TURN
                                                  : metres;
        char where[64];
        snprintf(where, sizeof where, "/frames/%zu/%zu", i / place_count, i % place_count);
        for (size_t c = 0; c < 3; c++) {
            const double at = (double)t->at[3 * i + c];
            if (!isnan(at) && !(fabs(at) <= farthest))
                return pd_fail(err, PD_ERR_RANGE, where, "coordinate %zu is %g; %.10g to %.10g allowed", c,
                               at, -farthest, farthest);
        }

        if (t->confidence && !(t->confidence[i] >= 0 && t->confidence[i] <= 1))
            return pd_fail(err, PD_ERR_RANGE, where, "confidence is %g; 0 to 1 allowed",
                           (double)t->confidence[i]);
    }

    return PD_OK;
}

pd_status pd_observe_take_check(const pd_observe_take *t, const pd_smpl_model *m, pd_error *err)
{
    /* Counts and rate. */
    if (t->frame_count < 1 || t->frame_count > PD_OBSERVE_TAKE_MOST_FRAMES)
        return pd_fail(err, PD_ERR_LIMIT, "/frames", "%d frames; 1 to %d allowed", t->frame_count,
                       PD_OBSERVE_TAKE_MOST_FRAMES);
    if (t->place_count < 1 || t->place_count > PD_OBSERVE_TAKE_MOST_PLACES)
        return pd_fail(err, PD_ERR_LIMIT, "/observations", "%d points; 1 to %d allowed", t->place_count,
                       PD_OBSERVE_TAKE_MOST_PLACES);
    if (!(t->rate >= 0.1 && t->rate <= 100000))
        return pd_fail(err, PD_ERR_RANGE, "/rate", "%g frames a second; 0.1 to 100000 allowed", t->rate);

    pd_status status = check_places(t, PD_OBSERVE_LARGEST_ANY, err);
    if (status) return status;

    /* At least one frame must have enough points. */
    int most = 0;
    for (int f = 0; f < t->frame_count; f++) most = seen_count(t, f) > most ? seen_count(t, f) : most;
    if (most < least_seen(t))
        return pd_fail(err, PD_ERR_RANGE, "/frames",
                       "no frame has more than %d points that are seen; at least %d expected in one", most,
                       least_seen(t));

    /* Check the settings that are equal in all frames, as those of a single moment. */
    pd_observe_seen places[PD_OBSERVE_TAKE_MOST_PLACES];
    float still[9 * PD_SMPL_MAX_JOINTS] = {0};
    memcpy(places, t->places, (size_t)t->place_count * sizeof *places);
    for (int i = 0; i < t->place_count; i++) {
        places[i].confidence = 1;
        for (int c = 0; c < 3; c++) places[i].at[c] = 0;
    }

    for (int k = 0; k < m->joint_count; k++) still[9 * k] = still[9 * k + 4] = still[9 * k + 8] = 1;
    float betas[PD_SMPL_MAX_BETAS] = {0}; /* used if the take has no array for betas yet */
    const pd_observe_job job = {.betas = t->betas ? t->betas : betas,
                                .rotations = still,
                                .seen = places,
                                .seen_count = t->place_count,
                                .camera = t->camera,
                                .views = t->views,
                                .view_count = t->view_count,
                                .floor = t->floor,
                                .has_floor = t->has_floor,
                                .keep_betas = true,
                                .warm = t->keep_betas,
                                .beta_count = t->beta_count};
    pd_observe_job cold = job;
    cold.keep_betas = false;
    cold.warm = true;
    cold.betas = betas;
    status = pd_observe_check(t->keep_betas ? &job : &cold, m, err);

    if (status || t->fit_scale) return status;

    /* Check the unit of the points, then their distances in that unit. */
    status = pd_observe_size_check(pd_observe_take_size(t, m), false, "/frames", err);
    return status ? status : check_places(t, PD_OBSERVE_LARGEST_METRES, err);
}

/* ---- memory */

typedef struct candidate {
    int frame;
    bool good;
    double misfit;
    float betas[PD_SMPL_MAX_BETAS];
    float rotations[9 * PD_SMPL_MAX_JOINTS];
    double translation[3], scale;
    bool mirrored;
} candidate;

typedef struct fitting {
    pd_observe_take *take;
    const pd_smpl_model *model;
    int workers;
    pd_observe_desk *desks; /* (workers) */
    pd_arena *arenas;       /* (workers) memory of a running task */
    candidate *candidates;
    int candidate_count;
    double *betas;        /* (B) */
    double (*offsets)[3]; /* (P) or NULL */
    double log_scale;
    int task_first; /* number of the first task of the batch that runs */
    int *exchanged; /* (workers) pairs that were exchanged */
} fitting;

static pd_observe_layout shared_layout(const pd_observe_take *t, const pd_smpl_model *m)
{
    const int betas = t->keep_betas ? 0 : t->beta_count ? t->beta_count : m->beta_count;
    pd_observe_layout l = pd_observe_layout_of(m->joint_count, betas, t->fit_scale, false);

    if (t->mounts && !t->keep_offsets) {
        l.offset = l.count;
        l.count += 3 * t->place_count;
    }

    return l;
}

static pd_observe_layout frame_layout(const pd_smpl_model *m)
{
    return pd_observe_layout_of(m->joint_count, 0, false, false);
}

static pd_observe_job moment(const pd_observe_take *t)
{
    pd_observe_job job = pd_observe_take_moment(t, t->places);
    job.scale = t->scale;
    return job;
}

static size_t task_bytes(const pd_observe_take *t, const pd_smpl_model *m)
{
    const pd_observe_layout l = frame_layout(m);
    const pd_observe_job job = moment(t);
    const int most = WINDOW + 2 * OVERLAP;
    const int window = t->frame_count < most ? t->frame_count : most;

    return pd_observe_span_bytes(t, m, window, &l, true) + pd_observe_scratch_bytes(&job, m) +
           pd_arena_bytes((size_t)t->place_count, sizeof(pd_observe_seen)) +
           pd_arena_bytes((size_t)m->beta_count + 1, sizeof(double));
}

size_t pd_observe_take_scratch_bytes(const pd_observe_take *t, const pd_smpl_model *m)
{
    const size_t workers = (size_t)t->executor->worker_count;
    const pd_observe_layout shared = shared_layout(t, m);

    return workers * (pd_arena_bytes(1, sizeof(pd_observe_desk)) + pd_arena_bytes(1, sizeof(pd_arena)) +
                      pd_observe_desk_bytes(t, m) + pd_arena_bytes(task_bytes(t, m), 1)) +
           pd_arena_bytes(workers, sizeof(int)) + pd_arena_bytes(FIRST, sizeof(candidate)) +
           pd_arena_bytes((size_t)m->beta_count + 1, sizeof(double)) +
           pd_arena_bytes((size_t)t->place_count, 3 * sizeof(double)) +
           pd_observe_span_bytes(t, m, CHOSEN, &shared, false) +
           (has_no_place(t) ? pd_observe_walk_bytes(m) : 0);
}

/* Takes the memory that all steps share. */
static bool take_memory(fitting *f, pd_arena *scratch)
{
    pd_observe_take *t = f->take;
    const size_t workers = (size_t)t->executor->worker_count;

    /* Arrays of the job. */
    f->workers = t->executor->worker_count;
    f->desks = pd_arena_take(scratch, workers, sizeof *f->desks);
    f->arenas = pd_arena_take(scratch, workers, sizeof *f->arenas);
    f->exchanged = pd_arena_take(scratch, workers, sizeof *f->exchanged);
    f->candidates = pd_arena_take(scratch, FIRST, sizeof *f->candidates);
    f->betas = pd_arena_take(scratch, (size_t)f->model->beta_count + 1, sizeof *f->betas);
    f->offsets = pd_arena_take(scratch, (size_t)t->place_count, sizeof *f->offsets);
    if (!f->desks || !f->arenas || !f->exchanged || !f->candidates || !f->betas || !f->offsets) return false;
    if (!t->mounts) f->offsets = NULL;

    /* Desk and scratch of each worker. */
    for (size_t w = 0; w < workers; w++) {
        f->exchanged[w] = 0;
        if (!pd_observe_desk_init(&f->desks[w], t, f->model, f->offsets, scratch)) return false;
        f->arenas[w] = (pd_arena){.size = task_bytes(t, f->model)};
        f->arenas[w].base = pd_arena_take(scratch, f->arenas[w].size, 1);
        if (!f->arenas[w].base) return false;
    }

    return true;
}

/* ---- the first step: some frames, each by itself */

/* Fills `seen` with the observations of a frame. sigma 0: the sigma of each place. */
static void take_see(pd_observe_seen *seen, const fitting *f, const float *at, const float *confidence,
                     double sigma)
{
    const pd_observe_take *t = f->take;

    for (int i = 0; i < t->place_count; i++) {
        const bool there = !isnan(at[3 * i]) && (!confidence || confidence[i] > 0);
        seen[i] = t->places[i];
        seen[i].confidence = !there ? 0 : confidence ? (double)confidence[i] : 1;
        if (seen[i].is_turn && there) /* a take's confidence of an orientation applies to its heading */
        {
            seen[i].heading = seen[i].confidence;
            seen[i].confidence = 1;
        }

        seen[i].offset = f->offsets && t->mounts[i].along > 0 ? f->offsets[i] : NULL;
        if (sigma > 0 && pd_observe_is_place(&seen[i]) && f->offsets)
            seen[i].sigma = fmax(sigma, seen[i].sigma);
        for (int c = 0; c < 3; c++) seen[i].at[c] = there ? (double)at[3 * i + c] : 0;
    }
}

static void first_task(void *arg, int index, int worker)
{
    fitting *f = arg;
    const pd_observe_take *t = f->take;
    candidate *c = &f->candidates[f->task_first + index];
    pd_arena *arena = &f->arenas[worker];
    const size_t places = (size_t)t->place_count;
    const size_t first = (size_t)c->frame * places;

    pd_arena_reset(arena);
    pd_observe_seen *seen = pd_arena_take(arena, places, sizeof *seen);
    PD_ASSERT(seen);
    take_see(seen, f, t->at + 3 * first, t->confidence ? t->confidence + first : NULL, LOOSE);
    pd_observe_job job = moment(t);
    job.seen = seen;
    job.betas = c->betas;
    job.rotations = c->rotations;
    if (f->offsets && job.robust_space > 0) job.robust_space = fmax(job.robust_space, LOOSE_REACH);
    if (t->keep_betas) memcpy(c->betas, t->betas, (size_t)f->model->beta_count * sizeof *c->betas);

    pd_error err;
    c->good = !pd_observe_check(&job, f->model, &err);
    if (!c->good) return;
    pd_observe_run(&job, f->model, arena);
    c->good = job.status != PD_OBSERVE_BEHIND;
    c->misfit = job.rms_space > 0 ? job.rms_space : job.rms_picture > 0 ? job.rms_picture : job.rms_turn;
    c->mirrored = job.mirrored;
    c->scale = job.scale;
    memcpy(c->translation, job.translation, sizeof c->translation);
}

/* ---- the second: shape and offsets from frames unlike one another */

static double unlike(const candidate *a, const candidate *b, int joints)
{
    double sum = 0;

    for (int k = 1; k < joints; k++) {
        double back[9], to[9], by[9], r[3];
        for (int i = 0; i < 9; i++) {
            back[i] = (double)a->rotations[9 * k + 3 * (i % 3) + i / 3];
            to[i] = (double)b->rotations[9 * k + i];
        }

        pd_rot_mul(by, back, to);
        pd_rot_to_axis_angle(r, by);
        sum += r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    }

    return sum;
}

/* Chooses candidates that differ: starts with the best fit, and adds the one farthest from those chosen.
 * Leaves out candidates with more than 1.5 times the median misfit. */
static int choose_varied(int chosen[CHOSEN], const fitting *f)
{
    double far[FIRST];
    double median = INFINITY;
    int count = 0, best = -1;

    /* Median of the misfits. */
    for (int i = 0; i < f->candidate_count; i++) { /* find the candidate with equally many below and above */
        int below = 0, good = 0;
        for (int k = 0; k < f->candidate_count; k++) {
            if (!f->candidates[k].good) continue;
            good++;
            below += f->candidates[k].misfit <= f->candidates[i].misfit;
        }

        if (f->candidates[i].good && 2 * below >= good) median = fmin(median, f->candidates[i].misfit);
    }

    const double most = 1.5 * median;

    /* Begin with the best. */
    for (int i = 0; i < f->candidate_count; i++) {
        const candidate *c = &f->candidates[i];
        far[i] = c->good && c->misfit <= most ? INFINITY : -1;
        if (far[i] > 0 && (best < 0 || c->misfit < f->candidates[best].misfit)) best = i;
    }

    /* Add the candidate whose least difference from the chosen ones is largest. */
    while (best >= 0 && count < CHOSEN) {
        chosen[count++] = best;
        far[best] = -1;
        const candidate *now = &f->candidates[best];
        best = -1;
        for (int i = 0; i < f->candidate_count; i++) {
            if (!(far[i] > 0)) continue;
            far[i] = fmin(far[i], unlike(now, &f->candidates[i], f->model->joint_count));
            if (far[i] > 0 && (best < 0 || far[i] > far[best])) best = i;
        }
    }

    return count;
}

static void load_places(const fitting *f, float *at, float *confidence, int first, int count)
{
    const pd_observe_take *t = f->take;
    const size_t places = (size_t)t->place_count;
    const size_t from = (size_t)first * places;
    const size_t n = (size_t)count * places;

    memcpy(at, t->at + 3 * from, 3 * n * sizeof *at);
    for (size_t i = 0; i < n; i++) confidence[i] = t->confidence ? t->confidence[from + i] : 1;
}

/* Calls keep_going between tasks. Returns false, with the status set, when the fit must stop. */
static bool goes_on(const fitting *f, double done)
{
    pd_observe_take *t = f->take;
    if (!t->keep_going || t->keep_going(t->ctx, done)) return true;
    t->status = PD_OBSERVE_TAKE_STOPPED;
    return false;
}

/* Returns the number of tasks between two calls of keep_going. It is small, so that a single worker stops
 * soon, too. */
static int batch_of(const fitting *f)
{
    return f->workers > 1 ? 2 * f->workers : 1;
}

/* Finds betas, scale and offsets from several frames. Returns false when it was stopped. */
static bool take_calibrate(fitting *f, pd_arena *scratch)
{
    pd_observe_take *t = f->take;
    const pd_smpl_model *m = f->model;
    int chosen[CHOSEN];
    const int count = choose_varied(chosen, f);
    const size_t k = (size_t)m->joint_count;
    double scale = 0;

    /* Begin with the means of the candidates. */
    t->calibration_count = count;
    for (int b = 0; b < m->beta_count; b++) {
        f->betas[b] = 0;
        for (int i = 0; i < count; i++) f->betas[b] += (double)f->candidates[chosen[i]].betas[b] / count;
    }

    for (int i = 0; i < count; i++) scale += log(f->candidates[chosen[i]].scale) / count;
    f->log_scale = scale;
    pd_observe_span span = {.take = t,
                            .model = m,
                            .desks = f->desks,
                            .executor = t->executor,
                            .betas = f->betas,
                            .offsets = f->offsets,
                            .log_scale = scale,
                            .layout = shared_layout(t, m),
                            .asks_from = FIRST_SHARE / 2,
                            .asks_to = FIRST_SHARE};
    if (span.layout.count == frame_layout(m).count || !count) return true;

    /* Take the span's memory, and load the chosen frames. */
    const bool room = pd_observe_span_init(&span, count, scratch);
    PD_ASSERT(room);
    if (!room) return true;
    for (int i = 0; i < count; i++) {
        const candidate *c = &f->candidates[chosen[i]];
        const size_t places = (size_t)t->place_count * (size_t)i;
        for (size_t j = 0; j < 9 * k; j++)
            span.rotations[k * (size_t)i + j / 9][j % 9] = (double)c->rotations[j];
        memcpy(span.translations[i], c->translation, sizeof c->translation);
        load_places(f, span.at + 3 * places, span.confidence + places, c->frame, 1);
    }

    /* Count the prior of the betas once for each frame: the errors of the model are equal in all frames, so
     * several frames determine the shape no better than one. */
    for (int w = 0; w < f->workers; w++) f->desks[w].problem.weights[PD_OBSERVE_TERM_SHAPE] *= count;

    /* Fit all frames together. */
    pd_observe_span_solve(&span, CALIBRATE);
    if (span.stopped) t->status = PD_OBSERVE_TAKE_STOPPED;
    if (span.stopped) return false;

    /* Take the result, and its uncertainty. */
    f->log_scale = span.log_scale;
    if (t->betas_sd && !t->keep_betas) {
        double sd[PD_SMPL_MAX_BETAS + 1 + 3 * PD_OBSERVE_TAKE_MOST_PLACES];
        if (pd_observe_arrow_solve(&span.arrow, 0, t->executor)) {
            pd_observe_arrow_shared_sd(sd, &span.arrow);
            for (int b = 0; b < span.layout.betas; b++) t->betas_sd[b] = sd[b];
        }
    }

    return true;
}

/* Runs the first step in batches: fits the frame with the most observations in each part of the take. Returns
 * false when it was stopped. */
static bool try_first(fitting *f)
{
    const pd_observe_take *t = f->take;
    const int parts = t->frame_count < FIRST ? t->frame_count : FIRST;
    const int batch = batch_of(f);

    for (int i = 0; i < parts; i++) {
        const int from = (int)((long long)i * t->frame_count / parts);
        const int to = (int)((long long)(i + 1) * t->frame_count / parts);
        int best = from;
        int most = -1;
        for (int frame = from; frame < to; frame++) {
            const int seen = seen_count(t, frame);
            if (seen > most) {
                most = seen;
                best = frame;
            }
        }

        if (most < least_seen(t)) continue;
        f->candidates[f->candidate_count] = (candidate){.frame = best};
        f->candidate_count++;
    }

    const int all = f->candidate_count;
    for (int i = 0; i < all; i += batch) {
        if (!goes_on(f, FIRST_SHARE / 2 * i / all)) return false;
        f->task_first = i;
        pd_execute(t->executor, first_task, f, all - i < batch ? all - i : batch);
    }

    return true;
}

/* ---- the third: every frame */

static void copy_pose(pd_observe_span *s, int to, int from)
{
    const size_t k = (size_t)s->model->joint_count;
    memcpy(s->rotations + k * (size_t)to, s->rotations + k * (size_t)from, k * sizeof *s->rotations);
    memcpy(s->translations[to], s->translations[from], sizeof *s->translations);
}

static bool there(const pd_observe_span *s, int frame, int place)
{
    const size_t at = (size_t)frame * (size_t)s->take->place_count + (size_t)place;
    return !isnan(s->at[3 * at]) && s->confidence[at] > 0;
}

static double off(const pd_observe_problem *p, int place, const float *at)
{
    double x[3];
    double square = 0;
    pd_observe_point(x, &p->body, &p->state, &p->places[place]);
    for (int c = 0; c < 3; c++) square += pow(x[c] - (double)at[c], 2);
    return sqrt(square);
}

/* Fits the first solved frame of a window, without a pose to start from. */
static bool begin_frame(fitting *f, pd_observe_span *s, int frame, pd_arena *arena)
{
    const pd_observe_take *t = f->take;
    const size_t places = (size_t)t->place_count;
    const size_t k = (size_t)f->model->joint_count;
    float betas[PD_SMPL_MAX_BETAS], rotations[9 * PD_SMPL_MAX_JOINTS];
    pd_arena own = *arena;
    pd_error err;

    pd_observe_seen *seen = pd_arena_take(&own, places, sizeof *seen);
    PD_ASSERT(seen);
    take_see(seen, f, s->at + 3 * places * (size_t)frame, s->confidence + places * (size_t)frame, 0);
    pd_observe_job job = moment(t);
    job.seen = seen;
    job.betas = betas;
    job.rotations = rotations;
    job.keep_betas = true;
    job.fit_scale = false;
    job.scale = exp(f->log_scale);
    for (int b = 0; b < f->model->beta_count; b++) betas[b] = (float)f->betas[b];
    if (pd_observe_check(&job, f->model, &err)) return false;
    pd_observe_run(&job, f->model, &own);
    if (job.status == PD_OBSERVE_BEHIND) return false;

    for (size_t j = 0; j < 9 * k; j++) s->rotations[k * (size_t)frame + j / 9][j % 9] = (double)rotations[j];
    memcpy(s->translations[frame], job.translation, sizeof job.translation);
    return true;
}

/* Fits one frame, starting from its present pose. If a mesh is seen (every place is a vertex), starts in
 * closed form instead (registered.h). */
static void solve_frame(fitting *f, pd_observe_span *s, int frame, int seen, int steps, pd_arena *arena)
{
    const pd_observe_take *t = f->take;
    bool is_mesh = seen >= PD_OBSERVE_REGISTERED_LEAST && !t->mounts;

    for (int i = 0; i < t->place_count && is_mesh; i++)
        is_mesh = t->places[i].part_count == 1 && t->places[i].parts[0].is_vertex;
    if (is_mesh && begin_frame(f, s, frame, arena)) return;
    pd_observe_span_solve_frame(s, frame, steps);
}

static void rest(pd_observe_span *s, int frame)
{
    const size_t k = (size_t)s->model->joint_count;
    for (size_t j = 0; j < 9 * k; j++) s->rotations[k * (size_t)frame + j / 9][j % 9] = j % 9 % 4 == 0;
    for (int c = 0; c < 3; c++) s->translations[frame][c] = 0;
}

/* Writes residuals and poses of the frames [from, to) of the span, which begins with frame first. */
static void put_frames(fitting *f, pd_observe_span *s, int first, int from, int to)
{
    pd_observe_take *t = f->take;
    const size_t k = (size_t)f->model->joint_count;
    const size_t places = (size_t)t->place_count;

    /* Pose of the frame. */
    for (int i = from; i < to; i++) {
        const size_t frame = (size_t)(first + i);
        for (size_t j = 0; j < 9 * k; j++)
            t->rotations[frame * 9 * k + j] = (float)s->rotations[k * (size_t)i + j / 9][j % 9];
        for (size_t c = 0; c < 3; c++) t->translations[3 * frame + c] = (float)s->translations[i][c];
        if (!t->residuals) continue;

        /* Residuals of what was observed. */
        pd_observe_span_load(&s->desks[0], s, i, true);
        const pd_observe_problem *p = &s->desks[0].problem;
        for (size_t place = 0; place < places; place++) {
            float *out = &t->residuals[frame * places + place];
            const float *at = s->at + 3 * (places * (size_t)i + place);
            double x[3], pixel[2];
            *out = NAN;
            if (!there(s, i, (int)place)) continue;
            if (t->places[place].is_turn) {
                pd_observe_orientation_error(x, NULL, &p->body, &p->seen[place]);
                *out = (float)sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
                continue;
            }

            *out = (float)off(p, (int)place, at);
            if (!t->places[place].in_picture) continue;
            pd_observe_point(x, &p->body, &p->state, &p->places[place]);
            *out = NAN;
            if (pd_observe_project(pixel, p, &t->places[place], x))
                *out = (float)hypot(pixel[0] - (double)at[0], pixel[1] - (double)at[1]);
        }
    }
}

/* Interpolates the pose of frame i between those of frames a and b. */
static void take_between(pd_observe_span *s, int i, int a, int b)
{
    const size_t k = (size_t)s->model->joint_count;
    const double share = (double)(i - a) / (b - a);

    for (size_t j = 0; j < k; j++) {
        const pd_quat from = pd_q_from_matrix(s->rotations[k * (size_t)a + j]);
        const pd_quat to = pd_q_from_matrix(s->rotations[k * (size_t)b + j]);
        pd_q_to_matrix(s->rotations[k * (size_t)i + j], pd_q_slerp(from, to, share));
    }

    for (int c = 0; c < 3; c++)
        s->translations[i][c] =
            s->translations[a][c] + share * (s->translations[b][c] - s->translations[a][c]);
}

/* Frames whose results a task writes. */
typedef struct window {
    int core, core_end, worker;
} window;

/* Detects swapped markers in a frame: exchanges two observations if each fits the other's place far better.
 * Counts and reports them only in the frames whose results the task writes, because the overlap belongs to
 * another task too. Returns the number of exchanges. */
static int read_frame_take(fitting *f, pd_observe_span *s, int first, int frame, const window *w)
{
    const pd_observe_take *t = f->take;
    const size_t places = (size_t)t->place_count;
    const bool mine = first + frame >= w->core && first + frame < w->core_end;
    short *row = mine && t->taken ? t->taken + places * (size_t)(first + frame) : NULL;
    float *at = s->at + 3 * places * (size_t)frame;
    float *confidence = s->confidence + places * (size_t)frame;
    const pd_observe_problem *p = &s->desks[0].problem;
    int count = 0;
    int far[PD_OBSERVE_TAKE_MOST_PLACES];
    int far_count = 0;

    /* List the observations that are far from their places on the body. */
    pd_observe_span_load(&s->desks[0], s, frame, true);
    for (int i = 0; i < t->place_count; i++)
        if (pd_observe_is_place(&t->places[i]) && there(s, frame, i) && off(p, i, at + 3 * i) > FAR_OFF)
            far[far_count++] = i;

    /* Exchange two of them if both fit the other's place far better. */
    for (int a = 0; a < far_count; a++)
        for (int b = a + 1; b < far_count; b++) {
            const int i = far[a];
            const int k = far[b];
            if (i < 0 || k < 0) continue;
            const double one = off(p, i, at + 3 * i);
            const double two = off(p, k, at + 3 * k);
            const double other = off(p, i, at + 3 * k);
            const double another = off(p, k, at + 3 * i);
            if (!(other < CLOSE * one && another < CLOSE * two)) continue;

            const float sure = confidence[i];
            float kept[3];
            confidence[i] = confidence[k];
            confidence[k] = sure;
            memcpy(kept, at + 3 * i, sizeof kept);
            memcpy(at + 3 * i, at + 3 * k, sizeof kept);
            memcpy(at + 3 * k, kept, sizeof kept);
            if (row) {
                row[i] = (short)k;
                row[k] = (short)i;
            }

            far[a] = far[b] = -1;
            count++;
        }
    if (mine) f->exchanged[w->worker] += count;

    return count;
}

/* Fits the frames of one window and its overlap, and writes the results of the window. */
static void window_task(void *arg, int index, int worker)
{
    fitting *f = arg;
    const pd_observe_take *t = f->take;
    pd_arena *arena = &f->arenas[worker];
    const bool film = t->places[0].in_picture;
    const int steps = film ? FILM_TRACK : TRACK_STEPS;
    const int core = (f->task_first + index) * WINDOW;
    const int first = core > OVERLAP ? core - OVERLAP : 0;
    const int core_end = core + WINDOW < t->frame_count ? core + WINDOW : t->frame_count;
    const int end = core_end + OVERLAP < t->frame_count ? core_end + OVERLAP : t->frame_count;
    int start = 0, most = -1;

    /* Do nothing if no frame of the window or its overlap is to be fitted again. */
    bool is_wanted = !t->again;
    for (int i = first; i < end && !is_wanted; i++) is_wanted = t->again[i];
    if (!is_wanted) return;

    /* Take the memory of the window. */
    pd_arena_reset(arena);
    double *betas = pd_arena_take(arena, (size_t)f->model->beta_count + 1, sizeof *betas);
    pd_observe_span s = {.take = t,
                         .model = f->model,
                         .desks = &f->desks[worker],
                         .executor = &pd_executor_serial,
                         .betas = betas,
                         .offsets = f->offsets,
                         .log_scale = f->log_scale,
                         .layout = frame_layout(f->model),
                         .smooth = t->smooth >= 0};
    const bool room = betas && pd_observe_span_init(&s, end - first, arena);
    PD_ASSERT(room);
    if (!room) return;

    /* Shape and observations. */
    memcpy(betas, f->betas, (size_t)f->model->beta_count * sizeof *betas);
    load_places(f, s.at, s.confidence, first, s.count);

    /* Start in the frame with the most points. */
    for (int i = 0; i < s.count; i++) {
        const int seen = seen_count(t, first + i);
        if (seen > most) {
            most = seen;
            start = i;
        }
    }

    rest(&s, start);
    if (most >= least_seen(t)) begin_frame(f, &s, start, arena);

    /* Track forwards and backwards from that frame. At a high frame rate, solve only some frames and
     * interpolate the frames between them. */
    const window w = {core, core_end, worker};
    const double frames = t->rate / SOLVED_RATE;
    const int stride = !s.smooth || film || frames < 1 ? 1 : frames > MOST_STRIDE ? MOST_STRIDE : (int)frames;
    for (int side = 0; side < 2; side++) {
        const int last = side ? 0 : s.count - 1;
        const int way = side ? -1 : 1;
        for (int at = start, next; at != last; at = next) {
            next = way * (last - at) > stride ? at + way * stride : last;
            copy_pose(&s, next, at);
            const int seen = seen_count(t, first + next);
            if (seen) {
                solve_frame(f, &s, next, seen, steps, arena);
                if (read_frame_take(f, &s, first, next, &w)) {
                    copy_pose(&s, next, at);
                    solve_frame(f, &s, next, seen, steps, arena);
                }
            }

            for (int i = at + way; i != next; i += way) {
                take_between(&s, i, at, next);
                if (seen_count(t, first + i)) read_frame_take(f, &s, first, i, &w);
            }
        }
    }

    /* Solve all frames together with smoothness, then filter the remaining jitter. */
    if (s.smooth) pd_observe_span_solve(&s, film ? FILM_JOINT : stride > 1 ? DENSE_STEPS : JOINT_STEPS);
    if (s.smooth && !t->mounts && !t->places[0].is_turn)
        pd_observe_smooth_calm(s.rotations, s.translations, s.count, f->model->joint_count,
                               film && !t->view_count ? s.desks[0].problem.camera.rotation + 6 : NULL);
    put_frames(f, &s, first, core - first, core_end - first);
}

static void track(fitting *f)
{
    pd_observe_take *t = f->take;
    const int windows = (t->frame_count + WINDOW - 1) / WINDOW;
    const int batch = batch_of(f);

    for (int w = 0; w < f->workers; w++) pd_observe_problem_bake(&f->desks[w].problem, f->betas);
    for (int i = 0; i < windows; i += batch) {
        if (!goes_on(f, FIRST_SHARE + (1 - FIRST_SHARE) * i / windows)) return;
        f->task_first = i;
        pd_execute(t->executor, window_task, f, windows - i < batch ? windows - i : batch);
    }
}

/* ---- all of it */

static void put_shared(const fitting *f)
{
    pd_observe_take *t = f->take;
    const size_t places = (size_t)t->place_count;
    enum { SPACE, PICTURE, TURN };
    double sums[3] = {0, 0, 0};
    double weights[3] = {0, 0, 0};

    for (int b = 0; b < f->model->beta_count; b++) t->betas[b] = (float)f->betas[b];
    t->scale = exp(f->log_scale);
    if (f->offsets) memcpy(t->offsets, f->offsets, places * sizeof *t->offsets);
    for (int w = 0; w < f->workers; w++) t->exchanged_count += f->exchanged[w];
    for (size_t i = 0; t->residuals && i < places * (size_t)t->frame_count; i++) {
        const double off_by = (double)t->residuals[i];
        const pd_observe_seen *s = &t->places[i % places];
        const int kind = s->in_picture ? PICTURE : s->is_turn ? TURN : SPACE;
        if (isnan(off_by)) continue;
        sums[kind] += off_by * off_by;
        weights[kind]++;
    }

    t->rms = weights[SPACE] > 0 ? sqrt(sums[SPACE] / weights[SPACE]) : 0;
    t->rms_picture = weights[PICTURE] > 0 ? sqrt(sums[PICTURE] / weights[PICTURE]) : 0;
    t->rms_turn = weights[TURN] > 0 ? sqrt(sums[TURN] / weights[TURN]) : 0;
}

void pd_observe_take_run(pd_observe_take *take, const pd_smpl_model *model, pd_arena *scratch)
{
    fitting f = {.take = take, .model = model};
    const size_t k = (size_t)model->joint_count;
    const size_t places = (size_t)take->place_count;
    const size_t frames = (size_t)take->frame_count;

    const bool room = take_memory(&f, scratch);
    PD_ASSERT(room);
    if (!room) return;

    /* The caller's scale, if there is one. */
    f.log_scale = take->scale > 0 ? log(take->scale) : 0;

    /* Fit some frames again, with the shape and the offsets found before. */
    if (take->again) {
        for (int b = 0; b < model->beta_count; b++) f.betas[b] = (double)take->betas[b];
        if (f.offsets) memcpy(f.offsets, take->offsets, places * sizeof *f.offsets);
        take->exchanged_count = 0;
        take->status = PD_OBSERVE_TAKE_DONE;
        track(&f);
        put_shared(&f);
        return;
    }

    /* Begin with the rest pose in every frame. */
    for (size_t i = 0; i < 9 * k * frames; i++) take->rotations[i] = i % 9 % 4 == 0;
    memset(take->translations, 0, 3 * frames * sizeof *take->translations);
    for (size_t i = 0; take->residuals && i < places * frames; i++) take->residuals[i] = NAN;
    for (size_t i = 0; take->taken && i < places * frames; i++) take->taken[i] = (short)(i % places);
    for (int b = 0; take->betas_sd && b < model->beta_count; b++) take->betas_sd[b] = !take->keep_betas;
    for (size_t i = 0; f.offsets && i < places; i++)
        memcpy(f.offsets[i], take->keep_offsets ? take->offsets[i] : take->mounts[i].guess,
               sizeof *f.offsets);
    for (int b = 0; b < model->beta_count; b++) f.betas[b] = take->keep_betas ? (double)take->betas[b] : 0;
    take->rms = take->rms_picture = take->rms_turn = 0;
    take->walked = false;
    take->exchanged_count = take->mirrored_count = take->first_count = take->calibration_count = 0;
    take->status = PD_OBSERVE_TAKE_DONE;

    /* Fit single frames, to have candidates for the shape. */
    if (!try_first(&f)) return;
    int good = 0;
    for (int i = 0; i < f.candidate_count; i++) {
        good += f.candidates[i].good;
        take->mirrored_count += f.candidates[i].good && f.candidates[i].mirrored;
    }

    take->first_count = good;
    if (!good) {
        take->status = PD_OBSERVE_TAKE_BLIND;
        return;
    }

    /* Estimate the shape from several frames, then the poses of all frames; without observed positions,
     * estimate the translation from the feet. */
    if (!take_calibrate(&f, scratch)) return;
    track(&f);
    put_shared(&f);
    if (!has_no_place(take) || take->status != PD_OBSERVE_TAKE_DONE) return;
    pd_observe_walk_run(take, model, scratch);
    take->walked = true;
}
