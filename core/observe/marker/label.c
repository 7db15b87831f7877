#include "core/observe/marker/label_parts.h"

#include "core/base/assert.h"
#include "core/observe/marker/mend.h"
#include "core/observe/start.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES      6    /* frames in which a start is searched */
#define UPS         6    /* vertical axes that are tried: three, each in both directions */
#define OUT_EVERY   15   /* fitted frames between two calls of pd_observe_label_search_reach */
#define NEAR_ENOUGH 0.06 /* largest root mean square distance of a valid start, metres */
#define MOST_NAMED  0.7  /* least fraction of the points that have names in a valid start */
#define FOLLOW_RATE 30.0 /* fitted frames per second */
#define DOUBTS      3    /* fitted frames in a row after which a trajectory changes its name */
#define LOST        10   /* fitted frames in a row with too few names after which the search begins again */
#define RESTARTS    16   /* most searches after names were lost */
#define START_SHARE 0.3  /* share of the start in the progress */
#define MARGIN      3.0  /* nats by which a guessed protocol must be better than the second one */

static const char *const cmu41[] = {"LFHD", "RFHD", "LBHD", "RBHD", "C7",   "T10",  "CLAV", "STRN", "RBAC",
                                    "LSHO", "RSHO", "LUPA", "RUPA", "LELB", "RELB", "LFRM", "RFRM", "LWRA",
                                    "RWRA", "LWRB", "RWRB", "LFIN", "RFIN", "LFWT", "RFWT", "LBWT", "RBWT",
                                    "LTHI", "RTHI", "LKNE", "RKNE", "LSHN", "RSHN", "LANK", "RANK", "LHEE",
                                    "RHEE", "LTOE", "RTOE", "LMT5", "RMT5"};
static const char *const gait39[] = {
    "LFHD", "RFHD", "LBHD", "RBHD", "C7",   "T10",  "CLAV", "STRN", "RBAK", "LSHO", "RSHO", "LUPA", "RUPA",
    "LELB", "RELB", "LFRM", "RFRM", "LWRA", "RWRA", "LWRB", "RWRB", "LFIN", "RFIN", "LASI", "RASI", "LPSI",
    "RPSI", "LTHI", "RTHI", "LKNE", "RKNE", "LTIB", "RTIB", "LANK", "RANK", "LHEE", "RHEE", "LTOE", "RTOE"};
static const char *const gait16[] = {"LASI", "RASI", "LPSI", "RPSI", "LTHI", "RTHI", "LKNE", "RKNE",
                                     "LTIB", "RTIB", "LANK", "RANK", "LHEE", "RHEE", "LTOE", "RTOE"};

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))
const pd_observe_protocol pd_observe_protocols[] = {
    {"cmu", "Carnegie Mellon's 41", cmu41, COUNT(cmu41)},
    {"plugin-gait", "Vicon's Plug-in Gait, whole body: 39", gait39, COUNT(gait39)},
    {"plugin-gait-legs", "Vicon's Plug-in Gait, hips and legs: 16", gait16, COUNT(gait16)},
    {NULL, NULL, NULL, 0}};

const pd_observe_protocol *pd_observe_protocol_of(const char *name)
{
    for (const pd_observe_protocol *p = pd_observe_protocols; p->name; p++)
        if (!strcmp(p->name, name)) return p;
    return NULL;
}

const pd_observe_protocol *pd_observe_protocol_largest(void)
{
    const pd_observe_protocol *largest = pd_observe_protocols;
    for (const pd_observe_protocol *p = pd_observe_protocols; p->name; p++)
        if (p->count > largest->count) largest = p;
    return largest;
}

bool pd_observe_label_needed(const pd_markers *file)
{
    return pd_observe_marker_known(file) < PD_OBSERVE_MARKER_LEAST;
}

static int seen_in(const pd_markers *file, int frame)
{
    const float *at = file->positions + 3 * (size_t)frame * (size_t)file->marker_count;
    int count = 0;
    for (int i = 0; i < file->marker_count; i++) count += !isnan(at[3 * i]);
    return count;
}

