#include "core/face/rim.h"

#include "core/math/triangle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REACH       3.0    /* way over the surface in distances */
#define SLACK       0.0015 /* metres added to it */
#define FRONT       0.3    /* metres in front of the centre where rays begin */
#define FAR_BACK    0.045  /* metres behind the centre: nothing */
#define FRONT_LINE  0.03   /* metres in front of the centre: something before the face */
#define VISITS      400    /* most vertices that a way may pass */
#define MOUTH_WIDE  0.040  /* metres: half size of the windows */
#define MOUTH_HIGH  0.017
#define MOUTH_STEP  0.0005
#define EYE_WIDE    0.026
#define EYE_HIGH    0.019
#define EYE_STEP    0.0006
#define MOUTH_LEAST 0.018 /* metres: least width of an opening */
#define EYE_LEAST   0.010
#define JUMP        0.004 /* metres: between columns of a mouth */
#define GAP         3     /* columns that may be missing */
#define EYE_NEAR    0.012 /* metres: of an opening from the centre of the eye */
#define EYE_FEW     12    /* samples of an opening */
#define HALVES      4     /* halvings that find the end of the skin between two samples */
#define MARKS       8     /* landmarks along a rim */

/* A sample of the window. */
typedef struct rim_sample {
    int face;     /* -1: nothing */
    bool is_open; /* an eyeball, or something else that is no skin */
    double at[3];
    int part; /* samples that belong together; -1: not numbered yet */
} rim_sample;

/* State of a search over the surface. */
typedef struct rim_walk {
    const pd_face_mesh *mesh;
    double *way; /* (N) shortest way so far */
    int *stamp;  /* (N) number of the search that wrote it */
    int now;
} rim_walk;

