#include "core/observe/marker/mend.h"

#include "core/math/assign.h"
#include "core/math/mat3.h"
#include "core/observe/take/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_POINTS PD_OBSERVE_TRAJECTORY_MOST
/* if every point is nearer than this to its own place, the assignment is skipped, metres */
#define SURE        0.02
/* share of the frames with the same vote that decides a name */
#define HALF        0.5
#define BRIEF       5 /* a trajectory that is in a column for fewer frames is no exchange */

void pd_observe_mend_deinit(pd_observe_mend *mend)
{
    free(mend->stretches);
    free(mend->frames);
    mend->stretches = NULL;
    mend->frames = NULL;
    mend->count = 0;
}

/* ---- one marker, one name */

static int longer_first(const void *a, const void *b)
{
    const int *i = a;
    const int *k = b;
    return i[0] != k[0] ? (i[0] > k[0] ? -1 : 1) : (i[1] < k[1] ? -1 : 1);
}

bool pd_observe_mend_part(int *names, const pd_observe_trajectories *t, int places)
{
    const size_t all = (size_t)t->count + 1;

    int(*order)[2] = malloc(all * sizeof *order), count = 0;
    int *heads = malloc(((size_t)places + 1) * sizeof *heads);
    int *next = malloc(all * sizeof *next);
    const bool memory = order && heads && next;

    for (int p = 0; p < places && memory; p++) heads[p] = -1;
    for (int i = 0; i < t->count && memory; i++)
        if (names[i] >= 0) {
            order[count][0] = t->items[i].last - t->items[i].first;
            order[count++][1] = i;
        }

    /* The longest trajectory keeps its name; others that overlap it in time lose theirs. heads and next:
     * lists of the trajectories of each place. */
    if (memory) qsort(order, (size_t)count, sizeof *order, longer_first);
    for (int i = 0; i < count && memory; i++) {
        const int now = order[i][1];
        const int p = names[now];
        bool is_free = true;
        for (int k = heads[p]; k >= 0 && is_free; k = next[k])
            is_free = t->items[k].last < t->items[now].first || t->items[k].first > t->items[now].last;
        if (!is_free) names[now] = -1;

        if (is_free) {
            next[now] = heads[p];
            heads[p] = now;
        }
    }

    free(order);
    free(heads);
    free(next);

    return memory;
}

/* ---- votes */

/* Votes for the places of the trajectories in the present frame. Each has a row of `votes` (MOST_POINTS, 2 (P
 * + 1)): the number of frames at each place and, in the last column, without a place; then the number of
 * frames in which its column's name means each place. */
typedef struct voting {
    pd_observe_mend *mend;
    const pd_observe_marker_set *set;
    pd_observe_trajectories t;
    int *names;          /* (T) place of each trajectory */
    int *votes, *tenant; /* tenant (MOST_POINTS): trajectory of each row of votes, or -1 */
    int *slot;           /* (T) row of votes of each trajectory */
    unsigned char *home; /* (F,M) 1: the point is at the place of its name on the body */
    pd_observe_bodies bodies;
    double *cost;
    int *column;
    void *scratch;
} voting;

/* Assigns each point a place, or -1. With `trust`, a point gets the place of another point only if that point
 * gets another place or is not seen; otherwise a badly fitted body would attract any neighbour. */
static void assign(int *place, const voting *v, const double (*x)[3], const pd_observe_cloud *s)
{
    const double reach = PD_OBSERVE_MEND_REACH;
    const double home = PD_OBSERVE_MEND_HOME;
    bool sure = true;

    /* Usually all points are near the places of their names. */
    for (int i = 0; i < s->count; i++) {
        const int own = v->mend->homes[s->column[i]];
        place[i] = own;
        sure &= own >= 0 && pd_distance3(x[own], s->at[i]) < SURE;
    }

    if (sure) return;

    /* Otherwise assign by distance, with a bonus for the point's own place. */
    for (int i = 0; i < s->count; i++)
        for (int p = 0; p < v->set->count; p++) {
            const double square = pd_square_distance3(x[p], s->at[i]);
            const bool own = v->mend->homes[s->column[i]] == p;
            v->cost[(size_t)i * (size_t)v->set->count + (size_t)p] =
                square < reach * reach ? square - (own ? home * home : 0) : INFINITY;
        }
    pd_assign(place, v->cost, s->count, v->set->count, reach * reach, v->scratch);
    if (!v->mend->trust) return;

    /* With `trust`, undo an assignment whose place still belongs to another point. */
    int owner[PD_OBSERVE_TAKE_MOST_PLACES];
    for (int p = 0; p < v->set->count; p++) owner[p] = -1;
    for (int i = 0; i < s->count; i++)
        if (v->mend->homes[s->column[i]] >= 0) owner[v->mend->homes[s->column[i]]] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < s->count; i++) {
            const int back = v->mend->homes[s->column[i]];
            const int p = place[i];
            if (p < 0 || p == back || owner[p] < 0) continue;
            const int other = owner[p];
            if (place[other] >= 0 && place[other] != p) continue;
            place[i] = back;
            changed = true;
        }
    }
}

