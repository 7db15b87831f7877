#include "core/observe/film/track.h"

#include "core/math/assign.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SURE   0.05 /* least confidence of a keypoint that is used */
/* Two figures of a frame are the same person below this distance, as a fraction of their size. */
#define SAME   0.1
#define SHARED 3   /* least number of keypoints that two figures must both have */
#define STEADY 0.7 /* weight of the previous speed in the smoothed speed */

/* A person who was seen recently and may be seen again. */
typedef struct walker {
    int person, last; /* number of the person; frame in which the person was last seen */
    const float *at, *confidence;
    double speed[3]; /* pixels per frame */
    double middle[3], size;
} walker;

typedef struct tracking {
    const pd_detections *film;
    pd_observe_tracks *out;
    walker walkers[PD_OBSERVE_TRACK_MOST];
    int walker_count, person_count;
    double *cost;
    int *column;
    void *scratch;
} tracking;

void pd_observe_tracks_deinit(pd_observe_tracks *t)
{
    free(t->person);
    free(t->seen);
    free(t->first);
    free(t->last);
    *t = (pd_observe_tracks){0};
}

static const float *figure_at(const pd_detections *film, int figure)
{
    return film->at + 3 * (size_t)film->keypoint_count * (size_t)figure;
}

static const float *figure_sure(const pd_detections *film, int figure)
{
    return film->confidence + (size_t)film->keypoint_count * (size_t)figure;
}

/* Computes centre and larger side of a figure's keypoints. Returns false if too few are seen. */
static bool measure_track(double middle[3], double *size, const pd_detections *film, int figure)
{
    const float *at = figure_at(film, figure);
    const float *sure = figure_sure(film, figure);
    double low[3] = {INFINITY, INFINITY, INFINITY};
    double high[3] = {-INFINITY, -INFINITY, -INFINITY};
    int count = 0;

    for (int k = 0; k < film->keypoint_count; k++) {
        if (!((double)sure[k] >= SURE)) continue;
        count++;
        for (int c = 0; c < 3; c++) {
            low[c] = fmin(low[c], (double)at[3 * k + c]);
            high[c] = fmax(high[c], (double)at[3 * k + c]);
        }
    }

    *size = 0;
    for (int c = 0; c < 3; c++) {
        middle[c] = 0.5 * (low[c] + high[c]);
        *size = fmax(*size, high[c] - low[c]);
    }

    return count >= SHARED && *size > 0;
}

/* Returns the mean distance of the keypoints that both figures have, divided by the size; INFINITY if there
 * are too few. moved (3): displacement of the first figure. */
static double track_apart(const pd_detections *film, const float *at, const float *sure,
                          const double moved[3], const float *other, const float *other_sure, double size)
{
    double sum = 0, weight = 0;
    int count = 0;

    for (int k = 0; k < film->keypoint_count; k++) {
        const double w = (double)sure[k] * (double)other_sure[k];
        double square = 0;
        if (!((double)sure[k] >= SURE && (double)other_sure[k] >= SURE)) continue;
        for (int c = 0; c < 3; c++)
            square += pow((double)at[3 * k + c] + moved[c] - (double)other[3 * k + c], 2);
        sum += w * sqrt(square);
        weight += w;
        count++;
    }

    return count >= SHARED ? sum / weight / size : INFINITY;
}

static double sure_of(const pd_detections *film, int figure)
{
    const float *sure = figure_sure(film, figure);
    double sum = 0;
    for (int k = 0; k < film->keypoint_count; k++) sum += (double)sure[k];
    return sum;
}

/* Lists in `kept` those of the figures [from, to) of a frame that are people,
 * without duplicates. Returns their number. */
static int choose_track(int kept[PD_OBSERVE_TRACK_MOST], const pd_detections *film, int from, int to)
{
    static const double still[3] = {0, 0, 0};
    int count = 0;

    for (int i = from; i < to && count < PD_OBSERVE_TRACK_MOST; i++) {
        double middle[3], size;
        bool twice = false;
        if (!measure_track(middle, &size, film, i)) continue;
        for (int k = 0; k < count && !twice; k++) {
            twice = track_apart(film, figure_at(film, i), figure_sure(film, i), still,
                                figure_at(film, kept[k]), figure_sure(film, kept[k]), size) < SAME;
            if (twice && sure_of(film, i) > sure_of(film, kept[k])) kept[k] = i;
        }

        if (!twice) kept[count++] = i;
    }

    return count;
}