static double rim_distance(const double a[3], const double b[3])
{
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/* Looks at a place of the window. */
static void see_sample(rim_sample *s, const pd_face_mesh *mesh, const pd_face_window *w, double x, double y)
{
    const double off[2] = {x - w->ball[0], y - w->ball[1]};
    const double square = w->radius * w->radius - off[0] * off[0] - off[1] * off[1];

    s->at[0] = x;
    s->at[1] = y;
    s->face = pd_face_rays_front(&s->at[2], w->rays, x, y, w->centre[2] + FRONT_LINE);
    s->is_open = s->face >= 0 && w->is_skin && !w->is_skin[mesh->faces[s->face][0]];
    if (s->face >= 0 && s->at[2] < w->centre[2] - FAR_BACK) s->face = -1;
    if (square > 0 && (s->face < 0 || s->at[2] < w->ball[2] + sqrt(square))) s->is_open = true;
}

/* Returns whether two samples belong together. */
static bool belong_together(rim_walk *w, const rim_sample *a, const rim_sample *b)
{
    const pd_face_mesh *m = w->mesh;

    if (a->face < 0 || b->face < 0 || a->is_open || b->is_open)
        return (a->face < 0 || a->is_open) && (b->face < 0 || b->is_open);
    if (a->face == b->face) return true;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (m->faces[a->face][i] == m->faces[b->face][j]) {
                /* Triangles of one fan: a fold between them is a cut only if it is deep. */
                return true;
            }

    /* Ways along edges from the corners of a's triangle, first in first out, no longer than the limit. */
    const double limit = REACH * rim_distance(a->at, b->at) + SLACK;
    int open[VISITS], used = 0;
    w->now++;
    for (int i = 0; i < 3; i++) {
        const int v = m->faces[a->face][i];
        w->stamp[v] = w->now;
        w->way[v] = rim_distance(a->at, m->at[v]);
        open[used++] = v;
    }
    for (int k = 0; k < used; k++) {
        const int v = open[k];
        if (w->way[v] > limit) continue;
        for (int i = 0; i < 3; i++)
            if (m->faces[b->face][i] == v && w->way[v] + 0.5 * rim_distance(m->at[v], b->at) <= limit)
                return true;
        for (int i = m->near_start[v]; i < m->near_start[v + 1]; i++) {
            const int u = m->near[i];
            const double way = w->way[v] + rim_distance(m->at[v], m->at[u]);
            if (way > limit || (w->stamp[u] == w->now && w->way[u] <= way)) continue;
            w->stamp[u] = w->now;
            w->way[u] = way;
            if (used < VISITS) open[used++] = u;
        }
    }

    return false;
}

/* Numbers the samples that belong together by flooding from each. links: 1: to the right, 2: down. */
static int number_parts(rim_sample *samples, const unsigned char *links, int width, int height, int *open)
{
    int parts = 0;

    for (int i = 0; i < width * height; i++) samples[i].part = -1;
    for (int i = 0; i < width * height; i++) {
        int used = 0;
        if (samples[i].part >= 0) continue;
        samples[i].part = parts;
        open[used++] = i;
        while (used) {
            const int k = open[--used], x = k % width, y = k / width;
            const int to[4] = {x + 1 < width && (links[k] & 1) ? k + 1 : -1,
                               x > 0 && (links[k - 1] & 1) ? k - 1 : -1,
                               y + 1 < height && (links[k] & 2) ? k + width : -1,
                               y > 0 && (links[k - width] & 2) ? k - width : -1};
            for (int j = 0; j < 4; j++) {
                if (to[j] < 0 || samples[to[j]].part >= 0) continue;
                samples[to[j]].part = parts;
                open[used++] = to[j];
            }
        }
        parts++;
    }

    return parts;
}

/* Writes the weights of a triangle's corners at a point of it. */
static void rim_weights(double out[3], const pd_face_mesh *mesh, int face, const double at[3])
{
    const float p[3] = {(float)at[0], (float)at[1], (float)at[2]};
    float q[3][3], w[3];

    for (int j = 0; j < 3; j++)
        for (int x = 0; x < 3; x++) q[j][x] = (float)mesh->at[mesh->faces[face][j]][x];
    pd_triangle_nearest(w, p, q[0], q[1], q[2]);
    for (int j = 0; j < 3; j++) out[j] = (double)w[j];
}

static pd_face_rim_point rim_point(const rim_sample *s)
{
    pd_face_rim_point out = {.face = s->face};
    memcpy(out.at, s->at, sizeof out.at);
    return out;
}

void pd_face_rim_move(pd_face_rim *rim, const pd_face_mesh *mesh)
{
    for (int i = 0; i < 2 * rim->count; i++) {
        pd_face_rim_point *p = i % 2 ? &rim->lower[i / 2] : &rim->upper[i / 2];
        for (int x = 0; x < 3; x++) {
            p->at[x] = 0;
            for (int k = 0; k < 3; k++) p->at[x] += p->weights[k] * mesh->at[mesh->faces[p->face][k]][x];
        }
    }
}

/* Moves the end of the skin, `inside` on it and `outside` beyond it, to where it is. */
static rim_sample end_of_skin(const rim_sample *inside, const rim_sample *outside, rim_walk *walk,
                              const pd_face_window *w)
{
    rim_sample skin = *inside;
    double beyond = outside->at[1];

    for (int i = 0; i < HALVES; i++) {
        rim_sample middle;
        see_sample(&middle, walk->mesh, w, skin.at[0], (skin.at[1] + beyond) / 2);
        if (middle.face >= 0 && !middle.is_open && belong_together(walk, &skin, &middle))
            skin = middle;
        else
            beyond = middle.at[1];
    }

    return skin;
}

/* Appends a column. */
static void add_column(pd_face_rim *out, const rim_sample *upper, const rim_sample *lower, int width,
                       rim_walk *walk, const pd_face_window *w)
{
    const rim_sample high = end_of_skin(upper, upper + width, walk, w);
    const rim_sample low = end_of_skin(lower, lower - width, walk, w);

    if (out->count == PD_FACE_COLUMNS) return;
    out->upper[out->count] = rim_point(&high);
    out->lower[out->count++] = rim_point(&low);
    out->open = fmax(out->open, high.at[1] - low.at[1]);
}

/* Finds the opening of an eye: the parts other than the skin near the middle. Row 0 is the top. */
static void find_eye(pd_face_rim *out, const rim_sample *samples, int width, int height, int parts, int *size,
                     rim_walk *walk, const pd_face_window *w)
{
    int skin = -1;

    /* The skin is the largest part of what is seen and not open. */
    memset(size, 0, (size_t)parts * sizeof *size);
    for (int i = 0; i < width * height; i++) size[samples[i].part]++;
    for (int i = 0; i < width * height; i++)
        if (samples[i].face >= 0 && !samples[i].is_open && (skin < 0 || size[samples[i].part] > size[skin]))
            skin = samples[i].part;
    if (skin < 0) return;

    /* Parts that come near the middle, and are not specks. */
    for (int i = 0; i < width * height; i++) {
        const double x = (i % width - width / 2) * EYE_STEP, y = (i / width - height / 2) * EYE_STEP;
        if (samples[i].part != skin && size[samples[i].part] >= EYE_FEW &&
            x * x + y * y < EYE_NEAR * EYE_NEAR)
            size[samples[i].part] = -1000000;
    }

    for (int x = 0; x < width; x++) {
        int first = -1, last = -1;
        for (int y = 1; y + 1 < height; y++) {
            if (size[samples[y * width + x].part] >= 0) continue;
            first = first < 0 ? y : first;
            last = y;
        }
        if (first < 0) continue;
        const rim_sample *upper = &samples[(first - 1) * width + x],
                         *lower = &samples[(last + 1) * width + x];
        if (upper->part == skin && lower->part == skin) add_column(out, upper, lower, width, walk, w);
    }
}

/* Finds the opening of a mouth: in each column the first and the last cut near the line of the column before,
 * from the middle to both sides. */
static void find_mouth(pd_face_rim *out, const rim_sample *samples, const unsigned char *links, int width,
                       int height, rim_walk *walk, const pd_face_window *w)
{
    int first[2 * PD_FACE_COLUMNS], last[2 * PD_FACE_COLUMNS];
    int begin = -1, end = -1;

    /* Cuts of each column: top and bottom rows. A mouth whose lips are drawn back shows what is inside. */
    for (int x = 0; x < width; x++) first[x] = last[x] = -1;
    for (int side = 0; side < 2; side++) {
        double line = 0;
        bool has_line = false;
        int missing = 0;
        for (int x = width / 2 - side; x >= 0 && x < width && missing <= GAP; x += side ? -1 : 1) {
            double best = INFINITY;
            int at = -1;
            for (int y = 0; y + 1 < height; y++) {
                const double here = (y - height / 2) * MOUTH_STEP;
                if (links[y * width + x] & 2) continue;
                if (fabs(here - line) >= best) continue;
                best = fabs(here - line);
                at = y;
            }
            if (at < 0 || (has_line && best > JUMP)) {
                missing++;
                continue;
            }

            /* Cuts that follow within an open mouth belong to it. */
            missing = 0;
            first[x] = last[x] = at;
            for (int y = at - 1; y > 0 && at >= 0; y--)
                if (!(links[y * width + x] & 2) &&
                    samples[(y + 1) * width + x].at[2] < samples[y * width + x].at[2] - 0.002)
                    first[x] = y;
            for (int y = at + 1; y + 1 < height; y++)
                if (!(links[y * width + x] & 2) &&
                    samples[y * width + x].at[2] < samples[(y + 1) * width + x].at[2] - 0.002)
                    last[x] = y;
            line = ((first[x] + last[x]) / 2.0 - height / 2) * MOUTH_STEP;
            has_line = true;
        }
    }

    for (int x = 0; x < width; x++) {
        if (first[x] < 0) continue;
        begin = begin < 0 ? x : begin;
        end = x;
    }
    for (int x = begin; begin >= 0 && x <= end; x++) {
        if (first[x] < 0) continue;
        const rim_sample *upper = &samples[first[x] * width + x],
                         *lower = &samples[(last[x] + 1) * width + x];
        if (upper->face >= 0 && lower->face >= 0) add_column(out, upper, lower, width, walk, w);
    }
}

bool pd_face_rim_find(pd_face_rim *out, const pd_face_mesh *mesh, const pd_face_window *w)
{
    const double *centre = w->centre;
    const bool is_mouth = w->which == PD_FACE_MOUTH;
    const double step = is_mouth ? MOUTH_STEP : EYE_STEP;
    const int width = 2 * (int)((is_mouth ? MOUTH_WIDE : EYE_WIDE) / step) + 1;
    const int height = 2 * (int)((is_mouth ? MOUTH_HIGH : EYE_HIGH) / step) + 1;
    const size_t count = (size_t)width * (size_t)height;
    rim_walk walk = {.mesh = mesh,
                     .way = malloc(((size_t)mesh->count + 1) * sizeof *walk.way),
                     .stamp = calloc((size_t)mesh->count + 1, sizeof *walk.stamp)};
    rim_sample *samples = malloc(count * sizeof *samples);
    unsigned char *links = calloc(count, 1);
    int *open = malloc(count * sizeof *open), *size = malloc(count * sizeof *size);
    const bool good = walk.way && walk.stamp && samples && links && open && size;

    *out = (pd_face_rim){0};
    for (int i = 0; good && i < (int)count; i++) {
        const double x = centre[0] + (i % width - width / 2) * step;
        const double y = centre[1] - (i / width - height / 2) * step;
        see_sample(&samples[i], mesh, w, x, y);
    }
    for (int i = 0; good && i < (int)count; i++) {
        if (i % width + 1 < width && belong_together(&walk, &samples[i], &samples[i + 1])) links[i] |= 1;
        if (i / width + 1 < height && belong_together(&walk, &samples[i], &samples[i + width])) links[i] |= 2;
    }
    if (good && is_mouth) find_mouth(out, samples, links, width, height, &walk, w);
    if (good && !is_mouth)
        find_eye(out, samples, width, height, number_parts(samples, links, width, height, open), size, &walk,
                 w);

    for (int i = 0; i < out->count; i++) {
        rim_weights(out->upper[i].weights, mesh, out->upper[i].face, out->upper[i].at);
        rim_weights(out->lower[i].weights, mesh, out->lower[i].face, out->lower[i].at);
    }

    /* An opening that is too narrow is none. */
    const double least = is_mouth ? MOUTH_LEAST : EYE_LEAST;
    if (out->count && out->upper[out->count - 1].at[0] - out->upper[0].at[0] < least) out->count = 0;
    free(walk.way);
    free(walk.stamp);
    free(samples);
    free(links);
    free(open);
    free(size);

    return good;
}

void pd_face_rim_at(double out[3], pd_face_landmark *mark, const pd_face_rim *rim, const pd_face_mesh *mesh,
                    bool is_upper, double share)
{
    const double low = rim->upper[0].at[0], high = rim->upper[rim->count - 1].at[0];
    const double x = low + share * (high - low);
    int k = 0;

    /* The column nearest to the place; corners are in the middle of both rims. */
    while (k + 1 < rim->count && fabs(rim->upper[k + 1].at[0] - x) <= fabs(rim->upper[k].at[0] - x)) k++;
    const pd_face_rim_point *p = is_upper ? &rim->upper[k] : &rim->lower[k];
    memcpy(out, p->at, 3 * sizeof *out);
    if (!mark) return;
    for (int j = 0; j < 3; j++) mark->corners[j] = mesh->faces[p->face][j];
    memcpy(mark->weights, p->weights, sizeof mark->weights);
}

int pd_face_rim_landmarks(pd_face_landmark *out, const pd_face_rim *own, const pd_face_mesh *mesh,
                          const pd_face_rim *other)
{
    int count = 0;

    if (!own->count || !other->count) return 0;
    for (int i = 0; i <= 2 * MARKS; i++)
        for (int is_upper = 0; is_upper < 2; is_upper++) {
            const double share = i / (2.0 * MARKS);
            double unused[3];
            pd_face_rim_at(unused, &out[count], own, mesh, is_upper, share);
            pd_face_rim_at(out[count].at, NULL, other, NULL, is_upper, share);
            count++;
        }

    return count;
}
