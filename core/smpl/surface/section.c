#include "core/smpl/surface/section.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define PLANES    12
#define ROUNDING  1e-6F /* metres */
#define NARROWING 8     /* steps of the golden section: 2/11 of the range times 0.618^8 is 0.004 of it */

static double section_dot(const double a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Returns the level of a corner. axis 0 to 2 says that the normal is that axis,
 * which saves most of the work. */
static inline float level_of(const pd_smpl_slab *slab, uint32_t vertex, int axis)
{
    const float *v = slab->vertices + 3 * (size_t)vertex;
    return axis >= 0 ? v[axis] : (float)section_dot(slab->normal, v);
}

/* Ranges are widened by a rounding, so that no plane misses a corner that it touches. */
static void gather_section(pd_smpl_slab *slab, const uint32_t *from, int count, float low, float high,
                           int axis)
{
    int n = 0;

    for (int i = 0; i < count; i++) {
        const uint32_t *f = slab->faces + 3 * (size_t)from[i];
        float a = level_of(slab, f[0], axis);
        float b = level_of(slab, f[1], axis);
        float c = level_of(slab, f[2], axis);
        float least = a < b ? a : b;
        float most = a < b ? b : a;
        if (c < least) least = c;
        if (c > most) most = c;

        slab->triangles[n] = from[i];
        slab->ranges[n][0] = least - ROUNDING;
        slab->ranges[n][1] = most + ROUNDING;
        n += least <= high && most >= low;
    }

    slab->triangle_count = n;
}

void pd_smpl_slab_gather(pd_smpl_slab *slab, const uint32_t *from, int count, const double normal[3],
                         double low, double high)
{
    memcpy(slab->normal, normal, sizeof slab->normal);

    /* Any right-handed frame around the normal; the same for the same normal. */
    const double *n = slab->normal;
    double *u = slab->across[0];
    double *v = slab->across[1];
    int least = fabs(n[0]) <= fabs(n[1]) && fabs(n[0]) <= fabs(n[2]) ? 0 : fabs(n[1]) <= fabs(n[2]) ? 1 : 2;
    double e[3] = {least == 0, least == 1, least == 2};

    for (int c = 0; c < 3; c++) u[c] = n[(c + 1) % 3] * e[(c + 2) % 3] - n[(c + 2) % 3] * e[(c + 1) % 3];
    double length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    for (int c = 0; c < 3; c++) u[c] /= length;
    for (int c = 0; c < 3; c++) v[c] = n[(c + 1) % 3] * u[(c + 2) % 3] - n[(c + 2) % 3] * u[(c + 1) % 3];

    float l = (float)low - ROUNDING;
    float h = (float)high + ROUNDING;
    if (normal[1] == 1)
        gather_section(slab, from, count, l, h, 1);
    else if (normal[0] == 1)
        gather_section(slab, from, count, l, h, 0);
    else
        gather_section(slab, from, count, l, h, -1);
}

void pd_smpl_slab_cut(pd_smpl_slab *slab, double level)
{
    slab->point_count = 0;
    for (int i = 0; i < slab->triangle_count; i++) {
        if (slab->ranges[i][0] > level || slab->ranges[i][1] < level) continue;

        const uint32_t *f = slab->faces + 3 * (size_t)slab->triangles[i];
        const float *corner[3];
        double over[3];
        for (int c = 0; c < 3; c++) {
            corner[c] = slab->vertices + 3 * (size_t)f[c];
            over[c] = section_dot(slab->normal, corner[c]) - level;
        }

        for (int c = 0; c < 3; c++) {
            const int d = (c + 1) % 3;
            if ((over[c] >= 0) == (over[d] >= 0)) continue;

            /* Intersection of the edge with the plane, in the coordinates of the plane. */
            const float *a = corner[c];
            const float *b = corner[d];
            const double s = over[c] / (over[c] - over[d]);
            double p[3];
            double *out = slab->points[slab->point_count++];
            for (int k = 0; k < 3; k++) p[k] = a[k] + s * ((double)b[k] - a[k]);
            for (int k = 0; k < 2; k++)
                out[k] = slab->across[k][0] * p[0] + slab->across[k][1] * p[1] + slab->across[k][2] * p[2];
        }
    }

    PD_ASSERT(slab->point_count <= 2 * slab->triangle_count);
}

double pd_smpl_slab_girth(pd_smpl_slab *slab, double level)
{
    pd_smpl_slab_cut(slab, level);
    return pd_smpl_hull_perimeter(slab->points, slab->point_count);
}

/* Returns the girth with its sign, or -INFINITY for a plane that meets nothing,
 * which is then never the best one. */
static double rated(pd_smpl_slab *slab, double level, int sign)
{
    double girth = pd_smpl_slab_girth(slab, level);
    return girth > 0 ? sign * girth : -INFINITY;
}

double pd_smpl_slab_extreme(pd_smpl_slab *slab, double low, double high, int sign, double *level)
{
    const double golden = 0.6180339887498949;
    const double step = (high - low) / (PLANES - 1);
    double best = -INFINITY;
    double at = low;

    for (int i = 0; i < PLANES; i++) {
        double rate = rated(slab, low + i * step, sign);
        if (rate > best) {
            best = rate;
            at = low + i * step;
        }
    }

    /* golden section about the best of them */
    double a = fmax(low, at - step);
    double b = fmin(high, at + step);
    double c = b - golden * (b - a);
    double d = a + golden * (b - a);
    double rate_c = rated(slab, c, sign);
    double rate_d = rated(slab, d, sign);
    for (int i = 0; i < NARROWING; i++) {
        const bool left = rate_c >= rate_d;
        if (left) {
            b = d;
            d = c;
            rate_d = rate_c;
        }

        if (!left) {
            a = c;
            c = d;
            rate_c = rate_d;
        }

        if (left) {
            c = b - golden * (b - a);
            rate_c = rated(slab, c, sign);
        }

        if (!left) {
            d = a + golden * (b - a);
            rate_d = rated(slab, d, sign);
        }
    }

    if (rate_c > best) {
        best = rate_c;
        at = c;
    }

    if (rate_d > best) {
        best = rate_d;
        at = d;
    }

    if (level) *level = at;

    return isfinite(best) ? sign * best : 0;
}

/* Returns twice the area of the triangle o a b, positive when b lies to the left of o-a. */
static double side_of(const double *o, const double *a, const double *b)
{
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

static bool before(const double a[2], const double b[2])
{
    return a[0] != b[0] ? a[0] < b[0] : a[1] < b[1];
}

#define FEW 512 /* points that are put into buckets before they are sorted */

/* Shell sort with Ciura's gaps (2001), of which it begins with number `from`: a few hundred points without a
 * call per comparison. */
static void sort_by_gaps(double (*points)[2], int count, size_t from)
{
    static const int gaps[] = {1750 * 225, 1750 * 15, 1750, 701, 301, 132, 57, 23, 10, 4, 1};

    for (size_t g = from; g < sizeof gaps / sizeof *gaps; g++)
        for (int i = gaps[g]; i < count; i++) {
            double p[2] = {points[i][0], points[i][1]};
            int at = i;
            for (; at >= gaps[g] && before(p, points[at - gaps[g]]); at -= gaps[g])
                memcpy(points[at], points[at - gaps[g]], sizeof p);
            memcpy(points[at], p, sizeof p);
        }
}

/* Sorts points, of which the first two are the least and the greatest. Those of a section lie along a curve:
 * in as many buckets as there are points, most of them share theirs with few. */
static void sort_points(double (*points)[2], int count)
{
    enum { ALL_GAPS = 0, LAST_GAP = 10 };
    const double least = points[0][0];
    const double width = points[1][0] - least;

    if (count > FEW || !(width > 1e-12)) {
        sort_by_gaps(points, count, ALL_GAPS);
        return;
    }

    /* Count the points before each bucket. */
    double copies[FEW][2];
    int bucket[FEW], start[FEW + 1];
    memset(start, 0, (size_t)(count + 1) * sizeof *start);
    const double scale = (count - 1) / width;
    for (int i = 0; i < count; i++) {
        const int own = (int)((points[i][0] - least) * scale);
        bucket[i] = own < count ? own : count - 1;
        start[bucket[i] + 1]++;
    }

    for (int b = 0; b < count; b++) start[b + 1] += start[b];

    memcpy(copies, points, (size_t)count * sizeof *points);
    for (int i = 0; i < count; i++) memcpy(points[start[bucket[i]]++], copies[i], sizeof *points);
    sort_by_gaps(points, count, LAST_GAP);
}

/* One half of Andrew's monotone chain (1979), in place: sorted points become the hull's half from the least
 * to the greatest point. side +1: the half below the line between those two, -1:
 * above. Returns its length. */
static double half_hull(double (*points)[2], int count, int side)
{
    int n = 0;

    for (int i = 0; i < count; i++) {
        while (n >= 2 && side * side_of(points[n - 2], points[n - 1], points[i]) <= 0) n--;
        memmove(points[n++], points[i], sizeof *points);
    }

    double length = 0;
    for (int i = 1; i < n; i++) {
        double x = points[i][0] - points[i - 1][0];
        double y = points[i][1] - points[i - 1][1];
        length += sqrt(x * x + y * y);
    }

    return length;
}

static void section_swap(double a[2], double b[2])
{
    double t[2] = {a[0], a[1]};
    memcpy(a, b, sizeof t);
    memcpy(b, t, sizeof t);
}

double pd_smpl_hull_perimeter(double (*points)[2], int count)
{
    if (count < 2) return 0;

    for (int i = 1; i < count; i++) { /* the two ends first */
        if (before(points[i], points[0])) section_swap(points[i], points[0]);
        if (before(points[1], points[i])) section_swap(points[i], points[1]);
    }

    double ends[2][2];
    memcpy(ends, points, sizeof ends);

    int below = 2;
    for (int i = 2; i < count; i++)
        if (side_of(ends[0], ends[1], points[i]) <= 0) section_swap(points[i], points[below++]);

    /* The lower half is measured first: then the upper one takes its end's place. */
    sort_points(points, below);
    const double length = half_hull(points, below, 1);
    memcpy(points + below - 2, ends, sizeof ends);
    sort_points(points + below - 2, count - below + 2);

    return length + half_hull(points + below - 2, count - below + 2, -1);
}

double pd_smpl_hull_lower_length(double (*points)[2], int count)
{
    if (count < 2) return 0;
    sort_by_gaps(points, count, 0);
    return half_hull(points, count, 1);
}