/* Updates a walker by a figure of this frame: position, size and smoothed speed. */
static void track_see(tracking *t, walker *w, int figure, int frame)
{
    double middle[3], size;

    measure_track(middle, &size, t->film, figure);
    for (int c = 0; c < 3 && w->size > 0; c++)
        w->speed[c] = STEADY * w->speed[c] + (1 - STEADY) * (middle[c] - w->middle[c]) / (frame - w->last);
    memcpy(w->middle, middle, sizeof middle);
    w->size = size;
    w->last = frame;
    w->at = figure_at(t->film, figure);
    w->confidence = figure_sure(t->film, figure);
    t->out->person[figure] = w->person;
}

/* Follows the people of one film through its frames. */
static void track(tracking *t, int patience)
{
    const pd_detections *film = t->film;
    int kept[PD_OBSERVE_TRACK_MOST];

    for (int from = 0, to; from < film->figure_count; from = to) {
        const int frame = film->frames[from];
        for (to = from; to < film->figure_count && film->frames[to] == frame;) to++;

        /* Drop walkers who were not seen for long. */
        int stay = 0;
        for (int w = 0; w < t->walker_count; w++)
            if (frame - t->walkers[w].last <= patience) t->walkers[stay++] = t->walkers[w];
        t->walker_count = stay;

        /* Assign figures to walkers by the distance from where each walker is expected. */
        const int count = choose_track(kept, film, from, to);
        for (int w = 0; w < t->walker_count; w++)
            for (int k = 0; k < count; k++) {
                const walker *one = &t->walkers[w];
                double moved[3];
                for (int c = 0; c < 3; c++) moved[c] = one->speed[c] * (frame - one->last);
                t->cost[w * count + k] =
                    track_apart(film, one->at, one->confidence, moved, figure_at(film, kept[k]),
                                figure_sure(film, kept[k]), one->size);
            }
        pd_assign(t->column, t->cost, t->walker_count, count, PD_OBSERVE_TRACK_REACH, t->scratch);

        /* Figures that are left over are new people. */
        bool given[PD_OBSERVE_TRACK_MOST] = {false};
        for (int w = 0; w < t->walker_count; w++) {
            if (t->column[w] < 0) continue;
            given[t->column[w]] = true;
            track_see(t, &t->walkers[w], kept[t->column[w]], frame);
        }

        for (int k = 0; k < count; k++) {
            if (given[k] || t->walker_count == PD_OBSERVE_TRACK_MOST) continue;
            t->walkers[t->walker_count] = (walker){.person = t->person_count++};
            track_see(t, &t->walkers[t->walker_count++], kept[k], frame);
        }
    }
}

/* ---- by the file's own names */

static int by_number(const void *a, const void *b)
{
    const int i = *(const int *)a;
    const int k = *(const int *)b;
    return i < k ? -1 : i > k;
}

/* Numbers the people by the ids in the file. */
static bool take_names(tracking *t)
{
    const int count = t->film->figure_count;
    int *names = malloc((size_t)count * sizeof *names);
    int kept = 0;

    if (!names) return false;

    memcpy(names, t->film->ids, (size_t)count * sizeof *names);
    qsort(names, (size_t)count, sizeof *names, by_number);
    for (int i = 0; i < count; i++)
        if (!kept || names[kept - 1] != names[i]) names[kept++] = names[i];
    for (int i = 0; i < count; i++) {
        const int *found = bsearch(&t->film->ids[i], names, (size_t)kept, sizeof *names, by_number);
        t->out->person[i] = (int)(found - names);
    }

    t->person_count = kept;
    free(names);

    return true;
}

/* ---- people in order */

typedef struct somebody {
    int number, seen, first, last;
} somebody;

static int by_seen(const void *a, const void *b)
{
    const somebody *i = a;
    const somebody *k = b;
    if (i->seen != k->seen) return i->seen > k->seen ? -1 : 1;
    return i->number < k->number ? -1 : i->number > k->number;
}

/* Sorts people by the number of frames in which they are seen,
 * largest first, and drops those seen too rarely. */