/* Counts, for each trajectory, the frames in which it is at each place. */
static void vote(voting *v)
{
    const pd_markers *file = v->mend->file;
    const int places = v->set->count;
    const size_t row = (size_t)(2 * places + 2);
    double x[PD_OBSERVE_TAKE_MOST_PLACES][3];
    int place[MOST_POINTS];
    pd_observe_cloud s;

    /* Assign the points of each frame. */
    for (int f = 0; f < file->frame_count; f++) {
        const int *of = v->t.of + (size_t)f * (size_t)file->marker_count;
        pd_observe_marker_cloud(&s, file, f, v->set->up);
        pd_observe_bodies_places(x, &v->bodies, f);
        assign(place, v, (const double(*)[3])x, &s);

        /* Give a free row of votes to each trajectory that begins here; there are more rows than points of a
         * frame. */
        for (int i = 0; i < s.count; i++) {
            const int now = of[s.column[i]];
            if (v->t.items[now].first == f) {
                int free_row = 0;
                while (v->tenant[free_row] >= 0) free_row++;
                v->tenant[free_row] = now;
                v->slot[now] = free_row;
                memset(v->votes + (size_t)free_row * row, 0, row * sizeof *v->votes);
            }

            const int home = v->mend->homes[s.column[i]];
            const size_t at = (size_t)f * (size_t)file->marker_count + (size_t)s.column[i];
            v->home[at] = v->mend->trust && home >= 0 && pd_distance3(x[home], s.at[i]) < SURE;
            int *votes = v->votes + (size_t)v->slot[now] * row;
            votes[place[i] < 0 ? places : place[i]]++;
            votes[places + 1 + (home < 0 ? places : home)]++;
        }

        /* Decide the names of trajectories that end here: by the majority of votes,
         * or else the name of the file. */
        for (int i = 0; i < s.count; i++) {
            const int now = of[s.column[i]];
            const int frames = f - v->t.items[now].first + 1;
            if (v->t.items[now].last != f) continue;
            const int *votes = v->votes + (size_t)v->slot[now] * row;
            const int *homes = votes + places + 1;
            int best = places;
            int home = places;
            for (int p = 0; p < places; p++) {
                if (votes[p] > votes[best]) best = p;
                if (homes[p] > homes[home]) home = p;
            }

            const int own = home < places && (v->mend->trust || votes[home] > 0) ? home : -1;
            v->names[now] = best < places && votes[best] > HALF * frames ? best : own;
            v->tenant[v->slot[now]] = -1;
        }
    }
}

/* ---- result */

/* Notes that in this frame a place took its point from another column: lengthens the stretch of the frame
 * before, or begins one. Returns false when out of memory. */
static bool note_mend(pd_observe_mend *m, size_t *room, int place, int column, int frame)
{
    /* Find the stretch that ended in the frame before, among the last 64. */
    for (int i = m->count - 1; i >= 0 && i >= m->count - 64; i--)
        if (m->stretches[i].place == place && m->stretches[i].column == column &&
            m->stretches[i].last == frame - 1) {
            m->stretches[i].last = frame;
            return true;
        }
    if ((size_t)m->count == *room) {
        *room = 2 * *room + 16;
        pd_observe_mended *more = realloc(m->stretches, *room * sizeof *more);
        if (!more) return false;
        m->stretches = more;
    }

    m->stretches[m->count++] =
        (pd_observe_mended){.place = place, .column = column, .first = frame, .last = frame};

    return true;
}

/* Returns whether a point keeps the name of its column: it is at that place on the body, and its trajectory
 * is in this column for fewer than BRIEF frames. Then two markers came close to each other, and their names
 * were not exchanged. */
static bool is_home(const voting *v, int frame, int column)
{
    const size_t columns = (size_t)v->mend->file->marker_count;
    const int *of = v->t.of + column;
    const int own = of[(size_t)frame * columns];
    int run = 1;

    if (!v->home[(size_t)frame * columns + (size_t)column]) return false;

    for (int f = frame - 1; f >= 0 && run < BRIEF && of[(size_t)f * columns] == own; f--) run++;
    for (int f = frame + 1; f < v->mend->file->frame_count && run < BRIEF && of[(size_t)f * columns] == own;
         f++)
        run++;

    return run < BRIEF;
}

