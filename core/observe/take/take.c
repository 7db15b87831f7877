#include "core/observe/take/take_parts.h"

#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/observe/problem.h"
#include "core/observe/take/size.h"
#include "core/observe/take/walk.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FIGURES 256 /* largest number of frames in which the size of a figure is measured */

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

int pd_observe_take_seen_count(const pd_observe_take *t, int frame)
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

int pd_observe_take_least_seen(const pd_observe_take *t)
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
    for (int f = 0; f < t->frame_count; f++)
        most = pd_observe_take_seen_count(t, f) > most ? pd_observe_take_seen_count(t, f) : most;
    if (most < pd_observe_take_least_seen(t))
        return pd_fail(err, PD_ERR_RANGE, "/frames",
                       "no frame has more than %d points that are seen; at least %d expected in one", most,
                       pd_observe_take_least_seen(t));

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

pd_observe_layout pd_observe_take_shared_layout(const pd_observe_take *t, const pd_smpl_model *m)
{
    const int betas = t->keep_betas ? 0 : t->beta_count ? t->beta_count : m->beta_count;
    pd_observe_layout l = pd_observe_layout_of(m->joint_count, betas, t->fit_scale, false);

    if (t->mounts && !t->keep_offsets) {
        l.offset = l.count;
        l.count += 3 * t->place_count;
    }

    return l;
}

pd_observe_layout pd_observe_take_frame_layout(const pd_smpl_model *m)
{
    return pd_observe_layout_of(m->joint_count, 0, false, false);
}

pd_observe_job pd_observe_take_frame_job(const pd_observe_take *t)
{
    pd_observe_job job = pd_observe_take_moment(t, t->places);
    job.scale = t->scale;
    return job;
}

static size_t task_bytes(const pd_observe_take *t, const pd_smpl_model *m)
{
    const pd_observe_layout l = pd_observe_take_frame_layout(m);
    const pd_observe_job job = pd_observe_take_frame_job(t);
    const int most = PD_OBSERVE_TAKE_WINDOW + 2 * PD_OBSERVE_TAKE_OVERLAP;
    const int window = t->frame_count < most ? t->frame_count : most;

    return pd_observe_span_bytes(t, m, window, &l, true) + pd_observe_scratch_bytes(&job, m) +
           pd_arena_bytes((size_t)t->place_count, sizeof(pd_observe_seen)) +
           pd_arena_bytes((size_t)m->beta_count + 1, sizeof(double));
}

size_t pd_observe_take_scratch_bytes(const pd_observe_take *t, const pd_smpl_model *m)
{
    const size_t workers = (size_t)t->executor->worker_count;
    const pd_observe_layout shared = pd_observe_take_shared_layout(t, m);

    return workers * (pd_arena_bytes(1, sizeof(pd_observe_desk)) + pd_arena_bytes(1, sizeof(pd_arena)) +
                      pd_observe_desk_bytes(t, m) + pd_arena_bytes(task_bytes(t, m), 1)) +
           pd_arena_bytes(workers, sizeof(int)) +
           pd_arena_bytes(PD_OBSERVE_TAKE_FIRST, sizeof(pd_observe_take_candidate)) +
           pd_arena_bytes((size_t)m->beta_count + 1, sizeof(double)) +
           pd_arena_bytes((size_t)t->place_count, 3 * sizeof(double)) +
           pd_observe_span_bytes(t, m, PD_OBSERVE_TAKE_CHOSEN, &shared, false) +
           (has_no_place(t) ? pd_observe_walk_bytes(m) : 0);
}

/* Takes the memory that all steps share. */
static bool take_memory(pd_observe_take_fitting *f, pd_arena *scratch)
{
    pd_observe_take *t = f->take;
    const size_t workers = (size_t)t->executor->worker_count;

    /* Arrays of the job. */
    f->workers = t->executor->worker_count;
    f->desks = pd_arena_take(scratch, workers, sizeof *f->desks);
    f->arenas = pd_arena_take(scratch, workers, sizeof *f->arenas);
    f->exchanged = pd_arena_take(scratch, workers, sizeof *f->exchanged);
    f->candidates = pd_arena_take(scratch, PD_OBSERVE_TAKE_FIRST, sizeof *f->candidates);
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

/* ---- what several steps use */

void pd_observe_take_see(pd_observe_seen *seen, const pd_observe_take_fitting *f, const float *at,
                         const float *confidence, double sigma)
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

void pd_observe_take_load(const pd_observe_take_fitting *f, float *at, float *confidence, int first,
                          int count)
{
    const pd_observe_take *t = f->take;
    const size_t places = (size_t)t->place_count;
    const size_t from = (size_t)first * places;
    const size_t n = (size_t)count * places;

    memcpy(at, t->at + 3 * from, 3 * n * sizeof *at);
    for (size_t i = 0; i < n; i++) confidence[i] = t->confidence ? t->confidence[from + i] : 1;
}

bool pd_observe_take_goes_on(const pd_observe_take_fitting *f, double done)
{
    pd_observe_take *t = f->take;
    if (!t->keep_going || t->keep_going(t->ctx, done)) return true;
    t->status = PD_OBSERVE_TAKE_STOPPED;
    return false;
}

int pd_observe_take_batch(const pd_observe_take_fitting *f)
{
    return f->workers > 1 ? 2 * f->workers : 1;
}

/* ---- the third: every frame */

/* ---- all of it */

static void put_shared(const pd_observe_take_fitting *f)
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
    pd_observe_take_fitting f = {.take = take, .model = model};
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
        pd_observe_take_window_track(&f);
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
    if (!pd_observe_take_shape_try(&f)) return;
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
    if (!pd_observe_take_shape_find(&f, scratch)) return;
    pd_observe_take_window_track(&f);
    put_shared(&f);
    if (!has_no_place(take) || take->status != PD_OBSERVE_TAKE_DONE) return;
    pd_observe_walk_run(take, model, scratch);
    take->walked = true;
}
