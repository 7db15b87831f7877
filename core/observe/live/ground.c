#include "core/observe/live/ground.h"

#include "core/math/mat3.h"

#include <math.h>
#include <string.h>

#define DOWN        0.03 /* height below which a foot comes down, metres */
#define UP          0.06 /* height above which a foot goes up, metres */
#define SLID        0.08 /* a foot farther than this from its anchor has slid, metres */
/* largest speed of a foot that is down, if positions are observed, metres per second */
#define SLOW        0.3
#define FORGET      30.0 /* time constant with which the longest trunk decays, seconds */
#define SMOOTH      0.08 /* time constant with which the hips follow the feet, seconds */
#define LEAST_RATIO 0.4  /* limits of an observed length to that of the model's bone */
#define MOST_RATIO  2.5  /* see above */

/* ---- sizes */

static const char *const edge_names[][2] = {
    {"%_hip", "%_knee"},         {"%_knee", "%_ankle"},     {"%_ankle", "@%_heel"}, {"%_ankle", "@%_big_toe"},
    {"%_ankle", "@%_small_toe"}, {"%_shoulder", "%_elbow"}, {"%_elbow", "%_wrist"}, {"%_wrist", "@%_thumb"},
    {"%_wrist", "@%_index"},     {"%_wrist", "@%_pinky"},
};

/* Returns the index of a place whose name has "left" (side 0) or "right" (side 1) in place of '%'; -1: the
 * set lacks it. */
static int sided(const pd_observe_set *set, const char *name, int side)
{
    char place[64];
    const char *sign = strchr(name, '%');
    const size_t head = (size_t)(sign - name);
    const char *const word = side ? "right" : "left";

    memcpy(place, name, head);
    strcpy(place + head, word);
    strcat(place, sign + 1);

    return pd_observe_set_place(set, place);
}

static void ground_middle(double out[3], const double (*at)[3], const int pair[2])
{
    for (int c = 0; c < 3; c++) out[c] = 0.5 * (at[pair[0]][c] + at[pair[1]][c]);
}

void pd_observe_sizes_init(pd_observe_sizes *z, const pd_observe_set *set, const double (*rest)[3])
{
    *z = (pd_observe_sizes){0};
    for (size_t e = 0; e < sizeof edge_names / sizeof *edge_names; e++)
        for (int side = 0; side < 2; side++) {
            const int from = sided(set, edge_names[e][0], side);
            const int to = sided(set, edge_names[e][1], side);
            if (from < 0 || to < 0) continue;
            z->edges[z->edge_count].from = from;
            z->edges[z->edge_count].to = to;
            z->edges[z->edge_count++].length = pd_distance3(rest[from], rest[to]);
        }

    for (int side = 0; side < 2; side++) {
        z->hips[side] = sided(set, "%_hip", side);
        z->shoulders[side] = sided(set, "%_shoulder", side);
    }

    if (z->hips[0] < 0 || z->shoulders[0] < 0) return;
    double low[3], high[3];
    ground_middle(low, rest, z->hips);
    ground_middle(high, rest, z->shoulders);
    z->trunk = pd_distance3(low, high);
    z->width = pd_distance3(rest[z->shoulders[0]], rest[z->shoulders[1]]);
}

static double ratio_of(double *longest, double now, double own, double seconds)
{
    *longest = fmax(now, *longest * exp(-seconds / FORGET));
    return fmin(fmax(own / *longest, LEAST_RATIO), MOST_RATIO);
}

void pd_observe_sizes_step(pd_observe_sizes *z, pd_observe_sight *s, double seconds)
{
    double was[PD_OBSERVE_SIGHT_MOST][3];
    double hips[3] = {0, 0, 0};
    double shoulders[3];
    const double *c = s->confidence;
    const bool has_hips = z->hips[0] >= 0 && c[z->hips[0]] > 0 && c[z->hips[1]] > 0;
    const bool has_shoulders = z->shoulders[0] >= 0 && c[z->shoulders[0]] > 0 && c[z->shoulders[1]] > 0;

    /* Scale about the hips: the trunk by its height, the shoulders by their width. */
    memcpy(was, s->at, sizeof was);
    if (has_hips) ground_middle(hips, (const double(*)[3])was, z->hips);
    if (has_hips && has_shoulders) {
        ground_middle(shoulders, (const double(*)[3])was, z->shoulders);
        const double tall = ratio_of(&z->seen_trunk, pd_distance3(hips, shoulders), z->trunk, seconds);
        const double wide = ratio_of(&z->seen_width, pd_distance3(was[z->shoulders[0]], was[z->shoulders[1]]),
                                     z->width, seconds);

        for (int i = 0; i < s->set->count; i++)
            for (int k = 0; k < 3; k++) s->at[i][k] = hips[k] + tall * (was[i][k] - hips[k]);
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < 3; k++)
                s->at[z->shoulders[side]][k] = hips[k] + tall * (shoulders[k] - hips[k]) +
                                               wide * (was[z->shoulders[side]][k] - shoulders[k]);
    }

    /* Limbs outwards: each bone gets the body's length, in the observed direction. */
    for (int e = 0; e < z->edge_count; e++) {
        const int from = z->edges[e].from;
        const int to = z->edges[e].to;
        const double seen = pd_distance3(was[from], was[to]);
        if (!(c[from] > 0 && c[to] > 0 && seen > 1e-6)) continue;
        for (int k = 0; k < 3; k++)
            s->at[to][k] = s->at[from][k] + z->edges[e].length / seen * (was[to][k] - was[from][k]);
    }
}