pd_status pd_observe_label_check(const pd_markers *file, const char *name, pd_error *err)
{
    int most = 0;

    for (int f = 0; f < file->frame_count; f++) {
        const int seen = seen_in(file, f);
        if (seen > most) most = seen;
    }

    if (most >= PD_OBSERVE_LABEL_LEAST) return PD_OK;

    return pd_fail(
        err, PD_ERR_INVALID, name,
        "%d of %d markers have names that are known (\"%s\" ...); at least %d expected, or a frame with %d "
        "points to find the body among them (%d are seen at most)",
        pd_observe_marker_known(file), file->marker_count, file->marker_count ? file->names[0] : "",
        PD_OBSERVE_MARKER_LEAST, PD_OBSERVE_LABEL_LEAST, most);
}

/* Returns the score for each point, nats, because frames show different numbers of points. */
static double misfit(const pd_observe_label_stance *s)
{
    return s->of ? s->score / s->of : INFINITY;
}

/* ---- through the take */

/* Place of a trajectory; -1: not known. */
typedef struct naming {
    int place, count;     /* present place, and number of fitted frames with it */
    int other, doubts;    /* different place that fits better, and number of fitted frames in a row with it */
    int best, best_count; /* place with the largest count so far */
} naming;

typedef struct following {
    pd_observe_labelling *l;
    const pd_observe_trajectories *t;
    const pd_observe_label_figure *f;
    naming *names;                 /* (T) */
    pd_observe_label_stance *body; /* (2) present body, and a copy */
    int up, lost, restarts, since;
} following;

/* Names the points of a frame, with a body that is near already. */
static void see_frame(following *w, int frame)
{
    pd_observe_labelling *l = w->l;
    const pd_markers *file = l->job->file;
    const int *of = w->t->of + (size_t)frame * (size_t)file->marker_count;
    int a[PD_OBSERVE_LABEL_MOST_PLACES];
    int names[PD_OBSERVE_LABEL_MOST_POINTS] = {0};
    int known = 0;
    pd_observe_label_stance *s = w->body;
    pd_observe_cloud c;

    /* Names from the frame before, by trajectory; then fit the body to them. */
    pd_observe_label_search_cloud(&c, file, frame, w->up);
    for (int p = 0; p < w->f->set.count; p++) a[p] = -1;
    for (int i = 0; i < c.count; i++) {
        names[i] = w->names[of[c.column[i]]].place;
        if (names[i] < 0 || a[names[i]] >= 0) continue;
        a[names[i]] = i;
        known++;
    }

    if (known >= PD_OBSERVE_MARKER_LEAST)
        pd_observe_label_search_solve(s, l, &c, a, &(pd_observe_label_effort){0, PD_OBSERVE_LABEL_STEPS},
                                      &l->arenas[0]);

    /* Assign again. Every OUT_EVERY frames try to assign leftover points. */
    pd_observe_label_search_assign(a, (const double(*)[3])s->at, w->f->set.count, &c, names,
                                   PD_OBSERVE_LABEL_REACH_LAST);
    if (++w->since >= OUT_EVERY) {
        w->since = 0;
        pd_observe_label_search_reach(s, a, l, w->f, &c, w->body + 1, &l->arenas[0]);
    }

    pd_observe_label_search_name(s, w->f, &c, a);

    int places[PD_OBSERVE_LABEL_MOST_POINTS];
    for (int i = 0; i < c.count; i++) places[i] = -1;
    for (int p = 0; p < w->f->set.count; p++)
        if (a[p] >= 0) places[a[p]] = p;

    /* A trajectory keeps its name until another one fits better for DOUBTS frames in a row. */
    for (int i = 0; i < c.count; i++) {
        naming *n = &w->names[of[c.column[i]]];
        const int place = places[i];
        n->doubts = place == n->place || place != n->other ? 0 : n->doubts;
        n->other = place;
        n->count += place == n->place && place >= 0;
        if (place == n->place) continue;
        if (n->place >= 0 && ++n->doubts < DOUBTS) continue;
        if (n->count > n->best_count) {
            n->best = n->place;
            n->best_count = n->count;
        }

        n->place = place;
        n->doubts = 0;
        n->count = place >= 0;
    }

    /* The body is lost if too few points have names. */
    const bool lost = c.count >= PD_OBSERVE_LABEL_LEAST && s->named < MOST_NAMED * c.count;
    w->lost = lost ? w->lost + 1 : 0;
    if (w->lost < LOST || w->restarts >= RESTARTS) return;

    /* The fit has lost the body: search again in this frame, with the known vertical axis. */
    w->lost = 0;
    w->restarts++;
    l->frames = &frame;
    l->up_first = w->up;
    l->up_count = 1;
    pd_observe_label_search_task(l, 0, 0);
    const pd_observe_label_stance *found = &l->found[0];

    /* Take the result if it is good enough. The shape stays. */
    if (!(found->named >= MOST_NAMED * found->of && found->off < NEAR_ENOUGH)) return;
    float betas[PD_SMPL_MAX_BETAS];
    memcpy(betas, s->betas, sizeof betas);
    *s = *found;
    memcpy(s->betas, betas, sizeof betas);
    for (int i = 0; i < c.count; i++) w->names[of[c.column[i]]].place = -1;
    for (int p = 0; p < w->f->set.count; p++)
        if (s->column[p] >= 0) w->names[of[s->column[p]]].place = p;
}

