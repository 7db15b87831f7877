#include "core/observe/size.h"

#include "core/base/assert.h"
#include "core/base/text/length.h"
#include "core/base/sort.h"
#include "core/math/mat3.h"
#include "core/observe/body.h"
#include "core/observe/triangulate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SMALL_FARTHEST 1.8 /* factor by which points are off that are in one of the units below */
/* fewer pairs of points tell no size */
#define LEAST_PAIRS    3
#define NEAR           0.05 /* pairs nearer than this at rest are not used, metres */
#define MOST_PAIRS     (PD_OBSERVE_SIZE_POINTS * (PD_OBSERVE_SIZE_POINTS - 1) / 2)
/* residual above which a camera is left out of the triangulation, as in observe.c */
#define FAR_SIGMAS     20.0

/* An observed place, with its position on the model's body at rest. */
typedef struct point {
    double at[3], rest[3];
    int bones[2]; /* bones that carry it; -1: none */
    int joint;    /* joint from which distances along the skeleton are measured */
    double off;   /* distance of the place from that joint */
} point;

/* ---- the model's side */

/* Returns the joint with the largest weight of a vertex. */
static int main_joint(const pd_smpl_model *m, int vertex)
{
    PD_ASSERT(vertex >= 0 && vertex < m->vertex_count);
    const float *w = m->data.weights + (size_t)vertex * (size_t)m->joint_count;
    int best = 0;
    for (int k = 1; k < m->joint_count; k++)
        if (w[k] > w[best]) best = k;

    return best;
}

/* Computes where an observed place is on the model at rest, the bones that carry it, and its distance from
 * its joint. */
static void take_rest(point *p, const pd_smpl_model *m, const pd_observe_seen *s)
{
    int first = -1;

    p->bones[0] = p->bones[1] = -1;
    for (int c = 0; c < 3; c++) p->rest[c] = 0;
    for (int i = 0; i < s->part_count; i++) {
        const pd_observe_part *part = &s->parts[i];
        double at[3];
        if (part->is_vertex)
            pd_observe_vertex_rest(at, m, part->index);
        else
            memcpy(at, m->joint_template + 3 * part->index, sizeof at);
        for (int c = 0; c < 3; c++) p->rest[c] += part->weight * at[c];

        /* Keep only the bones that carry all parts. */
        const int own = part->is_vertex ? main_joint(m, part->index) : part->index;
        const int up = part->is_vertex ? -1 : m->data.parents[own];
        if (i == 0) {
            first = own;
            p->bones[0] = own;
            p->bones[1] = up;
        }

        for (int b = 0; b < 2; b++)
            if (p->bones[b] != own && p->bones[b] != up) p->bones[b] = -1;
    }

    p->joint = first;
    p->off = first < 0 ? 0 : pd_distance3(p->rest, m->joint_template + 3 * first);
}

static bool share_a_bone(const point *a, const point *b)
{
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            if (a->bones[i] >= 0 && a->bones[i] == b->bones[k]) return true;
    return false;
}

/* Returns the length of the path along the skeleton between two places. It is an upper bound of their
 * distance in every pose. Parents come before their children. */
static double along_skeleton(const point *p, const point *q, const pd_smpl_model *m)
{
    double length = p->off + q->off;
    int a = p->joint;
    int b = q->joint;

    while (a != b) {
        int *later = a > b ? &a : &b;
        const int up = m->data.parents[*later];
        if (up < 0) return INFINITY; /* two trees */
        length += pd_distance3(m->joint_template + 3 * *later, m->joint_template + 3 * up);
        *later = up;
    }

    return length;
}

/* ---- observations */

/* Triangulates the place of observation `first` from all cameras that see it. Returns false if fewer than two
 * see it, or if an earlier observation has the same place. */
static bool triangulate(double at[3], const pd_observe_job *job, int first)
{
    const pd_observe_seen *s = &job->seen[first];
    pd_observe_ray rays[PD_OBSERVE_MOST_CAMERAS];
    double off;
    int count = 0;

    for (int i = 0; i < first; i++)
        if (job->seen[i].in_picture && job->seen[i].parts == s->parts) return false;
    for (int i = first; i < job->seen_count && count < PD_OBSERVE_MOST_CAMERAS; i++) {
        const pd_observe_seen *o = &job->seen[i];
        if (!o->in_picture || o->parts != s->parts) continue;
        rays[count++] = (pd_observe_ray){
            o->camera ? &job->views[o->camera - 1] : &job->camera, {o->at[0], o->at[1]}, o->confidence};
    }

    return pd_observe_triangulate(at, &off, rays, count, FAR_SIGMAS * s->sigma) > 0;
}

static bool counts(const pd_observe_job *job, int i)
{
    const pd_observe_seen *s = &job->seen[i];
    if (!(s->confidence > 0) || !s->part_count || s->is_turn) return false;
    return s->in_picture ? job->view_count > 0 : !s->normal;
}