/* Reads the file again with the new names. Returns false if out of memory. */
static bool read_anew(voting *v, pd_observe_marker_set *set)
{
    pd_observe_mend *m = v->mend;
    const pd_markers *file = m->file;
    const size_t columns = (size_t)file->marker_count;
    const size_t places = (size_t)set->count;

    float(*now)[3] = malloc(places * sizeof *now);
    size_t room = 0;
    m->frames = calloc((size_t)file->frame_count + 1, 1);
    bool memory = now && m->frames;

    /* Positions of each frame by the new names. A point that stays at its place has priority over one that
     * comes to it. */
    for (int f = 0; f < file->frame_count && memory; f++) {
        for (size_t p = 0; p < places; p++) now[p][0] = now[p][1] = now[p][2] = NAN;
        for (size_t i = 0; i < columns && memory; i++) {
            const int trajectory = v->t.of[(size_t)f * columns + i];
            if (trajectory < 0) continue;
            const bool stays = is_home(v, f, (int)i);
            const int p = stays ? m->homes[i] : v->names[trajectory];
            m->points += m->homes[i] >= 0;
            if (p < 0 || (!isnan(now[p][0]) && !stays)) continue;
            pd_up_point_float(now[p], file->positions + 3 * ((size_t)f * columns + i), set->up);
            if (p == m->homes[i]) continue;
            m->mended++;
            memory = note_mend(m, &room, p, (int)i, f);
        }

        /* Count the points that differ from the file, and mark their frames. */
        float *at = set->at + 3 * places * (size_t)f;
        for (size_t p = 0; p < places && memory; p++) {
            const float *was = at + 3 * p;
            const float *is = now[p];
            if ((was[0] == is[0] && was[1] == is[1] && was[2] == is[2]) || (isnan(was[0]) && isnan(is[0])))
                continue;
            m->changed++;
            m->frames[f] = 1;
        }

        if (memory) memcpy(at, now, places * sizeof *now);
    }

    free(now);

    return memory;
}

pd_status pd_observe_mend_run(pd_observe_mend *mend, pd_observe_marker_set *set, const pd_observe_take *take,
                              const pd_smpl_model *model, const char *name, pd_error *err)
{
    voting v = {.mend = mend, .set = set};

    /* Start with an empty result. */
    mend->stretches = NULL;
    mend->frames = NULL;
    mend->count = 0;
    mend->points = mend->mended = mend->changed = 0;
    pd_status status = pd_observe_trajectories_run(&v.t, mend->file, name, err);
    if (status) return status;
    mend->trajectory_count = v.t.count;
    status = pd_observe_bodies_init(&v.bodies, take, model, name, err);

    /* Allocate for all trajectories and frames. */
    const size_t places = (size_t)set->count;
    const size_t trajectories = (size_t)v.t.count + 1;
    v.names = malloc(trajectories * sizeof *v.names);
    v.slot = malloc(trajectories * sizeof *v.slot);
    v.tenant = malloc(MOST_POINTS * sizeof *v.tenant);
    v.votes = malloc(MOST_POINTS * (2 * places + 2) * sizeof *v.votes);
    v.cost = malloc(MOST_POINTS * places * sizeof *v.cost);
    v.scratch = malloc(pd_assign_scratch_bytes(MOST_POINTS, set->count));
    v.home = calloc((size_t)mend->file->frame_count * (size_t)mend->file->marker_count + 1, 1);
    bool memory = v.home && v.names && v.slot && v.tenant && v.votes && v.cost && v.scratch;

    /* Vote for the names, separate overlapping trajectories, and read the file anew. */
    if (memory && !status) {
        for (int i = 0; i < MOST_POINTS; i++) v.tenant[i] = -1;
        vote(&v);
        memory = pd_observe_mend_part(v.names, &v.t, set->count) && read_anew(&v, set);
    }

    /* Release everything; after an error the result too. */
    if (!memory && !status)
        status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory for %d frames", set->frame_count);
    free(v.names);
    free(v.slot);
    free(v.tenant);
    free(v.votes);
    free(v.cost);
    free(v.scratch);
    free(v.home);
    pd_observe_bodies_deinit(&v.bodies);
    pd_observe_trajectories_deinit(&v.t);
    if (status) pd_observe_mend_deinit(mend);

    return status;
}
