#include "core/wardrobe/outward.h"

#include <math.h>
#include <string.h>

#define RELIEF     0.7f
#define HANGING    0.25  /* of what is below the middle, how much it faces down */
#define HALF_LEAST 0.001 /* metres: anchors that lie in a plane                 */
#define ON_HEAD    1.4   /* |q| up to which hair is the head's ...              */
#define OFF_HEAD   1.9   /* ... and from which on it is its own                 */

static void unit(double v[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int c = 0; c < 3; c++) v[c] = length > 0 ? v[c] / length : c == 1;
}

/* t of a point. */
static double off_head(const pd_wardrobe_head *head, const float point[3])
{
    double square = 0;

    for (int c = 0; c < 3; c++) {
        const double q = ((double)point[c] - head->middle[c]) / head->half[c];
        square += q * q;
    }

    const double share = fmin(fmax((sqrt(square) - ON_HEAD) / (OFF_HEAD - ON_HEAD), 0), 1);

    return share * share * (3 - 2 * share);
}

void pd_wardrobe_head_find(pd_wardrobe_head *out, const pd_wardrobe_item *item, const float *skin,
                           const float *hair)
{
    double low[3] = {INFINITY, INFINITY, INFINITY};
    double high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double weights[PD_WARDROBE_HAIR_SLICES] = {0}, top = -INFINITY;

    /* The ellipsoid of the head. */
    for (size_t a = 0; a < 3 * (size_t)item->vertex_count; a++)
        for (size_t c = 0; c < 3; c++) {
            const double at = (double)skin[3 * (size_t)item->anchors[a] + c];
            low[c] = fmin(low[c], at);
            high[c] = fmax(high[c], at);
        }
    for (size_t c = 0; c < 3; c++) {
        out->middle[c] = 0.5 * (low[c] + high[c]);
        out->half[c] = fmax(0.5 * (high[c] - low[c]), HALF_LEAST);
    }

    /* Slices of the hair by height. A slice without hair outside the head takes the centre of the next one
     * that has some, or the head's. */
    out->low = INFINITY;
    for (int i = 0; i < item->vertex_count; i++) {
        out->low = fmin(out->low, (double)hair[3 * i + 1]);
        top = fmax(top, (double)hair[3 * i + 1]);
    }

    out->step = fmax((top - out->low) / (PD_WARDROBE_HAIR_SLICES - 1), HALF_LEAST);

    memset(out->slices, 0, sizeof out->slices);
    for (int i = 0; i < item->vertex_count; i++) {
        const float *p = hair + 3 * (size_t)i;
        const double at = ((double)p[1] - out->low) / out->step;
        const double weight = off_head(out, p);
        const int first = (int)fmin(at, PD_WARDROBE_HAIR_SLICES - 2);
        for (int k = 0; k < 2; k++) {
            const double share = weight * (k ? at - first : 1 - (at - first));
            weights[first + k] += share;
            for (int c = 0; c < 2; c++) out->slices[first + k][c] += share * (double)p[2 * c];
        }
    }

    double before[2] = {out->middle[0], out->middle[2]};
    for (int s = 0; s < PD_WARDROBE_HAIR_SLICES; s++) {
        for (int c = 0; c < 2; c++) {
            if (weights[s] > 0) before[c] = out->slices[s][c] / weights[s];
            out->slices[s][c] = before[c];
        }
    }
}

void pd_wardrobe_outward(float out[3], const pd_wardrobe_head *head, const float point[3])
{
    double about[3];
    double own[3] = {0};

    for (int c = 0; c < 3; c++) {
        double q = ((double)point[c] - head->middle[c]) / head->half[c];
        if (c == 1 && q < 0) q *= HANGING;
        about[c] = q / head->half[c];
    }

    unit(about);

    const double at = fmin(fmax(((double)point[1] - head->low) / head->step, 0), PD_WARDROBE_HAIR_SLICES - 1);
    const int first = (int)fmin(at, PD_WARDROBE_HAIR_SLICES - 2);
    for (int c = 0; c < 2; c++)
        own[2 * c] = (double)point[2 * c] - head->slices[first][c] -
                     (at - first) * (head->slices[first + 1][c] - head->slices[first][c]);
    unit(own);

    const double t = off_head(head, point);
    for (int c = 0; c < 3; c++) about[c] += t * (own[c] - about[c]);
    unit(about);
    for (int c = 0; c < 3; c++) out[c] = (float)about[c];
}

void pd_wardrobe_bend_normals(float *normals, const float *outward, int count)
{
    for (size_t i = 0; i < (size_t)count; i++) {
        const float *n = normals + 3 * i;
        const float *d = outward + 3 * i;
        const float share = RELIEF * (n[0] * d[0] + n[1] * d[1] + n[2] * d[2]);
        double sum[3];
        for (int c = 0; c < 3; c++) sum[c] = (double)(d[c] + share * n[c]);
        unit(sum);
        for (int c = 0; c < 3; c++) normals[3 * i + (size_t)c] = (float)sum[c];
    }
}