static bool goes_on(pd_observe_label *job, double done)
{
    if (job->keep_going && !job->keep_going(job->ctx, done)) job->stopped = true;
    return !job->stopped;
}

/* ---- result */

/* Writes the points with names as markers of the protocol. */
static pd_status put_named(pd_observe_label *job, const following *w, const int *names, const char *name,
                           pd_error *err)
{
    const pd_markers *file = job->file;
    const size_t columns = (size_t)file->marker_count;
    const size_t places = (size_t)w->f->protocol->count;
    pd_markers *out = &job->named;

    /* Markers of the protocol, without positions yet. */
    *out = (pd_markers){.marker_count = (int)places,
                        .frame_count = file->frame_count,
                        .first_frame = file->first_frame,
                        .rate = file->rate,
                        .up_axis = file->up_axis};
    const pd_status status = pd_markers_make(out, name, err);
    if (status) return status;

    /* Names, and positions of the points that have one. */
    for (size_t p = 0; p < places; p++)
        snprintf(out->names[p], sizeof out->names[p], "%s", w->f->protocol->markers[p]);
    for (size_t f = 0; f < (size_t)file->frame_count; f++)
        for (size_t i = 0; i < columns; i++) {
            const int trajectory = w->t->of[f * columns + i];
            if (trajectory < 0) continue;
            job->point_count++;
            if (names[trajectory] < 0) continue;
            job->named_count++;
            const size_t p = (size_t)w->f->set.column[names[trajectory]];
            memcpy(out->positions + 3 * (f * places + p), file->positions + 3 * (f * columns + i),
                   3 * sizeof(float));
        }

    return PD_OK;
}

/* ---- all of it */

/* Fills the figure's markers in the mean pose of each component of the prior (the last:
 * at rest), relative to their mean. */
static void fill_components(pd_observe_label_figure *f, pd_observe_problem *problem,
                            const pd_observe_labelling *l, size_t all)
{
    const size_t places = (size_t)f->set.count;

    for (size_t component = 0; component < all; component++) {
        double(*at)[3] = f->at + component * places;
        double *mean = f->means[component];

        /* Pose. */
        pd_observe_start_figure(problem->state.rotations, l->job->prior,
                                component + 1 < all ? (int)component : -1, l->model->joint_count);
        memcpy(f->roots[component], problem->state.rotations[0], sizeof *f->roots);
        pd_observe_problem_update(problem, false);

        /* Markers, about their mean. */
        mean[0] = mean[1] = mean[2] = 0;
        for (size_t p = 0; p < places; p++) {
            pd_observe_point(at[p], &problem->body, &problem->state, &problem->places[p]);
            for (int c = 0; c < 3; c++) mean[c] += at[p][c] / (double)places;
        }

        for (size_t p = 0; p < places; p++)
            for (int c = 0; c < 3; c++) at[p][c] -= mean[c];
    }
}