double pd_observe_size_of(const pd_observe_job *job, const pd_smpl_model *m)
{
    point points[PD_OBSERVE_SIZE_POINTS];
    double ratios[MOST_PAIRS];
    int all = 0, count = 0, number = 0, pairs = 0;

    /* Take some of the observations, spread evenly. */
    for (int i = 0; i < job->seen_count; i++) all += counts(job, i);
    const int step = (all + PD_OBSERVE_SIZE_POINTS - 1) / PD_OBSERVE_SIZE_POINTS;
    for (int i = 0; i < job->seen_count && count < PD_OBSERVE_SIZE_POINTS; i++) {
        const pd_observe_seen *s = &job->seen[i];
        point *p = &points[count];
        if (!counts(job, i) || number++ % step) continue;
        if (s->in_picture ? !triangulate(p->at, job, i) : !memcpy(p->at, s->at, sizeof p->at)) continue;
        take_rest(p, m, s);
        count++;
    }

    if (count < PD_OBSERVE_LEAST_SPACE) return NAN;

    /* Ratios of observed to rest distance for pairs that one bone carries: their distance does not depend
     * on the pose. */
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++) {
            const double rest = pd_distance3(points[i].rest, points[k].rest);
            if (rest >= NEAR && share_a_bone(&points[i], &points[k]))
                ratios[pairs++] = pd_distance3(points[i].at, points[k].at) / rest;
        }
    double part = 0.5;

    /* If there are too few, use all pairs. Bent joints shorten the distance, hence a high percentile in
     * place of the median. */
    if (pairs < LEAST_PAIRS) {
        part = 0.75;
        pairs = 0;
        for (int i = 0; i < count; i++)
            for (int k = 0; k < i; k++) {
                const double rest = along_skeleton(&points[i], &points[k], m);
                if (rest >= NEAR && isfinite(rest))
                    ratios[pairs++] = pd_distance3(points[i].at, points[k].at) / rest;
            }
    }

    PD_ASSERT(pairs <= MOST_PAIRS);
    pd_sort_doubles(ratios, (size_t)pairs);
    const double ratio = pd_sorted_percentile(ratios, (size_t)pairs, part);

    return ratio > 0 ? ratio : NAN;
}

/* ---- errors */

void pd_observe_size_hint(char out[PD_OBSERVE_SIZE_HINT_BYTES], double ratio, bool can_scale)
{
    /* Units that are stated as smaller ones, as by an export that changes the unit
     * of the head but not the numbers. */
    static const struct {
        double times;
        const char *text;
    } small[] = {{10, "centimetres stated as millimetres"},
                 {25.4, "inches stated as millimetres"},
                 {100, "metres stated as centimetres"},
                 {304.8, "feet stated as millimetres"},
                 {1000, "metres stated as millimetres"}};

    /* The unit that fits best, among real ones and those of the table. */
    const pd_length_unit *unit = pd_length_unit_for(ratio);
    int nearest = -1;
    double least = log(SMALL_FARTHEST);
    for (int i = 0; i < (int)(sizeof small / sizeof *small) && ratio > 0; i++) {
        const double off = fabs(log(ratio * small[i].times));
        if (off < least) {
            least = off;
            nearest = i;
        }
    }

    if (nearest >= 0 && ratio < PD_OBSERVE_SIZE_SMALLEST)
        snprintf(out, PD_OBSERVE_SIZE_HINT_BYTES, ": they look like %s; multiply them by %g%s",
                 small[nearest].text, small[nearest].times, can_scale ? " or set fit_scale" : "");
    else if (unit && unit->metres != 1)
        snprintf(out, PD_OBSERVE_SIZE_HINT_BYTES, ": they look like %s; multiply them by %g%s", unit->plural,
                 unit->metres, can_scale ? " or set fit_scale" : "");
    else
        snprintf(out, PD_OBSERVE_SIZE_HINT_BYTES, ": are they in metres?%s",
                 can_scale ? " (else set fit_scale)" : "");
}

pd_status pd_observe_size_check(double ratio, bool can_scale, const char *where, pd_error *err)
{
    char hint[PD_OBSERVE_SIZE_HINT_BYTES];

    if (!(ratio > PD_OBSERVE_SIZE_LARGEST || ratio < PD_OBSERVE_SIZE_SMALLEST)) return PD_OK;
    pd_observe_size_hint(hint, ratio, can_scale);
    return pd_fail(err, PD_ERR_RANGE, where,
                   "the points are %.4g times as large as the model's body; %g to %g allowed of points in "
                   "metres%s",
                   ratio, PD_OBSERVE_SIZE_SMALLEST, PD_OBSERVE_SIZE_LARGEST, hint);
}