/* ---- feet */

void pd_observe_ground_init(pd_observe_ground *g, const pd_observe_set *set, const double (*rest)[3],
                            double sole)
{
    static const char *const names[PD_OBSERVE_FOOT_POINTS] = {"%_ankle", "@%_heel", "@%_big_toe",
                                                              "@%_small_toe"};

    for (int side = 0; side < 2; side++) {
        pd_observe_foot *foot = &g->feet[side];
        *foot = (pd_observe_foot){0};
        for (int i = 0; i < PD_OBSERVE_FOOT_POINTS; i++) {
            const int k = sided(set, names[i], side);
            if (k < 0) continue;
            foot->points[foot->count] = k;
            foot->rest[foot->count++] = rest[k][1] - sole;
        }
    }
}

/* Computes position and height of a foot from its seen points. */
static void look_ground(pd_observe_foot *foot, const pd_observe_sight *s)
{
    int seen = 0;

    foot->height = INFINITY;
    foot->at[0] = foot->at[1] = 0;
    for (int i = 0; i < foot->count; i++) {
        const double *at = s->at[foot->points[i]];
        if (!(s->confidence[foot->points[i]] > 0)) continue;
        foot->height = fmin(foot->height, at[1] - foot->rest[i]);
        foot->at[0] += at[0];
        foot->at[1] += at[2];
        seen++;
    }

    /* The position of a foot is the mean of all its points, so all must be seen. */
    foot->is_seen = foot->count && seen == foot->count;
    for (int c = 0; c < 2 && seen; c++) foot->at[c] /= seen;
}

void pd_observe_ground_step(pd_observe_ground *g, pd_observe_sight *s, double floor, double seconds)
{
    for (int side = 0; side < 2; side++) look_ground(&g->feet[side], s);

    /* Move the hips so that the lower foot stands on the floor and feet that are down stay in place. */
    if (s->from_hips) {
        const double share = 1 - exp(-seconds / SMOOTH);
        double sum[2] = {0, 0};
        double lowest = INFINITY;
        int down = 0;
        for (int side = 0; side < 2; side++) {
            const pd_observe_foot *foot = &g->feet[side];
            if (!foot->is_seen) continue;
            lowest = fmin(lowest, foot->height);
            if (!foot->is_down) continue;
            for (int c = 0; c < 2; c++) sum[c] += foot->anchor[c] - foot->at[c];
            down++;
        }

        if (isfinite(lowest)) g->shift[1] += share * (floor - lowest - g->shift[1]);
        for (int c = 0; c < 2 && down; c++) g->shift[2 * c] += share * (sum[c] / down - g->shift[2 * c]);

        for (int i = 0; i < s->set->count; i++)
            for (int c = 0; c < 3; c++) s->at[i][c] += g->shift[c];
        for (int side = 0; side < 2; side++) look_ground(&g->feet[side], s);
    }

    /* Find which feet are down, and which of those have moved. Two thresholds of height prevent flicker. */
    for (int side = 0; side < 2; side++) {
        pd_observe_foot *foot = &g->feet[side];
        const double over = foot->height - floor;
        const double way = hypot(foot->at[0] - foot->before[0], foot->at[1] - foot->before[1]);
        const double speed = foot->is_known ? way / seconds : INFINITY;
        const double slid = hypot(foot->at[0] - foot->anchor[0], foot->at[1] - foot->anchor[1]);
        const bool was_down = foot->is_down;
        const bool needs_slow = !s->from_hips;

        foot->is_down =
            foot->is_seen && (was_down ? over < UP : over < DOWN && (!needs_slow || speed < SLOW));
        foot->moved = foot->is_down && (!was_down || slid > SLID);
        if (foot->moved && was_down && needs_slow) foot->is_down = foot->moved = speed < SLOW;
        if (foot->moved) memcpy(foot->anchor, foot->at, sizeof foot->anchor);
        memcpy(foot->before, foot->at, sizeof foot->before);
        foot->is_known = foot->is_seen;
    }
}