/* Makes the figure of a protocol: where its markers are on the mean pose of each component of the prior. */
static pd_status make_figure(pd_observe_label_figure *f, const pd_observe_labelling *l,
                             const pd_observe_protocol *protocol, const char *name, pd_error *err)
{
    const size_t all = (size_t)l->components + 1;
    pd_markers blank = {.marker_count = protocol->count, .frame_count = 1, .rate = 1, .up_axis = 1};

    /* A protocol's markers as a set of places on the model. */
    f->protocol = protocol;
    pd_status status = pd_markers_make(&blank, name, err);
    for (int i = 0; i < protocol->count && !status; i++)
        snprintf(blank.names[i], sizeof blank.names[i], "%s", protocol->markers[i]);
    if (!status)
        status = pd_observe_marker_set_make(&f->set, &blank, 1, PD_OBSERVE_LABEL_LOOSE, l->model, name, err);
    pd_markers_deinit(&blank);
    if (status) return status;

    /* Memory for all components. */
    const size_t places = (size_t)f->set.count;
    PD_ASSERT(places <= PD_OBSERVE_LABEL_MOST_PLACES);
    f->at = malloc(all * places * sizeof *f->at);
    f->roots = malloc(all * sizeof *f->roots);
    f->means = malloc(all * sizeof *f->means);

    /* Positions of the markers on the mean pose of each component of the prior, relative to their mean. */
    pd_observe_seen seen[PD_OBSERVE_LABEL_MOST_PLACES];
    for (size_t p = 0; p < places; p++) {
        seen[p] = f->set.places[p];
        seen[p].offset = f->set.mounts[p].guess;
    }

    const pd_observe_job job = {.seen = seen, .seen_count = (int)places, .keep_betas = true};
    pd_observe_problem problem;
    pd_arena arena = {0};
    if (f->at && f->roots && f->means && pd_arena_init(&arena, pd_observe_problem_bytes(&job, l->model)) &&
        pd_observe_problem_init(&problem, &job, l->model, &arena)) {
        fill_components(f, &problem, l, all);
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    }

    pd_arena_deinit(&arena);

    return status;
}

/* Allocates memory for every worker, by the largest figure. */
static bool take_memory_label(pd_observe_labelling *l)
{
    const size_t workers = (size_t)l->job->executor->worker_count;
    pd_observe_seen seen[PD_OBSERVE_LABEL_MOST_PLACES];
    size_t bytes = 0;

    /* Largest scratch of any figure. */
    for (int i = 0; i < l->figure_count; i++) {
        memcpy(seen, l->figures[i].set.places, (size_t)l->figures[i].set.count * sizeof *seen);
        const pd_observe_job job = {
            .seen = seen, .seen_count = l->figures[i].set.count, .prior = l->job->prior};
        const size_t now = pd_observe_scratch_bytes(&job, l->model);
        if (now > bytes) bytes = now;
    }

    l->arenas = calloc(workers, sizeof *l->arenas);
    l->rough = malloc(workers * (PD_OBSERVE_LABEL_ROUGH + PD_OBSERVE_LABEL_FINE + 1) * sizeof *l->rough);
    l->found = malloc(FRAMES * sizeof *l->found);
    if (!l->arenas || !l->rough || !l->found) return false;
    for (size_t w = 0; w < workers; w++)
        if (!pd_arena_init(&l->arenas[w], bytes)) return false;

    return true;
}

