#include "core/observe/take/take_parts.h"

#include "core/base/assert.h"
#include "core/math/quat.h"
#include "core/observe/problem.h"
#include "core/observe/registered.h"
#include "core/observe/take/smooth.h"

#include <math.h>
#include <string.h>

#define SOLVED_RATE 30.0 /* frames per second that are solved; the frames between them are interpolated */
#define MOST_STRIDE 4    /* largest distance of two solved frames */
#define TRACK_STEPS 6    /* iterations of a frame that starts from its neighbour's pose */
#define JOINT_STEPS 2    /* iterations of a window with smoothness, if every frame was solved */
#define DENSE_STEPS 1    /* the same if frames were interpolated */
#define FILM_TRACK  20   /* TRACK_STEPS for pictures, whose depth converges slowly */
#define FILM_JOINT  12   /* JOINT_STEPS for pictures */
#define FAR_OFF     0.06 /* metres: a marker farther than this from its place may be swapped with another */
#define CLOSE       0.4  /* two markers are swapped if their distances fall at least to this fraction */

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

/* Returns the distance of a place on the present body from a point, metres. */
static double off(const pd_observe_problem *p, int place, const float *at)
{
    double x[3];
    double square = 0;
    pd_observe_point(x, &p->body, &p->state, &p->places[place]);
    for (int c = 0; c < 3; c++) square += pow(x[c] - (double)at[c], 2);
    return sqrt(square);
}

/* Fits the first solved frame of a window, without a pose to start from. */
static bool begin_frame(pd_observe_take_fitting *f, pd_observe_span *s, int frame, pd_arena *arena)
{
    const pd_observe_take *t = f->take;
    const size_t places = (size_t)t->place_count;
    const size_t k = (size_t)f->model->joint_count;
    float betas[PD_SMPL_MAX_BETAS], rotations[9 * PD_SMPL_MAX_JOINTS];
    pd_arena own = *arena;
    pd_error err;

    pd_observe_seen *seen = pd_arena_take(&own, places, sizeof *seen);
    PD_ASSERT(seen);
    pd_observe_take_see(seen, f, s->at + 3 * places * (size_t)frame, s->confidence + places * (size_t)frame,
                        0);
    pd_observe_job job = pd_observe_take_frame_job(t);
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
static void solve_frame(pd_observe_take_fitting *f, pd_observe_span *s, int frame, int seen, int steps,
                        pd_arena *arena)
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
static void put_frames(pd_observe_take_fitting *f, pd_observe_span *s, int first, int from, int to)
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
static int read_frame_take(pd_observe_take_fitting *f, pd_observe_span *s, int first, int frame,
                           const window *w)
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
    pd_observe_take_fitting *f = arg;
    const pd_observe_take *t = f->take;
    pd_arena *arena = &f->arenas[worker];
    const bool film = t->places[0].in_picture;
    const int steps = film ? FILM_TRACK : TRACK_STEPS;
    const int core = (f->task_first + index) * PD_OBSERVE_TAKE_WINDOW;
    const int first = core > PD_OBSERVE_TAKE_OVERLAP ? core - PD_OBSERVE_TAKE_OVERLAP : 0;
    const int core_end =
        core + PD_OBSERVE_TAKE_WINDOW < t->frame_count ? core + PD_OBSERVE_TAKE_WINDOW : t->frame_count;
    const int end = core_end + PD_OBSERVE_TAKE_OVERLAP < t->frame_count ? core_end + PD_OBSERVE_TAKE_OVERLAP
                                                                        : t->frame_count;
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
                         .layout = pd_observe_take_frame_layout(f->model),
                         .smooth = t->smooth >= 0};
    const bool room = betas && pd_observe_span_init(&s, end - first, arena);
    PD_ASSERT(room);
    if (!room) return;

    /* Shape and observations. */
    memcpy(betas, f->betas, (size_t)f->model->beta_count * sizeof *betas);
    pd_observe_take_load(f, s.at, s.confidence, first, s.count);

    /* Start in the frame with the most points. */
    for (int i = 0; i < s.count; i++) {
        const int seen = pd_observe_take_seen_count(t, first + i);
        if (seen > most) {
            most = seen;
            start = i;
        }
    }

    rest(&s, start);
    if (most >= pd_observe_take_least_seen(t)) begin_frame(f, &s, start, arena);

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
            const int seen = pd_observe_take_seen_count(t, first + next);
            if (seen) {
                solve_frame(f, &s, next, seen, steps, arena);
                if (read_frame_take(f, &s, first, next, &w)) {
                    copy_pose(&s, next, at);
                    solve_frame(f, &s, next, seen, steps, arena);
                }
            }

            for (int i = at + way; i != next; i += way) {
                take_between(&s, i, at, next);
                if (pd_observe_take_seen_count(t, first + i)) read_frame_take(f, &s, first, i, &w);
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

void pd_observe_take_window_track(pd_observe_take_fitting *f)
{
    pd_observe_take *t = f->take;
    const int windows = (t->frame_count + PD_OBSERVE_TAKE_WINDOW - 1) / PD_OBSERVE_TAKE_WINDOW;
    const int batch = pd_observe_take_batch(f);

    for (int w = 0; w < f->workers; w++) pd_observe_problem_bake(&f->desks[w].problem, f->betas);
    for (int i = 0; i < windows; i += batch) {
        if (!pd_observe_take_goes_on(f, PD_OBSERVE_TAKE_FIRST_SHARE +
                                            (1 - PD_OBSERVE_TAKE_FIRST_SHARE) * i / windows))
            return;
        f->task_first = i;
        pd_execute(t->executor, window_task, f, windows - i < batch ? windows - i : batch);
    }
}
