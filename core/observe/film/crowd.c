#include "core/observe/film/crowd.h"

#include "core/base/assert.h"
#include "core/math/assign.h"
#include "core/math/mat3.h"
#include "core/observe/triangulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SURE     0.05 /* least confidence of a keypoint that is used */
#define SHARED   3    /* least number of keypoints that two figures must both have */
#define STEADY   0.7  /* weight of the previous speed in the smoothed speed */
#define STALE    10   /* moments after which a position in space is outdated */
#define PARALLEL 0.02 /* sine of the angle below which two rays count as parallel */
#define BEHIND   1.0  /* gap of rays that meet behind a camera, metres */
#define SMALLEST 0.15 /* least extent of a person's points, metres */
#define LARGEST  2.6  /* largest extent of a person's points, metres */
#define AGREED   5    /* moments in a row after which two walkers that meet are one person */
#define REACH_UP 12.0 /* residual above which triangulation drops a camera, pixels */

/* A person who was seen recently and may be seen again. */
typedef struct walker {
    int person, last;                  /* number of the person; moment in which the person was last seen */
    int now[PD_OBSERVE_MOST_CAMERAS];  /* figure in each film at this moment; -1: none */
    int was[PD_OBSERVE_MOST_CAMERAS];  /* last figure in each film */
    int when[PD_OBSERVE_MOST_CAMERAS]; /* moment of that figure; -1: none yet */
    double (*at)[3];                   /* (P) positions in space, NAN: not known */
    double middle[3], speed[3];        /* centre, and its speed for each moment */
    int placed;                        /* moment of `at`; -1: no position yet */
} walker;

typedef struct matching {
    const pd_observe_crowd_request *ask;
    pd_observe_crowd *out;
    int keypoints;
    float *rays[PD_OBSERVE_MOST_CAMERAS];   /* (N,P,3) directions in the world, NAN: not seen */
    float *pixels[PD_OBSERVE_MOST_CAMERAS]; /* (N,P,2) undistorted pixels */
    double eyes[PD_OBSERVE_MOST_CAMERAS][3];
    int from[PD_OBSERVE_MOST_CAMERAS], to[PD_OBSERVE_MOST_CAMERAS]; /* range of this moment's figures */
    walker walkers[PD_OBSERVE_CROWD_MOST];
    int walker_count, person_count, moment;
    int *alias;  /* (persons) person with whom a person was merged; otherwise the person itself */
    int *agreed; /* (persons, MOST) number of moments in a row in which two walkers met, by walker */
    int alias_room;
    double (*room)[3]; /* (MOST,P) memory of walker.at */
    double *cost;
    int *column;
    void *scratch;
    bool *taken; /* (256) true: the figure of this film and moment belongs to a walker */
} matching;

void pd_observe_crowd_deinit(pd_observe_crowd *c)
{
    for (int i = 0; c->films && i < c->camera_count; i++) pd_observe_tracks_deinit(&c->films[i]);
    free(c->films);
    free(c->seen);
    free(c->shared);
    free(c->first);
    free(c->last);
    *c = (pd_observe_crowd){0};
}

/* ---- figures as rays */

static float sure_of(const matching *m, int camera, int figure, int k)
{
    return m->ask->films[camera].confidence[(size_t)figure * (size_t)m->keypoints + (size_t)k];
}

static const float *ray_at(const matching *m, int camera, int figure, int k)
{
    return m->rays[camera] + 3 * ((size_t)figure * (size_t)m->keypoints + (size_t)k);
}

static const float *pixel_at(const matching *m, int camera, int figure, int k)
{
    return m->pixels[camera] + 2 * ((size_t)figure * (size_t)m->keypoints + (size_t)k);
}

static bool is_seen(const matching *m, int camera, int figure, int k)
{
    return (double)sure_of(m, camera, figure, k) >= SURE && !isnan(*ray_at(m, camera, figure, k));
}