/* Frees all that a labelling has allocated. */
static void give_memory_back(pd_observe_labelling *l)
{
    for (int w = 0; l->arenas && w < l->job->executor->worker_count; w++) pd_arena_deinit(&l->arenas[w]);
    free(l->arenas);
    free(l->rough);
    free(l->found);
    for (int i = 0; i < l->figure_count; i++) {
        pd_observe_marker_set_deinit(&l->figures[i].set);
        free(l->figures[i].at);
        free(l->figures[i].roots);
        free(l->figures[i].means);
    }
}

/* Tries the other protocols in the frame of the start, and refuses to guess between two that fit alike. */
static pd_status compare_protocols(const pd_observe_label_stance *start, pd_observe_labelling *l,
                                   const char *name, pd_error *err)
{
    pd_observe_label *job = l->job;

    l->frames = &start->frame;
    l->up_first = start->up;
    l->up_count = 1;
    job->margin = INFINITY;
    for (l->only = 0; l->only < l->figure_count; l->only++) {
        if (l->only == start->figure) continue;
        pd_observe_label_search_task(l, 0, 0);
        const double margin = l->found[0].score - start->score;
        if (!(margin < job->margin)) continue;
        job->margin = margin;
        job->second = l->figures[l->only].protocol;
    }

    l->only = -1;
    if (!(job->margin < MARGIN)) return PD_OK;
    return pd_fail(err, PD_ERR_INVALID, name,
                   "no names are known, and the points fit %s and %s alike (%.1f nats apart; at least %.0f "
                   "expected): the name of one of them expected (--protocol, or `protocol` of a job)",
                   l->figures[start->figure].protocol->name, job->second->name, job->margin, MARGIN);
}

/* Finds the names in one frame of the take. */
static pd_status find_start(pd_observe_label_stance *start, pd_observe_labelling *l, const char *name,
                            pd_error *err)
{
    pd_observe_label *job = l->job;
    const pd_markers *file = job->file;
    const int parts = file->frame_count < FRAMES ? file->frame_count : FRAMES;
    int frames[FRAMES];
    int count = 0;
    const pd_status status = pd_observe_label_check(file, name, err);

    if (status) return status;

    /* Choose the frame with the most points in each part of the take. */
    for (int i = 0; i < parts; i++) {
        const int from = (int)((long long)i * file->frame_count / parts);
        const int to = (int)((long long)(i + 1) * file->frame_count / parts);
        int fullest = from;
        int most = -1;
        for (int f = from; f < to; f++) {
            const int seen = seen_in(file, f);
            if (seen > most) {
                most = seen;
                fullest = f;
            }
        }

        if (most >= PD_OBSERVE_LABEL_LEAST) frames[count++] = fullest;
    }

    /* Search in those frames, along one or all axes. */
    l->frames = frames;
    l->up_first = job->up_axis < 0 ? 0 : job->up_axis;
    l->up_count = job->up_axis < 0 ? UPS : 1;
    pd_execute(job->executor, pd_observe_label_search_task, l, count);

    /* Take the best; refuse one that is not good enough. */
    int best = 0;
    for (int i = 1; i < count; i++)
        if (misfit(&l->found[i]) < misfit(&l->found[best])) best = i;
    *start = l->found[best];
    if (start->named >= MOST_NAMED * start->of && start->off < NEAR_ENOUGH)
        return compare_protocols(start, l, name, err);
    if (!start->named)
        return pd_fail(err, PD_ERR_INVALID, name,
                       "no marker has a known name, and no body fits the %d points of a frame; known names "
                       "(posedctl fit --help) or the markers of a person expected",
                       start->of);

    return pd_fail(err, PD_ERR_INVALID, name,
                   "no names that are known, and no body comes near enough to the points: in the best of %d "
                   "frames %d of "
                   "%d points have a place, %.0f mm off; at least %.0f %% within %.0f mm expected",
                   count, start->named, start->of, 1000 * start->off, 100 * MOST_NAMED, 1000 * NEAR_ENOUGH);
}

