#include "core/observe/marker/trajectory.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Points of a frame. */
typedef struct points {
    int count;
    int column[PD_OBSERVE_TRAJECTORY_MOST], trajectory[PD_OBSERVE_TRAJECTORY_MOST];
    double at[PD_OBSERVE_TRAJECTORY_MOST][3];
    double expected[PD_OBSERVE_TRAJECTORY_MOST][3]; /* expected positions in the next frame */
} points;

void pd_observe_trajectories_deinit(pd_observe_trajectories *t)
{
    free(t->items);
    free(t->of);
    *t = (pd_observe_trajectories){0};
}

/* Reads the points of a frame that are seen. ERR_LIMIT: too many. */
static pd_status read_frame_trajectory(points *p, const pd_markers *file, int frame, const char *name,
                                       pd_error *err)
{
    const float *at = file->positions + 3 * (size_t)frame * (size_t)file->marker_count;
    int seen = 0;

    p->count = 0;
    for (int i = 0; i < file->marker_count; i++) {
        if (isnan(at[3 * i])) continue;
        if (seen++ >= PD_OBSERVE_TRAJECTORY_MOST) continue;
        for (int c = 0; c < 3; c++) p->at[p->count][c] = p->expected[p->count][c] = (double)at[3 * i + c];
        p->trajectory[p->count] = -1;
        p->column[p->count++] = i;
    }

    if (seen <= PD_OBSERVE_TRAJECTORY_MOST) return PD_OK;

    char where[256];
    snprintf(where, sizeof where, "%s: frame %d", name, file->first_frame + frame);
    return pd_fail(err, PD_ERR_LIMIT, where, "%d points are seen; at most %d allowed", seen,
                   PD_OBSERVE_TRAJECTORY_MOST);
}

/* Nearest point of a list, with the distances of the nearest and of the next one. */
typedef struct nearest {
    int which;
    double first, second; /* metres */
} nearest;

/* Keeps the nearest partner of a point, and the distance of the second one. */
static void see_pair(nearest *n, int which, double distance)
{
    if (distance < n->first) {
        n->second = n->first;
        n->first = distance;
        n->which = which;
    } else if (distance < n->second) {
        n->second = distance;
    }
}

/* Assigns points of `now` to the trajectories of `before`. */
static void follow_trajectory(points *now, const points *before)
{
    nearest next[PD_OBSERVE_TRAJECTORY_MOST], last[PD_OBSERVE_TRAJECTORY_MOST];

    for (int i = 0; i < before->count; i++) next[i] = (nearest){-1, INFINITY, INFINITY};
    for (int k = 0; k < now->count; k++) last[k] = (nearest){-1, INFINITY, INFINITY};
    for (int i = 0; i < before->count; i++)
        for (int k = 0; k < now->count; k++) {
            const double x = now->at[k][0] - before->expected[i][0];
            const double y = now->at[k][1] - before->expected[i][1];
            const double z = now->at[k][2] - before->expected[i][2];
            const double distance = sqrt(x * x + y * y + z * z);
            see_pair(&next[i], k, distance);
            see_pair(&last[k], i, distance);
        }

    for (int k = 0; k < now->count; k++) {
        const int i = last[k].which;
        if (i < 0 || next[i].which != k || !(last[k].first < PD_OBSERVE_TRAJECTORY_REACH)) continue;
        const bool clear = fmin(last[k].second, next[i].second) > PD_OBSERVE_TRAJECTORY_CLEAR * last[k].first;
        const bool told = clear && last[k].first < PD_OBSERVE_TRAJECTORY_ACROSS;
        if (!told && now->column[k] != before->column[i]) continue;
        now->trajectory[k] = before->trajectory[i];
        for (int c = 0; c < 3; c++) now->expected[k][c] = 2 * now->at[k][c] - before->at[i][c];
    }
}

/* Begins a trajectory in a frame, doubling the room when it is full. Returns false when out of memory. */
static bool begin_trajectory(pd_observe_trajectories *t, size_t *room, int frame)
{
    if ((size_t)t->count == *room) {
        const size_t more = 2 * *room;
        pd_observe_trajectory *items = realloc(t->items, more * sizeof *items);
        if (!items) return false;
        t->items = items;
        *room = more;
    }

    t->items[t->count++] = (pd_observe_trajectory){frame, frame};

    return true;
}

pd_status pd_observe_trajectories_run(pd_observe_trajectories *out, const pd_markers *file, const char *name,
                                      pd_error *err)
{
    const size_t frames = (size_t)file->frame_count;
    const size_t columns = (size_t)file->marker_count;
    size_t room = 2 * columns + 16;
    points *lists = malloc(2 * sizeof *lists);
    pd_status status = PD_OK;

    /* No point has a trajectory yet. */
    *out = (pd_observe_trajectories){.of = malloc((frames * columns + 1) * sizeof *out->of),
                                     .items = malloc(room * sizeof *out->items)};
    bool memory = lists && out->of && out->items;
    for (size_t i = 0; memory && i < frames * columns; i++) out->of[i] = -1;

    /* Follow the points from frame to frame. A point that continues no trajectory begins one. */
    for (int f = 0; f < file->frame_count && memory && !status; f++) {
        points *now = &lists[f % 2];
        status = read_frame_trajectory(now, file, f, name, err);
        if (status) break;
        if (f) follow_trajectory(now, &lists[(f + 1) % 2]);
        for (int k = 0; k < now->count && memory; k++) {
            if (now->trajectory[k] < 0) {
                now->trajectory[k] = out->count;
                memory = begin_trajectory(out, &room, f);
            }

            if (!memory) break;
            out->items[now->trajectory[k]].last = f;
            out->of[(size_t)f * columns + (size_t)now->column[k]] = now->trajectory[k];
        }
    }

    free(lists);
    if (!memory && !status)
        status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory for %d frames", file->frame_count);
    if (status) pd_observe_trajectories_deinit(out);

    return status;
}