/* Returns the larger side of a figure's bounding box, pixels; 0 for fewer than SHARED keypoints. */
static double size_of(const matching *m, int camera, int figure)
{
    double low[2] = {INFINITY, INFINITY};
    double high[2] = {-INFINITY, -INFINITY};
    int count = 0;

    for (int k = 0; k < m->keypoints; k++) {
        const float *at = pixel_at(m, camera, figure, k);
        if (!is_seen(m, camera, figure, k)) continue;
        count++;
        for (int a = 0; a < 2; a++) {
            low[a] = fmin(low[a], (double)at[a]);
            high[a] = fmax(high[a], (double)at[a]);
        }
    }

    return count >= SHARED ? fmax(high[0] - low[0], high[1] - low[1]) : 0;
}

/* Returns the gap between two rays in metres, and the point in the middle of it.
 * NAN: they are nearly parallel. */
static double gap_of(double middle[3], const double a[3], const float *d, const double b[3], const float *e)
{
    const double p[3] = {(double)d[0], (double)d[1], (double)d[2]};
    const double q[3] = {(double)e[0], (double)e[1], (double)e[2]};
    const double way[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double pq = pd_dot3(p, q);
    const double square = 1 - pq * pq;
    const double wp = pd_dot3(way, p);
    const double wq = pd_dot3(way, q);
    double gap = 0;

    if (square < PARALLEL * PARALLEL) return NAN;

    /* Nearest points of both rays, at t and s along them. */
    const double t = (wp - pq * wq) / square;
    const double s = (pq * wp - wq) / square;
    if (t < 0 || s < 0) return BEHIND;
    for (int c = 0; c < 3; c++) {
        const double x = a[c] + t * p[c];
        const double y = b[c] + s * q[c];
        middle[c] = 0.5 * (x + y);
        gap += (x - y) * (x - y);
    }

    return sqrt(gap);
}

/* Returns the mean gap between the rays of a figure and those of the walker's figures in other films at
 * this moment. INFINITY: nothing to compare. */
static double gap_to(const matching *m, const walker *w, int camera, int figure)
{
    double sum = 0;
    int count = 0;

    for (int b = 0; b < m->ask->camera_count; b++) {
        const int other = w->now[b];
        double low[3] = {INFINITY, INFINITY, INFINITY};
        double high[3] = {-INFINITY, -INFINITY, -INFINITY};
        double gaps = 0, weight = 0, across = 0;
        int shared = 0;
        if (b == camera || other < 0) continue;

        /* Gaps of the keypoints that both see, and the extent of the points between the rays. */
        for (int k = 0; k < m->keypoints; k++) {
            double x[3];
            if (!is_seen(m, camera, figure, k) || !is_seen(m, b, other, k)) continue;
            const double gap =
                gap_of(x, m->eyes[camera], ray_at(m, camera, figure, k), m->eyes[b], ray_at(m, b, other, k));
            if (isnan(gap)) continue;
            const double both = (double)sure_of(m, camera, figure, k) * (double)sure_of(m, b, other, k);
            gaps += both * gap;
            weight += both;
            shared++;
            for (int c = 0; c < 3 && gap < BEHIND; c++) {
                low[c] = fmin(low[c], x[c]);
                high[c] = fmax(high[c], x[c]);
            }
        }

        /* Skip a film with too few common points, or whose points together
         * do not have the size of a person. */
        for (int c = 0; c < 3; c++) across = fmax(across, high[c] - low[c]);
        if (shared < SHARED || !(across >= SMALLEST && across <= LARGEST) || isinf(gaps / weight)) continue;
        sum += gaps / weight;
        count++;
    }

    return count ? sum / count : INFINITY;
}

/* ---- figures of walkers */

/* Returns d (crowd.h) in space; INFINITY if figure and walker have no keypoints in common. */
static double off_in_space(const matching *m, const walker *w, int camera, int figure)
{
    const pd_observe_camera *c = &m->ask->cameras[camera];
    const double size = size_of(m, camera, figure);
    const double passed = m->moment - w->placed;
    double sum = 0, weight = 0;
    int count = 0;

    for (int k = 0; k < m->keypoints; k++) {
        const float *u = pixel_at(m, camera, figure, k);
        double x[3], at[3];
        if (!is_seen(m, camera, figure, k) || isnan(w->at[k][0])) continue;
        for (int a = 0; a < 3; a++) x[a] = w->at[k][a] + passed * w->speed[a];
        pd_mat3_apply(at, c->rotation, x);
        for (int a = 0; a < 3; a++) at[a] += c->translation[a];
        if (!(at[2] >= PD_OBSERVE_NEAREST)) continue;
        const double off =
            hypot(c->fx * at[0] / at[2] + c->cx - (double)u[0], c->fy * at[1] / at[2] + c->cy - (double)u[1]);
        const double sure = (double)sure_of(m, camera, figure, k);
        sum += sure * off;
        weight += sure;
        count++;
    }

    return count >= SHARED && size > 0 ? sum / weight / size : INFINITY;
}

/* Returns d of a figure and the walker's last figure in the same film. */
static double off_in_film(const matching *m, const walker *w, int camera, int figure)
{
    const double size = size_of(m, camera, figure);
    double sum = 0, weight = 0;
    int count = 0;

    if (w->when[camera] < 0) return INFINITY;

    for (int k = 0; k < m->keypoints; k++) {
        if (!is_seen(m, camera, figure, k) || !is_seen(m, camera, w->was[camera], k)) continue;
        const float *u = pixel_at(m, camera, figure, k);
        const float *v = pixel_at(m, camera, w->was[camera], k);
        const double sure = (double)sure_of(m, camera, figure, k);
        sum += sure * hypot((double)(u[0] - v[0]), (double)(u[1] - v[1]));
        weight += sure;
        count++;
    }

    return count >= SHARED && size > 0 ? sum / weight / size : INFINITY;
}

static double off_of(const matching *m, const walker *w, int camera, int figure)
{
    const bool is_fresh = w->placed >= 0 && m->moment - w->placed <= STALE;
    return is_fresh ? off_in_space(m, w, camera, figure) : off_in_film(m, w, camera, figure);
}

typedef double cost_of(const matching *m, const walker *w, int camera, int figure);

/* Assigns the unassigned figures of a film to walkers without a figure there. */
static void crowd_give(matching *m, int camera, cost_of *cost, double leave)
{
    const int first = m->from[camera];
    const int columns = m->to[camera] - first;

    for (int w = 0; w < m->walker_count; w++)
        for (int k = 0; k < columns; k++) {
            const walker *one = &m->walkers[w];
            const bool can = one->now[camera] < 0 && !m->taken[k] && size_of(m, camera, first + k) > 0;
            m->cost[w * columns + k] = can ? cost(m, one, camera, first + k) : INFINITY;
        }
    pd_assign(m->column, m->cost, m->walker_count, columns, leave, m->scratch);
    for (int w = 0; w < m->walker_count; w++)
        if (m->column[w] >= 0) {
            m->walkers[w].now[camera] = first + m->column[w];
            m->taken[m->column[w]] = true;
        }
}

static void find_taken(matching *m, int camera)
{
    memset(m->taken, 0, PD_DETECTIONS_A_FRAME * sizeof *m->taken);
    for (int w = 0; w < m->walker_count; w++)
        if (m->walkers[w].now[camera] >= 0) m->taken[m->walkers[w].now[camera] - m->from[camera]] = true;
}

/* Removes the figures of a walker that do not agree with its figures in other films, the worst first. */
static void part(matching *m, walker *w)
{
    for (;;) {
        double worst = PD_OBSERVE_CROWD_PART;
        double off = -1;
        int camera = -1;
        for (int c = 0; c < m->ask->camera_count; c++) {
            if (w->now[c] < 0) continue;
            const double gap = gap_to(m, w, c, w->now[c]);
            const double far = off_of(m, w, c, w->now[c]);
            if (isinf(gap) || gap < worst || (gap == worst && far <= off)) continue;

            /* Two films that disagree have the same gap. Drop the figure that moved farther. */
            worst = gap;
            off = far;
            camera = c;
        }

        if (camera < 0) return;
        w->now[camera] = -1;
    }
}

/* Begins a person whom figure `figure` of a film shows. ERR_LIMIT: too many at once; ERR_MEMORY. */
static pd_status begin_walker(matching *m, int camera, int figure, pd_error *err)
{
    int free_room = 0;
    bool used[PD_OBSERVE_CROWD_MOST] = {false};

    if (m->walker_count == PD_OBSERVE_CROWD_MOST)
        return pd_fail(err, PD_ERR_LIMIT, m->ask->name, "more than the allowed %d people at moment %d",
                       PD_OBSERVE_CROWD_MOST, m->moment);
    if (m->person_count == m->alias_room) {
        const int room = 2 * m->alias_room + 64;
        int *more = realloc(m->alias, (size_t)room * sizeof *more);
        if (!more) return pd_fail(err, PD_ERR_MEMORY, m->ask->name, "out of memory");
        m->alias = more;
        m->alias_room = room;
    }

    /* A free part of the memory of positions. */
    for (int w = 0; w < m->walker_count; w++) used[(m->walkers[w].at - m->room) / m->keypoints] = true;
    while (used[free_room]) free_room++;

    walker *w = &m->walkers[m->walker_count++];
    *w = (walker){
        .person = m->person_count, .last = m->moment, .placed = -1, .at = m->room + free_room * m->keypoints};
    m->alias[m->person_count] = m->person_count;
    m->person_count++;
    for (int c = 0; c < PD_OBSERVE_MOST_CAMERAS; c++) w->now[c] = w->when[c] = -1;
    for (int k = 0; k < m->keypoints; k++) w->at[k][0] = NAN;
    w->now[camera] = figure;

    return PD_OK;
}

/* ---- two walkers that are one person */

/* Returns whether two walkers may be one person: no film shows both, and the rays of one pass the other
 * nearer than PD_OBSERVE_CROWD_MEET on average. */
static bool can_meet(const matching *m, const walker *a, const walker *b)
{
    double sum = 0;
    int count = 0;

    for (int c = 0; c < m->ask->camera_count; c++)
        if (a->now[c] >= 0 && b->now[c] >= 0) return false;
    for (int c = 0; c < m->ask->camera_count; c++) {
        if (a->now[c] < 0) continue;
        const double gap = gap_to(m, b, c, a->now[c]);
        if (isinf(gap)) return false;
        sum += gap;
        count++;
    }

    return count && sum / count < PD_OBSERVE_CROWD_MEET;
}

/* Returns whether one film has shown both people at the same moment. */
static bool were_two(const matching *m, int a, int b)
{
    for (int c = 0; c < m->ask->camera_count; c++) {
        const pd_detections *film = &m->ask->films[c];
        const int *person = m->out->films[c].person;
        int moment = -1, seen = 0;
        for (int i = 0; i < m->from[c]; i++) {
            if (film->frames[i] != moment) {
                moment = film->frames[i];
                seen = 0;
            }

            const int who = person[i] < 0 ? -1 : m->alias[person[i]];
            seen |= who == a ? 1 : who == b ? 2 : 0;
            if (seen == 3) return true;
        }
    }

    return false;
}

/* ---- a moment */

/* Computes the position of a walker in space from the figures of this moment. */
static void place_crowd(matching *m, walker *w)
{
    pd_observe_ray rays[PD_OBSERVE_MOST_CAMERAS];
    double middle[3] = {0, 0, 0};
    int found = 0, films = 0;

    /* Two films are needed. */
    for (int c = 0; c < m->ask->camera_count; c++) films += w->now[c] >= 0;
    if (films < 2) return;

    /* Triangulate each keypoint. */
    for (int k = 0; k < m->keypoints; k++) {
        double x[3], off;
        int count = 0;
        for (int c = 0; c < m->ask->camera_count; c++) {
            if (w->now[c] < 0 || !is_seen(m, c, w->now[c], k)) continue;
            const float *u = pixel_at(m, c, w->now[c], k);
            rays[count++] = (pd_observe_ray){
                &m->ask->cameras[c], {(double)u[0], (double)u[1]}, (double)sure_of(m, c, w->now[c], k)};
        }

        w->at[k][0] = NAN;
        if (!pd_observe_triangulate(x, &off, rays, count, REACH_UP)) continue;
        memcpy(w->at[k], x, sizeof x);
        for (int a = 0; a < 3; a++) middle[a] += x[a];
        found++;
    }

    if (found < SHARED) return;

    /* Centre, and its smoothed speed. */
    for (int a = 0; a < 3; a++) {
        middle[a] /= found;
        const double now = w->placed >= 0 ? (middle[a] - w->middle[a]) / (m->moment - w->placed) : 0;
        w->speed[a] =
            w->placed >= 0 && m->moment - w->placed <= STALE ? STEADY * w->speed[a] + (1 - STEADY) * now : 0;
        w->middle[a] = middle[a];
    }

    w->placed = m->moment;
}

/* Matches the figures of one moment with the walkers. */
static pd_status crowd_match(matching *m, pd_error *err)
{
    int stay = 0;

    /* Drop walkers who were not seen for long, with their counts of meetings. */
    for (int w = 0; w < m->walker_count; w++) {
        if (m->moment - m->walkers[w].last > m->ask->patience) continue;
        if (stay != w) {
            for (int k = 0; k < PD_OBSERVE_CROWD_MOST; k++) {
                m->agreed[stay * PD_OBSERVE_CROWD_MOST + k] = 0;
                m->agreed[k * PD_OBSERVE_CROWD_MOST + stay] = 0;
            }

            m->walkers[stay] = m->walkers[w];
        }

        stay++;
    }

    m->walker_count = stay;
    for (int w = 0; w < stay; w++)
        for (int c = 0; c < PD_OBSERVE_MOST_CAMERAS; c++) m->walkers[w].now[c] = -1;

    /* Assign figures to walkers: first by the distance d, then by the gap between rays of different films.
     * Each remaining figure starts a new walker. */
    for (int c = 0; c < m->ask->camera_count; c++) {
        find_taken(m, c);
        crowd_give(m, c, off_of, PD_OBSERVE_CROWD_REACH);
    }

    for (int w = 0; w < m->walker_count; w++) part(m, &m->walkers[w]);
    for (int c = 0; c < m->ask->camera_count; c++) {
        find_taken(m, c);
        crowd_give(m, c, gap_to, PD_OBSERVE_CROWD_MEET);
        for (int i = m->from[c]; i < m->to[c]; i++) {
            if (m->taken[i - m->from[c]] || !(size_of(m, c, i) > 0)) continue;
            if (begin_walker(m, c, i, err)) return err->status;
        }
    }

    /* Two walkers who meet for AGREED moments in a row are one person,
     * unless a film has shown both at once. */
    for (int a = 0; a < m->walker_count; a++)
        for (int b = a + 1; b < m->walker_count; b++) {
            walker *one = &m->walkers[a];
            walker *other = &m->walkers[b];
            int *agreed = &m->agreed[a * PD_OBSERVE_CROWD_MOST + b];
            *agreed = can_meet(m, one, other) ? *agreed + 1 : 0;
            if (*agreed < AGREED) continue;
            *agreed = 0;
            if (were_two(m, one->person, other->person)) continue;

            for (int p = 0; p < m->person_count; p++)
                if (m->alias[p] == other->person) m->alias[p] = one->person;
            for (int c = 0; c < m->ask->camera_count; c++)
                if (other->now[c] >= 0) {
                    one->now[c] = other->now[c];
                    other->now[c] = -1;
                }
            other->last = m->moment - m->ask->patience - 1; /* the walker is dropped at the next moment */
        }

    /* Write the person of each figure, and update the position of each walker. */
    for (int i = 0; i < m->walker_count; i++) {
        walker *w = &m->walkers[i];
        for (int c = 0; c < m->ask->camera_count; c++) {
            if (w->now[c] < 0) continue;
            m->out->films[c].person[w->now[c]] = w->person;
            w->was[c] = w->now[c];
            w->when[c] = w->last = m->moment;
        }

        place_crowd(m, w);
    }

    return PD_OK;
}

/* ---- people in order */

typedef struct somebody {
    int number, seen, shared, first, last, films, moment;
} somebody;

static int by_seen(const void *a, const void *b)
{
    const somebody *i = a;
    const somebody *k = b;
    if (i->seen != k->seen) return i->seen > k->seen ? -1 : 1;
    return i->number < k->number ? -1 : i->number > k->number;
}

/* Finds the figures of the next moment in every film. Returns false at the end of the films. */
static bool next_moment(matching *m)
{
    bool more = false;

    for (int c = 0; c < m->ask->camera_count; c++) {
        const pd_detections *film = &m->ask->films[c];
        int to = m->from[c] = m->to[c];
        while (to < film->figure_count && film->frames[to] <= m->moment) to++;
        m->to[c] = to;
        more = more || to < film->figure_count || to > m->from[c];
    }

    return more;
}

static void begin_films(matching *m)
{
    memset(m->from, 0, sizeof m->from);
    memset(m->to, 0, sizeof m->to);
    m->moment = 0;
}

/* Sorts people by the number of moments in which they are seen,
 * largest first, and drops those seen too rarely. */
static pd_status sort_people(matching *m, pd_error *err)
{
    pd_observe_crowd *out = m->out;
    const size_t all = (size_t)m->person_count + 1;
    somebody *people = calloc(all, sizeof *people);
    int *rank = calloc(all, sizeof *rank);
    pd_status status = PD_OK;

    if (!people || !rank) {
        free(people);
        free(rank);
        return pd_fail(err, PD_ERR_MEMORY, m->ask->name, "out of memory");
    }

    /* Count for each person the moments seen, and those seen by two films. */
    for (int p = 0; p < m->person_count; p++) people[p] = (somebody){.number = p, .first = -1, .moment = -1};
    begin_films(m);
    for (; next_moment(m); m->moment++)
        for (int c = 0; c < m->ask->camera_count; c++)
            for (int i = m->from[c]; i < m->to[c]; i++) {
                const int who = m->out->films[c].person[i];
                somebody *one = who < 0 ? NULL : &people[m->alias[who]];
                if (!one) continue;
                if (one->moment != m->moment) {
                    one->moment = m->moment;
                    one->films = 0;
                    one->seen++;
                }

                if (++one->films == 2) one->shared++;
                if (one->first < 0) one->first = m->moment;
                one->last = m->moment;
            }

    /* Rank them. A rank of -1 is a person who is dropped. */
    qsort(people, (size_t)m->person_count, sizeof *people, by_seen);
    for (int p = 0; p < m->person_count; p++) {
        const bool is_one = people[p].seen && people[p].seen >= m->ask->least;
        rank[people[p].number] = is_one ? p : -1;
        out->count += is_one;
    }

    if (!out->count)
        status = pd_fail(err, PD_ERR_INVALID, m->ask->name,
                         "no person is seen in %d or more frames; at least one such person expected",
                         m->ask->least);

    /* Report the counts of those who stay. */
    if (!status) {
        const size_t count = (size_t)out->count;
        out->seen = malloc(count * sizeof *out->seen);
        out->shared = malloc(count * sizeof *out->shared);
        out->first = malloc(count * sizeof *out->first);
        out->last = malloc(count * sizeof *out->last);
        if (!out->seen || !out->shared || !out->first || !out->last)
            status = pd_fail(err, PD_ERR_MEMORY, m->ask->name, "out of memory");
    }

    for (int p = 0; p < out->count && !status; p++) {
        out->seen[p] = people[p].seen;
        out->shared[p] = people[p].shared;
        out->first[p] = people[p].first;
        out->last[p] = people[p].last;
    }

    /* Number the figures by rank. */
    for (int c = 0; c < m->ask->camera_count && !status; c++)
        for (int i = 0; i < m->ask->films[c].figure_count; i++) {
            int *who = &out->films[c].person[i];
            if (*who >= 0) *who = rank[m->alias[*who]];
        }
    free(people);
    free(rank);

    return status;
}

/* ---- all of it */

/* Allocates what matching needs, and marks all figures as nobody's. On failure the caller frees. */
static pd_status take_room(matching *m, pd_error *err)
{
    const size_t most = PD_OBSERVE_CROWD_MOST;
    const size_t figures = PD_DETECTIONS_A_FRAME;
    const size_t keypoints = (size_t)m->keypoints;
    bool good = true;

    m->room = malloc(most * keypoints * sizeof *m->room);
    m->agreed = calloc(most * most, sizeof *m->agreed);
    m->cost = malloc(most * figures * sizeof *m->cost);
    m->column = malloc(most * sizeof *m->column);
    m->taken = malloc(figures * sizeof *m->taken);
    m->scratch = malloc(pd_assign_scratch_bytes((int)most, (int)figures));
    m->out->films = calloc((size_t)m->ask->camera_count, sizeof *m->out->films);
    m->out->camera_count = m->ask->camera_count;
    good = m->room && m->agreed && m->cost && m->column && m->taken && m->scratch && m->out->films;
    for (int c = 0; c < m->ask->camera_count && good; c++) {
        const size_t count = (size_t)m->ask->films[c].figure_count;
        m->rays[c] = malloc((3 * count * keypoints + 1) * sizeof *m->rays[c]);
        m->pixels[c] = malloc((2 * count * keypoints + 1) * sizeof *m->pixels[c]);
        m->out->films[c].person = malloc((count + 1) * sizeof *m->out->films[c].person);
        good = m->rays[c] && m->pixels[c] && m->out->films[c].person;

        for (size_t i = 0; i < count && good; i++) m->out->films[c].person[i] = -1;
    }

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, m->ask->name, "out of memory");
}