/* Names all trajectories of the take. */
static pd_status label(pd_observe_labelling *l, pd_observe_label_stance *bodies, const char *name,
                       pd_error *err)
{
    pd_observe_label *job = l->job;
    pd_observe_trajectories t;

    /* Names in one frame, and trajectories through all. */
    pd_status status = find_start(&bodies[0], l, name, err);
    if (status || !goes_on(job, START_SHARE)) return status;
    status = pd_observe_trajectories_run(&t, job->file, name, err);
    if (status) return status;

    /* Name the trajectories of that frame. */
    following w = {.l = l,
                   .t = &t,
                   .f = &l->figures[bodies[0].figure],
                   .body = &bodies[1],
                   .up = bodies[0].up,
                   .names = malloc(((size_t)t.count + 1) * sizeof *w.names)};
    int *names = malloc(((size_t)t.count + 1) * sizeof *names);
    bool memory = w.names && names;
    for (int i = 0; i < t.count && memory; i++) w.names[i] = (naming){.place = -1, .other = -1, .best = -1};
    if (memory) {
        const int *of = t.of + (size_t)bodies[0].frame * (size_t)job->file->marker_count;
        for (int p = 0; p < w.f->set.count; p++)
            if (bodies[0].column[p] >= 0) w.names[of[bodies[0].column[p]]].place = p;

        /* Follow forwards from that frame, then backwards. */
        const int step = (int)fmax(1, lrint(job->file->rate / FOLLOW_RATE));
        const int frames = job->file->frame_count;
        for (int way = 0; way < 2 && !job->stopped; way++) {
            *w.body = bodies[0];
            w.lost = 0;
            for (int f = bodies[0].frame; f >= 0 && f < frames && !job->stopped; f += way ? -step : step) {
                const double done =
                    way ? (double)(frames - f) / frames : (double)(f - bodies[0].frame) / frames;
                see_frame(&w, f);
                goes_on(job, START_SHARE + (1 - START_SHARE) * fmin(done, 1));
            }
        }

        /* A trajectory gets the name that it had longest. Parts that overlap are then separated. */
        for (int i = 0; i < t.count; i++)
            names[i] = w.names[i].count > w.names[i].best_count ? w.names[i].place : w.names[i].best;
        memory = pd_observe_mend_part(names, &t, w.f->set.count);
    }

    /* Report, and write the names. */
    if (!memory)
        status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory for %d frames", job->file->frame_count);
    if (!status && !job->stopped) status = put_named(job, &w, names, name, err);
    job->protocol = w.f->protocol;
    job->trajectory_count = t.count;
    job->start_frame = bodies[0].frame;
    job->start_off = bodies[0].off;
    job->up = (pd_up)bodies[0].up;
    free(w.names);
    free(names);
    pd_observe_trajectories_deinit(&t);

    return status;
}

pd_status pd_observe_label_run(pd_observe_label *job, const pd_smpl_model *model, const char *name,
                               pd_error *err)
{
    pd_observe_labelling l = {
        .job = job, .model = model, .only = -1, .components = job->prior ? job->prior->component_count : 0};
    pd_observe_label_stance *bodies = malloc(3 * sizeof *bodies);
    pd_status status = bodies ? PD_OK : pd_fail(err, PD_ERR_MEMORY, name, "out of memory");

    job->named = (pd_markers){0};
    job->second = NULL;
    job->margin = INFINITY;
    job->point_count = job->named_count = 0;
    job->stopped = false;
    for (const pd_observe_protocol *p = pd_observe_protocols; p->name && !status; p++) {
        if (job->wanted && job->wanted != p) continue;
        status = make_figure(&l.figures[l.figure_count++], &l, p, name, err);
    }

    if (!status && !take_memory_label(&l)) status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    if (!status) status = label(&l, bodies, name, err);
    give_memory_back(&l);
    free(bodies);

    return status;
}