static pd_status sort_people(tracking *t, int least, const char *name, pd_error *err)
{
    pd_observe_tracks *out = t->out;
    const size_t all = (size_t)t->person_count + 1;
    somebody *people = calloc(all, sizeof *people);
    int *rank = calloc(all, sizeof *rank);
    pd_status status = people && rank ? PD_OK : pd_fail(err, PD_ERR_MEMORY, name, "out of memory");

    /* Count the frames of each person. */
    for (int p = 0; p < t->person_count && !status; p++)
        people[p] = (somebody){.number = p, .seen = 0, .first = -1, .last = -1};
    for (int i = 0; i < t->film->figure_count && !status; i++) {
        somebody *one = out->person[i] < 0 ? NULL : &people[out->person[i]];
        if (!one || one->last == t->film->frames[i]) continue;
        one->seen++;
        one->last = t->film->frames[i];
        if (one->first < 0) one->first = one->last;
    }

    /* Rank them. A rank of -1 is a person who is dropped. */
    if (!status) qsort(people, (size_t)t->person_count, sizeof *people, by_seen);
    for (int p = 0; p < t->person_count && !status; p++) {
        rank[people[p].number] = people[p].seen >= least ? p : -1;
        out->count += people[p].seen >= least;
    }

    if (!status && !out->count)
        status = pd_fail(err, PD_ERR_INVALID, name,
                         "no person is seen in %d or more frames; at least one such person expected", least);

    /* Report those who stay. */
    if (!status) {
        out->seen = malloc((size_t)out->count * sizeof *out->seen);
        out->first = malloc((size_t)out->count * sizeof *out->first);
        out->last = malloc((size_t)out->count * sizeof *out->last);
        if (!out->seen || !out->first || !out->last)
            status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    }

    for (int p = 0; p < out->count && !status; p++) {
        out->seen[p] = people[p].seen;
        out->first[p] = people[p].first;
        out->last[p] = people[p].last;
    }

    /* Number the figures by rank. */
    for (int i = 0; i < t->film->figure_count && !status; i++)
        out->person[i] = out->person[i] < 0 ? -1 : rank[out->person[i]];
    free(people);
    free(rank);

    return status;
}

pd_status pd_observe_tracks_run(pd_observe_tracks *out, const pd_detections *film, int patience, int least,
                                const char *name, pd_error *err)
{
    const size_t most = PD_OBSERVE_TRACK_MOST;
    tracking *t = calloc(1, sizeof *t);
    pd_status status = PD_OK;

    /* Allocate. No figure belongs to a person yet. */
    *out = (pd_observe_tracks){0};
    out->person = malloc(((size_t)film->figure_count + 1) * sizeof *out->person);
    if (t) {
        t->film = film;
        t->out = out;
        t->cost = malloc(most * most * sizeof *t->cost);
        t->column = malloc(most * sizeof *t->column);
        t->scratch = malloc(pd_assign_scratch_bytes((int)most, (int)most));
    }

    if (!t || !out->person || !t->cost || !t->column || !t->scratch)
        status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    for (int i = 0; i < film->figure_count && !status; i++) out->person[i] = -1;

    /* Use the detector's own numbers if every figure has one that no other of its frame has. */
    bool is_named = film->figure_count > 0;
    for (int i = 0; i < film->figure_count && is_named; i++)
        is_named = film->ids[i] >= 0 &&
                   !(i && film->frames[i] == film->frames[i - 1] && film->ids[i] == film->ids[i - 1]);
    if (!status && is_named) {
        if (!take_names(t)) status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    } else if (!status) {
        track(t, patience);
    }

    /* Number the people. */
    if (!status) status = sort_people(t, least, name, err);
    if (t) {
        free(t->cost);
        free(t->column);
        free(t->scratch);
    }

    free(t);
    if (status) pd_observe_tracks_deinit(out);

    return status;
}

void pd_observe_tracks_take(const pd_observe_strip *s, const pd_observe_tracks *tracks, int person,
                            const pd_detections *film)
{
    const size_t n = (size_t)s->column_count;
    const size_t row = (size_t)s->row;

    for (size_t f = 0; f < (size_t)s->frames; f++) {
        for (size_t i = 0; i < 3 * n; i++) s->at[3 * f * row + i] = NAN;
        for (size_t i = 0; i < n; i++) s->confidence[f * row + i] = 0;
    }

    for (int i = 0; i < film->figure_count; i++) {
        const int f = film->frames[i] - s->first;
        if (tracks->person[i] != person || f < 0 || f >= s->frames) continue;
        for (size_t k = 0; k < n; k++) {
            const size_t at = row * (size_t)f + k;
            s->confidence[at] = figure_sure(film, i)[s->columns[k]];
            memcpy(s->at + 3 * at, figure_at(film, i) + 3 * s->columns[k], 3 * sizeof *s->at);
        }
    }
}