/* Frees the memory of take_room. */
static void free_room(matching *m)
{
    for (int c = 0; c < PD_OBSERVE_MOST_CAMERAS; c++) {
        free(m->rays[c]);
        free(m->pixels[c]);
    }

    free(m->room);
    free(m->agreed);
    free(m->cost);
    free(m->column);
    free(m->taken);
    free(m->scratch);
    free(m->alias);
    free(m);
}

/* Fills the rays and the undistorted pixels of a film. A keypoint that is not seen has the ray NAN. */
static void fill_rays(matching *m, int camera)
{
    const pd_observe_crowd_request *ask = m->ask;
    const pd_detections *film = &ask->films[camera];
    const pd_observe_camera *c = &ask->cameras[camera];
    const size_t count = (size_t)film->figure_count * (size_t)m->keypoints;

    PD_ASSERT(camera >= 0 && camera < ask->camera_count);

    for (size_t i = 0; i < count; i++) {
        double pixel[2] = {(double)film->at[3 * i], (double)film->at[3 * i + 1]};
        double d[3];
        const double seen[2] = {pixel[0], pixel[1]};
        bool there = (double)film->confidence[i] >= SURE && isfinite(pixel[0]) && isfinite(pixel[1]);
        if (there && ask->lenses) there = pd_observe_lens_undo(pixel, &ask->lenses[camera], c, seen);
        const pd_observe_ray ray = {c, {pixel[0], pixel[1]}, 1};
        pd_observe_ray_of(d, m->eyes[camera], &ray);
        for (int a = 0; a < 3; a++) m->rays[camera][3 * i + (size_t)a] = there ? (float)d[a] : NAN;
        for (int a = 0; a < 2; a++) m->pixels[camera][2 * i + (size_t)a] = (float)pixel[a];
    }
}

pd_status pd_observe_crowd_run(pd_observe_crowd *out, const pd_observe_crowd_request *ask, pd_error *err)
{
    matching *m = calloc(1, sizeof *m);

    *out = (pd_observe_crowd){0};
    if (!m) return pd_fail(err, PD_ERR_MEMORY, ask->name, "out of memory");
    m->ask = ask;
    m->out = out;
    m->keypoints = ask->films[0].keypoint_count;
    pd_status status = take_room(m, err);

    for (int camera = 0; camera < ask->camera_count && !status; camera++) fill_rays(m, camera);

    /* Match moment by moment, then number the people. */
    begin_films(m);
    for (; !status && !out->stopped && next_moment(m); m->moment++) {
        out->stopped = ask->keep_going && !ask->keep_going(ask->ctx);
        if (!out->stopped) status = crowd_match(m, err);
    }

    if (!status && !out->stopped) status = sort_people(m, err);
    free_room(m);
    if (status) pd_observe_crowd_deinit(out);

    return status;
}
